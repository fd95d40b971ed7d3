//! What recordings say of the parameters: triangular factors, in consecutive parts.

use nalgebra::{DMatrix, DVector};

use super::factor::{Factor, Recombination};

/// A weighted factor: `|R x - z|²` is the weighted sum of squares, but for a constant.
#[derive(Debug, Clone)]
pub struct Triangle {
    /// The upper triangle (`b × b`).
    pub r: DMatrix<f64>,
    /// The transformed right-hand side (`b`).
    pub z: DVector<f64>,
}

/// The factors of all recordings together: one a row of the equations, in consecutive parts of
/// time that cross-validation leaves out in turn.
///
/// Factors of several recordings, each a part, are together that of their concatenation.
#[derive(Debug, Clone)]
pub struct Observation {
    /// One factor a row (`n`) for each part.
    parts: Vec<Vec<Factor>>,
    /// The same of all parts together.
    whole: Vec<Factor>,
    /// Whether parts are whole periods of a motion that repeats itself.
    in_periods: bool,
}

impl Observation {
    /// Of factors in parts (each of `n` factors).
    #[must_use]
    pub fn of(parts: Vec<Vec<Factor>>) -> Self {
        let mut whole = parts.first().cloned().unwrap_or_default();
        for part in parts.iter().skip(1) {
            for (factor, other) in whole.iter_mut().zip(part) {
                factor.merge(other, 1.0);
            }
        }
        Self {
            parts,
            whole,
            in_periods: false,
        }
    }

    /// The same, whose parts are whole periods of a motion that repeats itself.
    #[must_use]
    pub fn in_periods(self) -> Self {
        Self {
            in_periods: true,
            ..self
        }
    }

    /// Whether parts are whole periods of a motion that repeats itself.
    #[must_use]
    pub fn is_in_periods(&self) -> bool {
        self.in_periods
    }

    /// The same equations in other columns ([`Factor::recombined`]), without parts.
    pub(crate) fn recombined(&self, columns: usize, map: &Recombination<'_>) -> Self {
        let factors = self.whole.iter();
        let whole = factors.map(|factor| factor.recombined(columns, map));
        Self {
            parts: Vec::new(),
            whole: whole.collect(),
            in_periods: false,
        }
    }

    /// The same equations with zeros in some columns ([`Factor::without`]).
    pub(crate) fn without(&self, columns: &[usize]) -> Self {
        let without = |factors: &[Factor]| -> Vec<Factor> {
            let each = factors.iter();
            each.map(|factor| factor.without(columns)).collect()
        };
        Self {
            parts: self.parts.iter().map(|part| without(part)).collect(),
            whole: without(&self.whole),
            in_periods: self.in_periods,
        }
    }

    /// One factor a row of the equations.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.whole
    }

    /// How many rows the equations of one sample have.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.whole.len()
    }

    /// Equations: samples that count, over all rows.
    #[must_use]
    pub fn equations(&self) -> usize {
        self.whole.iter().map(Factor::rows).sum()
    }

    /// The factor of all rows, each with its weight.
    pub(crate) fn weighted(&self, weights: &[f64]) -> Triangle {
        stacked(self.whole.iter().zip(weights))
    }

    /// The triangle of all rows as they are.
    pub(crate) fn unweighted(&self) -> DMatrix<f64> {
        self.weighted(&vec![1.0; self.whole.len()]).r
    }

    /// The factor of all rows, each with its weight, to add further rows to.
    pub(crate) fn factor(&self, weights: &[f64]) -> Factor {
        merged(self.whole.iter().zip(weights))
    }

    /// For each part that has equations, its own factor and that of all others.
    pub(crate) fn folds(&self, weights: &[f64]) -> Vec<(Triangle, Triangle)> {
        let held = |k: usize| self.parts[k].iter().zip(weights);
        let has_rows = |k: &usize| self.parts[*k].iter().any(|factor| factor.rows() > 0);
        let with_rows: Vec<usize> = (0..self.parts.len()).filter(has_rows).collect();
        if with_rows.len() < 2 {
            return Vec::new();
        }
        with_rows
            .iter()
            .map(|&k| {
                let others = with_rows.iter().filter(|&&other| other != k);
                (stacked(held(k)), stacked(others.flat_map(|&o| held(o))))
            })
            .collect()
    }
}

fn stacked<'a>(factors: impl Iterator<Item = (&'a Factor, &'a f64)>) -> Triangle {
    let (r, z, _) = merged(factors).parts();
    Triangle {
        r,
        z: DVector::from_vec(z),
    }
}

fn merged<'a>(factors: impl Iterator<Item = (&'a Factor, &'a f64)>) -> Factor {
    let mut whole: Option<Factor> = None;
    for (factor, weight) in factors {
        whole
            .get_or_insert_with(|| Factor::new(factor.columns()))
            .merge(factor, weight.sqrt());
    }
    whole.unwrap_or_else(|| Factor::new(0))
}

#[cfg(test)]
mod tests;
