//! How accurately a motion is simulated, and when it is looked at.

use super::error::SimulationError;

/// How steps are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Steps {
    /// By the error of each, with ends where friction changes.
    Adaptive,
    /// All of one length, s: for real time, the same work in every one.
    Fixed(f64),
}

/// How accurately a motion is simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How steps are chosen.
    pub steps: Steps,
    /// Error of a step, as a share of each position and velocity.
    pub relative: f64,
    /// The same where these are small, rad and rad/s (m and m/s).
    pub absolute: f64,
    /// The longest step, s.
    pub longest: f64,
    /// Steps at most: some minutes of a robot of few joints.
    pub most: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            steps: Steps::Adaptive,
            relative: 1e-9,
            absolute: 1e-10,
            longest: f64::INFINITY,
            most: 50_000_000,
        }
    }
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), SimulationError> {
        let step = match self.steps {
            Steps::Adaptive => 1.0,
            Steps::Fixed(step) => step,
        };
        let all = [
            ("the relative tolerance", self.relative),
            ("the absolute tolerance", self.absolute),
            ("the longest step", self.longest),
            ("the step", step),
        ];
        for (what, value) in all {
            positive(what, value)?;
        }
        Ok(())
    }
}

impl Settings {
    /// Refuses steps of one length that are more than are made at most.
    pub(super) fn check_steps(&self, grid: &Grid) -> Result<(), SimulationError> {
        let Steps::Fixed(step) = self.steps else {
            return Ok(());
        };
        let seconds = grid.samples.saturating_sub(1) as f64 / grid.rate;
        match seconds / step > self.most as f64 {
            true => Err(SimulationError::Steps {
                step,
                seconds,
                most: self.most,
            }),
            false => Ok(()),
        }
    }
}

/// Refuses what is not above zero.
pub(super) fn positive(what: &str, value: f64) -> Result<(), SimulationError> {
    let refused = || SimulationError::Value {
        what: what.to_owned(),
        value,
        wanted: "above 0",
    };
    (value > 0.0).then_some(()).ok_or_else(refused)
}

/// Refuses what is not finite.
pub(super) fn finite(what: &str, value: f64) -> Result<(), SimulationError> {
    let refused = || SimulationError::Value {
        what: what.to_owned(),
        value,
        wanted: "finite",
    };
    value.is_finite().then_some(()).ok_or_else(refused)
}

/// Moments at which a motion is looked at: the first at its beginning, the others at a constant rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The first, s.
    pub start: f64,
    /// Moments a second, Hz.
    pub rate: f64,
    /// How many.
    pub samples: usize,
}

impl Grid {
    /// A moment, s.
    #[must_use]
    pub fn at(&self, k: usize) -> f64 {
        self.start + k as f64 / self.rate
    }
}

/// What a simulation took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Evaluations of the equations of motion.
    pub evaluations: usize,
    /// Steps that were made.
    pub steps: usize,
    /// Steps that were not accurate enough and were made again, shorter.
    pub rejected: usize,
}
