//! What is unknown of several recordings, and how equations depend on it.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

/// The load that some recordings have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Carried {
    /// None.
    Nothing,
    /// One of these standard parameters.
    Known([f64; 10]),
    /// One that is to be found.
    Unknown,
}

/// Which torque offsets are unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Offsets {
    /// None: sensors show 0 where nothing acts.
    #[default]
    None,
    /// One a row, the same in all recordings.
    Common,
    /// One a row and recording: sensors drift in between.
    Each,
}

/// What is unknown: base parameters, a load's ten, gains of drives, offsets, one after the other.
///
/// A row of a recording has local columns `[Y | Y P_k | 1]`; their coefficients are functions of the unknowns.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// How many base parameters there are.
    pub(crate) base: usize,
    /// How many rows a sample has.
    pub(crate) rows: usize,
    /// The load.
    pub(crate) load: Carried,
    /// Which recordings have it.
    pub(crate) loaded: Vec<bool>,
    /// Whether signals are torques times unknown factors.
    pub(crate) gains: bool,
    /// Offsets of rows.
    pub(crate) offsets: Offsets,
}

impl Plan {
    /// Local columns of a row.
    pub(crate) fn width(&self) -> usize {
        self.base + 11
    }

    /// Where the load's parameters are among the unknowns.
    pub(crate) fn of_load(&self) -> Range<usize> {
        let count = if self.load == Carried::Unknown { 10 } else { 0 };
        self.base..self.base + count
    }

    /// Where the factors `κ` are.
    pub(crate) fn of_gains(&self) -> Range<usize> {
        let start = self.of_load().end;
        start..start + if self.gains { self.rows } else { 0 }
    }

    /// Where the offset of a recording's row is.
    pub(crate) fn offset(&self, recording: usize, row: usize) -> Option<usize> {
        let start = self.of_gains().end;
        match self.offsets {
            Offsets::None => None,
            Offsets::Common => Some(start + row),
            Offsets::Each => Some(start + recording * self.rows + row),
        }
    }

    /// How many unknowns there are.
    pub(crate) fn unknowns(&self) -> usize {
        let last = self.loaded.len().saturating_sub(1);
        let offset = self.offset(last, self.rows.saturating_sub(1));
        offset.map_or(self.of_gains().end, |place| place + 1)
    }

    /// The factor of a row, and the load of a recording.
    fn at(&self, x: &DVector<f64>, recording: usize, row: usize) -> (f64, [f64; 10]) {
        let gain = self.of_gains().nth(row).map_or(1.0, |place| x[place]);
        let load = match self.load {
            _ if !self.loaded[recording] => [0.0; 10],
            Carried::Nothing => [0.0; 10],
            Carried::Known(load) => load,
            Carried::Unknown => std::array::from_fn(|k| x[self.base + k]),
        };
        (gain, load)
    }

    /// Coefficients of the local columns of a row.
    pub(crate) fn coefficients(
        &self,
        x: &DVector<f64>,
        recording: usize,
        row: usize,
    ) -> DVector<f64> {
        let (gain, load) = self.at(x, recording, row);
        DVector::from_fn(self.width(), |k, _| match k.checked_sub(self.base) {
            None => gain * x[k],
            Some(10) => self.offset(recording, row).map_or(0.0, |place| x[place]),
            Some(of_load) => gain * load[of_load],
        })
    }

    /// Their derivatives by the unknowns (`width × unknowns`).
    pub(crate) fn slopes(&self, x: &DVector<f64>, recording: usize, row: usize) -> DMatrix<f64> {
        let (gain, load) = self.at(x, recording, row);
        let mut slopes = DMatrix::zeros(self.width(), self.unknowns());
        for k in 0..self.base {
            slopes[(k, k)] = gain;
        }
        if self.loaded[recording] {
            for (k, place) in self.of_load().enumerate() {
                slopes[(self.base + k, place)] = gain;
            }
        }
        if let Some(place) = self.of_gains().nth(row) {
            for k in 0..self.base {
                slopes[(k, place)] = x[k];
            }
            for (k, value) in load.into_iter().enumerate() {
                slopes[(self.base + k, place)] = value;
            }
        }
        if let Some(place) = self.offset(recording, row) {
            slopes[(self.width() - 1, place)] = 1.0;
        }
        slopes
    }
}
