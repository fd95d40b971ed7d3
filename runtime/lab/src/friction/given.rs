//! Friction that is known beforehand: laws of a `friction.yaml`, or a static map, taken from recorded torques.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::given_file::{Curve, laws, map};
use super::law::Local;
use super::place::Place;
use crate::held::{HeldFriction, HeldPlace};
use crate::identify::{IdentificationError, motions};
use crate::motion::{Motion, Run};
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::transmission::Drive;
use crate::unread::Unreadable;
use armwright_runtime::{Model, Robot};

/// Friction of some joints or motors that is held as it is given.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GivenFriction {
    places: Vec<(Place, Curve)>,
}

/// Why a file does not give friction.
#[derive(Debug, Error)]
pub enum GivenFrictionError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It is not what it should be.
    #[error("{}: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// What is measured are not torques.
    #[error(
        "friction is taken from torques of joints or motors, and what is measured of {0} are other rows: leave it out"
    )]
    NotOfTorque(String),
    /// Friction that changes with temperature, along a recording without temperatures.
    #[error(
        "the friction of {place} changes with temperature, and {recording} has none: give it columns of `user` that are \
         called `temperature`, or leave {place} out"
    )]
    NoTemperature {
        /// The recording.
        recording: String,
        /// The joint or motor.
        place: String,
    },
    /// Recordings that cannot be conditioned.
    #[error(transparent)]
    Identification(#[from] IdentificationError),
}

impl GivenFriction {
    /// Laws of a `friction.yaml` as `Friction::yaml` writes it, or a static map: a table (`.csv`) with the columns `name` (of a joint or
    /// motor), `velocity` (rad/s or m/s) and `torque` (N·m or N).
    ///
    /// Of a law the terms that the robot file has are left to be estimated again; a map is all of the friction, and what the robot file
    /// has is what it leaves.
    ///
    /// # Errors
    /// [`GivenFrictionError`].
    pub fn read(path: &Path, model: &Model) -> Result<Self, GivenFrictionError> {
        let text = std::fs::read_to_string(path).map_err(Unreadable::of(path))?;
        let is_table = path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("csv"));
        let places = match is_table {
            true => map(&text, model),
            false => laws(&text, model),
        };
        let wrong = |what| {
            let path = path.to_owned();
            GivenFrictionError::Wrong { path, what }
        };
        let places = places.map_err(wrong)?;
        let mut earlier: Vec<(usize, bool)> = Vec::new();
        for (place, _) in &places {
            let one = (place.index, place.on_motor);
            if earlier.contains(&one) {
                return Err(wrong(format!("`{}` stands twice", place.name)));
            }
            earlier.push(one);
        }
        Ok(Self { places })
    }

    /// What is known of it beside the equations.
    fn held(&self) -> HeldFriction {
        let held = |(place, curve): &(Place, Curve)| {
            let (warmth, law) = (place.warmth, curve.clone());
            let at = move |velocity: f64, temperature: Option<f64>| {
                let known = warmth.zip(temperature);
                law.at(&Local {
                    velocity,
                    load: 0.0,
                    warmth: known.map_or(0.0, |(warmth, now)| now - warmth.reference),
                })
            };
            HeldPlace {
                index: place.index,
                on_motor: place.on_motor,
                is_zero: curve.is_zero(),
                curve: Arc::new(at),
            }
        };
        self.places.iter().map(held).collect()
    }

    /// Friction along recordings, as torques of joints: a column a joint for each, at velocities that are filtered as options
    /// ask. Samples that filters leave no velocity of have that of the nearest.
    ///
    /// # Errors
    /// [`GivenFrictionError`].
    pub fn along(
        &self,
        robot: &dyn Robot,
        recordings: &[Recording],
        options: &ProcessingOptions,
    ) -> Result<Vec<Vec<Vec<f64>>>, GivenFrictionError> {
        let model = robot.model();
        let refused = || GivenFrictionError::NotOfTorque(model.name.to_owned());
        let drive = Drive::of(model).ok_or_else(refused)?;
        if recordings
            .iter()
            .any(|recording| recording.measured.is_some())
        {
            return Err(refused());
        }
        let (run, held) = (Run::of(recordings, model), self.held());
        let n = model.joints.len();
        let along = |recording: &Recording| {
            let samples = recording.samples();
            let one = vec![recording.clone()];
            let (motions, _) = motions(one, &|_| options.clone(), &run, model)?;
            let mut columns = vec![vec![0.0; samples]; n];
            let Some(motion) = motions
                .first()
                .filter(|m: &&Motion| !m.interior().is_empty())
            else {
                return Ok(columns);
            };
            let by_temperature = |(place, _): &&(Place, Curve)| place.warmth.is_some();
            if let Some((place, _)) = self.places.iter().find(by_temperature)
                && motion.temperature(place.index).is_none()
            {
                let (recording, place) = (motion.name.clone(), place.name.clone());
                return Err(GivenFrictionError::NoTemperature { recording, place });
            }
            motion.add_friction(&held, &drive, 0..samples, &mut columns);
            Ok(columns)
        };
        recordings.iter().map(along).collect()
    }

    /// Recordings without it: their torques less that friction, which is noted ([`Further::held`](crate::recording::Further::held)).
    /// Those without torques stay as they are.
    ///
    /// # Errors
    /// [`GivenFrictionError`].
    pub fn taken_from(
        &self,
        robot: &dyn Robot,
        mut recordings: Vec<Recording>,
        options: &ProcessingOptions,
    ) -> Result<Vec<Recording>, GivenFrictionError> {
        let friction = self.along(robot, &recordings, options)?;
        let held = self.held();
        for (recording, friction) in recordings.iter_mut().zip(friction) {
            if recording.torque.is_some() {
                recording.further.held.extend(held.clone());
            }
            let columns = recording.torque.iter_mut().flatten();
            for (column, friction) in columns.zip(friction) {
                column
                    .iter_mut()
                    .zip(friction)
                    .for_each(|(tau, f)| *tau -= f);
            }
        }
        Ok(recordings)
    }
}

#[cfg(test)]
mod tests;
