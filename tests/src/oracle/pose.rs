//! Where one frame is in another: a rotation and a position.

use nalgebra::{Matrix3, Rotation3, Unit, Vector3};

/// The pose of a frame: `x ↦ rotation x + position` takes its coordinates to the outer frame's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Columns are the frame's axes in the outer frame.
    pub rotation: Matrix3<f64>,
    /// The frame's origin in the outer frame, m.
    pub position: Vector3<f64>,
}

impl Pose {
    /// The outer frame itself.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
        }
    }

    /// A turn about an axis through the origin, rad.
    #[must_use]
    pub fn turn(axis: Vector3<f64>, angle: f64) -> Self {
        let rotation = Rotation3::from_axis_angle(&Unit::new_normalize(axis), angle);
        Self {
            rotation: rotation.into_inner(),
            position: Vector3::zeros(),
        }
    }

    /// A shift, m.
    #[must_use]
    pub fn shift(position: Vector3<f64>) -> Self {
        Self {
            rotation: Matrix3::identity(),
            position,
        }
    }

    /// Roll, pitch, yaw about the fixed axes x, y, z, in this order, as in URDF.
    #[must_use]
    pub fn roll_pitch_yaw([roll, pitch, yaw]: [f64; 3]) -> Self {
        Self::turn(Vector3::z(), yaw)
            .then(&Self::turn(Vector3::y(), pitch))
            .then(&Self::turn(Vector3::x(), roll))
    }

    /// A pose given in this frame, in the outer frame.
    #[must_use]
    pub fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            position: self.rotation * inner.position + self.position,
        }
    }
}
