//! Beside tables and closed forms.

use super::{
    MANY, NORMAL, chi_square_tail, deviation_about, fisher_tail, gamma_tail, incomplete_beta,
    ln_normal_tail, normal_equivalent, normal_threshold, shared_freedom, student_tail,
    student_widening, surprise, whitened_tail, widened_tail,
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
    // One value is Student's: half of his of one degree of freedom lies beyond 1, and stats.t.sf(3, 4) beyond 3 on each side.
    near(whitened_tail(1.0, 1, 1.0), 0.5);
    near(whitened_tail(9.0, 1, 4.0), 0.039_941_968_071_718_83);
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

/// By mpmath, `log(erfc(z/√2))`; the next term of the series is `105/z⁸`.
#[test]
fn tails_beyond_what_doubles_hold_have_logarithms() {
    for (z, expected) in [
        (29.9, -450.629_765_277_968_7),
        (30.0, -453.628_096_775_783_25),
        (40.0, -803.915_294_833_193_8),
        (100.0, -5_004.831_061_513_643),
    ] {
        let found = ln_normal_tail(z);
        assert!((found - expected).abs() < 1e-9, "{z}: {found}");
    }
}
