//! The 18 printed definitions of coefficients in physical parameters.

use armwright_codegen::algebra::{Atom, Poly, Rational};
use armwright_codegen::identifiability::{Combination, dependence, dependent_coefficients};

use super::derived::Wrist;
use super::elements::Coefficients;
use super::erratum::{Errata, Erratum, listed};
use super::printed::{PaperError, Printed};

const PLACE: &str = "section 2.2, the definitions";

/// A printed definition: name, text, what it says, and what is true in physical parameters.
struct Definition {
    name: String,
    text: String,
    printed: Poly,
    derived: Poly,
}

/// Compares every definition, then their independence.
pub(super) fn compare(
    printed: &Printed,
    wrist: &Wrist,
    coefficients: &Coefficients,
    errata: &mut Errata,
) -> Result<(), PaperError> {
    let definition = |(name, text): (String, String)| {
        let derived = coefficients.get(&name);
        let derived = derived.ok_or_else(|| PaperError::Absent(name.clone()))?;
        Ok(Definition {
            printed: wrist.read(&text)?,
            derived: wrist.in_physical(derived),
            name,
            text,
        })
    };
    let all: Result<Vec<Definition>, PaperError> =
        printed.definitions()?.into_iter().map(definition).collect();
    let all = all?;
    gravity(wrist, &all, errata);
    let mut right = Vec::new();
    for definition in all.iter().filter(|d| !lacks_gravity(wrist, d)) {
        if definition.printed == definition.derived {
            right.push(definition.name.clone());
        } else {
            errata.errata.push(wrong(wrist, definition));
        }
    }
    errata.agreements.push(format!(
        "The printed definitions of {} are right.",
        listed(&right)
    ));
    independence(wrist, coefficients, &all, errata);
    Ok(())
}

/// Whether the derived coefficient is the printed one times the magnitude of gravity.
fn lacks_gravity(wrist: &Wrist, definition: &Definition) -> bool {
    definition.printed.scale(&wrist.gravity()) == definition.derived
}

fn gravity(wrist: &Wrist, all: &[Definition], errata: &mut Errata) {
    let without = all
        .iter()
        .filter(|definition| lacks_gravity(wrist, definition));
    let without: Vec<&Definition> = without.collect();
    let Some(first) = without.first() else {
        return;
    };
    let names: Vec<String> = without.iter().map(|d| d.name.clone()).collect();
    errata.errata.push(Erratum {
        title: format!("{} lack the factor g", listed(&names)),
        place: PLACE,
        printed: format!("{} = {}, and so on", first.name, first.text),
        derived: format!("{} = g ({}), and so on", first.name, first.text),
        reason: format!(
            "With g = {} m/s² each of the {} derived coefficients is exactly g times the printed \
             one.",
            wrist.gravity(),
            without.len()
        ),
    });
}

/// A definition that is wrong, with the one symbol that is mistaken if that explains it.
fn wrong(wrist: &Wrist, definition: &Definition) -> Erratum {
    let name = &definition.name;
    let (printed, derived) = (&definition.printed, &definition.derived);
    let symbols = wrist.physical();
    let pairs = symbols
        .iter()
        .flat_map(|one| symbols.iter().map(move |other| (one, other)));
    let mistaken = pairs.into_iter().find(|((_, one), (_, other))| {
        let replace = |atom: Atom| Poly::atom(if atom == *one { *other } else { atom });
        one != other && printed.substitute(replace) == *derived
    });
    let (title, reason) = match mistaken {
        Some(((one, _), (other, _))) => (
            format!("{name} has {one} for {other}"),
            format!("With {other} in place of {one} the printed formula is the derived one."),
        ),
        None => (
            format!("{name} is another expression"),
            format!(
                "Printed less derived is {}.",
                wrist.write(&(printed - derived))
            ),
        ),
    };
    Erratum {
        title,
        place: PLACE,
        printed: format!("{name} = {}", definition.text),
        derived: format!("{name} = {}", wrist.write(derived)),
        reason,
    }
}

/// How many of the defined coefficients, and of all, are independent.
fn independence(
    wrist: &Wrist,
    coefficients: &Coefficients,
    all: &[Definition],
    errata: &mut Errata,
) {
    let values: Vec<&Poly> = all
        .iter()
        .filter_map(|d| coefficients.get(&d.name))
        .collect();
    let is_parameter = |atom| wrist.is_parameter(atom);
    let relations = dependent_coefficients(&values, is_parameter);
    let relations = relations.ok().flatten().unwrap_or_default();
    let independent = relations
        .iter()
        .filter(|relation| relation.is_none())
        .count();
    let whole = dependence(wrist.closed_form()).ok().flatten();
    let whole = whole.unwrap_or_default();
    let of_all = whole.iter().filter(|relation| relation.is_none()).count();
    for (definition, relation) in all.iter().zip(&relations) {
        let Some(relation) = relation else { continue };
        let combination = written(relation, all);
        let as_printed = valued(relation, all) == Some(definition.printed.clone());
        let too = if as_printed {
            "The printed definitions obey it, too."
        } else {
            "The printed definitions do not obey it."
        };
        errata.errata.push(Erratum {
            title: format!(
                "{independent} coefficients are independent, not {}",
                all.len()
            ),
            place: "section 2.2, above the definitions",
            printed: format!(
                "{} independent equations, {} among them",
                all.len(),
                definition.name
            ),
            derived: format!("{} = {combination}", definition.name),
            reason: format!(
                "The relation holds identically in all physical parameters. {too} Of all {} \
                 coefficients {of_all} are independent, as many as there are base parameters ({}).",
                whole.len(),
                wrist.bare().base.base.len()
            ),
        });
    }
}

/// A combination of definitions as text; only numbers occur as factors.
fn written(relation: &Combination, all: &[Definition]) -> String {
    let terms = relation.iter().map(|(&k, ratio)| {
        let factor = ratio.numerator.as_constant().unwrap_or(Rational::ZERO);
        format!("{factor} {}", all[k].name)
    });
    terms.collect::<Vec<_>>().join(" + ")
}

/// What a combination of the printed definitions says; `None` if a factor is a quotient.
fn valued(relation: &Combination, all: &[Definition]) -> Option<Poly> {
    relation.iter().try_fold(Poly::zero(), |sum, (&k, ratio)| {
        let whole = ratio.denominator == Poly::one();
        whole.then(|| &sum + &(&ratio.numerator * &all[k].printed))
    })
}
