//! What an estimate rests on that simulates motions.

use crate::estimate::{Estimate, Method, Setting};
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError};
use crate::statistics::{Deviations, scatter};

/// What an estimate rests on that simulates motions.
pub(in crate::identify) struct Settled {
    /// Simulated motions, with the torques by which least squares finds the estimate.
    pub(super) motions: Vec<Motion>,
    /// The same with the measured torques.
    pub(super) quiet: Vec<Motion>,
    /// The measured ones, without the equations that simulated ones do not have.
    pub(super) measured: Vec<Motion>,
    /// Least squares of the same equations.
    pub(super) plain: Estimate,
    pub(super) method: Method,
    pub(super) rounds: usize,
    pub(super) cutoffs: Vec<f64>,
    pub(super) from_nominal: bool,
    /// Why the robot with the parameters that were found cannot be simulated.
    pub(super) fault: Option<IdentificationError>,
}

impl Settled {
    /// How the estimate was set.
    pub(in crate::identify) fn settings(&self, asked: Option<f64>) -> Vec<Setting> {
        let rule = match (asked, self.method) {
            (Some(_), _) => "Hz, as was asked",
            (None, Method::Iv) => {
                "Hz: where motions end and noise begins, at most half the cut-off of the position filter"
            }
            (None, _) => "Hz: where motions end and noise begins",
        };
        let setting = |value: &f64| Setting {
            name: "reference-cutoff",
            value: *value,
            rule: rule.to_owned(),
        };
        self.cutoffs.first().map(setting).into_iter().collect()
    }

    /// The motions of which least squares is the estimate.
    pub(in crate::identify) fn motions(&self) -> &[Motion] {
        &self.motions
    }

    /// The same with the torques that were measured: their residuals have noise of torques alone.
    pub(in crate::identify) fn quiet(&self) -> &[Motion] {
        &self.quiet
    }

    /// Adds to deviations what noise of the positions scatters, which is not among the noise of these residuals.
    pub(in crate::identify) fn scatter(
        &self,
        equations: &Equations<'_>,
        estimate: &Estimate,
        deviations: &mut Deviations,
    ) -> Result<(), RegressionError> {
        if self.method == Method::Iv && self.measured.iter().any(Motion::errs) {
            deviations.add(&scatter(
                equations,
                &self.measured,
                &self.motions,
                estimate,
            )?);
        }
        Ok(())
    }
}
