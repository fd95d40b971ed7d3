//! Numbers as text: the fewest digits that read back to the same float, in the form of Rust's `{:?}`. Of two texts that are as near,
//! they need not take the same.

use std::fmt::Write as _;

/// Sizes that `{:?}` writes without an exponent, as `zmij` does.
const PLAIN: std::ops::Range<f64> = 1e-4..1e16;

/// Appends a number to a text.
pub(crate) fn push(text: &mut String, value: f64) {
    if value == 0.0 || PLAIN.contains(&value.abs()) {
        text.push_str(zmij::Buffer::new().format_finite(value));
    } else {
        let _ = write!(text, "{value:?}");
    }
}

/// So many decimals and a power of ten, with typographic minuses: `1.50·10⁻⁷`.
pub(crate) fn power(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or('⁰'),
        other => other,
    };
    let exponent: String = exponent.chars().map(raised).collect();
    format!("{}·10{exponent}", mantissa.replace('-', "−"))
}

/// A time of a recording, s: to the millisecond, whenever the clock began.
pub(crate) fn clock(seconds: f64) -> String {
    format!("{seconds:.3}").replace('-', "−")
}

/// Hundredths for a table: two decimals while they mean something.
pub(crate) fn percent(hundredths: f64) -> String {
    match hundredths {
        unknown if unknown.is_nan() => "–".to_owned(),
        large if large >= 1000.0 => "> 1000".to_owned(),
        large if large >= 100.0 => format!("{large:.0}"),
        small => format!("{small:.2}"),
    }
}

/// Sizes of numbers that sentences have without a power of ten.
pub(crate) const READABLE: std::ops::Range<f64> = 1e-4..1e6;

/// Three significant digits; of what is very large or small with a power of ten.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !READABLE.contains(&value.abs()) {
        return power(value, 2);
    }
    let digits = (2 - value.abs().log10().floor() as i32).clamp(0, 6) as usize;
    format!("{value:.digits$}").replace('-', "−")
}

/// As many significant digits as a factor that is to be written down needs: five, without zeros at the end.
pub(crate) fn exact(value: f64) -> String {
    if value != 0.0 && !READABLE.contains(&value.abs()) {
        return power(value, 4);
    }
    let digits = (4 - value.abs().max(READABLE.start).log10().floor() as i32).clamp(0, 8) as usize;
    let text = format!("{value:.digits$}").replace('-', "−");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{clock, exact, percent, power, push, short};
    use crate::random::Random;

    #[test]
    fn hundredths_have_as_many_digits_as_mean_something() {
        let written = [1.234, 99.99, 100.0, 987.6, 999.9, 1000.0, f64::NAN].map(percent);
        let expected = ["1.23", "99.99", "100", "988", "1000", "> 1000", "–"];
        assert_eq!(written, expected);
    }

    #[test]
    fn times_have_milliseconds_however_long_ago_the_clock_began() {
        let written = [1_700_000_004.25, 12.345_67, 0.0, -1.5].map(clock);
        assert_eq!(written, ["1700000004.250", "12.346", "0.000", "−1.500"]);
    }

    #[test]
    fn three_digits_are_written_without_a_power_of_ten_where_that_can_be_read() {
        let written = [
            0.0,
            1e-4,
            0.000_123_4,
            -0.056_78,
            9.876,
            -12.34,
            123_456.7,
            1e6,
            -9.876e-5,
        ]
        .map(short);
        let expected = [
            "0",
            "0.000100",
            "0.000123",
            "−0.0568",
            "9.88",
            "−12.3",
            "123457",
            "1.00·10⁶",
            "−9.88·10⁻⁵",
        ];
        assert_eq!(written, expected);
    }

    #[test]
    fn numbers_read_back_and_are_as_short_as_rusts() {
        let mut random = Random::new(3);
        let drawn = (0..20_000).map(|k| {
            let size = 10f64.powi(k % 44 - 22);
            size * random.normal()
        });
        let whole = (0..60).map(|k| f64::from(k) * 10f64.powi(k / 3));
        let edges = [
            0.0,
            -0.0,
            1e-4,
            9.999e-5,
            1e16,
            9_999_999_999_999_998.0,
            0.1,
            1e-5,
            5e-324,
            f64::MAX,
            f64::NAN,
            f64::INFINITY,
            -f64::INFINITY,
            1e15,
            123_456_789_012_345_680.0,
        ];
        for value in drawn.chain(whole).chain(edges) {
            let mut text = String::new();
            push(&mut text, value);
            let rusts = format!("{value:?}");
            assert_eq!(text.len(), rusts.len(), "{text} {rusts}");
            let read: f64 = text.parse().unwrap();
            assert!(read == value || value.is_nan(), "{text} {rusts}");
            assert_eq!(text.starts_with('-'), rusts.starts_with('-'));
        }
    }

    #[test]
    fn a_number_is_put_behind_a_text_in_the_form_of_rust() {
        let mut text = "x = ".to_owned();
        for value in [
            -0.5, 0.0, -0.0, 1e-4, -9.5e-5, 2e-5, 1e16, 9.5e15, -3.25e17, 120.0,
        ] {
            push(&mut text, value);
            text.push(' ');
        }
        assert_eq!(
            text,
            "x = -0.5 0.0 -0.0 0.0001 -9.5e-5 2e-5 1e16 9500000000000000.0 -3.25e17 120.0 "
        );
    }

    #[test]
    fn factors_have_five_digits_without_zeros_at_the_end() {
        let written = [2.5, -0.25, 100_000.0, 123_456.7, 0.000_123_456, 1e-5, 0.0].map(exact);
        let expected = [
            "2.5",
            "−0.25",
            "100000",
            "123457",
            "0.00012346",
            "1.0000·10⁻⁵",
            "0",
        ];
        assert_eq!(written, expected);
    }

    /// Three of the superscripts are older than the others, and stand elsewhere among characters.
    #[test]
    fn powers_of_ten_are_raised() {
        let written = [1.5e-11, -2e23, 4e45, 6e67, 8e89, 1e300].map(|x| power(x, 1));
        let expected = [
            "1.5·10⁻¹¹",
            "−2.0·10²³",
            "4.0·10⁴⁵",
            "6.0·10⁶⁷",
            "8.0·10⁸⁹",
            "1.0·10³⁰⁰",
        ];
        assert_eq!(written, expected);
    }
}
