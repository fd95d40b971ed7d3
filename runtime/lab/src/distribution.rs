//! Probabilities of the normal and of the chi-square distribution: the only ones that the laboratory
//! computes.

/// How many standard deviations a value may be off when, of so many values of which none is wrong,
/// one is to be flagged with probability `level` (Šidák 1967).
pub(crate) fn normal_threshold(level: f64, comparisons: usize) -> f64 {
    let count = comparisons.max(1) as f64;
    let each = -((-level.clamp(1e-12, 0.999)).ln_1p() / count).exp_m1();
    // The two-sided tail falls, so halving finds the place where it is `each`.
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if libm::erfc(middle / std::f64::consts::SQRT_2) > each {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The probability that chi-square exceeds `x`: the regularised incomplete gamma function
/// `Q(freedom/2, x/2)`, by its series or its continued fraction, whichever converges.
pub(crate) fn chi_square_tail(x: f64, freedom: usize) -> f64 {
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    if !x.is_finite() {
        return 0.0;
    }
    let (a, x) = (freedom as f64 / 2.0, x / 2.0);
    let front = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        for _ in 0..10_000 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    // Lentz's method.
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut h = d;
    for k in 1..10_000 {
        let k = f64::from(k);
        let numerator = -k * (k - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        let change = c * d;
        h *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * h).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{chi_square_tail, normal_threshold};

    #[test]
    fn tails_are_those_of_tables() {
        for (freedom, x, tail) in [
            (1, 3.841_459, 0.05),
            (1, 6.634_897, 0.01),
            (17, 27.587_112, 0.05),
            (17, 33.408_664, 0.01),
            (100, 124.342_113, 0.05),
            (5, 0.554_298, 0.99),
        ] {
            let found = chi_square_tail(x, freedom);
            assert!((found / tail - 1.0).abs() < 1e-5, "{freedom} {x} {found}");
        }
        assert_eq!(chi_square_tail(0.0, 3), 1.0);
        assert_eq!(chi_square_tail(f64::INFINITY, 3), 0.0);
    }

    #[test]
    fn normal_thresholds_are_quantiles() {
        assert!((normal_threshold(0.05, 1) - 1.959_964).abs() < 1e-5);
        assert!((normal_threshold(0.01, 1) - 2.575_829).abs() < 1e-5);
        // 1 - 0.99^(1/20) = 0.000502…, of which the normal quantile is 3.4794.
        assert!((normal_threshold(0.01, 20) - 3.4794).abs() < 1e-3);
    }
}
