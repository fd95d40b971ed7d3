//! Essential parameters: what recordings do not tell from 0 is left out, and what they tell stays.

use armwright_lab::estimate::{EstimateError, Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, IdentificationError, identify};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::Recording;
use armwright_lab::statistics::Quality;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;
use nalgebra::DVector;

/// What this robot has not: its bodies have no centre beside the links.
const ABSENT: [&str; 2] = ["mz_upper", "mz_lower"];

fn theta() -> Vec<f64> {
    let mut theta = nominal(ROBOT.model());
    for (value, parameter) in theta.iter_mut().zip(ROBOT.model().parameters) {
        if ABSENT.contains(&parameter.name) {
            *value = 0.0;
        }
    }
    theta
}

fn recording(seed: u64) -> Recording {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let motion = designed(model, 5.0, 8.0, &mut random);
    let sensors = Sensors {
        torque_noise: 0.05,
        ..Sensors::default()
    };
    let simulated = simulate(&ROBOT, &theta(), &motion, 200.0, &sensors, &mut random);
    let simulated = simulated.expect("a simulation");
    simulated.recording().expect("a recording")
}

fn essential(estimator: &Estimator, seed: u64) -> Identification {
    identify(&ROBOT, recording(seed), &estimator.clone().into()).expect("an identification")
}

/// Of parameters that are 0, one in a hundred stays; of the others 95 % of the intervals hold the truth.
#[test]
fn what_is_not_there_is_left_out_and_the_others_are_covered() {
    const RUNS: u64 = 120;
    let truth = base_matrix(ROBOT.model()) * DVector::from_vec(theta());
    let (mut wrong, mut all, mut covered) = (0, 0, 0);
    for seed in 0..RUNS {
        let found = essential(&Method::Essential.into(), 1000 + seed);
        for (base, truth) in ROBOT.model().base.iter().zip(&truth) {
            let p = found.estimation.parameter(base.name).expect("a parameter");
            let is_absent = ABSENT.contains(&base.name);
            if is_absent {
                wrong += u64::from(p.quality != Quality::LeftOut);
            }
            match p.std {
                Some(_) if is_absent => {}
                Some(std) => {
                    all += 1;
                    covered += u32::from((p.value - truth).abs() < 1.96 * std);
                }
                None => assert!(is_absent && p.value == 0.0, "seed {seed}: {}", base.name),
            }
        }
    }
    let share = f64::from(covered) / f64::from(all);
    println!(
        "{wrong} of {} stayed; {share:.4} of {all} covered",
        2 * RUNS
    );
    // Two of 240, give or take.
    assert!(wrong <= 8, "{wrong}");
    assert!((0.93..0.975).contains(&share), "{share}");
}

#[test]
fn the_path_is_told_step_by_step() {
    let found = essential(&Method::Essential.into(), 1);
    let path = found.essential.as_ref().expect("a path");
    let mut names: Vec<&str> = path.steps.iter().map(|step| step.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["mz_lower", "mz_upper"]);
    let left: Vec<usize> = path.steps.iter().map(|step| step.left).collect();
    assert_eq!(left, [4, 3].map(|k| k + ROBOT.model().base.len() - 5));
    let mut before = 1.0;
    for step in &path.steps {
        assert!(
            step.residual >= before && step.p_value >= path.level && step.p_alone >= path.level
        );
        assert!(step.percent > path.ratio * step.smallest);
        before = step.residual;
    }
    // The first step is of one parameter, whose F is the square of its Student's t.
    let first = &path.steps[0];
    assert!((first.f.sqrt() * first.percent / 100.0 - 1.0).abs() < 1e-9);
    let wls = identify(&ROBOT, recording(1), &Method::Wls.into()).expect("an identification");
    let alone = wls
        .estimation
        .parameter(&first.name)
        .and_then(|p| p.percent);
    assert!((alone.expect("a deviation") / first.percent - 1.0).abs() < 1e-6);
    let next = path.next.as_ref().expect("what stayed");
    assert!(next.p_alone < path.level || next.percent <= path.ratio * next.smallest);
}

/// What is left out by hand is left out of weighted least squares alike.
#[test]
fn the_rest_is_weighted_least_squares_without_what_was_left_out() {
    let found = essential(&Method::Essential.into(), 2);
    let by_hand = Estimator {
        left_out: ABSENT.map(str::to_owned).to_vec(),
        ..Method::Wls.into()
    };
    let by_hand = essential(&by_hand, 2);
    for (one, other) in found
        .estimation
        .parameters()
        .zip(by_hand.estimation.parameters())
    {
        assert_eq!(
            (one.value, one.std, one.quality),
            (other.value, other.std, other.quality)
        );
    }
    assert_eq!(
        found.excitation.structural_rank,
        ROBOT.model().base.len() - 2
    );
}

#[test]
fn ratio_and_level_decide() {
    let set = |ratio: f64, level: f64| Estimator {
        essential_ratio: Some(ratio),
        essential_level: Some(level),
        ..Method::Essential.into()
    };
    // What is not 0 stays whatever the ratio, and what is stays where residuals decide nothing.
    let some = essential(&set(1.01, 0.01), 3);
    assert_eq!(some.essential.expect("a path").steps.len(), 2);
    let all = essential(&set(1e9, 0.01), 3);
    assert!(all.essential.expect("a path").steps.is_empty());
    for (ratio, level) in [(1.0, 0.01), (f64::NAN, 0.01), (10.0, 0.0), (10.0, 1.0)] {
        let refused = identify(&ROBOT, recording(3), &set(ratio, level).into());
        assert!(refused.is_err(), "{ratio} {level}");
    }
    let stranger = Estimator {
        essential_ratio: Some(30.0),
        ..Method::Wls.into()
    };
    assert!(identify(&ROBOT, recording(3), &stranger.into()).is_err());
}

#[test]
fn what_no_motion_excites_is_not_called_zero() {
    let mut still = recording(4);
    let stop = still.position[0][0];
    still.position[0].fill(stop);
    let refused = identify(&ROBOT, still, &Method::Essential.into());
    let Err(IdentificationError::Estimate(EstimateError::Robust { why, .. })) = &refused else {
        panic!("{:?}", refused.map(|found| found.essential));
    };
    assert!(why.contains("combinations"), "{why}");
}
