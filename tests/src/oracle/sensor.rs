//! What a sensor of force and torque between a link and its parent feels.

use nalgebra::{DMatrix, Vector3};

use super::mechanism::Mechanism;
use super::motion::LinkMotion;
use super::newton_euler::Wrench;
use super::parameter::ParameterKind;

impl Mechanism {
    /// Force and moment (6) that the named body's parent exerts on it, in the body's frame and
    /// about its origin: Newton's and Euler's equations of every body that it carries, about the
    /// centre of mass. A base that is moved has the name `base`. `None` if no body has this name.
    #[must_use]
    pub fn sensor_wrench(
        &self,
        body: &str,
        theta: &[f64],
        [q, qd, qdd]: [&[f64]; 3],
    ) -> Option<[f64; 6]> {
        let link = self.links.iter().position(|link| link.name == body);
        if link.is_none() && !(body == "base" && self.base.is_some()) {
            return None;
        }
        let motions = self.motion(q, qd, qdd);
        let bodies = self.bodies(theta);
        let mut sum = Wrench {
            force: Vector3::zeros(),
            moment: Vector3::zeros(),
        };
        for (at, motion) in motions.iter().enumerate() {
            if link.is_none_or(|link| self.carries(link, at)) {
                let part = self.wrench(motion, &bodies[at].moved(&motion.pose));
                sum.force += part.force;
                sum.moment += part.moment;
            }
        }
        Some(match link {
            Some(link) => felt(&sum, &motions[link]),
            None => {
                let (motion, own) = self.moved_base(theta);
                let part = self.wrench(&motion, &own);
                sum.force += part.force;
                sum.moment += part.moment;
                felt(&sum, &motion)
            }
        })
    }

    /// The same as a matrix (`6 × p`) times the standard parameters.
    pub(super) fn sensor_regressor(
        &self,
        link: usize,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> DMatrix<f64> {
        let motions = self.motion(q, qd, qdd);
        let mut matrix = DMatrix::zeros(6, self.parameters.len());
        for (column, parameter) in self.parameters.iter().enumerate() {
            let ParameterKind::Inertial { body, component } = parameter.kind else {
                continue;
            };
            let carrier = self.carrier(body);
            if let Some(at) = carrier.filter(|&at| self.carries(link, at)) {
                let part = self.unit_wrench(&motions[at], component);
                matrix
                    .column_mut(column)
                    .copy_from_slice(&felt(&part, &motions[link]));
            }
        }
        matrix
    }

    /// Whether a link is another one or is carried by it.
    fn carries(&self, link: usize, mut at: usize) -> bool {
        while at != link {
            match self.links[at].parent {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        true
    }
}

/// A wrench about the world's origin, in a link's frame and about its origin.
fn felt(wrench: &Wrench, motion: &LinkMotion) -> [f64; 6] {
    let axes = motion.pose.rotation.transpose();
    let force = axes * wrench.force;
    let moment = axes * (wrench.moment - motion.pose.position.cross(&wrench.force));
    [force.x, force.y, force.z, moment.x, moment.y, moment.z]
}
