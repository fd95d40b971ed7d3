//! Robot files that measure something other than the torque of every drive.

use serde_yaml::{Mapping, Value};

use crate::Random;

/// A robot file with `measure` replaced by a random choice of quantities: torques of some free
/// joints and motors, wrenches at some bodies, energy. The same for the same seed.
///
/// # Panics
/// If the text is not a robot file.
#[must_use]
pub fn sensing(text: &str, seed: u64) -> String {
    let mut random = Random::new(seed);
    let file: Mapping = serde_yaml::from_str(text).expect("a robot file is a YAML map");
    let name = |at: &Value| at.get("name").and_then(Value::as_str).map(str::to_owned);
    let all = |list: Option<&Value>| -> Vec<Value> {
        let list = list.and_then(Value::as_sequence);
        list.cloned().unwrap_or_default()
    };
    let joint = |body: &Value| body.get("joint").cloned().unwrap_or_default();
    let fixed = |body: &Value| joint(body).get("type").and_then(Value::as_str) == Some("fixed");
    let moving = all(file.get("bodies")).into_iter().filter(|b| !fixed(b));
    let moving: Vec<Value> = moving.collect();
    let base =
        (file.get("base").and_then(Value::as_str) == Some("floating")).then(|| "base".to_owned());
    let bodies: Vec<String> = moving.iter().filter_map(name).chain(base).collect();
    let depends = |body: &Value| {
        let joint = joint(body);
        joint.get("coordinate").is_some() || joint.get("locked").is_some()
    };
    let free = moving.iter().filter(|body| !depends(body));
    let joints = free.filter_map(|body| name(&joint(body)));
    let motors = file.get("drives").and_then(|drives| drives.get("motors"));
    let motors = all(motors);
    let drives: Vec<String> = joints.chain(motors.iter().filter_map(name)).collect();
    let mut some = |names: &[String]| -> Vec<String> {
        let mut chosen: Vec<String> = names.to_vec();
        chosen.retain(|_| random.below(2) == 0);
        chosen
    };
    let (mut torques, wrenches) = (some(&drives), some(&bodies));
    if torques.is_empty() && wrenches.is_empty() {
        torques = drives[..1].to_vec();
    }
    let mut quantities = Vec::new();
    for (word, names) in [("torque", torques), ("wrench", wrenches)] {
        if !names.is_empty() {
            // Quoted, since a name may be a number.
            quantities.push(format!("{{{word}: [\"{}\"]}}", names.join("\", \"")));
        }
    }
    if random.below(4) == 0 {
        quantities.push("energy".to_owned());
    }
    format!("{text}measure: [{}]\n", quantities.join(", "))
}
