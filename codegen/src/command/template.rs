//! The robot file that `armwright new` writes: an arm of the usual kind, every key explained.

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

const CONSTANTS: &str = "
# Names for lengths and angles. One with `symbolic: true` stays a symbol in the equations.
constants:
  flange: {value: 0.06, unit: m}
  # l_1: {value: 0.4, unit: m, symbolic: true}

# One entry for each body, parents before children. A body's frame moves with its joint.
bodies:
";

const DRIVES: &str = "
# Motors behind a transmission: uncomment what the robot has.
# drives:
#   side: motor                       # where positions and torques are measured: joint or motor
#   transmission: [GEARS]    # q_motor = G q_joint; rows [[..], ..] if joints are coupled
#   motors:
MOTORS

# What is measured: every drive's torque, {torque: [joints]}, {wrench: body}, energy; any of them.
# measure: [torque, {wrench: link1}]

# What is known before the identification, for recovering physical parameters.
# recovery:
#   known: [m_link1]
";

/// The text of a robot file for a serial arm.
pub(super) fn robot(name: &str, dof: usize) -> String {
    let plural = if dof == 1 { "" } else { "s" };
    let mut text = format!(
        "# {name}: an arm with {dof} joint{plural}. All numbers are examples: replace them.\n{HEAD}\
         {}{}{}{}{CONSTANTS}",
        commented(&format!("robot: {name}"), "the name of the Rust module"),
        commented(
            &format!("title: Serial arm with {dof} joint{plural}"),
            "a line for people"
        ),
        commented("source: example values", "where the numbers come from"),
        commented(
            "gravity: [0, 0, -9.81]",
            "free-fall acceleration in the base frame, m/s²"
        ),
    );
    for joint in 0..dof {
        text.push_str(&body(joint, joint + 1 == dof));
    }
    let gears = vec!["100"; dof].join(", ");
    let motors: String = (1..=dof)
        .map(|k| {
            format!("#     - {{name: m{k}, rotor_inertia: true, friction: [coulomb, viscous]}}\n")
        })
        .collect();
    text + &DRIVES.replace("GEARS", &gears).replace("MOTORS\n", &motors)
}

/// A line with a comment at its end, the comments below each other where they can be.
fn commented(line: &str, comment: &str) -> String {
    format!("{line:<40}  # {comment}\n")
}

fn body(joint: usize, last: bool) -> String {
    let number = joint + 1;
    let parent = if joint == 0 {
        "base".to_owned()
    } else {
        format!("link{joint}")
    };
    let (axis, mut offset) = LAYOUT[joint % LAYOUT.len()];
    if last && joint > 0 {
        offset = "[flange, 0, 0]";
    }
    // Only the first body is explained.
    let line = |line: String, comment: &str| match joint {
        0 if !comment.is_empty() => commented(&line, comment),
        _ => format!("{line}\n"),
    };
    // Heavy near the base, light near the flange.
    let mass = [12, 10, 6, 3, 2, 1][joint.min(5)];
    let lines = [
        (format!("  - name: link{number}"), ""),
        (format!("    parent: {parent}"), ""),
        ("    joint:".to_owned(), ""),
        (format!("      name: joint{number}"), ""),
        ("      type: revolute".to_owned(), "revolute, continuous, prismatic or fixed"),
        (
            format!("      origin: {{xyz: {offset}, rpy: [0, 0, 0]}}"),
            "in the parent's frame at position zero",
        ),
        (format!("      axis: {axis}"), "a unit vector in the joint's frame"),
        (
            "      limits: {position: [-170deg, 170deg], velocity: 3, acceleration: 20, effort: 100}"
                .to_owned(),
            "",
        ),
        ("      friction: [coulomb, viscous]".to_owned(), "also: offset; [] for none"),
        ("      # armature: true".to_owned(), "an inertia on the joint's own coordinate"),
        ("    physical:".to_owned(), "nominal values, as from CAD; may be left out"),
        (format!("      mass: {mass}"), ""),
        ("      com: [0.01, 0, 0.02]".to_owned(), "centre of mass in the body's frame"),
        (
            "      inertia: {xx: 0.02, xy: 0, xz: 0, yy: 0.02, yz: 0, zz: 0.01}".to_owned(),
            "about the centre of mass",
        ),
    ];
    lines
        .into_iter()
        .map(|(text, comment)| line(text, comment))
        .collect()
}
