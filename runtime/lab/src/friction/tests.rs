//! Laws term by term, at speeds and in directions by hand; static maps from stretches that are written down.

pub(super) mod made;
mod motions;

use super::law::{Extra, Law, Local, Shape};
use super::place::{Place, places};
use super::seen::speeds;
use super::static_law::{Point, law};
use super::words::{lines, unit};
use super::{FrictionError, FrictionOptions, StaticJoint, StaticMap, StaticPoint, friction};
use crate::recording::Recording;
use crate::regression::Equations;
use crate::regression::by_hand::{ByHand, MODEL, recording};
use armwright_robots::{abb_wrist, double_pendulum, tx40};
use armwright_runtime::{Measured, Model, Robot, Side};

/// Whether values are those expected, to rounding.
fn same(found: &[f64], expected: &[f64], what: &str) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-14 * b.abs().max(1.0);
    let all = found.len() == expected.len() && found.iter().zip(expected).all(near);
    assert!(all, "{what}: {found:?} for {expected:?}");
}

/// Each shape at -0.5 and at 0.5: what multiplies its linear parameters. Speeds of 0.25 make `v / v_s = 2`.
#[test]
fn shapes_are_the_functions_that_they_are_said_to_be() {
    let e = f64::exp;
    for (shape, theta, forwards, backwards) in [
        (Shape::None, &[][..], vec![], vec![]),
        (Shape::Viscous, &[], vec![0.5], vec![-0.5]),
        (Shape::Coulomb, &[], vec![1.0], vec![-1.0]),
        (Shape::CoulombViscous, &[], vec![1.0, 0.5], vec![-1.0, -0.5]),
        (
            Shape::Quadratic,
            &[],
            vec![1.0, 0.5, 0.25],
            vec![-1.0, -0.5, -0.25],
        ),
        (
            Shape::Tustin,
            &[0.25],
            vec![1.0, 0.5, e(-2.0)],
            vec![-1.0, -0.5, -e(-2.0)],
        ),
        (
            Shape::Stribeck,
            &[0.25],
            vec![1.0, 0.5, e(-4.0)],
            vec![-1.0, -0.5, -e(-4.0)],
        ),
        (
            Shape::StribeckExponent,
            &[0.25, 3.0],
            vec![1.0, 0.5, e(-8.0)],
            vec![-1.0, -0.5, -e(-8.0)],
        ),
        (
            Shape::Tanh,
            &[0.25],
            vec![2f64.tanh(), 0.5],
            vec![-(2f64.tanh()), -0.5],
        ),
        (Shape::Power, &[2.0], vec![0.25], vec![-0.25]),
        (
            Shape::CoulombPower,
            &[3.0],
            vec![1.0, 0.125],
            vec![-1.0, -0.125],
        ),
    ] {
        let law = Law::of(shape);
        same(&law.of_velocity(theta, 0.5, 1.0), &forwards, "forwards");
        same(&law.of_velocity(theta, 0.5, -1.0), &backwards, "backwards");
        let local = Local {
            velocity: -0.5,
            ..Local::default()
        };
        same(&law.values(theta, &local), &backwards, "at a velocity");
    }
}

#[test]
fn what_is_added_stands_behind_in_its_order() {
    let law = Law::of(Shape::Stribeck)
        .with(Extra::Temperature)
        .with(Extra::Offset)
        .with(Extra::Load)
        .with(Extra::Directional)
        .with(Extra::Offset);
    assert_eq!(
        law.names(),
        [
            "coulomb",
            "viscous",
            "stribeck",
            "offset",
            "directional",
            "load",
            "temperature",
            "speed"
        ]
    );
    assert_eq!((law.parameters(), law.linear()), (8, 7));
    assert_eq!(law.places_beside(), [Some(5), Some(6)]);
    let at = |velocity: f64| {
        let local = Local {
            velocity,
            load: -3.0,
            warmth: 10.0,
        };
        law.values(&[0.5], &local)
    };
    let near = (-1.0f64).exp();
    // `|tau| s` and `(T - T0) v`.
    same(&at(0.5), &[1.0, 0.5, near, 1.0, 0.5, 3.0, 5.0], "forwards");
    same(
        &at(-0.5),
        &[-1.0, -0.5, -near, 1.0, 0.5, -3.0, -5.0],
        "backwards",
    );
    // At rest there is no direction.
    same(&at(0.0), &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], "at rest");
    let less = law.without(Extra::Load);
    assert_eq!(less.places_beside(), [None, Some(5)]);
    assert!(law.contains(&less) && !less.contains(&law));
}

/// Which shape is a special case of which: a table that was thought through once, `n` none, `c` Coulomb and so on.
#[test]
fn shapes_contain_their_special_cases_and_no_others() {
    use Shape::{
        Coulomb, CoulombPower, CoulombViscous, None, Power, Quadratic, Stribeck, StribeckExponent,
        Tanh, Tustin, Viscous,
    };
    let simple = [None, Coulomb, Viscous, CoulombViscous];
    for (shape, cases) in [
        (None, &[][..]),
        (Coulomb, &[None]),
        (Viscous, &[None]),
        (CoulombViscous, &[None, Coulomb, Viscous]),
        (Power, &[None, Coulomb, Viscous]),
        (Quadratic, &simple),
        (Tanh, &simple),
        (Tustin, &simple),
        (Stribeck, &simple),
        (
            CoulombPower,
            &[None, Coulomb, Viscous, CoulombViscous, Power],
        ),
        (
            StribeckExponent,
            &[None, Coulomb, Viscous, CoulombViscous, Tustin, Stribeck],
        ),
    ] {
        for other in Shape::ALL {
            let contained = Law::of(shape).contains(&Law::of(other));
            let expected = other == shape || cases.contains(&other);
            assert_eq!(contained, expected, "{other:?} of {shape:?}");
        }
    }
    let parameters = Shape::ALL.map(|shape| Law::of(shape).parameters());
    assert_eq!(parameters, [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5]);
}

#[test]
fn laws_are_said_in_names_and_formulas() {
    let law = |shape, extras: &[Extra]| {
        let all = extras.iter();
        all.fold(Law::of(shape), |law, extra| law.with(*extra))
    };
    for (law, title, formula) in [
        (law(Shape::None, &[]), "none", "0"),
        (law(Shape::None, &[Extra::Offset]), "offset", "offset"),
        (
            law(Shape::Quadratic, &[Extra::Load, Extra::Directional]),
            "coulomb+viscous+quadratic+directional+load",
            "coulomb sign(v) + viscous v + quadratic v |v| + directional |v| + load |tau of bodies| sign(v)",
        ),
        (
            law(Shape::Tustin, &[Extra::Temperature]),
            "tustin+temperature",
            "(coulomb + stribeck exp(-|v|/speed)) sign(v) + viscous v + temperature (T - reference_temperature) v",
        ),
        (
            law(Shape::Stribeck, &[]),
            "stribeck",
            "(coulomb + stribeck exp(-(v/speed)²)) sign(v) + viscous v",
        ),
        (
            law(Shape::StribeckExponent, &[]),
            "stribeck with exponent",
            "(coulomb + stribeck exp(-|v/speed|^exponent)) sign(v) + viscous v",
        ),
        (
            law(Shape::Tanh, &[]),
            "tanh+viscous",
            "coulomb tanh(v/speed) + viscous v",
        ),
        (
            law(Shape::CoulombPower, &[]),
            "coulomb+power",
            "(coulomb + power |v|^exponent) sign(v)",
        ),
    ] {
        assert_eq!(
            (law.title().as_str(), law.formula().as_str()),
            (title, formula)
        );
        // Every parameter that a formula has is one of the law's.
        for name in law.names() {
            assert!(law.formula().contains(name), "{name} of {formula}");
        }
    }
}

#[test]
fn units_are_those_of_what_turns_and_of_what_slides() {
    for (name, turns, slides) in [
        ("coulomb", "N·m", "N"),
        ("offset", "N·m", "N"),
        ("stribeck", "N·m", "N"),
        ("viscous", "N·m·s/rad", "N·s/m"),
        ("directional", "N·m·s/rad", "N·s/m"),
        ("quadratic", "N·m·s²/rad²", "N·s²/m²"),
        ("temperature", "N·m·s/rad/degree", "N·s/m/degree"),
        ("speed", "rad/s", "m/s"),
        ("exponent", "", ""),
        ("load", "", ""),
        ("power", "N·m at 1 rad/s", "N at 1 m/s"),
    ] {
        assert_eq!(
            [unit(name, false), unit(name, true)],
            [turns, slides],
            "{name}"
        );
    }
}

#[test]
fn what_the_robot_file_has_of_a_law_is_written_for_it() {
    let place = |on_motor: bool| Place {
        index: 0,
        on_motor,
        name: "q1".to_owned(),
        slides: false,
        own: Vec::new(),
        terms: Vec::new(),
        law: Law::of(Shape::None),
        warmth: None,
    };
    let of = |law: &Law, theta: &[f64]| lines(&place(false), law, theta);
    let both = Law::of(Shape::CoulombViscous);
    assert_eq!(of(&both, &[]), ["joint q1: friction: [coulomb, viscous]"]);
    assert_eq!(
        lines(&place(true), &both, &[]),
        ["motor q1: friction: [coulomb, viscous]"]
    );
    let none = Law::of(Shape::None);
    assert_eq!(of(&none, &[0.5]), ["joint q1: friction: []"]);
    assert_eq!(
        of(&none.with(Extra::Offset), &[]),
        ["joint q1: friction: [offset]"]
    );
    assert_eq!(
        of(&Law::of(Shape::Viscous), &[]),
        ["joint q1: friction: [viscous]"]
    );
    assert_eq!(
        of(&Law::of(Shape::Coulomb), &[]),
        ["joint q1: friction: [coulomb]"]
    );
    let apart = both.with(Extra::Directional).with(Extra::Offset);
    assert_eq!(
        of(&apart, &[]),
        ["joint q1: friction: [coulomb, viscous_positive, viscous_negative, offset]"]
    );
    assert_eq!(
        of(&Law::of(Shape::Quadratic), &[]),
        ["joint q1: friction: [coulomb, viscous, quadratic]"]
    );
    assert_eq!(
        of(&Law::of(Shape::Stribeck), &[0.123_45]),
        [
            "joint q1: friction: [coulomb, viscous]",
            "torques: - {name: fs_q1, joint: q1, expression: \"sign(velocity(q1))*exp(-(velocity(q1)/0.12345)^2)\"}"
        ]
    );
    assert_eq!(
        of(&Law::of(Shape::Tustin), &[0.5])[1],
        "torques: - {name: fs_q1, joint: q1, expression: \"sign(velocity(q1))*exp(-abs(velocity(q1))/0.5)\"}"
    );
    assert_eq!(
        of(&Law::of(Shape::Tanh), &[0.5]),
        [
            "joint q1: friction: [viscous]",
            "torques: - {name: ft_q1, joint: q1, expression: \"tanh(velocity(q1)/0.5)\"}"
        ]
    );
    assert_eq!(
        lines(&place(true), &Law::of(Shape::Tanh), &[0.5])[1],
        "torques: - {name: ft_q1, motor: q1, expression: \"tanh(velocity(q1)/0.5)\"}"
    );
    // Slow axes have small speeds, and motors large ones.
    for (speed, written) in [
        (4.049_01e-5, "0.00004049"),
        (3.402_345e-4, "0.00034023"),
        (1.234_567e-7, "0.00000012346"),
        (123.456_78, "123.46"),
        (1_234_567.0, "1234600"),
    ] {
        assert_eq!(
            of(&Law::of(Shape::Stribeck), &[speed])[1],
            format!(
                "torques: - {{name: fs_q1, joint: q1, expression: \"sign(velocity(q1))*exp(-(velocity(q1)/{written})^2)\"}}"
            )
        );
    }
    for law in [
        Law::of(Shape::Power),
        Law::of(Shape::CoulombPower),
        Law::of(Shape::StribeckExponent),
        both.with(Extra::Load),
        both.with(Extra::Temperature),
    ] {
        assert!(of(&law, &[0.5, 1.0]).is_empty(), "{law:?}");
    }
}

/// Speeds that count as seen, by hand: of 100 that go up and down in steps of 1/50 the twentieth slowest.
#[test]
fn speeds_are_seen_from_where_enough_are_slower() {
    let velocities = |count: u32| -> Vec<f64> {
        let at = |k: u32| f64::from(k + 1) / f64::from(count);
        (0..count)
            .map(|k| if k % 2 == 0 { at(k) } else { -at(k) })
            .collect()
    };
    assert_eq!(speeds(&velocities(100), 0.0), Ok([0.21, 1.0]));
    // Half a percent of 10,000 are 50.
    assert_eq!(speeds(&velocities(10_000), 0.0), Ok([0.0051, 1.0]));
    // Twice its noise, and no more than the fastest.
    assert_eq!(speeds(&velocities(100), 0.15), Ok([0.3, 1.0]));
    // Its size is √(1/3) = 0.577: three times the noise has to be less.
    assert!(speeds(&velocities(1000), 0.192).is_ok());
    let refused = speeds(&velocities(1000), 0.193);
    assert_eq!(refused, Err("it hardly moves".to_owned()));
    assert_eq!(
        speeds(&velocities(29), 0.0),
        Err("only 29 samples count".to_owned())
    );
    assert!(speeds(&velocities(30), 0.0).is_ok());
    // Three of a hundred the other way are enough, two are not.
    let one_way = |back: usize| {
        let mut all = vec![1.0; 100];
        all[..back].fill(-1.0);
        speeds(&all, 0.0).is_ok()
    };
    assert!(one_way(3) && !one_way(2) && one_way(97) && !one_way(98));
}

/// `torque = 2 + 3 speed`, with deviations that are those of a line through points of the same weight.
#[test]
fn a_line_of_points_is_coulomb_and_viscous_friction() {
    let noise = [0.01, -0.02, 0.015, 0.005, -0.02, 0.01, 0.01, -0.01];
    let point = |(k, e): (usize, &f64)| {
        let speed = 0.25 * (k + 1) as f64;
        Point {
            speed,
            torque: 2.0 + 3.0 * speed + e,
            std: 0.02,
        }
    };
    let points: Vec<Point> = noise.iter().enumerate().map(point).collect();
    let (fitted, std) = law(&points).expect("a law");
    assert_eq!(fitted.law.title(), "coulomb+viscous");
    let count = points.len() as f64;
    let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.speed), mean(|p| p.torque));
    let squares: f64 = points.iter().map(|p| (p.speed - x).powi(2)).sum();
    let products: f64 = points.iter().map(|p| (p.speed - x) * (p.torque - y)).sum();
    let slope = products / squares;
    let offset = y - slope * x;
    let near = |found: f64, expected: f64, to: f64| {
        assert!(
            (found / expected - 1.0).abs() < to,
            "{found} for {expected}"
        );
    };
    near(fitted.linear[0], offset, 1e-6);
    near(fitted.linear[1], slope, 1e-6);
    let left = |p: &Point| (p.torque - offset - slope * p.speed).powi(2);
    let variance = points.iter().map(left).sum::<f64>() / (count - 2.0);
    near(std[1], (variance / squares).sqrt(), 1e-3);
    near(
        std[0],
        (variance * (1.0 / count + x * x / squares)).sqrt(),
        1e-3,
    );
    // Too few for a line, and none at all.
    assert!(law(&[]).is_none());
    let three = law(&points[..3]).map(|(fitted, _)| fitted.law.parameters());
    assert!(three.is_none_or(|count| count <= 1), "{three:?}");
}

#[test]
fn a_map_as_a_table_has_both_directions_slow_ones_in_the_middle() {
    let point = |speed: f64, torque: f64| StaticPoint {
        speed,
        torque,
        std: 0.125,
        positions: [0.0, 1.0],
        samples: 40,
    };
    let map = StaticMap {
        robot: "r".to_owned(),
        joints: vec![StaticJoint {
            name: "q1".to_owned(),
            points: vec![point(0.5, 2.0), point(1.0, 3.0)],
            reason: None,
            law: None,
            parameters: Vec::new(),
        }],
    };
    assert_eq!(
        map.csv(),
        "name,velocity,torque,std,samples\nq1,-1,-3,0.125,40\nq1,-0.5,-2,0.125,40\nq1,0.5,2,0.125,40\nq1,1,3,0.125,40\n"
    );
}

/// Where the robot file puts friction; where it puts none, at what is measured.
#[test]
fn friction_acts_where_the_file_has_it() {
    let of = |robot: &'static dyn Robot, side: Side| -> Vec<(String, bool, Law)> {
        let equations = Equations::of(robot, side).expect("equations");
        let all = places(&equations).into_iter();
        all.map(|place| (place.name, place.on_motor, place.law))
            .collect()
    };
    let both = Law::of(Shape::CoulombViscous);
    let motors: Vec<_> = ["m1", "m2", "m3"]
        .map(|name| (name.to_owned(), true, both.clone()))
        .to_vec();
    // Whichever side the equations are of.
    assert_eq!(of(&abb_wrist::ROBOT, Side::Joint), motors);
    assert_eq!(of(&abb_wrist::ROBOT, Side::Motor), motors);
    let none = Law::of(Shape::None);
    let joints: Vec<_> = ["shoulder", "elbow"]
        .map(|name| (name.to_owned(), false, none.clone()))
        .to_vec();
    assert_eq!(of(&double_pendulum::ROBOT, Side::Joint), joints);
    // Offsets of the file are part of friction; a seventh is that of what couples the last two joints.
    let (on_motors, on_joints): (Vec<_>, Vec<_>) = of(&tx40::ROBOT, Side::Joint)
        .into_iter()
        .partition(|(_, on_motor, _)| *on_motor);
    assert_eq!((on_joints.len(), on_motors.len()), (6, 1));
    let offset = both.with(Extra::Offset);
    assert!(
        on_joints.iter().all(|(_, _, law)| *law == offset),
        "{on_joints:?}"
    );
    assert_eq!(on_motors[0].2, both);
}

/// `torque = 1.5 tanh(v / 0.4) + 0.5 v` with errors of deviations that differ: those of parameters follow from its derivatives.
#[test]
fn deviations_of_a_static_law_follow_from_its_derivatives() {
    let noise = [
        0.004, -0.006, 0.003, 0.005, -0.004, -0.002, 0.006, -0.005, 0.002, -0.003, 0.001, 0.004,
    ];
    let point = |(k, e): (usize, &f64)| {
        let speed = 0.1 * 1.4f64.powi(k as i32);
        Point {
            speed,
            torque: 1.5 * (speed / 0.4).tanh() + 0.5 * speed + e,
            std: 0.004 + 0.001 * (k % 3) as f64,
        }
    };
    let points: Vec<Point> = noise.iter().enumerate().map(point).collect();
    let (fitted, std) = law(&points).expect("a law");
    assert_eq!(fitted.law, Law::of(Shape::Tanh));
    let ([c, f], v0) = ([fitted.linear[0], fitted.linear[1]], fitted.theta[0]);
    assert!(
        (c - 1.5).abs() < 0.05 && (f - 0.5).abs() < 0.05 && (v0 - 0.4).abs() < 0.03,
        "{fitted:?}"
    );
    let mut information = nalgebra::Matrix3::zeros();
    let mut squares = 0.0;
    for p in &points {
        let x = p.speed / v0;
        let along = nalgebra::Vector3::new(x.tanh(), p.speed, -c * x / v0 / x.cosh().powi(2));
        information += along * along.transpose() / p.std.powi(2);
        squares += ((p.torque - c * x.tanh() - f * p.speed) / p.std).powi(2);
    }
    let inverse = information.try_inverse().expect("an inverse");
    for (k, std) in std.iter().enumerate() {
        let expected = (squares / (12.0 - 3.0) * inverse[(k, k)]).sqrt();
        assert!(
            (std / expected - 1.0).abs() < 0.03,
            "{k}: {std} for {expected}"
        );
    }
    // Points that do not scatter are weighed alike.
    let exact: Vec<Point> = points
        .iter()
        .map(|p| Point {
            std: 0.0,
            torque: 2.0 + 3.0 * p.speed,
            ..*p
        })
        .collect();
    let (fitted, _) = law(&exact).expect("a law");
    assert_eq!(fitted.law, Law::of(Shape::CoulombViscous));
    assert!((fitted.linear[0] - 2.0).abs() < 1e-9 && (fitted.linear[1] - 3.0).abs() < 1e-9);
}

/// What files call shapes and what is added to them, whether written by hand or by serde.
#[test]
fn shapes_and_extras_are_written_by_one_name() {
    let keys = [
        "none",
        "coulomb",
        "viscous",
        "coulomb_viscous",
        "power",
        "quadratic",
        "tanh",
        "coulomb_power",
        "tustin",
        "stribeck",
        "stribeck_exponent",
    ];
    for (shape, key) in Shape::ALL.into_iter().zip(keys) {
        assert_eq!(shape.key(), key);
        assert_eq!(serde_json::to_value(shape).expect("JSON"), key);
        // What a person writes may have hyphens, as on the command line.
        for written in [key.to_owned(), key.replace('_', "-")] {
            let read: Shape = serde_json::from_value(written.into()).expect("a shape");
            assert_eq!(read, shape);
        }
    }
    let titles = Shape::ALL.map(|shape| Law::of(shape).title());
    assert_eq!(
        titles,
        [
            "none",
            "coulomb",
            "viscous",
            "coulomb+viscous",
            "power",
            "coulomb+viscous+quadratic",
            "tanh+viscous",
            "coulomb+power",
            "tustin",
            "stribeck",
            "stribeck with exponent"
        ]
    );
    let formulas = [
        Shape::Viscous,
        Shape::Coulomb,
        Shape::CoulombViscous,
        Shape::Power,
    ]
    .map(|shape| Law::of(shape).formula());
    assert_eq!(
        formulas,
        [
            "viscous v",
            "coulomb sign(v)",
            "coulomb sign(v) + viscous v",
            "power |v|^exponent sign(v)"
        ]
    );
    let law = Law::of(Shape::None)
        .with(Extra::Temperature)
        .with(Extra::Directional);
    assert_eq!(
        (law.title().as_str(), law.extras),
        (
            "directional+temperature",
            vec![Extra::Directional, Extra::Temperature]
        )
    );
}

/// Whatever was recorded of it, and before that is looked at.
#[test]
fn of_a_robot_whose_equations_are_not_of_torque_no_friction_is_found() {
    static OF_POWER: Model = Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        base_of_torque: false,
        ..MODEL
    };
    let options = FrictionOptions::default();
    let found = friction(&ByHand(&OF_POWER), recording(20), &options, &mut |_, _| {});
    let refused = found.err().map(|error| error.to_string());
    let expected = FrictionError::NotOfTorque("by_hand".to_owned()).to_string();
    assert_eq!(refused, Some(expected));
    // Of one whose base moves that is the reason.
    let robot = &armwright_robots::solo12::ROBOT;
    let found = friction(robot, Vec::<Recording>::new(), &options, &mut |_, _| {});
    assert_eq!(
        found.expect_err("a refusal").to_string(),
        "laws of friction are fitted to the torques of joints or motors alone, and the base of solo12 moves"
    );
}
