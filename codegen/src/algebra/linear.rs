//! Elimination over any exact field: one algorithm, for ranks, inverses, relations and null spaces.
//!
//! Rows are sparse: columns in ascending order with entries that are not zero. The order of the
//! columns is the order of preference, so the reduced form is unique.

use super::field::{Field, Numbers as Rationals, PrimeField};
use super::ratio::{QuotientsWithin, Ratio};
use super::{Poly, Rational};

/// A sparse row: columns in ascending order, entries not zero.
pub type Row<C, E> = Vec<(C, E)>;

/// Independent rows: each has a one in its pivot column, where all others have nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced<C, E> {
    /// The rows, in the order of their pivots.
    pub rows: Vec<Row<C, E>>,
    /// The pivot column of each row.
    pub pivots: Vec<C>,
    /// For each row one of the rows that were given: these are independent.
    pub sources: Vec<usize>,
}

/// The reduced echelon form of rows.
///
/// Pivots are sought before `limit`: what stands from there on is carried along, and rows that have
/// nothing else are left out.
pub fn reduced<C: Ord + Clone, F: Field>(
    field: &F,
    rows: Vec<Row<C, F::Element>>,
    limit: Option<&C>,
) -> Reduced<C, F::Element> {
    let leading = |row: &Row<C, F::Element>| {
        let (column, _) = row.first()?;
        limit
            .is_none_or(|limit| column < limit)
            .then(|| column.clone())
    };
    gauss_jordan(field, rows, |rows, done| {
        let column = rows[done..].iter().filter_map(leading).min()?;
        let begins = |&row: &usize| rows[row].first().is_some_and(|(c, _)| *c == column);
        let weight = |row: &usize| rows[*row].first().map(|(_, e)| field.weight(e));
        let row = (done..rows.len()).filter(begins).min_by_key(weight)?;
        Some((row, column))
    })
}

/// The reduced form of those rows that are independent in another field, with the same pivot columns; the simplest entries are
/// divided by first.
fn reduced_on<C: Ord + Clone, F: Field, E>(
    field: &F,
    rows: &[Row<C, F::Element>],
    Reduced {
        pivots, sources, ..
    }: &Reduced<C, E>,
) -> Reduced<C, F::Element> {
    let chosen = sources.iter().map(|&k| rows[k].clone()).collect();
    let mut found = gauss_jordan(field, chosen, |rows, done| {
        let candidates = (done..rows.len()).flat_map(|row| {
            let entries = rows[row]
                .iter()
                .filter(|(c, _)| pivots.binary_search(c).is_ok());
            entries.map(move |(c, entry)| ((field.weight(entry), rows[row].len(), row), c))
        });
        let ((.., row), column) = candidates.min_by_key(|(rank, _)| *rank)?;
        Some((row, column.clone()))
    });
    let mut order: Vec<usize> = (0..found.pivots.len()).collect();
    order.sort_by_key(|&k| found.pivots[k].clone());
    found.rows = order
        .iter()
        .map(|&k| std::mem::take(&mut found.rows[k]))
        .collect();
    found.sources = order.iter().map(|&k| sources[found.sources[k]]).collect();
    found.pivots.sort();
    found
}

/// Gauss and Jordan's elimination; `next` says which row, not done yet, is to clear which column.
fn gauss_jordan<C: Ord + Clone, F: Field>(
    field: &F,
    mut rows: Vec<Row<C, F::Element>>,
    next: impl Fn(&[Row<C, F::Element>], usize) -> Option<(usize, C)>,
) -> Reduced<C, F::Element> {
    let mut sources: Vec<usize> = (0..rows.len()).collect();
    let mut pivots = Vec::new();
    while let Some((found, column)) = next(&rows, pivots.len()) {
        let done = pivots.len();
        rows.swap(done, found);
        sources.swap(done, found);
        let Some(inverse) = entry(&rows[done], &column).and_then(|e| field.inverse(e)) else {
            break;
        };
        for (_, entry) in &mut rows[done] {
            *entry = field.mul(entry, &inverse);
        }
        let pivot = std::mem::take(&mut rows[done]);
        for row in &mut rows {
            if let Some(factor) = entry(row, &column) {
                *row = less(field, row, &factor.clone(), &pivot);
            }
        }
        rows[done] = pivot;
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    sources.truncate(pivots.len());
    Reduced {
        rows,
        pivots,
        sources,
    }
}

/// The entry of a row in a column, if it is not zero.
pub fn entry<'r, C: Ord, E>(row: &'r [(C, E)], column: &C) -> Option<&'r E> {
    let at = row.binary_search_by(|(c, _)| c.cmp(column)).ok()?;
    Some(&row[at].1)
}

/// `row - factor other`.
fn less<C: Ord + Clone, F: Field>(
    field: &F,
    row: &[(C, F::Element)],
    factor: &F::Element,
    other: &[(C, F::Element)],
) -> Row<C, F::Element> {
    plus(field, row, &field.neg(factor), other)
}

/// `row + factor other`.
pub fn plus<C: Ord + Clone, F: Field>(
    field: &F,
    row: &[(C, F::Element)],
    factor: &F::Element,
    other: &[(C, F::Element)],
) -> Row<C, F::Element> {
    let (mut left, mut right) = (row.iter().peekable(), other.iter().peekable());
    let mut sum = Vec::with_capacity(row.len() + other.len());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return sum,
        };
        let own = if order.is_le() { left.next() } else { None };
        let added = if order.is_ge() { right.next() } else { None };
        let value = match (own, added) {
            (Some((column, value)), None) => (column, value.clone()),
            (None, Some((column, value))) => (column, field.mul(factor, value)),
            (Some((column, value)), Some((_, other))) => {
                (column, field.add(value, &field.mul(factor, other)))
            }
            (None, None) => return sum,
        };
        if !field.is_zero(&value.1) {
            sum.push((value.0.clone(), value.1));
        }
    }
}

impl<C, E> Default for Reduced<C, E> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            pivots: Vec::new(),
            sources: Vec::new(),
        }
    }
}

impl<C: Ord + Clone, E: Clone> Reduced<C, E> {
    /// The entry of a row in a column, if it is not zero.
    pub fn entry(&self, row: usize, column: &C) -> Option<&E> {
        entry(&self.rows[row], column)
    }

    /// What is left of a row when the independent rows are taken out of it: nothing if it is a
    /// combination of them.
    pub fn remainder<F: Field<Element = E>>(&self, field: &F, row: &[(C, E)]) -> Row<C, E> {
        let mut left = row.to_vec();
        for (column, factor) in row {
            if let Ok(at) = self.pivots.binary_search(column) {
                left = less(field, &left, factor, &self.rows[at]);
            }
        }
        left
    }

    /// Adds a row if it is independent of those that are here, and says whether it was.
    pub fn insert<F: Field<Element = E>>(&mut self, field: &F, row: &[(C, E)]) -> bool {
        let mut left = self.remainder(field, row);
        let Some((pivot, leading)) = left.first().cloned() else {
            return false;
        };
        let Some(inverse) = field.inverse(&leading) else {
            return false;
        };
        for (_, entry) in &mut left {
            *entry = field.mul(entry, &inverse);
        }
        for row in &mut self.rows {
            if let Some(factor) = entry(row, &pivot) {
                *row = less(field, row, &factor.clone(), &left);
            }
        }
        let at = self.pivots.partition_point(|known| *known < pivot);
        self.sources.insert(at, self.pivots.len());
        self.pivots.insert(at, pivot);
        self.rows.insert(at, left);
        true
    }

    /// For each of `columns` that is no pivot the vector with a one there that all rows annihilate.
    pub fn null_vectors<F: Field<Element = E>>(
        &self,
        field: &F,
        columns: impl IntoIterator<Item = C>,
    ) -> Vec<Row<C, E>> {
        let free = columns
            .into_iter()
            .filter(|c| self.pivots.binary_search(c).is_err());
        let vector = |column: C| {
            let pivots = self.pivots.iter().zip(&self.rows);
            let mut vector: Row<C, E> = pivots
                .filter_map(|(pivot, row)| Some((pivot.clone(), field.neg(entry(row, &column)?))))
                .collect();
            let at = vector.partition_point(|(c, _)| *c < column);
            vector.insert(at, (column, field.one()));
            vector
        };
        free.map(vector).collect()
    }
}

/// As [`reduced`] without a limit, quickly where many rows depend on others: a prime field finds
/// which are independent (they cannot become dependent in the field itself), and every other row is
/// confirmed to be a combination of them.
pub fn proved<C: Ord + Clone, F: Field>(
    field: &F,
    rows: Vec<Row<C, F::Element>>,
    primes: impl IntoIterator<Item = PrimeField>,
) -> Reduced<C, F::Element> {
    let by_prime = primes.into_iter().find_map(|prime| {
        let found = modular(&rows, prime, |e| field.residue(e, prime))?;
        let solution = reduced_on(field, &rows, &found);
        confirmed(field, &rows, &found.pivots, solution)
    });
    by_prime.unwrap_or_else(|| reduced(field, rows, None))
}

/// The reduced form of rows of polynomials in symbols over a field of quotients, found and proved in the same way;
/// `None` if no prime field is lucky, or the work of the field does not suffice.
pub fn reduced_exactly<C: Ord + Clone>(
    field: &QuotientsWithin,
    rows: &[Row<C, Poly>],
    primes: impl IntoIterator<Item = PrimeField>,
) -> Option<Reduced<C, Ratio>> {
    let ratio = |(c, p): &(C, Poly)| (c.clone(), Ratio::from(p.clone()));
    let exact = rows.iter().map(|row| row.iter().map(ratio).collect());
    let exact: Vec<Row<C, Ratio>> = exact.collect();
    primes.into_iter().find_map(|prime| {
        let found = modular(rows, prime, |p| prime.embed(p))?;
        let solution = reduced_on(field, &exact, &found);
        confirmed(field, &exact, &found.pivots, solution).filter(|_| !field.is_spent())
    })
}

/// The reduced form of the images of rows in a prime field, if they have images.
pub fn modular<C: Ord + Clone, E>(
    rows: &[Row<C, E>],
    prime: PrimeField,
    image: impl Fn(&E) -> Option<u64>,
) -> Option<Reduced<C, u64>> {
    let images = rows.iter().map(|row| {
        let entries = row.iter().map(|(c, e)| Some((c.clone(), image(e)?)));
        let entries: Option<Row<C, u64>> = entries.collect();
        entries.map(|row| row.into_iter().filter(|(_, e)| *e != 0).collect())
    });
    Some(reduced(&prime, images.collect::<Option<_>>()?, None))
}

/// A reduced form of some of the rows if it has the expected pivots and is one of all rows.
fn confirmed<C: Ord + Clone, F: Field>(
    field: &F,
    rows: &[Row<C, F::Element>],
    pivots: &[C],
    solution: Reduced<C, F::Element>,
) -> Option<Reduced<C, F::Element>> {
    let follows = |row: &Row<C, F::Element>| solution.remainder(field, row).is_empty();
    let is_all = rows.len() == solution.rows.len() || rows.iter().all(follows);
    (solution.pivots == pivots && is_all).then_some(solution)
}

/// A row of all entries that are not zero, its columns the places.
pub fn sparse<F: Field>(
    field: &F,
    dense: impl IntoIterator<Item = F::Element>,
) -> Row<usize, F::Element> {
    let entries = dense.into_iter().enumerate();
    entries.filter(|(_, e)| !field.is_zero(e)).collect()
}

/// The first row that is a combination of the rows before it, exactly; `None` if there is none.
#[must_use]
pub fn dependent_row(matrix: &[Vec<Rational>]) -> Option<usize> {
    // Rows that are independent modulo a prime are independent.
    let at_once = PrimeField::all().next();
    if at_once.is_some_and(|field| independent(&field, matrix).len() == matrix.len()) {
        return None;
    }
    let independent = independent(&Rationals, matrix);
    (0..matrix.len()).find(|row| independent.binary_search(row).is_err())
}

/// The rows that are no combinations of those before them: the pivots of the matrix transposed.
fn independent<F: Field>(field: &F, matrix: &[Vec<Rational>]) -> Vec<usize> {
    let columns = matrix.first().map_or(0, Vec::len);
    let image = |value: &Rational| field.number(value).unwrap_or_else(|| field.zero());
    let column = |c: usize| sparse(field, matrix.iter().map(|row| image(&row[c])));
    reduced(field, (0..columns).map(column).collect(), None).pivots
}
