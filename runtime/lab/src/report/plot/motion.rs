//! Position and speed of a joint over time.

use super::axis::Axis;
use super::curve::curve;
use super::{LEFT, RIGHT, WIDTH, open, upright};
use crate::regression::Series;

/// Heights at which the two panels begin and end.
const PANELS: [[f64; 2]; 2] = [[8.0, 88.0], [104.0, 184.0]];

/// Both panels share the time axis; nothing where a series has no states.
pub(in super::super) fn motion(
    series: &Series,
    joint: usize,
    name: &str,
    [position, speed]: [&str; 2],
) -> String {
    let (Some(first), Some(last), Some(q), Some(qd)) = (
        series.time.first(),
        series.time.last(),
        series.position.get(joint),
        series.speed.get(joint),
    ) else {
        return String::new();
    };
    let title = format!(
        "Joint {name}, {}: position and speed over time",
        series.name
    );
    let mut svg = open(204.0, &title);
    let time = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    time.ticks(&mut svg, PANELS[0][0], PANELS[1][1], "s");
    let across = (&time, series.time.as_slice());
    let names = [format!("position, {position}"), format!("speed, {speed}")];
    for ((values, [top, bottom]), name) in [q, qd].into_iter().zip(PANELS).zip(names) {
        let up = Axis::around(values.iter(), bottom, top);
        up.rules(&mut svg, 4.0);
        upright(&mut svg, &name, f64::midpoint(top, bottom));
        curve(&mut svg, "predicted", across, (&up, values));
    }
    svg.push_str("</svg>");
    svg
}
