//! Adaptive control after Slotine and Li: parameters follow the tracking error, and no acceleration is measured.

use super::torques;
use crate::Real;
use crate::online::{Bounds, Motion};

/// The virtual velocity that an error asks for, and how far the arm is from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sliding<S, const N: usize> {
    /// `qd_r = qd_d + Λ (q_d - q)` (rad/s or m/s).
    pub velocity: [S; N],
    /// Its rate (rad/s² or m/s²).
    pub acceleration: [S; N],
    /// `s = qd - qd_r`.
    pub error: [S; N],
}

/// An adaptive controller of `N` torques and `B` base parameters.
///
/// Its rows are those of `M(q) qdd_r + C(q, qd) qd_r + g(q) + friction(qd)`, with the `C` of Christoffel's symbols, for
/// which `dM/dt - 2 C` does no work: then `sᵀ M s / 2` plus the weighted error of the parameters never grows.
///
/// Source: Slotine and Li, On the adaptive control of robot manipulators (1987), equations 10 to 12.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adaptive<S, const N: usize, const B: usize> {
    /// `Λ`: how fast an error is to end (1/s).
    pub slope: [S; N],
    /// `K`: torque for the distance from the virtual velocity (N·m·s/rad or N·s/m).
    pub damping: [S; N],
    /// `Γ`: how fast each parameter follows.
    pub rate: [S; B],
    /// What parameters may be; they stop there.
    pub bounds: Bounds<S, B>,
    /// The parameters of now.
    pub beta: [S; B],
}

impl<S: Real, const N: usize, const B: usize> Adaptive<S, N, B> {
    /// The virtual velocity at a state, for a motion that is aimed at.
    #[must_use]
    pub fn sliding(&self, aim: &Motion<S, N>, q: &[S; N], qd: &[S; N]) -> Sliding<S, N> {
        let (mut velocity, mut acceleration, mut error) = (aim.qd, aim.qdd, *qd);
        let aims = aim.q.iter().zip(&aim.qd);
        let state = q.iter().zip(qd).zip(&self.slope);
        let out = velocity.iter_mut().zip(&mut acceleration).zip(&mut error);
        for (((velocity, acceleration), error), ((&aim, &aimed), ((&q, &qd), &slope))) in
            out.zip(aims.zip(state))
        {
            *velocity = *velocity + slope * (aim - q);
            *acceleration = *acceleration + slope * (aimed - qd);
            *error = qd - *velocity;
        }
        Sliding {
            velocity,
            acceleration,
            error,
        }
    }

    /// Torques at rows of the regressor for [`Sliding`], after which the parameters have moved for `step` (s).
    pub fn update(&mut self, rows: &[[S; B]; N], error: &[S; N], step: S) -> [S; N] {
        let mut tau = torques(rows, &self.beta);
        for ((tau, &error), &damping) in tau.iter_mut().zip(error).zip(&self.damping) {
            *tau = *tau - damping * error;
        }
        for (row, &error) in rows.iter().zip(error) {
            for ((beta, &x), &rate) in self.beta.iter_mut().zip(row).zip(&self.rate) {
                *beta = *beta - step * rate * x * error;
            }
        }
        self.bounds.clip(&mut self.beta);
        tau
    }
}
