//! Which physical parameters explain a difference between identification and nominal values: the
//! smallest sets whose change makes the rest agree.

use nalgebra::DMatrix;
use serde::Serialize;

use super::differences::{Differences, least_squares};

/// Sets of more parameters are not looked for: with enough freedom anything is explained.
const LARGEST: usize = 3;
/// How many sets of each size are tried with the true, nonlinear equations.
const TRIED: usize = 60;
/// How many sets are named.
const NAMED: usize = 8;
/// Parameters that single out the sets of three.
const SHORT_LIST: usize = 24;

/// The smallest sets of physical parameters that explain differences.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Suspects {
    /// Whether the sets explain all of the differences.
    pub explained: bool,
    /// The sets, the likeliest first; each alone would do.
    pub sets: Vec<SuspectSet>,
}

/// Physical parameters whose change explains differences.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuspectSet {
    /// Their names.
    pub parameters: Vec<String>,
    /// The values that they would have.
    pub values: Vec<f64>,
    /// Their nominal values.
    pub nominal: Vec<f64>,
    /// The probability of the differences that remain.
    pub p_value: f64,
}

impl std::fmt::Display for Suspects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sets: Vec<String> = self
            .sets
            .iter()
            .map(|set| set.parameters.join(" and "))
            .collect();
        match (self.explained, sets.as_slice()) {
            (true, [one]) => match self.sets[0].parameters.len() {
                1 => write!(f, "{one} explains it"),
                _ => write!(f, "{one} explain it"),
            },
            (true, [first, others @ ..]) => {
                write!(f, "either {first} or {}", others.join(" or "))
            }
            (_, []) => write!(f, "no nominal values to suspect"),
            (false, [first, ..]) => write!(
                f,
                "no {LARGEST} physical parameters explain it; {first} come closest"
            ),
        }
    }
}

/// The smallest sets that leave differences which chance explains.
pub(super) fn find(differences: &Differences<'_>, level: f64) -> Suspects {
    let all = differences.candidates.len();
    let columns = differences.derivatives(&(0..all).collect::<Vec<_>>(), &vec![0.0; all]);
    let visible: Vec<usize> = (0..all)
        .filter(|k| columns.column(*k).norm_squared() > 0.0)
        .collect();
    // What a set explains to first order, for choosing which to try.
    let linear = |set: &[usize]| -> f64 {
        let chosen: Vec<_> = set
            .iter()
            .map(|k| columns.column(*k).into_owned())
            .collect();
        let jacobian = DMatrix::from_columns(&chosen);
        match least_squares(&jacobian, &differences.whitened) {
            Some(x) => (&differences.whitened - jacobian * x).norm_squared(),
            None => f64::INFINITY,
        }
    };
    let mut closest: Option<(Vec<usize>, Vec<f64>, f64)> = None;
    let mut singles: Vec<(usize, f64)> = visible.iter().map(|k| (*k, linear(&[*k]))).collect();
    singles.sort_by(|a, b| a.1.total_cmp(&b.1));
    for size in 1..=LARGEST {
        let from: Vec<usize> = match size {
            LARGEST => singles.iter().take(SHORT_LIST).map(|(k, _)| *k).collect(),
            _ => visible.clone(),
        };
        let mut tried: Vec<(Vec<usize>, f64)> = subsets(&from, size)
            .into_iter()
            .map(|set| {
                let left = linear(&set);
                (set, left)
            })
            .collect();
        tried.sort_by(|a, b| a.1.total_cmp(&b.1));
        let freedom = differences.count().saturating_sub(size);
        let mut sets = Vec::new();
        for (set, _) in tried.into_iter().take(TRIED) {
            let (by, left) = differences.fit(&set);
            let p_value = differences.tail(left, freedom);
            if p_value >= level {
                sets.push(named(differences, &set, &by, p_value));
            }
            if closest.as_ref().is_none_or(|(_, _, best)| left < *best) {
                closest = Some((set, by, left));
            }
        }
        if !sets.is_empty() {
            sets.sort_by(|a, b| b.p_value.total_cmp(&a.p_value));
            sets.truncate(NAMED);
            return Suspects {
                explained: true,
                sets,
            };
        }
    }
    let freedom = differences.count().saturating_sub(LARGEST);
    let sets = closest
        .map(|(set, by, left)| named(differences, &set, &by, differences.tail(left, freedom)));
    Suspects {
        explained: false,
        sets: sets.into_iter().collect(),
    }
}

fn named(differences: &Differences<'_>, set: &[usize], by: &[f64], p_value: f64) -> SuspectSet {
    let of = |k: &usize| &differences.candidates[*k];
    let nominal: Vec<f64> = set.iter().map(|k| of(k).nominal).collect();
    SuspectSet {
        parameters: set.iter().map(|k| of(k).name.clone()).collect(),
        values: nominal.iter().zip(by).map(|(x, by)| x + by).collect(),
        nominal,
        p_value,
    }
}

/// All subsets of a size, in order.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        for mut rest in subsets(&of[at + 1..], size - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}

#[cfg(test)]
mod tests;
