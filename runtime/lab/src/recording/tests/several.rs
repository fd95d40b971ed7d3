//! Recordings in several pieces and of several runs: each has what is said of all.

use super::{Folder, near, table};
use crate::recording::{Arrays, BaseMotion, Contact, Contacts, Recording, UserColumn};
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Model, Side, Torque};

const FLOATING: Model = Model {
    bodies: &["base", "a", "b"],
    ..MODEL
};

/// Two segments of twelve rows.
fn csv() -> String {
    table("t,a,b,c,d,e,f,g,s", 24, |k| {
        vec![
            0.02 * k,
            2.0 + k,
            5.0 - 2.0 * k,
            1.0 + k * k,
            7.0 + 3.0 * k,
            3.0 - k,
            4.0 + k,
            0.5 * k,
            if k < 12.0 { 1.0 } else { 2.0 },
        ]
    })
}

fn pieces(lines: &str, model: &Model) -> (Folder, Vec<Recording>) {
    let yaml = format!(
        "recording:\n  file: [run.csv, other.csv]\n  time: {{column: t, unit: s}}\n  segment: {{column: s}}\n{lines}"
    );
    let folder = Folder::with(&[
        ("run.csv", &csv()),
        ("other.csv", "x\n1\n"),
        ("run.yaml", &yaml),
    ]);
    let found = folder.all("run.yaml", model).expect("two pieces");
    assert_eq!(found.len(), 2);
    (folder, found)
}

#[test]
fn every_piece_has_what_is_said_of_the_recording() {
    let (folder, found) = pieces(
        "  position: {columns: [a, b], side: motor}\n  torque: {columns: [c, d], side: joint}\n  second_position: {columns: [e, f]}\n  \
         user: [{name: room, columns: [g], scale: 2}, {name: warm, columns: [g, a], offset: [1, 2]}]\n  weight: 0.5\n\
         processing: {order: 3, without_torque: j1}\n",
        &MODEL,
    );
    let files = ["run.yaml", "run.csv", "other.csv"].map(|name| folder.0.path().join(name));
    for (recording, from) in found.iter().zip([0.0, 12.0]) {
        assert_eq!(recording.files, files);
        assert_eq!(recording.left_out, [Torque::joint(0)]);
        let sides = (recording.position_side, recording.torque_side);
        assert_eq!(sides, (Side::Motor, Side::Joint));
        assert_eq!(recording.options.order, Some(3));
        assert!((recording.start - 0.02 * from).abs() < 1e-12);
        near(&recording.position[0], |k| 0.5 * (2.0 + k + from));
        let torque = recording.torque.as_ref().expect("torques");
        assert_eq!(torque[0], [0.0; 12]);
        near(&torque[1], |k| 7.0 + 3.0 * (k + from));
        let further = &recording.further;
        assert_eq!(further.weight, Some(0.5));
        let second = further.second_position.as_ref().expect("second positions");
        assert_eq!(second.side, Side::Joint);
        near(&second.columns[1], |k| 4.0 + k + from);
        let names: Vec<&str> = further.user.iter().map(|user| user.name.as_str()).collect();
        assert_eq!(names, ["room", "warm"]);
        near(&further.user[0].columns[1], |k| k + from);
        near(&further.user[1].columns[0], |k| 0.5 * (k + from) + 1.0);
        near(&further.user[1].columns[1], |k| k + from + 4.0);
        assert_eq!(folder.plain(&recording.source), "run.yaml");
    }
    let names: Vec<String> = found
        .iter()
        .map(|piece| folder.plain(&piece.name))
        .collect();
    assert_eq!(
        names,
        ["run.yaml (0.00 s to 0.22 s)", "run.yaml (0.24 s to 0.46 s)"]
    );
    // What was noticed is said once.
    assert_eq!([found[0].remarks.len(), found[1].remarks.len()], [3, 0]);
}

#[test]
fn every_piece_knows_where_its_base_and_its_contacts_are() {
    let (_, found) = pieces(
        "  position: {columns: [a, b]}\n  base: {angular_velocity: {columns: [c, d, e]}, acceleration: {columns: [e, f, g]}, at: [0.1, \
         0.2, 0.3], delay: 0.02}\n  contacts: [{body: b, at: [1, 2, 3], columns: [c, d, e]}, {body: base, at: [4, 5, 6], axes: base, columns: [e, \
         f, g], sign: -1}]\n",
        &FLOATING,
    );
    let places = [
        Contact {
            body: 2,
            at: [1.0, 2.0, 3.0],
            own_axes: true,
            ..Contact::default()
        },
        Contact {
            body: 0,
            at: [4.0, 5.0, 6.0],
            own_axes: false,
            ..Contact::default()
        },
    ];
    for (recording, from) in found.iter().zip([0.0, 12.0]) {
        let base = recording.base.as_ref().expect("a base");
        assert_eq!((base.at, base.delay), ([0.1, 0.2, 0.3], 0.02));
        near(&base.columns[1], |k| 7.0 + 3.0 * (k + from));
        near(&base.columns[3], |k| 3.0 - k - from);
        let contacts = recording.contacts.as_ref().expect("contacts");
        assert_eq!(contacts.places, places);
        near(&contacts.wrenches[1], |k| 7.0 + 3.0 * (k + from));
        near(&contacts.wrenches[7], |k| -4.0 - k - from);
    }
}

#[test]
fn every_piece_of_arrays_has_what_is_said_of_all() {
    let column =
        |x: f64, step: f64| -> Vec<f64> { (0..24).map(|k| x + step * f64::from(k)).collect() };
    let mut time = column(0.0, 0.05);
    time[12..].iter_mut().for_each(|t| *t += 100.0);
    let arrays = Arrays {
        name: "swing".to_owned(),
        time,
        side: Side::Motor,
        torque: vec![column(1.0, 0.5), Vec::new()],
        second_position: vec![column(2.0, 0.1), column(3.0, 0.2)],
        user: vec![UserColumn {
            name: "room".to_owned(),
            columns: vec![column(20.0, 0.1)],
        }],
        base: Some(BaseMotion {
            columns: vec![column(0.5, 0.1); 6],
            at: [0.1, 0.2, 0.3],
            ..BaseMotion::default()
        }),
        contacts: Some(Contacts {
            places: vec![Contact {
                body: 1,
                at: [4.0, 5.0, 6.0],
                own_axes: false,
                ..Contact::default()
            }],
            wrenches: vec![column(1.0, 0.1); 6],
        }),
        ..Arrays::new(20.0, vec![column(0.1, 0.1), column(0.3, -0.2)], Vec::new())
    };
    let found = Recording::all_from_arrays(&FLOATING, arrays.clone()).expect("two pieces");
    assert_eq!(found.len(), 2);
    for (recording, start) in found.iter().zip([0.0, 100.6]) {
        assert!((recording.start - start).abs() < 1e-9);
        assert_eq!(recording.left_out, [Torque::motor(1)]);
        assert_eq!(
            [recording.position_side, recording.torque_side],
            [Side::Motor; 2]
        );
        let second = recording
            .further
            .second_position
            .as_ref()
            .expect("second positions");
        assert_eq!(second.side, Side::Joint);
        assert_eq!(recording.further.user[0].name, "room");
        assert_eq!(recording.further.user[0].columns.len(), 2);
        assert_eq!(recording.base.as_ref().expect("a base").at, [0.1, 0.2, 0.3]);
        let contacts = recording.contacts.as_ref().expect("a contact");
        assert_eq!(
            Some(&contacts.places),
            arrays.contacts.as_ref().map(|c| &c.places)
        );
    }
    assert_eq!(found[0].repairs.len(), 1);
    assert!(found[1].repairs.is_empty());
}

#[test]
fn what_is_left_out_at_the_command_is_left_out_of_every_run() {
    let yaml = "recording:\n  runs: [run.csv, second.csv]\n  time: {column: t, unit: s}\n  position: {columns: [a, b]}\n  torque: \
                {columns: [c, d]}\nprocessing: {trim: 7}\n";
    let second = csv().replacen("\n0,2,", "\n0,2.5,", 1);
    let folder = Folder::with(&[
        ("run.csv", &csv()),
        ("second.csv", &second),
        ("run.yaml", yaml),
    ]);
    let path = folder.0.path().join("run.yaml");
    let found = Recording::read_without(&path, &MODEL, &["j2".to_owned()]).expect("two runs");
    assert_eq!(found.len(), 2);
    for (recording, file) in found.iter().zip(["run.csv", "second.csv"]) {
        assert_eq!(recording.left_out, [Torque::joint(1)]);
        assert_eq!(recording.options.trim, Some(7));
        assert_eq!(
            recording.files,
            ["run.yaml", file].map(|name| folder.0.path().join(name))
        );
    }
    assert_eq!(
        [found[0].position[0][0], found[1].position[0][0]],
        [2.0, 2.5]
    );
}

/// Rows are those of the file with the time, however others stand.
#[test]
fn rows_are_told_by_the_lines_of_the_file_with_the_time() {
    let other = table("x,y", 24, |k| vec![k, 1.0 - k]).replacen("\n7,", "\nnan,", 1);
    let lines = |time: &str| {
        let yaml = format!(
            "recording:\n  file: [other.csv, run.csv]\n  time: {time}\n  position: {{columns: [a, b]}}\n  torque: {{columns: [x, y]}}\n"
        );
        let run = format!("# made by hand\n\n{}", csv());
        let folder = Folder::with(&[
            ("run.csv", &run),
            ("other.csv", &other),
            ("run.yaml", &yaml),
        ]);
        folder.read("run.yaml", &MODEL).repairs[0].rows
    };
    assert_eq!(lines("{column: t, unit: s}"), Some([11, 11]));
    assert_eq!(lines("{rate: 50}"), Some([9, 9]));
}

/// Of files without times the first one counts of which anything is used.
#[test]
fn rows_without_times_are_told_by_the_lines_of_a_file_that_is_used() {
    let run = format!("# made by hand\n\n{}", csv());
    let run = run.replacen(",-4,11,", ",nan,11,", 1);
    let yaml = "recording:\n  file: [notes.csv, run.csv]\n  time: {rate: 50}\n  position: {columns: [a, b]}\n  torque: {columns: [e, f]}\n";
    let folder = Folder::with(&[
        ("notes.csv", "x\n1\n"),
        ("run.csv", &run),
        ("run.yaml", yaml),
    ]);
    let found = folder.read("run.yaml", &MODEL);
    // The eighth below two lines and the names.
    assert_eq!(found.repairs[0].rows, Some([11, 11]));
}

/// Two files with a clock each, of as many rows: positions in seconds, and torques by a clock of their own.
#[test]
fn rows_of_two_files_belong_together_where_their_stamps_agree() {
    let run = csv();
    let read = |header: &str, stamp: &dyn Fn(f64) -> String| {
        let mut torques = format!("{header}\n");
        for k in 0..24 {
            let k = f64::from(k);
            torques += &format!("{},{k},{}\n", stamp(k), 1.0 - k);
        }
        let yaml = "recording:\n  file: [run.csv, u.csv]\n  time: {column: t, file: run.csv}\n  position: {columns: [a, b]}\n  torque: \
                    {columns: [x, y]}\n";
        let files = [
            ("run.csv", &run[..]),
            ("u.csv", &torques),
            ("run.yaml", yaml),
        ];
        let folder = Folder::with(&files);
        let found = folder.all("run.yaml", &MODEL);
        match found.as_deref() {
            Ok([one]) => {
                let mut said = folder.remarks(one);
                said.retain(|remark| remark.contains("rows were paired"));
                Ok(said)
            }
            Ok(several) => panic!("{} pieces", several.len()),
            Err(error) => Err(folder.plain(&error.to_string())),
        }
    };
    let none = Ok(Vec::new());
    assert_eq!(read("t,x,y", &|k| (0.02 * k).to_string()), none);
    assert_eq!(read("t [ms],x,y", &|k| (20.0 * k).to_string()), none);
    // Of a count, of words and of another name nothing is told.
    assert_eq!(read("t,x,y", &|k| (k + 7.0).to_string()), none);
    assert_eq!(read("t,x,y", &|_| "noon".to_owned()), none);
    assert_eq!(read("u,x,y", &|k| (0.5 * k).to_string()), none);
    let later = "u.csv: times in `t` are later than those of run.csv by 0.1000 s, and rows were paired by their numbers: check that \
                 those were measured together";
    let shifted = read("t,x,y", &|k| (0.02 * k + 0.1).to_string());
    assert_eq!(shifted, Ok(vec![later.to_owned()]));
    // Five rows are missing in the middle.
    let lost = |k: f64| if k < 12.0 { k } else { k + 5.0 };
    let refused = "run.yaml, line 3, column 9: rows of u.csv and of run.csv do not belong together: times in `t` of the former are \
                   later by 0.0000 s to 0.1000 s; cut both to the samples that both have, or give `time: {rate: HZ}` where rows were \
                   measured together whatever these times say";
    let found = read("t,x,y", &|k| (0.02 * lost(k)).to_string());
    assert_eq!(found, Err(refused.to_owned()));
}

/// Unless a file says itself in which unit its times are.
#[test]
fn a_clock_in_another_unit_is_the_same_clock() {
    let run = csv();
    let read = |header: &str, factor: f64| {
        let mut torques = format!("{header}\n");
        for k in 0..24 {
            let k = f64::from(k);
            torques += &format!("{},{k},{}\n", factor * 0.02 * k, 1.0 - k);
        }
        let yaml = "recording:\n  file: [run.csv, u.csv]\n  time: {column: t, file: run.csv, unit: s}\n  position: {columns: [a, \
                    b]}\n  torque: {columns: [x, y]}\n";
        let files = [
            ("run.csv", &run[..]),
            ("u.csv", &torques),
            ("run.yaml", yaml),
        ];
        let folder = Folder::with(&files);
        let found = folder.all("run.yaml", &MODEL);
        match found.as_deref() {
            Ok([one]) => {
                let mut said = folder.remarks(one);
                said.retain(|remark| remark.starts_with("u.csv: times"));
                Some(said)
            }
            _ => None,
        }
    };
    assert_eq!(read("t,x,y", 1.0), Some(Vec::new()));
    let said = "u.csv: times in `t` are in ms, as those of run.csv show";
    assert_eq!(read("t,x,y", 1e3), Some(vec![said.to_owned()]));
    assert_eq!(read("t [s],x,y", 1e3), None);
}

/// Stamps of a date and a clock count from the first of their own file.
#[test]
fn dates_of_two_files_are_compared() {
    let stamped = |header: &str, from: u32| {
        let rows = (0..24).map(|k| {
            let t = from + 20 * k;
            format!(
                "2024-05-01T12:00:0{}.{:03},{k},{}\n",
                t / 1000,
                t % 1000,
                3 * k
            )
        });
        format!("{header}\n{}", rows.collect::<String>())
    };
    let yaml = "recording:\n  file: [run.csv, u.csv]\n  time: {column: t, file: run.csv}\n  position: {columns: [a, b]}\n  torque: \
                {columns: [x, y]}\n";
    let said = |from: u32| {
        let folder = Folder::with(&[
            ("run.csv", &stamped("t,a,b", 100)),
            ("u.csv", &stamped("t,x,y", from)),
            ("run.yaml", yaml),
        ]);
        folder.remarks(&folder.read("run.yaml", &MODEL)).join("\n")
    };
    assert!(!said(100).contains("are later"), "{}", said(100));
    let later = said(350);
    assert!(
        later.contains("later than those of run.csv by 0.2500 s,"),
        "{later}"
    );
}
