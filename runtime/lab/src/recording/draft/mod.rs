//! The description of files that have none, as far as their headers and numbers show it: every guess is
//! marked as one, and what cannot be guessed stands as a comment that says what is needed.

mod channels;
mod evidence;
mod families;
mod imu;
mod name;
mod rows;
mod text;

use std::path::{Path, PathBuf};

use super::clock::stands_still;
use super::csv_file::{CsvFile, TIMES};
use super::units;
use super::{Channel, RecordingError};
use armwright_runtime::Model;
use families::{Family, families};
pub(crate) use text::quoted;
use text::{Text, list};

/// A description that was guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The YAML.
    pub text: String,
    /// How many lines of it are guesses, each marked.
    pub guesses: usize,
    /// What has to be added by hand before it can be used.
    pub needed: Vec<String>,
}

/// Guesses the description of the files of a recording. `folder` is where it will be: files are named
/// from there.
///
/// # Errors
/// [`RecordingError`] if a file cannot be read as a table.
pub fn draft(files: &[PathBuf], folder: &Path, model: &Model) -> Result<Draft, RecordingError> {
    let tables = files.iter().map(|file| CsvFile::open(file));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let (families, times) = families(&tables, model);
    let mut drafting = Drafting {
        tables,
        families,
        model,
        text: Text::default(),
        used: Vec::new(),
    };
    drafting.write(files, folder, &times)?;
    let Drafting { text, .. } = drafting;
    Ok(Draft {
        guesses: text.guesses,
        needed: text.needed.clone(),
        text: text.finished(),
    })
}

struct Drafting<'a> {
    tables: Vec<CsvFile>,
    families: Vec<Family>,
    model: &'a Model,
    text: Text,
    /// Columns that are named in the description.
    used: Vec<(usize, usize)>,
}

impl Drafting<'_> {
    fn write(
        &mut self,
        files: &[PathBuf],
        folder: &Path,
        times: &[(usize, usize)],
    ) -> Result<(), RecordingError> {
        let robot = self.model.name;
        self.text.line(&format!(
            "# A recording of {robot}, described from its header. Lines marked as a guess are guesses: check \
             them."
        ));
        self.text.line("recording:");
        let names = files.iter().map(|file| quoted(&from(folder, file)));
        let names: Vec<String> = names.collect();
        match names.as_slice() {
            [one] => self.text.line(&format!("  file: {one}")),
            _ => self.text.line(&format!("  file: {}", list(names))),
        }
        self.time(times)?;
        // Of no joints nothing is asked.
        let of_joints = !self.model.joints.is_empty();
        let side = match of_joints {
            true => self.position()?,
            false => {
                self.text.line("  position: {columns: []}");
                self.model.side
            }
        };
        // Torques say the same as what is measured, where they reveal as much and are there.
        match self.model.measured.is_empty() || self.model.base_of_torque && self.has_effort() {
            true if of_joints => self.effort(side),
            true => {}
            false => self.measured(),
        }
        if self.model.base_moves() {
            self.base()?;
        }
        if of_joints {
            for channel in [Channel::Velocity, Channel::Acceleration] {
                self.derivative(channel);
            }
        }
        self.rest(times);
        Ok(())
    }

    fn name(&self, (table, column): (usize, usize)) -> String {
        quoted(self.tables[table].header().nth(column).unwrap_or_default())
    }

    fn time(&mut self, times: &[(usize, usize)]) -> Result<(), RecordingError> {
        let Some(&(table, column)) = times.first() else {
            self.text.needed(
                "  time: {rate: HZ}",
                "the samples a second, or `time: {column: NAME, unit: s}`: no column is called time",
            );
            return Ok(());
        };
        self.used.push((table, column));
        let name = self.name((table, column));
        let file = &self.tables[table];
        let header = file.header().nth(column).unwrap_or_default();
        let has_it = |table: &&CsvFile| table.header().any(|known| known == header);
        let of_file = match file.path().file_name() {
            Some(name) if self.tables.iter().filter(has_it).count() > 1 => {
                format!(", file: {}", quoted(&name.to_string_lossy()))
            }
            _ => String::new(),
        };
        let rows = match file.rows(&[column], Some(0)) {
            Err(RecordingError::Untimed(_)) => {
                let what = format!(
                    "the samples a second, or a column of times: what stands in `{header}` is none that can be read ({TIMES})"
                );
                self.text.needed("  time: {rate: HZ}", &what);
                return Ok(());
            }
            rows => rows?,
        };
        if stands_still(&rows.columns[0]) {
            let what = format!(
                "the samples a second, or a column of times: what stands in `{header}` does not advance from any row to the next"
            );
            self.text.needed("  time: {rate: HZ}", &what);
            return Ok(());
        }
        if rows.stamps.is_some() {
            self.text.guess(
                &format!("  time: {{column: {name}{of_file}}}"),
                "stamps of time (ISO 8601)",
            );
            return Ok(());
        }
        let written = file.row_unit(column).or(file.name_unit(column));
        let known = written.and_then(|unit| Channel::Time.unit(unit));
        let (unit, why) = match (known, units::suffix(header)) {
            (Some(unit), _) => (Some(unit), "the file says so".to_owned()),
            (None, Some(unit)) => (Some(unit), "its name says so".to_owned()),
            (None, None) => units::shown(&rows.columns[0]),
        };
        let why = match (unit, written) {
            (Some(_), _) => why,
            (None, Some(written)) => {
                format!("`{written}` in the file is no unit of time that is known")
            }
            (None, None) => "its steps are sensible in seconds".to_owned(),
        };
        let unit = unit.map_or("s", |unit| unit.names[0]);
        let line = format!("  time: {{column: {name}, unit: {unit}{of_file}}}");
        self.text.guess(&line, &format!("by name; {unit}: {why}"));
        Ok(())
    }

    /// Columns that stand for nothing.
    fn rest(&mut self, times: &[(usize, usize)]) {
        let mut names = Vec::new();
        for (table, file) in self.tables.iter().enumerate() {
            let unused = |column: &usize| {
                let place = (table, *column);
                !self.used.contains(&place) && times.first() != Some(&place)
            };
            let columns = (0..file.header().count()).filter(unused);
            names.extend(columns.map(|column| self.name((table, column))));
        }
        if !names.is_empty() {
            const SHOWN: usize = 40;
            let more = match names.len() {
                all if all > SHOWN => format!(", and {} more", all - SHOWN),
                _ => String::new(),
            };
            names.truncate(SHOWN);
            self.text
                .line(&format!("  # not used: {}{more}", names.join(", ")));
        }
    }
}

/// A file as it is called from a folder.
fn from(folder: &Path, file: &Path) -> String {
    let absolute = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let relative = || {
        let (folder, file) = (absolute(folder)?, absolute(file)?);
        let inner = file.strip_prefix(&folder).map(Path::to_owned);
        Some(inner.unwrap_or(file))
    };
    let path = relative().unwrap_or_else(|| file.to_owned());
    path.display().to_string()
}

#[cfg(test)]
mod tests;
