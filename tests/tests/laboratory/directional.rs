//! Friction by direction and by the square of speed, found again in a recording that NumPy made up
//! (`tests/peers/directional.py`): the script has friction case by case, bodies by Newton and Euler in the world's
//! frame, and no word of base parameters.

use std::path::Path;

use armwright_tests::driven::DRIVEN;
use serde_json::Value;

use crate::program::Folder;

const DESCRIPTION: &str = "\
recording:
  file: directional.csv
  time: {column: t, unit: s}
  position: {columns: [q_q1, q_q2, q_q3], unit: [rad, rad, m], side: joint}
  torque: {columns: [tau_q1, tau_q2, tau_q3], unit: [N·m, N·m, N], side: joint}
";

#[test]
fn directional_friction_is_found_as_it_was_made() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let read = |name: &str| std::fs::read_to_string(peers.join(name)).expect("a peer's file");
    let truth: Value = serde_json::from_str(&read("directional.json")).expect("JSON");
    let folder = Folder::new();
    folder.write("directional.csv", &read("directional.csv"));
    folder.write("recording.yaml", DESCRIPTION);
    let found = folder.json("directional identify --recording recording.yaml --out out");

    let named = |(robot, _): &&(&'static dyn armwright_runtime::Robot, _)| {
        robot.model().name == "directional"
    };
    let (robot, _) = DRIVEN.iter().find(named).expect("a robot");
    let model = robot.model();
    let estimated = ["base", "drive"].map(|list| found[list].as_array().expect("a list").clone());
    let mut told = 0;
    for estimate in estimated.concat() {
        let name = estimate["name"].as_str().expect("a name");
        let figure = |key: &str| estimate[key].as_f64().expect("a figure");
        let base = model.base.iter().find(|base| base.name == name);
        let terms = base.expect("a base parameter").terms.iter();
        let value = |parameter: usize| truth[model.parameters[parameter].name].as_f64();
        let expected: f64 = terms
            .map(|term| term.coefficient * value(term.parameter).unwrap_or(0.0))
            .sum();
        let deviations = (figure("value") - expected) / figure("std");
        assert!(
            deviations.abs() < 4.0,
            "{name}: {} for {expected}, {deviations:.1} deviations off",
            figure("value")
        );
        told += usize::from(name.starts_with('f') && figure("std") < 0.05 * expected.abs());
    }
    let friction = model
        .base
        .iter()
        .filter(|base| base.name.starts_with('f'))
        .count();
    assert_eq!((told, friction), (friction, 17));
}
