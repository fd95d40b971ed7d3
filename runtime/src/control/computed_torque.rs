//! Computed torque: the acceleration that ends an error, and the torques that cause it.

use crate::Real;
use crate::online::Motion;

/// Feedback of `N` coordinates: an error obeys `edd + damping ed + stiffness e = 0` where the model is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feedback<S, const N: usize> {
    /// 1/s².
    pub stiffness: [S; N],
    /// 1/s.
    pub damping: [S; N],
}

impl<S: Real, const N: usize> Feedback<S, N> {
    /// Feedback that ends every error without overshoot, with bandwidths in rad/s.
    #[must_use]
    pub fn critical(bandwidth: [S; N]) -> Self {
        Self {
            stiffness: bandwidth.map(|w| w * w),
            damping: bandwidth.map(|w| w + w),
        }
    }

    /// The acceleration to command at a state (rad/s² or m/s²): with it, [`torques`] of the base regressor's rows are the
    /// computed torques.
    ///
    /// Source: Kolathaya et al., equation 109.
    ///
    /// ```
    /// use armwright_runtime::control::{Feedback, torques};
    /// use armwright_runtime::online::Motion;
    ///
    /// let feedback = Feedback::critical([10.0]);
    /// let aim = Motion { q: [1.0], ..Motion::default() };
    /// let qdd = feedback.command(&aim, &[0.9], &[0.0]);
    /// // A pendulum: inertia 2, m g l 5.
    /// let tau: [f64; 1] = torques(&[[qdd[0], 0.9_f64.sin()]], &[2.0, 5.0]);
    /// assert!((tau[0] - (2.0 * 10.0 + 5.0 * 0.9_f64.sin())).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn command(&self, aim: &Motion<S, N>, q: &[S; N], qd: &[S; N]) -> [S; N] {
        let mut command = aim.qdd;
        let gains = self.stiffness.iter().zip(&self.damping);
        let errors = aim.q.iter().zip(q).zip(aim.qd.iter().zip(qd));
        for ((x, (&stiff, &damp)), ((&aim, &q), (&aimed, &qd))) in
            command.iter_mut().zip(gains).zip(errors)
        {
            *x = *x + stiff * (aim - q) + damp * (aimed - qd);
        }
        command
    }
}

/// Torques (`N`) of a regressor's rows (`N × B`) and base parameters (`B`): those that compensate gravity if the rows are
/// at rest, computed torques if they are at a commanded acceleration.
#[must_use]
pub fn torques<S: Real, const N: usize, const B: usize>(
    rows: &[[S; B]; N],
    beta: &[S; B],
) -> [S; N] {
    rows.each_ref().map(|row| {
        let products = row.iter().zip(beta);
        products.fold(S::constant(0.0), |sum, (&x, &b)| sum + x * b)
    })
}
