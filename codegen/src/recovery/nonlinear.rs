//! Steps that no linear combination gives: elimination by substitution, and Newton's iteration.

use std::collections::BTreeSet;

use super::LARGEST_BLOCK;
use super::elimination::substitute_down;
use super::plan::{Branch, Step, StepKind};
use super::planning::Planning;
use crate::algebra::linear::{Row, sparse};
use crate::algebra::{Atom, Poly};

/// A formula is taken only if its proof has no more terms than this before like ones are added.
const PROOF: usize = 500_000;

impl Planning<'_> {
    /// The smallest set of equations whose derivatives isolate an unknown: solved by substitution,
    /// down to one equation of degree one or two if that is possible, else by Newton's iteration.
    pub(super) fn nonlinear(&mut self) -> bool {
        let mut found = None;
        for (support, quantity) in self.blocks() {
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
        let isolated = self.isolated(rows, count);
        let mut blocks: Vec<(Vec<usize>, usize)> = isolated
            .map(|(pivot, support)| (support, unknowns[pivot]))
            .collect();
        blocks.sort_by_key(|(support, quantity): &(Vec<usize>, usize)| (support.len(), *quantity));
        blocks
    }

    /// The smallest block with as many equations as unknowns, all at once.
    fn newton(&mut self) -> bool {
        for (support, _) in self.blocks() {
            let equations = self.equations(&support);
            let atoms: BTreeSet<Atom> = equations.iter().flat_map(Poly::atoms).collect();
            let unknowns = atoms.intersection(&self.unknown);
            let unknowns: Vec<usize> = unknowns
                .filter_map(|&atom| self.system.quantity_of(atom))
                .collect();
            if unknowns.len() != support.len() || unknowns.len() > LARGEST_BLOCK {
                continue;
            }
            let step = Step {
                unknowns,
                equations,
                kind: StepKind::Newton,
            };
            if self.point.is_not_zero(&step.divisor(self.system)) {
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
}
