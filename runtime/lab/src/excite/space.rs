//! The motions of a basis that keep what is said of their ends: coefficients in terms of free numbers.

use nalgebra::{DMatrix, DVector};

use super::basis::{Basis, ORDERS};
use super::error::ExciteError;
use super::limits::{JointLimits, Limits};

/// What a motion does at its ends.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ends {
    /// Whether velocity and acceleration are zero at the beginning and at the end.
    pub rest: bool,
    /// Where the joints begin; the motion is free to choose where nothing is said.
    pub start: Option<Vec<f64>>,
    /// Where the joints end; with a periodic motion where they begin.
    pub end: Option<Vec<f64>>,
}

/// Which joints move, and where those are held that do not.
#[derive(Debug, Clone, PartialEq)]
pub enum Moving {
    /// All.
    All,
    /// Those marked; the others are held at these positions.
    Some(Vec<bool>, Vec<f64>),
}

/// The free numbers of a joint: its coefficients are `origin + map z`.
#[derive(Debug, Clone)]
pub(super) struct JointSpace {
    pub(super) origin: DVector<f64>,
    pub(super) map: DMatrix<f64>,
}

/// All motions that keep to the ends.
#[derive(Debug, Clone)]
pub(super) struct Space {
    pub(super) basis: Basis,
    pub(super) joints: Vec<JointSpace>,
}

/// Share of the largest singular value below which a condition says nothing new.
const NOTHING: f64 = 1e-10;
/// Points on which a motion's size is measured.
const POINTS: u32 = 200;

impl Space {
    /// # Errors
    /// [`ExciteError::NoFreedom`] where the ends leave nothing to choose.
    pub(super) fn of(
        basis: &Basis,
        limits: &Limits,
        ends: &Ends,
        moving: &Moving,
    ) -> Result<Self, ExciteError> {
        let joint = |(j, limits): (usize, &JointLimits)| match moving {
            Moving::Some(moves, at) if !moves[j] => Ok(JointSpace {
                origin: DVector::from_vec(basis.constant()) * at[j],
                map: DMatrix::zeros(basis.len(), 0),
            }),
            _ => JointSpace::of(basis, limits, ends, j),
        };
        let joints: Result<Vec<_>, _> = limits.joints.iter().enumerate().map(joint).collect();
        Ok(Self {
            basis: basis.clone(),
            joints: joints?,
        })
    }

    /// Where the free numbers of each joint begin, and how many they are.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.joints.iter().scan(0, |first, joint| {
            let begin = *first;
            *first += joint.map.ncols();
            Some((begin, joint.map.ncols()))
        })
    }

    /// The coefficients of each joint.
    pub(super) fn coefficients(&self, z: &[f64]) -> Vec<Vec<f64>> {
        let joints = self.joints.iter().zip(self.parts());
        joints
            .map(|(joint, (first, count))| {
                let own = DVector::from_column_slice(&z[first..first + count]);
                (&joint.origin + &joint.map * own).iter().copied().collect()
            })
            .collect()
    }

    /// The free numbers that come nearest to coefficients.
    pub(super) fn nearest(&self, coefficients: &[Vec<f64>]) -> Vec<f64> {
        let joints = self.joints.iter().zip(coefficients);
        joints
            .flat_map(|(joint, wanted)| {
                let off = DVector::from_column_slice(wanted) - &joint.origin;
                if joint.map.ncols() == 0 {
                    return Vec::new();
                }
                let inverse = joint.map.clone().pseudo_inverse(NOTHING);
                let own = inverse.map_or_else(
                    |_| DVector::zeros(joint.map.ncols()),
                    |inverse| inverse * off,
                );
                own.iter().copied().collect::<Vec<f64>>()
            })
            .collect()
    }
}

impl JointSpace {
    fn of(
        basis: &Basis,
        limits: &JointLimits,
        ends: &Ends,
        joint: usize,
    ) -> Result<Self, ExciteError> {
        let (mut rows, mut right): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        let places = [(0.0, &ends.start), (basis.duration(), &ends.end)];
        let sizes = sizes(basis);
        for (k, (time, place)) in places.into_iter().enumerate() {
            basis.at(time, &mut out);
            if let Some(place) = place {
                rows.push(out[0].clone());
                right.push(place[joint]);
                // What goes on as it began only touches a limit where it begins: the first derivative that it has there is even.
                if basis.is_periodic() && limits.is_limit(place[joint]).contains(&true) {
                    rows.push(out[if ends.rest { 3 } else { 1 }].clone());
                    right.push(0.0);
                }
            }
            if ends.rest && !(k == 1 && basis.is_periodic()) {
                // Where nothing moves anyway, what is left of a derivative is rounding and no condition.
                let both = out[1..=2].iter().zip(&sizes[1..]);
                for (row, _) in both.filter(|(row, size)| norm(row) > NOTHING * **size) {
                    rows.push(row.clone());
                    right.push(0.0);
                }
            }
        }
        let size = basis.len();
        let flat: Vec<f64> = rows.iter().flatten().copied().collect();
        let conditions = DMatrix::from_row_slice(rows.len(), size, &flat);
        // What the conditions leave: the eigenvectors of their Gram matrix, rows of length 1, with nothing in it.
        let mut scaled = conditions.clone();
        for mut row in scaled.row_iter_mut() {
            let norm = row.norm();
            if norm > 0.0 {
                row /= norm;
            }
        }
        let gram = (scaled.transpose() * &scaled).symmetric_eigen();
        let free: Vec<usize> = (0..size)
            .filter(|k| gram.eigenvalues[*k].abs() < NOTHING)
            .collect();
        let free = gram.eigenvectors.select_columns(&free);
        let origin = match rows.is_empty() {
            true => DVector::zeros(size),
            false => {
                let svd = conditions.svd(true, true);
                let largest = svd.singular_values.iter().copied().fold(0.0, f64::max);
                let found = svd.solve(&DVector::from_vec(right), NOTHING * largest);
                found.unwrap_or_else(|_| DVector::zeros(size))
            }
        };
        if free.ncols() < 2 {
            return Err(ExciteError::NoFreedom {
                basis: basis.word(),
                coefficients: size,
            });
        }
        // Free numbers of which a unit uses about the whole of the limits, in whatever direction.
        let ranges = limits.ranges();
        let mut gram = DMatrix::zeros(free.ncols(), free.ncols());
        for k in 0..POINTS {
            basis.at(
                basis.duration() * f64::from(k) / f64::from(POINTS),
                &mut out,
            );
            for (row, range) in out.iter().zip(ranges) {
                if range.is_finite() {
                    let row = free.tr_mul(&DVector::from_column_slice(row)) / range;
                    gram += &row * row.transpose() / f64::from(POINTS);
                }
            }
        }
        let map = match gram.cholesky() {
            Some(factor) => {
                let transposed = factor.l().transpose();
                let identity = DMatrix::identity(free.ncols(), free.ncols());
                let inverse = transposed.solve_upper_triangular(&identity);
                inverse.map_or_else(|| free.clone(), |inverse| &free * inverse)
            }
            None => free,
        };
        Ok(Self { origin, map })
    }
}

/// The largest that position, velocity and acceleration of a basis become.
fn sizes(basis: &Basis) -> [f64; ORDERS] {
    let mut sizes = [0.0f64; ORDERS];
    let mut out: [Vec<f64>; ORDERS] = Default::default();
    for k in 0..=POINTS {
        basis.at(
            basis.duration() * f64::from(k) / f64::from(POINTS),
            &mut out,
        );
        for (size, row) in sizes.iter_mut().zip(&out) {
            *size = size.max(norm(row));
        }
    }
    sizes
}

fn norm(row: &[f64]) -> f64 {
    row.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests;
