//! What is known of bodies besides nominal values: their masses, where their centres and all of their mass are, and
//! how they are symmetric.
//!
//! Everything but a centre in an ellipsoid is a linear condition on the ten standard parameters of a body: the integral
//! of a quadratic function of the place over its mass, `tr(J W)` with the pseudo-inertia `J` (Wensing, Kim and Slotine
//! 2018), is not negative or is 0.

mod conditions;
mod faces;
mod possible;
mod read;
mod region;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub(crate) use conditions::{CENTRE, Condition, Conditions};
pub(crate) use possible::cone_rows;
pub use region::Region;

use crate::recording::{Mistake, Spot};
use crate::suggestion::suggestion;
use crate::unread::Unreadable;
use armwright_runtime::{Inertial, Model, PhysicalKind};

/// Masses that differ by no larger share are one, written with other digits.
const ROUNDED: f64 = 1e-6;

/// What is known of the bodies of a robot.
///
/// ```
/// use armwright_lab::bodies::{Bodies, Body, Region};
///
/// // No more than 3 kg, all of them within 0.2 m of the origin, and the same on both sides of the plane y = 0.
/// let arm = Body {
///     mass: [None, Some(3.0)],
///     inside: vec![Region::Ellipsoid { centre: [0.0; 3], radii: [0.2; 3], rpy: [0.0; 3] }],
///     planes: [None, Some(0.0), None],
///     ..Body::default()
/// };
/// let known = Bodies { of: vec![("upper_link".to_owned(), arm)] };
/// # use armwright_runtime::Robot;
/// # let model = armwright_robots::double_pendulum::ROBOT.model();
/// # let known = Bodies { of: vec![(model.bodies[0].to_owned(), known.of[0].1.clone())] };
/// known.check(model)?;
/// # Ok::<(), armwright_lab::bodies::BodiesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bodies {
    /// Bodies by name.
    pub of: Vec<(String, Body)>,
}

/// What is known of a body, in its own frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// Its mass is not below and not above these, kg.
    pub mass: [Option<f64>; 2],
    /// Its centre of mass is in all of these regions.
    pub centre: Vec<Region>,
    /// All of its mass is in all of these regions. What follows for its ten parameters is held: for an ellipsoid that its
    /// mean square distance fits (Wensing, Kim and Slotine 2018), for boxes and hulls the means of products of distances to two faces.
    pub inside: Vec<Region>,
    /// The planes `x = a`, `y = b`, `z = c` of which it is the mirror image of itself, m.
    pub planes: [Option<f64>; 3],
    /// The direction (0 for x, 1 for y, 2 for z) of an axis of which it is a body of revolution, and a point of the axis, m.
    pub axis: Option<(usize, [f64; 3])>,
}

/// Why nothing is known of bodies.
#[derive(Debug, thiserror::Error)]
pub enum BodiesError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file says what means nothing, with the places.
    #[error("{}", lines(path, mistakes))]
    File {
        /// The file.
        path: PathBuf,
        /// All that is wrong with it.
        mistakes: Vec<Mistake>,
    },
    /// What is said of a body means nothing.
    #[error("{body}: {what}")]
    Body {
        /// The body.
        body: String,
        /// What is wrong, and what would be right.
        what: String,
    },
}

impl Bodies {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Whether the robot has these bodies, and each can be as is said of it.
    ///
    /// # Errors
    /// [`BodiesError::Body`].
    pub fn check(&self, model: &Model) -> Result<(), BodiesError> {
        self.conditions(model).map(|_| ())
    }

    /// Masses of the robot file from which its plan for physical parameters starts and which are not those that are known here but for
    /// rounding, by name.
    #[must_use]
    pub fn other_masses(&self, model: &Model) -> Vec<(String, f64)> {
        let is_other = |body: usize, mass: f64| {
            let own = |(name, _): &&(String, Body)| model.bodies[body] == *name;
            self.of.iter().filter(own).any(|(_, known)| {
                let [low, high] = known.mass;
                low.is_some_and(|low| mass < low * (1.0 - ROUNDED))
                    || high.is_some_and(|high| mass > high * (1.0 + ROUNDED))
            })
        };
        let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
        let others = of_plan.filter_map(|known| match (known.kind, known.nominal) {
            (
                PhysicalKind::Body {
                    body,
                    component: Inertial::Mass,
                },
                Some(mass),
            ) => is_other(body, mass).then(|| (known.name.to_owned(), mass)),
            _ => None,
        });
        others.collect()
    }

    /// The conditions on each body, by its place among those of the robot.
    pub(crate) fn conditions(
        &self,
        model: &Model,
    ) -> Result<Vec<(usize, Conditions)>, BodiesError> {
        let each = self.of.iter().map(|(name, body)| {
            let fault = |what: String| BodiesError::Body {
                body: name.clone(),
                what,
            };
            let place = place(model, name).map_err(fault)?;
            let conditions = body.conditions().map_err(fault)?;
            possible::check(&conditions).map_err(fault)?;
            Ok((place, conditions))
        });
        each.collect()
    }
}

/// The place of a body among those of a robot.
fn place(model: &Model, name: &str) -> Result<usize, String> {
    let mut names = model.bodies.iter();
    names.position(|body| *body == name).ok_or_else(|| {
        let close = suggestion(name, model.bodies.iter().copied());
        format!("the robot {} has no body `{name}`{close}", model.name)
    })
}

/// Mistakes with their places, a line each.
fn lines(path: &std::path::Path, mistakes: &[Mistake]) -> String {
    let path = path.display();
    let line = |Mistake { spot, what }: &Mistake| match spot {
        Some(Spot { line, column }) => format!("{path}, line {line}, column {column}: {what}"),
        None => format!("{path}: {what}"),
    };
    let lines: Vec<String> = mistakes.iter().map(line).collect();
    lines.join("\n")
}
