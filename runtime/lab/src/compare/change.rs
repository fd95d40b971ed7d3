//! Differences of base parameters, with the covariance that they have.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::CompareError;
use crate::distribution::{MANY, normal_threshold, shared_freedom, surprise, widened_tail};
use crate::identify::{Estimation, LengthEstimate};
use crate::numeric::whitening;
use crate::statistics::{Estimated, is_of_body};
use armwright_runtime::Model;

/// A base parameter, or a fitted length, of both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub expression: String,
    /// Its unit.
    pub unit: String,
    /// Its value in the first result.
    pub first: f64,
    /// Its value in the second result.
    pub second: f64,
    /// Second less first.
    pub difference: f64,
    /// The standard deviation of the difference.
    pub std: f64,
    /// The difference in standard deviations of a normal distribution that are as rare.
    pub deviations: f64,
    /// Whether chance does not explain it.
    pub differs: bool,
}

/// A value of which there are two.
struct Compared {
    name: String,
    expression: String,
    unit: String,
    /// The base parameter that it is; none of a length.
    place: Option<usize>,
    /// Degrees of freedom of its variance: the fewer of both.
    freedom: f64,
}

/// All differences.
pub(super) struct Changes<'a> {
    model: &'a Model,
    values: Vec<Compared>,
    pub(super) first: DVector<f64>,
    pub(super) second: DVector<f64>,
    /// Covariances of both.
    covariances: [DMatrix<f64>; 2],
    pub(super) left_out: Vec<String>,
    pub(super) independent: bool,
}

impl<'a> Changes<'a> {
    pub(super) fn of(
        model: &'a Model,
        first: &Estimation,
        second: &Estimation,
    ) -> Result<Self, CompareError> {
        let [a, b] = [first, second].map(|estimation| estimation.base_estimate(model));
        let is_given = |estimation: &Estimation, k: usize| {
            let found = estimation.parameter(model.base[k].name);
            found.is_some_and(Estimated::is_given)
        };
        let is_shared = |k: &usize| {
            let both_given = is_given(first, *k) && is_given(second, *k);
            a.determined[*k] && b.determined[*k] && !both_given
        };
        let (places, left_out): (Vec<usize>, Vec<usize>) =
            (0..model.base.len()).partition(is_shared);
        if places.is_empty() {
            return Err(CompareError::NothingShared);
        }
        // The lengths that both fitted, by their places in each.
        let place = |length: &LengthEstimate| b.lengths.iter().position(|l| l.name == length.name);
        let lengths = a.lengths.iter().enumerate();
        let (of_a, of_b): (Vec<usize>, Vec<usize>) = lengths
            .filter_map(|(k, length)| Some((k, place(length)?)))
            .unzip();
        let base = places.iter().map(|&k| Compared {
            name: model.base[k].name.to_owned(),
            expression: model.base[k].expression.to_owned(),
            unit: model.base[k].unit.to_owned(),
            place: Some(k),
            freedom: a.freedom[k].min(b.freedom[k]),
        });
        let length = of_a.iter().map(|&k| Compared {
            name: a.lengths[k].name.clone(),
            expression: a.lengths[k].name.clone(),
            unit: "m".to_owned(),
            place: None,
            freedom: MANY,
        });
        let both = [(&a, &of_a), (&b, &of_b)];
        let covariances = both.map(|(estimate, lengths)| estimate.covariance_of(&places, lengths));
        let size = places.len() + of_a.len();
        if (0..size).any(|k| covariances.iter().all(|c| c[(k, k)] <= 0.0)) {
            return Err(CompareError::Exact);
        }
        let [first, second] = both.map(|(estimate, lengths)| {
            let base = places.iter().map(|&k| estimate.beta[k]);
            let lengths = lengths.iter().map(|&k| estimate.lengths[k].value);
            DVector::from_vec(base.chain(lengths).collect())
        });
        let name = |k: &usize| model.base[*k].name.to_owned();
        Ok(Self {
            model,
            values: base.chain(length).collect(),
            first,
            second,
            covariances,
            left_out: left_out.iter().map(name).collect(),
            independent: a.independent || b.independent,
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The base parameter that a value is; none of a length.
    pub(super) fn place(&self, k: usize) -> Option<usize> {
        self.values[k].place
    }

    /// Those that are not of drives.
    pub(super) fn of_bodies(&self) -> Vec<usize> {
        self.bodies_and_drives().0
    }

    /// Those that are of bodies, and those that are of drives.
    pub(super) fn bodies_and_drives(&self) -> (Vec<usize>, Vec<usize>) {
        let is_of_body = |k: &usize| self.place(*k).is_none_or(|k| is_of_body(self.model, k));
        (0..self.len()).partition(is_of_body)
    }

    /// The matrix that makes some of the differences independent and of unit variance, where the first
    /// estimate is scaled by a factor.
    pub(super) fn whitening(&self, some: &[usize], factor: f64) -> DMatrix<f64> {
        let [a, b] = &self.covariances;
        let all = a * (factor * factor) + b;
        let covariance = |i: usize, j: usize| all[(some[i], some[j])];
        whitening(&DMatrix::from_fn(some.len(), some.len(), covariance))
    }

    /// The probability of so large a sum of squares of whitened values, after so many were fitted.
    pub(super) fn tail(&self, statistic: f64, some: &[usize], fitted: usize) -> f64 {
        let freedom = shared_freedom(some.iter().map(|&k| self.values[k].freedom));
        widened_tail(statistic, some.len().saturating_sub(fitted), freedom)
    }

    /// The probability of changes of some of them so large if none of these changed.
    pub(super) fn p_value(&self, some: &[usize]) -> f64 {
        let change = DVector::from_fn(some.len(), |k, _| {
            self.second[some[k]] - self.first[some[k]]
        });
        let whitened = self.whitening(some, 1.0) * change;
        self.tail(whitened.norm_squared(), some, 0)
    }

    pub(super) fn table(&self, level: f64) -> Vec<Change> {
        let threshold = normal_threshold(level, self.len());
        let row = |(k, value): (usize, &Compared)| {
            let variance: f64 = self.covariances.iter().map(|c| c[(k, k)]).sum();
            let (difference, std) = (self.second[k] - self.first[k], variance.sqrt());
            let deviations = surprise(difference / std, value.freedom);
            Change {
                name: value.name.clone(),
                expression: value.expression.clone(),
                unit: value.unit.clone(),
                first: self.first[k],
                second: self.second[k],
                difference,
                std,
                deviations: deviations.copysign(difference),
                differs: deviations > threshold,
            }
        };
        self.values.iter().enumerate().map(row).collect()
    }
}
