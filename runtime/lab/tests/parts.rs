//! Parts of robots: what remains when torques are left out, against ranks and torques that are computed
//! otherwise.

use armwright_lab::part::Part;
use armwright_lab::random::Random;
use armwright_lab::transmission::Drive;
use armwright_runtime::{Quantity, Robot, Side, Torque};
use nalgebra::DMatrix;

/// States that the rank is taken of: many more equations than parameters.
const STATES: usize = 150;

/// Rows of all standard parameters on a side at random states (`states × n × p`).
struct Rows {
    n: usize,
    p: usize,
    states: Vec<[Vec<f64>; 3]>,
    elements: Vec<DMatrix<f64>>,
}

impl Rows {
    fn of(robot: &dyn Robot, side: Side) -> Self {
        let model = robot.model();
        let (n, p) = (model.joints.len(), model.parameters.len());
        let to_side = Drive::of(model).expect("a transmission").torque_rows(side);
        let mut random = Random::new(3);
        let mut vector = || {
            (0..n)
                .map(|_| 4.0 * random.uniform() - 2.0)
                .collect::<Vec<f64>>()
        };
        let states: Vec<_> = (0..STATES)
            .map(|_| [vector(), vector(), vector()])
            .collect();
        let elements = states.iter().map(|[q, qd, qdd]| {
            let mut regressor = vec![0.0; n * p];
            robot
                .torque_regressor(q, qd, qdd, &mut regressor)
                .expect("its own sizes");
            &to_side * DMatrix::from_row_slice(n, p, &regressor)
        });
        let elements = elements.collect();
        Self {
            n,
            p,
            states,
            elements,
        }
    }

    /// The rank of the rows that remain, columns scaled; it has to be plain.
    fn rank(&self, left_out: &[usize]) -> usize {
        let kept: Vec<usize> = (0..self.n).filter(|row| !left_out.contains(row)).collect();
        let mut matrix = DMatrix::zeros(kept.len() * STATES, self.p);
        for (k, element) in self.elements.iter().enumerate() {
            for (i, &row) in kept.iter().enumerate() {
                matrix
                    .row_mut(k * kept.len() + i)
                    .copy_from(&element.row(row));
            }
        }
        let largest = matrix.amax();
        for (k, mut column) in matrix.column_iter_mut().enumerate() {
            let whole = self.elements.iter().map(|e| e.column(k).norm_squared());
            let (norm, whole) = (column.norm(), whole.sum::<f64>().sqrt());
            // What cancels in a row leaves rounding, which is not made large.
            column *= if norm > 1e-9 * whole.max(1e-3 * largest) {
                norm.recip()
            } else {
                0.0
            };
        }
        let mut values: Vec<f64> = matrix.singular_values().iter().copied().collect();
        values.sort_by(|a, b| b.total_cmp(a));
        let rank = values.iter().filter(|v| **v > 1e-9 * values[0]).count();
        let next = values.get(rank).copied().unwrap_or(0.0);
        assert!(
            next < 1e-4 * values[rank - 1],
            "a rank in doubt: {values:?}"
        );
        rank
    }
}

/// One or two torques left out, or all but one.
fn choices(n: usize) -> Vec<Vec<usize>> {
    let mut choices: Vec<Vec<usize>> = (0..n).map(|k| vec![k]).collect();
    choices.extend((0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j])));
    choices.extend((0..n).map(|k| (0..n).filter(|other| *other != k).collect()));
    choices.retain(|left_out| left_out.len() < n);
    choices
}

/// The part of a robot without the torques of some rows on a side.
fn part<'r>(robot: &'r dyn Robot, side: Side, left_out: &[usize]) -> Part<'r> {
    let torques = left_out.iter().map(|&row| Torque { side, row });
    Part::without(robot, side, &torques.collect::<Vec<_>>()).expect("a part")
}

/// Robots whose base stands: torques of others are not left out.
fn standing() -> impl Iterator<Item = &'static dyn Robot> {
    let all = armwright_robots::ALL.iter().copied();
    all.filter(|robot| !robot.model().base_moves())
}

#[test]
fn base_parameters_of_a_part_are_as_many_as_the_rank_of_its_rows() {
    for robot in standing() {
        for side in [Side::Joint, Side::Motor] {
            let rows = Rows::of(robot, side);
            for left_out in choices(rows.n) {
                let found = part(robot, side, &left_out).model().base.len();
                let name = robot.model().name;
                assert_eq!(found, rows.rank(&left_out), "{name}, {side:?} {left_out:?}");
            }
        }
    }
}

/// `Y_b (E theta)` is the torque of any standard parameters, to the last bits, and the combinations that are
/// printed are those that are computed.
#[test]
fn base_parameters_of_a_part_give_the_torques_that_remain() {
    let mut random = Random::new(4);
    for robot in standing() {
        for side in [Side::Joint, Side::Motor] {
            let rows = Rows::of(robot, side);
            let to_side = Drive::of(robot.model()).expect("one").torque_rows(side);
            for left_out in choices(rows.n) {
                let part = part(robot, side, &left_out);
                let model = part.model();
                let theta: Vec<f64> = (0..rows.p).map(|_| random.normal()).collect();
                let mut beta = vec![0.0; model.base.len()];
                part.base_parameters(&theta, &mut beta).expect("its sizes");
                for (value, base) in beta.iter().zip(model.base) {
                    let terms = base.terms.iter();
                    let sum: f64 = terms.map(|t| t.coefficient * theta[t.parameter]).sum();
                    assert!(
                        (sum - value).abs() < 1e-9 * (1.0 + sum.abs()),
                        "{}",
                        base.name
                    );
                    assert_eq!(model.parameters[base.representative].name, base.name);
                }
                let mut regressor = vec![0.0; Quantity::BaseRegressor.length(model)];
                for ([q, qd, qdd], element) in rows.states.iter().zip(&rows.elements).take(20) {
                    part.base_regressor(q, qd, qdd, &mut regressor)
                        .expect("its sizes");
                    let regressor = DMatrix::from_row_slice(rows.n, beta.len(), &regressor);
                    let found =
                        &to_side * regressor * DMatrix::from_column_slice(beta.len(), 1, &beta);
                    let whole = element * DMatrix::from_column_slice(rows.p, 1, &theta);
                    let scale = whole.amax().max(1.0);
                    for row in (0..rows.n).filter(|row| !left_out.contains(row)) {
                        let error = (found[row] - whole[row]).abs() / scale;
                        let name = model.name;
                        assert!(
                            error < 1e-10,
                            "{name}, {side:?} {left_out:?}, {row}: {error:e}"
                        );
                    }
                }
            }
        }
    }
}
