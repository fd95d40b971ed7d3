//! Spikes in columns with noise, and what is none.

use std::ops::Range;

use super::{is_alone, missed, quantile, spikes};
use crate::random::Random;

fn noisy(noise: f64) -> (Vec<f64>, Vec<f64>) {
    let mut random = Random::new(5);
    let time: Vec<f64> = (0..4000).map(|k| 0.002 * f64::from(k)).collect();
    let column = time
        .iter()
        .map(|t| (3.0 * t).sin() + noise * random.normal());
    let column = column.collect();
    (time, column)
}

#[test]
fn single_samples_and_short_runs_are_found_and_nothing_else() {
    let (time, mut column) = noisy(0.01);
    assert_eq!(spikes(&time, &column), []);
    column[700] += 0.6;
    column[1500..1503].iter_mut().for_each(|x| *x -= 1.0);
    column[1508] += 2.0;
    let found: Vec<usize> = spikes(&time, &column).into_iter().flatten().collect();
    assert_eq!(found, [700, 1500, 1501, 1502, 1508]);
    // Wherever its zero is, a column ranges as far.
    for zero in [1e3, -1e3] {
        let moved: Vec<f64> = column.iter().map(|x| x + zero).collect();
        let again: Vec<usize> = spikes(&time, &moved).into_iter().flatten().collect();
        assert_eq!(again, found, "{zero}");
    }
}

#[test]
fn steps_pulses_and_quantisation_are_no_spikes() {
    let (time, column) = noisy(0.01);
    let step =
        |k: usize| f64::from(u8::from(k > 900)) + f64::from(u8::from((2000..2010).contains(&k)));
    let stepped: Vec<f64> = column
        .iter()
        .enumerate()
        .map(|(k, x)| x + step(k))
        .collect();
    assert_eq!(spikes(&time, &stepped), []);
    let mut shock = column.clone();
    for (k, x) in [0.3, 1.5, 0.6, 0.2].into_iter().enumerate() {
        shock[1200 + k] -= x;
    }
    assert_eq!(
        spikes(&time, &shock),
        [],
        "what rises and dies away was there"
    );
    let coarse: Vec<f64> = noisy(0.0)
        .1
        .iter()
        .map(|x| (x / 0.01).round() * 0.01)
        .collect();
    assert_eq!(spikes(&time, &coarse), []);
    let many: Vec<f64> = (0..column.len())
        .map(|k| if k % 30 == 0 { 5.0 } else { column[k] })
        .collect();
    assert_eq!(
        spikes(&time, &many),
        [],
        "what is there all the time is no slip"
    );
}

/// Values that stand for none come close to one another.
#[test]
fn spikes_with_a_sample_between_are_two() {
    for size in [6.0, -6.0, 1e4] {
        for gap in [2, 3, 4, 5] {
            for second in [size, 0.7 * size, -size] {
                let (time, mut column) = noisy(0.005);
                column[700] += size;
                column[700 + gap] += second;
                let found: Vec<usize> = spikes(&time, &column).into_iter().flatten().collect();
                assert_eq!(found, [700, 700 + gap], "{size} {second} {gap}");
            }
        }
    }
}

#[test]
fn a_sample_is_missed_by_the_cubic_through_its_neighbours() {
    let time = [0.0, 0.1, 0.25, 0.3, 0.5, 0.9, 1.0];
    let cubic = |t: f64| 2.0 - t + 3.0 * t * t - 5.0 * t * t * t;
    let mut column = time.map(cubic);
    column[3] += 0.75;
    assert!((missed(&time, &column, 3) - 0.75).abs() < 1e-12);
    // Evenly spaced neighbours weigh -1/6, 2/3, 2/3 and -1/6.
    let even = [0.0, 1.0, 2.0, 3.0, 4.0];
    assert!((missed(&even, &[6.0, 0.0, 0.0, 3.0, 0.0], 2) - 1.0).abs() < 1e-12);
    assert_eq!([0, 1, 5, 6].map(|k| missed(&time, &column, k)), [0.0; 4]);
}

#[test]
fn shares_of_numbers_lie_below_a_quantile() {
    let numbers = vec![5.0, 1.0, 4.0, 2.0, 3.0];
    let found = [0.0, 0.49, 0.5, 0.995, 1.0].map(|share| quantile(numbers.clone(), share));
    assert_eq!(found, [1.0, 2.0, 3.0, 4.0, 5.0]);
}

/// Three samples are needed on both sides, and a hundred in all for one that is spoiled.
#[test]
fn spikes_have_neighbours() {
    let found = |n: usize, at: usize| -> Vec<Range<usize>> {
        let time: Vec<f64> = (0..n).map(|k| 0.01 * k as f64).collect();
        let mut column: Vec<f64> = time.iter().map(|t| (2.0 * t).sin()).collect();
        column[at] += 0.5;
        spikes(&time, &column)
    };
    for (n, at) in [(200, 2), (200, 197), (99, 50), (55, 30)] {
        assert_eq!(found(n, at), [], "{n} {at}");
    }
    for (n, at) in [(200, 3), (200, 196), (100, 50)] {
        assert_eq!(
            found(n, at),
            [Range {
                start: at,
                end: at + 1
            }],
            "{n} {at}"
        );
    }
}

#[test]
fn runs_of_three_are_spikes_and_of_four_are_none() {
    let (time, quiet) = noisy(0.01);
    let found = |length: usize| {
        let mut column = quiet.clone();
        column[1500..1500 + length]
            .iter_mut()
            .for_each(|x| *x -= 1.0);
        spikes(&time, &column)
    };
    for length in 1..=3 {
        let end = 1500 + length;
        assert_eq!(found(length), [Range { start: 1500, end }]);
    }
    assert_eq!(found(4), []);
    // One sample in a hundred may be a spike: 40 of 4000.
    let found = |count: usize| {
        let mut column = quiet.clone();
        (0..count).for_each(|k| column[45 + 90 * k] += 3.0);
        spikes(&time, &column).len()
    };
    assert_eq!([found(40), found(41)], [40, 0]);
}

/// A thousandth of the range, whatever its unit.
#[test]
fn a_spike_is_a_share_of_the_range() {
    let time: Vec<f64> = (0..400).map(|k| 0.0025 * f64::from(k)).collect();
    let found = |unit: f64, size: f64| {
        let mut column: Vec<f64> = time.iter().map(|t| unit * t * t).collect();
        column[150] += unit * size;
        spikes(&time, &column)
    };
    let one = Range {
        start: 150,
        end: 151,
    };
    for unit in [0.01, 1.0, 100.0] {
        assert_eq!(found(unit, 0.8e-3), [], "{unit}");
        assert_eq!(found(unit, 1.2e-3), std::slice::from_ref(&one), "{unit}");
    }
}

/// Three samples apart they are each other's neighbours, and so part of one event.
#[test]
fn spikes_are_alone_from_four_samples_apart() {
    let time: Vec<f64> = (0..400).map(|k| 0.01 * f64::from(k)).collect();
    let found = |apart: usize| -> Vec<usize> {
        let mut column: Vec<f64> = time.iter().map(|t| t.sin()).collect();
        column[200] += 0.5;
        column[200 + apart] += 0.5;
        spikes(&time, &column).into_iter().flatten().collect()
    };
    assert_eq!(found(3), [0; 0]);
    assert_eq!(found(4), [200, 204]);
}

/// Each of three is missed by half of them, or by a third, and counts as if it stood alone.
#[test]
fn a_run_of_three_is_as_large_as_a_spike_that_is_alone() {
    let time: Vec<f64> = (0..400).map(|k| 0.0025 * f64::from(k)).collect();
    let found = |size: f64| {
        let mut column: Vec<f64> = time.iter().map(|t| t * t).collect();
        column[150..153].iter_mut().for_each(|x| *x += size);
        spikes(&time, &column)
    };
    assert_eq!(found(0.8e-3), []);
    let run = Range {
        start: 150,
        end: 153,
    };
    assert_eq!(found(1.3e-3), [run]);
}

/// The second of two samples is ten times the first, which it hides; beside the first it would stand out by itself.
#[test]
fn no_sample_is_in_two_spikes() {
    let (time, mut column) = noisy(0.01);
    for at in [700, 1500, 2300] {
        column[at] += 0.6;
        column[at + 1] += 8.0;
    }
    let run = |start: usize| Range {
        start,
        end: start + 2,
    };
    assert_eq!(spikes(&time, &column), [700, 1500, 2300].map(run));
}

/// A parabola through 1, 8, 27 and so on, to either side of 0, is a line of slope 25, the sum of fourth powers over that of squares: it
/// misses the sixth by 66 and the one between them by all that it stands out, eight times as much at least.
#[test]
fn a_spike_is_beside_a_parabola_and_no_cubic() {
    let time: Vec<f64> = (-6..=6).map(f64::from).collect();
    let suspect = vec![false; 13];
    let found = |size: f64| {
        let mut column: Vec<f64> = time.iter().map(|t| t.powi(3)).collect();
        column[6] += size;
        is_alone(&time, &column, &(6..7), (&suspect, &|_: usize| false), 1.0)
    };
    assert_eq!(
        [520.0, -520.0, 536.0, -536.0].map(found),
        [false, false, true, true]
    );
}
