//! Where judgements turn: each threshold just below and just above, with the grade, the findings and the remedies that
//! follow.
//!
//! A sound identification is made once; figures are set by hand, and what has to be said of them is known without asking
//! the program.

use crate::specimen::ROBOT;
use crate::verdict::sound;
use armwright_lab::diagnose::{Cause, Evidence, Fault, Mismatch, Quantity, Sensed, SensorFault};
use armwright_lab::estimate::Method;
use armwright_lab::identify::{CrossValidation, Given, Identification};
use armwright_lab::judge::{Finding, Grade, Judgement, Means, Remedy, Transfer, transfer};
use armwright_lab::lack::{Lack, Term};
use armwright_lab::options::EquationSide;
use armwright_lab::statistics::{Estimated, Fit, Quality};
use armwright_runtime::Robot;

fn judged(found: &Identification) -> Judgement {
    Judgement::of(ROBOT.model(), found)
}

/// Grade, the first word of the headline that tells it from the others, and whether it is said of each joint.
fn grades(found: &Identification) -> (Grade, Vec<Grade>) {
    let judgement = judged(found);
    let joints = judgement.joints.iter().map(|joint| joint.grade);
    (judgement.grade, joints.collect())
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

/// A base parameter, to change.
fn named<'a>(found: &'a mut Identification, name: &str) -> &'a mut Estimated {
    let mut all = found.estimation.parameters_mut();
    all.find(|p| p.name == name).expect("a parameter")
}

#[test]
fn soundness_ends_at_the_same_share_seen_and_unseen() {
    use Grade::{Care, Sound};
    for (seen, unseen, all, each) in [
        ([0.96, 0.97], [0.96, 0.97], Sound, [Sound, Sound]),
        ([0.950_1, 0.97], [0.96, 0.97], Sound, [Sound, Sound]),
        // 0.95 itself is not above it.
        ([0.95, 0.97], [0.96, 0.97], Care, [Care, Sound]),
        ([0.97, 0.95], [0.96, 0.97], Care, [Sound, Care]),
        ([0.96, 0.97], [0.95, 0.97], Care, [Care, Sound]),
        ([0.96, 0.97], [0.96, 0.94], Care, [Sound, Care]),
    ] {
        let found = with(seen, unseen);
        assert_eq!(grades(&found), (all, each.to_vec()), "{seen:?} {unseen:?}");
    }
}

#[test]
fn a_joint_below_six_tenths_is_not_explained_but_where_the_residual_is_small() {
    // R² and the residual's share of the torque, about 0.6 and √0.4 = 0.632.
    for (r2, nrmse, poor) in [
        (0.599, 0.633, true),
        (0.601, 0.633, false),
        (0.599, 0.632, false),
        (-2.0, 0.632, false),
    ] {
        let mut found = with([0.97, 0.97], [0.97, 0.97]);
        (found.fits.joints[1].r2, found.fits.joints[1].nrmse) = (r2, nrmse);
        let (all, each) = grades(&found);
        let expected = if poor { Grade::Poor } else { Grade::Care };
        assert_eq!((all, each[1]), (expected, expected), "{r2} {nrmse}");
        assert_eq!(each[0], Grade::Sound);
        let remedies = judged(&found).remedies;
        assert_eq!(remedies.contains(&Remedy::CheckDescription), poor, "{r2}");
    }
    // A joint that unseen data do not explain is as bad.
    let mut found = with([0.97, 0.97], [0.97, 0.55]);
    let unseen = &mut found.validation.as_mut().expect("validation").fits.joints[1];
    (unseen.rmse, unseen.nrmse) = (1.4, 0.67);
    assert_eq!(grades(&found).0, Grade::Poor);
}

#[test]
fn little_is_said_of_nine_tenths() {
    for (r2, named) in [(0.9, false), (0.899, true)] {
        let findings = judged(&with([0.97, r2], [0.97, 0.97])).findings;
        let unexplained = findings.iter().filter_map(|finding| match finding {
            Finding::Unexplained { joint, r2 } => Some((joint.as_str(), *r2)),
            _ => None,
        });
        let expected = if named { vec![("q2", r2)] } else { Vec::new() };
        assert_eq!(unexplained.collect::<Vec<_>>(), expected);
    }
    let worst = |seen: [f64; 2]| {
        let findings = judged(&with(seen, seen)).findings;
        let worst = findings.into_iter().find_map(|finding| match finding {
            Finding::Explained { worst, .. } => Some(worst),
            _ => None,
        });
        worst.expect("a finding")
    };
    assert_eq!(worst([0.98, 0.97]), Some(("q2".to_owned(), 0.97)));
    assert_eq!(worst([0.96, 0.97]), Some(("q1".to_owned(), 0.96)));
    assert_eq!(worst([0.999_9, 0.999_95]), None);
    assert_eq!(
        worst([0.999_89, 0.999_95]),
        Some(("q1".to_owned(), 0.999_89))
    );
}

#[test]
fn residuals_are_coloured_beyond_one_half_and_the_model_is_looked_at_where_it_suffers() {
    for (r2, lag1, coloured, extend) in [
        (0.97, 0.5, false, false),
        (0.97, 0.51, true, false),
        (0.949, 0.51, true, true),
        (0.949, 0.5, false, false),
        // Of what is no model of the joint nothing is to be added.
        (0.401, 0.9, true, true),
        (0.4, 0.9, true, false),
    ] {
        let mut found = with([0.97, r2], [0.97, r2]);
        found.fits.joints[1].lag1 = lag1;
        found.fits.joints[0].lag1 = 0.0;
        let judgement = judged(&found);
        let named = judgement.findings.iter().find_map(|finding| match finding {
            Finding::Coloured(names) => Some(names.clone()),
            _ => None,
        });
        assert_eq!(
            named,
            coloured.then(|| vec!["q2".to_owned()]),
            "{r2} {lag1}"
        );
        let extended = Remedy::ExtendModel(vec!["q2".to_owned()]);
        assert_eq!(
            judgement.remedies.contains(&extended),
            extend,
            "{r2} {lag1}"
        );
    }
}

#[test]
fn excitation_asks_for_more_from_one_hundred_on() {
    for (condition, more, warned) in [
        (100.0, false, false),
        (100.1, true, false),
        (1000.0, true, false),
        (1000.1, true, true),
    ] {
        let mut found = sound();
        found.excitation.condition = condition;
        let judgement = judged(&found);
        assert_eq!(judgement.remedies.contains(&Remedy::ExciteMore), more);
        let barely = judgement
            .findings
            .contains(&Finding::IllConditioned(condition));
        assert_eq!(barely, warned, "{condition}");
    }
}

#[test]
fn a_rate_of_no_controller_counts_where_the_model_does_not_hold() {
    for (rate, holds, odd) in [
        (4.9, false, true),
        (5.0, false, false),
        (50_000.0, false, false),
        (50_001.0, false, true),
        (4.9, true, false),
    ] {
        let mut found = if holds {
            sound()
        } else {
            with([0.95, 0.97], [0.97, 0.97])
        };
        found.processing.rate = rate;
        let judgement = judged(&found);
        assert_eq!(
            judgement.findings.contains(&Finding::OddRate(rate)),
            odd,
            "{rate}"
        );
        assert_eq!(judgement.grade == Grade::Poor, odd, "{rate}");
        if odd {
            assert_eq!(
                judgement.headline,
                "No robot is recorded at this rate, and the model does not hold: time is in another unit."
            );
            assert!(judgement.alarms()[0].contains("the rate of no robot's controller"));
        }
    }
}

#[test]
fn friction_below_zero_cannot_be_beyond_three_deviations() {
    for (deviations, impossible) in [(2.99, false), (3.01, true)] {
        let mut found = sound();
        let p = named(&mut found, "fv_m2");
        (p.value, p.std) = (-0.1 * deviations, Some(0.1));
        let judgement = judged(&found);
        let named = Finding::Impossible(vec!["fv_m2".to_owned()]);
        assert_eq!(judgement.findings.first() == Some(&named), impossible);
        assert_eq!(judgement.grade == Grade::Poor, impossible, "{deviations}");
        assert!(
            judgement
                .joints
                .iter()
                .all(|joint| (joint.grade == Grade::Poor) == impossible)
        );
        let headline = "No robot has these parameters: the recording does not fit the description.";
        assert_eq!(judgement.headline == headline, impossible);
    }
    // An offset may have any sign.
    let mut found = sound();
    let p = named(&mut found, "fo_q1");
    (p.value, p.std) = (-10.0, Some(0.1));
    assert_eq!(judged(&found).grade, Grade::Sound);
}

#[test]
fn positions_bias_beyond_one_deviation_of_noise() {
    // A bias in deviations of noise: √(std² - bias²) = 0.1.
    for (bias, displaced) in [(0.099_9, false), (0.100_1, true)] {
        let mut found = sound();
        let p = &mut found.estimation.drive[0];
        p.std = Some(f64::hypot(0.1, bias));
        p.bias = Some(-bias);
        let name = p.name.clone();
        let judgement = judged(&found);
        let named = judgement.findings.contains(&Finding::Displaced(vec![name]));
        assert_eq!(named, displaced);
        assert_eq!(judgement.grade == Grade::Poor, displaced);
        if displaced {
            assert_eq!(
                judgement.headline,
                "Errors of the measured motion bias the parameters by more than their deviations."
            );
        }
    }
}

#[test]
fn most_is_assumed_where_more_than_half_of_all_parameters_are() {
    // Thirteen of them.
    for (count, assumed) in [(6, false), (7, true)] {
        let mut found = sound();
        for p in found.estimation.parameters_mut().take(count) {
            p.quality = Quality::Assumed;
            p.from_data = 0.3;
        }
        let judgement = judged(&found);
        assert_eq!(judgement.findings.contains(&Finding::Assumed), assumed);
        assert_eq!(judgement.grade == Grade::Care, assumed, "{count}");
        if assumed {
            assert_eq!(
                judgement.headline,
                "Most parameters are those that were assumed: the recording hardly changed them."
            );
        }
        let held = judgement.findings.iter().find_map(|finding| match finding {
            Finding::Held(names) => Some(names.len()),
            _ => None,
        });
        assert_eq!(held, Some(count));
    }
}

#[test]
fn what_was_given_and_is_contradicted_asks_for_care() {
    for (value, grade) in [(1.29, Grade::Sound), (1.31, Grade::Care)] {
        let mut found = sound();
        found.given = vec![Given {
            name: "fv_m1".to_owned(),
            unit: "N·m·s".to_owned(),
            value,
            estimated: Some(1.0),
            std: Some(0.1),
        }];
        let judgement = judged(&found);
        assert_eq!(judgement.grade, grade);
        let contradicted =
            "The model predicts unseen data, but the recordings contradict a value that was given.";
        assert_eq!(judgement.headline == contradicted, grade == Grade::Care);
    }
}

fn lack(row: &str, share: f64) -> Lack {
    Lack {
        joint: Some(row.to_owned()),
        row: row.to_owned(),
        term: Term::Quadratic,
        coefficients: vec![1.0],
        share,
        before: 1.0,
        after: 0.5,
        unit: "N·m",
        alternatives: Vec::new(),
        in_model: false,
        on_motor: false,
        slides: false,
    }
}

#[test]
fn terms_that_make_most_of_a_residual_make_a_model_unsound() {
    let care = "The model predicts unseen data, but lacks terms that make most of its residual.";
    let mut found = sound();
    found.fits.joints[0].nrmse = 0.1;
    // Each alone, and the sum of a row, but not that of two rows.
    for (lacks, moved, unsound) in [
        (vec![lack("q1", 0.89)], false, false),
        (vec![lack("q1", 0.9)], false, true),
        (vec![lack("q1", 0.49)], true, false),
        (vec![lack("q1", 0.5)], true, true),
        (vec![lack("q1", 0.45), lack("q1", 0.46)], false, true),
        (vec![lack("q1", 0.45), lack("q2", 0.46)], false, false),
    ] {
        found.lacks = lacks;
        for p in found.estimation.parameters_mut() {
            p.lacking = None;
        }
        if moved {
            let p = &mut found.estimation.base[0];
            (p.std, p.lacking) = (Some(0.1), Some(0.1));
        }
        let judgement = judged(&found);
        assert_eq!(judgement.headline == care, unsound, "{:?}", found.lacks);
        assert_eq!(judgement.grade == Grade::Care, unsound, "{:?}", found.lacks);
        assert!(judgement.findings.contains(&Finding::Widened));
    }
    // What explains less than a tenth of a residual is not named, nor advised.
    for (share, named) in [(0.099, false), (0.1, true)] {
        found.lacks = vec![lack("q1", share)];
        let judgement = judged(&found);
        assert_eq!(
            judgement
                .findings
                .contains(&Finding::Lacking(lack("q1", share))),
            named
        );
        assert_eq!(judgement.findings.contains(&Finding::Widened), named);
        let key = "`quadratic` under `friction` of joint q1".to_owned();
        assert_eq!(
            judgement.remedies.contains(&Remedy::Describe(vec![key])),
            named
        );
    }
}

#[test]
fn causes_and_dead_sensors_make_every_joint_poor() {
    let sensor = |sensed| SensorFault {
        recording: "a".to_owned(),
        joint: "q1".to_owned(),
        sensed,
    };
    let mut found = sound();
    found.sensors = vec![sensor(Sensed::StillPosition)];
    assert_eq!(grades(&found), (Grade::Sound, vec![Grade::Sound; 2]));
    found.sensors = vec![sensor(Sensed::DeadTorque)];
    assert_eq!(grades(&found), (Grade::Poor, vec![Grade::Poor; 2]));
    assert_eq!(
        judged(&found).headline,
        "A sensor is dead or saturated, or drops out: what it recorded is not what happened."
    );
    found.sensors = vec![sensor(Sensed::WrongVelocity(Mismatch::Sign))];
    assert_eq!(grades(&found), (Grade::Poor, vec![Grade::Poor; 2]));
    assert_eq!(
        judged(&found).headline,
        "The recording has a fault: measured velocities or accelerations do not belong to its positions."
    );
    let mut found = sound();
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
    found.causes = vec![cause("q1"), cause("q2")];
    assert_eq!(grades(&found), (Grade::Poor, vec![Grade::Poor; 2]));
    assert_eq!(
        judged(&found).headline,
        "The recording has a fault: the sign of torque q1."
    );
    let p = named(&mut found, "Lzz_b");
    (p.value, p.std) = (-1.0, Some(0.1));
    assert_eq!(
        judged(&found).headline,
        "No robot has these parameters: the recording has a fault, the sign of torque q1."
    );
}

#[test]
fn parts_that_are_not_predicted_are_said_with_the_worst_joint() {
    let mut found = sound();
    let fits = found.validation.as_ref().expect("validation").fits.clone();
    let mut parts = CrossValidation {
        parts: 5,
        period: None,
        fits,
    };
    parts.fits.joints[1].r2 = 0.97;
    found.cross_validation = Some(parts.clone());
    let worst = |judgement: &Judgement| {
        judgement.findings.iter().find_map(|finding| match finding {
            Finding::Parts { parts, worst, .. } => Some((*parts, worst.clone())),
            _ => None,
        })
    };
    let judgement = judged(&found);
    assert_eq!(worst(&judgement), Some((5, ("q2".to_owned(), 0.97))));
    assert_eq!(judgement.grade, Grade::Sound);
    assert!(judgement.transfers);
    let bad = &mut parts.fits.joints[1];
    (bad.r2, bad.rmse) = (-0.5, 7.0);
    found.cross_validation = Some(parts);
    let judgement = judged(&found);
    assert_eq!(judgement.grade, Grade::Poor);
    assert!(!judgement.transfers);
    assert_eq!(
        judgement.joints.iter().map(|j| j.grade).collect::<Vec<_>>(),
        [Grade::Sound, Grade::Poor]
    );
    assert!(judgement.findings.iter().any(|finding| {
        matches!(finding, Finding::PartsFail(falls) if falls.len() == 1 && falls[0].joint == "q2" && falls[0].unseen == -0.5)
    }));
    assert_eq!(
        judgement.headline,
        "Parts of the recording are not predicted from its other parts: the parameters fit it, not the robot."
    );
    // Without another motion that alone is known.
    found.validation = None;
    let findings = judged(&found).findings;
    assert!(findings.contains(&Finding::NotValidated));
}

#[test]
fn a_motion_that_was_identified_from_tests_nothing() {
    let mut found = sound();
    found.validation.as_mut().expect("validation").repeats = true;
    let judgement = judged(&found);
    assert_eq!(judgement.grade, Grade::Care);
    assert!(judgement.findings.contains(&Finding::Repeated));
    assert!(
        judgement
            .transfer
            .iter()
            .all(|joint| joint.outcome == Transfer::Untested)
    );
    assert!(
        !judgement
            .findings
            .iter()
            .any(|f| matches!(f, Finding::Untested(_)))
    );
    assert_eq!(
        judgement.headline,
        "The model fits what was recorded; what was held out is the same motion and tests nothing else."
    );
}

/// The residual on unseen data over that on the data of the estimate, not the other way round.
#[test]
fn a_ratio_is_that_of_unseen_over_seen() {
    let mut found = sound();
    found.fits.joints[1].rmse = 2.0;
    found.validation.as_mut().expect("validation").fits.joints[1].rmse = 2.5;
    let transferred = &judged(&found).transfer[1];
    assert_eq!((transferred.name.as_str(), transferred.ratio), ("q2", 1.25));
}

#[test]
fn remedies_go_on_from_every_estimator() {
    use Method::{
        Consistent, Didim, Energy, Essential, Huber, Iv, Momentum, Ols, OutputError, Prior,
        Recursive, Ridge, Tls, Tsvd, Tukey, Wls,
    };
    let mut found = with([0.97, 0.97], [0.97, -0.4]);
    found.validation.as_mut().expect("validation").fits.joints[1].rmse = 7.0;
    for (methods, expected) in [
        (&[Prior, Consistent][..], Remedy::TrustNominalMore),
        (&[Ridge, Tsvd], Remedy::KeepNearNominal),
        (
            &[
                Ols,
                Wls,
                Huber,
                Tukey,
                Essential,
                OutputError,
                Tls,
                Energy,
                Momentum,
                Recursive,
                Iv,
                Didim,
            ],
            Remedy::HoldBack,
        ),
    ] {
        for method in methods {
            found.estimation.method = *method;
            let remedies = judged(&found).remedies;
            let all = [
                Remedy::TrustNominalMore,
                Remedy::KeepNearNominal,
                Remedy::HoldBack,
            ];
            for remedy in &all {
                let is_there = remedies.contains(remedy);
                assert_eq!(is_there, *remedy == expected, "{method:?}: {remedies:?}");
            }
        }
    }
}

/// What counts as a warning, an alarm, a reason: one list each.
#[test]
fn warnings_are_what_a_reader_should_not_overlook() {
    let names = || vec!["a".to_owned()];
    let quiet = [
        Finding::Explained {
            r2: 1.0,
            nrmse: 0.0,
            worst: None,
        },
        Finding::NotDiagnosed,
        Finding::Unseen {
            r2: 1.0,
            nrmse: 0.0,
        },
        Finding::Excited {
            rank: 1,
            condition: 1.0,
        },
        Finding::Given(Vec::new()),
        Finding::FewSamples(names()),
        Finding::Small(names()),
        Finding::Held(names()),
        Finding::Pairs(Vec::new()),
        Finding::Entangled(names()),
    ];
    for finding in quiet {
        assert!(!finding.is_warning() && !finding.is_alarm(), "{finding:?}");
    }
    let loud = [
        Finding::NotValidated,
        Finding::Repeated,
        Finding::Assumed,
        Finding::Fails(Vec::new()),
        Finding::Weakens(Vec::new()),
        Finding::PartsFail(Vec::new()),
        Finding::Untested(names()),
        Finding::Widened,
        Finding::Coloured(names()),
        Finding::NotExcited {
            rank: 0,
            structural_rank: 1,
        },
        Finding::Lost(names()),
        Finding::Displaced(names()),
        Finding::Biased(Method::Ridge),
        Finding::IllConditioned(2000.0),
    ];
    for finding in loud {
        assert!(finding.is_warning() && !finding.is_alarm(), "{finding:?}");
    }
    let alarms = [
        Finding::Impossible(names()),
        Finding::TooDense(names()),
        Finding::Caused(Vec::new()),
        Finding::OddRate(1.0),
    ];
    for finding in alarms {
        assert!(finding.is_warning() && finding.is_alarm(), "{finding:?}");
    }
    // A remedy says the same, so that the reasons have it not.
    let mut found = with([0.97, 0.89], [0.97, 0.97]);
    found.excitation.condition = 1500.0;
    let judgement = judged(&found);
    let said = |lines: &[String], words: &str| lines.iter().any(|line| line.contains(words));
    for words in [
        "the condition number is 1500",
        "explains only 89 % of the torque of q2",
    ] {
        assert!(said(&judgement.warnings(), words) && !said(&judgement.reasons(), words));
    }
    assert!(judgement.alarms().is_empty());
    assert!(said(&judgement.advice(&Means::default()), "Excite more"));
    assert_eq!(
        [Grade::Sound, Grade::Care, Grade::Poor].map(Grade::word),
        ["Sound", "Use with care", "Not to be relied on"]
    );
}

fn fit(rmse: f64, r2: f64) -> Fit {
    Fit {
        name: "q1".to_owned(),
        is_motor: false,
        samples: 300,
        rmse,
        nrmse: 0.1,
        r2,
        lag1: 0.0,
        whiteness: None,
    }
}

/// Each number that a transfer turns on, from both sides.
#[test]
fn a_transfer_turns_where_it_is_said_to() {
    use Transfer::{Fails, Holds, Untested, Weakens};
    // The error grows beyond 1.5 times; R² falls by more than 0.1, or below 0.95.
    for (seen, unseen, outcome) in [
        (fit(1.0, 0.99), fit(1.5, 0.80), Holds),
        (fit(1.0, 0.99), fit(1.501, 0.889), Fails),
        (fit(1.0, 0.99), fit(1.501, 0.891), Weakens),
        (fit(1.0, 0.99), fit(1.501, 0.949), Weakens),
        (fit(1.0, 0.99), fit(1.501, 0.951), Holds),
    ] {
        assert_eq!(transfer(&seen, &unseen), outcome, "{unseen:?}");
    }
    // Deviations of torque, rmse / √(1 - R²): 10 where it was fitted, about a third of that where it is tested.
    for (r2, outcome) in [(0.909, Untested), (0.911, Holds)] {
        let unseen = fit(1.0, r2);
        let varies = (1.0 - r2).sqrt().recip();
        assert_eq!(varies < 10.0 / 3.0, outcome == Untested);
        assert_eq!(transfer(&fit(1.0, 0.99), &unseen), outcome, "{varies}");
    }
    // A perfect fit of what is tested says all; of the estimate, that any torque varies less.
    assert_eq!(transfer(&fit(1.0, 0.99), &fit(0.0, 1.0)), Holds);
    assert_eq!(transfer(&fit(0.0, 1.0), &fit(0.0, 0.99)), Untested);
    // Worse than a mean fails where the error grew, and says little of a torque that varies by no more than noise.
    assert_eq!(transfer(&fit(1.0, 0.99), &fit(1.501, -0.01)), Fails);
    assert_eq!(transfer(&fit(1.0, 0.99), &fit(1.5, -0.01)), Untested);
    let nothing = Fit {
        samples: 0,
        ..fit(9.0, -3.0)
    };
    assert_eq!(transfer(&fit(1.0, 0.99), &nothing), Untested);
}

/// How well a parameter is known, by its deviation alone; a bias that is all of it leaves no noise.
#[test]
fn a_bias_is_counted_in_noise() {
    let of = |std: Option<f64>, bias: Option<f64>| {
        let p = Estimated {
            std,
            bias,
            ..Estimated::default()
        };
        p.bias_in_deviations()
    };
    assert_eq!(of(Some(1.0), None), 0.0);
    assert_eq!(of(None, Some(1.0)), 0.0);
    assert!((of(Some(13.0), Some(12.0)) - 2.4).abs() < 1e-12);
    assert!(of(Some(1.0), Some(1.0)) > 1e9);
    for (quality, given, word) in [
        (Quality::Good, false, "good"),
        (Quality::Fair, false, "fair"),
        (Quality::Poor, false, "poor"),
        (Quality::Zero, false, "not told from 0"),
        (Quality::Assumed, false, "assumed"),
        (Quality::Given, true, "given"),
        (Quality::LeftOut, true, "left out"),
        (Quality::Undetermined, false, "not excited"),
    ] {
        let p = Estimated {
            quality,
            ..Estimated::default()
        };
        assert_eq!((p.is_given(), quality.word()), (given, word));
    }
}

/// Three motions are advised one by one; the others are in the table of the report.
#[test]
fn three_motions_are_advised() {
    use armwright_lab::identify::Advice;
    let mut found = sound();
    let advice = |k: usize| Advice {
        joints: vec![format!("q{k}")],
        others_held: false,
        gains: Vec::new(),
    };
    found.excitation.rank -= 1;
    found.excitation.advice = (1..=5).map(advice).collect();
    let judgement = judged(&found);
    let moves: Vec<&Remedy> = judgement
        .remedies
        .iter()
        .filter(|remedy| matches!(remedy, Remedy::Move(_)))
        .collect();
    let expected: Vec<Remedy> = (1..=3).map(|k| Remedy::Move(advice(k))).collect();
    assert_eq!(moves, expected.iter().collect::<Vec<_>>());
    // Where nothing is lost and prediction holds, none is.
    found.excitation.rank += 1;
    let remedies = judged(&found).remedies;
    assert!(
        !remedies
            .iter()
            .any(|remedy| matches!(remedy, Remedy::Move(_)))
    );
}

/// Each headline as a whole, and which comes first where several hold.
#[test]
fn a_headline_says_the_worst_of_what_holds() {
    use armwright_lab::identify::{Downweighted, Robust};
    let good = || with([0.97; 2], [0.97; 2]);
    let headline = |change: &dyn Fn(&mut Identification)| {
        let mut found = good();
        change(&mut found);
        judged(&found).headline
    };
    let unseen = |found: &mut Identification, rmse: f64, r2: f64, nrmse: f64| {
        let fit = &mut found.validation.as_mut().expect("validation").fits.joints[1];
        (fit.rmse, fit.r2, fit.nrmse) = (rmse, r2, nrmse);
    };
    let seen = |found: &mut Identification, r2: f64, nrmse: f64| {
        (found.fits.joints[1].r2, found.fits.joints[1].nrmse) = (r2, nrmse);
    };
    let contradicted = |found: &mut Identification| {
        found.given = vec![Given {
            name: "fv_m1".to_owned(),
            unit: "N·m·s".to_owned(),
            value: 2.0,
            estimated: Some(1.0),
            std: Some(0.1),
        }];
    };
    let weighed_down = |found: &mut Identification| {
        let row = Downweighted {
            row: "q1".to_owned(),
            scale: 1.0,
            samples: 100,
            below_half: 11,
            spikes: 0,
            first: Vec::new(),
        };
        found.robust = Some(Robust {
            rounds: 1,
            rows: vec![row],
        });
    };
    let assumed = |found: &mut Identification| {
        for p in found.estimation.parameters_mut().take(7) {
            p.quality = Quality::Assumed;
        }
    };
    let lost = |found: &mut Identification| found.excitation.rank -= 1;
    let untested =
        "The model fits what was recorded; whether it predicts other motion was not tested.";
    let fails = "Prediction does not transfer: the parameters fit this recording, not the robot.";
    let richer = "The motion does not reveal every parameter: record a richer one.";
    let unexplained = "The model does not explain the measured torques.";
    let many = "The model predicts unseen data, but so much of the recordings was weighed down that it is no slip of a sensor.";
    let wrong =
        "The model predicts unseen data, but the recordings contradict a value that was given.";
    let lacks = "The model predicts unseen data, but lacks terms that make most of its residual.";
    let most = "Most parameters are those that were assumed: the recording hardly changed them.";
    let weaker = "The model predicts unseen data, but less well than the data it was fitted to.";
    assert_eq!(
        headline(&|_| {}),
        "The model predicts motion that it has not seen."
    );
    assert_eq!(headline(&|f| f.validation = None), untested);
    assert_eq!(
        headline(&|f| {
            f.validation = None;
            assumed(f);
        }),
        untested
    );
    assert_eq!(
        headline(&|f| {
            f.validation = None;
            seen(f, 0.9, 0.3);
        }),
        "The model explains what was recorded in part; whether it predicts other motion was not tested."
    );
    assert_eq!(headline(&|f| unseen(f, 1.6, 0.908, 0.3)), weaker);
    assert_eq!(
        headline(&|f| {
            unseen(f, 1.6, 0.908, 0.3);
            assumed(f);
        }),
        most
    );
    assert_eq!(
        headline(&|f| unseen(f, 1.0, 0.94, 0.24)),
        "The model predicts unseen data, but explains too little of some joint's torque."
    );
    assert_eq!(
        headline(&|f| unseen(f, 0.9, 0.3, 0.5)),
        "The model predicts unseen data, but not every joint was put to the test."
    );
    assert_eq!(
        headline(&|f| seen(f, 0.94, 0.24)),
        "The model is usable, with care for what is said below."
    );
    assert_eq!(headline(&weighed_down), many);
    assert_eq!(
        headline(&|f| {
            weighed_down(f);
            contradicted(f);
        }),
        wrong
    );
    assert_eq!(
        headline(&|f| {
            f.fits.joints[0].nrmse = 0.1;
            f.lacks = vec![lack("q1", 0.95)];
            weighed_down(f);
            contradicted(f);
        }),
        lacks
    );
    // What the robot file has is no term that the model lacks.
    assert_eq!(
        headline(&|f| {
            f.fits.joints[0].nrmse = 0.1;
            f.lacks = vec![Lack {
                in_model: true,
                ..lack("q1", 0.95)
            }];
            contradicted(f);
        }),
        wrong
    );
    assert_eq!(headline(&|f| unseen(f, 9.0, -0.4, 1.2)), fails);
    assert_eq!(
        headline(&|f| {
            unseen(f, 9.0, -0.4, 1.2);
            lost(f);
        }),
        fails
    );
    assert_eq!(headline(&lost), richer);
    assert_eq!(
        headline(&|f| {
            lost(f);
            seen(f, 0.3, 0.8);
        }),
        richer
    );
    assert_eq!(headline(&|f| seen(f, 0.3, 0.8)), unexplained);
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
    found.lacks = vec![lack("q1", 0.5)];
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
    let p = named(&mut found, "fv_m2");
    (p.value, p.std) = (-1.0, Some(0.1));
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

/// The moment that is certain squared over the inertia to the fifth power is a mass in a ball: no matter is so dense.
#[test]
fn a_body_denser_than_matter_makes_every_joint_poor() {
    let mut found = sound();
    let dense = |found: &mut Identification, moment: f64| {
        let p = named(found, "mx_b");
        (p.value, p.std) = (moment, Some(1e-6));
        judged(found)
    };
    assert_eq!(dense(&mut found, 0.6).grade, Grade::Sound);
    let judgement = dense(&mut found, 600.0);
    assert_eq!(judgement.grade, Grade::Poor);
    assert_eq!(
        judgement.findings.first(),
        Some(&Finding::TooDense(vec!["body b".to_owned()]))
    );
    assert!(
        judgement
            .joints
            .iter()
            .all(|joint| joint.grade == Grade::Poor)
    );
    let headline = "No robot has these parameters: the recording does not fit the description.";
    assert_eq!(judgement.headline, headline);
}

#[test]
fn a_study_is_judged_and_interpreted() {
    use armwright_lab::judge::Note;
    use armwright_lab::study::Study;
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

/// A motor's row is of all joints that turn it.
#[test]
fn terms_that_a_joint_or_its_motor_lacks_make_it_unsound() {
    for (row, grades) in [
        ("q1", [Grade::Care, Grade::Sound]),
        ("m1", [Grade::Care, Grade::Sound]),
        ("m2", [Grade::Care, Grade::Care]),
    ] {
        let mut found = with([0.97; 2], [0.97; 2]);
        found.motors = ["m1", "m2"]
            .map(|name| Fit {
                name: name.to_owned(),
                ..fit(1.0, 0.97)
            })
            .to_vec();
        found.lacks = vec![lack(row, 0.95)];
        assert_eq!(
            self::grades(&found),
            (Grade::Care, grades.to_vec()),
            "{row}"
        );
    }
}
