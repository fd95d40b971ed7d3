//! Standard parameters as variables of a conic program: pseudo-inertias, scaled to about 1.

use crate::cone::block::{PAIRS, weight};
use armwright_runtime::{Axis, Inertial, Model, ParameterKind};

/// A body's usual extent where nothing says better, m.
const EXTENT: f64 = 0.3;

/// How standard parameters are made of variables.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    /// For each standard parameter, what stands for it.
    places: Vec<Place>,
    /// Mass (kg) and length (m) that are 1 in each block.
    units: Vec<(f64, f64)>,
    scalars: usize,
}

/// What stands for a standard parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// A component of a block.
    Body {
        /// The block.
        block: usize,
        /// The component.
        component: Inertial,
    },
    /// A nonnegative scalar, and its unit in SI.
    Scalar {
        /// Its index among the scalars.
        scalar: usize,
        /// The value that is 1.
        unit: f64,
    },
    /// Any number.
    Free,
}

impl Frame {
    /// Frames of a model whose base parameters have the values `beta`; units come from nominal
    /// values where there are some, else from the sizes of `beta`.
    pub(crate) fn of(model: &Model, beta: &[f64]) -> Self {
        let nominal: Vec<_> = model.parameters.iter().map(|p| p.nominal).collect();
        Self::about(model, &nominal, beta)
    }

    /// The same with nominal values (`p`) in place of the model's.
    pub(crate) fn about(model: &Model, nominal: &[Option<f64>], beta: &[f64]) -> Self {
        Self::leaving(model, nominal, beta, &[])
    }

    /// The same with parameters, by name, that have any sign.
    pub(crate) fn leaving(
        model: &Model,
        nominal: &[Option<f64>],
        beta: &[f64],
        free: &[String],
    ) -> Self {
        let bodies = model.parameters.iter().filter_map(|p| match p.kind {
            ParameterKind::Inertial { body, .. } => Some(body + 1),
            _ => None,
        });
        let bodies = bodies.max().unwrap_or(0);
        let general = general_units(model, beta);
        let units = (0..bodies)
            .map(|body| nominal_units(model, nominal, body).unwrap_or(general))
            .collect();
        let mut scalars = 0;
        let parameters = model.parameters.iter().enumerate();
        let places = parameters.map(|(index, parameter)| match parameter.kind {
            ParameterKind::Inertial { body, component } => Place::Body {
                block: body,
                component,
            },
            kind if !kind.is_never_negative() || free.iter().any(|p| p == parameter.name) => {
                Place::Free
            }
            _ => {
                scalars += 1;
                Place::Scalar {
                    scalar: scalars - 1,
                    unit: scalar_unit(model, nominal, beta, index),
                }
            }
        });
        Self {
            places: places.collect(),
            units,
            scalars,
        }
    }

    /// Positive semidefinite blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.units.len()
    }

    /// Nonnegative scalars.
    pub(crate) fn scalars(&self) -> usize {
        self.scalars
    }

    /// What stands for a standard parameter.
    pub(crate) fn place(&self, parameter: usize) -> Place {
        self.places[parameter]
    }

    /// The mass and the length that are 1 in a block.
    pub(crate) fn units(&self, block: usize) -> (f64, f64) {
        self.units[block]
    }

    /// A standard parameter as a sum over variables; none for a free one.
    ///
    /// Pseudo-inertia `[[Σ, h], [hᵀ, m]]` with `Σ = tr(L)/2 1 - L` (Wensing, Kim and Slotine
    /// 2018), so that `Lxx = Σyy + Σzz` and `Lxy = -Σxy`.
    pub(crate) fn variables(&self, parameter: usize) -> Vec<(usize, f64)> {
        match self.places[parameter] {
            Place::Body { block, component } => {
                let (mass, length) = self.units[block];
                let terms = elements(component).into_iter();
                terms
                    .map(|(pair, sign)| {
                        let size = |i: usize| if i < 3 { length } else { 1.0 };
                        let scale = mass * size(pair.0) * size(pair.1) / weight(pair);
                        (variable(block, pair), sign * scale)
                    })
                    .collect()
            }
            Place::Scalar { scalar, unit } => {
                vec![(PAIRS.len() * self.blocks() + scalar, unit)]
            }
            Place::Free => Vec::new(),
        }
    }
}

/// The variable of an element of a block.
pub(crate) fn variable(block: usize, pair: (usize, usize)) -> usize {
    let place = PAIRS.iter().position(|p| *p == pair).unwrap_or(0);
    PAIRS.len() * block + place
}

/// The elements of the pseudo-inertia that a component is the sum of.
pub(crate) fn elements(component: Inertial) -> Vec<((usize, usize), f64)> {
    match component {
        Inertial::Mass => vec![((3, 3), 1.0)],
        Inertial::Moment(axis) => vec![((axis.at(), 3), 1.0)],
        Inertial::Inertia(i, j) if i == j => {
            let others = (0..3).filter(|k| *k != i.at());
            others.map(|k| ((k, k), 1.0)).collect()
        }
        Inertial::Inertia(i, j) => vec![((i.at(), j.at()), -1.0)],
    }
}

/// Mass and radius of gyration of a body's nominal values.
fn nominal_units(model: &Model, nominal: &[Option<f64>], body: usize) -> Option<(f64, f64)> {
    let value = |component: Inertial| {
        let kind = ParameterKind::Inertial { body, component };
        let place = model.parameters.iter().position(|p| p.kind == kind)?;
        nominal[place]
    };
    let mass = value(Inertial::Mass).filter(|m| *m > 0.0)?;
    let diagonal = |axis| value(Inertial::Inertia(axis, axis));
    let trace = (diagonal(Axis::X)? + diagonal(Axis::Y)? + diagonal(Axis::Z)?) / 2.0;
    Some((mass, (trace / mass).max(1e-6).sqrt()))
}

/// A mass and a length of the sizes that the base parameters have.
fn general_units(model: &Model, beta: &[f64]) -> (f64, f64) {
    let largest = |wanted: fn(Inertial) -> bool| {
        let of = |representative: usize| match model.parameters.get(representative)?.kind {
            ParameterKind::Inertial { component, .. } => Some(component),
            _ => None,
        };
        let values = model.base.iter().zip(beta);
        values
            .filter(|(base, _)| of(base.representative).is_some_and(wanted))
            .map(|(_, value)| value.abs())
            .fold(0.0, f64::max)
    };
    let moment = largest(|c| matches!(c, Inertial::Moment(_)));
    let inertia = largest(|c| matches!(c, Inertial::Inertia(..)));
    if moment > 0.0 && inertia > 0.0 {
        let length = (inertia / moment).clamp(0.05, 2.0);
        (moment / length, length)
    } else if inertia > 0.0 {
        (inertia / (EXTENT * EXTENT), EXTENT)
    } else if moment > 0.0 {
        (moment / EXTENT, EXTENT)
    } else {
        (1.0, EXTENT)
    }
}

/// The nominal value of a drive parameter, or the largest that a base parameter leaves for it.
fn scalar_unit(model: &Model, nominal: &[Option<f64>], beta: &[f64], parameter: usize) -> f64 {
    let nominal = nominal[parameter].filter(|x| *x > 0.0);
    let shares = model.base.iter().zip(beta).flat_map(|(base, value)| {
        let mine = base.terms.iter().filter(|t| t.parameter == parameter);
        mine.map(move |t| (value / t.coefficient).abs())
    });
    let share = shares
        .filter(|x| x.is_finite() && *x > 0.0)
        .fold(f64::INFINITY, f64::min);
    nominal.unwrap_or(if share.is_finite() { share } else { 1.0 })
}

#[cfg(test)]
mod tests;
