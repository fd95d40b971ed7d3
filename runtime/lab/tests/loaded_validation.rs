//! Validation with a recording of the same arm that carries a load, or has other torque constants: it is said, and
//! a clean validation says nothing of the kind.

use armwright_lab::dataset::Dataset;
use armwright_lab::diagnose::{Evidence, Fault, Sensed};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Change, ChangeCause, Finding, Grade, Judgement, Means, Remedy};
use armwright_lab::parameters::{nominal, standard};
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json};
use armwright_lab::study::Study;
use armwright_lab::thresholds::CHANGED;
use armwright_robots::{double_pendulum, mit_ddarm, puma560};
use armwright_runtime::{ParameterKind, Robot};

/// Mass, centre and inertia about it, in the frame of the last body.
const LOAD: [f64; 10] = [
    3.0, 0.03, -0.02, 0.15, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];

/// Nominal parameters with a share of the load on the last body.
fn loaded(share: f64) -> Vec<f64> {
    let model = puma560::ROBOT.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial { body: 5, component } = parameter.kind {
            *value += share * standard(LOAD)[component.at()];
        }
    }
    theta
}

fn recording(theta: &[f64], gain: f64, name: &str, random: &mut Random) -> Recording {
    let robot = &puma560::ROBOT;
    let motion = designed(robot.model(), 8.0, 16.0, random);
    let sensors = Sensors::default();
    let mut made = simulate(robot, theta, &motion, 200.0, &sensors, random).expect("a motion");
    made.torque
        .iter_mut()
        .flatten()
        .for_each(|tau| *tau *= gain);
    let mut recording = made.recording().expect("a recording");
    name.clone_into(&mut recording.source);
    name.clone_into(&mut recording.name);
    recording
}

/// Identified without a load, and validated with a share of it and another gain.
fn validated(share: f64, gain: f64, seed: u64) -> Identification {
    let random = &mut Random::new(seed);
    let dataset = Dataset {
        training: vec![recording(&loaded(0.0), 1.0, "empty", random)],
        validation: vec![recording(&loaded(share), gain, "other", random)],
    };
    identify(&puma560::ROBOT, dataset, &Method::Wls.into()).expect("identifies")
}

fn judged(found: &Identification) -> Judgement {
    Judgement::of(puma560::ROBOT.model(), found)
}

#[test]
fn a_load_of_the_validation_recording_is_named_with_its_mass() {
    for seed in 1..4 {
        let found = validated(1.0, 1.0, seed);
        let judgement = judged(&found);
        let Some(Change { cause, .. }) = &judgement.change else {
            panic!("seed {seed}: {:?}", judgement.findings);
        };
        let ChangeCause::Load(load) = cause else {
            panic!("seed {seed}: {cause:?}");
        };
        let mass = &load.values[0];
        let (value, std) = (mass.value.expect("told"), mass.std.expect("told"));
        assert!((value - LOAD[0]).abs() < 3.5 * std, "{value} ± {std} kg");
        assert!(std < 0.2 && load.body == "6" && !load.removed, "{load:?}");
        assert_eq!(judgement.remedies.first(), Some(&Remedy::SameRobot));
        assert_eq!(
            judgement.headline,
            "The model holds on its own recordings; what it was validated with is another robot's, or this one's with a load \
             or other gains."
        );
        let change = judgement.change.as_ref().expect("a load");
        assert_eq!(change.recordings, ["other"]);
        assert_eq!(change.explained, load.explained);
        assert!(
            !judgement.remedies.contains(&Remedy::ExciteMore) || found.excitation.condition > 30.0
        );
        let sentence = judgement
            .findings
            .iter()
            .find(|f| matches!(f, Finding::Changed(_)));
        let sentence = sentence.map(ToString::to_string).expect("a sentence");
        assert!(
            sentence.contains("explained")
                && sentence.contains("kg on body 6, or of another robot"),
            "{sentence}"
        );
        let study = Study::of(&puma560::ROBOT, found, None, Vec::new());
        let page = html(&study, &Means::default()).expect("a page");
        assert!(page.contains("kg on body 6, or of another robot"));
        let text = json(&study, &Means::default()).expect("JSON");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["verdict"]["change"]["load"]["body"], "6");
    }
}

#[test]
fn another_gain_of_the_drives_is_told_from_a_load() {
    let judgement = judged(&validated(0.0, 1.3, 2));
    let explained = judgement.change.as_ref().map(|change| change.explained);
    let cause = judgement.change.map(|change| change.cause);
    let Some(ChangeCause::Gain(gain)) = cause else {
        panic!("{cause:?}, {:?}", judgement.findings);
    };
    assert!((gain.factor - 1.3).abs() < 4.0 * gain.std, "{gain:?}");
    assert_eq!(explained, Some(gain.explained));
}

/// A load and another gain are more than a load: it explains a share, and that is said.
#[test]
fn what_explains_a_part_is_not_said_to_explain_all() {
    let mut partly = 0;
    for (share, gain) in [(1.0, 1.0), (1.0, 1.02), (1.0, 1.04)] {
        let judgement = judged(&validated(share, gain, 1));
        let Some(change) = judgement.change else {
            continue;
        };
        let p_value = match &change.cause {
            ChangeCause::Load(load) => load.p_value,
            ChangeCause::Gain(gain) => gain.p_value,
        };
        assert_eq!(change.wholly, p_value >= CHANGED, "{change:?}");
        let share = format!(" to {:.0} %", 100.0 * change.explained);
        assert_eq!(
            change.to_string().contains(&share),
            !change.wholly,
            "{change}"
        );
        partly += usize::from(!change.wholly);
    }
    assert!(partly > 0);
}

/// The sign of a torque of the validation recording alone, which a load of some kilograms on body 3 would explain.
#[test]
fn a_fault_of_the_validation_recording_is_no_load() {
    let random = &mut Random::new(1);
    let training = vec![recording(&loaded(0.0), 1.0, "empty", random)];
    let mut other = recording(&loaded(0.0), 1.0, "other", random);
    let torque = other.torque.as_mut().expect("torques");
    torque[2].iter_mut().for_each(|tau| *tau = -*tau);
    let dataset = Dataset {
        training,
        validation: vec![other],
    };
    let found = identify(&puma560::ROBOT, dataset, &Method::Wls.into()).expect("identifies");
    let judgement = judged(&found);
    assert!(judgement.change.is_none() && judgement.grade == Grade::Poor);
    let [Remedy::DescribeValidation(recordings, faults)] = judgement.remedies.as_slice() else {
        panic!("{:?}", judgement.remedies);
    };
    assert_eq!(recordings.as_slice(), ["other"]);
    let Some(Fault::Sign { of, .. }) = faults.first() else {
        panic!("{faults:?}");
    };
    assert_eq!(of.as_slice(), ["3"]);
    let study = Study::of(&puma560::ROBOT, found, None, Vec::new());
    let text = json(&study, &Means::default()).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["validation"]["causes"][0]["fault"], "sign");
}

/// A pendulum that moves for 16 s.
fn pendulum(name: &str, random: &mut Random) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let motion = designed(robot.model(), 8.0, 16.0, random);
    let (theta, sensors) = (nominal(robot.model()), Sensors::default());
    let made = simulate(robot, &theta, &motion, 200.0, &sensors, random).expect("a motion");
    let mut recording = made.recording().expect("a recording");
    name.clone_into(&mut recording.source);
    name.clone_into(&mut recording.name);
    recording
}

/// That of the elbow for 6 s.
#[test]
fn a_torque_that_is_held_in_what_is_not_predicted_is_named() {
    let random = &mut Random::new(3);
    let training = vec![pendulum("right", random)];
    let mut held = pendulum("held", random);
    let torque = held.torque.as_mut().expect("torques");
    let value = torque[1][800];
    torque[1][800..2000].fill(value);
    let dataset = Dataset {
        training,
        validation: vec![held],
    };
    let found = identify(&double_pendulum::ROBOT, dataset, &Method::Wls.into());
    let validation = found.expect("identifies").validation.expect("a validation");
    let [fault] = &validation.sensors[..] else {
        panic!("{:?}", validation.sensors);
    };
    assert!(matches!(fault.sensed, Sensed::HeldTorque(held) if held.value == value));
    assert_eq!(
        (fault.joint.as_str(), fault.recording.as_str()),
        ("elbow", "held")
    );
    assert!(validation.causes.is_empty(), "{:?}", validation.causes);
}

/// A torque that is too large in one of four recordings, which together are predicted well enough.
#[test]
fn good_recordings_do_not_hide_one_with_a_fault() {
    let random = &mut Random::new(3);
    let mut recorded = |name: &str| pendulum(name, random);
    let training = vec![recorded("right")];
    let mut validation: Vec<Recording> = ["a", "b", "c", "d"].map(&mut recorded).to_vec();
    let torque = validation[1].torque.as_mut().expect("torques");
    torque[1].iter_mut().for_each(|tau| *tau *= 1.35);
    let dataset = Dataset {
        training,
        validation,
    };
    let robot = &double_pendulum::ROBOT;
    let found = identify(robot, dataset, &Method::Wls.into()).expect("identifies");
    let validation = found.validation.as_ref().expect("a validation");
    assert!(validation.fits.joints.iter().all(|fit| fit.r2 > 0.95));
    assert_eq!(validation.differing, ["b"]);
    let factor = |fault: &Fault| match fault {
        Fault::Factor { of, factor, .. } => {
            of.as_slice() == ["elbow"] && (1.35 * factor - 1.0).abs() < 0.02
        }
        _ => false,
    };
    let fault = validation.causes.first().map(|cause| &cause.fault);
    assert!(fault.is_some_and(factor), "{:?}", validation.causes);
    let judgement = Judgement::of(robot.model(), &found);
    assert_ne!(judgement.grade, Grade::Sound);
    assert!(
        judgement.headline.contains("has a fault"),
        "{}",
        judgement.headline
    );
}

/// Thousandths of all torques are no gain of the drives, and a constant in one is no load.
#[test]
fn faults_that_parameters_of_its_own_would_explain_are_named() {
    let random = &mut Random::new(3);
    let training = vec![pendulum("right", random)];
    let other = pendulum("wrong", random);
    let faults = |wrong: &dyn Fn(&mut [Vec<f64>])| {
        let mut other = other.clone();
        wrong(other.torque.as_mut().expect("torques"));
        let dataset = Dataset {
            training: training.clone(),
            validation: vec![other],
        };
        let found = identify(&double_pendulum::ROBOT, dataset, &Method::Wls.into());
        let found = found.expect("identifies");
        let judgement = Judgement::of(double_pendulum::ROBOT.model(), &found);
        assert!(judgement.change.is_none(), "{:?}", judgement.change);
        let causes = found.validation.expect("a validation").causes;
        causes
            .into_iter()
            .map(|cause| (cause.fault, cause.evidence))
    };
    let thousandths = |torque: &mut [Vec<f64>]| {
        let all = torque.iter_mut().flatten();
        all.for_each(|tau| *tau *= 1e3);
    };
    let (fault, evidence) = faults(&thousandths).next().expect("a fault");
    let is_unit =
        matches!(&fault, Fault::Factor { of, factor, .. } if of.is_empty() && *factor == 1e-3);
    assert!(is_unit, "{fault:?}");
    assert_eq!(evidence, Evidence::Identified);
    let constant = |torque: &mut [Vec<f64>]| {
        let size = torque[1].iter().map(|tau| tau * tau).sum::<f64>();
        let by = 2.0 * (size / torque[1].len() as f64).sqrt();
        torque[1].iter_mut().for_each(|tau| *tau += by);
    };
    let (fault, _) = faults(&constant).next().expect("a fault");
    assert!(
        matches!(&fault, Fault::Bias { of, .. } if of == "elbow"),
        "{fault:?}"
    );
}

/// The position of the second joint never changes, though it moved.
#[test]
fn a_dead_encoder_of_what_is_not_predicted_is_named() {
    let (robot, random) = (&mit_ddarm::ROBOT, &mut Random::new(3));
    let mut recorded = |name: &str| {
        let motion = designed(robot.model(), 8.0, 10.0, random);
        let (theta, sensors) = (nominal(robot.model()), Sensors::default());
        let made = simulate(robot, &theta, &motion, 200.0, &sensors, random).expect("a motion");
        let mut recording = made.recording().expect("a recording");
        name.clone_into(&mut recording.source);
        name.clone_into(&mut recording.name);
        recording
    };
    let training = vec![recorded("right")];
    let mut dead = recorded("dead");
    dead.position[1].fill(0.3);
    let dataset = Dataset {
        training,
        validation: vec![recorded("moves"), dead],
    };
    let found = identify(robot, dataset, &Method::Wls.into()).expect("identifies");
    let validation = found.validation.expect("a validation");
    assert_eq!(validation.differing, ["dead"]);
    let [fault] = &validation.sensors[..] else {
        panic!("{:?} {:?}", validation.sensors, validation.causes);
    };
    assert_eq!(
        (fault.joint.as_str(), fault.sensed),
        ("2", Sensed::DeadPosition)
    );
}

/// Minutes that were taken for seconds: nothing of a motion sixty times as fast is left by the filter of the estimate, nor by one that suits another
/// recording beside it.
#[test]
fn time_in_another_unit_is_found_beyond_the_filter_of_the_estimate() {
    let (robot, random) = (&double_pendulum::ROBOT, &mut Random::new(3));
    let mut recorded = |name: &str| pendulum(name, random);
    let training = vec![recorded("right")];
    let mut minutes = recorded("minutes");
    minutes.rate *= 60.0;
    for beside in [None, Some(recorded("seconds"))] {
        let dataset = Dataset {
            training: training.clone(),
            validation: beside.into_iter().chain([minutes.clone()]).collect(),
        };
        let found = identify(robot, dataset, &Method::Wls.into()).expect("identifies");
        let validation = found.validation.as_ref().expect("a validation");
        assert_eq!(validation.differing, ["minutes"]);
        let fault = validation.causes.first().map(|cause| &cause.fault);
        let factor = |fault: &Fault| matches!(fault, Fault::Time { factor } if *factor == 60.0);
        assert!(fault.is_some_and(factor), "{:?}", validation.causes);
    }
}

#[test]
fn a_clean_validation_says_nothing_of_a_load() {
    for seed in 1..6 {
        let found = validated(0.0, 1.0, seed);
        let judgement = judged(&found);
        assert!(
            judgement.change.is_none() && judgement.transfers,
            "{:?}",
            judgement.findings
        );
        assert!(found.cross_validation.is_none());
    }
}

/// Where the model does not hold on its own recordings either, it is not the other's fault.
#[test]
fn a_model_that_does_not_hold_blames_no_load() {
    // The load is put on halfway.
    let mut spoiled = recording(&loaded(0.0), 1.0, "empty", &mut Random::new(4));
    let after = recording(&loaded(1.0), 1.0, "empty", &mut Random::new(4));
    let half = spoiled.samples() / 2;
    let columns = spoiled.torque.iter_mut().flatten();
    for (column, after) in columns.zip(after.torque.iter().flatten()) {
        column[half..].copy_from_slice(&after[half..]);
    }
    let random = &mut Random::new(5);
    let dataset = Dataset {
        training: vec![spoiled],
        validation: vec![recording(&loaded(1.0), 1.0, "other", random)],
    };
    let found = identify(&puma560::ROBOT, dataset, &Method::Wls.into()).expect("identifies");
    let judgement = judged(&found);
    assert!(
        judgement.change.is_none() && judgement.grade == Grade::Poor,
        "{:?}",
        judgement.findings
    );
}
