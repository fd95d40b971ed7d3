//! Numbers of a URDF: decimals, and angles that somebody rounded.

use crate::algebra::Rational;
use crate::description::Angle;

/// Lengths and angles below this are what rounding left of zero.
const NOTHING: f64 = 1e-12;
/// An angle with at least so many decimals that is this close to a multiple of 15 degrees is one.
const DECIMALS: i64 = 4;
const CLOSE: f64 = 1e-6;
/// With so many decimals only quarters of a turn are believed: 1.57, 3.14.
const FEW_DECIMALS: i64 = 2;

/// A decimal, exactly; what rounding left of zero is zero.
pub(super) fn decimal(text: &str) -> Option<Rational> {
    let value = Rational::decimal(text)?;
    Some(match value.to_f64().abs() < NOTHING {
        true => Rational::ZERO,
        false => value,
    })
}

/// An angle, and whether it was taken for the multiple of 15 degrees that it is a rounding of.
pub(super) fn angle(text: &str) -> Option<(Angle, bool)> {
    let radians = decimal(text)?;
    let value = radians.to_f64();
    let plain = Angle {
        pi: Rational::ZERO,
        radians,
    };
    let twelfth = std::f64::consts::PI / 12.0;
    let times = (value / twelfth).round();
    let decimals = decimals(text);
    // The last decimal may have been cut off in place of rounded, which makes the number smaller alone.
    let unit = 10f64.powi(-i32::try_from(decimals).unwrap_or(0));
    let larger = value.abs() - (times * twelfth).abs();
    let is_close = (-unit.max(CLOSE)..=CLOSE.max(0.5 * unit)).contains(&larger);
    let is_believed = decimals >= DECIMALS || decimals >= FEW_DECIMALS && times % 6.0 == 0.0;
    if times == 0.0 || !is_close || !is_believed || times.abs() > 1e4 {
        return Some((plain, false));
    }
    #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
    Some((Angle::of_twelfths(times as i64), true))
}

/// How many decimals a number is written with; zeros at the end behind enough others say nothing.
fn decimals(text: &str) -> i64 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let written = mantissa
        .split_once('.')
        .map_or("", |(_, decimals)| decimals);
    let exponent = exponent.parse::<i64>().unwrap_or(0);
    let count = |digits: &str| i64::try_from(digits.len()).unwrap_or(0) - exponent;
    let enough = count(written).min(DECIMALS);
    count(written.trim_end_matches('0')).max(enough)
}

/// The fraction of numbers up to `most` that a decimal is to the digits that a program prints of it; else the decimal.
pub(super) fn fraction(decimal: Rational, most: i32) -> Rational {
    let value = decimal.to_f64();
    let fractions = (1..=most).map(|below| ((value * f64::from(below)).round(), below));
    let mut near = fractions.filter(|(above, below)| {
        above.abs() <= f64::from(most) && (value - above / f64::from(*below)).abs() < NOTHING
    });
    #[expect(clippy::cast_possible_truncation, reason = "at most `most`")]
    near.next().map_or(decimal, |(above, below)| {
        Rational::new(above as i64, i64::from(below))
    })
}

/// A number that was computed, in a decimal short of what rounding did to it; `size` is that of its like.
pub(super) fn computed(value: f64, size: f64) -> Rational {
    if value.abs() <= 1e-15 * size {
        return Rational::ZERO;
    }
    Rational::decimal(&format!("{value:.14e}")).unwrap_or_default()
}

/// Elements of a tensor without what rounding left of zero beside the largest of them.
pub(super) fn settled(tensor: [Rational; 6]) -> [Rational; 6] {
    let sizes = tensor.each_ref().map(|x| x.to_f64().abs());
    let largest = sizes.into_iter().fold(0.0, f64::max);
    let element = |x: Rational| match x.to_f64().abs() < NOTHING * largest {
        true => Rational::ZERO,
        false => x,
    };
    tensor.map(element)
}

#[cfg(test)]
mod tests {
    use super::{Rational, angle, computed, fraction, settled};

    #[test]
    fn a_fraction_is_known_by_all_the_digits_of_a_float() {
        for (text, above, below) in [
            ("0.6666666666666666", 2, 3),
            ("-0.333333333333333", -1, 3),
            ("0.765625", 49, 64),
            ("-2", -2, 1),
        ] {
            let decimal = Rational::decimal(text).expect("a number");
            assert_eq!(fraction(decimal, 64), Rational::new(above, below), "{text}");
        }
        for text in [
            "0.3333",
            "0.66666667",
            "0.015384615384615385",
            "64.5",
            "128",
        ] {
            let decimal = Rational::decimal(text).expect("a number");
            assert_eq!(fraction(decimal.clone(), 64), decimal, "{text}");
        }
    }

    /// CAD programs write `-6.9e-18` beside 0.01, and small bodies have small inertias.
    #[test]
    fn what_rounding_leaves_beside_large_elements_is_zero() {
        let number = |text: &str| Rational::decimal(text).expect("a number");
        for (given, expected) in [
            (
                ["0.01", "-6.94e-18", "1e-13", "0.02", "0", "0.02"],
                ["0.01", "0", "1e-13", "0.02", "0", "0.02"],
            ),
            (
                ["1e-9", "2e-20", "-3e-22", "1e-9", "0", "1e-9"],
                ["1e-9", "2e-20", "0", "1e-9", "0", "1e-9"],
            ),
            (
                ["0", "0", "0", "0", "0", "0"],
                ["0", "0", "0", "0", "0", "0"],
            ),
        ] {
            assert_eq!(
                settled(given.map(number)),
                expected.map(number),
                "{given:?}"
            );
        }
    }

    #[test]
    fn rounded_right_angles_are_exact_and_others_stay() {
        let times = |text| angle(text).expect("a number").0.twelfths();
        for text in [
            "1.5708",
            "1.5707",
            "1.57",
            "1.570796326794897",
            "1.5707963705",
        ] {
            assert_eq!(times(text), Some(6), "{text}");
        }
        assert_eq!(times("-3.1416"), Some(-12));
        for text in ["0.7854", "7.854e-1", "78.54e-2"] {
            assert_eq!(times(text), Some(3), "{text}");
        }
        // Cut off, not rounded.
        assert_eq!(times("0.2617"), Some(1));
        // Zeros that a format fills up with.
        assert_eq!(["3.14160", "4.7124000"].map(times), [Some(12), Some(18)]);
        // Rounding makes a number larger by half of its last decimal at most: 3.15 is 180.5 degrees.
        for text in [
            "0", "0.78", "1.5", "1.6", "0.2616", "1.5710", "2.0945", "1.58", "-3.15", "4.72",
            "3.1417",
        ] {
            let (_, is_rounded) = angle(text).expect("a number");
            assert!(!is_rounded, "{text}");
        }
        // Zero is no rounding of itself, with however many decimals.
        let is_rounded = |text| angle(text).map(|(_, is_rounded)| is_rounded);
        assert_eq!(["0.0000", "0.0001"].map(is_rounded), [Some(false); 2]);
        assert!(angle("nan").is_none() && angle("").is_none());
    }

    /// 10,000 and 10,001 times pi/12, to six decimals.
    #[test]
    fn an_angle_of_up_to_ten_thousand_times_fifteen_degrees_is_exact() {
        let times = |text| angle(text).expect("a number").0.twelfths();
        assert_eq!(times("2617.993878"), Some(10_000));
        assert_eq!(times("-2617.993878"), Some(-10_000));
        assert_eq!(times("2618.255677"), None);
        assert_eq!(times("-2618.255677"), None);
    }

    /// Less than a part of 1e15 of what is like it, and what comes after the fifteenth digit.
    #[test]
    fn what_was_computed_is_short_of_rounding_by_the_size_of_its_like() {
        for (value, size, expected) in [
            (9e-13, 1000.0, "0"),
            (-9e-13, 1000.0, "0"),
            (2e-12, 1000.0, "2e-12"),
            (-2e-18, 0.001, "-2e-18"),
            (5e-19, 0.001, "0"),
            (0.300_000_000_000_000_04, 1.0, "0.3"),
            (0.300_000_000_000_01, 1.0, "0.30000000000001"),
        ] {
            let expected = Rational::decimal(expected).expect("a number");
            assert_eq!(computed(value, size), expected, "{value} {size}");
        }
    }
}
