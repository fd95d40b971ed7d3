//! The dynamics of a mechanism as graphs, which generated code is written from.

use armwright_codegen::algebra::{BodyIndex, Graph, Node, Ref};
use armwright_codegen::dynamics::wrench_regressor;
use armwright_codegen::mechanism::{Inertial, Mechanism, load};

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
