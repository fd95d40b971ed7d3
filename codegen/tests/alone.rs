//! Where an identifiable parameter is said to act alone, it does: against the functions of all parameters, written out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use armwright_codegen::algebra::{Monomial, ParameterIndex, Poly};
use armwright_codegen::derive;
use armwright_codegen::dynamics::functions;
use armwright_codegen::identifiability::{Reason, Seen};

/// By each product of sines, cosines and positions the parameters that it has.
type Terms = BTreeMap<Monomial, Vec<ParameterIndex>>;

fn terms<'f>(each: impl Iterator<Item = (ParameterIndex, &'f Poly)>) -> Terms {
    let mut terms = Terms::new();
    for (parameter, function) in each {
        for (motion, _) in function.collect(|atom| atom.coordinate().is_some()) {
            terms.entry(motion).or_default().push(parameter);
        }
    }
    terms
}

/// Checks the parameters of a robot, of which those without such a place have none if `all_found`; how many have one.
fn check(name: &str, all_found: bool) -> usize {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../robots/{name}.yaml"));
    let text = std::fs::read_to_string(&file).expect("a file");
    let (derivation, _) = derive(name, &text).expect("a robot");
    let functions = functions(&derivation.mechanism).expect("few terms");
    let keys = functions.iter().flat_map(|f| f.inertia.keys().copied());
    let of_pair = |at| {
        let each = functions
            .enumerate()
            .filter_map(move |(k, f)| Some((k, f.inertia.get(&at)?)));
        (at, terms(each))
    };
    let inertias: BTreeMap<_, _> = keys
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(of_pair)
        .collect();
    let mut potential = terms(functions.enumerate().map(|(k, f)| (k, &f.potential)));
    // What does not change has no torque.
    potential.remove(&Monomial::one());
    let mut told = 0;
    for (parameter, reason) in derivation.reasons().enumerate() {
        let is_in = |terms: &Terms| terms.values().any(|of| *of == [parameter]);
        let shown = &derivation.mechanism.parameters[parameter].name;
        let is_right = match *reason {
            Reason::Alone(Some(Seen::Inertia(i, j))) => is_in(&inertias[&(i, j)]),
            Reason::Alone(Some(Seen::Potential)) => is_in(&potential),
            Reason::Alone(None) => {
                !all_found || !(inertias.values().any(is_in) || is_in(&potential))
            }
            _ => continue,
        };
        assert!(is_right, "{name}: {shown}: {reason:?}");
        told += usize::from(matches!(reason, Reason::Alone(Some(_))));
    }
    told
}

#[test]
fn terms_of_one_parameter_have_no_other() {
    let robots = [
        "abb_wrist",
        "double_pendulum",
        "mit_ddarm",
        "puma560",
        "puma_shoulder",
        "rx90",
        "scara",
        "tx40",
        "ur5",
        "valkyrie_leg",
    ];
    let told: usize = robots.iter().map(|name| check(name, true)).sum();
    assert!(told > 50, "only {told}");
    // Terms of joints that share coordinates are not sought.
    check("irp6", false);
}
