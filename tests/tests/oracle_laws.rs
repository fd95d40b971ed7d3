//! The oracle against itself: its two formulations agree, and it obeys the laws of physics.
//!
//! Mechanisms beyond those of `robots/` (slides, fixed bodies, branches, skew rotations, both
//! Denavit–Hartenberg conventions, dependent joints, a base that is moved) are in `tests/laws`, since
//! no reference values exist for them.

use std::path::PathBuf;

use armwright_tests::oracle::{BaseMotion, Mechanism, Parameter, ParameterKind};
use armwright_tests::{Random, assert_agree, known_counts, revealed, yaml_files};
use nalgebra::{DVector, Vector3};

/// Robots of `robots/`, and mechanisms beyond them.
fn robots() -> Vec<Mechanism> {
    let folders = ["robots", "tests/driven", "tests/laws"]
        .map(|folder| yaml_files(folder).expect("a folder"));
    let read = |file: &PathBuf| {
        let robot = Mechanism::read(file);
        robot.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    folders.concat().iter().map(read).collect()
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
            check(&random.moved(&robot), &theta, &q, &qd, &qdd);
        }
    }
}

/// `a + h b`.
fn step(a: &[f64], b: &[f64], h: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + h * b).collect()
}

/// Symbols of friction, and of springs.
const FRICTION: [&str; 8] = ["fc", "fcp", "fcn", "fv", "fvp", "fvn", "fq", "fo"];
const SPRINGS: [&str; 3] = ["k", "k0", "kl"];

/// Parameters of which those with some symbols are zero.
fn without(symbols: &[&str], robot: &Mechanism, theta: &[f64]) -> Vec<f64> {
    let parameters = robot.parameters().iter().zip(theta);
    let value = |(p, value): (&Parameter, &f64)| match p.name.split_once('_') {
        Some((symbol, _)) if symbols.contains(&symbol) => 0.0,
        _ => *value,
    };
    parameters.map(value).collect()
}

/// Bodies, rotors and springs without friction, and without torques that have no potential.
fn frictionless(robot: &Mechanism, theta: &[f64]) -> Vec<f64> {
    let mut theta = without(&FRICTION, robot, theta);
    for (value, parameter) in theta.iter_mut().zip(robot.parameters()) {
        if matches!(parameter.kind, ParameterKind::Torque(_)) {
            *value = 0.0;
        }
    }
    theta
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

/// Six numbers of a base that is moved, or none, before those of the coordinates.
fn rows(base: Option<[Vector3<f64>; 2]>, coordinates: &[f64]) -> Vec<f64> {
    let base = base.into_iter().flatten().flat_map(|v| [v.x, v.y, v.z]);
    base.chain(coordinates.iter().copied()).collect()
}

/// Velocities of base and coordinates.
fn velocities(robot: &Mechanism, qd: &[f64]) -> Vec<f64> {
    rows(robot.base().map(|base| [base.velocity, base.spin]), qd)
}

fn accelerations(robot: &Mechanism, qdd: &[f64]) -> Vec<f64> {
    let of_base = |base: BaseMotion| [base.acceleration, base.spin_rate];
    rows(robot.base().map(of_base), qdd)
}

#[test]
fn torque_is_inertia_coriolis_and_gravity() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let theta = without(&SPRINGS, robot, &frictionless(robot, theta));
        let accelerations = DVector::from_vec(accelerations(robot, qdd));
        let inertial = robot.inertia(&theta, q) * accelerations;
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
fn accelerations_follow_from_torque() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let torque = robot.torque(theta, q, qd, qdd);
        let found = robot.accelerations(theta, q, qd, &torque);
        let found = found.unwrap_or_else(|| panic!("{}: inertia is not positive", robot.name()));
        let expected = accelerations(robot, qdd);
        assert_agree(robot.name(), &found, &expected, 1e-7);
    });
}

/// The robot, its coordinates and their rates a time later: what a base's velocities and gravity are in
/// axes that turn with it changes by the turning too.
fn later(
    robot: &Mechanism,
    [q, qd, qdd]: [&[f64]; 3],
    time: f64,
) -> (Mechanism, Vec<f64>, Vec<f64>) {
    let (position, rate) = (
        step(&step(q, qd, time), qdd, time * time / 2.0),
        step(qd, qdd, time),
    );
    let mut robot = robot.clone();
    if let Some(mut base) = robot.base() {
        let gravity = robot.gravity();
        let turned = gravity - base.spin.cross(&gravity) * time;
        base.velocity += (base.acceleration - base.spin.cross(&base.velocity)) * time;
        base.spin += base.spin_rate * time;
        robot = robot.with_base(base).with_gravity(turned.into());
    }
    (robot, position, rate)
}

/// The derivative at 0 by central differences of fourth order.
fn derivative(function: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-3;
    let difference = |h: f64| function(h) - function(-h);
    (8.0 * difference(h) - difference(2.0 * h)) / (12.0 * h)
}

#[test]
fn power_of_the_torque_is_the_rate_of_energy() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let theta = frictionless(robot, theta);
        let rate = derivative(|time| {
            let (robot, q, qd) = later(robot, [q, qd, qdd], time);
            let (kinetic, potential) = robot.energy(&theta, &q, &qd);
            kinetic + potential
        });
        let torque = robot.torque(&theta, q, qd, qdd);
        let power = |torque: &[f64], rates: &[f64]| -> f64 {
            torque.iter().zip(rates).map(|(tau, rate)| tau * rate).sum()
        };
        // Potential energy is counted from the base's origin, which rises too.
        let rise = robot.base().map_or(0.0, |base| {
            let weight = robot.gravity_torque(&theta, q);
            power(&weight[..3], base.velocity.as_slice())
        });
        let power = power(&torque, &velocities(robot, qd));
        assert_agree(robot.name(), &[rate + rise], &[power], 1e-6);
    });
}

/// The momenta of base and coordinates: kinetic energy is quadratic in the rates, so that differences are
/// exact.
fn momenta(robot: &Mechanism, theta: &[f64], q: &[f64], qd: &[f64]) -> Vec<f64> {
    let still = vec![0.0; qd.len()];
    let kinetic = |change: &dyn Fn(f64) -> (Mechanism, Vec<f64>)| {
        let at = |sign: f64| {
            let (robot, qd) = change(sign);
            robot.energy(theta, q, &qd).0
        };
        (at(1.0) - at(-1.0)) / 2.0
    };
    let of_base = (0..robot.base_rows()).map(|row| {
        kinetic(&|sign| {
            let mut base = robot.base().unwrap_or_default();
            let unit = Vector3::ith(row % 3, sign);
            *(if row < 3 {
                &mut base.velocity
            } else {
                &mut base.spin
            }) += unit;
            (robot.clone().with_base(base), step(qd, &still, 1.0))
        })
    });
    let of_coordinates = (0..qd.len()).map(|k| {
        kinetic(&|sign| {
            let mut qd = qd.to_vec();
            qd[k] += sign;
            (robot.clone(), qd)
        })
    });
    of_base.chain(of_coordinates).collect()
}

/// Lagrange's equations of the coordinates, and Euler's of a base (Boltzmann and Hamel).
#[test]
fn torque_is_what_lagrange_derives_from_energy() {
    at_random_states(|robot, theta, q, qd, qdd| {
        let theta = &frictionless(robot, theta);
        let now = momenta(robot, theta, q, qd);
        let mut torque: Vec<f64> = (0..now.len())
            .map(|row| {
                derivative(|time| {
                    let (robot, q, qd) = later(robot, [q, qd, qdd], time);
                    momenta(&robot, theta, &q, &qd)[row]
                })
            })
            .collect();
        let base_rows = robot.base_rows();
        for (k, row) in torque[base_rows..].iter_mut().enumerate() {
            *row -= derivative(|h| {
                let mut q = q.to_vec();
                q[k] += h;
                let (kinetic, potential) = robot.energy(theta, &q, qd);
                kinetic - potential
            });
        }
        if let Some(base) = robot.base() {
            let (linear, angular) = (
                Vector3::from_column_slice(&now[..3]),
                Vector3::from_column_slice(&now[3..6]),
            );
            let (mass, moment) = whole(robot, theta, q);
            let gravity = robot.gravity();
            let force = base.spin.cross(&linear) - gravity * mass;
            let about = base.spin.cross(&angular) + base.velocity.cross(&linear);
            let about = about - moment.cross(&gravity);
            for (row, value) in torque.iter_mut().zip(force.iter().chain(&about)) {
                *row += value;
            }
        }
        let expected = robot.torque(theta, q, qd, qdd);
        assert_agree(robot.name(), &torque, &expected, 1e-6);
    });
}

/// Mass and first moment of the whole robot about the base's origin, from energies.
fn whole(robot: &Mechanism, theta: &[f64], q: &[f64]) -> (f64, Vector3<f64>) {
    let still = vec![0.0; q.len()];
    let pushed = robot.clone().with_base(BaseMotion {
        velocity: Vector3::x(),
        ..BaseMotion::default()
    });
    let moment = |axis| {
        let pulled = robot.clone().with_gravity(Vector3::ith(axis, 1.0).into());
        -pulled.energy(theta, q, &still).1
    };
    let mass = 2.0 * pushed.energy(theta, q, &still).0;
    (mass, Vector3::new(moment(0), moment(1), moment(2)))
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
