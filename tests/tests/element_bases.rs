//! The closed form's elements as data give the generated gravity, inertia and Coriolis terms.

use armwright_lab::random::Random;
use armwright_runtime::{ElementPart, Robot};
use armwright_tests::standing;

/// The elements of a robot at a configuration, from bases and base parameters.
fn elements(robot: &dyn Robot, beta: &[f64], q: &[f64]) -> Vec<f64> {
    let elements = robot.model().elements;
    let mut bases = vec![0.0; elements.iter().map(|e| e.terms.len()).sum()];
    robot
        .element_bases(q, &mut bases)
        .expect("as many bases as terms");
    let mut bases = bases.into_iter();
    let element = |terms: &'static [armwright_runtime::ElementTerm]| {
        let term = |term: &armwright_runtime::ElementTerm| {
            let sum: f64 = term.combination.iter().map(|(k, a)| a * beta[*k]).sum();
            sum * bases.next().expect("a basis a term")
        };
        terms.iter().map(term).sum()
    };
    let mut element = element;
    elements.iter().map(|e| element(e.terms)).collect()
}

fn agree(robot: &dyn Robot, random: &mut Random) {
    let model = robot.model();
    let n = model.joints.len();
    let mut vector = |length: usize| (0..length).map(|_| random.normal()).collect::<Vec<f64>>();
    let theta = vector(model.parameters.len());
    let (q, qd) = (vector(n), vector(n));
    let mut beta = vec![0.0; model.base.len()];
    let (mut gravity, mut coriolis) = (vec![0.0; n], vec![0.0; n]);
    let mut inertia = vec![0.0; n * n];
    robot.base_parameters(&theta, &mut beta).expect("shapes");
    robot
        .gravity_torques(&theta, &q, &mut gravity)
        .expect("shapes");
    robot
        .coriolis_torques(&theta, &q, &qd, &mut coriolis)
        .expect("shapes");
    robot
        .inertia_matrix(&theta, &q, &mut inertia)
        .expect("shapes");
    let values = elements(robot, &beta, &q);
    for (element, value) in model.elements.iter().zip(values) {
        match (element.part, element.indices) {
            (ElementPart::Gravity, &[i]) => gravity[i] -= value,
            (ElementPart::Inertia, &[i, j]) => {
                inertia[i * n + j] -= value;
                if i != j {
                    inertia[j * n + i] -= value;
                }
            }
            (ElementPart::Coriolis, &[i, j, k]) => coriolis[i] -= value * qd[j] * qd[k],
            (part, indices) => panic!("{part:?} with indices {indices:?}"),
        }
    }
    let scale = 1e-9 * beta.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    for left in gravity.iter().chain(&inertia).chain(&coriolis) {
        assert!(left.abs() < scale, "{}: {left} is left", model.name);
    }
}

#[test]
fn elements_add_up_to_the_generated_equations() {
    let mut random = Random::new(23);
    let small = standing().filter(|r| !r.model().elements.is_empty());
    let small: Vec<_> = small.collect();
    assert!(small.iter().any(|r| r.model().name == "abb_wrist"));
    for robot in small {
        for _ in 0..5 {
            agree(robot, &mut random);
        }
    }
}

#[test]
fn large_closed_forms_have_no_elements() {
    for robot in standing() {
        let model = robot.model();
        let small = model.closed_form_terms.is_some_and(|terms| terms <= 400);
        assert_eq!(small, !model.elements.is_empty(), "{}", model.name);
        assert!(
            robot
                .element_bases(&vec![0.0; model.joints.len()], &mut [0.0; 7])
                .is_err()
        );
    }
}
