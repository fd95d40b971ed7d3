//! What a joint hides: changes of a body that look the same as changes of the body below it.
//!
//! A joint that turns does not move a mass on its axis, and an inertia that is the same all round
//! looks the same from every angle; a joint that slides does not turn the body. What it does not
//! move in its own way, the body that carries it moves just so (Khalil and Gautier's grouping). Each
//! case is confirmed on the table of what is measured before it is stated.

use std::collections::BTreeMap;

use super::table::{Row, Table};
use crate::algebra::vector::{add, apply, constant, rotate};
use crate::algebra::{BodyIndex, ParameterIndex, Poly, Polynomials, Rational, Vector};
use crate::dynamics::{JointAxis, joint_axis};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind};

/// Why a change of a body looks like a change of the body that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// A mass at the body's origin is on the axis of its joint.
    MassOnAxis,
    /// A first moment along the axis of its joint, with which the body's own axis agrees.
    MomentOnAxis,
    /// The same inertia about both axes across that of its joint: these.
    RoundInertia(Axis, Axis),
    /// Its joint slides: it turns as the body that carries it does.
    Slides,
}

/// A direction in the space of parameters: what each is changed by.
type Direction = BTreeMap<ParameterIndex, Poly>;

/// What its own joint hides of a component of a body, if it does.
pub(super) fn hidden(
    mechanism: &Mechanism,
    table: &Table,
    parameter: ParameterIndex,
) -> Option<Hidden> {
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return None;
    };
    let place = Place::of(mechanism, body);
    let axis = joint_axis(mechanism, body);
    let turns = axis.turns();
    let along = Axis::ALL.into_iter().find(|&i| axis.is_along(i));
    let (kind, own, below) = match (component, along) {
        (Inertial::Inertia(i, j), _) if !turns => {
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
        (Inertial::Mass, _) if turns && axis.through_origin => {
            (Hidden::MassOnAxis, vec![component], place.mass_at_origin())
        }
        (Inertial::Moment(i), Some(along)) if turns && axis.through_origin && i == along => {
            (Hidden::MomentOnAxis, vec![component], place.moment(i))
        }
        (Inertial::Inertia(i, same), Some(along)) if turns && i == same && i != along => {
            let [j, k] = along.others();
            let round = place.outer(&unit(j), &unit(j));
            let inertia = sum(&round, &place.outer(&unit(k), &unit(k)));
            let change = Change {
                inertia,
                ..Change::default()
            };
            let pair = [j, k].map(|axis| Inertial::Inertia(axis, axis));
            (
                Hidden::RoundInertia(j.min(k), j.max(k)),
                pair.to_vec(),
                change,
            )
        }
        _ => return None,
    };
    let mut direction = Direction::new();
    for component in own {
        direction.insert(mechanism.inertial(body, component)?, Poly::one());
    }
    if let Some(parent) = mechanism.bodies[body].parent {
        for component in Inertial::ALL {
            let value = -below.component(component);
            direction.insert(mechanism.inertial(parent, component)?, value);
        }
    }
    table
        .places()
        .values()
        .all(|row| product(row, &direction).is_zero())
        .then_some(kind)
}

impl JointAxis {
    /// Whether the joint turns.
    pub(super) fn turns(&self) -> bool {
        self.direction.iter().any(|x| !x.is_zero())
    }

    /// Whether it has no component across an axis of the body.
    pub(super) fn is_along(&self, axis: Axis) -> bool {
        let across = axis.others().map(Axis::at);
        across.into_iter().all(|k| self.direction[k].is_zero())
    }
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
fn unit(axis: Axis) -> Vector<Poly> {
    Axis::ALL.map(|i| Poly::constant(Rational::from(i64::from(i == axis))))
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
    /// By how much a component changes.
    fn component(&self, component: Inertial) -> &Poly {
        match component {
            Inertial::Mass => &self.mass,
            Inertial::Moment(axis) => &self.moment[axis.at()],
            Inertial::Inertia(i, j) => &self.inertia[i.at()][j.at()],
        }
    }
}

/// Where a body's frame is in the frame of the body that carries it, when its joint is at zero.
struct Place {
    rotation: [Vector<Poly>; 3],
    origin: Vector<Poly>,
}

impl Place {
    fn of(mechanism: &Mechanism, body: BodyIndex) -> Self {
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
    fn moment(&self, axis: Axis) -> Change {
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
