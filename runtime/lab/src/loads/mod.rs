//! The ten parameters of a load, from recordings with it and what is known of the arm without it.

mod balance;
mod solved;

use serde::Serialize;

use crate::compare::{LoadValue, physical_of_load, standard_of_load};
use crate::identify::{BaseEstimate, IdentificationError};
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::recording::{Recording, Repair};
use crate::regression::{Balance, Equations};
use crate::thresholds::CERTAIN;
use crate::together::{
    Doubts, Offsets, Parameter, TogetherError, Unexplained, Weighed, Zero, both, carrier,
    impossible as impossible_arm, of_torques, parameters, scatter, weighed, with_load,
};
use armwright_runtime::{Axis, Inertial, Robot};
use balance::{balanced, sparse};
use solved::{Solved, Task};

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
    /// What is balanced over intervals in place of torques: energy (Kozłowski and Dutkiewicz 1996, section 4), or momentum.
    /// Neither needs accelerations.
    pub balance: Option<Balance>,
    /// How long intervals are, s; by default as long as a decimated sample. Of no effect without `balance`.
    pub interval: Option<f64>,
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
    /// Mass, centre and inertia about it, where told; of a load that was taken off mass and inertia are negative.
    pub physical: Vec<LoadValue>,
    /// Whether it was taken off: its mass is below zero by more than three deviations.
    pub removed: bool,
    /// How many deviations the surest of the standard parameters is from zero.
    pub certainty: f64,
    /// Base parameters of the arm without the load, where told.
    pub arm: Vec<Parameter>,
    /// Recordings, a row each.
    pub weighed: Vec<Weighed>,
    /// What was done to the recordings; of those whose samples are those of one before, that they do not count again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
    /// What was noticed while recordings were read: what was taken for granted, and what looks wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Constants that were recorded and are none of the unknowns: zeros of sensors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zeros: Vec<Zero>,
    /// What else single recordings have that is neither in the model nor noise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unexplained: Vec<Unexplained>,
    /// Why nothing of this is to be relied on: recordings with a fault, an arm or a load that cannot be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
    /// What raises doubts about all this.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Identifies a load on a body from recordings with it, together with the arm.
///
/// Equations of recordings with the load are `τ = Y β + Y P_k φ` with the columns `P_k` of the body's own ten parameters
/// (Atkeson, An and Hollerbach; Kozłowski and Dutkiewicz, section 4), those without it `τ = Y β`. Both are solved at once, so
/// that what is not known of the arm is in the deviations of the load. Where the robot file has `measure: [{wrench:
/// body}]` rows are what a sensor of six channels shows, with their offsets if they are asked for. Of an arm that is
/// known, its base parameters are further equations, weighed by their covariance; where recordings contradict them, deviations are widened
/// and a warning says so, as between recordings. With [`LoadOptions::balance`] rows are balances
/// of energy or momentum over intervals, with the same columns integrated.
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
    let task = Task {
        motions: &motions,
        place,
        offsets: options.offsets,
        arm: prior.as_ref(),
    };
    let equations = match options.balance {
        None => Equations::given(robot, side, of_rows)?,
        Some(balance) => balanced(robot, side, &task, balance, options.interval)?,
    };
    let Solved { factors, plan, fit } = task.solved(&equations)?;
    let sparse = sparse(&task, &equations, &factors, &plan);
    let doubts = match options.balance {
        None => Doubts::of(&factors, &motions.all, &plan, &fit)?,
        // What is wrong with torques is seen in torques.
        Some(_) => {
            let equations = Equations::given(robot, side, of_rows)?;
            let Solved { factors, plan, fit } = task.solved(&equations)?;
            Doubts::of(&factors, &motions.all, &plan, &fit)?
        }
    };
    let widened = options.balance.is_none();
    let not_told = |why: String| TogetherError::NotTold {
        what: "itself",
        why,
    };
    let mut scatter = scatter(&factors, &plan, &fit)?;
    if widened {
        doubts.widen(&mut scatter);
    }
    let torques = Equations::given(robot, side, of_rows)?;
    let mut refuted = doubts.refutations();
    refuted.extend(impossible_arm(&torques, &motions.all, &fit, &scatter)?);
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
        let mut why: Vec<String> = sparse.into_iter().collect();
        why.extend(refuted);
        why.extend(doubts.warnings(scatter.warning(&factors, &plan, &fit), widened));
        why.extend(motions.remarks.iter().cloned());
        let why = match why.is_empty() {
            true => "there is none, or it is too small for this noise".to_owned(),
            false => why.join("; "),
        };
        return Err(not_told(format!(
            "none of its parameters is {CERTAIN} deviations from zero: {why}"
        )));
    }
    let standard = standard_of_load(&found, &covariance, determined);
    let physical = physical_of_load(&found, &covariance, determined);
    refuted.extend(impossible(&standard, &physical));
    let further = doubts.warnings(scatter.warning(&factors, &plan, &fit), widened);
    let warnings = sparse.into_iter().chain(further).collect();
    Ok(FoundLoad {
        robot: model.name.to_owned(),
        body: body.to_owned(),
        standard,
        physical,
        removed: determined[0] && found[0] < 0.0 && certain(0) > CERTAIN,
        certainty,
        arm: parameters(model, &fit, &scatter),
        weighed: weighed(&equations, &factors, &plan, &fit, &scatter),
        repairs: motions.repairs.clone(),
        remarks: motions.remarks.clone(),
        zeros: doubts.zeros(),
        refuted,
        unexplained: doubts.unexplained,
        warnings,
    })
}

/// What is to be said of a load that nothing can be: its mass and moments of inertia are all above zero, or, taken off, all below.
fn impossible(standard: &[LoadValue], physical: &[LoadValue]) -> Option<String> {
    let [x, y, z] = [Axis::X, Axis::Y, Axis::Z];
    let positive = [
        Inertial::Mass,
        Inertial::Inertia(x, x),
        Inertial::Inertia(y, y),
        Inertial::Inertia(z, z),
    ];
    let known = positive.iter().filter_map(|component| {
        let k = component.at();
        let of = if physical[k].value.is_some() {
            &physical[k]
        } else {
            &standard[k]
        };
        let (value, std) = of.value.zip(of.std)?;
        (value.abs() > CERTAIN * std).then_some((of, value))
    });
    let known: Vec<(&LoadValue, f64)> = known.collect();
    let above = |sign: bool| known.iter().any(|(_, value)| (*value > 0.0) == sign);
    let each = known
        .iter()
        .map(|(of, value)| format!("{} {value:.3} {}", of.name, of.unit));
    (above(true) && above(false)).then(|| {
        format!(
            "no load has these parameters, neither put on nor taken off: {}; look at signs and units of torques by \
             `identify` of each recording",
            each.collect::<Vec<_>>().join(", ")
        )
    })
}

#[cfg(test)]
mod tests;
