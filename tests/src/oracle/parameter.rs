//! The standard parameters of a robot, in their order.

/// A standard parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Symbol and owner, as in `Lxx_a` and `fv_m1`.
    pub name: String,
    /// What it is.
    pub kind: ParameterKind,
    /// The value of the robot file, where it gives one.
    pub nominal: Option<f64>,
}

/// What a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// One of a moving body's ten: `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`.
    Inertial {
        /// Index of the joint that moves the body; none for a base that is moved.
        body: Option<usize>,
        /// 0 to 9.
        component: usize,
    },
    /// Of a joint or a motor.
    Drive(DriveTerm, Site),
    /// Of a coil spring, by its place in the file.
    Spring(SpringTerm, usize),
    /// Of a torque that the file gives as a function, by its place in the file.
    Torque(usize),
}

/// What a parameter of a coil spring multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpringTerm {
    /// Its length.
    Stiffness,
    /// Minus one: a push.
    Tension,
}

/// What a drive parameter multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveTerm {
    /// The acceleration.
    Inertia,
    /// The sign of the velocity, 0 at rest.
    Coulomb,
    /// One where the velocity is positive.
    CoulombPositive,
    /// Minus one where the velocity is negative.
    CoulombNegative,
    /// The velocity.
    Viscous,
    /// The velocity where it is positive.
    ViscousPositive,
    /// The velocity where it is negative.
    ViscousNegative,
    /// The square of the velocity, against the motion.
    Quadratic,
    /// One.
    Offset,
    /// The position, but for what is constant in it.
    Stiffness,
    /// One: what a spring takes where all coordinates are zero.
    Preload,
}

/// The coordinate on which a drive parameter acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// A joint's own.
    Joint(usize),
    /// A motor's, `(G q)_k`.
    Motor(usize),
}

/// Symbols of a body's ten parameters.
pub(super) const INERTIAL: [&str; 10] = [
    "m", "mx", "my", "mz", "Lxx", "Lxy", "Lxz", "Lyy", "Lyz", "Lzz",
];
