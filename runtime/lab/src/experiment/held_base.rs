//! A base that moves in a simulated experiment: a hand, a crane or a hexapod holds it by a sensor of force and torque,
//! and an IMU sits at its origin.

use nalgebra::{Rotation3, UnitQuaternion, Vector3};

use super::Trajectory;
use crate::recording::{BaseMotion as Measured, Contact, Contacts};
use armwright_runtime::BaseMotion;

/// Coordinates of a base: where it is, and how it is turned.
pub(super) const COORDINATES: usize = 6;

/// What is measured of a base that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldBase {
    /// Its motion, as the IMU measures it.
    pub motion: Measured,
    /// What holds it, in its axes and about its origin.
    pub contacts: Contacts,
}

impl HeldBase {
    pub(super) fn new() -> Self {
        let motion = Measured {
            columns: vec![Vec::new(); 6],
            ..Measured::default()
        };
        let place = Contact {
            body: 0,
            at: [0.0; 3],
            own_axes: true,
            ..Contact::default()
        };
        let contacts = Contacts {
            places: vec![place],
            wrenches: vec![Vec::new(); 6],
        };
        Self { motion, contacts }
    }

    /// Adds a sample: what the functions of the robot take of the base, and the wrench that they say moves it.
    pub(super) fn record(&mut self, inputs: &[f64; BaseMotion::INPUTS], wrench: &[f64]) {
        let (turning, rest) = inputs.split_at(3);
        // An accelerometer measures acceleration less that of free fall.
        let felt = rest[6..9].iter().zip(&rest[9..]).map(|(a, g)| a - g);
        let columns = self.motion.columns.iter_mut();
        columns
            .zip(turning.iter().copied().chain(felt))
            .for_each(|(column, x)| column.push(x));
        let columns = self.contacts.wrenches.iter_mut();
        columns.zip(wrench).for_each(|(column, x)| column.push(*x));
    }
}

/// How the base moves at a time: its coordinates are those after the `joints`.
pub(super) fn base_motion(trajectory: &dyn Trajectory, joints: usize, time: f64) -> BaseMotion {
    let at = |k: usize| trajectory.at(joints + k, time);
    let of_origin = |order: usize| Vector3::from_fn(|k, _| at(k)[order]);
    let [
        [roll, roll1, roll2],
        [pitch, pitch1, pitch2],
        [yaw, yaw1, yaw2],
    ] = [at(3), at(4), at(5)];
    let orientation = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
    // Yaw about the world's z, pitch about the y that it makes, roll about the x that both make, as the base sees them:
    // what is turned by `roll` about x moves in the base's axes against that.
    let back =
        |vector: Vector3<f64>| Rotation3::from_axis_angle(&Vector3::x_axis(), -roll) * vector;
    let (sin, cos) = pitch.sin_cos();
    let (y, z) = (back(Vector3::y()), back(Vector3::new(-sin, 0.0, cos)));
    let x = Vector3::x();
    let y1 = -roll1 * x.cross(&y);
    let z1 = -roll1 * x.cross(&z) - pitch1 * y.cross(&z);
    let own = |vector: Vector3<f64>| (orientation.inverse() * vector).into();
    BaseMotion {
        orientation: [orientation.w, orientation.i, orientation.j, orientation.k],
        angular_velocity: (roll1 * x + pitch1 * y + yaw1 * z).into(),
        angular_acceleration: (roll2 * x + pitch2 * y + yaw2 * z + pitch1 * y1 + yaw1 * z1).into(),
        velocity: own(of_origin(1)),
        acceleration: own(of_origin(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::base_motion;
    use crate::experiment::Trajectory;
    use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

    /// Polynomials, so that derivatives are plain.
    struct Given;

    impl Trajectory for Given {
        fn duration(&self) -> f64 {
            1.0
        }

        fn at(&self, joint: usize, t: f64) -> [f64; 3] {
            let [a, b, c] = [0.3 + 0.1 * joint as f64, 0.7 - 0.4 * joint as f64, 0.5];
            [a + b * t + c * t * t, b + 2.0 * c * t, 2.0 * c]
        }
    }

    fn turn(t: f64) -> Matrix3<f64> {
        let [w, x, y, z] = base_motion(&Given, 2, t).orientation;
        let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
        *turn.to_rotation_matrix().matrix()
    }

    /// Angular velocity is what differences of the orientation are, `Rᵀ Ṙ`, and its derivative that of its differences; velocity
    /// and acceleration of the origin are those in the world, turned.
    #[test]
    fn the_motion_of_a_base_is_that_of_its_orientation_and_origin() {
        let (t, h) = (0.4, 1e-5);
        let rate = turn(t).transpose() * (turn(t + h) - turn(t - h)) / (2.0 * h);
        let at = |t| base_motion(&Given, 2, t);
        let omega = at(t).angular_velocity;
        for (k, wanted) in [rate[(2, 1)], rate[(0, 2)], rate[(1, 0)]]
            .iter()
            .enumerate()
        {
            assert!((omega[k] - wanted).abs() < 1e-8, "{omega:?} {rate}");
            let slope = (at(t + h).angular_velocity[k] - at(t - h).angular_velocity[k]) / (2.0 * h);
            assert!((at(t).angular_acceleration[k] - slope).abs() < 1e-8);
        }
        let in_world = turn(t) * Vector3::from(at(t).velocity);
        assert!((in_world - Vector3::new(0.3, -0.1, -0.5)).norm() < 1e-12);
        let in_world = turn(t) * Vector3::from(at(t).acceleration);
        assert!((in_world - Vector3::repeat(1.0)).norm() < 1e-12);
    }
}
