//! A plan with numbers: what it gives, and how uncertain that is.

use serde::Serialize;

use crate::distribution::normal_threshold;
use crate::identify::BaseEstimate;
use crate::thresholds::CERTAIN;
use armwright_runtime::recovery::{deviations, propagate};
use armwright_runtime::{PhysicalKind, Recovery, RecoveryError, Robot};

/// A deviation that is less than this share of its value is what rounding leaves of derivatives that are zero.
const ROUNDING: f64 = 1e-14;

/// A physical parameter that was recovered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recovered {
    /// `ty_c`.
    pub name: String,
    /// What it is.
    #[serde(skip)]
    pub kind: PhysicalKind,
    /// The name in LaTeX.
    #[serde(skip)]
    pub latex: String,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none if it rests on a base parameter that the motion did not
    /// determine.
    pub std: Option<f64>,
    /// Its value in the robot file, where there is one.
    pub nominal: Option<f64>,
    /// How many standard deviations lie between the two.
    pub deviations: Option<f64>,
    /// Whether that is more than chance explains.
    pub differs: bool,
    /// The true value, where the recording was simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<f64>,
}

/// What is left of an equation that the plan did not need.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpareResidual {
    /// What should vanish.
    pub equation: String,
    /// Its unit.
    pub unit: String,
    /// What it is.
    pub value: f64,
    /// Its standard deviation.
    pub std: Option<f64>,
    /// How many of those it is away from zero.
    pub deviations: Option<f64>,
    /// Whether that is more than chance explains.
    pub differs: bool,
}

/// What following a plan with numbers gave.
pub(super) struct Run {
    pub(super) recovered: Vec<f64>,
    pub(super) residuals: Vec<f64>,
    pub(super) fault: Option<RecoveryError>,
}

/// A plan with numbers for all that it takes.
pub(super) struct Numbers<'a> {
    pub(super) robot: &'a dyn Robot,
    pub(super) plan: &'a Recovery,
    pub(super) beta: &'a [f64],
    pub(super) known: &'a [f64],
    pub(super) covariance: &'a [f64],
}

impl Numbers<'_> {
    /// Recovered parameters (not a number where the plan did not get), residuals, and the fault
    /// that ended it: the solution that the plan takes, or the one near to some values.
    pub(super) fn run(&self, tolerance: &[f64], near: Option<&[f64]>) -> Run {
        let mut recovered = vec![f64::NAN; self.plan.recovered.len()];
        let mut residuals = vec![f64::NAN; self.plan.spare.len()];
        let (robot, beta, known) = (self.robot, self.beta, self.known);
        let results = (&mut recovered[..], &mut residuals[..]);
        let result = match near {
            None => robot.recover(beta, known, tolerance, results.0, results.1),
            Some(near) => robot.recover_near(beta, known, tolerance, near, results.0, results.1),
        };
        Run {
            recovered,
            residuals,
            fault: result.err(),
        }
    }

    fn columns(&self) -> usize {
        self.beta.len() + self.known.len()
    }

    /// How uncertain the divisors are; 0 where the derivative does not exist.
    pub(super) fn tolerance(&self, recovered: &[f64]) -> Result<Vec<f64>, RecoveryError> {
        let mut jacobian = vec![0.0; self.plan.steps.len() * self.columns()];
        self.robot
            .divisor_jacobian(self.beta, self.known, recovered, &mut jacobian)?;
        let mut tolerance = vec![0.0; self.plan.steps.len()];
        deviations(&jacobian, self.covariance, &mut tolerance)?;
        let certain = tolerance.iter().map(|std| CERTAIN * std);
        Ok(certain
            .map(|x| if x.is_finite() { x } else { 0.0 })
            .collect())
    }

    /// Recovered parameters with their deviations.
    pub(super) fn estimates(
        &self,
        estimate: &BaseEstimate,
        recovered: &[f64],
        level: f64,
    ) -> Result<Vec<Recovered>, RecoveryError> {
        let (r, n) = (recovered.len(), self.columns());
        let mut jacobian = vec![0.0; r * n];
        self.robot
            .recovery_jacobian(self.beta, self.known, recovered, &mut jacobian)?;
        // Rows of what was not recovered are not numbers; they must not reach the others.
        for (row, value) in jacobian.chunks_exact_mut(n.max(1)).zip(recovered) {
            if !value.is_finite() {
                row.fill(0.0);
            }
        }
        let mut covariance = vec![0.0; r * r];
        propagate(&jacobian, self.covariance, &mut covariance)?;
        let beyond = normal_threshold(level, r);
        let each = self.plan.recovered.iter().enumerate();
        let each = each.filter(|(k, _)| recovered[*k].is_finite());
        Ok(each
            .map(|(k, parameter)| {
                let row = &jacobian[k * n..(k + 1) * n];
                let rests = rests_on_determined(row, estimate);
                let std = rests.then(|| covariance[k * (r + 1)].max(0.0).sqrt());
                let std = std.filter(|std| std.is_finite());
                let std = std.map(|std| resolved(std, recovered[k]));
                let off = parameter.nominal.map(|nominal| recovered[k] - nominal);
                let deviations = off.zip(std).filter(|_| !estimate.biased);
                let deviations = deviations.and_then(|(off, std)| in_deviations(off, std));
                Recovered {
                    name: parameter.name.to_owned(),
                    kind: parameter.kind,
                    latex: parameter.latex.to_owned(),
                    unit: parameter.unit.to_owned(),
                    value: recovered[k],
                    std,
                    nominal: parameter.nominal,
                    deviations,
                    differs: deviations.is_some_and(|d| surprise(estimate, row, d) > beyond),
                    truth: None,
                }
            })
            .collect())
    }

    /// Derivatives of the residuals, row-major.
    pub(super) fn of_residuals(&self, recovered: &[f64]) -> Result<Vec<f64>, RecoveryError> {
        let mut jacobian = vec![0.0; self.plan.spare.len() * self.columns()];
        self.robot
            .residual_jacobian(self.beta, self.known, recovered, &mut jacobian)?;
        Ok(jacobian)
    }

    /// Residuals with their deviations.
    pub(super) fn spare(
        &self,
        estimate: &BaseEstimate,
        recovered: &[f64],
        residuals: &[f64],
        level: f64,
    ) -> Result<Vec<SpareResidual>, RecoveryError> {
        let n = self.columns();
        let jacobian = self.of_residuals(recovered)?;
        let mut std = vec![0.0; residuals.len()];
        deviations(&jacobian, self.covariance, &mut std)?;
        let beyond = normal_threshold(level, residuals.len());
        let each = self.plan.spare.iter().enumerate();
        Ok(each
            .map(|(k, spare)| {
                let row = &jacobian[k * n..(k + 1) * n];
                let rests = rests_on_determined(row, estimate);
                let std = rests.then_some(std[k]).filter(|std| std.is_finite());
                let deviations = std.filter(|_| !estimate.biased);
                let deviations = deviations.and_then(|std| in_deviations(residuals[k], std));
                SpareResidual {
                    equation: spare.formula.to_owned(),
                    unit: spare.unit.to_owned(),
                    value: residuals[k],
                    std,
                    deviations,
                    differs: deviations.is_some_and(|d| surprise(estimate, row, d) > beyond),
                }
            })
            .collect())
    }
}

/// The deviation of a value, 0 where it is what rounding leaves of it.
pub(super) fn resolved(std: f64, value: f64) -> f64 {
    match std < ROUNDING * value.abs() {
        true => 0.0,
        false => std,
    }
}

/// A difference in standard deviations; none for values that hold exactly.
pub(super) fn in_deviations(off: f64, std: f64) -> Option<f64> {
    (std > 0.0).then(|| off / std).filter(|d| d.is_finite())
}

/// As how many deviations of a normal distribution so many count of what has these derivatives.
fn surprise(estimate: &BaseEstimate, row: &[f64], deviations: f64) -> f64 {
    let enters = (0..estimate.beta.len()).filter(|k| row[*k] != 0.0);
    estimate.surprise(deviations, enters)
}

/// Whether a row of derivatives leaves out every base parameter that the motion did not determine.
fn rests_on_determined(row: &[f64], estimate: &BaseEstimate) -> bool {
    let pairs = row.iter().zip(&estimate.determined);
    pairs.into_iter().all(|(x, known)| *known || *x == 0.0)
}

#[cfg(test)]
mod tests {
    use super::{CERTAIN, Numbers, in_deviations, rests_on_determined, surprise};
    use crate::identify::BaseEstimate;
    use armwright_robots::double_pendulum;
    use armwright_runtime::{
        EvaluationError, Inputs, Model, Quantity, Recovery, RecoveryError, Robot, Step, StepKind,
    };

    /// A robot whose first divisor has no derivative, and whose second has one of 3.
    struct Endless;

    impl Robot for Endless {
        fn model(&self) -> &Model {
            double_pendulum::ROBOT.model()
        }

        fn evaluate(
            &self,
            quantity: Quantity,
            inputs: &Inputs<'_>,
            out: &mut [f64],
        ) -> Result<(), EvaluationError> {
            double_pendulum::ROBOT.evaluate(quantity, inputs, out)
        }

        fn divisor_jacobian(
            &self,
            _beta: &[f64],
            _known: &[f64],
            _recovered: &[f64],
            out: &mut [f64],
        ) -> Result<(), RecoveryError> {
            out.copy_from_slice(&[f64::INFINITY, 3.0]);
            Ok(())
        }
    }

    /// A deviation of the base parameter of 0.5 is one of 1.5 of the second divisor.
    #[test]
    fn a_divisor_without_a_derivative_has_no_tolerance() {
        let step = || Step {
            recovered: &[],
            kind: StepKind::Linear,
            formula: "",
            latex: "",
            divisor: "",
            note: "",
        };
        let plan = Recovery {
            known: &[],
            recovered: &[],
            steps: vec![step(), step()].leak(),
            undetermined: &[],
            invisible: &[],
            spare: &[],
            rank: 0,
        };
        let numbers = Numbers {
            robot: &Endless,
            plan: &plan,
            beta: &[1.0],
            known: &[],
            covariance: &[0.25],
        };
        let found = numbers.tolerance(&[]).expect("tolerances");
        assert_eq!(found, [0.0, CERTAIN * 1.5]);
    }

    #[test]
    fn a_difference_counts_in_deviations_that_are_above_zero() {
        assert_eq!(in_deviations(-0.5, 0.25), Some(-2.0));
        assert_eq!(in_deviations(0.5, 0.0), None);
        assert_eq!(in_deviations(f64::NAN, 0.25), None);
        assert_eq!(in_deviations(0.5, f64::NAN), None);
    }

    /// Known values stand behind the base parameters, and are always determined.
    #[test]
    fn what_rests_on_a_base_parameter_has_a_derivative_by_it() {
        let mut estimate = BaseEstimate::exact(vec![1.0, 2.0, 3.0]);
        estimate.determined[1] = false;
        assert!(rests_on_determined(&[0.5, 0.0, -1.0, 0.0, 2.0], &estimate));
        assert!(!rests_on_determined(
            &[0.0, -1e-9, 0.0, 0.0, 2.0],
            &estimate
        ));
        estimate.freedom = vec![5.0, 4.0, 3.0];
        let row = [1.0, 0.0, -1.0, 0.0, 7.0];
        assert_eq!(
            surprise(&estimate, &row, -2.5),
            estimate.surprise(2.5, [0, 2])
        );
        assert!(surprise(&estimate, &[1.0, 0.0, 0.0], 2.5) > surprise(&estimate, &row, 2.5));
    }
}
