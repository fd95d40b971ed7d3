//! Errors of parameters by torques, energy and momentum, on a simulated IRp-6.

use std::error::Error;

use armwright_lab::estimate::{Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, Trajectory, best_designed, simulate};
use armwright_lab::identify::{IdentifyOptions, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::regression::{Intervals, Series};
use armwright_robots::irp6::ROBOT;
use armwright_runtime::{Inertial, Model, ParameterKind, Robot};

/// Samples a second, Hz, and how long, s.
const RATE: f64 = 500.0;
const DURATION: f64 = 20.0;
/// Mass, kg, place of the centre of mass, m, and size, m, of each body: column, arm, crank, disc, rod, forearm, hand,
/// flange. Those of the robot are not published; these are of its shape.
const BODIES: [(f64, [f64; 3], f64); 8] = [
    (20.0, [0.0, 0.0, -0.2], 0.4),
    (4.0, [0.2, 0.0, 0.0], 0.3),
    (2.0, [0.05, 0.02, 0.0], 0.15),
    (1.0, [0.02, 0.01, 0.0], 0.1),
    (1.0, [0.2, 0.0, 0.0], 0.2),
    (3.0, [0.25, 0.0, 0.02], 0.35),
    (1.0, [0.03, 0.02, 0.01], 0.12),
    (0.5, [0.02, -0.01, 0.05], 0.1),
];

/// What a way of estimating comes to, over several recordings.
#[derive(Debug, Clone)]
pub struct Errors {
    /// The estimator.
    pub method: Method,
    /// Over which intervals, if it integrates.
    pub intervals: Intervals,
    /// Whether the first joint moves alone.
    pub alone: bool,
    /// Noise of positions, rad.
    pub noise: f64,
    /// How many parameters were determined, on average.
    pub determined: f64,
    /// The condition number of the information matrix, in SI units.
    pub condition: f64,
    /// Root mean square of the errors of parameters that were determined, in percent of a parameter's effect: what an error of a parameter alone
    /// would change torques by, as a share of all torques.
    pub error: f64,
    /// The same of the means over recordings: what does not average out.
    pub bias: f64,
    /// The share of intervals of 95 % that hold the truth.
    pub coverage: f64,
    /// How many recordings have the verdict not to rely on them.
    pub poor: u64,
}

/// Standard parameters of the arm as declared here.
#[must_use]
pub fn declared(model: &Model) -> Vec<f64> {
    let value = |kind: ParameterKind| match kind {
        ParameterKind::Inertial { body, component } => {
            let (m, c, size) = BODIES[body];
            let sphere = 0.4 * m * (size / 2.0_f64).powi(2);
            let steiner = |a: usize, b: usize| match a == b {
                true => m * (c.iter().map(|x| x * x).sum::<f64>() - c[a] * c[a]) + sphere,
                false => -m * c[a] * c[b],
            };
            match component {
                Inertial::Mass => m,
                Inertial::Moment(axis) => m * c[axis.at()],
                Inertial::Inertia(one, other) => steiner(one.at(), other.at()),
            }
        }
        ParameterKind::Coulomb(_) => 2.0,
        ParameterKind::Viscous(_) => 3.0,
        _ => 0.0,
    };
    model
        .parameters
        .iter()
        .map(|parameter| value(parameter.kind))
        .collect()
}

/// Errors by torques and by integrals, where torques have noise of 2 % and positions of some sizes: of a motion of all
/// joints, or of the first alone.
///
/// # Errors
/// Whatever a simulation or an identification ends with.
pub fn errors(alone: bool, noises: &[f64], recordings: u64) -> Result<Vec<Errors>, Box<dyn Error>> {
    let ways = [
        (Method::Wls, Intervals::Short),
        (Method::Momentum, Intervals::Short),
        (Method::Energy, Intervals::Short),
        (Method::Energy, Intervals::Sliding),
        (Method::Energy, Intervals::Long),
    ];
    let mut all = Vec::new();
    for &noise in noises {
        for (method, intervals) in ways {
            let estimator = Estimator {
                intervals,
                ..method.into()
            };
            all.push(of(&estimator, alone, noise, recordings)?);
        }
    }
    Ok(all)
}

fn of(
    estimator: &Estimator,
    alone: bool,
    noise: f64,
    recordings: u64,
) -> Result<Errors, Box<dyn Error>> {
    let (robot, model) = (&ROBOT as &dyn Robot, ROBOT.model());
    let theta = declared(model);
    let b = model.base.len();
    let mut truth = vec![0.0; b];
    robot.base_parameters(&theta, &mut truth)?;
    let mut motion = best_designed(robot, DURATION, &mut Random::new(3))?;
    if alone {
        motion.harmonics.iter_mut().skip(1).for_each(Vec::clear);
    }
    let sensors = Sensors {
        encoder: None,
        position_noise: noise,
        torque_noise: 0.02,
    };
    let (mut sums, mut squares, mut counts) = (vec![0.0; b], vec![0.0; b], vec![0.0; b]);
    let (mut within, mut condition, mut effects, mut poor) = (0.0, 0.0, vec![0.0; b], 0);
    for seed in 0..recordings {
        let mut random = Random::new(100 + seed);
        let recorded = simulate(robot, &theta, &motion, RATE, &sensors, &mut random)?;
        let options = IdentifyOptions::from(estimator.clone());
        let found = identify(robot, recorded.recording()?, &options)?;
        condition = found.excitation.condition_unscaled.powi(2);
        if seed == 0 {
            effects = effect(robot, &motion, &found.series)?;
        }
        poor += u64::from(Judgement::of(model, &found).grade == Grade::Poor);
        let estimate = found.estimation.base_estimate(model);
        for (k, std) in estimate.deviations().into_iter().enumerate() {
            let off = estimate.beta[k] - truth[k];
            // Of one joint alone its friction; inertia is seen in a sum that is no base parameter.
            let asked = !alone || ["fc_q1", "fv_q1"].contains(&model.base[k].name);
            if let Some(std) = std.filter(|_| asked) {
                counts[k] += 1.0;
                sums[k] += off;
                squares[k] += off * off;
                within += f64::from(u8::from(off.abs() < 1.96 * std));
            }
        }
    }
    let all: f64 = counts.iter().sum();
    let known: Vec<usize> = (0..b).filter(|k| counts[*k] > 0.0).collect();
    let size = |square: &dyn Fn(usize) -> f64| {
        let each = known.iter().map(|&k| effects[k].powi(2) * square(k));
        100.0 * (each.sum::<f64>().abs() / known.len().max(1) as f64).sqrt()
    };
    Ok(Errors {
        method: estimator.method,
        intervals: estimator.intervals,
        alone,
        noise,
        determined: all / recordings as f64,
        condition,
        error: size(&|k| squares[k] / counts[k]),
        bias: size(&|k| (sums[k] / counts[k]).powi(2)),
        coverage: within / all,
        poor,
    })
}

/// What a unit of each parameter adds to the torques of a motion, as a share of these.
fn effect(
    robot: &dyn Robot,
    motion: &dyn Trajectory,
    series: &[Series],
) -> Result<Vec<f64>, Box<dyn Error>> {
    let (n, b) = (robot.model().joints.len(), robot.model().base.len());
    let measured = series
        .iter()
        .flat_map(|series| series.measured.iter().flatten());
    let squares: f64 = measured.map(|torque| torque * torque).sum();
    let mut sums = vec![0.0; b];
    let mut regressor = vec![0.0; n * b];
    for time in series.iter().flat_map(|series| &series.time) {
        let state: Vec<[f64; 3]> = (0..n).map(|joint| motion.at(joint, *time)).collect();
        let [q, qd, qdd]: [Vec<f64>; 3] =
            std::array::from_fn(|kind| state.iter().map(|state| state[kind]).collect());
        robot.base_regressor(&q, &qd, &qdd, &mut regressor)?;
        for row in regressor.chunks_exact(b) {
            sums.iter_mut().zip(row).for_each(|(sum, y)| *sum += y * y);
        }
    }
    Ok(sums.into_iter().map(|sum| (sum / squares).sqrt()).collect())
}
