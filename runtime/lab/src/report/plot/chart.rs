//! Several named lines over a common scale, with bands about them and marks across.

use std::fmt::Write as _;

use super::axis::Axis;
use super::curve::{curve, runs};
use super::{LEFT, RIGHT, WIDTH, escaped, open, upright};

/// A line of a chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// A number for each place across; what is not finite is not drawn.
    pub values: Vec<f64>,
    /// How far a band reaches on either side of each; empty for none.
    pub either_side: Vec<f64>,
    /// Whether it is broad and grey, below the others: what they are to follow.
    pub is_followed: bool,
}

impl Line {
    /// A line without a band.
    #[must_use]
    pub fn new(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self {
            name: name.into(),
            values,
            ..Self::default()
        }
    }

    /// Its colour, by its place.
    pub(in super::super) fn colour(&self, place: usize) -> &'static str {
        match self.is_followed {
            true => "var(--measured)",
            false => COLOURS[place % COLOURS.len()],
        }
    }
}

/// Lines over a common scale.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// What it shows, in a sentence.
    pub title: String,
    /// Names of the scales, across and upwards, with units.
    pub scales: [String; 2],
    /// Where the numbers of all lines stand across; lines break where this is not finite.
    pub across: Vec<f64>,
    /// The lines.
    pub lines: Vec<Line>,
    /// Places across where something happened, and what.
    pub marks: Vec<(f64, String)>,
    /// The lowest and the highest number upwards, if not those of the lines.
    pub span: Option<[f64; 2]>,
}

/// Heights between which lines are drawn.
const PANEL: [f64; 2] = [8.0, 198.0];

/// Colours of lines, in the order in which they are given.
const COLOURS: [&str; 6] = [
    "var(--predicted)",
    "var(--residual)",
    "var(--third)",
    "var(--good)",
    "var(--care)",
    "var(--measured)",
];

/// A chart as SVG; nothing where there is nothing to draw.
pub(in super::super) fn chart(chart: &Chart) -> String {
    let across = &chart.across;
    let (Some(first), Some(last)) = (across.first(), across.last()) else {
        return String::new();
    };
    let mut svg = open(234.0, &chart.title);
    let x = Axis::new(*first, *last, LEFT, WIDTH - RIGHT);
    x.ticks(&mut svg, PANEL[0], PANEL[1], &escaped(&chart.scales[0]));
    let y = upwards(chart);
    y.rules(&mut svg, 4.0);
    upright(
        &mut svg,
        &chart.scales[1],
        f64::midpoint(PANEL[0], PANEL[1]),
    );
    let held = |value: f64| y.at(value).clamp(PANEL[0], PANEL[1]);
    for (k, line) in chart.lines.iter().enumerate() {
        if line.either_side.is_empty() {
            continue;
        }
        for run in runs(across) {
            let edge = |sign: f64| {
                let values = across.iter().zip(line.values.iter().zip(&line.either_side));
                let values = values.take(run.end).skip(run.start);
                let edge = values.filter(|(_, (v, s))| v.is_finite() && s.is_finite());
                edge.map(move |(t, (v, s))| (*t, v + sign * s))
            };
            let mut points: Vec<(f64, f64)> = edge(1.0).collect();
            points.extend(edge(-1.0).collect::<Vec<_>>().into_iter().rev());
            let mut text = String::new();
            for (t, v) in points {
                let _ = write!(text, "{:.1},{:.1} ", x.at(t), held(v));
            }
            let _ = write!(
                svg,
                r#"<polygon style="fill: {}; opacity: .14" points="{}"/>"#,
                line.colour(k),
                text.trim_end()
            );
        }
    }
    for (at, text) in &chart.marks {
        let place = x.at(*at);
        let _ = write!(
            svg,
            r#"<line class="mark" x1="{place:.1}" x2="{place:.1}" y1="{:.1}" y2="{:.1}"/><text class="tick" x="{:.1}" y="{:.1}">{}</text>"#,
            PANEL[0],
            PANEL[1],
            place + 4.0,
            PANEL[1] - 6.0,
            escaped(text)
        );
    }
    let lines = chart.lines.iter().enumerate();
    let (below, above): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| line.is_followed);
    for (k, line) in below.into_iter().chain(above) {
        let values: Vec<f64> = line.values.iter().map(|v| v.clamp(y.low, y.high)).collect();
        let class = if line.is_followed {
            r#" class="followed""#
        } else {
            ""
        };
        let _ = write!(svg, r#"<g{class} style="color: {}">"#, line.colour(k));
        curve(&mut svg, "line", (&x, across), (&y, &values));
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// The vertical scale: what is asked for, else what holds all lines, with a little air.
fn upwards(chart: &Chart) -> Axis {
    if let Some([low, high]) = chart.span {
        return Axis::new(low, high, PANEL[1], PANEL[0]);
    }
    let values = chart.lines.iter().flat_map(|line| &line.values);
    let finite = values.copied().filter(|x| x.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
        (l.min(x), h.max(x))
    });
    if low > high {
        return Axis::new(0.0, 1.0, PANEL[1], PANEL[0]);
    }
    let air = 0.06 * (high - low).max(1e-3 * high.abs()).max(1e-12);
    Axis::new(low - air, high + air, PANEL[1], PANEL[0])
}
