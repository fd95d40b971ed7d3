//! Which unknowns the base parameters determine: the rank of the Jacobian at a point of a field.

use super::system::{Point, System};

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
    let row = |k| {
        let entries = unknowns
            .iter()
            .map(|&u| point.value(&system.derivative(k, u)));
        entries.collect::<Option<Vec<u64>>>()
    };
    let rows: Vec<Vec<u64>> = (0..system.equations.len())
        .map(row)
        .collect::<Option<_>>()?;
    let reduced = point.field.reduced(rows, unknowns.len());
    let free_columns: Vec<usize> = (0..unknowns.len())
        .filter(|c| !reduced.pivots.contains(c))
        .collect();
    let (mut determined, mut free) = (Vec::new(), Vec::new());
    for (column, &unknown) in unknowns.iter().enumerate() {
        // The components of this unknown in the null vectors, one a free column.
        let components: Vec<u64> = match reduced.pivots.iter().position(|&p| p == column) {
            Some(row) => free_columns.iter().map(|&f| reduced.rows[row][f]).collect(),
            None => free_columns
                .iter()
                .map(|&f| u64::from(f == column))
                .collect(),
        };
        // Pivot rows give minus the components; the sign matters between pivots and free columns.
        let components: Vec<u64> = if reduced.pivots.contains(&column) {
            components
                .into_iter()
                .map(|c| point.field.negative(c))
                .collect()
        } else {
            components
        };
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
        let spans = |given: &[&Vec<u64>]| {
            let mut rows: Vec<Vec<u64>> = given.iter().map(|row| (*row).clone()).collect();
            let rank = point.field.reduced(rows.clone(), wanted.len()).pivots.len();
            rows.push(wanted.clone());
            point.field.reduced(rows, wanted.len()).pivots.len() == rank
        };
        let others: Vec<&(usize, Vec<u64>)> =
            self.free.iter().filter(|(u, _)| *u != unknown).collect();
        let singles: Vec<Vec<usize>> = others
            .iter()
            .filter(|(_, row)| spans(&[row]))
            .map(|(u, _)| vec![*u])
            .collect();
        if !singles.is_empty() {
            return singles;
        }
        let mut pairs = Vec::new();
        for (at, (u, first)) in others.iter().enumerate() {
            for (v, second) in &others[at + 1..] {
                if spans(&[first, second]) {
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
