//! Two-step identification of the wrist, as the paper did it: small motions about configurations.

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, configurations, simulate, small_motion};
use armwright_lab::identify::identify;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::two_step::{ElementExcitation, TwoStep, TwoStepError, two_step, windows};
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::Robot;

fn recordings(count: usize, swing: f64, sensors: &Sensors, seed: u64) -> Vec<Recording> {
    let mut random = Random::new(seed);
    let theta = nominal(ROBOT.model());
    configurations(&ROBOT, count, &mut random)
        .expect("the wrist has elements")
        .iter()
        .enumerate()
        .map(|(k, q)| {
            let motion = small_motion(ROBOT.model(), q, swing, 10.0, &mut random);
            let simulated = simulate(&ROBOT, &theta, &motion, 500.0, sensors, &mut random)
                .expect("the wrist moves");
            let mut recording = simulated.recording().expect("its transmission is regular");
            recording.name = format!("configuration {k}");
            recording
        })
        .collect()
}

fn identified(recordings: Vec<Recording>) -> TwoStep {
    let options = ProcessingOptions::default();
    let dataset = Dataset {
        training: recordings.clone(),
        validation: Vec::new(),
    };
    let one_step =
        identify(&ROBOT, dataset, &Method::Wls.into()).expect("small motions excite all");
    let one_step = one_step.estimation.base_estimate(ROBOT.model());
    two_step(&ROBOT, &recordings, &options, &one_step, &mut |_, _| {}).expect("small motions")
}

const PERFECT: Sensors = Sensors {
    encoder: None,
    position_noise: 0.0,
    torque_noise: 0.0,
};

/// The largest error of a coefficient, as a share of its element's largest coefficient.
fn worst(found: &TwoStep, part: &str) -> f64 {
    let mut worst: f64 = 0.0;
    for element in found.elements.iter().filter(|e| e.name.starts_with(part)) {
        let truths = element.terms.iter().map(|t| t.nominal.expect("a truth"));
        let size = truths.fold(0.0, |m: f64, t| m.max(t.abs()));
        for term in &element.terms {
            let error = (term.value - term.nominal.expect("a truth")).abs() / size;
            worst = worst.max(error);
        }
    }
    worst
}

#[test]
fn without_noise_errors_are_those_of_the_swing() {
    let wide = identified(recordings(24, 0.08, &PERFECT, 4));
    let narrow = identified(recordings(24, 0.02, &PERFECT, 4));
    // Elements vary over the swing: what the expansion leaves out falls with its square or faster.
    for (part, bound) in [("g", 1e-4), ("M", 5e-3), ("S", 5e-2)] {
        let (wide, narrow) = (worst(&wide, part), worst(&narrow, part));
        println!("{part}: {wide:.1e} for 0.08 rad, {narrow:.1e} for 0.02 rad");
        assert!(narrow < bound, "{part}: {narrow}");
        assert!(narrow < wide / 3.0, "{part}: {narrow} after {wide}");
    }
    for element in &narrow.elements {
        assert_eq!(element.configurations, 24, "{}", element.name);
        assert_eq!(element.singular_values.len(), element.terms.len());
        assert_ne!(
            element.excitation,
            ElementExcitation::Deficient,
            "{}",
            element.name
        );
    }
    // Beside them the one step, which knows how elements vary.
    for term in narrow.elements.iter().flat_map(|e| &e.terms) {
        let (one, truth) = (term.one_step.unwrap(), term.nominal.unwrap());
        assert!((one - truth).abs() < 1e-3 * (0.1 + truth.abs()), "{term:?}");
    }
}

#[test]
fn with_noise_deviations_cover_the_truth() {
    let sensors = Sensors {
        torque_noise: 0.02,
        ..PERFECT
    };
    let (mut all, mut squares, mut three) = (0.0, 0.0, 0.0);
    for seed in 1..5 {
        let found = identified(recordings(24, 0.05, &sensors, seed));
        for term in found.elements.iter().flat_map(|e| &e.terms) {
            let error = (term.value - term.nominal.unwrap()) / term.std.unwrap();
            all += 1.0;
            squares += error * error;
            three += f64::from(u8::from(error.abs() < 3.0));
        }
    }
    let (rms, three) = (f64::sqrt(squares / all), three / all);
    println!("root mean square of error over deviation {rms}, within three {three}");
    assert!((0.7..1.3).contains(&rms), "{rms}");
    assert!(three > 0.97, "{three}");
}

#[test]
fn too_few_configurations_are_said_to_be_too_few() {
    let found = identified(recordings(3, 0.05, &PERFECT, 1));
    for element in &found.elements {
        let enough = element.terms.len() <= 3;
        assert_eq!(
            element.excitation == ElementExcitation::Deficient,
            !enough,
            "{element:?}"
        );
        assert_eq!(element.terms.iter().any(|t| t.std.is_none()), !enough);
    }
}

#[test]
fn recordings_are_cut_into_windows() {
    let recording = recordings(1, 0.05, &PERFECT, 1).remove(0);
    let parts = windows(recording.clone(), 3.0).expect("3 s windows");
    let lengths: Vec<usize> = parts.iter().map(Recording::samples).collect();
    // 10 s at 500 Hz: the last second is less than half of a window.
    assert_eq!(lengths, [1500, 1500, 1500]);
    assert_eq!(parts[2].start, 6.0);
    assert_eq!(parts[2].name, "configuration 0 (from 6.00 s)");
    for seconds in [0.0, -1.0, f64::NAN] {
        let error = windows(recording.clone(), seconds);
        assert!(matches!(error, Err(TwoStepError::Window(_))));
    }
}
