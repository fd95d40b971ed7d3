//! What joints may do, given what those may do that move with them.

use super::{Body, Limits, Mechanism};
use crate::algebra::CoordinateIndex;
use crate::diagnostic::{Fault, Span, Spanned};

impl Mechanism {
    /// The bodies whose joints move with other joints.
    pub fn followers(&self) -> impl Iterator<Item = &Body> {
        let moves = |body: &&Body| {
            let motion = &body.joint.motion;
            let own = motion.coordinate().map(|own| &self.coordinate(own).name);
            !motion.terms.is_empty() && own != Some(&body.joint.name)
        };
        self.bodies.iter().filter(moves)
    }

    /// What the joint of a coordinate may do: its limits, and those of joints that move with it and no other.
    #[must_use]
    pub fn limits(&self, coordinate: CoordinateIndex) -> Limits {
        self.limits_by(coordinate, |_| true)
    }

    /// The same with those followers only that count.
    fn limits_by(&self, coordinate: CoordinateIndex, counts: impl Fn(&Body) -> bool) -> Limits {
        let mut limits = self.coordinate(coordinate).limits.clone();
        for body in self.followers().filter(|body| counts(body)) {
            let (motion, own) = (&body.joint.motion, &body.joint.limits);
            let inverse = match &motion.terms[..] {
                [(leader, factor)] if *leader == coordinate => factor.recip(),
                _ => None,
            };
            let Some(inverse) = inverse else { continue };
            if let Some(position) = &own.position {
                let mut ends = position.value.each_ref();
                if inverse.is_negative() {
                    ends.reverse();
                }
                let [low, high] = ends.map(|end| &(end - &motion.offset) * &inverse);
                limits.position = Some(match limits.position {
                    Some(given) => {
                        let [from, to] = given.value;
                        Spanned::new([from.max(low), to.min(high)], given.span)
                    }
                    None => Spanned::new([low, high], position.span),
                });
            }
            let rates = [
                (&mut limits.velocity, &own.velocity),
                (&mut limits.acceleration, &own.acceleration),
            ];
            for (limit, own) in rates {
                let most = own.as_ref().map(|own| own * &inverse.abs());
                *limit = limit.take().into_iter().chain(most).min();
            }
        }
        limits
    }

    /// Limits of followers that no positions of what they follow lead to.
    pub(super) fn unreachable_limits(&self) -> Vec<(Fault, Span)> {
        let unreachable = |body: &&Body| {
            let Some(own) = &body.joint.limits.position else {
                return false;
            };
            let mut reach = Some([(); 2].map(|()| body.joint.motion.offset.clone()));
            for (coordinate, factor) in &body.joint.motion.terms {
                let limits = self.limits_by(*coordinate, |other| other.name != body.name);
                reach = reach.zip(limits.position).map(|([low, high], position)| {
                    let mut ends = position.value.map(|end| &end * factor);
                    ends.sort();
                    [&low + &ends[0], &high + &ends[1]]
                });
            }
            reach.is_some_and(|[low, high]| high < own.value[0] || low > own.value[1])
        };
        let fault = |body: &Body| {
            let what = format!("`position` of `{}`", body.joint.name);
            let expected = "one that it comes to while the joints that it moves with keep theirs";
            let span = body.joint.limits.position.as_ref().map(|own| own.span);
            (
                Fault::wrong_value(&what, expected),
                span.unwrap_or_default(),
            )
        };
        self.followers().filter(unreachable).map(fault).collect()
    }
}
