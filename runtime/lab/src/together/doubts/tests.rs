//! What is said of zeros of sensors and of terms that models lack, word by word.

use nalgebra::{DMatrix, DVector};

use super::{Doubts, Unexplained, Zero, Zeros, corrected, of_zeros};
use crate::diagnose::{Fault, Quantity};
use crate::lack::{Lack, Term};
use crate::numeric::Decomposition;
use crate::options::EquationSide;
use crate::regression::Equations;
use crate::regression::by_hand::{B, ROBOT, moved, near, of_motors, processing, rows_at};
use crate::together::apart::{Apart, Carrying};
use crate::together::{Carried, Factors, Fit, Offsets, Plan, Scatter};
use armwright_runtime::Side;

fn lack(joint: &str, share: f64) -> Lack {
    Lack {
        joint: Some(joint.to_owned()),
        row: joint.to_owned(),
        share,
        alternatives: Vec::new(),
        ..crate::lack::lack(Term::Quadratic, 0.4)
    }
}

/// With the figures of the recording that shows most of it.
#[test]
fn a_term_that_several_recordings_have_is_said_once() {
    let one = |recording: &str, lacks: Vec<Lack>| Unexplained {
        recording: recording.to_owned(),
        faults: Vec::new(),
        lacks,
        correlated: Vec::new(),
        worse: Vec::new(),
    };
    let mut doubts = Doubts {
        zeros: None,
        unexplained: vec![
            one("a", vec![lack("1", 0.3), lack("2", 0.5)]),
            one("b", vec![lack("1", 0.6)]),
            one("c", vec![lack("1", 0.4)]),
        ],
        lacking: DVector::zeros(1),
    };
    let expected = format!(
        "the model lacks what recordings have: {}, in 3 recordings (these figures of b); {}, in a. It matters; put these \
         terms into the robot file, or look at `identify` of each recording",
        lack("1", 0.6),
        lack("2", 0.5)
    );
    assert_eq!(doubts.of_lacks("It matters"), Some(expected));
    doubts.unexplained.clear();
    assert_eq!(doubts.of_lacks("It matters"), None);
}

/// Offsets that all recordings share do not take out what one of them has by itself.
#[test]
fn zeros_are_taken_out_by_offsets_of_those_that_have_them() {
    let zero = |row: &str, recording: Option<&str>, [value, std]: [f64; 2], unit| Zero {
        row: row.to_owned(),
        recording: recording.map(str::to_owned),
        value,
        std,
        unit,
        chance: 0.0,
    };
    let shared = zero("1", None, [0.5, 0.02], "N·m");
    let own = zero("2", Some("b"), [-1.25, 0.25], "");
    let constant = "that nothing in the model explains, far more than noise makes:";
    let said_shared = "0.500 ± 0.0200 N·m in `1` of all recordings";
    let said_own = "−1.25 ± 0.250 in `2` of b alone";
    assert_eq!(
        of_zeros(std::slice::from_ref(&shared), "It matters", false),
        format!(
            "a constant was recorded {constant} {said_shared}. Most likely it is the zero of a sensor. It matters; of torques, in \
             place of a balance, offsets that all recordings share (`common`) take it out, or subtract it from the recordings"
        )
    );
    assert_eq!(
        of_zeros(&[shared, own], "It matters", true),
        format!(
            "constants were recorded {constant} {said_shared}, {said_own}. Most likely they are zeros of sensors. It matters; \
             offsets of each recording (`each`) take them out, or subtract them from the recordings"
        )
    );
}

/// Recordings that contradict one another are said to beside constants if these do not explain it; noise that follows itself is told of
/// each recording that has it.
#[test]
fn what_constants_explain_is_not_said_twice() {
    let of_recording = |recording: &str, correlated: &[&str]| Unexplained {
        recording: recording.to_owned(),
        faults: Vec::new(),
        worse: Vec::new(),
        lacks: Vec::new(),
        correlated: correlated.iter().map(|row| (*row).to_owned()).collect(),
    };
    let zero = Zero {
        row: "1".to_owned(),
        recording: None,
        value: 0.5,
        std: 0.02,
        unit: "N·m",
        chance: 0.0,
    };
    let said = |still_apart: Option<bool>, widened: bool| {
        let zeros = still_apart.map(|still_apart| Zeros {
            all: vec![zero.clone()],
            constants: Vec::new(),
            gains: Vec::new(),
            shift: DVector::zeros(1),
            still_apart,
        });
        let doubts = Doubts {
            zeros,
            unexplained: vec![
                of_recording("a", &["2"]),
                of_recording("b", &[]),
                of_recording("c", &["1", "2"]),
            ],
            lacking: DVector::zeros(1),
        };
        doubts.warnings(Some("they are apart".to_owned()), widened)
    };
    let apart = || "they are apart".to_owned();
    let correlated = ["residuals of 2 in a", "residuals of 1, 2 in c"].map(|of| {
        format!(
            "{of} are correlated in time: something systematic is not in the model. Deviations are widened for noise that is \
             correlated so; look at `identify` of that recording"
        )
    });
    let constant = |widened: bool| {
        let effect = match widened {
            true => "Deviations are widened for it",
            false => "Deviations do not allow for it, and are too small",
        };
        of_zeros(std::slice::from_ref(&zero), effect, widened)
    };
    let [a, c] = correlated;
    assert_eq!(said(None, true), [apart(), a.clone(), c.clone()]);
    assert_eq!(
        said(Some(false), true),
        [constant(true), a.clone(), c.clone()]
    );
    assert_eq!(said(Some(true), false), [constant(false), apart(), a, c]);
}

/// The second recording's rows: a gain is 1 and a constant 0 where neither is an unknown; a gain of 0 makes no torque of a signal.
#[test]
fn signals_are_torques_but_for_gains_and_offsets_that_were_fitted() {
    let of = |gains: bool, offsets: Offsets, x: &[f64]| {
        let plan = Plan {
            base: 1,
            rows: 2,
            load: Carried::Nothing,
            loaded: vec![false; 2],
            gains,
            offsets,
        };
        let doubts = Doubts {
            zeros: None,
            unexplained: Vec::new(),
            lacking: DVector::zeros(x.len()),
        };
        doubts.signals(&plan, &DVector::from_column_slice(x), 1)
    };
    assert_eq!(
        of(false, Offsets::None, &[5.0]),
        Some(vec![(1.0, 0.0), (1.0, 0.0)])
    );
    assert_eq!(
        of(true, Offsets::Each, &[5.0, 2.0, -3.0, 7.0, 8.0, 9.0, 10.0]),
        Some(vec![(2.0, 9.0), (-3.0, 10.0)])
    );
    assert_eq!(
        of(false, Offsets::Common, &[5.0, 7.0, 8.0]),
        Some(vec![(1.0, 7.0), (1.0, 8.0)])
    );
    assert_eq!(of(true, Offsets::Common, &[5.0, 2.0, 0.0, 7.0, 8.0]), None);
}

/// The second recording is of another arm than the values that were fitted, and has a constant of 0.75 in its first row.
#[test]
fn offsets_are_those_that_a_recording_has_by_itself() {
    let one = |name: &str, time: f64, beta: [f64; B], constant: f64| {
        let torque = &mut |_: usize, rows: [[f64; B]; 2]| {
            rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>() + constant)
        };
        moved(name, (time, 200), processing(EquationSide::Joint), torque)
    };
    let motions = [
        one("first", 0.0, [0.7, -0.2, 1.3, 0.4, -0.9, 2.0], 0.0),
        one("second", 1.3, [1.9, 0.6, 2.6, 0.1, 0.3, 2.0], 0.75),
    ];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    for offsets in [Offsets::Common, Offsets::Each] {
        let plan = Plan {
            base: B,
            rows: 2,
            load: Carried::Nothing,
            loaded: vec![false; 2],
            gains: true,
            offsets,
        };
        let unknowns = plan.unknowns();
        let fit = Fit {
            x: DVector::from_fn(unknowns, |k, _| 1.0 + 0.1 * k as f64),
            variance: vec![vec![1.0; 2], vec![4.0, 0.5]],
            spectrum: Decomposition::of(&DMatrix::zeros(0, unknowns)),
            prior: None,
            more: vec![1.0; 2],
        };
        let found = fit.with_offsets_of(1, &factors, &plan);
        let own = [0, 1].map(|row| plan.offset(1, row).expect("an offset"));
        assert!((found[own[0]] - 0.75).abs() < 1e-6, "{found}");
        let mut others = (0..unknowns).filter(|k| !own.contains(k));
        assert!(others.all(|k| found[k] == fit.x[k]), "{found}");
    }
}

/// Signals of the second row are twice its torque, less one, those of the first half a unit more. Torques of motions are those of joints,
/// which motors give as `2 m1 + 3 m2` and `5 m2`.
#[test]
fn signals_of_either_side_become_torques_of_joints() {
    for (side, of_side) in [
        (Side::Joint, EquationSide::Joint),
        (Side::Motor, EquationSide::Motor),
    ] {
        let motion = moved("run", (0.0, 40), processing(of_side), &mut |k, _| {
            [1.0 + k as f64, 3.0 - 0.5 * k as f64]
        });
        let pieces = std::slice::from_ref(&motion);
        let equations = Equations::of(&ROBOT, side).expect("equations");
        assert!(corrected(&equations, pieces, &vec![(1.0, 0.0); 2]).is_none());
        let found = corrected(&equations, pieces, &vec![(1.0, 0.5), (2.0, -1.0)]);
        let found = found.expect("other torques");
        assert_eq!(found.len(), 1);
        let torque = |[one, other]: [f64; 2]| [one - 0.5, (other + 1.0) / 2.0];
        for k in motion.interior() {
            let recorded = [0, 1].map(|joint| motion.torque_of(joint)[k]);
            let expected = match side {
                Side::Joint => torque(recorded),
                Side::Motor => {
                    let [one, other] = torque(of_motors(recorded));
                    [2.0 * one + 3.0 * other, 5.0 * other]
                }
            };
            for (joint, expected) in expected.into_iter().enumerate() {
                near(found[0].torque_of(joint)[k], expected);
            }
        }
    }
}

/// A signal is `κ y β + o`, and a shift of its base parameters by `s` makes `κ y s` more of it: what that is along the unknowns, of
/// the second recording alone, whose rows weigh five times as much as their noise says.
#[test]
fn what_one_recording_lacks_moves_unknowns_by_its_own_equations() {
    let one = |name: &str, time: f64| {
        let torque = &mut |k: usize, _: [[f64; B]; 2]| [1.0 + k as f64, 3.0];
        moved(name, (time, 60), processing(EquationSide::Joint), torque)
    };
    let motions = [one("first", 0.0), one("second", 1.3)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = Plan {
        base: B,
        rows: 2,
        load: Carried::Nothing,
        loaded: vec![false; 2],
        gains: true,
        offsets: Offsets::Each,
    };
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let shift = [0.3, -0.1, 0.2, 0.0, 0.5, -0.4];
    let (gains, variance) = ([2.0, -3.0], [4.0, 0.5]);
    let fit = Fit {
        x: DVector::from_vec([&beta[..], &gains, &[0.1, 0.2, 0.3, 0.4]].concat()),
        variance: vec![vec![1.0; 2], variance.to_vec()],
        spectrum: Decomposition::of(&DMatrix::zeros(0, B + 6)),
        prior: None,
        more: vec![1.0, 5.0],
    };
    let dot = |y: &[f64; B], by: &[f64; B]| y.iter().zip(by).map(|(y, x)| y * x).sum::<f64>();
    let mut expected = [0.0; B + 6];
    for k in motions[1].interior() {
        for (row, y) in rows_at(&motions[1], k).iter().enumerate() {
            let more = 5.0 / variance[row] * gains[row] * dot(y, &shift);
            for (to, y) in expected.iter_mut().zip(y) {
                *to += gains[row] * y * more;
            }
            expected[B + row] += dot(y, &beta) * more;
            // Behind those of the first recording.
            expected[B + 4 + row] += more;
        }
    }
    let shift = DVector::from_column_slice(&shift);
    let found = super::moved(&factors, &plan, &fit, 1, &shift);
    assert_eq!(found.len(), B + 6);
    for (k, (found, expected)) in found.iter().zip(expected).enumerate() {
        let off = (found - expected).abs();
        assert!(
            off < 1e-8 * (1.0 + expected.abs()),
            "{k}: {found} {expected}"
        );
    }
}

/// What was found of a recording by itself.
fn by_itself(
    recording: &str,
    faults: &[Fault],
    correlated: &[&str],
    worse: &[&str],
) -> Unexplained {
    let names = |all: &[&str]| all.iter().map(|row| (*row).to_owned()).collect();
    Unexplained {
        recording: recording.to_owned(),
        faults: faults.to_vec(),
        lacks: Vec::new(),
        correlated: names(correlated),
        worse: names(worse),
    }
}

fn doubting(unexplained: Vec<Unexplained>) -> Doubts {
    Doubts {
        zeros: None,
        unexplained,
        lacking: DVector::zeros(1),
    }
}

fn sign(of: &str) -> Fault {
    Fault::Sign {
        quantity: Quantity::Torque,
        of: vec![of.to_owned()],
    }
}

/// Residuals of the second recording that follow themselves as those of another one do are the model's.
#[test]
fn a_load_does_not_explain_what_a_recording_leaves_of_itself() {
    let is_refuted = |unexplained: Vec<Unexplained>| {
        let apart = Apart {
            times: 2.0,
            changing: vec![0, 1],
            carried: Some(Carrying {
                recording: 1,
                body: 0,
            }),
            scatter: DMatrix::zeros(1, 1),
        };
        let mut scatter = Scatter {
            covariance: DMatrix::zeros(1, 1),
            freedom: vec![1.0],
            apart: Some(apart),
        };
        let recordings = ["a", "b"].map(str::to_owned);
        doubting(unexplained).refute(&mut scatter, &recordings);
        scatter.apart.is_some_and(|apart| apart.carried.is_none())
    };
    let coloured = |recording: &str, rows: &[&str]| by_itself(recording, &[], rows, &[]);
    assert!(!is_refuted(Vec::new()));
    assert!(!is_refuted(vec![coloured("a", &["1"])]));
    assert!(is_refuted(vec![coloured("b", &["1"])]));
    assert!(!is_refuted(vec![
        coloured("a", &["1"]),
        coloured("b", &["1"])
    ]));
    assert!(is_refuted(vec![
        coloured("a", &["1"]),
        coloured("b", &["1", "2"])
    ]));
    assert!(is_refuted(vec![by_itself("b", &[sign("1")], &[], &[])]));
    assert!(!is_refuted(vec![by_itself("a", &[sign("1")], &[], &[])]));
}

/// Faults come before rows; a fault of a recording explains its rows, and what follows itself in them.
#[test]
fn what_refutes_all_is_said_with_what_undoes_it() {
    let doubts = doubting(vec![
        by_itself("a", &[], &["1", "2"], &["2"]),
        by_itself("b", &[sign("1"), sign("2")], &["1"], &["1"]),
        by_itself("c", &[], &["1"], &[]),
    ]);
    let no = "No deviation allows for that";
    let undone = "turn the sign of torque 1 (`sign`, and what `offset` adds); or turn the sign of torque 2 (`sign`, and what `offset` adds)";
    assert_eq!(
        doubts.refutations(),
        [
            format!("b has a fault: the sign of torque 1; or the sign of torque 2. {no}; {undone}"),
            format!(
                "of 2 in a more is left than was recorded. {no}; look at `identify` of that recording"
            ),
        ]
    );
    let warnings = doubts.warnings(None, true);
    let of: Vec<bool> = ["a", "c"]
        .iter()
        .zip(&warnings)
        .map(|(of, said)| said.contains(&format!(" in {of} are correlated in time")))
        .collect();
    assert_eq!((of, warnings.len()), (vec![true, true], 2), "{warnings:?}");
}
