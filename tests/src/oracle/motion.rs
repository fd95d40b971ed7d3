//! Positions, velocities and accelerations of every link in the world frame.

use nalgebra::Vector3;

use super::mechanism::{Link, Mechanism, Movement};
use super::pose::Pose;

/// How a link moves, everything in the world frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkMotion {
    /// The body's frame.
    pub pose: Pose,
    /// Velocity of its origin, m/s.
    pub velocity: Vector3<f64>,
    /// Acceleration of its origin, without gravity, m/s².
    pub acceleration: Vector3<f64>,
    /// Angular velocity, rad/s.
    pub spin: Vector3<f64>,
    /// Angular acceleration, rad/s².
    pub spin_rate: Vector3<f64>,
    /// A point on the joint's axis.
    pub joint: Vector3<f64>,
    /// The joint's axis.
    pub axis: Vector3<f64>,
}

/// How a base moves, in its own axes: the world frame is where the base is at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BaseMotion {
    /// Velocity of its origin, m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocity, rad/s.
    pub spin: Vector3<f64>,
    /// Acceleration of its origin, gravity not subtracted, m/s²: the derivative of the velocity as
    /// a vector of the world, not of its components in axes that turn.
    pub acceleration: Vector3<f64>,
    /// Angular acceleration, rad/s².
    pub spin_rate: Vector3<f64>,
}

impl LinkMotion {
    pub(super) fn of_base(base: BaseMotion) -> Self {
        Self {
            pose: Pose::identity(),
            velocity: base.velocity,
            acceleration: base.acceleration,
            spin: base.spin,
            spin_rate: base.spin_rate,
            joint: Vector3::zeros(),
            axis: Vector3::zeros(),
        }
    }

    /// Velocity of the point of this body that is at `point` now.
    pub(super) fn velocity_of(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.spin.cross(&(point - self.pose.position))
    }

    /// Acceleration of that point.
    pub(super) fn acceleration_of(&self, point: Vector3<f64>) -> Vector3<f64> {
        let lever = point - self.pose.position;
        self.acceleration + self.spin_rate.cross(&lever) + self.spin.cross(&self.spin.cross(&lever))
    }
}

/// How a moving body moves, in its own frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyMotion {
    /// Velocity of its origin, m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocity, rad/s.
    pub spin: Vector3<f64>,
    /// Gravity, m/s².
    pub gravity: Vector3<f64>,
}

impl Mechanism {
    /// How the body of a joint moves, in its own frame; `None` if there is no such body.
    #[must_use]
    pub fn body_motion(&self, joint: usize, q: &[f64], qd: &[f64]) -> Option<BodyMotion> {
        let of_body = |link: &Link| link.movement.joint() == Some(joint);
        let at = self.links.iter().position(of_body)?;
        let motion = self.motion(q, qd, &vec![0.0; self.dof()])[at];
        let axes = motion.pose.rotation.transpose();
        Some(BodyMotion {
            velocity: axes * motion.velocity,
            spin: axes * motion.spin,
            gravity: axes * self.gravity,
        })
    }

    /// The motion of every link.
    pub(super) fn motion(&self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<LinkMotion> {
        let base = LinkMotion::of_base(self.base.unwrap_or_default());
        let joints = self.joints.iter();
        let progress: Vec<[f64; 3]> = joints
            .map(|joint| [joint.position(q), joint.rate(qd), joint.rate(qdd)])
            .collect();
        let mut motions: Vec<LinkMotion> = Vec::with_capacity(self.links.len());
        for link in &self.links {
            let parent = link.parent.map_or(base, |at| motions[at]);
            let joint = link.movement.joint();
            let joint = joint.map_or([0.0; 3], |joint| progress[joint]);
            motions.push(next(link, &parent, joint));
        }
        motions
    }
}

/// The motion of a link on a parent that moves, for position, rate and acceleration of its joint.
fn next(link: &Link, parent: &LinkMotion, [q, qd, qdd]: [f64; 3]) -> LinkMotion {
    let frame = parent.pose.then(&link.before);
    let axis = frame.rotation * link.axis;
    let moved = match link.movement {
        Movement::Fixed => frame,
        Movement::Turn(_) => frame.then(&Pose::turn(link.axis, q)),
        Movement::Slide(_) => frame.then(&Pose::shift(link.axis * q)),
    };
    let pose = moved.then(&link.after);
    // First as if the body were a part of its parent, then what the joint adds.
    let mut motion = LinkMotion {
        pose,
        velocity: parent.velocity_of(pose.position),
        acceleration: parent.acceleration_of(pose.position),
        spin: parent.spin,
        spin_rate: parent.spin_rate,
        joint: moved.position,
        axis,
    };
    match link.movement {
        Movement::Fixed => {}
        Movement::Turn(_) => {
            motion.spin = parent.spin + axis * qd;
            motion.spin_rate = parent.spin_rate + axis * qdd + parent.spin.cross(&axis) * qd;
            let lever = pose.position - moved.position;
            motion.velocity = parent.velocity_of(moved.position) + motion.spin.cross(&lever);
            motion.acceleration = parent.acceleration_of(moved.position)
                + motion.spin_rate.cross(&lever)
                + motion.spin.cross(&motion.spin.cross(&lever));
        }
        Movement::Slide(_) => {
            motion.velocity += axis * qd;
            motion.acceleration += axis * qdd + parent.spin.cross(&axis) * (2.0 * qd);
        }
    }
    motion
}
