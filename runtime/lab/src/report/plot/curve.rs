//! Lines through samples, thinned so that a long recording makes no large page and loses no peak.

use std::fmt::Write as _;
use std::ops::Range;

use super::axis::Axis;

/// Points along the width of a plot; two a point at most, its extremes.
const POINTS: usize = 900;

/// A line through samples, which breaks where a place across is none; where there are more than one a pixel, each pixel's extremes.
pub(super) fn curve(
    svg: &mut String,
    class: &str,
    (x, across): (&Axis, &[f64]),
    (y, values): (&Axis, &[f64]),
) {
    let count = across.len().min(values.len());
    let group = count.div_ceil(POINTS).max(1);
    for run in runs(&across[..count]) {
        let mut points = String::new();
        let mut put = |k: usize| {
            let _ = write!(points, "{:.1},{:.1} ", x.at(across[k]), y.at(values[k]));
        };
        for start in run.clone().step_by(group) {
            let members = start..(start + group).min(run.end);
            // What is not finite is no extreme.
            let members = members.filter(|k| values[*k].is_finite());
            let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
            let lowest = members.clone().min_by(by_value);
            let Some((lowest, highest)) = lowest.zip(members.max_by(by_value)) else {
                continue;
            };
            put(lowest.min(highest));
            if lowest != highest {
                put(lowest.max(highest));
            }
        }
        let _ = write!(
            svg,
            r#"<polyline class="{class}" points="{}"/>"#,
            points.trim_end()
        );
    }
}

/// Places across, apart by those that are none.
pub(super) fn runs(across: &[f64]) -> Vec<Range<usize>> {
    let is_end = |k: &usize| across.get(*k).is_none_or(|place| !place.is_finite());
    let ends = (0..=across.len()).filter(is_end);
    let mut first = 0;
    let run = |end: usize| {
        let run = first..end;
        first = end + 1;
        run
    };
    ends.map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::{Axis, POINTS, curve};

    #[test]
    fn a_long_recording_keeps_its_peak_and_few_points() {
        let time: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut values = vec![0.0; time.len()];
        values[54_321] = 7.0;
        let mut svg = String::new();
        let (x, y) = (
            Axis::new(0.0, 1e5, 0.0, 900.0),
            Axis::new(0.0, 7.0, 100.0, 3.0),
        );
        curve(&mut svg, "measured", (&x, &time), (&y, &values));
        assert!(svg.contains(",3.0 "), "the peak is lost");
        assert!(svg.matches(',').count() <= 2 * POINTS);
    }
}
