//! Combinations of the columns of recordings that are as noisy as each is.

use std::ops::Range;

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::{Apart, Basis, Carrying, Scatter, modelled, predicted, scatter};
use crate::motion::Motion;
use crate::numeric::Decomposition;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::by_hand::{B, ROBOT, moved, processing};
use crate::regression::{Equations, Sample};
use crate::together::{Carried, Factors, Fit, Offsets, Plan, Prior};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// Base parameters that two recordings have in common, and nothing besides.
fn plain() -> Plan {
    Plan {
        base: B,
        rows: 2,
        load: Carried::Nothing,
        loaded: vec![false; 2],
        gains: false,
        offsets: Offsets::None,
    }
}

/// Values beside what is known of them.
fn beside(prior: Option<Prior>) -> Fit {
    Fit {
        x: DVector::zeros(B),
        variance: Vec::new(),
        spectrum: Decomposition::of(&DMatrix::zeros(0, B)),
        prior,
        more: Vec::new(),
    }
}

/// An arm that is known to a deviation of 1.
fn arm() -> Prior {
    Prior {
        matrix: DMatrix::identity(B, B),
        right: DVector::from_row_slice(&BETA),
    }
}

/// What is found of contradictions by some unknowns.
fn contradicted(changing: &[usize], carried: Option<Carrying>) -> Scatter {
    Scatter {
        covariance: DMatrix::zeros(B, B),
        freedom: vec![1.0; B],
        apart: Some(Apart {
            times: 2.34,
            changing: changing.to_vec(),
            carried,
            scatter: DMatrix::zeros(B, B),
        }),
    }
}

/// `Σ w q qᵀ` of each recording is the identity, however its rows weigh.
#[test]
fn combinations_are_orthonormal_over_the_weighted_rows() {
    let mut random = Random::new(11);
    let mut one = |name: &str, time: f64, noise: [f64; 2]| {
        let processing = processing(EquationSide::Joint);
        moved(name, (time, 90), processing, &mut |_, rows| {
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                predicted + noise[row] * random.normal()
            })
        })
    };
    let motions = [
        one("first", 0.0, [0.02, 0.3]),
        one("second", 1.3, [0.1, 0.05]),
    ];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = plain();
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    for (recording, motion) in motions.iter().enumerate() {
        let basis = Basis::of(&factors, &plan, &fit, recording);
        assert!(basis.size + 1 >= B, "{}", basis.size);
        let mut squares = DMatrix::zeros(basis.size, basis.size);
        let mut left = DVector::zeros(basis.size);
        let mut take = |sample: &Sample<'_>| {
            for row in 0..2 {
                let columns = basis.columns(sample, row);
                squares += &columns * columns.transpose() * fit.weight(recording, row);
                let base = sample.row(row).filter(|(k, _)| *k < B);
                let predicted: f64 = base.map(|(k, x)| x * fit.x[k]).sum();
                left += columns * (fit.weight(recording, row) * (sample.torque[row] - predicted));
            }
        };
        let columns = factors.columns();
        let passed = equations.pass(motion, &columns, &mut take, &mut |_| {});
        passed.expect("a pass");
        let off = (squares - DMatrix::identity(basis.size, basis.size)).amax();
        assert!(off < 1e-8, "{recording}: {off}");
        // What the fit of both leaves of each in them.
        let found = basis.left(&factors, &plan, &fit, recording);
        assert!(left.norm() > 0.1, "{left}");
        assert!((found - &left).norm() < 1e-6 * left.norm(), "{left}");
    }
}

/// How far recordings are apart, the unknowns that change if any do, and what is to be done: which depends on who carries something,
/// and on the offsets that are estimated.
#[test]
fn what_recordings_contradict_is_said_with_what_changes() {
    let mut still = |_: usize, _: [[f64; B]; 2]| [1.0, -1.0];
    let mut one = |name: &str| moved(name, (0.0, 60), processing(EquationSide::Joint), &mut still);
    let motions = [one("first"), one("second")];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let said = |changing: &[usize], carried: Option<Carrying>, offsets: Offsets| {
        let plan = Plan { offsets, ..plain() };
        let said = contradicted(changing, carried).warning(&factors, &plan, &beside(None));
        said.expect("a warning")
    };
    let begin =
        "recordings fit no one arm: they are 2.3 times as far apart as their noise explains";
    let widened = "for which deviations are widened";
    let look = "look at `identify` of each recording";
    assert_eq!(
        said(&[], None, Offsets::Each),
        format!("{begin}, {widened}; {look}")
    );
    assert_eq!(
        said(&[0, 2], None, Offsets::Each),
        format!("{begin}, above all by Lzz_a, m_b, {widened}; {look}")
    );
    let zeros = said(&[2], None, Offsets::None);
    assert_eq!(
        zeros,
        format!(
            "{begin}, above all by m_b, {widened}; if zeros of sensors are others from one recording to the next, offsets of each \
             recording take them out; else {look}"
        )
    );
    let carrying = Carrying {
        recording: 1,
        body: 1,
    };
    let load = said(&[2], Some(carrying), Offsets::Each);
    assert_eq!(
        load,
        format!(
            "{begin}, above all by m_b, {widened}; a load on b in second alone explains all of it: identify it as one (`load`), or \
             leave that recording out"
        )
    );
    let nothing = Scatter {
        covariance: DMatrix::zeros(B, B),
        freedom: vec![1.0; B],
        apart: None,
    };
    let plan = plain();
    assert_eq!(nothing.warning(&factors, &plan, &beside(None)), None);
}

/// An arm that is known is no recording of which an identification could be looked at: it is compared with those of recordings.
#[test]
fn what_contradicts_an_arm_that_is_known_is_said_of_it() {
    let mut still = |_: usize, _: [[f64; B]; 2]| [1.0, -1.0];
    let mut one = |name: &str| moved(name, (0.0, 60), processing(EquationSide::Joint), &mut still);
    let motions = [one("first"), one("second")];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let said = |count: usize, offsets: Offsets| {
        let factors = Factors::of(&equations, &motions[..count], None).expect("factors");
        let plan = Plan {
            offsets,
            loaded: vec![true; count],
            ..plain()
        };
        let said = contradicted(&[4], None).warning(&factors, &plan, &beside(Some(arm())));
        said.expect("a warning")
    };
    let far = "they are 2.3 times as far apart as their noise explains, above all by fv_j1, for which deviations are widened";
    let compare = "`compare` the arm with `identify` of each recording, which says what carries a load and what else changed";
    assert_eq!(
        said(1, Offsets::Each),
        format!("the recording does not fit the arm that is known: {far}; {compare}")
    );
    assert_eq!(
        said(2, Offsets::None),
        format!(
            "recordings do not fit the arm that is known, or one another: {far}; if zeros of sensors are others from one recording to \
             the next, offsets of each recording take them out; else {compare}"
        )
    );
}

/// Friction is another than that of the arm by 40 of the arm's deviations, and noise explains 1 of each of the six parameters.
#[test]
fn an_arm_that_is_known_is_contradicted_as_a_recording_is() {
    let mut random = Random::new(29);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut found = |change: f64| {
        let mut truth = BETA;
        truth[4] += change;
        let processing = processing(EquationSide::Joint);
        let motions = [moved("run", (0.0, 90), processing, &mut |_, rows| {
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(truth).map(|(y, b)| y * b).sum();
                predicted + 0.02 * random.normal()
            })
        })];
        let factors = Factors::of(&equations, &motions, None).expect("factors");
        let plan = Plan {
            loaded: vec![false],
            ..plain()
        };
        let fit = Fit::of(&factors, &plan, DVector::zeros(B), Some(arm())).expect("a fit");
        let scattered = scatter(&factors, &plan, &fit).expect("a scatter");
        (fit.x, scattered)
    };
    assert_eq!(found(0.0).1.apart, None);
    let (x, scattered) = found(40.0);
    let apart = scattered.apart.as_ref().expect("they are apart");
    assert_eq!(apart.changing, [4]);
    let times = 40.0 / 6f64.sqrt();
    assert!((apart.times / times - 1.0).abs() < 0.05, "{}", apart.times);
    // That of two values, of which Student's t of one degree of freedom holds 95 % within 12.7062.
    let of_two = 40.0 / 2f64.sqrt() * 12.7062 / 1.959_96;
    let std = scattered.std(4);
    assert!((std / of_two - 1.0).abs() < 0.05, "{std}");
    for k in (0..B).filter(|k| *k != 4) {
        let (off, std) = ((x[k] - BETA[k]).abs(), scattered.std(k));
        assert!(off < 5.0 * std && std < 0.3, "{k}: {off} {std}");
    }
}

/// Each row by coefficients of its own, at joints and, through the transmission, at motors.
#[test]
fn each_row_is_predicted_by_its_own_coefficients() {
    let of_row = |row: u32| {
        let value = |k: usize| 0.3 * k as f64 - 1.0 + 2.5 * f64::from(row);
        DVector::from_fn(B + 11, |k, _| value(k))
    };
    let values = [0, 1].map(of_row);
    for (rows, side) in [
        (EquationSide::Joint, Side::Joint),
        (EquationSide::Motor, Side::Motor),
    ] {
        let mut still = |_: usize, _: [[f64; B]; 2]| [1.0, -1.0];
        let motions = [moved("run", (0.0, 60), processing(rows), &mut still)];
        let equations = Equations::of(&ROBOT, side).expect("equations");
        let factors = Factors::of(&equations, &motions, None).expect("factors");
        let found = predicted(&factors, &motions[0], &values).expect("predictions");
        let mut expected: [Vec<f64>; 2] = Default::default();
        let mut take = |sample: &Sample<'_>| {
            for (row, expected) in expected.iter_mut().enumerate() {
                let terms = sample.row(row).map(|(k, x)| x * values[row][k]);
                expected.push(terms.sum());
            }
        };
        let columns = factors.columns();
        let passed = equations.pass(&motions[0], &columns, &mut take, &mut |_| {});
        passed.expect("a pass");
        for (found, expected) in found.iter().zip(&expected) {
            assert!(
                found.len() == expected.len() && found.len() > 40,
                "{side:?}"
            );
            for (found, expected) in found.iter().zip(expected) {
                let off = (found - expected).abs();
                assert!(off < 1e-9 * (1.0 + expected.abs()), "{found} {expected}");
            }
        }
    }
}

/// The second of three recordings has a moment and an inertia more: the body that has both carries something.
#[test]
fn a_body_that_carries_something_in_one_recording_is_found() {
    let mut random = Random::new(7);
    let mut one = |name: &str, time: f64, more: [f64; 2]| {
        let processing = processing(EquationSide::Joint);
        moved(name, (time, 90), processing, &mut |_, rows| {
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                let carried = rows[row][0] * more[0] + rows[row][1] * more[1];
                predicted + carried + 0.02 * random.normal()
            })
        })
    };
    let motions = [
        one("first", 0.0, [0.0, 0.0]),
        one("second", 1.3, [0.8, 0.6]),
        one("third", 2.9, [0.0, 0.0]),
    ];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = Plan {
        loaded: vec![false; 3],
        ..plain()
    };
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    let found = scatter(&factors, &plan, &fit).expect("a scatter");
    let apart = found.apart.expect("they are apart");
    let carrying = Carrying {
        recording: 1,
        body: 0,
    };
    assert_eq!(apart.carried, Some(carrying), "{:?}", apart.changing);
    // Where some of them are said to carry a known load, or none of it, another one is not suspected.
    let known = Plan {
        load: Carried::Known([0.0; 10]),
        ..plan
    };
    let found = scatter(&factors, &known, &fit).expect("a scatter");
    let apart = found.apart.expect("they are apart");
    assert!(apart.changing.len() > 1 && apart.carried.is_none());
}

/// So many recordings: a long one that has further noise in some samples, and short ones.
fn several(count: usize, further: &Range<usize>) -> Vec<Motion> {
    let mut random = Random::new(19);
    let mut one = |name: &str, samples: u32| {
        let processing = processing(EquationSide::Joint);
        let mut last = [0.0; 2];
        moved(name, (0.0, samples), processing, &mut |k, rows| {
            let size = if further.contains(&k) { 0.5 } else { 0.0 };
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                last[row] = 0.7 * last[row] + 0.1 * random.normal();
                predicted + last[row] + size * random.normal()
            })
        })
    };
    let mut all = vec![one("long", 300)];
    for k in 1..count {
        all.push(one(&format!("short {}", k - 1), 50));
    }
    all
}

/// Of two recordings a thousand samples of each are seen, of twenty two hundred of each all the same: its first and its last hundred.
/// What is between these says how large noise is, and not how it is correlated.
#[test]
fn noise_is_modelled_from_some_samples_of_each_recording_however_many_there_are() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    for (count, further, is_seen) in [
        (2, 140..150, true),
        (20, 60..70, true),
        (20, 250..260, true),
        (20, 140..150, false),
    ] {
        let even = several(count, &(0..0));
        let factors = Factors::of(&equations, &even, None).expect("factors");
        let plan = Plan {
            loaded: vec![false; count],
            ..plain()
        };
        let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
        let basis = Basis::of(&factors, &plan, &fit, 0);
        let noise = |further: &Range<usize>| {
            let motions = several(count, further);
            let factors = Factors::of(&equations, &motions, None).expect("factors");
            let found = modelled(&factors, &plan, &fit, 0, &basis);
            found.expect("noise").noise.rows
        };
        let (before, now) = (noise(&(0..0)), noise(&further));
        for (before, now) in before.iter().zip(&now) {
            let is_other = now.filter() != before.filter();
            assert_eq!(is_other, is_seen, "{count} {further:?}");
            assert!(now.innovation() > 1.02 * before.innovation());
        }
    }
}

/// Constants that the fit has among its unknowns leave noise as it is without them.
#[test]
fn noise_is_what_the_coefficients_of_each_row_leave_of_it() {
    let motions = |constants: [f64; 2]| {
        let mut random = Random::new(23);
        let mut one = |name: &str, time: f64| {
            let processing = processing(EquationSide::Joint);
            moved(name, (time, 90), processing, &mut |_, rows| {
                [0, 1].map(|row| {
                    let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                    predicted + constants[row] + 0.1 * random.normal()
                })
            })
        };
        [one("first", 0.0), one("second", 1.3)]
    };
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let without = motions([0.0; 2]);
    let factors = Factors::of(&equations, &without, None).expect("factors");
    let plan = Plan {
        offsets: Offsets::Each,
        ..plain()
    };
    let start = DVector::zeros(plan.unknowns());
    let fit = Fit::of(&factors, &plan, start, None).expect("a fit");
    let basis = Basis::of(&factors, &plan, &fit, 1);
    let information = &fit.spectrum.inverse * fit.spectrum.inverse.transpose();
    let gain = information * &basis.back;
    let weights = [0, 1].map(|row| fit.weight(1, row));
    let spread = |constants: [f64; 2]| {
        let mut x = fit.x.clone();
        for (row, constant) in constants.into_iter().enumerate() {
            x[plan.offset(1, row).expect("an offset")] += constant;
        }
        let beside = Fit {
            x,
            variance: fit.variance.clone(),
            spectrum: fit.spectrum.clone(),
            prior: None,
            more: fit.more.clone(),
        };
        let motions = motions(constants);
        let factors = Factors::of(&equations, &motions, None).expect("factors");
        let found = modelled(&factors, &plan, &beside, 1, &basis);
        found.expect("noise").spread_of(&gain, &weights).0
    };
    let (expected, found) = (spread([0.0; 2]), spread([3.0, -4.0]));
    for k in 0..B {
        let share = found[k] / expected[k];
        assert!((share - 1.0).abs() < 1e-6, "{k}: {share}");
    }
}
