//! Least squares sample by sample, with forgetting that never outruns what motion teaches.

use super::Factor;
use crate::Real;

/// How fast old samples fade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forgetting<S> {
    /// What a sample's weight is multiplied by when a later one has brought as much as is forgotten: 1 forgets
    /// nothing, 0.99 remembers about 100 samples.
    pub factor: S,
    /// The largest trace of the information matrix, so that the covariance stays above a limit and the
    /// estimate awake; nothing bounds it if `None`.
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
/// The covariance is bounded on both sides. It never exceeds that of the nominal values (what forgetting takes of these is
/// given back, one parameter in turn), and [`Forgetting::information`] keeps it from vanishing. Nothing is forgotten
/// while the motion does not excite: a sample multiplies the determinant of the information by some number, and
/// forgetting has to be paid for with it, by each parameter that any sample said something of. So an arm that stands still
/// keeps what it knows.
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
    /// What is left of the determinant of their information after forgetting once.
    price: S,
    /// What is left of any information after forgetting `B` times.
    round: S,
    /// The reciprocal of what samples and nominal values multiplied that determinant by and was not forgotten, at least
    /// `price` after forgetting.
    credit: S,
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
        let mut round = one;
        for _ in 0..B {
            round = round * forgetting.factor;
        }
        Self {
            nominal,
            prior,
            weights: noise.map(|std| one / std),
            forgetting,
            told: [false; B],
            price: one,
            round,
            credit: one,
            turn: 0,
            factor: Factor::diagonal(&prior),
        }
    }

    /// Takes a sample: rows of the base regressor and the measured torques. One with what is not finite is not taken.
    pub fn update(&mut self, rows: &[[S; B]; M], torque: &[S; M]) {
        let mut numbers = rows.iter().flatten().chain(torque);
        if !numbers.all(|x| x.value().is_finite()) {
            return;
        }
        for row in rows {
            for (told, x) in self.told.iter_mut().zip(row) {
                if !*told && x.value() != 0.0 {
                    *told = true;
                    self.price = self.price * self.forgetting.factor;
                }
            }
        }
        let (mut rows, mut right) = weighed(rows, torque, &self.nominal, &self.weights);
        let left = self.factor.add(&mut rows, &mut right);
        self.credit = self.credit * left;
        if self.price.value() < 1.0 && self.credit.value() < self.price.value() {
            let given = self.forget();
            let rest = self.credit / self.price * given;
            // What is put by is not enough to forget at rest.
            self.credit = if rest.value() < self.price.value() {
                self.price
            } else {
                rest
            };
        }
        if let Some(most) = self.forgetting.information {
            let trace = self.factor.trace();
            if trace.value() > most.value() {
                self.factor.scale((most / trace).sqrt());
            }
        }
    }

    /// Fades all samples once, and gives one parameter back what its nominal value has lost over `B` times. What is left
    /// of the covariance's determinant by that: it pays for what later samples forget of that parameter.
    fn forget(&mut self) -> S {
        self.factor.scale(self.forgetting.factor.sqrt());
        let mut row = [[S::constant(0.0); B]];
        for (k, (entry, &prior)) in row[0].iter_mut().zip(&self.prior).enumerate() {
            if k == self.turn {
                *entry = prior * (S::constant(1.0) - self.round).sqrt();
            }
        }
        self.turn = if self.turn + 1 < B { self.turn + 1 } else { 0 };
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
