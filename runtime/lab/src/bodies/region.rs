//! Regions of space that a centre of mass, or all mass, is in.

use super::faces::{Face, of_hull};
use nalgebra::{Matrix3, Rotation3, Vector3};

/// A region in a body's own frame, m.
#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// Between two values along each axis; what is left out has no end.
    Box([[Option<f64>; 2]; 3]),
    /// `(r - centre)ᵀ A (r - centre) ≤ 1` with half-axes of these lengths, turned by roll, pitch and yaw (rad) as an
    /// `origin` is.
    Ellipsoid {
        /// Its centre.
        centre: [f64; 3],
        /// Half of its lengths along its own axes.
        radii: [f64; 3],
        /// How it is turned.
        rpy: [f64; 3],
    },
    /// The smallest convex body that has all of these points, which are not in one plane.
    Hull(Vec<[f64; 3]>),
}

/// The most corners of a hull that a centre is in, and that all mass is in: each two faces of the latter are a condition.
const CORNERS: [usize; 2] = [32, 10];

/// The centre and the matrix `A` of an ellipsoid.
type Quadric = (Vector3<f64>, Matrix3<f64>);

impl Region {
    /// The faces of a box or hull; none of an ellipsoid.
    pub(super) fn faces(&self, all_mass: bool) -> Result<Vec<Face>, String> {
        match self {
            Self::Ellipsoid { .. } => Ok(Vec::new()),
            Self::Box(ranges) => {
                let mut faces = Vec::new();
                for (axis, [low, high]) in ranges.iter().enumerate() {
                    range([*low, *high], "m")?;
                    if all_mass && low.is_some() && low == high {
                        return Err("a body has an extent: its box needs some, too".to_owned());
                    }
                    for (end, sign) in [(low, 1.0), (high, -1.0)] {
                        if let Some(end) = end {
                            let mut normal = Vector3::zeros();
                            normal[axis] = sign;
                            faces.push(Face {
                                normal,
                                distance: -sign * end,
                            });
                        }
                    }
                }
                match faces.is_empty() {
                    true => Err("a box needs an end along some axis: x: [-0.1, 0.1]".to_owned()),
                    false => Ok(faces),
                }
            }
            Self::Hull(points) => {
                let most = CORNERS[usize::from(all_mass)];
                if points.len() > most {
                    return Err(format!(
                        "a hull has {} points, and the most is {most}: leave out those inside, or take a box or an \
                         ellipsoid around them",
                        points.len()
                    ));
                }
                of_hull(points)
            }
        }
    }

    /// The centre and the matrix `A` of an ellipsoid.
    pub(super) fn ellipsoid(&self) -> Result<Option<Quadric>, String> {
        let Self::Ellipsoid { centre, radii, rpy } = self else {
            return Ok(None);
        };
        if !centre.iter().chain(rpy).all(|x| x.is_finite()) {
            return Err("centre and rpy of an ellipsoid are finite numbers".to_owned());
        }
        if !radii.iter().all(|x| x.is_finite() && *x > 0.0) {
            return Err(format!(
                "the radii of an ellipsoid are above 0, m; these are {radii:?}"
            ));
        }
        let turn = *Rotation3::from_euler_angles(rpy[0], rpy[1], rpy[2]).matrix();
        let axes = Matrix3::from_diagonal(&Vector3::from(*radii).map(|x| x.powi(-2)));
        Ok(Some((
            Vector3::from(*centre),
            turn * axes * turn.transpose(),
        )))
    }
}

/// Whether two ends are ends of a range.
pub(super) fn range([low, high]: [Option<f64>; 2], unit: &str) -> Result<(), String> {
    if let Some(end) = low.iter().chain(&high).find(|x| !x.is_finite()) {
        return Err(format!("{end} is not a finite number"));
    }
    match (low, high) {
        (Some(low), Some(high)) if low > high => Err(format!(
            "a range from {low} to {high} {unit} has no value in it: give the smaller end first"
        )),
        _ => Ok(()),
    }
}
