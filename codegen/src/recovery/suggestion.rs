//! The cheapest sufficient sets of knowns: bases of a linear matroid.
//!
//! A set of knowns is sufficient exactly when the columns of all other visible quantities in the
//! Jacobian are independent. A cheapest one leaves a basis of greatest cost unknown, and a matroid
//! has all of these level by level: among the columns of one cost, modulo the span of the more
//! expensive ones, any basis will do. Levels fall apart into components that share no row; the sets
//! are the products of the choices of each, so that they are counted without listing them.

use std::collections::BTreeSet;

use super::system::{Point, System};
use crate::algebra::Rational;
use crate::algebra::linear::{Reduced, reduced, sparse};

/// At most so many sets are listed.
pub const LISTED: usize = 100;

/// A component with more sets than this is not counted.
const COUNTED: usize = 20_000;

/// A sufficient set of knowns.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// What it costs.
    pub cost: Rational,
    /// The quantities, by index, in their order.
    pub known: Vec<usize>,
}

/// The cheapest sufficient sets.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestions {
    /// The first [`LISTED`] of them at most.
    pub sets: Vec<Suggestion>,
    /// How many there are; `None` where they are too many to count.
    pub count: Option<u128>,
    /// The cheapest set that keeps to quantities with a value in the file; `None` if there is none.
    pub with_values: Option<Suggestion>,
}

/// The cheapest sufficient sets that contain what is `given`.
pub(super) fn suggestions(system: &System, point: &Point, given: &[usize]) -> Option<Suggestions> {
    let visible: Vec<usize> = (0..system.quantities.len())
        .filter(|&q| !given.contains(&q) && system.is_visible(q))
        .collect();
    let cost = |q: usize| system.quantities[q].cost.clone();
    let levels: Vec<Vec<usize>> = levels(&visible, |q| (false, cost(q)));
    let choices = choices(system, point, &levels)?;
    let total = choices.iter().try_fold(1u128, |product, choice| {
        product.checked_mul(u128::try_from(choice.len()).ok()?)
    });
    let complete = choices.iter().all(|choice| choice.len() <= COUNTED);
    let sets = products(&choices)
        .into_iter()
        .map(|known| suggestion(system, known))
        .collect();
    let with_values = with_values(system, point, &visible, &choices)?;
    Some(Suggestions {
        sets,
        count: total.filter(|_| complete),
        with_values,
    })
}

fn suggestion(system: &System, mut known: Vec<usize>) -> Suggestion {
    known.sort_unstable();
    let costs = known.iter().map(|&q| system.quantities[q].cost.clone());
    let cost = costs.sum();
    Suggestion { cost, known }
}

/// Quantities of equal rank together, the highest rank first.
fn levels<K: Ord>(quantities: &[usize], rank: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut sorted: Vec<(K, usize)> = quantities.iter().map(|&q| (rank(q), q)).collect();
    sorted.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut levels: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<K> = None;
    for (key, quantity) in sorted {
        match levels.last_mut() {
            Some(level) if last.as_ref() == Some(&key) => level.push(quantity),
            _ => levels.push(vec![quantity]),
        }
        last = Some(key);
    }
    levels
}

/// For each component of each level the sets that may be known: complements of its bases.
fn choices(system: &System, point: &Point, levels: &[Vec<usize>]) -> Option<Vec<Vec<Vec<usize>>>> {
    let reduced = reduced(
        &point.field,
        system.jacobian(point, &levels.concat())?,
        None,
    );
    let mut all = Vec::new();
    let mut first = 0;
    for level in levels {
        let range = first..first + level.len();
        first = range.end;
        // Rows with their pivot in this level: the level modulo the span of those before it.
        let entry = |row, column| reduced.entry(row, &column).copied().unwrap_or(0);
        let minor: Vec<Vec<u64>> = (0..reduced.rows.len())
            .filter(|&row| range.contains(&reduced.pivots[row]))
            .map(|row| range.clone().map(|column| entry(row, column)).collect())
            .collect();
        for (rows, members) in components(&minor, level.len()) {
            let matrix: Vec<Vec<u64>> = rows
                .iter()
                .map(|&r| members.iter().map(|&c| minor[r][c]).collect())
                .collect();
            let names: Vec<usize> = members.iter().map(|&c| level[c]).collect();
            all.push(complements(point, &matrix, &names));
        }
    }
    Some(all)
}

/// Rows and columns that hang together through entries that are not zero.
fn components(matrix: &[Vec<u64>], columns: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut left: BTreeSet<usize> = (0..columns).collect();
    let mut found = Vec::new();
    while let Some(&start) = left.first() {
        let (mut rows, mut members) = (BTreeSet::new(), BTreeSet::from([start]));
        let mut open = vec![start];
        while let Some(column) = open.pop() {
            for (r, row) in matrix
                .iter()
                .enumerate()
                .filter(|(_, row)| row[column] != 0)
            {
                if rows.insert(r) {
                    let others = (0..columns).filter(|&c| row[c] != 0);
                    open.extend(others.filter(|&c| members.insert(c)));
                }
            }
        }
        left.retain(|column| !members.contains(column));
        found.push((rows.into_iter().collect(), members.into_iter().collect()));
    }
    found
}

/// The complements of all bases of a matrix's columns, one more than [`COUNTED`] at most. The
/// first column is offered to the basis last, so that complements come in the order of quantities.
fn complements(point: &Point, matrix: &[Vec<u64>], names: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search {
        point,
        matrix,
        names,
        rank: matrix.len(),
        found: Vec::new(),
    };
    search.from(0, &mut Vec::new(), &Reduced::default());
    search.found
}

struct Search<'a> {
    point: &'a Point,
    matrix: &'a [Vec<u64>],
    names: &'a [usize],
    rank: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Decides the columns from `column` on: known, or part of the basis if it is independent of
    /// what is in it.
    fn from(&mut self, column: usize, known: &mut Vec<usize>, basis: &Reduced<usize, u64>) {
        if self.found.len() > COUNTED {
            return;
        }
        if column == self.names.len() {
            if basis.rows.len() == self.rank {
                self.found.push(known.clone());
            }
            return;
        }
        if self.spans(column + 1, basis) {
            known.push(self.names[column]);
            self.from(column + 1, known, basis);
            known.pop();
        }
        let mut basis = basis.clone();
        if self.insert(column, &mut basis) {
            self.from(column + 1, known, &basis);
        }
    }

    /// Whether a basis can be completed by the columns from `column` on, so that no branch of the
    /// search is in vain.
    fn spans(&self, column: usize, basis: &Reduced<usize, u64>) -> bool {
        let mut basis = basis.clone();
        for next in column..self.names.len() {
            self.insert(next, &mut basis);
        }
        basis.rows.len() == self.rank
    }

    /// Adds a column to a basis if it is independent of what is in it.
    fn insert(&self, column: usize, basis: &mut Reduced<usize, u64>) -> bool {
        let field = &self.point.field;
        basis.insert(
            field,
            &sparse(field, self.matrix.iter().map(|row| row[column])),
        )
    }
}

/// One set of each component together, as many as are listed.
fn products(choices: &[Vec<Vec<usize>>]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for choice in choices {
        let mut longer = Vec::new();
        'all: for set in &sets {
            for part in choice {
                if longer.len() == LISTED {
                    break 'all;
                }
                longer.push([set.as_slice(), part].concat());
            }
        }
        sets = longer;
    }
    sets
}

/// The cheapest set of quantities with a value in the file: one of the cheapest of all if a set of
/// each component has values throughout; else whatever has no value goes into the basis first.
fn with_values(
    system: &System,
    point: &Point,
    visible: &[usize],
    choices: &[Vec<Vec<usize>>],
) -> Option<Option<Suggestion>> {
    let has_value = |q: &usize| system.quantities[*q].nominal.is_some();
    let best: Option<Vec<&Vec<usize>>> = choices
        .iter()
        .map(|choice| choice.iter().find(|set| set.iter().all(has_value)))
        .collect();
    if let Some(parts) = best {
        let known = parts.into_iter().flatten().copied().collect();
        return Some(Some(suggestion(system, known)));
    }
    let rank = |q: usize| (!has_value(&q), system.quantities[q].cost.clone());
    let choices = self::choices(system, point, &levels(visible, rank))?;
    let first = choices.iter().filter_map(|choice| choice.first());
    let known: Vec<usize> = first.flatten().copied().collect();
    let found = known.iter().all(has_value);
    Some(found.then(|| suggestion(system, known)))
}
