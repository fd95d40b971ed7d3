//! Residuals at the raw rate, before decimation.

use super::columns::PredictedBy;
use super::equations::Equations;
use super::error::RegressionError;
use crate::motion::Motion;

/// States whose columns are computed at once.
const BLOCK: usize = 64;

impl Equations<'_> {
    /// Measured less predicted of each row at each sample of a motion's interior (`samples × rows`); no numbers where
    /// nothing was measured.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub(crate) fn raw_residuals(
        &self,
        motion: &Motion,
        beta: &[f64],
    ) -> Result<Vec<f64>, RegressionError> {
        let (rows, interior) = (self.rows(), motion.interior());
        let betas = [beta.to_vec()];
        let columns = PredictedBy::new(self.base_columns(), &betas);
        let mut all = Vec::with_capacity(rows * interior.len());
        for first in interior.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(interior.end);
            let predicted = self.at(&columns, &motion.states(block.clone()))?;
            for (k, predicted) in block.zip(predicted.chunks_exact(rows.max(1))) {
                if !predicted.iter().all(|x| x.is_finite()) {
                    let (recording, time) = (motion.name.clone(), motion.time(k));
                    return Err(RegressionError::NotFinite { recording, time });
                }
                match motion.measured(k) {
                    true => {
                        let recorded = self.recorded(motion, k).into_iter().zip(predicted);
                        all.extend(recorded.map(|(recorded, predicted)| recorded - predicted));
                    }
                    false => all.resize(all.len() + rows, f64::NAN),
                }
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{EvaluationError, Inputs, Model, Quantity, Robot, Side};

    use crate::options::EquationSide;
    use crate::regression::by_hand::{
        B, MODEL, ROBOT, conditioned, near, of_motors, processing, recording, rows_at,
    };
    use crate::regression::{Equations, RegressionError};

    const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

    /// More samples than are computed at once.
    #[test]
    fn raw_residuals_are_measured_less_predicted() {
        let mut recording = recording(150);
        recording.bridged = (0..150).map(|k| (70..73).contains(&k)).collect();
        let mut motion = conditioned(recording, processing(EquationSide::Motor));
        motion.name = "swing, later".to_owned();
        let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
        let found = equations.raw_residuals(&motion, &BETA).expect("residuals");
        let interior = motion.interior();
        assert_eq!(found.len(), 2 * interior.len());
        for (k, found) in interior.zip(found.chunks_exact(2)) {
            if (70..73).contains(&k) {
                assert!(found.iter().all(|x| x.is_nan()), "{k}");
                continue;
            }
            let rows = rows_at(&motion, k);
            let left = [0, 1].map(|joint| {
                let predicted: f64 = rows[joint].iter().zip(BETA).map(|(y, b)| y * b).sum();
                motion.torque_of(joint)[k] - predicted
            });
            let expected = of_motors(left);
            near(found[0], expected[0]);
            near(found[1], expected[1]);
        }
        let broken = equations.raw_residuals(&motion, &[f64::INFINITY; B]);
        assert_eq!(
            broken,
            Err(RegressionError::NotFinite {
                recording: "swing, later".to_owned(),
                time: 0.03,
            })
        );
    }

    /// The robot as far as its first joint turns no further.
    struct Within(f64);

    impl Robot for Within {
        fn model(&self) -> &Model {
            &MODEL
        }

        fn evaluate(
            &self,
            quantity: Quantity,
            inputs: &Inputs<'_>,
            out: &mut [f64],
        ) -> Result<(), EvaluationError> {
            ROBOT.evaluate(quantity, inputs, out)?;
            if inputs.q[0] > self.0 {
                out.fill(f64::NAN);
            }
            Ok(())
        }
    }

    /// It turns on and on: in the second block of samples a half of what is between two of them is too far.
    #[test]
    fn the_first_sample_that_has_no_prediction_is_named() {
        let motion = conditioned(recording(120), processing(EquationSide::Joint));
        let q = |k: usize| motion.states(k..k + 1).q[0];
        assert!((3..116).all(|k| q(k) < q(k + 1)));
        let robot = Within(0.5 * (q(99) + q(100)));
        let equations = Equations::of(&robot, Side::Joint).expect("equations");
        assert_eq!(
            equations.raw_residuals(&motion, &BETA),
            Err(RegressionError::NotFinite {
                recording: "swing".to_owned(),
                time: 1.0,
            })
        );
    }
}
