//! The standard parameters of a robot: what each is called, is, and is worth nominally.

use super::Inertial;
use super::coordinates::at_zero;
use crate::algebra::{
    BodyIndex, JointIndex, MotorIndex, Place, Rational, SpringIndex, TorqueIndex,
};
use crate::description::{
    Description, DriveTerms, JointKind, Motor, Spring, SpringNominal, Torque,
};
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
    /// Coulomb friction of motion in positive direction: multiplies 1 there, 0 in the other, and 1/2 at rest.
    CoulombPositive(Site),
    /// Coulomb friction of motion in negative direction: multiplies -1 there, 0 in the other, and -1/2 at rest.
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
    /// Stiffness of a spring: multiplies the position, what is constant in that aside.
    Stiffness(Site),
    /// The torque of a spring where all coordinates are zero.
    Preload(Site),
    /// Stiffness of a coil spring: multiplies what half the square of its length changes by.
    SpringRate(SpringIndex),
    /// Stiffness of a coil spring times its length at rest: multiplies what its length changes by, negated.
    SpringTension(SpringIndex),
    /// A torque of the user's own: multiplies its function.
    Torque(TorqueIndex, Site),
}

/// A function of the velocity `v` or the position of a site, of which friction and springs are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// 1.
    Constant,
    /// The position, what is constant in it aside.
    Position,
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

    /// Whether it is one of a coil spring.
    #[must_use]
    pub fn is_of_spring(self) -> bool {
        matches!(self, Self::SpringRate(_) | Self::SpringTension(_))
    }

    /// Where it acts, if it is one of a drive.
    #[must_use]
    pub fn site(self) -> Option<Site> {
        match self {
            Self::Inertial { .. } | Self::SpringRate(_) | Self::SpringTension(_) => None,
            Self::Inertia(site)
            | Self::Coulomb(site)
            | Self::CoulombPositive(site)
            | Self::CoulombNegative(site)
            | Self::Viscous(site)
            | Self::ViscousPositive(site)
            | Self::ViscousNegative(site)
            | Self::Quadratic(site)
            | Self::Offset(site)
            | Self::Stiffness(site)
            | Self::Preload(site)
            | Self::Torque(_, site) => Some(site),
        }
    }

    /// What friction, an offset or a spring multiplies, as a combination of effects, at every velocity: at zero, where nothing of
    /// friction is known but bounds, it is the middle of these. None of an inertia.
    #[must_use]
    pub fn effects(self) -> Vec<(Effect, Rational)> {
        use Effect::{Constant, Position, Sign, Speed, Square, Velocity};
        let parts: &[(Effect, i64, i64)] = match self {
            Self::Inertial { .. }
            | Self::Inertia(_)
            | Self::SpringRate(_)
            | Self::SpringTension(_)
            | Self::Torque(..) => &[],
            Self::Coulomb(_) => &[(Sign, 1, 1)],
            Self::CoulombPositive(_) => &[(Sign, 1, 2), (Constant, 1, 2)],
            Self::CoulombNegative(_) => &[(Sign, 1, 2), (Constant, -1, 2)],
            Self::Viscous(_) => &[(Velocity, 1, 1)],
            Self::ViscousPositive(_) => &[(Velocity, 1, 2), (Speed, 1, 2)],
            Self::ViscousNegative(_) => &[(Velocity, 1, 2), (Speed, -1, 2)],
            Self::Quadratic(_) => &[(Square, 1, 1)],
            Self::Offset(_) | Self::Preload(_) => &[(Constant, 1, 1)],
            Self::Stiffness(_) => &[(Position, 1, 1)],
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
            Self::Quadratic(_) | Self::Offset(_) | Self::Preload(_) | Self::Torque(..) => false,
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
    let joints = moving().zip(at_zero(description));
    let joints = joints.flat_map(|((joint, given), at_zero)| {
        let slides = given.joint.kind == JointKind::Prismatic;
        let site = Site::Joint(joint.into());
        Parameter::of_drive(site, slides, at_zero, &given.joint.name, &given.joint.drive)
    });
    let motors = (0..=u16::MAX).zip(description.motors());
    let motors = motors.flat_map(|(motor, given)| {
        let site = Site::Motor(motor.into());
        Parameter::of_drive(site, false, Rational::ZERO, &given.name, &given.drive)
    });
    let springs = (0..=u16::MAX).zip(&description.springs);
    let springs = springs.flat_map(|(spring, given)| Parameter::of_spring(spring.into(), given));
    let torques = (0..=u16::MAX).zip(&description.torques);
    let torques = torques.filter_map(|(torque, given)| {
        let (site, slides) = acts_on(description, given)?;
        Some(Parameter::of_torque(torque.into(), site, slides, given))
    });
    let drives = joints.chain(motors).chain(springs);
    bodies.chain(drives).chain(torques).collect()
}

/// Where a torque of the file acts, and whether as a force; `None` if nothing has the name.
fn acts_on(description: &Description, torque: &Torque) -> Option<(Site, bool)> {
    if let Some(name) = &torque.motor {
        let is_meant = |motor: &Motor| motor.name.value == name.value && !motor.is_passive;
        let place = description.motors().iter().position(is_meant)?;
        return Some((Site::Motor(MotorIndex::new(place)?), false));
    }
    let name = &torque.joint.as_ref()?.value;
    let mut joints = description.moving().enumerate();
    let (place, body) = joints.find(|(_, body)| body.joint.name.value == *name)?;
    let slides = body.joint.kind == JointKind::Prismatic;
    Some((Site::Joint(JointIndex::new(place)?), slides))
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

    fn of_spring(spring: SpringIndex, given: &Spring) -> [(Self, Span); 2] {
        let SpringNominal { stiffness, length } = &given.nominal;
        let stiffness = stiffness.as_ref().map(|nominal| nominal.value.clone());
        let both = stiffness.as_ref().zip(length.as_ref());
        let tension = both.map(|(stiffness, length)| stiffness * &length.value);
        let parameter = |symbol: &str, kind, unit, nominal| {
            let name = format!("{symbol}_{}", given.name.value);
            let parameter = Self {
                physical: name.clone(),
                name,
                unit,
                kind,
                nominal,
            };
            (parameter, given.name.span)
        };
        [
            parameter("k", ParameterKind::SpringRate(spring), "N/m", stiffness),
            parameter("kl", ParameterKind::SpringTension(spring), "N", tension),
        ]
    }

    fn of_torque(torque: TorqueIndex, site: Site, slides: bool, given: &Torque) -> (Self, Span) {
        let parameter = Self {
            name: given.name.value.clone(),
            physical: given.name.value.clone(),
            unit: if slides { "N" } else { "N·m" },
            kind: ParameterKind::Torque(torque, site),
            nominal: given.nominal.clone(),
        };
        (parameter, given.name.span)
    }

    /// The parameters of a drive on a coordinate that turns, or on one that slides; `at_zero` is its position where
    /// all coordinates are zero.
    fn of_drive(
        site: Site,
        slides: bool,
        at_zero: Rational,
        owner: &Spanned<String>,
        terms: &DriveTerms,
    ) -> impl Iterator<Item = (Self, Span)> {
        use ParameterKind as Kind;
        let (force, mass, damping, drag, stiff) = match slides {
            true => ("N", "kg", "N·s/m", "N·s²/m²", "N/m"),
            false => ("N·m", "kg·m²", "N·m·s/rad", "N·m·s²/rad²", "N·m/rad"),
        };
        let rest = terms.stiffness.nominal.iter().zip(&terms.rest.nominal);
        let mut preload =
            rest.map(|(stiffness, rest)| &stiffness.value * &(&at_zero - &rest.value));
        let preload = preload.next();
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
            ("k", Kind::Stiffness(site), stiff, &terms.stiffness),
            ("k0", Kind::Preload(site), force, &terms.rest),
        ];
        let wanted = all.into_iter().filter(|(.., term)| term.wanted.value);
        wanted.map(move |(symbol, kind, unit, term)| {
            let name = format!("{symbol}_{}", owner.value);
            let parameter = Self {
                physical: name.clone(),
                name,
                unit,
                kind,
                nominal: match kind {
                    Kind::Preload(_) => preload.clone(),
                    _ => term.nominal.as_ref().map(|nominal| nominal.value.clone()),
                },
            };
            (parameter, owner.span)
        })
    }
}
