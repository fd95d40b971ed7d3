//! Identifications without some torques: what was put in comes out, and every command knows what is missing.

use armwright_lab::compare::compare;
use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, Trajectory, designed, simulate};
use armwright_lab::identify::{
    Identification, IdentificationError, Prediction, identify, part_of, predict,
};
use armwright_lab::judge::{Grade, Judgement, Means};
use armwright_lab::options::ProcessingOptions;
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::{html, json};
use armwright_lab::study::Study;
use armwright_runtime::{Robot, Torque};

/// Values of a simulation that measures exactly.
const EXACT: Sensors = Sensors {
    encoder: None,
    position_noise: 0.0,
    torque_noise: 0.0,
};

/// A simulated recording of a robot, with its standard parameters.
fn recorded(robot: &'static dyn Robot, sensors: &Sensors) -> (Recording, Vec<f64>) {
    let model = robot.model();
    let mut random = Random::new(7);
    let motion = designed(model, 10.0, 20.0, &mut random);
    let invented = |k: usize| 0.2 + 0.05 * k as f64;
    let theta = model.parameters.iter().enumerate();
    let theta: Vec<f64> = theta
        .map(|(k, p)| p.nominal.unwrap_or(invented(k)))
        .collect();
    let simulated = simulate(robot, &theta, &motion, 1000.0, sensors, &mut random);
    let recording = simulated.and_then(|s| s.recording()).expect("a recording");
    (recording, theta)
}

/// Fits of a recording without some torques, with the truth.
fn identified(
    robot: &'static dyn Robot,
    sensors: &Sensors,
    left_out: &[Torque],
) -> (Identification, Vec<f64>) {
    let (mut recording, theta) = recorded(robot, sensors);
    recording.left_out = left_out.to_vec();
    let dataset = Dataset::from(recording);
    let part = part_of(robot, &dataset, &ProcessingOptions::default()).expect("a part");
    let part = part.expect("without torques");
    let mut truth = vec![0.0; part.model().base.len()];
    part.base_parameters(&theta, &mut truth).expect("its sizes");
    let found = identify(&part, dataset, &Method::Wls.into()).expect("identifies");
    (found, truth)
}

#[test]
fn without_noise_the_parameters_that_remain_are_those_that_were_put_in() {
    for (robot, left_out) in [
        (
            &armwright_robots::abb_wrist::ROBOT as &dyn Robot,
            Torque::motor(1),
        ),
        (&armwright_robots::abb_wrist::ROBOT, Torque::joint(0)),
        (&armwright_robots::puma560::ROBOT, Torque::joint(1)),
        (&armwright_robots::iiwa14::ROBOT, Torque::joint(1)),
    ] {
        let name = robot.model().name;
        let (found, truth) = identified(robot, &EXACT, &[left_out]);
        assert_eq!(found.excitation.rank, truth.len(), "{name}");
        assert!(found.fits.joints.len() < robot.model().joints.len());
        // Filters leave a little of the motion's accelerations, and nothing of a wrong model is as little.
        for (p, truth) in found
            .estimation
            .parameters()
            .zip(truth_by_name(&found, &truth))
        {
            let error = (p.value - truth).abs();
            assert!(
                error < 2e-3 * (truth.abs() + 0.05),
                "{name}, {}: {} for {truth}",
                p.name,
                p.value
            );
        }
        assert!(
            found.fits.overall.r2 > 1.0 - 1e-6,
            "{name}: {}",
            found.fits.overall.r2
        );
    }
}

/// The truth in the order of the table.
fn truth_by_name<'a>(
    found: &'a Identification,
    truth: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let names = &found.estimation.covariance.parameters;
    let place = |name: &str| names.iter().position(|known| known == name);
    let parameters = found.estimation.parameters();
    parameters.filter_map(move |p| Some(truth[place(&p.name)?]))
}

/// What a part says with noise is what all torques say, within its own deviations; it is said that a part it is.
#[test]
fn a_part_says_what_was_left_out_and_keeps_its_deviations_honest() {
    let robot = &armwright_robots::puma560::ROBOT;
    let (found, truth) = identified(robot, &Sensors::default(), &[Torque::joint(2)]);
    let within = found
        .estimation
        .parameters()
        .zip(truth_by_name(&found, &truth));
    let within = within.filter(|(p, truth)| (p.value - truth).abs() < 3.5 * p.std.unwrap_or(0.0));
    assert!(within.count() * 100 >= 97 * truth.len());
    let left_out = &found.estimation.left_out;
    assert_eq!(left_out.len(), 1);
    assert_eq!(left_out[0].torque, robot.model().joints[2].name);
    let (_, theta) = recorded(robot, &EXACT);
    let part = found.estimation.part(robot).expect("a part").expect("one");
    let mut again = vec![0.0; truth.len()];
    part.base_parameters(&theta, &mut again).expect("its sizes");
    assert_eq!(
        again, truth,
        "the part of a file is the part that was identified"
    );
    let judgement = Judgement::of(part.model(), &found);
    let mut said = judgement.findings.iter().map(ToString::to_string);
    assert!(
        said.any(|s| s.contains("is left out")),
        "{:?}",
        judgement.findings
    );
}

#[test]
fn recordings_that_lack_a_torque_do_not_pass_for_the_whole_robot() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let (mut recording, _) = recorded(robot, &EXACT);
    recording.left_out = vec![Torque::joint(1)];
    let refused = identify(robot, recording, &Method::Wls.into()).map(|_| ());
    assert!(
        matches!(refused, Err(IdentificationError::LeftOut { .. })),
        "{refused:?}"
    );
}

/// What only a left out torque takes up is not predicted, and what remains is, on another motion and from a file.
#[test]
fn a_part_predicts_the_joints_that_remain() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let (found, _) = identified(robot, &EXACT, &[Torque::motor(2)]);
    let (recording, _) = recorded(robot, &EXACT);
    let prediction = found.predict(robot, recording).expect("predicts");
    let predicted: Vec<bool> = prediction
        .series
        .predicted
        .iter()
        .map(|c| !c.is_empty())
        .collect();
    // The third motor turns with every joint; behind these stand the motors that remain.
    assert_eq!(
        predicted,
        [false, false, false, true, true],
        "through its transmission no joint has its torque"
    );
    let (found, _) = identified(robot, &EXACT, &[Torque::motor(0)]);
    let (recording, _) = recorded(robot, &EXACT);
    let prediction = found.predict(robot, recording).expect("predicts");
    let names: Vec<String> = prediction
        .fits
        .iter()
        .flat_map(|f| &f.joints)
        .map(|f| f.name.clone())
        .collect();
    assert_eq!(names, ["q2", "q3"]);
    assert!(
        prediction
            .fits
            .is_some_and(|fits| fits.overall.r2 > 1.0 - 1e-6)
    );
}

/// Parameters of the whole robot predict every joint, and one whose torque was not measured is compared with nothing.
#[test]
fn a_torque_that_was_not_measured_judges_no_prediction() {
    let robot = &armwright_robots::puma560::ROBOT;
    let (mut recording, theta) = recorded(robot, &EXACT);
    let mut beta = vec![0.0; robot.model().base.len()];
    robot.base_parameters(&theta, &mut beta).expect("its sizes");
    recording.left_out = vec![Torque::joint(1)];
    let prediction = predict(robot, &beta, recording, &ProcessingOptions::default());
    let Prediction { series, fits } = prediction.expect("predicts");
    assert!(series.predicted[1].iter().any(|tau| tau.abs() > 1.0));
    assert!(series.measured[1].iter().all(|tau| tau.is_nan()));
    for (joint, kept) in series.kept.iter().enumerate() {
        assert_eq!(kept.contains(&true), joint != 1, "{joint}");
    }
    let fits = fits.expect("other torques are measured");
    assert!(
        fits.joints.len() == 5 && fits.overall.r2 > 1.0 - 1e-6,
        "{fits:?}"
    );
}

/// A whole result and one of a part are compared by what both say.
#[test]
fn a_whole_result_is_compared_with_that_of_a_part() {
    let robot = &armwright_robots::puma560::ROBOT;
    let (part, _) = identified(
        robot,
        &Sensors::default(),
        &[Torque::joint(1), Torque::joint(2)],
    );
    let (recording, _) = recorded(robot, &Sensors::default());
    let whole = identify(robot, recording, &Method::Wls.into())
        .expect("identifies")
        .estimation;
    let common = part.estimation.part(robot).expect("a part").expect("one");
    let both = [&whole, &part.estimation].map(|e| e.within(robot, &common).expect("within"));
    let found = compare(common.model(), &both[0], &both[1], 0.01).expect("compared");
    assert_eq!(found.parameters.len(), common.model().base.len());
    let largest = found
        .parameters
        .iter()
        .map(|c| c.difference.abs())
        .fold(0.0, f64::max);
    assert!(
        largest > 0.0 && found.parameters.iter().all(|c| !c.differs),
        "{found:?}"
    );
}

/// Of a coupled wrist no joint's torque is left when the motor is that turns with all: the motors that remain are judged.
#[test]
fn motors_are_judged_where_no_joint_has_its_torque() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let (mut recording, _) = recorded(robot, &Sensors::default());
    recording.left_out = vec![Torque::motor(2)];
    let (training, mut validation) = recording.split(0.6);
    "other".clone_into(&mut validation.source);
    let dataset = Dataset {
        training: vec![training],
        validation: vec![validation],
    };
    let part = part_of(robot, &dataset, &ProcessingOptions::default()).expect("a part");
    let part = part.expect("without a torque");
    let found = identify(&part, dataset, &Method::Wls.into()).expect("identifies");
    let names: Vec<&str> = found
        .fits
        .joints
        .iter()
        .map(|fit| fit.name.as_str())
        .collect();
    assert_eq!(names, ["m1", "m2"]);
    assert!(found.fits.overall.r2 > 0.999, "{:?}", found.fits);
    assert!(found.causes.is_empty(), "{:?}", found.causes);
    let study = Study::of(&part, found, None, Vec::new());
    assert!(study.judgement.joints.len() == 2 && study.judgement.grade != Grade::Poor);
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains("The torque of m3 is left out"));
    // Equations of motors are those that are used.
    let text = json(&study, &Means::default()).expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let used = value["measured"][0]["used"].as_f64();
    assert!(used.is_some_and(|used| used > 0.5), "{used:?}");
}

/// Without the second motor the third joint has its torque, and the first motor is in that of no joint: what is recorded of it is
/// judged all the same. Ten times the torque of the first joint, to and fro ever faster, no motion of the wrist makes.
#[test]
fn a_motor_that_no_joint_tells_is_judged_beside_the_joints_that_remain() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let (mut recording, _) = recorded(robot, &Sensors::default());
    recording.left_out = vec![Torque::motor(1)];
    let judged = |recording: Recording| {
        let dataset = Dataset::from(recording);
        let part = part_of(robot, &dataset, &ProcessingOptions::default()).expect("a part");
        let part = part.expect("without a torque");
        let found = identify(&part, dataset, &Method::Wls.into()).expect("identifies");
        let names: Vec<&str> = found.fits.joints.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["q3", "m1"]);
        let grade = Judgement::of(part.model(), &found).grade;
        (found.fits.overall.r2, found.fits.joints[1].r2, grade)
    };
    let (overall, first, grade) = judged(recording.clone());
    assert!(overall > 0.99 && first > 0.99 && grade == Grade::Care);
    let torques = recording.torque.as_mut().expect("torques");
    let largest = torques[0].iter().map(|tau| tau.abs()).fold(0.0, f64::max);
    for (k, tau) in torques[0].iter_mut().enumerate() {
        let k = k as f64;
        *tau += 10.0 * largest * (1e-6 * k * k).sin();
    }
    let (overall, first, grade) = judged(recording);
    assert!(overall < 0.6 && first < 0.6, "{overall}, {first}");
    assert_eq!(grade, Grade::Poor);
}

/// A motion with the first joint held.
struct Held<'a>(&'a dyn Trajectory);

impl Trajectory for Held<'_> {
    fn duration(&self) -> f64 {
        self.0.duration()
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        match joint {
            0 => [0.4, 0.0, 0.0],
            _ => self.0.at(joint, time),
        }
    }
}

/// Neither position nor torque of the first joint has a column: it was held. What the others determine is right, and
/// what only motion of the first shows is said not to be known.
#[test]
fn a_held_joint_without_torque_leaves_the_others_alone() {
    let robot = &armwright_robots::puma560::ROBOT;
    let model = robot.model();
    let mut random = Random::new(7);
    let motion = designed(model, 10.0, 20.0, &mut random);
    let theta = nominal(model);
    let sensors = Sensors::default();
    let made = simulate(robot, &theta, &Held(&motion), 200.0, &sensors, &mut random);
    let made = made.expect("a recording");
    let mut table = "a,b,c,d,e,f,g,h,i,j\n".to_owned();
    for k in 0..made.position[0].len() {
        let columns = made.position[1..].iter().chain(&made.torque[1..]);
        let row: Vec<String> = columns.map(|column| column[k].to_string()).collect();
        table += &(row.join(",") + "\n");
    }
    let description = "recording:\n  file: run.csv\n  time: {rate: 200}\n  position: {columns: [{constant: 0.4}, a, b, \
                       c, d, e]}\n  torque: {columns: [{torque: missing}, f, g, h, i, j]}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("run.yaml");
    std::fs::write(folder.path().join("run.csv"), table).expect("a temporary file");
    std::fs::write(&path, description).expect("a temporary file");
    let recording = Recording::read(&path, model).expect("a recording");
    assert_eq!(recording.left_out, [Torque::joint(0)]);
    let dataset = Dataset::from(recording);
    let part = part_of(robot, &dataset, &ProcessingOptions::default()).expect("a part");
    let part = part.expect("without a torque");
    let found = identify(&part, dataset, &Method::Wls.into()).expect("identifies");
    let mut truth = vec![0.0; part.model().base.len()];
    part.base_parameters(&theta, &mut truth).expect("its sizes");
    let known = found
        .estimation
        .parameters()
        .zip(truth_by_name(&found, &truth));
    let known: Vec<_> = known
        .filter_map(|(p, truth)| Some((p, truth, p.std?)))
        .collect();
    assert!(
        known.len() > 15 && known.len() < truth.len(),
        "{} known",
        known.len()
    );
    for (p, truth, std) in known {
        assert!(
            (p.value - truth).abs() < 4.0 * std,
            "{}: {} ± {std} for {truth}",
            p.name,
            p.value
        );
    }
    assert!(found.excitation.rank < truth.len());
    assert!(found.fits.overall.r2 > 0.999 && found.fits.joints.len() == 5);
}
