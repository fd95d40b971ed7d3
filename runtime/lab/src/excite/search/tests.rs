//! Starts of a search within the limits, and the way from what exceeds something to what does not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{
    EvaluationError, Follower, Inputs, Joint, JointKind, Model, Quantity, Robot, Side, Traced,
};

use super::super::augmented::Augmented;
use super::super::basis::Basis;
use super::super::bounds::Bounds;
use super::super::design::design;
use super::super::drawn::{drawn_in, worst_of};
use super::super::error::ExciteError;
use super::super::feasible::{centre, check};
use super::super::found::{Found, Known};
use super::super::information::Information;
use super::super::kept::{Constraint, Kept};
use super::super::limits::{JointLimits, Limits};
use super::super::optimiser::{Optimum, Settings};
use super::super::plan::{Effort, Plan, Searched};
use super::super::space::{Ends, Moving, Space};
use super::super::{Criterion, Equations, Scale};
use super::{Course, Search};
use crate::random::Random;

/// Questions whether to stop that are enough for any search of tests.
const MOST: usize = 3000;

/// What a search has, made of a plan.
struct Made {
    plan: Plan,
    space: Space,
    bounds: Bounds,
    centre: Vec<f64>,
}

impl Made {
    fn of(change: impl Fn(&mut Plan)) -> Self {
        let model = double_pendulum::ROBOT.model();
        let mut plan = Plan {
            basis: Basis::Fourier {
                period: 3.0,
                harmonics: 2,
            },
            limits: Limits::of(model),
            ends: Ends::default(),
            moving: Moving::All,
            equations: Equations::default(),
            criterion: Criterion::LogDeterminant,
            samples: 12,
            prior: None,
            kept: Vec::new(),
            margin: 0.0,
            first: None,
        };
        change(&mut plan);
        let space =
            Space::of(&plan.basis, &plan.limits, &plan.ends, &plan.moving).expect("motions");
        let bounds = Bounds::of(&space, &plan.limits, 40);
        let centre = centre(model, &plan, &space, &bounds).expect("a centre");
        Self {
            plan,
            space,
            bounds,
            centre,
        }
    }

    fn search(&self) -> Search<'_> {
        Search {
            model: double_pendulum::ROBOT.model(),
            plan: &self.plan,
            space: &self.space,
            bounds: &self.bounds,
            centre: &self.centre,
        }
    }

    fn objective<'s>(&'s self, kept: &[Constraint]) -> Augmented<'s> {
        let robot = &double_pendulum::ROBOT;
        let Plan {
            equations,
            criterion,
            samples,
            ..
        } = &self.plan;
        let information = Information::of(robot, &self.space, equations, criterion, *samples, None);
        let kept = kept
            .iter()
            .map(|kept| Kept::of(robot, &self.space, kept, 30).expect("a constraint"));
        Augmented::of(information.expect("information"), kept.collect())
    }
}

/// Where a motion outside begins, on the way from the centre, is where the limits end.
#[test]
fn a_motion_outside_is_drawn_in_to_a_share_of_the_way() {
    let made = Made::of(|_| ());
    let search = made.search();
    let mut random = Random::new(2);
    let way: Vec<f64> = (0..10).map(|_| random.normal()).collect();
    let end = made.bounds.reach(&made.centre, &way, 1e3);
    let at = |share: f64| -> Vec<f64> {
        made.centre
            .iter()
            .zip(&way)
            .map(|(c, w)| c + share * w)
            .collect()
    };
    for (from, share, wanted) in [
        (5.0, 0.8, 0.8),
        (5.0, 0.98, 0.98),
        (0.5, 0.98, 0.5),
        (0.97, 0.8, 0.8),
    ] {
        let found = search.inside(&made.bounds, &at(from * end), share);
        for (found, wanted) in found.iter().zip(at(wanted * end)) {
            assert!(
                (found - wanted).abs() < 1e-9,
                "{from} {share}: {found} {wanted}"
            );
        }
    }
}

#[test]
fn starts_are_random_at_first_and_then_near_the_best() {
    let made = Made::of(|_| ());
    let search = made.search();
    let pools = [1.0, 2.0].map(|seed: f64| {
        let z: Vec<f64> = (0..10)
            .map(|k| 0.02 * seed * (k as f64 + seed).sin())
            .collect();
        vec![z]
    });
    let start = |k: usize, pool: usize, seed: u64| search.start(k, &pools[pool], seed);
    for k in [0, 15, 16, 17, 18, 19, 20, 23] {
        let z = start(k, 0, 7);
        assert!(made.bounds.room(&z) > 0.0, "start {k} is inside");
        assert_eq!(z, start(k, 0, 7), "the same again");
        assert_ne!(z, start(k, 0, 8));
        // The first 16 and every fourth know nothing of the best.
        let is_random = k < 16 || k.is_multiple_of(4);
        assert_eq!(z == start(k, 1, 7), is_random, "start {k}");
        assert_eq!(z == search.start(k, &[], 7), is_random, "start {k}");
    }
    assert_ne!(start(0, 0, 7), start(1, 0, 7));
    // What is asked for is the first, and only the first.
    let asked = vec![
        vec![0.3, 0.1, -0.2, 0.05, 0.0],
        vec![-0.4, 0.0, 0.1, 0.0, 0.2],
    ];
    let first = Made::of(|plan| plan.first = Some(asked.clone()));
    let found = first.space.coefficients(&first.search().start(0, &[], 7));
    for (found, asked) in found.iter().flatten().zip(asked.iter().flatten()) {
        assert!((found - asked).abs() < 1e-9, "{found} {asked}");
    }
    assert_eq!(first.search().start(1, &[], 7), start(1, 0, 7));
}

/// Of two the second is changed less often than the first: by the square of a random number, in 29 of a hundred.
#[test]
fn the_better_of_the_best_is_changed_more_often() {
    let made = Made::of(|_| ());
    let search = made.search();
    let [a, b, c] = [1.0, 2.0, 3.0].map(|seed: f64| -> Vec<f64> {
        (0..10)
            .map(|k| 0.02 * seed * (k as f64 + seed).sin())
            .collect()
    });
    let pools = [[a.clone(), b], [a, c]];
    let later: Vec<usize> = (17..65usize).filter(|k| !k.is_multiple_of(4)).collect();
    let of_second = later
        .iter()
        .filter(|k| search.start(**k, &pools[0], 7) != search.start(**k, &pools[1], 7))
        .count();
    assert!(
        0 < of_second && 3 * of_second < later.len(),
        "{of_second} of {}",
        later.len()
    );
}

/// Only the elbow moves: each later start has another motion of it than the one it begins with.
#[test]
fn a_joint_that_is_held_is_never_the_one_that_is_changed() {
    let made = Made::of(|plan| plan.moving = Moving::Some(vec![false, true], vec![0.0; 2]));
    let search = made.search();
    let pool = [vec![0.01, -0.02, 0.03, 0.015, -0.01]];
    let begun = search.inside(&made.bounds, &pool[0], 0.95);
    for k in (17..57usize).filter(|k| !k.is_multiple_of(4)) {
        let z = search.start(k, &pool, 7);
        assert!(z.len() == 5 && z != begun, "start {k}");
    }
}

#[test]
fn a_joint_is_changed_by_itself() {
    let made = Made::of(|_| ());
    let search = made.search();
    let joint = &made.bounds.0[1];
    let mut random = Random::new(4);
    let old: Vec<f64> = (0..10).map(|k| 0.02 * (k as f64).cos()).collect();
    for share in [1.0, 0.6] {
        let mut z = old.clone();
        search.draw(joint, &mut z, share, &mut Random::new(5));
        assert_eq!(z[..5], old[..5]);
        assert!(z[5..].iter().zip(&old[5..]).all(|(a, b)| a != b));
        assert!(made.bounds.room(&z) > 0.0);
        // Of all drawn anew nothing of the old one is left.
        let mut other: Vec<f64> = old.iter().map(|x| -0.5 * x).collect();
        search.draw(joint, &mut other, share, &mut Random::new(5));
        let same = z[5..]
            .iter()
            .zip(&other[5..])
            .all(|(a, b)| (a - b).abs() < 1e-12);
        assert_eq!(same, share == 1.0, "{share}");
        // 0.3 to 0.95 of the way to its limits.
        let from: Vec<f64> = (0..10)
            .map(|k| {
                if k < 5 {
                    old[k]
                } else {
                    old[k] + share * (made.centre[k] - old[k])
                }
            })
            .collect();
        let way: Vec<f64> = z.iter().zip(&from).map(|(a, b)| a - b).collect();
        let gone = joint.reach(&from, &way, 1e3).recip();
        assert!((0.3..=0.95).contains(&gone), "{gone}");
    }
    for _ in 0..10 {
        let mut z = old.clone();
        search.kick(joint, &mut z, 0.4, &mut random);
        assert_eq!(z[..5], old[..5]);
        let way: Vec<f64> = z.iter().zip(&old).map(|(a, b)| a - b).collect();
        let gone = joint.reach(&old, &way, 1e6).recip();
        // 0.4 of the way at most.
        assert!(gone > 0.0 && gone < 0.4 + 1e-9, "{gone}");
    }
}

/// Each number goes to that of the centre which is its own, and from there in the direction that is drawn.
#[test]
fn what_is_drawn_anew_begins_at_the_centre() {
    let mut made = Made::of(|_| ());
    made.centre = (0..10).map(|k| 0.01 * k as f64).collect();
    let search = made.search();
    let joint = &made.bounds.0[1];
    let old: Vec<f64> = (0..10).map(|k| 0.02 * (k as f64).cos()).collect();
    for share in [1.0, 0.6] {
        let mut z = old.clone();
        search.draw(joint, &mut z, share, &mut Random::new(5));
        let mut from = old.clone();
        let pairs = from.iter_mut().zip(&made.centre).skip(5);
        pairs.for_each(|(x, centre)| *x += share * (centre - *x));
        let mut random = Random::new(5);
        let mut way = vec![0.0; 10];
        way[5..].iter_mut().for_each(|x| *x = random.normal());
        let reach = (0.3 + 0.65 * random.uniform()) * joint.reach(&from, &way, 10.0);
        for ((z, from), way) in z.iter().zip(&from).zip(&way) {
            let wanted = from + reach * way;
            assert!((z - wanted).abs() < 1e-9, "{share}: {z} {wanted}");
        }
    }
}

fn settings() -> Settings {
    Settings {
        iterations: 60,
        barrier: [0.3, 1e-3],
        progress: 1e-3,
        cutoff: f64::INFINITY,
    }
}

#[test]
fn a_figure_with_corners_is_approached_by_smooth_ones() {
    let corners = Criterion::Condition(Scale::Columns);
    let made = Made::of(|plan| plan.criterion = corners.clone());
    let search = made.search();
    let mut objective = made.objective(&[]);
    let known = Known {
        cutoff: f64::INFINITY,
        ..Known::default()
    };
    let (start, found) = search.from(3, &known, 7, &mut objective, &|| false);
    let found = found.expect("an optimum");
    let begun = search.start(3, &[], 7);
    assert_eq!(start, corners.figure(&objective.information.matrix(&begun)));
    // Four smooth figures, each nearer to the number itself from above.
    assert_eq!(found.way.len(), 4);
    assert_eq!(
        (found.value, objective.information.sharpness),
        (found.way[3], 80.0)
    );
    let figure = corners
        .figure(&objective.information.matrix(&found.z))
        .expect("regular");
    assert!(figure < start.expect("regular"));
    assert!(
        found.value >= figure.ln() && found.value < figure.ln() + 0.05,
        "{} {figure}",
        found.value
    );
    // What is worse than the others on the way is given up; as good as they is not.
    let course = |way: &'static [f64]| Course {
        settings: settings(),
        sharpness: &[2.0, 6.0],
        way,
    };
    let mut run = |way: &'static [f64]| {
        search.optimise(&mut objective, &made.bounds, &begun, course(way), &|| false)
    };
    assert!(run(&[-1.0]).is_none());
    assert!(run(&[1e3, -1.0]).is_none());
    assert_eq!(run(&[1e3, 1e3]).expect("an optimum").way.len(), 2);
    // Nothing is where something is kept besides: what exceeds it counts in its values.
    let mut kept = made.objective(&[Constraint::MotorVelocity(vec![1e6; 2])]);
    let found = search.optimise(&mut kept, &made.bounds, &begun, course(&[-1.0]), &|| true);
    assert_eq!(found.expect("the start").z, begun);
    assert!(!Criterion::LogDeterminant.has_corners() && corners.has_corners());
    assert!(Criterion::SmallestSingularValue(Scale::Unscaled).has_corners());
    assert!(!Criterion::Frobenius(Scale::Unscaled).has_corners());
}

/// The value of a motion that exceeds what is kept is its figure and 1000 times the excess; one that keeps it has its figure alone.
#[test]
fn what_exceeds_is_no_good() {
    let made = Made::of(|_| ());
    let search = made.search();
    let start = search.start(2, &[], 7);
    let course = || Course {
        settings: settings(),
        sharpness: &[2.0],
        way: &[],
    };
    // Velocities of joints within 2.5: kept.
    let mut objective = made.objective(&[Constraint::MotorVelocity(vec![2.5; 2])]);
    let found = search.optimise(&mut objective, &made.bounds, &start, course(), &|| false);
    let found = found.expect("an optimum");
    let figure = -made
        .plan
        .criterion
        .figure(&objective.information.matrix(&found.z))
        .expect("regular");
    let worst = objective.kept[0].worst(&found.z).excess;
    assert!(worst < 2e-3, "{worst}");
    assert!(
        (found.value - figure - 1e3 * worst.max(0.0)).abs() < 1e-6,
        "{} {figure}",
        found.value
    );
    // Stopped at once it is where it began, exceeding.
    let stopped = search.optimise(&mut objective, &made.bounds, &start, course(), &|| true);
    let stopped = stopped.expect("the start");
    assert_eq!(stopped.z, start);
    let worst = objective.kept[0].worst(&start).excess;
    let figure = -made
        .plan
        .criterion
        .figure(&objective.information.matrix(&start))
        .expect("regular");
    assert!(
        worst > 0.1 && (stopped.value - figure - 1e3 * worst).abs() < 1e-6,
        "{worst}"
    );
}

/// The optimum without it is one with it.
#[test]
fn what_no_motion_exceeds_changes_none() {
    let made = Made::of(|_| ());
    let search = made.search();
    let start = search.start(2, &[], 7);
    let found = |kept: &[Constraint]| {
        let course = Course {
            settings: settings(),
            sharpness: &[2.0],
            way: &[],
        };
        let mut objective = made.objective(kept);
        let found = search.optimise(&mut objective, &made.bounds, &start, course, &|| false);
        found.expect("an optimum")
    };
    let (free, kept) = (
        found(&[]),
        found(&[Constraint::MotorVelocity(vec![1e6; 2])]),
    );
    assert_eq!(kept.z, free.z);
    assert!((kept.value - free.value).abs() < 1e-9, "{}", kept.value);
    assert_ne!(kept.z, start);
}

/// Velocities are in proportion to the way from a centre at rest: all may be used but a thousandth.
#[test]
fn a_motion_that_exceeds_something_is_drawn_in_until_it_does_not() {
    let made = Made::of(|_| ());
    let search = made.search();
    let start = search.start(2, &[], 7);
    let mut finely = made
        .objective(&[Constraint::MotorVelocity(vec![1.0; 2])])
        .kept;
    let fastest = finely[0].worst_between(&start).excess + 1.0;
    assert!(fastest > 1.1);
    // The excess counts with what may happen between times.
    let worst = worst_of(&mut finely, &start).expect("one");
    assert!((worst.excess - (fastest - 1.0 + 1e-3)).abs() < 1e-12);
    let (z, found) = drawn_in(start.clone(), &made.centre, worst, &mut finely);
    let share = (1.0 - 1e-3) / fastest;
    for ((z, start), centre) in z.iter().zip(&start).zip(&made.centre) {
        assert!(
            (z - (centre + share * (start - centre))).abs() < 2e-6,
            "{z}"
        );
    }
    assert!(found.expect("one").excess <= 0.0);
    // Where the centre exceeds it, too, it stays as it is.
    let geometry = super::super::geometry::Geometry::read(
        "capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.1}]\nfloor: 0.5\n",
    );
    let mut floor = made
        .objective(&[Constraint::Clear(geometry.expect("a geometry"))])
        .kept;
    let worst = worst_of(&mut floor, &start).expect("one");
    let (z, same) = drawn_in(start.clone(), &made.centre, worst.clone(), &mut floor);
    assert_eq!((z, same), (start.clone(), Some(worst)));
    // Of several the worst counts.
    finely.append(&mut floor);
    let all = worst_of(&mut finely, &start).expect("one");
    assert_eq!(all.name, "upper and the floor");
    assert!(worst_of(&mut [], &start).is_none());
}

/// Velocities are in proportion to the way from a centre at rest: the figure is that of a start that is slower.
#[test]
fn the_figure_of_a_start_is_that_of_one_that_keeps_everything() {
    let made = Made::of(|_| ());
    let search = made.search();
    let known = Known {
        cutoff: f64::INFINITY,
        ..Known::default()
    };
    let figure = |kept: &Constraint| {
        let mut objective = made.objective(std::slice::from_ref(kept));
        search.from(2, &known, 7, &mut objective, &|| true).0
    };
    let start = search.start(2, &[], 7);
    let slow = Constraint::MotorVelocity(vec![1.0; 2]);
    let mut objective = made.objective(std::slice::from_ref(&slow));
    let fastest = objective.kept[0].worst_between(&start).excess + 1.0;
    let share = (1.0 - 1e-3) / fastest;
    let places = start.iter().zip(&made.centre);
    let slower: Vec<f64> = places.map(|(z, c)| c + share * (z - c)).collect();
    let mut of = |z: &[f64]| {
        let matrix = objective.information.matrix(z);
        made.plan.criterion.figure(&matrix).expect("regular")
    };
    let (wanted, free) = (of(&slower), of(&start));
    let found = figure(&slow).expect("regular");
    assert!((found - wanted).abs() < 1e-3, "{found} {wanted}");
    assert!(found < free - 0.1, "{found} {free}");
    // What keeps everything by itself stays.
    assert_eq!(figure(&Constraint::MotorVelocity(vec![1e6; 2])), Some(free));
    // Where the centre exceeds something, too, there is none.
    let geometry = super::super::geometry::Geometry::read(
        "capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.1}]\nfloor: 0.5\n",
    );
    let floor = Constraint::Clear(geometry.expect("a geometry"));
    assert_eq!(figure(&floor), None);
}

/// Two motions that a search found: the better at the end is given, with what all starts came to in their order.
#[test]
fn the_best_at_the_end_is_given() {
    for criterion in [
        Criterion::LogDeterminant,
        Criterion::Frobenius(Scale::Unscaled),
    ] {
        let made = Made::of(|plan| plan.criterion = criterion.clone());
        let search = made.search();
        let known = Known {
            cutoff: f64::INFINITY,
            ..Known::default()
        };
        let mut found = Found::default();
        let mut objective = made.objective(&[]);
        let mut alone = Vec::new();
        for k in [1, 0] {
            let optimum = search.from(k, &known, 7, &mut objective, &|| false);
            let mut one = Found::default();
            one.add(k, optimum.clone());
            alone.push(one);
            found.add(k, optimum);
        }
        let alone: Vec<f64> = alone
            .into_iter()
            .map(|one| search.finish(one, objective.clone(), Vec::new(), &|| false))
            .map(|designed| designed.expect("a motion").figure)
            .collect();
        let (start, optima) = (found.start, found.optima.clone());
        let designed = search
            .finish(found, objective.clone(), Vec::new(), &|| false)
            .expect("a motion");
        assert_eq!((designed.start, designed.starts), (start, 2));
        assert_eq!(designed.optima, [optima[1].1, optima[0].1]);
        let (low, high) = (alone[0].min(alone[1]), alone[0].max(alone[1]));
        let (better, worse) = match criterion.is_to_be_large() {
            true => (high, low),
            false => (low, high),
        };
        let off = (designed.figure - better).abs();
        assert!(
            off < 0.1 * (worse - better).abs(),
            "{} of {alone:?}",
            designed.figure
        );
        let z = made.space.nearest(&designed.motion.coefficients);
        let own = criterion
            .figure(&objective.information.matrix(&z))
            .expect("regular");
        assert!((designed.figure - own).abs() < 1e-6 * own.abs());
        let of = |k: usize| {
            let z = search.start(k, &[], 7);
            criterion
                .figure(&objective.clone().information.matrix(&z))
                .expect("regular")
        };
        for first in [of(0), of(1)] {
            assert_eq!(designed.figure > first, criterion.is_to_be_large());
        }
        let best = optima
            .iter()
            .map(|(_, value)| *value)
            .fold(f64::INFINITY, f64::min);
        let value = match criterion {
            Criterion::LogDeterminant => -designed.figure,
            _ => designed.figure.ln(),
        };
        assert!((value - best).abs() < 0.2, "{value} {best}");
        assert!(Bounds::of(&made.space, &made.plan.limits, 700).room(&z) > 0.0);
        assert_eq!(designed.motion.duration, 3.0);
    }
}

#[test]
fn what_cannot_be_kept_is_told_with_the_nearest_and_no_start_is_too() {
    let made = Made::of(|plan| {
        plan.basis = Basis::Fourier {
            period: 3.0,
            harmonics: 1,
        };
        plan.moving = Moving::Some(vec![false, true], vec![0.0; 2]);
        plan.equations.columns = vec![2];
    });
    let search = made.search();
    let objective = made.objective(&[]);
    let none = search.finish(Found::default(), objective.clone(), Vec::new(), &|| true);
    assert_eq!(
        none.expect_err("no start").to_string(),
        "no start had a regular information matrix: 1 base parameters from 12 samples; not determined: Lyy_upper; \
         give more samples or a longer motion, let more joints move, use more torques, or leave friction out of what is looked \
         for"
    );
    // The floor is half a metre above a shoulder that lies, held, with a radius of 0.1 m: six decimetres, and a thousandth for what
    // is between times; or 5 cm below it. Nothing shows the shoulder's inertia, so that nothing is searched.
    for (floor, excess) in [("0.5", "6.001"), ("-0.05", "0.501")] {
        let text = format!(
            "capsules: [{{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.1}}]\nfloor: {floor}\n"
        );
        let geometry = super::super::geometry::Geometry::read(&text).expect("a geometry");
        let constraint = [Constraint::Clear(geometry)];
        let objective = made.objective(&constraint);
        let mut found = Found::default();
        let begun = Optimum {
            z: made.centre.clone(),
            value: 1.0,
            way: Vec::new(),
        };
        found.add(0, (None, Some(begun)));
        let finely = made.objective(&constraint).kept;
        let said = format!(
            "exceeded by {excess} (a share of the limit, or dm) at 0.000 s; the posture that motions are drawn towards exceeds \
             something, too: give one to start from that does not, or ranges with such a middle"
        );
        match search.finish(found, objective, finely, &|| false) {
            Err(ExciteError::NotKept { what, nearest }) => {
                assert_eq!((what.as_str(), nearest), ("upper and the floor", said));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A motion far outside, of a search that is stopped at once: 0.9999 of what limits at a thousand times allow, between which two
/// harmonics rise by 2e-5 of their size at most; or at ten times as many as there are samples, where these are more.
#[test]
fn what_is_stopped_is_brought_inside_at_a_thousand_times() {
    for (samples, points) in [(12, 1000), (137, 1370)] {
        let made = Made::of(|plan| plan.samples = samples);
        let search = made.search();
        let start = search.start(2, &[], 7);
        let far: Vec<f64> = start.iter().map(|x| 5.0 * x).collect();
        let mut found = Found::default();
        let begun = Optimum {
            z: far.clone(),
            value: 1.0,
            way: Vec::new(),
        };
        found.add(0, (None, Some(begun)));
        let designed = search.finish(found, made.objective(&[]), Vec::new(), &|| true);
        let designed = designed.expect("a motion");
        let fine = Bounds::of(&made.space, &made.plan.limits, points);
        let wanted = made.space.coefficients(&search.inside(&fine, &far, 0.9999));
        let pairs = designed.motion.coefficients.iter().flatten();
        for (found, wanted) in pairs.zip(wanted.iter().flatten()) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
    }
}

/// A shoulder that begins 0.01 rad from its highest position, and turns round there halfway between two of the 10 003 times that are looked at
/// last.
#[test]
fn a_limit_is_kept_between_times_however_near_a_motion_begins() {
    let made = Made::of(|plan| plan.ends.start = Some(vec![2.99, 0.1]));
    let (turns, beyond) = (143.5 * 3.0 / 10_003.0, 0.010_1);
    let (sine, cosine) = (std::f64::consts::TAU * turns / 3.0).sin_cos();
    let size = beyond / (1.0 - cosine);
    let shoulder = vec![2.99 + beyond - size, size * sine, size * cosine, 0.0, 0.0];
    let begun = Optimum {
        z: made
            .space
            .nearest(&[shoulder, vec![-0.2, 0.5, 0.3, 0.2, 0.0]]),
        value: 1.0,
        way: Vec::new(),
    };
    let mut found = Found::default();
    found.add(0, (None, Some(begun)));
    let search = made.search();
    let designed = search.finish(found, made.objective(&[]), Vec::new(), &|| true);
    let motion = designed.expect("a motion").motion;
    let beside = (-1000..=1000).map(|k| motion.state(turns + 1e-4 * f64::from(k))[0][0]);
    let highest = beside.fold(0.0, f64::max);
    assert!(2.9999 < highest && highest <= 3.0, "{highest}");
}

/// A ball of 0.1 m at the elbow's end, half a metre below the floor while the elbow is straight, swings 0.3 m times a half or a fifth
/// further down. What is nearest does not depend on which was found first.
#[test]
fn of_all_that_exceed_the_nearest_is_told() {
    let made = Made::of(|plan| {
        plan.basis = Basis::Fourier {
            period: 3.0,
            harmonics: 1,
        };
        plan.limits.joints[1].position = [-1.0, 1.0];
        plan.moving = Moving::Some(vec![false, true], vec![0.0; 2]);
        plan.equations.columns = vec![2];
    });
    let text =
        "capsules: [{body: lower, from: [0.3, 0, 0], to: [0.3, 0, 0], radius: 0.1}]\nfloor: 0.5\n";
    let geometry = super::super::geometry::Geometry::read(text).expect("a geometry");
    let constraint = [Constraint::Clear(geometry)];
    for shares in [[0.5f64, 0.2], [0.2, 0.5]] {
        let mut found = Found::default();
        for (k, share) in shares.into_iter().enumerate() {
            let swing = vec![0.0, share.asin(), 0.0];
            let optimum = Optimum {
                z: made.space.nearest(&[vec![0.0; 3], swing]),
                value: k as f64,
                way: Vec::new(),
            };
            found.add(k, (None, Some(optimum)));
        }
        let objective = made.objective(&constraint);
        let finely = made.objective(&constraint).kept;
        match made.search().finish(found, objective, finely, &|| false) {
            Err(ExciteError::NotKept { nearest, .. }) => {
                assert!(nearest.starts_with("exceeded by 6.60"), "{nearest}");
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Where a better one came after it was asked, and where a worse one did.
#[test]
fn the_figure_that_is_shown_is_that_of_the_best_so_far() {
    let made = Made::of(|_| ());
    let mut information = made.objective(&[]).information;
    let criterion = &made.plan.criterion;
    let mut found = Found::default();
    assert_eq!(found.figure(criterion, &mut information), None);
    let places: Vec<Vec<f64>> = (0..3).map(|k| made.search().start(k, &[], 7)).collect();
    let figures: Vec<Option<f64>> = places
        .iter()
        .map(|z| criterion.figure(&information.matrix(z)))
        .collect();
    assert!(figures[0].is_some() && figures[1].is_some() && figures[0] != figures[1]);
    for (k, value, best) in [(0, -1.0, 0), (1, -3.0, 1), (2, -2.0, 1)] {
        let optimum = Optimum {
            z: places[k].clone(),
            value,
            way: Vec::new(),
        };
        found.add(k, (None, Some(optimum)));
        for _ in 0..2 {
            let shown = found.figure(criterion, &mut information);
            assert_eq!(shown, figures[best], "{k}");
        }
    }
}

/// Nobody has to stop it: of one number that is sought by a single harmonic.
#[test]
fn a_search_without_a_budget_ends_after_its_starts() {
    let made = Made::of(|plan| {
        plan.basis = Basis::Fourier {
            period: 3.0,
            harmonics: 1,
        };
        plan.equations.columns = vec![0];
        plan.samples = 9;
    });
    for starts in [0, 1] {
        let effort = Effort {
            starts,
            budget: None,
            threads: 1,
            seed: 5,
        };
        let (begun, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
        // What is asked after the first start is counted, and ended at last.
        let stop = || match begun.load(Ordering::Relaxed) {
            false => false,
            true => asked.fetch_add(1, Ordering::Relaxed) > MOST,
        };
        let progress = |_: Searched| begun.store(true, Ordering::Relaxed);
        let robot = &double_pendulum::ROBOT;
        let found = design(robot, &made.plan, &effort, &stop, &progress).expect("a motion");
        assert_eq!((found.starts, found.optima.len()), (1, 1));
        let asked = asked.into_inner();
        assert!(asked < MOST, "{asked}");
    }
}

/// Three samples and five functions: starts are drawn within limits at eight times a function, 40.
#[test]
fn a_search_looks_at_limits_at_eight_times_a_function_at_least() {
    let made = Made::of(|plan| {
        plan.samples = 3;
        plan.equations.columns = vec![0];
    });
    let mut information = made.objective(&[]).information;
    for seed in [5, 6, 7] {
        let effort = Effort {
            starts: 1,
            budget: None,
            threads: 1,
            seed,
        };
        let robot = &double_pendulum::ROBOT;
        let found = design(robot, &made.plan, &effort, &|| true, &|_| ()).expect("a motion");
        let begun = information.matrix(&made.search().start(0, &[], seed));
        let wanted = made.plan.criterion.figure(&begun).expect("regular");
        let start = found.start.expect("regular");
        assert!((start - wanted).abs() < 1e-9, "{seed}: {start} {wanted}");
    }
}

/// The figure of a design is that of its motion at as many samples as were asked for; starts do not depend on who searches.
#[test]
fn a_design_is_judged_at_its_samples() {
    let robot = &double_pendulum::ROBOT;
    let made = Made::of(|plan| plan.samples = 9);
    let of_seed = |starts: usize, threads: usize, seed: u64| {
        let effort = Effort {
            starts,
            budget: None,
            threads,
            seed,
        };
        let heard = std::sync::Mutex::new(Vec::new());
        let progress = |searched: Searched| heard.lock().expect("heard").push(searched);
        let found = design(robot, &made.plan, &effort, &|| false, &progress).expect("a motion");
        (found, heard.into_inner().expect("heard"))
    };
    let of = |starts: usize, threads: usize| of_seed(starts, threads, 5);
    let (found, heard) = of(2, 1);
    let other = of_seed(2, 1, 6).0;
    assert!(found.start.is_some() && other.start.is_some());
    assert_ne!(found.start, other.start, "another seed starts elsewhere");
    let b = robot.model().base.len();
    let mut information = nalgebra::DMatrix::zeros(b, b);
    let mut y = vec![0.0; 2 * b];
    for k in 0..9 {
        let state = found.motion.state(3.0 * f64::from(k) / 9.0);
        let at = |order: usize| [state[0][order], state[1][order]];
        robot
            .base_regressor(&at(0), &at(1), &at(2), &mut y)
            .expect("a regressor");
        let rows = nalgebra::DMatrix::from_row_slice(2, b, &y);
        information += rows.tr_mul(&rows);
    }
    let wanted = information.determinant().ln();
    assert!(
        (found.figure - wanted).abs() < 1e-6 * wanted.abs(),
        "{} {wanted}",
        found.figure
    );
    assert_eq!((found.starts, found.optima.len(), heard.len()), (2, 2, 2));
    assert_eq!((heard[0].starts, heard[1].starts), (1, 2));
    assert!(
        (heard[0].share - 0.5).abs() < 1e-12 && (heard[1].share - 1.0).abs() < 1e-12,
        "{heard:?}"
    );
    // One start at least, and that is all of them.
    let (none, of_none) = of(0, 1);
    assert_eq!((none.starts, of_none.len(), of_none[0].share), (1, 1, 1.0));
    let best = found.optima.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(
        heard[1]
            .best
            .is_some_and(|figure| (figure + best).abs() < 1e-9),
        "{heard:?} {best}"
    );
    assert_eq!(of(2, 2).0, found);
    assert_eq!(of(0, 0).0.starts, 1, "one at least");
    let mut none = made.plan.clone();
    none.equations.columns = vec![99];
    let effort = Effort {
        starts: 1,
        budget: None,
        threads: 1,
        seed: 5,
    };
    let refused = design(robot, &none, &effort, &|| false, &|_| ()).expect_err("no column");
    assert_eq!(
        refused.to_string(),
        "nothing is to be found: the equations chosen have no base parameter"
    );
}

/// A double pendulum with followers.
struct Followed(Model);

impl Robot for Followed {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        double_pendulum::ROBOT.evaluate(quantity, inputs, out)
    }

    fn trace<'t>(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_, Traced<'t>>,
        out: &mut [Traced<'t>],
    ) -> Result<(), EvaluationError> {
        double_pendulum::ROBOT.trace(quantity, inputs, out)
    }
}

/// The search without it leaves them far.
#[test]
fn a_design_keeps_the_limits_of_a_joint_that_moves_with_several() {
    let plain = double_pendulum::ROBOT.model();
    static FOLLOWERS: [Follower; 1] = [Follower {
        joint: Joint {
            name: "parallel",
            kind: JointKind::Revolute,
            position: Some([-0.8, 1.2]),
            velocity: Some(2.0),
            acceleration: None,
            effort: None,
        },
        motion: &[(0, 1.0), (1, -1.0)],
        offset: 0.1,
    }];
    let effort = Effort {
        starts: 2,
        budget: None,
        threads: 1,
        seed: 5,
    };
    let used = |followers: &'static [Follower], margin: f64| {
        let made = Made::of(|plan| plan.margin = margin);
        let robot = Followed(Model {
            followers,
            ..*plain
        });
        let found = design(&robot, &made.plan, &effort, &|| false, &|_| ()).expect("a motion");
        let mut used = [0.0f64; 2];
        for k in 0..500 {
            let state = found.motion.state(3.0 * f64::from(k) / 500.0);
            let [position, velocity, _] =
                FOLLOWERS[0].state(|j| [state[j][0], state[j][1], state[j][2]]);
            used[0] = used[0].max((position - 0.2).abs());
            used[1] = used[1].max(velocity.abs() / 2.0);
        }
        used
    };
    for left in [1.0, 0.75] {
        let kept = used(&FOLLOWERS, 1.0 - left);
        assert!(kept.iter().all(|used| *used <= left), "{kept:?}");
        assert!(kept.iter().any(|used| *used > 0.9 * left), "{kept:?}");
    }
    let free = used(&[], 0.0);
    assert!(free.iter().all(|used| *used > 1.5), "{free:?}");
}

#[test]
fn a_margin_is_left_of_every_limit() {
    let made = Made::of(|plan| {
        plan.margin = 0.25;
        plan.limits.joints[1] = JointLimits {
            position: [-1.0, 3.0],
            velocity: 2.0,
            acceleration: 4.0,
            jerk: f64::INFINITY,
        };
        plan.kept = vec![
            Constraint::MotorVelocity(vec![8.0, f64::INFINITY]),
            Constraint::MotorAcceleration(vec![40.0, 80.0]),
            Constraint::Torque {
                theta: vec![1.0],
                limits: vec![20.0, 4.0],
                side: Side::Joint,
            },
        ];
    });
    let plan = made.plan.narrowed();
    let expected = JointLimits {
        position: [-0.5, 2.5],
        velocity: 1.5,
        acceleration: 3.0,
        jerk: f64::INFINITY,
    };
    assert_eq!(plan.limits.joints[1], expected);
    let kept = [
        Constraint::MotorVelocity(vec![6.0, f64::INFINITY]),
        Constraint::MotorAcceleration(vec![30.0, 60.0]),
        Constraint::Torque {
            theta: vec![1.0],
            limits: vec![15.0, 3.0],
            side: Side::Joint,
        },
    ];
    assert_eq!(plan.kept, kept);
    for margin in [-0.1, 1.0, f64::NAN] {
        let made = Made::of(|plan| plan.margin = margin);
        let refused = check(double_pendulum::ROBOT.model(), &made.plan);
        let refused = refused.expect_err("no such margin").to_string();
        assert!(refused.ends_with(&format!("and is {margin}")), "{refused}");
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    for (error, text) in [
        (
            ExciteError::NotKept {
                what: "a and b".to_owned(),
                nearest: "0.5".to_owned(),
            },
            "no motion was found that keeps a and b; nearest: 0.5",
        ),
        (
            ExciteError::Unknown {
                name: "a".to_owned(),
                what: "joint",
                known: "b, c".to_owned(),
                suggestion: "; b?".to_owned(),
            },
            "`a` is no joint of the robot; there are b, c; b?",
        ),
        (
            ExciteError::NothingMoves,
            "every joint is held: let at least one move",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

const ONE: Effort = Effort {
    starts: 1,
    budget: None,
    threads: 1,
    seed: 5,
};

/// The elbow's torque alone has nothing of the upper link in it. An arm whose shoulder is half a metre below the floor, 0.05 m thick, keeps
/// it in no motion, whatever else it keeps.
#[test]
fn what_no_motion_does_is_told_before_any_is_searched() {
    let robot = &double_pendulum::ROBOT;
    let refused = |change: &dyn Fn(&mut Plan)| {
        let made = Made::of(change);
        let found = design(robot, &made.plan, &ONE, &|| false, &|_| ());
        found.expect_err("no motion").to_string()
    };
    assert_eq!(
        refused(&|plan| plan.equations.weights = vec![0.0, 1.0]),
        "no motion of the joints that move tells, by the torques that are used, mx_upper, mz_upper, Lyy_upper: let more joints \
         move, use more torques, or leave friction out of what is looked for"
    );
    let text =
        "capsules: [{body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}]\nfloor: 0.5\n";
    let geometry = super::super::geometry::Geometry::read(text).expect("a geometry");
    let kept = [
        Constraint::MotorVelocity(vec![1e6; 2]),
        Constraint::Clear(geometry),
    ];
    assert_eq!(
        refused(&|plan| plan.kept = kept.to_vec()),
        "no motion keeps upper and the floor: whatever the joints that move do it is exceeded by 5.500 (a share of the limit, or \
         dm); mend the shapes or the limit, begin or hold joints elsewhere, or name under `apart` the pairs of bodies that are to \
         be kept from each other"
    );
}

/// A shoulder that begins at its lowest position is where it was told to be, and swings all the same.
#[test]
fn a_motion_begins_at_a_limit() {
    let robot = &double_pendulum::ROBOT;
    let low = Limits::of(robot.model()).joints[0].position[0];
    let made = Made::of(|plan| {
        plan.basis = Basis::Fourier {
            period: 3.0,
            harmonics: 4,
        };
        plan.ends = Ends {
            rest: true,
            start: Some(vec![low, 0.1]),
            end: None,
        };
    });
    let found = design(robot, &made.plan, &ONE, &|| false, &|_| ()).expect("a motion");
    let [from, to] = found.motion.extremes(2000)[0][0];
    assert!((from - low).abs() < 1e-7, "{from}");
    assert!(to - from > 0.2, "{to}");
}

/// A shoulder that is held at half a radian has weights of its link that are one number; the elbow's are told.
#[test]
fn what_no_start_tells_apart_is_named() {
    let made = Made::of(|plan| {
        plan.moving = Moving::Some(vec![false, true], vec![0.5, 0.0]);
        plan.equations.columns = vec![0, 1, 3];
    });
    let robot = &double_pendulum::ROBOT;
    let refused = design(robot, &made.plan, &ONE, &|| false, &|_| ());
    assert_eq!(
        refused.expect_err("one number").to_string(),
        "no start had a regular information matrix: 3 base parameters from 12 samples; not told apart: mx_upper, mz_upper (1 of 2 \
         combinations are seen); give more samples or a longer motion, let more joints move, use more torques, or leave friction \
         out of what is looked for"
    );
}

/// What shows the upper link's inertia is acceleration, of which there is as much as limits leave.
#[test]
fn a_design_leaves_its_margin_of_all_limits_of_joints() {
    let made = Made::of(|plan| {
        plan.margin = 0.25;
        plan.basis = Basis::Fourier {
            period: 3.0,
            harmonics: 1,
        };
        plan.equations.columns = vec![2];
        plan.samples = 9;
    });
    let robot = &double_pendulum::ROBOT;
    let found = design(robot, &made.plan, &ONE, &|| false, &|_| ()).expect("a motion");
    let mut most = 0.0f64;
    for (own, limits) in found
        .motion
        .extremes(500)
        .iter()
        .zip(&made.plan.limits.joints)
    {
        for (order, [low, high]) in own.iter().take(3).enumerate() {
            let [from, to] = limits.interval(order);
            let (middle, half) = ((from + to) / 2.0, (to - from) / 2.0);
            most = most.max((high - middle).max(middle - low) / half);
        }
    }
    assert!((0.6..=0.75).contains(&most), "{most}");
}

/// A value that none comes below is no measure where excesses of what is kept count as well, nor of the first of several smooth figures.
#[test]
fn what_is_not_going_to_be_among_the_best_is_given_up() {
    let ends = |criterion: &Criterion, kept: &[Constraint], way: &[f64]| {
        let made = Made::of(|plan| plan.criterion = criterion.clone());
        let known = Known {
            pool: Vec::new(),
            cutoff: -1e6,
            way: way.to_vec(),
        };
        let mut objective = made.objective(kept);
        let (_, found) = made.search().from(3, &known, 7, &mut objective, &|| false);
        found.is_some()
    };
    let corners = Criterion::Condition(Scale::Columns);
    let kept = [Constraint::MotorVelocity(vec![1e6; 2])];
    assert!(!ends(&Criterion::LogDeterminant, &[], &[]));
    assert!(ends(&Criterion::LogDeterminant, &kept, &[]));
    assert!(ends(&corners, &[], &[]));
    assert!(!ends(&corners, &[], &[-1e6]));
}

/// Friction of the first motor acts on its joint alone, by its ratio of 60, in one direction or the other at each of nine samples; however
/// slow the joint is, it is all of it.
#[test]
fn the_figure_at_the_end_has_all_friction() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let mut base = model.base.iter();
    let friction = base.position(|base| base.name == "fc_m1");
    let made = Made::of(|plan| plan.samples = 9);
    let mut plan = made.plan;
    plan.limits = Limits::of(model);
    plan.equations.columns = vec![friction.expect("friction")];
    let found = design(robot, &plan, &ONE, &|| true, &|_| ()).expect("a motion");
    let wanted = (9.0 * 3600.0f64).ln();
    assert!((found.figure - wanted).abs() < 1e-11, "{}", found.figure);
}
