//! The nearest parameters within bounds, as near as the data see it.

use super::Factor;
use crate::Real;

/// Bounds of `B` base parameters: friction and inertias that cannot be negative, what a drawing guarantees.
/// Infinite where there is none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds<S, const B: usize> {
    /// The smallest values.
    pub lower: [S; B],
    /// The largest.
    pub upper: [S; B],
}

impl<S: Real, const B: usize> Bounds<S, B> {
    /// No bounds at all.
    #[must_use]
    pub fn none() -> Self {
        Self {
            lower: [S::constant(f64::NEG_INFINITY); B],
            upper: [S::constant(f64::INFINITY); B],
        }
    }

    /// Moves an estimate into the bounds, by the factor that it came from: others move along, as they would have if the
    /// bound had been known when they were estimated. Hildreth's method in `passes` passes over the bounds, each
    /// `B²` operations for a bound that is violated; what is outside after them is cut off.
    ///
    /// Source: Hildreth, A quadratic programming procedure (1957).
    pub fn project(&self, factor: &Factor<S, B>, beta: &mut [S; B], passes: u32) {
        let mut prices = [S::constant(0.0); B];
        for _ in 0..passes {
            let mut settled = true;
            for k in 0..B {
                settled &= !self.push(factor, beta, &mut prices, k);
            }
            if settled {
                break;
            }
        }
        self.clip(beta);
    }

    /// Cuts off what is outside.
    pub fn clip(&self, beta: &mut [S; B]) {
        for ((x, low), high) in beta.iter_mut().zip(&self.lower).zip(&self.upper) {
            if x.value() < low.value() {
                *x = *low;
            }
            if x.value() > high.value() {
                *x = *high;
            }
        }
    }

    /// Moves one parameter to its bound, or back by what its bound has moved it too far; whether it moved.
    fn push(
        &self,
        factor: &Factor<S, B>,
        beta: &mut [S; B],
        prices: &mut [S; B],
        k: usize,
    ) -> bool {
        let at = |values: &[S; B]| values.get(k).copied().unwrap_or(S::constant(0.0));
        let (x, price, low, high) = (at(beta), at(prices), at(&self.lower), at(&self.upper));
        let inside = x.value() >= low.value() && x.value() <= high.value();
        if inside && price.value() == 0.0 {
            return false;
        }
        // A column of the covariance: how others move when this one does.
        let mut column = [S::constant(0.0); B];
        if let Some(unit) = column.get_mut(k) {
            *unit = S::constant(1.0);
        }
        factor.solve_transposed(&mut column);
        let column = factor.back(&column);
        let variance = at(&column);
        if variance.value() <= 0.0 || variance.value().is_nan() {
            return false;
        }
        // The price without which this bound would not hold the parameter, of either sign.
        let free = x - variance * price;
        let wanted = if free.value() < low.value() {
            (low - free) / variance
        } else if free.value() > high.value() {
            (high - free) / variance
        } else {
            S::constant(0.0)
        };
        let change = wanted - price;
        for (x, &c) in beta.iter_mut().zip(&column) {
            *x = *x + c * change;
        }
        if let Some(price) = prices.get_mut(k) {
            *price = wanted;
        }
        change.value() != 0.0
    }
}
