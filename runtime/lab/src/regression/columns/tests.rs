//! Columns that are made of others, and what those do that know no better.

use armwright_runtime::{BaseMotion, EvaluationError, Measured, Model, Side};

use super::{BaseColumns, Beside, Columns, Instruments, PredictedBy, Rows};
use crate::motion::States;
use crate::regression::Balance;
use crate::regression::by_hand::{B, ByHand, MODEL, ROBOT, Written, motion, near, rows};

/// `states × 2 × 3`: numbers that say where they stand.
struct Numbered;

fn number(state: usize, row: usize, column: usize) -> f64 {
    (100 * state + 10 * row + column + 1) as f64
}

impl Columns for Numbered {
    fn count(&self) -> usize {
        3
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        for (k, out) in out.iter_mut().enumerate() {
            *out = number(states.first + k / 6, k / 3 % 2, k % 3);
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        side == Side::Motor && row == 1 && column == 2
    }
}

fn states(count: u32) -> States {
    let column = |a: f64, b: f64| {
        (0..2 * count)
            .map(|k| (a * f64::from(k) + b).sin())
            .collect()
    };
    States {
        q: column(0.3, 0.1),
        qd: column(0.7, 1.0),
        qdd: column(1.1, 2.0),
        ..States::default()
    }
}

#[test]
fn power_is_that_of_all_torques_where_nothing_else_is_known() {
    let states = states(3);
    let (mut rates, mut levels) = (vec![5.0; 9], vec![5.0; 9]);
    Numbered
        .balance(Balance::Energy, 2, &states, [&mut rates, &mut levels])
        .expect("a balance");
    assert_eq!(levels, [0.0; 9]);
    for (state, [_, qd, _]) in states.each(2).enumerate() {
        for k in 0..3 {
            near(
                rates[3 * state + k],
                qd[0] * number(state, 0, k) + qd[1] * number(state, 1, k),
            );
        }
    }
    let (mut rates, mut levels) = (vec![5.0; 18], vec![5.0; 18]);
    Numbered
        .balance(Balance::Momentum, 2, &states, [&mut rates, &mut levels])
        .expect("a balance");
    assert_eq!(levels, [0.0; 18]);
    assert_eq!((rates[0], rates[5], rates[16]), (1.0, 13.0, 212.0));
}

struct Nothing;

impl Columns for Nothing {
    fn count(&self) -> usize {
        0
    }

    fn evaluate(&self, _: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        assert!(out.is_empty());
        Ok(())
    }
}

/// Two states of two rows of three columns, whichever half they are.
#[test]
fn a_half_without_columns_leaves_the_other_as_it_is() {
    let (states, mut left, mut right) = (states(2), [0.0; 12], [0.0; 12]);
    let done = Beside(Nothing, Numbered).evaluate(&states, &mut right);
    done.expect("columns");
    let done = Beside(Numbered, Nothing).evaluate(&states, &mut left);
    done.expect("columns");
    assert_eq!(left, right);
    assert_eq!([left[0], left[5], left[11]], [1.0, 13.0, 113.0]);
}

/// More states than are picked at once.
#[test]
fn runs_are_elements_over_the_states() {
    let (states, stride) = (states(19), 23);
    let check = |columns: &dyn Columns, places: &[usize], element: &dyn Fn(usize, usize) -> f64| {
        let mut out = vec![-1.0; stride * places.len()];
        columns
            .runs(&states, [19, 2], places, stride, &mut out)
            .expect("runs");
        for (run, place) in out.chunks_exact(stride).zip(places) {
            for (state, x) in run[..19].iter().enumerate() {
                near(*x, element(state, *place));
            }
            assert_eq!(run[19..], [-1.0; 4]);
        }
    };
    check(&Numbered, &[4, 0, 2], &|state, place| {
        number(state, place / 3, place % 3)
    });
    let base = BaseColumns::of_torques(&ROBOT);
    check(&base, &[9, 3, 0, 8], &|state, place| {
        let [q, qd, qdd] = states.each(2).nth(state).expect("a state");
        rows(q, qd, qdd)[place / B][place % B]
    });
    let beta = [0.5, -1.0, 2.0, 0.25, 3.0, -0.75];
    let torques = base.torques(&states, &beta).expect("torques");
    assert_eq!((torques.len(), torques[0].len()), (2, 19));
    for (state, [q, qd, qdd]) in states.each(2).enumerate() {
        for (torques, row) in torques.iter().zip(rows(q, qd, qdd)) {
            near(
                torques[state],
                row.iter().zip(beta).map(|(y, b)| y * b).sum(),
            );
        }
    }
}

#[test]
fn two_sets_of_columns_stand_beside_each_other() {
    let both = Beside(BaseColumns::of_torques(&ROBOT), Numbered);
    assert_eq!(both.count(), B + 3);
    let states = states(2);
    let mut out = vec![0.0; 2 * 2 * (B + 3)];
    both.evaluate(&states, &mut out).expect("columns");
    for (k, row) in out.chunks_exact(B + 3).enumerate() {
        let [q, qd, qdd] = states.each(2).nth(k / 2).expect("a state");
        assert_eq!(row[..B], rows(q, qd, qdd)[k % 2]);
        assert_eq!(
            row[B..],
            [0, 1, 2].map(|column| number(k / 2, k % 2, column))
        );
    }
    // Friction of the second motor is not in the first motor's torque; and so on behind.
    for (side, row, column, zero) in [
        (Side::Motor, 0, 3, true),
        (Side::Motor, 1, 3, false),
        (Side::Joint, 0, 3, false),
        (Side::Joint, 1, 0, true),
        (Side::Joint, 0, 5, true),
        (Side::Motor, 0, 5, false),
        (Side::Motor, 1, B + 2, true),
        (Side::Motor, 1, B + 1, false),
        (Side::Joint, 1, B + 2, false),
    ] {
        assert_eq!(
            both.is_zero(side, row, column),
            zero,
            "{side:?} {row} {column}"
        );
    }
    // Friction of the second motor jumps; of numbers nothing is known.
    let jumps = (0..B + 3).filter(|column| both.jumps(*column));
    assert_eq!(jumps.collect::<Vec<_>>(), [3]);
    assert!(Beside(Nothing, both.0).jumps(3));
    assert!(!both.is_base() && both.0.is_base());
    assert!(both.predicted().is_none() && both.alike().is_empty());
}

/// Those of the momenta of a robot that can be balanced.
#[test]
fn sets_of_parameters_are_columns_of_what_they_predict() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let base = BaseColumns::of_torques(robot);
    let b = base.count();
    let value = |k: usize, of: usize| 0.3 * (k as f64 + 1.0) - 0.5 * of as f64;
    let betas: Vec<Vec<f64>> = (0..3)
        .map(|of| (0..b).map(|k| value(k, of)).collect())
        .collect();
    let columns = PredictedBy::new(base, &betas);
    assert_eq!(columns.predicted(), Some(&betas[..]));
    let states = states(4);
    let mut matrix = vec![0.0; 4 * 2 * b];
    base.evaluate(&states, &mut matrix).expect("columns");
    let mut found = vec![0.0; 4 * 2 * 3];
    columns.evaluate(&states, &mut found).expect("columns");
    let check = |found: &[f64], matrix: &[f64]| {
        for (found, row) in found.chunks_exact(3).zip(matrix.chunks_exact(b)) {
            for (found, beta) in found.iter().zip(&betas) {
                near(*found, row.iter().zip(beta).map(|(y, x)| y * x).sum());
            }
        }
    };
    check(&found, &matrix);
    for (balance, rows) in [(Balance::Energy, 1), (Balance::Momentum, 2)] {
        let mut of_base = [vec![0.0; 4 * rows * b], vec![0.0; 4 * rows * b]];
        let [rates, levels] = &mut of_base;
        base.balance(balance, 2, &states, [rates, levels])
            .expect("a balance");
        let mut of_sets = [vec![0.0; 4 * rows * 3], vec![0.0; 4 * rows * 3]];
        let [rates, levels] = &mut of_sets;
        columns
            .balance(balance, 2, &states, [rates, levels])
            .expect("a balance");
        check(&of_sets[0], &of_base[0]);
        check(&of_sets[1], &of_base[1]);
        assert!(of_sets[1].iter().any(|x| x.abs() > 0.1));
    }
}

#[test]
fn instruments_are_the_columns_of_another_motion_at_the_same_samples() {
    let other = motion(60);
    let base = BaseColumns::of_torques(&ROBOT);
    let instruments = Instruments {
        base,
        motion: &other,
    };
    let mut states = states(3);
    states.first = 17;
    let (mut found, mut expected) = (vec![0.0; 3 * 2 * B], vec![0.0; 3 * 2 * B]);
    instruments.evaluate(&states, &mut found).expect("columns");
    base.evaluate(&other.states(17..20), &mut expected)
        .expect("columns");
    assert_eq!(found, expected);
    assert_eq!(instruments.count(), B);
    assert!(instruments.is_zero(Side::Motor, 0, 3) && !instruments.is_zero(Side::Motor, 1, 3));
}

/// The torque of one joint, which has one unknown.
struct One;

impl Columns for One {
    fn count(&self) -> usize {
        1
    }

    fn evaluate(&self, _: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        for (k, out) in out.iter_mut().enumerate() {
            *out = 2.0 + k as f64;
        }
        Ok(())
    }
}

#[test]
fn one_joint_with_one_unknown_has_its_power() {
    let states = States {
        q: vec![0.0; 3],
        qd: vec![0.5, -1.0, 3.0],
        qdd: vec![0.0; 3],
        ..States::default()
    };
    let (mut rates, mut levels) = (vec![5.0; 3], vec![5.0; 3]);
    One.balance(Balance::Energy, 1, &states, [&mut rates, &mut levels])
        .expect("a balance");
    assert_eq!((rates, levels), (vec![1.0, -3.0, 12.0], vec![0.0; 3]));
    // It stands alone beside nothing.
    for both in [&Beside(Nothing, One) as &dyn Columns, &Beside(One, Nothing)] {
        let mut out = [0.0; 3];
        both.evaluate(&states, &mut out).expect("columns");
        assert_eq!(out, [2.0, 3.0, 4.0]);
    }
}

/// A regressor is how the base moves.
#[test]
fn runs_are_of_the_motion_of_the_base_in_each_state() {
    let inputs = BaseMotion::INPUTS;
    let states = States {
        base: (0..19 * inputs).map(|k| k as f64).collect(),
        ..states(19)
    };
    let on_base = Written(MODEL, |_, inputs, out| {
        out.copy_from_slice(&inputs.base[..out.len()]);
        Ok(())
    });
    let (columns, places) = (BaseColumns::of_torques(&on_base), [0, 7, 2 * B - 1]);
    let mut out = vec![-1.0; 19 * places.len()];
    columns
        .runs(&states, [19, 2], &places, 19, &mut out)
        .expect("runs");
    for (run, place) in out.chunks_exact(19).zip(places) {
        for (state, x) in run.iter().enumerate() {
            assert_eq!(*x, (inputs * state + place) as f64);
        }
    }
}

/// Fewer rows are measured than there are joints.
#[test]
fn runs_of_what_is_measured_are_those_of_its_own_rows() {
    const MEASURED: Model = Model {
        measured: &[Measured {
            name: "tau_j1",
            unit: "N·m",
        }],
        ..MODEL
    };
    let robot = ByHand(&MEASURED);
    let columns = BaseColumns::of(&robot, Rows::Measured);
    let (states, places) = (states(11), [0, 1, 3, 4]);
    let mut out = vec![-1.0; 12 * places.len()];
    columns
        .runs(&states, [11, 1], &places, 12, &mut out)
        .expect("runs");
    for (run, place) in out.chunks_exact(12).zip(places) {
        for (x, [q, qd, qdd]) in run.iter().zip(states.each(2)) {
            near(*x, rows(q, qd, qdd)[0][place]);
        }
        assert_eq!(run[11], -1.0);
    }
    let beta = [0.5, -1.0, 2.0, 0.25, 3.0, -0.75];
    let torques = columns.torques(&states, &beta).expect("torques");
    assert_eq!((torques.len(), torques[0].len()), (1, 11));
    for (x, [q, qd, qdd]) in torques[0].iter().zip(states.each(2)) {
        let row = rows(q, qd, qdd)[0];
        near(*x, row.iter().zip(beta).map(|(y, b)| y * b).sum());
    }
}
