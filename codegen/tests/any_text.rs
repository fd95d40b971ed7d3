//! Any text gives a robot or an answer: never a panic, a hang or a robot that is not sound.

use armwright_codegen::algebra::Rational;
use armwright_codegen::mechanism::{Mechanism, load_bytes};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const WRIST: &str = include_str!("../../robots/abb_wrist.yaml");
const PENDULUM: &str = include_str!("../../robots/double_pendulum.yaml");
const ARM: &str = "
robot: arm
gravity: [0, 0, -9.81]
constants: {l: {value: 0.4, unit: m, symbolic: true}, h: 2*(0.1 + 1/3), t: 30deg}
bodies:
  - name: column
    parent: base
    joint: {name: q1, type: prismatic, origin: {xyz: [0, h, 0], rpy: [t, -pi/3, 0.7]}, axis: [0, 0.6, 0.8]}
  - name: tool
    parent: column
    joint: {type: fixed, origin: {xyz: [l, 0, 0]}}
    standard: [1, 0, 0, 0, 0.1, 0, 0, 0.1, 0, 0.1]
  - name: link
    parent: tool
    joint: {name: q2, type: continuous, dh: {convention: standard, alpha: -90deg, a: l/2, d: 0.1, theta: pi/2}}
    physical: {mass: 2, com: [0.1, 0, l/2], inertia: {xx: .02, yy: .02, zz: .01}}
";

/// What every mechanism promises.
fn sound(mechanism: &Mechanism) {
    let n = mechanism.bodies.len();
    assert!((1..=64).contains(&n));
    for (i, body) in mechanism.bodies.enumerate() {
        assert!(body.parent.is_none_or(|parent| parent < i));
        let axis = &body.joint.axis;
        let squared = axis.iter().fold(Rational::ZERO, |sum, x| &sum + &(x * x));
        assert_eq!(squared, Rational::ONE);
        for pose in [&body.before, &body.after] {
            orthogonal(&pose.rotation);
        }
    }
    assert!(
        mechanism
            .transmission
            .iter()
            .all(|g| g.len() == n && g.iter().all(|row| row.len() == n))
    );
    assert!(mechanism.motors.is_empty() || mechanism.motors.len() == n);
    let mut names: Vec<&str> = mechanism
        .parameters
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), mechanism.parameters.len());
}

fn orthogonal(rotation: &[[Rational; 3]; 3]) {
    for i in 0..3 {
        for j in 0..3 {
            let dot = (0..3).fold(Rational::ZERO, |sum, k| {
                &sum + &(&rotation[i][k] * &rotation[j][k])
            });
            assert_eq!(
                dot,
                if i == j {
                    Rational::ONE
                } else {
                    Rational::ZERO
                }
            );
        }
    }
}

fn answer(bytes: &[u8]) {
    match load_bytes("any.yaml", bytes) {
        Ok((mechanism, warnings)) => {
            sound(&mechanism);
            assert!(!warnings.has_errors());
        }
        Err(mistakes) => {
            assert!(mistakes.has_errors());
            assert!(!mistakes.render(false).is_empty());
        }
    }
}

#[test]
fn the_unchanged_files_are_robots() {
    for text in [WRIST, PENDULUM, ARM] {
        load_bytes("valid.yaml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        answer(text.as_bytes());
    }
}

/// Pieces that mean something to a YAML reader or to an expression.
const PIECES: &[&str] = &[
    ":",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "  ",
    "\t",
    "&a ",
    "*a",
    "!!map ",
    "---\n",
    "...\n",
    "? ",
    "| \n",
    "> \n",
    "\"",
    "'",
    "#",
    "%TAG ! x\n",
    "~",
    "null",
    "pi",
    "/0",
    "*",
    "(",
    ")",
    "-",
    "1e400",
    ".5",
    "90deg",
    "l",
    "base",
    "fixed",
    "column",
    "q1",
    "\u{feff}",
    "\u{0}",
    "\u{85}",
    "\u{2028}",
    "é",
    "name",
    "<<: ",
    ",",
    "1e-59",
    "99999999999999999999",
];

/// Changes at arbitrary places: a piece put in, or some bytes cut out or repeated.
fn mutate(text: &str, changes: &[(usize, usize, usize)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for &(at, kind, size) in changes {
        let at = at % (bytes.len() + 1);
        let end = bytes.len().min(at + size % 40);
        match kind % 4 {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            2 if at < bytes.len() => bytes[at] = u8::try_from(size % 256).unwrap_or(0),
            _ => drop(bytes.splice(at..at, PIECES[size % PIECES.len()].bytes())),
        }
    }
    bytes
}

/// The same texts in every run, and others for each whole number in `ARMWRIGHT_SEED`.
fn config() -> ProptestConfig {
    let seed = std::env::var("ARMWRIGHT_SEED").map_or(Ok(0), |seed| seed.parse());
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed.expect("ARMWRIGHT_SEED is a whole number")),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        answer(&bytes);
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        answer(text.as_bytes());
    }

    #[test]
    fn mutated_robots(
        which in 0..3usize,
        changes in prop::collection::vec((any::<usize>(), any::<usize>(), any::<usize>()), 1..6),
    ) {
        answer(&mutate([WRIST, PENDULUM, ARM][which], &changes));
    }

    #[test]
    fn mutated_numbers(pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        let quoted = text.replace(['\\', '"'], "").replace('\n', " ");
        answer(ARM.replace("2*(0.1 + 1/3)", &format!("\"{quoted}\"")).as_bytes());
    }
}

#[test]
fn hostile_files_are_answered_soon() {
    let nested = |open: &str, close: &str, n: usize| open.repeat(n) + &close.repeat(n);
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b]\n";
    let sum = "1+".repeat(300_000);
    let files = [
        nested("{a: ", "}", 100_000),
        nested("[", "]", 400_000),
        "- ".repeat(400_000),
        "? ".repeat(400_000),
        "a: ".repeat(300_000),
        "#".repeat(1_000_000),
        "\"".repeat(999_999),
        "'".repeat(999_999),
        "a\n".repeat(400_000),
        "\n".repeat(1_000_000),
        "!".repeat(1_000_000),
        "&".repeat(1_000_000),
        format!("robot: {}\n", "a".repeat(1_000_000)),
        format!("robot: arm\ngravity: [0, 0, {sum}1]\nbodies: []\n"),
        bomb.to_owned(),
    ];
    for text in files {
        answer(text.as_bytes());
    }
}

#[test]
fn large_singular_transmissions_are_answered() {
    use std::fmt::Write;
    let mut text = "robot: arm\ngravity: [0, 0, 0]\nbodies:\n".to_owned();
    for i in 0..64 {
        writeln!(text, "  - {{name: b{i}, parent: base, joint: {{name: q{i}, type: revolute, axis: [1, 0, 0]}}}}")
            .expect("text");
    }
    text.push_str("drives:\n  transmission:\n");
    for i in 0..64 {
        // The last row repeats the first.
        let numbers: Vec<String> = (0..64)
            .map(|j| {
                format!(
                    "{}",
                    ((i % 63) * 7919 + j * 104_729 + i % 63 * j * j) % 9973
                )
            })
            .collect();
        writeln!(text, "    - [{}]", numbers.join(", ")).expect("text");
    }
    let mistakes = load_bytes("large.yaml", text.as_bytes()).expect_err("singular");
    assert!(
        mistakes
            .iter()
            .any(|diagnostic| diagnostic.code == "AW0406"),
        "{mistakes}"
    );
}
