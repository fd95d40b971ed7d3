//! Friction that is held beside the equations: it was taken from torques, and is known at any velocity.

use std::fmt;
use std::sync::Arc;

use crate::transmission::Drive;
use armwright_runtime::{Model, ParameterKind, Site};

/// Friction of a joint or motor, N·m or N, at its velocity, rad/s or m/s, and its temperature, °C, where that is known.
pub(crate) type Curve = Arc<dyn Fn(f64, Option<f64>) -> f64 + Send + Sync>;

/// Friction of some joints or motors that is held.
#[derive(Clone, Default)]
pub struct HeldFriction {
    places: Vec<HeldPlace>,
}

/// A joint or a motor whose friction is held.
#[derive(Clone)]
pub(crate) struct HeldPlace {
    /// Its number among joints or motors.
    pub(crate) index: usize,
    /// Whether it is a motor.
    pub(crate) on_motor: bool,
    /// Whether there is no friction at any velocity.
    pub(crate) is_zero: bool,
    /// Its friction.
    pub(crate) curve: Curve,
}

impl FromIterator<HeldPlace> for HeldFriction {
    fn from_iter<I: IntoIterator<Item = HeldPlace>>(places: I) -> Self {
        let places = places.into_iter().collect();
        Self { places }
    }
}

impl fmt::Debug for HeldFriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.places.iter();
        f.debug_list()
            .entries(places.map(|place| (place.index, place.on_motor)))
            .finish()
    }
}

/// Whether it is the same of the same places, and no copy of it.
impl PartialEq for HeldFriction {
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&HeldPlace, &HeldPlace)| {
            (one.index, one.on_motor) == (other.index, other.on_motor)
                && Arc::ptr_eq(&one.curve, &other.curve)
        };
        self.places.len() == other.places.len() && self.places.iter().zip(&other.places).all(same)
    }
}

impl HeldFriction {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The joints and motors whose friction it is, as `joint q1` or `motor m2`.
    pub(crate) fn names(&self, model: &Model) -> impl Iterator<Item = String> {
        let name = move |place: &HeldPlace| {
            let motor = model.motors.get(place.index);
            match motor.filter(|_| place.on_motor) {
                Some(motor) => format!("motor {}", motor.name),
                None => format!("joint {}", model.joints[place.index].name),
            }
        };
        self.places.iter().map(name)
    }

    /// Holds other friction as well.
    pub(crate) fn extend(&mut self, other: Self) {
        self.places.extend(other.places);
    }

    /// The friction at velocities and temperatures of joints (none where these were not recorded), as torques of joints (`n`).
    pub(crate) fn torque(
        &self,
        drive: &Drive,
        qd: &[f64],
        temperature: &[f64],
        torque: &mut [f64],
    ) {
        let n = qd.len();
        let (mut motors, mut own, mut moved) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        drive.to_motor(qd, &mut motors);
        torque.fill(0.0);
        for place in &self.places {
            let k = place.index;
            let at = |velocity: f64| (place.curve)(velocity, temperature.get(k).copied());
            match place.on_motor {
                true => own[k] += at(motors[k]),
                false => torque[k] += at(qd[k]),
            }
        }
        drive.torque_to_joint(&own, &mut moved);
        torque.iter_mut().zip(moved).for_each(|(to, x)| *to += x);
    }

    /// Parameters of friction, by name, that are what it leaves of torques: those of joints and motors whose friction is held. They
    /// have any sign.
    pub(crate) fn remainders(&self, model: &Model) -> Vec<String> {
        let held = || self.places.iter().filter(|place| !place.is_zero);
        let is_left = |kind| held().any(|place| rubs(model, kind, place.index, place.on_motor));
        let left = model.parameters.iter().filter(|p| is_left(p.kind));
        left.map(|p| p.name.to_owned()).collect()
    }
}

/// Whether a parameter is friction of a joint, or of a motor.
pub(crate) fn rubs(model: &Model, kind: ParameterKind, index: usize, on_motor: bool) -> bool {
    match kind.friction() {
        Some(Site::Motor(motor)) => on_motor && motor == index,
        Some(Site::Joint(body)) => {
            let terms: Vec<(usize, f64)> = model.motion(body).collect();
            !on_motor && terms == [(index, 1.0)]
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Curve, HeldFriction, HeldPlace, rubs};
    use crate::regression::by_hand::MODEL;
    use crate::transmission::Drive;
    use armwright_runtime::{Model, ParameterKind, Site};

    /// Friction that is a velocity, and twice that.
    fn curves() -> [Curve; 2] {
        [1.0, 2.0].map(|by| -> Curve { Arc::new(move |v: f64, _: Option<f64>| by * v) })
    }

    fn held(places: &[(usize, bool, &Curve)]) -> HeldFriction {
        let each = places.iter().map(|(index, on_motor, curve)| HeldPlace {
            index: *index,
            on_motor: *on_motor,
            is_zero: false,
            curve: Arc::clone(curve),
        });
        each.collect()
    }

    #[test]
    fn friction_is_the_same_of_the_same_places_and_curves() {
        let [one, other] = &curves();
        let both = held(&[(0, false, one), (1, true, other)]);
        assert_eq!(both, both.clone());
        assert_eq!(format!("{both:?}"), "[(0, false), (1, true)]");
        let names: Vec<String> = both.names(&MODEL).collect();
        assert_eq!(names, ["joint j1", "motor m2"]);
        for different in [
            held(&[(0, false, one)]),
            held(&[(0, false, one), (1, false, other)]),
            held(&[(0, false, one), (0, true, other)]),
            held(&[(0, false, one), (1, true, one)]),
        ] {
            assert_ne!(both, different);
            assert_ne!(different, both);
        }
    }

    /// Three times the velocity of the first motor, which is twice that of its joint and has half of its torque, and of the second joint.
    #[test]
    fn friction_that_is_held_in_one_place_adds_up() {
        let [one, other] = &curves();
        let [motor, joint] = [(0, true), (1, false)];
        let all = [(motor, one), (motor, other), (joint, one), (joint, other)];
        let friction = held(&all.map(|((index, on_motor), curve)| (index, on_motor, curve)));
        let drive = Drive::of(&MODEL).expect("an inverse");
        let mut torque = [9.0; 2];
        friction.torque(&drive, &[0.5, -0.25], &[], &mut torque);
        assert_eq!(torque, [6.0, -0.75]);
    }

    /// The second body moves twice as far as the first joint, the third with both joints.
    #[test]
    fn friction_is_of_a_joint_where_a_body_moves_as_that_does() {
        let model = Model {
            motions: &[&[(0, 1.0)], &[(0, 2.0)], &[(0, 1.0), (1, 1.0)]],
            ..MODEL
        };
        let of = |body: usize, joint: usize| {
            let kind = ParameterKind::Viscous(Site::Joint(body));
            rubs(&model, kind, joint, false)
        };
        assert_eq!([of(0, 0), of(0, 1), of(1, 0)], [true, false, false]);
        assert_eq!([of(2, 0), of(2, 1)], [false; 2]);
    }

    /// A joint and a motor that have the same number have no friction in common.
    #[test]
    fn friction_is_of_a_motor_or_of_a_joint() {
        let of = |site: Site, on_motor: bool| {
            let kind = ParameterKind::Coulomb(site);
            [0, 1].map(|index| rubs(&MODEL, kind, index, on_motor))
        };
        assert_eq!(of(Site::Motor(1), true), [false, true]);
        assert_eq!(of(Site::Motor(1), false), [false; 2]);
        assert_eq!(of(Site::Joint(1), false), [false, true]);
        assert_eq!(of(Site::Joint(1), true), [false; 2]);
        let inertia = ParameterKind::Inertia(Site::Motor(1));
        assert!(!rubs(&MODEL, inertia, 1, true));
    }
}
