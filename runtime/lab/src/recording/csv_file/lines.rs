//! The lines of a text file, compressed or not, whatever ends them and however they are encoded.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::recording::RecordingError;
use crate::unread::Unreadable;

/// A line of more bytes is no line of a table.
const LONGEST: usize = 1 << 20;

/// How files begin that hold numbers, but no text.
const OTHERS: [(&[u8], &str); 11] = [
    (
        b"PK\x03\x04",
        "a ZIP archive or spreadsheet: unpack it, or save the sheet as CSV",
    ),
    (
        b"\x28\xb5\x2f\xfd",
        "compressed with zstd: decompress it, or compress it with gzip",
    ),
    (
        b"\xfd7zXZ",
        "compressed with xz: decompress it, or compress it with gzip",
    ),
    (
        b"BZh",
        "compressed with bzip2: decompress it, or compress it with gzip",
    ),
    (
        b"\x89HDF",
        "an HDF5 file (MATLAB 7.3 writes such): save it as CSV, in MATLAB with writetable",
    ),
    (
        b"MATLAB 5.0",
        "a MATLAB file: save it as CSV, in MATLAB with writetable",
    ),
    (
        b"\x93NUMPY",
        "a NumPy file: save it as CSV, with numpy.savetxt and a header",
    ),
    (b"PAR1", "a Parquet file: save it as CSV"),
    (b"#ROSBAG", "a ROS bag: save its topics as CSV"),
    (b"\xff\xfe", "UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text: save it as UTF-8"),
];

/// The lines of a file, one after the other.
pub(super) struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    compressed: bool,
    bytes: Vec<u8>,
    /// The number of the line that was read last, from 1.
    pub(super) number: u64,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, RecordingError> {
        let file = File::open(path).map_err(Unreadable::of(path))?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let start = reader.fill_buf().map_err(Unreadable::of(path))?;
        let compressed = start.starts_with(&[0x1f, 0x8b]);
        let mut lines = Self {
            path: path.to_owned(),
            reader: if compressed {
                unpacked(path, reader)?
            } else {
                Box::new(reader)
            },
            compressed,
            bytes: Vec::new(),
            number: 0,
        };
        let start = match lines.reader.fill_buf() {
            Ok(start) => start.to_owned(),
            Err(source) => return Err(lines.failed(source)),
        };
        if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
            return Err(broken(path, (*what).to_owned()));
        }
        if start.contains(&0) {
            let what = "not text, as it has zero bytes: save it as CSV".to_owned();
            return Err(broken(path, what));
        }
        Ok(lines)
    }

    /// Reads the next line without its end; `false` behind the last one.
    pub(super) fn next(&mut self, line: &mut String) -> Result<bool, RecordingError> {
        line.clear();
        match self.read() {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(source) => return Err(self.failed(source)),
        }
        self.number += 1;
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => line.push_str(text),
            // What is not UTF-8 is Latin-1, in which every byte is a character.
            Err(_) => line.extend(self.bytes.iter().map(|byte| char::from(*byte))),
        }
        if self.number == 1 && line.starts_with('\u{feff}') {
            line.drain(..'\u{feff}'.len_utf8());
        }
        Ok(true)
    }

    fn read(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let mut any = false;
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(any);
            }
            any = true;
            let end = buffer.iter().position(|b| matches!(b, b'\n' | b'\r'));
            self.bytes
                .extend_from_slice(&buffer[..end.unwrap_or(buffer.len())]);
            let Some(end) = end else {
                let all = buffer.len();
                self.reader.consume(all);
                if self.bytes.len() > LONGEST {
                    return Err(io::Error::other("a line of more than 1 MiB"));
                }
                continue;
            };
            let carriage = buffer[end] == b'\r';
            self.reader.consume(end + 1);
            if carriage && self.reader.fill_buf()?.first() == Some(&b'\n') {
                self.reader.consume(1);
            }
            return Ok(true);
        }
    }

    fn failed(&self, source: io::Error) -> RecordingError {
        if self.compressed {
            let what = format!(
                "damaged, or cut off: it cannot be decompressed behind line {}",
                self.number
            );
            return broken(&self.path, what);
        }
        Unreadable::of(&self.path)(source).into()
    }
}

fn broken(path: &Path, what: String) -> RecordingError {
    let path = path.to_owned();
    RecordingError::Broken { path, what }
}

#[cfg(feature = "gzip")]
#[allow(clippy::unnecessary_wraps, reason = "without the feature it fails")]
fn unpacked(
    _path: &Path,
    reader: impl BufRead + 'static,
) -> Result<Box<dyn BufRead>, RecordingError> {
    let decoder = flate2::bufread::MultiGzDecoder::new(reader);
    Ok(Box::new(BufReader::with_capacity(1 << 16, decoder)))
}

#[cfg(not(feature = "gzip"))]
fn unpacked(
    path: &Path,
    _reader: impl BufRead + 'static,
) -> Result<Box<dyn BufRead>, RecordingError> {
    let what = "compressed: decompress it, or build the laboratory with the feature `gzip`";
    Err(broken(path, what.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Lines};

    fn opened(bytes: &[u8]) -> Result<Lines, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.csv");
        std::fs::write(&path, bytes).expect("written");
        let folder = format!("{}/", folder.path().display());
        Lines::open(&path).map_err(|error| error.to_string().replace(&folder, ""))
    }

    fn all(bytes: &[u8]) -> Vec<(u64, String)> {
        let mut lines = opened(bytes).expect("text");
        let (mut line, mut found) = ("before".to_owned(), Vec::new());
        while lines.next(&mut line).expect("a line") {
            found.push((lines.number, line.clone()));
        }
        found
    }

    #[test]
    fn lines_end_in_three_ways_and_are_counted() {
        let expected = |lines: &[&str]| -> Vec<(u64, String)> {
            (1..)
                .zip(lines)
                .map(|(k, line)| (k, (*line).to_owned()))
                .collect()
        };
        let lines = expected(&["a", "", "b c", "d"]);
        assert_eq!(all(b"a\n\nb c\nd"), lines);
        assert_eq!(all(b"a\r\n\r\nb c\r\nd\r\n"), lines);
        assert_eq!(all(b"a\r\rb c\rd\r"), lines);
        assert_eq!(all(b""), []);
        // A byte-order mark is passed over where it belongs.
        assert_eq!(
            all("\u{feff}a\n\u{feff}b".as_bytes()),
            expected(&["a", "\u{feff}b"])
        );
        // Latin-1 line by line.
        assert_eq!(all(b"\xb0\n\xc2\xb0"), expected(&["\u{b0}", "\u{b0}"]));
        // Longer than what is read at a time.
        let long = "x".repeat(100_000);
        assert_eq!(
            all(format!("{long}\r\ny").as_bytes()),
            expected(&[&long, "y"])
        );
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut lines = opened(&vec![b'x'; LONGEST + (1 << 17)]).expect("text");
        assert_eq!(all(&vec![b'x'; LONGEST])[0].1.len(), 1 << 20);
        let error = lines
            .next(&mut String::new())
            .expect_err("a line of a mebibyte");
        let said = error.to_string();
        assert!(
            said.ends_with("run.csv: a line of more than 1 MiB"),
            "{said}"
        );
    }

    #[test]
    fn files_that_are_no_text_are_told_by_their_beginnings() {
        for (bytes, what) in [
            (
                &b"PK\x03\x04"[..],
                "a ZIP archive or spreadsheet: unpack it, or save the sheet as CSV",
            ),
            (
                b"\x28\xb5\x2f\xfd",
                "compressed with zstd: decompress it, or compress it with gzip",
            ),
            (
                b"\xfd7zXZ",
                "compressed with xz: decompress it, or compress it with gzip",
            ),
            (
                b"BZh9",
                "compressed with bzip2: decompress it, or compress it with gzip",
            ),
            (
                b"\x89HDF",
                "an HDF5 file (MATLAB 7.3 writes such): save it as CSV, in MATLAB with writetable",
            ),
            (
                b"MATLAB 5.0 ",
                "a MATLAB file: save it as CSV, in MATLAB with writetable",
            ),
            (
                b"\x93NUMPY",
                "a NumPy file: save it as CSV, with numpy.savetxt and a header",
            ),
            (b"PAR1", "a Parquet file: save it as CSV"),
            (b"#ROSBAG V2", "a ROS bag: save its topics as CSV"),
            (b"\xff\xfea", "UTF-16 text: save it as UTF-8"),
            (b"\xfe\xffa", "UTF-16 text: save it as UTF-8"),
            (b"t,a\n\0", "not text, as it has zero bytes: save it as CSV"),
        ] {
            let said = opened(bytes).err();
            assert_eq!(
                said,
                Some(format!("run.csv cannot be read as CSV: it is {what}"))
            );
        }
    }
}
