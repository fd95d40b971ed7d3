//! Torque of three phases' currents, static calibrations, and what is between a motor and its joint.

mod beside;

use std::f64::consts::{PI, TAU};

use armwright_lab::drives::{
    Calibration, CalibrationError, PhaseError, Phases, Play, PlayError, calibrate, play,
};
use armwright_lab::experiment::Random;

/// Currents of a controller that asks for a constant amplitude.
fn sinusoidal(amplitude: f64, electrical: f64) -> [f64; 3] {
    [0.0, 1.0, 2.0].map(|phase| amplitude * (electrical + phase * TAU / 3.0).sin())
}

#[test]
fn sinusoidal_currents_give_one_torque_at_every_angle() {
    let motor = Phases {
        angle: 0.3,
        offsets: [0.2, -0.1, 0.05],
        ..Phases::new(1.7, 15.0)
    };
    for k in 0..50 {
        let rotor = 0.13 * f64::from(k);
        let shown = sinusoidal(4.0, 15.0 * rotor + 0.3);
        let shown = [0, 1, 2].map(|phase| shown[phase] + motor.offsets[phase]);
        let torque = motor.torque(rotor, shown);
        assert!((torque - 1.5 * 1.7 * 4.0).abs() < 1e-12, "{torque}");
    }
}

/// Equation 10 as it is printed, in degrees, with one current at a time.
#[test]
fn a_single_phase_has_its_own_sine() {
    let motor = Phases::new(2.0, 1.0);
    for degrees in [0.0f64, 30.0, 77.0, 210.0] {
        let sine = |further: f64| 2.0 * (degrees + further).to_radians().sin();
        for (phase, further) in [0.0, 120.0, 240.0].into_iter().enumerate() {
            let mut currents = [0.0; 3];
            currents[phase] = 1.0;
            let torque = motor.torque(degrees.to_radians(), currents);
            assert!((torque - sine(further)).abs() < 1e-12, "{phase} {torque}");
        }
    }
}

#[test]
fn ripple_and_an_offset_left_in_move_torque_with_the_rotor() {
    let plain = Phases::new(1.0, 2.0);
    let rippled = Phases {
        ripple: vec![[0.0, 0.0], [0.05, -0.02]],
        ..plain.clone()
    };
    let offset = 0.1;
    for k in 0..40 {
        let rotor = 0.1 * f64::from(k);
        let electrical = 2.0 * rotor;
        let currents = sinusoidal(1.0, electrical);
        let factor = 1.0 + 0.05 * (2.0 * electrical).cos() - 0.02 * (2.0 * electrical).sin();
        assert!((rippled.torque(rotor, currents) - 1.5 * factor).abs() < 1e-12);
        let shifted = [currents[0] + offset, currents[1], currents[2]];
        let error = plain.torque(rotor, shifted) - 1.5;
        assert!((error - offset * electrical.sin()).abs() < 1e-12);
    }
}

#[test]
fn columns_and_motors_that_cannot_be_are_refused() {
    let motor = Phases::new(1.0, 7.0);
    let lengths = motor.torques(&[0.0; 4], [&[0.0; 4], &[0.0; 3], &[0.0; 4]]);
    assert!(matches!(lengths, Err(PhaseError::Lengths { b: 3, .. })));
    for wrong in [
        Phases::new(f64::NAN, 7.0),
        Phases::new(0.0, 7.0),
        Phases::new(1.0, 0.0),
        Phases {
            angle: f64::INFINITY,
            ..motor.clone()
        },
        Phases {
            ripple: vec![[f64::NAN, 0.0]],
            ..motor.clone()
        },
        Phases {
            offsets: [0.0, f64::NAN, 0.0],
            ..motor.clone()
        },
    ] {
        let refused = wrong.torques(&[0.0], [&[0.0], &[0.0], &[0.0]]);
        assert!(
            matches!(refused, Err(PhaseError::Motor { .. })),
            "{wrong:?}"
        );
    }
    let kept = motor
        .torques(&[PI, f64::NAN], [&[1.0; 2], &[2.0; 2], &[3.0; 2]])
        .expect("torques");
    assert!(kept[0].is_finite() && kept[1].is_nan());
}

fn line(currents: &[f64], noise: f64, random: &mut Random) -> Calibration {
    let torques: Vec<f64> = currents
        .iter()
        .map(|i| 0.4 + 1.3 * i + noise * random.normal())
        .collect();
    calibrate(currents, &torques).expect("a calibration")
}

/// The line, deviations and correlation of SciPy's `linregress` for these pairs (`stderr`, `intercept_stderr`, `rvalue`).
#[test]
fn a_line_is_that_of_regression() {
    let currents = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let torques = [0.1, 1.9, 4.2, 5.8, 8.1, 9.9];
    let found = calibrate(&currents, &torques).expect("a calibration");
    let expected = [1.9771428571428569, 0.05714285714285783, 0.9991907325046983];
    for (found, expected) in [found.constant, found.offset, found.correlation]
        .into_iter()
        .zip(expected)
    {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    // Wider by Student's quantile of four degrees of freedom over the normal one.
    let wider = 2.776_445_105_197_793 / 1.959_963_984_540_054;
    for (found, expected) in [
        (found.constant_std, 0.03979539507767356),
        (found.offset_std, 0.12048654199836793),
    ] {
        assert!((found - wider * expected).abs() < 1e-8, "{found}");
    }
}

#[test]
fn calibrations_are_unbiased_and_intervals_hold() {
    let currents = [-4.0, -2.0, -1.0, 1.0, 2.0, 3.0, 5.0];
    let mut random = Random::new(3);
    let runs = 20_000;
    let (mut held, mut sum, mut curved) = ([0; 2], 0.0, 0);
    for _ in 0..runs {
        let found = line(&currents, 0.2, &mut random);
        held[0] += i32::from((found.constant - 1.3).abs() < 1.959_964 * found.constant_std);
        held[1] += i32::from((found.offset - 0.4).abs() < 1.959_964 * found.offset_std);
        sum += found.constant - 1.3;
        curved += i32::from(found.curved.expect("a probability") < 0.05);
    }
    let share = held.map(|held| f64::from(held) / f64::from(runs));
    println!(
        "coverage {share:.4?}, mean error {:.2e}, curved {}",
        sum / f64::from(runs),
        f64::from(curved) / f64::from(runs)
    );
    assert!(
        share
            .into_iter()
            .all(|share| (0.944..0.956).contains(&share)),
        "{share:?}"
    );
    assert!((sum / f64::from(runs)).abs() < 1e-3);
    assert!((0.044..0.056).contains(&(f64::from(curved) / f64::from(runs))));
}

#[test]
fn pairs_that_calibrate_nothing_are_refused() {
    let four = [1.0, 2.0, 3.0, 4.0];
    let refused =
        |currents: &[f64], torques: &[f64]| calibrate(currents, torques).expect_err("a refusal");
    assert!(matches!(
        refused(&four, &four[..3]),
        CalibrationError::Lengths { .. }
    ));
    assert!(matches!(
        refused(&four[..2], &four[..2]),
        CalibrationError::Few(2)
    ));
    assert!(matches!(refused(&[], &[]), CalibrationError::Few(0)));
    assert!(matches!(
        refused(&[2.0; 4], &four),
        CalibrationError::Constant(_)
    ));
    assert!(matches!(
        refused(&four, &[1.0, f64::NAN, 2.0, 3.0]),
        CalibrationError::NotFinite(2)
    ));
    for (currents, torques) in [
        ([1.0, 1e200, 3e200, 4.0], four),
        (four, [1.0, -1e200, 3.0, 4.0]),
    ] {
        let refused = refused(&currents, &torques);
        assert!(matches!(refused, CalibrationError::Large(2)), "{refused}");
    }
    assert!(matches!(
        refused(&four, &[1.0, -1.0, -1.0, 1.0]),
        CalibrationError::Unrelated { .. }
    ));
    assert!(matches!(
        refused(&four, &[2.0; 4]),
        CalibrationError::Unrelated { .. }
    ));
    // Saturation is a curve, and said.
    let currents: Vec<f64> = (0..20).map(f64::from).collect();
    let mut random = Random::new(1);
    let torques: Vec<f64> = currents
        .iter()
        .map(|i| 10.0 * (i / 15.0).tanh() + 0.02 * random.normal())
        .collect();
    let found = calibrate(&currents, &torques).expect("a calibration");
    assert!(
        found.curved.expect("a probability") < 1e-6 && found.correlation > 0.97,
        "{found:?}"
    );
}

const RATIO: f64 = 60.0;

/// Positions of motor and joint, and torque, of a transmission with a compliance and a gap; noise of the joint's
/// position is correlated over some samples.
fn between(compliance: f64, gap: f64, bias: f64, random: &mut Random) -> [Vec<f64>; 3] {
    let (mut all, mut noise) = ([Vec::new(), Vec::new(), Vec::new()], 0.0);
    for k in 0..6000 {
        let t = 0.01 * f64::from(k);
        let joint = (0.7 * t).sin() + 0.3 * (1.9 * t).cos();
        let torque = bias + 20.0 * (0.7 * t + 0.4).sin() + 8.0 * (3.1 * t).sin();
        noise = 0.9 * noise + 1e-4 * random.normal();
        let twist = 0.02 + compliance * torque + 0.5 * gap * torque.signum();
        all[0].push(RATIO * (joint + twist + noise));
        all[1].push(joint);
        all[2].push(torque);
    }
    all
}

fn told(compliance: f64, gap: f64, bias: f64, random: &mut Random) -> Play {
    let [motor, joint, torque] = between(compliance, gap, bias, random);
    play(&motor, &joint, &torque, RATIO).expect("what is between")
}

#[test]
fn compliance_and_backlash_are_unbiased_and_intervals_hold() {
    let mut random = Random::new(11);
    let runs = 1500;
    let (mut held, mut sums, mut false_alarms) = ([0; 2], [0.0; 2], 0);
    for _ in 0..runs {
        let truth = [2e-5, 3e-4];
        let found = told(truth[0], truth[1], 0.0, &mut random);
        for (k, value) in [found.compliance, found.backlash].into_iter().enumerate() {
            let (value, std) = value.value.zip(value.std).expect("a value");
            held[k] += i32::from((value - truth[k]).abs() < 1.959_964 * std);
            sums[k] += (value - truth[k]) / std / f64::from(runs);
        }
        let stiff = told(0.0, 0.0, 0.0, &mut random);
        false_alarms += i32::from(stiff.compliance.is_there || stiff.backlash.is_there);
    }
    let share = held.map(|held| f64::from(held) / f64::from(runs));
    println!(
        "coverage {share:.3?}, mean error {sums:.3?} deviations, {false_alarms} of {runs} false alarms"
    );
    assert!(
        share
            .into_iter()
            .all(|share| (0.93..0.975).contains(&share)),
        "{share:?}"
    );
    assert!(sums.into_iter().all(|sum| sum.abs() < 0.1), "{sums:?}");
    assert!(false_alarms < 15, "{false_alarms}");
}

#[test]
fn what_torque_does_not_tell_of_a_transmission_is_left_open() {
    let mut random = Random::new(12);
    let one_sided = told(2e-5, 3e-4, 100.0, &mut random);
    assert!(one_sided.backlash.value.is_none() && !one_sided.backlash.is_there);
    assert!(one_sided.compliance.is_there);
    let [motor, joint, torque] = between(2e-5, 3e-4, 0.0, &mut random);
    let refused = |motor: &[f64], joint: &[f64], torque: &[f64], ratio| {
        play(motor, joint, torque, ratio).expect_err("a refusal")
    };
    assert!(matches!(
        refused(&motor[1..], &joint, &torque, RATIO),
        PlayError::Lengths { .. }
    ));
    assert!(matches!(
        refused(&motor, &joint, &torque, 0.0),
        PlayError::Ratio(_)
    ));
    assert!(matches!(
        refused(&motor[..100], &joint[..100], &torque[..100], RATIO),
        PlayError::Few(100)
    ));
    assert!(matches!(
        refused(&motor, &vec![1.0; 6000], &torque, RATIO),
        PlayError::Still(_)
    ));
    assert!(matches!(
        refused(&motor, &joint, &vec![1.0; 6000], RATIO),
        PlayError::Still("torque")
    ));
    let mut spoiled = torque.clone();
    spoiled[7] = f64::NAN;
    assert!(matches!(
        refused(&motor, &joint, &spoiled, RATIO),
        PlayError::NotFinite(8)
    ));
}
