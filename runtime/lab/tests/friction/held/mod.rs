//! Friction that is given to identification and prediction, static maps, and commands on bad days.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use armwright_lab::drives::{DriveOptions, KnownLoad, drive_gains, plays};
use armwright_lab::experiment::{Random, Trajectory, simulate};
use armwright_lab::friction::{
    FrictionOptions, GivenFriction, Shape, StaticJoint, friction, static_map,
};
use armwright_lab::identify::{IdentifyOptions, identify};
use armwright_lab::loads::{Arm, LoadOptions, identify_load};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::together::{TogetherOptions, identify_together};
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;
use nalgebra::DVector;

use super::{LAWS, PERFECT, RATE, recording};

/// The largest error of base parameters of recordings, as a share of the largest parameter.
fn error(recordings: Vec<Recording>) -> f64 {
    let robot = &double_pendulum::ROBOT;
    let truth = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let found = identify(robot, recordings, &IdentifyOptions::default()).expect("an answer");
    let beta = &found.estimation.base_estimate(robot.model()).beta;
    let pairs = beta.iter().zip(&truth);
    let largest = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    largest / truth.amax()
}

fn file(name: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    (folder, path)
}

fn given(name: &str, text: &str) -> Result<GivenFriction, String> {
    let (_folder, path) = file(name, text);
    GivenFriction::read(&path, double_pendulum::ROBOT.model()).map_err(|error| error.to_string())
}

fn less(given: &GivenFriction, recordings: Vec<Recording>) -> Vec<Recording> {
    let robot = &double_pendulum::ROBOT;
    let found = given.taken_from(robot, recordings, &ProcessingOptions::default());
    found.expect("recordings")
}

/// What `friction` finds of Stribeck curves can be held: base parameters are then those of the robot, which they are not else.
#[test]
fn laws_that_were_found_are_held() {
    let robot = &double_pendulum::ROBOT;
    let stribeck = LAWS
        .iter()
        .find(|law| law.title == "stribeck")
        .expect("a law");
    let recording = || recording([stribeck, stribeck], 7, 0.1, 40.0);
    let options = FrictionOptions {
        shape: Some(Shape::Stribeck),
        ..FrictionOptions::default()
    };
    let found = friction(robot, recording(), &options, &mut |_, _| {}).expect("an answer");
    let yaml = found.yaml();
    assert!(
        found.joints.iter().all(|joint| joint.law == "stribeck"),
        "{yaml}"
    );
    let held = given("friction.yaml", &yaml).expect("laws");
    let (with, without) = (
        error(less(&held, vec![recording()])),
        error(vec![recording()]),
    );
    assert!(with < 0.05 && without > 2.0 * with, "{with} {without}");
    // By the truth, what is left is what bodies ask for.
    let name = |k: usize| robot.model().joints[k].name;
    let parameters = "{coulomb: 0.8, viscous: 0.25, stribeck: 0.6, speed: 0.4}";
    let truth = format!(
        "friction:\n  - {{joint: {}, law: stribeck, parameters: {parameters}}}\n",
        name(0)
    );
    let held = given("truth.yaml", &truth).expect("a law");
    let bare = &super::recording([stribeck, &LAWS[0]], 3, 0.0, 20.0);
    let clean = super::recording([&LAWS[0], &LAWS[0]], 3, 0.0, 20.0)
        .torque
        .expect("torques");
    let left = less(&held, vec![bare.clone()])[0]
        .torque
        .clone()
        .expect("torques");
    let before = bare.torque.clone().expect("torques");
    // But at reversals, where filters move the moment a little.
    let off = |columns: &[Vec<f64>]| {
        let pairs = columns[0].iter().zip(&clean[0]).skip(200).take(9000);
        let mut errors: Vec<f64> = pairs.map(|(a, b)| (a - b).abs()).collect();
        errors.sort_by(f64::total_cmp);
        errors[errors.len() * 95 / 100]
    };
    assert!(
        off(&left) < 0.05 * off(&before),
        "{} {}",
        off(&left),
        off(&before)
    );
    assert_eq!(left[1], before[1]);
}

#[test]
fn files_of_friction_are_explained() {
    let joint = double_pendulum::ROBOT.model().joints[0].name;
    let law = |name: &str, rest: &str| format!("friction:\n  - {{joint: {name}, law: {rest}}}\n");
    let wrong = [
        (
            "a.yaml",
            law("nobody", "viscous, parameters: {viscous: 1}"),
            "no joint `nobody`",
        ),
        (
            "a.yaml",
            law(joint, "viscous"),
            "needs finite numbers for viscous",
        ),
        (
            "a.yaml",
            law(joint, "viscous, parameters: {viscous: .nan}"),
            "finite",
        ),
        (
            "a.yaml",
            law(joint, "viscous, parameters: {viscous: 1, coulom: 2}"),
            "has no `coulom`",
        ),
        (
            "a.yaml",
            law(
                joint,
                "tanh, parameters: {viscous: 1, coulomb: 2, speed: 0}",
            ),
            "above 0",
        ),
        (
            "a.yaml",
            law(joint, "viscous, parameters: {viscous: 1, load: 2}"),
            "cannot be held",
        ),
        ("a.yaml", "friction: 3".to_owned(), "no list of laws"),
        (
            "a.yaml",
            "laws: 3".to_owned(),
            "a file of friction has no key `laws`; there are friction",
        ),
        (
            "a.yaml",
            law(joint, "none") + "  - {joint: " + joint + ", law: none}\n",
            "stands twice",
        ),
        (
            "a.csv",
            "name,velocity\nq,1\n".to_owned(),
            "`torque` is missing",
        ),
        (
            "a.csv",
            format!("name,velocity,torque\n{joint},1,2\n"),
            "both directions",
        ),
        (
            "a.csv",
            format!("name,velocity,torque\n{joint},x,2\n"),
            "line 2",
        ),
        ("a.csv", "name,velocity,torque\n".to_owned(), "no points"),
    ];
    for (name, text, said) in wrong {
        let refused = given(name, &text).expect_err("a refusal");
        assert!(refused.contains(said), "{text}: {refused}");
    }
}

/// Joints go one after the other there and back, at speeds that double; the others rest.
struct Sweeps {
    states: Vec<[[f64; 3]; 2]>,
}

impl Sweeps {
    const SPEEDS: [f64; 8] = [0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 1.6, 2.5];

    fn new(back: bool) -> Self {
        let mut found = Self {
            states: vec![[[0.0; 3]; 2]; 100],
        };
        let mut q = [0.0; 2];
        for joint in 0..2 {
            for speed in Self::SPEEDS {
                let way = 1.0f64.min(4.0 * speed);
                let signs: &[f64] = if back { &[1.0, -1.0] } else { &[1.0] };
                for sign in signs {
                    found.go(&mut q, joint, sign * speed, way);
                }
            }
        }
        found
    }

    /// Speeds up in a quarter of a second, goes on, slows down.
    fn go(&mut self, q: &mut [f64; 2], joint: usize, speed: f64, way: f64) {
        let ramp = RATE / 4.0;
        let hold = (way / speed.abs() * RATE).ceil();
        for k in 0..(2.0 * ramp + hold + 50.0) as usize {
            let k = k as f64;
            let share = |x: f64| x * x * (3.0 - 2.0 * x);
            let (v, a) = match k {
                k if k < ramp => (share(k / ramp), 6.0 * (k / ramp) * (1.0 - k / ramp) * 4.0),
                k if k < ramp + hold => (1.0, 0.0),
                k if k < 2.0 * ramp + hold => {
                    let x = (k - ramp - hold) / ramp;
                    (1.0 - share(x), -6.0 * x * (1.0 - x) * 4.0)
                }
                _ => (0.0, 0.0),
            };
            q[joint] += speed * v / RATE;
            let mut state = [[q[0], 0.0, 0.0], [q[1], 0.0, 0.0]];
            state[joint] = [q[joint], speed * v, speed * a];
            self.states.push(state);
        }
    }
}

impl Trajectory for Sweeps {
    fn duration(&self) -> f64 {
        (self.states.len() - 1) as f64 / RATE
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let k = (time * RATE).round() as usize;
        self.states[k.min(self.states.len() - 1)][joint]
    }
}

fn curve(v: f64) -> f64 {
    (0.8 + 0.6 * (-(v / 0.2).powi(2)).exp()) * v.signum() + 0.25 * v
}

fn swept(back: bool) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let (mut random, motion) = (Random::new(4), Sweeps::new(back));
    let theta = nominal(robot.model());
    let made = simulate(robot, &theta, &motion, RATE, &PERFECT, &mut random);
    let mut made = made.expect("a motion");
    for (joint, column) in made.torque.iter_mut().enumerate() {
        for (k, tau) in column.iter_mut().enumerate() {
            let [_, v, _] = motion.at(joint, k as f64 / RATE);
            *tau += if v == 0.0 { 0.0 } else { curve(v) } + 0.05 * random.normal();
        }
    }
    made.recording().expect("a recording")
}

/// Gravity of either joint is many times its friction.
#[test]
fn a_map_of_constant_velocities_is_that_of_the_joint() {
    let robot = &double_pendulum::ROBOT;
    let none = ProcessingOptions::default();
    let map = static_map(robot, vec![swept(true)], &none).expect("a map");
    for StaticJoint {
        points,
        law,
        parameters,
        name,
        ..
    } in &map.joints
    {
        assert_eq!(points.len(), Sweeps::SPEEDS.len(), "{points:?}");
        for (point, speed) in points.iter().zip(Sweeps::SPEEDS) {
            assert!((point.speed / speed - 1.0).abs() < 0.01, "{point:?}");
            let off = (point.torque - curve(speed)) / point.std;
            assert!(
                off.abs() < 4.0 && point.std < 0.02,
                "{name}: {point:?} {}",
                curve(speed)
            );
        }
        assert_eq!(law.as_deref(), Some("stribeck"), "{points:?}");
        for (p, truth) in parameters.iter().zip([0.8, 0.25, 0.6, 0.2]) {
            assert!((p.value - truth).abs() < 4.0 * p.std, "{p:?} {truth}");
        }
    }
    let held = given("friction-map.csv", &map.csv()).expect("a map");
    let stribeck = super::Given {
        title: "",
        truth: &[],
        torque: |v, _| curve(v),
    };
    let recording = || recording([&stribeck, &stribeck], 3, 0.02, 20.0);
    let (with, without) = (
        error(less(&held, vec![recording()])),
        error(vec![recording()]),
    );
    assert!(with < 0.05 && without > 2.0 * with, "{with} {without}");
    let reasons = |recording| -> Vec<String> {
        let map = static_map(robot, vec![recording], &none).expect("a map");
        assert!(map.joints.iter().all(|joint| joint.points.is_empty()));
        map.joints
            .into_iter()
            .filter_map(|joint| joint.reason)
            .collect()
    };
    let said = reasons(recording());
    assert!(
        said[0].contains("never moves at a constant velocity"),
        "{said:?}"
    );
    let said = reasons(swept(false));
    assert!(said[0].contains("one direction"), "{said:?}");
}

/// No number that is none, whatever is recorded; no panic.
fn sound<T: Debug, E: Debug>(what: &str, found: Result<T, E>) {
    if let Ok(found) = found {
        let text = format!("{found:?}");
        for none in ["NaN", "inf"] {
            assert!(!text.contains(none), "{what}: {none} in {:.2000}", text);
        }
    }
}

#[test]
fn commands_have_bad_days() {
    let robot = &double_pendulum::ROBOT;
    let (q, load) = (
        |k: usize| (0.004 * k as f64).sin(),
        |k: usize| (0.0313 * k as f64).cos(),
    );
    let columns =
        |n: usize, of: &dyn Fn(usize) -> f64| vec![(0..n).map(of).collect::<Vec<f64>>(); 2];
    let some = |n: usize, q: &dyn Fn(usize) -> f64, tau: &dyn Fn(usize) -> f64| {
        Arrays::new(RATE, columns(n, q), columns(n, tau))
    };
    let hurt = |k: usize| {
        if k.is_multiple_of(97) {
            f64::NAN
        } else {
            load(k)
        }
    };
    let blown = |k: usize| if k == 900 { f64::INFINITY } else { load(k) };
    let days = [
        ("one motion for both joints", some(3000, &q, &load)),
        ("nothing moves", some(3000, &|_| 0.3, &load)),
        ("torques of one number", some(3000, &q, &|_| 1.0)),
        ("no torque at all", some(3000, &q, &|_| 0.0)),
        ("few samples", some(60, &q, &load)),
        ("rows without numbers", some(3000, &q, &hurt)),
        ("an infinite torque", some(3000, &q, &blown)),
        (
            "nothing but numbers that are none",
            some(3000, &q, &|_| f64::NAN),
        ),
    ];
    let known = KnownLoad {
        body: "lower".to_owned(),
        physical: [2.5, 0.13, -0.02, 0.05, 0.01, 0.0, 0.0, 0.012, 0.0, 0.008],
    };
    let beyond = some(3000, &q, &|k| 1e300 * load(k));
    let refused = Recording::from_arrays(robot.model(), beyond);
    let said = refused.expect_err("a refusal").to_string();
    assert!(said.contains("torque is 1e30 or more"), "{said}");
    for (day, arrays) in days {
        let mut arrays = arrays;
        arrays.second_position = arrays.position.clone();
        let Ok(recordings) = Recording::all_from_arrays(robot.model(), arrays) else {
            continue;
        };
        let all = || recordings.clone();
        let laws = friction(robot, all(), &FrictionOptions::default(), &mut |_, _| {});
        sound(day, laws);
        sound(day, static_map(robot, all(), &ProcessingOptions::default()));
        sound(
            day,
            drive_gains(robot, all(), all(), &known, &DriveOptions::default()),
        );
        let arm = Arm::Recordings(all());
        sound(
            day,
            identify_load(robot, arm, all(), "lower", &LoadOptions::default()),
        );
        sound(
            day,
            identify_together(robot, all(), &TogetherOptions::default()),
        );
        sound::<_, ()>(day, Ok(plays(robot, &recordings)));
        for weight in [f64::INFINITY, f64::NAN, 0.0, -1.0] {
            let options = TogetherOptions {
                weights: vec![weight],
                ..TogetherOptions::default()
            };
            assert!(
                identify_together(robot, all(), &options).is_err(),
                "{day}: {weight}"
            );
        }
    }
}
