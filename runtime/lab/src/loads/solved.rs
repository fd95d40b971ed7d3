//! Base parameters of the arm and the ten of the load, solved for at once.

use nalgebra::{DMatrix, DVector};

use crate::identify::BaseEstimate;
use crate::numeric::whitening;
use crate::regression::Equations;
use crate::together::{Carried, Factors, Fit, Motions, Offsets, Plan, Prior, TogetherError};
use armwright_runtime::Model;

/// What is solved for.
pub(super) struct Task<'a> {
    pub(super) motions: &'a Motions,
    /// The body that carries the load.
    pub(super) place: usize,
    pub(super) offsets: Offsets,
    /// Base parameters of the arm, if they are known.
    pub(super) arm: Option<&'a BaseEstimate>,
}

/// What was found.
pub(super) struct Solved<'a> {
    pub(super) factors: Factors<'a>,
    pub(super) plan: Plan,
    pub(super) fit: Fit,
}

impl Task<'_> {
    /// Solves equations for the arm and the load.
    pub(super) fn solved<'a>(
        &'a self,
        equations: &'a Equations<'a>,
    ) -> Result<Solved<'a>, TogetherError> {
        let model = equations.robot().model();
        let factors = Factors::of(equations, &self.motions.all, Some(self.place))?;
        let plan = Plan {
            base: model.base.len(),
            rows: equations.rows(),
            load: Carried::Unknown,
            loaded: self.motions.loaded(),
            gains: false,
            offsets: self.offsets,
        };
        factors.enough(&plan)?;
        let prior = self.arm.map(|known| known_arm(model, known, &plan));
        let start = DVector::zeros(plan.unknowns());
        let fit = Fit::of(&factors, &plan, start, prior.transpose()?);
        let fit = fit.ok_or_else(|| TogetherError::NotSettled(model.name.to_owned()))?;
        Ok(Solved { factors, plan, fit })
    }
}

impl Solved<'_> {
    /// Base parameters of the arm as it was in a recording, with or without the load.
    pub(super) fn base(&self, recording: usize) -> Vec<f64> {
        let own = self.fit.x.rows(0, self.plan.base).into_owned();
        let added = match self.plan.loaded[recording] {
            true => self.factors.of_load() * self.fit.x.rows(self.plan.base, 10),
            false => DVector::zeros(self.plan.base),
        };
        (own + added).as_slice().to_vec()
    }
}

/// Base parameters of the arm as rows of unit variance.
fn known_arm(model: &Model, known: &BaseEstimate, plan: &Plan) -> Result<Prior, TogetherError> {
    if known.beta.len() != model.base.len() {
        let why = format!(
            "it has {} base parameters, not {}",
            known.beta.len(),
            model.base.len()
        );
        return Err(TogetherError::Arm(why));
    }
    if known.biased {
        let why = "it is a biased estimate, whose deviations do not say how far it is from the truth; identify the arm by \
                   least squares (ols, wls)";
        return Err(TogetherError::Arm(why.to_owned()));
    }
    let told = |k: &usize| known.determined[*k];
    let places: Vec<usize> = (0..plan.base).filter(told).collect();
    let largest = known.beta.iter().fold(0.0f64, |top, x| top.max(x.abs()));
    let covariance = DMatrix::from_fn(places.len(), places.len(), |i, j| {
        let value = known.covariance[places[i]][places[j]];
        // What holds exactly is held by a deviation that no recording moves.
        let exact = i == j && value <= 0.0;
        if exact {
            (1e-9 * largest).powi(2).max(1e-30)
        } else {
            value
        }
    });
    if !covariance.iter().chain(&known.beta).all(|x| x.is_finite()) {
        return Err(TogetherError::Arm(
            "it has values that are no finite numbers".to_owned(),
        ));
    }
    let whitening = whitening(&covariance);
    let values = DVector::from_fn(places.len(), |i, _| known.beta[places[i]]);
    let mut matrix = DMatrix::zeros(places.len(), plan.unknowns());
    for (k, place) in places.iter().enumerate() {
        matrix.set_column(*place, &whitening.column(k));
    }
    let right = whitening * values;
    Ok(Prior { matrix, right })
}

#[cfg(test)]
mod tests;
