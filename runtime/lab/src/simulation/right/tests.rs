//! Accelerations, currents and power by Newton's and Kirchhoff's laws written out; derivatives of all by differences.

use armwright_robots::{abb_wrist, double_pendulum, kr300};
use armwright_runtime::{Inputs, ParameterKind, Quantity, Robot, Site};
use nalgebra::{DMatrix, DVector};

use super::super::drive::{Electric, ElectricPart};
use super::super::error::Fault;
use super::super::friction::FrictionLaw;
use super::super::input::{Feedback, Function, Hold, Sampled};
use super::super::machine::{Direction, Machine};
use super::{Equations, dot};
use crate::parameters::nominal;

fn push() -> Function<impl Fn(f64, &mut [f64]) + Sync> {
    Function(|t: f64, out: &mut [f64]| {
        for (i, out) in out.iter_mut().enumerate() {
            *out = (7.0 - 4.0 * i as f64) * (1.0 + 0.3 * t);
        }
    })
}

fn set(machine: &mut Machine<'_>, values: &[&[f64]]) {
    for (site, values) in values.iter().enumerate() {
        for (term, value) in values.iter().enumerate() {
            machine.set(Direction::Friction { site, term }, *value);
        }
    }
}

fn windings() -> [Electric; 2] {
    let first = Electric {
        resistance: 1.5,
        inductance: 0.02,
        torque_constant: 0.7,
        back_emf: 0.6,
        gear: 1.7,
    };
    let second = Electric {
        resistance: 2.5,
        inductance: 0.0,
        torque_constant: 0.4,
        back_emf: 0.3,
        gear: -3.0,
    };
    [first, second]
}

fn bias(robot: &dyn Robot, theta: &[f64], q: &[f64], qd: &[f64]) -> DVector<f64> {
    let mut out = DVector::zeros(q.len());
    let inputs = Inputs {
        theta,
        q,
        qd,
        qdd: &vec![0.0; q.len()],
        ..Inputs::default()
    };
    robot
        .evaluate(Quantity::InverseDynamics, &inputs, out.as_mut_slice())
        .expect("torques");
    out
}

fn inertia(robot: &dyn Robot, theta: &[f64], q: &[f64]) -> DMatrix<f64> {
    let n = q.len();
    let mut out = vec![0.0; n * n];
    let inputs = Inputs {
        theta,
        q,
        ..Inputs::default()
    };
    robot
        .evaluate(Quantity::InertiaMatrix, &inputs, &mut out)
        .expect("an inertia");
    DMatrix::from_row_slice(n, n, &out)
}

/// A motor with inductance has its current in the state; the other's follows its voltage at once.
#[test]
fn a_state_moves_as_newton_and_kirchhoff_say() {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let laws = [FrictionLaw::Coulomb, FrictionLaw::Viscous];
    let mut machine = machine
        .with_friction(&laws)
        .with_drives(&windings())
        .expect("drives");
    set(&mut machine, &[&[0.8, 0.3], &[0.4, 0.2]]);
    let push = push();
    let mut equations = Equations::new(&machine, &push, &[], 0);
    equations.modes = vec![-1, 1];
    let (q, qd, t) = ([0.4, -0.9], [-1.3, 0.7], 0.5);
    // Positions, velocities, two currents, work, losses.
    let x = [q[0], q[1], qd[0], qd[1], 2.2, 9.0, 0.0, 0.0];
    let mut dx = [9.0; 8];
    equations
        .derivative(t, &x, &mut dx, true)
        .expect("a derivative");
    let volts = [7.0 * 1.15, 3.0 * 1.15];
    let currents = [2.2, (volts[1] - 0.3 * -3.0 * qd[1]) / 2.5];
    let drive = [0.7 * 1.7 * currents[0], 0.4 * -3.0 * currents[1]];
    let friction = [-0.8 + 0.3 * qd[0], 0.4 + 0.2 * qd[1]];
    let force = DVector::from_fn(2, |i, _| drive[i] - friction[i]) - bias(robot, &theta, &q, &qd);
    let qdd = inertia(robot, &theta, &q)
        .lu()
        .solve(&force)
        .expect("regular");
    let current = (volts[0] - 0.6 * 1.7 * qd[0] - 1.5 * 2.2) / 0.02;
    let work = drive[0] * qd[0] + drive[1] * qd[1];
    let lost = friction[0] * qd[0] + friction[1] * qd[1];
    let wanted = [qd[0], qd[1], qdd[0], qdd[1], current, 0.0, work, lost];
    for (k, (found, wanted)) in dx.iter().zip(wanted).enumerate() {
        assert!(
            (found - wanted).abs() < 1e-10 * (1.0 + wanted.abs()),
            "{k}: {found} {wanted}"
        );
    }
    assert_eq!(equations.evaluations, 1);
    let found = equations.currents(&x);
    assert!((found[0] - 2.2).abs() < 1e-15 && (found[1] - currents[1]).abs() < 1e-12);
    let steady = equations.steady_currents(t, &x);
    let first = (volts[0] - 0.6 * 1.7 * qd[0]) / 1.5;
    assert!((steady[0] - first).abs() < 1e-12 && (steady[1] - currents[1]).abs() < 1e-12);
    equations.given.fill(0.0);
    equations.drive.fill(0.0);
    equations.torques(t, &x);
    assert!(
        (equations.given[1] - volts[1]).abs() < 1e-12
            && (equations.drive[1] - drive[1]).abs() < 1e-12
    );
}

/// What slips and turns the motors resists at the joints through their ratios; what sticks is held by `G q̈ = 0`.
#[test]
fn places_that_stick_are_held_as_constraints() {
    let robot = &abb_wrist::ROBOT;
    let theta = nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut without = theta.clone();
    for (value, parameter) in without.iter_mut().zip(robot.model().parameters) {
        if parameter.name.starts_with('f') {
            *value = 0.0;
        }
    }
    let forms =
        DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let (q, qd) = ([0.3, -0.6, 0.9], [0.5, -1.1, 0.8]);
    let x = [&q[..], &qd[..], &[0.0, 0.0]].concat();
    let push = push();
    for modes in [[1, 0, -1], [0, 1, 0], [0, 0, 0], [-1, -1, 1]] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        equations.modes = modes.to_vec();
        let mut dx = [0.0; 8];
        equations
            .derivative(0.0, &x, &mut dx, true)
            .expect("a derivative");
        let speeds = &forms * DVector::from_column_slice(&qd);
        let (coulomb, viscous) = ([0.05, 0.045, 0.03], [5e-4, 4e-4, 3e-4]);
        let friction = |s: usize| f64::from(modes[s]) * coulomb[s] + viscous[s] * speeds[s];
        let slipping: Vec<usize> = (0..3).filter(|s| modes[*s] != 0).collect();
        let stuck: Vec<usize> = (0..3).filter(|s| modes[*s] == 0).collect();
        let mut force = DVector::from_vec(vec![7.0, 3.0, -1.0]) - bias(robot, &without, &q, &qd);
        for s in &slipping {
            force -= forms.row(*s).transpose() * friction(*s);
        }
        let count = stuck.len();
        let held = forms.select_rows(&stuck);
        let mut whole = DMatrix::zeros(3 + count, 3 + count);
        let inertia = inertia(robot, &without, &q);
        whole.view_mut((0, 0), (3, 3)).copy_from(&inertia);
        whole
            .view_mut((0, 3), (3, count))
            .copy_from(&held.transpose());
        whole.view_mut((3, 0), (count, 3)).copy_from(&held);
        let mut right = DVector::zeros(3 + count);
        right.rows_mut(0, 3).copy_from(&force);
        let solved = whole.clone().lu().solve(&right).expect("regular");
        for i in 0..3 {
            assert!(
                (equations.qdd[i] - solved[i]).abs() < 1e-8 * (1.0 + solved[i].abs()),
                "{modes:?}"
            );
        }
        for (a, s) in stuck.iter().enumerate() {
            assert!(
                (equations.held[*s] - solved[3 + a]).abs() < 1e-9,
                "{modes:?} {s}"
            );
        }
        let lost: f64 = slipping.iter().map(|s| friction(*s) * speeds[*s]).sum();
        assert!((dx[7] - lost).abs() < 1e-9, "{} {lost}", dx[7]);
        // A force by itself.
        let own = DVector::from_vec(vec![0.4, -2.0, 1.5]);
        right.fill(0.0);
        right.rows_mut(0, 3).copy_from(&own);
        let wanted = whole.lu().solve(&right).expect("regular");
        let mut found = [0.0; 3];
        equations.project(own.as_slice(), &mut found);
        for i in 0..3 {
            assert!(
                (found[i] - wanted[i]).abs() < 1e-9,
                "{modes:?} {found:?} {wanted}"
            );
        }
        if modes == [1, 0, -1] {
            // Bringing the third to rest leaves the second at the speed that it has, and the least change of energy else.
            let mut after = qd;
            equations.bring_to_rest(2, &mut after);
            let change = DVector::from_fn(3, |i, _| after[i] - qd[i]);
            assert!(dot(forms.row(2).transpose().as_slice(), &after).abs() < 1e-10);
            assert!(forms.row(1).dot(&change.transpose()).abs() < 1e-9);
            // M Δv is made of the two forms alone: nothing along the direction at right angles to both.
            let across = forms.row(1).transpose().cross(&forms.row(2).transpose());
            assert!((inertia * change).dot(&across).abs() < 1e-8 * across.norm());
        }
    }
}

/// `x = L + μ |L| s`: of the torque less other friction, driven 1 / (1 + μ), braked 1 / (1 - μ).
#[test]
fn friction_by_load_takes_of_what_other_friction_leaves() {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb, FrictionLaw::Load]);
    set(&mut machine, &[&[0.8, 0.25], &[0.5, 0.2]]);
    let push = push();
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let (q, qd) = ([0.4, -0.9], [1.3, -0.7]);
    let x = [q[0], q[1], qd[0], qd[1], 0.0, 0.0];
    equations.modes = vec![1, -1];
    let mut dx = [0.0; 6];
    equations
        .derivative(0.0, &x, &mut dx, true)
        .expect("a derivative");
    // 7 - 0.8 driven, 3 + 0.5 against the motion.
    let left = [6.2 / 1.25, 3.5 / 0.8];
    for (i, left) in left.into_iter().enumerate() {
        assert!((equations.left[i] - left).abs() < 1e-12);
        assert!((equations.by_load[i] - ([6.2, 3.5][i] - left)).abs() < 1e-12);
        assert!((equations.passed[i] - [1.0 / 1.25, 1.0 / 0.8][i]).abs() < 1e-12);
    }
    let force = DVector::from_column_slice(&left) - bias(robot, &theta, &q, &qd);
    assert!((DVector::from_column_slice(&equations.force) - force).amax() < 1e-12);
    let lost = 0.8 * 1.3 + 0.5 * 0.7 + (6.2 - left[0]) * 1.3 - (3.5 - left[1]) * 0.7;
    assert!((dx[5] - lost).abs() < 1e-12, "{} {lost}", dx[5]);
    equations.modes = vec![0, 1];
    equations.forces(0.0, &x).expect("forces");
    assert_eq!(
        (equations.left[0], equations.by_load[0], equations.passed[0]),
        (7.0, 0.0, 1.0)
    );
    assert!((equations.left[1] - 2.5 / 1.2).abs() < 1e-12);
    set(&mut machine, &[&[0.8, 0.25], &[0.5, 1.0]]);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let refused = equations.forces(0.0, &x).expect_err("it takes all");
    let all = Fault::Load {
        site: "elbow".to_owned(),
        share: 1.0,
    };
    assert_eq!(refused, all);
    // Half of it in motion is all of it at rest, where friction holds twice as much.
    set(&mut machine, &[&[0.8, 0.25], &[0.5, 0.5]]);
    for (ratio, expected) in [(1.75, Ok(())), (2.0, Err(all))] {
        let machine = machine.clone().with_static_ratio(ratio).expect("a ratio");
        let mut equations = Equations::new(&machine, &push, &[], 0);
        assert_eq!(equations.forces(0.0, &x), expected, "{ratio}");
    }
}

/// Offsets of the file work against the drives: power that neither drives give nor bodies have.
#[test]
fn offsets_take_power_from_the_drives() {
    let robot = &kr300::ROBOT;
    let model = robot.model();
    let n = model.joints.len();
    let mut theta = nominal(model);
    let mut offsets = DVector::zeros(theta.len());
    for (k, parameter) in model.parameters.iter().enumerate() {
        match parameter.kind {
            ParameterKind::Offset(Site::Motor(motor)) if motor != 2 => {
                offsets[k] = 0.1 - 0.07 * motor as f64;
            }
            ParameterKind::Inertial {
                component: armwright_runtime::Inertial::Mass,
                ..
            } => theta[k] = 20.0,
            ParameterKind::Inertia(_) => theta[k] = 0.5,
            _ => {}
        }
        theta[k] += offsets[k];
    }
    let machine = Machine::of(robot, &theta).expect("a machine");
    let push = push();
    let mut equations = Equations::new(&machine, &push, &[], 0);
    equations.modes.fill(1);
    let qd: Vec<f64> = (0..n).map(|i| 0.4 + 0.1 * i as f64).collect();
    let q: Vec<f64> = (0..n).map(|i| 0.3 - 0.2 * i as f64).collect();
    let x = [&q[..], &qd[..], &[0.0; 2]].concat();
    let mut dx = vec![0.0; x.len()];
    equations
        .derivative(0.0, &x, &mut dx, true)
        .expect("a derivative");
    let mut y = vec![0.0; n * theta.len()];
    robot
        .torque_regressor(&q, &qd, &vec![0.0; n], &mut y)
        .expect("a regressor");
    let of_offsets = DMatrix::from_row_slice(n, theta.len(), &y) * &offsets;
    let given: Vec<f64> = (0..n).map(|i| 7.0 - 4.0 * i as f64).collect();
    let wanted = dot(&given, &qd) - dot(of_offsets.as_slice(), &qd);
    assert!(dot(of_offsets.as_slice(), &qd).abs() > 0.1);
    assert!((dx[2 * n] - wanted).abs() < 1e-9, "{} {wanted}", dx[2 * n]);
}

#[test]
fn a_stretch_is_known_by_its_middle() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let sampled = Sampled {
        start: 1.0,
        rate: 4.0,
        columns: vec![vec![1.0, 2.0, 3.0], vec![-1.0, -2.0, -3.0]],
        hold: Hold::Last,
    };
    let mut equations = Equations::new(&machine, &sampled, &[], 0);
    assert!((equations.just_after(1.25) - 1.375).abs() < 1e-12);
    equations.torques(1.25, &[0.0; 6]);
    assert_eq!(
        (&equations.given[..], &equations.drive[..]),
        (&[2.0, -2.0][..], &[2.0, -2.0][..])
    );
    let push = push();
    assert_eq!(
        Equations::new(&machine, &push, &[], 0).just_after(1.25),
        1.25
    );
}

#[test]
fn an_inertia_that_is_none_is_told_with_its_joint() {
    let robot = &double_pendulum::ROBOT;
    let push = push();
    let fault = |name: &str, value: f64| {
        let model = robot.model();
        let mut theta = vec![0.0; model.parameters.len()];
        for (k, parameter) in model.parameters.iter().enumerate() {
            theta[k] = match parameter.name {
                "Lyy_upper" => 1.0,
                other if other == name => value,
                _ => 0.0,
            };
        }
        let machine = Machine::of(robot, &theta).expect("a machine");
        Equations::new(&machine, &push, &[], 0)
            .forces(0.0, &[0.0; 6])
            .expect_err("no inertia")
    };
    let elbow = || "elbow".to_owned();
    assert_eq!(fault("Lyy_lower", 0.0), Fault::Singular { joint: elbow() });
    assert_eq!(
        fault("Lyy_lower", -0.1),
        Fault::Indefinite { joint: elbow() }
    );
}

/// Columns are directional derivatives of all the rest, along themselves and their parameter.
fn compare(machine: &Machine<'_>, directions: &[Direction], modes: &[i8], state: &[f64]) {
    let push = push();
    let columns = directions.len() + 2;
    let mut equations = Equations::new(machine, &push, directions, columns);
    let layout = equations.layout;
    let (n, width) = (layout.n, layout.width());
    assert_eq!(state.len(), width);
    equations.modes = modes.to_vec();
    let mut x = vec![0.0; layout.length()];
    x[..width].copy_from_slice(state);
    for k in 0..columns {
        for (i, x) in x[layout.column(k)].iter_mut().enumerate() {
            *x = (1.0 + 1.7 * k as f64 + 0.9 * i as f64).sin();
        }
    }
    let mut dx = vec![0.0; x.len()];
    equations
        .derivative(0.5, &x, &mut dx, true)
        .expect("a derivative");
    for k in 0..columns {
        let side = |by: f64| {
            let mut machine = machine.clone();
            if let Some(direction) = directions.get(k) {
                let value = machine.value(*direction);
                machine.set(*direction, value + by);
            }
            let mut moved = Equations::new(&machine, &push, &[], 0);
            moved.modes = modes.to_vec();
            let mut own = vec![0.0; width + 2];
            for (i, own) in own[..width].iter_mut().enumerate() {
                *own = state[i] + by * x[layout.column(k)][i];
            }
            let mut dx = vec![0.0; width + 2];
            moved
                .derivative(0.5, &own, &mut dx, true)
                .expect("a derivative");
            dx
        };
        // Small beside the parameter.
        let h = match directions.get(k) {
            Some(direction) => (1e-4 * machine.value(*direction).abs()).clamp(1e-9, 1e-6),
            None => 1e-6,
        };
        let (ahead, behind) = (side(h), side(-h));
        for i in 0..width {
            let wanted = (ahead[i] - behind[i]) / (2.0 * h);
            let found = dx[layout.column(k)][i];
            let direction = directions.get(k);
            assert!(
                (found - wanted).abs() < 2e-5 * (1.0 + wanted.abs()),
                "{direction:?} {i} of {n}: {found} {wanted}"
            );
        }
    }
}

#[test]
fn columns_are_the_derivatives_of_the_equations() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut directions: Vec<Direction> = robot
        .model()
        .base
        .iter()
        .map(|base| Direction::Standard(base.representative))
        .collect();
    let laws = [
        FrictionLaw::Coulomb,
        FrictionLaw::Stribeck,
        FrictionLaw::StribeckSpeed,
        FrictionLaw::Viscous,
        FrictionLaw::Load,
    ];
    for site in 0..2 {
        directions.extend((0..5).map(|term| Direction::Friction { site, term }));
    }
    for part in ElectricPart::ALL {
        directions.push(Direction::Electric { motor: 0, part });
        if part != ElectricPart::Inductance {
            directions.push(Direction::Electric { motor: 1, part });
        }
    }
    let mut driven = machine
        .with_friction(&laws)
        .with_drives(&windings())
        .expect("drives");
    set(
        &mut driven,
        &[&[0.6, 0.3, 0.4, 0.2, 0.1], &[0.3, 0.2, 0.5, 0.1, 0.15]],
    );
    let state = [0.4, -0.9, 0.5, -0.3, 2.0, 0.0];
    for modes in [[1, -1], [0, -1], [1, 0]] {
        compare(&driven, &directions, &modes, &state);
    }
    let robot = &abb_wrist::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let all = (0..robot.model().parameters.len()).map(Direction::Standard);
    let directions: Vec<Direction> = all.map(|d| machine.resolved(d)).collect();
    for modes in [[1, 0, -1], [-1, 1, 0]] {
        compare(
            &machine,
            &directions,
            &modes,
            &[0.3, -0.6, 0.9, -0.2, 0.4, 0.1],
        );
    }
    // Motors that several joints turn, two of them with currents that take time.
    let [first, second] = windings();
    let third = Electric {
        gear: -0.5,
        ..first
    };
    let driven = machine
        .with_drives(&[first, second, third])
        .expect("drives");
    let without = Direction::Electric {
        motor: 1,
        part: ElectricPart::Inductance,
    };
    let directions: Vec<Direction> = (0..3)
        .flat_map(|motor| ElectricPart::ALL.map(|part| Direction::Electric { motor, part }))
        .filter(|direction| *direction != without)
        .collect();
    let state = [0.3, -0.6, 0.9, -0.2, 0.4, 0.1, 2.0, 0.0, -1.5];
    for modes in [[1, 0, -1], [-1, 1, 0], [-1, 1, 1]] {
        compare(&driven, &directions, &modes, &state);
    }
}

/// Currents that voltages keep up change with what resists them and with velocities.
#[test]
fn steady_currents_have_their_derivatives() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut drives = windings();
    drives[1].inductance = 0.5;
    let machine = machine.with_drives(&drives).expect("drives");
    let directions: Vec<Direction> = [0, 1]
        .into_iter()
        .flat_map(|motor| ElectricPart::ALL.map(|part| Direction::Electric { motor, part }))
        .chain([Direction::Standard(0)])
        .collect();
    let push = push();
    let columns = directions.len() + 4;
    let mut equations = Equations::new(&machine, &push, &directions, columns);
    let layout = equations.layout;
    let mut x = vec![0.0; layout.length()];
    x[..4].copy_from_slice(&[0.4, -0.9, 0.5, -0.3]);
    for k in 0..4 {
        x[layout.column(directions.len() + k)][k] = 1.0;
    }
    equations.steady_columns(0.5, &mut x);
    for k in 0..columns {
        let steady = |by: f64| {
            let mut machine = machine.clone();
            let mut state = x[..6].to_vec();
            match directions.get(k) {
                Some(direction) => machine.set(*direction, machine.value(*direction) + by),
                None => state[k - directions.len()] += by,
            }
            Equations::new(&machine, &push, &[], 0).steady_currents(0.5, &state)
        };
        let (ahead, behind) = (steady(1e-6), steady(-1e-6));
        for j in 0..2 {
            let wanted = (ahead[j] - behind[j]) / 2e-6;
            let found = x[layout.column(k)][4 + j];
            assert!((found - wanted).abs() < 1e-6, "{k} {j}: {found} {wanted}");
        }
    }
}

/// `t + 2 q_1 - q_2` and `3 q̇_1 + q̇_2`, without any derivatives.
#[test]
fn torques_of_a_controller_are_of_positions_and_velocities() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let law = Feedback(|t: f64, q: &[f64], qd: &[f64], out: &mut [f64]| {
        out[0] = t + 2.0 * q[0] - q[1];
        out[1] = 3.0 * qd[0] + qd[1];
    });
    let mut equations = Equations::new(&machine, &law, &[], 0);
    equations.torques(0.5, &[0.25, -1.0, -0.5, 2.0, 0.0, 0.0]);
    assert_eq!(equations.given, [2.0, 0.5]);
    assert_eq!(equations.drive, [2.0, 0.5]);
}
