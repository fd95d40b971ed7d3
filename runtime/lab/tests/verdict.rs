//! The verdict says what the figures bear out: an identification of the specimen, its figures
//! changed one by one, or all at once.

use std::sync::OnceLock;

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::diagnose::{Cause, Evidence, Fault, Sensed, SensorFault};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::{CrossValidation, Given, Identification, identify};
use armwright_lab::judge::{Finding, Grade, Judgement, Means, Note, Remedy};
use armwright_lab::lack::{Lack, Term};
use armwright_lab::options::EquationSide;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json};
use armwright_lab::statistics::{Estimated, Quality};
use armwright_lab::study::Study;
use armwright_runtime::Robot;

fn recording(random: &mut Random) -> Recording {
    let motion = best_designed(&ROBOT, 20.0, random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &Sensors::default(), random);
    simulated.and_then(|s| s.recording()).expect("a recording")
}

/// A sound identification with validation; its figures are for tests to change.
fn sound() -> Identification {
    static FOUND: OnceLock<Identification> = OnceLock::new();
    let make = || {
        let mut random = Random::new(4);
        let (training, validation) = (vec![recording(&mut random)], vec![recording(&mut random)]);
        let dataset = Dataset {
            training,
            validation,
        };
        identify(&ROBOT, dataset, &Method::Wls.into()).expect("identifies")
    };
    FOUND.get_or_init(make).clone()
}

/// R² and RMS of both joints, on the data of the estimate and on unseen data.
fn with(seen: [f64; 2], unseen: [f64; 2]) -> Identification {
    let mut found = sound();
    let validation = found.validation.as_mut().expect("validation");
    for k in 0..2 {
        let fits = [&mut found.fits.joints[k], &mut validation.fits.joints[k]];
        for (fit, r2) in fits.into_iter().zip([seen[k], unseen[k]]) {
            (fit.r2, fit.rmse, fit.nrmse) = (r2, 1.0, (1.0 - r2).max(0.0).sqrt());
        }
    }
    found
}

fn judged(found: &Identification) -> Judgement {
    Judgement::of(ROBOT.model(), found)
}

#[test]
fn a_sound_model_needs_no_remedy() {
    let verdict = judged(&sound());
    assert_eq!(verdict.grade, Grade::Sound, "{verdict:?}");
    assert!(verdict.remedies.is_empty(), "{:?}", verdict.remedies);
    assert!(verdict.transfers);
}

#[test]
fn torques_of_the_wrong_sign_are_never_called_sound() {
    // A model fits negated torques, and predicts them, as well as it does the true ones.
    let mut random = Random::new(4);
    let negated = |mut recording: Recording| {
        for column in recording.torque.iter_mut().flatten() {
            column.iter_mut().for_each(|torque| *torque = -*torque);
        }
        recording
    };
    let dataset = Dataset {
        training: vec![negated(recording(&mut random))],
        validation: vec![negated(recording(&mut random))],
    };
    let found = identify(&ROBOT, dataset, &Method::Wls.into()).expect("identifies");
    assert!(found.fits.overall.r2 > 0.99);
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("No robot"),
        "{}",
        verdict.headline
    );
    assert!(
        verdict.reasons()[0].contains("impossible"),
        "{:?}",
        verdict.reasons()
    );
}

#[test]
fn prediction_that_does_not_transfer_is_said_on_the_page_and_to_programs() {
    // Figures as the KUKA KR300's public recordings give them: 0.95 where it was identified.
    let mut found = sound();
    let seen = &mut found.fits.joints[1];
    (seen.rmse, seen.r2) = (20.0, 0.95);
    let validation = found.validation.as_mut().expect("validation");
    let unseen = &mut validation.fits.joints[1];
    (unseen.rmse, unseen.r2) = (95.0, -0.4);
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains("fit the recording, not the robot"));
    assert!(page.contains("fits here only") && !page.contains(">good<"));
    let value: serde_json::Value =
        serde_json::from_str(&json(&study, &Means::default()).expect("JSON")).expect("JSON");
    assert_eq!(value["verdict"]["transfers"], false);
}

#[test]
fn poorly_known_parameters_are_named_on_the_page_with_their_reason() {
    let mut found = sound();
    let partner = found.estimation.base[1].name.clone();
    let weak = &mut found.estimation.base[0];
    weak.quality = Quality::Zero;
    (weak.std, weak.alone) = (Some(2.0 * weak.value.abs()), Some(weak.value.abs()));
    weak.correlated = Some((partner.clone(), -0.95));
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains(&format!("correlated with {partner} (r = −0.95)")));
}

/// The name of each of some findings or remedies.
fn kinds<T: std::fmt::Debug>(all: &[T]) -> Vec<String> {
    let text = all.iter().map(|one| format!("{one:?}"));
    text.map(|text| text.chars().take_while(|c| c.is_alphanumeric()).collect())
        .collect()
}

/// An identification of which everything is to be said.
fn of_everything() -> Identification {
    use armwright_lab::estimate::Realised;
    use armwright_lab::identify::{Advice, Essential, Robust, Simulated};
    use armwright_lab::part::LeftOut;
    let mut found = with([0.97, 0.85], [0.91, -0.4]);
    let validation = found.validation.as_mut().expect("validation");
    (
        validation.fits.joints[0].rmse,
        validation.fits.joints[1].rmse,
    ) = (1.6, 9.0);
    validation.fits.joints[1].nrmse = 1.2;
    let mut fits = validation.fits.clone();
    (fits.joints[0].rmse, fits.joints[0].r2) = (1.0, 0.97);
    found.cross_validation = Some(CrossValidation {
        parts: 5,
        period: Some(2.5),
        fits,
    });
    found.causes = vec![Cause {
        fault: Fault::Time { factor: 2.0 },
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: false,
    }];
    found.sensors = vec![SensorFault {
        recording: "a".to_owned(),
        joint: "q1".to_owned(),
        sensed: Sensed::DeadTorque,
    }];
    found.processing.rate = 1.0;
    found.estimation.left_out = vec![LeftOut {
        torque: "m9".to_owned(),
        side: EquationSide::Motor,
    }];
    found.estimation.measured_rows = vec!["w".to_owned()];
    found.estimation.biased = true;
    found.estimation.realised = Some(Realised {
        residual_ratio: 1.0,
        objective: 0.0,
        gap: 0.0,
        on_boundary: Vec::new(),
        at_zero: Vec::new(),
        limited: Vec::new(),
        unlimited_ratio: None,
        without_nominal: Vec::new(),
    });
    found.robust = Some(Robust {
        rounds: 1,
        rows: Vec::new(),
    });
    found.simulated = Some(Simulated {
        rounds: 1,
        reference_cutoff: Vec::new(),
        followed: Vec::new(),
        from_nominal: false,
        fault: None,
        least_squares: Vec::new(),
    });
    found.essential = Some(Essential {
        ratio: 10.0,
        level: 0.05,
        steps: Vec::new(),
        next: None,
    });
    found.given = vec![Given {
        name: "mx_a".to_owned(),
        unit: "kg·m".to_owned(),
        value: 1.0,
        estimated: None,
        std: None,
    }];
    found.fits.joints[0].nrmse = 0.1;
    found.fits.joints[1].lag1 = 0.8;
    found.lacks = vec![Lack {
        joint: Some("q1".to_owned()),
        row: "q1".to_owned(),
        term: Term::Quadratic,
        coefficients: vec![1.0],
        share: 0.5,
        before: 1.0,
        after: 0.5,
        unit: "N·m",
        alternatives: Vec::new(),
        in_model: false,
        on_motor: false,
        slides: false,
    }];
    found.excitation.rank -= 1;
    found.excitation.condition = 1234.0;
    found.excitation.advice = vec![Advice {
        joints: vec!["q1".to_owned()],
        others_held: false,
        gains: Vec::new(),
    }];
    for p in &mut found.estimation.drive {
        p.quality = Quality::Assumed;
    }
    let friction = found.estimation.parameters_mut();
    let friction = friction.filter(|p| p.name == "fv_m2");
    friction.for_each(|p| (p.value, p.std) = (-1.0, Some(0.1)));
    let weak = |p: &mut Estimated, quality: Quality, with: Option<&str>, alone: f64| {
        (p.quality, p.value, p.std, p.alone) = (quality, 1.0, Some(0.6), Some(alone));
        p.correlated = with.map(|with| (with.to_owned(), 0.95));
        p.effect = 0.3;
    };
    let base = &mut found.estimation.base;
    base[0].quality = Quality::Undetermined;
    let name = base[3].name.clone();
    weak(&mut base[1], Quality::Zero, None, 0.5);
    weak(&mut base[2], Quality::Poor, Some(&name), 0.5);
    weak(&mut base[4], Quality::Poor, None, 0.1);
    base[3].quality = Quality::Fair;
    base[5].quality = Quality::Good;
    (base[5].std, base[5].bias) = (Some(f64::hypot(0.1, 0.2)), Some(0.2));
    found
}

#[test]
fn findings_come_in_the_order_in_which_a_reader_asks() {
    let found = of_everything();
    let findings = judged(&found).findings;
    let expected = [
        "Impossible",
        "Caused",
        "Sensor",
        "OddRate",
        "LeftOut",
        "Explained",
        "Weighed",
        "Simulated",
        "Unseen",
        "Parts",
        "PartsFail",
        "Fails",
        "Weakens",
        "NotDiagnosed",
        "Lacking",
        "Widened",
        "Coloured",
        "NotExcited",
        "Given",
        "Chosen",
        "Known",
        "Lost",
        "Small",
        "Held",
        "Pairs",
        "Entangled",
        "Displaced",
        "Assumed",
        "Biased",
        "Realised",
        "Advised",
        "IllConditioned",
        "Unexplained",
    ];
    assert_eq!(kinds(&findings), expected);
    let base = &found.estimation.base;
    let overall = &found.validation.as_ref().expect("validation").fits.overall;
    let of_parts = &found.cross_validation.as_ref().expect("parts").fits.overall;
    let (rank, structural_rank) = (found.excitation.rank, found.excitation.structural_rank);
    let name = |k: usize| base[k].name.clone();
    let fall = |joint: &str, seen: f64, unseen: f64| armwright_lab::judge::Fall {
        joint: joint.to_owned(),
        seen,
        unseen,
    };
    let of_joint = |joint: &str| vec![joint.to_owned()];
    for finding in [
        Finding::LeftOut {
            torques: of_joint("m9"),
            base: structural_rank,
            unpredicted: Vec::new(),
        },
        Finding::Explained {
            r2: found.fits.overall.r2,
            nrmse: found.fits.overall.nrmse,
            worst: Some(("q2".to_owned(), 0.85)),
        },
        Finding::Unseen {
            r2: overall.r2,
            nrmse: overall.nrmse,
        },
        Finding::Parts {
            parts: 5,
            period: Some(2.5),
            r2: of_parts.r2,
            worst: ("q2".to_owned(), -0.4),
        },
        Finding::PartsFail(vec![fall("q2", 0.85, -0.4)]),
        Finding::Fails(vec![fall("q2", 0.85, -0.4)]),
        Finding::Weakens(vec![fall("q1", 0.97, 0.91)]),
        Finding::Coloured(of_joint("q2")),
        Finding::NotExcited {
            rank,
            structural_rank,
        },
        Finding::Given(found.given.clone()),
        Finding::Chosen {
            left_out: 0,
            all: 13,
            level: 0.05,
        },
        Finding::Known {
            all: 13,
            well: 1,
            fairly: 1,
            zero: 1,
        },
        Finding::Lost(vec![name(0)]),
        Finding::Small(vec![name(1)]),
        Finding::Held(
            found
                .estimation
                .drive
                .iter()
                .map(|p| p.name.clone())
                .collect(),
        ),
        Finding::Pairs(vec![(name(2), name(3), 0.95)]),
        Finding::Entangled(vec![name(4)]),
        Finding::Displaced(vec![name(5)]),
        Finding::IllConditioned(1234.0),
        Finding::Unexplained {
            joint: "q2".to_owned(),
            r2: 0.85,
        },
    ] {
        assert!(findings.contains(&finding), "{finding:?} in {findings:#?}");
    }
    // What is given is not counted among what was to be known; nothing moves in data that test nothing.
    let mut other = found.clone();
    other.estimation.base[5].quality = Quality::Given;
    other.excitation.condition = f64::INFINITY;
    other.fits.joints[1].name = "w".to_owned();
    let kept = |findings: &[Finding]| kinds(findings);
    let findings = judged(&other).findings;
    assert!(findings.contains(&Finding::Known {
        all: 12,
        well: 0,
        fairly: 1,
        zero: 1
    }));
    assert!(!kept(&findings).contains(&"IllConditioned".to_owned()));
    assert!(findings.contains(&Finding::LeftOut {
        torques: of_joint("m9"),
        base: structural_rank,
        unpredicted: of_joint("q2"),
    }));
    let mut rested = found.clone();
    let fit = &mut rested.validation.as_mut().expect("validation").fits.joints[0];
    (fit.rmse, fit.r2) = (0.9, 0.3);
    let kinds = kept(&judged(&rested).findings);
    let place = |kind: &str| kinds.iter().position(|k| k == kind);
    assert_eq!(place("Untested"), place("Fails").map(|k| k + 1));
    assert_eq!(place("Weakens"), None);
}

#[test]
fn remedies_come_in_the_order_of_their_effect() {
    let mut found = of_everything();
    // What a recording with a fault seems to lack may be nothing: that is undone first.
    assert_eq!(kinds(&judged(&found).remedies), ["Undo"]);
    let undo = Remedy::Undo(vec![Fault::Time { factor: 2.0 }]);
    assert_eq!(judged(&found).remedies, [undo]);
    found.causes.clear();
    // So is what a sensor did not measure.
    let torques = vec!["the torque of q1".to_owned()];
    let again = Remedy::RecordAgain(found.sensors.clone(), torques);
    assert_eq!(judged(&found).remedies, [again]);
    found.sensors.clear();
    // And so is the unit of time where one sample a second is a thousand.
    let clock = Remedy::Undo(vec![Fault::Time { factor: 1e-3 }]);
    assert_eq!(judged(&found).remedies, [clock]);
    found.processing.rate = 500.0;
    let expected = [
        "FilterMore",
        "ExciteMore",
        "Move",
        "HoldBack",
        "Describe",
        "ExtendModel",
        "CheckDescription",
    ];
    assert_eq!(kinds(&judged(&found).remedies), expected);
    let mut rested = found.clone();
    let fit = &mut rested.validation.as_mut().expect("validation").fits.joints[0];
    (fit.rmse, fit.r2) = (0.9, 0.3);
    let last = judged(&rested).remedies.pop();
    assert_eq!(last, Some(Remedy::ValidateJoints(vec!["q1".to_owned()])));
    let mut alone = found;
    alone.validation = None;
    let remedies = kinds(&judged(&alone).remedies);
    assert_eq!(
        remedies,
        [
            "FilterMore",
            "ExciteMore",
            "Move",
            "Describe",
            "ExtendModel",
            "CheckDescription",
            "Validate"
        ]
    );
}

#[test]
fn a_study_is_judged_and_interpreted() {
    let found = with([0.97, 0.96], [0.97, 0.96]);
    let study = Study::of(&ROBOT, found.clone(), None, vec![Note::Invented]);
    assert_eq!(study.notes, [Note::Invented]);
    assert_eq!(study.judgement, judged(&found));
    assert_eq!(study.identification.fits.joints, found.fits.joints);
    let interpretation = study.interpretation.expect("its own parameters");
    assert_eq!(interpretation.robot, "pendulum");
    assert!(interpretation.failure.is_some() && interpretation.physical.is_empty());
    assert!(interpretation.verification.is_some() && interpretation.bounds.is_some());
    assert!(study.physical.is_empty() && study.two_step.is_none() && study.methods.is_none());
    // What cannot be interpreted is a note behind the others.
    let mut infinite = found;
    infinite.estimation.base[1].value = f64::INFINITY;
    let study = Study::of(&ROBOT, infinite, None, vec![Note::Invented]);
    let why = Note::NotRecovered("mx_a is not a finite number".to_owned());
    assert_eq!(study.notes, [Note::Invented, why]);
    assert!(study.interpretation.is_none() && study.physical.is_empty());
}
