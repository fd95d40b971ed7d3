//! The log-Cholesky parametrisation: a fit without constraints, whose bodies always exist.

use nalgebra::{Cholesky, DMatrix, DVector, Matrix4};

use crate::cone::block::{PAIRS, Vector, matrix, vector};
use crate::cone::quadratic::Quadratic;
use crate::numeric::gram;

/// Steps after which it gives what it has.
const STEPS: usize = 500;
/// A decrease, as a share of the objective, that is none.
const TOLERANCE: f64 = 1e-13;
/// The largest logarithm of a diagonal element, and of a drive parameter, in units of the program.
const LARGEST: f64 = 40.0;

/// What a descent ended with.
pub(super) struct Smooth {
    /// The variables, as in [`Quadratic`].
    pub(super) variables: DVector<f64>,
    /// The objective there.
    pub(super) value: f64,
    /// By how much a quadratic model of it says that it would still fall.
    pub(super) left: f64,
    /// `d x / d gradient` of the optimum (`variables × variables`), lowered gradients positive.
    pub(super) response: DMatrix<f64>,
}

/// Minimises a program without equations over the Cholesky factors `L` of its blocks, `X = L Lᵀ` with the logarithms of the
/// diagonal in place of it (Rucker and Wensing 2022), and over logarithms of its scalars, by Newton's method with a damping as
/// Levenberg's and Marquardt's. A block on the boundary of the cone is at infinity, and only approached.
pub(super) fn descend(program: &Quadratic) -> Option<Smooth> {
    let n = program.variables();
    let mut p = DVector::zeros(n);
    let ahead = &program.matrix * variables(program, &p);
    let size = ahead.dot(&program.right) / ahead.norm_squared();
    if size > 1e-3 && size.is_finite() {
        for k in 0..program.conic() {
            let is_block = k < PAIRS.len() * program.blocks;
            let (i, j) = PAIRS[k % PAIRS.len()];
            p[k] = match (is_block, i == j) {
                (true, true) => size.ln() / 2.0,
                (true, false) => 0.0,
                (false, _) => size.ln(),
            };
        }
    }
    let mut value = objective(program, &p);
    let mut damping = 1e-3;
    let mut left = f64::INFINITY;
    for _ in 0..STEPS {
        let (gradient, hessian) = local(program, &p);
        let mut moved = false;
        while damping < 1e15 {
            let mut damped = hessian.clone();
            for k in 0..n {
                damped[(k, k)] += damping * (hessian[(k, k)].abs() + 1e-12);
            }
            let step = Cholesky::new(damped).map(|factor| factor.solve(&-&gradient));
            let Some(step) = step.filter(|step| step.iter().all(|x| x.is_finite())) else {
                damping *= 10.0;
                continue;
            };
            left = -gradient.dot(&step) / 2.0;
            let there = &p + &step;
            let found = objective(program, &there);
            if found <= value && there.rows(0, program.conic()).amax() < LARGEST {
                moved = value - found > TOLERANCE * (1.0 + value.abs());
                (p, value) = (there, found);
                damping = (damping / 10.0).max(1e-12);
                break;
            }
            damping *= 10.0;
        }
        if !moved {
            break;
        }
    }
    let (_, mut hessian) = local(program, &p);
    let jacobian = jacobian(program, &p);
    let mut inverse = None;
    for _ in 0..20 {
        inverse = Cholesky::new(hessian.clone()).map(|factor| factor.inverse());
        if inverse.is_some() {
            break;
        }
        for k in 0..n {
            hessian[(k, k)] += 1e-12 + 1e-6 * hessian[(k, k)].abs();
        }
    }
    value.is_finite().then(|| Smooth {
        variables: variables(program, &p),
        value,
        left,
        response: inverse.map_or_else(
            || DMatrix::zeros(n, n),
            |inverse| &jacobian * inverse * jacobian.transpose(),
        ),
    })
}

/// The lower triangle of a block's parameters: an element of the diagonal is the logarithm of it.
fn factor(p: &DVector<f64>, at: usize) -> Matrix4<f64> {
    let mut lower = Matrix4::zeros();
    for (k, &(i, j)) in PAIRS.iter().enumerate() {
        lower[(j, i)] = if i == j { p[at + k].exp() } else { p[at + k] };
    }
    lower
}

fn variables(program: &Quadratic, p: &DVector<f64>) -> DVector<f64> {
    let mut x = p.clone();
    for block in 0..program.blocks {
        let at = PAIRS.len() * block;
        let lower = factor(p, at);
        x.rows_mut(at, PAIRS.len())
            .copy_from(&vector(&(lower * lower.transpose())));
    }
    for k in PAIRS.len() * program.blocks..program.conic() {
        x[k] = p[k].exp();
    }
    x
}

fn objective(program: &Quadratic, p: &DVector<f64>) -> f64 {
    let x = variables(program, p);
    let smooth = (&program.matrix * &x - &program.right).norm_squared() + program.linear.dot(&x);
    smooth + logarithms(program).dot(p)
}

/// The gradient of the program's logarithms, which are linear here.
fn logarithms(program: &Quadratic) -> DVector<f64> {
    let mut found = DVector::zeros(program.variables());
    for (k, w) in program.logarithms.iter().enumerate() {
        match k.checked_sub(program.blocks) {
            Some(scalar) => found[PAIRS.len() * program.blocks + scalar] = -w,
            None => {
                let diagonal = (0..PAIRS.len()).filter(|i| PAIRS[*i].0 == PAIRS[*i].1);
                diagonal.for_each(|i| found[PAIRS.len() * k + i] = -2.0 * w);
            }
        }
    }
    found
}

/// `d x / d p`.
fn jacobian(program: &Quadratic, p: &DVector<f64>) -> DMatrix<f64> {
    let mut found = DMatrix::identity(p.len(), p.len());
    for block in 0..program.blocks {
        let at = PAIRS.len() * block;
        let lower = factor(p, at);
        for (k, &(i, j)) in PAIRS.iter().enumerate() {
            let mut moved = Matrix4::zeros();
            moved[(j, i)] = if i == j { lower[(i, i)] } else { 1.0 };
            let change = moved * lower.transpose();
            found
                .view_mut((at, at + k), (PAIRS.len(), 1))
                .copy_from(&vector(&(change + change.transpose())));
        }
    }
    for k in PAIRS.len() * program.blocks..program.conic() {
        found[(k, k)] = p[k].exp();
    }
    found
}

/// Gradient and Hessian of the objective.
fn local(program: &Quadratic, p: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
    let x = variables(program, p);
    let jacobian = jacobian(program, p);
    let residual = &program.matrix * &x - &program.right;
    let outer = program.matrix.tr_mul(&residual) * 2.0 + &program.linear;
    let columns = &program.matrix * &jacobian;
    let gradient = jacobian.tr_mul(&outer) + logarithms(program);
    let mut hessian = gram(&columns) * 2.0;
    for block in 0..program.blocks {
        let at = PAIRS.len() * block;
        let lower = factor(p, at);
        let g = matrix(&Vector::from_column_slice(
            &outer.as_slice()[at..at + PAIRS.len()],
        ));
        // tr(G L Lᵀ): a quadratic of the elements of a column of L, which do not meet those of another.
        for (a, &(i, j)) in PAIRS.iter().enumerate() {
            let first = if i == j { lower[(i, i)] } else { 1.0 };
            for (b, &(k, l)) in PAIRS.iter().enumerate() {
                if i == k {
                    let second = if k == l { lower[(k, k)] } else { 1.0 };
                    hessian[(at + a, at + b)] += 2.0 * g[(j, l)] * first * second;
                }
            }
            if i == j {
                hessian[(at + a, at + a)] += 2.0 * (g * lower)[(i, i)] * first;
            }
        }
    }
    for k in PAIRS.len() * program.blocks..program.conic() {
        hessian[(k, k)] += outer[k] * x[k];
    }
    (gradient, hessian)
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{PAIRS, Quadratic, descend, local, objective};
    use crate::cone::block::weight;
    use crate::cone::central_path::minimise;
    use crate::random::Random;

    /// Two blocks, two scalars and a free number near a point inside.
    fn program(random: &mut Random, logarithm: f64) -> Quadratic {
        let n = 2 * PAIRS.len() + 3;
        let matrix = DMatrix::from_fn(3 * n, n, |_, _| random.normal());
        let inside = DVector::from_fn(n, |k, _| match PAIRS[k % PAIRS.len()] {
            (i, j) if k < 2 * PAIRS.len() && i != j => 0.1 * weight((i, j)) * random.normal(),
            _ => 1.0 + random.uniform(),
        });
        let noise = DVector::from_fn(3 * n, |_, _| 0.1 * random.normal());
        Quadratic {
            blocks: 2,
            scalars: 2,
            free: 1,
            right: &matrix * inside + noise,
            matrix,
            linear: DVector::from_fn(n, |_, _| 0.1 * random.normal()),
            logarithms: vec![logarithm, 0.0, 0.0, logarithm],
            equations: Vec::new(),
        }
    }

    #[test]
    fn an_optimum_inside_the_cone_is_that_of_the_conic_program() {
        let mut random = Random::new(31);
        for logarithm in [0.0, 0.5] {
            let program = program(&mut random, logarithm);
            let (found, conic) = (descend(&program), minimise(&program));
            let (found, conic) = (found.expect("a descent"), conic.expect("an optimum"));
            let off = (&found.variables - &conic.variables).amax();
            assert!(off < 1e-6, "{logarithm}: {off}");
            assert!((found.value - conic.value).abs() < 1e-8 * conic.value.abs());
            let ways = DMatrix::from_fn(program.variables(), 3, |_, _| random.normal());
            let (ours, theirs) = (&found.response * &ways, conic.response(&program, &ways));
            let off = (&ours - &theirs).amax() / theirs.amax();
            assert!(off < 1e-5, "{logarithm}: {off}");
        }
    }

    #[test]
    fn gradient_and_hessian_are_differences_of_the_objective() {
        let mut random = Random::new(32);
        let program = program(&mut random, 0.3);
        let n = program.variables();
        let p = DVector::from_fn(n, |_, _| 0.3 * random.normal());
        let (gradient, hessian) = local(&program, &p);
        for k in 0..n {
            let moved = |by: f64| {
                let mut there = p.clone();
                there[k] += by;
                there
            };
            let (ahead, behind) = (moved(1e-4), moved(-1e-4));
            let slope = (objective(&program, &ahead) - objective(&program, &behind)) / 2e-4;
            assert!((slope - gradient[k]).abs() < 1e-4 * gradient.amax(), "{k}");
            let change = (local(&program, &ahead).0 - local(&program, &behind).0) / 2e-4;
            let off = (change - hessian.column(k)).amax();
            assert!(off < 1e-4 * hessian.amax(), "{k}: {off}");
        }
    }

    /// Of the first two numbers only the sum shows: `2 (x + y - 3)² + (2 z - 1)²`, of the curvatures 4 and 8. With the gradients
    /// of both lowered by 1 the sum is a quarter more, an eighth of each.
    #[test]
    fn numbers_of_which_only_the_sum_shows_respond_together() {
        let program = Quadratic {
            blocks: 0,
            scalars: 0,
            free: 3,
            matrix: DMatrix::from_row_slice(3, 3, &[1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 2.0]),
            right: DVector::from_vec(vec![3.0, 3.0, 1.0]),
            linear: DVector::zeros(3),
            logarithms: Vec::new(),
            equations: Vec::new(),
        };
        let found = descend(&program).expect("a descent");
        let near = |found: &DVector<f64>, expected: [f64; 3]| {
            let off = (found - DVector::from_row_slice(&expected)).amax();
            assert!(off < 1e-5, "{found} for {expected:?}");
        };
        near(&found.variables, [1.5, 1.5, 0.5]);
        let response = |gradient: [f64; 3]| &found.response * DVector::from_row_slice(&gradient);
        near(&response([1.0, 1.0, 0.0]), [0.125, 0.125, 0.0]);
        near(&response([0.0, 0.0, 1.0]), [0.0, 0.0, 0.125]);
    }

    /// The block is to be 10¹⁸ times the unit matrix, and begins as that: logarithms of 20.7 on the diagonal of its factor, where twice as
    /// much would be too large to go on from.
    #[test]
    fn a_descent_begins_at_a_round_body_of_the_size_that_torques_say() {
        let n = PAIRS.len();
        let right = DVector::from_fn(n, |k, _| match PAIRS[k] {
            (i, j) if i == j => 1e18,
            _ => 0.0,
        });
        let program = Quadratic {
            blocks: 1,
            scalars: 0,
            free: 0,
            matrix: DMatrix::identity(n, n),
            right: right.clone(),
            linear: DVector::zeros(n),
            logarithms: vec![0.0],
            equations: Vec::new(),
        };
        let found = descend(&program).expect("a descent");
        let off = (&found.variables - &right).amax();
        assert!(off < 1e6, "{}", found.variables);
    }

    /// The slope of `(10²⁰⁰ x - 10¹⁵⁰)²` is beyond all numbers: it stays where it begins, and no step says what is left.
    #[test]
    fn a_slope_beyond_all_numbers_leads_nowhere() {
        let program = Quadratic {
            blocks: 0,
            scalars: 0,
            free: 1,
            matrix: DMatrix::from_element(1, 1, 1e200),
            right: DVector::from_element(1, 1e150),
            linear: DVector::zeros(1),
            logarithms: Vec::new(),
            equations: Vec::new(),
        };
        let found = descend(&program).expect("a value");
        assert_eq!((found.variables[0], found.value), (0.0, 1e150 * 1e150));
        assert_eq!(found.left, f64::INFINITY);
    }
}
