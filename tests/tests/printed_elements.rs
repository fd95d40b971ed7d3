//! Elements that are printed of closed forms that are too long to be printed whole, against the
//! oracle at random states.

use std::path::PathBuf;

use armwright_codegen::algebra::{Atom, Symbol};
use armwright_codegen::derive;
use armwright_codegen::dynamics::{ClosedForm, Element, Part};
use armwright_codegen::mechanism::Mechanism;
use armwright_tests::{assert_agree, robot_files, zoo};

const STATES: usize = 5;
const TOLERANCE: f64 = 1e-12;

/// An element's terms as they are printed: coefficients times monomials.
fn value(
    mechanism: &Mechanism,
    form: &ClosedForm,
    element: &Element,
    theta: &[f64],
    q: &[f64],
) -> f64 {
    let atom = |atom: Atom| match atom {
        Atom::Position(j) => q[j.at()],
        Atom::Sine(j) => q[j.at()].sin(),
        Atom::Cosine(j) => q[j.at()].cos(),
        Atom::Symbol(Symbol::Standard(k)) => theta[k.at()],
        Atom::Symbol(Symbol::Constant(k)) => mechanism.constants[k].value.to_f64(),
        Atom::Symbol(_) => f64::NAN,
    };
    let term = |term: &armwright_codegen::dynamics::Term| {
        let factors = term.monomial.factors().iter();
        let factors = factors.map(|&(factor, exponent)| atom(factor).powi(i32::from(exponent)));
        form.coefficients[term.coefficient].value.evaluate(&atom) * factors.product::<f64>()
    };
    element.terms.iter().map(term).sum()
}

#[test]
fn printed_elements_of_long_closed_forms_are_the_oracles() {
    let files = robot_files().expect("robots/ lists");
    let mut long = Vec::new();
    for pair in &zoo() {
        let named = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == pair.name());
        let Some(file) = files.iter().find(named) else {
            continue;
        };
        let text = std::fs::read_to_string(file).expect("a robot file is text");
        let (derivation, _) = derive(pair.name(), &text).expect("robots/ has no faults");
        if derivation.closed_form.is_ok() {
            continue;
        }
        long.push(pair.name());
        let form = derivation.printed_form();
        assert!(
            form.left_out.keys().eq(&[Part::Coriolis]),
            "{}",
            pair.name()
        );
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 9) {
            let gravity = pair.oracle.gravity_torque(&s.theta, &s.q);
            let inertia = pair.oracle.inertia(&s.theta, &s.q);
            let coriolis = |moving: &[usize], i: usize| {
                let rates = (0..n).map(|k| if moving.contains(&k) { 1.0 } else { 0.0 });
                pair.oracle
                    .coriolis(&s.theta, &s.q, &rates.collect::<Vec<_>>())[i]
            };
            let expected = |part, indices: &[usize]| match (part, indices) {
                (Part::Gravity, &[i]) => gravity[i],
                (Part::Inertia, &[i, j]) => inertia[(i, j)],
                (Part::Coriolis, &[i, j, k]) if j == k => coriolis(&[j], i),
                (Part::Coriolis, &[i, j, k]) => {
                    coriolis(&[j, k], i) - coriolis(&[j], i) - coriolis(&[k], i)
                }
                _ => f64::NAN,
            };
            // All of gravity and inertia, zeros too; of Coriolis terms those that are printed.
            let mut found = Vec::new();
            let mut wanted = Vec::new();
            for part in Part::ALL {
                for all in part.indices(&derivation.mechanism) {
                    let element = Element::new(part, all);
                    let mut printed = form.elements.iter();
                    let printed = printed.find(|e| e.name() == element.name());
                    if part == Part::Coriolis && printed.is_none() {
                        continue;
                    }
                    let value = |e| value(&derivation.mechanism, form, e, &s.theta, &s.q);
                    found.push(printed.map_or(0.0, value));
                    let indices: Vec<usize> = element.indices.iter().map(|i| i.at()).collect();
                    wanted.push(expected(part, &indices));
                }
            }
            assert!(found.len() > 7 + 28, "{}: no Coriolis terms", pair.name());
            assert_agree(pair.name(), &found, &wanted, TOLERANCE);
        }
    }
    assert_eq!(long, ["iiwa14", "panda"]);
}
