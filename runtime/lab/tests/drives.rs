//! Gains of drives from recordings without and with a load that is known.
//!
//! `ARMWRIGHT_LOADS=100` makes so many pairs of recordings of each kind, and prints coverage and bias.

use armwright_lab::drives::{DriveOptions, KnownLoad, drive_gains};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::parameters::{base_matrix, nominal, standard};
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::together::{Offsets, TogetherError};
use armwright_robots::{double_pendulum, mit_ddarm};
use armwright_runtime::{ParameterKind, Robot};
use nalgebra::DVector;

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.13, -0.02, 0.05, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];
/// Torque for each unit of what is recorded.
const FACTORS: [f64; 3] = [0.8, 1.25, 11.0];
const RATE: f64 = 200.0;

/// What is wrong with recorded torques, besides drive gains.
#[derive(Clone, Copy, Default)]
struct Wrong {
    /// Noise as a share of the root mean square.
    noise: f64,
    /// Correlation of neighbouring samples of the noise.
    memory: f64,
    /// Offsets of the loaded recording, as shares of the root mean square.
    offset: f64,
}

fn load(body: &str) -> KnownLoad {
    KnownLoad {
        body: body.to_owned(),
        physical: LOAD,
    }
}

fn runs(otherwise: u64) -> u64 {
    let asked = std::env::var("ARMWRIGHT_LOADS").ok();
    asked
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// Nominal parameters with a share of the load on the last body.
fn theta(robot: &dyn Robot, share: f64) -> Vec<f64> {
    let model = robot.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial { body, component } = parameter.kind
            && body + 1 == model.bodies.len()
        {
            *value += share * standard(LOAD)[component.at()];
        }
    }
    theta
}

fn recorded(robot: &dyn Robot, share: f64, wrong: Wrong, random: &mut Random) -> Recording {
    let model = robot.model();
    let motion = designed(model, 8.0, 24.0, random);
    let sensors = Sensors {
        torque_noise: 0.0,
        // Of 17 bits a turn of the joint.
        encoder: Some(131_072.0),
        ..Sensors::default()
    };
    let theta = theta(robot, share);
    let mut made = simulate(robot, &theta, &motion, RATE, &sensors, random).expect("a motion");
    for (column, factor) in made.torque.iter_mut().zip(FACTORS) {
        let squares: f64 = column.iter().map(|tau| tau * tau).sum();
        let size = (squares / column.len() as f64).sqrt();
        let mut last = 0.0;
        for tau in column.iter_mut() {
            last =
                wrong.memory * last + (1.0 - wrong.memory * wrong.memory).sqrt() * random.normal();
            *tau = (*tau + size * (wrong.noise * last + share * wrong.offset)) / factor;
        }
    }
    made.recording().expect("a recording")
}

/// Intervals of all drives and base parameters that hold the truth, of how many, and the factors' mean errors in
/// deviations of the mean.
fn coverage(robot: &dyn Robot, body: &str, wrong: Wrong, runs: u64) -> (f64, f64, Vec<f64>) {
    let truth = base_matrix(robot.model()) * DVector::from_vec(theta(robot, 0.0));
    let options = DriveOptions {
        offsets: if wrong.offset == 0.0 {
            Offsets::None
        } else {
            Offsets::Each
        },
        ..DriveOptions::default()
    };
    let n = robot.model().joints.len();
    let (mut drives, mut parameters) = (Vec::new(), Vec::new());
    let mut sums = vec![0.0; n];
    for seed in 0..runs {
        let mut random = Random::new(100 + seed);
        let empty = vec![recorded(robot, 0.0, wrong, &mut random)];
        let loaded = vec![recorded(robot, 1.0, wrong, &mut random)];
        let found = drive_gains(robot, empty, loaded, &load(body), &options).expect("gains");
        for (k, drive) in found.drives.iter().enumerate() {
            let (factor, std) = drive.factor.zip(drive.std).expect("a factor");
            let error = (factor - FACTORS[k]) / std;
            drives.push(error.abs() < 1.959_964);
            sums[k] += error / (runs as f64).sqrt();
        }
        for (p, truth) in found.parameters.iter().zip(&truth) {
            if let (Some(value), Some(std)) = (p.value, p.std) {
                parameters.push((value - truth).abs() < 1.959_964 * std);
            }
        }
    }
    let share =
        |held: &[bool]| held.iter().filter(|held| **held).count() as f64 / held.len().max(1) as f64;
    (share(&drives), share(&parameters), sums)
}

#[test]
fn gains_are_unbiased_and_intervals_hold() {
    let robots: [(&dyn Robot, &str); 2] =
        [(&double_pendulum::ROBOT, "lower"), (&mit_ddarm::ROBOT, "3")];
    let all = [
        Wrong {
            noise: 0.05,
            ..Wrong::default()
        },
        Wrong {
            noise: 0.05,
            memory: 0.9,
            ..Wrong::default()
        },
        Wrong {
            noise: 0.05,
            offset: 0.3,
            ..Wrong::default()
        },
    ];
    for (robot, body) in robots {
        for wrong in all {
            let runs = runs(10);
            let (drives, parameters, bias) = coverage(robot, body, wrong, runs);
            println!(
                "{} noise {} memory {} offset {}: drives {drives:.3}, parameters {parameters:.3}, bias {bias:.2?}",
                robot.model().name,
                wrong.noise,
                wrong.memory,
                wrong.offset
            );
            let few = if runs < 100 { 0.12 } else { 0.02 };
            assert!(
                (0.95 - few..0.97 + few).contains(&parameters),
                "{parameters}"
            );
            assert!(drives > 0.95 - few, "{drives}");
            assert!(bias.iter().all(|bias| bias.abs() < 4.0), "{bias:?}");
        }
    }
}

fn refusal(empty: Vec<Recording>, loaded: Vec<Recording>, load: &KnownLoad) -> TogetherError {
    let options = DriveOptions::default();
    drive_gains(&double_pendulum::ROBOT, empty, loaded, load, &options).expect_err("a refusal")
}

#[test]
fn what_tells_nothing_is_refused() {
    let robot = &double_pendulum::ROBOT;
    let wrong = Wrong {
        noise: 0.05,
        ..Wrong::default()
    };
    let mut random = Random::new(1);
    let mut some = |share: f64| vec![recorded(robot, share, wrong, &mut random)];
    let (empty, loaded) = (some(0.0), some(1.0));
    let lower = load("lower");
    let missing = refusal(Vec::new(), loaded.clone(), &lower);
    assert!(
        matches!(missing, TogetherError::Kind { which: "without" }),
        "{missing}"
    );
    let missing = refusal(empty.clone(), Vec::new(), &lower);
    assert!(
        matches!(missing, TogetherError::Kind { which: "with" }),
        "{missing}"
    );
    let body = refusal(empty.clone(), loaded.clone(), &load("lowr"));
    assert!(body.to_string().contains("lower"), "{body}");
    for (place, value) in [(0, 0.0), (0, f64::NAN), (3, f64::INFINITY), (0, -1.0)] {
        let mut wrong = lower.clone();
        wrong.physical[place] = value;
        let refused = refusal(empty.clone(), loaded.clone(), &wrong);
        assert!(matches!(refused, TogetherError::Load { .. }), "{refused}");
    }
    // Two recordings of the empty robot, one of them said to have a feather on it.
    let mut feather = lower.clone();
    feather.physical = LOAD.map(|x| 1e-4 * x);
    feather.physical[1..4].copy_from_slice(&LOAD[1..4]);
    let refused = refusal(empty.clone(), some(1e-4), &feather);
    println!("{refused}");
    assert!(
        matches!(refused, TogetherError::NotTold { .. }),
        "{refused}"
    );
    // A joint that stands still in both.
    let still = |recording: &Recording| {
        let column = vec![0.5; recording.samples()];
        let arrays = Arrays::new(RATE, vec![column.clone(); 2], vec![column; 2]);
        vec![Recording::from_arrays(robot.model(), arrays).expect("a recording")]
    };
    let refused = refusal(still(&empty[0]), loaded.clone(), &lower);
    println!("{refused}");
    assert!(
        matches!(refused, TogetherError::Identification(_)),
        "{refused}"
    );
}
