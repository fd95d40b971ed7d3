//! Why a standard parameter is identifiable, combined or invisible: statements that are exact.
//!
//! Energy has an inertia component with the products of two components of the body's angular
//! velocity, a mass with the square of its origin's velocity, a first moment with the vector product
//! of both; gravity works on mass and first moments. A product of polynomials vanishes only if a
//! factor does (sines and cosines of independent joints have no divisors of zero), so for each
//! invisible parameter it can be said which motion is missing. A wrench has the same components of
//! motion, each by itself.

use super::hidden::{Hidden, hidden};
use super::table::{Place, Table};
use super::{BaseParameters, Class};
use crate::algebra::{
    Atom, BaseIndex, BodyIndex, CoordinateIndex, Indexed, JointIndex, Monomial, ParameterIndex,
};
use crate::dynamics::{Field, Functions, Reach, ancestors, joint_axis, reaches, torque_form};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind, Quantity};

/// Why a parameter has its class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// No combination of others has its effect; where it acts alone, if it does so anywhere.
    Alone(Option<Seen>),
    /// It enters only with others.
    Together {
        /// The base parameters in which it is.
        within: Vec<BaseIndex>,
        /// Why a body cannot be told from the one that carries it, if that is the reason.
        hidden: Option<Hidden>,
    },
    /// It has no effect, since all of these hold.
    Absent(Vec<Statement>),
}

/// A function in which a parameter multiplies something that no other parameter does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The element of the inertia matrix of two coordinates.
    Inertia(CoordinateIndex, CoordinateIndex),
    /// The potential energy.
    Potential,
    /// Friction.
    Friction,
    /// The torque of a measured drive, by its number among the measured quantities.
    Torque(usize),
    /// A row of the wrench at a sensor, by the sensor's number.
    Wrench(usize, usize),
}

/// Something that holds in every motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statement {
    /// A body turns about these of its axes at most.
    Turns(BodyIndex, [bool; 3]),
    /// The origin of a body moves along these of its axes at most.
    Moves(BodyIndex, [bool; 3]),
    /// Velocity of the origin times angular velocity has no component along an axis of a body.
    NoProduct(BodyIndex, Axis),
    /// Gravity has no component along an axis of a body.
    AcrossGravity(BodyIndex, Axis),
    /// Gravity's component along an axis of a body never changes.
    SteadyGravity(BodyIndex, Axis),
    /// There is no gravity.
    NoGravity,
    /// No sensor of force and torque is between a body and the base.
    NotSensed(BodyIndex),
    /// No drive whose torque is measured moves a body.
    NotDriven(BodyIndex),
    /// The axis of the only measured joint that moves a body passes through its origin: a mass
    /// there, and a first moment along the axis, ask for no torque about it.
    OnAxis(JointIndex, BodyIndex),
    /// Friction, rotor or armature of a drive that acts on no measured torque.
    DriveNotMeasured,
    /// In the measured torques every factor of it vanishes.
    NotInTorque,
}

/// The reason of every standard parameter, in their order.
#[must_use]
pub fn reasons(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    base: &BaseParameters,
) -> Indexed<ParameterIndex, Reason> {
    let table = Table::of(mechanism, functions);
    let reaches = reaches(mechanism);
    base.classes.map(|parameter, class| match class {
        Class::Identifiable => Reason::Alone(seen(mechanism, &table, parameter)),
        Class::Combined => Reason::Together {
            within: base
                .base
                .enumerate()
                .filter(|(_, group)| {
                    group.representative == parameter || group.others.contains_key(&parameter)
                })
                .map(|(k, _)| k)
                .collect(),
            hidden: hidden(mechanism, &table, parameter),
        },
        Class::Invisible => Reason::Absent(absent(mechanism, functions, &reaches, parameter)),
    })
}

/// The first row of the table that has only this parameter.
fn seen(mechanism: &Mechanism, table: &Table, parameter: ParameterIndex) -> Option<Seen> {
    let mut rows = table.places().iter();
    let is_offset = matches!(
        mechanism.parameters[parameter].kind,
        ParameterKind::Offset(_)
    );
    let (place, _) = rows.find(|(_, row)| matches!(row.as_slice(), [(k, _)] if *k == parameter))?;
    Some(match place {
        Place::Inertia(i, j, _) => Seen::Inertia(*i, *j),
        // The table has a constant torque as the potential that it is the slope of.
        Place::Potential(_) if is_offset => Seen::Friction,
        Place::Potential(_) => Seen::Potential,
        Place::Viscous(..) | Place::Coulomb(_) => Seen::Friction,
        Place::Torque(number, _) => Seen::Torque(*number),
        Place::Wrench(sensor, row, _) => Seen::Wrench(*sensor, *row),
    })
}

/// Why an invisible parameter has no effect.
fn absent(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    reaches: &Indexed<BodyIndex, Reach>,
    parameter: ParameterIndex,
) -> Vec<Statement> {
    let quantities = mechanism.measure.quantities();
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return vec![Statement::DriveNotMeasured];
    };
    let subject = Subject {
        mechanism,
        reach: &reaches[body],
        body,
        component,
    };
    let mut statements = Vec::new();
    let torques = quantities.iter().any(|q| !matches!(q, Quantity::Wrench(_)));
    if torques {
        if is_constant(&functions[parameter]) {
            statements.extend(subject.not_in_energy());
        } else {
            statements.push(subject.not_in_torques());
        }
    }
    let mut sensors = mechanism.measure.sensors().peekable();
    if sensors.peek().is_some() {
        let carriers = ancestors(mechanism, body);
        if sensors.any(|sensor| carriers.contains(&sensor)) {
            statements.extend(subject.not_in_wrench());
        } else {
            statements.push(Statement::NotSensed(body));
        }
    }
    let mut kept: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        if !kept.contains(&statement) {
            kept.push(statement);
        }
    }
    kept
}

/// Whether energy has a parameter in its constant only.
fn is_constant(function: &Functions) -> bool {
    let moves = |atom: Atom| atom.coordinate().is_some();
    let constant =
        |(monomial, _): &(Monomial, _)| !monomial.factors().iter().any(|&(atom, _)| moves(atom));
    function.inertia.is_empty() && function.potential.terms().iter().all(constant)
}

/// A component of a body, and how the body can move.
struct Subject<'m> {
    mechanism: &'m Mechanism,
    reach: &'m Reach,
    body: BodyIndex,
    component: Inertial,
}

impl Subject<'_> {
    fn turns(&self) -> Statement {
        Statement::Turns(self.body, self.reach.turns)
    }

    fn moves(&self) -> Statement {
        Statement::Moves(self.body, self.reach.moves)
    }

    /// What keeps gravity from working on the first moment along an axis.
    fn gravity(&self, axis: Axis) -> Statement {
        if self.mechanism.gravity.iter().all(|g| g.is_zero()) {
            return Statement::NoGravity;
        }
        match self.reach.gravity[axis.at()] {
            Field::Absent => Statement::AcrossGravity(self.body, axis),
            _ => Statement::SteadyGravity(self.body, axis),
        }
    }

    /// Why energy does not have it: kinetic energy first, then the work of gravity.
    fn not_in_energy(&self) -> Vec<Statement> {
        match self.component {
            Inertial::Mass => vec![self.moves()],
            Inertial::Moment(axis) => {
                let mut statements = self.no_product(axis);
                statements.push(self.gravity(axis));
                statements
            }
            Inertial::Inertia(..) => vec![self.turns()],
        }
    }

    /// Why `v × w` has no component along an axis.
    fn no_product(&self, axis: Axis) -> Vec<Statement> {
        let [j, k] = axis.others().map(Axis::at);
        let Reach { turns, moves, .. } = self.reach;
        if !moves.contains(&true) {
            vec![self.moves()]
        } else if !turns.contains(&true) {
            vec![self.turns()]
        } else if !(moves[j] && turns[k] || moves[k] && turns[j]) {
            vec![self.turns(), self.moves()]
        } else {
            vec![Statement::NoProduct(self.body, axis)]
        }
    }

    /// Why a wrench does not have it: force and moment need any of these motions.
    fn not_in_wrench(&self) -> Vec<Statement> {
        match self.component {
            Inertial::Mass => vec![self.moves(), Statement::NoGravity],
            Inertial::Moment(axis) => {
                let across = axis.others().map(|other| self.gravity(other));
                let mut statements = vec![self.turns(), self.moves()];
                statements.extend(across);
                statements
            }
            Inertial::Inertia(..) => vec![self.turns()],
        }
    }

    /// Why the measured torques do not have it although others would.
    fn not_in_torques(&self) -> Statement {
        let carriers = ancestors(self.mechanism, self.body);
        let measured = self.mechanism.measure.quantities().iter();
        let mut drives = Vec::new();
        for quantity in measured {
            if let Quantity::Torque(site) = *quantity {
                let form = torque_form(self.mechanism, site);
                let moved = |joint: &JointIndex| {
                    let motion = &self.mechanism.joint(*joint).motion;
                    motion.terms.iter().any(|(i, _)| !form[*i].is_zero())
                };
                drives.extend(carriers.iter().map(|body| body.joint()).filter(moved));
            }
        }
        drives.dedup();
        match drives.as_slice() {
            [] => Statement::NotDriven(self.body),
            [joint] if joint.body() == self.body && self.on_axis() => {
                Statement::OnAxis(*joint, self.body)
            }
            _ => Statement::NotInTorque,
        }
    }

    /// Whether it is a mass, or a first moment along the axis, at a point of the body's own axis.
    fn on_axis(&self) -> bool {
        let axis = joint_axis(self.mechanism, self.body);
        let on = match self.component {
            Inertial::Mass => true,
            Inertial::Moment(own) => axis.is_along(own),
            Inertial::Inertia(..) => false,
        };
        axis.turns() && axis.through_origin && on
    }
}
