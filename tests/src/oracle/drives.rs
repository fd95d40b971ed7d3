//! What drives add to the torque: armature, rotors behind the transmission, friction.

use super::mechanism::Mechanism;
use super::parameter::{DriveTerm, ParameterKind, Site};

impl Mechanism {
    /// For each drive parameter its index and its column of the torque regressor (`n`, no rows of a
    /// moved base: what is inside does not move it).
    pub(super) fn drive_columns(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> Vec<(usize, Vec<f64>)> {
        self.columns(|_| true, q, qd, qdd)
    }

    /// The same for armature and rotors only.
    pub(super) fn rotor_columns(&self, qdd: &[f64]) -> Vec<(usize, Vec<f64>)> {
        self.columns(
            |term| term == DriveTerm::Inertia,
            &vec![0.0; self.dof()],
            &vec![0.0; self.dof()],
            qdd,
        )
    }

    /// What a site's own position takes of each coordinate (`n`): the joint's form, or a row of the
    /// transmission.
    pub(super) fn site(&self, site: Site) -> Vec<f64> {
        match site {
            Site::Joint(joint) => {
                let mut row = vec![0.0; self.dof()];
                for &(k, factor) in &self.joints[joint].terms {
                    row[k] += factor;
                }
                row
            }
            Site::Motor(k) => self.transmission.row(k).iter().copied().collect(),
        }
    }

    fn columns(
        &self,
        wanted: impl Fn(DriveTerm) -> bool,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> Vec<(usize, Vec<f64>)> {
        let mut columns = Vec::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            let ParameterKind::Drive(term, site) = parameter.kind else {
                continue;
            };
            if !wanted(term) {
                continue;
            }
            let row = self.site(site);
            let at_site = |joints: &[f64]| -> f64 {
                row.iter()
                    .zip(joints)
                    .map(|(ratio, joint)| ratio * joint)
                    .sum()
            };
            let effort = match term {
                DriveTerm::Inertia => at_site(qdd),
                DriveTerm::Coulomb => sign(at_site(qd)),
                DriveTerm::CoulombPositive if at_site(qd) > 0.0 => 1.0,
                DriveTerm::CoulombNegative if at_site(qd) < 0.0 => -1.0,
                // The middle of what friction at rest can be.
                DriveTerm::CoulombPositive if at_site(qd) == 0.0 => 0.5,
                DriveTerm::CoulombNegative if at_site(qd) == 0.0 => -0.5,
                DriveTerm::CoulombPositive | DriveTerm::CoulombNegative => 0.0,
                DriveTerm::Viscous => at_site(qd),
                DriveTerm::ViscousPositive => at_site(qd).max(0.0),
                DriveTerm::ViscousNegative => at_site(qd).min(0.0),
                DriveTerm::Quadratic => at_site(qd).powi(2).copysign(at_site(qd)),
                DriveTerm::Offset | DriveTerm::Preload => 1.0,
                DriveTerm::Stiffness => at_site(q),
            };
            columns.push((index, row.iter().map(|ratio| ratio * effort).collect()));
        }
        columns
    }
}

fn sign(velocity: f64) -> f64 {
    if velocity == 0.0 {
        0.0
    } else {
        velocity.signum()
    }
}
