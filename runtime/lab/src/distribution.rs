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
mod tests;
