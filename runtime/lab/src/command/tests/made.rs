//! Motions and recordings that commands make: those that the library makes by the same options written out.

use std::path::PathBuf;

use serde_json::json;

use super::Folder;
use super::runs::value;
use crate::experiment::{
    self, Sensors, best_designed, configurations, record_motion, small_motion,
};
use crate::parameters::nominal;
use crate::random::Random;
use crate::simulation::{Electric, Grid, Hold, Machine, Sampled, Settings, Start, Steps, simulate};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

const SENSORS: Sensors = Sensors {
    encoder: Some(4096.0),
    position_noise: 0.001,
    torque_noise: 0.125,
};
const SENSED: &str = "--encoder 4096 --position-noise 0.001 --torque-noise 0.125";

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.line(&format!("@/{name}")).into()
}

/// Both files of a recording are alike in two folders.
#[track_caller]
fn same(folder: &Folder, one: &str, other: &str) {
    for name in ["recording.csv", "recording.yaml"] {
        let [one, other] = [one, other].map(|place| folder.read(&format!("{place}/{name}")));
        assert_eq!(one, other, "{name}");
    }
}

/// The motion is the same, and so are torques by what was identified from them.
#[test]
fn a_result_is_simulated_along_a_motion() {
    let folder = Folder::new();
    let line =
        "simulate --duration 3 --rate 125 --seed 9 --torque-noise 0 --position-noise 0 --encoder 0";
    let torques = |name: &str| -> Vec<f64> {
        let text = folder.read(&format!("{name}/recording.csv"));
        let last = |line: &str| line.rsplit(',').next().and_then(|x| x.parse().ok());
        text.lines()
            .skip(1)
            .map(|line| last(line).expect("a torque"))
            .collect()
    };
    let answer = |line: String| folder.answer(&ROBOT, &line).expect("an answer");
    answer(format!("{line} --out @/truth"));
    answer("identify --recording @/truth/recording.yaml --out @/result".to_owned());
    answer(format!(
        "{line} --parameters @/result/identification.json --out @/found"
    ));
    let (truth, found) = (torques("truth"), torques("found"));
    let largest = truth.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    for (x, y) in truth.iter().zip(&found) {
        assert!((x - y).abs() < 0.02 * largest, "{x} {y} of {largest}");
    }
    assert_ne!(truth, found);
}

#[test]
fn a_recording_is_of_the_motion_sensors_and_numbers_that_are_asked_for() {
    let folder = Folder::new();
    let line = format!("simulate --duration 3 --rate 125 --seed 9 {SENSED} --out @/told");
    folder.answer(&ROBOT, &line).expect("a recording");
    let mut random = Random::new(9);
    let motion = best_designed(&ROBOT, 3.0, &mut random).expect("a motion");
    let theta = nominal(ROBOT.model());
    let made = experiment::simulate(&ROBOT, &theta, &motion, 125.0, &SENSORS, &mut random);
    let made = made.expect("a recording");
    made.write(&path(&folder, "made")).expect("files");
    same(&folder, "told", "made");
    // Small motions one after the other, each with its own noise.
    let line = format!(
        "simulate --configurations 3 --swing 0.25 --duration 2 --rate 80 --seed 4 {SENSED} --out @/told"
    );
    folder.answer(&ROBOT, &line).expect("recordings");
    let mut random = Random::new(4);
    let all = configurations(&ROBOT, 3, &mut random).expect("configurations");
    for (k, q) in all.iter().enumerate() {
        let motion = small_motion(ROBOT.model(), q, 0.25, 2.0, &mut random);
        let made = experiment::simulate(&ROBOT, &theta, &motion, 80.0, &SENSORS, &mut random);
        let name = format!("configuration_00{}", k + 1);
        let made = made.expect("a recording");
        made.write(&path(&folder, &format!("made/{name}")))
            .expect("files");
        same(&folder, &format!("told/{name}"), &format!("made/{name}"));
    }
}

/// So many rows of two columns from 0.5 s on at 20 Hz.
fn columns(samples: u32) -> [Vec<f64>; 2] {
    let at = |of: fn(f64) -> f64| (0..samples).map(|k| of(0.3 * f64::from(k))).collect();
    [at(|x| 4.0 * x.sin()), at(|x| 2.0 * (2.0 * x).cos())]
}

fn input(folder: &Folder, symbol: &str) {
    let [one, other] = columns(24);
    let rows = one.iter().zip(&other).enumerate();
    let rows = rows.map(|(k, (x, y))| format!("{:?},{x:?},{y:?}\n", 0.5 + 0.05 * k as f64));
    let head = format!("t,{symbol}_shoulder,{symbol}_elbow\n");
    folder.write("input.csv", &format!("{head}{}", rows.collect::<String>()));
}

#[test]
fn a_driven_recording_is_of_the_drive_beginning_and_steps_that_are_asked_for() {
    let folder = Folder::new();
    let theta = nominal(ROBOT.model());
    let plain = Machine::of(&ROBOT, &theta).expect("a machine");
    let winding = |resistance, inductance, torque_constant, back_emf| Electric {
        resistance,
        inductance,
        torque_constant,
        back_emf,
        ..Electric::default()
    };
    let drives = [
        winding(0.5, 0.01, 1.5, 0.25),
        winding(0.75, 0.02, 1.25, 0.125),
    ];
    let wound = plain.clone().with_drives(&drives).expect("windings");
    let windings = "--set R_shoulder=0.5,L_shoulder=0.01,kt_shoulder=1.5,ke_shoulder=0.25,R_elbow=0.75,L_elbow=0.02,\
                    kt_elbow=1.25,ke_elbow=0.125";
    for (symbol, options, machine, settings) in [
        (
            "tau",
            "--torque @/input.csv --tolerance 1e-6".to_owned(),
            &plain,
            Settings {
                relative: 1e-6,
                absolute: 1e-7,
                ..Settings::default()
            },
        ),
        (
            "v",
            format!("--voltage @/input.csv --step 0.004 {windings}"),
            &wound,
            Settings {
                steps: Steps::Fixed(0.004),
                ..Settings::default()
            },
        ),
    ] {
        input(&folder, symbol);
        let line = format!(
            "simulate {options} --hold linear --position shoulder=0.25,elbow=-0.5 --velocity elbow=2 --rate 50 --seed 6 \
             --duration 0.9 {SENSED} --out @/told --format json"
        );
        let told = value(&folder.answer(&ROBOT, &line).expect("a motion"));
        let driven = Sampled {
            start: 0.0,
            rate: 20.0,
            columns: columns(24).to_vec(),
            hold: Hold::Linear,
        };
        let start = Start {
            position: vec![0.25, -0.5],
            velocity: vec![0.0, 2.0],
        };
        let grid = Grid {
            start: 0.0,
            rate: 50.0,
            samples: 45,
        };
        let motion = simulate(machine, &driven, &start, &grid, &settings).expect("a motion");
        let motion = motion.later(0.5);
        assert_eq!(told["steps"], json!(motion.count.steps), "{symbol}");
        let mut random = Random::new(6);
        let made = record_motion(ROBOT.model(), &motion, &SENSORS, &mut random);
        made.expect("a recording")
            .write(&path(&folder, "made"))
            .expect("files");
        let rows = |place: &str| -> Vec<Vec<f64>> {
            let text = folder.read(&format!("{place}/recording.csv"));
            let rows = text.lines().skip(1);
            let number = |x: &str| x.parse().expect("a number");
            rows.map(|row| row.split(',').map(number).collect())
                .collect()
        };
        let (told, made) = (rows("told"), rows("made"));
        assert_eq!((told.len(), made.len()), (45, 45), "{symbol}");
        // Rates of a file are known to rounding of its times.
        for (told, made) in told.iter().flatten().zip(made.iter().flatten()) {
            assert!((told - made).abs() < 2e-3, "{symbol}: {told} {made}");
        }
    }
}

/// Without inertia nothing can be simulated from the beginning on: what was until then is left, and said.
#[test]
fn a_motion_that_ends_early_leaves_what_it_was_and_says_why() {
    let folder = Folder::new();
    input(&folder, "tau");
    folder.write("p.yaml", "{Lyy_upper: 1.5, Lyy_lower: -0.01}");
    let line =
        "simulate --torque @/input.csv --parameters @/p.yaml --rate 50 --out @/sim --format json";
    let said = folder.answer(&ROBOT, line).expect_err("no motion");
    let (told, error) = said.rsplit_once("}\n").expect("figures before");
    let told = value(&format!("{told}}}"));
    assert_eq!(told, value(&folder.read("sim/simulation.json")));
    let stop = &told["stop"];
    let reason = stop["reason"].as_str().expect("a reason");
    assert!(error.contains(reason), "{error}");
    assert!(
        error.ends_with("; nothing was simulated until then"),
        "{error}"
    );
}

/// The elbow has no inertia where `0.3 * 0.3 = (0.4 cos q)²`, on its way from 1.5 rad. Where it has less than none from the
/// beginning on it never was anywhere, and is not off by 0 either.
#[test]
fn what_follows_is_off_its_reference_for_as_long_as_it_moves() {
    let folder = Folder::new();
    folder.write(
        "follow.csv",
        "t,q_shoulder,q_elbow\n0,0,0\n0.1,0,0\n0.2,0,0\n0.3,0,0\n",
    );
    let simulated = |lower: &str| {
        folder.write(
            "p.yaml",
            &format!("{{mx_lower: 1, Lyy_upper: 0.3, {lower}}}"),
        );
        let line = "simulate --follow @/follow.csv --parameters @/p.yaml --position elbow=1.5 --rate 50 --out @/sim";
        let said = folder.answer(&ROBOT, line).expect_err("it ends early");
        (said, value(&folder.read("sim/simulation.json")))
    };
    let (said, told) = simulated("Lyy_lower: 0.3");
    assert!(
        said.contains("Root mean square off the reference: "),
        "{said}"
    );
    assert!(
        said.ends_with("; what was simulated until then is in @/sim/recording.yaml"),
        "{said}"
    );
    assert!(told["tracking"].is_array(), "{told}");
    let (said, told) = simulated("Lyy_lower: -0.3");
    assert!(!said.contains("off the reference"), "{said}");
    assert!(
        said.ends_with("; nothing was simulated until then"),
        "{said}"
    );
    assert!(told["tracking"].is_null(), "{told}");
}
