//! Files and descriptions that do not fit each other, and what raises doubts.

use super::{Folder, lines, near, table};
use crate::regression::by_hand::MODEL;
use armwright_runtime::Model;

const YAML: &str = "recording:
  file: [run.csv, other.csv]
  time: {column: t}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";

fn other() -> String {
    table("x,y", 12, |k| vec![k, -k])
}

/// The first of some text in a description, as messages say it.
fn place(yaml: &str, text: &str) -> String {
    let at = yaml.find(text).expect(text);
    let line = yaml[..at].matches('\n').count() + 1;
    let start = yaml[..at].rfind('\n').map_or(0, |end| end + 1);
    let column = yaml[start..at].chars().count() + 1;
    format!("run.yaml, line {line}, column {column}")
}

fn with(yaml: &str) -> Folder {
    Folder::with(&[
        ("run.csv", &lines("t,a,b,c,d")),
        ("other.csv", &other()),
        ("run.yaml", yaml),
    ])
}

/// What is wrong once some text is another, at a place of the text that came of it.
fn wrong(from: &str, to: &str, at: &str, what: &str) {
    let yaml = YAML.replacen(from, to, 1);
    let expected = format!("{}: {what}", place(&yaml, at));
    assert_eq!(with(&yaml).refused("run.yaml", &MODEL), expected);
}

#[test]
fn units_belong_to_what_turns_and_what_slides() {
    let lists = "a list of units has one a joint, and numbers of the motor need `side: motor`";
    wrong(
        "[a, b],",
        "[a, b], unit: deg,",
        "deg",
        &format!(
            "`deg` is not a unit of the position of j2, which slides: use one of m, mm; {lists}"
        ),
    );
    wrong(
        "[a, b],",
        "[a, b], unit: [mm, m],",
        "mm, m",
        &format!(
            "`mm` is not a unit of the position of j1, which turns: use one of rad, deg, rev, mrad; {lists}"
        ),
    );
    wrong(
        "[c, d],",
        "[c, d], unit: [N·m, kN·m],",
        "kN·m",
        &format!(
            "`kN·m` is not a unit of the torque of j2, which slides: use one of N, kN; {lists}"
        ),
    );
}

#[test]
fn lists_have_one_a_joint_or_one_for_all() {
    let joints = |key: &str, count: usize| {
        format!("`{key}` lists {count}, but the robot by_hand has 2 joints: j1, j2")
    };
    wrong(
        "[a, b],",
        "[a, b, c],",
        "[a, b, c]",
        &joints("position.columns", 3),
    );
    wrong(
        "[a, b],",
        "[a, b], sign: [1, 1, 1],",
        "[1, 1, 1]",
        &joints("position.sign", 3),
    );
    wrong(
        "[a, b],",
        "[a, b], scale: [1, 1, 1],",
        "[1, 1, 1]",
        &joints("position.scale", 3),
    );
    wrong(
        "[a, b],",
        "[a, b], unit: [m, m, m],",
        "[m, m, m]",
        &joints("position.unit", 3),
    );
    wrong(
        "[a, b],",
        "[a, b], offset: [1, 1, 1],",
        "[1, 1, 1]",
        &joints("position.offset", 3),
    );
    wrong("[c, d],", "[c],", "[c]", &joints("torque.columns", 1));
}

#[test]
fn files_and_columns_are_told_where_they_are_named() {
    let yaml = YAML.replacen("other.csv", "none.csv", 1);
    let said = with(&yaml).refused("run.yaml", &MODEL);
    let start = format!("{}: cannot read none.csv (", place(&yaml, "none.csv"));
    let end = "); files are looked for from the folder of the description";
    assert!(said.starts_with(&start) && said.ends_with(end), "{said}");
    let yaml = YAML.replacen("run.csv", "none.csv", 1);
    let said = with(&yaml).refused("run.yaml", &MODEL);
    assert!(
        said.starts_with(&format!("{}: ", place(&yaml, "none.csv"))),
        "{said}"
    );

    let yaml = YAML.replacen("[c, d]", "[c, bb]", 1);
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "run.csv, other.csv has no column `bb` (for torque, named in {}); did you mean b?",
            place(&yaml, "bb")
        )
    );
    let yaml = YAML.replacen("{column: t}", "{column: time}", 1);
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "run.csv, other.csv has no column `time` (for time, named in {})",
            place(&yaml, "time}")
        )
    );
    let yaml = YAML.replacen("[c, d], side", "[c, d], file: run.csv, side", 1);
    let yaml = yaml.replacen("[c, d]", "[c, x]", 1);
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "run.csv has no column `x` (for torque, named in {})",
            place(&yaml, "x], file")
        )
    );
    let yaml = YAML.replacen("[c, d], side", "[c, d], file: third.csv, side", 1);
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "{}: `torque` names the file `third.csv`, which is not among those under `file:`",
            place(&yaml, "third")
        )
    );
    let both = Folder::with(&[
        ("run.csv", &lines("t,a,b,c,d")),
        ("other.csv", &other().replacen('x', "d", 1)),
        ("run.yaml", YAML),
    ]);
    assert_eq!(
        both.refused("run.yaml", &MODEL),
        "column `d` is in several files: say which under `torque` with `file: NAME` (run.csv, other.csv)"
    );
}

#[test]
fn files_of_one_recording_have_the_same_rows() {
    let yaml = YAML.replacen("[c, d]", "[x, y]", 1);
    let read = |other: &str| {
        Folder::with(&[
            ("run.csv", &lines("t,a,b,c,d")),
            ("other.csv", other),
            ("run.yaml", &yaml),
        ])
    };
    assert_eq!(
        read(&table("x,y", 11, |k| vec![k, k])).refused("run.yaml", &MODEL),
        "other.csv has 11 rows and run.csv has 12: files of one recording need the same rows"
    );
    assert_eq!(
        read("x,y\n").refused("run.yaml", &MODEL),
        "other.csv has a header and no numbers below it: a recording has a header row and a row a sample"
    );
    // A file of which nothing is used has as many rows as it likes.
    let three = yaml.replacen("[run.csv", "[first.csv, run.csv", 1);
    let folder = Folder::with(&[
        ("first.csv", "u\n1\n"),
        ("run.csv", &lines("t,a,b,c,d")),
        ("other.csv", &table("x,y", 11, |k| vec![k, k])),
        ("run.yaml", &three),
    ]);
    assert_eq!(
        folder.refused("run.yaml", &MODEL),
        "other.csv has 11 rows and run.csv has 12: files of one recording need the same rows"
    );
}

#[test]
fn parts_that_are_selected_are_in_order() {
    let more = |select: &str| format!("{YAML}  select: {select}\n");
    let yaml = more("[[1.5, 1.6], [1.7, 1.65]]");
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "{}: `select` goes from 1.7 s to 1.65 s: it ends after it begins",
            place(&yaml, "[1.7")
        )
    );
    let yaml = more("[[1.5, 1.62], [1.6, 1.8]]");
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "{}: `select` has a part from 1.6 s after one to 1.62 s: write parts in the order of time, none within another",
            place(&yaml, "[1.6, 1.8")
        )
    );
    // Of three the last begins within the second, and after the first.
    let yaml = more("[[1.5, 1.55], [1.6, 1.7], [1.65, 1.8]]");
    assert_eq!(
        with(&yaml).refused("run.yaml", &MODEL),
        format!(
            "{}: `select` has a part from 1.65 s after one to 1.7 s: write parts in the order of time, none within another",
            place(&yaml, "[1.65")
        )
    );
    let yaml = more("[[1.5, 1.5]]");
    assert!(
        with(&yaml)
            .refused("run.yaml", &MODEL)
            .contains("from 1.5 s to 1.5 s")
    );
    let rows = with(&more("{from: 1.52}")).read("run.yaml", &MODEL);
    assert_eq!((rows.start, rows.samples()), (1.52, 11));
}

/// A part may begin where the one before ends; where a rate says when rows were recorded, ends are at the nearest rows.
#[test]
fn parts_that_are_selected_may_touch_and_end_between_rows() {
    let parts = |time: &str, select: &str| -> Vec<(f64, usize)> {
        let rows = table("t,a,b,c,d", 40, |k| vec![0.1 * k, k, -k, k * k, 3.0 - k]);
        let yaml = format!(
            "recording:\n  file: run.csv\n  time: {{{time}}}\n  position: {{columns: [a, b], side: joint}}\n  \
             torque: {{columns: [c, d], side: joint}}\n  select: {select}\n"
        );
        let folder = Folder::with(&[("run.csv", &rows), ("run.yaml", &yaml)]);
        let all = folder.all("run.yaml", &MODEL).expect("recordings");
        all.iter().map(|r| (r.start, r.samples())).collect()
    };
    let stamped = "column: t, unit: s";
    // Rows from 0.4 to 1.8 s, and from 1.9 to 3.5 s.
    let two = parts(stamped, "[[0.32, 1.85], [1.85, 3.58]]");
    let samples: Vec<usize> = two.iter().map(|part| part.1).collect();
    assert_eq!(samples, [15, 17]);
    assert!((two[0].0 - 0.4).abs() < 1e-9 && (two[1].0 - 1.9).abs() < 1e-9);
    // From 0.3 to 1.5 s; stamps are as they are.
    assert_eq!(parts("rate: 10", "[[0.32, 1.46]]"), [(0.3, 13)]);
    assert_eq!(parts("rate: 10", "[[0.36, 1.44]]"), [(0.4, 11)]);
    assert_eq!(parts(stamped, "[[0.32, 1.46]]")[0].1, 11);
}

#[test]
fn a_rate_or_stamps_say_when_rows_were_recorded() {
    let yaml = YAML.replacen("{column: t}", "{rate: 25}", 1);
    let found = with(&yaml).read("run.yaml", &MODEL);
    assert_eq!((found.rate, found.start), (25.0, 0.0));
    let stamped = lines("t,a,b,c,d").replacen("1.5,", "12:00:01.5,", 1);
    let stamps = (1..12).fold(stamped, |text, k| {
        let t = 1.5 + 0.02 * f64::from(k);
        text.replacen(&format!("\n{t},"), &format!("\n12:00:{t:05.2},"), 1)
    });
    let folder = Folder::with(&[
        ("run.csv", &stamps),
        ("other.csv", &other()),
        ("run.yaml", YAML),
    ]);
    let found = folder.read("run.yaml", &MODEL);
    assert!((found.rate - 50.0).abs() < 1e-6 && found.start == 0.0);
    let expected = "run.csv: time counts in seconds from the first stamp, 12:00:01.5".to_owned();
    assert_eq!(folder.remarks(&found)[0], expected);
    let yaml = YAML.replacen("{column: t}", "{column: t, unit: s}", 1);
    let folder = Folder::with(&[
        ("run.csv", &stamps),
        ("other.csv", &other()),
        ("run.yaml", &yaml),
    ]);
    assert_eq!(
        folder.refused("run.yaml", &MODEL),
        format!(
            "{}: `unit` has no effect: the column has stamps (ISO 8601), which count from the first; leave it out",
            place(&yaml, "s}")
        )
    );
}

#[test]
fn units_of_files_that_a_channel_does_not_have_are_told() {
    let yaml = YAML.replacen(", other.csv", "", 1);
    for (header, column, what) in [
        (
            "t,a,b [N·m],c,d",
            "b]",
            "`N·m` in the names of the columns is not a unit of position; write `unit:` under `position`, one of rad, deg, rev, mrad, \
             m, mm",
        ),
        (
            "t,a,b,c,d\ns,rad,m,volts,N",
            "c, d",
            "`volts` in the row of units under the header is not a unit of torque; write `unit:` under `torque`, one of N·m, mN·m, \
             kN·m, N·mm, N, kN",
        ),
    ] {
        let folder = Folder::with(&[("run.csv", &lines(header)), ("run.yaml", &yaml)]);
        let expected = format!("{}: {what}", place(&yaml, column));
        assert_eq!(folder.refused("run.yaml", &MODEL), expected);
    }
}

/// Positions in amperes are none; with a `scale` they are what the description makes of the numbers.
#[test]
fn a_scale_says_what_numbers_of_another_unit_are() {
    let files = |yaml: &str| {
        Folder::with(&[
            ("run.csv", &lines("t,a [A],b [A],c,d")),
            ("other.csv", &other()),
            ("run.yaml", yaml),
        ])
    };
    let said = files(YAML).refused("run.yaml", &MODEL);
    assert!(
        said.contains("`A` in the names of the columns is not a unit of position"),
        "{said}"
    );
    let scaled = YAML.replacen("[a, b]", "[a, b], scale: [0.5, 2]", 1);
    let found = files(&scaled).read("run.yaml", &MODEL);
    near(&found.position[0], |k| 0.5 * (2.0 + k));
    near(&found.position[1], |k| 2.0 * (5.0 - 2.0 * k));
}

#[test]
fn what_raises_doubts_is_told() {
    let csv = table("t;a;b;c;d;e", 12, |k| {
        vec![1.5 + 0.02 * k, 2.0 + k, 4.0, 4.0, 0.5 * k, 2.0 + k]
    });
    let csv = csv.replace(',', ";").replace('.', ",");
    let yaml = YAML
        .replacen("[a, b]", "[a, a]", 1)
        .replacen("[c, d]", "[c, e]", 1)
        .replacen("side: joint", "side: motor", 1);
    let plain = Model {
        transmission: &[],
        ..MODEL
    };
    let folder = Folder::with(&[
        ("run.csv", &format!("a note\n{csv}")),
        ("other.csv", &other()),
        ("run.yaml", &yaml),
    ]);
    let found = folder.read("run.yaml", &plain);
    let identical = |column: &str, of: &str| {
        format!(
            "columns `a` (position of {of}) and `{column}` (torque of j2) hold the same numbers in every row: check that each was \
             recorded for itself"
        )
    };
    let expected = [
        "torque is constant from beginning to end in `c`: check the name, and that it was recorded".to_owned(),
        "run.csv: the text above line 2 was passed over, which names the columns".to_owned(),
        "run.csv: numbers have decimal commas".to_owned(),
        "column `a` is used twice, for position of m1 and for position of m2: check the names".to_owned(),
        identical("e", "m1"),
        identical("e", "m2"),
        "nothing of other.csv is used: name a column of it, or leave it out of `file`".to_owned(),
        "`side: motor` changes nothing, since the file of by_hand has no transmission: add it under `drives`, or write `side: joint` \
         if the numbers are the joints'"
            .to_owned(),
    ];
    assert_eq!(folder.remarks(&found), expected);
    // A row of words under the header; two columns in which nothing changes are not the same; nor is time.
    let csv = table("t,a,b,c,d\nx,y,z,x,y", 12, |k| {
        vec![k, 4.0, 4.0, k, 0.5 * k]
    });
    let yaml = YAML.replacen(", other.csv", "", 1);
    let folder = Folder::with(&[
        ("run.csv", &csv),
        ("run.yaml", &yaml.replacen("t}", "t, unit: s}", 1)),
    ]);
    let found = folder.read("run.yaml", &MODEL);
    let expected = [
        "position is constant from beginning to end in `a`, `b`: check the name, unless nothing moved there",
        "run.csv: line 2 was passed over, which has neither numbers nor units",
    ];
    assert_eq!(folder.remarks(&found), expected);
}

#[test]
fn every_run_is_a_recording_with_a_name_of_its_own() {
    let yaml = YAML.replacen(
        "file: [run.csv, other.csv]",
        "runs: [run.csv, [run.csv, other.csv]]",
        1,
    );
    let folder = with(&yaml);
    let found = folder.all("run.yaml", &MODEL).expect("two runs");
    let names: Vec<String> = found.iter().map(|run| folder.plain(&run.source)).collect();
    assert_eq!(
        names,
        ["run.yaml, run.csv", "run.yaml, run.csv and other.csv"]
    );
    let files = |k: usize| found[k].files.len();
    assert_eq!([files(0), files(1)], [2, 3]);
}

/// What is no number where nothing is left is the reason.
#[test]
fn a_row_that_leaves_nothing_is_told() {
    let csv = table("t,a,b,c,d", 14, |k| vec![0.02 * k, k, k, k, k]);
    let broken = (3..12).fold(csv, |text, k| {
        let old = format!("\n{},", 0.02 * f64::from(k));
        text.replacen(&old, &format!("{old}word"), 1)
    });
    let yaml = YAML.replacen(", other.csv", "", 1);
    let folder = Folder::with(&[("run.csv", &broken), ("run.yaml", &yaml)]);
    assert_eq!(
        folder.refused("run.yaml", &MODEL),
        "run.csv, line 5, column `a`: `word3` is not a finite number; repair the file, or cut the rows out of a recording with `select`"
    );
}

#[test]
fn a_column_used_twice_is_called_as_in_its_file_and_its_uses_by_joints_without_motors() {
    let twice = |name: &str, quantity: &str| {
        format!(
            "column `{name}` is used twice, for {quantity} of j1 and for {quantity} of j2: check the names"
        )
    };
    let folder = with(&YAML.replacen("[c, d]", "[x, x]", 1));
    let found = folder.read("run.yaml", &MODEL);
    assert_eq!(folder.remarks(&found), [twice("x", "torque")]);
    const WITHOUT_MOTORS: Model = Model {
        motors: &[],
        transmission: &[],
        ..MODEL
    };
    let yaml = YAML.replacen(", other.csv", "", 1);
    let yaml = yaml.replacen("[a, b], side: joint", "[a, a], side: motor", 1);
    let folder = with(&yaml);
    let found = folder.read("run.yaml", &WITHOUT_MOTORS);
    assert_eq!(folder.remarks(&found)[0], twice("a", "position"));
}

/// However many words there are, the first row that has one is told, in whichever file that is.
#[test]
fn the_first_row_that_leaves_nothing_is_told_of_all_files() {
    let csv = table("t,a,b,c,d", 14, |k| vec![0.02 * k, k, k, k, k]);
    let broken = (4..12).fold(csv, |text, k| {
        let old = format!("\n{},", 0.02 * f64::from(k));
        text.replacen(&old, &format!("{old}word"), 1)
    });
    let other = table("x,y", 14, |k| vec![k, -k]).replacen("\n3,", "\nword,", 1);
    let yaml = YAML.replacen("[c, d]", "[x, y]", 1);
    let folder = Folder::with(&[
        ("run.csv", &broken),
        ("other.csv", &other),
        ("run.yaml", &yaml),
    ]);
    assert_eq!(
        folder.refused("run.yaml", &MODEL),
        "other.csv, line 5, column `x`: `word` is not a finite number; repair the file, or cut the rows out of a recording with `select`"
    );
}

#[test]
fn how_a_file_stands_is_told_of_that_file() {
    let commas = "numbers have decimal commas";
    let run = lines("t,a,b,c,d").replace(',', ";").replace('.', ",");
    let text = format!("a note\n{}", other());
    let unused = "nothing of other.csv is used: name a column of it, or leave it out of `file`";
    // Before the one that is used, and after it.
    for files in ["[other.csv, run.csv]", "[run.csv, other.csv]"] {
        let folder = Folder::with(&[
            ("run.csv", &run),
            ("other.csv", &other()),
            ("run.yaml", &YAML.replacen("[run.csv, other.csv]", files, 1)),
        ]);
        let found = folder.read("run.yaml", &MODEL);
        let expected = [format!("run.csv: {commas}"), unused.to_owned()];
        assert_eq!(folder.remarks(&found), expected, "{files}");
    }
    let folder = Folder::with(&[
        ("run.csv", &lines("t,a,b,c,d")),
        ("other.csv", &text),
        ("run.yaml", &YAML.replacen("[c, d]", "[x, y]", 1)),
    ]);
    let found = folder.read("run.yaml", &MODEL);
    assert_eq!(
        folder.remarks(&found),
        ["other.csv: the text above line 2 was passed over, which names the columns"]
    );
}

/// Whichever channel is said to be of motors, and however many files are not used.
#[test]
fn what_changes_nothing_is_told_of_every_channel_and_file() {
    let plain = Model {
        transmission: &[],
        ..MODEL
    };
    let yaml = YAML
        .replacen("other.csv", "other.csv, third.csv", 1)
        .replacen("[c, d], side: joint", "[c, d], side: motor", 1);
    let folder = Folder::with(&[
        ("run.csv", &lines("t,a,b,c,d")),
        ("other.csv", &other()),
        ("third.csv", &table("u,v", 12, |k| vec![k, 2.0 * k])),
        ("run.yaml", &yaml),
    ]);
    let found = folder.read("run.yaml", &plain);
    let expected = [
        "nothing of other.csv is used: name a column of it, or leave it out of `file`",
        "nothing of third.csv is used: name a column of it, or leave it out of `file`",
        "`side: motor` changes nothing, since the file of by_hand has no transmission: add it under `drives`, or write `side: joint` \
         if the numbers are the joints'",
    ];
    assert_eq!(folder.remarks(&found), expected);
}

#[test]
fn a_transmission_without_inverse_is_told_with_the_description() {
    let singular = Model {
        transmission: &[1.0, 1.0, 1.0, 1.0],
        ..MODEL
    };
    assert_eq!(
        with(YAML).refused("run.yaml", &singular),
        "run.yaml: the transmission of by_hand is singular"
    );
}
