//! Step two: what each element is made of, from its values at several configurations.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::local::Local;
use crate::identify::BaseEstimate;
use crate::numeric::{Decomposition, Svd};
use crate::parameters::nominal_base;
use crate::thresholds::PERSISTENT;
use armwright_runtime::{Element, ElementPart, Model, ParameterKind};

/// An element and its coefficients.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ElementFit {
    /// `M_11`.
    pub name: String,
    /// The same in LaTeX.
    #[serde(skip)]
    pub latex: String,
    /// Configurations whose motion determined the element.
    pub configurations: usize,
    /// Singular values of Φ, falling.
    pub singular_values: Vec<f64>,
    /// The smallest over the largest of them.
    pub ratio: f64,
    /// What follows from that.
    pub excitation: ElementExcitation,
    /// Root mean square of the element's values.
    pub size: f64,
    /// Root mean square of what the coefficients leave of them.
    pub residual: f64,
    /// Its coefficients.
    pub terms: Vec<FittedTerm>,
}

/// Whether the configurations tell an element's coefficients apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementExcitation {
    /// The smallest singular value of Φ is at least a tenth of the largest.
    Persistent,
    /// It is below that.
    Weak,
    /// Φ has fewer rows than columns, or dependent columns.
    Deficient,
}

/// A coefficient from two steps and from one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FittedTerm {
    /// `PJ_1`; a constant torque that offsets leave has the name `offset`.
    pub name: String,
    /// `s2^2*s3^2`.
    pub monomial: String,
    /// The coefficient in physical parameters.
    pub expression: String,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none if Φ does not determine it.
    pub std: Option<f64>,
    /// The same coefficient from base parameters that were identified in one step.
    pub one_step: Option<f64>,
    /// The standard deviation of that.
    pub one_step_std: Option<f64>,
    /// From nominal values, where the robot file has them all.
    pub nominal: Option<f64>,
}

/// All elements of a robot, fitted.
pub(super) fn elements(
    model: &Model,
    configurations: &[Local],
    one_step: &BaseEstimate,
) -> Vec<ElementFit> {
    let nominal: Option<Vec<f64>> = (0..model.base.len())
        .map(|k| nominal_base(model, k))
        .collect();
    let elements = model.elements.iter().enumerate();
    let fit = |(k, element)| {
        fit(
            model,
            element,
            k,
            configurations,
            one_step,
            nominal.as_deref(),
        )
    };
    elements.map(fit).collect()
}

fn fit(
    model: &Model,
    element: &Element,
    place: usize,
    configurations: &[Local],
    one_step: &BaseEstimate,
    nominal: Option<&[f64]>,
) -> ElementFit {
    let used: Vec<&Local> = configurations
        .iter()
        .filter(|local| local.elements[place].std.is_some())
        .collect();
    // An offset adds a constant to what gravity is measured to be.
    let offset = element.part == ElementPart::Gravity
        && model
            .parameters
            .iter()
            .any(|p| matches!(p.kind, ParameterKind::Offset(_)))
        && element.terms.iter().all(|term| term.monomial != "1");
    let width = element.terms.len() + usize::from(offset);
    let phi = DMatrix::from_fn(used.len(), width, |row, column| {
        used[row].bases[place].get(column).copied().unwrap_or(1.0)
    });
    let values = DVector::from_fn(used.len(), |row, _| used[row].elements[place].value);
    let stds: Vec<f64> = used
        .iter()
        .map(|local| local.elements[place].std.unwrap_or(0.0))
        .collect();
    let singular_values: Vec<f64> = Svd::of(phi.clone())
        .values
        .into_iter()
        .take(used.len())
        .collect();
    let full = used.len() >= width;
    let ratio = match (singular_values.first(), singular_values.last()) {
        (Some(largest), Some(smallest)) if full && *largest > 0.0 => smallest / largest,
        _ => 0.0,
    };
    let solved = solve(&phi, &values, &stds);
    let left = &values - &phi * &solved.0;
    let rms = |v: &DVector<f64>| {
        let count = v.len().max(1) as f64;
        (v.norm_squared() / count).sqrt()
    };
    let terms = element.terms.iter().enumerate().map(|(k, term)| {
        let (one, one_std) = one_step.combined(term.combination);
        FittedTerm {
            name: term.name.to_owned(),
            monomial: term.monomial.to_owned(),
            expression: term.expression.to_owned(),
            value: solved.0[k],
            std: solved.1[k],
            one_step: Some(one),
            one_step_std: one_std,
            nominal: nominal.map(|beta| combined(term.combination, beta)),
        }
    });
    let mut terms: Vec<FittedTerm> = terms.collect();
    if offset {
        terms.push(FittedTerm {
            name: "offset".to_owned(),
            monomial: "1".to_owned(),
            expression: "offsets of the drives".to_owned(),
            value: solved.0[width - 1],
            std: solved.1[width - 1],
            one_step: None,
            one_step_std: None,
            nominal: None,
        });
    }
    ElementFit {
        name: element.name.to_owned(),
        latex: element.latex.to_owned(),
        configurations: used.len(),
        excitation: if ratio >= PERSISTENT {
            ElementExcitation::Persistent
        } else if ratio > 1e-9 {
            ElementExcitation::Weak
        } else {
            ElementExcitation::Deficient
        },
        ratio,
        singular_values,
        size: rms(&values),
        residual: rms(&left),
        terms,
    }
}

/// Weighted least squares; deviations grow with what the fit leaves, where that is more than the
/// elements' own deviations explain (a swing too wide, friction that changed).
fn solve(
    phi: &DMatrix<f64>,
    values: &DVector<f64>,
    stds: &[f64],
) -> (DVector<f64>, Vec<Option<f64>>) {
    let (rows, width) = phi.shape();
    // Without noise some deviations are rounding: none counts for more than the best thousand.
    let largest = stds.iter().fold(f64::MIN_POSITIVE, |m: f64, s| m.max(*s));
    let weights: Vec<f64> = stds
        .iter()
        .map(|std| std.max(1e-3 * largest).recip())
        .collect();
    let weighted = DMatrix::from_fn(rows, width, |i, j| weights[i] * phi[(i, j)]);
    let right = DVector::from_fn(rows, |i, _| weights[i] * values[i]);
    let found = Decomposition::of(&weighted);
    let (inverse, determined) = (&found.inverse, found.determined());
    let solution = inverse * &right;
    let left = (&right - &weighted * &solution).norm_squared();
    let freedom = rows.saturating_sub(width) as f64;
    let scatter = if freedom > 0.0 { left / freedom } else { 1.0 };
    let covariance = inverse * inverse.transpose() * scatter.max(1.0);
    let enough = rows >= width;
    let deviations = (0..width)
        .map(|k| (enough && determined[k]).then(|| covariance[(k, k)].max(0.0).sqrt()))
        .collect();
    (solution, deviations)
}

fn combined(combination: &[(usize, f64)], beta: &[f64]) -> f64 {
    combination.iter().map(|(k, a)| a * beta[*k]).sum()
}
