//! Balances of energy and momentum: the parameters of torques, without accelerations.

use armwright_lab::estimate::{Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{Identification, IdentifyOptions, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::parameters::nominal;
use armwright_lab::part::Part;
use armwright_lab::regression::{Balance, Equations, Integral, Intervals};
use armwright_robots::{abb_wrist, double_pendulum, irp6, puma560, scara, solo12};
use armwright_runtime::{Robot, Side, Torque};

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
    let robots: [(&dyn Robot, f64); 5] = [
        (&double_pendulum::ROBOT, 10.0),
        (&abb_wrist::ROBOT, 10.0),
        (&scara::ROBOT, 10.0),
        (&puma560::ROBOT, 10.0),
        // One balance of energy for 39 parameters.
        (&irp6::ROBOT, 20.0),
    ];
    for (robot, duration) in robots {
        let theta = any(robot);
        let truth = truth(robot, &theta);
        let simulated = simulated(robot, &theta, duration, &perfect(), 3);
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
        (&double_pendulum::ROBOT, 10.0, 24),
        (&abb_wrist::ROBOT, 10.0, 10),
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

/// Joints that stand still have no columns but those of rounding and noise, whatever is balanced.
#[test]
fn what_does_not_move_is_not_determined() {
    let robot: &dyn Robot = &irp6::ROBOT;
    let (model, theta) = (robot.model(), any(robot));
    let mut motion = designed(model, 10.0, 20.0, &mut Random::new(9));
    motion.harmonics.iter_mut().skip(1).for_each(Vec::clear);
    for position_noise in [0.0, 1e-5] {
        let sensors = Sensors {
            position_noise,
            torque_noise: 0.02,
            encoder: None,
        };
        let simulated = simulate(robot, &theta, &motion, RATE, &sensors, &mut Random::new(2));
        let simulated = simulated.expect("a simulation");
        let by_torque = found(&simulated, robot, Method::Wls.into());
        let truth = truth(robot, &theta);
        for method in BALANCES {
            let found = found(&simulated, robot, method.into());
            let ranks = (found.excitation.rank, by_torque.excitation.rank);
            println!("{position_noise} {method:?}: ranks {ranks:?}");
            // What noise alone excites is not counted; without it energy sees the inertia about the axis and two frictions,
            // momentum what torques see.
            let expected = match (position_noise > 0.0, method) {
                (true, _) => 0..=ranks.1,
                (false, Method::Energy) => 3..=3,
                (false, _) => ranks.1..=ranks.1,
            };
            assert!(expected.contains(&ranks.0), "{ranks:?}");
            let estimate = found.estimation.base_estimate(model);
            let each = estimate.beta.iter().zip(&truth).zip(estimate.deviations());
            let off = each.filter_map(|((value, truth), std)| Some((value - truth).abs() / std?));
            let most = off.fold(0.0, f64::max);
            // What noise of positions spoils is not relied on.
            let grade = Judgement::of(model, &found).grade;
            println!("{position_noise} {method:?}: {most:.1} deviations, {grade:?}");
            assert!(
                most < 6.0 || grade == Grade::Poor,
                "{most} deviations, {grade:?}"
            );
        }
    }
}

#[test]
fn what_has_no_balance_is_refused() {
    let refused = |robot: &'static dyn Robot, method: Method| {
        let (model, mut random) = (robot.model(), Random::new(1));
        let motion = designed(model, 5.0, 5.0, &mut random);
        let theta = any(robot);
        let simulated = simulate(robot, &theta, &motion, 200.0, &perfect(), &mut random);
        let recording = simulated
            .expect("a simulation")
            .recording()
            .expect("a recording");
        let refused = identify(robot, recording, &method.into()).err();
        refused.expect("a refusal").to_string()
    };
    for method in BALANCES {
        let base = refused(&solo12::ROBOT, method);
        assert!(base.contains("its base moves"), "{base}");
    }
    let part = Part::without(&puma560::ROBOT, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let equations = |balance| Equations::integrated(&part, Side::Joint, Integral::of(balance));
    let energy = equations(Balance::Energy)
        .err()
        .expect("a refusal")
        .to_string();
    assert!(energy.contains("some are left out"), "{energy}");
    assert_eq!(equations(Balance::Momentum).expect("equations").rows(), 5);
}
