//! Estimators inside the loop against all samples at once, and the gate on bad days.

extern crate std;

mod by_hand;
mod long;

use core::array::from_fn;
use std::vec::Vec;

use super::recursive::product;
use super::*;
use crate::Scalar;

const B: usize = 5;
const M: usize = 2;
const W: usize = 20;
const DEVIATION: f64 = 100.0;
const NOISE: [f64; M] = [0.1, 0.3];

type Sample = ([[f64; B]; M], [f64; M]);

fn torques<const N: usize, const P: usize>(rows: &[[f64; P]; N], beta: &[f64; P]) -> [f64; N] {
    rows.each_ref().map(|row| product(row, beta))
}

/// Uniform numbers between -1 and 1 that are the same in every run (Marsaglia's xorshift).
struct Uniform(u64);

impl Uniform {
    fn draw(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// A sample of an arm with these parameters.
    fn sample(&mut self, beta: &[f64; B]) -> Sample {
        let mut rows: [[f64; B]; M] = from_fn(|_| from_fn(|_| self.draw()));
        // The outer joint does not see the first parameters.
        rows[1][..2].fill(0.0);
        let tau = torques(&rows, beta);
        (rows, from_fn(|i| tau[i] + NOISE[i] * self.draw()))
    }
}

/// Weighted least squares with the prior, by normal equations and elimination.
fn batch(samples: &[Sample], weights: &[f64], deviations: &[f64; B]) -> [f64; B] {
    let mut a = [[0.0; B + 1]; B];
    for (k, row) in a.iter_mut().enumerate() {
        row[k] = deviations[k].powi(-2);
    }
    for ((rows, tau), weight) in samples.iter().zip(weights) {
        for ((row, tau), noise) in rows.iter().zip(tau).zip(NOISE) {
            for (i, sums) in a.iter_mut().enumerate() {
                let factor = weight * row[i] / (noise * noise);
                let (last, others) = sums.split_last_mut().expect("an entry");
                others
                    .iter_mut()
                    .zip(row)
                    .for_each(|(sum, x)| *sum += factor * x);
                *last += factor * tau;
            }
        }
    }
    for k in 0..B {
        let pivot = a[k];
        let others = a.iter_mut().enumerate().filter(|(i, _)| *i != k);
        for (_, row) in others {
            let factor = row[k] / pivot[k];
            row.iter_mut()
                .zip(pivot)
                .for_each(|(x, p)| *x -= factor * p);
        }
    }
    from_fn(|k| a[k][B] / a[k][k])
}

fn apart<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    let scale = other.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let differences = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max) / scale
}

/// Ten million steps with `ARMWRIGHT_STEPS=10000000`.
fn steps() -> usize {
    let asked = std::env::var("ARMWRIGHT_STEPS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

#[test]
fn a_window_stays_at_the_answer_of_its_samples_alone() {
    let mut random = Uniform(1);
    let mut window = SlidingWindow::<f64, M, B, W>::new([0.0; B], &[DEVIATION; B], NOISE);
    let mut last: Vec<Sample> = Vec::new();
    let mut worst = 0.0_f64;
    let steps = steps();
    for step in 0..steps {
        // Parameters drift, and now and then the motion is small.
        let beta = from_fn(|k| (k as f64 + 1.0) * (1.0 + 1e-4 * step as f64).sin());
        let (mut rows, tau) = random.sample(&beta);
        if step % 300 < 15 {
            rows.as_flattened_mut().iter_mut().for_each(|x| *x *= 1e-3);
        }
        window.push(&rows, &tau);
        last.push((rows, tau));
        if last.len() > W {
            last.remove(0);
        }
        if step % 97 == 0 || step + 1 == steps {
            let expected = batch(&last, &[1.0; W], &[DEVIATION; B]);
            worst = worst.max(apart(&window.estimate(), &expected));
        }
    }
    assert!(window.is_full());
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn a_window_that_loses_rows_to_rounding_is_shorter_and_not_wrong() {
    // Without weight of its own, a direction that one sample alone had is gone with it.
    let mut window = SlidingWindow::<f64, 1, 2, 4>::new([0.0; 2], &[1e12; 2], [1.0]);
    window.push(&[[1e6, 0.0]], &[3e6]);
    for k in 0..40 {
        window.push(&[[1e-6, 1.0]], &[2.0]);
        assert!(window.estimate()[1].is_finite(), "step {k}");
        assert!((window.estimate()[1] - 2.0).abs() < 1e-3, "step {k}");
    }
}

#[test]
fn recursion_is_all_samples_at_once() {
    let mut random = Uniform(2);
    let beta = [3.0, -1.0, 0.5, 2.0, 7.0];
    let samples: Vec<Sample> = (0..500).map(|_| random.sample(&beta)).collect();
    let none = Forgetting::none();
    let mut filter = RecursiveLeastSquares::new([0.0; B], &[DEVIATION; B], NOISE, none);
    for (rows, tau) in &samples {
        filter.update(rows, tau);
    }
    let expected = batch(&samples, &[1.0; 500], &[DEVIATION; B]);
    assert!(apart(&filter.estimate(), &expected) < 1e-12);
    assert!(apart(&expected, &beta) < 0.01);
    let mut sum = 0.0;
    for (rows, tau) in &samples {
        let found = torques(rows, &expected);
        sum += (0..M)
            .map(|i| ((tau[i] - found[i]) / NOISE[i]).powi(2))
            .sum::<f64>();
    }
    sum += expected
        .iter()
        .map(|x| (x / DEVIATION).powi(2))
        .sum::<f64>();
    assert!((filter.factor().rest() / sum - 1.0).abs() < 1e-9);
}

#[test]
fn recursion_leaves_out_what_is_no_number() {
    let mut random = Uniform(2);
    let forgetting = Forgetting {
        factor: 0.9,
        information: None,
    };
    let new = || RecursiveLeastSquares::new([0.0; B], &[DEVIATION; B], NOISE, forgetting);
    let (mut plain, mut spoilt) = (new(), new());
    for k in 0..100 {
        let (rows, tau) = random.sample(&[3.0, -1.0, 0.5, 2.0, 7.0]);
        plain.update(&rows, &tau);
        spoilt.update(&rows, &tau);
        let (mut odd, mut still) = (rows, tau);
        match k % 2 {
            0 => odd[1][4] = f64::NAN,
            _ => still[0] = f64::INFINITY,
        }
        spoilt.update(&odd, &still);
        assert_eq!(plain, spoilt, "{k}");
    }
}

/// Numbers whose squares are none are left out, in either precision; what is known goes on being known.
#[test]
fn recursion_leaves_out_what_has_no_square() {
    fn taught<S: crate::Real + PartialEq>(huge: f64) {
        let none = Forgetting::<S>::none();
        let (zero, one) = (S::constant(0.0), S::constant(1.0));
        let mut filter = RecursiveLeastSquares::<S, 1, 2>::new([zero; 2], &[one; 2], [one], none);
        let number = |x: f64| S::constant(x);
        for k in 0..50 {
            let (x, y) = (f64::from(k % 3) - 1.0, f64::from(k % 5) - 2.0);
            filter.update(&[[number(x), number(y)]], &[number(3.0 * x - 2.0 * y)]);
        }
        let known = filter.clone();
        filter.update(&[[number(huge), zero]], &[one]);
        filter.update(&[[zero, number(-huge)]], &[one]);
        filter.update(&[[one, one]], &[number(huge)]);
        assert!(filter == known, "{huge:e}");
        // Of what is large and has a square nothing is lost.
        filter.update(&[[number(1e-6 * huge), zero]], &[number(3e-6 * huge)]);
        let [x, y] = filter.estimate().map(|x| x.value());
        assert!(filter != known && (x - 3.0).abs() < 1e-3 && y.is_finite());
    }
    taught::<f32>(2e19);
    taught::<f64>(1e155);
}

#[test]
fn forgetting_follows_a_change_and_never_forgets_at_rest() {
    let mut random = Uniform(3);
    let forgetting = Forgetting {
        factor: 0.95,
        information: None,
    };
    let mut filter = RecursiveLeastSquares::new([0.0; B], &[DEVIATION; B], NOISE, forgetting);
    let (before, after) = ([1.0; B], [4.0, 1.0, 1.0, 2.0, 1.0]);
    let feed = |filter: &mut RecursiveLeastSquares<f64, M, B>, beta, random: &mut Uniform| {
        for _ in 0..600 {
            let (rows, tau) = random.sample(beta);
            filter.update(&rows, &tau);
        }
    };
    feed(&mut filter, &before, &mut random);
    assert!(apart(&filter.estimate(), &before) < 0.1);
    feed(&mut filter, &after, &mut random);
    assert!(
        apart(&filter.estimate(), &after) < 0.05,
        "{:?}",
        filter.estimate()
    );
    let known = filter.clone();
    for _ in 0..10_000 {
        filter.update(&[[0.0; B]; M], &[0.0; M]);
    }
    assert_eq!(filter, known, "rows of zeros take nothing");
    // It says the same thing for ever: the others lose the memory that was put by, and pay together for what is learned of it.
    let still = [[1.0, 0.0, 0.0, 0.0, 0.0], [0.0; B]];
    for _ in 0..100_000 {
        filter.update(&still, &[4.0, 0.0]);
    }
    assert!(
        apart(&filter.estimate(), &after) < 0.1,
        "{:?}",
        filter.estimate()
    );
    let (known, now) = (covariance(known.factor()), covariance(filter.factor()));
    let learned = known[0][0] / now[0][0];
    let most = 1.1 * (1.0 + learned.ln() / (B as f64 - 1.0)).exp();
    for k in 1..B {
        let wider = now[k][k] / known[k][k];
        assert!(wider < most, "{k}: {wider}, {most}");
    }
}

/// The information of a motion that goes on as it is, against that of samples that fade one by one: rich ones and poor ones in turn, rows by
/// chance, and one column alone.
#[test]
fn as_many_samples_are_remembered_as_is_said() {
    fn share<const P: usize>(factor: f64, mut row: impl FnMut(u32) -> [f64; P]) -> f64 {
        let forgetting = Forgetting {
            factor,
            information: None,
        };
        let mut filter = RecursiveLeastSquares::new([0.0; P], &[1e3; P], [1.0], forgetting);
        let (mut faded, mut sums) = (0.0, [0.0; 2]);
        for k in 0..4000 {
            let row = row(k);
            filter.update(&[row], &[0.0]);
            faded = factor * faded + product(&row, &row);
            if k >= 2000 {
                sums[0] += filter.factor().trace();
                sums[1] += faded;
            }
        }
        sums[0] / sums[1]
    }
    let mut random = Uniform(12);
    for factor in [0.95, 0.99] {
        let shares = [
            share(factor, |_| [1.0]),
            share(factor, |_| [random.draw().powi(3)]),
            share(factor, |k| [(0.05 * f64::from(k)).sin()]),
            share(factor, |k| {
                from_fn::<_, 4, _>(|j| ((0.31 + 0.17 * j as f64) * f64::from(k)).sin())
            }),
            share(factor, |k| {
                [
                    if k % 10 == 0 { 1.0 } else { 0.01 },
                    (0.3 * f64::from(k)).cos(),
                ]
            }),
        ];
        for (k, share) in shares.iter().enumerate() {
            assert!((share - 1.0).abs() < 0.1, "{factor}, {k}: {share}");
        }
    }
}

/// An arm that moved goes on standing still: by then a memory has been put by, and no more is taken of what it has learned.
#[test]
fn a_rest_takes_no_more_than_one_memory() {
    let forgetting = Forgetting {
        factor: 0.99,
        information: None,
    };
    let mut filter = RecursiveLeastSquares::new([0.0; 2], &[1e3; 2], [1.0], forgetting);
    let mut random = Uniform(13);
    for _ in 0..2000 {
        filter.update(&[[random.draw(), random.draw()]], &[0.0]);
    }
    let before = filter.factor().trace();
    // A drift that can hardly be told from none.
    for _ in 0..100_000 {
        filter.update(&[[1e-6, -1e-6]], &[0.0]);
    }
    let left = filter.factor().trace() / before;
    assert!(left > (-1.02_f64).exp() && left < 1.0, "{left}");
}

/// Room for parameters of which no sample says anything changes neither the estimate nor how fast it forgets.
#[test]
fn parameters_that_nothing_tells_of_are_not_paid_for() {
    let forgetting = Forgetting {
        factor: 0.95,
        information: None,
    };
    let mut filter = RecursiveLeastSquares::new([0.0; 2], &[DEVIATION; 2], NOISE, forgetting);
    let mut roomy = RecursiveLeastSquares::new([0.0; 40], &[DEVIATION; 40], NOISE, forgetting);
    let mut random = Uniform(6);
    for k in 0..400 {
        let beta = if k < 200 { [1.0; B] } else { [3.0; B] };
        let (rows, _) = random.sample(&beta);
        let used = rows.map(|row| [row[0], row[1]]);
        let tau = used.map(|[x, y]| beta[0] * (x + y));
        filter.update(&used, &tau);
        roomy.update(
            &rows.map(|row| from_fn(|k| if k < 2 { row[k] } else { 0.0 })),
            &tau,
        );
    }
    let (small, large) = (filter.estimate(), roomy.estimate());
    for k in 0..2 {
        assert!((small[k] - 3.0).abs() < 0.01, "{small:?}");
        assert!(
            (small[k] - large[k]).abs() < 0.01,
            "{small:?}, {:?}",
            &large[..2]
        );
    }
}

/// What samples told of the last parameter fades; of its nominal value each round gives back what it took.
#[test]
fn nominal_values_are_never_forgotten() {
    let forgetting = Forgetting {
        factor: 0.9,
        information: None,
    };
    let mut filter = RecursiveLeastSquares::new([0.0; B], &[DEVIATION; B], NOISE, forgetting);
    let mut random = Uniform(7);
    filter.update(&[[0.0, 0.0, 0.0, 0.0, 1.0]; M], &[1.0; M]);
    let mut variances = Vec::new();
    for k in 0..5000 {
        let (mut rows, tau) = random.sample(&[1.0, 1.0, 1.0, 1.0, 0.0]);
        rows.iter_mut().for_each(|row| row[B - 1] = 0.0);
        filter.update(&rows, &tau);
        if k >= 4000 {
            variances.push(covariance(filter.factor())[B - 1][B - 1]);
        }
    }
    // Just after it is given back it is as sure as at first, and then less by `1/λ` a time.
    let [least, most] = [f64::INFINITY, 0.0];
    let least = variances.iter().copied().fold(least, f64::min);
    let most = variances.iter().copied().fold(most, f64::max);
    let prior = DEVIATION * DEVIATION;
    assert!((least / prior - 1.0).abs() < 1e-6, "{least} {prior}");
    assert!(
        (most / prior - 0.9_f64.powi(1 - B as i32)).abs() < 1e-6,
        "{most}"
    );
}

#[test]
fn information_stops_at_its_limit() {
    let mut random = Uniform(4);
    let forgetting = Forgetting {
        factor: 1.0,
        information: Some(1e5),
    };
    let mut filter = RecursiveLeastSquares::new([0.0; B], &[DEVIATION; B], NOISE, forgetting);
    let nominal = B as f64 * DEVIATION.powi(-2);
    for _ in 0..1000 {
        let (rows, tau) = random.sample(&[1.0; B]);
        filter.update(&rows, &tau);
        assert!(filter.factor().trace() < (1e5 + nominal) * (1.0 + 1e-12));
    }
    // A sample brings 178 on average: at the end it is at the limit, and not below.
    assert!(filter.factor().trace() > 1e5 * (1.0 - 1e-12));
}

/// The limit takes nothing from nominal values: of what no sample has told for long as much is known as at first, and of two that are at rest in
/// turn the first stays what it was.
#[test]
fn a_limit_of_the_information_leaves_nominal_values() {
    let limited = |factor: f64| {
        let forgetting = Forgetting {
            factor,
            information: Some(1e4),
        };
        let mut filter =
            RecursiveLeastSquares::<f64, 1, 2>::new([0.0, 7.0], &[1.0; 2], [0.1], forgetting);
        for k in 0..20_000 {
            let x = (0.01 * f64::from(k)).sin();
            filter.update(&[[x, 0.0]], &[2.0 * x]);
            assert!(filter.factor().trace() < (1e4 + 2.0) * (1.0 + 1e-12));
        }
        filter
    };
    let mut filter = limited(1.0);
    let mut unit = [0.0, 1.0];
    filter.factor().solve_transposed(&mut unit);
    assert!((product(&unit, &unit) - 1.0).abs() < 1e-9, "{unit:?}");
    // One sample that says hardly anything: 50 with a deviation of 100, beside 7 with one of 1.
    filter.update(&[[0.0, 1e-3]], &[0.05]);
    let expected = 7.0 + 43.0 / (1.0 + 1e4);
    assert!((filter.estimate()[1] - expected).abs() < 1e-6);
    assert!((filter.estimate()[0] - 2.0).abs() < 1e-3);
    // With forgetting, too, which takes one fading at most before it gives back.
    let filter = limited(0.99);
    let mut unit = [0.0, 1.0];
    filter.factor().solve_transposed(&mut unit);
    assert!(product(&unit, &unit) < 1.02, "{unit:?}");
}

/// `(RᵀR)⁻¹`, a column at a time.
fn covariance(factor: &Factor<f64, B>) -> [[f64; B]; B] {
    from_fn(|k| {
        let mut unit = from_fn(|i| f64::from(u8::from(i == k)));
        factor.solve_transposed(&mut unit);
        factor.back(&unit)
    })
}

#[test]
fn rows_that_come_and_go_leave_nothing() {
    let mut random = Uniform(5);
    let mut factor = Factor::diagonal(&[1.0; B]);
    for _ in 0..10 {
        let (mut rows, mut tau) = random.sample(&[1.0; B]);
        factor.add(&mut rows, &mut tau);
    }
    let before = factor.clone();
    let (rows, tau) = random.sample(&[2.0; B]);
    let left = factor.add(&mut rows.clone(), &mut tau.clone());
    // det(P₁)/det(P₀) by the diagonals.
    let product = |f: &Factor<f64, B>| (0..B).map(|k| f.matrix()[k][k].powi(2)).product::<f64>();
    assert!((left - product(&before) / product(&factor)).abs() < 1e-14);
    assert_eq!(factor.remove(&mut rows.clone(), &mut tau.clone()), Ok(()));
    let pairs = factor
        .matrix()
        .as_flattened()
        .iter()
        .zip(before.matrix().as_flattened());
    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
    assert!((factor.rest() - before.rest()).abs() < 1e-12);
    let mut large = rows.map(|row| row.map(|x| 100.0 * x));
    assert_eq!(factor.remove(&mut large, &mut tau.clone()), Err(NotInside));
}

#[test]
fn bounds_hold_and_others_move_along() {
    let mut random = Uniform(6);
    let mut factor = Factor::diagonal(&[0.01; B]);
    for _ in 0..10 {
        let (mut rows, mut tau) = random.sample(&[1.0, -1.0, 0.5, -2.0, 1.0]);
        factor.add(&mut rows, &mut tau);
    }
    let bounds = Bounds {
        lower: [0.0; B],
        upper: [0.9; B],
    };
    let mut beta = [0.0; B];
    factor.solve(&mut beta);
    bounds.project(&factor, &mut beta, 2000);
    // Karush, Kuhn and Tucker: the gradient is zero inside, and points out at a bound.
    let mut free = [0.0; B];
    factor.solve(&mut free);
    let r = factor.matrix();
    let times = |x: &[f64; B]| -> [f64; B] { torques(r, x) };
    let residual = times(&from_fn(|k| beta[k] - free[k]));
    for k in 0..B {
        let gradient: f64 = (0..B).map(|i| r[i][k] * residual[i]).sum();
        let scale = 1e-6 * r[0][0] * r[0][0];
        match beta[k] {
            x if x <= 1e-12 => assert!(gradient > -scale, "{k}: {gradient}"),
            x if x >= 0.9 - 1e-12 => assert!(gradient < scale, "{k}: {gradient}"),
            x => assert!(
                x > 0.0 && x < 0.9 && gradient.abs() < scale,
                "{k}: {gradient}"
            ),
        }
    }
    let mut cut = [-1.0, 2.0, 0.5, 0.0, 0.9];
    bounds.clip(&mut cut);
    assert_eq!(cut, [0.0, 0.9, 0.5, 0.0, 0.9]);
}

#[test]
fn deviations_of_a_window_are_those_of_its_information() {
    let mut random = Uniform(7);
    let mut window = SlidingWindow::<f64, M, B, W>::new([0.0; B], &[DEVIATION; B], NOISE);
    for _ in 0..30 {
        let (rows, tau) = random.sample(&[1.0; B]);
        window.push(&rows, &tau);
    }
    for (k, row) in covariance(window.factor()).iter().enumerate() {
        assert!((window.deviation(k) / row[k].sqrt() - 1.0).abs() < 1e-12);
    }
    assert_eq!(window.deviation(B), f64::INFINITY);
}

#[test]
fn a_change_is_seen_once_it_lasts() {
    let mut random = Uniform(8);
    // Uniform errors between -1 and 1 have a mean square of a third.
    let usual = [3.0_f64.sqrt().recip(); 2];
    let mut change = Change::new(usual, 0.5, 30.0);
    let mut noise = |scale: f64| [scale * random.draw(), scale * random.draw()];
    assert!(
        (0..100_000).all(|_| !change.observe(&noise(1.0))),
        "no false alarm"
    );
    assert!(!change.observe(&[f64::NAN, 0.0]));
    assert!(!change.observe(&[1e6, 0.0]), "a spike is none");
    change.clear();
    let seen = (0..200).position(|_| change.observe(&noise(2.0)));
    // A mean square of 4 adds 2.5 a sample: 12 of them.
    assert!(seen.is_some_and(|k| (6..24).contains(&k)), "{seen:?}");
}

#[test]
fn a_gate_opens_late_and_closes_at_once() {
    let mut gate = Gate::<f64, 1, 10>::new(0.95, 0.9, [2.0]);
    let feed = |gate: &mut Gate<f64, 1, 10>, error: f64| {
        (0..10).map(|_| gate.observe(&[1.0], &[1.0 + error])).last()
    };
    assert_eq!(
        feed(&mut gate, 0.25),
        Some(false),
        "R² 0.9375 does not open it"
    );
    assert_eq!(feed(&mut gate, 0.2), Some(true), "R² 0.96 does");
    assert_eq!(gate.r2().map(|r2| (r2 - 0.96).abs() < 1e-12), Some(true));
    assert_eq!(feed(&mut gate, 0.3), Some(true), "0.91 does not close it");
    assert_eq!(feed(&mut gate, 0.32), Some(false), "0.8976 does");
    feed(&mut gate, 0.0);
    assert!(
        !gate.observe(&[1.0], &[f64::NAN]),
        "what is no number closes it"
    );
    gate.close();
    assert_eq!(gate.r2(), None);
    let mut still = Gate::<f64, 1, 10>::new(0.95, 0.9, [1.0]);
    assert!(
        (0..20).all(|_| !still.observe(&[0.0], &[0.0])),
        "no torque, no R²"
    );
}

#[test]
fn what_is_wrong_with_a_sample_is_named() {
    let limits = Limits {
        step: [0.1; 2],
        torque: [5.0; 2],
        moving: [0.5; 2],
        patience: 3,
    };
    let mut watch = Watch::new(limits);
    let wanted = [0.0, 1.0];
    assert_eq!(watch.look(&[0.0, 0.0], &[1.0, 4.9], &wanted), None);
    assert_eq!(watch.look(&[0.1, -0.1], &[1.0, 1.0], &wanted), None);
    let jump = watch.look(&[0.1, 0.01], &[1.0, 1.0], &wanted);
    assert_eq!(jump, Some(Event::Jump { index: 1 }));
    let saturated = watch.look(&[0.1, 0.02], &[-5.0, 1.0], &wanted);
    assert_eq!(saturated, Some(Event::Saturated { index: 0 }));
    let odd = watch.look(&[f64::NAN, 0.02], &[0.0; 2], &wanted);
    assert_eq!(odd, Some(Event::NotFinite { index: 0 }));
    let odd = watch.look(&[0.0; 2], &[0.0, f64::INFINITY], &wanted);
    assert_eq!(odd, Some(Event::NotFinite { index: 1 }));
    // The first joint may stand still: nobody asks it to move.
    let looks: Vec<_> = (0..5)
        .map(|_| watch.look(&[0.5; 2], &[0.0; 2], &wanted))
        .collect();
    assert_eq!(looks[..4], [None; 4]);
    assert_eq!(looks[4], Some(Event::Frozen { index: 1 }));
    // What moved while nobody looked did not jump.
    watch.skip();
    assert_eq!(watch.look(&[0.9; 2], &[0.0; 2], &wanted), None);
    let jump = watch.look(&[1.9, 0.9], &[0.0; 2], &wanted);
    assert_eq!(jump, Some(Event::Jump { index: 0 }));
}

/// An arm of one joint whose inertia changes with its position: `(b₀ + b₁ cos q) qdd - b₁ sin q qd²/2 + b₂ cos q + b₃ qd`.
fn arm<S: Scalar>(q: &[S; 1], qd: &[S; 1], qdd: &[S; 1], out: &mut [[S; 4]; 1]) {
    let (sine, cosine) = q[0].sin_cos();
    let half = S::constant(0.5);
    out[0] = [
        qdd[0],
        cosine * qdd[0] - half * sine * qd[0] * qd[0],
        cosine,
        qd[0],
    ];
}

const ARM: [f64; 4] = [2.0, 0.7, 5.0, 0.3];

/// A motion and the torque that it takes.
fn swing(t: f64) -> (Motion<f64, 1>, [f64; 1], [[f64; 4]; 1]) {
    let (sine, cosine) = (2.0 * t).sin_cos();
    let slow = (0.7 * t).sin_cos();
    let motion = Motion {
        q: [sine + slow.0],
        qd: [2.0 * cosine + 0.7 * slow.1],
        qdd: [-4.0 * sine - 0.49 * slow.0],
    };
    let mut rows = [[0.0; 4]];
    arm(&motion.q, &motion.qd, &motion.qdd, &mut rows);
    (motion, torques(&rows, &ARM), rows)
}

#[test]
fn filtered_momentum_needs_no_acceleration() {
    let error = |step: f64| {
        let mut filter = MomentumFilter::<f64, 1, 4>::new(0.05, step);
        let mut worst = 0.0_f64;
        let samples = (4.0 / step) as usize;
        for k in 0..samples {
            let (motion, tau, _) = swing(step * k as f64);
            let rows = MomentumRows::new(arm, arm, &motion.q, &motion.qd);
            let (rows, filtered) = filter.update(&rows, &tau);
            let off = filtered[0] - torques(&rows, &ARM)[0];
            worst = worst.max(off.abs());
        }
        worst
    };
    let (coarse, fine) = (error(0.004), error(0.002));
    assert!(coarse < 1e-3, "{coarse:e}");
    // The trapezoidal rule: a quarter with half the step.
    assert!((3.0..5.0).contains(&(coarse / fine)), "{coarse:e} {fine:e}");
}

/// What a bad sensor does to a position and a torque.
type Spoil = fn(&mut f64, &mut f64);

#[test]
fn the_gate_keeps_a_loop_safe() {
    let settings = Settings {
        nominal: [4.0, 0.0, 9.0, 0.0],
        deviations: [10.0; 4],
        noise: [0.01],
        bounds: Bounds {
            lower: [0.0, -10.0, -100.0, 0.0],
            ..Bounds::none()
        },
        limits: Limits {
            step: [0.01],
            torque: [100.0],
            moving: [0.2],
            patience: 5,
        },
        gate: [0.95, 0.9],
        every: 5,
        excitation: 0.5,
    };
    let mut learner = Learner::<f64, 1, 4, 50>::new(settings);
    let mut opened = None;
    let mut at = 0;
    let mut go = |learner: &mut Learner<f64, 1, 4, 50>, spoil: Spoil| {
        let (motion, tau, rows) = swing(0.001 * f64::from(at));
        at += 1;
        let (mut q, mut tau) = (motion.q[0], tau[0]);
        spoil(&mut q, &mut tau);
        learner.step(&[q], &[tau], &motion.qd, &rows)
    };
    for k in 0..200 {
        let step = go(&mut learner, |_, _| {});
        assert_eq!(step.event, None, "{k}");
        if step.acting == Acting::Identified {
            opened = opened.or(Some(k));
        }
    }
    assert!(opened.is_some_and(|k| (49..150).contains(&k)), "{opened:?}");
    assert!(learner.parameters() == learner.identified());
    let bad: [(Spoil, Event); 3] = [
        (|q, _| *q = f64::NAN, Event::NotFinite { index: 0 }),
        (|q, _| *q += 0.5, Event::Jump { index: 0 }),
        (|_, tau| *tau = 100.0, Event::Saturated { index: 0 }),
    ];
    for (spoil, event) in bad {
        let step = go(&mut learner, spoil);
        assert_eq!(step.event, Some(event));
        assert_eq!(step.acting, Acting::Nominal);
        assert_eq!(learner.parameters(), &settings.nominal);
        for _ in 0..200 {
            go(&mut learner, |_, _| {});
        }
        let step = go(&mut learner, |_, _| {});
        assert_eq!(
            step.acting,
            Acting::Identified,
            "it comes back after {event:?}"
        );
    }
    let frozen = swing(0.001 * f64::from(at)).0.q[0];
    let events: Vec<_> = (0..7)
        .map(|k| {
            let (motion, tau, rows) = swing(0.001 * f64::from(at + k));
            learner.step(&[frozen], &tau, &motion.qd, &rows).event
        })
        .collect();
    assert_eq!(events[6], Some(Event::Frozen { index: 0 }), "{events:?}");
}

#[test]
fn an_arm_at_rest_is_not_learned_from() {
    let settings = Settings {
        nominal: [0.0; 4],
        deviations: [10.0; 4],
        noise: [0.1],
        bounds: Bounds::none(),
        limits: Limits {
            step: [1.0],
            torque: [100.0],
            moving: [f64::INFINITY],
            patience: 5,
        },
        gate: [0.95, 0.9],
        every: 1,
        excitation: 0.99,
    };
    let mut learner = Learner::<f64, 1, 4, 50>::new(settings);
    for k in 0..2000 {
        let (motion, tau, rows) = swing(0.05 * f64::from(k));
        learner.step(&motion.q, &tau, &motion.qd, &rows);
    }
    let known = *learner.identified();
    let mut rows = [[0.0; 4]];
    arm(&[0.3], &[0.0], &[0.0], &mut rows);
    let learned = (0..5000).filter(|_| learner.step(&[0.3], &[4.9], &[0.0], &rows).learned);
    // No more than the samples of the motion are in the window.
    assert!(learned.count() < 50);
    let off = |beta: &[f64; 4]| apart(beta, &ARM);
    assert!(off(&known) < 0.01, "{known:?}");
    // As the window empties of motion, what is solved for may become as uncertain as the setting allows: a tenth of
    // the prior's deviations.
    assert!(off(learner.identified()) < 0.1 * 10.0 / ARM[2]);
}
