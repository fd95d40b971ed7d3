//! Several lines over time, told apart by their dashes, with their names beside them.

use std::fmt::Write as _;

use super::super::numbers::short;
use super::axis::{Axis, decade_rules};
use super::curve::curve;
use super::{LEFT, RIGHT, WIDTH, escaped, open, upright};

/// Heights between which lines are drawn.
const PANEL: [f64; 2] = [8.0, 168.0];

/// Lines over time, each with its class, with the scale's name.
pub(in super::super) fn lines(
    times: &[f64],
    lines: &[(&str, &[f64])],
    title: &str,
    scale: &str,
) -> String {
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return String::new();
    };
    let mut svg = open(204.0, title);
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    time.ticks(&mut svg, PANEL[0], PANEL[1], "s");
    let all = lines.iter().flat_map(|(_, values)| *values);
    let up = Axis::around(all, PANEL[1], PANEL[0]);
    up.rules(&mut svg, 4.0);
    upright(&mut svg, scale, f64::midpoint(PANEL[0], PANEL[1]));
    for (class, values) in lines {
        curve(&mut svg, class, (&time, times), (&up, values));
    }
    svg.push_str("</svg>");
    svg
}

/// A factor over time, its logarithm upwards.
pub(in super::super) fn growth(times: &[f64], factors: &[f64], title: &str) -> String {
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return String::new();
    };
    let logarithms: Vec<f64> = factors.iter().map(|x| x.max(1e-9).log10()).collect();
    let mut svg = open(204.0, title);
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    time.ticks(&mut svg, PANEL[0], PANEL[1], "s");
    let up = Axis::around(logarithms.iter(), PANEL[1], PANEL[0]);
    decade_rules(&mut svg, &up);
    upright(&mut svg, "factor", f64::midpoint(PANEL[0], PANEL[1]));
    curve(&mut svg, "predicted", (&time, times), (&up, &logarithms));
    svg.push_str("</svg>");
    svg
}

/// Bars of several numbers, a name and a unit beside each.
pub(in super::super) fn bars(bars: &[(String, f64, &str)], title: &str) -> String {
    let height = 18.0 * bars.len() as f64 + 8.0;
    let mut svg = open(height, title);
    let largest = bars.iter().map(|(_, x, _)| *x).filter(|x| x.is_finite());
    let largest = largest.fold(1e-300, f64::max);
    for (k, (name, value, unit)) in bars.iter().enumerate() {
        let y = 4.0 + 18.0 * k as f64;
        let width = (value / largest).clamp(0.0, 1.0) * (WIDTH - 330.0);
        let _ = write!(
            svg,
            r#"<text class="tick" x="150" y="{:.1}" text-anchor="end">{}</text><rect style="fill: var(--predicted)" x="158" y="{y:.1}" width="{width:.1}" height="12"/><text class="tick" x="{:.1}" y="{:.1}">{} {}</text>"#,
            y + 10.0,
            escaped(name),
            166.0 + width,
            y + 10.0,
            short(*value),
            escaped(unit)
        );
    }
    svg.push_str("</svg>");
    svg
}
