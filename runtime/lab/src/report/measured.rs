//! What was recorded, and how much of it counted: a line a recording.

use serde::Serialize;

use crate::identify::Identification;
use crate::regression::Series;

/// A recording as it was used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Measured {
    /// Its name.
    pub(super) name: String,
    /// What it was used to: `estimate` or `validate`.
    pub(super) used_to: &'static str,
    /// Its length without the ends that were cut off, s.
    pub(super) duration: f64,
    /// Samples a second as measured, Hz.
    pub(super) rate: f64,
    /// Samples that were cut off at each end.
    pub(super) trim: usize,
    /// Factors of decimation, one after the other; none where every sample is an equation.
    pub(super) decimate: Vec<usize>,
    /// Samples a second after decimation, Hz.
    pub(super) decimated_rate: f64,
    /// Samples after decimation.
    pub(super) samples: usize,
    /// The share of equations (samples times rows, as they were solved) that were used; the others are too slow for
    /// the sign of friction to be certain.
    pub(super) used: f64,
}

impl Measured {
    /// Every recording, those of the estimate first.
    pub(super) fn of(found: &Identification) -> Vec<Self> {
        let estimate = found.series.iter().map(|s| Self::new(s, "estimate"));
        let held_out = found.validation.iter().flat_map(|v| &v.series);
        let validate = held_out.map(|s| Self::new(s, "validate"));
        estimate.chain(validate).collect()
    }

    fn new(series: &Series, used_to: &'static str) -> Self {
        let [counted, all] = series.equations;
        let (used, count) = (counted as f64 / all.max(1) as f64, series.time.len() as f64);
        Self {
            name: series.name.clone(),
            used_to,
            duration: count / series.rate,
            rate: series.measured_rate,
            trim: series.trim,
            decimate: series.decimate.clone(),
            decimated_rate: series.rate,
            samples: series.time.len(),
            used,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Measured;
    use crate::regression::Series;

    #[test]
    fn a_recording_is_told_by_its_length_its_rates_and_what_counted() {
        let mut series = Series::new("swing", 2, 4.0);
        series.measured_rate = 200.0;
        (series.trim, series.decimate) = (30, vec![10, 5]);
        for k in 0..6 {
            let kept = [k > 0, k > 3];
            series.push(f64::from(k), &[0.0; 2], &[0.0; 2], kept.into_iter());
        }
        // 5 and 2 of twice 6 count; 6 samples at 4 Hz.
        let expected = Measured {
            name: "swing".to_owned(),
            used_to: "validate",
            duration: 1.5,
            rate: 200.0,
            trim: 30,
            decimate: vec![10, 5],
            decimated_rate: 4.0,
            samples: 6,
            used: 7.0 / 12.0,
        };
        assert_eq!(Measured::new(&series, "validate"), expected);
        // Equations of motors count, also where no joint is made of them alone.
        (series.kept, series.equations) = (vec![Vec::new(); 2], [75, 82]);
        assert_eq!(Measured::new(&series, "estimate").used, 75.0 / 82.0);
        assert_eq!(
            Measured::new(&Series::new("", 1, 4.0), "estimate").used,
            0.0
        );
        // A single equation is all of them.
        for (kept, used) in [(true, 1.0), (false, 0.0)] {
            let mut one = Series::new("", 1, 4.0);
            one.push(0.0, &[0.0], &[0.0], std::iter::once(kept));
            assert_eq!(Measured::new(&one, "estimate").used, used);
        }
    }
}
