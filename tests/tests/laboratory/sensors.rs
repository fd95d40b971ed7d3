//! Recordings of robots that measure wrenches, single torques and power: as the oracle has them by Newton's and
//! Euler's equations in the world's axes.

use std::path::Path;

use armwright_lab::random::Random as Noise;
use armwright_runtime::Robot;
use armwright_tests::Random;
use armwright_tests::oracle::Mechanism;
use armwright_tests::sensed::SENSED;
use nalgebra::DVector;
use serde_json::Value;

use crate::program::{Folder, csv};

const RATE: f64 = 500.0;
pub(crate) const SAMPLES: u32 = 6000;
/// Harmonics of a motion, rad/s: far below the cut-off, which leaves them alone.
const HARMONICS: [f64; 4] = [0.9, 1.7, 2.9, 4.1];

/// A robot, what moves it, and what a recording of it holds.
pub(crate) struct Experiment {
    pub(crate) robot: &'static dyn Robot,
    theta: Vec<f64>,
    pub(crate) columns: Vec<(String, Vec<f64>)>,
}

impl Experiment {
    /// The robot of that name along a motion of its own; each row with noise of a share of its size.
    pub(crate) fn of(name: &str, seed: u64, noise: f64) -> Self {
        let mut all = SENSED.iter();
        let (robot, file) = all
            .find(|(robot, _)| robot.model().name == name)
            .expect("a robot");
        let oracle = Mechanism::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        let oracle = oracle.expect("the oracle reads it");
        // The robot is the same in every experiment, its motion is not.
        let theta = Random::new(71).physical_theta(&oracle);
        let mut random = Random::new(seed);
        let n = oracle.dof();
        let waves: Vec<Vec<[f64; 2]>> = (0..n)
            .map(|_| {
                let wave = |_| [random.between(-0.5, 0.5), random.between(0.0, 6.0)];
                HARMONICS.iter().map(wave).collect()
            })
            .collect();
        let state = |time: f64| -> [Vec<f64>; 3] {
            let sum = |of: &dyn Fn(f64, f64, f64) -> f64| {
                let joint = |waves: &Vec<[f64; 2]>| {
                    let all = waves.iter().zip(HARMONICS);
                    all.map(|([a, phase], w)| of(*a, w, w * time + phase)).sum()
                };
                waves.iter().map(joint).collect::<Vec<f64>>()
            };
            [
                sum(&|a, _, phase| a * phase.sin()),
                sum(&|a, w, phase| a * w * phase.cos()),
                sum(&|a, w, phase| -a * w * w * phase.sin()),
            ]
        };
        let joints = oracle.joints().iter().map(|joint| format!("q_{joint}"));
        let rows = robot.model().measured.iter().map(|row| row.name.to_owned());
        let names = std::iter::once("t".to_owned()).chain(joints).chain(rows);
        let mut columns: Vec<(String, Vec<f64>)> = names.map(|name| (name, Vec::new())).collect();
        let parameters = DVector::from_column_slice(&theta);
        for k in 0..SAMPLES {
            let time = f64::from(k) / RATE;
            let [q, qd, qdd] = state(time);
            let measured = oracle.measured_regressor(&q, &qd, &qdd) * &parameters;
            let row = std::iter::once(&time).chain(&q).chain(measured.iter());
            columns
                .iter_mut()
                .zip(row)
                .for_each(|((_, column), x)| column.push(*x));
        }
        let mut random = Noise::new(seed);
        for (_, column) in &mut columns[1 + n..] {
            let square: f64 = column.iter().map(|x| x * x).sum();
            let size = (square / f64::from(SAMPLES)).sqrt();
            column
                .iter_mut()
                .for_each(|x| *x += noise * size * random.normal());
        }
        Self {
            robot: *robot,
            theta,
            columns,
        }
    }

    /// Writes a recording, and a description that says what its columns do not: positions are the joints'.
    pub(crate) fn write(&self, folder: &Folder, name: &str) {
        let positions = self.columns.iter().map(|(name, _)| name.as_str());
        let positions: Vec<&str> = positions.filter(|name| name.starts_with("q_")).collect();
        let described = format!(
            "recording:\n  file: {name}.csv\n  time: {{column: t}}\n  position: {{columns: [{}], side: joint}}\n",
            positions.join(", ")
        );
        folder.write(&format!("{name}.csv"), &csv(&self.columns));
        folder.write(&format!("{name}.yaml"), &described);
    }

    pub(crate) fn truth(&self) -> Vec<(&'static str, f64)> {
        let base = self.robot.model().base;
        let mut beta = vec![0.0; base.len()];
        let done = self.robot.base_parameters(&self.theta, &mut beta);
        done.expect("its own sizes");
        base.iter().map(|base| base.name).zip(beta).collect()
    }

    /// Value and deviation of each base parameter beside the truth.
    pub(crate) fn beside(&self, found: &Value) -> Vec<[f64; 3]> {
        let lists = ["base", "drive"].map(|list| found[list].as_array().expect("a list").clone());
        let all = lists.concat();
        let mut figures = Vec::new();
        for (name, truth) in self.truth() {
            let own = all.iter().find(|p| p["name"] == name).expect("a parameter");
            let figure = |key: &str| own[key].as_f64().expect("a figure");
            figures.push([figure("value"), figure("std"), truth]);
        }
        figures
    }
}

pub(crate) fn robots() -> Vec<&'static str> {
    SENSED.iter().map(|(robot, _)| robot.model().name).collect()
}
