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

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::confused;

    /// Groups of parameters of which as much is lost each, and some of which are connected.
    fn groups(count: usize, lost: f64, connected: &[(usize, usize)]) -> Vec<(String, usize)> {
        let mut hidden = DMatrix::from_diagonal_element(count, count, lost);
        for (i, j) in connected {
            hidden[(*i, *j)] = -0.5 * lost;
            hidden[(*j, *i)] = -0.5 * lost;
        }
        let found = confused(&hidden, |_| true, |k| format!("p{k}"));
        let parts = found.into_iter();
        parts
            .map(|group| (group.parameters.join(","), group.seen))
            .collect()
    }

    /// The last joins two groups; the first and the last of a chain have nothing in common but what is between them.
    #[test]
    fn what_is_connected_over_others_is_one_group() {
        let all = |names: &str, seen: usize| vec![(names.to_owned(), seen)];
        // Twice a direction is lost, and a little more by rounding.
        let joined = groups(5, 0.4 + 1e-9, &[(1, 0), (3, 2), (4, 0), (4, 2)]);
        assert_eq!(joined, all("p0,p1,p2,p3,p4", 3));
        assert_eq!(groups(3, 0.6, &[(1, 0), (2, 1)]), all("p0,p1,p2", 1));
        let apart = [("p0".to_owned(), 0), ("p1,p2".to_owned(), 1)];
        assert_eq!(groups(3, 0.6, &[(2, 1)]), apart);
        // However little is lost, it is one direction at least.
        assert_eq!(groups(1, 1e-5, &[]), all("p0", 0));
        assert_eq!(groups(2, 1e-5, &[(1, 0)]), all("p0,p1", 1));
    }
}
