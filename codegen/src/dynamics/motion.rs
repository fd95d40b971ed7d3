//! Velocities and accelerations of every body, from the base outwards, in the body's own frame.

use super::drives::linear;
use super::link::{Link, spin};
use crate::algebra::matrix::is_of_axes;
use crate::algebra::spatial::{Matrix, Vector};
use crate::algebra::{BaseInput, BodyIndex, Expression, Graph, Indexed, Input, Rational, Ring};
use crate::mechanism::{Base, Body, Mechanism};

/// Which parts of the motion are not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    /// Velocities.
    pub velocity: bool,
    /// Accelerations.
    pub acceleration: bool,
    /// Gravity.
    pub gravity: bool,
}

impl Given {
    /// Every part.
    pub(super) const ALL: Self = Self {
        velocity: true,
        acceleration: true,
        gravity: true,
    };
}

/// The motion of a body's frame, expressed in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion<'r> {
    /// Angular velocity.
    pub w: Vector<'r, Graph>,
    /// Angular acceleration.
    pub wd: Vector<'r, Graph>,
    /// Acceleration of the origin less gravity.
    pub acc: Vector<'r, Graph>,
    /// `[wd×] + [w×][w×]`: what carries an offset into an acceleration.
    pub spin: Matrix<'r, Graph>,
    /// How the diagonal elements of that differ: first less second, third less first, second less third.
    pub differences: [Expression<'r, Graph>; 3],
}

/// The motion of every body.
pub(super) fn motions<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    given: Given,
) -> Indexed<BodyIndex, Motion<'r>> {
    mechanism.bodies.recurse(|done, index, body| {
        ring.section(&body.name);
        let parent = match body.parent {
            Some(parent) => done[parent],
            None => of_base(ring, mechanism, given),
        };
        let link = Link::of(ring, mechanism, index);
        let motion = step(ring, &link, parent, given);
        name(body, motion);
        motion
    })
}

/// The base: at rest, or moved as it is told, and accelerated upwards in place of gravity.
fn of_base<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism, given: Given) -> Motion<'r> {
    let zero = Vector::zero(ring);
    let input = |kind: BaseInput, given: bool| {
        if given && mechanism.base == Base::Input {
            base_input(ring, kind)
        } else {
            zero
        }
    };
    let upwards = match mechanism.base {
        Base::Input => -input(BaseInput::Gravity, given.gravity),
        Base::Rest => {
            let upward = |g: &Rational| if given.gravity { -g } else { Rational::ZERO };
            Vector::numbers(ring, &mechanism.gravity.each_ref().map(upward))
        }
    };
    let w = input(BaseInput::AngularVelocity, given.velocity);
    let wd = input(BaseInput::AngularAcceleration, given.acceleration);
    let acc = input(BaseInput::Acceleration, given.acceleration) + upwards;
    Motion {
        w,
        wd,
        acc,
        spin: spin(w, wd),
        differences: differences(w, spin(w, wd), None),
    }
}

/// A vector that says how the base moves, in its axes.
pub(super) fn base_input(ring: &Ring<Graph>, kind: BaseInput) -> Vector<'_, Graph> {
    Vector([0, 1, 2].map(|axis| ring.input(Input::Base(kind, axis))))
}

/// From the parent's frame to the body's.
fn step<'r>(
    ring: &'r Ring<Graph>,
    link: &Link<'r, '_, Graph>,
    parent: Motion<'r>,
    given: Given,
) -> Motion<'r> {
    let form = &link.body.joint.motion.terms;
    let rate = |input: fn(_) -> Input, given: bool| {
        if given {
            linear(ring, form.iter().map(|(k, factor)| (*k, factor)), input)
        } else {
            ring.zero()
        }
    };
    let speed = rate(Input::Velocity, given.velocity);
    let speed_change = rate(Input::Acceleration, given.acceleration);
    let acc = parent.acc + parent.spin.times(link.before());
    let rotation = &link.body.before.rotation;
    let w = parent.w.rotated_back(rotation);
    let wd = parent.wd.rotated_back(rotation);
    let acc = acc.rotated_back(rotation);

    let axis = link.axis();
    let (along, along_change) = (axis * speed, axis * speed_change);
    let mut turning = None;
    let (w, wd, acc) = if link.slides() {
        let acc = slid(ring, link, (w, wd, acc), along, along_change);
        (w, wd, acc)
    } else {
        let w = link.turned_back(w) + along;
        let acc = link.turned_back(acc);
        let wd = match link.along() {
            Some(k) => {
                let outside = Vector::unit(ring, k).rotated(rotation);
                let column = parent.spin.times(outside).rotated_back(rotation);
                let change = wd[k] + along_change[k];
                let (wd, spin) = spin_about(k, w, change, link.turned_back(column));
                turning = Some(spin);
                wd
            }
            // The parent's rotation, felt in the turning frame, tilts the joint's own rate.
            None => link.turned_back(wd) + w.cross(along) + along_change,
        };
        (w, wd, acc)
    };

    let rotation = &link.body.after.rotation;
    let w = w.rotated_back(rotation);
    let wd = wd.rotated_back(rotation);
    let spin = match turning {
        Some(spin) if is_of_axes(rotation) => spin.in_axes(rotation),
        _ => spin(w, wd),
    };
    let carried = spin.times(link.after().rotated_back(rotation));
    let acc = acc.rotated_back(rotation) + carried;
    // The axis next to the joint's, in the body's frame: its element is made of squares.
    let squares = link
        .along()
        .filter(|_| turning.is_some() && is_of_axes(rotation));
    let squares = squares.and_then(|k| (0..3).find(|&i| !rotation[(k + 1) % 3][i].is_zero()));
    Motion {
        w,
        wd,
        acc,
        spin,
        differences: differences(w, spin, squares),
    }
}

/// The differences of the diagonal elements; all but those of one axis are better made of squares of velocities.
fn differences<'r>(
    w: Vector<'r, Graph>,
    spin: Matrix<'r, Graph>,
    but: Option<usize>,
) -> [Expression<'r, Graph>; 3] {
    [(0, 1), (2, 0), (1, 2)].map(|(i, j)| match but {
        Some(but) if i != but && j != but => w[i] * w[i] - w[j] * w[j],
        _ => spin.0[i][i] - spin.0[j][j],
    })
}

/// The angular acceleration of a body that turns about a coordinate axis, and what carries an offset into an
/// acceleration.
///
/// Points of the joint's axis belong to the parent as well, so that the column of that matrix is the parent's, turned. Given
/// are the body's angular velocity, its change along the axis, and that column; the rest of the change follows.
fn spin_about<'r>(
    axis: usize,
    w: Vector<'r, Graph>,
    change: Expression<'r, Graph>,
    column: Vector<'r, Graph>,
) -> (Vector<'r, Graph>, Matrix<'r, Graph>) {
    let [c, a, b] = [axis, (axis + 1) % 3, (axis + 2) % 3];
    let [bb, cc] = [b, c].map(|k| w[k] * w[k]);
    let (ab, ac, bc) = (w[a] * w[b], w[a] * w[c], w[b] * w[c]);
    let mut wd = w;
    wd.0[a] = bc - column[b];
    wd.0[b] = column[a] - ac;
    wd.0[c] = change;
    let mut spin = Matrix([w; 3]);
    for (i, j, element) in [
        (a, a, -(bb + cc)),
        (b, b, column[c] + (bb - cc)),
        (a, b, ab - change),
        (b, a, ab + change),
        (a, c, column[a]),
        (b, c, column[b]),
        (c, c, column[c]),
        (c, a, ac - wd[b]),
        (c, b, bc + wd[a]),
    ] {
        spin.0[i].0[j] = element;
    }
    (wd, spin)
}

/// The acceleration of a point that slides along an axis: relative, Coriolis and carried parts.
fn slid<'r>(
    ring: &'r Ring<Graph>,
    link: &Link<'r, '_, Graph>,
    (w, wd, acc): (Vector<'r, Graph>, Vector<'r, Graph>, Vector<'r, Graph>),
    along: Vector<'r, Graph>,
    along_change: Vector<'r, Graph>,
) -> Vector<'r, Graph> {
    let doubled: Expression<'r, Graph> = ring.number(&Rational::from(2));
    let acc = acc + along_change + w.cross(along * doubled);
    match link.slide() {
        Some(slide) => acc + spin(w, wd).times(slide),
        None => acc,
    }
}

/// Names what a reader of the generated code knows from the textbook.
fn name(body: &Body, motion: Motion<'_>) {
    for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
        motion.w[i].name(|| format!("w_{}_{axis}", body.name));
        motion.wd[i].name(|| format!("wd_{}_{axis}", body.name));
        motion.acc[i].name(|| format!("acc_{}_{axis}", body.name));
        for (j, other) in ["x", "y", "z"].into_iter().enumerate() {
            motion.spin.0[i][j].name(|| format!("u_{}_{axis}{other}", body.name));
            if i <= j {
                let product = motion.w[i] * motion.w[j];
                product.name(|| format!("ww_{}_{axis}{other}", body.name));
            }
        }
    }
}
