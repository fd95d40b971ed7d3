//! What the robot file says is measured, where that is not the torque of every drive: which columns hold it.

use super::conversion::MeasuredTorque;
use super::description::{Columns, Description};
use super::sources::Sources;
use super::{Channel, RecordingError};
use crate::part::{PartError, remaining, torque};
use crate::rows::Row;
use armwright_runtime::{Side, Torque};

/// How the rows of torques are called: `tau_q1`.
const TORQUE: &str = "tau_";

impl Sources<'_> {
    /// Whether torques of all drives are given, in whichever way.
    fn of_drives(&self) -> bool {
        let given = &self.description;
        given.torque.is_some() || given.current.is_some() || !given.phases.is_empty()
    }

    /// The rows that columns of their own hold: all but the wrench on a base that moves, which nothing measures, and but
    /// for torques where those of all drives are given.
    pub(super) fn measured_rows(&self) -> Vec<Row> {
        let given = self.of_drives() || self.model.measured.is_empty();
        let mut rows = Row::measured(self.model);
        rows.retain(|row| !row.is_of_base(self.model));
        rows.retain(|row| !(given && row.column.starts_with(TORQUE)));
        rows
    }

    /// The columns of what is measured: those of the description, or those with the names of the rows. None where
    /// nothing of it was recorded, or where torques say the same.
    ///
    /// # Errors
    /// [`RecordingError::NotMeasured`] where some of it was recorded and some was not.
    pub(super) fn measured_columns(&self) -> Result<Option<Columns>, RecordingError> {
        let described = &self.description.measured;
        let rows = self.measured_rows();
        let rows: Vec<&str> = rows.iter().map(|row| row.name).collect();
        // Of no joints all torques are known.
        let given = self.of_drives() || self.model.joints.is_empty();
        let moves = self.model.base_moves();
        let of_torque = !moves && self.model.base_of_torque && given;
        match described {
            Some(_) if self.model.measured.is_empty() => {
                let what = "the robot file has no `measure`, which says what is measured beside or in place of the \
                            torque of every drive; torques belong to `torque`";
                return Err(self.fault("measured", None, what));
            }
            Some(columns) if !columns.columns.is_empty() => return Ok(described.clone()),
            // All drives, and the base, of which nothing is measured.
            None if moves && self.model.measured.is_empty() => {
                return Ok(given.then(Columns::default));
            }
            None if self.model.measured.is_empty() || of_torque => return Ok(None),
            _ => {}
        }
        let mut missing = Vec::new();
        for &row in &rows {
            let mut found = false;
            for table in &self.tables {
                found |= table.position(row)?.is_some();
            }
            missing.extend((!found).then_some(row));
        }
        let nothing = missing.len() == rows.len() && !rows.is_empty();
        match missing.is_empty() {
            false if nothing && described.is_none() => Ok(None),
            false => Err(RecordingError::not_measured(
                &self.path.display().to_string(),
                &missing,
                self.model,
            )),
            true => Ok(Some(Columns {
                columns: Columns::named(rows.into_iter().map(str::to_owned).collect()).columns,
                ..described.clone().unwrap_or_default()
            })),
        }
    }

    /// What is measured in SI units, a column a row of the model; from columns of its own and from torques.
    pub(super) fn measured(
        &self,
        description: &Description,
        values: Option<Vec<Vec<f64>>>,
        torque: &MeasuredTorque,
        samples: usize,
    ) -> Result<Option<Vec<Vec<f64>>>, RecordingError> {
        let (Some(columns), Some(mut values)) = (&description.measured, values) else {
            return Ok(None);
        };
        self.scale(Channel::Measured, columns, &mut values)?;
        self.add_offsets(Channel::Measured, columns, &mut values)?;
        let mut own = values.into_iter();
        let mut rows = Vec::new();
        for row in Row::measured(self.model) {
            rows.push(match torque.columns.as_deref() {
                _ if row.is_of_base(self.model) => vec![0.0; samples],
                Some(joints) if row.column.starts_with(TORQUE) => {
                    self.torque_row(&row.column, joints, &torque.left_out)?
                }
                _ => own.next().unwrap_or_default(),
            });
        }
        Ok(Some(rows))
    }

    /// The torque of a row, of the torques of all joints.
    fn torque_row(
        &self,
        row: &str,
        joints: &[Vec<f64>],
        left_out: &[Torque],
    ) -> Result<Vec<f64>, RecordingError> {
        let name = row.trim_start_matches(TORQUE);
        let Torque { side, row: place } = torque(self.model, self.model.side, name)?;
        if !remaining(self.model, side, left_out)?.contains(&place) {
            let why = match self.model.measured {
                [] => format!("; {}", PartError::of_rows(self.model)),
                _ => ", and the robot file says that it is measured".to_owned(),
            };
            let what = format!("the torque of `{name}` is missing{why}");
            return Err(self.fault("torque.columns", None, &what));
        }
        if side == Side::Joint {
            return Ok(joints[place].clone());
        }
        let n = joints.len();
        let (mut joint, mut motor) = (vec![0.0; n], vec![0.0; n]);
        let samples = joints.first().map_or(0, Vec::len);
        let at = |k: usize| {
            joint.iter_mut().zip(joints).for_each(|(x, c)| *x = c[k]);
            self.drive.torque_to_motor(&joint, &mut motor);
            motor[place]
        };
        Ok((0..samples).map(at).collect())
    }
}
