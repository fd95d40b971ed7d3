//! What the files hold, brought to SI units and to the joint side.

use super::channel::Channel;
use super::description::{Column, Columns, Description};
use super::sources::Sources;
use super::turns::Turns;
use super::unit::Unit;
use super::{RecordingError, Remark};
use crate::options::List;
use crate::part::{remaining, torque};
use armwright_runtime::{JointKind, Side, Torque};

/// Torques as they were measured.
pub(super) struct MeasuredTorque {
    /// On the joint side in SI units, if there are any.
    pub(super) columns: Option<Vec<Vec<f64>>>,
    /// The side on which they were measured.
    pub(super) side: Side,
    /// Those that are left out; their columns are 0.
    pub(super) left_out: Vec<Torque>,
    /// What was noticed.
    pub(super) remarks: Vec<Remark>,
}

impl MeasuredTorque {
    /// None.
    pub(super) fn none(side: Side) -> Self {
        Self {
            columns: None,
            side,
            left_out: Vec::new(),
            remarks: Vec::new(),
        }
    }
}

impl Sources<'_> {
    /// The side on which columns were measured.
    pub(super) fn side(&self, columns: &Columns) -> Side {
        columns.side.map_or(self.model.side, Side::from)
    }

    /// Positions or their derivatives on the joint side in SI units; those of motors that wrap without these turns, of which
    /// nothing is left to tell behind a gear.
    pub(super) fn motion(
        &self,
        channel: Channel,
        columns: &Columns,
        mut values: Vec<Vec<f64>>,
        turns: Option<&mut Turns>,
    ) -> Result<Vec<Vec<f64>>, RecordingError> {
        self.scale(channel, columns, &mut values)?;
        if self.side(columns) == Side::Motor {
            if let Some(turns) = turns {
                turns.take_out(&mut values, Side::Motor, self.model);
            }
            self.drive.columns_to_joint(&mut values);
        }
        Ok(values)
    }

    /// Adds the offsets of a channel to its columns on the joint side.
    pub(super) fn add_offsets(
        &self,
        channel: Channel,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        self.add_offsets_but(&[], channel, columns, values)
    }

    /// The same but for some columns.
    fn add_offsets_but(
        &self,
        without: &[usize],
        channel: Channel,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let offsets = self.each(channel, "offset", columns.offset.as_ref(), values.len())?;
        let columns = values.iter_mut().zip(offsets.into_iter().flatten());
        for (k, (column, offset)) in columns.enumerate() {
            if !without.contains(&k) {
                column.iter_mut().for_each(|x| *x += offset);
            }
        }
        Ok(())
    }

    /// Torques on the joint side in SI units, if they were measured; those of `without` are left out.
    pub(super) fn torque(
        &self,
        description: &Description,
        without: &[String],
        position: &[Vec<f64>],
        take: &mut dyn FnMut(Channel) -> Option<Vec<Vec<f64>>>,
    ) -> Result<MeasuredTorque, RecordingError> {
        if let (Some(columns), Some(values)) = (&description.phase_columns, take(Channel::Phase)) {
            return self.phase_torque(&description.phases, columns, without, position, values);
        }
        let given = [
            (Channel::Torque, description.torque.as_ref()),
            (Channel::Current, description.current.as_ref()),
        ];
        for (channel, columns) in given {
            let (Some(columns), Some(mut values)) = (columns, take(channel)) else {
                continue;
            };
            let side = self.side(columns);
            let left_out = self.left_out(columns, without)?;
            // What is left out may be no numbers at all.
            for (row, column) in values.iter_mut().enumerate() {
                if left_out.contains(&Torque { side, row }) {
                    column.fill(0.0);
                }
            }
            self.scale(channel, columns, &mut values)?;
            if channel == Channel::Current {
                self.apply_constants(columns, &mut values)?;
            }
            if side == Side::Motor {
                self.drive.torque_columns_to_joint(&mut values);
            }
            // What is left out has no offset either.
            let unused = self.unused(&left_out)?;
            self.add_offsets_but(&unused, channel, columns, &mut values)?;
            return Ok(MeasuredTorque {
                columns: Some(values),
                side,
                left_out,
                remarks: Vec::new(),
            });
        }
        Ok(MeasuredTorque::none(self.model.side))
    }

    /// The torques without a column, and those that are not wanted.
    pub(super) fn left_out(
        &self,
        columns: &Columns,
        without: &[String],
    ) -> Result<Vec<Torque>, RecordingError> {
        let side = self.side(columns);
        let missing = columns.columns.iter().enumerate();
        let missing = missing.filter(|(_, column)| **column == Column::Missing);
        let mut found: Vec<Torque> = missing.map(|(row, _)| Torque { side, row }).collect();
        for name in without {
            let torque = torque(self.model, side, name)?;
            if !found.contains(&torque) {
                found.push(torque);
            }
        }
        Ok(found)
    }

    /// The joints whose torque no row has that remains without these. Behind a transmission one that is left out may be in the row
    /// of a motor that is not.
    fn unused(&self, left_out: &[Torque]) -> Result<Vec<usize>, RecordingError> {
        let of_joints = remaining(self.model, Side::Joint, left_out)?;
        let of_motors = remaining(self.model, Side::Motor, left_out)?;
        let is_unused = |joint: &usize| {
            let enters = |motor: &usize| self.drive.motor_share(*motor, *joint) != 0.0;
            !of_joints.contains(joint) && !of_motors.iter().any(enters)
        };
        let joints = 0..self.model.joints.len();
        Ok(joints.filter(is_unused).collect())
    }

    /// Torque for each ampere: from the description, or from the robot file.
    fn apply_constants(
        &self,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let n = values.len();
        let written = self.each(Channel::Current, "constant", columns.constant.as_ref(), n)?;
        let known = || {
            let known = self.model.motors.iter().map(|motor| motor.torque_constant);
            let known = known.collect::<Option<Vec<f64>>>();
            known.filter(|known| known.len() == n)
        };
        let constants = written.or_else(known).ok_or_else(|| {
            self.fault(
                "current",
                None,
                "currents need torque constants: add `constant: [..]` (N·m/A) under `current`, or \
                 `torque_constant` to the motors of the robot file",
            )
        })?;
        for (column, constant) in values.iter_mut().zip(constants) {
            column.iter_mut().for_each(|x| *x *= constant);
        }
        Ok(())
    }

    /// Numbers of a file in SI units: sign, scale and unit.
    pub(super) fn scale(
        &self,
        channel: Channel,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let n = values.len();
        let units = self.each(channel, "unit", columns.unit.as_ref(), n)?;
        let signs = self.each(channel, "sign", columns.sign.as_ref(), n)?;
        let scales = self.each(channel, "scale", columns.scale.as_ref(), n)?;
        for (k, column) in values.iter_mut().enumerate() {
            let number = |list: &Option<Vec<f64>>| list.as_ref().map_or(1.0, |list| list[k]);
            let given = match channel {
                // Each motor has units of its own, or none.
                Channel::Phase => self.phase_unit(k),
                _ => units.as_ref().map(|units| units[k].clone()),
            };
            let unit = match given {
                Some(given) => self.unit(channel, columns, &given, k)?.factor,
                None => match self.found_unit(channel, k)? {
                    Some(unit) => self.unit(channel, columns, unit.names[0], k)?.factor,
                    None => 1.0,
                },
            };
            let factor = unit * number(&scales) * number(&signs);
            if factor != 1.0 {
                column.iter_mut().for_each(|x| *x *= factor);
            }
        }
        Ok(())
    }

    /// A unit that a column may have: on the joint side a joint that turns has none of length.
    fn unit(
        &self,
        channel: Channel,
        columns: &Columns,
        name: &str,
        k: usize,
    ) -> Result<&'static Unit, RecordingError> {
        let key = format!("{}.unit", channel.name());
        let quantity = channel.name();
        let Some(unit) = channel.unit(name) else {
            let known = channel.known_units(None);
            let what = format!("`{name}` is not a unit of {quantity}; known are {known}");
            return Err(self.fault(&key, Some(k), &what));
        };
        if channel == Channel::Measured {
            return self.unit_of_row(unit, name, k);
        }
        if channel == Channel::Contact {
            return self.unit_of_contact(unit, name, k);
        }
        if channel.is_outside() {
            return Ok(unit);
        }
        let joint = &self.model.joints[k];
        if self.side(columns) == Side::Joint && !unit.fits(joint.kind) {
            let known = channel.known_units(Some(joint.kind));
            let moves = match joint.kind {
                JointKind::Prismatic => "slides",
                JointKind::Revolute | JointKind::Continuous => "turns",
            };
            let what = format!(
                "`{name}` is not a unit of the {quantity} of {}, which {moves}: use one of {known}; \
                 a list of units has one a joint, and numbers of the motor need `side: motor`",
                joint.name
            );
            return Err(self.fault(&key, Some(k), &what));
        }
        Ok(unit)
    }

    /// A unit that a measured row may have: a force has none of moment.
    fn unit_of_row(
        &self,
        unit: &'static Unit,
        name: &str,
        k: usize,
    ) -> Result<&'static Unit, RecordingError> {
        match self.measured_rows().get(k) {
            Some(row) if !unit.measures(row.unit) => {
                let what = format!(
                    "`{name}` is not a unit of {}, which is in {}; a list of units has one a column",
                    row.name, row.unit
                );
                Err(self.fault("measured.unit", Some(k), &what))
            }
            _ => Ok(unit),
        }
    }

    /// A list's items, one a column; a single one stands for all.
    fn each<T: Clone>(
        &self,
        channel: Channel,
        key: &str,
        list: Option<&List<T>>,
        n: usize,
    ) -> Result<Option<Vec<T>>, RecordingError> {
        let Some(list) = list else { return Ok(None) };
        let all = list.spread(n);
        self.count(channel, key, all.len())?;
        Ok(Some(all))
    }
}
