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

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::{WeakDirection, weak_directions};
    use crate::numeric::Decomposition;
    use crate::regression::by_hand::{B, MODEL};

    /// Singular values from 10 down, directions as given.
    fn spectrum(values: [f64; B], directions: DMatrix<f64>, rank: usize) -> Decomposition {
        Decomposition {
            singular_values: values.to_vec(),
            directions,
            rank,
            ..Decomposition::of(&DMatrix::identity(B, B))
        }
    }

    #[test]
    fn weak_directions_are_named_by_their_largest_components() {
        let mut directions = DMatrix::zeros(B, B);
        let columns = [
            (5, [0.19, -0.7, 0.0, 0.5, -0.2, 0.43]),
            (4, [0.3, 0.35, 0.4, 0.45, 0.5, 0.42]),
            (3, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ];
        for (k, column) in columns {
            directions.column_mut(k).copy_from_slice(&column);
        }
        let found = weak_directions(
            &MODEL,
            &spectrum([10.0, 8.0, 2.0, 1.0, 0.5, 0.0], directions.clone(), 5),
        );
        let named = |all: &[(&str, f64)]| all.iter().map(|(n, w)| ((*n).to_owned(), *w)).collect();
        assert_eq!(
            found,
            [
                WeakDirection {
                    singular_value: 0.0,
                    share: 0.0,
                    lost: true,
                    components: named(&[
                        ("mx_a", 0.7),
                        ("fc_m2", -0.5),
                        ("fo_j2", -0.43),
                        ("fv_j1", 0.2)
                    ]),
                },
                // No more than five, of which the largest is positive.
                WeakDirection {
                    singular_value: 0.5,
                    share: 0.05,
                    lost: false,
                    components: named(&[
                        ("fv_j1", 0.5),
                        ("fc_m2", 0.45),
                        ("fo_j2", 0.42),
                        ("m_b", 0.4),
                        ("mx_a", 0.35)
                    ]),
                },
            ]
        );
        // A tenth of the largest is not weak any more; the weakest is named even so.
        let strong = weak_directions(
            &MODEL,
            &spectrum([10.0, 8.0, 7.0, 6.0, 5.0, 4.0], directions.clone(), 6),
        );
        assert_eq!(
            (strong.len(), strong[0].share, strong[0].lost),
            (1, 0.4, false)
        );
        let nothing = weak_directions(&MODEL, &spectrum([0.0; B], directions, 0));
        assert_eq!(
            (nothing.len(), nothing[5].share, nothing[5].lost),
            (6, 0.0, true)
        );
    }

    /// Whatever their signs and order, the larger component comes first, and counts as positive.
    #[test]
    fn the_largest_component_comes_first() {
        for (column, expected) in [
            ([0.6, -0.8], [("second", 0.8), ("first", -0.6)]),
            ([-0.6, 0.8], [("second", 0.8), ("first", -0.6)]),
            ([-0.8, -0.6], [("first", 0.8), ("second", 0.6)]),
            ([0.8, -0.6], [("first", 0.8), ("second", -0.6)]),
        ] {
            let mut directions = DMatrix::zeros(B, B);
            directions
                .view_mut((0, B - 1), (2, 1))
                .copy_from_slice(&column);
            let values = [10.0, 9.0, 8.0, 7.0, 6.0, 0.1];
            let found = weak_directions(&MODEL, &spectrum(values, directions, B));
            let name = |which| MODEL.base[usize::from(which == "second")].name.to_owned();
            let expected = expected.map(|(which, weight)| (name(which), weight));
            assert_eq!(found[0].components, expected, "{column:?}");
        }
    }

    /// Of nine weak directions the six weakest are named, the weakest first.
    #[test]
    fn no_more_than_six_directions_are_named() {
        let model = armwright_runtime::Robot::model(&armwright_robots::abb_wrist::ROBOT);
        let b = model.base.len();
        assert!(b >= 10);
        let mut values: Vec<f64> = (1..10).rev().map(|k| 0.01 * f64::from(k)).collect();
        while values.len() < b {
            values.insert(0, 1.0);
        }
        let found = weak_directions(
            model,
            &Decomposition {
                singular_values: values,
                directions: DMatrix::identity(b, b),
                rank: b - 2,
                ..Decomposition::of(&DMatrix::identity(b, b))
            },
        );
        let names: Vec<&str> = found.iter().map(|d| d.components[0].0.as_str()).collect();
        let last: Vec<&str> = model.base.iter().rev().take(6).map(|p| p.name).collect();
        assert_eq!(names, last);
        let lost: Vec<bool> = found.iter().map(|direction| direction.lost).collect();
        assert_eq!(lost, [true, true, false, false, false, false]);
        assert_eq!((found[5].singular_value, found[5].share), (0.06, 0.06));
    }
}
