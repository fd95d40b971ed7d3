//! Robot files that nobody would write: random trees with every kind of joint and drive.

use std::fmt::Write as _;

use crate::Random;

/// The text of a random robot file, the same for the same seed.
///
/// One to five bodies in a tree, some of them fixed; revolute, continuous and prismatic joints
/// about skew axes; arbitrary fixed rotations or Denavit–Hartenberg rows of either convention; a
/// skew gravity; armature and friction; a full transmission.
#[must_use]
pub fn invention(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!(
        "robot: invention_{seed}\ngravity: {}\nbodies:\n",
        triple(&mut random, 9.0)
    );
    let bodies = 1 + random.below(5);
    let mut moving = 0;
    for body in 0..bodies {
        let parent = match random.below(body + 1) {
            0 => "base".to_owned(),
            other => format!("b{}", other - 1),
        };
        // At least one joint moves.
        let fixed = random.below(5) == 0 && moving + bodies - body > 1;
        let _ = write!(
            text,
            "  - {{name: b{body}, parent: {parent}, joint: {{name: j{body}, "
        );
        if fixed {
            let origin = origin(&mut random);
            let _ = writeln!(text, "type: fixed, {origin}}}}}");
        } else {
            moving += 1;
            let kind = ["revolute", "continuous", "prismatic"][random.below(3)];
            let place = place(&mut random);
            let armature = random.below(2) == 0;
            let friction = FRICTION[random.below(FRICTION.len())];
            let _ = writeln!(
                text,
                "type: {kind}, {place}, armature: {armature}, friction: {friction}}}}}"
            );
        }
    }
    if random.below(3) > 0 {
        drives(&mut text, &mut random, moving);
    }
    text
}

const FRICTION: [&str; 4] = [
    "[]",
    "[viscous]",
    "[coulomb, viscous]",
    "[coulomb, viscous, offset]",
];

/// Exact unit vectors: axes, and quadruples of integers scaled by their norm.
const AXES: [&str; 6] = [
    "[1, 0, 0]",
    "[0, 1, 0]",
    "[0, 0, 1]",
    "[0, 0.6, 0.8]",
    "[2/3, -1/3, 2/3]",
    "[-0.48, 0.6, 0.64]",
];

fn place(random: &mut Random) -> String {
    match random.below(4) {
        0 => row("modified", random),
        1 => row("standard", random),
        _ => format!(
            "{}, axis: {}",
            origin(random),
            AXES[random.below(AXES.len())]
        ),
    }
}

fn row(convention: &str, random: &mut Random) -> String {
    let [alpha, theta] = [angle(random), angle(random)];
    let [a, d] = [random.between(-0.5, 0.5), random.between(-0.5, 0.5)];
    format!(
        "dh: {{convention: {convention}, alpha: {alpha}, a: {a:.3}, d: {d:.3}, theta: {theta}}}"
    )
}

fn origin(random: &mut Random) -> String {
    let xyz = triple(random, 0.5);
    let rpy = [angle(random), angle(random), angle(random)].join(", ");
    format!("origin: {{xyz: {xyz}, rpy: [{rpy}]}}")
}

fn angle(random: &mut Random) -> String {
    match random.below(5) {
        0 => "0".to_owned(),
        1 => "pi/2".to_owned(),
        2 => "-90deg".to_owned(),
        3 => format!("{}deg", random.below(360)),
        _ => format!("{:.4}", random.between(-3.0, 3.0)),
    }
}

fn triple(random: &mut Random, range: f64) -> String {
    let [x, y, z] = [(); 3].map(|()| random.between(-range, range));
    format!("[{x:.3}, {y:.3}, {z:.3}]")
}

/// A transmission with a dominant diagonal, so that it is invertible, and motors.
fn drives(text: &mut String, random: &mut Random, n: usize) {
    text.push_str("drives:\n  transmission:\n");
    for k in 0..n {
        let row = (0..n).map(|i| {
            let ratio = random.between(-9.0, 9.0).round();
            if i == k { ratio + 60.0 } else { ratio }
        });
        let row: Vec<String> = row.map(|ratio| ratio.to_string()).collect();
        let _ = writeln!(text, "    - [{}]", row.join(", "));
    }
    text.push_str("  motors:\n");
    for k in 0..n {
        let rotor = random.below(2) == 0;
        let friction = FRICTION[random.below(FRICTION.len())];
        let _ = writeln!(
            text,
            "    - {{name: m{k}, rotor_inertia: {rotor}, friction: {friction}}}"
        );
    }
}
