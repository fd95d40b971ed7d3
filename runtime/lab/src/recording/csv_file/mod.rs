//! Columns of numbers from a CSV file as it comes, with the place of every fault.

mod fields;
mod layout;
mod lines;
mod rows;

pub(super) use rows::{Defect, Rows, TIMES};

use std::path::{Path, PathBuf};

#[cfg(feature = "cli")]
use super::Channel;
use super::RecordingError;
use layout::{Layout, layout, plain};
use lines::Lines;

/// A CSV file whose header has been read.
pub(crate) struct CsvFile {
    pub(super) path: PathBuf,
    layout: Layout,
}

impl CsvFile {
    /// Reads the header. Whatever separates fields (tabs, semicolons, commas, blanks) makes most lines
    /// alike; comment lines (`#`, `%`, `//`) and text above the table are passed over; a row of units
    /// may stand under the header.
    ///
    /// # Errors
    /// [`RecordingError::NoHeader`] if the table begins with numbers.
    pub(crate) fn open(path: &Path) -> Result<Self, RecordingError> {
        let file = Self::open_numbered(path)?;
        match file.layout.numbered {
            true => Err(RecordingError::NoHeader { path: file.path }),
            false => Ok(file),
        }
    }

    /// The same, where columns may go by their numbers, from 1, if there is no header.
    pub(crate) fn open_numbered(path: &Path) -> Result<Self, RecordingError> {
        let path = path.to_owned();
        let Some(layout) = layout(&mut Lines::open(&path)?)? else {
            return Err(RecordingError::Empty { path });
        };
        if layout.header.iter().all(String::is_empty) {
            return Err(RecordingError::Empty { path });
        }
        Ok(Self { path, layout })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn header(&self) -> impl Iterator<Item = &str> {
        self.layout.header.iter().map(String::as_str)
    }

    /// Where a column of that name stands, with or without a unit in brackets behind it; an error if
    /// there are two.
    pub(crate) fn position(&self, name: &str) -> Result<Option<usize>, RecordingError> {
        let exact = self.only(name, |known| known == name)?;
        match exact {
            Some(_) => Ok(exact),
            None => self.only(name, |known| bare(known).0 == name),
        }
    }

    fn only(&self, name: &str, is: impl Fn(&str) -> bool) -> Result<Option<usize>, RecordingError> {
        let header = &self.layout.header;
        let mut found = (0..header.len()).filter(|&k| is(&header[k]));
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(_) => Err(RecordingError::RepeatedColumn {
                path: self.path.clone(),
                column: name.to_owned(),
            }),
        }
    }

    /// The unit of a column in the row under the header, as it is written.
    pub(super) fn row_unit(&self, column: usize) -> Option<&str> {
        let unit = plain(self.layout.units.get(column)?);
        (!unit.is_empty() && unit != "-").then_some(unit)
    }

    /// The unit of a column in brackets behind its name.
    pub(super) fn name_unit(&self, column: usize) -> Option<&str> {
        self.layout.header.get(column).and_then(|name| bare(name).1)
    }

    /// The line of a row under the header that has neither numbers nor units.
    pub(super) fn words(&self) -> Option<u64> {
        self.layout.words
    }

    /// The line of the header, if text stands above it that is no part of the table.
    pub(super) fn below_text(&self) -> Option<u64> {
        self.layout.preamble.then_some(self.layout.line)
    }

    /// The numbers of some columns in SI units, in the order asked for: units may stand in the row under the header, or in
    /// brackets behind names.
    #[cfg(feature = "cli")]
    pub(crate) fn columns(&self, wanted: &[usize]) -> Result<Vec<Vec<f64>>, RecordingError> {
        let mut rows = self.rows(wanted, None)?;
        if let Some(defect) = rows.defects.into_iter().next() {
            return Err(defect.fault);
        }
        for (column, &place) in rows.columns.iter_mut().zip(wanted) {
            let Some(unit) = self.row_unit(place).or(self.name_unit(place)) else {
                continue;
            };
            let Some(known) = Channel::unit_of_any(unit) else {
                return Err(RecordingError::UnknownUnit {
                    path: self.path.clone(),
                    column: bare(&self.layout.header[place]).0.to_owned(),
                    unit: unit.to_owned(),
                });
            };
            if known.factor != 1.0 {
                column.iter_mut().for_each(|x| *x *= known.factor);
            }
        }
        Ok(rows.columns)
    }

    /// The numbers of some columns, with NaN in place of what is no finite number, and where that is.
    /// The column `clock` may have stamps of time (ISO 8601), which become seconds from the first.
    ///
    /// # Errors
    /// [`RecordingError::Untimed`] if it has times that cannot be read, and fewer than two that can.
    pub(super) fn rows(
        &self,
        wanted: &[usize],
        clock: Option<usize>,
    ) -> Result<Rows, RecordingError> {
        rows::read(&self.path, &self.layout, wanted, clock)
    }
}

/// By how many seconds a stamp of time is later than a first one.
pub(super) fn seconds_between(first: &str, later: &str) -> Option<f64> {
    let [first, later] = [first, later].map(fields::stamp);
    let by = later?.checked_sub(first?)?;
    Some(by as f64 * 1e-9)
}

/// A name and the unit in brackets behind it, `q1 [deg]` or `q1 (deg)`; `q[1]` has none.
pub(super) fn bare(name: &str) -> (&str, Option<&str>) {
    let ends = [('[', ']'), ('(', ')')];
    for (open, close) in ends {
        if let Some(inner) = name.strip_suffix(close)
            && let Some((name, unit)) = inner.rsplit_once(open)
            && !name.trim().is_empty()
            && !unit.bytes().all(|byte| byte.is_ascii_digit())
        {
            return (
                name.trim(),
                Some(unit.trim()).filter(|unit| !unit.is_empty()),
            );
        }
    }
    (name, None)
}

#[cfg(test)]
mod tests {
    use super::CsvFile;

    /// What people, printers of numbers and spreadsheets write.
    const ODD: [&str; 22] = [
        "1e22",
        "1E-22",
        "+1.5e+3",
        "-0",
        "-0.0",
        ".5",
        "5.",
        "0.1",
        "1e-320",
        "4.9e-324",
        "2.2250738585072011e-308",
        "1.7976931348623157e308",
        "9007199254740993",
        "0.30000000000000004",
        "123456789012345678901234567890",
        "3.14159265358979323846264338327950288419716939937510582097",
        "00012.50",
        " 7.25 ",
        "1.e2",
        "8.5e0",
        "17976931348623157e292",
        "0.000000000000000000000000000000000000000000000000000000000000000001",
    ];

    /// Between any separators, in quotes, before any end of a line, and at the file's end.
    #[test]
    fn numbers_are_read_to_the_last_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.csv");
        for (separator, end) in [(",", "\n"), (";", "\r\n"), ("\t", "\r"), (",", "\n\n")] {
            for quote in ["", "\""] {
                let line = |x: &str| {
                    let x = format!("{quote}{x}{quote}");
                    [&x, "1", &x].join(separator)
                };
                let lines: Vec<String> = ODD.iter().map(|x| line(x)).collect();
                let header = ["a", "b", "c"].join(separator);
                let text = format!("{header}{end}{}", lines.join(end));
                std::fs::write(&path, text).unwrap();
                let rows = CsvFile::open(&path).unwrap().rows(&[2, 0], None).unwrap();
                assert!(rows.defects.is_empty());
                for column in &rows.columns {
                    assert_eq!(column.len(), ODD.len());
                    for (x, text) in column.iter().zip(ODD) {
                        let expected: f64 = text.trim().parse().unwrap();
                        assert_eq!(x.to_bits(), expected.to_bits(), "{text}: {x:e}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_finite_number_has_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.csv");
        let odd = [
            "inf", "-NaN", "nan", "1e400", "", "1.2.3", "0x10", "1 2", "--1",
        ];
        for (k, text) in odd.iter().enumerate() {
            std::fs::write(&path, format!("a,b\n1,2\n3,{text}\n5,6\n")).unwrap();
            let rows = CsvFile::open(&path).unwrap().rows(&[1], None).unwrap();
            assert_eq!(rows.defects.len(), 1, "{k}: {text}");
            assert_eq!(rows.defects[0].row, 1, "{text}");
            assert!(rows.columns[0][1].is_nan(), "{text}");
            assert_eq!((rows.columns[0][0], rows.columns[0][2]), (2.0, 6.0));
        }
    }

    fn opened(text: &str) -> CsvFile {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.csv");
        std::fs::write(&path, text).expect("written");
        CsvFile::open_numbered(&path).expect("a table")
    }

    #[test]
    fn columns_go_by_their_names_with_or_without_units() {
        let file =
            opened("t [s],q (deg),q,q[1],[x],v ( ),w\n-,<rad>,[N·m],a,b,c,d\n1,2,3,4,5,6,7\n");
        let header: Vec<&str> = file.header().collect();
        assert_eq!(
            header,
            ["t [s]", "q (deg)", "q", "q[1]", "[x]", "v ( )", "w"]
        );
        let at = |name| file.position(name).expect("no two");
        assert_eq!(
            [at("t"), at("t [s]"), at("q"), at("q (deg)")],
            [Some(0), Some(0), Some(2), Some(1)]
        );
        assert_eq!(
            [at("q[1]"), at("v"), at("[x]"), at("x")],
            [Some(3), Some(5), Some(4), None]
        );
        let named: Vec<Option<&str>> = (0..8).map(|k| file.name_unit(k)).collect();
        assert_eq!(named[..3], [Some("s"), Some("deg"), None]);
        assert_eq!(named[3..], [None; 5]);
        assert_eq!(
            (file.words(), file.below_text(), file.row_unit(1)),
            (Some(2), None, None)
        );
        let file = opened("a note\nt,q,q\n-,<rad>,[N·m]\n1,2,3\n2,3,4\n");
        assert_eq!((file.words(), file.below_text()), (None, Some(2)));
        assert_eq!(
            [0, 1, 2, 3].map(|k| file.row_unit(k)),
            [None, Some("rad"), Some("N·m"), None]
        );
        let error = file.position("q").expect_err("two of them").to_string();
        assert!(
            error.ends_with("run.csv has two columns named `q`: rename one"),
            "{error}"
        );
        assert!(opened("q [m],q [mm]\n1,2\n3,4\n").position("q").is_err());
        assert_eq!(super::bare("arm/q1 (deg)"), ("arm/q1", Some("deg")));
        assert_eq!(super::bare("f(x) [N]"), ("f(x)", Some("N")));
        assert_eq!(super::bare("q[12]"), ("q[12]", None));
        assert_eq!(super::bare(" [m]"), (" [m]", None));
    }

    #[test]
    fn tables_without_names_or_rows_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.csv");
        let said = |text: &str| {
            std::fs::write(&path, text).expect("written");
            let error = CsvFile::open(&path).err().map(|error| error.to_string());
            error.map(|said| said.replace(&path.display().to_string(), "FILE"))
        };
        let empty = "FILE is empty: a recording has a header row and a row a sample";
        assert_eq!(said("# x\n"), Some(empty.to_owned()));
        assert_eq!(said(",,\n1,2,3\n"), Some(empty.to_owned()));
        assert_eq!(
            said("1,2\n3,4\n"),
            Some(
                "FILE has no header: its first row must hold the columns' names, or a description has to name columns by \
                 their numbers, as `columns: [1, 2]`"
                    .to_owned()
            )
        );
        assert_eq!(said("a,b\n1,2\n"), None);
    }

    /// So pandas writes the index of a table.
    #[test]
    fn one_column_may_be_without_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.csv");
        std::fs::write(&path, ",t,q\n0,0.5,-1\n1,0.75,2\n").expect("written");
        let file = CsvFile::open(&path).expect("a table");
        let header: Vec<&str> = file.header().collect();
        assert_eq!(header, ["", "t", "q"]);
        let at = |name| file.position(name).expect("no two");
        assert_eq!([at("t"), at("q")], [Some(1), Some(2)]);
        let rows = file.rows(&[2, 1], None).expect("numbers");
        assert!(rows.defects.is_empty());
        assert_eq!(rows.columns, [[-1.0, 2.0], [0.5, 0.75]]);
    }

    #[cfg(feature = "cli")]
    #[test]
    fn columns_come_in_the_order_asked_for_or_with_their_first_defect() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.csv");
        std::fs::write(&path, "a,b,c\n1,2,3\n4,x,6\n").expect("written");
        let file = CsvFile::open(&path).expect("a table");
        assert_eq!(file.path(), path);
        let columns = file.columns(&[2, 0]).expect("numbers");
        assert_eq!(columns, [[3.0, 6.0], [1.0, 4.0]]);
        let said = file.columns(&[0, 1]).expect_err("a word").to_string();
        assert!(said.contains("line 3, column `b`: `x` is not"), "{said}");
    }

    #[cfg(feature = "cli")]
    #[test]
    fn columns_are_in_si_units_whatever_units_the_file_has() {
        let folder = tempfile::tempdir().expect("a folder");
        let columns = |text: &str| {
            let path = folder.path().join("run.csv");
            std::fs::write(&path, text).expect("written");
            let file = CsvFile::open(&path).expect("a table");
            file.columns(&[0, 1, 2])
        };
        let near = |text: &str, expected: &[f64]| {
            let found = columns(text).expect("numbers");
            let found: Vec<f64> = found.iter().map(|column| column[0]).collect();
            let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{text}: {found:?}");
        };
        let half = std::f64::consts::FRAC_PI_2;
        near(
            "t [ms],q_a [deg],tau_a (mN·m)\n20,90,1500\n",
            &[0.02, half, 1.5],
        );
        near("t,q_b,v_a\ns,mm,mV\n2,90,1500\n", &[2.0, 0.09, 1.5]);
        near("t,q_a [rad],v_a [V]\n2,90,1500\n", &[2.0, 90.0, 1500.0]);
        // Of both the row is believed, as in a recording.
        near("t,q_a [deg],q_b\ns,rad,-\n2,3,4\n", &[2.0, 3.0, 4.0]);
        let said = columns("t,q_a [parsec],q_b\n1,2,3\n");
        let said = said.expect_err("no unit").to_string();
        assert!(said.ends_with("column `q_a` is in `parsec`, which is no unit that is known: write it in SI units, or with a unit such as deg, mm, rpm, mN·m or ms"), "{said}");
    }
}
