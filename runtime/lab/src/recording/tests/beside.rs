//! What is measured in place of torques, and what is recorded beside.

use super::{Folder, lines, near, table};
use crate::recording::{Arrays, Recording, Remark};
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Measured, Model, Side, Torque};

const fn row(name: &'static str, unit: &'static str) -> Measured {
    Measured { name, unit }
}

/// A sensor of force, the torque of the second joint, and power.
const SENSOR: Model = Model {
    measured: &[row("fx_b", "N"), row("tau_j2", "N"), row("power", "W")],
    base_of_torque: false,
    ..MODEL
};

fn csv() -> String {
    table("t,q_j1,q_j2,fx_b,tau_j2,power,tau_j1", 12, |k| {
        vec![0.02 * k, k, 2.0 * k, 3.0 + k, 4.0 - k, 5.0 + k, 6.0 - k]
    })
}

fn yaml(more: &str) -> String {
    format!(
        "recording:\n  file: run.csv\n  time: {{column: t, unit: s}}\n  position: {{columns: [q_j1, q_j2]}}\n{more}"
    )
}

fn folder(more: &str) -> Folder {
    Folder::with(&[("run.csv", &csv()), ("run.yaml", &yaml(more))])
}

fn rows(recording: &Recording) -> &[Vec<f64>] {
    assert!(recording.torque.is_none());
    recording.measured.as_ref().expect("rows")
}

#[test]
fn rows_that_are_measured_have_their_names_or_those_of_the_description() {
    let found = folder("").read("run.yaml", &SENSOR);
    assert_eq!(rows(&found).len(), 3);
    near(&rows(&found)[0], |k| 3.0 + k);
    near(&rows(&found)[1], |k| 4.0 - k);
    near(&rows(&found)[2], |k| 5.0 + k);
    assert_eq!(found.torque_side, Side::Joint);
    let more = "  measured: {columns: [power, fx_b, tau_j1], unit: [kN, N, mW], sign: [1, -1, 1], scale: 2, offset: [1, 2, 3]}\n";
    let found = folder(more).read("run.yaml", &SENSOR);
    near(&rows(&found)[0], |k| 2e3 * (5.0 + k) + 1.0);
    near(&rows(&found)[1], |k| -2.0 * (3.0 + k) + 2.0);
    near(&rows(&found)[2], |k| 2e-3 * (6.0 - k) + 3.0);
    // Where columns are left out, what is said of them is not.
    let more = "  measured: {unit: [kN, N, mW], sign: [1, -1, 1], offset: [1, 2, 3]}\n";
    let found = folder(more).read("run.yaml", &SENSOR);
    near(&rows(&found)[0], |k| 1e3 * (3.0 + k) + 1.0);
    near(&rows(&found)[1], |k| 2.0 - (4.0 - k));
    near(&rows(&found)[2], |k| 1e-3 * (5.0 + k) + 3.0);
    // Bare files have the names of the rows, too.
    let bare = Folder::with(&[("run.csv", &csv())]);
    let found = bare.read("run.csv", &SENSOR);
    near(&rows(&found)[2], |k| 5.0 + k);
    assert!(
        bare.remarks(&found).is_empty(),
        "{:?}",
        bare.remarks(&found)
    );
}

#[test]
fn torques_of_all_drives_are_those_among_the_rows() {
    let torque = "  torque: {columns: [tau_j1, tau_j2], side: motor}\n";
    let found = folder(torque).read("run.yaml", &SENSOR);
    near(&rows(&found)[0], |k| 3.0 + k);
    near(&rows(&found)[1], |k| 5.0 * (4.0 - k));
    near(&rows(&found)[2], |k| 5.0 + k);
    // Currents say the same.
    let current = "  current: {columns: [tau_j1, tau_j2], constant: [2, 3], side: motor}\n";
    let found = folder(current).read("run.yaml", &SENSOR);
    near(&rows(&found)[0], |k| 3.0 + k);
    near(&rows(&found)[1], |k| 15.0 * (4.0 - k));
    near(&rows(&found)[2], |k| 5.0 + k);
    // One that is no row may be missing: none is left out of the rows, which are those of joints.
    let first = "  torque: {columns: [{torque: missing}, tau_j2], side: motor}\n";
    let found = folder(first).read("run.yaml", &SENSOR);
    near(&rows(&found)[1], |k| 5.0 * (4.0 - k));
    assert_eq!(
        (found.left_out, found.torque_side),
        (Vec::new(), Side::Joint)
    );
    // Of a motor: (0.5 j1 - 0.3 j2, 0.2 j2).
    const OF_MOTOR: Model = Model {
        measured: &[row("tau_m1", "N·m"), row("power", "W")],
        side: Side::Motor,
        ..SENSOR
    };
    let torque = "  torque: {columns: [tau_j1, tau_j2], side: joint}\n";
    let found = folder(torque).read("run.yaml", &OF_MOTOR);
    near(&rows(&found)[0], |k| 0.5 * (6.0 - k) - 0.3 * (4.0 - k));
    near(&rows(&found)[1], |k| 5.0 + k);
    const OF_SECOND: Model = Model {
        measured: &[row("tau_m2", "N·m"), row("power", "W")],
        ..OF_MOTOR
    };
    let found = folder(torque).read("run.yaml", &OF_SECOND);
    near(&rows(&found)[0], |k| 0.2 * (4.0 - k));
    near(&rows(&found)[1], |k| 5.0 + k);
    let missing = "  torque: {columns: [tau_j1, {torque: missing}], side: joint}\n";
    assert_eq!(
        folder(missing).refused("run.yaml", &SENSOR),
        "run.yaml, line 5, column 21: the torque of `j2` is missing, and the robot file says that it is measured"
    );
    // The torque of the first motor is made of both joints', that of the second of its own.
    assert_eq!(
        folder(missing).refused("run.yaml", &OF_MOTOR),
        "run.yaml, line 5, column 21: the torque of `m1` is missing, and the robot file says that it is measured"
    );
    let first = "  torque: {columns: [{torque: missing}, tau_j2], side: joint}\n";
    let found = folder(first).read("run.yaml", &OF_SECOND);
    near(&rows(&found)[0], |k| 0.2 * (4.0 - k));
    let without = "processing: {without_torque: j1}\n";
    assert_eq!(
        folder(without).refused("run.yaml", &SENSOR),
        "by_hand is a part already, or its file says that something else than every torque is measured: torques are left out of a \
         robot whose file has `measure: [torque]`"
    );
    // Where base parameters are those of torques these are enough.
    let of_torque = Model {
        base_of_torque: true,
        ..SENSOR
    };
    let torque = "  torque: {columns: [tau_j1, tau_j2]}\n";
    let found = folder(torque).read("run.yaml", &of_torque);
    assert!(found.measured.is_none() && found.torque.is_some());
}

#[test]
fn rows_that_were_not_recorded_are_told() {
    let short = csv().replacen("power", "other", 1);
    let with = |more: &str| Folder::with(&[("run.csv", &short), ("run.yaml", &yaml(more))]);
    let what = |missing: &str| {
        format!(
            "run.yaml has no column for {missing}, though the file of by_hand says with `measure` that it is measured: name the \
             columns in a description beside the file (`measured: {{columns: [..]}}`, in the order of the rows fx_b, tau_j2, \
             power), or give the robot file another `measure`"
        )
    };
    assert_eq!(with("").refused("run.yaml", &SENSOR), what("`power`"));
    // Torques of all drives stand for that of one; nothing of the rows at all is nothing measured.
    let torque = "  torque: {columns: [tau_j1, tau_j2]}\n";
    assert_eq!(with(torque).refused("run.yaml", &SENSOR), what("`power`"));
    let none = short.replacen("fx_b", "x", 1).replacen("tau_j2", "y", 1);
    let bare = Folder::with(&[("run.csv", &none), ("run.yaml", &yaml(""))]);
    assert_eq!(bare.read("run.yaml", &SENSOR).measured, None);
    let asked = Folder::with(&[
        ("run.csv", &none),
        ("run.yaml", &yaml("  measured: {unit: [N, N, W]}\n")),
    ]);
    let said = asked.refused("run.yaml", &SENSOR);
    assert!(
        said.contains("`columns`") || said.contains("`fx_b`, `tau_j2`, `power`"),
        "{said}"
    );
    let columns = "  measured: {columns: [fx_b, power]}\n";
    assert_eq!(
        folder(columns).refused("run.yaml", &SENSOR),
        "run.yaml, line 5, column 23: `measured.columns` has 2, and by_hand has 3 rows that are measured (fx_b, tau_j2, power): one \
         each"
    );
    let unit = "  measured: {columns: [fx_b, tau_j2, power], unit: [N, N, N·m]}\n";
    assert_eq!(
        folder(unit).refused("run.yaml", &SENSOR),
        "run.yaml, line 5, column 59: `N·m` is not a unit of power, which is in W; a list of units has one a column"
    );
    let plain = "  measured: {columns: [fx_b, tau_j2, power]}\n";
    assert_eq!(
        folder(plain).refused("run.yaml", &MODEL),
        "run.yaml, line 5, column 13: the robot file has no `measure`, which says what is measured beside or in place of the torque \
         of every drive; torques belong to `torque`"
    );
}

#[test]
fn columns_of_a_user_that_cannot_be_are_told() {
    let refused = |more: &str| folder(more).refused("run.yaml", &MODEL);
    let shape = |name: &str| {
        format!(
            "`{name}` of `user` has a name of its own, one column or one for each of the 2 joints, and `scale` and `offset` for all \
             or one a column"
        )
    };
    for (user, name, column) in [
        ("{name: a, columns: [power, fx_b, t]}", "a", 10),
        (
            "{name: a, columns: [power, fx_b], scale: [1, 2, 3]}",
            "a",
            10,
        ),
        ("{name: a, columns: [power], offset: [1, 2]}", "a", 10),
        (
            "{name: b, columns: [power]}, {name: b, columns: [fx_b]}",
            "b",
            39,
        ),
    ] {
        let said = refused(&format!("  user: [{user}]\n"));
        assert_eq!(
            said,
            format!("run.yaml, line 5, column {column}: {}", shape(name)),
            "{user}"
        );
    }
    let empty = csv()
        .lines()
        .map(|line| format!("{line},nan\n"))
        .collect::<String>();
    let empty = empty.replacen(",nan", ",none", 1);
    let more = "  user: [{name: a, columns: [power]}, {name: b, columns: [none]}]\n";
    let with = Folder::with(&[("run.csv", &empty), ("run.yaml", &yaml(more))]);
    assert_eq!(
        with.refused("run.yaml", &MODEL),
        "run.yaml, line 5, column 39: a column of `b` holds no number at all"
    );
}

#[test]
fn second_positions_are_those_of_the_other_side() {
    for (position, second) in [("joint", "joint"), ("motor", "motor")] {
        let text = yaml(&format!(
            "  second_position: {{columns: [t, power], side: {second}}}\n"
        ));
        let text = text.replacen("q_j2]}", &format!("q_j2], side: {position}}}"), 1);
        let with = Folder::with(&[("run.csv", &csv()), ("run.yaml", &text)]);
        assert_eq!(
            with.refused("run.yaml", &MODEL),
            "run.yaml, line 5, column 48: second positions are those of the other side of the transmission than `position`: give \
             one of them another `side`"
        );
    }
}

/// Rows of `measure` that are torques are called after the joints or motors that they are of.
#[test]
fn the_side_that_is_assumed_is_not_that_of_measured_rows() {
    let at_motors = Model {
        side: Side::Motor,
        ..SENSOR
    };
    let bare = Folder::with(&[("run.csv", &csv())]);
    let found = bare.read("run.csv", &at_motors);
    near(&found.position[0], |k| 0.5 * k);
    near(&rows(&found)[1], |k| 4.0 - k);
    let said = "positions were taken as measured at the motors, as the robot file says; write a description with `side: joint` \
                if they are the joints'";
    assert_eq!(bare.remarks(&found), [said]);
}

/// A row may be called as columns of joints are, but after a motor.
#[test]
fn rows_that_are_measured_are_not_passed_over() {
    const OF_MOTOR: Model = Model {
        measured: &[row("tau_m1", "N·m"), row("power", "W")],
        ..SENSOR
    };
    let bare = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,tau_m1,power"))]);
    let found = bare.read("run.csv", &OF_MOTOR);
    near(&rows(&found)[0], |k| 1.0 + k * k);
    near(&rows(&found)[1], |k| 7.0 + 3.0 * k);
    assert_eq!(bare.remarks(&found), Vec::<String>::new());
}

#[test]
fn phases_have_three_columns_a_motor() {
    let motor = |more: &str| {
        format!(
            "{{columns: [a, b, c], constant: 0.5, pairs: 1, offsets: [0, 0, 1], ripple: [[0, 0.5]]{more}}}"
        )
    };
    let with = |motors: &str| {
        let text = format!(
            "recording:\n  file: run.csv\n  time: {{column: t}}\n  position: {{columns: [a, {{constant: 0}}]}}\n  phases: [{motors}]\n"
        );
        Folder::with(&[("run.csv", &lines("t,a,b,c,d")), ("run.yaml", &text)])
    };
    let two = format!(
        "{}, {{columns: [d, d, d], constant: 1, pairs: 2}}",
        motor(", unit: [A, mA, A], angle: 90deg")
    );
    let found = with(&two).read("run.yaml", &MODEL);
    // The first motor turns twice as far as its joint, the second three times.
    let torque = found.torque.as_ref().expect("torques");
    let (a, b) = (|k: f64| 2.0 + k, |k: f64| 5.0 - 2.0 * k);
    let (c, d) = (|k: f64| 1.0 + k * k, |k: f64| 7.0 + 3.0 * k);
    let third = std::f64::consts::TAU / 3.0;
    let first = |k: f64| {
        let angle = 2.0 * a(k) + std::f64::consts::FRAC_PI_2;
        let sines = [0.0, 1.0, 2.0].map(|phase| (angle + phase * third).sin());
        let sum = a(k) * sines[0] + 1e-3 * b(k) * sines[1] + (c(k) - 1.0) * sines[2];
        0.5 * (1.0 + 0.5 * angle.sin()) * sum
    };
    // Equal currents make nothing.
    near(&torque[1], |_| 0.0);
    near(&torque[0], |k| 2.0 * first(k) + 0.0 * d(k));
    assert_eq!(found.torque_side, Side::Motor);
    // Without a transmission nobody wrote a side that could change nothing.
    let direct = Model {
        transmission: &[],
        ..MODEL
    };
    let remarks = with(&two).read("run.yaml", &direct).remarks;
    let of_side = |remark: &&Remark| matches!(remark, Remark::NoTransmission { .. });
    assert_eq!(remarks.iter().find(of_side), None);
    let what = "run.yaml, line 5, column 11: 1 motors where 2 are wanted, one a joint";
    assert_eq!(with(&motor("")).refused("run.yaml", &MODEL), what);
    let shape = "a motor has three columns, a unit for all or one a column, three offsets, and two numbers for each part of the \
                 ripple";
    let good = motor("");
    for (from, to) in [
        ("[a, b, c]", "[a, b]"),
        ("[0, 0, 1]", "[0, 0]"),
        ("[[0, 0.5]]", "[[0.5]]"),
        ("pairs: 1", "pairs: 1, unit: [A, A]"),
    ] {
        let bad = good.replacen(from, to, 1);
        let said = with(&format!("{good}, {bad}")).refused("run.yaml", &MODEL);
        let column = 12 + good.chars().count() + 2;
        assert_eq!(
            said,
            format!("run.yaml, line 5, column {column}: {shape}"),
            "{to}"
        );
    }
}

/// Encoders of motors begin again behind a turn, also those of a joint that slides; offsets come after that.
#[test]
fn second_positions_that_wrap_are_those_of_their_side() {
    let angle = |k: f64| 0.1 + 0.3 * k;
    let csv = table("t,a,b,c,d", 200, |k| {
        let wrapped = angle(k).rem_euclid(std::f64::consts::TAU);
        vec![0.01 * k, 0.01 * k, 0.02 * k, wrapped, wrapped]
    });
    let text = "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: [a, b]}\n  \
                second_position: {columns: [c, d], offset: [1, 2]}\n";
    let with = Folder::with(&[("run.csv", &csv), ("run.yaml", text)]);
    let from_file = with.read("run.yaml", &MODEL);
    let column =
        |of: &dyn Fn(f64) -> f64| -> Vec<f64> { (0..200).map(|k| of(f64::from(k))).collect() };
    let wrapped = column(&|k| angle(k).rem_euclid(std::f64::consts::TAU));
    let arrays = Arrays {
        second_position: vec![wrapped.clone(), wrapped],
        ..Arrays::new(
            100.0,
            vec![column(&|k| 0.01 * k), column(&|k| 0.02 * k)],
            Vec::new(),
        )
    };
    let from_arrays = Recording::from_arrays(&MODEL, arrays).expect("a recording");
    for (found, offsets) in [(from_file, [1.0, 2.0]), (from_arrays, [0.0; 2])] {
        let second = found.further.second_position.expect("second positions");
        assert_eq!(second.side, Side::Motor);
        near(&second.columns[0], |k| angle(k) + offsets[0]);
        near(&second.columns[1], |k| angle(k) + offsets[1]);
        let said: Vec<String> = found.repairs.iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 2);
        for (said, motor) in said.iter().zip(["m1", "m2"]) {
            assert!(
                said.starts_with(&format!(
                    "position of {motor} begins again behind a turn, in 9 rows"
                )),
                "{said}"
            );
        }
    }
}

/// The motors turn by 2 q1 and 3 q1 + 5 q2, torques are (2 t1 + 3 t2, 5 t2).
#[test]
fn phases_of_the_second_motor_are_at_its_own_angle() {
    let text = "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: [a, b]}\n  phases: [{columns: [a, b, \
                c], constant: 0.5, pairs: 1}, {columns: [d, e, f], constant: 2, pairs: 2, angle: 0.5}]\nprocessing: {without_torque: m1}\n";
    let third = std::f64::consts::TAU / 3.0;
    let electrical = |k: f64| 2.0 * (3.0 * 0.01 * k + 5.0 * 0.02 * k) + 0.5;
    let along = |k: f64| (0.13 * k).sin();
    // They lead by 0.3 rad.
    let csv = table("t,a,b,c,d,e,f", 200, |k| {
        let current = |phase: f64| along(k) * (electrical(k) + 0.3 + phase * third).sin();
        let currents = [0.0, 1.0, 2.0].map(current);
        let mut row = vec![0.01 * k, 0.01 * k, 0.02 * k, 1.0 + k * k];
        row.extend(currents);
        row
    });
    let with = Folder::with(&[("run.csv", &csv), ("run.yaml", text)]);
    let found = with.read("run.yaml", &MODEL);
    assert_eq!(found.left_out, [Torque::motor(0)]);
    let torque = found.torque.as_ref().expect("torques");
    // Of sinusoidal currents three halves.
    let second = |k: f64| 2.0 * 1.5 * along(k) * 0.3f64.cos();
    near(&torque[0], |k| 3.0 * second(k));
    near(&torque[1], |k| 5.0 * second(k));
    let doubts: Vec<(&str, f64, f64)> = found
        .remarks
        .iter()
        .filter_map(|remark| match remark {
            Remark::PhaseAngle { motor, given, by } if motor == "m2" => {
                Some((motor.as_str(), *given, *by))
            }
            _ => None,
        })
        .collect();
    let [(_, given, by)] = doubts[..] else {
        panic!("{:?}", found.remarks);
    };
    assert!(
        (given - 0.5).abs() < 1e-12 && (by - 0.3).abs() < 1e-9,
        "{given} {by}"
    );
    // Motors without names are called by their joints.
    const UNNAMED: Model = Model {
        motors: &[],
        ..MODEL
    };
    let text = text.replacen("processing: {without_torque: m1}\n", "", 1);
    let with = Folder::with(&[("run.csv", &csv), ("run.yaml", &text)]);
    let remarks = with.read("run.yaml", &UNNAMED).remarks;
    let of_second =
        |remark: &Remark| matches!(remark, Remark::PhaseAngle { motor, .. } if motor == "j2");
    assert!(remarks.iter().any(of_second), "{remarks:?}");
}

/// The third row of what is measured has more columns before it than any other quantity has.
#[test]
fn rows_that_are_measured_have_the_units_of_the_files() {
    let units = csv().replacen('\n', "\ns,rad,m,N,kN,mW,N·m\n", 1);
    let folder = Folder::with(&[("run.csv", &units), ("run.yaml", &yaml(""))]);
    let found = folder.read("run.yaml", &SENSOR);
    near(&rows(&found)[0], |k| 3.0 + k);
    near(&rows(&found)[1], |k| 1e3 * (4.0 - k));
    near(&rows(&found)[2], |k| 1e-3 * (5.0 + k));
}

/// A joint's encoder begins again behind a turn as well; the turn is that which is nearest to what the joint can reach.
#[test]
fn positions_of_a_joint_that_wrap_go_on() {
    let angle = |k: f64| 0.3 * (k - 99.5);
    let csv = table("t,a,b", 200, |k| {
        let wrapped = angle(k).rem_euclid(std::f64::consts::TAU);
        vec![0.01 * k, wrapped, 0.02 * k]
    });
    let text = "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: [a, b]}\n";
    let with = Folder::with(&[("run.csv", &csv), ("run.yaml", text)]);
    let found = with.read("run.yaml", &MODEL);
    near(&found.position[0], angle);
    near(&found.position[1], |k| 0.02 * k);
    let said: Vec<String> = found.repairs.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with("position of j1 begins again behind a turn, in 9 rows"),
        "{said:?}"
    );
}

#[test]
fn rows_that_are_measured_may_stand_in_any_file() {
    let other = table("x", 12, |k| vec![k]);
    for files in ["run.csv, other.csv", "other.csv, run.csv"] {
        let text = yaml("").replacen("file: run.csv", &format!("file: [{files}]"), 1);
        let with = Folder::with(&[
            ("run.csv", &csv()),
            ("other.csv", &other),
            ("run.yaml", &text),
        ]);
        let found = with.read("run.yaml", &SENSOR);
        near(&rows(&found)[1], |k| 4.0 - k);
        near(&rows(&found)[2], |k| 5.0 + k);
    }
}

/// Motors turn by up to a seventh of a turn from sample to sample, and by more than half of one where three are missing. Joints turn
/// by (0.5 m1, -0.3 m1 + 0.2 m2).
#[test]
fn positions_of_fast_motors_that_wrap_go_on_where_samples_are_missing() {
    let motor = |k: f64| 0.1 + 30.0 * (0.03 * k).sin();
    let recorded = || (0..800_i32).filter(|k| !(5..8).contains(&(k % 100)));
    let time: Vec<f64> = recorded().map(|k| 0.01 * f64::from(k)).collect();
    let wrap = |k: i32| motor(f64::from(k)).rem_euclid(std::f64::consts::TAU);
    let wrapped: Vec<f64> = recorded().map(wrap).collect();
    let each = time.iter().zip(&wrapped);
    let each: Vec<String> = each.map(|(t, x)| format!("{t},{x},{x}\n")).collect();
    let csv = format!("t,a,b\n{}", each.concat());
    let text = "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: [a, b], side: motor}\n";
    let with = Folder::with(&[("run.csv", &csv), ("run.yaml", text)]);
    let from_file = with.read("run.yaml", &MODEL);
    let arrays = Arrays {
        time,
        side: Side::Motor,
        ..Arrays::new(100.0, vec![wrapped.clone(), wrapped], Vec::new())
    };
    let from_arrays = Recording::from_arrays(&MODEL, arrays).expect("a recording");
    for found in [from_file, from_arrays] {
        assert_eq!(found.samples(), 800);
        for k in (0..800).filter(|k| !found.bridged[*k]) {
            let turned = motor(k as f64);
            let [first, second] = [0, 1].map(|joint: usize| found.position[joint][k]);
            assert!((first - 0.5 * turned).abs() < 1e-9, "{k}: {first}");
            assert!((second + 0.1 * turned).abs() < 1e-9, "{k}: {second}");
        }
    }
}

/// A motor without a unit has those of the file, column by column; one with a unit keeps it. At an angle of 90 degrees sines are 1,
/// -1/2 and -1/2; torques are (2 t1 + 3 t2, 5 t2).
#[test]
fn phases_have_the_units_of_the_file_where_their_motor_has_none() {
    let csv = table(
        "t [s],ia [mA],ib [mA],ic [A],ja [mA],jb [mA],jc [mA]",
        12,
        |k| {
            vec![
                0.02 * k,
                1.0 + k,
                2.0 - k,
                0.5 * k,
                k * k,
                4.0 - k,
                2.0 + 3.0 * k,
            ]
        },
    );
    let text = |unit: &str| {
        format!(
            "recording:\n  file: run.csv\n  time: {{column: t}}\n  position: {{columns: [{{constant: 0}}, {{constant: 0}}]}}\n  \
             phases: [{{columns: [ia, ib, ic], constant: 0.5, pairs: 1, angle: 90deg}}, {{columns: [ja, jb, jc], constant: 2, \
             pairs: 1, angle: 90deg{unit}}}]\n"
        )
    };
    let first = |k: f64| 0.5 * (1e-3 * (1.0 + k) - 0.5e-3 * (2.0 - k) - 0.25 * k);
    let second = |k: f64| 2.0 * (k * k - 0.5 * (4.0 - k) - 0.5 * (2.0 + 3.0 * k));
    for (unit, factor) in [(", unit: A", 1.0), ("", 1e-3)] {
        let with = Folder::with(&[("run.csv", &csv), ("run.yaml", &text(unit))]);
        let found = with.read("run.yaml", &MODEL);
        let torque = found.torque.as_ref().expect("torques");
        near(&torque[0], |k| 2.0 * first(k) + 3.0 * factor * second(k));
        near(&torque[1], |k| 5.0 * factor * second(k));
        let said = "units were taken from the names of the columns: phases mA, phases A";
        assert_eq!(with.remarks(&found), [said]);
    }
    // What is told to be taken is not what a motor has of its own.
    let own = csv.replacen("ic [A]", "ic [mA]", 1);
    let own = own.replacen("jb [mA]", "jb [A]", 1);
    let with = Folder::with(&[("run.csv", &own), ("run.yaml", &text(", unit: mA"))]);
    let found = with.read("run.yaml", &MODEL);
    let said = "units were taken from the names of the columns: phases mA";
    assert_eq!(with.remarks(&found), [said]);
    // A unit of something else is told.
    let other = csv.replacen("ib [mA]", "ib [N·m]", 1);
    let with = Folder::with(&[("run.csv", &other), ("run.yaml", &text(""))]);
    let said = with.refused("run.yaml", &MODEL);
    let what = "`N·m` in the names of the columns is not a unit of phases; write `unit:` under `phases`, one of A, mA";
    assert!(said.ends_with(what), "{said}");
}

/// Equal currents make no torque. Of the rows the torque of the second joint is made of them, and has no column of its own.
#[test]
fn phases_of_all_drives_are_those_among_the_rows() {
    let motor = |column: &str| {
        format!("{{columns: [{column}, {column}, {column}], constant: 1, pairs: 1}}")
    };
    let phases = format!("  phases: [{}, {}]\n", motor("tau_j1"), motor("tau_j2"));
    for measured in ["", "  measured: {columns: [fx_b, power]}\n"] {
        let found = folder(&format!("{phases}{measured}")).read("run.yaml", &SENSOR);
        assert_eq!(rows(&found).len(), 3);
        near(&rows(&found)[0], |k| 3.0 + k);
        near(&rows(&found)[1], |_| 0.0);
        near(&rows(&found)[2], |k| 5.0 + k);
    }
    // Where base parameters are those of torques these are enough.
    let of_torque = Model {
        base_of_torque: true,
        ..SENSOR
    };
    let found = folder(&phases).read("run.yaml", &of_torque);
    assert!(found.measured.is_none() && found.torque.is_some());
}
