//! Recursive least squares over many steps, against the information matrix that its weights make.

extern crate std;

use core::array::from_fn;

use super::super::{Forgetting, RecursiveLeastSquares};
use super::{B, DEVIATION, M, NOISE, Sample, Uniform, apart, steps};

/// Least squares by normal equations, with weights that fade when they do in the recursion: symmetric sums, and the determinant by
/// elimination, with nothing of triangular factors in it.
struct Normal {
    /// The information matrix with what it is multiplied with the parameters.
    sums: [[f64; B + 1]; B],
    /// What is left after forgetting once.
    factor: f64,
    credit: f64,
    /// What is left of the weights of nominal values.
    kept: [f64; B],
    turn: usize,
}

impl Normal {
    fn new(factor: f64) -> Self {
        let mut sums = [[0.0; B + 1]; B];
        for (k, row) in sums.iter_mut().enumerate() {
            row[k] = DEVIATION.powi(-2);
        }
        Self {
            sums,
            factor,
            credit: 1.0,
            kept: [1.0; B],
            turn: 0,
        }
    }

    fn update(&mut self, (rows, tau): &Sample) {
        let before = self.eliminated().1;
        for ((row, tau), noise) in rows.iter().zip(tau).zip(NOISE) {
            for (i, sums) in self.sums.iter_mut().enumerate() {
                let share = row[i] / (noise * noise);
                for (sum, x) in sums.iter_mut().zip(row.iter().chain([tau])) {
                    *sum += share * x;
                }
            }
        }
        self.credit *= before / self.eliminated().1;
        let price = self.factor.powi(B as i32);
        if self.factor < 1.0 && self.credit < price {
            let all = self.sums.iter_mut().flatten();
            all.for_each(|sum| *sum *= self.factor);
            self.kept.iter_mut().for_each(|kept| *kept *= self.factor);
            // What the nominal value of one parameter, which is zero, has lost since its last turn.
            let (turn, before) = (self.turn, self.eliminated().1);
            self.sums[turn][turn] += DEVIATION.powi(-2) * (1.0 - self.kept[turn]);
            self.kept[turn] = 1.0;
            self.turn = (turn + 1) % B;
            let given = before / self.eliminated().1;
            // A memory is put by: of each parameter what fades to `1 / e`.
            let memory = (-(B as f64)).exp();
            self.credit = (self.credit / price * given).max(memory);
        }
    }

    /// The parameters, and the determinant.
    fn eliminated(&self) -> ([f64; B], f64) {
        let mut a = self.sums;
        let mut determinant = 1.0;
        for k in 0..B {
            let pivot = a[k];
            determinant *= pivot[k];
            for (i, row) in a.iter_mut().enumerate() {
                let share = if i == k { 0.0 } else { row[k] / pivot[k] };
                row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= share * p);
            }
        }
        (from_fn(|k| a[k][B] / a[k][k]), determinant)
    }
}

/// The largest distance over a run with parameters that change.
fn worst(forgetting: f64) -> f64 {
    let mut random = Uniform(3);
    let settings = Forgetting {
        factor: forgetting,
        information: None,
    };
    let mut arm =
        RecursiveLeastSquares::<f64, M, B>::new([0.0; B], &[DEVIATION; B], NOISE, settings);
    let mut told = Normal::new(forgetting);
    let mut worst = 0.0_f64;
    let steps = steps();
    for step in 0..steps {
        let beta = from_fn(|k| (k as f64 + 1.0) * (2.0 + (1e-4 * step as f64).sin()));
        let (mut rows, mut tau) = random.sample(&beta);
        if step % 300 < 15 {
            rows.as_flattened_mut().iter_mut().for_each(|x| *x *= 1e-3);
            tau.iter_mut().for_each(|x| *x *= 1e-3);
        }
        let sample = (rows, tau);
        arm.update(&sample.0, &sample.1);
        told.update(&sample);
        if step % 97 == 0 || step + 1 == steps {
            worst = worst.max(apart(&arm.estimate(), &told.eliminated().0));
        }
    }
    worst
}

/// With `ARMWRIGHT_STEPS=10000000` ten million of them.
#[test]
fn recursion_stays_at_the_answer_of_its_weights() {
    let forgetting = worst(0.99);
    assert!(forgetting < 1e-9, "{forgetting:e}");
    let whole = worst(1.0);
    assert!(whole < 1e-9, "{whole:e}");
    std::println!("forgetting {forgetting:e}, without {whole:e}");
}
