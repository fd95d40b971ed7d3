//! Which places stick: by trying all ways in which they could go on.

use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder};
use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

use super::super::friction::FrictionLaw;
use super::super::input::Function;
use super::super::machine::{Direction, Machine};
use super::super::motion::{Start, simulate};
use super::super::right::Equations;
use super::super::settings::{Grid, Settings};
use super::{NEAR, STILL};
use crate::parameters::nominal;
use crate::random::Random;

/// The pendulum with Coulomb friction by direction at its joints.
fn pendulum(limits: [[f64; 2]; 2]) -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let laws = [FrictionLaw::CoulombPositive, FrictionLaw::CoulombNegative];
    let mut machine = machine.with_friction(&laws);
    for (site, limits) in limits.into_iter().enumerate() {
        for (term, value) in limits.into_iter().enumerate() {
            machine.set(Direction::Friction { site, term }, value);
        }
    }
    machine
}

fn lower(factor: &[f64], n: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n, n, |i, k| if k <= i { factor[i * n + k] } else { 0.0 })
}

/// Modes at rest under forces, from all 3ⁿ: what sticks is held within its limits, what slips speeds up in its direction.
fn tried(
    inertia: &DMatrix<f64>,
    force: &DVector<f64>,
    forms: &DMatrix<f64>,
    limits: &[[f64; 2]],
) -> Vec<i8> {
    let (sites, n) = forms.shape();
    let mut found = Vec::new();
    for code in 0..3usize.pow(sites as u32) {
        let modes: Vec<i8> = (0..sites)
            .map(|s| (code / 3usize.pow(s as u32) % 3) as i8 - 1)
            .collect();
        let stuck: Vec<usize> = (0..sites).filter(|s| modes[*s] == 0).collect();
        let mut right = DVector::zeros(n + stuck.len());
        right.rows_mut(0, n).copy_from(force);
        for (s, mode) in modes.iter().enumerate() {
            let friction = match mode {
                1 => limits[s][0],
                -1 => -limits[s][1],
                _ => 0.0,
            };
            let mut forces = right.rows_mut(0, n);
            forces -= forms.row(s).transpose() * friction;
        }
        let held = forms.select_rows(&stuck);
        let mut whole = DMatrix::zeros(n + stuck.len(), n + stuck.len());
        whole.view_mut((0, 0), (n, n)).copy_from(inertia);
        whole
            .view_mut((0, n), (n, stuck.len()))
            .copy_from(&held.transpose());
        whole.view_mut((n, 0), (stuck.len(), n)).copy_from(&held);
        let Some(solved) = whole.lu().solve(&right) else {
            continue;
        };
        let speeding = forms * solved.rows(0, n);
        let holds = stuck.iter().enumerate().all(|(a, s)| {
            let friction = solved[n + a];
            friction < limits[*s][0] && friction > -limits[*s][1]
        });
        let slips = modes
            .iter()
            .zip(speeding.iter())
            .all(|(m, a)| f64::from(*m) * a >= 0.0);
        if holds && slips {
            found.push(modes);
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn places_at_rest_go_on_as_the_only_way_that_is_possible() {
    let limits = [[1.2, 0.7], [0.5, 0.9]];
    let machine = pendulum(limits);
    let mut random = Random::new(3);
    let mut seen = std::collections::BTreeSet::new();
    for ratio in [1.0, 1.5] {
        let machine = machine.clone().with_static_ratio(ratio).expect("a ratio");
        for _ in 0..60 {
            let torque = [3.0 * random.normal(), 1.2 * random.normal()];
            // Gravity does not pull where both hang straight down.
            let q = [-std::f64::consts::FRAC_PI_2, 0.4];
            let push = Function(move |_, out: &mut [f64]| out.copy_from_slice(&torque));
            let mut equations = Equations::new(&machine, &push, &[], 0);
            let x = [q[0], q[1], 0.0, 0.0, 0.0, 0.0];
            equations.decide(0.0, &x, &[true; 2]).expect("an inertia");
            let l = lower(&equations.factor, 2);
            let force = DVector::from_column_slice(&equations.force);
            let limits = limits.map(|pair| pair.map(|limit| limit * ratio));
            let wanted = tried(
                &(&l * l.transpose()),
                &force,
                &DMatrix::identity(2, 2),
                &limits,
            );
            assert_eq!(equations.modes, wanted, "{torque:?}");
            seen.insert(wanted);
        }
    }
    assert!(seen.len() >= 7, "{seen:?}");
}

#[test]
fn coupled_motors_at_rest_go_on_as_the_only_way_that_is_possible() {
    let robot = &abb_wrist::ROBOT;
    let mut theta = nominal(robot.model());
    for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
        match parameter.name {
            "fc_m1" => *value = 0.3,
            "fc_m2" => *value = 0.2,
            "fc_m3" => *value = 0.15,
            _ => {}
        }
    }
    let machine = Machine::of(robot, &theta).expect("a machine");
    let forms =
        DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let mut random = Random::new(8);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let torque: [f64; 3] = std::array::from_fn(|_| 15.0 * random.normal());
        let push = Function(move |_, out: &mut [f64]| out.copy_from_slice(&torque));
        let mut equations = Equations::new(&machine, &push, &[], 0);
        // The second goes on as it was.
        let mut x = [0.0; 8];
        x[..3].copy_from_slice(&[0.3, -0.6, 0.9]);
        equations.modes = vec![1, 1, 1];
        equations
            .decide(0.0, &x, &[true, false, true])
            .expect("an inertia");
        let l = lower(&equations.factor, 3);
        let force = DVector::from_column_slice(&equations.force);
        assert_eq!(equations.modes[1], 1);
        let rest = forms.select_rows(&[0, 2]);
        let wanted = tried(&(&l * l.transpose()), &force, &rest, &[[0.3; 2], [0.15; 2]]);
        assert_eq!(
            [equations.modes[0], equations.modes[2]],
            wanted[..],
            "{torque:?}"
        );
        seen.insert(wanted);
    }
    assert!(seen.len() >= 5, "{seen:?}");
}

/// A joint that is locked holds its friction with it, whatever pulls; what has no friction goes where it is pulled.
#[test]
fn what_is_locked_stays_and_what_has_no_friction_goes() {
    for (torque, limit, modes) in [
        ([50.0, 2.0], 9.0, [0, 0, 0]),
        ([-50.0, -2.0], 9.0, [0, 0, 0]),
        ([5.5, 2.0], 0.0, [0, 1, 0]),
        ([-5.5, -2.0], 0.0, [0, -1, 0]),
    ] {
        let mut machine = pendulum([[3.0, 3.0], [limit, limit]]);
        machine.lock(0);
        let push = Function(move |_, out: &mut [f64]| out.copy_from_slice(&torque));
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let x = [-std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0, 0.0, 0.0];
        equations.decide(0.0, &x, &[true; 3]).expect("an inertia");
        assert_eq!(equations.modes, modes, "{torque:?}");
        assert!(equations.evaluations == 1 && equations.qdd[0].abs() < 1e-9);
    }
}

/// Friction that holds takes of the torque what is not passed on: of 4 N·m with 1 N·m and a quarter of the load,
/// 4 - 3 / 1.25 = 1.6 ahead, and back, against which the torque pushes, 5 / 0.75 - 4.
#[test]
fn limits_at_rest_know_the_load() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb, FrictionLaw::Load]);
    for (site, values) in [[1.0, 0.25], [0.5, 0.0]].into_iter().enumerate() {
        for (term, value) in values.into_iter().enumerate() {
            machine.set(Direction::Friction { site, term }, value);
        }
    }
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    for (torque, ahead, back) in [
        (4.0, 4.0 - 3.0 / 1.25, 5.0 / 0.75 - 4.0),
        (-4.0, 5.0 / 0.75 - 4.0, 4.0 - 3.0 / 1.25),
        (0.5, 0.5 + 0.5 / 0.75, 1.5 / 0.75 - 0.5),
    ] {
        equations.drive = vec![torque, -9.0];
        let found = equations.limits(0);
        assert!(
            (found[0] - ahead).abs() < 1e-12 && (found[1] - back).abs() < 1e-12,
            "{torque}: {found:?}"
        );
        let found = equations.limits(1);
        assert!(found.iter().all(|x| (x - 0.5).abs() < 1e-12), "{found:?}");
    }
}

#[test]
fn slack_is_how_far_a_place_is_from_a_change() {
    let mut machine = pendulum([[1.2, 0.7], [0.5, 0.9]]);
    machine.lock(1);
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    equations.held = vec![0.3, -0.6, 5.0];
    let qd = [0.4, -0.2];
    assert_eq!(equations.slack(2, &qd), f64::INFINITY);
    assert!((equations.slack(0, &qd) - (0.9 + NEAR * 1.9)).abs() < 1e-15);
    assert!((equations.slack(1, &qd) - (0.3 + NEAR * 1.4)).abs() < 1e-15);
    equations.modes = vec![1, -1, 0];
    assert_eq!(equations.slack(0, &qd), 0.4 + STILL);
    assert_eq!(equations.slack(1, &qd), 0.2 + STILL);
    equations.modes = vec![0, 1, 0];
    assert_eq!(equations.slack(1, &qd), -0.2 + STILL);
    (equations.is_dependent, equations.together) = (true, -0.25);
    assert_eq!(equations.slack(0, &qd), -0.25);
    assert_eq!(
        [0, 1, 2].map(|site| equations.is_watched(site)),
        [true, true, false]
    );
    machine = machine.with_friction(&[]);
    let equations = Equations::new(&machine, &push, &[], 0);
    assert_eq!([0, 1, 2].map(|site| equations.is_watched(site)), [false; 3]);
}

/// Places that depend on each other are held together while no acceleration is left: with what is left of 2 N·m after 0.5 it is not so.
#[test]
fn places_that_depend_on_each_other_are_held_together_or_not() {
    for (limit, holds) in [(9.0, true), (0.5, false)] {
        let mut machine = pendulum([[1.0, 1.0], [limit, limit]]);
        machine.lock(0);
        let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[50.0, 2.0]));
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let x = [-std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0, 0.0, 0.0];
        let mut dx = [0.0; 6];
        equations
            .derivative(0.0, &x, &mut dx, false)
            .expect("an inertia");
        assert!(equations.is_dependent && equations.stuck == [0, 1]);
        assert_eq!(equations.together > 0.0, holds, "{}", equations.together);
        assert_eq!(equations.together, equations.hold_together());
        // The elbow would speed up by what friction leaves over its inertia, the shoulder held.
        let l = lower(&equations.factor, 2);
        let inertia = &l * l.transpose();
        let resting = [0, 1, 2];
        let settled = equations.settle(&resting);
        let left = (equations.force[1] - limit).max(0.0) / inertia[(1, 1)];
        assert!(
            (settled.largest() - left).abs() < 1e-6 * (1.0 + left),
            "{} {left}",
            settled.largest()
        );
        assert!((settled.held[1] - equations.force[1].min(limit)).abs() < 1e-6);
        assert!((settled.held[0] - 1.0).abs() < 1e-6);
        let free = inertia
            .lu()
            .solve(&DVector::from_column_slice(&equations.force))
            .expect("regular");
        assert!((settled.tolerance - NEAR * free.amax()).abs() < 1e-12 * free.amax());
    }
    let free = pendulum([[1.0, 1.0], [0.5, 0.5]]);
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&free, &push, &[], 0);
    equations
        .derivative(0.0, &[0.0; 6], &mut [0.0; 6], false)
        .expect("an inertia");
    assert!(!equations.is_dependent && equations.stuck == [0, 1]);
    // What is no acceleration is measured by how gravity would speed up the joint that is asked for.
    let l = lower(&equations.factor, 2);
    let speeding = (&l * l.transpose())
        .lu()
        .solve(&DVector::from_column_slice(&equations.force))
        .expect("regular");
    for joint in [0, 1] {
        let (tolerance, size) = (equations.settle(&[joint]).tolerance, speeding[joint].abs());
        assert!(
            (tolerance - NEAR * size).abs() <= 1e-12 * size,
            "{joint}: {tolerance} of {size}"
        );
    }
    assert!(speeding[0] != 0.0);
}

/// A joint without weight and without friction that nothing pulls is taken to go ahead: pushed ahead ever more, it has not turned.
#[test]
fn what_nothing_pulls_and_nothing_holds_goes_ahead() {
    let robot = &puma_shoulder::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|p| if p.name == "Lzz_2" { 1.0 } else { 0.0 })
        .collect();
    let machine = Machine::of(robot, &theta).expect("a machine");
    let machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let growing = Function(|t: f64, out: &mut [f64]| out[0] = t);
    let mut equations = Equations::new(&machine, &growing, &[], 0);
    for (time, mode) in [(0.0, 1), (-1.0, -1), (1.0, 1)] {
        equations
            .decide(time, &[0.3, 0.0, 0.0, 0.0], &[true])
            .expect("an inertia");
        assert_eq!(equations.modes, [mode], "{time}");
    }
    let grid = Grid {
        start: 0.0,
        rate: 10.0,
        samples: 11,
    };
    let start = Start::at_rest(&[0.3]);
    let motion = simulate(&machine, &growing, &start, &grid, &Settings::default());
    let motion = motion.expect("a motion");
    assert!(motion.events.is_empty(), "{:?}", motion.events);
    // Torque t at 1 kg·m²: t² / 2.
    assert!((motion.qd[10] - 0.5).abs() < 1e-8, "{}", motion.qd[10]);
}

/// By direction, half as much again at rest, of the load as well, of joints behind one that is locked: of 4 N·m at the shoulder 1.5 leave
/// 2.5 / 1.375 ahead and 3 leave 7 / 0.625 back; of -3 N·m at the elbow 0.75 leave 3.75 / 0.7 and 0.375 leave 2.625 / 1.3.
#[test]
fn limits_at_rest_are_of_each_direction_and_of_the_own_joint() {
    let robot = &double_pendulum::ROBOT;
    let mut machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    machine.lock(1);
    let laws = [
        FrictionLaw::CoulombPositive,
        FrictionLaw::CoulombNegative,
        FrictionLaw::Load,
    ];
    let machine = machine.with_friction(&laws).with_static_ratio(1.5);
    let mut machine = machine.expect("a ratio");
    for (site, values) in [(1, [1.0, 2.0, 0.25]), (2, [0.5, 0.25, 0.2])] {
        for (term, value) in values.into_iter().enumerate() {
            machine.set(Direction::Friction { site, term }, value);
        }
    }
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    equations.drive = vec![4.0, -3.0];
    for (site, ahead, back) in [
        (1, 4.0 - 2.5 / 1.375, 7.0 / 0.625 - 4.0),
        (2, 3.75 / 0.7 - 3.0, 3.0 - 2.625 / 1.3),
    ] {
        let found = equations.limits(site);
        assert!(
            (found[0] - ahead).abs() < 1e-12 && (found[1] - back).abs() < 1e-12,
            "{site}: {found:?}"
        );
    }
}

/// Friction of 3 N·m is at its limit from a billionth below it on.
#[test]
fn a_joint_that_is_pulled_to_just_below_its_limit_breaks_loose() {
    let robot = &puma_shoulder::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|p| if p.name == "Lzz_2" { 1.0 } else { 0.0 })
        .collect();
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    for (less, mode) in [(0.5e-9, 1i8), (2e-9, 0)] {
        for (sign, direction) in [(1.0, 1i8), (-1.0, -1)] {
            let torque = sign * 3.0 * (1.0 - less);
            let push = Function(move |_, out: &mut [f64]| out[0] = torque);
            let mut equations = Equations::new(&machine, &push, &[], 0);
            equations
                .decide(0.0, &[0.3, 0.0, 0.0, 0.0], &[true])
                .expect("an inertia");
            assert_eq!(equations.modes, [direction * mode], "{torque}");
        }
    }
}

/// Base parameters may have a constant torque in friction by direction: about 3 N·m, with 1 N·m in motion and half as much again at rest, it sticks
/// where 1.5 to 4.5 N·m pull, and nothing that pulls lets it be pushed back.
#[test]
fn friction_with_a_constant_torque_in_it_sticks_about_that() {
    let robot = &puma_shoulder::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|p| if p.name == "Lzz_2" { 1.0 } else { 0.0 })
        .collect();
    let laws = [FrictionLaw::CoulombPositive, FrictionLaw::CoulombNegative];
    let machine = Machine::of(robot, &theta).expect("a machine");
    let machine = machine.with_friction(&laws).with_static_ratio(1.5);
    let mut machine = machine.expect("a ratio");
    for sign in [1.0, -1.0] {
        for (term, value) in [1.0 + 3.0 * sign, 1.0 - 3.0 * sign].into_iter().enumerate() {
            machine.set(Direction::Friction { site: 0, term }, value);
        }
        for (pull, mode) in [(0.0, -1.0), (1.4, -1.0), (1.6, 0.0), (4.4, 0.0), (4.6, 1.0)] {
            let push = Function(move |_, out: &mut [f64]| out[0] = sign * pull);
            let mut equations = Equations::new(&machine, &push, &[], 0);
            equations
                .decide(0.0, &[0.3, 0.0, 0.0, 0.0], &[true])
                .expect("an inertia");
            let found: Vec<f64> = equations.modes.iter().copied().map(f64::from).collect();
            assert_eq!(found, [sign * mode], "{sign} {pull}");
        }
    }
}
