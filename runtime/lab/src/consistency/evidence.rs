//! What is known of a robot: identified base parameters and values measured otherwise.

use super::ConsistencyError;
use super::statement::Statement;
use crate::parameters::bodies;
use crate::suggestion::suggestion;
use armwright_runtime::{Model, ParameterKind};

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
    /// Known values that no linear statement can use.
    pub(super) unused: Vec<String>,
    /// For each body, what is known of the centre of mass.
    pub(super) centres: Vec<[Option<f64>; 3]>,
}

/// The statements of the evidence: known values (exact), then base parameters with their standard
/// deviations as allowances.
pub(super) fn statements(
    model: &'static Model,
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
    // Centres first: inertias about them need them.
    let (centres, others): (Vec<&Known>, Vec<&Known>) = evidence
        .known
        .iter()
        .partition(|known| symbol(known).starts_with('t'));
    for known in centres.into_iter().chain(others) {
        if !known.value.is_finite() {
            return Err(ConsistencyError::NotFinite(known.name.clone()));
        }
        all.add(model, known)?;
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
            terms: base
                .terms
                .iter()
                .map(|term| (term.parameter, term.coefficient))
                .collect(),
            value: *value,
            allowance: allowance.max(0.0),
        });
    }
    Ok(all)
}

fn symbol(known: &Known) -> &str {
    known.name.split_once('_').map_or("", |(symbol, _)| symbol)
}

impl Statements {
    fn add(&mut self, model: &'static Model, known: &Known) -> Result<(), ConsistencyError> {
        let parameters = || model.parameters.iter();
        if let Some(index) = parameters().position(|p| p.name == known.name) {
            self.exact(known, vec![(index, 1.0)], known.value);
            return Ok(());
        }
        let bodies = bodies(model);
        let owner = known.name.split_once('_').and_then(|(symbol, body)| {
            let body = bodies.iter().position(|(name, _)| *name == body)?;
            Some((symbol, body))
        });
        let place = |body: usize, component: usize| bodies[body].1[component];
        match owner {
            Some((symbol, body)) if centre_axis(symbol).is_some() => {
                let axis = centre_axis(symbol).unwrap_or(0);
                self.centres[body][axis] = Some(known.value);
                if let (Some(mass), Some(moment)) = (place(body, 0), place(body, 1 + axis)) {
                    self.exact(known, vec![(moment, 1.0), (mass, -known.value)], 0.0);
                }
                Ok(())
            }
            Some((symbol, body)) if inertia_component(symbol).is_some() => {
                let component = inertia_component(symbol).unwrap_or(4);
                match steiner(self.centres[body], component) {
                    Some(arm) => {
                        if let (Some(mass), Some(inertia)) =
                            (place(body, 0), place(body, component))
                        {
                            self.exact(known, vec![(inertia, 1.0), (mass, -arm)], known.value);
                        }
                    }
                    None => self.unused.push(format!(
                        "{}: an inertia about the centre of mass bounds others only where the \
                         centre is known",
                        known.name
                    )),
                }
                Ok(())
            }
            _ => Err(ConsistencyError::Unknown {
                name: known.name.clone(),
                suggestion: suggestion(&known.name, parameters().map(|p| p.name)),
            }),
        }
    }

    fn exact(&mut self, known: &Known, terms: Vec<(usize, f64)>, value: f64) {
        self.statements.push(Statement {
            name: known.name.clone(),
            terms,
            value,
            allowance: 0.0,
        });
    }
}

fn centre_axis(symbol: &str) -> Option<usize> {
    ["tx", "ty", "tz"].iter().position(|s| *s == symbol)
}

/// The component (4 to 9) of an inertia about the centre of mass.
fn inertia_component(symbol: &str) -> Option<usize> {
    let symbols = ["Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz"];
    symbols.iter().position(|s| *s == symbol).map(|k| 4 + k)
}

/// The two axes of an inertia component (4 to 9).
pub(super) fn axes(component: usize) -> (usize, usize) {
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)][component.clamp(4, 9) - 4]
}

/// `|t|² - t_i²` on the diagonal, `-t_i t_j` off it; none if a coordinate in it is not known.
pub(super) fn steiner(centre: [Option<f64>; 3], component: usize) -> Option<f64> {
    let (i, j) = axes(component);
    if i == j {
        let others = (0..3).filter(|k| *k != i);
        others.map(|k| centre[k].map(|t| t * t)).sum()
    } else {
        Some(-centre[i]? * centre[j]?)
    }
}

/// Whether a parameter is never negative: a mass, an inertia on a diagonal, what a drive has but
/// an offset.
pub(super) fn never_negative(kind: ParameterKind) -> bool {
    match kind {
        ParameterKind::Inertial { component, .. } => matches!(component, 0 | 4 | 7 | 9),
        ParameterKind::Offset(_) => false,
        _ => true,
    }
}
