//! The energy and dissipation functions that each standard parameter multiplies, in normal form.
//!
//! Torque is linear in the standard parameters, and each parameter's torque column follows from
//! one scalar function: kinetic energy `½ Σ M_ij qd_i qd_j` and potential `V` for inertial
//! parameters, rotors, armature and offsets (a constant torque is a potential linear in `q`), and
//! Rayleigh's dissipation for friction (`½ (f·qd)²` viscous, `|f·qd|` Coulomb). These functions
//! decide what is identifiable, and give the closed form.

use std::collections::BTreeMap;

use super::chain::{Screw, carry_screws, coordinate_index};
use super::drives::velocity_form;
use super::expansion::{BUDGET, Expansion, TooLarge};
use super::forecast::Forecast;
use super::wrench::{Frames, WrenchFunctions, add_wrenches};
use crate::algebra::vector::{cross, dot};
use crate::algebra::{Algebra, Atom, Poly, Rational, Vector, vector};
use crate::mechanism::{Mechanism, ParameterKind};

/// What one standard parameter multiplies. Elements are kept for `i ≤ j` and where not zero.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Functions {
    /// Its part of each element of the inertia matrix, by `(i, j)`.
    pub inertia: BTreeMap<(usize, usize), Poly>,
    /// Its part of the potential.
    pub potential: Poly,
    /// The velocity form of a viscous term.
    pub viscous: Option<Vec<Rational>>,
    /// The velocity form of a Coulomb term.
    pub coulomb: Option<Vec<Rational>>,
    /// Its part of each measured wrench, in the order of the sensors; drives have none.
    pub wrenches: Vec<WrenchFunctions>,
}

/// The functions of every standard parameter, in the order of the parameter vector.
///
/// # Errors
/// [`TooLarge`] if they have too many terms to be expanded.
pub fn functions(mechanism: &Mechanism) -> Result<Vec<Functions>, TooLarge> {
    let mut expansion = Expansion::new(BUDGET);
    let mut all = body_functions(&mut expansion, mechanism);
    if expansion.is_spent() {
        return Err(TooLarge::of(mechanism));
    }
    for (parameter, functions) in mechanism.parameters.iter().zip(&mut all) {
        match parameter.kind {
            ParameterKind::Inertial { .. } => {}
            ParameterKind::Inertia(site) => {
                let form = velocity_form(mechanism, site);
                for i in 0..form.len() {
                    for j in i..form.len() {
                        insert(
                            &mut functions.inertia,
                            (i, j),
                            Poly::constant(&form[i] * &form[j]),
                        );
                    }
                }
            }
            ParameterKind::Offset(site) => {
                for (i, factor) in velocity_form(mechanism, site).iter().enumerate() {
                    let position = Poly::atom(Atom::Position(coordinate_index(i)));
                    functions.potential = &functions.potential + &position.scale(factor);
                }
            }
            ParameterKind::Viscous(site) => {
                functions.viscous = Some(velocity_form(mechanism, site))
            }
            ParameterKind::Coulomb(site) => {
                functions.coulomb = Some(velocity_form(mechanism, site))
            }
        }
    }
    Ok(all)
}

/// Inertia and potential of the ten parameters of every body; the drives' places left empty. Body
/// by body, so that a mechanism that is too large is known for it before most of the work is done.
fn body_functions(p: &mut Expansion, mechanism: &Mechanism) -> Vec<Functions> {
    let mut forecast = Forecast::new(mechanism, p);
    let mut frames = Frames {
        screws: Vec::new(),
        fields: Vec::new(),
    };
    let mut all = vec![Functions::default(); mechanism.parameters.len()];
    for body in 0..mechanism.bodies.len() {
        carry_screws(p, mechanism, body, &mut frames.screws);
        let potentials = potentials(p, mechanism, body, &mut frames.fields);
        let columns: Vec<(usize, usize)> = mechanism
            .parameters
            .iter()
            .enumerate()
            .filter_map(|(index, parameter)| match parameter.kind {
                ParameterKind::Inertial { body: b, component } if b == body => {
                    Some((index, component))
                }
                _ => None,
            })
            .collect();
        for &(column, component) in &columns {
            all[column].potential = potentials.get(component).cloned().unwrap_or_default();
        }
        let carried = &frames.screws[body];
        for (position, (i, first)) in carried.iter().enumerate() {
            for (j, second) in &carried[position..] {
                let key = (*i.min(j), *i.max(j));
                let elements = inertia_columns(p, first, second);
                for (&(column, _), element) in columns.iter().zip(elements) {
                    insert(&mut all[column].inertia, key, element);
                }
            }
        }
        if forecast.exceeds(p) {
            p.give_up();
            return all;
        }
    }
    for sensor in mechanism.measure.sensors() {
        add_wrenches(p, mechanism, sensor, &frames, &mut all);
    }
    all
}

pub(super) fn insert(
    elements: &mut BTreeMap<(usize, usize), Poly>,
    key: (usize, usize),
    element: Poly,
) {
    if !element.is_zero() {
        elements.insert(key, element);
    }
}

/// What the ten parameters of a body multiply in `M_ij`, from the screws of both joints in the
/// body's frame: `m b_i·b_j + h·(b_i×a_j + b_j×a_i)`... expanded for `m`, `h` and `L`.
pub(super) fn inertia_columns(p: &mut Expansion, i: &Screw<Poly>, j: &Screw<Poly>) -> [Poly; 10] {
    // Twice the kinetic energy is m v·v + 2 h·(v × w) + wᵀ L w; its polarisation by i and j:
    let mass = dot(p, &i.b, &j.b);
    let (first, second) = (cross(p, &i.b, &j.a), cross(p, &j.b, &i.a));
    let moment: Vector<Poly> = std::array::from_fn(|k| &first[k] + &second[k]);
    let mut square = |k: usize| p.mul(&i.a[k], &j.a[k]);
    let [xx, yy, zz] = [square(0), square(1), square(2)];
    let mut product = |k: usize, l: usize| {
        let (left, right) = (p.mul(&i.a[k], &j.a[l]), p.mul(&i.a[l], &j.a[k]));
        p.add(&left, &right)
    };
    let [xy, xz, yz] = [product(0, 1), product(0, 2), product(1, 2)];
    let [x, y, z] = moment;
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}

/// What mass and first moments of a body multiply in the potential: `-g·(m p + R h)`, zero at the
/// base frame's origin. `fields` holds gravity in the frame of each body before it, and gravity
/// times the position of its origin.
fn potentials(
    p: &mut Expansion,
    mechanism: &Mechanism,
    index: usize,
    fields: &mut Vec<(Vector<Poly>, Poly)>,
) -> [Poly; 4] {
    let body = &mechanism.bodies[index];
    let (field, height) = match body.parent {
        Some(parent) => fields[parent].clone(),
        None => (vector::constant(p, &mechanism.gravity), Poly::zero()),
    };
    let ([x, y, z], height) = super::gravity::carry_field(p, body, index, &field, &height);
    let potentials = [-&height, -&x, -&y, -&z];
    fields.push(([x, y, z], height));
    potentials
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, Expansion, body_functions};
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
                let mut expansion = Expansion::new(budget);
                let functions = body_functions(&mut expansion, &chain(joints, kinds, rpy));
                (functions, expansion)
            };
            let (functions, expansion) = expand(5, BUDGET);
            let work = BUDGET - expansion.left();
            let (again, expansion) = expand(5, 2 * work);
            assert!(!expansion.is_spent(), "{rpy}");
            assert_eq!(functions, again);
            let (_, expansion) = expand(12, 2 * work);
            assert!(expansion.is_spent(), "{rpy}");
        }
    }
}
