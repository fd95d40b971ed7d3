//! Which parameters motion and what is measured reveal: exact base parameters and classes.
//!
//! All that parameters multiply in what is measured has a row space that can be had without writing
//! any of it out (`space.rs`). Its reduced echelon form, in the order in which parameters are preferred
//! as representatives, is the base parameters: exact, for robots of any size.

mod dependence;
mod error;
mod expression;
mod friction;
mod hidden;
mod link;
mod open;
mod preference;
mod rank;
mod reach;
mod reason;
mod rows;
mod sample;
mod seen;
mod single;
mod space;
mod springs;
mod state;
mod torques;
mod tree;
mod twist;
mod values;
mod visibility;
mod waves;

use std::collections::BTreeMap;

pub use dependence::{Combination, dependence, dependent_coefficients};
pub use error::{Undetermined, Unproved};
pub use expression::{ElementInBase, base_expressions, elements_in_base};
pub use hidden::Hidden;
pub use open::{Functional, functionals};
pub use rank::{Rank, Ranks};
pub use reason::{Reason, Statement, reasons};
pub use seen::Seen;
pub use single::{SingleTorque, single_torques};
pub use values::base_at_values;
pub use visibility::{Physical, Visibility, visibilities};

pub use crate::algebra::Ratio;
use crate::algebra::linear::{self, Reduced, Row, reduced_exactly};
use crate::algebra::{
    BaseIndex, Field, Indexed, ParameterIndex, Poly, PrimeField, Quotients, QuotientsWithin,
    Rationals,
};
use crate::dynamics::{Form, torque_form};
use crate::mechanism::{Base, Constant, Measure, Mechanism, Quantity};
use preference::preference;
use rows::Coefficients;
use space::Space;
use state::{Measured, States};
use tree::{Tree, has_symbols};
use waves::Product;

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

impl BaseParameters {
    /// How many there would be of some of the parameters, if the others were known.
    #[must_use]
    pub fn rank_of(&self, counts: impl Fn(ParameterIndex) -> bool) -> usize {
        let row = |base: &BaseParameter| {
            let mut row: Row<ParameterIndex, Ratio> = base.others.clone().into_iter().collect();
            row.push((base.representative, Quotients.one()));
            row.retain(|(k, _)| counts(*k));
            row.sort_by_key(|(k, _)| *k);
            row
        };
        let mut rows: Vec<_> = self.base.iter().map(row).collect();
        rows.retain(|row| !row.is_empty());
        let at_a_point = PrimeField::all()
            .find_map(|prime| linear::modular(&rows, prime, |e| Quotients.residue(e, prime)));
        // Rows that are independent at a point are independent.
        if at_a_point.is_some_and(|found| found.pivots.len() == rows.len()) {
            return rows.len();
        }
        linear::reduced(&Quotients, rows, None).pivots.len()
    }
}

/// How much work base parameters in symbols may take, as [`Poly::times_within`] counts it: some seconds.
const WORK: u64 = 40_000_000_000;
/// The same of what coefficients have in common, which a robot does without: a second or two.
const WORK_BESIDE: u64 = 5_000_000_000;

/// Finds the base parameters of what is measured, exactly.
///
/// # Errors
/// [`Undetermined`] if symbols make them too long, or there are more of them than places.
pub fn base_parameters(mechanism: &Mechanism) -> Result<BaseParameters, Undetermined> {
    springs::check(mechanism)?;
    torques::check(mechanism)?;
    let combinations = if has_symbols(mechanism) {
        let field = QuotientsWithin::new(WORK);
        let found = determined(&field, mechanism, Clone::clone);
        if field.is_spent() {
            let name = |symbol: &Constant| format!("`{}`", symbol.name);
            let symbols = mechanism.constants.iter().map(name).collect();
            return Err(Undetermined::TooLong { symbols });
        }
        found
    } else {
        determined(&Rationals, mechanism, |number| Ratio::from(number.clone()))
    };
    // Exact fields have images of all lengths, so that it is the rows that were too long.
    let combinations = combinations.ok_or(Undetermined::SharedTooLong)?;
    Ok(collected(mechanism, combinations)?)
}

fn collected(
    mechanism: &Mechanism,
    combinations: Combinations<ParameterIndex>,
) -> Result<BaseParameters, Unproved> {
    let parameter = |(representative, others)| BaseParameter {
        representative,
        others,
    };
    // There are no more of them than parameters, so that each has a place.
    let base = Indexed::collected(combinations.into_iter().map(parameter)).map_err(|_| Unproved)?;
    let classes = classes(mechanism, &base);
    Ok(BaseParameters { base, classes })
}

/// The base parameters of all joint torques; `None` if what is measured decides as they do.
///
/// # Errors
/// As [`base_parameters`].
pub fn torque_parameters(mechanism: &Mechanism) -> Result<Option<BaseParameters>, Undetermined> {
    let as_torque = |q: &Quantity| match q {
        Quantity::Torques => true,
        Quantity::Energy => mechanism.base == Base::Rest,
        _ => false,
    };
    if mechanism.measure.quantities().iter().all(as_torque) {
        return Ok(None);
    }
    let mut of_torque = mechanism.clone();
    of_torque.measure = Measure::default();
    base_parameters(&of_torque).map(Some)
}

/// What each independent column stands for: the others in its combination, with their factors.
type Combinations<C> = BTreeMap<C, BTreeMap<C, Ratio>>;

/// The combinations that what is measured determines; `None` if the field has no image of a length, or there are
/// far too many coefficients.
fn determined<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    ratio: impl Fn(&F::Element) -> Ratio,
) -> Option<Combinations<ParameterIndex>> {
    let mut rows = Vec::new();
    for quantity in mechanism.measure.quantities() {
        rows.extend(rows_of(field, mechanism, *quantity, None)?);
    }
    let preference = preference(mechanism);
    let mut rows = in_order(rows, &preference);
    // The first independent rows are solved: simple ones.
    let weight = |row: &Row<usize, _>| row.iter().map(|(_, e)| field.weight(e)).sum::<usize>();
    rows.sort_by_cached_key(|row| (weight(row), row.len()));
    let reduced = linear::proved(field, rows, PrimeField::all());
    Some(named(&reduced, &preference, ratio))
}

/// The rows of a measured quantity, or of one of its numbers if it is a wrench; `None` if the field
/// has no image of a length, or they are far too long.
fn rows_of<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    quantity: Quantity,
    number: Option<usize>,
) -> Option<Vec<Row<ParameterIndex, F::Element>>> {
    let of_parameter = |((k, _), element)| (k, element);
    let (_, along) = measured(mechanism, quantity, number);
    let tree = Tree::of(field, mechanism, along.as_ref())?;
    let rows = rows_on(field, mechanism, quantity, number, &tree)?.into_iter();
    Some(
        rows.map(|row| row.into_iter().map(of_parameter).collect())
            .collect(),
    )
}

/// The rows of a measured quantity, or of one of its numbers, on its tree; products of lengths that are open
/// in it are part of the columns. What the rows span over the field are all functions of parameters and these
/// lengths that are measured.
fn rows_on<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    quantity: Quantity,
    number: Option<usize>,
    tree: &Tree<F::Element>,
) -> Option<Vec<Coefficients<F::Element>>> {
    let (measured, along) = measured(mechanism, quantity, number);
    let is_torque = !matches!(quantity, Quantity::Wrench(_));
    let mut rows = if mechanism.has_torques() && is_torque {
        let mut rows = torques::rows(field, mechanism, tree, quantity, along.as_ref())?;
        let tree = &tree.without_statics();
        let states = States { field, tree };
        rows.extend(Space { states, measured }.rows()?);
        return Some(rows);
    } else if mechanism.has_coil_springs() {
        let mut rows = springs::rows(field, mechanism, tree, along.as_ref())?;
        let tree = &tree.without_statics();
        let states = States { field, tree };
        rows.extend(Space { states, measured }.rows()?);
        rows
    } else {
        let states = States { field, tree };
        Space { states, measured }.rows()?
    };
    let frictions = match (quantity, &along) {
        (Quantity::Wrench(_), _) => Vec::new(),
        (_, Some(motion)) => friction::along(mechanism, motion),
        (_, None) => friction::in_all(mechanism),
    };
    for row in frictions {
        let column = |k| (k, Product::default());
        let image = |(k, value): &(_, _)| Some((column(*k), field.number(value)?));
        rows.push(row.iter().map(image).collect::<Option<_>>()?);
    }
    Some(rows)
}

/// What a row space has of a quantity, or of one of its numbers, and the motion along which it is a
/// torque.
fn measured(
    mechanism: &Mechanism,
    quantity: Quantity,
    number: Option<usize>,
) -> (Measured, Option<Form>) {
    match quantity {
        Quantity::Torques => (Measured::Torques, None),
        Quantity::Energy => (Measured::Power, None),
        Quantity::Torque(site) => (Measured::Along, Some(torque_form(mechanism, site))),
        Quantity::Wrench(body) => (Measured::Wrench(body, number), None),
    }
}

/// The combinations that rows of polynomials in symbols determine, in the order in which columns are
/// preferred; `None` if their quotients are too long.
fn combinations<C: Copy + Ord>(
    rows: Vec<Row<C, Poly>>,
    preference: &[C],
) -> Result<Option<Combinations<C>>, Unproved> {
    let rows = in_order(rows, preference);
    let field = QuotientsWithin::new(WORK_BESIDE);
    match reduced_exactly(&field, &rows, PrimeField::all()) {
        Some(reduced) => Ok(Some(named(&reduced, preference, Clone::clone))),
        None if field.is_spent() => Ok(None),
        None => Err(Unproved),
    }
}

/// Rows with the places in the order of preference as columns.
fn in_order<C: Copy + Ord, E>(rows: Vec<Row<C, E>>, preference: &[C]) -> Vec<Row<usize, E>> {
    let place: BTreeMap<C, usize> = preference.iter().copied().zip(0..).collect();
    let in_order = |row: Row<C, E>| {
        let places = row.into_iter().map(|(c, e)| (place[&c], e));
        let mut row: Row<usize, E> = places.collect();
        row.sort_by_key(|(column, _)| *column);
        row
    };
    rows.into_iter().map(in_order).collect()
}

/// What the rows of a reduced form stand for.
fn named<C: Copy + Ord, E>(
    reduced: &Reduced<usize, E>,
    preference: &[C],
    ratio: impl Fn(&E) -> Ratio,
) -> Combinations<C> {
    let combination = |(pivot, row): (&usize, &Row<usize, E>)| {
        let others = row.iter().filter(|(column, _)| column != pivot);
        let others = others.map(|(c, e)| (preference[*c], ratio(e)));
        (preference[*pivot], others.collect())
    };
    reduced
        .pivots
        .iter()
        .zip(&reduced.rows)
        .map(combination)
        .collect()
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
