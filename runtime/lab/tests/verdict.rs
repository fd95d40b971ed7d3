//! The verdict says what the figures bear out: an identification of the specimen, its figures
//! changed one by one.

mod specimen;

use std::sync::OnceLock;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identification::{Identification, identify};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{Grade, Verdict, html, json};
use armwright_lab::statistics::Quality;
use armwright_runtime::Robot;
use specimen::ROBOT;

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
        let material = Dataset {
            training,
            validation,
        };
        let quiet = &mut |_: &'static str, _: f64| {};
        identify(
            &ROBOT,
            material,
            &ProcessingOptions::default(),
            Method::Wls,
            quiet,
        )
        .expect("identifies")
    };
    FOUND.get_or_init(make).clone()
}

/// The fits of a joint, on the data of the estimate and on unseen data, set to `(rmse, R²)`.
fn with_fits(joint: usize, seen: (f64, f64), unseen: (f64, f64)) -> Identification {
    let mut found = sound();
    (found.joints[joint].rmse, found.joints[joint].r2) = seen;
    let validation = found.validation.as_mut().expect("validation");
    let held = &mut validation.joints[joint];
    (held.rmse, held.r2) = unseen;
    found
}

fn says(lines: &[String], words: &str) -> bool {
    lines.iter().any(|line| line.contains(words))
}

#[test]
fn a_sound_model_needs_no_remedy() {
    let verdict = Verdict::of(&sound());
    assert_eq!(verdict.grade, Grade::Sound, "{verdict:?}");
    assert!(verdict.remedies.is_empty(), "{:?}", verdict.remedies);
    assert!(verdict.transfers);
}

#[test]
fn a_model_that_was_not_tested_is_never_called_sound() {
    let mut found = sound();
    found.validation = None;
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Care);
    assert!(
        verdict.headline.contains("not tested"),
        "{}",
        verdict.headline
    );
    assert!(
        says(&verdict.remedies, "--validate"),
        "{:?}",
        verdict.remedies
    );
}

#[test]
fn prediction_that_does_not_transfer_is_said_first_and_everywhere() {
    // Figures as the KUKA KR300's public recordings give them: 0.95 where it was identified.
    let found = with_fits(1, (20.0, 0.95), (95.0, -0.4));
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("does not transfer"),
        "{}",
        verdict.headline
    );
    assert!(
        says(&verdict.reasons, "joint q2: R² falls (q2 0.95 → −0.40)"),
        "{:?}",
        verdict.reasons
    );
    for remedy in ["Excite more", "--method prior", "--method ridge"] {
        assert!(
            says(&verdict.remedies, remedy),
            "{remedy}: {:?}",
            verdict.remedies
        );
    }
    let page = html(ROBOT.model(), &found).expect("a page");
    assert!(page.contains("fit the recording, not the robot"));
    assert!(page.contains("fits here only") && !page.contains(">good<"));
    let value: serde_json::Value =
        serde_json::from_str(&json(&found).expect("JSON")).expect("JSON");
    assert_eq!(value["verdict"]["transfers"], false);
}

#[test]
fn prediction_that_weakens_is_not_called_sound() {
    let found = with_fits(1, (48.0, 0.999), (363.0, 0.908));
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Care);
    assert!(verdict.transfers);
    assert!(
        says(&verdict.reasons, "weaker for joint q2"),
        "{:?}",
        verdict.reasons
    );
}

#[test]
fn prediction_that_explains_half_of_unseen_torque_is_not_called_sound() {
    // The residual grows by less than half, but torque varies less than where it was fitted.
    let verdict = Verdict::of(&with_fits(1, (1.0, 0.96), (1.4, 0.51)));
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
    assert!(!says(&Verdict::of(&found).remedies, "not in the model"));
    found.joints[1].lag1 = 0.8;
    assert!(says(&Verdict::of(&found).remedies, "Friction beyond"));
}

#[test]
fn remedies_go_on_from_the_estimator_in_use() {
    let mut found = with_fits(1, (20.0, 0.95), (95.0, -0.4));
    found.method = Method::Prior;
    let remedies = Verdict::of(&found).remedies;
    assert!(says(&remedies, "--prior-weight") && !says(&remedies, "--method ridge"));
}

#[test]
fn a_joint_that_rested_in_the_validation_is_not_tested() {
    // The error is as large as before, but R² is low because the torque hardly varies.
    let found = with_fits(0, (1.0, 0.99), (0.9, 0.3));
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Care, "{verdict:?}");
    assert!(
        says(&verdict.reasons, "torque of joint q1 hardly varies"),
        "{:?}",
        verdict.reasons
    );
    assert!(
        says(&verdict.remedies, "joint q1 moves"),
        "{:?}",
        verdict.remedies
    );
}

#[test]
fn a_lost_direction_asks_for_a_richer_motion() {
    let mut found = sound();
    found.rank -= 1;
    found.condition = f64::INFINITY;
    let lost = found.parameters_mut().next().expect("a parameter");
    (lost.quality, lost.std, lost.percent) = (Quality::Undetermined, None, None);
    let name = lost.name;
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(verdict.headline.contains("richer"), "{}", verdict.headline);
    assert!(
        says(&verdict.reasons, &format!("Not excited at all: {name}")),
        "{:?}",
        verdict.reasons
    );
    assert!(says(&verdict.remedies, "Excite more"));
}

#[test]
fn a_model_of_nothing_asks_to_check_the_description() {
    let mut found = with_fits(0, (9.0, 0.1), (9.0, 0.1));
    found.joints[0].nrmse = 0.9;
    let verdict = Verdict::of(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("does not explain"),
        "{}",
        verdict.headline
    );
    assert!(says(&verdict.remedies, "signs, units and sides"));
}

#[test]
fn a_joint_that_carries_a_constant_load_well_is_not_blamed_for_its_r2() {
    // A torque that never varies has no variance to explain; the residual is 2 % of its size.
    let mut found = with_fits(0, (0.2, 0.1), (0.2, 0.1));
    found.joints[0].nrmse = 0.02;
    assert_eq!(Verdict::of(&found).grade, Grade::Care);
}

#[test]
fn poorly_known_parameters_are_named_with_their_reason() {
    let mut found = sound();
    let partner = found.base[1].name;
    let weak = &mut found.base[0];
    weak.quality = Quality::Zero;
    (weak.std, weak.alone) = (Some(2.0 * weak.value.abs()), Some(weak.value.abs()));
    weak.correlated = Some((partner, -0.95));
    let small = &mut found.base[2];
    small.quality = Quality::Zero;
    (small.std, small.alone) = (Some(2.0 * small.value.abs()), Some(small.value.abs()));
    small.correlated = Some((partner, 0.1));
    let (weak, small) = (found.base[0].name, found.base[2].name);
    let verdict = Verdict::of(&found);
    let pair = format!("{weak} and {partner} (r = −0.95)");
    assert!(says(&verdict.reasons, &pair), "{:?}", verdict.reasons);
    let noise = format!("small beside the noise: {small}");
    assert!(says(&verdict.reasons, &noise), "{:?}", verdict.reasons);
    let page = html(ROBOT.model(), &found).expect("a page");
    assert!(page.contains(&format!("correlated with {partner} (r = −0.95)")));
}
