//! A nominal prior: close to known values where the motion says little.

use nalgebra::DVector;

use super::cross_validation::{self, Candidate};
use super::regularised::{Regularisation, Regularised};
use super::{EstimateError, Estimator, PriorScale, Setting, Solution};
use crate::parameters::base_matrix;
use crate::regression::{Observation, Triangle};
use armwright_runtime::{Inertial, Model, ParameterKind};

/// Kolathaya et al., eq. 105 to 107: least squares of the torques, weight `α`, stacked on a
/// departure from nominal standard parameters, weight `1 - α`.
///
/// A parameter without a nominal value is free. With [`PriorScale::Si`] a departure counts in SI
/// units and equations are not weighed, as in the paper; with [`PriorScale::Size`] equations count
/// by their residual deviation and departures in shares of what a body is: its mass `m`, `m r` for
/// first moments and `m r²` for inertia, with `r` its nominal radius of gyration; of a drive, in
/// shares of the nominal value. A weight of one half then expects departures of one such size.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    triangle: &Triangle,
    model: &Model,
    estimator: &Estimator,
) -> Result<Solution, EstimateError> {
    let nominal = nominal_of(model, estimator);
    if nominal.iter().flatten().all(|value| *value == 0.0) {
        return Err(EstimateError::NoPrior {
            robot: model.name.to_owned(),
        });
    }
    let towards = Regularisation {
        map: base_matrix(model),
        centre: DVector::from_iterator(nominal.len(), nominal.iter().map(|v| v.unwrap_or(0.0))),
        sizes: sizes(model, &nominal, estimator.prior_scale),
    };
    let whole = Regularised::of(triangle, &towards);
    let setting = match estimator.prior_weight {
        Some(value) => Setting {
            name: "prior-weight",
            value,
            rule: "as asked".to_owned(),
        },
        None => chosen(observation, weights, &whole, &towards),
    };
    let (full, gain) = whole.gain(setting.value / (1.0 - setting.value));
    let Regularisation { map, centre, .. } = towards;
    Ok(Solution {
        centre: &map * &centre,
        gain,
        standard: Some((centre, full)),
        settings: vec![setting],
        biased: true,
    })
}

/// Refuses nominal values that are not those of a robot's standard parameters, or no numbers.
pub(super) fn check(model: &Model, estimator: &Estimator) -> Result<(), EstimateError> {
    let Some(nominal) = &estimator.nominal else {
        return Ok(());
    };
    let (found, wanted) = (nominal.len(), model.parameters.len());
    if found != wanted {
        return Err(EstimateError::Nominal { found, wanted });
    }
    let odd = nominal.iter().flatten().find(|value| !value.is_finite());
    let refused = |value: &f64| EstimateError::Setting {
        name: "parameters",
        value: *value,
        remedy: "give finite nominal values, and none where nothing is known",
    };
    odd.map_or(Ok(()), |value| Err(refused(value)))
}

/// Nominal standard parameters (`p`): those that were given, else the robot file's.
pub(super) fn nominal_of(model: &Model, estimator: &Estimator) -> Vec<Option<f64>> {
    let of_file = || model.parameters.iter().map(|parameter| parameter.nominal);
    let nominal = estimator.nominal.clone();
    let mut nominal = nominal.unwrap_or_else(|| of_file().collect());
    for (value, parameter) in nominal.iter_mut().zip(model.parameters) {
        value.take_if(|_| estimator.remainders.iter().any(|p| p == parameter.name));
    }
    nominal
}

fn chosen(
    observation: &Observation,
    weights: &[f64],
    whole: &Regularised,
    towards: &Regularisation,
) -> Setting {
    let prepare = |others: &Triangle| -> Candidate {
        let fold = Regularised::of(others, towards);
        let centre = &towards.map * &towards.centre;
        let news = &others.z - &others.r * &centre;
        Box::new(move |weight: f64| &centre + fold.gain(weight / (1.0 - weight)).1 * &news)
    };
    let weight = |mu: f64| mu / (1.0 + mu);
    let ratios = cross_validation::decades(10.0 * whole.largest().max(1e-6), 10);
    let candidates: Vec<f64> = ratios.into_iter().map(weight).collect();
    let (value, rule) = match cross_validation::choose(observation, weights, &candidates, prepare) {
        Some(value) => (value, cross_validation::rule(observation)),
        None => (0.5, "as much weight as the recordings have"),
    };
    Setting {
        name: "prior-weight",
        value,
        rule: rule.to_owned(),
    }
}

/// What counts as one departure of each standard parameter; `None` for those that are free.
pub(super) fn sizes(model: &Model, nominal: &[Option<f64>], scale: PriorScale) -> Vec<Option<f64>> {
    if scale == PriorScale::Si {
        return nominal.iter().map(|value| value.map(|_| 1.0)).collect();
    }
    let bodies = body_sizes(model, nominal);
    let parameters = model.parameters.iter().zip(nominal);
    parameters
        .map(|(parameter, value)| match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                let (mass, radius) = bodies.get(body).copied().unwrap_or((1.0, 1.0));
                value.map(|_| match component {
                    Inertial::Mass => mass,
                    Inertial::Moment(_) => mass * radius,
                    Inertial::Inertia(..) => mass * radius * radius,
                })
            }
            _ => value.map(f64::abs).filter(|size| *size > 0.0),
        })
        .collect()
}

/// Nominal mass and radius of gyration (about the frame's origin) of each body; the mean of the
/// others for a body that has none.
fn body_sizes(model: &Model, nominal: &[Option<f64>]) -> Vec<(f64, f64)> {
    let mut sums = vec![[0.0; 10]; model.bodies.len()];
    for (parameter, value) in model.parameters.iter().zip(nominal) {
        if let ParameterKind::Inertial { body, component } = parameter.kind
            && let Some(sums) = sums.get_mut(body)
        {
            sums[component.at()] = value.unwrap_or(0.0);
        }
    }
    let size = |body: &[f64; 10]| -> Option<(f64, f64)> {
        let [mass, x, y, z, xx, _, _, yy, _, zz] = *body;
        let radius = ((xx + yy + zz) / (2.0 * mass)).sqrt();
        let lever = (x * x + y * y + z * z).sqrt() / mass;
        let radius = if radius > 0.0 { radius } else { lever };
        (mass > 0.0 && radius > 0.0).then_some((mass, radius))
    };
    let known: Vec<(f64, f64)> = sums.iter().filter_map(size).collect();
    let count = known.len() as f64;
    let mean = match known.is_empty() {
        true => (1.0, 1.0),
        false => (
            known.iter().map(|(mass, _)| mass).sum::<f64>() / count,
            known.iter().map(|(_, radius)| radius).sum::<f64>() / count,
        ),
    };
    sums.iter().map(|body| size(body).unwrap_or(mean)).collect()
}

#[cfg(test)]
mod tests;
