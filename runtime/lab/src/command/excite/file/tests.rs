//! Motions from tables, and what exists beside them.

use std::path::Path;

use super::super::settings::Excite;
use super::{DIFFERENCES, existing, planned, screened, slopes};
use crate::command::arguments::Command;
use crate::command::tests::{Folder, parse};
use crate::excite::{Limits, Planned, Reading, Rounding, recorded, screen_read};
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::regression::by_hand::{ByHand, MODEL};

#[track_caller]
fn asked(options: &str) -> Excite {
    match parse(&format!("excite {options}")) {
        Command::Excite(arguments) => *arguments,
        other => panic!("{other:?}"),
    }
}

/// 2 - 3 t + 5 t² has the slope -3 + 10 t, at uneven times too.
#[test]
fn slopes_are_those_of_parabolas() {
    let time = [0.0, 0.5, 0.75, 2.0];
    let x = time.map(|t| 2.0 - 3.0 * t + 5.0 * t * t);
    let found = slopes(&time, &x);
    for (found, t) in found.iter().zip(time) {
        assert!((found - (10.0 * t - 3.0)).abs() < 1e-12, "{found} at {t}");
    }
    assert_eq!(found.len(), 4);
    // Of x³ the parabola through neighbours: in the middle (8 - 0) / 2, at the ends 4 ∓ 6.
    assert_eq!(
        slopes(&[0.0, 1.0, 2.0], &[0.0, 1.0, 8.0]),
        [-2.0, 4.0, 10.0]
    );
    assert_eq!(slopes(&[0.0, 1.0], &[3.0, 5.0]), [0.0, 0.0]);
    assert_eq!(slopes(&[], &[]), [0.0; 0]);
}

#[test]
fn a_motion_has_the_columns_of_its_file_and_slopes_of_others() {
    let folder = Folder::new();
    let read = |text: &str, options: &str| {
        folder.write("motion.csv", text);
        let path = folder.line("@/motion.csv");
        let read = planned(Path::new(&path), &MODEL, &asked(options));
        read.map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
    };
    let text = "q_j2,t,q_j1,qd_j1,qdd_j2\n0,0,1,7,20\n1,0.5,2,8,30\n4,1,3,9,50\n";
    let found = read(text, "--noise 0.5,0.25 --without-friction").expect("a motion");
    let expected = Planned {
        time: vec![0.0, 0.5, 1.0],
        state: [
            vec![vec![1.0, 2.0, 3.0], vec![0.0, 1.0, 4.0]],
            // 4 t² has the slope 8 t.
            vec![vec![7.0, 8.0, 9.0], vec![0.0, 4.0, 8.0]],
            vec![vec![2.0, 2.0, 2.0], vec![20.0, 30.0, 50.0]],
        ],
        noise: vec![0.5, 0.25],
        without_friction: true,
        end: None,
        recorded: Vec::new(),
        rounding: Rounding {
            time: 0.0,
            // Slopes of velocities that are off by half of one, and accelerations that are.
            acceleration: vec![vec![4.0, 1.0, 4.0], vec![0.5; 3]],
        },
    };
    assert_eq!(found, expected);
    assert_eq!(
        read("t,q_j1\n0,1\n", "").err().as_deref(),
        Some("@/motion.csv has no column `q_j2` (for a motion to be judged); did you mean q_j1?")
    );
    assert_eq!(
        read("q_j1,q_j2\n0,1\n", "").err().as_deref(),
        Some("@/motion.csv has no column `t` (for a motion to be judged)")
    );
}

#[test]
fn tables_without_torques_are_motions_and_others_recordings() {
    let folder = Folder::new();
    let mut motion = "t,q_j1,q_j2\n".to_owned();
    let mut recording = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    for k in 0..300 {
        let t = 0.01 * f64::from(k);
        let row = format!("{t},{},{}", t.sin(), 0.5 * (2.0 * t).cos());
        motion += &format!("{row}\n");
        recording += &format!("{row},{},{}\n", 3.0 * t.cos(), 2.0 - t);
    }
    folder.write("motion.csv", &motion);
    folder.write("recording.csv", &recording);
    let arguments = asked(&folder.line("--beside @/recording.csv @/motion.csv"));
    let found = existing(&MODEL, &arguments).expect("both");
    let path = folder.line("@/motion.csv");
    let plain = planned(Path::new(&path), &MODEL, &arguments).expect("a motion");
    let path = folder.line("@/recording.csv");
    let one = Recording::read(Path::new(&path), &MODEL).expect("a recording");
    let conditioned = Motion::of(one, &ProcessingOptions::default(), &MODEL).expect("a motion");
    assert_eq!(found, [recorded(&conditioned, &MODEL), plain]);
}

/// Positions at 100 Hz that have jerks of 8 and 13.5 rad/s³. To a micrometre those of differences are off by 1; to a tenth of a millimetre by 100,
/// which says nothing.
#[test]
fn rounding_of_a_table_is_no_jerk() {
    let folder = Folder::new();
    let told = |decimals: usize, jerk: f64| {
        let mut table = "t,q_j1,q_j2\n".to_owned();
        for k in 0..300 {
            let t = 0.01 * f64::from(k);
            let (first, second) = ((2.0 * t).sin(), 0.5 * (3.0 * t).cos());
            table += &format!("{t:.2},{first:.decimals$},{second:.decimals$}\n");
        }
        folder.write("motion.csv", &table);
        let path = folder.line("@/motion.csv");
        let planned = planned(Path::new(&path), &MODEL, &asked("")).expect("a motion");
        let mut limits = Limits::of(&MODEL);
        limits.joints.iter_mut().for_each(|joint| joint.jerk = jerk);
        let found = screen_read(&ByHand(&MODEL), &planned, &Reading::default(), &limits);
        let mut said = found.expect("figures").warnings;
        said.retain(|said| said.contains("jerk"));
        said
    };
    assert_eq!(told(6, 13.6), [""; 0]);
    let exceeds = told(6, 8.5);
    assert_eq!(exceeds.len(), 1, "{exceeds:?}");
    assert!(exceeds[0].starts_with("joint j2 exceeds its limit of jerk: 15"));
    let coarse = told(4, 13.6);
    assert_eq!(coarse.len(), 2);
    assert!(coarse.iter().all(|said| said.contains("cannot be judged")));
}

/// A recording of an encoder with 1000 steps a radian, at 200 Hz: differences of a step are 40 rad/s², beside true accelerations of
/// at most 1.
#[test]
fn steps_of_an_encoder_are_no_accelerations() {
    let folder = Folder::new();
    let mut table = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    for k in 0..2000 {
        let t = 0.005 * f64::from(k);
        let [a, b] = [t.sin(), 0.25 * (2.0 * t).cos()].map(|q| (q * 1000.0).round() / 1000.0);
        table += &format!("{t},{a},{b},1,2\n");
    }
    folder.write("recording.csv", &table);
    let without: String = table.lines().fold(String::new(), |text, line| {
        let columns: Vec<&str> = line.split(',').collect();
        text + &columns[..3].join(",") + "\n"
    });
    folder.write("motion.csv", &without);
    let read = |name: &str| {
        let path = folder.line(&format!("@/{name}.csv"));
        let (found, said) =
            screened(Path::new(&path), &MODEL, &asked("--without-friction")).expect("a motion");
        assert!(found.without_friction);
        let all = found.state[2].iter().flatten();
        (all.fold(0.0, |most: f64, x| most.max(x.abs())), said)
    };
    let (most, said) = read("recording");
    assert!(most < 1.5 && said.is_none(), "{most}");
    let (most, said) = read("motion");
    assert!(most > 10.0 && said == Some(DIFFERENCES), "{most}");
}

/// A description may be of columns of any names, with torques among them.
#[test]
fn a_description_is_of_a_recording_and_never_a_motion() {
    let folder = Folder::new();
    let mut table = "t,a,b,c,d\n".to_owned();
    for k in 0..300 {
        let t = 0.01 * f64::from(k);
        let numbers = [t, t.sin(), 0.5 * (2.0 * t).cos(), 3.0 * t.cos(), 2.0 - t];
        let numbers = numbers.map(|x| x.to_string());
        table += &format!("{}\n", numbers.join(","));
    }
    folder.write("table.csv", &table);
    folder.write(
        "run.yaml",
        "recording:\n  file: table.csv\n  time: {column: t}\n  position: {columns: [a, b]}\n  torque: {columns: [c, d]}\n",
    );
    let arguments = asked(&folder.line("--beside @/run.yaml"));
    let found = existing(&MODEL, &arguments).expect("a recording");
    let path = folder.line("@/run.yaml");
    let one = Recording::read(Path::new(&path), &MODEL).expect("a recording");
    let conditioned = Motion::of(one, &ProcessingOptions::default(), &MODEL).expect("a motion");
    assert_eq!(found, [recorded(&conditioned, &MODEL)]);
}

/// Two seconds, two and a half, and two again, with more than a second between them that nothing bridges.
#[test]
fn all_pieces_of_a_recording_between_its_holes_exist() {
    let folder = Folder::new();
    let mut motion = "t,q_j1,q_j2\n".to_owned();
    let mut recording = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    for (from, samples) in [(0, 200), (330, 250), (700, 200)] {
        for k in from..from + samples {
            let t = 0.01 * f64::from(k);
            let row = format!("{t},{},{}", (6.0 * t).sin(), 0.5 * (9.0 * t).cos());
            motion += &format!("{row}\n");
            recording += &format!("{row},{},{}\n", 3.0 * t.cos(), 2.0 - t);
        }
    }
    folder.write("motion.csv", &motion);
    folder.write("recording.csv", &recording);
    let arguments = asked(&folder.line("--beside @/recording.csv @/motion.csv @/recording.csv"));
    let found = existing(&MODEL, &arguments).expect("all of them");
    let path = folder.line("@/recording.csv");
    let pieces = Recording::read_all(Path::new(&path), &MODEL).expect("a recording");
    let samples: Vec<usize> = pieces.iter().map(Recording::samples).collect();
    assert_eq!(samples, [200, 250, 200]);
    let pieces = pieces.into_iter().map(|piece| {
        let motion = Motion::of(piece, &ProcessingOptions::default(), &MODEL);
        recorded(&motion.expect("a motion"), &MODEL)
    });
    let pieces: Vec<Planned> = pieces.collect();
    // In the order in which they are named, and in that of time.
    assert_eq!(found.len(), 7);
    assert_eq!(found[..3], pieces);
    assert_eq!(found[3].time.len(), 650);
    assert_eq!(found[4..], pieces);
}

/// Two seconds and two and a half with more than a second between them: judged one after the other.
#[test]
fn all_pieces_of_a_recording_are_screened() {
    let folder = Folder::new();
    let mut table = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    for (from, samples) in [(0, 200), (330, 250)] {
        for k in from..from + samples {
            let t = 0.01 * f64::from(k);
            let [a, b] = [(6.0 * t).sin(), 0.5 * (9.0 * t).cos()];
            table += &format!("{t},{a},{b},{},{}\n", 3.0 * t.cos(), 2.0 - t);
        }
    }
    folder.write("recording.csv", &table);
    let arguments = asked(&folder.line("--beside @/recording.csv"));
    let pieces = existing(&MODEL, &arguments).expect("pieces");
    assert_eq!(pieces.len(), 2);
    let path = folder.line("@/recording.csv");
    let found = screened(Path::new(&path), &MODEL, &arguments);
    let (found, said) = found.expect("a motion");
    assert_eq!(said, None);
    assert_eq!(found.time, [&*pieces[0].time, &*pieces[1].time].concat());
    for (order, columns) in found.state.iter().enumerate() {
        for (joint, column) in columns.iter().enumerate() {
            let [one, other] = [0, 1].map(|piece: usize| &*pieces[piece].state[order][joint]);
            assert_eq!(*column, [one, other].concat());
        }
    }
}

/// Accelerations that a table has are judged as they are, whether or not it has torques.
#[test]
fn a_recording_with_accelerations_is_screened_by_these() {
    let folder = Folder::new();
    let mut table = "t,q_j1,q_j2,qd_j1,qd_j2,qdd_j1,qdd_j2,tau_j1,tau_j2\n".to_owned();
    let mut accelerations = [Vec::new(), Vec::new()];
    for k in 0..300 {
        let t = 0.01 * f64::from(k);
        // They are not those of the positions, so that which is which shows.
        let [a, b] = [7.0 + t, -3.0 - 2.0 * t];
        table += &format!("{t},{},{},0.5,0.25,{a},{b},1,2\n", t.sin(), t.cos());
        accelerations[0].push(a);
        accelerations[1].push(b);
    }
    folder.write("recording.csv", &table);
    let path = folder.line("@/recording.csv");
    let found = screened(Path::new(&path), &MODEL, &asked(""));
    let (found, said) = found.expect("a motion");
    assert_eq!((found.time.len(), said), (300, None));
    assert_eq!(found.state[2], accelerations);
}
