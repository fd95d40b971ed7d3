//! What is printed of a closed form: parts and elements within their budget, quotients in lowest
//! terms, names as symbols.
use armwright_codegen::algebra::{
    Algebra, Atom, Graph, Monomial, Poly, Rational, Ref, Symbol, vanishing,
};
use armwright_codegen::document::{Chapter, Format, equations};
use armwright_codegen::dynamics::{NoClosedForm, Part, what_fits};
use armwright_codegen::{Derivation, Quantity, derive};

/// The pendulum has 10 terms of gravity, 7 of inertia and 6 of Coriolis terms.
const PENDULUM: &str = include_str!("../../robots/double_pendulum.yaml");

fn derived(text: &str) -> Derivation {
    derive("robot.yaml", text).expect("a good robot file").0
}

fn pendulum(budget: usize) -> Derivation {
    derived(&format!("{PENDULUM}\nequations: {{budget: {budget}}}\n"))
}

fn text(derivation: &Derivation) -> String {
    equations(derivation, Format::Text, None).expect("provable")
}

/// Three bodies in a plane, at distances of these names.
fn planar(first: &str, second: &str) -> Derivation {
    let length = |name: &str| format!("{name}: {{value: 0.4, unit: m, symbolic: true}}");
    let body = |name: &str, parent: &str, length: &str| {
        format!(
            "  - {{name: {name}, parent: {parent}, joint: {{name: joint_{name}, type: revolute, \
             axis: [0, 0, 1], origin: {{xyz: [{length}, 0, 0]}}}}}}\n"
        )
    };
    derived(&format!(
        "robot: planar\ngravity: [0, 0, -9.81]\nconstants: {{{}, {}}}\nbodies:\n{}{}{}",
        length(first),
        length(second),
        body("upper", "base", "0"),
        body("lower", "upper", first),
        body("hand", "lower", second),
    ))
}

#[test]
fn the_budget_is_that_of_each_part() {
    assert!(pendulum(10).closed_form.is_ok());
    let Err(NoClosedForm::OverBudget(over)) = pendulum(9).closed_form else {
        panic!("ten terms of gravity");
    };
    assert_eq!((over.budget, over.part), (9, Some(Part::Gravity)));
    let derivation = pendulum(9);
    let listing = text(&derivation);
    let reason = "Not printed: the closed form has more than 9 gravity terms";
    assert!(listing.contains(reason), "{listing}");
    assert!(listing.contains("g_1 6, g_2 4"), "{listing}");
    assert!(listing.contains("Factored form"), "{listing}");
    // All of inertia and of Coriolis terms, and the energy written with it.
    for line in [
        "  M_11 = PJ_1*",
        "  S_111 = S_212 = S_222 = 0",
        "  T = 0.5*M_11*qd1^2",
    ] {
        assert!(listing.contains(line), "{line}: {listing}");
    }
    assert!(!listing.contains("inertia terms") && !listing.contains("Coriolis terms"));
}

#[test]
fn of_a_long_part_short_elements_are_printed() {
    // A hundredth of this budget is one term.
    let derivation = pendulum(6);
    let form = derivation.printed_form();
    let names: Vec<String> = form.elements.iter().map(|element| element.name()).collect();
    assert_eq!(names, ["M_22", "S_112", "S_122", "S_211"]);
    let listing = text(&derivation);
    for line in [
        "Not printed: the closed form has more than 6 gravity terms",
        "Not printed in full: the closed form has more than 6 inertia terms",
        "M_11 3, M_12 3\n",
        "  M_22 = PJ_1\n",
        "  T = 1/2*qd^T*M(q)*qd",
    ] {
        assert!(listing.contains(line), "{line}: {listing}");
    }
    for wrong in ["M_22 1", "M_11 = 0", "M_12 = 0", "g_1 = "] {
        assert!(!listing.contains(wrong), "{wrong}: {listing}");
    }
    for format in [Format::Markdown, Format::Latex, Format::Html] {
        let listing = equations(&derivation, format, None).expect("provable");
        let reason = "Not printed in full: the closed form has more than 6 inertia terms";
        assert!(listing.contains(reason), "{listing}");
    }
}

#[test]
fn together_the_printed_elements_of_a_part_are_within_its_budget() {
    let text = include_str!("../../robots/panda.yaml");
    let derivation = derived(&format!("{text}\nequations: {{budget: 2000}}\n"));
    let form = derivation.printed_form();
    for part in Part::ALL {
        let of_part = || form.elements.iter().filter(|element| element.part == part);
        let printed: usize = of_part().map(|element| element.terms.len()).sum();
        let longest = of_part().map(|element| element.terms.len()).max();
        let left_out = form.left_out.get(&part).map(|counts| counts.as_deref());
        match left_out {
            None => assert_eq!(part, Part::Gravity),
            Some(counts) => {
                let counts = counts.expect("few enough to be counted");
                let whole = printed + counts.iter().map(|(_, terms)| terms).sum::<usize>();
                assert!(
                    whole > 2000 && printed > 0 && printed <= 2000,
                    "{part}: {printed}"
                );
                assert!(
                    longest.is_some_and(|terms| terms <= 20),
                    "{part}: {longest:?}"
                );
            }
        }
    }
}

#[test]
fn seven_joints_have_their_gravity_printed() {
    let derivation = derived(include_str!("../../robots/panda.yaml"));
    assert!(derivation.closed_form.is_err());
    let gravity = equations(&derivation, Format::Text, Some(Chapter::Gravity)).expect("provable");
    assert!(
        gravity.contains("+ PG_152*") && gravity.contains("  PG_1 = -9.81*m_7*tx_7\n"),
        "{gravity}"
    );
    assert!(!gravity.contains("Not printed"), "{gravity}");
}

#[test]
fn quotients_are_in_lowest_terms() {
    let listing = text(&planar("a1", "a2"));
    assert!(listing.contains("*a2/a1\n"), "{listing}");
    assert!(
        !listing.contains(")/(") && !listing.contains("(-"),
        "{listing}"
    );
    let latex = equations(&planar("a1", "a2"), Format::Latex, None).expect("provable");
    assert!(latex.contains("\\frac{a_{2}}{a_{1}}"), "{latex}");
}

#[test]
fn names_are_one_symbol() {
    for (name, symbol) in [
        ("a1", "a_{1}"),
        ("l2x", "l_{\\mathrm{2x}}"),
        ("s1a", "s_{\\mathrm{1a}}"),
        ("l_b1", "l_{b1}"),
        ("alpha", "\\alpha"),
        ("theta_off", "\\theta_{\\mathrm{off}}"),
        ("d_x_y", "d_{\\mathrm{x\\_y}}"),
        ("length2", "\\mathrm{length2}"),
        // These would be the sine of the first joint, torque, and the same as another name.
        ("s1", "\\mathrm{s1}"),
        ("tau", "\\mathrm{tau}"),
        ("b_1", "\\mathrm{b\\_1}"),
    ] {
        let latex = equations(&planar(name, "b1"), Format::Latex, None).expect("provable");
        let row = format!("${symbol}$ & 0.4 & m");
        assert!(latex.contains(&row), "{name}: {latex}");
        assert!(
            latex.contains(&format!("{symbol}^{{2}}")),
            "{name}: {latex}"
        );
    }
    let html = equations(&planar("a1", "theta_off"), Format::Html, None).expect("provable");
    assert!(
        html.contains("<msub><mi>a</mi><mrow><mn>1</mn></mrow></msub>"),
        "{html}"
    );
    assert!(html.contains("<msub><mi>θ</mi>"), "{html}");
}

/// By the closed form from base parameters and by the recursion from standard ones.
#[test]
fn torques_of_both_forms_are_the_same() {
    let arm = |measure: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -10]\nmeasure: {measure}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], armature: true, \
             friction: [coulomb, viscous]}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: prismatic, axis: [0.6, 0, 0.8], spring: true, \
             origin: {{xyz: [0.5, 0.25, 0]}}, friction: [viscous, offset]}}}}\ntorques:\n  \
             - {{name: u, joint: q1, expression: 3*cos(q1)}}\n  \
             - {{name: v, joint: q2, expression: qd2}}\n"
        )
    };
    for text in [PENDULUM, &arm("[torque]"), &arm("[{torque: q2}]")] {
        let derivation = derived(text);
        assert!(derivation.closed_form.is_ok());
        let mut graph = Graph::default();
        let forms = [Quantity::ClosedFormTorque, Quantity::InverseDynamics];
        let [closed, recursive] = forms.map(|form| (form.entry().derive)(&derivation, &mut graph));
        assert_eq!((closed.len(), recursive.len()), (2, 2));
        let pairs = closed.iter().zip(&recursive);
        let differences: Vec<Ref> = pairs.map(|(one, other)| graph.sub(one, other)).collect();
        assert_eq!(vanishing(&graph, &differences), [true, true], "{text}");
        assert_eq!(vanishing(&graph, &recursive), [false, false]);
    }
}

/// Coriolis terms follow from inertia, and are not counted where inertia has as many terms as here. Where there are no energy
/// functions no part is counted.
#[test]
fn what_is_too_long_to_be_counted_is_said_to_be_left_out() {
    // As in the pendulum above inertia has one short element.
    let mut derivation = pendulum(6);
    let parameters = &derivation.mechanism.parameters;
    let place = parameters.position(|p| p.name == "Lyy_upper");
    let place = place.expect("a parameter");
    let symbol = |number| Monomial::atom(Atom::Symbol(Symbol::Other(number)));
    let terms = (0..65_000).map(|number| (symbol(number), Rational::ONE));
    let functions = derivation.functions.as_mut().expect("few enough");
    let first = (0.into(), 0.into());
    functions[place]
        .inertia
        .insert(first, Poly::from_terms(terms));
    let uncounted = "There are too many terms even to count them.";
    let coriolis = "Not printed: the closed form has more than 6 Coriolis terms";

    let form = derivation.printed_form();
    assert_eq!(form.left_out.get(&Part::Coriolis), Some(&None));
    for part in [Part::Gravity, Part::Inertia] {
        assert!(matches!(form.left_out.get(&part), Some(Some(_))), "{part}");
    }
    let names: Vec<String> = form.elements.iter().map(|element| element.name()).collect();
    assert_eq!(names, ["M_22"]);
    let chapter = |chapter| equations(&derivation, Format::Text, Some(chapter)).expect("provable");
    let listing = chapter(Chapter::Coriolis);
    assert!(
        listing.contains(coriolis) && listing.contains(uncounted),
        "{listing}"
    );
    let listing = chapter(Chapter::Gravity);
    assert!(!listing.contains(uncounted), "{listing}");

    let nothing = what_fits(&derivation.mechanism, None);
    let all_parts = Part::ALL.map(|part| (part, None));
    assert_eq!(nothing.left_out, all_parts.into());
    assert!(nothing.elements.is_empty() && nothing.coefficients.is_empty());
}
