//! The robot, key by key: where reading and writing begin.

use std::sync::Arc;

use crate::description::Description;
use crate::diagnostic::{Diagnostics, Source};

use super::constants::Constants;
use super::layout::robot_file;
use super::measure::Measured;
use super::parents;
use super::reader::Reader;
use super::record::{self, Keys, Record};
use super::table::ROBOT;
use super::tree::{Kind, Node};

/// As much of the description as can be read.
pub(super) fn read(
    root: &Node,
    file: &Arc<Source>,
    diagnostics: &mut Diagnostics,
) -> Option<Description> {
    let mut reader = Reader {
        source: file,
        diagnostics,
        constants: Default::default(),
        example: None,
    };
    let mut description = Description::default();
    description.file.clone_from(file);
    description.name.span = root.span;
    record::read(&mut description, &mut reader, root, &ROBOT);
    matches!(root.kind, Kind::Map(_)).then_some(description)
}

/// A robot file that says what the description says, as a person would write it: read again, it
/// gives an equal description. Comments are lost; constants that are not symbols stand where they are
/// declared, and at their values where they were used.
#[must_use]
pub fn write(description: &Description) -> String {
    let root = record::write(&mut description.clone(), description, &ROBOT);
    robot_file(&root, &ROBOT, None)
}

impl Record for Description {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("robot", &mut self.name);
        keys.key("title", &mut self.title);
        keys.key("source", &mut self.source);
        // The numbers that follow may be written with constants.
        let mut constants = Constants(std::mem::take(&mut self.constants));
        keys.key("constants", &mut constants);
        self.constants = constants.0;
        keys.key("gravity", &mut self.gravity);
        keys.key("base", &mut self.base);
        keys.key("bodies", &mut self.bodies);
        if let Some((reader, node)) = keys.reading() {
            reader.unique(self.bodies.iter().map(|body| &body.name), "bodies");
            reader.unique(self.bodies.iter().map(|body| &body.joint.name), "joints");
            if let Some(bodies) = node.get("bodies") {
                parents::resolve(&mut self.bodies, bodies, reader);
            }
        }
        keys.key("drives", &mut self.drives);
        keys.key("springs", &mut self.springs);
        if let Some((reader, _)) = keys.reading() {
            reader.unique(self.springs.iter().map(|spring| &spring.name), "springs");
        }
        if let Some((reader, _)) = keys.reading() {
            let joints = self.bodies.iter().map(|body| &body.joint.name);
            let motors = self.motors().iter().map(|motor| &motor.name);
            let names = joints.chain(motors).map(|name| name.value.clone());
            reader.constants.moving = names.collect();
        }
        keys.key("torques", &mut self.torques);
        let mut measured = Measured(std::mem::take(&mut self.measure));
        keys.key("measure", &mut measured);
        self.measure = measured.0;
        keys.key("recovery", &mut self.recovery);
        keys.key("base_parameters", &mut self.base_parameters);
        keys.key("equations", &mut self.equations);
    }
}
