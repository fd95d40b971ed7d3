//! Faults that are planted in torques of the pendulum, and what undoing them leaves.

use super::{By, Judge, Left, Tried};
use crate::diagnose::change::{Change, Fault};
use crate::diagnose::fit::Unexplained;
use crate::diagnose::probe::Probe;
use crate::diagnose::probe::tests::{motion, probed};
use crate::diagnose::quantity::Quantity;
use crate::experiment::{Fourier, Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::parameters::nominal;
use crate::regression::Equations;
use crate::regression::by_hand::Written;
use crate::thresholds::{BIAS, SUSPICIOUS};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{EvaluationError, Robot, Side};

/// A motion whose torques are not what they were: `of(joint, sample, torques of the joint)`.
fn asked<T>(of: &dyn Fn(usize, usize, &[f64]) -> f64, ask: impl Fn(&Judge<'_>) -> T) -> T {
    asked_at(0.0, of, ask)
}

/// The same with positions of the first joint that are off by an angle, too.
fn asked_at<T>(
    offset: f64,
    of: &dyn Fn(usize, usize, &[f64]) -> f64,
    ask: impl Fn(&Judge<'_>) -> T,
) -> T {
    let mut random = Random::new(3);
    let path = designed(ROBOT.model(), 5.0, 5.0, &mut random);
    asked_on(&path, &mut random, offset, of, ask)
}

/// The same on a path.
fn asked_on<T>(
    path: &Fourier,
    random: &mut Random,
    offset: f64,
    of: &dyn Fn(usize, usize, &[f64]) -> f64,
    ask: impl Fn(&Judge<'_>) -> T,
) -> T {
    let model = ROBOT.model();
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 1e-3,
    };
    let made = simulate(&ROBOT, &nominal(model), path, 200.0, &sensors, random);
    let mut made = made.expect("a simulation");
    for (joint, column) in made.torque.iter_mut().enumerate() {
        *column = (0..column.len()).map(|k| of(joint, k, column)).collect();
    }
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        trim: Some(20),
        ..ProcessingOptions::default()
    };
    let mut recording = made.recording().expect("a recording");
    recording.position[0].iter_mut().for_each(|x| *x += offset);
    let motions = [Motion::of(recording, &options, model).expect("a motion")];
    let probe = probed(&ROBOT, Side::Joint, &motions);
    ask(&Judge::of(&probe).expect("a judge"))
}

fn before(judge: &Judge<'_>) -> super::Left {
    judge.left(&Change::none(2)).expect("shares")
}

#[test]
fn the_lag_that_is_there_leaves_least() {
    for (samples, seconds) in [(4, 0.02), (-4, -0.02), (11, 0.055), (0, 0.0)] {
        let late = move |_: usize, k: usize, column: &[f64]| {
            let at = (k as i32 - samples).clamp(0, column.len() as i32 - 1);
            column[at as usize]
        };
        let (found, before) = asked(&late, |judge| {
            let before = before(judge);
            (judge.lag(&before).expect("a lag"), before)
        });
        let Fault::Lag { seconds: is } = found.fault else {
            panic!("a lag")
        };
        assert!((is - seconds).abs() < 1e-9, "{is} for {seconds}");
        assert_eq!(found.outside, 0);
        let (after, before) = (found.left.possible.score(), before.possible.score());
        assert!(if samples == 0 {
            after == before
        } else {
            after < before - 0.5
        });
    }
}

#[test]
fn factors_of_single_torques_and_of_all_are_found() {
    let gains = |of: &dyn Fn(usize, usize, &[f64]) -> f64| -> Vec<(Vec<String>, f64)> {
        let tried = asked(of, |judge| judge.gains(&before(judge)).expect("factors"));
        let factor = |tried: Tried| match tried.fault {
            Fault::Factor {
                quantity: Quantity::Torque,
                of,
                factor,
            } => (of, factor),
            fault => panic!("{fault:?}"),
        };
        tried.into_iter().map(factor).collect()
    };
    let elbow = gains(&|joint, k, column| column[k] * if joint == 1 { 0.5 } else { 1.0 });
    let own = elbow
        .iter()
        .find(|(of, _)| of[..] == ["elbow"])
        .expect("a factor");
    assert!((own.1 / 2.0 - 1.0).abs() < 0.003, "{elbow:?}");
    // One beside all others is told by whatever parameters a robot can have, not by nominal ones.
    let beside = gains(&|joint, k, column| column[k] * if joint == 1 { 1.5 } else { 3.0 });
    let own = beside.iter().find(|(of, _)| of[..] == ["elbow"]);
    let own = own.expect("a factor");
    assert!((own.1 / 2.0 - 1.0).abs() < 0.003, "{beside:?}");
    let all = gains(&|_, k, column| column[k] * 4.0);
    let own = all.iter().find(|(of, _)| of.is_empty()).expect("a factor");
    assert!((own.1 * 4.0 - 1.0).abs() < 0.003, "{all:?}");
    // Of a unit that was taken for another it is that unit's, whatever noise makes of it.
    for times in [1e3, 1e-3] {
        let unit = gains(&|joint, k, column| column[k] * if joint == 0 { times } else { 1.0 });
        let own = unit.iter().find(|(of, _)| of[..] == ["shoulder"]);
        assert_eq!(own.map(|own| own.1), Some(1.0 / times), "{unit:?}");
        let all = gains(&|_, k, column| column[k] * times);
        let own = all.iter().find(|(of, _)| of.is_empty());
        assert_eq!(own.map(|own| own.1), Some(1.0 / times), "{all:?}");
    }
    // One that is a twentieth more than a unit's is no unit's where it is told from that.
    let more = gains(&|joint, k, column| column[k] / if joint == 0 { 1050.0 } else { 1.0 });
    let own = more.iter().find(|(of, _)| of[..] == ["shoulder"]);
    let own = own.expect("a factor");
    assert!((own.1 / 1050.0 - 1.0).abs() < 0.01, "{more:?}");
    // A factor that is hardly one is none.
    let none = gains(&|_, k, column| column[k]);
    assert!(none.is_empty(), "{none:?}");
}

#[test]
fn a_constant_in_a_torque_is_found_whatever_its_size() {
    for (joint, constant) in [(1, 7.0), (1, -1.5), (0, 20.0), (0, -300.0)] {
        let shifted = move |j: usize, k: usize, column: &[f64]| {
            column[k] + if j == joint { constant } else { 0.0 }
        };
        let (tried, causes) = asked(&shifted, |judge| {
            let tried = judge.biases(&before(judge)).expect("constants");
            let causes = crate::diagnose::judgement::causes(judge.probe, &mut |_| {});
            (tried, causes.expect("causes"))
        });
        let name = ["shoulder", "elbow"][joint];
        let own = tried.iter().find_map(|tried| match &tried.fault {
            Fault::Bias {
                of,
                torque,
                unit,
                joints,
            } if of == name => Some((*torque, *unit, joints.clone())),
            _ => None,
        });
        let (torque, unit, joints) = own.expect("a constant");
        let of_joint = |k: usize| if k == joint { torque } else { 0.0 };
        assert_eq!(joints, [0, 1].map(of_joint));
        assert!(
            (torque / -constant - 1.0).abs() < 0.02,
            "{torque} for {constant}"
        );
        assert_eq!(unit, "N·m");
        let named = |fault: &Fault| matches!(fault, Fault::Bias { of, .. } if of == name);
        assert!(causes.len() == 1 && named(&causes[0].fault), "{causes:?}");
    }
}

/// Both rows are noisy, and share parameters by which a constant that is a little off leaves less of the one and more in all.
#[test]
fn the_constant_that_leaves_least_is_found() {
    let mut random = Random::new(4);
    let noise: Vec<f64> = (0..4000).map(|_| random.normal()).collect();
    for (joint, constant) in [(1, -1.5), (0, -30.0), (1, 7.0)] {
        let shifted = |j: usize, k: usize, column: &[f64]| {
            let noise = [1.0, 0.3][j] * noise[(2 * k + j) % noise.len()];
            column[k] + noise + if j == joint { constant } else { 0.0 }
        };
        asked(&shifted, |judge| {
            let tried = judge.biases(&before(judge)).expect("constants");
            let own = tried.iter().find_map(|tried| match &tried.fault {
                Fault::Bias { joints, .. } if joints[joint] != 0.0 => Some(joints[joint]),
                _ => None,
            });
            let own = own.expect("a constant");
            let score = |torque: f64| {
                let mut change = Change::none(2);
                change.constant[joint] = torque;
                judge.left(&change).expect("shares").possible.score()
            };
            let least = score(own);
            for by in [-0.01, -0.003, -0.001, 0.001, 0.003, 0.01] {
                let near = score(own * (1.0 + by));
                assert!(least < near + 1e-5, "{constant} {by}: {least} {near}");
            }
        });
    }
}

/// About the horizontal the elbow's torque hardly changes its sign: what parameters leave of a constant in it, where R² is above 0.9, a
/// factor nearly explains.
#[test]
fn a_constant_that_looks_like_a_factor_is_named() {
    let path = Fourier {
        fundamental: 2.0 * std::f64::consts::PI / 5.0,
        centre: vec![0.0; 2],
        harmonics: vec![
            vec![[0.6, 0.0], [0.0, 0.3], [0.1, 0.1], [0.05, 0.0]],
            vec![[0.0, 0.6], [0.3, 0.0], [-0.1, 0.1], [0.0, 0.05]],
        ],
        duration: 5.0,
    };
    let constant = 0.3;
    let shifted = move |joint: usize, k: usize, column: &[f64]| {
        column[k] + if joint == 1 { constant } else { 0.0 }
    };
    asked_on(&path, &mut Random::new(3), 0.0, &shifted, |judge| {
        let before = before(judge);
        let worst = before.possible.worst();
        assert!((SUSPICIOUS..BIAS[0]).contains(&worst), "{worst}");
        // By itself a factor would be named.
        let gains = judge.lesser_gains(&before, f64::INFINITY);
        let gains = gains.expect("factors");
        let alone = judge.named(&before, &gains);
        let is_factor = |fault: &Fault| matches!(fault, Fault::Factor { .. });
        assert!(alone.iter().any(|cause| is_factor(&cause.fault)), "{worst}");
        let causes = crate::diagnose::judgement::causes(judge.probe, &mut |_| {});
        let causes = causes.expect("causes");
        let [cause] = &causes[..] else {
            panic!("{causes:?}")
        };
        let Fault::Bias { of, torque, .. } = &cause.fault else {
            panic!("{cause:?}")
        };
        assert_eq!(of, "elbow");
        assert!((torque / -constant - 1.0).abs() < 0.02, "{torque}");
    });
}

/// The elbow's own row undoes a factor on its torque, so that a twentieth gains the less the smaller the factor is.
#[test]
fn factors_far_from_one_are_found_that_a_small_one_hardly_shows() {
    for times in [0.4, 0.15, 8.0] {
        let scaled = move |joint: usize, k: usize, column: &[f64]| {
            column[k] * if joint == 1 { times } else { 1.0 }
        };
        let tried = asked(&scaled, |judge| {
            let tried = judge.lesser_gains(&before(judge), f64::INFINITY);
            tried.expect("factors")
        });
        let own = tried.iter().find_map(|tried| match &tried.fault {
            Fault::Factor { of, factor, .. } if of[..] == ["elbow"] => Some(*factor),
            _ => None,
        });
        let own = own.unwrap_or(1.0);
        assert!((own * times - 1.0).abs() < 0.01, "{own} for {times}");
    }
}

/// Steps of √3 to 3⁷ and back to 3⁻⁷, and from there nine finer ones, each half as long in logarithms as the last.
#[test]
fn factors_are_looked_for_as_far_up_as_down() {
    let furthest = 3f64.powf(7.0 + (1..=9).map(|k| 0.5 * 0.5f64.powi(k)).sum::<f64>());
    for (times, expected) in [(1e4, furthest.recip()), (1e-4, furthest)] {
        let tried = asked(&move |_, k, column| column[k] * times, |judge| {
            judge.gains(&before(judge)).expect("factors")
        });
        let all = tried.iter().find_map(|tried| match &tried.fault {
            Fault::Factor { of, factor, .. } if of.is_empty() => Some(*factor),
            _ => None,
        });
        let all = all.expect("a factor of all torques");
        assert!((all / expected - 1.0).abs() < 1e-9, "{all} for {expected}");
    }
}

#[test]
fn other_faults_are_tried_as_they_are() {
    asked(&|_, k, column| column[k], |judge| {
        let mut shares = Vec::new();
        let mut progress = |share| shares.push(share);
        let wanted = |fault: &Fault| matches!(fault, Fault::Gravity { .. });
        let tried = judge.others(wanted, &mut progress).expect("shares");
        assert_eq!(shares, [0.5, 1.0]);
        for (tried, factor) in tried.iter().zip([-1.0, 0.0]) {
            assert_eq!(tried.fault, Fault::Gravity { factor });
            let mut change = Change::none(2);
            change.gravity = factor;
            let left = judge.left(&change).expect("shares");
            assert_eq!(left.possible, tried.left.possible);
            assert_eq!(left.nominal, tried.left.nominal);
        }
        let offset =
            |fault: &Fault| matches!(fault, Fault::Offset { degrees, .. } if *degrees == 180.0);
        let tried = judge.others(offset, &mut |_| {}).expect("shares");
        let outside: Vec<usize> = tried.iter().map(|tried| tried.outside).collect();
        let expected = [0, 1].map(|k| {
            let mut change = Change::none(2);
            change.offset[k] = std::f64::consts::PI;
            judge.probe.outside(&change)
        });
        assert_eq!(outside, expected);
        // Any parameters leave no more than those that a robot can have, nominal ones no less.
        let left = before(judge);
        let nominal = left.nominal.expect("nominal values");
        assert!(
            left.any.score() <= left.possible.score() + 1e-6
                && nominal.score() >= left.possible.score() - 1e-6
        );
        assert!(nominal.worst() < 1e-3, "{nominal:?}");
    });
}

/// Gravity that points elsewhere turns about the axis of the first joint, and of no other.
#[test]
fn an_offset_that_is_there_is_found_with_whether_its_joint_stands_on_the_base() {
    let found = asked_at(30f64.to_radians(), &|_, k, column| column[k], |judge| {
        judge.offsets(&before(judge), true).expect("offsets")
    });
    let offsets: Vec<(&str, f64, bool)> = found
        .iter()
        .map(|tried| match &tried.fault {
            Fault::Offset { of, degrees, first } => (of.as_str(), *degrees, *first),
            other => panic!("{other:?}"),
        })
        .collect();
    let shoulder = offsets.iter().find(|(of, ..)| *of == "shoulder");
    let &(_, degrees, _) = shoulder.expect("an offset of the shoulder");
    assert!((degrees + 30.0).abs() < 1.0, "{offsets:?}");
    assert!(
        offsets
            .iter()
            .all(|(of, _, first)| *first == (*of == "shoulder")),
        "{offsets:?}"
    );
}

/// Parameters make up for much of an encoder's zero that is off by little, so that the fit is a sound one; by less than a degree it does no
/// harm.
#[test]
fn a_zero_that_is_off_by_little_is_named() {
    for (degrees, is_named) in [(5.0, true), (-2.0, true), (0.5, false)] {
        asked_at(
            f64::to_radians(degrees),
            &|_, k, column| column[k],
            |judge| {
                let left = before(judge).possible;
                assert!(left.worst() < BIAS[0], "{degrees}: {left:?}");
                let causes = crate::diagnose::judgement::causes(judge.probe, &mut |_| {});
                let causes = causes.expect("causes");
                let first = causes.first().map(|cause| &cause.fault);
                let is_right = |fault: &Fault| {
                    let near = |found: f64| (found + degrees).abs() < 0.3;
                    matches!(fault, Fault::Offset { of, degrees, first: true } if of == "shoulder" && near(*degrees))
                };
                assert_eq!(
                    first.is_some_and(is_right),
                    is_named,
                    "{degrees}: {causes:?}"
                );
                assert!(is_named || causes.is_empty(), "{degrees}: {causes:?}");
            },
        );
    }
}

/// What is named of recordings that have one fault, and of one that has none.
#[test]
fn the_fault_that_is_there_is_named() {
    let named = |of: &dyn Fn(usize, usize, &[f64]) -> f64| {
        asked(of, |judge| {
            let causes = crate::diagnose::judgement::causes(judge.probe, &mut |_| {});
            causes.expect("an answer")
        })
    };
    assert!(named(&|_, k, column| column[k]).is_empty());
    let sign = named(&|joint, k, column| column[k] * if joint == 1 { -1.0 } else { 1.0 });
    let expected = Fault::Sign {
        quantity: Quantity::Torque,
        of: vec!["elbow".to_owned()],
    };
    assert!(sign.iter().any(|cause| cause.fault == expected), "{sign:?}");
    assert_eq!(sign.iter().any(|cause| cause.shared), sign.len() > 1);
    // What parameters nearly make up for, so that the fit is a sound one. By less than a twentieth it does no harm.
    let gain = named(&|joint, k, column| column[k] * if joint == 1 { 1.2 } else { 1.0 });
    let Some(Fault::Factor { of, factor, .. }) = gain.first().map(|cause| &cause.fault) else {
        panic!("{gain:?}")
    };
    assert_eq!(of[..], ["elbow"]);
    assert!((factor * 1.2 - 1.0).abs() < 0.01, "{gain:?}");
    let least = gain[0].lifts.iter().map(|lift| lift.before);
    assert!(least.fold(1.0, f64::min) > 0.95, "{gain:?}");
    let small = named(&|joint, k, column| column[k] * if joint == 1 { 1.03 } else { 1.0 });
    assert!(small.is_empty(), "{small:?}");
    let late = named(&|_, k, column| column[k.saturating_sub(12)]);
    assert_eq!(late[0].fault, Fault::Lag { seconds: 0.06 });
    let lift = &late[0].lifts[1];
    assert!(lift.name == "elbow" && lift.after > 0.99 && lift.before < lift.after);
}

/// Where no nominal values are known, they are of a robot that can be.
#[test]
fn what_is_left_is_by_what_it_was_asked_for() {
    let of = |left: f64| Unexplained(vec![Some(left)]);
    let mut left = Left {
        any: of(0.1),
        possible: of(0.2),
        nominal: Some(of(0.3)),
    };
    let all = |left: &Left| [By::Any, By::Possible, By::Nominal].map(|by| left.by(by).clone());
    assert_eq!(all(&left), [0.1, 0.2, 0.3].map(of));
    left.nominal = None;
    assert_eq!(all(&left), [0.1, 0.2, 0.2].map(of));
}

/// Functions go no further than 20 rad, and radians taken for degrees are 57 times as many: what cannot be computed is no fault that
/// explains nothing.
#[test]
fn faults_that_cannot_be_tried_are_an_error() {
    let motions = [motion(&ROBOT, 200)];
    let within = Written(*ROBOT.model(), |quantity, inputs, out| {
        match inputs.q.iter().all(|q| q.abs() < 20.0) {
            true => ROBOT.evaluate(quantity, inputs, out),
            false => Err(EvaluationError::NotGenerated(quantity)),
        }
    });
    let equations = Equations::of(&within, Side::Joint).expect("equations");
    let probe = Probe::of(&equations, &motions).expect("equations");
    let probe = probe.expect("a probe");
    let judge = Judge::of(&probe).expect("a judge");
    let tried = |wanted: fn(&Fault) -> bool| {
        let tried = judge.others(wanted, &mut |_| {});
        tried.ok().map(|all| all.len())
    };
    assert_eq!(
        tried(|fault| matches!(fault, Fault::Offset { .. })),
        Some(6)
    );
    assert_eq!(tried(|fault| matches!(fault, Fault::Factor { .. })), None);
}
