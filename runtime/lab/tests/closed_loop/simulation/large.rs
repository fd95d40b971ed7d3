//! Output error of a six-axis robot: 60 parameters, 10 s at 1 kHz. In release:
//! `cargo test --release -p armwright-lab --test library simulation -- --ignored --nocapture sixty`.

use armwright_lab::output_error::{Ending, Experiment, FitOptions, all_free, fit};
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_lab::simulation::{
    FrictionLaw, Grid, Hold, Machine, Sampled, Settings, Start, simulate,
};
use armwright_robots::puma560;
use armwright_runtime::Robot;

const LAWS: [FrictionLaw; 4] = [
    FrictionLaw::CoulombPositive,
    FrictionLaw::CoulombNegative,
    FrictionLaw::ViscousPositive,
    FrictionLaw::ViscousNegative,
];

/// Positions and torques of an arm that a controller with a period of its own leads along sines, torques held between samples.
fn recorded(machine: &Machine<'_>, samples: usize) -> Experiment {
    let n = machine.joints();
    let rate = 1000.0;
    let mut state = Start::at_rest(&vec![0.0; n]);
    let (mut position, mut input) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    // Damping is below the inertia over a sample, also of the wrist, and stiffness moves every joint against its friction.
    let gains = [400.0, 400.0, 150.0, 1.2, 1.2, 0.4];
    let damping = [0.12, 0.12, 0.12, 0.06, 0.06, 0.06];
    for k in 0..samples {
        let t = k as f64 / rate;
        let tau: Vec<f64> = (0..n)
            .map(|i| {
                let (w, phase) = (1.5 + 0.4 * i as f64, 0.3 * i as f64);
                let wanted = 0.9 * ((w * t + phase).sin() - phase.sin());
                gains[i] * (wanted - state.position[i]) - damping[i] * gains[i] * state.velocity[i]
            })
            .collect();
        for i in 0..n {
            position[i].push(state.position[i]);
            input[i].push(tau[i]);
        }
        let held = Sampled {
            start: t,
            rate,
            columns: tau.iter().map(|tau| vec![*tau]).collect(),
            hold: Hold::Last,
        };
        let grid = Grid {
            start: t,
            rate,
            samples: 2,
        };
        let motion = simulate(machine, &held, &state, &grid, &Settings::default());
        let motion = motion.expect("a motion");
        assert!(motion.stop.is_none(), "{:?}", motion.stop);
        state.position.copy_from_slice(&motion.q[n..]);
        state.velocity.copy_from_slice(&motion.qd[n..]);
    }
    Experiment {
        name: "puma560".to_owned(),
        rate,
        start: 0.0,
        position,
        input,
        bridged: Vec::new(),
        clock: None,
    }
}

#[test]
#[ignore = "takes a minute; what it is called with is above"]
fn sixty_parameters_of_six_joints() {
    let robot = &puma560::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut machine = machine.with_friction(&LAWS);
    let all = all_free(&machine);
    for (k, free) in all
        .iter()
        .filter(|free| free.name.starts_with('f'))
        .enumerate()
    {
        let size = [3.0, 3.0, 1.5, 0.05, 0.05, 0.01][k / 4];
        free.set(&mut machine, size * (1.0 + 0.1 * (k % 4) as f64));
    }
    let mut experiment = recorded(&machine, 10_000);
    let mut random = Random::new(5);
    for q in experiment.position.iter_mut().flatten() {
        *q += 1e-5 * random.normal();
    }
    let mut begun = machine.clone();
    for free in &all {
        free.set(
            &mut begun,
            free.of(&machine) * (1.0 + 0.1 * random.normal()),
        );
    }
    let options = FitOptions {
        intervals: vec![0.05, 0.25],
        weightings: 1,
        ..FitOptions::default()
    };
    let begun_at = std::time::Instant::now();
    let mut show = |k: usize, cost: f64| {
        println!(
            "{:6.1} s {k:3} {cost:.6e}",
            begun_at.elapsed().as_secs_f64()
        );
    };
    let found = fit(&begun, &[experiment], &all, &options, &mut show).expect("a fit");
    println!(
        "{:.1} s, {} parameters, {} positions, {} iterations, {} evaluations, condition {:.0}",
        begun_at.elapsed().as_secs_f64(),
        all.len(),
        found.samples,
        found.iterates.len(),
        found.evaluations,
        found.condition
    );
    let mut beyond = 0;
    for (p, free) in found.parameters.iter().zip(&all) {
        let Some(std) = p.std else {
            println!("{} is not determined", p.name);
            continue;
        };
        let off = (p.value - free.of(&machine)) / std;
        beyond += usize::from(off.abs() > 3.0);
    }
    println!("{beyond} beyond three deviations; {:?}", found.warnings);
    // Of sixty normal numbers two are beyond three deviations once in 85 times.
    assert!(beyond <= 1);
    assert_eq!(found.ending, Ending::Converged);
    let worst = found
        .joints
        .iter()
        .map(|joint| joint.rmse)
        .fold(0.0, f64::max);
    assert!(worst < 1.05e-5, "{worst}");
}
