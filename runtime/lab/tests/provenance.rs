//! What a result rests on is in it, and one of another version of the robot file is refused.

use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Estimation, EstimationError, fingerprint, identify};
use armwright_lab::parameters::nominal;
use armwright_lab::provenance::Provenance;
use armwright_lab::recording::Recording;
use armwright_robots::{double_pendulum, puma560};
use armwright_runtime::{EvaluationError, Inputs, Model, Quantity, Robot};

const PENDULUM: &dyn Robot = &double_pendulum::ROBOT;

/// A robot as if its file had another length, so many times as long.
struct Longer<'r>(&'r dyn Robot, f64);

impl Robot for Longer<'_> {
    fn model(&self) -> &Model {
        self.0.model()
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.0.evaluate(quantity, inputs, out)?;
        if quantity == Quantity::BaseRegressor {
            out[1] *= self.1;
        }
        Ok(())
    }
}

#[test]
fn results_of_another_version_of_a_robot_are_refused() {
    let model = PENDULUM.model();
    let mut random = Random::new(3);
    let motion = designed(model, 6.0, 6.0, &mut random);
    let theta = nominal(model);
    let made = simulate(
        PENDULUM,
        &theta,
        &motion,
        200.0,
        &Sensors::default(),
        &mut random,
    );
    let recording = made.expect("a motion").recording().expect("a recording");
    let found = identify(PENDULUM, recording, &Method::Ols.into()).expect("identifies");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("identification.json");
    let write = |estimation: &Estimation| {
        std::fs::write(&path, serde_json::to_string(estimation).expect("JSON")).expect("written");
    };
    write(&found.estimation);
    assert!(Estimation::read(&path, PENDULUM).is_ok());

    for times in [1.001, 0.999] {
        let other = Longer(PENDULUM, times);
        let refused = Estimation::read(&path, &other).expect_err("another robot");
        assert!(
            matches!(refused, EstimationError::Stale { .. }),
            "{refused}"
        );
        let text = refused.to_string();
        assert!(text.contains("another version of the robot file"), "{text}");
    }
    let longer = Longer(PENDULUM, 1.001);

    // Results of before there were fingerprints are read.
    let old = Estimation {
        fingerprint: Vec::new(),
        ..found.estimation.clone()
    };
    write(&old);
    assert!(Estimation::read(&path, &longer).is_ok());

    // Some systems write names in capitals.
    let capitals = folder.path().join("IDENTIFICATION.JSON");
    std::fs::copy(&path, &capitals).expect("a copy");
    let read = Estimation::read(&capitals, PENDULUM).expect("the same");
    let names = |of: &Estimation| of.base.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&read), names(&old));

    // A covariance has a row and a column for each parameter.
    for cut in [Vec::pop, |row: &mut Vec<f64>| {
        row.push(0.0);
        None
    }] {
        let mut torn = found.estimation.clone();
        cut(&mut torn.covariance.values[1]);
        write(&torn);
        let refused = Estimation::read(&path, PENDULUM).expect_err("no matrix");
        assert!(
            refused.to_string().contains("covariance does not fit"),
            "{refused}"
        );
    }
}

#[test]
fn every_base_parameter_has_a_part_in_the_fingerprint() {
    for robot in [PENDULUM, &puma560::ROBOT] {
        let numbers = fingerprint(robot).expect("numbers");
        assert_eq!(numbers.len(), robot.model().base.len());
        assert!(numbers.iter().all(|x| x.abs() > 1e-6), "{numbers:?}");
    }
}

#[test]
fn files_have_the_hashes_that_others_compute() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recording.csv");
    let rows: Vec<String> = (0..200)
        .map(|k| {
            let x = (0.05 * f64::from(k)).sin();
            format!(
                "{},{x},{},{},{}\n",
                0.01 * f64::from(k),
                x * x,
                2.0 * x,
                x + 1.0
            )
        })
        .collect();
    std::fs::write(&path, format!("t,q_1,q_2,tau_1,tau_2\n{}", rows.concat())).expect("written");
    let model = PENDULUM.model();
    let described = folder.path().join("recording.yaml");
    std::fs::write(&described, "recording:\n  file: recording.csv\n  time: {column: t, unit: s}\n  \
        position: {columns: [q_1, q_2], unit: rad}\n  torque: {columns: [tau_1, tau_2], unit: N·m}\n")
        .expect("written");
    let recording = Recording::read(&described, model).expect("a recording");
    assert_eq!(recording.files, [described.clone(), path.clone()]);
    // The standard's own example (FIPS 180-4): what is hashed are the bytes of the file.
    std::fs::write(&path, "abc").expect("written");
    let found = Provenance::of([&recording], Vec::new());
    assert_eq!(
        found.files[1].sha256.as_deref(),
        Some("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    );
    assert_eq!(found.files[1].path, path.display().to_string());
    assert!(found.files.iter().all(|file| file.modified.is_some()));
    assert!(!found.has_same_files(&Provenance::of([], Vec::new())));
}
