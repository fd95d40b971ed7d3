//! The ten parameters of a load, from recordings with it and what is known of the arm without it.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::compare::{LoadValue, physical_of_load, standard_of_load};
use crate::identify::{BaseEstimate, IdentificationError};
use crate::motion::Motion;
use crate::numeric::whitening;
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::regression::Equations;
use crate::thresholds::CERTAIN;
use crate::together::{
    Carried, Factors, Fit, Offsets, Parameter, Plan, Prior, TogetherError, Weighed, both, carrier,
    of_torques, parameters, scatter, weighed, with_load,
};
use armwright_runtime::{Model, Robot};

/// What is known of the arm without the load.
#[derive(Debug, Clone)]
pub enum Arm {
    /// Recordings without it, from which the arm is identified together with the load.
    Recordings(Vec<Recording>),
    /// Base parameters of the arm, with their covariance.
    Known(BaseEstimate),
}

/// What may be chosen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LoadOptions {
    /// How recordings are processed.
    pub processing: ProcessingOptions,
    /// Which offsets of torques, or of the channels of a sensor, are unknown.
    pub offsets: Offsets,
}

/// A load, with the arm that was identified along with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundLoad {
    /// The robot's name.
    pub robot: String,
    /// The body that carries it.
    pub body: String,
    /// Mass, first moments and inertia about the origin of the body's frame, where told.
    pub standard: Vec<LoadValue>,
    /// Mass, centre and inertia about it, where told.
    pub physical: Vec<LoadValue>,
    /// How many deviations the surest of the standard parameters is from zero.
    pub certainty: f64,
    /// Base parameters of the arm without the load, where told.
    pub arm: Vec<Parameter>,
    /// Recordings, a row each.
    pub weighed: Vec<Weighed>,
}

/// Identifies a load on a body from recordings with it, together with the arm.
///
/// Equations of recordings with the load are `τ = Y β + Y P_k φ` with the columns `P_k` of the body's own ten parameters
/// (Atkeson, An and Hollerbach; Kozłowski and Dutkiewicz, section 4), those without it `τ = Y β`. Both are solved at once, so
/// that what is not known of the arm is in the deviations of the load. Where the robot file has `measure: [{wrench:
/// body}]` rows are what a sensor of six channels shows, with their offsets if they are asked for. Of an arm that is
/// known, its base parameters are further equations, weighed by their covariance.
///
/// # Errors
/// [`TogetherError`]: [`TogetherError::NotTold`] if no parameter of the load is told from zero.
pub fn identify_load(
    robot: &dyn Robot,
    arm: Arm,
    loaded: Vec<Recording>,
    body: &str,
    options: &LoadOptions,
) -> Result<FoundLoad, TogetherError> {
    let model = robot.model();
    of_torques(robot)?;
    let place = carrier(model, body)?;
    let (motions, prior) = match arm {
        Arm::Recordings(empty) => (both(robot, empty, loaded, &options.processing)?, None),
        Arm::Known(known) => {
            let motions = with_load(robot, loaded, &options.processing)?;
            (motions, Some(known))
        }
    };
    let side = motions.side().ok_or(IdentificationError::NoRecording)?;
    let of_rows = motions.all.iter().any(Motion::of_rows);
    let equations = Equations::given(robot, side, of_rows)?;
    let factors = Factors::of(&equations, &motions.all, Some(place))?;
    let plan = Plan {
        base: model.base.len(),
        rows: equations.rows(),
        load: Carried::Unknown,
        loaded: motions.loaded(),
        gains: false,
        offsets: options.offsets,
    };
    factors.enough(&plan)?;
    let prior = prior.map(|known| known_arm(model, &known, &plan));
    let start = DVector::zeros(plan.unknowns());
    let not_told = |why: String| TogetherError::NotTold {
        what: "itself",
        why,
    };
    let fit = Fit::of(&factors, &plan, start, prior.transpose()?);
    let fit = fit.ok_or_else(|| TogetherError::NotSettled(model.name.to_owned()))?;
    let scatter = scatter(&factors, &plan, &fit)?;
    let of_load = plan.of_load();
    let determined = &fit.determined()[of_load.clone()];
    if !determined.contains(&true) {
        return Err(not_told(format!(
            "what body {body} carries changes nothing that base parameters do not explain"
        )));
    }
    let found = fit.x.rows(of_load.start, 10).into_owned();
    let covariance = scatter
        .covariance
        .view((of_load.start, of_load.start), (10, 10));
    let covariance = covariance.into_owned();
    let certain = |k: usize| found[k].abs() / covariance[(k, k)].max(f64::MIN_POSITIVE).sqrt();
    let told = (0..10).filter(|k| determined[*k]);
    let certainty = told.map(certain).fold(0.0, f64::max);
    if certainty < CERTAIN {
        return Err(not_told(format!(
            "none of its parameters is {CERTAIN} deviations from zero: there is none, or it is too small for this noise"
        )));
    }
    Ok(FoundLoad {
        robot: model.name.to_owned(),
        body: body.to_owned(),
        standard: standard_of_load(&found, &covariance, determined),
        physical: physical_of_load(&found, &covariance, determined),
        certainty,
        arm: parameters(model, &fit, &scatter),
        weighed: weighed(&equations, &factors, &plan, &fit, &scatter),
    })
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
