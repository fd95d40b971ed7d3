//! What the torque of a single joint or motor reveals by itself.
//!
//! Its row space lies in that of all torques, so that it is one of combinations of base parameters. Nearly
//! always it is spanned by some of them; only what is not so is kept, for whoever leaves torques out and asks
//! what the others reveal together.

use std::collections::BTreeSet;

use super::values::with_values;
use super::{BaseParameters, rows_of};
use crate::algebra::linear::{self, Row};
use crate::algebra::{BaseIndex, MotorIndex, Number, ParameterIndex, Place, PrimeField, Rationals};
use crate::mechanism::{Base, Mechanism, Quantity, Side, Site};

/// What one torque reveals, where that is not some of the base parameters each by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct SingleTorque {
    /// The side of the transmission on which it acts.
    pub side: Side,
    /// Which of the joints that move, or of the motors.
    pub row: usize,
    /// Combinations of base parameters that it reveals, in reduced echelon form, lengths at the file's
    /// values. Base parameters that enter the torque and none of these it reveals each by itself.
    pub combinations: Vec<Row<BaseIndex, Number>>,
}

/// Robots of more joints, and more numbers in all, have none of this: it would take longer than everything else.
const JOINTS: usize = 48;
const NUMBERS: usize = 500;

/// The torques that reveal other combinations than the base parameters of all torques; `None` of a robot on a
/// base that is moved, of which something else is measured than all torques, or where they are too many.
#[must_use]
pub fn single_torques(mechanism: &Mechanism, base: &BaseParameters) -> Option<Vec<SingleTorque>> {
    let is_every_torque = mechanism.measure.is_every_torque();
    if mechanism.base == Base::Input || !is_every_torque || mechanism.coordinates.len() > JOINTS {
        return None;
    }
    let numeric = with_values(mechanism);
    let joints = mechanism.coordinates.iter().enumerate();
    let joints = joints.map(|(row, coordinate)| (Side::Joint, row, Site::Joint(coordinate.joint)));
    let motors = mechanism.transmission.iter().flatten().enumerate();
    let motors =
        motors.filter_map(|(row, _)| Some((Side::Motor, row, Site::Motor(MotorIndex::new(row)?))));
    // Those that reveal more than single base parameters, found at a prime, where arithmetic is fast.
    let prime = PrimeField::all().next()?;
    let (mut combined, mut numbers) = (Vec::new(), 0);
    for (side, row, site) in joints.chain(motors) {
        let rows = in_base(
            rows_of(&prime, &numeric, Quantity::Torque(site), None)?,
            base,
        );
        let columns: BTreeSet<BaseIndex> = rows.iter().flatten().map(|(k, _)| *k).collect();
        let reduced = linear::reduced(&prime, rows, None).rows;
        // Rows that are independent at a prime are independent: as many as columns are all of these columns.
        if reduced.len() < columns.len() {
            combined.push((side, row, site));
            numbers += reduced
                .iter()
                .map(Vec::len)
                .filter(|len| *len > 1)
                .sum::<usize>();
        }
        if numbers > NUMBERS {
            return None;
        }
    }
    let single = |(side, row, site)| {
        let combinations = combinations(&numeric, base, site)?;
        Some(SingleTorque {
            side,
            row,
            combinations,
        })
    };
    let all: Option<Vec<SingleTorque>> = combined.into_iter().map(single).collect();
    let mut all = all?;
    all.retain(|single| !single.combinations.is_empty());
    Some(all)
}

/// The combinations of several base parameters that a torque reveals, exactly.
fn combinations(
    numeric: &Mechanism,
    base: &BaseParameters,
    site: Site,
) -> Option<Vec<Row<BaseIndex, Number>>> {
    let rows = rows_of(&Rationals, numeric, Quantity::Torque(site), None)?;
    let reduced = linear::proved(&Rationals, in_base(rows, base), PrimeField::all());
    let rows = reduced.rows.into_iter();
    Some(rows.filter(|row| row.len() > 1).collect())
}

/// Rows of parameters as combinations of base parameters: what stands at the representatives of these.
fn in_base<E: Clone>(
    rows: Vec<Row<ParameterIndex, E>>,
    base: &BaseParameters,
) -> Vec<Row<BaseIndex, E>> {
    let in_base = |row: Row<_, E>| {
        let entries = row.into_iter().filter_map(|(parameter, entry)| {
            let place = base.base.position(|base| base.representative == parameter);
            Some((place?, entry))
        });
        let mut row: Row<BaseIndex, E> = entries.collect();
        row.sort_by_key(|(place, _)| *place);
        row
    };
    rows.into_iter().map(in_base).collect()
}
