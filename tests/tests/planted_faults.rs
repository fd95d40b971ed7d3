//! Faults planted in recordings: none leaves a model that is called sound or usable, and most are named as the
//! first cause. Clean recordings have no cause. `ARMWRIGHT_FAULTS=all ARMWRIGHT_CLEAN=100` plants all of them in every
//! recording and looks at 100 clean ones.

use armwright_lab::dataset::Dataset;
use armwright_lab::diagnose::{Fault, Quantity, Sensed};
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, best_designed, simulate};
use armwright_lab::identify::{Identification, IdentifyOptions, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::options::{Cutoff, ProcessingOptions};
use armwright_lab::parameters::{nominal, standard, without_nominal};
use armwright_lab::recording::Recording;
use armwright_runtime::{Inertial, ParameterKind, Robot};
use armwright_tests::{Pair, data, laid_out, zoo};

/// What is done to a recording, by the numbers of joints, which count from 0; negative ones from the last.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Plant {
    Sign(Quantity, i8),
    AllSigns(Quantity),
    Swap(Quantity, i8, i8),
    Offset(i8, f64),
    Scale(f64),
    Gain(i8, f64),
    AllGains(f64),
    Lag(f64),
    Time(f64),
    Dead(Quantity, i8),
    Cut(i8),
    Frozen(i8),
}

use Quantity::{Both, Position, Torque};

const PLANTED: [Plant; 27] = [
    Plant::Sign(Torque, 0),
    Plant::Sign(Torque, 1),
    Plant::Sign(Torque, -1),
    Plant::AllSigns(Torque),
    Plant::Sign(Position, 1),
    Plant::Sign(Position, 2),
    Plant::Sign(Position, -1),
    Plant::Sign(Both, 1),
    Plant::Swap(Torque, 0, 1),
    Plant::Swap(Torque, 1, 2),
    Plant::Swap(Position, 0, 1),
    Plant::AllGains(1000.0),
    Plant::Swap(Both, 1, 2),
    Plant::Offset(1, 90.0),
    Plant::Offset(2, -90.0),
    Plant::Offset(1, 180.0),
    Plant::Scale(180.0 / std::f64::consts::PI),
    Plant::Scale(std::f64::consts::PI / 180.0),
    Plant::Gain(1, 1000.0),
    Plant::Gain(2, 0.01),
    Plant::Lag(0.03),
    Plant::Time(1000.0),
    Plant::Dead(Torque, 1),
    Plant::Cut(1),
    Plant::AllGains(0.01),
    Plant::Dead(Position, 1),
    Plant::Frozen(1),
];

impl Plant {
    fn joint(k: i8, n: usize) -> usize {
        usize::try_from(k).unwrap_or(n - 1)
    }

    fn plant(self, recording: &mut Recording) {
        let n = recording.position.len();
        let rate = recording.rate;
        let torque = recording.torque.as_mut().expect("torques");
        let position = &mut recording.position;
        let columns = |quantity: Quantity| match quantity {
            Torque => [false, true],
            Position => [true, false],
            Both => [true, true],
        };
        let scale = |column: &mut Vec<f64>, by: f64| column.iter_mut().for_each(|x| *x *= by);
        match self {
            Self::Sign(of, k) => {
                let [p, t] = columns(of);
                let k = Self::joint(k, n);
                if p {
                    scale(&mut position[k], -1.0);
                }
                if t {
                    scale(&mut torque[k], -1.0);
                }
            }
            Self::AllSigns(of) => {
                for k in 0..n {
                    Self::Sign(of, i8::try_from(k).expect("few")).plant(recording);
                }
            }
            Self::Swap(of, i, j) => {
                let [p, t] = columns(of);
                let (i, j) = (Self::joint(i, n), Self::joint(j, n));
                if p {
                    position.swap(i, j);
                }
                if t {
                    torque.swap(i, j);
                }
            }
            // What was forgotten is taken away.
            Self::Offset(k, degrees) => position[Self::joint(k, n)]
                .iter_mut()
                .for_each(|x| *x -= degrees.to_radians()),
            Self::Scale(by) => position.iter_mut().for_each(|column| scale(column, by)),
            Self::Gain(k, by) => scale(&mut torque[Self::joint(k, n)], by),
            Self::AllGains(by) => torque.iter_mut().for_each(|column| scale(column, by)),
            Self::Lag(seconds) => {
                let by = (seconds * rate).round() as usize;
                for column in torque {
                    column.rotate_right(by);
                    let first = column[by];
                    column[..by].fill(first);
                }
            }
            Self::Time(by) => recording.rate /= by,
            Self::Dead(Position, k) => position[Self::joint(k, n)].fill(0.3),
            Self::Dead(_, k) => torque[Self::joint(k, n)].fill(2.5),
            Self::Frozen(k) => {
                let column = &mut position[Self::joint(k, n)];
                let (from, to) = (column.len() / 3, column.len() / 2);
                let value = column[from];
                column[from..to].fill(value);
            }
            Self::Cut(k) => {
                let column = &mut torque[Self::joint(k, n)];
                let largest = column.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let limit = 0.5 * largest;
                column.iter_mut().for_each(|x| *x = x.clamp(-limit, limit));
            }
        }
    }

    /// Whether the first cause is this fault.
    fn is_named(self, found: &Identification, names: [&[&str]; 2]) -> bool {
        let n = names[0].len();
        let one = |of: &[String], k: i8| {
            let k = Self::joint(k, n);
            of.len() == 1 && names.iter().any(|names| names[k] == of[0])
        };
        let near = |x: f64, y: f64| (x / y).ln().abs() < 0.15;
        let sensed = |wanted: fn(&Sensed) -> bool, k: i8| {
            let mut faults = found.sensors.iter();
            let of = |joint: &String| one(std::slice::from_ref(joint), k);
            faults.any(|fault| wanted(&fault.sensed) && of(&fault.joint))
        };
        match self {
            Self::Dead(Torque, k) => {
                return sensed(|s| matches!(s, Sensed::DeadTorque), k);
            }
            Self::Dead(_, k) => return sensed(|s| matches!(s, Sensed::DeadPosition), k),
            Self::Frozen(k) => return sensed(|s| matches!(s, Sensed::FrozenPosition(_)), k),
            Self::Cut(k) => return sensed(|s| matches!(s, Sensed::SaturatedTorque(_)), k),
            _ => {}
        }
        let Some(cause) = found.causes.first() else {
            return false;
        };
        match (self, &cause.fault) {
            (Self::Sign(wanted, k), Fault::Sign { quantity, of }) => {
                wanted == *quantity && one(of, k)
            }
            (Self::AllSigns(wanted), Fault::Sign { quantity, of }) => {
                wanted == *quantity && of.is_empty()
            }
            (Self::Swap(wanted, i, j), Fault::Swapped { quantity, of }) => {
                let [a, b] = of;
                wanted == *quantity
                    && one(std::slice::from_ref(a), i)
                    && one(std::slice::from_ref(b), j)
            }
            (Self::Offset(k, wanted), Fault::Offset { of, degrees, .. }) => {
                one(std::slice::from_ref(of), k) && (wanted - degrees).abs() < 1.0
            }
            (
                Self::Scale(by),
                Fault::Factor {
                    quantity,
                    of,
                    factor,
                },
            ) => *quantity == Position && of.is_empty() && near(*factor, 1.0 / by),
            (
                Self::Gain(k, by),
                Fault::Factor {
                    quantity,
                    of,
                    factor,
                },
            ) => *quantity == Torque && one(of, k) && near(*factor, 1.0 / by),
            (
                Self::AllGains(by),
                Fault::Factor {
                    quantity,
                    of,
                    factor,
                },
            ) => *quantity == Torque && of.is_empty() && near(*factor, 1.0 / by),
            (Self::AllGains(by), Fault::Size { low, high }) => (*low..=*high).contains(&(1.0 / by)),
            (Self::Lag(wanted), Fault::Lag { seconds }) => near(wanted, *seconds),
            (Self::Time(by), Fault::Time { factor }) => near(*factor, 1.0 / by),
            _ => false,
        }
    }
}

fn robot(name: &str) -> Pair {
    let mut all = zoo().into_iter();
    all.find(|pair| pair.name() == name).expect("the robot")
}

/// Two recordings of a robot with nominal parameters or, where there are none, with those of bodies that could
/// exist.
fn simulated(pair: &Pair, seed: u64) -> Dataset {
    let model = pair.robot.model();
    let theta = match without_nominal(model).next() {
        None => nominal(model),
        Some(_) => armwright_tests::Random::new(seed).physical_theta(&pair.oracle),
    };
    recorded(pair, &theta, seed)
}

fn recorded(pair: &Pair, theta: &[f64], seed: u64) -> Dataset {
    let mut random = Random::new(seed);
    let mut recording = || {
        let motion = best_designed(pair.robot, 10.0, &mut random).expect("a motion");
        let sensors = Sensors::default();
        let found = simulate(pair.robot, theta, &motion, 200.0, &sensors, &mut random);
        found.and_then(|s| s.recording()).expect("a recording")
    };
    Dataset {
        training: vec![recording()],
        validation: vec![recording()],
    }
}

/// Two recordings of a robot whose links are bodies of some kilograms, whatever its file says.
fn another(pair: &Pair, seed: u64) -> Dataset {
    let model = pair.robot.model();
    let mut random = Random::new(seed);
    let mut theta = vec![0.0; model.parameters.len()];
    for (k, parameter) in model.parameters.iter().enumerate() {
        theta[k] = match parameter.kind {
            ParameterKind::Inertial { .. } => 0.0,
            ParameterKind::Inertia(_) => 0.05,
            kind if kind.is_never_negative() => 1.0,
            _ => 0.1,
        };
    }
    for body in 0..model.bodies.len() {
        let mass =
            8.0 * 0.6f64.powi(i32::try_from(body).expect("few")) * (1.0 + 0.2 * random.uniform());
        let mut physical = [0.0; 10];
        physical[0] = mass;
        for centre in &mut physical[1..4] {
            *centre = 0.2 * random.uniform() - 0.1;
        }
        for diagonal in [4, 7, 9] {
            physical[diagonal] = 0.004 * mass * (1.0 + 0.5 * random.uniform());
        }
        for (value, component) in standard(physical).into_iter().zip(Inertial::ALL) {
            let kind = ParameterKind::Inertial { body, component };
            let place = model.parameters.iter().position(|p| p.kind == kind);
            theta[place.expect("a parameter")] = value;
        }
    }
    recorded(pair, &theta, seed)
}

fn names(robot: &dyn Robot) -> [Vec<&'static str>; 2] {
    let model = robot.model();
    let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
    let motors: Vec<&str> = model.motors.iter().map(|motor| motor.name).collect();
    match motors.len() == joints.len() {
        true => [joints, motors],
        false => [joints.clone(), joints],
    }
}

/// How many faults are named, and what became of each.
fn matrix(robot: &dyn Robot, clean: &Dataset, all: &[Plant]) -> (usize, Vec<String>) {
    let [joints, motors] = names(robot);
    let (mut named, mut passed) = (0, Vec::new());
    for &planted in all {
        let mut dataset = clean.clone();
        for recording in dataset.training.iter_mut().chain(&mut dataset.validation) {
            planted.plant(recording);
        }
        let found = match identify(robot, dataset, &Method::Wls.into()) {
            Ok(found) => found,
            Err(error) => {
                println!("{planted:?}: refused: {error}");
                continue;
            }
        };
        let verdict = Judgement::of(robot.model(), &found);
        let is = planted.is_named(&found, [&joints, &motors]);
        named += usize::from(is);
        let first = found.causes.first().map(ToString::to_string);
        println!(
            "{planted:?}: {} {:?} {first:?}",
            if is { "named" } else { "MISSED" },
            verdict.grade
        );
        if verdict.grade != Grade::Poor {
            passed.push(format!("{planted:?}: {:?}", verdict.grade));
        }
    }
    println!("{}: {named} of {} named", robot.model().name, all.len());
    (named, passed)
}

/// How many of the faults are planted: all, or every so many where that takes long and `ARMWRIGHT_FAULTS` is not set.
fn thinned(every: usize) -> Vec<Plant> {
    let every = std::env::var("ARMWRIGHT_FAULTS").map_or(every, |_| 1);
    PLANTED.into_iter().step_by(every).collect()
}

fn check(name: &str, clean: &Dataset, planted: &[Plant]) {
    let found = identify(robot(name).robot, clean.clone(), &Method::Wls.into());
    has_no_fault(name, &found.expect("identifies"));
    are_named(name, clean, planted);
}

fn has_no_fault(name: &str, found: &Identification) {
    assert!(found.causes.is_empty(), "{name}: {}", found.causes[0]);
    assert!(found.sensors.is_empty(), "{name}: {:?}", found.sensors);
}

fn are_named(name: &str, clean: &Dataset, planted: &[Plant]) {
    let pair = robot(name);
    let (named, passed) = matrix(pair.robot, clean, planted);
    assert!(passed.is_empty(), "{name}: {passed:#?}");
    assert!(
        24 * named >= 20 * planted.len(),
        "{name}: {named} of {}",
        planted.len()
    );
}

#[test]
fn faults_of_a_puma_are_named() {
    check("puma560", &simulated(&robot("puma560"), 1), &thinned(3));
}

#[test]
fn faults_of_a_ur5_are_named() {
    // Its file has neither nominal values nor limits of torque, and this one is heavy: one of a hundredth of its weight is
    // light, but could exist.
    let could_be = |plant: &Plant| matches!(plant, Plant::AllGains(by) if *by < 1.0);
    let planted = thinned(3).into_iter().filter(|plant| !could_be(plant));
    check(
        "ur5",
        &simulated(&robot("ur5"), 1),
        &planted.collect::<Vec<_>>(),
    );
}

#[test]
fn faults_of_a_direct_drive_arm_are_named() {
    check("mit_ddarm", &simulated(&robot("mit_ddarm"), 1), &thinned(2));
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn faults_of_a_measured_tx40_are_named() {
    let data = data("tx40");
    let pair = robot("tx40");
    let folder = laid_out("tx40", &data);
    let recording = Recording::read(&folder.path().join("recording.yaml"), pair.robot.model());
    let clean = Dataset {
        training: vec![recording.expect("a recording")],
        validation: Vec::new(),
    };
    are_named("tx40", &clean, &thinned(6));
}

/// Other robots than the file's: nominal values are no nearer than a robot is to another of its size.
#[test]
fn torques_of_another_size_are_named_without_nominal_values() {
    for (name, seed) in [("puma560", 5), ("ur5", 6), ("iiwa14", 7), ("panda", 8)] {
        let pair = robot(name);
        let clean = another(&pair, seed);
        let found = identify(pair.robot, clean.clone(), &Method::Wls.into()).expect("identifies");
        assert!(found.causes.is_empty(), "{name}: {}", found.causes[0]);
        let (named, passed) = matrix(
            pair.robot,
            &clean,
            &[Plant::AllGains(0.01), Plant::AllGains(1e4)],
        );
        assert!(
            named == 2 && passed.is_empty(),
            "{name}: {named} {passed:#?}"
        );
    }
}

/// An offset about a vertical axis changes no torque, though it takes the joint beyond its limits.
#[test]
fn positions_beyond_limits_are_no_fault_by_themselves() {
    let pair = robot("mit_ddarm");
    let mut dataset = simulated(&pair, 2);
    for recording in dataset.training.iter_mut().chain(&mut dataset.validation) {
        Plant::Offset(0, 170.0).plant(recording);
    }
    let found = identify(pair.robot, dataset, &Method::Wls.into()).expect("identifies");
    assert!(found.causes.is_empty(), "{}", found.causes[0]);
    let verdict = Judgement::of(pair.robot.model(), &found);
    assert_ne!(verdict.grade, Grade::Poor, "{:?}", verdict.reasons());
}

/// Clean recordings of robots with all kinds of parameters, motions and noise: faults that are named are invented.
/// `ARMWRIGHT_CLEAN` is how many; of 100 at most one may be said to have a fault.
/// Where a filter lets the noise of accelerations through, whatever slows the robot down explains more.
#[test]
fn noise_of_accelerations_is_no_wrong_unit_of_time() {
    for (name, cutoff) in [("puma560", 30.0), ("ur5", 40.0), ("mit_ddarm", 60.0)] {
        let pair = robot(name);
        let theta = armwright_tests::Random::new(1).physical_theta(&pair.oracle);
        let mut random = Random::new(1);
        let motion = best_designed(pair.robot, 10.0, &mut random).expect("a motion");
        let sensors = Sensors {
            encoder: Some(2048.0),
            torque_noise: 0.02,
            position_noise: 2e-3,
        };
        let found = simulate(pair.robot, &theta, &motion, 200.0, &sensors, &mut random);
        let recording = found.and_then(|s| s.recording()).expect("a recording");
        let options = IdentifyOptions {
            processing: ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(cutoff)),
                ..ProcessingOptions::default()
            },
            ..Method::Wls.into()
        };
        let found = identify(pair.robot, recording, &options).expect("identifies");
        let causes: Vec<String> = found.causes.iter().map(ToString::to_string).collect();
        assert!(causes.is_empty(), "{name}: {causes:?}");
    }
}

#[test]
fn clean_recordings_have_no_fault() {
    let runs = std::env::var("ARMWRIGHT_CLEAN").map_or(9, |count| count.parse().expect("a number"));
    let mut said = Vec::new();
    for seed in 0..runs {
        let name = ["puma560", "ur5", "mit_ddarm"][seed as usize % 3];
        let pair = robot(name);
        let theta = armwright_tests::Random::new(seed).physical_theta(&pair.oracle);
        let mut random = Random::new(seed);
        let motion = best_designed(pair.robot, 10.0, &mut random).expect("a motion");
        let sensors = Sensors {
            encoder: Some([4096.0, 16_384.0, 131_072.0][seed as usize / 3 % 3]),
            torque_noise: [0.01, 0.05, 0.2][seed as usize / 9 % 3],
            position_noise: [0.0, 1e-4][seed as usize / 27 % 2],
        };
        let found = simulate(pair.robot, &theta, &motion, 200.0, &sensors, &mut random);
        let recording = found.and_then(|s| s.recording()).expect("a recording");
        let found = identify(pair.robot, recording, &Method::Wls.into()).expect("identifies");
        let causes = found.causes.iter().map(ToString::to_string);
        let sensors = found.sensors.iter().map(ToString::to_string);
        said.extend(
            causes
                .chain(sensors)
                .take(1)
                .map(|fault| format!("{name} {seed}: {fault}")),
        );
    }
    println!("{} of {runs} clean recordings: {said:#?}", said.len());
    assert!(100 * said.len() <= runs as usize, "{said:#?}");
}

#[test]
#[cfg_attr(no_data, ignore = "no recordings: ARMWRIGHT_DATA names their folder")]
fn measured_recordings_have_no_fault() {
    has_no_fault("tx40", crate::measured_tx40::identified().1);
    let data = data("kuka_kr300");
    let pair = robot("kr300");
    let folder = laid_out("kr300", &data);
    for file in ["recording.yaml", "validation_b.yaml", "validation_c.yaml"] {
        let recording = Recording::read(&folder.path().join(file), pair.robot.model());
        let recording = recording.expect("a recording");
        let found = identify(pair.robot, recording, &Method::Wls.into());
        has_no_fault("kr300", &found.expect("identifies"));
    }
}
