//! Torques by Newton's and Euler's equations of every body about its centre of mass.

use nalgebra::{DMatrix, Matrix3, Vector3};

use super::mechanism::{Mechanism, Movement};
use super::motion::{BaseMotion, LinkMotion};
use super::parameter::ParameterKind;
use super::pose::Pose;

/// A body's mass, centre of mass and inertia about the centre, in some frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Masses {
    pub mass: f64,
    pub centre: Vector3<f64>,
    pub inertia: Matrix3<f64>,
}

impl Masses {
    /// From mass, centre and `Jxx, Jxy, Jxz, Jyy, Jyz, Jzz`.
    pub(super) fn new(mass: f64, centre: Vector3<f64>, inertia: [f64; 6]) -> Self {
        Self {
            mass,
            centre,
            inertia: symmetric(&inertia),
        }
    }

    /// From ten standard parameters, whose inertia is about the origin. A body without mass cannot
    /// have a first moment.
    pub(super) fn from_standard(standard: &[f64; 10]) -> Self {
        let [mass, hx, hy, hz, l @ ..] = *standard;
        let centre = if mass == 0.0 {
            Vector3::zeros()
        } else {
            Vector3::new(hx, hy, hz) / mass
        };
        Self {
            mass,
            centre,
            inertia: symmetric(&l) - steiner(mass, &centre),
        }
    }

    /// The ten standard parameters.
    pub(super) fn standard(&self) -> [f64; 10] {
        let h = self.centre * self.mass;
        let l = self.inertia + steiner(self.mass, &self.centre);
        [
            self.mass,
            h.x,
            h.y,
            h.z,
            l[(0, 0)],
            l[(0, 1)],
            l[(0, 2)],
            l[(1, 1)],
            l[(1, 2)],
            l[(2, 2)],
        ]
    }

    /// The same body described in the outer frame of `pose`.
    pub(super) fn moved(&self, pose: &Pose) -> Self {
        Self {
            mass: self.mass,
            centre: pose.rotation * self.centre + pose.position,
            inertia: pose.rotation * self.inertia * pose.rotation.transpose(),
        }
    }
}

/// The tensor `m (|c|² 1 - c cᵀ)`.
fn steiner(mass: f64, centre: &Vector3<f64>) -> Matrix3<f64> {
    (Matrix3::identity() * centre.norm_squared() - centre * centre.transpose()) * mass
}

/// The symmetric matrix of `xx, xy, xz, yy, yz, zz`.
pub(super) fn symmetric([xx, xy, xz, yy, yz, zz]: &[f64; 6]) -> Matrix3<f64> {
    Matrix3::new(*xx, *xy, *xz, *xy, *yy, *yz, *xz, *yz, *zz)
}

/// Force and moment about the world's origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wrench {
    pub force: Vector3<f64>,
    pub moment: Vector3<f64>,
}

impl Wrench {
    /// What a joint has to supply along its axis to bear it.
    pub(super) fn along(&self, movement: Movement, motion: &LinkMotion) -> f64 {
        match movement {
            Movement::Fixed => 0.0,
            Movement::Turn(_) => motion
                .axis
                .dot(&(self.moment - motion.joint.cross(&self.force))),
            Movement::Slide(_) => motion.axis.dot(&self.force),
        }
    }
}

impl Mechanism {
    /// Rows of torque for a motion: bodies, drives and friction.
    ///
    /// `theta` has the standard parameters, `q`, `qd`, `qdd` the `n` coordinates, rates and
    /// accelerations.
    #[must_use]
    pub fn torque(&self, theta: &[f64], q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<f64> {
        let mut torque = self.body_torque(theta, q, qd, qdd);
        let columns = self.drive_columns(q, qd, qdd);
        for (parameter, column) in &columns {
            let rows = &mut torque[self.base_rows()..];
            for (row, entry) in rows.iter_mut().zip(column) {
                *row += entry * theta[*parameter];
            }
        }
        let springs = self.spring_columns(q).into_iter();
        for (parameter, column) in springs.chain(self.torque_columns(q, qd)) {
            for (row, entry) in torque.iter_mut().zip(column) {
                *row += entry * theta[parameter];
            }
        }
        torque
    }

    /// Gravity's rows of torque.
    #[must_use]
    pub fn gravity_torque(&self, theta: &[f64], q: &[f64]) -> Vec<f64> {
        let rest = vec![0.0; self.dof()];
        let still = self.with_base_at([0.0; 6]);
        still.body_torque(theta, q, &rest, &rest)
    }

    /// Coriolis and centrifugal rows of torque.
    #[must_use]
    pub fn coriolis(&self, theta: &[f64], q: &[f64], qd: &[f64]) -> Vec<f64> {
        let rest = vec![0.0; self.dof()];
        let steady = self.steady().with_gravity([0.0; 3]);
        steady.body_torque(theta, q, qd, &rest)
    }

    /// The inertia matrix (`rows × rows`), by one unit acceleration after another, with armature
    /// and rotors. A moved base has the accelerations of its origin, then its angular ones, in its
    /// own axes.
    #[must_use]
    pub fn inertia(&self, theta: &[f64], q: &[f64]) -> DMatrix<f64> {
        let (rows, base) = (self.rows(), self.base_rows());
        let rest = vec![0.0; self.dof()];
        let weightless = self.clone().with_gravity([0.0; 3]);
        let mut matrix = DMatrix::zeros(rows, rows);
        for j in 0..rows {
            let unit = |i| if i == j { 1.0 } else { 0.0 };
            let (of_base, qdd) = (std::array::from_fn(unit), (base..rows).map(unit));
            let qdd: Vec<f64> = qdd.collect();
            let pushed = weightless.with_base_at(of_base);
            let mut column = pushed.body_torque(theta, q, &rest, &qdd);
            for (parameter, entries) in self.rotor_columns(&qdd) {
                for (row, entry) in column[base..].iter_mut().zip(entries) {
                    *row += entry * theta[parameter];
                }
            }
            matrix.set_column(j, &nalgebra::DVector::from_vec(column));
        }
        matrix
    }

    /// With a base, if it is moved, that starts from rest with these accelerations.
    fn with_base_at(&self, [x, y, z, turn @ ..]: [f64; 6]) -> Self {
        let mut robot = self.clone();
        robot.base = self.base.map(|_| BaseMotion {
            acceleration: Vector3::new(x, y, z),
            spin_rate: turn.into(),
            ..BaseMotion::default()
        });
        robot
    }

    /// With a base, if it is moved, that keeps its velocities.
    pub(super) fn steady(&self) -> Self {
        let mut robot = self.clone();
        robot.base = self.base.map(|motion| BaseMotion {
            acceleration: Vector3::zeros(),
            spin_rate: Vector3::zeros(),
            ..motion
        });
        robot
    }

    /// Torques of the bodies alone.
    pub(super) fn body_torque(
        &self,
        theta: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> Vec<f64> {
        let motions = self.motion(q, qd, qdd);
        let bodies = self.bodies(theta);
        let mut wrenches: Vec<Wrench> = motions
            .iter()
            .zip(&bodies)
            .map(|(motion, body)| self.wrench(motion, &body.moved(&motion.pose)))
            .collect();
        let mut torque = vec![0.0; self.rows()];
        for at in (0..self.links.len()).rev() {
            let link = &self.links[at];
            let carried = wrenches[at];
            if let Some(joint) = link.movement.joint() {
                let effort = carried.along(link.movement, &motions[at]);
                self.share(joint, effort, &mut torque);
            }
            match link.parent {
                Some(parent) => {
                    wrenches[parent].force += carried.force;
                    wrenches[parent].moment += carried.moment;
                }
                None => self.put_on_base(&carried, &mut torque),
            }
        }
        let (motion, body) = self.moved_base(theta);
        self.put_on_base(&self.wrench(&motion, &body), &mut torque);
        torque
    }

    /// How a base that is moved moves, and its own masses: a free body in its own frame, the world's at this
    /// moment.
    pub(super) fn moved_base(&self, theta: &[f64]) -> (LinkMotion, Masses) {
        let mut standard = [0.0; 10];
        for (value, parameter) in theta.iter().zip(&self.parameters) {
            if let ParameterKind::Inertial {
                body: None,
                component,
            } = parameter.kind
            {
                standard[component] = *value;
            }
        }
        let motion = LinkMotion::of_base(self.base.unwrap_or_default());
        (motion, Masses::from_standard(&standard))
    }

    /// Adds what the joints from a link to the base have to give for a wrench on it.
    pub(super) fn put_on_joints(
        &self,
        wrench: &Wrench,
        link: Option<usize>,
        motions: &[LinkMotion],
        rows: &mut [f64],
    ) {
        for link in std::iter::successors(link, |&link| self.links[link].parent) {
            let movement = self.links[link].movement;
            if let Some(joint) = movement.joint() {
                self.share(joint, wrench.along(movement, &motions[link]), rows);
            }
        }
    }

    /// Adds what a base that is moved has to bear; the world's origin is its own.
    pub(super) fn put_on_base(&self, wrench: &Wrench, rows: &mut [f64]) {
        if self.base.is_some() {
            let six = wrench.force.iter().chain(&wrench.moment);
            for (row, value) in rows.iter_mut().zip(six) {
                *row += value;
            }
        }
    }

    /// What moves a body as it moves, gravity taken into account; `body` in the world frame.
    pub(super) fn wrench(&self, motion: &LinkMotion, body: &Masses) -> Wrench {
        let force = (motion.acceleration_of(body.centre) - self.gravity) * body.mass;
        let about_centre =
            body.inertia * motion.spin_rate + motion.spin.cross(&(body.inertia * motion.spin));
        Wrench {
            force,
            moment: about_centre + body.centre.cross(&force),
        }
    }

    /// Every link's mass, centre and inertia in its own frame; nothing for fixed bodies, which are
    /// part of the body that carries them.
    pub(super) fn bodies(&self, theta: &[f64]) -> Vec<Masses> {
        let mut standard = vec![[0.0; 10]; self.joints.len()];
        for (value, parameter) in theta.iter().zip(&self.parameters) {
            if let ParameterKind::Inertial {
                body: Some(body),
                component,
            } = parameter.kind
            {
                standard[body][component] = *value;
            }
        }
        let nothing = [0.0; 10];
        self.links
            .iter()
            .map(|link| {
                link.movement
                    .joint()
                    .map_or(&nothing, |body| &standard[body])
            })
            .map(Masses::from_standard)
            .collect()
    }
}
