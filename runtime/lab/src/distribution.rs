//! Probabilities of the normal distribution, of chi-square, of Student's t and of Fisher's F: the only
//! ones that the laboratory computes.

/// Degrees of freedom from which Student's distribution is taken to be the normal one.
pub(crate) const MANY: f64 = 1e6;
/// The place up to which 97.5 % of a normal distribution lie.
pub(crate) const NORMAL: f64 = 1.959_963_984_540_054;

/// Tails that are less are computed by their logarithm.
const RAREST: f64 = 1e-290;

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
    gamma_tail(x, freedom as f64)
}

/// The same of degrees of freedom that need not be whole.
pub(crate) fn gamma_tail(x: f64, freedom: f64) -> f64 {
    if freedom <= 0.0 || x <= 0.0 {
        return 1.0;
    }
    if !x.is_finite() {
        return 0.0;
    }
    let (a, x) = (freedom / 2.0, x / 2.0);
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

/// The regularised incomplete beta function `I_x(a, b)`, by its continued fraction (Lentz's method).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return f64::from(u8::from(x >= 1.0));
    }
    // Where the fraction converges slowly, its mirror image does not.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    ln_incomplete_beta(a, b, x, x.ln()).exp()
}

/// Its logarithm where that fraction converges, up to `x = (a + 1) / (a + b + 2)`; `ln x` may be of less than doubles hold.
fn ln_incomplete_beta(a: f64, b: f64, x: f64, ln_x: f64) -> f64 {
    let front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = front + a * ln_x + b * (-x).ln_1p() - a.ln();
    let (mut c, mut d) = (1.0, (1.0 - (a + b) * x / (a + 1.0)).recip());
    let mut h = d;
    for m in 1..10_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = (1.0 + term * d).recip();
            c = 1.0 + term / c;
            change = c * d;
            h *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front + h.ln()
}

/// The probability that Student's t exceeds `t` in size.
pub(crate) fn student_tail(t: f64, freedom: f64) -> f64 {
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The probability that a sum of squares of so many whitened values exceeds `x`, where the variances
/// were estimated with some degrees of freedom: that of chi-square if they are many, of Fisher's F else.
pub(crate) fn whitened_tail(x: f64, values: usize, freedom: f64) -> f64 {
    match freedom < MANY && values > 0 {
        true => fisher_tail(x / values as f64, values as f64, freedom),
        false => chi_square_tail(x, values),
    }
}

/// The probability that the F distribution exceeds `x`.
fn fisher_tail(x: f64, numerator: f64, denominator: f64) -> f64 {
    let share = denominator / (denominator + numerator * x.max(0.0));
    incomplete_beta(denominator / 2.0, numerator / 2.0, share)
}

/// How much further out 97.5 % of Student's t lie than of a normal distribution.
pub(crate) fn student_widening(freedom: f64) -> f64 {
    if freedom >= MANY {
        return 1.0;
    }
    let (mut low, mut high) = (1.0, 10.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match student_tail(middle * NORMAL, freedom) > 0.05 {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// As [`whitened_tail`], of values whose deviations were already widened for what is not known of the noise
/// ([`student_widening`]): Fisher's F allows for that by itself.
pub(crate) fn widened_tail(x: f64, values: usize, freedom: f64) -> f64 {
    whitened_tail(x * student_widening(freedom).powi(2), values, freedom)
}

/// The degrees of freedom of several variances together: the harmonic mean, in which those known least count
/// most.
pub(crate) fn shared_freedom(each: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = each.len().max(1) as f64;
    let share = each.map(f64::recip).sum::<f64>() / count;
    share.max(MANY.recip()).recip()
}

/// As how many deviations of a normal distribution so many widened ones count.
pub(crate) fn surprise(deviations: f64, freedom: f64) -> f64 {
    normal_equivalent(deviations.abs() * student_widening(freedom), freedom)
}

/// The standard deviation of a normal distribution about 0 whose interval of 95 % holds 95 % of one about `bias`.
pub(crate) fn deviation_about(bias: f64, std: f64) -> f64 {
    if std <= 0.0 || bias == 0.0 {
        return std.max(bias.abs() / NORMAL);
    }
    let beyond = |x: f64| libm::erfc(x / (std * std::f64::consts::SQRT_2)) / 2.0;
    let bias = bias.abs();
    let (mut low, mut high) = (0.0, bias + 3.0 * std);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match beyond(middle - bias) + beyond(middle + bias) > 0.05 {
            true => low = middle,
            false => high = middle,
        }
    }
    high / NORMAL
}

/// How many standard deviations of a normal distribution are as rare as `t` is of Student's.
pub(crate) fn normal_equivalent(t: f64, freedom: f64) -> f64 {
    if freedom >= MANY {
        return t.abs();
    }
    // Logarithms, since tails may be of less than doubles hold.
    let ln_tail = match student_tail(t, freedom) {
        tail if tail > RAREST => tail.ln(),
        _ => {
            let ln_x = 2.0 * (freedom.sqrt().ln() - freedom.sqrt().hypot(t).ln());
            ln_incomplete_beta(freedom / 2.0, 0.5, ln_x.exp(), ln_x)
        }
    };
    // No normal tail is above `2 exp(-z²/2)`.
    let beyond = (2.0 * (std::f64::consts::LN_2 - ln_tail)).sqrt();
    let (mut low, mut high) = (0.0, t.abs().min(beyond));
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        match ln_normal_tail(middle) > ln_tail {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// The logarithm of the probability that a normal deviate exceeds `z` in size.
fn ln_normal_tail(z: f64) -> f64 {
    if z < 30.0 {
        return libm::erfc(z / std::f64::consts::SQRT_2).ln();
    }
    let square = z * z;
    let series = (-1.0 + (3.0 - 15.0 / square) / square) / square;
    -square / 2.0 - z.ln() - std::f64::consts::FRAC_PI_2.ln() / 2.0 + series.ln_1p()
}

#[cfg(test)]
mod tests {
    use super::{
        MANY, NORMAL, chi_square_tail, deviation_about, fisher_tail, gamma_tail, incomplete_beta,
        normal_equivalent, normal_threshold, shared_freedom, student_tail, student_widening,
        surprise, whitened_tail, widened_tail,
    };

    #[track_caller]
    fn near(found: f64, expected: f64) {
        let off = (found - expected).abs();
        assert!(off <= 1e-9 * expected.abs(), "{found} for {expected}");
    }

    /// SciPy 1.17: `stats.chi2.sf`, `stats.t.sf`, `stats.f.sf`, `special.betainc`.
    #[test]
    fn tails_between_the_tables_are_those_of_scipy() {
        near(gamma_tail(3.7, 2.5), 0.223_300_850_324_692_18);
        near(gamma_tail(0.8, 2.5), 0.773_801_873_177_221_6);
        near(gamma_tail(30.0, 7.5), 1.430_158_788_290_485_4e-4);
        assert_eq!((gamma_tail(3.0, 0.0), gamma_tail(-1.0, 2.0)), (1.0, 1.0));
        // Of two degrees of freedom the tail is exp(-x/2), however far.
        for x in [1e-6, 0.3, 4.0, 100.0, 1000.0] {
            near(chi_square_tail(x, 2), (-x / 2.0).exp());
        }
        near(student_tail(3.0, 4.0), 0.039_941_968_071_718_83);
        near(student_tail(-0.2, 4.0), 0.851_237_014_136_922_4);
        near(student_tail(8.0, 2.5), 0.007_656_644_131_043_447);
        near(incomplete_beta(2.5, 1.5, 0.9), 0.902_119_357_058_620_2);
        near(incomplete_beta(2.5, 1.5, 0.1), 0.006_207_395_720_448_073);
        assert_eq!(
            (
                incomplete_beta(2.0, 3.0, -0.5),
                incomplete_beta(2.0, 3.0, 1.0)
            ),
            (0.0, 1.0)
        );
        near(student_widening(1.5), 3.069_782_481_661_193_6);
        near(student_widening(30.0), 1.041_994_889_911_458_8);
        assert_eq!(student_widening(MANY), 1.0);
        near(normal_threshold(0.05, 3), 2.387_737_887_070_816);
        near(normal_threshold(0.05, 0), NORMAL);
        // Levels that are none are the nearest that are.
        near(normal_threshold(1e-14, 1), 7.130_506_848_171_324);
        near(normal_threshold(2.0, 4), 0.224_752_193_009_075_42);
    }

    #[test]
    fn whitened_squares_are_chi_square_or_fishers() {
        // stats.f.sf(2.5, 3, 12) and stats.chi2.sf(7.5, 3).
        near(whitened_tail(7.5, 3, 12.0), 0.109_154_712_395_006_21);
        near(whitened_tail(7.5, 3, MANY), 0.057_558_451_972_636_4);
        assert_eq!(whitened_tail(7.5, 0, 12.0), 1.0);
        // Widened by 1.41658 as deviations of four degrees of freedom are.
        near(widened_tail(7.5, 3, 4.0), 0.076_629_744_570_323_48);
        near(widened_tail(7.5, 3, MANY), 0.057_558_451_972_636_4);
    }

    #[test]
    fn deviations_that_were_widened_count_as_those_of_a_normal_distribution() {
        // stats.norm.isf(stats.t.sf(3, 4)), and of 2.5 times 1.41658.
        near(normal_equivalent(3.0, 4.0), 2.054_348_558_593_922);
        near(normal_equivalent(-3.0, 4.0), 2.054_348_558_593_922);
        near(surprise(-2.5, 4.0), 2.257_415_188_792_454_5);
        assert_eq!(
            (normal_equivalent(-3.0, MANY), surprise(-2.5, MANY)),
            (3.0, 2.5)
        );
        // Tails of less than doubles hold, by mpmath 1.3.
        for (t, freedom, expected) in [
            (60.0, 1000.0, 39.05622455965022),
            (500.0, 300.0, 44.9008268901267),
            (1e5, 40.0, 27.75843242630541),
            (1e200, 4.0, 60.59613882491343),
            (30.5, 9000.0, 29.75232618895959),
        ] {
            near(normal_equivalent(t, freedom), expected);
        }
        // No jump where they begin.
        let [below, above] = [27.0, 27.2].map(|t| normal_equivalent(t, 1e4));
        assert!(above > below && above - below < 0.2, "{below} {above}");
    }

    #[test]
    fn freedom_that_is_shared_is_the_harmonic_mean() {
        near(shared_freedom([4.0, 12.0].into_iter()), 6.0);
        near(shared_freedom([5.0, f64::INFINITY, 10.0].into_iter()), 10.0);
        near(shared_freedom([1e9].into_iter()), MANY);
        near(shared_freedom([].into_iter()), MANY);
    }

    /// The interval of 95 % about 0 of a normal distribution about something else (SciPy's `brentq`).
    #[test]
    fn an_interval_about_zero_holds_what_is_beside_it() {
        near(deviation_about(0.5, 2.0), 2.060_969_347_689_835_6);
        near(deviation_about(-3.0, 1.5), 2.789_480_114_825_596_3);
        near(deviation_about(10.0, 0.1), 5.186_057_214_760_735);
        assert_eq!(deviation_about(0.0, 0.7), 0.7);
        near(deviation_about(-2.0, 0.0), 2.0 / NORMAL);
    }

    #[test]
    fn tails_of_student_and_fisher_are_those_of_tables() {
        for (freedom, t) in [(1.0, 12.706_205), (5.0, 2.570_582), (60.0, 2.000_298)] {
            assert!((student_tail(t, freedom) - 0.05).abs() < 1e-7, "{freedom}");
            assert!((student_widening(freedom) * 1.959_964 / t - 1.0).abs() < 1e-6);
            assert!((normal_equivalent(t, freedom) - 1.959_964).abs() < 1e-5);
        }
        assert!((student_widening(1e6) - 1.0).abs() < 1e-5);
        for (x, numerator, denominator, tail) in
            [(3.325_835, 5.0, 10.0, 0.05), (2.451_085, 17.0, 40.0, 0.01)]
        {
            let found = fisher_tail(x, numerator, denominator);
            assert!((found / tail - 1.0).abs() < 1e-3, "{x} {found}");
        }
    }

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
