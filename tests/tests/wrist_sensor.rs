//! A sensor of six channels whose zeros are not known: the offsets of all of them, and a load behind it.
//!
//! `ARMWRIGHT_LOADS=100` makes so many recordings of each kind, and prints coverage and bias.

use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::loads::{Arm, LoadOptions, identify_load};
use armwright_lab::parameters::{base_matrix, standard};
use armwright_lab::recording::Recording;
use armwright_lab::together::{Offsets, TogetherOptions, Weighed, identify_together};
use armwright_runtime::{Inertial, ParameterKind, Robot};
use armwright_tests::sensed::SENSED;
use nalgebra::DVector;

const BODY: &str = "hand";
/// Mass, centre and inertia about it, in the frame of the hand.
const LOAD: [f64; 10] = [
    2.5, 0.03, -0.02, 0.15, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];
const WITHIN: f64 = 1.959_964;

fn robot() -> &'static dyn Robot {
    let mut all = SENSED.iter();
    let found = all.find(|(robot, _)| robot.model().name == "sensed_gantry");
    found.expect("a robot").0
}

fn runs() -> u64 {
    let asked = std::env::var("ARMWRIGHT_LOADS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(16)
}

/// Parameters of bodies of a kilogram or so, with a share of the load on the hand.
fn theta(share: f64) -> Vec<f64> {
    let model = robot().model();
    let hand = model
        .bodies
        .iter()
        .position(|body| *body == BODY)
        .expect("a hand");
    let value = |parameter: &armwright_runtime::Parameter| match parameter.kind {
        ParameterKind::Inertial { body, component } => {
            let own = standard([1.5, 0.05, 0.02, 0.1, 0.02, 0.0, 0.001, 0.03, 0.002, 0.01]);
            let load = if body == hand { share } else { 0.0 };
            own[component.at()] + load * standard(LOAD)[component.at()]
        }
        _ => 0.3,
    };
    model.parameters.iter().map(value).collect()
}

/// What the sensor shows where nothing acts: of the first row, 1, and so on.
fn offset(row: usize) -> f64 {
    1.0 + row as f64
}

fn recorded(share: f64, random: &mut Random) -> Recording {
    recorded_with(share, offset, random)
}

/// With other zeros of the channels.
fn recorded_with(share: f64, zero: impl Fn(usize) -> f64, random: &mut Random) -> Recording {
    let motion = designed(robot().model(), 8.0, 12.0, random);
    let sensors = Sensors {
        torque_noise: 0.02,
        encoder: None,
        ..Sensors::default()
    };
    let made = simulate(robot(), &theta(share), &motion, 200.0, &sensors, random);
    let mut made: Simulated<'_> = made.expect("a motion");
    for (row, column) in made.measured.iter_mut().enumerate() {
        column.iter_mut().for_each(|x| *x += zero(row));
    }
    made.recording().expect("a recording")
}

fn errors_of_offsets(weighed: &[Weighed]) -> Vec<f64> {
    let rows = robot().model().measured.len();
    let each = weighed.iter().enumerate().map(|(k, row)| {
        let (found, std) = row.offset.zip(row.offset_std).expect("an offset");
        (found - offset(k % rows)) / std
    });
    each.collect()
}

/// The share of errors within 95 %, and their mean in deviations of the mean.
fn judged(what: &str, errors: &[f64]) {
    let count = errors.len() as f64;
    let share = errors.iter().filter(|e| e.abs() < WITHIN).count() as f64 / count;
    let mean = errors.iter().sum::<f64>() / count;
    println!("{what}: coverage {share:.3}, mean error {mean:.3} deviations, {count} values");
    let few = if runs() < 100 { 0.08 } else { 0.02 };
    assert!((0.95 - few..0.97 + few).contains(&share), "{what} {share}");
    assert!(mean.abs() < 0.3, "{what} {mean}");
}

#[test]
fn offsets_of_all_channels_are_found() {
    let truth = base_matrix(robot().model()) * DVector::from_vec(theta(0.0));
    let (mut offsets, mut parameters) = (Vec::new(), Vec::new());
    for seed in 0..runs() {
        let recording = recorded(0.0, &mut Random::new(40 + seed));
        let options = TogetherOptions {
            offsets: Offsets::Each,
            ..TogetherOptions::default()
        };
        let found = identify_together(robot(), vec![recording], &options).expect("parameters");
        offsets.extend(errors_of_offsets(&found.weighed));
        let values = found.parameters.iter().zip(&truth);
        parameters.extend(values.filter_map(|(p, truth)| Some((p.value? - truth) / p.std?)));
    }
    assert_eq!(
        offsets.len() as u64,
        runs() * robot().model().measured.len() as u64
    );
    judged("offsets", &offsets);
    judged("parameters", &parameters);
}

#[test]
fn a_load_behind_a_sensor_with_offsets_is_found() {
    let mut errors = Vec::new();
    for seed in 0..runs() {
        let mut random = Random::new(90 + seed);
        let empty = vec![recorded(0.0, &mut random)];
        let loaded = vec![recorded(1.0, &mut random)];
        let options = LoadOptions {
            offsets: Offsets::Common,
            ..LoadOptions::default()
        };
        let found = identify_load(robot(), Arm::Recordings(empty), loaded, BODY, &options);
        let found = found.expect("a load");
        for (value, truth) in found.physical.iter().zip(LOAD) {
            let (found, std) = value.value.zip(value.std).expect("all ten");
            errors.push((found - truth) / std);
        }
    }
    assert_eq!(errors.len() as u64, runs() * Inertial::ALL.len() as u64);
    judged("load", &errors);
}

/// Zeros that nobody asked for are told, channel by channel, and none where there are none.
#[test]
fn zeros_of_channels_are_told() {
    let channels = robot().model().measured.len();
    for seed in 0..4 {
        let mut random = Random::new(140 + seed);
        let empty = recorded_with(0.0, |_| 0.0, &mut random);
        let of = |row: usize| if row == 2 { 1.5 } else { 0.0 };
        let loaded = [
            recorded_with(1.0, |_| 0.0, &mut random),
            recorded_with(1.0, of, &mut random),
        ];
        for (loaded, told) in loaded.into_iter().zip([0, 1]) {
            let arm = Arm::Recordings(vec![empty.clone()]);
            let options = LoadOptions::default();
            let found = identify_load(robot(), arm, vec![loaded], BODY, &options).expect("a load");
            assert_eq!(found.zeros.len(), told, "{:?}", found.zeros);
            assert_eq!(found.warnings.len(), told, "{:?}", found.warnings);
            for zero in &found.zeros {
                assert_eq!(zero.row, robot().model().measured[2].name);
                assert!(zero.recording.is_some(), "{zero:?}");
                assert!((zero.value - 1.5).abs() < 4.0 * zero.std, "{zero:?}");
            }
        }
        let options = TogetherOptions::default();
        let alone = vec![recorded(0.0, &mut random)];
        let found = identify_together(robot(), alone, &options).expect("values");
        assert_eq!(found.zeros.len(), channels, "{:?}", found.zeros);
        for zero in &found.zeros {
            let names = robot().model().measured.iter();
            let row = names.into_iter().position(|row| row.name == zero.row);
            let error = zero.value - offset(row.expect("a channel"));
            assert!(
                error.abs() < 4.0 * zero.std && zero.recording.is_none(),
                "{zero:?}"
            );
        }
    }
}
