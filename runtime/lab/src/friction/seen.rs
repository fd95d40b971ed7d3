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
    if count < SAMPLES {
        return Err(format!("only {count} samples count"));
    }
    if (squares / count as f64).sqrt() <= (MOVES * noise).max(STILL) {
        return Err("it hardly moves".to_owned());
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
}
