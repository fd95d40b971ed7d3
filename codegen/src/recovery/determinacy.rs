//! Which unknowns the base parameters determine: the rank of the Jacobian at a point of a field.

use super::system::{Point, System};
use crate::algebra::linear::{entry, reduced};
use crate::algebra::{Field, PrimeField};

/// What the Jacobian of the base parameters by the unknowns says.
#[derive(Debug, Clone)]
pub(super) struct Determinacy {
    /// Generic rank.
    pub rank: usize,
    /// Unknowns whose unit vector lies in the row space, by quantity index.
    pub determined: Vec<usize>,
    /// The others, each with its row of a basis of the null space.
    free: Vec<(usize, Vec<u64>)>,
}

/// At most so many pairs are named as what would determine a quantity.
const PAIRS: usize = 6;

/// Analyses the unknowns among the quantities; `None` where no built-in prime is good for the
/// numbers of the equations.
pub(super) fn determinacy(
    system: &System,
    point: &Point,
    unknowns: &[usize],
) -> Option<Determinacy> {
    let reduced = reduced(&point.field, system.jacobian(point, unknowns)?, None);
    let null = reduced.null_vectors(&point.field, 0..unknowns.len());
    let (mut determined, mut free) = (Vec::new(), Vec::new());
    for (column, &unknown) in unknowns.iter().enumerate() {
        // The components of this unknown in the null vectors.
        let component = |vector| entry(vector, &column).copied().unwrap_or(0);
        let components: Vec<u64> = null.iter().map(|vector| component(vector)).collect();
        if components.iter().all(|&c| c == 0) {
            determined.push(unknown);
        } else {
            free.push((unknown, components));
        }
    }
    Some(Determinacy {
        rank: reduced.pivots.len(),
        determined,
        free,
    })
}

impl Determinacy {
    /// The undetermined unknowns.
    pub(super) fn undetermined(&self) -> Vec<usize> {
        self.free.iter().map(|(unknown, _)| *unknown).collect()
    }

    /// What would determine an undetermined unknown: others one of which is enough, or else some
    /// pairs, or nothing where it takes more.
    pub(super) fn determined_by(&self, point: &Point, unknown: usize) -> Vec<Vec<usize>> {
        let Some((_, wanted)) = self.free.iter().find(|(u, _)| *u == unknown) else {
            return Vec::new();
        };
        // One row spans what is wanted if it is parallel to it. Two do if they are parallel to each
        // other once what is wanted is taken out of both, and were not before.
        let field = point.field;
        let others: Vec<(usize, Vec<u64>, Vec<u64>)> = self
            .free
            .iter()
            .filter(|(u, _)| *u != unknown)
            .map(|(u, row)| {
                let rest = normalised(field, without(field, row, wanted));
                (*u, normalised(field, row.clone()), rest)
            })
            .collect();
        let is_zero = |row: &[u64]| row.iter().all(|&entry| entry == 0);
        let alone = others.iter().filter(|(.., rest)| is_zero(rest));
        let singles: Vec<Vec<usize>> = alone.map(|(u, ..)| vec![*u]).collect();
        if !singles.is_empty() {
            return singles;
        }
        let mut pairs = Vec::new();
        for (at, (u, first, rest)) in others.iter().enumerate() {
            for (v, second, other_rest) in &others[at + 1..] {
                if rest == other_rest && first != second {
                    pairs.push(vec![*u, *v]);
                    if pairs.len() == PAIRS {
                        return pairs;
                    }
                }
            }
        }
        pairs
    }
}

/// A row less so much of another one that the place of that one's first entry is empty.
fn without(field: PrimeField, row: &[u64], other: &[u64]) -> Vec<u64> {
    let Some(place) = other.iter().position(|&entry| entry != 0) else {
        return row.to_vec();
    };
    let factor = field.inverse(&other[place]).unwrap_or(0);
    let factor = field.neg(&field.mul(&row[place], &factor));
    let entries = row.iter().zip(other);
    entries
        .map(|(entry, taken)| field.add(entry, &field.mul(&factor, taken)))
        .collect()
}

/// A row divided by its first entry that is not zero.
fn normalised(field: PrimeField, row: Vec<u64>) -> Vec<u64> {
    let Some(&first) = row.iter().find(|&&entry| entry != 0) else {
        return row;
    };
    let factor = field.inverse(&first).unwrap_or(0);
    row.iter().map(|entry| field.mul(entry, &factor)).collect()
}

#[cfg(test)]
mod tests {
    use super::Determinacy;
    use crate::recovery::tests::pendulum;

    /// Any two rows that are not parallel span the plane: of nine pairs six are named for the first unknown, in order, and of
    /// nine others for the fourth.
    #[test]
    fn six_pairs_are_named_at_most() {
        let point = pendulum().2.point().expect("a point");
        let rows = [[1, 1], [1, 0], [2, 0], [0, 1], [1, 2], [1, 3]];
        let free = rows.iter().map(|row| row.to_vec()).enumerate();
        let found = Determinacy {
            rank: 0,
            determined: vec![6],
            free: free.collect(),
        };
        assert_eq!(found.undetermined(), [0, 1, 2, 3, 4, 5]);
        let pairs = |unknown| found.determined_by(&point, unknown);
        assert_eq!(pairs(0), [[1, 3], [1, 4], [1, 5], [2, 3], [2, 4], [2, 5]]);
        assert_eq!(pairs(3), [[0, 1], [0, 2], [0, 4], [0, 5], [1, 4], [1, 5]]);
        // The second and the third are parallel; what is determined needs nothing.
        assert_eq!(pairs(1), [[2]]);
        assert_eq!(pairs(2), [[1]]);
        assert!(pairs(6).is_empty());
    }
}
