//! What is unknown of several recordings, and how equations depend on it.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::setup::names;
use crate::regression::Equations;
use armwright_runtime::Inertial;

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

    /// What an unknown is called.
    pub(crate) fn name(&self, unknown: usize, equations: &Equations<'_>) -> String {
        let row = |row: usize| names(equations).swap_remove(row).0;
        let (load, gains) = (self.of_load(), self.of_gains());
        match unknown {
            k if k < load.start => equations.robot().model().base[k].name.to_owned(),
            k if k < load.end => format!("the load's {}", Inertial::ALL[k - load.start].standard()),
            k if k < gains.end => format!("the gain of `{}`", row(k - gains.start)),
            k => format!("the offset of `{}`", row((k - gains.end) % self.rows)),
        }
    }

    /// The factor of each row.
    pub(super) fn gains_of(&self, x: &DVector<f64>) -> Vec<f64> {
        let of = |row| self.of_gains().nth(row).map_or(1.0, |place| x[place]);
        (0..self.rows).map(of).collect()
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

#[cfg(test)]
mod tests {
    use nalgebra::DVector;

    use super::{Carried, Offsets, Plan};

    /// Two base parameters and three rows, of two recordings the second with a load.
    fn plan(load: Carried, gains: bool, offsets: Offsets) -> Plan {
        Plan {
            base: 2,
            rows: 3,
            load,
            loaded: vec![false, true],
            gains,
            offsets,
        }
    }

    const LOAD: [f64; 10] = [2.0, 0.3, -0.4, 0.5, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6];

    #[test]
    fn unknowns_stand_one_after_the_other() {
        let all = plan(Carried::Unknown, true, Offsets::Each);
        assert_eq!(
            (all.width(), all.of_load(), all.of_gains()),
            (13, 2..12, 12..15)
        );
        assert_eq!((all.offset(0, 1), all.offset(1, 2)), (Some(16), Some(20)));
        assert_eq!(all.unknowns(), 21);
        let common = plan(Carried::Known(LOAD), true, Offsets::Common);
        assert_eq!((common.of_load(), common.of_gains()), (2..2, 2..5));
        assert_eq!(
            (common.offset(0, 1), common.offset(1, 1)),
            (Some(6), Some(6))
        );
        assert_eq!(common.unknowns(), 8);
        let least = plan(Carried::Nothing, false, Offsets::None);
        assert_eq!(
            (least.of_gains(), least.offset(1, 2), least.unknowns()),
            (2..2, None, 2)
        );
        assert_eq!(plan(Carried::Unknown, false, Offsets::None).unknowns(), 12);
    }

    #[test]
    fn coefficients_are_gains_times_parameters_and_offsets() {
        let all = plan(Carried::Unknown, true, Offsets::Each);
        let x = DVector::from_fn(21, |k, _| 0.5 + k as f64);
        // The gain of row 1 is 13.5, its offset in recording 1 is 19.5.
        assert_eq!(all.gains_of(&x), [12.5, 13.5, 14.5]);
        let found = all.coefficients(&x, 1, 1);
        let expected = |k: usize| match k {
            12 => 19.5,
            k => 13.5 * (0.5 + k as f64),
        };
        assert_eq!(found, DVector::from_fn(13, |k, _| expected(k)));
        // Without the load.
        let found = all.coefficients(&x, 0, 2);
        let expected = [
            14.5 * 0.5,
            14.5 * 1.5,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            17.5,
        ];
        assert_eq!(found.as_slice(), expected);
        let known = plan(Carried::Known(LOAD), false, Offsets::None);
        let x = DVector::from_row_slice(&[3.0, -5.0]);
        assert_eq!(known.gains_of(&x), [1.0; 3]);
        let found = known.coefficients(&x, 1, 0);
        assert_eq!(found.rows(0, 2), x.rows(0, 2));
        assert_eq!(found.as_slice()[2..12], LOAD);
        assert_eq!(found[12], 0.0);
        let nothing = plan(Carried::Nothing, false, Offsets::None);
        assert_eq!(nothing.coefficients(&x, 1, 0).rows(2, 11).amax(), 0.0);
    }

    /// Coefficients are of second degree, of which central differences are the slopes.
    #[test]
    fn slopes_are_those_of_the_coefficients() {
        let loads = [Carried::Unknown, Carried::Known(LOAD), Carried::Nothing];
        for (load, gains, offsets) in loads.into_iter().flat_map(|load| {
            let offsets = [Offsets::Each, Offsets::Common, Offsets::None];
            let all = offsets.map(|offsets| [true, false].map(|gains| (load, gains, offsets)));
            all.concat()
        }) {
            let plan = plan(load, gains, offsets);
            let n = plan.unknowns();
            let x = DVector::from_fn(n, |k, _| 0.7 + 0.3 * k as f64);
            for (recording, row) in [(0, 0), (1, 2), (1, 0)] {
                let slopes = plan.slopes(&x, recording, row);
                assert_eq!((slopes.nrows(), slopes.ncols()), (13, n));
                for k in 0..n {
                    let at = |step: f64| {
                        let mut there = x.clone();
                        there[k] += step;
                        plan.coefficients(&there, recording, row)
                    };
                    let expected = (at(0.5) - at(-0.5)).column(0).into_owned();
                    assert!((slopes.column(k) - expected).amax() < 1e-12, "{load:?} {k}");
                }
            }
        }
    }
}
