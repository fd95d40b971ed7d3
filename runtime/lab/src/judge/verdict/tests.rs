//! Grades and headlines of figures that are set by hand, each as it is told from those that come before and after it.

use std::sync::OnceLock;

use super::{Grade, headline, joints};
use crate::diagnose::{Cause, Evidence, Fault, Mismatch, Quantity, Sensed, SensorFault};
use crate::estimate::Realised;
use crate::identify::{CrossValidation, Downweighted, Given, Identification, Robust};
use crate::judge::Judgement;
use crate::judge::facts::Facts;
use crate::lack::{Lack, Term};
use crate::options::EquationSide;
use crate::regression::by_hand::MODEL;
use crate::report::tests::identification;
use crate::statistics::{Fit, Quality, Transfer};

const SOUND: &str = "The model predicts motion that it has not seen.";
const UNTESTED: &str =
    "The model fits what was recorded; whether it predicts other motion was not tested.";
const FAILS: &str =
    "Prediction does not transfer: the parameters fit this recording, not the robot.";
const INCONSISTENT: &str = "Parts of the recording are not predicted from its other parts: the parameters fit it, not the \
                            robot.";
const OTHER_ROBOT: &str = "The model holds on its own recordings; what it was validated with is another robot's, or this one's \
                           with a load or other gains.";
const LACKS: &str =
    "The model predicts unseen data, but lacks terms that make most of its residual.";
const CONTRADICTED: &str =
    "The model predicts unseen data, but the recordings contradict a value that was given.";
const MANY_OUTLIERS: &str = "The model predicts unseen data, but so much of the recordings was weighed down that it is no \
                             slip of a sensor.";
const WEAKENS: &str =
    "The model predicts unseen data, but less well than the data it was fitted to.";
const TOO_LITTLE: &str =
    "The model predicts unseen data, but explains too little of some joint's torque.";

/// `R²` and RMS of both joints.
pub(in crate::judge) fn set(fits: &mut [Fit], all: [(f64, f64); 2]) {
    for (fit, (r2, rmse)) in fits.iter_mut().zip(all) {
        (fit.r2, fit.rmse, fit.nrmse, fit.lag1) = (r2, rmse, (1.0 - r2).max(0.0).sqrt(), 0.0);
    }
}

pub(in crate::judge) fn set_unseen(found: &mut Identification, all: [(f64, f64); 2]) {
    let validation = found.validation.as_mut().expect("validation");
    set(&mut validation.fits.joints, all);
}

/// What leaves nothing to be desired.
pub(in crate::judge) fn sound() -> Identification {
    static FOUND: OnceLock<Identification> = OnceLock::new();
    let mut found = FOUND.get_or_init(identification).clone();
    set(&mut found.fits.joints, [(0.97, 1.0); 2]);
    set_unseen(&mut found, [(0.97, 1.0); 2]);
    for p in found.estimation.parameters_mut() {
        (p.value, p.std, p.bias, p.lacking) = (1.0, Some(0.01), None, None);
        p.quality = Quality::Good;
    }
    found.excitation.rank = found.excitation.structural_rank;
    (found.sensors, found.causes, found.lacks) = (Vec::new(), Vec::new(), Vec::new());
    (found.excitation.condition, found.excitation.advice) = (50.0, Vec::new());
    found.cross_validation = None;
    found.noisy = false;
    let validation = found.validation.as_mut().expect("a validation");
    validation.sensors = Vec::new();
    found
}

/// Parts of the recordings, predicted from the others so well.
pub(in crate::judge) fn parts(
    found: &Identification,
    all: [(f64, f64); 2],
) -> Option<CrossValidation> {
    let mut fits = found.fits.clone();
    set(&mut fits.joints, all);
    Some(CrossValidation {
        parts: 5,
        period: None,
        fits,
    })
}

/// All of the first joint's residual.
pub(in crate::judge) fn lack(in_model: bool) -> Lack {
    Lack {
        joint: Some("j1".to_owned()),
        row: "j1".to_owned(),
        share: 1.0,
        before: 1.0,
        after: 0.5,
        alternatives: Vec::new(),
        in_model,
        ..crate::lack::lack(Term::Quadratic, 1.0)
    }
}

/// A value that is so many deviations from what the recordings say.
pub(in crate::judge) fn given(deviations: f64) -> Vec<Given> {
    vec![Given {
        name: "fv_j1".to_owned(),
        unit: "N·m·s".to_owned(),
        value: 1.0 + 0.1 * deviations,
        estimated: Some(1.0),
        std: Some(0.1),
    }]
}

/// So many of a hundred samples.
fn weighed(below_half: usize) -> Option<Robust> {
    let row = Downweighted {
        row: "j1".to_owned(),
        scale: 1.0,
        samples: 100,
        below_half,
        spikes: 0,
        first: Vec::new(),
    };
    let rows = vec![row];
    Some(Robust { rounds: 1, rows })
}

pub(in crate::judge) fn sensor(sensed: Sensed) -> Vec<SensorFault> {
    vec![SensorFault {
        recording: "one".to_owned(),
        joint: "j1".to_owned(),
        sensed,
    }]
}

#[track_caller]
fn check(found: &Identification, grade: Grade, said: &str) {
    let facts = Facts::of(&MODEL, found);
    assert_eq!((Grade::of(&facts), &*headline(&facts)), (grade, said));
}

#[test]
fn what_is_poor_is_said_by_what_makes_it_so() {
    let of = |change: &dyn Fn(&mut Identification), said: &str| {
        let mut found = sound();
        change(&mut found);
        check(&found, Grade::Poor, said);
    };
    let strays = "The recording has a fault: measured velocities or accelerations do not belong to its positions.";
    of(
        &|found| found.sensors = sensor(Sensed::WrongVelocity(Mismatch::Sign)),
        strays,
    );
    let cannot = "No robot has these parameters: the recording does not fit the description.";
    let negative = |found: &mut Identification| {
        let mut all = found.estimation.parameters_mut();
        all.find(|p| p.name == "fv_j1").expect("friction").value = -1.0;
    };
    of(&negative, cannot);
    let senseless =
        "A sensor is dead or saturated, or drops out: what it recorded is not what happened.";
    of(
        &|found| found.sensors = sensor(Sensed::DeadTorque),
        senseless,
    );
    let odd = |found: &mut Identification| {
        found.processing.rate = 4.9;
        set(&mut found.fits.joints, [(0.97, 1.0), (0.95, 1.0)]);
    };
    let of_odd_rate =
        "No robot is recorded at this rate, and the model does not hold: time is in another unit.";
    of(&odd, of_odd_rate);
    of(&|found| set_unseen(found, [(0.97, 1.0), (0.5, 4.0)]), FAILS);
    of(
        &|found| found.cross_validation = parts(found, [(0.97, 1.0), (0.5, 4.0)]),
        INCONSISTENT,
    );
    of(
        &|found| found.excitation.rank -= 1,
        "The motion does not reveal every parameter: record a richer one.",
    );
    let unexplained = "The model does not explain the measured torques.";
    let seen_and_unseen = |found: &mut Identification| {
        set(&mut found.fits.joints, [(0.97, 1.0), (0.5, 1.0)]);
        set_unseen(found, [(0.97, 1.0), (0.5, 1.0)]);
    };
    of(&seen_and_unseen, unexplained);
    // What unseen data do not explain is as bad.
    of(
        &|found| set_unseen(found, [(0.97, 1.0), (0.55, 1.4)]),
        unexplained,
    );
    let displaced = |found: &mut Identification| {
        let p = &mut found.estimation.base[0];
        (p.std, p.bias) = (Some(0.1f64.hypot(0.2)), Some(-0.2));
    };
    of(
        &displaced,
        "Errors of the measured motion bias the parameters by more than their deviations.",
    );
}

#[test]
fn what_asks_for_care_is_said_by_what_does_so() {
    let of = |change: &dyn Fn(&mut Identification), said: &str| {
        let mut found = sound();
        change(&mut found);
        check(&found, Grade::Care, said);
    };
    of(&|found| found.validation = None, UNTESTED);
    let assumed = |found: &mut Identification| {
        let all = found.estimation.parameters_mut().take(4);
        all.for_each(|p| p.quality = Quality::Assumed);
    };
    of(
        &assumed,
        "Most parameters are those that were assumed: the recording hardly changed them.",
    );
    let repeats = |found: &mut Identification| {
        found.validation.as_mut().expect("validation").repeats = true;
    };
    of(
        &repeats,
        "The model fits what was recorded; what was held out is the same motion and tests nothing else.",
    );
    of(
        &|found| set_unseen(found, [(0.97, 1.0), (0.9, 1.6)]),
        WEAKENS,
    );
    of(
        &|found| set_unseen(found, [(0.97, 1.0), (0.95, 1.0)]),
        TOO_LITTLE,
    );
    of(&|found| found.lacks = vec![lack(false)], LACKS);
    of(&|found| found.given = given(3.1), CONTRADICTED);
    of(&|found| found.robust = weighed(11), MANY_OUTLIERS);
    let still = |found: &mut Identification| {
        let validation = found.validation.as_mut().expect("validation");
        validation.fits.joints[1].samples = 0;
    };
    let not_every = "The model predicts unseen data, but not every joint was put to the test.";
    of(&still, not_every);
    // What R² a joint has that was not put to the test says nothing, as little as it may be.
    let still_and_bad = |found: &mut Identification| {
        still(found);
        set_unseen(found, [(0.97, 1.0), (0.3, 1.0)]);
    };
    of(&still_and_bad, not_every);
    of(
        &|found| set_unseen(found, [(0.3, 0.9); 2]),
        "The model fits what was recorded; what was held out puts no joint to the test.",
    );
    let in_part = |found: &mut Identification| {
        set(&mut found.fits.joints, [(0.97, 1.0), (0.95, 1.0)]);
    };
    of(
        &in_part,
        "The model is usable, with care for what is said below.",
    );
    // A torque that hardly varies has no variance to explain.
    let constant = |found: &mut Identification| {
        let fit = &mut found.fits.joints[0];
        (fit.r2, fit.nrmse) = (0.1, 0.02);
    };
    of(
        &constant,
        "The model is usable, with care for what is said below.",
    );
    let untested = |found: &mut Identification| {
        in_part(found);
        found.validation = None;
    };
    of(
        &untested,
        "The model explains what was recorded in part; whether it predicts other motion was not tested.",
    );
}

#[test]
fn what_is_just_good_enough_is_sound() {
    for change in [
        (|_| ()) as fn(&mut Identification),
        |found| found.given = given(2.9),
        |found| found.robust = weighed(10),
        |found| set(&mut found.fits.joints, [(0.950_1, 1.0), (0.97, 1.0)]),
        |found| set_unseen(found, [(0.97, 1.0), (0.950_1, 1.0)]),
        |found| found.sensors = sensor(Sensed::StillPosition),
        |found| {
            let all = found.estimation.parameters_mut().take(3);
            all.for_each(|p| p.quality = Quality::Assumed);
        },
    ] {
        let mut found = sound();
        change(&mut found);
        check(&found, Grade::Sound, SOUND);
    }
}

/// Neither prediction nor density says more of bodies that are held against the recordings, but a dead sensor does.
#[test]
fn what_is_known_of_bodies_and_contradicts_the_recordings_is_said() {
    let said = "What is known of bodies contradicts the recordings: one of the two is wrong.";
    let mut found = sound();
    for (name, value) in [("mx_a", 8.0), ("Lzz_a", 1.0)] {
        let mut all = found.estimation.parameters_mut();
        let p = all.find(|p| p.name == name).expect("a parameter");
        (p.value, p.std) = (value, Some(1e-9));
    }
    let cannot = "No robot has these parameters: the recording does not fit the description.";
    check(&found, Grade::Poor, cannot);
    found.estimation.realised = Some(Realised {
        residual_ratio: 3.0,
        limited: vec!["a (mass)".to_owned()],
        unlimited_ratio: Some(1.0),
        ..Realised::default()
    });
    check(&found, Grade::Care, said);
    set_unseen(&mut found, [(0.97, 1.0), (0.5, 4.0)]);
    check(&found, Grade::Poor, said);
    found.sensors = sensor(Sensed::DeadTorque);
    let senseless =
        "A sensor is dead or saturated, or drops out: what it recorded is not what happened.";
    check(&found, Grade::Poor, senseless);
}

/// A term of the file whose value was given is not one that the model lacks; whatever else it lacks is.
#[test]
fn a_value_that_was_given_and_is_wrong_is_no_term_that_is_lacking() {
    for (lacks, value, said) in [
        (vec![lack(true)], 3.1, CONTRADICTED),
        (vec![lack(true), lack(false)], 3.1, LACKS),
        (vec![lack(true)], 2.9, LACKS),
    ] {
        let mut found = sound();
        (found.lacks, found.given) = (lacks, given(value));
        check(&found, Grade::Care, said);
    }
}

/// Unseen data of a robot with a tenth more of everything, which are not predicted, but parts of the other recordings are.
pub(in crate::judge) fn of_another_robot() -> Identification {
    let mut found = sound();
    let mut own = found.estimation.clone();
    for (p, k) in own.parameters_mut().zip(1u32..) {
        p.value = 1.1 * f64::from(k);
    }
    for (p, k) in found.estimation.parameters_mut().zip(1u32..) {
        p.value = f64::from(k);
    }
    set_unseen(&mut found, [(0.97, 1.0), (0.5, 4.0)]);
    let validation = found.validation.as_mut().expect("validation");
    (validation.own, validation.differing) = (Some(own), validation.recordings.clone());
    found.cross_validation = parts(&found, [(0.97, 1.0); 2]);
    found
}

#[test]
fn another_robot_is_named_where_parts_of_its_own_recordings_are_predicted() {
    let mut found = of_another_robot();
    let holds = found.cross_validation.clone();
    let fails = parts(&found, [(0.97, 1.0), (0.5, 4.0)]);
    for (parts, said) in [(None, FAILS), (holds.clone(), OTHER_ROBOT), (fails, FAILS)] {
        found.cross_validation = parts;
        let changed = Facts::of(&MODEL, &found).change.is_some();
        assert_eq!(changed, said == OTHER_ROBOT);
        check(&found, Grade::Poor, said);
    }
    // Nor where the model does not hold itself.
    found.cross_validation = holds;
    found.excitation.rank -= 1;
    check(&found, Grade::Poor, FAILS);
    found.excitation.rank += 1;
    // What is less well predicted is another robot's as well.
    set_unseen(&mut found, [(0.97, 1.0), (0.9, 1.6)]);
    check(&found, Grade::Care, OTHER_ROBOT);
    // What is predicted is of this one.
    set_unseen(&mut found, [(0.97, 1.0); 2]);
    check(&found, Grade::Sound, SOUND);
}

#[test]
fn each_joint_is_judged_by_its_own_figures() {
    use Grade::{Care, Poor, Sound};
    let of = |change: &dyn Fn(&mut Identification), expected: [Grade; 2]| {
        let mut found = sound();
        change(&mut found);
        let all = joints(&Facts::of(&MODEL, &found));
        let found: Vec<(&str, Grade)> = all.iter().map(|j| (&*j.name, j.grade)).collect();
        assert_eq!(found, [("j1", expected[0]), ("j2", expected[1])]);
    };
    of(&|_| (), [Sound, Sound]);
    for (r2, grade) in [(0.950_1, Sound), (0.95, Care), (0.6, Care), (0.59, Poor)] {
        of(
            &|found| set(&mut found.fits.joints, [(r2, 1.0), (0.97, 1.0)]),
            [grade, Sound],
        );
    }
    for (unseen, grade) in [
        ((0.950_1, 1.0), Sound),
        ((0.95, 1.0), Care),
        ((0.9, 1.6), Care),
        ((0.5, 4.0), Poor),
    ] {
        of(
            &|found| set_unseen(found, [(0.97, 1.0), unseen]),
            [Sound, grade],
        );
    }
    of(&|found| found.validation = None, [Care, Care]);
    of(&|found| found.lacks = vec![lack(false)], [Care, Sound]);
    of(
        &|found| found.cross_validation = parts(found, [(0.5, 4.0), (0.97, 1.0)]),
        [Poor, Sound],
    );
    of(
        &|found| found.sensors = sensor(Sensed::StillPosition),
        [Sound, Sound],
    );
    of(
        &|found| found.sensors = sensor(Sensed::DeadTorque),
        [Poor, Poor],
    );
    let impossible = |found: &mut Identification| {
        let mut all = found.estimation.parameters_mut();
        all.find(|p| p.name == "fv_j1").expect("friction").value = -1.0;
    };
    of(&impossible, [Poor, Poor]);
}

/// The likeliest of several, of a robot that may be and of one that cannot.
#[test]
fn a_fault_of_the_recording_is_said_by_its_name() {
    let cause = |of: &str| Cause {
        fault: Fault::Sign {
            quantity: Quantity::Torque,
            of: vec![of.to_owned()],
        },
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: false,
    };
    let mut found = sound();
    found.causes = vec![cause("j1"), cause("j2")];
    let said = "The recording has a fault: the sign of torque j1.";
    check(&found, Grade::Poor, said);
    let all = joints(&Facts::of(&MODEL, &found));
    assert!(all.iter().all(|joint| joint.grade == Grade::Poor));
    let inertia = found.estimation.parameters_mut();
    let inertia = inertia.filter(|p| p.name == "Lzz_a");
    inertia.for_each(|p| p.value = -1.0);
    let said = "No robot has these parameters: the recording has a fault, the sign of torque j1.";
    check(&found, Grade::Poor, said);
}

/// Nearly all of a row's residual, or most of it where that moves parameters: each term alone or all of a row, not of two rows.
#[test]
fn terms_that_make_most_of_a_residual_ask_for_care() {
    let of = |row: &str, share: f64| Lack {
        row: row.to_owned(),
        share,
        ..lack(false)
    };
    for (lacks, moved, lacking) in [
        (vec![of("j1", 0.89)], false, false),
        (vec![of("j1", 0.9)], false, true),
        (vec![of("j1", 0.49)], true, false),
        (vec![of("j1", 0.5)], true, true),
        (vec![of("j1", 0.45), of("j1", 0.46)], false, true),
        (vec![of("j1", 0.45), of("j2", 0.46)], false, false),
        // What explains less than a tenth is not named, but adds to the others.
        (vec![of("j1", 0.85), of("j1", 0.06)], false, true),
    ] {
        let mut found = sound();
        found.lacks = lacks;
        if moved {
            let p = &mut found.estimation.base[0];
            (p.std, p.lacking) = (Some(0.1), Some(-0.1));
        }
        match lacking {
            true => check(&found, Grade::Care, LACKS),
            false => check(&found, Grade::Sound, SOUND),
        }
    }
    // Two thousandths of the torque at least.
    for (nrmse, lacking) in [(0.001_9, false), (0.002_1, true)] {
        let mut found = sound();
        found.lacks = vec![lack(false)];
        found.fits.joints[0].nrmse = nrmse;
        match lacking {
            true => check(&found, Grade::Care, LACKS),
            false => check(&found, Grade::Sound, SOUND),
        }
    }
}

/// A shift of one deviation widens this to 1.35 times itself, so that one of 0.1 is wider than noise for shifts from 0.074 on.
#[test]
fn a_shift_within_the_noise_moves_no_parameter() {
    for (by, moved) in [
        (0.001, false),
        (0.05, false),
        (-0.073, false),
        (-0.075, true),
        (0.1, true),
    ] {
        let mut found = sound();
        found.lacks = vec![Lack {
            share: 0.6,
            ..lack(false)
        }];
        let p = &mut found.estimation.base[0];
        (p.std, p.lacking) = (Some(0.1), Some(by));
        match moved {
            true => check(&found, Grade::Care, LACKS),
            false => check(&found, Grade::Sound, SOUND),
        }
    }
}

/// Rows of motors are named after these: the first turns with the first joint alone, the second with both. A motor that stands among
/// joints is its own row.
#[test]
fn what_a_motor_lacks_its_joint_lacks() {
    let mut found = sound();
    found.motors = found.fits.joints.clone();
    for (fit, name) in found.motors.iter_mut().zip(["m1", "m2"]) {
        fit.name = name.to_owned();
    }
    for (row, expected) in [
        ("m1", [Grade::Care, Grade::Sound]),
        ("m2", [Grade::Care, Grade::Care]),
    ] {
        found.lacks = vec![Lack {
            row: row.to_owned(),
            on_motor: true,
            ..lack(false)
        }];
        let facts = Facts::of(&MODEL, &found);
        assert_eq!(Grade::of(&facts), Grade::Care, "{row}");
        let all = joints(&facts);
        assert_eq!([all[0].grade, all[1].grade], expected, "{row}");
    }
    // Without the torque of the first motor the first joint has none, and the second motor stands alone.
    let first = &mut found.fits.joints[0];
    (first.name, first.is_motor) = ("m2".to_owned(), true);
    found.motors.remove(0);
    let all = joints(&Facts::of(&MODEL, &found));
    assert_eq!([all[0].grade, all[1].grade], [Grade::Care; 2]);
    found.lacks[0].row = "m1".to_owned();
    let all = joints(&Facts::of(&MODEL, &found));
    assert_eq!([all[0].grade, all[1].grade], [Grade::Sound; 2]);
}

#[test]
fn residuals_on_unseen_data_are_told_as_so_many_times_those_seen() {
    let mut found = sound();
    set(&mut found.fits.joints, [(0.97, 2.0), (0.97, 0.5)]);
    set_unseen(&mut found, [(0.97, 1.5), (0.7, 2.0)]);
    let all = Facts::of(&MODEL, &found).transferred();
    let all: Vec<_> = all.iter().map(|t| (&*t.name, t.ratio, t.outcome)).collect();
    let expected = [("j1", 0.75, Transfer::Holds), ("j2", 4.0, Transfer::Fails)];
    assert_eq!(all, expected);
    found.validation = None;
    assert!(Facts::of(&MODEL, &found).transferred().is_empty());
    // The same motion tests nothing.
    let mut found = sound();
    found.validation.as_mut().expect("validation").repeats = true;
    let all = Facts::of(&MODEL, &found).transferred();
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|t| t.outcome == Transfer::Untested));
}

/// Neither recordings that took no part nor parts of those that did are predicted badly.
#[test]
fn parameters_transfer_where_no_prediction_fails() {
    let transfers = |change: &dyn Fn(&mut Identification)| {
        let mut found = sound();
        change(&mut found);
        Judgement::of(&MODEL, &found).transfers
    };
    assert!(transfers(&|_| ()));
    assert!(transfers(&|found| found.validation = None));
    assert!(transfers(&|found| set_unseen(
        found,
        [(0.9, 1.6), (0.97, 1.0)]
    )));
    assert!(!transfers(&|found| set_unseen(
        found,
        [(0.5, 4.0), (0.97, 1.0)]
    )));
    assert!(!transfers(
        &|found| found.cross_validation = parts(found, [(0.5, 4.0), (0.97, 1.0)])
    ));
}

/// Less than 60 % explained, and more than `√0.4` of the torque left.
#[test]
fn a_torque_is_unexplained_where_little_is_explained_of_much() {
    let of = |r2: f64, nrmse: f64| {
        let mut fit = sound().fits.joints[0].clone();
        (fit.r2, fit.nrmse) = (r2, nrmse);
        Facts::is_unexplained(&fit)
    };
    assert!(of(0.599, 0.633) && of(-2.0, 0.633));
    assert!(!of(0.601, 0.633) && !of(0.599, 0.632) && !of(-2.0, 0.632));
    // Of no torque there is nothing to explain.
    assert!(!of(0.0, f64::INFINITY));
}

/// Parts of the recordings are predicted from the others, but one torque is not explained, or a sensor is dead.
#[test]
fn another_robot_is_not_named_where_the_model_does_not_hold_on_its_own_recordings() {
    let changed = |change: &dyn Fn(&mut Identification)| {
        let mut found = of_another_robot();
        change(&mut found);
        Facts::of(&MODEL, &found).change.is_some()
    };
    assert!(changed(&|_| ()));
    let unexplained = |found: &mut Identification| {
        set(&mut found.fits.joints, [(0.97, 1.0), (0.5, 4.0)]);
        set_unseen(found, [(0.5, 4.0), (0.5, 4.0)]);
    };
    assert!(!changed(&unexplained));
    // Parts of what is poorly explained are predicted no worse than that, but nothing is explained of one.
    let of_parts = |r2: f64| {
        changed(&|found| {
            set(&mut found.fits.joints, [(0.97, 1.0), (0.65, 1.0)]);
            found.cross_validation = parts(found, [(0.97, 1.0), (r2, 1.0)]);
        })
    };
    assert!(of_parts(0.65) && !of_parts(0.4));
    assert!(!changed(&|found| found.sensors = sensor(Sensed::DeadTorque)));
}

#[test]
fn each_grade_has_its_words() {
    let words = [Grade::Sound, Grade::Care, Grade::Poor].map(Grade::word);
    assert_eq!(words, ["Sound", "Use with care", "Not to be relied on"]);
}

/// What was measured in place of torques has rows, not joints.
#[test]
fn a_headline_of_rows_speaks_of_rows() {
    let mut found = sound();
    found.estimation.measured_rows = vec!["j1".to_owned(), "j2".to_owned()];
    set_unseen(&mut found, [(0.97, 1.0), (0.95, 1.0)]);
    assert_eq!(
        Judgement::of(&MODEL, &found).headline,
        "The model predicts unseen data, but explains too little of some row."
    );
}

/// What was not tested before what was assumed, that before what is predicted less well; terms that are lacking before values that are
/// contradicted, these before outliers; what the motion does not show before what the model does not explain.
#[test]
fn of_several_reservations_the_first_is_said() {
    let of = |change: &dyn Fn(&mut Identification), grade: Grade, said: &str| {
        let mut found = sound();
        change(&mut found);
        check(&found, grade, said);
    };
    let assumed = |found: &mut Identification| {
        let all = found.estimation.parameters_mut().take(4);
        all.for_each(|p| p.quality = Quality::Assumed);
    };
    let untested = |found: &mut Identification| {
        assumed(found);
        found.validation = None;
    };
    of(&untested, Grade::Care, UNTESTED);
    let weakens = |found: &mut Identification| {
        assumed(found);
        set_unseen(found, [(0.97, 1.0), (0.9, 1.6)]);
    };
    of(
        &weakens,
        Grade::Care,
        "Most parameters are those that were assumed: the recording hardly changed them.",
    );
    let contradicted = |found: &mut Identification| {
        (found.robust, found.given) = (weighed(11), given(3.1));
    };
    of(&contradicted, Grade::Care, CONTRADICTED);
    let lacks = |found: &mut Identification| {
        contradicted(found);
        found.lacks = vec![lack(false)];
    };
    of(&lacks, Grade::Care, LACKS);
    let lost = |found: &mut Identification| {
        set(&mut found.fits.joints, [(0.97, 1.0), (0.3, 1.0)]);
        found.excitation.rank -= 1;
    };
    of(
        &lost,
        Grade::Poor,
        "The motion does not reveal every parameter: record a richer one.",
    );
}

/// A filter before what seems to stray by it, velocities, sensors and time before parameters that come of them, sensors before time,
/// time before what is not predicted.
#[test]
fn of_several_faults_the_one_that_others_come_of_is_said() {
    let of = |change: &dyn Fn(&mut Identification), said: &str| {
        let mut found = sound();
        change(&mut found);
        check(&found, Grade::Poor, said);
    };
    let strays = |found: &mut Identification| {
        found.sensors = sensor(Sensed::WrongVelocity(Mismatch::Sign));
    };
    let odd = |found: &mut Identification| {
        found.processing.rate = 4.9;
        set_unseen(found, [(0.97, 1.0), (0.5, 4.0)]);
    };
    of(
        &|found| {
            strays(found);
            found.band_cut = Some(3.0);
        },
        "The filter takes a part of the motion away whose torques were recorded.",
    );
    let negative = |found: &mut Identification| {
        let mut all = found.estimation.parameters_mut();
        all.find(|p| p.name == "fv_j1").expect("friction").value = -1.0;
    };
    of(
        &|found| {
            strays(found);
            negative(found);
        },
        "The recording has a fault: measured velocities or accelerations do not belong to its positions.",
    );
    for others in [odd as fn(&mut Identification), negative] {
        of(
            &|found| {
                others(found);
                found.sensors = sensor(Sensed::DeadTorque);
            },
            "A sensor is dead or saturated, or drops out: what it recorded is not what happened.",
        );
    }
    for others in [(|_| ()) as fn(&mut Identification), negative] {
        of(
            &|found| {
                odd(found);
                others(found);
            },
            "No robot is recorded at this rate, and the model does not hold: time is in another unit.",
        );
    }
}
