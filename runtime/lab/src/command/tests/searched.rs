//! Motions that are searched, and fits of simulated motions: those of the library by the same options written out.

use std::path::PathBuf;

use serde_json::json;

use super::runs::value;
use super::{Folder, parse};
use crate::command::arguments::Command;
use crate::excite::{
    Basis, Criterion, Effort, Ends, Equations, Kind, Limits, Moving, Plan, Planned, Reading, Scale,
    coefficients, design, information, joint_trajectory, screen_read, write_table,
};
use crate::output_error::{Experiment, FitOptions, Free, InitialState, fit, free, sensitivity};
use crate::recording::Recording;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.line(&format!("@/{name}")).into()
}

/// A motion that exists, with all of its derivatives.
fn motion(folder: &Folder) -> Planned {
    let time: Vec<f64> = (0..80).map(|k| 0.05 * f64::from(k)).collect();
    let columns =
        |of: [fn(f64) -> f64; 2]| of.map(|of| time.iter().map(|t| of(*t)).collect()).to_vec();
    let state: [Vec<Vec<f64>>; 3] = [
        columns([|t| 0.5 * (2.0 * t).sin(), |t| (3.0 * t).cos()]),
        columns([|t| (2.0 * t).cos(), |t| -3.0 * (3.0 * t).sin()]),
        columns([|t| -2.0 * (2.0 * t).sin(), |t| -9.0 * (3.0 * t).cos()]),
    ];
    let mut text = "t,q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n".to_owned();
    for (k, t) in time.iter().enumerate() {
        let numbers = state
            .iter()
            .flatten()
            .map(|column| format!(",{:?}", column[k]));
        text += &format!("{t:?}{}\n", numbers.collect::<String>());
    }
    folder.write("beside.csv", &text);
    Planned {
        time,
        state,
        noise: vec![0.5, 0.25],
        without_friction: true,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }
}

/// The plan, the search and the files of a motion, by options that are not the usual ones.
#[test]
fn a_motion_is_searched_beside_what_exists_by_all_options() {
    let folder = Folder::new();
    let beside = [motion(&folder)];
    let line = "excite --starts 2 --threads 1 --seed 5 --duration 4 --harmonics 2 --samples 20 --rate 50 --criterion \
                condition --noise 0.5,0.25 --without-friction --jerk 500,600 --beside @/beside.csv --out @/out";
    let model = ROBOT.model();
    let mut limits = Limits::of(model);
    (limits.joints[0].jerk, limits.joints[1].jerk) = (500.0, 600.0);
    let weights = vec![2.0, 4.0];
    let prior =
        information(&ROBOT, &beside, &weights).expect("information") * (20.0 / (50.0 * 4.0));
    let plan = Plan {
        basis: Basis::Fourier {
            period: 4.0,
            harmonics: 2,
        },
        limits: limits.clone(),
        ends: Ends {
            rest: true,
            start: None,
            end: None,
        },
        moving: Moving::All,
        equations: Equations {
            kind: Kind::Measured,
            weights,
            columns: Vec::new(),
            without_friction: true,
        },
        criterion: Criterion::Condition(Scale::Unscaled),
        samples: 20,
        prior: Some(prior),
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    let effort = Effort {
        starts: 2,
        budget: None,
        threads: 1,
        seed: 5,
    };
    let found = design(&ROBOT, &plan, &effort, &|| false, &|_| {}).expect("a motion");
    let planned = Planned::of(&found.motion, 50.0, vec![0.5, 0.25], true);
    let reading = Reading {
        beside: &beside,
        torques: &[],
        identified: true,
    };
    let screened = screen_read(&ROBOT, &planned, &reading, &limits).expect("figures");
    let mut expected = json!(screened);
    // 200 samples of 0.02 s, the last of which is the first of the next period.
    assert_eq!(expected["samples"], 200);
    expected["duration"] = json!(4.0);
    expected["defaults"] = json!([]);
    expected["complete"] = json!(screened.is_complete());
    expected["design"] = json!({
        "criterion": "condition",
        "figure": found.figure,
        "samples": 20,
        "first_random_motion": found.start,
        "starts": 2,
        "basis": "fourier",
    });
    let told = folder
        .answer(&ROBOT, &format!("{line} --format json"))
        .expect("JSON");
    assert_eq!(value(&told), value(&expected.to_string()));
    assert_eq!(value(&folder.read("out/excitation.json")), value(&told));
    let mut table = Vec::new();
    write_table(&found.motion, model, 50.0, &mut table).expect("a table");
    assert_eq!(folder.read("out/motion.csv").into_bytes(), table);
    assert_eq!(
        folder.read("out/motion.yaml"),
        coefficients(&found.motion, model)
    );
    let trajectory = joint_trajectory(&found.motion, model, 50.0);
    assert_eq!(
        value(&folder.read("out/joint_trajectory.json")),
        value(&trajectory.to_string())
    );
    let text = folder.answer(&ROBOT, line).expect("a text");
    let files = [
        "motion.csv",
        "motion.yaml",
        "joint_trajectory.json",
        "excitation.json",
        "excitation.html",
    ];
    let files = files.map(|name| format!("@/out/{name}\n"));
    assert!(text.ends_with(&files.concat()), "{text}");
}

/// A number of starts stands in place of a time, so that every machine finds the same motion.
#[test]
fn a_search_ends_after_its_starts_or_else_after_its_time() {
    let folder = Folder::new();
    let search = |options: &str| {
        let line = format!(
            "excite --threads 1 --duration 4 --harmonics 2 --samples 10 --rate 20 --out @/out --format json {options}"
        );
        value(&folder.answer(&ROBOT, &line).expect("JSON"))["design"].clone()
    };
    assert_eq!(search("--starts 2 --seconds 0.000001")["starts"], 2);
    // The first start is made in any case.
    assert_eq!(search("--seconds 0.000001")["starts"], 1);
}

/// Two recordings of the pendulum under torques, and a third to validate with.
fn swings(folder: &Folder) {
    for (name, scale) in [("a", 1.0), ("b", 0.5), ("c", 0.75)] {
        let rows = (0..81).map(|k| 0.01 * f64::from(k));
        let rows = rows.map(|t| {
            let (one, other) = (6.0 * scale * (4.0 * t).sin(), 2.0 * (7.0 * scale * t).cos());
            format!("{t:?},{one:?},{other:?}\n")
        });
        folder.write(
            "input.csv",
            &format!("t,tau_shoulder,tau_elbow\n{}", rows.collect::<String>()),
        );
        let made = format!(
            "simulate --torque @/input.csv --rate 100 --encoder 0 --torque-noise 0 --friction viscous --set \
             fv_elbow=0.25,fv_shoulder=0.125 --out @/{name}"
        );
        folder.answer(&ROBOT, &made).expect("a recording");
    }
}

#[test]
fn a_fit_is_of_all_recordings_by_all_options() {
    let folder = Folder::new();
    swings(&folder);
    let machine = "--friction viscous --set fv_elbow=0.2,fv_shoulder=0.1";
    let line = format!(
        "fit --recording @/a/recording.yaml @/b/recording.yaml --validate @/c/recording.yaml {machine} --free \
         fv_elbow,fv_shoulder --bounds fv_shoulder=0.11: --beginning measured --from 0.1 --to 0.4 --iterations 2 --out \
         @/out --format json"
    );
    let told = value(&folder.answer(&ROBOT, &line).expect("a fit"));
    let Command::Simulate(made) = parse(&format!("simulate {machine}")) else {
        panic!("{machine}");
    };
    let machine = made.machine.machine(&ROBOT, false).expect("a machine");
    let experiments = ["a", "b"].map(|name| {
        let read = Recording::read(
            &path(&folder, &format!("{name}/recording.yaml")),
            ROBOT.model(),
        );
        let whole = Experiment::of(&read.expect("a recording")).expect("torques");
        whole.between(0.1, 0.4)
    });
    let names = ["fv_elbow", "fv_shoulder"].map(str::to_owned);
    let mut sought = free(&machine, &names).expect("parameters");
    let own = sought.iter_mut().find(|free| free.name == "fv_shoulder");
    own.expect("a parameter").bounds = [0.11, f64::INFINITY];
    let options = FitOptions {
        state: InitialState::Measured,
        iterations: 2,
        ..FitOptions::default()
    };
    let found = fit(&machine, &experiments, &sought, &options, &mut |_, _| {}).expect("a fit");
    let replaced = |text: String| value(&text.replace(&folder.line("@"), "@"));
    assert_eq!(told["fit"], replaced(json!(found).to_string()));
    // How much motions depend on parameters is told of those that were found.
    let mut fitted = machine.clone();
    for (free, parameter) in sought.iter().zip(&found.parameters) {
        free.set(&mut fitted, parameter.value);
    }
    let depend = experiments
        .iter()
        .zip(found.beginnings.iter().map(|own| &own.state))
        .map(|(experiment, start)| {
            let of = sensitivity(
                &fitted,
                experiment,
                &sought,
                start,
                options.hold,
                &options.settings,
            );
            replaced(json!(of.expect("curves")).to_string())
        });
    assert_eq!(told["sensitivity"], json!(depend.collect::<Vec<_>>()));
    let unseen = &told["validation"];
    assert_eq!(unseen.as_array().map(Vec::len), Some(1));
    assert!(
        unseen[0]["recording"]
            .as_str()
            .is_some_and(|name| name.contains("/c/")),
        "{unseen}"
    );
    // The third is followed from its beginning to its end, with what was found.
    let read = Recording::read(&path(&folder, "c/recording.yaml"), ROBOT.model());
    let whole = Experiment::of(&read.expect("a recording")).expect("torques");
    let value_of = sought[0].of(&fitted);
    let held = Free {
        bounds: [value_of - 1e-9 * value_of, value_of + 1e-9 * value_of],
        ..sought[0].clone()
    };
    let followed = fit(&fitted, &[whole], &[held], &options, &mut |_, _| {}).expect("a fit");
    for (told, joint) in unseen[0]["joints"]
        .as_array()
        .expect("joints")
        .iter()
        .zip(&followed.joints)
    {
        let rmse = told["rmse"].as_f64().expect("a number");
        assert!(
            (rmse - joint.rmse).abs() < 1e-6 * joint.rmse,
            "{rmse} for {}",
            joint.rmse
        );
    }
}
