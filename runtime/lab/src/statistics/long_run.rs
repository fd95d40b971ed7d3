//! How much correlation in time widens deviations.

use crate::regression::Series;

/// How much more a residual carries at low frequencies than white noise of its variance would:
/// the long-run variance over the variance, with Bartlett's window (Newey and West 1987) over
/// about the cube root of the number of samples; at least `floor` and at least 1.
///
/// Standard deviations of parameters are widened by its root, because a regressor lives at low
/// frequencies, where what a residual has of coloured noise counts in full. The ratio is itself
/// estimated, with a relative standard error of `sqrt(4 lags / (3 samples))`; one such error is
/// added, so that deviations err on the side of caution.
#[must_use]
pub fn long_run_ratio(series: &[Series], row: usize, floor: f64) -> f64 {
    let count: usize = series
        .iter()
        .map(|series| series.kept[row].iter().filter(|kept| **kept).count())
        .sum();
    let lags = (count as f64).cbrt().ceil() as usize;
    let mut products = vec![0.0; lags + 1];
    for series in series {
        let residuals: Vec<f64> = series.residuals(row).map(|e| e.unwrap_or(0.0)).collect();
        for (lag, product) in products.iter_mut().enumerate() {
            let later = residuals.get(lag..).unwrap_or_default();
            *product += residuals.iter().zip(later).map(|(a, b)| a * b).sum::<f64>();
        }
    }
    if products[0] <= 0.0 {
        return floor.max(1.0);
    }
    let caution = 1.0 + (4.0 * lags as f64 / (3.0 * count as f64)).sqrt();
    let window = |lag: usize| 1.0 - lag as f64 / (lags + 1) as f64;
    let sum: f64 = (1..=lags)
        .map(|lag| window(lag) * products[lag] / products[0])
        .sum();
    (1.0 + 2.0 * sum).max(floor).max(1.0) * caution
}
