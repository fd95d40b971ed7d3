//! The values of a regressor at many states at once, as runs.

use std::ops::Range;

use armwright_runtime::{
    BaseMotion, Columns, EvaluationError, Isa, PACKET, Packet, Packing, Quantity, Robot,
};

use crate::motion::States;

/// States whose values are computed at once: they stay in the nearest cache.
const BLOCK: usize = 2 * PACKET;

/// The regressor of a robot, packed.
pub(super) struct PackedRuns<'a> {
    pub(super) robot: &'a dyn Robot,
    pub(super) regressor: Quantity,
    pub(super) packing: &'static Packing,
}

impl PackedRuns<'_> {
    /// Some elements of the regressors of `count` states, each as a run: the element at `places[k]` in `out` from
    /// `k * stride` on.
    ///
    /// # Errors
    /// [`EvaluationError`] if the robot's functions do not fit its description.
    pub(super) fn fill(
        &self,
        states: &States,
        count: usize,
        places: &[usize],
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let all = self.places();
        let values: Vec<Option<usize>> = places.iter().map(|place| all[*place]).collect();
        self.each(states, count, |some, packets| {
            for (k, value) in values.iter().enumerate() {
                let run = &mut out[k * stride + some.start..][..some.len()];
                let Some(value) = value else {
                    run.fill(0.0);
                    continue;
                };
                let packets = packets.iter().skip(*value).step_by(self.packing.values());
                for (run, packet) in run.chunks_mut(PACKET).zip(packets) {
                    put(packet, run);
                }
            }
        })
    }

    /// What base parameters (`b`) make of the regressors of `count` states: a run a row.
    ///
    /// # Errors
    /// [`EvaluationError`] if the robot's functions do not fit its description.
    pub(super) fn predict(
        &self,
        states: &States,
        count: usize,
        beta: &[f64],
    ) -> Result<Vec<Vec<f64>>, EvaluationError> {
        let Packing { rows, columns, .. } = *self.packing;
        let mut factors = vec![Vec::new(); rows];
        for (place, value) in self.places().into_iter().enumerate() {
            let factor = beta[place % columns];
            if let Some(value) = value.filter(|_| factor != 0.0) {
                factors[place / columns].push((value, factor));
            }
        }
        let mut out = vec![vec![0.0; count]; rows];
        self.each(states, count, |some, packets| {
            let blocks = packets.chunks_exact(self.packing.values().max(1));
            for (first, packets) in some.clone().step_by(PACKET).zip(blocks) {
                for (factors, run) in factors.iter().zip(&mut out) {
                    let mut sum = Packet::default();
                    for (value, factor) in factors {
                        let packet = packets[*value].0;
                        let both = sum.0.iter_mut().zip(packet);
                        both.for_each(|(sum, x)| *sum += x * factor);
                    }
                    put(&sum, &mut run[first..some.end.min(first + PACKET)]);
                }
            }
        })?;
        Ok(out)
    }

    /// Computes the values of some states after those before them, and hands on which states and their values, packet after
    /// packet.
    fn each(
        &self,
        states: &States,
        count: usize,
        mut take: impl FnMut(Range<usize>, &[Packet]),
    ) -> Result<(), EvaluationError> {
        let n = self.robot.model().joints.len();
        let numbers = [&states.q, &states.qd, &states.qdd].map(|rows| transposed(rows, n, count));
        let base = transposed(&states.base, BaseMotion::INPUTS, count);
        let mut packets = vec![Packet::default(); BLOCK / PACKET * self.packing.values()];
        let mut slices: [Vec<&[f64]>; 4] = Default::default();
        for first in (0..count).step_by(BLOCK) {
            let some = first..(first + BLOCK).min(count);
            for (slices, columns) in slices.iter_mut().zip(numbers.iter().chain([&base])) {
                slices.clear();
                let columns = columns.chunks_exact(count);
                slices.extend(columns.map(|column| &column[some.clone()]));
            }
            let [q, qd, qdd, base] = &slices;
            let columns = Columns {
                theta: &[],
                q,
                qd,
                qdd,
                base,
            };
            let used = some.len().div_ceil(PACKET) * self.packing.values();
            let packets = &mut packets[..used];
            self.robot
                .evaluate_batch(Isa::detected(), self.regressor, &columns, packets)?;
            take(some, packets);
        }
        Ok(())
    }

    /// For each place of the whole matrix the first that has the same value, or zero as it.
    pub(super) fn alike(&self) -> Vec<usize> {
        let mut first = vec![None; self.packing.values() + 1];
        let places = self.places().into_iter().enumerate();
        let alike = places.map(|(place, value)| {
            let value = value.unwrap_or(self.packing.values());
            *first[value].get_or_insert(place)
        });
        alike.collect()
    }

    /// The value that stands at each place of the whole matrix; none where zero does.
    fn places(&self) -> Vec<Option<usize>> {
        let mut at = vec![None; self.packing.rows * self.packing.columns];
        for value in 0..self.packing.values() {
            for place in self.packing.of_value(value) {
                at[*place as usize] = Some(value);
            }
        }
        at
    }
}

/// The numbers of a packet, or as many as there is room for.
fn put(packet: &Packet, run: &mut [f64]) {
    match <&mut [f64; PACKET]>::try_from(&mut *run) {
        Ok(run) => *run = packet.0,
        Err(_) => run.copy_from_slice(&packet.0[..run.len()]),
    }
}

/// Rows of `width` numbers as columns of `count`.
fn transposed(rows: &[f64], width: usize, count: usize) -> Vec<f64> {
    let mut columns = vec![0.0; rows.len()];
    for (k, column) in columns.chunks_exact_mut(count.max(1)).enumerate() {
        for (x, row) in column.iter_mut().zip(rows.chunks_exact(width)) {
            *x = row[k];
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use armwright_robots::ALL;
    use armwright_runtime::{BaseMotion, Robot};

    use super::super::columns::{BaseColumns, Columns};
    use super::transposed;
    use crate::motion::States;
    use crate::random::Random;

    /// Not a multiple of what is computed at once.
    const COUNT: usize = 37;

    fn random(robot: &dyn Robot) -> States {
        let (model, mut random) = (robot.model(), Random::new(5));
        let n = model.joints.len();
        let mut numbers =
            |width: usize| -> Vec<f64> { (0..COUNT * width).map(|_| random.normal()).collect() };
        States {
            q: numbers(n),
            qd: numbers(n),
            qdd: numbers(n),
            base: match model.base_moves() {
                true => numbers(BaseMotion::INPUTS),
                false => Vec::new(),
            },
            ..States::default()
        }
    }

    /// The regressors of random states, one after the other, each by itself.
    fn matrices(robot: &dyn Robot, columns: &BaseColumns<'_>, states: &States) -> Vec<f64> {
        let mut matrices = vec![0.0; COUNT * robot.model().rows() * columns.count()];
        columns.evaluate(states, &mut matrices).expect("regressors");
        matrices
    }

    #[test]
    fn elements_that_are_alike_are_the_same_in_every_state() {
        let mut repeated = 0;
        for robot in ALL {
            let (columns, states) = (BaseColumns::of_torques(*robot), random(*robot));
            let alike = columns.alike();
            let size = robot.model().rows() * columns.count();
            assert_eq!(alike.len(), size, "{}", robot.model().name);
            for matrix in matrices(*robot, &columns, &states).chunks_exact(size) {
                for (x, first) in matrix.iter().zip(&alike) {
                    assert_eq!(*x, matrix[*first], "{}", robot.model().name);
                }
            }
            repeated += alike
                .iter()
                .enumerate()
                .filter(|(k, first)| k != *first)
                .count();
        }
        assert!(repeated > 100, "{repeated}");
    }

    #[test]
    fn runs_and_torques_are_those_of_each_state() {
        for robot in ALL {
            let (columns, states) = (BaseColumns::of_torques(*robot), random(*robot));
            let (n, b) = (robot.model().rows(), columns.count());
            let matrices = matrices(*robot, &columns, &states);
            let places: Vec<usize> = (0..n * b).collect();
            let mut runs = vec![f64::NAN; n * b * COUNT];
            columns
                .runs(&states, [COUNT, n], &places, COUNT, &mut runs)
                .expect("runs");
            let beta: Vec<f64> = (0..b).map(|j| (j as f64 - 3.0) * 0.5).collect();
            let torques = columns.torques(&states, &beta).expect("torques");
            for (k, matrix) in matrices.chunks_exact(n * b).enumerate() {
                for (place, x) in matrix.iter().enumerate() {
                    assert_eq!(runs[place * COUNT + k], *x, "{}", robot.model().name);
                }
                for (row, torques) in matrix.chunks_exact(b).zip(&torques) {
                    let products = row.iter().zip(&beta).map(|(y, beta)| y * beta);
                    let size: f64 = products.clone().map(f64::abs).sum();
                    let torque: f64 = products.sum();
                    let error = (torques[k] - torque).abs();
                    assert!(error <= 1e-14 * size, "{}: {error}", robot.model().name);
                }
            }
        }
    }

    #[test]
    fn rows_become_columns_also_where_there_is_one() {
        assert_eq!(transposed(&[1.0, 2.0, 3.0], 3, 1), [1.0, 2.0, 3.0]);
        assert_eq!(transposed(&[1.0, 2.0, 3.0], 1, 3), [1.0, 2.0, 3.0]);
        let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(transposed(&numbers, 3, 2), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert!(transposed(&[], 3, 0).is_empty());
    }
}
