//! Condition numbers of the information matrix, for differential and integral equations.

use armwright_lab::excite::ExciteError;
use armwright_lab::experiment::Trajectory;
use armwright_lab::numeric::Svd;
use armwright_lab::regression::Factor;
use armwright_robots::irp6;
use armwright_runtime::{EvaluationError, ParameterKind, Quantity, Robot};

use super::better::better;
use super::motion::{Joint, LENGTH, Named, Printed};
use Joint::{Cosine, Held, Spline};

/// Points of a trajectory, as in the paper; and steps of Simpson's rule from one to the next.
const POINTS: u32 = 300;
const STEPS: u32 = 4;
/// Shares of the largest column, and of a column, below which it is rounding and depends on others.
const NOTHING: f64 = 1e-12;
const DEPENDENT: f64 = 1e-9;

/// Which equations are made of a motion.
#[derive(Debug, Clone, Copy)]
pub enum Model {
    /// The torques of some joints, inertial parameters alone: friction is measured before (equation 1).
    Differential(&'static [usize]),
    /// The balance of energy with its friction (equation 2), over short intervals or from the beginning.
    Integral {
        /// From the beginning.
        long: bool,
    },
    /// Force and torque that a load exerts on its sensor.
    Load,
}

/// What one of the paper's experiments comes to.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// What moves, and what is taken of it.
    pub title: &'static str,
    /// Condition numbers of the information matrix: with the motion that the paper names or prints, and with a better
    /// one.
    pub found: [f64; 2],
    /// Those of the paper, before and after its optimisation.
    pub paper: [Option<f64>; 2],
}

/// A motion that excites everything about as badly as a first attempt does.
const ATTEMPT: Named = Named([
    Cosine(0.0, 0.8, 1.0),
    Cosine(-1.6, 0.4, 1.0),
    Cosine(0.1, 0.3, 1.0),
    Held(0.0),
    Held(0.0),
]);
/// "Spline polynomials for the first and second joints and the cosine function for the third joint."
const SPLINES: Named = Named([
    Spline(-0.8, 0.8),
    Spline(-1.9, -1.2),
    Cosine(0.1, 0.3, 1.0),
    Held(0.0),
    Held(0.0),
]);
/// "A cosine input trajectory for the second joint", the others not moved.
const SECOND: Named = Named([
    Held(0.0),
    Cosine(-1.6, 0.5, 1.0),
    Held(0.0),
    Held(0.0),
    Held(0.0),
]);
/// The first joint alone, as for the three aggregated parameters of section 5.
const FIRST: Named = Named([
    Cosine(0.0, 1.0, 1.0),
    Held(-1.6),
    Held(0.0),
    Held(0.0),
    Held(0.0),
]);

/// The experiments of section 4, and of section 5 with the first joint alone.
///
/// # Errors
/// [`ExciteError`] if a robot's functions do not fit its description.
pub fn experiments() -> Result<Vec<Experiment>, ExciteError> {
    use Model::{Differential, Integral, Load};
    let arm: &dyn Robot = &irp6::ROBOT;
    let load: &dyn Robot = &super::irp6_load::ROBOT;
    let (short, long) = (Integral { long: false }, Integral { long: true });
    let all: [(_, _, Model, &dyn Trajectory, &[usize], _); 7] = [
        (
            "torques of three joints",
            arm,
            Differential(&[0, 1, 2]),
            &ATTEMPT,
            &[0, 1, 2],
            [Some(1e14), Some(1e13)],
        ),
        (
            "torque of the first joint",
            arm,
            Differential(&[0]),
            &SPLINES,
            &[0, 1, 2],
            [Some(1.9e5), Some(88.0)],
        ),
        (
            "energy, three joints",
            arm,
            short,
            &ATTEMPT,
            &[0, 1, 2],
            [None, None],
        ),
        (
            "energy, three joints, long",
            arm,
            long,
            &ATTEMPT,
            &[0, 1, 2],
            [None, None],
        ),
        (
            "energy, second joint alone",
            arm,
            short,
            &SECOND,
            &[1],
            [Some(3000.0), Some(500.0)],
        ),
        (
            "energy, first joint alone",
            arm,
            short,
            &FIRST,
            &[0],
            [None, None],
        ),
        (
            "wrench of a load, five joints",
            load,
            Load,
            &Printed,
            &[0, 1, 2, 3, 4],
            [Some(90_830.0), Some(3000.0)],
        ),
    ];
    let each = all
        .into_iter()
        .map(|(title, robot, model, motion, moving, paper)| {
            let cost = |motion: &dyn Trajectory| condition(robot, model, motion);
            let start = cost(motion)?;
            let best = better(robot, model, moving, motion)?;
            let found = [start, cost(&best)?];
            Ok(Experiment {
                title,
                found,
                paper,
            })
        });
    each.collect()
}

/// The condition number of the information matrix `KᵀK` in SI units, over the parameters that a motion excites: the square
/// of that of `K`.
///
/// # Errors
/// [`EvaluationError`].
pub fn condition(
    robot: &dyn Robot,
    model: Model,
    motion: &dyn Trajectory,
) -> Result<f64, EvaluationError> {
    let triangle = triangle(robot, model, motion)?;
    let values = Svd::of(triangle.select_columns(&independent(&triangle))).values;
    let last = values.last().copied().unwrap_or(0.0);
    Ok((values.first().copied().unwrap_or(0.0) / last).powi(2))
}

/// The triangular factor of a motion's observation matrix.
pub(super) fn triangle(
    robot: &dyn Robot,
    model: Model,
    motion: &dyn Trajectory,
) -> Result<nalgebra::DMatrix<f64>, EvaluationError> {
    let data = robot.model();
    let (n, b, p) = (data.joints.len(), data.base.len(), data.parameters.len());
    let inertial = |k: usize| {
        let kind = data.parameters[data.base[k].representative].kind;
        matches!(
            kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
        )
    };
    let mut factor = Factor::new(b);
    let state = |time: f64| -> [Vec<f64>; 3] {
        let at: Vec<[f64; 3]> = (0..n).map(|joint| motion.at(joint, time)).collect();
        std::array::from_fn(|kind| at.iter().map(|state| state[kind]).collect())
    };
    let step = LENGTH / f64::from(POINTS - 1);
    let mut energy = vec![0.0; p];
    let mut torque = vec![0.0; Quantity::BaseRegressor.length(data)];
    // The energy's columns and the power of all others in a state.
    let mut both = |time: f64| -> Result<[Vec<f64>; 2], EvaluationError> {
        let [q, qd, _] = state(time);
        robot.energy_regressor(&q, &qd, &mut energy)?;
        robot.base_regressor(&q, &qd, &vec![0.0; n], &mut torque)?;
        let level = |k: usize| {
            if inertial(k) {
                energy[data.base[k].representative]
            } else {
                0.0
            }
        };
        let power = |k: usize| -> f64 { (0..n).map(|i| qd[i] * torque[i * b + k]).sum() };
        let lost = |k: usize| if inertial(k) { 0.0 } else { power(k) };
        Ok([(0..b).map(level).collect(), (0..b).map(lost).collect()])
    };
    let mut whole = vec![0.0; b];
    for k in 0..POINTS {
        let time = step * f64::from(k);
        match model {
            Model::Differential(rows) => {
                let [q, qd, qdd] = state(time);
                let mut regressor = vec![0.0; n * b];
                robot.base_regressor(&q, &qd, &qdd, &mut regressor)?;
                for row in rows {
                    let row = regressor[row * b..(row + 1) * b]
                        .iter()
                        .copied()
                        .enumerate();
                    factor.push(row.filter(|(k, _)| inertial(*k)), 0.0);
                }
            }
            Model::Load => {
                let [q, qd, qdd] = state(time);
                let mut regressor = vec![0.0; Quantity::MeasuredBaseRegressor.length(data)];
                robot.measured_base_regressor(&q, &qd, &qdd, &mut regressor)?;
                for row in regressor.chunks_exact(b) {
                    factor.push(row.iter().copied().enumerate(), 0.0);
                }
            }
            Model::Integral { long } => {
                if k + 1 == POINTS {
                    break;
                }
                if !long {
                    whole.fill(0.0);
                }
                let [[from, _], [to, _]] = [both(time)?, both(time + step)?];
                for (sum, (to, from)) in whole.iter_mut().zip(to.iter().zip(&from)) {
                    *sum += to - from;
                }
                let small = step / f64::from(STEPS);
                for i in 0..STEPS {
                    let begin = time + small * f64::from(i);
                    for (place, weight) in [(0.0, 1.0), (0.5, 4.0), (1.0, 1.0)] {
                        let [_, lost] = both(begin + place * small)?;
                        let each = whole.iter_mut().zip(lost);
                        each.for_each(|(sum, x)| *sum += weight * small / 6.0 * x);
                    }
                }
                factor.push(whole.iter().copied().enumerate(), 0.0);
            }
        }
    }
    Ok(factor.parts().0)
}

/// Columns that the ones before do not give, the first that do not vanish: a canonical model of what a motion excites.
pub(super) fn independent(triangle: &nalgebra::DMatrix<f64>) -> Vec<usize> {
    let norm = |column: &[f64]| column.iter().map(|x| x * x).sum::<f64>().sqrt();
    let columns: Vec<Vec<f64>> = triangle
        .column_iter()
        .map(|c| c.iter().copied().collect())
        .collect();
    let largest = columns
        .iter()
        .map(|column| norm(column))
        .fold(0.0, f64::max);
    let (mut chosen, mut basis): (Vec<usize>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    for (k, column) in columns.iter().enumerate() {
        let mut left = column.clone();
        // Twice is enough.
        for unit in basis.iter().chain(&basis) {
            let share: f64 = unit.iter().zip(&left).map(|(a, b)| a * b).sum();
            left.iter_mut().zip(unit).for_each(|(x, u)| *x -= share * u);
        }
        let (size, whole) = (norm(&left), norm(column));
        if whole > NOTHING * largest && size > DEPENDENT * whole {
            left.iter_mut().for_each(|x| *x /= size);
            basis.push(left);
            chosen.push(k);
        }
    }
    chosen
}
