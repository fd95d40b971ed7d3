//! What the chapters of a listing say of small robots: drives, springs, energy, base parameters, recovery.

use armwright_codegen::algebra::{Atom, Poly, Rational, Symbol};
use armwright_codegen::document::{
    Chapter, Format, Formulas, Notation, Style, equations, recovery_text, why,
};
use armwright_codegen::recovery::{Analysis, Branch, StepKind};
use armwright_codegen::{Derivation, derive};

use super::equations::equation;

pub(crate) fn derived(text: &str) -> Derivation {
    derive("arm.yaml", text).expect("a robot").0
}

/// A chapter as plain text.
pub(crate) fn chapter(derivation: &Derivation, only: Chapter) -> String {
    equations(derivation, Format::Text, Some(only)).expect("provable")
}

/// A robot of one body that turns about y; more of its joint, and of the file.
fn one_body(joint: &str, more: &str) -> String {
    format!(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]{joint}}}}}\n{more}"
    )
}

/// What is printed of its drives.
fn driven(joint: &str, more: &str) -> String {
    chapter(&derived(&one_body(joint, more)), Chapter::Drives)
}

/// Friction of joints, and of motors through the transmission: torque is `G`, transposed, times that of the motors.
#[test]
fn friction_is_written_at_the_joints_and_at_the_motors() {
    let drives = |first: &str, motors: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]{first}}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [0.5, 0, 0]}}, friction: [viscous, offset]}}}}\n\
             drives:\n  transmission: [[100, 0], [3, 80]]\n{motors}"
        );
        let derivation = derived(&text);
        chapter(&derivation, Chapter::Drives)
    };
    let listing = drives(
        ", friction: [coulomb]",
        "  motors:\n    - {name: a}\n    - {name: b, friction: [coulomb, viscous]}\n",
    );
    for (name, right) in [
        ("f_b", "fc_b*sign(qd_b) + fv_b*qd_b"),
        ("f_1", "fc_q1*sign(qd1) + 3*f_b"),
        ("f_2", "fv_q2*qd2 + fo_q2 + 80*f_b"),
    ] {
        assert_eq!(equation(&listing, name), [right], "{listing}");
    }
    assert!(!listing.contains("f_a"), "{listing}");
    let listing = drives("", "");
    assert_eq!(equation(&listing, "f_2"), ["fv_q2*qd2 + fo_q2"]);
    assert!(!listing.contains("f_1"), "{listing}");
}

/// What follows a coordinate has its offset in positions, and none in velocities.
#[test]
fn offsets_are_in_positions_and_not_in_velocities() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
         - {name: rod, parent: arm, joint: {name: p2, type: prismatic, axis: [0, 0, 1], \
         coordinate: {q1: 0.5, offset: 0.1}}}\ntorques:\n  \
         - {name: u, joint: q1, expression: p2*abs(velocity(p2)) + q1*qd1}\n";
    let derivation = derived(text);
    let drives = chapter(&derivation, Chapter::Drives);
    assert_eq!(
        equation(&drives, "tau_file_1"),
        ["u*((0.5*q1 + 0.1)*abs(0.5*qd1) + q1*qd1)"],
        "{drives}"
    );
}

/// Parameters of which each has a multiple of the effect of one other.
#[test]
fn the_factor_of_an_effect_is_said_unless_it_is_one() {
    let said = |text: &str, names: &[&str]| -> Vec<String> {
        let derivation = derived(text);
        let why = why(&derivation);
        let position = |name: &str| derivation.mechanism.parameters.position(|p| p.name == name);
        let said = names
            .iter()
            .map(|name| why[position(name).expect("a parameter")].clone());
        said.collect()
    };
    let joint = "name: q1, type: revolute, axis: [0, 1, 0]";
    let text = format!(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: arm, parent: base, joint: {{{joint}, friction: [viscous]}}}}\ntorques:\n  \
         - {{name: same, joint: q1, expression: qd1}}\n  \
         - {{name: opposite, joint: q1, expression: -qd1}}\n  \
         - {{name: double, joint: q1, expression: 2*qd1}}\n"
    );
    assert_eq!(
        said(&text, &["same", "opposite", "double"]),
        [
            "has the effect of fv_q1",
            "has the opposite effect of fv_q1",
            "has 2 times the effect of fv_q1"
        ]
    );
    // Kinetic energy alone: half of (Lyy_arm + l^2*m_tip)*qd1^2, in which the mass is kept.
    let text = format!(
        "robot: arm\ngravity: [0, 0, 0]\nconstants: {{l: {{value: 2, symbolic: true}}}}\nbodies:\n  \
         - {{name: arm, parent: base, joint: {{{joint}}}}}\n  \
         - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [l, 0, 0]}}}}}}\nbase_parameters: {{keep: [m_tip]}}\n"
    );
    assert_eq!(
        said(&text, &["Lyy_arm"]),
        ["has 1/(l^2) times the effect of m_tip"]
    );
}

#[test]
fn every_kind_of_friction_is_a_function_of_velocity() {
    for (kinds, right) in [
        ("coulomb, viscous", "fc_q1*sign(qd1) + fv_q1*qd1"),
        (
            "offset, viscous, quadratic",
            "fv_q1*qd1 + fq_q1*qd1*|qd1| + fo_q1",
        ),
        (
            "coulomb_positive, coulomb_negative",
            "fcp_q1*[qd1 > 0] - fcn_q1*[qd1 < 0]",
        ),
        (
            "viscous_positive, viscous_negative",
            "fvp_q1*max(qd1, 0) + fvn_q1*min(qd1, 0)",
        ),
    ] {
        let listing = driven(&format!(", friction: [{kinds}]"), "");
        assert_eq!(equation(&listing, "f_1"), [right]);
        let bracketed = listing.contains("square brackets is 1 where it holds");
        assert_eq!(bracketed, right.contains('['), "{listing}");
        assert!(!listing.contains("At the motors"));
    }
}

/// Brackets are explained once, wherever they are.
#[test]
fn friction_of_motors_in_brackets_is_explained_too() {
    let apart = "[coulomb_positive, coulomb_negative]";
    let motors = |kinds: &str| {
        format!("drives:\n  transmission: [[100]]\n  motors: [{{name: a, friction: {kinds}}}]\n")
    };
    let at_motor = "fcp_a*[qd_a > 0] - fcn_a*[qd_a < 0]";
    let at_joint = "fcp_q1*[qd1 > 0] - fcn_q1*[qd1 < 0] + 100*f_a";
    for (of_joint, of_motor, equations, explained) in [
        ("[]", apart, [at_motor, "100*f_a"], 1),
        (apart, apart, [at_motor, at_joint], 1),
        (apart, "[viscous]", ["fv_a*qd_a", at_joint], 1),
        (
            "[coulomb]",
            "[coulomb]",
            ["fc_a*sign(qd_a)", "fc_q1*sign(qd1) + 100*f_a"],
            0,
        ),
        (
            "[]",
            "[viscous_positive, viscous_negative]",
            ["fvp_a*max(qd_a, 0) + fvn_a*min(qd_a, 0)", "100*f_a"],
            0,
        ),
    ] {
        let listing = driven(&format!(", friction: {of_joint}"), &motors(of_motor));
        for (name, right) in ["f_a", "f_1"].into_iter().zip(equations) {
            assert_eq!(equation(&listing, name), [right], "{listing}");
        }
        let said =
            "What stands in square brackets is 1 where it holds, 1/2 at rest, and 0 elsewhere.";
        assert_eq!(listing.matches(said).count(), explained, "{listing}");
    }
}

#[test]
fn armature_and_rotors_have_half_the_square_of_their_velocity() {
    let motors = "drives:\n  transmission: [[100]]\n  motors: [{name: a, rotor_inertia: true}]\n";
    let listing = driven(", armature: true", motors);
    assert_eq!(
        equation(&listing, "T_drives"),
        ["0.5*Ia_q1*qd1^2 + 0.5*Ia_a*qd_a^2"]
    );
    assert!(!listing.contains("Friction"), "{listing}");
    let listing = driven(", friction: [viscous]", "");
    assert!(!listing.contains("T_drives"), "{listing}");
}

/// From 0.3 m above the axis to 0.2 m along the arm: the square of the length is 0.09 + 0.04 + 0.12 sin q1, half its slope
/// 0.06 cos q1. A coil of stiffness k and tension k l stores k s²/2 - k l s.
#[test]
fn springs_are_written_with_what_they_take_and_store() {
    let spring = "springs:\n  - {name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: arm, at: [0.2, 0, 0]}}\n";
    let listing = driven(", spring: true", spring);
    for (name, right) in [
        ("l_s", "sqrt(0.13 + 0.12*s1)"),
        (
            "tau_spring_1",
            "k_q1*q1 + k0_q1 + (k_s - kl_s/l_s)*(0.06*c1)",
        ),
        (
            "V_springs",
            "0.5*k_q1*q1^2 + k0_q1*q1 + 0.5*k_s*l_s^2 - kl_s*l_s",
        ),
    ] {
        assert_eq!(equation(&listing, name), [right], "{listing}");
    }
    assert!(!driven(", armature: true", "").contains("Springs"));
    // Of a spring at a joint there is no length to be told.
    let lengths = "Springs between two points of bodies have these lengths, in m:";
    assert!(listing.contains(lengths), "{listing}");
    let at_joint = driven(", spring: true", "");
    assert!(
        at_joint.contains("\nSprings\n") && !at_joint.contains(lengths),
        "{at_joint}"
    );
}

/// As before, and from 0.4 m in front of the axis to 0.3 m along the arm: 0.16 + 0.09 - 0.24 cos q1, half its slope
/// 0.12 sin q1.
#[test]
fn each_spring_has_its_own_length_rate_and_tension() {
    let springs = "springs:\n  - {name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: arm, at: [0.2, 0, 0]}}\n  \
                   - {name: t, from: {body: base, at: [0.4, 0, 0]}, to: {body: arm, at: [0.3, 0, 0]}}\n";
    let listing = driven("", springs);
    for (name, right) in [
        ("l_s", "sqrt(0.13 + 0.12*s1)"),
        ("l_t", "sqrt(0.25 - 0.24*c1)"),
        (
            "tau_spring_1",
            "(k_s - kl_s/l_s)*(0.06*c1) + (k_t - kl_t/l_t)*(0.12*s1)",
        ),
        (
            "V_springs",
            "0.5*k_s*l_s^2 - kl_s*l_s + 0.5*k_t*l_t^2 - kl_t*l_t",
        ),
    ] {
        assert_eq!(equation(&listing, name), [right], "{listing}");
    }
}

/// Of the potential energy of a base that moves nothing is known but how it moves.
#[test]
fn the_potential_energy_of_a_base_that_moves_is_not_printed() {
    let energy = |base: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\n{base}bodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [0, 0, 0.5]}}}}}}\n"
        );
        let derivation = derived(&text);
        chapter(&derivation, Chapter::Energy)
    };
    let moved = energy("base: floating\n");
    let said = "V depends on how the base stands, and is not printed.";
    assert!(moved.contains(said) && !moved.contains("V = "), "{moved}");
    // Mass times height is 0.5 m - mx sin q1 + mz cos q1.
    let rest = energy("");
    assert_eq!(equation(&rest, "V"), ["PV_1*s1 + PV_2*c1 + PV_3"], "{rest}");
}

/// Of a body that turns about y of its own frame under gravity along z nothing shows but its moments along x and z and its
/// inertia about y, to which a second body on the same axis adds all of its own.
#[test]
fn what_is_set_to_zero_is_listed_with_what_absorbs_it() {
    let base = |bodies: &str| {
        let text = format!("robot: arm\ngravity: [0, 0, -10]\nbodies:\n{bodies}");
        let derivation = derived(&text);
        let listing = chapter(&derivation, Chapter::Base);
        listing.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let arm = "  - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
    let tip = "  - {name: tip, parent: arm, joint: {name: p2, type: prismatic, axis: [0, 1, 0]}}\n";
    let absorbed = "Set to zero, since others absorb their effect";
    let alone = base(arm);
    assert!(!alone.contains(absorbed), "{alone}");
    assert!(
        alone.contains("Set to zero, since no torque depends on them"),
        "{alone}"
    );
    let both = base(&format!("{arm}{tip}"));
    let table = "mx_tip mx_arm mz_tip mz_arm Lyy_tip Lyy_arm joint p2 slides, so body tip turns only as body arm does";
    let said = format!("{absorbed} parameter absorbed by why {table} Set to zero");
    assert!(both.contains(&said), "{both}");
}

/// A whole number that all terms share stands before the sum.
#[test]
fn numbers_that_all_terms_share_stand_before_their_sum() {
    let arm = derived(&one_body("", ""));
    let notation = Notation::new(&arm.mechanism, Style::Text);
    let place = |name: &str| {
        let place = arm.mechanism.parameters.position(|p| p.name == name);
        Poly::atom(Atom::Symbol(Symbol::Standard(place.expect("a parameter"))))
    };
    let (x, y) = (place("Lxx_arm"), place("Lyy_arm"));
    let sum = |a: Rational, b: Rational| &x.scale(&a) + &y.scale(&b);
    let grouped = |a: (i64, i64), b: (i64, i64)| {
        let sum = sum(Rational::new(a.0, a.1), Rational::new(b.0, b.1));
        notation.grouped(&sum, None)
    };
    assert_eq!(grouped((2, 1), (4, 1)), "2*(Lxx_arm + 2*Lyy_arm)");
    assert_eq!(grouped((-2, 1), (-4, 1)), "-2*(Lxx_arm + 2*Lyy_arm)");
    assert_eq!(grouped((4, 1), (-2, 1)), "2*(2*Lxx_arm - Lyy_arm)");
    assert_eq!(grouped((2, 1), (3, 1)), "2*Lxx_arm + 3*Lyy_arm");
    assert_eq!(grouped((1, 2), (1, 1)), "0.5*Lxx_arm + Lyy_arm");
    assert_eq!(grouped((1, 2), (1, 2)), "0.5*(Lxx_arm + Lyy_arm)");
    assert_eq!(grouped((1, 2), (-1, 2)), "0.5*(Lxx_arm - Lyy_arm)");
    assert_eq!(grouped((3, 1), (0, 1)), "3*Lxx_arm");
    assert_eq!(grouped((0, 1), (0, 1)), "0");
    let gravity = Rational::from(10);
    let usual = notation.grouped(&sum(Rational::from(20), Rational::from(5)), Some(&gravity));
    assert_eq!(usual, "10*(2*Lxx_arm + 0.5*Lyy_arm)");
}

/// Two bodies in a plane, the second as far from the first as two symbols say together: motion reveals their sum alone.
fn summed_lengths(known: &str) -> Derivation {
    let text = format!(
        "robot: arm\ngravity: [0, 0, -10]\n\
         constants: {{a: {{value: 0.5, symbolic: true}}, b: {{value: 0.25, symbolic: true}}}}\nbodies:\n  \
         - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
         - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [a + b, 0, 0]}}}}}}\nrecovery: {{known: [{known}]}}\n"
    );
    derived(&text)
}

#[test]
fn formulas_take_coefficients_of_motion_where_base_parameters_would_hold_lengths() {
    let listing = |known: &str| {
        let derivation = summed_lengths(known);
        chapter(&derivation, Chapter::Recovery)
    };
    let open = listing("m_tip");
    for (name, right) in [
        ("c_2", "mx_arm + m_tip*(a + b)"),
        ("c_5", "mx_tip"),
        ("c_8", "mz_tip*(a + b)"),
        ("tx_tip", "c_5/m_tip"),
        ("Jyy_tip", "c_4 - m_tip*(tx_tip^2 + tz_tip^2)"),
    ] {
        assert_eq!(equation(&open, name), [right], "{open}");
    }
    let open = open.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "Known: m_tip.",
        "does not hold true values of a, b, and motion does not determine these by itself.",
        "independent combinations in all (found in a prime field; that it is not higher is not proved).",
        "0 = tz_tip*c_7 - tx_tip*c_8",
        "Invisible: no base parameter depends on them ty_arm, Jxx_arm,",
    ] {
        assert!(open.contains(said), "{said}: {open}");
    }
    // With both lengths base parameters will do.
    let closed = listing("m_tip, a, b");
    assert_eq!(equation(&closed, "tx_tip"), ["mx_tip/m_tip"], "{closed}");
    for unsaid in ["coefficients", "Coefficients", "c_1"] {
        assert!(!closed.contains(unsaid), "{closed}");
    }
    let words: Vec<String> = listing("").split_whitespace().map(str::to_owned).collect();
    assert!(words.join(" ").contains("Known: nothing."));
}

/// A body all of whose parameters show.
#[test]
fn where_nothing_is_invisible_nothing_is_said_of_it() {
    let text = "robot: drone\ngravity: [0, 0, -10]\nbase: floating\nbodies:\n  \
         - {name: frame, parent: base, joint: {type: fixed}}\nrecovery: {known: [m_base]}\n";
    let derivation = derived(text);
    let listing = chapter(&derivation, Chapter::Recovery);
    assert!(!listing.contains("Invisible"), "{listing}");
    assert!(!listing.contains("Not determined"), "{listing}");
}

#[test]
fn steps_with_several_roots_are_equations_and_a_note() {
    let derivation = summed_lengths("tx_arm, Jyy_arm");
    let recovery = derivation.plan().expect("provable");
    let notation = Notation::new(&derivation.mechanism, Style::Latex);
    let formulas = Formulas::new(notation, &recovery.system);
    let [first, second] = &recovery.plan.steps[..2] else {
        panic!("two steps");
    };
    let step = formulas.step(first);
    let begins = "m_{\\mathrm{arm}}:\\quad ";
    assert!(step.starts_with(begins) && step.ends_with(" = 0"), "{step}");
    assert_eq!(
        formulas.note(first),
        "m_arm is positive: the positive root is taken, of two the larger one"
    );
    assert_eq!(
        formulas.step(second),
        "t_{z,\\mathrm{arm}} = \\frac{c_{3}}{m_{\\mathrm{arm}}}"
    );
    assert_eq!(formulas.note(second), "");
    let mut either = first.clone();
    either.kind = StepKind::Quadratic(Branch::Larger);
    assert_eq!(
        formulas.note(&either),
        "Physics allows both roots of m_arm, and the file has no nominal value: the larger one is taken"
    );
    either.kind = StepKind::Quadratic(Branch::Nearest(Rational::new(1, 4)));
    assert_eq!(
        formulas.note(&either),
        "Physics allows both roots of m_arm: the one nearer to the nominal 0.25 is taken"
    );
    either.kind = StepKind::Quadratic(Branch::Positive(Some(Rational::from(2))));
    assert_eq!(
        formulas.note(&either),
        "m_arm is positive: the positive root is taken, of two the one nearer to the nominal 2"
    );
    // Of more than six equations the determinant is not written out.
    either.unknowns = (0..7).collect();
    assert_eq!(
        formulas.divisor(&either),
        "the determinant of the derivatives of these equations"
    );
    let text = Formulas::new(
        Notation::new(&derivation.mechanism, Style::Text),
        &recovery.system,
    );
    assert!(
        text.step(first).starts_with("m_arm: "),
        "{}",
        text.step(first)
    );
    assert_eq!(text.step(second), "tz_arm = c_3/m_arm");
}

/// A top whose pivot is at rest, without gravity. Of its products of inertia `Lxy = Jxy - m tx ty` is one, and with
/// `Lxx = Jxx + m (ty² + tz²)` there is `Lyy - Lzz = Jyy - Jzz + m (tz² - ty²)`.
const TOP: &str = "\
robot: top
gravity: [0, 0, 0]
bodies:
  - {name: ring, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}
  - {name: top, parent: ring, joint: {name: q2, type: revolute, axis: [1, 0, 0]}}
recovery: {known: [m_top, ty_top, Jxy_top, Jyy_top, Jzz_top]}
";

/// What vanishes does so with the other sign as well: nothing that is said of a step depends on it.
#[test]
fn a_step_is_the_same_formula_whichever_sign_its_equation_has() {
    let derivation = derived(TOP);
    let recovery = derivation.plan().expect("provable");
    let formulas = [Style::Text, Style::Latex].map(|style| {
        let notation = Notation::new(&derivation.mechanism, style).with_base(&derivation.base);
        Formulas::new(notation, &recovery.system)
    });
    let mut said = Vec::new();
    for step in &recovery.plan.steps {
        if step.kind != StepKind::Linear {
            continue;
        }
        let mut turned = step.clone();
        for equation in &mut turned.equations {
            *equation = -&*equation;
        }
        for formulas in formulas {
            assert_eq!(formulas.step(&turned), formulas.step(step));
            assert_eq!(formulas.divisor(&turned), formulas.divisor(step));
        }
        said.push((formulas[0].step(&turned), formulas[0].divisor(&turned)));
    }
    let said: Vec<_> = said.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let expected = [
        (
            "tx_top = (-Lxy_top + Jxy_top)/(m_top*ty_top)",
            "m_top*ty_top",
        ),
        (
            "Jxx_top = Lxx_top - Lyy_top + Jyy_top - Jzz_top - 2*m_top*ty_top^2",
            "",
        ),
        ("Jxz_top = Lxz_top + m_top*tx_top*tz_top", ""),
        ("Jyz_top = Lyz_top + m_top*ty_top*tz_top", ""),
    ];
    assert_eq!(said, expected);
}

/// Formulas that are written the same in text and in LaTeX, and others, between words.
#[test]
fn formulas_in_running_text_are_there_in_every_format() {
    let derivation = derived(&one_body(", armature: true, friction: [coulomb]", ""));
    let (text, latex) = (
        ["f_i", "tau_i", "T", "M"],
        ["$f_i$", "$\\tau_i$", "$T$", "$M$"],
    );
    let index = |letter: &str| format!("<msub><mi>{letter}</mi><mi>i</mi></msub>");
    let html = [
        index("f"),
        index("τ"),
        "<mi>T</mi>".into(),
        "<mi>M</mi>".into(),
    ];
    let html = html.map(|formula| format!("<math display=\"inline\">{formula}</math>"));
    for (format, [friction, torque, energy, inertia]) in [
        (Format::Text, text),
        (Format::Latex, latex),
        (Format::Markdown, latex),
        (Format::Html, html.each_ref().map(String::as_str)),
    ] {
        let listing = equations(&derivation, format, Some(Chapter::Drives)).expect("provable");
        let listing = listing.split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in [
            format!("The friction torque {friction} of each joint is added to {torque}:"),
            format!(
                "Their kinetic energy is in {energy}, so their inertia is in the elements of {inertia}:"
            ),
        ] {
            assert!(listing.contains(&sentence), "{sentence} {listing}");
        }
    }
}

/// The chapters of a whole listing: those on drives and recovery where there is something to say.
#[test]
fn a_whole_listing_has_its_chapters_in_order() {
    let chapters = |joint: &str, more: &str| {
        let derivation = derived(&one_body(joint, more));
        let listing = equations(&derivation, Format::Text, None).expect("provable");
        let lines: Vec<&str> = listing.lines().collect();
        let headings = lines.windows(2).filter(|pair| pair[1].starts_with("---"));
        headings.map(|pair| pair[0].to_owned()).collect::<Vec<_>>()
    };
    let always = ["Gravity", "Inertia", "Coriolis and centrifugal terms"];
    assert_eq!(chapters("", "")[..3], always);
    assert_eq!(chapters("", "")[3..], ["Energy", "Base parameters"]);
    let all = chapters(", armature: true", "recovery: {known: [m_arm]}\n");
    assert_eq!(all[..3], always);
    assert_eq!(
        all[3..],
        ["Drives", "Energy", "Base parameters", "Recovery"]
    );
}

/// Gravity is a factor of what has it, and of nothing else, whatever numbers the lengths are.
#[test]
fn gravity_stands_before_what_it_multiplies() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
         - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}}}\n";
    let derivation = derived(text);
    let gravity = chapter(&derivation, Chapter::Gravity);
    let value = "= -10*(m_arm*tx_arm + 0.5*m_tip)\n";
    assert!(gravity.contains(value), "{gravity}");
    let inertia = chapter(&derivation, Chapter::Inertia);
    assert!(
        inertia.contains("PJ_1 = ") && !inertia.contains("10"),
        "{inertia}"
    );
}

/// `q2 = -2 q1 + 0.25`: what acts on the second joint acts on the first with its factor, and what it stores is of its own
/// position, without what preloads have of it. A motor turns by 50 times the first joint.
#[test]
fn springs_armatures_and_torques_of_followers_act_on_what_they_follow() {
    let text = "robot: pair\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], spring: true, armature: true}}\n  \
         - {name: b, parent: base, joint: {name: q2, type: revolute, axis: [0, 1, 0], spring: true, armature: true, \
         coordinate: {q1: -2, offset: 0.25}}}\n\
         drives: {transmission: [50], motors: [{name: m1}]}\ntorques:\n  \
         - {name: u, joint: q2, expression: q2}\n  - {name: v, motor: m1, expression: m1^2}\n";
    let listing = chapter(&derived(text), Chapter::Drives);
    for (name, right) in [
        ("q_m1", "50*q1"),
        ("tau_1", "50*tau_m1"),
        ("tau_spring_1", "k_q1*q1 + k0_q1 - 2*k_q2*(-2*q1) - 2*k0_q2"),
        (
            "V_springs",
            "0.5*k_q1*q1^2 + k0_q1*q1 + 0.5*k_q2*(-2*q1)^2 + k0_q2*(-2*q1)",
        ),
        ("tau_file_1", "-2*u*(-2*q1 + 0.25) + 50*v*(50*q1)^2"),
        ("T_drives", "0.5*Ia_q1*qd1^2 + 0.5*Ia_q2*(-2*qd1)^2"),
    ] {
        assert_eq!(equation(&listing, name), [right], "{listing}");
    }
}

/// By virtual work: what resists the follower takes of the torque of what it follows as much as that turns it by.
#[test]
fn friction_of_followers_acts_on_what_they_follow() {
    let text = |own: &str| {
        format!(
            "robot: pair\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]{own}}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], friction: [coulomb, viscous], \
             coordinate: {{q1: -2}}}}}}\n"
        )
    };
    let follower = "2*fc_q2*sign(-2*qd1) - 2*fv_q2*(-2*qd1)";
    for (own, right) in [
        ("", format!("-{follower}")),
        (", friction: [viscous]", format!("fv_q1*qd1 - {follower}")),
    ] {
        let listing = chapter(&derived(&text(own)), Chapter::Drives);
        assert_eq!(equation(&listing, "f_1"), [right], "{listing}");
    }
}

/// Two links in a plane: gravity has the products of sines and cosines of both angles, four in each torque, and the sine and the
/// cosine of the first one; inertia has three terms of two elements and one of the third.
#[test]
fn elements_that_are_left_out_are_told_with_their_terms() {
    let links = |budget: usize| {
        derived(&format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [0.5, 0, 0]}}}}}}\nequations: {{budget: {budget}}}\n"
        ))
    };
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let of = |budget: usize, only: Chapter| words(chapter(&links(budget), only));
    let over = |budget: usize, part: &str| {
        format!(
            "the closed form has more than {budget} {part} terms; the factored form serves instead"
        )
    };
    let gravity = of(9, Chapter::Gravity);
    assert!(
        gravity.contains(&format!("Not printed: {}", over(9, "gravity"))),
        "{gravity}"
    );
    let counts = "Terms of each element that is left out, 10 in all: g_1 6, g_2 4";
    assert!(gravity.ends_with(counts), "{gravity}");
    for (budget, only) in [
        (10, Chapter::Gravity),
        (7, Chapter::Inertia),
        (9, Chapter::Inertia),
    ] {
        assert!(!of(budget, only).contains("Not printed"), "{budget}");
    }
    let inertia = of(6, Chapter::Inertia);
    assert!(
        inertia.contains(&format!("Not printed in full: {}", over(6, "inertia"))),
        "{inertia}"
    );
    let counts = "left out, 6 in all: M_11 3, M_12 3 M_ji = M_ij; elements below the diagonal are left out. M_22 = PJ_1";
    assert!(inertia.contains(counts), "{inertia}");
    // Elements that are zero are those that are neither printed nor left out.
    let coriolis = of(9, Chapter::Coriolis);
    assert!(coriolis.contains("S_111 = S_212 = S_222 = 0"), "{coriolis}");
    let none = of(5, Chapter::Coriolis);
    assert!(
        none.ends_with("6 in all: S_112 2, S_122 2, S_211 2"),
        "{none}"
    );
    // With the elements of inertia energy is written by them, otherwise by the matrix.
    assert!(of(9, Chapter::Energy).contains("T = 0.5*M_11*qd1^2 + M_12*qd1*qd2 + 0.5*M_22*qd2^2"));
    assert!(of(6, Chapter::Energy).contains("T = 1/2*qd^T*M(q)*qd"));
    let latex = equations(&links(9), Format::Latex, Some(Chapter::Gravity)).expect("provable");
    assert!(
        latex.contains("10 in all:\n\n$g_{1}$ 6, $g_{2}$ 4\n"),
        "{latex}"
    );
}

/// Of two links in a plane weight shows four combinations and inertia two more; all other coefficients are multiples of earlier
/// ones: the lever `l` times a weight over gravity, once or twice.
#[test]
fn independent_coefficients_come_before_those_that_depend_on_them() {
    let text = "robot: planar\ngravity: [0, 0, -10]\nconstants: {l: {value: 0.5, unit: m, symbolic: true}}\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
         - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}\n";
    let planar = derived(text);
    let told = "First in physical parameters (centre of mass t, inertia J about it), then in standard ones (first moment, \
                inertia L about the body's origin).";
    let identically =
        "Combinations of earlier coefficients, identically: no motion tells them apart.";
    for (only, prefix, independent, dependent) in [
        (
            Chapter::Gravity,
            "PG",
            &[1, 2, 3, 6][..],
            &[4, 5, 7, 8, 9, 10][..],
        ),
        (Chapter::Inertia, "PJ", &[3, 6], &[1, 2, 4, 5, 7]),
        (Chapter::Coriolis, "PS", &[], &[1, 2, 3, 4, 5, 6]),
    ] {
        let listing = chapter(&planar, only);
        let heads = [
            format!("\nIndependent coefficients {prefix}\n"),
            format!("\nDependent coefficients {prefix}\n"),
        ];
        assert_eq!(
            listing.contains(&heads[0]),
            !independent.is_empty(),
            "{listing}"
        );
        let (before, after) = listing.split_once(&heads[1]).expect("dependent ones");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            words(before).contains(told),
            !independent.is_empty(),
            "{before}"
        );
        assert!(words(after).starts_with(identically), "{after}");
        for (part, numbers) in [(before, independent), (after, dependent)] {
            let lines = part.lines().filter_map(|line| {
                let (number, _) = line
                    .trim_start()
                    .strip_prefix(prefix)?
                    .strip_prefix('_')?
                    .split_once(" = ")?;
                number.parse().ok()
            });
            let found: Vec<usize> = lines.collect();
            assert_eq!(found, numbers, "{part}");
        }
    }
    let inertia = chapter(&planar, Chapter::Inertia);
    let gravity = chapter(&planar, Chapter::Gravity);
    for (listing, name, rights) in [
        (&gravity, "PG_1", ["10*m_tip*tx_tip", "10*mx_tip"]),
        (&gravity, "PG_5", ["-PG_1", "-10*m_tip*tx_tip"]),
        (
            &gravity,
            "PG_6",
            ["-10*(m_arm*tx_arm + m_tip*l)", "-10*(mx_arm + m_tip*l)"],
        ),
        (&inertia, "PJ_2", ["0.2*PG_1*l", "2*m_tip*l*tx_tip"]),
        (&inertia, "PJ_4", ["-0.1*PG_2*l", "m_tip*l*tz_tip"]),
        (
            &inertia,
            "PJ_6",
            ["Jyy_tip + m_tip*(tx_tip^2 + tz_tip^2)", "Lyy_tip"],
        ),
        (
            &inertia,
            "PJ_3",
            [
                "Jyy_arm + Jyy_tip + m_arm*(tx_arm^2 + tz_arm^2) + m_tip*(l^2 + tx_tip^2 + tz_tip^2)",
                "Lyy_arm + Lyy_tip + m_tip*l^2",
            ],
        ),
    ] {
        assert_eq!(equation(listing, name), rights, "{listing}");
    }
}

/// What is there is torque, whatever drives it.
#[test]
fn a_robot_without_drives_is_said_to_have_none() {
    let said = "The robot file describes no drives: torque is what acts on the joints.";
    let without = driven("", "");
    assert!(without.contains(said), "{without}");
    let with = driven(", armature: true", "");
    assert!(!with.contains(said), "{with}");
}

/// No robot is known of which that is so; a plan may say it.
#[test]
fn what_is_determined_without_a_formula_is_said() {
    let derivation = derived(&one_body("", "recovery: {known: [m_arm]}\n"));
    let mut recovery = derivation.plan().expect("provable").clone();
    recovery.plan.unsolved = recovery.plan.recovered();
    recovery.plan.unsolved.sort_unstable();
    recovery.plan.steps.clear();
    let text = recovery_text(&derivation, &recovery, None);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "Of 3 unknowns the base parameters determine 3, and 3 independent combinations in all.",
        "Determined, but without a formula: tx_arm, tz_arm, Jyy_arm. Know one of them beforehand, or others instead.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("Formulas, in order"), "{text}");
}

/// A hundred are listed; where there are more, or nobody knows how many, that is said.
#[test]
fn sets_of_what_to_know_are_counted() {
    let derivation = derived(&one_body("", ""));
    let recovery = derivation.plan().expect("provable");
    let analysis = Analysis::new(&derivation.mechanism, &derivation.base);
    let suggestions = analysis.suggestions(&[]).expect("provable");
    for (count, said) in [
        (Some(1), "\nOne set of cost 1.\n"),
        (Some(100), "\n100 sets of cost 1.\n"),
        (
            Some(101),
            "\n101 sets (the first 1 are listed) of cost 1.\n",
        ),
        (
            None,
            "\nMore sets than can be counted (the first 1 are listed) of cost 1.\n",
        ),
    ] {
        let mut suggestions = suggestions.clone();
        suggestions.count = count;
        let text = recovery_text(&derivation, recovery, Some(&(suggestions, None)));
        assert!(text.contains(said), "{said}: {text}");
    }
}
