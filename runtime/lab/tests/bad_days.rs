//! Recordings that identify nothing, or something wrong: every estimator refuses, or does not call its answer sound.

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::identify;
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::Recording;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;
use nalgebra::DVector;

fn recording(seed: u64, duration: f64, noise: f64) -> Recording {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let motion = designed(model, 5.0, duration, &mut random);
    let sensors = Sensors {
        torque_noise: noise,
        ..Sensors::default()
    };
    let simulated = simulate(
        &ROBOT,
        &nominal(model),
        &motion,
        200.0,
        &sensors,
        &mut random,
    );
    simulated
        .expect("a simulation")
        .recording()
        .expect("a recording")
}

/// Verdicts of every estimator that answers, with its base parameters in units of their nominal values' size.
fn each(
    name: &str,
    spoil: impl Fn(&mut Recording),
    duration: f64,
    noise: f64,
    check: impl Fn(Method, Grade, &[f64]),
) {
    let spoiled = |seed| {
        let mut recording = recording(seed, duration, noise);
        spoil(&mut recording);
        recording
    };
    let dataset = Dataset {
        training: vec![spoiled(1)],
        validation: vec![spoiled(2)],
    };
    // Output error takes as long as all others together: asked for, it is tried as well.
    let all = std::env::var_os("ARMWRIGHT_SLOW_METHODS").is_some();
    for method in Method::all().filter(|method| all || method.is_quick()) {
        match identify(&ROBOT, dataset.clone(), &method.into()) {
            Ok(found) => {
                let grade = Judgement::of(ROBOT.model(), &found).grade;
                let beta = found.estimation.base_estimate(ROBOT.model()).beta;
                println!("{name}, {}: {}", method.word(), grade.word());
                check(method, grade, &beta);
            }
            Err(error) => {
                println!("{name}, {}: {error}", method.word());
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

fn torque(recording: &mut Recording) -> &mut Vec<Vec<f64>> {
    recording.torque.as_mut().expect("torques")
}

fn never_sound(name: &'static str, spoil: impl Fn(&mut Recording), duration: f64) {
    each(name, spoil, duration, 0.05, |method, grade, _| {
        assert!(grade != Grade::Sound, "{name}: {} is sound", method.word());
    });
}

#[test]
fn a_joint_that_stands_still() {
    let still = |recording: &mut Recording| {
        let at = recording.position[0][0];
        recording.position[0].fill(at);
    };
    never_sound("standing still", still, 20.0);
}

#[test]
fn everything_stands_still() {
    let still = |recording: &mut Recording| {
        for column in &mut recording.position {
            let at = column[0];
            column.fill(at);
        }
    };
    never_sound("nothing moves", still, 20.0);
}

#[test]
fn fewer_samples_than_parameters() {
    never_sound("few samples", |_| (), 1.0);
    let few = |recording: &mut Recording| {
        for column in recording
            .position
            .iter_mut()
            .chain(recording.torque.iter_mut().flatten())
        {
            column.truncate(5);
        }
    };
    never_sound("five samples", few, 20.0);
}

#[test]
fn what_is_no_number() {
    for value in [f64::NAN, f64::INFINITY] {
        never_sound(
            "a torque",
            |recording| torque(recording)[0][700] = value,
            20.0,
        );
        never_sound(
            "a position",
            |recording| recording.position[1][900] = value,
            20.0,
        );
    }
}

#[test]
fn a_joint_whose_torque_is_dead() {
    never_sound(
        "a dead torque",
        |recording| torque(recording)[1].fill(0.0),
        20.0,
    );
}

/// A row that measured nothing has no noise to weigh it by: it counts like the noisiest, and the others keep their say.
#[test]
fn a_dead_torque_leaves_weights_finite() {
    for method in [Method::Wls, Method::Huber, Method::Momentum] {
        for dead in [0, 1] {
            let mut recording = recording(1, 20.0, 0.05);
            torque(&mut recording)[dead].fill(0.0);
            let found = identify(&ROBOT, recording, &method.into());
            let found =
                found.unwrap_or_else(|error| panic!("{} of {dead}: {error}", method.word()));
            let beta = found.estimation.base_estimate(ROBOT.model()).beta;
            assert!(beta.iter().all(|x| x.is_finite()), "{dead}: {beta:?}");
        }
    }
}

#[test]
fn torques_with_the_wrong_sign() {
    let negated = |recording: &mut Recording| {
        torque(recording)
            .iter_mut()
            .flatten()
            .for_each(|tau| *tau = -*tau);
    };
    never_sound("negated", negated, 20.0);
}

/// Without noise residuals are rounding, and weights of equations without end: answers are right or refused.
#[test]
fn weights_without_end() {
    let truth = base_matrix(ROBOT.model()) * DVector::from_vec(nominal(ROBOT.model()));
    each(
        "exact",
        |_| (),
        20.0,
        0.0,
        |method, grade, beta| {
            let off = (DVector::from_column_slice(beta) - &truth).norm() / truth.norm();
            assert!(
                grade != Grade::Sound || off < 0.02,
                "{}: off by {off}",
                method.word()
            );
        },
    );
}
