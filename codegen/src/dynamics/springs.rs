//! Coil springs between two points of bodies, by the vector `d` from one to the other.
//!
//! The potential of a spring is `½ k (l - l₀)² = k l²/2 - (k l₀) l + const`, with `l = |d|`: linear in its stiffness `k`
//! and in `k l₀`. Along a joint the half of `l²` changes by `d·∂d`: the power of a force `d` at one end and its opposite at
//! the other. A force is carried from frame to frame as a line, which behaves as a screw does.

use super::expansion::Expansion;
use super::link::Link;
use crate::algebra::spatial::{Screw, Vector};
use crate::algebra::{
    Algebra, BodyIndex, CoordinateIndex, Expression, Graph, Poly, Rational, Ring, SpringIndex,
};
use crate::mechanism::{End, Mechanism, ParameterKind, Spring};

/// How long a spring is.
pub(super) struct Stretch<'r, A: Algebra> {
    /// The square of its length, m².
    pub square: Expression<'r, A>,
    /// Half of what the square changes by for a unit rate of coordinates.
    pub slopes: Vec<(CoordinateIndex, Expression<'r, A>)>,
}

/// How long a spring is, and how that changes.
pub(super) fn stretch<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
    spring: &Spring,
) -> Stretch<'r, A> {
    let chains = spring.between(&mechanism.bodies);
    let point = |chain: &[BodyIndex], end: &End| {
        let inner = Vector::polys(ring, &end.at);
        let outwards = chain.iter().rev();
        outwards.fold(inner, |point, body| {
            Link::of(ring, mechanism, *body).outside(point)
        })
    };
    let [from, to] = [0, 1].map(|k| point(&chains[k], &spring.ends[k]));
    let d = to - from;
    // The line of the force, in the frame of the body that carries both ends.
    let line = Screw {
        angular: d,
        linear: from.cross(d),
    };
    let mut slopes: Vec<(CoordinateIndex, Expression<'r, A>)> = Vec::new();
    for (chain, side) in chains.iter().zip([-1, 1]) {
        let mut line = line;
        for body in chain {
            let link = Link::of(ring, mechanism, *body);
            line = link.carried(line);
            let screw = link.own_screw();
            let power = screw.linear.dot(line.angular) + screw.angular.dot(line.linear);
            for (coordinate, factor) in &link.body.joint.motion.terms {
                let share = power * &(factor * &Rational::from(side));
                match slopes.iter_mut().find(|(other, _)| other == coordinate) {
                    Some((_, slope)) => *slope = *slope + share,
                    None => slopes.push((*coordinate, share)),
                }
            }
        }
    }
    Stretch {
        square: d.dot(d),
        slopes,
    }
}

/// Half the square of its length, in normal form: the potential for one unit of stiffness.
pub(super) fn half_square(
    ring: &Ring<Expansion>,
    mechanism: &Mechanism,
    spring: SpringIndex,
) -> Poly {
    let square = stretch(ring, mechanism, &mechanism.springs[spring]).square;
    let square = ring.look(|expansion| expansion.get(square.element).clone());
    square.scale(&Rational::new(1, 2))
}

/// What a parameter of a spring multiplies in the torques of coordinates, and in energy; nothing of another parameter.
pub(super) struct Pull<'r> {
    pub torques: Vec<(CoordinateIndex, Expression<'r, Graph>)>,
    pub energy: Expression<'r, Graph>,
}

/// What a parameter of a spring multiplies; `None` of another parameter.
pub(super) fn pull<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    kind: ParameterKind,
) -> Option<Pull<'r>> {
    let (ParameterKind::SpringRate(spring) | ParameterKind::SpringTension(spring)) = kind else {
        return None;
    };
    let Stretch { square, mut slopes } = stretch(ring, mechanism, &mechanism.springs[spring]);
    let energy = match kind {
        ParameterKind::SpringRate(_) => square * &Rational::new(1, 2),
        _ => {
            let inverse = square.inverse_root();
            for (_, slope) in &mut slopes {
                *slope = -(*slope * inverse);
            }
            -(square * inverse)
        }
    };
    Some(Pull {
        torques: slopes,
        energy,
    })
}
