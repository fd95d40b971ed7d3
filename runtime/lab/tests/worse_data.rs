//! What was not tested is not called sound, and a grade never improves when data are made worse.

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement, Transfer, transfer};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::statistics::{Fit, Quality};
use armwright_runtime::Robot;

/// Two periods of a motion.
fn recording(seed: u64, torque_noise: f64) -> Recording {
    let mut random = Random::new(seed);
    let motion = best_designed(&ROBOT, 20.0, &mut random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let sensors = Sensors {
        torque_noise,
        ..Sensors::default()
    };
    let simulated = simulate(&ROBOT, &theta, &motion, 200.0, &sensors, &mut random);
    simulated.and_then(|s| s.recording()).expect("a recording")
}

fn identified(dataset: impl Into<Dataset>) -> Identification {
    identify(&ROBOT, dataset, &Method::Wls.into()).expect("identifies")
}

fn judged(found: &Identification) -> Judgement {
    Judgement::of(ROBOT.model(), found)
}

fn unseen(training: Recording, validation: Recording) -> Identification {
    identified(Dataset {
        training: vec![training],
        validation: vec![validation],
    })
}

#[test]
fn another_period_of_the_same_motion_is_no_test() {
    let (first, second) = recording(1, 0.02).split(0.5);
    let found = unseen(first, second);
    assert!(found.validation.as_ref().is_some_and(|v| v.repeats));
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care, "{verdict:?}");
    assert!(
        verdict.headline.contains("same motion"),
        "{}",
        verdict.headline
    );
    let other = unseen(recording(1, 0.02), recording(2, 0.02));
    assert!(other.validation.as_ref().is_some_and(|v| !v.repeats));
    assert_eq!(judged(&other).grade, Grade::Sound, "{:?}", judged(&other));
    // One other motion is a test, whatever is repeated beside it.
    let (training, again) = recording(1, 0.02).split(0.5);
    let both = identified(Dataset {
        training: vec![training],
        validation: vec![again, recording(2, 0.02)],
    });
    assert!(both.validation.is_some_and(|v| !v.repeats));
}

#[test]
fn where_nothing_is_held_out_parts_of_the_period_are() {
    let found = identified(recording(1, 0.02));
    let parts = found.cross_validation.as_ref().expect("parts");
    let period = parts.period.expect("two periods");
    assert!((period - 10.0).abs() < 0.05, "{period}");
    assert!(
        parts.fits.joints.iter().all(|fit| fit.r2 > 0.99),
        "{:?}",
        parts.fits
    );
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care);
    let said = verdict.reasons().join(" ");
    assert!(
        said.contains("No data was held out") && said.contains("period of 10.0 s"),
        "{said}"
    );
    let (once, _) = recording(1, 0.02).split(0.45);
    let once = identified(once).cross_validation.expect("parts");
    assert_eq!(once.period, None);
}

#[test]
fn parts_that_do_not_predict_each_other_are_no_model() {
    let mut found = identified(recording(1, 0.02));
    let parts = found.cross_validation.as_mut().expect("parts");
    (parts.fits.joints[1].rmse, parts.fits.joints[1].r2) = (1e3, 0.3);
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Poor);
    assert!(
        verdict.headline.contains("Parts of the recording"),
        "{}",
        verdict.headline
    );
}

#[test]
fn what_was_assumed_is_not_sound() {
    let mut found = unseen(recording(1, 0.02), recording(2, 0.02));
    for p in found.estimation.parameters_mut().skip(1) {
        p.quality = Quality::Assumed;
    }
    let verdict = judged(&found);
    assert_eq!(verdict.grade, Grade::Care);
    assert!(verdict.headline.contains("assumed"), "{}", verdict.headline);
}

#[test]
fn less_than_nothing_explained_does_not_hold() {
    let fit = |rmse: f64, r2: f64, nrmse: f64| Fit {
        name: "q1".to_owned(),
        is_motor: false,
        samples: 300,
        rmse,
        nrmse,
        r2,
        lag1: 0.0,
        whiteness: None,
    };
    // The residual grew.
    let seen = fit(1.0, 0.4, 0.7);
    assert_eq!(transfer(&seen, &fit(1.6, -2.8, 0.9)), Transfer::Fails);
    // It did not: of a torque that varies by no more than noise no model explains more.
    assert_eq!(transfer(&seen, &fit(1.0, -2.8, 0.9)), Transfer::Untested);
    // It is a small share of a load that does not vary.
    assert_eq!(transfer(&seen, &fit(1.0, -2.8, 0.05)), Transfer::Untested);
}

/// The place of a grade: the smaller the better.
fn place(grade: Grade) -> usize {
    [Grade::Sound, Grade::Care, Grade::Poor]
        .iter()
        .position(|g| *g == grade)
        .expect("one of three")
}

/// Grades of data made worse step by step.
fn assert_falls(what: &str, datasets: impl Iterator<Item = (Recording, Recording)>) {
    let grades: Vec<Grade> = datasets
        .map(|(seen, held)| {
            let dataset = Dataset {
                training: vec![seen],
                validation: vec![held],
            };
            // What is refused is worse than any grade.
            let found = identify(&ROBOT, dataset, &Method::Wls.into());
            found.map_or(Grade::Poor, |found| judged(&found).grade)
        })
        .collect();
    let falls = grades
        .windows(2)
        .all(|pair| place(pair[0]) <= place(pair[1]));
    assert!(falls, "{what}: {grades:?}");
}

#[test]
fn a_grade_never_improves_with_noise() {
    for seed in [1, 3] {
        let noises = [0.0, 0.02, 0.1, 0.3, 1.0, 3.0];
        let pairs = noises.map(|noise| (recording(seed, noise), recording(seed + 1, noise)));
        assert_falls("noise", pairs.into_iter());
    }
}

#[test]
fn a_grade_never_improves_by_truncation() {
    for seed in [1, 3] {
        let shares = [1.0, 0.5, 0.25, 0.1, 0.03];
        let pairs = shares.map(|share| {
            let cut = recording(seed, 0.05).split(share).0;
            (cut, recording(seed + 1, 0.05))
        });
        assert_falls("truncation", pairs.into_iter());
    }
}

#[test]
fn a_grade_never_improves_by_scaling_or_exchange() {
    let change = |by: &dyn Fn(&mut Recording)| {
        let mut pair = (recording(1, 0.02), recording(2, 0.02));
        by(&mut pair.0);
        by(&mut pair.1);
        pair
    };
    let scale = |column: &mut Vec<f64>, by: f64| column.iter_mut().for_each(|x| *x *= by);
    for factor in [1e-3, 0.01, 57.3, 1e3] {
        for joint in 0..2 {
            let torque = change(&|r| {
                let torque = r.torque.as_mut().expect("torques");
                scale(&mut torque[joint], factor);
            });
            let position = change(&|r| scale(&mut r.position[joint], factor));
            for worse in [torque, position] {
                let clean = change(&|_| {});
                assert_falls(&format!("{factor} on {joint}"), [clean, worse].into_iter());
            }
        }
    }
    for exchanged in [
        change(&|r| r.torque.as_mut().expect("torques").swap(0, 1)),
        change(&|r| r.position.swap(0, 1)),
    ] {
        let found = unseen(exchanged.0, exchanged.1);
        assert_eq!(judged(&found).grade, Grade::Poor);
    }
}
