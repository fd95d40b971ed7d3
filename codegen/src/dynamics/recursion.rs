//! Inverse dynamics and the inertia matrix by recursion, for given standard parameters.

use super::chain::{
    Screw, Wrench, carry_wrench_to_parent, coordinate_index, offset, own_screw, screws, slide,
    turn_forth,
};
use super::drives::{effect, velocity_form};
use super::motion::{Given, motions};
use super::regressor::inertia_matrix_map;
use crate::algebra::vector::{add, apply, cross, dot, rotate, scale};
use crate::algebra::{Algebra, Graph, Input, Ref, Rotation, Vector};
use crate::mechanism::{Body, Mechanism, ParameterKind};

/// Joint torques of the bodies by the recursive Newton–Euler scheme; drives left out.
pub(super) fn body_torques(graph: &mut Graph, mechanism: &Mechanism, given: Given) -> Vec<Ref> {
    let motions = motions(graph, mechanism, given);
    let mut wrenches: Vec<Wrench<Ref>> = Vec::with_capacity(mechanism.bodies.len());
    for (j, motion) in motions.iter().enumerate() {
        graph.section(&mechanism.bodies[j].name);
        let Composite { m, h, l } = parameters(graph, mechanism, j);
        let inertial = scale(graph, &m, &motion.acc);
        let carried = apply(graph, &motion.spin, &h);
        let force = add(graph, &inertial, &carried);
        let lever = cross(graph, &h, &motion.acc);
        let map = inertia_matrix_map(graph, motion);
        let turning = std::array::from_fn(|row| {
            let mut sum = graph.zero();
            for (entry, second) in map[row].iter().zip(second_moments(&l)) {
                let term = graph.mul(entry, &second);
                sum = graph.add(&sum, &term);
            }
            sum
        });
        let moment = add(graph, &lever, &turning);
        wrenches.push(Wrench { force, moment });
    }
    let mut torques = vec![graph.zero(); mechanism.bodies.len()];
    for (j, body) in mechanism.bodies.iter().enumerate().rev() {
        graph.section(&format!("{}_back", body.name));
        let Screw { a, b } = own_screw(graph, body);
        let (turn, push) = (
            dot(graph, &a, &wrenches[j].moment),
            dot(graph, &b, &wrenches[j].force),
        );
        torques[j] = graph.add(&turn, &push);
        if let Some(parent) = body.parent {
            let felt = carry_wrench_to_parent(graph, body, j, &wrenches[j].clone());
            let sum = &mut wrenches[parent];
            sum.force = add(graph, &sum.force, &felt.force);
            sum.moment = add(graph, &sum.moment, &felt.moment);
        }
    }
    torques
}

/// Joint torques for a motion: bodies, armature, rotors and friction.
pub fn inverse_dynamics(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let given = Given {
        velocity: true,
        acceleration: true,
        gravity: true,
    };
    let mut torques = body_torques(graph, mechanism, given);
    add_drive_torques(graph, mechanism, &mut torques, DriveTerms::All);
    torques
}

/// Which torques of the drives are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DriveTerms {
    /// Armature, rotors and friction.
    All,
    /// Friction and offsets.
    Friction,
}

/// Adds what armature, rotors and friction ask for.
pub(super) fn add_drive_torques(
    graph: &mut Graph,
    mechanism: &Mechanism,
    torques: &mut [Ref],
    terms: DriveTerms,
) {
    graph.section("drive");
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        let inertial = matches!(parameter.kind, ParameterKind::Inertia(_));
        if inertial && terms == DriveTerms::Friction {
            continue;
        }
        let Some((form, effect)) = effect(graph, mechanism, parameter.kind) else {
            continue;
        };
        let theta = theta(graph, index);
        let effort = graph.mul(&theta, &effect);
        for (i, factor) in form.iter().enumerate() {
            let term = graph.scale(factor, &effort);
            torques[i] = graph.add(&torques[i], &term);
        }
    }
}

/// The joint-space inertia matrix by composite bodies; armature and rotors included.
pub fn inertia_matrix(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    let n = mechanism.bodies.len();
    let screws = screws(graph, mechanism);
    let mut composites: Vec<Composite> = (0..n)
        .map(|body| parameters(graph, mechanism, body))
        .collect();
    let zero = graph.zero();
    let mut matrix = vec![vec![zero; n]; n];
    for j in (0..n).rev() {
        graph.section(&mechanism.bodies[j].name);
        let own = own_screw(graph, &mechanism.bodies[j]);
        let momentum = composites[j].momentum(graph, &own);
        for (i, screw) in &screws[j] {
            let push = dot(graph, &screw.b, &momentum.force);
            let turn = dot(graph, &screw.a, &momentum.moment);
            let element = graph.add(&push, &turn);
            matrix[*i][j] = element;
            matrix[j][*i] = element;
        }
        if let Some(parent) = mechanism.bodies[j].parent {
            let felt = composites[j].carried_to_parent(graph, &mechanism.bodies[j], j);
            composites[parent] = composites[parent].plus(graph, &felt);
        }
    }
    add_drive_inertia(graph, mechanism, &mut matrix);
    matrix
}

fn add_drive_inertia(graph: &mut Graph, mechanism: &Mechanism, matrix: &mut [Vec<Ref>]) {
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        let ParameterKind::Inertia(site) = parameter.kind else {
            continue;
        };
        let theta = theta(graph, index);
        let form = velocity_form(mechanism, site);
        for i in 0..form.len() {
            for j in 0..form.len() {
                let term = graph.scale(&(&form[i] * &form[j]), &theta);
                matrix[i][j] = graph.add(&matrix[i][j], &term);
            }
        }
    }
}

/// Mass, first moment and inertia about the origin of a body, or of all that a joint carries.
#[derive(Debug, Clone)]
struct Composite {
    m: Ref,
    h: Vector<Ref>,
    /// Symmetric.
    l: [Vector<Ref>; 3],
}

/// The parameters of one body as inputs.
fn parameters(graph: &mut Graph, mechanism: &Mechanism, body: usize) -> Composite {
    let mut ten = [graph.zero(); 10];
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        if let ParameterKind::Inertial {
            body: owner,
            component,
        } = parameter.kind
            && owner == body
        {
            ten[component] = theta(graph, index);
        }
    }
    let [m, x, y, z, xx, xy, xz, yy, yz, zz] = ten;
    Composite {
        m,
        h: [x, y, z],
        l: [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]],
    }
}

fn theta(graph: &mut Graph, index: usize) -> Ref {
    graph.input(Input::Parameter(coordinate_index(index)))
}

/// The six second moments in the order of the parameter vector.
fn second_moments(l: &[Vector<Ref>; 3]) -> [Ref; 6] {
    [l[0][0], l[0][1], l[0][2], l[1][1], l[1][2], l[2][2]]
}

impl Composite {
    /// Linear and angular momentum for a unit rate of a screw.
    fn momentum(&self, graph: &mut Graph, screw: &Screw<Ref>) -> Wrench<Ref> {
        let straight = scale(graph, &self.m, &screw.b);
        let turned = cross(graph, &screw.a, &self.h);
        let lever = cross(graph, &self.h, &screw.b);
        let spin = apply(graph, &self.l, &screw.a);
        Wrench {
            force: add(graph, &straight, &turned),
            moment: add(graph, &lever, &spin),
        }
    }

    fn plus(&self, graph: &mut Graph, other: &Self) -> Self {
        Self {
            m: graph.add(&self.m, &other.m),
            h: add(graph, &self.h, &other.h),
            l: std::array::from_fn(|i| add(graph, &self.l[i], &other.l[i])),
        }
    }

    /// The same body seen from the parent's frame.
    fn carried_to_parent(&self, graph: &mut Graph, body: &Body, j: usize) -> Self {
        let mut composite = self.rotated(graph, &body.after.rotation);
        let after = offset(graph, &body.after.translation);
        composite = composite.shifted(graph, &after);
        composite = composite.mapped(graph, |graph, v| turn_forth(graph, body, j, v));
        if let Some(slide) = slide(graph, body, j) {
            composite = composite.shifted(graph, &slide);
        }
        composite = composite.rotated(graph, &body.before.rotation);
        let before = offset(graph, &body.before.translation);
        composite.shifted(graph, &before)
    }

    fn rotated(&self, graph: &mut Graph, rotation: &Rotation) -> Self {
        self.mapped(graph, |graph, v| rotate(graph, rotation, v))
    }

    /// Expressed in other axes: `R h` and `R L Rᵀ`, with `R` applied to the columns, then the rows.
    fn mapped(
        &self,
        graph: &mut Graph,
        mut map: impl FnMut(&mut Graph, &Vector<Ref>) -> Vector<Ref>,
    ) -> Self {
        let half = self.l.each_ref().map(|row| map(graph, row));
        let columns: [Vector<Ref>; 3] = std::array::from_fn(|i| half.each_ref().map(|row| row[i]));
        let mut l = columns.each_ref().map(|column| map(graph, column));
        for (i, j) in [(1, 0), (2, 0), (2, 1)] {
            l[i][j] = l[j][i];
        }
        Self {
            m: self.m,
            h: map(graph, &self.h),
            l,
        }
    }

    /// About a point that lies `-d` away, so that the old origin is at `d` (Steiner).
    fn shifted(&self, graph: &mut Graph, d: &Vector<Ref>) -> Self {
        let md = scale(graph, &self.m, d);
        let h = add(graph, &self.h, &md);
        // L + 2 (d·h) 1 - d hᵀ - h dᵀ + m (d·d 1 - d dᵀ) = L + (d·s) 1 - d h'ᵀ - h dᵀ, s = h + h'.
        let both = add(graph, &self.h, &h);
        let trace = dot(graph, d, &both);
        let mut l = self.l;
        for i in 0..3 {
            for j in i..3 {
                let (first, second) = (graph.mul(&d[i], &h[j]), graph.mul(&self.h[i], &d[j]));
                let outer = graph.add(&first, &second);
                let mut element = graph.sub(&self.l[i][j], &outer);
                if i == j {
                    element = graph.add(&element, &trace);
                }
                l[i][j] = element;
                l[j][i] = element;
            }
        }
        Self { m: self.m, h, l }
    }
}

/// Gravity torques.
pub fn gravity_torques(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let given = Given {
        velocity: false,
        acceleration: false,
        gravity: true,
    };
    body_torques(graph, mechanism, given)
}

/// Coriolis and centrifugal torques.
pub fn coriolis_torques(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let given = Given {
        velocity: true,
        acceleration: false,
        gravity: false,
    };
    body_torques(graph, mechanism, given)
}
