//! Differences of base parameters, with the covariance that they have.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::CompareError;
use crate::distribution::{MANY, normal_threshold, student_widening, whitened_tail};
use crate::identify::{BaseEstimate, Estimation};
use crate::interpret::whitening;
use crate::statistics::is_inertial;
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

/// All differences.
pub(super) struct Changes<'a> {
    model: &'a Model,
    names: Vec<(String, String, String)>,
    /// The base parameter of each; none of a length.
    pub(super) places: Vec<Option<usize>>,
    pub(super) first: DVector<f64>,
    pub(super) second: DVector<f64>,
    /// Covariances of both.
    covariances: [DMatrix<f64>; 2],
    freedom: Vec<f64>,
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
        let is_shared = |k: &usize| a.determined[*k] && b.determined[*k];
        let (places, left_out): (Vec<usize>, Vec<usize>) =
            (0..model.base.len()).partition(is_shared);
        let shared = |length: &&crate::identify::LengthEstimate| {
            b.lengths.iter().any(|other| other.name == length.name)
        };
        let lengths: Vec<&str> = a
            .lengths
            .iter()
            .filter(shared)
            .map(|l| l.name.as_str())
            .collect();
        if places.is_empty() {
            return Err(CompareError::NothingShared);
        }
        let base = places.iter().map(|&k| {
            let base = &model.base[k];
            (
                base.name.to_owned(),
                base.expression.to_owned(),
                base.unit.to_owned(),
            )
        });
        let of_lengths = lengths
            .iter()
            .map(|&name| (name.to_owned(), name.to_owned(), "m".to_owned()));
        let covariances = [&a, &b].map(|estimate| covariance(estimate, &places, &lengths));
        let size = places.len() + lengths.len();
        if (0..size).any(|k| covariances.iter().all(|c| c[(k, k)] <= 0.0)) {
            return Err(CompareError::Exact);
        }
        let freedom = places.iter().map(|&k| a.freedom[k].min(b.freedom[k]));
        Ok(Self {
            model,
            names: base.chain(of_lengths).collect(),
            first: values(&a, &places, &lengths),
            second: values(&b, &places, &lengths),
            covariances,
            freedom: freedom.chain(lengths.iter().map(|_| MANY)).collect(),
            left_out: left_out
                .iter()
                .map(|&k| model.base[k].name.to_owned())
                .collect(),
            independent: a.independent || b.independent,
            places: places
                .into_iter()
                .map(Some)
                .chain(lengths.iter().map(|_| None))
                .collect(),
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Those that are not of drives.
    pub(super) fn of_bodies(&self) -> Vec<usize> {
        let is_of_body = |k: &usize| self.places[*k].is_none_or(|k| is_inertial(self.model, k));
        (0..self.len()).filter(is_of_body).collect()
    }

    /// The matrix that makes some of the differences independent and of unit variance, where the first
    /// estimate is scaled by a factor.
    pub(super) fn whitening(&self, some: &[usize], factor: f64) -> DMatrix<f64> {
        let [a, b] = &self.covariances;
        let covariance =
            |i: usize, j: usize| factor * factor * a[(some[i], some[j])] + b[(some[i], some[j])];
        let deviation = |k: usize| covariance(k, k).sqrt();
        let correlation = DMatrix::from_fn(some.len(), some.len(), |i, j| {
            covariance(i, j) / (deviation(i) * deviation(j))
        });
        whitening(correlation, &deviation)
    }

    /// The probability of so large a sum of squares of whitened values, after so many were fitted.
    pub(super) fn tail(&self, statistic: f64, some: &[usize], fitted: usize) -> f64 {
        let each = some.iter().map(|&k| self.freedom[k].recip());
        let share = each.sum::<f64>() / some.len().max(1) as f64;
        let freedom = share.max(MANY.recip()).recip();
        let plain = statistic * student_widening(freedom).powi(2);
        whitened_tail(plain, some.len().saturating_sub(fitted), freedom)
    }

    /// The probability of changes so large if nothing changed.
    pub(super) fn p_value(&self) -> f64 {
        let all: Vec<usize> = (0..self.len()).collect();
        let whitened = self.whitening(&all, 1.0) * (&self.second - &self.first);
        self.tail(whitened.norm_squared(), &all, 0)
    }

    pub(super) fn table(&self, level: f64) -> Vec<Change> {
        let threshold = normal_threshold(level, self.len());
        let row = |(k, (name, expression, unit)): (usize, &(String, String, String))| {
            let std = self
                .covariances
                .iter()
                .map(|c| c[(k, k)])
                .sum::<f64>()
                .sqrt();
            let difference = self.second[k] - self.first[k];
            let estimate = BaseEstimate {
                freedom: vec![self.freedom[k]],
                ..BaseEstimate::exact(vec![difference])
            };
            let deviations = estimate.surprise(difference / std, [0]);
            Change {
                name: name.clone(),
                expression: expression.clone(),
                unit: unit.clone(),
                first: self.first[k],
                second: self.second[k],
                difference,
                std,
                deviations: deviations.copysign(difference),
                differs: deviations > threshold,
            }
        };
        self.names.iter().enumerate().map(row).collect()
    }
}

fn values(estimate: &BaseEstimate, places: &[usize], lengths: &[&str]) -> DVector<f64> {
    let base = places.iter().map(|&k| estimate.beta[k]);
    let lengths = lengths.iter().filter_map(|name| {
        let length = estimate.lengths.iter().find(|length| length.name == *name);
        length.map(|length| length.value)
    });
    DVector::from_vec(base.chain(lengths).collect())
}

/// The covariance of base parameters and then lengths.
fn covariance(estimate: &BaseEstimate, places: &[usize], lengths: &[&str]) -> DMatrix<f64> {
    let at = |name: &str| {
        estimate
            .lengths
            .iter()
            .position(|length| length.name == name)
    };
    let lengths: Vec<usize> = lengths.iter().filter_map(|name| at(name)).collect();
    let size = places.len() + lengths.len();
    let entry = |i: usize, j: usize| match (places.get(i), places.get(j)) {
        (Some(&i), Some(&j)) => estimate.covariance[i][j],
        (Some(&k), None) => estimate.lengths[lengths[j - places.len()]].covariance[k],
        (None, Some(&k)) => estimate.lengths[lengths[i - places.len()]].covariance[k],
        (None, None) => {
            estimate.lengths[lengths[i - places.len()]].among[lengths[j - places.len()]]
        }
    };
    DMatrix::from_fn(size, size, entry)
}
