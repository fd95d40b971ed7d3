//! What is known of a body as conditions on its ten standard parameters.

use nalgebra::{Matrix4, SymmetricEigen, Vector3, Vector4};

use super::Body;
use super::faces::Face;
use super::region::range;
use crate::pseudo_inertia::elements;
use armwright_runtime::Inertial;

/// A share of a row below which it follows from others.
const DEPENDENT: f64 = 1e-9;
/// What is known of where a centre of mass is, for messages.
pub(crate) const CENTRE: &str = "centre of mass";
/// The names of axes.
const AXES: [&str; 3] = ["x", "y", "z"];

/// `Σ coefficient · parameter`, in the order of [`Inertial::ALL`] and SI units, is `least`, or at least that.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    /// What is known, for messages.
    pub(crate) name: String,
    pub(crate) coefficients: [f64; 10],
    pub(crate) least: f64,
    /// Whether the sum may not be more, either.
    pub(crate) is_exact: bool,
}

/// All that is known of a body.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Conditions {
    pub(crate) linear: Vec<Condition>,
    /// Centres in ellipsoids: the norm of these three sums is at most the mass.
    pub(crate) cones: Vec<[[f64; 10]; 3]>,
    /// A length (m) and a mass (kg) of the sizes that are known.
    pub(crate) sizes: [f64; 2],
}

/// The coefficients of `tr(J W)`, the integral of `[r 1] W [r 1]ᵀ` over the mass.
pub(super) fn integral(w: &Matrix4<f64>) -> [f64; 10] {
    let mut found = [0.0; 10];
    // Each element of J as a sum of parameters: Σxx = (Lyy + Lzz - Lxx) / 2, Σxy = -Lxy.
    for component in Inertial::ALL {
        found[component.at()] = match component {
            Inertial::Inertia(i, j) if i == j => {
                let signed = |k: usize| if k == i.at() { -w[(k, k)] } else { w[(k, k)] };
                (signed(0) + signed(1) + signed(2)) / 2.0
            }
            _ => {
                let each = elements(component).into_iter();
                let twice = |(i, j): (usize, usize)| if i == j { 1.0 } else { 2.0 };
                each.map(|(pair, sign)| sign * twice(pair) * w[pair]).sum()
            }
        };
    }
    found
}

/// The integral of the product of two linear functions, `a·[r 1]` and `b·[r 1]`.
fn product(a: &Vector4<f64>, b: &Vector4<f64>) -> [f64; 10] {
    let w = a * b.transpose();
    integral(&((w + w.transpose()) * 0.5))
}

/// 1, as a linear function.
fn one() -> Vector4<f64> {
    Vector4::new(0.0, 0.0, 0.0, 1.0)
}

impl Face {
    fn function(&self) -> Vector4<f64> {
        self.normal.push(self.distance)
    }
}

/// The distance from the plane in which a coordinate has a value.
fn from_plane(axis: usize, value: f64) -> Vector4<f64> {
    let mut function = one() * -value;
    function[axis] = 1.0;
    function
}

impl Body {
    /// What is known as conditions, or why it means nothing.
    pub(super) fn conditions(&self) -> Result<Conditions, String> {
        let mut found = Conditions::default();
        self.masses(&mut found)?;
        for region in &self.centre {
            for face in region.faces(false)? {
                found.at_least(CENTRE, product(&face.function(), &one()), 0.0);
            }
            if let Some((centre, a)) = region.ellipsoid()? {
                let eigen = SymmetricEigen::new(a);
                let cone = [0, 1, 2].map(|k| {
                    let way = eigen.eigenvectors.column(k) * eigen.eigenvalues[k].max(0.0).sqrt();
                    let function = Vector3::from(way).push(-way.dot(&centre));
                    product(&function, &one())
                });
                found.cones.push(cone);
            }
        }
        for region in &self.inside {
            let faces = region.faces(true)?;
            let name = "place of its mass";
            for (k, face) in faces.iter().enumerate() {
                found.at_least(name, product(&face.function(), &one()), 0.0);
                for other in &faces[..k] {
                    let both = product(&face.function(), &other.function());
                    found.at_least(name, both, 0.0);
                }
            }
            if let Some((centre, a)) = region.ellipsoid()? {
                let mut w = Matrix4::zeros();
                w.fixed_view_mut::<3, 3>(0, 0).copy_from(&-a);
                let side = a * centre;
                w.fixed_view_mut::<3, 1>(0, 3).copy_from(&side);
                w.fixed_view_mut::<1, 3>(3, 0).copy_from(&side.transpose());
                w[(3, 3)] = 1.0 - centre.dot(&side);
                found.at_least(name, integral(&w), 0.0);
            }
        }
        self.symmetries(&mut found)?;
        found.sizes = self.sizes();
        found.independent();
        Ok(found)
    }

    fn masses(&self, found: &mut Conditions) -> Result<(), String> {
        range(self.mass, "kg")?;
        let [low, high] = self.mass;
        if let Some(high) = high.filter(|high| *high <= 0.0) {
            return Err(format!(
                "a mass of at most {high} kg is none: give one above 0"
            ));
        }
        let mass = product(&one(), &one());
        match (low, high) {
            (Some(low), Some(high)) if low == high => found.exactly("mass", mass, low),
            _ => {
                if let Some(low) = low {
                    found.at_least("mass", mass, low);
                }
                if let Some(high) = high {
                    found.at_least("mass", mass.map(|x| -x), -high);
                }
            }
        }
        Ok(())
    }

    fn symmetries(&self, found: &mut Conditions) -> Result<(), String> {
        let mut planes = self.planes;
        if let Some((along, through)) = self.axis {
            if along > 2 || through.iter().any(|x| !x.is_finite()) {
                return Err("an axis is along x, y or z, through a point of finite numbers".into());
            }
            for k in (0..3).filter(|k| *k != along) {
                if planes[k].is_some_and(|at| at != through[k]) {
                    return Err(format!(
                        "a body of revolution about an axis at {0} = {1} has no other plane of symmetry along {0}",
                        AXES[k], through[k]
                    ));
                }
                planes[k] = Some(through[k]);
            }
        }
        for (axis, at) in planes.iter().enumerate() {
            let Some(at) = *at else { continue };
            if !at.is_finite() {
                return Err(format!("{} = {at} is no plane", AXES[axis]));
            }
            let away = from_plane(axis, at);
            found.exactly("symmetry", product(&away, &one()), 0.0);
            for k in (0..3).filter(|k| *k != axis) {
                let along = from_plane(k, 0.0);
                found.exactly("symmetry", product(&away, &along), 0.0);
            }
        }
        if let Some((along, through)) = self.axis {
            let others: Vec<usize> = (0..3).filter(|k| *k != along).collect();
            let away = others.iter().map(|k| from_plane(*k, through[*k]));
            let squares: Vec<[f64; 10]> = away.map(|away| product(&away, &away)).collect();
            let difference = std::array::from_fn(|k| squares[0][k] - squares[1][k]);
            found.exactly("symmetry", difference, 0.0);
        }
        Ok(())
    }

    /// The largest coordinate that is known, and a mass.
    fn sizes(&self) -> [f64; 2] {
        let regions = self.centre.iter().chain(&self.inside);
        let lengths = regions.flat_map(|region| match region {
            super::Region::Box(ranges) => ranges.iter().flatten().flatten().copied().collect(),
            super::Region::Ellipsoid { centre, radii, .. } => [*centre, *radii].concat(),
            super::Region::Hull(points) => points.concat(),
        });
        let length = lengths.map(f64::abs).fold(0.0, f64::max);
        let mass = self.mass.iter().flatten().copied().fold(0.0, f64::max);
        let usual = |x: f64, usual: f64| if x > 0.0 { x } else { usual };
        [usual(length, 0.3), usual(mass, 1.0)]
    }
}

impl Conditions {
    fn at_least(&mut self, name: &str, coefficients: [f64; 10], least: f64) {
        self.linear.push(Condition {
            name: name.to_owned(),
            coefficients,
            least,
            is_exact: false,
        });
    }

    fn exactly(&mut self, name: &str, coefficients: [f64; 10], least: f64) {
        self.at_least(name, coefficients, least);
        if let Some(last) = self.linear.last_mut() {
            last.is_exact = true;
        }
    }

    /// Leaves out exact conditions that follow from others: planes say twice that a body has no product of inertia.
    fn independent(&mut self) {
        let mut basis: Vec<nalgebra::SVector<f64, 11>> = Vec::new();
        let size = self.sizes[0];
        self.linear.retain(|condition| {
            if !condition.is_exact {
                return true;
            }
            let mut row = nalgebra::SVector::<f64, 11>::zeros();
            for component in Inertial::ALL {
                let power = match component {
                    Inertial::Mass => 0,
                    Inertial::Moment(_) => 1,
                    Inertial::Inertia(..) => 2,
                };
                row[component.at()] = condition.coefficients[component.at()] * size.powi(power);
            }
            row[10] = condition.least;
            let norm = row.norm();
            for known in &basis {
                row -= known * known.dot(&row);
            }
            let is_new = row.norm() > DEPENDENT * norm;
            basis.extend(is_new.then(|| row.normalize()));
            is_new
        });
    }
}

#[cfg(test)]
mod tests;
