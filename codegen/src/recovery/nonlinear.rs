//! Steps that no linear combination gives: elimination by substitution, and Newton's iteration.

use std::collections::BTreeSet;

use super::LARGEST_BLOCK;
use super::elimination::{substitute_all, substitute_down};
use super::plan::{Branch, Step, StepKind};
use super::planning::Planning;
use crate::algebra::linear::{Row, reduced, sparse};
use crate::algebra::{Atom, Poly};

/// A formula is taken only if its proof has no more terms than this before like ones are added.
const PROOF: usize = 500_000;

impl Planning<'_> {
    /// The smallest set of equations whose derivatives isolate an unknown: solved by substitution,
    /// down to one equation of degree one or two if that is possible, else by Newton's iteration.
    pub(super) fn nonlinear(&mut self) -> bool {
        let mut found = None;
        for (support, quantity) in self.orders().map(|order| self.blocks(&order)).concat() {
            let equations = self.equations(&support);
            let atom = self.system.quantities[quantity].atom;
            let unknown = &self.unknown;
            let is_unknown = |atom| unknown.contains(&atom);
            let reduced = substitute_down(equations, atom, is_unknown, self.point, &mut self.work);
            let usable = |equation: &Poly| {
                self.point.is_not_zero(&equation.partial(atom))
                    && self.system.terms_in_quantities(equation) <= PROOF
            };
            let Some(equation) = reduced.filter(usable) else {
                continue;
            };
            let degree = equation.degree(atom);
            let doubt = match self.branch(quantity) {
                _ if degree < 2 => 0,
                Branch::Positive(_) => 1,
                Branch::Nearest(_) => 2,
                Branch::Larger => 3,
            };
            let rank = (degree, doubt, equation.terms().len(), quantity);
            if found.as_ref().is_none_or(|(best, _, _)| rank < *best) {
                found = Some((rank, support, equation));
            }
        }
        match found {
            Some(((degree @ 1..=2, .., quantity), support, equation)) => {
                let kind = if degree == 1 {
                    StepKind::Linear
                } else {
                    StepKind::Quadratic(self.branch(quantity))
                };
                if let Some(longest) = self.longest(&support) {
                    self.left.remove(longest);
                }
                self.take(vec![quantity], vec![equation], kind);
                true
            }
            _ => self.newton(),
        }
    }

    /// Where there are more equations than it takes, the first in order are used: short ones, or those
    /// of bodies near the base.
    fn orders(&self) -> [Vec<usize>; 2] {
        let as_they_are: Vec<usize> = (0..self.left.len()).collect();
        let mut short_first = as_they_are.clone();
        short_first.sort_by_key(|&index| self.left[index].1.terms().len());
        [short_first, as_they_are]
    }

    /// For each determined unknown the equations whose derivatives isolate it, smallest first; of the
    /// first equations in an order that determine it.
    fn blocks(&self, order: &[usize]) -> Vec<(Vec<usize>, usize)> {
        let unknowns: Vec<usize> = (0..self.system.quantities.len())
            .filter(|&q| self.unknown.contains(&self.system.quantities[q].atom))
            .collect();
        let (count, field) = (unknowns.len(), &self.point.field);
        let row = |index: &usize| -> Option<Vec<u64>> {
            let equation = &self.left[*index].1;
            let derivatives = unknowns.iter().map(|&u| {
                let derivative = equation.partial(self.system.quantities[u].atom);
                self.point.value(&derivative)
            });
            derivatives.collect()
        };
        let Some(rows) = order.iter().map(row).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let column = |k: usize| sparse(field, rows.iter().map(|row| row[k]));
        let first = reduced(field, (0..count).map(column).collect(), None).pivots;
        let beside = |k: &usize| {
            let mut row = sparse(field, rows[*k].clone());
            row.push((count + order[*k], 1));
            row
        };
        let rows = first.iter().map(beside).collect();
        let isolated = self.isolated(rows, count);
        let mut blocks: Vec<(Vec<usize>, usize)> = isolated
            .map(|(pivot, support)| (support, unknowns[pivot]))
            .collect();
        blocks.sort_by_key(|(support, quantity): &(Vec<usize>, usize)| (support.len(), *quantity));
        blocks
    }

    /// The smallest set of equations that determines all of its unknowns, all at once.
    fn newton(&mut self) -> bool {
        let orders = self.orders();
        let closed = orders.iter().flat_map(|order| self.closed_blocks(order));
        let mut closed: Vec<BTreeSet<usize>> = closed.collect();
        closed.sort_by_key(BTreeSet::len);
        for support in closed {
            let Some((step, used)) = self.block(&support) else {
                continue;
            };
            let mut row = 0;
            self.left.retain(|_| {
                row += 1;
                !used.contains(&(row - 1))
            });
            self.take(step.unknowns, step.equations, step.kind);
            return true;
        }
        false
    }

    /// Sets of equations with all that the determined unknowns in them need.
    fn closed_blocks(&self, order: &[usize]) -> Vec<BTreeSet<usize>> {
        let blocks: Vec<(Vec<usize>, usize)> = self.blocks(order);
        let of = |quantity: usize| {
            let block = blocks.iter().find(|(_, other)| *other == quantity);
            block.map_or(&[][..], |(support, _)| support)
        };
        let closed = |(support, _): &(Vec<usize>, usize)| {
            let mut all: BTreeSet<usize> = support.iter().copied().collect();
            loop {
                let unknowns = self.unknowns(all.iter().map(|&row| &self.left[row].1));
                let needed = unknowns.into_iter().flat_map(of);
                let before = all.len();
                all.extend(&needed.copied().collect::<Vec<_>>());
                if all.len() == before {
                    return all;
                }
            }
        };
        blocks.iter().map(closed).collect()
    }

    /// A step that solves equations together, and which of them it uses up. Unknowns that nothing
    /// determines are eliminated; others of the equations say what they are.
    fn block(&mut self, support: &BTreeSet<usize>) -> Option<(Step, Vec<usize>)> {
        let places: Vec<usize> = support.iter().copied().collect();
        let free: BTreeSet<Atom> = {
            let atoms = self.unknown.iter().copied();
            let is_free = |atom: &Atom| {
                let quantity = self.system.quantity_of(*atom);
                quantity.is_some_and(|q| !self.determined.contains(&q))
            };
            atoms.filter(is_free).collect()
        };
        let equations = self.equations(&places);
        let is_free = |atom| free.contains(&atom);
        let rows = substitute_all(equations, is_free, self.point, &mut self.work)?;
        let unknowns = self.unknowns(rows.iter().map(|(_, row)| row));
        let (used, equations): (Vec<usize>, Vec<Poly>) = rows.into_iter().unzip();
        let step = Step {
            unknowns,
            equations,
            kind: StepKind::Newton,
        };
        let is_provable = |equation: &Poly| self.system.terms_in_quantities(equation) <= PROOF;
        let fits = step.unknowns.len() == step.equations.len()
            && step.unknowns.len() <= LARGEST_BLOCK
            && step.equations.iter().all(is_provable)
            && self.is_regular(&step);
        fits.then(|| (step, used.into_iter().map(|row| places[row]).collect()))
    }

    /// The unknowns of equations.
    fn unknowns<'p>(&self, equations: impl Iterator<Item = &'p Poly>) -> Vec<usize> {
        let atoms: BTreeSet<Atom> = equations.flat_map(Poly::atoms).collect();
        let unknowns = atoms.intersection(&self.unknown);
        unknowns
            .filter_map(|&atom| self.system.quantity_of(atom))
            .collect()
    }

    /// Whether the determinant of a step's derivatives is certain not to vanish.
    fn is_regular(&self, step: &Step) -> bool {
        let field = &self.point.field;
        let row = |row: Vec<Poly>| -> Option<Row<usize, u64>> {
            let values = row.iter().map(|entry| self.point.value(entry));
            Some(sparse(field, values.collect::<Option<Vec<_>>>()?))
        };
        let rows: Option<Vec<_>> = step.jacobian(self.system).into_iter().map(row).collect();
        rows.is_some_and(|rows| reduced(field, rows, None).pivots.len() == step.unknowns.len())
    }

    fn branch(&self, quantity: usize) -> Branch {
        let quantity = &self.system.quantities[quantity];
        match &quantity.nominal {
            nominal if quantity.is_positive(self.mechanism) => Branch::Positive(nominal.clone()),
            Some(nominal) => Branch::Nearest(nominal.clone()),
            None => Branch::Larger,
        }
    }
}
