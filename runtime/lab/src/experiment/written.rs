//! The files of a simulated recording.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Simulated, SimulationError};
use crate::digits;
use crate::output::{OutputError, Outputs};
use crate::rows::{BASE, Row};
use armwright_runtime::{Joint, JointKind, Side};

/// What a description of a simulated recording begins with.
const SIMULATED: &str = "# A simulated recording";

/// What an IMU on a base measures, by the names of a file without a description.
const IMU: [&str; 6] = [
    "base_wx", "base_wy", "base_wz", "base_ax", "base_ay", "base_az",
];

impl Simulated<'_> {
    /// Writes `recording.csv` and `recording.yaml` into a folder, and says where the latter is. Those of another simulation
    /// are replaced, a recording of anything else is not.
    ///
    /// # Errors
    /// [`SimulationError::Output`], [`SimulationError::Foreign`].
    pub fn write(&self, folder: &Path) -> Result<PathBuf, SimulationError> {
        std::fs::create_dir_all(folder).map_err(|source| OutputError {
            path: folder.to_owned(),
            source,
        })?;
        let path = folder.join("recording.yaml");
        let table = folder.join("recording.csv");
        let is_own = std::fs::read_to_string(&path).is_ok_and(|text| text.starts_with(SIMULATED));
        if !is_own && let Some(foreign) = [&path, &table].into_iter().find(|path| path.exists()) {
            return Err(SimulationError::Foreign(foreign.clone()));
        }
        let mut outputs = Outputs::default();
        outputs.add(&table, |file| self.write_table(file))?;
        outputs.add(&path, |file| file.write_all(self.description().as_bytes()))?;
        outputs.commit()?;
        Ok(path)
    }

    /// What says which column is what.
    fn description(&self) -> String {
        let side = match self.model.side {
            Side::Joint => "joint",
            Side::Motor => "motor",
        };
        let list = |columns: Vec<Column<'_>>| {
            let names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
            names.join(", ")
        };
        // One of all, or one each where some turn and others slide; motors turn.
        let unit = |turns: &'static str, slides: &'static str| {
            let at_joints = self.model.side == Side::Joint;
            let of = |joint: &Joint| match at_joints && joint.kind == JointKind::Prismatic {
                true => slides,
                false => turns,
            };
            let mut units: Vec<&str> = self.model.joints.iter().map(of).collect();
            let all = units.join(", ");
            units.dedup();
            match units[..] {
                [one] => one.to_owned(),
                _ => format!("[{all}]"),
            }
        };
        let mut text = format!(
            "{SIMULATED} of {}.\nrecording:\n  file: recording.csv\n  \
             time: {{column: t, unit: s}}\n  position: {{columns: [{}], unit: {}, side: {side}}}\n",
            self.model.name,
            list(self.positions()),
            unit("rad", "m"),
        );
        let measured = list(self.measurements());
        if self.measured.is_empty() {
            let unit = unit("N·m", "N");
            text += &format!("  torque: {{columns: [{measured}], unit: {unit}, side: {side}}}\n");
        } else if !measured.is_empty() {
            text += &format!("  measured: {{columns: [{measured}]}}\n");
        }
        if self.base.is_some() {
            let (turning, felt) = IMU.split_at(3);
            text += &format!(
                "  base:\n    angular_velocity: {{columns: [{}], unit: rad/s}}\n    \
                 acceleration: {{columns: [{}], unit: m/s²}}\n  contacts:\n    - {{body: base, at: [0, 0, 0], \
                 axes: body, columns: [{}]}}\n",
                turning.join(", "),
                felt.join(", "),
                BASE.map(|row| row.name).join(", "),
            );
        }
        text
    }

    /// A row a sample, as it goes: the text of a long recording is larger than its numbers.
    fn write_table(&self, file: &mut dyn Write) -> io::Result<()> {
        let mut columns = self.positions();
        columns.extend(self.measurements());
        if let Some(held) = &self.base {
            let named = |names: [&str; 6]| names.map(str::to_owned);
            columns.extend(named(IMU).into_iter().zip(&held.motion.columns));
            let wrench = named(BASE.map(|row| row.name));
            columns.extend(wrench.into_iter().zip(&held.contacts.wrenches));
        }
        write!(file, "t")?;
        for (name, _) in &columns {
            write!(file, ",{name}")?;
        }
        writeln!(file)?;
        let mut line = String::new();
        for k in 0..columns.first().map_or(0, |(_, column)| column.len()) {
            line.clear();
            digits::push(&mut line, (self.start * self.rate + k as f64) / self.rate);
            for (_, column) in &columns {
                line.push(',');
                digits::push(&mut line, column[k]);
            }
            line.push('\n');
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    fn positions(&self) -> Vec<Column<'_>> {
        self.of_drives("q", &self.position)
    }

    /// Torques, or the rows of what else is measured, without those of a base that moves: contacts make them.
    fn measurements(&self) -> Vec<Column<'_>> {
        if self.measured.is_empty() {
            return self.of_drives("tau", &self.torque);
        }
        let rows = Row::measured(self.model).into_iter().zip(&self.measured);
        let rows = rows.filter(|(row, _)| !row.is_of_base(self.model));
        rows.map(|(row, column)| (row.column, column)).collect()
    }

    /// A column a joint, or a motor.
    fn of_drives<'a>(&'a self, prefix: &str, columns: &'a [Vec<f64>]) -> Vec<Column<'a>> {
        let names: Vec<&str> = match self.model.side {
            Side::Motor if self.model.motors.len() == self.model.joints.len() => {
                self.model.motors.iter().map(|motor| motor.name).collect()
            }
            _ => self.model.joints.iter().map(|joint| joint.name).collect(),
        };
        let named = names.into_iter().map(|name| format!("{prefix}_{name}"));
        named.zip(columns).collect()
    }
}

/// A column of the file, and what it is called.
type Column<'a> = (String, &'a Vec<f64>);
