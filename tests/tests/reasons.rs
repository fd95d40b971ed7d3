//! What the generator says of why a parameter has its class is true: of every robot and of many
//! random ones, held against the oracle.

use std::sync::LazyLock;

use armwright_codegen::algebra::BodyIndex;
use armwright_codegen::identifiability::{
    Class, Hidden, Physical, Reason, Statement, reasons, visibilities,
};
use armwright_codegen::mechanism::{Inertial, ParameterKind, Quantity};
use armwright_codegen::{Derivation, derive, document};
use armwright_tests::{Keys, Random, Variant, inventions, oracle, robot_files, run_seed, sensing};
use nalgebra::{DMatrix, DVector};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};

const ZERO: f64 = 1e-9;

/// A robot file, and the robot as the generator and as the oracle see it.
type Subject = (String, Derivation, oracle::Mechanism);

/// Those of `robots/`, without drives, with other gravity, measured elsewhere, and random ones.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(subjects);

fn subjects() -> Vec<Subject> {
    let mut texts = Vec::new();
    for path in robot_files().expect("robots/ lists") {
        let text = std::fs::read_to_string(&path).expect("a robot file is text");
        let name = path.file_stem().expect("a name").to_string_lossy();
        texts.push(text);
        let variant = Variant::of(&name).expect("the same file");
        texts.push(variant.clone().with_gravity([0.0; 3]).text());
        let plain = variant.without_drives();
        texts.push(sensing(&plain.text(), 7));
    }
    let wrist = Variant::of("abb_wrist").expect("the wrist");
    texts.push(wrist.without_drives().with_torques(&["q3"]).text());
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(run_seed()),
        ..Config::default()
    });
    for seed in 0..40 {
        let tree = inventions(Keys::Known).new_tree(&mut runner);
        let invention = tree.expect("a random mechanism").current();
        texts.push(invention.text().to_owned());
        texts.push(sensing(invention.text(), seed));
    }
    let subject = |text: String| {
        let derived = derive("subject.yaml", &text);
        let derived = derived.unwrap_or_else(|error| panic!("{text}\n{error}"));
        let oracle = oracle::Mechanism::parse(&text);
        let oracle = oracle.unwrap_or_else(|error| panic!("{text}\n{error}"));
        (text, derived.0, oracle)
    };
    texts.into_iter().map(subject).collect()
}

/// The oracle's measured rows, stacked over random states.
fn observed(oracle: &oracle::Mechanism) -> DMatrix<f64> {
    let mut random = Random::new(5);
    let n = oracle.dof();
    let parts: Vec<DMatrix<f64>> = (0..30)
        .map(|_| {
            let [q, qd, qdd] = [3.0, 3.0, 8.0].map(|range| random.vector(n, range));
            oracle.measured_regressor(&q, &qd, &qdd)
        })
        .collect();
    let rows = parts.iter().map(DMatrix::nrows).sum();
    let mut matrix = DMatrix::zeros(rows, oracle.parameters().len());
    let mut row = 0;
    for part in parts {
        matrix.rows_mut(row, part.nrows()).copy_from(&part);
        row += part.nrows();
    }
    matrix
}

/// How often each kind of statement was held against the oracle.
#[derive(Default)]
struct Tally(std::collections::BTreeMap<&'static str, usize>);

impl Tally {
    fn count(&mut self, kind: &'static str) {
        *self.0.entry(kind).or_default() += 1;
    }
}

#[test]
fn every_statement_about_an_invisible_parameter_is_true() {
    let mut tally = Tally::default();
    for (text, derivation, oracle) in SUBJECTS.iter() {
        let observed = observed(oracle);
        let all = reasons(
            &derivation.mechanism,
            &derivation.base,
            derivation.of_torque(),
        );
        for (k, reason) in all.enumerate() {
            let Reason::Absent(statements) = reason else {
                continue;
            };
            let name = &derivation.mechanism.parameters[k].name;
            assert!(!statements.is_empty(), "{name} without a reason\n{text}");
            assert!(observed.column(k.at()).amax() < ZERO, "{name}\n{text}");
            for statement in statements {
                check(derivation, oracle, *statement, &mut tally)
                    .unwrap_or_else(|| panic!("{name}: {statement:?} is not true of\n{text}"));
            }
        }
    }
    for kind in [
        "turns",
        "moves",
        "across gravity",
        "steady gravity",
        "no gravity",
        "not sensed",
        "not driven",
        "on axis",
        "drive",
    ] {
        assert!(tally.0.contains_key(kind), "no {kind} among {:?}", tally.0);
    }
}

/// Whether a statement holds in random motion; `None` if not.
fn check(
    derivation: &Derivation,
    oracle: &oracle::Mechanism,
    statement: Statement,
    tally: &mut Tally,
) -> Option<()> {
    let mut random = Random::new(6);
    let n = oracle.dof();
    let mut first_gravity: Option<nalgebra::Vector3<f64>> = None;
    for _ in 0..5 {
        let [q, qd] = [3.0, 3.0].map(|range| random.vector(n, range));
        let motion = |body: BodyIndex| {
            let motion = oracle.body_motion(body.at(), &q, &qd);
            motion.expect("a moving body")
        };
        let only = |vector: nalgebra::Vector3<f64>, axes: [bool; 3]| {
            (0..3).all(|i| axes[i] || vector[i].abs() < ZERO)
        };
        let (kind, holds) = match statement {
            Statement::Turns(b, axes) => ("turns", only(motion(b).spin, axes)),
            Statement::Moves(b, axes) => ("moves", only(motion(b).velocity, axes)),
            Statement::NoProduct(b, axis) => {
                let product = motion(b).velocity.cross(&motion(b).spin);
                ("no product", product[axis.at()].abs() < ZERO)
            }
            Statement::AcrossGravity(b, axis) => {
                ("across gravity", motion(b).gravity[axis.at()].abs() < ZERO)
            }
            Statement::SteadyGravity(b, axis) => {
                let now = motion(b).gravity;
                let first = first_gravity.get_or_insert(now);
                (
                    "steady gravity",
                    (now[axis.at()] - first[axis.at()]).abs() < ZERO,
                )
            }
            Statement::NoGravity => ("no gravity", motion(0.into()).gravity.norm() == 0.0),
            Statement::NotSensed(b) => {
                let carriers = armwright_codegen::dynamics::ancestors(&derivation.mechanism, b);
                let mut sensors = derivation.mechanism.measure.sensors();
                ("not sensed", !sensors.any(|s| carriers.contains(&s)))
            }
            Statement::NotDriven(b) => ("not driven", !is_driven(derivation, b)),
            Statement::OnAxis(joint, b) => {
                // Turned by that joint alone, the origin stays.
                let turn: Vec<f64> = (0..n)
                    .map(|i| f64::from(u8::from(i == joint.at())))
                    .collect();
                let alone = oracle
                    .body_motion(b.at(), &q, &turn)
                    .expect("a moving body");
                ("on axis", alone.velocity.norm() < ZERO)
            }
            Statement::DriveNotMeasured => ("drive", true),
            Statement::NotInTorque => ("not in torque", true),
        };
        tally.count(kind);
        if !holds {
            return None;
        }
    }
    Some(())
}

/// Whether a drive whose torque is measured moves a body.
fn is_driven(derivation: &Derivation, body: BodyIndex) -> bool {
    let mechanism = &derivation.mechanism;
    let carriers = armwright_codegen::dynamics::ancestors(mechanism, body);
    mechanism
        .measure
        .quantities()
        .iter()
        .any(|quantity| match *quantity {
            Quantity::Torques | Quantity::Energy => true,
            Quantity::Torque(site) => {
                let form = armwright_codegen::dynamics::torque_form(mechanism, site);
                carriers.iter().any(|&body| {
                    let motion = &mechanism.bodies[body].joint.motion;
                    motion.terms.iter().any(|(k, _)| !form[*k].is_zero())
                })
            }
            Quantity::Wrench(_) => false,
        })
}

/// What a joint hides of a body is, in the oracle's rows, a combination of the columns of the body
/// below: nothing is left over when it is fitted by them.
#[test]
fn what_joints_hide_is_like_the_body_below() {
    let mut found = 0;
    for (text, derivation, oracle) in SUBJECTS.iter() {
        let mechanism = &derivation.mechanism;
        let observed = observed(oracle);
        let all = reasons(mechanism, &derivation.base, derivation.of_torque());
        for (k, reason) in all.enumerate() {
            let Reason::Together {
                hidden: Some(hidden),
                ..
            } = reason
            else {
                continue;
            };
            let ParameterKind::Inertial { body, component } = mechanism.parameters[k].kind else {
                panic!("a drive hides nothing");
            };
            let of = |component| {
                let parameter = mechanism.inertial(body, component);
                observed.column(parameter.expect("one of ten").at())
            };
            let column = match *hidden {
                Hidden::RoundInertia(i, j) => {
                    let pair = [i, j].map(|axis| Inertial::Inertia(axis, axis));
                    assert!(pair.contains(&component));
                    of(pair[0]) + of(pair[1])
                }
                _ => of(component).into_owned(),
            };
            let left = match mechanism.bodies[body].parent {
                None => column.norm(),
                Some(parent) => misfit(&observed, 10 * parent.at(), &column),
            };
            let name = &mechanism.parameters[k].name;
            assert!(
                left < 1e-7 * (1.0 + column.norm()),
                "{name}: {left}\n{text}"
            );
            found += 1;
        }
    }
    assert!(found > 100, "only {found}");
}

/// The norm of what ten columns cannot say of another one: projected out, largest column first.
fn misfit(observed: &DMatrix<f64>, first: usize, column: &DVector<f64>) -> f64 {
    let mut body = observed.columns(first, 10).into_owned();
    let mut left = column.clone();
    let scale = body.norm();
    loop {
        let norms: Vec<f64> = body.column_iter().map(|c| c.norm()).collect();
        let largest = (0..10).max_by(|&a, &b| norms[a].total_cmp(&norms[b]));
        let Some(largest) = largest.filter(|&c| norms[c] > 1e-11 * scale) else {
            return left.norm();
        };
        let unit = body.column(largest) / norms[largest];
        left -= &unit * unit.dot(&left);
        for mut other in body.column_iter_mut() {
            let share = unit.dot(&other);
            other -= &unit * share;
        }
    }
}

/// "Has the effect of": in the oracle's rows one column is a multiple of the other.
#[test]
fn what_has_the_effect_of_another_is_its_multiple() {
    let mut found = 0;
    for (text, derivation, oracle) in SUBJECTS.iter() {
        let observed = observed(oracle);
        for (k, why) in document::why(derivation).enumerate() {
            if !why.contains("effect of ") {
                continue;
            }
            let name = &derivation.mechanism.parameters[k].name;
            let mut groups = derivation.base.base.iter();
            let group = groups.find(|group| group.others.contains_key(&k));
            let group = group.unwrap_or_else(|| panic!("{name} is in no group"));
            let terms = derivation.terms(group);
            let factor = terms.iter().find(|(other, _)| *other == k);
            let factor = factor.expect("its own term").1;
            let representative = &derivation.mechanism.parameters[group.representative].name;
            assert!(
                why.contains(&format!("effect of {representative}")),
                "{why}"
            );
            let gap = observed.column(k.at()) - observed.column(group.representative.at()) * factor;
            assert!(
                gap.norm() < 1e-9 * (1.0 + observed.column(k.at()).norm()),
                "{name}: {why}\n{text}"
            );
            found += 1;
        }
    }
    assert!(found > 20, "only {found}");
}

/// Base parameters of physical parameters: standard ones by Steiner's theorem, then combined.
fn beta(derivation: &Derivation, physical: &[f64]) -> Vec<f64> {
    let mut theta = physical.to_vec();
    for (k, parameter) in derivation.mechanism.parameters.iter().enumerate() {
        let mass = Inertial::Mass;
        if matches!(parameter.kind, ParameterKind::Inertial { component, .. } if component == mass)
        {
            let [m, x, y, z, ..] = physical[k..k + 10] else {
                continue;
            };
            for (i, t) in [x, y, z].into_iter().enumerate() {
                theta[k + 1 + i] = m * t;
            }
            let steiner = [
                y * y + z * z,
                -x * y,
                -x * z,
                x * x + z * z,
                -y * z,
                x * x + y * y,
            ];
            for (i, s) in steiner.into_iter().enumerate() {
                theta[k + 4 + i] += m * s;
            }
        }
    }
    let value = |base| -> f64 {
        let terms = derivation.terms(base).into_iter();
        terms.map(|(k, c)| c * theta[k.at()]).sum()
    };
    derivation.base.base.iter().map(value).collect()
}

/// A base parameter changes with a physical parameter exactly where the generator says so.
#[test]
fn physical_parameters_are_visible_where_base_parameters_change() {
    for (text, derivation, _) in SUBJECTS.iter() {
        let mechanism = &derivation.mechanism;
        let all = visibilities(mechanism, &derivation.base);
        let mut random = Random::new(8);
        let physical: Vec<f64> = mechanism
            .parameters
            .iter()
            .map(|_| random.between(0.5, 1.5))
            .collect();
        let before = beta(derivation, &physical);
        for visibility in &all {
            let k = match visibility.quantity {
                Physical::Body { body, component } => 10 * body.at() + component.at(),
                Physical::Drive(k) => k.at(),
                Physical::Symbol { .. } => continue,
            };
            let mut changed = physical.clone();
            changed[k] += 0.25;
            let after = beta(derivation, &changed);
            let differs = (0..before.len())
                .filter(|&b| (after[b] - before[b]).abs() > 1e-9 * (1.0 + before[b].abs()));
            let differs: Vec<usize> = differs.collect();
            let within: Vec<usize> = visibility.within.iter().map(|b| b.at()).collect();
            assert_eq!(within, differs, "{}\n{text}", visibility.name);
        }
    }
}

/// Lengths: the wrist's, changed in its file.
#[test]
fn lengths_are_visible_where_coefficients_change() {
    let text = Variant::of("abb_wrist").expect("the wrist").text();
    let derivation = derive("wrist.yaml", &text).expect("no faults").0;
    let all = visibilities(&derivation.mechanism, &derivation.base);
    for (name, from, to) in [("l_a1", "0.6", "0.7"), ("l_b1", "0.085", "0.095")] {
        let changed = text.replacen(&format!("value: {from}"), &format!("value: {to}"), 1);
        assert_ne!(changed, text);
        let changed = derive("wrist.yaml", &changed).expect("no faults").0;
        let groups = derivation.base.base.iter().zip(&changed.base.base);
        let differs = groups.enumerate().filter(|(_, (before, after))| {
            let (before, after) = (derivation.terms(before), changed.terms(after));
            before != after
        });
        let differs: Vec<usize> = differs.map(|(k, _)| k).collect();
        let visibility = all.iter().find(|v| v.name == name).expect("the length");
        let within: Vec<usize> = visibility.within.iter().map(|b| b.at()).collect();
        assert_eq!(within, differs, "{name}");
    }
}

/// The wrist's 32 physical parameters, seven of which are invisible.
#[test]
fn the_wrist_has_seven_invisible_physical_parameters() {
    let text = Variant::of("abb_wrist").expect("the wrist");
    let text = text.without_drives().text();
    let derivation = derive("wrist.yaml", &text).expect("no faults").0;
    let all = document::why_physical(&derivation);
    assert_eq!(all.len(), 32);
    let invisible = all.iter().filter(|p| p.visibility.within.is_empty());
    let names: Vec<&str> = invisible.map(|p| p.visibility.name.as_str()).collect();
    assert_eq!(
        names,
        ["tx_a", "Jxy_a", "Jxz_a", "Jyy_a", "Jyz_a", "Jzz_a", "l_a1"]
    );
    let why = |name: &str| {
        &all.iter()
            .find(|p| p.visibility.name == name)
            .expect(name)
            .why
    };
    assert!(why("Jyy_a").contains("body a turns only about its x axis"));
    let standard = document::why(&derivation);
    assert_eq!(
        standard[1.into()],
        "the origin of body a never moves and gravity is perpendicular to the x axis of body a"
    );
}

/// Preferences of the file act whatever is measured.
#[test]
fn preferences_act_for_wrenches() {
    let text = Variant::of("abb_wrist").expect("the wrist");
    let text = text.without_drives().with_wrenches(&["a"]).text();
    let names = |text: &str| -> Vec<String> {
        let derivation = derive("wrist.yaml", text).expect("no faults").0;
        let parameters = &derivation.mechanism.parameters;
        let base = derivation.base.base.iter();
        base.map(|b| parameters[b.representative].name.clone())
            .collect()
    };
    let plain = names(&text);
    assert_eq!(plain.len(), 21);
    assert!(plain.contains(&"my_a".to_owned()) && !plain.contains(&"my_b".to_owned()));
    assert!(!plain.contains(&"Lzz_c".to_owned()));
    let asked = names(&format!(
        "{text}base_parameters: {{drop: [my_a], keep: [Lzz_c]}}\n"
    ));
    assert_eq!(asked.len(), 21);
    assert!(asked.contains(&"my_b".to_owned()) && !asked.contains(&"my_a".to_owned()));
    assert!(asked.contains(&"Lzz_c".to_owned()));
}

/// Classes and reasons agree.
#[test]
fn each_class_has_its_kind_of_reason() {
    for (text, derivation, _) in SUBJECTS.iter() {
        let all = reasons(
            &derivation.mechanism,
            &derivation.base,
            derivation.of_torque(),
        );
        for (class, reason) in derivation.base.classes.iter().zip(&all) {
            let fits = match reason {
                Reason::Alone(_) => *class == Class::Identifiable,
                Reason::Together { within, .. } => *class == Class::Combined && !within.is_empty(),
                Reason::Absent(_) => *class == Class::Invisible,
            };
            assert!(fits, "{class:?}, {reason:?}\n{text}");
        }
    }
}
