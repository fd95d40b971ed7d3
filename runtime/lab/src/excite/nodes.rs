//! Times at which a motion is looked at: the states there from free numbers, and derivatives back to these.

use nalgebra::{DMatrix, DVector};

use super::basis::ORDERS;
use super::program::{LANES, Lanes};
use super::space::Space;

/// The orders that equations of motion take.
const STATE: usize = 3;

/// Times, with the functions of each joint there.
#[derive(Debug, Clone)]
pub(super) struct Nodes {
    pub(super) times: Vec<f64>,
    /// For each joint and order the motion of the origin, and what each free number adds (a row a time).
    joints: Vec<[(DVector<f64>, DMatrix<f64>); STATE]>,
}

impl Nodes {
    pub(super) fn of(space: &Space, times: Vec<f64>) -> Self {
        let (size, count) = (space.basis.len(), times.len());
        let mut functions: [DMatrix<f64>; ORDERS] =
            std::array::from_fn(|_| DMatrix::zeros(count, size));
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        for (k, time) in times.iter().enumerate() {
            space.basis.at(*time, &mut out);
            for (functions, row) in functions.iter_mut().zip(&out) {
                functions
                    .row_mut(k)
                    .iter_mut()
                    .zip(row)
                    .for_each(|(f, x)| *f = *x);
            }
        }
        let joints = space.joints.iter();
        let joints = joints.map(|joint| {
            std::array::from_fn(|order| {
                let functions = &functions[order];
                (functions * &joint.origin, functions * &joint.map)
            })
        });
        Self {
            joints: joints.collect(),
            times,
        }
    }

    /// How many groups of lanes there are.
    pub(super) fn groups(&self) -> usize {
        self.times.len().div_ceil(LANES)
    }

    /// The states: for each group of lanes `q`, `qd` and `qdd` of all joints. Lanes past the end repeat the last time.
    pub(super) fn states(&self, space: &Space, z: &[f64]) -> Vec<Lanes> {
        let n = self.joints.len();
        let mut states = vec![[0.0; LANES]; self.groups() * STATE * n];
        for (j, (orders, (first, count))) in self.joints.iter().zip(space.parts()).enumerate() {
            let own = DVector::from_column_slice(&z[first..first + count]);
            for (order, (origin, map)) in orders.iter().enumerate() {
                let column = origin + map * &own;
                let last = column.len().saturating_sub(1);
                for group in 0..self.groups() {
                    let lanes = &mut states[group * STATE * n + order * n + j];
                    for (lane, x) in lanes.iter_mut().enumerate() {
                        *x = column[(group * LANES + lane).min(last)];
                    }
                }
            }
        }
        states
    }

    /// Adds to the derivatives by free numbers what derivatives by states (as [`Nodes::states`]) come to.
    pub(super) fn back(&self, space: &Space, slopes: &[Lanes], gradient: &mut [f64]) {
        let n = self.joints.len();
        for (j, (orders, (first, count))) in self.joints.iter().zip(space.parts()).enumerate() {
            for (order, (_, map)) in orders.iter().enumerate() {
                let at =
                    |time: usize| slopes[time / LANES * STATE * n + order * n + j][time % LANES];
                let column = DVector::from_fn(self.times.len(), |time, _| at(time));
                let own = map.tr_mul(&column);
                let out = &mut gradient[first..first + count];
                out.iter_mut()
                    .zip(own.iter())
                    .for_each(|(sum, x)| *sum += x);
            }
        }
    }
}
