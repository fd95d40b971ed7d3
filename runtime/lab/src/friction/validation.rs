//! What laws leave of recordings that were held out.

use super::proposal::Validated;
use super::refine::{Refined, Setting};
use crate::motion::Motion;
use crate::regression::{RegressionError, Sample};
use armwright_runtime::Side;

impl Setting<'_> {
    /// What the friction of the robot file (base parameters `beta`) and the laws proposed leave of recordings that were held out.
    pub(super) fn validated(
        &self,
        beta: &[f64],
        refined: &Refined,
        held_out: &[Motion],
    ) -> Result<Vec<Validated>, RegressionError> {
        let rows = self.equations.rows();
        let mut sums = vec![[0.0; 4]; rows];
        for motion in held_out {
            let (mut residuals, mut at) = (Vec::new(), 0);
            let mut take = |sample: &Sample<'_>| {
                let all = (0..rows).map(|row| self.residual(sample, row, &refined.estimate));
                residuals.push(all.collect::<Vec<f64>>());
            };
            let columns = self.columns(&refined.laws);
            self.equations
                .pass(motion, &columns, &mut take, &mut |_| {})?;
            let series = self.equations.predict(motion, beta, &mut |_| {})?;
            let samples = series.time.len();
            for (proposed, row) in residuals.iter().flat_map(|r| r.iter().zip(0..rows)) {
                let k = at / rows;
                at += 1;
                if k < samples && series.kept[row][k] {
                    let measured = series.measured[row][k];
                    let file = measured - series.predicted[row][k];
                    let each = [1.0, file * file, proposed * proposed, measured * measured];
                    sums[row].iter_mut().zip(each).for_each(|(s, x)| *s += x);
                }
            }
        }
        let with_rows = sums.iter().enumerate().filter(|(_, sums)| sums[0] > 0.0);
        let validated = |(row, [count, file, proposed, torque]): (usize, &[f64; 4])| Validated {
            name: self.name(row),
            file: (file / count).sqrt(),
            proposed: (proposed / count).sqrt(),
            torque: (torque / count).sqrt(),
        };
        Ok(with_rows.map(validated).collect())
    }

    /// The joint or motor whose torque a row is.
    fn name(&self, row: usize) -> String {
        let (model, place) = (self.equations.robot().model(), self.equations.places()[row]);
        match model.motors.get(place) {
            Some(motor) if self.equations.side() == Side::Motor => motor.name.to_owned(),
            _ => model.joints[place].name.to_owned(),
        }
    }
}
