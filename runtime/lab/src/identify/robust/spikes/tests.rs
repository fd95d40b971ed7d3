//! Medians, what is far off, and spikes of several recordings.

use armwright_runtime::Side;

use super::{clean, left, medians};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{B, ROBOT, conditioned, moved, processing, recording};

#[test]
fn a_running_median_is_that_of_each_window() {
    let mut random = Random::new(3);
    let mut all: Vec<f64> = (0..60).map(|_| random.normal()).collect();
    (all[7], all[8], all[30]) = (f64::NAN, all[9], f64::NAN);
    for reach in [0, 1, 4, 25, 80] {
        for (k, found) in medians(&all, reach).into_iter().enumerate() {
            let window = &all[k.saturating_sub(reach)..(k + reach + 1).min(all.len())];
            let mut window: Vec<f64> = window.iter().copied().filter(|x| !x.is_nan()).collect();
            window.sort_by(f64::total_cmp);
            let n = window.len();
            let expected = (window.get(n / 2).zip(window.get(n.saturating_sub(1) / 2)))
                .map_or(f64::NAN, |(a, b)| 0.5 * (a + b));
            assert!(
                found == expected || (found.is_nan() && expected.is_nan()),
                "{reach} {k}"
            );
        }
    }
}

#[test]
fn what_is_far_off_is_gone() {
    for (u, stays) in [
        (2.9, 2.9),
        (-3.0, -3.0),
        (4.5, 1.5),
        (-6.0, 0.0),
        (90.0, 0.0),
    ] {
        assert!((left(u) - stays).abs() < 1e-12, "{u}: {}", left(u));
    }
}

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// What is left of a sample's row in a recording: slow, with spikes of some size in one row.
fn spoilt(kind: usize, at: usize, row: usize) -> f64 {
    let slow = 0.02 * (1 + row) as f64 * (1.9 * at as f64 + kind as f64).sin();
    let hit = [(20, 0, 3.0), (33, 1, -5.0), (50, 1, 0.09)][kind];
    match (at, row) == (hit.0, hit.1) {
        true => slow + hit.2,
        false => slow,
    }
}

fn hit(kind: usize, decimate: usize) -> Motion {
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![decimate];
    let span = [(0.0, 90), (1.2, 70), (2.5, 80)][kind];
    moved("hit", span, coarse, &mut |at, rows| {
        [0, 1].map(|row| {
            let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
            predicted + spoilt(kind, at, row)
        })
    })
}

/// Recordings whose decimation differs have medians of their own, and one scale a row.
#[test]
fn spikes_are_taken_out_of_recordings_that_are_decimated() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    // The first is as it was recorded, and the last decimated by the least.
    let factors = [1, 4, 3];
    let mut motions = [0, 1, 2].map(|kind| hit(kind, factors[kind]));
    let counts = clean(&equations, &mut motions, &BETA).expect("motions");
    for row in 0..2 {
        let off = |kind: usize| -> Vec<f64> {
            let interior = motions[kind].interior();
            let all: Vec<f64> = interior.map(|at| spoilt(kind, at, row)).collect();
            let reach = factors[kind];
            let about = |k: usize| {
                let mut window =
                    all[k.saturating_sub(reach)..(k + reach + 1).min(all.len())].to_vec();
                window.sort_by(f64::total_cmp);
                let n = window.len();
                all[k] - 0.5 * (window[n / 2] + window[(n - 1) / 2])
            };
            (0..all.len()).map(about).collect()
        };
        let decimated = [off(1), off(2)];
        let mut sizes: Vec<f64> = decimated
            .iter()
            .flatten()
            .map(|x| x.abs())
            .filter(|x| *x > 1e-12)
            .collect();
        sizes.sort_by(f64::total_cmp);
        let n = sizes.len();
        let scale = 0.5 * (sizes[n / 2] + sizes[(n - 1) / 2]) / 0.674_489_750_196;
        let mut expected = 0;
        for (motion, off) in motions[1..].iter().zip(&decimated) {
            for (at, off) in motion.interior().zip(off) {
                let u: f64 = off / scale;
                let stays = match u.abs() {
                    far if far <= 3.0 => *off,
                    far if far < 6.0 => scale * (6.0 - far) * u.signum(),
                    _ => 0.0,
                };
                expected += usize::from(stays.abs() < 0.5 * off.abs());
                let added: Vec<f64> = motion.cleaned(at, 2).collect();
                assert!(
                    (added[row] - (stays - off)).abs() < 1e-9,
                    "{row} {at}: {added:?}"
                );
            }
        }
        assert_eq!(counts[row], expected);
    }
    // Of what is not decimated nothing changes; the spike of the second is gone.
    assert!(
        motions[0]
            .interior()
            .all(|at| motions[0].cleaned(at, 2).all(|x| x == 0.0))
    );
    assert!(motions[1].cleaned(33, 2).nth(1).is_some_and(|x| x > 4.9));
    assert!(counts[0] < counts[1] && counts[1] > 0);
    let mut plain = [hit(0, 1), hit(1, 1)];
    assert_eq!(clean(&equations, &mut plain, &BETA), Ok(vec![0, 0]));
    assert!(plain.iter().all(|motion| !motion.is_cleaned(2)));
}

/// A row of zeros, and samples that were not measured, have no spikes.
#[test]
fn what_was_not_measured_is_no_spike() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![4];
    let mut gap = recording(60);
    gap.bridged = (0..60).map(|k| (20..23).contains(&k)).collect();
    let mut motions = [conditioned(gap, coarse)];
    let mut beta = BETA;
    beta[5] = 0.0;
    clean(&equations, &mut motions, &beta).expect("motions");
    let all: Vec<f64> = motions[0]
        .interior()
        .flat_map(|at| motions[0].cleaned(at, 2))
        .collect();
    assert!(all.iter().all(|x| x.is_finite()));
    assert!((20..23).all(|at| motions[0].cleaned(at, 2).all(|x| x == 0.0)));
}
