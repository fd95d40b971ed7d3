//! A measured robot that is hard to identify, a KUKA KR 300: least squares fits its recording and
//! does not transfer to others; a nominal prior does better.

use std::sync::LazyLock;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::recording::Recording;
use armwright_runtime::Robot;
use armwright_tests::{data, laid_out, zoo};

/// What least squares finds where the file has the counterbalance.
pub(crate) static BALANCED: LazyLock<Identification> =
    LazyLock::new(|| found("kr300_balanced", Method::Wls));

/// What is found of the recording, validated on the two others: found once for all tests.
pub(crate) fn identified(method: Method) -> &'static Identification {
    static OLS: LazyLock<Identification> = LazyLock::new(|| found("kr300", Method::Ols));
    static WLS: LazyLock<Identification> = LazyLock::new(|| found("kr300", Method::Wls));
    static PRIOR: LazyLock<Identification> = LazyLock::new(|| found("kr300", Method::Prior));
    match method {
        Method::Ols => &OLS,
        Method::Wls => &WLS,
        Method::Prior => &PRIOR,
        other => panic!("{other:?} is not looked at"),
    }
}

fn found(name: &str, method: Method) -> Identification {
    let folder = laid_out("kr300", &data("kuka_kr300"));
    let robot = robot(name);
    let read = |name: &str| {
        let recording = Recording::read(&folder.path().join(name), robot.model());
        recording.unwrap_or_else(|error| panic!("{error}"))
    };
    let dataset = Dataset {
        training: vec![read("recording.yaml")],
        validation: vec![read("validation_b.yaml"), read("validation_c.yaml")],
    };
    let found = identify(robot, dataset, &method.into());
    found.unwrap_or_else(|error| panic!("{error}"))
}

fn robot(name: &str) -> &'static dyn Robot {
    let pair = zoo().into_iter().find(|pair| pair.name() == name);
    pair.expect("a robot of that name").robot
}

fn held_out(found: &Identification) -> Vec<f64> {
    let validation = found.validation.as_ref().expect("two recordings");
    validation.fits.joints.iter().map(|fit| fit.r2).collect()
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn least_squares_fits_the_recording_and_does_not_transfer() {
    for method in [Method::Ols, Method::Wls] {
        let found = identified(method);
        assert!(
            found.fits.joints.iter().all(|fit| fit.r2 > 0.95),
            "{:?}",
            found.fits.joints
        );
        let held = held_out(found);
        assert!(held.iter().any(|r2| *r2 < 0.7), "{method:?}: {held:?}");
        let judgement = Judgement::of(robot("kr300").model(), found);
        assert_eq!(judgement.grade, Grade::Poor);
        let said = judgement.reasons().join(" ");
        assert!(said.contains("does not transfer"), "{said}");
    }
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn a_nominal_prior_predicts_what_least_squares_does_not() {
    let found = identified(Method::Prior);
    let held = held_out(found);
    assert!(held.iter().all(|r2| *r2 > 0.85), "{held:?}");
    let least = identified(Method::Wls);
    let error = |found: &Identification| found.validation.as_ref().map(|v| v.fits.overall.nrmse);
    assert!(
        error(found) < error(least),
        "{:?} {:?}",
        error(found),
        error(least)
    );
    assert!(found.estimation.biased && found.estimation.parameters().any(|p| p.from_data < 0.5));
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn the_counterbalance_explains_what_the_second_joint_lacks() {
    let error = |found: &Identification| found.validation.as_ref().map(|v| v.fits.overall.nrmse);
    let without = identified(Method::Prior);
    let with = found("kr300_balanced", Method::Prior);
    let [before, after] = [without, &with].map(|found| held_out(found)[1]);
    assert!(before < 0.93 && after > 0.97, "{before} {after}");
    assert!(
        error(&with) < error(without).map(|error| 0.7 * error),
        "{:?} {:?}",
        error(&with),
        error(without)
    );
    // The pressure is the recording's own, near that of the source.
    let gas = with.estimation.parameter("k_gas").expect("a parameter");
    let std = gas.std.expect("a deviation");
    assert!(
        (3500.0..4800.0).contains(&gas.value) && std < 0.1 * gas.value,
        "{} ± {std}",
        gas.value
    );
    // Least squares does not find it: gravity does nearly the same in so small a motion.
    let gas = BALANCED.estimation.parameter("k_gas").expect("a parameter");
    assert!(gas.std.is_none_or(|std| std > gas.value.abs()), "{gas:?}");
}
