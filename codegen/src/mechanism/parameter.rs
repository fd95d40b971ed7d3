//! The standard parameters of a robot: what each is called, is, and is worth nominally.

use super::Inertial;
use crate::algebra::{BodyIndex, JointIndex, MotorIndex, Rational};

/// One standard parameter; torque is linear in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Symbol and owner: `m_a`, `mx_a`, `Lxx_a`, `Ia_q1`, `fv_m1`.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// What it is.
    pub kind: ParameterKind,
    /// The nominal value of the robot's file, where there is one.
    pub nominal: Option<Rational>,
}

/// What a standard parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// One of the ten of a body: `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`.
    Inertial {
        /// The body.
        body: BodyIndex,
        /// Which of them.
        component: Inertial,
    },
    /// Inertia on a joint's own coordinate, or of a motor's rotor.
    Inertia(Site),
    /// Coulomb friction: multiplies the sign of the velocity.
    Coulomb(Site),
    /// Viscous friction: multiplies the velocity.
    Viscous(Site),
    /// A constant torque.
    Offset(Site),
}

/// Where a drive parameter acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    /// On the position of a joint.
    Joint(JointIndex),
    /// On the coordinate of a motor, behind the transmission.
    Motor(MotorIndex),
}

/// Symbols of the parameters of a drive: inertia, Coulomb, viscous and constant friction.
pub const DRIVE_SYMBOLS: [&str; 4] = ["Ia", "fc", "fv", "fo"];

impl ParameterKind {
    /// What the term of [`DRIVE_SYMBOLS`] with this index is; the last one for any other index.
    pub(super) fn drive(index: usize, site: Site) -> Self {
        match index {
            0 => Self::Inertia(site),
            1 => Self::Coulomb(site),
            2 => Self::Viscous(site),
            _ => Self::Offset(site),
        }
    }

    /// The unit of a parameter, on a coordinate that turns or on one that slides.
    pub(super) fn unit(self, slides: bool) -> &'static str {
        match (self, slides) {
            (
                Self::Inertial {
                    component: Inertial::Mass,
                    ..
                },
                _,
            )
            | (Self::Inertia(_), true) => "kg",
            (
                Self::Inertial {
                    component: Inertial::Moment(_),
                    ..
                },
                _,
            ) => "kg·m",
            (Self::Inertial { .. } | Self::Inertia(_), _) => "kg·m²",
            (Self::Coulomb(_) | Self::Offset(_), false) => "N·m",
            (Self::Coulomb(_) | Self::Offset(_), true) => "N",
            (Self::Viscous(_), false) => "N·m·s/rad",
            (Self::Viscous(_), true) => "N·s/m",
        }
    }
}
