//! Robot files that nobody would write: strategies for random trees with every kind of joint and drive.
//!
//! A failing file shrinks: bodies go first, then drives, then places, numbers last.

use std::fmt::{self, Write as _};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::run_seed;

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

/// What a robot file may say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Only what the generator's reader knows.
    Known,
    /// Also joints that depend on others or are held still, and a base that is moved.
    All,
}

/// Random robot files.
///
/// One to five bodies in a tree, some of them fixed; revolute, continuous and prismatic joints
/// about skew axes; arbitrary fixed rotations or Denavit–Hartenberg rows of either convention; lengths as
/// numbers and as symbols; a skew gravity; armature and friction at joints; a full transmission with motors
/// that have rotor inertia and friction of their own. With all keys, joints that depend on one or two others,
/// whatever their place in the tree, and a base that is moved.
pub fn inventions(keys: Keys) -> impl Strategy<Value = Invention> {
    let fewest = usize::from(keys == Keys::All);
    let others = prop::collection::vec((any::<Index>(), limb(keys)), fewest..MOST);
    let drives = prop::option::weighted(0.67, drives());
    let floating = prop::bool::weighted(if keys == Keys::All { 0.3 } else { 0.0 });
    let head = (triple(number(9.0)), [nonzero(), nonzero()], floating);
    (head, moving(), others, drives).prop_map(|(head, first, others, drives)| {
        let (gravity, [a, b], floating) = head;
        let mut text = format!("robot: invention\ngravity: {gravity}\nconstants:\n");
        for (name, value) in SYMBOLS.into_iter().zip([a, b]) {
            let _ = writeln!(text, "  {name}: {{value: {value}, unit: m, symbolic: true}}");
        }
        if floating {
            text.push_str("base: floating\n");
        }
        text.push_str("bodies:\n");
        let others = others.into_iter();
        let limbs = others.map(|(parent, limb)| (Some(parent), limb));
        let limbs: Vec<_> = std::iter::once((None, first)).chain(limbs).collect();
        let free: Vec<usize> = (0..limbs.len())
            .filter(|&body| matches!(limbs[body].1.moves, Moves::Freely))
            .collect();
        for (body, (parent, limb)) in limbs.into_iter().enumerate() {
            // The base or a body before this one.
            let parent = match parent.map_or(0, |parent: Index| parent.index(body + 1)) {
                0 => "base".to_owned(),
                other => format!("b{}", other - 1),
            };
            let depends = limb.moves.written(&free);
            let joint = limb.joint;
            let _ = writeln!(
                text,
                "  - {{name: b{body}, parent: {parent}, joint: {{name: j{body}, {joint}{depends}}}}}"
            );
        }
        if let Some(drives) = drives {
            drives.write(&mut text, free.len());
        }
        Invention(text)
    })
}

/// Runs a test on robot files, each with a seed for states, the same in every run of one seed, until it has answered
/// `true` as often as `ARMWRIGHT_MECHANISMS` says, or `usually`; files for which it answers `false` do not count.
///
/// # Panics
/// With the smallest file on which the test panics; if hardly any file counts.
pub fn for_each_invention(
    strategy: impl Strategy<Value = Invention>,
    usually: u32,
    test: impl Fn(&str, u64) -> bool,
) {
    let number = std::env::var("ARMWRIGHT_MECHANISMS").map(|text| text.parse());
    let cases = number.map_or(usually, |n| {
        n.expect("ARMWRIGHT_MECHANISMS is a whole number")
    });
    let mut runner = TestRunner::new(Config {
        cases,
        max_global_rejects: cases.saturating_mul(20),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1 ^ run_seed()),
        ..Config::default()
    });
    let result = runner.run(&(strategy, 0..1000u64), |(invention, seed)| {
        match test(invention.text(), seed) {
            true => Ok(()),
            false => Err(TestCaseError::reject("it does not count")),
        }
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// The most bodies.
const MOST: usize = 5;

/// Lengths that stay symbols.
const SYMBOLS: [&str; 2] = ["l_a", "l_b"];

/// A joint in the words of the file, without its name.
#[derive(Debug, Clone)]
struct Limb {
    moves: Moves,
    joint: String,
}

#[derive(Debug, Clone)]
enum Moves {
    Not,
    Freely,
    /// By factors of some of the joints that move freely, from a place.
    With(Vec<(Index, &'static str)>, String),
    /// To this place and no further.
    Held(String),
}

impl Moves {
    /// The key of the file, where the joints of the bodies `free` move freely.
    fn written(&self, free: &[usize]) -> String {
        match self {
            Self::Not | Self::Freely => String::new(),
            Self::Held(place) => format!(", locked: {place}"),
            Self::With(terms, offset) => {
                let mut form = format!(", coordinate: {{offset: {offset}");
                let mut named = Vec::new();
                for (index, factor) in terms {
                    let joint = free[index.index(free.len())];
                    if !named.contains(&joint) {
                        let _ = write!(form, ", j{joint}: {factor}");
                        named.push(joint);
                    }
                }
                form + "}"
            }
        }
    }
}

fn limb(keys: Keys) -> impl Strategy<Value = Limb> {
    let fixed = origin().prop_map(|origin| Limb {
        moves: Moves::Not,
        joint: format!("type: fixed, {origin}"),
    });
    let others = if keys == Keys::All { 4 } else { 0 };
    prop_oneof![4 => moving(), 1 => fixed, others => dependent()]
}

fn moving() -> impl Strategy<Value = Limb> {
    let kind = select(&["revolute", "continuous", "prismatic"]);
    let spring = prop::bool::weighted(0.2);
    let terms = (any::<bool>(), friction(), spring);
    (kind, place(), terms).prop_map(|(kind, place, (armature, friction, spring))| {
        let spring = if spring { ", spring: true" } else { "" };
        let terms = format!("armature: {armature}, friction: {friction}{spring}");
        Limb {
            moves: Moves::Freely,
            joint: format!("type: {kind}, {place}, {terms}"),
        }
    })
}

fn dependent() -> impl Strategy<Value = Limb> {
    let factor = select(&["1", "-1", "-1", "1/2", "-2", "2/3", "0.75"]);
    let terms = prop::collection::vec((any::<Index>(), factor), 0..3);
    (moving(), terms, angle(), number(0.3)).prop_map(|(limb, terms, angle, distance)| {
        let slides = limb.joint.contains("prismatic");
        let place = if slides { distance } else { angle };
        let moves = if terms.is_empty() {
            Moves::Held(place)
        } else {
            Moves::With(terms, place)
        };
        Limb { moves, ..limb }
    })
}

fn friction() -> impl Strategy<Value = &'static str> {
    select(&[
        "[]",
        "[viscous]",
        "[coulomb, viscous]",
        "[coulomb, viscous, offset]",
        "[coulomb, viscous_positive, viscous_negative, quadratic]",
        "[coulomb_positive, coulomb_negative, viscous]",
        "[coulomb_positive, coulomb_negative, viscous_positive, viscous_negative, quadratic, offset]",
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
    (angle(), length(), length(), angle()).prop_map(move |(alpha, a, d, theta)| {
        format!("dh: {{convention: {convention}, alpha: {alpha}, a: {a}, d: {d}, theta: {theta}}}")
    })
}

fn origin() -> impl Strategy<Value = String> {
    (triple(length()), angle(), angle(), angle()).prop_map(|(xyz, roll, pitch, yaw)| {
        format!("origin: {{xyz: {xyz}, rpy: [{roll}, {pitch}, {yaw}]}}")
    })
}

fn angle() -> impl Strategy<Value = String> {
    let exact = select(&["0", "pi/2", "-90deg"]).prop_map(str::to_owned);
    let degrees = (0..360).prop_map(|degrees| format!("{degrees}deg"));
    prop_oneof![3 => exact, 1 => degrees, 1 => number(3.0)]
}

fn triple<S: Strategy<Value = String> + Clone>(of: S) -> impl Strategy<Value = String> {
    (of.clone(), of.clone(), of).prop_map(|(x, y, z)| format!("[{x}, {y}, {z}]"))
}

/// A length of half a metre at most, or a symbol with one.
fn length() -> impl Strategy<Value = String> + Clone {
    let symbol = select(SYMBOLS.as_slice());
    let symbolic = (symbol, select(&["", "-", "0.2 - ", "2*"]));
    let symbolic = symbolic.prop_map(|(symbol, before)| format!("{before}{symbol}"));
    prop_oneof![6 => number(0.5), 1 => symbolic]
}

/// A number of three decimals between `-range` and `range`.
fn number(range: f64) -> impl Strategy<Value = String> + Clone {
    (-range..range).prop_map(|number| format!("{number:.3}"))
}

/// The value of a symbol by which something may be divided.
fn nonzero() -> impl Strategy<Value = String> {
    let size = (0.05..0.5).prop_map(|size| format!("{size:.3}"));
    (select(&["", "-"]), size).prop_map(|(sign, size)| format!("{sign}{size}"))
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
