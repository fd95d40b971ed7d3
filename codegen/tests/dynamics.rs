//! The dynamics of a mechanism as graphs, which generated code is written from.

use armwright_codegen::algebra::{
    Algebra, BaseInput, BodyIndex, Graph, Input, Node, Poly, Rational, Ref, vanishing,
};
use armwright_codegen::derive;
use armwright_codegen::dynamics::{
    Element, Part, Wanted, closed_form_torques, coriolis_torques, gravity_torques, inertia_matrix,
    inverse_dynamics, torque_regressor, torque_regressor_for, wrench_regressor,
};
use armwright_codegen::mechanism::{Base, Inertial, JointKind, Mechanism, load};

fn mechanism(text: &str) -> Mechanism {
    let loaded = load("robot.yaml", text);
    loaded.unwrap_or_else(|faults| panic!("{text}\n{faults}")).0
}

/// Three bodies in a chain, with axes and origins in general position.
const CHAIN: &str = "robot: chain\ngravity: [0, 0, -9.81]\nbodies:\n  \
    - {name: foot, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
    - {name: knee, parent: foot, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.1, 0.2, 0.3]}}}\n  \
    - {name: head, parent: knee, joint: {name: q3, type: revolute, axis: [1, 0, 0], origin: {xyz: [0.3, 0.1, 0.2]}}}\n";

/// Whether a node is an operation, and not a number or an input.
fn is_operation(graph: &Graph, node: Ref) -> bool {
    matches!(graph.node(node.node()), Node::Sum(..) | Node::Product(..))
}

/// The section of a sensor has the screws of its axes alone: what it measures of each body that it carries stands in the
/// section of that body, or of one before it that has the same, so that a change of one body leaves the code of others as
/// it is.
#[test]
fn what_each_body_adds_to_a_wrench_stands_in_its_own_section() {
    let robot = mechanism(CHAIN);
    let mut graph = Graph::default();
    let rows = wrench_regressor(&mut graph, &robot, BodyIndex::from(1));
    let sections = |graph: &Graph, body: u16| {
        let mut sections = Vec::new();
        for component in Inertial::ALL {
            let column = robot.inertial(BodyIndex::from(body), component);
            let column = column.expect("a parameter").at();
            let of_body = rows.iter().map(|row| row[column]);
            let operations = of_body.filter(|node| is_operation(graph, *node));
            sections.extend(operations.map(|node| graph.section_of(node.node()).to_owned()));
        }
        sections
    };
    // The first body is not carried by the sensor.
    assert_eq!(sections(&graph, 0), Vec::<String>::new());
    for (body, name, before) in [(1, "knee", &["foot"][..]), (2, "head", &["foot", "knee"])] {
        let sections = sections(&graph, body);
        let own = sections.iter().filter(|section| *section == name).count();
        let others = sections
            .iter()
            .map(String::as_str)
            .filter(|section| *section != name);
        assert!(own > 20, "{own} operations in the section of {name}");
        for section in others {
            assert!(before.contains(&section), "{section} has a part of {name}");
        }
    }
}

/// Every body's columns of a torque regressor, and friction, have sections of their own behind the one of the joints' screws.
#[test]
fn what_each_body_adds_to_torques_stands_in_its_own_section() {
    let robot =
        mechanism(&CHAIN.replace("axis: [1, 0, 0]", "axis: [1, 0, 0], friction: [viscous]"));
    let mut graph = Graph::default();
    let rows = torque_regressor(&mut graph, &robot);
    let mut seen = Vec::new();
    for (column, parameter) in robot.parameters.iter().enumerate() {
        let nodes = rows.iter().map(|row| row[column]);
        for node in nodes.filter(|node| is_operation(&graph, *node)) {
            let section = graph.section_of(node.node());
            assert!(section != "screw", "{}", parameter.name);
            seen.push((section.to_owned(), parameter.name.clone()));
        }
    }
    for (body, least) in [("knee", 5), ("head", 15)] {
        let own = |(section, name): &&(String, String)| section == body && name.ends_with(body);
        assert!(seen.iter().filter(own).count() >= least, "{body}: {seen:?}");
    }
}

/// The named coefficients of a closed form have a section of their own before those of its elements.
#[test]
fn coefficients_and_elements_of_a_closed_form_stand_in_their_own_sections() {
    let (derivation, _) = derive("chain.yaml", CHAIN).expect("a robot");
    let form = derivation.closed_form.as_ref().expect("a closed form");
    let mut graph = Graph::default();
    let inputs = derivation
        .mechanism
        .parameters
        .map(|k, _| graph.input(Input::Parameter(k)));
    closed_form_torques(
        &mut graph,
        &derivation.mechanism,
        form,
        &|k| Some(inputs[k]),
        true,
    );
    let mut named = 0;
    for node in 0..graph.len() {
        let Some((name, _)) = graph.name_of(node) else {
            continue;
        };
        if form
            .coefficients
            .iter()
            .any(|c| c.name.to_lowercase() == name)
        {
            assert_eq!(graph.section_of(node), "coefficient", "{name}");
            named += 1;
        }
    }
    assert!(named > 10, "{named} coefficients");
    for element in &form.elements {
        let name = element.name();
        let own = (0..graph.len()).filter(|node| graph.section_of(*node) == name);
        assert!(own.count() > 0, "{name}");
    }
}

/// Numbers of joints stand side by side while each has one digit.
#[test]
fn elements_are_named_by_the_numbers_of_joints() {
    for (part, indices, name) in [
        (Part::Gravity, &[0][..], "g_1"),
        (Part::Gravity, &[9], "g_10"),
        (Part::Inertia, &[0, 8], "M_19"),
        (Part::Inertia, &[0, 9], "M_1,10"),
        (Part::Inertia, &[10, 11], "M_11,12"),
        (Part::Coriolis, &[8, 7, 8], "S_989"),
        (Part::Coriolis, &[9, 0, 1], "S_10,1,2"),
        (Part::Coriolis, &[0, 1, 19], "S_1,2,20"),
    ] {
        let indices = indices.iter().map(|k: &u16| (*k).into()).collect();
        assert_eq!(Element::new(part, indices).name(), name);
    }
}

fn differences(graph: &mut Graph, some: &[Ref], others: &[Ref]) -> Vec<Ref> {
    assert_eq!(some.len(), others.len());
    let differences = some.iter().zip(others).map(|(a, b)| graph.sub(a, b));
    differences.collect()
}

/// Asserts that expressions are zero whatever the motion and the parameters.
fn assert_vanish(graph: &Graph, all: &[Ref], what: &str) {
    let zeros = vanishing(graph, all);
    let others: Vec<usize> = (0..all.len()).filter(|&k| !zeros[k]).collect();
    assert_eq!(others, Vec::<usize>::new(), "{what}");
}

/// With all columns wanted, those of a body are made of its parent's where that is cheaper: what lies on the axis of a joint that
/// turns moves with either, and inertias do with a joint that slides. Column by column it is what it is without.
#[test]
fn columns_that_follow_from_the_parents_are_the_columns() {
    let number = |text: &str| Poly::constant(Rational::decimal(text).expect("a number"));
    let vector = |numbers: [&str; 3]| numbers.map(number);
    let [zero, one] = [0, 1].map(Rational::from);
    let identity = [0, 1, 2].map(|i| [0, 1, 2].map(|j| if i == j { &one } else { &zero }.clone()));
    // Each axis becomes the next.
    let cyclic = [2, 0, 1].map(|i| identity[i].clone());
    let minus = -&one;
    let axes = [
        [&one, &zero, &zero],
        [&zero, &minus, &zero],
        [&zero, &zero, &one],
    ];
    let nowhere = ["0", "0", "0"];
    let anywhere = ["0.2", "-0.3", "0.7"];
    // The joint's origin in the parent's frame, the body's in the joint's, and its axes.
    let poses = [
        (nowhere, nowhere, &identity),
        (nowhere, ["0.5", "0", "0"], &identity),
        (nowhere, ["0", "0.5", "0"], &identity),
        (nowhere, ["0", "0", "0.5"], &identity),
        (nowhere, anywhere, &identity),
        (anywhere, nowhere, &identity),
        (anywhere, nowhere, &cyclic),
        (anywhere, anywhere, &cyclic),
    ];
    let chain = mechanism(CHAIN);
    for axis in axes {
        for (before, after, rotation) in poses {
            for kind in [JointKind::Revolute, JointKind::Prismatic] {
                let mut robot = chain.clone();
                let head = &mut robot.bodies[BodyIndex::from(2)];
                head.joint.kind = kind;
                head.joint.axis = axis.map(Clone::clone);
                head.before.translation = vector(before);
                head.after.translation = vector(after);
                head.after.rotation = rotation.clone();
                let mut graph = Graph::default();
                let [all, each] = [Wanted::All, Wanted::Independent]
                    .map(|wanted| torque_regressor_for(&mut graph, &robot, wanted).concat());
                let what = format!("{kind:?} {axis:?} {before:?} {after:?} {rotation:?}");
                let differences = differences(&mut graph, &all, &each);
                assert_vanish(&graph, &differences, &what);
            }
        }
    }
}

/// A joint about an axis that is none of the frame's, one that slides, and one behind which the body's frame is turned and
/// displaced.
const MIXED: &str = "robot: mixed\ngravity: [1, 2, -9]\nbodies:\n  \
    - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0.6, 0, 0.8], origin: {xyz: [0.1, 0.2, 0.3]}}}\n  \
    - {name: b, parent: a, joint: {name: q2, type: prismatic, axis: [0, 0.6, 0.8], origin: {xyz: [0.3, 0.1, 0.2], rpy: [90deg, 0, 0]}}}\n  \
    - {name: c, parent: b, joint: {name: q3, type: revolute, dh: {convention: standard, alpha: 90deg, a: 0.2, d: 0.3}}}\n  \
    - {name: d, parent: a, joint: {name: q4, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.2, 0, 0.1]}, coordinate: {q1: 2, q3: -1}}}\n";

fn dot(graph: &mut Graph, row: &[Ref], factors: &[Ref]) -> Ref {
    let products = row.iter().zip(factors).map(|(a, b)| graph.mul(a, b));
    let products: Vec<Ref> = products.collect();
    let zero = graph.zero();
    products
        .iter()
        .fold(zero, |sum, product| graph.add(&sum, product))
}

/// Torques by recursion are those of the regressor and of the closed form, and the sum of gravity, Coriolis torques and inertia
/// times acceleration.
#[test]
fn all_ways_to_torques_are_one() {
    for (text, base) in [(CHAIN, ""), (MIXED, ""), (MIXED, "base: floating\n")] {
        let text = text.replace("bodies:", &format!("{base}bodies:"));
        let (derivation, _) = derive("robot.yaml", &text).expect("a robot");
        let robot = &derivation.mechanism;
        let mut graph = Graph::default();
        let recursion = inverse_dynamics(&mut graph, robot);
        assert_eq!(recursion.len(), robot.rows());
        let theta = robot
            .parameters
            .map(|k, _| graph.input(Input::Parameter(k)));
        let inputs: Vec<Ref> = theta.iter().copied().collect();
        let regressor = torque_regressor(&mut graph, robot);
        let regressor = regressor.iter().map(|row| dot(&mut graph, row, &inputs));
        let regressor: Vec<Ref> = regressor.collect();
        let mut differences = differences(&mut graph, &recursion, &regressor);
        match &derivation.closed_form {
            Ok(form) => {
                let beta = |k| Some(theta[k]);
                let closed = closed_form_torques(&mut graph, robot, form, &beta, true);
                differences.extend(self::differences(&mut graph, &recursion, &closed));
            }
            Err(_) => assert_eq!(robot.base, Base::Input),
        }
        let moved = [BaseInput::Acceleration, BaseInput::AngularAcceleration]
            .iter()
            .filter(|_| robot.base == Base::Input)
            .flat_map(|kind| [0, 1, 2].map(|axis| Input::Base(*kind, axis)));
        let joints = robot.coordinates.places().map(Input::Acceleration);
        let accelerations = moved.chain(joints).map(|input| graph.input(input));
        let accelerations: Vec<Ref> = accelerations.collect();
        let inertia = inertia_matrix(&mut graph, robot);
        let gravity = gravity_torques(&mut graph, robot);
        let coriolis = coriolis_torques(&mut graph, robot);
        let rest = gravity.iter().zip(&coriolis).map(|(g, c)| graph.add(g, c));
        let rest: Vec<Ref> = rest.collect();
        let parts = inertia.iter().zip(rest).map(|(row, rest)| {
            let torque = dot(&mut graph, row, &accelerations);
            graph.add(&torque, &rest)
        });
        let parts: Vec<Ref> = parts.collect();
        differences.extend(self::differences(&mut graph, &recursion, &parts));
        assert_vanish(&graph, &differences, &text);
        let diagonal: Vec<Ref> = (0..robot.rows()).map(|k| inertia[k][k]).collect();
        assert!(!vanishing(&graph, &diagonal).contains(&true), "{text}");
    }
}

/// The torque of a joint is the part of the wrench at its body along its axis: of bodies that it does not carry, none.
#[test]
fn torques_are_the_parts_of_wrenches_along_axes() {
    let robot = mechanism(&CHAIN.replace("axis: [0, 1, 0]", "axis: [0, 0.6, -0.8]"));
    let mut graph = Graph::default();
    let torques = torque_regressor(&mut graph, &robot);
    let mut all = Vec::new();
    for (k, body) in robot.bodies.enumerate() {
        let wrench = wrench_regressor(&mut graph, &robot, k);
        let axis = body.joint.axis.each_ref().map(|x| graph.constant(x));
        let moment: Vec<Ref> = (0..robot.parameters.len())
            .map(|column| {
                let moment = [3, 4, 5].map(|row| wrench[row][column]);
                dot(&mut graph, &moment, &axis)
            })
            .collect();
        all.extend(differences(&mut graph, &torques[k.at()], &moment));
    }
    assert_vanish(&graph, &all, "moments about axes");
}
