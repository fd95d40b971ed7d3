//! Exact numbers as a person writes them: decimals, fractions, `pi/2`, `-40deg`, `l_1/2 + 0.1`.

use crate::algebra::{Atom, Monomial, Poly, Rational, Symbol};
use crate::description::{Angle, Description, Value};

use super::arithmetic::with_float_pi;
use super::shape::{Number, Shape};

/// A number as the file has it at a place of this shape.
pub(super) fn number(value: &Value, description: &Description, shape: &Shape) -> String {
    use Number::{Bound, Nominal, Position};
    let pi = match (shape, value.plain.as_constant()) {
        (Shape::Number(Nominal | Position | Bound(_)), Some(plain)) => multiple_of_float_pi(&plain),
        _ => None,
    };
    pi.map_or_else(|| written(value, description), |pi| angle(&pi))
}

/// A number, symbols by their names.
pub(crate) fn written(value: &Value, description: &Description) -> String {
    let plain = length(&value.plain, description);
    match (value.pi.is_zero(), value.plain.is_zero()) {
        (true, _) => plain,
        (false, true) => angle(&value.pi),
        (false, false) => sum([plain, angle(&value.pi)]),
    }
}

/// The exact multiple of pi, in short decimals of degrees, whose nearest float this is.
fn multiple_of_float_pi(number: &Rational) -> Option<Rational> {
    if decimal(number).is_some_and(|text| text.len() <= 17) {
        return None;
    }
    let degrees = Rational::decimal(&format!("{:.9}", number.to_f64().to_degrees()))?;
    let pi = &degrees * &Rational::new(1, 180);
    (with_float_pi(&Rational::ZERO, &pi).as_ref() == Some(number)).then_some(pi)
}

/// The multiple of 15 degrees that an angle almost is; `None` if it is exact, or not near one.
pub(super) fn almost(angle: &Angle) -> Option<String> {
    let twelfth = std::f64::consts::PI / 12.0;
    let twelfths = (angle.to_f64() / twelfth).round();
    let near = (angle.to_f64() - twelfths * twelfth).abs() < 1e-4;
    if angle.radians.is_zero() || twelfths == 0.0 || twelfths.abs() > 1200.0 || !near {
        return None;
    }
    let exact = &Rational::from_f64(twelfths)? * &Rational::new(1, 12);
    Some(multiple_of_pi(&exact))
}

/// A multiple of pi: quarters of a turn as such, others in degrees where these are short.
fn angle(pi: &Rational) -> String {
    match (pi.small(), decimal(&(pi * &Rational::from(180)))) {
        (Some((_, 3..)) | None, Some(degrees)) => format!("{degrees}deg"),
        _ => multiple_of_pi(pi),
    }
}

fn multiple_of_pi(multiple: &Rational) -> String {
    match multiple.small() {
        Some((1, 1)) => "pi".to_owned(),
        Some((-1, 1)) => "-pi".to_owned(),
        Some((1, divisor)) => format!("pi/{divisor}"),
        Some((-1, divisor)) => format!("-pi/{divisor}"),
        Some((factor, 1)) => format!("{factor}*pi"),
        Some((factor, divisor)) => format!("{factor}*pi/{divisor}"),
        None => format!("{}*pi", exact(multiple)),
    }
}

/// A polynomial in symbols, a term after the other.
fn length(poly: &Poly, description: &Description) -> String {
    let symbol = |index| {
        let mut constants = description.constants.iter();
        let named = constants.find(|constant| constant.symbol == Some(index));
        named.map_or("0", |constant| constant.name.value.as_str())
    };
    let factor = |&(atom, exponent): &(Atom, _)| match atom {
        Atom::Symbol(Symbol::Constant(index)) => vec![symbol(index); usize::from(exponent)],
        _ => Vec::new(),
    };
    let term = |(monomial, coefficient): &(Monomial, Rational)| {
        let factors: Vec<&str> = monomial.factors().iter().flat_map(factor).collect();
        let sign = if coefficient.is_negative() { "-" } else { "" };
        let factors = factors.join("*");
        match (factors.is_empty(), coefficient.abs().is_one()) {
            (true, _) => exact(coefficient),
            (false, true) => format!("{sign}{factors}"),
            (false, false) if coefficient.terms().len() > 1 => {
                format!("({})*{factors}", exact(coefficient))
            }
            (false, false) => format!("{}*{factors}", exact(coefficient)),
        }
    };
    match poly.is_zero() {
        true => "0".to_owned(),
        false => sum(poly.terms().iter().map(term)),
    }
}

fn sum(terms: impl IntoIterator<Item = String>) -> String {
    let mut sum = String::new();
    for term in terms {
        match (sum.is_empty(), term.strip_prefix('-')) {
            (true, _) => sum.push_str(&term),
            (false, Some(rest)) => sum.push_str(&format!(" - {rest}")),
            (false, None) => sum.push_str(&format!(" + {term}")),
        }
    }
    sum
}

/// A number as a decimal or as a fraction, whichever is shorter.
fn exact(number: &Rational) -> String {
    if number.as_rational().is_none() {
        return number.to_string();
    }
    let text = number.to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    // Numbers beyond the range of what may stand in a file become ones within it.
    let beyond = numerator.len().max(denominator.len()).saturating_sub(60);
    let fraction = match (beyond, denominator) {
        (0, "1") => numerator.to_owned(),
        (0, _) => format!("{numerator}/{denominator}"),
        _ => format!("{numerator}e-{beyond}/{denominator}e-{beyond}"),
    };
    decimal(number)
        .filter(|decimal| decimal.len() <= fraction.len().max(17))
        .unwrap_or(fraction)
}

/// A number as a decimal of at most 100 digits behind the point, if it is one.
fn decimal(number: &Rational) -> Option<String> {
    number.as_rational()?;
    let whole = |number: &Rational| match number.small() {
        Some((whole, denominator)) => (denominator == 1).then(|| whole.to_string()),
        None => Some(number.to_string()).filter(|text| !text.contains('/')),
    };
    let (mut scaled, mut behind) = (number.abs(), 0);
    let mut digits = loop {
        match whole(&scaled) {
            Some(digits) => break digits,
            None if behind == 100 => return None,
            None => (scaled, behind) = (&scaled * &Rational::from(10), behind + 1),
        }
    };
    while digits.len() > 1 && digits.ends_with('0') {
        digits.pop();
        behind -= 1;
    }
    let sign = if number.is_negative() { "-" } else { "" };
    let before = i32::try_from(digits.len()).ok()? - behind;
    Some(match usize::try_from(before) {
        // As it is, unless zeros make it long.
        Ok(before @ 1..=21) if before >= digits.len() => format!("{sign}{digits:0<before$}"),
        Ok(before @ 1..=21) => format!("{sign}{}.{}", &digits[..before], &digits[before..]),
        _ if (-2..=0).contains(&before) => {
            let zeros = usize::try_from(-before).ok()?;
            format!("{sign}0.{}{digits}", "0".repeat(zeros))
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { "0" } else { rest };
            format!("{sign}{first}.{rest}e{}", before - 1)
        }
    })
}
