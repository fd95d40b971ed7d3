//! Files of laws and maps, term by term, and why others are refused.

use super::super::law::{Extra, Law, Local, Shape};
use super::super::proposal::{Friction, LawParameter, PlaceFriction};
use super::super::warmth::Warmth;
use super::{Curve, laws, map};
use armwright_robots::abb_wrist::ROBOT;
use armwright_robots::dvrk_mtm;
use armwright_runtime::{Model, Parameter, ParameterKind, Robot, Site};

#[test]
fn of_a_law_what_the_robot_file_has_is_left_to_be_estimated() {
    let text = "friction:
  - {joint: q2, law: stribeck_exponent, parameters: {coulomb: 1, viscous: 2, stribeck: 3, directional: 4, offset: 5, speed: 0.25, exponent: 1.5}}
  - {motor: m3, law: tanh, parameters: {coulomb: 6, viscous: 7, speed: 0.5, temperature: -0.5, reference_temperature: 31.5}}
  - {motor: m1, law: quadratic, parameters: {coulomb: 1, viscous: 2, quadratic: 8}}
";
    let found = laws(text, ROBOT.model()).expect("laws");
    let placed: Vec<_> = found
        .iter()
        .map(|(place, _)| {
            (
                place.index,
                place.on_motor,
                place.name.as_str(),
                place.warmth,
            )
        })
        .collect();
    let warmth = Warmth {
        reference: 31.5,
        range: [0.0; 2],
    };
    assert_eq!(
        placed,
        [
            (1, false, "q2", None),
            (2, true, "m3", Some(warmth)),
            (0, true, "m1", None)
        ]
    );
    let curves: Vec<Curve> = found.into_iter().map(|(_, curve)| curve).collect();
    let exponent = Law::of(Shape::StribeckExponent);
    let apart = exponent.with(Extra::Offset).with(Extra::Directional);
    let warm = Law::of(Shape::Tanh).with(Extra::Temperature);
    assert_eq!(
        curves,
        [
            // The file has no friction of joints.
            Curve::Law(apart, vec![1.0, 2.0, 3.0, 5.0, 4.0], vec![0.25, 1.5]),
            // Of motors Coulomb and viscous friction; but a smooth curve is none that jumps.
            Curve::Law(warm, vec![6.0, 0.0, -0.5], vec![0.5]),
            Curve::Law(Law::of(Shape::Quadratic), vec![0.0, 0.0, 8.0], vec![]),
        ]
    );
}

/// Where the first motor has friction by the square of its speed and no other.
#[test]
fn what_the_robot_file_has_is_no_whole_law() {
    let model = ROBOT.model();
    let own = |parameter: &Parameter| {
        let kind = match parameter.name {
            "fc_m1" => ParameterKind::Quadratic(Site::Motor(0)),
            "fv_m1" => ParameterKind::Inertia(Site::Motor(0)),
            _ => parameter.kind,
        };
        Parameter { kind, ..*parameter }
    };
    let parameters: Vec<Parameter> = model.parameters.iter().map(own).collect();
    let model = Model {
        parameters: parameters.leak(),
        ..*model
    };
    let text = "friction:
  - {motor: m1, law: quadratic, parameters: {coulomb: 1, viscous: 2, quadratic: 8}}
";
    let found = laws(text, &model).expect("laws");
    let held = Curve::Law(Law::of(Shape::Quadratic), vec![1.0, 2.0, 0.0], vec![]);
    assert_eq!(found[0].1, held);
}

#[test]
fn a_law_that_cannot_be_held_is_refused_with_what_would_do() {
    let refused = |line: &str| {
        laws(&format!("friction:\n  - {{{line}}}\n"), ROBOT.model()).expect_err("a refusal")
    };
    let both = "a law is of a `joint` or of a `motor`";
    for (line, said) in [
        ("law: none", both),
        ("joint: q1, motor: m1, law: none", both),
        (
            "joint: q9, law: none",
            "abb_wrist has no joint `q9`; did you mean q1, q2, q3?",
        ),
        (
            "joint: q2, law: coulomb, parameters: {coulomb: 1, load: 2}",
            "q2: friction by load follows from base parameters, and cannot be held: leave the joint out",
        ),
        (
            "joint: q2, law: viscous, parameters: {viscous: 1, temperature: 2}",
            "q2: friction by temperature needs `reference_temperature`, about which it changes",
        ),
        (
            "joint: q2, law: viscous, parameters: {viscous: 1, temperature: 2, reference_temperature: .inf}",
            "q2: friction by temperature needs `reference_temperature`, about which it changes",
        ),
        (
            "motor: m2, law: coulomb_viscous, parameters: {viscous: 1, coulomb: .inf}",
            "m2: the law `coulomb+viscous` needs finite numbers for coulomb, viscous",
        ),
        (
            "joint: q2, law: viscous, parameters: {viscous: 1, viscos: 2}",
            "q2: the law `viscous` has no `viscos`; did you mean viscous?",
        ),
        // Of several the first by the alphabet.
        (
            "joint: q2, law: viscous, parameters: {viscous: 1, visous: 3, viscos: 2}",
            "q2: the law `viscous` has no `viscos`; did you mean viscous?",
        ),
        (
            "joint: q2, law: power, parameters: {power: 1, exponent: 0}",
            "q2: a speed or exponent of a law is above 0",
        ),
        (
            "joint: q2, law: stribeck_exponent, parameters: {coulomb: 1, viscous: 2, stribeck: 3, speed: 0.5, exponent: -1}",
            "q2: a speed or exponent of a law is above 0",
        ),
        (
            "joint: q2, law: stribeck_exponent, parameters: {coulomb: 1, viscous: 2, stribeck: 3, speed: -0.5, exponent: 1}",
            "q2: a speed or exponent of a law is above 0",
        ),
    ] {
        assert_eq!(refused(line), said, "{line}");
    }
    // A motor is no joint, and a joint no motor.
    assert_eq!(
        refused("joint: m1, law: none"),
        "abb_wrist has no joint `m1`; it is a motor: write `motor: m1`"
    );
    assert_eq!(
        refused("motor: q1, law: none"),
        "abb_wrist has no motor `q1`; it is a joint: write `joint: q1`"
    );
    assert!(
        refused("motor: m9, law: none")
            .starts_with("abb_wrist has no motor `m9`; did you mean m1, ")
    );
    assert_eq!(
        refused("joint: q1, law: none, parametres: {}"),
        "line 2: law 1 has no key `parametres`; there are joint, motor, law, parameters; did you mean parameters?"
    );
    assert!(
        refused("joint: q1, law: wrong")
            .starts_with("it is no list of laws as `friction` writes it into friction.yaml: ")
    );
}

#[test]
fn a_map_is_read_by_the_names_of_its_columns() {
    let text = "torque, name ,std,velocity\n4,q3,0,1.5\n-2,q3,0,-1\n\n1,q3,0,0.5\n-3,q3,0,-2\n7,m2,0,2\n-6,m2,0,-4\n";
    let found = map(text, ROBOT.model()).expect("a map");
    let found: Vec<_> = found
        .into_iter()
        .map(|(place, curve)| (place.index, place.on_motor, curve))
        .collect();
    let points = vec![[-2.0, -3.0], [-1.0, -2.0], [0.5, 1.0], [1.5, 4.0]];
    assert_eq!(
        found,
        [
            (2, false, Curve::Map(points)),
            (1, true, Curve::Map(vec![[-4.0, -6.0], [2.0, 7.0]])),
        ]
    );
    // Blanks about names and numbers are no part of them.
    let blanks = "name, velocity, torque\n q1 , -1, -2\nq1, 1 , 2\n";
    let found = map(blanks, ROBOT.model()).expect("a map");
    let points = Curve::Map(vec![[-1.0, -2.0], [1.0, 2.0]]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].0.name.as_str(), &found[0].1), ("q1", &points));
    // Lines of blanks are empty as well.
    let apart = "\t\nname,velocity,torque\n  \nq1,-1,-2\n \nq1,1,2\n";
    let found = map(apart, ROBOT.model()).expect("a map");
    assert_eq!((found.len(), &found[0].1), (1, &points));
    let refused = |text: &str| map(text, ROBOT.model()).expect_err("a refusal");
    let head = "name,velocity,torque\n";
    let missing = |name: &str| {
        format!("a friction map has columns name, velocity and torque; `{name}` is missing")
    };
    assert_eq!(refused(""), missing("name"));
    assert_eq!(refused("name,torque\n"), missing("velocity"));
    assert_eq!(refused("name,velocity\n"), missing("torque"));
    assert_eq!(refused(head), "it has no points");
    // Lines as an editor counts them, empty ones among them.
    for bad in ["q1,1", "q1,1,inf", "q1,nan,1", "q1,,2"] {
        assert_eq!(
            refused(&format!("{head}q1,1,2\n\n{bad}\n")),
            "line 4 has no finite velocity and torque"
        );
    }
    let ways = "`q1` needs velocities in both directions, none of them 0, each once";
    for rows in [
        "q1,1,2\nq1,2,3",
        "q1,-1,2\nq1,-2,3",
        "q1,-1,2\nq1,1,3\nq1,0,1",
        "q1,-1,2\nq1,1,3\nq1,1,4",
    ] {
        assert_eq!(refused(&format!("{head}{rows}\n")), ways, "{rows}");
    }
    assert_eq!(
        refused(&format!("{head}q7,-1,2\nq7,1,3\n")),
        "abb_wrist has no joint or motor `q7`; did you mean q1, q2, q3?"
    );
}

#[test]
fn a_map_is_straight_between_its_points_and_level_beyond_them() {
    let curve = Curve::Map(vec![[-2.0, -3.0], [-1.0, -2.0], [0.5, 1.0], [1.5, 4.0]]);
    for (velocity, torque) in [
        (-5.0, -3.0),
        (-2.0, -3.0),
        (-1.75, -2.75),
        (-1.0, -2.0),
        (-0.25, -2.0),
        (0.0, 0.0),
        (0.25, 1.0),
        (0.5, 1.0),
        (0.75, 1.75),
        (1.5, 4.0),
        (9.0, 4.0),
    ] {
        let local = Local {
            velocity,
            ..Local::default()
        };
        assert_eq!(curve.at(&local), torque, "{velocity}");
    }
    let law = Law::of(Shape::CoulombViscous).with(Extra::Temperature);
    let law = Curve::Law(law, vec![3.0, 2.0, 0.5], Vec::new());
    let local = Local {
        velocity: -0.5,
        load: 100.0,
        warmth: 4.0,
    };
    // -3 - 2 · 0.5 - 0.5 · 4 · 0.5.
    assert_eq!(law.at(&local), -5.0);
}

fn joint(
    name: &str,
    on_motor: bool,
    shape: Option<Shape>,
    parameters: &[(&'static str, f64)],
) -> PlaceFriction {
    let parameter = |&(name, value): &(&'static str, f64)| LawParameter {
        name,
        value,
        std: 0.1,
        unit: "",
    };
    PlaceFriction {
        name: name.to_owned(),
        on_motor,
        law: String::new(),
        shape,
        formula: String::new(),
        parameters: parameters.iter().map(parameter).collect(),
        reference_temperature: None,
        reason: None,
        alternatives: Vec::new(),
        law_of_file: String::new(),
        speeds: None,
        samples: 0,
        effective_samples: 0.0,
        held_out: None,
        unit: "N·m",
        lines: Vec::new(),
        map: Vec::new(),
        tried: Vec::new(),
        series: Vec::new(),
    }
}

#[test]
fn laws_that_are_found_are_written_as_they_are_read() {
    let mut warm = joint(
        "m3",
        true,
        Some(Shape::Tanh),
        &[
            ("coulomb", 6.5),
            ("viscous", 7.0),
            ("temperature", -0.5),
            ("speed", 0.5),
        ],
    );
    warm.reference_temperature = Some(31.5);
    let mut found = Friction {
        robot: "abb_wrist".to_owned(),
        recordings: Vec::new(),
        joints: vec![
            warm,
            joint("q2", false, None, &[]),
            joint(
                "q1",
                false,
                Some(Shape::Coulomb),
                &[("coulomb", 1.0), ("load", 0.25)],
            ),
            joint("q3", false, Some(Shape::None), &[]),
        ],
        settled: true,
        validation: Vec::new(),
    };
    let head = "# Laws of friction of abb_wrist: `identify --friction FILE` and `predict --friction FILE` hold them.\n";
    let yaml = found.yaml();
    assert_eq!(
        yaml,
        format!(
            "{head}friction:\n  - {{motor: \"m3\", law: tanh, parameters: {{coulomb: 6.5, viscous: 7, temperature: -0.5, \
             speed: 0.5, reference_temperature: 31.5}}}}\n  # joint q2: no law is told\n  # joint q1: friction by load cannot \
             be held\n  - {{joint: \"q3\", law: none, parameters: {{}}}}\n"
        )
    );
    assert_eq!(laws(&yaml, ROBOT.model()).expect("laws").len(), 2);
    found.joints.truncate(3);
    found.joints.remove(0);
    let yaml = found.yaml();
    assert_eq!(
        yaml,
        format!(
            "{head}friction: []\n  # joint q2: no law is told\n  # joint q1: friction by load cannot be held\n"
        )
    );
    assert_eq!(laws(&yaml, ROBOT.model()), Ok(Vec::new()));
}

/// The elbow moves by the difference of two others, and is none of the robot's own joints.
#[test]
fn friction_of_a_joint_that_moves_as_others_do_is_not_held() {
    let text = "friction:\n  - {joint: elbow, law: viscous, parameters: {viscous: 1}}\n";
    let model = dvrk_mtm::ROBOT.model();
    let said = laws(text, model).expect_err("a refusal");
    assert!(said.contains("`elbow` moves as other joints do"), "{said}");
    // One kind of friction is enough.
    for gone in ["fc_elbow", "fv_elbow"] {
        let own = |parameter: &Parameter| match parameter.name == gone {
            true => Parameter {
                name: "gone",
                ..*parameter
            },
            false => *parameter,
        };
        let parameters: Vec<Parameter> = model.parameters.iter().map(own).collect();
        let model = Model {
            parameters: parameters.leak(),
            ..*model
        };
        let said = laws(text, &model).expect_err("a refusal");
        assert!(said.contains("`elbow` moves as other joints do"), "{said}");
    }
}
