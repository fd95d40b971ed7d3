//! Robot files written in another way that moves alike: dependent joints set free, a moved base put on
//! six joints.

use std::collections::HashMap;

use nalgebra::DMatrix;
use serde_yaml::{Mapping, Value};

use crate::oracle::{Mechanism, evaluate};

/// A robot whose dependent joints were set free: `q_free = factors q + offsets`.
pub struct Freed {
    /// Its file.
    pub text: String,
    /// The robot with `N` coordinates, one a joint; its parameters are the same.
    pub robot: Mechanism,
    /// What each joint takes of each coordinate of the robot that it was (`N × n`).
    pub factors: DMatrix<f64>,
    /// Where the joints are at zero (`N`).
    pub offsets: Vec<f64>,
}

/// Sets the dependent joints of a robot file free, those that are held still included.
///
/// # Panics
/// If the text is not a robot file.
#[must_use]
pub fn freed(text: &str) -> Freed {
    let mut file = read(text);
    let joints = moving_joints(&mut file);
    let depends =
        |joint: &Mapping| joint.contains_key("coordinate") || joint.contains_key("locked");
    let free: Vec<usize> = (0..joints.len()).filter(|&i| !depends(joints[i])).collect();
    let coordinate = |name: &Value| free.iter().position(|&i| joints[i]["name"] == *name);
    let mut factors = DMatrix::zeros(joints.len(), free.len());
    let mut offsets = vec![0.0; joints.len()];
    for (i, joint) in joints.iter().enumerate() {
        if let Some(k) = free.iter().position(|&k| k == i) {
            factors[(i, k)] = 1.0;
        }
        offsets[i] = joint.get("locked").map_or(0.0, number);
        for (name, value) in joint
            .get("coordinate")
            .and_then(Value::as_mapping)
            .into_iter()
            .flatten()
        {
            match coordinate(name) {
                Some(k) => factors[(i, k)] = number(value),
                None => offsets[i] = number(value),
            }
        }
    }
    let places = free.clone();
    for joint in joints {
        joint.remove("coordinate");
        joint.remove("locked");
    }
    if places.len() < offsets.len() {
        widen(&mut file, &places, offsets.len());
    }
    let text = written(&file);
    Freed {
        robot: parse(&text),
        text,
        factors,
        offsets,
    }
}

/// A robot file with a base that is moved put on three slides along x, y, z and three turns about them, of bodies
/// without mass but for the last, which is the base; the 50 parameters of the others and 6 coordinates come first.
///
/// # Panics
/// If the text is not a robot file.
#[must_use]
pub fn on_six_joints(text: &str) -> String {
    let mut file = read(text);
    file.remove("base");
    let free = {
        let joints = moving_joints(&mut file);
        let depends = |joint: &&&mut Mapping| {
            joint.contains_key("coordinate") || joint.contains_key("locked")
        };
        joints.len() - joints.iter().filter(depends).count()
    };
    let axes = ["[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"];
    let mut parent = "base".to_owned();
    let mut bodies = Vec::new();
    for (k, axis) in axes.iter().cycle().take(6).enumerate() {
        let kind = if k < 3 { "prismatic" } else { "revolute" };
        let body = format!(
            "{{name: base_{k}, parent: {parent}, joint: {{name: base_{k}, type: {kind}, axis: {axis}}}}}"
        );
        bodies.push(serde_yaml::from_str(&body).expect("a body"));
        parent = format!("base_{k}");
    }
    for mut body in file["bodies"].as_sequence().cloned().unwrap_or_default() {
        if body["parent"] == "base" {
            body["parent"] = parent.as_str().into();
        }
        bodies.push(body);
    }
    file.insert("bodies".into(), bodies.into());
    widen(&mut file, &(6..6 + free).collect::<Vec<_>>(), 6 + free);
    written(&file)
}

fn read(text: &str) -> Mapping {
    serde_yaml::from_str(text).expect("a robot file is a YAML map")
}

fn written(file: &Mapping) -> String {
    serde_yaml::to_string(file).expect("YAML that was read can be written")
}

fn parse(text: &str) -> Mechanism {
    Mechanism::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn moving_joints(file: &mut Mapping) -> Vec<&mut Mapping> {
    let bodies = file.get_mut("bodies").and_then(Value::as_sequence_mut);
    let joints = bodies
        .into_iter()
        .flatten()
        .filter_map(|body| body.get_mut("joint"));
    let joints = joints.filter_map(Value::as_mapping_mut);
    joints.filter(|joint| joint["type"] != "fixed").collect()
}

fn number(value: &Value) -> f64 {
    let constants = HashMap::new();
    let text = value
        .as_str()
        .map(|text| evaluate(text, &constants).expect("a number"));
    text.or(value.as_f64()).expect("a number")
}

/// Makes the transmission one of `count` coordinates, of which the old ones are those at `places`; the
/// others have motors of their own without parameters.
fn widen(file: &mut Mapping, places: &[usize], count: usize) {
    let Some(drives) = file.get_mut("drives") else {
        return;
    };
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let old = drives.get("transmission").and_then(Value::as_sequence);
    for (k, row) in old.cloned().unwrap_or_default().iter().enumerate() {
        let mut wide = vec![Value::from(0); count];
        match row.as_sequence() {
            Some(row) => places
                .iter()
                .zip(row)
                .for_each(|(&at, ratio)| wide[at] = ratio.clone()),
            None => wide[places[k]] = row.clone(),
        }
        rows.push(wide);
    }
    for at in (0..count).filter(|at| !places.contains(at)) {
        let mut unit = vec![Value::from(0); count];
        unit[at] = 1.into();
        rows.push(unit);
        let motor = Mapping::from_iter([(Value::from("name"), Value::from(format!("spare_{at}")))]);
        if let Some(motors) = drives["motors"].as_sequence_mut() {
            motors.push(motor.into());
        }
    }
    drives["transmission"] = rows.into();
}
