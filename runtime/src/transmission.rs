//! The linear map between joints and motors: `q_motor = G q_joint`, `tau_joint = Gᵀ tau_motor`.

/// What is left of the sizes of numbers in a difference below this part of them is rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// An invertible transmission of `N` joints and motors, with its inverse at hand.
///
/// ```
/// use armwright_runtime::Transmission;
/// let wrist = Transmission::new([[45.0, 0.0], [32.0, 32.0]]).expect("invertible");
/// let motors = wrist.to_motor(&[0.1, 0.2]);
/// assert!((motors[1] - 9.6).abs() < 1e-12);
/// let joints = wrist.to_joint(&motors);
/// assert!((joints[0] - 0.1).abs() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transmission<const N: usize> {
    matrix: [[f64; N]; N],
    inverse: [[f64; N]; N],
}

impl<const N: usize> Transmission<N> {
    /// A transmission from its matrix `G`; `None` if `G` is singular, but for rounding, or not finite.
    #[must_use]
    pub fn new(matrix: [[f64; N]; N]) -> Option<Self> {
        Some(Self {
            matrix,
            inverse: inverse(matrix)?,
        })
    }

    /// The matrix `G`.
    #[must_use]
    pub fn matrix(&self) -> &[[f64; N]; N] {
        &self.matrix
    }

    /// Motor positions (or velocities, accelerations) from the joints': `G q`.
    #[must_use]
    pub fn to_motor(&self, joint: &[f64; N]) -> [f64; N] {
        core::array::from_fn(|k| (0..N).map(|i| self.matrix[k][i] * joint[i]).sum())
    }

    /// Joint positions (or velocities, accelerations) from the motors': `G⁻¹ q_m`.
    #[must_use]
    pub fn to_joint(&self, motor: &[f64; N]) -> [f64; N] {
        core::array::from_fn(|i| (0..N).map(|k| self.inverse[i][k] * motor[k]).sum())
    }

    /// Joint torques from motor torques: `Gᵀ tau_m`.
    #[must_use]
    pub fn torque_to_joint(&self, motor: &[f64; N]) -> [f64; N] {
        core::array::from_fn(|i| (0..N).map(|k| self.matrix[k][i] * motor[k]).sum())
    }

    /// Motor torques from joint torques: `G⁻ᵀ tau`.
    #[must_use]
    pub fn torque_to_motor(&self, joint: &[f64; N]) -> [f64; N] {
        core::array::from_fn(|k| (0..N).map(|i| self.inverse[i][k] * joint[i]).sum())
    }
}

/// Gauss–Jordan elimination with partial pivoting; `None` if no more than rounding is left of a pivot.
fn inverse<const N: usize>(mut a: [[f64; N]; N]) -> Option<[[f64; N]; N]> {
    if !a.iter().flatten().all(|x| x.is_finite()) {
        return None;
    }
    // The sum of the sizes of all that a number was made from, whatever the units of rows and columns.
    let mut sizes = a.map(|row| row.map(f64::abs));
    let mut b = core::array::from_fn(|i| core::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    for column in 0..N {
        let pivot =
            (column..N).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        a.swap(column, pivot);
        b.swap(column, pivot);
        sizes.swap(column, pivot);
        let scale = a[column][column];
        let is_left = scale.abs() > ROUNDING * sizes[column][column];
        if !is_left || !scale.is_finite() {
            return None;
        }
        for j in 0..N {
            a[column][j] /= scale;
            b[column][j] /= scale;
            sizes[column][j] /= scale.abs();
        }
        for row in (0..N).filter(|&row| row != column) {
            let factor = a[row][column];
            for j in 0..N {
                a[row][j] -= factor * a[column][j];
                b[row][j] -= factor * b[column][j];
                sizes[row][j] += factor.abs() * sizes[column][j];
            }
        }
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::Transmission;

    #[test]
    fn power_is_the_same_on_both_sides() {
        let wrist = Transmission::new([[-2.0, 0.0, 0.0], [3.0, 5.0, 0.0], [1.0, -4.0, 7.0]])
            .expect("invertible");
        let (qd, tau_motor) = ([0.3, -0.2, 0.9], [1.0, 2.0, -3.0]);
        let power = |a: &[f64; 3], b: &[f64; 3]| -> f64 { (0..3).map(|i| a[i] * b[i]).sum() };
        let joint_side = power(&qd, &wrist.torque_to_joint(&tau_motor));
        let motor_side = power(&wrist.to_motor(&qd), &tau_motor);
        assert!((joint_side - motor_side).abs() < 1e-12);
        let back = wrist.torque_to_motor(&wrist.torque_to_joint(&tau_motor));
        assert!((0..3).all(|k| (back[k] - tau_motor[k]).abs() < 1e-12));
    }

    /// Rows change places for the largest pivot, of either sign: a small one would cost all digits.
    #[test]
    fn positions_go_there_and_back_whatever_the_order_of_rows() {
        let rows = [[1e-20, 1.0, 0.5], [-1.0, 1.0, -2.0], [0.1, -3.0, 1e-20]];
        let joints = [0.3, -0.7, 1.1];
        for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1]] {
            let transmission = Transmission::new(order.map(|k| rows[k])).expect("invertible");
            let motors = transmission.to_motor(&joints);
            let by_hand = order.map(|k| (0..3).map(|i| rows[k][i] * joints[i]).sum::<f64>());
            assert_eq!(motors, by_hand);
            let back = transmission.to_joint(&motors);
            assert!((0..3).all(|i| (back[i] - joints[i]).abs() < 1e-14));
        }
        assert_eq!(Transmission::new([[f64::NAN]]), None);
        assert_eq!(Transmission::new([[f64::INFINITY]]), None);
    }

    #[test]
    fn singular_matrix_is_refused() {
        assert_eq!(Transmission::new([[1.0, 2.0], [2.0, 4.0]]), None);
        // Of three times a row rounding is left.
        assert_eq!(Transmission::new([[0.1, 0.3], [0.3, 0.9]]), None);
        let steps = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
        assert_eq!(Transmission::new(steps), None);
        assert_eq!(Transmission::new([[1.0, f64::NAN], [0.0, 1.0]]), None);
        // Small numbers in small units are no rounding.
        let units = Transmission::new([[1e9, 1.0], [1e-9, 3e-18]]).expect("invertible");
        let back = units.to_joint(&units.to_motor(&[0.3, -0.7]));
        assert!((back[0] - 0.3).abs() < 1e-12 && (back[1] + 0.7).abs() < 1e-6);
    }
}
