//! Why a standard parameter is identifiable, combined or invisible: statements that are exact.
//!
//! Energy has an inertia component with the products of two components of the body's angular
//! velocity, a mass with the square of its origin's velocity, a first moment with the vector product
//! of both; gravity works on mass and first moments. A product of polynomials vanishes only if a
//! factor does (sines and cosines of independent joints have no divisors of zero), so for each
//! invisible parameter it can be said which motion is missing. A wrench has the same components of
//! motion, each by itself.

use super::hidden::{Hidden, hidden, links};
use super::link::Link;
use super::reach::{Reach, reaches};
use super::seen::{Seen, seen};
use super::{BaseParameters, Class};
use crate::algebra::{BaseIndex, BodyIndex, Indexed, JointIndex, ParameterIndex, Quotients};
use crate::dynamics::{ancestors, torque_form};
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

/// The reason of every standard parameter, in their order. `of_torque` are the base parameters of
/// all torques.
#[must_use]
pub fn reasons(
    mechanism: &Mechanism,
    base: &BaseParameters,
    of_torque: &BaseParameters,
) -> Indexed<ParameterIndex, Reason> {
    let reaches = reaches(mechanism);
    let seen = seen(mechanism, base);
    let links = links(mechanism);
    base.classes.map(|parameter, class| match class {
        Class::Identifiable => Reason::Alone(seen.get(&parameter).copied()),
        Class::Combined => Reason::Together {
            within: base
                .base
                .enumerate()
                .filter(|(_, group)| {
                    group.representative == parameter || group.others.contains_key(&parameter)
                })
                .map(|(k, _)| k)
                .collect(),
            hidden: hidden(mechanism, base, &links, parameter),
        },
        Class::Invisible => {
            let in_torque = of_torque.classes[parameter] != Class::Invisible;
            let reaches = reaches.iter();
            let statements = reaches.flat_map(|all| absent(mechanism, in_torque, all, parameter));
            Reason::Absent(statements.collect())
        }
    })
}

/// Why an invisible parameter has no effect; whether torques that are not measured would have it.
fn absent(
    mechanism: &Mechanism,
    in_torque: bool,
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
        if in_torque {
            statements.push(subject.not_in_torques());
        } else {
            statements.extend(subject.not_in_energy());
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
            false => Statement::AcrossGravity(self.body, axis),
            true => Statement::SteadyGravity(self.body, axis),
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
            // Energy has the torques of all drives.
            let form = match *quantity {
                Quantity::Torque(site) => Some(torque_form(self.mechanism, site)),
                Quantity::Torques | Quantity::Energy => None,
                Quantity::Wrench(_) => continue,
            };
            let measured = |i| form.as_ref().is_none_or(|form| !form[i].is_zero());
            let moved = |joint: &JointIndex| {
                let motion = &self.mechanism.joint(*joint).motion;
                motion.terms.iter().any(|(i, _)| measured(*i))
            };
            drives.extend(carriers.iter().map(|body| body.joint()).filter(moved));
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
        let link = Link::of(
            &Quotients,
            &self.mechanism.bodies[self.body],
            None,
            Vec::new(),
            &[],
        );
        link.is_some_and(|link| match self.component {
            Inertial::Mass => link.keeps_origin(),
            Inertial::Moment(own) => link.keeps_origin() && link.is_along(own),
            Inertial::Inertia(..) => false,
        })
    }
}
