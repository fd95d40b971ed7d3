//! Columns as they were measured at motors, made again of those of the joints.

use std::borrow::Cow;

use nalgebra::DMatrix;

use crate::numeric::ends;
use crate::transmission::{Drive, SAME};
use armwright_runtime::{Model, Side};

/// What the columns of a side of the transmission are called, and what leads to that side from the joints, if it is another.
pub(crate) fn measured(side: Side, model: &Model) -> (Vec<&'static str>, Option<Drive>) {
    let joints = model.joints.iter().map(|joint| joint.name).collect();
    let drive = Drive::of(model).filter(|_| side == Side::Motor);
    let names = match drive.is_some() && model.motors.len() == model.joints.len() {
        true => model.motors.iter().map(|motor| motor.name).collect(),
        false => joints,
    };
    (names, drive)
}

/// A column that the rows of a matrix make of those of the joints; one of the joints where there is none.
pub(crate) fn turned<'c>(
    columns: &'c [Vec<f64>],
    row: usize,
    matrix: Option<&DMatrix<f64>>,
) -> Cow<'c, [f64]> {
    let Some(matrix) = matrix else {
        return columns[row].as_slice().into();
    };
    let mut sum = vec![0.0; columns.first().map_or(0, Vec::len)];
    let mut size = 0.0;
    for (column, factor) in columns.iter().zip(matrix.row(row).iter()) {
        sum.iter_mut()
            .zip(column)
            .for_each(|(sum, x)| *sum += factor * x);
        let [low, high] = ends(column);
        size += factor.abs() * high.abs().max(low.abs());
    }
    hold(&mut sum, SAME * size);
    sum.into()
}

/// A value that differs from the one before by no more than rounding is that one: what was measured repeats itself exactly.
fn hold(values: &mut [f64], rounding: f64) {
    let mut before = f64::NAN;
    for value in values {
        if (*value - before).abs() <= rounding {
            *value = before;
        }
        before = *value;
    }
}

#[cfg(test)]
mod tests {
    use super::{hold, turned};
    use nalgebra::DMatrix;

    #[test]
    fn what_differs_by_rounding_is_the_same() {
        let mut values = [1.0, 1.25, 1.0, 0.875, 1.5, 1.75, 2.0, 2.0];
        hold(&mut values, 0.25);
        assert_eq!(values, [1.0, 1.0, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0]);
    }

    /// The second row is `-2 a + 3 b`: of 0, and of a constant, but for rounding; it is measured by what it is made of.
    #[test]
    fn a_sum_that_is_constant_but_for_rounding_is_constant() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, -2.0, 3.0]);
        let swing = |k: u32| 7.0 * (0.1 * f64::from(k)).sin();
        for (value, error, same) in [
            (0.0, 1e-13, true),
            (0.0, 1e-9, false),
            (0.5, 1e-13, true),
            (0.5, 1e-9, false),
        ] {
            let other = |k: u32| (value + 2.0 * swing(k) + error * f64::from(k % 2)) / 3.0;
            let columns: [Vec<f64>; 2] =
                [(0..200).map(swing).collect(), (0..200).map(other).collect()];
            let column = turned(&columns, 1, Some(&matrix));
            let [first, ..] = column[..] else {
                panic!("no values")
            };
            assert!((first - value).abs() < 1e-12, "{first}");
            assert_eq!(column.iter().all(|x| *x == first), same, "{value} {error}");
        }
    }
}
