//! What is measured while the robot moves: the rows of its regressor.

use crate::algebra::{BodyIndex, JointIndex, Place};
use crate::description::{self, Description, Side};
use crate::diagnostic::{Diagnostics, Fault, Spanned};

use super::parameter::Site;
use super::{Base, Joint, JointKind, Mechanism};

/// The measured quantities, in the file's order; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure(Vec<Quantity>);

/// A measured quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// The torque of every drive: `n` rows, at the joints (at the motors it is the same knowledge,
    /// `tau = Gᵀ tau_motor`).
    Torques,
    /// The torque of one drive, at a joint or at a motor: a row.
    Torque(Site),
    /// Force and torque that the parent of the body with this index exerts on it: what the body,
    /// and all that it carries, needs to move as it does. Six rows, in the body's frame and about
    /// its origin (An, Atkeson and Hollerbach, equations 1 to 6).
    Wrench(BodyIndex),
    /// The balance of energy: a row, the power of the drives. Its integral over an interval is
    /// the change of energy plus what friction took.
    Energy,
}

impl Default for Measure {
    fn default() -> Self {
        Self(vec![Quantity::Torques])
    }
}

impl Measure {
    /// The quantities, in the file's order.
    #[must_use]
    pub fn quantities(&self) -> &[Quantity] {
        &self.0
    }

    /// Whether the torque of every drive is measured and nothing else.
    #[must_use]
    pub fn is_every_torque(&self) -> bool {
        self.0 == [Quantity::Torques]
    }

    /// The bodies with a sensor of force and torque at their joint, in order.
    pub fn sensors(&self) -> impl Iterator<Item = BodyIndex> {
        self.0.iter().filter_map(|quantity| match quantity {
            Quantity::Wrench(body) => Some(*body),
            _ => None,
        })
    }
}

/// A measured number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The column of a recording that holds it: `tau_q1` at a joint, `tau_m1` at a motor, `fx_a` to
    /// `fz_a` and `tx_a` to `tz_a` at the sensor of a body, `power`.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
}

impl Mechanism {
    /// How many numbers a measured quantity has.
    #[must_use]
    pub fn rows_of(&self, quantity: Quantity) -> usize {
        match quantity {
            Quantity::Torques => self.rows(),
            Quantity::Wrench(_) => 6,
            Quantity::Torque(_) | Quantity::Energy => 1,
        }
    }

    /// The measured numbers, in the order of the measured regressor's rows.
    #[must_use]
    pub fn measured_rows(&self) -> Vec<Row> {
        let row = |name: String, unit| Row { name, unit };
        let torque = |name: &str, unit| row(format!("tau_{name}"), unit);
        let joint = |joint: &Joint| match joint.kind {
            JointKind::Prismatic => torque(&joint.name, "N"),
            _ => torque(&joint.name, "N·m"),
        };
        let mut rows = Vec::new();
        for quantity in self.measure.quantities() {
            match *quantity {
                Quantity::Torques => {
                    if self.base == Base::Input {
                        rows.extend(wrench("base"));
                    }
                    rows.extend(self.coordinates.iter().map(|c| joint(self.joint(c.joint))));
                }
                Quantity::Torque(Site::Joint(i)) => rows.push(joint(self.joint(i))),
                Quantity::Torque(Site::Motor(k)) => rows.push(torque(&self.motors[k].name, "N·m")),
                Quantity::Wrench(body) => rows.extend(wrench(&self.bodies[body].name)),
                Quantity::Energy => rows.push(row("power".to_owned(), "W")),
            }
        }
        rows
    }
}

/// Force and moment at a body.
fn wrench(body: &str) -> impl Iterator<Item = Row> {
    let row = move |(letter, unit)| {
        ["x", "y", "z"].map(|axis| Row {
            name: format!("{letter}{axis}_{body}"),
            unit,
        })
    };
    [("f", "N"), ("t", "N·m")].into_iter().flat_map(row)
}

/// What the file wants to be measured; names that do not exist are reported.
pub(super) fn measure(description: &Description, diagnostics: &mut Diagnostics) -> Measure {
    let mut quantities = Vec::new();
    for quantity in &description.measure {
        let mut places = |names: &[Spanned<String>], find: fn(&Description, &str) -> _| {
            for name in names {
                match find(description, &name.value) {
                    Ok(quantity) => quantities.push(quantity),
                    Err(fault) => diagnostics.add(fault, name.span),
                }
            }
        };
        match &quantity.value {
            description::Quantity::TorqueOf(names) => places(names, drive),
            description::Quantity::Wrench(names) => places(names, body),
            description::Quantity::Torque => quantities.push(Quantity::Torques),
            description::Quantity::Energy => quantities.push(Quantity::Energy),
        }
    }
    match quantities.is_empty() {
        true => Measure::default(),
        false => Measure(quantities),
    }
}

/// The torque of the joint or motor of a name; of both, of the one on the side where the robot is
/// measured.
fn drive(description: &Description, name: &str) -> Result<Quantity, Fault> {
    let named = |body: &description::Body| body.joint.name.value == name;
    let motors = description.motors().iter();
    let motors: Vec<_> = motors.map(|motor| motor.name.value.as_str()).collect();
    let motor = place(&motors, name).map(Site::Motor);
    let is_bound = |body: &description::Body| named(body) && !body.joint.is_free();
    let is_motor = motor.is_some() && side(description) == Side::Motor;
    if !is_motor && description.moving().any(is_bound) {
        return Err(Fault::not_supported(
            &format!("measuring the torque of `{name}`, a joint that moves with others,"),
            "what acts on it is part of the torques of the joints that it moves with: name these",
        ));
    }
    let joints = description.free();
    let joints: Vec<_> = joints.map(|body| body.joint.name.value.as_str()).collect();
    let joint = description.moving().position(named);
    let joint = joint.and_then(JointIndex::new).map(Site::Joint);
    let site = match side(description) {
        Side::Joint => joint.or(motor),
        Side::Motor => motor.or(joint),
    };
    let unknown = || Fault::unknown_place(name, "joint or motor", &[joints, motors].concat());
    site.map(Quantity::Torque).ok_or_else(unknown)
}

/// Force and torque at the body of a name.
fn body(description: &Description, name: &str) -> Result<Quantity, Fault> {
    let moving = description.moving();
    let moving: Vec<_> = moving.map(|body| body.name.value.as_str()).collect();
    let fault = match description
        .bodies
        .iter()
        .any(|body| body.name.value == name)
    {
        true => Fault::not_supported(
            &format!("a sensor between `{name}` and the body that it is fixed to"),
            "a fixed body's parameters are part of the body that carries it: name the moving \
             body, or give the fixed one a joint that moves",
        ),
        false => Fault::unknown_place(name, "body", &moving),
    };
    place(&moving, name).map(Quantity::Wrench).ok_or(fault)
}

/// The place of a name among others.
fn place<I: Place>(names: &[&str], name: &str) -> Option<I> {
    names
        .iter()
        .position(|known| *known == name)
        .and_then(I::new)
}

/// Where positions and torques are measured unless a recording says otherwise.
pub(super) fn side(description: &Description) -> Side {
    let drives = description.drives.as_ref();
    let is_geared = drives.is_some_and(|drives| drives.transmission.is_some());
    let usual = if is_geared { Side::Motor } else { Side::Joint };
    drives.and_then(|drives| drives.side).unwrap_or(usual)
}
