//! Equations in parts of time, and the prediction of each part by parameters of its own.

use super::columns::PredictedBy;
use super::equations::Equations;
use super::error::RegressionError;
use super::factor::Factor;
use super::sample::Sample;
use super::series::Series;
use crate::motion::Motion;

impl Equations<'_> {
    /// What motions say of the base parameters in so many parts: factors (one a row of the equations) of each.
    /// `part` says which part a motion, by its number, and a time in s belong to.
    pub(crate) fn observe_parts(
        &self,
        motions: &[Motion],
        parts: usize,
        part: &dyn Fn(usize, f64) -> usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Vec<Factor>>, RegressionError> {
        let base = self.base_columns();
        let width = self.robot().model().base.len();
        let mut all = vec![vec![Factor::new(width); self.rows()]; parts];
        for (k, motion) in motions.iter().enumerate() {
            let mut take = |sample: &Sample<'_>| {
                let mine = &mut all[part(k, sample.time)];
                for (row, factor) in mine.iter_mut().enumerate() {
                    if sample.counts(row) {
                        factor.push(sample.row(row), sample.torque[row]);
                    }
                }
            };
            let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
            self.pass(motion, &base, &mut take, &mut share)?;
        }
        Ok(all)
    }

    /// Measured torques and those that base parameters predict: for each time those of `betas` that `part` says.
    pub(crate) fn predict_parts(
        &self,
        motion: &Motion,
        betas: &[Vec<f64>],
        part: &dyn Fn(f64) -> usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Series, RegressionError> {
        let n = self.rows();
        let rate = motion.rate / motion.processing.decimation() as f64;
        let mut series = Series::new(&motion.name, n, rate);
        series.of = self.measured().to_vec();
        let mut take = |sample: &Sample<'_>| {
            let mine = part(sample.time);
            let predicted = (0..n).map(|row| {
                let mut of_row = sample.row(row).filter(|(k, _)| *k == mine);
                of_row.next().map_or(0.0, |(_, torque)| torque)
            });
            let predicted: Vec<f64> = predicted.collect();
            let counts = (0..n).map(|row| sample.counts(row) && !sample.is_outlier(row));
            series.push(sample.time, sample.recorded, &predicted, counts);
        };
        let columns = PredictedBy::new(self.base_columns(), betas);
        self.pass(motion, &columns, &mut take, progress)?;
        Ok(series)
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Measured, Model, Pattern, Side, Sparsity};

    use crate::motion::{Adjusted, Equation};
    use crate::options::EquationSide;
    use crate::regression::Equations;
    use crate::regression::by_hand::{
        B, ByHand, MODEL, ROBOT, conditioned, near, processing, recording, rows_at,
    };

    #[test]
    fn parts_have_the_samples_that_belong_to_them() {
        let mut slow = processing(EquationSide::Joint);
        slow.motor_velocity_threshold = vec![0.0, 1.0];
        let motions = [
            conditioned(recording(50), processing(EquationSide::Joint)),
            conditioned(recording(40), slow),
        ];
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let part = |motion: usize, time: f64| 2 * motion + usize::from(time >= 0.195);
        let mut shares = Vec::new();
        let mut report = |share: f64| shares.push(share);
        let found = equations.observe_parts(&motions, 4, &part, &mut report);
        let found = found.expect("parts");
        assert_eq!(shares, [0.5, 1.0]);
        assert_eq!(found.len(), 4);
        let mut gone = 0;
        for (k, factors) in found.iter().enumerate() {
            let motion = &motions[k / 2];
            let mine = motion.interior().filter(|at| (k % 2 == 1) == (*at >= 20));
            let counting: Vec<usize> = mine
                .clone()
                .filter(|at| {
                    let state = motion.states(*at..at + 1);
                    let speed = 3.0 * state.qd[0] + 5.0 * state.qd[1];
                    k < 2 || speed.abs() >= 1.0
                })
                .collect();
            gone += mine.count() - counting.len();
            for (row, factor) in factors.iter().enumerate() {
                assert_eq!(factor.rows(), counting.len(), "part {k}");
                let squares = counting.iter().map(|at| motion.torque_of(row)[*at].powi(2));
                near(factor.squares(&[0.0; B]), squares.sum());
                let along = counting
                    .iter()
                    .map(|at| rows_at(motion, *at)[row][3].powi(2));
                let norm = factor.parts().0.column(3).norm_squared();
                near(norm, along.sum());
            }
        }
        assert!(gone > 5, "{gone}");
    }

    #[test]
    fn each_part_is_predicted_by_its_own_parameters() {
        let mut motion = conditioned(recording(50), processing(EquationSide::Joint));
        motion.name = "swing, from 0 s".to_owned();
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let betas = [vec![0.5; B], vec![1.0, -2.0, 3.0, 0.1, 0.2, -0.3]];
        let part = |time: f64| usize::from(time < 0.195);
        let found = equations.predict_parts(&motion, &betas, &part, &mut |_| {});
        let found = found.expect("a prediction");
        assert_eq!(
            (found.name.as_str(), found.rate),
            ("swing, from 0 s", 100.0)
        );
        assert_eq!(found.time.len(), motion.interior().len());
        for (k, at) in motion.interior().enumerate() {
            let beta = &betas[usize::from(at < 20)];
            for row in 0..2 {
                let rows = rows_at(&motion, at);
                let expected = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                near(found.predicted[row][k], expected);
                near(found.measured[row][k], motion.torque_of(row)[at]);
                assert!(found.kept[row][k]);
            }
        }
    }

    /// Samples that do not count, as those of a motor that stands, are predicted too, but are not kept; neither are outliers.
    #[test]
    fn what_does_not_count_is_predicted_and_not_kept() {
        let mut slow = processing(EquationSide::Joint);
        slow.motor_velocity_threshold = vec![0.0, 1.0];
        let mut motion = conditioned(recording(50), slow);
        let equation = |k: usize| Equation {
            add: 0.0,
            is_low: k % 3 == 1,
            is_out: false,
        };
        motion.adjust(Adjusted {
            rows: 2,
            all: (0..2 * motion.interior().len()).map(equation).collect(),
        });
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let betas = [vec![0.5; B]];
        let found = equations.predict_parts(&motion, &betas, &|_| 0, &mut |_| {});
        let found = found.expect("a prediction");
        let mut gone = 0;
        for (k, at) in motion.interior().enumerate() {
            let state = motion.states(at..at + 1);
            let counts = (3.0 * state.qd[0] + 5.0 * state.qd[1]).abs() >= 1.0;
            gone += usize::from(!counts);
            for row in 0..2 {
                let is_low = equation(2 * k + row).is_low;
                assert_eq!(found.kept[row][k], counts && !is_low, "{at}, {row}");
            }
        }
        assert!(gone > 5, "{gone}");
    }

    /// Of 100 samples a second every fourth is left.
    #[test]
    fn the_rate_of_a_prediction_is_that_of_its_samples() {
        let mut fewer = processing(EquationSide::Joint);
        fewer.decimate = vec![2, 2];
        let motion = conditioned(recording(600), fewer);
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let found = equations.predict_parts(&motion, &[vec![0.5; B]], &|_| 0, &mut |_| {});
        let found = found.expect("a prediction");
        assert_eq!(found.rate, 25.0);
        near(found.time[11] - found.time[10], 0.04);
    }

    #[test]
    fn rows_that_are_no_torques_say_what_they_are() {
        const fn measured(name: &'static str) -> Measured {
            Measured { name, unit: "N" }
        }
        const MEASURED: [Measured; 2] = [measured("fx_tool"), measured("tau_j2")];
        let robot = ByHand(Box::leak(Box::new(Model {
            measured: &MEASURED,
            sparsity: Sparsity {
                measured: Pattern(&["+++0000", "000++0+"]),
                ..MODEL.sparsity
            },
            ..MODEL
        })));
        let equations = Equations::of_measured(&robot).expect("equations");
        let mut recording = recording(50);
        recording.measured = recording.torque.clone();
        let motion = conditioned(recording, processing(EquationSide::Joint));
        let found = equations.predict_parts(&motion, &[vec![0.5; B]], &|_| 0, &mut |_| {});
        let found = found.expect("a prediction");
        let names: Vec<&str> = found.of.iter().map(|row| row.name).collect();
        assert_eq!(names, ["fx_tool", "tau_j2"]);
    }
}
