//! Names in generated code: legal, each used once, and clear of those that the module uses itself.

use armwright_codegen::{Quantity, generate, generate_only};

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
        ("option", "OptionRobot"),
        ("default", "DefaultRobot"),
        ("err", "ErrRobot"),
        ("fn_once", "FnOnceRobot"),
        ("x__1", "X1"),
    ] {
        let code = code(name, &[]);
        assert!(code.contains(&format!("pub struct {expected};")), "{name}");
    }
}

/// Constants of the module, and `rows` of one whose base moves.
#[test]
fn constants_stay_clear_of_those_of_the_module() {
    let own = [
        "base_parameters",
        "dof",
        "model",
        "parameters",
        "recovered",
        "recovery_steps",
        "robot",
        "rows",
        "slotine_li_base_regressor_of_bodies",
        "slotine_li_regressor_of_bodies",
        "rank",
    ];
    let constants: String = own
        .iter()
        .map(|name| format!("  {name}: {{value: 1, unit: m, symbolic: true}}\n"))
        .collect();
    for (base, floats) in [("", false), ("base: floating\n", true)] {
        let text = format!(
            "robot: pendulum\ngravity: [0, 0, -9.81]\n{base}constants:\n{constants}bodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n"
        );
        let code = generate("robot.yaml", &text).expect("a robot").code;
        let lines = code
            .lines()
            .filter_map(|line| line.strip_prefix("pub const "));
        let found: Vec<&str> = lines
            .filter_map(|line| Some(line.split_once(": f64")?.0))
            .collect();
        let expected = own.map(|name| match name {
            "rank" => "RANK".to_owned(),
            "rows" if !floats => "ROWS".to_owned(),
            name => format!("{}_2", name.to_uppercase()),
        });
        assert_eq!(found, expected);
    }
}

/// Lengths that are called as what functions take: what reads one has another name.
#[test]
fn symbols_do_not_hide_what_a_function_takes() {
    let taken = [
        ["theta", "base", "q", "qd"],
        ["qdd", "out", "beta", "known"],
        ["recovered", "tolerance", "lengths", "packing"],
        // Only the function that recovers has these.
        ["residuals", "x", "near", "divide"],
    ];
    for (number, names) in taken.into_iter().enumerate() {
        let constants =
            names.map(|name| format!("  {name}: {{value: 0.125, unit: m, symbolic: true}}\n"));
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nconstants:\n{}bodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [{}, 0, 0]}}}}}}\nrecovery: {{known: [m_a, m_b, {}]}}\n",
            constants.concat(),
            names.join(" + "),
            names.join(", ")
        );
        let quantities = [Quantity::TorqueRegressor, Quantity::BaseParameters];
        let generated = generate_only("robot.yaml", &text, &quantities).expect("a robot");
        let code = &generated.code;
        let (_, recover) = code.split_once("pub fn recover<").expect("a function");
        let (recover, _) = recover.split_once("\n}\n").expect("its end");
        for (at, name) in names.iter().enumerate() {
            let read = format!("let {name}_2 = known[{}];", at + 2);
            assert!(recover.contains(&read), "{read} {recover}");
            let constant = match *name {
                "recovered" => "RECOVERED_2".to_owned(),
                name => name.to_uppercase(),
            };
            let own = if number < 3 { "_2" } else { "" };
            let read = format!("let {name}{own} = S::constant({constant});");
            assert!(code.contains(&read), "{read} {code}");
        }
    }
}
