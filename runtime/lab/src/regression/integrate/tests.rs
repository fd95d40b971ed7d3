//! Integrals of polynomials, which the quintic has exactly.

use armwright_runtime::{EvaluationError, Side};

use super::BEFORE;
use crate::motion::{Motion, Processing, States};
use crate::options::EquationSide;
use crate::regression::by_hand::{
    RATE, ROBOT, conditioned, near, of_motors, processing, recording,
};
use crate::regression::{
    Balance, Columns, Equations, Integral, Intervals, RegressionError, Sample,
};

const STEP: usize = 7;
const SAMPLES: u32 = 150;
/// How far the joints move in a second.
const SPEEDS: [f64; 2] = [0.8, 0.0];

fn position(t: f64) -> f64 {
    0.3 + SPEEDS[0] * t
}

fn torques(t: f64) -> [f64; 2] {
    [2.0 - t.powi(3), 0.5 * t * t - 4.0 * t]
}

/// The integrals of both.
fn impulses(t: f64) -> [f64; 2] {
    [2.0 * t - t.powi(4) / 4.0, t.powi(3) / 6.0 - 2.0 * t * t]
}

/// One joint at constant speed, the other at rest.
fn ramp(side: EquationSide) -> Motion {
    let mut recording = recording(SAMPLES);
    (recording.velocity, recording.acceleration) = (None, None);
    let times = || (0..SAMPLES).map(|k| f64::from(k) / RATE);
    recording.position = vec![times().map(position).collect(), vec![0.7; SAMPLES as usize]];
    let torque = |joint: usize| times().map(|t| torques(t)[joint]).collect();
    recording.torque = Some(vec![torque(0), torque(1)]);
    // The filter has forgotten the ends.
    let processing = Processing {
        trim: 38,
        ..processing(side)
    };
    let motion = conditioned(recording, processing);
    for k in motion.interior() {
        near(motion.states(k..k + 1).q[0], position(motion.time(k)));
    }
    motion
}

/// Two unknowns: powers of the first position, as rates and as levels.
struct Powers;

impl Columns for Powers {
    fn count(&self) -> usize {
        2
    }

    fn evaluate(&self, _: &States, _: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }

    fn balance(
        &self,
        balance: Balance,
        joints: usize,
        states: &States,
        [rates, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        let rows = match balance {
            Balance::Energy => 1,
            Balance::Momentum => joints,
        };
        for (state, [q, ..]) in states.each(joints).enumerate() {
            for row in 0..rows {
                let (x, at) = (q[0], (state * rows + row) * 2);
                let high = if row == 0 { 5 } else { 2 };
                (rates[at], levels[at]) = (x.powi(high), 0.0);
                (rates[at + 1], levels[at + 1]) = (1.0, x.powi(3) + row as f64);
            }
        }
        Ok(())
    }
}

/// What these are from one position to another, a row a joint.
fn powers(from: f64, to: f64) -> [[f64; 2]; 2] {
    let power = |n: i32| (to.powi(n + 1) - from.powi(n + 1)) / (f64::from(n + 1) * SPEEDS[0]);
    let time = (to - from) / SPEEDS[0];
    let level = time + to.powi(3) - from.powi(3);
    [[power(5), level], [power(2), level]]
}

fn integral(balance: Balance, noise: Vec<f64>) -> Integral {
    Integral {
        length: Some(STEP as f64 / RATE),
        noise,
        ..Integral::of(balance)
    }
}

/// From where to where an interval is, s.
fn ends(motion: &Motion, index: usize) -> [f64; 2] {
    let origin = motion.interior().start + BEFORE;
    [index, index + 1].map(|k| motion.time(origin + k * STEP))
}

#[test]
fn momentum_is_balanced_row_by_row() {
    for (side, of_side) in [
        (Side::Joint, EquationSide::Joint),
        (Side::Motor, EquationSide::Motor),
    ] {
        let motion = ramp(of_side);
        let equations =
            Equations::integrated(&ROBOT, side, integral(Balance::Momentum, Vec::new()));
        let equations = equations.expect("equations");
        let mut index = 0;
        let mut take = |sample: &Sample<'_>| {
            assert_eq!((sample.index, sample.size), (index, 1.0));
            let [from, to] = ends(&motion, index);
            // The middle of seven steps, rounded up.
            near(sample.time, to - 3.0 / RATE);
            let joints = powers(position(from), position(to));
            let impulse = [0, 1].map(|k| impulses(to)[k] - impulses(from)[k]);
            let turned = |of: [f64; 2]| match side {
                Side::Joint => of,
                Side::Motor => of_motors(of),
            };
            for row in 0..2 {
                assert!(sample.counts(row));
                near(sample.torque[row], turned(impulse)[row]);
                assert_eq!(sample.recorded[row], sample.torque[row]);
                assert_eq!(sample.cleaned[row], sample.torque[row]);
                let found: Vec<(usize, f64)> = sample.row(row).collect();
                assert_eq!(found.len(), 2);
                for (k, x) in found {
                    near(x, turned([joints[0][k], joints[1][k]])[row]);
                }
            }
            near(sample.work[0], SPEEDS[0].powi(2) * (to - from));
            assert_eq!(sample.work[1], 0.0);
            index += 1;
        };
        let mut shares = Vec::new();
        let used = equations.pass(&motion, &Powers, &mut take, &mut |done| shares.push(done));
        // 74 samples inside, of which 2 before and 3 behind make no interval.
        assert_eq!((used, index), (Ok(9), 9));
        // In two blocks.
        assert_eq!(shares, [64.0 / 74.0, 1.0]);
    }
}

/// Two unknowns whose levels hardly change beside their size.
struct Nearly;

impl Columns for Nearly {
    fn count(&self) -> usize {
        2
    }

    fn evaluate(&self, _: &States, _: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }

    fn balance(
        &self,
        _: Balance,
        joints: usize,
        states: &States,
        [_, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        for (state, [q, ..]) in states.each(joints).enumerate() {
            for row in levels[4 * state..4 * state + 4].chunks_exact_mut(2) {
                row.copy_from_slice(&[2.0 + 1e-9 * q[0], 2.0 + 1e-6 * q[0]]);
            }
        }
        Ok(())
    }
}

/// A joint moves by 0.056 rad in an interval: of twice 2 that is 1.4e-11, which is rounding, or 1.4e-8, which is not.
#[test]
fn what_an_interval_leaves_but_rounding_is_nothing() {
    let motion = ramp(EquationSide::Joint);
    let equations =
        Equations::integrated(&ROBOT, Side::Joint, integral(Balance::Momentum, Vec::new()));
    let equations = equations.expect("equations");
    let moved = SPEEDS[0] * STEP as f64 / RATE;
    let mut index = 0;
    let mut take = |sample: &Sample<'_>| {
        for row in 0..2 {
            let found: Vec<(usize, f64)> = sample.row(row).collect();
            assert_eq!(found[0], (0, 0.0));
            assert!((found[1].1 / (1e-6 * moved) - 1.0).abs() < 1e-6);
        }
        index += 1;
    };
    let used = equations.pass(&motion, &Nearly, &mut take, &mut |_| {});
    assert_eq!((used, index), (Ok(9), 9));
}

#[test]
fn energy_is_one_row_divided_by_its_noise() {
    let motion = ramp(EquationSide::Joint);
    let noise = vec![3.0, 5.0, 0.02];
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral(Balance::Energy, noise));
    let equations = equations.expect("equations");
    let mut index = 0;
    let mut take = |sample: &Sample<'_>| {
        let [from, to] = ends(&motion, index);
        let work = SPEEDS[0].powi(2) * (to - from);
        let size = (3.0 * work + 0.02).sqrt();
        near(sample.size, size);
        near(sample.work[0], work);
        // The power of the joint that moves.
        let energy = SPEEDS[0] * (impulses(to)[0] - impulses(from)[0]);
        near(sample.torque[0], energy / size);
        let expected = powers(position(from), position(to))[0];
        let found: Vec<(usize, f64)> = sample.row(0).collect();
        assert_eq!((found[0].0, found[1].0), (0, 1));
        near(found[0].1, expected[0] / size);
        near(found[1].1, expected[1] / size);
        assert!(sample.counts(0));
        index += 1;
    };
    let used = equations.pass(&motion, &Powers, &mut take, &mut |_| {});
    assert_eq!((used, index), (Ok(9), 9));
}

/// Of seven samples none may be uncertain, of ten one; and each has to be measured, with those about it.
#[test]
fn intervals_count_where_signs_are_certain_and_all_was_measured() {
    // Near no speed at all only one sample is uncertain where the motor turns back.
    for (step, most, slowest, is_lost) in [
        (7, 0, 0.25, true),
        (10, 1, 0.25, true),
        (10, 1, 0.06, false),
    ] {
        let mut recording = recording(200);
        recording.bridged = (0..200).map(|k| k == 60).collect();
        let mut processing = processing(EquationSide::Joint);
        processing.motor_velocity_threshold = vec![0.0, slowest];
        let motion = conditioned(recording, processing);
        let integral = Integral {
            length: Some(step as f64 / RATE),
            ..Integral::of(Balance::Momentum)
        };
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        let origin = motion.interior().start + 2;
        let (mut index, mut turned) = (0, 0);
        let mut take = |sample: &Sample<'_>| {
            let from = origin + step * index;
            let slow = |k: usize| {
                let speed = motion.states(k..k + 1).qd;
                (3.0 * speed[0] + 5.0 * speed[1]).abs() < slowest
            };
            let uncertain = (from + 1..=from + step).filter(|k| slow(*k)).count();
            let measured = !(from - 2..=from + step + 2).contains(&60);
            let counts = measured && uncertain <= most;
            turned += usize::from(uncertain > 0);
            assert!(uncertain == 0 || (uncertain > most) == is_lost);
            assert_eq!(sample.counts(0), counts, "{from} {uncertain}");
            assert_eq!(sample.counts(1), counts);
            index += 1;
        };
        equations
            .pass(&motion, &Powers, &mut take, &mut |_| {})
            .expect("intervals");
        assert!(index > 15 && turned > 0, "{index} {turned}");
    }
}

/// Friction of the second motor is in its own torque alone: the first row counts however slowly that turns.
#[test]
fn each_row_counts_by_the_signs_that_are_its_own() {
    let mut processing = processing(EquationSide::Motor);
    processing.motor_velocity_threshold = vec![0.0, 0.25];
    let motion = conditioned(recording(200), processing);
    let integral = integral(Balance::Momentum, Vec::new());
    let equations = Equations::integrated(&ROBOT, Side::Motor, integral).expect("equations");
    let origin = motion.interior().start + BEFORE;
    let (mut index, mut slow) = (0, 0);
    let mut take = |sample: &Sample<'_>| {
        let from = origin + STEP * index;
        let is_slow = (from + 1..=from + STEP).any(|k| {
            let speed = motion.states(k..k + 1).qd;
            (3.0 * speed[0] + 5.0 * speed[1]).abs() < 0.25
        });
        slow += usize::from(is_slow);
        let counts = [0, 1].map(|row| sample.counts(row));
        assert_eq!(counts, [true, !is_slow], "{from}");
        index += 1;
    };
    equations
        .pass(&motion, &Powers, &mut take, &mut |_| {})
        .expect("intervals");
    assert!(index > 15 && slow > 0, "{index} {slow}");
}

/// One unknown that goes up and down once in each interval.
struct Waves;

impl Columns for Waves {
    fn count(&self) -> usize {
        1
    }

    fn evaluate(&self, _: &States, _: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }

    fn balance(
        &self,
        _: Balance,
        joints: usize,
        states: &States,
        [rates, _]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        for (k, rate) in rates.iter_mut().enumerate() {
            let sample = states.first + k / joints;
            *rate = (std::f64::consts::TAU * sample as f64 / STEP as f64).sin();
        }
        Ok(())
    }
}

/// What rounding leaves of seven samples of a sine is 1e-16 and less, of 0.05 in all.
#[test]
fn what_cancels_within_an_interval_is_nothing() {
    let motion = ramp(EquationSide::Joint);
    let integral = integral(Balance::Momentum, Vec::new());
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
    let mut index = 0;
    let mut take = |sample: &Sample<'_>| {
        for row in 0..2 {
            let found: Vec<(usize, f64)> = sample.row(row).collect();
            assert_eq!(found, [(0, 0.0)], "{index}");
        }
        index += 1;
    };
    let used = equations.pass(&motion, &Waves, &mut take, &mut |_| {});
    assert_eq!((used, index), (Ok(9), 9));
}

/// Intervals of the last three steps, and of all.
#[test]
fn intervals_that_overlap_add_up_steps() {
    for intervals in [Intervals::Sliding, Intervals::Long] {
        let motion = ramp(EquationSide::Joint);
        let steps = Integral {
            intervals,
            length: Some(0.03),
            ..Integral::of(Balance::Momentum)
        };
        let equations = Equations::integrated(&ROBOT, Side::Joint, steps).expect("equations");
        let mut seen = Vec::new();
        let mut take = |sample: &Sample<'_>| {
            seen.push((sample.index, sample.torque[1], sample.work[0]));
        };
        let used = equations.pass(&motion, &Powers, &mut take, &mut |_| {});
        assert_eq!(used, Ok(seen.len()));
        let (first, step) = match intervals {
            // A raw sample each.
            Intervals::Sliding => (2, 1),
            _ => (0, 3),
        };
        assert_eq!(seen[0].0, first);
        let origin = motion.interior().start + BEFORE;
        for (index, impulse, work) in seen {
            let to = motion.time(origin + (index + 1) * step);
            let from = match intervals {
                Intervals::Sliding => to - 0.03,
                _ => motion.time(origin),
            };
            near(impulse, impulses(to)[1] - impulses(from)[1]);
            near(work, SPEEDS[0].powi(2) * (to - from));
        }
    }
}

/// One unknown whose level is no number at a sample.
struct Lost(usize);

impl Columns for Lost {
    fn count(&self) -> usize {
        1
    }

    fn evaluate(&self, _: &States, _: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }

    fn balance(
        &self,
        _: Balance,
        joints: usize,
        states: &States,
        [_, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        for (k, level) in levels.iter_mut().enumerate() {
            let is_lost = states.first + k / joints == self.0;
            *level = if is_lost { f64::NAN } else { 1.0 };
        }
        Ok(())
    }
}

#[test]
fn a_level_that_is_no_number_is_said_with_its_time() {
    let motion = conditioned(recording(60), processing(EquationSide::Joint));
    let integral = Integral::of(Balance::Momentum);
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
    assert_eq!(
        equations.pass(&motion, &Lost(33), &mut |_| {}, &mut |_| {}),
        Err(RegressionError::NotFinite {
            recording: "swing".to_owned(),
            time: 0.33,
        })
    );
}

#[test]
fn what_is_no_number_is_said_with_its_time() {
    let mut recording = recording(60);
    let torque = recording.torque.as_mut().expect("torques");
    torque[1][33] = f64::NAN;
    let mut motion = conditioned(recording, processing(EquationSide::Joint));
    motion.name = "swing, later".to_owned();
    let integral = Integral::of(Balance::Momentum);
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
    assert_eq!(
        equations.pass(&motion, &Powers, &mut |_| {}, &mut |_| {}),
        Err(RegressionError::NotFinite {
            recording: "swing, later".to_owned(),
            time: 0.33,
        })
    );
    let error = RegressionError::NotFinite {
        recording: "swing".to_owned(),
        time: 0.33,
    };
    assert_eq!(
        error.to_string(),
        "the equations are not finite at 0.3300 s of swing"
    );
}
