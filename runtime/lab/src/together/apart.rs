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
        let gain = information * all.columns.transpose();
        let freedom = shared_freedom(freedom.iter().copied());
        // What the unknowns do not take.
        let size = all.left.len();
        let whole = DMatrix::identity(size, size) - &all.columns * &gain;
        let beyond = all.beyond(&whole, freedom)?;
        let (mut rest, mut remains) = (whole.clone(), Some(beyond));
        let mut changing: Vec<Change> = Vec::new();
        while remains.is_some() && changing.len() < MOST {
            let Some(change) = all.change(&rest) else {
                break;
            };
            let space = &change.reached * change.reached.transpose();
            if all.beyond(&space, freedom).is_none() {
                break;
            }
            rest -= space;
            remains = all.beyond(&rest, freedom);
            changing.push(change);
        }
        let wider = |spare: f64| student_widening(spare).powi(2) / spare;
        let mut scatter = DMatrix::zeros(gain.nrows(), gain.nrows());
        if let Some(remains) = remains {
            let size = (remains.found - remains.expected) * wider(remains.spare);
            scatter += &gain * gain.transpose() * size;
        }
        for (change, values) in changing.iter().zip(all.changes(&whole, &changing)) {
            let through = &gain * all.of_unknown(change.unknown);
            let size = values.norm_squared() * wider(change.reached.ncols() as f64);
            scatter += &through * through.transpose() * size;
        }
        Some(Self {
            times: (beyond.found / beyond.expected).sqrt(),
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

/// A sum of squares that noise does not explain.
#[derive(Clone, Copy)]
struct Beyond {
    found: f64,
    expected: f64,
    /// How many numbers it is the sum of.
    spare: f64,
}

/// All recordings, one below the other.
struct All {
    left: DVector<f64>,
    columns: DMatrix<f64>,
    noise: DMatrix<f64>,
    /// Where each begins, and the end.
    from: Vec<usize>,
}

impl All {
    fn of(own: &[Own]) -> Self {
        let mut from = vec![0];
        for own in own {
            from.push(from[from.len() - 1] + own.left.len());
        }
        let size = from[own.len()];
        let unknowns = own.first().map_or(0, |own| own.columns.ncols());
        let mut all = Self {
            left: DVector::zeros(size),
            columns: DMatrix::zeros(size, unknowns),
            noise: DMatrix::zeros(size, size),
            from,
        };
        for (r, own) in own.iter().enumerate() {
            let (at, some) = (all.from[r], own.left.len());
            all.left.rows_mut(at, some).copy_from(&own.left);
            all.columns.rows_mut(at, some).copy_from(&own.columns);
            all.noise
                .view_mut((at, at), (some, some))
                .copy_from(&own.noise);
        }
        all
    }

    /// What is left of a space (a projection) if noise does not explain it.
    fn beyond(&self, rest: &DMatrix<f64>, freedom: f64) -> Option<Beyond> {
        let spare = rest.norm_squared();
        let noise = rest * &self.noise * rest.transpose();
        let (found, expected) = ((rest * &self.left).norm_squared(), noise.trace());
        // A sum of squares that are correlated counts as so many that are not (Satterthwaite 1946).
        let values = expected * expected / noise.norm_squared();
        if spare < 0.5 || !values.is_finite() {
            return None;
        }
        let chance = whitened_tail(
            found / expected * values.round(),
            values.round() as usize,
            freedom,
        );
        (chance < LACK_BY_CHANCE).then_some(Beyond {
            found,
            expected,
            spare,
        })
    }

    /// The unknown whose changes explain most of what noise does not explain of a space.
    fn change(&self, rest: &DMatrix<f64>) -> Option<Change> {
        let reached = |unknown| {
            let each = self.of_unknown(unknown);
            let scale = each.norm();
            let found = Svd::of(rest * each);
            let values = found.values.iter();
            let rank = values.filter(|value| **value > REACHED * scale).count();
            let reached = found.left.columns(0, rank).into_owned();
            (rank > 0).then_some(Change { unknown, reached })
        };
        let more = |change: &Change| {
            let found = change.reached.tr_mul(&self.left).norm_squared();
            found - (change.reached.tr_mul(&self.noise) * &change.reached).trace()
        };
        let changes = (0..self.columns.ncols()).filter_map(reached);
        changes.max_by(|a, b| more(a).total_cmp(&more(b)))
    }

    /// The columns of an unknown, one of each recording by itself.
    fn of_unknown(&self, unknown: usize) -> DMatrix<f64> {
        let recordings = self.from.len() - 1;
        let mut each = DMatrix::zeros(self.left.len(), recordings);
        for (r, ends) in self.from.windows(2).enumerate() {
            let own = ends[0]..ends[1];
            for k in own {
                each[(k, r)] = self.columns[(k, unknown)];
            }
        }
        each
    }

    /// The smallest changes that explain most of what is left of a space, a number a recording.
    fn changes(&self, rest: &DMatrix<f64>, changing: &[Change]) -> Vec<DVector<f64>> {
        let recordings = self.from.len() - 1;
        let mut columns = DMatrix::zeros(self.left.len(), recordings * changing.len());
        for (k, change) in changing.iter().enumerate() {
            let mut own = columns.columns_mut(k * recordings, recordings);
            own.copy_from(&self.of_unknown(change.unknown));
        }
        let changes = Decomposition::of(&(rest * columns)).inverse * &self.left;
        let of = |k: usize| changes.rows(k * recordings, recordings).into_owned();
        (0..changing.len()).map(of).collect()
    }
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
