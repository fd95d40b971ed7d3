//! What numbers rest on, against what recordings are made of.

use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{Identification, IdentificationError, IdentifyOptions, identify};
use armwright_lab::judge::Means;
use armwright_lab::motion::Motion;
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::Recording;
use armwright_lab::regression::{Equations, Sample};
use armwright_lab::report::html;
use armwright_lab::scrutiny::{Answers, Questions, ScrutinyError};
use armwright_lab::study::Study;
use armwright_robots::{double_pendulum, puma560};
use armwright_runtime::{Robot, Side};
use nalgebra::{DMatrix, DVector};

fn simulated(robot: &'static dyn Robot, seed: u64, noise: f64) -> Simulated<'static> {
    let (model, mut random) = (robot.model(), Random::new(seed));
    let motion = designed(model, 5.0, 20.0, &mut random);
    let sensors = Sensors {
        torque_noise: noise,
        ..Sensors::default()
    };
    let theta = nominal(model);
    simulate(robot, &theta, &motion, 200.0, &sensors, &mut random).expect("a simulation")
}

fn asked(
    robot: &dyn Robot,
    simulated: &Simulated<'_>,
    method: Method,
    questions: &Questions,
) -> Result<Identification, IdentificationError> {
    let options = IdentifyOptions {
        questions: questions.clone(),
        ..method.into()
    };
    identify(robot, simulated.recording().expect("a recording"), &options)
}

fn answers(robot: &dyn Robot, simulated: &Simulated<'_>, questions: &Questions) -> Answers {
    let found = asked(robot, simulated, Method::Wls, questions).expect("an identification");
    found.answers.expect("answers")
}

fn all() -> Questions {
    Questions {
        influence: true,
        profiles: vec![double_pendulum::ROBOT.model().base[0].name.to_owned()],
        sequence: true,
    }
}

#[test]
fn nothing_is_answered_that_was_not_asked() {
    let simulated = simulated(&double_pendulum::ROBOT, 1, 0.02);
    let found = asked(
        &double_pendulum::ROBOT,
        &simulated,
        Method::Wls,
        &Questions::default(),
    );
    assert!(found.expect("an identification").answers.is_none());
}

#[test]
fn a_stretch_of_another_robot_is_found_out() {
    let mut simulated = simulated(&double_pendulum::ROBOT, 2, 0.02);
    let questions = Questions {
        influence: true,
        ..Questions::default()
    };
    let clean = answers(&double_pendulum::ROBOT, &simulated, &questions).influence;
    assert_eq!(clean.len(), 10);
    let information: f64 = clean.iter().map(|s| s.information).sum();
    assert!((information - 1.0).abs() < 1e-9, "{information}");
    assert!(clean.iter().all(|s| !s.is_apart()));
    assert!(
        clean
            .windows(2)
            .all(|two| (two[0].to - two[1].from).abs() < 1e-9)
    );
    // Between 8 and 10 s every torque is half as large again.
    for column in &mut simulated.torque {
        column[1600..2000]
            .iter_mut()
            .for_each(|torque| *torque *= 1.5);
    }
    let found = answers(&double_pendulum::ROBOT, &simulated, &questions).influence;
    let apart: Vec<bool> = found.iter().map(|s| s.is_apart()).collect();
    for (stretch, apart) in found.iter().zip(&apart) {
        let inside = stretch.from > 7.5 && stretch.to < 10.5;
        assert!(*apart || !inside || stretch.from < 7.9, "{stretch:?}");
        assert!(
            !*apart || (stretch.to > 8.0 && stretch.from < 10.0),
            "{stretch:?}"
        );
    }
    assert!(apart.contains(&true));
    let most = |s: &armwright_lab::scrutiny::Influence| {
        s.moved.as_ref().map_or(0.0, |moved| moved.deviations.abs())
    };
    let farthest = found.iter().max_by(|a, b| most(a).total_cmp(&most(b)));
    let farthest = farthest.expect("a stretch");
    assert!(farthest.to > 8.0 && farthest.from < 10.0, "{farthest:?}");
}

#[test]
fn a_profile_is_what_least_squares_with_the_value_held_leaves() {
    let robot: &dyn Robot = &double_pendulum::ROBOT;
    let (simulated, model) = (simulated(robot, 3, 0.02), robot.model());
    let b = model.base.len();
    let questions = Questions {
        profiles: model.base.iter().map(|base| base.name.to_owned()).collect(),
        ..Questions::default()
    };
    let found = asked(robot, &simulated, Method::Ols, &questions).expect("an identification");
    let profiles = found.answers.expect("answers").profiles;
    let (matrix, right) = equations(robot, simulated.recording().expect("a recording"));
    let least = left(&matrix, &right);
    for (k, profile) in profiles.iter().enumerate() {
        assert_eq!(profile.points.len(), 41);
        for point in &profile.points {
            let others = matrix.clone().remove_column(k);
            let moved = &right - matrix.column(k) * point.value;
            let growth = left(&others, &moved) / least;
            assert!(
                (growth - point.residual).abs() < 1e-6,
                "{}: {growth} and {}",
                profile.name,
                point.residual
            );
        }
        let [low, high] = profile.within_10_percent.expect("an interval");
        let ends = [profile.points[0].value, profile.points[40].value];
        assert!(ends[0] < low && low < profile.value.expect("a value") && high < ends[1]);
        // What follows is what least squares with the value held makes of the others.
        let follower = profile.follower.as_ref().expect("a follower");
        let j = model
            .base
            .iter()
            .position(|base| base.name == follower.name);
        let j = j.expect("a base parameter");
        let at = |value: f64| {
            let held = matrix.clone().remove_column(k);
            let right = &right - matrix.column(k) * value;
            let solved = held
                .svd(true, true)
                .solve(&right, 1e-12)
                .expect("a solution");
            solved[j - usize::from(j > k)]
        };
        let slope = (at(high) - at(low)) / (high - low);
        assert!(
            (slope - follower.slope).abs() < 1e-6 * slope.abs(),
            "{profile:?}"
        );
    }
    assert_eq!(profiles.len(), b);
}

/// The norm of what least squares leave.
fn left(matrix: &DMatrix<f64>, right: &DVector<f64>) -> f64 {
    let svd = matrix.clone().svd(true, true);
    (matrix * svd.solve(right, 1e-12).expect("a solution") - right).norm()
}

/// The observation matrix and the torques, every equation that counts.
fn equations(robot: &dyn Robot, recording: Recording) -> (DMatrix<f64>, DVector<f64>) {
    let (model, b) = (robot.model(), robot.model().base.len());
    let motion = Motion::of(recording, &ProcessingOptions::default(), model).expect("a motion");
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let (mut rows, mut right) = (Vec::new(), Vec::new());
    let mut take = |sample: &Sample<'_>| {
        for row in (0..equations.rows()).filter(|row| sample.counts(*row)) {
            let mut line = vec![0.0; b];
            sample.row(row).for_each(|(k, x)| line[k] = x);
            rows.extend(line);
            right.push(sample.torque[row]);
        }
    };
    let columns = equations.base_columns();
    let passed = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    passed.expect("equations");
    (
        DMatrix::from_row_slice(right.len(), b, &rows),
        DVector::from_vec(right),
    )
}

#[test]
fn what_acts_only_with_others_has_a_flat_profile() {
    let simulated = simulated(&puma560::ROBOT, 4, 0.02);
    let model = puma560::ROBOT.model();
    let is_base = |name: &str| model.base.iter().any(|base| base.name == name);
    let mut parameters = model.parameters.iter();
    let combined =
        parameters.find(|p| p.class == armwright_runtime::Class::Combined && !is_base(p.name));
    let name = combined.expect("a parameter").name;
    let questions = |name: &str| Questions {
        profiles: vec![name.to_owned()],
        ..Questions::default()
    };
    let found = answers(&puma560::ROBOT, &simulated, &questions(name)).profiles;
    assert!(found[0].value.is_none() && found[0].points.is_empty());
    let why = found[0].flat.as_ref().expect("a reason");
    assert!(why.contains(name), "{why}");
    let unknown = asked(&puma560::ROBOT, &simulated, Method::Wls, &questions("mm_1"));
    let Err(IdentificationError::Scrutiny(error)) = unknown else {
        panic!("a profile of nothing");
    };
    assert!(error.to_string().contains("did you mean"), "{error}");
    let drawn = asked(&puma560::ROBOT, &simulated, Method::Ridge, &questions(name));
    assert!(matches!(
        drawn,
        Err(IdentificationError::Scrutiny(
            ScrutinyError::NotOfRecordings { .. }
        ))
    ));
}

#[test]
fn joint_by_joint_errors_accumulate_and_cover_the_truth() {
    let model = puma560::ROBOT.model();
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    let questions = Questions {
        sequence: true,
        ..Questions::default()
    };
    let (mut inside, mut count) = (0, 0);
    for seed in 10..22 {
        let simulated = simulated(&puma560::ROBOT, seed, 0.05);
        let steps = answers(&puma560::ROBOT, &simulated, &questions).sequence;
        let rows: Vec<&str> = steps.iter().map(|step| step.row.as_str()).collect();
        let joints: Vec<&str> = model.joints.iter().rev().map(|joint| joint.name).collect();
        assert_eq!(rows, joints);
        let parameters = steps.iter().flat_map(|step| &step.parameters);
        let mut found = 0;
        for p in parameters {
            let k = model.base.iter().position(|base| base.name == p.name);
            let k = k.expect("a base parameter");
            // Errors of rows that share a motor may cancel, a little.
            assert!(p.std >= 0.9 * p.alone, "{p:?}");
            inside += usize::from((p.value - truth[k]).abs() < 1.96 * p.std);
            (found, count) = (found + 1, count + 1);
        }
        assert_eq!(found, model.base.len());
    }
    let share = inside as f64 / count as f64;
    assert!((0.925..0.975).contains(&share), "{share} of {count}");
}

#[test]
fn the_page_shows_what_was_asked() {
    let simulated = simulated(&double_pendulum::ROBOT, 5, 0.02);
    let found = asked(&double_pendulum::ROBOT, &simulated, Method::Wls, &all());
    let found = found.expect("an identification");
    let answers = found.answers.clone().expect("answers");
    let [influence, profiles, sequence] = [
        answers.influence.len(),
        answers.profiles.len(),
        answers.sequence.len(),
    ];
    assert_eq!([influence, profiles, sequence], [10, 1, 2]);
    let study = Study::of(&double_pendulum::ROBOT, found, None, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    for caption in [
        "What each stretch adds",
        "How the residual of all equations grows",
        "Joint by joint, from the last to the first",
    ] {
        assert!(page.contains(caption), "no `{caption}`");
    }
    let parameter = &answers.sequence[0].parameters[0];
    assert!(page.contains(&parameter.name));
}
