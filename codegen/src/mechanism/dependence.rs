//! Joints that others drive: parallelograms, mimic joints, joints that are held still.

use super::body::{Motion, Pose};
use super::turns::Turns;
use super::{Coordinate, JointKind, Mechanism};
use crate::algebra::{CoordinateIndex, Indexed, JointIndex, Overflow, Poly, Rational};
use crate::description::Angle;

/// The position of a dependent joint: a linear form of the positions of joints that are free, plus
/// what it is when these are at zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Dependence {
    /// The joint.
    pub joint: JointIndex,
    /// Free joints with factors; none if the joint is held still.
    pub terms: Vec<(JointIndex, Rational)>,
    /// The position at zero, of a joint that turns.
    pub angle: Angle,
    /// The position at zero, of a joint that slides, m.
    pub distance: Rational,
}

/// Why joints cannot depend on others as they are said to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DependenceError {
    /// The factors of a coordinate have no common part of a reasonable size.
    #[error(
        "joints turn by multiples of `{coordinate}` that are more than {MOST_TURNS} times their \
         common part: give the factors as short fractions"
    )]
    TooFine {
        /// The joint whose position the coordinate is.
        coordinate: String,
    },
    /// More coordinates than there are places for.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

/// A joint turns by at most so many times the common part of its coordinate.
pub(super) const MOST_TURNS: i64 = 64;

/// The user's sines are of at most so many times that part.
pub(super) const MOST_WAVES: i64 = 512;

impl Mechanism {
    /// The mechanism with some of its joints driven by others; the others keep their coordinates, in
    /// their order. Drive parameters at a dependent joint stay, and act at its own rate.
    ///
    /// # Errors
    /// [`DependenceError`].
    pub fn with_dependent(&self, dependences: &[Dependence]) -> Result<Self, DependenceError> {
        let of = |joint: JointIndex| dependences.iter().find(|d| d.joint == joint);
        let mut mechanism = self.clone();
        let free = self.bodies.places().map(|body| body.joint());
        let free = free.filter(|joint| of(*joint).is_none());
        mechanism.coordinates = Indexed::collected(free.map(Coordinate::of))?;
        for body in self.bodies.places() {
            let motion = match of(body.joint()) {
                Some(dependence) => {
                    mechanism.displace(dependence);
                    Motion {
                        offset: &dependence.distance
                            + &dependence.angle.nominal().unwrap_or_default(),
                        ..mechanism.motion(&dependence.terms)
                    }
                }
                None => mechanism.motion(&[(body.joint(), Rational::ONE)]),
            };
            mechanism.bodies[body].joint.motion = motion;
        }
        mechanism.choose_turns(&[])?;
        Ok(mechanism)
    }

    /// A form of joints as a form of coordinates.
    fn motion(&self, terms: &[(JointIndex, Rational)]) -> Motion {
        let factor = |coordinate: &Coordinate| {
            let of = terms.iter().filter(|(joint, _)| *joint == coordinate.joint);
            of.fold(Rational::ZERO, |sum, (_, factor)| &sum + factor)
        };
        let all = self.coordinates.enumerate();
        let terms = all.map(|(place, coordinate)| (place, factor(coordinate)));
        Motion {
            terms: terms.filter(|(_, factor)| !factor.is_zero()).collect(),
            offset: Rational::ZERO,
        }
    }

    /// Puts the position at zero into the pose before the motion.
    fn displace(&mut self, dependence: &Dependence) {
        let place = dependence.joint.body();
        let body = &self.bodies[place];
        let (axis, distance) = (&body.joint.axis, &dependence.distance);
        let moved = match body.joint.kind {
            JointKind::Prismatic => Pose {
                translation: axis.each_ref().map(|a| Poly::constant(a * distance)),
                ..Pose::identity()
            },
            JointKind::Revolute | JointKind::Continuous => {
                Pose::turned(Turns::about(axis.clone(), &dependence.angle))
            }
        };
        let before = body.before.then(&moved);
        let before = match body.parent {
            Some(parent) => before.inside(&self.bodies[parent].after),
            None => before,
        };
        self.bodies[place].before = before;
    }

    /// Chooses for each coordinate the largest part that all turning joints turn by multiples of, and `waves`: sines of
    /// multiples of it.
    pub(super) fn choose_turns(
        &mut self,
        waves: &[(CoordinateIndex, Rational)],
    ) -> Result<(), DependenceError> {
        let bodies = self.bodies.iter();
        let turning = bodies.filter(|b| b.joint.kind != JointKind::Prismatic);
        let terms: Vec<_> = turning.flat_map(|b| b.joint.motion.terms.clone()).collect();
        for (place, coordinate) in self.coordinates.places().zip(self.coordinates.iter_mut()) {
            let own = terms.iter().filter(|(k, _)| *k == place);
            let factors: Vec<Rational> = own.map(|(_, factor)| factor.abs()).collect();
            let own = waves.iter().filter(|(k, _)| *k == place);
            let waves: Vec<Rational> = own.map(|(_, factor)| factor.abs()).collect();
            let part = common_part(factors.iter().chain(&waves));
            let fits = |turn: &Rational| {
                within(&factors, turn, MOST_TURNS) && within(&waves, turn, MOST_WAVES)
            };
            coordinate.turn = match part {
                Some(turn) if turn.is_zero() => Rational::ONE,
                Some(turn) if fits(&turn) => turn,
                _ => {
                    return Err(DependenceError::TooFine {
                        coordinate: self.bodies[coordinate.joint.body()].joint.name.clone(),
                    });
                }
            };
        }
        Ok(())
    }
}

/// Whether joints can turn by these multiples of one coordinate: some part of it goes into all, and not too often.
#[cfg(feature = "cli")]
pub(crate) fn has_common_part(factors: &[Rational]) -> bool {
    let factors: Vec<Rational> = factors.iter().map(Rational::abs).collect();
    let part = common_part(factors.iter());
    part.is_some_and(|part| part.is_zero() || within(&factors, &part, MOST_TURNS))
}

/// The largest number of which all are whole multiples, zero for zeros alone; `None` if it is too small.
fn common_part<'a>(mut factors: impl Iterator<Item = &'a Rational>) -> Option<Rational> {
    factors.try_fold(Rational::ZERO, |turn, factor| part(&turn, factor))
}

/// Whether the largest of some numbers is at most so many times a part.
fn within(factors: &[Rational], part: &Rational, most: i64) -> bool {
    let times = factors.iter().max().map(|largest| largest / part);
    let times = times.map(|times| times.and_then(|times| Some(times.small()?.0)));
    times.is_none_or(|times| times.is_some_and(|times| times <= most))
}

/// The largest number of which two numbers are whole multiples; `None` if it is too small.
fn part(a: &Rational, b: &Rational) -> Option<Rational> {
    let ((n, d), (m, e)) = (a.small()?, b.small()?);
    let (mut x, mut y) = (n.checked_mul(e)?, m.checked_mul(d)?);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    Some(Rational::new(x, d.checked_mul(e)?))
}
