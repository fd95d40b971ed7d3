//! Least squares over the last samples: each new one is added, the oldest is taken out.

use super::Factor;
use super::recursive::{solved, weighed};
use crate::Real;

/// Least squares over the last `W` samples of `M` torques, with nominal values as a prior: `B` base parameters.
///
/// Two factors go along. One is the answer: a sample is added and the oldest taken out, which loses digits each time.
/// The other only adds, and after `W` samples holds just the window: then it takes the first one's place and begins
/// anew. So rounding never has more than `W` steps to grow, however long the loop runs, and every step costs the
/// same: three blocks of [`Factor`].
///
/// Weights of the prior have to be well above the rounding of what the window holds, or what it said is lost when rows leave:
/// deviations of nominal values at most `1e6` (`f64`, `1e3` for `f32`) times what the window determines.
///
/// Source: Kolathaya et al., section VI (a buffer of 50 samples, equation 105 with its prior).
///
/// ```
/// use armwright_runtime::online::SlidingWindow;
/// let mut window = SlidingWindow::<f64, 1, 2, 50>::new([0.0; 2], &[100.0; 2], [0.1]);
/// for k in 0..1000 {
///     let q = 0.1 * f64::from(k);
///     let mass = if k < 500 { 3.0 } else { 5.0 };
///     window.push(&[[q.sin(), q.cos()]], &[mass * q.sin() - 2.0 * q.cos()]);
/// }
/// assert!((window.estimate()[0] - 5.0).abs() < 1e-4);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SlidingWindow<S, const M: usize, const B: usize, const W: usize> {
    nominal: [S; B],
    prior: [S; B],
    weights: [S; M],
    rows: [[[S; B]; M]; W],
    right: [[S; M]; W],
    /// Where the next sample goes.
    next: usize,
    /// The answer, and how many of the last samples it holds.
    factor: Factor<S, B>,
    held: usize,
    /// The factor of the samples since it began anew, and their number.
    young: Factor<S, B>,
    age: usize,
}

impl<S: Real, const M: usize, const B: usize, const W: usize> SlidingWindow<S, M, B, W> {
    /// An empty window, with nominal values and their standard deviations (in the units of the base parameters) and
    /// the standard deviations of the torques' noise (N·m or N).
    #[must_use]
    pub fn new(nominal: [S; B], deviations: &[S; B], noise: [S; M]) -> Self {
        let (zero, one) = (S::constant(0.0), S::constant(1.0));
        let prior = deviations.map(|std| one / std);
        let factor = Factor::diagonal(&prior);
        Self {
            nominal,
            prior,
            weights: noise.map(|std| one / std),
            rows: [[[zero; B]; M]; W],
            right: [[zero; M]; W],
            next: 0,
            young: factor.clone(),
            factor,
            held: 0,
            age: 0,
        }
    }

    /// How far the samples determine the parameters by themselves: the share of the prior's variance that they take, on the average over
    /// parameters, each as if those after it were known. 0 for an empty window, towards 1 where the motion excites everything.
    ///
    /// The figure goes by the order of parameters and is no rank: one row with numbers of very different sizes makes it large, though it
    /// tells but one combination. What a parameter is known to is its [`SlidingWindow::deviation`].
    #[must_use]
    pub fn excitation(&self) -> S {
        let (mut sum, mut count) = (S::constant(0.0), S::constant(0.0));
        for (k, (row, &prior)) in self.factor.matrix().iter().zip(&self.prior).enumerate() {
            let pivot = row.get(k).copied().unwrap_or(prior);
            sum = sum + S::constant(1.0) - prior * prior / (pivot * pivot);
            count = count + S::constant(1.0);
        }
        sum / count
    }

    /// Takes a sample: rows of the base regressor and the measured torques.
    pub fn push(&mut self, rows: &[[S; B]; M], torque: &[S; M]) {
        let new = weighed(rows, torque, &self.nominal, &self.weights);
        let (mut added, mut right) = new;
        self.factor.add(&mut added, &mut right);
        let slot = self
            .rows
            .get_mut(self.next)
            .zip(self.right.get_mut(self.next));
        let mut sound = true;
        if let Some((rows, right)) = slot {
            let (mut old, mut old_right) = (*rows, *right);
            (*rows, *right) = new;
            if self.held < W {
                self.held += 1;
            } else {
                sound = self.factor.remove(&mut old, &mut old_right).is_ok();
            }
        }
        let (mut added, mut right) = new;
        self.young.add(&mut added, &mut right);
        self.age += 1;
        self.next = if self.next + 1 < W { self.next + 1 } else { 0 };
        if self.age >= W || !sound {
            self.renew();
        }
    }

    /// Puts the young factor in the old one's place. Before its time that is a shorter window, never a wrong one.
    fn renew(&mut self) {
        self.factor.clone_from(&self.young);
        self.held = self.age;
        if self.age >= W {
            self.young = Factor::diagonal(&self.prior);
            self.age = 0;
        }
    }

    /// Forgets all samples.
    pub fn clear(&mut self) {
        self.factor = Factor::diagonal(&self.prior);
        self.young = Factor::diagonal(&self.prior);
        (self.next, self.held, self.age) = (0, 0, 0);
    }

    /// Whether the window has all its samples.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.held == W
    }

    /// The estimate of the base parameters.
    #[must_use]
    pub fn estimate(&self) -> [S; B] {
        solved(&self.factor, &self.nominal)
    }

    /// The standard deviation of one parameter of the estimate, the prior included; infinite for one that there is not.
    #[must_use]
    pub fn deviation(&self, parameter: usize) -> S {
        let mut unit = [S::constant(0.0); B];
        let Some(entry) = unit.get_mut(parameter) else {
            return S::constant(f64::INFINITY);
        };
        *entry = S::constant(1.0);
        self.factor.solve_transposed(&mut unit);
        let squares = unit.iter().fold(S::constant(0.0), |sum, &x| sum + x * x);
        squares.sqrt()
    }

    /// The factor of the window, in differences from nominal values.
    #[must_use]
    pub fn factor(&self) -> &Factor<S, B> {
        &self.factor
    }
}
