//! Balances of energy and momentum: the parameters of torques, without accelerations.

use armwright_lab::estimate::{Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{Identification, IdentifyOptions, identify};
use armwright_lab::parameters::nominal;
use armwright_lab::regression::Intervals;
use armwright_robots::{abb_wrist, double_pendulum, irp6, puma560, scara};
use armwright_runtime::Robot;

const BALANCES: [Method; 2] = [Method::Energy, Method::Momentum];
const RATE: f64 = 500.0;

fn ways() -> impl Iterator<Item = (Method, Intervals)> {
    let all = [Intervals::Short, Intervals::Sliding, Intervals::Long];
    BALANCES
        .into_iter()
        .flat_map(move |method| all.map(|intervals| (method, intervals)))
}

fn with(method: Method, intervals: Intervals) -> Estimator {
    Estimator {
        intervals,
        ..method.into()
    }
}

fn simulated(
    robot: &'static dyn Robot,
    theta: &[f64],
    duration: f64,
    sensors: &Sensors,
    seed: u64,
) -> Simulated<'static> {
    let mut random = Random::new(seed);
    let motion = designed(robot.model(), duration.min(10.0), duration, &mut random);
    simulate(robot, theta, &motion, RATE, sensors, &mut random).expect("a simulation")
}

fn perfect() -> Sensors {
    Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.0,
    }
}

/// Values for parameters that the file has no nominal ones of: any will do where nothing is measured badly.
fn any(robot: &dyn Robot) -> Vec<f64> {
    let mut random = Random::new(11);
    let of_file = nominal(robot.model());
    let values = of_file.iter().map(|value| match *value == 0.0 {
        true => 0.1 + random.uniform(),
        false => *value,
    });
    values.collect()
}

fn truth(robot: &dyn Robot, theta: &[f64]) -> Vec<f64> {
    let mut beta = vec![0.0; robot.model().base.len()];
    robot.base_parameters(theta, &mut beta).expect("its sizes");
    beta
}

fn found(simulated: &Simulated<'_>, robot: &dyn Robot, estimator: Estimator) -> Identification {
    let options = IdentifyOptions::from(estimator);
    let recording = simulated.recording().expect("a recording");
    identify(robot, recording, &options).expect("an identification")
}

/// The largest error beside the largest parameter of its kind of unit.
fn off(found: &Identification, robot: &dyn Robot, truth: &[f64]) -> f64 {
    let beta = found.estimation.base_estimate(robot.model()).beta;
    let size = truth.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let pairs = beta.iter().zip(truth);
    pairs.map(|(x, y)| (x - y).abs() / size).fold(0.0, f64::max)
}

#[test]
fn balances_have_the_parameters_of_torques() {
    let robots: [&dyn Robot; 5] = [
        &double_pendulum::ROBOT,
        &abb_wrist::ROBOT,
        &scara::ROBOT,
        &puma560::ROBOT,
        &irp6::ROBOT,
    ];
    for robot in robots {
        let theta = any(robot);
        let truth = truth(robot, &theta);
        let simulated = simulated(robot, &theta, 20.0, &perfect(), 3);
        for (method, intervals) in ways() {
            let found = found(&simulated, robot, with(method, intervals));
            let off = off(&found, robot, &truth);
            let name = robot.model().name;
            println!(
                "{name} {method:?} {intervals:?}: {off:.1e}, {} rows",
                found.rows
            );
            assert!(off < 1e-4, "{name} {method:?} {intervals:?}: {off}");
        }
    }
}

/// Coverage of intervals of 95 %, and the mean error in deviations, of recordings that differ in their noise.
fn coverage(
    robot: &'static dyn Robot,
    estimator: &Estimator,
    sensors: &Sensors,
    duration: f64,
    runs: u64,
) -> (f64, f64) {
    let theta = any(robot);
    let truth = truth(robot, &theta);
    let (mut within, mut all, mut squares) = (0.0, 0.0, 0.0);
    for seed in 0..runs {
        let mut random = Random::new(77);
        let model = robot.model();
        let motion = designed(model, duration.min(10.0), duration, &mut random);
        let mut random = Random::new(1000 + seed);
        let simulated = simulate(robot, &theta, &motion, RATE, sensors, &mut random);
        let found = found(&simulated.expect("a simulation"), robot, estimator.clone());
        let estimate = found.estimation.base_estimate(model);
        for ((value, truth), std) in estimate.beta.iter().zip(&truth).zip(estimate.deviations()) {
            let off = (value - truth) / std.expect("a deviation");
            within += f64::from(u8::from(off.abs() < 1.959_964));
            squares += off * off;
            all += 1.0;
        }
    }
    (within / all, f64::sqrt(squares / all))
}

#[test]
fn intervals_of_parameters_hold_the_truth() {
    let noisy = |torque_noise| Sensors {
        torque_noise,
        ..perfect()
    };
    let cases: [(&'static dyn Robot, f64, u64); 2] = [
        (&double_pendulum::ROBOT, 10.0, 40),
        (&abb_wrist::ROBOT, 20.0, 10),
    ];
    for (robot, duration, runs) in cases {
        let all = robot.model().joints.len() < 3;
        for (method, intervals) in ways().filter(|(_, i)| all || *i == Intervals::Short) {
            let estimator = with(method, intervals);
            let (share, size) = coverage(robot, &estimator, &noisy(0.05), duration, runs);
            let name = format!("{} {method:?} {intervals:?}", robot.model().name);
            println!("{name}: {share:.4}, {size:.3}");
            assert!((0.92..0.98).contains(&share), "{name}: {share}");
            assert!((0.88..1.12).contains(&size), "{name}: {size}");
        }
    }
}
