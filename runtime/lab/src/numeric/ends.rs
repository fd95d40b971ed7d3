//! The ends of a run of numbers.

/// Numbers that are compared side by side, so that none waits for the one before it.
const LANES: usize = 8;

/// The smallest and the largest of a run, without what is no number; infinite where nothing is left.
pub(crate) fn ends(run: &[f64]) -> [f64; 2] {
    let mut low = [f64::INFINITY; LANES];
    let mut high = [f64::NEG_INFINITY; LANES];
    for block in run.chunks(LANES) {
        for ((low, high), x) in low.iter_mut().zip(&mut high).zip(block) {
            *low = low.min(*x);
            *high = high.max(*x);
        }
    }
    [
        low.into_iter().fold(f64::INFINITY, f64::min),
        high.into_iter().fold(f64::NEG_INFINITY, f64::max),
    ]
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn ends_are_found_wherever_they_stand() {
        for count in [1, 7, 8, 9, 16, 23] {
            for at in 0..count {
                let mut run = vec![0.5; count];
                run[at] = -3.0;
                run[(at + count / 2) % count] += 2.5;
                let largest = run.iter().copied().fold(-9.0, f64::max);
                let smallest = run.iter().copied().fold(9.0, f64::min);
                assert_eq!(ends(&run), [smallest, largest], "{at} of {count}");
                run[at] = f64::NAN;
                let rest = if count == 1 { f64::INFINITY } else { 0.5 };
                assert_eq!(ends(&run)[0], rest, "{at} of {count}");
            }
        }
        assert_eq!(ends(&[]), [f64::INFINITY, f64::NEG_INFINITY]);
    }
}
