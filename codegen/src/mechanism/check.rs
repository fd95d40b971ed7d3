//! Whether a description makes mechanical sense: axes, limits, transmission, inertia.

use crate::algebra::Rational;
use crate::description::{Description, Placement, Transmission};
use crate::diagnostic::{Diagnostics, Fault, Span};

use super::nominal;
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
            let [low, high] = position.value.each_ref().map(shown);
            diagnostics.add(Fault::limits_reversed(&low, &high), position.span);
        }
        if let Some(inertia) = &body.inertia {
            nominal::check(inertia, diagnostics);
        }
    }
}

fn count(description: &Description, diagnostics: &mut Diagnostics) {
    let found = description.moving().count();
    if found == 0 {
        diagnostics.add(Fault::nothing_moves(), description.name.span);
    } else if found > MOST_JOINTS {
        let fault = Fault::too_many("moving joints", found, MOST_JOINTS);
        diagnostics.add(fault, description.name.span);
    }
}

/// A number as the user would write it.
fn shown(value: &Rational) -> String {
    value.to_f64().to_string()
}

fn unit(axis: &[Rational; 3], span: Span, diagnostics: &mut Diagnostics) {
    let squared = dot(axis, axis);
    // (1 ± e)² to first order; exact fractions on both sides, so nothing is lost to rounding.
    let distance = (&squared - &Rational::ONE).abs().to_f64();
    if distance <= 2.0 * UNIT_TOLERANCE {
        return;
    }
    let length = squared.to_f64().sqrt();
    let normalised = (!squared.is_zero()).then(|| {
        let numbers = axis.each_ref().map(|x| (x.to_f64() / length).to_string());
        format!("[{}]", numbers.join(", "))
    });
    let fault = Fault::not_unit(&length.to_string(), normalised.as_deref());
    diagnostics.add(fault, span);
}

fn drives(description: &Description, diagnostics: &mut Diagnostics) {
    let expected = description.moving().count();
    let Some(drives) = &description.drives else {
        return;
    };
    if let Some(motors) = &drives.motors
        && motors.value.len() != expected
    {
        let fault = Fault::motor_count(motors.value.len(), expected);
        diagnostics.add(fault, motors.span);
    }
    if let Some(transmission) = &drives.transmission {
        self::transmission(
            &transmission.value,
            transmission.span,
            expected,
            diagnostics,
        );
    }
}

fn transmission(given: &Transmission, span: Span, expected: usize, diagnostics: &mut Diagnostics) {
    let wrong = |found: String| Fault::transmission_size(&found, expected);
    match given {
        Transmission::Diagonal(values) => {
            if values.len() != expected {
                diagnostics.add(wrong(format!("a diagonal of {}", values.len())), span);
            }
            if let Some(zero) = values.iter().position(Rational::is_zero) {
                let why = format!("number {} of the diagonal is zero", zero + 1);
                diagnostics.add(Fault::singular(&why), span);
            }
        }
        Transmission::Full(rows) => {
            if let Some(row) = rows.iter().find(|row| row.value.len() != expected) {
                let found = format!(
                    "{} rows, one of them of {} numbers",
                    rows.len(),
                    row.value.len()
                );
                diagnostics.add(wrong(found), row.span);
            } else if rows.len() != expected {
                diagnostics.add(wrong(format!("{} rows of {expected}", rows.len())), span);
            } else {
                let matrix: Vec<_> = rows.iter().map(|row| row.value.clone()).collect();
                if let Some(index) = dependent_row(&matrix) {
                    let fault = Fault::singular(&reason(&matrix, index));
                    diagnostics.add(fault, rows[index].span);
                }
            }
        }
    }
}

fn reason(matrix: &[Vec<Rational>], index: usize) -> String {
    if matrix[index].iter().all(Rational::is_zero) {
        return format!("row {} is zero", index + 1);
    }
    format!("row {} is a combination of the rows above it", index + 1)
}

/// The transmission as rows; the diagonal written out.
pub(super) fn rows(given: &Transmission) -> Vec<Vec<Rational>> {
    match given {
        Transmission::Full(rows) => rows.iter().map(|row| row.value.clone()).collect(),
        Transmission::Diagonal(values) => (0..values.len())
            .map(|i| {
                let element = |j| {
                    if i == j {
                        values[i].clone()
                    } else {
                        Rational::ZERO
                    }
                };
                (0..values.len()).map(element).collect()
            })
            .collect(),
    }
}
