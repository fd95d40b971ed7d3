//! Which speeds of a place are seen, or why its friction cannot be told.

/// Samples in which a place has to move, a speed (rad/s or m/s) that is rounding, and the share of them in the rarer direction.
const SAMPLES: usize = 30;
const STILL: f64 = 1e-7;
const BOTH_WAYS: f64 = 0.03;
/// By how many times the deviation of its velocity a place has to move.
const MOVES: f64 = 3.0;
/// A speed counts as seen if so many samples, and this share of them, are slower.
const SLOWER: (usize, f64) = (20, 0.005);

/// The lowest and the highest speed that is seen of a place, or why its friction cannot be told; `noise` is the
/// deviation of its velocity.
pub(super) fn speeds(velocities: &[f64], noise: f64) -> Result<[f64; 2], String> {
    let count = velocities.len();
    let squares: f64 = velocities.iter().map(|v| v * v).sum();
    // Of what stands still hardly a sample counts.
    if squares.sqrt() <= (MOVES * noise).max(STILL) * (count as f64).sqrt() {
        return Err("it hardly moves".to_owned());
    }
    if count < SAMPLES {
        return Err(format!("only {count} samples count"));
    }
    let forwards = velocities.iter().filter(|v| **v > 0.0).count();
    if (forwards.min(count - forwards) as f64) < BOTH_WAYS * count as f64 {
        let why = "it moves in one direction only, in which friction is not told from gravity";
        return Err(why.to_owned());
    }
    let mut speeds: Vec<f64> = velocities.iter().map(|v| v.abs()).collect();
    speeds.sort_by(f64::total_cmp);
    let slower = SLOWER.0.max((SLOWER.1 * count as f64) as usize);
    let (slow, fast) = (speeds[slower.min(count - 1)], speeds[count - 1]);
    Ok([slow.max(2.0 * noise).min(fast), fast])
}

#[cfg(test)]
mod tests {
    use super::speeds;

    #[test]
    fn what_hardly_moves_or_one_way_only_is_not_told() {
        let wave = |size: f64| (0..400).map(move |k| size * (0.1 * f64::from(k)).sin());
        let of = |noise: f64, shift: f64| {
            let velocities: Vec<f64> = wave(1.0).map(|v| v + shift).collect();
            speeds(&velocities, noise)
        };
        let [low, high] = of(1e-3, 0.0).expect("it moves");
        assert!(low < 0.1 && high > 0.99, "{low} {high}");
        // What is slower than its noise is not seen.
        assert!(of(0.1, 0.0).expect("it moves")[0] >= 0.2);
        assert!(of(0.5, 0.0).expect_err("noise").contains("hardly moves"));
        assert!(of(0.0, 1.5).expect_err("one way").contains("one direction"));
        assert!(
            speeds(&[1.0, -1.0], 0.0)
                .expect_err("few")
                .contains("2 samples")
        );
    }

    /// Speeds of 0.01, 0.02, ... up to 1, one way and the other.
    fn rising(count: u32) -> Vec<f64> {
        let sign = |k: u32| if k.is_multiple_of(2) { 1.0 } else { -1.0 };
        (1..=count)
            .map(|k| sign(k) * f64::from(k) / f64::from(count))
            .collect()
    }

    #[test]
    fn speeds_are_seen_from_the_twentieth_or_twice_the_noise_on() {
        let near = |found: Result<[f64; 2], String>, expected: [f64; 2]| {
            let found = found.expect("speeds");
            let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{found:?}");
        };
        // Twenty samples are slower, or half a percent of many: 50 of 10 000.
        near(speeds(&rising(100), 0.0), [0.21, 1.0]);
        near(speeds(&rising(10_000), 0.0), [0.0051, 1.0]);
        near(speeds(&rising(30), 0.0), [0.7, 1.0]);
        near(speeds(&rising(100), 0.1), [0.21, 1.0]);
        near(speeds(&rising(100), 0.15), [0.3, 1.0]);
        assert_eq!(
            speeds(&rising(29), 0.0),
            Err("only 29 samples count".to_owned())
        );
        // The root mean square of 1 to 100 is 58.17, three times 19.39.
        near(speeds(&rising(100), 0.1938), [0.3876, 1.0]);
        let still = Err("it hardly moves".to_owned());
        assert_eq!(speeds(&rising(100), 0.194), still);
        let tiny = |size: f64| {
            rising(100)
                .iter()
                .map(|v| size * v.signum())
                .collect::<Vec<_>>()
        };
        assert!(speeds(&tiny(1.1e-7), 0.0).is_ok());
        assert_eq!(speeds(&tiny(0.9e-7), 0.0), still);
    }

    #[test]
    fn a_place_moves_both_ways_from_three_percent_on() {
        for sign in [1.0, -1.0] {
            let with = |other: usize| {
                let of = |k: usize| if k < other { -sign } else { sign };
                speeds(&(0..100).map(of).collect::<Vec<f64>>(), 0.0)
            };
            assert_eq!(with(3), Ok([1.0, 1.0]));
            let why = "it moves in one direction only, in which friction is not told from gravity";
            assert_eq!(with(2), Err(why.to_owned()));
        }
    }
}
