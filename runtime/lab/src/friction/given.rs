//! Friction that is known beforehand: laws of a `friction.yaml`, or a static map, taken from recorded torques.

use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::given_file::{Curve, laws, map};
use super::law::Local;
use super::place::Place;
use crate::identify::{IdentificationError, motions};
use crate::motion::{Motion, Run};
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::transmission::Drive;
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
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
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
        let text = std::fs::read_to_string(path).map_err(|source| {
            let path = path.to_owned();
            GivenFrictionError::Unreadable { path, source }
        })?;
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

    /// The friction at velocities and temperatures of joints (none where these were not recorded), as torques of joints (`n`).
    pub(crate) fn torque(
        &self,
        drive: &Drive,
        qd: &[f64],
        temperature: &[f64],
        torque: &mut [f64],
    ) {
        let n = qd.len();
        let (mut motors, mut own, mut moved) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        drive.to_motor(qd, &mut motors);
        torque.fill(0.0);
        for (place, curve) in &self.places {
            let known = place.warmth.zip(temperature.get(place.index));
            let local = |velocity: f64| Local {
                velocity,
                load: 0.0,
                warmth: known.map_or(0.0, |(warmth, now)| now - warmth.reference),
            };
            match place.on_motor {
                true => own[place.index] += curve.at(&local(motors[place.index])),
                false => torque[place.index] += curve.at(&local(qd[place.index])),
            }
        }
        drive.torque_to_joint(&own, &mut moved);
        torque.iter_mut().zip(moved).for_each(|(to, x)| *to += x);
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
        let run = Run::of(recordings, model);
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
            self.add_along(&drive, motion, 0..samples, &mut columns);
            Ok(columns)
        };
        recordings.iter().map(along).collect()
    }

    /// Adds the friction at samples of a motion to torques of joints, a column a joint. Samples that filters leave no velocity of
    /// have that of the nearest.
    pub(crate) fn add_along(
        &self,
        drive: &Drive,
        motion: &Motion,
        samples: Range<usize>,
        columns: &mut [Vec<f64>],
    ) {
        let (n, inside) = (columns.len(), motion.interior());
        if self.places.is_empty() || samples.is_empty() || inside.is_empty() {
            return;
        }
        let near = |sample: usize| sample.clamp(inside.start, inside.end - 1);
        let known = near(samples.start)..near(samples.end - 1) + 1;
        let states = motion.states(known.clone());
        let temperatures = states.temperature.chunks_exact(n.max(1));
        let temperatures = temperatures.chain(std::iter::repeat(&[][..]));
        let mut torques = vec![0.0; known.len() * n];
        let each = states.each(n).zip(temperatures);
        for (([_, qd, _], warm), torque) in each.zip(torques.chunks_exact_mut(n.max(1))) {
            self.torque(drive, qd, warm, torque);
        }
        for (joint, column) in columns.iter_mut().enumerate() {
            for (to, sample) in column.iter_mut().zip(samples.clone()) {
                *to += torques[(near(sample) - known.start) * n + joint];
            }
        }
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
        for (recording, friction) in recordings.iter_mut().zip(friction) {
            if recording.torque.is_some() {
                let held = &mut recording.further.held.places;
                held.extend(self.places.iter().cloned());
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

/// Parameters of friction, by name, that are what held friction leaves of torques: those of joints and motors whose friction is
/// held. They have any sign.
pub(crate) fn remainders(motions: &[Motion], model: &Model) -> Vec<String> {
    let held = motions.iter().flat_map(|motion| &motion.held.places);
    let held = held.filter(|(_, curve)| !curve.is_zero());
    let places: Vec<&Place> = held.map(|(place, _)| place).collect();
    let parameters = model.parameters.iter();
    let left = parameters.filter(|p| places.iter().any(|place| place.has(model, p.kind)));
    left.map(|p| p.name.to_owned()).collect()
}

#[cfg(test)]
mod tests;
