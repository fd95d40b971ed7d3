//! What a joint hides: changes of a body that look the same as changes of the body below it.
//!
//! A joint that turns does not move a mass on its axis, and an inertia that is the same all round
//! looks the same from every angle; a joint that slides does not turn the body. What it does not
//! move in its own way, the body that carries it moves just so (Khalil and Gautier's grouping). Each
//! case is confirmed on the table of what is measured before it is stated.

use std::collections::BTreeMap;

use super::table::{Row, Table};
use crate::algebra::vector::{add, apply, constant, rotate};
use crate::algebra::{Poly, Polynomials, Rational, Vector};
use crate::dynamics::joint_axis;
use crate::mechanism::{Mechanism, ParameterKind};

/// Why a change of a body looks like a change of the body that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// A mass at the body's origin is on the axis of its joint.
    MassOnAxis,
    /// A first moment along the axis of its joint, with which the body's own axis agrees.
    MomentOnAxis,
    /// The same inertia about both axes across that of its joint: the components of the pair.
    RoundInertia(usize, usize),
    /// Its joint slides: it turns as the body that carries it does.
    Slides,
}

/// A direction in the space of parameters: what each is changed by.
type Direction = BTreeMap<usize, Poly>;

/// The indices of inertia's components by their axes.
const TENSOR: [[usize; 3]; 3] = [[4, 5, 6], [5, 7, 8], [6, 8, 9]];

/// What its own joint hides of a component of a body, if it does.
pub(super) fn hidden(mechanism: &Mechanism, table: &Table, parameter: usize) -> Option<Hidden> {
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return None;
    };
    let place = Place::of(mechanism, body);
    let axis = joint_axis(mechanism, body);
    let turns = axis.direction.iter().any(|x| !x.is_zero());
    let along = (0..3).find(|&i| (0..3).all(|k| k == i || axis.direction[k].is_zero()));
    let (kind, own, below) = match (component, along) {
        (4..=9, _) if !turns => {
            let (i, j) = place_of(component)?;
            let inertia = place.outer(&unit(i), &unit(j));
            (
                Hidden::Slides,
                vec![component],
                Change {
                    inertia,
                    ..Change::default()
                },
            )
        }
        (0, _) if turns && axis.through_origin => {
            (Hidden::MassOnAxis, vec![0], place.mass_at_origin())
        }
        (1..=3, Some(i)) if turns && axis.through_origin && component == i + 1 => {
            (Hidden::MomentOnAxis, vec![component], place.moment(i))
        }
        (4 | 7 | 9, Some(i)) if turns && TENSOR[i][i] != component => {
            let [j, k] = [(i + 1) % 3, (i + 2) % 3];
            let pair = [TENSOR[j][j], TENSOR[k][k]];
            let (first, second) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let round = place.outer(&unit(j), &unit(j));
            let inertia = sum(&round, &place.outer(&unit(k), &unit(k)));
            let change = Change {
                inertia,
                ..Change::default()
            };
            (Hidden::RoundInertia(first, second), pair.to_vec(), change)
        }
        _ => return None,
    };
    let mut direction = Direction::new();
    let index = |body, component| {
        let wanted = ParameterKind::Inertial { body, component };
        mechanism.parameters.iter().position(|p| p.kind == wanted)
    };
    for component in own {
        direction.insert(index(body, component)?, Poly::one());
    }
    if let Some(parent) = mechanism.bodies[body].parent {
        for (component, value) in below.components().into_iter().enumerate() {
            direction.insert(index(parent, component)?, -&value);
        }
    }
    table
        .places()
        .values()
        .all(|row| product(row, &direction).is_zero())
        .then_some(kind)
}

fn product(row: &Row, direction: &Direction) -> Poly {
    let mut sum = Poly::zero();
    for (column, entry) in row {
        if let Some(factor) = direction.get(column) {
            sum = &sum + &(entry * factor);
        }
    }
    sum
}

/// A unit vector.
fn unit(axis: usize) -> Vector<Poly> {
    std::array::from_fn(|i| Poly::constant(Rational::from(i64::from(i == axis))))
}

/// The axes of an off-diagonal or diagonal element of inertia.
fn place_of(component: usize) -> Option<(usize, usize)> {
    let all = (0..3).flat_map(|i| (i..3).map(move |j| (i, j)));
    all.into_iter().find(|&(i, j)| TENSOR[i][j] == component)
}

type Tensor = [Vector<Poly>; 3];

fn sum(a: &Tensor, b: &Tensor) -> Tensor {
    std::array::from_fn(|i| add(&mut Polynomials, &a[i], &b[i]))
}

/// A change of mass, first moment and inertia of a body.
#[derive(Default)]
struct Change {
    mass: Poly,
    moment: Vector<Poly>,
    inertia: Tensor,
}

impl Change {
    /// In the order of the parameter vector.
    fn components(&self) -> [Poly; 10] {
        let [x, y, z] = &self.moment;
        let l = &self.inertia;
        [
            &self.mass, x, y, z, &l[0][0], &l[0][1], &l[0][2], &l[1][1], &l[1][2], &l[2][2],
        ]
        .map(Clone::clone)
    }
}

/// Where a body's frame is in the frame of the body that carries it, when its joint is at zero.
struct Place {
    rotation: [Vector<Poly>; 3],
    origin: Vector<Poly>,
}

impl Place {
    fn of(mechanism: &Mechanism, body: usize) -> Self {
        let p = &mut Polynomials;
        let body = &mechanism.bodies[body];
        let step = rotate(p, &body.before.rotation, &body.after.translation);
        let columns: [Vector<Poly>; 3] = std::array::from_fn(|k| {
            let column = std::array::from_fn(|i| body.after.rotation[i][k].clone());
            let column = constant(p, &column);
            rotate(p, &body.before.rotation, &column)
        });
        Self {
            rotation: std::array::from_fn(|i| std::array::from_fn(|k| columns[k][i].clone())),
            origin: add(p, &body.before.translation, &step),
        }
    }

    /// A mass of 1 at the body's origin, for the body below.
    fn mass_at_origin(&self) -> Change {
        let r = &self.origin;
        Change {
            mass: Poly::one(),
            moment: r.clone(),
            inertia: steiner(r, r, &Rational::ONE),
        }
    }

    /// A first moment of 1 along an axis of the body.
    fn moment(&self, axis: usize) -> Change {
        let moment = apply(&mut Polynomials, &self.rotation, &unit(axis));
        Change {
            mass: Poly::zero(),
            inertia: steiner(&self.origin, &moment, &Rational::from(2)),
            moment,
        }
    }

    /// Half of `a bᵀ + b aᵀ`, twice that off the diagonal's place: the tensor with a unit element
    /// at two axes of the body, in the axes of the body below.
    fn outer(&self, a: &Vector<Poly>, b: &Vector<Poly>) -> Tensor {
        let p = &mut Polynomials;
        let (u, v) = (apply(p, &self.rotation, a), apply(p, &self.rotation, b));
        let same = a == b;
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let first = &u[i] * &v[j];
                if same {
                    first
                } else {
                    &first + &(&v[i] * &u[j])
                }
            })
        })
    }
}

/// `factor (a·b 1 - ½ (a bᵀ + b aᵀ))`.
fn steiner(a: &Vector<Poly>, b: &Vector<Poly>, factor: &Rational) -> Tensor {
    let mut dot = Poly::zero();
    for (x, y) in a.iter().zip(b) {
        dot = &dot + &(x * y);
    }
    let half = Rational::new(1, 2);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let outer = (&(&a[i] * &b[j]) + &(&b[i] * &a[j])).scale(&half);
            let diagonal = if i == j { dot.clone() } else { Poly::zero() };
            (&diagonal - &outer).scale(factor)
        })
    })
}
