//! What the standard parameters are: those of bodies, of drives, and of springs.

use crate::Inertial;

/// What a standard parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// One of the ten of a body: `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`.
    Inertial {
        /// Index of the body (and of the joint that moves it).
        body: usize,
        /// Which of the ten.
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
    /// Stiffness of the coil spring with this index, N/m.
    SpringRate(usize),
    /// The same times its length where it has no force, N.
    SpringTension(usize),
    /// A torque of the robot file with this index: multiplies its function of positions and velocities.
    Torque(usize, Site),
}

impl ParameterKind {
    /// Whether no robot has a negative one: a mass, a moment of inertia, friction other than an offset and a term in the
    /// square of the speed, which is negative where friction rises less than in proportion to the speed.
    #[must_use]
    pub fn is_never_negative(self) -> bool {
        match self {
            Self::Inertial { component, .. } => component.is_positive(),
            Self::Quadratic(_) | Self::Offset(_) | Self::Preload(_) | Self::Torque(..) => false,
            _ => true,
        }
    }

    /// Where it acts, if it is friction or an offset.
    #[must_use]
    pub fn friction(self) -> Option<Site> {
        match self {
            Self::Inertial { .. }
            | Self::Inertia(_)
            | Self::Stiffness(_)
            | Self::Preload(_)
            | Self::SpringRate(_)
            | Self::SpringTension(_)
            | Self::Torque(..) => None,
            Self::Coulomb(site)
            | Self::CoulombPositive(site)
            | Self::CoulombNegative(site)
            | Self::Viscous(site)
            | Self::ViscousPositive(site)
            | Self::ViscousNegative(site)
            | Self::Quadratic(site)
            | Self::Offset(site) => Some(site),
        }
    }

    /// Where it acts, if what it multiplies jumps where the velocity changes its sign.
    #[must_use]
    pub fn jump(self) -> Option<Site> {
        match self {
            Self::Coulomb(site) | Self::CoulombPositive(site) | Self::CoulombNegative(site) => {
                Some(site)
            }
            _ => None,
        }
    }
}

/// Where a drive parameter acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    /// On the joint that moves the body with this index ([`Model::motion`](crate::Model::motion)).
    Joint(usize),
    /// On the coordinate of the motor with this index, behind the transmission.
    Motor(usize),
}

#[cfg(test)]
mod tests {
    use super::{ParameterKind, Site};
    use crate::{Axis, Inertial, friction};

    /// What friction jumps by between slow motion one way and the other is what `jump` says of it.
    #[test]
    fn what_jumps_is_what_friction_says_on_either_side_of_rest() {
        let site = Site::Motor(2);
        let kinds = [
            ParameterKind::Coulomb(site),
            ParameterKind::CoulombPositive(site),
            ParameterKind::CoulombNegative(site),
            ParameterKind::Viscous(site),
            ParameterKind::ViscousPositive(site),
            ParameterKind::ViscousNegative(site),
            ParameterKind::Quadratic(site),
        ];
        let torques: [fn(f64) -> f64; 7] = [
            friction::coulomb,
            friction::coulomb_positive,
            friction::coulomb_negative,
            friction::viscous,
            friction::viscous_positive,
            friction::viscous_negative,
            friction::quadratic,
        ];
        for (kind, torque) in kinds.into_iter().zip(torques) {
            let jumps = (torque(1e-9) - torque(-1e-9)).abs() > 0.5;
            assert_eq!(kind.jump(), jumps.then_some(site), "{kind:?}");
        }
    }

    /// What pushes either way may be negative; what acts at a drive and is neither inertia, spring nor the file's own is
    /// friction or an offset.
    #[test]
    fn every_kind_is_known_by_its_sign_and_its_site() {
        use ParameterKind as Kind;
        let site = Site::Joint(1);
        let inertial = |component| Kind::Inertial { body: 0, component };
        for (kind, is_never_negative, is_friction) in [
            (inertial(Inertial::Mass), true, false),
            (inertial(Inertial::Moment(Axis::Y)), false, false),
            (inertial(Inertial::Inertia(Axis::X, Axis::X)), true, false),
            (inertial(Inertial::Inertia(Axis::X, Axis::Y)), false, false),
            (Kind::Inertia(site), true, false),
            (Kind::Coulomb(site), true, true),
            (Kind::CoulombPositive(site), true, true),
            (Kind::CoulombNegative(site), true, true),
            (Kind::Viscous(site), true, true),
            (Kind::ViscousPositive(site), true, true),
            (Kind::ViscousNegative(site), true, true),
            (Kind::Quadratic(site), false, true),
            (Kind::Offset(site), false, true),
            (Kind::Stiffness(site), true, false),
            (Kind::Preload(site), false, false),
            (Kind::SpringRate(0), true, false),
            (Kind::SpringTension(0), true, false),
            (Kind::Torque(0, site), false, false),
        ] {
            assert_eq!(kind.is_never_negative(), is_never_negative, "{kind:?}");
            assert_eq!(kind.friction(), is_friction.then_some(site), "{kind:?}");
        }
    }
}
