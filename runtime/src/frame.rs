//! Where a body is on its parent: the geometry of a robot as numbers.

/// The pose of a body in the frame of its parent: a fixed pose, the motion of its joint, a fixed pose.
///
/// A pose is a rotation (row-major, from the inner frame to the outer one) and the origin of the inner frame in the outer
/// one, m. Lengths that are symbols in the robot file have the file's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The body that carries it, a place in [`Model::bodies`](crate::Model::bodies) before its own; `None` for the base.
    pub parent: Option<usize>,
    /// The joint's frame in the parent's.
    pub before: ([[f64; 3]; 3], [f64; 3]),
    /// Whether the joint slides along its axis rather than turns about it.
    pub slides: bool,
    /// The axis of the joint, a unit vector in the joint's frame.
    pub axis: [f64; 3],
    /// The body's frame in the joint's frame after the motion; the identity but for standard Denavit–Hartenberg rows.
    pub after: ([[f64; 3]; 3], [f64; 3]),
}
