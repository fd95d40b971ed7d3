//! Plots as inline SVG whose colours come from the page's style sheet.

use std::fmt::Write as _;

use crate::lab::residuals::Series;

/// Inner size of a plot, in pixels of its view box, and the margins for labels.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 12.0;

/// Measured and predicted torque of a joint over time, with the residual on the same scale of
/// time below.
pub(super) fn torque(series: &Series, joint: usize, unit: &str) -> String {
    let (Some(first), Some(last)) = (series.time.first(), series.time.last()) else {
        return String::new();
    };
    let measured = &series.measured[joint];
    let predicted = &series.predicted[joint];
    let residual: Vec<f64> = measured.iter().zip(predicted).map(|(m, p)| m - p).collect();
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    let upper = Axis::around(measured.iter().chain(predicted), 150.0, 8.0);
    let lower = Axis::around(residual.iter(), 226.0, 168.0);
    let mut svg = open(252.0, "Measured and predicted torque, and residual below");
    upper.rules(&mut svg, unit);
    lower.rules(&mut svg, "");
    time.ticks(&mut svg, 226.0, "s");
    for span in slow_spans(series, joint) {
        let (x, width) = (time.at(span.0), time.at(span.1) - time.at(span.0));
        let _ = write!(
            svg,
            r#"<rect class="slow" x="{x:.1}" y="8" width="{width:.1}" height="142"/>"#
        );
    }
    line(&mut svg, "measured", &time, &upper, &series.time, measured);
    line(
        &mut svg,
        "predicted",
        &time,
        &upper,
        &series.time,
        predicted,
    );
    line(&mut svg, "residual", &time, &lower, &series.time, &residual);
    svg.push_str("</svg>");
    svg
}

/// Singular values as bars on a logarithmic scale.
pub(super) fn singular_values(values: &[f64]) -> String {
    let positive: Vec<f64> = values.iter().map(|v| v.max(1e-16).log10()).collect();
    let (Some(highest), Some(lowest)) = (
        positive.iter().copied().reduce(f64::max),
        positive.iter().copied().reduce(f64::min),
    ) else {
        return String::new();
    };
    let (bottom, top) = (lowest.floor().min(highest - 1.0), highest.ceil());
    let axis = Axis::new(bottom, top, 150.0, 10.0);
    let mut svg = open(172.0, "Singular values of the scaled observation matrix");
    let mut decade = bottom;
    while decade <= top + 0.5 {
        let y = axis.at(decade);
        let _ = write!(
            svg,
            r#"<line class="rule" x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">10<tspan dy="-4" font-size="8">{decade:.0}</tspan></text>"#,
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0
        );
        decade += 1.0_f64.max(((top - bottom) / 6.0).ceil());
    }
    let step = (WIDTH - LEFT - RIGHT) / real(positive.len());
    for (k, value) in positive.iter().enumerate() {
        let (x, y) = (LEFT + step * (real(k) + 0.15), axis.at(*value));
        let _ = write!(
            svg,
            r#"<rect class="value" x="{x:.1}" y="{y:.1}" width="{:.1}" height="{:.1}"><title>{}: {:.3e}</title></rect>"#,
            step * 0.7,
            150.0 - y,
            k + 1,
            values[k]
        );
    }
    let _ = write!(
        svg,
        r#"<text class="tick" x="{LEFT}" y="166">1</text><text class="tick" x="{:.1}" y="166" text-anchor="end">{}</text></svg>"#,
        WIDTH - RIGHT,
        values.len()
    );
    svg
}

/// One scale of a plot.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self {
            low,
            high,
            from,
            to,
        }
    }

    /// A scale that holds some values and zero, with a little air.
    fn around<'a>(values: impl Iterator<Item = &'a f64>, from: f64, to: f64) -> Self {
        let (low, high) = values.fold((0.0f64, 0.0f64), |(l, h), x| (l.min(*x), h.max(*x)));
        let air = 0.06 * (high - low).max(1e-12);
        Self::new(low - air, high + air, from, to)
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers on the scale: 1, 2 or 5 times a power of ten apart.
    fn round_numbers(&self, about: f64) -> Vec<f64> {
        let rough = (self.high - self.low) / about;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * power)
            .into_iter()
            .find(|s| *s >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.low / step).ceil();
        (0..20)
            .map(|k| (first + f64::from(k)) * step)
            .take_while(|value| *value <= self.high + 1e-9 * step)
            .collect()
    }

    fn rules(&self, svg: &mut String, unit: &str) {
        let height = (self.from - self.to).abs();
        let numbers = self.round_numbers(if height > 100.0 { 5.0 } else { 2.0 });
        for value in &numbers {
            let y = self.at(*value);
            let class = if *value == 0.0 { "zero" } else { "rule" };
            let _ = write!(
                svg,
                r#"<line class="{class}" x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                label(*value)
            );
        }
        if !unit.is_empty() {
            let _ = write!(svg, r#"<text class="tick" x="4" y="14">{unit}</text>"#);
        }
    }

    fn ticks(&self, svg: &mut String, y: f64, unit: &str) {
        for value in self.round_numbers(10.0) {
            let x = self.at(value);
            let _ = write!(
                svg,
                r#"<text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                y + 18.0,
                label(value)
            );
        }
        let _ = write!(
            svg,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{unit}</text>"#,
            LEFT - 6.0,
            y + 18.0
        );
    }
}

/// A tick's number without needless digits.
fn label(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    let text = if value.abs() < 1e-6 && value != 0.0 {
        format!("{value:.1e}")
    } else {
        rounded.to_string()
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.replace('-', "−")
    }
}

fn open(height: f64, title: &str) -> String {
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}" xmlns="http://www.w3.org/2000/svg">"#
    )
}

/// A line through samples; where there are more than two a pixel, each pixel's extremes, so that
/// no peak is lost.
fn line(svg: &mut String, class: &str, x: &Axis, y: &Axis, time: &[f64], values: &[f64]) {
    let per_point = time.len().div_ceil(900).max(1);
    let mut points = String::new();
    let mut put = |k: usize| {
        let _ = write!(points, "{:.1},{:.1} ", x.at(time[k]), y.at(values[k]));
    };
    for start in (0..time.len().min(values.len())).step_by(per_point) {
        let group = start..(start + per_point).min(values.len());
        let lowest = group
            .clone()
            .min_by(|&a, &b| values[a].total_cmp(&values[b]));
        let highest = group.max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let (a, b) = (lowest.unwrap_or(start), highest.unwrap_or(start));
        put(a.min(b));
        if a != b {
            put(a.max(b));
        }
    }
    let _ = write!(
        svg,
        r#"<polyline class="{class}" points="{}"/>"#,
        points.trim_end()
    );
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
    spans
}

#[expect(clippy::cast_precision_loss, reason = "counts on a page")]
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::{Axis, label};

    #[test]
    fn ticks_are_round_numbers_within_the_scale() {
        let axis = Axis::new(-0.7, 13.2, 0.0, 100.0);
        assert_eq!(axis.round_numbers(5.0), [0.0, 5.0, 10.0]);
        assert_eq!(label(-0.25), "−0.25");
        assert_eq!(label(-0.0), "0");
        let flat = Axis::around([0.0, 0.0].iter(), 0.0, 1.0);
        assert!(flat.at(0.0).is_finite());
    }
}
