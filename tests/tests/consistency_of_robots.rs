//! What consistency leaves of a robot's parameters contains the parameters that the robot has.

use armwright_lab::consistency::{Consistency, Evidence, Known, consistency};
use armwright_lab::parameters::{physical, standard};
use armwright_lab::random::Random;
use armwright_runtime::{ParameterKind, Robot};
use armwright_tests::standing;

/// Standard parameters of bodies that can exist: six point masses each; drives that can, too.
fn invented(robot: &dyn Robot, random: &mut Random) -> Vec<f64> {
    let parameters = robot.model().parameters;
    let mut theta = vec![0.0; parameters.len()];
    for body in 0..robot.model().bodies.len() {
        let mut sum = [0.0; 10];
        for _ in 0..6 {
            let mass = 0.2 + random.normal().powi(2);
            let [x, y, z] = [(); 3].map(|()| 0.15 * random.normal());
            let point = standard([mass, x, y, z, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
            for (sum, point) in sum.iter_mut().zip(point) {
                *sum += point;
            }
        }
        for (value, parameter) in theta.iter_mut().zip(parameters) {
            match parameter.kind {
                ParameterKind::Inertial { body: b, component } if b == body => {
                    *value = sum[component.at()];
                }
                ParameterKind::Inertial { .. } => {}
                ParameterKind::Inertia(_) => *value = 2e-4,
                _ => *value = 0.1,
            }
        }
    }
    theta
}

fn asked(robot: &dyn Robot, theta: &[f64], known: &[Known]) -> Consistency {
    let model = robot.model();
    let mut beta = vec![0.0; model.base.len()];
    robot
        .base_parameters(theta, &mut beta)
        .expect("a robot takes its own parameters");
    let deviation = vec![Some(0.0); beta.len()];
    let evidence = Evidence {
        beta: &beta,
        deviation: &deviation,
        allowance: 0.0,
        known,
    };
    consistency(model, &evidence).expect("bodies that exist are consistent")
}

/// A physical parameter's true value.
fn truth(robot: &dyn Robot, theta: &[f64], name: &str) -> f64 {
    let parameters = robot.model().parameters;
    if let Some(index) = parameters.iter().position(|p| p.name == name) {
        return theta[index];
    }
    let (symbol, owner) = name.split_once('_').expect("symbol and body");
    let body = robot
        .model()
        .bodies
        .iter()
        .position(|body| *body == owner)
        .expect("a body");
    let mut ten = [0.0; 10];
    for (value, parameter) in theta.iter().zip(parameters) {
        if let ParameterKind::Inertial { body: b, component } = parameter.kind
            && b == body
        {
            ten[component.at()] = *value;
        }
    }
    let symbols = [
        "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
    ];
    let place = symbols.iter().position(|s| *s == symbol).expect("a symbol");
    physical(ten).expect("a body with mass")[place]
}

#[test]
fn intervals_contain_the_truth() {
    let mut random = Random::new(17);
    for robot in standing() {
        let theta = invented(robot, &mut random);
        let found = asked(robot, &theta, &[]);
        assert!(found.consistent, "{}", robot.model().name);
        for interval in &found.parameters {
            let value = truth(robot, &theta, &interval.name);
            let slack = 1e-6 * (1e-3 + value.abs());
            let inside = interval.low.is_none_or(|low| low <= value + slack)
                && interval.high.is_none_or(|high| high >= value - slack);
            assert!(inside, "{}: {value} {interval:?}", robot.model().name);
        }
    }
}

#[test]
fn what_the_equations_determine_is_a_point() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let theta = invented(robot, &mut Random::new(5));
    let known: Vec<Known> = ["m_a", "m_b", "m_c", "ty_b", "tx_c"]
        .iter()
        .map(|name| Known {
            name: (*name).to_owned(),
            value: truth(robot, &theta, name),
        })
        .collect();
    let found = asked(robot, &theta, &known);
    // With masses known, first moments that are base parameters give centres at once.
    for name in [
        "m_a", "tz_a", "ty_c", "tz_c", "tx_b", "ty_b", "tz_b", "Jxx_c", "Jyz_c",
    ] {
        let interval = found.parameters.iter().find(|p| p.name == name);
        let interval = interval.expect("every physical parameter has an interval");
        assert!(interval.is_narrow(1e-4), "{interval:?}");
    }
    let open = found.parameters.iter().find(|p| p.name == "Jzz_c");
    assert!(!open.expect("an interval").is_narrow(0.1), "{open:?}");
}
