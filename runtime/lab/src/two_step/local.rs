//! Step one: the equations' elements near one configuration, as constants.

use serde::Serialize;

use super::TwoStepError;
use super::columns::LocalColumns;
use super::unknown::{Unknown, parts};
use crate::estimate::weighted_least_squares;
use crate::identify::BaseEstimate;
use crate::motion::Motion;
use crate::numeric::Decomposition;
use crate::regression::{
    BaseColumns, Beside, Columns, Equations, Factor, Observation, RegressionError, Sample,
};
use crate::signal::Decimation;
use crate::statistics::covariance;
use armwright_runtime::{Element, ElementPart, Model, ParameterKind, Quantity, Robot};
use nalgebra::{DMatrix, DVector};

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
    /// For each element its monomials at the configuration: a row of Φ.
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

/// What a motion says near its mean configuration: the constants of an expansion, fitted to the
/// torques and to each column of the base regressor alike.
pub(super) struct Expansion<'a> {
    model: &'a Model,
    recording: String,
    unknowns: Vec<Unknown>,
    mean: Vec<f64>,
    swing: f64,
    rows: usize,
    bases: Vec<Vec<f64>>,
    /// What the constants' equations determine of them.
    spectrum: Decomposition,
    covariance: DMatrix<f64>,
    /// How much of the noise lies where the motion does.
    pub(super) ratio: f64,
    /// The base regressor as the constants' equations see it (`constants × b`).
    base: DMatrix<f64>,
    /// The torques, seen likewise (`constants`).
    torque: DVector<f64>,
}

impl<'a> Expansion<'a> {
    /// Of a motion that stays near a configuration.
    pub(super) fn of(robot: &'a dyn Robot, motion: &Motion) -> Result<Self, TwoStepError> {
        let model = robot.model();
        let equations = Equations::of(robot, motion.processing.equations.into())?;
        let local = LocalColumns::new(robot, motion);
        let unknowns = local.count();
        let columns = Beside(local, BaseColumns::of_torques(robot));
        let width = columns.count();
        let mut factors = vec![Factor::new(unknowns); equations.rows()];
        let mut both = vec![Factor::new(width); equations.rows()];
        let mut take = |sample: &Sample<'_>| {
            for (row, (factor, both)) in factors.iter_mut().zip(&mut both).enumerate() {
                if sample.counts(row) {
                    let alone = sample.row(row).filter(|(column, _)| *column < unknowns);
                    factor.push(alone, sample.torque[row]);
                    both.push(sample.row(row), sample.torque[row]);
                }
            }
        };
        equations.pass(motion, &columns, &mut take, &mut |_| {})?;
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
        let noise =
            Decimation::noise(&motion.processing.decimate).map_err(RegressionError::Filter)?;
        let ratio = noise.1.max(1.0);
        let covariance = covariance(
            observation.factors(),
            &found,
            &vec![ratio; observation.rows()],
        );
        let triangle = Observation::of(vec![both]).weighted(&found.weights);
        // Of the same triangle as what it is applied to: in another factorisation rows may have other signs.
        let spectrum =
            Decomposition::of(&triangle.r.view((0, 0), (unknowns, unknowns)).into_owned());
        let LocalColumns {
            unknowns: names,
            mean,
            swing,
            ..
        } = columns.0;
        Ok(Self {
            model,
            recording: motion.name.clone(),
            unknowns: names,
            bases: bases(robot, &mean)?,
            mean,
            swing,
            rows,
            spectrum,
            covariance,
            ratio,
            base: triangle
                .r
                .view((0, unknowns), (unknowns, width - unknowns))
                .into_owned(),
            torque: triangle.z.rows(0, unknowns).into_owned(),
        })
    }

    /// The equations of base parameters that are left where the torques count only as far as the
    /// expansion can follow them: rows of unit variance, and their right-hand side.
    pub(super) fn projected(&self) -> (DMatrix<f64>, DVector<f64>) {
        let spectrum = &self.spectrum;
        let seen = spectrum.left.columns(0, spectrum.rank).transpose();
        (&seen * &self.base, &seen * &self.torque)
    }

    /// The elements at the configuration: what a model says they are there, and what the expansion
    /// finds in the torques that the model leaves. So the higher orders that an expansion lacks are
    /// the model's, and where the model is right nothing is left to expand. Offsets are left where they are fitted
    /// ([`has_offset`]).
    pub(super) fn elements(self, estimate: &BaseEstimate) -> Local {
        let without = self.without_offsets(estimate);
        let [left, left_with_offsets] = [estimate, &without].map(|e| self.left(&e.beta));
        let determined = self.spectrum.determined();
        let elements = self.model.elements.iter().zip(&self.bases);
        let values = elements.map(|(element, bases)| {
            let (estimate, left) = match has_offset(self.model, element) {
                true => (&without, &left_with_offsets),
                false => (estimate, &left),
            };
            let terms = element.terms.iter().zip(bases);
            let modelled = terms.map(|(t, basis)| basis * estimate.combined(t.combination).0);
            self.value(element, modelled.sum(), left, &determined)
        });
        Local {
            elements: values.collect(),
            recording: self.recording,
            configuration: self.mean,
            swing: self.swing,
            rows: self.rows,
            bases: self.bases,
        }
    }

    /// The constants of what base parameters leave of the torques.
    fn left(&self, beta: &[f64]) -> DVector<f64> {
        let beta = DVector::from_column_slice(beta);
        &self.spectrum.inverse * (&self.torque - &self.base * beta)
    }

    /// An estimate that leaves constant torques in what is expanded, as parts of gravity.
    fn without_offsets(&self, estimate: &BaseEstimate) -> BaseEstimate {
        let mut estimate = estimate.clone();
        for (beta, base) in estimate.beta.iter_mut().zip(self.model.base) {
            let representative = &self.model.parameters[base.representative];
            if matches!(representative.kind, ParameterKind::Offset(_)) {
                *beta = 0.0;
            }
        }
        estimate
    }

    fn value(
        &self,
        element: &Element,
        modelled: f64,
        left: &DVector<f64>,
        determined: &[bool],
    ) -> LocalValue {
        let place = |wanted: Unknown| self.unknowns.iter().position(|u| *u == wanted);
        let combination: Vec<(usize, f64)> = parts(element)
            .into_iter()
            .filter_map(|(unknown, factor)| Some((place(unknown)?, factor)))
            .collect();
        let found: f64 = combination.iter().map(|(k, a)| a * left[*k]).sum();
        let known = !combination.is_empty() && combination.iter().all(|(k, _)| determined[*k]);
        let pairs = combination
            .iter()
            .flat_map(|(i, a)| combination.iter().map(move |(j, b)| (*i, *j, a * b)));
        let variance: f64 = pairs.map(|(i, j, ab)| ab * self.covariance[(i, j)]).sum();
        LocalValue {
            value: modelled + found,
            std: known.then(|| variance.max(0.0).sqrt()),
        }
    }
}

/// Whether constant torques of drives are fitted with an element: gravity that has no constant of its own, from which its
/// values could not tell them.
pub(super) fn has_offset(model: &Model, element: &Element) -> bool {
    let mut parameters = model.parameters.iter();
    element.part == ElementPart::Gravity
        && parameters.any(|p| matches!(p.kind, ParameterKind::Offset(_)))
        && element.terms.iter().all(|term| term.monomial != "1")
}

/// The monomials of each element at a configuration.
fn bases(robot: &dyn Robot, q: &[f64]) -> Result<Vec<Vec<f64>>, TwoStepError> {
    let model = robot.model();
    let mut all = vec![0.0; Quantity::ElementBases.length(model)];
    robot.element_bases(q, &mut all)?;
    let mut all = all.into_iter();
    let elements = model.elements.iter();
    Ok(elements
        .map(|element| all.by_ref().take(element.terms.len()).collect())
        .collect())
}

#[cfg(test)]
mod tests;
