//! Torques by name, the rows that remain without them, and what these reveal together.

use super::combinations;
use super::model;
use super::{LeftOut, Part, PartError, remaining, torque};
use crate::options::EquationSide;
use armwright_robots::double_pendulum;
use armwright_runtime::{
    BaseParameter, Class, EvaluationError, Inputs, Joint, Model, Motor, Parameter, Pattern,
    Quantity, Robot, ShapeError, Share, Side, SingleTorque, Sparsity, Term, Torque,
};

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        torque_constant: None,
        is_passive: false,
    }
}

/// Joints a and b, motors m and a: the first turns joint a alone, the second both.
fn coupled() -> Model {
    let pendulum = double_pendulum::ROBOT.model();
    let joint = |name: &'static str| Joint {
        name,
        ..pendulum.joints[0]
    };
    Model {
        name: "coupled",
        joints: vec![joint("a"), joint("b")].leak(),
        motors: vec![motor("m"), motor("a")].leak(),
        transmission: &[2.0, 0.0, 3.0, 4.0],
        ..*pendulum
    }
}

#[test]
fn a_torque_is_that_of_a_joint_or_motor_of_its_name() {
    let model = coupled();
    for (side, name, found) in [
        (Side::Joint, "a", Torque::joint(0)),
        (Side::Motor, "a", Torque::motor(1)),
        (Side::Joint, "m", Torque::motor(0)),
        (Side::Motor, "b", Torque::joint(1)),
    ] {
        assert_eq!(torque(&model, side, name), Ok(found), "{side:?} {name}");
        let left_out = LeftOut {
            torque: name.to_owned(),
            side: found.side.into(),
        };
        assert_eq!(LeftOut::of(&model, found), left_out);
        assert_eq!(left_out.find(&model), Ok(found));
    }
    // Without motors those of the joints stand for theirs.
    let plain = Model {
        motors: &[],
        transmission: &[],
        ..model
    };
    let of_joint = LeftOut {
        torque: "b".to_owned(),
        side: EquationSide::Motor,
    };
    assert_eq!(LeftOut::of(&plain, Torque::motor(1)), of_joint);
    let unknown = torque(&model, Side::Joint, "xyzw").expect_err("unknown");
    assert_eq!(
        unknown.to_string(),
        "coupled has no joint or motor `xyzw`, whose torque to leave out; there are a, b, m"
    );
    let near = torque(double_pendulum::ROBOT.model(), Side::Joint, "elbo").expect_err("unknown");
    assert!(
        near.to_string().ends_with("; did you mean elbow?"),
        "{near}"
    );
}

/// `G = [[2, 0], [3, 4]]` has the inverse `[[1/2, 0], [-3/8, 1/4]]`.
#[test]
fn a_row_remains_that_no_torque_enters() {
    let model = coupled();
    for (side, left_out, rows) in [
        (Side::Joint, vec![], vec![0, 1]),
        (Side::Joint, vec![Torque::joint(1)], vec![0]),
        (Side::Motor, vec![Torque::motor(0)], vec![1]),
        (Side::Joint, vec![Torque::motor(0)], vec![1]),
        (Side::Joint, vec![Torque::motor(1)], vec![]),
        (Side::Motor, vec![Torque::joint(0)], vec![1]),
        (Side::Motor, vec![Torque::joint(1)], vec![]),
        (
            Side::Joint,
            vec![Torque::motor(0), Torque::joint(1)],
            vec![],
        ),
    ] {
        let found = remaining(&model, side, &left_out);
        assert_eq!(found, Ok(rows), "{side:?} {left_out:?}");
    }
    let singular = Model {
        transmission: &[2.0, 4.0, 1.0, 2.0],
        ..model
    };
    let error = remaining(&singular, Side::Joint, &[]).expect_err("singular");
    assert_eq!(error.to_string(), "the transmission of coupled is singular");
}

#[test]
fn what_no_part_can_be_is_said() {
    let pendulum = *double_pendulum::ROBOT.model();
    assert_eq!(
        PartError::of_rows(&pendulum).to_string(),
        "double_pendulum is a part already, or its file says that something else than every torque is measured: torques are \
         left out of a robot whose file has `measure: [torque]`"
    );
    let moving = Model {
        bodies: &["base", "arm"],
        ..pendulum
    };
    assert_eq!(
        PartError::of_rows(&moving).to_string(),
        "torques are not left out of double_pendulum, whose base moves: to identify it without any, give its file \
         `measure: [{wrench: base}]`"
    );
    let large = Model {
        single: None,
        ..pendulum
    };
    let error = combinations::of(&large, Side::Joint, &[0]).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "the module of double_pendulum does not say what single torques reveal: the robot is too large for it; generate it \
         with `measure: [{torque: [..]}]`"
    );
    let both = [Torque::joint(0), Torque::joint(1)];
    let refused = |robot: &dyn Robot, left_out: &[Torque]| {
        let part = Part::without(robot, Side::Joint, left_out);
        part.map(|_| ()).expect_err("a refusal").to_string()
    };
    assert_eq!(
        refused(&double_pendulum::ROBOT, &both),
        "no torque of double_pendulum remains to identify from"
    );
    let part = Part::without(&double_pendulum::ROBOT, Side::Joint, &both[..1]).expect("a part");
    assert!(refused(&part, &both[1..]).starts_with("double_pendulum is a part already"));
}

/// The elbow's torque has the three base parameters of the lower link: the last three of six.
#[test]
fn a_part_has_columns_and_values_of_its_own() {
    let robot = &double_pendulum::ROBOT;
    let twice = [Torque::motor(0), Torque::joint(0), Torque::motor(0)];
    let part = Part::without(robot, Side::Joint, &twice).expect("a part");
    assert_eq!(part.left_out(), [Torque::joint(0), Torque::motor(0)]);
    let own: Vec<&[(usize, f64)]> = part.combinations().collect();
    assert_eq!(own, [&[(3, 1.0)][..], &[(4, 1.0)], &[(5, 1.0)]]);
    let (q, qd, qdd) = ([0.3, -0.7], [1.1, 0.4], [-2.0, 0.9]);
    let inputs = Inputs {
        q: &q,
        qd: &qd,
        qdd: &qdd,
        ..Inputs::default()
    };
    let mut whole = [0.0; 12];
    robot
        .base_regressor(&q, &qd, &qdd, &mut whole)
        .expect("its sizes");
    let columns = [&whole[3..6], &whole[9..12]].concat();
    for quantity in [Quantity::BaseRegressor, Quantity::MeasuredBaseRegressor] {
        let mut found = vec![9.0; 6];
        part.evaluate(quantity, &inputs, &mut found)
            .expect("its sizes");
        assert_eq!(found, columns);
        let short = part.evaluate(quantity, &inputs, &mut found[..5]);
        let (expected, actual) = (6, 5);
        let shape = ShapeError { expected, actual };
        assert_eq!(short, Err(EvaluationError::Shape(shape)));
    }
    let theta: Vec<f64> = (0..20).map(|k| 1.0 + 0.3 * f64::from(k)).collect();
    let (mut beta, mut all) = ([0.0; 3], [0.0; 6]);
    robot.base_parameters(&theta, &mut all).expect("its sizes");
    part.base_parameters(&theta, &mut beta).expect("its sizes");
    assert_eq!(beta, all[3..]);
    // What is not of base parameters is the robot's.
    let (mut found, mut expected) = ([0.0; 2], [0.0; 2]);
    part.inverse_dynamics(&theta, &q, &qd, &qdd, &mut found)
        .expect("its sizes");
    robot
        .inverse_dynamics(&theta, &q, &qd, &qdd, &mut expected)
        .expect("its sizes");
    assert_eq!(found, expected);
    let model = part.model();
    assert!(!model.base_of_torque && model.single.is_none() && model.closed_form_terms.is_none());
    assert!(model.elements.is_empty() && model.recovery.is_none() && model.equations.is_empty());
    let classes: Vec<Class> = model.parameters.iter().map(|p| p.class).collect();
    for (k, (class, parameter)) in classes.iter().zip(model.parameters).enumerate() {
        let is_enough = |b: &&BaseParameter| b.terms.iter().any(|t| t.parameter == k);
        let expected = match model.base.iter().find(is_enough) {
            None => Class::Invisible,
            Some(base)
                if base.terms
                    == [Term {
                        parameter: k,
                        coefficient: 1.0,
                    }] =>
            {
                Class::Identifiable
            }
            Some(_) => Class::Combined,
        };
        assert_eq!(*class, expected, "{}", parameter.name);
    }
    // The lists of a part are made once.
    let again = Part::without(robot, Side::Joint, &twice[1..2]).expect("a part");
    assert!(std::ptr::eq(again.model().base, model.base));
    let other = Part::without(robot, Side::Joint, &[Torque::joint(1)]).expect("a part");
    assert!(!std::ptr::eq(other.model().base, model.base));
}

const fn share(base: usize, coefficient: f64, fraction: Option<(i64, i64)>) -> Share {
    Share {
        base,
        coefficient,
        fraction,
    }
}

/// Five base parameters, the first the last of the standard parameters and so on; three torques.
fn of_singles(joint: &'static [&'static str], single: &'static [SingleTorque]) -> Model {
    let pendulum = double_pendulum::ROBOT.model();
    let names = ["v", "w", "x", "y", "z"];
    let base = names.iter().enumerate().map(|(k, name)| BaseParameter {
        name,
        representative: 4 - k,
        ..pendulum.base[0]
    });
    Model {
        name: "singles",
        base: base.collect::<Vec<_>>().leak(),
        single: Some(single),
        sparsity: Sparsity {
            joint: Pattern(joint),
            motor: Pattern(&["00000", "00000", "++++0"]),
            ..Sparsity::default()
        },
        ..*pendulum
    }
}

const fn single(side: Side, row: usize, combinations: &'static [&'static [Share]]) -> SingleTorque {
    SingleTorque {
        side,
        row,
        combinations,
    }
}

static SINGLES: [SingleTorque; 3] = [
    single(
        Side::Joint,
        0,
        &[&[share(1, 1.0, Some((1, 1))), share(3, -0.5, Some((-1, 2)))]],
    ),
    single(
        Side::Joint,
        1,
        &[&[
            share(1, 1.0, Some((1, 1))),
            share(3, 0.25, Some((1, 4))),
            share(4, 2.0, Some((2, 1))),
        ]],
    ),
    single(
        Side::Motor,
        2,
        &[&[share(1, 1.0, Some((1, 1))), share(2, 7.0, Some((7, 1)))]],
    ),
];

/// By hand: v, w - y/2 of the first torque, w + y/4 + 2 z and x of the second, y of the third.
#[test]
fn torques_reveal_the_sum_of_what_each_does() {
    // Columns are the standard parameters: z, y, x, w, v.
    let model = of_singles(&["0+0++", "++++0", "0+000"], &SINGLES);
    let of = |rows: &[usize]| combinations::of(&model, Side::Joint, rows).expect("fractions");
    let both = 4.0 / 3.0;
    assert_eq!(of(&[0]), [vec![(0, 1.0)], vec![(1, 1.0), (3, -0.5)]]);
    assert_eq!(
        of(&[1]),
        [vec![(1, 1.0), (3, 0.25), (4, 2.0)], vec![(2, 1.0)]]
    );
    assert_eq!(
        of(&[0, 1]),
        [
            vec![(0, 1.0)],
            vec![(1, 1.0), (4, both)],
            vec![(2, 1.0)],
            vec![(3, 1.0), (4, 2.0 * both)],
        ]
    );
    assert_eq!(
        of(&[0, 2]),
        [vec![(0, 1.0)], vec![(1, 1.0)], vec![(3, 1.0)]]
    );
    assert_eq!(of(&[2]), [vec![(3, 1.0)]]);
    assert!(of(&[]).is_empty());
    // Behind a transmission the motors' torques have combinations and zeros of their own.
    let geared = Model {
        transmission: &[2.0, 0.0, 3.0, 4.0],
        ..model
    };
    let motor = combinations::of(&geared, Side::Motor, &[2]).expect("fractions");
    assert_eq!(
        motor,
        [vec![(1, 1.0), (2, 7.0)], vec![(3, 1.0)], vec![(4, 1.0)]]
    );
    // Without one they are those of the joints, where a motor's pattern has them.
    let plain = combinations::of(&model, Side::Motor, &[0]).expect("fractions");
    assert_eq!(plain, [vec![(1, 1.0), (3, -0.5)]]);
}

#[test]
fn what_is_no_fraction_leaves_a_base_parameter_undecided() {
    static ROOTS: [SingleTorque; 2] = [
        single(
            Side::Joint,
            0,
            &[&[share(1, 1.0, Some((1, 1))), share(3, 0.7, None)]],
        ),
        single(
            Side::Joint,
            1,
            &[&[share(1, 1.0, Some((1, 1))), share(4, 2.0, Some((2, 1)))]],
        ),
    ];
    let model = of_singles(&["0+0+0", "+00+0"], &ROOTS);
    let alone = combinations::of(&model, Side::Joint, &[0]).expect("nothing to reduce");
    assert_eq!(alone, [vec![(1, 1.0), (3, 0.7)]]);
    let error = combinations::of(&model, Side::Joint, &[0, 1]).expect_err("undecided");
    assert_eq!(
        error.to_string(),
        "what the remaining torques of singles reveal together cannot be told exactly, because coefficients of y are no \
         short fractions; leave out fewer or more torques, or generate the robot with `measure: [{torque: [..]}]`"
    );
}

/// `a + b/2` and `2 b - c`, the second taken away a quarter of it: b is gone.
#[test]
fn a_base_parameter_of_a_part_is_written_as_its_sum() {
    let pendulum = double_pendulum::ROBOT.model();
    let named = |name: &'static str| Parameter {
        name,
        ..pendulum.parameters[0]
    };
    let terms = |terms: &[(usize, f64)]| -> &'static [Term] {
        let one = |(parameter, coefficient): &(usize, f64)| Term {
            parameter: *parameter,
            coefficient: *coefficient,
        };
        terms.iter().map(one).collect::<Vec<_>>().leak()
    };
    let base = |name: &'static str, latex: &'static str, terms: &'static [Term]| BaseParameter {
        name,
        expression: "whole",
        latex,
        unit: "kg",
        representative: terms[0].parameter,
        terms,
    };
    let all = [
        base("a", "a + b/2", terms(&[(0, 1.0), (1, 0.5)])),
        base("b", "2 b - c", terms(&[(1, 2.0), (2, -1.0)])),
        base("d", "d", terms(&[(3, 1.0)])),
    ];
    let whole = Model {
        parameters: ["a", "b", "c", "d", "e"].map(named).to_vec().leak(),
        base: all.to_vec().leak(),
        ..*pendulum
    };
    let combinations = [
        vec![(0, 1.0), (1, -0.25), (2, -1.0)],
        vec![(1, 1.0)],
        vec![(2, 1.0), (0, -3.0), (1, 1.0)],
    ];
    let found = model::of(&whole, &combinations);
    let expected = [
        BaseParameter {
            expression: "a + 0.25*c - d",
            latex: "a + b/2 - 0.25\\,(2 b - c) - d",
            terms: terms(&[(0, 1.0), (2, 0.25), (3, -1.0)]),
            ..all[0]
        },
        all[1],
        BaseParameter {
            expression: "d - 3*a + 0.5*b - c",
            latex: "d - 3\\,(a + b/2) + 2 b - c",
            terms: terms(&[(3, 1.0), (0, -3.0), (1, 0.5), (2, -1.0)]),
            ..all[2]
        },
    ];
    assert_eq!(found.base, expected);
    let class: Vec<Class> = found.parameters.iter().map(|p| p.class).collect();
    use Class::{Combined, Invisible};
    assert_eq!(class, [Combined, Combined, Combined, Combined, Invisible]);
    // Alone, with no other in its sum, a parameter is identifiable; the first minus has no space.
    let alone = model::of(&whole, &[vec![(2, 1.0)], vec![(0, -1.0), (1, 0.3)]]);
    use Class::Identifiable;
    let class: Vec<Class> = alone.parameters.iter().map(|p| p.class).collect();
    assert_eq!(
        class,
        [Combined, Combined, Combined, Identifiable, Invisible]
    );
    assert_eq!(alone.base[1].expression, "-a + 0.1*b - 0.3*c");
    assert_eq!(alone.base[1].latex, "-(a + b/2) + 0.3\\,(2 b - c)");
}

/// The first motor turns the first joint alone; joints come first, whatever their numbers.
#[test]
fn torques_of_joints_are_left_out_before_those_of_motors() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let torques = [Torque::motor(0), Torque::joint(1)];
    let part = Part::without(robot, Side::Joint, &torques).expect("a part");
    assert_eq!(part.left_out(), [Torque::joint(1), Torque::motor(0)]);
}

/// The third base parameter of each, which has another name.
#[test]
fn robots_have_parts_of_their_own() {
    let pendulum = double_pendulum::ROBOT.model();
    let of = |name: &'static str| {
        let base = pendulum.base.iter();
        let base = base.map(|base| BaseParameter { name, ..*base });
        let whole = Model {
            base: base.collect::<Vec<_>>().leak(),
            ..*pendulum
        };
        model::of(&whole, &[vec![(2, 1.0)]]).base[0].name
    };
    assert_eq!(["one", "other"].map(of), ["one", "other"]);
}

/// `p + 0.3 q` less three times `0.1 q - r`: what floats leave of q is none.
#[test]
fn what_rounding_leaves_of_a_parameter_is_no_part_of_a_sum() {
    let pendulum = double_pendulum::ROBOT.model();
    let named = |name: &'static str| Parameter {
        name,
        ..pendulum.parameters[0]
    };
    let base = [[(0, 1.0), (1, 0.3)], [(1, 0.1), (2, -1.0)]].map(|terms| {
        let terms = terms.map(|(parameter, coefficient)| Term {
            parameter,
            coefficient,
        });
        BaseParameter {
            representative: terms[0].parameter,
            terms: terms.to_vec().leak(),
            ..pendulum.base[0]
        }
    });
    let whole = Model {
        parameters: ["p", "q", "r"].map(named).to_vec().leak(),
        base: base.to_vec().leak(),
        ..*pendulum
    };
    let found = model::of(&whole, &[vec![(0, 1.0), (1, -3.0)]]);
    assert_eq!(found.base[0].expression, "p + 3*r");
    let class: Vec<Class> = found.parameters.iter().map(|p| p.class).collect();
    assert_eq!(class, [Class::Combined, Class::Invisible, Class::Combined]);
}
