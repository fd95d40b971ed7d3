//! Which stretches are told apart.

use super::{disturbance, windows};
use crate::regression::Series;

/// Residuals of two rows at 10 samples a second for so many seconds, which alternate in sign, of one size and of ten times that; both larger by
/// a factor from one time to another, and nothing said of one row in a third of the samples.
fn series(name: &str, seconds: usize, [from, to]: [usize; 2], factor: f64) -> Series {
    let mut series = Series::new(name, 2, 10.0);
    series.measured = vec![Vec::new(); 2];
    for k in 0..10 * seconds {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        let size = if (from..to).contains(&(k / 10)) {
            factor
        } else {
            1.0
        };
        series.time.push(5.0 + 0.1 * k as f64);
        for (row, scale) in [(0, 0.1), (1, 1.0)] {
            series.measured[row].push(3.0 + sign * scale * size);
        }
    }
    let all = 10 * seconds;
    series.predicted = vec![vec![3.0; all]; 2];
    series.kept = vec![vec![true; all], (0..all).map(|k| k % 3 > 0).collect()];
    series
}

#[test]
fn one_short_stretch_far_from_the_model_is_told() {
    let calm = series("calm", 10, [0, 0], 1.0);
    let hit = series("hit", 20, [7, 10], 5.0);
    let found = disturbance(&[calm, hit.clone()]).expect("a stretch");
    assert_eq!(found.recording, "hit");
    assert!(
        (found.time[0] - 12.0).abs() < 1e-9 && (found.time[1] - 14.9).abs() < 1e-9,
        "{found:?}"
    );
    assert!((found.factor - 5.0).abs() < 1e-9, "{found:?}");
    assert_eq!(
        found.to_string(),
        "From 12.0 to 14.9 s of hit residuals are 5 times those of the rest"
    );
    // Of two rows one alone is hit, and seven times as far: √((49 + 1) / 2).
    for row in [0, 1] {
        let mut one = series("one", 20, [7, 10], 7.0);
        one.measured[1 - row] = series("one", 20, [0, 0], 1.0).measured[1 - row].clone();
        let found = disturbance(&[one]).expect("a stretch");
        assert!((found.factor - 5.0).abs() < 1e-9, "{found:?}");
    }
    // Not four times as large; in two places; for a third of the time; in all too short a recording.
    assert_eq!(disturbance(&[series("a", 30, [7, 10], 3.9)]), None);
    assert_eq!(disturbance(&[hit.clone(), hit]), None);
    assert_eq!(disturbance(&[series("a", 30, [7, 17], 5.0)]), None);
    assert_eq!(disturbance(&[series("a", 11, [7, 9], 5.0)]), None);
    assert_eq!(disturbance(&[]), None);
    // A row of a joint whose torque is left out has no samples at all.
    for row in [0, 1] {
        let mut left_out = series("hit", 20, [7, 10], 5.0);
        for columns in [&mut left_out.measured, &mut left_out.predicted] {
            columns[row].clear();
        }
        left_out.kept[row].clear();
        let found = disturbance(&[left_out]).expect("a stretch");
        assert!((found.factor - 5.0).abs() < 1e-9, "{found:?}");
    }
}

/// The next whole number of samples to a second, or four at least; what does not fill a window is in none.
#[test]
fn a_window_has_whole_samples() {
    for (rate, length) in [(10.6, 11), (10.4, 10), (3.0, 4)] {
        let mut odd = series("odd", 4, [0, 0], 1.0);
        odd.rate = rate;
        let found = windows(3, &odd);
        assert_eq!(found.len(), 40 / length, "{rate}");
        for (k, window) in found.iter().enumerate() {
            let time = [k * length, (k + 1) * length - 1].map(|k| odd.time[k]);
            assert_eq!((window.series, window.time), (3, time));
        }
    }
}

/// Half of the samples of a window say how large residuals are in it, one in ten does not.
#[test]
fn a_window_in_which_hardly_any_sample_counts_is_not_told() {
    for (every, told) in [(2, true), (10, false)] {
        let mut hit = series("hit", 20, [7, 9], 5.0);
        for kept in &mut hit.kept {
            for (k, kept) in kept[70..90].iter_mut().enumerate() {
                *kept = k % every == 0;
            }
        }
        assert_eq!(disturbance(&[hit]).is_some(), told, "{every}");
    }
}

/// What hits the robot is over within a second.
#[test]
fn a_single_window_is_told() {
    let found = disturbance(&[series("hit", 20, [7, 8], 5.0)]).expect("a window");
    assert!(
        (found.time[0] - 12.0).abs() < 1e-9 && (found.time[1] - 12.9).abs() < 1e-9,
        "{found:?}"
    );
    assert!((found.factor - 5.0).abs() < 1e-9, "{found:?}");
}

/// Twelve windows in all, of which one is hit; and nine of thirty, which are three tenths.
#[test]
fn as_few_windows_and_as_long_a_stretch_as_may_be_are_enough() {
    for (seconds, from, to) in [(12, 7, 8), (30, 7, 16)] {
        let found = disturbance(&[series("hit", seconds, [from, to], 5.0)]);
        assert!(found.is_some(), "{seconds}");
    }
}

/// A row of which nothing is left says nothing.
#[test]
fn a_row_that_is_exact_hides_no_stretch() {
    for row in [0, 1] {
        let mut exact = series("hit", 20, [7, 10], 5.0);
        exact.measured[row] = exact.predicted[row].clone();
        let found = disturbance(&[exact]).expect("a stretch");
        assert!((found.factor - 5.0).abs() < 1e-9, "{row}: {found:?}");
    }
}

/// A second of five times and one of thirteen: √((25 + 169) / 2).
#[test]
fn a_stretch_is_as_far_from_the_model_as_its_mean_square() {
    let mut hit = series("hit", 20, [7, 8], 5.0);
    let harder = series("hit", 20, [8, 9], 13.0);
    for (own, other) in hit.measured.iter_mut().zip(&harder.measured) {
        own[80..90].copy_from_slice(&other[80..90]);
    }
    let found = disturbance(&[hit]).expect("a stretch");
    assert!((found.factor - 97f64.sqrt()).abs() < 1e-9, "{found:?}");
}

/// The end of one recording and the beginning of the next are no stretch.
#[test]
fn a_stretch_is_of_one_recording() {
    let end = series("first", 20, [19, 20], 5.0);
    let beginning = series("second", 20, [0, 1], 5.0);
    assert_eq!(disturbance(&[end.clone(), beginning.clone()]), None);
    for (alone, calm) in [(end, "second"), (beginning, "first")] {
        let both = [alone, series(calm, 20, [0, 0], 1.0)];
        assert!(disturbance(&both).is_some());
    }
}
