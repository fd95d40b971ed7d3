//! How the base of a robot moves, where it does.

/// How a base moves, in its own axes: what the functions of a robot whose base moves
/// ([`Model::base_moves`](crate::Model::base_moves)) take beside the motion of its joints.
///
/// ```
/// use armwright_runtime::BaseMotion;
///
/// // Upside down, and falling freely: nothing has to hold it.
/// let motion = BaseMotion {
///     orientation: [0.0, 1.0, 0.0, 0.0],
///     acceleration: [0.0, 0.0, 9.81],
///     ..BaseMotion::default()
/// };
/// let inputs = motion.inputs([0.0, 0.0, -9.81]);
/// assert_eq!(inputs[9..12], inputs[12..15]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BaseMotion {
    /// What turns vectors in the base's axes into the same ones in those of the world: a quaternion, the real part
    /// first, whose length does not count.
    pub orientation: [f64; 4],
    /// Angular velocity, rad/s.
    pub angular_velocity: [f64; 3],
    /// Velocity of the base's origin, m/s.
    pub velocity: [f64; 3],
    /// Angular acceleration, rad/s².
    pub angular_acceleration: [f64; 3],
    /// Acceleration of the base's origin, m/s²: the derivative of its velocity as a vector of the world (not that
    /// of its components in axes that turn), gravity not subtracted.
    pub acceleration: [f64; 3],
}

impl Default for BaseMotion {
    /// At rest, its axes those of the world.
    fn default() -> Self {
        Self {
            orientation: [1.0, 0.0, 0.0, 0.0],
            angular_velocity: [0.0; 3],
            velocity: [0.0; 3],
            angular_acceleration: [0.0; 3],
            acceleration: [0.0; 3],
        }
    }
}

impl BaseMotion {
    /// How many numbers [`Inputs::base`](crate::Inputs::base) has.
    pub const INPUTS: usize = 15;
    /// Where among them the accelerations stand, angular and of the origin.
    pub const ACCELERATIONS: core::ops::Range<usize> = 6..12;

    /// What [`Inputs::base`](crate::Inputs::base) takes under a free-fall acceleration in the axes of the world
    /// ([`Model::gravity`](crate::Model::gravity)): angular velocity, velocity, angular acceleration, acceleration,
    /// and gravity in the base's axes. A quaternion of zeros gives numbers that are not finite.
    #[must_use]
    pub fn inputs(&self, gravity: [f64; 3]) -> [f64; Self::INPUTS] {
        let [w, x, y, z] = self.orientation;
        let axis = [x, y, z];
        // Rᵀ g = g + s (v × (v × g) - w (v × g)), s = 2 / |q|².
        let scale = 2.0 / (w * w + x * x + y * y + z * z);
        let once = cross(axis, gravity);
        let twice = cross(axis, once);
        let gravity: [f64; 3] =
            core::array::from_fn(|k| gravity[k] + scale * (twice[k] - w * once[k]));
        let vectors = [
            self.angular_velocity,
            self.velocity,
            self.angular_acceleration,
            self.acceleration,
            gravity,
        ];
        core::array::from_fn(|k| vectors[k / 3][k % 3])
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::BaseMotion;

    /// By the matrix of a quaternion of any length, entry by entry.
    #[test]
    fn gravity_is_turned_into_the_axes_of_the_base() {
        let [w, x, y, z] = [0.3, -1.1, 0.7, 0.45];
        let square: f64 = w * w + x * x + y * y + z * z;
        let rotation = [
            [
                w * w + x * x - y * y - z * z,
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                w * w - x * x + y * y - z * z,
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                w * w - x * x - y * y + z * z,
            ],
        ];
        let gravity = [1.5, -2.25, -9.0];
        let motion = BaseMotion {
            orientation: [w, x, y, z],
            angular_velocity: [1.0, 2.0, 3.0],
            velocity: [4.0, 5.0, 6.0],
            angular_acceleration: [7.0, 8.0, 9.0],
            acceleration: [10.0, 11.0, 12.0],
        };
        let inputs = motion.inputs(gravity);
        assert_eq!(
            inputs[..12],
            core::array::from_fn::<f64, 12, _>(|k| 1.0 + k as f64)
        );
        for k in 0..3 {
            let turned: f64 = (0..3).map(|i| rotation[i][k] * gravity[i]).sum();
            assert!((inputs[12 + k] - turned / square).abs() < 1e-14, "{k}");
        }
        let rest = BaseMotion::default().inputs(gravity);
        assert_eq!((&rest[..12], &rest[12..]), (&[0.0; 12][..], &gravity[..]));
        let mut range = BaseMotion::ACCELERATIONS;
        assert!(range.all(|k| inputs[k] >= 7.0) && inputs[BaseMotion::ACCELERATIONS].len() == 6);
    }
}
