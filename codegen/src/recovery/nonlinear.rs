//! Steps that no linear combination gives: elimination by substitution, and Newton's iteration.

use std::collections::BTreeSet;

use super::LARGEST_BLOCK;
use super::elimination::substitute_down;
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
        for (support, quantity) in self.blocks() {
            let equations: Vec<Poly> = support
                .iter()
                .map(|&row| self.left[row].1.clone())
                .collect();
            let atom = self.system.quantities[quantity].atom;
            let unknown = &self.unknown;
            let is_unknown = |atom| unknown.contains(&atom);
            let reduced = substitute_down(equations, atom, is_unknown, self.point, &mut self.work);
            let usable = |equation: &Poly| {
                self.does_not_vanish(&equation.partial(atom))
                    && self.system.terms_in_quantities(equation) <= PROOF
            };
            let Some(equation) = reduced.filter(usable) else {
                continue;
            };
            let degree = equation
                .terms()
                .iter()
                .map(|(m, _)| m.exponent(atom))
                .max()
                .unwrap_or(0);
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
                self.drop_longest(&support);
                self.take(vec![quantity], vec![equation], kind);
                true
            }
            _ => self.newton(),
        }
    }

    /// For each determined unknown the equations whose derivatives isolate it, smallest first.
    fn blocks(&self) -> Vec<(Vec<usize>, usize)> {
        let unknowns: Vec<usize> = (0..self.system.quantities.len())
            .filter(|&q| self.unknown.contains(&self.system.quantities[q].atom))
            .collect();
        let count = unknowns.len();
        let row = |index: usize| -> Option<Row<usize, u64>> {
            let equation = &self.left[index].1;
            let derivatives = unknowns.iter().map(|&u| {
                let derivative = equation.partial(self.system.quantities[u].atom);
                self.point.value(&derivative)
            });
            let mut row = sparse(&self.point.field, derivatives.collect::<Option<Vec<_>>>()?);
            row.push((count + index, 1));
            Some(row)
        };
        let Some(rows) = (0..self.left.len()).map(row).collect() else {
            return Vec::new();
        };
        let reduced = reduced(&self.point.field, rows, Some(&count));
        let mut blocks: Vec<(Vec<usize>, usize)> = reduced
            .pivots
            .iter()
            .zip(&reduced.rows)
            .filter(|(_, row)| row.iter().filter(|(column, _)| *column < count).count() == 1)
            .map(|(pivot, row)| {
                let support = row
                    .iter()
                    .filter_map(|(column, _)| column.checked_sub(count));
                (support.collect(), unknowns[*pivot])
            })
            .collect();
        blocks.sort_by_key(|(support, quantity): &(Vec<usize>, usize)| (support.len(), *quantity));
        blocks
    }

    /// The smallest block with as many equations as unknowns, all at once.
    fn newton(&mut self) -> bool {
        for (support, _) in self.blocks() {
            let atoms: BTreeSet<Atom> = support
                .iter()
                .flat_map(|&row| self.left[row].1.terms())
                .flat_map(|(monomial, _)| monomial.factors())
                .map(|(atom, _)| *atom)
                .filter(|atom| self.unknown.contains(atom))
                .collect();
            let unknowns: Vec<usize> = atoms
                .iter()
                .filter_map(|&atom| self.system.quantity_of(atom))
                .collect();
            if unknowns.len() != support.len() || unknowns.len() > LARGEST_BLOCK {
                continue;
            }
            let equations = support
                .iter()
                .map(|&row| self.left[row].1.clone())
                .collect();
            let step = Step {
                unknowns,
                equations,
                kind: StepKind::Newton,
            };
            if self.does_not_vanish(&step.divisor(self.system)) {
                let mut row = 0;
                self.left.retain(|_| {
                    row += 1;
                    !support.contains(&(row - 1))
                });
                self.take(step.unknowns, step.equations, step.kind);
                return true;
            }
        }
        false
    }

    fn branch(&self, quantity: usize) -> Branch {
        let quantity = &self.system.quantities[quantity];
        match &quantity.nominal {
            nominal if quantity.is_positive(self.mechanism) => Branch::Positive(nominal.clone()),
            Some(nominal) => Branch::Nearest(nominal.clone()),
            None => Branch::Larger,
        }
    }

    fn drop_longest(&mut self, support: &[usize]) {
        let longest = support
            .iter()
            .copied()
            .max_by_key(|&row| self.left[row].1.terms().len());
        if let Some(longest) = longest {
            self.left.remove(longest);
        }
    }
}
