//! What generated functions compute, statement by statement, against the expressions that they were written from.

use std::collections::{BTreeMap, BTreeSet};

use armwright_codegen::algebra::{Atom, BaseInput, Graph, Input, Node, Ref, Symbol, Unary};
use armwright_codegen::mechanism::Mechanism;
use armwright_codegen::{Generated, Quantity, derive, generate_only};

#[path = "generated_code/run.rs"]
mod run;

use run::{Outputs, packing, run};

/// A slide, an arm and a tip: lengths that are called as arrays are, friction, a spring, armature, a motor that two joints
/// share.
const ARM: &str = "\
robot: arm
gravity: [1, 0, -10]
constants: {q: {value: 0.5, symbolic: true}, theta: {value: 0.25, symbolic: true}}
bodies:
  - {name: slide, parent: base, joint: {name: q1, type: prismatic, axis: [0.6, 0, 0.8], spring: true, friction: [quadratic, offset]}}
  - {name: arm, parent: slide, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [q, 0, theta]}, armature: true, friction: [coulomb, viscous]}}
  - {name: tip, parent: arm, joint: {name: q3, type: revolute, axis: [1, 0, 0], origin: {xyz: [q, 0.125, 0]}, friction: [coulomb_positive, coulomb_negative]}}
drives:
  transmission: [[10, 0, 0], [0, 20, 3], [0, 0, -5]]
  motors: [{name: m1}, {name: m2, rotor_inertia: true, friction: [coulomb]}, {name: m3}]
";

/// Functions that take roots and exponentials.
const SPRUNG: &str = "\
robot: sprung
gravity: [0, 0, -10]
bodies:
  - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}
springs:
  - {name: s, from: {body: base, at: [0, 0.1, 0.3]}, to: {body: arm, at: [0.2, 0, 0]}}
torques:
  - {name: u, joint: q1, expression: tanh(qd1/0.05)}
  - {name: v, joint: q1, expression: exp(-2*q1)/(3 + sin(q1))}
";

/// A base that moves, with an arm.
const TRUNK: &str = "\
robot: trunk
gravity: [0, 0, -10]
base: floating
bodies:
  - {name: trunk, parent: base, joint: {type: fixed}}
  - {name: arm, parent: trunk, joint: {name: q1, type: revolute, axis: [0, 0.6, 0.8], origin: {xyz: [0.1, 0, 0.2]}}}
";

/// Numbers without any pattern between 0.3 and 1.2, of either sign.
fn number(seed: usize) -> f64 {
    let size = 0.3 + 0.9 * (seed as f64 * 0.618_034).fract();
    if seed % 3 == 1 { -size } else { size }
}

/// The arrays that functions take.
fn arrays(mechanism: &Mechanism) -> BTreeMap<&'static str, Vec<f64>> {
    let n = mechanism.coordinates.len();
    let sizes = [
        ("theta", mechanism.parameters.len()),
        ("base", 3 * BaseInput::ALL.len()),
        ("q", n),
        ("qd", n),
        ("qdd", n),
    ];
    let mut seeds = 1..;
    let array = |(name, length)| (name, seeds.by_ref().take(length).map(number).collect());
    sizes.into_iter().map(array).collect()
}

/// The values of expressions.
fn expected(mechanism: &Mechanism, graph: &Graph, outputs: &[Ref]) -> Vec<f64> {
    let arrays = arrays(mechanism);
    let leaf = |input: Input| match input {
        Input::Atom(Atom::Position(j)) => arrays["q"][j.at()],
        Input::Atom(Atom::Sine(j) | Atom::Cosine(j)) => {
            let angle = arrays["q"][j.at()] * mechanism.coordinates[j].turn.to_f64();
            match input {
                Input::Atom(Atom::Sine(_)) => angle.sin(),
                _ => angle.cos(),
            }
        }
        Input::Atom(Atom::Symbol(Symbol::Constant(k))) => mechanism.constants[k].value.to_f64(),
        Input::Atom(Atom::Symbol(_)) => f64::NAN,
        Input::Velocity(j) => arrays["qd"][j.at()],
        Input::Acceleration(j) => arrays["qdd"][j.at()],
        Input::Parameter(k) => arrays["theta"][k.at()],
        Input::Base(vector, axis) => {
            let vector = BaseInput::ALL.iter().position(|other| *other == vector);
            arrays["base"][3 * vector.expect("a vector") + usize::from(axis)]
        }
    };
    let mut values: Vec<f64> = Vec::new();
    for node in 0..graph.len() {
        let of = |r: Ref| match r.is_negative() {
            true => -values[r.node()],
            false => values[r.node()],
        };
        values.push(match graph.node(node) {
            Node::Number(n) => graph.number(n).to_f64(),
            Node::Input(input) => leaf(input),
            Node::Sum(a, b) => of(a) + of(b),
            Node::Product(a, b) => of(a) * of(b),
            Node::Sign(a) => of(a).signum(),
            Node::InverseRoot(a) => of(a).sqrt().recip(),
            Node::Apply(Unary::Reciprocal, a) => of(a).recip(),
            Node::Apply(Unary::Root, a) => of(a).sqrt(),
            Node::Apply(Unary::Exponential, a) => of(a).exp(),
            Node::Apply(Unary::HyperbolicTangent, a) => of(a).tanh(),
        });
    }
    let value = |output: &Ref| match output.is_negative() {
        true => -values[output.node()],
        false => values[output.node()],
    };
    outputs.iter().map(value).collect()
}

/// The outputs of a quantity's function, row by row.
fn found(file: &syn::File, mechanism: &Mechanism, quantity: Quantity, columns: usize) -> Vec<f64> {
    let function = quantity.entry().function;
    let Some(values) = run(file, arrays(mechanism), &format!("{function}_values")) else {
        let outputs = run(file, arrays(mechanism), function).expect("a function");
        let numbered = outputs.iter().enumerate();
        let values = numbered.map(|(number, ((_, place), value))| {
            let place = place.iter().fold(0, |at, index| at * columns + index);
            assert_eq!(place, number, "every output is stored");
            *value
        });
        return values.collect();
    };
    let (places, count) = packing(file, &format!("{quantity:?}Equations"));
    assert_eq!(values.len(), places.len());
    let mut outputs = vec![0.0; count];
    let mut stored = BTreeSet::new();
    for (value, places) in values.values().zip(places) {
        for place in places {
            assert!(stored.insert(place), "a place of two values");
            outputs[place] = *value;
        }
    }
    outputs
}

#[test]
fn generated_functions_compute_what_they_were_written_from() {
    let mut count = 0;
    for text in [ARM, SPRUNG, TRUNK] {
        let quantities: Vec<Quantity> = Quantity::ALL.to_vec();
        let generated = generate_only("robot.yaml", text, &quantities);
        let Generated {
            derivation, code, ..
        } = generated.unwrap_or_else(|error| panic!("{error}"));
        let file = syn::parse_file(&code).expect("Rust code");
        let mechanism = &derivation.mechanism;
        for quantity in quantities {
            let is_own = quantity.computed_by(&derivation) == Some(quantity);
            if !is_own || quantity.calls(&derivation).is_some() {
                continue;
            }
            let mut graph = Graph::default();
            let entry = quantity.entry();
            let outputs = (entry.derive)(&derivation, &mut graph);
            let expected = expected(mechanism, &graph, &outputs);
            let columns = entry.shape[1].length(&derivation);
            let found = found(&file, mechanism, quantity, columns);
            assert_eq!(found.len(), expected.len(), "{quantity:?}");
            for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let near = (found - expected).abs() <= 1e-9 * (1.0 + expected.abs());
                assert!(
                    near,
                    "{quantity:?} {place}: {found}, not {expected}: {code}"
                );
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count} functions");
}

/// Two bodies in a plane, the second at a distance that is a symbol.
const PLANAR: &str = "\
robot: planar
gravity: [0, 0, -10]
constants: {l: {value: 0.5, symbolic: true}}
bodies:
  - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}
  - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}
recovery: {known: [m_tip, tz_tip]}
";

/// The numbers in an array of outputs, in order.
fn values(outputs: &Outputs, array: &str) -> Vec<f64> {
    let own = outputs.iter().filter(|((name, _), _)| name == array);
    own.map(|(_, value)| *value).collect()
}

#[test]
fn recovered_parameters_are_those_that_base_parameters_were_made_of() {
    let generated = generate_only("planar.yaml", PLANAR, &Quantity::usual()).expect("a robot");
    let file = syn::parse_file(&generated.code).expect("Rust code");
    let mechanism = &generated.derivation.mechanism;
    // Of the tip 2 kg at (0.3, 0, 0.1), with 0.05 kg·m² about its centre: 0.05 + 2 (0.3² + 0.1²) about its origin.
    let theta = mechanism.parameters.iter().map(|p| match p.name.as_str() {
        "m_tip" => 2.0,
        "mx_tip" => 0.6,
        "mz_tip" => 0.2,
        "Lyy_tip" => 0.25,
        "mx_arm" => 1.25,
        "mz_arm" => 0.5,
        "Lyy_arm" => 3.0,
        "fv_q1" => 0.75,
        _ => 0.0,
    });
    let theta: Vec<f64> = theta.collect();
    let near = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 1e-12, "{found:?}, not {expected:?}");
        }
    };
    let run = |function: &str, arrays: &[(&'static str, &[f64])]| {
        let arrays = arrays.iter().map(|(name, values)| (*name, values.to_vec()));
        run(&file, arrays.collect(), function).expect("a function")
    };
    // mx_arm + l m_tip, mz_arm, Lyy_arm + l² m_tip and the others alone, with the file's length and with another.
    let at = |l: f64| [1.25 + 2.0 * l, 0.5, 3.0 + 2.0 * l * l, 0.6, 0.2, 0.25, 0.75];
    let beta = values(&run("base_parameters", &[("theta", &theta)]), "out");
    near(&beta, &at(0.5));
    let other = [("theta", theta.as_slice()), ("lengths", &[0.7])];
    near(&values(&run("base_parameters_at", &other), "out"), &at(0.7));
    let known = [2.0, 0.1, 0.5];
    let found = run("recover", &[("beta", &beta), ("known", &known)]);
    near(&values(&found, "out"), &[0.75, 0.3, 0.05]);
    near(&values(&found, "residuals"), &[0.0]);
    let recovered = [0.75, 0.3, 0.05];
    let given = [
        ("beta", beta.as_slice()),
        ("known", &known),
        ("recovered", &recovered),
    ];
    near(
        &values(&run("recovery_divisors", &given), "out"),
        &[1.0, 2.0, 1.0],
    );
    // Every step has one solution.
    assert!(!generated.code.contains("recover_near"));
}

/// Half a metre apart: of the inner link's moment the tip's mass has `mx_arm/l`, and the inertia `l mx_arm` less.
#[test]
fn what_a_length_divides_is_in_base_parameters_by_the_length_of_the_file() {
    let text = PLANAR.replace(
        "recovery: {known: [m_tip, tz_tip]}",
        "base_parameters: {keep: [m_tip], drop: [mx_arm]}",
    );
    let generated = generate_only("planar.yaml", &text, &Quantity::usual()).expect("a robot");
    let file = syn::parse_file(&generated.code).expect("Rust code");
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let beta = found(&file, mechanism, Quantity::BaseParameters, 1);
    let theta = &arrays(mechanism)["theta"];
    let of = |name: &str| {
        let place = mechanism.parameters.position(|p| p.name == name);
        theta[place.expect("a parameter").at()]
    };
    for (name, factor) in [("m_tip", 2.0), ("Lyy_arm", -0.5)] {
        let mut all = derivation.base.base.iter();
        let place = all.position(|base| mechanism.parameters[base.representative].name == name);
        let value = beta[place.expect("a base parameter")];
        let expected = of(name) + factor * of("mx_arm");
        assert!(
            (value - expected).abs() < 1e-12,
            "{name}: {value}, not {expected}"
        );
    }
}

/// Code without spaces and ends of lines.
fn compact(code: &str) -> String {
    code.split_whitespace().collect()
}

/// Two arms side by side, each as in the file of this plan: of both a mass, a height and a length are solved together, once
/// what is divided by a number or by a known mass is there.
#[test]
fn equations_that_are_solved_together_start_from_what_is_near_them() {
    let given = include_str!("../../tests/plans/newton_block.yaml");
    let (before, bodies) = given.split_once("bodies:\n").expect("a list of bodies");
    let (bodies, known) = bodies
        .split_once("recovery:\n  known: [")
        .expect("what is known");
    let known = known.trim_end().trim_end_matches(']');
    let length = "  l_1: {value: 0.4, unit: m, symbolic: true}\n";
    assert!(before.contains(length), "{before}");
    // Only the first arm has nominal values; a length has its value in the file.
    let other = |text: &str| {
        let text = text.replace("upper", "high").replace("lower", "low");
        text.replace("shoulder", "pan")
            .replace("roll", "spin")
            .replace("l_1", "l_2")
    };
    let is_geometry = |line: &&str| !line.trim_start().starts_with("physical");
    let bare: String = other(bodies)
        .lines()
        .filter(is_geometry)
        .map(|line| format!("{line}\n"))
        .collect();
    let lengths = format!("{length}{}", other(length).replace("0.4", "0.7"));
    let text = format!(
        "{}bodies:\n{bodies}{bare}recovery:\n  known: [{known}, {}]\n",
        before.replace(length, &lengths),
        other(known)
    );
    let generated = generate_only("robot.yaml", &text, &Quantity::usual()).expect("a robot");
    let code = compact(&generated.code);
    let (_, code) = code.split_once("pubfnrecover_near").expect("a function");
    let recovery = generated.derivation.recovery.as_ref().expect("a plan");
    let starts = BTreeMap::from([
        ("m_upper", "3.0"),
        ("tz_upper", "0.03"),
        ("l_1", "0.4"),
        ("m_high", "1.0"),
        ("tz_high", "0.0"),
        ("l_2", "0.7"),
    ]);
    // `near` and `out` have the recovered quantities in the order of the steps.
    let (mut at, mut blocks) = (0, Vec::new());
    for (number, step) in (1..).zip(&recovery.plan.steps) {
        let unknowns = step.unknowns.iter();
        let unknowns: Vec<&str> = unknowns
            .map(|&k| recovery.system.quantities[k].name.as_str())
            .collect();
        if unknowns.len() > 1 {
            let start: Vec<&str> = unknowns.iter().map(|name| starts[name]).collect();
            let near: Vec<String> = (at..at + unknowns.len())
                .map(|k| format!("near[{k}]"))
                .collect();
            let call = format!(
                "letsolution_step_{number}=newton(near.map_or([{}],|near|[{}]).map(S::constant),",
                start.join(","),
                near.join(",")
            );
            assert!(code.contains(&call), "{call} {}", generated.code);
            for place in 0..unknowns.len() {
                let before = format!("out[{}]=", at + place - 1);
                let (_, value) = code.split_once(&before).expect("the result before");
                let own = format!("out[{}]=", at + place);
                let (value, _) = value.split_once(&own).expect("a result");
                let solution = format!("solution_step_{number}[{place}]");
                assert!(value.contains(&solution), "{value}, not {solution}");
            }
            blocks.push((at > 0, unknowns.len()));
        }
        at += unknowns.len();
    }
    assert_eq!(blocks, [(true, 3), (true, 3)]);
}

/// With a slide along its axis a rocker's mass and either way of its centre are roots of a quadratic equation: of those the
/// one nearest to something may be asked for. A formula without roots has no such choice.
#[test]
fn a_plan_with_roots_has_a_function_that_takes_the_nearest() {
    let plan = |known: &str| {
        let text = format!(
            "robot: rail\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: prismatic, axis: [0, 1, 0], \
             origin: {{xyz: [0.4, 0, 0]}}}}}}\n\
             measure: {{torque: q1}}\nrecovery: {{known: [{known}]}}\n"
        );
        let generated = generate_only("rail.yaml", &text, &[Quantity::BaseParameters]);
        compact(&generated.expect("a robot").code)
    };
    let roots = plan("m_a, Jyy_a, tx_b, tz_b, Jyy_b");
    for part in [
        "pubfnrecover_near<",
        "near:Option<&[f64;3]>",
        "recover_near(beta,known,tolerance,None,out,residuals)",
        "Some(vector(near)?)",
    ] {
        assert_eq!(roots.matches(part).count(), 1, "{part}");
    }
    let linear = plan("m_a, tx_a, m_b, tx_b, tz_b, Jyy_b");
    assert!(linear.contains("pubfnrecover<"), "{linear}");
    assert!(!linear.contains("recover_near"), "{linear}");
}

/// Of two roots the one near what was given for the centre itself, the seventh result, or else near the file's value.
#[test]
fn a_root_is_taken_near_its_own_entry() {
    let text = include_str!("../../tests/plans/length_by_root.yaml");
    let generated = generate_only("robot.yaml", text, &Quantity::usual()).expect("a robot");
    let recovery = generated.derivation.recovery.as_ref().expect("a plan");
    let seventh = recovery.plan.recovered()[6];
    assert_eq!(recovery.system.quantities[seventh].name, "tx_upper");
    let code = compact(&generated.code);
    let root = "Branch::Nearest(0.2).near(near.map(|near|near[6])),tolerance[6],&RECOVERY_STEPS[6]";
    assert!(code.contains(root), "{}", generated.code);
}

/// Zero is a value like others: of a pendulum with friction, of one that is given by mass and centre, and of one without
/// values.
#[test]
fn physical_parameters_have_the_nominal_values_of_the_file() {
    let body = |name: &str, friction: &str, given: &str| {
        format!(
            "- {{name: {name}, parent: base, joint: {{name: q_{name}, type: revolute, axis: [0, 1, 0]{friction}}}{given}}}\n"
        )
    };
    let text = format!(
        "robot: pendulums\ngravity: [0, 0, -10]\nbodies:\n{}{}{}recovery: {{known: [m_a, m_b, m_c]}}\n",
        body(
            "a",
            ", friction: [coulomb, viscous], nominal: {viscous: 0}",
            ", physical: {mass: 2, com: [0.25, 0, 0], inertia: {xx: 0, xy: 0, xz: 0, yy: 0, yz: 0, zz: 0}}"
        ),
        body("b", "", ", physical: {mass: 3, com: [0, 0.5, -0.5]}"),
        body("c", "", ""),
    );
    let generated = generate_only("robot.yaml", &text, &Quantity::usual()).expect("a robot");
    let code = compact(&generated.code);
    let records = code.split("Physical{name:\"").skip(1).map(|record| {
        let (name, rest) = record.split_once('"').expect("a name");
        let (_, value) = rest.split_once("nominal:").expect("a value or none");
        let end = value.find(['}', ',']).expect("an end");
        (name, &value[..end])
    });
    let found: BTreeMap<&str, &str> = records.collect();
    for (name, expected) in [
        ("m_a", "Some(2.0)"),
        ("tx_a", "Some(0.25)"),
        ("ty_a", "Some(0.0)"),
        ("tz_a", "Some(0.0)"),
        ("Jyy_a", "Some(0.0)"),
        ("fv_q_a", "Some(0.0)"),
        ("fc_q_a", "None"),
        ("m_b", "Some(3.0)"),
        ("tx_b", "Some(0.0)"),
        ("ty_b", "Some(0.5)"),
        ("tz_b", "Some(-0.5)"),
        ("m_c", "None"),
        ("tx_c", "None"),
        ("Jyy_c", "None"),
    ] {
        assert_eq!(found.get(name), Some(&expected), "{name}");
    }
}

#[test]
fn columns_of_bodies_are_told_from_those_of_drives() {
    let quantities = [
        Quantity::TorqueRegressor,
        Quantity::BaseRegressor,
        Quantity::SlotineLiRegressor,
        Quantity::SlotineLiBaseRegressor,
        Quantity::InverseDynamics,
        Quantity::InertiaMatrix,
    ];
    let Generated {
        derivation, code, ..
    } = generate_only("planar.yaml", PLANAR, &quantities).expect("a robot");
    let words = code.split_whitespace().collect::<Vec<_>>().join(" ");
    // Parameters of both bodies, or the six base parameters that they have, then friction.
    for (name, bodies) in [
        ("SLOTINE_LI_REGRESSOR", 20),
        ("SLOTINE_LI_BASE_REGRESSOR", 6),
    ] {
        let all = format!("{}false", "true, ".repeat(bodies));
        let constant = format!(
            "const {name}_OF_BODIES: [bool; {}] = [ {all}, ];",
            bodies + 1
        );
        let short = constant
            .replace("[ true", "[true")
            .replace("false, ]", "false]");
        assert!(
            words.contains(&constant) || words.contains(&short),
            "{constant} {words}"
        );
    }
    // Only functions with a column for each parameter are stored body by body.
    let implementations = words
        .split("impl armwright_runtime::Equations for ")
        .skip(1);
    for implementation in implementations {
        let is_regressor = implementation.starts_with("TorqueRegressor")
            || implementation.starts_with("BaseRegressor");
        let said = implementation.contains("const BODY_BY_BODY: bool = true;");
        assert_eq!(said, is_regressor, "{implementation}");
    }
    assert_eq!(derivation.base.base.len(), 7);
}

/// As people write them: an empty line after every item that does not end its block.
#[test]
fn items_are_apart() {
    let generated = generate_only("planar.yaml", PLANAR, &Quantity::usual()).expect("a robot");
    let lines: Vec<&str> = generated.code.lines().collect();
    let mut ends = 0;
    for pair in lines.windows(2) {
        let ends_item = pair[0].starts_with('}') || pair[0].starts_with("pub const DOF");
        if ends_item && !pair[1].starts_with('}') {
            assert_eq!(pair[1], "", "after {}", pair[0]);
            ends += 1;
        }
        assert!(
            !(pair[0].is_empty() && pair[1].is_empty()),
            "two empty lines"
        );
    }
    assert!(ends > 10, "{ends}");
}

/// Text of the file is text, and shows what it is: nothing in it turns the direction of reading, or is a link.
#[test]
fn titles_are_plain_lines() {
    let text = "robot: arm\ntitle: \"an \\u202earm\\u200b of\\n[two]\\u2060 *<b>* parts\"\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
    let generated = generate_only("arm.yaml", text, &Quantity::usual()).expect("a robot");
    let code = &generated.code;
    assert!(
        code.starts_with("// an arm of [two] *<b>* parts.\n"),
        "{code}"
    );
    let plain = "/// an arm of \\[two\\] \\*\\<b\\>\\* parts: the functions of this module";
    assert!(code.contains(plain), "{code}");
    let unseen = ['\u{202e}', '\u{200b}', '\u{2060}'];
    assert!(!code.contains(unseen));
}

#[test]
fn a_model_tells_how_each_joint_moves() {
    let joint = |name: &str, kind: &str| {
        format!(
            "  - {{name: on_{name}, parent: base, joint: {{name: {name}, type: {kind}, axis: [0, 0, 1]}}}}\n"
        )
    };
    let text = [
        "robot: three\ngravity: [0, 0, -10]\nbodies:\n",
        &joint("p", "prismatic"),
        &joint("c", "continuous"),
        &joint("r", "revolute"),
    ];
    let generated = generate_only("three.yaml", &text.concat(), &[]).expect("a robot");
    let code = compact(&generated.code);
    let kinds = code.split("kind:JointKind::").skip(1);
    let kinds: Vec<&str> = kinds.filter_map(|rest| rest.split(',').next()).collect();
    assert_eq!(kinds, ["Prismatic", "Continuous", "Revolute"], "{code}");
}

/// Not as it was before expressions were made cheaper.
#[test]
fn the_arithmetic_of_a_recovery_is_said_as_it_is() {
    let text = include_str!("../../robots/abb_wrist.yaml");
    let generated = generate_only("abb_wrist.yaml", text, &[]).expect("a robot");
    let cost = generated
        .costs
        .iter()
        .find(|cost| cost.function == "recover");
    let cost = cost.expect("a cost");
    let (now, before) = (cost.operations(), cost.written());
    assert_ne!(now, before);
    let documents = generated.code.split("pub fn recover<").next();
    let said = documents.and_then(|text| text.rsplit_once("\n}\n"));
    let (_, said) = said.expect("a document");
    let arithmetic = format!(
        "{} multiplications, {} additions",
        now.multiplications, now.additions
    );
    assert!(said.contains(&arithmetic), "{arithmetic}: {said}");
}

/// A step has the numbers of what it recovers, among all that is recovered: one after the other, and three where three
/// equations are solved together.
#[test]
fn steps_of_a_model_point_at_what_they_recover() {
    let alone = |names: &[&'static str]| -> Vec<(&'static str, Vec<&'static str>)> {
        names.iter().map(|name| ("Linear", vec![*name])).collect()
    };
    let together = [
        alone(&[
            "ty_lower",
            "tz_lower",
            "Jyz_lower",
            "Jxx_lower",
            "Jyy_lower",
        ]),
        vec![("Newton", vec!["l_1", "m_upper", "tz_upper"])],
        alone(&["Jxy_lower", "Jxz_lower"]),
    ];
    let newton = include_str!("../../tests/plans/newton_block.yaml");
    let root = include_str!("../../tests/plans/length_by_root.yaml");
    for (text, expected) in [(newton, Some(together.concat())), (root, None)] {
        let generated = generate_only("robot.yaml", text, &[]).expect("a robot");
        let code = compact(&generated.code);
        let between = |from: &str| {
            let (_, rest) = code.split_once(from).expect("a static");
            rest.split(";static").next().expect("its value").to_owned()
        };
        let recovered = between("staticRECOVERED:");
        let names = recovered.split("Physical{name:\"").skip(1);
        let names: Vec<&str> = names.filter_map(|rest| rest.split('"').next()).collect();
        let steps = between("staticRECOVERY_STEPS:");
        let mut found = Vec::new();
        let mut next = 0;
        for step in steps.split("Step{recovered:&[").skip(1) {
            let (numbers, rest) = step.split_once(']').expect("a list");
            let (_, kind) = rest.split_once("kind:StepKind::").expect("a kind");
            let kind = kind.split(',').next().expect("a word");
            let mut of_step = Vec::new();
            for number in numbers.split(',').filter(|number| !number.is_empty()) {
                let number: usize = number.parse().expect("a number");
                assert_eq!(number, next, "{steps}");
                next += 1;
                of_step.push(names[number]);
            }
            // A formula begins with what it gives.
            if kind == "Linear" {
                let formula = format!("formula:\"{}=", of_step[0]);
                assert!(rest.contains(&formula), "{formula}: {rest}");
            }
            of_step.sort_unstable();
            found.push((kind, of_step));
        }
        assert_eq!(next, names.len());
        match expected {
            Some(expected) => assert_eq!(found, expected),
            None => assert_eq!(found[6], ("Quadratic", vec!["tx_upper"])),
        }
    }
}

/// `mx_tip` is an `h` with an index in LaTeX; a parameter that is a base parameter and a physical one is marked as the former.
#[test]
fn steps_and_spare_equations_name_base_parameters_in_text_and_in_latex() {
    let generated = generate_only("planar.yaml", PLANAR, &[]).expect("a robot");
    let code = compact(&generated.code);
    let tip = |symbol: &str| format!(r"{symbol}\\mathrm{{tip}}}}");
    let [h_x, h_z, t_x, t_z] = ["h_{x,", "h_{z,", "t_{x,", "t_{z,"].map(tip);
    let [m, l, j] = ["m_{", "L_{yy,", "J_{yy,"].map(tip);
    for (text, latex) in [
        ("fv_q1=beta_fv_q1", r"f_{v,q1}=\\beta(f_{v,q1})".to_owned()),
        (
            "tx_tip=mx_tip/m_tip",
            format!(r"{t_x}=\\frac{{{h_x}}}{{{m}}}"),
        ),
        (
            "Jyy_tip=Lyy_tip-m_tip*(tx_tip^2+tz_tip^2)",
            format!(r"{j}={l}-{m}\\,({t_x}^{{2}}+{t_z}^{{2}})"),
        ),
        ("mz_tip-m_tip*tz_tip", format!(r"{h_z}-{m}\\,{t_z}")),
    ] {
        let both = format!("formula:\"{text}\",latex:\"{latex}\"");
        assert!(code.contains(&both), "{both}: {code}");
    }
}

/// A joint that turns and one that slides on it, with what is measured of them.
fn measured(measure: &str) -> String {
    format!(
        "robot: two\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}}}\n  \
         - {{name: b, parent: a, joint: {{name: q2, type: prismatic, axis: [1, 0, 0]}}}}\n{measure}\n"
    )
}

/// Rows of the measured regressors are sums of those of torques: one of them, or the power, in which each has its velocity.
/// As many of them as there are torques need not be the torques.
#[test]
fn a_measured_regressor_is_that_of_torques_where_every_torque_and_nothing_else_is_measured() {
    let pairs = [
        (Quantity::MeasuredRegressor, Quantity::TorqueRegressor),
        (Quantity::MeasuredBaseRegressor, Quantity::BaseRegressor),
    ];
    for measure in ["", "measure: torque"] {
        let (derivation, _) = derive("two.yaml", &measured(measure)).expect("a robot");
        for (own, of_torques) in pairs {
            assert_eq!(own.computed_by(&derivation), Some(of_torques));
        }
    }
    let (first, second) = ([1.0, 0.0], [0.0, 1.0]);
    for (measure, rows) in [
        ("measure: energy", &[None][..]),
        ("measure: {torque: [q2, q1]}", &[Some(second), Some(first)]),
        ("measure: [energy, {torque: q2}]", &[None, Some(second)]),
        (
            "measure: [torque, energy]",
            &[Some(first), Some(second), None],
        ),
    ] {
        let quantities = pairs.map(|(own, of_torques)| [own, of_torques]).concat();
        let generated = generate_only("two.yaml", &measured(measure), &quantities);
        let Generated {
            derivation, code, ..
        } = generated.expect("a robot");
        let file = syn::parse_file(&code).expect("Rust code");
        let mechanism = &derivation.mechanism;
        let velocities = &arrays(mechanism)["qd"];
        for (own, of_torques) in pairs {
            assert_eq!(own.computed_by(&derivation), Some(own), "{measure}");
            let columns = own.entry().shape[1].length(&derivation);
            let [own, torques] =
                [own, of_torques].map(|quantity| found(&file, mechanism, quantity, columns));
            assert_eq!(own.len(), rows.len() * columns, "{measure}");
            for (row, weights) in own.chunks(columns).zip(rows) {
                let weights = weights.unwrap_or([velocities[0], velocities[1]]);
                for (column, value) in row.iter().enumerate() {
                    let of_joint = |joint: usize| torques[joint * columns + column];
                    let expected = weights[0] * of_joint(0) + weights[1] * of_joint(1);
                    let near = (value - expected).abs() < 1e-12 * (1.0 + expected.abs());
                    assert!(near, "{measure} {column}: {value}, not {expected}");
                }
            }
        }
    }
}

/// Motions are planned by derivatives of the base regressors, of torques and of what is measured, and of the energy's.
#[test]
fn base_regressors_are_written_down_for_derivatives() {
    let traced = |measure: &str, quantities: &[Quantity]| {
        let generated = generate_only("two.yaml", &measured(measure), quantities);
        let code = compact(&generated.expect("a robot").code);
        let (_, rest) = code.split_once("fntrace<'t>")?;
        let (_, arms) = rest.split_once("matchquantity{").expect("a choice");
        let (arms, _) = arms.split_once("_=>Err(").expect("what is not there");
        let calls = arms.replace("=>{", "=>").split('}').collect::<String>();
        let calls = calls.replace("(inputs,out)", "").replace("Quantity::", "");
        let calls = calls.split("evaluate_as::").collect::<String>();
        Some(calls.replace("Equations,_>", ">").replace(',', ""))
    };
    let all = [
        Quantity::BaseRegressor,
        Quantity::MeasuredBaseRegressor,
        Quantity::EnergyRegressor,
        Quantity::TorqueRegressor,
    ];
    let energy = "EnergyRegressor=><EnergyRegressor>";
    for measure in ["", "measure: torque"] {
        let expected = format!("BaseRegressor|MeasuredBaseRegressor=><BaseRegressor>{energy}");
        assert_eq!(traced(measure, &all), Some(expected), "{measure}");
    }
    for measure in [
        "measure: energy",
        "measure: {wrench: a}",
        "measure: {torque: q2}",
        "measure: [energy, {torque: q2}]",
    ] {
        let expected = format!(
            "BaseRegressor=><BaseRegressor>MeasuredBaseRegressor=><MeasuredBaseRegressor>{energy}"
        );
        assert_eq!(traced(measure, &all), Some(expected), "{measure}");
    }
    let energy_alone = traced("", &[Quantity::EnergyRegressor]);
    assert_eq!(energy_alone.as_deref(), Some(energy));
    assert_eq!(traced("", &[Quantity::TorqueRegressor]), None);
}

/// The code of a function, without spaces.
fn code_of(generated: &Generated, name: &str) -> String {
    let code = compact(&generated.code);
    let (_, rest) = code
        .split_once(&format!("pubfn{name}<"))
        .expect("a function");
    let (_, body) = rest.split_once("){").expect("a body");
    body.split("///").next().unwrap_or_default().to_owned()
}

/// The second torque of gravity is zero, and one element of an inertia matrix is all of it: neither is a vector whose elements
/// are values in their order.
#[test]
fn only_vectors_whose_elements_are_all_values_are_stored_as_they_are() {
    let joint =
        |kind: &str, axis: &str| format!("joint: {{name: {kind}, type: {kind}, axis: {axis}}}");
    let (lift, turn) = (
        joint("prismatic", "[0, 0, 1]"),
        joint("revolute", "[0, 0, 1]"),
    );
    let tilt = joint("revolute", "[0, 1, 0]");
    let robot = |bodies: &str| {
        let text = format!("robot: one\ngravity: [0, 0, -10]\nbodies:\n{bodies}");
        let quantities = [Quantity::GravityTorques, Quantity::InertiaMatrix];
        generate_only("one.yaml", &text, &quantities).expect("a robot")
    };
    let lifted = robot(&format!(
        "- {{name: a, parent: base, {lift}}}\n- {{name: b, parent: a, {turn}}}\n"
    ));
    let gravity = code_of(&lifted, "gravity_torques");
    assert!(
        gravity.contains("armwright_runtime::Dense{out,packing,}"),
        "{gravity}"
    );
    let tilted = robot(&format!("- {{name: a, parent: base, {tilt}}}\n"));
    let gravity = code_of(&tilted, "gravity_torques");
    assert_eq!(gravity, "gravity_torques_values(theta,q,out);}");
    let inertia = code_of(&tilted, "inertia_matrix");
    assert!(inertia.contains("as_flattened_mut()"), "{inertia}");
}

/// Parameters are the same in all lanes, positions are not.
#[test]
fn states_side_by_side_share_their_parameters() {
    let generated = generate_only("arm.yaml", ARM, &[Quantity::GravityTorques]).expect("a robot");
    let code = compact(&generated.code);
    let (_, states) = code.split_once("fnstates<").expect("a function");
    let (_, states) = states.split_once('{').expect("a body");
    let (states, _) = states.split_once("Ok(())").expect("its end");
    assert_eq!(
        states.replace("&armwright_runtime::Columns::", ""),
        "gravity_torques_values(same(columns.theta)?,lanes(columns.q,at)?,out,);"
    );
}

/// Whether a name stands for the negative of something, and the name of that.
fn unsigned(name: &str) -> (bool, &str) {
    let rest = name.strip_prefix("minus_");
    (rest.is_some(), rest.unwrap_or(name))
}

/// Of the last of three bodies that turn about three axes a reader finds velocities, accelerations and products of velocities by
/// name, whichever sign each of them has.
#[test]
fn quantities_of_the_textbook_have_their_names() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
        - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
        - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}}}\n\
        - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [1, 0, 0], origin: {xyz: [0.5, 0, 0]}}}\n";
    let generated = generate_only("arm.yaml", text, &[Quantity::TorqueRegressor]);
    let code = generated.expect("a robot").code;
    let bindings: BTreeMap<&str, &str> = code
        .lines()
        .filter_map(|line| line.trim().strip_prefix("let ")?.split_once(" = "))
        .collect();
    let found = |wanted: &str| {
        let mut all = bindings
            .iter()
            .map(|(name, value)| (unsigned(name), *value));
        let found = all.find(|((_, name), _)| *name == wanted);
        found.unwrap_or_else(|| panic!("{wanted} {code}"))
    };
    for axis in ["x", "y", "z"] {
        for what in ["w", "wd", "acc"] {
            found(&format!("{what}_c_{axis}"));
        }
    }
    for [one, other] in [["x", "y"], ["x", "z"], ["y", "z"]] {
        let ((is_negative, _), value) = found(&format!("ww_c_{one}{other}"));
        let factors = value.trim_end_matches(';').split_once(" * ");
        let (first, second) = factors.expect("a product");
        let [first, second] = [first, second].map(unsigned);
        assert_eq!(is_negative, first.0 != second.0, "{value}");
        let mut names = [first.1, second.1];
        names.sort_unstable();
        assert_eq!(
            names,
            [one, other].map(|axis| format!("w_c_{axis}")),
            "{value}"
        );
    }
}
