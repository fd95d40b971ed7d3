//! Joints of a URDF that follow others (`mimic`), as far as a robot file lets them.

use super::elements::{Joint, Mimic, Urdf};
use crate::algebra::Rational;
use crate::description::{Angle, Coordinate, JointKind};
use crate::diagnostic::Spanned;
use crate::mechanism::has_common_part;

/// A joint that turns follows another one that turns by a fraction of at most these numbers, or the equations would have
/// no end of harmonics.
pub(super) const SHORT: i32 = 64;

/// Which joints follow which, by their places in the URDF.
pub(super) struct Following<'u> {
    urdf: &'u Urdf,
    /// Of each joint that is to follow another one: that one, or why it does not.
    leaders: Vec<Option<Result<usize, Alone>>>,
}

/// Why a joint moves by itself that is to follow another one.
#[derive(Clone)]
enum Alone {
    /// There is no such joint that moves.
    NoLeader,
    /// The other one follows it in turn.
    Circle,
    /// With the joints before it that follow the same one, named here, it has no common part that is large enough.
    TooFine(String),
}

impl<'u> Following<'u> {
    pub(super) fn of(urdf: &'u Urdf) -> Self {
        let leader = |joint: &Joint| {
            let name = &joint.mimic.as_ref()?.joint;
            let is_other = |other: &Joint| {
                other.kind != JointKind::Fixed
                    && other.name.value == *name
                    && *name != joint.name.value
            };
            let found = urdf.joints.iter().position(is_other);
            let found = found.filter(|_| joint.kind != JointKind::Fixed);
            Some(found.ok_or(Alone::NoLeader))
        };
        let mut following = Self {
            urdf,
            leaders: urdf.joints.iter().map(leader).collect(),
        };
        let places = || 0..urdf.joints.len();
        let circles: Vec<usize> = places().filter(|&k| following.follows(k, k)).collect();
        for k in circles {
            following.leaders[k] = Some(Err(Alone::Circle));
        }
        // Those that follow one that moves by itself now follow that one.
        while let Some((k, root)) = places().find_map(|root| following.finest(root)) {
            let root = urdf.joints[root].name.value.clone();
            following.leaders[k] = Some(Err(Alone::TooFine(root)));
        }
        following
    }

    /// How a joint moves with another one of the tree that moves, by the names of the URDF.
    pub(super) fn followed(&self, k: usize) -> Option<Coordinate> {
        self.leader(k)?;
        let mimic = self.mimic(k)?;
        let name = Spanned::new(mimic.joint.clone(), Default::default());
        // Where a joint that slides follows in turn, no pi can stand.
        let offset = match self.moves_a_slide(k) {
            true => Angle {
                pi: Rational::ZERO,
                radians: mimic.written.clone(),
            },
            false => mimic.offset.clone(),
        };
        Some(Coordinate {
            terms: vec![(name, mimic.multiplier.clone())],
            offset,
        })
    }

    /// Why a joint that says that it follows another one does not.
    pub(super) fn why_not(&self, k: usize) -> Option<String> {
        let Mimic {
            joint: other,
            multiplier: factor,
            ..
        } = self.mimic(k)?;
        let turns =
            |joint: &Joint| joint.kind != JointKind::Prismatic && joint.name.value == *other;
        let why = match self.leaders[k].as_ref()?.as_ref().err()? {
            Alone::NoLeader => "which is no other joint that moves".to_owned(),
            Alone::Circle => "which follows it in turn".to_owned(),
            Alone::TooFine(_) if !is_short(factor) && self.urdf.joints.iter().any(turns) => {
                format!("by {factor}, which is no fraction of numbers up to {SHORT}")
            }
            Alone::TooFine(root) => format!(
                "by {factor}, and the joints that turn with `{root}` would have no common part that goes at most {SHORT} \
                 times into the largest"
            ),
        };
        let name = &self.urdf.joints[k].name.value;
        Some(format!(
            "`{name}` follows `{other}` (mimic) {why}: it moves by itself here"
        ))
    }

    fn mimic(&self, k: usize) -> Option<&'u Mimic> {
        self.urdf.joints[k].mimic.as_ref()
    }

    fn leader(&self, k: usize) -> Option<usize> {
        self.leaders[k].as_ref()?.as_ref().ok().copied()
    }

    /// The joints that one follows, the nearest first. A circle that it comes to has no end: it is cut.
    fn chain(&self, k: usize) -> impl Iterator<Item = usize> {
        let chain = std::iter::successors(self.leader(k), |&k| self.leader(k));
        chain.take(self.urdf.joints.len())
    }

    /// Whether a joint follows another one by way of others, or itself.
    fn follows(&self, k: usize, other: usize) -> bool {
        self.chain(k).any(|joint| joint == other)
    }

    fn moves_a_slide(&self, k: usize) -> bool {
        let mut slides = self.urdf.joints.iter().enumerate();
        slides.any(|(slide, joint)| joint.kind == JointKind::Prismatic && self.follows(slide, k))
    }

    /// By how much a joint moves with the last of its chain.
    fn factor(&self, k: usize) -> Rational {
        let led = std::iter::once(k).chain(self.chain(k));
        let led = led.filter(|&k| self.leader(k).is_some());
        let factors = led.filter_map(|k| Some(&self.mimic(k)?.multiplier));
        factors.fold(Rational::ONE, |product, factor| &product * factor)
    }

    /// The first joint that turns too finely with one that moves by itself, and that one.
    fn finest(&self, root: usize) -> Option<(usize, usize)> {
        let turns = |k: usize| self.urdf.joints[k].kind != JointKind::Prismatic;
        let mut factors = Vec::from_iter(turns(root).then_some(Rational::ONE));
        let all = (0..self.urdf.joints.len()).filter(|&k| turns(k));
        let mut led = all.filter(|&k| self.chain(k).last() == Some(root));
        let finest = led.find(|&k| {
            factors.push(self.factor(k));
            !has_common_part(&factors)
        });
        Some((finest?, root))
    }
}

fn is_short(factor: &Rational) -> bool {
    let within = |(above, below): (i64, i64)| above.abs().max(below) <= i64::from(SHORT);
    factor.small().is_some_and(within)
}
