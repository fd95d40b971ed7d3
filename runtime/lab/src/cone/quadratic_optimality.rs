//! Quadratic programs whose optima are known, or recognised by the conditions of optimality.

use nalgebra::{DMatrix, DVector, Matrix4, SymmetricEigen};

use super::block::{PAIRS, Vector, extremes, matrix, vector};
use super::central_path::minimise;
use super::program::Constraint;
use super::quadratic::Quadratic;
use crate::random::Random;

fn symmetric(random: &mut Random) -> Matrix4<f64> {
    let half = Matrix4::from_fn(|_, _| random.normal());
    half + half.transpose()
}

/// `|X - C|²` over one block.
fn nearest(c: &Matrix4<f64>) -> Quadratic {
    let n = PAIRS.len();
    Quadratic {
        blocks: 1,
        scalars: 0,
        free: 0,
        matrix: DMatrix::identity(n, n),
        right: DVector::from_column_slice(vector(c).as_slice()),
        linear: DVector::zeros(n),
        logarithms: vec![0.0],
        equations: Vec::new(),
    }
}

fn first_block(x: &DVector<f64>) -> Matrix4<f64> {
    matrix(&Vector::from_column_slice(&x.as_slice()[..PAIRS.len()]))
}

#[test]
fn the_nearest_positive_matrix_has_the_positive_eigenvalues() {
    let mut random = Random::new(5);
    for size in [1e-3, 1.0, 1e4] {
        let c = symmetric(&mut random) * size;
        let found = minimise(&nearest(&c)).expect("a finite program");
        let eigen = SymmetricEigen::new(c);
        let positive = eigen.eigenvalues.map(|x| x.max(0.0));
        let expected =
            eigen.eigenvectors * Matrix4::from_diagonal(&positive) * eigen.eigenvectors.transpose();
        let lost: f64 = eigen.eigenvalues.iter().map(|x| x.min(0.0).powi(2)).sum();
        assert!(
            found.is_converged,
            "{size}: gap {} of {}",
            found.gap, found.value
        );
        assert!(
            (found.value - lost).abs() <= found.gap + 1e-12 * lost,
            "{size}"
        );
        assert!((first_block(&found.variables) - expected).amax() < 1e-3 * size);
    }
}

#[test]
fn a_logarithm_alone_ends_where_its_gradient_does() {
    // -w log det X + <C, X> is smallest at w C⁻¹.
    let mut random = Random::new(6);
    for weight in [1e-8, 1e-3, 1.0, 1e5] {
        let c = symmetric(&mut random);
        let c = c * c + Matrix4::identity();
        let program = Quadratic {
            matrix: DMatrix::zeros(1, PAIRS.len()),
            right: DVector::zeros(1),
            linear: DVector::from_column_slice(vector(&c).as_slice()),
            logarithms: vec![weight],
            ..nearest(&c)
        };
        let found = minimise(&program).expect("a finite program");
        let off = first_block(&found.variables) * c / weight - Matrix4::identity();
        assert!(found.is_converged && off.amax() < 1e-3, "{weight}: {off}");
    }
}

/// A variable where blocks are identities, scalars 1 and free numbers 0.
fn identities(program: &Quadratic, k: usize) -> f64 {
    let (i, j) = PAIRS[k % PAIRS.len()];
    let is_one = if k < PAIRS.len() * program.blocks {
        i == j
    } else {
        k < program.conic()
    };
    f64::from(u8::from(is_one))
}

/// As robots are: each of some rows has a few of all variables; the first of them pull out of the cone.
fn random_program(random: &mut Random, blocks: usize, scalars: usize, free: usize) -> Quadratic {
    let mut program = nearest(&Matrix4::identity());
    (program.blocks, program.scalars, program.free) = (blocks, scalars, free);
    let n = program.variables();
    let sparse = |random: &mut Random| match random.normal() {
        x if x > 0.8 => random.normal(),
        _ => 0.0,
    };
    program.matrix = DMatrix::from_fn(2 * n, n, |i, j| match i.checked_sub(n) {
        Some(row) if row == j => 1e-2,
        Some(_) => 0.0,
        None => sparse(random),
    });
    program.right = DVector::from_fn(
        2 * n,
        |i, _| if i < n { 30.0 * random.normal() } else { 0.0 },
    );
    program.linear = DVector::from_fn(n, |_, _| random.normal());
    program.logarithms = (0..blocks + scalars)
        .map(|k| if k % 3 == 1 { 0.2 } else { 0.0 })
        .collect();
    // Every equation is satisfied by identities.
    for _ in 0..2 {
        let terms: Vec<(usize, f64)> = (0..n).map(|k| (k, sparse(random))).collect();
        let right = terms
            .iter()
            .map(|(k, a)| a * identities(&program, *k))
            .sum();
        program.equations.push(Constraint { terms, right });
    }
    program
}

#[test]
fn no_feasible_point_lies_below_the_bound_and_few_lie_near() {
    let mut random = Random::new(7);
    for (blocks, scalars, free) in [(1, 0, 0), (2, 3, 1), (7, 14, 7)] {
        let program = random_program(&mut random, blocks, scalars, free);
        let found = minimise(&program).expect("a finite program");
        assert!(
            found.is_converged,
            "{blocks}: gap {} of {}",
            found.gap, found.value
        );
        let objective = |x: &DVector<f64>| {
            let logarithms =
                program
                    .parts()
                    .filter(|(_, w)| *w > 0.0)
                    .map(|(part, w)| match part {
                        super::part::Part::Block(at) => {
                            let block =
                                matrix(&Vector::from_column_slice(&x.as_slice()[at..at + 10]));
                            -w * block.determinant().ln()
                        }
                        super::part::Part::Scalar(k) => -w * x[k].ln(),
                    });
            program.smooth(x) + logarithms.sum::<f64>()
        };
        assert!((objective(&found.variables) - found.value).abs() < 1e-9 * found.value.abs());
        let (equations, right) = program.dense_equations();
        assert!((&equations * &found.variables - right).amax() < 1e-7);
        // Directions that the equations allow, from the optimum: nothing inside the cone is lower.
        let project = DMatrix::identity(equations.ncols(), equations.ncols())
            - equations.clone().pseudo_inverse(1e-12).expect("a matrix") * &equations;
        let mut inside = DVector::zeros(program.variables());
        for k in 0..program.conic() {
            inside[k] = identities(&program, k);
        }
        let mut tried = 0;
        for _ in 0..20_000 {
            // Towards identities, which are inside, and a little aside.
            let aside = &project * DVector::from_fn(program.variables(), |_, _| random.normal());
            let way = &inside - &found.variables + aside * 0.1;
            let there = &found.variables + way * 10f64.powf(-6.0 * random.uniform());
            let is_inside = program.parts().all(|(part, _)| match part {
                super::part::Part::Block(at) => {
                    let block = matrix(&Vector::from_column_slice(&there.as_slice()[at..at + 10]));
                    extremes(&block).0 > 0.0
                }
                super::part::Part::Scalar(k) => there[k] > 0.0,
            });
            if is_inside {
                tried += 1;
                let lower = found.value - objective(&there);
                assert!(
                    lower <= found.gap + 1e-9 * found.value.abs(),
                    "{lower} {}",
                    found.gap
                );
            }
        }
        assert!(tried > 1000, "{blocks}: {tried}");
    }
}

#[test]
fn the_response_is_the_derivative_of_the_optimum() {
    let mut random = Random::new(8);
    let program = random_program(&mut random, 3, 4, 2);
    let found = minimise(&program).expect("a finite program");
    let way = DVector::from_fn(program.variables(), |_, _| random.normal());
    let step = 0.05;
    let moved = |step: f64| {
        let mut program = program.clone();
        program.linear -= &way * step;
        minimise(&program).expect("a finite program").variables
    };
    let expected = (moved(step) - moved(-step)) / (2.0 * step);
    let column = DMatrix::from_column_slice(way.len(), 1, way.as_slice());
    let ways = [
        found.response(&program, &column),
        found.refitted(&program, &column),
    ];
    for response in ways {
        let off = (response.column(0) - &expected).norm() / expected.norm();
        assert!(off < 1e-2, "{off}");
    }
}

/// Scalars that great weights hold at 0: their departure from where the quadratic alone would be has no digit left of
/// them. The derivative of the others is that of the program without them.
#[test]
fn scalars_that_end_at_zero_leave_a_derivative() {
    let mut random = Random::new(10);
    for weight in [1e4, 1e5, 1e6, 1e7, 1e8].repeat(8) {
        let (scalars, held) = (12, 5);
        let n = PAIRS.len() + scalars;
        let mut program = Quadratic {
            scalars,
            matrix: DMatrix::from_fn(3 * n, n, |_, _| random.normal()) * weight,
            linear: DVector::zeros(n),
            logarithms: vec![0.0; 1 + scalars],
            ..nearest(&Matrix4::identity())
        };
        let mut x = DVector::from_fn(n, |_, _| 1.0 + random.uniform());
        x.rows_mut(0, PAIRS.len())
            .copy_from(&vector(&Matrix4::identity()));
        for k in n - held..n {
            x[k] = -(3.0 + random.uniform()) / weight;
        }
        program.right = &program.matrix * &x + DVector::from_fn(3 * n, |_, _| random.normal());
        let found = minimise(&program).expect("a finite program");
        assert!(
            found.is_near(),
            "{weight}: {} of {}",
            found.gap,
            found.value
        );
        let at_zero = (0..n).filter(|k| *k >= PAIRS.len() && found.variables[*k] < 1e-6);
        let at_zero: Vec<usize> = at_zero.collect();
        assert!(at_zero.len() >= held, "{weight}: {at_zero:?}");
        let free: Vec<usize> = (0..n).filter(|k| !at_zero.contains(k)).collect();
        let columns = program.matrix.select_columns(&free);
        let way = DVector::from_fn(n, |_, _| random.normal() * weight * weight);
        let normal = (columns.tr_mul(&columns) * 2.0).try_inverse();
        let expected = normal.expect("an inverse") * way.select_rows(&free);
        let column = DMatrix::from_column_slice(n, 1, way.as_slice());
        let response = found.response(&program, &column);
        let off = (response.column(0).select_rows(&free) - &expected).norm() / expected.norm();
        assert!(off < 1e-4, "{weight}: {off}");
        let moved = response.column(0).select_rows(&at_zero).amax();
        assert!(moved < 1e-4 * expected.amax(), "{weight}: {moved}");
    }
}

#[test]
fn what_is_not_finite_has_no_answer() {
    let mut program = nearest(&Matrix4::identity());
    program.right[3] = f64::NAN;
    assert!(minimise(&program).is_none());
}

/// Fits of robots whose nominal bodies cannot exist: data of high weight, and departures in metrics of all shapes.
#[test]
fn nothing_about_a_robot_keeps_it_from_converging() {
    let mut random = Random::new(9);
    for seed in 0..60 {
        let (blocks, scalars) = (6, 18);
        let n = PAIRS.len() * blocks + scalars;
        let width = PAIRS.len();
        let mut matrix = DMatrix::zeros(50 + n, n);
        let mut right = DVector::zeros(50 + n);
        let weight = 10f64.powf(f64::from(seed % 6) - 1.0);
        for i in 0..50 {
            for k in 0..n {
                matrix[(i, k)] = weight * 10f64.powf(-3.0 * random.uniform()) * random.normal();
            }
            right[i] = weight * random.normal();
        }
        for block in 0..blocks {
            let turn = symmetric(&mut random).qr().q();
            let values = Vector::zeros()
                .fixed_rows::<4>(0)
                .map(|_: f64| 10f64.powf(1.5 * random.uniform()));
            let root = turn * Matrix4::from_diagonal(&values) * turn.transpose();
            let centre = vector(&(symmetric(&mut random) + Matrix4::identity()));
            for k in 0..width {
                let mut unit = Vector::zeros();
                unit[k] = 1.0;
                let row = vector(&(root * super::block::matrix(&unit) * root));
                let at = 50 + width * block + k;
                matrix
                    .view_mut((at, width * block), (1, width))
                    .copy_from(&row.transpose());
                right[at] = row.dot(&centre);
            }
        }
        for k in 0..scalars {
            let at = 50 + width * blocks + k;
            matrix[(at, width * blocks + k)] = 1e-3;
        }
        let program = Quadratic {
            blocks,
            scalars,
            free: 0,
            matrix,
            right,
            linear: DVector::zeros(n),
            logarithms: vec![0.0; blocks + scalars],
            equations: Vec::new(),
        };
        let found = minimise(&program).expect("a finite program");
        println!("{seed}: {:e} of {:e}", found.gap, found.value);
        assert!(
            found.gap < 1e-8 * found.value,
            "{seed}: {:e} of {:e}",
            found.gap,
            found.value
        );
    }
}
