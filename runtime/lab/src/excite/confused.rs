//! Parameters that a motion does not tell apart.

use nalgebra::DMatrix;
use serde::Serialize;

use super::criterion::Scale;
use crate::numeric::Decomposition;

/// Share of an unknown's square that lies in what the motion does not excite, above which it is confused.
pub(super) const CONFUSED: f64 = 1e-6;

/// An eigenvalue of an information matrix with scaled columns that is zero but for rounding.
const LOST: f64 = 1e-13;

/// Parameters that a motion does not tell apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Confused {
    /// Their names.
    pub parameters: Vec<String>,
    /// How many combinations of them are seen.
    pub seen: usize,
}

impl Confused {
    /// What is said of them.
    pub(super) fn said(&self) -> String {
        match self.parameters.len() {
            1 => format!("not determined: {}", self.parameters[0]),
            all => format!(
                "not told apart: {} ({} of {all} combinations are seen)",
                self.parameters.join(", "),
                self.seen
            ),
        }
    }
}

/// The projection onto what the motion does not excite, in scaled columns.
pub(super) fn hidden(spectrum: &Decomposition) -> DMatrix<f64> {
    let count = spectrum.directions.ncols() - spectrum.rank;
    let lost = spectrum.directions.columns(spectrum.rank, count);
    lost * lost.transpose()
}

/// The same by the information matrix.
pub(super) fn hidden_by(information: &DMatrix<f64>) -> DMatrix<f64> {
    let (scaled, _) = Scale::Columns.scaled(information);
    let eigen = scaled.symmetric_eigen();
    let lost = eigen
        .eigenvalues
        .map(|value| f64::from(u8::from(value <= LOST)));
    &eigen.eigenvectors * DMatrix::from_diagonal(&lost) * eigen.eigenvectors.transpose()
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

    use super::{Confused, confused, hidden_by};

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

    /// Columns (2, 0), (0, 3), (0, -1e6) and one of zeros: with columns of length 1 the sum of the second and the third is lost.
    #[test]
    fn an_information_matrix_hides_what_its_rows_do() {
        let rows = DMatrix::from_row_slice(2, 4, &[2.0, 0.0, 0.0, 0.0, 0.0, 3.0, -1e6, 0.0]);
        let found = hidden_by(&(rows.transpose() * &rows));
        let wanted = [
            [0.0, 0.0, 0.0, 0.0],
            [0.0, 0.5, 0.5, 0.0],
            [0.0, 0.5, 0.5, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        let wanted = DMatrix::from_row_slice(4, 4, wanted.as_flattened());
        assert!((&found - wanted).amax() < 1e-9, "{found}");
        let groups = confused(&found, |_| true, |k| format!("p{k}"));
        let said: Vec<String> = groups.iter().map(Confused::said).collect();
        assert_eq!(
            said,
            [
                "not told apart: p1, p2 (1 of 2 combinations are seen)",
                "not determined: p3"
            ]
        );
    }
}
