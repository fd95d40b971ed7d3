//! Known numbers of base parameters, for robots written down as Denavit–Hartenberg rows.
//!
//! Each robot is given once, as modified rows (Craig, Khalil), and written in both conventions: the
//! frames of the bodies differ, the number of base parameters does not.

use armwright_codegen::derive;

/// A modified row: turn `alpha` and length `a` from the axis before, then distance `d`.
type Row = (&'static str, f64, f64);

/// A robot: name, rows, gravity, number of base parameters without drives.
type Known = (&'static str, &'static [Row], [f64; 3], usize);

const DOWN: [f64; 3] = [0.0, 0.0, -9.81];
const STRAIGHT: &str = "0";
const LEFT: &str = "pi/2";
const RIGHT: &str = "-90deg";

const PLANAR: &[Row] = &[(STRAIGHT, 0.0, 0.0), (STRAIGHT, 0.5, 0.0)];
/// The wrist of the ABB paper, its first axis along z: P lies on axis 1, Q on axis 3.
const WRIST: &[Row] = &[(STRAIGHT, 0.0, 0.6), (RIGHT, 0.0, 0.0), (LEFT, 0.0, 0.085)];
/// Armstrong, Khatib and Burdick, 1986.
const PUMA_560: &[Row] = &[
    (STRAIGHT, 0.0, 0.0),
    (RIGHT, 0.0, 0.2435),
    (STRAIGHT, 0.4318, -0.0934),
    (LEFT, -0.0203, 0.4331),
    (RIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.0),
];
/// Universal Robots.
const UR5: &[Row] = &[
    (STRAIGHT, 0.0, 0.089159),
    (LEFT, 0.0, 0.0),
    (STRAIGHT, -0.425, 0.0),
    (STRAIGHT, -0.39225, 0.10915),
    (LEFT, 0.0, 0.09465),
    (RIGHT, 0.0, 0.0823),
];
/// Khalil and Dombre, Modeling, Identification and Control of Robots.
const RX90: &[Row] = &[
    (STRAIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.0),
    (STRAIGHT, 0.45, 0.0),
    (RIGHT, 0.0, 0.45),
    (LEFT, 0.0, 0.0),
    (RIGHT, 0.0, 0.0),
];
/// Stäubli.
const TX40: &[Row] = &[
    (STRAIGHT, 0.0, 0.32),
    (RIGHT, 0.0, 0.0),
    (STRAIGHT, 0.225, 0.035),
    (LEFT, 0.0, 0.225),
    (RIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.065),
];
/// Franka Robotics, documentation of the control interface.
const PANDA: &[Row] = &[
    (STRAIGHT, 0.0, 0.333),
    (RIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.316),
    (LEFT, 0.0825, 0.0),
    (RIGHT, -0.0825, 0.384),
    (LEFT, 0.0, 0.0),
    (LEFT, 0.088, 0.0),
];
/// KUKA LBR iiwa 14 R820.
const IIWA_14: &[Row] = &[
    (STRAIGHT, 0.0, 0.36),
    (RIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.42),
    (LEFT, 0.0, 0.0),
    (RIGHT, 0.0, 0.4),
    (RIGHT, 0.0, 0.0),
    (LEFT, 0.0, 0.126),
];

const KNOWN: &[Known] = &[
    ("planar_2r", PLANAR, [0.0, -9.81, 0.0], 6),
    ("planar_2r_level", PLANAR, DOWN, 4),
    ("planar_2r_weightless", PLANAR, [0.0; 3], 4),
    ("wrist", WRIST, [-9.81, 0.0, 0.0], 17),
    ("wrist_upright", WRIST, DOWN, 15),
    ("wrist_weightless", WRIST, [0.0; 3], 11),
    ("puma_560", PUMA_560, DOWN, 36),
    ("ur5", UR5, DOWN, 36),
    ("rx90", RX90, DOWN, 36),
    ("tx40", TX40, DOWN, 36),
    ("panda", PANDA, DOWN, 43),
    ("iiwa_14", IIWA_14, DOWN, 43),
];

#[derive(Clone, Copy)]
enum Convention {
    Modified,
    Standard,
}

/// The row of one body. A standard row has the turn and length of the next modified one.
fn row(rows: &[Row], k: usize, convention: Convention) -> String {
    let (name, (alpha, a, _)) = match convention {
        Convention::Modified => ("modified", rows[k]),
        Convention::Standard => {
            let next = rows.get(k + 1).copied();
            ("standard", next.unwrap_or((STRAIGHT, 0.0, 0.0)))
        }
    };
    let d = rows[k].2;
    format!("{{convention: {name}, alpha: {alpha}, a: {a}, d: {d}, theta: 0}}")
}

fn robot_file((name, rows, gravity, _): Known, convention: Convention) -> String {
    let mut text = format!("robot: {name}\ngravity: {gravity:?}\nbodies:\n");
    for k in 0..rows.len() {
        let parent = if k == 0 {
            "base".to_owned()
        } else {
            format!("b{k}")
        };
        let dh = row(rows, k, convention);
        text += &format!(
            "  - name: b{0}\n    parent: {parent}\n    \
             joint: {{name: q{0}, type: revolute, dh: {dh}}}\n",
            k + 1
        );
    }
    text
}

fn assert_counts(convention: Convention) {
    for &known in KNOWN {
        let text = robot_file(known, convention);
        let derived = derive(known.0, &text);
        let (derivation, warnings) =
            derived.unwrap_or_else(|error| panic!("{}: {error}\n{text}", known.0));
        assert!(warnings.is_empty(), "{}: {warnings}", known.0);
        assert_eq!(derivation.base.base.len(), known.3, "{}", known.0);
    }
}

#[test]
fn modified_rows_give_the_known_counts() {
    assert_counts(Convention::Modified);
}

#[test]
fn standard_rows_give_the_known_counts() {
    assert_counts(Convention::Standard);
}
