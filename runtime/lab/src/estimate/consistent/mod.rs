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
use crate::cone::central_path::{Optimum, minimise, minimise_roughly};
use crate::parameters::base_matrix;
use crate::regression::{Observation, Triangle};
use armwright_runtime::Model;

/// Decades below and above the weight of one deviation that cross-validation tries.
const DECADES: [i32; 2] = [2, 4];
/// Candidates a decade, and of robots of more bodies than these, each fit of which takes long.
const STEPS: [i32; 2] = [2, 1];
const MANY: usize = 12;

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
        minimise_roughly(
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

#[cfg(test)]
mod tests {
    use crate::bodies::{Bodies, Body};
    use crate::estimate::{Estimate, EstimateError, Estimator, Method, Parametrisation, estimate};
    use crate::regression::Observation;
    use crate::regression::by_hand::{B, MODEL, drawn, near, observed, stacked};

    fn known(mass: [Option<f64>; 2]) -> Bodies {
        let body = Body {
            mass,
            ..Body::default()
        };
        Bodies {
            of: vec![("b".to_owned(), body)],
        }
    }

    fn with(weight: Option<f64>, bodies: Bodies) -> Estimator {
        Estimator {
            prior_weight: weight,
            bodies,
            ..Method::Consistent.into()
        }
    }

    fn found(observation: &Observation, estimator: &Estimator) -> Result<Estimate, EstimateError> {
        estimate(observation, &MODEL, estimator)
    }

    #[test]
    fn the_weight_of_a_consistent_prior_is_said_with_its_rule() {
        // The truth is nominal.
        let parts = drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 2.0);
        let chosen = |parts: &[[Vec<Vec<f64>>; 2]], estimator: &Estimator| {
            let found = found(&observed(parts), estimator).expect("an estimate");
            assert!(found.biased && found.standard.is_some());
            let mut settings = found.settings.into_iter();
            let weight = settings.find(|setting| setting.name == "prior-weight");
            weight.map(|weight| (weight.value, weight.rule))
        };
        let plain = with(None, Bodies::default());
        let (value, rule) = chosen(&parts, &plain).expect("a weight");
        assert!(rule.starts_with("cross-validation: "), "{rule}");
        // Two candidates a decade, from two below one deviation to four above.
        let place = 2.0 * (value / (1.0 - value)).log10();
        near(place, place.round());
        assert!((0.0..8.5).contains(&place), "{place}");
        // Half decades are among them.
        let away = [
            (1.1, 0.2),
            (1.1, 1.0),
            (1.2, 0.2),
            (1.2, 1.0),
            (1.4, 0.5),
            (1.4, 2.0),
        ];
        let places = away.map(|(times, noise)| {
            let truth = [1.5, 1.2, 3.0, 0.2, 0.7, 0.4].map(|value| times * value);
            let (value, _) = chosen(&drawn(3, 12, truth, noise), &plain).expect("a weight");
            (2.0 * (value / (1.0 - value)).log10()).round() as i32
        });
        assert!(places.iter().any(|place| place % 2 != 0), "{places:?}");
        let own = "a departure by a body's own size counts one deviation";
        assert_eq!(chosen(&parts[..1], &plain), Some((0.5, own.to_owned())));
        let asked = with(Some(0.25), Bodies::default());
        assert_eq!(chosen(&parts, &asked), Some((0.25, "as asked".to_owned())));
        let nothing = Estimator {
            nominal: Some(vec![None; MODEL.parameters.len()]),
            ..plain
        };
        let open = "no nominal values: it decides only what torques do not";
        assert_eq!(chosen(&parts, &nothing), Some((0.5, open.to_owned())));
    }

    /// Torques of a friction below 0, which no drive has, and of an offset below 0, which any drive may have.
    #[test]
    fn what_consistency_costs_is_told_beside_what_it_holds() {
        let parts = drawn(3, 20, [1.5, 1.2, 3.0, -0.5, 0.7, -1.0], 0.1);
        let observation = observed(&parts);
        let least = found(&observation, &Method::Wls.into()).expect("an estimate");
        let fitted = found(&observation, &with(Some(0.5), Bodies::default()));
        let fitted = fitted.expect("an estimate");
        let realised = fitted.realised.clone().expect("what it costs");
        assert_eq!(realised.at_zero, ["fc_m2"]);
        assert!(fitted.beta[3].abs() < 1e-4 && fitted.beta[5] < -0.9);
        assert!(realised.limited.is_empty());
        let (matrix, torque) = stacked(&parts, [fitted.weights[0], fitted.weights[1]]);
        let norm = |beta: &[f64]| {
            let beta = nalgebra::DVector::from_column_slice(beta);
            (&matrix * beta - &torque).norm()
        };
        let ratio = norm(&fitted.beta) / norm(&least.beta);
        assert!(ratio > 1.5);
        assert!(
            (realised.residual_ratio / ratio - 1.0).abs() < 1e-6,
            "{realised:?} {ratio}"
        );
        // A body that may not be so heavy lies where it may be, which is said once.
        for mass in [
            [None, Some(2.0)],
            [Some(3.5), None],
            [Some(2.0), Some(2.0 + 1e-7)],
        ] {
            let held = found(&observation, &with(Some(0.5), known(mass))).expect("an estimate");
            let limit = mass[1].or(mass[0]).expect("a limit");
            assert!((held.beta[2] - limit).abs() < 1e-3, "{}", held.beta[2]);
            let realised = held.realised.expect("what it costs");
            assert_eq!(realised.limited, ["b (mass)"]);
        }
        let wide = known([Some(1.0), Some(5.0)]);
        let held = found(&observation, &with(Some(0.5), wide)).expect("an estimate");
        assert!(held.realised.is_some_and(|r| r.limited.is_empty()));
        for k in 0..B {
            assert!((held.beta[k] - fitted.beta[k]).abs() < 1e-4, "{k}");
        }
    }

    #[test]
    fn what_has_no_consistent_fit_says_why() {
        let mut parts = drawn(2, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1);
        let factors = Estimator {
            parametrisation: Parametrisation::LogCholesky,
            ..with(Some(0.5), known([None, Some(2.0)]))
        };
        let said = |parts: &[[Vec<Vec<f64>>; 2]], estimator: &Estimator| {
            let refused = found(&observed(parts), estimator).err();
            refused.map(|error| error.to_string())
        };
        assert_eq!(
            said(&parts, &factors).as_deref(),
            Some(
                "no physically consistent fit: what is known of bodies is a condition, of which log-Cholesky factors have \
                 none: take the parametrisation `conic`"
            )
        );
        let lines = parts.iter_mut().flatten().flatten();
        lines.for_each(|line| line[B] = 0.0);
        assert_eq!(
            said(&parts, &with(None, Bodies::default())).as_deref(),
            Some("no physically consistent fit: all torques are 0, or none of them counts")
        );
    }
}
