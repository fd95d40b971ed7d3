//! Verification against the drawings: what was identified beside its nominal value (Hanssen,
//! Hovland and Brogårdh, section 3).

use serde::Serialize;

use super::given::Foundation;
use super::plan::in_deviations;
use super::suspects::{self, Differences, Suspects};
use crate::distribution::{chi_square_tail, normal_threshold};
use armwright_runtime::{ElementPart, ElementTerm, Model};

/// The comparison of an identification with nominal values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verification {
    /// The probability that anything at all is flagged when nothing differs.
    pub level: f64,
    /// How many values are compared one by one, which half of that is shared among; the other half
    /// is that of all together.
    pub comparisons: usize,
    /// The difference, in standard deviations, from which a value is flagged.
    pub threshold: f64,
    /// Each base parameter.
    pub base: Vec<Compared>,
    /// Each coefficient of gravity and inertia elements, for robots whose closed form is small.
    pub coefficients: Vec<Compared>,
    /// All differences of base parameters together: `Δᵀ Σ⁻¹ Δ`.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: usize,
    /// The probability of so large a statistic if nothing differs.
    pub p_value: f64,
    /// Whether the identification differs from the nominal values, or gives bodies that cannot
    /// exist.
    pub differs: bool,
    /// The smallest sets of physical parameters that explain the differences.
    pub suspects: Suspects,
    /// All this in a sentence.
    pub conclusion: String,
}

/// A value beside its nominal value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// `mx_b`, `PG_2`.
    pub name: &'static str,
    /// What it is made of.
    pub expression: &'static str,
    /// As identified.
    pub value: f64,
    /// Its standard deviation.
    pub std: f64,
    /// As drawn.
    pub nominal: f64,
    /// How many standard deviations lie between the two; none for values that hold exactly.
    pub deviations: Option<f64>,
    /// Whether that is more than chance explains.
    pub differs: bool,
}

impl Verification {
    /// Lets bodies that cannot exist stand in the conclusion.
    pub(super) fn contradict(&mut self, impossible: &str) {
        self.differs = true;
        self.conclusion = format!("{}; but {impossible}", self.conclusion);
    }
}

/// Compares base parameters and coefficients with their nominal values; none if the robot file has
/// no nominal values to compare with, or if the values have no deviations.
pub(super) fn verify(
    model: &'static Model,
    foundation: &Foundation,
    level: f64,
) -> Option<Verification> {
    let places: Vec<usize> = (0..model.base.len())
        .filter(|k| {
            foundation.determined[*k]
                && foundation.covariance[*k][*k] > 0.0
                && nominal(model, *k).is_some()
        })
        .collect();
    if places.is_empty() {
        return None;
    }
    let nominals: Vec<f64> = (0..model.base.len())
        .map(|k| nominal(model, k).unwrap_or(f64::NAN))
        .collect();
    let combined = coefficient_terms(model, foundation, &nominals);
    // A coefficient that is a base parameter times a number is flagged with it: not another one.
    let more = combined.iter().filter(|t| t.combination.len() > 1).count();
    let comparisons = places.len() + more;
    // Two tests, one value at a time and all together, have half of the level each.
    let each = level / 2.0;
    let beyond = normal_threshold(each, comparisons);
    let base = places.iter().map(|&k| {
        let base = &model.base[k];
        let known = (foundation.beta[k], foundation.covariance[k][k]);
        compared((base.name, base.expression), known, nominals[k], beyond)
    });
    let base: Vec<Compared> = base.collect();
    let coefficients = coefficients(&combined, foundation, &nominals, beyond);
    let differences = Differences::of(model, foundation, &places, &nominals);
    let statistic = differences.statistic();
    let p_value = chi_square_tail(statistic, places.len());
    let differs = p_value < each || base.iter().chain(&coefficients).any(|c| c.differs);
    let suspects = if differs {
        suspects::find(&differences, level)
    } else {
        Suspects::default()
    };
    let conclusion = conclusion(&base, &coefficients, differs, &suspects);
    Some(Verification {
        level,
        comparisons,
        threshold: beyond,
        base,
        coefficients,
        statistic,
        freedom: places.len(),
        p_value,
        differs,
        suspects,
        conclusion,
    })
}

/// A base parameter of the nominal values; none if one of them is missing.
fn nominal(model: &Model, base: usize) -> Option<f64> {
    let value = |term: &armwright_runtime::Term| {
        let nominal = model.parameters.get(term.parameter)?.nominal?;
        Some(term.coefficient * nominal)
    };
    model.base[base].terms.iter().map(value).sum()
}

fn compared(
    (name, expression): (&'static str, &'static str),
    (value, variance): (f64, f64),
    nominal: f64,
    beyond: f64,
) -> Compared {
    let std = variance.max(0.0).sqrt();
    let deviations = in_deviations(value - nominal, std);
    Compared {
        name,
        expression,
        value,
        std,
        nominal,
        deviations,
        differs: deviations.is_some_and(|d| d.abs() > beyond),
    }
}

/// Coefficients of gravity and inertia that have a determined and a nominal value.
fn coefficient_terms(
    model: &'static Model,
    foundation: &Foundation,
    nominals: &[f64],
) -> Vec<&'static ElementTerm> {
    let elements = model.elements.iter();
    let terms = elements
        .filter(|element| element.part != ElementPart::Coriolis)
        .flat_map(|element| element.terms);
    let determined = |k: usize| foundation.determined[k] && nominals[k].is_finite();
    terms
        .filter(|term| term.combination.iter().all(|(k, _)| determined(*k)))
        .collect()
}

/// Coefficients of gravity and inertia; those of velocity terms are derivatives of the latter.
fn coefficients(
    terms: &[&'static ElementTerm],
    foundation: &Foundation,
    nominals: &[f64],
    beyond: f64,
) -> Vec<Compared> {
    terms
        .iter()
        .map(|term| {
            let sum = |values: &[f64]| -> f64 {
                term.combination.iter().map(|(k, a)| a * values[*k]).sum()
            };
            let variance = term
                .combination
                .iter()
                .map(|(k, a)| a * sum(&foundation.covariance[*k]))
                .sum();
            let known = (sum(&foundation.beta), variance);
            compared((term.name, term.expression), known, sum(nominals), beyond)
        })
        .collect()
}

/// `PG_2, PG_7 differ: either m_c or ty_c`.
fn conclusion(
    base: &[Compared],
    coefficients: &[Compared],
    differs: bool,
    suspects: &Suspects,
) -> String {
    if !differs {
        return "The identification agrees with the nominal values".to_owned();
    }
    let list = if coefficients.is_empty() {
        base
    } else {
        coefficients
    };
    let names: Vec<&str> = list.iter().filter(|c| c.differs).map(|c| c.name).collect();
    let subject = match names.as_slice() {
        [] => "The base parameters together differ, though none does by itself".to_owned(),
        [one] => format!("{one} differs"),
        some if some.len() <= 8 => format!("{} differ", some.join(", ")),
        some => format!(
            "{} and {} others differ",
            some[..6].join(", "),
            some.len() - 6
        ),
    };
    format!("{subject} from the nominal values: {suspects}")
}
