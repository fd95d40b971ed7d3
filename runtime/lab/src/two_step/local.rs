//! Step one: the equations' elements near one configuration, as constants.

use serde::Serialize;

use super::TwoStepError;
use super::columns::LocalColumns;
use super::unknown::{Unknown, parts};
use crate::estimate::{Estimate, weighted_least_squares};
use crate::motion::Motion;
use crate::regression::{Columns, Equations, Factor, Observation, RegressionError, Sample};
use crate::signal::Decimation;
use crate::statistics::covariance;
use armwright_runtime::{Element, Model, Robot};
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
