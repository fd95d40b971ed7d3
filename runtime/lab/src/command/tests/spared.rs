//! What is read, and what was measured, is left as it is.

use super::Folder;
use super::runs::{BETA, table};
use crate::regression::by_hand::ROBOT;
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

/// Neither a file that is read, nor a recording that was measured, is replaced; a simulation is by the next one.
#[test]
fn what_is_read_or_measured_is_never_replaced() {
    let folder = Folder::new();
    let table = table(BETA, (0, 300), true);
    let described = "recording:\n  file: recording.csv\n  time: {column: t, unit: s}\n  \
                     position: {columns: [q_j1, q_j2], unit: [rad, m], side: joint}\n  \
                     torque: {columns: [tau_j1, tau_j2], unit: [N·m, N], side: joint}\n";
    let files = [
        ("recording.csv", table.as_str()),
        ("recording.yaml", described),
        ("values.yaml", "{m_b: 1}\n"),
        ("map.csv", "name,velocity,torque\nj1,-1,-2\nj1,1,2\n"),
        ("laws.yaml", "{}\n"),
    ];
    for (name, text) in files {
        folder.write(name, text);
    }
    let states = "evaluate --quantity gravity --states @/recording.csv -o";
    let predict = "predict --recording @/recording.yaml --parameters @/values.yaml -o";
    let unchanged = |robot: &dyn Robot, line: &str, why: &str| {
        let said = folder.answer(robot, line).expect_err("a refusal");
        assert!(said.contains(why), "{line}: {said}");
        for (name, text) in files {
            assert_eq!(folder.read(name), text, "{line}");
        }
    };
    for line in [
        &format!("{states} @/./recording.csv"),
        &format!("{predict} @/recording.csv"),
        &format!("{predict} @/recording.yaml"),
        &format!("{predict} @/values.yaml"),
        &format!("{states} @/values.yaml --parameters @/values.yaml"),
        &format!("{predict} @/map.csv --friction-map @/map.csv"),
        &format!("{predict} @/laws.yaml --friction @/laws.yaml"),
    ] {
        unchanged(&ROBOT, line, "is a file that is read");
    }
    let simulate = "simulate --duration 2 --out @";
    let points = format!("{simulate} --points @/recording.csv");
    unchanged(&double_pendulum::ROBOT, simulate, "was not simulated");
    unchanged(&double_pendulum::ROBOT, &points, "is a file that is read");
    // Whatever it is read as: results of a simulation have three names.
    folder.write("simulation.json", "t,tau_shoulder,tau_elbow\n");
    for name in ["recording.csv", "recording.yaml", "simulation.json"] {
        let line = format!("simulate --torque @/{name} --out @");
        let said =
            format!("@/{name} is a file that is read: choose another name for what is written");
        assert_eq!(folder.answer(&double_pendulum::ROBOT, &line), Err(said));
    }
    folder.write("prediction.csv", &table);
    let identify = "identify --recording @/prediction.csv --out @";
    unchanged(&ROBOT, identify, "is a file that is read");
    assert_eq!(folder.read("prediction.csv"), table);
    for _ in 0..2 {
        let line = "simulate --duration 2 --out @/own";
        folder
            .answer(&double_pendulum::ROBOT, line)
            .expect("a recording");
    }
}

/// Whichever result has its name, and whatever it is read for.
#[test]
fn no_result_replaces_a_recording_a_description_or_parameters() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    let other = table(BETA, (400, 300), true);
    let described = "recording:\n  file: a.csv\n  time: {column: t, unit: s}\n  \
                     position: {columns: [q_j1, q_j2], unit: [rad, m], side: joint}\n  \
                     torque: {columns: [tau_j1, tau_j2], unit: [N·m, N], side: joint}\n";
    let values = "{m_lower: 2.5, Lyy_lower: 0.75, Lyy_upper: 1.5}\n";
    let simulate = "simulate --duration 2 --rate 100 --parameters";
    let [by_hand, pendulum]: [&dyn Robot; 2] = [&ROBOT, &double_pendulum::ROBOT];
    let validate = "identify --recording @/a.csv --validate";
    for (robot, name, text, line) in [
        (by_hand, "base.csv", other.as_str(), validate),
        (by_hand, "prediction.csv", other.as_str(), validate),
        (
            by_hand,
            "parameters.yaml",
            described,
            "identify --recording",
        ),
        (pendulum, "recording.yaml", values, simulate),
    ] {
        folder.write(name, text);
        let said = folder.answer(robot, &format!("{line} @/{name} --out @"));
        let said = said.expect_err("a refusal");
        assert!(said.contains("is a file that is read"), "{name}: {said}");
        assert_eq!(folder.read(name), text, "{name}");
    }
}
