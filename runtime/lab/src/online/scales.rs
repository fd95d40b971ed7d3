//! What noise and prior are measured by where nothing is known of them.

use armwright_runtime::{EvaluationError, Model, Robot};

/// How many samples scales are taken from.
const SAMPLES: usize = 2000;

/// Root mean squares over a motion.
pub(super) struct Scales {
    /// Of torques (`n`).
    pub(super) torques: Vec<f64>,
    /// Of what each base parameter would have to be to make all torques by itself (`b`); 1 of one that makes none.
    pub(super) parameters: Vec<f64>,
}

impl Scales {
    /// Of positions, velocities and accelerations, and torques, by samples.
    pub(super) fn of(
        robot: &dyn Robot,
        states: &[[Vec<f64>; 4]],
        model: &Model,
    ) -> Result<Self, EvaluationError> {
        let (n, b) = (model.joints.len(), model.base.len());
        let every = (states.len() / SAMPLES).max(1);
        let mut torques = vec![0.0; n];
        let mut count = 0.0;
        for [.., tau] in states.iter().step_by(every) {
            torques
                .iter_mut()
                .zip(tau)
                .for_each(|(sum, x)| *sum += x * x);
            count += 1.0;
        }
        let torques: Vec<f64> = torques
            .iter()
            .map(|sum: &f64| (sum / f64::max(count, 1.0)).sqrt().max(1e-9))
            .collect();
        let (mut rows, mut columns) = (vec![0.0; n * b], vec![0.0; b]);
        for [q, qd, qdd, _] in states.iter().step_by(every) {
            robot.base_regressor(q, qd, qdd, &mut rows)?;
            for (row, torque) in rows.chunks_exact(b.max(1)).zip(&torques) {
                let squares = row.iter().map(|x| (x / torque).powi(2));
                columns
                    .iter_mut()
                    .zip(squares)
                    .for_each(|(sum, x)| *sum += x);
            }
        }
        let whole = count * n as f64;
        let parameters = columns.iter().map(|sum| {
            if *sum > 0.0 {
                (whole / sum).sqrt()
            } else {
                1.0
            }
        });
        Ok(Self {
            parameters: parameters.collect(),
            torques,
        })
    }
}

#[cfg(test)]
mod tests;
