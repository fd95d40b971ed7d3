//! Whether a description makes mechanical sense: axes, limits, transmission, inertia.

use crate::algebra::Rational;
use crate::description::{Base, Description, Placement, Ratios, Transmission};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned, several};

use super::free::{free_joints, not_free};
use super::{nominal, passive, plausibility};
use crate::algebra::linear::dependent_row;
use crate::algebra::matrix::dot;

/// The most joints that move.
const MOST_JOINTS: usize = 64;
/// How far an axis may be from a unit vector.
const UNIT_TOLERANCE: f64 = 1e-9;

/// Reports everything that is wrong with the mechanics of a description.
pub(super) fn check(description: &Description, diagnostics: &mut Diagnostics) {
    // Bodies that could not be read at all would make every count wrong.
    if !description.bodies.is_empty() || !diagnostics.has_errors() {
        count(description, diagnostics);
        drives(description, diagnostics);
    }
    for body in &description.bodies {
        if let Some(Placement::Origin {
            axis: Some(axis), ..
        }) = &body.joint.placement
        {
            unit(&axis.value, axis.span, diagnostics);
        }
        if let Some(position) = &body.joint.limits.position
            && position.value[0] > position.value[1]
        {
            let [low, high] = position.value.each_ref().map(|x| x.to_f64().to_string());
            diagnostics.add(Fault::limits_reversed(&low, &high), position.span);
        }
        if let Some(inertia) = &body.inertia {
            nominal::check(inertia, diagnostics);
        }
    }
    plausibility::check(description, diagnostics);
}

fn count(description: &Description, diagnostics: &mut Diagnostics) {
    let is_fixed = description.base.value == Base::Fixed;
    let fault = match (description.free().count(), description.moving().count()) {
        (0, _) if is_fixed => Fault::nothing_moves(),
        (_, found) if found > MOST_JOINTS => Fault::too_many("moving joints", found, MOST_JOINTS),
        _ => return,
    };
    diagnostics.add(fault, description.name.span);
}

fn unit(axis: &[Rational; 3], span: Span, diagnostics: &mut Diagnostics) {
    let squared = dot(axis, axis);
    // (1 ± e)² to first order; exact fractions on both sides, so nothing is lost to rounding.
    let distance = (&squared - &Rational::ONE).abs().to_f64();
    if distance <= 2.0 * UNIT_TOLERANCE {
        return;
    }
    let length = squared.to_f64().sqrt();
    let exact = squared.square_root().and_then(|length| length.recip());
    let numbers = axis.each_ref().map(|x| match &exact {
        Some(inverse) => (x * inverse).to_string(),
        None => (x.to_f64() / length).to_string(),
    });
    let normalised = (!squared.is_zero()).then(|| format!("[{}]", numbers.join(", ")));
    let fault = Fault::not_unit(&length.to_string(), normalised.as_deref());
    diagnostics.add(fault, span);
}

fn drives(description: &Description, diagnostics: &mut Diagnostics) {
    let joints = free_joints(description);
    let Some(drives) = &description.drives else {
        return;
    };
    if !drives.passive.is_empty() && !passive::check(description, drives, &joints, diagnostics) {
        return;
    }
    let driven: Vec<&str> = passive::driven(drives, &joints).collect();
    let expected = driven.len();
    if let Some(Spanned { value, span }) = &drives.motors
        && value.len() != expected
    {
        let found = value.len();
        let fault = match drives.passive.is_empty() {
            true => Fault::motor_count(found, expected),
            false => Fault::passive(
                &format!(
                    "there are {} and {} with one",
                    several(found, "motor"),
                    several(expected, "joint")
                ),
                "list a motor for each joint that is not `passive`",
            ),
        };
        diagnostics.add(fault, *span);
    }
    let transmission = drives.transmission.iter();
    let faults = |given| transmission_faults(description, given, &driven);
    for (fault, span) in transmission.flat_map(faults) {
        diagnostics.add(fault, span);
    }
}

/// What is wrong with a transmission of the joints that have a motor, and where. The rows of others have nothing but their
/// own positions.
fn transmission_faults(
    description: &Description,
    given: &Spanned<Transmission>,
    joints: &[&str],
) -> Vec<(Fault, Span)> {
    let expected = joints.len();
    let wrong = |found: String| Fault::transmission_size(&found, expected);
    let singular = |why: String| Fault::singular(&why);
    match &given.value {
        Transmission::Diagonal(values) => {
            let found = values.len();
            let size = (found != expected).then(|| wrong(format!("a diagonal of {found}")));
            let zero = values.iter().position(Rational::is_zero);
            let zero =
                zero.map(|at| singular(format!("number {} of the diagonal is zero", at + 1)));
            let faults = size.into_iter().chain(zero);
            faults.map(|fault| (fault, given.span)).collect()
        }
        Transmission::Full(rows) => {
            let found = rows.len();
            if let Some(row) = rows.iter().find(|row| row.value.len() != expected) {
                let length = row.value.len();
                let found = match found {
                    1 => format!("1 row of {length}"),
                    _ => format!("{found} rows, one of them of {}", several(length, "number")),
                };
                return vec![(wrong(found), row.span)];
            }
            if found != expected {
                let found = format!("{} of {expected}", several(found, "row"));
                return vec![(wrong(found), given.span)];
            }
            let spans: Vec<Span> = rows.iter().map(|row| row.span).collect();
            combined_row(&self::rows(&given.value, joints), &spans)
        }
        Transmission::ByJoint(ratios) => ratio_faults(description, ratios, given, joints),
    }
}

/// What is wrong with ratios by the names of joints, and where.
fn ratio_faults(
    description: &Description,
    ratios: &[(Spanned<String>, Ratios)],
    given: &Spanned<Transmission>,
    joints: &[&str],
) -> Vec<(Fault, Span)> {
    let names = || ratios.iter().map(|(name, _)| name);
    let inner = ratios.iter().flat_map(|(_, ratios)| match ratios {
        Ratios::Own(_) => &[][..],
        Ratios::Of(of) => of,
    });
    let follows = "leave it out: a motor that turns by it turns by those that it moves with, by its ratio times the factors \
                   of `coordinate`";
    let faults = names().chain(inner.map(|(name, _)| name));
    let faults = faults.filter_map(|name| Some((not_free(description, name, follows)?, name.span)));
    let faults: Vec<(Fault, Span)> = faults.collect();
    if !faults.is_empty() {
        return faults;
    }
    let mut spans = Vec::with_capacity(joints.len());
    for joint in joints {
        let Some(name) = names().find(|name| name.value == *joint) else {
            let found = format!("without a row for `{joint}`");
            return vec![(Fault::transmission_size(&found, joints.len()), given.span)];
        };
        spans.push(name.span);
    }
    combined_row(&rows(&given.value, joints), &spans)
}

/// The first row that makes a transmission singular.
fn combined_row(rows: &[Vec<Rational>], spans: &[Span]) -> Vec<(Fault, Span)> {
    let fault = |row: usize| {
        let number = row + 1;
        let why = match rows[row].iter().all(Rational::is_zero) {
            true => format!("row {number} is zero"),
            false => format!("row {number} is a combination of the rows above it"),
        };
        (Fault::singular(&why), spans[row])
    };
    dependent_row(rows).map(fault).into_iter().collect()
}

/// The transmission as rows; the diagonal written out. `joints` are those that move by themselves.
pub(super) fn rows(given: &Transmission, joints: &[&str]) -> Vec<Vec<Rational>> {
    match given {
        Transmission::Full(rows) => rows.iter().map(|row| row.value.clone()).collect(),
        Transmission::Diagonal(values) => {
            let zeros = vec![Rational::ZERO; values.len()];
            let mut rows = vec![zeros; values.len()];
            for (i, value) in values.iter().enumerate() {
                rows[i][i] = value.clone();
            }
            rows
        }
        Transmission::ByJoint(ratios) => {
            let place = |name: &str| joints.iter().position(|joint| *joint == name);
            let mut rows = vec![vec![Rational::ZERO; joints.len()]; joints.len()];
            for (name, ratios) in ratios {
                let Some(row) = place(&name.value) else {
                    continue;
                };
                match ratios {
                    Ratios::Own(own) => rows[row][row] = own.clone(),
                    Ratios::Of(of) => {
                        for (name, ratio) in of {
                            if let Some(column) = place(&name.value) {
                                rows[row][column] = ratio.clone();
                            }
                        }
                    }
                }
            }
            rows
        }
    }
}
