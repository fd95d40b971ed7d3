//! The friction law of each joint: laws that are not linear in their parameters are fitted, and one is proposed.
//!
//! A law is a shape ([`Shape`]) with what is added to it ([`Extra`]). Motions are gone through once with hats between
//! knots of velocity (`knots`, `observed`), from whose triangular factors base parameters and the friction of other
//! places are eliminated (`problem`): what is left is a sum of squares of the friction of one place, on which any
//! law is fitted in no time (`fitting`, separable least squares). Laws are compared by what they predict of blocks of time
//! that were left out, and by information criteria for as many samples as count as independent (`select`); the laws
//! proposed are tried together (`agreement`) and fitted together with all base parameters, with exact columns (`refine`). `given` takes
//! friction that is known from torques, `static_map` tells friction from constant velocities alone.

mod agreement;
mod columns;
mod error;
mod fitting;
mod given;
mod given_file;
mod knots;
mod law;
mod map;
mod observed;
mod place;
mod problem;
mod proposal;
mod refine;
mod seen;
mod select;
mod static_law;
mod static_map;
mod study;
#[cfg(test)]
mod tests;
mod validation;
mod warmth;
mod words;

pub use error::FrictionError;
pub use given::{GivenFriction, GivenFrictionError};
pub use law::{Extra, Law, Shape};
pub use map::MapPoint;
pub use proposal::{Friction, LawParameter, PlaceFriction, Tried, Validated};
pub use static_map::{StaticJoint, StaticMap, StaticPoint, static_map};

use crate::dataset::Dataset;
use crate::identify::{Progress, common_processing, informative, motions};
use crate::motion::{Motion, Run};
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::regression::{Equations, RegressionError, add_contacts};
use crate::rows::measures_rows;
use armwright_runtime::Robot;
use place::signed;
use study::Study;

/// Options of [`friction`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrictionOptions {
    /// How recordings are processed.
    pub processing: ProcessingOptions,
    /// The shape that every joint is given, in place of a choice.
    pub shape: Option<Shape>,
}

/// Fits laws of friction to recordings and proposes one for each joint, or motor, whose friction the recordings
/// tell.
///
/// ```
/// use armwright_lab::experiment::{self, Random, Sensors};
/// use armwright_lab::friction::{FrictionOptions, friction};
/// use armwright_lab::parameters::nominal;
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let mut random = Random::new(1);
/// let motion = experiment::designed(robot.model(), 10.0, 20.0, &mut random);
/// let theta = nominal(robot.model());
/// let sensors = Sensors::default();
/// let simulated = experiment::simulate(robot, &theta, &motion, 500.0, &sensors, &mut random)?;
///
/// let found = friction(robot, simulated.recording()?, &FrictionOptions::default(), &mut |_, _| {})?;
/// // A robot without friction has no law.
/// assert!(found.joints.iter().all(|joint| joint.law == "none"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`FrictionError`].
pub fn friction(
    robot: &dyn Robot,
    dataset: impl Into<Dataset>,
    options: &FrictionOptions,
    progress: &mut Progress<'_>,
) -> Result<Friction, FrictionError> {
    let dataset: Dataset = dataset.into();
    let model = robot.model();
    if model.base_moves() {
        return Err(FrictionError::BaseMoves(model.name.to_owned()));
    }
    if measures_rows(robot) {
        return Err(FrictionError::NotOfTorque(model.name.to_owned()));
    }
    informative(&dataset.training, robot)?;
    informative(&dataset.validation, robot)?;
    let run = Run {
        jumps_anywhere: true,
        ..Run::of(&dataset.training, model)
    };
    let chosen = &options.processing;
    let (mut seen, _) = motions(dataset.training, &|_| chosen.clone(), &run, model)?;
    let as_seen = |recording: &Recording| {
        let like = seen
            .first()
            .map(|m| m.processing.for_another(recording.rate));
        chosen.clone().or(like.unwrap_or_default())
    };
    let (mut held_out, _) = motions(dataset.validation, &as_seen, &run, model)?;
    let processing = common_processing(&seen, &held_out)?;
    if seen.iter().any(Motion::of_rows) {
        return Err(FrictionError::NotOfTorque(model.name.to_owned()));
    }
    for motions in [&mut seen, &mut held_out] {
        add_contacts(robot, motions).map_err(RegressionError::from)?;
    }
    let equations = signed(Equations::of(robot, processing.equations.into())?);
    let study = Study::of(&equations, &seen, &held_out, progress)?;
    study.proposed(options, progress)
}
