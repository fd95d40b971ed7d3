//! How recordings contradict one another, and how that scatters the unknowns.

use nalgebra::{DMatrix, DVector};

use crate::distribution::{shared_freedom, student_widening, whitened_tail};
use crate::numeric::{Decomposition, Svd};
use crate::thresholds::LACK_BY_CHANCE;

/// Unknowns at most that change from recording to recording.
const MOST: usize = 8;
/// What changes of an unknown reach beside what others reach, as a share of what they reach, to be told from these.
const REACHED: f64 = 1e-6;

/// A recording in combinations of its columns, or an arm that is known in those that tell it.
pub(super) struct Own {
    /// What the fit leaves in them.
    pub(super) left: DVector<f64>,
    /// How they depend on the unknowns.
    pub(super) columns: DMatrix<f64>,
    /// The covariance of noise in them.
    pub(super) noise: DMatrix<f64>,
}

/// What recordings leave of one another beyond their noise.
///
/// Each recording had changes of its own: first of single unknowns, one after the other that explains most, while that is not chance,
/// whose own values scatter as those of recordings that were drawn (random effects, their variances by moments: DerSimonian and Laird 1986) and
/// move the others by what they are; what these do not explain is as large in each combination of columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Apart {
    /// How many times as far as their noise explains recordings are from one another.
    pub(crate) times: f64,
    /// The unknowns that change most from recording to recording.
    pub(crate) changing: Vec<usize>,
    /// A body that one recording alone carries, where several unknowns change and that explains all of it.
    pub(crate) carried: Option<Carrying>,
    /// What the changes add to the covariance of the unknowns.
    pub(super) scatter: DMatrix<f64>,
}

/// A recording that was made with another body on one of the robot's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Carrying {
    pub(crate) recording: usize,
    pub(crate) body: usize,
}

impl Apart {
    /// None where noise explains what recordings leave of one another, or one is by itself. `bodies` are how the first unknowns depend on
    /// the ten parameters of each body that may carry another.
    pub(super) fn of(
        own: &[Own],
        information: &DMatrix<f64>,
        freedom: &[f64],
        bodies: &[DMatrix<f64>],
    ) -> Option<Self> {
        let all = All::of(own);
        let freedom = shared_freedom(freedom.iter().copied());
        let unknowns = Decomposition::of(&all.columns);
        let unknowns = unknowns.left.columns(0, unknowns.rank).into_owned();
        let beyond = all.beyond(&unknowns, freedom)?;
        let times = (beyond.found / beyond.expected).sqrt();
        let (mut taken, mut remains) = (unknowns.clone(), Some(beyond));
        let mut changing: Vec<Change> = Vec::new();
        while remains.is_some() && changing.len() < MOST {
            let change = all.change(&taken);
            let Some(change) = change.filter(|change| all.within(change, freedom)) else {
                break;
            };
            taken = beside(&taken, &change.reached);
            remains = all.beyond(&taken, freedom);
            changing.push(change);
        }
        let wider = |spare: f64| student_widening(spare).powi(2) / spare;
        let gain = information * all.columns.transpose();
        let mut scatter = DMatrix::zeros(gain.nrows(), gain.nrows());
        if let Some(remains) = remains {
            let size = (remains.found - remains.expected) * wider(remains.spare);
            scatter += &gain * gain.transpose() * size;
        }
        let reached = taken.columns_range(unknowns.ncols()..).into_owned();
        scatter += all.scattered(&reached, &changing, &gain, wider);
        let carried = match changing.len() {
            0 | 1 => None,
            _ => all.carried(&unknowns, bodies, freedom),
        };
        Some(Self {
            times,
            carried,
            changing: changing.iter().map(|change| change.unknown).collect(),
            scatter,
        })
    }
}

/// An unknown that changes from recording to recording.
struct Change {
    unknown: usize,
    /// An orthonormal basis of what its changes reach, as many as there are changes that can be told.
    reached: DMatrix<f64>,
}

/// A sum of squares of which noise does not explain as much.
struct Beyond {
    found: f64,
    expected: f64,
    /// How many numbers it is the sum of.
    spare: f64,
}

impl Beyond {
    /// None if it is chance: noise makes a sum of `expected` in the mean, whose covariance has `squares` for the sum of its
    /// squares. A sum of squares that are correlated counts as so many that are not (Satterthwaite 1946).
    fn of(found: f64, noise: [f64; 2], spare: usize, freedom: f64) -> Option<Self> {
        let [expected, squares] = noise;
        let values = (expected * expected / squares).round();
        if spare == 0 || !values.is_finite() {
            return None;
        }
        let chance = whitened_tail(found / expected * values, values as usize, freedom);
        let spare = spare as f64;
        (chance < LACK_BY_CHANCE).then_some(Self {
            found,
            expected,
            spare,
        })
    }
}

/// All recordings, one below the other.
struct All<'o> {
    left: DVector<f64>,
    columns: DMatrix<f64>,
    /// The covariances of each one's noise, and where it begins.
    noise: Vec<(&'o DMatrix<f64>, usize)>,
}

impl<'o> All<'o> {
    fn of(own: &'o [Own]) -> Self {
        let size = own.iter().map(|own| own.left.len()).sum();
        let unknowns = own.first().map_or(0, |own| own.columns.ncols());
        let mut all = Self {
            left: DVector::zeros(size),
            columns: DMatrix::zeros(size, unknowns),
            noise: Vec::new(),
        };
        let mut from = 0;
        for own in own {
            let some = own.left.len();
            all.left.rows_mut(from, some).copy_from(&own.left);
            all.columns.rows_mut(from, some).copy_from(&own.columns);
            all.noise.push((&own.noise, from));
            from += some;
        }
        all
    }

    /// The covariance of all noise times a matrix.
    fn of_noise(&self, matrix: &DMatrix<f64>) -> DMatrix<f64> {
        let mut product = matrix.clone();
        for (noise, from) in &self.noise {
            let own = *noise * matrix.rows(*from, noise.nrows());
            product.rows_mut(*from, noise.nrows()).copy_from(&own);
        }
        product
    }

    /// What is left beside a space that a basis spans, if noise does not explain it.
    fn beyond(&self, taken: &DMatrix<f64>, freedom: f64) -> Option<Beyond> {
        let noise = self.of_noise(taken);
        let across = taken.tr_mul(&noise);
        let each = || self.noise.iter().map(|(noise, _)| noise);
        let found = self.left.norm_squared() - taken.tr_mul(&self.left).norm_squared();
        let expected = each().map(|noise| noise.trace()).sum::<f64>() - across.trace();
        let squares = each().map(|noise| noise.norm_squared()).sum::<f64>();
        let squares = squares - 2.0 * noise.norm_squared() + across.norm_squared();
        let spare = taken.nrows() - taken.ncols();
        Beyond::of(found, [expected, squares], spare, freedom)
    }

    /// Whether what a change explains is more than noise does.
    fn within(&self, change: &Change, freedom: f64) -> bool {
        let reached = &change.reached;
        let noise = reached.tr_mul(&self.of_noise(reached));
        let found = reached.tr_mul(&self.left).norm_squared();
        let noise = [noise.trace(), noise.norm_squared()];
        Beyond::of(found, noise, reached.ncols(), freedom).is_some()
    }

    /// The unknown whose changes explain most of what is left beside a space.
    fn change(&self, taken: &DMatrix<f64>) -> Option<Change> {
        let reached = |unknown| {
            let each = self.of_unknown(unknown);
            let least = REACHED * each.norm();
            let reached = self.told(without(each, taken), least);
            (reached.ncols() > 0).then_some(Change { unknown, reached })
        };
        let explained = |change: &Change| change.reached.tr_mul(&self.left).norm_squared();
        let changes = (0..self.columns.ncols()).filter_map(reached);
        changes.max_by(|a, b| explained(a).total_cmp(&explained(b)))
    }

    /// An orthonormal basis of what changes of an unknown reach, without directions that they reach by `least` or less, or by so little that
    /// noise would hide a change as large as the surest one.
    fn told(&self, columns: DMatrix<f64>, least: f64) -> DMatrix<f64> {
        let found = Svd::of(columns);
        let noise = found.left.tr_mul(&self.of_noise(&found.left));
        let square = |k: usize| found.values[k].powi(2);
        let change = |k: usize| found.left.column(k).dot(&self.left).powi(2) / square(k);
        let scatter = |k: usize| noise[(k, k)] / square(k);
        let sure = |k: usize| change(k) / scatter(k);
        let reached = (0..found.values.len()).filter(|k| found.values[*k] > least);
        let surest = reached.clone().max_by(|a, b| sure(*a).total_cmp(&sure(*b)));
        let largest = surest.map_or(0.0, change);
        let told: Vec<usize> = reached.filter(|k| scatter(*k) <= largest).collect();
        found.left.select_columns(&told)
    }

    /// The body that explains, in one recording alone, all that noise does not; the heaviest, as of two recordings the one lacks what
    /// the other carries.
    fn carried(
        &self,
        taken: &DMatrix<f64>,
        bodies: &[DMatrix<f64>],
        freedom: f64,
    ) -> Option<Carrying> {
        let places = (0..self.noise.len())
            .flat_map(|recording| (0..bodies.len()).map(move |body| Carrying { recording, body }));
        let explains = |carrying: &Carrying| {
            let (noise, from) = self.noise[carrying.recording];
            let of_body = &bodies[carrying.body];
            let own = self
                .columns
                .view((from, 0), (noise.nrows(), of_body.nrows()));
            let mut columns = DMatrix::zeros(self.left.len(), of_body.ncols());
            columns
                .rows_mut(from, noise.nrows())
                .copy_from(&(own * of_body));
            let least = REACHED * columns.norm();
            let free = without(columns, taken);
            let all = beside(taken, &basis(free.clone(), least));
            let mass = (Decomposition::of(&free).inverse * &self.left)[0];
            self.beyond(&all, freedom)
                .is_none()
                .then_some((*carrying, mass))
        };
        let found = places.filter_map(|carrying| explains(&carrying));
        let heaviest = found.max_by(|a, b| a.1.total_cmp(&b.1));
        heaviest.map(|(carrying, _)| carrying)
    }

    /// The columns of an unknown, one of each recording by itself.
    fn of_unknown(&self, unknown: usize) -> DMatrix<f64> {
        let mut each = DMatrix::zeros(self.left.len(), self.noise.len());
        for (r, (noise, from)) in self.noise.iter().enumerate() {
            let own = *from..from + noise.nrows();
            own.for_each(|k| each[(k, r)] = self.columns[(k, unknown)]);
        }
        each
    }

    /// What changes of some unknowns add to the covariance of all of them. One that changes has no value that is true of all
    /// recordings: it scatters as that of recordings of which these were drawn. What changes do to the others follows from the
    /// changes themselves, the smallest that explain what is left in the directions that they reach, and from how far noise scatters these.
    fn scattered(
        &self,
        reached: &DMatrix<f64>,
        changing: &[Change],
        gain: &DMatrix<f64>,
        wider: impl Fn(f64) -> f64,
    ) -> DMatrix<f64> {
        let (recordings, all) = (self.noise.len(), gain.nrows());
        // Of one size, whatever the unit of the unknown; those of a recording that hardly tells it stay small among these.
        let each = |change: &Change| {
            let each = self.of_unknown(change.unknown);
            let size = each.norm();
            each / size
        };
        let mut columns = DMatrix::zeros(self.left.len(), recordings * changing.len());
        for (k, change) in changing.iter().enumerate() {
            let mut own = columns.columns_mut(k * recordings, recordings);
            own.copy_from(&each(change));
        }
        let back = Decomposition::of(&columns.tr_mul(reached)).inverse;
        let inverse = (reached * back).transpose();
        let values = &inverse * &self.left;
        let noise = &inverse * self.of_noise(&inverse.transpose());
        let mut through = DMatrix::zeros(all, recordings * changing.len());
        let mut own = DVector::zeros(all);
        for (k, change) in changing.iter().enumerate() {
            let places = k * recordings..(k + 1) * recordings;
            let mut along = gain * each(change);
            let size = values.rows_range(places.clone()).norm_squared();
            let size = size * wider(change.reached.ncols() as f64);
            for Change { unknown, .. } in changing {
                own[*unknown] += along.row(*unknown).norm_squared() * size;
                along.row_mut(*unknown).fill(0.0);
            }
            through.columns_range_mut(places).copy_from(&along);
        }
        let moved = &through * values;
        DMatrix::from_diagonal(&own)
            + &moved * moved.transpose()
            + &through * noise * through.transpose()
    }
}

/// An orthonormal basis of what columns span, without directions that they reach by `least` or less.
fn basis(columns: DMatrix<f64>, least: f64) -> DMatrix<f64> {
    let found = Svd::of(columns);
    let rank = found.values.iter().filter(|value| **value > least).count();
    found.left.columns(0, rank).into_owned()
}

/// Columns without what a basis spans of them.
fn without(mut columns: DMatrix<f64>, taken: &DMatrix<f64>) -> DMatrix<f64> {
    columns -= taken * taken.tr_mul(&columns);
    columns
}

/// Two bases, the one beside the other.
fn beside(basis: &DMatrix<f64>, more: &DMatrix<f64>) -> DMatrix<f64> {
    let columns: Vec<_> = basis.column_iter().chain(more.column_iter()).collect();
    DMatrix::from_columns(&columns)
}

#[cfg(test)]
mod tests;
