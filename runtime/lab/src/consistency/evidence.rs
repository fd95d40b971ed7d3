//! What is known of a robot: identified base parameters and values measured otherwise.

use super::ConsistencyError;
use super::statement::Statement;
use crate::parameters::{Identity, bodies, find};
use crate::suggestion::suggestion;
use armwright_runtime::{Axis, Inertial, Model};

/// What bounds are made from.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// Base parameters (`b`), in the model's order.
    pub beta: &'a [f64],
    /// Their standard deviations (`b`); 0 for one that holds exactly, none for one that the motion
    /// did not determine (it then says nothing).
    pub deviation: &'a [Option<f64>],
    /// How many standard deviations each base parameter may be off.
    pub allowance: f64,
    /// Physical or standard parameters known otherwise.
    pub known: &'a [Known],
}

/// A parameter known otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// `m_a`, `tx_b`, `Jzz_c`, `Lxx_a`, `Ia_m1`.
    pub name: String,
    /// Its value, SI.
    pub value: f64,
}

/// Evidence as statements.
pub(super) struct Statements {
    pub(super) statements: Vec<Statement>,
    /// Known values that linear statements use in part or not at all: bounds may then be wider than
    /// what is known allows.
    pub(super) unused: Vec<String>,
    /// For each body, what is known of the centre of mass.
    pub(super) centres: Vec<[Option<f64>; 3]>,
}

/// The statements of the evidence: known values (exact), then base parameters with their standard
/// deviations as allowances.
pub(super) fn statements(
    model: &Model,
    evidence: &Evidence<'_>,
) -> Result<Statements, ConsistencyError> {
    let expected = model.base.len();
    for (what, actual) in [
        ("base parameters", evidence.beta.len()),
        ("standard deviations", evidence.deviation.len()),
    ] {
        if actual != expected {
            return Err(ConsistencyError::Count {
                what,
                expected,
                actual,
            });
        }
    }
    let mut all = Statements {
        statements: Vec::new(),
        unused: Vec::new(),
        centres: vec![[None; 3]; bodies(model).len()],
    };
    for known in evidence.known {
        if !known.value.is_finite() {
            return Err(ConsistencyError::NotFinite(known.name.clone()));
        }
    }
    let named = evidence
        .known
        .iter()
        .map(|known| match find(model, &known.name) {
            Some(what) => Ok((known, what)),
            None => Err(ConsistencyError::Unknown {
                name: known.name.clone(),
                suggestion: suggestion(&known.name, model.parameters.iter().map(|p| p.name)),
            }),
        });
    let named = named.collect::<Result<Vec<_>, _>>()?;
    // Centres first: inertias about them need them.
    let is_centre =
        |(_, what): &(&Known, Identity)| matches!(what, Identity::Physical(_, Inertial::Moment(_)));
    let (centres, others): (Vec<_>, Vec<_>) = named.into_iter().partition(is_centre);
    let bodies = bodies(model);
    for (known, what) in centres.into_iter().chain(others) {
        all.add(&bodies, known, what);
    }
    for ((base, value), deviation) in model.base.iter().zip(evidence.beta).zip(evidence.deviation) {
        let Some(allowance) = *deviation else {
            continue;
        };
        if !(value.is_finite() && allowance.is_finite()) {
            return Err(ConsistencyError::NotFinite(base.name.to_owned()));
        }
        all.statements.push(Statement {
            name: base.name.to_owned(),
            is_base: true,
            terms: base
                .terms
                .iter()
                .map(|term| (term.parameter, term.coefficient))
                .collect(),
            value: *value,
            allowance: allowance.max(0.0),
            at_least: false,
        });
    }
    Ok(all)
}

impl Statements {
    fn add(&mut self, bodies: &[(&str, [Option<usize>; 10])], known: &Known, what: Identity) {
        let (body, component) = match what {
            Identity::Standard(place) => return self.exact(known, vec![(place, 1.0)], known.value),
            Identity::Physical(body, component) => (body, component),
        };
        let place = |component: Inertial| bodies[body].1[component.at()];
        let (Some(mass), Some(own)) = (place(Inertial::Mass), place(component)) else {
            return;
        };
        match component {
            Inertial::Mass => self.exact(known, vec![(mass, 1.0)], known.value),
            Inertial::Moment(axis) => {
                self.centres[body][axis.at()] = Some(known.value);
                self.exact(known, vec![(own, 1.0), (mass, -known.value)], 0.0);
            }
            Inertial::Inertia(i, j) => {
                let moments = Axis::ALL.map(|axis| place(Inertial::Moment(axis)));
                let (arms, whole) = steiner(self.centres[body], (i, j));
                let arm = |(axis, factor): (Option<Axis>, f64)| {
                    let of = axis.map_or(Some(mass), |axis| moments[axis.at()]);
                    of.map(|place| (place, -factor))
                };
                let terms = std::iter::once((own, 1.0)).chain(arms.into_iter().filter_map(arm));
                let at_least = !whole && i == j;
                if whole || at_least {
                    self.statements.push(Statement {
                        name: known.name.clone(),
                        is_base: false,
                        terms: terms.collect(),
                        value: known.value,
                        allowance: 0.0,
                        at_least,
                    });
                }
                if !whole {
                    self.unused.push(format!(
                        "{}: an inertia about the centre of mass says all it can only where the \
                         centre is known",
                        known.name
                    ));
                }
            }
        }
    }

    fn exact(&mut self, known: &Known, terms: Vec<(usize, f64)>, value: f64) {
        self.statements.push(Statement {
            name: known.name.clone(),
            is_base: false,
            terms,
            value,
            allowance: 0.0,
            at_least: false,
        });
    }
}

/// What Steiner's theorem adds to an inertia about the centre of mass (`m (|t|² - t_i²)` on the
/// diagonal, `-m t_i t_j` off it), as factors of the first moments of axes and of the mass, and whether
/// that is all of it: where a coordinate is not known, squares are left out, which are positive.
pub(super) fn steiner(
    centre: [Option<f64>; 3],
    (i, j): (Axis, Axis),
) -> (Vec<(Option<Axis>, f64)>, bool) {
    if i == j {
        let others = Axis::ALL.into_iter().filter(|k| *k != i);
        let squares = others.map(|k| centre[k.at()].map(|t| t * t));
        let known: Vec<f64> = squares.flatten().collect();
        let whole = known.len() == 2;
        return (
            known.into_iter().map(|square| (None, square)).collect(),
            whole,
        );
    }
    match (centre[i.at()], centre[j.at()]) {
        (Some(t), _) => (vec![(Some(j), -t)], true),
        (_, Some(t)) => (vec![(Some(i), -t)], true),
        _ => (Vec::new(), false),
    }
}
