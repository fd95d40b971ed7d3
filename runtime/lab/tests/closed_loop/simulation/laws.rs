//! What a simulated motion has to obey, whatever integrates it.

use armwright_lab::parameters::nominal;
use armwright_lab::simulation::{
    Electric, Fault, Feedback, FrictionLaw, Function, Grid, Hold, Machine, Motion, Sampled,
    Settings, Start, Steps, Turn, simulate,
};
use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder, puma560};
use armwright_runtime::Robot;

fn grid(rate: f64, seconds: f64) -> Grid {
    Grid {
        start: 0.0,
        rate,
        samples: (seconds * rate).round() as usize + 1,
    }
}

fn machine(robot: &'static dyn Robot) -> Machine<'static> {
    Machine::of(robot, &nominal(robot.model())).expect("a machine")
}

fn run(
    machine: &Machine<'_>,
    input: &dyn armwright_lab::simulation::Input,
    start: &[f64],
    grid: Grid,
) -> Motion {
    let start = Start::at_rest(start);
    simulate(machine, input, &start, &grid, &Settings::default()).expect("a motion")
}

fn torque(at: impl Fn(f64, usize) -> f64 + Sync) -> impl armwright_lab::simulation::Input {
    Function(move |t, out: &mut [f64]| {
        for (i, out) in out.iter_mut().enumerate() {
            *out = at(t, i);
        }
    })
}

#[test]
fn energy_is_kept_without_friction() {
    let free = machine(&double_pendulum::ROBOT).with_friction(&[]);
    let motion = run(&free, &torque(|_, _| 0.0), &[0.4, -0.9], grid(50.0, 10.0));
    assert!(motion.stop.is_none());
    assert!(motion.balance.error < 1e-8, "{:?}", motion.balance);
    let fed = machine(&puma560::ROBOT).with_friction(&[]);
    let motion = run(
        &fed,
        &torque(|t, i| (3.0 * t + i as f64).sin()),
        &[0.1; 6],
        grid(50.0, 2.0),
    );
    assert!(motion.balance.work.abs() > 0.1);
    assert!(motion.balance.error < 1e-8, "{:?}", motion.balance);
}

/// A mass on a level plane (the shoulder without weight): it moves by Coulomb's law, by hand.
#[test]
fn a_mass_with_coulomb_friction_sticks_and_slips_as_by_hand() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let place = |name: &str| {
        let mut all = robot.model().parameters.iter();
        all.position(|p| p.name == name).expect("a parameter")
    };
    theta[place("Lzz_2")] = 2.0;
    theta[place("fc_2")] = 3.0;
    let machine = Machine::of(robot, &theta).expect("a machine");
    // Torque 4 t: it sticks until 0.75 s, then 2 v' = 4 (t - 0.75): v = (t - 0.75)².
    let motion = run(&machine, &torque(|t, _| 4.0 * t), &[0.0], grid(100.0, 2.0));
    let t = 2.0 - 0.75;
    assert!((motion.qd[200] - t * t).abs() < 1e-8, "{}", motion.qd[200]);
    assert!((motion.q[200] - t * t * t / 3.0).abs() < 1e-8);
    assert_eq!(motion.q[70], 0.0);
    assert_eq!(motion.events.len(), 1);
    assert!(
        (motion.events[0].time - 0.75).abs() < 1e-8,
        "{:?}",
        motion.events
    );
    // Thrown at 3 rad/s it stops after 2 s and stays.
    let start = Start {
        position: vec![0.0],
        velocity: vec![3.0],
    };
    let still = torque(|_, _| 0.0);
    let motion = simulate(
        &machine,
        &still,
        &start,
        &grid(10.0, 4.0),
        &Settings::default(),
    );
    let motion = motion.expect("a motion");
    assert_eq!(motion.events[0].turn, Turn::Sticks);
    assert!((motion.events[0].time - 2.0).abs() < 1e-9);
    assert!((motion.q[40] - 3.0).abs() < 1e-9 && motion.qd[40] == 0.0);
    assert!(
        (motion.balance.friction - 9.0).abs() < 1e-8,
        "{:?}",
        motion.balance
    );
}

/// A wrist with coupled motors whose friction is at the motors: all stick at once, and energy is what friction takes.
#[test]
fn coupled_motors_stick_together() {
    let robot = &abb_wrist::ROBOT;
    let mut theta = nominal(robot.model());
    for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
        if parameter.name.starts_with("fc_") {
            *value = 0.4;
        }
    }
    let machine = Machine::of(robot, &theta).expect("a machine");
    let n = robot.model().joints.len();
    let push = |size: f64| torque(move |t, i| size * (2.0 * t + i as f64).sin());
    let weak = run(&machine, &push(0.01), &vec![0.3; n], grid(100.0, 2.0));
    let moved = |motion: &Motion| {
        let far = |(k, q): (usize, &f64)| (q - motion.q[k % n]).abs();
        motion.q.iter().enumerate().map(far).fold(0.0, f64::max)
    };
    let strong = run(&machine, &push(60.0), &vec![0.3; n], grid(100.0, 2.0));
    assert!(strong.events.len() > 4, "{:?}", strong.events);
    assert!(moved(&strong) > 0.1, "{}", moved(&strong));
    assert!(strong.balance.error < 1e-6, "{:?}", strong.balance);
    assert!(weak.stop.is_none() && strong.stop.is_none());
}

#[test]
fn other_joints_are_locked_and_steps_may_be_fixed() {
    let robot = &double_pendulum::ROBOT;
    let all = machine(robot);
    let one = machine(robot).moving_only(robot.model().joints[1].name);
    let one = one.expect("a joint");
    let push = torque(|t, _| (2.0 * t).sin());
    let motion = run(&one, &push, &[0.4, 0.1], grid(100.0, 2.0));
    let first: Vec<f64> = motion.q.iter().step_by(2).copied().collect();
    assert!(first.iter().all(|q| (q - 0.4).abs() < 1e-12));
    assert!((motion.q[401] - 0.1).abs() > 1e-3);
    let start = Start::at_rest(&[0.4, 0.1]);
    let fixed = Settings {
        steps: Steps::Fixed(1e-3),
        ..Settings::default()
    };
    let grid = grid(100.0, 1.0);
    let stepped = simulate(&all, &push, &start, &grid, &fixed).expect("a motion");
    let free = simulate(&all, &push, &start, &grid, &Settings::default()).expect("a motion");
    let far = stepped.q.iter().zip(&free.q).map(|(a, b)| (a - b).abs());
    assert!(far.fold(0.0, f64::max) < 1e-4);
    let wrong = machine(robot).moving_only("wrist").err().expect("refused");
    assert!(wrong.to_string().contains("wrist"), "{wrong}");
}

/// A motor on a voltage settles where the back electromotive force leaves nothing, and inductance delays current.
#[test]
fn a_voltage_drives_a_motor() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let lzz = robot
        .model()
        .parameters
        .iter()
        .position(|p| p.name == "Lzz_2");
    theta[lzz.expect("an inertia")] = 0.5;
    let drive = Electric {
        resistance: 2.0,
        inductance: 0.1,
        torque_constant: 0.4,
        back_emf: 0.3,
        gear: 3.0,
    };
    let with = |drive: Electric| {
        let machine = Machine::of(robot, &theta).expect("a machine");
        machine.with_drives(&[drive]).expect("drives")
    };
    let volt = Sampled {
        start: 0.0,
        rate: 10.0,
        columns: vec![vec![6.0; 10]],
        hold: Hold::Last,
    };
    let motion = run(&with(drive), &volt, &[0.0], grid(20.0, 20.0));
    let end = motion.qd.last().expect("a velocity");
    assert!((end - 6.0 / (0.3 * 3.0)).abs() < 1e-6, "{end}");
    assert!(motion.current.last().expect("a current").abs() < 1e-6);
    // Without inductance a first-order lag: v = v∞ (1 - exp(-t/T)), T = J R / (kt ke gear²).
    let drive = Electric {
        inductance: 0.0,
        ..drive
    };
    let motion = run(&with(drive), &volt, &[0.0], grid(20.0, 1.0));
    let lag: f64 = 0.5 * 2.0 / (0.4 * 0.3 * 9.0);
    let wanted = 6.0 / 0.9 * (1.0 - (-1.0 / lag).exp());
    assert!(
        (motion.qd[20] - wanted).abs() < 1e-8,
        "{} {wanted}",
        motion.qd[20]
    );
    let refused = Machine::of(robot, &theta).expect("a machine");
    let refused = refused.with_drives(&[Electric {
        resistance: 0.0,
        ..drive
    }]);
    let refused = refused.err().expect("refused").to_string();
    assert!(refused.contains("resistance of 2"), "{refused}");
}

#[test]
fn what_ends_a_motion_is_told_and_what_was_found_is_kept() {
    let robot = &double_pendulum::ROBOT;
    let away = Feedback(|_, _: &[f64], qd: &[f64], out: &mut [f64]| {
        out[0] = 50.0 * qd[0] + 1.0;
        out[1] = 0.0;
    });
    let motion = run(&machine(robot), &away, &[0.0, 0.0], grid(100.0, 30.0));
    let stop = motion.stop.clone().expect("it runs away");
    assert!(stop.time > 0.01 && stop.position.len() == 2, "{stop}");
    assert_eq!(motion.samples(2), (stop.time * 100.0) as usize + 1);
    let mut theta = nominal(robot.model());
    theta.iter_mut().for_each(|value| *value = 0.0);
    let nothing = Machine::of(robot, &theta).expect("a machine");
    let motion = run(&nothing, &torque(|_, _| 1.0), &[0.0, 0.0], grid(10.0, 1.0));
    let fault = motion.stop.expect("no inertia").fault;
    assert!(matches!(fault, Fault::Singular { .. }), "{fault}");
    // A torque that jumps every time it is looked at meets no tolerance.
    let noise = torque(|t, _| match t.to_bits().count_ones() % 2 {
        0 => 1e6,
        _ => -1e6,
    });
    let motion = run(&machine(robot), &noise, &[0.0, 0.0], grid(100.0, 1.0));
    let stop = motion.stop.clone().expect("no step is small enough");
    assert!(matches!(stop.fault, Fault::StepCollapse { .. }), "{stop}");
    assert!(stop.position.iter().all(|q| q.is_finite()) && stop.time < 1.0);
    assert_eq!(motion.samples(2), (stop.time * 100.0) as usize + 1);
    // A pole: torque that grows without bound at 1 s.
    let pole = torque(|t, _| 1.0 / (1.0 - t).powi(2));
    let motion = run(&machine(robot), &pole, &[0.0, 0.0], grid(100.0, 2.0));
    let stop = motion.stop.expect("a pole");
    assert!((stop.time - 1.0).abs() < 0.05, "{stop}");
    assert!(motion.q.len() > 150);
}

/// A controller that throws a joint back each time it comes to rest, faster and faster, and one that is without inertia on the way: both
/// end where they do, with all that was before.
#[test]
fn chatter_and_an_inertia_that_vanishes_are_told() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let all = &robot.model().parameters;
    let place = |name: &str| {
        all.iter()
            .position(|p| p.name == name)
            .expect("a parameter")
    };
    theta[place("Lzz_2")] = 1.0;
    theta[place("fc_2")] = 0.1;
    let arm = Machine::of(robot, &theta).expect("a machine");
    // Always towards zero velocity: with twice the friction it turns as soon as it moves.
    let start = Start {
        position: vec![0.0],
        velocity: vec![1.0],
    };
    let against = Feedback(|_, _: &[f64], qd: &[f64], out: &mut [f64]| {
        out[0] = if qd[0] > 0.0 { -1.0 } else { 1.0 };
    });
    let motion = simulate(
        &arm,
        &against,
        &start,
        &grid(100.0, 2.0),
        &Settings::default(),
    );
    let motion = motion.expect("a motion");
    let stop = motion.stop.clone().expect("it never ends");
    let is_told = matches!(
        stop.fault,
        Fault::Chatter { .. } | Fault::StepCollapse { .. }
    );
    assert!(is_told, "{stop}");
    assert!((stop.time - 1.0 / 1.1).abs() < 1e-4, "{stop}");
    assert_eq!(motion.samples(1), (stop.time * 100.0) as usize + 1);
    assert!(
        stop.position[0] > 0.4 && stop.velocity[0].abs() < 1e-3,
        "{stop}"
    );
    // An arm whose moment of mass no body has: its inertia is positive where the elbow is bent, and is not where it is straight.
    let robot = &double_pendulum::ROBOT;
    let mut theta = nominal(robot.model());
    for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
        if parameter.name == "mx_lower" {
            *value *= 3.0;
        }
    }
    let bad = Machine::of(robot, &theta).expect("a machine");
    let start = Start {
        position: vec![0.1, 1.6],
        velocity: vec![0.0, -1.0],
    };
    let motion = simulate(
        &bad,
        &torque(|_, _| 0.0),
        &start,
        &grid(1000.0, 2.0),
        &Settings::default(),
    );
    let motion = motion.expect("a motion");
    let stop = motion.stop.clone().expect("no such inertia");
    println!("{stop}");
    let is_told = matches!(
        stop.fault,
        Fault::Indefinite { .. } | Fault::Singular { .. }
    );
    assert!(is_told && stop.time > 0.01, "{stop}");
    assert_eq!(motion.samples(2), (stop.time * 1000.0) as usize + 1);
}

/// As the issue asks: a minute of sticking and slipping takes no more than five times the evaluations of the same
/// arm without friction.
#[test]
fn sticking_costs_little() {
    let robot = &double_pendulum::ROBOT;
    let push = torque(|t, i| [3.0, 1.0][i] * (2.0 * t).sin());
    let free = machine(robot).with_friction(&[]);
    let mut stuck = machine(robot).with_friction(&[FrictionLaw::Coulomb, FrictionLaw::Viscous]);
    for site in 0..2 {
        for (term, value) in [[1.2, 0.5], [0.2, 0.1]][site].into_iter().enumerate() {
            let direction = armwright_lab::simulation::Direction::Friction { site, term };
            stuck.set(direction, value);
        }
    }
    let grid = grid(50.0, 60.0);
    let free = run(&free, &push, &[0.1, 0.2], grid);
    let stuck = run(&stuck, &push, &[0.1, 0.2], grid);
    assert!(stuck.stop.is_none(), "{:?}", stuck.stop);
    assert!(stuck.events.len() > 40, "{}", stuck.events.len());
    let sticks = stuck
        .events
        .iter()
        .filter(|e| e.turn == Turn::Sticks)
        .count();
    assert!(sticks > 10, "{sticks}");
    let [with, without] = [&stuck, &free].map(|motion| motion.count.evaluations);
    println!(
        "{with} {without} {} events, balance {:?}",
        stuck.events.len(),
        stuck.balance
    );
    assert!(with <= 5 * without, "{with} {without}");
}

/// The same of a wrist whose motors are coupled: friction is at the motors, which stick one by one and together.
#[test]
fn sticking_costs_little_where_motors_are_coupled() {
    let robot = &abb_wrist::ROBOT;
    let with = |share: f64| {
        let mut theta = nominal(robot.model());
        for (value, parameter) in theta.iter_mut().zip(robot.model().parameters) {
            if parameter.name.starts_with("fc_") {
                *value = 0.3 * share;
            }
            if parameter.name.starts_with("fv_") {
                *value = 0.01 * share;
            }
        }
        Machine::of(robot, &theta).expect("a machine")
    };
    let push = torque(|t, i| [60.0, 40.0, 25.0][i] * (2.0 * t + i as f64).sin());
    let [free, stuck] =
        [0.0, 1.0].map(|share| run(&with(share), &push, &[0.3; 3], grid(50.0, 60.0)));
    let sticks = stuck.events.iter().filter(|e| e.turn == Turn::Sticks);
    let [with, without] = [&stuck, &free].map(|motion| motion.count.evaluations);
    println!(
        "{with} {without} {} events, {} sticks, {:?}",
        stuck.events.len(),
        sticks.clone().count(),
        stuck.balance
    );
    assert!(stuck.stop.is_none(), "{:?}", stuck.stop);
    assert!(sticks.count() > 10);
    assert!(with <= 5 * without, "{with} {without}");
}
