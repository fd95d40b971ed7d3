use std::io::Error;
use std::path::PathBuf;

use super::{Mistake, RecordingError, Spot};
use crate::regression::by_hand::MODEL;
use crate::unread::Unreadable;
use armwright_runtime::{Measured, Model};

fn path() -> PathBuf {
    "run.csv".into()
}

fn text(text: &str) -> String {
    text.to_owned()
}

/// Faults of files and of what stands in them.
#[test]
fn faults_of_files_are_told_with_their_place_and_remedy() {
    let io = || Error::other("no such file");
    let ragged = |fields, expected| RecordingError::Ragged {
        path: path(),
        line: 7,
        fields,
        expected,
    };
    let cases = [
        (
            RecordingError::Unreadable(Unreadable {
                path: path(),
                source: io(),
            }),
            "cannot read run.csv: no such file",
        ),
        (
            RecordingError::Named {
                place: text("run.yaml, line 3, column 5"),
                path: path(),
                source: io(),
            },
            "run.yaml, line 3, column 5: cannot read run.csv (no such file); files are looked for from the folder of the \
             description",
        ),
        (
            RecordingError::Broken {
                path: path(),
                what: text("a song"),
            },
            "run.csv cannot be read as CSV: it is a song",
        ),
        (
            RecordingError::Empty { path: path() },
            "run.csv is empty: a recording has a header row and a row a sample",
        ),
        (
            RecordingError::NoHeader { path: path() },
            "run.csv has no header: its first row must hold the columns' names, or a description has to name columns by their \
             numbers, as `columns: [1, 2]`",
        ),
        (
            RecordingError::MixedDecimals {
                path: path(),
                point: text("`1.5`"),
                comma: text("`2,5`"),
            },
            "run.csv has numbers with points, `1.5`, and with commas, `2,5`: save them with points, and without marks between \
             thousands",
        ),
        (
            RecordingError::RepeatedColumn {
                path: path(),
                column: text("q"),
            },
            "run.csv has two columns named `q`: rename one",
        ),
        (
            ragged(4, 3),
            "run.csv, line 7: 4 fields where the header has 3",
        ),
        (
            ragged(5, 3),
            "run.csv, line 7: 5 fields where the header has 3; if these are decimal commas, save the file with semicolons between \
             numbers",
        ),
        (
            ragged(6, 3),
            "run.csv, line 7: 6 fields where the header has 3; if these are decimal commas, save the file with semicolons between \
             numbers",
        ),
        (
            ragged(7, 3),
            "run.csv, line 7: 7 fields where the header has 3",
        ),
        (
            ragged(2, 1),
            "run.csv, line 7: 2 fields where the header has 1",
        ),
        (
            RecordingError::NotANumber {
                path: path(),
                line: 9,
                column: text("q"),
                text: text("x"),
            },
            "run.csv, line 9, column `q`: `x` is not a finite number; repair the file, or cut the rows out of a recording with `select`",
        ),
        (
            RecordingError::NoColumn {
                files: text("run.csv"),
                column: text("q"),
                quantity: text("position"),
                suggestion: text("; did you mean p?"),
            },
            "run.csv has no column `q` (for position); did you mean p?",
        ),
        (
            RecordingError::NoTime { path: path() },
            "run.csv has no column `t` (for time); name the column in a description beside the file (`time: {column: NAME, unit: \
             s}`), or give a rate there if samples are evenly spaced (`time: {rate: HZ}`)",
        ),
        (
            RecordingError::Ambiguous {
                files: text("a.csv, b.csv"),
                column: text("q"),
                quantity: "position",
            },
            "column `q` is in several files: say which under `position` with `file: NAME` (a.csv, b.csv)",
        ),
        (
            RecordingError::RowCount {
                path: path(),
                rows: 8,
                other: "b.csv".into(),
                expected: 9,
            },
            "run.csv has 8 rows and b.csv has 9: files of one recording need the same rows",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
}

/// Faults of what was recorded.
#[test]
fn faults_of_recordings_are_told_with_their_numbers() {
    let name = || text("run");
    let cases = [
        (
            RecordingError::NoPiece {
                name: name(),
                from: 1.0,
                to: 2.5,
                longest: 0.25,
                needed: 0.75,
            },
            "run: from 1.000 s to 2.500 s no piece without long holes has 0.750 s (the longest has 0.250 s), which filters need at \
             this motion: record without such holes, or a slower motion",
        ),
        (
            RecordingError::InPieces {
                name: name(),
                pieces: 3,
            },
            "run has holes that are too long to be bridged, or positions that jump, and is used in 3 pieces: read it with \
             `Recording::read_all`, or choose one of them with `select`",
        ),
        (
            RecordingError::TooFew {
                name: name(),
                samples: 9,
            },
            "run leaves 9 samples: at least 10 are needed (check `select`)",
        ),
        (
            RecordingError::Clock { name: name() },
            "run: time does not advance from any row to the next: check that `time` names the column of time stamps, or give `time: \
             {rate: HZ}`",
        ),
        (
            RecordingError::Rate {
                name: name(),
                rate: -2.0,
            },
            "run: -2 samples a second is no rate; give a number above 0, or time stamps",
        ),
        (
            RecordingError::Length {
                name: name(),
                channel: "torque",
                joint: text("j2"),
                samples: 8,
                expected: 9,
            },
            "run: torque of j2 has 8 samples, position has 9: all arrays of a recording have one length",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn lists_have_a_number_a_joint_or_row() {
    let model = Model {
        measured: &[
            Measured {
                name: "fx_b",
                unit: "N",
            },
            Measured {
                name: "power",
                unit: "W",
            },
        ],
        ..MODEL
    };
    let said = |result: Result<(), RecordingError>| result.err().map(|error| error.to_string());
    assert_eq!(
        said(RecordingError::check_count("run", "sign", 2, &model)),
        None
    );
    assert_eq!(
        said(RecordingError::check_count("run", "sign", 3, &model)),
        Some(text(
            "run: `sign` lists 3, but the robot by_hand has 2 joints: j1, j2"
        ))
    );
    let rows = ["fx_b", "fy_b", "power"];
    assert_eq!(
        said(RecordingError::check_rows("run", "unit", 3, &rows, &model)),
        None
    );
    assert_eq!(
        said(RecordingError::check_rows("run", "unit", 2, &rows, &model)),
        Some(text(
            "run: `unit` has 2, and by_hand has 3 rows that are measured (fx_b, fy_b, power): one each"
        ))
    );
    let missing = RecordingError::not_measured("run", &["fx_b", "fz_b"], &model);
    assert_eq!(
        missing.to_string(),
        "run has no column for `fx_b`, `fz_b`, though the file of by_hand says with `measure` that it is measured: name the columns \
         in a description beside the file (`measured: {columns: [..]}`, in the order of the rows fx_b, power), or give the robot \
         file another `measure`"
    );
    let singular = RecordingError::singular("run", &model).to_string();
    assert_eq!(singular, "run: the transmission of by_hand is singular");
}

#[test]
fn mistakes_of_a_description_are_lines_with_their_places() {
    let spot = Spot { line: 3, column: 5 };
    let error = RecordingError::Description {
        path: "run.yaml".into(),
        mistakes: vec![Mistake::at(spot, "one"), Mistake::of_file("two")],
    };
    assert_eq!(
        error.to_string(),
        "run.yaml, line 3, column 5: one\nrun.yaml: two"
    );
}
