//! The experiment of Brewer and Gibson (1985) by simulation: the shoulder of a PUMA, all other joints locked.
//!
//! Measurements are made of their equation 2.3 by an integration of its own; the laboratory's machine fits them.

use armwright_lab::output_error::{
    Ending, Experiment, Fit, FitOptions, Free, InitialState, fit, free, sensitivity,
};
use armwright_lab::random::Random;
use armwright_lab::simulation::{
    Electric, FrictionLaw, Grid, Hold, Machine, Marched, Sampled, Settings, Start, march,
};
use armwright_robots::puma_shoulder;
use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

/// Samples, and their rate in Hz: theirs.
const SAMPLES: usize = 512;
const RATE: f64 = 30.0;
/// Their back electromotive force, V·s/rad.
const BACK_EMF: f64 = 1.5;
/// Distance of the joint from the origin of its body, m: torque is `Lzz + 2 l mx`, `l` half of this.
const TWICE: f64 = 0.8636;

/// Friction over inertia at a velocity.
type Friction<'a> = &'a dyn Fn(f64) -> f64;

/// The motion of equation 2.3 from rest upright, under a voltage that turns where the arm has gone 90 degrees, held between
/// samples: voltages, angles and velocities.
fn experiment(alpha: f64, beta: f64, friction: Friction<'_>) -> [Vec<f64>; 3] {
    let (mut angle, mut speed, mut voltage) = (0.0f64, 0.0f64, 1.2f64);
    let [mut voltages, mut angles, mut speeds] = [const { Vec::new() }; 3];
    let fine = 400;
    let h = 1.0 / (RATE * f64::from(fine));
    for _ in 0..SAMPLES {
        if angle * voltage.signum() > 1.5 {
            voltage = -voltage;
        }
        voltages.push(voltage);
        angles.push(angle);
        speeds.push(speed);
        let pull = |q: f64, v: f64| alpha * q.sin() - friction(v) + beta * voltage;
        for _ in 0..fine {
            let (k1, l1) = (speed, pull(angle, speed));
            let (k2, l2) = (
                speed + 0.5 * h * l1,
                pull(angle + 0.5 * h * k1, speed + 0.5 * h * l1),
            );
            let (k3, l3) = (
                speed + 0.5 * h * l2,
                pull(angle + 0.5 * h * k2, speed + 0.5 * h * l2),
            );
            let (k4, l4) = (speed + h * l3, pull(angle + h * k3, speed + h * l3));
            angle += h * (k1 + 2.0 * (k2 + k3) + k4) / 6.0;
            speed += h * (l1 + 2.0 * (l2 + l3) + l4) / 6.0;
        }
    }
    [voltages, angles, speeds]
}

/// What was measured, with noise of the angle (rad).
fn measured(data: &[Vec<f64>; 3], noise: f64, seed: u64) -> Experiment {
    let mut random = Random::new(seed);
    // The robot's joint is at a right angle where the arm is upright.
    let angle = |q: &f64| q + std::f64::consts::FRAC_PI_2 + noise * random.normal();
    Experiment {
        name: "shoulder".to_owned(),
        rate: RATE,
        start: 0.0,
        position: vec![data[1].iter().map(angle).collect()],
        input: vec![data[0].clone()],
        bridged: Vec::new(),
        clock: None,
    }
}

/// The shoulder with α, β and these laws of friction, their values over the inertia.
fn shoulder(alpha: f64, beta: f64, laws: &[(FrictionLaw, f64)]) -> (Machine<'static>, Vec<Free>) {
    let robot = &puma_shoulder::ROBOT;
    let model = robot.model();
    let mut theta = vec![0.0; model.parameters.len()];
    let mut set = |name: &str, value: f64| {
        let place = model.parameters.iter().position(|p| p.name == name);
        theta[place.expect("a parameter")] = value;
    };
    let inertia = 1.0 / beta;
    let moment = alpha * inertia / 9.81;
    set("mx_2", moment);
    set("Lzz_2", inertia - TWICE * moment);
    let kinds: Vec<FrictionLaw> = laws.iter().map(|(law, _)| *law).collect();
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&kinds);
    let names: Vec<String> = kinds
        .iter()
        .map(|law| format!("{}_2", law.symbol()))
        .collect();
    let names = [vec!["mx_2".to_owned(), "Lzz_2".to_owned()], names].concat();
    let all = free(&machine, &names).expect("names");
    for (free, (_, value)) in all[2..].iter().zip(laws) {
        free.set(&mut machine, value * inertia);
    }
    (machine, all)
}

/// α, β and friction over inertia of what was found.
fn normalised(values: &[f64]) -> Vec<f64> {
    let inertia = values[1] + TWICE * values[0];
    let mut found = vec![9.81 * values[0] / inertia, inertia.recip()];
    found.extend(values[2..].iter().map(|c| c / inertia));
    found
}

fn values(fit: &Fit) -> Vec<f64> {
    fit.parameters.iter().map(|p| p.value).collect()
}

fn fitted(machine: &Machine<'_>, experiment: &Experiment, free: &[Free]) -> Fit {
    fitted_by(FitOptions::default(), machine, experiment, free)
}

/// The same from near by: all of it at once, and what the machine may lack is not asked.
fn fitted_near(machine: &Machine<'_>, experiment: &Experiment, free: &[Free]) -> Fit {
    let options = FitOptions {
        intervals: vec![f64::INFINITY],
        lacks: false,
        ..FitOptions::default()
    };
    fitted_by(options, machine, experiment, free)
}

fn fitted_by(
    options: FitOptions,
    machine: &Machine<'_>,
    experiment: &Experiment,
    free: &[Free],
) -> Fit {
    let experiments = std::slice::from_ref(experiment);
    let options = FitOptions {
        iterations: 100,
        ..options
    };
    fit(machine, experiments, free, &options, &mut |_, _| {}).expect("a fit")
}

/// Recordings whose noise differs.
const SEEDS: u64 = 10;

const LINEAR: [FrictionLaw; 1] = [FrictionLaw::Viscous];
const QUADRATIC: [FrictionLaw; 2] = [FrictionLaw::Viscous, FrictionLaw::Quadratic];
const DIRECTIONS: [FrictionLaw; 2] = [FrictionLaw::ViscousPositive, FrictionLaw::ViscousNegative];

/// Their starting values for the desensitised model (Table 2).
fn begun(laws: &[FrictionLaw]) -> (Machine<'static>, Vec<Free>) {
    let start = |law: &FrictionLaw| match law {
        FrictionLaw::Quadratic => 0.0,
        _ => 35.0,
    };
    let laws: Vec<_> = laws.iter().map(|law| (*law, start(law))).collect();
    shoulder(12.0, 20.0, &laws)
}

fn by_direction(v: f64) -> f64 {
    if v > 0.0 { 34.72 * v } else { 36.00 * v }
}

/// Each model of friction finds the truth in data of its own kind: to a thousandth without noise, with noise as its deviations say.
#[test]
fn every_friction_model_returns_its_truth() {
    let linear = |v: f64| 32.67 * v;
    let quadratic = |v: f64| 24.07 * v + 14.81 * v * v.abs();
    let mut off = Vec::new();
    let kinds: [(&[FrictionLaw], Friction<'_>, &[f64]); 3] = [
        (&LINEAR, &linear, &[13.39, 21.01, 32.67]),
        (&QUADRATIC, &quadratic, &[20.23, 26.17, 24.07, 14.81]),
        (&DIRECTIONS, &by_direction, &[12.05, 21.42, 34.72, 36.00]),
    ];
    for (laws, friction, truth) in kinds {
        let data = experiment(truth[0], truth[1], friction);
        let far = data[1].iter().fold(0.0f64, |most, q| most.max(q.abs()));
        assert!(
            (1.4..1.8).contains(&far),
            "it swings through 90 degrees: {far}"
        );
        let (mut machine, free) = begun(laws);
        let clean = fitted(&machine, &measured(&data, 0.0, 1), &free);
        let found = normalised(&values(&clean));
        println!(
            "{laws:?}: {found:?} after {} iterations",
            clean.iterates.len()
        );
        for (found, truth) in found.iter().zip(truth) {
            assert!((found / truth - 1.0).abs() < 1e-3, "{found} {truth}");
        }
        // What noise does to a minimum does not depend on where the search for it begins.
        for (free, p) in free.iter().zip(&clean.parameters) {
            free.set(&mut machine, 0.9 * p.value);
        }
        // Three deviations, in the machine's own parameters.
        let of_truth: Vec<_> = laws
            .iter()
            .copied()
            .zip(truth[2..].iter().copied())
            .collect();
        let (true_machine, all) = shoulder(truth[0], truth[1], &of_truth);
        for seed in 1..=SEEDS {
            let experiment = measured(&data, 2e-3, seed);
            let noisy = fitted_near(&machine, &experiment, &free);
            assert_eq!(noisy.ending, Ending::Converged);
            for (p, free) in noisy.parameters.iter().zip(&all) {
                let (std, truth) = (p.std_white.expect("determined"), free.of(&true_machine));
                off.push((p.value - truth) / std);
            }
            assert!(
                (noisy.joints[0].rmse / 2e-3 - 1.0).abs() < 0.1,
                "{:?}",
                noisy.joints[0].rmse
            );
        }
    }
    // Of 110 normal numbers 0.3 are beyond three deviations; three of them are once in 270 times.
    let beyond = off.iter().filter(|z| z.abs() > 3.0).count();
    let square = off.iter().map(|z| z * z).sum::<f64>() / off.len() as f64;
    println!(
        "{} deviations: {beyond} beyond three, mean square {square:.2}",
        off.len()
    );
    assert!(beyond <= 2, "{off:.2?}");
    // Those of one recording go together, and noise is that of ten recordings: about 30 numbers, whose mean square strays by 0.26.
    assert!((0.3..1.8).contains(&square), "{square} {off:.2?}");
}

/// From their starting values the straight search of about a third of all recordings ends in a valley of little inertia, at twenty times the
/// noise: of these two that of the second.
#[test]
fn no_noise_keeps_the_search_from_the_truth() {
    let data = experiment(12.05, 21.42, &by_direction);
    let (machine, free) = begun(&DIRECTIONS);
    for seed in [104, 105] {
        let left = fitted(&machine, &measured(&data, 2e-3, seed), &free).joints[0].rmse;
        assert!((left / 2e-3 - 1.0).abs() < 0.1, "{seed}: {left}");
    }
}

/// Costs of the three models on direction-dependent data stand in the order of their Table 2: linear, quadratic, by direction.
#[test]
fn costs_rank_as_in_their_table_2() {
    let data = experiment(12.05, 21.42, &by_direction);
    let experiment = measured(&data, 5e-3, 7).between(1.67, 15.0);
    let costs = [&LINEAR[..], &QUADRATIC, &DIRECTIONS].map(|laws| {
        let (machine, free) = begun(laws);
        let fit = fitted(&machine, &experiment, &free);
        println!("{laws:?} {:?} {}", normalised(&values(&fit)), fit.cost);
        fit.cost
    });
    assert!(costs[0] > costs[1] && costs[1] > costs[2], "{costs:?}");
}

/// The voltage as an input with the back electromotive force known is the same model: friction has `k β` less (their equation 5.2).
#[test]
fn the_desensitised_model_is_a_motor_with_back_emf() {
    let data = experiment(12.05, 21.42, &by_direction);
    let laws = DIRECTIONS.map(|law| (law, 3.0));
    let (machine, free) = shoulder(12.0, 20.0, &laws);
    let drive = Electric {
        back_emf: BACK_EMF,
        ..Electric::default()
    };
    let machine = machine.with_drives(&[drive]).expect("a drive");
    let found = normalised(&values(&fitted(&machine, &measured(&data, 0.0, 1), &free)));
    let truth = [
        12.05,
        21.42,
        34.72 - BACK_EMF * 21.42,
        36.0 - BACK_EMF * 21.42,
    ];
    for (found, truth) in found.iter().zip(truth) {
        assert!(
            (found - truth).abs() < 1e-3 * truth.abs().max(10.0),
            "{found} {truth}"
        );
    }
}

/// Their figures 7 to 10: under the current the motion is far more sensitive, almost chaotically so, than under the voltage.
#[test]
fn the_torque_model_is_the_more_sensitive() {
    let data = experiment(12.05, 21.42, &by_direction);
    let mut experiment = measured(&data, 0.0, 1);
    let both = [false, true].map(|is_current| {
        let less = if is_current { BACK_EMF * 21.42 } else { 0.0 };
        let laws = [34.72, 36.0].map(|c| c - less);
        let laws = [(DIRECTIONS[0], laws[0]), (DIRECTIONS[1], laws[1])];
        let (machine, free) = shoulder(12.05, 21.42, &laws);
        if is_current {
            let currents = data[0].iter().zip(&data[2]).map(|(v, w)| v - BACK_EMF * w);
            experiment.input = vec![currents.collect()];
        }
        let start = Start::at_rest(&[std::f64::consts::FRAC_PI_2]);
        let settings = Settings::default();
        let cut = experiment.between(0.0, 6.0);
        sensitivity(&machine, &cut, &free, &start, Hold::Linear, &settings).expect("a motion")
    });
    let [voltage, current] = &both;
    println!("{:?}\n{:?}", voltage.growth.largest, current.growth.largest);
    println!(
        "{:?}\n{:?}",
        voltage.growth.exponent, current.growth.exponent
    );
    assert!(!voltage.growth.is_nearly_chaotic && voltage.warnings.is_empty());
    assert!(current.growth.is_nearly_chaotic, "{:?}", current.growth);
    assert!(
        current.warnings[0].contains("depends strongly on its beginning"),
        "{:?}",
        current.warnings
    );
    let friction = |of: &armwright_lab::output_error::Sensitivity| {
        let curve = of
            .curves
            .iter()
            .find(|c| c.name == "fvp_2")
            .expect("friction");
        curve.largest[0] / curve.change
    };
    assert!(friction(current) > 5.0 * friction(voltage));
}

/// The same arm under a current that a controller with a rate of its own holds between samples: angles, currents.
fn by_current(friction: [f64; 2]) -> Experiment {
    let (alpha, beta) = (12.05, 21.42);
    let (mut angle, mut speed, mut voltage) = (0.0f64, 0.0f64, 1.2f64);
    let (mut currents, mut angles) = (Vec::new(), Vec::new());
    let fine = 400;
    let h = 1.0 / (RATE * f64::from(fine));
    for _ in 0..SAMPLES / 2 {
        if angle * voltage.signum() > 1.5 {
            voltage = -voltage;
        }
        let current = voltage - 0.7 * BACK_EMF * speed;
        currents.push(current);
        angles.push(angle);
        let pull = |q: f64, v: f64| {
            let c = if v > 0.0 { friction[0] } else { friction[1] };
            alpha * q.sin() - c * v + beta * current
        };
        for _ in 0..fine {
            // Velocity Verlet with the force at the middle: of second order, with steps of a twelve-thousandth of a second.
            let middle = speed + 0.5 * h * pull(angle, speed);
            let change = h * pull(angle + 0.5 * h * speed, middle);
            angle += h * (speed + 0.5 * change);
            speed += change;
        }
    }
    measured(&[currents, angles, Vec::new()], 1e-4, 3)
}

/// Under the current the motion is too sensitive for a fit of all of it from their starting values (their Table 1); short intervals
/// first find the truth.
#[test]
fn intervals_make_a_sensitive_fit_converge() {
    let experiment = by_current([2.59, 3.87]);
    let (machine, free) = shoulder(13.39, 21.0, &DIRECTIONS.map(|law| (law, 1.17)));
    let options = FitOptions {
        intervals: vec![0.5, 1.0, 2.0],
        state: InitialState::Free,
        ..FitOptions::default()
    };
    let found = fit(&machine, &[experiment], &free, &options, &mut |_, _| {}).expect("a fit");
    let values = normalised(&values(&found));
    assert_eq!(found.ending, Ending::Converged);
    for (value, truth) in values.iter().zip([12.05, 21.42, 2.59, 3.87]) {
        assert!((value / truth - 1.0).abs() < 0.02, "{values:?}");
    }
}

/// Intervals that are joined are one motion: simulated all at once from its beginning it leaves the same residuals, and deviations are those of
/// that motion's derivatives. No fit of all of it finds that straight from where they begin; by longer and longer intervals it does.
#[test]
fn joined_intervals_are_one_motion() {
    let experiment = by_current([2.59, 3.87]);
    let (mut machine, free) = shoulder(13.39, 21.0, &DIRECTIONS.map(|law| (law, 1.17)));
    let experiments = std::slice::from_ref(&experiment);
    let mut options = FitOptions {
        intervals: vec![0.5, 1.0],
        continuity: true,
        ..FitOptions::default()
    };
    let joined = fit(&machine, experiments, &free, &options, &mut |_, _| {}).expect("a fit");
    assert_eq!((joined.ending, joined.intervals), (Ending::Converged, 9));
    let gap = joined.gap.expect("intervals");
    assert!(gap < 1e-8, "{gap}");
    let [far, whole] = [vec![f64::INFINITY], Vec::new()].map(|intervals| {
        (options.intervals, options.continuity) = (intervals, false);
        let found = fit(&machine, experiments, &free, &options, &mut |_, _| {});
        found.map_or(f64::INFINITY, |fit| fit.cost)
    });
    assert!((whole / joined.cost - 1.0).abs() < 0.01, "{whole}");
    for (free, p) in free.iter().zip(&joined.parameters) {
        free.set(&mut machine, p.value);
    }
    let grid = Grid {
        start: experiment.start,
        rate: experiment.rate,
        samples: experiment.samples(),
    };
    let input = Sampled {
        start: experiment.start,
        rate: experiment.rate,
        columns: experiment.input.clone(),
        hold: Hold::Last,
    };
    let directions: Vec<_> = free.iter().map(|free| free.direction).collect();
    let (mut squares, mut normal) = (0.0, DMatrix::zeros(6, 6));
    let settings = options.settings;
    let mut show = |k: usize, here: &Marched<'_>| {
        squares += (here.position()[0] - experiment.position[0][k]).powi(2);
        // The joint of the shoulder moves the second body: a state has two numbers.
        let row = DVector::from_fn(6, |column, _| here.column(column)[0]);
        normal += &row * row.transpose();
    };
    let start = &joined.beginnings[0].state;
    let marched = march(
        &machine,
        &input,
        start,
        &grid,
        &settings,
        &directions,
        true,
        &mut show,
    );
    assert_eq!(marched.expect("a motion").1, None);
    println!("{} {squares} {far}, gap {gap:e}", joined.cost);
    assert!((squares / joined.cost - 1.0).abs() < 0.01 && far > 100.0 * squares);
    let variance = squares / (grid.samples - 6) as f64;
    let scale = normal.diagonal().map(f64::sqrt);
    let scaled = DMatrix::from_fn(6, 6, |i, k| normal[(i, k)] / (scale[i] * scale[k]));
    let inverse = scaled.try_inverse().expect("determined");
    let (truth, all) = shoulder(
        12.05,
        21.42,
        &[(DIRECTIONS[0], 2.59), (DIRECTIONS[1], 3.87)],
    );
    for (k, p) in joined.parameters.iter().enumerate() {
        let wanted = (variance * inverse[(k, k)]).sqrt() / scale[k];
        let (std, off) = (
            p.std_white.expect("determined"),
            p.value - all[k].of(&truth),
        );
        println!("{} {off:e}, {std:e} {wanted:e}", p.name);
        assert!((std / wanted - 1.0).abs() < 0.03, "{std} {wanted}");
        assert!(off.abs() < 3.0 * std, "{off} {std}");
    }
}
