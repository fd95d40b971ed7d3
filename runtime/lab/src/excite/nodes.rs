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

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::super::basis::{Basis, ORDERS};
    use super::super::space::{JointSpace, Space};
    use super::{LANES, Nodes, STATE};

    /// Two joints of two and of one free number.
    fn space() -> Space {
        let joint = |seed: f64, free: usize| JointSpace {
            origin: DVector::from_fn(3, |i, _| (seed + i as f64).sin()),
            map: DMatrix::from_fn(3, free, |i, k| {
                (seed * (1.0 + i as f64) + 2.0 * k as f64).cos()
            }),
        };
        Space {
            basis: Basis::Fourier {
                period: 3.0,
                harmonics: 1,
            },
            joints: vec![joint(0.7, 2), joint(1.9, 1)],
        }
    }

    /// Eleven times: eight samples go together, and then three, whose last is there again.
    #[test]
    fn states_are_those_of_the_coefficients_and_derivatives_go_the_same_way_back() {
        let (space, n) = (space(), 2);
        let times: Vec<f64> = (0..11).map(|k| 0.1 + 0.23 * f64::from(k)).collect();
        let nodes = Nodes::of(&space, times.clone());
        assert_eq!(nodes.groups(), 2);
        let z = [0.4, -1.3, 0.9];
        let states = nodes.states(&space, &z);
        assert_eq!(states.len(), 2 * STATE * n);
        let coefficients = space.coefficients(&z);
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        // What each free number changes of a state.
        let changes = |j: usize, k: usize, row: &[f64]| -> f64 {
            let (first, count) = [(0, 2), (2, 1)][j];
            if !(first..first + count).contains(&k) {
                return 0.0;
            }
            row.iter()
                .enumerate()
                .map(|(i, f)| f * space.joints[j].map[(i, k - first)])
                .sum()
        };
        let slopes: Vec<[f64; LANES]> = (0..states.len())
            .map(|place| std::array::from_fn(|lane| 1.0 + 0.31 * place as f64 - 0.17 * lane as f64))
            .collect();
        let mut wanted = [0.5, 0.25, -1.0];
        for place in 0..2 * LANES {
            let time = place.min(10);
            space.basis.at(times[time], &mut out);
            for (order, row) in out.iter().enumerate().take(STATE) {
                for (j, own) in coefficients.iter().enumerate() {
                    let slot = place / LANES * STATE * n + order * n + j;
                    let state: f64 = row.iter().zip(own).map(|(f, c)| f * c).sum();
                    let found = states[slot][place % LANES];
                    assert!(
                        (found - state).abs() < 1e-13,
                        "{place} {order} {j}: {found} {state}"
                    );
                    if place == time {
                        for (k, wanted) in wanted.iter_mut().enumerate() {
                            *wanted += slopes[slot][place % LANES] * changes(j, k, row);
                        }
                    }
                }
            }
        }
        let mut gradient = [0.5, 0.25, -1.0];
        nodes.back(&space, &slopes, &mut gradient);
        for (found, wanted) in gradient.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12, "{gradient:?} {wanted}");
        }
    }
}
