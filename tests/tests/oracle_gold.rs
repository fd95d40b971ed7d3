//! The oracle itself against values that computer algebra derived elsewhere.

use armwright_tests::oracle::Mechanism;
use armwright_tests::{
    ArmGold, GravityCase, WristCase, WristGold, assert_agree, gold, robot_files,
};

/// The wrist of `robots/abb_wrist.yaml` with the lengths of a case.
fn wrist(case: &WristCase) -> Mechanism {
    let files = robot_files().expect("robots/ lists");
    let file = files
        .iter()
        .find(|path| path.ends_with("abb_wrist.yaml"))
        .expect("abb_wrist.yaml");
    Mechanism::read(file)
        .expect("the oracle reads the wrist")
        .with_position("b", [case.phys["al1"], 0.0, 0.0])
        .with_position("c", [case.phys["bl1"], 0.0, 0.0])
}

/// The case's 30 parameters, followed by drives that do nothing.
fn theta(robot: &Mechanism, case: &WristCase) -> Vec<f64> {
    let mut theta = case.std.clone();
    theta.resize(robot.parameters().len(), 0.0);
    theta
}

fn cases() -> Vec<WristCase> {
    let path = gold("abb_wrist.json");
    let reference = WristGold::read(&path).expect("the wrist's reference values read");
    reference.cases
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn wrist_torque_gravity_and_regressor() {
    for case in cases() {
        for under in [&case.gravity_9p81, &case.gravity_general] {
            check_under_gravity(&case, under);
        }
    }
}

fn check_under_gravity(case: &WristCase, under: &GravityCase) {
    let robot = wrist(case).with_gravity(under.g_accel_in_n);
    let theta = theta(&robot, case);
    let tau = robot.torque(&theta, &case.q, &case.qd, &case.qdd);
    assert_agree("torque", &tau, &under.tau, 1e-12);
    assert_agree(
        "gravity",
        &robot.gravity_torque(&theta, &case.q),
        &under.g,
        1e-12,
    );
    let regressor = robot.regressor(&case.q, &case.qd, &case.qdd);
    for (i, expected) in under.regressor.iter().enumerate() {
        let row: Vec<f64> = regressor.row(i).iter().take(30).copied().collect();
        assert_agree("regressor", &row, expected, 1e-12);
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn wrist_inertia_and_coriolis() {
    for case in cases() {
        let robot = wrist(&case);
        let theta = theta(&robot, &case);
        let inertia = robot.inertia(&theta, &case.q);
        for (i, expected) in case.inertia.iter().enumerate() {
            let row: Vec<f64> = inertia.row(i).iter().copied().collect();
            assert_agree("inertia", &row, expected, 1e-12);
        }
        let coriolis = robot.coriolis(&theta, &case.q, &case.qd);
        assert_agree("Coriolis", &coriolis, &case.coriolis_torque(), 1e-12);
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn direct_drive_arm_torque_and_regressor() {
    let path = gold("mit_ddarm.json");
    let reference = ArmGold::read(&path).expect("the arm's reference values read");
    // Frames of the reference: joint 1 vertical, joints 2 and 3 turned by 90° about x, origin 3 at
    // 0.45 m along the axis of joint 2.
    let robot = Mechanism::parse(
        "robot: arm
gravity: [0, 0, -9.8]
bodies:
  - {name: '1', parent: base, joint: {name: '1', type: revolute}}
  - {name: '2', parent: '1', joint: {name: '2', type: revolute, origin: {rpy: [pi/2, 0, 0]}}}
  - {name: '3', parent: '2', joint: {name: '3', type: revolute, origin: {xyz: [0, 0, 0.45], rpy: [90deg, 0, 0]}}}
",
    )
    .expect("the oracle reads the arm");
    let symbols = [
        "m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz",
    ];
    let theta: Vec<f64> = (1..=3)
        .flat_map(|body| symbols.map(|symbol| reference.table1[&format!("{symbol}{body}")]))
        .collect();
    for case in &reference.cases {
        let tau = robot.torque(&theta, &case.q, &case.qd, &case.qdd);
        assert_agree("torque", &tau, &case.tau_table1, 1e-12);
        let regressor = robot.regressor(&case.q, &case.qd, &case.qdd);
        for (i, expected) in case.regressor.iter().enumerate() {
            let row: Vec<f64> = regressor.row(i).iter().copied().collect();
            assert_agree("regressor", &row, expected, 1e-12);
        }
    }
}
