//! Parameters that are not estimated because they are known: base parameters that no recording changes.

use nalgebra::{DMatrix, DVector};

use super::EstimateError;
use crate::numeric::{Decomposition, inverse_of_triangle};
use crate::suggestion::suggestion;
use armwright_runtime::Model;

/// Base parameters that are held at values (`b`, or none at all); `None` for those that are estimated.
#[derive(Debug, Clone, Default)]
pub(super) struct Held(Vec<Option<f64>>);

impl Held {
    /// The base parameters that known standard parameters, given by names, make up, and those that are left out.
    ///
    /// One that recordings reveal only in a sum with others changes no sum: what it is of it, they never said. It is
    /// refused, and so is one that they do not reveal at all.
    pub(super) fn of(
        model: &Model,
        known: &[(String, f64)],
        left_out: &[String],
    ) -> Result<Self, EstimateError> {
        if known.is_empty() && left_out.is_empty() {
            return Ok(Self::default());
        }
        let mut values = vec![None; model.parameters.len()];
        for (name, value) in known {
            let refuse = |why: String| {
                let name = name.clone();
                Err(EstimateError::Known { name, why })
            };
            let named = model.parameters.iter().position(|p| p.name == name);
            let Some(place) = named else {
                let names = model.parameters.iter().map(|parameter| parameter.name);
                let close = suggestion(name, names);
                return refuse(format!("{} has no such parameter{close}", model.name));
            };
            let never_negative = model.parameters[place].kind.is_never_negative();
            match value {
                _ if !value.is_finite() => return refuse("give a finite number".to_owned()),
                _ if *value < 0.0 && never_negative => {
                    return refuse(format!("no robot has a negative one, such as {value}"));
                }
                _ if values[place].is_some() => return refuse("it is given twice".to_owned()),
                _ => values[place] = Some(*value),
            }
        }
        let sum = |k: usize| {
            let terms = model.base[k].terms.iter();
            let known = terms.map(|term| Some(term.coefficient * values[term.parameter]?));
            known.sum::<Option<f64>>()
        };
        let mut held: Vec<Option<f64>> = (0..model.base.len()).map(sum).collect();
        for (name, _) in known {
            let has = |k: &usize| {
                let mut terms = model.base[*k].terms.iter();
                terms.any(|term| model.parameters[term.parameter].name == name)
            };
            let with: Vec<usize> = (0..held.len()).filter(has).collect();
            let open = with.iter().find(|k| held[**k].is_none());
            let why = match (with.is_empty(), open) {
                (true, _) => "no recording reveals it, so that nothing changes with it".to_owned(),
                (_, Some(k)) => format!(
                    "recordings reveal it only in {}, which is estimated as it is, whatever is known of a part; what \
                     is known of parts tells the others in recovery",
                    model.base[*k].expression
                ),
                (_, None) => continue,
            };
            let name = name.clone();
            return Err(EstimateError::Known { name, why });
        }
        for name in left_out {
            let place = model.base.iter().position(|base| base.name == name);
            let Some(place) = place else {
                let why = format!("{} has no such base parameter", model.name);
                let name = name.clone();
                return Err(EstimateError::Known { name, why });
            };
            held[place] = Some(0.0);
        }
        Ok(Self(held))
    }

    /// Whether a base parameter is held.
    pub(super) fn has(&self, base: usize) -> bool {
        self.0.get(base).is_some_and(Option::is_some)
    }

    /// Base parameters without any recording: the values, and 0 for those that are estimated (`b`).
    pub(super) fn centre(&self, size: usize) -> DVector<f64> {
        DVector::from_fn(size, |k, _| self.0.get(k).copied().flatten().unwrap_or(0.0))
    }

    /// The decomposition of the columns (`rows × b`) of what is estimated.
    pub(super) fn decomposition(&self, columns: &DMatrix<f64>) -> Decomposition {
        Decomposition::without(columns, |k| self.has(k))
    }

    /// The pseudo-inverse of a triangle's columns (`b × b`) of what is estimated, as [`decomposition`](Self::decomposition) has
    /// it; of a triangle that is far from losing rank it takes a small part of the time.
    pub(super) fn inverse(&self, triangle: &DMatrix<f64>) -> DMatrix<f64> {
        let regular = match self.0.iter().any(Option::is_some) {
            false => inverse_of_triangle(triangle),
            true => None,
        };
        regular.unwrap_or_else(|| self.decomposition(triangle).inverse)
    }

    /// The columns of what is estimated alone.
    pub(super) fn without(&self, columns: DMatrix<f64>) -> DMatrix<f64> {
        let left: Vec<usize> = (0..columns.ncols()).filter(|k| !self.has(*k)).collect();
        columns.select_columns(&left)
    }
}

#[cfg(test)]
mod tests;
