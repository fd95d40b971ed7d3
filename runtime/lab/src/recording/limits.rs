//! How long holes may be to be bridged, and pieces have to be, against the band of the motion.

use super::order::Stretch;
use crate::signal::Band;
use crate::thresholds::{BRIDGED, BRIDGED_SECONDS, PIECE};

/// How long a hole can be to be bridged, and a piece has to be, s.
pub(super) struct Limits {
    pub(super) bridged: f64,
    pub(super) piece: f64,
}

impl Limits {
    /// Of rows without holes.
    pub(super) const NONE: Self = Self {
        bridged: f64::INFINITY,
        piece: 0.0,
    };

    /// From the fastest joint in the longest part of rows whose holes can be bridged at all; `usual` is the
    /// time between rows, s.
    pub(super) fn of(
        position: &[Vec<f64>],
        time: &[f64],
        stretches: &[Stretch],
        usual: f64,
    ) -> Self {
        let sections = stretches
            .iter()
            .flat_map(|rows| rows.chunk_by(|&a, &b| time[b] - time[a] <= BRIDGED_SECONDS[1]));
        let lasts = |rows: &&[usize]| time[rows[rows.len() - 1]] - time[rows[0]];
        let longest = sections.max_by(|a, b| lasts(a).total_cmp(&lasts(b)));
        let longest = longest.unwrap_or_default();
        let band = |column: &Vec<f64>| {
            let even = linear(time, column, longest, usual);
            Band::of(&even, 1.0 / usual).map(|band| band.width)
        };
        match position.iter().filter_map(band).fold(0.0, f64::max) {
            width if width > 0.0 => Self {
                bridged: (BRIDGED / width).min(BRIDGED_SECONDS[1]),
                piece: PIECE / width,
            },
            _ => Self {
                bridged: BRIDGED_SECONDS[0],
                piece: 0.0,
            },
        }
    }
}

/// A column at even times from some rows, by straight lines.
fn linear(time: &[f64], column: &[f64], rows: &[usize], period: f64) -> Vec<f64> {
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else {
        return Vec::new();
    };
    let count = ((time[last] - time[first]) / period) as usize + 1;
    let mut k = 0;
    let at = |place: usize| {
        let t = time[first] + place as f64 * period;
        while k + 2 < rows.len() && time[rows[k + 1]] <= t {
            k += 1;
        }
        let (a, b) = (rows[k], rows[(k + 1).min(rows.len() - 1)]);
        let width = time[b] - time[a];
        let share = if width > 0.0 {
            (t - time[a]) / width
        } else {
            0.0
        };
        column[a] + share * (column[b] - column[a])
    };
    (0..count).map(at).collect()
}
