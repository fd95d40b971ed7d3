//! Sections 1 and 5: how many parameters sensors, or one element of the inertia matrix, would give.

use armwright_codegen::algebra::linear::{reduced, sparse};
use armwright_codegen::algebra::{Atom, Poly, PrimeField};
use armwright_codegen::identifiability::Class;

use super::derived::Wrist;
use super::elements::Coefficients;
use super::erratum::{Errata, Erratum, listed};
use super::printed::{PaperError, Printed};

/// What sensors of force and torque at every joint reveal.
pub(super) fn sensors(printed: &Printed, wrist: &Wrist, errata: &mut Errata) {
    let base = &wrist.sensed().base;
    let (seen, all) = (base.base.len(), base.classes.len());
    if !printed.sensors_reveal_all || seen == all {
        return;
    }
    let of = |class| -> Vec<String> {
        let classes = base.classes.enumerate();
        let those = classes.filter(|(_, other)| **other == class);
        those.map(|(k, _)| wrist.standard_name(k)).collect()
    };
    let (lost, mixed) = (of(Class::Invisible), of(Class::Combined));
    let mixed = if mixed.is_empty() {
        "each of the others is identified by itself".to_owned()
    } else {
        format!("{} are seen in combinations only", listed(&mixed))
    };
    errata.errata.push(Erratum {
        title: format!("Sensors at every joint reveal {seen} of {all} parameters, not all"),
        place: "section 1, on force/torque sensors at every joint",
        printed: "it is possible to identify all the physical parameters".to_owned(),
        derived: format!("{seen} of {all} combinations"),
        reason: format!(
            "Nothing measured depends on {} (of the robot file, about the body's origin); {mixed}.",
            listed(&lost)
        ),
    });
}

/// What the coefficients of one identified element say of physical parameters.
pub(super) fn element(
    printed: &Printed,
    wrist: &Wrist,
    coefficients: &Coefficients,
    errata: &mut Errata,
) -> Result<(), PaperError> {
    let claim = &printed.identified;
    let value = |name: &String| -> Result<Poly, PaperError> {
        let found = coefficients.get(name);
        let found = found.ok_or_else(|| PaperError::Absent(name.clone()))?;
        Ok(wrist.in_physical(found))
    };
    let values: Vec<Poly> = claim
        .coefficients
        .iter()
        .map(value)
        .collect::<Result<_, _>>()?;
    let physical = wrist.physical();
    let held: Vec<&(String, Atom)> = physical
        .iter()
        .filter(|(_, atom)| values.iter().any(|v| v.atoms().contains(atom)))
        .collect();
    let (rank, given) = determined(&values, &held);
    if given.len() == claim.parameters {
        return Ok(());
    }
    errata.errata.push(Erratum {
        title: format!(
            "{} are {rank} coefficients, and give {} of the physical parameters",
            range(&claim.coefficients),
            if given.is_empty() {
                "none".to_owned()
            } else {
                given.len().to_string()
            }
        ),
        place: "section 5, below equation 3",
        printed: format!(
            "{} of the 25 parameters appearing in the 18 linearly independent equations",
            claim.parameters
        ),
        derived: format!(
            "{rank} of the {} independent coefficients, with {} physical parameters in them",
            wrist.bare().base.base.len(),
            held.len()
        ),
        reason: format!(
            "The Jacobian of the {rank} coefficients by the {} physical parameters has rank {rank}; \
             {}.",
            held.len(),
            if given.is_empty() {
                "its row space holds the unit vector of none of them".to_owned()
            } else {
                format!("its row space holds those of {} alone", listed(&given))
            }
        ),
    });
    Ok(())
}

/// The rank of the Jacobian of some functions by physical parameters, and those whose unit vector is
/// in its row space, at a point of a prime field.
fn determined(values: &[Poly], parameters: &[&(String, Atom)]) -> (usize, Vec<String>) {
    let field = PrimeField::all().next().expect("there is a prime");
    let at = |atom| match atom {
        Atom::Symbol(symbol) => field.point(symbol),
        _ => 0,
    };
    let row = |value: &Poly| {
        let entry = |(_, atom): &&(String, Atom)| {
            let derivative = field.value(&value.partial(*atom), &at);
            derivative.expect("the paper's factors are small integers")
        };
        sparse(&field, parameters.iter().map(entry).collect::<Vec<_>>())
    };
    let reduced = reduced(&field, values.iter().map(row).collect(), None);
    let single = |row: &Vec<(usize, u64)>| match row[..] {
        [(column, _)] => Some(parameters[column].0.clone()),
        _ => None,
    };
    let given = reduced.rows.iter().filter_map(single).collect();
    (reduced.rows.len(), given)
}

/// `PJ_1 to PJ_7`.
fn range(names: &[String]) -> String {
    match names {
        [first, .., last] => format!("{first} to {last}"),
        _ => listed(names),
    }
}
