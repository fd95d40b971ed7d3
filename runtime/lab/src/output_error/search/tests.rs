//! Steps within bounds, and when nothing changes any more.

use armwright_robots::double_pendulum;
use armwright_runtime::Robot;
use nalgebra::DVector;

use super::super::blocks::Block;
use super::super::by_hand::{simulated, start, swinging, with_task};
use super::super::free::{Free, free};
use super::{
    DAMPING, Effort, Ending, NEAR, Point, QUIET, ROUGH, STILL, Step, Task, clamp, cost,
    evaluations, freedom, held, is_still, iterate, most_steps, moved, search,
};
use crate::parameters::nominal;
use crate::simulation::{FrictionLaw, Machine, Start};

fn check(work: impl FnOnce(&Task<'_>)) {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let names = ["mx_lower", "mz_lower", "my_lower"].map(str::to_owned);
    let mut all: Vec<Free> = free(&machine, &names).expect("names");
    all[0].bounds = [-1.0, 2.0];
    all[1].bounds = [0.5, f64::INFINITY];
    with_task(&machine, &all, &[swinging(21)], 0.2, |task| work(&task));
}

fn point(parameters: [f64; 3]) -> Point {
    let start = |x: f64| Start {
        position: vec![x, 2.0 * x],
        velocity: vec![3.0 * x, 4.0 * x],
    };
    Point {
        parameters: parameters.to_vec(),
        states: vec![start(0.1), start(-0.2)],
    }
}

#[test]
fn a_step_moves_every_number_and_stops_at_bounds() {
    check(|task| {
        let step = Step {
            parameters: DVector::from_vec(vec![5.0, -0.25, -7.0]),
            states: vec![
                DVector::from_vec(vec![1.0, 2.0, 3.0, 4.0]),
                DVector::from_vec(vec![-1.0, -2.0, -3.0, -4.0]),
            ],
            predicted: 1.0,
        };
        let next = moved(task, &point([0.5, 1.0, -1.0]), &step);
        assert_eq!(next.parameters, [2.0, 0.75, -8.0]);
        let wanted = [[1.1, 2.2, 3.3, 4.4], [-1.2, -2.4, -3.6, -4.8]];
        for (state, wanted) in next.states.iter().zip(wanted) {
            let all = state.position.iter().chain(&state.velocity);
            all.zip(wanted)
                .for_each(|(x, w)| assert!((x - w).abs() < 1e-12, "{x} {w}"));
        }
        let mut outside = point([-3.0, 0.2, 9.0]);
        clamp(task, &mut outside);
        assert_eq!(outside.parameters, [-1.0, 0.5, 9.0]);
    });
}

/// Friction is the same with a speed of either sign: at a bound near 0 nothing would change any more.
#[test]
fn a_speed_that_would_pass_zero_goes_on_beyond() {
    check(|task| {
        let mut all = task.free.to_vec();
        all[2].is_even = true;
        all[2].bounds = [0.5, f64::INFINITY];
        let even = Task {
            free: &all,
            stretches: task.stretches.clone(),
            weights: task.weights.clone(),
            ..*task
        };
        for (value, wanted) in [(-3.0, 3.0), (-0.2, 0.5), (0.7, 0.7)] {
            let mut found = point([0.0, 1.0, value]);
            clamp(&even, &mut found);
            assert_eq!(found.parameters, [0.0, 1.0, wanted]);
        }
    });
}

/// At the lower bound with a slope that leads below, at the upper with one that leads above.
#[test]
fn a_parameter_is_held_where_it_would_leave_its_bounds() {
    check(|task| {
        let blocks = |slopes: [f64; 3]| -> Vec<Block> {
            let mut one = Block::new(3, 4, 2);
            one.g = DVector::from_vec(slopes.map(|x| x - 1.0).to_vec());
            one.h.fill_diagonal(4.0);
            let mut other = Block::new(3, 4, 2);
            other.g.fill(1.0);
            vec![one, other]
        };
        let of = |parameters: [f64; 3], slopes: [f64; 3]| {
            held(task, &point(parameters), &blocks(slopes))
        };
        assert_eq!(of([-1.0, 0.5, 0.0], [0.5, 0.5, 0.5]), [true, true, false]);
        assert_eq!(of([-1.0, 0.5, 0.0], [-0.5, -0.5, 0.5]), [false; 3]);
        assert_eq!(of([2.0, 0.5, 0.0], [-0.5, 0.0, 0.5]), [true, false, false]);
        assert_eq!(of([2.0, 0.6, 0.0], [0.5, 0.5, 0.5]), [false; 3]);
        // What does nothing is held wherever it is.
        let mut idle = blocks([0.5; 3]);
        idle[0].h[(1, 1)] = 1e-30;
        let found = held(task, &point([2.0, 0.6, 0.0]), &idle);
        assert_eq!(found, [false, true, false]);
    });
}

#[test]
fn nothing_moves_below_a_billionth() {
    let from = point([2.0, 0.0, -3.0]);
    let with = |change: &dyn Fn(&mut Point)| {
        let mut to = from.clone();
        change(&mut to);
        is_still(&from, &to)
    };
    assert!(with(&|_| ()));
    assert!(
        with(&|p| p.parameters[0] += 1.9 * STILL) && !with(&|p| p.parameters[0] += 2.1 * STILL)
    );
    assert!(
        with(&|p| p.parameters[2] -= 2.9 * STILL) && !with(&|p| p.parameters[2] -= 3.1 * STILL)
    );
    assert!(!with(&|p| p.parameters[1] += 1e-3 * STILL));
    assert!(with(&|p| p.states[1].position[1] += 0.9 * STILL));
    assert!(!with(&|p| p.states[1].position[1] += 1.1 * STILL));
    assert!(!with(&|p| p.states[0].velocity[1] -= 1.1 * STILL));
}

#[test]
fn costs_and_freedom_are_of_all_intervals() {
    check(|task| {
        let mut blocks = vec![Block::new(3, 4, 2), Block::new(3, 4, 2)];
        for (k, block) in blocks.iter_mut().enumerate() {
            let k = k as f64;
            block.cost = 1.0 + k;
            block.apart = 0.25 + k;
            block.squares = vec![0.5 + k, 2.0];
            block.counts = vec![11, 10];
            block.evaluations = 7;
        }
        assert_eq!((cost(&blocks), evaluations(&blocks)), (4.5, 14));
        let found = iterate(&point([0.5, 1.0, -1.0]), &blocks);
        assert_eq!(
            (found.cost, &found.values[..]),
            (6.0, &[0.5, 1.0, -1.0][..])
        );
        // 42 residuals less three parameters and two states of four.
        assert_eq!(freedom(task, &blocks), 31.0);
        blocks.truncate(1);
        blocks[0].counts = vec![3, 3];
        assert_eq!(freedom(task, &blocks), 1.0);
    });
    let of = |effort: Effort| (effort.iterations, effort.fall, effort.damping);
    assert_eq!(of(Effort::far(9, true)), (9, QUIET, DAMPING));
    assert_eq!(of(Effort::far(9, false)), (9, ROUGH, DAMPING));
    assert_eq!(of(Effort::near(8, true)), (8, QUIET, NEAR));
    assert_eq!(of(Effort::near(8, false)), (8, ROUGH, NEAR));
}

/// What is to be fitted to a motion that is simulated with parameters of these values.
fn swing(truth: &[(&str, f64)], weight: f64, work: impl FnOnce(Task<'_>)) {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let names: Vec<String> = truth.iter().map(|(name, _)| (*name).to_owned()).collect();
    let all: Vec<Free> = free(&machine, &names).expect("names");
    for (free, (_, value)) in all.iter().zip(truth) {
        free.set(&mut machine, *value);
    }
    let experiments = [simulated(&machine, 41)];
    with_task(&machine, &all, &experiments, f64::INFINITY, |task| {
        let weights = vec![weight; 2];
        work(Task { weights, ..task });
    });
}

/// What a step gains counts as a share of what it promised, whatever the unit of both.
#[test]
fn a_search_arrives_whatever_positions_weigh() {
    let truth = [("fv_shoulder", 0.4), ("fv_elbow", 0.25)];
    for weight in [1e-3, 1.0, 1e3] {
        swing(&truth, weight, |task| {
            let from = Point {
                parameters: vec![0.3, 0.35],
                states: task.stretches.iter().map(|s| s.start.clone()).collect(),
            };
            let found = search(&task, from, Effort::far(60, true), &mut |_, _| {});
            let found = found.expect("motions").point.parameters;
            assert!(
                (found[0] - 0.4).abs() < 1e-5 && (found[1] - 0.25).abs() < 1e-5,
                "{weight}: {found:?}"
            );
        });
    }
}

/// Steps are short at first, and promise little: next to what there is to gain they do not count as nothing.
#[test]
fn a_search_that_begins_with_short_steps_arrives() {
    swing(&[("fv_shoulder", 0.4), ("fv_elbow", 0.25)], 1e-3, |task| {
        let from = Point {
            parameters: vec![0.3, 0.35],
            states: task.stretches.iter().map(|s| s.start.clone()).collect(),
        };
        let effort = Effort {
            fall: 0.0,
            damping: 1e4,
            ..Effort::far(60, true)
        };
        let found = search(&task, from, effort, &mut |_, _| {});
        let found = found.expect("motions").point.parameters;
        assert!(
            (found[0] - 0.4).abs() < 1e-5 && (found[1] - 0.25).abs() < 1e-5,
            "{found:?}"
        );
    });
}

#[test]
fn a_search_begins_within_the_bounds() {
    swing(&[("fv_shoulder", 0.4), ("fv_elbow", 0.25)], 1.0, |task| {
        let mut all = task.free.to_vec();
        all[0].bounds = [0.1, 0.5];
        all[1].bounds = [0.2, 0.6];
        let task = Task { free: &all, ..task };
        for (from, wanted) in [([0.7, 0.3], [0.5, 0.3]), ([0.3, 0.1], [0.3, 0.2])] {
            let from = Point {
                parameters: from.to_vec(),
                states: vec![start()],
            };
            let found = search(&task, from, Effort::far(0, true), &mut |_, _| {});
            let found = found.expect("a motion");
            assert_eq!(found.point.parameters, wanted);
            assert_eq!(found.iterates[0].values, wanted);
        }
    });
}

/// A hair below a bound, the best value a little above it: of the step hardly anything is left, so that it gains next to nothing of
/// the little that it promises.
#[test]
fn a_search_whose_steps_gain_and_promise_nothing_has_converged() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let mut all: Vec<Free> = free(&machine, &["fv_elbow".to_owned()]).expect("a name");
    // However small a fall of the cost, it counts.
    let effort = Effort {
        fall: 0.0,
        ..Effort::far(60, true)
    };
    let searched = |all: &[Free], from: f64| {
        with_task(&machine, all, &[swinging(21)], 0.2, |mut task| {
            task.has_states = false;
            let from = Point {
                parameters: vec![from],
                states: task.stretches.iter().map(|s| s.start.clone()).collect(),
            };
            search(&task, from, effort, &mut |_, _| {}).expect("motions")
        })
    };
    let best = searched(&all, 0.3).point.parameters[0];
    let bound = best * (1.0 - 1e-4);
    all[0].bounds = [f64::NEG_INFINITY, bound];
    let from = bound - 2.0 * STILL * best;
    let found = searched(&all, from);
    assert_eq!((found.ending, found.iterates.len()), (Ending::Converged, 1));
    assert_eq!(found.point.parameters, [from]);
}

/// From what a motion was made with there is nowhere to go; from elsewhere a search that is out of iterations has not arrived, but gives
/// the best that it found.
#[test]
fn a_search_says_whether_it_has_arrived() {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut truth = machine.with_friction(&[FrictionLaw::Viscous]);
    let all: Vec<Free> = free(&truth, &["fv_elbow".to_owned()]).expect("a name");
    all[0].set(&mut truth, 0.25);
    let experiments = [simulated(&truth, 21)];
    let searched = |first: f64, iterations: usize| {
        with_task(&truth, &all, &experiments, f64::INFINITY, |mut task| {
            task.has_states = false;
            let from = Point {
                parameters: vec![first],
                states: vec![start()],
            };
            let mut heard = Vec::new();
            let mut hear = |iteration, cost| heard.push((iteration, cost));
            let effort = Effort::far(iterations, true);
            let found = search(&task, from, effort, &mut hear).expect("motions");
            let costs: Vec<f64> = found.iterates.iter().map(|i| i.cost).collect();
            // Each iteration is told with the cost that it begins with.
            let told = costs.iter().copied().enumerate().take(heard.len());
            assert_eq!(heard, told.collect::<Vec<_>>());
            assert_eq!(found.iterates[0].values, [first]);
            (found.ending, found.point.parameters[0], costs)
        })
    };
    assert_eq!(searched(0.25, 60), (Ending::Converged, 0.25, vec![0.0]));
    let (ending, value, costs) = searched(0.4, 0);
    assert_eq!((ending, value, costs.len()), (Ending::Iterations, 0.4, 1));
    let (ending, value, costs) = searched(0.4, 1);
    assert_eq!((ending, costs.len()), (Ending::Iterations, 2));
    assert!((value - 0.25).abs() < 0.15 && costs[1] < 0.25 * costs[0]);
    let (ending, value, costs) = searched(0.4, 60);
    assert_eq!(ending, Ending::Converged);
    assert!((value - 0.25).abs() < 1e-6 && (3..20).contains(&costs.len()));
}

/// Nielsen's rule (Madsen, Nielsen and Tingleff, *Methods for non-linear least squares problems*, 2004, section 3.2): a step
/// that is taken changes the damping by `1 - (2 ρ - 1)³`, here between 0.1 and 1; steps that are not taken multiply it by 2, by 4,
/// by 8 and so on, from 2 anew after one that was. The step of one parameter is `-g / (h (1 + damping))`: values tell it.
///
/// Motion is by the inverse of an inertia, so that from thirty times the inertia steps lead far below 0, where there is no motion.
#[test]
fn damping_grows_from_two_anew_after_each_step_that_is_taken() {
    swing(&[("Lyy_upper", 0.45)], 1.0, |mut task| {
        task.has_states = false;
        let at = |inertia: f64| Point {
            parameters: vec![inertia],
            states: vec![start()],
        };
        let block = |inertia: f64| -> Block {
            let blocks = task.evaluate(&at(inertia), true);
            blocks.expect("a motion").remove(0)
        };
        let found = search(&task, at(13.5), Effort::far(5, true), &mut |_, _| {});
        let found = found.expect("motions");
        let values = found.iterates.iter().map(|iterate| iterate.values[0]);
        let points: Vec<(f64, Block)> = values.map(|x| (x, block(x))).collect();
        let (mut damping, mut refused) = (DAMPING, Vec::new());
        for pair in points.windows(2) {
            let ((from, here), (to, there)) = (&pair[0], &pair[1]);
            let (slope, curvature, change) = (here.g[0], here.h[(0, 0)], to - from);
            let taken = -slope / (curvature * change) - 1.0;
            // After so many refusals it has doubled 1 + 2 + ... times.
            let grown = |refusals: i32| 2f64.powi(refusals * (refusals + 1) / 2);
            let is_by = |refusals: &i32| (taken / (damping * grown(*refusals)) - 1.0).abs() < 1e-6;
            let Some(refusals) = (0..8).find(is_by) else {
                panic!("{taken} follows {damping} by no number of refusals")
            };
            refused.push(refusals);
            let promised = -slope * change - 0.5 * curvature * change * change;
            let gain = (here.cost - there.cost) / promised;
            damping = taken * (1.0 - (2.0 * gain - 1.0).powi(3)).clamp(0.1, 1.0);
        }
        // Of two iterations steps are refused, each because there is no motion.
        assert!(refused[0] > 1 && refused[1] > 0, "{refused:?}");
        assert_eq!(
            usize::try_from(refused.iter().sum::<i32>()),
            Ok(found.stops)
        );
        // Of the last it is said when, why and where.
        let last = found.last_stop.as_deref().expect("a motion that ended");
        assert!(last.starts_with("at ") && last.ends_with("])"), "{last}");
    });
}

#[test]
fn a_motion_may_take_twenty_times_what_another_took() {
    let of = |evaluations: [usize; 2]| {
        let block = |evaluations: usize| {
            let mut block = Block::new(0, 0, 1);
            block.evaluations = evaluations;
            block
        };
        most_steps(&evaluations.map(block))
    };
    assert_eq!(of([5000, 70]), 100_000);
    assert_eq!([of([999, 70]), of([0, 0]), of([3, 1000])], [20_000; 3]);
}

/// Those of where it begins, of its only trial, and of where that leads, where derivatives are wanted again.
#[test]
fn every_evaluation_of_a_search_counts() {
    swing(&[("fv_shoulder", 0.4), ("fv_elbow", 0.25)], 1.0, |task| {
        let from = Point {
            parameters: vec![0.39, 0.26],
            states: vec![start()],
        };
        let of = |point: &Point, with_derivatives: bool| {
            evaluations(&task.evaluate(point, with_derivatives).expect("a motion"))
        };
        let found = search(&task, from.clone(), Effort::near(0, true), &mut |_, _| {});
        assert_eq!(found.expect("a motion").evaluations, of(&from, true));
        let found = search(&task, from.clone(), Effort::near(1, true), &mut |_, _| {});
        let found = found.expect("motions");
        assert_eq!((found.iterations, found.stops), (1, 0));
        let (trial, after) = (of(&found.point, false), of(&found.point, true));
        assert!(trial > 0 && after > 0);
        assert_eq!(found.evaluations, of(&from, true) + trial + after);
    });
}

/// Weights that are no numbers give no step, however much it is damped.
#[test]
fn a_search_without_any_step_is_stuck_where_it_began() {
    swing(&[("fv_shoulder", 0.4)], f64::NAN, |task| {
        let from = Point {
            parameters: vec![0.3],
            states: vec![start()],
        };
        let found = search(&task, from.clone(), Effort::far(5, true), &mut |_, _| {});
        let found = found.expect("a motion");
        assert_eq!((found.ending, found.iterations), (Ending::Stuck, 0));
        assert_eq!(found.point, from);
    });
}
