//! Columns that follow from those of the parent: what lies on a joint's axis moves with either side of it.
//!
//! A mass on the axis of a joint that turns moves alike as part of the body and as part of its parent; so do a first
//! moment along the axis and the inertia of a thin rod on it. Their columns are equal in every row (in that of the
//! joint itself both vanish), which gives three columns of the body for a few additions. Across a joint that slides
//! all inertias are the same up to the rotation. These are the groupings of Gautier and Khalil, "Direct calculation of
//! minimum set of inertial parameters of serial robots", 1990, equations 19 to 25, read from right to left.

use super::link::Link;
use crate::algebra::spatial::Vector;
use crate::algebra::{Expression, Graph, Known, Rational, Ring};

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// The ten columns of a body in one row.
type Ten<'r> = [E<'r>; 10];

/// Where an element of the inertia stands among the ten columns.
fn inertia(i: usize, j: usize) -> usize {
    [[4, 5, 6], [5, 7, 8], [6, 8, 9]][i][j]
}

/// The columns of a row for a mass, a first moment and an inertia that somebody else's are made of.
struct Parent<'r> {
    columns: Ten<'r>,
    /// The joint's axis.
    axis: Vector<'r, Graph>,
    /// A point of it.
    point: Vector<'r, Graph>,
}

impl<'r> Parent<'r> {
    /// The column of `v wᵀ + w vᵀ`, an inertia.
    fn outer(&self, v: Vector<'r, Graph>, w: Vector<'r, Graph>) -> E<'r> {
        let ring = v[0].ring();
        let mut sum = ring.zero();
        for i in 0..3 {
            let twice = v[i] * w[i];
            sum = sum + self.columns[inertia(i, i)] * (twice + twice);
            for j in i + 1..3 {
                sum = sum + self.columns[inertia(i, j)] * (v[i] * w[j] + v[j] * w[i]);
            }
        }
        sum
    }

    /// The column of the inertia `1 - e eᵀ` of a rod along a coordinate axis.
    fn rod_along(&self, axis: usize) -> E<'r> {
        let [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
        self.columns[inertia(a, a)] + self.columns[inertia(b, b)]
    }

    /// The column of a thin rod's inertia on the axis.
    fn rod(&self) -> E<'r> {
        if let Some(along) = self.along() {
            return self.rod_along(along);
        }
        let half = self.outer(self.axis, self.axis);
        let ring = half.ring();
        let diagonal = (0..3).fold(ring.zero(), |sum, k| sum + self.columns[inertia(k, k)]);
        diagonal - half * &Rational::new(1, 2)
    }

    /// The coordinate axis that the joint's axis is parallel to.
    fn along(&self) -> Option<usize> {
        let zero = |k: usize| self.axis[k].is_zero();
        (0..3).find(|&k| zero((k + 1) % 3) && zero((k + 2) % 3))
    }

    /// The column of a first moment along the axis, at the point.
    fn moment(&self) -> E<'r> {
        let ring = self.point[0].ring();
        let mut sum = ring.zero();
        // An inertia of 2 (p·u) 1 - (p uᵀ + u pᵀ) beside the moment u.
        for k in 0..3 {
            let (p, u) = (self.point[k], self.axis[k]);
            let straight = p * u;
            sum = sum + self.columns[1 + k] * u + self.rod_along(k) * (straight + straight);
            for j in k + 1..3 {
                let across = p * self.axis[j] + self.point[j] * u;
                sum = sum - self.columns[inertia(k, j)] * across;
            }
        }
        sum
    }

    /// The column of a mass at the point.
    fn mass(&self) -> E<'r> {
        let mut sum = self.columns[0];
        for k in 0..3 {
            let p = self.point[k];
            let mut beside = self.columns[1 + k] + self.rod_along(k) * p;
            for j in k + 1..3 {
                beside = beside - self.columns[inertia(k, j)] * self.point[j];
            }
            sum = sum + p * beside;
        }
        sum
    }
}

/// The ten columns of a body in one row, in the cheaper of their forms: as they are, or from the parent's.
pub(super) fn shared<'r>(
    ring: &'r Ring<Graph>,
    link: &Link<'r, '_, Graph>,
    parent: Ten<'r>,
    direct: Ten<'r>,
    known: &mut Known,
) -> Ten<'r> {
    let columns = match link.slides() {
        true => slid(ring, link, parent, direct, known),
        false => turned(ring, link, parent, direct, known),
    };
    choose(ring, known, &[columns]);
    columns
}

/// The cheapest of several forms is known from now on; the first of those that cost the same.
pub(super) fn choose<'r, F: AsRef<[E<'r>]>, const N: usize>(
    ring: &'r Ring<Graph>,
    known: &mut Known,
    forms: &[F; N],
) -> usize {
    let nodes = |form: &F| -> Vec<_> { form.as_ref().iter().map(|e| e.element).collect() };
    ring.look(|graph| {
        let cost = |&form: &usize| known.cost(graph, &nodes(&forms[form]));
        let best = (0..N).min_by_key(cost).unwrap_or(0);
        known.add(graph, &nodes(&forms[best]));
        best
    })
}

/// Across a joint that turns about a coordinate axis of the body.
fn turned<'r>(
    ring: &'r Ring<Graph>,
    link: &Link<'r, '_, Graph>,
    parent: Ten<'r>,
    direct: Ten<'r>,
    known: &mut Known,
) -> Ten<'r> {
    let after = &link.body.after.rotation;
    let axis = link.axis().rotated_back(after);
    let zero = |k: usize| axis[k].is_zero();
    let Some(c) = (0..3).find(|&k| zero((k + 1) % 3) && zero((k + 2) % 3)) else {
        return direct;
    };
    let [a, b] = [(c + 1) % 3, (c + 2) % 3];
    // The joint's origin in the body's frame, and along the axis to the foot of the body's origin.
    let origin = -link.after().rotated_back(after);
    let along = -(origin.dot(axis));
    let foot = origin + axis * along;
    let before = &link.body.before.rotation;
    let outside = link.axis().rotated(before);
    let from = Parent {
        columns: parent,
        axis: outside,
        point: link.before() + outside * along,
    };
    let mut columns = direct;
    let others = [
        1 + a,
        1 + b,
        inertia(a, b),
        inertia(a, c),
        inertia(b, c),
        inertia(c, c),
    ];
    choose(ring, known, &[others.map(|k| direct[k])]);

    let (first, second) = (inertia(a, a), inertia(b, b));
    let rod = from.rod();
    let forms = [
        [direct[first], direct[second]],
        [direct[first], rod - direct[first]],
        [rod - direct[second], direct[second]],
    ];
    [columns[first], columns[second]] = forms[choose(ring, known, &forms)];

    // Beside the moment u at the foot p, which is across: an inertia of -(p uᵀ + u pᵀ).
    let own = [a, b].map(|k| foot[k] * columns[inertia(k, c)]);
    let moment = from.moment() * axis[c] + own[0] + own[1];
    let forms = [[direct[1 + c]], [moment]];
    [columns[1 + c]] = forms[choose(ring, known, &forms)];

    let [p, r] = [foot[a], foot[b]];
    let trace = |k: usize| columns[inertia(c, c)] + columns[inertia(k, k)];
    let across = r * columns[inertia(a, b)];
    let beside = p * (columns[1 + a] + p * trace(b) - across) + r * (columns[1 + b] + r * trace(a));
    let forms = [[direct[0]], [from.mass() - beside]];
    [columns[0]] = forms[choose(ring, known, &forms)];
    columns
}

/// Across a joint that slides: the inertias of the parent, in the body's axes.
fn slid<'r>(
    ring: &'r Ring<Graph>,
    link: &Link<'r, '_, Graph>,
    parent: Ten<'r>,
    direct: Ten<'r>,
    known: &mut Known,
) -> Ten<'r> {
    let axes: [Vector<'r, Graph>; 3] = std::array::from_fn(|k| {
        let unit = Vector::unit(ring, k);
        let unit = unit.rotated(&link.body.after.rotation);
        unit.rotated(&link.body.before.rotation)
    });
    let from = Parent {
        columns: parent,
        axis: axes[0],
        point: axes[0],
    };
    let mut columns = direct;
    for i in 0..3 {
        for j in i..3 {
            let place = inertia(i, j);
            let outer = from.outer(axes[i], axes[j]);
            let carried = match i == j {
                true => outer * &Rational::new(1, 2),
                false => outer,
            };
            let forms = [[direct[place]], [carried]];
            [columns[place]] = forms[choose(ring, known, &forms)];
        }
    }
    columns
}
