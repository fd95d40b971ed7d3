//! The constants that step one fits near a configuration, and the elements as combinations of them.

use armwright_runtime::{Element, ElementPart, Model, ParameterKind};

/// A constant that step one fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// `g_i`, or the constant torque that offsets leave where there is no gravity.
    Gravity(usize),
    /// `M_ij`.
    Inertia(usize, usize),
    /// `∂²V/∂q_i∂q_j`, the slope of gravity: without it, a swing under gravity would look like
    /// inertia, because position and acceleration of a swing are opposite.
    Slope(usize, usize),
    /// `∂³V/∂q_i∂q_j∂q_k` (divided by the permutations), gravity's curvature: squares of positions
    /// and of velocities are alike, so without it the latter would be wrong.
    Curvature(usize, usize, usize),
    /// `∂M_ij/∂q_k`: how inertia varies over the swing, and with it all velocity terms.
    Variation(usize, usize, usize),
    /// Friction, column of the torque regressor.
    Friction(usize),
}

/// The constants of a second-order expansion of Lagrange's equations about a configuration.
pub(super) fn unknowns(model: &Model) -> Vec<Unknown> {
    let n = model.joints.len();
    let of_part = |part: ElementPart| model.elements.iter().filter(move |e| e.part == part);
    let has_gravity = |i: usize| of_part(ElementPart::Gravity).any(|e| e.indices == [i]);
    // A spring's torque varies with position as that of gravity does.
    let springs = model.parameters.iter().enumerate();
    let springs = springs.filter(|(_, p)| {
        matches!(
            p.kind,
            ParameterKind::Stiffness(_)
                | ParameterKind::SpringRate(_)
                | ParameterKind::SpringTension(_)
        )
    });
    let springs: Vec<usize> = springs.map(|(index, _)| index).collect();
    let has_spring = |i: usize| {
        let mut springs = springs.iter();
        springs.any(|&spring| !model.sparsity.joint.is_zero(i, spring))
    };
    let with_gravity: Vec<usize> = (0..n)
        .filter(|&i| has_gravity(i) || has_spring(i))
        .collect();
    let constant = model.parameters.iter().any(|p| {
        matches!(
            p.kind,
            ParameterKind::Offset(_)
                | ParameterKind::CoulombNegative(_)
                | ParameterKind::Preload(_)
        )
    });
    let mut unknowns: Vec<Unknown> = (0..n)
        .filter(|i| constant || with_gravity.contains(i))
        .map(Unknown::Gravity)
        .collect();
    for (place, &i) in with_gravity.iter().enumerate() {
        for (further, &j) in with_gravity.iter().enumerate().skip(place) {
            unknowns.push(Unknown::Slope(i, j));
            let rest = with_gravity.iter().skip(further);
            unknowns.extend(rest.map(|&k| Unknown::Curvature(i, j, k)));
        }
    }
    for element in model.elements {
        if let (ElementPart::Inertia, &[i, j]) = (element.part, element.indices) {
            unknowns.push(Unknown::Inertia(i, j));
            let varying = element.coordinates.iter();
            unknowns.extend(varying.map(|&k| Unknown::Variation(i, j, k)));
        }
    }
    // With a constant torque, Coulomb friction in positive direction is the same as that in both.
    let is_constant = |kind| {
        matches!(
            kind,
            ParameterKind::Offset(_) | ParameterKind::CoulombNegative(_)
        )
    };
    let friction = model.parameters.iter().enumerate();
    let friction = friction.filter(|(_, p)| p.kind.friction().is_some() && !is_constant(p.kind));
    unknowns.extend(friction.map(|(index, _)| Unknown::Friction(index)));
    unknowns
}

/// An element as a combination of unknowns: velocity terms are those of Christoffel,
/// `S_ijk = ∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i`, halved where j is k.
pub(super) fn parts(element: &Element) -> Vec<(Unknown, f64)> {
    let variation = |i: usize, j: usize, k: usize| Unknown::Variation(i.min(j), i.max(j), k);
    match (element.part, element.indices) {
        (ElementPart::Gravity, &[i]) => vec![(Unknown::Gravity(i), 1.0)],
        (ElementPart::Inertia, &[i, j]) => vec![(Unknown::Inertia(i, j), 1.0)],
        (ElementPart::Coriolis, &[i, j, k]) => {
            let half = if j == k { 0.5 } else { 1.0 };
            let terms = [
                (variation(i, j, k), half),
                (variation(i, k, j), half),
                (variation(j, k, i), -half),
            ];
            terms.to_vec()
        }
        _ => Vec::new(),
    }
}
