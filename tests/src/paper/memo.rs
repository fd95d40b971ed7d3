//! The direct drive arm's memo: its tables against each other, and its choice of zeros.

use std::collections::BTreeMap;
use std::path::Path;

use armwright_codegen::algebra::{Atom, Poly, Rational, Symbol};
use armwright_codegen::mechanism::Inertial;
use armwright_codegen::{Derivation, derive};
use serde::Deserialize;
use serde_yaml::{Mapping, Value};

use super::erratum::{Errata, Erratum, listed};
use super::formula::{FormulaError, quotient};
use super::printed::PaperError;
use crate::Variant;

/// What the memo prints: three tables and three lists.
#[derive(Debug, Deserialize)]
pub struct Memo {
    /// Table 1, ten numbers a link.
    pub cad: [[String; 10]; 3],
    /// Table 2, ten numbers a link.
    pub estimated: [[String; 10]; 3],
    /// Table 3.
    pub combinations: Vec<Combination>,
    /// Parameters that are identifiable by themselves.
    pub identifiable: Vec<String>,
    /// Parameters that are not identifiable at all.
    pub invisible: Vec<String>,
    /// Parameters that are identifiable in combination.
    pub combined: Vec<String>,
    /// The parameters that the memo sets to zero.
    pub set_to_zero: Vec<String>,
}

/// A line of Table 3.
#[derive(Debug, Deserialize)]
pub struct Combination {
    /// The combination.
    pub combination: String,
    /// Its value by Table 2.
    pub estimated: String,
    /// Its value by Table 1.
    pub cad: String,
}

impl Memo {
    /// Reads a transcription.
    ///
    /// # Errors
    /// [`PaperError`] if it cannot be read.
    pub fn read(path: &Path) -> Result<Self, PaperError> {
        Ok(serde_yaml::from_str(&std::fs::read_to_string(path)?)?)
    }
}

/// A formula in the names of a robot file: standard parameters and geometric symbols.
///
/// # Errors
/// [`FormulaError`] if it is none.
pub fn in_parameters(derivation: &Derivation, text: &str) -> Result<Poly, FormulaError> {
    let mechanism = &derivation.mechanism;
    let atom = |name: &str| {
        let parameter = mechanism.parameters.position(|p| p.name == name);
        let constant = || mechanism.constants.position(|c| c.name == name);
        let symbol = parameter.map(Symbol::Standard);
        symbol
            .or_else(|| constant().map(Symbol::Constant))
            .map(Atom::Symbol)
    };
    Ok(quotient(text, &|name| Some(Poly::atom(atom(name)?).into()))?.numerator)
}

/// Compares what the memo says with itself and with the arm's derivation.
///
/// # Errors
/// [`PaperError`] if the transcription does not read.
///
/// # Panics
/// If the arm's robot file is not there or has faults.
pub fn memo_errata(memo: &Memo) -> Result<Errata, PaperError> {
    let file = Variant::of("mit_ddarm").expect("the arm is a robot");
    let (arm, _) = derive("mit_ddarm.yaml", &file.text()).expect("the arm has no faults");
    let mut errata = Errata::default();
    let mut right = 0;
    for line in &memo.combinations {
        let poly = in_parameters(&arm, &line.combination)?;
        let columns = [
            ("estimated", "Table 2", &memo.estimated, &line.estimated),
            ("CAD-modelled", "Table 1", &memo.cad, &line.cad),
        ];
        for (column, table, values, printed) in columns {
            let (value, doubt) = valued(&arm, &poly, values)?;
            let printed_value = number(printed)?;
            let difference = &printed_value - &value;
            if difference.abs() <= &doubt + &rounding(printed) {
                right += 1;
                continue;
            }
            errata.errata.push(Erratum {
                title: format!("{} is not {printed}", line.combination),
                place: "Table 3",
                printed: format!("{} = {printed} ({column})", line.combination),
                derived: format!("{} = {:.4}", line.combination, value.to_f64()),
                reason: format!(
                    "{table} gives the latter with l_2 = 0.45 m; rounding of its entries explains \
                     {:.4} at most.",
                    doubt.to_f64()
                ),
            });
        }
    }
    errata.agreements.push(format!(
        "{right} of the {} values of Table 3 follow from Tables 1 and 2 within their rounding.",
        2 * memo.combinations.len()
    ));
    zeros(memo, &file, &arm, &mut errata);
    triangle(memo, &mut errata)?;
    Ok(errata)
}

/// The value of a combination by a table, and how far rounding of the table may have moved it.
fn valued(
    arm: &Derivation,
    poly: &Poly,
    table: &[[String; 10]; 3],
) -> Result<(Rational, Rational), PaperError> {
    let mechanism = &arm.mechanism;
    let mut known = BTreeMap::new();
    for (k, text) in mechanism.parameters.places().zip(table.iter().flatten()) {
        let atom = Atom::Symbol(Symbol::Standard(k));
        known.insert(atom, (number(text)?, rounding(text)));
    }
    for (k, constant) in mechanism.constants.enumerate() {
        let atom = Atom::Symbol(Symbol::Constant(k));
        known.insert(atom, (constant.value.clone(), Rational::ZERO));
    }
    let (mut value, mut doubt) = (Rational::ZERO, Rational::ZERO);
    for (monomial, factor) in poly.terms() {
        let (mut size, mut spread) = (factor.clone(), Rational::ZERO);
        for &(atom, exponent) in monomial.factors() {
            let (entry, half) = known
                .get(&atom)
                .cloned()
                .unwrap_or((Rational::ZERO, Rational::ZERO));
            for _ in 0..exponent {
                spread = &(&spread * &entry.abs()) + &(&size.abs() * &half);
                size = &size * &entry;
            }
        }
        value = &value + &size;
        doubt = &doubt + &spread;
    }
    Ok((value, doubt))
}

fn number(text: &str) -> Result<Rational, PaperError> {
    Rational::decimal(text).ok_or_else(|| PaperError::Absent(format!("the number {text}")))
}

/// Half a unit of the last digit.
fn rounding(text: &str) -> Rational {
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let ten = Rational::new(1, 10);
    (0..digits).fold(Rational::new(1, 2), |half, _| &half * &ten)
}

/// Sets the memo's choice of parameters to zero.
fn zeros(memo: &Memo, file: &Variant, arm: &Derivation, errata: &mut Errata) {
    let text = with_dropped(&file.text(), &memo.set_to_zero);
    let (chosen, _) = derive("mit_ddarm.yaml", &text).expect("the arm has no faults");
    let chosen_base = chosen.base.base.iter();
    let kept = chosen_base.map(|b| chosen.mechanism.parameters[b.representative].name.clone());
    let kept: Vec<String> = kept
        .filter(|name| memo.set_to_zero.contains(name))
        .collect();
    if kept.is_empty() {
        return;
    }
    let classes = arm.base.classes.enumerate();
    let combined = classes.filter(|(_, class)| class.name() == "combined");
    let stays = |k| arm.base.base.iter().any(|base| base.representative == k);
    let dropped = combined.map(|(k, _)| k).filter(|k| !stays(*k));
    let ours = dropped.map(|k| arm.mechanism.parameters[k].name.clone());
    let rank = chosen.base.base.len();
    errata.errata.push(Erratum {
        title: format!("Setting {} to zero loses a rank", listed(&memo.set_to_zero)),
        place: "section 4",
        printed: format!("{} set to zero", listed(&memo.set_to_zero)),
        derived: format!("{} set to zero", listed(&ours.collect::<Vec<_>>())),
        reason: format!(
            "Without the former the other columns have rank {}; rank {rank} needs {} kept.",
            rank - kept.len(),
            listed(&kept)
        ),
    });
}

/// A robot file in which these parameters are to be set to zero.
fn with_dropped(text: &str, drop: &[String]) -> String {
    let mut file: Mapping = serde_yaml::from_str(text).expect("a robot file is a YAML map");
    let drop: Value = drop.iter().map(String::as_str).collect();
    let preference = Mapping::from_iter([(Value::from("drop"), drop)]);
    file.insert("base_parameters".into(), preference.into());
    serde_yaml::to_string(&file).expect("YAML that was read can be written")
}

/// No mass has a moment of inertia greater than the sum of the two others.
fn triangle(memo: &Memo, errata: &mut Errata) -> Result<(), PaperError> {
    const DIAGONAL: [usize; 3] = [4, 7, 9];
    for (link, row) in memo.cad.iter().enumerate() {
        for largest in DIAGONAL {
            let others: Vec<usize> = DIAGONAL.into_iter().filter(|k| *k != largest).collect();
            let [one, other] = [others[0], others[1]];
            let name = |k: usize| format!("{}_{}", Inertial::ALL[k].standard(), link + 1);
            let sum = &number(&row[one])? + &number(&row[other])?;
            if number(&row[largest])? <= sum {
                continue;
            }
            errata.errata.push(Erratum {
                title: format!("No body has the inertia of link {}", link + 1),
                place: "Table 1",
                printed: format!("{} = {}", name(largest), row[largest]),
                derived: format!(
                    "{} <= {} + {} = {}",
                    name(largest),
                    name(one),
                    name(other),
                    sum.to_f64()
                ),
                reason: "The triangle inequality of moments of inertia holds about any point."
                    .to_owned(),
            });
        }
    }
    Ok(())
}
