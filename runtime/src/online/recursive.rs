//! Least squares sample by sample, with forgetting that never outruns what motion teaches.

use core::f64::consts::E;

use super::Factor;
use crate::Real;

/// How fast old samples fade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forgetting<S> {
    /// What a sample's weight is multiplied by when later ones have brought as much as is forgotten: 1 forgets
    /// nothing, 0.99 remembers about 100 samples.
    pub factor: S,
    /// The largest trace of what samples add to the information of the nominal values, so that the covariance stays above a
    /// limit and the estimate awake; nothing bounds it if `None`. What is beyond it all samples lose alike: of parameters that
    /// the motion has long said nothing of, the nominal values remain.
    pub information: Option<S>,
}

impl<S: Real> Forgetting<S> {
    /// Every sample counts for ever.
    #[must_use]
    pub fn none() -> Self {
        Self {
            factor: S::constant(1.0),
            information: None,
        }
    }
}

/// Recursive least squares in square-root information form: `B` base parameters from samples of `M` torques.
///
/// The covariance is bounded on both sides. It is at most that of the nominal values times `factor^(1 - B)` (what forgetting takes
/// of these is given back, one parameter in turn), and [`Forgetting::information`] keeps it from vanishing.
///
/// Forgetting has to be paid for: a sample multiplies the determinant of the information by some number, and old
/// samples fade once, at most, with each that says something, where those so far have brought as much as fading takes from each
/// parameter that any sample said something of. What rich samples bring beyond that is put by for poor ones, as much as fades in one
/// memory: where motion goes on as it is, `1 / (1 - factor)` samples are remembered. An arm that goes on standing still keeps
/// what it knows but for what was put by: by that the information of its samples becomes `1 / e` of what it was at the
/// least, and deviations 1.65 times as wide. Rows of zeros take nothing at all.
///
/// Source: Kozłowski and Dutkiewicz, equations 6 and 7, in the square-root form of Bierman; the bound by
/// determinants is this project's.
///
/// ```
/// use armwright_runtime::online::{Forgetting, RecursiveLeastSquares};
/// let mut arm = RecursiveLeastSquares::new([0.0; 2], &[10.0; 2], [0.1], Forgetting::none());
/// for k in 0..100 {
///     let q = 0.1 * f64::from(k);
///     arm.update(&[[q.sin(), q.cos()]], &[3.0 * q.sin() - 2.0 * q.cos()]);
/// }
/// let beta = arm.estimate();
/// assert!((beta[0] - 3.0).abs() < 1e-4 && (beta[1] + 2.0).abs() < 1e-4);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RecursiveLeastSquares<S, const M: usize, const B: usize> {
    nominal: [S; B],
    prior: [S; B],
    weights: [S; M],
    forgetting: Forgetting<S>,
    /// Which parameters samples ever said anything of.
    told: [bool; B],
    /// What is left of the determinant of their information after forgetting once. A determinant of many parameters has the range
    /// of `f64`, whatever `S` is.
    price: f64,
    /// What is left of it after one memory.
    memory: f64,
    /// The reciprocal of what samples and nominal values multiplied that determinant by and was not forgotten, at least
    /// `memory`.
    credit: f64,
    /// What is left of the weight of each nominal value.
    kept: [S; B],
    /// The parameter whose nominal value is remembered next.
    turn: usize,
    factor: Factor<S, B>,
}

impl<S: Real, const M: usize, const B: usize> RecursiveLeastSquares<S, M, B> {
    /// Begins at nominal values with standard deviations `deviations` (both in the units of the base parameters), with torques
    /// whose noise has standard deviations `noise` (N·m or N).
    #[must_use]
    pub fn new(
        nominal: [S; B],
        deviations: &[S; B],
        noise: [S; M],
        forgetting: Forgetting<S>,
    ) -> Self {
        let one = S::constant(1.0);
        let prior = deviations.map(|std| one / std);
        Self {
            nominal,
            prior,
            weights: noise.map(|std| one / std),
            forgetting,
            told: [false; B],
            price: 1.0,
            memory: 1.0,
            credit: 1.0,
            kept: [one; B],
            turn: 0,
            factor: Factor::diagonal(&prior),
        }
    }

    /// Takes a sample: rows of the base regressor and the measured torques. One with what is not finite is not taken, nor one that
    /// is so large that squares would not be.
    pub fn update(&mut self, rows: &[[S; B]; M], torque: &[S; M]) {
        let (mut weighed, mut right) = weighed(rows, torque, &self.nominal, &self.weights);
        if !self.factor.has_room(&weighed, &right) {
            return;
        }
        for row in rows {
            for (told, x) in self.told.iter_mut().zip(row) {
                if !*told && x.value() != 0.0 {
                    *told = true;
                    let factor = self.forgetting.factor.value();
                    self.price *= factor;
                    // After `1 / ln(1 / factor)` times, and once at least.
                    self.memory = (self.memory * factor.min(E.recip())).max(f64::MIN_POSITIVE);
                }
            }
        }
        let left = self.factor.add(&mut weighed, &mut right).value();
        self.credit *= left;
        if self.price < 1.0 && left < 1.0 && self.credit < self.price {
            let given = self.forget();
            self.credit = (self.credit / self.price * given).max(self.memory);
        }
        if let Some(most) = self.forgetting.information {
            self.limit(most);
        }
    }

    /// Fades all samples once, and gives one parameter back what its nominal value has lost since it was its turn. What is left
    /// of the covariance's determinant by that: it pays for what later samples forget of that parameter.
    fn forget(&mut self) -> f64 {
        let factor = self.forgetting.factor;
        self.factor.scale(factor.sqrt());
        for kept in &mut self.kept {
            *kept = *kept * factor;
        }
        let turn = self.turn;
        self.turn = if turn + 1 < B { turn + 1 } else { 0 };
        let left = match self.kept.get_mut(turn) {
            Some(kept) => core::mem::replace(kept, S::constant(1.0)),
            None => S::constant(1.0),
        };
        self.remember(turn, S::constant(1.0) - left).value()
    }

    /// Takes from all samples alike what they have told beyond a trace of `most`, and nothing from nominal values.
    fn limit(&mut self, most: S) {
        let mut told = self.factor.trace();
        for (&prior, &kept) in self.prior.iter().zip(&self.kept) {
            told = told - kept * prior * prior;
        }
        if told.value() <= most.value() {
            return;
        }
        let share = most / told;
        self.factor.scale(share.sqrt());
        for k in 0..B {
            let kept = self.kept.get(k).copied().unwrap_or(share);
            self.remember(k, kept * (S::constant(1.0) - share));
        }
    }

    /// Adds a share of the weight of a nominal value. What is left of the covariance's determinant.
    fn remember(&mut self, k: usize, share: S) -> S {
        let mut row = [[S::constant(0.0); B]];
        for (i, (entry, &prior)) in row[0].iter_mut().zip(&self.prior).enumerate() {
            if i == k {
                *entry = prior * share.sqrt();
            }
        }
        self.factor.add(&mut row, &mut [S::constant(0.0)])
    }

    /// The estimate of the base parameters.
    #[must_use]
    pub fn estimate(&self) -> [S; B] {
        solved(&self.factor, &self.nominal)
    }

    /// The factor of all samples, in differences from nominal values.
    #[must_use]
    pub fn factor(&self) -> &Factor<S, B> {
        &self.factor
    }
}

/// Rows and torques less what nominal values explain, each divided by its noise.
pub(super) fn weighed<S: Real, const M: usize, const B: usize>(
    rows: &[[S; B]; M],
    torque: &[S; M],
    nominal: &[S; B],
    weights: &[S; M],
) -> ([[S; B]; M], [S; M]) {
    let (mut rows, mut right) = (*rows, *torque);
    for ((row, right), &weight) in rows.iter_mut().zip(&mut right).zip(weights) {
        *right = weight * (*right - product(row, nominal));
        for x in row {
            *x = weight * *x;
        }
    }
    (rows, right)
}

/// The sum of products of a row and parameters.
pub(super) fn product<S: Real, const B: usize>(row: &[S; B], beta: &[S; B]) -> S {
    let mut sum = S::constant(0.0);
    for (&x, &b) in row.iter().zip(beta) {
        sum = sum + x * b;
    }
    sum
}

/// Nominal values plus the difference that a factor finds.
pub(super) fn solved<S: Real, const B: usize>(factor: &Factor<S, B>, nominal: &[S; B]) -> [S; B] {
    let mut beta = [S::constant(0.0); B];
    factor.solve(&mut beta);
    for (x, &nominal) in beta.iter_mut().zip(nominal) {
        *x = *x + nominal;
    }
    beta
}
