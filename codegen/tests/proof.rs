//! For every robot: what the optimised graphs compute is, exactly, what Lagrange's equations say.

use std::path::PathBuf;

use armwright_codegen::algebra::passes::Form;
use armwright_codegen::algebra::{
    Atom, CoordinateIndex, Graph, Indexed, Input, ParameterIndex, Poly, Ref, Symbol,
};
use armwright_codegen::dynamics::{
    Form as LinearForm, Functions, closed_form_torques, energy_regressor, inertia_matrix,
    inverse_dynamics, torque_polynomials, torque_regressor, velocity_form, wrench_regressor,
};
use armwright_codegen::mechanism::{Axis, Inertial, Mechanism, ParameterKind};
use armwright_codegen::{Derivation, derive, generate};

/// Parameters of robots up to this size are symbols in the heaviest proofs.
const SMALL: usize = 3;

fn robots() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of robots")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no robot file found");
    files
        .into_iter()
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            (
                name,
                std::fs::read_to_string(path).expect("a readable robot file"),
            )
        })
        .collect()
}

fn derivations() -> impl Iterator<Item = Derivation> {
    robots().into_iter().map(|(name, text)| {
        derive(&name, &text)
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .0
    })
}

/// The energy functions, which the robots of these tests are small enough for.
fn functions(derivation: &Derivation) -> &Indexed<ParameterIndex, Functions> {
    derivation.functions.as_ref().expect("energy written out")
}

// Velocities, accelerations and signs as symbols that no equation of motion has.
fn velocity(i: CoordinateIndex) -> Poly {
    unused(10_000 + u16::try_from(i.at()).expect("a small index"))
}
fn acceleration(i: CoordinateIndex) -> Poly {
    unused(20_000 + u16::try_from(i.at()).expect("a small index"))
}
fn unused(number: u16) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Other(number)))
}

fn theta(parameter: ParameterIndex) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Standard(parameter)))
}

fn expand(graph: Graph, outputs: Vec<Ref>) -> Vec<Poly> {
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        Input::Velocity(j) => velocity(j),
        Input::Acceleration(j) => acceleration(j),
        Input::Parameter(k) => theta(k),
        Input::Base(..) => panic!("the base of no robot here is moved"),
    };
    // What the emitter writes is the form after the last pass; none of them changed anything.
    let forms = Form::written(graph, outputs).forms();
    let mut expanded = forms.iter().map(|form| {
        let values = form.graph.expand(&form.outputs, &leaf, &sign);
        (form.name, values)
    });
    let (_, written) = expanded.next().expect("the form as written");
    for (pass, values) in expanded {
        assert_eq!(values, written, "{pass}");
    }
    written
}

/// The sign of a velocity as a symbol of its own, told apart by its argument.
fn sign(argument: &Poly) -> Poly {
    let hash =
        argument
            .terms()
            .iter()
            .enumerate()
            .fold(0u16, |hash, (place, (monomial, factor))| {
                let text = format!("{place} {monomial:?} {factor}");
                text.bytes().fold(hash, |hash, byte| {
                    hash.wrapping_mul(31).wrapping_add(u16::from(byte))
                })
            });
    unused(30_000 + hash % 30_000)
}

fn linear(form: &LinearForm, leaf: fn(CoordinateIndex) -> Poly) -> Poly {
    form.enumerate().fold(Poly::zero(), |sum, (i, factor)| {
        &sum + &leaf(i).scale(factor)
    })
}

/// The torque column of a parameter by Lagrange's equations and by the friction laws.
fn column(derivation: &Derivation, parameter: ParameterIndex) -> Vec<Poly> {
    let mechanism = &derivation.mechanism;
    let rates = |site| {
        let form = velocity_form(mechanism, site);
        (linear(&form, velocity), form)
    };
    let (effort, form) = match mechanism.parameters[parameter].kind {
        ParameterKind::Viscous(site) => rates(site),
        ParameterKind::Coulomb(site) => {
            // The graph keeps a sign's argument free of an overall minus.
            let (rate, form) = rates(site);
            (signed(&rate), form)
        }
        _ => {
            return torque_polynomials(
                mechanism,
                functions(derivation),
                parameter,
                &velocity,
                &acceleration,
            );
        }
    };
    form.iter().map(|factor| effort.scale(factor)).collect()
}

/// The sign of a rate as the graph writes it.
fn signed(rate: &Poly) -> Poly {
    let negative = rate
        .terms()
        .first()
        .is_some_and(|(_, factor)| factor.is_negative());
    if negative { -&sign(&-rate) } else { sign(rate) }
}

#[test]
fn torque_regressor_is_lagranges() {
    for derivation in derivations() {
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let rows = torque_regressor(&mut graph, mechanism);
        let expanded = expand(graph, rows.concat());
        let p = mechanism.parameters.len();
        for (k, parameter) in mechanism.parameters.enumerate() {
            for (i, element) in column(&derivation, k).iter().enumerate() {
                assert_eq!(
                    &expanded[i * p + k.at()],
                    element,
                    "{}: row {i} of {}",
                    mechanism.name,
                    parameter.name
                );
            }
        }
    }
}

#[test]
fn energy_regressor_is_the_energy() {
    for derivation in derivations() {
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let row = energy_regressor(&mut graph, mechanism);
        let expanded = expand(graph, row);
        let half = armwright_codegen::algebra::Rational::new(1, 2);
        for (k, function) in functions(&derivation).enumerate() {
            let offset = matches!(mechanism.parameters[k].kind, ParameterKind::Offset(_));
            let mut energy = if offset {
                Poly::zero()
            } else {
                function.potential.clone()
            };
            for ((i, j), element) in &function.inertia {
                let square = &(element * &velocity(*i)) * &velocity(*j);
                energy = &energy + &if i == j { square.scale(&half) } else { square };
            }
            assert_eq!(
                expanded[k.at()],
                energy,
                "{}: {}",
                mechanism.name,
                mechanism.parameters[k].name
            );
        }
    }
}

#[test]
fn inertia_matrix_is_the_kinetic_energys() {
    for derivation in derivations() {
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let matrix = inertia_matrix(&mut graph, mechanism);
        let expanded = expand(graph, matrix.concat());
        let coordinates = || mechanism.coordinates.places();
        for i in coordinates() {
            for j in coordinates() {
                let mut element = Poly::zero();
                for (k, function) in functions(&derivation).enumerate() {
                    if let Some(part) = function.inertia.get(&(i.min(j), i.max(j))) {
                        element = &element + &(part * &theta(k));
                    }
                }
                let (place, name) = (i.at() * coordinates().len() + j.at(), &mechanism.name);
                assert_eq!(expanded[place], element, "{name}: M of {i:?}, {j:?}");
            }
        }
    }
}

#[test]
fn recursion_and_closed_form_are_the_regressor_times_the_parameters() {
    for derivation in derivations().filter(|d| d.mechanism.bodies.len() <= SMALL) {
        let mechanism = &derivation.mechanism;
        let mut torques = vec![Poly::zero(); mechanism.coordinates.len()];
        for k in mechanism.parameters.places() {
            for (torque, element) in torques.iter_mut().zip(column(&derivation, k)) {
                *torque = &*torque + &(&element * &theta(k));
            }
        }
        let mut graph = Graph::default();
        let recursion = inverse_dynamics(&mut graph, mechanism);
        assert_eq!(expand(graph, recursion), torques, "{}", mechanism.name);

        let form = derivation
            .closed_form
            .as_ref()
            .expect("a small closed form");
        let mut graph = Graph::default();
        let inputs = mechanism
            .parameters
            .map(|k, _| graph.input(Input::Parameter(k)));
        let closed = closed_form_torques(&mut graph, mechanism, form, &|k| Some(inputs[k]));
        assert_eq!(expand(graph, closed), torques, "{}", mechanism.name);
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
        let (mechanism, functions) = (&derivation.mechanism, functions(&derivation));
        let p = mechanism.parameters.len();
        for (sensor, body) in mechanism.bodies.places().enumerate() {
            let mut graph = Graph::default();
            let rows = wrench_regressor(&mut graph, mechanism, body);
            let expanded = expand(graph, rows.concat());
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
