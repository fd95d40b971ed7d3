//! Base parameters against the table of all that parameters multiply, written out and reduced.
//!
//! The generator has the row space of this table without a line of it. On random mechanisms (any
//! joints, joints that depend on others or are held still, symbols, couplings, single torques,
//! wrenches, parameters to keep and to drop) both have the same groups, to the last coefficient.

mod measured;
mod table;

use std::collections::BTreeMap;

use armwright_codegen::algebra::linear::{Row, reduced_exactly};
use armwright_codegen::algebra::{ParameterIndex, Poly, PrimeField, QuotientsWithin, Ratio};
use armwright_codegen::dynamics::functions;
use armwright_codegen::identifiability::{Class, base_parameters};
use armwright_codegen::mechanism::{Inertial, Mechanism, ParameterKind};
use armwright_tests::{Keys, Random, built, inventions, run_seed, sensing};
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// A combination: what stands for it, and the others with their factors.
type Groups = BTreeMap<ParameterIndex, BTreeMap<ParameterIndex, Ratio>>;

/// How many mechanisms are tried: `ARMWRIGHT_MECHANISMS`, or a number that takes seconds.
fn mechanisms() -> u32 {
    let number = std::env::var("ARMWRIGHT_MECHANISMS");
    number.map_or(120, |text| {
        text.parse()
            .expect("ARMWRIGHT_MECHANISMS is a whole number")
    })
}

/// A mechanism at rest on its base, half of them with sensors, some with wishes.
fn mechanism(text: &str, seed: u64) -> Mechanism {
    let text = text.replace("base: floating\n", "");
    let mut mechanism = if seed.is_multiple_of(2) {
        built(&text)
    } else {
        built(&sensing(&text, seed))
    };
    let mut random = Random::new(seed);
    let parameters: Vec<ParameterIndex> = mechanism.parameters.places().collect();
    for parameter in parameters {
        match random.below(12) {
            0 => mechanism.preference.keep.push(parameter),
            1 => mechanism.preference.drop.push(parameter),
            _ => {}
        }
    }
    mechanism
}

/// The order in which columns are offered as representatives, as `docs/robot-file.md` promises it.
fn wanted(mechanism: &Mechanism) -> Vec<ParameterIndex> {
    let preference = &mechanism.preference;
    let mut order: Vec<ParameterIndex> = mechanism.parameters.places().collect();
    order.sort_by_key(|k| {
        let asked = i8::from(preference.drop.contains(k)) - i8::from(preference.keep.contains(k));
        let own = match mechanism.parameters[*k].kind {
            ParameterKind::Inertial { body, component } => {
                let of_body = match component {
                    Inertial::Inertia(..) => 0,
                    Inertial::Moment(_) => 1,
                    Inertial::Mass => 2,
                };
                (0, body.at(), of_body)
            }
            ParameterKind::Inertia(_) => (1, 0, 0),
            _ => (2, 0, 0),
        };
        (asked, own, *k)
    });
    order
}

/// The groups of a table, by elimination in the wanted order.
fn groups(mechanism: &Mechanism, rows: Vec<table::Row>) -> Groups {
    let order = wanted(mechanism);
    let place: BTreeMap<ParameterIndex, usize> = order.iter().copied().zip(0..).collect();
    let placed = |row: table::Row| {
        let mut row: Row<usize, Poly> = row.into_iter().map(|(k, e)| (place[&k], e)).collect();
        row.sort_by_key(|(column, _)| *column);
        row
    };
    let rows: Vec<_> = rows.into_iter().map(placed).collect();
    let reduced = reduced_exactly(&QuotientsWithin::new(u64::MAX), &rows, PrimeField::all())
        .expect("a lucky prime");
    let rows = reduced.pivots.iter().zip(&reduced.rows);
    rows.map(|(pivot, row)| {
        let others = row.iter().filter(|(column, _)| column != pivot);
        let others = others.map(|(column, e)| (order[*column], e.clone()));
        (order[*pivot], others.collect())
    })
    .collect()
}

#[test]
fn groups_are_those_of_the_expanded_table() {
    let cases = mechanisms();
    let compared = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2 ^ run_seed()),
        ..Config::default()
    });
    let result = runner.run(&(inventions(Keys::All), 0..1000u64), |(invention, seed)| {
        let mechanism = mechanism(invention.text(), seed);
        // A few have too many terms to be written out.
        let Some(functions) = functions(&mechanism) else {
            return Ok(());
        };
        let rows = table::Table::of(&mechanism, &functions).into_rows();
        let expected = groups(&mechanism, rows);
        let found = base_parameters(&mechanism).expect("base parameters");
        let base = found.base.iter();
        let base: Groups = base.map(|b| (b.representative, b.others.clone())).collect();
        assert_eq!(base, expected);
        for (k, class) in found.classes.enumerate() {
            let of = |group: &BTreeMap<_, _>| match group.is_empty() {
                true => Class::Identifiable,
                false => Class::Combined,
            };
            let member = expected.values().any(|others| others.contains_key(&k));
            let alone = || {
                if member {
                    Class::Combined
                } else {
                    Class::Invisible
                }
            };
            assert_eq!(*class, expected.get(&k).map_or_else(alone, of));
        }
        compared.set(compared.get() + 1);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(
        compared.get() * 5 >= cases * 4,
        "{} compared",
        compared.get()
    );
}
