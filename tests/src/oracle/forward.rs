//! Accelerations for given torques, by solving the equations of motion.

use nalgebra::DVector;

use super::mechanism::Mechanism;

impl Mechanism {
    /// Accelerations (`rows`) for rows of torque: of a base that is moved the acceleration of its
    /// origin and its angular acceleration, in its own axes, then of the coordinates. Velocities of
    /// the base are its motion's; its accelerations are not used. `None` if a motion meets no
    /// inertia.
    #[must_use]
    pub fn accelerations(
        &self,
        theta: &[f64],
        q: &[f64],
        qd: &[f64],
        torque: &[f64],
    ) -> Option<Vec<f64>> {
        let steady = self.steady().torque(theta, q, qd, &vec![0.0; self.dof()]);
        let left = DVector::from_column_slice(torque) - DVector::from_vec(steady);
        let solution = self.inertia(theta, q).cholesky()?.solve(&left);
        Some(solution.as_slice().to_vec())
    }
}
