//! Where points of bodies are, from the joints' positions.

use armwright_runtime::{Model, Scalar};

/// A pose: a rotation (row-major) and the origin of the inner frame.
pub(super) type Pose<S> = ([[S; 3]; 3], [S; 3]);

/// A point of a frame, outside.
pub(super) fn outside<S: Scalar>((rotation, origin): &Pose<S>, point: &[f64; 3]) -> [S; 3] {
    std::array::from_fn(|i| {
        (0..3).fold(origin[i], |sum, k| match point[k] == 0.0 {
            true => sum,
            false => sum + rotation[i][k] * S::constant(point[k]),
        })
    })
}

/// The poses of all bodies in the base's frame. Empty if the robot's geometry is not known.
pub(super) fn poses<S: Scalar>(model: &Model, q: &[S]) -> Vec<Pose<S>> {
    let mut poses: Vec<Pose<S>> = Vec::new();
    for (body, frame) in model.frames.iter().enumerate() {
        let position = model
            .motion(body)
            .fold(S::constant(0.0), |sum, (k, factor)| {
                let part = q[k];
                match factor == 1.0 {
                    true => sum + part,
                    false => sum + part * S::constant(factor),
                }
            });
        let parent = match frame.parent.and_then(|parent| poses.get(parent)) {
            Some(parent) => *parent,
            None => fixed(&IDENTITY),
        };
        let moves = then(
            &then(&parent, &fixed(&frame.before)),
            &motion(frame.axis, frame.slides, position),
        );
        poses.push(then(&moves, &fixed(&frame.after)));
    }
    poses
}

const IDENTITY: ([[f64; 3]; 3], [f64; 3]) = (
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [0.0; 3],
);

fn fixed<S: Scalar>((rotation, origin): &([[f64; 3]; 3], [f64; 3])) -> Pose<S> {
    (
        rotation.map(|row| row.map(S::constant)),
        origin.map(S::constant),
    )
}

/// A turn about an axis (Rodrigues), or a shift along it.
fn motion<S: Scalar>(axis: [f64; 3], slides: bool, position: S) -> Pose<S> {
    if slides {
        let (rotation, _) = fixed(&IDENTITY);
        return (rotation, axis.map(|x| position * S::constant(x)));
    }
    let (sine, cosine) = position.sin_cos();
    let rest = S::constant(1.0) - cosine;
    let [x, y, z] = axis;
    let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let rotation = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let mut element =
                sine * S::constant(cross[i][j]) + rest * S::constant(axis[i] * axis[j]);
            if i == j {
                element = element + cosine;
            }
            element
        })
    });
    (rotation, [S::constant(0.0); 3])
}

fn then<S: Scalar>(outer: &Pose<S>, inner: &Pose<S>) -> Pose<S> {
    let product =
        |row: &[S; 3], column: [S; 3]| row[0] * column[0] + row[1] * column[1] + row[2] * column[2];
    let rotation = std::array::from_fn(|i| {
        std::array::from_fn(|j| product(&outer.0[i], std::array::from_fn(|k| inner.0[k][j])))
    });
    let origin = std::array::from_fn(|i| product(&outer.0[i], inner.1) + outer.1[i]);
    (rotation, origin)
}

#[cfg(test)]
mod tests {
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Frame, Model, Robot};
    use nalgebra::{Rotation3, Unit, Vector3};

    use super::{IDENTITY, outside, poses};

    const QUARTER: [[f64; 3]; 3] = [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    const THIRD: [[f64; 3]; 3] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    static FRAMES: [Frame; 3] = [
        Frame {
            parent: None,
            before: (QUARTER, [0.1, 0.2, 0.3]),
            slides: false,
            axis: [0.36, 0.48, 0.8],
            after: (THIRD, [0.5, -0.4, 0.2]),
        },
        Frame {
            parent: Some(0),
            before: (THIRD, [-0.3, 0.7, 0.6]),
            slides: true,
            axis: [0.6, 0.0, -0.8],
            after: IDENTITY,
        },
        Frame {
            parent: Some(0),
            before: IDENTITY,
            slides: false,
            axis: [0.0, 0.0, 1.0],
            after: IDENTITY,
        },
    ];

    /// The second joint moves with both coordinates, the third with none of them.
    #[test]
    fn points_are_carried_through_every_pose_on_their_way() {
        let model = Model {
            bodies: &["a", "b", "c"],
            frames: &FRAMES,
            motions: &[&[(0, 1.0)], &[(1, 2.0), (0, -0.5)], &[]],
            ..*double_pendulum::ROBOT.model()
        };
        let q = [0.7, -0.4];
        let poses = poses(&model, &q);
        let turn = |m: [[f64; 3]; 3]| nalgebra::Matrix3::from_fn(|i, k| m[i][k]);
        let axis = Unit::new_normalize(Vector3::new(0.36, 0.48, 0.8));
        let first = |p: Vector3<f64>| {
            let p = turn(THIRD) * p + Vector3::new(0.5, -0.4, 0.2);
            let p = Rotation3::from_axis_angle(&axis, 0.7) * p;
            turn(QUARTER) * p + Vector3::new(0.1, 0.2, 0.3)
        };
        let second = |p: Vector3<f64>| {
            let p = p + Vector3::new(0.6, 0.0, -0.8) * (2.0 * q[1] - 0.5 * q[0]);
            first(turn(THIRD) * p + Vector3::new(-0.3, 0.7, 0.6))
        };
        let point = [0.9, 0.0, -1.2];
        let p = Vector3::from(point);
        for (pose, wanted) in poses.iter().zip([first(p), second(p), first(p)]) {
            let found = Vector3::from(outside(pose, &point));
            assert!((found - wanted).norm() < 1e-12, "{found} {wanted}");
        }
        assert_eq!(poses.len(), 3);
    }
}
