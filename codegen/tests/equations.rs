//! The printed equations: the wrist as in the ABB paper, and every robot in every format.
use std::path::PathBuf;

use armwright_codegen::algebra::{
    Algebra, Atom, Graph, Operations, Poly, Rational, Ref, Symbol, vanishing,
};
use armwright_codegen::document::{Chapter, Format, equations, in_physical, physical_symbol};
use armwright_codegen::dynamics::{Part, Wanted, term_counts, torque_regressor_for};
use armwright_codegen::mechanism::{Axis, Inertial, ParameterKind};
use armwright_codegen::{Derivation, Quantity, derive, generate_only};

fn robots() -> Vec<(String, Derivation)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("robots/")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "yaml"))
        .collect();
    files.sort();
    let robot = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).expect("a text");
        let (derivation, _) = derive(&name, &text).expect("a good robot file");
        (name, derivation)
    };
    files.iter().map(robot).collect()
}

/// The wrist's file without its drives: the paper's section 2.
fn bare_wrist() -> Derivation {
    let text = include_str!("../../robots/abb_wrist.yaml");
    let start = text.find("\ndrives:").expect("the wrist has drives");
    let end = start + text[start..].find("\nequations:").expect("and squares");
    let bare = format!("{}{}", &text[..start], &text[end..]);
    derive("abb_wrist.yaml", &bare)
        .expect("a good robot file")
        .0
}

/// The part of a listing that begins with `name =`, lines joined.
pub(crate) fn equation(listing: &str, name: &str) -> Vec<String> {
    let mut rights: Vec<String> = Vec::new();
    let mut inside = false;
    for line in listing.lines() {
        let line = line.trim();
        if let Some(right) = line.strip_prefix(&format!("{name} = ")) {
            inside = true;
            rights.push(right.to_owned());
        } else if inside && line.starts_with("= ") {
            rights.push(line[2..].to_owned());
        } else if inside && line.starts_with(['+', '-']) {
            let last = rights.last_mut().expect("a line before");
            last.push(' ');
            last.push_str(line);
        } else if inside {
            break;
        }
    }
    rights
}

/// The monomials of an element, in the order of print.
fn monomials(listing: &str, name: &str) -> Vec<String> {
    let right = equation(listing, name).remove(0);
    right
        .split(" + ")
        .map(|t| t.split_once('*').map_or("1", |(_, m)| m).to_owned())
        .collect()
}

/// A transmission has as many motors as coordinates, named or not.
#[test]
fn motors_without_names_have_their_equations() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
         - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}}}\n\
         drives:\n  transmission: [[100, 0], [3, 80]]\n";
    let (derivation, _) = derive("arm.yaml", text).expect("a robot");
    let drives = equations(&derivation, Format::Text, Some(Chapter::Drives)).expect("provable");
    for (name, right) in [
        ("q_m1", "100*q1"),
        ("q_m2", "3*q1 + 80*q2"),
        ("tau_1", "100*tau_m1 + 3*tau_m2"),
        ("tau_2", "80*tau_m2"),
    ] {
        assert_eq!(equation(&drives, name), [right], "{drives}");
    }
}

/// What follows a joint that follows another has a multiple of its offset too.
#[test]
fn offsets_are_followed_with_their_factors() {
    let arm = |third: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: rod, parent: arm, joint: {{name: p2, type: prismatic, axis: [0, 0, 1], \
             coordinate: {{q1: 0.5, offset: 0.1}}}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: p3, type: prismatic, axis: [1, 0, 0], \
             coordinate: {third}}}}}\n"
        );
        let (derivation, _) = derive("arm.yaml", &text).expect("a robot");
        equations(&derivation, Format::Text, None).expect("provable")
    };
    let followed = arm("{p2: -2, offset: 0.05}");
    assert_eq!(followed, arm("{q1: -1, offset: -0.15}"));
    assert_ne!(followed, arm("{q1: -1, offset: 0.15}"));
}

#[test]
fn the_wrist_reads_as_in_the_paper() {
    let wrist = bare_wrist();
    let text = equations(&wrist, Format::Text, None).expect("provable");
    // Section 2.2, J11, J12, J13, J22, J23, J33 and g2, in the paper's order.
    let expected = [
        (
            "M_11",
            "s2^2*s3^2 s2^2*s3*c3 s2^2 s2*c2*s3 s2*c2*c3 s2*c2 1",
        ),
        ("M_12", "s2*s3^2 s2*s3*c3 s2 c2*s3 c2*c3 c2"),
        ("M_13", "s2*s3 s2*c3 c2"),
        ("M_22", "s3*c3 c3^2 1"),
        ("M_23", "s3 c3"),
        ("M_33", "1"),
        ("g_2", "c1*s2*s3 c1*s2*c3 c1*s2 c1*c2"),
    ];
    for (name, terms) in expected {
        assert_eq!(monomials(&text, name).join(" "), terms, "{name}");
    }
    // g1 and S112 have the paper's terms; the paper lists the former in no particular order.
    let mut gravity = monomials(&text, "g_1");
    gravity.sort();
    assert_eq!(
        gravity.join(" "),
        "c1 c1*c3 c1*s3 s1 s1*c2 s1*c2*c3 s1*c2*s3 s1*s2"
    );
    assert_eq!(
        monomials(&text, "S_112").join(" "),
        "s2*c2*s3*c3 s2*c2*c3^2 s2*c2 c2^2*s3 c2^2*c3 c2^2 s3 c3 1"
    );
    assert!(
        text.contains("S_111 = S_212 = S_222 = S_313 = S_323 = S_333 = 0"),
        "{text}"
    );
}

#[test]
fn coefficients_are_the_papers_in_physical_parameters() {
    let wrist = bare_wrist();
    let text = equations(&wrist, Format::Text, None).expect("provable");
    let expected = [
        ("PG_1", "9.81*(m_b*tx_b + m_c*(l_b1 + tx_c))"),
        ("PG_2", "-9.81*m_c*ty_c"),
        ("PG_3", "-9.81*m_c*tz_c"),
        ("PJ_1", "Jyy_c - Jzz_c + m_c*(tz_c^2 - ty_c^2)"),
        ("PJ_2", "2*(Jyz_c - m_c*ty_c*tz_c)"),
        ("PJ_4", "2*(Jxy_c - m_c*ty_c*(l_b1 + tx_c))"),
        // The paper prints ty_c for tz_c.
        ("PJ_5", "2*(Jxz_c - m_c*tz_c*(l_b1 + tx_c))"),
        ("PJ_6", "2*(Jxz_b - m_b*tx_b*tz_b)"),
        ("PJ_16", "Jxx_c + m_c*(ty_c^2 + tz_c^2)"),
    ];
    for (name, right) in expected {
        assert_eq!(equation(&text, name)[0], right, "{name}");
    }
    assert_eq!(
        equation(&text, "PS_3"),
        [
            "2*PJ_1 + 2*PJ_3",
            "2*(Jzz_b - Jxx_b - Jxx_c + Jyy_c + m_b*(tx_b^2 - tz_b^2) + m_c*(2*l_b1*tx_c + l_b1^2 \
             + tx_c^2 - ty_c^2))"
        ]
    );
}

#[test]
fn nominal_values_give_the_papers_identified_inertia() {
    // Equation 3 of the paper; the robot file's nominal values were chosen to meet it.
    let wrist = bare_wrist();
    let form = wrist.closed_form.as_ref().expect("within budget");
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Constant(i)) => wrist.mechanism.constants[i].value.to_f64(),
        Atom::Symbol(Symbol::Standard(k)) => {
            let nominal = wrist.mechanism.parameters[k].nominal.as_ref();
            nominal.map_or(f64::NAN, Rational::to_f64)
        }
        _ => f64::NAN,
    };
    let paper = [0.0398, 0.0332, 0.0370, -0.0660, -0.0367, 0.0245, 0.5104];
    let inertia = form
        .coefficients
        .iter()
        .filter(|c| c.name.starts_with("PJ_"));
    for (coefficient, expected) in inertia.zip(paper) {
        let found = coefficient.value.evaluate(&value);
        assert!(
            (found - expected).abs() < 1e-12,
            "{}: {found}, {expected}",
            coefficient.name
        );
    }
}

#[test]
fn physical_parameters_are_those_of_steiners_theorem() {
    let wrist = bare_wrist();
    let mechanism = &wrist.mechanism;
    for (k, parameter) in mechanism.parameters.enumerate() {
        let ParameterKind::Inertial { body, component } = parameter.kind else {
            continue;
        };
        let place = |component| mechanism.inertial(body, component).expect("a parameter");
        let nominal = |component| {
            let parameter = &mechanism.parameters[place(component)];
            parameter.nominal.as_ref().expect("given").to_f64()
        };
        // Centre of mass and inertia about it, from the standard values by L = J + m [t×]ᵀ[t×].
        let m = nominal(Inertial::Mass);
        let t = Axis::ALL.map(|axis| nominal(Inertial::Moment(axis)) / m);
        let cross = [[0.0, -t[2], t[1]], [t[2], 0.0, -t[0]], [-t[1], t[0], 0.0]];
        let steiner = |i: usize, j: usize| (0..3).map(|l| cross[l][i] * cross[l][j]).sum::<f64>();
        let physical = |atom: Atom| {
            let is = |c: &Inertial| atom == physical_symbol(mechanism, place(*c));
            match Inertial::ALL.into_iter().find(is) {
                Some(Inertial::Mass) => m,
                Some(Inertial::Moment(axis)) => t[axis.at()],
                Some(c @ Inertial::Inertia(i, j)) => nominal(c) - m * steiner(i.at(), j.at()),
                None => f64::NAN,
            }
        };
        let standard = Poly::atom(Atom::Symbol(Symbol::Standard(k)));
        let found = in_physical(mechanism, &standard).evaluate(&physical);
        assert!(
            (found - nominal(component)).abs() < 1e-12,
            "{}: {found}",
            parameter.name
        );
    }
}

#[test]
fn dependent_coefficients_are_exactly_what_is_printed() {
    let mut all = robots();
    all.push(("the wrist without drives".to_owned(), bare_wrist()));
    for (name, derivation) in all {
        let Ok(form) = &derivation.closed_form else {
            continue;
        };
        let dependence = derivation.dependence().expect("provable").expect("short");
        for (k, relation) in dependence.iter().enumerate() {
            let Some(combination) = relation else {
                continue;
            };
            // value × Π denominators = Σ numerator × value × the other denominators
            let all: Poly = combination
                .values()
                .fold(Poly::one(), |p, r| &p * &r.denominator);
            let mut sum = Poly::zero();
            for (&j, ratio) in combination {
                assert!(j < k && dependence[j].is_none(), "{name}: {j} in {k}");
                let others = all.div_exact(&ratio.denominator).expect("a factor");
                let term = &(&ratio.numerator * &others) * &form.coefficients[j].value;
                sum = &sum + &term;
            }
            assert_eq!(&form.coefficients[k].value * &all, sum, "{name}: {k}");
        }
        // Gravity and inertia reveal what the energy reveals: two counts of one rank.
        let ranks = derivation.base.ranks(&derivation.mechanism);
        assert_eq!(
            derivation.independent().expect("provable"),
            Some(ranks.inertias.base),
            "{name}"
        );
    }
}

#[test]
fn the_wrist_has_seventeen_independent_coefficients() {
    let wrist = bare_wrist();
    let ranks = wrist.base.ranks(&wrist.mechanism);
    assert_eq!((ranks.all.base, ranks.all.standard), (17, 30));
    assert_eq!(ranks.bodies, ranks.all);
}

#[test]
fn terms_are_counted_without_printing_them() {
    // With squares of cosines throughout: 16 gravity terms and 63 Coriolis terms.
    let wrist = bare_wrist();
    let functions = wrist.functions.as_ref().expect("energy written out");
    let count = |part| -> usize {
        term_counts(&wrist.mechanism, functions, part)
            .expect("few")
            .iter()
            .map(|(_, terms)| terms)
            .sum()
    };
    assert_eq!((count(Part::Gravity), count(Part::Coriolis)), (16, 63));
}

#[test]
fn every_robot_prints_in_every_format() {
    for (name, derivation) in robots() {
        let text = equations(&derivation, Format::Text, None).expect("provable");
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(
            widest.is_some_and(|columns| columns <= 100),
            "{name}: {widest:?}"
        );
        let html = equations(&derivation, Format::Html, None).expect("provable");
        for bad in ["<merror", "class=\"failed\"", "<script", "http:", "https:"] {
            assert!(!html.contains(bad), "{name}: {bad}");
        }
        for format in [Format::Markdown, Format::Latex] {
            let source = equations(&derivation, format, None).expect("provable");
            let balance = |open: char, close: char| {
                source.matches(open).count() == source.matches(close).count()
            };
            assert!(balance('{', '}'), "{name}: braces");
            assert_eq!(
                source.matches("\\begin{").count(),
                source.matches("\\end{").count(),
                "{name}: environments"
            );
        }
    }
}

#[test]
fn text_of_the_robot_file_stays_text() {
    let text = "robot: odd\ntitle: '<b>50 % & $x_1$ \\end{document}</b>'\nsource: 'a_b * [c](d)'\n\
        gravity: [0, 0, -9.81]\nconstants: {long_length_name: {value: 1, symbolic: true}}\nbodies:\n  \
        - {name: upper_arm_2, parent: base, joint: {name: j_1, type: revolute, axis: [1, 0, 0], \
        friction: [coulomb]}}\n  \
        - {name: B_, parent: upper_arm_2, joint: {name: j_2, type: prismatic, axis: [0, 0, 1], \
        origin: {xyz: [0, long_length_name, 0]}}}\n";
    let (derivation, _) = derive("odd.yaml", text).expect("a good robot file");
    let html = equations(&derivation, Format::Html, None).expect("provable");
    assert!(html.contains("&lt;b&gt;50 % &amp; $x_1$"), "{html}");
    assert!(
        !html.contains("class=\"failed\"") && !html.contains("<b>"),
        "{html}"
    );
    let latex = equations(&derivation, Format::Latex, None).expect("provable");
    assert_eq!(latex.matches("\\end{document}").count(), 1, "{latex}");
    assert!(latex.contains("50 \\% \\& \\$x\\_1\\$"), "{latex}");
    let markdown = equations(&derivation, Format::Markdown, None).expect("provable");
    assert!(markdown.contains("a\\_b \\* \\[c\\](d)"), "{markdown}");
}

#[test]
fn chapters_stand_alone() {
    let wrist = bare_wrist();
    let only = |chapter| equations(&wrist, Format::Text, Some(chapter)).expect("provable");
    assert!(only(Chapter::Gravity).contains("g_1 =") && !only(Chapter::Gravity).contains("M_11"));
    assert!(only(Chapter::Energy).contains("T = 0.5*M_11*qd1^2"));
    assert!(only(Chapter::Base).contains("Rank 17 of 30"));
    assert!(only(Chapter::Recovery).contains("Formulas, in order"));
    assert!(only(Chapter::Drives).contains("no drives"));
}

#[test]
fn formulas_break_before_operators_outside_braces() {
    let depth = |text: &str| {
        text.matches('{')
            .count()
            .abs_diff(text.matches('}').count())
    };
    let mut broken = 0;
    for (name, derivation) in robots() {
        let latex = equations(&derivation, Format::Latex, None);
        for line in latex.expect("a listing").lines() {
            let Some(rest) = line.strip_prefix("&\\quad ") else {
                continue;
            };
            broken += 1;
            let operator = ["+ ", "- ", "= "].iter().any(|sign| rest.starts_with(sign));
            assert!(operator && depth(rest) == 0, "{name}: {line}");
        }
        let text = equations(&derivation, Format::Text, Some(Chapter::Inertia));
        for line in text.expect("a listing").lines() {
            assert!(line.chars().count() <= 100, "{name}: {line}");
        }
    }
    assert!(broken > 100, "{broken} lines");
}

/// Every column of a body that follows from the parent's is the one that stands by itself, and together they are
/// not dearer.
#[test]
fn columns_that_follow_from_the_parents_are_those_that_stand_by_themselves() {
    for (name, derivation) in robots() {
        let mut graph = Graph::default();
        let [all, apart] = [Wanted::All, Wanted::Independent]
            .map(|wanted| torque_regressor_for(&mut graph, &derivation.mechanism, wanted).concat());
        let pairs = all.iter().zip(&apart);
        let differences: Vec<Ref> = pairs.map(|(one, other)| graph.sub(one, other)).collect();
        let same = vanishing(&graph, &differences);
        assert!(same.iter().all(|same| *same), "{name}");
        let [all, apart] = [all, apart].map(|outputs| {
            let operations = Operations::of(&graph, &outputs);
            operations.multiplications + operations.additions
        });
        // Forms are chosen pair by pair: of small robots the sum of the choices may be one more.
        assert!(
            all <= apart + 1,
            "{name}: {all} operations in place of {apart}"
        );
    }
}

/// What is counted as a negation is written as one, and in a regressor they are few.
#[test]
fn every_minus_that_is_no_difference_is_counted() {
    for (name, _) in robots() {
        let text = std::fs::read_to_string(&name).expect("a text");
        let generated =
            generate_only(&name, &text, &[Quantity::BaseRegressor]).expect("a good robot file");
        let code = generated
            .code
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let begins = code.find("fn base_regressor_values").expect("a regressor");
        let code = &code[begins..];
        let code = &code[..code
            .find("struct BaseRegressorEquations")
            .unwrap_or(code.len())];
        // What is stored, without its place.
        let code = code
            .split("out.put(")
            .map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()))
            .collect::<Vec<_>>()
            .join("put(");
        // What is stored twice is negated once.
        let mut written: Vec<&str> = Vec::new();
        for (at, minus) in ["= -", "put(, -"]
            .into_iter()
            .flat_map(|minus| code.match_indices(minus))
        {
            let value = code[at + minus.len()..]
                .split(';')
                .next()
                .unwrap_or_default();
            written.push(value.trim_end_matches(')'));
        }
        written.sort_unstable();
        written.dedup();
        let cost = generated
            .costs
            .iter()
            .find(|cost| cost.function == "base_regressor")
            .expect("its cost");
        assert_eq!(written.len(), cost.negations, "{name}");
    }
}
