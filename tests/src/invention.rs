//! Robot files that nobody would write: strategies for random trees with every kind of joint and drive.
//!
//! A failing file shrinks: bodies go first, then drives, then places, numbers last.

use std::fmt::{self, Write as _};

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The text of a robot file that was made up; its `Debug` is the file as one would save it.
#[derive(Clone, PartialEq, Eq)]
pub struct Invention(String);

impl Invention {
    /// The robot file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Invention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// Random robot files.
///
/// One to five bodies in a tree, some of them fixed; revolute, continuous and prismatic joints
/// about skew axes; arbitrary fixed rotations or Denavit–Hartenberg rows of either convention; a
/// skew gravity; armature and friction at joints; a full transmission with motors that have rotor
/// inertia and friction of their own.
pub fn inventions() -> impl Strategy<Value = Invention> {
    let first = moving();
    let others = prop::collection::vec((any::<Index>(), limb()), 0..MOST);
    let drives = prop::option::weighted(0.67, drives());
    (triple(9.0), first, others, drives).prop_map(|(gravity, first, others, drives)| {
        let mut text = format!("robot: invention\ngravity: {gravity}\nbodies:\n");
        let limbs = std::iter::once((None, first)).chain(
            others
                .into_iter()
                .map(|(parent, limb)| (Some(parent), limb)),
        );
        let mut moving = 0;
        for (body, (parent, limb)) in limbs.enumerate() {
            // The base or a body before this one.
            let parent = match parent.map_or(0, |parent: Index| parent.index(body + 1)) {
                0 => "base".to_owned(),
                other => format!("b{}", other - 1),
            };
            moving += usize::from(limb.moves);
            let joint = limb.joint;
            let _ = writeln!(
                text,
                "  - {{name: b{body}, parent: {parent}, joint: {{name: j{body}, {joint}}}}}"
            );
        }
        if let Some(drives) = drives {
            drives.write(&mut text, moving);
        }
        Invention(text)
    })
}

/// The most bodies.
const MOST: usize = 5;

/// A joint in the words of the file, without its name.
#[derive(Debug, Clone)]
struct Limb {
    moves: bool,
    joint: String,
}

fn limb() -> impl Strategy<Value = Limb> {
    let fixed = origin().prop_map(|origin| Limb {
        moves: false,
        joint: format!("type: fixed, {origin}"),
    });
    prop_oneof![4 => moving(), 1 => fixed]
}

fn moving() -> impl Strategy<Value = Limb> {
    let kind = select(&["revolute", "continuous", "prismatic"]);
    (kind, place(), any::<bool>(), friction()).prop_map(|(kind, place, armature, friction)| Limb {
        moves: true,
        joint: format!("type: {kind}, {place}, armature: {armature}, friction: {friction}"),
    })
}

fn friction() -> impl Strategy<Value = &'static str> {
    select(&[
        "[]",
        "[viscous]",
        "[coulomb, viscous]",
        "[coulomb, viscous, offset]",
    ])
}

/// Exact unit vectors: axes, and quadruples of integers scaled by their norm.
fn axis() -> impl Strategy<Value = &'static str> {
    select(&[
        "[0, 0, 1]",
        "[0, 1, 0]",
        "[1, 0, 0]",
        "[0, 0.6, 0.8]",
        "[2/3, -1/3, 2/3]",
        "[-0.48, 0.6, 0.64]",
    ])
}

fn place() -> impl Strategy<Value = String> {
    let free = (origin(), axis()).prop_map(|(origin, axis)| format!("{origin}, axis: {axis}"));
    prop_oneof![2 => free, 1 => row("modified"), 1 => row("standard")]
}

fn row(convention: &'static str) -> impl Strategy<Value = String> {
    (angle(), number(0.5), number(0.5), angle()).prop_map(move |(alpha, a, d, theta)| {
        format!("dh: {{convention: {convention}, alpha: {alpha}, a: {a}, d: {d}, theta: {theta}}}")
    })
}

fn origin() -> impl Strategy<Value = String> {
    (triple(0.5), angle(), angle(), angle()).prop_map(|(xyz, roll, pitch, yaw)| {
        format!("origin: {{xyz: {xyz}, rpy: [{roll}, {pitch}, {yaw}]}}")
    })
}

fn angle() -> impl Strategy<Value = String> {
    let exact = select(&["0", "pi/2", "-90deg"]).prop_map(str::to_owned);
    let degrees = (0..360).prop_map(|degrees| format!("{degrees}deg"));
    prop_oneof![3 => exact, 1 => degrees, 1 => number(3.0)]
}

fn triple(range: f64) -> impl Strategy<Value = String> {
    (number(range), number(range), number(range)).prop_map(|(x, y, z)| format!("[{x}, {y}, {z}]"))
}

/// A number of three decimals between `-range` and `range`.
fn number(range: f64) -> impl Strategy<Value = String> {
    (-range..range).prop_map(|number| format!("{number:.3}"))
}

/// A transmission and motors for as many joints as there may be.
#[derive(Debug, Clone)]
struct Drives {
    ratios: [[i8; MOST]; MOST],
    motors: [(bool, &'static str); MOST],
}

fn drives() -> impl Strategy<Value = Drives> {
    let ratios = prop::array::uniform5(prop::array::uniform5(-9..=9i8));
    let motors = prop::array::uniform5((any::<bool>(), friction()));
    (ratios, motors).prop_map(|(ratios, motors)| Drives { ratios, motors })
}

impl Drives {
    /// Writes what the first `n` joints need. The diagonal dominates, so the matrix is invertible.
    fn write(&self, text: &mut String, n: usize) {
        text.push_str("drives:\n  transmission:\n");
        for (k, row) in self.ratios.iter().enumerate().take(n) {
            let ratio = |(i, &ratio)| i16::from(ratio) + if i == k { 60 } else { 0 };
            let row: Vec<String> = row
                .iter()
                .enumerate()
                .take(n)
                .map(|at| ratio(at).to_string())
                .collect();
            let _ = writeln!(text, "    - [{}]", row.join(", "));
        }
        text.push_str("  motors:\n");
        for (k, (rotor, friction)) in self.motors.iter().enumerate().take(n) {
            let _ = writeln!(
                text,
                "    - {{name: m{k}, rotor_inertia: {rotor}, friction: {friction}}}"
            );
        }
    }
}
