//! The wrist's closed form, coefficient by coefficient, against values derived elsewhere.

use std::collections::BTreeMap;

use armwright_codegen::algebra::{Atom, Monomial, Symbol};
use armwright_codegen::dynamics::{ClosedForm, Part};
use armwright_codegen::mechanism::Mechanism;
use armwright_codegen::{Derivation, derive};
use armwright_tests::{Variant, WristCase, WristGold, assert_agree, gold};

fn wrist() -> Derivation {
    let variant = Variant::of("abb_wrist")
        .expect("the wrist is a robot")
        .without_drives();
    derive("abb_wrist.yaml", &variant.text())
        .expect("the wrist has no faults")
        .0
}

/// A monomial as the reference writes it, factors in alphabetic order: `c2*s1*s3**2`.
fn written(monomial: &Monomial) -> String {
    let factor = |(atom, power): &(Atom, u16)| {
        let name = match atom {
            Atom::Sine(j) => format!("s{}", j.at() + 1),
            Atom::Cosine(j) => format!("c{}", j.at() + 1),
            other => format!("{other:?}"),
        };
        if *power == 1 {
            name
        } else {
            format!("{name}**{power}")
        }
    };
    sorted(monomial.factors().iter().map(factor).collect())
}

fn sorted(mut factors: Vec<String>) -> String {
    factors.sort();
    if factors.is_empty() {
        "1".to_owned()
    } else {
        factors.join("*")
    }
}

type Elements = BTreeMap<String, BTreeMap<String, f64>>;

/// The generated coefficients at a case's parameters.
fn generated(form: &ClosedForm, mechanism: &Mechanism, case: &WristCase) -> Elements {
    let value = |atom: Atom| match atom {
        Atom::Symbol(Symbol::Standard(k)) => case.std[k.at()],
        Atom::Symbol(Symbol::Constant(k)) => match mechanism.constants[k].name.as_str() {
            "l_a1" => case.phys["al1"],
            "l_b1" => case.phys["bl1"],
            other => panic!("{other} is no length of the paper"),
        },
        other => panic!("{other:?} in a coefficient"),
    };
    let elements = form.elements.iter().map(|element| {
        let terms = element.terms.iter().map(|term| {
            let coefficient = &form.coefficients[term.coefficient].value;
            (written(&term.monomial), coefficient.evaluate(&value))
        });
        let indices: String = element
            .indices
            .iter()
            .map(|i| (i.at() + 1).to_string())
            .collect();
        let letter = if element.part == Part::Inertia {
            "J"
        } else {
            element.part.letter()
        };
        (format!("{letter}{indices}"), terms.collect())
    });
    elements.collect()
}

/// The reference's coefficients, those of gravity with their factor 9.81.
fn reference(case: &WristCase) -> Elements {
    let element = |(name, terms): (&String, &BTreeMap<String, f64>)| {
        let factor = if name.starts_with('g') { 9.81 } else { 1.0 };
        let terms = terms.iter().map(|(monomial, value)| {
            let factors = monomial.replace("**", "^");
            let factors = factors
                .split('*')
                .map(|factor| factor.replace('^', "**"))
                .collect();
            (sorted(factors), factor * value)
        });
        (name.clone(), terms.collect())
    };
    case.coef.iter().map(element).collect()
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn every_coefficient_of_the_closed_form() {
    let path = gold("abb_wrist.json");
    let derivation = wrist();
    let form = derivation
        .closed_form
        .as_ref()
        .expect("the wrist's closed form is small");
    assert_eq!(
        form.coefficients.len(),
        101,
        "coefficients of the closed form"
    );
    for case in WristGold::read(&path)
        .expect("the wrist's reference values read")
        .cases
    {
        let actual = generated(form, &derivation.mechanism, &case);
        let expected = reference(&case);
        assert!(
            actual.keys().eq(expected.keys()),
            "elements that are not zero"
        );
        for (name, terms) in &expected {
            let found = &actual[name];
            assert!(
                found.keys().eq(terms.keys()),
                "monomials of {name}: {:?}, expected {:?}",
                found.keys(),
                terms.keys()
            );
            let values =
                |terms: &BTreeMap<String, f64>| terms.values().copied().collect::<Vec<_>>();
            assert_agree(name, &values(found), &values(terms), 1e-12);
        }
    }
}
