//! Robots whose base moves, as generated code.
#![allow(missing_docs, reason = "generated")]

/// Robots whose base moves, and of whose torques none is measured.
pub mod jumping {
    include!(concat!(env!("OUT_DIR"), "/jumping.rs"));
}

include!(concat!(env!("OUT_DIR"), "/floating.rs"));

/// Every robot whose base moves, those of `robots/` too, with the path of its file from `tests`.
#[must_use]
pub fn floating() -> Vec<(&'static dyn armwright_runtime::Robot, String)> {
    let of_project = armwright_robots::ALL.iter();
    let of_project = of_project.filter(|robot| robot.model().base_moves());
    let of_project = of_project.map(|robot| {
        let name = robot.model().name;
        (*robot, format!("../robots/{name}.yaml"))
    });
    let own = FLOATING
        .iter()
        .map(|(robot, file)| (*robot, (*file).to_owned()));
    of_project.chain(own).collect()
}
