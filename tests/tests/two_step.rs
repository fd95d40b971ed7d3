//! Two-step identification of the wrist, as the paper did it: small motions about configurations.

use std::collections::BTreeMap;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, configurations, simulate, small_motion};
use armwright_lab::identify::{BaseEstimate, identify};
use armwright_lab::options::{Cutoff, List, ProcessingOptions};
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

/// The largest errors of coefficients, each as a share of its element's largest coefficient: from
/// all elements together, from each alone, and from one step.
fn worst(found: &TwoStep, part: &str) -> [f64; 3] {
    let mut worst = [0.0_f64; 3];
    for element in found.elements.iter().filter(|e| e.name.starts_with(part)) {
        let truths = element.terms.iter().map(|t| t.nominal.expect("a truth"));
        let size = truths.fold(0.0, |m: f64, t| m.max(t.abs()));
        for term in &element.terms {
            let truth = term.nominal.expect("a truth");
            let values = [term.value, term.alone, term.one_step.expect("a value")];
            for (worst, value) in worst.iter_mut().zip(values) {
                *worst = worst.max((value - truth).abs() / size);
            }
        }
    }
    worst
}

#[test]
fn without_noise_the_swing_leaves_no_error() {
    for swing in [0.02, 0.1, 0.3, 1.0] {
        let found = identified(recordings(24, swing, &PERFECT, 4));
        for (part, bound) in [("g", 1e-6), ("M", 1e-6), ("S", 1e-4)] {
            let [together, alone, one] = worst(&found, part);
            println!(
                "{part}, swing {swing}: {together:.1e}, alone {alone:.1e}, one step {one:.1e}"
            );
            assert!(together < bound, "{part}: {together}");
            assert!(alone < bound, "{part}: {alone}");
        }
        for element in &found.elements {
            assert_eq!(element.configurations, 24, "{}", element.name);
            assert_eq!(element.singular_values.len(), element.terms.len());
            let deficient = ElementExcitation::Deficient;
            assert_ne!(element.excitation, deficient, "{}", element.name);
        }
    }
}

/// A motion far below the band that decimation leaves is known as well after it: deviations allow for the noise that
/// decimation leaves at low frequencies.
#[test]
fn decimation_leaves_deviations_of_elements_as_they_are() {
    let sensors = Sensors {
        torque_noise: 0.02,
        ..PERFECT
    };
    let model = ROBOT.model();
    let mut truth = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut truth)
        .expect("as many as the robot has");
    let one_step = BaseEstimate::exact(truth);
    let recordings = recordings(6, 0.1, &sensors, 2);
    let [all, tenth] = [1, 10].map(|factor| {
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            decimate: Some(List(vec![factor])),
            ..ProcessingOptions::default()
        };
        let found = two_step(&ROBOT, &recordings, &options, &one_step, &mut |_, _| {});
        let locals = found.expect("small motions").configurations;
        let elements = locals.iter().flat_map(|local| &local.elements);
        elements.map(|element| element.std).collect::<Vec<_>>()
    });
    let ratios = all.iter().zip(&tenth);
    let ratios = ratios.filter_map(|(all, tenth)| Some((tenth.as_ref()? / all.as_ref()?).ln()));
    let ratios: Vec<f64> = ratios.collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(ratios.len() > 20 && mean.abs() < 0.04, "{mean}");
}

#[test]
fn with_noise_two_steps_are_as_good_as_one() {
    let sensors = Sensors {
        torque_noise: 0.02,
        ..PERFECT
    };
    // Squares of errors as shares of the element's largest coefficient: together, one step.
    let mut squares: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    let (mut count, mut calibrated) = (0.0, [0.0; 2]);
    for seed in 1..5 {
        let found = identified(recordings(24, 0.1, &sensors, seed));
        for element in &found.elements {
            let squares = squares.entry(element.name.clone()).or_default();
            for term in &element.terms {
                let truth = term.nominal.expect("a truth");
                let errors = [term.value, term.one_step.expect("a value")].map(|x| x - truth);
                squares[0] += errors[0].powi(2);
                squares[1] += errors[1].powi(2);
                let alone = (term.alone - truth) / term.alone_std.expect("all are seen");
                let together = errors[0] / term.std.expect("all are seen");
                count += 1.0;
                calibrated[0] += together * together;
                calibrated[1] += alone * alone;
            }
            let told = element.excitation == ElementExcitation::Persistent;
            let errors = element
                .terms
                .iter()
                .map(|t| (t.alone - t.nominal.unwrap()).abs());
            let size = element
                .terms
                .iter()
                .map(|t| t.alone.abs())
                .fold(0.0, f64::max);
            assert!(
                !told || errors.fold(0.0, f64::max) < 0.4 * size,
                "{element:?}"
            );
        }
    }
    for (name, [two, one]) in squares {
        let ratio = (two / one).sqrt();
        println!("{name}: two steps err {ratio:.2} times what one step does");
        assert!(ratio < 1.5, "{name}: {ratio}");
    }
    let rms = calibrated.map(|sum: f64| (sum / count).sqrt());
    println!(
        "errors over deviations: together {:.2}, alone {:.2}",
        rms[0], rms[1]
    );
    for rms in rms {
        assert!((0.7..1.3).contains(&rms), "{rms}");
    }
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
        assert_eq!(element.terms.iter().any(|t| t.alone_std.is_none()), !enough);
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

/// The smallest share of its largest singular value that an element's bases have over some configurations.
fn worst_told(set: &[Vec<f64>]) -> f64 {
    let elements = ROBOT.model().elements;
    let total = elements.iter().map(|e| e.terms.len()).sum();
    let bases = set.iter().map(|q| {
        let mut bases = vec![0.0; total];
        ROBOT.element_bases(q, &mut bases).expect("its own sizes");
        bases
    });
    let bases: Vec<Vec<f64>> = bases.collect();
    let mut start = 0;
    let ratios = elements.iter().map(|element| {
        let (from, width) = (start, element.terms.len());
        start += width;
        let phi = nalgebra::DMatrix::from_fn(set.len(), width, |i, j| bases[i][from + j]);
        let values = phi.singular_values();
        values.min() / values.max()
    });
    ratios.fold(f64::INFINITY, f64::min)
}

/// Configurations that are chosen tell coefficients apart better than nearly all that are drawn.
#[test]
fn chosen_configurations_are_better_than_most() {
    let model = ROBOT.model();
    let chosen = configurations(&ROBOT, 30, &mut Random::new(2)).expect("elements");
    let mut random = Random::new(3);
    let drawn = (0..40).map(|_| {
        let mut one = || {
            let joint = |joint: &armwright_runtime::Joint| {
                let [low, high] = joint.position.unwrap_or([-3.0, 3.0]);
                let (low, high) = (low.max(-3.0), high.min(3.0));
                low + (high - low) * random.uniform()
            };
            model.joints.iter().map(joint).collect::<Vec<f64>>()
        };
        worst_told(&(0..30).map(|_| one()).collect::<Vec<_>>())
    });
    let best = worst_told(&chosen);
    let better = drawn.filter(|ratio| *ratio < best).count();
    assert!(better > 30, "better than {better} of 40");
}
