//! Spectra of a joint's position and torque, and what the position filter leaves.

use std::fmt::Write as _;

use super::axis::{Axis, decades, power_of_ten};
use super::curve::curve;
use super::{RIGHT, WIDTH, open};
use crate::motion::JointSpectrum;

const TOP: f64 = 22.0;
const BOTTOM: f64 = 158.0;
/// Where the two panels begin and end.
const PANELS: [[f64; 2]; 2] = [[52.0, 440.0], [506.0, WIDTH - RIGHT]];
/// Decades below the highest density that are shown: beyond is rounding.
const DEPTH: f64 = 18.0;

/// One panel: its place, its name, densities, and frequencies to mark.
struct Panel<'a> {
    place: [f64; 2],
    name: &'a str,
    curves: Vec<(&'a str, Vec<f64>)>,
    marks: Vec<(f64, String)>,
}

/// Position with what the filter leaves of it, and torque; `cutoff` of the position filter and
/// the `rate` after decimation, Hz, are marked.
pub(in super::super) fn spectrum(
    joint: &JointSpectrum,
    [position_unit, torque_unit]: [&str; 2],
    cutoff: f64,
    rate: f64,
) -> String {
    let filtered = joint.position.iter().zip(&joint.filter);
    let filtered = filtered.map(|(power, gain)| power * gain * gain).collect();
    let panels = [
        Panel {
            place: PANELS[0],
            name: &format!("position, {position_unit}²/Hz"),
            curves: vec![
                ("measured", joint.position.clone()),
                ("predicted", filtered),
            ],
            marks: vec![(cutoff, "cut-off".to_owned())],
        },
        Panel {
            place: PANELS[1],
            name: &format!("torque, ({torque_unit})²/Hz"),
            curves: vec![("measured", joint.torque.clone())],
            marks: vec![(0.5 * rate, "decimated to here".to_owned())],
        },
    ];
    let torque = if joint.torque.is_empty() {
        ""
    } else {
        " and torque"
    };
    let title = format!(
        "Joint {}: power spectral densities of position{torque}",
        joint.name
    );
    let mut svg = open(196.0, &title);
    let frequency: Vec<f64> = joint
        .frequency
        .iter()
        .map(|f| f.max(1e-9).log10())
        .collect();
    for panel in &panels {
        draw(&mut svg, panel, &frequency);
    }
    svg.push_str("</svg>");
    svg
}

fn draw(svg: &mut String, panel: &Panel<'_>, frequency: &[f64]) {
    let (Some(first), Some(last)) = (frequency.first(), frequency.last()) else {
        return;
    };
    let powers = panel.curves.first().map(|(_, power)| power.as_slice());
    let highest = powers
        .unwrap_or_default()
        .iter()
        .copied()
        .fold(0.0, f64::max);
    if highest <= 0.0 {
        return;
    }
    let positive = |p: &&f64| **p > 0.0;
    let lowest = powers.unwrap_or_default().iter().filter(positive);
    let lowest = lowest.copied().fold(highest, f64::min);
    let high = highest.log10().ceil();
    let low = lowest.log10().floor().max(high - DEPTH).min(high - 1.0);
    let [left, right] = panel.place;
    let across = Axis::new(*first, *last, left, right);
    let up = Axis::new(low, high, BOTTOM, TOP);
    frame(svg, &across, &up);
    for (class, power) in &panel.curves {
        let log: Vec<f64> = power
            .iter()
            .map(|p| p.log10())
            // What is below the panel is left out; a curve skips what is not finite.
            .map(|p| if p < low { f64::NAN } else { p })
            .collect();
        curve(svg, class, (&across, frequency), (&up, &log));
    }
    for (mark, what) in &panel.marks {
        let at = mark.max(1e-9).log10();
        if (*first..=*last).contains(&at) {
            let x = across.at(at);
            let _ = write!(
                svg,
                r#"<line class="mark" x1="{x:.1}" x2="{x:.1}" y1="{TOP}" y2="{BOTTOM}"/><text class="tick" x="{:.1}" y="{:.1}" >{what}</text>"#,
                x + 5.0,
                TOP + 12.0
            );
        }
    }
    let _ = write!(
        svg,
        r#"<text class="name" x="{left:.1}" y="14">{}</text><text class="name" x="{:.1}" y="{:.1}" text-anchor="middle">frequency, Hz</text>"#,
        panel.name,
        f64::midpoint(left, right),
        BOTTOM + 32.0
    );
}

/// Rules and powers of ten of both scales.
fn frame(svg: &mut String, across: &Axis, up: &Axis) {
    for decade in decades(across.low, across.high) {
        let x = across.at(decade);
        let _ = write!(
            svg,
            r#"<line class="rule" x1="{x:.1}" x2="{x:.1}" y1="{TOP}" y2="{BOTTOM}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            BOTTOM + 16.0,
            power_of_ten(decade)
        );
    }
    let every = decades(up.low, up.high);
    let skip = every.len().div_ceil(5).max(1);
    for (k, decade) in every.iter().enumerate() {
        let y = up.at(*decade);
        let _ = write!(
            svg,
            r#"<line class="rule" x1="{:.1}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/>"#,
            across.from, across.to
        );
        if k % skip == 0 {
            let _ = write!(
                svg,
                r#"<text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                across.from - 6.0,
                y + 4.0,
                power_of_ten(*decade)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{power_of_ten, spectrum};
    use crate::motion::JointSpectrum;

    fn joint(power: f64) -> JointSpectrum {
        JointSpectrum {
            name: "q1".to_owned(),
            frequency: (1..100).map(f64::from).collect(),
            position: vec![power; 99],
            torque: Vec::new(),
            filter: vec![0.5; 99],
        }
    }

    #[test]
    fn a_panel_without_data_stays_empty() {
        let svg = spectrum(&joint(1.0), ["rad", "N·m"], 10.0, 50.0);
        assert!(svg.contains("cut-off") && !svg.contains("torque"), "{svg}");
        let still = spectrum(&joint(0.0), ["rad", "N·m"], 10.0, 50.0);
        assert!(
            !still.contains("polyline") && !still.contains("NaN"),
            "{still}"
        );
    }

    /// Densities from 0.003 to 0.05: from a thousandth to a tenth. What is far below the highest is left out.
    #[test]
    fn a_panel_goes_from_one_power_of_ten_to_another() {
        let shown = |least: f64, power: f64| {
            let mut one = joint(least);
            one.position[50] = 0.05;
            let svg = spectrum(&one, ["rad", "N·m"], 10.0, 50.0);
            svg.contains(&format!(">{}<", power_of_ten(power)))
        };
        let few = [-4.0, -3.0, -2.0, -1.0].map(|power| shown(0.003, power));
        assert_eq!(few, [false, true, true, true]);
        // Densities alike are between two of them.
        assert!(shown(0.05, -2.0) && shown(0.05, -1.0) && !shown(0.05, -3.0));
        // Five powers of ten have a number each, of six every other one.
        let powers = [-6.0, -5.0, -4.0, -3.0, -2.0, -1.0];
        let of = |least: f64| powers.map(|power| shown(least, power));
        assert_eq!(of(3e-5), [false, true, true, true, true, true]);
        assert_eq!(of(3e-6), [true, false, true, false, true, false]);
        assert!(shown(1e-40, -18.0) && !shown(1e-40, -40.0));
    }
}
