//! How vectors, screws and wrenches pass from the frame of a body's parent to the body's own.

use crate::algebra::spatial::{Matrix, Screw, Vector, Wrench};
use crate::algebra::{Algebra, Atom, BodyIndex, CoordinateIndex, Expression, Rational, Ring};
use crate::mechanism::{Body, JointKind, Mechanism};

/// A body as it hangs on its parent: by a fixed pose, the motion of its joint and a fixed pose.
pub(super) struct Link<'r, 'm, A> {
    ring: &'r Ring<A>,
    mechanism: &'m Mechanism,
    pub body: &'m Body,
}

impl<'r, 'm, A: Algebra<Element: Copy>> Link<'r, 'm, A> {
    /// The link of a body.
    pub(super) fn of(ring: &'r Ring<A>, mechanism: &'m Mechanism, body: BodyIndex) -> Self {
        Self {
            ring,
            mechanism,
            body: &mechanism.bodies[body],
        }
    }

    /// Whether its joint slides.
    pub(super) fn slides(&self) -> bool {
        self.body.joint.kind == JointKind::Prismatic
    }

    /// The axis of its joint.
    pub(super) fn axis(&self) -> Vector<'r, A> {
        Vector::numbers(self.ring, &self.body.joint.axis)
    }

    /// The coordinate axis of the joint's frame that its axis lies on.
    pub(super) fn along(&self) -> Option<usize> {
        (0..3).find(|&k| self.body.joint.axis[k].abs().is_one())
    }

    /// The origin of the joint's frame in the parent's.
    pub(super) fn before(&self) -> Vector<'r, A> {
        Vector::polys(self.ring, &self.body.before.translation)
    }

    /// The origin of the body's frame in the joint's.
    pub(super) fn after(&self) -> Vector<'r, A> {
        Vector::polys(self.ring, &self.body.after.translation)
    }

    /// How far a joint that slides has moved; `None` for one that turns.
    pub(super) fn slide(&self) -> Option<Vector<'r, A>> {
        let terms = &self.body.joint.motion.terms;
        self.slides().then(|| {
            let position = terms.iter().fold(self.ring.zero(), |sum, (k, factor)| {
                sum + self.ring.atom(Atom::Position(*k)) * factor
            });
            self.axis() * position
        })
    }

    /// Turns a vector of the parent's side of the joint into the joint's moved frame: `R(q)ᵀ v`.
    pub(super) fn turned_back(&self, v: Vector<'r, A>) -> Vector<'r, A> {
        self.turn(v, true)
    }

    /// Turns a vector of the joint's moved frame into the parent's side: `R(q) v`.
    pub(super) fn turned(&self, v: Vector<'r, A>) -> Vector<'r, A> {
        self.turn(v, false)
    }

    fn turn(&self, v: Vector<'r, A>, back: bool) -> Vector<'r, A> {
        if self.slides() {
            return v;
        }
        if let Some((k, cosine, sine)) = self.plane_turn() {
            // Two products an element, nothing along the axis.
            let sine = if back { -sine } else { sine };
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let mut turned = v;
            let (ci, sj) = (cosine * v[i], sine * v[j]);
            let (si, cj) = (sine * v[i], cosine * v[j]);
            turned.0[i] = ci - sj;
            turned.0[j] = si + cj;
            return turned;
        }
        // Rodrigues: a (a·v) + c (v - a (a·v)) + s a×v.
        let (cosine, sine) = self.cosine_and_sine();
        let sine = if back { -sine } else { sine };
        let axis = self.axis();
        let along = axis * axis.dot(v);
        let (across, around) = ((v - along) * cosine, axis.cross(v) * sine);
        along + across + around
    }

    /// The coordinate axis of the joint's frame that its joint turns about, if there is one, and cosine and sine of the angle
    /// about its positive direction.
    pub(super) fn plane_turn(&self) -> Option<(usize, Expression<'r, A>, Expression<'r, A>)> {
        let axis = self.along().filter(|_| !self.slides())?;
        let (cosine, sine) = self.cosine_and_sine();
        Some((axis, cosine, sine * &self.body.joint.axis[axis]))
    }

    /// Cosine and sine of the joint's position, by the sum of the angles that it is made of.
    fn cosine_and_sine(&self) -> (Expression<'r, A>, Expression<'r, A>) {
        let mut terms = self.body.joint.motion.terms.iter();
        let of = |(k, factor): &(CoordinateIndex, Rational)| self.multiple(*k, factor);
        let Some(first) = terms.next().map(of) else {
            return (self.ring.one(), self.ring.zero());
        };
        terms.map(of).fold(first, added)
    }

    /// Cosine and sine of a multiple of a coordinate.
    fn multiple(
        &self,
        coordinate: CoordinateIndex,
        factor: &Rational,
    ) -> (Expression<'r, A>, Expression<'r, A>) {
        let once = (
            self.ring.atom(Atom::Cosine(coordinate)),
            self.ring.atom(Atom::Sine(coordinate)),
        );
        let turn = &self.mechanism.coordinates[coordinate].turn;
        let times = (factor / turn).and_then(|times| times.small());
        let times = times.map_or(1, |(times, _)| times);
        let (cosine, sine) = (1..times.abs()).fold(once, |sum, _| added(sum, once));
        if times < 0 {
            (cosine, -sine)
        } else {
            (cosine, sine)
        }
    }

    /// A point of the body's frame in the parent's.
    pub(super) fn outside(&self, point: Vector<'r, A>) -> Vector<'r, A> {
        let point = self.turned(point.rotated(&self.body.after.rotation) + self.after());
        let point = match self.slide() {
            Some(slide) => point + slide,
            None => point,
        };
        point.rotated(&self.body.before.rotation) + self.before()
    }

    /// The screw of the body's own joint in the body's frame; free of the joint's position.
    pub(super) fn own_screw(&self) -> Screw<'r, A> {
        let axis = self.axis();
        let (angular, linear) = if self.slides() {
            (Vector::zero(self.ring), axis)
        } else {
            (axis, axis.cross(self.after()))
        };
        let rotation = &self.body.after.rotation;
        Screw {
            angular: angular.rotated_back(rotation),
            linear: linear.rotated_back(rotation),
        }
    }

    /// A screw of the parent's frame in the body's.
    pub(super) fn carried(&self, screw: Screw<'r, A>) -> Screw<'r, A> {
        let mut screw = screw.shifted(self.before());
        let rotation = &self.body.before.rotation;
        screw.angular = screw.angular.rotated_back(rotation);
        screw.linear = screw.linear.rotated_back(rotation);
        if let Some(slide) = self.slide() {
            screw = screw.shifted(slide);
        }
        screw.angular = self.turned_back(screw.angular);
        screw.linear = self.turned_back(screw.linear);
        screw = screw.shifted(self.after());
        let rotation = &self.body.after.rotation;
        Screw {
            angular: screw.angular.rotated_back(rotation),
            linear: screw.linear.rotated_back(rotation),
        }
    }

    /// A wrench of the body's frame, as its parent feels it.
    pub(super) fn felt(&self, wrench: Wrench<'r, A>) -> Wrench<'r, A> {
        let rotation = &self.body.after.rotation;
        let mut wrench = Wrench {
            force: wrench.force.rotated(rotation),
            moment: wrench.moment.rotated(rotation),
        };
        wrench = wrench.shifted(self.after());
        wrench.force = self.turned(wrench.force);
        wrench.moment = self.turned(wrench.moment);
        if let Some(slide) = self.slide() {
            wrench = wrench.shifted(slide);
        }
        let rotation = &self.body.before.rotation;
        wrench.force = wrench.force.rotated(rotation);
        wrench.moment = wrench.moment.rotated(rotation);
        wrench.shifted(self.before())
    }

    /// Gravity in the body's frame, and gravity times the position of the body's origin, from those
    /// of its parent.
    pub(super) fn field(
        &self,
        (field, height): (Vector<'r, A>, Expression<'r, A>),
    ) -> (Vector<'r, A>, Expression<'r, A>) {
        let mut height = height + field.dot(self.before());
        let mut field = field.rotated_back(&self.body.before.rotation);
        if let Some(slide) = self.slide() {
            height = height + field.dot(slide);
        }
        field = self.turned_back(field);
        height = height + field.dot(self.after());
        (field.rotated_back(&self.body.after.rotation), height)
    }
}

/// Cosine and sine of a sum of two angles.
fn added<'r, A: Algebra<Element: Copy>>(
    (c, s): (Expression<'r, A>, Expression<'r, A>),
    (d, t): (Expression<'r, A>, Expression<'r, A>),
) -> (Expression<'r, A>, Expression<'r, A>) {
    (c * d - s * t, s * d + c * t)
}

/// `[wd×] + [w×][w×]`, what carries an offset into an acceleration, from six products.
pub(super) fn spin<'r, A: Algebra<Element: Copy>>(
    w: Vector<'r, A>,
    wd: Vector<'r, A>,
) -> Matrix<'r, A> {
    let [xx, yy, zz] = w.0.map(|element| element * element);
    let (xy, xz, yz) = (w[0] * w[1], w[0] * w[2], w[1] * w[2]);
    let (dx, dy, dz) = (-(yy + zz), -(xx + zz), -(xx + yy));
    Matrix([
        Vector([dx, xy - wd[2], xz + wd[1]]),
        Vector([xy + wd[2], dy, yz - wd[0]]),
        Vector([xz - wd[1], yz + wd[0], dz]),
    ])
}
