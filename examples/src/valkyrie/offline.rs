//! Offline: a double pendulum and a leg of four joints, identified from more and more of one recording.

use std::error::Error;

use armwright_lab::estimate::Method;
use armwright_lab::identify::{IdentifyOptions, identify};
use armwright_lab::options::{List, ProcessingOptions};
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_lab::recording::{Arrays, Recording};
use armwright_runtime::Robot;

use super::motion::Wave;

/// Samples a second, Hz.
const RATE: f64 = 200.0;
/// Noise of measured positions, rad.
const OF_POSITIONS: f64 = 1e-4;
/// Noise of measured torques, as a share of their root mean square.
const OF_TORQUES: f64 = 0.05;

/// What was found from the beginning of a recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Grown {
    /// How long it was, s.
    pub seconds: f64,
    /// `R²` of the torques that it was identified from.
    pub seen: f64,
    /// `R²` of the torques of another motion, one a joint, and over all of them.
    pub unseen: Vec<f64>,
    /// The root mean squared error of the base parameters, as a share of their root mean square.
    pub error: f64,
}

/// A machine identified from more and more data.
#[derive(Debug, Clone, PartialEq)]
pub struct Growing {
    /// The robot's title.
    pub title: &'static str,
    /// Names of its joints.
    pub joints: Vec<&'static str>,
    /// From the least to all.
    pub grown: Vec<Grown>,
    /// Time, and torque of each joint of the other motion: measured, and predicted from all data.
    pub last: (Vec<f64>, Vec<[Vec<f64>; 2]>),
}

/// The double pendulum.
///
/// # Errors
/// Whatever the laboratory refuses.
pub fn pendulum() -> Result<Growing, Box<dyn Error>> {
    let lengths = [0.5, 1.0, 2.0, 4.0, 8.0];
    growing(&armwright_robots::double_pendulum::ROBOT, &lengths, 3.1)
}

/// The leg of four joints.
///
/// # Errors
/// Whatever the laboratory refuses.
pub fn leg() -> Result<Growing, Box<dyn Error>> {
    let lengths = [1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0];
    growing(&armwright_robots::valkyrie_leg::ROBOT, &lengths, 2.3)
}

/// A recording of a robot with nominal parameters.
fn recorded(
    robot: &dyn Robot,
    waves: &[Wave],
    seconds: f64,
    random: &mut Random,
) -> Result<Arrays, Box<dyn Error>> {
    let (n, theta) = (waves.len(), nominal(robot.model()));
    let samples = (RATE * seconds) as usize;
    let (mut position, mut torque) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    let mut tau = vec![0.0; n];
    for k in 0..samples {
        let states: Vec<[f64; 3]> = waves.iter().map(|wave| wave.at(k as f64 / RATE)).collect();
        let [q, qd, qdd] = [0, 1, 2]
            .map(|order| -> Vec<f64> { states.iter().map(|state| state[order]).collect() });
        robot.inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)?;
        for i in 0..n {
            position[i].push(q[i] + OF_POSITIONS * random.normal());
            torque[i].push(tau[i]);
        }
    }
    for column in &mut torque {
        let squares: f64 = column.iter().map(|x| x * x).sum();
        let noise = OF_TORQUES * (squares / column.len().max(1) as f64).sqrt();
        column
            .iter_mut()
            .for_each(|x| *x += noise * random.normal());
    }
    Ok(Arrays::new(RATE, position, torque))
}

/// The beginning of a recording.
fn beginning(arrays: &Arrays, samples: usize) -> Arrays {
    let cut = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let cut = columns.iter().map(|c| c[..samples.min(c.len())].to_vec());
        cut.collect()
    };
    Arrays::new(RATE, cut(&arrays.position), cut(&arrays.torque))
}

/// A robot identified from the beginnings of a recording of these lengths (s), with motions that turn `fast` (rad/s).
///
/// # Errors
/// Whatever the laboratory refuses.
pub fn growing(robot: &dyn Robot, lengths: &[f64], fast: f64) -> Result<Growing, Box<dyn Error>> {
    let model = robot.model();
    let mut random = Random::new(17);
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    let all = recorded(
        robot,
        &Wave::of(model, 0.8, fast, 0.4),
        longest,
        &mut random,
    )?;
    let other = recorded(
        robot,
        &Wave::of(model, 0.7, 0.83 * fast, 2.0),
        6.0,
        &mut random,
    )?;
    let mut truth = vec![0.0; model.base.len()];
    robot.base_parameters(&nominal(model), &mut truth)?;
    let size: f64 = truth.iter().map(|x| x * x).sum();
    // Ten samples a swing are enough to identify from, and few to look at.
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            decimate: Some(List(vec![5])),
            ..ProcessingOptions::default()
        },
        ..Method::Wls.into()
    };
    let (mut grown, mut last) = (Vec::new(), (Vec::new(), Vec::new()));
    for &seconds in lengths {
        let some = beginning(&all, (RATE * seconds) as usize);
        let found = identify(
            robot,
            Recording::from_arrays(model, some.clone())?,
            &options,
        )?;
        let seen = found.predict(robot, Recording::from_arrays(model, some)?)?;
        let unseen = found.predict(robot, Recording::from_arrays(model, other.clone())?)?;
        let beta = found.estimation.base_estimate(model).beta;
        let squares: f64 = beta
            .iter()
            .zip(&truth)
            .map(|(b, t)| (b - t) * (b - t))
            .sum();
        let fits = unseen.fits.as_ref();
        let of_joints = fits.into_iter().flat_map(|fits| &fits.joints);
        let overall = fits.map_or(f64::NAN, |fits| fits.overall.r2);
        grown.push(Grown {
            seconds,
            seen: seen.fits.map_or(f64::NAN, |fits| fits.overall.r2),
            unseen: of_joints.map(|fit| fit.r2).chain([overall]).collect(),
            error: (squares / size).sqrt(),
        });
        let series = unseen.series;
        let torques = series.measured.into_iter().zip(series.predicted);
        last = (series.time, torques.map(|(m, p)| [m, p]).collect());
    }
    Ok(Growing {
        title: model.title,
        joints: model.joints.iter().map(|joint| joint.name).collect(),
        grown,
        last,
    })
}
