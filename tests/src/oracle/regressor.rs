//! Torque as a matrix times the standard parameters, column by column.

use nalgebra::{DMatrix, Matrix3, Vector3};

use super::mechanism::{Link, Mechanism};
use super::motion::LinkMotion;
use super::newton_euler::{Wrench, symmetric};
use super::parameter::ParameterKind;

impl Mechanism {
    /// `Y` (`rows × p`) with `tau = Y theta`: a column is the torque that one unit of one parameter
    /// asks for.
    ///
    /// Newton's and Euler's equations about the body's origin, which are linear in mass, first
    /// moment and inertia about that origin, in the world frame.
    #[must_use]
    pub fn regressor(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> DMatrix<f64> {
        let motions = self.motion(q, qd, qdd);
        let mut matrix = DMatrix::zeros(self.rows(), self.parameters.len());
        for (column, parameter) in self.parameters.iter().enumerate() {
            let ParameterKind::Inertial { body, component } = parameter.kind else {
                continue;
            };
            let at = self.carrier(body);
            let motion = match (at, self.base) {
                (Some(carrier), _) => motions[carrier],
                (None, Some(base)) => LinkMotion::of_base(base),
                (None, None) => continue,
            };
            let wrench = self.unit_wrench(&motion, component);
            let mut rows = vec![0.0; self.rows()];
            self.put_on_base(&wrench, &mut rows);
            self.put_on_joints(&wrench, at, &motions, &mut rows);
            matrix.column_mut(column).copy_from_slice(&rows);
        }
        let base_rows = self.base_rows();
        for (column, entries) in self.drive_columns(q, qd, qdd) {
            for (row, entry) in entries.iter().enumerate() {
                matrix[(base_rows + row, column)] = *entry;
            }
        }
        let springs = self.spring_columns(q).into_iter();
        for (column, entries) in springs.chain(self.torque_columns(q, qd)) {
            matrix.column_mut(column).copy_from_slice(&entries);
        }
        matrix
    }

    /// The link that a joint moves; none for the base.
    pub(super) fn carrier(&self, body: Option<usize>) -> Option<usize> {
        let is_it = |link: &Link| link.movement.joint() == body;
        body.and_then(|_| self.links.iter().position(is_it))
    }

    /// What one unit of a body's standard parameter asks for, about the world's origin.
    pub(super) fn unit_wrench(&self, motion: &LinkMotion, component: usize) -> Wrench {
        let (mass, moment, inertia) = unit(motion, component);
        let felt = motion.acceleration - self.gravity;
        let (w, wd) = (motion.spin, motion.spin_rate);
        let force = felt * mass + wd.cross(&moment) + w.cross(&w.cross(&moment));
        let about_origin = moment.cross(&felt) + inertia * wd + w.cross(&(inertia * w));
        Wrench {
            force,
            moment: about_origin + motion.pose.position.cross(&force),
        }
    }
}

/// Mass, first moment and inertia about the body's origin, in world axes, of one unit of a
/// component.
pub(super) fn unit(motion: &LinkMotion, component: usize) -> (f64, Vector3<f64>, Matrix3<f64>) {
    let mut standard = [0.0; 10];
    standard[component] = 1.0;
    let [mass, hx, hy, hz, l @ ..] = standard;
    let rotation = motion.pose.rotation;
    let moment = rotation * Vector3::new(hx, hy, hz);
    (
        mass,
        moment,
        rotation * symmetric(&l) * rotation.transpose(),
    )
}
