//! Slopes of a table's columns, and what they may be off by where its figures were rounded.

/// Slopes of the parabola through each sample and its neighbours.
pub(super) fn slopes(time: &[f64], x: &[f64]) -> Vec<f64> {
    let last = x.len().saturating_sub(1);
    (0..x.len())
        .map(|k| {
            let k0 = k.clamp(1, last.max(2) - 1);
            if last < 2 {
                return 0.0;
            }
            let (a, b) = (time[k0] - time[k0 - 1], time[k0 + 1] - time[k0]);
            let (before, after) = ((x[k0] - x[k0 - 1]) / a, (x[k0 + 1] - x[k0]) / b);
            let bend = (after - before) / (a + b);
            let middle = (before * b + after * a) / (a + b);
            middle + 2.0 * bend * (time[k] - time[k0])
        })
        .collect()
}

/// Half a unit of the last place of each figure of a column: a decimal, or where small figures have more decimals than large ones a
/// significant digit.
fn figures(column: &[f64]) -> Vec<f64> {
    let places = column.iter().map(|x| {
        let text = x.abs().to_string();
        let decimals = text.split_once('.').map_or(0, |(_, behind)| behind.len());
        let digits = text.chars().filter(char::is_ascii_digit);
        let significant = digits.skip_while(|digit| *digit == '0').count();
        (decimals, significant)
    });
    let (decimals, significant) = places.fold((0, 0), |most: (usize, usize), own| {
        (most.0.max(own.0), most.1.max(own.1))
    });
    let half_unit = |x: &f64| {
        let last = x.abs().log10().floor() + 1.0 - significant as f64;
        0.5 * libm::pow(10.0, last.max(-(decimals as f64)))
    };
    column.iter().map(half_unit).collect()
}

/// How far times are beside those of an even clock that they may be rounded from; nothing where there is none.
pub(super) fn clock(time: &[f64]) -> f64 {
    let Some((first, last)) = time.first().zip(time.last()) else {
        return 0.0;
    };
    let step = (last - first) / time.len().saturating_sub(1).max(1) as f64;
    let even = (0..time.len()).map(|k| first + step * k as f64);
    let beside = even.zip(time).map(|(even, time)| (time - even).abs());
    let most = beside.fold(0.0, f64::max);
    // Both ends of the even times are rounded, too.
    let unit = 2.0 * figures(time).into_iter().fold(0.0, f64::max);
    if most <= unit { most } else { 0.0 }
}

/// What accelerations may be off by that are a table's own (`given` 2), or slopes of its velocities (1) or of those of its positions (0),
/// where its times may be off by `clock`.
pub(super) fn accelerations(
    time: &[f64],
    state: &[Vec<f64>; 3],
    given: usize,
    clock: f64,
) -> Vec<f64> {
    let mut off = figures(&state[given]);
    if let Some(slopes) = state.get(given + 1) {
        let pairs = off.iter_mut().zip(slopes);
        pairs.for_each(|(off, slope)| *off += clock * slope.abs());
    }
    (given..2).fold(off, |off, _| of_slopes(time, &off))
}

/// What [`slopes`] of figures may be off by.
fn of_slopes(time: &[f64], off: &[f64]) -> Vec<f64> {
    let last = off.len().saturating_sub(1);
    if last < 2 {
        return vec![0.0; off.len()];
    }
    let of = |k: usize| {
        let k0 = k.clamp(1, last - 1);
        let (a, b) = (time[k0] - time[k0 - 1], time[k0 + 1] - time[k0]);
        let aside = 2.0 * (time[k] - time[k0]);
        let (before, after) = ((aside - b) / (a * (a + b)), (aside + a) / (b * (a + b)));
        before.abs() * off[k0 - 1] + (before + after).abs() * off[k0] + after.abs() * off[k0 + 1]
    };
    (0..=last).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{accelerations, clock, figures, of_slopes, slopes};

    #[track_caller]
    fn near(found: &[f64], wanted: &[f64]) {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() <= 1e-9 * wanted, "{found} {wanted}");
        }
    }

    /// Two decimals, and six significant digits; of all digits that a number has nothing is rounded that matters.
    #[test]
    fn figures_are_off_by_half_of_their_last_place() {
        near(&figures(&[12.47, 0.31, -0.02, 0.0]), &[5e-3; 4]);
        let found = figures(&[1.234_57, 0.012_345_7, -123.457]);
        near(&found, &[5e-6, 5e-8, 5e-4]);
        let thirds: Vec<f64> = (1..9u32).map(|k| f64::from(k) / 3.0).collect();
        assert!(figures(&thirds).iter().all(|off| *off < 1e-15));
        near(&figures(&[3.0, 20.0]), &[0.5; 2]);
        assert_eq!(figures(&[]), [0.0; 0]);
    }

    /// Thirds of a second to hundredths are beside them by a third of one; times that are nearly even at their own digits are what they are.
    #[test]
    fn an_even_clock_is_seen_through_rounded_times() {
        let thirds: Vec<f64> = (0..31u32)
            .map(|k| (f64::from(k) * 100.0 / 3.0).round() / 100.0)
            .collect();
        near(&[clock(&thirds)], &[0.01 / 3.0]);
        assert!(clock(&[0.0, 0.1, 0.2, 0.3]) < 1e-15);
        assert_eq!(clock(&[0.0, 0.1, 0.35, 0.4]), 0.0);
        assert_eq!(clock(&[0.0, 1.0, 2.5]), 0.0);
        assert_eq!((clock(&[2.0]), clock(&[])), (0.0, 0.0));
    }

    /// The most that any signs of what figures are off by come to, at uneven times, too.
    #[test]
    fn slopes_are_off_by_the_worst_of_all_signs() {
        let (time, off) = ([0.0, 0.5, 0.75, 2.0, 2.25], [0.25, 1.0, 0.5, 2.0, 0.125]);
        let mut most = [0.0f64; 5];
        for signs in 0..32u32 {
            let x: Vec<f64> = (0..5)
                .map(|k| {
                    if (signs >> k) & 1 == 1 {
                        off[k]
                    } else {
                        -off[k]
                    }
                })
                .collect();
            for (most, slope) in most.iter_mut().zip(slopes(&time, &x)) {
                *most = most.max(slope);
            }
        }
        near(&of_slopes(&time, &off), &most);
        assert_eq!(of_slopes(&time[..2], &off[..2]), [0.0; 2]);
        assert_eq!(of_slopes(&[], &[]), [0.0; 0]);
    }

    /// Positions to a hundredth a tenth of a second apart: slopes are off by 0.05 a second in the middle, theirs by 0.5 a second squared. A time
    /// that is off by 0.01 is as much as a position that is off by a hundredth of the speed.
    #[test]
    fn accelerations_are_off_by_what_they_are_made_of() {
        let time: Vec<f64> = (0..9u32).map(|k| 0.1 * f64::from(k)).collect();
        let column = |x: f64| vec![x; 9];
        let state = [column(0.25), column(2.0), column(1.5)];
        let middle = |given: usize, clock: f64| accelerations(&time, &state, given, clock)[4];
        near(&[middle(2, 0.01)], &[0.05]);
        near(&[middle(1, 0.0)], &[5.0]);
        near(&[middle(1, 0.01)], &[0.515 / 0.1]);
        near(&[middle(0, 0.0)], &[0.5]);
        near(&[middle(0, 0.01)], &[2.5]);
    }
}
