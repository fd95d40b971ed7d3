//! One scale of a plot: where a value stands, and which round numbers are written beside it.

use std::fmt::Write as _;

use super::{LEFT, RIGHT, WIDTH};

/// About half as wide as a digit of a tick's number, and what is left free beside such a number.
const HALF_DIGIT: f64 = 3.1;
const AIR: f64 = 2.0;

/// A linear scale from values to coordinates of the view box.
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Axis {
    pub(super) fn new(low: f64, high: f64, from: f64, to: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self {
            low,
            high,
            from,
            to,
        }
    }

    /// A scale that holds some values and zero, with a little air.
    pub(super) fn around<'a>(values: impl Iterator<Item = &'a f64>, from: f64, to: f64) -> Self {
        let (low, high) = values
            .filter(|x| x.is_finite())
            .fold((0.0f64, 0.0f64), |(l, h), x| (l.min(*x), h.max(*x)));
        let span = if high > low { high - low } else { 1e-12 };
        let air = 0.06 * span;
        Self::new(low - air, high + air, from, to)
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers on the scale: 1, 2 or 5 times a power of ten apart.
    pub(super) fn round_numbers(&self, about: f64) -> Vec<f64> {
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

    /// Horizontal rules at round numbers of a vertical scale, about so many.
    pub(super) fn rules(&self, svg: &mut String, about: f64) {
        self.rules_between(svg, about, [LEFT, WIDTH - RIGHT]);
    }

    /// The same from one place to another.
    pub(super) fn rules_between(&self, svg: &mut String, about: f64, [from, to]: [f64; 2]) {
        for value in self.round_numbers(about) {
            let y = self.at(value);
            let class = if value == 0.0 { "zero" } else { "rule" };
            let _ = write!(
                svg,
                r#"<line class="{class}" x1="{from}" x2="{to:.1}" y1="{y:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                from - 6.0,
                y + 4.0,
                label(value)
            );
        }
    }

    /// Numbers along a horizontal scale below a panel, and its name below these.
    pub(super) fn ticks_below(&self, svg: &mut String, [top, bottom]: [f64; 2], name: &str) {
        for value in self.round_numbers(8.0 * (self.to - self.from) / WIDTH) {
            let x = self.at(value);
            let _ = write!(
                svg,
                r#"<line class="rule" x1="{x:.1}" x2="{x:.1}" y1="{top:.1}" y2="{bottom:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                bottom + 16.0,
                label(value)
            );
        }
        let _ = write!(
            svg,
            r#"<text class="name" x="{:.1}" y="{:.1}" text-anchor="middle">{name}</text>"#,
            f64::midpoint(self.from, self.to),
            bottom + 32.0
        );
    }

    /// Numbers along a horizontal scale at height `y`, its name in their row, and faint rules up
    /// to `top`.
    pub(super) fn ticks(&self, svg: &mut String, top: f64, y: f64, name: &str) {
        let mut end = LEFT - 6.0;
        for value in self.round_numbers(10.0) {
            let (x, number) = (self.at(value), label(value));
            end = end.min(x - HALF_DIGIT * number.chars().count() as f64 - AIR);
            let _ = write!(
                svg,
                r#"<line class="rule" x1="{x:.1}" x2="{x:.1}" y1="{top:.1}" y2="{y:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{number}</text>"#,
                y + 16.0
            );
        }
        let _ = write!(
            svg,
            r#"<text class="name" x="{end:.1}" y="{:.1}" text-anchor="end">{name}</text>"#,
            y + 16.0
        );
    }
}

/// A tick's number without needless digits.
pub(super) fn label(value: f64) -> String {
    // Multiples of steps are off by roundings, which say nothing; seconds since 1970 have their parts beside many digits.
    let rounded: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    let text = if rounded.abs() < 1e-6 && rounded != 0.0 {
        format!("{rounded:.1e}")
    } else {
        rounded.to_string()
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.replace('-', "−")
    }
}

/// Powers of ten from `10^low` to `10^high`, at most about eight of them.
pub(super) fn decades(low: f64, high: f64) -> Vec<f64> {
    let step = ((high - low) / 8.0).ceil().max(1.0);
    let first = (low / step).ceil() * step;
    (0..20)
        .map(|k| first + f64::from(k) * step)
        .take_while(|decade| *decade <= high + 1e-9)
        .collect()
}

/// A power of ten, written as such.
pub(super) fn power_of_ten(exponent: f64) -> String {
    format!(
        r#"10<tspan dy="-4" font-size="8.5">{}</tspan>"#,
        label(exponent)
    )
}

/// The powers of ten of a vertical scale of logarithms, with rules.
pub(super) fn decade_rules(svg: &mut String, axis: &Axis) {
    for decade in decades(axis.low, axis.high) {
        let y = axis.at(decade);
        let _ = write!(
            svg,
            r#"<line class="rule" x1="{LEFT}" x2="{:.1}" y1="{y:.1}" y2="{y:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            power_of_ten(decade)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, decades, label};

    #[test]
    fn ticks_are_round_numbers_within_the_scale() {
        let axis = Axis::new(-0.7, 13.2, 0.0, 100.0);
        assert_eq!(axis.round_numbers(5.0), [0.0, 5.0, 10.0]);
        // Beside seconds since 1970 a billionth of a step is less than rounding.
        let since = Axis::new(1.7e9, 1.7e9 + 10.0, 0.0, 1.0).round_numbers(10.0);
        assert_eq!((since.len(), since.last()), (11, Some(&(1.7e9 + 10.0))));
        assert_eq!(label(-0.25), "−0.25");
        assert_eq!(label(-0.0), "0");
        let flat = Axis::around([0.0, 0.0].iter(), 0.0, 1.0);
        assert!(flat.at(0.0).is_finite());
        let broken = Axis::around([f64::NAN, 2.0].iter(), 0.0, 1.0);
        assert!(broken.high > 2.0 && broken.high < 3.0);
    }

    /// Of values of 1e-13 a single tick is zero, and of those of some 1e-6 no two have one number.
    #[test]
    fn small_values_have_ticks_of_their_own() {
        let axis = Axis::around([1e-13, -0.4e-13].iter(), 100.0, 0.0);
        let mut svg = String::new();
        axis.rules(&mut svg, 8.0);
        assert_eq!(svg.matches(r#"class="zero""#).count(), 1, "{svg}");
        assert!(svg.matches(r#"class="rule""#).count() > 2, "{svg}");
        let tiny = Axis::around([1e-15].iter(), 0.0, 1.0);
        assert!(tiny.high < 2e-15, "{}", tiny.high);
        let axis = Axis::around([3.1e-6].iter(), 0.0, 1.0);
        let mut texts: Vec<String> = axis.round_numbers(10.0).into_iter().map(label).collect();
        assert!(texts.contains(&"0.0000015".to_owned()), "{texts:?}");
        let ticks = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), ticks, "{texts:?}");
        assert_eq!([3.0 * 0.1, -2.5e-7].map(label), ["0.3", "−2.5e−7"]);
    }

    #[test]
    fn decades_are_few() {
        assert_eq!(decades(-2.0, 1.0), [-2.0, -1.0, 0.0, 1.0]);
        assert!(decades(-16.0, 2.0).len() <= 8);
    }
}
