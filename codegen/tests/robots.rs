//! Every robot of the collection is read without a mistake, and becomes what its file says.

use std::path::Path;

use armwright_codegen::algebra::{Atom, ConstantIndex, Poly, Rational, Symbol};
use armwright_codegen::mechanism::{
    Element, JointKind, Mechanism, ParameterKind, Quantity, Side, Site, Square, load, load_file,
};

fn robot(name: &str) -> Mechanism {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots");
    match load_file(&folder.join(format!("{name}.yaml"))) {
        Ok((mechanism, warnings)) => {
            assert!(warnings.is_empty(), "{warnings}");
            mechanism
        }
        Err(mistakes) => panic!("{mistakes}"),
    }
}

/// A symbolic constant as a length.
fn symbol(constant: ConstantIndex) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Constant(constant)))
}

#[test]
fn the_collection_is_without_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let mut found = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of robots") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            let stem = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .expect("a name");
            match load_file(&path) {
                Ok((mechanism, _)) => assert_eq!(mechanism.name, stem),
                Err(mistakes) => panic!("{mistakes}"),
            }
            found += 1;
        }
    }
    assert!(found >= 3, "only {found} robots");
}

#[test]
fn the_wrist_keeps_its_symbols_and_its_wishes() {
    let wrist = robot("abb_wrist");
    assert_eq!(wrist.constants.len(), 2);
    let length = ConstantIndex::from(1);
    assert_eq!(wrist.constants[length].value, Rational::new(85, 1000));
    let last = &wrist.bodies[2.into()];
    assert_eq!(last.before.translation[0], symbol(length));
    assert_eq!(last.parent, Some(1.into()));
    assert_eq!(wrist.side, Side::Motor);
    assert_eq!(wrist.parameters.len(), 30 + 9);
    let rotor = &wrist.parameters[30.into()];
    assert_eq!((rotor.name.as_str(), rotor.unit), ("Ia_m1", "kg·m²"));
    assert_eq!(rotor.kind, ParameterKind::Inertia(Site::Motor(0.into())));
    assert_eq!(rotor.nominal, Some(Rational::new(1, 10_000)));
    // L = J + m (|t|² 1 - t tᵀ): 0.3104 + 20 (0.0001 + 0.0016).
    assert_eq!(
        wrist.parameters[4.into()].nominal,
        Rational::decimal("0.3444")
    );
    assert_eq!(wrist.squares.len(), 7);
    assert_eq!(
        wrist.squares[2].element,
        Element::Inertia(0.into(), 1.into())
    );
    assert_eq!(
        (wrist.squares[2].coordinate, wrist.squares[2].square),
        (2.into(), Square::Sine)
    );
    assert_eq!(wrist.recovery.known.len(), 8);
}

#[test]
fn the_tx40_has_exact_right_angles_and_a_coupled_wrist() {
    let tx40 = robot("tx40");
    assert_eq!(tx40.parameters.len(), 60 + 6 * 4 + 3);
    let zero_or_one = |x: &Rational| x.is_zero() || x.abs().is_one();
    for body in &tx40.bodies {
        assert!(body.before.rotation.iter().flatten().all(zero_or_one));
        assert_eq!(body.joint.kind, JointKind::Revolute);
    }
    let transmission = tx40.transmission.expect("a transmission");
    assert_eq!(transmission[5][4], Rational::from(32));
    assert_eq!(tx40.motors.len(), 6);
    assert_eq!(tx40.parameters[86.into()].name, "fv_m6");
}

#[test]
fn fixed_bodies_are_merged_into_what_carries_them() {
    let text = "
robot: arm
gravity: [0, 0, -9.81]
constants: {l: {value: 0.5, unit: m, symbolic: true}}
bodies:
  - name: pedestal
    parent: base
    joint: {type: fixed, origin: {xyz: [0, 0, 1], rpy: [0, 0, 90deg]}}
  - name: link
    parent: pedestal
    joint: {name: q1, type: prismatic, axis: [1, 0, 0]}
    standard: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  - name: flange
    parent: link
    joint: {type: fixed, origin: {xyz: [l, 0, 0], rpy: [pi, 0, 0]}}
    physical: {mass: 2, com: [0, 0.1, 0]}
  - name: tool
    parent: flange
    joint: {name: q2, type: continuous, dh: {convention: standard, theta: 90deg, d: 0.2, a: l}}
";
    let (arm, warnings) = load("arm.yaml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert!(warnings.is_empty(), "{warnings}");
    let names: Vec<&str> = arm.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["link", "tool"]);
    let link = &arm.bodies[0.into()];
    assert_eq!(link.parent, None);
    assert_eq!(link.before.translation[2], Poly::one());
    assert_eq!(
        link.before.rotation[1][0],
        Rational::ONE,
        "x of the link is y of the base"
    );
    // The flange's z axis points down, so the tool's offset along it does too.
    let tool = &arm.bodies[1.into()];
    assert_eq!(tool.parent, Some(0.into()));
    let l = symbol(0.into());
    let down = Poly::constant(Rational::new(-1, 5));
    assert_eq!(tool.before.translation, [l.clone(), Poly::zero(), down]);
    assert_eq!(tool.after.translation, [l, Poly::zero(), Poly::zero()]);
    // 1 kg at the origin and 2 kg at (0.5, -0.1, 0).
    let nominal: Vec<Option<Rational>> = arm.parameters.as_slice()[..10]
        .iter()
        .map(|p| p.nominal.clone())
        .collect();
    let expected = [
        "3", "1", "-0.2", "0", "0.02", "0.1", "0", "0.5", "0", "0.52",
    ];
    assert_eq!(nominal, expected.map(Rational::decimal));
    assert_eq!(
        arm.parameters[10.into()].nominal,
        None,
        "the tool has no nominal values"
    );
}

#[test]
fn defaults_are_those_of_the_field() {
    let text = "
robot: arm
gravity: [0, 0, 0]
bodies:
  - name: a
    parent: base
    joint: {name: 1, type: prismatic, axis: [0, 0, 1], armature: true, friction: [offset, coulomb]}
drives:
  transmission: [-100]
";
    let (arm, _) = load("arm.yaml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(
        arm.side,
        Side::Motor,
        "a transmission is there to be measured through"
    );
    assert_eq!(arm.transmission, Some(vec![vec![Rational::from(-100)]]));
    assert!(arm.motors.is_empty());
    let drive: Vec<(&str, &str)> = arm.parameters.as_slice()[10..]
        .iter()
        .map(|p| (p.name.as_str(), p.unit))
        .collect();
    assert_eq!(drive, [("Ia_1", "kg"), ("fc_1", "N"), ("fo_1", "N")]);
}

/// A name that a joint and a motor share is that of the side where positions and torques are measured.
#[test]
fn a_measured_torque_is_that_of_the_side_that_is_measured() {
    for (side, expected) in [
        ("motor", Site::Motor(1.into())),
        ("joint", Site::Joint(1.into())),
    ] {
        let text = format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{side: {side}, transmission: [[50, 0], [30, 40]], motors: [{{name: q1}}, {{name: q2}}]}}\n\
             measure: {{torque: q2}}\n"
        );
        let (robot, _) = load("two.yaml", &text).expect("a robot");
        assert_eq!(robot.measure.quantities(), [Quantity::Torque(expected)]);
    }
}

/// Friction that falls with speed has a negative part, which is no mistake.
#[test]
fn nominal_values_that_may_be_negative_are_taken() {
    let text = "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {name: a, parent: base, joint: {name: q, \
                type: revolute, axis: [0, 1, 0], friction: [coulomb, viscous, quadratic, offset], \
                nominal: {coulomb: 2, viscous: 0.5, quadratic: -0.25, offset: -0.5}}}\n";
    let (robot, warnings) = load("one.yaml", text).expect("a robot");
    assert!(warnings.is_empty(), "{warnings}");
    let nominal = |wanted: fn(&ParameterKind) -> bool| {
        let mut parameters = robot.parameters.iter();
        let found = parameters.find(|p| wanted(&p.kind)).expect("a parameter");
        found.nominal.as_ref().map(Rational::to_f64)
    };
    assert_eq!(
        nominal(|kind| matches!(kind, ParameterKind::Quadratic(_))),
        Some(-0.25)
    );
    assert_eq!(
        nominal(|kind| matches!(kind, ParameterKind::Offset(_))),
        Some(-0.5)
    );
    let wrong = text.replace("coulomb: 2", "coulomb: -2");
    let (_, warnings) = load("one.yaml", &wrong).expect("a robot");
    assert!(!warnings.is_empty());
}

/// A slide is driven by a force, a turn by a moment.
#[test]
fn rows_have_the_units_of_what_moves() {
    let text = "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: prismatic, axis: [0, 1, 0]}}\n";
    let (robot, _) = load("two.yaml", text).expect("a robot");
    let rows = robot.measured_rows();
    let rows: Vec<_> = rows
        .iter()
        .map(|row| (row.name.as_str(), row.unit))
        .collect();
    assert_eq!(rows, [("tau_q1", "N·m"), ("tau_q2", "N")]);
}

/// What is measured has its numbers in the file's order. It is every torque, and nothing that needs to be said, only where that
/// is listed, or nothing is.
#[test]
fn every_torque_is_what_is_measured_only_where_nothing_else_is() {
    let torques = ["tau_q1", "tau_q2"];
    let wrench = ["fx_a", "fy_a", "fz_a", "tx_a", "ty_a", "tz_a"];
    for (measure, rows, is_every_torque) in [
        ("", torques.to_vec(), true),
        ("measure: torque\n", torques.to_vec(), true),
        ("measure: [torque]\n", torques.to_vec(), true),
        ("measure: energy\n", vec!["power"], false),
        (
            "measure: [torque, energy]\n",
            vec!["tau_q1", "tau_q2", "power"],
            false,
        ),
        (
            "measure: [energy, torque]\n",
            vec!["power", "tau_q1", "tau_q2"],
            false,
        ),
        ("measure: {torque: [q1, q2]}\n", torques.to_vec(), false),
        ("measure: {torque: q2}\n", vec!["tau_q2"], false),
        (
            "measure: [{torque: m1}, energy]\n",
            vec!["tau_m1", "power"],
            false,
        ),
        (
            "measure: [{wrench: a}, torque]\n",
            [&wrench[..], &torques].concat(),
            false,
        ),
        ("measure: {wrench: a}\n", wrench.to_vec(), false),
    ] {
        let text = format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: [50, 40], motors: [{{name: m1}}, {{name: m2}}]}}\n{measure}"
        );
        let loaded = load("two.yaml", &text);
        let (robot, _) = loaded.unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let measured = robot.measured_rows();
        let measured: Vec<_> = measured.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(measured, rows, "{measure}");
        let found = robot.measure.is_every_torque();
        assert_eq!(found, is_every_torque, "{measure}");
    }
}

/// At a slide forces in place of moments and metres in place of radians; motors turn, whatever they move. A torque of the
/// file's is a force where it acts on a slide.
#[test]
fn parameters_have_the_units_of_what_they_act_on() {
    let all = "armature: true, spring: true, friction: [coulomb, viscous, quadratic, offset]";
    let apart =
        "friction: [coulomb_positive, coulomb_negative, viscous_positive, viscous_negative]";
    let text = format!(
        "robot: three\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1], {all}}}}}\n\
         - {{name: b, parent: a, joint: {{name: q2, type: prismatic, axis: [0, 1, 0], {all}}}}}\n\
         - {{name: c, parent: b, joint: {{name: q3, type: prismatic, axis: [0, 0, 1], {apart}}}}}\n\
         drives:\n  transmission: [50, 40, 30]\n  motors:\n  - {{name: m1}}\n  \
         - {{name: m2, rotor_inertia: true, friction: [coulomb, viscous, quadratic]}}\n  - {{name: m3}}\n\
         springs: [{{name: s, from: {{body: base, at: [0, 0.1, 0.3]}}, to: {{body: b, at: [0.2, 0, 0]}}}}]\n\
         torques:\n- {{name: u, joint: q1, expression: q1}}\n- {{name: w, joint: q2, expression: q2}}\n\
         - {{name: v, motor: m2, expression: m2}}\n"
    );
    let (robot, _) = load("three.yaml", &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let drives = &robot.parameters.as_slice()[30..];
    let found: Vec<(&str, &str)> = drives.iter().map(|p| (p.name.as_str(), p.unit)).collect();
    let expected = [
        ("Ia_q1", "kg·m²"),
        ("fc_q1", "N·m"),
        ("fv_q1", "N·m·s/rad"),
        ("fq_q1", "N·m·s²/rad²"),
        ("fo_q1", "N·m"),
        ("k_q1", "N·m/rad"),
        ("k0_q1", "N·m"),
        ("Ia_q2", "kg"),
        ("fc_q2", "N"),
        ("fv_q2", "N·s/m"),
        ("fq_q2", "N·s²/m²"),
        ("fo_q2", "N"),
        ("k_q2", "N/m"),
        ("k0_q2", "N"),
        ("fcp_q3", "N"),
        ("fcn_q3", "N"),
        ("fvp_q3", "N·s/m"),
        ("fvn_q3", "N·s/m"),
        ("Ia_m2", "kg·m²"),
        ("fc_m2", "N·m"),
        ("fv_m2", "N·m·s/rad"),
        ("fq_m2", "N·m·s²/rad²"),
        ("k_s", "N/m"),
        ("kl_s", "N"),
        ("u", "N·m"),
        ("w", "N"),
        ("v", "N·m"),
    ];
    assert_eq!(found, expected);
    // Of either sign are friction that falls with speed, what is constant, and what the user gives.
    let either = drives.iter().filter(|p| !p.kind.is_never_negative());
    let either: Vec<&str> = either.map(|p| p.name.as_str()).collect();
    assert_eq!(
        either,
        [
            "fq_q1", "fo_q1", "k0_q1", "fq_q2", "fo_q2", "k0_q2", "fq_m2", "u", "w", "v"
        ]
    );
}

/// A sensor at a body and the torque of a joint that is called like it are two things, each of which is measured once.
#[test]
fn a_body_and_a_joint_of_one_name_are_measured_both() {
    let text = |measure: &str| {
        format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: q2, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             measure: [{measure}]\n"
        )
    };
    let both = "{torque: q2}, {wrench: q2}";
    let (robot, _) = load("two.yaml", &text(both)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let expected = [
        Quantity::Torque(Site::Joint(1.into())),
        Quantity::Wrench(1.into()),
    ];
    assert_eq!(robot.measure.quantities(), expected);
    for again in ["{torque: q2}", "{wrench: q2}"] {
        let refused = load("two.yaml", &text(&format!("{both}, {again}"))).expect_err(again);
        let said: Vec<&str> = refused.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(said, ["`q2` is listed twice"], "{again}");
    }
}

/// On the side of the joints a name that no joint has is a motor's.
#[test]
fn the_torque_of_a_motor_can_be_measured_beside_positions_of_joints() {
    let text = "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
                drives: {side: joint, transmission: [50, 40], motors: [{name: m1}, {name: m2}]}\n\
                measure: {torque: m2}\n";
    let (robot, _) = load("two.yaml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let expected = [Quantity::Torque(Site::Motor(1.into()))];
    assert_eq!(robot.measure.quantities(), expected);
}

/// The last joint is the second that moves by itself, the third that moves, and the fourth of the file.
#[test]
fn a_joint_behind_others_that_are_bound_keeps_its_own_torque() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: plate, parent: a, joint: {type: fixed}}\n\
                - {name: b, parent: plate, joint: {name: q2, type: revolute, axis: [0, 1, 0], coordinate: {q1: -1}}}\n\
                - {name: c, parent: b, joint: {name: q3, type: prismatic, axis: [0, 0, 1]}}\n\
                torques: [{name: u, joint: q3, expression: q3}]\nmeasure: {torque: q3}\n";
    let (robot, _) = load("arm.yaml", text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let site = Site::Joint(2.into());
    assert_eq!(robot.measure.quantities(), [Quantity::Torque(site)]);
    let rows = robot.measured_rows();
    let rows: Vec<_> = rows
        .iter()
        .map(|row| (row.name.as_str(), row.unit))
        .collect();
    assert_eq!(rows, [("tau_q3", "N")]);
    let sites: Vec<Site> = robot.torques.iter().map(|torque| torque.site).collect();
    assert_eq!(sites, [site]);
    let unit = robot.parameters.iter().find(|p| p.name == "u");
    assert_eq!(unit.map(|p| p.unit), Some("N"));
}

/// All joints that move by themselves, and all motors.
#[test]
fn where_a_torque_can_be_measured_is_said() {
    let text = "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
                drives: {transmission: [50, 40], motors: [{name: m1}, {name: m2}]}\n\
                measure: {torque: elbow}\n";
    let refused = load("two.yaml", text).expect_err("no such joint");
    let said: Vec<_> = refused
        .iter()
        .map(|one| (one.message.as_str(), one.help.as_deref()))
        .collect();
    let known = "it can be measured at `q1`, `q2`, `m1`, `m2`";
    assert_eq!(said, [("unknown joint or motor `elbow`", Some(known))]);
}

/// What is known beforehand is physical, and what represents a group is standard.
#[test]
fn a_parameter_that_is_like_none_is_told_what_it_must_be() {
    for (asked, what) in [
        (
            "recovery: {known: [speed]}",
            "a physical parameter, a drive's parameter or a symbolic constant",
        ),
        ("base_parameters: {drop: [speed]}", "a standard parameter"),
        ("base_parameters: {keep: [speed]}", "a standard parameter"),
    ] {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q, type: revolute, axis: [0, 1, 0]}}}}\n{asked}\n"
        );
        let refused = load("one.yaml", &text).expect_err(asked);
        let said: Vec<_> = refused
            .iter()
            .map(|one| (one.message.as_str(), one.help.clone()))
            .collect();
        let help = format!("it must be {what}, called `<symbol>_<owner>`");
        assert_eq!(said, [("unknown parameter `speed`", Some(help))]);
    }
}
