//! Least-squares polynomials through unevenly spaced samples, as weights of these samples.

/// Weights of samples at `nodes` whose sum is, at `at`, the polynomial of a degree that fits the samples
/// best (Forsythe 1957: polynomials that are orthogonal over the nodes, by their recurrence). With one
/// node more than the degree it goes through all of them.
pub(super) fn weights(nodes: &[f64], degree: usize, at: f64) -> Vec<f64> {
    let count = nodes.len();
    let (low, high) = nodes
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), t| {
            (low.min(*t), high.max(*t))
        });
    let (middle, half) = (
        f64::midpoint(low, high),
        ((high - low) / 2.0).max(f64::MIN_POSITIVE),
    );
    let scaled: Vec<f64> = nodes.iter().map(|t| (t - middle) / half).collect();
    let at = (at - middle) / half;
    let mut weights = vec![0.0; count];
    let (mut before, mut here) = (vec![0.0; count], vec![1.0; count]);
    let (mut value_before, mut value) = (0.0, 1.0);
    let mut norm_before = 1.0;
    for k in 0..=degree.min(count.saturating_sub(1)) {
        let norm: f64 = here.iter().map(|p| p * p).sum();
        for (weight, p) in weights.iter_mut().zip(&here) {
            *weight += value * p / norm;
        }
        let shift = here
            .iter()
            .zip(&scaled)
            .map(|(p, x)| x * p * p)
            .sum::<f64>()
            / norm;
        let ratio = if k == 0 { 0.0 } else { norm / norm_before };
        let next = (0..count).map(|i| (scaled[i] - shift) * here[i] - ratio * before[i]);
        let next: Vec<f64> = next.collect();
        let value_next = (at - shift) * value - ratio * value_before;
        (before, here) = (here, next);
        (value_before, value) = (value, value_next);
        norm_before = norm;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn polynomials_of_the_degree_are_met_exactly() {
        let nodes = [0.1, 0.2, 0.33, 0.4, 0.9, 1.0, 1.1];
        let cubic = |t: f64| 3.0 - t + 5.0 * t * t - 7.0 * t * t * t;
        for at in [0.0, 0.5, 0.66, 1.3] {
            for count in [4, 7] {
                let weights = weights(&nodes[..count], 3, at);
                let found: f64 = weights.iter().zip(nodes).map(|(w, t)| w * cubic(t)).sum();
                assert!((found - cubic(at)).abs() < 1e-11, "{at}: {found}");
            }
        }
        // The mean has the least variance of all.
        assert_eq!(weights(&nodes, 0, 5.0), [1.0 / 7.0; 7]);
        assert_eq!(weights(&[2.0], 3, 5.0), [1.0]);
    }

    const EXPECTED: [(usize, f64, [f64; 7]); 3] = [
        (
            1,
            0.5,
            [
                0.17821185181030372,
                0.17077993100933891,
                0.16111843396808476,
                0.15591608940740945,
                0.11875648540258572,
                0.111324564601621,
                0.10389264380065627,
            ],
        ),
        (
            2,
            0.5,
            [
                -0.19754854019961063,
                0.09644189868639552,
                0.3810610517652532,
                0.4886333099575034,
                0.3270066168799936,
                0.0988918117635868,
                -0.19448614885312207,
            ],
        ),
        (
            3,
            1.3,
            [
                -0.6351059812148082,
                0.5250252375629435,
                0.5316819905206622,
                0.058645645545055684,
                -2.2674348995262084,
                -0.3437683726904761,
                3.1309563798028317,
            ],
        ),
    ];

    /// By NumPy: rows of the pseudo-inverse of Vandermonde's matrix.
    #[test]
    fn more_samples_than_the_degree_are_fitted_by_least_squares() {
        let nodes = [0.1, 0.2, 0.33, 0.4, 0.9, 1.0, 1.1];
        for (degree, at, expected) in EXPECTED {
            let found = weights(&nodes, degree, at);
            for (x, y) in found.iter().zip(expected) {
                assert!((x - y).abs() < 1e-11, "{degree}: {found:?}");
            }
        }
    }
}
