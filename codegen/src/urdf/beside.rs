//! What a URDF says of a robot's motion in places that a robot file does not take over: each is named.

use roxmltree::Node;

use super::elements::Urdf;
use super::transmission;

/// Elements within which nothing bears on the motion.
const STILL: [&str; 11] = [
    "visual",
    "collision",
    "material",
    "sensor",
    "calibration",
    "hardwareInterface",
    "safety_controller",
    "ros2_control",
    "gazebo",
    "transmission",
    "verbose",
];

/// Elements that close a chain.
const LOOPS: [&str; 3] = ["loop_joint", "constraint", "ball_constraint"];

/// Words of simulators for what acts on the motion.
const ACTING: [&str; 13] = [
    "springStiffness",
    "springReference",
    "spring_stiffness",
    "spring_reference",
    "turnGravityOff",
    "damping",
    "friction",
    "dampingFactor",
    "rotor_inertia",
    "rotorInertia",
    "motorInertia",
    "gear_ratio",
    "armature",
];

/// Elements that are read.
const READ: [&str; 13] = [
    "robot", "link", "joint", "inertial", "mass", "inertia", "origin", "axis", "limit", "parent",
    "child", "dynamics", "mimic",
];

/// Whether an element of a link, a joint or the robot is known to say nothing of the motion.
pub(super) fn is_still(name: &str) -> bool {
    STILL.contains(&name)
}

/// Counts the elements of the robot, its links and its joints that are not read, and collects what acts on the motion in them.
pub(super) fn count(root: Node<'_, '_>, urdf: &mut Urdf) {
    let parts = root
        .children()
        .flat_map(|node| std::iter::once(node).chain(node.children()));
    for node in parts.filter(Node::is_element) {
        let parent = node.parent_element();
        let holds_parts =
            |parent: Node<'_, '_>| ["link", "joint"].contains(&parent.tag_name().name());
        let is_of_root = parent == Some(root);
        let acting = if is_of_root { acting(node) } else { Vec::new() };
        let name = node.tag_name().name();
        let is_part = is_of_root || parent.is_some_and(holds_parts);
        // Of transmissions that are not 1 there is more to say.
        let is_geared = is_of_root
            && name == "transmission"
            && transmission::read(node).is_ok_and(|read| !read.is_one());
        if is_part && !READ.contains(&name) && acting.is_empty() && !is_geared {
            *urdf.others.entry(name.to_owned()).or_default() += 1;
        }
        urdf.acting.extend(acting);
    }
}

/// What acts on the motion and is not taken over of an element of the robot, with its value and what it is of.
fn acting(node: Node<'_, '_>) -> Vec<String> {
    let kind = node.tag_name().name();
    let of = node
        .attribute("reference")
        .or_else(|| node.attribute("name"));
    let of = of.map_or(String::new(), |of| format!(" of `{of}`"));
    if LOOPS.contains(&kind) {
        return vec![format!("`{kind}`{of}, which closes a loop")];
    }
    let mut said = Vec::new();
    let mut say = |word: &str, value: &str| {
        let is_nothing = value.is_empty() || value == "false" || value.parse() == Ok(0.0);
        if !is_nothing {
            said.push(format!("{word} {value}{of}"));
        }
    };
    let parts = node.descendants().filter(Node::is_element);
    for part in parts.filter(|part| *part != node) {
        let name = part.tag_name().name();
        let value = part.attribute("value").or_else(|| part.text());
        // URDF's own damping and friction are attributes.
        if ACTING.contains(&name) {
            say(name, value.unwrap_or_default().trim());
        }
        let taken: &[&str] = match name {
            "dynamics" => &["damping", "friction"],
            "limit" => &["lower", "upper", "velocity", "effort", "acceleration"],
            _ => continue,
        };
        let is_of_joint = kind == "joint" && part.parent() == Some(node);
        let others = part
            .attributes()
            .filter(|a| is_of_joint && !taken.contains(&a.name()));
        for attribute in others {
            say(attribute.name(), attribute.value().trim());
        }
    }
    said
}
