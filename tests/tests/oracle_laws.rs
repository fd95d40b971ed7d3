//! The oracle against itself: its two formulations agree, and it obeys the laws of physics.
//!
//! Mechanisms beyond those of `robots/` (slides, fixed bodies, branches, skew rotations, both
//! Denavit–Hartenberg conventions) are checked here, where no reference values exist.

use armwright_tests::oracle::Mechanism;
use armwright_tests::{Random, assert_agree, known_counts, revealed, robot_files};
use nalgebra::DVector;

const BRANCHED: &str = "
robot: branched
gravity: [1.5, -2, -9.81]
constants: {h: {value: 0.3}, twice: 2*h}
bodies:
  - {name: column, parent: base, joint: {name: z, type: prismatic, origin: {xyz: [h, 0, twice], rpy: [0.3, -0.7, 1.1]}, axis: [0, 0.6, 0.8], armature: true}}
  - {name: plate, parent: column, joint: {name: bolt, type: fixed, origin: {xyz: [0.1, -h/2, 0], rpy: [30deg, 0, pi/5]}}}
  - {name: left, parent: plate, joint: {name: l, type: revolute, origin: {xyz: [0.2, 0.1, -0.4]}, axis: [1, 0, 0], friction: [coulomb, viscous]}}
  - {name: right, parent: column, joint: {name: r, type: continuous, dh: {convention: modified, alpha: 40deg, a: 0.2, d: -0.1, theta: 0.5}}}
  - {name: tip, parent: right, joint: {name: t, type: prismatic, dh: {convention: standard, alpha: -70deg, a: 0.3, d: 0.2, theta: 1}}}
drives:
  transmission: [[3, 1, 0, 0], [0, 5, 0, -2], [1, 0, 4, 0], [0, 0, 0, 7]]
  motors:
    - {name: m1, rotor_inertia: true}
    - {name: m2, rotor_inertia: true, friction: [coulomb, viscous, offset]}
    - {name: m3}
    - {name: m4, friction: [viscous]}
";

fn robots() -> Vec<Mechanism> {
    let mut robots = vec![Mechanism::parse(BRANCHED).expect("the branched mechanism reads")];
    for file in robot_files().expect("robots/ lists") {
        let robot = Mechanism::read(&file);
        robots.push(robot.unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    }
    robots
}

/// A check of one robot at one random state: the robot, its parameters, q, qd, qdd.
fn at_random_states(check: impl Fn(&Mechanism, &[f64], &[f64], &[f64], &[f64])) {
    for robot in robots() {
        let mut random = Random::new(7);
        for _ in 0..20 {
            let theta = random.physical_theta(&robot);
            let (q, qd, qdd) = (
                random.vector(robot.dof(), 3.0),
                random.vector(robot.dof(), 2.0),
                random.vector(robot.dof(), 5.0),
            );
            check(&robot, &theta, &q, &qd, &qdd);
        }
    }
}

/// `a + h b`.
fn step(a: &[f64], b: &[f64], h: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + h * b).collect()
}

/// Bodies and rotors without friction.
fn frictionless(robot: &Mechanism, theta: &[f64]) -> Vec<f64> {
    let friction = |name: &str| {
        ["fc_", "fv_", "fo_"]
            .iter()
            .any(|symbol| name.starts_with(symbol))
    };
    let parameters = robot.parameters().iter().zip(theta);
    parameters
        .map(|(p, value)| if friction(&p.name) { 0.0 } else { *value })
        .collect()
}

#[test]
fn regressor_times_parameters_is_torque() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let product = robot.regressor(q, qd, qdd) * DVector::from_column_slice(theta);
        let torque = robot.torque(theta, q, qd, qdd);
        assert_agree(robot.name(), product.as_slice(), &torque, 1e-12);
    });
}

#[test]
fn energy_regressor_times_parameters_is_energy() {
    at_random_states(|robot, theta, q, qd, _| {
        let row = robot.energy_regressor(q, qd);
        let product: f64 = row.iter().zip(theta).map(|(y, value)| y * value).sum();
        let (kinetic, potential) = robot.energy(theta, q, qd);
        assert_agree(robot.name(), &[product], &[kinetic + potential], 1e-12);
    });
}

#[test]
fn torque_is_inertia_coriolis_and_gravity() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let theta = frictionless(robot, theta);
        let inertial = robot.inertia(&theta, q) * DVector::from_column_slice(qdd);
        let rest = step(
            &robot.coriolis(&theta, q, qd),
            &robot.gravity_torque(&theta, q),
            1.0,
        );
        let sum = step(inertial.as_slice(), &rest, 1.0);
        assert_agree(robot.name(), &sum, &robot.torque(&theta, q, qd, qdd), 1e-12);
    });
}

#[test]
fn power_of_the_torque_is_the_rate_of_energy() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let theta = frictionless(robot, theta);
        let energy = |h: f64| {
            let (kinetic, potential) = robot.energy(
                &theta,
                &step(&step(q, qd, h), qdd, h * h / 2.0),
                &step(qd, qdd, h),
            );
            kinetic + potential
        };
        // A central difference of fourth order: its own error is about 1e-10 here.
        let h = 1e-3;
        let rate =
            (8.0 * (energy(h) - energy(-h)) - (energy(2.0 * h) - energy(-2.0 * h))) / (12.0 * h);
        let torque = robot.torque(&theta, q, qd, qdd);
        let power: f64 = torque.iter().zip(qd).map(|(tau, rate)| tau * rate).sum();
        assert_agree(robot.name(), &[rate], &[power], 1e-6);
    });
}

#[test]
fn inertia_is_symmetric_and_positive() {
    at_random_states(|robot, theta, q, _, _| {
        let inertia = robot.inertia(theta, q);
        let transposed = inertia.transpose();
        assert_agree(
            robot.name(),
            inertia.as_slice(),
            transposed.as_slice(),
            1e-12,
        );
        assert!(
            inertia.cholesky().is_some(),
            "{}: inertia is not positive",
            robot.name()
        );
    });
}

#[test]
fn random_motion_reveals_as_many_combinations_as_are_known() {
    for (what, variant, count) in known_counts() {
        let robot = Mechanism::parse(&variant.text()).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(revealed(&robot, 3), count, "{what}");
    }
}
