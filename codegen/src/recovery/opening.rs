//! Which lengths have to be fitted, and what identification gives if others differ from the file's.

use super::determinacy::determinacy;
use super::equation::{Equation, equation, in_standard, written};
use super::identified::Identified;
use super::physical::in_physical;
use super::quantity::{QuantityKind, quantities};
use super::system::System;
use crate::algebra::{Atom, ConstantIndex, Indexed, Poly, Rational, Symbol};
use crate::identifiability::{BaseParameters, Ratio, Unproved, functionals};
use crate::mechanism::Mechanism;

impl System {
    /// The equations of a mechanism, all lengths of which are known but those that are `open`.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the equations.
    pub fn new(
        mechanism: &Mechanism,
        base: &BaseParameters,
        open: &[ConstantIndex],
    ) -> Result<Self, Unproved> {
        let equations = base.base.map(|_, base| {
            let one = (base.representative, Ratio::from(Rational::ONE));
            equation(
                mechanism,
                std::iter::once((&one.0, &one.1)).chain(&base.others),
            )
        });
        let mut system = Self {
            quantities: quantities(mechanism),
            measured: equations.iter().cloned().collect(),
            relations: Vec::new(),
            equations,
            fitted: Vec::new(),
            entangled: Vec::new(),
            coefficients: Vec::new(),
        };
        let measured = functionals(mechanism, open)?;
        let matters = |&length: &ConstantIndex| {
            let atom = Atom::Symbol(Symbol::Constant(length));
            let mut ratios = measured
                .iter()
                .flat_map(|functional| functional.terms.values());
            ratios.any(|ratio| ratio.numerator.degree(atom) > 0)
        };
        let open: Vec<ConstantIndex> = open.iter().copied().filter(matters).collect();
        if open.is_empty() {
            system.relations = system.of_equations();
            return Ok(system);
        }
        system.measured = written(mechanism, &measured);
        system.open(mechanism, base, &open)?;
        Ok(system)
    }

    /// Sorts open lengths out, and finds what identification then gives.
    fn open(
        &mut self,
        mechanism: &Mechanism,
        base: &BaseParameters,
        open: &[ConstantIndex],
    ) -> Result<(), Unproved> {
        let point = self.point().ok_or(Unproved)?;
        let visible: Vec<usize> = (0..self.quantities.len())
            .filter(|&q| self.is_visible(q))
            .collect();
        // Lengths that are not open are known.
        let is_unknown = |q: &usize| match self.quantities[*q].kind {
            QuantityKind::Length(length) => open.contains(&length),
            _ => true,
        };
        let unknowns: Vec<usize> = visible.into_iter().filter(is_unknown).collect();
        let alone = determinacy(self, &point, &unknowns).ok_or(Unproved)?;
        let is_fitted = |(quantity, _): &(usize, _)| alone.determined.contains(quantity);
        let (fitted, others): (Vec<_>, Vec<_>) =
            self.lengths(open).into_iter().partition(is_fitted);
        self.fitted
            .extend(fitted.into_iter().map(|(quantity, _)| quantity));
        let lengths: Vec<ConstantIndex> = others.iter().map(|(_, length)| *length).collect();
        let absorbed = base.absorbed(mechanism, &lengths)?;
        let entangled = others
            .into_iter()
            .filter(|(_, length)| !absorbed.contains(length));
        self.entangled
            .extend(entangled.map(|(quantity, _)| quantity));
        if self.entangled.is_empty() {
            let left = functionals(mechanism, &absorbed)?;
            if let Some(identified) = Identified::of(mechanism, base, &left, &absorbed) {
                self.equations = identified.equations;
                self.relations = identified.relations;
                return Ok(());
            }
            // With the file's values of lengths some base parameters cannot be told apart.
            let lengths = self.lengths(&absorbed).into_iter();
            self.entangled = lengths.map(|(quantity, _)| quantity).collect();
        }
        self.in_coefficients(mechanism, open)
    }

    /// Coefficients of motion in place of base parameters.
    fn in_coefficients(
        &mut self,
        mechanism: &Mechanism,
        open: &[ConstantIndex],
    ) -> Result<(), Unproved> {
        let fitted: Vec<_> = self
            .lengths(open)
            .into_iter()
            .filter(|(q, _)| self.fitted.contains(q))
            .collect();
        let left = open
            .iter()
            .copied()
            .filter(|l| fitted.iter().all(|(_, other)| other != l));
        let functionals = functionals(mechanism, &left.collect::<Vec<_>>())?;
        self.coefficients = functionals.iter().map(in_standard).collect();
        let equation = |poly: &Poly| Equation {
            numerator: in_physical(mechanism, poly),
            denominator: Poly::one(),
        };
        let equations = self.coefficients.iter().map(equation);
        self.equations = Indexed::collected(equations).map_err(|_| Unproved)?;
        self.relations = self.of_equations();
        Ok(())
    }

    /// The quantities that open lengths are.
    fn lengths(&self, open: &[ConstantIndex]) -> Vec<(usize, ConstantIndex)> {
        let quantities = self.quantities.iter().enumerate();
        let lengths = quantities.filter_map(|(q, quantity)| match quantity.kind {
            QuantityKind::Length(length) if open.contains(&length) => Some((q, length)),
            _ => None,
        });
        lengths.collect()
    }
}
