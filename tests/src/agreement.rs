//! How far two sets of numbers are apart, relative to their size.

/// The largest difference between two slices, relative to the largest magnitude in `expected` or to
/// 1, whichever is greater; infinite if lengths differ or a number is not finite.
///
/// A torque that cancels to nothing is judged on the scale of SI units, not against itself.
#[must_use]
pub fn disagreement(actual: &[f64], expected: &[f64]) -> f64 {
    if actual.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected
        .iter()
        .fold(1.0f64, |scale, value| scale.max(value.abs()));
    let worst = actual
        .iter()
        .zip(expected)
        .map(|(a, b)| (a - b).abs())
        .map(|gap| if gap.is_finite() { gap } else { f64::INFINITY })
        .fold(0.0, f64::max);
    worst / scale
}

/// Fails a test, with the numbers, if two slices disagree by more than `tolerance`.
///
/// # Panics
/// If they do.
#[track_caller]
pub fn assert_agree(what: &str, actual: &[f64], expected: &[f64], tolerance: f64) {
    let gap = disagreement(actual, expected);
    assert!(
        gap <= tolerance,
        "{what}: apart by {gap:.1e}, allowed {tolerance:.0e}\n  actual   {actual:?}\n  expected {expected:?}"
    );
}

#[cfg(test)]
mod tests {
    use super::disagreement;

    #[test]
    fn is_relative_above_one_and_absolute_below() {
        assert_eq!(disagreement(&[200.0, 1.0], &[200.0, 2.0]), 0.005);
        assert_eq!(disagreement(&[0.25], &[0.5]), 0.25);
        assert_eq!(disagreement(&[f64::NAN], &[0.0]), f64::INFINITY);
        assert_eq!(disagreement(&[], &[0.0]), f64::INFINITY);
    }
}
