//! Sines and cosines of the core beside values to more than 30 digits, which `tests/peers/sine.py` makes with mpmath.

use armwright_runtime::{Dual, Scalar};

/// An angle, then of sine and cosine the nearest double and what is missing of it.
pub(super) fn points() -> Vec<[f64; 5]> {
    let text = include_str!("../../peers/sine.csv");
    let number = |text: &str| text.parse().expect("a number");
    let point = |line: &str| {
        let numbers: Vec<f64> = line.split(',').map(number).collect();
        numbers.try_into().expect("five numbers")
    };
    text.lines().skip(1).map(point).collect()
}

/// How far a number is from an exact one, in units of the last place of the nearest double.
pub(super) fn error([found, nearest, rest]: [f64; 3]) -> f64 {
    let size = nearest.abs();
    let unit = f64::from_bits(size.to_bits() + 1) - size;
    ((found - nearest) - rest).abs() / unit
}

#[test]
fn sines_and_cosines_are_within_one_unit_of_the_last_place() {
    let points = points();
    assert!(points.len() > 500, "{}", points.len());
    for [angle, sine, sine_rest, cosine, cosine_rest] in points {
        let found = Scalar::sin_cos(angle);
        let errors = [
            error([found.0, sine, sine_rest]),
            error([found.1, cosine, cosine_rest]),
        ];
        assert!(
            errors.iter().all(|error| *error <= 1.0),
            "{angle:?}: {errors:?}"
        );
    }
}

/// Zeros keep their sign, numbers too small for a polynomial are their own sine, and what is no angle has no sine.
#[test]
fn special_angles_have_the_sines_of_the_library() {
    for angle in [0.0, -0.0, 5e-324, -5e-324, 1e-310, -2.0f64.powi(-40)] {
        let (sine, cosine) = Scalar::sin_cos(angle);
        assert_eq!(sine.to_bits(), angle.to_bits(), "{angle:?}");
        assert_eq!(cosine, 1.0);
    }
    for angle in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let (sine, cosine) = Scalar::sin_cos(angle);
        assert!(sine.is_nan() && cosine.is_nan(), "{angle:?}");
    }
}

/// Many angles at once give the very numbers of each by itself, also where one of them is the library's.
#[test]
fn several_angles_have_the_sines_of_each() {
    fn compare<const N: usize>(angles: [f64; N]) {
        let (sines, cosines) = Scalar::sines_and_cosines(&angles);
        for (i, angle) in angles.iter().enumerate() {
            let (sine, cosine) = Scalar::sin_cos(*angle);
            let bits = [sine, sines[i], cosine, cosines[i]].map(f64::to_bits);
            assert_eq!([bits[0], bits[2]], [bits[1], bits[3]], "{angle:?}");
        }
    }
    for group in points().windows(7) {
        let mut angles: [f64; 7] = std::array::from_fn(|i| group[i][0]);
        compare(angles);
        angles[3] = 1e9;
        compare(angles);
        compare([angles[0], angles[1]]);
    }
    let angle = |value| Dual {
        value,
        derivative: 2.0,
    };
    let (sines, cosines) = Scalar::sines_and_cosines(&[angle(0.3), angle(-2.0)]);
    let each = [0.3, -2.0].map(|value| angle(value).sin_cos());
    assert_eq!([(sines[0], cosines[0]), (sines[1], cosines[1])], each);
}
