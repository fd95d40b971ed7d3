//! What the files hold, brought to SI units and to the joint side.

use super::RecordingError;
use super::channel::{Angle, Channel};
use super::description::{Columns, Description};
use super::sources::Sources;
use armwright_runtime::Side;

/// Torque columns, where torque was measured.
type MeasuredTorque = Option<Vec<Vec<f64>>>;

impl Sources<'_> {
    fn side(&self, columns: &Columns) -> Side {
        columns.side.map_or(self.model.side, Side::from)
    }

    /// Positions or their derivatives on the joint side in SI units.
    pub(super) fn motion(
        &self,
        channel: Channel,
        columns: &Columns,
        mut values: Vec<Vec<f64>>,
    ) -> Result<Vec<Vec<f64>>, RecordingError> {
        self.scale(channel, columns, &mut values)?;
        if self.side(columns) == Side::Motor {
            self.drive.columns_to_joint(&mut values);
        }
        Ok(values)
    }

    pub(super) fn add_offsets(
        &self,
        columns: &Columns,
        position: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let Some(offsets) = &columns.offset else {
            return Ok(());
        };
        self.count(Channel::Position, "offset", offsets.len())?;
        for (column, angle) in position.iter_mut().zip(offsets) {
            let offset = Angle::radians(angle).ok_or_else(|| {
                self.fault(format!(
                    "cannot read the offset {angle:?}: write radians, `90deg`, or a multiple of pi \
                     such as `-pi/2`"
                ))
            })?;
            column.iter_mut().for_each(|q| *q += offset);
        }
        Ok(())
    }

    pub(super) fn torque(
        &self,
        description: &Description,
        take: &mut dyn FnMut(Channel) -> Option<Vec<Vec<f64>>>,
    ) -> Result<(MeasuredTorque, Side), RecordingError> {
        let given = [
            (Channel::Torque, description.torque.as_ref()),
            (Channel::Current, description.current.as_ref()),
        ];
        for (channel, columns) in given {
            let (Some(columns), Some(mut values)) = (columns, take(channel)) else {
                continue;
            };
            self.scale(channel, columns, &mut values)?;
            self.apply_constants(channel, columns, &mut values)?;
            let side = self.side(columns);
            if side == Side::Motor {
                self.drive.torque_columns_to_joint(&mut values);
            }
            return Ok((Some(values), side));
        }
        Ok((None, self.model.side))
    }

    /// Torque for each ampere: from the description, or from the robot file.
    fn apply_constants(
        &self,
        channel: Channel,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let n = self.model.joints.len();
        let constants = match (&columns.constant, channel) {
            (Some(constants), _) => constants.spread(n),
            (None, Channel::Current) => {
                let known = self.model.motors.iter().map(|motor| motor.torque_constant);
                let known = known.collect::<Option<Vec<f64>>>();
                known.filter(|known| known.len() == n).ok_or_else(|| {
                    self.fault(
                        "currents need torque constants: add `constant: [..]` (N·m/A) under \
                         `current`, or `torque_constant` to the motors of the robot file"
                            .to_owned(),
                    )
                })?
            }
            (None, _) => return Ok(()),
        };
        self.count(channel, "constant", constants.len())?;
        for (column, constant) in values.iter_mut().zip(constants) {
            column.iter_mut().for_each(|x| *x *= constant);
        }
        Ok(())
    }

    fn scale(
        &self,
        channel: Channel,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let Some(units) = &columns.unit else {
            return Ok(());
        };
        let units = units.spread(values.len());
        self.count(channel, "unit", units.len())?;
        for (column, unit) in values.iter_mut().zip(&units) {
            let factor = self.factor(channel, unit)?;
            column.iter_mut().for_each(|x| *x *= factor);
        }
        Ok(())
    }

    pub(super) fn factor(&self, channel: Channel, unit: &str) -> Result<f64, RecordingError> {
        channel.factor(unit).ok_or_else(|| {
            let known: Vec<&str> = channel.units().iter().map(|(name, _)| *name).collect();
            RecordingError::Unit {
                path: self.path.to_owned(),
                unit: unit.to_owned(),
                quantity: channel.name(),
                known: known.join(", "),
            }
        })
    }
}
