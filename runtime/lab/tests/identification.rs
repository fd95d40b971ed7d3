//! Simulated experiments on a double pendulum: what was put in comes out, and deviations are
//! honest.

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::diagnose::{Cause, Fault, Quantity as Of};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, IdentificationError, IdentifyOptions, identify};
use armwright_lab::judge::{Judgement, Means, notes};
use armwright_lab::options::{Cutoff, List, ProcessingOptions};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::Recording;
use armwright_lab::report::html;
use armwright_lab::study::Study;
use armwright_runtime::{EvaluationError, Inputs, Model, Parameter, Quantity, Robot};

fn truth() -> Vec<f64> {
    let mut truth = vec![0.0; ROBOT.model().base.len()];
    ROBOT
        .base_parameters(&nominal(ROBOT.model()), &mut truth)
        .expect("the specimen identifies");
    truth
}

fn experiment(seed: u64, sensors: &Sensors, method: Method) -> Identification {
    let recording = recorded(seed, sensors);
    identify(&ROBOT, recording, &method.into()).expect("the specimen identifies")
}

fn recorded(seed: u64, sensors: &Sensors) -> Recording {
    let mut random = Random::new(seed);
    let motion = designed(ROBOT.model(), 10.0, 20.0, &mut random);
    let theta = nominal(ROBOT.model());
    let simulated = simulate(&ROBOT, &theta, &motion, 250.0, sensors, &mut random)
        .expect("the specimen identifies");
    simulated.recording().expect("the specimen identifies")
}

#[test]
fn without_noise_the_parameters_are_those_that_were_put_in() {
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.0,
    };
    let found = experiment(1, &sensors, Method::Wls);
    assert_eq!(found.excitation.rank, 13);
    for (value, truth) in found
        .estimation
        .base_estimate(ROBOT.model())
        .beta
        .iter()
        .zip(truth())
    {
        assert!(
            (value - truth).abs() < 1e-3 * truth.abs(),
            "{value} for {truth}"
        );
    }
    assert!(found.fits.overall.r2 > 1.0 - 1e-6);
}

#[test]
fn deviations_cover_the_truth_as_often_as_they_claim() {
    let truth = truth();
    let recordings: Vec<Recording> = (101..=140)
        .map(|seed| recorded(seed, &Sensors::default()))
        .collect();
    for method in [Method::Wls, Method::Ols] {
        let (mut all, mut two, mut three, mut squares) = (0.0, 0.0, 0.0, 0.0);
        for recording in &recordings {
            let found = identify(&ROBOT, recording.clone(), &method.into())
                .expect("the specimen identifies");
            for parameter in found.estimation.parameters() {
                let j = ROBOT
                    .model()
                    .base
                    .iter()
                    .position(|b| b.name == parameter.name)
                    .unwrap();
                let error = ((parameter.value - truth[j]) / parameter.std.unwrap()).abs();
                all += 1.0;
                two += f64::from(u8::from(error < 2.0));
                three += f64::from(u8::from(error < 3.0));
                squares += error * error;
            }
        }
        println!(
            "{method:?}: 2 sigma {} 3 sigma {} rms {}",
            two / all,
            three / all,
            (squares / all).sqrt()
        );
        // 95.4 % and 99.7 % of a normal distribution; honest also means not hiding behind wide deviations.
        let size = (squares / all).sqrt();
        assert!(
            (0.93..0.975).contains(&(two / all)),
            "{method:?}: {}",
            two / all
        );
        assert!(three / all > 0.99, "{method:?}: {}", three / all);
        assert!((0.9..1.1).contains(&size), "{method:?}: {size}");
    }
}

/// Noise of positions bends parameters by as much, however often the same motion is repeated.
#[test]
fn the_bias_of_noisy_positions_is_that_of_the_motion_not_of_its_length() {
    let sensors = Sensors {
        encoder: None,
        position_noise: 5e-3,
        torque_noise: 0.005,
    };
    let of = |duration: f64, seed: u64| {
        let mut random = Random::new(seed);
        let motion = designed(ROBOT.model(), 10.0, duration, &mut random);
        let theta = nominal(ROBOT.model());
        let made = simulate(&ROBOT, &theta, &motion, 1000.0, &sensors, &mut random);
        let mut recording = made.and_then(|s| s.recording()).expect("a recording");
        recording.options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            decimate: Some(List(vec![10, 2])),
            ..ProcessingOptions::default()
        };
        let found = identify(&ROBOT, recording, &Method::Wls.into());
        let parameters = found.expect("identifies").estimation;
        let biases = parameters
            .parameters()
            .map(|p| (p.value, p.bias.unwrap_or(0.0)));
        biases.collect::<Vec<(f64, f64)>>()
    };
    // A short recording says its bias with noise of its own: the mean of several.
    const SEEDS: [u64; 4] = [5, 6, 7, 8];
    let [short, long] = [20.0, 80.0].map(|duration| {
        let mut sums = vec![(0.0, 0.0); 0];
        for seed in SEEDS {
            let found = of(duration, seed);
            sums.resize(found.len(), (0.0, 0.0));
            for (sum, (value, bias)) in sums.iter_mut().zip(found) {
                *sum = (sum.0 + value, sum.1 + bias);
            }
        }
        let count = SEEDS.len() as f64;
        sums.iter()
            .map(|(v, b)| (v / count, b / count))
            .collect::<Vec<(f64, f64)>>()
    });
    let mut compared = 0;
    for ((value, one), (_, other)) in short.into_iter().zip(long) {
        if one.abs() > 2e-3 * value.abs() {
            compared += 1;
            assert!(
                (0.7..1.4).contains(&(other / one)),
                "{value}: {one}, {other}"
            );
        }
    }
    assert!(compared >= 2, "{compared}");
}

#[test]
fn friction_that_drives_is_called_impossible() {
    let mut random = Random::new(3);
    let motion = designed(ROBOT.model(), 10.0, 20.0, &mut random);
    let theta = nominal(ROBOT.model());
    let sensors = Sensors::default();
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random);
    let recording = simulated.and_then(|s| s.recording()).expect("a recording");
    let identified = |sign: f64| {
        let mut recording = recording.clone();
        for tau in recording.torque.iter_mut().flatten().flatten() {
            *tau *= sign;
        }
        let dataset = Dataset {
            training: vec![recording],
            validation: Vec::new(),
        };
        {
            let found =
                identify(&ROBOT, dataset, &Method::Wls.into()).expect("the specimen identifies");
            Judgement::of(ROBOT.model(), &found).warnings().join("\n")
        }
    };
    assert!(
        !identified(1.0).contains("impossible"),
        "{}",
        identified(1.0)
    );
    let said = identified(-1.0);
    assert!(said.contains("negative, which is impossible: "), "{said}");
    assert!(said.contains("fc_m1"), "{said}");
}

#[test]
fn torques_that_never_change_are_refused() {
    let mut random = Random::new(5);
    let motion = designed(ROBOT.model(), 10.0, 20.0, &mut random);
    let theta = nominal(ROBOT.model());
    let sensors = Sensors::default();
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random).unwrap();
    for torque in [0.0, -2.5] {
        let mut recording = simulated.recording().unwrap();
        for column in recording.torque.iter_mut().flatten() {
            column.fill(torque);
        }
        let dataset = Dataset {
            training: vec![recording],
            validation: Vec::new(),
        };
        let refused = identify(&ROBOT, dataset, &Method::Wls.into());
        let error = refused.unwrap_err();
        assert!(
            matches!(error, IdentificationError::ConstantTorque { .. }),
            "{error}"
        );
    }
}

#[test]
fn radians_described_as_degrees_are_doubted() {
    let mut random = Random::new(6);
    let motion = designed(ROBOT.model(), 10.0, 20.0, &mut random);
    let theta = nominal(ROBOT.model());
    let sensors = Sensors::default();
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random).unwrap();
    let moved = |factor: f64, by: f64| {
        let mut recording = simulated.recording().unwrap();
        for q in recording.position.iter_mut().flatten() {
            *q = factor * *q + by;
        }
        recording
    };
    let doubted = |training| {
        let dataset = Dataset {
            training,
            validation: Vec::new(),
        };
        let notes = notes(&dataset, ROBOT.model());
        notes.iter().any(|note| note.to_string().contains("57.3"))
    };
    let factor = std::f64::consts::PI / 180.0;
    assert!(doubted(vec![moved(factor, 0.0)]));
    assert!(!doubted(vec![moved(1.0, 0.0)]));
    // Small motions about two configurations are no mistake.
    assert!(!doubted(vec![moved(factor, -1.0), moved(factor, 1.0)]));
}

/// A robot that is made while the program runs: another's equations under a name of its own.
struct Renamed<'a> {
    of: &'a dyn Robot,
    model: Model,
}

impl Robot for Renamed<'_> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.of.evaluate(quantity, inputs, out)
    }
}

#[test]
fn a_robot_may_be_made_at_run_time() {
    let model = Model {
        name: "renamed",
        ..*armwright_robots::double_pendulum::ROBOT.model()
    };
    let robot = Renamed {
        of: &armwright_robots::double_pendulum::ROBOT,
        model,
    };
    let mut random = Random::new(1);
    let motion = designed(robot.model(), 10.0, 10.0, &mut random);
    let theta = nominal(robot.model());
    let sensors = Sensors::default();
    let simulated = simulate(&robot, &theta, &motion, 500.0, &sensors, &mut random);
    let recording = simulated.and_then(|s| s.recording()).unwrap();
    let found = identify(&robot, recording, &Method::Wls.into()).unwrap();
    let study = Study::of(&robot, found, None, Vec::new());
    assert_eq!(study.identification.estimation.robot, "renamed");
    assert!(html(&study, &Means::default()).unwrap().contains("renamed"));
}

/// A limit of effort that is wrong, or that one joint passes, is no fault of all torques.
#[test]
fn one_joint_beyond_its_effort_does_not_make_all_torques_too_large() {
    let of = &armwright_robots::double_pendulum::ROBOT;
    let mut joints = of.model().joints.to_vec();
    joints[1].effort = Some(0.01);
    let model = Model {
        joints: joints.leak(),
        ..*of.model()
    };
    let robot = Renamed { of, model };
    let mut random = Random::new(1);
    let motion = designed(robot.model(), 10.0, 20.0, &mut random);
    let theta = nominal(robot.model());
    let sensors = Sensors::default();
    let simulated = simulate(&robot, &theta, &motion, 500.0, &sensors, &mut random);
    let recording = simulated.and_then(|s| s.recording()).expect("a recording");
    let found = identify(&robot, recording, &Method::Wls.into()).expect("identifies");
    assert!(found.causes.is_empty(), "{}", found.causes[0]);
}

/// The torque of a coupled motor is another than that of its joint, and one of the wrong sign is told by the motor.
#[test]
fn a_sign_of_a_coupled_motor_is_told() {
    let model = ROBOT.model();
    for (k, name) in ["m1", "m2"].into_iter().enumerate() {
        let mut random = Random::new(21);
        let motion = designed(model, 10.0, 10.0, &mut random);
        let (theta, sensors) = (nominal(model), Sensors::default());
        let made = simulate(&ROBOT, &theta, &motion, 200.0, &sensors, &mut random);
        let mut made = made.expect("a motion");
        made.torque[k].iter_mut().for_each(|tau| *tau = -*tau);
        let recording = made.recording().expect("a recording");
        let found = identify(&ROBOT, recording, &Method::Wls.into()).expect("identifies");
        let sign = Fault::Sign {
            quantity: Of::Torque,
            of: vec![name.to_owned()],
        };
        let first = found.causes.first().map(|cause| &cause.fault);
        assert_eq!(first, Some(&sign), "{:?}", found.causes);
    }
}

/// Errors of positions that are differentiated twice draw inertias towards zero: without the bias that is told, values are
/// nearer to the truth.
#[test]
fn a_bias_has_its_sign() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let (model, theta) = (robot.model(), nominal(robot.model()));
    let mut truth = vec![0.0; model.base.len()];
    robot
        .base_parameters(&theta, &mut truth)
        .expect("its own sizes");
    let sensors = Sensors {
        encoder: None,
        position_noise: 1e-3,
        torque_noise: 1e-3,
    };
    let mut random = Random::new(30);
    let motion = designed(model, 10.0, 20.0, &mut random);
    let made = simulate(robot, &theta, &motion, 200.0, &sensors, &mut random);
    let recording = made.and_then(|made| made.recording());
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(15.0)),
            ..ProcessingOptions::default()
        },
        ..Method::Wls.into()
    };
    let found = identify(robot, recording.expect("a recording"), &options).expect("identifies");
    let mut displaced = 0;
    for (base, truth) in model.base.iter().zip(&truth) {
        let p = found.estimation.parameter(base.name).expect("a parameter");
        if p.bias_in_deviations() > 3.0 {
            let (off, bias) = (p.value - truth, p.bias.expect("told"));
            assert!(
                (off - bias).abs() < 0.5 * off.abs(),
                "{}: {off} {bias}",
                p.name
            );
            displaced += 1;
        }
    }
    assert!(displaced >= 3, "{displaced}");
}

/// The specimen without nominal values, of whose size nothing is known but how far it reaches.
struct Unnamed(Model);

impl Robot for Unnamed {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        ROBOT.evaluate(quantity, inputs, out)
    }
}

/// No robot is lighter than 0.2 kg/m² times the fourth power of its reach, here half a metre.
#[test]
fn torques_are_too_small_for_the_reach_of_a_robot() {
    let whole = ROBOT.model();
    let parameters = whole.parameters.iter().map(|p| Parameter {
        nominal: None,
        ..*p
    });
    let parameters: &'static [Parameter] = parameters.collect::<Vec<_>>().leak();
    let robot = Unnamed(Model {
        parameters,
        ..*whole
    });
    let theta = nominal(whole);
    let inertia = |q: f64| {
        let mut matrix = [0.0; 4];
        let done = ROBOT.inertia_matrix(&theta, &[0.0, q], &mut matrix);
        done.expect("its own sizes");
        matrix[0]
    };
    let lightest = 0.2 * 0.5f64.powi(4);
    let sizes = |share: f64| {
        let mut random = Random::new(23);
        let motion = designed(whole, 10.0, 10.0, &mut random);
        let sensors = Sensors::default();
        let made = simulate(&ROBOT, &theta, &motion, 200.0, &sensors, &mut random);
        let mut made = made.expect("a motion");
        let torque = made.torque.iter_mut().flatten();
        torque.for_each(|tau| *tau *= share);
        let recording = made.recording().expect("a recording");
        let found = identify(&robot, recording, &Method::Wls.into()).expect("identifies");
        let size = |cause: &Cause| matches!(cause.fault, Fault::Size { .. });
        found.causes.iter().any(size)
    };
    // The inertia about the first axis is largest with the arm stretched, and smallest with it folded.
    let [most, least] = [0.0, std::f64::consts::PI].map(inertia);
    assert!(sizes(0.7 * lightest / most));
    assert!(!sizes(1.5 * lightest / least));
}
