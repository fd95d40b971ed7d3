//! Step two: what each element is made of, from its values at several configurations.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::local::{Expansion, Local, has_offset};
use crate::identify::BaseEstimate;
use crate::numeric::{Decomposition, Svd};
use crate::parameters::nominal_base;
use crate::regression::Factor;
use crate::thresholds::{PERSISTENT, TOLD};
use armwright_runtime::{Element, Model, ParameterKind};

/// How many times as large as one that counts a deviation of an element's values may be to count beside it.
const BESIDE: f64 = 1e3;

/// An element and its coefficients.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ElementFit {
    /// `M_11`.
    pub name: String,
    /// The same in LaTeX.
    #[serde(skip)]
    pub latex: String,
    /// Configurations whose motion told the element: the others say nothing beside these, as where its joints stand still.
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
    /// The smallest singular value of Φ is at least a tenth of the largest, and so small are the
    /// deviations of the coefficients against the largest of them.
    Persistent,
    /// One of the two is not so.
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
    /// The coefficient in physical parameters; it says so where no motion tells offsets of the drives from it.
    pub expression: String,
    /// Its value, from all elements together; of an offset, from its element alone.
    pub value: f64,
    /// Its standard deviation; none if the motions do not determine it.
    pub std: Option<f64>,
    /// Its value from its element alone.
    pub alone: f64,
    /// The standard deviation of that; none if Φ does not determine it.
    pub alone_std: Option<f64>,
    /// The same coefficient from base parameters that were identified in one step.
    pub one_step: Option<f64>,
    /// The standard deviation of that.
    pub one_step_std: Option<f64>,
    /// From nominal values, where the robot file has them all.
    pub nominal: Option<f64>,
}

/// The base parameters from the constants of all configurations, by generalised least squares.
pub(super) fn together(model: &Model, configurations: &[Expansion<'_>]) -> BaseEstimate {
    let size = model.base.len();
    let mut factor = Factor::new(size);
    for expansion in configurations {
        let (rows, right) = expansion.projected();
        let scale = expansion.ratio.sqrt().recip();
        for (row, right) in rows.row_iter().zip(right.iter()) {
            let elements = row.iter().map(|x| scale * x).enumerate();
            factor.push(elements, scale * right);
        }
    }
    let (triangle, right, _) = factor.parts();
    let found = Decomposition::of(&triangle);
    let covariance = &found.inverse * found.inverse.transpose();
    let rows = covariance.row_iter();
    let beta = &found.inverse * DVector::from_vec(right);
    BaseEstimate {
        covariance: rows.map(|row| row.iter().copied().collect()).collect(),
        determined: found.determined(),
        ..BaseEstimate::exact(beta.as_slice().to_vec())
    }
}

/// All elements of a robot, fitted.
pub(super) fn elements(
    model: &Model,
    configurations: &[Local],
    together: &BaseEstimate,
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
            [together, one_step],
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
    [together, one_step]: [&BaseEstimate; 2],
    nominal: Option<&[f64]>,
) -> ElementFit {
    let used = telling(element, place, configurations, together);
    let offset = has_offset(model, element);
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
        let (value, std) = together.combined(term.combination);
        let (one, one_std) = one_step.combined(term.combination);
        FittedTerm {
            name: term.name.to_owned(),
            monomial: term.monomial.to_owned(),
            expression: match with_offsets(model, term.combination) {
                true => format!("{} with offsets of the drives", term.expression),
                false => term.expression.to_owned(),
            },
            value,
            std,
            alone: solved.0[k],
            alone_std: solved.1[k],
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
            alone: solved.0[width - 1],
            alone_std: solved.1[width - 1],
            one_step: None,
            one_step_std: None,
            nominal: None,
        });
    }
    ElementFit {
        name: element.name.to_owned(),
        latex: element.latex.to_owned(),
        configurations: used.len(),
        excitation: if ratio >= PERSISTENT && told(&solved) {
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

/// The configurations that tell an element. Where its joints stand still noise alone makes a value of it: the deviation is larger than
/// the element, by all elements together, and many times that of where they move.
fn telling<'a>(
    element: &Element,
    place: usize,
    configurations: &'a [Local],
    together: &BaseEstimate,
) -> Vec<&'a Local> {
    let known = configurations.iter();
    let known = known.filter_map(|local| Some((local, local.elements[place].std?)));
    let known: Vec<(&Local, f64)> = known.collect();
    let modelled = |(local, _): &(&Local, f64)| {
        let terms = element.terms.iter().zip(&local.bases[place]);
        let terms = terms.map(|(term, basis)| basis * together.combined(term.combination).0);
        terms.sum::<f64>()
    };
    let squares: f64 = known.iter().map(|local| modelled(local).powi(2)).sum();
    let size = (squares / known.len().max(1) as f64).sqrt();
    let stds = known.iter().map(|(_, std)| *std);
    let most = size.max(BESIDE * stds.fold(f64::INFINITY, f64::min));
    let told = known.into_iter().filter(|(_, std)| *std <= most);
    told.map(|(local, _)| local).collect()
}

/// Whether the deviations of an element's coefficients are small against the largest of them.
fn told((values, deviations): &(DVector<f64>, Vec<Option<f64>>)) -> bool {
    let largest = values.amax();
    let small = |std: &Option<f64>| std.is_some_and(|std| std <= TOLD * largest);
    deviations.iter().all(small)
}

/// Weighted least squares; deviations grow with what the fit leaves, where that is more than the
/// elements' own deviations explain (a swing too wide, friction that changed).
fn solve(
    phi: &DMatrix<f64>,
    values: &DVector<f64>,
    stds: &[f64],
) -> (DVector<f64>, Vec<Option<f64>>) {
    let (rows, width) = phi.shape();
    let least = least(stds, width);
    let weights: Vec<f64> = stds.iter().map(|std| std.max(least).recip()).collect();
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

/// The smallest deviation that a value counts by. Without noise some are rounding: none counts for more than a thousand times what the
/// last value does that so many coefficients need, however little the others say.
fn least(stds: &[f64], coefficients: usize) -> f64 {
    let mut rising = stds.to_vec();
    rising.sort_by(f64::total_cmp);
    let needed = rising.get(coefficients.saturating_sub(1)).or(rising.last());
    let least = needed.map_or(0.0, |std| std / BESIDE);
    least.max(f64::MIN_POSITIVE.sqrt())
}

/// Whether a combination of base parameters has offsets in it, which no motion tells from a constant of gravity.
fn with_offsets(model: &Model, combination: &[(usize, f64)]) -> bool {
    let mut offsets = (0..model.parameters.len())
        .filter(|p| matches!(model.parameters[*p].kind, ParameterKind::Offset(_)));
    offsets.any(|offset| {
        let shares = combination.iter().flat_map(|(k, factor)| {
            let own = model.base[*k].terms.iter();
            let own = own.filter(|term| term.parameter == offset);
            own.map(move |term| factor * term.coefficient)
        });
        let (sum, size) = shares.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
        sum.abs() > 1e-9 * size
    })
}

fn combined(combination: &[(usize, f64)], beta: &[f64]) -> f64 {
    combination.iter().map(|(k, a)| a * beta[*k]).sum()
}

#[cfg(test)]
mod tests;
