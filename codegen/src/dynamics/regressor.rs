//! Torque and energy regressors in factored form.
//!
//! For the pair (joint i, body j) joint i's screw (axis `a`, origin velocity `b`) is carried into
//! frame j; the columns are `b·acc` for the mass, `bᵀU + acc×a` for the first moment and `aᵀD` for
//! the inertia, with `U = [wd×] + [w×][w×]` and `D` the matrix of `L ↦ L wd + w × L w`.

use super::chain::{Screw, carry_screw, coordinate_index, own_screw, screws};
use super::drives::{effect, linear, velocity_form};
use super::gravity::carry_field;
use super::motion::{Given, Motion, motions};
use crate::algebra::vector::{add, apply_transposed, cross, dot, scale};
use crate::algebra::{Algebra, Graph, Input, Rational, Ref, Vector, vector};
use crate::mechanism::{Mechanism, ParameterKind};

/// The torque regressor: row `i` for joint `i`, a column a standard parameter (`n × p`).
pub fn torque_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    let (n, p) = (mechanism.bodies.len(), mechanism.parameters.len());
    let given = Given {
        velocity: true,
        acceleration: true,
        gravity: true,
    };
    let motions = motions(graph, mechanism, given);
    graph.section("screw");
    let screws = screws(graph, mechanism);
    let zero = graph.zero();
    let mut rows = vec![vec![zero; p]; n];
    let first_column = first_columns(mechanism);
    for (j, carried) in screws.iter().enumerate() {
        graph.section(&mechanism.bodies[j].name);
        let inertia = inertia_matrix_map(graph, &motions[j]);
        for (i, screw) in carried {
            let columns = columns(graph, &motions[j], &inertia, &screw.a, &screw.b);
            rows[*i][first_column[j]..first_column[j] + 10].copy_from_slice(&columns);
        }
    }
    graph.section("drive");
    for (column, parameter) in mechanism.parameters.iter().enumerate() {
        let Some((form, effect)) = effect(graph, mechanism, parameter.kind) else {
            continue;
        };
        for (i, factor) in form.iter().enumerate() {
            rows[i][column] = graph.scale(factor, &effect);
        }
    }
    rows
}

/// Where the ten columns of each body begin.
pub(super) fn first_columns(mechanism: &Mechanism) -> Vec<usize> {
    let is_mass = |p: usize| {
        matches!(
            mechanism.parameters[p].kind,
            ParameterKind::Inertial { component: 0, .. }
        )
    };
    (0..mechanism.parameters.len())
        .filter(|&p| is_mass(p))
        .collect()
}

/// The 3 × 6 matrix `D` of `L ↦ L wd + w × L w`: its entries are sums that `U` already has.
pub(super) fn inertia_matrix_map(graph: &mut Graph, motion: &Motion) -> [[Ref; 6]; 3] {
    let [ux, uy, uz] = motion.spin;
    let (w, wd) = (&motion.w, &motion.wd);
    let (xy, xz, yz) = (
        graph.mul(&w[0], &w[1]),
        graph.mul(&w[0], &w[2]),
        graph.mul(&w[1], &w[2]),
    );
    let xx_less_yy = graph.sub(&ux[0], &uy[1]);
    let zz_less_xx = graph.sub(&uz[2], &ux[0]);
    let yy_less_zz = graph.sub(&uy[1], &uz[2]);
    [
        [wd[0], -uz[0], uy[0], -yz, yy_less_zz, yz],
        [xz, uz[1], zz_less_xx, wd[1], -ux[1], -xz],
        [-xy, xx_less_yy, -uy[2], xy, ux[2], wd[2]],
    ]
    .map(|row| {
        row.map(|element| {
            if graph.is_zero(&element) {
                graph.zero()
            } else {
                element
            }
        })
    })
}

/// The ten columns of a body for the power along a screw, all in the body's frame.
pub(super) fn columns(
    graph: &mut Graph,
    motion: &Motion,
    inertia: &[[Ref; 6]; 3],
    a: &Vector<Ref>,
    b: &Vector<Ref>,
) -> [Ref; 10] {
    let mass = dot(graph, b, &motion.acc);
    let carried = apply_transposed(graph, &motion.spin, b);
    let turned = cross(graph, &motion.acc, a);
    let [x, y, z] = add(graph, &carried, &turned);
    let second: [Ref; 6] = std::array::from_fn(|k| {
        let column = [inertia[0][k], inertia[1][k], inertia[2][k]];
        dot(graph, a, &column)
    });
    let [xx, xy, xz, yy, yz, zz] = second;
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}

/// The energy regressor: kinetic plus potential energy as a row (`p`), zero at the base's origin;
/// friction and offsets have no energy.
pub fn energy_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let half = graph.constant(&Rational::new(1, 2));
    let zero = graph.zero();
    let mut row = vec![zero; mechanism.parameters.len()];
    let first_column = first_columns(mechanism);
    let base = vector::constant(graph, &mechanism.gravity);
    let rest = Screw {
        a: vector::zero(graph),
        b: vector::zero(graph),
    };
    // The twist of each body, gravity in its frame, and gravity times its origin's position.
    let mut states: Vec<(Screw<Ref>, Vector<Ref>, Ref)> = Vec::new();
    for (j, body) in mechanism.bodies.iter().enumerate() {
        graph.section(&body.name);
        let (twist, field, height) = match body.parent {
            Some(parent) => states[parent].clone(),
            None => (rest.clone(), base, zero),
        };
        let (field, height) = carry_field(graph, body, j, &field, &height);
        let twist = carry_screw(graph, body, j, &twist);
        let own = own_screw(graph, body);
        let rate = graph.input(Input::Velocity(coordinate_index(j)));
        let (wj, vj) = (scale(graph, &rate, &own.a), scale(graph, &rate, &own.b));
        let (w, v) = (add(graph, &twist.a, &wj), add(graph, &twist.b, &vj));
        let columns = energy_columns(graph, &half, (&w, &v), (&field, &height));
        row[first_column[j]..first_column[j] + 10].copy_from_slice(&columns);
        states.push((Screw { a: w, b: v }, field, height));
    }
    for (column, parameter) in mechanism.parameters.iter().enumerate() {
        if let ParameterKind::Inertia(site) = parameter.kind {
            let rate = linear(graph, &velocity_form(mechanism, site), Input::Velocity);
            let square = graph.mul(&rate, &rate);
            row[column] = graph.mul(&half, &square);
        }
    }
    row
}

fn energy_columns(
    graph: &mut Graph,
    half: &Ref,
    (w, v): (&Vector<Ref>, &Vector<Ref>),
    (field, height): (&Vector<Ref>, &Ref),
) -> [Ref; 10] {
    let speed = dot(graph, v, v);
    let kinetic = graph.mul(half, &speed);
    let mass = graph.sub(&kinetic, height);
    let moment = cross(graph, v, w);
    let [x, y, z] = std::array::from_fn(|i| graph.sub(&moment[i], &field[i]));
    let mut square = |i: usize| {
        let square = graph.mul(&w[i], &w[i]);
        graph.mul(half, &square)
    };
    let (xx, yy, zz) = (square(0), square(1), square(2));
    let (xy, xz, yz) = (
        graph.mul(&w[0], &w[1]),
        graph.mul(&w[0], &w[2]),
        graph.mul(&w[1], &w[2]),
    );
    [mass, x, y, z, xx, xy, xz, yy, yz, zz]
}
