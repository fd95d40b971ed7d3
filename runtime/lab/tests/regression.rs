//! The one pass through recordings, again with weights and with instruments.

use crate::specimen::ROBOT;
use armwright_lab::estimate::{Estimate, Method, estimate, instrumental_variables};
use armwright_lab::experiment::{Sensors, best_designed, simulate};
use armwright_lab::identify::joint_side;
use armwright_lab::motion::Motion;
use armwright_lab::options::{Cutoff, List, ProcessingOptions};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::random::Random;
use armwright_lab::recording::Recording;
use armwright_lab::regression::{Equations, Observation, Series};
use armwright_runtime::{Robot, Side};
use nalgebra::DVector;

/// The same motion as sensors of some noise record it.
fn recorded(sensors: &Sensors) -> Recording {
    let model = ROBOT.model();
    let mut random = Random::new(11);
    let motion = best_designed(&ROBOT, 20.0, &mut random).expect("a motion");
    let simulated = simulate(
        &ROBOT,
        &nominal(model),
        &motion,
        500.0,
        sensors,
        &mut random,
    );
    simulated.and_then(|s| s.recording()).expect("a recording")
}

fn conditioned(recording: Recording, options: &ProcessingOptions) -> Vec<Motion> {
    vec![Motion::of(recording, options, ROBOT.model()).expect("a motion")]
}

fn equations() -> Equations<'static> {
    Equations::of(&ROBOT, Side::Motor).expect("equations")
}

fn least_squares(observation: &Observation) -> Estimate {
    estimate(observation, ROBOT.model(), &Method::Ols.into()).expect("an estimate")
}

/// How far parameters are from the true ones, as a share.
fn error(beta: &[f64]) -> f64 {
    let model = ROBOT.model();
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    (DVector::from_row_slice(beta) - &truth).norm() / truth.norm()
}

#[test]
fn outliers_lose_their_weight_when_equations_are_weighed_again() {
    let mut recording = recorded(&Sensors::default());
    for torque in recording.torque.iter_mut().flatten() {
        // A burst that no decimation takes for noise.
        torque[3000..3200].iter_mut().for_each(|tau| *tau += 500.0);
    }
    let motions = conditioned(recording, &ProcessingOptions::default());
    let equations = equations();
    let observe = |beta: Option<&[f64]>| {
        let mut weight = |sample: &armwright_lab::regression::Sample<'_>, row: usize| {
            let Some(beta) = beta else { return 1.0 };
            let predicted: f64 = sample.row(row).map(|(k, x)| x * beta[k]).sum();
            (1.0 + (sample.torque[row] - predicted).powi(2) / 0.01).recip()
        };
        let observation = equations.observe_weighted(&motions, &mut weight, &mut |_| {});
        least_squares(&observation.expect("an observation")).beta
    };
    let plain = observe(None);
    let mut again = plain.clone();
    for _ in 0..20 {
        again = observe(Some(&again));
    }
    assert!(
        error(&plain) > 20.0 * error(&again),
        "{} {}",
        error(&plain),
        error(&again)
    );
}

#[test]
fn instruments_remove_the_bias_of_noisy_positions() {
    let noisy = Sensors {
        position_noise: 5e-3,
        torque_noise: 0.0,
        ..Sensors::default()
    };
    // Both filtered alike, and so little that noise remains.
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(40.0)),
        trim: Some(200),
        ..ProcessingOptions::default()
    };
    let motions = conditioned(recorded(&noisy), &options);
    let quiet = conditioned(recorded(&Sensors::default()), &options);
    let equations = equations();
    let plain = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let instrumented = equations.observe_instrumented(&motions, &quiet, &mut |_| {});
    let instrumented = instrumental_variables(&instrumented.expect("an observation"));
    let plain = error(&least_squares(&plain).beta);
    assert!(
        plain > 3.0 * error(&instrumented),
        "{plain} {}",
        error(&instrumented)
    );
}

/// Of a hole only what decimation fills mostly with measured samples counts.
#[test]
fn samples_within_a_hole_do_not_count() {
    let mut recording = recorded(&Sensors::default());
    let hole = 5000..5060;
    recording.bridged = (0..recording.samples())
        .map(|k| hole.contains(&k))
        .collect();
    let middle = recording.start + 5030.0 / recording.rate;
    let samples = recording.samples();
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![10])),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        ..ProcessingOptions::default()
    };
    let motions = conditioned(recording, &options);
    let share = 1.0 - 60.0 / samples as f64;
    assert!((motions[0].measured_share() - share).abs() < 1e-12);
    let equations = equations();
    let beta = vec![0.0; ROBOT.model().base.len()];
    let series = equations.predict(&motions[0], &beta, &mut |_| {});
    let series = series.expect("a prediction");
    for (time, kept) in series.time.iter().zip(&series.kept[0]) {
        // Half of the hole, and the length of the filter beside it.
        match (time - middle).abs() * 500.0 {
            near if near < 25.0 => assert!(!kept, "{time}"),
            far if far > 100.0 => assert!(kept, "{time}"),
            _ => {}
        }
    }
}

/// A joint's torque is made of those of its motors, and counts where all of them do.
#[test]
fn a_joint_counts_where_all_of_its_motors_do() {
    let equations = equations();
    let mut rows = Series::new("rows", 2, 100.0);
    rows.time = vec![0.0, 0.01];
    rows.measured = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    rows.predicted = vec![vec![0.0; 2], vec![0.0; 2]];
    rows.kept = vec![vec![true, true], vec![false, true]];
    let joints = joint_side(&equations, &rows);
    // Both motors move the first joint, the second alone the second: τ = Gᵀ τ_m.
    assert_eq!(joints.kept, [[false, true], [false, true]]);
    let [a, b] = [50.0 * 1.0 + 30.0 * 3.0, 50.0 * 2.0 + 30.0 * 4.0];
    assert_eq!(joints.measured, [[a, b], [40.0 * 3.0, 40.0 * 4.0]]);
    rows.kept = vec![vec![false, true], vec![true, true]];
    assert_eq!(
        joint_side(&equations, &rows).kept,
        [[false, true], [true, true]]
    );
}
