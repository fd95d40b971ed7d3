//! From time stamps to an even grid: where each row stands on it, and what stands between rows.

use super::polynomial::weights;
use super::samples::FEWEST;
use crate::thresholds::{FAR, HOLE, TOLERATED};

/// Rows beside a hole, on each side, that it is bridged from: half as many as are missing, within these.
const BESIDE: [usize; 2] = [2, 64];

/// The constant rate of a recording's rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Clock {
    /// Time from one sample to the next, s.
    pub(super) period: f64,
    /// Largest deviation of a time stamp from a constant rate, in periods.
    pub(super) jitter: f64,
}

/// Whether time does not advance from any row to the next, of as many rows as a recording has at least.
pub(super) fn stands_still(time: &[f64]) -> bool {
    time.len() >= FEWEST && time.windows(2).all(|pair| pair[1] <= pair[0])
}

/// The median step, s, between rows in stretches; `None` where there are no steps.
pub(super) fn usual_step(time: &[f64], stretches: &[Vec<usize>]) -> Option<f64> {
    let steps = stretches.iter().flat_map(|rows| steps(time, rows));
    let mut steps: Vec<f64> = steps.collect();
    let middle = steps.len() / 2;
    let middle_one = |steps: &mut Vec<f64>| *steps.select_nth_unstable_by(middle, f64::total_cmp).1;
    (!steps.is_empty()).then(|| middle_one(&mut steps))
}

fn steps<'a>(time: &'a [f64], rows: &'a [usize]) -> impl Iterator<Item = f64> + 'a {
    rows.windows(2).map(|pair| time[pair[1]] - time[pair[0]])
}

/// Where each row stands on a grid of about so many seconds.
fn places(time: &[f64], rows: &[usize], usual: f64) -> Vec<usize> {
    let steps = steps(time, rows).map(|step| (step / usual).round().max(1.0) as usize);
    let mut places = Vec::with_capacity(rows.len());
    let mut place = 0;
    places.push(place);
    places.extend(steps.map(|step| {
        place += step;
        place
    }));
    places
}

impl Clock {
    /// The clock of pieces, each a list of rows, whose usual step is known: the grid on which all rows stand
    /// if there is one, otherwise the mean rate of what has no holes.
    pub(super) fn of(time: &[f64], pieces: &[Vec<usize>], usual: f64) -> Self {
        let placed: Vec<Vec<usize>> = pieces
            .iter()
            .map(|rows| places(time, rows, usual))
            .collect();
        let span = |rows: &[usize]| match rows {
            [first, .., last] => time[*last] - time[*first],
            _ => 0.0,
        };
        let periods: usize = placed.iter().filter_map(|places| places.last()).sum();
        let period = pieces.iter().map(|rows| span(rows)).sum::<f64>() / periods.max(1) as f64;
        let stray = |(rows, places): (&Vec<usize>, &Vec<usize>)| {
            let first = time[rows[0]];
            let each = rows.iter().zip(places);
            let each = each.map(|(&row, &k)| ((time[row] - first) / period - k as f64).abs());
            each.fold(0.0, f64::max)
        };
        let jitter = pieces.iter().zip(&placed).map(stray).fold(0.0, f64::max);
        if jitter <= TOLERATED {
            return Self { period, jitter };
        }
        let all = pieces.iter().flat_map(|rows| steps(time, rows));
        let close: Vec<f64> = all.filter(|step| *step < HOLE[1] * usual).collect();
        let count: usize = pieces.iter().map(|rows| rows.len() - 1).sum();
        let whole = pieces.iter().map(|rows| span(rows)).sum::<f64>() / count.max(1) as f64;
        let closest = close.iter().sum::<f64>() / close.len().max(1) as f64;
        // Longer steps leave rows out, or are those of stamps that stray as far: these return to the grid of all rows, from which what
        // lacks two rows and more strays by half of that at least.
        let strays = |period| longest_stray(time, pieces, period);
        let from_grid = |rows: &Vec<usize>| stray_of(time, rows, whole);
        let as_whole = pieces.iter().map(from_grid).fold(0.0, f64::max);
        let holes = close.len() < count && as_whole >= 1.0 && strays(closest) < as_whole;
        let (period, jitter) = match holes {
            true => (closest, strays(closest)),
            false => (whole, as_whole),
        };
        Self {
            period,
            jitter: jitter.max(TOLERATED),
        }
    }

    /// Whether rows can be taken as they are.
    pub(super) fn is_even(&self) -> bool {
        self.jitter <= TOLERATED
    }

    /// The longest step, s, between neighbours of which no row is missing.
    pub(super) fn longest_step(&self) -> f64 {
        self.period * HOLE[usize::from(!self.is_even())]
    }

    /// The grid of one piece, from its first row to its last.
    pub(super) fn grid(&self, time: &[f64], rows: &[usize]) -> Grid {
        let times: Vec<f64> = rows.iter().map(|&row| time[row]).collect();
        let mut grid = Grid {
            samples: Vec::new(),
            bridged: Vec::new(),
        };
        if self.is_even() {
            let places = places(time, rows, self.period);
            for (k, pair) in places.windows(2).enumerate() {
                grid.push(Sample::Row(rows[k]), false);
                for missing in pair[0] + 1..pair[1] {
                    let t = times[0] + missing as f64 * self.period;
                    grid.push(Sample::between(&times, rows, k, pair[1] - pair[0], t), true);
                }
            }
            grid.push(Sample::Row(rows[rows.len() - 1]), false);
            return grid;
        }
        let count = ((times[times.len() - 1] - times[0]) / self.period).round() as usize + 1;
        let mut k = 0;
        for place in 0..count {
            let t = times[0] + place as f64 * self.period;
            while k + 2 < times.len() && times[k + 1] <= t {
                k += 1;
            }
            let far = (t - times[k]).min(times[k + 1] - t) > FAR * self.period;
            let missing = ((times[k + 1] - times[k]) / self.period) as usize;
            grid.push(Sample::between(&times, rows, k, missing, t), far);
        }
        grid
    }
}

/// How far stamps stray from an even grid at most, over stretches without holes, in periods.
fn longest_stray(time: &[f64], pieces: &[Vec<usize>], period: f64) -> f64 {
    let whole = pieces
        .iter()
        .flat_map(|rows| rows.chunk_by(|&a, &b| time[b] - time[a] < HOLE[1] * period));
    let stray = |rows: &[usize]| stray_of(time, rows, period);
    whole.map(stray).fold(0.0, f64::max)
}

/// How far the stamps of rows stray at most from an even grid that begins with the first, in periods.
fn stray_of(time: &[f64], rows: &[usize], period: f64) -> f64 {
    let each = rows.iter().enumerate();
    let each = each.map(|(k, &row)| ((time[row] - time[rows[0]]) / period - k as f64).abs());
    each.fold(0.0, f64::max)
}

/// A sample of the grid: a row, or a mean of rows with weights.
enum Sample {
    Row(usize),
    Mean(Vec<(usize, f64)>),
}

impl Sample {
    /// At a time behind the `k`th of `rows`, by the cubic that fits what is beside the hole best: as much
    /// on each side as half of what is missing, so that noise of single samples is not carried on.
    fn between(times: &[f64], rows: &[usize], k: usize, missing: usize, t: f64) -> Self {
        let beside = (missing / 2).clamp(BESIDE[0], BESIDE[1]);
        let near = (k + 1).saturating_sub(beside)..(k + 1 + beside).min(times.len());
        let weights = weights(&times[near.clone()], 3, t);
        Self::Mean(rows[near].iter().copied().zip(weights).collect())
    }
}

/// What an even grid is made of.
pub(super) struct Grid {
    samples: Vec<Sample>,
    /// Where nothing was measured.
    pub(super) bridged: Vec<bool>,
}

impl Grid {
    fn push(&mut self, sample: Sample, bridged: bool) {
        self.samples.push(sample);
        self.bridged.push(bridged);
    }

    /// A column on the grid.
    pub(super) fn column(&self, column: &[f64]) -> Vec<f64> {
        let value = |sample: &Sample| match sample {
            Sample::Row(row) => column[*row],
            Sample::Mean(rows) => rows.iter().map(|(row, weight)| weight * column[*row]).sum(),
        };
        self.samples.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, places, stands_still, usual_step};

    fn on_grid(time: &[f64], column: &[f64]) -> (Clock, Vec<f64>, Vec<bool>) {
        let rows = vec![(0..time.len()).collect::<Vec<_>>()];
        let usual = usual_step(time, &rows).unwrap();
        let clock = Clock::of(time, &rows, usual);
        let grid = clock.grid(time, &rows[0]);
        (clock, grid.column(column), grid.bridged)
    }

    #[test]
    fn uneven_samples_of_a_cubic_are_resampled_exactly() {
        let time: Vec<f64> = (0..50)
            .map(|k| 0.01 * f64::from(k) + 0.003 * f64::from(k * 7 % 5))
            .collect();
        let cubic = |t: f64| 1.0 - t + 40.0 * t * t - 90.0 * t * t * t;
        let column: Vec<f64> = time.iter().map(|&t| cubic(t)).collect();
        let (clock, even, bridged) = on_grid(&time, &column);
        assert!(!clock.is_even() && bridged.iter().all(|bridged| !bridged));
        assert_eq!(even.len(), 50);
        for (k, value) in even.iter().enumerate().take(46).skip(4) {
            let t = time[0] + k as f64 * clock.period;
            assert!((value - cubic(t)).abs() < 1e-11, "{k}");
        }
    }

    /// Of ten rows, which is as few as a recording has.
    #[test]
    fn time_that_never_advances_stands_still() {
        assert!(stands_still(&[3.0; 10]) && !stands_still(&[3.0; 9]));
        let mut time: Vec<f64> = (0..10).map(|k| -f64::from(k)).collect();
        assert!(stands_still(&time));
        time[9] = -7.5;
        assert!(!stands_still(&time));
    }

    #[test]
    fn rows_stay_as_they_are_where_others_are_missing() {
        let cubic = |t: f64| 1.0 - t + 4.0 * t * t - 9.0 * t * t * t;
        let time: Vec<f64> = (0..400)
            .filter(|k| k * 7919 % 10 > 2 && !(100..130).contains(k))
            .map(|k| 0.25 + 0.001 * f64::from(k))
            .collect();
        let column: Vec<f64> = time.iter().map(|&t| cubic(t)).collect();
        let (clock, even, bridged) = on_grid(&time, &column);
        assert!(
            clock.is_even() && (clock.period - 1e-3).abs() < 1e-12,
            "{clock:?}"
        );
        let measured = bridged.iter().filter(|bridged| !**bridged).count();
        assert_eq!(measured, time.len());
        for (k, value) in even.iter().enumerate() {
            let t = time[0] + k as f64 * 1e-3;
            assert!((value - cubic(t)).abs() < 1e-11, "{k}: {value}");
        }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }

    #[test]
    fn the_usual_step_is_the_middle_one_of_all_stretches() {
        let time = [0.0, 1.0, 3.0, 3.5, 10.0, 9.0];
        assert_eq!(usual_step(&time, &[vec![0, 1, 2], vec![3, 4]]), Some(2.0));
        assert_eq!(usual_step(&time, &[vec![0, 1, 2], vec![3]]), Some(2.0));
        assert_eq!(
            usual_step(&time, &[vec![0, 1], vec![0, 2], vec![3, 5], vec![0, 4]]),
            Some(5.5)
        );
        assert_eq!(usual_step(&time, &[vec![2], Vec::new()]), None);
        assert_eq!(
            places(&[0.0, 0.1, 0.34, 0.35, 0.6], &[0, 1, 2, 3, 4], 0.1),
            [0, 1, 3, 4, 7]
        );
    }

    #[test]
    fn stamps_that_stray_little_are_even() {
        let time = [5.0, 5.1, 5.205, 5.5, 5.6, 9.0, 9.1];
        let clock = Clock::of(&time, &[vec![0, 1, 2, 3, 4], vec![5, 6]], 0.1);
        // Six periods and one.
        near(clock.period, 0.1);
        assert!((clock.jitter - 0.05).abs() < 1e-9);
        assert!(clock.is_even());
        near(clock.longest_step(), 0.15);
    }

    /// The third of four stamps, a tenth of a second apart, is early or late by hundredths of a second.
    #[test]
    fn stamps_that_are_early_stray_as_far_as_those_that_are_late() {
        for (off, jitter, even) in [
            (-0.005, 0.05, true),
            (0.005, 0.05, true),
            (-0.02, 0.2, false),
            (0.02, 0.2, false),
        ] {
            let time = [2.0, 2.1, 2.2 + off, 2.3];
            let clock = Clock::of(&time, &[vec![0, 1, 2, 3]], 0.1);
            near(clock.period, 0.1);
            assert!((clock.jitter - jitter).abs() < 1e-9, "{off}: {clock:?}");
            assert_eq!(clock.is_even(), even, "{off}");
        }
    }

    #[test]
    fn stamps_that_stray_have_the_mean_rate_of_what_has_no_holes() {
        let time = [0.0, 0.1, 0.22, 0.3, 0.4, 1.03, 1.13, 1.21, 1.33];
        let clock = Clock::of(&time[..5], &[vec![0, 1, 2, 3, 4]], 0.1);
        near(clock.period, 0.1);
        near(clock.jitter, 0.2);
        assert!(!clock.is_even());
        near(clock.longest_step(), 0.25);
        let clock = Clock::of(&time, &[(0..9).collect()], 0.1);
        near(clock.period, 0.1);
        near(clock.jitter, 0.2);
    }

    /// Of ten stamps one is early by 0.8 periods and the next late by as much: no row is missing in 2.6 periods between them.
    #[test]
    fn stamps_that_stray_far_have_the_rate_of_all_rows() {
        let off = |k: u32| match k % 10 {
            4 => -0.8,
            5 => 0.8,
            _ => 0.0,
        };
        let time: Vec<f64> = (0..200u32)
            .map(|k| 3.0 + 0.002 * (f64::from(k) + off(k)))
            .collect();
        let rows: Vec<usize> = (0..200).collect();
        let clock = Clock::of(&time, std::slice::from_ref(&rows), 0.002);
        near(clock.period, 0.002);
        assert!((clock.jitter - 0.8).abs() < 1e-9, "{clock:?}");
    }

    /// Which rows a bridge is made of, found with columns that are 1 in one row.
    #[test]
    fn a_bridge_stands_on_as_many_rows_as_half_of_what_is_missing() {
        let made_of = |missing: usize, before: usize, at: usize| -> Vec<usize> {
            let place = |row: usize| if row < before { row } else { row + missing };
            let time: Vec<f64> = (0..300).map(|row| place(row) as f64).collect();
            let rows: Vec<usize> = (0..300).collect();
            let clock = Clock::of(&time, std::slice::from_ref(&rows), 1.0);
            let grid = clock.grid(&time, &rows);
            assert_eq!(
                grid.bridged.iter().filter(|bridged| **bridged).count(),
                missing
            );
            let has_part = |row: &usize| {
                let mut column = vec![0.0; 300];
                column[*row] = 1.0;
                grid.column(&column)[at] != 0.0
            };
            rows.into_iter().filter(has_part).collect()
        };
        let rows = |range: std::ops::Range<usize>| range.collect::<Vec<_>>();
        assert_eq!(made_of(1, 10, 10), rows(8..12));
        assert_eq!(made_of(4, 10, 11), rows(8..12));
        assert_eq!(made_of(5, 10, 11), rows(7..13));
        assert_eq!(made_of(12, 10, 13), rows(4..16));
        assert_eq!(made_of(12, 3, 5), rows(0..9));
        assert_eq!(made_of(200, 150, 170), rows(86..214));
        assert_eq!(made_of(12, 10, 9), [9]);
        assert_eq!(made_of(12, 10, 22), [10]);
    }

    #[test]
    fn nothing_was_measured_farther_than_a_period_from_every_row() {
        let time = [2.0, 3.0, 4.2, 5.0, 6.2, 12.3, 13.3, 14.1, 14.9];
        let rows: Vec<usize> = (0..9).collect();
        let usual = usual_step(&time, std::slice::from_ref(&rows)).expect("steps");
        let clock = Clock::of(&time, std::slice::from_ref(&rows), usual);
        near(clock.period, 6.8 / 7.0);
        let grid = clock.grid(&time, &rows);
        let line = |t: f64| 3.0 - 0.5 * t;
        let column: Vec<f64> = time.iter().map(|t| line(*t)).collect();
        let even = grid.column(&column);
        // 12.9 s are 13.28 periods.
        assert_eq!((even.len(), grid.bridged.len()), (14, 14));
        for (k, (x, bridged)) in even.iter().zip(&grid.bridged).enumerate() {
            let t = 2.0 + k as f64 * clock.period;
            near(*x, line(t));
            let nearest = time
                .iter()
                .map(|row| (row - t).abs())
                .fold(f64::INFINITY, f64::min);
            assert_eq!(*bridged, nearest > clock.period, "{k}");
        }
        assert_eq!(grid.bridged.iter().filter(|bridged| **bridged).count(), 4);
    }

    /// The last step is a hole as well. However long a period is, holes are told by it.
    #[test]
    fn nothing_was_measured_in_a_hole_before_the_last_row() {
        for unit in [1.0, 0.01] {
            let time = [2.0, 3.0, 4.2, 5.0, 6.2, 12.3, 13.3, 14.1, 14.9, 21.0].map(|t| unit * t);
            let rows: Vec<usize> = (0..10).collect();
            let clock = Clock::of(&time, std::slice::from_ref(&rows), unit);
            near(clock.period / unit, 6.8 / 7.0);
            let grid = clock.grid(&time, &rows);
            let bridged = grid.bridged.iter().enumerate();
            let bridged: Vec<usize> = bridged.filter_map(|(k, is)| is.then_some(k)).collect();
            // 19 s are 19.56 periods.
            assert_eq!(grid.bridged.len(), 21);
            assert_eq!(bridged, [6, 7, 8, 9, 15, 16, 17, 18]);
        }
    }

    /// Two pieces 0.1 s from row to row, in one of which a stamp is 0.03 s late and in the other 0.02 s.
    #[test]
    fn stamps_stray_as_far_as_in_the_piece_where_they_stray_most() {
        let time = [0.0, 0.1, 0.23, 0.3, 0.4, 5.0, 5.1, 5.22, 5.3, 5.4];
        let rows = |from: usize| (from..from + 5).collect::<Vec<usize>>();
        for pieces in [[rows(0), rows(5)], [rows(5), rows(0)]] {
            let clock = Clock::of(&time, &pieces, 0.1);
            near(clock.period, 0.1);
            assert!((clock.jitter - 0.3).abs() < 1e-9, "{clock:?}");
        }
    }

    /// Every other stamp is late by a fifth of a period, and twelve rows are missing behind ten: six on each side bridge them.
    #[test]
    fn a_bridge_between_uneven_stamps_is_as_wide_as_one_between_even_ones() {
        let place = |row: u32| f64::from(if row < 10 { row } else { row + 12 });
        let late = |row: u32| 0.2 * f64::from(row % 2);
        let time: Vec<f64> = (0..61).map(|row| place(row) + late(row)).collect();
        let rows: Vec<usize> = (0..61).collect();
        let clock = Clock::of(&time, std::slice::from_ref(&rows), 1.0);
        assert!(!clock.is_even());
        let grid = clock.grid(&time, &rows);
        let has_part = |row: &usize| {
            let mut column = vec![0.0; 61];
            column[*row] = 1.0;
            grid.column(&column)[15] != 0.0
        };
        let found: Vec<usize> = rows.iter().copied().filter(has_part).collect();
        assert_eq!(found, (4..16).collect::<Vec<usize>>());
    }
}
