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
