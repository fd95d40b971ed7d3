//! What is evaluated along states: columns, notes and numbers.

use super::super::arguments::{Command, Evaluate};
use super::super::quantity::Evaluated;
use super::super::tests::{Folder, parse, parsed};
use super::{header, labels, notes, unread};
use crate::regression::by_hand::{ByHand, MODEL, rows};
use armwright_robots::{double_pendulum, solo12};
use armwright_runtime::{
    Dimension, Element, ElementPart, ElementTerm, Inputs, Measured, Model, Parameter, Quantity,
    Robot,
};
use clap::ValueEnum;

const TERM: ElementTerm = ElementTerm {
    name: "PG_1",
    latex: "",
    monomial: "c1",
    monomial_latex: "",
    expression: "",
    combination: &[],
};

/// All in one note, with the names that would be read.
#[test]
fn columns_that_are_not_read_are_named_together() {
    let names = ["base_speed", "base_q"].map(str::to_owned);
    assert_eq!(unread(&[]), None);
    let one = unread(&names[..1]).expect("a note");
    assert!(
        one.starts_with(
            "nothing is read from the column `base_speed`; those of the base are base_"
        ),
        "{one}"
    );
    let both = unread(&names).expect("a note");
    assert!(
        both.starts_with("nothing is read from the columns `base_speed`, `base_q`; "),
        "{both}"
    );
}

/// Of a sensor, with elements of a closed form.
static SENSOR: Model = Model {
    measured: &[
        Measured {
            name: "fx_tool",
            unit: "N",
        },
        Measured {
            name: "power",
            unit: "W",
        },
    ],
    base_of_torque: false,
    elements: &[
        Element {
            name: "g_1",
            latex: "",
            part: ElementPart::Gravity,
            indices: &[0],
            coordinates: &[],
            terms: &[
                TERM,
                ElementTerm {
                    monomial: "s1*c2",
                    ..TERM
                },
            ],
        },
        Element {
            name: "g_2",
            latex: "",
            part: ElementPart::Gravity,
            indices: &[1],
            coordinates: &[],
            terms: &[TERM],
        },
    ],
    ..MODEL
};

#[test]
fn names_along_dimensions_are_those_of_the_model() {
    let of = |model: &Model, dimension| labels(model, dimension).join(" ");
    assert_eq!(labels(&MODEL, Dimension::One), [""]);
    assert_eq!(of(&MODEL, Dimension::Torques), "j1 j2");
    assert_eq!(of(&MODEL, Dimension::Measured), "tau_j1 tau_j2");
    assert_eq!(of(&SENSOR, Dimension::Measured), "fx_tool power");
    assert_eq!(
        of(&MODEL, Dimension::Parameters),
        "m_a mx_a Lzz_a m_b fc_m2 fv_j1 fo_j2"
    );
    assert_eq!(
        of(&MODEL, Dimension::Base),
        "Lzz_a mx_a m_b fc_m2 fv_j1 fo_j2"
    );
    assert_eq!(of(&SENSOR, Dimension::Monomials), "g_1/c1 g_1/s1*c2 g_2/c1");
    let moves = solo12::ROBOT.model();
    let wrench = "fx_base fy_base fz_base tx_base ty_base tz_base ";
    let torques = of(moves, Dimension::Torques);
    let first = moves.joints[0].name;
    assert!(
        torques.starts_with(&format!("{wrench}{first} ")),
        "{torques}"
    );
    let measured = labels(moves, Dimension::Measured);
    assert_eq!(
        measured.len(),
        moves.measured.len().max(6 + moves.joints.len())
    );
    // Of a base that moves the wrench comes first, as in the rows.
    let floating = Model {
        bodies: &["base", "a", "b"],
        ..MODEL
    };
    assert_eq!(
        of(&floating, Dimension::Measured),
        format!("{wrench}tau_j1 tau_j2")
    );
}

#[test]
fn columns_are_named_by_symbol_row_and_column() {
    let of = |quantity| header(&MODEL, Evaluated::Generated(quantity)).join(" ");
    assert_eq!(of(Quantity::InverseDynamics), "tau_j1 tau_j2");
    assert_eq!(
        header(&MODEL, Evaluated::Forward).join(" "),
        "qdd_j1 qdd_j2"
    );
    assert_eq!(
        of(Quantity::InertiaMatrix),
        "M_j1_j1 M_j1_j2 M_j2_j1 M_j2_j2"
    );
    assert_eq!(
        of(Quantity::EnergyRegressor),
        "energy/m_a energy/mx_a energy/Lzz_a energy/m_b energy/fc_m2 energy/fv_j1 energy/fo_j2"
    );
    let base = "Lzz_a mx_a m_b fc_m2 fv_j1 fo_j2";
    let regressor: Vec<String> = ["j1", "j2"]
        .iter()
        .flat_map(|row| base.split(' ').map(move |column| format!("{row}/{column}")))
        .collect();
    assert_eq!(of(Quantity::BaseRegressor), regressor.join(" "));
    // Monomials have names enough by themselves.
    assert_eq!(
        header(&SENSOR, Evaluated::Generated(Quantity::ElementBases)),
        ["g_1/c1", "g_1/s1*c2", "g_2/c1"]
    );
    let moves = solo12::ROBOT.model();
    let columns = header(moves, Evaluated::Forward);
    assert_eq!(
        columns[..6].join(" "),
        "base_ax base_ay base_az base_alphax base_alphay base_alphaz"
    );
    assert_eq!(columns[6], format!("qdd_{}", moves.joints[0].name));
    let columns = header(moves, Evaluated::Generated(Quantity::InverseDynamics));
    assert_eq!(
        columns[..6].join(" "),
        "fx_base fy_base fz_base tx_base ty_base tz_base"
    );
    assert_eq!(columns[6], format!("tau_{}", moves.joints[0].name));
    assert_eq!(columns.len(), 6 + moves.joints.len());
}

#[test]
fn all_quantities_of_states_can_be_asked_for() {
    let names: Vec<String> = Evaluated::value_variants()
        .iter()
        .filter_map(|one| Some(one.to_possible_value()?.get_name().to_owned()))
        .collect();
    let all = Quantity::ALL.iter();
    let of_states = all.filter(|quantity| quantity.arguments().contains(&"q"));
    let mut expected: Vec<&str> = of_states.map(|quantity| quantity.name()).collect();
    assert!(expected.len() < Quantity::ALL.len());
    expected.push("forward");
    assert_eq!(names, expected);
    assert!(parsed("evaluate --quantity base-parameters --states a").is_err());
    let forward = Evaluated::Forward.to_possible_value().expect("a value");
    let help = forward.get_help().expect("help").to_string();
    assert_eq!(help, "Accelerations that given torques cause");
}

#[track_caller]
fn asked(options: &str) -> Evaluate {
    match parse(&format!("evaluate --states a.csv --quantity {options}")) {
        Command::Evaluate(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

#[test]
fn notes_say_what_numbers_do_not() {
    let plain = |quantity: Quantity| asked(quantity.name());
    let closed = notes(&MODEL, &plain(Quantity::ClosedFormTorque));
    assert_eq!(
        closed,
        [
            "the closed form of by_hand passed its budget of terms; these torques are those of the factored form"
        ]
    );
    let moves = solo12::ROBOT.model();
    let closed = notes(moves, &plain(Quantity::ClosedFormTorque));
    assert_eq!(
        closed[0],
        "the closed form of solo12 is that of a base at rest, and this one moves; these torques are those of the \
         factored form"
    );
    let of_sensor = [
        "the base parameters of by_hand are those of what is measured (fx_tool, power); the joint torques need not \
         follow from them alone",
    ];
    for quantity in [Quantity::BaseRegressor, Quantity::SlotineLiBaseRegressor] {
        assert_eq!(notes(&SENSOR, &plain(quantity)), of_sensor);
        assert!(notes(&MODEL, &plain(quantity)).is_empty());
    }
    for quantity in [Quantity::InverseDynamics, Quantity::TorqueRegressor] {
        assert_eq!(notes(&SENSOR, &plain(quantity)), [""; 0]);
    }
    static BARE: Model = Model {
        parameters: &[Parameter {
            nominal: None,
            ..MODEL.parameters[0]
        }],
        ..MODEL
    };
    let said = [
        "the robot file of by_hand has no nominal values, so every parameter is 0; give some with --parameters P.yaml",
    ];
    assert_eq!(notes(&BARE, &asked("forward")), said);
    assert_eq!(notes(&BARE, &plain(Quantity::InverseDynamics)), said);
    assert!(notes(&BARE, &asked("forward --parameters p.yaml")).is_empty());
    assert!(notes(&BARE, &plain(Quantity::BaseRegressor)).is_empty());
    assert!(notes(&MODEL, &asked("forward")).is_empty());
}

#[test]
fn a_regressor_is_printed_row_by_row() {
    let folder = Folder::new();
    folder.write(
        "states.csv",
        "q_j1,q_j2,qd_j1,qd_j2,qdd_j1,qdd_j2\n0.5,1,-2,0.25,3,4\n1.5,2,3,0.5,-6,7\n",
    );
    static ROBOT: ByHand = ByHand(&MODEL);
    let line = "evaluate --quantity base-regressor --states @/states.csv";
    let said = folder.answer(&ROBOT, line).expect("numbers");
    let numbers = |q: [f64; 2], qd: [f64; 2], qdd: [f64; 2]| {
        let all = rows(&q, &qd, &qdd);
        let all = all.iter().flatten().map(|x| format!("{x:?}"));
        all.collect::<Vec<_>>().join(",")
    };
    let expected = format!(
        "{}\n{}\n{}\n",
        header(&MODEL, Evaluated::Generated(Quantity::BaseRegressor)).join(","),
        numbers([0.5, 1.0], [-2.0, 0.25], [3.0, 4.0]),
        numbers([1.5, 2.0], [3.0, 0.5], [-6.0, 7.0]),
    );
    assert_eq!(said, expected);
    let silent = folder.answer(&ROBOT, &format!("{line} -o @/out.csv"));
    assert_eq!(
        (silent, folder.read("out.csv")),
        (Ok(String::new()), expected)
    );
    let moves = folder.answer(
        &solo12::ROBOT,
        "evaluate --quantity slotine-li-regressor --states @/states.csv",
    );
    assert_eq!(
        moves,
        Err("solo12 has no regressor of Slotine and Li: its base moves, and a velocity for that to follow is not among the arguments".to_owned())
    );
    // No module of it has them, whatever is generated.
    let moves = folder.answer(
        &solo12::ROBOT,
        "evaluate --quantity element-bases --states @/states.csv",
    );
    assert_eq!(
        moves,
        Err("solo12 has no elements of a closed form: its base moves, or the form is too long to be identified so".to_owned())
    );
}

/// Torques of given parameters, and back from them to accelerations.
#[test]
fn accelerations_are_those_that_torques_cause() {
    let robot = &double_pendulum::ROBOT;
    let folder = Folder::new();
    folder.write(
        "p.yaml",
        "{m_lower: 2.5, mx_lower: 0.5, Lyy_lower: 0.75, Lyy_upper: 1.5}",
    );
    let (q, qd, qdd) = ("0.5,-0.75", "1.5,-2", "3,-4");
    folder.write(
        "states.csv",
        &format!(
            "q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n{q},{qd},{qdd}\n"
        ),
    );
    let evaluate = |quantity: &str| {
        let line =
            format!("evaluate --quantity {quantity} --states @/states.csv --parameters @/p.yaml");
        let said = folder.answer(robot, &line)?;
        let (header, row) = said.split_once('\n').expect("a header");
        let row: Vec<f64> = row
            .trim()
            .split(',')
            .map(|x| x.parse().expect("a number"))
            .collect();
        Ok::<_, String>((header.to_owned(), row))
    };
    let (header, torque) = evaluate("torque").expect("torques");
    assert_eq!(header, "tau_shoulder,tau_elbow");
    folder.write(
        "states.csv",
        &format!(
            "q_shoulder,q_elbow,qd_shoulder,qd_elbow,tau_shoulder,tau_elbow\n{q},{qd},{:?},{:?}\n",
            torque[0], torque[1]
        ),
    );
    let (header, found) = evaluate("forward").expect("accelerations");
    assert_eq!(header, "qdd_shoulder,qdd_elbow");
    for (found, expected) in found.iter().zip([3.0, -4.0]) {
        assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
    }
    folder.write("p.yaml", "{m_upper: 0}");
    folder.write(
        "states.csv",
        "q_shoulder,q_elbow,qd_shoulder,qd_elbow,tau_shoulder,tau_elbow\n0,0,0,0,0,0\n",
    );
    assert_eq!(
        evaluate("forward"),
        Err(
            "state 1 cannot be solved for accelerations: the inertia matrix is singular there"
                .to_owned()
        )
    );
}

/// Velocities and what is followed in their place, each with its own rates; of a row that is not the first the number is said.
#[test]
fn what_is_followed_goes_to_the_regressor_of_slotine_and_li() {
    let robot = &double_pendulum::ROBOT;
    let folder = Folder::new();
    let head =
        ["q", "qd", "qd_r", "qdd_r"].map(|prefix| format!("{prefix}_shoulder,{prefix}_elbow"));
    folder.write(
        "states.csv",
        &format!(
            "{}\n0,0,0,0,0,0,0,0\n0.5,-0.75,1.5,-2,3,-4,5,-6\n",
            head.join(",")
        ),
    );
    let line = "evaluate --quantity slotine-li-regressor --states @/states.csv";
    let said = folder.answer(robot, line).expect("numbers");
    let quantity = Quantity::SlotineLiRegressor;
    let mut expected = vec![0.0; quantity.length(robot.model())];
    let inputs = Inputs {
        theta: &[],
        q: &[0.5, -0.75],
        qd: &[1.5, -2.0],
        qdd: &[],
        qd_r: &[3.0, -4.0],
        qdd_r: &[5.0, -6.0],
        base: &[],
    };
    robot
        .evaluate(quantity, &inputs, &mut expected)
        .expect("a regressor");
    let row = said.lines().nth(2).expect("a second state");
    let found: Vec<f64> = row
        .split(',')
        .map(|x| x.parse().expect("a number"))
        .collect();
    assert_eq!(found, expected);
    // The second link stands still beneath a first one that weighs nothing: singular in the second state alone.
    folder.write(
        "p.yaml",
        "{m_lower: 1, mx_lower: 1, Lyy_lower: 1, Lyy_upper: 0}",
    );
    folder.write(
        "states.csv",
        "q_shoulder,q_elbow,qd_shoulder,qd_elbow,tau_shoulder,tau_elbow\n0,1,0,0,0,0\n0,0,0,0,0,0\n",
    );
    let line = "evaluate --quantity forward --states @/states.csv --parameters @/p.yaml";
    assert_eq!(
        folder.answer(robot, line),
        Err(
            "state 2 cannot be solved for accelerations: the inertia matrix is singular there"
                .to_owned()
        )
    );
}
