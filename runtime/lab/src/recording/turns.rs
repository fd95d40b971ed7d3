//! Positions that wrap: a sensor that tells angles up to a turn, or half of one, begins again behind it.

use std::f64::consts::{PI, TAU};

use super::order::Done;
use super::repair::{Action, Cause};
use crate::thresholds::{LARGEST, UNTURNED, WRAPPED};
use armwright_runtime::{JointKind, Model, Side};

/// Takes turns out of the positions of what turns, and says of what; columns are those of a side, in SI units.
pub(super) fn unwrapped(columns: &mut [Vec<f64>], side: Side, model: &Model) -> Vec<Done> {
    let by_motors = side == Side::Motor && model.motors.len() == model.joints.len();
    let mut all = Vec::new();
    for (k, (joint, column)) in model.joints.iter().zip(columns).enumerate() {
        if side == Side::Joint && joint.kind == JointKind::Prismatic {
            continue;
        }
        for turn in [TAU, PI] {
            let jumps = jumps(column, turn);
            // By half a turn a position may be set anew once; again and again, it wraps.
            let (Some(first), Some(last)) = (jumps.first(), jumps.last()) else {
                continue;
            };
            if turn == PI && jumps.len() < 2 {
                continue;
            }
            let rows = [first.0, last.0];
            take_out(column, &jumps, turn);
            if side == Side::Joint {
                let limits = joint.position.unwrap_or([-PI, PI]);
                shift(column, turn, 0.5 * (limits[0] + limits[1]));
            }
            let of = if by_motors {
                model.motors[k].name
            } else {
                joint.name
            };
            let why = Cause::Wrapped {
                of: of.to_owned(),
                half: turn == PI,
            };
            all.push(Done::to(rows, jumps.len(), why, Action::Unwrapped));
        }
    }
    all
}

/// Rows whose position is a turn above (1) or below (-1) where the one before leads, of a column that moves by far less
/// from row to row.
fn jumps(column: &[f64], turn: f64) -> Vec<(usize, f64)> {
    let known = |row: &usize| column[*row].abs() < LARGEST;
    let mut before: Option<usize> = None;
    let mut steps: Vec<(usize, f64)> = Vec::with_capacity(column.len());
    for row in (0..column.len()).filter(known) {
        steps.extend(before.map(|before| (row, column[row] - column[before])));
        before = Some(row);
    }
    let is_turn = |step: f64, within: f64| (step.abs() - turn).abs() <= within;
    let near: Vec<usize> = (0..steps.len())
        .filter(|&k| is_turn(steps[k].1, UNTURNED * turn))
        .collect();
    let mut sizes: Vec<f64> = match near.is_empty() {
        true => return Vec::new(),
        false => steps.iter().map(|(_, step)| step.abs()).collect(),
    };
    let middle = sizes.len() / 2;
    let usual = *sizes.select_nth_unstable_by(middle, f64::total_cmp).1;
    if usual > UNTURNED * turn {
        return Vec::new();
    }
    let is_jump = |k: &usize| {
        let beside = steps[k.saturating_sub(2)..(k + 3).min(steps.len())].iter();
        let others = beside.map(|(_, step)| step.abs());
        let others = others.filter(|step| !is_turn(*step, UNTURNED * turn));
        let fastest = others.fold(0.0, f64::max);
        fastest <= UNTURNED * turn && is_turn(steps[*k].1, WRAPPED * turn + 2.0 * fastest)
    };
    near.into_iter()
        .filter(is_jump)
        .map(|k| (steps[k].0, steps[k].1.signum()))
        .collect()
}

/// Puts what follows each jump where the position before it leads.
fn take_out(column: &mut [f64], jumps: &[(usize, f64)], turn: f64) {
    let (mut next, mut turns) = (jumps.iter().peekable(), 0.0);
    for (row, x) in column.iter_mut().enumerate() {
        while let Some((_, sign)) = next.next_if(|(at, _)| *at == row) {
            turns += sign;
        }
        *x -= turns * turn;
    }
}

/// Puts the middle of a column's range as near to another as whole turns bring it: which of them the first row was in is
/// not known.
fn shift(column: &mut [f64], turn: f64, middle: f64) {
    let known = || column.iter().copied().filter(|x| x.abs() < LARGEST);
    let [low, high] = [
        known().fold(f64::INFINITY, f64::min),
        known().fold(f64::NEG_INFINITY, f64::max),
    ];
    let turns = ((0.5 * (low + high) - middle) / turn).round();
    column.iter_mut().for_each(|x| *x -= turns * turn);
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::{jumps, unwrapped};
    use crate::random::Random;
    use crate::recording::repair::{Action, Cause};
    use crate::recording::{Arrays, Recording};
    use armwright_robots::{abb_wrist, double_pendulum};
    use armwright_runtime::{Joint, JointKind, Model, Robot, Side};

    /// A motion about a middle, with noise.
    fn moving(middle: f64, noise: f64) -> Vec<f64> {
        let mut random = Random::new(3);
        let at = |k: u32| middle + 1.5 * (0.011 * f64::from(k)).sin() + noise * random.normal();
        (0..4000).map(at).collect()
    }

    fn wrapped(column: &[f64], turn: f64, from: f64) -> Vec<f64> {
        let wrap = |x: &f64| (x - from).rem_euclid(turn) + from;
        column.iter().map(wrap).collect()
    }

    #[track_caller]
    fn near(found: &[f64], expected: &[f64]) {
        for (k, (x, y)) in found.iter().zip(expected).enumerate() {
            assert!((x - y).abs() < 1e-12, "{k}: {x} {y}");
        }
    }

    /// From 0 to a turn, from minus half a turn to half of one, and to half a turn alone.
    #[test]
    fn turns_are_taken_out_of_positions_that_wrap() {
        let model = double_pendulum::ROBOT.model();
        for noise in [0.0, 1e-3] {
            for (turn, from, middle) in [(TAU, 0.0, 0.3), (TAU, -PI, 3.0), (PI, 0.0, 0.2)] {
                let truth = moving(middle, noise);
                let still = vec![0.1; truth.len()];
                let mut columns = [still.clone(), wrapped(&truth, turn, from)];
                let done = unwrapped(&mut columns, Side::Joint, model);
                near(&columns[1], &truth);
                assert_eq!(columns[0], still);
                let [done] = &done[..] else {
                    panic!("{}", done.len());
                };
                let (of, half) = ("elbow".to_owned(), turn == PI);
                assert_eq!(done.why, Cause::Wrapped { of, half });
                assert_eq!(done.done, Action::Unwrapped);
                assert!(done.count >= 12, "{}", done.count);
            }
        }
    }

    #[test]
    fn what_jumps_by_anything_else_is_left_as_it_is() {
        let motion = moving(0.0, 1e-4);
        let stepped = |size: f64, from: usize| -> Vec<f64> {
            let each = motion.iter().enumerate();
            each.map(|(k, x)| if k < from { *x } else { x + size })
                .collect()
        };
        assert_eq!(jumps(&stepped(TAU, 2000), TAU), [(2000, 1.0)]);
        assert_eq!(jumps(&stepped(0.95 * TAU, 2000), TAU), []);
        assert_eq!(jumps(&stepped(2.0 * TAU, 2000), TAU), []);
        // Half a turn once is another zero; degrees taken for radians move by a turn from row to row, and do not jump.
        let model = double_pendulum::ROBOT.model();
        let fast: Vec<f64> = motion.iter().map(|x| 400.0 * x).collect();
        for column in [stepped(PI, 2000), fast] {
            let mut columns = [column.clone(), motion.clone()];
            assert!(unwrapped(&mut columns, Side::Joint, model).is_empty());
            assert_eq!(columns[0], column);
        }
        let slides: Vec<Joint> = model
            .joints
            .iter()
            .map(|joint| Joint {
                kind: JointKind::Prismatic,
                ..*joint
            })
            .collect();
        let model = Model {
            joints: slides.leak(),
            ..*model
        };
        let column = wrapped(&moving(0.3, 0.0), TAU, 0.0);
        let mut columns = [column.clone(), column];
        assert!(unwrapped(&mut columns, Side::Joint, &model).is_empty());
    }

    /// Encoders of motors wrap before gears divide by ratios; a row that is no number takes no turn away.
    #[test]
    fn a_recording_is_that_of_positions_that_do_not_wrap() {
        let model = abb_wrist::ROBOT.model();
        let of = |column: &dyn Fn(&[f64]) -> Vec<f64>| {
            let motion: Vec<f64> = moving(0.3, 0.0).iter().map(|x| 4.0 * x).collect();
            let mut position = vec![column(&motion); 3];
            position[1][700] = f64::NAN;
            let arrays = Arrays {
                side: Side::Motor,
                ..Arrays::new(500.0, position, vec![motion; 3])
            };
            Recording::from_arrays(model, arrays).expect("a recording")
        };
        let whole = of(&|column| column.to_vec());
        let turned = of(&|column| wrapped(column, TAU, 0.0));
        for (found, expected) in turned.position.iter().zip(&whole.position) {
            let first = found[0] - expected[0];
            let expected: Vec<f64> = expected.iter().map(|x| x + first).collect();
            for (x, y) in found.iter().zip(expected) {
                assert!((x - y).abs() < 1e-9, "{x} {y}");
            }
        }
        let told: Vec<String> = turned.repairs.iter().map(ToString::to_string).collect();
        for motor in model.motors {
            let said = format!("position of {} begins again behind a turn", motor.name);
            assert!(told.iter().any(|told| told.starts_with(&said)), "{told:?}");
        }
    }
}
