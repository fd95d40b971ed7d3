//! Several recordings of one robot say together what their concatenated equations say.

use crate::specimen::ROBOT;
use armwright_lab::estimate::{Method, estimate};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::motion::Motion;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::regression::Equations;
use armwright_lab::regression::Observation;
use armwright_runtime::{Robot, Side};
use nalgebra::DMatrix;

/// A conditioned recording: filters run within it and know nothing of others.
fn motion(seed: u64, seconds: f64) -> Motion {
    let model = ROBOT.model();
    let mut random = Random::new(seed);
    let motion = designed(model, 10.0, seconds, &mut random);
    let (theta, sensors) = (nominal(model), Sensors::default());
    let recording = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random)
        .and_then(|simulated| simulated.recording())
        .expect("a recording");
    Motion::of(recording, &ProcessingOptions::default(), model).expect("conditioned")
}

/// `[K y]ᵀ [K y]` of each row's factor, columns scaled to unit norm.
fn gram(observation: &Observation) -> Vec<DMatrix<f64>> {
    let of_row = |factor: &armwright_lab::regression::Factor| {
        let (r, z, outside) = factor.parts();
        let n = r.ncols();
        let all = DMatrix::from_fn(n + 1, n + 1, |i, j| match (i, j) {
            (i, j) if i < n && j < n => r[(i, j)],
            (i, _) if i < n => z[i],
            (_, j) if j < n => 0.0,
            _ => outside,
        });
        let norms: Vec<f64> = all.column_iter().map(|c| c.norm().max(1e-300)).collect();
        let gram = all.transpose() * &all;
        DMatrix::from_fn(n + 1, n + 1, |i, j| gram[(i, j)] / (norms[i] * norms[j]))
    };
    observation.factors().iter().map(of_row).collect()
}

#[test]
fn partial_factors_merge_to_that_of_the_concatenation() {
    let motions = [motion(1, 12.0), motion(2, 20.0), motion(3, 31.0)];
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let observe = |motions: &[Motion]| {
        let observation = equations.observe(motions, &mut |_| {});
        observation.expect("observed")
    };
    let whole = observe(&motions);
    let partial = [&motions[2..], &motions[..1], &motions[1..2]];
    let merged = Observation::of(
        partial
            .map(|some| observe(some).factors().to_vec())
            .to_vec(),
    );
    assert_eq!(merged.equations(), whole.equations());
    for (one, other) in gram(&merged).iter().zip(&gram(&whole)) {
        assert!((one - other).amax() < 1e-12, "{}", (one - other).amax());
    }
    let estimated = |observation| {
        let found = estimate(observation, ROBOT.model(), &Method::Wls.into());
        found.expect("an estimate")
    };
    let (one, other) = (estimated(&merged), estimated(&whole));
    for (j, (a, b)) in one.beta.iter().zip(&other.beta).enumerate() {
        // In units of what noise leaves uncertain, which no rounding may reach.
        let deviation = other.spectrum.inverse.row(j).norm();
        assert!((a - b).abs() < 1e-9 * deviation, "{a} for {b}");
    }
}
