//! Which parameters motion and what is measured reveal: exact base parameters and classes.
//!
//! The rank is proved from both sides: a prime field finds independent columns (they cannot become
//! dependent over the rationals), and every other column is then expressed by them and the
//! expression confirmed, term by term, in exact arithmetic.

mod dependence;
mod hidden;
mod measured;
mod reason;
mod table;
mod visibility;

use std::collections::BTreeMap;

pub use dependence::{Combination, dependent_coefficients};
pub use hidden::Hidden;
pub use reason::{Reason, Seen, Statement, reasons};
pub use visibility::{Physical, Visibility, visibilities};

pub use crate::algebra::Ratio;
use crate::algebra::linear::{self, reduced_exactly};
use crate::algebra::{BaseIndex, Indexed, ParameterIndex, PrimeField};
use crate::dynamics::Functions;
use crate::mechanism::{Inertial, Measure, Mechanism, ParameterKind, Quantity};
use table::{Row, Table};

/// What torque and motion reveal of a standard parameter (An, Atkeson and Hollerbach, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// By itself.
    Identifiable,
    /// Only in combination with others.
    Combined,
    /// Not at all.
    Invisible,
}

impl Class {
    /// The class's name, as commands print it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Identifiable => "identifiable",
            Self::Combined => "combined",
            Self::Invisible => "invisible",
        }
    }
}

/// A base parameter: its representative plus multiples of parameters that are set to zero.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseParameter {
    /// The standard parameter that stays; its coefficient is 1.
    pub representative: ParameterIndex,
    /// The other standard parameters in the combination, with their coefficients.
    pub others: BTreeMap<ParameterIndex, Ratio>,
}

/// The base parameters of a mechanism, in the order of their representatives.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseParameters {
    /// The combinations.
    pub base: Indexed<BaseIndex, BaseParameter>,
    /// The class of every standard parameter.
    pub classes: Indexed<ParameterIndex, Class>,
}

/// Why no base parameters could be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rank of the parameter table could not be proved with any of the built-in primes; \
     please report this robot file"
)]
pub struct Unproved;

/// Finds and proves the base parameters of what is measured.
///
/// # Errors
/// [`Unproved`] if every built-in prime divides a number of the table in an unlucky way.
pub fn base_parameters(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
) -> Result<BaseParameters, Unproved> {
    let rows = Table::of(mechanism, functions).into_rows();
    let combinations = combinations(&rows, &preference(mechanism))?;
    let base = combinations
        .into_iter()
        .map(|(representative, others)| BaseParameter {
            representative,
            others,
        });
    // There are no more of them than parameters, so that each has a place.
    let base = Indexed::collected(base).map_err(|_| Unproved)?;
    let classes = classes(mechanism, &base);
    Ok(BaseParameters { base, classes })
}

/// The base parameters of all joint torques; `None` if what is measured decides as they do.
///
/// # Errors
/// As [`base_parameters`].
pub fn torque_parameters(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
) -> Result<Option<BaseParameters>, Unproved> {
    let as_torque = |q: &Quantity| matches!(q, Quantity::Torques | Quantity::Energy);
    if mechanism.measure.quantities().iter().all(as_torque) {
        return Ok(None);
    }
    let mut of_torque = mechanism.clone();
    of_torque.measure = Measure::default();
    base_parameters(&of_torque, functions).map(Some)
}

/// What each independent column stands for: the others in its combination, with their factors.
type Combinations<C> = BTreeMap<C, BTreeMap<C, Ratio>>;

/// The combinations that the rows determine, in the order in which columns are preferred.
fn combinations<C: Copy + Ord>(
    rows: &[Row<C>],
    preference: &[C],
) -> Result<Combinations<C>, Unproved> {
    let place: BTreeMap<C, usize> = preference.iter().copied().zip(0..).collect();
    let in_order = |row: &Row<C>| {
        let places = row.iter().map(|(c, p)| (place[c], p.clone()));
        let mut row: Row<usize> = places.collect();
        row.sort_by_key(|(column, _)| *column);
        row
    };
    let rows: Vec<Row<usize>> = rows.iter().map(in_order).collect();
    let reduced = reduced_exactly(&rows, PrimeField::all()).ok_or(Unproved)?;
    let combination = |(pivot, row): (&usize, &linear::Row<usize, Ratio>)| {
        let others = row.iter().filter(|(column, _)| column != pivot);
        let others = others.map(|(c, ratio)| (preference[*c], ratio.clone()));
        (preference[*pivot], others.collect())
    };
    Ok(reduced
        .pivots
        .iter()
        .zip(&reduced.rows)
        .map(combination)
        .collect())
}

/// The order in which columns are offered as representatives: what the file asks to keep, then
/// bodies from the base outwards and in each the inertia, first moment and mass (Khalil and
/// Gautier's grouping for joints along z), then drives; last what the file asks to drop.
fn preference(mechanism: &Mechanism) -> Vec<ParameterIndex> {
    let rank = |index: ParameterIndex| {
        let asked = if mechanism.preference.keep.contains(&index) {
            0
        } else if mechanism.preference.drop.contains(&index) {
            2
        } else {
            1
        };
        let place = match mechanism.parameters[index].kind {
            ParameterKind::Inertial { body, component } => {
                let order = match component {
                    Inertial::Inertia(..) => 0,
                    Inertial::Moment(_) => 1,
                    Inertial::Mass => 2,
                };
                (0, Some(body), order)
            }
            ParameterKind::Inertia(_) => (1, None, 0),
            ParameterKind::Viscous(_) | ParameterKind::Coulomb(_) | ParameterKind::Offset(_) => {
                (2, None, 0)
            }
        };
        (asked, place, index)
    };
    let mut order: Vec<ParameterIndex> = mechanism.parameters.places().collect();
    order.sort_by_key(|&index| rank(index));
    order
}

fn classes(
    mechanism: &Mechanism,
    base: &Indexed<BaseIndex, BaseParameter>,
) -> Indexed<ParameterIndex, Class> {
    let mut classes = mechanism.parameters.map(|_, _| Class::Invisible);
    for parameter in base {
        let alone = parameter.others.is_empty();
        classes[parameter.representative] = if alone {
            Class::Identifiable
        } else {
            Class::Combined
        };
        for other in parameter.others.keys() {
            classes[*other] = Class::Combined;
        }
    }
    classes
}
