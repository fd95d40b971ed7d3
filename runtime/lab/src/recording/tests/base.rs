//! Robots whose base moves: how it does, and what acts on bodies from outside.

use super::{Folder, near, table};
use crate::recording::{BaseMotion, Channel, Contact, Recording, Remark};
use crate::regression::by_hand::MODEL;
use armwright_runtime::Model;

/// Gravity is -10 along z.
const FLOATING: Model = Model {
    bodies: &["base", "a", "b"],
    ..MODEL
};

/// Columns of every kind; the orientation is a quarter of a turn about x all along, as angles and as a quaternion that is
/// not of length 1.
fn csv() -> String {
    rows(12)
}

fn rows(count: u32) -> String {
    let header = "t,q1,q2,c,d,base_wx,base_wy,base_wz,base_ax,base_ay,base_az,base_qw,base_qx,base_qy,base_qz,r,p,y,\
                  f1,f2,f3,m1,m2,m3";
    table(header, count, |k| {
        let angles = [90.0, 0.0, 0.0];
        let wrench = [1.0 + k, 2.0, 3.0, 4.0, 5.0, 6.0 - k];
        let mut row = vec![
            0.02 * k,
            k,
            2.0 * k,
            3.0 - k,
            4.0 + k,
            1.0 + k,
            2.0,
            3.0,
            5.0,
            6.0 - k,
            7.0,
        ];
        row.extend([2.0, 2.0, 0.0, 0.0]);
        row.extend(angles);
        row.extend(wrench);
        row
    })
}

fn yaml(more: &str) -> String {
    format!(
        "recording:\n  file: run.csv\n  time: {{column: t, unit: s}}\n  position: {{columns: [q1, q2]}}\n  torque: {{columns: [c, d], \
         side: motor}}\n{more}"
    )
}

fn read(more: &str) -> Recording {
    let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &yaml(more))]);
    folder.read("run.yaml", &FLOATING)
}

fn refused(more: &str) -> String {
    let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &yaml(more))]);
    let said = folder.refused("run.yaml", &FLOATING);
    said.split_once(": ")
        .map_or(said.clone(), |(_, rest)| rest.to_owned())
}

fn base(recording: &Recording) -> &BaseMotion {
    recording.base.as_ref().expect("a base")
}

#[test]
fn a_base_has_the_columns_with_the_usual_names() {
    let found = read("");
    let BaseMotion { columns, at, .. } = base(&found);
    assert_eq!((columns.len(), *at), (6, [0.0; 3]));
    near(&columns[0], |k| 1.0 + k);
    near(&columns[2], |_| 3.0);
    near(&columns[4], |k| 6.0 - k);
    near(&columns[5], |_| 7.0);
    // Nothing is measured of the wrench on it; torques are (2 t1 + 3 t2, 5 t2).
    let measured = found.measured.as_ref().expect("rows");
    assert_eq!(measured.len(), 8);
    assert!(measured[..6].iter().all(|column| column == &[0.0; 12]));
    near(&measured[6], |k| 2.0 * (3.0 - k) + 3.0 * (4.0 + k));
    near(&measured[7], |k| 5.0 * (4.0 + k));
    assert!(found.torque.is_none());
}

#[test]
fn an_imu_is_turned_into_the_axes_of_the_base() {
    let found = read(
        "  base: {angular_velocity: {columns: [base_wx, base_wy, base_wz], unit: deg/s, offset: [0.5, 0, 0]}, \
         acceleration: {columns: [base_ax, base_ay, base_az], unit: g, sign: [1, -1, 1], scale: 2}, \
         at: [0.1, 0.2, 0.3], rpy: [0, 0, 90deg]}\n",
    );
    let BaseMotion {
        columns, at, rpy, ..
    } = base(&found);
    assert_eq!(*at, [0.1, 0.2, 0.3]);
    near(&rpy[..2], |_| 0.0);
    near(&rpy[2..], |_| std::f64::consts::FRAC_PI_2);
    // A quarter of a turn about z: (x, y, z) becomes (-y, x, z).
    near(&columns[0], |_| -2f64.to_radians());
    near(&columns[1], |k| (1.0 + k).to_radians() + 0.5);
    near(&columns[2], |_| 3f64.to_radians());
    let g = 2.0 * 9.806_65;
    near(&columns[3], |k| g * (6.0 - k));
    near(&columns[4], |_| g * 5.0);
    near(&columns[5], |_| g * 7.0);
}

#[test]
fn gravity_that_was_taken_out_is_put_back_by_the_orientation() {
    for orientation in [
        "",
        "orientation: {columns: [r, p, y], unit: deg}, ",
        "orientation: {columns: [base_qw, base_qx, base_qy, base_qz]}, ",
    ] {
        let found = read(&format!("  base: {{{orientation}gravity: removed}}\n"));
        let BaseMotion { columns, .. } = base(&found);
        // Free fall is along -y of the base, 10 m/s².
        near(&columns[3], |_| 5.0);
        near(&columns[4], |k| 16.0 - k);
        near(&columns[5], |_| 7.0);
        near(&columns[1], |_| 2.0);
    }
    // A quarter of a turn about y, and half of one about what is between x and z.
    for (columns, x) in [
        ("base_qw, base_qy, base_qx, base_qz", -5.0),
        ("base_qy, base_qw, base_qz, base_qx", 15.0),
    ] {
        let found = read(&format!(
            "  base: {{orientation: {{columns: [{columns}]}}, gravity: removed}}\n"
        ));
        let BaseMotion { columns, .. } = base(&found);
        near(&columns[3], |_| x);
        near(&columns[4], |k| 6.0 - k);
        near(&columns[5], |_| 7.0);
    }
    // Angles with the usual names do as well, and yaw is about z.
    let renamed = csv().replacen("base_qw", "other", 1).replacen(
        ",r,p,y,",
        ",base_yaw,base_pitch,base_roll,",
        1,
    );
    let text = yaml(
        "  base: {orientation: {columns: [base_roll, base_pitch, base_yaw], unit: deg}, gravity: removed}\n",
    );
    let folder = Folder::with(&[
        ("run.csv", &renamed),
        ("run.yaml", &text),
        ("bare.yaml", &yaml("  base: {gravity: removed}\n")),
    ]);
    let found = folder.read("run.yaml", &FLOATING);
    near(&base(&found).columns[5], |_| 17.0);
    let found = folder.read("bare.yaml", &FLOATING);
    near(&base(&found).columns[4], |k| 6.0 - k);
    // Without any it cannot be.
    let none = csv().replacen("base_qw", "other", 1);
    let folder = Folder::with(&[
        ("run.csv", &none),
        ("run.yaml", &yaml("  base: {gravity: removed}\n")),
    ]);
    assert_eq!(
        folder.refused("run.yaml", &FLOATING),
        "run.yaml, line 6, column 19: without gravity, an acceleration needs the base's `orientation`, which says where gravity is"
    );
}

/// A quarter of a turn about x back: the world's x, y and z are x, -z and y of the base. Free fall is 10 m/s² along -z.
#[test]
fn how_a_base_is_turned_stays_where_something_may_ask_for_it() {
    let contact = "  contacts: [{body: a, at: [0, 0, 0], axes: world, columns: [f1, f2, f3]}]\n";
    for (more, free_fall) in [
        ("  base: {gravity: removed}\n", [0.0, 0.0, -10.0]),
        (contact, [0.0; 3]),
    ] {
        let found = read(more);
        let base = base(&found);
        assert_eq!((base.columns.len(), base.turns.len()), (6, 9), "{more}");
        let turn = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0];
        for (column, x) in base.turns.iter().zip(turn) {
            near(column, |_| x);
        }
        assert_eq!(base.free_fall, free_fall, "{more}");
    }
    // Contacts may have other axes than are said, unless it is not known how the base is turned.
    let of_body = contact.replacen("axes: world, ", "", 1);
    assert_eq!(base(&read(&of_body)).turns.len(), 9);
    let no_quaternion = csv().replacen(",2,2,0,0,", ",0,0,0,0,", 1);
    assert_ne!(no_quaternion, csv());
    let folder = Folder::with(&[("run.csv", &no_quaternion), ("run.yaml", &yaml(&of_body))]);
    for found in [
        folder.read("run.yaml", &FLOATING),
        read("  base: {at: [0, 0, 0]}\n"),
    ] {
        assert_eq!(base(&found).turns, Vec::<Vec<f64>>::new());
        assert_eq!(base(&found).columns[0].len(), 12);
    }
}

/// The first contact shows something, the second never does.
#[test]
fn a_contact_that_never_shows_anything_else_is_told() {
    let found = read(
        "  contacts: [{body: b, at: [0, 0, 0], columns: [f1, f2, f3]}, {body: a, at: [0, 0, 0], columns: [m2, m1, f2]}]\n",
    );
    let told = found.remarks.iter().filter(|remark| {
        let channel = Channel::Contact;
        matches!(remark, Remark::Constant { channel: of, .. } if *of == channel)
    });
    let told: Vec<String> = told.map(ToString::to_string).collect();
    let expected = "a wrench of `contacts` is constant from beginning to end in `m2`, `m1`, `f2`: check the name, and the sensor, \
                    unless nothing touched there";
    assert_eq!(told, [expected]);
}

/// The orientation is that of the base, and not that of the sensor on it: free fall is along -y of the base, 10 m/s².
#[test]
fn gravity_is_put_back_after_a_sensor_was_turned_into_the_axes_of_the_base() {
    let found = read("  base: {rpy: [0, 0, 90deg], gravity: removed}\n");
    let BaseMotion { columns, .. } = base(&found);
    // A quarter of a turn about z: (x, y, z) becomes (-y, x, z).
    near(&columns[3], |k| k - 6.0);
    near(&columns[4], |_| 5.0 + 10.0);
    near(&columns[5], |_| 7.0);
    near(&columns[0], |_| -2.0);
    near(&columns[1], |k| 1.0 + k);
    near(&columns[2], |_| 3.0);
}

/// The quarter of a turn about x puts free fall, 10 m/s², along -y of the base.
#[test]
fn columns_of_a_base_with_the_usual_names_may_stand_in_any_file() {
    let quaternion = ",base_qw,base_qx,base_qy,base_qz,";
    let without = |names: &str| csv().replacen(quaternion, names, 1);
    let folder = |run: &str, imu: &str, files: &str| {
        let text = yaml("  base: {gravity: removed}\n");
        let text = text.replacen("file: run.csv", &format!("file: [{files}]"), 1);
        Folder::with(&[("run.csv", run), ("imu.csv", imu), ("run.yaml", &text)])
    };
    let whole = table("base_qx,base_qy,base_qz,base_qw", 12, |_| {
        vec![2.0, 0.0, 0.0, 2.0]
    });
    let part = table("base_qw,base_qz", 12, |_| vec![2.0, 0.0]);
    let quarter = std::f64::consts::FRAC_PI_2;
    let angles = table("base_roll,base_pitch,base_yaw", 12, |_| {
        vec![quarter, 0.0, 0.0]
    });
    for (names, imu) in [
        (",z1,z2,z3,z4,", &whole),
        (",z1,base_qx,base_qy,z4,", &part),
        (",z1,z2,z3,z4,", &angles),
        // Three of a quaternion's four are none.
        (",z1,base_qx,base_qy,base_qz,", &angles),
    ] {
        for files in ["run.csv, imu.csv", "imu.csv, run.csv"] {
            let found = folder(&without(names), imu, files).read("run.yaml", &FLOATING);
            let BaseMotion { columns, .. } = base(&found);
            near(&columns[3], |_| 5.0);
            near(&columns[4], |k| 16.0 - k);
            near(&columns[5], |_| 7.0);
        }
    }
    // Where both stand, the quaternion goes before angles, which turn nothing here.
    let other = table("base_roll,base_pitch,base_yaw", 12, |_| vec![0.0; 3]);
    let found = folder(&csv(), &other, "imu.csv, run.csv").read("run.yaml", &FLOATING);
    near(&base(&found).columns[4], |k| 16.0 - k);
    // One that is in no file is nowhere.
    for files in ["run.csv, imu.csv", "imu.csv, run.csv"] {
        let folder = folder(
            &without(",z1,base_qx,base_qy,z4,"),
            &part.replace("qz", "q"),
            files,
        );
        let said = folder.refused("run.yaml", &FLOATING);
        assert!(said.ends_with("which says where gravity is"), "{said}");
    }
}

#[test]
fn descriptions_of_a_base_that_cannot_be_are_told() {
    for (key, what) in [
        (
            "orientation: {columns: [r, p]}",
            "columns are four of a quaternion (w first) or three of roll, pitch and yaw",
        ),
        (
            "angular_velocity: {columns: [r, p]}",
            "columns are three, along the axes",
        ),
        (
            "acceleration: {columns: [r, p, y, f1]}",
            "columns are three, along the axes",
        ),
        ("at: [0, 1]", "three numbers are wanted"),
        ("rpy: [0, 1, 2, 3]", "three numbers are wanted"),
        (
            "angular_velocity: {columns: [r, p, y], offset: [0.5, 0]}",
            "2 where 3 are wanted: one for all, or one a column",
        ),
        (
            "angular_velocity: {columns: [r, p, y], scale: [1, 2]}",
            "2 where 3 are wanted: one for all, or one a column",
        ),
        (
            "acceleration: {columns: [r, p, y], sign: [1, -1, 1, 1]}",
            "4 where 3 are wanted: one for all, or one a column",
        ),
    ] {
        let text = yaml(&format!("  base: {{{key}}}\n"));
        let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
        // The list that is wrong is the last one.
        let line = text.lines().last().expect("a line");
        let column = line.find(key).expect("a key") + key.rfind('[').expect("a list") + 1;
        assert_eq!(
            folder.refused("run.yaml", &FLOATING),
            format!("run.yaml, line 6, column {column}: {what}"),
            "{key}"
        );
    }
    let still = |more: &str| {
        let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &yaml(more))]);
        folder.refused("run.yaml", &MODEL)
    };
    let what = "the base of by_hand does not move: it has `base: floating` in its file, or the key is left out";
    assert_eq!(
        still("  base: {at: [0, 0, 0]}\n"),
        format!("run.yaml, line 6, column 9: {what}")
    );
    let contact = "  contacts: [{body: b, at: [0, 0, 0], columns: [f1, f2, f3]}]\n";
    assert_eq!(
        still(contact),
        format!("run.yaml, line 6, column 13: {what}")
    );
}

#[test]
fn wrenches_act_on_bodies_in_the_axes_that_are_told() {
    let found = read(
        "  contacts: [{body: b, at: [0.1, 0.2, 0.3], columns: [f1, f2, f3, m1, m2, m3], unit: kN, sign: -1}, \
         {body: base, at: [1, 2, 3], axes: base, columns: [f1, f2, f3], scale: [1, 2, 3], offset: [10, 20, 30]}, \
         {body: a, at: [0, 0, 0], axes: world, columns: [f1, f2, f3, m1, m2, m3], unit: [newton, N, kN, N·m, N·m, mN·m]}]\n",
    );
    let contacts = found.contacts.as_ref().expect("contacts");
    let place = |body, at, [own_axes, of_world]: [bool; 2]| Contact {
        body,
        at,
        own_axes,
        of_world,
    };
    let expected = [
        place(2, [0.1, 0.2, 0.3], [true, false]),
        place(0, [1.0, 2.0, 3.0], [false, false]),
        place(1, [0.0; 3], [false, true]),
    ];
    assert_eq!(contacts.places, expected);
    let wrenches = &contacts.wrenches;
    assert_eq!(wrenches.len(), 18);
    // One unit of forces is of moments with a metre.
    near(&wrenches[0], |k| -1e3 * (1.0 + k));
    near(&wrenches[5], |k| -1e3 * (6.0 - k));
    near(&wrenches[6], |k| 11.0 + k);
    near(&wrenches[7], |_| 24.0);
    near(&wrenches[8], |_| 39.0);
    assert!(wrenches[9..12].iter().all(|column| column == &[0.0; 12]));
    // A quarter of a turn about x back: (x, y, z) becomes (x, z, -y).
    near(&wrenches[12], |k| 1.0 + k);
    near(&wrenches[13], |_| 3e3);
    near(&wrenches[14], |_| -2.0);
    near(&wrenches[15], |_| 4.0);
    near(&wrenches[16], |k| 1e-3 * (6.0 - k));
    near(&wrenches[17], |_| -5.0);
}

/// The unit of forces by another of its names, whose product with a metre has none.
#[test]
fn moments_have_the_unit_of_forces_times_a_metre_however_that_is_called() {
    for (unit, factor) in [("newtons", 1.0), ("kN", 1e3)] {
        let found = read(&format!(
            "  contacts: [{{body: b, at: [0, 0, 0], columns: [f1, f2, f3, m1, m2, m3], unit: {unit}}}]\n"
        ));
        let wrenches = &found.contacts.as_ref().expect("contacts").wrenches;
        near(&wrenches[0], |k| factor * (1.0 + k));
        near(&wrenches[5], |k| factor * (6.0 - k));
    }
}

/// A quarter of a turn about z back: (x, y, z) becomes (y, -x, z).
#[test]
fn wrenches_in_the_axes_of_the_world_are_turned_in_every_axis() {
    let found = read(
        "  base: {orientation: {columns: [p, y, r], unit: deg}}\n  contacts: [{body: a, at: [0, 0, 0], axes: world, \
         columns: [f1, f2, f3, m1, m2, m3]}]\n",
    );
    let wrenches = &found.contacts.as_ref().expect("contacts").wrenches;
    assert_eq!(wrenches.len(), 6);
    near(&wrenches[0], |_| 2.0);
    near(&wrenches[1], |k| -1.0 - k);
    near(&wrenches[2], |_| 3.0);
    near(&wrenches[3], |_| 5.0);
    near(&wrenches[4], |_| -4.0);
    near(&wrenches[5], |k| 6.0 - k);
}

#[test]
fn contacts_that_cannot_be_are_told() {
    let shape = "a contact has three columns, of force, or six, of force and moment; a unit, sign, scale and offset for all or one a column; \
                 and `at` has three numbers";
    for contact in [
        "body: b, at: [0, 0, 0], columns: [f1, f2]",
        "body: b, at: [0, 0], columns: [f1, f2, f3]",
        "body: b, at: [0, 0, 0], columns: [f1, f2, f3], unit: [N, N]",
        "body: b, at: [0, 0, 0], columns: [f1, f2, f3], sign: [1, 1]",
        "body: b, at: [0, 0, 0], columns: [f1, f2, f3], scale: [1, 1]",
        "body: b, at: [0, 0, 0], columns: [f1, f2, f3], offset: [1, 1]",
    ] {
        assert_eq!(
            refused(&format!("  contacts: [{{{contact}}}]\n")),
            shape,
            "{contact}"
        );
    }
    // A unit of moments stands for no force, a unit of forces for no moment.
    for (contact, what) in [
        (
            "columns: [f1, f2, f3], unit: N·m",
            "`N·m` is not a unit of forces: use one of N, kN",
        ),
        (
            "columns: [f1, f2, f3, m1, m2, m3], unit: Nm",
            "`Nm` is not a unit of forces: use one of N, kN",
        ),
        (
            "columns: [f1, f2, f3, m1, m2, m3], unit: [N, N, N, N·m, kN, N·m]",
            "`kN` is not a unit of moments: use one of N·m, mN·m, kN·m, N·mm",
        ),
    ] {
        let contact = format!("  contacts: [{{body: b, at: [0, 0, 0], {contact}}}]\n");
        let rest = "a list of units has one a column, one alone is that of forces";
        assert_eq!(refused(&contact), format!("{what}; {rest}"));
    }
    assert_eq!(
        refused("  contacts: [{body: bas, at: [0, 0, 0], columns: [f1, f2, f3]}]\n"),
        "no body called `bas` moves; did you mean base?; of one that is fixed to another give the other, and the point in its frame"
    );
    // At the contacts, which are on the sixth line.
    for (contact, what) in [
        ("{body: b, at: [0, 0], columns: [f1, f2, f3]}", shape),
        (
            "{body: x, at: [0, 0, 0], columns: [f1, f2, f3]}",
            "no body called `x` moves; of one that is fixed to another give the other, and the point in its frame",
        ),
        (
            "{body: b, at: [0, 0, 0], columns: [f1, f2, f3], unit: N·m}",
            "`N·m` is not a unit of forces: use one of N, kN; a list of units has one a column, one alone is that of forces",
        ),
    ] {
        let text = yaml(&format!("  contacts: [{contact}]\n"));
        let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
        assert_eq!(
            folder.refused("run.yaml", &FLOATING),
            format!("run.yaml, line 6, column 13: {what}")
        );
    }
    let none = csv().replacen("base_qw", "other", 1);
    let text = yaml("  contacts: [{body: b, at: [0, 0, 0], axes: world, columns: [f1, f2, f3]}]\n");
    let folder = Folder::with(&[("run.csv", &none), ("run.yaml", &text)]);
    assert_eq!(
        folder.refused("run.yaml", &FLOATING),
        "run.yaml, line 6, column 13: forces in the axes of the world need `orientation` of the base, which turns them into its own"
    );
}

/// A bare file whose columns name the wrench on the base holds it by that.
#[test]
fn what_holds_a_base_is_a_contact_of_it() {
    let names = "fx_base,fy_base,fz_base,tx_base,ty_base,tz_base";
    let named = csv().replacen("f1,f2,f3,m1,m2,m3", names, 1).replacen(
        "q1,q2,c,d",
        "q_j1,q_j2,tau_j1,tau_j2",
        1,
    );
    let folder = Folder::with(&[("run.csv", &named)]);
    let found = folder.read("run.csv", &FLOATING);
    let contacts = found.contacts.as_ref().expect("a contact");
    let place = Contact {
        body: 0,
        at: [0.0; 3],
        own_axes: true,
        ..Contact::default()
    };
    assert_eq!(contacts.places, [place]);
    near(&contacts.wrenches[0], |k| 1.0 + k);
    near(&contacts.wrenches[5], |k| 6.0 - k);
    // What does not move needs no hold.
    assert_eq!(folder.read("run.csv", &MODEL).contacts, None);
    let none = named.replacen(names, "f1,f2,f3,m1,m2,m3", 1);
    let folder = Folder::with(&[("run.csv", &none)]);
    assert_eq!(folder.read("run.csv", &FLOATING).contacts, None);
    // Of five, or of one that is misspelt, what is missing is named.
    for other in ["other", "Tz_base"] {
        let fewer = named.replacen("tz_base", other, 1);
        let folder = Folder::with(&[("run.csv", &fewer)]);
        let said = folder.refused("run.csv", &FLOATING);
        let expected = "run.csv has no column `tz_base` (for contacts)";
        assert!(said.starts_with(expected), "{said}");
        assert_eq!(folder.read("run.csv", &MODEL).contacts, None);
    }
}

/// Of a row without an orientation nothing else is missing: neither forces that it turns nor accelerations that need it. What it does
/// not turn is missing by itself.
#[test]
fn rows_without_an_orientation_are_told_by_it() {
    let without: Vec<String> = rows(200)
        .lines()
        .enumerate()
        .map(|(line, text)| match line {
            60 => text.replacen(",2,2,0,0,90,", ",,,,,90,", 1) + "\n",
            // A position beside it, and an angular velocity alone.
            120 => {
                let without = text.replacen(",2,2,0,0,90,", ",,,,,90,", 1);
                without.replacen(",119,238,", ",nan,238,", 1) + "\n"
            }
            150 => text.replacen(",153,150,2,3,", ",153,nan,2,3,", 1) + "\n",
            _ => text.to_owned() + "\n",
        })
        .collect();
    for more in [
        "  contacts: [{body: b, at: [0, 0, 0], axes: world, columns: [f1, f2, f3]}]\n",
        "  base: {gravity: removed}\n",
    ] {
        let text = yaml(more);
        let folder = Folder::with(&[("run.csv", &without.concat()), ("run.yaml", &text)]);
        let found = folder.read("run.yaml", &FLOATING);
        let said: Vec<String> = found.repairs.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "base.orientation is no finite number in 1 row",
                "position is no finite number in 1 row",
                "base.angular_velocity is no finite number in 1 row",
            ],
            "{more}"
        );
    }
}

/// Nothing is asked of no joints: neither positions nor torques.
#[test]
fn a_body_without_joints_has_the_rows_of_its_base() {
    const BODY: Model = Model {
        bodies: &["base"],
        joints: &[],
        motors: &[],
        transmission: &[],
        ..MODEL
    };
    let names = "fx_base,fy_base,fz_base,tx_base,ty_base,tz_base";
    let named = csv().replacen("f1,f2,f3,m1,m2,m3", names, 1);
    let text =
        "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: []}\n";
    let folder = Folder::with(&[("run.csv", &named), ("run.yaml", text)]);
    for (file, contacts) in [("run.csv", 1), ("run.yaml", 0)] {
        let found = folder.read(file, &BODY);
        assert_eq!(found.measured, Some(vec![vec![0.0; 12]; 6]), "{file}");
        let places = found.contacts.as_ref().map_or(0, |c| c.places.len());
        assert_eq!((found.samples(), places), (12, contacts), "{file}");
    }
}

/// Nothing is measured of the wrench on the base; torques are (2 t1 + 3 t2, 5 t2), of 2 and 3 N·m for an ampere.
#[test]
fn currents_of_a_robot_whose_base_moves_are_among_its_rows() {
    let text = yaml("").replacen("torque: {columns", "current: {constant: [2, 3], columns", 1);
    let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
    let found = folder.read("run.yaml", &FLOATING);
    let measured = found.measured.as_ref().expect("rows");
    assert_eq!((measured.len(), &measured[5]), (8, &vec![0.0; 12]));
    near(&measured[6], |k| 4.0 * (3.0 - k) + 9.0 * (4.0 + k));
    near(&measured[7], |k| 15.0 * (4.0 + k));
}

/// At an angle of 90 degrees the sines of the phases are 1, -1/2 and -1/2; torques are (2 t1 + 3 t2, 5 t2).
#[test]
fn phases_of_a_robot_whose_base_moves_are_among_its_rows() {
    let phases = "phases: [{columns: [c, d, f1], constant: 2, pairs: 1, angle: 90deg}, {columns: [d, c, f1], constant: 3, pairs: 1, \
                  angle: 90deg}]";
    let text = yaml("").replacen("torque: {columns: [c, d], side: motor}", phases, 1);
    let text = text.replacen("[q1, q2]", "[{constant: 0}, {constant: 0}]", 1);
    let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
    let found = folder.read("run.yaml", &FLOATING);
    assert!(found.torque.is_none());
    let measured = found.measured.as_ref().expect("rows");
    assert_eq!((measured.len(), &measured[5]), (8, &vec![0.0; 12]));
    let first = |k: f64| 2.0 * (3.0 - k - 0.5 * (4.0 + k) - 0.5 * (1.0 + k));
    let second = |k: f64| 3.0 * (4.0 + k - 0.5 * (3.0 - k) - 0.5 * (1.0 + k));
    near(&measured[6], |k| 2.0 * first(k) + 3.0 * second(k));
    near(&measured[7], |k| 5.0 * second(k));
}

/// Whether it was asked for or was not measured.
#[test]
fn no_torque_of_a_robot_whose_base_moves_is_left_out() {
    let what = "torques are not left out of by_hand, whose base moves: to identify it without any, give its file `measure: [{wrench: \
                base}]`";
    for name in ["m1", "m2", "j2"] {
        let text = yaml(&format!("processing: {{without_torque: {name}}}\n"));
        let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
        assert_eq!(folder.refused("run.yaml", &FLOATING), what, "{name}");
    }
    let text = yaml("").replacen("[c, d]", "[{torque: missing}, d]", 1);
    let folder = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
    assert_eq!(
        folder.refused("run.yaml", &FLOATING),
        format!("run.yaml, line 5, column 21: the torque of `j1` is missing; {what}")
    );
}
