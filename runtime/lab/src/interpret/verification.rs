//! Verification: what was identified beside its nominal value (Hanssen,
//! Hovland and Brogårdh, section 3).

use serde::Serialize;

use super::differences::Differences;
use super::impossible::ImpossibleBodies;
use super::numbers::in_deviations;
use super::suspects::{self, Suspects};
use crate::distribution::normal_threshold;
use crate::identify::BaseEstimate;
use crate::parameters::{nominal_base, sum};
use armwright_runtime::{ElementPart, ElementTerm, JointKind, Model, Robot};

/// The comparison of an identification with nominal values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verification {
    /// The probability that anything at all is flagged when nothing differs.
    pub level: f64,
    /// How many values are compared one by one, which half of that is shared among; the other half
    /// is that of all together.
    pub comparisons: usize,
    /// The difference, in standard deviations, from which a value is flagged; further out where its
    /// variance is estimated from little.
    pub threshold: f64,
    /// Each base parameter.
    pub base: Vec<Compared>,
    /// Each coefficient of gravity and inertia elements, for robots whose closed form is small.
    pub coefficients: Vec<Compared>,
    /// All differences of base parameters, and of lengths that were fitted, together: `Δᵀ Σ⁻¹ Δ`.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: usize,
    /// The probability of so large a statistic if nothing differs.
    pub p_value: f64,
    /// Whether the identification differs from the nominal values, or gives bodies that cannot
    /// exist.
    pub differs: bool,
    /// The smallest sets of physical parameters and lengths that explain the differences.
    pub suspects: Suspects,
    /// All this in a sentence.
    pub conclusion: String,
}

/// A value beside its nominal value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Compared {
    /// `mx_b`, `PG_2`.
    pub name: String,
    /// What it is made of.
    pub expression: String,
    /// Its unit.
    pub unit: String,
    /// As identified.
    pub value: f64,
    /// Its standard deviation.
    pub std: f64,
    /// In the robot file.
    pub nominal: f64,
    /// How many standard deviations lie between the two; none for values that hold exactly.
    pub deviations: Option<f64>,
    /// Whether that is more than chance explains.
    pub differs: bool,
}

impl Verification {
    /// Lets bodies that cannot exist stand in the conclusion.
    pub(super) fn contradict(&mut self, impossible: &ImpossibleBodies) {
        self.differs = true;
        self.conclusion = format!("{}; but {impossible}", self.conclusion);
    }
}

/// Compares base parameters and coefficients with their nominal values; none if the robot file has
/// no nominal values to compare with, or if the values have no deviations.
pub(super) fn verify(
    robot: &dyn Robot,
    estimate: &BaseEstimate,
    level: f64,
) -> Option<Verification> {
    let model = robot.model();
    let places: Vec<usize> = (0..model.base.len())
        .filter(|k| {
            estimate.determined[*k]
                && estimate.covariance[*k][*k] > 0.0
                && nominal_base(model, *k).is_some()
        })
        .collect();
    if places.is_empty() {
        return None;
    }
    let nominals: Vec<f64> = (0..model.base.len())
        .map(|k| nominal_base(model, k).unwrap_or(f64::NAN))
        .collect();
    let combined = coefficient_terms(model, estimate, &nominals);
    // A coefficient that is a base parameter times a number is flagged with it: not another one.
    let more = combined
        .iter()
        .filter(|(t, _)| t.combination.len() > 1)
        .count();
    let comparisons = places.len() + more;
    // Two tests, one value at a time and all together, have half of the level each.
    let each = level / 2.0;
    let beyond = normal_threshold(each, comparisons);
    let base = places.iter().map(|&k| {
        let base = &model.base[k];
        let known = (estimate.beta[k], estimate.covariance[k][k].max(0.0).sqrt());
        let flagged = |d: f64| estimate.surprise(d, [k]) > beyond;
        let texts = [base.name, base.expression, base.unit];
        compared(texts, known, nominals[k], flagged)
    });
    let base: Vec<Compared> = base.collect();
    let coefficients = coefficients(&combined, estimate, &nominals, beyond);
    let differences = Differences::of(robot, estimate, &places, &nominals);
    let statistic = differences.statistic();
    let p_value = differences.tail(statistic, differences.count());
    let differs = p_value < each || base.iter().chain(&coefficients).any(|c| c.differs);
    let suspects = if differs {
        suspects::find(&differences, level)
    } else {
        Suspects::default()
    };
    let names = differing(&places, &base, &combined, &coefficients);
    let conclusion = conclusion(&names, differs, &suspects);
    Some(Verification {
        level,
        comparisons,
        threshold: beyond,
        base,
        coefficients,
        statistic,
        freedom: differences.count(),
        p_value,
        differs,
        suspects,
        conclusion,
    })
}

fn compared(
    [name, expression, unit]: [&str; 3],
    (value, std): (f64, f64),
    nominal: f64,
    flagged: impl Fn(f64) -> bool,
) -> Compared {
    let deviations = in_deviations(value - nominal, std);
    Compared {
        name: name.to_owned(),
        expression: expression.to_owned(),
        unit: unit.to_owned(),
        value,
        std,
        nominal,
        deviations,
        differs: deviations.is_some_and(flagged),
    }
}

/// Coefficients of gravity and inertia that have a determined and a nominal value, with their units.
fn coefficient_terms<'a>(
    model: &'a Model,
    estimate: &BaseEstimate,
    nominals: &[f64],
) -> Vec<(&'a ElementTerm, &'static str)> {
    let slides = model.joints.iter().any(|j| j.kind == JointKind::Prismatic);
    let unit = |part| match part {
        // Monomials have lengths in them.
        _ if slides => "SI",
        ElementPart::Gravity => "N·m",
        _ => "kg·m²",
    };
    let elements = model.elements.iter();
    let terms = elements
        .filter(|element| element.part != ElementPart::Coriolis)
        .flat_map(|element| element.terms.iter().map(move |t| (t, unit(element.part))));
    let determined = |k: usize| estimate.determined[k] && nominals[k].is_finite();
    let all = |term: &ElementTerm| term.combination.iter().all(|(k, _)| determined(*k));
    terms.filter(|(term, _)| all(term)).collect()
}

/// Coefficients of gravity and inertia; those of velocity terms are derivatives of the latter.
fn coefficients(
    terms: &[(&ElementTerm, &str)],
    estimate: &BaseEstimate,
    nominals: &[f64],
    beyond: f64,
) -> Vec<Compared> {
    let each = terms.iter().map(|(term, unit)| {
        let (value, std) = estimate.combined(term.combination);
        let nominal = sum(term.combination.iter().map(|(k, a)| a * nominals[*k]));
        let known = (value, std.unwrap_or(0.0));
        let places = || term.combination.iter().map(|(k, _)| *k);
        let flagged = |d: f64| estimate.surprise(d, places()) > beyond;
        let texts = [term.name, term.expression, unit];
        compared(texts, known, nominal, flagged)
    });
    each.collect()
}

/// Coefficients that differ by themselves, and base parameters that do and are in none of these.
fn differing<'a>(
    places: &[usize],
    base: &'a [Compared],
    terms: &[(&ElementTerm, &str)],
    coefficients: &'a [Compared],
) -> Vec<&'a str> {
    let named = terms.iter().zip(coefficients).filter(|(_, c)| c.differs);
    let named: Vec<_> = named.map(|((term, _), c)| (term.combination, c)).collect();
    let is_named = |k: usize| named.iter().any(|(of, _)| of.iter().any(|(j, _)| *j == k));
    let others = places.iter().zip(base);
    let others = others.filter(|(k, c)| c.differs && !is_named(**k));
    let all = named.iter().map(|(_, c)| *c).chain(others.map(|(_, c)| c));
    all.map(|c| c.name.as_str()).collect()
}

/// `PG_2, PG_7 differ: either m_c or ty_c`.
fn conclusion(names: &[&str], differs: bool, suspects: &Suspects) -> String {
    if !differs {
        return "The identification agrees with the nominal values".to_owned();
    }
    let subject = match names {
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

#[cfg(test)]
mod tests;
