//! What is kept besides limits, against the robot's own functions; the figure with it, and derivatives of both.

use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Inputs, Quantity, Robot, Side};
use nalgebra::{DMatrix, DVector};

use super::super::augmented::Augmented;
use super::super::basis::Basis;
use super::super::equations::{Equations, Kind};
use super::super::geometry::Geometry;
use super::super::information::Information;
use super::super::limits::Limits;
use super::super::motion::Motion;
use super::super::optimiser::Objective;
use super::super::space::{Ends, Moving, Space};
use super::super::{Criterion, Scale};
use super::{Constraint, Kept, Worst};
use crate::parameters::{base_matrix, nominal};
use crate::random::Random;
use crate::transmission::Drive;

const POINTS: usize = 12;

fn space(robot: &dyn Robot) -> Space {
    let basis = Basis::Fourier {
        period: 3.0,
        harmonics: 2,
    };
    let limits = Limits::of(robot.model());
    Space::of(&basis, &limits, &Ends::default(), &Moving::All).expect("motions")
}

fn drawn(space: &Space, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let count = space.joints.iter().map(|joint| joint.map.ncols()).sum();
    (0..count).map(|_| 0.3 * random.normal()).collect()
}

fn motion(space: &Space, z: &[f64]) -> Motion {
    Motion {
        basis: space.basis.clone(),
        coefficients: space.coefficients(z),
        duration: 3.0,
    }
}

/// The largest of what a function says of states at the times of the grid.
fn searched(motion: &Motion, excess: &dyn Fn([Vec<f64>; 3]) -> Vec<(String, f64)>) -> Worst {
    let mut worst = Worst {
        name: String::new(),
        excess: f64::NEG_INFINITY,
        time: 0.0,
    };
    for k in 0..=POINTS {
        let time = 3.0 * k as f64 / POINTS as f64;
        let state = motion.state(time);
        let state = std::array::from_fn(|order| state.iter().map(|joint| joint[order]).collect());
        for (name, excess) in excess(state) {
            if excess > worst.excess + 1e-9 {
                worst = Worst { name, excess, time };
            }
        }
    }
    worst
}

/// The worst, and the derivative of a sum of weights with all excesses.
fn compare(
    robot: &dyn Robot,
    constraint: &Constraint,
    excess: &dyn Fn([Vec<f64>; 3]) -> Vec<(String, f64)>,
) {
    let space = space(robot);
    let mut kept = Kept::of(robot, &space, constraint, POINTS).expect("a constraint");
    for seed in 1..4 {
        let z = drawn(&space, seed);
        let found = kept.worst(&z);
        let wanted = searched(&motion(&space, &z), excess);
        assert_eq!(found.name, wanted.name, "{constraint:?}");
        assert!(
            (found.excess - wanted.excess).abs() < 1e-9,
            "{found:?} {wanted:?}"
        );
        // A period ends as it begins.
        let apart = (found.time - wanted.time).rem_euclid(3.0);
        assert!(apart.min(3.0 - apart) < 1e-9, "{found:?} {wanted:?}");
        // Every third excess, weighted by its place.
        let weight = |place: usize| match place % 3 {
            1 => 0.5 + 0.01 * place as f64,
            _ => 0.0,
        };
        let mut sum = |z: &[f64]| {
            let mut sum = 0.0;
            let add = |place: usize, excess: f64| {
                sum += weight(place) * excess;
                0.0
            };
            kept.pass(z, add, None);
            sum
        };
        let h = 1e-6;
        let slopes: Vec<f64> = (0..z.len())
            .map(|k| {
                let mut moved = |by: f64| {
                    let mut z = z.clone();
                    z[k] += by;
                    sum(&z)
                };
                (moved(h) - moved(-h)) / (2.0 * h)
            })
            .collect();
        let mut gradient = vec![1.0; z.len()];
        kept.pass(&z, |place, _| weight(place), Some(&mut gradient));
        for (found, slope) in gradient.iter().zip(slopes) {
            let wanted = 1.0 + slope;
            assert!(
                (found - wanted).abs() < 1e-5 * (1.0 + wanted.abs()),
                "{constraint:?}: {found} {wanted}"
            );
        }
    }
}

#[test]
fn motors_are_as_fast_as_the_transmission_makes_them() {
    let robot = &abb_wrist::ROBOT;
    let ratios =
        DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let limits = [150.0, 140.0, 200.0];
    for (order, what) in [(1, "velocity"), (2, "acceleration")] {
        let constraint = match order {
            1 => Constraint::MotorVelocity(limits.to_vec()),
            _ => Constraint::MotorAcceleration(limits.to_vec()),
        };
        compare(robot, &constraint, &|state| {
            let motors = &ratios * DVector::from_column_slice(&state[order]);
            let name = |m: usize| format!("{what} of m{}", m + 1);
            let excess = |m: usize| (name(m), motors[m].abs() / limits[m] - 1.0);
            (0..3).map(excess).collect()
        });
    }
    // Without a transmission motors are joints.
    let limits = [1.5, 0.5];
    compare(
        &double_pendulum::ROBOT,
        &Constraint::MotorVelocity(limits.to_vec()),
        &|[_, qd, _]| {
            let joint = |(j, name): (usize, &str)| {
                (format!("velocity of {name}"), qd[j].abs() / limits[j] - 1.0)
            };
            ["shoulder", "elbow"]
                .into_iter()
                .enumerate()
                .map(joint)
                .collect()
        },
    );
}

#[test]
fn torques_are_those_of_the_parameters_on_either_side() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        // Friction that jumps has no derivative where differences are taken across its jump.
        if parameter.name.starts_with("fc") {
            *value = 0.0;
        }
    }
    for (side, limits, names) in [
        (Side::Joint, [9.0, f64::INFINITY, 5.0], ["q1", "q2", "q3"]),
        (Side::Motor, [0.3, 0.4, 0.2], ["m1", "m2", "m3"]),
    ] {
        let constraint = Constraint::Torque {
            theta: theta.clone(),
            limits: limits.to_vec(),
            side,
        };
        let drive = Drive::of(model).expect("a transmission");
        compare(robot, &constraint, &|[q, qd, qdd]| {
            let inputs = Inputs {
                theta: &theta,
                q: &q,
                qd: &qd,
                qdd: &qdd,
                ..Inputs::default()
            };
            let (mut tau, mut own) = (vec![0.0; 3], vec![0.0; 3]);
            robot
                .evaluate(Quantity::InverseDynamics, &inputs, &mut tau)
                .expect("torques");
            match side {
                Side::Joint => own.clone_from(&tau),
                Side::Motor => drive.torque_to_motor(&tau, &mut own),
            }
            let excess = |k: usize| match limits[k].is_finite() {
                true => own[k].abs() / limits[k] - 1.0,
                false => -1.0,
            };
            (0..3)
                .map(|k| (format!("torque of {}", names[k]), excess(k)))
                .collect()
        });
    }
}

/// The elbow is 0.4 m out; about y a positive angle lowers x. Ends of capsules above the floor, in decimetres.
#[test]
fn bodies_stay_clear_of_the_floor() {
    let text = "
capsules:
  - {body: upper, from: [0, 0, 0], to: [0.4, 0, 0.1], radius: 0.05}
  - {body: lower, from: [0.1, 0, 0], to: [0.3, 0.2, 0], radius: 0.03}
floor: -0.35
apart: []
";
    let constraint = Constraint::Clear(Geometry::read(text).expect("a geometry"));
    compare(&double_pendulum::ROBOT, &constraint, &|[q, _, _]| {
        let height = |x: f64, z: f64, angle: f64| z * angle.cos() - x * angle.sin();
        let elbow = height(0.4, 0.0, q[0]);
        let excess = |name: &str, z: f64, radius: f64| {
            (format!("{name} and the floor"), -(z + 0.35 - radius) / 0.1)
        };
        vec![
            excess("upper", 0.0, 0.05),
            excess("upper", height(0.4, 0.1, q[0]), 0.05),
            excess("lower", elbow + height(0.1, 0.0, q[0] + q[1]), 0.03),
            excess("lower", elbow + height(0.3, 0.0, q[0] + q[1]), 0.03),
        ]
    });
}

/// Three turns of a sine on grids that are coarse for it: its lowest point, which follows from its size alone, is at none of the times of the grid.
#[test]
fn between_the_times_of_a_grid_the_worst_is_that_of_the_motion() {
    let robot = &double_pendulum::ROBOT;
    let basis = Basis::Fourier {
        period: 3.0,
        harmonics: 3,
    };
    let limits = Limits::of(robot.model());
    let space = Space::of(&basis, &limits, &Ends::default(), &Moving::All).expect("motions");
    let text =
        "capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}]\nfloor: -0.1\n";
    let constraint = Constraint::Clear(Geometry::read(text).expect("a geometry"));
    let (size, phase) = (0.9f64, 0.19f64);
    let mut shoulder = vec![0.0; 7];
    (shoulder[5], shoulder[6]) = (size * phase.cos(), size * phase.sin());
    let z = space.nearest(&[shoulder, vec![0.0; 7]]);
    let wanted = (0.4 * size.sin() + 0.05 - 0.1) / 0.1;
    for points in [25, 60, 250] {
        let mut kept = Kept::of(robot, &space, &constraint, points).expect("a constraint");
        let (grid, between) = (kept.worst(&z), kept.worst_between(&z));
        // Of a sine, by half the square of half an interval, at sixteen times as many times.
        let turn = 3.0 * std::f64::consts::TAU / (2.0 * 16.0 * points as f64);
        assert!(between.excess <= wanted + 1e-9, "{between:?} {wanted}");
        assert!(
            wanted - between.excess < 2.5 * turn * turn + 1e-4,
            "{points}: {grid:?} {between:?} {wanted}"
        );
        assert!(grid.excess <= between.excess, "{grid:?} {between:?}");
        assert_eq!(between.name, "upper and the floor");
        let angle = size * (3.0 * std::f64::consts::TAU * between.time / 3.0 + phase).sin();
        assert!((between.excess - (0.4 * angle.sin() - 0.05) / 0.1).abs() < 1e-9);
        // What follows is on the grid again.
        assert_eq!(kept.worst(&z).excess, grid.excess);
    }
    let mut coarse = Kept::of(robot, &space, &constraint, 25).expect("a constraint");
    assert!(wanted - coarse.worst(&z).excess > 0.01);
}

/// Of three turns of a sine, eight times a turn: the lowest point is a fifth of an interval before a time of the grid, or after it.
/// From the time beyond it is not to be seen.
#[test]
fn both_intervals_beside_a_time_are_looked_at() {
    let robot = &double_pendulum::ROBOT;
    let basis = Basis::Fourier {
        period: 3.0,
        harmonics: 3,
    };
    let limits = Limits::of(robot.model());
    let space = Space::of(&basis, &limits, &Ends::default(), &Moving::All).expect("motions");
    let text =
        "capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}]\nfloor: -0.1\n";
    let constraint = Constraint::Clear(Geometry::read(text).expect("a geometry"));
    let excess = |angle: f64| (0.4 * angle.sin() - 0.05) / 0.1;
    let (size, off) = (0.9f64, 0.2 * std::f64::consts::TAU / 8.0);
    for phase in [off, -off] {
        let mut shoulder = vec![0.0; 7];
        (shoulder[5], shoulder[6]) = (size * phase.cos(), size * phase.sin());
        let z = space.nearest(&[shoulder, vec![0.0; 7]]);
        let mut kept = Kept::of(robot, &space, &constraint, 24).expect("a constraint");
        let (grid, between) = (kept.worst(&z), kept.worst_between(&z));
        assert!(
            (grid.excess - excess(size * off.cos())).abs() < 1e-9,
            "{grid:?}"
        );
        // Sixteenths of an interval come as near as a hundredth of a radian to it.
        let missed = excess(size) - between.excess;
        assert!((0.0..1e-3).contains(&missed), "{phase}: {between:?}");
    }
}

/// The shoulder is at height 0 and beside a post on its axis whatever the joints do; the elbow is not always as low.
#[test]
fn what_every_motion_exceeds_by_as_much_is_found() {
    let robot = &double_pendulum::ROBOT;
    let space = space(robot);
    let some: Vec<Vec<f64>> = (1..5).map(|seed| drawn(&space, seed)).collect();
    let found = |text: &str| {
        let constraint = Constraint::Clear(Geometry::read(text).expect("a geometry"));
        let mut kept = Kept::of(robot, &space, &constraint, POINTS).expect("a constraint");
        kept.exceeded_always(&some)
    };
    let arm = "{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}";
    let post = "{body: base, from: [0, 0.08, 0], to: [0, 0.2, 0], radius: 0.06}";
    // Beside the shoulder on its axis: 0.08 m apart, of 0.11.
    let worst = found(&format!(
        "capsules: [{arm}, {post}]\napart: [[upper, base]]\n"
    ));
    let worst = worst.expect("they touch");
    assert_eq!(worst.name, "upper and base");
    assert!((worst.excess - 0.3).abs() < 1e-9, "{worst:?}");
    // Half a metre of floor is above the shoulder.
    let worst = found(&format!("capsules: [{arm}]\nfloor: 0.5\n")).expect("it is");
    assert_eq!(worst.name, "upper and the floor");
    assert!((worst.excess - 5.5).abs() < 1e-9, "{worst:?}");
    // Of two bodies below it the first is not always so by as much.
    let moved = "{body: lower, from: [0.1, 0, 0], to: [0.3, 0, 0], radius: 0.03}";
    let worst = found(&format!("capsules: [{moved}, {arm}]\nfloor: 0.5\n")).expect("it is");
    assert_eq!(worst.name, "upper and the floor");
    assert!((worst.excess - 5.5).abs() < 1e-9, "{worst:?}");
    // The elbow goes through a floor just below, the shoulder does not: motions may keep it.
    assert_eq!(found(&format!("capsules: [{arm}]\nfloor: -0.1\n")), None);
}

/// Coulomb friction is all of it however slow a joint is when the worst is asked for, and has a slope in a search.
#[test]
fn the_worst_torque_has_all_friction() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let space = space(robot);
    let theta = model.parameters.iter().map(|p| match p.name {
        "fc_m1" => 0.5,
        _ => 0.0,
    });
    let constraint = Constraint::Torque {
        theta: theta.collect(),
        limits: vec![10.0; 3],
        side: Side::Joint,
    };
    let mut kept = Kept::of(robot, &space, &constraint, POINTS).expect("a constraint");
    // Joint 1 as slow as 0.0002 rad/s: its motor, 60 times as fast, at 0.012.
    let rate = 0.0002 * 3.0 / std::f64::consts::TAU;
    let zero = vec![0.0; 5];
    let z = space.nearest(&[vec![0.0, rate, 0.0, 0.0, 0.0], zero.clone(), zero]);
    // 60 · 0.5 N·m.
    assert!((kept.worst(&z).excess - 2.0).abs() < 1e-9);
    let mut largest = f64::NEG_INFINITY;
    let hear = |_: usize, excess: f64| {
        largest = largest.max(excess);
        0.0
    };
    kept.pass(&z, hear, None);
    let smooth = 0.012 / (0.012f64 * 0.012 + 0.02 * 0.02).sqrt();
    assert!(
        (largest - (3.0 * smooth - 1.0)).abs() < 1e-6,
        "{largest} {smooth}"
    );
}

fn brute(robot: &dyn Robot, motion: &Motion, times: &[f64], weights: &[f64]) -> DMatrix<f64> {
    let (n, b) = (robot.model().joints.len(), robot.model().base.len());
    let mut information = DMatrix::zeros(b, b);
    let mut y = vec![0.0; n * b];
    for time in times {
        let state = motion.state(*time);
        let of = |order: usize| -> Vec<f64> { state.iter().map(|joint| joint[order]).collect() };
        let (q, qd, qdd) = (of(0), of(1), of(2));
        robot
            .base_regressor(&q, &qd, &qdd, &mut y)
            .expect("a regressor");
        let matrix = DMatrix::from_row_slice(n, b, &y);
        for (row, weight) in matrix.row_iter().zip(weights) {
            information += row.transpose() * row * weight.powi(2);
        }
    }
    information
}

/// Eleven samples of a period, rows weighted, and what is known already in the columns that are looked for.
#[test]
fn information_is_the_sum_of_all_rows_and_what_is_known() {
    let robot = &double_pendulum::ROBOT;
    let space = space(robot);
    let z = drawn(&space, 4);
    let b = robot.model().base.len();
    let prior = DMatrix::from_fn(b, b, |i, k| {
        (1 + i * k) as f64 + f64::from(u8::from(i == k))
    });
    let columns = vec![0, 2, 5];
    let equations = Equations {
        weights: vec![2.0, 0.5],
        columns: columns.clone(),
        ..Equations::default()
    };
    let criterion = Criterion::LogDeterminant;
    let of = |prior: Option<&DMatrix<f64>>| {
        Information::of(robot, &space, &equations, &criterion, 11, prior).expect("information")
    };
    let times: Vec<f64> = (0..11).map(|k| 3.0 * f64::from(k) / 11.0).collect();
    let all = brute(robot, &motion(&space, &z), &times, &[2.0, 0.5]);
    let wanted = all.select_columns(&columns).select_rows(&columns);
    let mut without = of(None);
    assert_eq!(without.columns(), columns);
    assert!((without.matrix(&z) - &wanted).amax() < 1e-10 * wanted.amax());
    assert_eq!(without.observation(&z).shape(), (3, 22));
    let known = prior.select_columns(&columns).select_rows(&columns);
    let mut with = of(Some(&prior));
    assert!((with.matrix(&z) - (wanted + known)).amax() < 1e-9);
}

/// What work and energy add up to for a robot with parameters is nothing but the work of its torques.
#[test]
fn energy_rows_are_the_work_of_torques() {
    let robot = &abb_wrist::ROBOT;
    let space = space(robot);
    let z = drawn(&space, 6);
    let beta = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let criterion = Criterion::LogDeterminant;
    let motion = motion(&space, &z);
    let power = |time: f64| {
        let state = motion.state(time);
        let of = |order: usize| -> Vec<f64> { state.iter().map(|joint| joint[order]).collect() };
        let mut y = vec![0.0; 3 * beta.len()];
        robot
            .base_regressor(&of(0), &of(1), &of(2), &mut y)
            .expect("a regressor");
        let row = |i: usize| -> f64 {
            (0..beta.len())
                .map(|k| y[i * beta.len() + k] * beta[k])
                .sum()
        };
        // The sign of a velocity is smoothed.
        (0..3).map(|i| row(i) * of(1)[i]).sum::<f64>()
    };
    for (kind, from_start) in [(Kind::Energy, false), (Kind::EnergyFromStart, true)] {
        let equations = Equations {
            kind,
            ..Equations::default()
        };
        let found = Information::of(robot, &space, &equations, &criterion, 61, None);
        let mut found = found.expect("information");
        found.smooth = false;
        let rows = found.observation(&z);
        assert_eq!(rows.ncols(), 60);
        let mut work = 0.0;
        for (k, row) in rows.column_iter().enumerate() {
            let own: f64 = (0..50)
                .map(|i| power(0.05 * (k as f64 + (f64::from(i) + 0.5) / 50.0)) * 0.001)
                .sum();
            work = if from_start { work + own } else { own };
            let found = row.dot(&beta);
            assert!(
                (found - work).abs() < 2e-3 * (1.0 + work.abs()),
                "{k}: {found} {work}"
            );
        }
    }
}

/// `f + Σ (max(0, λ + ρ g)² - λ²) / 2ρ`, `g` with the margin: ρ is 20 at first and five times that after an excess that did not
/// fall to a quarter.
#[test]
fn the_augmented_figure_is_its_formula_and_learns_multipliers() {
    let robot = &double_pendulum::ROBOT;
    let space = space(robot);
    let z = drawn(&space, 2);
    for (kind, weights) in [
        (Kind::Measured, vec![1.0, 3.0]),
        (Kind::EnergyFromStart, vec![2.0]),
    ] {
        for criterion in [
            Criterion::LogDeterminant,
            Criterion::Frobenius(Scale::Columns),
        ] {
            let equations = Equations {
                kind,
                weights: weights.clone(),
                ..Equations::default()
            };
            let information = Information::of(robot, &space, &equations, &criterion, 14, None);
            let information = information.expect("information");
            let constraint = Constraint::MotorVelocity(vec![0.5, 0.9]);
            let kept = Kept::of(robot, &space, &constraint, POINTS).expect("a constraint");
            let mut alone = information.clone();
            let mut all = Augmented::of(information, vec![kept]);
            let excesses = |z: &[f64]| -> Vec<f64> {
                let motion = motion(&space, z);
                let states = (0..=POINTS).map(|k| motion.state(3.0 * k as f64 / POINTS as f64));
                states
                    .flat_map(|s| [s[0][1].abs() / 0.5 - 1.0, s[1][1].abs() / 0.9 - 1.0])
                    .map(|excess| excess + 0.002)
                    .collect()
            };
            let mut value = |all: &mut Augmented<'_>, z: &[f64], rho: f64, multipliers: &[f64]| {
                let added = excesses(z).into_iter().zip(multipliers).map(|(g, lambda)| {
                    let pull = (lambda + rho * g).max(0.0);
                    (pull * pull - lambda * lambda) / (2.0 * rho)
                });
                let wanted = alone.value(z).expect("regular") + added.sum::<f64>();
                let found = all.value(z).expect("regular");
                assert!(
                    (found - wanted).abs() < 1e-8 * wanted.abs(),
                    "{found} {wanted}"
                );
            };
            let at = excesses(&z);
            let zeros = vec![0.0; at.len()];
            value(&mut all, &z, 20.0, &zeros);
            let largest = at.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!(largest > 0.01, "something is exceeded: {largest}");
            assert!((all.learn(&z, f64::INFINITY) - largest).abs() < 1e-9);
            let once: Vec<f64> = at.iter().map(|g| (20.0 * g).max(0.0)).collect();
            value(&mut all, &z, 20.0, &once);
            let other = drawn(&space, 3);
            value(&mut all, &other, 20.0, &once);
            assert!((all.learn(&z, 3.9 * largest) - largest).abs() < 1e-9);
            let twice: Vec<f64> = once
                .iter()
                .zip(&at)
                .map(|(l, g)| (l + 20.0 * g).max(0.0))
                .collect();
            value(&mut all, &z, 100.0, &twice);
            let mut gradient = vec![9.0; z.len()];
            let known = all.slope(&z, &mut gradient).expect("regular");
            assert!((known - all.value(&z).expect("regular")).abs() < 1e-9 * known.abs());
            for k in 0..z.len() {
                let mut moved = |by: f64| {
                    let mut z = z.clone();
                    z[k] += by;
                    all.value(&z).expect("regular")
                };
                let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                let found = gradient[k];
                assert!(
                    (found - slope).abs() < 1e-4 * (1.0 + slope.abs()),
                    "{kind:?} {k}: {found} {slope}"
                );
            }
            all.begin();
            value(&mut all, &z, 20.0, &zeros);
        }
    }
}

/// The other has next to all of its limit left, and is still the worst.
#[test]
fn what_has_no_limit_is_never_the_worst() {
    let robot = &double_pendulum::ROBOT;
    let space = space(robot);
    for (limits, name) in [
        ([f64::INFINITY, 1e4], "velocity of elbow"),
        ([1e4, f64::INFINITY], "velocity of shoulder"),
    ] {
        let constraint = Constraint::MotorVelocity(limits.to_vec());
        let mut kept = Kept::of(robot, &space, &constraint, POINTS).expect("a constraint");
        let worst = kept.worst(&drawn(&space, 2));
        assert_eq!(worst.name, name);
        assert!((-1.0..-0.99).contains(&worst.excess), "{worst:?}");
        let mut gradient = vec![0.5; drawn(&space, 2).len()];
        let unlimited = usize::from(limits[1].is_infinite());
        let weigh = |place: usize, excess: f64| match place % 2 == unlimited {
            true => {
                assert_eq!(excess, -1.0);
                1.0
            }
            false => 0.0,
        };
        kept.pass(&drawn(&space, 2), weigh, Some(&mut gradient));
        assert!(gradient.iter().all(|x| *x == 0.5));
    }
}

/// Where several joints lead, within the limits of what follows them; a limit that is none is never exceeded.
#[test]
fn joints_that_move_with_several_keep_their_limits() {
    use crate::regression::by_hand::{ByHand, MODEL};
    use armwright_runtime::{Follower, Joint, Model};
    static FOLLOWED: Model = Model {
        followers: &[
            Follower {
                joint: MODEL.joints[1],
                motion: &[(1, 2.0)],
                offset: 0.0,
            },
            Follower {
                joint: Joint {
                    name: "twin",
                    position: Some([-0.25, 0.75]),
                    velocity: None,
                    acceleration: Some(7.0),
                    ..MODEL.joints[0]
                },
                motion: &[(0, 2.0), (1, -1.0)],
                offset: 0.5,
            },
        ],
        ..MODEL
    };
    let excess = |[q, _, qdd]: [Vec<f64>; 3]| {
        let position = 0.5 + 2.0 * q[0] - q[1];
        let acceleration = 2.0 * qdd[0] - qdd[1];
        vec![
            (
                "position of twin".to_owned(),
                (position - 0.25).abs() / 0.5 - 1.0,
            ),
            (
                "acceleration of twin".to_owned(),
                acceleration.abs() / 7.0 - 1.0,
            ),
        ]
    };
    let kept = Constraint::always(&FOLLOWED, 0.0).expect("a joint follows two");
    compare(&ByHand(&FOLLOWED), &kept, &excess);
    // What follows one is in the limits of that.
    assert_eq!(Constraint::always(&MODEL, 0.0), None);
    static ALONE: Model = Model {
        followers: FOLLOWED.followers.split_at(1).0,
        ..MODEL
    };
    assert_eq!(Constraint::always(&ALONE, 0.0), None);
}

#[test]
fn without_shapes_nothing_is_exceeded() {
    let robot = &double_pendulum::ROBOT;
    let space = space(robot);
    let constraint = Constraint::Clear(Geometry::default());
    let mut kept = Kept::of(robot, &space, &constraint, POINTS).expect("a constraint");
    let z = drawn(&space, 2);
    let none = Worst {
        name: String::new(),
        excess: f64::NEG_INFINITY,
        time: 0.0,
    };
    assert_eq!((kept.count(), kept.worst(&z)), (0, none.clone()));
    assert_eq!(kept.worst_between(&z), none);
    assert_eq!(kept.exceeded_always(&[z]), None);
}
