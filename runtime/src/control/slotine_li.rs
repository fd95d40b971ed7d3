//! The regressor of Slotine and Li, from three calls of the regressor of torques.

use crate::Scalar;

/// The rows of `M(q) qdd_r + C(q, qd) qd_r + g(q) + friction(qd)` for a velocity `qd_r` and an acceleration `qdd_r` that are not those of
/// the motion, with the `C` of Christoffel's symbols, for which `dM/dt - 2 C` is skew-symmetric.
///
/// `regressor` has the rows of `M qdd + C(q, qd) qd + g + friction`, `N × C`; `of_bodies` says of each column whether it is of a body's
/// mass, centre or inertia. Arrays in rad or m, per second, and per second squared. A generated robot's own functions
/// (`ur5::slotine_li_base_regressor`, [`Quantity::SlotineLiBaseRegressor`](crate::Quantity::SlotineLiBaseRegressor)) call this one.
///
/// What a body's columns have of velocities is a quadratic form `h(qd)`, and Christoffel's `C(q, qd) qd_r` the symmetric bilinear form
/// of it: `h(qd) - [h(qd - qd_r / 2) - h(qd_r / 2)]`. The bracket is a difference of two calls at no acceleration, in which
/// gravity cancels; at `qd_r = qd` it vanishes to the bit.
///
/// Source: Slotine and Li, On the adaptive control of robot manipulators (1987), equation 9.
///
/// ```
/// use armwright_runtime::control::slotine_li;
/// // A pendulum on a slide, both of mass 1: position x and angle a, rows of the slide's force and of the pendulum's torque.
/// let regressor = |q: &[f64; 2], qd: &[f64; 2], qdd: &[f64; 2], out: &mut [[f64; 1]; 2]| {
///     let (s, c) = q[1].sin_cos();
///     *out = [[2.0 * qdd[0] + c * qdd[1] - s * qd[1] * qd[1]], [c * qdd[0] + qdd[1] + 9.81 * s]];
/// };
/// let (mut out, angle) = ([[0.0]; 2], 0.3_f64);
/// slotine_li(regressor, &[true], &[0.0, angle], &[0.1, 2.0], &[0.4, 5.0], &[0.0; 2], &mut out);
/// assert!((out[0][0] + angle.sin() * 2.0 * 5.0).abs() < 1e-12);
/// ```
pub fn slotine_li<S: Scalar, const N: usize, const C: usize, const R: usize>(
    regressor: impl Fn(&[S; N], &[S; N], &[S; N], &mut [[S; C]; R]),
    of_bodies: &[bool; C],
    q: &[S; N],
    qd: &[S; N],
    qd_r: &[S; N],
    qdd_r: &[S; N],
    out: &mut [[S; C]; R],
) {
    let half = qd_r.map(|x| S::constant(0.5) * x);
    let mut rest = *qd;
    for (rest, &half) in rest.iter_mut().zip(&half) {
        *rest = *rest - half;
    }
    let zero = S::constant(0.0);
    let (mut more, mut less) = ([[zero; C]; R], [[zero; C]; R]);
    regressor(q, qd, qdd_r, out);
    regressor(q, &rest, &[zero; N], &mut more);
    regressor(q, &half, &[zero; N], &mut less);
    for (out, (more, less)) in out.iter_mut().zip(more.iter().zip(&less)) {
        let columns = out.iter_mut().zip(of_bodies).zip(more.iter().zip(less));
        for ((out, &of_body), (&more, &less)) in columns {
            if of_body {
                *out = *out - (more - less);
            }
        }
    }
}
