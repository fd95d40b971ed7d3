//! The generated plan, followed with numbers: values, standard deviations, residuals.

use serde::Serialize;

use super::known::KnownValue;
use crate::distribution::normal_threshold;
use crate::identify::BaseEstimate;
use crate::thresholds::CERTAIN;
use armwright_runtime::recovery::{deviations, propagate};
use armwright_runtime::{PhysicalKind, Recovery, RecoveryError, Robot};

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

/// What following a plan gave.
pub(super) struct Followed {
    pub(super) recovered: Vec<Recovered>,
    pub(super) spare: Vec<SpareResidual>,
    /// The step at which it ended, if it ended early.
    pub(super) failure: Option<String>,
}

/// Follows the plan. A divisor that cannot be told from zero ends it, with what was recovered
/// before.
pub(super) fn follow(
    robot: &dyn Robot,
    estimate: &BaseEstimate,
    known: &[KnownValue],
    level: f64,
) -> Result<Followed, RecoveryError> {
    let plan = robot
        .model()
        .recovery
        .as_ref()
        .ok_or(RecoveryError::NoPlan)?;
    let known = &known[..plan.known.len().min(known.len())];
    let values: Vec<f64> = known.iter().map(|known| known.value).collect();
    let covariance = joint_covariance(estimate, known);
    let numbers = Numbers {
        robot,
        plan,
        beta: &estimate.beta,
        known: &values,
        covariance: &covariance,
    };
    let (mut recovered, mut residuals, mut fault) = numbers.run(&vec![0.0; plan.steps.len()]);
    if fault.is_none() {
        let tolerance = numbers.tolerance(&recovered)?;
        (recovered, residuals, fault) = numbers.run(&tolerance);
    }
    if let Some(shape @ RecoveryError::Shape(_)) = fault {
        return Err(shape);
    }
    let complete = fault.is_none();
    Ok(Followed {
        recovered: numbers.estimates(estimate, &recovered, level)?,
        spare: if complete {
            numbers.spare(estimate, &recovered, &residuals, level)?
        } else {
            Vec::new()
        },
        failure: fault.map(|fault| fault.to_string()),
    })
}

/// The covariance over base parameters and knowns, row-major.
fn joint_covariance(estimate: &BaseEstimate, known: &[KnownValue]) -> Vec<f64> {
    let all = known;
    let b = estimate.beta.len();
    let size = b + known.len();
    let mut covariance = vec![0.0; size * size];
    for (i, row) in estimate.covariance.iter().enumerate() {
        for (j, x) in row.iter().enumerate() {
            if estimate.determined[i] && estimate.determined[j] {
                covariance[i * size + j] = *x;
            }
        }
    }
    for (k, known) in known.iter().enumerate() {
        covariance[(b + k) * (size + 1)] = known.std * known.std;
        // A length that was fitted errs together with base parameters and other lengths.
        let fitted = |name: &str| estimate.lengths.iter().position(|l| l.name == name);
        let Some(own) = fitted(&known.name) else {
            continue;
        };
        for (i, x) in estimate.lengths[own].covariance.iter().enumerate() {
            if estimate.determined[i] {
                covariance[(b + k) * size + i] = *x;
                covariance[i * size + b + k] = *x;
            }
        }
        for (l, other) in all.iter().enumerate() {
            if let Some(other) = fitted(&other.name) {
                covariance[(b + k) * size + b + l] = estimate.lengths[own].among[other];
            }
        }
    }
    covariance
}

struct Numbers<'a> {
    robot: &'a dyn Robot,
    plan: &'a Recovery,
    beta: &'a [f64],
    known: &'a [f64],
    covariance: &'a [f64],
}

impl Numbers<'_> {
    /// Recovered parameters (not a number where the plan did not get), residuals, and the fault
    /// that ended it.
    fn run(&self, tolerance: &[f64]) -> (Vec<f64>, Vec<f64>, Option<RecoveryError>) {
        let mut recovered = vec![f64::NAN; self.plan.recovered.len()];
        let mut residuals = vec![f64::NAN; self.plan.spare.len()];
        let result = self.robot.recover(
            self.beta,
            self.known,
            tolerance,
            &mut recovered,
            &mut residuals,
        );
        (recovered, residuals, result.err())
    }

    fn columns(&self) -> usize {
        self.beta.len() + self.known.len()
    }

    /// How uncertain the divisors are; 0 where the derivative does not exist.
    fn tolerance(&self, recovered: &[f64]) -> Result<Vec<f64>, RecoveryError> {
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

    fn estimates(
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

    fn spare(
        &self,
        estimate: &BaseEstimate,
        recovered: &[f64],
        residuals: &[f64],
        level: f64,
    ) -> Result<Vec<SpareResidual>, RecoveryError> {
        let n = self.columns();
        let mut jacobian = vec![0.0; residuals.len() * n];
        self.robot
            .residual_jacobian(self.beta, self.known, recovered, &mut jacobian)?;
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
