//! What is told of recordings of the robot by hand.

use armwright_robots::{double_pendulum, puma_shoulder};
use armwright_runtime::{Joint, Model, Parameter, Robot, Torque};

use super::{Identification, IdentificationError, IdentifyOptions, identify};
use crate::bodies::{Bodies, Body};
use crate::dataset::Dataset;
use crate::diagnose::{Cause, Evidence, Fault};
use crate::estimate::{Estimator, Method};
use crate::experiment::{Sensors, designed, simulate};
use crate::judge::{Finding, Judgement, Remedy};
use crate::lack::Term;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters::nominal;
use crate::random::Random;
use crate::recording::{Action, Arrays, Recording, Repair};
use crate::regression::Intervals;
use crate::regression::by_hand::{ByHand, MODEL, ROBOT, Written, of_motors, recording_from, rows};

/// A friction of the first joint that rises with the square of its speed, N·m·s²/rad².
const DRAG: f64 = 10.0;

/// Torques of nominal values by hand and such a drag, all of them times a factor, in a motion from a time on.
fn swung(from: f64, factor: f64, drag: f64) -> Recording {
    let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
    let mut random = Random::new(5);
    let mut recording = recording_from(from, 300);
    // Positions and accelerations that belong to its velocities.
    let column = |of: &dyn Fn(f64) -> f64| {
        (0..300)
            .map(|k| of(from + f64::from(k) / recording.rate))
            .collect()
    };
    let positions = vec![
        column(&|t| 0.1 + 0.125 * (4.0 * t + 0.6).sin() + 0.05 * t),
        column(&|t| 0.2 + 0.4 / 3.1 * (3.1 * t - 0.4).cos()),
    ];
    let accelerations = vec![
        column(&|t| -2.0 * (4.0 * t + 0.6).sin()),
        column(&|t| -1.24 * (3.1 * t - 0.4).cos()),
    ];
    (recording.position, recording.acceleration) = (positions, Some(accelerations));
    let columns = |of: &Option<Vec<Vec<f64>>>| of.clone().expect("columns");
    let (qd, qdd) = (
        columns(&recording.velocity),
        columns(&recording.acceleration),
    );
    let mut torque = vec![Vec::new(); 2];
    for k in 0..300 {
        let at = |columns: &[Vec<f64>]| [columns[0][k], columns[1][k]];
        let rows = rows(&at(&recording.position), &at(&qd), &at(&qdd));
        let drag = [drag * qd[0][k] * qd[0][k].abs(), 0.0];
        for ((column, row), drag) in torque.iter_mut().zip(rows).zip(drag) {
            let modelled: f64 = row.iter().zip(beta).map(|(y, b)| y * b).sum();
            column.push(factor * (modelled + drag + 0.02 * random.normal()));
        }
    }
    recording.torque = Some(torque);
    recording
}

fn processed(estimator: impl Into<IdentifyOptions>) -> IdentifyOptions {
    IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            decimate: Some(List(vec![2])),
            trim: Some(25),
            ..ProcessingOptions::default()
        },
        ..estimator.into()
    }
}

/// The identification of a robot from such torques.
fn identified(
    model: Model,
    factor: f64,
    drag: f64,
    estimator: impl Into<IdentifyOptions>,
) -> Identification {
    let robot = ByHand(Box::leak(Box::new(model)));
    let recordings = vec![swung(0.0, factor, drag)];
    identify(&robot, recordings, &processed(estimator)).expect("an identification")
}

#[test]
fn only_the_robot_that_was_identified_is_predicted() {
    let found = identified(MODEL, 1.0, 0.0, Method::Wls);
    let said = |robot: &dyn Robot| {
        let predicted = found.predict(robot, swung(3.0, 1.0, 0.0));
        predicted.err().map(|error| error.to_string())
    };
    assert_eq!(said(&ByHand(&MODEL)), None);
    let other = &double_pendulum::ROBOT;
    let [other_name, name] = [other.model().name, MODEL.name];
    let told = "is not the robot that was identified:";
    assert_eq!(
        said(other),
        Some(format!("{other_name} {told} that is {name}"))
    );
    let first = MODEL.base[0].name;
    let changed = Written(MODEL, |quantity, inputs, out| {
        ROBOT.evaluate(quantity, inputs, out)?;
        out[0] *= 2.0;
        Ok(())
    });
    assert_eq!(
        said(&changed),
        Some(format!(
            "{name} {told} the motion multiplies {first} otherwise"
        ))
    );
}

/// Torques three times as large as predicted say by themselves what they are of, also of a motion that was seen in another recording.
#[test]
fn what_is_held_out_speaks_for_itself_where_it_is_not_predicted() {
    let found = |from: f64, factor: f64| {
        let mut held = swung(from, factor, 0.0);
        (held.name, held.source) = ("held".to_owned(), "held".to_owned());
        let dataset = Dataset {
            training: vec![swung(0.0, 1.0, 0.0)],
            validation: vec![held],
        };
        let found = identify(&ByHand(&MODEL), dataset, &processed(Method::Wls));
        let found = found.expect("an identification");
        let validation = found.validation.expect("a validation");
        let is_crossed = found.cross_validation.is_some();
        (validation.repeats, validation.own.is_some(), is_crossed)
    };
    // Where it says nothing of how well others are predicted, parts of what was seen do.
    assert_eq!(found(1.7, 1.0), (false, false, false));
    assert_eq!(found(1.7, 3.0), (false, true, true));
    assert_eq!(found(0.0, 1.0), (true, false, true));
    assert_eq!(found(0.0, 3.0), (true, true, true));
}

/// One that is another part of what was seen does not speak for another robot, nor do those beside it.
#[test]
fn what_is_held_out_of_what_was_seen_does_not_speak_for_itself() {
    let held = |from: f64, source: &str| {
        let mut held = swung(from, 3.0, 0.0);
        (held.name, held.source) = (format!("{source} from {from} s"), source.to_owned());
        held
    };
    let own = |second: &str| {
        let dataset = Dataset {
            training: vec![swung(0.0, 1.0, 0.0)],
            validation: vec![held(1.7, "held"), held(2.9, second)],
        };
        let found = identify(&ByHand(&MODEL), dataset, &processed(Method::Wls));
        let validation = found.expect("an identification").validation;
        validation.expect("a validation").own.is_some()
    };
    assert_eq!(["third", "swing"].map(own), [true, false]);
}

/// Motors' torques are shares of those of joints, and their fits are by these.
#[test]
fn motors_have_fits_of_their_own_torques() {
    let recording = swung(0.0, 1.0, 0.0);
    let torque = recording.torque.clone().expect("torques");
    let mut options = processed(Method::Wls);
    options.processing = ProcessingOptions {
        decimate: Some(List(vec![1])),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        equations: Some(EquationSide::Motor),
        ..options.processing
    };
    let found = identify(&ByHand(&MODEL), vec![recording], &options).expect("an identification");
    assert_eq!(found.motors.len(), 2);
    for (k, (fit, name)) in found.motors.iter().zip(["m1", "m2"]).enumerate() {
        assert_eq!((fit.name.as_str(), fit.samples), (name, 250));
        // 25 samples are left out at each end.
        let squares = (25..275).map(|at| of_motors([torque[0][at], torque[1][at]])[k].powi(2));
        let size = (squares.sum::<f64>() / 250.0).sqrt();
        assert!((fit.rmse / fit.nrmse / size - 1.0).abs() < 1e-9, "{fit:?}");
    }
}

/// A robot of which nothing is known but what its joints can take: some four times the root mean square of their torques.
fn with_limits_alone() -> Model {
    let unknown = |parameter: &Parameter| Parameter {
        nominal: None,
        ..*parameter
    };
    let joint = |joint: &Joint| Joint {
        effort: Some(50.0),
        ..*joint
    };
    let (parameters, joints) = (MODEL.parameters.iter(), MODEL.joints.iter());
    Model {
        parameters: parameters.map(unknown).collect::<Vec<_>>().leak(),
        joints: joints.map(joint).collect::<Vec<_>>().leak(),
        ..MODEL
    }
}

/// Torques of a wrong size are none of which it could be said what a model of them lacks.
#[test]
fn what_the_model_lacks_is_told_of_torques_of_the_right_size_alone() {
    let right = identified(with_limits_alone(), 1.0, DRAG, Method::Wls);
    let terms: Vec<Term> = right.lacks.iter().map(|lack| lack.term).collect();
    assert_eq!((terms, right.causes), (vec![Term::Quadratic], vec![]));
    // N·mm, and torques of motors before gears of 1 to 50.
    for factor in [1000.0, 1.0 / 50.0] {
        let wrong = identified(with_limits_alone(), factor, DRAG, Method::Wls);
        assert_eq!(wrong.lacks, [], "{factor}");
        let [cause] = &wrong.causes[..] else {
            panic!("{:?}", wrong.causes);
        };
        assert_eq!(cause.evidence, Evidence::Limits);
        let fault = &cause.fault;
        let Fault::Size { low, high } = fault else {
            panic!("{fault:?}");
        };
        assert!(low * factor < 1.0 && 1.0 < high * factor, "{fault:?}");
    }
    // Nominal values tell that, too, before it is asked what is lacking.
    let wrong = identified(MODEL, 1000.0, DRAG, Method::Wls);
    assert_eq!((wrong.lacks, wrong.causes.len()), (vec![], 1));
}

/// However far a value that was given is off, and however large what that leaves.
#[test]
fn what_recordings_say_of_a_value_that_was_given_is_what_they_say_without_it() {
    let free = identified(MODEL, 1.0, 0.0, Method::Wls);
    let alone = free.estimation.parameter("m_b").expect("a parameter");
    for value in [3.0, 4.0] {
        let estimator = Estimator {
            known: vec![("m_b".to_owned(), value)],
            ..Method::Wls.into()
        };
        let held = identified(MODEL, 1.0, 0.0, estimator);
        let [given] = &held.given[..] else {
            panic!("{:?}", held.given);
        };
        assert_eq!(
            (&*given.name, &*given.unit, given.value),
            ("m_b", "kg", value)
        );
        let said = (given.estimated, given.std);
        assert_eq!(said, (Some(alone.value), alone.std), "{value}");
        assert_eq!(given.is_contradicted(), value == 4.0);
        assert_eq!(held.lacks, free.lacks, "{value}");
        let said = Judgement::of(&MODEL, &held).findings;
        let widened = said.contains(&Finding::WidenedForGiven);
        assert_eq!(widened, value == 4.0, "{said:?}");
        assert!(!said.contains(&Finding::Widened), "{said:?}");
    }
}

/// A mass of 1 kg is not that of 3 kg that moves: what it leaves is neither a fault of the recording nor a term that the model lacks.
#[test]
fn what_is_held_against_the_recordings_is_named_in_place_of_them() {
    let body = Body {
        mass: [Some(1.0); 2],
        ..Body::default()
    };
    let estimator = Estimator {
        bodies: Bodies {
            of: vec![("b".to_owned(), body)],
        },
        prior_weight: Some(0.5),
        ..Method::Consistent.into()
    };
    let found = identified(MODEL, 1.0, 0.0, estimator);
    assert_eq!(found.causes, []);
    assert_eq!(found.lacks, []);
    let judgement = Judgement::of(&MODEL, &found);
    let said = "What is known of bodies contradicts the recordings: one of the two is wrong.";
    assert_eq!(judgement.headline, said);
    let correct = Remedy::CorrectBodies(vec!["b (mass)".to_owned()]);
    assert_eq!(judgement.remedies.first(), Some(&correct));
}

/// Of a motion below 1.5 Hz a cut-off of 0.1 Hz leaves nothing that goes with its torques, and damping that outweighs all
/// equations nothing of the torques: neither says that anything was recorded wrong.
#[test]
fn what_is_done_to_a_recording_is_no_fault_of_it() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let mut random = Random::new(1);
    let motion = designed(model, 10.0, 10.0, &mut random);
    let theta = nominal(model);
    let sensors = Sensors::default();
    let simulated = simulate(robot, &theta, &motion, 200.0, &sensors, &mut random);
    let recording = simulated.expect("simulates").recording().expect("reads");
    let found = |options: IdentifyOptions| {
        let found = identify(robot, recording.clone(), &options).expect("identifies");
        let judged = Judgement::of(model, &found);
        let filtered = |finding: &Finding| matches!(finding, Finding::Filtered { .. });
        let told = judged.findings.iter().any(filtered);
        assert_eq!(found.causes, [], "{}", judged.headline);
        (told, judged.headline)
    };
    let filtered = |hertz: f64| IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(hertz)),
            ..ProcessingOptions::default()
        },
        ..Method::Wls.into()
    };
    let (told, headline) = found(filtered(0.1));
    assert!(told && headline.starts_with("The filter"), "{headline}");
    assert!(!found(filtered(20.0)).0);
    for damping in [1e4, 1e5, 1e6, 1e7, 1e8] {
        let damped = Estimator {
            damping: Some(damping),
            ..Method::Ridge.into()
        };
        found(damped.into());
    }
    // A description asks for a filter as options do.
    let mut described = recording.clone();
    described.options.cutoff = Some(Cutoff::Hertz(0.1));
    // But options come first.
    let asked = identify(robot, described.clone(), &filtered(20.0)).expect("identifies");
    assert_eq!(asked.band_cut, None);
    let described = identify(robot, described, &Method::Wls.into()).expect("identifies");
    assert!(described.band_cut.is_some_and(|band| band > 0.1));
    assert_eq!(described.causes, []);
    // Nor is it said of torques of any size, of which the filter leaves nothing to judge.
    let mut large = recording.clone();
    large
        .torque
        .iter_mut()
        .flatten()
        .flatten()
        .for_each(|torque| *torque *= 1e4);
    let large = identify(robot, large, &filtered(0.1)).expect("identifies");
    assert!(large.band_cut.is_some());
    assert_eq!(large.causes, []);
}

/// As many as there are parameters are not, whatever becomes of them.
#[test]
fn fewer_equations_than_parameters_are_refused() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let refused = |method: Method, samples: u32| {
        let column = |f: f64| (0..samples).map(|k| (f * f64::from(k)).sin()).collect();
        let position = vec![column(0.02), column(0.03)];
        let arrays = Arrays::new(200.0, position, vec![column(0.05), column(0.04)]);
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        let options = IdentifyOptions {
            processing: ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(25.0)),
                decimate: Some(List(vec![25])),
                trim: Some(25),
                ..ProcessingOptions::default()
            },
            ..method.into()
        };
        match identify(robot, vec![recording], &options) {
            Err(IdentificationError::TooFewRows { rows, parameters }) => Some((rows, parameters)),
            _ => None,
        }
    };
    for method in [Method::Wls, Method::Didim] {
        assert_eq!(refused(method, 180), Some((4, 6)), "{method:?}");
        assert_eq!(refused(method, 205), None, "{method:?}");
    }
}

/// Two seconds have no interval of a thousand, whatever is balanced over it.
#[test]
fn intervals_that_are_too_long_are_named() {
    let robot = &double_pendulum::ROBOT;
    let column = |f: f64| (0..400).map(|k| (f * f64::from(k)).sin()).collect();
    let position = vec![column(0.02), column(0.03)];
    let arrays = Arrays::new(200.0, position, vec![column(0.05), column(0.04)]);
    let recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    for method in [Method::Energy, Method::Momentum] {
        let estimator = Estimator {
            interval: Some(1000.0),
            ..method.into()
        };
        let options = IdentifyOptions {
            processing: ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(25.0)),
                decimate: Some(List(vec![25])),
                trim: Some(25),
                ..ProcessingOptions::default()
            },
            ..estimator.into()
        };
        let refused = identify(robot, vec![recording.clone()], &options);
        assert_eq!(
            refused.map(|_| ()).expect_err("no interval").to_string(),
            "0 balances remain for 6 parameters: shorten the intervals, record longer, or lower the velocity threshold",
            "{method:?}"
        );
    }
}

/// What pushes a slide one way with a mass, and the other way without: nothing that has a mass does.
#[test]
fn torques_of_the_wrong_sign_have_a_cause() {
    let found = |sign: f64| {
        let mut recording = swung(0.0, 1.0, 0.0);
        let torque = &mut recording.torque.as_mut().expect("torques")[1];
        torque.iter_mut().for_each(|torque| *torque *= sign);
        let found = identify(&ByHand(&MODEL), vec![recording], &processed(Method::Wls));
        found.expect("an identification").causes
    };
    assert_eq!(found(1.0), []);
    // Nothing is wrong with their size.
    let wrong = found(-1.0);
    let of_size = |cause: &Cause| matches!(cause.fault, Fault::Size { .. });
    assert!(!wrong.is_empty() && !wrong.iter().any(of_size), "{wrong:?}");
}

/// How long intervals are is another setting.
#[test]
fn a_band_that_was_asked_for_is_said_to_be() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let mut random = Random::new(1);
    let motion = designed(model, 4.0, 4.0, &mut random);
    let (theta, sensors) = (nominal(model), Sensors::default());
    let simulated = simulate(robot, &theta, &motion, 100.0, &sensors, &mut random);
    let recording = simulated.expect("simulates").recording().expect("reads");
    let asked = Estimator {
        reference_cutoff: Some(9.5),
        ..Method::Didim.into()
    };
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            ..ProcessingOptions::default()
        },
        ..asked.into()
    };
    let found = identify(robot, recording, &options).expect("identifies");
    let mut settings = found.estimation.settings.iter();
    let said = settings.find(|setting| setting.name == "reference-cutoff");
    let said = said.map(|setting| (setting.value, setting.rule.as_str()));
    assert_eq!(said, Some((9.5, "Hz, as was asked")));
}

/// Intervals that overlap are validated by the steps that they are made of; what torques nominal values would make is told of torques.
#[test]
fn balances_are_validated_by_steps_and_not_compared_with_torques() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let mut random = Random::new(1);
    let motion = designed(model, 4.0, 4.0, &mut random);
    let (theta, sensors) = (nominal(model), Sensors::default());
    let simulated = simulate(robot, &theta, &motion, 100.0, &sensors, &mut random);
    let recording = simulated.expect("simulates").recording().expect("reads");
    let found = |estimator: Estimator| {
        let options = IdentifyOptions {
            processing: ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(20.0)),
                ..ProcessingOptions::default()
            },
            ..estimator.into()
        };
        let found = identify(robot, recording.clone(), &options).expect("identifies");
        let validated = found.cross_validation.map(|validation| validation.fits);
        (validated.expect("long enough"), found.departure.is_some())
    };
    let [short, sliding] = [Intervals::Short, Intervals::Sliding].map(|intervals| {
        found(Estimator {
            intervals,
            ..Method::Momentum.into()
        })
    });
    assert_eq!(short, sliding);
    assert!(!short.1 && found(Method::Wls.into()).1);
}

/// Of what is seen and of what is held out a piece of 0.2 s is nothing to a filter, and one of 0.9 s where 0.5 s are dropped at both ends.
#[test]
fn pieces_that_are_left_out_are_said_of_all_recordings() {
    for (samples, trim) in [(20, 2), (90, 50)] {
        pieces_are_left_out(samples, trim);
    }
}

fn pieces_are_left_out(samples: u32, trim: usize) {
    let short = |start: f64| {
        let mut short = recording_from(0.0, samples);
        short.start = start;
        short
    };
    // So are rows that were bridged before.
    let bridged = |from: f64, name: &str| {
        let mut recording = swung(from, 1.0, 0.0);
        recording.repairs = vec![Repair {
            recording: name.to_owned(),
            time: [0.5, 0.75],
            rows: Some([50, 75]),
            count: 25,
            why: crate::recording::Cause::Missing,
            done: Action::Bridged,
        }];
        recording
    };
    let dataset = Dataset {
        training: vec![bridged(0.0, "seen"), short(50.0)],
        validation: vec![bridged(9.0, "held"), short(70.0)],
    };
    let mut options = processed(Method::Wls);
    options.processing = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(10.0)),
        decimate: Some(List(vec![4])),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        trim: Some(trim),
        ..ProcessingOptions::default()
    };
    let found = identify(&ByHand(&MODEL), dataset, &options).expect("an identification");
    let left_out = found.repairs.iter();
    let left_out = left_out.filter(|repair| repair.why == crate::recording::Cause::Unfilterable);
    let begin: Vec<f64> = left_out.map(|repair| repair.time[0]).collect();
    assert_eq!(begin, [50.0, 70.0]);
    let bridged = found.repairs.iter().filter(|r| r.done == Action::Bridged);
    let names: Vec<&str> = bridged.map(|repair| repair.recording.as_str()).collect();
    assert_eq!(names, ["seen", "held"]);
}

/// 25 samples of 300 are left out at each end, and a piece is called by its own name.
#[test]
fn samples_and_names_are_those_of_all_recordings() {
    let mut later = swung(9.0, 1.0, 0.0);
    (later.name, later.source) = ("later, 9 to 12 s".to_owned(), "later".to_owned());
    let recordings = vec![swung(0.0, 1.0, 0.0), later];
    let found = identify(&ByHand(&MODEL), recordings, &processed(Method::Wls));
    let found = found.expect("an identification");
    assert_eq!(found.samples, 2 * 250);
    assert_eq!(found.recordings, ["swing", "later, 9 to 12 s"]);
    // Spectra are those of the first.
    let first = identified(MODEL, 1.0, 0.0, Method::Wls);
    assert_eq!(found.spectra, first.spectra);
    assert_eq!(found.spectra.len(), 2);
}

/// The description of what was seen asks for half of its samples, and that of what is held out for nothing.
#[test]
fn what_is_held_out_is_processed_as_what_was_seen() {
    let mut seen = swung(0.0, 1.0, 0.0);
    seen.options = processed(Method::Wls).processing;
    let mut held = swung(1.7, 1.0, 0.0);
    (held.name, held.source) = ("held".to_owned(), "held".to_owned());
    let dataset = Dataset {
        training: vec![seen],
        validation: vec![held],
    };
    let found = identify(&ByHand(&MODEL), dataset, &Method::Wls.into());
    let found = found.expect("an identification");
    let validation = found.validation.expect("a validation");
    let rates = [&found.series, &validation.series].map(|series| series[0].rate);
    assert_eq!(rates, [50.0; 2]);
}

/// As what is seen has to.
#[test]
fn what_is_held_out_has_every_torque() {
    let mut held = swung(1.7, 1.0, 0.0);
    (held.name, held.source) = ("held".to_owned(), "held".to_owned());
    held.left_out = vec![Torque::joint(0)];
    let dataset = Dataset {
        training: vec![swung(0.0, 1.0, 0.0)],
        validation: vec![held],
    };
    match identify(&ByHand(&MODEL), dataset, &processed(Method::Wls)) {
        Err(IdentificationError::LeftOut { recording, .. }) => assert_eq!(recording, "held"),
        found => panic!("{:?}", found.map(|found| found.samples)),
    }
}

/// Ten samples of each value lag by four and a half. What is left by it is less than a fault of torques that are right leaves, but all changes
/// lie on one grid.
#[test]
fn torques_that_repeat_their_last_value_are_said_to_lag() {
    let robot = &puma_shoulder::ROBOT;
    let model = robot.model();
    let mut random = Random::new(5);
    let motion = designed(model, 5.0, 10.0, &mut random);
    let sensors = Sensors::default();
    let simulated = simulate(
        robot,
        &nominal(model),
        &motion,
        200.0,
        &sensors,
        &mut random,
    );
    let recording = simulated.expect("simulates").recording().expect("reads");
    let found = |every: usize| {
        let mut recording = recording.clone();
        for column in recording.torque.iter_mut().flatten() {
            *column = (0..column.len()).map(|k| column[k - k % every]).collect();
        }
        identify(robot, recording, &Method::Wls.into()).expect("identifies")
    };
    assert_eq!(found(1).causes, []);
    let held = found(10);
    let [cause] = &held.causes[..] else {
        panic!("{:?}", held.causes)
    };
    let Fault::SampleHold { samples, seconds } = cause.fault else {
        panic!("{cause:?}")
    };
    assert_eq!(samples, 10);
    assert!((seconds - 0.0225).abs() < 1e-6, "{seconds}");
}
