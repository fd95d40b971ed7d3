//! Names in generated code: legal, each used once, and clear of those that the module uses itself.

use armwright_codegen::generate;

/// The code of a pendulum of a name, with symbolic constants of some names.
fn code(robot: &str, constants: &[&str]) -> String {
    let constant = |name: &&str| format!("  {name}: {{value: 1, unit: m, symbolic: true}}\n");
    let constants: String = constants.iter().map(constant).collect();
    let text = format!(
        "robot: {robot}\ngravity: [0, 0, -9.81]\nconstants:\n  d: 1\n{constants}bodies:\n  \
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n"
    );
    generate("robot.yaml", &text).expect("a robot").code
}

#[test]
fn constants_become_legal_and_unique() {
    let names = [
        "Q1", "_x", "_1", "Self", "gen", "a__B_", "l", "L", "l_2", "dof",
    ];
    let legal = [
        "Q1", "X", "X_1", "SELF_", "GEN_", "A_B", "L", "L_2", "L_2_2", "DOF_2",
    ];
    let code = code("pendulum", &names);
    let lines = code
        .lines()
        .filter_map(|line| line.strip_prefix("pub const "));
    let found: Vec<&str> = lines
        .filter_map(|line| Some(line.split_once(": f64")?.0))
        .collect();
    assert_eq!(found, legal);
}

#[test]
fn types_stay_clear_of_what_the_module_uses() {
    for (name, expected) in [
        ("abb_wrist", "AbbWrist"),
        ("robot", "RobotRobot"),
        ("scalar", "ScalarRobot"),
        ("x__1", "X1"),
    ] {
        let code = code(name, &[]);
        assert!(code.contains(&format!("pub struct {expected};")), "{name}");
    }
}
