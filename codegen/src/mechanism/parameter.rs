//! The standard parameters of a robot: what each is called, is, and is worth nominally.

use super::Inertial;
use crate::algebra::{BodyIndex, JointIndex, MotorIndex, Rational};
use crate::description::{Description, DriveTerms, JointKind};
use crate::diagnostic::{Span, Spanned};

/// One standard parameter; torque is linear in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Symbol and owner: `m_a`, `mx_a`, `Lxx_a`, `Ia_q1`, `fv_m1`.
    pub name: String,
    /// The name of the physical parameter in its place: `tx_a`, `Jxx_a`; that of a mass or of a
    /// parameter of a drive is the same.
    pub physical: String,
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
    /// Coulomb friction of motion in positive direction: multiplies 1 there and 0 elsewhere.
    CoulombPositive(Site),
    /// Coulomb friction of motion in negative direction: multiplies -1 there and 0 elsewhere.
    CoulombNegative(Site),
    /// Viscous friction: multiplies the velocity.
    Viscous(Site),
    /// Viscous friction of motion in positive direction: multiplies the velocity there and 0 elsewhere.
    ViscousPositive(Site),
    /// Viscous friction of motion in negative direction: multiplies the velocity there and 0 elsewhere.
    ViscousNegative(Site),
    /// Friction by the square of the speed: multiplies the velocity times its magnitude.
    Quadratic(Site),
    /// A constant torque.
    Offset(Site),
}

/// A function of the velocity `v` of a site, of which friction is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// 1.
    Constant,
    /// `sign(v)`.
    Sign,
    /// `v`.
    Velocity,
    /// `|v|`.
    Speed,
    /// `v |v|`.
    Square,
}

impl ParameterKind {
    /// Which of the ten of a body it is, if it is one of them.
    #[must_use]
    pub fn component(self) -> Option<Inertial> {
        match self {
            Self::Inertial { component, .. } => Some(component),
            _ => None,
        }
    }

    /// Where it acts, if it is one of a drive.
    #[must_use]
    pub fn site(self) -> Option<Site> {
        match self {
            Self::Inertial { .. } => None,
            Self::Inertia(site)
            | Self::Coulomb(site)
            | Self::CoulombPositive(site)
            | Self::CoulombNegative(site)
            | Self::Viscous(site)
            | Self::ViscousPositive(site)
            | Self::ViscousNegative(site)
            | Self::Quadratic(site)
            | Self::Offset(site) => Some(site),
        }
    }

    /// What friction or an offset multiplies, as a combination of effects: at every velocity but zero, where
    /// nothing of it is known but bounds. None of what is no friction.
    #[must_use]
    pub fn effects(self) -> Vec<(Effect, Rational)> {
        use Effect::{Constant, Sign, Speed, Square, Velocity};
        let parts: &[(Effect, i64, i64)] = match self {
            Self::Inertial { .. } | Self::Inertia(_) => &[],
            Self::Coulomb(_) => &[(Sign, 1, 1)],
            Self::CoulombPositive(_) => &[(Sign, 1, 2), (Constant, 1, 2)],
            Self::CoulombNegative(_) => &[(Sign, 1, 2), (Constant, -1, 2)],
            Self::Viscous(_) => &[(Velocity, 1, 1)],
            Self::ViscousPositive(_) => &[(Velocity, 1, 2), (Speed, 1, 2)],
            Self::ViscousNegative(_) => &[(Velocity, 1, 2), (Speed, -1, 2)],
            Self::Quadratic(_) => &[(Square, 1, 1)],
            Self::Offset(_) => &[(Constant, 1, 1)],
        };
        let ratio = |(effect, n, d): &(Effect, i64, i64)| (*effect, Rational::new(*n, *d));
        parts.iter().map(ratio).collect()
    }

    /// Whether no robot has a negative one. Friction by the square of the speed may be: friction that rises
    /// less than in proportion to the speed has it beside a viscous term.
    #[must_use]
    pub fn is_never_negative(self) -> bool {
        match self {
            Self::Inertial { component, .. } => component.is_positive(),
            Self::Quadratic(_) | Self::Offset(_) => false,
            _ => true,
        }
    }
}

/// Where a drive parameter acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    /// On the position of a joint.
    Joint(JointIndex),
    /// On the coordinate of a motor, behind the transmission.
    Motor(MotorIndex),
}

/// The parameters that a description asks for, in the order of the parameter vector, each with the
/// place of its owner's name. Bodies have no nominal values yet.
pub(super) fn declared(description: &Description) -> Vec<(Parameter, Span)> {
    let moving = || (0..=u16::MAX).zip(description.moving());
    let bodies = moving().flat_map(|(body, given)| {
        let parameter = move |component| Parameter::of_body(body.into(), component, &given.name);
        Inertial::ALL.into_iter().map(parameter)
    });
    let joints = moving().flat_map(|(joint, given)| {
        let slides = given.joint.kind == JointKind::Prismatic;
        let site = Site::Joint(joint.into());
        Parameter::of_drive(site, slides, &given.joint.name, &given.joint.drive)
    });
    let motors = (0..=u16::MAX).zip(description.motors());
    let motors = motors.flat_map(|(motor, given)| {
        let site = Site::Motor(motor.into());
        Parameter::of_drive(site, false, &given.name, &given.drive)
    });
    bodies.chain(joints).chain(motors).collect()
}

impl Parameter {
    fn of_body(body: BodyIndex, component: Inertial, owner: &Spanned<String>) -> (Self, Span) {
        let named = |symbol: &str| format!("{symbol}_{}", owner.value);
        let parameter = Self {
            name: named(component.standard()),
            physical: named(component.physical()),
            unit: match component {
                Inertial::Mass => "kg",
                Inertial::Moment(_) => "kg·m",
                Inertial::Inertia(..) => "kg·m²",
            },
            kind: ParameterKind::Inertial { body, component },
            nominal: None,
        };
        (parameter, owner.span)
    }

    /// The parameters of a drive on a coordinate that turns, or on one that slides.
    fn of_drive(
        site: Site,
        slides: bool,
        owner: &Spanned<String>,
        terms: &DriveTerms,
    ) -> impl Iterator<Item = (Self, Span)> {
        use ParameterKind as Kind;
        let (force, mass, damping, drag) = match slides {
            true => ("N", "kg", "N·s/m", "N·s²/m²"),
            false => ("N·m", "kg·m²", "N·m·s/rad", "N·m·s²/rad²"),
        };
        let (positive, negative) = (&terms.coulomb_positive, &terms.coulomb_negative);
        let (forwards, backwards) = (&terms.viscous_positive, &terms.viscous_negative);
        let all = [
            ("Ia", Kind::Inertia(site), mass, &terms.inertia),
            ("fc", Kind::Coulomb(site), force, &terms.coulomb),
            ("fcp", Kind::CoulombPositive(site), force, positive),
            ("fcn", Kind::CoulombNegative(site), force, negative),
            ("fv", Kind::Viscous(site), damping, &terms.viscous),
            ("fvp", Kind::ViscousPositive(site), damping, forwards),
            ("fvn", Kind::ViscousNegative(site), damping, backwards),
            ("fq", Kind::Quadratic(site), drag, &terms.quadratic),
            ("fo", Kind::Offset(site), force, &terms.offset),
        ];
        let wanted = all.into_iter().filter(|(.., term)| term.wanted.value);
        wanted.map(|(symbol, kind, unit, term)| {
            let name = format!("{symbol}_{}", owner.value);
            let parameter = Self {
                physical: name.clone(),
                name,
                unit,
                kind,
                nominal: term.nominal.as_ref().map(|nominal| nominal.value.clone()),
            };
            (parameter, owner.span)
        })
    }
}
