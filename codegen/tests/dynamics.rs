//! The dynamics of a mechanism as graphs, which generated code is written from.

use std::cell::RefCell;

use armwright_codegen::algebra::{
    Algebra, Atom, BaseInput, BodyIndex, CoordinateIndex, Graph, Input, Known, Monomial, Node,
    Poly, Rational, Ref, Symbol, vanishing,
};
use armwright_codegen::derive;
use armwright_codegen::dynamics::{
    ClosedForm, Element, Part, Wanted, WrenchFunctions, closed_form, closed_form_torques,
    coriolis_torques, energy_regressor, functions, gravity_torques, inertia_matrix,
    inverse_dynamics, statics, torque_regressor, torque_regressor_for, wrench_regressor,
};
use armwright_codegen::mechanism::{
    Axis, Base, Effect, Element as Place, Inertial, JointKind, Mechanism, ParameterKind, Site,
    Square, SquareChoice, load,
};

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

/// The terms of an element, without their coefficients.
fn monomials(element: &Element) -> Vec<Monomial> {
    let terms = element.terms.iter();
    terms.map(|term| term.monomial.clone()).collect()
}

/// What a file asks of the squares in one element is done there and nowhere else.
#[test]
fn squares_are_those_that_are_asked_for_in_their_element() {
    let mut robot = mechanism(CHAIN);
    let functions = functions(&robot);
    let usual = closed_form(&robot, functions.as_ref()).expect("a closed form");
    let [first, second, third] = [0, 1, 2].map(CoordinateIndex::from);
    for (place, name) in [
        (Place::Inertia(first, first), "M_11"),
        (Place::Inertia(second, second), "M_22"),
        (Place::Coriolis(first, second, third), "S_123"),
        (Place::Coriolis(third, first, second), "S_312"),
        (Place::Coriolis(second, first, first), "S_211"),
    ] {
        for square in [Square::Sine, Square::Cosine] {
            let asked = |coordinate| SquareChoice {
                element: place,
                coordinate,
                square,
            };
            robot.squares = [second, third].map(asked).into();
            let form = closed_form(&robot, functions.as_ref()).expect("a closed form");
            for (element, usual) in form.elements.iter().zip(&usual.elements) {
                let monomials = monomials(element);
                if element.name() != name {
                    assert_eq!(monomials, self::monomials(usual), "{}", element.name());
                    continue;
                }
                let highest = |atoms: [Atom; 2]| {
                    let powers = monomials.iter().flat_map(|m| atoms.map(|a| m.exponent(a)));
                    powers.max().unwrap_or(0)
                };
                let sines = highest([second, third].map(Atom::Sine));
                let cosines = highest([second, third].map(Atom::Cosine));
                let is_asked = match square {
                    Square::Sine => sines >= 2 && cosines < 2,
                    Square::Cosine => sines < 2 && cosines >= 2,
                };
                assert!(is_asked, "{name}, {square:?}: {monomials:?}");
            }
        }
    }
}

#[test]
fn a_part_is_there_if_an_element_of_it_is_or_all_are_zero() {
    let element = |part| Element::new(part, vec![0.into()]);
    let form = |elements: &[Part], left_out: &[Part]| ClosedForm {
        elements: elements.iter().map(|part| element(*part)).collect(),
        left_out: left_out.iter().map(|part| (*part, None)).collect(),
        ..ClosedForm::default()
    };
    let some = |form: ClosedForm| Part::ALL.map(|part| form.has_some(part));
    assert_eq!(some(form(&[], &[])), [true, true, true]);
    assert_eq!(some(form(&[Part::Gravity], &[])), [true, true, true]);
    assert_eq!(
        some(form(&[Part::Gravity], &[Part::Inertia])),
        [true, false, true]
    );
    assert_eq!(
        some(form(&[Part::Inertia], &Part::ALL)),
        [false, true, false]
    );
    assert_eq!(some(form(&[], &Part::ALL)), [false, false, false]);
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

/// At the parent's origin and in its axes some columns cost nothing beside all others: of a joint that turns those of the mass and
/// of the first moment along its axis, of one that slides those of all inertias.
#[test]
fn columns_of_what_moves_as_the_parent_does_cost_nothing() {
    let head = BodyIndex::from(2);
    let [zero, one] = [0, 1].map(Rational::from);
    for (k, axis) in Axis::ALL.into_iter().enumerate() {
        for kind in [JointKind::Revolute, JointKind::Prismatic] {
            let mut robot = mechanism(CHAIN);
            let body = &mut robot.bodies[head];
            body.joint.kind = kind;
            body.joint.axis = [0, 1, 2].map(|i| if i == k { &one } else { &zero }.clone());
            body.before.translation = ["0", "0", "0"].map(number);
            let mut graph = Graph::default();
            let rows = torque_regressor_for(&mut graph, &robot, Wanted::All);
            let moves_alike = |component: &Inertial| match (kind, component) {
                (JointKind::Prismatic, Inertial::Inertia(..))
                | (JointKind::Revolute, Inertial::Mass) => true,
                (JointKind::Revolute, Inertial::Moment(along)) => *along == axis,
                _ => false,
            };
            let alike = Inertial::ALL.into_iter().filter(moves_alike);
            let alike: Vec<usize> = alike
                .map(|component| robot.inertial(head, component).expect("a parameter").at())
                .collect();
            let columns = |is_alike: bool| -> Vec<Ref> {
                let kept = |(place, column): (usize, &Ref)| {
                    (alike.contains(&place) == is_alike).then_some(*column)
                };
                rows.iter()
                    .flat_map(|row| row.iter().enumerate().filter_map(kept))
                    .collect()
            };
            let mut known = Known::default();
            known.add(&graph, &columns(false));
            assert_eq!(known.cost(&graph, &columns(true)), 0, "{kind:?} {axis:?}");
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

/// A slide with a turning tip whose frame is at (3, 0, 2) on it. In the slide's frame the tip's first moment x is
/// (cos q2, 0, -sin q2) and moves with (-sin q2, 0, -cos q2) qd2; in the tip's own the slide's axis is (cos q2, 0, sin q2), and
/// what holds a mass against gravity is 10 (-sin q2, 0, cos q2). Momenta and weights turn about a sensor's origin with the cross product.
#[test]
fn what_each_sensor_measures_is_in_its_own_place() {
    let [slide, tip] = [0, 1].map(CoordinateIndex::from);
    let [sine, cosine] = [Atom::Sine(tip), Atom::Cosine(tip)].map(Poly::atom);
    let times = |factor: &str, of: &Poly| number(factor) * of.clone();
    let wrench = |momentum: &[(usize, CoordinateIndex, Poly)], weights: &[(usize, Poly)]| {
        let momentum = momentum.iter();
        let mut weight = [(); 6].map(|()| Poly::zero());
        for (row, value) in weights {
            weight[*row] = value.clone();
        }
        WrenchFunctions {
            momentum: momentum
                .map(|(row, k, p)| ((*row, *k), p.clone()))
                .collect(),
            weight,
        }
    };
    let nothing = WrenchFunctions::default;
    let one = Poly::one;
    // At the slide, then at the tip.
    let expected = [
        (
            "m_a",
            wrench(&[(0, slide, one())], &[(2, number("10"))]),
            nothing(),
        ),
        ("mx_a", wrench(&[], &[(4, number("-10"))]), nothing()),
        (
            "m_b",
            wrench(
                &[(0, slide, one()), (4, slide, number("2"))],
                &[(2, number("10")), (4, number("-30"))],
            ),
            wrench(
                &[(0, slide, cosine.clone()), (2, slide, sine.clone())],
                &[(0, times("-10", &sine)), (2, times("10", &cosine))],
            ),
        ),
        (
            "mx_b",
            wrench(
                &[
                    (0, tip, -&sine),
                    (2, tip, -&cosine),
                    (4, slide, -&sine),
                    (4, tip, times("3", &cosine) - times("2", &sine)),
                ],
                &[(4, times("-10", &cosine))],
            ),
            wrench(
                &[(2, tip, number("-1")), (4, slide, -&sine)],
                &[(4, times("-10", &cosine))],
            ),
        ),
        (
            "my_b",
            wrench(&[(5, slide, number("-1"))], &[(3, number("10"))]),
            wrench(
                &[(3, slide, sine.clone()), (5, slide, -&cosine)],
                &[(3, times("10", &cosine)), (5, times("10", &sine))],
            ),
        ),
        (
            "Lyy_b",
            wrench(&[(4, tip, one())], &[]),
            wrench(&[(4, tip, one())], &[]),
        ),
    ];
    for (sensors, order) in [("[a, b]", &[0, 1][..]), ("[b, a]", &[1, 0]), ("b", &[1])] {
        let robot = mechanism(&format!(
            "robot: crane\ngravity: [0, 0, -10]\nmeasure: [torque, {{wrench: {sensors}}}]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: prismatic, axis: [1, 0, 0]}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [3, 0, 2]}}, friction: [viscous]}}}}\n"
        ));
        let functions = functions(&robot).expect("a small robot");
        let of = |name: &str| {
            let place = robot.parameters.position(|p| p.name == name);
            &functions[place.expect("a parameter")].wrenches
        };
        for (name, at_slide, at_tip) in &expected {
            let both = [at_slide, at_tip];
            let expected: Vec<_> = order.iter().map(|k| both[*k].clone()).collect();
            assert_eq!(*of(name), expected, "{name} at {sensors}");
        }
        // A drive is felt by no sensor.
        assert!(
            of("fv_q2").iter().all(|felt| *felt == nothing()),
            "{sensors}"
        );
    }
}

/// What is in a graph as polynomials: velocities and accelerations as symbols 1 and 2 of one joint, functions as symbol 3,
/// with what they are of.
fn polynomials(graph: &Graph, nodes: &[Ref]) -> (Vec<Poly>, Vec<Poly>) {
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        Input::Velocity(_) => symbol(1),
        Input::Acceleration(_) => symbol(2),
        Input::Parameter(_) | Input::Base(..) => panic!("neither parameters nor a base that moves"),
    };
    let arguments = RefCell::new(Vec::new());
    let function = |of: &Poly| {
        arguments.borrow_mut().push(of.clone());
        symbol(3)
    };
    let polynomials = graph.expand(nodes, &leaf, &function);
    (polynomials, arguments.into_inner())
}

fn symbol(number: u16) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Other(number)))
}

fn number(text: &str) -> Poly {
    Poly::constant(Rational::decimal(text).expect("a number"))
}

/// A body about an axis n has the energy ½ qd² nᵀ L n, less the work of gravity at where its joint is.
#[test]
fn the_energy_of_a_body_that_turns_is_half_its_inertia_times_the_square() {
    let robot = mechanism(
        "robot: one\ngravity: [1, 2, -9]\nbodies:\n  - {name: a, parent: base, joint: {name: q1, type: revolute, \
         axis: [0.48, 0.6, 0.64], origin: {xyz: [0.1, 0.2, 0.3]}}}\n",
    );
    let mut graph = Graph::default();
    let row = energy_regressor(&mut graph, &robot);
    let (found, _) = polynomials(&graph, &row);
    let square = symbol(1) * symbol(1);
    // g·p = 0.1 + 0.4 - 2.7.
    assert_eq!(found[0], number("2.2"));
    let axis = ["0.48", "0.6", "0.64"].map(number);
    let half = number("0.5");
    for (k, component) in Inertial::ALL.into_iter().enumerate() {
        if let Inertial::Inertia(i, j) = component {
            let [a, b] = [i, j].map(|axis_of| axis[axis_of.at()].clone());
            let product = a * b * square.clone();
            let expected = if i == j {
                product * half.clone()
            } else {
                product
            };
            assert_eq!(found[k], expected, "{component:?}");
        }
    }
}

/// Two links about z, both at the velocity v: the second one turns at 2 v, its joint moves at v/2.
#[test]
fn the_energy_of_a_body_has_the_motion_of_those_that_carry_it() {
    let robot = mechanism(
        "robot: two\ngravity: [0, 0, 0]\nbodies:\n  \
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1], origin: {xyz: [0.5, 0, 0]}}}\n",
    );
    let mut graph = Graph::default();
    let row = energy_regressor(&mut graph, &robot);
    let (found, _) = polynomials(&graph, &row);
    let square = symbol(1) * symbol(1);
    for (name, factor) in [("Lzz_a", "0.5"), ("Lzz_b", "2"), ("m_b", "0.125")] {
        let column = robot.parameters.position(|p| p.name == name);
        let column = column.expect("a parameter").at();
        assert_eq!(found[column], number(factor) * square.clone(), "{name}");
    }
}

/// The columns of friction and of what is constant, of a joint at velocity v: v, its sign, v² with the sign of v, and one; the
/// halves of v with and less that times the sign, and the halves of the sign with and less one half.
#[test]
fn columns_of_friction_are_its_effects() {
    for (kinds, names) in [
        (
            "coulomb, viscous, quadratic, offset",
            ["fc_q1", "fv_q1", "fq_q1", "fo_q1"],
        ),
        (
            "coulomb_positive, coulomb_negative, viscous_positive, viscous_negative",
            ["fcp_q1", "fcn_q1", "fvp_q1", "fvn_q1"],
        ),
    ] {
        let robot = mechanism(&format!(
            "robot: one\ngravity: [0, 0, 0]\nbodies:\n  - {{name: a, parent: base, joint: {{name: q1, \
             type: revolute, axis: [0, 0, 1], friction: [{kinds}]}}}}\n"
        ));
        let mut graph = Graph::default();
        let row = torque_regressor(&mut graph, &robot).concat();
        let found = names.map(|name| {
            let column = robot.parameters.position(|p| p.name == name);
            row[column.expect("a parameter").at()]
        });
        let velocity = graph.input(Input::Velocity(0.into()));
        let sign = graph.sign(velocity);
        let speed = graph.mul(&velocity, &sign);
        let one = graph.constant(&Rational::ONE);
        let expected = if names[0] == "fc_q1" {
            let square = graph.mul(&velocity, &speed);
            [sign, velocity, square, one]
        } else {
            // So that the columns of both directions differ by one, at rest as well.
            let halves = [(sign, one), (velocity, speed)].map(|(whole, by_sign)| {
                let parts = [graph.add(&whole, &by_sign), graph.sub(&whole, &by_sign)];
                parts.map(|part| graph.scale(&Rational::new(1, 2), &part))
            });
            let [[cp, cn], [vp, vn]] = halves;
            [cp, cn, vp, vn]
        };
        let differences = differences(&mut graph, &found, &expected);
        assert_vanish(&graph, &differences, kinds);
    }
}

/// A point that slides along z of a link about y, which turns about z: of the distance squared from the upright axis,
/// (x c + (z + q3) s)² + y², squares of sines make six terms (1, s², s c, q3 s², q3 s c, q3² s²), and those of cosines eight.
/// Without the slide there are three either way, and they are those of cosines.
#[test]
fn squares_are_those_that_make_fewer_terms_or_else_of_cosines() {
    let two = "robot: arm\ngravity: [0, 0, 0]\nbodies:\n  \
        - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
        - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n";
    let three = format!(
        "{two}  - {{name: c, parent: b, joint: {{name: q3, type: prismatic, axis: [0, 0, 1]}}}}\n"
    );
    let second = CoordinateIndex::from(1);
    for (text, count, [sines, cosines]) in [(two, 3, [1, 2]), (three.as_str(), 6, [2, 1])] {
        let robot = mechanism(text);
        let form = closed_form(&robot, functions(&robot).as_ref()).expect("a closed form");
        let element = form.elements.iter().find(|e| e.name() == "M_11");
        let monomials = monomials(element.expect("an element"));
        assert_eq!(monomials.len(), count, "{monomials:?}");
        let highest = |atom: Atom| monomials.iter().map(|m| m.exponent(atom)).max();
        assert_eq!(highest(Atom::Sine(second)), Some(sines), "{monomials:?}");
        assert_eq!(
            highest(Atom::Cosine(second)),
            Some(cosines),
            "{monomials:?}"
        );
    }
}

/// Half of the squared length of a spring from 0.3 m above an axis to 0.2 m before it is 0.065 + 0.06 sin q, where the arm turns
/// downwards: its torque is the slope of that, and the energy it.
#[test]
fn springs_pull_along_the_slope_of_their_length() {
    let robot = mechanism(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  - {name: arm, parent: base, joint: {name: q1, type: revolute, \
         axis: [0, 1, 0]}}\nsprings:\n  \
         - {name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: arm, at: [0.2, 0, 0]}}\n",
    );
    let [k, kl] = ["k_s", "kl_s"].map(|name| {
        let index = robot.parameters.position(|p| p.name == name);
        index.expect("a parameter").at()
    });
    let mut graph = Graph::default();
    let torque = torque_regressor(&mut graph, &robot).concat();
    let energy = energy_regressor(&mut graph, &robot);
    let nodes = [torque[k], torque[kl], energy[k], energy[kl]];
    let (found, arguments) = polynomials(&graph, &nodes);
    let [sine, cosine] = [Atom::Sine(0.into()), Atom::Cosine(0.into())].map(Poly::atom);
    let square = number("0.13") + number("0.12") * sine.clone();
    assert_eq!(arguments, [square.clone() + Poly::one()]);
    let slope = number("0.06") * cosine;
    let inverse = symbol(3);
    assert_eq!(found[0], slope);
    assert_eq!(found[1], -&(slope * inverse.clone()));
    assert_eq!(found[2], number("0.065") + number("0.06") * sine);
    assert_eq!(found[3], -&(square * inverse));
}

/// Friction is the sum of effects that its parameter's description says, in either direction of motion.
#[test]
fn friction_is_what_its_effects_add_up_to() {
    let site = Site::Joint(0.into());
    let value = |kind: ParameterKind, velocity: f64| -> f64 {
        let effect = |effect| match effect {
            Effect::Constant => 1.0,
            Effect::Position => 0.25,
            Effect::Sign => velocity.signum(),
            Effect::Velocity => velocity,
            Effect::Speed => velocity.abs(),
            Effect::Square => velocity * velocity.abs(),
        };
        let effects = kind.effects().into_iter();
        effects.map(|(of, share)| effect(of) * share.to_f64()).sum()
    };
    for (kind, forwards, backwards) in [
        (ParameterKind::Inertia(site), 0.0, 0.0),
        (ParameterKind::Coulomb(site), 1.0, -1.0),
        (ParameterKind::CoulombPositive(site), 1.0, 0.0),
        (ParameterKind::CoulombNegative(site), 0.0, -1.0),
        (ParameterKind::Viscous(site), 3.0, -3.0),
        (ParameterKind::ViscousPositive(site), 3.0, 0.0),
        (ParameterKind::ViscousNegative(site), 0.0, -3.0),
        (ParameterKind::Quadratic(site), 9.0, -9.0),
        (ParameterKind::Offset(site), 1.0, 1.0),
        (ParameterKind::Stiffness(site), 0.25, 0.25),
        (ParameterKind::Preload(site), 1.0, 1.0),
    ] {
        assert_eq!(
            [value(kind, 3.0), value(kind, -3.0)],
            [forwards, backwards],
            "{kind:?}"
        );
        assert_eq!(kind.site(), Some(site));
        assert_eq!(kind.component(), None);
    }
}

/// A spring of stiffness one at a joint that follows two others, at 2 q1 - 3 q2, stores half the square of that,
/// 2 q1² - 6 q1 q2 + 4.5 q2². Its torques are the slopes 4 q1 - 6 q2 and 9 q2 - 6 q1; a preload of one stores 2 q1 - 3 q2, with
/// the slopes 2 and -3. A third joint that it does not follow has nothing of them. Of friction in one direction half is
/// constant, with its sign, and the rest, as all other friction, stores nothing.
#[test]
fn a_spring_stores_half_the_square_of_its_whole_stretch() {
    let (derivation, _) = derive(
        "robot.yaml",
        "robot: sprung\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: a, parent: base, joint: {name: q1, type: prismatic, axis: [1, 0, 0]}}\n  \
         - {name: b, parent: base, joint: {name: q2, type: prismatic, axis: [0, 1, 0]}}\n  \
         - {name: c, parent: base, joint: {name: q3, type: prismatic, axis: [0, 0, 1]}}\n  \
         - {name: d, parent: base, joint: {name: p, type: prismatic, axis: [1, 0, 0], \
         coordinate: {q1: 2, q2: -3}, spring: true, \
         friction: [viscous, coulomb_positive, coulomb_negative]}}\n",
    )
    .expect("a robot");
    let robot = &derivation.mechanism;
    let named = |name: &str| {
        let index = robot.parameters.position(|p| p.name == name);
        index.expect("a parameter")
    };
    let [rate, preload, viscous] = ["k_p", "k0_p", "fv_p"].map(named);
    let [q1, q2] = [0, 1].map(|k| Poly::atom(Atom::Position(k.into())));
    let times = |factor: &str, of: &Poly| number(factor) * of.clone();
    let stored = times("2", &(&q1 * &q1)) - times("6", &(&q1 * &q2)) + times("4.5", &(&q2 * &q2));
    let stretch = times("2", &q1) - times("3", &q2);
    let slopes = [
        times("4", &q1) - times("6", &q2),
        times("9", &q2) - times("6", &q1),
        Poly::zero(),
    ];
    let constants = ["2", "-3", "0"].map(number);

    let functions = functions(robot).expect("a small robot");
    assert_eq!(functions[rate].potential, stored);
    assert_eq!(functions[preload].potential, stretch);
    assert_eq!(functions[viscous].potential, Poly::zero());
    let at_rest = statics(robot).expect("a small robot");
    assert_eq!(at_rest[rate].as_slice(), slopes);
    assert_eq!(at_rest[preload].as_slice(), constants);
    assert_eq!(at_rest[viscous].as_slice(), vec![Poly::zero(); 3]);
    for (name, half) in [("fcp_p", "0.5"), ("fcn_p", "-0.5")] {
        let friction = named(name);
        assert_eq!(functions[friction].potential, times(half, &stretch));
        let slopes = constants.each_ref().map(|slope| times(half, slope));
        assert_eq!(at_rest[friction].as_slice(), slopes);
    }

    let mut graph = Graph::default();
    let torques = torque_regressor(&mut graph, robot);
    let energy = energy_regressor(&mut graph, robot);
    let columns = [rate, preload].map(|k| {
        let column: Vec<Ref> = torques.iter().map(|row| row[k.at()]).collect();
        polynomials(&graph, &column).0
    });
    assert_eq!(columns, [slopes.to_vec(), constants.to_vec()]);
    let energies = [energy[rate.at()], energy[preload.at()]];
    assert_eq!(polynomials(&graph, &energies).0, [stored, stretch]);

    let form = derivation.closed_form.as_ref().expect("a closed form");
    let theta = robot
        .parameters
        .map(|k, _| graph.input(Input::Parameter(k)));
    let inputs: Vec<Ref> = theta.iter().copied().collect();
    let regressor = torques.iter().map(|row| dot(&mut graph, row, &inputs));
    let regressor: Vec<Ref> = regressor.collect();
    let closed = closed_form_torques(&mut graph, robot, form, &|k| Some(theta[k]), true);
    let differences = differences(&mut graph, &regressor, &closed);
    assert_vanish(&graph, &differences, "torques of a spring");
}

/// A pendulum that turns by half of what a vertical axis does: at `q/2` a moment along x weighs `-10 sin(q/2)`, one along z
/// `10 cos(q/2)`, and their slopes by `q` have half of that.
#[test]
fn the_weight_of_what_follows_by_half_loads_its_joint_by_half() {
    let robot = mechanism(
        "robot: two\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: table, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
         - {name: rod, parent: base, joint: {name: q2, type: revolute, axis: [0, 1, 0], coordinate: {q1: 1/2}}}\n",
    );
    let at_rest = statics(&robot).expect("a small robot");
    for (name, atom) in [
        ("mx_rod", Atom::Cosine(0.into())),
        ("mz_rod", Atom::Sine(0.into())),
    ] {
        let place = robot.parameters.position(|p| p.name == name);
        let expected = [number("-5") * Poly::atom(atom)];
        let found = at_rest[place.expect("a parameter")].as_slice();
        assert_eq!(found, expected, "{name}");
    }
}

/// Sines and cosines in a torque of the user's by the addition theorems: with s and c of half the joint's angle, the sine of
/// three halves of it is 3 s - 4 s³ and its cosine 4 c³ - 3 c; of the whole they are 2 s c and 1 - 2 s².
#[test]
fn sines_in_torques_are_of_the_angles_that_are_written() {
    let half = Rational::new(1, 2);
    let [s, c] = [Atom::Sine(0.into()), Atom::Cosine(0.into())].map(Poly::atom);
    let cube = |of: &Poly| of.clone() * of.clone() * of.clone();
    let sine = number("3") * s.clone() - number("4") * cube(&s);
    let cosine = number("4") * cube(&c) - number("3") * c.clone();
    let whole = number("2") * s.clone() * c.clone();
    let cosine_of_whole = Poly::one() - number("2") * s.clone() * s.clone();
    for (expression, expected) in [
        ("sin(3*q1/2)", &sine),
        ("sin(q1*3/2)", &sine),
        ("sin(3*(q1/2))", &sine),
        ("sin(6*q1*5/20)", &sine),
        ("-sin(-3*q1/2)", &sine),
        ("cos(3*q1/2)", &cosine),
        ("cos(3*q1/(-2))", &cosine),
        ("sin(3*q1/2 + pi/2)", &cosine),
        ("cos(pi/2 - 3*q1/2)", &sine),
        ("sin((q1 + 2*q1)/2)", &sine),
        ("sin(3*q1/2) + sin(q1) - 2*sin(q1/2)*cos(q1/2)", &sine),
        ("sin(q1) + 0*sin(q1/2)", &whole),
        ("cos(q1) + 0*sin(q1/2)", &cosine_of_whole),
        ("sin(2*q1/2) + 0*sin(q1/2)", &whole),
        ("cos(-4*q1/4) + 0*sin(q1/2)", &cosine_of_whole),
    ] {
        let robot = mechanism(&format!(
            "robot: one\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             torques: [{{name: u, joint: q1, expression: \"{expression}\"}}]\n"
        ));
        let index = robot.parameters.position(|p| p.name == "u");
        let column = index.expect("a parameter").at();
        assert_eq!(robot.coordinates[0.into()].turn, half, "{expression}");
        let mut graph = Graph::default();
        let torque = torque_regressor(&mut graph, &robot)[0][column];
        let (found, _) = polynomials(&graph, &[torque]);
        assert_eq!(found, std::slice::from_ref(expected), "{expression}");
    }
}

/// A quarter turn written as 1.5708 leaves a joint's axis 3.7 millionths of a radian from upright. The moment of what turns on it
/// is at the height `cos 1.5708 (mz cos q - mx sin q)`, of which gravity makes a torque.
#[test]
fn a_joint_that_is_almost_upright_feels_a_little_gravity() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  - {name: arm, parent: base, joint: {name: q1, type: revolute, \
                axis: [0, 1, 0], origin: {rpy: [1.5708, 0, 0]}}}\n";
    let (derivation, _) = derive("arm.yaml", text).expect("a robot");
    let robot = &derivation.mechanism;
    assert_eq!(derivation.base.base.len(), 3);
    let mut graph = Graph::default();
    let [torque] = torque_regressor(&mut graph, robot)
        .try_into()
        .expect("one joint");
    let (found, _) = polynomials(&graph, &torque);
    let functions = functions(robot).expect("few enough");
    let weight = -10.0 * (15_708.0_f64 / 10_000.0).cos();
    for (name, of_motion) in [
        ("mx_arm", Atom::Cosine(0.into())),
        ("mz_arm", Atom::Sine(0.into())),
    ] {
        let place = robot.parameters.position(|p| p.name == name);
        let place = place.expect("a parameter");
        let slope = robot.derivative(&functions[place].potential, 0.into());
        for torque in [&found[place.at()], &slope] {
            let [(monomial, factor)] = torque.terms() else {
                panic!("one term of {name}: {torque:?}");
            };
            assert_eq!(*monomial, Monomial::atom(of_motion));
            assert!((factor.to_f64() / weight - 1.0).abs() < 1e-9, "{factor}");
        }
    }
}

/// Of a robot without mass, whose first joint has viscous friction of 2, the second an offset of 3 and an armature of 0.5, and a
/// third, which moves at 2 v1 - v2, viscous friction of 5: the first coordinate has 2 v1 + 10 (2 v1 - v2), the second
/// 3 + a2 / 2 - 5 (2 v1 - v2), and what moves the base has nothing of either.
#[test]
fn friction_of_joints_stands_behind_the_rows_of_a_base_that_moves() {
    let joints = "bodies:\n  \
        - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], friction: [viscous]}}\n  \
        - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], armature: true, friction: [offset]}}\n  \
        - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [1, 0, 0], friction: [viscous], coordinate: {q1: 2, q2: -1}}}\n";
    let [v1, v2, a2] = [1, 2, 4].map(symbol);
    let expected = [
        number("22") * v1.clone() - number("10") * v2.clone(),
        number("3") + number("0.5") * a2 - number("10") * v1 + number("5") * v2,
    ];
    for (base, before) in [("", 0), ("base: floating\n", 6)] {
        let robot = mechanism(&format!(
            "robot: mobile\ngravity: [0, 0, -10]\n{base}{joints}"
        ));
        let value = |name: &str| match name {
            "fv_q1" => "2",
            "fo_q2" => "3",
            "Ia_q2" => "0.5",
            "fv_q3" => "5",
            _ => "0",
        };
        let of = |k: CoordinateIndex, all: [u16; 2]| symbol(all[k.at()]);
        let leaf = |input| match input {
            Input::Atom(atom) => Poly::atom(atom),
            Input::Velocity(k) => of(k, [1, 2]),
            Input::Acceleration(k) => of(k, [3, 4]),
            Input::Parameter(k) => number(value(&robot.parameters[k].name)),
            Input::Base(..) => Poly::one(),
        };
        let mut graph = Graph::default();
        let torques = inverse_dynamics(&mut graph, &robot);
        let found = graph.expand(&torques, &leaf, &Poly::clone);
        assert_eq!(found[..before], vec![Poly::zero(); before], "{base}");
        assert_eq!(found[before..], expected, "{base}");
    }
}
