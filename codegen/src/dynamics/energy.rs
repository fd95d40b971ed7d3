//! The energy and dissipation functions that each standard parameter multiplies, in normal form.
//!
//! Torque is linear in the standard parameters, and each parameter's torque column follows from
//! one scalar function: kinetic energy `½ Σ M_ij qd_i qd_j` and potential `V` for inertial
//! parameters, rotors, armature and offsets (a constant torque is a potential linear in `q`), and
//! Rayleigh's dissipation for friction (`½ (f·qd)²` viscous, `|f·qd|` Coulomb). These functions
//! decide what is identifiable, and give the closed form.

use std::collections::BTreeMap;

use super::chain::{Screw, coordinate_index, screws};
use super::drives::velocity_form;
use super::expansion::{BUDGET, Expansion, TooLarge};
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

/// Inertia and potential of the ten parameters of every body; the drives' places left empty.
fn body_functions(p: &mut Expansion, mechanism: &Mechanism) -> Vec<Functions> {
    let frames = Frames {
        screws: screws(p, mechanism),
        fields: fields(p, mechanism),
    };
    let potentials: Vec<[Poly; 4]> = frames
        .fields
        .iter()
        .map(|([x, y, z], height)| [-height, -x, -y, -z])
        .collect();
    let mut all = vec![Functions::default(); mechanism.parameters.len()];
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        let ParameterKind::Inertial { body, component } = parameter.kind else {
            continue;
        };
        all[index].potential = potentials[body].get(component).cloned().unwrap_or_default();
    }
    for (body, carried) in frames.screws.iter().enumerate() {
        let columns: Vec<usize> = (0..mechanism.parameters.len())
            .filter(|&p| matches!(mechanism.parameters[p].kind, ParameterKind::Inertial { body: b, .. } if b == body))
            .collect();
        for (position, (i, first)) in carried.iter().enumerate() {
            for (j, second) in &carried[position..] {
                let key = (*i.min(j), *i.max(j));
                for (&column, element) in columns.iter().zip(inertia_columns(p, first, second)) {
                    insert(&mut all[column].inertia, key, element);
                }
            }
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

/// Gravity in each body's frame, and gravity times the position of its origin in the base frame:
/// mass and first moments multiply `-g·(m p + R h)` in the potential.
fn fields(p: &mut Expansion, mechanism: &Mechanism) -> Vec<(Vector<Poly>, Poly)> {
    let base = vector::constant(p, &mechanism.gravity);
    let mut fields: Vec<(Vector<Poly>, Poly)> = Vec::with_capacity(mechanism.bodies.len());
    for (j, body) in mechanism.bodies.iter().enumerate() {
        let (field, height) = match body.parent {
            Some(parent) => fields[parent].clone(),
            None => (base.clone(), Poly::zero()),
        };
        fields.push(super::gravity::carry_field(p, body, j, &field, &height));
    }
    fields
}
