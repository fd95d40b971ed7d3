//! Position, speed and acceleration of a joint in a planned motion, with their limits.

use std::fmt::Write as _;

use super::axis::Axis;
use super::curve::curve;
use super::{LEFT, RIGHT, WIDTH, open, upright};

/// Heights at which panels begin and end.
const PANELS: [[f64; 2]; 3] = [[8.0, 98.0], [112.0, 182.0], [196.0, 266.0]];

/// Three panels over one time axis; each has its values, its limits and its name. A limit that is far from all values
/// is left out.
pub(in super::super) fn path(
    times: &[f64],
    panels: [(&[f64], [f64; 2], &str); 3],
    title: &str,
) -> String {
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return String::new();
    };
    let mut svg = open(286.0, title);
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    time.ticks(&mut svg, PANELS[0][0], PANELS[2][1], "s");
    for ((values, limits, name), [top, bottom]) in panels.into_iter().zip(PANELS) {
        let most = values.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let near = limits.map(|limit| Some(limit).filter(|limit| limit.abs() <= 2.0 * most));
        let up = Axis::around(values.iter().chain(near.iter().flatten()), bottom, top);
        up.rules(&mut svg, 4.0);
        upright(&mut svg, name, f64::midpoint(top, bottom));
        for limit in near.into_iter().flatten() {
            let y = up.at(limit);
            let _ = write!(
                svg,
                r#"<line class="mark" x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/>"#,
                WIDTH - RIGHT
            );
        }
        curve(&mut svg, "predicted", (&time, times), (&up, values));
    }
    svg.push_str("</svg>");
    svg
}
