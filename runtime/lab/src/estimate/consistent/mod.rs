//! A physically consistent fit: standard parameters that bodies and drives can have.

mod coordinates;
mod draws;
mod prior;
mod realised;
mod scatter;
mod smooth;

pub use realised::Realised;
pub(crate) use scatter::scatter;

use coordinates::Coordinates;
use nalgebra::{DMatrix, DVector, DVectorView};
use prior::Prior;

use super::cross_validation;
use super::prior::nominal_of;
use super::{EstimateError, Estimator, Parametrisation, Setting, Solution};
use crate::bodies::Bodies;
use crate::cone::central_path::{Optimum, minimise, minimise_roughly};
use crate::cone::quadratic::Quadratic;
use crate::parameters::base_matrix;
use crate::regression::{Observation, Triangle};
use armwright_runtime::Model;

/// Decades below and above the weight of one deviation that cross-validation tries.
const DECADES: [i32; 2] = [2, 4];
/// Candidates a decade, and of robots of more bodies than these, each fit of which takes long.
const STEPS: [i32; 2] = [2, 1];
const MANY: usize = 12;
/// A gap, in squared deviations, that moves no prediction by more than a tenth of a deviation.
const SLIGHT: f64 = 0.01;

/// A physically consistent estimate.
pub(super) struct Consistent {
    /// How it answers to the torques: its derivative.
    pub(super) solution: Solution,
    /// Base parameters (`b`).
    pub(super) beta: DVector<f64>,
    /// Standard parameters (`p`).
    pub(super) standard: DVector<f64>,
    /// What it cost, and what it leans on.
    pub(super) realised: Realised,
}

/// The standard parameters that minimise the weighted sum of squares and a departure from nominal values, among
/// those that bodies and drives can have: every pseudo-inertia (4×4: Wensing, Kim and Slotine 2018) positive
/// semidefinite, inertias and friction of drives not negative (Sousa and Cortesão 2014).
///
/// The sum of squares is that of the triangular factor, so that the cost does not depend on how long recordings are.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    triangle: &Triangle,
    model: &Model,
    estimator: &Estimator,
    least: &DVector<f64>,
) -> Result<Consistent, EstimateError> {
    let refuse = |why: &str| EstimateError::Consistent {
        why: why.to_owned(),
    };
    if !triangle.r.iter().chain(&triangle.z).all(|x| x.is_finite()) {
        return Err(refuse("the equations have a number that is not finite"));
    }
    if triangle.z.norm() == 0.0 {
        return Err(refuse("all torques are 0, or none of them counts"));
    }
    let fit = Fit::of(model, estimator, triangle, least.as_slice())?;
    let setting = fit.weight(observation, weights, estimator);
    let mu = setting.value / (1.0 - setting.value);
    let program = fit.prior.program(fit.data(triangle), mu, &fit.coordinates);
    let lowered = (&triangle.r * &fit.columns).transpose() * 2.0;
    let (found, response) = match estimator.parametrisation {
        Parametrisation::Conic => {
            let optimum =
                minimise(&program).ok_or_else(|| refuse("no numbers solve its conic program"))?;
            if !optimum.is_near() {
                return Err(refuse(
                    "its conic program does not converge: give nominal values, or a greater prior-weight",
                ));
            }
            let response = optimum.response(&program, &lowered);
            ((optimum.variables, optimum.value, optimum.gap), response)
        }
        Parametrisation::LogCholesky if !program.equations.is_empty() => {
            return Err(refuse(
                "what is known of bodies is a condition, of which log-Cholesky factors have none: take the \
                 parametrisation `conic`",
            ));
        }
        Parametrisation::LogCholesky => {
            let found = smooth::descend(&program)
                .ok_or_else(|| refuse("no numbers solve it in log-Cholesky factors"))?;
            (
                (found.variables, found.value, found.left),
                found.response * lowered,
            )
        }
    };
    let standard = &fit.coordinates.map * &found.0;
    let beta = &fit.base * &standard;
    let optimum = (&found.0, found.1, found.2);
    let mut realised = Realised::of(model, &fit, optimum, observation, weights, &beta, least);
    realised.objective += fit.prior.constant(mu);
    if realised.is_doubtful() {
        let plain = Estimator {
            bodies: Bodies::default(),
            ..estimator.clone()
        };
        let without = solve(observation, weights, triangle, model, &plain, least).ok();
        realised.unlimited_ratio = without.map(|found| found.realised.residual_ratio);
    }
    Ok(Consistent {
        solution: Solution {
            centre: beta.clone(),
            gain: &fit.columns * response,
            standard: None,
            settings: vec![setting],
            biased: true,
        },
        beta,
        standard,
        realised,
    })
}

/// What all fits of a robot share.
struct Fit {
    coordinates: Coordinates,
    prior: Prior,
    /// `beta = base theta` (`b × p`).
    base: DMatrix<f64>,
    /// `beta = columns x` (`b × variables`).
    columns: DMatrix<f64>,
}

impl Fit {
    fn of(
        model: &Model,
        estimator: &Estimator,
        triangle: &Triangle,
        least: &[f64],
    ) -> Result<Self, EstimateError> {
        let known = estimator.bodies.conditions(model);
        let known = known.map_err(|error| EstimateError::Consistent {
            why: error.to_string(),
        })?;
        let base = base_matrix(model);
        let all = &triangle.r * &base;
        let full = |column: DVectorView<'_, f64>| match column.norm() {
            norm if norm > 0.0 => triangle.z.norm() / norm,
            _ => 1.0,
        };
        let full: Vec<f64> = all.column_iter().map(full).collect();
        let nominal = nominal_of(model, estimator);
        let free = &estimator.remainders;
        let coordinates = Coordinates::of(model, &nominal, least, &full, &known, free);
        Ok(Self {
            prior: Prior::of(model, &coordinates, &nominal, estimator.prior_metric),
            columns: &base * &coordinates.map,
            base,
            coordinates,
        })
    }

    fn data<'t>(&self, triangle: &'t Triangle) -> (DMatrix<f64>, &'t DVector<f64>) {
        (&triangle.r * &self.columns, &triangle.z)
    }

    fn optimum(&self, triangle: &Triangle, mu: f64) -> Option<Optimum> {
        closely(
            &self
                .prior
                .program(self.data(triangle), mu, &self.coordinates),
        )
    }

    /// The weight of the prior: one deviation for a departure by a body's own size, or more or less where that predicts
    /// parts of the recordings better.
    fn weight(&self, observation: &Observation, weights: &[f64], estimator: &Estimator) -> Setting {
        let setting = |value, rule: &str| Setting {
            name: "prior-weight",
            value,
            rule: rule.to_owned(),
        };
        if let Some(value) = estimator.prior_weight {
            return setting(value, "as asked");
        }
        if !self.prior.is_known() {
            return setting(
                0.5,
                "no nominal values: it decides only what torques do not",
            );
        }
        let folds = observation.folds(weights);
        let steps = STEPS[usize::from(self.coordinates.blocks > MANY)];
        let [below, above] = DECADES.map(|decades| decades * steps);
        let mus = (-below..=above).map(|k| 10f64.powf(f64::from(k) / f64::from(steps)));
        let errors = mus.map(|mu| {
            let each = folds.iter().map(|(held, others)| {
                let found = self.optimum(others, mu);
                found.map_or(f64::INFINITY, |found| {
                    (&held.r * &self.columns * found.variables - &held.z).norm_squared()
                })
            });
            (mu, each.sum::<f64>())
        });
        let best = errors.min_by(|a, b| a.1.total_cmp(&b.1));
        match best.filter(|_| folds.len() > 1) {
            Some((mu, _)) => setting(mu / (1.0 + mu), cross_validation::rule(observation)),
            None => setting(0.5, "a departure by a body's own size counts one deviation"),
        }
    }
}

/// Solves a program as well as noise asks for. Where a nominal body cannot exist the objective is so large that what is little beside it is
/// much beside noise.
fn closely(program: &Quadratic) -> Option<Optimum> {
    let rough = minimise_roughly(program)?;
    match rough.gap <= SLIGHT {
        true => Some(rough),
        false => minimise(program),
    }
}

#[cfg(test)]
mod tests;
