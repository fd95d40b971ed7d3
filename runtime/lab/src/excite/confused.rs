//! Parameters that a motion does not tell apart.

use nalgebra::DMatrix;
use serde::Serialize;

use crate::numeric::Decomposition;

/// Share of an unknown's square that lies in what the motion does not excite, above which it is confused.
pub(super) const CONFUSED: f64 = 1e-6;

/// Parameters that a motion does not tell apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Confused {
    /// Their names.
    pub parameters: Vec<String>,
    /// How many combinations of them are seen.
    pub seen: usize,
}

/// The projection onto what the motion does not excite, in scaled columns.
pub(super) fn hidden(spectrum: &Decomposition) -> DMatrix<f64> {
    let count = spectrum.directions.ncols() - spectrum.rank;
    let lost = spectrum.directions.columns(spectrum.rank, count);
    lost * lost.transpose()
}

/// Groups that the projection connects.
pub(super) fn confused(
    hidden: &DMatrix<f64>,
    counts: impl Fn(usize) -> bool,
    name: impl Fn(usize) -> String,
) -> Vec<Confused> {
    let b = hidden.nrows();
    let mut group: Vec<usize> = (0..b).collect();
    for i in 0..b {
        for j in 0..i {
            if hidden[(i, j)].abs() > CONFUSED && group[i] != group[j] {
                let (from, to) = (group[i].max(group[j]), group[i].min(group[j]));
                group
                    .iter_mut()
                    .filter(|g| **g == from)
                    .for_each(|g| *g = to);
            }
        }
    }
    let groups = (0..b).map(|first| -> Vec<usize> {
        (0..b)
            .filter(|k| group[*k] == first && counts(*k) && hidden[(*k, *k)] > CONFUSED)
            .collect()
    });
    groups
        .filter(|members| !members.is_empty())
        .map(|members| {
            let lost: f64 = members.iter().map(|k| hidden[(*k, *k)]).sum();
            Confused {
                seen: members.len() - (lost.round() as usize).clamp(1, members.len()),
                parameters: members.into_iter().map(&name).collect(),
            }
        })
        .collect()
}
