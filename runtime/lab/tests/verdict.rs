//! The verdict says what the figures bear out: an identification of the specimen, its figures
//! changed one by one.

use std::sync::OnceLock;

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement, Means, Remedy};
use armwright_lab::lack::{Lack, Term};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json};
use armwright_lab::statistics::Quality;
use armwright_lab::study::Study;
use armwright_runtime::Robot;

fn recording(random: &mut Random) -> Recording {
    let motion = best_designed(&ROBOT, 20.0, random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &Sensors::default(), random);
    simulated.and_then(|s| s.recording()).expect("a recording")
}

/// A sound identification with validation; its figures are for tests to change.
pub(crate) fn sound() -> Identification {
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

/// The fits of a joint, on the data of the estimate and on unseen data, set to `(rmse, R²)`.
fn with_fits(joint: usize, seen: (f64, f64), unseen: (f64, f64)) -> Identification {
    let mut found = sound();
    (found.fits.joints[joint].rmse, found.fits.joints[joint].r2) = seen;
    let validation = found.validation.as_mut().expect("validation");
    let held = &mut validation.fits.joints[joint];
    (held.rmse, held.r2) = unseen;
    found
}

fn judged(found: &Identification) -> Judgement {
    Judgement::of(ROBOT.model(), found)
}

fn remedies(judgement: &Judgement) -> Vec<String> {
    let remedies = judgement.remedies.iter();
    remedies
        .map(|remedy| remedy.sentence(&Means::default()))
        .collect()
}

fn says(lines: &[String], words: &str) -> bool {
    lines.iter().any(|line| line.contains(words))
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
fn a_model_that_was_not_tested_is_never_called_sound() {
    let mut found = sound();
    found.validation = None;
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care);
    assert!(
        verdict.headline.contains("not tested"),
        "{}",
        verdict.headline
    );
    assert!(
        verdict.remedies.contains(&Remedy::Validate),
        "{:?}",
        verdict.remedies
    );
}

#[test]
fn prediction_that_does_not_transfer_is_said_first_and_everywhere() {
    // Figures as the KUKA KR300's public recordings give them: 0.95 where it was identified.
    let found = with_fits(1, (20.0, 0.95), (95.0, -0.4));
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("does not transfer"),
        "{}",
        verdict.headline
    );
    assert!(
        says(&verdict.reasons(), "joint q2: R² falls (q2 0.95 → −0.40)"),
        "{:?}",
        verdict.reasons()
    );
    for remedy in [Remedy::ExciteMore, Remedy::HoldBack] {
        assert!(verdict.remedies.contains(&remedy), "{:?}", verdict.remedies);
    }
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains("fit the recording, not the robot"));
    assert!(page.contains("fits here only") && !page.contains(">good<"));
    let value: serde_json::Value =
        serde_json::from_str(&json(&study, &Means::default()).expect("JSON")).expect("JSON");
    assert_eq!(value["verdict"]["transfers"], false);
}

#[test]
fn prediction_that_weakens_is_not_called_sound() {
    let found = with_fits(1, (48.0, 0.999), (363.0, 0.908));
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care);
    assert!(verdict.transfers);
    assert!(
        says(&verdict.reasons(), "weaker for joint q2"),
        "{:?}",
        verdict.reasons()
    );
}

#[test]
fn prediction_that_explains_half_of_unseen_torque_is_not_called_sound() {
    // The residual grows by less than half, but torque varies less than where it was fitted.
    let verdict = judged(&with_fits(1, (1.0, 0.96), (1.4, 0.51)));
    assert_eq!(verdict.grade, Grade::Care);
    assert!(
        verdict.headline.contains("explains too little"),
        "{}",
        verdict.headline
    );
}

#[test]
fn friction_beyond_the_model_is_named_where_residuals_show_it() {
    let mut found = with_fits(1, (20.0, 0.95), (95.0, -0.4));
    assert!(!says(&remedies(&judged(&found)), "not in the model"));
    found.fits.joints[1].lag1 = 0.8;
    assert!(says(&remedies(&judged(&found)), "Friction beyond"));
    // A poor fit asks for it as well, however unseen data are predicted.
    let mut found = with_fits(1, (20.0, 0.85), (0.02, 0.9999));
    assert!(!says(&remedies(&judged(&found)), "Friction beyond"));
    found.fits.joints[1].lag1 = 0.8;
    assert!(says(&remedies(&judged(&found)), "Friction beyond"));
}

/// A term that explains 16 % of a mean square residual is 40 % of it, and is to be written down where that is more than
/// 0.2 % of the torque.
#[test]
fn a_term_is_named_by_its_share_of_the_torque() {
    let described = |residual: f64| {
        let mut found = sound();
        found.fits.joints[0].nrmse = residual;
        found.lacks = vec![Lack {
            joint: Some("q1".to_owned()),
            row: "q1".to_owned(),
            term: Term::Quadratic,
            coefficients: vec![1.0],
            share: 0.16,
            before: 1.0,
            after: 0.84f64.sqrt(),
            unit: "N·m",
            alternatives: Vec::new(),
            in_model: false,
            on_motor: false,
            slides: false,
        }];
        let judgement = judged(&found);
        let mut remedies = judgement.remedies.iter();
        remedies.any(|remedy| matches!(remedy, Remedy::Describe(_)))
    };
    assert!(described(0.01));
    assert!(!described(0.004));
}

#[test]
fn remedies_go_on_from_the_estimator_in_use() {
    let mut found = with_fits(1, (20.0, 0.95), (95.0, -0.4));
    found.estimation.method = Method::Prior;
    let remedies = judged(&found).remedies;
    assert!(remedies.contains(&Remedy::TrustNominalMore));
    assert!(!remedies.contains(&Remedy::HoldBack));
}

#[test]
fn a_joint_that_rested_in_the_validation_is_not_tested() {
    // The error is as large as before, but R² is low because the torque hardly varies.
    let found = with_fits(0, (1.0, 0.99), (0.9, 0.3));
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care, "{verdict:?}");
    assert!(
        says(&verdict.reasons(), "torque of joint q1 hardly varies"),
        "{:?}",
        verdict.reasons()
    );
    assert!(
        says(&remedies(&verdict), "joint q1 moves"),
        "{:?}",
        remedies(&verdict)
    );
}

#[test]
fn a_lost_direction_asks_for_a_richer_motion() {
    let mut found = sound();
    found.excitation.rank -= 1;
    found.excitation.condition = f64::INFINITY;
    let lost = found
        .estimation
        .parameters_mut()
        .next()
        .expect("a parameter");
    (lost.quality, lost.std, lost.percent) = (Quality::Undetermined, None, None);
    let name = lost.name.clone();
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(verdict.headline.contains("richer"), "{}", verdict.headline);
    let (rank, all) = (found.excitation.rank, found.excitation.structural_rank);
    assert_eq!(rank + 1, all);
    let of_all = format!("excites only {rank} of {all} directions");
    assert!(says(&verdict.reasons(), &of_all), "{:?}", verdict.reasons());
    assert!(
        says(&verdict.reasons(), &format!("Not excited at all: {name}")),
        "{:?}",
        verdict.reasons()
    );
    assert!(says(&remedies(&verdict), "Excite more"));
}

#[test]
fn a_model_of_nothing_asks_to_check_the_description() {
    let mut found = with_fits(0, (9.0, 0.1), (9.0, 0.1));
    found.fits.joints[0].nrmse = 0.9;
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("does not explain"),
        "{}",
        verdict.headline
    );
    assert!(says(&remedies(&verdict), "signs, units and sides"));
    // Worse than the mean is not less than nothing.
    let mut found = with_fits(0, (9.0, -0.4), (9.0, -0.4));
    found.fits.joints[0].nrmse = 1.2;
    let verdict = judged(&found);
    assert!(
        says(&verdict.warnings(), "explains only 0 % of the torque of q1"),
        "{:?}",
        verdict.warnings()
    );
}

#[test]
fn a_joint_that_carries_a_constant_load_well_is_not_blamed_for_its_r2() {
    // A torque that never varies has no variance to explain; the residual is 2 % of its size.
    let mut found = with_fits(0, (0.2, 0.1), (0.2, 0.1));
    found.fits.joints[0].nrmse = 0.02;
    assert_eq!(judged(&found).grade, Grade::Care);
}

#[test]
fn poorly_known_parameters_are_named_with_their_reason() {
    let mut found = sound();
    let partner = found.estimation.base[1].name.clone();
    let weak = &mut found.estimation.base[0];
    weak.quality = Quality::Zero;
    (weak.std, weak.alone) = (Some(2.0 * weak.value.abs()), Some(weak.value.abs()));
    weak.correlated = Some((partner.clone(), -0.95));
    let small = &mut found.estimation.base[2];
    small.quality = Quality::Zero;
    (small.std, small.alone) = (Some(2.0 * small.value.abs()), Some(small.value.abs()));
    small.correlated = Some((partner.clone(), 0.1));
    small.effect = 0.1;
    let base = &found.estimation.base;
    let (weak, small) = (&base[0].name, &base[2].name);
    let verdict = judged(&found);
    let pair = format!("{weak} and {partner} (r = −0.95)");
    assert!(says(&verdict.reasons(), &pair), "{:?}", verdict.reasons());
    let noise = format!("small beside the noise: {small}");
    assert!(says(&verdict.reasons(), &noise), "{:?}", verdict.reasons());
    // Two that are each other's partner are one pair.
    let mut both = found.clone();
    let name = weak.clone();
    let other = &mut both.estimation.base[1];
    other.quality = Quality::Zero;
    (other.std, other.correlated) = (Some(2.0 * other.value.abs()), Some((name, -0.95)));
    let reasons = judged(&both).reasons().join("\n");
    assert_eq!(reasons.matches("(r = −0.95)").count(), 1, "{reasons}");
    let study = Study::judged(ROBOT.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains(&format!("correlated with {partner} (r = −0.95)")));
}

/// Whether prediction of a joint holds.
mod transfer_of_a_joint {
    use armwright_lab::judge::{Transfer, transfer};
    use armwright_lab::statistics::Fit;

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

    #[test]
    fn an_error_that_grows_and_explains_less_does_not_transfer() {
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(4.0, -0.2)), Transfer::Fails);
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(1.6, 0.84)), Transfer::Fails);
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(1.4, 0.84)), Transfer::Holds);
    }

    #[test]
    fn an_error_that_grows_to_less_than_a_sound_model_is_not_passed_over() {
        let seen = fit(1.0, 0.99);
        assert_eq!(transfer(&seen, &fit(7.6, 0.908)), Transfer::Weakens);
        assert_eq!(transfer(&seen, &fit(1.4, 0.908)), Transfer::Holds);
    }

    #[test]
    fn a_nearly_perfect_fit_may_grow() {
        assert_eq!(
            transfer(&fit(0.01, 0.999_99), &fit(0.05, 0.999)),
            Transfer::Holds
        );
    }

    #[test]
    fn a_joint_at_rest_tests_little() {
        // The same error, but torque varies by 1.2 where it varied by 10.
        assert_eq!(
            transfer(&fit(1.0, 0.99), &fit(0.8, 0.55)),
            Transfer::Untested
        );
    }
}

/// Why parameters are poorly known.
mod reason {
    use armwright_lab::judge::Reason;
    use armwright_lab::statistics::{Estimated, Quality};

    fn parameter(quality: Quality) -> Estimated {
        Estimated {
            name: "mx_a".to_owned(),
            value: 1.0,
            std: Some(0.6),
            alone: Some(0.5),
            effect: 0.3,
            quality,
            correlated: Some(("my_a".to_owned(), -0.5)),
            from_data: 1.0,
            ..Estimated::default()
        }
    }

    /// A bias of 3 in a deviation of 5 leaves noise of 4.
    #[test]
    fn a_bias_counts_in_deviations_of_noise() {
        let biased = Estimated {
            std: Some(5.0),
            bias: Some(-3.0),
            ..parameter(Quality::Fair)
        };
        assert!((biased.bias_in_deviations() - 0.75).abs() < 1e-15);
    }

    #[test]
    fn each_poorly_known_parameter_has_its_reason() {
        assert_eq!(Reason::of(&parameter(Quality::Fair)), None);
        let small = parameter(Quality::Zero);
        assert_eq!(Reason::of(&small), Some(Reason::Small { effect: 0.3 }));
        let pair = Estimated {
            correlated: Some(("my_a".to_owned(), -0.95)),
            ..small.clone()
        };
        let reason = Reason::of(&pair).unwrap();
        assert_eq!(reason.to_string(), "correlated with my_a (r = −0.95)");
        let several = Estimated {
            alone: Some(0.1),
            ..small.clone()
        };
        assert!(
            matches!(Reason::of(&several), Some(Reason::Entangled { times }) if (times - 6.0).abs() < 1e-12)
        );
        let lost = Estimated {
            quality: Quality::Undetermined,
            std: None,
            ..small
        };
        assert_eq!(Reason::of(&lost), Some(Reason::NotExcited));
    }

    /// Whatever the signs of a value and of a correlation are.
    #[test]
    fn reasons_do_not_ask_for_signs() {
        for sign in [1.0, -1.0] {
            let of = |r: f64, alone: f64| {
                Reason::of(&Estimated {
                    value: sign,
                    alone: Some(alone),
                    correlated: Some(("my_a".to_owned(), sign * r)),
                    ..parameter(Quality::Poor)
                })
            };
            let with = "my_a".to_owned();
            let r = 0.95 * sign;
            assert_eq!(of(0.95, 0.1), Some(Reason::Correlated { with, r }));
            let entangled = of(0.5, 0.15);
            assert!(
                matches!(entangled, Some(Reason::Entangled { times }) if (times - 4.0).abs() < 1e-12),
                "{entangled:?}"
            );
            assert_eq!(of(0.5, 0.25), Some(Reason::Small { effect: 0.3 }));
        }
    }
}
