//! Residuals, scales and pseudo-values, sample by sample.

use armwright_runtime::Side;

use super::{Moment, Residuals, adjust, residuals, scales, tell_scales};
use crate::estimate::{Estimator, Loss, Method, scale};
use crate::motion::{Adjusted, Cleaned, Equation, Motion};
use crate::options::EquationSide;
use crate::regression::Equations;
use crate::regression::by_hand::{B, ROBOT, conditioned, moved, near, processing, recording};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// What is left of a sample's row: small, and large where a collision is.
fn left(at: usize, row: usize) -> f64 {
    let hit = (30..34).contains(&at) || (row == 1 && at == 50);
    let small = 0.1 * (1 + row) as f64 * (1.7 * at as f64 + row as f64).sin();
    if hit { 3.0 + small } else { small }
}

fn motion() -> Motion {
    let mut slow = processing(EquationSide::Joint);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    moved("hit", (0.0, 90), slow, &mut |at, rows| {
        [0, 1]
            .map(|row| left(at, row) + rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum::<f64>())
    })
}

fn counts(motion: &Motion, at: usize) -> bool {
    let speed = motion.states(at..at + 1).qd;
    (3.0 * speed[0] + 5.0 * speed[1]).abs() >= 0.3
}

#[test]
fn pseudo_values_are_what_the_loss_makes_of_residuals() {
    let mut motions = [motion()];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let all = residuals(&equations, &motions, &BETA).expect("residuals");
    let interior = motions[0].interior();
    let mut of_rows = [Vec::new(), Vec::new()];
    for (k, at) in interior.clone().enumerate() {
        for (row, of_row) in of_rows.iter_mut().enumerate() {
            let found = all[0].all[2 * k + row];
            match counts(&motions[0], at) {
                true => {
                    assert!((found - left(at, row)).abs() < 1e-9);
                    of_row.push(found);
                }
                false => assert!(found.is_nan()),
            }
        }
        near(all[0].times[k], 0.01 * at as f64);
    }
    assert!(of_rows[0].len() < interior.len());
    let sizes = scales(&all, 2);
    for row in 0..2 {
        near(sizes[row], scale(of_rows[row].iter().copied()));
    }
    let estimator = Estimator::from(Method::Tukey);
    let count = 150;
    let found = adjust(
        &equations,
        &mut motions,
        &BETA,
        Loss::Tukey,
        count,
        &estimator,
    );
    let found = found.expect("pseudo-values");
    for row in 0..2 {
        let residuals = &of_rows[row];
        let n = residuals.len() as f64;
        let slope = |r: f64| Loss::Tukey.slope(r, sizes[row]);
        let mean = residuals.iter().map(|r| slope(*r)).sum::<f64>() / n;
        let varies = residuals
            .iter()
            .map(|r| (slope(*r) / mean - 1.0).powi(2))
            .sum::<f64>()
            / n;
        let factor = (1.0 + 6.0 / 150.0 * varies) / mean;
        for (k, at) in interior.clone().enumerate() {
            let equation = motions[0].adjusted(k, 2)[row];
            if !counts(&motions[0], at) {
                assert_eq!(equation, Equation::default());
                continue;
            }
            let r = left(at, row);
            let weight = Loss::Tukey.weight(r, sizes[row]);
            assert!((equation.add - (factor * weight - 1.0) * r).abs() < 1e-8);
            assert_eq!((equation.is_low, equation.is_out), (weight < 0.5, false));
        }
        let down = &found[row];
        assert_eq!(
            (down.row.as_str(), down.samples),
            (["j1", "j2"][row], residuals.len())
        );
        near(down.scale, sizes[row]);
        let low = residuals
            .iter()
            .filter(|r| Loss::Tukey.weight(**r, sizes[row]) < 0.5);
        assert_eq!((down.below_half, down.spikes), (low.count(), 0));
        // A collision is named where it begins.
        let begins = |at: usize| Moment {
            recording: "hit".to_owned(),
            time: motions[0].time(at),
        };
        let mut expected = Vec::new();
        let mut was = false;
        for at in interior.clone() {
            let low = counts(&motions[0], at) && left(at, row) > 1.0;
            if low && !was {
                expected.push(begins(at));
            }
            was = low;
        }
        assert_eq!(down.first, expected);
        assert!(!expected.is_empty());
    }
    motions[0].adjust(Adjusted::default());
}

/// What a spike had added, and with its sign: a sample that was far off before it was mended has no say in how noise is.
#[test]
fn what_a_spike_had_added_is_remembered() {
    let mut motions = [motion()];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let all = motions[0].interior().len();
    let mut taken = vec![0.0; 2 * all];
    (taken[2 * 40], taken[2 * 41 + 1]) = (-2.5, 1.5);
    motions[0].clean(Cleaned {
        rows: 2,
        all: taken,
    });
    let found = residuals(&equations, &motions, &BETA).expect("residuals");
    let spikes = &found[0].spikes;
    for (k, spike) in spikes.iter().enumerate() {
        let expected = match k {
            80 => 2.5,
            83 => -1.5,
            _ => 0.0,
        };
        assert!((spike - expected).abs() < 1e-9, "{k}: {spike}");
    }
    assert_eq!(spikes.len(), 2 * all);
}

/// Of two rows, by hand: medians of 1, 2, 4, 8 and of 10, 20, 30, 40, 50, over the median size of normal noise.
#[test]
fn scales_are_of_what_all_recordings_leave_together() {
    let of = |all: &[f64]| Residuals {
        times: vec![0.0; all.len() / 2],
        all: all.to_vec(),
        spikes: vec![0.0; all.len()],
    };
    let none = f64::NAN;
    let one = || of(&[1.0, -50.0, -2.0, 10.0, none, 20.0]);
    let other = || of(&[none, none, 8.0, -30.0, -4.0, 40.0]);
    let normal = 0.674_489_750_196_081_7;
    let check = |all: &[Residuals], medians: [f64; 2]| {
        let found = scales(all, 2);
        assert_eq!(found.len(), 2);
        let pairs = found.iter().zip(medians);
        pairs.for_each(|(found, median)| near(*found, median / normal));
    };
    check(&[one(), other()], [3.0, 30.0]);
    check(&[other(), one()], [3.0, 30.0]);
    check(&[one()], [1.5, 20.0]);
    check(&[of(&[]), one()], [1.5, 20.0]);
    // One of which no sample counts, and none at all.
    check(&[of(&[none; 6]), other()], [6.0, 35.0]);
    check(&[], [0.0, 0.0]);
}

/// The second recording is three times as rough: what is far out beside both is told of both, by where it begins.
#[test]
fn what_is_weighed_down_is_told_of_all_recordings_together() {
    let calm = motion();
    let (mut slow, sizes) = (processing(EquationSide::Joint), [1.0, 3.0]);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    let mut rough = moved("rough", (0.0, 90), slow, &mut |at, rows| {
        let made = |row: usize| -> f64 { rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum() };
        [0, 1].map(|row| 3.0 * left(at, row) + made(row))
    });
    // A piece of a recording is called by its own name.
    rough.name = "rough, from 0 s".to_owned();
    let mut motions = [calm, rough];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator = Estimator::from(Method::Tukey);
    let found = adjust(
        &equations,
        &mut motions,
        &BETA,
        Loss::Tukey,
        300,
        &estimator,
    );
    let found = found.expect("pseudo-values");
    for (row, down) in found.iter().enumerate() {
        let counted = motions.iter().zip(sizes).map(|(motion, size)| {
            let inside = motion.interior().filter(|at| counts(motion, *at));
            let residual = |at: usize| (at, size * left(at, row));
            inside.map(residual).collect::<Vec<_>>()
        });
        let counted: Vec<Vec<(usize, f64)>> = counted.collect();
        let all = || counted.iter().flatten().map(|(_, r)| *r);
        let together = scale(all());
        near(down.scale, together);
        assert_eq!(down.samples, all().count());
        let is_low = |r: f64| Loss::Tukey.weight(r, together) < 0.5;
        assert_eq!(down.below_half, all().filter(|r| is_low(*r)).count());
        // Collisions alone are far out.
        let begins = counted.iter().zip(&motions).flat_map(|(counted, motion)| {
            let hit = |at: usize| counts(motion, at) && left(at, row) > 1.0;
            let starts = counted.iter().filter(|(at, _)| hit(*at) && !hit(*at - 1));
            let moment = |(at, _): &(usize, f64)| Moment {
                recording: motion.name.clone(),
                time: motion.time(*at),
            };
            starts.map(moment).collect::<Vec<_>>()
        });
        let begins: Vec<Moment> = begins.collect();
        assert_eq!(down.first, begins);
        let of_piece = |moment: &Moment| moment.recording == "rough, from 0 s";
        assert!(begins.iter().any(of_piece));
        for (counted, motion) in counted.iter().zip(&motions) {
            let first = motion.interior().start;
            for (at, r) in counted {
                let equation = motion.adjusted(at - first, 2)[row];
                assert_eq!(equation.is_low, is_low(*r));
            }
        }
    }
}

/// Of seven collisions of the second row the first five are named, and all are counted.
#[test]
fn the_first_few_times_are_named() {
    let plain = processing(EquationSide::Joint);
    let is_hit = |at: usize, row: usize| row == 1 && at.is_multiple_of(10) && at >= 10;
    let mut motions = [moved("hit", (0.0, 80), plain, &mut |at, rows| {
        [0, 1].map(|row| {
            let made: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
            let small = 0.1 * (1.7 * at as f64 + row as f64).sin();
            made + small + if is_hit(at, row) { 5.0 } else { 0.0 }
        })
    })];
    assert_eq!(motions[0].interior(), 3..77);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator = Estimator::from(Method::Tukey);
    let found = adjust(
        &equations,
        &mut motions,
        &BETA,
        Loss::Tukey,
        148,
        &estimator,
    );
    let found = found.expect("pseudo-values");
    assert_eq!([0, 1].map(|row| found[row].below_half), [0, 7]);
    let times = found[1].first.iter().map(|moment| moment.time);
    let expected = [10, 20, 30, 40, 50].map(|at| motions[0].time(at));
    assert_eq!(times.collect::<Vec<_>>(), expected);
}

#[test]
fn rows_without_a_scale_are_refused() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator = Estimator::from(Method::Huber);
    let with = |torque: fn(usize) -> f64| {
        let one = moved(
            "hit",
            (0.0, 60),
            processing(EquationSide::Joint),
            &mut |at, _| [1.0 + 0.1 * at as f64, torque(at)],
        );
        let told = tell_scales(&equations, &[one], &estimator);
        told.err().map(|error| error.to_string())
    };
    assert_eq!(with(|at| at as f64), None);
    assert_eq!(with(|_| 0.0), None);
    let hits: [fn(usize) -> f64; 2] = [
        |at| if at == 20 { 5.0 } else { 0.0 },
        |at| if at == 20 { -5.0 } else { 0.0 },
    ];
    for hit in hits {
        assert_eq!(
            with(hit).as_deref(),
            Some(
                "Huber's M-estimator has no answer: most of what was measured of j2 is 0, which leaves its residuals no scale"
            )
        );
    }
}

/// Half of the torques were not measured, and stand as 0.
#[test]
fn what_was_not_measured_is_no_torque_of_0() {
    let mut recording = recording(60);
    recording.bridged = (0..60).map(|k| k >= 25).collect();
    for column in recording.torque.iter_mut().flatten() {
        column[25..].fill(0.0);
    }
    let motions = [conditioned(recording, processing(EquationSide::Joint))];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let told = tell_scales(&equations, &motions, &Method::Huber.into());
    assert_eq!(told, Ok(()));
}

/// A sample that a spike was taken out of has no say in how noise is, however little is left of it now, and is no collision.
#[test]
fn a_sample_that_a_spike_spoilt_is_low() {
    let plain = processing(EquationSide::Joint);
    let mut motions = [moved("hit", (0.0, 90), plain, &mut |at, rows| {
        let made = |row: usize| -> f64 { rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum() };
        let spike = if at == 43 { 2.5 } else { 0.0 };
        [left(at, 0) + spike + made(0), left(at, 1) + made(1)]
    })];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut taken = vec![0.0; 2 * motions[0].interior().len()];
    taken[2 * 40] = -2.5;
    motions[0].clean(Cleaned {
        rows: 2,
        all: taken,
    });
    let estimator = Estimator::from(Method::Tukey);
    let found = adjust(
        &equations,
        &mut motions,
        &BETA,
        Loss::Tukey,
        150,
        &estimator,
    );
    let found = found.expect("pseudo-values");
    let is_low = |k: usize, row: usize| motions[0].adjusted(k, 2)[row].is_low;
    assert_eq!(motions[0].interior().start, 3);
    assert_eq!([is_low(40, 0), is_low(40, 1)], [true, false]);
    assert_eq!([is_low(39, 0), is_low(41, 0)], [false, false]);
    // Collisions alone are counted.
    assert_eq!([0, 1].map(|row| found[row].below_half), [4, 5]);
}
