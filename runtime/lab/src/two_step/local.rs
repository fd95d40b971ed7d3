//! Step one: the equations' elements near one configuration, as constants.

use serde::Serialize;

use super::TwoStepError;
use super::columns::LocalColumns;
use crate::estimate::{Estimate, weighted_least_squares};
use crate::motion::Motion;
use crate::regression::{Columns, Equations, Factor, Observation, RegressionError, Sample};
use crate::signal::Decimation;
use crate::statistics::covariance;
use armwright_runtime::{Element, ElementPart, Model, ParameterKind, Robot};
use nalgebra::DMatrix;

/// One configuration and the elements there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Local {
    /// The recording.
    pub recording: String,
    /// Its mean configuration, rad or m (`n`).
    pub configuration: Vec<f64>,
    /// The largest distance of a joint from it, rad or m.
    pub swing: f64,
    /// Equations.
    pub rows: usize,
    /// The elements, in the order of [`Model::elements`].
    pub elements: Vec<LocalValue>,
    /// For each element its monomials, each the mean over the motion that the estimate of the
    /// element is a mean over: a row of Φ.
    #[serde(skip)]
    pub bases: Vec<Vec<f64>>,
}

/// An element's value near a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LocalValue {
    /// Its value, SI.
    pub value: f64,
    /// Its standard deviation; none if the motion does not determine it.
    pub std: Option<f64>,
}

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

/// The elements of a robot near the mean configuration of a motion.
pub(super) fn identify(robot: &dyn Robot, motion: &Motion) -> Result<Local, TwoStepError> {
    let model = robot.model();
    let equations = Equations::of(robot, motion.processing.equations.into())?;
    let mut columns = LocalColumns::new(robot, motion);
    let unknowns = columns.count();
    let mut factors = vec![Factor::new(unknowns); equations.rows()];
    let mut take = |sample: &Sample<'_>| {
        for (row, factor) in factors.iter_mut().enumerate() {
            if sample.counts(row) {
                factor.push(sample.row(row), sample.torque[row]);
            }
        }
    };
    let samples = equations.pass(motion, &mut columns, &mut take, &mut |_| {})?;
    let observation = Observation::of(vec![factors]);
    let rows = observation.equations();
    if rows < unknowns {
        return Err(TwoStepError::TooFewRows {
            recording: motion.name.clone(),
            rows,
            unknowns,
        });
    }
    let found = weighted_least_squares(&observation);
    let noise = Decimation::noise(&motion.processing.decimate).map_err(RegressionError::Filter)?;
    let ratio = vec![noise.1.max(1.0); observation.rows()];
    let covariance = covariance(observation.factors(), &found, &ratio);
    Ok(Local {
        recording: motion.name.clone(),
        elements: values(model, &columns.unknowns, &found, &covariance),
        bases: columns.bases()?,
        configuration: columns.mean,
        swing: columns.swing,
        rows: samples,
    })
}

/// The constants of a second-order expansion of Lagrange's equations about a configuration.
pub(super) fn unknowns(model: &Model) -> Vec<Unknown> {
    let n = model.joints.len();
    let of_part = |part: ElementPart| model.elements.iter().filter(move |e| e.part == part);
    let with_gravity: Vec<usize> = of_part(ElementPart::Gravity)
        .filter_map(|e| e.indices.first().copied())
        .collect();
    let constant = model
        .parameters
        .iter()
        .any(|p| matches!(p.kind, ParameterKind::Offset(_)));
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
    let friction = model.parameters.iter().enumerate().filter(|(_, p)| {
        !matches!(
            p.kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_) | ParameterKind::Offset(_)
        )
    });
    unknowns.extend(friction.map(|(index, _)| Unknown::Friction(index)));
    unknowns
}

/// Values of the elements, as combinations of the unknowns.
fn values(
    model: &Model,
    unknowns: &[Unknown],
    found: &Estimate,
    covariance: &DMatrix<f64>,
) -> Vec<LocalValue> {
    let determined = found.spectrum.determined();
    let place = |wanted: Unknown| unknowns.iter().position(|u| *u == wanted);
    let value = |element: &Element| {
        let combination: Vec<(usize, f64)> = parts(element)
            .into_iter()
            .filter_map(|(unknown, factor)| Some((place(unknown)?, factor)))
            .collect();
        let value = combination.iter().map(|(k, a)| a * found.beta[*k]).sum();
        let known = !combination.is_empty() && combination.iter().all(|(k, _)| determined[*k]);
        let pairs = combination
            .iter()
            .flat_map(|(i, a)| combination.iter().map(move |(j, b)| (*i, *j, a * b)));
        let variance: f64 = pairs.map(|(i, j, ab)| ab * covariance[(i, j)]).sum();
        LocalValue {
            value,
            std: known.then(|| variance.max(0.0).sqrt()),
        }
    };
    model.elements.iter().map(value).collect()
}

/// An element as a combination of unknowns: velocity terms are those of Christoffel,
/// `S_ijk = ∂M_ij/∂q_k + ∂M_ik/∂q_j - ∂M_jk/∂q_i`, halved where j is k.
fn parts(element: &Element) -> Vec<(Unknown, f64)> {
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
