//! Friction that falls with speed, sets in smoothly, or grows with the load.

use armwright_lab::output_error::{Ending, Experiment, FitOptions, fit, free};
use armwright_lab::simulation::{
    Direction, Fault, FrictionLaw, Function, Grid, Hold, Machine, Motion, Sampled, Settings, Start,
    Turn, simulate,
};
use armwright_robots::puma_shoulder;
use armwright_runtime::Robot;

/// The shoulder as an inertia about its axis with a moment of weight, and these terms of friction with their values.
fn shoulder(inertia: f64, moment: f64, terms: &[(FrictionLaw, f64)]) -> Machine<'static> {
    let robot = &puma_shoulder::ROBOT;
    let model = robot.model();
    let mut theta = vec![0.0; model.parameters.len()];
    let mut set = |name: &str, value: f64| {
        let place = model.parameters.iter().position(|p| p.name == name);
        theta[place.expect("a parameter")] = value;
    };
    // Torque is Lzz + 2 l mx, 2 l = 0.8636 m.
    set("mx_2", moment / 9.81);
    set("Lzz_2", inertia - 0.8636 * moment / 9.81);
    let laws: Vec<FrictionLaw> = terms.iter().map(|(law, _)| *law).collect();
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&laws);
    for (term, (_, value)) in terms.iter().enumerate() {
        machine.set(Direction::Friction { site: 0, term }, *value);
    }
    machine
}

fn run(
    machine: &Machine<'_>,
    torque: impl Fn(f64) -> f64 + Sync,
    start: &Start,
    seconds: f64,
) -> Motion {
    let push = Function(move |t, out: &mut [f64]| out[0] = torque(t));
    let grid = Grid {
        start: 0.0,
        rate: 100.0,
        samples: (100.0 * seconds).round() as usize + 1,
    };
    let settings = Settings {
        relative: 1e-11,
        absolute: 1e-12,
        ..Settings::default()
    };
    simulate(machine, &push, start, &grid, &settings).expect("a motion")
}

/// By hand: of a torque τ less Coulomb friction 1 a share is lost to friction by load, forwards `1 / (1 + μ)` is left, and a body that
/// is braked has its own inertia on it, `1 / (1 - μ)`.
#[test]
fn friction_by_load_takes_its_share() {
    let terms = [(FrictionLaw::Coulomb, 1.0), (FrictionLaw::Load, 0.25)];
    let machine = shoulder(2.0, 0.0, &terms);
    // It sticks up to (1 + 0.25 · 0) N·m: 4 t from 0.25 s on, then 2 v' = (4 t - 1) / 1.25.
    let rest = Start::at_rest(&[0.0]);
    let motion = run(&machine, |t| 4.0 * t, &rest, 1.0);
    assert!(
        (motion.events[0].time - 0.25).abs() < 1e-8,
        "{:?}",
        motion.events
    );
    let wanted = 0.75f64.powi(2) / 1.25;
    assert!(
        (motion.qd[100] - wanted).abs() < 1e-8,
        "{} {wanted}",
        motion.qd[100]
    );
    assert!(motion.balance.error < 1e-9, "{:?}", motion.balance);
    // Thrown, it brakes by 1 / 0.75 N·m: from 1 rad/s it is at rest after 1.5 s.
    let thrown = Start {
        position: vec![0.0],
        velocity: vec![1.0],
    };
    let motion = run(&machine, |_| 0.0, &thrown, 2.0);
    assert_eq!(motion.events[0].turn, Turn::Sticks);
    assert!(
        (motion.events[0].time - 1.5).abs() < 1e-8,
        "{:?}",
        motion.events
    );
    // Under its weight of 3 N·m it slips unless friction by weight holds it: 3 = 1 + μ · 3 by 2/3, or 3 = r (1 + 0.5 · 3) where
    // friction at rest holds 1.2 times as much as in motion.
    for (share, ratio, stays) in [
        (0.6, 1.0, false),
        (0.7, 1.0, true),
        (0.5, 1.15, false),
        (0.5, 1.25, true),
    ] {
        let terms = [(FrictionLaw::Coulomb, 1.0), (FrictionLaw::Load, share)];
        let machine = shoulder(1.0, 3.0, &terms).with_static_ratio(ratio);
        let hangs = run(&machine.expect("a ratio"), |_| 0.0, &rest, 0.5);
        assert!(hangs.stop.is_none(), "{:?}", hangs.stop);
        let stayed = hangs.q.iter().all(|q| *q == 0.0);
        assert_eq!(stayed, stays, "{share} {ratio}: {:?}", hangs.q.last());
    }
    let all = [(FrictionLaw::Load, 1.0)];
    let motion = run(&shoulder(1.0, 3.0, &all), |t| t, &rest, 0.5);
    let fault = motion.stop.expect("it takes all").fault;
    assert!(matches!(fault, Fault::Load { .. }), "{fault}");
}

/// `tests/peers/friction_laws.py`: the same joint by SciPy's DOP853 with events of its own.
#[test]
fn a_joint_that_sticks_goes_where_scipy_has_it() {
    let terms = [
        (FrictionLaw::Coulomb, 0.4),
        (FrictionLaw::Stribeck, 0.5),
        (FrictionLaw::StribeckSpeed, 0.3),
        (FrictionLaw::Viscous, 0.2),
        (FrictionLaw::Load, 0.15),
    ];
    let machine = shoulder(0.5, 1.5, &terms);
    // Its weight pulls with the cosine of the joint's position: SciPy's angle is from where it hangs.
    let start = Start::at_rest(&[0.3 - std::f64::consts::FRAC_PI_2]);
    let torque = |t: f64| 1.9 * (1.7 * t).sin() + 0.8 * (4.1 * t).sin();
    let motion = run(&machine, torque, &start, 6.0);
    let turns: Vec<(f64, Turn)> = motion.events.iter().map(|e| (e.time, e.turn)).collect();
    let wanted = [
        (0.23785751477462772, Turn::Slips),
        (1.482884409157462, Turn::Sticks),
        (2.058305365099028, Turn::Slips),
        (3.766196159284198, Turn::Turns),
        (5.892572801254894, Turn::Turns),
    ];
    println!("{turns:?} {} {}", motion.q[600], motion.qd[600]);
    assert_eq!(turns.len(), wanted.len(), "{turns:?}");
    for ((time, turn), (at, what)) in turns.iter().zip(wanted) {
        assert!((time - at).abs() < 1e-5 && *turn == what, "{time} {at}");
    }
    let angle = motion.q[600] + std::f64::consts::FRAC_PI_2;
    assert!((angle - 2.573685898203053).abs() < 1e-5, "{angle}");
    assert!(motion.balance.error < 1e-9, "{:?}", motion.balance);
}

/// Each law is found again, from values 20 to 30 % off, in motions with noise: within three deviations, without noise to a thousandth.
#[test]
fn each_law_returns_its_truth() {
    let kinds: [&[(FrictionLaw, f64)]; 3] = [
        &[
            (FrictionLaw::Coulomb, 0.4),
            (FrictionLaw::Viscous, 0.2),
            (FrictionLaw::Stribeck, 0.3),
            (FrictionLaw::StribeckSpeed, 0.5),
        ],
        &[
            (FrictionLaw::Tanh, 0.6),
            (FrictionLaw::TanhSpeed, 0.3),
            (FrictionLaw::Viscous, 0.2),
        ],
        &[
            (FrictionLaw::Coulomb, 0.4),
            (FrictionLaw::Viscous, 0.2),
            (FrictionLaw::Load, 0.15),
        ],
    ];
    let torque = |t: f64| 2.2 * (1.7 * t).sin() + 1.3 * (4.1 * t).sin();
    let start = Start::at_rest(&[-1.2]);
    for terms in kinds {
        let machine = shoulder(0.5, 1.5, terms);
        let mut names = vec!["mx_2".to_owned(), "Lzz_2".to_owned()];
        names.extend(terms.iter().map(|(law, _)| format!("{}_2", law.symbol())));
        let all = free(&machine, &names).expect("names");
        let input: Vec<f64> = (0..=800).map(|k| torque(0.01 * f64::from(k))).collect();
        let sampled = Sampled {
            start: 0.0,
            rate: 100.0,
            columns: vec![input.clone()],
            hold: Hold::Linear,
        };
        let grid = Grid {
            start: 0.0,
            rate: 100.0,
            samples: 801,
        };
        let settings = Settings::default();
        let motion = simulate(&machine, &sampled, &start, &grid, &settings).expect("a motion");
        let mut begun = machine.clone();
        for (k, free) in all.iter().enumerate() {
            free.set(&mut begun, free.of(&machine) * [1.2, 0.8, 1.3][k % 3]);
        }
        for noise in [0.0, 1e-4] {
            let mut random = armwright_lab::random::Random::new(4);
            let experiment = Experiment {
                name: "shoulder".to_owned(),
                rate: 100.0,
                start: 0.0,
                position: vec![
                    motion
                        .q
                        .iter()
                        .map(|q| q + noise * random.normal())
                        .collect(),
                ],
                input: vec![input.clone()],
                bridged: Vec::new(),
                clock: None,
            };
            let options = FitOptions {
                intervals: vec![0.5, 8.0],
                hold: Hold::Linear,
                ..FitOptions::default()
            };
            let found = fit(&begun, &[experiment], &all, &options, &mut |_, _| {}).expect("a fit");
            assert_eq!(found.ending, Ending::Converged);
            for (p, free) in found.parameters.iter().zip(&all) {
                let (truth, std) = (free.of(&machine), p.std_white.expect("determined"));
                println!("{} {} {truth} ± {std}", p.name, p.value);
                let allowed = match noise > 0.0 {
                    true => 3.0 * std,
                    false => 1e-3 * truth.abs(),
                };
                assert!((p.value - truth).abs() < allowed, "{} {}", p.name, p.value);
            }
        }
    }
}
