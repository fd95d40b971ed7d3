//! What takes one pass through a long run of numbers.

use super::widest;

/// Numbers that are taken side by side, so that none waits for the one before it.
pub(crate) const LANES: usize = 8;

/// The smallest and the largest of a run, without what is no number; infinite where nothing is left.
pub(crate) fn ends(run: &[f64]) -> [f64; 2] {
    widest(|| {
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
    })
}

/// The sum of a run.
pub(crate) fn sum(run: &[f64]) -> f64 {
    widest(|| {
        let mut sums = [0.0; LANES];
        for block in run.chunks(LANES) {
            for (sum, x) in sums.iter_mut().zip(block) {
                *sum += x;
            }
        }
        sums.into_iter().sum()
    })
}

/// The largest size of the differences of two runs, without what is no number; 0 where nothing is left.
pub(crate) fn largest_difference(one: &[f64], other: &[f64]) -> f64 {
    widest(|| {
        let mut most = [0.0f64; LANES];
        for (one, other) in one.chunks(LANES).zip(other.chunks(LANES)) {
            for ((most, x), y) in most.iter_mut().zip(one).zip(other) {
                *most = most.max((x - y).abs());
            }
        }
        most.into_iter().fold(0.0, f64::max)
    })
}

#[cfg(test)]
mod tests {
    use super::{ends, largest_difference, sum};

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

    #[test]
    fn every_number_is_in_the_sum() {
        for count in [0, 1, 8, 9, 30] {
            let run: Vec<f64> = (0..count).map(|k| f64::from(1 << k)).collect();
            assert_eq!(sum(&run), f64::from(1 << count) - 1.0);
        }
    }

    #[test]
    fn the_largest_difference_is_found_wherever_it_stands() {
        for count in [1, 8, 13, 24] {
            for at in 0..count {
                let (mut one, other) = (vec![0.25; count], vec![0.75; count + 3]);
                one[at] = if at % 2 == 0 { 3.75 } else { -2.25 };
                assert_eq!(largest_difference(&one, &other), 3.0, "{at} of {count}");
                assert_eq!(largest_difference(&other, &one), 3.0, "{at} of {count}");
                one[at] = f64::NAN;
                let rest = if count == 1 { 0.0 } else { 0.5 };
                assert_eq!(largest_difference(&one, &other), rest, "{at} of {count}");
            }
        }
        assert_eq!(largest_difference(&[], &[1.0]), 0.0);
    }
}
