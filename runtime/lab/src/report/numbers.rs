//! Numbers as a page writes them.

/// About four significant digits, with a typographic minus.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    let text = if value == 0.0 {
        "0".to_owned()
    } else if value.is_nan() {
        "–".to_owned()
    } else if value.is_infinite() {
        "∞".to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        return power(value);
    } else {
        let digits = (3 - size.log10().floor() as i32).clamp(0, 7);
        format!("{value:.*}", usize::try_from(digits).unwrap_or(0))
    };
    text.replace('-', "−")
}

/// `1.50·10⁻⁷`.
fn power(value: f64) -> String {
    let text = format!("{value:.2e}");
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

/// A percentage for a table: two decimals while they mean something.
pub(super) fn percent(share: f64) -> String {
    match 100.0 * share {
        large if large >= 1000.0 => "> 1000".to_owned(),
        large if large >= 100.0 => format!("{large:.0}"),
        small => format!("{small:.2}"),
    }
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
        near if near < 1.0 && near > 0.99995 => "> 0.9999".to_owned(),
        r2 => format!("{r2:.4}").replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::{determination, list, percent, short, thousands};

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
    }
}
