//! Names and drives as LaTeX has them.

use armwright_codegen::algebra::CoordinateIndex;
use armwright_codegen::document::{Chapter, Format, Notation, Style, equations};
use armwright_codegen::dynamics::{Element, Part};
use armwright_codegen::mechanism::load;

use super::printed_chapters::derived;

/// Two bodies with motors, friction of all kinds, springs, and torques of the file's own.
const ARM: &str = "\
robot: arm
gravity: [0, 0, -10]
bodies:
  - {name: upper_arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [coulomb, viscous, quadratic], spring: true}}
  - {name: tip, parent: upper_arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}, friction: [coulomb_positive, coulomb_negative, viscous_positive, viscous_negative, offset]}}
springs:
  - {name: coil_1, from: {body: base, at: [0, 0, 0.3]}, to: {body: upper_arm, at: [0.2, 0, 0]}}
drives:
  transmission: [[100, 0], [-1/3, 80]]
  motors: [{name: m_1, friction: [coulomb], rotor_inertia: true}, {name: b}]
torques:
  - {name: u, joint: q1, expression: 2*sin(q1 + 0.5)*qd1/(1 + abs(qd1)) - sqrt(q2^2 + 1)}
  - {name: w, joint: q2, expression: -(q1 - q2)*exp(-q2)}
";

/// From 0.3 m above the axis to 0.2 m along the arm: `0.13 + 0.12 sin q1` is the square of the length.
#[test]
fn drives_are_formulas_of_latex() {
    let listing = equations(&derived(ARM), Format::Latex, Some(Chapter::Drives)).expect("provable");
    for line in [
        r"q_{\mathrm{m\_1}} &= 100\,q_{1} \\",
        r"q_{\mathrm{b}} &= -\tfrac{1}{3}\,q_{1} + 80\,q_{2}",
        r"\tau_{1} &= 100\,\tau_{\mathrm{m\_1}} - \tfrac{1}{3}\,\tau_{\mathrm{b}} \\",
        r"\tau_{2} &= 80\,\tau_{\mathrm{b}}",
        r"f_{\mathrm{m\_1}} &= f_{c,\mathrm{m\_1}}\,\operatorname{sign}(\dot q_{\mathrm{m\_1}})",
        r"f_{1} &= f_{c,q1}\,\operatorname{sign}(\dot q_{1}) + f_{v,q1}\,\dot q_{1} + f_{q,q1}\,\dot q_{1}\,|\dot q_{1}| + 100\,f_{\mathrm{m\_1}} \\",
        r"f_{2} &= f_{cp,q2}\,[\dot q_{2} > 0] - f_{cn,q2}\,[\dot q_{2} < 0] + f_{vp,q2}\,\operatorname{max}(\dot q_{2}, 0) + f_{vn,q2}\,\operatorname{min}(\dot q_{2}, 0) + f_{o,q2}",
        r"l_{\mathrm{coil\_1}} &= \sqrt{0.13 + 0.12\,s_{1}}",
        r"\tau^{\mathrm{spring}}_{1} &= k_{q1}\,q_{1} + k_{0,q1} + \left(k_{\mathrm{coil\_1}} - k_{l,\mathrm{coil\_1}}/l_{\mathrm{coil\_1}}\right)\,(0.06\,c_{1})",
        r"V_{\mathrm{springs}} &= 0.5\,k_{q1}\,q_{1}^{2} + k_{0,q1}\,q_{1} + 0.5\,k_{\mathrm{coil\_1}}\,l_{\mathrm{coil\_1}}^{2} - k_{l,\mathrm{coil\_1}}\,l_{\mathrm{coil\_1}}",
        r"\tau^{\mathrm{file}}_{1} &= u\,\left(\frac{2\,\operatorname{sin}\left(q_{1} + 0.5\right)\,\dot q_{1}}{1 + \left|\dot q_{1}\right|} - \sqrt{q_{2}^{2} + 1}\right) \\",
        r"\tau^{\mathrm{file}}_{2} &= w\,\left(-\left(q_{1} - q_{2}\right)\,\operatorname{exp}\left(-q_{2}\right)\right)",
        r"T_{\mathrm{drives}} &= 0.5\,I_{a,\mathrm{m\_1}}\,\dot q_{\mathrm{m\_1}}^{2}",
    ] {
        assert!(
            listing.lines().any(|found| found == line),
            "{line}\n{listing}"
        );
    }
    assert!(
        listing.contains(r"$q_m = G\,q$, joint torques $\tau = G^{\mathsf T}\,\tau_m$. Positions and torques are measured at the motors."),
        "{listing}"
    );
    for said in [
        "Springs between two points of bodies have these lengths, in m:",
        r"What springs take is added to $\tau_i$, and their potential energy to $V$:",
    ] {
        assert!(listing.contains(said), "{said}\n{listing}");
    }
    let joints = ARM.replace("drives:\n", "drives:\n  side: joint\n");
    let listing =
        equations(&derived(&joints), Format::Text, Some(Chapter::Drives)).expect("provable");
    let listing = listing.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "joint torques tau = G^T tau_m. Positions and torques are measured at the joints. q_m_1 = 100*q1";
    assert!(listing.contains(said), "{listing}");
}

/// A letter with its owner as an index, and `h` for a first moment, whose `m` is that of a mass.
#[test]
fn parameters_are_letters_with_what_they_belong_to() {
    let (mechanism, _) = load("arm.yaml", ARM).expect("a robot");
    let [text, latex] = [Style::Text, Style::Latex].map(|style| Notation::new(&mechanism, style));
    let place = |name: &str| {
        mechanism
            .parameters
            .position(|p| p.name == name)
            .expect("a parameter")
    };
    for (name, standard, physical) in [
        ("m_tip", r"m_{\mathrm{tip}}", r"m_{\mathrm{tip}}"),
        (
            "mx_upper_arm",
            r"h_{x,\mathrm{upper\_arm}}",
            r"t_{x,\mathrm{upper\_arm}}",
        ),
        ("mz_tip", r"h_{z,\mathrm{tip}}", r"t_{z,\mathrm{tip}}"),
        ("Lxy_tip", r"L_{xy,\mathrm{tip}}", r"J_{xy,\mathrm{tip}}"),
        ("fcn_q2", "f_{cn,q2}", "f_{cn,q2}"),
        ("Ia_m_1", r"I_{a,\mathrm{m\_1}}", r"I_{a,\mathrm{m\_1}}"),
        ("k0_q1", "k_{0,q1}", "k_{0,q1}"),
        ("u", "u", "u"),
    ] {
        let place = place(name);
        assert_eq!(latex.parameter(place), standard);
        assert_eq!(latex.physical_parameter(place), physical);
        assert_eq!(text.parameter(place), name);
    }
    assert_eq!(text.physical_parameter(place("mx_tip")), "tx_tip");
    assert_eq!(text.physical_parameter(place("Lzz_tip")), "Jzz_tip");
}

/// Where nothing stands before or behind an underscore there is no letter with an index.
#[test]
fn names_that_begin_or_end_with_an_underscore_are_words() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
                - {name: _, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\ntorques:\n  \
                - {name: _gas, joint: q1, expression: sin(q1)^3}\n  \
                - {name: _, joint: q1, expression: sin(q1)^5}\n  \
                - {name: gas_, joint: q1, expression: sin(q1)^7}\n";
    let arm = derived(text);
    let [plain, latex] =
        [Style::Text, Style::Latex].map(|style| Notation::new(&arm.mechanism, style));
    for (name, printed) in [
        ("_gas", r"\mathrm{\_gas}"),
        ("_", r"\mathrm{\_}"),
        ("gas_", r"\mathrm{gas\_}"),
        ("m__", r"m_{\mathrm{\_}}"),
    ] {
        let place = arm.mechanism.parameters.position(|p| p.name == name);
        let place = place.expect("a parameter");
        assert_eq!(latex.parameter(place), printed);
        assert_eq!(plain.parameter(place), name);
    }
    let listing = equations(&arm, Format::Latex, None).expect("provable");
    assert!(listing.contains(r"\mathrm{\_gas}\,"), "{listing}");
}

/// Motors that are called by numbers are no joints, which are counted.
#[test]
fn motors_of_numbers_are_not_joints() {
    let text = ARM.replace("m_1", "2").replace("name: b}", "name: 1}");
    let arm = derived(&text);
    let listing = equations(&arm, Format::Latex, Some(Chapter::Drives)).expect("provable");
    let line =
        r"\tau_{1} &= 100\,\tau_{\mathrm{motor\_2}} - \tfrac{1}{3}\,\tau_{\mathrm{motor\_1}} \\";
    assert!(listing.lines().any(|found| found == line), "{listing}");
    let listing = equations(&arm, Format::Text, Some(Chapter::Drives)).expect("provable");
    let left = |line: &str| {
        line.split_once(" = ")
            .map(|(left, _)| left.trim().to_owned())
    };
    let left: Vec<String> = listing.lines().filter_map(left).collect();
    for once in [
        "q_motor_1",
        "q_motor_2",
        "tau_1",
        "tau_2",
        "f_1",
        "f_2",
        "f_motor_2",
    ] {
        let found = left.iter().filter(|name| *name == once).count();
        assert_eq!(found, 1, "{once}: {listing}");
    }
}

/// From ten joints on indices are apart, so that `S_{1,11}` is not `S_{111}`.
#[test]
fn elements_and_coordinates_are_counted_from_one() {
    let (mechanism, _) = load("arm.yaml", ARM).expect("a robot");
    let [text, latex] = [Style::Text, Style::Latex].map(|style| Notation::new(&mechanism, style));
    for (part, indices, plain, set) in [
        (Part::Gravity, &[2][..], "g_3", "g_{3}"),
        (Part::Inertia, &[0, 8], "M_19", "M_{19}"),
        (Part::Inertia, &[0, 9], "M_1,10", "M_{1,10}"),
        (Part::Coriolis, &[0, 0, 2], "S_113", "S_{113}"),
        (Part::Coriolis, &[0, 10, 10], "S_1,11,11", "S_{1,11,11}"),
    ] {
        let indices = indices.iter().map(|&k: &u16| CoordinateIndex::from(k));
        let element = Element::new(part, indices.collect());
        assert_eq!(text.element(&element), plain);
        assert_eq!(latex.element(&element), set);
    }
    assert_eq!(text.coefficient("PG_12"), "PG_12");
    assert_eq!(latex.coefficient("PG_12"), "\\mathit{PG}_{12}");
    let second = CoordinateIndex::from(1);
    for (dots, plain, set) in [
        (0, "q2", "q_{2}"),
        (1, "qd2", "\\dot q_{2}"),
        (2, "qdd2", "\\ddot q_{2}"),
    ] {
        assert_eq!(text.coordinate(second, dots), plain);
        assert_eq!(latex.coordinate(second, dots), set);
    }
}

/// What binds less than what it stands in is in parentheses, and numbers are gathered before everything else.
#[test]
fn functions_of_the_file_are_written_with_the_parentheses_that_they_need() {
    let printed = |expression: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             torques: [{{name: u, joint: q1, expression: \"{expression}\"}}]\n"
        );
        let arm = derived(&text);
        [Format::Text, Format::Latex].map(|format| {
            let listing = equations(&arm, format, Some(Chapter::Drives)).expect("provable");
            let mut lines = listing.lines().map(str::trim);
            let line = lines.find_map(|line| {
                line.split_once("file_1 = ")
                    .or(line.split_once("{file}}_{1} &= "))
            });
            line.expect("a torque").1.to_owned()
        })
    };
    for (expression, text, latex) in [
        ("q1", "u*q1", r"u\,q_{1}"),
        (
            "q1 - (qd1 - 2)",
            "u*(q1 - (qd1 - 2))",
            r"u\,\left(q_{1} - \left(\dot q_{1} - 2\right)\right)",
        ),
        ("-q1^2", "u*(-q1^2)", r"u\,\left(-q_{1}^{2}\right)"),
        (
            "(q1 + 1)^3",
            "u*(q1 + 1)^3",
            r"u\,\left(q_{1} + 1\right)^{3}",
        ),
        ("(2*q1)^2", "u*(2*q1)^2", r"u\,\left(2\,q_{1}\right)^{2}"),
        (
            "q1/(3 + qd1)",
            "u*q1/(3 + qd1)",
            r"u\,\frac{q_{1}}{3 + \dot q_{1}}",
        ),
        (
            "(q1 + 1)/sin(q1)",
            "u*(q1 + 1)/sin(q1)",
            r"u\,\frac{q_{1} + 1}{\operatorname{sin}\left(q_{1}\right)}",
        ),
        (
            "q1/exp(q1)/4",
            "u*0.25*q1/exp(q1)",
            r"u\,0.25\,\frac{q_{1}}{\operatorname{exp}\left(q_{1}\right)}",
        ),
        (
            "q1/(qd1*exp(q1))",
            "u*q1/(qd1*exp(q1))",
            r"u\,\frac{q_{1}}{\dot q_{1}\,\operatorname{exp}\left(q_{1}\right)}",
        ),
        (
            "q1/(qd1/exp(q1))",
            "u*q1/(qd1/exp(q1))",
            r"u\,\frac{q_{1}}{\frac{\dot q_{1}}{\operatorname{exp}\left(q_{1}\right)}}",
        ),
        (
            "q1/qd1/exp(q1)",
            "u*q1/qd1/exp(q1)",
            r"u\,\frac{\frac{q_{1}}{\dot q_{1}}}{\operatorname{exp}\left(q_{1}\right)}",
        ),
        (
            "q1/(-qd1*q1)",
            "u*q1/(-qd1*q1)",
            r"u\,\frac{q_{1}}{-\dot q_{1}\,q_{1}}",
        ),
        (
            "(q1/qd1)^2",
            "u*(q1/qd1)^2",
            r"u\,\left(\frac{q_{1}}{\dot q_{1}}\right)^{2}",
        ),
        (
            "exp(-q1)*(qd1/(q1*qd1))*q1",
            "u*exp(-q1)*qd1/(q1*qd1)*q1",
            r"u\,\operatorname{exp}\left(-q_{1}\right)\,\frac{\dot q_{1}}{q_{1}\,\dot q_{1}}\,q_{1}",
        ),
        ("2*(3*q1)*qd1", "u*6*q1*qd1", r"u\,6\,q_{1}\,\dot q_{1}"),
        (
            "q1*(1 - qd1)",
            "u*q1*(1 - qd1)",
            r"u\,q_{1}\,\left(1 - \dot q_{1}\right)",
        ),
        (
            "abs(-q1)*sqrt(q1^2 + 1)",
            "u*abs(-q1)*sqrt(q1^2 + 1)",
            r"u\,\left|-q_{1}\right|\,\sqrt{q_{1}^{2} + 1}",
        ),
        (
            "sign(qd1)*tanh(-abs(qd1)/0.125)",
            "u*sign(qd1)*tanh(-8*abs(qd1))",
            r"u\,\operatorname{sign}\left(\dot q_{1}\right)\,\operatorname{tanh}\left(-8\,\left|\dot q_{1}\right|\right)",
        ),
        (
            "cos(q1) - 2*q1*qd1",
            "u*(cos(q1) - 2*q1*qd1)",
            r"u\,\left(\operatorname{cos}\left(q_{1}\right) - 2\,q_{1}\,\dot q_{1}\right)",
        ),
    ] {
        assert_eq!(printed(expression), [text, latex]);
    }
}

/// The recursion of Newton and Euler: `wd × r + w × (w × r) = U r` for a vector `r` that is fixed to a body.
#[test]
fn the_factored_form_is_the_recursion_of_newton_and_euler() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
                - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
    let whole =
        |text: &str, format: Format| equations(&derived(text), format, None).expect("provable");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let budget = format!("{text}equations: {{budget: 1}}\n");
    let plain = whole(&budget, Format::Text);
    let (_, form) = plain
        .split_once("\nFactored form\n-------------\n")
        .expect("a chapter");
    let form = words(form);
    for said in [
        "all in the body's own frame: R turns the parent's vectors into it, p is its origin in the parent's frame, z its \
         joint's axis: \
         w_j = R*w_i + z*qd_j \
         wd_j = R*wd_i + (R*w_i) x z*qd_j + z*qdd_j \
         U_j = [wd_j x] + [w_j x]^2 \
         acc_j = R*(acc_i + U_i*p) \
         The base has acc = -gravity. With mass m, first moment h and inertia L about the body's origin, the force and \
         moment that the body needs are \
         F_j = m*acc_j + U_j*h \
         N_j = h x acc_j + L*wd_j + w_j x (L*w_j) \
         and each joint i that carries body j,",
        "and each joint i that carries body j, whose unit rate gives that body's frame the angular velocity a_ij and its \
         origin the velocity b_ij, bears b_ij.F_j + a_ij.N_j.",
    ] {
        assert!(form.contains(said), "{said}: {form}");
    }
    let latex = whole(&budget, Format::Latex);
    for line in [
        r"w_j &= R\,w_i + z\,\dot q_j \\",
        r"\dot w_j &= R\,\dot w_i + (R\,w_i) \times z\,\dot q_j + z\,\ddot q_j \\",
        r"U_j &= [\dot w_j \times] + [w_j \times]^2 \\",
        r"a_j &= R\,(a_i + U_i\,p)",
        r"F_j &= m\,a_j + U_j\,h \\",
        r"N_j &= h \times a_j + L\,\dot w_j + w_j \times (L\,w_j)",
    ] {
        assert!(latex.lines().any(|found| found == line), "{line}: {latex}");
    }
    // The inertia is one term, gravity two: only the latter are left out.
    let energy =
        equations(&derived(&budget), Format::Text, Some(Chapter::Energy)).expect("provable");
    assert!(energy.contains("  T = 0.5*M_11*qd1^2\n"), "{energy}");
    assert!(!whole(text, Format::Text).contains("Factored form"));
    let sliding = text.replace("bodies:", "base: floating\nbodies:");
    let sliding = sliding.replace("revolute", "prismatic");
    let sliding = words(&whole(&sliding, Format::Text));
    let said = "acc_j = R*(acc_i + U_i*p) \
                where its joint turns, and where it slides, with U_j as before: \
                w_j = R*w_i \
                wd_j = R*wd_i \
                acc_j = R*(acc_i + U_i*p) + 2*w_j x z*qd_j + z*qdd_j \
                The base has";
    assert!(sliding.contains(said), "{sliding}");
    assert!(!form.contains("slides"), "{form}");
    let floating = text.replace("bodies:", "base: floating\nbodies:");
    let floating = words(&whole(&floating, Format::Text));
    for said in [
        "The base has the angular velocity and acceleration that it is given, and as acc the acceleration of its origin less \
         gravity in its axes.",
        "The wrench that moves the base is the sum of what all bodies need, in the base's axes and about its origin.",
        "T = 1/2*qd^T*M(q)*qd",
    ] {
        assert!(floating.contains(said), "{said}: {floating}");
    }
}
