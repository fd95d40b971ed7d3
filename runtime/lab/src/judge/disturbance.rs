//! A stretch of a recording in which the model is far worse than in the rest.

use std::fmt;

use crate::numeric::median;
use crate::regression::Series;
use crate::thresholds::{DISTURBED, DISTURBED_SHARE};

/// Seconds of a window, and the fewest windows of all recordings among which one is told apart.
const WINDOW: f64 = 1.0;
const WINDOWS: usize = 12;

/// Where residuals are far larger than elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Disturbance {
    /// The recording.
    pub recording: String,
    /// From when to when, s.
    pub time: [f64; 2],
    /// How large residuals are there, in what is usual (the median of windows of a second), over all rows.
    pub factor: f64,
}

impl fmt::Display for Disturbance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.time;
        write!(
            f,
            "From {from:.1} to {to:.1} s of {} residuals are {:.0} times those of the rest",
            self.recording, self.factor
        )
    }
}

/// A window of one recording.
struct Window {
    series: usize,
    time: [f64; 2],
    /// Mean square residuals of the rows; none where hardly any sample counts.
    squares: Vec<Option<f64>>,
}

fn windows(k: usize, series: &Series) -> Vec<Window> {
    let length = ((WINDOW * series.rate).round() as usize).max(4);
    let rows: Vec<Vec<Option<f64>>> = (0..series.measured.len())
        .map(|row| series.residuals(row).collect())
        .collect();
    let of = |(first, times): (usize, &[f64])| {
        let range = first * length..first * length + times.len();
        let square = |row: &Vec<Option<f64>>| {
            // A joint whose torque is left out has no samples.
            let kept = row.get(range.clone()).into_iter().flatten();
            let kept: Vec<f64> = kept.copied().flatten().collect();
            let sum: f64 = kept.iter().map(|x| x * x).sum();
            (2 * kept.len() >= times.len()).then(|| sum / kept.len() as f64)
        };
        Window {
            series: k,
            time: [times[0], times[times.len() - 1]],
            squares: rows.iter().map(square).collect(),
        }
    };
    series
        .time
        .chunks_exact(length)
        .enumerate()
        .map(of)
        .collect()
}

/// The one stretch in which residuals are far larger than usual; none where they are so in several places, or for long.
pub(super) fn disturbance(series: &[Series]) -> Option<Disturbance> {
    let numbered = series.iter().enumerate();
    let windows: Vec<Window> = numbered
        .flat_map(|(k, series)| windows(k, series))
        .collect();
    if windows.len() < WINDOWS {
        return None;
    }
    let rows = windows.iter().map(|window| window.squares.len()).min()?;
    let usual: Vec<f64> = (0..rows)
        .map(|row| median(windows.iter().filter_map(|w| w.squares[row])).unwrap_or(0.0))
        .collect();
    let size = |window: &Window| {
        let rows = window.squares.iter().zip(&usual);
        let known = rows.filter_map(|(square, usual)| Some(((*square)?, usual)));
        let shares: Vec<f64> = known
            .filter(|(_, usual)| **usual > 0.0)
            .map(|(square, usual)| square / usual)
            .collect();
        (shares.iter().sum::<f64>() / shares.len().max(1) as f64).sqrt()
    };
    let sizes: Vec<f64> = windows.iter().map(size).collect();
    let mut large = (0..sizes.len()).filter(|&k| sizes[k] >= DISTURBED);
    let first = large.next()?;
    let last = large.next_back().unwrap_or(first);
    let (some, count) = (&sizes[first..=last], last + 1 - first);
    let whole = some.iter().all(|size| *size >= DISTURBED);
    let one = windows[first].series == windows[last].series;
    let short = count as f64 <= DISTURBED_SHARE * sizes.len() as f64;
    (whole && one && short).then(|| Disturbance {
        recording: series[windows[first].series].name.clone(),
        time: [windows[first].time[0], windows[last].time[1]],
        factor: (some.iter().map(|x| x * x).sum::<f64>() / count as f64).sqrt(),
    })
}

#[cfg(test)]
mod tests;
