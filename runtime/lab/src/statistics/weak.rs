//! Directions of the base parameters that a motion hardly excites, and who they are made of.

use serde::Serialize;

use crate::numeric::Decomposition;
use crate::thresholds::WEAK_DIRECTION;
use armwright_runtime::Model;

/// At most so many are named.
const NAMED: usize = 6;
/// Components of a unit vector below this are left out, and all but the largest few.
const SMALL: f64 = 0.2;
const LARGEST: usize = 5;

/// A combination of base parameters, each in units in which its column of the observation matrix
/// has unit norm, with the singular value along it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeakDirection {
    /// The singular value: how much torque a unit of the combination makes.
    pub singular_value: f64,
    /// The same as a share of the largest.
    pub share: f64,
    /// Whether it counts as zero: the motion does not excite the combination at all.
    pub lost: bool,
    /// The largest components, falling: names and weights of a unit vector.
    pub components: Vec<(String, f64)>,
}

/// The weakest directions, weakest first.
#[must_use]
pub fn weak_directions(model: &Model, spectrum: &Decomposition) -> Vec<WeakDirection> {
    let values = &spectrum.singular_values;
    let largest = values.first().copied().unwrap_or(0.0);
    let share = |k: usize| match values[k] / largest {
        share if share.is_finite() => share,
        _ => 0.0,
    };
    let weak = (0..values.len()).rev().enumerate();
    weak.take_while(|&(rank, k)| rank < NAMED && (rank == 0 || share(k) < WEAK_DIRECTION))
        .map(|(_, k)| {
            let column = spectrum.directions.column(k);
            let mut components: Vec<(String, f64)> = model
                .base
                .iter()
                .zip(column.iter())
                .map(|(base, weight)| (base.name.to_owned(), *weight))
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
            WeakDirection {
                singular_value: values[k],
                share: share(k),
                lost: k >= spectrum.rank,
                components,
            }
        })
        .collect()
}
