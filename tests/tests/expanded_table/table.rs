//! The table that decides identifiability, written out: a row a monomial of a function that the
//! parameters multiply, a column a standard parameter.
//!
//! Where all torques are measured, or the balance of energy, the functions are those of energy and
//! dissipation. Torque columns are linearly dependent exactly when a combination of the functions
//! is constant (Lagrange's equations of a function vanish only then: `½ q̇ᵀ M q̇` must vanish and `V`
//! be constant; viscous and Coulomb torque are told apart from these and each other by how they
//! scale with velocity). So the table's null space is that of the torque regressor, and no motion
//! is sampled. [`super::measured`] has the functions of other measured quantities.

use std::collections::{BTreeMap, HashSet};

use armwright_codegen::algebra::{
    Atom, CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational,
};
use armwright_codegen::dynamics::{Form, Functions};
use armwright_codegen::mechanism::{Effect, Mechanism, Quantity};

use super::measured;

/// A row: the coefficient of each parameter that has one, or of each of other columns.
pub(super) type Row<C = ParameterIndex> = Vec<(C, Poly)>;

/// The place of a monomial among the functions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In the inertia element of two coordinates.
    Inertia(CoordinateIndex, CoordinateIndex, Monomial),
    /// In the potential.
    Potential(Monomial),
    /// In Rayleigh's dissipation, by two coordinates.
    Viscous(CoordinateIndex, CoordinateIndex),
    /// In the dissipation of an effect that bends or jumps at standstill, by the direction of the velocity.
    Kinked(Effect, Vec<Rational>),
    /// In a torque that is measured alone, by its number among the quantities.
    Torque(usize, measured::InTorque),
    /// In a measured wrench, by the sensor's number and the row.
    Wrench(usize, usize, measured::InWrench),
}

/// The table under construction.
#[derive(Debug, Default)]
pub(super) struct Table(BTreeMap<Place, Row>);

impl Table {
    /// The table of what is measured.
    pub(super) fn of(
        mechanism: &Mechanism,
        functions: &Indexed<ParameterIndex, Functions>,
    ) -> Self {
        let mut table = Self::default();
        let quantities = mechanism.measure.quantities();
        let whole = |q: &Quantity| matches!(q, Quantity::Torques | Quantity::Energy);
        if quantities.iter().any(whole) {
            table.energies(functions);
        }
        for (number, quantity) in quantities.iter().enumerate() {
            if let Quantity::Torque(site) = *quantity {
                measured::torque(&mut table, mechanism, functions, number, site);
            }
        }
        for sensor in 0..mechanism.measure.sensors().count() {
            measured::wrench(&mut table, functions, sensor);
        }
        table
    }

    /// Adds to a place what a parameter multiplies there.
    pub(super) fn put(&mut self, place: Place, parameter: ParameterIndex, value: Poly) {
        self.0.entry(place).or_default().push((parameter, value));
    }

    /// Energy and dissipation.
    fn energies(&mut self, functions: &Indexed<ParameterIndex, Functions>) {
        for (column, function) in functions.enumerate() {
            for ((i, j), element) in &function.inertia {
                for (monomial, coefficient) in element.collect(is_motion) {
                    self.put(Place::Inertia(*i, *j, monomial), column, coefficient);
                }
            }
            for (monomial, coefficient) in function.potential.collect(is_motion) {
                if !monomial.is_one() {
                    self.put(Place::Potential(monomial), column, coefficient);
                }
            }
            for (effect, share, form) in &function.friction {
                if let Some((scale, form)) = kinked(*effect, form) {
                    let value = Poly::constant(&scale * share);
                    self.put(Place::Kinked(*effect, form), column, value);
                    continue;
                }
                for (i, a) in form.enumerate() {
                    for (j, b) in form.enumerate().skip(i.at()) {
                        if !a.is_zero() && !b.is_zero() {
                            let value = Poly::constant(a * b).scale(share);
                            self.put(Place::Viscous(i, j), column, value);
                        }
                    }
                }
            }
        }
    }

    /// The distinct rows, shortest first; proportional rows are kept once.
    pub(super) fn into_rows(self) -> Vec<Row> {
        let mut seen = HashSet::new();
        let mut rows: Vec<Row> = self
            .0
            .into_values()
            .map(monic)
            .filter(|row| seen.insert(row.clone()))
            .collect();
        rows.sort_by_key(|row| {
            (
                row.len(),
                row.iter().map(|(_, p)| p.terms().len()).sum::<usize>(),
            )
        });
        rows
    }
}

/// Whether an atom changes with the motion; geometric symbols do not.
pub(super) fn is_motion(atom: Atom) -> bool {
    !matches!(atom, Atom::Symbol(_))
}

/// The direction of an effect that bends or jumps, and what its torque is of that direction's own; `None` of a
/// smooth one. Forms that are parallel share a row: with `g = k f` the torque `g e(g·qd)` is
/// `|k| f sign(f·qd)`, `k |k| f |f·qd|` and `|k|³ f (f·qd) |f·qd|`.
pub(super) fn kinked(effect: Effect, form: &Form) -> Option<(Rational, Vec<Rational>)> {
    let first = form.iter().find(|factor| !factor.is_zero())?;
    let inverse = first.recip()?;
    let size = first.abs();
    let scale = match effect {
        Effect::Sign => size,
        Effect::Speed => first * &size,
        Effect::Square => &(&size * &size) * &size,
        Effect::Constant | Effect::Position | Effect::Velocity => return None,
    };
    Some((scale, form.iter().map(|factor| factor * &inverse).collect()))
}

/// The row divided by the first number in it.
fn monic(row: Row) -> Row {
    let leading = row.first().and_then(|(_, poly)| poly.terms().first());
    let Some(inverse) = leading.and_then(|(_, coefficient)| coefficient.recip()) else {
        return row;
    };
    row.into_iter()
        .map(|(column, poly)| (column, poly.scale(&inverse)))
        .collect()
}
