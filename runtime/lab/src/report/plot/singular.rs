//! Singular values on a logarithmic scale: how well each direction of the parameters was excited.

use std::fmt::Write as _;

use super::axis::{Axis, decade_rules};
use super::{LEFT, RIGHT, WIDTH, open};

const TOP: f64 = 12.0;
const BOTTOM: f64 = 190.0;

/// Singular values as points, falling; those beyond the rank are marked as lost.
pub(in super::super) fn singular_values(values: &[f64], rank: usize) -> String {
    let (Some(largest), Some(smallest)) = (values.first(), values.last()) else {
        return String::new();
    };
    let logarithm = |value: f64| value.max(1e-16 * largest.max(1e-300)).log10();
    let (high, low) = (logarithm(*largest), logarithm(*smallest));
    let axis = Axis::new(
        (low - 0.1).floor().min(high.ceil() - 1.0),
        (high + 0.05).ceil(),
        BOTTOM,
        TOP,
    );
    let mut svg = open(
        226.0,
        &format!(
            "Singular values of the scaled observation matrix, {rank} of {} not zero",
            values.len()
        ),
    );
    decade_rules(&mut svg, &axis);
    let step = (WIDTH - LEFT - RIGHT) / values.len() as f64;
    let middle = |k: usize| LEFT + step * (k as f64 + 0.5);
    for (k, value) in values.iter().enumerate() {
        let (x, y) = (middle(k), axis.at(logarithm(*value)));
        let class = if k < rank { "value" } else { "lost" };
        let _ = write!(
            svg,
            r#"<line class="stem {class}" x1="{x:.1}" x2="{x:.1}" y1="{BOTTOM}" y2="{y:.1}"/><circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="3.6"><title>{}: {value:.3e}</title></circle>"#,
            k + 1
        );
    }
    let every = values.len().div_ceil(20).max(1);
    for k in (0..values.len()).filter(|k| (k + 1) % every == 0 || *k == 0) {
        let _ = write!(
            svg,
            r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            middle(k),
            BOTTOM + 16.0,
            k + 1
        );
    }
    let _ = write!(
        svg,
        r#"<text class="name" x="{:.1}" y="{:.1}" text-anchor="middle">direction of the base parameters, best excited first</text></svg>"#,
        f64::midpoint(LEFT, WIDTH - RIGHT),
        BOTTOM + 32.0
    );
    svg
}
