//! How a base moves, in drafts of files that an IMU wrote into.

use std::path::Path;

use super::{TURNING, folder};
use crate::recording::draft;
use armwright_runtime::Model;

const FLOATING: Model = Model {
    bodies: &["base", "a", "b"],
    ..TURNING
};

/// A table of time, joints, and columns of an IMU whose numbers stay; `units` are those of these columns, in a row under
/// the header.
fn table(names: &str, units: Option<&str>, numbers: &str) -> String {
    let mut text = format!("t,q1,q2,tau1,tau2,{names}\n");
    if let Some(units) = units {
        text += &format!("s,rad,rad,N·m,N·m,{units}\n");
    }
    for k in 0..20 {
        let t = 0.01 * f64::from(k);
        text += &format!("{t},{},{},{t},{t},{numbers}\n", t.sin(), t.cos());
    }
    text
}

/// The line of a draft that gives a part of the base, and the names that are not used.
fn line(key: &str, files: &[&str]) -> (String, String) {
    let files: Vec<(String, &str)> = files
        .iter()
        .enumerate()
        .map(|(k, text)| (format!("run{k}.csv"), *text))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let (_folder, paths) = folder(&files);
    let found = draft(&paths, Path::new("."), &FLOATING).expect("a draft");
    let mut lines = found.text.lines();
    let begins = [format!("    {key}: "), format!("    # {key}: ")];
    let of_key = lines.find(|line| begins.iter().any(|begin| line.starts_with(begin)));
    let unused = lines.find_map(|line| line.strip_prefix("  # not used: "));
    let text = |line: Option<&str>| line.unwrap_or_default().to_owned();
    (text(of_key), text(unused))
}

/// The same of one file whose columns of an IMU are a part's alone.
fn only(key: &str, names: &str, units: Option<&str>, numbers: &str) -> String {
    let (found, unused) = line(key, &[&table(names, units, numbers)]);
    assert_eq!(unused, "", "{found}");
    found
}

const QUATERNION: &str =
    "    orientation: {columns: [base_qw, base_qx, base_qy, base_qz]}   # guess: by name";

#[test]
fn an_orientation_is_a_quaternion_rather_than_angles() {
    for names in [
        "base_qw,base_qx,base_qy,base_qz,base_roll,base_pitch,base_yaw",
        "base_roll,base_pitch,base_yaw,base_qz,base_qy,base_qx,base_qw",
    ] {
        let (found, unused) = line("orientation", &[&table(names, None, "0,0,0,0,0,0,0")]);
        assert_eq!(found, QUATERNION, "{names}");
        assert_eq!(unused, "base_roll, base_pitch, base_yaw", "{names}");
    }
    // Also of the second file, where the first has angles.
    let angles = table("base_roll,base_pitch,base_yaw", None, "0,0,0");
    let quaternion = "base_qw,base_qx,base_qy,base_qz\n".to_owned() + &"1,0,0,0\n".repeat(20);
    let (found, unused) = line("orientation", &[&angles, &quaternion]);
    assert_eq!(found, QUATERNION);
    assert_eq!(unused, "base_roll, base_pitch, base_yaw");
}

#[test]
fn an_orientation_is_angles_where_no_quaternion_is_whole() {
    let angles = "    orientation: {columns: [roll, pitch, yaw], unit: rad}   # guess: by name; nothing says its unit";
    assert_eq!(only("orientation", "roll,pitch,yaw", None, "1,1,1"), angles);
    assert_eq!(only("orientation", "yaw,roll,pitch", None, "1,1,1"), angles);
    let (found, unused) = line(
        "orientation",
        &[&table(
            "quat_w,quat_x,quat_y,roll,pitch,yaw",
            None,
            "1,0,0,1,1,1",
        )],
    );
    assert_eq!((&*found, &*unused), (angles, "quat_w, quat_x, quat_y"));
    // What turns or accelerates about these axes is no orientation, in whatever order the columns stand.
    for names in [
        "gyro_roll,gyro_pitch,gyro_yaw,roll,pitch,yaw",
        "acc_roll,acc_pitch,acc_yaw,roll,pitch,yaw",
    ] {
        let (found, _) = line("orientation", &[&table(names, None, "1,1,1,1,1,1")]);
        assert_eq!(found, angles, "{names}");
    }
    // One that is missing may be added: few motions need it.
    let (found, unused) = line("orientation", &[&table("roll,pitch", None, "1,1")]);
    assert_eq!(
        found,
        "    # orientation: {columns: [NAME1, NAME2, NAME3]}   # a quaternion, the real part first, or roll, pitch and yaw, \
         where something needs it"
    );
    assert_eq!(unused, "roll, pitch");
}

/// A quaternion has no unit, whatever a file says.
#[test]
fn angles_of_a_base_have_the_unit_that_the_file_says() {
    let of = |names: &str, units: Option<&str>| {
        let numbers = vec!["1"; names.split(',').count()].join(",");
        only("orientation", names, units, &numbers)
    };
    let said = |columns: &str, unit: &str| {
        format!(
            "    orientation: {{columns: [{columns}], unit: {unit}}}   # guess: by name; the file says its unit"
        )
    };
    let plain = "roll, pitch, yaw";
    assert_eq!(
        of("roll,pitch,yaw", Some("deg,deg,deg")),
        said(plain, "deg")
    );
    assert_eq!(
        of("roll,pitch,yaw", Some("rad,rad,rad")),
        said(plain, "rad")
    );
    assert_eq!(
        of("roll [degrees],pitch [degrees],yaw [degrees]", None),
        said(
            "'roll [degrees]', 'pitch [degrees]', 'yaw [degrees]'",
            "deg"
        )
    );
    // The row under the header goes before brackets, and what is no unit of angles says nothing.
    assert_eq!(
        of("roll (rad),pitch (rad),yaw (rad)", Some("mrad,mrad,mrad")),
        said("'roll (rad)', 'pitch (rad)', 'yaw (rad)'", "mrad")
    );
    assert_eq!(
        of("roll,pitch,yaw", Some("m,m,m")),
        "    orientation: {columns: [roll, pitch, yaw], unit: rad}   # guess: by name; nothing says its unit"
    );
    assert_eq!(
        of("base_qw,base_qx,base_qy,base_qz", Some("rad,rad,rad,rad")),
        QUATERNION
    );
}

#[test]
fn rates_of_a_base_have_the_unit_that_the_file_says() {
    let of = |units: Option<&str>| only("angular_velocity", "gyro_x,gyro_y,gyro_z", units, "9,9,9");
    let said = |unit: &str, why: &str| {
        format!(
            "    angular_velocity: {{columns: [gyro_x, gyro_y, gyro_z], unit: {unit}}}   # guess: by name; {why}"
        )
    };
    assert_eq!(
        of(Some("dps,dps,dps")),
        said("deg/s", "the file says its unit")
    );
    assert_eq!(of(None), said("rad/s", "nothing says its unit"));
    // Not those of what slides.
    assert_eq!(
        of(Some("m/s,m/s,m/s")),
        said("rad/s", "nothing says its unit")
    );
    let (found, _) = line("angular_velocity", &[&table("roll,pitch", None, "1,1")]);
    assert_eq!(
        found,
        "    # angular_velocity: {columns: [NAME1, NAME2, NAME3]}   # needed: its columns along x, y and z: no names show them"
    );
}

/// The length of the vector tells, which at rest is 1 in units of gravity, 9.81 in m/s² and 1000 in thousandths of the former. What is far
/// from all three shows none.
#[test]
fn gravity_shows_the_unit_of_accelerations() {
    let of = |units: Option<&str>, numbers: &str| {
        only("acceleration", "acc_x,acc_y,acc_z", units, numbers)
    };
    let said = |unit: &str, why: &str| {
        format!(
            "    acceleration: {{columns: [acc_x, acc_y, acc_z], unit: {unit}}}   # guess: by name; {why}"
        )
    };
    let gravities = said("g", "gravity is about 1 in it");
    let metres = said("m/s²", "gravity is about 9.81 in it");
    let thousandths = said("mg", "gravity is about 1000 in it");
    // Three times 0.9 along the axes is a length of 1.56, three times 3.6 one of 6.24.
    for numbers in ["0,0,1", "-1,0,0", "0.9,-0.9,0.9", "0,0.63,0"] {
        assert_eq!(of(None, numbers), gravities, "{numbers}");
    }
    for numbers in ["0,0,9.81", "0,-9.81,0", "3.6,3.6,-3.6", "0,15.6,0"] {
        assert_eq!(of(None, numbers), metres, "{numbers}");
    }
    for numbers in ["0,0,1000", "-1590,0,0", "0,630,0"] {
        assert_eq!(of(None, numbers), thousandths, "{numbers}");
    }
    for (numbers, size) in [
        ("0,0,0.62", "0.620"),
        ("-1.61,0,0", "1.61"),
        ("2,2,-1", "3.00"),
        ("0,6.1,0", "6.10"),
        ("0,0,15.8", "15.8"),
        ("0,1610,0", "1610"),
    ] {
        let why = format!("nothing says its unit; its mean size is {size}");
        assert_eq!(of(None, numbers), said("m/s²", &why));
    }
    // What was not measured says nothing.
    for missing in ["0,0,", "nan,0,1"] {
        let rest: Vec<String> = (1..9).map(|t| format!("{t},0,0,0,0,0,0,1\n")).collect();
        let file = table("acc_x,acc_y,acc_z", None, missing) + &rest.concat();
        let (found, _) = line("acceleration", &[&file]);
        assert_eq!(found, gravities, "{missing}");
    }
    // What the file says goes before.
    let file = "the file says its unit";
    assert_eq!(of(Some("g,g,g"), "0,0,9.81"), said("g", file));
    assert_eq!(of(Some("m/s2,m/s2,m/s2"), "0,0,1"), said("m/s²", file));
    let (found, _) = line("acceleration", &[&table("roll,pitch", None, "1,1")]);
    assert_eq!(
        found,
        "    # acceleration: {columns: [NAME1, NAME2, NAME3]}   # needed: its columns along x, y and z: no names show them"
    );
}

/// A bare file's six columns with the names of the base's rows are what holds it.
#[test]
fn the_wrench_on_a_base_is_a_contact_at_its_origin() {
    let wrench = "fx_base,fy_base [N],fz_base,tx_base,ty_base,tz_base";
    let (found, unused) = line("- {body", &[&table(wrench, None, "1,2,3,4,5,6")]);
    assert_eq!(
        found,
        "    - {body: base, at: [0, 0, 0], columns: [fx_base, 'fy_base [N]', fz_base, tx_base, ty_base, tz_base]}   # guess: by \
         name, what holds the base: at its origin, in its axes"
    );
    assert_eq!(unused, "");
    // Five are none.
    let five = "fx_base,fy_base,fz_base,tx_base,ty_base";
    assert_eq!(line("- {body", &[&table(five, None, "1,2,3,4,5")]).0, "");
}

#[test]
fn of_a_body_without_joints_only_the_base_is_asked() {
    const BODY: Model = Model {
        bodies: &["base"],
        joints: &[],
        motors: &[],
        transmission: &[],
        ..TURNING
    };
    let names = "base_wx,base_wy,base_wz,base_ax,base_ay,base_az";
    let rows = (0..20).map(|k| format!("0.{k:02},1,2,3,4,5,6\n"));
    let text = format!("t,{names}\n{}", rows.collect::<String>());
    let (_folder, paths) = folder(&[("run.csv", &text)]);
    let found = draft(&paths, Path::new("."), &BODY).expect("a draft");
    assert!(found.needed.is_empty(), "{:?}", found.needed);
    let line = |line: &str| found.text.lines().any(|other| other == line);
    assert!(line("  position: {columns: []}"), "{}", found.text);
    assert!(!found.text.contains("torque"), "{}", found.text);
}

#[test]
fn angular_velocity_has_its_usual_names() {
    for names in [
        "imu_gx,imu_gy,imu_gz",
        "gx,gy,gz",
        "imu_gyro_x,imu_gyro_y,imu_gyro_z",
        "gyro0,gyro1,gyro2",
        "Gyr1,Gyr2,Gyr3",
        "roll_rate,pitch_rate,yaw_rate",
    ] {
        let columns = names.replace(',', ", ");
        assert_eq!(
            only("angular_velocity", names, None, "0,0,0"),
            format!(
                "    angular_velocity: {{columns: [{columns}], unit: rad/s}}   # guess: by name; nothing says its unit"
            )
        );
    }
    // So are turns, whose words are those of a rate.
    let turns = "gyro_roll,gyro_pitch,gyro_yaw";
    assert_eq!(
        only("angular_velocity", turns, None, "0,0,0"),
        "    angular_velocity: {columns: [gyro_roll, gyro_pitch, gyro_yaw], unit: rad/s}   # guess: by name; nothing says its unit"
    );
    // Gravity alone is none.
    let (_, unused) = line(
        "angular_velocity",
        &[&table("gain_x,gain_y,gain_z", None, "0,0,0")],
    );
    assert_eq!(unused, "gain_x, gain_y, gain_z");
}

/// Of a quaternion that is counted the real part is where gravity then stays: the base turns about x, and its accelerometer with it.
#[test]
fn a_quaternion_that_is_counted_has_its_real_part_where_gravity_says() {
    let text = |last: bool, names: &str| {
        let mut text = format!("t,q1,q2,tau1,tau2,{names},ax,ay,az\n");
        for k in 0..40 {
            let (t, half) = (0.01 * f64::from(k), 0.02 * f64::from(k));
            let (sine, cosine) = half.sin_cos();
            let (x, w) = (sine, cosine);
            let quaternion = match last {
                true => [x, 0.0, 0.0, w],
                false => [w, x, 0.0, 0.0],
            };
            let up = [0.0, (2.0 * half).sin(), (2.0 * half).cos()].map(|x| 9.81 * x);
            let numbers = quaternion.iter().chain(&up).map(f64::to_string);
            let numbers: Vec<String> = numbers.collect();
            text += &format!(
                "{t},{},{},{t},{t},{}\n",
                t.sin(),
                t.cos(),
                numbers.join(",")
            );
        }
        text
    };
    let found = |last, names| line("orientation", &[&text(last, names)]).0;
    let said = |columns: &str| {
        format!(
            "    orientation: {{columns: [{columns}]}}   # guess: by name; its real part is where gravity then stays"
        )
    };
    assert_eq!(
        found(false, "quat_0,quat_1,quat_2,quat_3"),
        said("quat_0, quat_1, quat_2, quat_3")
    );
    assert_eq!(
        found(true, "quat_0,quat_1,quat_2,quat_3"),
        said("quat_3, quat_0, quat_1, quat_2")
    );
    assert_eq!(
        found(
            true,
            "orientation_1,orientation_2,orientation_3,orientation_4"
        ),
        said("orientation_4, orientation_1, orientation_2, orientation_3")
    );
}

/// Gravity is felt along the third row of a rotation, whatever the base turns about.
#[test]
fn a_quaternion_that_is_counted_may_turn_about_any_axis() {
    let names = "quat_0,quat_1,quat_2,quat_3";
    let gravity = "by name; its real part is where gravity then stays";
    for (axis, step, last, columns, why) in [
        (
            [0.0, 0.6, 0.8],
            0.05,
            true,
            "quat_3, quat_0, quat_1, quat_2",
            gravity,
        ),
        (
            [0.6, 0.8, 0.0],
            0.1,
            false,
            "quat_0, quat_1, quat_2, quat_3",
            gravity,
        ),
        // About y it stays by either, but for rounding.
        (
            [0.0, 1.0, 0.0],
            0.05,
            false,
            "quat_0, quat_1, quat_2, quat_3",
            "by name; with the real part first",
        ),
        (
            [0.0, 1.0, 0.0],
            0.03,
            false,
            "quat_0, quat_1, quat_2, quat_3",
            "by name; with the real part first",
        ),
    ] {
        let mut text = format!("t,q1,q2,tau1,tau2,{names},ax,ay,az\n");
        for k in 0..40 {
            let (t, half) = (0.01 * f64::from(k), step * f64::from(k));
            let (sine, w) = f64::sin_cos(half);
            let [x, y, z] = axis.map(|along: f64| along * sine);
            let quaternion = match last {
                true => [x, y, z, w],
                false => [w, x, y, z],
            };
            let up = [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ];
            let up = up.map(|x| 9.81 * x);
            let numbers = quaternion.iter().chain(&up).map(f64::to_string);
            let numbers: Vec<String> = numbers.collect();
            text += &format!(
                "{t},{},{},{t},{t},{}\n",
                t.sin(),
                t.cos(),
                numbers.join(",")
            );
        }
        let (found, _) = line("orientation", &[&text]);
        let said = format!("    orientation: {{columns: [{columns}]}}   # guess: {why}");
        assert_eq!(found, said);
    }
}

/// Columns of a position and two more that count on are no quaternion, though one would be called so.
#[test]
fn columns_of_joints_are_no_part_of_a_quaternion_that_is_counted() {
    let (found, unused) = line("orientation", &[&table("q3,q4", None, "0,0")]);
    assert_eq!(
        found,
        "    # orientation: {columns: [NAME1, NAME2, NAME3]}   # a quaternion, the real part first, or roll, pitch and yaw, \
         where something needs it"
    );
    assert_eq!(unused, "q3, q4");
}

/// Without an accelerometer nothing says that it is not the first.
#[test]
fn a_quaternion_that_is_counted_has_its_real_part_first_where_nothing_else_is_known() {
    let names = "quat_0,quat_1,quat_2,quat_3";
    let (found, _) = line("orientation", &[&table(names, None, "1,0,0,0")]);
    let columns = "    orientation: {columns: [quat_0, quat_1, quat_2, quat_3]}";
    assert_eq!(
        found,
        format!("{columns}   # guess: by name; with the real part first")
    );
}

#[test]
fn what_else_a_base_may_have_is_shown() {
    let text = table("roll,pitch", None, "1,1");
    let (_folder, paths) = folder(&[("run.csv", &text)]);
    let found = draft(&paths, Path::new("."), &FLOATING).expect("a draft");
    for expected in [
        "    # gravity: removed   # where accelerations are without it: it then needs `orientation`",
        "    # at: [0.05, 0, 0.02]   # where the accelerometer is in the frame of the base, m",
        "    # rpy: [0, 0, 90deg]   # what turns its axes into the base's",
        "  # contacts: [{body: foot, at: [0, 0, 0], axes: world, columns: [FX, FY, FZ]}]   # what acts on bodies from outside, \
         where it is measured",
    ] {
        let mut lines = found.text.lines();
        assert!(lines.any(|line| line == expected), "{}", found.text);
    }
}

/// Of two sensors the second has all three axes.
#[test]
fn columns_of_a_vector_are_those_of_the_first_sensor_that_is_whole() {
    let names = "left_acc_x,left_acc_y,right_acc_x,right_acc_y,right_acc_z";
    let (found, unused) = line("acceleration", &[&table(names, None, "9,9,0,0,1")]);
    assert_eq!(
        found,
        "    acceleration: {columns: [right_acc_x, right_acc_y, right_acc_z], unit: g}   # guess: by name; gravity is about 1 in it"
    );
    assert_eq!(unused, "left_acc_x, left_acc_y");
}

/// `a1` and so on may be of joints, which are counted.
#[test]
fn one_letter_before_a_number_is_no_acceleration_of_a_base() {
    let (found, unused) = line("acceleration", &[&table("a1,a2,a3", None, "0,0,1")]);
    assert_eq!(
        found,
        "    # acceleration: {columns: [NAME1, NAME2, NAME3]}   # needed: its columns along x, y and z: no names show them"
    );
    assert_eq!(unused, "a1, a2, a3");
}

/// The joints' numbers in the first file are about as large as gravity is in units of its own.
#[test]
fn the_unit_of_accelerations_is_seen_in_the_file_that_has_them() {
    let joints = table("roll,pitch", None, "1,1");
    let sensor = "acc_x,acc_y,acc_z\n".to_owned() + &"0,0,9.81\n".repeat(20);
    let (found, unused) = line("acceleration", &[&joints, &sensor]);
    assert_eq!(
        found,
        "    acceleration: {columns: [acc_x, acc_y, acc_z], unit: m/s²}   # guess: by name; gravity is about 9.81 in it"
    );
    assert_eq!(unused, "roll, pitch");
}
