//! Velocities and accelerations that do not belong to the positions.

use super::{Column, Sensed};
use crate::cores;
use crate::diagnose::slopes::{Mismatch, mismatches};
use crate::diagnose::turned::{measured, turned};
use crate::recording::Recording;
use crate::thresholds::STILL;
use crate::transmission::Drive;
use armwright_runtime::Model;

/// Those of joints (or motors), as they were measured.
pub(super) fn strays(recording: &Recording, model: &Model) -> Vec<(&'static str, Sensed)> {
    let (names, drive) = measured(recording.position_side, model);
    let matrix = drive.as_ref().map(Drive::to_motor_matrix);
    let (mut found, n) = (Vec::new(), recording.position.len());
    let wrong: [fn(Mismatch) -> Sensed; 2] = [Sensed::WrongVelocity, Sensed::WrongAcceleration];
    let derivatives = [&recording.velocity, &recording.acceleration];
    for (order, (derivative, wrong)) in (1..).zip(derivatives.into_iter().zip(wrong)) {
        let Some(derivative) = derivative else {
            continue;
        };
        let position = |k: usize| {
            let column = Column::of(turned(&recording.position, k, matrix));
            let moves = column.high - column.low > STILL;
            (moves && column.position(recording, k).is_none()).then_some(column.values)
        };
        let column = |k: usize| turned(derivative, k, matrix);
        let (positions, columns) = (cores::map(n, &position), cores::map(n, &column));
        let each = mismatches(&positions, &columns, recording.rate, order, &names);
        let each = names.iter().zip(each);
        found.extend(each.filter_map(|(name, mismatch)| Some((*name, wrong(mismatch?)))));
    }
    found
}
