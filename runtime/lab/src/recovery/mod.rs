//! From base parameters to what an engineer knows a robot by: masses, centres, inertias, and where
//! they differ from the drawings.
//!
//! [`interpret`] runs the generated plan ([`Robot::recover`]) with what is known, propagates the
//! covariance of the base parameters, compares everything with nominal values
//! ([`verification`]), and bounds what stays undetermined ([`mod@consistency`]).

mod fault;
mod given;
mod plan;
mod possible;
mod suspects;
pub mod verification;

use serde::Serialize;

pub use fault::InterpretationError;
pub use given::{Foundation, KnownValue};
pub use plan::{Recovered, SpareResidual};
pub use suspects::Suspects;
pub use verification::{Compared, Verification};

use super::consistency::{self, Consistency, Evidence, Known};
use super::identification::Identification;
use armwright_runtime::{Model, ParameterKind, PhysicalKind, Robot};

/// Robots with more bodies get bounds only when asked for.
const BOUNDED_BODIES: usize = 10;

/// Why a biased estimate is neither compared nor bounded.
const BIASED: &str = "no comparison with nominal values and no bounds: the estimator draws the \
                      parameters away from what the recordings alone say, so deviations do not \
                      tell how far they are from the truth; least squares gives both";

/// What base parameters mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Interpretation {
    /// The robot's name.
    pub robot: &'static str,
    /// Physical parameters that the plan gives; empty where they stand elsewhere
    /// ([`Identification::physical`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub physical: Vec<Recovered>,
    /// What was taken for known.
    pub known: Vec<KnownValue>,
    /// What is left of the equations that the plan did not need.
    pub spare: Vec<SpareResidual>,
    /// Why there is no plan, or where it ended.
    pub failure: Option<String>,
    /// The comparison with nominal values, where there are some.
    pub verification: Option<Verification>,
    /// The intervals that consistency leaves for what is not recovered.
    pub bounds: Option<Consistency>,
    /// Why there are no bounds, or what a reader should know of them.
    pub notes: Vec<String>,
}

/// How base parameters are interpreted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// The probability that anything at all is flagged when nothing differs.
    pub level: f64,
    /// How many standard deviations each base parameter may be off for the bounds.
    pub allowance: f64,
    /// Robots of more bodies get no bounds: there are twenty conic programs a body.
    pub bounded_bodies: usize,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            level: 0.01,
            allowance: 2.0,
            bounded_bodies: BOUNDED_BODIES,
        }
    }
}

/// What base parameters mean, given known values that take the place of those of the robot file.
///
/// # Errors
/// [`InterpretationError`] for values that do not fit the robot. That the plan cannot be followed
/// is not an error: the answer says so and has what could be recovered.
pub fn interpret(
    robot: &'static dyn Robot,
    foundation: &Foundation,
    given: &[KnownValue],
    manner: Manner,
) -> Result<Interpretation, InterpretationError> {
    let model = robot.model();
    foundation.check(model)?;
    let known = given::known(model, given)?;
    let mut notes = foundation.notes.clone();
    let (physical, spare, failure) = match plan::follow(robot, foundation, &known, manner.level) {
        Ok(followed) => (followed.recovered, followed.spare, followed.failure),
        Err(fault) => (Vec::new(), Vec::new(), Some(fault.to_string())),
    };
    notes.extend(given::notes(model, &known, &physical));
    let impossible = possible::impossible(model, &physical, &known);
    let mut verification = None;
    if foundation.biased {
        notes.push(BIASED.to_owned());
    } else {
        verification = verification::verify(model, foundation, manner.level);
    }
    if let Some(verification) = &mut verification
        && let Some(impossible) = &impossible
    {
        verification.contradict(impossible);
    }
    notes.extend(impossible);
    let bounds = if foundation.biased {
        None
    } else if model.bodies.len() <= manner.bounded_bodies {
        bounds(model, foundation, &known, manner.allowance, &mut notes)
    } else {
        notes.push(format!(
            "no bounds for {} bodies unless asked for: `recover --bounds`",
            model.bodies.len()
        ));
        None
    };
    Ok(Interpretation {
        robot: model.name,
        physical,
        known,
        spare,
        failure,
        verification,
        bounds,
        notes,
    })
}

/// Interprets an identification, known values from the robot file, and keeps the result in it.
pub fn complete(robot: &'static dyn Robot, found: &mut Identification) {
    let foundation = Foundation::of(found);
    match interpret(robot, &foundation, &[], Manner::default()) {
        Ok(mut interpretation) => {
            if robot.model().recovery.is_some()
                && let Some(failure) = &interpretation.failure
            {
                found.warnings.push(failure.clone());
            }
            found.physical = std::mem::take(&mut interpretation.physical);
            found.interpretation = Some(interpretation);
        }
        Err(error) => found.warnings.push(error.to_string()),
    }
}

/// Intervals of parameters that are neither known nor recovered.
fn bounds(
    model: &'static Model,
    foundation: &Foundation,
    given: &[KnownValue],
    allowance: f64,
    notes: &mut Vec<String>,
) -> Option<Consistency> {
    let is_length = |name: &str| {
        let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
        let mut of_plan = of_plan.filter(|p| p.name == name);
        of_plan.any(|p| p.kind == PhysicalKind::Length)
    };
    let known: Vec<Known> = given
        .iter()
        .filter(|known| !is_length(&known.name))
        .map(|known| Known {
            name: known.name.clone(),
            value: known.value,
        })
        .collect();
    let evidence = Evidence {
        beta: &foundation.beta,
        deviation: &foundation.deviations(),
        allowance,
        known: &known,
    };
    let mut found = match consistency::consistency(model, &evidence) {
        Ok(found) => found,
        Err(error) => {
            notes.push(error.to_string());
            return None;
        }
    };
    let open = |name: &str| match &model.recovery {
        Some(plan) => {
            let recovered = plan.recovered.iter().chain(plan.known);
            !recovered.map(|p| p.name).any(|n| n == name)
        }
        None => !known.iter().any(|known| known.name == name),
    };
    found.parameters.retain(|interval| {
        let drive = model
            .parameters
            .iter()
            .any(|p| p.name == interval.name && !matches!(p.kind, ParameterKind::Inertial { .. }));
        // A drive parameter that is a base parameter of its own is identified already.
        let alone = model
            .base
            .iter()
            .any(|base| base.name == interval.name && base.terms.len() == 1);
        open(&interval.name) && !(drive && alone)
    });
    let rough: Vec<&str> = given
        .iter()
        .filter(|known| known.std > 0.0 && !is_length(&known.name))
        .map(|known| known.name.as_str())
        .collect();
    if !rough.is_empty() {
        notes.push(format!(
            "the bounds take known values to hold exactly: they leave out the deviation of {}",
            rough.join(", ")
        ));
    }
    Some(found)
}
