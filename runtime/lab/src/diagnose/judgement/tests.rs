//! Which of some faults is named, by what each leaves.

use super::super::candidates::candidates;
use super::super::cause::{Cause, Evidence, Lift};
use super::super::change::{Change, Fault};
use super::super::fit::Unexplained;
use super::super::probe::Probe;
use super::super::probe::tests::{motion, probed};
use super::super::quantity::Quantity;
use super::super::sides::sides;
use super::super::trial::{Judge, Left, Tried};
use super::{LIFT, SUSPICIOUS, alike, best, causes};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::regression::Equations;
use crate::regression::by_hand::{self, ByHand, MODEL};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Joint, Model, Robot, Side};

fn shares(of: &[f64]) -> Unexplained {
    Unexplained(of.iter().map(|x| Some(*x)).collect())
}

/// The same with any parameters and with those that a robot can have.
fn left(of: &[f64]) -> Left {
    Left {
        any: shares(of),
        possible: shares(of),
        nominal: None,
    }
}

fn tried(factor: f64, left: Left) -> Tried {
    Tried {
        fault: Fault::Time { factor },
        left,
        outside: 0,
    }
}

fn possible(left: &Left) -> Unexplained {
    left.possible.clone()
}

/// Whether the only fault convinces whose undoing lifts shares by so many logarithms.
fn convinces(fault: Fault, before: &[f64], lifts: &[f64]) -> bool {
    let after: Vec<f64> = before
        .iter()
        .zip(lifts)
        .map(|(x, by)| x * (-by).exp())
        .collect();
    let one = Tried {
        fault,
        left: left(&after),
        outside: 0,
    };
    best(&shares(before), &[one], &[0], possible) == Some(0)
}

#[test]
fn a_fault_has_to_explain_much_and_to_spoil_nothing() {
    let time = || Fault::Time { factor: 2.0 };
    let two = |lifts: [f64; 2]| convinces(time(), &[0.3, 0.2], &lifts);
    // Four times less in all, and of one row twice less.
    assert!(two([1.39, 0.0]) && !two([1.38, 0.0]));
    assert!(two([0.7, 0.69]) && !two([0.7, 0.68]));
    let three = |lifts: [f64; 3]| convinces(time(), &[0.3, 0.2, 0.1], &lifts);
    assert!(three([0.70, 0.5, 0.5]) && !three([0.69, 0.6, 0.6]));
    // Two fifths of a row may be left.
    let worst = |other: f64| convinces(time(), &[0.9, other], &[3.0, 0.0]);
    assert!(worst(0.39) && !worst(0.41));
    // No row may become twice as bad, unless it is explained anyway.
    let spoiled = |other: f64, by: f64| convinces(time(), &[0.9, other], &[3.0, by]);
    assert!(spoiled(0.1, -0.69) && !spoiled(0.1, -0.70));
    assert!(spoiled(0.0049, -0.7) && !spoiled(0.0051, -0.7));
    // A lag has to be most of what is left of each row, in the mean.
    let lag = || Fault::Lag { seconds: 0.01 };
    let four = |fault, by: f64| convinces(fault, &[0.3, 0.2, 0.1, 0.05], &[by, 0.0, 0.0, 0.0]);
    assert!(four(time(), 1.9) && !four(lag(), 1.99) && four(lag(), 2.01));
}

/// Whatever number was searched for is one that what a model lacks might have: of a row that a tenth or more is left of, by a
/// constant or an angle beyond 30° a twentieth at most. A gear within 0.4 to 2.5 times the file's hides in what parameters explain.
#[test]
fn a_number_that_was_searched_for_has_to_explain_more() {
    let offset = |degrees| Fault::Offset {
        of: "elbow".to_owned(),
        degrees,
        first: false,
    };
    let bias = || Fault::Bias {
        of: "elbow".to_owned(),
        torque: 1.0,
        unit: "N·m",
        joints: vec![0.0, 1.0],
    };
    let ratio = |factor| Fault::Ratio {
        of: "elbow".to_owned(),
        factor,
    };
    let of = |fault, before: f64, after: f64| {
        convinces(fault, &[before, 0.001], &[(before / after).ln(), 0.0])
    };
    for fault in [offset(40.0), offset(-95.0), bias()] {
        let of = |before, after| of(fault.clone(), before, after);
        assert!(of(0.101, 0.01) && !of(0.099, 0.01), "{fault:?}");
        assert!(of(0.9, 0.049) && !of(0.9, 0.051), "{fault:?}");
    }
    // An offset that is small has to be three quarters of what is left of a row.
    let small = |before, after| of(offset(20.0), before, after);
    assert!(small(0.04, 0.0099) && !small(0.04, 0.0101));
    assert!(small(0.9, 0.049) && !small(0.9, 0.051));
    for degrees in [90.0, -90.0, 180.0] {
        assert!(of(offset(degrees), 0.08, 0.01) && of(offset(degrees), 0.9, 0.2));
    }
    assert!(of(ratio(2.4), 0.08, 0.01) && of(ratio(0.5), 0.08, 0.01));
    assert!(!of(ratio(2.6), 0.08, 0.01) && !of(ratio(0.3), 0.08, 0.01));
    assert!(of(ratio(50.0), 0.101, 0.01));
}

/// What a model lacks makes up for in one row what it spoils in another.
#[test]
fn a_rate_or_a_direction_that_was_searched_for_spoils_no_row() {
    let gravity = [9.81, 0.0, 0.0];
    for fault in [
        Fault::Time { factor: 1.25 },
        Fault::GravityAlong { gravity },
    ] {
        let of = |other: f64| convinces(fault.clone(), &[0.01, 0.01], &[1.6, other]);
        assert!(of(-0.13) && !of(-0.15), "{fault:?}");
    }
}

/// Of some row three quarters, where the factor of its torque is within 1.3.
#[test]
fn a_factor_near_one_has_to_be_most_of_what_is_left_of_a_row() {
    let of = |factor, lifts: [f64; 2]| {
        let fault = Fault::Factor {
            quantity: Quantity::Torque,
            of: vec!["elbow".to_owned()],
            factor,
        };
        convinces(fault, &[0.008, 0.002], &lifts)
    };
    for (far, near) in [(1.31, 1.29), (0.76, 0.78)] {
        assert!(of(far, [1.38, 0.5]) && !of(near, [1.38, 0.5]));
        assert!(of(far, [1.39, 0.0]) && of(near, [1.39, 0.0]));
    }
}

/// Of a row that less than a tenth is left of, a constant is named where it leaves less than a factor that would be, and spoils nothing.
#[test]
fn a_constant_competes_with_factors() {
    let factor = |quantity| Fault::Factor {
        quantity,
        of: vec!["elbow".to_owned()],
        factor: 0.9,
    };
    let constant = || Fault::Bias {
        of: "elbow".to_owned(),
        torque: 1.0,
        unit: "N·m",
        joints: vec![0.0, 1.0],
    };
    let of = |fault: Fault, shares: [f64; 2]| Tried {
        fault,
        left: left(&shares),
        outside: 0,
    };
    let before = shares(&[0.02, 0.08]);
    let best = |all: &[Tried]| {
        let among: Vec<usize> = (0..all.len()).collect();
        best(&before, all, &among, possible)
    };
    let gain = |left: f64| of(factor(Quantity::Torque), [0.02, left]);
    let bias = |left: f64| of(constant(), [0.02, left]);
    assert_eq!(best(&[bias(0.001)]), None);
    assert_eq!(best(&[gain(0.01), bias(0.001)]), Some(1));
    assert_eq!(best(&[gain(0.01), bias(0.011)]), Some(0));
    // A factor that does not convince asks for none, nor does one on positions.
    assert_eq!(best(&[gain(0.03), bias(0.001)]), None);
    let position = of(factor(Quantity::Position), [0.02, 0.01]);
    assert_eq!(best(&[position, bias(0.001)]), Some(0));
    // One that leaves less in all, and twice as much of a row.
    let spoils = of(constant(), [0.041, 1e-4]);
    assert_eq!(best(&[gain(0.01), spoils]), Some(0));
}

/// The one that leaves less comes first, and the constant where neither does.
#[test]
fn a_constant_is_named_before_a_factor_that_leaves_no_less() {
    let factor = |quantity| Fault::Factor {
        quantity,
        of: vec!["elbow".to_owned()],
        factor: 0.9,
    };
    let constant = Fault::Bias {
        of: "elbow".to_owned(),
        torque: 1.0,
        unit: "N·m",
        joints: vec![0.0, 1.0],
    };
    let of = |fault: Fault, share: f64| Tried {
        fault,
        left: left(&[share]),
        outside: 0,
    };
    for (quantity, more, named) in [
        (Quantity::Torque, -0.02, [1, 0]),
        (Quantity::Torque, 0.0, [1, 0]),
        (Quantity::Torque, 0.02, [0, 1]),
        (Quantity::Position, -0.02, [0, 1]),
    ] {
        let all = [
            of(factor(quantity), 0.01),
            of(constant.clone(), 0.01 * f64::exp(more)),
        ];
        let best = usize::from(more < 0.0);
        let found = alike(&all, &[0, 1], &[], best, possible);
        assert_eq!(found, named, "{quantity:?} {more}");
    }
}

#[test]
fn of_those_that_convince_the_one_that_leaves_least_is_best() {
    let before = shares(&[0.9, 0.9]);
    let all = [
        tried(1.0, left(&[0.1, 0.1])),
        tried(2.0, left(&[0.01, 0.2])),
        tried(3.0, left(&[1e-5, 0.5])),
        tried(4.0, left(&[0.04, 0.03])),
    ];
    let of = |among: &[usize]| best(&before, &all, among, possible);
    assert_eq!(of(&[0, 1, 2, 3]), Some(3));
    assert_eq!(
        [of(&[0, 1, 2]), of(&[0, 2]), of(&[2]), of(&[])],
        [Some(1), Some(0), None, None]
    );
}

fn with_nominal(of: &[f64], nominal: f64) -> Left {
    Left {
        nominal: Some(shares(&[nominal])),
        ..left(of)
    }
}

#[test]
fn what_leaves_hardly_more_is_named_beside_the_best() {
    let e = f64::exp;
    let all = [
        tried(1.0, left(&[0.1 * e(0.029)])),
        tried(2.0, left(&[0.1 * e(0.031)])),
        tried(3.0, left(&[0.1])),
        tried(4.0, left(&[0.1 * e(0.01)])),
    ];
    assert_eq!(alike(&all, &[0, 1, 2, 3], &[], 2, possible), [0, 2, 3]);
    assert_eq!(alike(&all, &[2, 3], &[], 2, possible), [2, 3]);
    // By nominal values: logarithms to a tenth, none of them more than one above the first.
    let nominal = [0.02 * e(1.02), 0.02, 0.02 * e(0.98), 0.02 * e(0.03)];
    let all: Vec<Tried> = nominal
        .iter()
        .map(|x| tried(1.0, with_nominal(&[0.1], *x)))
        .collect();
    assert_eq!(alike(&all, &[0, 1, 2, 3], &[], 0, possible), [1, 3, 0, 2]);
    let far: Vec<Tried> = [0.5, 0.02, 0.4]
        .iter()
        .map(|x| tried(1.0, with_nominal(&[0.1], *x)))
        .collect();
    assert_eq!(alike(&far, &[0, 1, 2], &[], 0, possible), [1]);
    // From -39.1 tenths to -28.1.
    let beyond = [0.02, 0.02 * e(1.1)].map(|x| tried(1.0, with_nominal(&[0.1], x)));
    assert_eq!(alike(&beyond, &[0, 1], &[], 0, possible), [0]);
}

/// A motion that is scaled down is nearly linear, and explained a little better than it was: by 1.1, more than what is alike.
#[test]
fn nominal_values_tell_the_unit_of_all_positions_from_their_side() {
    let unit = |quantity| Fault::Factor {
        quantity,
        of: Vec::new(),
        factor: 57.3,
    };
    let side = |quantity| Fault::Side {
        quantity,
        side: EquationSide::Joint,
    };
    let of = |fault: Fault, left: Left| Tried {
        fault,
        left,
        outside: 0,
    };
    let (position, torque) = (Quantity::Position, Quantity::Torque);
    // Of logarithms to a tenth, -7 of what the unit leaves, and -23 or -12 of the side.
    let by = |nominal: f64| {
        [
            of(unit(position), with_nominal(&[0.010], 0.5)),
            of(side(position), with_nominal(&[0.011], nominal)),
        ]
    };
    let named = |all: &[Tried], convincing: &[usize]| alike(all, &[0, 1], convincing, 0, possible);
    assert_eq!(named(&by(0.1), &[0, 1]), [1]);
    assert_eq!(named(&by(0.3), &[0, 1]), [1, 0]);
    assert_eq!(named(&by(0.3), &[0]), [0]);
    // Nearly all is explained, and joints are where they can be.
    let all = |share: f64, outside: usize| {
        [
            of(unit(position), left(&[0.010])),
            Tried {
                outside,
                ..of(side(position), left(&[share]))
            },
        ]
    };
    assert_eq!(named(&all(0.049, 0), &[0, 1]), [0, 1]);
    assert_eq!(named(&all(0.051, 0), &[0, 1]), [0]);
    assert_eq!(named(&all(0.049, 1), &[0, 1]), [0]);
    // Torques are another matter, and so is a single position.
    let mut others = all(0.049, 0);
    others[1].fault = side(torque);
    assert_eq!(named(&others, &[0, 1]), [0]);
    others[1].fault = side(position);
    others[0].fault = unit(torque);
    assert_eq!(named(&others, &[0, 1]), [0]);
    others[0].fault = Fault::Factor {
        quantity: position,
        of: vec!["elbow".to_owned()],
        factor: 57.3,
    };
    assert_eq!(named(&others, &[0, 1]), [0]);
}

/// What is named where shares were left as they are in the first place.
fn named(outside: usize, before: &Left, tried: &[Tried]) -> Vec<Cause> {
    let robot = &double_pendulum::ROBOT;
    let probe = probed(robot, Side::Joint, &[motion(robot, 200)]);
    let mut judge = Judge::of(&probe).expect("a judge");
    judge.outside = outside;
    judge.named(before, tried)
}

/// What leaves more than half of what rest leaves is nothing where accelerations are noise: of a wrong unit of time by what fits,
/// of others by nominal values as well.
#[test]
fn rest_competes_with_all_faults_where_accelerations_are_noise() {
    let robot = &double_pendulum::ROBOT;
    let mut probe = probed(robot, Side::Joint, &[motion(robot, 200)]);
    let slow = Change {
        speed: 1e-12,
        ..Change::none(2)
    };
    let rest = Judge::of(&probe).and_then(|judge| judge.left(&slow));
    let rest = rest.expect("shares");
    // So much less of each of two rows, in logarithms; half is left in all at 0.693.
    let less = |of: &Unexplained, by: f64| {
        let less = of.0.iter().map(|share| share.map(|x| x * (-by).exp()));
        Unexplained(less.collect())
    };
    let time = || Fault::Time { factor: 1e3 };
    let gravity = || Fault::Gravity { factor: -1.0 };
    for (fault, by, by_nominal, kept) in [
        (time(), 0.35, 0.0, true),
        (time(), 0.34, 0.0, false),
        (time(), 0.34, 0.35, false),
        (gravity(), 0.35, 0.0, true),
        (gravity(), 0.34, 0.34, false),
        (gravity(), 0.34, 0.35, true),
    ] {
        for is_noisy in [true, false] {
            probe.is_noisy = is_noisy;
            let judge = Judge::of(&probe).expect("a judge");
            let tried = Tried {
                fault: fault.clone(),
                left: Left {
                    any: less(&rest.any, by),
                    possible: less(&rest.possible, by),
                    nominal: rest.nominal.as_ref().map(|left| less(left, by_nominal)),
                },
                outside: 0,
            };
            let found = judge.more_than_rest(vec![tried]).expect("equations");
            let is_kept = found.len() == 1;
            assert_eq!(is_kept, kept || !is_noisy, "{fault:?} {by} {by_nominal}");
        }
    }
}

fn factors(causes: &[Cause]) -> Vec<f64> {
    let factor = |cause: &Cause| match cause.fault {
        Fault::Time { factor } => factor,
        _ => 0.0,
    };
    causes.iter().map(factor).collect()
}

#[test]
fn a_cause_has_what_its_undoing_does_to_each_row() {
    let before = left(&[0.8, 0.3]);
    let all = [
        tried(1.0, left(&[0.7, 0.3])),
        tried(2.0, left(&[0.04, 0.25])),
    ];
    let lift = |name: &str, before: f64, after: f64| Lift {
        name: name.to_owned(),
        before: 1.0 - before,
        after: 1.0 - after,
    };
    let expected = Cause {
        fault: Fault::Time { factor: 2.0 },
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: vec![lift("shoulder", 0.8, 0.04), lift("elbow", 0.3, 0.25)],
        shared: false,
    };
    assert_eq!(named(0, &before, &all), [expected]);
    // Parameters that a robot can have leave four times as much as any do.
    for (any, evidence) in [
        ([0.41, 0.15], Evidence::Fit),
        ([0.39, 0.15], Evidence::Possible),
    ] {
        let before = Left {
            any: shares(&any),
            ..before.clone()
        };
        assert_eq!(named(0, &before, &all)[0].evidence, evidence);
    }
    // At most three are named, each of which is one of several.
    let many: Vec<Tried> = (0..5)
        .map(|k| tried(f64::from(k), left(&[0.04, 0.25])))
        .collect();
    let found = named(0, &before, &many);
    assert_eq!(factors(&found), [0.0, 1.0, 2.0]);
    assert!(found.iter().all(|cause| cause.shared));
    // What joints and motors call the same is said once.
    let same: Vec<Tried> = (0..2).map(|_| tried(2.0, left(&[0.04, 0.25]))).collect();
    let found = named(0, &before, &same);
    assert_eq!((factors(&found), found[0].shared), (vec![2.0], false));
    // A row that has no instants is left out.
    let mut gap = left(&[0.04, 0.25]);
    gap.possible.0[0] = None;
    let found = named(0, &left(&[0.8, 0.9]), &[tried(1.0, gap.clone())]);
    assert!(found.is_empty());
    gap.possible.0[1] = Some(0.1);
    let found = named(0, &left(&[0.8, 0.9]), &[tried(1.0, gap)]);
    assert_eq!(found[0].lifts, [lift("elbow", 0.9, 0.1)]);
}

#[test]
fn where_any_parameters_fit_nominal_values_and_limits_are_evidence() {
    let nominal = |fit: [f64; 2], nominal: f64| Left {
        nominal: Some(shares(&[nominal, 0.2])),
        ..left(&fit)
    };
    let fits = [0.01, 0.01];
    // Nominal values that leave more than half, and a fault without which they predict.
    let before = nominal(fits, 0.9);
    let all = [
        tried(1.0, nominal(fits, 0.3)),
        tried(2.0, nominal(fits, 0.1)),
    ];
    let found = named(0, &before, &all);
    assert_eq!(
        (factors(&found), found[0].evidence),
        (vec![2.0], Evidence::Nominal)
    );
    let lifts: Vec<[f64; 2]> = found[0].lifts.iter().map(|l| [l.before, l.after]).collect();
    assert_eq!(lifts, [[1.0 - 0.9, 1.0 - 0.1], [0.8, 0.8]]);
    assert!(named(0, &nominal(fits, 0.49), &all).is_empty());
    // But not one after which free parameters fit four times worse.
    let spoils = |by: f64| [tried(1.0, nominal([0.01 * by, 0.01], 0.1))];
    assert_eq!(
        [3.9, 4.1].map(|by| named(0, &before, &spoils(by)).len()),
        [1, 0]
    );
    // Limits: joints that are inside with the fault undone, and torques that fit a little better.
    let inside = |by: f64, outside: usize| Tried {
        outside,
        ..tried(by, left(&[0.01 * f64::exp(-by), 0.01]))
    };
    let found = named(
        1,
        &left(&fits),
        &[
            inside(0.15, 0),
            inside(0.5, 0),
            inside(0.9, 1),
            inside(0.2, 0),
        ],
    );
    assert_eq!(
        (factors(&found), found[0].evidence),
        (vec![0.5], Evidence::Limits)
    );
    assert_eq!(
        [0.13, 0.15].map(|by| named(1, &left(&fits), &[inside(by, 0)]).len()),
        [0, 1]
    );
    assert!(named(0, &left(&fits), &[inside(0.5, 0)]).is_empty());
    // A gear that is far from the file's is none here either, and any is less likely than what was not searched for.
    let gear = |factor: f64| Tried {
        fault: Fault::Ratio {
            of: "elbow".to_owned(),
            factor,
        },
        ..inside(0.5, 0)
    };
    let of_gear = |factor: f64| named(1, &left(&fits), &[gear(factor)]).len();
    assert_eq!([0.39, 0.41, 2.4, 2.6].map(of_gear), [0, 1, 1, 0]);
    let known = || inside(0.5, 0);
    let all = named(1, &left(&fits), &[gear(2.4), known()]);
    assert_eq!(factors(&all), [0.5, 0.0]);
    // By what parameters leave that a robot can have, whatever others do.
    let beside = |by: f64, any: f64| {
        let mut tried = inside(by, 0);
        tried.left.any = shares(&[any, 0.01]);
        tried
    };
    let all = [beside(0.5, 1e-3), beside(0.2, 1e-6), beside(0.3, 1e-9)];
    assert_eq!(factors(&named(1, &left(&fits), &all)), [0.5]);
}

/// Beside a fault that leaves a fifth of each row, one that leaves less in the mean and nearly all of a row is not named.
#[test]
fn what_leaves_a_row_unexplained_is_not_named_beside_what_explains_all() {
    let by_nominal = |nominal: [f64; 2]| Left {
        nominal: Some(shares(&nominal)),
        ..left(&[0.01, 0.01])
    };
    for (second, expected) in [([0.001, 0.39], vec![2.0]), ([0.001, 0.41], vec![1.0])] {
        let all = [
            tried(1.0, by_nominal([0.2, 0.2])),
            tried(2.0, by_nominal(second)),
        ];
        let found = named(0, &by_nominal([0.9, 0.9]), &all);
        assert_eq!(factors(&found), expected, "{second:?}");
        let all = [tried(1.0, left(&[0.2, 0.2])), tried(2.0, left(&second))];
        let found = named(0, &left(&[0.9, 0.9]), &all);
        assert_eq!(factors(&found), expected, "{second:?}");
    }
}

#[test]
fn rows_of_motors_have_names_of_motors() {
    let robot = &abb_wrist::ROBOT;
    let motions = [motion(robot, 200)];
    for (side, names, rows) in [
        (Side::Motor, ["m1", "m2", "m3"], EquationSide::Motor),
        (Side::Joint, ["q1", "q2", "q3"], EquationSide::Joint),
    ] {
        let probe = probed(robot, side, &motions);
        let judge = Judge::of(&probe).expect("a judge");
        let found = judge.named(
            &left(&[0.8, 0.3, 0.2]),
            &[tried(1.0, left(&[0.02, 0.3, 0.2]))],
        );
        let said: Vec<&str> = found[0]
            .lifts
            .iter()
            .map(|lift| lift.name.as_str())
            .collect();
        assert_eq!((said, found[0].rows), (names.to_vec(), rows));
    }
    assert_eq!(robot.model().joints.len(), 3);
}

/// By hand: viscous friction of the first joint beside nominal bodies.
fn by_hand(viscous: f64) -> Motion {
    by_hand_with(3.0, viscous)
}

/// The same with another mass of the second body.
fn by_hand_with(mass: f64, viscous: f64) -> Motion {
    let beta = [1.5, 1.2, mass, 0.2, viscous, -0.5];
    let processing = by_hand::processing(EquationSide::Joint);
    by_hand::moved("swing", (0.0, 120), processing, &mut |_, rows| {
        rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum())
    })
}

/// What may be wrong with units of time and with gravity is tried of every recording, all else of those that are suspicious.
#[test]
fn all_faults_are_tried_where_no_robot_can_have_what_explains_torques() {
    let near = |positions: f64| {
        let joint = |joint: &Joint| Joint {
            position: Some([-positions, positions]),
            ..*joint
        };
        let joints = MODEL.joints.iter().map(joint).collect::<Vec<_>>();
        ByHand(Box::leak(Box::new(Model {
            joints: joints.leak(),
            ..MODEL
        })))
    };
    // What is left of the torques is so many times as much with friction that does not drive, in logarithms.
    for (motion, limit, impossible, suspicious) in [
        (by_hand(0.7), 3.0, 0.0..1e-3, false),
        (by_hand(-0.2), 3.0, 0.01..LIFT / 4.0, false),
        (by_hand(-0.8), 3.0, LIFT / 4.0..LIFT, true),
        (by_hand(0.7), 0.1, 0.0..1e-3, true),
        // A mass of which nominal values leave most.
        (by_hand_with(30.0, 0.7), 3.0, 0.0..1e-3, true),
    ] {
        let (robot, motions) = (near(limit), [motion]);
        let equations = Equations::of(&robot, Side::Joint).expect("equations");
        let probe = Probe::of(&equations, &motions).expect("equations");
        let probe = probe.expect("a probe");
        let judge = Judge::of(&probe).expect("a judge");
        let before = judge.left(&Change::none(2)).expect("shares");
        let more: f64 = before.any.lifts(&before.possible).iter().sum();
        assert!(impossible.contains(&more), "{more}");
        assert!(before.possible.worst() < SUSPICIOUS, "{impossible:?}");
        let drive = equations.drive();
        let all = candidates(robot.model(), drive).len() + sides(drive, probe.sides).len();
        let tried = if suspicious { all } else { 12 + 2 };
        let mut shares = Vec::new();
        let named = causes(&probe, &mut |share| shares.push(share));
        named.expect("an answer");
        let expected = (1..=tried).map(|k| k as f64 / tried as f64);
        assert_eq!(shares, expected.collect::<Vec<_>>(), "{impossible:?}");
    }
}
