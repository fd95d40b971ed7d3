//! The energy and dissipation functions that each standard parameter multiplies, in normal form.
//!
//! Torque is linear in the standard parameters, and each parameter's torque column follows from
//! one scalar function: kinetic energy `½ Σ M_ij qd_i qd_j` and potential `V` for inertial
//! parameters, rotors, armature and offsets (a constant torque is a potential linear in `q`), and
//! Rayleigh's dissipation for friction (`½ (f·qd)²` viscous, `|f·qd|` Coulomb, and so on: the integrals of its
//! effects). A spring has the potential `½ (f·q)²`. These functions give the closed form. The base is at rest in them.

use std::collections::BTreeMap;

use super::drives::{Form, potential_of, velocity_form};
use super::expansion::{DEFAULT_BUDGET, Expansion, work};
use super::forecast::Forecast;
use super::link::Link;
use super::screws::{Carried, Movers, by_rows, movers_of, units};
use super::springs::half_square;
use crate::algebra::spatial::{Screw, Vector};
use crate::algebra::{
    BodyIndex, CoordinateIndex, Expression, Indexed, ParameterIndex, Poly, Rational, Ring,
};
use crate::mechanism::{Base, Effect, Inertial, Mechanism, ParameterKind};

/// A polynomial of an expansion.
type E<'r> = Expression<'r, Expansion>;

/// What one standard parameter multiplies. Elements are kept for `i ≤ j` and where not zero.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Functions {
    /// Its part of each element of the inertia matrix, by `(i, j)`.
    pub inertia: BTreeMap<(CoordinateIndex, CoordinateIndex), Poly>,
    /// Its part of the potential.
    pub potential: Poly,
    /// Friction: effects of the velocity of a form, each with its factor. Constant ones are a potential.
    pub friction: Vec<(Effect, Rational, Form)>,
    /// Its part of each measured wrench, in the order of the sensors; drives have none.
    pub wrenches: Vec<WrenchFunctions>,
}

/// What one standard parameter multiplies in a measured wrench; nothing if the sensor does not
/// carry its body. Rows: force x, y, z, moment x, y, z.
///
/// A column of the wrench is `Σ momentum_(row, k) qdd_k`, terms in velocities, and the weight.
/// It vanishes for every motion exactly when momentum and weight do: what has no momentum has no
/// rate of it, and weight is what is left at rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrenchFunctions {
    /// Momentum in each row for a unit rate of each coordinate, by (row, coordinate), where not zero.
    pub momentum: BTreeMap<(usize, CoordinateIndex), Poly>,
    /// What holds it against gravity at rest.
    pub weight: [Poly; 6],
}

/// The functions of every standard parameter; `None` if they have far more terms than a closed form
/// may have, or the base moves.
#[must_use]
pub fn functions(mechanism: &Mechanism) -> Option<Indexed<ParameterIndex, Functions>> {
    if mechanism.base == Base::Input {
        return None;
    }
    let budget = work(mechanism.budget.unwrap_or(0).max(DEFAULT_BUDGET));
    let ring = Ring::over(Expansion::new(budget));
    let mut all = body_functions(&ring, mechanism);
    if ring.look(Expansion::is_spent) {
        return None;
    }
    for (functions, parameter) in all.iter_mut().zip(&mechanism.parameters) {
        let form = |site| velocity_form(mechanism, site);
        match parameter.kind {
            ParameterKind::Inertial { .. } => {}
            ParameterKind::SpringRate(spring) => {
                functions.potential = half_square(&ring, mechanism, spring);
            }
            ParameterKind::Inertia(site) => {
                let form = form(site);
                for (i, a) in form.enumerate() {
                    for (j, b) in form.enumerate().skip(i.at()) {
                        insert(&mut functions.inertia, (i, j), Poly::constant(a * b));
                    }
                }
            }
            kind => {
                let Some(form) = kind.site().map(form) else {
                    continue;
                };
                for (effect, share) in kind.effects() {
                    match potential_of(effect, &form) {
                        Some(potential) => {
                            functions.potential = &functions.potential + &potential.scale(&share);
                        }
                        None => functions.friction.push((effect, share, form.clone())),
                    }
                }
            }
        }
    }
    Some(all)
}

/// What is known in the frame of a body.
struct Frame<'r> {
    movers: Movers<'r, Expansion>,
    /// The screws by rows of torque.
    screws: Carried<'r, Expansion>,
    /// Gravity, and gravity times the position of the origin.
    field: (Vector<'r, Expansion>, E<'r>),
}

impl<'r> Frame<'r> {
    fn of(
        ring: &'r Ring<Expansion>,
        mechanism: &Mechanism,
        body: BodyIndex,
        parent: Option<&Self>,
    ) -> Self {
        let base = || (Vector::numbers(ring, &mechanism.gravity), ring.zero());
        let above = parent.map_or_else(base, |parent| parent.field);
        let movers = movers_of(ring, mechanism, body, parent.map(|parent| &parent.movers));
        Self {
            screws: by_rows(ring, mechanism, &movers),
            movers,
            field: Link::of(ring, mechanism, body).field(above),
        }
    }
}

/// Inertia and potential of the ten parameters of every body; the drives' places left empty. Body
/// by body, so that a mechanism that is too large is known for it before most of the work is done.
fn body_functions(
    ring: &Ring<Expansion>,
    mechanism: &Mechanism,
) -> Indexed<ParameterIndex, Functions> {
    let mut forecast = Forecast::new(mechanism, ring);
    let mut all = mechanism.parameters.map(|_, _| Functions::default());
    let frames = mechanism
        .bodies
        .recurse(|done: &Indexed<BodyIndex, Frame<'_>>, j, body| {
            let frame = Frame::of(ring, mechanism, j, body.parent.map(|parent| &done[parent]));
            if !ring.look(Expansion::is_spent) {
                expand_body(ring, mechanism, j, &frame, &mut all);
                if forecast.exceeds(ring) {
                    ring.change(Expansion::give_up);
                }
            }
            frame
        });
    for sensor in mechanism.measure.sensors() {
        add_wrenches(ring, mechanism, sensor, &frames, &mut all);
    }
    all
}

/// Adds to each inertial parameter's functions its part of the wrench at a sensor.
fn add_wrenches<'r>(
    ring: &'r Ring<Expansion>,
    mechanism: &Mechanism,
    sensor: BodyIndex,
    frames: &Indexed<BodyIndex, Frame<'r>>,
    all: &mut Indexed<ParameterIndex, Functions>,
) {
    let poly = |e: E<'_>| ring.look(|expansion| expansion.get(e.element).clone());
    for functions in all.iter_mut() {
        functions.wrenches.push(WrenchFunctions::default());
    }
    for (j, units) in units(ring, mechanism, sensor).enumerate() {
        let parameters = Inertial::ALL.map(|c| mechanism.inertial(j, c));
        for (row, unit) in units.iter().flatten().enumerate() {
            let mut put = |elements: &[E<'_>], momentum: Option<CoordinateIndex>| {
                for (parameter, element) in parameters.iter().flatten().zip(elements) {
                    let Some(wrench) = all[*parameter].wrenches.last_mut() else {
                        continue;
                    };
                    match momentum {
                        Some(k) => insert(&mut wrench.momentum, (row, k), poly(*element)),
                        None => wrench.weight[row] = poly(*element),
                    }
                }
            };
            for (k, screw) in &frames[j].screws {
                let coordinate = mechanism.coordinate_of(*k);
                if coordinate.is_some() {
                    put(&polarised(*unit, *screw), coordinate);
                }
            }
            put(&weight(*unit, frames[j].field.0), None);
        }
    }
}

/// What mass and first moments multiply in the power that holds them against gravity, along a
/// screw: `-m b·g + h·(a×g)`.
fn weight<'r>(screw: Screw<'r, Expansion>, field: Vector<'r, Expansion>) -> [E<'r>; 4] {
    let fall = screw.linear.dot(field);
    let Vector([x, y, z]) = screw.angular.cross(field);
    [-fall, x, y, z]
}

/// The functions of a body's ten parameters.
fn expand_body(
    ring: &Ring<Expansion>,
    mechanism: &Mechanism,
    body: BodyIndex,
    Frame { screws, field, .. }: &Frame<'_>,
    all: &mut Indexed<ParameterIndex, Functions>,
) {
    let poly = |e: E<'_>| ring.look(|expansion| expansion.get(e.element).clone());
    let parameters = Inertial::ALL.map(|c| mechanism.inertial(body, c));
    let (Vector([x, y, z]), height) = *field;
    for (parameter, potential) in parameters.iter().flatten().zip([height, x, y, z]) {
        all[*parameter].potential = poly(-potential);
    }
    for (position, (i, first)) in screws.iter().enumerate() {
        for (j, second) in &screws[position..] {
            let (Some(i), Some(j)) = (mechanism.coordinate_of(*i), mechanism.coordinate_of(*j))
            else {
                continue;
            };
            for (parameter, element) in parameters.iter().flatten().zip(polarised(*first, *second))
            {
                insert(
                    &mut all[*parameter].inertia,
                    (i.min(j), i.max(j)),
                    poly(element),
                );
            }
        }
    }
}

fn insert<K: Ord>(elements: &mut BTreeMap<K, Poly>, key: K, element: Poly) {
    if !element.is_zero() {
        elements.insert(key, element);
    }
}

/// What the ten parameters of a body multiply in `M_ij`, from the screws of both rows in the body's
/// frame: twice the kinetic energy is `m v·v + 2 h·(v × w) + wᵀ L w`, polarised.
fn polarised<'r>(i: Screw<'r, Expansion>, j: Screw<'r, Expansion>) -> [E<'r>; 10] {
    let mass = i.linear.dot(j.linear);
    let Vector([x, y, z]) = i.linear.cross(j.angular) + j.linear.cross(i.angular);
    let (a, b) = (i.angular, j.angular);
    let product = |k: usize, l: usize| a[k] * b[l] + a[l] * b[k];
    let [xx, yy, zz] = [0, 1, 2].map(|k| a[k] * b[k]);
    let [xy, xz, yz] = [product(0, 1), product(0, 2), product(1, 2)];
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_BUDGET, Expansion, Ring, body_functions, work};
    use crate::mechanism::{Mechanism, load};

    /// A chain of joints, each turned against the one before it.
    fn chain(joints: usize, kinds: &[&str], rpy: &str) -> Mechanism {
        use std::fmt::Write as _;
        let mut text = "robot: chain\ngravity: [1, 2, -9]\nbodies:\n".to_owned();
        for i in 0..joints {
            let parent = if i == 0 {
                "base".to_owned()
            } else {
                format!("b{}", i - 1)
            };
            let kind = kinds[i % kinds.len()];
            let origin = format!("origin: {{xyz: [0.1, 0.2, 0.3], rpy: {rpy}}}");
            let joint = format!("{{name: q{i}, type: {kind}, {origin}, axis: [0, 0, 1]}}");
            writeln!(text, "  - {{name: b{i}, parent: {parent}, joint: {joint}}}").expect("text");
        }
        load("chain.yaml", &text).expect("a robot").0
    }

    #[test]
    fn the_forecast_gives_nothing_up_that_fits_the_budget() {
        let (turning, mixed) = (
            ["revolute"].as_slice(),
            ["revolute", "prismatic"].as_slice(),
        );
        for (kinds, rpy) in [
            (turning, "[0, 0, 0]"),
            (turning, "[pi/2, 0, 0]"),
            (turning, "[0.1, 0.2, 0.3]"),
            (mixed, "[pi/2, 0, 0]"),
            (mixed, "[0.1, 0.2, 0.3]"),
        ] {
            let expand = |joints, budget| {
                let ring = Ring::over(Expansion::new(budget));
                let functions = body_functions(&ring, &chain(joints, kinds, rpy));
                (functions, ring.into_algebra())
            };
            let budget = 100 * work(DEFAULT_BUDGET);
            let (functions, expansion) = expand(5, budget);
            let work = budget - expansion.left();
            let (again, expansion) = expand(5, 2 * work);
            assert!(!expansion.is_spent(), "{rpy}");
            assert_eq!(functions, again);
            let (_, expansion) = expand(12, 2 * work);
            assert!(expansion.is_spent(), "{rpy}");
        }
    }
}
