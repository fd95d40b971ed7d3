//! Robots whose base moves, as generated code.
#![allow(missing_docs, reason = "generated")]

/// Robots whose base moves, and of whose torques none is measured.
pub mod jumping {
    include!(concat!(env!("OUT_DIR"), "/jumping.rs"));
}

include!(concat!(env!("OUT_DIR"), "/floating.rs"));

/// Every robot whose base moves, those of `robots/` too, with the path of its file from `tests`.
///
/// # Panics
/// If a robot of `robots/` has no file there.
#[must_use]
pub fn floating() -> Vec<(&'static dyn armwright_runtime::Robot, String)> {
    let of_project = armwright_robots::ALL.iter();
    let of_project = of_project.filter(|robot| robot.model().base_moves());
    let of_project = of_project.map(|robot| {
        let name = robot.model().name;
        let files = ["", "large/"].map(|folder| format!("../robots/{folder}{name}.yaml"));
        let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let is_there = |file: &String| tests.join(file).is_file();
        let file = files.into_iter().find(is_there);
        (*robot, file.unwrap_or_else(|| panic!("{name} has no file")))
    });
    let own = FLOATING
        .iter()
        .map(|(robot, file)| (*robot, (*file).to_owned()));
    of_project.chain(own).collect()
}
