//! What the optimised graphs compute is, exactly, what Lagrange's equations say: for every robot, and for
//! mechanisms that nobody would build.

use armwright_codegen::algebra::{Graph, Input, Poly, Ref};
use armwright_codegen::dynamics::{
    Functions, closed_form_torques, energy_regressor, inertia_matrix, inverse_dynamics,
    torque_regressor, wrench_regressor,
};
use armwright_codegen::mechanism::{Axis, Base, Inertial, Mechanism, ParameterKind};
use armwright_codegen::{Derivation, derive, generate};
use armwright_tests::lagrange::{Lagrange, acceleration, expanded, theta, velocity};
use armwright_tests::{Keys, built, for_each_invention, inventions, on_six_joints, robot_files};

/// Parameters of robots up to this size are symbols in the heaviest proofs.
const SMALL: usize = 3;

/// Energy of more joints than these takes long to write out.
const FEW: usize = 4;

/// With the joints of a base that is moved.
const FEWER: usize = 2;

fn robots() -> Vec<(String, String)> {
    let files = robot_files().expect("robots/ can be listed");
    let named = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a readable robot file");
        (name.into_owned(), text)
    };
    files.into_iter().map(named).collect()
}

fn derivations() -> impl Iterator<Item = Derivation> {
    robots().into_iter().map(|(name, text)| {
        derive(&name, &text)
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .0
    })
}

/// What functions write into a graph, as polynomials.
fn written(write: impl Fn(&mut Graph) -> Vec<Vec<Ref>>) -> Vec<Vec<Poly>> {
    let mut graph = Graph::default();
    let rows = write(&mut graph);
    let width = rows.first().map_or(1, Vec::len).max(1);
    let all = expanded(graph, rows.concat());
    all.chunks(width).map(<[Poly]>::to_vec).collect()
}

fn assert_torque_regressor(mechanism: &Mechanism, lagrange: &Lagrange) {
    let rows = written(|graph| torque_regressor(graph, mechanism));
    let columns = lagrange.torque_columns();
    assert_eq!(columns.len(), mechanism.parameters.len());
    for ((k, parameter), column) in mechanism.parameters.enumerate().zip(&columns) {
        // Lagrange knows nothing of functions of the file: the oracle does.
        if matches!(parameter.kind, ParameterKind::Torque(..)) {
            continue;
        }
        assert_eq!(column.len(), rows.len());
        for (i, (row, element)) in rows.iter().zip(column).enumerate() {
            let (robot, name) = (&mechanism.name, &parameter.name);
            assert_eq!(&row[k.at()], element, "{robot}: row {i} of {name}");
        }
    }
}

fn assert_energy_regressor(mechanism: &Mechanism, lagrange: &Lagrange) {
    let row = written(|graph| vec![energy_regressor(graph, mechanism)]).concat();
    let energy = lagrange.energy();
    assert_eq!(row.len(), energy.len());
    for ((found, energy), parameter) in row.iter().zip(&energy).zip(&mechanism.parameters) {
        let (robot, name) = (&mechanism.name, &parameter.name);
        assert_eq!(found, energy, "{robot}: energy of {name}");
    }
}

fn assert_inertia_matrix(mechanism: &Mechanism, lagrange: &Lagrange) {
    let matrix = written(|graph| inertia_matrix(graph, mechanism));
    let expected = lagrange.inertia();
    for (i, (row, expected)) in matrix.iter().zip(&expected).enumerate() {
        for (j, (found, element)) in row.iter().zip(expected).enumerate() {
            assert_eq!(found, element, "{}: M of {i}, {j}", mechanism.name);
        }
    }
}

type Proof = fn(&Mechanism, &Lagrange);

fn for_each_robot(proof: Proof) {
    // Bases that move are among random mechanisms: six joints more are too many of a whole robot.
    for derivation in derivations().filter(|d| d.mechanism.base == Base::Rest) {
        let mechanism = &derivation.mechanism;
        // The robots of these tests are small enough for it.
        let lagrange = Lagrange::at_rest(mechanism).expect("energy written out");
        proof(mechanism, &lagrange);
    }
}

#[test]
fn torque_regressor_is_lagranges() {
    for_each_robot(assert_torque_regressor);
}

#[test]
fn energy_regressor_is_the_energy() {
    for_each_robot(assert_energy_regressor);
}

#[test]
fn inertia_matrix_is_the_kinetic_energys() {
    for_each_robot(assert_inertia_matrix);
}

/// Trees with symbols, couplings, joints that depend on others or slide; bases that are moved.
#[test]
fn random_mechanisms_are_lagranges() {
    for_each_invention(inventions(Keys::All), 30, |text, _| {
        let mechanism = built(text);
        let is_moved = mechanism.base == Base::Input;
        if mechanism.bodies.len() > if is_moved { FEWER } else { FEW } {
            return false;
        }
        let lagrange = match mechanism.base {
            Base::Rest => Lagrange::at_rest(&mechanism),
            Base::Input => Lagrange::of_moved(&mechanism, &built(&on_six_joints(text))),
        };
        // Too many terms to write out.
        let Some(lagrange) = lagrange else {
            return false;
        };
        for proof in [
            assert_torque_regressor,
            assert_energy_regressor,
            assert_inertia_matrix,
        ] {
            proof(&mechanism, &lagrange);
        }
        true
    });
}

#[test]
fn recursion_and_closed_form_are_the_regressor_times_the_parameters() {
    for derivation in derivations().filter(|d| d.mechanism.bodies.len() <= SMALL) {
        let mechanism = &derivation.mechanism;
        let lagrange = Lagrange::at_rest(mechanism).expect("energy written out");
        let mut torques = vec![Poly::zero(); mechanism.coordinates.len()];
        for (k, column) in mechanism.parameters.places().zip(lagrange.torque_columns()) {
            for (torque, element) in torques.iter_mut().zip(column) {
                *torque = &*torque + &(&element * &theta(k));
            }
        }
        let mut graph = Graph::default();
        let recursion = inverse_dynamics(&mut graph, mechanism);
        assert_eq!(expanded(graph, recursion), torques, "{}", mechanism.name);

        let form = derivation
            .closed_form
            .as_ref()
            .expect("a small closed form");
        let mut graph = Graph::default();
        let inputs = mechanism
            .parameters
            .map(|k, _| graph.input(Input::Parameter(k)));
        let closed = closed_form_torques(&mut graph, mechanism, form, &|k| Some(inputs[k]), true);
        assert_eq!(expanded(graph, closed), torques, "{}", mechanism.name);
    }
}

/// What a parameter multiplies in momentum at a sensor, row by row, and its rate in the body's axes.
fn momentum(mechanism: &Mechanism, function: &Functions, sensor: usize) -> ([Poly; 6], [Poly; 6]) {
    let wrench = &function.wrenches[sensor];
    let mut all = (
        [(); 6].map(|()| Poly::zero()),
        [(); 6].map(|()| Poly::zero()),
    );
    for ((row, k), element) in &wrench.momentum {
        all.0[*row] = &all.0[*row] + &(element * &velocity(*k));
        let mut rate = element * &acceleration(*k);
        for l in mechanism.coordinates.places() {
            let change = mechanism.derivative(element, l);
            rate = &rate + &(&(&change * &velocity(l)) * &velocity(*k));
        }
        all.1[*row] = &all.1[*row] + &rate;
    }
    all
}

/// Newton and Euler in a moving frame: force is the rate of linear momentum, moment that of angular
/// momentum about an origin that moves itself; and both hold the weight.
#[test]
fn wrench_regressor_is_the_rate_of_momentum() {
    for (name, text) in robots() {
        let plain = derive(&name, &text).expect("no faults").0.mechanism;
        if plain.bodies.len() > SMALL {
            continue;
        }
        let bodies: Vec<_> = plain.bodies.iter().map(|b| b.name.as_str()).collect();
        let text = format!("{text}\nmeasure: [{{wrench: [{}]}}]\n", bodies.join(", "));
        let derivation = derive(&name, &text).expect("no faults").0;
        let mechanism = &derivation.mechanism;
        let functions = derivation.functions.as_ref().expect("energy written out");
        let p = mechanism.parameters.len();
        for (sensor, body) in mechanism.bodies.places().enumerate() {
            let mut graph = Graph::default();
            let rows = wrench_regressor(&mut graph, mechanism, body);
            let expanded = expanded(graph, rows.concat());
            // The body's own mass and inertia have the momentum of its velocities.
            let own = |component, row: usize| {
                let parameter = mechanism.inertial(body, component).expect("a parameter");
                momentum(mechanism, &functions[parameter], sensor).0[row].clone()
            };
            let v = Axis::ALL.map(|axis| own(Inertial::Mass, axis.at()));
            let w = Axis::ALL.map(|axis| own(Inertial::Inertia(axis, axis), 3 + axis.at()));
            let cross = |a: &[Poly], b: &[Poly], i: usize| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                &(&a[j] * &b[k]) - &(&a[k] * &b[j])
            };
            for (column, function) in functions.enumerate() {
                let (carried, rate) = momentum(mechanism, function, sensor);
                let (linear, angular) = carried.split_at(3);
                for i in 0..3 {
                    let weight = &function.wrenches[sensor].weight;
                    let force = &(&rate[i] + &cross(&w, linear, i)) + &weight[i];
                    let moment = &(&rate[i + 3] + &cross(&w, angular, i)) + &weight[i + 3];
                    let moment = &moment + &cross(&v, linear, i);
                    let what = format!("{name}: {} at {sensor}", mechanism.parameters[column].name);
                    assert_eq!(expanded[i * p + column.at()], force, "{what}, force {i}");
                    assert_eq!(
                        expanded[(i + 3) * p + column.at()],
                        moment,
                        "{what}, moment {i}"
                    );
                }
            }
        }
    }
}

#[test]
fn generation_is_the_same_to_the_byte() {
    for (name, text) in robots() {
        let code = || {
            generate(&name, &text)
                .unwrap_or_else(|error| panic!("{name}: {error}"))
                .code
        };
        assert_eq!(code(), code(), "{name}");
    }
}
