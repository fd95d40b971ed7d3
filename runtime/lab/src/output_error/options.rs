//! How parameters are sought.

use serde::Serialize;

use super::winding::WindingCovariance;
use crate::simulation::{Hold, Settings};

/// What is known of the states in which intervals begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InitialState {
    /// Nothing: they are fitted.
    Free,
    /// Position and velocity as measured (by a parabola through a tenth of a second).
    Measured,
    /// Position as measured, no velocity where a recording begins; intervals within it begin as measured.
    AtRest,
}

/// How parameters are sought.
#[derive(Debug, Clone, PartialEq)]
pub struct FitOptions {
    /// What is known of states at beginnings.
    pub state: InitialState,
    /// Lengths of intervals, s, one fit after the other, each from the result of that before: short ones first, where a motion
    /// depends too much on its beginning. Empty for whole experiments, which are begun from what half a second gives, then twice as
    /// long intervals each, where that is nearer.
    pub intervals: Vec<f64>,
    /// Whether the last fit joins its intervals, each ending where the next begins (multiple shooting, Bock 1983): one motion through
    /// each experiment, without the growth of errors that simulating all of it at once has. States at beginnings have to be free.
    pub continuity: bool,
    /// What the input does between samples.
    pub hold: Hold,
    /// Iterations at most, of each search.
    pub iterations: usize,
    /// From how many values to begin.
    pub starts: usize,
    /// By which share of themselves values to begin with are varied from the second start on (standard deviation).
    pub spread: f64,
    /// Which random numbers.
    pub seed: u64,
    /// How often weights of joints are taken from residuals.
    pub weightings: usize,
    /// Whether friction that the machine does not have, and torques that act otherwise between samples, are tried beside what was found.
    pub lacks: bool,
    /// How well windings are known that were estimated: their deviations are handed on to those of the parameters.
    pub windings: Vec<WindingCovariance>,
    /// How motions are simulated.
    pub settings: Settings,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            state: InitialState::Free,
            intervals: Vec::new(),
            continuity: false,
            hold: Hold::Last,
            iterations: 60,
            starts: 1,
            spread: 0.3,
            seed: 1,
            weightings: 2,
            lacks: true,
            windings: Vec::new(),
            settings: Settings {
                relative: 1e-8,
                absolute: 1e-9,
                ..Settings::default()
            },
        }
    }
}
