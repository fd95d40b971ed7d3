//! How a listing begins: joints with what they move and what carries them, gravity, symbols.

use armwright_codegen::Derivation;
use armwright_codegen::document::{Chapter, Format, equations};

use super::printed_chapters::derived;

/// All of a listing before its first chapter, with single spaces.
fn beginning(text: &str, format: Format, chapter: &str) -> String {
    let listing = equations(&derived(text), format, None).expect("provable");
    let (beginning, _) = listing.split_once(chapter).expect("a chapter");
    beginning.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A crane with a joint of each kind, one that moves with two others, and one that is held.
const CRANE: &str = "\
robot: crane
title: A crane
source: a drawing
gravity: {magnitude: 10, tilt: [30deg, 0, 0]}
constants:
  l: {value: 0.4, unit: m, symbolic: true}
  n: {value: 1/3, symbolic: true}
bodies:
  - {name: a, parent: base, joint: {name: shoulder, type: revolute, axis: [0, 1, 0]}}
  - {name: b, parent: a, joint: {name: slide, type: prismatic, axis: [0, 0, 1], origin: {xyz: [l, n, 0]}}}
  - {name: c, parent: b, joint: {name: roll, type: continuous, axis: [1, 0, 0]}}
  - {name: d, parent: base, joint: {name: twin, type: revolute, axis: [0, 1, 0], coordinate: {shoulder: -2, roll: 0.5, offset: 30deg}}}
  - {name: e, parent: c, joint: {name: grip, type: prismatic, axis: [0, 0, 1], locked: 0.25}}
";

/// A base that is turned about x by 30° has gravity along its y by -10 sin 30° and along its z by -10 cos 30°.
#[test]
fn joints_are_listed_with_how_they_move_and_what_carries_them() {
    let text = beginning(CRANE, Format::Text, "Gravity\n-------");
    let crane = text.split_once("A crane ======= ").expect("a title").1;
    assert!(
        crane.starts_with(
            "Robot `crane` (source: a drawing). Gravity [0, -5, -5*sqrt(3)] m/s² in the base frame. \
             tau_i = M_ij*qdd_j + S_ijk*qd_j*qd_k + g_i + f_i summed over j and k with j <= k;"
        ),
        "{crane}"
    );
    let exception =
        "c1 = cos(q1) unless joints turn by a part of the coordinate (below). Parameters: m mass,";
    assert!(crane.contains(exception), "{crane}");
    let (_, tables) = crane.split_once("in the body's frame. ").expect("letters");
    assert!(
        tables.starts_with(
            "joint type unit moves body carried by \
             q1 shoulder revolute rad a base \
             q2 slide prismatic m b a \
             q3 roll continuous rad c b \
             Joints that move with others or are held; what is constant in their positions is in their frames: \
             joint moves as moves body carried by \
             twin -2*q1 + 0.5*q3 d base \
             grip held e c \
             Joints turn by a part of q3, and its sine and cosine are of that part: s3 = sin(0.5*q3), c3 = cos(0.5*q3). \
             symbol value unit \
             l 0.4 m \
             n 1/3 "
        ),
        "{tables}"
    );
    let latex = beginning(CRANE, Format::Latex, "\\section{Gravity}");
    for said in [
        "Robot \\texttt{crane} (source: a drawing). Gravity [0, -5, $-5\\,\\sqrt{3}$] m/s² in the base frame.",
        "$q_{3}$ & \\texttt{roll} & continuous & rad & \\texttt{c} & \\texttt{b} \\\\",
        "\\texttt{twin} & $-2\\,q_{1} + 0.5\\,q_{3}$ & \\texttt{d} & \\texttt{base} \\\\",
        "$s_{3} = \\sin(0.5\\,q_{3})$, $c_{3} = \\cos(0.5\\,q_{3})$",
        "$n$ & 1/3 & \\\\",
    ] {
        assert!(latex.contains(said), "{said}: {latex}");
    }
}

/// Of the crane's roll `s3` is the sine of half of it, in each chapter that has sines of it.
#[test]
fn a_chapter_by_itself_says_of_what_its_sines_are() {
    let crane = derived(CRANE);
    let spring = "springs:\n  - {name: coil, from: {body: base, at: [0.1, 0, 0.4]}, to: {body: d, at: [0.2, 0, 0]}}\n";
    let sprung = derived(&[CRANE, spring].concat());
    let in_chapter = |robot: &Derivation, format: Format, only: Chapter| {
        let chapter = equations(robot, format, Some(only)).expect("provable");
        let words = chapter.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = "Joints turn by a part of q3, and its sine and cosine are of that part: s3 = sin(0.5*q3), c3 = cos(0.5*q3).";
        words.contains(text) || words.contains("$s_{3} = \\sin(0.5\\,q_{3})$")
    };
    let said = |format: Format, only: Chapter| in_chapter(&crane, format, only);
    for only in [
        Chapter::Gravity,
        Chapter::Inertia,
        Chapter::Coriolis,
        Chapter::Energy,
    ] {
        assert!(
            said(Format::Text, only) && said(Format::Latex, only),
            "{only:?}"
        );
    }
    assert!(!said(Format::Text, Chapter::Base) && !said(Format::Text, Chapter::Recovery));
    // Drives have those of lengths of springs alone.
    assert!(!said(Format::Text, Chapter::Drives));
    assert!(in_chapter(&sprung, Format::Text, Chapter::Drives));
}

/// A robot without a title is called by its name; nothing is said of what it has not.
#[test]
fn what_a_robot_has_not_is_not_said() {
    let arm = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
               - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
    let text = beginning(arm, Format::Text, "Gravity\n-------");
    assert!(
        text.starts_with("arm === Robot `arm`. Gravity [0, 0, -10] m/s² in the base frame."),
        "{text}"
    );
    for unsaid in [
        "source",
        "Joints that move with",
        "turn by a part",
        "symbol",
        "The base moves",
    ] {
        assert!(!text.contains(unsaid), "{text}");
    }
    // The moments of a body about y, and its inertia: three functions of motion, of which none is a multiple of others.
    assert!(
        text.ends_with("The closed form has 3 coefficients, 3 of them independent."),
        "{text}"
    );
}

/// A base that is turned by 30° about x and then by 20° about y, of which sine and cosine are no short numbers.
#[test]
fn numbers_without_a_short_form_are_printed_as_floats() {
    let arm = |gravity: &str, more: &str| {
        format!(
            "robot: arm\ngravity: {gravity}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], origin: {{xyz: [0.4, 0, 0]{more}}}}}}}\n"
        )
    };
    let said = "Numbers without a short form are printed as the nearest floats";
    let tilted = arm("{magnitude: 9.81, tilt: [30deg, 20deg, 0]}", "");
    for (format, chapter, part) in [
        (
            Format::Text,
            "Gravity\n-------",
            "PG_1 = m_tip*(7.983355254037357*tx_tip + 3.3552176060248073*tz_tip)",
        ),
        (
            Format::Latex,
            "\\section{Gravity}",
            "7.983355254037357\\,t_{x,\\mathrm{tip}}",
        ),
    ] {
        let begins = beginning(&tilted, format, chapter);
        assert!(
            begins.contains(
                "Gravity [3.3552176060248073, -4.609192304954881, -7.983355254037357] m/s²"
            ),
            "{begins}"
        );
        assert!(begins.contains(said), "{begins}");
        let listing = equations(&derived(&tilted), format, None).expect("provable");
        let listing = listing.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(listing.contains(part), "{listing}");
        let longest = listing
            .split(|c: char| !c.is_ascii_digit())
            .map(str::len)
            .max();
        assert!(longest <= Some(18), "{longest:?}: {listing}");
    }
    // Decimals as somebody wrote them, of which a product has one digit more than a float; and a frame alone.
    for (robot, part) in [
        (
            arm("[0, 6.936717523440031, -6.936717523440031]", ""),
            "2.7746870093760125*m_tip",
        ),
        (
            arm("[0, 0, -9.81]", ", rpy: [0, 0, 20deg]"),
            "0.342020143325668",
        ),
    ] {
        assert_eq!(
            beginning(&robot, Format::Text, "Gravity\n-------").contains(said),
            robot.contains("20deg")
        );
        let listing = equations(&derived(&robot), Format::Text, None).expect("provable");
        assert!(listing.contains(part), "{listing}");
    }
    // A symbol alone, of more than nine digits above and below the bar.
    for (value, is_long) in [("1234567891/1234567890", true), ("12/13", false)] {
        let constants =
            format!("[0, 0, -10]\nconstants: {{l: {{value: {value}, symbolic: true}}}}");
        let symbolic = arm(&constants, "").replace("[0.4, 0, 0]", "[l, 0, 0]");
        let begins = beginning(&symbolic, Format::Text, "Gravity\n-------");
        assert_eq!(begins.contains(said), is_long, "{begins}");
    }
    // What is exact with roots stays so.
    let exact = arm("{magnitude: 9.81, tilt: [45deg, 0, 0]}", "");
    let begins = beginning(&exact, Format::Text, "Gravity\n-------");
    assert!(
        begins.contains("Gravity [0, -4.905*sqrt(2), -4.905*sqrt(2)]"),
        "{begins}"
    );
    assert!(!begins.contains(said), "{begins}");
}

/// Gravity is in the world for a base that moves, and its wrench comes before the torques.
#[test]
fn a_base_that_moves_has_the_wrench_that_moves_it() {
    let arm = "robot: arm\ngravity: [0, 0, -10]\nbase: floating\nbodies:\n  \
               - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
    let text = beginning(arm, Format::Text, "Gravity\n-------");
    for said in [
        "Gravity [0, 0, -10] m/s² in the frame of the world.",
        "The base moves: it is a body, and the wrench that moves it is six rows before those of the joints, force \
         first, in its axes and about its origin.",
        "qd and qdd begin with the velocity and the acceleration of its origin and its angular velocity",
        "q1 q1 revolute rad arm base",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("The closed form has"), "{text}");
}
