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

/// Whether no step between rows is longer than so many seconds.
pub(super) fn whole(stretches: &[Stretch], time: &[f64], longest: f64) -> bool {
    let mut steps = stretches.iter().flat_map(|rows| rows.windows(2));
    steps.all(|pair| time[pair[1]] - time[pair[0]] <= longest)
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

#[cfg(test)]
mod tests {

    use super::{Limits, linear};
    use crate::signal::Band;

    #[test]
    fn lines_lead_from_row_to_row() {
        let time = [9.0, 0.0, 1.0, 3.0, 3.2, 8.0];
        let column = [9.0, 1.0, 2.0, -2.0, 5.0, 9.0];
        let found = linear(&time, &column, &[1, 2, 3, 4], 0.5);
        let expected = [1.0, 1.5, 2.0, 1.0, 0.0, -1.0, -2.0];
        assert_eq!(found.len(), expected.len());
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(linear(&time, &column, &[2], 0.5), [2.0]);
        assert!(linear(&time, &column, &[], 0.5).is_empty());
    }

    #[test]
    fn the_fastest_joint_of_the_longest_part_says_how_long_holes_may_be() {
        // Half a second and more apart: parts of 3 s, 12 s and 8 s.
        let mut time: Vec<f64> = (0..2300).map(|k| 0.01 * f64::from(k)).collect();
        time[300..].iter_mut().for_each(|t| *t += 0.5);
        time[1500..].iter_mut().for_each(|t| *t += 0.6);
        let sine = |hertz: f64| -> Vec<f64> {
            let angle = |t: &f64| (std::f64::consts::TAU * hertz * t).sin();
            time.iter().map(angle).collect()
        };
        let mut fast = sine(1.1);
        // What moves faster elsewhere does not count.
        fast[..300].copy_from_slice(&sine(9.0)[..300]);
        fast[1500..].copy_from_slice(&sine(7.0)[1500..]);
        let position = [sine(0.4), fast.clone()];
        let stretches = [(0..2300).collect::<Vec<usize>>()];
        let limits = Limits::of(&position, &time, &stretches, 0.01);
        let even = Band::of(&fast[300..1500], 100.0).expect("it moves").width;
        assert!((limits.piece * even - 1.0).abs() < 1e-3, "{}", limits.piece);
        assert!((limits.bridged - 0.125 * limits.piece).abs() < 1e-12);
        // Whichever joint it is.
        let turned = [fast.clone(), sine(0.4)];
        let turned = Limits::of(&turned, &time, &stretches, 0.01);
        assert_eq!(turned.piece, limits.piece);
        // No more than half a second, however slow.
        let long: Vec<f64> = (0..6000).map(|k| 0.01 * f64::from(k)).collect();
        let slow: Vec<f64> = long.iter().map(|t| (0.6 * t).sin()).collect();
        let slow = Limits::of(&[slow], &long, &[(0..6000).collect()], 0.01);
        assert_eq!(slow.bridged, 0.5);
        assert!(slow.piece > 4.0, "{}", slow.piece);
        let still = Limits::of(&[vec![0.7; 2300]], &time, &stretches, 0.01);
        assert_eq!([still.bridged, still.piece], [0.05, 0.0]);
        assert_eq!(
            [Limits::NONE.bridged, Limits::NONE.piece],
            [f64::INFINITY, 0.0]
        );
    }

    /// What half a second at most parts is one: 8 s with a hole, and not the 6 s behind a longer one.
    #[test]
    fn rows_beside_a_hole_that_can_be_bridged_are_one_part() {
        let mut time: Vec<f64> = (0..1400).map(|k| 0.01 * f64::from(k)).collect();
        time[400..].iter_mut().for_each(|t| *t += 0.4);
        time[800..].iter_mut().for_each(|t| *t += 0.6);
        let wave = |hertz: f64, t: f64| (std::f64::consts::TAU * hertz * t).sin();
        let each = time.iter().enumerate();
        let position = each.map(|(k, t)| wave(if k < 800 { 1.5 } else { 0.5 }, *t));
        let stretches = [(0..1400).collect::<Vec<usize>>()];
        let limits = Limits::of(&[position.collect()], &time, &stretches, 0.01);
        // A period of the faster motion, and not of the slower.
        assert!(limits.piece < 1.0 / 1.4, "{}", limits.piece);
    }

    /// 500 rows of 5 s, in which it goes fast, and 300 of 9 s.
    #[test]
    fn the_longest_part_is_that_of_the_most_seconds_and_not_of_the_most_rows() {
        let mut time: Vec<f64> = (0..500).map(|k| 0.01 * f64::from(k)).collect();
        time.extend((0..300).map(|k| 5.6 + 0.03 * f64::from(k)));
        let wave = |hertz: f64, t: f64| (std::f64::consts::TAU * hertz * t).sin();
        let each = time.iter().enumerate();
        let position = each.map(|(k, t)| wave(if k < 500 { 2.0 } else { 0.5 }, *t));
        let stretches = [(0..800).collect::<Vec<usize>>()];
        let limits = Limits::of(&[position.collect()], &time, &stretches, 0.01);
        // The slower one says how long pieces have to be: the faster has two periods in a second.
        assert!(limits.piece > 0.7, "{}", limits.piece);
    }
}
