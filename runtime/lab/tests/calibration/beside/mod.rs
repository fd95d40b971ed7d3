//! What descriptions say beside positions and torques gives the same recordings as arrays do.

use std::fmt::Write;
use std::fs;

use armwright_lab::drives::plays;
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::{Arrays, Recording, RecordingError, UserColumn};
use armwright_lab::together::{TogetherOptions, identify_together};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Robot, Side};

const RATE: f64 = 200.0;

/// Joint positions and torques of a motion without noise.
fn clean(robot: &dyn Robot, seed: u64) -> [Vec<Vec<f64>>; 2] {
    let mut random = Random::new(seed);
    let motion = designed(robot.model(), 6.0, 12.0, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.0,
    };
    let theta = nominal(robot.model());
    let made = simulate(robot, &theta, &motion, RATE, &sensors, &mut random).expect("a motion");
    [made.position, made.torque]
}

/// Reads a description of one table.
fn read(
    robot: &dyn Robot,
    lines: &str,
    columns: &[(&str, &[f64])],
) -> Result<Recording, RecordingError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let mut table = names.join(",") + "\n";
    for k in 0..columns[0].1.len() {
        let row = columns.iter().map(|(_, column)| match column[k] {
            x if x.is_nan() => String::new(),
            x => x.to_string(),
        });
        writeln!(table, "{}", row.collect::<Vec<_>>().join(",")).expect("text");
    }
    let path = folder.path().join("run.yaml");
    fs::write(folder.path().join("run.csv"), table).expect("a table");
    let text = format!("recording:\n  file: run.csv\n  time: {{rate: {RATE}}}\n{lines}");
    fs::write(&path, text).expect("a description");
    Recording::read(&path, robot.model())
}

/// Turns of motors by the matrix of the robot file.
fn to_motors(robot: &dyn Robot, joints: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (n, g) = (joints.len(), robot.model().transmission);
    let of = |motor: usize, k: usize| (0..n).map(|j| g[motor * n + j] * joints[j][k]).sum();
    let column = |motor| (0..joints[0].len()).map(|k| of(motor, k)).collect();
    (0..n).map(column).collect()
}

fn apart(one: &[Vec<f64>], other: &[Vec<f64>]) -> f64 {
    let pairs = one.iter().flatten().zip(other.iter().flatten());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Currents that a controller makes of the torques of motors on a coupled transmission, with sensors that have offsets and a
/// constant that varies over the turn.
#[test]
fn currents_of_three_phases_are_read_as_torques() {
    let robot = &abb_wrist::ROBOT;
    let [position, torque] = clean(robot, 3);
    let rotors = to_motors(robot, &position);
    let (n, g) = (position.len(), robot.model().transmission);
    // What motors give such that joints have these torques: Gᵀ motor = joint, solved by elimination.
    let transmission = nalgebra::DMatrix::from_row_slice(n, n, g).transpose();
    let solve = transmission.lu();
    let (constant, pairs, angle, offset) = (0.08, 4.0, 0.4, [0.3, -0.2, 0.1]);
    let mut currents = vec![vec![0.0; position[0].len()]; 3 * n];
    for k in 0..position[0].len() {
        let joint = nalgebra::DVector::from_fn(n, |j, _| torque[j][k]);
        let motor = solve.solve(&joint).expect("a transmission");
        for m in 0..n {
            let theta = pairs * rotors[m][k] + angle;
            let ripple = 1.0 + 0.03 * (2.0 * theta).cos() - 0.01 * (2.0 * theta).sin();
            let amplitude = motor[m] / (1.5 * constant * ripple);
            for (phase, offset) in offset.iter().enumerate() {
                let third = 2.0 * std::f64::consts::PI / 3.0;
                let current = amplitude * (theta + third * phase as f64).sin() + offset;
                // In mA.
                currents[3 * m + phase][k] = 1000.0 * current;
            }
        }
    }
    let names: Vec<String> = (0..3 * n).map(|k| format!("i{k}")).collect();
    let places: Vec<String> = (0..n).map(|k| format!("p{k}")).collect();
    let motors: Vec<String> = (0..n)
        .map(|m| {
            format!(
                "{{columns: [{}], unit: mA, constant: {constant}, pairs: {pairs}, angle: {angle}, offsets: {offset:?}, ripple: [[0, 0], \
                 [0.03, -0.01]]}}",
                names[3 * m..3 * m + 3].join(", ")
            )
        })
        .collect();
    let lines = format!(
        "  position: {{columns: [{}], side: joint}}\n  phases: [{}]\n",
        places.join(", "),
        motors.join(", ")
    );
    let columns = places
        .iter()
        .zip(&position)
        .chain(names.iter().zip(&currents));
    let columns: Vec<(&str, &[f64])> = columns.map(|(n, c)| (n.as_str(), c.as_slice())).collect();
    let found = read(robot, &lines, &columns).expect("a recording");
    let size = torque
        .iter()
        .flatten()
        .fold(0.0, |top: f64, x| top.max(x.abs()));
    let off = apart(found.torque.as_ref().expect("torques"), &torque);
    assert!(off < 1e-9 * size, "{off} of {size}");
    assert_eq!(found.torque_side, Side::Motor);
    let [two, both] = [
        lines.replacen("[i0, i1, i2]", "[i0, i1]", 1),
        lines.clone() + "  torque: {columns: [i0, i1, i2]}\n",
    ];
    for (text, said) in [(&two, "three columns"), (&both, "not both")] {
        let refused = read(robot, text, &columns)
            .expect_err("a refusal")
            .to_string();
        assert!(refused.contains(said), "{refused}");
    }
}

/// Both positions, of joints that twist and of one that has a gap.
#[test]
fn second_positions_tell_what_lies_between() {
    let robot = &abb_wrist::ROBOT;
    let [position, torque] = clean(robot, 5);
    let given = [(2e-5, 0.0), (0.0, 3e-4), (1e-5, 1e-4)];
    let mut random = Random::new(8);
    let twisted: Vec<Vec<f64>> = (0..position.len())
        .map(|j| {
            let (compliance, gap) = given[j % 3];
            let pairs = position[j].iter().zip(&torque[j]);
            let twist = |tau: f64| compliance * tau + 0.5 * gap * tau.signum();
            pairs
                .map(|(q, tau)| q + twist(*tau) + 0.01 + 2e-6 * random.normal())
                .collect()
        })
        .collect();
    let motors = to_motors(robot, &twisted);
    let arrays = Arrays {
        second_position: motors.clone(),
        ..Arrays::new(RATE, position.clone(), torque.clone())
    };
    let arrays = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    let n = position.len();
    let list = |letter: char| {
        let names: Vec<String> = (0..n).map(|k| format!("{letter}{k}")).collect();
        names.join(", ")
    };
    let lines = format!(
        "  position: {{columns: [{}], side: joint}}\n  torque: {{columns: [{}], side: joint}}\n  second_position: {{columns: [{}], \
         sign: -1, unit: mrad}}\n",
        list('q'),
        list('t'),
        list('m')
    );
    let counted: Vec<Vec<f64>> = motors
        .iter()
        .map(|c| c.iter().map(|x| -1e3 * x).collect())
        .collect();
    let names: Vec<String> = "qtm"
        .chars()
        .flat_map(|l| (0..n).map(move |k| format!("{l}{k}")))
        .collect();
    let values = position.iter().chain(&torque).chain(&counted);
    let columns: Vec<(&str, &[f64])> = names
        .iter()
        .map(String::as_str)
        .zip(values.map(Vec::as_slice))
        .collect();
    let read = |lines: &str| read(robot, lines, &columns);
    let file = read(&lines).expect("a recording");
    for recording in [arrays, file] {
        let second = recording
            .further
            .second_position
            .as_ref()
            .expect("positions of motors");
        assert_eq!(second.side, Side::Motor);
        assert!(apart(&second.columns, &motors) < 1e-9);
        for (j, found) in plays(robot, std::slice::from_ref(&recording))
            .iter()
            .enumerate()
        {
            let play = found.play.as_ref().expect("what lies between");
            let (compliance, gap) = given[j % 3];
            for (found, given) in [(play.compliance, compliance), (play.backlash, gap)] {
                let (value, std) = found.value.zip(found.std).expect("a value");
                assert!(
                    (value - given).abs() < 4.0 * std,
                    "{j}: {value} ± {std}, {given}"
                );
                assert_eq!(found.is_there, given > 0.0, "{j}: {value} ± {std}");
            }
        }
    }
    let same = lines.replace("sign: -1", "side: joint");
    let refused = read(&same).expect_err("a refusal").to_string();
    assert!(refused.contains("the other side"), "{refused}");
}

/// A temperature that is written every tenth row, in tenths, and one for all joints.
#[test]
fn columns_of_users_come_along() {
    let robot = &double_pendulum::ROBOT;
    let [position, torque] = clean(robot, 7);
    let samples = position[0].len();
    let warm = |k: usize, by: f64| 20.0 + by * (k - k % 10) as f64 / samples as f64;
    let slow = |by: f64| -> Vec<f64> {
        let at = |k: usize| {
            if k.is_multiple_of(10) {
                10.0 * warm(k, by)
            } else {
                f64::NAN
            }
        };
        (0..samples).map(at).collect()
    };
    let [one, other] = [slow(30.0), slow(-5.0)];
    let load: Vec<f64> = (0..samples).map(|k| (k % 7) as f64).collect();
    let lines = "  position: {columns: [a, b], side: joint}\n  torque: {columns: [c, d], side: joint}\n  weight: 0.25\n  user: [{name: temperature, \
                 columns: [one, other], scale: 0.1, offset: [0, 273]}, {name: grease, columns: [load]}]\n";
    let columns = [
        ("a", &position[0]),
        ("b", &position[1]),
        ("c", &torque[0]),
        ("d", &torque[1]),
        ("one", &one),
        ("other", &other),
        ("load", &load),
    ];
    let columns = columns.map(|(name, column)| (name, column.as_slice()));
    let file = read(robot, lines, &columns).expect("a recording");
    assert!(file.repairs.is_empty(), "{:?}", file.repairs);
    let kelvin = other.iter().map(|x| 0.1 * x + 273.0).collect();
    let user = vec![
        UserColumn {
            name: "temperature".to_owned(),
            columns: vec![one.iter().map(|x| 0.1 * x).collect(), kelvin],
        },
        UserColumn {
            name: "grease".to_owned(),
            columns: vec![load.clone()],
        },
    ];
    let arrays = Arrays {
        user,
        ..Arrays::new(RATE, position.clone(), torque.clone())
    };
    let arrays = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    for recording in [&file, &arrays] {
        let user = &recording.further.user;
        let names: Vec<&str> = user.iter().map(|user| user.name.as_str()).collect();
        assert_eq!(names, ["temperature", "grease"]);
        assert_eq!(user[1].columns, [load.clone(), load.clone()]);
        // Between rows that were written it is on a line.
        for k in 0..samples - 10 {
            let rest = (k % 10) as f64 / 10.0;
            let at = |by| (1.0 - rest) * warm(k, by) + rest * warm(k + 10, by);
            assert!((user[0].columns[0][k] - at(30.0)).abs() < 1e-9, "{k}");
            assert!(
                (user[0].columns[1][k] - at(-5.0) - 273.0).abs() < 1e-9,
                "{k}"
            );
        }
    }
    let (first, rest) = file.split(0.25);
    let (at, second) = (first.samples(), &rest.further.user[0].columns[0]);
    assert!((second[0] - arrays.further.user[0].columns[0][at]).abs() < 1e-12);
    assert_eq!([first.further.weight, rest.further.weight], [Some(0.25); 2]);
    let two = lines.replace("name: grease", "name: temperature");
    let refused = read(robot, &two, &columns)
        .expect_err("a refusal")
        .to_string();
    assert!(refused.contains("a name of its own"), "{refused}");
}

/// A recording that says how much it counts, counts as much.
#[test]
fn a_weight_of_the_description_is_that_of_the_option() {
    let robot = &double_pendulum::ROBOT;
    let recording = |seed: u64, weight: Option<f64>| {
        let mut random = Random::new(seed);
        let motion = designed(robot.model(), 6.0, 12.0, &mut random);
        let theta = nominal(robot.model());
        let made = simulate(
            robot,
            &theta,
            &motion,
            RATE,
            &Sensors::default(),
            &mut random,
        );
        let mut recording = made.expect("a motion").recording().expect("a recording");
        recording.source = seed.to_string();
        recording.further.weight = weight;
        recording
    };
    let found = |weights: [Option<f64>; 2], given: &[f64]| {
        let recordings = vec![recording(1, weights[0]), recording(2, weights[1])];
        let weights = given.to_vec();
        let options = TogetherOptions {
            weights,
            ..TogetherOptions::default()
        };
        identify_together(robot, recordings, &options)
    };
    let values = |found: armwright_lab::together::Together| -> Vec<f64> {
        found.parameters.iter().filter_map(|p| p.value).collect()
    };
    let described = values(found([None, Some(5.0)], &[]).expect("an answer"));
    assert_eq!(
        described,
        values(found([None; 2], &[1.0, 5.0]).expect("an answer"))
    );
    assert_ne!(described, values(found([None; 2], &[]).expect("an answer")));
    // What is asked for comes before what is described.
    assert_eq!(
        values(found([Some(3.0); 2], &[1.0, 5.0]).expect("an answer")),
        described
    );
    assert!(found([Some(f64::NAN), None], &[]).is_err());
}
