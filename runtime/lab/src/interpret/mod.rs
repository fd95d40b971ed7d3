//! From base parameters to what an engineer knows a robot by: masses, centres, inertias, and where
//! they differ from their nominal values.
//!
//! [`interpret`] runs the generated plan ([`Robot::recover`]) with what is known, propagates the
//! covariance of the base parameters, compares everything with nominal values
//! ([`verification`]), and bounds what stays undetermined ([`mod@consistency`]).

mod caveat;
mod differences;
mod error;
mod impossible;
mod known;
mod numbers;
mod plan;
mod solutions;
mod suspects;
#[cfg(test)]
mod tests;
pub mod verification;

use plan::Followed;
use serde::Serialize;

pub use caveat::Caveat;
pub use error::InterpretationError;
pub use impossible::ImpossibleBodies;
pub use known::KnownValue;
pub use numbers::{Recovered, SpareResidual};
pub use solutions::{Alternative, Rule, Solutions};
pub use suspects::{SuspectSet, Suspects};
pub use verification::{Compared, Verification};

use crate::consistency::{self, Consistency, Evidence, Known};
use crate::identify::BaseEstimate;
use armwright_runtime::{Model, ParameterKind, PhysicalKind, Robot};

/// What base parameters mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Interpretation {
    /// The robot's name.
    pub robot: String,
    /// Physical parameters that the plan gives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub physical: Vec<Recovered>,
    /// What was taken for known.
    pub known: Vec<KnownValue>,
    /// What is left of the equations that the plan did not need.
    pub spare: Vec<SpareResidual>,
    /// The other solutions of the plan, where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Why there is no plan, or where it ended.
    pub failure: Option<String>,
    /// The comparison with nominal values, where there are some.
    pub verification: Option<Verification>,
    /// The intervals that consistency leaves for what is not recovered.
    pub bounds: Option<Consistency>,
    /// What a reader should know of all this.
    #[serde(rename = "notes")]
    pub caveats: Vec<Caveat>,
}

/// How base parameters are interpreted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InterpretOptions {
    /// The probability that anything at all is flagged when nothing differs.
    pub level: f64,
    /// How many standard deviations each base parameter may be off for the bounds.
    pub allowance: f64,
    /// Robots of more bodies get no bounds: there are twenty conic programs a body.
    pub bounded_bodies: usize,
}

impl Default for InterpretOptions {
    fn default() -> Self {
        Self {
            level: 0.01,
            allowance: 2.0,
            bounded_bodies: 10,
        }
    }
}

/// What base parameters mean, given known values that take the place of those of the robot file.
///
/// ```
/// use armwright_lab::identify::BaseEstimate;
/// use armwright_lab::interpret::{InterpretOptions, interpret};
/// use armwright_lab::parameters::nominal;
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::abb_wrist::ROBOT;
/// let mut beta = vec![0.0; robot.model().base.len()];
/// robot.base_parameters(&nominal(robot.model()), &mut beta)?;
/// let options = InterpretOptions { bounded_bodies: 0, ..InterpretOptions::default() };
/// let found = interpret(robot, &BaseEstimate::exact(beta), &[], options)?;
/// for p in &found.physical {
///     println!("{} = {} {}", p.name, p.value, p.unit);
/// }
/// assert!(!found.physical.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`InterpretationError`] for values that do not fit the robot. That the plan cannot be followed
/// is not an error: the answer says so and has what could be recovered.
pub fn interpret(
    robot: &dyn Robot,
    estimate: &BaseEstimate,
    given: &[KnownValue],
    options: InterpretOptions,
) -> Result<Interpretation, InterpretationError> {
    let model = robot.model();
    check(estimate, model)?;
    let known = known::known(model, estimate, given)?;
    let mut caveats = Vec::new();
    if estimate.independent {
        caveats.push(Caveat::Independent);
    }
    let followed = match known::unfitted(model, estimate, given) {
        Some(refusal) => Err(refusal),
        None if !estimate.left_out.is_empty() => Err(plan::without(&estimate.left_out)),
        None => {
            plan::follow(robot, estimate, &known, options.level).map_err(|fault| fault.to_string())
        }
    };
    let Followed {
        recovered: physical,
        spare,
        failure,
        solutions,
    } = followed.unwrap_or_else(Followed::failed);
    caveats.extend(solutions.clone().map(Caveat::Several));
    caveats.extend(caveat::not_started_from(model, &known, &physical));
    caveats.extend(caveat::fitted(estimate, given));
    let impossible = impossible::impossible(model, &physical, &known);
    let mut verification = None;
    if estimate.biased {
        caveats.push(Caveat::Biased);
    } else {
        verification = verification::verify(robot, estimate, options.level);
    }
    if let Some(verification) = &mut verification
        && let Some(impossible) = &impossible
    {
        verification.contradict(impossible);
    }
    caveats.extend(impossible.map(Caveat::Impossible));
    let mut bounds = None;
    let bodies = model.bodies.len();
    if bodies > options.bounded_bodies && !estimate.biased {
        caveats.push(Caveat::NotBounded { bodies });
    } else if !estimate.biased {
        match bounded(model, estimate, &known, options.allowance) {
            Ok((found, rough)) => {
                bounds = Some(found);
                caveats.extend((!rough.is_empty()).then_some(Caveat::TakenExactly(rough)));
            }
            Err(error) => caveats.push(Caveat::NoBounds(error)),
        }
    }
    Ok(Interpretation {
        robot: model.name.to_owned(),
        physical,
        known,
        spare,
        solutions,
        failure,
        verification,
        bounds,
        caveats,
    })
}

/// Refuses base parameters that do not fit the robot.
fn check(estimate: &BaseEstimate, model: &Model) -> Result<(), InterpretationError> {
    let expected = model.base.len();
    let rows = estimate.covariance.iter().map(Vec::len);
    let counts = [
        estimate.beta.len(),
        estimate.covariance.len(),
        estimate.determined.len(),
        estimate.freedom.len(),
    ];
    if let Some(actual) = counts.into_iter().chain(rows).find(|n| *n != expected) {
        return Err(InterpretationError::Count {
            robot: model.name.to_owned(),
            expected,
            actual,
        });
    }
    let finite = |k: &usize| {
        estimate.beta[*k].is_finite() && estimate.covariance[*k].iter().all(|x| x.is_finite())
    };
    match (0..expected).find(|k| !finite(k)) {
        Some(k) => Err(InterpretationError::NotFinite(
            model.base[k].name.to_owned(),
        )),
        None => Ok(()),
    }
}

/// Intervals of parameters that are neither known nor recovered, and the known values whose deviation
/// they leave out.
fn bounded(
    model: &Model,
    estimate: &BaseEstimate,
    given: &[KnownValue],
    allowance: f64,
) -> Result<(Consistency, Vec<String>), consistency::ConsistencyError> {
    let is_length = |name: &str| {
        let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
        let mut of_plan = of_plan.filter(|p| p.name == name);
        of_plan.any(|p| matches!(p.kind, PhysicalKind::Length | PhysicalKind::FittedLength))
    };
    let given: Vec<&KnownValue> = given
        .iter()
        .filter(|known| !is_length(&known.name))
        .collect();
    let known = given.iter().map(|known| Known {
        name: known.name.clone(),
        value: known.value,
    });
    let known: Vec<Known> = known.collect();
    let evidence = Evidence {
        beta: &estimate.beta,
        deviation: &estimate.deviations(),
        allowance,
        known: &known,
    };
    let mut found = consistency::consistency(model, &evidence)?;
    let open = |name: &str| match &model.recovery {
        Some(plan) => {
            let recovered = plan.recovered.iter().chain(plan.known);
            !recovered.map(|p| p.name).any(|n| n == name)
        }
        None => !known.iter().any(|known| known.name == name),
    };
    found.parameters.retain(|interval| {
        let of_name = |p: &&armwright_runtime::Parameter| p.name == interval.name;
        let parameter = model.parameters.iter().find(of_name);
        let drive = parameter.is_some_and(|p| !matches!(p.kind, ParameterKind::Inertial { .. }));
        // A drive parameter that is a base parameter of its own is identified already.
        let mut base = model.base.iter();
        let alone = base.any(|base| base.name == interval.name && base.terms.len() == 1);
        open(&interval.name) && !(drive && alone)
    });
    let rough = given.iter().filter(|known| known.std > 0.0);
    let rough = rough.map(|known| known.name.clone()).collect();
    Ok((found, rough))
}
