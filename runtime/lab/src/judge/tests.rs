//! Sentences as a whole, and why a parameter is poorly known, from both sides of each number that it turns on.

use super::{
    Change, ChangeCause, Disturbance, Fall, Finding, Judgement, Means, Note, Reason, Remedy,
    UnseenFault, notes,
};
use crate::compare::Gain;
use crate::dataset::Dataset;
use crate::diagnose::{Fault, Quantity, Sensed, SensorFault};
use crate::estimate::Method;
use crate::identify::{Compared, Followed, Given, Simulated};
use crate::judge::Grade;
use crate::judge::verdict::tests::lack;
use crate::recording::{Arrays, Noticed, Recording, Remark};
use crate::regression::Sparse;
use crate::statistics::{Estimated, Quality};
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// `p1`, `p2` and so on.
fn many(count: usize) -> Vec<String> {
    (1..=count).map(|k| format!("p{k}")).collect()
}

#[test]
fn sentences_without_figures_are_those_of_their_findings() {
    let two = || names(&["a", "b"]);
    for (finding, sentence) in [
        (
            Finding::NotValidated,
            "No data was held out, so nothing is known of how it predicts other motion.",
        ),
        (
            Finding::Repeated,
            "What was held out repeats a motion that was identified from: it says nothing of other motion.",
        ),
        (
            Finding::Assumed,
            "More than half of the base parameters come from what was assumed more than from the recordings.",
        ),
        (
            Finding::Widened,
            "Deviations are widened for what the model lacks.",
        ),
        (
            Finding::WidenedForGiven,
            "Deviations are widened for what a value leaves that was given.",
        ),
        (
            Finding::NotDiagnosed,
            "Faults of recordings and terms that the model lacks are known of joint torques alone, and were not looked \
             for.",
        ),
        (
            Finding::Filtered {
                cutoff: 0.1,
                band: 1.234,
            },
            "The cut-off of 0.1 Hz takes motion away, which goes to 1.23 Hz, and its torques are still there: take a higher \
             one, or leave it to be chosen. Faults of the recording were not looked for.",
        ),
        (
            Finding::Small(two()),
            "Poorly known because their torque is small beside the noise: a, b. For the same reason an error in them \
             hardly changes the prediction of motion like this one.",
        ),
        (
            Finding::FewSamples(two()),
            "Poorly known because few samples of their torque are independent, as noise follows itself for long: a, b. An \
             error in them changes the prediction. Longer recordings tell more.",
        ),
        (
            Finding::Moved(two()),
            "Poorly known because of what the model lacks: a, b.",
        ),
        (
            Finding::Entangled(two()),
            "Poorly known because the motion hardly tells them from several others together: a, b.",
        ),
        (
            Finding::Displaced(two()),
            "Errors of the measured motion (positions, and velocities or accelerations where they were recorded) bias by more \
             than a deviation: a, b. A lower cut-off, finer sensors, positions alone, or more motion at speed would help.",
        ),
        (
            Finding::Biased(Method::Ridge),
            "By ridge regression deviations say how noise scatters the estimate, not how far it is from the truth.",
        ),
        (
            Finding::Biased(Method::Consistent),
            "By a physically consistent fit deviations say how far the estimate is expected to be from the truth: by noise, \
             by nominal values that are as far off as the recordings find them, and by the boundary of what can exist.",
        ),
        (
            Finding::Undrawn,
            "Standard parameters have no deviations: fits to drawn noise and nominal values found no answer. Those of base \
             parameters are of least squares, and of how far the fit is from it.",
        ),
        (
            Finding::TooDense(names(&["body a", "body b"])),
            "impossible: no matter is so dense as body a, body b would be; are torques in another unit, or at the other \
             side of the transmission?",
        ),
        (Finding::Caused(Vec::new()), ""),
    ] {
        assert_eq!(finding.to_string(), sentence, "{finding:?}");
    }
    // Twelve names are listed, of each kind of list; fifteen are counted.
    let twelve = many(12).join(", ");
    for finding in [
        Finding::Lost(many(15)),
        Finding::Moved(many(15)),
        Finding::FewSamples(many(15)),
        Finding::Small(many(15)),
        Finding::Entangled(many(15)),
        Finding::Displaced(many(15)),
        Finding::LeftOut {
            torques: many(15),
            base: 3,
            unpredicted: Vec::new(),
        },
    ] {
        let said = finding.to_string();
        assert!(said.contains(&format!("{twelve} and 3 more")), "{said}");
    }
}

#[test]
fn falls_of_several_joints_stand_in_their_order() {
    let fall = |joint: &str, seen: f64, unseen: f64| Fall {
        joint: joint.to_owned(),
        seen,
        unseen,
    };
    let falls = vec![fall("q2", 0.987, 0.45), fall("q1", 0.5, -12.348)];
    assert_eq!(
        Finding::PartsFail(falls).to_string(),
        "Parts of the recordings are not predicted from the others for joints q2, q1: R² falls (q2 0.99 → 0.45, q1 0.50 → \
         −12.35)."
    );
}

fn gain(explained: f64, wholly: bool, recordings: &[&str]) -> Change {
    Change {
        recordings: names(recordings),
        cause: ChangeCause::Gain(Gain {
            factor: 1.05,
            std: 0.012_34,
            explained: 0.1,
            p_value: 0.2,
        }),
        explained,
        wholly,
    }
}

#[test]
fn a_change_says_which_recordings_how_much_and_by_what() {
    assert_eq!(
        gain(0.876, false, &["b.csv"]).to_string(),
        "The validation recording b.csv is explained to 88 % by a common gain of all drives, 1.0500 ± 0.0123, or of another \
         robot: parts of its own recordings are predicted from the others."
    );
    let whole = gain(0.876, true, &["b.csv", "c.csv"]);
    assert_eq!(
        whole.to_string(),
        "The validation recordings b.csv, c.csv are explained by a common gain of all drives, 1.0500 ± 0.0123, or of \
         another robot: parts of its own recordings are predicted from the others."
    );
    assert_eq!(
        Finding::Changed(whole.clone()).to_string(),
        whole.to_string()
    );
    let json = serde_json::to_value(&whole).expect("JSON");
    assert_eq!(
        json,
        serde_json::json!({
            "recordings": ["b.csv", "c.csv"],
            "gain": {"factor": 1.05, "std": 0.012_34, "explained": 0.1, "p_value": 0.2},
            "explained": 0.876,
            "wholly": true,
        })
    );
}

/// Whatever nothing else counts beside, what is a warning, and what the reasons leave to remedies.
#[test]
fn every_finding_has_its_rank() {
    use crate::estimate::Realised;
    use crate::identify::{Advice, Robust};
    let realised = Realised {
        residual_ratio: 1.0,
        objective: 3.0,
        gap: 2.0,
        ..Realised::default()
    };
    let sensor = SensorFault {
        recording: "a".to_owned(),
        joint: "q1".to_owned(),
        sensed: Sensed::StillPosition,
    };
    let advice = Advice {
        joints: names(&["q1"]),
        others_held: false,
        gains: Vec::new(),
    };
    let unexplained = Finding::Unexplained {
        joint: "q1".to_owned(),
        r2: 0.5,
    };
    let parts = Finding::Parts {
        parts: 4,
        period: None,
        r2: 0.9,
        worst: ("q1".to_owned(), 0.8),
    };
    let known = Finding::Known {
        all: 4,
        well: 3,
        fairly: 2,
        zero: 1,
    };
    let chosen = Finding::Chosen {
        left_out: 1,
        all: 2,
        level: 0.05,
    };
    let left_out = Finding::LeftOut {
        torques: names(&["q1"]),
        base: 2,
        unpredicted: Vec::new(),
    };
    let robust = Robust {
        rounds: 1,
        rows: Vec::new(),
    };
    let hit = Disturbance {
        recording: "a".to_owned(),
        time: [1.0, 2.0],
        factor: 5.0,
    };
    let filtered = Finding::Filtered {
        cutoff: 1.0,
        band: 2.0,
    };
    let unseen_fault = UnseenFault {
        recordings: names(&["b"]),
        impossible: names(&["fv_j1"]),
        causes: Vec::new(),
        sensors: Vec::new(),
    };
    let explained = Finding::Explained {
        r2: 1.0,
        nrmse: 0.0,
        worst: None,
    };
    let (r2, nrmse) = (1.0, 0.0);
    let unseen = Finding::Unseen { r2, nrmse };
    let (rank, condition) = (1, 1.0);
    let excited = Finding::Excited { rank, condition };
    let not_excited = Finding::NotExcited {
        rank: 0,
        structural_rank: 1,
    };
    let one = || names(&["a"]);
    for (finding, warning, alarm, reason) in [
        (parts, false, false, true),
        (known, false, false, true),
        (chosen, false, false, true),
        (left_out, false, false, true),
        (Finding::Realised(realised), false, false, true),
        (Finding::Weighed(Method::Huber, robust), false, false, true),
        (Finding::Sensor(sensor), true, true, true),
        (Finding::Changed(gain(0.5, true, &["b"])), true, false, true),
        (Finding::UnseenFault(unseen_fault), true, false, true),
        (Finding::NoSamples(names(&["b"])), true, false, true),
        (Finding::Differing(names(&["b"])), true, false, true),
        (Finding::Advised(advice), true, false, false),
        (Finding::IllConditioned(2e3), true, false, false),
        (unexplained, true, false, false),
        (explained, false, false, true),
        (unseen, false, false, true),
        (excited, false, false, true),
        (Finding::Given(Vec::new()), false, false, true),
        (Finding::FewSamples(one()), false, false, true),
        (Finding::Small(one()), false, false, true),
        (Finding::Held(one()), false, false, true),
        (Finding::Pairs(Vec::new()), false, false, true),
        (Finding::Entangled(one()), false, false, true),
        (Finding::NotValidated, true, false, true),
        (Finding::Repeated, true, false, true),
        (Finding::Fails(Vec::new()), true, false, true),
        (Finding::Weakens(Vec::new()), true, false, true),
        (Finding::PartsFail(Vec::new()), true, false, true),
        (Finding::Untested(one()), true, false, true),
        (Finding::Widened, true, false, true),
        (Finding::Coloured(one()), true, false, true),
        (not_excited, true, false, true),
        (Finding::Lost(one()), true, false, true),
        (Finding::Displaced(one()), true, false, true),
        (Finding::Biased(Method::Ridge), true, false, true),
        (Finding::Impossible(one()), true, true, true),
        (Finding::TooDense(one()), true, true, true),
        (Finding::Caused(Vec::new()), true, true, true),
        (Finding::OddRate(1.0), true, true, true),
        (Finding::NotDiagnosed, false, false, true),
        (Finding::Assumed, true, false, true),
        (Finding::Moved(names(&["mx_a"])), false, false, true),
        (Finding::Lacking(lack(false)), true, false, true),
        (Finding::Disturbed(hit), true, false, true),
        (filtered, true, false, true),
    ] {
        let found = (
            finding.is_warning(),
            finding.is_alarm(),
            finding.is_reason(),
        );
        assert_eq!(found, (warning, alarm, reason), "{finding:?}");
    }
}

#[test]
fn a_judgement_of_rows_speaks_of_rows() {
    let judgement = Judgement {
        grade: Grade::Care,
        headline: String::new(),
        findings: vec![
            Finding::Unexplained {
                joint: "power".to_owned(),
                r2: 0.5,
            },
            Finding::OddRate(5.0),
            Finding::Coloured(names(&["power"])),
        ],
        remedies: vec![
            Remedy::ValidateJoints(names(&["power"])),
            Remedy::CheckDescription,
        ],
        joints: Vec::new(),
        transfer: Vec::new(),
        change: None,
        rows: names(&["power"]),
        friction_held: false,
        transfers: true,
    };
    let rate = "5 samples a second are the rate of no robot's controller: time is in another unit (`time: {unit: ..}`). As \
                milliseconds in place of seconds it were 5000 samples a second.";
    let coloured = "Residuals of power are correlated in time: something systematic is not in the model. Deviations are \
                    widened for it.";
    let unexplained = "the model explains only 50 % of power";
    assert_eq!(judgement.alarms(), [rate]);
    assert_eq!(judgement.reasons(), [rate, coloured]);
    assert_eq!(judgement.warnings(), [unexplained, rate, coloured]);
    let means = Means {
        validate: "--validate FILE",
        ..Means::default()
    };
    assert_eq!(
        judgement.advice(&means),
        [
            "Validate with data in which power moves as well (--validate FILE).",
            "Check that joints, signs, units and sides in the description of the recording are those of the robot file: a \
             wrong one explains nothing anywhere.",
        ]
    );
}

#[test]
fn remedies_are_whole_sentences() {
    let means = Means {
        several_recordings: "several",
        cutoff: "filter",
        more_prior_weight: "weight",
        prior: "prior",
        instruments: "instruments",
        ridge: "ridge",
        hold_out: "hold",
        validate: "validate",
        robust: "robust",
        friction: "laws",
        compare: "compare",
        without_torque: "without",
        interval: "interval",
    };
    for (remedy, sentence) in [
        (
            Remedy::Shorten(Sparse {
                balances: 110,
                unknowns: 43,
                interval: 0.31,
                shortest: 0.155,
            }),
            "Shorten the intervals from 0.310 s, at least to half a period of the cut-off, 0.155 s, of which there are about 220 \
             (interval): 110 balances over intervals for 43 unknowns hardly tell noise.",
        ),
        (
            Remedy::FilterMore,
            "Filter positions at a lower `cutoff` (filter), or leave that to the recording where one was given.",
        ),
        (
            Remedy::ByInstruments,
            "Identify by instruments (instruments), which errors of positions do not bias.",
        ),
        (
            Remedy::ExciteMore,
            "Excite more: a motion that moves and accelerates every joint through its range, several joints at a time and at \
             different frequencies; several recordings can be given together (several).",
        ),
        (
            Remedy::CheckTransmission,
            "Before that, check the signs of the `transmission` in the robot file, which couples joints: a wrong one looks like a \
             sign or an offset of the recording, and turning that may give parameters of the mirrored robot.",
        ),
        (
            Remedy::ShowEach,
            "To know single parameters better, excite more: a motion that moves and accelerates every joint through its range, \
             several joints at a time and at different frequencies; several recordings can be given together (several).",
        ),
        (
            Remedy::HoldBack,
            "Hold what this motion does not show: keep it near its nominal values (prior) or small (ridge), and validate \
             again.",
        ),
        (
            Remedy::LeaveOut(Disturbance {
                recording: "run.csv".to_owned(),
                time: [12.04, 16.0],
                factor: 4.8,
            }),
            "Look at what happened from 12.0 to 16.0 s of run.csv: contact, a collision, another load. Identify without it \
             (`select` in the description of the recording), or with an estimator that gives it little weight (robust).",
        ),
        (
            Remedy::FitFriction(names(&["m3", "m6"])),
            "Fit the law of friction of m3, m6, and identify with it (laws); where it changes with time, measure temperatures \
             beside, or record when the robot is warm.",
        ),
        (
            Remedy::FitFriction(many(9)),
            "Fit the law of friction of p1, p2, p3, p4, p5, p6 and 3 more, and identify with it (laws); where it changes with \
             time, measure temperatures beside, or record when the robot is warm.",
        ),
        (
            Remedy::ShowFriction(many(9)),
            "Record a motion of p1, p2, p3, p4, p5, p6 and 3 more with low and high speeds in both directions, and fit the laws \
             of friction to that (laws): those that are held leave this. Where friction changes with time, measure \
             temperatures beside.",
        ),
        (
            Remedy::KnowLoad(names(&["joint 3", "motor m6"])),
            "Friction by load of joint 3, motor m6 follows from base parameters, and cannot be held: its law can be fitted for a \
             controller or a simulation, and of base parameters deviations are widened for it.",
        ),
        (
            Remedy::DescribeMotion(names(&["the velocity of q1"])),
            "Describe the velocity of q1 as measured (`sign`, `unit`, `columns`), or leave measured velocities and \
             accelerations out of the description: they are then taken from positions, and what is wrong with these is \
             looked for. Then identify again.",
        ),
        (
            Remedy::DescribeMotion(many(9)),
            "Describe p1, p2, p3, p4, p5, p6 and 3 more as measured (`sign`, `unit`, `columns`), or leave measured velocities \
             and accelerations out of the description: they are then taken from positions, and what is wrong with these is \
             looked for. Then identify again.",
        ),
        (
            Remedy::CorrectBodies(names(&["c (symmetry)", "b (mass)"])),
            "Correct what is known of bodies: c (symmetry), b (mass). Where all of it is certain, identify without it, to see what \
             is wrong with the recordings.",
        ),
        (
            Remedy::Lock(names(&["q2"])),
            "Or, where joint q2 is meant to stand still, write `locked` with that position at it in a copy of the robot file: \
             its base parameters are those that such a motion reveals.",
        ),
        (
            Remedy::ExtendModel(names(&["q2"])),
            "Look at what is not in the model: residuals of joint q2 are no noise. Friction beyond Coulomb and viscous \
             terms, a counterbalance or spring, an elastic gear and a payload look like this.",
        ),
        (
            Remedy::TrustNominalMore,
            "Trust nominal values more (weight, nearer to 1), and validate again.",
        ),
        (
            Remedy::KeepNearNominal,
            "Keep parameters near their nominal values, not near zero (prior), and validate again.",
        ),
        (
            Remedy::Describe(names(&["a term", "another"])),
            "In the robot file, write a term; another.",
        ),
        (
            Remedy::SameRobot,
            "Validate with the robot as it was identified (validate); or identify what is not predicted by itself, and compare \
             both results (compare).",
        ),
        (
            Remedy::Validate,
            "Validate: hold data out (hold), or better give another recording (validate).",
        ),
        (
            Remedy::ValidateJoints(names(&["q2"])),
            "Validate with data in which joint q2 moves as well (validate).",
        ),
        (
            Remedy::ValidateJoints(names(&["q2", "q3"])),
            "Validate with data in which joints q2, q3 move as well (validate).",
        ),
        (
            Remedy::ValidateMotion,
            "Validate with a recording of another motion (validate).",
        ),
    ] {
        assert_eq!(remedy.sentence(&means), sentence);
        // Without a front end there are no parentheses of ways.
        let mut plain = sentence.replace(" (weight, nearer to 1)", "");
        for way in [
            "several",
            "filter",
            "prior",
            "instruments",
            "ridge",
            "hold",
            "validate",
            "robust",
            "laws",
            "compare",
            "interval",
        ] {
            plain = plain.replace(&format!(" ({way})"), "");
        }
        assert_eq!(remedy.sentence(&Means::default()), plain);
    }
}

#[test]
fn what_is_simulated_beside_least_squares_is_said_to_its_end() {
    let mut found = Simulated {
        rounds: 2,
        reference_cutoff: vec![9.96, 3.0],
        followed: Vec::new(),
        from_nominal: false,
        fault: Some("it falls".to_owned()),
        least_squares: vec![
            Compared {
                name: "a".to_owned(),
                least_squares: 0.012_341,
                deviations: -4.6,
                differs: true,
            },
            Compared {
                name: "b".to_owned(),
                least_squares: 1.0,
                deviations: 0.1,
                differs: false,
            },
        ],
    };
    assert_eq!(
        Finding::Simulated(Method::Didim, found.clone()).to_string(),
        "By direct and inverse dynamics together: the simulated robot follows the measured positions below 10.0 Hz. 1 of 2 \
         base parameters differ from least squares by more than noise of the torques explains (Hausman's test): a (0.01234 \
         there, 5 deviations of the difference). Least squares takes the noise of measured positions, and of accelerations \
         most, for motion, which draws inertias towards 0 and shifts what goes with them; its deviations know of that only \
         roughly. Take these parameters, or filter positions at a lower cut-off. The robot that was found cannot be \
         simulated itself: it falls."
    );
    // A robot that cannot be simulated is a warning by itself.
    found.least_squares.clear();
    let by_instruments = Finding::Simulated(Method::Iv, found);
    assert!(by_instruments.is_warning());
    let begin = format!("By {}: the simulated robot follows", Method::Iv.title());
    assert!(
        by_instruments.to_string().starts_with(&begin),
        "{by_instruments}"
    );
}

/// The joint that is furthest off, of cut-offs the highest, and six parameters, the furthest first.
#[test]
fn what_differs_most_from_least_squares_is_named() {
    let followed = |joint: &str, rms: f64| Followed {
        joint: joint.to_owned(),
        rms,
    };
    let compared = |k: u32, differs: bool| Compared {
        name: format!("p{k}"),
        least_squares: -0.5 * f64::from(k),
        deviations: 4.0 + f64::from(k),
        differs,
    };
    let mut found = Simulated {
        rounds: 2,
        reference_cutoff: vec![3.0, 9.96, 5.0],
        followed: vec![
            followed("q1", 0.001),
            followed("q2", 0.012_34),
            followed("q3", 0.002),
        ],
        from_nominal: true,
        fault: None,
        least_squares: (1..=9).map(|k| compared(k, k != 9)).collect(),
    };
    let said = Finding::Simulated(Method::Didim, found.clone()).to_string();
    let begin = "By direct and inverse dynamics together: the simulated robot follows the measured positions below 10.0 Hz, to \
                 0.012 (rms, SI units) of joint q2 at worst. Nominal values were simulated in place of least squares, whose \
                 parameters cannot be. 8 of 9 base parameters differ from least squares by more than noise of the torques \
                 explains (Hausman's test): p8 (−4 there, 12 deviations of the difference), p7 (−3.5 there, 11 deviations of \
                 the difference), ";
    assert!(said.starts_with(begin), "{said}");
    let last = "p3 (−1.5 there, 7 deviations of the difference) and 2 more. Least squares takes";
    assert!(said.contains(last), "{said}");
    assert!(said.ends_with("or filter positions at a lower cut-off."));
    assert!(Finding::Simulated(Method::Didim, found.clone()).is_warning());
    // Of one more than are listed it is said as well.
    let mut fewer = found.clone();
    fewer.least_squares.remove(0);
    let said = Finding::Simulated(Method::Didim, fewer).to_string();
    assert!(
        said.contains(" of the difference) and 1 more. Least squares takes"),
        "{said}"
    );
    found.from_nominal = false;
    found.least_squares.retain(|p| !p.differs);
    let none = Finding::Simulated(Method::Didim, found);
    assert_eq!(
        none.to_string(),
        "By direct and inverse dynamics together: the simulated robot follows the measured positions below 10.0 Hz, to 0.012 \
         (rms, SI units) of joint q2 at worst. None of 1 base parameters differs from least squares by more than noise of the \
         torques explains: noise of the positions does not matter here."
    );
    assert!(!none.is_warning());
}

fn parameter(quality: Quality) -> Estimated {
    Estimated {
        name: "mx_a".to_owned(),
        value: -1.0,
        std: Some(0.6),
        alone: Some(0.5),
        effect: 0.3,
        quality,
        correlated: Some(("my_a".to_owned(), -0.5)),
        from_data: 0.25,
        ..Estimated::default()
    }
}

#[test]
fn a_reason_is_that_of_the_quality() {
    for quality in [
        Quality::Good,
        Quality::Fair,
        Quality::Given,
        Quality::LeftOut,
    ] {
        assert_eq!(Reason::of(&parameter(quality)), None, "{quality:?}");
    }
    let held = Reason::Held { from_data: 0.25 };
    for (quality, reason) in [
        (Quality::Undetermined, Reason::NotExcited),
        (Quality::Assumed, held),
        (Quality::Poor, Reason::Small { effect: 0.3 }),
        (Quality::Zero, Reason::Small { effect: 0.3 }),
    ] {
        assert_eq!(Reason::of(&parameter(quality)), Some(reason));
    }
}

/// What is missing comes before what goes together: half of a variance is the square of 0.7 deviations.
#[test]
fn what_the_model_lacks_is_the_reason_of_what_it_moved() {
    let of = |lacking: f64| {
        Reason::of(&Estimated {
            correlated: Some(("my_a".to_owned(), 0.98)),
            lacking: Some(lacking),
            std: Some(0.5),
            alone: Some(0.125),
            ..parameter(Quality::Poor)
        })
    };
    assert_eq!(of(-0.5), Some(Reason::Lacking { moved: 1.0 }));
    let with = "my_a".to_owned();
    assert_eq!(of(0.35), Some(Reason::Correlated { with, r: 0.98 }));
    let said = Reason::Lacking { moved: 1.25 }.to_string();
    assert_eq!(said, "moved 1.2 deviations by what the model lacks");
}

/// A correlation of 0.9 counts; alone, a fifth of the value is not better than 20 %.
#[test]
fn a_poor_parameter_is_correlated_from_nine_tenths_and_entangled_below_a_fifth() {
    let of = |r: f64, alone: Option<f64>, std: Option<f64>| {
        Reason::of(&Estimated {
            correlated: Some(("my_a".to_owned(), r)),
            alone,
            std,
            ..parameter(Quality::Poor)
        })
    };
    let small = Some(Reason::Small { effect: 0.3 });
    let correlated = |r: f64| {
        let with = "my_a".to_owned();
        Some(Reason::Correlated { with, r })
    };
    assert_eq!(of(0.9, Some(0.1), Some(0.6)), correlated(0.9));
    assert_eq!(of(-0.9, Some(0.1), Some(0.6)), correlated(-0.9));
    let entangled = Some(Reason::Entangled { times: 4.8 });
    assert_eq!(of(0.89, Some(0.125), Some(0.6)), entangled);
    assert_eq!(of(-0.89, Some(0.125), Some(0.6)), entangled);
    assert_eq!(of(0.89, Some(0.2), Some(0.6)), small);
    assert_eq!(of(0.89, Some(0.0), Some(0.6)), small);
    assert_eq!(of(0.89, Some(0.125), None), small);
    assert_eq!(of(0.89, None, Some(0.6)), small);
}

/// A torque as large as the noise and more is not small beside it: by 16 independent samples it is known to 25 % of the noise, by 64
/// to an eighth.
#[test]
fn what_changes_the_prediction_is_not_called_small() {
    let of = |effect: f64, alone: Option<f64>, std: f64| {
        Reason::of(&Estimated {
            value: -2.0,
            effect,
            alone,
            std: Some(std),
            ..parameter(Quality::Poor)
        })
    };
    let few = |samples: f64| Some(Reason::FewSamples { samples });
    let small = |effect: f64| Some(Reason::Small { effect });
    assert_eq!(of(0.5, Some(1.0), 5.0), few(16.0));
    assert_eq!(of(0.25, Some(1.0), 5.0), small(0.25));
    assert_eq!(of(8.0, Some(0.5), 0.5), few(0.25));
    assert_eq!(of(0.5, None, 1.0), few(16.0));
    assert_eq!(of(0.25, None, 1.0), small(0.25));
}

/// Each column once, in however many recordings it fails; of what is measured torques alone can be left out.
#[test]
fn what_sensors_did_not_measure_is_to_be_recorded_again() {
    let failed = |recording: &str, joint: &str, sensed| SensorFault {
        recording: recording.to_owned(),
        joint: joint.to_owned(),
        sensed,
    };
    let means = Means {
        without_torque: "without",
        ..Means::default()
    };
    let said = |faults: &[SensorFault], torques: &[&str]| {
        Remedy::RecordAgain(faults.to_vec(), names(torques)).sentence(&means)
    };
    let begin = |what: &str, range: &str| {
        format!(
            "Record {what} again, with a sensor that works{range}; or identify without the time in which it fails (`select` in \
             the description of the recording)"
        )
    };
    let range = " and a motion that stays within its range";
    let both = [
        failed("one", "m2", Sensed::SaturatedTorque(0.1)),
        failed("two", "m2", Sensed::DeadTorque),
        failed("two", "q1", Sensed::FrozenPosition(0.1)),
    ];
    let torque = ["the torque of m2"];
    let begun = begin("the torque of m2, the position of q1", range);
    assert_eq!(
        said(&both, &torque),
        format!("{begun}, or without the torque of m2 (without).")
    );
    assert_eq!(said(&both, &[]), begun + ".");
    // A frozen encoder has no range.
    assert_eq!(said(&both[2..], &[]), begin("the position of q1", "") + ".");
    let row = failed("one", "fx_tool", Sensed::SaturatedRow(0.1));
    assert_eq!(said(&[row], &[]), begin("fx_tool", range) + ".");
    // What is dead has no other time.
    let dead = "Record the torque of m2 again, with a sensor that works";
    assert_eq!(said(&both[1..2], &[]), format!("{dead}."));
    assert_eq!(
        said(&both[1..2], &torque),
        format!("{dead}; or identify without the torque of m2 (without).")
    );
    for sensed in [Sensed::DeadPosition, Sensed::DeadRow] {
        let said = said(&[failed("one", "q1", sensed), both[0].clone()], &[]);
        assert!(!said.contains("select"), "{said}");
    }
}

#[test]
fn what_is_wrong_with_a_recording_is_to_be_described() {
    let sign = |of: &str| Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&[of]),
    };
    let said = |faults: &[Fault]| Remedy::Undo(faults.to_vec()).sentence(&Means::default());
    assert_eq!(
        said(&[sign("q1")]),
        "Describe what was recorded as it is: turn the sign of torque q1 (`sign`, and what `offset` adds). Then identify again."
    );
    assert_eq!(
        said(&[sign("q1"), sign("q2")]),
        "Describe what was recorded as it is (whichever is right): turn the sign of torque q1 (`sign`, and what `offset` adds); \
         or turn the sign of torque q2 (`sign`, and what `offset` adds). Then identify again."
    );
}

/// Of one recording and of several, with the faults that are known, or none.
#[test]
fn what_was_validated_with_is_to_be_described() {
    let said = |recordings: &[&str], faults: &[Fault]| {
        let remedy = Remedy::DescribeValidation(names(recordings), faults.to_vec());
        remedy.sentence(&Means::default())
    };
    let sign = Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&["q1"]),
    };
    assert_eq!(
        said(&["a"], &[sign]),
        "Describe what was recorded in the validation recording a as it is: turn the sign of torque q1 (`sign`, and what \
         `offset` adds). Then validate again."
    );
    assert_eq!(
        said(&["a", "b"], &[]),
        "Check that signs, order, units and sides in the description of the validation recordings a, b are those of what was \
         recorded. Then validate again."
    );
}

#[test]
fn notes_are_whole_sentences() {
    let doubt = Note::Doubtful {
        recording: "a.csv".to_owned(),
        doubt: "is it so?".to_owned(),
    };
    let read = Note::Read(Noticed {
        recording: "a".to_owned(),
        others: 2,
        remark: Remark::NothingUsed {
            file: "b.csv".to_owned(),
        },
    });
    for (note, sentence) in [
        (doubt, "a.csv: is it so?"),
        (
            read,
            "a and 2 more: nothing of b.csv is used: name a column of it, or leave it out of `file`",
        ),
        (
            Note::TakenAsZero(names(&["a", "b"])),
            "no nominal values in the robot file, taken as 0: a, b",
        ),
        (
            Note::Invented,
            "the robot file has nominal values of no body: the masses, inertias and frictions of this simulated robot are invented \
             where it has none, and true of no robot",
        ),
        (
            Note::OtherMasses(vec![("m_a".to_owned(), 9.0), ("m_b".to_owned(), 0.25)]),
            "physical parameters start from m_a = 9, m_b = 0.25 of the robot file, though other masses are known of these \
             bodies: if those are right, write them into the robot file",
        ),
        (Note::NotRecovered("no plan".to_owned()), "no plan"),
        (
            Note::SmallRange { share: 0.045_67 },
            "no joint turns by more than 4.57 % of its range: are positions in radians, but described as degrees (a factor \
             of 57.3)? If not, the motion is very small to identify from",
        ),
    ] {
        assert_eq!(note.to_string(), sentence);
    }
}

fn recording(name: &str, source: &str, width: f64, remarks: &[&str]) -> Recording {
    let position: Vec<f64> = (0..40)
        .map(|k| width * (0.05 * f64::from(k)).sin())
        .collect();
    let arrays = Arrays::new(
        100.0,
        vec![position.clone(), position.clone()],
        vec![position.clone(), position],
    );
    let found = Recording::from_arrays(double_pendulum::ROBOT.model(), arrays);
    let remark = |file: &&str| Remark::NothingUsed {
        file: (*file).to_owned(),
    };
    Recording {
        name: name.to_owned(),
        source: source.to_owned(),
        remarks: remarks.iter().map(remark).collect(),
        ..found.expect("a recording")
    }
}

/// Pieces of one recording are it; what several have in common is said of the first, with the count of the others.
#[test]
fn notes_are_of_recordings_in_their_order() {
    let model = double_pendulum::ROBOT.model();
    let dataset = Dataset {
        training: vec![
            recording("a, first", "a", 1.0, &["x"]),
            recording("a, second", "a", 1.0, &["y"]),
            recording("whole", "b", 1.0, &["x"]),
        ],
        validation: vec![
            recording("a, held out", "a", 1.0, &["x", "y"]),
            recording("c, alone", "c", 0.002, &["x", "z"]),
        ],
    };
    let read = |recording: &str, others: usize, file: &str| {
        Note::Read(Noticed {
            recording: recording.to_owned(),
            others,
            remark: Remark::NothingUsed {
                file: file.to_owned(),
            },
        })
    };
    let found = notes(&dataset, model);
    let Some((
        Note::Doubtful {
            recording: doubtful,
            doubt,
        },
        others,
    )) = found.split_last()
    else {
        panic!("{found:?}");
    };
    assert_eq!(
        others,
        [read("a", 2, "x"), read("a", 0, "y"), read("c", 0, "z")]
    );
    assert_eq!(doubtful, "c, alone");
    assert!(
        doubt.starts_with("no joint moves by more than 0.0020 rad"),
        "{doubt}"
    );
    // The range is that of what is identified from: 0.1 of 6 and of 5.2 rad.
    let little = |training: Vec<Recording>, validation: Vec<Recording>| {
        let dataset = Dataset {
            training,
            validation,
        };
        notes(&dataset, model)
    };
    let narrow = || vec![recording("n", "n", 0.1, &[])];
    let found = little(narrow(), vec![recording("w", "w", 1.0, &[])]);
    let [Note::SmallRange { share }] = found[..] else {
        panic!("{found:?}");
    };
    assert!((share - 0.1 / 5.2).abs() < 1e-4, "{share}");
    assert_eq!(little(vec![recording("w", "w", 1.0, &[])], narrow()), []);
    // Doubts are of a recording, not of its pieces, wherever these are used.
    let pieces = |source: &str| {
        let name = |piece: &str| format!("{source}, {piece}");
        ["first", "second"].map(|piece| recording(&name(piece), source, 0.002, &[]))
    };
    let found = little(pieces("n").into(), pieces("o").into());
    let doubtful = found.iter().filter_map(|note| match note {
        Note::Doubtful { recording, .. } => Some(recording.as_str()),
        _ => None,
    });
    assert_eq!(doubtful.collect::<Vec<_>>(), ["n", "o"]);
}

#[test]
fn of_given_values_those_are_named_that_recordings_contradict() {
    let given = |name: &str, value, own: Option<(f64, f64)>| Given {
        name: name.to_owned(),
        unit: "kg".to_owned(),
        value,
        estimated: own.map(|(found, _)| found),
        std: own.map(|(_, std)| std),
    };
    // Four deviations too small, three too large, four too large, and not told.
    let small = || given("a", -0.5, Some((0.5, 0.25)));
    let near = || given("b", 1.75, Some((1.0, 0.25)));
    let large = || given("c", 1.234_567_89, Some((0.234_567_89, 0.25)));
    let untold = || given("d", 100.0, None);
    let said = [
        "a = −0.5 kg (the recordings alone: 0.5 ± 0.25)",
        "b = 1.75 kg (the recordings alone: 1 ± 0.25)",
        "c = 1.234568 kg (the recordings alone: 0.2346 ± 0.25)",
        "d = 100 kg (the recordings alone: not excited)",
    ];
    let end = " The recordings contradict ";
    for (all, values, contradicted) in [
        (vec![near(), untold()], vec![said[1], said[3]], ""),
        (vec![small()], vec![said[0]], "a"),
        (vec![near(), small()], vec![said[1], said[0]], "a"),
        (
            vec![large(), near(), untold(), small()],
            vec![said[2], said[1], said[3], said[0]],
            "c, a",
        ),
    ] {
        let mut sentence = format!("Not estimated but given: {}.", values.join(", "));
        if !contradicted.is_empty() {
            sentence += &format!("{end}{contradicted}.");
        }
        assert_eq!(Finding::Given(all).to_string(), sentence);
    }
    // Twelve names are listed, fifteen are counted, and those beside them are none of either.
    let wrong = many(15).into_iter().map(|name| Given { name, ..small() });
    let all = Finding::Given(wrong.chain([near(), untold()]).collect()).to_string();
    let twelve = many(12).join(", ");
    assert!(
        all.ends_with(&format!("{end}{twelve} and 3 more.")),
        "{all}"
    );
}
