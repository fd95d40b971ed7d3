//! Rows as joints, and what fits are of.

use armwright_runtime::{Measured, Model, Motor, Pattern, Robot, Side, Sparsity, Torque};

use super::{fits, joint_side, motor_fits, predict, predict_pieces, predictions, rows_of_no_joint};
use crate::identify::IdentificationError;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::{
    Altered, B, ByHand, MODEL, ROBOT, motion, near, recording, rows_at,
};
use crate::regression::{Equations, Series};
use crate::statistics::{Fit, Fits};

const FIRST: [Torque; 1] = [Torque::motor(0)];

/// The wrist without a motor's torque.
fn wrist(left_out: usize) -> Altered {
    let left_out = vec![Torque::motor(left_out)].leak();
    Altered::without(&armwright_robots::abb_wrist::ROBOT, left_out)
}

fn rows() -> Series {
    let mut rows = Series::new("swing", 2, 50.0);
    rows.measured_rate = 500.0;
    rows.noise = vec![1.0, 0.3];
    rows.push(0.1, &[1.0, 2.0], &[3.0, 5.0], [true, true].into_iter());
    rows.describe(&[0.1, 0.2], &[0.3, 0.4], &[0.5, 0.7]);
    rows.push(0.2, &[7.0, -1.0], &[6.0, -2.0], [true, false].into_iter());
    rows.describe(&[1.1, 1.2], &[1.3, 1.4], &[1.5, 1.7]);
    rows
}

/// tau_joint = Gᵀ tau_motor with G = [2 0; 3 5].
#[test]
fn torques_of_joints_are_made_of_those_of_their_motors() {
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let found = joint_side(&equations, &rows());
    let expected = Series {
        measured: vec![vec![8.0, 11.0], vec![10.0, -5.0]],
        predicted: vec![vec![21.0, 6.0], vec![25.0, -10.0]],
        kept: vec![vec![true, false]; 2],
        friction: vec![
            vec![2.0 * 0.5 + 3.0 * 0.7, 2.0 * 1.5 + 3.0 * 1.7],
            vec![3.5, 8.5],
        ],
        ..rows()
    };
    assert_eq!(found, expected);
    let mut plain = rows();
    plain.friction.clear();
    assert_eq!(
        joint_side(&equations, &plain).friction,
        vec![Vec::<f64>::new(); 2]
    );
    assert_eq!(
        motor_fits(&equations, &[rows()]),
        [Fit::of("m1", &[rows()], 0), Fit::of("m2", &[rows()], 1)]
    );
    let joints = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert!(motor_fits(&joints, &[rows()]).is_empty());
    assert_eq!(joint_side(&joints, &rows()), rows());
    let of_joints = fits(&equations, &[rows()], std::slice::from_ref(&found));
    assert_eq!(of_joints, Fits::of(&MODEL, &[found]));
}

/// What no motor drives has no torque: rounding of what others make of it is none, and nothing is a share of it.
#[test]
fn a_place_without_a_motor_has_nothing_to_explain() {
    let motors = [false, true].map(|is_passive| Motor {
        name: "m",
        torque_constant: None,
        is_passive,
    });
    let robot = ByHand(Box::leak(Box::new(Model {
        side: Side::Motor,
        motors: Box::leak(Box::new(motors)),
        ..MODEL
    })));
    let equations = Equations::of(&robot, Side::Motor).expect("equations");
    let mut rounded = [rows()];
    rounded[0].measured[1].fill(1e-17);
    let found = motor_fits(&equations, &rounded);
    assert_eq!(found[0], Fit::of("m", &rounded, 0));
    near(found[1].r2, 1.0);
    near(found[1].rmse, 5.0);
    assert!(found[1].nrmse.is_infinite());
}

#[test]
fn a_joint_that_a_missing_motor_turns_has_no_torque() {
    let robot = Altered::without(&ROBOT, &FIRST);
    let equations = Equations::of(&robot, Side::Motor).expect("equations");
    assert_eq!(equations.places(), [1]);
    let mut one = rows();
    (one.measured, one.predicted) = (vec![vec![2.0, -1.0]], vec![vec![5.0, -2.0]]);
    (one.kept, one.friction) = (vec![vec![true, false]], vec![vec![0.7, 1.7]]);
    let found = joint_side(&equations, &one);
    assert!(found.lacks(0) && found.friction[0].is_empty());
    assert_eq!(found.measured[1], [10.0, -5.0]);
    assert_eq!(
        motor_fits(&equations, std::slice::from_ref(&one)),
        [Fit::of("m2", std::slice::from_ref(&one), 0)]
    );
    let found = fits(&equations, &[one], &[found]);
    assert_eq!(found.joints.len(), 1);
    assert_eq!(found.joints[0].name, "j2");
}

/// Joints of the wrist have the torques of motors 1, 2 and 3, of 2 and 3, and of 3 alone: without the second the third joint is
/// told, and of the first motor no joint says anything.
#[test]
fn a_motor_that_no_joint_tells_is_judged_by_itself() {
    for (left_out, alone) in [(0, &[][..]), (1, &[0][..]), (2, &[0, 1][..])] {
        let robot = wrist(left_out);
        let equations = Equations::of(&robot, Side::Motor).expect("equations");
        assert_eq!(rows_of_no_joint(&equations), alone, "{left_out}");
    }
    let robot = wrist(1);
    let equations = Equations::of(&robot, Side::Motor).expect("equations");
    let all = [rows()];
    let joints = [joint_side(&equations, &all[0])];
    assert_eq!(joints[0].motors, [0]);
    assert_eq!(joints[0].friction[3], all[0].friction[0]);
    let found = fits(&equations, &all, &joints);
    let alone = Fit {
        is_motor: true,
        ..Fit::of("m1", &all, 0)
    };
    assert_eq!(found.joints, [Fit::of("q3", &joints, 2), alone]);
    let overall = Fit {
        name: "all motors".to_owned(),
        ..Fit::overall(&all)
    };
    assert_eq!(found.overall, overall);
    let of_joints = Equations::of(&robot, Side::Joint).expect("equations");
    assert!(rows_of_no_joint(&of_joints).is_empty());
}

/// The second place is of a joint that a motor of another place moves as well: without that motor nothing is known of the joint, and
/// its own place has no torque whatever it does.
#[test]
fn a_place_without_a_motor_is_not_judged() {
    let of = |is_passive: bool| {
        let second = Motor {
            is_passive,
            ..MODEL.motors[1]
        };
        let model = Model {
            motors: vec![MODEL.motors[0], second].leak(),
            transmission: &[2.0, 1.0, 0.0, 1.0],
            ..MODEL
        };
        let robot = Altered {
            model,
            ..Altered::without(&ROBOT, &FIRST)
        };
        let equations = Equations::of(&robot, Side::Motor).expect("equations");
        assert_eq!(equations.places(), [1]);
        rows_of_no_joint(&equations)
    };
    assert_eq!(of(true), [0; 0]);
    assert_eq!(of(false), [0]);
}

/// The wrist without its second motor: what was measured of the first is compared with what is predicted, and what was not has
/// no fit.
#[test]
fn a_motor_that_no_joint_tells_is_predicted() {
    let robot = wrist(1);
    let model = robot.model();
    let wave = |k: u32, j: u32| (0.01 * f64::from((j + 2) * k)).sin();
    let column = |j: u32| (0..400).map(|k| wave(k, j)).collect::<Vec<f64>>();
    let recording = |left_out: &[usize]| {
        let arrays = Arrays {
            rate: 200.0,
            position: (0..3).map(column).collect(),
            torque: (3..6).map(column).collect(),
            ..Arrays::default()
        };
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        recording.left_out = left_out.iter().copied().map(Torque::motor).collect();
        recording
    };
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        equations: Some(EquationSide::Motor),
        ..ProcessingOptions::default()
    };
    let beta = vec![0.1; model.base.len()];
    for (left_out, told) in [(&[1][..], &["q3", "m1"][..]), (&[0, 1][..], &["q3"][..])] {
        let found = predict(&robot, &beta, recording(left_out), &options).expect("a prediction");
        assert_eq!(found.series.motors, [0]);
        assert!(found.series.predicted[3].iter().all(|x| x.is_finite()));
        let fits = found.fits.expect("fits");
        let names: Vec<&str> = fits.joints.iter().map(|fit| fit.name.as_str()).collect();
        assert_eq!(names, told);
    }
}

#[test]
fn each_motion_is_predicted() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let (motions, beta) = ([motion(40), motion(30)], [0.5, 1.0, -1.0, 0.3, 2.0, 0.1]);
    let found = predictions(&equations, &motions, &beta, &mut |_, _| {}).expect("series");
    assert_eq!(
        found.iter().map(|s| s.time.len()).collect::<Vec<_>>(),
        [34, 24]
    );
    let rows = rows_at(&motions[1], 5);
    near(
        found[1].predicted[1][2],
        rows[1].iter().zip(beta).map(|(y, b)| y * b).sum(),
    );
}

/// What was not measured is predicted and has no fit.
#[test]
fn a_torque_that_was_not_measured_has_no_numbers() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        trim: Some(3),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        ..ProcessingOptions::default()
    };
    let mut lacking = recording(120);
    lacking.left_out = vec![Torque::joint(0)];
    let found = predict(&ROBOT, &[0.5; B], lacking.clone(), &options).expect("a prediction");
    assert!(found.series.measured[0].iter().all(|x| x.is_nan()));
    assert!(found.series.kept[0].iter().all(|kept| !kept));
    assert!(found.series.measured[1].iter().all(|x| x.is_finite()) && found.series.kept[1][5]);
    let fits = found.fits.expect("fits");
    assert_eq!(
        fits.joints
            .iter()
            .map(|f| f.name.as_str())
            .collect::<Vec<_>>(),
        ["j2"]
    );
    assert_eq!(found.series.predicted[0].len(), 114);
    lacking.left_out.clear();
    let whole = predict(&ROBOT, &[0.5; B], lacking.clone(), &options).expect("a prediction");
    assert_eq!(whole.fits.map(|fits| fits.joints.len()), Some(2));
    lacking.torque = None;
    // Pieces have a fit where all were measured.
    let of = |pieces: Vec<Recording>| {
        let found = predict_pieces(&ROBOT, &[0.5; B], pieces, &options, &mut |_, _| {});
        let (series, fits) = found.expect("a prediction");
        (series.len(), fits.is_some())
    };
    assert_eq!(of(vec![recording(120), recording(120)]), (2, true));
    assert_eq!(of(vec![recording(120), lacking.clone()]), (2, false));
    assert_eq!(of(vec![lacking.clone(), recording(120)]), (2, false));
    // What one of them lacks has a fit in none, though it was measured there.
    let mut second = recording(120);
    second.left_out = vec![Torque::joint(0)];
    for pieces in [
        vec![recording(120), second.clone()],
        vec![second, recording(120)],
    ] {
        let found = predict_pieces(&ROBOT, &[0.5; B], pieces, &options, &mut |_, _| {});
        let (series, fits) = found.expect("a prediction");
        assert_eq!(series.len(), 2);
        for series in &series {
            let measured = [0, 1].map(|joint| series.measured[joint].iter().all(|x| x.is_finite()));
            let kept = [0, 1].map(|joint| series.kept[joint].contains(&true));
            assert_eq!((measured, kept), ([false, true], [false, true]));
        }
        let joints = fits.expect("fits").joints;
        let names: Vec<&str> = joints.iter().map(|fit| fit.name.as_str()).collect();
        assert_eq!(names, ["j2"]);
    }
    let none = predict(&ROBOT, &[0.5; B], lacking, &options).expect("a prediction");
    assert!(none.fits.is_none() && none.series.measured[1].iter().all(|x| *x == 0.0));
    let error = IdentificationError::TooFewRows {
        rows: 3,
        parameters: 6,
    };
    assert_eq!(
        error.to_string(),
        "3 equations remain for 6 parameters: record longer, decimate less, or lower the velocity threshold"
    );
}

/// Of rows that are motors' torques, a joint that two motors turn was not measured where one of these was not.
#[test]
fn base_parameters_and_recordings_are_those_of_the_robot() {
    let said = |beta: &[f64], recording: Recording| {
        let found = predict(&ROBOT, beta, recording, &ProcessingOptions::default());
        found.err().map(|error| error.to_string())
    };
    for (count, text) in [
        (1, "base parameters: 1 where 6 are wanted"),
        (30, "base parameters: 30 where 6 are wanted"),
    ] {
        assert_eq!(
            said(&vec![0.5; count], recording(60)).as_deref(),
            Some(text)
        );
    }
    let mut other = recording(60);
    other.position.truncate(1);
    assert_eq!(
        said(&[0.5; B], other).as_deref(),
        Some("swing: columns of positions: 1 where 2 are wanted")
    );
}

#[test]
fn a_joint_of_a_motor_that_was_not_measured_has_no_numbers() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        trim: Some(3),
        velocity_threshold: Some(List(vec![0.0])),
        motor_velocity_threshold: Some(List(vec![0.0])),
        equations: Some(EquationSide::Motor),
        ..ProcessingOptions::default()
    };
    let mut lacking = recording(120);
    lacking.left_out = vec![Torque::motor(0)];
    let found = predict(&ROBOT, &[0.5; B], lacking, &options).expect("a prediction");
    let measured = [0, 1].map(|joint| found.series.measured[joint].iter().all(|x| x.is_finite()));
    assert_eq!(measured, [false, true]);
    let kept = [0, 1].map(|joint| found.series.kept[joint].contains(&true));
    assert_eq!(kept, [false, true]);
    let fits = found.fits.expect("fits");
    let names: Vec<&str> = fits.joints.iter().map(|fit| fit.name.as_str()).collect();
    assert_eq!(names, ["j2"]);
}

/// Whether torques were recorded beside does not matter.
#[test]
fn what_is_measured_in_place_of_torques_has_a_fit_where_it_was_recorded() {
    const fn measured(name: &'static str) -> Measured {
        Measured { name, unit: "N" }
    }
    let robot = ByHand(Box::leak(Box::new(Model {
        measured: vec![measured("fx_tool"), measured("tau_j2")].leak(),
        base_of_torque: false,
        sparsity: Sparsity {
            measured: Pattern(&["+++0000", "000++0+"]),
            ..MODEL.sparsity
        },
        ..MODEL
    })));
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        trim: Some(3),
        ..ProcessingOptions::default()
    };
    let names = |is_measured: bool| {
        let mut recording = recording(120);
        let rows = recording.torque.take();
        recording.measured = rows.filter(|_| is_measured);
        let found = predict(&robot, &[0.5; B], recording, &options).expect("a prediction");
        assert_eq!(found.series.predicted.len(), 2);
        let fits = found.fits.map(|fits| fits.joints);
        fits.map(|joints| joints.into_iter().map(|fit| fit.name).collect::<Vec<_>>())
    };
    assert_eq!(
        names(true),
        Some(vec!["fx_tool".to_owned(), "tau_j2".to_owned()])
    );
    assert_eq!(names(false), None);
}

/// Two pieces are a half each, and nothing is done before the last of them is.
#[test]
fn a_prediction_tells_how_far_it_is_of_all_pieces() {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        decimate: Some(List(vec![1])),
        trim: Some(3),
        ..ProcessingOptions::default()
    };
    let pieces = vec![recording(120), recording(120)];
    let mut heard = Vec::new();
    let mut hear = |what: &'static str, share: f64| heard.push((what, share));
    let found = predict_pieces(&ROBOT, &[0.5; B], pieces, &options, &mut hear);
    assert_eq!(found.expect("a prediction").0.len(), 2);
    // What comes before has no share yet.
    assert_eq!(heard[0], ("filtering", 0.0));
    let shares = heard.iter().filter(|(what, _)| *what == "predicting");
    let shares: Vec<f64> = shares.map(|(_, share)| *share).collect();
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares.contains(&0.5), "{shares:?}");
    let whole = shares.iter().filter(|share| **share == 1.0);
    assert_eq!(whole.count(), 1, "{shares:?}");
}
