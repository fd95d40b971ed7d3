//! Robots with any base parameters under controllers.

mod simulation;

use armwright_lab::closed_loop::{
    ClosedLoopError, ComputedTorque, Controller, Follower, Law, Plant, Reference, Springs, run,
    states_along,
};
use armwright_lab::motion::States;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::simulation::{FrictionLaw, Grid, Machine, Settings, Start, simulate};
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Inputs, Quantity, Robot};
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

/// A machine that starts 0.1 rad beside its reference comes back as `0.1 (1 + ω t) exp(-ω t)` says, whatever pulls at it.
#[test]
fn a_machine_that_follows_comes_back_as_the_bandwidth_says() {
    let theta = nominal(ROBOT.model());
    let machine = Machine::of(&ROBOT, &theta).expect("a machine");
    let machine = machine.with_friction(&[]);
    let rate = 500.0;
    let mut states = States::default();
    for k in 0..1001 {
        let t = f64::from(k) / rate;
        for w in [2.0, 3.0] {
            states.q.push((w * t).sin());
            states.qd.push(w * (w * t).cos());
            states.qdd.push(-w * w * (w * t).sin());
        }
    }
    let start = Start {
        position: vec![0.1; 2],
        velocity: states.qd[..2].to_vec(),
    };
    let reference = Reference::of(states, 2, rate);
    let (begun, w) = (5.0, 10.0);
    let law = (Law::ComputedTorque, w);
    let follower = Follower::new(&ROBOT, &theta, reference, begun, law).expect("a controller");
    let grid = Grid {
        start: begun,
        rate: 100.0,
        samples: 200,
    };
    let settings = Settings::default();
    let motion = simulate(&machine, &follower, &start, &grid, &settings).expect("a motion");
    assert!(motion.stop.is_none(), "{:?}", motion.stop);
    for k in 0..200 {
        let t = k as f64 / grid.rate;
        let left = 0.1 * (1.0 + w * t) * (-w * t).exp();
        for i in 0..2 {
            let off = motion.q[2 * k + i] - follower.wanted(i, grid.at(k))[0];
            // Accelerations between samples are straight lines: h² w⁴ / 8 of them are wrong, over the stiffness.
            assert!((off - left).abs() < 4.1e-7, "{t} {i}: {off} {left}");
        }
    }
}

/// Springs and dampers hold an arm against gravity and friction where they give way as far as these pull.
#[test]
fn springs_give_way_as_far_as_gravity_pulls() {
    let theta = nominal(ROBOT.model());
    let machine = Machine::of(&ROBOT, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb, FrictionLaw::Viscous]);
    for name in ["fc_shoulder", "fc_elbow"] {
        let names = [name.to_owned()];
        for free in armwright_lab::output_error::free(&machine, &names).expect("friction") {
            free.set(&mut machine, 0.01);
        }
    }
    let states = states_along(&[vec![0.3; 11], vec![-0.4; 11]], 10.0);
    let (q0, w) = ([0.3, -0.4], 40.0);
    let reference = Reference::of(states, 2, 10.0);
    let law = (Law::Proportional, w);
    let follower = Follower::new(&ROBOT, &theta, reference, 0.0, law).expect("a controller");
    let grid = Grid {
        start: 0.0,
        rate: 100.0,
        samples: 500,
    };
    let settings = Settings::default();
    let start = Start::at_rest(&q0);
    let motion = simulate(&machine, &follower, &start, &grid, &settings).expect("a motion");
    assert!(motion.stop.is_none(), "{:?}", motion.stop);
    let beta = beta(&ROBOT);
    let inertia = Plant::of(&ROBOT, &beta).and_then(|plant| Ok(plant.at(&q0, &[0.0; 2])?.inertia));
    let inertia = inertia.expect("an inertia");
    let (q, mut pull) = (&motion.q[2 * 499..], [0.0; 2]);
    let inputs = Inputs {
        theta: &theta,
        q,
        qd: &[0.0; 2],
        qdd: &[0.0; 2],
        ..Inputs::default()
    };
    let gravity = ROBOT.evaluate(Quantity::InverseDynamics, &inputs, &mut pull);
    gravity.expect("gravity");
    for i in 0..2 {
        let torque = inertia[(i, i)] * w * w * (q0[i] - q[i]);
        assert!((torque - pull[i]).abs() < 0.0101, "{i}: {torque} {pull:?}");
        assert!(pull[i].abs() > 0.1, "{pull:?}");
    }
}
