//! Robots with any base parameters under controllers.

mod simulation;

use armwright_lab::closed_loop::{
    ClosedLoopError, ComputedTorque, Controller, Plant, Reference, Springs, run,
};
use armwright_lab::motion::States;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;
use nalgebra::DVector;

fn beta(robot: &dyn Robot) -> Vec<f64> {
    let theta = DVector::from_vec(nominal(robot.model()));
    (base_matrix(robot.model()) * theta).as_slice().to_vec()
}

fn free() -> Springs {
    Springs {
        to: vec![0.0; 2],
        stiffness: vec![0.0; 2],
        damping: vec![0.0; 2],
    }
}

/// Kinetic and potential energy of the pendulum, from its base parameters by hand.
fn energy(plant: &Plant<'_>, beta: &[f64], q: &[f64], qd: &[f64]) -> f64 {
    let speed = DVector::from_column_slice(qd);
    let inertia = plant.at(q, qd).expect("a state").inertia;
    // About y a positive angle lowers x: z of a point (x, z) is z cos - x sin.
    let height = |mx: f64, mz: f64, angle: f64| mz * angle.cos() - mx * angle.sin();
    let potential = height(beta[0], beta[1], q[0]) + height(beta[3], beta[4], q[0] + q[1]);
    0.5 * speed.dot(&(inertia * &speed)) + 9.81 * potential
}

#[test]
fn a_pendulum_that_swings_keeps_its_energy() {
    let beta = beta(&ROBOT);
    let plant = Plant::of(&ROBOT, &beta).expect("a plant");
    let states = run(&plant, &free(), (&[0.4, -0.9], &[1.0, 0.5]), 2000.0, 6000);
    let states = states.expect("a motion");
    let all = states
        .each(2)
        .map(|[q, qd, _]| energy(&plant, &beta, q, qd));
    let all: Vec<f64> = all.collect();
    let far = all.iter().map(|e| (e - all[0]).abs()).fold(0.0, f64::max);
    assert!(far < 1e-7, "{far}");
    let moved = states.q.iter().fold(0.0, |most: f64, q| most.max(q.abs()));
    assert!(moved > 1.0, "{moved}");
}

/// A coupled wrist with friction follows what it is told, from another place.
#[test]
fn computed_torque_follows_its_reference() {
    let robot = &abb_wrist::ROBOT;
    let (n, rate) = (robot.model().joints.len(), 500.0);
    let mut states = States::default();
    for k in 0..1000 {
        let t = f64::from(k) / rate;
        for i in 0..n {
            let w = 3.0 + i as f64;
            states.q.push((w * t).sin());
            states.qd.push(w * (w * t).cos());
            states.qdd.push(-w * w * (w * t).sin());
        }
    }
    let reference = Reference::of(states, n, rate);
    let controller = ComputedTorque {
        reference: &reference,
        bandwidth: 30.0,
    };
    let beta = beta(robot);
    let plant = Plant::of(robot, &beta).expect("a plant");
    let start = vec![0.1; n];
    let found = run(&plant, &controller, (&start, &vec![0.0; n]), rate, 1000);
    let found = found.expect("a motion");
    for i in 0..n {
        let [q, qd, _] = reference.at(i, 999.0 / rate);
        let at = 999 * n + i;
        assert!((found.q[at] - q).abs() < 1e-6, "{i}");
        assert!((found.qd[at] - qd).abs() < 1e-4, "{i}");
    }
    let here = plant.at(&start, &start).expect("dynamics");
    assert!((controller.fastest(&here) - 30.0).abs() < 1e-12);
}

#[test]
fn what_cannot_be_simulated_is_named() {
    let moved = |beta: &[f64], springs: Springs| {
        let plant = Plant::of(&ROBOT, beta).expect("a plant");
        run(&plant, &springs, (&[0.1, 0.2], &[0.0, 0.0]), 500.0, 5000)
    };
    let mut unlike = beta(&ROBOT);
    unlike[5] = -unlike[5];
    let error = moved(&unlike, free()).expect_err("a negative inertia");
    assert_eq!(error.to_string().matches("elbow").count(), 1, "{error}");
    assert!(
        matches!(error, ClosedLoopError::Indefinite { time: 0.0, .. }),
        "{error}"
    );
    let error = moved(&[0.0; 6], free()).expect_err("no inertia");
    assert!(matches!(error, ClosedLoopError::Singular { .. }), "{error}");
    // Damping of a light link is far faster than samples; a simulation that does not resolve it answers anything.
    let stiff = Springs {
        damping: vec![4000.0; 2],
        ..free()
    };
    let error = moved(&beta(&ROBOT), stiff).expect_err("steps that resolve nothing");
    assert!(matches!(error, ClosedLoopError::TooFast { .. }), "{error}");
    let pushed = Springs {
        damping: vec![-50.0; 2],
        ..free()
    };
    let error = moved(&beta(&ROBOT), pushed).expect_err("a motion that runs away");
    match error {
        ClosedLoopError::Diverges { time, .. } => assert!(time > 0.0 && time < 10.0),
        // Fast enough, the inertia is no number first.
        other => assert!(
            matches!(other, ClosedLoopError::Indefinite { .. }),
            "{other}"
        ),
    }
}
