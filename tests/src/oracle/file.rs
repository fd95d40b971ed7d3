//! The robot file as the oracle reads it: only the keys that decide numbers.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::expression::{ExpressionError, evaluate};

/// A number or an expression.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Quantity {
    Number(f64),
    Text(String),
}

impl Quantity {
    pub(super) fn value(&self, constants: &HashMap<String, f64>) -> Result<f64, ExpressionError> {
        match self {
            Self::Number(value) => Ok(*value),
            Self::Text(text) => evaluate(text, constants),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct RobotFile {
    pub robot: String,
    pub gravity: [Quantity; 3],
    #[serde(default)]
    pub base: Base,
    #[serde(default)]
    pub constants: BTreeMap<String, Constant>,
    pub bodies: Vec<Body>,
    #[serde(default)]
    pub drives: Drives,
    #[serde(default)]
    pub springs: Vec<Spring>,
    #[serde(default)]
    pub torques: Vec<Torque>,
    pub measure: Option<OneOrMore<Measured>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Spring {
    pub name: String,
    pub from: End,
    pub to: End,
    #[serde(default)]
    pub nominal: BTreeMap<String, Quantity>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Torque {
    pub name: String,
    pub joint: Option<String>,
    pub motor: Option<String>,
    pub expression: Option<Quantity>,
    pub table: Option<Table>,
    pub nominal: Option<Quantity>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Table {
    pub at: Vec<Quantity>,
    pub values: Vec<Quantity>,
}

#[derive(Debug, Deserialize)]
pub(super) struct End {
    pub body: String,
    pub at: Option<[Quantity; 3]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Base {
    #[default]
    Fixed,
    Floating,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMore<T> {
    More(Vec<T>),
    One(T),
}

impl<T> OneOrMore<T> {
    pub(super) fn list(self) -> Vec<T> {
        match self {
            Self::More(list) => list,
            Self::One(one) => vec![one],
        }
    }
}

/// A measured quantity: a word alone, or with the names of where it is measured.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Measured {
    Alone(String),
    At(BTreeMap<String, OneOrMore<String>>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Constant {
    Plain(Quantity),
    Full { value: Quantity },
}

#[derive(Debug, Deserialize)]
pub(super) struct Body {
    pub name: String,
    pub parent: String,
    pub joint: Joint,
    pub physical: Option<Physical>,
    pub standard: Option<[Quantity; 10]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Joint {
    #[serde(default)]
    pub name: String,
    #[serde(rename = "type")]
    pub kind: JointKind,
    #[serde(default)]
    pub origin: Origin,
    pub axis: Option<[Quantity; 3]>,
    pub dh: Option<DenavitHartenberg>,
    /// Of a dependent joint: factors of other joints' positions, and the position when they are zero.
    pub coordinate: Option<BTreeMap<String, Quantity>>,
    /// Of a joint that is held still: its position.
    pub locked: Option<Quantity>,
    #[serde(default)]
    pub friction: Vec<FrictionTerm>,
    #[serde(default)]
    pub armature: bool,
    #[serde(default)]
    pub spring: bool,
    #[serde(default)]
    pub nominal: BTreeMap<String, Quantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum JointKind {
    Revolute,
    Continuous,
    Prismatic,
    Fixed,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Origin {
    pub xyz: Option<[Quantity; 3]>,
    pub rpy: Option<[Quantity; 3]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DenavitHartenberg {
    pub convention: Convention,
    #[serde(default = "zero")]
    pub alpha: Quantity,
    #[serde(default = "zero")]
    pub a: Quantity,
    #[serde(default = "zero")]
    pub d: Quantity,
    #[serde(default = "zero")]
    pub theta: Quantity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Convention {
    Modified,
    Standard,
}

fn zero() -> Quantity {
    Quantity::Number(0.0)
}

fn origin() -> [Quantity; 3] {
    [zero(), zero(), zero()]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FrictionTerm {
    Coulomb,
    CoulombPositive,
    CoulombNegative,
    Viscous,
    ViscousPositive,
    ViscousNegative,
    Quadratic,
    Offset,
}

#[derive(Debug, Deserialize)]
pub(super) struct Physical {
    pub mass: Quantity,
    #[serde(default = "origin")]
    pub com: [Quantity; 3],
    pub inertia: Inertia,
}

#[derive(Debug, Deserialize)]
pub(super) struct Inertia {
    #[serde(default = "zero")]
    pub xx: Quantity,
    #[serde(default = "zero")]
    pub xy: Quantity,
    #[serde(default = "zero")]
    pub xz: Quantity,
    #[serde(default = "zero")]
    pub yy: Quantity,
    #[serde(default = "zero")]
    pub yz: Quantity,
    #[serde(default = "zero")]
    pub zz: Quantity,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Drives {
    #[serde(default)]
    pub transmission: Transmission,
    pub passive: Option<OneOrMore<String>>,
    #[serde(default)]
    pub motors: Vec<Motor>,
}

impl Drives {
    /// Joints without a motor as motors that turn as they do.
    pub(super) fn add_passive(&mut self, coordinates: &[String]) {
        let passive = self.passive.take().map_or_else(Vec::new, OneOrMore::list);
        for (k, joint) in coordinates.iter().enumerate() {
            if !passive.contains(joint) {
                continue;
            }
            let motor = Motor {
                name: joint.clone(),
                rotor_inertia: false,
                friction: Vec::new(),
                nominal: BTreeMap::new(),
            };
            self.motors.insert(k, motor);
            if let Transmission::Named(rows) = &mut self.transmission {
                rows.insert(joint.clone(), Row::Diagonal(Quantity::Number(1.0)));
            }
        }
    }
}

/// Rows in their order, or by the names of joints.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Transmission {
    Listed(Vec<Row>),
    Named(BTreeMap<String, Row>),
}

impl Default for Transmission {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

/// A row of the transmission matrix, or one number of a diagonal.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Row {
    Diagonal(Quantity),
    Full(Vec<Quantity>),
    Named(BTreeMap<String, Quantity>),
}

#[derive(Debug, Deserialize)]
pub(super) struct Motor {
    pub name: String,
    #[serde(default)]
    pub rotor_inertia: bool,
    #[serde(default)]
    pub friction: Vec<FrictionTerm>,
    #[serde(default)]
    pub nominal: BTreeMap<String, Quantity>,
}
