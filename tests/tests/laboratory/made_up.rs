//! Friction of every kind, and springs, found again in recordings that NumPy made up (`tests/peers`): the scripts have
//! friction case by case, springs as forces between points and bodies by Newton and Euler in the world's frame, and
//! no word of base parameters.

use std::path::Path;

use armwright_runtime::{JointKind, Model};
use armwright_tests::driven::DRIVEN;
use serde_json::Value;

use crate::program::Folder;

fn model(name: &str) -> &'static Model {
    let mut models = DRIVEN.iter().map(|(robot, _)| robot.model());
    models.find(|model| model.name == name).expect("a robot")
}

/// A description of the recording of a robot: all of it at the joints.
fn description(model: &Model) -> String {
    let columns = |symbol: &str| {
        let names = model
            .joints
            .iter()
            .map(|joint| format!("{symbol}_{}", joint.name));
        names.collect::<Vec<_>>().join(", ")
    };
    let units = |[turns, slides]: [&'static str; 2]| {
        let units = model.joints.iter().map(|joint| match joint.kind {
            JointKind::Prismatic => slides,
            _ => turns,
        });
        units.collect::<Vec<_>>().join(", ")
    };
    format!(
        "recording:\n  file: made_up.csv\n  time: {{column: t, unit: s}}\n  \
         position: {{columns: [{}], unit: [{}], side: joint}}\n  \
         torque: {{columns: [{}], unit: [{}], side: joint}}\n",
        columns("q"),
        units(["rad", "m"]),
        columns("tau"),
        units(["N·m", "N"]),
    )
}

/// Every base parameter is within four deviations of the truth; how many of some are known to 5 %, and how many of
/// them there are.
fn found(name: &str, wanted: fn(&str) -> bool) -> (usize, usize) {
    let model = model(name);
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let read = |kind: &str| {
        let file = peers.join(format!("{name}.{kind}"));
        std::fs::read_to_string(file).expect("a peer's file")
    };
    let truth: Value = serde_json::from_str(&read("json")).expect("JSON");
    let folder = Folder::new();
    folder.write("made_up.csv", &read("csv"));
    folder.write("recording.yaml", &description(model));
    let found = folder.json(&format!(
        "{name} identify --recording recording.yaml --out out"
    ));

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
        told += usize::from(wanted(name) && figure("std") < 0.05 * expected.abs());
    }
    let names = model.base.iter().map(|base| base.name);
    (told, names.filter(|name| wanted(name)).count())
}

#[test]
fn directional_friction_is_found_as_it_was_made() {
    assert_eq!(found("directional", |name| name.starts_with('f')), (17, 17));
}

#[test]
fn counterbalances_are_found_as_they_were_made() {
    assert_eq!(found("balanced", |name| name.starts_with('k')), (7, 7));
}
