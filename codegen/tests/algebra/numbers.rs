//! Exact numbers: rational ones, and those with the roots of 2, 3 and 6.

use std::cmp::Ordering;

use armwright_codegen::algebra::{Marks, Number};
use proptest::prelude::*;

/// The root of 2, 3 or 6.
pub(crate) fn root(radicand: i64) -> Number {
    let root = Number::from(radicand).square_root();
    root.expect("a root that numbers have")
}

/// Numbers of all kinds: rational, with one root, with all of them.
pub(crate) fn numbers() -> impl Strategy<Value = Number> {
    let parts = proptest::array::uniform4((-40i64..=40, 1i64..=12));
    (parts, 0u8..16).prop_map(|(parts, kept)| {
        let roots = [Number::ONE, root(2), root(3), root(6)];
        let terms = parts.iter().zip(roots).enumerate();
        let terms = terms.filter(|(at, _)| kept >> at & 1 == 1);
        terms
            .map(|(_, ((n, d), root))| Number::new(*n, *d) * root)
            .sum()
    })
}

fn decimal(text: &str) -> Number {
    Number::decimal(text).unwrap_or_else(|| panic!("`{text}` is a decimal number"))
}

#[test]
fn decimals_are_read_exactly() {
    assert_eq!(decimal("0.1"), Number::new(1, 10));
    assert_eq!(decimal("-12.5e-3"), Number::new(-1, 80));
    assert_eq!(decimal("1E2"), Number::new(100, 1));
    assert_eq!(decimal(".5"), Number::new(1, 2));
    assert_eq!(decimal("+2.5"), Number::new(5, 2));
    assert_eq!(decimal("3."), Number::from(3));
    let bad = [
        "",
        "-",
        "1e",
        "nan",
        "inf",
        "1.2.3",
        "1e999999999",
        "0x10",
        "1_000",
    ];
    for bad in bad {
        assert_eq!(Number::decimal(bad), None, "{bad}");
    }
}

#[test]
fn arithmetic_crosses_the_machine_range_and_comes_back() {
    let huge = decimal("1e30");
    let back = &(&huge + &Number::ONE) - &huge;
    assert_eq!(back, Number::ONE);
    assert_eq!((&huge * &decimal("1e-30")).small(), Some((1, 1)));
    assert_eq!((&huge / &Number::ZERO), None);
    let zeros = "0".repeat(30);
    assert_eq!(huge.to_string(), format!("1{zeros}"));
    assert_eq!(decimal("1e-30").to_string(), format!("1/1{zeros}"));
    assert!(decimal("-1e30") < Number::ZERO);
    assert_eq!(
        Number::new(i64::MIN, 1).abs(),
        decimal("9223372036854775808")
    );
}

proptest! {
    #[test]
    fn they_are_a_field(a in numbers(), b in numbers(), c in numbers()) {
        prop_assert_eq!(&a * &(&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&a - &a, Number::ZERO);
        prop_assert_eq!(a.recip().map(|inverse| &a * &inverse), (!a.is_zero()).then_some(Number::ONE));
        prop_assert_eq!((&a / &b).map(|quotient| quotient * &b), (!b.is_zero()).then_some(a));
    }

    #[test]
    fn order_and_sign_are_exact(a in numbers(), b in numbers()) {
        let order = a.cmp(&b);
        prop_assert_eq!(order, b.cmp(&a).reverse());
        prop_assert_eq!(order == Ordering::Equal, a == b);
        prop_assert_eq!((&a - &b).is_negative(), order == Ordering::Less);
        prop_assert!(!a.abs().is_negative() && !(&a * &a).is_negative());
        // Floats are ordered alike, wherever they differ.
        let floats = a.to_f64().total_cmp(&b.to_f64());
        prop_assert!(floats == order || floats == Ordering::Equal);
    }

    #[test]
    fn floats_are_nearest(a in numbers(), scale in -30i32..=30, power in 0u32..=24) {
        let small = root(2) - Number::ONE;
        let number = (0..power).fold(a, |product, _| product * &small) * decimal(&format!("1e{scale}"));
        let float = number.to_f64();
        let away = |other: f64| (&number - Number::from_f64(other).expect("finite")).abs();
        prop_assert!(away(float) <= away(float.next_up()) && away(float) <= away(float.next_down()));
    }
}

#[test]
fn what_is_next_to_nothing_has_a_sign() {
    let mut power = Number::ONE;
    for exponent in 1..=200 {
        power = power * (root(2) - root(3));
        assert_eq!(power.is_negative(), exponent % 2 == 1, "{exponent}");
        let expected = (2f64.sqrt() - 3f64.sqrt()).powi(exponent);
        assert!((power.to_f64() / expected - 1.0).abs() < 1e-12);
    }
}

#[test]
fn roots_of_squares_of_numbers_are_found() {
    let found = |n, d| Number::new(n, d).square_root().map(|root| root.to_string());
    for (n, d, text) in [
        (0, 1, "0"),
        (9, 4, "1.5"),
        (1, 2, "sqrt(2)/2"),
        (3, 4, "sqrt(3)/2"),
        (2, 3, "sqrt(6)/3"),
        (12, 1, "2*sqrt(3)"),
    ] {
        assert_eq!(found(n, d).as_deref(), Some(text));
    }
    assert_eq!([found(-1, 1), found(5, 1), found(1, 7)], [None, None, None]);
}

#[test]
fn text_is_as_people_write_it() {
    // Decimals have at most 17 digits behind a nought, their sign among them.
    for text in [
        "0.225",
        "-3",
        "1/3",
        "9.81",
        "0.01234567890123457",
        "-0.0123456789012345",
        "1234567890123457/1000000000000000000",
    ] {
        let value = match text.split_once('/') {
            Some((n, d)) => (&decimal(n) / &decimal(d)).expect("non-zero"),
            None => decimal(text),
        };
        assert_eq!(value.to_string(), text);
    }
    let quarter = Number::new(1, 4);
    let [two, three, six] = [2, 3, 6].map(root);
    for (number, text) in [
        ((&six - &two) * &quarter, "(sqrt(6) - sqrt(2))/4"),
        ((&six + &two) * &quarter, "(sqrt(2) + sqrt(6))/4"),
        (Number::from(2) - &three, "2 - sqrt(3)"),
        (-&two * Number::new(3, 2), "-3*sqrt(2)/2"),
        (&three * decimal("4.905"), "4.905*sqrt(3)"),
        (&three * Number::new(5, 77), "5*sqrt(3)/77"),
        (
            &three * decimal("0.05") + &two * decimal("0.125"),
            "0.125*sqrt(2) + 0.05*sqrt(3)",
        ),
    ] {
        assert_eq!(number.to_string(), text);
    }
}

/// The parts of a number, within 64 bits and beyond.
#[test]
fn magnitudes_of_coefficients_are_those_without_a_sign() {
    for text in ["0", "3", "0.75", "1e30", "1e-30"] {
        let [above, below] =
            [text.to_owned(), format!("-{text}")].map(|t| decimal(&t).coefficients());
        assert_eq!(below[0].abs(), above[0], "{text}");
        assert_eq!(above[0].abs(), above[0], "{text}");
    }
    let least = Number::new(i64::MIN, 1).coefficients();
    assert_eq!(
        least[0].abs(),
        decimal("9223372036854775808").coefficients()[0]
    );
}

#[test]
fn zero_is_not_below_zero() {
    let signs = |number: &Number| number.coefficients().map(|c| c.is_negative());
    assert_eq!(signs(&(root(6) - root(2))), [false, true, false, false]);
    assert_eq!(signs(&Number::new(-1, 3)), [true, false, false, false]);
    assert!(!Number::ZERO.is_negative() && !(-Number::ZERO).is_negative());
    assert_eq!(Number::ZERO.abs().to_string(), "0");
}

/// Numerators and denominators of 64 bits that floats do not have: either is rounded once, with the quotient.
#[test]
fn quotients_of_long_integers_are_rounded_once() {
    let long = [
        1 << 53,
        (1 << 53) + 1,
        (1 << 60) + 3,
        i64::MAX,
        -i64::MAX,
        3,
        1,
    ];
    for (n, d) in long.into_iter().flat_map(|n| long.map(|d| (n, d))) {
        let number = Number::new(n, d);
        let float = number.to_f64();
        let away = |other: f64| (&number - Number::from_f64(other).expect("finite")).abs();
        let near = [float.next_up(), float.next_down()].map(away);
        assert!(near.iter().all(|other| away(float) <= *other), "{n}/{d}");
    }
}

#[test]
fn exponents_and_digits_have_an_end() {
    let ten = Number::from(10);
    let power = (0..399).fold(Number::ONE, |power, _| power * &ten);
    assert_eq!(decimal("1e399"), power);
    assert_eq!(decimal("1e-400").recip(), Some(&power * &ten));
    assert_eq!(decimal(&format!("1{}", "0".repeat(399))), power);
    let nines = format!("0.{}", "9".repeat(399));
    assert_eq!((Number::ONE - decimal(&nines)).recip(), Some(power));
    for beyond in ["1e401", "1e-401", &format!("1{}", "0".repeat(400))] {
        assert_eq!(Number::decimal(beyond), None, "{beyond}");
    }
}

/// The first term that is not below zero goes first, and the others keep their order; a denominator is one up to 24.
#[test]
fn sums_of_roots_begin_with_what_is_added() {
    let sum = |numerators, denominator| Number::over(numerators, denominator).to_string();
    for (numerators, denominator, text) in [
        ([0, -1, -1, 1], 1, "sqrt(6) - sqrt(2) - sqrt(3)"),
        ([-1, 1, -1, 0], 1, "sqrt(2) - 1 - sqrt(3)"),
        ([-1, -1, 0, 1], 2, "(sqrt(6) - 1 - sqrt(2))/2"),
        ([0, -1, -1, 0], 1, "-sqrt(2) - sqrt(3)"),
        ([0, -1, 0, -1], 4, "(-sqrt(2) - sqrt(6))/4"),
        ([1, 1, 0, 0], 24, "(1 + sqrt(2))/24"),
        ([1, 1, 0, 0], 25, "0.04 + 0.04*sqrt(2)"),
    ] {
        assert_eq!(sum(numerators, denominator), text);
    }
}

/// Under a bar a sum has no parentheses, and keeps all of its signs there.
#[test]
fn only_a_single_term_has_its_sign_before_a_bar() {
    let marks = Marks {
        root: |radicand| format!("r{radicand}"),
        over: |n, d| format!("[{n}|{d}]"),
        times: " ",
        bar: true,
    };
    for (numerators, denominator, text, is_sum) in [
        ([0, -1, 0, 1], 4, "[r6 - r2|4]", false),
        ([0, -1, 0, -1], 4, "[-r2 - r6|4]", false),
        ([0, -3, 0, 0], 2, "-[3 r2|2]", false),
        ([0, -3, 0, 0], 1, "-3 r2", false),
        ([-1, -3, 0, 0], 1, "-1 - 3 r2", true),
        ([-1, 0, 0, 0], 3, "-[1|3]", false),
    ] {
        let written = Number::over(numerators, denominator).written(&marks);
        assert_eq!(written, (text.to_owned(), is_sum));
    }
}

/// A number within 64 bits has no more than its place, four coefficients have places of their own, and of long ones each bit
/// counts: those of `2^512` are 256 more, or 32 bytes, than those of `2^256`.
#[test]
fn numbers_take_the_memory_of_their_long_parts() {
    let power = |exponent| (0..exponent).fold(Number::ONE, |power, _| power * Number::from(2));
    let (short, long) = (power(256), power(512));
    assert_eq!(Number::new(i64::MAX, 3).bytes(), 0);
    assert_eq!(long.bytes() - short.bytes(), 32);
    for number in [&short, &long] {
        let inverse = number.recip().expect("not zero");
        assert_eq!(inverse.bytes(), number.bytes());
        let places = size_of_val(&number.coefficients());
        assert_eq!(root(2).bytes(), places);
        assert_eq!((root(2) * number).bytes(), places + number.bytes());
    }
}
