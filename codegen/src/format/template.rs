//! The robot file that `armwright new` writes: an arm of the usual kind, every key explained.

use crate::diagnostic::{Diagnostics, Source, several};

use super::layout::robot_file;
use super::table::ROBOT;
use super::tree;

/// The joints of the usual six-axis arm, base to flange, and again from the start: axis, and the
/// offset from the joint before it.
const LAYOUT: [(&str, &str); 6] = [
    ("[0, 0, 1]", "[0, 0, 0.3]"),
    ("[0, 1, 0]", "[0.05, 0, 0.1]"),
    ("[0, 1, 0]", "[0, 0, 0.4]"),
    ("[1, 0, 0]", "[0.1, 0, 0.02]"),
    ("[0, 1, 0]", "[0.3, 0, 0]"),
    ("[1, 0, 0]", "[0.08, 0, 0]"),
];

const HEAD: &str = "\
# Every number may be a decimal, an angle (90deg, pi/2) or arithmetic on the constants below.
# Lengths in m, masses in kg, angles in rad. `armwright check FILE` validates,
# `armwright equations FILE` prints the equations, `armwright schema` serves editors.
";

/// What a robot may do without.
const COMMENTED: [&str; 8] = [
    "base",
    "drives",
    "springs",
    "torques",
    "measure",
    "recovery",
    "base_parameters",
    "equations",
];

/// The text of a robot file for a serial arm, with the documentation of every key; what the robot
/// can do without is commented out.
#[must_use]
pub fn template(name: &str, dof: usize) -> String {
    let (mut bodies, mut motors) = (String::new(), String::new());
    for joint in 1..=dof {
        bodies += &body(joint, joint == dof);
        let terms = "rotor_inertia: true, friction: [coulomb, viscous]";
        motors += &format!("    - {{name: m{joint}, {terms}}}\n");
    }
    let joints = several(dof, "joint");
    let gears = vec!["100"; dof].join(", ");
    let arm = format!(
        "robot: {name}\ntitle: Serial arm with {joints}\nsource: example values\n\
         gravity: [0, 0, -9.81]\nbase: fixed\nconstants: {{flange: {{value: 0.06, unit: m}}}}\n\
         bodies:\n{bodies}\
         drives:\n  side: motor\n  transmission: [{gears}]\n  motors:\n{motors}\
         springs: [{{name: balancer, from: {{body: base, at: [0.3, 0, 0.3]}}, \
         to: {{body: link1, at: [0.1, 0, 0]}}}}]\n\
         torques: [{{name: k_gas, joint: joint1, expression: sin(joint1)/sqrt(1.2 - cos(joint1))}}]\nmeasure: [torque]\nrecovery: {{known: [m_link1]}}\n\
         base_parameters: {{drop: [mz_link1]}}\nequations: {{budget: 20000}}\n"
    );
    let file = Source {
        name: name.to_owned(),
        text: arm,
    };
    let root = tree::parse(&file, &mut Diagnostics::new(file.clone().into()));
    let text = root.map(|root| robot_file(&root, &ROBOT, Some(&COMMENTED)));
    format!(
        "# {name}: an arm with {joints}. All numbers are examples: replace them.\n\
         {HEAD}{}",
        text.unwrap_or_default()
    )
}

fn body(joint: usize, last: bool) -> String {
    let parent = match joint {
        1 => "base".to_owned(),
        _ => format!("link{}", joint - 1),
    };
    let (axis, offset) = match LAYOUT[(joint - 1) % LAYOUT.len()] {
        (axis, _) if last && joint > 1 => (axis, "[flange, 0, 0]"),
        usual => usual,
    };
    // Heavy near the base, light near the flange.
    let mass = [12, 10, 6, 3, 2, 1][joint.min(6) - 1];
    let limits = "{position: [-170deg, 170deg], velocity: 3, acceleration: 20, effort: 100}";
    let inertia = "{xx: 0.02, xy: 0, xz: 0, yy: 0.02, yz: 0, zz: 0.01}";
    format!(
        "  - name: link{joint}\n    parent: {parent}\n    joint: {{name: joint{joint}, type: revolute, \
         origin: {{xyz: {offset}}}, axis: {axis}, limits: {limits}, friction: [coulomb, viscous]}}\n    \
         physical: {{mass: {mass}, com: [0.01, 0, 0.02], inertia: {inertia}}}\n"
    )
}
