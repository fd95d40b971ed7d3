//! Formulas of the user's in coordinates: positions and velocities of joints and motors as sums of them.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::Mechanism;
use super::dependence::Dependence;
use crate::algebra::{CoordinateIndex, Indexed, JointIndex, MotorIndex, Rational};
use crate::description::{Angle, Formula as Of, Function, Value};
use crate::diagnostic::{Span, Spanned};

/// A function of the motion of coordinates.
pub type Formula = Of<Position>;

/// The position of a joint or a motor as a sum of coordinates with factors, and what it is where they are zero; of its velocity the
/// factors count.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Position {
    /// Coordinates in ascending order, with factors that are not zero.
    pub terms: Vec<(CoordinateIndex, Rational)>,
    /// What is constant in it, rad or m.
    pub offset: Angle,
}

/// What a sign is of: a sum of positions, or of velocities, whose first factor is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Kink {
    /// Whether it is of velocities.
    pub of_velocity: bool,
    /// Coordinates with factors.
    pub terms: Vec<(CoordinateIndex, Rational)>,
    /// What is added to positions.
    pub offset: Rational,
}

/// A sum of positions, velocities and a number.
#[derive(Debug, Clone, Default)]
pub struct Linear {
    /// Positions, and the number.
    pub position: Position,
    /// Velocities.
    pub velocity: Vec<(CoordinateIndex, Rational)>,
}

/// A formula whose joints and motors are known by names, in coordinates; or the name that none has. A name of both is
/// the motor's where that comes first.
pub(super) fn formula(
    mechanism: &Mechanism,
    dependences: &[Dependence],
    motors_first: bool,
    given: &Of,
) -> Result<Formula, (String, Span)> {
    let of_joint = |joint: JointIndex| {
        let dependence = dependences.iter().find(|d| d.joint == joint);
        let offset = dependence.map_or(Angle::ZERO, |d| Angle {
            pi: d.angle.pi.clone(),
            radians: &d.angle.radians + &d.distance,
        });
        let terms = mechanism.joint(joint).motion.terms.clone();
        Position { terms, offset }
    };
    let joint = |name: &str| {
        let mut bodies = mechanism.bodies.enumerate();
        let found = bodies.find(|(_, body)| body.joint.name == name && !name.is_empty());
        found.map(|(body, _)| of_joint(body.joint()))
    };
    let motor = |name: &str| {
        let found = mechanism.motors.position(|motor| motor.name == name);
        found.map(|motor| summed(mechanism.motor_row(motor).enumerate()))
    };
    let named = |name: &str| match motors_first {
        true => motor(name).or_else(|| joint(name)),
        false => joint(name).or_else(|| motor(name)),
    };
    given.try_map(&mut |name: &Spanned<String>, is_velocity| {
        let missing = || (name.value.clone(), name.span);
        let position = named(&name.value).ok_or_else(missing)?;
        Ok(match is_velocity {
            false => Of::Position(position),
            true => Of::Velocity(position),
        })
    })
}

impl Mechanism {
    /// What a motor turns by for each coordinate: its row of the transmission.
    #[must_use]
    pub fn motor_row(&self, motor: MotorIndex) -> Indexed<CoordinateIndex, Rational> {
        let row = self.transmission.as_ref().map(|g| &g[motor.at()]);
        let unit = |k: CoordinateIndex| Rational::from(i64::from(k.at() == motor.at()));
        self.coordinates
            .map(|k, _| row.map_or_else(|| unit(k), |row| row[k.at()].clone()))
    }
}

/// The factors of coordinates in sines and cosines.
pub(super) fn sines(formula: &Formula) -> Vec<(CoordinateIndex, Rational)> {
    match formula {
        Of::Number(_) | Of::Position(_) | Of::Velocity(_) => Vec::new(),
        Of::Sum(of) | Of::Product(of) => of.iter().flat_map(sines).collect(),
        Of::Quotient(of) => of.iter().flat_map(sines).collect(),
        Of::Power(of, _) => sines(of),
        Of::Apply(Function::Sine | Function::Cosine, of) => {
            linear(&of.value).map_or_else(Vec::new, |linear| linear.position.terms)
        }
        Of::Apply(_, of) => sines(&of.value),
    }
}

/// The sum of positions, velocities and a number that a formula is, if it is one.
#[must_use]
pub fn linear(formula: &Formula) -> Option<Linear> {
    let terms = |of: &Position| of.terms.clone();
    Some(match formula {
        Of::Number(value) => Linear {
            position: Position {
                terms: Vec::new(),
                offset: angle(value)?,
            },
            velocity: Vec::new(),
        },
        Of::Position(of) => Linear {
            position: of.clone(),
            velocity: Vec::new(),
        },
        Of::Velocity(of) => Linear {
            position: Position::default(),
            velocity: terms(of),
        },
        Of::Sum(of) => {
            let parts: Option<Vec<Linear>> = of.iter().map(linear).collect();
            let parts = parts?;
            let offsets = parts.iter().map(|part| &part.position.offset);
            let offset = offsets.fold(Angle::ZERO, |sum, offset| &sum + offset);
            let positions = parts.iter().flat_map(|part| part.position.terms.clone());
            Linear {
                position: Position {
                    offset,
                    ..summed(positions)
                },
                velocity: summed(parts.iter().flat_map(|part| part.velocity.clone())).terms,
            }
        }
        Of::Product(of) => {
            let is_number = |part: &&Formula| matches!(part, Of::Number(_));
            let mut others = of.iter().filter(|part| !is_number(part));
            let (other, None) = (others.next()?, others.next()) else {
                return None;
            };
            let mut found = linear(other)?;
            for part in of.iter().filter(is_number) {
                if let Of::Number(value) = part {
                    found = found.times(&number(value)?);
                }
            }
            found
        }
        _ => return None,
    })
}

/// The places of coordinates and factors that several forms have in common, summed.
fn summed(terms: impl Iterator<Item = (CoordinateIndex, impl Borrow<Rational>)>) -> Position {
    let mut sums: BTreeMap<_, Rational> = BTreeMap::new();
    for (k, factor) in terms {
        let sum = sums.entry(k).or_default();
        *sum = &*sum + factor.borrow();
    }
    let mut terms: Vec<_> = sums.into_iter().collect();
    terms.retain(|(_, factor)| !factor.is_zero());
    terms.sort_by_key(|(k, _)| k.at());
    let offset = Default::default();
    Position { terms, offset }
}

impl Linear {
    fn times(self, factor: &Rational) -> Self {
        let scaled = |terms: Vec<(CoordinateIndex, Rational)>| {
            summed(terms.into_iter().map(|(k, own)| (k, &own * factor))).terms
        };
        let Angle { pi, radians } = self.position.offset;
        Self {
            position: Position {
                terms: scaled(self.position.terms),
                offset: Angle {
                    pi: &pi * factor,
                    radians: &radians * factor,
                },
            },
            velocity: scaled(self.velocity),
        }
    }

    /// What a sign of it is of, and whether the sign is the other one; `None` of a number, and of positions with velocities.
    #[must_use]
    pub fn kink(&self) -> Option<(Kink, bool)> {
        let of_velocity = !self.velocity.is_empty();
        let offset = number(&Value::from(&self.position.offset))?;
        let terms = match of_velocity {
            true if self.position.terms.is_empty() && offset.is_zero() => &self.velocity,
            true => return None,
            false => &self.position.terms,
        };
        let (_, first) = terms.first()?;
        let inverse = first.recip()?;
        let scaled = |(k, factor): &(CoordinateIndex, Rational)| (*k, factor * &inverse);
        let kink = Kink {
            of_velocity,
            terms: terms.iter().map(scaled).collect(),
            offset: &offset * &inverse,
        };
        Some((kink, first.is_negative()))
    }
}

/// A number, pi as a float.
#[must_use]
pub fn number(value: &Value) -> Option<Rational> {
    value.with_pi().as_constant()
}

fn angle(value: &Value) -> Option<Angle> {
    let (pi, radians) = (value.pi.clone(), value.plain.as_constant()?);
    Some(Angle { pi, radians })
}
