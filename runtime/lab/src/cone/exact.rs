//! Parts of the solvers against matrices that are written out, for tests. (The file is longer than others for these matrices.)

use nalgebra::{DMatrix, DVector, Matrix4};

use super::block::{PAIRS, Vector, extremes, symmetric_product, vector};
use super::newton::Linear;
use super::part::{Part, add, block, log_determinant, set};
use super::program::{Constraint, Program};
use super::quadratic::Quadratic;
use super::run::Run;
use super::standard::{Point, Standard};
use crate::random::Random;

fn definite(random: &mut Random) -> Matrix4<f64> {
    let half = Matrix4::from_fn(|_, _| random.normal());
    half * half.transpose() + Matrix4::identity() * 0.2
}

fn symmetric(random: &mut Random) -> Matrix4<f64> {
    let half = Matrix4::from_fn(|_, _| random.normal());
    half + half.transpose()
}

fn constraint(terms: &[(usize, f64)], right: f64) -> Constraint {
    Constraint {
        terms: terms.to_vec(),
        right,
    }
}

/// Two blocks and three scalars under two rows, of which the first names a variable twice.
fn program() -> Program {
    Program {
        blocks: 2,
        scalars: 3,
        rows: vec![
            constraint(&[(1, 2.0), (13, -1.0), (21, 3.0), (1, 1.0)], 2.5),
            constraint(&[(9, -2.0), (19, 1.0), (22, 2.0)], -6.0),
        ],
        cost: vec![
            (0, 1.5),
            (1, -0.5),
            (12, 0.25),
            (20, 2.0),
            (22, 0.5),
            (20, 1.0),
        ],
        limit: 7.0,
    }
}

#[test]
fn a_program_has_its_numbers_in_their_places() {
    let program = program();
    assert_eq!(program.variables(), 23);
    let trace: Vec<(usize, f64)> = program.trace().collect();
    let places = [0, 4, 7, 9, 10, 14, 17, 19, 20, 21, 22];
    assert_eq!(trace, places.map(|k| (k, 1.0)));
    let mut wanted = vec![0.0; 23];
    for (k, x) in [(0, 1.5), (1, -0.5), (12, 0.25), (20, 3.0), (22, 0.5)] {
        wanted[k] = x;
    }
    assert_eq!(program.dense_cost(), wanted);
}

fn point(standard: &Standard, random: &mut Random) -> Point {
    Point {
        blocks: (0..2).map(|_| symmetric(random)).collect(),
        scalars: (0..standard.scalars.len())
            .map(|_| random.normal())
            .collect(),
    }
}

/// A point as 24 numbers: blocks with elements beside the diagonal times √2, scalars, the limit's slack.
fn flat(point: &Point) -> DVector<f64> {
    let mut all: Vec<f64> = Vec::new();
    for block in &point.blocks {
        for (i, j) in PAIRS {
            all.push(block[(i, j)] * if i == j { 1.0 } else { 2f64.sqrt() });
        }
    }
    all.extend(&point.scalars);
    DVector::from_vec(all)
}

/// Rows over their norms, the last of them the limit: `trace + limit · slack = limit`.
fn dense(program: &Program) -> (DMatrix<f64>, DVector<f64>) {
    let mut rows = DMatrix::zeros(3, 24);
    let mut right = DVector::from_vec(vec![2.5, -6.0, 7.0]);
    for (row, constraint) in program.rows.iter().enumerate() {
        for (k, a) in &constraint.terms {
            rows[(row, *k)] += a;
        }
    }
    for k in [0, 4, 7, 9, 10, 14, 17, 19, 20, 21, 22] {
        rows[(2, k)] = 1.0;
    }
    rows[(2, 23)] = 7.0;
    // Terms of a variable that is named twice count each in the norm.
    let norms = [15f64.sqrt(), 3.0, 60f64.sqrt()];
    for (row, norm) in norms.into_iter().enumerate() {
        rows.row_mut(row).scale_mut(norm.recip());
        right[row] /= norm;
    }
    (rows, right)
}

#[test]
fn rows_of_unit_norm_are_applied_and_transposed() {
    let program = program();
    let standard = Standard::of(&program);
    let (rows, right) = dense(&program);
    assert_eq!((standard.rows(), standard.order()), (3, 12.0));
    assert!((&standard.right - &right).amax() < 1e-14);
    for (found, wanted) in standard
        .scales
        .iter()
        .zip([15f64.sqrt(), 3.0, 60f64.sqrt()])
    {
        assert!((found - wanted).abs() < 1e-14);
    }
    let mut cost = program.dense_cost();
    cost.push(0.0);
    assert!((flat(&standard.cost) - DVector::from_vec(cost)).amax() < 1e-14);
    let mut random = Random::new(4);
    let (x, z) = (point(&standard, &mut random), point(&standard, &mut random));
    assert!((standard.apply(&x) - &rows * flat(&x)).amax() < 1e-13);
    let y = DVector::from_vec(vec![0.7, -1.3, 2.1]);
    assert!((flat(&standard.transposed(&y)) - rows.transpose() * &y).amax() < 1e-13);
    let numbers = standard.variables(&x);
    assert_eq!(numbers.len(), 23);
    assert!((DVector::from_vec(numbers) - flat(&x).rows(0, 23)).amax() < 1e-14);
    assert!((x.dot(&z) - flat(&x).dot(&flat(&z))).abs() < 1e-12);
    assert!((x.norm() - flat(&x).norm()).abs() < 1e-12);
    assert!((flat(&x.moved(-0.3, &z)) - (flat(&x) - flat(&z) * 0.3)).amax() < 1e-14);
    let same = Point::identity(&standard, 2.5);
    assert_eq!(same.blocks, vec![Matrix4::identity() * 2.5; 2]);
    assert_eq!(same.scalars, [2.5; 4]);
}

/// It says that 0 is -6, in units of one.
#[test]
fn a_row_without_terms_stays_as_it_is() {
    let mut program = program();
    program.rows.push(constraint(&[], -6.0));
    let standard = Standard::of(&program);
    assert_eq!((standard.scales[2], standard.right[2]), (1.0, -6.0));
}

/// Whatever the multipliers: what is lacking to the dual cone costs the limit times that much.
#[test]
fn what_multipliers_prove_is_weak_duality() {
    // Minimise 3 a - 2 b with a + b <= 5: -10 at b = 5.
    let program = Program {
        blocks: 0,
        scalars: 2,
        rows: Vec::new(),
        cost: vec![(0, 3.0), (1, -2.0)],
        limit: 5.0,
    };
    let standard = Standard::of(&program);
    for (y, proved, share) in [
        (0.4, -10.0, 10.0),
        (-2.0, -10.0, 10.0),
        (-3.0, -15.0, 15.0),
        (1.0, -10.0, 10.0),
    ] {
        let y = DVector::from_element(1, y * 27f64.sqrt());
        let found = standard.proved(&y);
        assert!(
            (found.0 - proved).abs() < 1e-12 && (found.1 - share).abs() < 1e-12,
            "{y}: {found:?}"
        );
    }
    let nothing = standard.proved(&DVector::from_element(1, f64::NAN));
    assert!(nothing.0.is_nan());
    assert_eq!(standard.ceiling(), 15.0);
    let program = self::program();
    for k in 0..program.cost.len() {
        let mut unknown = self::program();
        unknown.cost[k].1 = f64::NAN;
        let found = Standard::of(&unknown).proved(&DVector::from_element(3, 0.1));
        assert_eq!(found.0, f64::NEG_INFINITY, "{k}");
    }
    let standard = Standard::of(&program);
    let mut random = Random::new(6);
    for _ in 0..20 {
        let y = DVector::from_fn(3, |_, _| 3.0 * random.normal());
        let rest = standard.cost.moved(-1.0, &standard.transposed(&y));
        let mut least = rest.scalars[3] / 7.0;
        for block in &rest.blocks {
            least = least.min(nalgebra::SymmetricEigen::new(*block).eigenvalues.min());
        }
        for scalar in &rest.scalars[..3] {
            least = least.min(*scalar);
        }
        let shift = 7.0 * (-least).max(0.0);
        let (proved, share) = standard.proved(&y);
        assert!((proved - (standard.right.dot(&y) - shift)).abs() < 1e-9);
        assert!((share - (rest.scalars[3] + shift)).abs() < 1e-9);
    }
    // The largest eigenvalue of [1.5, -0.5/√2; -0.5/√2, 0] is 1.6 and more; the scalar 3 is larger.
    assert!((standard.ceiling() - 21.0).abs() < 1e-12);
    let mut less = program;
    less.cost[3].1 = 0.0;
    less.cost[5].1 = 0.0;
    let root = 0.75 + (0.75f64.powi(2) + 0.125).sqrt();
    assert!((Standard::of(&less).ceiling() - 7.0 * root).abs() < 1e-9);
    // Nothing that only costs less than 0 is above it.
    less.cost = vec![(0, -1.0)];
    assert_eq!(Standard::of(&less).ceiling(), 0.0);
}

#[test]
fn a_step_solves_its_linear_system() {
    let mut random = Random::new(8);
    let mut draw =
        |rows: usize, columns: usize| DMatrix::from_fn(rows, columns, |_, _| random.normal());
    let half = draw(6, 6);
    // Of unknowns whose sizes are 10⁻⁴ to 10⁶ apart.
    let units = DMatrix::from_diagonal(&DVector::from_fn(6, |k, _| 10f64.powi(2 * k as i32 - 4)));
    let hessian = &units * (&half * half.transpose() + DMatrix::identity(6, 6)) * &units;
    let equations = draw(2, 6) * &units;
    let (lowered, lacking) = (&units * draw(6, 3), draw(2, 3));
    let linear = Linear::of(hessian.clone(), &equations).expect("definite");
    let (dx, multipliers) = linear.solve(&lowered, &lacking);
    let off = &hessian * &dx - equations.transpose() * &multipliers - &lowered;
    assert!((units.clone().try_inverse().expect("regular") * off).amax() < 1e-9);
    assert!((&equations * &dx - &lacking).amax() < 1e-9);
    assert_eq!(linear.equations, equations);
    let free = Linear::of(hessian.clone(), &DMatrix::zeros(0, 6)).expect("definite");
    let (dx, none) = free.solve(&lowered, &DMatrix::zeros(0, 3));
    let off = &hessian * &dx - &lowered;
    assert!((units.try_inverse().expect("regular") * off).amax() < 1e-9);
    assert_eq!(none.shape(), (0, 3));
    let mut bad = hessian;
    bad[(2, 2)] = -1.0;
    assert!(Linear::of(bad, &equations).is_none());
}

#[test]
fn parts_of_a_point_are_read_and_changed_in_their_places() {
    let mut random = Random::new(1);
    let mut all = DVector::from_fn(23, |k, _| 0.1 * k as f64);
    let before = all.clone();
    let (place, scalar) = (Part::Block(10), Part::Scalar(21));
    assert_eq!((place.order(), scalar.order()), (4.0, 1.0));
    let own = block(&all, place);
    for (k, (i, j)) in PAIRS.into_iter().enumerate() {
        let wanted = all[10 + k] / if i == j { 1.0 } else { 2f64.sqrt() };
        assert!((own[(i, j)] - wanted).abs() < 1e-15 && own[(i, j)] == own[(j, i)]);
    }
    assert_eq!(block(&all, scalar), Matrix4::zeros());
    let more = symmetric(&mut random);
    add(&mut all, place, &more);
    assert!((block(&all, place) - own - more).amax() < 1e-14);
    add(&mut all, scalar, &more);
    set(&mut all, scalar, &more, -4.0);
    set(&mut all, place, &more, -4.0);
    assert!((block(&all, place) - own - more * 2.0).amax() < 1e-14);
    assert_eq!(all[21], -4.0);
    let others = (0..23).filter(|k| !(10..20).contains(k) && *k != 21);
    others.for_each(|k| assert_eq!(all[k], before[k]));
    let inside = definite(&mut random);
    assert!((log_determinant(&inside) - inside.determinant().ln()).abs() < 1e-10);
    assert!(log_determinant(&(inside - Matrix4::identity() * 30.0)).is_nan());
}

/// One block and two scalars in the cone, one number free; logarithms of the block and of the second scalar.
fn quadratic(random: &mut Random) -> Quadratic {
    Quadratic {
        blocks: 1,
        scalars: 2,
        free: 1,
        matrix: DMatrix::from_fn(16, 13, |_, _| random.normal()),
        right: DVector::from_fn(16, |_, _| 3.0 * random.normal()),
        linear: DVector::from_fn(13, |_, _| random.normal()),
        logarithms: vec![0.3, 0.0, 0.7],
        equations: vec![
            constraint(&[(0, 1.0), (4, 2.0), (10, -1.0), (0, 0.5)], 1.5),
            constraint(&[(12, 2.0), (11, 1.0)], -0.5),
        ],
    }
}

#[test]
fn a_quadratic_program_has_its_numbers_in_their_places() {
    let program = quadratic(&mut Random::new(2));
    assert_eq!((program.conic(), program.variables()), (12, 13));
    let parts: Vec<(Part, f64)> = program.parts().collect();
    assert_eq!(
        parts,
        [
            (Part::Block(0), 0.3),
            (Part::Scalar(10), 0.0),
            (Part::Scalar(11), 0.7)
        ]
    );
    let (rows, right) = program.dense_equations();
    let mut wanted = DMatrix::zeros(2, 13);
    for (row, k, a) in [
        (0, 0, 1.5),
        (0, 4, 2.0),
        (0, 10, -1.0),
        (1, 12, 2.0),
        (1, 11, 1.0),
    ] {
        wanted[(row, k)] = a;
    }
    assert_eq!((rows, right.as_slice()), (wanted, &[1.5, -0.5][..]));
}

/// A point inside the cone and its dual.
fn inside(random: &mut Random) -> DVector<f64> {
    let mut point = DVector::from_element(13, 0.0);
    point.rows_mut(0, 10).copy_from(&vector(&definite(random)));
    point[10] = 0.5 + random.uniform();
    point[11] = 0.5 + random.uniform();
    point
}

#[test]
fn a_run_knows_objective_gradient_and_gap_of_its_point() {
    let mut random = Random::new(12);
    let program = quadratic(&mut random);
    let (mut x, z) = (inside(&mut random), inside(&mut random));
    x[12] = -0.8;
    let scale = 2.5;
    let multipliers = DVector::from_vec(vec![0.4, -0.9]);
    let run = Run::at(
        &program,
        (scale, 1e-9),
        x.clone(),
        z.clone(),
        multipliers.clone(),
    );
    let off = &program.matrix * &x - &program.right;
    let wanted = off.norm_squared() + program.linear.dot(&x);
    assert!((run.smooth() - wanted).abs() < 1e-9 * wanted.abs());
    let gradient = (program.matrix.transpose() * &off * 2.0 + &program.linear) / scale;
    assert!((run.gradient() - &gradient).amax() < 1e-9);
    let (equations, right) = program.dense_equations();
    let residual = &gradient - &z - equations.transpose() * &multipliers;
    assert!((run.dual_residual() - &residual).amax() < 1e-9);
    assert_eq!((run.order(), run.tolerance, run.scale), (6.0, 1e-9, scale));
    let (big_x, big_z) = (block(&x, Part::Block(0)), block(&z, Part::Block(0)));
    let (w, v) = (0.3 / scale, 0.7 / scale);
    let logarithms = -w * big_x.determinant().ln() - v * x[11].ln();
    let gap = (big_x * big_z).trace()
        - w * (4.0 + ((big_x * big_z).determinant() / w.powi(4)).ln())
        + x[10] * z[10]
        + x[11] * z[11]
        - v * (1.0 + (x[11] * z[11] / v).ln());
    let found = run.logarithms_and_gap();
    assert!(
        (found.0 - logarithms).abs() < 1e-9 && (found.1 - gap).abs() < 1e-9,
        "{found:?} {gap}"
    );
    // Newton's equations towards X Z = w + mu, less a second-order term.
    let linear = run.linearise().expect("definite");
    let (mu, second) = (
        0.35,
        DVector::from_fn(13, |k, _| if k < 12 { 0.02 * k as f64 } else { 0.0 }),
    );
    let (dx, dz, moved) = run.direction(&linear, mu, &second);
    assert!((&equations * (&x + &dx) - &right).amax() < 1e-8);
    let hessian = program.matrix.transpose() * &program.matrix * (2.0 / scale);
    let stationary = residual + hessian * &dx - &dz - equations.transpose() * &moved;
    assert!(stationary.amax() < 1e-8, "{stationary}");
    let inverse = big_x.try_inverse().expect("regular");
    let map = symmetric_product(&inverse, &big_z);
    let of_block = |all: &DVector<f64>| Vector::from_column_slice(&all.as_slice()[..10]);
    let wanted =
        vector(&(inverse * (mu + w))) - of_block(&z) - of_block(&second) - map * of_block(&dx);
    assert!((of_block(&dz) - wanted).amax() < 1e-8, "{dz}");
    for (k, weight) in [(10, 0.0), (11, v)] {
        let wanted = (mu + weight) / x[k] - z[k] - second[k] - z[k] / x[k] * dx[k];
        assert!((dz[k] - wanted).abs() < 1e-8, "{k}: {} {wanted}", dz[k]);
    }
    assert_eq!(dz[12], 0.0);
    // Both points stay inside until the first end.
    let length = run.length(&dx, &dz);
    let least = |step: f64| {
        let ends = [(&x, &dx), (&z, &dz)].map(|(point, way)| {
            let there = point + way * step;
            extremes(&block(&there, Part::Block(0)))
                .0
                .min(there[10])
                .min(there[11])
        });
        ends[0].min(ends[1])
    };
    assert!(length.is_finite() && least(0.999 * length) > 0.0 && least(1.001 * length) < 0.0);
    let mut gone = run;
    gone.go(0.25, &dx, &dz, &moved);
    assert!((&gone.x - (&x + &dx * 0.25)).amax() < 1e-14);
    assert!((&gone.z - (&z + &dz * 0.25)).amax() < 1e-14);
    assert!((&gone.multipliers - (&multipliers + &moved * 0.25)).amax() < 1e-14);
    let off = &program.matrix * &gone.x - &program.right;
    let wanted = off.norm_squared() + program.linear.dot(&gone.x);
    assert!((gone.smooth() - wanted).abs() < 1e-8 * wanted.abs());
}

/// It begins at identities of the size that suits the quadratic, the gradient there scaled to 1.
#[test]
fn a_run_begins_at_identities() {
    let mut random = Random::new(3);
    let mut program = quadratic(&mut random);
    let one = DVector::from_fn(13, |k, _| {
        f64::from(u8::from([0, 4, 7, 9, 10, 11].contains(&k)))
    });
    let ahead = &program.matrix * &one;
    let mut size = ahead.dot(&program.right) / ahead.norm_squared();
    if size < 0.0 {
        program.right = -program.right;
        size = -size;
    }
    let run = Run::start(&program, 1e-7).expect("a finite program");
    assert!((&run.x - &one * size).amax() < 1e-12 && run.z == one);
    assert!((run.gradient().amax() - 1.0).abs() < 1e-9);
    let hessian = program.matrix.transpose() * &program.matrix * (2.0 / run.scale);
    assert!((&run.hessian - hessian).amax() < 1e-9);
    assert_eq!((run.multipliers.len(), run.tolerance), (2, 1e-7));
    // Where the quadratic would have them negative identities are as they are.
    program.right = -program.right;
    assert_eq!(Run::start(&program, 1e-7).expect("a finite program").x, one);
    program.right[1] = f64::INFINITY;
    assert!(Run::start(&program, 1e-7).is_none());
    program.right[1] = 0.0;
    program.matrix[(2, 3)] = f64::NAN;
    assert!(Run::start(&program, 1e-7).is_none());
}
