//! What changed between two recordings of a simulated arm: a load of known mass, centre and inertia, another
//! gain of the drives, or nothing.
//!
//! `ARMWRIGHT_LOADS=100` compares so many pairs of recordings of each robot and prints how often each value of
//! the load was within three deviations.

use armwright_lab::compare::{Comparison, Finding, LoadValue, compare};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Estimation, identify};
use armwright_lab::parameters::{nominal, standard};
use armwright_lab::recording::Recording;
use armwright_robots::{abb_wrist, puma560};
use armwright_runtime::{Inertial, ParameterKind, Robot};

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.03, -0.02, 0.15, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];

/// Nominal parameters with a load of some mass on a body.
fn loaded(robot: &dyn Robot, body: usize, share: f64) -> Vec<f64> {
    let model = robot.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial {
            body: own,
            component,
        } = parameter.kind
            && own == body
        {
            *value += share * standard(LOAD)[component.at()];
        }
    }
    theta
}

fn identified(robot: &dyn Robot, theta: &[f64], gain: f64, random: &mut Random) -> Estimation {
    let model = robot.model();
    let motion = designed(model, 8.0, 8.0, random);
    let sensors = Sensors::default();
    let mut made = simulate(robot, theta, &motion, 200.0, &sensors, random).expect("a motion");
    made.torque
        .iter_mut()
        .flatten()
        .for_each(|tau| *tau *= gain);
    let recording: Recording = made.recording().expect("a recording");
    identify(robot, recording, &Method::Wls.into())
        .expect("identifies")
        .estimation
}

fn compared(robot: &dyn Robot, first: &[f64], second: &[f64], gain: f64, seed: u64) -> Comparison {
    let mut random = Random::new(seed);
    let first = identified(robot, first, 1.0, &mut random);
    let second = identified(robot, second, gain, &mut random);
    compare(robot.model(), &first, &second, 0.01).expect("comparable")
}

/// How far what is told of the load on a body is off, in deviations: physical parameters, the mass first, and
/// then standard ones.
fn off(found: &Comparison, body: &str, was_put_on: bool) -> Vec<Option<f64>> {
    let load = found
        .loads
        .iter()
        .find(|load| load.body == body)
        .expect("a load");
    let of = |values: &[LoadValue], truth: [f64; 10]| -> Vec<Option<f64>> {
        let off = Inertial::ALL.iter().zip(values).map(|(c, value)| {
            let (value, std) = value.value.zip(value.std)?;
            Some((value - truth[c.at()]).abs() / std)
        });
        off.collect()
    };
    let is_told = load.values[0].value.is_some();
    // Of a load whose mass is not told, nobody knows whether it was put on or taken off.
    let sign = if is_told || was_put_on { 1.0 } else { -1.0 };
    let moments = standard(LOAD).map(|x| sign * x);
    [of(&load.values, LOAD), of(&load.standard, moments)].concat()
}

fn runs() -> u64 {
    let asked = std::env::var("ARMWRIGHT_LOADS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(4)
}

#[test]
fn a_load_is_found_with_its_mass_and_centre() {
    let robots: [(&dyn Robot, usize, &str); 2] =
        [(&puma560::ROBOT, 5, "6"), (&abb_wrist::ROBOT, 2, "c")];
    for (robot, body, name) in robots {
        let (mut masses, mut all, mut within, mut named) = (0, 0, 0, 0);
        for seed in 0..runs() {
            let (empty, full) = (nominal(robot.model()), loaded(robot, body, 1.0));
            // Put on, or taken off.
            let (first, second) = if seed % 2 == 0 {
                (&empty, &full)
            } else {
                (&full, &empty)
            };
            let found = compared(robot, first, second, 1.0, seed);
            let load = found
                .loads
                .iter()
                .find(|load| load.body == name)
                .expect("a load");
            let is_told = load.values[0].value.is_some();
            assert_eq!(
                load.removed,
                is_told && seed % 2 == 1,
                "{}",
                found.conclusion
            );
            named += u64::from(found.finding == Finding::Load(name.to_owned()));
            let off = off(&found, name, seed % 2 == 0);
            let told: Vec<f64> = off.iter().flatten().copied().collect();
            masses += u64::from(off[0].is_none_or(|off| off < 3.0));
            all += told.len();
            within += told.iter().filter(|off| **off < 3.0).count();
        }
        println!(
            "{name}: mass {masses} of {0}, values {within} of {all}, named {named} of {0}",
            runs()
        );
        assert!(100 * masses >= 99 * runs(), "{masses} of {} masses", runs());
        assert!(100 * within >= 97 * all, "{within} of {all} values");
        assert!(100 * named >= 95 * runs(), "{named} of {} named", runs());
    }
}

#[test]
fn nothing_is_found_where_nothing_changed() {
    let theta = nominal(puma560::ROBOT.model());
    let alarms = (0..runs()).filter(|seed| {
        let found = compared(&puma560::ROBOT, &theta, &theta, 1.0, 1000 + seed);
        found.finding != Finding::Nothing
    });
    let alarms = alarms.count() as u64;
    println!("{alarms} alarms of {}", runs());
    assert!(50 * alarms <= runs(), "{alarms} of {}", runs());
}

#[test]
fn a_gain_of_all_drives_is_no_load() {
    let theta = nominal(puma560::ROBOT.model());
    let found = compared(&puma560::ROBOT, &theta, &theta, 1.07, 5);
    assert_eq!(found.finding, Finding::Gain, "{}", found.conclusion);
    assert!(
        (found.gain.factor - 1.07).abs() < 3.0 * found.gain.std,
        "{:?}",
        found.gain
    );
}
