//! Which channels a draft describes, and on which side they are.

use std::path::Path;

use super::{MODEL, ONE_SENSOR, TURNING, folder, lines_of, lines_of_table};
use crate::recording::draft;
use armwright_runtime::{Measured, Model, Side};

/// The sides of positions and of torques in a draft, where columns of positions go from 0 to some numbers.
fn sides(header: &str, ends: [f64; 2], model: &Model) -> [Option<String>; 2] {
    const ROWS: u32 = 20;
    let mut text = format!("t,{header}\n");
    for k in 0..ROWS {
        let share = f64::from(k) / f64::from(ROWS - 1);
        let q = ends.map(|end| share * end);
        text += &format!("{},{},{},1,1\n", 0.01 * f64::from(k), q[0], q[1]);
    }
    ["position", "torque"].map(|channel| {
        let mut lines = lines_of_table(channel, &text, model).into_iter();
        lines.find(|line| line.contains("side:"))
    })
}

fn shown(side: &str) -> Option<String> {
    Some(format!(
        "    side: {side}   # guess: the joints then stay within their ranges, and move"
    ))
}

fn as_positions(side: &str) -> Option<String> {
    Some(format!(
        "    side: {side}   # guess: as positions are; torques of motors are smaller by the gear ratio"
    ))
}

/// Motors that turn by 0.1 and 0.15 turn joints by 0.05 and 0: radians are taken where nobody says that it is turns, and doubted.
#[test]
fn a_unit_in_which_joints_hardly_move_is_doubted() {
    let lines = |names: &str, ends: [f64; 2]| -> Vec<String> {
        let row = |k: u32| {
            let [one, other] = ends.map(|end| f64::from(k) / 19.0 * end);
            format!("{},{one},{other},1,1\n", 0.01 * f64::from(k))
        };
        let rows: String = (0..20).map(row).collect();
        let mut lines = lines_of_table("position", &format!("t,{names}\n{rows}"), &TURNING);
        lines.retain(|line| line.contains("unit:"));
        lines
    };
    let unnamed = "motor_pos_1,motor_pos_2,tau1,tau2";
    assert_eq!(
        lines(unnamed, [0.1, 0.15]),
        [
            "    unit: rad   # guess: nothing says otherwise; joints hardly move then: look at the units below",
            "    # side: motor   # may be meant as well, with `unit: rev`: joints stay within their ranges then, too",
        ]
    );
    let usual = "    unit: rad   # guess: the joints then stay within their ranges, and move";
    assert_eq!(lines(unnamed, [1.0, 1.5])[0], usual);
    // Nothing below is in the same place.
    assert_eq!(lines("q1,q2,tau1,tau2", [0.1, 0.15])[0], usual);
    let named = lines("motor_pos_1 [rad],motor_pos_2 [rad],tau1,tau2", [0.1, 0.15]);
    assert_eq!(named, ["    unit: rad   # guess: the file says so"]);
}

/// Joints turn by 5 rad at most, or a tenth more; motors by (2 q1, 3 q1 + 5 q2).
#[test]
fn positions_are_on_the_side_on_which_joints_stay_within_their_ranges() {
    let joints = "q1 [rad],q2 [rad],tau1,tau2";
    assert_eq!(
        sides(joints, [1.0, 1.0], &TURNING),
        [shown("joint"), as_positions("joint")]
    );
    // Joints cannot turn by 10 and 15, but motors can, whose joints then turn by 5 and 0.
    assert_eq!(
        sides(joints, [10.0, 15.0], &TURNING),
        [shown("motor"), as_positions("motor")]
    );
    // In degrees: 540 and 270 of motors are 270 and -108 of joints.
    assert_eq!(
        sides("q1,q2,tau1,tau2", [540.0, 270.0], &TURNING),
        [shown("motor"), as_positions("motor")]
    );
    // Motors that turn half as far as their joints: by 2 for 4, and not by 4 for 8.
    const SLOW_MOTORS: Model = Model {
        transmission: &[0.5, 0.0, 0.0, 0.5],
        ..TURNING
    };
    let motors = "q_m1 [rad],q_m2 [rad],tau1,tau2";
    assert_eq!(
        sides(motors, [2.0, 2.0], &SLOW_MOTORS),
        [shown("motor"), as_positions("motor")]
    );
    assert_eq!(
        sides(motors, [4.0, 4.0], &SLOW_MOTORS),
        [shown("joint"), as_positions("joint")]
    );
    // Torques whose names speak of motors are theirs wherever positions are.
    let by_name = Some("    side: motor   # guess: by name".to_owned());
    assert_eq!(
        sides("q1 [rad],q2 [rad],tau_m1,tau_m2", [1.0, 1.0], &TURNING),
        [shown("joint"), by_name]
    );
}

/// Degrees of joints and radians of motors.
#[test]
fn another_side_that_fits_as_well_is_told() {
    let others = |names: &str, ends: [f64; 2]| -> Vec<String> {
        let row = |k: u32| {
            let [a, b] = ends.map(|end| f64::from(k) / 19.0 * end);
            format!("{},{a},{b},1,1\n", 0.01 * f64::from(k))
        };
        let rows: String = (0..20).map(row).collect();
        let text = format!("t,{names},tau1,tau2\n{rows}");
        let lines = lines_of_table("position", &text, &TURNING).into_iter();
        lines.filter(|line| line.contains("as well")).collect()
    };
    let motor = "    # side: motor   # may be meant as well";
    let too = "joints stay within their ranges then, too";
    assert_eq!(
        others("q1,q2", [10.0, 15.0]),
        [format!("{motor}, with `unit: rad`: {too}")]
    );
    assert_eq!(
        others("q1 [rad],q2 [rad]", [5.0, 5.0]),
        [format!("{motor}: {too}")]
    );
    assert!(others("q1 [rad],q2 [rad]", [10.0, 15.0]).is_empty());
}

#[test]
fn the_side_of_positions_is_needed_where_numbers_do_not_show_it() {
    let needed = Some(
        "    # side: joint   # needed: `joint`, or `motor`: on neither do joints stay within their ranges"
            .to_owned(),
    );
    // Too far for either side, or still on both.
    for ends in [[1000.0, 1000.0], [0.001, 0.001]] {
        for (header, side) in [
            ("q1 [rad],q2 [rad],tau1,tau2", "joint"),
            ("q_m1 [rad],q_m2 [rad],tau1,tau2", "motor"),
        ] {
            assert_eq!(
                sides(header, ends, &TURNING),
                [needed.clone(), as_positions(side)]
            );
        }
    }
    // Without motors there is one side only.
    const WITHOUT_MOTORS: Model = Model {
        motors: &[],
        transmission: &[],
        ..TURNING
    };
    for ends in [[1.0, 1.0], [1000.0, 1000.0]] {
        let found = sides("q1 [rad],q2 [rad],tau1,tau2", ends, &WITHOUT_MOTORS);
        assert_eq!(found, [None, None]);
    }
}

/// Where positions show no side, counts or columns that no name shows, torques are where the robot file has them.
#[test]
fn torques_are_on_the_side_of_the_robot_file_where_positions_show_none() {
    const AT_MOTORS: Model = Model {
        side: Side::Motor,
        ..TURNING
    };
    for (model, side) in [(&TURNING, "joint"), (&AT_MOTORS, "motor")] {
        let unknown = sides("a,b,tau1,tau2", [1.0, 1.0], model);
        assert_eq!(unknown, [None, as_positions(side)]);
        let mut counts = lines_of("torque", "q1,q2,tau1,tau2", 1e6, model).into_iter();
        let of_counts = counts.find(|line| line.contains("side:"));
        assert_eq!(of_counts, as_positions(side));
    }
}

/// Lines of torques and of what else is measured in a draft of a file that has both, and what it does not use.
fn efforts(names: &str, model: &Model) -> Vec<String> {
    let mut text = format!("t,q1,q2,{names}\n");
    for k in 0..20 {
        let t = 0.01 * f64::from(k);
        let numbers = format!(",{t}").repeat(names.split(',').count());
        text += &format!("{t},{},{}{numbers}\n", t.sin(), t.cos());
    }
    let (_folder, paths) = folder(&[("run.csv", &text)]);
    let found = draft(&paths, Path::new("."), model).expect("a draft").text;
    let told = [
        "  torque:",
        "  # torque:",
        "  measured:",
        "  # measured:",
        "  # not used:",
    ];
    let lines = found.lines().filter_map(|line| {
        let begin = told.iter().find(|begin| line.starts_with(**begin))?;
        Some(match *begin {
            "  # not used:" => line.to_owned(),
            _ => (*begin).to_owned(),
        })
    });
    lines.collect()
}

#[test]
fn torques_are_described_where_base_parameters_are_those_of_torques() {
    let both = "tau1,tau2,fx_tool,fy_tool";
    const SENSOR_BESIDE_TORQUES: Model = Model {
        base_of_torque: true,
        ..ONE_SENSOR
    };
    for model in [&MODEL, &SENSOR_BESIDE_TORQUES] {
        assert_eq!(
            efforts(both, model),
            ["  torque:", "  # not used: fx_tool, fy_tool"]
        );
    }
    assert_eq!(
        efforts("fx_tool,fy_tool", &MODEL),
        ["  # torque:", "  # not used: fx_tool, fy_tool"]
    );
    // Currents do as well.
    assert_eq!(
        efforts("i1,i2,fx_tool,fy_tool", &SENSOR_BESIDE_TORQUES),
        ["  # not used: fx_tool, fy_tool"]
    );
    // Else what is measured is read.
    assert_eq!(
        efforts("fx_tool,fy_tool", &SENSOR_BESIDE_TORQUES),
        ["  measured:"]
    );
    assert_eq!(
        efforts(both, &ONE_SENSOR),
        ["  measured:", "  # not used: tau1, tau2"]
    );
    assert_eq!(
        efforts("tau1,tau2", &ONE_SENSOR),
        ["  # measured:", "  # not used: tau1, tau2"]
    );
}

/// Of the balance of energy either torques or the power that they have is read.
#[test]
fn the_power_of_drives_needs_no_torques_beside_it() {
    const ENERGY: Model = Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        base_of_torque: true,
        ..MODEL
    };
    assert_eq!(efforts("power", &ENERGY), ["  measured:"]);
    assert_eq!(
        efforts("tau1,tau2,power", &ENERGY),
        ["  torque:", "  # not used: power"]
    );
    assert_eq!(
        efforts("lamp", &ENERGY),
        ["  # measured:", "  # not used: lamp"]
    );
}
