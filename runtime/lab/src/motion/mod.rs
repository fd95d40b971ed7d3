//! A conditioned recording: filtered positions, their derivatives, and torques.

mod adjusted;
mod base;
mod errors;
mod held;
mod processing;
mod run;
mod samples;
mod simulated;
mod spectra;
mod states;
mod steps;
mod temperature;

pub(crate) use adjusted::{Adjusted, Cleaned, Equation};
pub(crate) use base::ImuChange;
pub(crate) use held::remainders;
pub use processing::{Processing, ProcessingError};
pub use run::Run;
pub use spectra::JointSpectrum;
pub use states::States;
pub(crate) use steps::Grid;

use temperature::Temperatures;
use thiserror::Error;

use crate::cores;
use crate::held::HeldFriction;
use crate::numeric::ends;
use crate::options::ProcessingOptions;
use crate::recording::{Contacts, Recording};
use crate::signal::{FilterError, curvatures, slopes, zero_phase_all};
use crate::transmission::Drive;
use armwright_runtime::{Model, Side};

/// Of a derivative, what may be rounding of the filter and of differences: a share of the largest position, a sample.
const CREEP: f64 = 1e-12;
/// By how much a position changes in a whole recording, rad (or m), where that is rounding and no motion.
const STILL: f64 = 1e-8;

/// A recording whose positions are filtered, ready to give states and torques sample by sample.
///
/// Only filtered measurements are kept; derivatives come from neighbouring samples when asked for,
/// which halves the memory of a long recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// What the recording is called.
    pub name: String,
    /// The recording that it is a piece of.
    pub source: String,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Time of the first sample, s.
    pub start: f64,
    /// How it is processed.
    pub processing: Processing,
    /// Spectra of the joints as they were measured.
    pub spectra: Vec<JointSpectrum>,
    position: Vec<Vec<f64>>,
    velocity: Option<Vec<Vec<f64>>>,
    acceleration: Option<Vec<Vec<f64>>>,
    /// Velocities of each joint below which derivatives of positions are rounding, which has no direction; infinite of one that
    /// stands still throughout.
    rounding: Vec<f64>,
    torque: Vec<Vec<f64>>,
    /// On which side positions and torques were measured.
    pub(crate) sides: [Side; 2],
    /// What is measured in place of torques, a column a row of the model; none where torques are.
    rows: Option<Vec<Vec<f64>>>,
    /// How the base moves, if it does.
    base: Option<base::Base>,
    /// What acts on bodies from outside.
    contacts: Option<Contacts>,
    /// Temperatures of joints, if they were recorded.
    temperatures: Option<Temperatures>,
    /// Friction that was taken from torques.
    pub(crate) held: HeldFriction,
    /// Which samples were not measured; empty where all were.
    bridged: Vec<bool>,
    /// Standard deviations of the errors of positions, velocities and accelerations while they change, where measured: of joints,
    /// or of motors behind a transmission that couples them.
    errors: [Vec<f64>; 3],
    /// Where these columns stand still and do not err.
    rests: [Vec<errors::Rests>; 3],
    /// How much positions err there all the same; empty where not at all.
    at_rest: Vec<f64>,
    /// The transmission behind which positions were measured, where it couples joints.
    encoders: Option<Drive>,
    /// Below which frequency these errors are left, Hz, where that is lower than the cut-off of the filter.
    band: Option<f64>,
    /// Steps of the positions, where they stood on a grid: of joints, or of motors as of `errors`.
    steps: Vec<Option<f64>>,
    /// What an estimate that is not linear in torques makes of equations; empty of others.
    adjusted: Adjusted,
    /// What it adds to torques before decimation; empty of others.
    cleaned: Cleaned,
}

/// Why a recording cannot be made a motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ConditioningError {
    /// An option that cannot be followed.
    #[error(transparent)]
    Processing(#[from] ProcessingError),
    /// A filter that cannot be made or applied.
    #[error("{recording}: {source}")]
    Filter {
        /// The recording.
        recording: String,
        /// What is wrong.
        source: FilterError,
    },
}

impl Motion {
    /// A recording, filtered as the options ask; what they leave open is as its description asks,
    /// and what that leaves open follows from the recording.
    ///
    /// # Errors
    /// [`ConditioningError`].
    pub fn of(
        recording: Recording,
        options: &ProcessingOptions,
        model: &Model,
    ) -> Result<Self, ConditioningError> {
        let run = Run::of(std::slice::from_ref(&recording), model);
        Self::of_run(recording, options, &run, model)
    }

    /// The same for one of several recordings: what is left open follows from all of them.
    ///
    /// # Errors
    /// [`ConditioningError`].
    pub fn of_run(
        recording: Recording,
        options: &ProcessingOptions,
        run: &Run,
        model: &Model,
    ) -> Result<Self, ConditioningError> {
        let options = options.clone().or(recording.options.clone());
        let processing = Processing::resolve(&options, &recording, run, model)?;
        let name = recording.name.clone();
        Self::condition(recording, processing, model).map_err(|source| ConditioningError::Filter {
            recording: name,
            source,
        })
    }

    /// Filters positions (and measured derivatives, equally) forwards and backwards. Torque stays
    /// as measured: it goes through the same decimation as the regressor's columns, so that both
    /// sides of every equation are filtered alike. Torque that was not measured is 0.
    ///
    /// # Errors
    /// [`FilterError`] if the filter is impossible or the recording too short for it.
    pub fn condition(
        recording: Recording,
        processing: Processing,
        model: &Model,
    ) -> Result<Self, FilterError> {
        let filter = processing.position_filter(recording.rate)?;
        let spectra = spectra::spectra(&recording, &filter, model);
        let mut errors: [Vec<f64>; 3] = Default::default();
        let mut rests: [Vec<errors::Rests>; 3] = Default::default();
        let (share, trim) = (processing.cutoff / recording.rate, processing.trim);
        let encoders = (recording.position_side == Side::Motor).then(|| Drive::of(model));
        let encoders = encoders.flatten().filter(Drive::couples);
        let mut filtered =
            |mut columns: Vec<Vec<f64>>, kind: usize| -> Result<Vec<Vec<f64>>, FilterError> {
                let (mut taken, inside) = errors::taken(&columns, &filter, trim)?;
                // Of what is measured at joints no copy is made, which would be as large as the recording.
                let mut read = Vec::new();
                if let Some(drive) = &encoders {
                    read.clone_from(&columns);
                    drive.columns_to_motor(&mut read);
                    drive.columns_to_motor(&mut taken);
                }
                let read = if read.is_empty() { &columns } else { &read };
                let found = |k: usize| errors::found(&read[k], &taken[k], &inside, share);
                (errors[kind], rests[kind]) = cores::map(taken.len(), &found).into_iter().unzip();
                zero_phase_all(&filter, &mut columns)?;
                Ok(columns)
            };
        let samples = recording.samples();
        if samples <= trim.saturating_mul(2) {
            return Err(FilterError::Trimmed { samples, trim });
        }
        let torque = recording
            .torque
            .unwrap_or_else(|| vec![vec![0.0; samples]; recording.position.len()]);
        let base = recording
            .base
            .map(|base| base::Base::filtered(base, &filter, recording.rate));
        let base = base.transpose()?;
        let steps = steps::steps(&recording.position, encoders.as_ref());
        let position = filtered(recording.position, 0)?;
        let rounding = position.iter().map(|column| {
            let [low, high] = ends(column);
            match high - low <= STILL {
                true => f64::INFINITY,
                false => CREEP * recording.rate * high.max(-low),
            }
        });
        let rounding = rounding.collect();
        let velocity = recording.velocity.map(|v| filtered(v, 1)).transpose()?;
        let acceleration = recording.acceleration.map(|a| filtered(a, 2)).transpose()?;
        Ok(Self {
            name: recording.name,
            source: recording.source,
            bridged: recording.bridged,
            rate: recording.rate,
            start: recording.start,
            processing,
            spectra,
            position,
            velocity,
            acceleration,
            rounding,
            torque,
            sides: [recording.position_side, recording.torque_side],
            rows: recording.measured,
            base,
            contacts: recording.contacts,
            temperatures: Temperatures::of(&recording.further),
            held: recording.further.held,
            errors,
            rests,
            at_rest: Vec::new(),
            encoders,
            band: None,
            steps,
            adjusted: Adjusted::default(),
            cleaned: Cleaned::default(),
        })
    }

    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> usize {
        let base = self.base.as_ref().map_or(0, base::Base::samples);
        self.position.first().map_or(base, Vec::len)
    }

    /// The samples that remain after the ends are cut off.
    #[must_use]
    pub fn interior(&self) -> std::ops::Range<usize> {
        let samples = self.samples();
        let beyond = self.base.as_ref().map_or(0, |base| base.beyond(self.rate));
        let trim = self.processing.trim.max(1).max(beyond);
        trim..samples.saturating_sub(trim).max(trim)
    }

    /// Joint positions, velocities and accelerations at interior samples, by central differences of
    /// eighth order of what was measured.
    #[must_use]
    pub fn states(&self, samples: std::ops::Range<usize>) -> States {
        let (n, rate) = (self.position.len(), self.rate);
        let none = || vec![0.0; samples.len() * n];
        let mut states = States {
            first: samples.start,
            q: none(),
            qd: none(),
            qdd: none(),
            ..States::default()
        };
        for k in samples.clone() {
            if let Some(base) = &self.base {
                states.base.extend(base.at(k, rate));
            }
            if let Some(temperatures) = &self.temperatures {
                states.temperature.extend(temperatures.at(k));
            }
        }
        let mut derivative = Vec::with_capacity(samples.len());
        for (i, position) in self.position.iter().enumerate() {
            put(&mut states.q, i, n, &position[samples.clone()]);
            let known = self.velocities(i, samples.clone(), &mut derivative);
            put(&mut states.qd, i, n, known);
            let velocity = self.velocity.as_ref().map(|columns| &columns[i]);
            let acceleration = self.acceleration.as_ref().map(|columns| &columns[i]);
            let known = match (acceleration, velocity) {
                (Some(column), _) => &column[samples.clone()],
                (None, Some(column)) => {
                    slopes(column, samples.clone(), rate, &mut derivative);
                    &derivative
                }
                (None, None) => {
                    curvatures(position, samples.clone(), rate, &mut derivative);
                    // Nor does a joint at rest accelerate by its rounding.
                    let least = self.rounding[i] * rate;
                    let velocities = states.qd.iter().skip(i).step_by(n);
                    for (acceleration, velocity) in derivative.iter_mut().zip(velocities) {
                        if *velocity == 0.0 && acceleration.abs() < least {
                            *acceleration = 0.0;
                        }
                    }
                    &derivative
                }
            };
            put(&mut states.qdd, i, n, known);
        }
        states
    }

    /// The velocities of a joint at interior samples, as of [`Motion::states`]; `derived` has room for them.
    pub(crate) fn velocities<'s>(
        &'s self,
        joint: usize,
        samples: std::ops::Range<usize>,
        derived: &'s mut Vec<f64>,
    ) -> &'s [f64] {
        match &self.velocity {
            Some(columns) => &columns[joint][samples],
            None => {
                slopes(&self.position[joint], samples, self.rate, derived);
                // A joint at rest would rub in the direction of its rounding.
                let least = self.rounding[joint];
                for velocity in &mut *derived {
                    if velocity.abs() < least {
                        *velocity = 0.0;
                    }
                }
                derived
            }
        }
    }
}

/// Puts a column into rows of so many.
fn put(rows: &mut [f64], column: usize, width: usize, values: &[f64]) {
    let to = rows.iter_mut().skip(column).step_by(width);
    to.zip(values).for_each(|(to, x)| *to = *x);
}

#[cfg(test)]
mod tests;
