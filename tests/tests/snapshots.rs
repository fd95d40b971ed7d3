//! What a person reviews: the groups and the equations of every robot, one file each.
//!
//! `cargo insta review` shows what changed. Nothing rests on these: oracle, laws and reference
//! values decide what is right.

use std::fmt::Write as _;

use armwright_codegen::document::{Chapter, Format, equations};
use armwright_codegen::{Derivation, derive};
use armwright_tests::robot_files;

/// Closed forms of up to this many terms are shown whole.
const WHOLE: usize = 150;

fn each_robot(check: impl Fn(&str, &Derivation)) {
    for path in robot_files().expect("robots/ lists") {
        let text = std::fs::read_to_string(&path).expect("a robot file is text");
        let name = path
            .file_stem()
            .expect("a robot file has a name")
            .to_string_lossy();
        let (derivation, _) = derive(&name, &text).expect("robots/ has no faults");
        check(&name, &derivation);
    }
}

#[test]
fn groups() {
    each_robot(|name, derivation| {
        let text = equations(derivation, Format::Text, Some(Chapter::Base)).expect("proved ranks");
        insta::assert_snapshot!(format!("groups_{name}"), text);
    });
}

#[test]
fn closed_forms() {
    each_robot(|name, derivation| {
        insta::assert_snapshot!(format!("equations_{name}"), listing(derivation));
    });
}

/// The equations, or where they are long a line an element: its terms and its fingerprint.
fn listing(derivation: &Derivation) -> String {
    let form = match &derivation.closed_form {
        Ok(form) => form,
        Err(over) => return over.to_string(),
    };
    let terms: usize = form
        .elements
        .iter()
        .map(|element| element.terms.len())
        .sum();
    let mut text = format!("{terms} terms, {} coefficients\n", form.coefficients.len());
    if terms <= WHOLE {
        for chapter in [Chapter::Gravity, Chapter::Inertia, Chapter::Coriolis] {
            text += &equations(derivation, Format::Text, Some(chapter)).expect("proved ranks");
        }
        return text;
    }
    for entry in &form.elements {
        let terms = entry.terms.iter().map(|term| {
            let value = &form.coefficients[term.coefficient].value;
            format!("{:?} {:?}", term.monomial.factors(), value.terms())
        });
        let print = fingerprint(terms);
        let _ = writeln!(
            text,
            "{:<8}{:>5} terms  {print:016x}",
            entry.name(),
            entry.terms.len()
        );
    }
    text
}

/// FNV-1a of some texts.
fn fingerprint(texts: impl Iterator<Item = String>) -> u64 {
    texts.fold(0xcbf2_9ce4_8422_2325, |hash, text| {
        text.bytes().chain([b'\n']).fold(hash, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    })
}
