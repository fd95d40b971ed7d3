//! What recordings have that nobody asked for is told: constants, friction that the model lacks, noise that follows itself.

use super::{LOAD, options, recorded, truth};
use crate::drives::{DriveOptions, KnownLoad, drive_gains};
use crate::loads::{Arm, FoundLoad, LoadOptions, identify_load};
use crate::random::Random;
use crate::recording::Recording;
use crate::regression::Balance;
use crate::together::{Offsets, Together, TogetherOptions, Unexplained, Zero, identify_together};
use armwright_robots::double_pendulum::ROBOT;

/// A recording with what `change` adds to the torque of a joint at a moment, told its velocity.
fn changed(loaded: bool, seed: u64, mut change: impl FnMut(usize, f64) -> f64) -> Recording {
    let mut recording = recorded(loaded, 0.02, seed).remove(0);
    recording.source = format!("run {seed}");
    let columns = recording.torque.iter_mut().flatten();
    for (joint, (torque, position)) in columns.zip(&recording.position).enumerate() {
        for k in 1..torque.len() - 1 {
            let velocity = (position[k + 1] - position[k - 1]) * recording.rate / 2.0;
            torque[k] += change(joint, velocity);
        }
        let last = torque.len() - 1;
        torque[0] += change(joint, 0.0);
        torque[last] += change(joint, 0.0);
    }
    recording
}

fn plain(loaded: bool, seed: u64) -> Recording {
    changed(loaded, seed, |_, _| 0.0)
}

/// A zero of a joint's sensor.
fn zero(loaded: bool, seed: u64, joint: usize, value: f64) -> Recording {
    changed(loaded, seed, |of, _| if of == joint { value } else { 0.0 })
}

fn load(empty: Recording, loaded: Recording, options: &LoadOptions) -> FoundLoad {
    let arm = Arm::Recordings(vec![empty]);
    identify_load(&ROBOT, arm, vec![loaded], "lower", options).expect("a load")
}

fn together(recordings: Vec<Recording>, offsets: Offsets) -> Together {
    let options = TogetherOptions {
        processing: options(None).processing,
        offsets,
        ..TogetherOptions::default()
    };
    identify_together(&ROBOT, recordings, &options).expect("parameters")
}

/// How many deviations a mass is off.
fn off(found: &FoundLoad) -> f64 {
    let mass = found.standard[0].value.zip(found.standard[0].std);
    let (value, std) = mass.expect("a mass");
    (value - LOAD[0]).abs() / std
}

/// A constant is there alone, where it is, as large as it is.
fn is(zeros: &[Zero], row: &str, recording: Option<&str>, value: f64) {
    let [found] = zeros else {
        panic!("one of {zeros:?}")
    };
    assert_eq!(
        (found.row.as_str(), found.recording.as_deref()),
        (row, recording)
    );
    let error = (found.value - value).abs();
    assert!(
        error < 4.0 * found.std && found.std < 0.05 * value.abs(),
        "{found:?}"
    );
    assert!(found.chance < 1e-4, "{found:?}");
}

#[test]
fn recordings_without_faults_raise_no_doubts() {
    for seed in 0..6 {
        let [one, other] = [40 + seed, 60 + seed];
        let found = load(plain(false, one), plain(true, other), &options(None));
        let told = (
            found.zeros.len(),
            found.unexplained.len(),
            found.warnings.len(),
        );
        assert_eq!(told, (0, 0, 0), "{seed}: {:?}", found.warnings);
        let both = vec![plain(false, one), plain(false, other)];
        let found = together(both, Offsets::None);
        let told = (
            found.zeros.len(),
            found.unexplained.len(),
            found.warnings.len(),
        );
        assert_eq!(told, (0, 0, 0), "{seed}: {:?}", found.warnings);
    }
}

/// Of an arm without and with a load the same offsets make up for what no one arm explains: neither recording has them, nor lacks
/// anything by itself.
#[test]
fn offsets_of_recordings_that_contradict_one_another_are_no_lack_of_either() {
    for offsets in [Offsets::Common, Offsets::Each] {
        let found = together(vec![plain(false, 41), plain(true, 61)], offsets);
        assert_eq!(found.unexplained, [], "{offsets:?}");
        let [said] = &found.warnings[..] else {
            panic!("one of {:?}", found.warnings)
        };
        assert!(said.starts_with("recordings fit no one arm: "), "{said}");
    }
}

#[test]
fn a_zero_of_a_sensor_is_told_with_its_place_and_size() {
    let with = "run 2, with the load";
    // In one of the recordings, then in both.
    let found = load(plain(false, 1), zero(true, 2, 1, -0.3), &options(None));
    is(&found.zeros, "elbow", Some(with), -0.3);
    assert!(off(&found) < 3.0, "{}", off(&found));
    let [said] = &found.warnings[..] else {
        panic!("one of {:?}", found.warnings)
    };
    let place = format!(" N·m in `elbow` of {with} alone. Most likely it is the zero of a sensor.");
    assert!(
        said.contains(&place) && said.contains("offsets of each recording (`each`)"),
        "{said}"
    );
    let found = load(
        zero(false, 1, 0, 0.5),
        zero(true, 2, 0, 0.5),
        &options(None),
    );
    is(&found.zeros, "shoulder", None, 0.5);
    assert!(found.warnings[0].contains("offsets that all recordings share (`common`)"));
    assert!(off(&found) < 3.0, "{}", off(&found));
    // Of zeros that were asked for, those that change are told, and none if each has its own.
    for (offsets, told) in [(Offsets::Common, true), (Offsets::Each, false)] {
        let asked = LoadOptions {
            offsets,
            ..options(None)
        };
        let found = load(zero(false, 1, 0, 0.5), zero(true, 2, 0, 0.9), &asked);
        assert_eq!(found.zeros.len(), usize::from(told), "{:?}", found.zeros);
        assert_eq!(found.unexplained, []);
    }
    // Balances have no offsets: torques tell them.
    let found = load(
        plain(false, 1),
        zero(true, 2, 1, -0.3),
        &options(Some(Balance::Momentum)),
    );
    is(&found.zeros, "elbow", Some(with), -0.3);
    let said = found.warnings.last().expect("a warning");
    assert!(
        said.contains("Deviations do not allow for it, and are too small"),
        "{said}"
    );
}

#[test]
fn recordings_together_and_drives_tell_zeros_too() {
    let three = |value: f64| vec![plain(false, 1), zero(false, 2, 1, value), plain(false, 3)];
    is(
        &together(three(0.2), Offsets::None).zeros,
        "elbow",
        Some("run 2"),
        0.2,
    );
    let known = KnownLoad {
        body: "lower".to_owned(),
        physical: LOAD,
    };
    let options = DriveOptions {
        processing: options(None).processing,
        ..DriveOptions::default()
    };
    // Currents of a drive of 0.5 N·m/A.
    let halved = |mut recording: Recording| {
        let torques = recording.torque.iter_mut().flatten().take(1).flatten();
        torques.for_each(|torque| *torque *= 2.0);
        vec![recording]
    };
    let [empty, loaded] = [zero(false, 1, 0, 0.25), zero(true, 2, 0, 0.25)].map(halved);
    let found = drive_gains(&ROBOT, empty, loaded, &known, &options).expect("gains");
    is(&found.zeros, "shoulder", None, 0.5);
    assert_eq!(
        (found.zeros[0].unit, &found.unexplained[..]),
        ("as read", &[][..])
    );
    let (factor, std) = found.drives[0]
        .factor
        .zip(found.drives[0].std)
        .expect("a gain");
    assert!((factor - 0.5).abs() < 3.0 * std, "{factor} {std}");
}

/// What the model lacks moved parameters, by far more than noise does; deviations are wide enough for that.
#[test]
fn what_the_model_lacks_is_told() {
    let rubs = |loaded, seed| changed(loaded, seed, |_, velocity| 0.4 * velocity.signum());
    let found = load(rubs(false, 1), rubs(true, 2), &options(None));
    assert!(
        found.zeros.is_empty() && off(&found) < 3.0,
        "{:?}",
        found.zeros
    );
    let each = |unexplained: &[Unexplained]| -> Vec<usize> {
        unexplained.iter().map(|one| one.lacks.len()).collect()
    };
    assert_eq!(each(&found.unexplained), [2, 2]);
    // What is named is not told again as noise.
    let correlated = |found: &[Unexplained]| found.iter().any(|one| !one.correlated.is_empty());
    assert!(!correlated(&found.unexplained));
    let said = found.warnings.last().expect("a warning");
    assert!(
        said.starts_with("the model lacks what recordings have: Joint ")
            && said.contains("friction that does not depend on speed (Coulomb)")
            && said.contains(", in 2 recordings (these figures of run "),
        "{said}"
    );
    // Of a term that both have, the figures are those of the recording that shows most of it.
    let [one, other] = &found.unexplained[..] else {
        panic!("two of {:?}", found.unexplained)
    };
    for lack in &one.lacks {
        let Some(own) = other.lacks.iter().find(|own| own.is_like(lack)) else {
            continue;
        };
        let (lack, recording) = match own.share > lack.share {
            true => (own, &other.recording),
            false => (lack, &one.recording),
        };
        let figures = format!("{lack}, in 2 recordings (these figures of {recording})");
        assert!(said.contains(&figures), "{figures}: {said}");
    }
    let found = together(vec![rubs(false, 1), rubs(false, 2)], Offsets::None);
    assert_eq!(each(&found.unexplained), [2, 2]);
    for (p, truth) in found.parameters.iter().zip(truth()) {
        let (value, std) = p.value.zip(p.std).expect("a value");
        assert!((value - truth).abs() < 3.0 * std, "{p:?} {truth}");
    }
}

#[test]
fn residuals_that_follow_themselves_are_told() {
    let mut random = Random::new(5);
    let mut slow = |loaded: bool, seed: u64| {
        let mut state = [0.0; 2];
        changed(loaded, seed, |joint, _| {
            state[joint] = 0.98 * state[joint] + 0.05 * random.normal();
            state[joint]
        })
    };
    let (empty, loaded) = (slow(false, 1), slow(true, 2));
    let found = load(empty, loaded, &options(None));
    let correlated = found.unexplained.iter().map(|one| one.correlated.len());
    assert_eq!(correlated.collect::<Vec<_>>(), [2, 2]);
    let said = found.warnings.last().expect("a warning");
    assert!(
        said.starts_with(
            "residuals of shoulder, elbow in run 2, with the load are correlated in time"
        ),
        "{said}"
    );
}

/// A recording whose torques are read with wrong factors.
fn read_wrongly(loaded: bool, seed: u64, factors: [f64; 2]) -> Recording {
    let mut recording = plain(loaded, seed);
    let columns = recording.torque.iter_mut().flatten();
    for (column, factor) in columns.zip(factors) {
        column.iter_mut().for_each(|torque| *torque *= factor);
    }
    recording
}

/// The sign of one drive, its gain, and the signs of all, which torques of both recordings explain with a load that was taken off an arm
/// that cannot be.
#[test]
fn faults_of_recordings_refute_a_load() {
    for factors in [[1.0, -1.0], [1.0, 1.5], [-1.0, -1.0]] {
        let arm = Arm::Recordings(vec![read_wrongly(false, 1, factors)]);
        let loaded = vec![read_wrongly(true, 2, factors)];
        let found = identify_load(&ROBOT, arm, loaded, "lower", &options(None));
        let said = found.map_or_else(|error| error.to_string(), |found| found.refuted.join("; "));
        for recording in ["run 1", "run 2, with the load"] {
            let fault = format!("{recording} has a fault: ");
            assert!(said.contains(&fault), "{factors:?}: {said}");
        }
    }
    // Of the arm that signs of all make.
    let all = [-1.0, -1.0];
    let [empty, loaded] =
        [(false, 1), (true, 2)].map(|(loaded, seed)| read_wrongly(loaded, seed, all));
    let found = load(empty, loaded, &options(None));
    let said = found.refuted.last().expect("a refutation");
    assert!(
        found.removed && said.starts_with("no arm has these parameters"),
        "{said}"
    );
    assert!(
        load(plain(false, 1), plain(true, 2), &options(None))
            .refuted
            .is_empty()
    );
}

#[test]
fn a_gain_of_a_drive_in_one_recording_is_no_load() {
    let recordings = vec![
        read_wrongly(false, 1, [1.0, 1.5]),
        plain(false, 2),
        plain(false, 3),
    ];
    let found = together(recordings, Offsets::Each);
    let said = found.refuted.first().expect("a refutation");
    assert!(
        said.starts_with("run 1 has a fault: a factor of "),
        "{said}"
    );
    let told = found.warnings.join("; ");
    assert!(
        told.contains("recordings fit no one arm") && !told.contains("explains all of it"),
        "{told}"
    );
}
