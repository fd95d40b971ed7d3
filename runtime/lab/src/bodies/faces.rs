//! Faces of convex bodies.

use nalgebra::Vector3;

/// A share of a hull's extent below which points are in one plane.
const FLAT: f64 = 1e-9;

/// A half-space, `normal·r + distance ≥ 0`, with a normal of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Face {
    pub(super) normal: Vector3<f64>,
    pub(super) distance: f64,
}

/// The faces of the hull of some points: each plane of three of them that has all others on one side.
pub(super) fn of_hull(points: &[[f64; 3]]) -> Result<Vec<Face>, String> {
    if let Some(point) = points.iter().find(|p| p.iter().any(|x| !x.is_finite())) {
        return Err(format!("{point:?} is not a point: three finite numbers, m"));
    }
    let points: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let from = points.first().copied().unwrap_or_default();
    let extent = points.iter().map(|p| (p - from).norm()).fold(0.0, f64::max);
    let mut faces: Vec<Face> = Vec::new();
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            for k in j + 1..points.len() {
                let normal = (points[j] - points[i]).cross(&(points[k] - points[i]));
                let Some(normal) = normal.try_normalize(FLAT * extent * extent) else {
                    continue;
                };
                let heights = points.iter().map(|p| normal.dot(&(p - points[i])));
                let (low, high) = heights.fold((0.0f64, 0.0f64), |(a, b), x| (a.min(x), b.max(x)));
                let slack = FLAT * extent;
                let sign = match (low < -slack, high > slack) {
                    (false, true) => 1.0,
                    (true, false) => -1.0,
                    _ => continue,
                };
                let normal = normal * sign;
                let face = Face {
                    normal,
                    distance: -normal.dot(&points[i]),
                };
                let same = |known: &Face| {
                    (known.normal - face.normal).norm() < 1e-6
                        && (known.distance - face.distance).abs() < 1e-6 * extent
                };
                if !faces.iter().any(same) {
                    faces.push(face);
                }
            }
        }
    }
    match faces.len() {
        4.. => Ok(faces),
        _ => Err(
            "a hull needs four points or more that are not in one plane; of a plate or a line give a box".to_owned(),
        ),
    }
}
