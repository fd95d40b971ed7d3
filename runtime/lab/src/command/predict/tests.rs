//! Predictions as columns, and the base parameters that they are made with.

mod runs;

use std::path::Path;

use super::super::tests::Folder;
use super::{base_parameters, columns, predict_with};
use crate::friction::GivenFriction;
use crate::identify::predict_pieces;
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::regression::Series;
use crate::regression::by_hand::{B, MODEL, ROBOT, recording, recording_from};
use armwright_robots::scara;
use serde_json::json;

fn series() -> Series {
    let mut series = Series::new("a", 2, 10.0);
    series.push(0.5, &[1.5, 2.5], &[3.5, 4.5], [true, false].into_iter());
    series.push(0.75, &[-1.0, 0.125], &[7.0, 8.0], [false, true].into_iter());
    series
}

#[test]
fn a_prediction_has_columns_by_the_names_of_its_table() {
    let mut second = series();
    second.time = vec![0.25, 0.375];
    let both = [series(), second];
    assert_eq!(
        columns(&MODEL, &both, true),
        json!({
            "t": [0.5, 0.75, 0.25, 0.375],
            "tau_j1": [3.5, 7.0, 3.5, 7.0],
            "measured_j1": [1.5, -1.0, 1.5, -1.0],
            "used_j1": [true, false, true, false],
            "tau_j2": [4.5, 8.0, 4.5, 8.0],
            "measured_j2": [2.5, 0.125, 2.5, 0.125],
            "used_j2": [false, true, false, true],
        })
    );
    assert_eq!(
        columns(&MODEL, &[series()], false),
        json!({"t": [0.5, 0.75], "tau_j1": [3.5, 7.0], "tau_j2": [4.5, 8.0]})
    );
}

#[test]
fn base_parameters_are_those_of_a_file_or_of_nominal_values() {
    let (beta, found) = base_parameters(&ROBOT, None).expect("nominal values");
    // Lzz_a + 0.25 m_a, mx_a + 0.5 m_a, and the others as they are.
    assert_eq!(beta, [1.5, 1.2, 3.0, 0.2, 0.7, 0.0]);
    assert!(found.robot.is_empty());
    let folder = Folder::new();
    folder.write(
        "base.csv",
        "name,value,std\nmx_a,2,0\nLzz_a,1,0\nm_b,3,0\nfo_j2,6,0\nfv_j1,5,0\nfc_m2,4,0\n",
    );
    let path = folder.line("@/base.csv");
    let (beta, found) = base_parameters(&ROBOT, Some(Path::new(&path))).expect("a result");
    assert_eq!(beta, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(found.robot, "by_hand");
    let refused = base_parameters(&scara::ROBOT, None).expect_err("no values");
    assert!(
        refused
            .to_string()
            .starts_with("scara has no nominal values"),
        "{refused}"
    );
}

/// Friction that is given is added to what bodies and drives predict, decimated as the torques are; in each piece its own.
#[test]
fn friction_that_is_given_is_part_of_the_prediction() {
    let folder = Folder::new();
    folder.write(
        "map.csv",
        "name,velocity,torque\nj1,-20,-10\nj1,-0.001,-0.0005\nj1,0.001,0.0005\nj1,20,10\n",
    );
    let path = folder.line("@/map.csv");
    let given = GivenFriction::read(Path::new(&path), &MODEL).expect("a map");
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(8.0)),
        decimate: Some(List(vec![2])),
        trim: Some(20),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        ..ProcessingOptions::default()
    };
    let beta = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    assert_eq!(beta.len(), B);
    let pieces = || vec![recording(160), recording_from(2.0, 180)];
    let mut show = |_: &'static str, _| {};
    let found = predict_with(&ROBOT, &given, &beta, pieces(), &options, &mut show);
    let (found, fits) = found.expect("a prediction");
    let (plain, _) =
        predict_pieces(&ROBOT, &beta, pieces(), &options, &mut show).expect("a prediction");
    assert_eq!((found.len(), plain.len()), (2, 2));
    for ((found, plain), begin) in found.iter().zip(&plain).zip([0.0, 2.0]) {
        assert_eq!(found.time, plain.time);
        assert_eq!(found.measured, plain.measured);
        assert_eq!(found.predicted[1], plain.predicted[1]);
        // Half of the velocity; the recording's velocity of the first joint is 0.5 cos(4 t + 0.6) + 0.05.
        for (k, time) in found.time.iter().enumerate() {
            let added = found.predicted[0][k] - plain.predicted[0][k];
            let expected = 0.5 * (0.5 * (4.0 * (begin + time) + 0.6).cos() + 0.05);
            assert!(
                (added - expected).abs() < 5e-3,
                "{time}: {added} for {expected}"
            );
        }
    }
    let fits = fits.expect("fits");
    let residuals = found.iter().flat_map(|one| one.residuals(0).flatten());
    let residuals: Vec<f64> = residuals.collect();
    let square: f64 = residuals.iter().map(|e| e * e).sum();
    let rmse = (square / residuals.len() as f64).sqrt();
    assert!(
        (fits.joints[0].rmse - rmse).abs() < 1e-12 * rmse,
        "{} for {rmse}",
        fits.joints[0].rmse
    );
    let names: Vec<&str> = fits.joints.iter().map(|fit| fit.name.as_str()).collect();
    assert_eq!(names, ["j1", "j2"]);
}
