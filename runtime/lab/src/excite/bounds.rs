//! The limits of joints on a grid of times: linear in a motion's free numbers, and each joint's for itself.

use nalgebra::{DMatrix, DVector};

use super::basis::ORDERS;
use super::limits::Limits;
use super::space::Space;
use crate::numeric::product;

/// `low <= rows z <= high` of one joint.
#[derive(Debug, Clone)]
pub(super) struct JointBounds {
    /// Where its free numbers begin.
    pub(super) first: usize,
    pub(super) rows: DMatrix<f64>,
    pub(super) low: DVector<f64>,
    pub(super) high: DVector<f64>,
}

/// The limits of all joints.
#[derive(Debug, Clone)]
pub(super) struct Bounds(pub(super) Vec<JointBounds>);

impl JointBounds {
    /// The largest step of this joint's free numbers, at most `most`.
    pub(super) fn reach(&self, z: &[f64], direction: &[f64], most: f64) -> f64 {
        let span = self.first..self.first + self.rows.ncols();
        let at = product(&self.rows, &z[span.clone()]);
        let change = product(&self.rows, &direction[span]);
        (0..at.len()).fold(most, |reach, k| {
            let room = match change[k] > 0.0 {
                true => self.high[k] - at[k],
                false => at[k] - self.low[k],
            };
            match change[k] == 0.0 {
                true => reach,
                false => reach.min((room / change[k].abs()).max(0.0)),
            }
        })
    }
}

impl Bounds {
    /// On a grid of `points`, the end included where a motion is not periodic, and on both sides of corners.
    pub(super) fn of(space: &Space, limits: &Limits, points: usize) -> Self {
        let duration = space.basis.duration();
        let count = points + usize::from(!space.basis.is_periodic());
        let grid = (0..count).map(|k| duration * k as f64 / points as f64);
        let times: Vec<f64> = grid.chain(space.basis.sides()).collect();
        let count = times.len();
        let size = space.basis.len();
        let mut functions: [DMatrix<f64>; ORDERS] =
            std::array::from_fn(|_| DMatrix::zeros(count, size));
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        for (k, time) in times.into_iter().enumerate() {
            space.basis.at(time, &mut out);
            for (functions, row) in functions.iter_mut().zip(&out) {
                let to = functions.row_mut(k);
                to.into_iter().zip(row).for_each(|(to, x)| *to = *x);
            }
        }
        let joints = space.joints.iter().zip(space.parts()).zip(&limits.joints);
        let joints = joints.map(|((joint, (first, free)), limits)| {
            let mut of_joint = JointBounds {
                first,
                rows: DMatrix::zeros(0, free),
                low: DVector::zeros(0),
                high: DVector::zeros(0),
            };
            for (order, functions) in functions.iter().enumerate() {
                let [low, high] = limits.interval(order);
                if free == 0 || !(low.is_finite() && high.is_finite()) {
                    continue;
                }
                // In shares of the limits, so that all rows weigh alike.
                let range = ((high - low) / 2.0).max(f64::MIN_POSITIVE);
                let map = functions * &joint.map / range;
                let origin = functions * &joint.origin;
                let told: Vec<usize> = (0..count).filter(|k| map.row(*k).norm() > 1e-9).collect();
                let before = of_joint.rows.nrows();
                let rows = std::mem::replace(&mut of_joint.rows, DMatrix::zeros(0, 0));
                let mut rows = rows.resize_vertically(before + told.len(), 0.0);
                let part = |from: &DVector<f64>, more: &dyn Fn(usize) -> f64| {
                    let both = from.iter().copied().chain(told.iter().map(|k| more(*k)));
                    DVector::from_iterator(before + told.len(), both)
                };
                of_joint.low = part(&of_joint.low, &|k| (low - origin[k]) / range);
                of_joint.high = part(&of_joint.high, &|k| (high - origin[k]) / range);
                for (place, k) in told.iter().enumerate() {
                    rows.row_mut(before + place).copy_from(&map.row(*k));
                }
                of_joint.rows = rows;
            }
            of_joint
        });
        Self(joints.collect())
    }

    /// The largest step from inside along a direction, at most `most`.
    pub(super) fn reach(&self, z: &[f64], direction: &[f64], most: f64) -> f64 {
        let joints = self.0.iter();
        joints.fold(most, |reach, joint| joint.reach(z, direction, reach))
    }

    /// The smallest distance to a limit, as a share of its range; negative where one is exceeded.
    pub(super) fn room(&self, z: &[f64]) -> f64 {
        let mut room = f64::INFINITY;
        for joint in &self.0 {
            let span = joint.first..joint.first + joint.rows.ncols();
            let at = product(&joint.rows, &z[span]);
            for k in 0..at.len() {
                room = room.min((joint.high[k] - at[k]).min(at[k] - joint.low[k]));
            }
        }
        room
    }
}
