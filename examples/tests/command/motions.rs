//! Motions under torques, and parameters that follow from them, at the command.

use std::fmt::Write as _;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{folder, identify};

/// Two seconds of torques of the double pendulum at 200 Hz.
fn with_torques(torque: impl Fn(f64) -> [f64; 2]) -> TempDir {
    let folder = folder();
    let mut text = "t,tau_shoulder,tau_elbow\n".to_owned();
    for k in 0..=400 {
        let t = 0.005 * f64::from(k);
        let [a, b] = torque(t);
        let _ = writeln!(text, "{t},{a},{b}");
    }
    std::fs::write(folder.path().join("torque.csv"), text).expect("a file");
    folder
}

fn read(folder: &TempDir, name: impl AsRef<Path>) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.path().join(name)).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

const SIMULATE: &str = "double_pendulum simulate --torque torque.csv --rate 200 --duration 2 --encoder 0 --torque-noise 0 --out run";

fn sines(t: f64) -> [f64; 2] {
    [6.0 * (3.0 * t).sin(), 2.0 * (5.0 * t).sin()]
}

#[test]
fn what_is_simulated_is_found_again() {
    let folder = with_torques(sines);
    let friction = "--friction coulomb,viscous,load --set fc_shoulder=0.5,fv_shoulder=0.2,fl_shoulder=0.1,fc_elbow=0.2,fv_elbow=0.1";
    let line = format!("{SIMULATE} {friction} --position-noise 1e-5 --format json");
    let ran = identify(&folder, &line).json();
    assert!(ran["stop"].is_null(), "{ran}");
    let begun = "--friction coulomb,viscous,load --set fc_shoulder=0.6,fv_shoulder=0.3,fl_shoulder=0.05,fc_elbow=0.2,fv_elbow=0.1";
    for beginning in ["free", "rest"] {
        let line = format!(
            "double_pendulum fit --recording run/recording.yaml {begun} --free fc_shoulder,fv_shoulder,fl_shoulder --interval 0.5,2 --beginning {beginning} \
         --out fitted --format json"
        );
        let found = identify(&folder, &line).json();
        let found = found["fit"]["parameters"].as_array().expect("parameters");
        for (p, truth) in found.iter().zip([0.5, 0.2, 0.1]) {
            let (value, std) = (&p["value"], &p["std"]);
            let (value, std) = (value.as_f64().expect("a value"), std.as_f64().expect("one"));
            assert!((value - truth).abs() < 4.0 * std && std < 0.01, "{p}");
        }
        let table = std::fs::read_to_string(folder.path().join("fitted/output-error.csv"));
        let table = table.expect("a table");
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("name,value,std,unit"));
        for (line, p) in lines.zip(found) {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(Some(fields[0]), p["name"].as_str(), "{line}");
            for (field, key) in fields[1..3].iter().zip(["value", "std"]) {
                let (field, number) = (field.parse::<f64>().expect(line), p[key].as_f64());
                // What reads the JSON rounds once more.
                let apart = (field / number.expect(key) - 1.0).abs();
                assert!(apart < 1e-15, "{line}: {key}");
            }
            assert_eq!(Some(fields[3]), p["unit"].as_str(), "{line}");
        }
    }
    for file in ["output-error.json", "output-error.html", "output-error.csv"] {
        assert!(folder.path().join("fitted").join(file).exists(), "{file}");
    }
}

/// Noise is what was asked for, and there is none where none was.
#[test]
fn noise_of_given_motions_is_what_was_asked_for() {
    let folder = folder();
    let columns = |more: &str| -> Vec<Vec<f64>> {
        let line = format!(
            "puma560 simulate --duration 4 --rate 250 --seed 5 --torque-noise 0 --out run {more}"
        );
        assert_eq!(identify(&folder, &line).code, Some(0), "{line}");
        let text = std::fs::read_to_string(folder.path().join("run/recording.csv"));
        let text = text.expect("a recording");
        let rows = text.lines().skip(1).map(|line| {
            let fields = line.split(',').map(|field| field.parse::<f64>());
            fields.map(|field| field.expect("a number")).collect()
        });
        rows.collect()
    };
    let header = |name: &str| {
        let text = std::fs::read_to_string(folder.path().join("run/recording.csv"));
        let text = text.expect("a recording");
        let mut names = text.lines().next().unwrap_or("").split(',');
        let place = names.position(|column| column.starts_with(name));
        place.expect("a column")
    };
    let clean = columns("--encoder 0");
    let (position, torque) = (header("q_"), header("tau_"));
    let noisy = columns("--encoder 0 --position-noise 1e-3");
    let apart = |rows: &[Vec<f64>], k: usize| -> f64 {
        let squares = rows.iter().zip(&clean).map(|(a, b)| (a[k] - b[k]).powi(2));
        (squares.sum::<f64>() / clean.len() as f64).sqrt()
    };
    // A thousand draws: a deviation of 1e-3 within 7 percent, three times its own.
    let found = apart(&noisy, position);
    assert!((found / 1e-3 - 1.0).abs() < 0.07, "{found}");
    assert_eq!(apart(&noisy, torque), 0.0);
    // A step rounds by its share of the square root of twelve.
    let rounded = columns("--encoder 2000");
    let step = std::f64::consts::TAU / 2000.0;
    let found = apart(&rounded, position) / (step / 12.0_f64.sqrt());
    assert!((found - 1.0).abs() < 0.1, "{found}");
}

/// What cannot go on is said with time and state, and what was until then is in the recording.
#[test]
fn a_motion_that_ends_early_is_told_and_kept() {
    let folder = with_torques(sines);
    std::fs::write(folder.path().join("nothing.yaml"), "m_upper: 0.0\n").expect("a file");
    let negative = "--friction viscous --set fv_shoulder=-30,fv_elbow=-30";
    for (more, word, begins) in [
        (negative, "runs away", true),
        (
            "--parameters nothing.yaml --friction none",
            "is singular",
            false,
        ),
        (
            "--set Lyy_lower=-1 --friction none",
            "is not positive",
            false,
        ),
        (
            "--friction load --set fl_shoulder=1.5",
            "times its load",
            false,
        ),
    ] {
        let answer = identify(&folder, &format!("{SIMULATE} {more}"));
        assert_eq!(answer.code, Some(1), "{more}: {}{}", answer.out, answer.err);
        for word in [word, "at 0.", " s ", "positions [", "velocities ["] {
            assert!(answer.err.contains(word), "{word}: {}", answer.err);
        }
        let stop = &read(&folder, "run/simulation.json")["stop"];
        let time = stop["time"].as_f64().expect("a time");
        let rows = std::fs::read_to_string(folder.path().join("run/recording.csv"));
        let rows = rows.map_or(0, |text| text.lines().count().saturating_sub(1));
        assert_eq!(time > 0.01, begins, "{more}: {stop}");
        if begins {
            assert_eq!(rows, (time * 200.0) as usize + 1, "{more}");
        }
    }
    // A torque that no float multiplies.
    let folder = with_torques(|t| [if t > 0.5 { 1e300 } else { 0.0 }, 0.0]);
    let answer = identify(&folder, SIMULATE);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.err);
    let stop = &read(&folder, "run/simulation.json")["stop"];
    assert!(
        (stop["time"].as_f64().expect("a time") - 0.5).abs() < 0.01,
        "{stop}"
    );
}

#[test]
fn what_is_not_simulated_is_refused_with_the_reason() {
    let folder = with_torques(sines);
    let text = "t,tau_x\n0,0\n1,0\n";
    std::fs::write(folder.path().join("base.csv"), text).expect("a file");
    identify(&folder, "solo12 simulate --torque base.csv --out run")
        .is_fault(&["solo12", "what moves it is not known"]);
    let text = "t,tau_1,tau_2,tau_3,tau_4,tau_5,tau_6\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n";
    std::fs::write(folder.path().join("six.csv"), text).expect("a file");
    identify(&folder, "rx90 simulate --torque six.csv --out run")
        .is_fault(&["rx90", "--parameters FILE"]);
    let line = "double_pendulum simulate --torque torque.csv --only-joint wrist --out run";
    identify(&folder, line).is_fault(&["wrist", "shoulder, elbow"]);
}
