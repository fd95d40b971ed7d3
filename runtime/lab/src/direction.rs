//! Directions of the base parameters that a motion hardly excites, and who they are made of.

use serde::Serialize;

use super::numeric::Decomposition;
use armwright_runtime::Model;

/// Directions of so small a share of the largest singular value are worth naming (and the weakest
/// one always): noise grows along them tenfold and more.
const WEAK: f64 = 0.1;
/// At most so many are named.
const NAMED: usize = 6;
/// Components of a unit vector below this are left out, and all but the largest few.
const SMALL: f64 = 0.2;
const LARGEST: usize = 5;

/// A combination of base parameters, each in units in which its column of the observation matrix
/// has unit norm, with the singular value along it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Direction {
    /// The singular value: how much torque a unit of the combination makes.
    pub singular_value: f64,
    /// The same as a share of the largest.
    pub share: f64,
    /// Whether it counts as zero: the motion does not excite the combination at all.
    pub lost: bool,
    /// The largest components, falling: names and weights of a unit vector.
    pub components: Vec<(&'static str, f64)>,
}

/// The weakest directions, weakest first.
#[must_use]
pub fn weakest(model: &'static Model, spectrum: &Decomposition) -> Vec<Direction> {
    let values = &spectrum.singular_values;
    let largest = values.first().copied().unwrap_or(0.0);
    let share = |k: usize| match values[k] / largest {
        share if share.is_finite() => share,
        _ => 0.0,
    };
    let weak = (0..values.len()).rev().enumerate();
    weak.take_while(|&(rank, k)| rank < NAMED && (rank == 0 || share(k) < WEAK))
        .map(|(_, k)| {
            let column = spectrum.directions.column(k);
            let mut components: Vec<(&'static str, f64)> = model
                .base
                .iter()
                .zip(column.iter())
                .map(|(base, weight)| (base.name, *weight))
                .filter(|(_, weight)| weight.abs() >= SMALL)
                .collect();
            components.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            components.truncate(LARGEST);
            // A direction has no sign; the largest component counts as positive.
            if components.first().is_some_and(|first| first.1 < 0.0) {
                components
                    .iter_mut()
                    .for_each(|(_, weight)| *weight = -*weight);
            }
            Direction {
                singular_value: values[k],
                share: share(k),
                lost: k >= spectrum.rank,
                components,
            }
        })
        .collect()
}
