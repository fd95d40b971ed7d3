//! What a physically consistent fit costs, and which bodies and drives lie where they end to be possible.

use nalgebra::{DVector, Matrix4};
use serde::{Deserialize, Serialize};

use super::Fit;
use super::coordinates::Hold;
use crate::cone::block::{PAIRS, Vector, extremes, matrix};
use crate::parameters::bodies;
use crate::regression::Observation;
use crate::thresholds::{GROWTH, ON_BOUNDARY};
use armwright_runtime::Model;

/// How a physically consistent fit differs from one that is not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Realised {
    /// Root mean square of the weighted residual, by that of least squares: 1 where consistency and prior cost nothing.
    pub residual_ratio: f64,
    /// The objective: weighted sum of squares (but for a constant), and prior.
    pub objective: f64,
    /// By how much the smallest objective may be less, proved by duality; of log-Cholesky factors what a quadratic model says.
    pub gap: f64,
    /// Bodies on the boundary of what can exist: thin, or with mass where nothing extends. Consistency holds them there.
    pub on_boundary: Vec<String>,
    /// Drive parameters that consistency holds at 0.
    pub at_zero: Vec<String>,
    /// What is known of bodies and holds them: what is exact, and else what lies where it ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limited: Vec<String>,
    /// The same ratio of the same estimator that knows nothing of bodies; only where what is known holds them and the residual is
    /// larger by more than noise makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlimited_ratio: Option<f64>,
    /// Bodies without nominal values: what torques do not say of them is a guess of the size that the others have.
    pub without_nominal: Vec<String>,
}

impl Realised {
    pub(super) fn of(
        model: &Model,
        fit: &Fit,
        (variables, value, gap): (&DVector<f64>, f64, f64),
        observation: &Observation,
        weights: &[f64],
        beta: &DVector<f64>,
        least: &DVector<f64>,
    ) -> Self {
        let names = bodies(model);
        let name = |body: usize| names.get(body).map_or_else(String::new, |b| b.0.to_owned());
        let bodies = on_boundary(variables.as_slice(), fit.coordinates.bodies);
        let drives = fit.coordinates.drives.iter();
        let zero = drives.filter(|(_, variable)| {
            let conic = fit.coordinates.map.ncols() - fit.coordinates.free;
            *variable < conic && variables[*variable] < ON_BOUNDARY
        });
        let mut limited: Vec<String> = Vec::new();
        for (body, what, hold) in &fit.coordinates.limits {
            let known = format!("{} ({what})", name(*body));
            if holds(*hold, variables.as_slice()) && !limited.contains(&known) {
                limited.push(known);
            }
        }
        let factor = observation.factor(weights);
        let (r, z, outside) = factor.parts();
        let z = DVector::from_vec(z);
        let residual = |beta: &DVector<f64>| (&r * beta - &z).norm().hypot(outside);
        Self {
            residual_ratio: residual(beta) / residual(least).max(f64::MIN_POSITIVE),
            objective: value,
            gap,
            limited,
            unlimited_ratio: None,
            on_boundary: bodies.map(name).collect(),
            at_zero: zero
                .map(|(parameter, _)| model.parameters[*parameter].name.to_owned())
                .collect(),
            without_nominal: fit.prior.open().into_iter().map(name).collect(),
        }
    }

    /// Whether what is known of bodies may be what the residual is so large by.
    pub(super) fn is_doubtful(&self) -> bool {
        !self.limited.is_empty() && self.residual_ratio > GROWTH
    }

    /// Whether what is known of bodies contradicts the recordings: without it the residual would be far less.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        let without = self.unlimited_ratio;
        without.is_some_and(|without| self.residual_ratio > GROWTH * without)
    }
}

/// Whether what is known of a body holds it.
fn holds(hold: Hold, variables: &[f64]) -> bool {
    match hold {
        Hold::Exact => true,
        Hold::Sum(scalar) => variables[scalar] < ON_BOUNDARY,
        Hold::Cone(block) => is_on_boundary(&of_block(variables, block)),
    }
}

/// A block, of variables that begin with blocks.
fn of_block(variables: &[f64], k: usize) -> Matrix4<f64> {
    let at = PAIRS.len() * k;
    matrix(&Vector::from_column_slice(&variables[at..at + PAIRS.len()]))
}

/// The bodies on the boundary of what can exist, of variables that begin with theirs.
fn on_boundary(variables: &[f64], bodies: usize) -> impl Iterator<Item = usize> {
    (0..bodies).filter(move |k| is_on_boundary(&of_block(variables, *k)))
}

/// Whether a pseudo-inertia is singular, or nearly, in units of its own mass and size; or hardly there.
fn is_on_boundary(pseudo_inertia: &Matrix4<f64>) -> bool {
    let mass = pseudo_inertia[(3, 3)];
    let size = pseudo_inertia.fixed_view::<3, 3>(0, 0).trace();
    if !(mass > ON_BOUNDARY && size > 0.0) {
        return true;
    }
    let (mass, length) = (mass.sqrt().recip(), size.sqrt().recip());
    let units = Matrix4::from_diagonal(&[length, length, length, mass].into());
    extremes(&(units * pseudo_inertia * units)).0 < ON_BOUNDARY
}

#[cfg(test)]
mod tests {
    use nalgebra::Matrix4;

    use super::{is_on_boundary, on_boundary};
    use crate::cone::block::vector;

    /// A body with these second moments and mass, whose mass and lengths are in other units.
    fn body(moments: [f64; 3], mass: f64) -> Matrix4<f64> {
        let [x, y, z] = moments;
        Matrix4::from_diagonal(&[x, y, z, mass].into())
    }

    #[test]
    fn each_body_is_on_the_boundary_by_its_own_variables() {
        let (round, thin) = (body([0.1; 3], 1.0), body([0.1, 0.1, 0.0], 1.0));
        for (all, expected) in [
            ([round, thin, round], vec![1]),
            ([thin, round, thin], vec![0, 2]),
        ] {
            let mut variables: Vec<f64> = Vec::new();
            all.iter().for_each(|one| variables.extend(&vector(one)));
            // What follows bodies is of drives.
            variables.push(0.0);
            let found: Vec<usize> = on_boundary(&variables, 3).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn thin_bodies_are_on_the_boundary_whatever_their_mass_and_size() {
        // A rod of 1 m and 4 cm, one of 1 mm, and a sheet.
        let (along, across) = (1.0 / 12.0, 1e-4);
        assert!(!is_on_boundary(&body([along, across, across], 1.0)));
        assert!(is_on_boundary(&body([along, across, 1e-3 * across], 1.0)));
        assert!(!is_on_boundary(&body(
            [1e-4 * along, 1e-4 * across, 1e-4 * across],
            1e-3
        )));
        assert!(is_on_boundary(&body(
            [100.0 * along, 100.0 * across, 7e-5],
            500.0
        )));
        // As heavy as a ship, and no less a rod.
        assert!(!is_on_boundary(&body(
            [1e7 * along, 1e7 * across, 1e7 * across],
            1e7
        )));
        // A point, and hardly anything at all.
        assert!(is_on_boundary(&body([0.0; 3], 1.0)));
        assert!(is_on_boundary(&body([along, along, along], 0.9e-5)));
        assert!(!is_on_boundary(&body([along, along, along], 1.1e-5)));
        assert!(is_on_boundary(&body([along, along, along], f64::NAN)));
        // With the centre where nothing extends: a moment as large as can be.
        let mut off = body([along, along, along], 1.0);
        (off[(0, 3)], off[(3, 0)]) = (along.sqrt(), along.sqrt());
        assert!(is_on_boundary(&off));
    }
}
