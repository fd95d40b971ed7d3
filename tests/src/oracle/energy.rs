//! Kinetic and potential energy, from masses and, independently, as a regressor.

use super::mechanism::Mechanism;
use super::motion::LinkMotion;
use super::parameter::{DriveTerm, ParameterKind};
use super::regressor::unit;

impl Mechanism {
    /// Kinetic and potential energy, J, of bodies and rotors: masses, centres and inertias about
    /// the centres. Potential energy is zero at the base's origin, even if that moves.
    #[must_use]
    pub fn energy(&self, theta: &[f64], q: &[f64], qd: &[f64]) -> (f64, f64) {
        let motions = self.motion(q, qd, &vec![0.0; self.dof()]);
        let (mut kinetic, mut potential) = (0.0, 0.0);
        let links = motions.into_iter().zip(self.bodies(theta));
        let moved = links.map(|(motion, body)| (motion, body.moved(&motion.pose)));
        for (motion, body) in moved.chain([self.moved_base(theta)]) {
            let velocity = motion.velocity_of(body.centre);
            kinetic += 0.5 * body.mass * velocity.norm_squared();
            kinetic += 0.5 * motion.spin.dot(&(body.inertia * motion.spin));
            potential -= body.mass * self.gravity.dot(&body.centre);
        }
        for (value, parameter) in theta.iter().zip(&self.parameters) {
            kinetic += value * self.rotor_energy(parameter.kind, qd);
            potential += value * self.spring_energy(parameter.kind, q);
            potential += value * self.coil_energy(parameter.kind, q);
        }
        (kinetic, potential)
    }

    /// Kinetic plus potential energy as a row (`p`) times the standard parameters.
    #[must_use]
    pub fn energy_regressor(&self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        let motions = self.motion(q, qd, &vec![0.0; self.dof()]);
        let column = |kind: ParameterKind| match kind {
            ParameterKind::Inertial { body, component } => {
                let motion = match (self.carrier(body), self.base) {
                    (Some(at), _) => &motions[at],
                    (None, Some(base)) => &LinkMotion::of_base(base),
                    (None, None) => return 0.0,
                };
                let (mass, moment, inertia) = unit(motion, component);
                0.5 * mass * motion.velocity.norm_squared()
                    + motion.velocity.dot(&motion.spin.cross(&moment))
                    + 0.5 * motion.spin.dot(&(inertia * motion.spin))
                    - self.gravity.dot(&(motion.pose.position * mass + moment))
            }
            ParameterKind::Drive(..) => self.rotor_energy(kind, qd) + self.spring_energy(kind, q),
            ParameterKind::Spring(..) => self.coil_energy(kind, q),
            ParameterKind::Torque(_) => 0.0,
        };
        self.parameters
            .iter()
            .map(|parameter| column(parameter.kind))
            .collect()
    }

    /// Half the square of the velocity of what an armature or a rotor turns with, else 0.
    fn rotor_energy(&self, kind: ParameterKind, qd: &[f64]) -> f64 {
        let ParameterKind::Drive(DriveTerm::Inertia, site) = kind else {
            return 0.0;
        };
        let speed: f64 = self
            .site(site)
            .iter()
            .zip(qd)
            .map(|(ratio, rate)| ratio * rate)
            .sum();
        0.5 * speed * speed
    }

    /// What a spring stores up to a position, for one unit of a parameter of it, else 0.
    fn spring_energy(&self, kind: ParameterKind, q: &[f64]) -> f64 {
        let ParameterKind::Drive(term, site) = kind else {
            return 0.0;
        };
        let form = self.site(site);
        let position: f64 = form.iter().zip(q).map(|(ratio, q)| ratio * q).sum();
        match term {
            DriveTerm::Stiffness => 0.5 * position * position,
            DriveTerm::Preload => position,
            _ => 0.0,
        }
    }
}
