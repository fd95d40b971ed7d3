//! The direct drive arm's base parameters as its memo prints them, exactly, its length a symbol; and
//! regressors at rational states.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use armwright_codegen::algebra::{
    Atom, CoordinateIndex, Graph, Input, Monomial, Poly, Rational, Symbol,
};
use armwright_codegen::dynamics::torque_regressor;
use armwright_codegen::identifiability::{Class, dependent_coefficients};
use armwright_codegen::mechanism::Mechanism;
use armwright_codegen::{Derivation, derive};
use armwright_tests::paper::{Memo, in_parameters};
use armwright_tests::{Variant, gold};
use serde_json::Value;

fn file() -> String {
    Variant::of("mit_ddarm").expect("the arm is a robot").text()
}

fn arm(text: &str) -> Derivation {
    derive("mit_ddarm.yaml", text)
        .expect("the arm has no faults")
        .0
}

/// The arm without the choice of parameters that are set to zero.
fn without_preference() -> Derivation {
    let mut file: serde_yaml::Mapping = serde_yaml::from_str(&file()).expect("a YAML map");
    assert!(
        file.remove("base_parameters").is_some(),
        "a preference in the robot file"
    );
    arm(&serde_yaml::to_string(&file).expect("YAML can be written"))
}

fn memo() -> Memo {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Memo::read(&root.join("papers/mit_ddarm_printed.yaml")).expect("the transcription reads")
}

/// The reference values.
fn reference(file: &str) -> Value {
    let text = std::fs::read_to_string(gold(file)).expect("the reference values open");
    serde_json::from_str(&text).expect("the reference values read")
}

/// The reference's name of a parameter, `Ixx2`, in the robot file's: `Lxx_2`.
fn ours(name: &str) -> String {
    let (symbol, body) = name.split_at(name.len() - 1);
    format!("{}_{body}", symbol.replace('I', "L"))
}

/// The derived base parameters as polynomials in parameters and `l_2`.
fn base(derivation: &Derivation) -> Vec<Poly> {
    let symbol = |k| Poly::atom(Atom::Symbol(Symbol::Standard(k)));
    let combination = |base: &armwright_codegen::identifiability::BaseParameter| {
        let others = base.others.iter().map(|(&k, ratio)| {
            assert_eq!(ratio.denominator, Poly::one(), "no fractions in this arm");
            &ratio.numerator * &symbol(k)
        });
        others.fold(symbol(base.representative), |sum, term| &sum + &term)
    };
    derivation.base.base.iter().map(combination).collect()
}

#[test]
fn base_parameters_are_table_3_and_nine_single_parameters() {
    let (arm, memo) = (arm(&file()), memo());
    let table = memo
        .combinations
        .iter()
        .map(|line| line.combination.as_str());
    let printed = table.chain(memo.identifiable.iter().map(String::as_str));
    let printed: Vec<Poly> = printed
        .map(|text| in_parameters(&arm, text).expect("a combination"))
        .collect();
    let derived = base(&arm);
    assert_eq!((derived.len(), printed.len()), (15, 15));
    for combination in &derived {
        let signs = [combination.clone(), -combination];
        assert!(
            printed.iter().any(|other| signs.contains(other)),
            "not in Table 3: {combination:?}"
        );
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn the_transcribed_table_is_that_of_the_reference() {
    let reference = reference("mit_ddarm.json");
    let (arm, memo) = (arm(&file()), memo());
    let table = memo
        .combinations
        .iter()
        .map(|line| line.combination.as_str());
    let printed = table.chain(memo.identifiable.iter().map(String::as_str));
    let printed: Vec<Poly> = printed
        .map(|text| at_length(&in_parameters(&arm, text).expect("a combination")))
        .collect();
    let rows = reference["base_rows"].as_array().expect("rows");
    assert_eq!(rows.len(), printed.len());
    for row in rows {
        let terms = row.as_object().expect("coefficients by name").iter();
        let expected = terms.fold(Poly::zero(), |sum, (name, factor)| {
            let factor = Rational::decimal(&factor.to_string()).expect("a decimal");
            let parameter = in_parameters(&arm, &ours(name)).expect("a parameter");
            &sum + &parameter.scale(&factor)
        });
        let signs = [expected.clone(), -&expected];
        assert!(printed.iter().any(|other| signs.contains(other)), "{row}");
    }
}

/// With `l_2 = 0.45 m`.
fn at_length(poly: &Poly) -> Poly {
    poly.substitute(|atom| match atom {
        Atom::Symbol(Symbol::Constant(_)) => Poly::constant(Rational::new(9, 20)),
        other => Poly::atom(other),
    })
}

/// Every direction of the reference's null space changes no base parameter, whatever `l_2` is, and
/// there are as many as the rank leaves: the row spaces are equal.
#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn the_null_space_is_that_of_the_reference() {
    let reference = reference("mit_ddarm.json");
    for derivation in [arm(&file()), without_preference()] {
        let mechanism = &derivation.mechanism;
        let directions = reference["nullspace"]
            .as_array()
            .expect("directions")
            .iter();
        let directions: Vec<BTreeMap<String, Poly>> = directions
            .map(|direction| {
                let entries = direction.as_object().expect("entries by name").iter();
                let entry = |(name, text): (&String, &Value)| {
                    let text = text.as_str().expect("a text").replace("**", "^");
                    let text = text.replace("l2", "l_2");
                    let value = in_parameters(&derivation, &text).expect("a polynomial in l_2");
                    (ours(name), value)
                };
                entries.map(entry).collect()
            })
            .collect();
        let rank = derivation.base.base.len();
        assert_eq!(rank + directions.len(), mechanism.parameters.len());
        for combination in base(&derivation) {
            for direction in &directions {
                assert!(along(mechanism, &combination, direction).is_zero());
            }
        }
        // Linear forms with the directions as coefficients are independent exactly when these are.
        let forms: Vec<Poly> = directions
            .iter()
            .map(|direction| {
                direction.iter().fold(Poly::zero(), |sum, (name, value)| {
                    let parameter = in_parameters(&derivation, name).expect("a parameter");
                    &sum + &(value * &parameter)
                })
            })
            .collect();
        let relations = dependent_coefficients(&forms.iter().collect::<Vec<_>>(), |atom| {
            matches!(atom, Atom::Symbol(Symbol::Standard(_)))
        });
        let relations = relations.expect("provable").expect("short");
        assert!(relations.iter().all(Option::is_none));
    }
}

/// How a combination changes along a direction of the parameter space.
fn along(mechanism: &Mechanism, combination: &Poly, direction: &BTreeMap<String, Poly>) -> Poly {
    let parameters = mechanism.parameters.enumerate();
    parameters.fold(Poly::zero(), |sum, (k, parameter)| {
        let symbol = Atom::Symbol(Symbol::Standard(k));
        let of_symbol =
            |(key, factor): (Monomial, Poly)| (key.exponent(symbol) == 1).then_some(factor);
        let factor = combination
            .collect(|atom| atom == symbol)
            .into_iter()
            .find_map(of_symbol);
        match (factor, direction.get(&parameter.name)) {
            (Some(factor), Some(step)) => &sum + &(&factor * step),
            _ => sum,
        }
    })
}

#[test]
fn classes_are_those_of_section_4() {
    let memo = memo();
    for derivation in [arm(&file()), without_preference()] {
        let of = |class: Class| -> BTreeSet<String> {
            let both = derivation
                .mechanism
                .parameters
                .iter()
                .zip(&derivation.base.classes);
            both.filter(|(_, other)| **other == class)
                .map(|(parameter, _)| parameter.name.clone())
                .collect()
        };
        let stated = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
        assert_eq!(of(Class::Identifiable), stated(&memo.identifiable));
        assert_eq!(of(Class::Invisible), stated(&memo.invisible));
        assert_eq!(of(Class::Combined), stated(&memo.combined));
    }
}

#[test]
fn nominal_values_are_those_of_table_1() {
    let (arm, memo) = (arm(&file()), memo());
    for (parameter, printed) in arm
        .mechanism
        .parameters
        .iter()
        .zip(memo.cad.iter().flatten())
    {
        assert_eq!(
            parameter.nominal,
            Rational::decimal(printed),
            "{}",
            parameter.name
        );
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn regressors_are_exact_at_rational_states() {
    let under_gravity = |case: &Value| case["gravity_9p81"]["Y"].clone();
    let own = |case: &Value| case["Y"].clone();
    type Regressor = fn(&Value) -> Value;
    let robots: [(&str, &str, Regressor); 2] = [
        ("mit_ddarm", "mit_ddarm.json", own),
        ("abb_wrist", "abb_wrist.json", under_gravity),
    ];
    for (robot, file, regressor) in robots {
        let reference = reference(file);
        let bare = Variant::of(robot).expect("a robot").without_drives();
        let (derivation, _) = derive(robot, &bare.text()).expect("no faults");
        let mut mechanism = derivation.mechanism;
        let cases = reference["exact_rational_cases"].as_array().expect("cases");
        assert!(!cases.is_empty());
        for case in cases {
            if let Some(lengths) = case.get("phys") {
                for symbol in mechanism.constants.iter_mut() {
                    // `l_b1` is the reference's `bl1`.
                    let (body, number) = symbol.name["l_".len()..].split_at(1);
                    symbol.value = fraction(&lengths[format!("{body}l{number}")]);
                }
            }
            let expected = regressor(case);
            let rows = expected.as_array().expect("rows");
            let expected: Vec<Rational> = rows
                .iter()
                .flat_map(|row| row.as_array().expect("a row"))
                .map(fraction)
                .collect();
            assert_eq!(regressor_at(&mechanism, case), expected, "{robot}");
        }
    }
}

/// The torque regressor at a state of rational sines and cosines, row by row.
fn regressor_at(mechanism: &Mechanism, case: &Value) -> Vec<Rational> {
    let joint = |name: &str, j: CoordinateIndex| fraction(&case[name][j.at()]);
    let angle = |j: CoordinateIndex, k: usize| fraction(&case["cos_sin"][j.at()][k]);
    let leaf = |input| {
        Poly::constant(match input {
            Input::Atom(Atom::Cosine(j)) => angle(j, 0),
            Input::Atom(Atom::Sine(j)) => angle(j, 1),
            Input::Atom(Atom::Symbol(Symbol::Constant(k))) => mechanism.constants[k].value.clone(),
            Input::Velocity(j) => joint("qd", j),
            Input::Acceleration(j) => joint("qdd", j),
            other => panic!("{other:?} in a regressor"),
        })
    };
    let mut graph = Graph::default();
    let rows = torque_regressor(&mut graph, mechanism).concat();
    let values = graph.expand(&rows, &leaf, &|_| panic!("no friction here"));
    values
        .iter()
        .map(|value| value.as_constant().expect("a number"))
        .collect()
}

/// `"-49/2"` or `"4"`.
fn fraction(value: &Value) -> Rational {
    let text = value.as_str().expect("a fraction as text");
    let whole = |text: &str| text.parse::<i64>().expect("a whole number");
    let (n, d) = text.split_once('/').unwrap_or((text, "1"));
    Rational::new(whole(n), whole(d))
}
