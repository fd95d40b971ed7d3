//! Numbers as a page writes them.

use crate::digits::{self, power};
use crate::thresholds::HOPELESS;

/// About four significant digits, with a typographic minus.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    let text = if value == 0.0 {
        "0".to_owned()
    } else if value.is_nan() {
        "–".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "∞" } else { "-∞" }.to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        return power(value, 2);
    } else {
        let digits = (3 - size.log10().floor() as i32).clamp(0, 7);
        format!("{value:.*}", usize::try_from(digits).unwrap_or(0))
    };
    text.replace('-', "−")
}

/// `45 000`.
pub(super) fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// `+0.94`, with a typographic minus.
pub(super) fn signed(value: f64) -> String {
    if value.abs() >= 1e6 && value.is_finite() {
        let sign = if value > 0.0 { "+" } else { "" };
        return format!("{sign}{}", power(value, 2));
    }
    format!("{value:+.2}").replace('-', "−")
}

/// `0.1, 0.2`; one number where all are the same.
pub(super) fn list(values: &[f64]) -> String {
    match values.split_first() {
        Some((first, rest)) if rest.iter().all(|x| x == first) => setting(*first),
        _ => values
            .iter()
            .map(|value| setting(*value))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// A number that somebody chose: as [`short`], without zeros that end a fraction.
pub(super) fn setting(value: f64) -> String {
    let text = short(value);
    if text.contains('.') && !text.contains('·') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A share in percent, for a table.
pub(super) fn percent(share: f64) -> String {
    digits::percent(100.0 * share)
}

/// A deviation in percent of the value: two decimals below 1 %.
pub(super) fn relative(percent: f64) -> String {
    match percent {
        large if large >= 1000.0 => "> 1000".to_owned(),
        small if small < 1.0 => format!("{small:.2}"),
        percent => format!("{percent:.1}"),
    }
}

/// A correlation: two decimals, and more where it is that close to 1.
pub(super) fn correlation(r: f64) -> String {
    match signed(r) {
        one if one.ends_with("1.00") => format!("{r:+.4}").replace('-', "−"),
        r => r,
    }
}

/// By how much a correlation widens deviations: `1 / √(1 - r²)`.
pub(super) fn widening(r: f64) -> String {
    match (1.0 - r * r).sqrt().recip() {
        widened if widened < 1000.0 => format!("{widened:.1}"),
        _ => "> 1000".to_owned(),
    }
}

/// Two decimals.
pub(super) fn hundredths(value: f64) -> String {
    match value.is_finite() {
        true => format!("{value:.2}"),
        false => "–".to_owned(),
    }
}

/// A coefficient of determination: four decimals, and more where it is that close to 1.
pub(super) fn determination(r2: f64) -> String {
    match r2 {
        hopeless if hopeless < HOPELESS => format!("< −{}", -HOPELESS),
        r2 => match format!("{r2:.4}").replace('-', "−") {
            rounded if r2 < 1.0 && rounded == "1.0000" => "> 0.9999".to_owned(),
            rounded => rounded,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{
        correlation, determination, hundredths, list, percent, relative, setting, short, signed,
        thousands, widening,
    };

    /// As it is printed: 0.99995 is less than itself in decimals, and rounded up.
    #[test]
    fn what_is_not_one_is_not_printed_as_one() {
        let all = [
            (1.0, "1.0000"),
            (0.99995, "> 0.9999"),
            (0.999_949, "0.9999"),
            (1.0 - 1e-12, "> 0.9999"),
            (-0.5, "−0.5000"),
        ];
        for (r2, expected) in all {
            assert_eq!(determination(r2), expected);
        }
    }

    #[test]
    fn sizes_have_four_digits_or_a_power_of_ten() {
        let all = [
            (0.0, "0"),
            (f64::NAN, "–"),
            (f64::NEG_INFINITY, "−∞"),
            (1e-4, "0.0001000"),
            (9.99e-5, "9.99·10⁻⁵"),
            (-0.123_456, "−0.1235"),
            (1.0, "1.000"),
            (12.345_6, "12.35"),
            (987.64, "987.6"),
            (99_999.4, "99999"),
            (999_999.0, "999999"),
            (1e6, "1.00·10⁶"),
            (-2.346e14, "−2.35·10¹⁴"),
            (1.5e23, "1.50·10²³"),
            (4.56e-7, "4.56·10⁻⁷"),
            (8.9e-30, "8.90·10⁻³⁰"),
        ];
        for (value, expected) in all {
            assert_eq!(short(value), expected);
        }
        let counts = [7, 1000, 12_345, 1_234_567].map(thousands);
        assert_eq!(
            counts,
            [
                "7",
                "1\u{202f}000",
                "12\u{202f}345",
                "1\u{202f}234\u{202f}567"
            ]
        );
    }

    #[test]
    fn settings_have_no_zeros_at_their_ends() {
        let written = [2.5, 20.0, 100.0, 0.05, 1000.0, 1.5e-7, -0.25].map(setting);
        let expected = ["2.5", "20", "100", "0.05", "1000", "1.50·10⁻⁷", "−0.25"];
        assert_eq!(written, expected);
        assert_eq!(list(&[]), "");
        assert_eq!(list(&[3.0]), "3");
        assert_eq!(list(&[3.0, 3.0, 2.0]), "3, 3, 2");
    }

    #[test]
    fn shares_have_as_many_digits_as_mean_something() {
        let written = [0.012_34, 0.999_9, 1.0, 9.876, 9.999, 10.0].map(percent);
        assert_eq!(written, ["1.23", "99.99", "100", "988", "1000", "> 1000"]);
        let written = [0.994, 1.0, 12.34, 999.9, 1000.0].map(relative);
        assert_eq!(written, ["0.99", "1.0", "12.3", "999.9", "> 1000"]);
    }

    #[test]
    fn correlations_and_what_they_widen() {
        assert_eq!([0.944, -0.3, 0.0].map(signed), ["+0.94", "−0.30", "+0.00"]);
        assert_eq!([1e7, -2e30].map(signed), ["+1.00·10⁷", "−2.00·10³⁰"]);
        let written = [999_999.0, 1e6, -1e6].map(signed);
        assert_eq!(written, ["+999999.00", "+1.00·10⁶", "−1.00·10⁶"]);
        let written = [0.994, 0.995_1, -0.999_87, 1.0].map(correlation);
        assert_eq!(written, ["+0.99", "+0.9951", "−0.9999", "+1.0000"]);
        // 1 / √(1 - 0.36) = 1.25, 1 / √(1 - 0.81) = 2.294.
        let written = [0.6, -0.9, 0.999_999_9].map(widening);
        assert_eq!(written, ["1.2", "2.3", "> 1000"]);
        assert_eq!(
            [1.005, -2.346, f64::INFINITY, f64::NAN].map(hundredths),
            ["1.00", "-2.35", "–", "–"]
        );
        let written = [1.0, 0.999_96, 0.999_94, 0.5, -3.25].map(determination);
        assert_eq!(
            written,
            ["1.0000", "> 0.9999", "0.9999", "0.5000", "−3.2500"]
        );
    }

    #[test]
    fn numbers_are_short_and_readable() {
        assert_eq!(short(-0.012_345_6), "−0.01235");
        assert_eq!(short(1234.56), "1235");
        assert_eq!(short(1.5e-7), "1.50·10⁻⁷");
        assert_eq!(short(f64::INFINITY), "∞");
        assert_eq!(thousands(45_000), "45\u{202f}000");
        assert_eq!(thousands(999), "999");
        assert_eq!(list(&[0.5, 0.5]), "0.5");
        assert_eq!(list(&[0.0501, 100.0]), "0.0501, 100");
        assert_eq!(percent(0.0499), "4.99");
        assert_eq!(determination(0.999_99), "> 0.9999");
        assert_eq!(determination(-0.25), "−0.2500");
        assert_eq!(determination(-7.3e37), "< −100");
        assert_eq!(determination(-100.0), "−100.0000");
    }
}
