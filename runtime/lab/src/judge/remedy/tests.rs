//! What is advised of figures that are set by hand.

use super::{Means, Remedy, remedies};
use crate::diagnose::{Cause, Evidence, Fault, Mismatch, Quantity, Sensed, SensorFault};
use crate::estimate::{Method, Realised};
use crate::identify::{Advice, Gain, Identification};
use crate::judge::Disturbance;
use crate::judge::facts::Facts;
use crate::judge::verdict::tests::{lack, of_another_robot, parts, set, set_unseen, sound};
use crate::judge::verdict::{Grade, headline};
use crate::lack::{Lack, Term};
use crate::options::EquationSide;
use crate::regression::Sparse;
use crate::regression::by_hand::MODEL;
use armwright_runtime::Model;

#[track_caller]
fn check(found: &Identification, expected: &[Remedy]) {
    assert_eq!(remedies(&Facts::of(&MODEL, found)), expected);
}

#[test]
fn nothing_is_advised_where_nothing_is_wanting() {
    check(&sound(), &[]);
    let mut found = sound();
    found.excitation.condition = 100.0;
    check(&found, &[]);
}

#[test]
fn more_excitation_helps_what_the_motion_does_not_show() {
    let mut found = sound();
    found.excitation.condition = 100.1;
    found.validation = None;
    check(&found, &[Remedy::ExciteMore, Remedy::Validate]);
    let mut found = sound();
    found.excitation.rank -= 1;
    check(&found, &[Remedy::ExciteMore]);
}

/// No motion is wanting where the model predicts: a richer one shows single parameters better.
#[test]
fn a_sound_model_needs_no_more_excitation() {
    let mut found = sound();
    found.excitation.condition = 100.1;
    assert_eq!(Grade::of(&Facts::of(&MODEL, &found)), Grade::Sound);
    check(&found, &[Remedy::ShowEach]);
}

/// Of few balances more of the same motion come first, as far as shorter intervals are more.
#[test]
fn shorter_intervals_come_before_more_motion() {
    let sparse = |shortest| Sparse {
        balances: 20,
        unknowns: 6,
        interval: 0.2,
        shortest,
    };
    let shorten = Remedy::Shorten(sparse(0.1));
    let mut found = sound();
    found.excitation.sparse = Some(sparse(0.1));
    check(&found, &[]);
    found.excitation.condition = 100.1;
    check(&found, std::slice::from_ref(&shorten));
    found.excitation.rank -= 1;
    check(&found, &[shorten, Remedy::ExciteMore]);
    found.excitation.rank += 1;
    found.excitation.sparse = Some(sparse(0.2));
    check(&found, &[Remedy::ShowEach]);
}

/// Errors of positions may be what the motion seems to lack.
#[test]
fn a_lower_cut_off_comes_before_more_motion() {
    let mut found = sound();
    let first = &mut found.estimation.base[0];
    (first.std, first.bias) = (Some(0.1), Some(0.2));
    check(&found, &[Remedy::ByInstruments]);
    for method in [Method::Iv, Method::Didim] {
        let mut by_instruments = found.clone();
        by_instruments.estimation.method = method;
        check(&by_instruments, &[]);
    }
    found.excitation.rank -= 1;
    check(&found, &[Remedy::FilterMore, Remedy::ExciteMore]);
}

/// By the estimator; colour of residuals counts as well where prediction fails.
#[test]
fn what_does_not_transfer_is_held_back() {
    for (method, remedy) in [
        (Method::Ols, Remedy::HoldBack),
        (Method::Wls, Remedy::HoldBack),
        (Method::Huber, Remedy::HoldBack),
        (Method::Tukey, Remedy::HoldBack),
        (Method::Essential, Remedy::HoldBack),
        (Method::OutputError, Remedy::HoldBack),
        (Method::Tls, Remedy::HoldBack),
        (Method::Energy, Remedy::HoldBack),
        (Method::Momentum, Remedy::HoldBack),
        (Method::Recursive, Remedy::HoldBack),
        (Method::Iv, Remedy::HoldBack),
        (Method::Didim, Remedy::HoldBack),
        (Method::Prior, Remedy::TrustNominalMore),
        (Method::Consistent, Remedy::TrustNominalMore),
        (Method::Ridge, Remedy::KeepNearNominal),
        (Method::Tsvd, Remedy::KeepNearNominal),
    ] {
        let mut found = sound();
        found.estimation.method = method;
        set_unseen(&mut found, [(0.7, 4.0), (0.97, 1.0)]);
        check(&found, &[Remedy::ExciteMore, remedy.clone()]);
        found.fits.joints[1].lag1 = 0.51;
        let extend = Remedy::ExtendModel(vec!["j2".to_owned()]);
        check(&found, &[Remedy::ExciteMore, remedy, extend]);
    }
}

/// More of this motion would not help, nor another description.
#[test]
fn another_robot_is_not_to_be_validated_with() {
    let mut found = of_another_robot();
    found.fits.joints[0].lag1 = 0.9;
    check(&found, &[Remedy::SameRobot]);
    found.cross_validation = None;
    check(
        &found,
        &[
            Remedy::ExciteMore,
            Remedy::HoldBack,
            Remedy::ExtendModel(vec!["j1".to_owned()]),
            Remedy::CheckDescription,
        ],
    );
}

#[test]
fn a_model_is_extended_where_the_fit_suffers() {
    for (r2, lag1, extended) in [
        (0.96, 0.51, false),
        (0.949, 0.5, false),
        (0.949, 0.51, true),
        (0.949, -0.9, false),
    ] {
        let mut found = sound();
        set(&mut found.fits.joints, [(0.97, 1.0), (r2, 1.0)]);
        found.fits.joints[1].lag1 = lag1;
        let extend = Remedy::ExtendModel(vec!["j2".to_owned()]);
        check(&found, extended.then_some(extend).as_slice());
    }
    // What explains too little of a torque is no term beside others.
    for (r2, extended) in [(0.4, false), (0.401, true)] {
        let mut found = sound();
        set(&mut found.fits.joints, [(0.97, 1.0), (r2, 1.0)]);
        found.fits.joints[1].lag1 = 0.9;
        let all = remedies(&Facts::of(&MODEL, &found));
        let extend = Remedy::ExtendModel(vec!["j2".to_owned()]);
        assert_eq!(all.contains(&extend), extended, "{r2}: {all:?}");
    }
    for (share, described) in [(0.099, false), (0.1, true)] {
        let mut found = sound();
        found.lacks = vec![Lack {
            share,
            ..lack(false)
        }];
        let term = "`quadratic` under `friction` of joint j1".to_owned();
        let describe = Remedy::Describe(vec![term]);
        check(&found, described.then_some(describe).as_slice());
    }
}

/// A term that is missing and explains the torque is neither a sign nor a unit; of another joint it says nothing.
#[test]
fn a_description_is_not_checked_where_a_missing_term_explains_the_torque() {
    for (r2, checked) in [
        ([0.3, 0.97], false),
        ([0.97, 0.3], true),
        ([0.3, 0.3], true),
    ] {
        let mut found = sound();
        set(&mut found.fits.joints, r2.map(|r2| (r2, 1.0)));
        found.lacks = vec![lack(false)];
        let all = remedies(&Facts::of(&MODEL, &found));
        assert_eq!(
            all.contains(&Remedy::CheckDescription),
            checked,
            "{r2:?}: {all:?}"
        );
    }
}

/// What acts at joints is not in the wrench on the base: a term of theirs explains none of it.
#[test]
fn no_term_is_advised_where_the_wrench_on_the_base_is_not_explained() {
    for (name, r2, is_astray) in [
        ("fz_base", -5.0, true),
        ("fz_base", 0.7, false),
        ("fz", -5.0, false),
    ] {
        let mut found = sound();
        found.lacks = vec![lack(false)];
        let mut fit = found.fits.joints[0].clone();
        (fit.name, fit.r2, fit.nrmse) = (name.to_owned(), r2, f64::sqrt(1.0 - r2));
        found.fits.joints.push(fit);
        found.fits.joints[0].lag1 = 0.9;
        for moves in [true, false] {
            let mut facts = Facts::of(&MODEL, &found);
            facts.moves = moves;
            let all = remedies(&facts);
            let described = all.iter().any(|one| matches!(one, Remedy::Describe(_)));
            assert_eq!(described, !is_astray, "{name} {r2}: {all:?}");
            let extended = all.iter().any(|one| matches!(one, Remedy::ExtendModel(_)));
            assert_eq!(extended, !is_astray, "{name} {r2}: {all:?}");
            let is_told = all.contains(&Remedy::CheckBase);
            assert_eq!(is_told, is_astray && moves, "{name} {r2}: {all:?}");
        }
    }
    let said = Remedy::CheckBase.sentence(&Means::default());
    assert!(
        said.contains("`orientation`") && said.contains("`axes`"),
        "{said}"
    );
}

/// Noise that nothing explains is not misread.
#[test]
fn a_base_that_is_misread_is_described_before_more_is_recorded() {
    let advised = |lag1: f64, moves: bool| {
        let mut found = sound();
        found.excitation.condition = 100.1;
        let mut fit = found.fits.joints[0].clone();
        (fit.name, fit.r2) = ("fx_base".to_owned(), -5.0);
        (fit.nrmse, fit.lag1) = (2.0, lag1);
        found.fits.joints.push(fit);
        let mut facts = Facts::of(&MODEL, &found);
        facts.moves = moves;
        remedies(&facts)
    };
    let (base, all) = (Remedy::CheckBase, Remedy::CheckDescription);
    let more = Remedy::ExciteMore;
    let first = [base.clone(), all.clone(), more.clone()];
    assert_eq!(advised(0.9, true), first);
    assert_eq!(advised(0.1, true), [more.clone(), base, all.clone()]);
    assert_eq!(advised(0.9, false), [more, all]);
}

/// Neither friction nor springs are in the wrench on the base: what follows itself there alone is of the IMU or of contacts.
#[test]
fn what_follows_itself_in_the_base_alone_is_no_term_of_joints() {
    let cases = [(0.1, true, true), (0.9, true, false), (0.1, false, false)];
    for (of_joint, moves, is_of_base) in cases {
        let mut found = sound();
        let mut fit = found.fits.joints[0].clone();
        (fit.name, fit.r2) = ("fx_base".to_owned(), 0.9);
        (fit.nrmse, fit.lag1) = (0.3, 0.9);
        found.fits.joints.push(fit);
        found.fits.joints[0].lag1 = of_joint;
        let mut facts = Facts::of(&MODEL, &found);
        facts.moves = moves;
        let all = remedies(&facts);
        let extended = all.iter().any(|one| matches!(one, Remedy::ExtendModel(_)));
        let is_told = all.contains(&Remedy::CheckBase);
        assert_eq!([is_told, extended], [is_of_base, !is_of_base], "{all:?}");
    }
}

#[test]
fn a_description_is_checked_where_a_torque_is_not_explained() {
    for (r2, checked) in [(0.61, false), (0.59, true)] {
        let mut found = sound();
        set(&mut found.fits.joints, [(r2, 1.0), (0.97, 1.0)]);
        set_unseen(&mut found, [(r2, 1.0), (0.97, 1.0)]);
        let remedy = Remedy::CheckDescription;
        check(&found, checked.then_some(remedy).as_slice());
    }
}

/// Columns that are exchanged leave something of every torque, but no part of the recordings predicts another.
#[test]
fn a_description_is_checked_where_parts_contradict_each_other() {
    for (r2, unseen, checked) in [
        (0.89, (0.5, 4.0), true),
        (0.91, (0.5, 4.0), false),
        (0.89, (0.89, 1.0), false),
    ] {
        let mut found = sound();
        set(&mut found.fits.joints, [(r2, 1.0), (0.97, 1.0)]);
        set_unseen(&mut found, [(r2, 1.0), (0.97, 1.0)]);
        found.cross_validation = parts(&found, [unseen, (0.97, 1.0)]);
        let remedy = Remedy::CheckDescription;
        check(&found, checked.then_some(remedy).as_slice());
    }
}

#[test]
fn validation_is_asked_for_where_there_is_none() {
    let mut found = sound();
    let validation = found.validation.as_mut().expect("validation");
    validation.fits.joints[1].samples = 0;
    check(&found, &[Remedy::ValidateJoints(vec!["j2".to_owned()])]);
    found.validation = None;
    check(&found, &[Remedy::Validate]);
}

/// Of joints that moved, it would be wrong to ask that they move.
#[test]
fn what_repeats_is_to_be_validated_with_another_motion() {
    let mut found = sound();
    found.validation.as_mut().expect("unseen data").repeats = true;
    check(&found, &[Remedy::ValidateMotion]);
}

/// Neither motion nor model is wanting while measured velocities are not those of the positions.
#[test]
fn velocities_that_stray_are_described_before_all_else() {
    let mut found = sound();
    found.excitation.condition = 1e3;
    found.fits.joints[1].r2 = 0.3;
    found.fits.joints[1].nrmse = 0.8;
    found.fits.joints[1].lag1 = 0.9;
    let strays = |sensed| SensorFault {
        recording: "run.csv".to_owned(),
        joint: "j2".to_owned(),
        sensed,
    };
    found.sensors = vec![
        strays(Sensed::StillPosition),
        strays(Sensed::WrongVelocity(Mismatch::Sign)),
        strays(Sensed::WrongAcceleration(Mismatch::Factor(57.3))),
    ];
    let columns = ["the velocity of j2", "the acceleration of j2"].map(str::to_owned);
    let remedy = Remedy::DescribeMotion(columns.to_vec());
    check(&found, std::slice::from_ref(&remedy));
    let said = remedy.sentence(&Means::default());
    assert!(
        said.starts_with("Describe the velocity of j2")
            && said.contains("leave measured velocities"),
        "{said}"
    );
}

/// Neither motion nor model is wanting while sensors fail, of which a joint that stands still is none.
#[test]
fn what_sensors_did_not_measure_is_recorded_again_before_all_else() {
    let sensor = |joint: &str, sensed| SensorFault {
        recording: "run.csv".to_owned(),
        joint: joint.to_owned(),
        sensed,
    };
    let mut found = sound();
    found.excitation.condition = 1e3;
    found.fits.joints[1].r2 = 0.3;
    found.fits.joints[1].nrmse = 0.8;
    found.fits.joints[1].lag1 = 0.9;
    found.sensors = vec![
        sensor("j1", Sensed::StillPosition),
        sensor("j2", Sensed::FrozenPosition(0.1)),
        sensor("j2", Sensed::SaturatedTorque(0.2)),
    ];
    let torque = vec!["the torque of j2".to_owned()];
    let again = Remedy::RecordAgain(found.sensors[1..].to_vec(), torque);
    check(&found, std::slice::from_ref(&again));
    found.validation = None;
    check(&found, &[again, Remedy::Validate]);
}

/// Without those of both joints nothing would be left to identify from.
#[test]
fn torques_are_left_out_where_others_remain() {
    let dead = |joint: &str| SensorFault {
        recording: "run.csv".to_owned(),
        joint: joint.to_owned(),
        sensed: Sensed::DeadTorque,
    };
    let mut found = sound();
    found.sensors = vec![dead("j1"), dead("j1")];
    let torque = vec!["the torque of j1".to_owned()];
    check(
        &found,
        &[Remedy::RecordAgain(found.sensors.clone(), torque)],
    );
    found.sensors[1] = dead("j2");
    let all = found.sensors.clone();
    check(&found, &[Remedy::RecordAgain(all, Vec::new())]);
}

/// Neither motion nor model is wanting while time is in another unit, unless no unit makes the rate that of a controller.
#[test]
fn time_is_described_before_what_the_motion_seems_to_lack() {
    let mut found = sound();
    found.excitation.condition = 1e3;
    set(&mut found.fits.joints, [(0.97, 1.0), (0.94, 1.0)]);
    found.processing.rate = 5e5;
    let clocks = [1e3, 60.0, 86_400.0].map(|factor| Fault::Time { factor });
    let undo = Remedy::Undo(clocks.to_vec());
    check(&found, std::slice::from_ref(&undo));
    found.validation = None;
    check(&found, &[undo, Remedy::Validate]);
    found.sensors = vec![SensorFault {
        recording: "run.csv".to_owned(),
        joint: "j2".to_owned(),
        sensed: Sensed::FrozenPosition(0.1),
    }];
    let all = remedies(&Facts::of(&MODEL, &found));
    assert!(matches!(all[0], Remedy::RecordAgain(..)), "{all:?}");
    found.sensors.clear();
    found.processing.rate = 1e-14;
    let all = remedies(&Facts::of(&MODEL, &found));
    assert_eq!(all.first(), Some(&Remedy::ExciteMore));
}

/// What bodies leave that are held against the recordings is wanting of neither motion nor model, unless as much is left without them.
#[test]
fn bodies_that_contradict_the_recordings_are_corrected_before_all_else() {
    let of = |without: f64| {
        let mut found = sound();
        found.excitation.condition = 1e3;
        found.fits.joints[1].lag1 = 0.9;
        (found.fits.joints[1].r2, found.fits.joints[1].nrmse) = (0.3, 0.8);
        found.estimation.realised = Some(Realised {
            residual_ratio: 3.0,
            limited: vec!["c (symmetry)".to_owned()],
            unlimited_ratio: Some(without),
            ..Realised::default()
        });
        found
    };
    let correct = Remedy::CorrectBodies(vec!["c (symmetry)".to_owned()]);
    let mut found = of(1.9);
    check(&found, std::slice::from_ref(&correct));
    found.validation = None;
    check(&found, &[correct, Remedy::Validate]);
    let others = remedies(&Facts::of(&MODEL, &of(2.1)));
    assert_eq!(others.first(), Some(&Remedy::ExciteMore));
}

/// A joint that was meant to stand still is locked in a robot file of its own; one that moves in some recording is not.
#[test]
fn joints_that_never_move_may_be_locked() {
    let still = |recording: &str| SensorFault {
        recording: recording.to_owned(),
        joint: "j2".to_owned(),
        sensed: Sensed::StillPosition,
    };
    let mut found = sound();
    found.recordings = vec!["one".to_owned(), "two".to_owned()];
    found.sensors = vec![still("one"), still("two")];
    check(&found, &[]);
    found.excitation.rank -= 1;
    let lock = Remedy::Lock(vec!["j2".to_owned()]);
    let said = lock.sentence(&Means::default());
    assert!(
        said.contains("where joint j2 is meant to stand still, write `locked`"),
        "{said}"
    );
    check(&found, &[Remedy::ExciteMore, lock]);
    found.sensors.pop();
    check(&found, &[Remedy::ExciteMore]);
}

/// The by-hand model couples its joints, and another one does not; torques alone have no sign of the transmission.
#[test]
fn a_sign_or_an_offset_may_be_of_the_transmission() {
    const SINGLE: Model = Model {
        transmission: &[2.0, 0.0, 0.0, 5.0],
        ..MODEL
    };
    let sign = |quantity| Fault::Sign {
        quantity,
        of: vec!["j1".to_owned()],
    };
    let offset = Fault::Offset {
        of: "j1".to_owned(),
        degrees: 180.0,
        first: true,
    };
    for (fault, may_be) in [
        (sign(Quantity::Torque), false),
        (sign(Quantity::Position), true),
        (sign(Quantity::Both), true),
        (offset, true),
    ] {
        let mut found = sound();
        found.causes = vec![Cause {
            fault: fault.clone(),
            evidence: Evidence::Fit,
            rows: EquationSide::Joint,
            lifts: Vec::new(),
            shared: false,
        }];
        for (model, may_be) in [(&MODEL, may_be), (&SINGLE, false)] {
            let facts = Facts::of(model, &found);
            let mut expected = vec![Remedy::Undo(vec![fault.clone()])];
            expected.extend(may_be.then_some(Remedy::CheckTransmission));
            assert_eq!(remedies(&facts), expected);
            let what = if may_be {
                "The recording or the robot file has a fault: "
            } else {
                "The recording has a fault: "
            };
            assert!(headline(&facts).starts_with(what), "{}", headline(&facts));
        }
    }
}

/// What is to be written is told, and nothing is to be checked before.
#[test]
fn a_sign_of_the_transmission_is_a_fault_of_the_robot_file() {
    let fault = Fault::Coupling {
        motor: "m2".to_owned(),
        joint: "j1".to_owned(),
        ratio: 3.0,
        instead: -3.0,
    };
    let mut found = sound();
    found.causes = vec![Cause {
        fault: fault.clone(),
        evidence: Evidence::Fit,
        rows: EquationSide::Motor,
        lifts: Vec::new(),
        shared: false,
    }];
    let facts = Facts::of(&MODEL, &found);
    assert_eq!(remedies(&facts), [Remedy::Undo(vec![fault])]);
    assert_eq!(
        headline(&facts),
        "The robot file has a fault: the sign of the ratio by which motor m2 turns with joint j1 (−3 taken for 3)."
    );
}

/// Whatever else is wanting; where nothing was held out that is still to be done.
#[test]
fn all_faults_that_a_recording_may_have_are_undone_before_all_else() {
    let sign = |of: &str| Fault::Sign {
        quantity: Quantity::Torque,
        of: vec![of.to_owned()],
    };
    let cause = |of: &str| Cause {
        fault: sign(of),
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: true,
    };
    let mut found = sound();
    found.excitation.condition = 1e3;
    found.causes = vec![cause("j2"), cause("j1")];
    let undo = Remedy::Undo(vec![sign("j2"), sign("j1")]);
    check(&found, std::slice::from_ref(&undo));
    found.validation = None;
    check(&found, &[undo, Remedy::Validate]);
}

#[test]
fn a_column_that_strays_in_several_recordings_is_named_once() {
    let stray = |recording: &str, sensed| SensorFault {
        recording: recording.to_owned(),
        joint: "j2".to_owned(),
        sensed,
    };
    let both = [
        Sensed::WrongVelocity(Mismatch::Sign),
        Sensed::WrongAcceleration(Mismatch::Sign),
    ];
    let mut found = sound();
    let in_each = ["one", "two"].map(|recording| both.map(|of| stray(recording, of)));
    found.sensors = in_each.concat();
    let columns = ["the velocity of j2", "the acceleration of j2"].map(str::to_owned);
    let remedy = Remedy::DescribeMotion(columns.to_vec());
    check(&found, std::slice::from_ref(&remedy));
    found.validation = None;
    check(&found, &[remedy, Remedy::Validate]);
}

/// Three of them at most, and none where parameters are barely told, but all are.
#[test]
fn motions_are_advised_where_some_parameter_is_not_excited_at_all() {
    let advice = |joint: &str| Advice {
        joints: vec![joint.to_owned()],
        others_held: false,
        gains: Vec::new(),
    };
    let all = ["j1", "j2", "a", "b"].map(advice);
    let mut found = sound();
    found.excitation.advice = all.to_vec();
    check(&found, &[]);
    found.excitation.condition = 100.1;
    check(&found, &[Remedy::ShowEach]);
    found.excitation.rank -= 1;
    let mut expected = vec![Remedy::ExciteMore];
    expected.extend(all.into_iter().take(3).map(Remedy::Move));
    check(&found, &expected);
}

/// Six of the parameters that it shows, and how many more.
#[test]
fn a_motion_is_advised_with_what_it_shows() {
    let said = |count: usize| {
        let gain = |k: usize| Gain {
            name: format!("p{k}"),
            unit: "kg".to_owned(),
            std: None,
            then: 0.1,
        };
        let advice = Advice {
            joints: vec!["j1".to_owned()],
            others_held: true,
            gains: (1..=count).map(gain).collect(),
        };
        Remedy::Move(advice).sentence(&Means::default())
    };
    let begin = "Move joint j1 alone, the others held at several places: shows p1, p2";
    assert_eq!(said(2), format!("{begin}."));
    assert_eq!(said(8), format!("{begin}, p3, p4, p5, p6, p7, p8."));
    assert_eq!(said(9), format!("{begin}, p3, p4, p5, p6 and 3 more."));
}

/// Terms that the robot file has words for are written there; a law that is held elsewhere says nothing of a joint, and one of friction
/// by load is held nowhere.
#[test]
fn laws_of_friction_are_fitted_once_a_joint() {
    let of = |joint: &str, term: Term| Lack {
        joint: Some(joint.to_owned()),
        row: joint.to_owned(),
        term,
        ..lack(false)
    };
    let mut found = sound();
    found.lacks = vec![
        of("j3", Term::Load),
        of("j1", Term::Warming),
        of("j2", Term::Quadratic),
        of("j2", Term::Stribeck { speed: 0.1 }),
        of("j1", Term::Drift),
        of("j1", Term::Stribeck { speed: 0.2 }),
    ];
    let described = Remedy::Describe(vec!["`quadratic` under `friction` of joint j2".to_owned()]);
    let [one, two, three] = ["joint j1", "joint j2", "joint j3"].map(|name| vec![name.to_owned()]);
    let by_load = Remedy::KnowLoad(three.clone());
    let both = Remedy::FitFriction([one.clone(), two.clone()].concat());
    check(&found, &[described.clone(), both.clone(), by_load.clone()]);
    // A motor may be called as a joint is.
    found.friction_held = ["motor j2".to_owned()].into();
    check(&found, &[described.clone(), both, by_load.clone()]);
    found.friction_held = ["joint j2".to_owned()].into();
    let (fit, show) = (Remedy::FitFriction(one), Remedy::ShowFriction(two.clone()));
    check(
        &found,
        &[described.clone(), fit.clone(), show, by_load.clone()],
    );
    // A law that has load as well would be held no more than that.
    found.lacks.push(of("j2", Term::Load));
    let both_by_load = Remedy::KnowLoad([three, two].concat());
    check(&found, &[described, fit, both_by_load]);
    found.lacks.pop();
    // Laws of the same recording would be those by load once more.
    found.lacks.retain(|lack| lack.term == Term::Load);
    check(&found, std::slice::from_ref(&by_load));
    found.friction_held.clear();
    check(&found, &[by_load]);
    // Errors of positions turn the direction of slow joints.
    let first = &mut found.estimation.base[0];
    (first.std, first.bias) = (Some(0.1), Some(0.2));
    check(&found, &[Remedy::ByInstruments]);
}

/// Nothing would be left to identify where all stand still, and each recording counts for its own joint.
#[test]
fn joints_are_locked_beside_others_that_move() {
    let still = |recording: &str, joint: &str| SensorFault {
        recording: recording.to_owned(),
        joint: joint.to_owned(),
        sensed: Sensed::StillPosition,
    };
    let mut found = sound();
    found.recordings = vec!["one".to_owned(), "two".to_owned()];
    found.excitation.rank -= 1;
    found.sensors = vec![still("one", "j1"), still("two", "j2")];
    check(&found, &[Remedy::ExciteMore]);
    found.sensors = vec![
        still("one", "j1"),
        still("one", "j2"),
        still("two", "j1"),
        still("two", "j2"),
    ];
    check(&found, &[Remedy::ExciteMore]);
    let several = Remedy::Lock(vec!["j1".to_owned(), "j2".to_owned()]);
    assert_eq!(
        several.sentence(&Means::default()),
        "Or, where joints j1, j2 are meant to stand still, write `locked` with that position at each of them in a copy of the \
         robot file: its base parameters are those that such a motion reveals."
    );
}

/// Before a richer motion is made it is looked at what happened in this one.
#[test]
fn a_stretch_that_is_far_from_the_model_is_left_out() {
    let mut found = sound();
    found.excitation.rank -= 1;
    let mut facts = Facts::of(&MODEL, &found);
    let hit = Disturbance {
        recording: "one".to_owned(),
        time: [3.0, 4.5],
        factor: 6.0,
    };
    facts.disturbance = Some(hit.clone());
    assert_eq!(
        remedies(&facts),
        [Remedy::LeaveOut(hit), Remedy::ExciteMore]
    );
}
