//! Equations without accelerations: torques as the rate of the momentum, both sides filtered.

use super::filter::at_least_half;
use crate::{Dual, Real};

/// The rows of momentum and of what else makes torque: `tau = d/dt (momentum beta) + rest beta`.
///
/// The momentum is `M(q) qd`; the rest `C qd + g + friction - dM/dt qd`. Neither has accelerations in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MomentumRows<S, const N: usize, const B: usize> {
    /// Rows of the momentum (N·m·s or N·s for each base parameter).
    pub momentum: [[S; B]; N],
    /// Rows of what is no rate of it (N·m or N for each base parameter).
    pub rest: [[S; B]; N],
}

impl<S: Real, const N: usize, const B: usize> MomentumRows<S, N, B> {
    /// The rows at positions `q` and velocities `qd` (rad or m, and per second), from a generated robot's base regressor for
    /// numbers and for dual ones: `MomentumRows::new(ur5::base_regressor, ur5::base_regressor, &q, &qd)`.
    ///
    /// Source: Hsu, Bodson, Sastry and Paden, Adaptive identification and control without using joint
    /// accelerations (1987).
    #[must_use]
    pub fn new(
        regressor: impl Fn(&[S; N], &[S; N], &[S; N], &mut [[S; B]; N]),
        dual: impl Fn(&[Dual<S>; N], &[Dual<S>; N], &[Dual<S>; N], &mut [[Dual<S>; B]; N]),
        q: &[S; N],
        qd: &[S; N],
    ) -> Self {
        let zero = S::constant(0.0);
        let fixed = |value: S| Dual {
            value,
            derivative: zero,
        };
        let mut along = q.map(fixed);
        for (q, &qd) in along.iter_mut().zip(qd) {
            q.derivative = qd;
        }
        let still = [fixed(zero); N];
        let mut moved = [[fixed(zero); B]; N];
        let mut weight = moved;
        dual(&along, &still, &qd.map(fixed), &mut moved);
        dual(&along, &still, &still, &mut weight);
        let mut rest = [[zero; B]; N];
        regressor(q, qd, &[zero; N], &mut rest);
        let mut momentum = [[zero; B]; N];
        let differences = moved.iter().flatten().zip(weight.iter().flatten());
        let rows = momentum.iter_mut().flatten().zip(rest.iter_mut().flatten());
        for ((momentum, rest), (moved, weight)) in rows.zip(differences) {
            *momentum = moved.value - weight.value;
            *rest = *rest - (moved.derivative - weight.derivative);
        }
        Self { momentum, rest }
    }
}

/// Filters rows and torques alike by `1 / (1 + T s)`, with the rate of the momentum taken by the filter: rows that need
/// no accelerations, for the estimators of this module.
#[derive(Debug, Clone, PartialEq)]
pub struct MomentumFilter<S, const N: usize, const B: usize> {
    time: S,
    keep: S,
    share: S,
    last: Option<(MomentumRows<S, N, B>, [S; N])>,
    momentum: [[S; B]; N],
    rest: [[S; B]; N],
    torque: [S; N],
}

impl<S: Real, const N: usize, const B: usize> MomentumFilter<S, N, B> {
    /// A filter with a time constant `T` (s) of samples that are `step` (s) apart, by the trapezoidal rule; `T` is at least half of
    /// that.
    #[must_use]
    pub fn new(time: S, step: S) -> Self {
        let zero = S::constant(0.0);
        let time = at_least_half(time, step);
        let whole = time + time + step;
        Self {
            time,
            keep: (time + time - step) / whole,
            share: step / whole,
            last: None,
            momentum: [[zero; B]; N],
            rest: [[zero; B]; N],
            torque: [zero; N],
        }
    }

    /// Takes a sample and gives filtered rows and torques. The first begins the filter: its rows say nothing and are zero, as are
    /// those of a sample with what is not finite, which is not taken.
    pub fn update(
        &mut self,
        rows: &MomentumRows<S, N, B>,
        torque: &[S; N],
    ) -> ([[S; B]; N], [S; N]) {
        let zero = S::constant(0.0);
        let mut numbers = [&rows.momentum, &rows.rest]
            .into_iter()
            .flatten()
            .flatten()
            .chain(torque);
        if !numbers.all(|x| x.value().is_finite()) {
            return ([[zero; B]; N], [zero; N]);
        }
        let Some((last, last_torque)) = &self.last else {
            (self.momentum, self.rest, self.torque) = (rows.momentum, [[zero; B]; N], [zero; N]);
            self.last = Some((*rows, *torque));
            return ([[zero; B]; N], [zero; N]);
        };
        let (keep, share) = (self.keep, self.share);
        let step =
            |state: &mut S, now: S, before: S| *state = keep * *state + share * (now + before);
        let flat = |state: &mut [[S; B]; N], now: &[[S; B]; N], before: &[[S; B]; N]| {
            let inputs = now.iter().flatten().zip(before.iter().flatten());
            for (state, (&now, &before)) in state.iter_mut().flatten().zip(inputs) {
                step(state, now, before);
            }
        };
        flat(&mut self.momentum, &rows.momentum, &last.momentum);
        flat(&mut self.rest, &rows.rest, &last.rest);
        for ((state, &now), &before) in self.torque.iter_mut().zip(torque).zip(last_torque) {
            step(state, now, before);
        }
        self.last = Some((*rows, *torque));
        let mut filtered = self.rest;
        let rate = S::constant(1.0) / self.time;
        let momenta = rows
            .momentum
            .iter()
            .flatten()
            .zip(self.momentum.iter().flatten());
        for (x, (&now, &slow)) in filtered.iter_mut().flatten().zip(momenta) {
            *x = *x + rate * (now - slow);
        }
        (filtered, self.torque)
    }

    /// Forgets what came before.
    pub fn clear(&mut self) {
        self.last = None;
    }
}
