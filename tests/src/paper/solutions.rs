//! Section 4: the printed solutions for the physical parameters.

use std::cell::RefCell;
use std::collections::BTreeSet;

use armwright_codegen::algebra::{Poly, Rational};

use super::derived::Wrist;
use super::elements::Coefficients;
use super::erratum::{Errata, Erratum, listed};
use super::formula::{Quotient, quotient};
use super::printed::{PaperError, Printed};

const PLACE: &str = "section 4, the solutions";

/// Puts the derived coefficients into every solution: the parameter itself must come out, from
/// what is known or was solved for before it.
pub(super) fn compare(
    printed: &Printed,
    wrist: &Wrist,
    coefficients: &Coefficients,
    errata: &mut Errata,
) -> Result<(), PaperError> {
    let per_gravity = wrist.gravity().recip().unwrap_or(Rational::ONE);
    let used = RefCell::new(BTreeSet::new());
    let value = |name: &str| -> Option<Quotient> {
        if let Some(coefficient) = coefficients.get(name) {
            // The paper's PG have no g.
            let gravity = name.starts_with("PG");
            let factor = if gravity {
                &per_gravity
            } else {
                &Rational::ONE
            };
            return Some(wrist.in_physical(&coefficient.scale(factor)).into());
        }
        used.borrow_mut().insert(name.to_owned());
        Some(Poly::atom(wrist.atom(name)?).into())
    };
    let mut available: BTreeSet<String> = printed.known.iter().cloned().collect();
    let (mut right, mut hopeless) = (Vec::new(), Vec::new());
    for (name, text) in printed.solutions()? {
        let truth = wrist.read(&name)?;
        used.borrow_mut().clear();
        let found = quotient(&text, &value)?;
        let early = used.borrow().difference(&available).next().cloned();
        available.insert(name.clone());
        let sign = [Rational::ONE, -Rational::ONE]
            .into_iter()
            .find(|sign| found.is(sign, &truth));
        if sign.is_none() || early.is_some() {
            hopeless.push(name.clone());
        } else if sign.is_some_and(|sign| sign.is_one()) {
            right.push(name);
            continue;
        }
        errata
            .errata
            .push(erratum(wrist, &name, &text, &found, &truth, early));
    }
    errata.agreements.push(format!(
        "With the derived coefficients (the PG divided by g) the printed solutions for {} give \
         these parameters identically.",
        listed(&right)
    ));
    visible(printed, wrist, coefficients, &hopeless, errata);
    Ok(())
}

/// A solution that does not give its parameter.
fn erratum(
    wrist: &Wrist,
    name: &str,
    text: &str,
    found: &Quotient,
    truth: &Poly,
    early: Option<String>,
) -> Erratum {
    let numerator = wrist.write(&found.numerator);
    let (title, derived, reason) = if found.denominator.is_zero() {
        (
            format!("The solution for {name} divides by 0"),
            format!("{name} = {} / 0", factored(wrist, &found.numerator)),
            "The denominator vanishes identically, the numerator does not: no motion of the wrist \
             tells this parameter from the others, and it has to be known."
                .to_owned(),
        )
    } else if let Some(early) = early {
        (
            format!("The solution for {name} needs {early}"),
            format!("{early} is neither known nor solved for before"),
            "The printed solutions are not in an order in which they can be evaluated.".to_owned(),
        )
    } else if found.is(&-Rational::ONE, truth) {
        (
            format!("The solution for {name} has the wrong sign"),
            format!("the printed right-hand side is -{name}"),
            format!("With all its signs changed the formula gives {name} identically."),
        )
    } else {
        (
            format!("The solution for {name} gives another value"),
            format!("{numerator} / ({})", wrist.write(&found.denominator)),
            "The derived coefficients do not give the parameter.".to_owned(),
        )
    };
    Erratum {
        title,
        place: PLACE,
        printed: format!("{name} = {text}"),
        derived,
        reason,
    }
}

/// A polynomial with the monomial that divides all its terms before it.
fn factored(wrist: &Wrist, poly: &Poly) -> String {
    let mut monomials = poly.terms().iter().map(|(monomial, _)| monomial);
    let first = monomials.next().cloned().unwrap_or_default();
    let shared = monomials.fold(first, |shared, monomial| {
        let kept = shared.factors().to_vec();
        kept.iter().fold(shared, |shared, &(atom, exponent)| {
            shared.with_exponent(atom, exponent.min(monomial.exponent(atom)))
        })
    });
    let rest = Poly::from_terms(
        poly.terms()
            .iter()
            .filter_map(|(monomial, factor)| Some((monomial.over(&shared)?, factor.clone()))),
    );
    format!("{} ({})", wrist.write_monomial(&shared), wrist.write(&rest))
}

/// Which physical parameters appear at all, and how many of them must be known.
fn visible(
    printed: &Printed,
    wrist: &Wrist,
    coefficients: &Coefficients,
    hopeless: &[String],
    errata: &mut Errata,
) {
    let all = wrist.physical();
    let values: Vec<Poly> = coefficients
        .values()
        .map(|v| wrist.in_physical(v))
        .collect();
    let appears = |atom| {
        let mut terms = values.iter().flat_map(Poly::terms);
        terms.any(|(monomial, _)| monomial.exponent(atom) > 0)
    };
    let invisible = all.iter().filter(|(_, atom)| !appears(*atom));
    let mut invisible: Vec<String> = invisible.map(|(name, _)| name.clone()).collect();
    let mut stated = printed.invisible.clone();
    invisible.sort();
    stated.sort();
    let (count, claim) = (all.len(), printed.physical_parameters);
    if invisible == stated && count == claim {
        errata.agreements.push(format!(
            "Of {count} physical parameters {} appear in no equation: {}, as printed.",
            invisible.len(),
            listed(&invisible)
        ));
    } else {
        errata.errata.push(Erratum {
            title: "Other physical parameters appear in no equation".to_owned(),
            place: "section 3",
            printed: format!("{} of {claim}", listed(&stated)),
            derived: format!("{} of {count}", listed(&invisible)),
            reason: "No coefficient depends on them.".to_owned(),
        });
    }
    let visible = count - invisible.len();
    let independent = wrist.bare().base.base.len();
    let needed = visible - independent;
    if needed == printed.known.len() {
        return;
    }
    errata.errata.push(Erratum {
        title: format!(
            "{needed} parameters must be known, not {}",
            printed.known.len()
        ),
        place: "sections 3 and 4",
        printed: format!("{} known: {}", printed.known.len(), listed(&printed.known)),
        derived: format!("{visible} - {independent} = {needed} known at least"),
        reason: format!(
            "{visible} physical parameters appear in {independent} independent coefficients. With \
             {} known beside the paper's {} the other printed solutions give the rest, one after \
             another (signs mended as above).",
            listed(hopeless),
            printed.known.len()
        ),
    });
}
