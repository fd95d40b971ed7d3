//! What is foreseen of a motion comes true: in recordings that are simulated with noise and identified as any other.
//!
//! Every run checks all parameters together on a few recordings; `ARMWRIGHT_PROMISES=400` simulates so many, checks each
//! parameter by itself and prints tables.

use std::f64::consts::PI;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::excite::{
    Basis, Criterion, Ends, Equations, Limits, Motion, Moving, Plan, Planned, Reading, Screening,
    screen, screen_read,
};
use armwright_lab::experiment::{Quintic, Sensors, Trajectory, designed as drawn, simulate};
use armwright_lab::identify::identify;
use armwright_lab::interpret::{InterpretOptions, interpret};
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_lab::recording::Recording;
use armwright_robots::{abb_wrist, mit_ddarm};
use armwright_runtime::Robot;

use super::designed;

const RATE: f64 = 250.0;
/// Recordings of every day.
const FEW: usize = 8;

fn runs() -> (usize, bool) {
    let asked = std::env::var("ARMWRIGHT_PROMISES").ok();
    match asked.and_then(|text| text.parse().ok()) {
        Some(runs) => (runs, true),
        None => (FEW, false),
    }
}

/// The motion with the largest determinant that `starts` searches find within the robot file's limits.
fn best(robot: &dyn Robot, duration: f64, starts: usize) -> Motion {
    let plan = Plan {
        basis: Basis::Fourier {
            period: duration,
            harmonics: 5,
        },
        limits: Limits::of(robot.model()),
        ends: Ends {
            rest: true,
            ..Ends::default()
        },
        moving: Moving::All,
        equations: Equations::default(),
        criterion: Criterion::LogDeterminant,
        samples: 100,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    designed(robot, &plan, starts).motion
}

/// Motions one after the other as one plan, sampled where recordings are.
fn planned(n: usize, motions: &[&dyn Trajectory], noise: Vec<f64>) -> Planned {
    let mut all = Planned {
        time: Vec::new(),
        state: std::array::from_fn(|_| vec![Vec::new(); n]),
        noise,
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    for motion in motions {
        for k in 0..(motion.duration() * RATE).round() as usize {
            all.time.push(all.time.len() as f64 / RATE);
            for joint in 0..n {
                let at = motion.at(joint, k as f64 / RATE);
                for (columns, x) in all.state.iter_mut().zip(at) {
                    columns[joint].push(x);
                }
            }
        }
    }
    all
}

/// A recording of each motion, torques with noise of this deviation.
fn recordings(
    robot: &dyn Robot,
    motions: &[&dyn Trajectory],
    noise: &[f64],
    random: &mut Random,
) -> Vec<Recording> {
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.0,
    };
    let theta = nominal(robot.model());
    let recorded = motions.iter().map(|motion| {
        let mut found = simulate(robot, &theta, *motion, RATE, &sensors, &mut Random::new(1))
            .expect("a motion within limits");
        for (column, noise) in found.torque.iter_mut().zip(noise) {
            column
                .iter_mut()
                .for_each(|tau| *tau += noise * random.normal());
        }
        found.recording().expect("a recording")
    });
    recorded.collect()
}

/// A promise, and what came of it: the expected deviation and the root mean square of errors.
type Kept = Vec<(String, f64, f64)>;

/// Base parameters and physical ones.
fn compared(
    robot: &dyn Robot,
    motions: &[&dyn Trajectory],
    noise: &[f64],
    runs: usize,
    seed: u64,
) -> [Kept; 2] {
    let model = robot.model();
    // Each is a recording of its own.
    let each: Vec<Planned> = motions
        .iter()
        .map(|motion| planned(model.joints.len(), &[*motion], noise.to_vec()))
        .collect();
    let reading = Reading {
        beside: &each[1..],
        torques: &[],
        identified: true,
    };
    let found: Screening =
        screen_read(robot, &each[0], &reading, &Limits::of(model)).expect("screened");
    assert!(found.kept.is_some_and(|share| share < 1.0));
    // Of all samples a little more is known, with the noise in the same place, but for the ripple of the filter: 0.05 dB
    // forwards and backwards.
    let all = screen(robot, &each[0], &Limits::of(model)).expect("screened");
    if each.len() == 1 {
        for (all, kept) in all.base.iter().zip(&found.base) {
            let share = all.std.expect("determined") / kept.std.expect("determined");
            assert!((0.4..1.012).contains(&share), "{}: {share}", all.name);
        }
    }
    let mut truth = vec![0.0; model.base.len()];
    robot
        .base_parameters(&nominal(model), &mut truth)
        .expect("base parameters");
    let mut random = Random::new(seed);
    let mut squares = [vec![0.0; found.base.len()], vec![0.0; found.physical.len()]];
    for _ in 0..runs {
        let dataset = Dataset {
            training: recordings(robot, motions, noise, &mut random),
            validation: Vec::new(),
        };
        let identified = identify(robot, dataset, &Method::Wls.into()).expect("identifies");
        let estimate = identified.estimation.base_estimate(model);
        for ((sum, value), truth) in squares[0].iter_mut().zip(&estimate.beta).zip(&truth) {
            *sum += (value - truth).powi(2) / runs as f64;
        }
        if found.physical.is_empty() {
            continue;
        }
        let options = InterpretOptions {
            bounded_bodies: 0,
            ..InterpretOptions::default()
        };
        let physical = interpret(robot, &estimate, &[], options).expect("interpreted");
        for (sum, own) in squares[1].iter_mut().zip(&found.physical) {
            let recovered = physical.physical.iter().find(|p| p.name == own.name);
            let value = recovered.expect("recovered").value;
            *sum += (value - own.nominal.expect("a value")).powi(2) / runs as f64;
        }
    }
    let all = [&found.base, &found.physical];
    std::array::from_fn(|k| {
        let pairs = all[k].iter().zip(&squares[k]);
        pairs
            .map(|(own, square)| {
                let name = match own.expression.as_str() {
                    "" => &own.name,
                    expression => expression,
                };
                (name.to_owned(), own.std.expect("determined"), square.sqrt())
            })
            .collect()
    })
}

/// The root mean square of errors in promised deviations.
fn pooled(kept: &Kept) -> f64 {
    let squares = kept
        .iter()
        .map(|(_, promised, seen)| (seen / promised).powi(2));
    (squares.sum::<f64>() / kept.len() as f64).sqrt()
}

fn assert_kept(title: &str, kept: &Kept, many: bool) {
    let all = pooled(kept);
    if many {
        println!("{title}: errors are {all:.3} of what is foreseen");
        for (name, promised, seen) in kept {
            println!(
                "  {name:45} {promised:12.4e} {seen:12.4e} {:7.3}",
                seen / promised
            );
        }
        for (name, promised, seen) in kept {
            let ratio = seen / promised;
            assert!((0.85..1.15).contains(&ratio), "{title}, {name}: {ratio}");
        }
    }
    assert!((0.85..1.15).contains(&all), "{title}: {all}");
}

/// Physical parameters of the wrist, whose transmission couples the drives that are measured.
#[test]
fn deviations_of_base_and_physical_parameters_come_true() {
    let robot = &abb_wrist::ROBOT;
    let (runs, many) = runs();
    let motion = best(robot, 10.0, 1);
    let noise = [0.02, 0.01, 0.015];
    let [base, physical] = compared(robot, &[&motion], &noise, runs, 3);
    assert!(physical.len() > 10);
    assert_kept("base parameters of the wrist", &base, many);
    assert_kept("physical parameters of the wrist", &physical, many);
}

/// An, Atkeson and Hollerbach (1986), section 3: start and end in degrees, 1.3 s each.
const POLYNOMIALS: [[[f64; 3]; 2]; 3] = [
    [[330.0, 289.1, 230.0], [80.0, 39.1, -10.0]],
    [[330.0, 269.1, -30.0], [80.0, 19.1, 220.0]],
    [[80.0, 269.1, -30.0], [330.0, 19.1, 220.0]],
];

/// Errors of designed motions against those of others as long, as many times smaller as is foreseen.
#[test]
fn designed_motions_are_better_by_the_predicted_factor() {
    let robot = &mit_ddarm::ROBOT;
    let (runs, many) = runs();
    let noise = [5.0, 3.0, 2.0];
    let polynomials = POLYNOMIALS.map(|ends| {
        let points = ends.map(|point| point.map(|degrees| degrees * PI / 180.0).to_vec());
        // The arm stands still before and after, since filters leave nothing of the ends of a recording.
        let [from, to] = points;
        let points = vec![from.clone(), from, to.clone(), to];
        Quintic::through(vec![0.0, 0.4, 1.7, 2.1], points).expect("a motion")
    });
    let polynomials: Vec<&dyn Trajectory> = polynomials.iter().map(|p| p as _).collect();
    let duration = 6.3;
    let own = best(robot, duration, 4);
    let mut random = Random::new(11);
    let other = drawn(robot.model(), duration, duration, &mut random);
    let motions: [(&str, Vec<&dyn Trajectory>); 3] = [
        ("designed", vec![&own]),
        ("three polynomials", polynomials),
        ("a random motion", vec![&other]),
    ];
    let kept = motions.map(|(title, motions)| {
        let [base, _] = compared(robot, &motions, &noise, runs, 5);
        (title, base)
    });
    for (title, kept) in &kept {
        assert_kept(title, kept, many);
    }
    // Geometric means over parameters, so that none decides for all.
    let [(_, own), others @ ..] = &kept;
    for (title, other) in others {
        let mean = |pick: fn(&(String, f64, f64)) -> f64| {
            let logs = other.iter().zip(own).map(|(o, d)| (pick(o) / pick(d)).ln());
            (logs.sum::<f64>() / own.len() as f64).exp()
        };
        let (promised, seen) = (mean(|kept| kept.1), mean(|kept| kept.2));
        println!(
            "errors of {title}: {seen:.2} times those of the designed motion, {promised:.2} foreseen"
        );
        assert!(promised > 1.0, "{title}: {promised}");
        assert!(
            (seen / promised - 1.0).abs() < 0.15,
            "{title}: {seen}, {promised} foreseen"
        );
    }
}
