use super::{Collected, DEFECTS, Rows, Written};
use crate::recording::RecordingError;
use crate::recording::csv_file::CsvFile;

/// The rows of some columns of a table, and faults with the file's name alone.
fn read(text: &str, wanted: &[usize], clock: Option<usize>) -> Result<Rows, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.csv");
    std::fs::write(&path, text).expect("written");
    let rows = CsvFile::open(&path).and_then(|file| file.rows(wanted, clock));
    rows.map_err(|error| {
        error
            .to_string()
            .replace(&path.display().to_string(), "FILE")
    })
}

fn defects(rows: &Rows) -> Vec<(usize, String)> {
    let said = |fault: &RecordingError| {
        let said = fault.to_string();
        said.split_once("run.csv")
            .map_or(said.clone(), |(_, rest)| rest.to_owned())
    };
    rows.defects
        .iter()
        .map(|d| (d.row, said(&d.fault)))
        .collect()
}

#[test]
fn rows_are_told_by_their_lines_past_comments_and_blanks() {
    let rows = read("# x\na,b\n1,2\n3,4\n\n# y\n5,6\n7,8\n", &[1, 0], None).expect("rows");
    assert_eq!(rows.columns, [[2.0, 4.0, 6.0, 8.0], [1.0, 3.0, 5.0, 7.0]]);
    assert_eq!([0, 1, 2, 3].map(|row| rows.line(row)), [3, 4, 7, 8]);
    assert!(!rows.commas && rows.stamps.is_none() && rows.defects.is_empty());
    assert_eq!(Rows::default().line(3), 0);
}

#[test]
fn what_is_no_number_is_told_once_a_row() {
    let long = "y".repeat(50);
    let text = format!("a,b,c\n1,x,{long}\n2,3,4\n5,6,{long}\n");
    let rows = read(&text, &[1, 2], None).expect("rows");
    let told = |line: u64, column: &str, text: &str| {
        format!(
            ", line {line}, column `{column}`: `{text}` is not a finite number; repair the file, or cut the rows out of a recording \
             with `select`"
        )
    };
    let expected = [(0, told(2, "b", "x")), (2, told(4, "c", &long[..40]))];
    assert_eq!(defects(&rows), expected);
    assert!(rows.columns[0][0].is_nan() && rows.columns[1][0].is_nan());
    assert_eq!([rows.columns[0][1], rows.columns[1][1]], [3.0, 4.0]);
}

#[test]
fn a_column_of_words_is_not_listed_without_end() {
    let file = CsvFile {
        path: "run.csv".into(),
        layout: super::Layout {
            separator: crate::recording::csv_file::fields::Separator::Blanks,
            header: vec!["a".to_owned()],
            numbered: false,
            units: Vec::new(),
            line: 1,
            last: 1,
            preamble: false,
            words: None,
        },
    };
    let mut collected = Collected {
        path: &file.path,
        layout: &file.layout,
        rows: Rows::default(),
        row: 0,
        point: None,
        comma: None,
        stamps: None,
    };
    for row in 0..DEFECTS + 3 {
        collected.row = row;
        let (line, column, text) = (2, 0, "x");
        collected.defect(&Written { line, column, text });
    }
    assert_eq!((collected.rows.defects.len(), DEFECTS), (DEFECTS, 10_000));
}

#[test]
fn rows_have_as_many_fields_as_the_header() {
    assert!(read("a,b\n1,2,,\n3,4\n", &[0], None).is_ok());
    let few = read("a,b,c\n1,2,3\n4,5\n6,7,8\n", &[0], None).err();
    assert_eq!(
        few,
        Some("FILE, line 3: 2 fields where the header has 3".to_owned())
    );
    let many = read("a,b\n1,2\n1,2,3\n", &[0], None).err();
    let decimals = "; if these are decimal commas, save the file with semicolons between numbers";
    assert_eq!(
        many,
        Some(format!(
            "FILE, line 3: 3 fields where the header has 2{decimals}"
        ))
    );
    let first = read("a,b,c\n1,2\n", &[0], None).err();
    assert_eq!(
        first,
        Some("FILE, line 2: 2 fields where the header has 3".to_owned())
    );
    // The last line may have been cut off, in the middle of a number.
    let rows = read("a,b,c\n1,2,3\n4,5\n", &[0, 1, 2], None).expect("rows");
    assert_eq!(rows.columns[0], [1.0, 4.0]);
    assert!(rows.columns[1][1].is_nan() && rows.columns[2][1].is_nan());
    let said = ", line 3: 2 fields where the header has 3".to_owned();
    assert_eq!(defects(&rows), [(1, said)]);
}

#[test]
fn points_and_commas_do_not_go_together() {
    let rows = read("a;b\n1,5;2\n3;4,25\n", &[0, 1], None).expect("rows");
    assert_eq!(rows.columns, [[1.5, 3.0], [2.0, 4.25]]);
    assert!(rows.commas);
    let mixed = read("a;b\n1;2,5\n3,5;4\n1.5;2.5\n", &[0, 1], None).err();
    let expected = "FILE has numbers with points, `1.5` on line 4 in `a`, and with commas, `2,5` on line 2 in `b`: save \
                    them with points, and without marks between thousands";
    assert_eq!(mixed, Some(expected.to_owned()));
    assert!(read("a;b\n1;2,5\n3;4,5\n1.5;2,5\n", &[1], None).is_ok());
}

#[test]
fn stamps_count_from_the_first_and_go_on_at_midnight() {
    let text = "t,a\n23:59:58.5,1\n00:00:01,2\n11:00:00,3\n00:00:02,4\nx,5\n00:00:03,6\n";
    let rows = read(text, &[1, 0], Some(1)).expect("rows");
    let day = 86_400.0;
    let expected = [0.0, 2.5, 39_601.5, 3.5, f64::NAN, 4.5];
    for (x, y) in rows.columns[1].iter().zip(expected) {
        assert!(
            (x - y).abs() < 1e-9 || y.is_nan() && x.is_nan(),
            "{:?}",
            rows.columns[1]
        );
    }
    assert_eq!(rows.stamps.as_deref(), Some("23:59:58.5"));
    // Back by more than half a day is on.
    let text = "t,a\n23:00:00,1\n10:59:59,2\n22:00:00,3\n09:00:00,4\n";
    let rows = read(text, &[0], Some(0)).expect("rows");
    let hours: Vec<f64> = rows.columns[0].iter().map(|t| t / day * 24.0).collect();
    for (x, y) in hours.iter().zip([0.0, 12.0 - 1.0 / 3600.0, 23.0, 34.0]) {
        assert!((x - y).abs() < 1e-9, "{hours:?}");
    }
    let text = "t,a\n23:00:00,1\n11:00:00,2\n";
    let rows = read(text, &[0], Some(0)).expect("rows");
    assert_eq!(rows.columns[0], [0.0, -43_200.0]);
    // With a date it does not.
    let text = "t,a\n2024-05-02T23:00:00,1\n2024-05-02T01:00:00,2\n";
    let rows = read(text, &[0], Some(0)).expect("rows");
    assert_eq!(rows.columns[0], [0.0, -79_200.0]);
    // Other columns have no stamps.
    assert_eq!(defects(&read(text, &[0], None).expect("rows")).len(), 2);
}

/// By the first of them, wherever the column stands. Two that can be read are enough.
#[test]
fn times_of_which_none_can_be_read_are_told() {
    let text = "a,t\n1,05/01/2024 12:00 PM\n2,noon\n";
    let expected = "FILE, line 2, column `t`: `05/01/2024 12:00 PM` is no time, nor is any below it: give numbers, ISO 8601, \
                    dates with dots, a clock alone, or `time: {rate: HZ}`";
    for (wanted, clock) in [([1, 0], 0), ([0, 1], 1)] {
        let said = read(text, &wanted, Some(clock)).err();
        assert_eq!(said.as_deref(), Some(expected));
    }
    for text in ["a,t\n1,0\n2,x1\n3,x2\n", "a,t\n1,0\n2,x1\n"] {
        let said = read(text, &[1], Some(0)).err();
        let expected = "FILE, line 3, column `t`: `x1` is no time, and only one row has one: give numbers, ISO 8601, dates with \
                        dots, a clock alone, or `time: {rate: HZ}`";
        assert_eq!(said.as_deref(), Some(expected));
    }
    let rows = read("a,t\n1,noon\n2,12:01\n3,12:02\n", &[1], Some(0)).expect("rows");
    assert!(rows.columns[0][1].abs() + (rows.columns[0][2] - 60.0).abs() < 1e-9);
    // Nothing is wrong with the only row.
    let rows = read("a,t\n1,0.5\n", &[1], Some(0)).expect("a row");
    assert_eq!(rows.columns, [[0.5]]);
    // The first of all rows is told, though no field of it is a number.
    let text = "t,a\n0.0Q+00,0.0Q+00\n2.0Q-03,1.0Q-02\n4.0Q-03,2.0Q-02\n";
    let said = read(text, &[0], Some(0)).err().unwrap_or_default();
    assert!(
        said.starts_with("FILE, line 2, column `t`: `0.0Q+00` is no time"),
        "{said}"
    );
}
