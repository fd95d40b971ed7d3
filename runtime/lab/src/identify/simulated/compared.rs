//! How an estimate that simulates motions differs from least squares.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::settled::Settled;
use crate::distribution::normal_threshold;
use crate::estimate::Estimate;
use crate::regression::{Equations, RegressionError, Sample};
use crate::statistics::{Basis, Deviations, Estimated, Sandwich};
use crate::thresholds::{BIASED, TOLD_APART};

/// What an estimate rests on that simulates motions, and how it differs from least squares.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Simulated {
    /// Rounds of simulation until estimates settled.
    pub rounds: usize,
    /// The band of the measured positions that the simulated robot follows in each recording, Hz.
    pub reference_cutoff: Vec<f64>,
    /// How far simulated positions are from measured ones.
    pub followed: Vec<Followed>,
    /// Whether nominal values were simulated, because parameters by least squares cannot be.
    pub from_nominal: bool,
    /// Why the robot with the parameters that were found cannot be simulated; none if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Each base parameter that was estimated beside what weighted least squares makes of it.
    pub least_squares: Vec<Compared>,
}

/// How far the simulated positions of a joint are from the measured ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Followed {
    /// The joint.
    pub joint: String,
    /// Root mean square, rad or m.
    pub rms: f64,
}

/// A base parameter by two estimators.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// Its value by weighted least squares.
    pub least_squares: f64,
    /// What was found less that, in deviations of this difference.
    pub deviations: f64,
    /// Whether that is more than noise of torques explains, and more than the parameter's own deviation.
    pub differs: bool,
}

impl Simulated {
    /// Base parameters that differ from least squares by more than deviations explain, the furthest first.
    #[must_use]
    pub fn differing(&self) -> Vec<&Compared> {
        let mut all: Vec<&Compared> = self.least_squares.iter().filter(|p| p.differs).collect();
        all.sort_by(|a, b| b.deviations.abs().total_cmp(&a.deviations.abs()));
        all
    }
}

impl Settled {
    /// The estimate beside least squares of the same equations (Hausman 1978): both are linear in the same noise of torques
    /// and residuals, whose covariance gives that of their difference,
    /// `[G_z, -G_k] (Σ x_i(s) γ_ij(s - t) x_j(t)ᵀ) [G_z, -G_k]ᵀ` of the rows `x` of both.
    pub(in crate::identify) fn compare(
        &self,
        equations: &Equations<'_>,
        estimate: &Estimate,
        deviations: &Deviations,
        table: &[Estimated],
    ) -> Result<Simulated, RegressionError> {
        let b = estimate.beta.len();
        let variance = self.variance(equations, estimate, deviations)?;
        let known = |k: &usize| table[*k].std.is_some() && variance[*k] > 0.0;
        let known: Vec<usize> = (0..b).filter(known).collect();
        let threshold = normal_threshold(TOLD_APART, known.len());
        let compared = known.iter().map(|&k| {
            let apart = estimate.beta[k] - self.plain.beta[k];
            let far = apart / variance[k].sqrt();
            let own = BIASED * table[k].std.unwrap_or(0.0);
            Compared {
                name: table[k].name.clone(),
                least_squares: self.plain.beta[k],
                deviations: far,
                differs: far.abs() > threshold && apart.abs() > own,
            }
        });
        Ok(Simulated {
            rounds: self.rounds,
            reference_cutoff: self.cutoffs.clone(),
            followed: self.followed(equations),
            from_nominal: self.from_nominal,
            fault: self.fault.as_ref().map(ToString::to_string),
            least_squares: compared.collect(),
        })
    }

    /// The variance of what is found less what least squares finds (`b`).
    fn variance(
        &self,
        equations: &Equations<'_>,
        estimate: &Estimate,
        deviations: &Deviations,
    ) -> Result<DVector<f64>, RegressionError> {
        let b = estimate.beta.len();
        let both = [(estimate, 1.0), (&self.plain, -1.0)].map(|(found, sign)| {
            let basis = Basis::of(&found.spectrum);
            let left = found.spectrum.left.columns(0, basis.size());
            let gain: DMatrix<f64> = &found.gain * left * sign;
            (basis, gain, &found.weights)
        });
        let [z, k] = &both;
        let (first, size) = (z.0.size(), z.0.size() + k.0.size());
        let mut sandwich = Sandwich::of(&deviations.noise, size);
        for (measured, simulated) in self.measured.iter().zip(&self.motions) {
            sandwich.restart();
            let mut take = |sample: &Sample<'_>| {
                let rows = (0..equations.rows()).map(|row| {
                    let mut x = DVector::zeros(size);
                    if sample.counts(row) {
                        let own = sample.row(row).filter(|(at, _)| *at < b);
                        let other = sample.row(row).filter(|(at, _)| *at >= b);
                        let other = other.map(|(at, value)| (at - b, value));
                        x.rows_mut(0, first)
                            .copy_from(&(z.0.of_row(own) * z.2[row]));
                        let rest = k.0.of_row(other) * k.2[row];
                        x.rows_mut(first, size - first).copy_from(&rest);
                    }
                    x
                });
                sandwich.push(rows.collect());
            };
            let columns = equations.instrumented_columns(simulated);
            equations.pass(measured, &columns, &mut take, &mut |_| {})?;
        }
        let mut gain = DMatrix::zeros(b, size);
        gain.columns_mut(0, first).copy_from(&z.1);
        gain.columns_mut(first, size - first).copy_from(&k.1);
        Ok((&gain * sandwich.sum() * gain.transpose()).diagonal())
    }

    /// How far simulated positions are from measured ones, over all recordings.
    fn followed(&self, equations: &Equations<'_>) -> Vec<Followed> {
        let joints = equations.robot().model().joints;
        let (mut squares, mut samples) = (vec![0.0; joints.len()], 0.0);
        for (measured, simulated) in self.measured.iter().zip(&self.motions) {
            let inside = measured.interior().len() as f64;
            samples += inside;
            for (sum, rms) in squares.iter_mut().zip(measured.apart(simulated)) {
                *sum += rms * rms * inside;
            }
        }
        let each = joints.iter().zip(squares).map(|(joint, sum)| Followed {
            joint: joint.name.to_owned(),
            rms: (sum / f64::max(samples, 1.0)).sqrt(),
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{estimated, settled};
    use super::{Compared, Settled, Simulated};
    use crate::estimate::Method;
    use crate::regression::Equations;
    use crate::regression::by_hand::{B, ROBOT};
    use crate::statistics::{Deviations, Estimated, Quality};
    use armwright_runtime::Side;

    /// Of least squares of measured columns themselves, noise makes no difference, whatever either errs by.
    #[test]
    fn an_estimate_does_not_differ_from_itself() {
        let mut found = settled(Method::Iv);
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let own = estimated(&found.measured);
        // Some noise: what a short beginning has.
        let beginning = [found.measured[0].beginning(24)];
        let deviations = Deviations::of(&equations, &beginning, &own, &mut |_| {});
        let deviations = deviations.expect("deviations");
        let apart = found.variance(&equations, &estimated(&found.motions), &deviations);
        let apart = apart.expect("a sum");
        told_by_name(&found, &equations, &deviations, apart.as_slice());
        found.motions.clone_from(&found.measured);
        let none = found.variance(&equations, &own, &deviations);
        let none = none.expect("a sum");
        for k in 0..B {
            assert!(apart[k] > 0.0 && none[k].abs() < 1e-9 * apart[k], "{none}");
        }
    }

    /// Each by its own name and value, but for what has no deviation.
    fn told_by_name(
        found: &Settled,
        equations: &Equations<'_>,
        deviations: &Deviations,
        variance: &[f64],
    ) {
        let one = |k: usize| Estimated {
            name: format!("b{k}"),
            expression: String::new(),
            unit: String::new(),
            value: 0.0,
            std: (k != 1).then_some(1e-9),
            freedom: None,
            bias: None,
            lacking: None,
            percent: None,
            alone: None,
            effect: 1.0,
            quality: Quality::default(),
            correlated: None,
            from_data: 1.0,
            truth: None,
        };
        let table: Vec<Estimated> = (0..B).map(one).collect();
        let estimate = estimated(&found.motions);
        let told = found.compare(equations, &estimate, deviations, &table);
        let told = told.expect("a sum").least_squares;
        let places: Vec<usize> = (0..B).filter(|k| *k != 1).collect();
        assert_eq!(told.len(), places.len());
        for (one, k) in told.iter().zip(places) {
            assert_eq!(one.name, format!("b{k}"));
            assert_eq!(one.least_squares, found.plain.beta[k]);
            let apart = estimate.beta[k] - found.plain.beta[k];
            let far = apart / variance[k].sqrt();
            assert!(
                (one.deviations - far).abs() <= 1e-9 * far.abs(),
                "{one:?} {far}"
            );
        }
    }

    #[test]
    fn what_differs_most_comes_first() {
        let one = |name: &str, deviations: f64, differs| Compared {
            name: name.to_owned(),
            least_squares: 1.0,
            deviations,
            differs,
        };
        let found = Simulated {
            rounds: 3,
            reference_cutoff: vec![4.0],
            followed: Vec::new(),
            from_nominal: false,
            fault: None,
            least_squares: vec![
                one("a", 3.5, true),
                one("b", 9.0, false),
                one("c", -5.0, true),
                one("d", 4.0, true),
            ],
        };
        let names: Vec<&str> = found.differing().iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["c", "d", "a"]);
    }
}
