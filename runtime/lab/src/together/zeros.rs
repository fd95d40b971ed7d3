//! Constants in rows of recordings that nobody asked for: zeros of sensors.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::setup::names;
use super::{Factors, Fit, Offsets, Plan, Scatter, scatter};
use crate::distribution::{shared_freedom, widened_tail};
use crate::numeric::Decomposition;
use crate::regression::RegressionError;
use crate::thresholds::ZERO_BY_CHANCE;

/// The share of a constant's size that it has to have beside what else is fitted, to be told from that.
const TOLD: f64 = 1e-3;

/// A constant in what was recorded that is none of the unknowns.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Zero {
    /// The joint, motor or measured row.
    pub row: String,
    /// The recording that has it by itself; none where all have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The constant: what is in the row besides what the model makes of the motion.
    pub value: f64,
    /// Its standard deviation.
    pub std: f64,
    /// The unit of both.
    pub unit: &'static str,
    /// The probability that noise alone makes as sure a constant anywhere.
    pub chance: f64,
}

/// Constants that were found, and what they do to what was fitted without them.
pub(super) struct Zeros {
    /// The constants, the surest first.
    pub(super) all: Vec<Zero>,
    /// The constant of each recording's row beside them, offsets that the plan has among it.
    pub(super) constants: Vec<Vec<f64>>,
    /// The gain of each row beside them.
    pub(super) gains: Vec<f64>,
    /// How far they moved the unknowns.
    pub(super) shift: DVector<f64>,
    /// Whether recordings contradict one another with an offset of each row and recording as well.
    pub(super) still_apart: bool,
}

/// Where a constant may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    row: usize,
    /// None for all recordings.
    recording: Option<usize>,
}

impl Zeros {
    /// Looks for constants beside a fit whose plan does not give each recording and row an offset of its own; none is looked for otherwise.
    ///
    /// All of them are fitted at once, and their noise is modelled beside them: noise that is modelled without them has the constant in
    /// it, slow noise that would explain it. From that fit follows what each of them by itself would be beside the plan, and how far noise
    /// scatters that. The surest is taken in where noise makes one as sure with a probability of less than [`ZERO_BY_CHANCE`], all
    /// places counted, and the others are tried again beside it.
    pub(super) fn of(
        factors: &Factors<'_>,
        plan: &Plan,
        fit: &Fit,
    ) -> Result<Option<Self>, RegressionError> {
        let offsets = Offsets::Each;
        let each = Plan {
            offsets,
            ..plan.clone()
        };
        if plan.offsets == offsets {
            return Ok(None);
        }
        let Some(free) = beside(factors, plan, &each, fit) else {
            return Ok(None);
        };
        let scattered = scatter(factors, &each, &free)?;
        let search = Search::of(factors, plan, &each, &free, &scattered);
        Ok(search.run().map(|found| Self {
            gains: each.gains_of(&free.x),
            still_apart: scattered.apart.is_some(),
            ..found.zeros(factors)
        }))
    }
}

/// The fit with all offsets, from one without. None where it does not settle.
fn beside(factors: &Factors<'_>, plan: &Plan, each: &Plan, fit: &Fit) -> Option<Fit> {
    let (known, all) = (plan.of_gains().end, each.unknowns());
    let mut start = DVector::zeros(all);
    start.rows_mut(0, known).copy_from(&fit.x.rows(0, known));
    let prior = fit.prior.clone().map(|mut prior| {
        let own = prior.matrix.columns(0, known).into_owned();
        prior.matrix = DMatrix::zeros(own.nrows(), all);
        prior.matrix.columns_mut(0, known).copy_from(&own);
        prior
    });
    Fit::weighed(factors, each, start, prior, fit.more.clone())
}

/// Which constants are there, in the coordinates of the equations' columns with all offsets.
struct Search<'a> {
    plan: &'a Plan,
    each: &'a Plan,
    /// The columns of all unknowns, weighed (`rank × unknowns`).
    columns: DMatrix<f64>,
    /// What they make of what was found, and the covariance of that.
    found: DVector<f64>,
    covariance: DMatrix<f64>,
    freedom: &'a [f64],
    /// The columns of the plan, in these coordinates, and what else was taken in.
    known: DMatrix<f64>,
    taken: Vec<(Place, f64)>,
    places: Vec<Place>,
}

impl<'a> Search<'a> {
    fn of(
        factors: &Factors<'_>,
        plan: &'a Plan,
        each: &'a Plan,
        free: &Fit,
        scattered: &'a Scatter,
    ) -> Self {
        let spectrum = &free.spectrum;
        let at = |k: usize, j: usize| {
            spectrum.scales[j] * spectrum.directions[(j, k)] * spectrum.singular_values[k]
        };
        let columns = DMatrix::from_fn(spectrum.rank, each.unknowns(), at);
        let recordings = factors.recordings.len();
        let seen = |row: usize| factors.each().filter(move |(_, i)| *i == row);
        let mut places = Vec::new();
        for row in 0..plan.rows {
            if plan.offsets == Offsets::None && seen(row).count() > 0 {
                let recording = None;
                places.push(Place { row, recording });
            }
            if recordings > 1 {
                let own = seen(row).map(|(recording, row)| Place {
                    row,
                    recording: Some(recording),
                });
                places.extend(own);
            }
        }
        let mut search = Self {
            plan,
            each,
            found: &columns * &free.x,
            covariance: &columns * &scattered.covariance * columns.transpose(),
            freedom: &scattered.freedom,
            known: DMatrix::zeros(0, 0),
            taken: Vec::new(),
            columns,
            places,
        };
        let own = (0..plan.unknowns()).map(|unknown| search.of_unknown(unknown));
        search.known = DMatrix::from_columns(&own.collect::<Vec<_>>());
        search
    }

    /// The column of an unknown of the plan.
    fn of_unknown(&self, unknown: usize) -> DVector<f64> {
        match unknown.checked_sub(self.plan.of_gains().end) {
            None => self.columns.column(unknown).into_owned(),
            Some(row) => self.of_place(Place {
                row,
                recording: None,
            }),
        }
    }

    /// The offsets that a constant is made of.
    fn offsets(&self, place: Place) -> Vec<usize> {
        let all = 0..self.each.loaded.len();
        let own = all.filter(|r| place.recording.is_none_or(|only| only == *r));
        own.filter_map(|r| self.each.offset(r, place.row)).collect()
    }

    fn of_place(&self, place: Place) -> DVector<f64> {
        let mut sum = DVector::zeros(self.columns.nrows());
        for offset in self.offsets(place) {
            sum += self.columns.column(offset);
        }
        sum
    }

    /// What a constant would be beside what is known, its deviation and the probability of one as sure by chance.
    fn tried(&self, place: Place, taken: &DMatrix<f64>) -> Option<[f64; 3]> {
        let column = self.of_place(place);
        let across = &column - taken * taken.tr_mul(&column);
        let square = across.norm_squared();
        if square <= TOLD * TOLD * column.norm_squared() || square <= 0.0 {
            return None;
        }
        let value = across.dot(&self.found) / square;
        let variance = across.dot(&(&self.covariance * &across)) / (square * square);
        let offsets = self.offsets(place);
        let freedom = shared_freedom(offsets.iter().map(|offset| self.freedom[*offset]));
        let chance = widened_tail(value * value / variance, 1, freedom);
        let chance = chance * self.places.len() as f64;
        (variance > 0.0 && value.is_finite()).then_some([value, variance.sqrt(), chance])
    }

    /// Takes in one constant after the other; none where the first is chance.
    fn run(mut self) -> Option<Self> {
        while self.taken.len() < self.places.len() {
            let basis = Decomposition::of(&self.known);
            let basis = basis.left.columns(0, basis.rank).into_owned();
            let sure = |place: &Place| {
                let [value, std, chance] = self.tried(*place, &basis)?;
                (chance < ZERO_BY_CHANCE).then_some((*place, (value / std).abs(), chance))
            };
            let sure = self.places.iter().filter_map(sure);
            let Some((place, _, chance)) = sure.max_by(|a, b| a.1.total_cmp(&b.1)) else {
                break;
            };
            let column = self.of_place(place);
            let last = self.known.ncols();
            self.known = self.known.clone().insert_column(last, 0.0);
            self.known.set_column(last, &column);
            self.taken.push((place, chance));
        }
        (!self.taken.is_empty()).then_some(self)
    }

    /// All that was taken in, fitted together.
    fn zeros(self, factors: &Factors<'_>) -> Zeros {
        let inverse = Decomposition::of(&self.known).inverse;
        let unknowns = self.plan.unknowns();
        let values = &inverse * &self.found;
        let covariance = &inverse * &self.covariance * inverse.transpose();
        let before = self.known.columns(0, unknowns).into_owned();
        let constants = self.known.columns(unknowns, self.taken.len())
            * values.rows(unknowns, self.taken.len());
        let names = names(factors.equations);
        let asked = |r: usize, row: usize| self.plan.offset(r, row).map_or(0.0, |k| values[k]);
        let of_recording = |r: usize| (0..self.plan.rows).map(|row| asked(r, row)).collect();
        let mut each: Vec<Vec<f64>> = (0..factors.recordings.len()).map(of_recording).collect();
        let all = self.taken.iter().enumerate().map(|(k, (place, chance))| {
            let (row, unit) = names[place.row].clone();
            let value = values[unknowns + k];
            for (r, constants) in each.iter_mut().enumerate() {
                if place.recording.is_none_or(|only| only == r) {
                    constants[place.row] += value;
                }
            }
            Zero {
                row,
                recording: place.recording.map(|r| factors.recordings[r].clone()),
                value,
                std: covariance[(unknowns + k, unknowns + k)].max(0.0).sqrt(),
                unit,
                chance: *chance,
            }
        });
        let all = all.collect();
        Zeros {
            all,
            constants: each,
            gains: Vec::new(),
            shift: Decomposition::of(&before).inverse * constants,
            still_apart: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{Place, Search};
    use crate::distribution::widened_tail;
    use crate::together::{Carried, Offsets, Plan};

    /// A constant beside one parameter, whose columns are `(1, 0)` and `(1, e)`: of what is found only the second counts, so many `e`
    /// of such a variance.
    fn tried(e: f64, value: f64, variance: f64) -> Option<[f64; 3]> {
        let plan = |offsets| Plan {
            base: 1,
            rows: 1,
            load: Carried::Nothing,
            loaded: vec![false],
            gains: false,
            offsets,
        };
        let (none, each) = (plan(Offsets::None), plan(Offsets::Each));
        let place = Place {
            row: 0,
            recording: None,
        };
        let search = Search {
            plan: &none,
            each: &each,
            columns: DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 0.0, e]),
            found: DVector::from_vec(vec![7.0, value * e]),
            covariance: DMatrix::from_diagonal(&DVector::from_vec(vec![3.0, variance])),
            freedom: &[5.0, 20.0],
            known: DMatrix::zeros(2, 0),
            taken: Vec::new(),
            places: vec![place; 3],
        };
        search.tried(place, &DMatrix::from_row_slice(2, 1, &[1.0, 0.0]))
    }

    #[test]
    fn a_constant_is_told_from_a_thousandth_of_its_size_on() {
        let tried = |e: f64| tried(e, 2.5, 1e-6);
        assert_eq!([0.0, 0.0009].map(tried), [None, None]);
        for e in [0.0011, 0.002] {
            let [value, std, chance] = tried(e).expect("a constant");
            assert!((value - 2.5).abs() < 1e-9, "{value}");
            assert!((std * e - 1e-3).abs() < 1e-12, "{std}");
            let expected = 3.0 * widened_tail((2500.0 * e).powi(2), 1, 20.0);
            assert!((chance / expected - 1.0).abs() < 1e-6, "{chance}");
        }
    }

    /// How sure one is cannot be said where nothing is known of its noise.
    #[test]
    fn a_constant_may_be_negative_and_has_a_deviation() {
        let [value, std, _] = tried(0.5, -2.5, 1e-6).expect("a constant");
        assert!((value + 2.5).abs() < 1e-12, "{value}");
        assert!((std - 2e-3).abs() < 1e-12, "{std}");
        assert_eq!(tried(0.5, -2.5, 0.0), None);
    }
}
