//! The law of friction that a joint was given is the one that is proposed, with its parameters, and no other.
//!
//! Every run gives a few laws; `ARMWRIGHT_FRICTION=20` simulates each law so many times and prints tables;
//! `ARMWRIGHT_CASE` takes those whose name contains it.

mod held;
mod warm;

use armwright_lab::experiment::{Random, Sensors, Trajectory, designed, simulate};
use armwright_lab::friction::{Friction, FrictionOptions, friction};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::{Arrays, Recording};
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

const RATE: f64 = 500.0;
const WITHIN: f64 = 1.959_964;
const PERFECT: Sensors = Sensors {
    encoder: None,
    position_noise: 0.0,
    torque_noise: 0.0,
};

/// A law with its parameters, as a function of velocity and of the torque without it.
struct Given {
    title: &'static str,
    truth: &'static [(&'static str, f64)],
    torque: fn(f64, f64) -> f64,
}

const LAWS: [Given; 9] = [
    Given {
        title: "none",
        truth: &[],
        torque: |_, _| 0.0,
    },
    Given {
        title: "coulomb+viscous",
        truth: &[("coulomb", 0.8), ("viscous", 0.25)],
        torque: |v, _| 0.8 * v.signum() + 0.25 * v,
    },
    Given {
        title: "coulomb+viscous+offset",
        truth: &[("coulomb", 0.8), ("viscous", 0.25), ("offset", 0.3)],
        torque: |v, _| 0.8 * v.signum() + 0.25 * v + 0.3,
    },
    Given {
        title: "coulomb+viscous+quadratic",
        truth: &[("coulomb", 0.8), ("viscous", 0.35), ("quadratic", -0.03)],
        torque: |v, _| 0.8 * v.signum() + 0.35 * v - 0.03 * v * v.abs(),
    },
    Given {
        title: "stribeck",
        truth: &[
            ("coulomb", 0.8),
            ("viscous", 0.25),
            ("stribeck", 0.6),
            ("speed", 0.4),
        ],
        torque: |v, _| (0.8 + 0.6 * (-(v / 0.4).powi(2)).exp()) * v.signum() + 0.25 * v,
    },
    Given {
        title: "tustin",
        truth: &[
            ("coulomb", 0.8),
            ("viscous", 0.25),
            ("stribeck", 0.8),
            ("speed", 0.5),
        ],
        torque: |v, _| (0.8 + 0.8 * (-v.abs() / 0.5).exp()) * v.signum() + 0.25 * v,
    },
    Given {
        title: "tanh+viscous",
        truth: &[("coulomb", 0.8), ("viscous", 0.25), ("speed", 0.4)],
        torque: |v, _| 0.8 * (v / 0.4).tanh() + 0.25 * v,
    },
    Given {
        title: "coulomb+power",
        truth: &[("coulomb", 0.6), ("power", 0.8), ("exponent", 0.4)],
        torque: |v, _| (0.6 + 0.8 * v.abs().powf(0.4)) * v.signum(),
    },
    Given {
        title: "coulomb+viscous+load",
        truth: &[("coulomb", 0.6), ("viscous", 0.25), ("load", 0.12)],
        torque: |v, load| (0.6 + 0.12 * load.abs()) * v.signum() + 0.25 * v,
    },
];

/// A recording of a pendulum, both joints of which have a law, with noise of torques and steps of encoders.
fn recording(given: [&Given; 2], seed: u64, noise: f64, duration: f64) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let mut random = Random::new(seed);
    let motion = designed(robot.model(), 10.0, duration, &mut random);
    let theta = nominal(robot.model());
    let clean = simulate(robot, &theta, &motion, RATE, &PERFECT, &mut random);
    let mut clean = clean.expect("a motion");
    for (joint, given) in given.into_iter().enumerate() {
        for (k, torque) in clean.torque[joint].iter_mut().enumerate() {
            let [_, velocity, _] = motion.at(joint, k as f64 / RATE);
            *torque += (given.torque)(velocity, *torque) + noise * random.normal();
        }
        let encoder = Sensors {
            encoder: Some(131_072.0),
            ..PERFECT
        };
        encoder.read_position(true, &mut clean.position[joint], &mut random);
    }
    clean.recording().expect("a recording")
}

fn found(recording: Recording) -> Friction {
    let robot = &double_pendulum::ROBOT;
    friction(
        robot,
        recording,
        &FrictionOptions::default(),
        &mut |_, _| {},
    )
    .expect("an answer")
}

#[derive(Default)]
struct Outcome {
    runs: usize,
    named: usize,
    within: usize,
    all: usize,
    /// For each parameter errors by their deviations.
    errors: Vec<(&'static str, Vec<f64>)>,
    said: Vec<String>,
}

impl Outcome {
    fn judge(&mut self, given: &Given, found: &Friction, joint: usize) {
        let joint = &found.joints[joint];
        self.runs += 1;
        self.said.push(format!(
            "{} {:?} {:?}",
            joint.law, joint.reason, joint.alternatives
        ));
        if joint.law != given.title {
            return;
        }
        self.named += 1;
        for (name, truth) in given.truth {
            let p = joint.parameters.iter().find(|p| p.name == *name);
            let p = p.expect("the parameter");
            let off = (p.value - truth) / p.std;
            self.within += usize::from(off.abs() < WITHIN);
            self.all += 1;
            match self.errors.iter_mut().find(|(known, _)| known == name) {
                Some((_, all)) => all.push(off),
                None => self.errors.push((name, vec![off])),
            }
        }
    }
}

fn number(key: &str) -> Option<u64> {
    std::env::var(key).ok()?.parse().ok()
}

#[test]
fn every_law() {
    let Some(runs) = number("ARMWRIGHT_FRICTION") else {
        return;
    };
    let wanted = std::env::var("ARMWRIGHT_CASE").unwrap_or_default();
    for given in LAWS.iter().filter(|given| given.title.contains(&wanted)) {
        let mut outcome = Outcome::default();
        for seed in 0..runs {
            let found = found(recording([given, given], seed, 0.1, 40.0));
            for joint in 0..2 {
                outcome.judge(given, &found, joint);
            }
        }
        println!(
            "{:28} named {}/{} covered {}/{}",
            given.title, outcome.named, outcome.runs, outcome.within, outcome.all
        );
        for (name, errors) in &outcome.errors {
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let square = errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64;
            println!(
                "    {name:12} mean {mean:6.2} rms {:5.2} of a deviation",
                square.sqrt()
            );
        }
        if std::env::var("ARMWRIGHT_SAID").is_ok() {
            outcome.said.iter().for_each(|said| println!("    {said}"));
        }
    }
}

/// Each law once: it is named, and its parameters are within their deviations.
#[test]
fn a_law_that_was_given_is_proposed() {
    let mut all = Outcome::default();
    for given in &LAWS {
        let found = found(recording([given, given], 7, 0.1, 40.0));
        assert!(found.settled);
        for joint in 0..2 {
            all.judge(given, &found, joint);
        }
    }
    assert!(
        all.named + 1 >= all.runs,
        "{} of {}: {:#?}",
        all.named,
        all.runs,
        all.said
    );
    let share = all.within as f64 / all.all as f64;
    assert!(share > 0.85, "{share}");
}

/// A motion of some joints changed.
struct Changed<T>(T, fn(usize, [f64; 3], f64) -> [f64; 3]);

impl<T: Trajectory> Trajectory for Changed<T> {
    fn duration(&self) -> f64 {
        self.0.duration()
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        (self.1)(joint, self.0.at(joint, time), time)
    }
}

fn changed(change: fn(usize, [f64; 3], f64) -> [f64; 3], position_noise: f64) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let mut random = Random::new(2);
    let motion = designed(robot.model(), 10.0, 20.0, &mut random);
    let motion = Changed(motion, change);
    let sensors = Sensors {
        encoder: Some(131_072.0),
        position_noise,
        torque_noise: 0.02,
    };
    let theta = nominal(robot.model());
    let clean = simulate(robot, &theta, &motion, RATE, &sensors, &mut random);
    let mut clean = clean.expect("a motion");
    for joint in 0..2 {
        for (k, torque) in clean.torque[joint].iter_mut().enumerate() {
            let [_, velocity, _] = motion.at(joint, k as f64 / RATE);
            *torque += 0.5 * velocity.signum() * (1.0 + (-(velocity / 0.05).powi(2)).exp());
        }
    }
    clean.recording().expect("a recording")
}

#[test]
fn what_does_not_move_both_ways_is_not_told() {
    let held = |joint: usize, state: [f64; 3], _: f64| match joint {
        1 => [0.4, 0.0, 0.0],
        _ => state,
    };
    for noise in [0.0, 1e-4] {
        let found = found(changed(held, noise));
        let reason = found.joints[1].reason.as_deref();
        assert_eq!(reason, Some("it hardly moves"));
        assert!(found.joints[1].parameters.is_empty() && found.joints[0].reason.is_none());
    }
    let turning = |joint: usize, [q, qd, qdd]: [f64; 3], time: f64| match joint {
        1 => [q + 12.0 * time, qd + 12.0, qdd],
        _ => [q, qd, qdd],
    };
    let found = found(changed(turning, 0.0));
    let reason = found.joints[1].reason.as_deref().unwrap_or_default();
    assert!(reason.contains("one direction"), "{reason}");
}

#[test]
fn what_says_nothing_is_refused() {
    let robot = &double_pendulum::ROBOT;
    let time = |k: usize| k as f64 / RATE;
    let moving = |k: usize| (2.0 * time(k)).sin();
    let arrays = |position: fn(usize, f64) -> f64, torque: fn(usize, f64) -> f64| {
        let column = |of: fn(usize, f64) -> f64| -> Vec<f64> {
            (0..2000).map(|k| of(k, moving(k))).collect()
        };
        let (q, tau) = (column(position), column(torque));
        Arrays::new(RATE, vec![q.clone(), q], vec![tau.clone(), tau])
    };
    let refusal = |arrays: Arrays| -> String {
        match Recording::from_arrays(robot.model(), arrays) {
            Err(error) => error.to_string(),
            Ok(recording) => {
                let none = FrictionOptions::default();
                match friction(robot, recording, &none, &mut |_, _| {}) {
                    Err(error) => error.to_string(),
                    Ok(found) => format!("{:?}", found.joints),
                }
            }
        }
    };
    assert!(refusal(arrays(|_, _| 0.3, |_, x| x)).contains("no joint moves"));
    assert!(refusal(arrays(|_, x| x, |_, _| 1.0)).contains("constant"));
    let nan = refusal(arrays(|_, x| x, |k, x| if k == 700 { f64::NAN } else { x }));
    println!("{nan}");
    // Without noise, both joints alike: whatever is said, it is no panic.
    println!("{}", refusal(arrays(|_, x| x, |_, x| x)));
}
