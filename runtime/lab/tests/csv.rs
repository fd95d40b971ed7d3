//! CSV files as they come: whatever separates, ends, compresses and encodes them, the numbers are the
//! same, and what was taken is said.

use std::fs;
use std::io::Write;

use crate::specimen::ROBOT;
use armwright_lab::judge::notes;
use armwright_lab::recording::{Recording, RecordingError, Repair};
use armwright_runtime::Robot;

const ROWS: usize = 40;
const YAML: &str = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";

/// Time in s and the four columns.
fn row(k: usize) -> [f64; 5] {
    let t = 0.004 * k as f64;
    [
        t,
        (3.0 * t).sin(),
        0.25 * (k as f64) - 3.5,
        1.5e-3 * t.cos(),
        -12.5 * t,
    ]
}

/// A table of all rows, each number as it is to be written.
fn table(header: &str, separator: &str, number: impl Fn(usize, f64) -> String) -> String {
    let line = |k: usize| {
        let fields = row(k)
            .into_iter()
            .enumerate()
            .map(|(column, x)| number(column, x));
        fields.collect::<Vec<_>>().join(separator)
    };
    let lines: Vec<String> = (0..ROWS).map(line).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

fn point(_: usize, x: f64) -> String {
    x.to_string()
}

fn comma(_: usize, x: f64) -> String {
    x.to_string().replace('.', ",")
}

/// Time in so many parts of a second, everything else as it is.
fn clock(parts: f64, from: f64) -> impl Fn(usize, f64) -> String {
    move |column, x| match column {
        0 => format!("{:.0}", from + x * parts),
        _ => x.to_string(),
    }
}

fn read(bytes: &[u8], name: &str, yaml: &str) -> Result<Recording, RecordingError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join(name), bytes).expect("a temporary file");
    let path = folder.path().join("run.yaml");
    fs::write(&path, yaml.replace("run.csv", name)).expect("a temporary file");
    Recording::read(&path, ROBOT.model())
}

/// What is said of a recording whose numbers are those of all rows.
fn said(bytes: &[u8], yaml: &str) -> String {
    let recording = read(bytes, "run.csv", yaml).unwrap_or_else(|error| panic!("{error}"));
    said_of(recording)
}

fn said_of(recording: Recording) -> String {
    // Stamps that count from 1970 are told apart to 0.24 µs.
    let rounded = 2.4e-7 / 0.156;
    assert!(
        (recording.rate / 250.0 - 1.0).abs() <= rounded,
        "{}",
        recording.rate
    );
    let torque = recording.torque.clone().expect("torques");
    let found = [&recording.position[..], &torque[..]].concat();
    for (column, values) in found.iter().enumerate() {
        assert_eq!(values.len(), ROWS);
        for (k, value) in values.iter().enumerate() {
            let expected = row(k)[column + 1];
            assert!(
                (value - expected).abs() < 1e-12,
                "{column}, {k}: {value} {expected}"
            );
        }
    }
    let notes = notes(&recording.into(), ROBOT.model());
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    notes.join("\n")
}

fn refused(bytes: &[u8], yaml: &str) -> String {
    let error = read(bytes, "run.csv", yaml).expect_err("it cannot be read");
    error.to_string()
}

#[test]
fn separators_are_found() {
    let plain = said(table("t,a,b,c,d", ",", point).as_bytes(), YAML);
    for (separator, number) in [
        (";", point as fn(usize, f64) -> String),
        ("\t", point),
        ("  ", point),
        (" \t ", point),
        (", ", point),
        (";", comma),
        ("\t", comma),
        (" ", comma),
    ] {
        let header = ["t", "a", "b", "c", "d"].join(separator);
        let notes = said(table(&header, separator, number).as_bytes(), YAML);
        let says_so = notes.contains("run.csv: numbers have decimal commas");
        assert_eq!(says_so, number(0, 0.5) == "0,5", "{separator:?}: {notes}");
        let others = notes
            .lines()
            .filter(|line| !line.contains("decimal commas"));
        assert_eq!(others.count(), plain.lines().count(), "{notes}");
    }
    let quoted = table("\"t\",\"a\",\"b\",\"c\",\"d\"", ",", |k, x| {
        format!("\"{}\"", comma(k, x))
    });
    assert!(said(quoted.as_bytes(), YAML).contains("decimal commas"));
}

#[test]
fn names_may_have_separators_within_quotes() {
    let csv = table("t,\"a, of joint 1\",b,c,\"the \"\"d\"\"\"", ",", point);
    let yaml = YAML
        .replace("[a, b]", "['a, of joint 1', b]")
        .replace("[c, d]", "[c, 'the \"d\"']");
    said(csv.as_bytes(), &yaml);
}

#[test]
fn lines_may_end_and_be_encoded_in_any_way() {
    let plain = table("t,a,b,c,d", ",", point);
    for ending in ["\r\n", "\r"] {
        said(plain.replace('\n', ending).as_bytes(), YAML);
    }
    said(("\u{feff}".to_owned() + &plain).as_bytes(), YAML);
    let trailing = plain.replace('\n', ",\n");
    said(trailing.as_bytes(), YAML);
    said(trailing.replacen("d,", "d", 1).as_bytes(), YAML);
    // Latin-1: a degree sign is one byte.
    let degrees = table("t,a?,b,c,d", ",", point);
    let latin: Vec<u8> = degrees
        .bytes()
        .map(|b| if b == b'?' { 0xb0 } else { b })
        .collect();
    said(&latin, &YAML.replace("[a, b]", "[a°, b]"));
}

#[test]
fn comments_and_text_above_the_table_are_passed_over() {
    let plain = table("t,a,b,c,d", ",", point);
    let commented = plain.replace("\n0.02,", "\n# half time\n\n0.02,");
    assert_ne!(commented, plain);
    said(
        ("# robot: arm\n% 2024\n".to_owned() + &commented).as_bytes(),
        YAML,
    );
    // The header may be a comment itself, as NumPy writes it.
    said(("# first\n# ".to_owned() + &plain).as_bytes(), YAML);
    let notes = said(
        ("Robot: arm\nDate;2024\n\n".to_owned() + &plain).as_bytes(),
        YAML,
    );
    assert!(
        notes.contains("the text above line 4 was passed over"),
        "{notes}"
    );
    said(
        ("sep=;\n".to_owned() + &plain.replace(',', ";")).as_bytes(),
        YAML,
    );
}

#[test]
fn faults_are_told_with_their_line_whatever_stands_above() {
    let plain = table("t,a,b,c,d", ",", point);
    let commented = "# one\n".to_owned() + &plain.replace("\n0.02,", "\n\n# two\n0.02,");
    for changed in ["\n0.04,x", "\n0.015,"] {
        let changed = commented.replace("\n0.04,", changed);
        let recording = read(changed.as_bytes(), "run.csv", YAML).expect("one row is bridged");
        let told = |repair: &Repair| repair.rows == Some([15, 15]);
        assert!(
            recording.repairs.iter().any(told),
            "{:?}",
            recording.repairs
        );
    }
}

#[test]
fn a_row_of_units_is_used_and_said() {
    let csv = |units: &str| {
        table(
            &format!("t,a,b,c,d\n{units}"),
            ",",
            |column, x| match column {
                0 => (1000.0 * x).to_string(),
                1 | 2 => x.to_degrees().to_string(),
                _ => x.to_string(),
            },
        )
    };
    for units in ["ms,deg,deg,Nm,Nm", "[ms],[deg],[°],[N·m],-"] {
        let notes = said(csv(units).as_bytes(), YAML);
        let expected =
            "units were taken from the row of units under the header: position deg, torque N·m";
        assert!(notes.contains(expected), "{notes}");
        assert!(
            notes.contains("time in `t` was taken as in milliseconds: the row"),
            "{notes}"
        );
    }
    // What is written in the description comes first.
    let written = YAML.replace("[a, b]", "[a, b], unit: deg");
    let notes = said(
        csv("s,rad,rad,Nm,Nm").replace("\ns,", "\nms,").as_bytes(),
        &written,
    );
    assert!(!notes.contains("position deg"), "{notes}");
    let message = refused(csv("ms,deg,counts,Nm,Nm").as_bytes(), YAML);
    assert!(
        message.contains("`counts` in the row of units") && message.contains("line 4"),
        "{message}"
    );
    let message = refused(csv("ms,deg,mm,Nm,Nm").as_bytes(), YAML);
    assert!(
        message.contains("`mm` is not a unit of the position of q2, which turns"),
        "{message}"
    );
    // A row of words is not one of units.
    let notes = said(table("t,a,b,c,d\nx,y,z,Nm,v", ",", point).as_bytes(), YAML);
    assert!(
        notes.contains("line 2 was passed over, which has neither numbers nor units"),
        "{notes}"
    );
    assert!(!notes.contains("units were taken"), "{notes}");
}

#[test]
fn units_in_brackets_behind_a_name_are_used_and_said() {
    let scaled = |column: usize, x: f64| match column {
        1 => x.to_degrees().to_string(),
        _ => x.to_string(),
    };
    let csv = table("t [s],a [deg],b (rad),c (filtered),d", ",", scaled);
    let notes = said(csv.as_bytes(), YAML);
    let expected = "units were taken from the names of the columns: position deg, position rad";
    assert!(notes.contains(expected), "{notes}");
    // What may be a unit that nobody here knows would be a wrong figure without a word.
    let unknown = "what stands in brackets is no unit that is known, and SI units were taken: `c (filtered)`; write";
    assert!(notes.contains(unknown), "{notes}");
    let scaled = YAML.replace("torque: {", "torque: {scale: 1, ");
    assert!(scaled != YAML && !said(csv.as_bytes(), &scaled).contains("in brackets"));
}

#[test]
fn time_is_taken_by_name_or_by_its_numbers_and_said() {
    for (name, parts, from, expected) in [
        (
            "t",
            1e3,
            0.0,
            "in milliseconds: steps of 4.0000 are 250.0000 samples a second in it",
        ),
        ("t", 1e6, 5e6, "in microseconds: steps of"),
        ("t", 1e9, 0.0, "in nanoseconds: steps of"),
        (
            "t",
            1e6,
            1.7e15,
            "in microseconds: stamps near 1.7000e15 count from 1970",
        ),
        ("time_ms", 1e3, 0.0, "in milliseconds: its name says so"),
        (
            "Time [us]",
            1e6,
            0.0,
            "in microseconds: the names of the columns says so",
        ),
    ] {
        let csv = table(&format!("{name},a,b,c,d"), ",", clock(parts, from));
        let yaml = YAML.replace("{column: t}", &format!("{{column: '{name}'}}"));
        let notes = said(csv.as_bytes(), &yaml);
        assert!(notes.contains(expected), "{name}: {notes}");
    }
    // A stamp that comes late makes one step short, and none of the others.
    let late = |column, x: f64| match (column, x) {
        (0, x) if (x - 0.04).abs() < 1e-9 => "43.9".to_owned(),
        _ => clock(1e3, 0.0)(column, x),
    };
    let recording = read(table("t,a,b,c,d", ",", late).as_bytes(), "run.csv", YAML);
    let notes = notes(&recording.expect("a recording").into(), ROBOT.model());
    let notes = notes.iter().map(ToString::to_string).collect::<String>();
    assert!(
        notes.contains("in milliseconds: steps of 4.0000 are"),
        "{notes}"
    );
    let csv = table("t,a,b,c,d", ",", clock(1e6, 0.0));
    let written = YAML.replace("{column: t}", "{column: t, unit: us}");
    assert!(!said(csv.as_bytes(), &written).contains("taken as"));
}

#[test]
fn stamps_of_iso_8601_count_from_the_first() {
    let stamps = |form: fn(f64) -> String| {
        move |column: usize, x: f64| match column {
            0 => form(x),
            _ => x.to_string(),
        }
    };
    let forms: [fn(f64) -> String; 4] = [
        |t| format!("2024-05-01T23:59:{:06.3}Z", 59.0 + t),
        |t| format!("2024-05-01 12:00:{t:06.3}+02:00"),
        |t| format!("01.05.2024 12:00:{t:06.3}"),
        |t| format!("12:00:{t:06.3}"),
    ];
    for form in forms {
        let csv = table("t;a;b;c;d", ";", stamps(form));
        let notes = said(csv.as_bytes(), YAML);
        assert!(
            notes.contains("time counts in seconds from the first stamp, "),
            "{notes}"
        );
    }
    // A clock that goes on at midnight, and decimal commas.
    let csv = table("t;a;b;c;d", ";", |column, x| match column {
        0 if x < 0.1 => format!("23:59:{:06.3}", 59.9 + x).replace('.', ","),
        0 => format!("00:00:{:06.3}", x - 0.1).replace('.', ","),
        _ => comma(column, x),
    });
    assert!(said(csv.as_bytes(), YAML).contains("decimal commas"));
    let message = refused(
        csv.as_bytes(),
        &YAML.replace("{column: t}", "{column: t, unit: s}"),
    );
    assert!(
        message.contains("line 3, column 27: `unit` has no effect"),
        "{message}"
    );
}

#[test]
fn bare_files_have_units_in_their_names() {
    let csv = table(
        "t [ms],q_q1 [deg],q_q2 [deg],tau_q1,tau_q2",
        ",",
        |column, x| match column {
            0 => (1000.0 * x).to_string(),
            1 | 2 => x.to_degrees().to_string(),
            _ => x.to_string(),
        },
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("run.csv");
    fs::write(&path, csv).expect("a temporary file");
    let recording = Recording::read(&path, ROBOT.model());
    // The specimen's recordings are the motors', whose degrees become the joints' radians.
    let recording = recording.unwrap();
    assert!((recording.rate - 250.0).abs() < 1e-9);
    assert!((recording.position[0][10] - row(10)[1] / 50.0).abs() < 1e-12);
}

#[cfg(feature = "gzip")]
#[test]
fn compressed_files_are_read_and_damage_is_told() {
    let plain = table("t,a,b,c,d", ",", point);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(plain.as_bytes()).expect("memory");
    let packed = encoder.finish().expect("memory");
    said_of(read(&packed, "run.csv.gz", YAML).unwrap());
    // It is what it is, whatever it is called.
    said_of(read(&packed, "run.csv", YAML).unwrap());
    let cut = read(&packed[..packed.len() / 2], "run.csv.gz", YAML);
    let message = cut.expect_err("it is cut off").to_string();
    assert!(
        message.contains("run.csv.gz cannot be read as CSV: it is damaged, or cut off"),
        "{message}"
    );
}

#[test]
fn what_is_no_table_of_text_is_told() {
    for (bytes, expected) in [
        (
            &b"PK\x03\x04rest"[..],
            "a ZIP archive or spreadsheet: unpack it",
        ),
        (b"\x28\xb5\x2f\xfdrest", "compressed with zstd"),
        (b"MATLAB 5.0 MAT-file", "a MATLAB file: save it as CSV"),
        (b"\x93NUMPY\x01", "numpy.savetxt"),
        (b"\xff\xfet\0,\0", "UTF-16 text: save it as UTF-8"),
        (b"t,a\n1,\0\n", "zero bytes"),
    ] {
        let message = refused(bytes, YAML);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn numbers_of_two_kinds_are_refused() {
    let csv = table("t;a;b;c;d", ";", |column, x| match column {
        4 => comma(column, x + 0.5),
        _ => x.to_string(),
    });
    let message = refused(csv.as_bytes(), YAML);
    let expected = "with points, `-3.5` on line 2 in `b`, and with commas, `0,5` on line 2 in `d`";
    assert!(message.contains(expected), "{message}");
    // Commas that separate and commas within numbers cannot be told apart.
    let csv = table("t,a,b,c,d", ",", |_, x| format!("{x:.3}").replace('.', ","));
    let message = refused(csv.as_bytes(), YAML);
    assert!(
        message.contains("10 fields where the header has 5; if these are decimal commas"),
        "{message}"
    );
}

/// Columns of a table without a header go by their numbers; not one row is lost to a header that is none.
#[test]
fn a_table_without_a_header_has_numbered_columns() {
    let yaml = YAML
        .replace("column: t", "column: 1")
        .replace("[a, b]", "[2, 3]")
        .replace("[c, d]", "[4, 5]");
    for separator in [",", " ", "\t"] {
        let table = table("", separator, point);
        said(table.trim_start().as_bytes(), &yaml);
    }
    let by_name = read(
        table("", ",", point).trim_start().as_bytes(),
        "run.csv",
        YAML,
    );
    let message = by_name.expect_err("names without a header").to_string();
    assert!(message.contains("no column `t`"), "{message}");
}
