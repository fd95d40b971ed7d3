//! Base parameters, and why they are what they are, of robots small enough to be worked out by hand.

use armwright_codegen::algebra::{BodyIndex, CoordinateIndex, JointIndex, Number, ParameterIndex};
use armwright_codegen::identifiability::{
    Class, Hidden, Physical, Reason, Seen, Statement, base_parameters, single_torques,
    torque_parameters,
};
use armwright_codegen::mechanism::{Axis, Mechanism, Side, load};
use armwright_codegen::pipeline::Underived;
use armwright_codegen::{Derivation, GenerateError, derive};

fn derived(text: &str) -> Derivation {
    derive("robot.yaml", text).expect("a good robot file").0
}

/// The parameter with a name.
fn parameter(mechanism: &Mechanism, name: &str) -> ParameterIndex {
    let place = mechanism.parameters.position(|p| p.name == name);
    place.unwrap_or_else(|| panic!("no parameter {name}"))
}

/// Why a parameter has its class.
fn reason<'d>(derivation: &'d Derivation, name: &str) -> &'d Reason {
    &derivation.reasons()[parameter(&derivation.mechanism, name)]
}

/// The names of a robot's parameters of a class.
fn of_class(derivation: &Derivation, wanted: Class) -> Vec<&str> {
    let classes = derivation.base.classes.enumerate();
    classes
        .filter(|(_, class)| **class == wanted)
        .map(|(k, _)| derivation.mechanism.parameters[k].name.as_str())
        .collect()
}

/// The second link turns as far as the first one does, so that it points by twice the angle: no other parameter has
/// the cosine of that in its weight. Where terms of such joints stand is left open; friction and springs are told apart.
#[test]
fn what_acts_alone_where_joints_share_a_coordinate_is_not_called_friction() {
    let derivation = derived(
        "robot: fan\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous, coulomb], \
         spring: true}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [1, 0, 0]}, \
         coordinate: {q1: 1}}}\n",
    );
    for name in ["mx_b", "mz_b"] {
        assert_eq!(*reason(&derivation, name), Reason::Alone(None), "{name}");
    }
    for name in ["fv_q1", "fc_q1"] {
        let alone = Reason::Alone(Some(Seen::Friction));
        assert_eq!(*reason(&derivation, name), alone, "{name}");
    }
    let alone = Reason::Alone(Some(Seen::Potential));
    assert_eq!(*reason(&derivation, "k_q1"), alone);
}

/// Each base parameter's representative, and what is added to it with which factor.
fn groups(derivation: &Derivation) -> Vec<(&str, Vec<(&str, f64)>)> {
    let mechanism = &derivation.mechanism;
    let name = |k: ParameterIndex| mechanism.parameters[k].name.as_str();
    let groups = derivation.base.base.iter().map(|group| {
        let others = group.others.iter();
        let factor = |(&k, ratio)| (name(k), mechanism.ratio_at_values(ratio).to_f64());
        (name(group.representative), others.map(factor).collect())
    });
    groups.collect()
}

/// Of two links in a plane, half a metre apart, `Lyy_a + m_b/4` and `mx_a + m_b/2` are seen: without a wish the inner link's
/// parameters stay. Of inertia and armature of one joint only the sum is.
#[test]
fn representatives_are_those_that_the_file_keeps_and_not_those_that_it_drops() {
    let arm = |wish: &str| {
        derived(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], origin: {{xyz: [0.5, 0, 0]}}}}}}\n\
             {wish}\n"
        ))
    };
    let usual = [("Lyy_a", vec![("m_b", 0.25)]), ("mx_a", vec![("m_b", 0.5)])];
    // `m_b + 2 mx_a`, and what is left of the first less a quarter of that.
    let without_moment = [
        ("Lyy_a", vec![("mx_a", -0.5)]),
        ("m_b", vec![("mx_a", 2.0)]),
    ];
    // `m_b + 4 Lyy_a`, and the second less half of that.
    let without_inertia = [
        ("mx_a", vec![("Lyy_a", -2.0)]),
        ("m_b", vec![("Lyy_a", 4.0)]),
    ];
    for (wish, expected) in [
        ("", &usual),
        ("base_parameters: {keep: [m_b]}", &without_moment),
        ("base_parameters: {drop: [mx_a]}", &without_moment),
        ("base_parameters: {drop: [Lyy_a]}", &without_inertia),
        ("base_parameters: {keep: [mx_a, m_b]}", &without_inertia),
        (
            "base_parameters: {keep: [m_b, mx_a], drop: [Lyy_a]}",
            &without_inertia,
        ),
        ("base_parameters: {drop: [m_b]}", &usual),
    ] {
        let derivation = arm(wish);
        let mut together = groups(&derivation);
        together.retain(|(_, others)| !others.is_empty());
        let mut expected = expected.to_vec();
        together.sort_by(|a, b| a.0.cmp(b.0));
        expected.sort_by(|a, b| a.0.cmp(b.0));
        assert_eq!(together, expected, "{wish}");
        assert_eq!(derivation.base.base.len(), 6, "{wish}");
    }
    let hinge = |wish: &str| {
        derived(&format!(
            "robot: hinge\ngravity: [0, 0, 0]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], armature: true}}}}\n{wish}"
        ))
    };
    for (wish, representative, other) in [
        ("", "Lyy_a", "Ia_q1"),
        ("base_parameters: {drop: [Lyy_a]}", "Ia_q1", "Lyy_a"),
        ("base_parameters: {keep: [Ia_q1]}", "Ia_q1", "Lyy_a"),
        ("base_parameters: {drop: [Ia_q1]}", "Lyy_a", "Ia_q1"),
        ("base_parameters: {drop: [Ia_q1, Lyy_a]}", "Lyy_a", "Ia_q1"),
    ] {
        let derivation = hinge(wish);
        assert_eq!(
            groups(&derivation),
            [(representative, vec![(other, 1.0)])],
            "{wish}"
        );
    }
}

/// A mass that is lifted, `m (a + 10)`, a rotor, `I a`, and an offset have two sums: the rotor stays before the offset, though the
/// joint's parameters come before the motor's.
#[test]
fn inertias_of_drives_represent_what_offsets_share_with_them() {
    let lift = derived(
        "robot: lift\ngravity: [0, 0, -10]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: prismatic, axis: [0, 0, 1], friction: [offset]}}\n\
         drives: {transmission: [1], motors: [{name: m1, rotor_inertia: true}]}\n",
    );
    let mut found = groups(&lift);
    found.sort_by(|a, b| a.0.cmp(b.0));
    let expected = [
        ("Ia_m1", vec![("fo_q1", -0.1)]),
        ("m_a", vec![("fo_q1", 0.1)]),
    ];
    assert_eq!(found, expected);
}

/// A crank whose frame is off its axis by `l`, behind its joint: `Lzz + 2 l mx + l² m` is seen, and with gravity across the
/// axis `mx + l m` and `my` beside it, which leave `Lzz - l² m`.
#[test]
fn lengths_behind_the_last_joint_stay_symbols() {
    let crank = |gravity: &str| {
        derived(&format!(
            "robot: crank\ngravity: {gravity}\nconstants: {{l: {{value: 0.5, symbolic: true}}}}\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, dh: {{convention: standard, a: l}}}}}}\n"
        ))
    };
    let inertia = [("Lzz_a", vec![("m_a", 0.25), ("mx_a", 1.0)])];
    let weight = [
        ("Lzz_a", vec![("m_a", -0.25)]),
        ("mx_a", vec![("m_a", 0.5)]),
        ("my_a", vec![]),
    ];
    for (gravity, expected) in [("[0, 0, -10]", &inertia[..]), ("[0, -10, 0]", &weight)] {
        let derivation = crank(gravity);
        let mut found = groups(&derivation);
        found.sort_by_key(|(name, _)| *name);
        assert_eq!(found, expected, "{gravity}");
        let ratios = derivation
            .base
            .base
            .iter()
            .flat_map(|group| group.others.values());
        for ratio in ratios {
            assert_eq!(ratio.numerator.as_constant(), None, "{gravity}");
        }
    }
}

/// What neither a measured torque nor a sensor tells is told of both, of the torque first.
#[test]
fn each_kind_of_measurement_says_why_it_does_not_show_a_parameter() {
    let measured = |measure: &str| {
        derived(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], origin: {{xyz: [1, 0, 0]}}}}}}\n\
             measure: {measure}\n"
        ))
    };
    let a = BodyIndex::from(0);
    let (driven, sensed) = (Statement::NotDriven(a), Statement::NotSensed(a));
    let still = Statement::Moves(a, [false; 3]);
    for (measure, of_moment, of_mass) in [
        ("{torque: q2}", vec![driven], vec![still]),
        ("{wrench: b}", vec![sensed], vec![sensed]),
        (
            "[{torque: q2}, {wrench: b}]",
            vec![driven, sensed],
            vec![still, sensed],
        ),
        (
            "[{wrench: b}, {torque: q2}]",
            vec![driven, sensed],
            vec![still, sensed],
        ),
    ] {
        let derivation = measured(measure);
        for (name, expected) in [("mx_a", of_moment), ("m_a", of_mass)] {
            let expected = Reason::Absent(expected);
            assert_eq!(*reason(&derivation, name), expected, "{measure}: {name}");
        }
    }
}

/// A body that is held on another one: all of its first moments look like those of the other one, that along the axis of its
/// joint because it would if the joint turned.
#[test]
fn only_a_moment_along_its_axis_is_hidden_by_a_joint() {
    let derivation = derived(
        "robot: held\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1], origin: {xyz: [1, 0, 0]}, locked: 0}}\n",
    );
    let hidden = |name: &str| match reason(&derivation, name) {
        Reason::Together { hidden, .. } => *hidden,
        other => panic!("{name} enters with others: {other:?}"),
    };
    assert_eq!(hidden("mz_b"), Some(Hidden::MomentOnAxis));
    assert_eq!(hidden("mx_b"), None);
    assert_eq!(hidden("m_b"), Some(Hidden::MassOnAxis));
}

/// Of a lift with armature `m + Ia` and `9.81 m + fo` are seen. Of any two of the three there are two numbers then, of one of them
/// one, though it is in two base parameters.
#[test]
fn some_parameters_have_the_rank_that_is_left_if_the_others_are_known() {
    let derivation = derived(
        "robot: lift\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: cage, parent: base, joint: {name: q1, type: prismatic, axis: [0, 0, 1], armature: true, \
         friction: [offset]}}\n",
    );
    let (mechanism, base) = (&derivation.mechanism, &derivation.base);
    for (names, rank) in [
        (&[][..], 0),
        (&["m_cage"], 1),
        (&["Ia_q1"], 1),
        (&["fo_q1"], 1),
        (&["m_cage", "Ia_q1"], 2),
        (&["m_cage", "fo_q1"], 2),
        (&["Ia_q1", "fo_q1"], 2),
        (&["m_cage", "Ia_q1", "fo_q1"], 2),
        (&["mx_cage", "Lzz_cage"], 0),
    ] {
        let counts = |k: ParameterIndex| names.contains(&mechanism.parameters[k].name.as_str());
        assert_eq!(base.rank_of(counts), rank, "{names:?}");
    }
    assert_eq!(base.rank_of(|_| true), base.base.len());
}

/// Links that turn about parallel axes: the inertia about its own axis is by itself in the element of the inertia matrix of the
/// last joint and the first, in whichever axes the last link has it.
#[test]
fn an_inertia_about_parallel_axes_is_alone_beside_the_first_joint() {
    for (second, third, alone) in [
        (
            "axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}",
            "axis: [0, 1, 0], origin: {xyz: [0.4, 0, 0]}",
            "Lyy_c",
        ),
        (
            "axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}",
            "axis: [0, 0, 1], origin: {xyz: [0.4, 0, 0], rpy: [90deg, 0, 0]}",
            "Lzz_c",
        ),
        (
            "axis: [0, 0, 1], origin: {xyz: [0.5, 0, 0], rpy: [90deg, 0, 0]}",
            "axis: [0, 0, 1], origin: {xyz: [0.4, 0, 0]}",
            "Lzz_c",
        ),
        (
            "axis: [0, 0, 1], origin: {xyz: [0.5, 0, 0], rpy: [90deg, 0, 0]}",
            "axis: [1, 0, 0], origin: {xyz: [0.4, 0, 0], rpy: [0, -90deg, 0]}",
            "Lxx_c",
        ),
    ] {
        let derivation = derived(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, {second}}}}}\n\
             - {{name: c, parent: b, joint: {{name: q3, type: revolute, {third}}}}}\n"
        ));
        let seen = Seen::Inertia(0.into(), 2.into());
        assert_eq!(
            *reason(&derivation, alone),
            Reason::Alone(Some(seen)),
            "{alone}"
        );
    }
}

/// A lift with armature: its mass is lifted and the armature is not, so that weight tells them apart. Beside a torque
/// that is always there nothing does. Across gravity that torque is alone, and mass and armature are one.
#[test]
fn weight_tells_a_mass_from_armature_unless_a_torque_is_always_there() {
    let slide = |axis: &str, friction: &str| {
        derived(&format!(
            "robot: lift\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: cage, parent: base, joint: {{name: q1, type: prismatic, axis: {axis}, armature: true, \
             friction: {friction}}}}}\n"
        ))
    };
    let lift = slide("[0, 0, 1]", "[]");
    let potential = Reason::Alone(Some(Seen::Potential));
    assert_eq!(*reason(&lift, "m_cage"), potential);
    assert_eq!(*reason(&lift, "Ia_q1"), Reason::Alone(None));
    let lift = slide("[0, 0, 1]", "[offset]");
    assert_eq!(of_class(&lift, Class::Identifiable), Vec::<&str>::new());
    assert_eq!(
        of_class(&lift, Class::Combined),
        ["m_cage", "Ia_q1", "fo_q1"]
    );
    let light = derived(
        "robot: lift\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: cage, parent: base, joint: {name: q1, type: prismatic, axis: [0, 0, 1], friction: [offset]}}\n",
    );
    let inertia = Reason::Alone(Some(Seen::Inertia(0.into(), 0.into())));
    assert_eq!(*reason(&light, "m_cage"), inertia);
    assert_eq!(*reason(&light, "fo_q1"), Reason::Alone(None));
    let across = slide("[1, 0, 0]", "[offset]");
    let friction = Reason::Alone(Some(Seen::Friction));
    assert_eq!(*reason(&across, "fo_q1"), friction);
    assert_eq!(of_class(&across, Class::Combined), ["m_cage", "Ia_q1"]);
}

/// A wheel that turns in place, a carriage that slides, and a crank whose frame is off its axis: each lacks another part
/// of the product of velocity and turning, and gravity along z pulls on no moment that moves.
#[test]
fn a_first_moment_without_effect_names_the_motion_that_is_missing() {
    let derivation = derived(
        "robot: three\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: wheel, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
         - {name: carriage, parent: base, joint: {name: q2, type: prismatic, axis: [1, 0, 0]}}\n\
         - {name: crank, parent: base, joint: {name: q3, type: revolute, dh: {convention: standard, a: 0.5}}}\n",
    );
    let [wheel, carriage, crank] = [0, 1, 2].map(BodyIndex::from);
    let absent = |statements: &[Statement]| Reason::Absent(statements.to_vec());
    let still = Statement::Moves(wheel, [false; 3]);
    let straight = Statement::Turns(carriage, [false; 3]);
    let about_z = Statement::Turns(crank, [false, false, true]);
    let along_y = Statement::Moves(crank, [false, true, false]);
    for (name, expected) in [
        (
            "mx_wheel",
            absent(&[still, Statement::AcrossGravity(wheel, Axis::X)]),
        ),
        (
            "my_wheel",
            absent(&[still, Statement::AcrossGravity(wheel, Axis::Y)]),
        ),
        (
            "mz_wheel",
            absent(&[still, Statement::SteadyGravity(wheel, Axis::Z)]),
        ),
        (
            "mx_carriage",
            absent(&[straight, Statement::AcrossGravity(carriage, Axis::X)]),
        ),
        (
            "mz_carriage",
            absent(&[straight, Statement::SteadyGravity(carriage, Axis::Z)]),
        ),
        (
            "my_crank",
            absent(&[about_z, along_y, Statement::AcrossGravity(crank, Axis::Y)]),
        ),
        (
            "mz_crank",
            absent(&[about_z, along_y, Statement::SteadyGravity(crank, Axis::Z)]),
        ),
        ("m_wheel", absent(&[still])),
        (
            "Lxx_wheel",
            absent(&[Statement::Turns(wheel, [false, false, true])]),
        ),
        ("Lzz_carriage", absent(&[straight])),
    ] {
        assert_eq!(*reason(&derivation, name), expected, "{name}");
    }
    // Along x of the crank's frame its moment turns on the circle of its origin, as its mass does.
    assert_eq!(
        of_class(&derivation, Class::Combined),
        ["m_crank", "mx_crank", "Lzz_crank"]
    );
}

/// The only measured joint that moves a body turns about an axis through its origin: its mass and its moment along that
/// axis are in the torque of the joint below alone. One that slides has no axis, and what turns is in none of its force.
#[test]
fn what_the_only_measured_joint_does_not_show_is_on_its_axis_if_it_has_one() {
    let measured = |kind: &str, second: &str| {
        derived(&format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: {kind}, axis: {second}, origin: {{xyz: [1, 0, 0]}}}}}}\n\
             measure: {{torque: q2}}\n"
        ))
    };
    let body = BodyIndex::from(1);
    let turning = measured("revolute", "[0, 0, 1]");
    let joint = JointIndex::from(1);
    let on_axis = Reason::Absent(vec![Statement::OnAxis(joint, body)]);
    for name in ["m_b", "mz_b"] {
        assert_eq!(*reason(&turning, name), on_axis, "{name}");
    }
    // About its axis the torque has `Lzz`, the lift of its centre, and all that rocking it across that axis asks for: of
    // the inertias across it their difference.
    assert_eq!(
        of_class(&turning, Class::Identifiable),
        ["mx_b", "my_b", "Lxy_b", "Lxz_b", "Lyz_b", "Lzz_b"]
    );
    assert_eq!(of_class(&turning, Class::Combined), ["Lxx_b", "Lyy_b"]);
    // At its motor it is the same joint.
    let twice = derived(
        "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1], origin: {xyz: [1, 0, 0]}}}\n\
         drives: {transmission: [10, 20], motors: [{name: m1}, {name: m2}]}\n\
         measure: {torque: [q2, m2]}\n",
    );
    assert_eq!(*reason(&twice, "m_b"), on_axis);
    let sliding = measured("prismatic", "[0, 0, 1]");
    let not_in_it = Reason::Absent(vec![Statement::NotInTorque]);
    assert_eq!(*reason(&sliding, "Lyy_b"), not_in_it);
    // A lift on a turntable carries a wheel: its mass is in the force that lifts it. The turntable's axis passes through it,
    // but that is not the axis of its own joint.
    let lifted = derived(
        "robot: three\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: table, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
         - {name: lift, parent: table, joint: {name: q2, type: prismatic, axis: [0, 0, 1]}}\n\
         - {name: wheel, parent: lift, joint: {name: q3, type: revolute, axis: [0, 0, 1]}}\n\
         measure: {torque: q1}\n",
    );
    assert_eq!(*reason(&lifted, "m_wheel"), not_in_it);
    let not_driven = Reason::Absent(vec![Statement::NotDriven(0.into())]);
    for derivation in [&turning, &sliding] {
        assert_eq!(*reason(derivation, "Lyy_a"), not_driven);
    }
}

/// The power of a joint on a base that moves has its torque: that joint moves the body, and what lies on its axis does
/// not load it.
#[test]
fn joints_whose_power_is_measured_are_driven() {
    let hinge = derived(
        "robot: hinge\ngravity: [0, 0, -9.81]\nbase: floating\nmeasure: [energy]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n",
    );
    let on_axis = Statement::OnAxis(JointIndex::from(1), BodyIndex::from(1));
    for name in ["m_a", "mz_a"] {
        let expected = Reason::Absent(vec![on_axis]);
        assert_eq!(*reason(&hinge, name), expected, "{name}");
    }
    let not_driven = Reason::Absent(vec![Statement::NotDriven(BodyIndex::from(0))]);
    assert_eq!(*reason(&hinge, "m_base"), not_driven);
}

/// A carriage on the rail of a rocker, of which the torque about the rail is measured: where it is on the rail does not
/// matter, so that its mass counts as a mass of the rocker beside the axis. It is on no axis of its own, for it slides;
/// that it turns as the rocker does is why its inertia does not tell.
#[test]
fn a_mass_that_slides_is_said_to_be_on_no_axis() {
    let derivation = derived(
        "robot: rocker\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: rocker, parent: base, joint: {name: q1, type: revolute, axis: [1, 0, 0]}}\n\
         - {name: carriage, parent: rocker, joint: {name: q2, type: prismatic, axis: [1, 0, 0], \
         origin: {xyz: [0, 1, 0]}}}\n\
         measure: {torque: q1}\n",
    );
    let hidden = |name: &str| match reason(&derivation, name) {
        Reason::Together { hidden, .. } => *hidden,
        other => panic!("{name} enters with others: {other:?}"),
    };
    assert_eq!(hidden("m_carriage"), None);
    assert_eq!(hidden("Lxx_carriage"), Some(Hidden::Slides));
}

/// A hand that spins about its z axis at the end of a post that does so too, without gravity. Its sensor feels torque by
/// `Lxz`, `Lyz` and `Lzz` and force by `mx` and `my`; nothing that the post is made of.
#[test]
fn what_a_sensor_does_not_feel_of_what_it_carries_is_missing_in_the_motion() {
    let derivation = derived(
        "robot: sensed\ngravity: [0, 0, 0]\nbodies:\n\
         - {name: post, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
         - {name: hand, parent: post, joint: {name: q2, type: revolute, axis: [0, 0, 1]}}\n\
         measure: {wrench: hand}\n",
    );
    let hand = BodyIndex::from(1);
    let turns = Statement::Turns(hand, [false, false, true]);
    let moves = Statement::Moves(hand, [false; 3]);
    for (name, expected) in [
        ("m_hand", vec![moves, Statement::NoGravity]),
        ("mz_hand", vec![turns, moves, Statement::NoGravity]),
        ("Lxx_hand", vec![turns]),
        ("Lxy_hand", vec![turns]),
        ("Lyy_hand", vec![turns]),
    ] {
        assert_eq!(
            *reason(&derivation, name),
            Reason::Absent(expected),
            "{name}"
        );
    }
    for name in ["m_post", "mx_post", "Lzz_post"] {
        let expected = Reason::Absent(vec![Statement::NotSensed(0.into())]);
        assert_eq!(*reason(&derivation, name), expected, "{name}");
    }
    let felt = ["mx_hand", "my_hand", "Lxz_hand", "Lyz_hand", "Lzz_hand"];
    assert_eq!(of_class(&derivation, Class::Identifiable), felt);
    // `fx = -mx w² - my w'` and `fy = mx w' - my w²` have both by themselves, and the torques across the axis the products.
    let [forces, torques, about_axis] = [vec![0, 1], vec![3, 4], vec![5]];
    for (name, rows) in felt
        .into_iter()
        .zip([&forces, &forces, &torques, &torques, &about_axis])
    {
        match reason(&derivation, name) {
            Reason::Alone(Some(Seen::Wrench(0, row))) => {
                assert!(rows.contains(row), "{name}: {row}")
            }
            other => panic!("{name} is alone in the wrench: {other:?}"),
        }
    }
}

/// Two slides, the second one on the first and along the same axis, on a turntable. The motor's torque is that of the first
/// less that of the second: it works along a motion in which the second carriage stands still. What is left is the
/// first one's: its inertia, and `mx`, `my` and mass by which the turntable pushes it.
#[test]
fn a_motor_that_moves_two_slides_against_each_other_reveals_nothing_of_what_it_keeps_in_place() {
    let derivation = derived(
        "robot: slides\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: table, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
         - {name: first, parent: table, joint: {name: q2, type: prismatic, axis: [1, 0, 0]}}\n\
         - {name: second, parent: first, joint: {name: q3, type: prismatic, axis: [1, 0, 0]}}\n\
         drives: {transmission: [[1, 0, 0], [0, 1, 0], [0, 1, 1]], motors: [{name: m1}, {name: m2}, {name: m3}]}\n\
         measure: {torque: m2}\n",
    );
    let expected = ["m_first", "mx_first", "my_first"];
    assert_eq!(of_class(&derivation, Class::Identifiable), expected);
    assert_eq!(of_class(&derivation, Class::Combined), Vec::<&str>::new());
}

/// The same of two links on one axis: the second one keeps its direction while the motor turns the first against it.
#[test]
fn a_motor_that_turns_two_links_against_each_other_reveals_nothing_of_what_it_keeps_in_place() {
    let derivation = derived(
        "robot: hands\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: first, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: second, parent: first, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
         drives: {transmission: [[1, 0], [1, 1]], motors: [{name: m1}, {name: m2}]}\n\
         measure: {torque: m1}\n",
    );
    let expected = ["mx_first", "mz_first", "Lyy_first"];
    assert_eq!(of_class(&derivation, Class::Identifiable), expected);
    assert_eq!(of_class(&derivation, Class::Combined), Vec::<&str>::new());
}

/// One spring across the second joint, one across the first: about the first the first spring has no torque.
#[test]
fn a_spring_that_does_not_stretch_has_no_torque() {
    let derivation = derived(
        "robot: sprung\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [1, 0, 0]}}}\n\
         springs:\n\
         - {name: s, from: {body: a, at: [0.5, 0, 0.3]}, to: {body: b, at: [0.2, 0, 0]}}\n\
         - {name: t, from: {body: base, at: [0, 0, 0.4]}, to: {body: a, at: [0.2, 0, 0.1]}}\n\
         measure: {torque: q1}\n",
    );
    let invisible = of_class(&derivation, Class::Invisible);
    for (name, expected) in [
        ("k_s", true),
        ("kl_s", true),
        ("k_t", false),
        ("kl_t", false),
    ] {
        assert_eq!(invisible.contains(&name), expected, "{name}");
    }
}

/// Behind a gear of -10 a motor turns the other way: its friction in one direction is a hundred times the joint's
/// in the other, or ten times where speed does not count; that by the square of speed, against motion either way, a
/// thousand times. With a torque of the user's all is found in another way, and is the same.
#[test]
fn friction_behind_a_gear_that_turns_back_is_that_of_the_other_direction() {
    let kinds =
        "[coulomb_positive, coulomb_negative, viscous_positive, viscous_negative, quadratic]";
    let text = format!(
        "robot: geared\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1], friction: {kinds}}}}}\n\
         drives: {{transmission: [-10], motors: [{{name: m1, friction: {kinds}}}]}}\n"
    );
    for more in [
        "",
        "torques: [{name: k_t, joint: q1, expression: sin(q1)}]\n",
    ] {
        let derivation = derived(&format!("{text}{more}"));
        let mechanism = &derivation.mechanism;
        for (joint, motor, factor) in [
            ("fcp_q1", "fcn_m1", 10.0),
            ("fcn_q1", "fcp_m1", 10.0),
            ("fvp_q1", "fvn_m1", 100.0),
            ("fvn_q1", "fvp_m1", 100.0),
            ("fq_q1", "fq_m1", 1000.0),
        ] {
            let own = parameter(mechanism, joint);
            let mut base = derivation.base.base.iter();
            let group = base.find(|base| base.representative == own);
            let terms = derivation.terms(group.expect("a base parameter"));
            assert_eq!(terms, [(own, 1.0), (parameter(mechanism, motor), factor)]);
        }
    }
}

/// A motor that turns by the sum of two joints, all three with friction: its viscous torque is alone where the speed of
/// one joint brakes the other, that of the joints nowhere. Coulomb friction is alone by where it jumps.
#[test]
fn viscous_friction_is_alone_where_no_other_couples_the_same_joints() {
    let robot = "robot: coupled\ngravity: [0, 0, 0]\nbodies:\n\
        - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], friction: [viscous, coulomb]}}\n\
        - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1], friction: [viscous, coulomb]}}\n\
        - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 0, 1]}}\n\
        drives: {transmission: [[1, 0, 0], [1, 1, 0], [0, 0, 1]], motors: [{name: m1}, \
        {name: m2, friction: [viscous, coulomb]}, {name: m3}]}\n";
    let derivation = derived(robot);
    let friction = Reason::Alone(Some(Seen::Friction));
    for name in ["fv_m2", "fc_m2", "fc_q1", "fc_q2"] {
        assert_eq!(*reason(&derivation, name), friction, "{name}");
    }
    for name in ["fv_q1", "fv_q2"] {
        assert_eq!(*reason(&derivation, name), Reason::Alone(None), "{name}");
    }
    // Friction of either direction is half a sign and half a constant, in both of which is that of the other.
    let derivation = derived(
        "robot: one\ngravity: [0, 0, 0]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], \
         friction: [coulomb_positive, coulomb_negative, quadratic]}}\n",
    );
    assert_eq!(*reason(&derivation, "fq_q1"), friction);
    for name in ["fcp_q1", "fcn_q1"] {
        assert_eq!(*reason(&derivation, name), Reason::Alone(None), "{name}");
    }
}

/// A body that spins about its z axis on one that rocks about x.
fn rocking() -> Derivation {
    derived(
        "robot: rocking\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [1, 0, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1], friction: [viscous]}}\n",
    )
}

/// Rocked about the axis `(cos q2, -sin q2, 0)` of its own frame, the last body has `Lxy` with the product of sine and
/// cosine, `Lxz` and `Lyz` where both motions meet, `Lzz` in its own; its centre across z is lifted.
#[test]
fn a_term_without_another_parameter_is_found_in_inertia_or_potential() {
    let derivation = rocking();
    let [rock, spin] = [0, 1].map(CoordinateIndex::from);
    for (name, seen) in [
        ("Lxy_b", Seen::Inertia(rock, rock)),
        ("Lxz_b", Seen::Inertia(rock, spin)),
        ("Lyz_b", Seen::Inertia(rock, spin)),
        ("Lzz_b", Seen::Inertia(spin, spin)),
        ("mx_b", Seen::Potential),
        ("my_b", Seen::Potential),
        ("my_a", Seen::Potential),
        ("fv_q2", Seen::Friction),
    ] {
        assert_eq!(
            *reason(&derivation, name),
            Reason::Alone(Some(seen)),
            "{name}"
        );
    }
    // `mz` of both hang on the same axis; the inertia about x has what is round about z of the other body.
    assert_eq!(
        of_class(&derivation, Class::Combined),
        ["mz_a", "Lxx_a", "mz_b", "Lxx_b", "Lyy_b"]
    );
}

/// Two links in a plane. The second one's inertia is alone where both joints meet, beside an armature in its own element.
/// A rotor that turns by `q1 + 2 q2` is in all three elements, so that neither is alone anywhere, though the elements
/// `L + 2 I` and `L + 4 I` tell them apart.
#[test]
fn where_a_drive_has_its_part_no_parameter_of_a_body_is_alone() {
    let planar = |armature: &str, drives: &str| {
        derived(&format!(
            "robot: planar\ngravity: [0, 0, 0]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 0, 1]{armature}}}}}\n{drives}"
        ))
    };
    let [first, second] = [0, 1].map(CoordinateIndex::from);
    let alone = |i, j| Reason::Alone(Some(Seen::Inertia(i, j)));
    let plain = planar("", "");
    assert_eq!(*reason(&plain, "Lzz_b"), alone(first, second));
    let armature = planar(", armature: true", "");
    assert_eq!(*reason(&armature, "Lzz_b"), alone(first, second));
    assert_eq!(*reason(&armature, "Ia_q2"), Reason::Alone(None));
    let coupled = planar(
        "",
        "drives: {transmission: [[1, 0], [1, 2]], motors: [{name: m1}, {name: m2, rotor_inertia: true}]}\n",
    );
    for name in ["Lzz_b", "Ia_m2"] {
        assert_eq!(*reason(&coupled, name), Reason::Alone(None), "{name}");
    }
    // Beside a wrench the torques are named first.
    let sensed = planar("", "measure: [torque, {wrench: b}]\n");
    assert_eq!(*reason(&sensed, "Lzz_b"), alone(first, second));
}

/// With `L = J + m (|t|² - t tᵀ)` and `h = m t`: the difference `Lxx - Lyy` has no `tz²`, `Lyy` alone has.
#[test]
fn a_centre_is_visible_in_moments_products_and_round_inertias() {
    let derivation = rocking();
    let base = &derivation.base.base;
    let name = |k| {
        derivation.mechanism.parameters[base[k].representative]
            .name
            .as_str()
    };
    let within = |wanted: &str| -> Vec<&str> {
        let mut all = derivation.visibilities().iter();
        let found = all.find(|visibility| visibility.name == wanted);
        found
            .expect("a quantity")
            .within
            .iter()
            .map(|&k| name(k))
            .collect()
    };
    assert_eq!(
        base.places().map(name).collect::<Vec<_>>(),
        [
            "my_a", "mz_a", "Lxx_a", "mx_b", "my_b", "Lxx_b", "Lxy_b", "Lxz_b", "Lyz_b", "Lzz_b",
            "fv_q2"
        ]
    );
    for (quantity, expected) in [
        ("m_a", vec!["my_a", "mz_a", "Lxx_a"]),
        ("tx_a", vec![]),
        ("ty_a", vec!["my_a", "Lxx_a"]),
        ("tz_a", vec!["mz_a", "Lxx_a"]),
        ("Jxx_a", vec!["Lxx_a"]),
        ("Jyy_a", vec![]),
        (
            "m_b",
            vec![
                "mz_a", "Lxx_a", "mx_b", "my_b", "Lxx_b", "Lxy_b", "Lxz_b", "Lyz_b", "Lzz_b",
            ],
        ),
        (
            "tx_b",
            vec!["Lxx_a", "mx_b", "Lxx_b", "Lxy_b", "Lxz_b", "Lzz_b"],
        ),
        ("ty_b", vec!["my_b", "Lxx_b", "Lxy_b", "Lyz_b", "Lzz_b"]),
        ("tz_b", vec!["mz_a", "Lxx_a", "Lxz_b", "Lyz_b"]),
        ("Jxx_b", vec!["Lxx_b"]),
        ("Jyy_b", vec!["Lxx_a", "Lxx_b"]),
        ("Jxz_b", vec!["Lxz_b"]),
        ("fv_q2", vec!["fv_q2"]),
    ] {
        assert_eq!(within(quantity), expected, "{quantity}");
    }
}

/// The weight of a double pendulum is a sum over both angles, its inertia changes with the second one alone, and the last
/// link's own inertia with none.
#[test]
fn elements_depend_on_the_coordinates_in_their_terms() {
    let derivation = derived(
        "robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [1, 0, 0]}}}\n",
    );
    let form = derivation.closed_form.as_ref().expect("short");
    let elements = derivation.elements.as_ref().expect("few");
    assert_eq!(form.elements.len(), elements.len());
    let mut found = Vec::new();
    for (element, in_base) in form.elements.iter().zip(elements) {
        let coordinates = in_base.coordinates.iter().map(|k| k.at());
        found.push((element.name(), coordinates.collect::<Vec<_>>()));
    }
    for (name, expected) in [
        ("g_1", vec![0, 1]),
        ("g_2", vec![0, 1]),
        ("M_11", vec![1]),
        ("M_12", vec![1]),
        ("M_22", vec![]),
        ("S_112", vec![1]),
    ] {
        let element = found.iter().find(|(other, _)| other == name);
        assert_eq!(
            element.map(|(_, k)| k),
            Some(&expected),
            "{name}: {found:?}"
        );
    }
    // `M_22` is the inertia of the last link, a base parameter.
    let own = form
        .elements
        .iter()
        .position(|element| element.name() == "M_22");
    let inertia = parameter(&derivation.mechanism, "Lyy_b");
    let place = derivation
        .base
        .base
        .position(|base| base.representative == inertia);
    let expected = vec![vec![(place.expect("a base parameter"), 1.0)]];
    assert_eq!(elements[own.expect("an element")].combinations, expected);
}

/// An arm in a vertical plane that carries a slide along itself, and that a link on it. The slide's position `q2` is a
/// lever, without sine and cosine: of the weights about the first joint, of its inertia `L_a + L_b + L_c + 2 q2 (mx_b + c) +
/// q2² (m_b + m_c) + ...` with `c = mx_c cos q3 + mz_c sin q3`, and of what the link's turning does to it. The slide's own
/// inertia is a mass, and its weight the share of gravity along the arm.
#[test]
fn elements_depend_on_the_position_of_a_slide() {
    let derivation = derived(
        "robot: crane\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
         - {name: b, parent: a, joint: {name: q2, type: prismatic, axis: [1, 0, 0]}}\n\
         - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 1, 0]}}\n",
    );
    let form = derivation.closed_form.as_ref().expect("short");
    let elements = derivation.elements.as_ref().expect("few");
    for (name, expected) in [
        ("g_1", vec![0, 1, 2]),
        ("g_2", vec![0]),
        ("g_3", vec![0, 2]),
        ("M_11", vec![1, 2]),
        ("M_12", vec![2]),
        ("M_13", vec![1, 2]),
        ("M_22", vec![]),
        ("M_23", vec![2]),
        ("M_33", vec![]),
        ("S_112", vec![1, 2]),
        ("S_113", vec![1, 2]),
    ] {
        let mut all = form.elements.iter().zip(elements);
        let found = all.find(|(element, _)| element.name() == name);
        let (_, found) = found.unwrap_or_else(|| panic!("no element {name}"));
        let coordinates: Vec<usize> = found.coordinates.iter().map(|k| k.at()).collect();
        assert_eq!(coordinates, expected, "{name}");
    }
}

/// Whether a length is in the functions of motion that base parameters multiply.
fn is_in_motion(derivation: &Derivation, name: &str) -> bool {
    let mut all = derivation.visibilities().iter();
    let found = all.find(|visibility| visibility.name == name);
    match found.expect("the length").quantity {
        Physical::Symbol { in_motion, .. } => in_motion,
        _ => panic!("{name} is a length"),
    }
}

/// A turntable at a height on its axis, and an arm at a distance from that.
fn swing(measured: &str) -> Derivation {
    derived(&format!(
        "robot: swing\ngravity: [0, 0, -9.81]\nconstants:\n  l_1: {{value: 0.4, unit: m, symbolic: true}}\n  \
         h_1: {{value: 0.2, unit: m, symbolic: true}}\nbodies:\n\
         - {{name: table, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1], \
         origin: {{xyz: [0, 0, h_1]}}}}}}\n\
         - {{name: arm, parent: table, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [l_1, 0, 0]}}}}}}\n\
         measure: {{{measured}}}\n"
    ))
}

/// In the arm's torque the distance is the lever of what the turntable's speed does to the arm, and in no inertia
/// between the arm's motion and that of others. The height is in nothing.
#[test]
fn a_length_is_in_the_motion_where_it_is_the_lever_of_a_centrifugal_torque() {
    let derivation = swing("torque: q2");
    assert!(is_in_motion(&derivation, "l_1"));
    assert!(!is_in_motion(&derivation, "h_1"));
}

/// A sensor below the arm feels it at the end of the distance, and one at the arm its mass on a circle of that radius.
#[test]
fn a_length_is_in_the_motion_of_what_a_sensor_carries_above_it_and_below() {
    for sensor in ["wrench: table", "wrench: arm"] {
        let derivation = swing(sensor);
        assert!(is_in_motion(&derivation, "l_1"), "{sensor}");
        assert!(!is_in_motion(&derivation, "h_1"), "{sensor}");
    }
}

/// Two turntables on heights of their own, each with an arm at a distance. The torque of each arm has its own distance in
/// it and not that of the other.
#[test]
fn a_length_is_in_the_motion_if_one_of_the_measured_quantities_has_it() {
    let side = |k: usize| {
        format!(
            "- {{name: table_{k}, parent: base, joint: {{name: turn_{k}, type: revolute, axis: [0, 0, 1], \
             origin: {{xyz: [0, 0, h_{k}]}}}}}}\n\
             - {{name: arm_{k}, parent: table_{k}, joint: {{name: lift_{k}, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [l_{k}, 0, 0]}}}}}}\n"
        )
    };
    let constants: String = ["l_1", "h_1", "l_2", "h_2"]
        .map(|name| format!("  {name}: {{value: 0.4, unit: m, symbolic: true}}\n"))
        .concat();
    let (first, second) = (side(1), side(2));
    for (measured, seen) in [
        (
            "{torque: lift_1}, {torque: lift_2}",
            ["l_1", "l_2"].as_slice(),
        ),
        ("{torque: lift_2}", &["l_2"]),
    ] {
        let derivation = derived(&format!(
            "robot: swings\ngravity: [0, 0, -9.81]\nconstants:\n{constants}bodies:\n{first}{second}\
             measure: [{measured}]\n"
        ));
        for name in ["l_1", "h_1", "l_2", "h_2"] {
            let expected = seen.contains(&name);
            assert_eq!(
                is_in_motion(&derivation, name),
                expected,
                "{name}: {measured}"
            );
        }
    }
}

/// Carriages side by side, each coupled to all motors: `q_m = (1 + E) q` with ones everywhere in `E`. In the force on a
/// carriage each mass, and each Coulomb, viscous and quadratic friction, has a motion or a direction for itself. The
/// motors' offsets are one constant, and all motors together count: of those a force reveals a single sum.
fn coupled(count: usize) -> Mechanism {
    let body = |k| {
        format!(
            "- {{name: b{k}, parent: base, joint: {{name: q{k}, type: prismatic, axis: [1, 0, 0]}}}}\n"
        )
    };
    let row = |k| {
        let factors = (0..count).map(|j| if j == k { "2" } else { "1" });
        format!("[{}]", factors.collect::<Vec<_>>().join(", "))
    };
    let motor = |k| format!("{{name: m{k}, friction: [coulomb, viscous, quadratic, offset]}}");
    let listed =
        |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let text = format!(
        "robot: coupled\ngravity: [0, 0, 0]\nbodies:\n{}drives: {{transmission: [{}], motors: [{}]}}\n",
        (0..count).map(body).collect::<String>(),
        listed(&row),
        listed(&motor)
    );
    load("coupled.yaml", &text).expect("a robot").0
}

/// Twelve sums of twelve offsets are 144 numbers, far from too many. Together with what the forces reveal parameter by
/// parameter they would be 588.
#[test]
fn parameters_that_a_torque_reveals_by_themselves_take_no_room() {
    let mechanism = coupled(12);
    let base = base_parameters(&mechanism).expect("few parameters");
    let single = single_torques(&mechanism, &base).expect("few numbers");
    let places: Vec<(Side, usize)> = single
        .iter()
        .map(|torque| (torque.side, torque.row))
        .collect();
    assert_eq!(
        places,
        (0..12).map(|row| (Side::Joint, row)).collect::<Vec<_>>()
    );
    for torque in &single {
        let [sum] = torque.combinations.as_slice() else {
            panic!("one sum of offsets: {torque:?}");
        };
        // In the force on a carriage its own motor counts twice what each other one does; the first factor is one.
        let own = |k: usize| if k == torque.row { 2 } else { 1 };
        for (k, (place, factor)) in sum.iter().enumerate() {
            let name = &mechanism.parameters[base.base[*place].representative].name;
            assert_eq!(*name, format!("fo_m{k}"));
            assert_eq!(*factor, Number::new(own(k), own(0)));
        }
        assert_eq!(sum.len(), 12);
    }
}

/// Where not all torques are measured, or a base moves with them, single ones are not asked about.
#[test]
fn single_torques_are_those_of_a_robot_at_rest_of_which_all_are_measured() {
    let single = |more: &str| {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n{more}"
        );
        let (mechanism, _) = load("one.yaml", &text).expect("a robot");
        let base = base_parameters(&mechanism).expect("few parameters");
        single_torques(&mechanism, &base)
    };
    assert_eq!(single(""), Some(Vec::new()));
    assert_eq!(single("base: floating\n"), None);
    assert_eq!(single("measure: energy\n"), None);
    assert_eq!(single("measure: {torque: q1}\n"), None);
}

/// The energy of a robot at rest has what its torques have; on a base that moves it is one row of seven.
#[test]
fn torques_are_asked_for_their_own_parameters_where_what_is_measured_may_have_fewer() {
    let one = |more: &str| {
        format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n{more}"
        )
    };
    for (more, own, elements) in [
        ("", false, true),
        ("measure: energy\n", false, false),
        ("measure: {torque: q1}\n", true, false),
        ("measure: {wrench: a}\n", true, false),
        ("base: floating\n", false, false),
        ("base: floating\nmeasure: energy\n", true, false),
    ] {
        let derivation = derived(&one(more));
        let of_torque = torque_parameters(&derivation.mechanism).expect("few parameters");
        assert_eq!(of_torque.is_some(), own, "{more}");
        assert_eq!(derivation.elements.is_some(), elements, "{more}");
    }
}

/// A lift with armature on a coil spring from a point beside its rail, 0.5 below: `k s²/2 = k ((q + 0.5)² + 0.04)/2` is
/// in the term of the height `q` as the weight of the cage is. Alone the cage is nowhere: its inertia has armature in it.
#[test]
fn a_weight_is_not_alone_where_a_coil_spring_pulls() {
    let lift = |springs: &str| {
        derived(&format!(
            "robot: lift\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: cage, parent: base, joint: {{name: q1, type: prismatic, axis: [0, 0, 1], armature: true}}}}\n\
             {springs}"
        ))
    };
    let potential = Reason::Alone(Some(Seen::Potential));
    assert_eq!(*reason(&lift(""), "m_cage"), potential);
    let sprung = lift(
        "springs:\n- {name: s, from: {body: base, at: [0.2, 0, -0.5]}, to: {body: cage, at: [0, 0, 0]}}\n",
    );
    for name in ["m_cage", "Ia_q1"] {
        assert_eq!(*reason(&sprung, name), Reason::Alone(None), "{name}");
    }
}

/// The same arm on a base that moves: no closed form has its inertia and its potential as elements to point to, so that
/// it is left open where a parameter of a body acts alone. Friction is what it is at rest.
#[test]
fn on_a_base_that_moves_no_element_is_named_where_a_parameter_acts_alone() {
    let arm = |base: &str| {
        derived(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\n{base}bodies:\n\
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}}}\n"
        ))
    };
    let inertia = Seen::Inertia(0.into(), 0.into());
    let at_rest = [
        ("Lyy_arm", inertia),
        ("mx_arm", Seen::Potential),
        ("mz_arm", Seen::Potential),
    ];
    for (name, seen) in at_rest {
        assert_eq!(*reason(&arm(""), name), Reason::Alone(Some(seen)), "{name}");
        let moved = arm("base: floating\n");
        assert!(moved.closed_form.is_err());
        assert_eq!(*reason(&moved, name), Reason::Alone(None), "{name}");
        let friction = Reason::Alone(Some(Seen::Friction));
        assert_eq!(*reason(&moved, "fv_q1"), friction);
    }
}

/// The power of all torques is the rate of the same energies.
#[test]
fn where_the_balance_of_energy_is_measured_parameters_act_alone_as_they_do_in_torques() {
    let derivation = derived(
        "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}\n\
         measure: energy\n",
    );
    for (name, seen) in [
        ("Lyy_arm", Seen::Inertia(0.into(), 0.into())),
        ("mx_arm", Seen::Potential),
        ("mz_arm", Seen::Potential),
        ("fv_q1", Seen::Friction),
    ] {
        let alone = Reason::Alone(Some(seen));
        assert_eq!(*reason(&derivation, name), alone, "{name}");
    }
}

/// Two pendulums side by side. A torque counts among all that is measured, a sensor among sensors; of the wrench at the
/// pendulum the moment about its axis, the fifth number, is the one that has the inertia.
#[test]
fn where_a_parameter_is_seen_is_counted_among_what_is_measured() {
    for (measure, seen) in [
        ("[{torque: q2}, {wrench: a}]", Seen::Torque(0)),
        ("[{wrench: a}, {torque: q2}]", Seen::Torque(1)),
        ("[{torque: q1}, {wrench: b}]", Seen::Wrench(0, 4)),
        ("[{wrench: a}, {wrench: b}]", Seen::Wrench(1, 4)),
    ] {
        let derivation = derived(&format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: base, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             measure: {measure}\n"
        ));
        let expected = Reason::Alone(Some(seen));
        assert_eq!(*reason(&derivation, "Lyy_b"), expected, "{measure}");
    }
}

/// The two coupled carriages of before, and a third one in front of them in the file that moves with the first: torques are
/// counted as coordinates are, `2 o_0 + o_1` and `o_0 + 2 o_1`.
#[test]
fn single_torques_are_those_of_coordinates_and_not_of_joints() {
    let text = "robot: coupled\ngravity: [0, 0, 0]\nbodies:\n\
        - {name: p, parent: base, joint: {name: p0, type: prismatic, axis: [1, 0, 0], coordinate: {q0: 1}}}\n\
        - {name: b0, parent: base, joint: {name: q0, type: prismatic, axis: [1, 0, 0]}}\n\
        - {name: b1, parent: base, joint: {name: q1, type: prismatic, axis: [1, 0, 0]}}\n\
        drives: {transmission: [[2, 1], [1, 2]], motors: [{name: m0, friction: [offset]}, \
        {name: m1, friction: [offset]}]}\n";
    let (mechanism, _) = load("coupled.yaml", text).expect("a robot");
    let base = base_parameters(&mechanism).expect("few parameters");
    let single = single_torques(&mechanism, &base).expect("few numbers");
    let found: Vec<_> = single
        .iter()
        .map(|torque| {
            let sums = torque.combinations.iter().flatten();
            let factors: Vec<Number> = sums.map(|(_, factor)| factor.clone()).collect();
            (torque.side, torque.row, factors)
        })
        .collect();
    let sum = |second| vec![Number::new(1, 1), second];
    let expected: [(Side, usize, Vec<Number>); 2] = [
        (Side::Joint, 0, sum(Number::new(1, 2))),
        (Side::Joint, 1, sum(Number::new(2, 1))),
    ];
    assert_eq!(found, expected);
}

/// Of `Lyy_arm/l² + m_tip` there is no value without a length: the height of the first joint has nothing to do with it.
#[test]
fn what_a_base_parameter_is_divided_by_is_named() {
    let refused = derive(
        "robot.yaml",
        "robot: arm\ngravity: [0, 0, 0]\nconstants:\n  h: {value: 0, unit: m, symbolic: true}\n  \
         l: {value: 0, unit: m, symbolic: true}\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], origin: {xyz: [0, 0, h]}}}\n  \
         - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}\n\
         base_parameters: {keep: [m_tip]}\n",
    );
    let refused = refused.expect_err("a division by zero");
    let GenerateError::Underived(error) = &refused else {
        panic!("{refused}");
    };
    let expected = Underived::DividesByZero {
        base: "m_tip".to_owned(),
        symbols: vec!["`l`".to_owned()],
    };
    assert_eq!(*error, expected);
}
