//! The files of a recording: which column of which file is what, and their numbers.

use std::path::{Path, PathBuf};

use super::channel::Channel;
use super::csv_file::{Defect, Rows};
use super::description::{Column, Description, Segment};
use super::error::{Mistake, place};
use super::{CsvFile, RecordingError};
use crate::suggestion::suggestion;
use crate::transmission::Drive;
use armwright_runtime::Model;

/// What a channel holds, as it stands in the files: a column a joint.
pub(super) type Read = (Channel, Vec<Vec<f64>>);

/// The files of a recording and where each column of the description stands in them.
pub(super) struct Sources<'a> {
    pub(super) path: &'a Path,
    pub(super) description: Description,
    pub(super) model: &'a Model,
    pub(super) drive: Drive,
    pub(super) tables: Vec<CsvFile>,
    /// Where each column asked for comes from, in the order of `parts`.
    pub(super) places: Vec<Origin>,
    /// The terms of columns that are added up.
    pub(super) sums: Vec<Vec<(Origin, f64)>>,
    /// What those columns are: channel and how many.
    pub(super) parts: Vec<(Channel, usize)>,
    /// How the rows of each table stood, without their numbers.
    pub(super) rows: Vec<Rows>,
}

/// Where the numbers of a column come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Origin {
    /// A column of a table.
    Table(usize, usize),
    /// One number in every row.
    Held(f64),
    /// Columns of tables, each times a factor: one of [`Sources::sums`].
    Sum(usize),
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
        let open = |(k, file): (usize, &String)| {
            let unreadable = |error| match (error, description.spot("file", Some(k))) {
                (RecordingError::Unreadable(of), Some(spot)) => RecordingError::Named {
                    place: place(path, Some(spot)),
                    path: of.path,
                    source: of.source,
                },
                (error, _) => error,
            };
            CsvFile::open_numbered(&folder.join(file)).map_err(unreadable)
        };
        let files = description.file.0.iter().enumerate();
        let tables = files.map(open).collect::<Result<Vec<_>, _>>()?;
        let mut sources = Self {
            path,
            description: description.clone(),
            model,
            drive,
            tables,
            places: Vec::new(),
            sums: Vec::new(),
            parts: Vec::new(),
            rows: Vec::new(),
        };
        sources.description.base = sources.base_columns()?;
        sources.description.contact_columns = sources.contact_columns()?;
        sources.further_columns()?;
        sources.description.measured = sources.measured_columns()?;
        Ok(sources)
    }

    /// The file that was named, and those that it names.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let tables = self.tables.iter().map(|table| table.path.clone());
        let mut files = vec![self.path.to_owned()];
        files.extend(tables.filter(|path| path != self.path));
        files
    }

    /// Finds every column that the description names.
    pub(super) fn locate(&mut self, description: &Description) -> Result<(), RecordingError> {
        if let Some(time) = &description.time
            && let Some(column) = &time.column
        {
            let column = Column::Named(column.clone());
            self.find(
                Channel::Time,
                std::slice::from_ref(&column),
                time.file.as_deref(),
            )?;
        }
        if let Some(Segment { column, file, .. }) = &description.segment {
            let column = Column::Named(column.clone());
            let column = std::slice::from_ref(&column);
            self.find(Channel::Segment, column, file.as_deref())?;
        }
        let optional = [
            (Channel::Velocity, &description.velocity),
            (Channel::Acceleration, &description.acceleration),
            (Channel::Torque, &description.torque),
            (Channel::Current, &description.current),
            (Channel::SecondPosition, &description.second_position),
            (Channel::Measured, &description.measured),
        ];
        let position = std::iter::once((Channel::Position, &description.position));
        for (channel, columns) in
            position.chain(optional.iter().filter_map(|(q, c)| Some((*q, c.as_ref()?))))
        {
            let n = columns.columns.len();
            self.count(channel, "columns", n)?;
            self.find(channel, &columns.columns, columns.file.as_deref())?;
        }
        for channel in Channel::OUTSIDE {
            if let Some(columns) = description.columns(channel) {
                self.find(channel, &columns.columns, columns.file.as_deref())?;
            }
        }
        Ok(())
    }

    fn find(
        &mut self,
        channel: Channel,
        columns: &[Column],
        file: Option<&str>,
    ) -> Result<(), RecordingError> {
        let eligible = |table: &CsvFile| file.is_none_or(|file| table.path().ends_with(file));
        if !self.tables.iter().any(eligible) {
            let (file, channel) = (file.unwrap_or_default(), channel.name());
            let what = format!(
                "`{channel}` names the file `{file}`, which is not among those under `file:`"
            );
            return Err(self.fault(&format!("{channel}.file"), None, &what));
        }
        for (k, column) in columns.iter().enumerate() {
            let origin = match column {
                Column::Named(name) => self.search(channel, k, name, &eligible)?,
                Column::Held(value) => Origin::Held(*value),
                Column::Missing => Origin::Held(0.0),
                Column::Sum(terms) => {
                    let term = |(name, factor): &(String, f64)| {
                        let place = self.search(channel, k, name, &eligible)?;
                        Ok::<_, RecordingError>((place, *factor))
                    };
                    let terms = terms.iter().map(term).collect::<Result<_, _>>()?;
                    self.sums.push(terms);
                    Origin::Sum(self.sums.len() - 1)
                }
            };
            self.places.push(origin);
        }
        self.parts.push((channel, columns.len()));
        Ok(())
    }

    /// The one column of that name in the eligible tables.
    fn search(
        &self,
        channel: Channel,
        k: usize,
        column: &str,
        eligible: &dyn Fn(&CsvFile) -> bool,
    ) -> Result<Origin, RecordingError> {
        let tables = || self.tables.iter().enumerate().filter(|(_, t)| eligible(t));
        let mut found = Vec::new();
        for (k, table) in tables() {
            found.extend(table.position(column)?.map(|position| (k, position)));
        }
        let files = tables().map(|(_, table)| table.path().display().to_string());
        let files = files.collect::<Vec<_>>().join(", ");
        let (quantity, written) = (channel.name(), column.to_owned());
        let asked = || {
            let key = match channel {
                Channel::Time | Channel::Segment => format!("{quantity}.column"),
                _ => format!("{quantity}.columns"),
            };
            match self.description.spot(&key, Some(k)) {
                None => quantity.to_owned(),
                spot => format!("{quantity}, named in {}", place(self.path, spot)),
            }
        };
        match found[..] {
            [(table, position)] => Ok(Origin::Table(table, position)),
            [] => Err(RecordingError::NoColumn {
                suggestion: suggestion(column, tables().flat_map(|(_, table)| table.header())),
                files,
                column: written,
                quantity: asked(),
            }),
            _ => Err(RecordingError::Ambiguous {
                files,
                column: written,
                quantity,
            }),
        }
    }

    /// The line on which a row stands in the file that holds the time stamps; without any, in the first that is used.
    pub(super) fn line(&self, row: usize) -> u64 {
        let is_read = |rows: &Rows| rows.line(row) > 0;
        let table = match self.origin(Channel::Time, 0) {
            Some(Origin::Table(table, _)) => table,
            _ => self.rows.iter().position(is_read).unwrap_or(0),
        };
        self.rows.get(table).map_or(0, |rows| rows.line(row))
    }

    /// Where a column of a channel comes from.
    pub(super) fn origin(&self, channel: Channel, k: usize) -> Option<Origin> {
        let before = self.parts.iter().take_while(|(part, _)| *part != channel);
        let first: usize = before.map(|(_, n)| n).sum();
        let known = self
            .parts
            .iter()
            .any(|(part, n)| *part == channel && k < *n);
        self.places.get(first + k).copied().filter(|_| known)
    }

    /// Reads each file once; gives the columns of each part, and rows that have defects.
    pub(super) fn load(&mut self) -> Result<(Vec<Read>, Vec<Defect>), RecordingError> {
        let mut defects = Vec::new();
        // After the columns of parts come those that are added up.
        let terms = self.sums.iter().flatten().map(|(origin, _)| *origin);
        let places: Vec<Origin> = self.places.iter().copied().chain(terms).collect();
        let mut columns = vec![Vec::new(); places.len()];
        let mut rows: Option<(usize, usize)> = None;
        for (k, table) in self.tables.iter().enumerate() {
            let (mut mine, mut wanted) = (Vec::new(), Vec::new());
            for (at, origin) in places.iter().enumerate() {
                if let Origin::Table(table, column) = origin
                    && *table == k
                {
                    mine.push(at);
                    wanted.push(*column);
                }
            }
            if mine.is_empty() {
                self.rows.push(Rows::default());
                continue;
            }
            let clock = self.origin(Channel::Time, 0).map(|_| 0);
            let clock = mine.iter().position(|at| Some(*at) == clock);
            let mut rows_of = table.rows(&wanted, clock)?;
            defects.append(&mut rows_of.defects);
            let read = std::mem::take(&mut rows_of.columns);
            self.rows.push(rows_of);
            let count = read.first().map_or(0, Vec::len);
            if count == 0 {
                return Err(RecordingError::NoRows {
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
        let samples = rows.map_or(0, |(_, rows)| rows);
        let mut terms = columns.split_off(self.places.len()).into_iter();
        let factors = self
            .sums
            .iter()
            .map(|sum| sum.iter().map(|(_, factor)| factor));
        let mut sums = factors.map(|factors| {
            let mut sum = vec![0.0; samples];
            for (factor, column) in factors.zip(terms.by_ref()) {
                sum.iter_mut()
                    .zip(column)
                    .for_each(|(sum, x)| *sum += factor * x);
            }
            sum
        });
        for (column, origin) in columns.iter_mut().zip(&self.places) {
            match origin {
                Origin::Table(..) => {}
                Origin::Held(value) => *column = vec![*value; samples],
                // Sums stand in the order of their places.
                Origin::Sum(_) => *column = sums.next().unwrap_or_default(),
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
        let place = place(self.path, self.description.spot(&key, None));
        if let Some(columns) = self
            .description
            .columns(channel)
            .filter(|_| channel.is_outside())
        {
            let expected = columns.columns.len();
            if actual != expected {
                let what =
                    format!("{actual} where {expected} are wanted: one for all, or one a column");
                return Err(self.fault(&key, None, &what));
            }
            return Ok(());
        }
        if channel == Channel::Measured {
            let rows = self.measured_rows();
            let rows: Vec<&str> = rows.iter().map(|row| row.name).collect();
            return RecordingError::check_rows(&place, &key, actual, &rows, self.model);
        }
        RecordingError::check_count(&place, &key, actual, self.model)
    }

    /// A fault of the description at a key, or at an item of its list.
    pub(super) fn fault(&self, key: &str, item: Option<usize>, what: &str) -> RecordingError {
        let (spot, what) = (self.description.spot(key, item), what.to_owned());
        RecordingError::Description {
            path: self.path.to_owned(),
            mistakes: vec![Mistake { spot, what }],
        }
    }
}
