//! The method of Dormand and Prince (1980), of fifth order with an error of fourth, and what lies between its steps.

/// When the stages are, as shares of a step.
pub(super) const C: [f64; 7] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];

/// What each stage takes of those before it; the last gives the result.
pub(super) const A: [&[f64]; 7] = [
    &[],
    &[0.2],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[
        19372.0 / 6561.0,
        -25360.0 / 2187.0,
        64448.0 / 6561.0,
        -212.0 / 729.0,
    ],
    &[
        9017.0 / 3168.0,
        -355.0 / 33.0,
        46732.0 / 5247.0,
        49.0 / 176.0,
        -5103.0 / 18656.0,
    ],
    &[
        35.0 / 384.0,
        0.0,
        500.0 / 1113.0,
        125.0 / 192.0,
        -2187.0 / 6784.0,
        11.0 / 84.0,
    ],
];

/// The difference of the results of fifth and fourth order.
pub(super) const E: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// The last part of the polynomial between steps (Hairer, Nørsett and Wanner, II.6).
const D: [f64; 7] = [
    -12_715_105_075.0 / 11_282_082_432.0,
    0.0,
    87_487_479_700.0 / 32_700_410_799.0,
    -10_690_763_975.0 / 1_880_347_072.0,
    701_980_252_875.0 / 199_316_789_632.0,
    -1_453_857_185.0 / 822_651_844.0,
    69_997_945.0 / 29_380_423.0,
];

/// A component at a share of a step of length `h`, from its ends and the stages' derivatives, of fourth order.
pub(super) fn between(share: f64, h: f64, ends: [f64; 2], k: &[Vec<f64>], i: usize) -> f64 {
    let change = ends[1] - ends[0];
    let first = h * k[0][i] - change;
    let second = change - h * k[6][i] - first;
    let third: f64 = h * (0..7).map(|s| D[s] * k[s][i]).sum::<f64>();
    let rest = 1.0 - share;
    ends[0] + share * (change + rest * (first + share * (second + rest * third)))
}

#[cfg(test)]
mod tests {
    use super::{A, C, D, E};

    #[test]
    fn stages_are_consistent() {
        for (row, c) in A.iter().zip(C) {
            let sum: f64 = row.iter().sum();
            assert!((sum - c).abs() < 1e-14, "{sum} {c}");
        }
        assert!(E.iter().sum::<f64>().abs() < 1e-15);
        assert!(D.iter().sum::<f64>().abs() < 1e-12);
        // Order conditions of the quadrature: Σ b c^k = 1 / (k + 1).
        for power in 1..5 {
            let sum: f64 = A[6].iter().zip(C).map(|(b, c)| b * c.powi(power)).sum();
            let wanted = 1.0 / (1.0 + f64::from(power));
            assert!((sum - wanted).abs() < 1e-14, "{power}: {sum}");
        }
    }

    /// Conditions of third to fifth order that hold stages together (Hairer, Nørsett and Wanner, II.2): of `b`, and up to fourth of
    /// `b` less the error's weights.
    #[test]
    fn stages_build_on_each_other() {
        let b: Vec<f64> = (0..7)
            .map(|s| A[6].get(s).copied().unwrap_or(0.0))
            .collect();
        let lower: Vec<f64> = b.iter().zip(E).map(|(b, e)| b - e).collect();
        let through = |f: &dyn Fn(usize) -> f64, s: usize| -> f64 {
            A[s].iter().enumerate().map(|(k, a)| a * f(k)).sum()
        };
        let c = |power: i32| move |s: usize| C[s].powi(power);
        let one = |s: usize| through(&c(1), s);
        let squares = |s: usize| through(&c(2), s);
        let cubes = |s: usize| through(&c(3), s);
        let twice = |s: usize| through(&one, s);
        let sum = |b: &[f64], f: &dyn Fn(usize) -> f64| -> f64 {
            b.iter().enumerate().map(|(s, b)| b * f(s)).sum()
        };
        for (f, wanted) in [
            (&one as &dyn Fn(usize) -> f64, 1.0 / 6.0),
            (&squares, 1.0 / 12.0),
            (&|s| C[s] * one(s), 1.0 / 8.0),
            (&twice, 1.0 / 24.0),
        ] {
            for b in [&b, &lower] {
                assert!((sum(b, f) - wanted).abs() < 1e-14, "{wanted}");
            }
        }
        for (f, wanted) in [
            (&cubes as &dyn Fn(usize) -> f64, 1.0 / 20.0),
            (&|s| C[s] * C[s] * one(s), 1.0 / 10.0),
            (&|s| C[s] * squares(s), 1.0 / 15.0),
            (&|s| one(s) * one(s), 1.0 / 20.0),
            (&|s| C[s] * twice(s), 1.0 / 30.0),
            (&|s| through(&squares, s), 1.0 / 60.0),
            (&|s| through(&|k| C[k] * one(k), s), 1.0 / 40.0),
            (&|s| through(&twice, s), 1.0 / 120.0),
        ] {
            assert!(
                (sum(&b, f) - wanted).abs() < 1e-14,
                "{wanted}: {}",
                sum(&b, f)
            );
        }
        for power in 1..4 {
            let wanted = 1.0 / (1.0 + f64::from(power));
            assert!((sum(&lower, &c(power)) - wanted).abs() < 1e-14);
        }
    }
}
