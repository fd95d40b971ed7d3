//! The generated plan, followed with what was identified.

use super::known::KnownValue;
use super::numbers::{Numbers, Recovered, Run, SpareResidual};
use super::solutions::{self, Solutions};
use crate::identify::BaseEstimate;
use armwright_runtime::{RecoveryError, Robot};

/// What following a plan gave.
pub(super) struct Followed {
    pub(super) recovered: Vec<Recovered>,
    pub(super) spare: Vec<SpareResidual>,
    /// The step at which it ended, if it ended early.
    pub(super) failure: Option<String>,
    /// The other solutions, where there are several.
    pub(super) solutions: Option<Solutions>,
}

impl Followed {
    /// Nothing, and why.
    pub(super) fn failed(failure: String) -> Self {
        Self {
            recovered: Vec::new(),
            spare: Vec::new(),
            failure: Some(failure),
            solutions: None,
        }
    }
}

/// Why no plan is followed without some torques.
pub(super) fn without(torques: &[String]) -> String {
    format!(
        "no physical parameters are recovered without the torque of {}: formulas, where the robot file has what they need, take every \
         torque; the comparison and the bounds need none",
        torques.join(", ")
    )
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
    let run = numbers.run(&vec![0.0; plan.steps.len()], None);
    if let Some(shape @ RecoveryError::Shape(_)) = run.fault {
        return Err(shape);
    }
    let (near, solutions) = solutions::of(&numbers, estimate, known, level, &run)?;
    let tolerance = numbers.tolerance(near.as_ref().unwrap_or(&run.recovered))?;
    let Run {
        recovered,
        residuals,
        fault,
    } = numbers.run(&tolerance, near.as_deref());
    let complete = fault.is_none();
    Ok(Followed {
        recovered: numbers.estimates(estimate, &recovered, level)?,
        spare: if complete {
            numbers.spare(estimate, &recovered, &residuals, level)?
        } else {
            Vec::new()
        },
        failure: fault.map(|fault| fault.to_string()),
        solutions,
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

#[cfg(test)]
mod tests {
    use super::joint_covariance;
    use crate::identify::{BaseEstimate, LengthEstimate};
    use crate::interpret::KnownValue;

    /// Base parameters of which the second was not determined; of four known values two are lengths that were fitted.
    #[test]
    fn lengths_that_were_fitted_err_with_base_parameters_and_each_other() {
        let mut estimate = BaseEstimate::exact(vec![1.0, 2.0, 3.0]);
        estimate.covariance = vec![
            vec![0.1, 9.0, 0.3],
            vec![9.0, 9.0, 9.0],
            vec![0.3, 9.0, 0.5],
        ];
        estimate.determined[1] = false;
        let length = |name: &str, covariance: [f64; 3], among: [f64; 2]| LengthEstimate {
            name: name.to_owned(),
            value: 0.0,
            covariance: covariance.to_vec(),
            among: among.to_vec(),
        };
        estimate.lengths = vec![
            length("k", [0.01, 8.0, 0.02], [0.6, 0.05]),
            length("l", [0.03, 8.0, 0.04], [0.05, 0.7]),
        ];
        let known =
            [("l", 0.5), ("m", 0.25), ("k", 0.125), ("n", 0.0)].map(|(name, std)| KnownValue {
                name: name.to_owned(),
                value: 0.0,
                std,
            });
        #[rustfmt::skip]
        let expected = [
            0.1,  0.0, 0.3,  0.03, 0.0,    0.01, 0.0,
            0.0,  0.0, 0.0,  0.0,  0.0,    0.0,  0.0,
            0.3,  0.0, 0.5,  0.04, 0.0,    0.02, 0.0,
            0.03, 0.0, 0.04, 0.7,  0.0,    0.05, 0.0,
            0.0,  0.0, 0.0,  0.0,  0.0625, 0.0,  0.0,
            0.01, 0.0, 0.02, 0.05, 0.0,    0.6,  0.0,
            0.0,  0.0, 0.0,  0.0,  0.0,    0.0,  0.0,
        ];
        assert_eq!(joint_covariance(&estimate, &known), expected);
    }
}
