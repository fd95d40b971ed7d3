//! The inertia matrix by composite bodies.
//!
//! An element is the power of what a joint with all that it carries has of momentum, for a unit rate of it, along the screw of
//! a joint that carries it. Momentum is carried inwards (Featherstone 2008, table 6.2), where a joint that turns about an axis
//! of its frame reads one number off, and meets the screws of the joints that are left, carried outwards, halfway: each is
//! carried over half as many joints.

use super::drives::velocity_form;
use super::link::Link;
use super::screws::{Mover, base, movers};
use super::shared::choose;
use crate::algebra::matrix::Rotation;
use crate::algebra::spatial::{Matrix, Screw, Vector, Wrench};
use crate::algebra::{BodyIndex, Expression, Graph, Input, Known, ParameterIndex, Ref, Ring};
use crate::mechanism::{Base, Inertial, Mechanism, ParameterKind};

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// The inertia matrix (`rows × rows`), armature and rotors included: a row a coordinate, before them
/// six for the velocity of the base (linear, then angular, in its axes) if it is moved.
pub fn inertia_matrix(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    graph.write(|ring| {
        let longest = movers(ring, mechanism).iter().map(Vec::len).max();
        let forms = [0, longest.unwrap_or(0) / 2].map(|met| {
            let mut matrix = vec![vec![ring.zero(); mechanism.rows()]; mechanism.rows()];
            add_bodies(ring, mechanism, met, &mut matrix);
            matrix
        });
        let elements = forms.each_ref().map(|form| form.concat());
        let best = choose(ring, &mut Known::default(), &elements);
        let mut matrix = forms[best].clone();
        add_drives(ring, mechanism, &mut matrix);
        matrix.into_iter().map(nodes).collect()
    })
}

/// The nodes of expressions.
pub(super) fn nodes(expressions: Vec<E<'_>>) -> Vec<Ref> {
    expressions.into_iter().map(|e| e.element).collect()
}

/// A standard parameter.
pub(super) fn theta(ring: &Ring<Graph>, parameter: ParameterIndex) -> E<'_> {
    ring.input(Input::Parameter(parameter))
}

/// Adds the bodies; momentum is carried inwards until at most `met` movers are left.
fn add_bodies<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    met: usize,
    matrix: &mut [Vec<E<'r>>],
) {
    let movers = movers(ring, mechanism);
    let bodies = &mechanism.bodies;
    let mut composites = bodies.map(|body, _| Composite::of(ring, mechanism, body));
    let mut whole: Option<Composite<'r>> = None;
    for (j, body) in bodies.enumerate().rev() {
        ring.section(&body.name);
        let link = Link::of(ring, mechanism, j);
        let own = Mover::Joint(j.joint());
        let mut momentum = composites[j].momentum(link.own_screw());
        let mut at = Some(j);
        while let Some(carrier) = at.filter(|&carrier| movers[carrier].len() > met) {
            let link = Link::of(ring, mechanism, carrier);
            let element = momentum.power(link.own_screw());
            add(
                matrix,
                mechanism,
                Mover::Joint(carrier.joint()),
                own,
                element,
            );
            momentum = link.felt(momentum);
            at = bodies[carrier].parent;
        }
        let left = at.map_or_else(|| base(ring, mechanism), |carrier| movers[carrier].clone());
        for (mover, screw) in left {
            add(matrix, mechanism, mover, own, momentum.power(screw));
        }
        match body.parent {
            Some(parent) => composites[parent] = composites[parent].plus(composites[j].felt(&link)),
            None if mechanism.base == Base::Input => {
                let felt = composites[j].felt(&link);
                whole = Some(whole.map_or(felt, |sum| sum.plus(felt)));
            }
            None => {}
        }
    }
    let units = Screw::units(ring);
    for (l, second) in units.into_iter().enumerate() {
        let Some(momentum) = whole.map(|whole| whole.momentum(second)) else {
            return;
        };
        for (k, first) in units[..=l].iter().enumerate() {
            let element = momentum.power(*first);
            add(matrix, mechanism, Mover::Base(k), Mover::Base(l), element);
        }
    }
}

/// Adds what two movers have in common, in both orders if they are two.
fn add<'r>(
    matrix: &mut [Vec<E<'r>>],
    mechanism: &Mechanism,
    first: Mover,
    second: Mover,
    element: E<'r>,
) {
    for (k, r) in first.rows(mechanism) {
        for (l, s) in second.rows(mechanism) {
            let share = element * &(&r * &s);
            matrix[k][l] = matrix[k][l] + share;
            if first != second {
                matrix[l][k] = matrix[l][k] + share;
            }
        }
    }
}

fn add_drives<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism, matrix: &mut [Vec<E<'r>>]) {
    for (index, parameter) in mechanism.parameters.enumerate() {
        let ParameterKind::Inertia(site) = parameter.kind else {
            continue;
        };
        let theta = theta(ring, index);
        let form = velocity_form(mechanism, site);
        for (k, r) in form.enumerate() {
            for (l, s) in form.enumerate() {
                let [k, l] = [k, l].map(|coordinate| mechanism.row(coordinate));
                matrix[k][l] = matrix[k][l] + theta * &(r * s);
            }
        }
    }
}

/// Mass, first moment and inertia about the origin of a body, or of all that a joint carries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Composite<'r> {
    pub m: E<'r>,
    pub h: Vector<'r, Graph>,
    /// Symmetric.
    pub l: Matrix<'r, Graph>,
}

impl<'r> Composite<'r> {
    /// The parameters of one body as inputs.
    pub(super) fn of(ring: &'r Ring<Graph>, mechanism: &Mechanism, body: BodyIndex) -> Self {
        let parameter = |component| match mechanism.inertial(body, component) {
            Some(parameter) => theta(ring, parameter),
            None => ring.zero(),
        };
        let [m, x, y, z, xx, xy, xz, yy, yz, zz] = Inertial::ALL.map(parameter);
        Self {
            m,
            h: Vector([x, y, z]),
            l: Matrix([
                Vector([xx, xy, xz]),
                Vector([xy, yy, yz]),
                Vector([xz, yz, zz]),
            ]),
        }
    }

    /// Linear and angular momentum for a motion.
    fn momentum(self, Screw { angular, linear }: Screw<'r, Graph>) -> Wrench<'r, Graph> {
        let (straight, turned) = (linear * self.m, angular.cross(self.h));
        let (lever, spin) = (self.h.cross(linear), self.l.times(angular));
        Wrench {
            force: straight + turned,
            moment: lever + spin,
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            m: self.m + other.m,
            h: self.h + other.h,
            l: self.l.plus(other.l),
        }
    }

    /// The same body in the frame of the parent.
    fn felt(self, link: &Link<'r, '_, Graph>) -> Self {
        let mut composite = self.rotated(&link.body.after.rotation);
        composite = composite.shifted(link.after());
        composite = composite.turned(link);
        if let Some(slide) = link.slide() {
            composite = composite.shifted(slide);
        }
        composite = composite.rotated(&link.body.before.rotation);
        composite.shifted(link.before())
    }

    fn rotated(self, rotation: &Rotation) -> Self {
        self.mapped(|v| v.rotated(rotation))
    }

    /// Turned with the joint. About a coordinate axis what is across turns by twice the angle, in five products: with
    /// `v = s (L_ii - L_jj) + 2 c L_ij` it becomes `L_ii - s v`, `L_jj + s v` and `c v - L_ij`.
    fn turned(self, link: &Link<'r, '_, Graph>) -> Self {
        let mut turned = self.mapped(|v| link.turned(v));
        let Some((k, cosine, sine)) = link.plane_turn() else {
            return turned;
        };
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (first, second, across) = (self.l.0[i][i], self.l.0[j][j], self.l.0[i][j]);
        let twice = sine * (first - second) + cosine * (across + across);
        let l = &mut turned.l.0;
        l[i].0[i] = first - sine * twice;
        l[j].0[j] = second + sine * twice;
        l[i].0[j] = cosine * twice - across;
        l[j].0[i] = l[i][j];
        turned
    }

    /// Expressed in other axes: `R h` and `R L Rᵀ`, with `R` applied to the columns, then the rows.
    fn mapped(self, map: impl Fn(Vector<'r, Graph>) -> Vector<'r, Graph>) -> Self {
        let half = Matrix(self.l.0.map(&map)).transposed();
        let mut l = half.0.map(&map);
        for (i, j) in [(1, 0), (2, 0), (2, 1)] {
            l[i].0[j] = l[j][i];
        }
        Self {
            m: self.m,
            h: map(self.h),
            l: Matrix(l),
        }
    }

    /// About a point that lies `-d` away, so that the old origin is at `d` (Steiner).
    fn shifted(self, d: Vector<'r, Graph>) -> Self {
        let h = self.h + d * self.m;
        // L + 2 (d·h) 1 - d hᵀ - h dᵀ + m (d·d 1 - d dᵀ) = L + (d·s) 1 - d h'ᵀ - h dᵀ, s = h + h'.
        let both = self.h + h;
        let mut l = self.l;
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            l.0[i].0[i] = self.l.0[i][i] + (d[j] * both[j] + d[k] * both[k]);
            l.0[i].0[j] = self.l.0[i][j] - (d[i] * h[j] + self.h[i] * d[j]);
            l.0[j].0[i] = l.0[i][j];
        }
        Self { m: self.m, h, l }
    }
}
