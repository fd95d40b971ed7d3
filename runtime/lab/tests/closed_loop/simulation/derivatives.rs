//! Derivatives of motions against differences of motions.

use armwright_lab::parameters::nominal;
use armwright_lab::simulation::{
    Direction, Electric, ElectricPart, FrictionLaw, Function, Grid, Machine, Settings, Start,
    march, simulate,
};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::Robot;

/// A motion that turns repeats itself to about 1e-10: its error jumps with the moment of an event. The step that tells motions
/// apart has to be large against that, and small against the motion's curvature.
const STEP: f64 = 5e-5;

fn fine() -> Settings {
    Settings {
        relative: 1e-13,
        absolute: 1e-14,
        ..Settings::default()
    }
}

/// The largest difference between columns of a march and central differences of motions, as a share of the largest.
fn off(
    machine: &Machine<'_>,
    directions: &[Direction],
    start: &Start,
    seconds: f64,
) -> (f64, usize) {
    let n = machine.joints();
    let push = Function(|t: f64, out: &mut [f64]| {
        for (i, out) in out.iter_mut().enumerate() {
            *out = (6.0 / (1.0 + i as f64)) * (2.5 * t + 0.7 * i as f64).sin();
        }
    });
    let grid = Grid {
        start: 0.0,
        rate: 20.0,
        samples: (20.0 * seconds) as usize + 1,
    };
    let last = grid.samples - 1;
    let mut columns = Vec::new();
    let mut show = |k: usize, here: &armwright_lab::simulation::Marched<'_>| {
        if k == last {
            columns = (0..here.columns())
                .map(|c| here.column(c).to_vec())
                .collect();
        }
    };
    let (_, stop) = march(
        machine,
        &push,
        start,
        &grid,
        &fine(),
        directions,
        true,
        &mut show,
    )
    .expect("a march");
    assert!(stop.is_none(), "{stop:?}");
    let end = |machine: &Machine<'_>, start: &Start| {
        let motion = simulate(machine, &push, start, &grid, &fine()).expect("a motion");
        assert!(
            motion.stop.is_none(),
            "{:?} {:?}",
            motion.stop,
            motion.events
        );
        let at = last * n..(last + 1) * n;
        let state = [&motion.q[at.clone()], &motion.qd[at]].concat();
        (state, motion.events.len())
    };
    let (_, events) = end(machine, start);
    let mut worst = 0.0f64;
    for (k, column) in columns.iter().enumerate() {
        // Where a joint is locked is known: nothing is asked of it.
        if k >= directions.len() && machine.is_locked((k - directions.len()) % n) {
            assert!(column.iter().all(|x| *x == 0.0), "column {k}: {column:?}");
            continue;
        }
        let mut sides = Vec::new();
        let mut step = STEP;
        for side in [1.0, -1.0] {
            let (mut machine, mut start) = (machine.clone(), start.clone());
            match directions.get(k) {
                Some(direction) => {
                    let value = machine.value(*direction);
                    step = STEP * value.abs().max(0.01);
                    machine.set(*direction, value + side * step);
                }
                None => {
                    let k = k - directions.len();
                    let state = if k < n {
                        &mut start.position
                    } else {
                        &mut start.velocity
                    };
                    state[k % n] += side * step;
                }
            }
            sides.push(end(&machine, &start).0);
        }
        let size = column.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
        for i in 0..2 * n {
            let difference = (sides[0][i] - sides[1][i]) / (2.0 * step);
            let far = (difference - column[i]).abs() / size;
            if far > 1e-4 {
                println!("column {k}, {i}: {difference} {}", column[i]);
            }
            worst = worst.max(far);
        }
    }
    (worst, events)
}

fn standard(robot: &dyn Robot) -> Vec<Direction> {
    let base = robot.model().base.iter();
    base.map(|base| Direction::Standard(base.representative))
        .collect()
}

fn start() -> Start {
    Start {
        position: vec![0.4, -0.9],
        velocity: vec![0.5, 0.2],
    }
}

#[test]
fn of_parameters_and_the_beginning_of_a_smooth_motion() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let (far, _) = off(&machine, &standard(robot), &start(), 1.5);
    assert!(far < 1e-5, "{far}");
}

/// Friction that sticks, slips and turns: derivatives jump there.
#[test]
fn of_a_motion_that_sticks() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let laws = [
        FrictionLaw::CoulombPositive,
        FrictionLaw::CoulombNegative,
        FrictionLaw::ViscousPositive,
        FrictionLaw::ViscousNegative,
        FrictionLaw::Quadratic,
    ];
    let mut machine = machine.with_friction(&laws);
    let mut directions = standard(robot);
    directions.retain(|d| machine.value(*d) != 0.0);
    for site in 0..2 {
        for (term, value) in [0.8, 0.5, 0.3, 0.2, 0.1].into_iter().enumerate() {
            let direction = Direction::Friction { site, term };
            machine.set(direction, value / (1.0 + 3.0 * site as f64));
            directions.push(direction);
        }
    }
    let (far, events) = off(&machine, &directions, &start(), 2.0);
    assert!(events > 3, "{events}");
    assert!(far < 1e-4, "{far}");
}

/// Laws that are not linear in their parameters, and friction by load, which changes what everything else does.
#[test]
fn of_friction_that_depends_on_more() {
    let robot = &double_pendulum::ROBOT;
    let kinds: [(&[FrictionLaw], &[f64]); 2] = [
        (
            &[
                FrictionLaw::Coulomb,
                FrictionLaw::Stribeck,
                FrictionLaw::StribeckSpeed,
                FrictionLaw::Viscous,
                FrictionLaw::Load,
            ],
            &[0.6, 0.3, 0.4, 0.2, 0.1],
        ),
        (&[FrictionLaw::Tanh, FrictionLaw::TanhSpeed], &[0.5, 0.3]),
    ];
    for (laws, values) in kinds {
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let drive = Electric {
            back_emf: 0.2,
            ..Electric::default()
        };
        let machine = machine.with_friction(laws);
        let mut machine = machine.with_drives(&[drive; 2]).expect("drives");
        let mut directions = standard(robot);
        directions.retain(|d| machine.value(*d) != 0.0);
        for site in 0..2 {
            for (term, value) in values.iter().enumerate() {
                let direction = Direction::Friction { site, term };
                let is_size = matches!(
                    laws[term],
                    FrictionLaw::StribeckSpeed | FrictionLaw::TanhSpeed | FrictionLaw::Load
                );
                let less = if is_size {
                    1.0
                } else {
                    1.0 + 2.0 * site as f64
                };
                machine.set(direction, value / less);
                directions.push(direction);
            }
        }
        directions.push(Direction::Electric {
            motor: 1,
            part: ElectricPart::BackEmf,
        });
        let (far, events) = off(&machine, &directions, &start(), 2.0);
        assert!(events > 1, "{events}");
        assert!(far < 1e-4, "{laws:?} {far}");
    }
}

#[test]
fn of_motors_with_windings() {
    let robot = &double_pendulum::ROBOT;
    for inductance in [0.0, 0.02] {
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let drive = Electric {
            resistance: 1.5,
            inductance,
            torque_constant: 0.7,
            back_emf: 0.6,
            gear: 1.7,
        };
        let machine = machine
            .with_friction(&[])
            .with_drives(&[drive; 2])
            .expect("drives");
        let parts = ElectricPart::ALL.into_iter();
        let parts = parts.filter(|part| inductance > 0.0 || *part != ElectricPart::Inductance);
        let directions: Vec<Direction> = parts
            .map(|part| Direction::Electric { motor: 1, part })
            .collect();
        let (far, _) = off(&machine, &directions, &start(), 1.0);
        assert!(far < 1e-5, "{inductance}: {far}");
    }
}

/// Friction of coupled motors, the robot's own; one joint locked.
#[test]
fn of_coupled_motors_with_a_joint_locked() {
    let robot = &abb_wrist::ROBOT;
    let mut theta = nominal(robot.model());
    for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
        if parameter.name.starts_with("fc_") || parameter.name.starts_with("fv_") {
            *value = 0.02;
        }
    }
    let mut machine = Machine::of(robot, &theta).expect("a machine");
    machine.lock(1);
    let start = Start {
        position: vec![0.2, 0.4, -0.3],
        velocity: vec![0.3, 0.0, 0.1],
    };
    let mut directions = standard(robot);
    directions.truncate(20);
    let (far, events) = off(&machine, &directions, &start, 1.0);
    assert!(far < 1e-4, "{far}, {events} events");
}
