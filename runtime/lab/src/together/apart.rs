//! How recordings contradict one another, and how that scatters the unknowns.

use nalgebra::{DMatrix, DVector};

use crate::distribution::{shared_freedom, student_widening, whitened_tail};
use crate::numeric::{Decomposition, Svd};
use crate::thresholds::LACK_BY_CHANCE;

/// Unknowns at most that change from recording to recording.
const MOST: usize = 8;
/// What changes of an unknown reach beside what others reach, as a share of what they reach, to be told from these.
const REACHED: f64 = 1e-6;

/// A recording in combinations of its columns.
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
/// Each recording had changes of its own (random effects, their variances by moments: DerSimonian and Laird 1986): first of single
/// unknowns, one after the other that explains most, while that is not chance; what these do not explain is as large in
/// each combination of columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Apart {
    /// How many times as far as their noise explains recordings are from one another.
    pub(crate) times: f64,
    /// The unknowns that change most from recording to recording.
    pub(crate) changing: Vec<usize>,
    /// What the changes add to the covariance of the unknowns.
    pub(super) scatter: DMatrix<f64>,
}

impl Apart {
    /// None where noise explains what recordings leave of one another, or one is by itself.
    pub(super) fn of(own: &[Own], information: &DMatrix<f64>, freedom: &[f64]) -> Option<Self> {
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
        let changes = all.changes(&unknowns, &changing);
        for (change, values) in changing.iter().zip(changes) {
            let through = &gain * all.of_unknown(change.unknown);
            let size = values.norm_squared() * wider(change.reached.ncols() as f64);
            scatter += &through * through.transpose() * size;
        }
        Some(Self {
            times,
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
            let reached = basis(without(each, taken), least);
            (reached.ncols() > 0).then_some(Change { unknown, reached })
        };
        let explained = |change: &Change| change.reached.tr_mul(&self.left).norm_squared();
        let changes = (0..self.columns.ncols()).filter_map(reached);
        changes.max_by(|a, b| explained(a).total_cmp(&explained(b)))
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

    /// The smallest changes that explain most of what is left beside a space, a number a recording.
    fn changes(&self, taken: &DMatrix<f64>, changing: &[Change]) -> Vec<DVector<f64>> {
        let recordings = self.noise.len();
        let mut columns = DMatrix::zeros(self.left.len(), recordings * changing.len());
        for (k, change) in changing.iter().enumerate() {
            let mut own = columns.columns_mut(k * recordings, recordings);
            own.copy_from(&self.of_unknown(change.unknown));
        }
        let changes = Decomposition::of(&without(columns, taken)).inverse * &self.left;
        let of = |k: usize| changes.rows(k * recordings, recordings).into_owned();
        (0..changing.len()).map(of).collect()
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
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{Apart, Own};
    use crate::distribution::{MANY, student_widening};

    /// Three combinations of two unknowns, the same in each of four recordings.
    fn columns() -> DMatrix<f64> {
        DMatrix::from_row_slice(3, 2, &[100.0, 0.0, 0.0, 50.0, 30.0, -20.0])
    }

    fn information() -> DMatrix<f64> {
        let normal = columns().tr_mul(&columns()) * 4.0;
        normal.try_inverse().expect("regular")
    }

    /// Of recordings of which a fit leaves so much, in noise of unit variance.
    fn apart(left: [DVector<f64>; 4]) -> Option<Apart> {
        let own = left.map(|left| Own {
            left,
            columns: columns(),
            noise: DMatrix::identity(3, 3),
        });
        Apart::of(&own, &information(), &[MANY; 2])
    }

    const FIRST: [f64; 4] = [0.4, -0.1, -0.5, 0.2];
    const SECOND: [f64; 4] = [-0.3, 0.9, -0.4, -0.2];

    /// The variance of a mean of four, by Student's t of three degrees of freedom.
    fn of_mean(changes: [f64; 4]) -> f64 {
        let squares: f64 = changes.iter().map(|x| x * x).sum();
        squares / 3.0 / 4.0 * student_widening(3.0).powi(2)
    }

    #[test]
    fn what_changes_from_recording_to_recording_is_named_and_nothing_else_widened() {
        let alone = [0, 1, 2, 3].map(|r| columns().column(1) * SECOND[r]);
        let found = apart(alone).expect("they are apart");
        assert_eq!(found.changing, [1]);
        assert!((found.scatter[(1, 1)] / of_mean(SECOND) - 1.0).abs() < 1e-9);
        assert!(found.scatter[(0, 0)] < 1e-12 * found.scatter[(1, 1)]);
        // All squares over those that noise makes of the six numbers that two unknowns leave of twelve, and four more.
        let squares: f64 = SECOND.iter().map(|x| x * x).sum::<f64>() * (50.0f64.powi(2) + 400.0);
        assert!((found.times / (squares / 10.0).sqrt() - 1.0).abs() < 1e-9);
        let both = [0, 1, 2, 3].map(|r| columns() * DVector::from_vec(vec![FIRST[r], SECOND[r]]));
        let mut found = apart(both).expect("they are apart");
        found.changing.sort_unstable();
        assert_eq!(found.changing, [0, 1]);
        for (k, changes) in [FIRST, SECOND].into_iter().enumerate() {
            assert!((found.scatter[(k, k)] / of_mean(changes) - 1.0).abs() < 1e-9);
        }
    }

    /// What is across all columns is of no unknown: it scatters all as noise would.
    #[test]
    fn what_no_unknown_explains_is_as_large_in_each_combination() {
        let across = DVector::from_vec(vec![-0.3, 0.4, 1.0]);
        assert!(columns().tr_mul(&across).amax() < 1e-12);
        let found = apart([5.0, -4.0, 6.0, -3.0].map(|x| &across * x)).expect("they are apart");
        assert!(found.changing.is_empty());
        let more = (86.0 * 1.25 - 10.0) / 10.0 * student_widening(10.0).powi(2);
        assert!((&found.scatter - information() * more).amax() < 1e-12);
    }

    #[test]
    fn what_noise_explains_is_no_contradiction() {
        let small = [0, 1, 2, 3].map(|r| columns().column(1) * (0.04 * SECOND[r]));
        assert_eq!(apart(small), None);
        let across = DVector::from_vec(vec![-0.3, 0.4, 1.0]);
        assert_eq!(apart([1.0, -1.0, 1.0, -1.0].map(|x| &across * x)), None);
    }
}
