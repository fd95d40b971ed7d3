//! The files of a recording: which column of which file is what, and their numbers.

use std::path::Path;

use super::channel::Channel;
use super::csv_file::Defect;
use super::description::Description;
use super::{CsvFile, RecordingError};
use crate::suggestion::suggestion;
use crate::transmission::Drive;
use armwright_runtime::Model;

/// What a channel holds, as it stands in the files: a column a joint.
pub(super) type Read = (Channel, Vec<Vec<f64>>);

/// The files of a recording and where each column of the description stands in them.
pub(super) struct Sources<'a> {
    pub(super) path: &'a Path,
    pub(super) model: &'a Model,
    pub(super) drive: Drive,
    tables: Vec<CsvFile>,
    /// (table, column) for each column asked for, in the order of `parts`.
    places: Vec<(usize, usize)>,
    /// What those columns are: channel and how many.
    parts: Vec<(Channel, usize)>,
}

impl<'a> Sources<'a> {
    pub(super) fn open(
        path: &'a Path,
        folder: &Path,
        description: &Description,
        model: &'a Model,
    ) -> Result<Self, RecordingError> {
        let name = path.to_string_lossy();
        let drive = Drive::of(model).ok_or_else(|| RecordingError::singular(&name, model))?;
        let files = &description.file.0;
        let tables = files.iter().map(|file| CsvFile::open(&folder.join(file)));
        let tables = tables.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            path,
            model,
            drive,
            tables,
            places: Vec::new(),
            parts: Vec::new(),
        })
    }

    /// Finds every column that the description names.
    pub(super) fn locate(&mut self, description: &Description) -> Result<(), RecordingError> {
        if let Some(time) = &description.time
            && let Some(column) = &time.column
        {
            self.find(
                Channel::Time,
                std::slice::from_ref(column),
                time.file.as_deref(),
            )?;
        }
        let optional = [
            (Channel::Velocity, &description.velocity),
            (Channel::Acceleration, &description.acceleration),
            (Channel::Torque, &description.torque),
            (Channel::Current, &description.current),
        ];
        if description.torque.is_some() && description.current.is_some() {
            return Err(self.fault("give `torque` or `current`, not both".to_owned()));
        }
        let position = std::iter::once((Channel::Position, &description.position));
        for (channel, columns) in
            position.chain(optional.iter().filter_map(|(q, c)| Some((*q, c.as_ref()?))))
        {
            let n = columns.columns.len();
            self.count(channel, "columns", n)?;
            self.find(channel, &columns.columns, columns.file.as_deref())?;
        }
        Ok(())
    }

    fn find(
        &mut self,
        channel: Channel,
        columns: &[String],
        file: Option<&str>,
    ) -> Result<(), RecordingError> {
        let eligible = |table: &CsvFile| file.is_none_or(|file| table.path().ends_with(file));
        let files: Vec<String> = self
            .tables
            .iter()
            .map(|table| table.path().display().to_string())
            .collect();
        if !self.tables.iter().any(eligible) {
            let file = file.unwrap_or_default();
            return Err(self.fault(format!(
                "`{}` names the file `{file}`, which is not among those under `file:`",
                channel.name()
            )));
        }
        for column in columns {
            let mut found = Vec::new();
            for (k, table) in self
                .tables
                .iter()
                .enumerate()
                .filter(|(_, table)| eligible(table))
            {
                found.extend(table.position(column)?.map(|position| (k, position)));
            }
            match found[..] {
                [place] => self.places.push(place),
                [] => {
                    let names = self
                        .tables
                        .iter()
                        .filter(|t| eligible(t))
                        .flat_map(CsvFile::header);
                    return Err(RecordingError::NoColumn {
                        suggestion: suggestion(column, names),
                        files: files.join(", "),
                        column: column.clone(),
                        quantity: channel.name(),
                    });
                }
                _ => {
                    return Err(RecordingError::Ambiguous {
                        files: files.join(", "),
                        column: column.clone(),
                        quantity: channel.name(),
                    });
                }
            }
        }
        self.parts.push((channel, columns.len()));
        Ok(())
    }

    /// The file that holds the time stamps (the first file where there are none).
    pub(super) fn clock(&self) -> &Path {
        let timed = self
            .parts
            .first()
            .filter(|(part, _)| *part == Channel::Time);
        let table = timed
            .and_then(|_| self.places.first())
            .map_or(0, |(table, _)| *table);
        self.tables.get(table).map_or(self.path, CsvFile::path)
    }

    /// Reads each file once; gives the columns of each part, and rows that have defects.
    pub(super) fn load(&self) -> Result<(Vec<Read>, Vec<Defect>), RecordingError> {
        let mut defects = Vec::new();
        let mut columns = vec![Vec::new(); self.places.len()];
        let mut rows: Option<(usize, usize)> = None;
        for (k, table) in self.tables.iter().enumerate() {
            let mine: Vec<usize> = (0..self.places.len())
                .filter(|&at| self.places[at].0 == k)
                .collect();
            if mine.is_empty() {
                continue;
            }
            let wanted: Vec<usize> = mine.iter().map(|&at| self.places[at].1).collect();
            let (read, mut more) = table.columns_with_defects(&wanted)?;
            defects.append(&mut more);
            let count = read.first().map_or(0, Vec::len);
            if count == 0 {
                return Err(RecordingError::Empty {
                    path: table.path().to_owned(),
                });
            }
            let (other, expected) = *rows.get_or_insert((k, count));
            if count != expected {
                return Err(RecordingError::RowCount {
                    path: table.path().to_owned(),
                    rows: count,
                    other: self.tables[other].path().to_owned(),
                    expected,
                });
            }
            for (at, column) in mine.into_iter().zip(read) {
                columns[at] = column;
            }
        }
        let mut columns = columns.into_iter();
        let take = |&(channel, n): &(Channel, usize)| (channel, columns.by_ref().take(n).collect());
        defects.sort_by_key(|defect| defect.row);
        Ok((self.parts.iter().map(take).collect(), defects))
    }

    pub(super) fn count(
        &self,
        channel: Channel,
        list: &str,
        actual: usize,
    ) -> Result<(), RecordingError> {
        let key = format!("{}.{list}", channel.name());
        RecordingError::check_count(&self.path.to_string_lossy(), &key, actual, self.model)
    }

    pub(super) fn fault(&self, what: String) -> RecordingError {
        RecordingError::Description {
            path: self.path.to_owned(),
            what,
        }
    }
}
