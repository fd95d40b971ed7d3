//! Viscous friction that changes with temperature: told where temperatures were recorded, held afterwards.

use armwright_lab::friction::{Friction, FrictionOptions, GivenFriction, PlaceFriction, friction};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::recording::{Recording, UserColumn};
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

use super::{Given, LAWS, RATE, WITHIN, recording};

/// By how much viscous friction changes a degree, and the temperature at which it is `0.5`.
const CHANGE: f64 = -0.012;
const AT: f64 = 30.0;

/// Coulomb and viscous friction of a joint at [`AT`].
const LAW: Given = Given {
    title: "coulomb+viscous+temperature",
    truth: &[("coulomb", 0.8), ("viscous", 0.5)],
    torque: |v, _| 0.8 * v.signum() + 0.5 * v,
};

/// A recording that begins at a temperature and becomes so much warmer; joint 1 at half of the rate. Temperatures are
/// read once a second in steps of a quarter of a degree, and lie on lines between.
fn warming(seed: u64, from: f64, by: f64, change: f64) -> Recording {
    let mut recording = recording([&LAW, &LAW], seed, 0.1, 40.0);
    let samples = recording.samples();
    let temperature = |joint: usize, k: usize| {
        let time = k as f64 / RATE;
        from + by / (1.0 + joint as f64) * (1.0 - (-time / 15.0).exp())
    };
    let torques = recording.torque.as_mut().expect("torques");
    for (joint, torque) in torques.iter_mut().enumerate() {
        let position = &recording.position[joint];
        for k in 1..samples - 1 {
            let velocity = (position[k + 1] - position[k - 1]) * RATE / 2.0;
            torque[k] += change * (temperature(joint, k) - AT) * velocity;
        }
    }
    let read = |joint: usize| -> Vec<f64> {
        let step = |k: usize| (4.0 * temperature(joint, k)).round() / 4.0;
        let each = RATE as usize;
        let between = |k: usize| {
            let (from, share) = (k / each * each, (k % each) as f64 / RATE);
            step(from) + share * (step(from + each) - step(from))
        };
        (0..samples).map(between).collect()
    };
    recording.further.user.push(UserColumn {
        name: "temperature".to_owned(),
        columns: (0..2).map(read).collect(),
    });
    recording
}

fn found(recordings: Vec<Recording>) -> Friction {
    let robot = &double_pendulum::ROBOT;
    let options = FrictionOptions::default();
    friction(robot, recordings, &options, &mut |_, _| {}).expect("an answer")
}

/// Errors of both joints by their deviations; the viscous friction is that at the reference that was chosen.
fn errors(found: &Friction) -> Vec<f64> {
    let of = |joint: &PlaceFriction| {
        let reference = joint.reference_temperature.expect("a temperature");
        let truths = [0.8, 0.5 + CHANGE * (reference - AT), CHANGE];
        let all = joint.parameters.iter().zip(truths);
        all.map(|(p, truth)| (p.value - truth) / p.std).collect()
    };
    let all: Vec<Vec<f64>> = found.joints.iter().map(of).collect();
    all.concat()
}

#[test]
fn friction_that_changes_with_temperature_is_told() {
    let warm = || {
        vec![
            warming(1, 22.0, 20.0, CHANGE),
            warming(2, 41.0, 5.0, CHANGE),
        ]
    };
    let all = found(warm());
    for joint in &all.joints {
        assert_eq!(joint.law, LAW.title, "{:?}", joint.tried);
        assert_eq!(joint.parameters[2].unit, "N·m·s/rad/degree");
        assert!(joint.lines.is_empty(), "the robot file has no temperatures");
    }
    let errors = errors(&all);
    assert!(errors.iter().all(|x| x.abs() < 3.5), "{errors:?}");
    // Where no recording has it, and where one of them has not, nothing is said of it.
    let mut bare = warm();
    bare[1].further.user.clear();
    for joint in &found(bare).joints {
        let titles: Vec<&str> = joint.tried.iter().map(|t| t.law.as_str()).collect();
        assert!(
            titles.iter().all(|t| !t.contains("temperature")),
            "{titles:?}"
        );
    }
    // Temperatures that friction does not follow are tried, and not proposed.
    for joint in &found(vec![warming(3, 22.0, 20.0, 0.0)]).joints {
        assert!(joint.tried.iter().any(|t| t.law.contains("temperature")));
        assert!(!joint.law.contains("temperature"), "{}", joint.law);
        assert_eq!(joint.reference_temperature, None);
    }
}

#[test]
fn friction_by_temperature_is_held() {
    let yaml = found(vec![warming(1, 22.0, 20.0, CHANGE)]).yaml();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let given = |text: &str| {
        let path = folder.path().join("friction.yaml");
        std::fs::write(&path, text).expect("a file");
        GivenFriction::read(&path, double_pendulum::ROBOT.model()).map_err(|e| e.to_string())
    };
    let held = given(&yaml).expect("laws");
    let robot = &double_pendulum::ROBOT;
    let processing = ProcessingOptions::default();
    // The robot file of the pendulum has no friction, so that all of the law is held. A warmer recording is another one.
    let of = |recording: Recording| held.taken_from(robot, vec![recording], &processing);
    let left = of(warming(4, 41.0, 10.0, CHANGE)).expect("torques");
    let bodies = recording([&LAWS[0], &LAWS[0]], 4, 0.1, 40.0);
    let [left, bodies] = [&left[0], &bodies].map(|r| r.torque.clone().expect("torques"));
    for (left, bodies) in left.iter().zip(&bodies) {
        let pairs = left.iter().zip(bodies).skip(500).take(19_000);
        let mut off: Vec<f64> = pairs.map(|(a, b)| (a - b).abs()).collect();
        off.sort_by(f64::total_cmp);
        // Viscous friction at 30 degrees would be off by .17 v; reversals are moved by the filter.
        let most = off[off.len() * 9 / 10];
        assert!(most < 0.1, "{most}");
    }
    let mut bare = warming(4, 41.0, 10.0, CHANGE);
    bare.further.user.clear();
    let why = of(bare).expect_err("no temperature").to_string();
    assert!(
        why.contains("`temperature`") && why.contains("shoulder"),
        "{why}"
    );
    let without = yaml.replace("reference_temperature", "reference");
    let why = given(&without).expect_err("no reference");
    assert!(why.contains("`reference_temperature`"), "{why}");
}

/// `ARMWRIGHT_FRICTION=20`: how many of so many recordings are named, and how many values are within their intervals.
#[test]
fn intervals_hold() {
    let Some(runs) = super::number("ARMWRIGHT_FRICTION") else {
        return;
    };
    let (mut named, mut all) = (0, Vec::new());
    for seed in 0..runs {
        let found = found(vec![warming(seed, 22.0, 20.0, CHANGE)]);
        if found.joints.iter().all(|joint| joint.law == LAW.title) {
            named += 1;
            all.extend(errors(&found));
        }
    }
    let within = all.iter().filter(|x| x.abs() < WITHIN).count();
    println!("named {named} of {runs}, within {within} of {}", all.len());
    let of = |k: usize| -> Vec<f64> { all.iter().skip(k).step_by(3).copied().collect() };
    for (k, name) in ["coulomb", "viscous", "temperature"].iter().enumerate() {
        let errors = of(k);
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let square = errors.iter().map(|x| x * x).sum::<f64>() / count;
        println!("    {name:12} mean {mean:6.2} rms {:5.2}", square.sqrt());
    }
}
