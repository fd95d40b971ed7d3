//! Inertias about a centre of mass, bounded through linear functions of the standard parameters.

use super::feasible::{FeasibleSet, LowerBound};
use super::statement::Equation;
use crate::cone::block::{PAIRS, weight};
use crate::pseudo_inertia::{elements, variable};
use armwright_runtime::{Axis, Inertial};

/// Where a coordinate of a centre of mass lies, in the block's unit of length.
pub(super) type Range = Option<(f64, f64)>;

/// A linear function of one block's elements.
type Linear = Vec<(usize, f64)>;

fn scaled(linear: &[(usize, f64)], factor: f64) -> impl Iterator<Item = (usize, f64)> + '_ {
    linear.iter().map(move |(k, a)| (*k, factor * a))
}

fn inertia(block: usize, (i, j): (Axis, Axis)) -> Linear {
    let terms = elements(Inertial::Inertia(i, j)).into_iter();
    terms
        .map(|(pair, sign)| (variable(block, pair), sign / weight(pair)))
        .collect()
}

fn moment(block: usize, axis: usize) -> Linear {
    vec![(variable(block, (axis, 3)), 1.0 / weight((axis, 3)))]
}

fn mass(block: usize) -> Linear {
    vec![(variable(block, (3, 3)), 1.0)]
}

/// Linear functions that are nowhere larger than an inertia about the centre of mass, for centres
/// within the ranges: secants of squares, McCormick's (1976) planes of products.
///
/// `J = L - m (|t|² 1 - t tᵀ)`, and `m t = h` is linear.
pub(super) fn below(block: usize, axes: (Axis, Axis), centre: [Range; 3]) -> Vec<Linear> {
    let (i, j) = (axes.0.at(), axes.1.at());
    let mut linear = inertia(block, axes);
    if i == j {
        for axis in (0..3).filter(|k| *k != i) {
            let Some((a, b)) = centre[axis] else {
                return Vec::new();
            };
            // t² ≤ (a + b) t - a b between a and b.
            linear.extend(scaled(&moment(block, axis), -(a + b)));
            linear.extend(scaled(&mass(block), a * b));
        }
        return vec![linear];
    }
    let (Some(x), Some(y)) = (centre[i], centre[j]) else {
        return Vec::new();
    };
    // J_ij = L_ij + m t_i t_j, and (t_i - p)(t_j - q) ≥ 0 at two corners.
    planes(block, &linear, (i, j), [(x.0, y.0), (x.1, y.1)])
}

/// Linear functions that are nowhere smaller than a product of inertia about the centre of mass.
pub(super) fn above(block: usize, axes: (Axis, Axis), centre: [Range; 3]) -> Vec<Linear> {
    let (i, j) = (axes.0.at(), axes.1.at());
    let (Some(x), Some(y)) = (centre[i], centre[j]) else {
        return Vec::new();
    };
    if i == j {
        return Vec::new();
    }
    let linear = inertia(block, axes);
    planes(block, &linear, (i, j), [(x.1, y.0), (x.0, y.1)])
}

fn planes(
    block: usize,
    inertia: &[(usize, f64)],
    (i, j): (usize, usize),
    corners: [(f64, f64); 2],
) -> Vec<Linear> {
    let plane = |(p, q): (f64, f64)| {
        let product = scaled(&moment(block, j), p)
            .chain(scaled(&moment(block, i), q))
            .chain(scaled(&mass(block), -p * q))
            .collect::<Vec<_>>();
        inertia.iter().copied().chain(product).collect()
    };
    corners.map(plane).to_vec()
}

/// Minus the largest moment of inertia about the centre of mass, for an axis.
///
/// `Jxx = Σyy + Σzz - (hy² + hz²)/m` is a concave function, and its hypograph a cone: any
/// `[[V, h], [hᵀ, m]] ⪰ 0` has `V ⪰ h hᵀ / m` (Schur complement).
pub(super) fn largest(feasible: &FeasibleSet, block: usize, axis: Axis) -> LowerBound {
    let mut wider = feasible.clone();
    let extra = wider.blocks;
    let at = PAIRS.len() * extra;
    for equation in &mut wider.equations {
        equation.coefficients.splice(at..at, [0.0; PAIRS.len()]);
    }
    wider.blocks += 1;
    for k in 0..4 {
        let mut coefficients = vec![0.0; wider.variables()];
        coefficients[variable(block, (k, 3))] = 1.0;
        coefficients[variable(extra, (k, 3))] = -1.0;
        wider.equations.push(Equation {
            name: String::new(),
            is_base: false,
            coefficients,
            right: 0.0,
            allowance: 0.0,
        });
    }
    let others = (0..3).filter(|k| *k != axis.at());
    let cost = others.flat_map(|k| {
        [
            (variable(block, (k, k)), -1.0),
            (variable(extra, (k, k)), 1.0),
        ]
    });
    wider.lower_bound(cost.collect())
}
