//! The standard parameters of a robot: what each is called, is, and is worth nominally.

use crate::algebra::Rational;

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
        /// Index of the body (and of the joint that moves it).
        body: usize,
        /// 0 to 9, in the order above.
        component: usize,
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
    /// On the coordinate of the joint with this index.
    Joint(usize),
    /// On the coordinate of the motor with this index, behind the transmission.
    Motor(usize),
}
