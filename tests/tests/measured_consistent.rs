//! Physically consistent fits of measured robots: bodies that can exist, and torques that others predict as well.

use std::path::Path;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::identify::{Identification, identify, predict};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_runtime::{Inertial, ParameterKind, Robot};
use armwright_tests::{data, laid_out, zoo};
use nalgebra::{Matrix4, SymmetricEigen};

fn robot(name: &str) -> &'static dyn Robot {
    let pair = zoo().into_iter().find(|pair| pair.name() == name);
    pair.expect("a robot of the zoo").robot
}

fn read(robot: &dyn Robot, folder: &Path, name: &str) -> Recording {
    let recording = Recording::read(&folder.join(name), robot.model());
    recording.unwrap_or_else(|error| panic!("{error}"))
}

fn identified(robot: &dyn Robot, dataset: Dataset, method: Method) -> Identification {
    let found = identify(robot, dataset, &method.into());
    found.unwrap_or_else(|error| panic!("{error}"))
}

/// Fails unless every body has a positive pseudo-inertia, and no drive a parameter below zero that has none.
fn assert_realisable(robot: &dyn Robot, found: &Identification) {
    let model = robot.model();
    let values = &found.estimation.standard;
    for (parameter, value) in model.parameters.iter().zip(values) {
        let never = parameter.kind.is_never_negative();
        assert!(!never || value.value >= 0.0, "{value:?}");
    }
    for body in 0..model.bodies.len() {
        let value = |component: Inertial| {
            let kind = ParameterKind::Inertial { body, component };
            let place = model.parameters.iter().position(|p| p.kind == kind);
            values[place.expect("ten parameters a body")].value
        };
        let [m, x, y, z, xx, xy, xz, yy, yz, zz] = Inertial::ALL.map(value);
        let half = (xx + yy + zz) / 2.0;
        let j = Matrix4::new(
            half - xx,
            -xy,
            -xz,
            x,
            -xy,
            half - yy,
            -yz,
            y,
            -xz,
            -yz,
            half - zz,
            z,
            x,
            y,
            z,
            m,
        );
        let least = SymmetricEigen::new(j).eigenvalues.min();
        assert!(
            least > -1e-12 * j.trace(),
            "{}: {least}",
            model.bodies[body]
        );
    }
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn bodies_of_the_tx40_predict_as_well_as_least_squares() {
    let (robot, folder) = (robot("tx40"), laid_out("tx40", &data("tx40")));
    let held = |method: Method| {
        let recording = read(robot, folder.path(), "recording.yaml");
        let dataset = Dataset::hold_out(vec![recording], 0.25).expect("a share");
        let found = identified(robot, dataset, method);
        let fits = &found.validation.as_ref().expect("held out").fits;
        let joints: Vec<f64> = fits.joints.iter().map(|fit| fit.rmse).collect();
        println!(
            "{method:?} {} {joints:?} {:?}",
            fits.overall.nrmse, found.estimation.realised
        );
        (fits.overall.nrmse, found)
    };
    let (least, _) = held(Method::Wls);
    let (error, found) = held(Method::Consistent);
    assert_realisable(robot, &found);
    assert!(error < 1.02 * least, "{error} for {least}");
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn bodies_of_the_kr300_predict_better_than_its_drawings_and_than_least_squares() {
    let (robot, folder) = (
        robot("kr300_balanced"),
        laid_out("kr300", &data("kuka_kr300")),
    );
    let others = ["validation_b.yaml", "validation_c.yaml"];
    let model = robot.model();
    let dataset = Dataset {
        training: vec![read(robot, folder.path(), "recording.yaml")],
        validation: others.map(|name| read(robot, folder.path(), name)).to_vec(),
    };
    let least = &*crate::measured_kr300::BALANCED;
    let found = identified(robot, dataset, Method::Consistent);
    assert_realisable(robot, &found);
    let mut drawn = vec![0.0; model.base.len()];
    robot
        .base_parameters(&nominal(model), &mut drawn)
        .expect("base parameters");
    for name in others {
        let errors = |beta: &[f64]| -> Vec<f64> {
            let recording = read(robot, folder.path(), name);
            let found = predict(robot, beta, recording, &ProcessingOptions::default());
            let fits = found.expect("a prediction").fits.expect("torques");
            fits.joints.iter().map(|fit| fit.rmse).collect()
        };
        let of = |found: &Identification| errors(&found.estimation.base_estimate(model).beta);
        let (drawn, least, ours) = (errors(&drawn), of(least), of(&found));
        println!("{name}: drawings {drawn:.1?}, wls {least:.1?}, consistent {ours:.1?}");
        for (joint, ours) in ours.iter().enumerate() {
            let better = *ours < drawn[joint] && *ours < least[joint];
            assert!(better, "{name}, joint {joint}: {ours} {drawn:?} {least:?}");
        }
    }
}
