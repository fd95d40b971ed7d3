//! What a person reviews: the groups and the equations of every robot, one file each.
//!
//! `cargo insta review` shows what changed. Nothing rests on these: oracle, laws and reference
//! values decide what is right.

use std::fmt::Write as _;

use armwright_codegen::algebra::{Graph, Ref};
use armwright_codegen::document::{Chapter, Format, Notation, Style, equations};
use armwright_codegen::dynamics::torque_regressor;
use armwright_codegen::{Derivation, Quantity, derive, generate, generate_only};
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
    let form = derivation.printed_form();
    let over = derivation.closed_form.as_ref().err();
    let over = over.map(|over| format!("{over}\n"));
    let terms: usize = form
        .elements
        .iter()
        .map(|element| element.terms.len())
        .sum();
    let mut text = over.unwrap_or_default();
    let _ = writeln!(
        text,
        "{terms} terms, {} coefficients",
        form.coefficients.len()
    );
    if terms <= WHOLE {
        for chapter in [Chapter::Gravity, Chapter::Inertia, Chapter::Coriolis] {
            text += &equations(derivation, Format::Text, Some(chapter)).expect("proved ranks");
        }
        return text;
    }
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    for entry in &form.elements {
        let terms = entry.terms.iter().map(|term| {
            let value = &form.coefficients[term.coefficient].value;
            format!(
                "{} {}",
                notation.monomial(&term.monomial),
                notation.poly(value)
            )
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

/// Arithmetic of every function before and after optimisation, and how long its code is.
#[test]
fn cost() {
    each_robot(|name, _| {
        let path = robot_files().expect("robots/ lists");
        let path = path
            .iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == name));
        let text = std::fs::read_to_string(path.expect("its file")).expect("a robot file is text");
        let generated = generate_only(name, &text, Quantity::ALL).expect("robots/ has no faults");
        let usual = generate(name, &text).expect("robots/ has no faults").code;
        let mut table = format!(
            "{:<20}{:>12}{:>12}{:>6}{:>8}{:>8}{:>10}\n",
            "function", "mul", "add", "neg", "sincos", "parts", "bindings"
        );
        for cost in &generated.costs {
            let (written, operations) = (cost.written(), cost.operations());
            let change = |before: usize, after: usize| format!("{before} > {after}");
            let _ = writeln!(
                table,
                "{:<20}{:>12}{:>12}{:>6}{:>8}{:>8}{:>10}",
                cost.function,
                change(written.multiplications, operations.multiplications),
                change(written.additions, operations.additions),
                cost.negations,
                operations.sine_cosines,
                cost.parts,
                cost.longest,
            );
        }
        let _ = writeln!(
            table,
            "{} lines, {} bytes; {} lines, {} bytes without the closed form",
            generated.code.lines().count(),
            generated.code.len(),
            usual.lines().count(),
            usual.len()
        );
        insta::assert_snapshot!(format!("cost_{name}"), table);
    });
}

/// Which elements of `Y` are 0 (`.`), constant (`1`) or anything else (`+`), a row a joint.
#[test]
fn structure() {
    each_robot(|name, derivation| {
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let rows = torque_regressor(&mut graph, mechanism);
        let mut text = String::from("Y, a row a joint, a column a standard parameter\n");
        for row in &rows {
            let mark = |element: &Ref| match graph.as_number(*element) {
                Some(number) if number.is_zero() => '.',
                Some(_) => '1',
                None => '+',
            };
            text.extend(row.iter().map(mark));
            text.push('\n');
        }
        if let Ok(form) = &derivation.closed_form {
            text.push_str("terms of each element of the closed form that is not 0\n");
            for element in &form.elements {
                let _ = writeln!(text, "{:<8}{:>5}", element.name(), element.terms.len());
            }
        }
        insta::assert_snapshot!(format!("structure_{name}"), text);
    });
}

/// The whole module of the smallest robot.
#[test]
fn text() {
    for path in robot_files().expect("robots/ lists") {
        let name = path
            .file_stem()
            .expect("a robot file has a name")
            .to_string_lossy();
        if name == "double_pendulum" {
            let text = std::fs::read_to_string(&path).expect("a robot file is text");
            let code = generate(&format!("{name}.yaml"), &text)
                .expect("robots/ has no faults")
                .code;
            // The version of the generator is no matter for review.
            let code: String = code
                .lines()
                .filter(|line| !line.starts_with("// Gen"))
                .map(|line| format!("{line}\n"))
                .collect();
            insta::assert_snapshot!(format!("text_{name}"), code);
        }
    }
}
