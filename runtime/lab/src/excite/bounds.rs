//! The limits of joints on a grid of times: linear in a motion's free numbers, and each joint's for itself.

use nalgebra::{DMatrix, DVector};

use super::basis::ORDERS;
use super::limits::{JointLimits, Limits};
use super::space::{JointSpace, Space};
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

/// Size of what the free numbers of a joint do, below which they do nothing.
const NOTHING: f64 = 1e-9;

impl JointBounds {
    /// The smallest distance to a limit, as a share of its range; negative where one is exceeded.
    pub(super) fn room(&self, z: &[f64]) -> f64 {
        let at = product(&self.rows, &z[self.first..self.first + self.rows.ncols()]);
        (0..at.len()).fold(f64::INFINITY, |room, k| {
            room.min((self.high[k] - at[k]).min(at[k] - self.low[k]))
        })
    }

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
        // Between the first two times no other time sees what leaves a limit outwards.
        let end = (!space.basis.is_periodic()).then_some(points);
        let joints = joints.map(|((joint, (first, free)), limits)| {
            let leaving = |k: usize| leaving(joint, limits, &functions[0].row(k).transpose());
            let begins = leaving(0);
            let ends = end.map(|k| leaving(k).map(|velocity| -velocity));
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
                let told = (0..count).filter(|k| map.row(*k).norm() > NOTHING);
                let told: Vec<usize> = told.collect();
                let within = |k: usize| match (order, ends) {
                    (1, _) if k == 0 => begins,
                    (1, Some([high, low])) if Some(k) == end => [low, high],
                    _ => [low, high],
                };
                let before = of_joint.rows.nrows();
                let rows = std::mem::replace(&mut of_joint.rows, DMatrix::zeros(0, 0));
                let mut rows = rows.resize_vertically(before + told.len(), 0.0);
                let part = |from: &DVector<f64>, more: &dyn Fn(usize) -> f64| {
                    let both = from.iter().copied().chain(told.iter().map(|k| more(*k)));
                    DVector::from_iterator(before + told.len(), both)
                };
                of_joint.low = part(&of_joint.low, &|k| {
                    let [low, _] = within(k);
                    (low - origin[k]) / range
                });
                of_joint.high = part(&of_joint.high, &|k| {
                    let [_, high] = within(k);
                    (high - origin[k]) / range
                });
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
        let joints = self.0.iter();
        joints.fold(f64::INFINITY, |room, joint| room.min(joint.room(z)))
    }

    /// The same with such a share of each limit left free; of a limit that a motion inside is near, as a motion that begins at one is, a part of
    /// the room that this has.
    pub(super) fn left_free(mut self, share: f64, inside: &[f64]) -> Self {
        // A thousandth of the room where a millionth of the limit is left.
        let left = |room: f64| share.min(share.sqrt() * room.max(0.0));
        for joint in &mut self.0 {
            let span = joint.first..joint.first + joint.rows.ncols();
            let at = product(&joint.rows, &inside[span]);
            for k in 0..at.len() {
                joint.low[k] += left(at[k] - joint.low[k]);
                joint.high[k] -= left(joint.high[k] - at[k]);
            }
        }
        self
    }
}

/// The lowest and the highest velocity with which a joint leaves where its motion begins, by the functions there: inwards where whatever
/// moves it begins at a limit.
fn leaving(joint: &JointSpace, limits: &JointLimits, functions: &DVector<f64>) -> [f64; 2] {
    match joint.map.tr_mul(functions).norm() > NOTHING {
        true => limits.interval(1),
        false => limits.leaving(functions.dot(&joint.origin)),
    }
}
