//! Torque and energy regressors in factored form.
//!
//! For the pair (row i, body j) the screw of row i (axis `a`, origin velocity `b`) is carried into
//! frame j; the columns are `b·acc` for the mass, `bᵀU + acc×a` for the first moment and `aᵀD` for
//! the inertia, with `U = [wd×] + [w×][w×]` and `D` the matrix of `L ↦ L wd + w × L w`.

use super::drives::{effect, linear, position, velocity_form};
use super::link::Link;
use super::motion::{Given, Motion, base_input, motions};
use super::screws::{Carried, screws};
use super::shared::shared;
use super::springs::pull;
use crate::algebra::spatial::{Screw, Vector};
use crate::algebra::{
    BaseInput, BodyIndex, Expression, Graph, Indexed, Input, Known, Place, Rational, Ref, Ring,
};
use crate::mechanism::{Base, Inertial, Mechanism, ParameterKind};

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// A table of expressions, a column a standard parameter.
pub(super) struct Columns<'r> {
    pub rows: Vec<Vec<E<'r>>>,
    /// Where the ten columns of each body begin.
    first: Indexed<BodyIndex, usize>,
}

impl<'r> Columns<'r> {
    /// So many rows of zeros.
    pub(super) fn zeros(ring: &'r Ring<Graph>, mechanism: &Mechanism, rows: usize) -> Self {
        let first = mechanism.bodies.map(|body, _| {
            let mass = mechanism.inertial(body, Inertial::Mass);
            mass.map_or(0, Place::at)
        });
        Self {
            rows: vec![vec![ring.zero(); mechanism.parameters.len()]; rows],
            first,
        }
    }

    /// Puts the ten columns of a body into a row.
    pub(super) fn put(&mut self, row: usize, body: BodyIndex, ten: [E<'r>; 10]) {
        let first = self.first[body];
        self.rows[row][first..first + 10].copy_from_slice(&ten);
    }

    /// The ten columns of a body in a row.
    fn ten(&self, row: usize, body: BodyIndex) -> [E<'r>; 10] {
        let first = self.first[body];
        std::array::from_fn(|k| self.rows[row][first + k])
    }

    /// The nodes, row by row.
    pub(super) fn nodes(self) -> Vec<Vec<Ref>> {
        let nodes = |row: Vec<E<'r>>| row.into_iter().map(|e| e.element).collect();
        self.rows.into_iter().map(nodes).collect()
    }
}

/// Which columns of a regressor are wanted, and so the form that is cheapest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All: some follow from others.
    All,
    /// Those of base parameters, of which none follows from others: each is written by itself.
    Independent,
}

/// The torque regressor: a row a coordinate, before them six rows of force and moment if the base
/// is moved; a column a standard parameter (`rows × p`).
pub fn torque_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    torque_regressor_for(graph, mechanism, Wanted::All)
}

/// The torque regressor in the form that is cheapest for the columns that are wanted; the others are right as well.
pub fn torque_regressor_for(
    graph: &mut Graph,
    mechanism: &Mechanism,
    wanted: Wanted,
) -> Vec<Vec<Ref>> {
    graph.write(|ring| torque_columns(ring, mechanism, wanted).nodes())
}

/// The torque regressor as expressions.
pub(super) fn torque_columns<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    wanted: Wanted,
) -> Columns<'r> {
    let motions = motions(ring, mechanism, Given::ALL);
    ring.section("screw");
    let screws = screws(ring, mechanism);
    let mut columns = Columns::zeros(ring, mechanism, mechanism.rows());
    let mut known = carried_on(ring, mechanism, &motions, &screws);
    for (j, body) in mechanism.bodies.enumerate() {
        ring.section(&body.name);
        let inertia = inertia_map(motions[j]);
        let link = Link::of(ring, mechanism, j);
        for (row, screw) in &screws[j] {
            let mut own = ten(motions[j], &inertia, *screw);
            if let (Wanted::All, Some(parent)) = (wanted, body.parent) {
                let parent = columns.ten(*row, parent);
                own = shared(ring, &link, parent, own, &mut known);
            }
            columns.put(*row, j, own);
        }
    }
    ring.section("drive");
    for (column, parameter) in mechanism.parameters.enumerate() {
        if let Some(pull) = pull(ring, mechanism, parameter.kind) {
            for (k, torque) in pull.torques {
                columns.rows[mechanism.row(k)][column.at()] = torque;
            }
        }
        let Some((form, effect)) = effect(ring, mechanism, parameter.kind) else {
            continue;
        };
        for (k, factor) in form.enumerate() {
            columns.rows[mechanism.row(k)][column.at()] = effect * factor;
        }
    }
    columns
}

/// What other bodies need of the motions and screws of those that carry them.
fn carried_on<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    motions: &Indexed<BodyIndex, Motion<'r>>,
    screws: &Indexed<BodyIndex, Carried<'r, Graph>>,
) -> Known {
    let mut known = Known::default();
    for parent in mechanism.bodies.iter().filter_map(|body| body.parent) {
        let Motion { w, wd, acc, .. } = motions[parent];
        let screws = screws[parent].iter().map(|(_, screw)| screw);
        let screws = screws.flat_map(|screw| [screw.angular, screw.linear]);
        let elements = [w, wd, acc].into_iter().chain(screws).flat_map(|v| v.0);
        let nodes: Vec<Ref> = elements.map(|e| e.element).collect();
        ring.look(|graph| known.add(graph, &nodes));
    }
    known
}

/// The 3 × 6 matrix `D` of `L ↦ L wd + w × L w`: its entries are sums that `U` already has.
pub(super) fn inertia_map<'r>(motion: Motion<'r>) -> [[E<'r>; 6]; 3] {
    let [ux, uy, uz] = motion.spin.0;
    let (w, wd) = (motion.w, motion.wd);
    let (xy, xz, yz) = (w[0] * w[1], w[0] * w[2], w[1] * w[2]);
    let [xx_less_yy, zz_less_xx, yy_less_zz] = motion.differences;
    [
        [wd[0], -uz[0], uy[0], -yz, yy_less_zz, yz],
        [xz, uz[1], zz_less_xx, wd[1], -ux[1], -xz],
        [-xy, xx_less_yy, -uy[2], xy, ux[2], wd[2]],
    ]
}

/// The ten columns of a body for the power along a screw, all in the body's frame.
pub(super) fn ten<'r>(
    motion: Motion<'r>,
    inertia: &[[E<'r>; 6]; 3],
    screw: Screw<'r, Graph>,
) -> [E<'r>; 10] {
    let (a, b) = (screw.angular, screw.linear);
    let mass = b.dot(motion.acc);
    let Vector([x, y, z]) = motion.spin.transposed().times(b) + motion.acc.cross(a);
    let second = |k: usize| a.dot(Vector(inertia.map(|row| row[k])));
    let [xx, xy, xz, yy, yz, zz] = std::array::from_fn(second);
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}

/// The energy regressor: kinetic plus potential energy as a row (`p`), zero at the base's origin;
/// friction and offsets have no energy, springs have theirs.
pub fn energy_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let rows = graph.write(|ring| energy_columns(ring, mechanism).nodes());
    rows.into_iter().flatten().collect()
}

/// The twist of a body, gravity in its frame, and gravity times its origin's position.
type State<'r> = (Screw<'r, Graph>, (Vector<'r, Graph>, E<'r>));

fn energy_columns<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism) -> Columns<'r> {
    let half = ring.number(&Rational::new(1, 2));
    let mut columns = Columns::zeros(ring, mechanism, 1);
    let base = match mechanism.base {
        Base::Rest => (
            Screw::rest(ring),
            (Vector::numbers(ring, &mechanism.gravity), ring.zero()),
        ),
        Base::Input => {
            let twist = Screw {
                angular: base_input(ring, BaseInput::AngularVelocity),
                linear: base_input(ring, BaseInput::Velocity),
            };
            (twist, (base_input(ring, BaseInput::Gravity), ring.zero()))
        }
    };
    mechanism
        .bodies
        .recurse(|done: &Indexed<_, State<'r>>, j, body| {
            ring.section(&body.name);
            let (twist, field) = body.parent.map_or(base, |parent| done[parent]);
            let link = Link::of(ring, mechanism, j);
            let field = link.field(field);
            let twist = link.carried(twist);
            let own = link.own_screw();
            let form = body
                .joint
                .motion
                .terms
                .iter()
                .map(|(k, factor)| (*k, factor));
            let twist = twist + own * linear(ring, form, Input::Velocity);
            columns.put(0, j, energy_of_body(half, twist, field));
            (twist, field)
        });
    for (column, parameter) in mechanism.parameters.enumerate() {
        if let Some(pull) = pull(ring, mechanism, parameter.kind) {
            columns.rows[0][column.at()] = pull.energy;
        }
        let Some(form) = parameter.kind.site().map(|s| velocity_form(mechanism, s)) else {
            continue;
        };
        let energy = match parameter.kind {
            ParameterKind::Inertia(_) => {
                let rate = linear(ring, form.enumerate(), Input::Velocity);
                half * (rate * rate)
            }
            ParameterKind::Stiffness(_) => {
                let position = linear(ring, form.enumerate(), position);
                half * (position * position)
            }
            ParameterKind::Preload(_) => linear(ring, form.enumerate(), position),
            _ => continue,
        };
        columns.rows[0][column.at()] = energy;
    }
    columns
}

fn energy_of_body<'r>(
    half: E<'r>,
    twist: Screw<'r, Graph>,
    (field, height): (Vector<'r, Graph>, E<'r>),
) -> [E<'r>; 10] {
    let (w, v) = (twist.angular, twist.linear);
    let mass = half * v.dot(v) - height;
    let Vector([x, y, z]) = v.cross(w) - field;
    let [xx, yy, zz] = w.0.map(|element| half * (element * element));
    let (xy, xz, yz) = (w[0] * w[1], w[0] * w[2], w[1] * w[2]);
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}
