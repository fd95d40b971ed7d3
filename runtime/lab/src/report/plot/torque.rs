//! Measured and predicted torque of a joint, or what else is measured, over time, and their difference below.

use std::fmt::Write as _;

use super::axis::Axis;
use super::curve::curve;
use super::{LEFT, RIGHT, WIDTH, open, upright};
use crate::regression::Series;

/// Heights at which the two panels begin and end.
const UPPER: [f64; 2] = [8.0, 158.0];
const LOWER: [f64; 2] = [176.0, 240.0];

/// Both panels share the time axis; spans in which samples do not count are shaded.
pub(in super::super) fn torque(
    series: &Series,
    joint: usize,
    title: &str,
    [quantity, unit]: [&str; 2],
) -> String {
    let (Some(first), Some(last), Some(measured), Some(predicted)) = (
        series.time.first(),
        series.time.last(),
        series.measured.get(joint),
        series.predicted.get(joint),
    ) else {
        return String::new();
    };
    let residual: Vec<f64> = measured.iter().zip(predicted).map(|(m, p)| m - p).collect();
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    let upper = Axis::around(measured.iter().chain(predicted), UPPER[1], UPPER[0]);
    let lower = Axis::around(residual.iter(), LOWER[1], LOWER[0]);
    let title = format!(
        "{title}, {}: measured and predicted {quantity} over time, residual below",
        series.name
    );
    let mut svg = open(260.0, &title);
    for (start, end) in slow_spans(series, joint) {
        let (x, width) = (time.at(start), time.at(end) - time.at(start));
        for [top, bottom] in [UPPER, LOWER] {
            let _ = write!(
                svg,
                r#"<rect class="slow" x="{x:.1}" y="{top}" width="{width:.1}" height="{}"/>"#,
                bottom - top
            );
        }
    }
    time.ticks(&mut svg, UPPER[0], LOWER[1], "s");
    upper.rules(&mut svg, 5.0);
    lower.rules(&mut svg, 4.0);
    upright(
        &mut svg,
        &format!("{quantity}, {unit}"),
        f64::midpoint(UPPER[0], UPPER[1]),
    );
    upright(&mut svg, "residual", f64::midpoint(LOWER[0], LOWER[1]));
    let across = (&time, series.time.as_slice());
    curve(&mut svg, "measured", across, (&upper, measured));
    curve(&mut svg, "predicted", across, (&upper, predicted));
    curve(&mut svg, "residual", across, (&lower, &residual));
    svg.push_str("</svg>");
    svg
}

/// Spans of time in which a joint's samples did not count.
fn slow_spans(series: &Series, joint: usize) -> Vec<(f64, f64)> {
    let half = 0.5 / series.rate.max(1e-9);
    let mut spans: Vec<(f64, f64)> = Vec::new();
    for (time, kept) in series.time.iter().zip(&series.kept[joint]) {
        if *kept {
            continue;
        }
        match spans.last_mut() {
            Some(span) if time - half <= span.1 + 0.5 * half => span.1 = time + half,
            _ => spans.push((time - half, time + half)),
        }
    }
    let (Some(first), Some(last)) = (series.time.first(), series.time.last()) else {
        return spans;
    };
    for span in &mut spans {
        *span = (span.0.max(*first), span.1.min(*last));
    }
    spans
}
