//! A joint with friction that the machine does not have, moved by an integration of its own.

use std::cell::RefCell;

use armwright_robots::{double_pendulum, scara};
use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

use super::{Interval, Missing, Terms, USUAL, candidates, word};
use crate::output_error::{Experiment, Fit, FitOptions, fit, free};
use crate::parameters::nominal;
use crate::random::Random;
use crate::simulation::{FrictionLaw, Machine};

/// Both links as one body about the shoulder, the elbow locked: `J`, and moments of mass along and across.
const BODY: [f64; 3] = [0.692_049, 1.516, -0.037];
const VISCOUS: f64 = 0.5;

/// The shoulder under two sines, `friction` beside viscous friction, by Runge and Kutta; `noise` of positions and of torques.
fn run(friction: impl Fn(f64) -> f64, seconds: f64, [noise, of_torque]: [f64; 2]) -> Experiment {
    let (rate, parts) = (100.0, 40);
    let [inertia, along, across] = BODY;
    let bend = |q: f64, v: f64, torque: f64| {
        let gravity = 9.81 * (-along * q.cos() - across * q.sin());
        (torque - gravity - VISCOUS * v - friction(v)) / inertia
    };
    let mut random = Random::new(5);
    let (mut q, mut v) = (1.7, 0.0);
    let (mut position, mut input) = (Vec::new(), Vec::new());
    for k in 0..(seconds * rate) as u32 {
        let time = f64::from(k) / rate;
        let torque = 9.0 * (2.2 * time).sin() + 6.0 * (5.1 * time + 1.0).sin();
        position.push(q + noise * random.normal());
        input.push(torque + of_torque * random.normal());
        let h = 1.0 / (rate * f64::from(parts));
        for _ in 0..parts {
            let a = [v, bend(q, v, torque)];
            let b = [
                v + h / 2.0 * a[1],
                bend(q + h / 2.0 * a[0], v + h / 2.0 * a[1], torque),
            ];
            let c = [
                v + h / 2.0 * b[1],
                bend(q + h / 2.0 * b[0], v + h / 2.0 * b[1], torque),
            ];
            let d = [v + h * c[1], bend(q + h * c[0], v + h * c[1], torque)];
            q += h / 6.0 * (a[0] + 2.0 * (b[0] + c[0]) + d[0]);
            v += h / 6.0 * (a[1] + 2.0 * (b[1] + c[1]) + d[1]);
        }
    }
    let still = vec![0.0; position.len()];
    Experiment {
        name: "a".to_owned(),
        rate,
        start: 0.0,
        position: vec![position, still.clone()],
        input: vec![input, still],
        bridged: Vec::new(),
        clock: None,
    }
}

/// What is found of it with these laws of friction.
fn found(run: Experiment, laws: &[FrictionLaw], options: &FitOptions) -> Fit {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_friction(laws);
    let mut machine = machine.moving_only("shoulder").expect("a joint");
    let names = ["mx_upper", "Lyy_upper"].map(str::to_owned);
    let laws = laws.iter().map(|law| format!("{}_shoulder", law.symbol()));
    let names: Vec<String> = names.into_iter().chain(laws).collect();
    let all = free(&machine, &names).expect("names");
    for free in &all {
        let value = 1.1 * free.of(&machine) + 0.1;
        free.set(&mut machine, value);
    }
    fit(&machine, &[run], &all, options, &mut |_, _| {}).expect("a fit")
}

fn by(intervals: &[f64]) -> FitOptions {
    FitOptions {
        intervals: intervals.to_vec(),
        ..FitOptions::default()
    }
}

/// By how many deviations parameters are off.
fn off(found: &Fit) -> Vec<f64> {
    let truth = [1.264, 0.433_764, VISCOUS];
    let pairs = found.parameters.iter().zip(truth);
    let each = pairs.map(|(p, truth)| (p.value - truth) / p.std.expect("a deviation"));
    each.collect()
}

/// Positions whose noise hides most of what the model lacks: what is left looks white from sample to sample, and viscous friction takes in
/// what is Coulomb friction.
#[test]
fn what_the_model_lacks_is_named_and_within_the_deviations() {
    let coulomb = |v: f64| 0.1 * (v / 0.003).tanh();
    let run = run(coulomb, 16.0, [3e-3, 0.0]);
    let told = found(run.clone(), &[FrictionLaw::Viscous], &by(&[0.5, 1.0]));
    assert!(told.joints[0].lag1 < 0.5, "{}", told.joints[0].lag1);
    let [missing] = &told.lacks[..] else {
        panic!("{:?}", told.lacks)
    };
    assert_eq!(
        (missing.name.as_str(), missing.law),
        ("fc_shoulder", "Coulomb")
    );
    assert!((missing.value / 0.1 - 1.0).abs() < 0.15, "{missing:?}");
    assert!((0.02..0.9).contains(&missing.share), "{missing:?}");
    let off = off(&told);
    assert!(off.iter().all(|z| z.abs() < 1.96), "{off:?}");
    // Without it deviations would not hold the truth.
    let fv = &told.parameters[2];
    let moved = fv.moved.expect("it moved");
    let error = fv.value - VISCOUS;
    assert!((moved / error - 1.0).abs() < 0.3, "{moved} of {error}");
    let variance = told.covariance[(2, 2)];
    assert!((variance.sqrt() / fv.std.expect("a deviation") - 1.0).abs() < 1e-9);
    let options = FitOptions {
        lacks: false,
        ..by(&[0.5, 1.0])
    };
    let alone = found(run.clone(), &[FrictionLaw::Viscous], &options);
    assert!(alone.lacks.is_empty() && alone.parameters[2].moved.is_none());
    let narrow = self::off(&alone)[2];
    assert!(narrow > 1.96, "{narrow}");
    // With that term nothing is missing.
    let laws = [FrictionLaw::Viscous, FrictionLaw::Coulomb];
    let whole = found(run, &laws, &by(&[0.5, 1.0]));
    assert!(whole.lacks.is_empty(), "{:?}", whole.lacks);
}

#[test]
fn noise_of_positions_and_of_torques_lacks_nothing() {
    for of_torque in [0.0, 0.5] {
        let run = run(|_| 0.0, 12.0, [5e-4, of_torque]);
        for intervals in [&[0.5, 1.0][..], &[]] {
            let told = found(run.clone(), &[FrictionLaw::Viscous], &by(intervals));
            assert!(
                told.lacks.is_empty(),
                "{of_torque} {intervals:?}: {:?}",
                told.lacks
            );
            assert!(told.parameters.iter().all(|p| p.moved.is_none()));
        }
    }
}

/// Three terms are tried beside one parameter.
#[test]
fn noise_lacks_nothing_where_more_terms_are_tried_than_parameters_are_free() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let mut machine = machine.moving_only("shoulder").expect("a joint");
    let all = free(&machine, &["fv_shoulder".to_owned()]).expect("a name");
    all[0].set(&mut machine, 0.6);
    let run = run(|_| 0.0, 4.0, [5e-4, 0.0]);
    let told = fit(&machine, &[run], &all, &by(&[0.5, 1.0]), &mut |_, _| {}).expect("a fit");
    assert!(told.lacks.is_empty(), "{:?}", told.lacks);
    let value = told.parameters[0].value;
    assert!((value - VISCOUS).abs() < 0.01, "{value}");
}

/// A machine without any friction is asked for that of its joints; one that has some for the laws that it does not have, where it acts.
#[test]
fn usual_laws_are_tried_where_they_are_not() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let names = |machine: &Machine<'_>| -> Vec<String> {
        let (_, tried, laws) = candidates(machine);
        assert_eq!(tried.len(), laws.len());
        tried.into_iter().map(|free| free.name).collect()
    };
    let own = |joint: &str| ["fc", "fv", "fq", "fs"].map(|symbol| format!("{symbol}_{joint}"));
    assert_eq!(names(&machine), [own("shoulder"), own("elbow")].concat());
    let laws = [FrictionLaw::Tanh, FrictionLaw::ViscousPositive];
    let some = machine.with_friction(&laws);
    let some = some.moving_only("elbow").expect("a joint");
    assert_eq!(names(&some), ["fq_elbow", "fs_elbow"]);
}

/// What acts in one direction alone stands for what acts in both, and every other law for itself.
#[test]
fn a_law_of_one_direction_stands_for_the_usual_one() {
    use FrictionLaw as Law;
    let robot = &double_pendulum::ROBOT;
    let lacks = |laws: &[FrictionLaw]| -> Vec<String> {
        let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
        let machine = machine.with_friction(laws);
        let machine = machine.moving_only("elbow").expect("a joint");
        let (_, tried, _) = candidates(&machine);
        tried.into_iter().map(|free| free.name).collect()
    };
    let others = [Law::CoulombNegative, Law::ViscousNegative, Law::Quadratic];
    assert_eq!(lacks(&others), ["fs_elbow"]);
    let others = [Law::CoulombPositive, Law::Viscous, Law::Stribeck];
    assert_eq!(lacks(&others), ["fq_elbow"]);
    // Laws in the order in which they are tried, by their words.
    assert_eq!(
        USUAL.map(word),
        ["Coulomb", "viscous", "quadratic", "Stribeck"]
    );
}

fn terms(matrix: &[f64], right: &[f64]) -> Terms {
    let n = right.len();
    let matrix = DMatrix::from_row_slice(n, n, matrix);
    Terms {
        own: matrix.diagonal(),
        matrix,
        right: DVector::from_row_slice(right),
        bounds: vec![[0.0, f64::INFINITY]; n],
    }
}

/// Two terms that share something: the second gains what it has beside the first. One whose friction would push is none, nor is one that
/// is nothing beside another.
#[test]
fn terms_are_taken_one_after_the_other() {
    let all = terms(&[4.0, 1.0, 1.0, 2.0], &[8.0, 5.0]);
    let chosen = all.chosen(100.0, |_, _, _| true);
    // 8²/4, then (5 - 8/4)²/(2 - 1/4).
    assert_eq!(chosen[0], (0, 16.0));
    assert_eq!(chosen[1].0, 1);
    assert!((chosen[1].1 - 9.0 / 1.75).abs() < 1e-12);
    let sure = |(_, gain): (usize, f64), left: f64, _: &[usize]| gain > 0.1 * left;
    assert_eq!(all.chosen(100.0, sure), [(0, 16.0)]);
    let pushing = terms(&[4.0, 0.0, 0.0, 2.0], &[-8.0, 1.0]);
    assert_eq!(pushing.chosen(100.0, |_, _, _| true), [(1, 0.5)]);
    let same = terms(&[4.0, 4.0, 4.0, 4.0], &[8.0, 8.0]);
    assert_eq!(same.chosen(100.0, |_, _, _| true).len(), 1);
}

/// What is left is less than rounding of what there was only where nothing is left, whatever its size.
#[test]
fn as_little_as_rounding_is_left_of_any_square() {
    let left_of = |size: f64, square: f64| {
        let all = terms(&[4.0], &[8.0 * size]);
        let heard = RefCell::new(Vec::new());
        all.chosen(square, |_, left, _| {
            heard.borrow_mut().push(left);
            true
        });
        heard.into_inner()
    };
    assert_eq!(left_of(1.0, 20.0), [4.0]);
    assert_eq!(left_of(1.0, 16.0), [16.0 * f64::EPSILON]);
    let small = 2.0_f64.powi(-40);
    assert_eq!(left_of(small, 20.0 * small * small), [4.0 * small * small]);
}

/// Twelve intervals pull in one direction, or mostly one of them does.
#[test]
fn intervals_have_to_agree() {
    let all = terms(&[12.0], &[12.0]);
    let of = |pulls: [f64; 12]| -> Vec<Interval> {
        let each = pulls.map(|pull| Interval {
            matrix: DMatrix::from_element(1, 1, 1.0),
            right: DVector::from_element(1, pull),
        });
        each.into_iter().collect()
    };
    let even = [0.5, 1.0, 1.5, 0.5, 1.0, 1.5, 0.5, 1.0, 1.5, 0.5, 1.0, 1.5];
    let one = [
        12.0, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.0,
    ];
    assert!(all.is_of_all(&of(even), 0, &[]));
    assert!(!all.is_of_all(&of(one), 0, &[]));
    assert!(all.is_of_all(&of(one)[..9], 0, &[]), "few say nothing");
    // Beside a term that takes all in there is nothing left.
    let two = terms(&[12.0, 12.0, 12.0, 24.0], &[12.0, 12.0]);
    let beside = even.map(|pull| Interval {
        matrix: DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 2.0]),
        right: DVector::from_row_slice(&[1.0, 1.0 + 0.1 * (pull - 1.0)]),
    });
    assert!(!two.is_of_all(&beside, 1, &[0]));
    // Beside a term of which intervals have different shares: each of them has 9 of the other left, pulled at evenly.
    let mixed = terms(&[12.0, 12.0, 12.0, 120.0], &[12.0, 120.0]);
    let uneven = (0..12).map(|k| {
        let (share, apart) = [(4.0, 10.0), (-2.0, -10.0)][k % 2];
        Interval {
            matrix: DMatrix::from_row_slice(2, 2, &[1.0, share, share, share * share]),
            right: DVector::from_row_slice(&[1.0 + apart, share + apart + 9.0 * even[k]]),
        }
    });
    let uneven: Vec<Interval> = uneven.collect();
    assert!(mixed.is_of_all(&uneven, 1, &[0]));
}

/// Whatever the unit of a term, a millionth of the square of its column is nothing beside others.
#[test]
fn what_a_term_has_of_its_own_is_a_share_of_its_column() {
    let chosen = |all: Terms| -> Vec<usize> {
        let chosen = all.chosen(1e12, |_, _, _| true);
        chosen.iter().map(|(k, _)| *k).collect()
    };
    assert_eq!(chosen(terms(&[4e-8], &[8e-8])), [0]);
    // 10 of 4e8, and 1000 of it, are left beside the first.
    let of = |more: f64| terms(&[4e8, 4e8, 4e8, 4e8 + more], &[8e8, 8e8]);
    assert_eq!(chosen(of(10.0)).len(), 1);
    assert_eq!(chosen(of(1000.0)).len(), 2);
}

/// A finding has everything that is said of it.
#[test]
fn a_term_is_written_with_its_law() {
    let missing = Missing {
        name: "fc_a".to_owned(),
        law: "Coulomb",
        value: 0.5,
        unit: "N·m",
        share: 0.25,
    };
    let written = serde_json::to_value(&missing).expect("JSON");
    let wanted = serde_json::json!({
        "name": "fc_a", "law": "Coulomb", "value": 0.5, "unit": "N·m", "share": 0.25
    });
    assert_eq!(written, wanted);
}

/// A term that a joint lacks which slides is a force.
#[test]
fn what_slides_lacks_forces() {
    let robot = &scara::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let (_, found, laws) = candidates(&machine.with_friction(&[FrictionLaw::Viscous]));
    let units = |joint: &str| {
        let mine = found.iter().zip(&laws);
        let mine = mine.filter(|(free, _)| free.name.ends_with(joint));
        mine.map(|(free, law)| (*law, free.unit))
            .collect::<Vec<_>>()
    };
    assert!(units("_q3").contains(&(FrictionLaw::Coulomb, "N")));
    assert!(units("_q3").contains(&(FrictionLaw::Quadratic, "N·s²/m²")));
    assert!(units("_q4").contains(&(FrictionLaw::Coulomb, "N·m")));
}
