//! A load from recordings with it, together with the arm or beside a known one; and recordings together that have
//! noise and offsets of their own.
//!
//! `ARMWRIGHT_LOADS=100` makes so many pairs of recordings of each kind, and prints coverage and bias.

use armwright_lab::compare::LoadValue;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{BaseEstimate, IdentificationError, identify};
use armwright_lab::loads::{Arm, FoundLoad, LoadOptions, identify_load};
use armwright_lab::parameters::{base_matrix, nominal, standard};
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::regression::Balance;
use armwright_lab::together::{Offsets, TogetherError, TogetherOptions, identify_together};
use armwright_robots::{double_pendulum, puma560};
use armwright_runtime::{ParameterKind, Robot};
use nalgebra::DVector;

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.03, -0.02, 0.15, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];
const RATE: f64 = 200.0;
const WITHIN: f64 = 1.959_964;

fn runs(otherwise: u64) -> u64 {
    let asked = std::env::var("ARMWRIGHT_LOADS").ok();
    asked
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

fn theta(robot: &dyn Robot, load: [f64; 10]) -> Vec<f64> {
    let model = robot.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial { body, component } = parameter.kind
            && body + 1 == model.bodies.len()
        {
            *value += standard(load)[component.at()];
        }
    }
    theta
}

/// A recording with a share of its torques for noise, and offsets.
fn recorded(
    robot: &dyn Robot,
    load: [f64; 10],
    noise: f64,
    offset: f64,
    random: &mut Random,
) -> Recording {
    let model = robot.model();
    let motion = designed(model, 8.0, 12.0, random);
    let sensors = Sensors {
        torque_noise: noise,
        // Of 17 bits a turn of the joint.
        encoder: Some(131_072.0),
        ..Sensors::default()
    };
    let theta = theta(robot, load);
    let mut made = simulate(robot, &theta, &motion, RATE, &sensors, random).expect("a motion");
    made.torque
        .iter_mut()
        .flatten()
        .for_each(|tau| *tau += offset);
    made.name(random)
}

/// Recordings of different names are different recordings.
trait Named {
    fn name(&self, random: &mut Random) -> Recording;
}

impl Named for armwright_lab::experiment::Simulated<'_> {
    fn name(&self, random: &mut Random) -> Recording {
        let mut recording = self.recording().expect("a recording");
        recording.source = format!("run {:.9}", random.normal());
        recording
    }
}

fn last(robot: &dyn Robot) -> &'static str {
    robot.model().bodies.last().expect("a body")
}

/// What is told of the load, with the truth.
fn errors(found: &FoundLoad) -> Vec<(&'static str, f64)> {
    let error = |(value, truth): (&LoadValue, &f64)| {
        let (found, std) = value.value.zip(value.std)?;
        Some((value.name, (found - truth) / std))
    };
    let standard = standard(LOAD);
    let both = found
        .standard
        .iter()
        .zip(&standard)
        .chain(found.physical.iter().zip(&LOAD));
    both.filter_map(error).collect()
}

fn arm_known(robot: &dyn Robot, empty: Recording) -> Arm {
    let found = identify(robot, empty, &Method::Wls.into()).expect("identifies");
    Arm::Known(found.estimation.base_estimate(robot.model()))
}

#[test]
fn loads_are_unbiased_and_intervals_hold() {
    let robots: [&dyn Robot; 2] = [&double_pendulum::ROBOT, &puma560::ROBOT];
    for (robot, runs) in robots.into_iter().zip([runs(10), runs(4)]) {
        for (known, offset) in [(false, 0.0), (true, 0.0), (false, 0.5)] {
            let (mut held, mut sum, mut least) = (Vec::new(), 0.0, usize::MAX);
            for seed in 0..runs {
                let mut random = Random::new(300 + seed);
                let empty = recorded(robot, [0.0; 10], 0.05, 0.0, &mut random);
                let loaded = vec![recorded(robot, LOAD, 0.05, offset, &mut random)];
                let arm = match known {
                    true => arm_known(robot, empty),
                    false => Arm::Recordings(vec![empty]),
                };
                let options = LoadOptions {
                    offsets: if offset == 0.0 {
                        Offsets::None
                    } else {
                        Offsets::Each
                    },
                    ..LoadOptions::default()
                };
                let found =
                    identify_load(robot, arm, loaded, last(robot), &options).expect("a load");
                let errors = errors(&found);
                least = least.min(errors.len());
                sum += errors.iter().map(|(_, error)| error).sum::<f64>() / errors.len() as f64;
                held.extend(errors.iter().map(|(_, error)| error.abs() < WITHIN));
            }
            let share = held.iter().filter(|held| **held).count() as f64 / held.len() as f64;
            let bias = sum / runs as f64;
            println!(
                "{} known {known} offset {offset}: coverage {share:.3}, mean error {bias:.3} deviations, {least} values",
                robot.model().name
            );
            let few = if runs < 100 { 0.12 } else { 0.02 };
            assert!((0.95 - few..0.97 + few).contains(&share), "{share}");
            assert!(bias.abs() < 3.0 / (runs as f64).sqrt(), "{bias}");
        }
    }
}

/// Balances of energy and of momentum hold the load as torques do (Kozłowski and Dutkiewicz, section 4).
#[test]
fn balances_weigh_loads_too() {
    let robot = &double_pendulum::ROBOT;
    let runs = runs(12);
    for balance in [Balance::Energy, Balance::Momentum] {
        let (mut held, mut sum, mut least) = (Vec::new(), 0.0, usize::MAX);
        let mut squares = 0.0;
        for seed in 0..runs {
            let mut random = Random::new(900 + seed);
            let mut some = |load| recorded(robot, load, 0.05, 0.0, &mut random);
            let (empty, loaded) = (some([0.0; 10]), vec![some(LOAD)]);
            let arm = match seed % 2 {
                0 => Arm::Recordings(vec![empty]),
                _ => arm_known(robot, empty),
            };
            let options = LoadOptions {
                balance: Some(balance),
                ..LoadOptions::default()
            };
            let found = identify_load(robot, arm, loaded, "lower", &options).expect("a load");
            let errors = errors(&found);
            least = least.min(errors.len());
            sum += errors.iter().map(|(_, error)| error).sum::<f64>() / errors.len() as f64;
            squares += errors.iter().map(|(_, error)| error * error).sum::<f64>();
            held.extend(errors.iter().map(|(_, error)| error.abs() < WITHIN));
        }
        let share = held.iter().filter(|held| **held).count() as f64 / held.len() as f64;
        let bias = sum / runs as f64;
        println!(
            "{balance:?}: coverage {share:.3}, mean error {bias:.3} deviations, {least} values"
        );
        let few = if runs < 100 { 0.12 } else { 0.02 };
        // Neither narrow nor wide.
        let size = (squares / held.len() as f64).sqrt();
        println!("errors of {size:.2} deviations");
        assert!((0.8..1.25).contains(&size), "{size}");
        assert!(least >= 8, "{least}");
        assert!((0.95 - few..0.97 + few).contains(&share), "{share}");
        assert!(bias.abs() < 3.0 / (runs as f64).sqrt(), "{bias}");
    }
    let mut random = Random::new(4);
    let mut some = |load| vec![recorded(robot, load, 0.05, 0.0, &mut random)];
    let (empty, loaded) = (some([0.0; 10]), some(LOAD));
    let options = LoadOptions {
        balance: Some(Balance::Energy),
        offsets: Offsets::Each,
        ..LoadOptions::default()
    };
    let found = identify_load(robot, Arm::Recordings(empty), loaded, "lower", &options);
    let error = found.expect_err("a refusal");
    assert!(error.to_string().contains("offsets"), "{error}");
}

#[test]
fn no_load_and_a_small_one_are_refused() {
    let robot = &double_pendulum::ROBOT;
    let mut random = Random::new(5);
    let mut some = |load| vec![recorded(robot, load, 0.05, 0.0, &mut random)];
    let (empty, none, loaded) = (some([0.0; 10]), some([0.0; 10]), some(LOAD));
    let refused = |arm: Arm, loaded: Vec<Recording>, body: &str| {
        let found = identify_load(robot, arm, loaded, body, &LoadOptions::default());
        found.expect_err("a refusal")
    };
    let arm = || Arm::Recordings(empty.clone());
    let error = refused(arm(), none, "lower");
    println!("{error}");
    assert!(matches!(error, TogetherError::NotTold { .. }), "{error}");
    let error = refused(arm(), loaded.clone(), "hand");
    assert!(matches!(error, TogetherError::Body { .. }), "{error}");
    let error = refused(Arm::Recordings(Vec::new()), loaded.clone(), "lower");
    assert!(
        matches!(error, TogetherError::Kind { which: "without" }),
        "{error}"
    );
    // An arm of which nothing is known does not tell its load.
    let count = robot.model().base.len();
    let mut unknown = BaseEstimate::exact(vec![0.0; count]);
    unknown.determined = vec![false; count];
    let error = refused(Arm::Known(unknown.clone()), loaded.clone(), "lower");
    println!("{error}");
    assert!(matches!(error, TogetherError::NotTold { .. }), "{error}");
    unknown.beta.pop();
    let error = refused(Arm::Known(unknown), loaded, "lower");
    assert!(matches!(error, TogetherError::Arm(_)), "{error}");
    let column = vec![0.5; 2000];
    let still = Arrays::new(RATE, vec![column.clone(); 2], vec![column; 2]);
    let still = Recording::from_arrays(robot.model(), still).expect("a recording");
    let error = refused(arm(), vec![still], "lower");
    let is_still = matches!(
        error,
        TogetherError::Identification(IdentificationError::NoMotion { .. })
    );
    assert!(is_still, "{error}");
}

#[test]
fn recordings_with_noise_and_offsets_of_their_own_are_honest() {
    let robot = &double_pendulum::ROBOT;
    let truth = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let runs = runs(10);
    let (mut held, mut squares, mut off) = (Vec::new(), [0.0; 2], 0.0);
    for seed in 0..runs {
        let mut random = Random::new(700 + seed);
        let mut some = |noise, offset| recorded(robot, [0.0; 10], noise, offset, &mut random);
        let three = vec![some(0.02, 0.4), some(0.2, -0.6), some(0.05, 0.0)];
        let options = |offsets, weights: &[f64]| TogetherOptions {
            offsets,
            weights: weights.to_vec(),
            ..TogetherOptions::default()
        };
        let own = options(Offsets::Each, &[]);
        // As if all were as noisy as each other.
        let alike = options(Offsets::Each, &[0.04, 4.0, 0.25]);
        for (k, options) in [own, alike].into_iter().enumerate() {
            let found = identify_together(robot, three.clone(), &options).expect("parameters");
            assert_eq!(found.held_out.len(), 3);
            assert!(
                found
                    .held_out
                    .iter()
                    .all(|h| h.open == 0 && h.share < 4.0 * h.own),
                "{:?}",
                found.held_out
            );
            let row = &found.weighed[0];
            off += (row.offset.expect("an offset") - 0.4)
                / row.offset_std.expect("a deviation")
                / (2 * runs) as f64;
            for (p, truth) in found.parameters.iter().zip(&truth) {
                let (value, std) = p.value.zip(p.std).expect("a value");
                held.push((k, (value - truth).abs() < WITHIN * std));
                squares[k] += ((value - truth) / truth).powi(2);
            }
        }
    }
    let share = |which: usize| {
        let mine: Vec<bool> = held
            .iter()
            .filter(|(k, _)| *k == which)
            .map(|(_, h)| *h)
            .collect();
        mine.iter().filter(|h| **h).count() as f64 / mine.len() as f64
    };
    println!(
        "own {:.3}, alike {:.3}, efficiency {:.3}, offsets off by {off:.3} deviations",
        share(0),
        share(1),
        squares[0] / squares[1]
    );
    let few = if runs < 100 { 0.1 } else { 0.02 };
    assert!(
        [0, 1]
            .into_iter()
            .all(|k| (0.95 - few..0.97 + few).contains(&share(k)))
    );
    assert!(squares[0] < squares[1]);
    assert!(off.abs() < 3.0 / (runs as f64).sqrt(), "{off}");
    let weights = TogetherOptions {
        weights: vec![f64::NAN],
        ..TogetherOptions::default()
    };
    let one = vec![recorded(robot, [0.0; 10], 0.05, 0.0, &mut Random::new(1))];
    let error = identify_together(robot, one, &weights).expect_err("a refusal");
    assert!(matches!(error, TogetherError::Weight(_)), "{error}");
}
