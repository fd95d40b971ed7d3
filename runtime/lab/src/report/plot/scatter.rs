//! Torque against speed and position: friction with its fitted line, and what is left.

use std::fmt::Write as _;

use super::axis::Axis;
use super::{LEFT, RIGHT, WIDTH, open, upright};
use crate::regression::Series;

const TOP: f64 = 8.0;
const BOTTOM: f64 = 178.0;
const HEIGHT: f64 = 214.0;
/// Where two panels begin and end.
const PANELS: [[f64; 2]; 2] = [[LEFT, 446.0], [506.0, WIDTH - RIGHT]];
/// Dots of a panel at most, and places of a line of means on either side of zero.
const DOTS: usize = 600;
const PLACES: usize = 24;

/// A place across, and a value.
type Point = [f64; 2];

/// Points of a joint's samples that count, all recordings together.
fn points(series: &[Series], joint: usize, point: impl Fn(&Series, usize) -> Point) -> Vec<Point> {
    let described = series
        .iter()
        .filter(|s| s.friction.get(joint).is_some_and(|f| !f.is_empty()));
    let all = described.flat_map(|s| {
        let counted = (0..s.time.len()).filter(|&k| s.kept[joint][k]);
        counted.map(|k| point(s, k)).collect::<Vec<Point>>()
    });
    all.filter(|p| p.iter().all(|x| x.is_finite())).collect()
}

fn residual(series: &Series, joint: usize, k: usize) -> f64 {
    series.measured[joint][k] - series.predicted[joint][k]
}

/// The measured torque less all that is not friction against the speed, with the fitted friction.
pub(in super::super) fn friction(
    series: &[Series],
    joint: usize,
    title: &str,
    [speed, torque]: [&str; 2],
) -> String {
    let of = |s: &Series, k: usize| s.friction[joint][k];
    let measured = points(series, joint, |s, k| {
        [s.speed[joint][k], of(s, k) + residual(s, joint, k)]
    });
    let fitted = points(series, joint, |s, k| [s.speed[joint][k], of(s, k)]);
    if measured.is_empty() {
        return String::new();
    }
    let title = format!("{title}: friction against speed, measured and fitted");
    let mut svg = open(HEIGHT, &title);
    let place = [LEFT, WIDTH - RIGHT];
    // The line stays within the plot, however far it is from what was measured.
    let panel = Panel::of(&[measured.as_slice(), &fitted].concat(), place);
    panel.frame(&mut svg, &format!("speed, {speed}"));
    upright(
        &mut svg,
        &format!("friction, {torque}"),
        f64::midpoint(TOP, BOTTOM),
    );
    panel.dots(&mut svg, "measured", &measured);
    panel.means(&mut svg, "predicted", &fitted, Some(0.0));
    svg.push_str("</svg>");
    svg
}

/// Residuals against speed and against position, each with its mean.
pub(in super::super) fn residuals(
    series: &[Series],
    joint: usize,
    name: &str,
    [position, speed, torque]: [&str; 3],
) -> String {
    let against = [
        points(series, joint, |s, k| {
            [s.speed[joint][k], residual(s, joint, k)]
        }),
        points(series, joint, |s, k| {
            [s.position[joint][k], residual(s, joint, k)]
        }),
    ];
    if against[0].is_empty() {
        return String::new();
    }
    let title = format!("Joint {name}: residual against speed and against position");
    let mut svg = open(HEIGHT, &title);
    upright(
        &mut svg,
        &format!("residual, {torque}"),
        f64::midpoint(TOP, BOTTOM),
    );
    let names = [
        (format!("speed, {speed}"), Some(0.0)),
        (format!("position, {position}"), None),
    ];
    for ((points, place), (name, jump)) in against.iter().zip(PANELS).zip(names) {
        let panel = Panel::of(points, place);
        panel.frame(&mut svg, &name);
        panel.dots(&mut svg, "residual", points);
        panel.means(&mut svg, "mean", points, jump);
    }
    svg.push_str("</svg>");
    svg
}

struct Panel {
    across: Axis,
    up: Axis,
}

impl Panel {
    fn of(points: &[Point], [from, to]: [f64; 2]) -> Self {
        let ends = points
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
                [low.min(p[0]), high.max(p[0])]
            });
        Self {
            across: Axis::new(ends[0], ends[1], from, to),
            up: Axis::around(points.iter().map(|p| &p[1]), BOTTOM, TOP),
        }
    }

    fn frame(&self, svg: &mut String, name: &str) {
        self.up
            .rules_between(svg, 5.0, [self.across.from, self.across.to]);
        self.across.ticks_below(svg, [TOP, BOTTOM], name);
    }

    /// Dots, thinned evenly where they are many.
    fn dots(&self, svg: &mut String, class: &str, points: &[Point]) {
        let _ = write!(svg, r#"<path class="dots {class}" d=""#);
        for [x, y] in points.iter().step_by(points.len().div_ceil(DOTS)) {
            let _ = write!(svg, "M{:.1} {:.1}h0", self.across.at(*x), self.up.at(*y));
        }
        svg.push_str(r#""/>"#);
    }

    /// Means about places across; the line breaks where friction jumps.
    fn means(&self, svg: &mut String, class: &str, points: &[Point], jump: Option<f64>) {
        let (low, high) = (self.across.low, self.across.high);
        let parts = match jump.filter(|at| low < *at && *at < high) {
            Some(at) => vec![[low, at], [at, high]],
            None => vec![[low, high]],
        };
        for [from, to] in parts {
            let width = (to - from) / PLACES as f64;
            let mut sums = [[0.0; 3]; PLACES];
            for [x, y] in points.iter().filter(|p| (from..=to).contains(&p[0])) {
                let place = ((x - from) / width.max(f64::MIN_POSITIVE)) as usize;
                let [across, up, count] = &mut sums[place.min(PLACES - 1)];
                (*across, *up, *count) = (*across + x, *up + y, *count + 1.0);
            }
            let mut line = String::new();
            for [x, y, count] in sums.iter().filter(|sum| sum[2] > 0.0) {
                let (x, y) = (self.across.at(x / count), self.up.at(y / count));
                let _ = write!(line, "{x:.1},{y:.1} ");
            }
            if !line.is_empty() {
                let line = line.trim_end();
                let _ = write!(svg, r#"<polyline class="{class}" points="{line}"/>"#);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{friction, residuals};
    use crate::regression::Series;

    /// How many points the lines of a class have.
    fn means(svg: &str, class: &str) -> Vec<usize> {
        let begin = format!(r#"<polyline class="{class}" points=""#);
        let lines = svg.split(&begin).skip(1);
        let points = lines.filter_map(|line| line.split('"').next());
        points.map(|points| points.matches(',').count()).collect()
    }

    #[test]
    fn many_samples_make_few_dots_and_two_lines_of_friction() {
        let mut series = Series::new("a", 1, 10.0);
        for k in 0..5000 {
            let speed = (0.01 * f64::from(k)).sin();
            let torque = speed.signum() + speed;
            series.push(f64::from(k), &[torque + 0.1], &[torque], [true].into_iter());
            series.describe(&[0.0], &[speed], &[torque]);
        }
        let svg = friction(&[series.clone()], 0, "1", ["rad/s", "N·m"]);
        // Every ninth of 5000 is at most 600; every line has a mean at 24 places.
        assert_eq!(svg.matches('M').count(), 556);
        assert_eq!(means(&svg, "predicted"), [24, 24]);
        let svg = residuals(&[series], 0, "1", ["rad", "rad/s", "N·m"]);
        assert!(!svg.contains("NaN"), "{svg}");
        assert_eq!(means(&svg, "mean"), [24, 24, 1]);
        // Speed and position have panels of their own, and of what stands still all dots are above one place.
        let panels: Vec<&str> = svg.split("<path class=\"dots").skip(1).collect();
        let across = |panel: &str| {
            let dots = panel
                .split('M')
                .skip(1)
                .filter_map(|dot| dot.split(' ').next());
            dots.map(str::to_owned)
                .collect::<std::collections::BTreeSet<String>>()
        };
        let [speed, position] = panels[..] else {
            panic!("{svg}");
        };
        assert!(
            across(speed).len() > 100 && across(position).len() == 1,
            "{svg}"
        );
        assert!(friction(&[Series::new("a", 1, 1.0)], 0, "1", ["", ""]).is_empty());
    }

    /// Of the second joint all is as if it were the only one.
    #[test]
    fn a_joint_is_drawn_by_its_own_columns() {
        let mut both = Series::new("a", 2, 10.0);
        let mut alone = Series::new("a", 1, 10.0);
        for k in 0..40 {
            let x = 0.1 * f64::from(k);
            let [position, speed, torque] = [x.cos(), x.sin(), 2.0 * x.sin()];
            let measured = torque + 0.1 * (5.0 * x).cos();
            let counts = k % 5 != 0;
            both.push(
                x,
                &[5.0 + x, measured],
                &[3.0, torque],
                [k % 2 == 0, counts].into_iter(),
            );
            both.describe(&[9.0, position], &[7.0 - x, speed], &[x * x, torque]);
            alone.push(x, &[measured], &[torque], [counts].into_iter());
            alone.describe(&[position], &[speed], &[torque]);
        }
        let (both, alone) = ([both], [alone]);
        let units = ["rad", "rad/s", "N·m"];
        let [of_both, of_one] = [(&both, 1), (&alone, 0)].map(|(series, joint)| {
            [
                friction(series, joint, "2", [units[1], units[2]]),
                residuals(series, joint, "2", units),
            ]
        });
        assert_eq!(of_both, of_one);
        assert_eq!(of_one[0].matches('M').count(), 32);
    }

    /// Speeds that begin or end with rest are on one side of where friction jumps.
    /// Of 600 none is left out, of 601 every other one.
    #[test]
    fn as_many_samples_as_there_may_be_dots_are_dots() {
        for (samples, dots) in [(600, 600), (601, 301)] {
            let mut series = Series::new("a", 1, 10.0);
            for k in 0..samples {
                let speed = 0.1 * f64::from(k);
                series.push(f64::from(k), &[speed], &[speed], [true].into_iter());
                series.describe(&[0.0], &[speed], &[speed]);
            }
            let svg = friction(&[series], 0, "1", ["rad/s", "N·m"]);
            assert_eq!(svg.matches('M').count(), dots, "{samples}");
        }
    }

    #[test]
    fn friction_in_one_direction_is_one_line() {
        for sign in [1.0, -1.0] {
            let mut series = Series::new("a", 1, 10.0);
            for k in 0..25 {
                let speed = sign * 0.5 * f64::from(k);
                let torque = 2.0 * sign + speed;
                series.push(f64::from(k), &[torque], &[torque], [true].into_iter());
                series.describe(&[0.0], &[speed], &[torque]);
            }
            let svg = friction(&[series], 0, "1", ["rad/s", "N·m"]);
            assert_eq!(means(&svg, "predicted"), [24], "{sign}");
        }
    }
}
