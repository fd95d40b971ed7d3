//! Quadratics within bounds whose optima are known, and the first step of a run by hand.

use nalgebra::{DMatrix, DVector};

use super::super::bounds::{Bounds, JointBounds};
use super::{Objective, Run, Settings, minimise, sum_of_logarithms};

/// `½ (z - a)ᵀ H (z - a) + 7`, told apart by how often it was asked.
struct Quadratic {
    h: DMatrix<f64>,
    a: DVector<f64>,
    asked: usize,
}

impl Objective for Quadratic {
    fn value(&mut self, z: &[f64]) -> Option<f64> {
        self.asked += 1;
        let off = DVector::from_column_slice(z) - &self.a;
        Some(7.0 + 0.5 * off.dot(&(&self.h * &off)))
    }

    fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64> {
        let off = DVector::from_column_slice(z) - &self.a;
        gradient.copy_from_slice((&self.h * off).as_slice());
        self.value(z)
    }
}

fn quadratic(h: &[f64], a: &[f64]) -> Quadratic {
    Quadratic {
        h: DMatrix::from_row_slice(a.len(), a.len(), h),
        a: DVector::from_column_slice(a),
        asked: 0,
    }
}

/// `low <= z <= high`, a joint each.
fn bounds(limits: &[[f64; 2]]) -> Bounds {
    let joint = |(first, [low, high]): (usize, &[f64; 2])| JointBounds {
        first,
        rows: DMatrix::from_element(1, 1, 1.0),
        low: DVector::from_element(1, *low),
        high: DVector::from_element(1, *high),
    };
    Bounds(limits.iter().enumerate().map(joint).collect())
}

const SETTINGS: Settings = Settings {
    iterations: 300,
    barrier: [0.3, 1e-8],
    progress: 1e-9,
    cutoff: f64::INFINITY,
};

#[test]
fn an_optimum_inside_is_found_and_at_a_bound_it_is_that_of_the_others() {
    let h = [4.0, 1.5, 1.5, 2.0];
    let mut inside = quadratic(&h, &[0.3, -0.5]);
    let found = minimise(
        &mut inside,
        &bounds(&[[-1.0, 2.0]; 2]),
        &[1.5, 1.0],
        SETTINGS,
        &|| false,
    );
    let found = found.expect("a value");
    assert!(
        (found.z[0] - 0.3).abs() < 1e-4 && (found.z[1] + 0.5).abs() < 1e-4,
        "{:?}",
        found.z
    );
    assert!((found.value - 7.0).abs() < 1e-7 && found.way.is_empty());
    // Held at 2 where 3 were best: the other is best at -0.5 - 1.5 / 2 · (2 - 3) = 0.25; and the same below.
    for (best, bound, other) in [(3.0, 2.0, 0.25), (-1.5, -1.0, -0.875)] {
        let mut at_bound = quadratic(&h, &[best, -0.5]);
        let found = minimise(
            &mut at_bound,
            &bounds(&[[-1.0, 2.0]; 2]),
            &[0.1, 0.2],
            SETTINGS,
            &|| false,
        );
        let z = found.expect("a value").z;
        assert!(
            (z[0] - bound).abs() < 1e-4 && (z[1] - other).abs() < 1e-3,
            "{z:?}"
        );
        assert!(z[0] < 2.0 && z[0] > -1.0, "strictly inside: {z:?}");
    }
}

#[test]
fn a_run_ends_when_it_is_told_to_and_gives_up_what_is_not_good_enough() {
    let start = [1.5, 1.0];
    let all = bounds(&[[-1.0, 2.0]; 2]);
    let h = [4.0, 1.5, 1.5, 2.0];
    let run = |settings: Settings, stop: bool| {
        let mut function = quadratic(&h, &[0.3, -0.5]);
        minimise(&mut function, &all, &start, settings, &|| stop)
    };
    let stopped = run(SETTINGS, true).expect("the start");
    assert_eq!(stopped.z, start);
    // ½ (4 · 1.44 + 2 · 1.5 · 1.2 · 1.5 + 2 · 2.25) = 7.83.
    assert!((stopped.value - 14.83).abs() < 1e-12, "{}", stopped.value);
    let none = Settings {
        iterations: 0,
        ..SETTINGS
    };
    assert_eq!(run(none, false).expect("the start").z, start);
    // One iteration is one step, and downhill.
    let one = Settings {
        iterations: 1,
        ..SETTINGS
    };
    let stepped = run(one, false).expect("a step");
    assert!(
        stepped.z != start && stepped.value < stopped.value,
        "{:?}: {}",
        stepped.z,
        stepped.value
    );
    let cutoff = |cutoff: f64| Settings { cutoff, ..SETTINGS };
    assert!(run(cutoff(6.9), false).is_none());
    assert!(run(cutoff(7.1), false).is_some());
    // As near as what the barrier still costs is small.
    assert!(run(cutoff(7.0 - 1e-4), false).is_none());
    assert!(run(cutoff(7.0 + 1e-4), false).is_some());

    struct Nowhere;
    impl Objective for Nowhere {
        fn value(&mut self, _: &[f64]) -> Option<f64> {
            None
        }
        fn slope(&mut self, _: &[f64], _: &mut [f64]) -> Option<f64> {
            None
        }
    }
    assert!(minimise(&mut Nowhere, &all, &start, SETTINGS, &|| false).is_none());
}

/// Steps of `-ln z` from 1 with curvature from the last slopes are Fibonacci's numbers: each gains more than a stage is ended by, so that
/// stages end after 60. From 0.3 a fourth one shows what it comes to.
#[test]
fn a_stage_ends_after_sixty_iterations() {
    struct Falling;
    impl Objective for Falling {
        fn value(&mut self, z: &[f64]) -> Option<f64> {
            Some(-z[0].ln())
        }
        fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64> {
            gradient[0] = -1.0 / z[0];
            self.value(z)
        }
    }
    let none = Bounds(Vec::new());
    let run = |iterations: usize| {
        let settings = Settings {
            iterations,
            cutoff: -1e6,
            ..SETTINGS
        };
        minimise(&mut Falling, &none, &[1.0], settings, &|| false)
    };
    let found = run(4).expect("a value").z[0];
    assert!((found - 8.0).abs() < 1e-9, "{found}");
    assert!(run(239).is_some());
    assert!(run(240).is_none());
}

/// At the optimum, of 7, a weight of 0.003 costs two numbers 0.048 at most: a run that may still come 0.036 lower is not given up.
#[test]
fn the_barrier_costs_something_for_each_number() {
    let limits = bounds(&[[-1.0, 2.0]; 2]);
    let run = |below: f64| {
        let settings = Settings {
            barrier: [0.003, 0.001],
            cutoff: 7.0 - below,
            ..SETTINGS
        };
        let mut function = quadratic(&[4.0, 1.5, 1.5, 2.0], &[0.3, -0.5]);
        minimise(&mut function, &limits, &[0.3, -0.5], settings, &|| false)
    };
    assert!(run(0.036).is_some());
    assert!(run(0.06).is_none());
}

/// A run ends at an iteration that gains less than is asked for, and goes on after one that gains as much.
#[test]
fn a_run_goes_on_while_it_gains_what_is_asked_for() {
    let limits = bounds(&[[-1.0, 3.0]]);
    let barrier = 0.1;
    let mut function = quadratic(&[1.0], &[0.3]);
    let mut first = run(&limits, &[0.32], &[0.02]);
    first.value = 7.0 + 0.5 * 0.02 * 0.02;
    first.begin(barrier);
    let gain = first.step(&mut function, barrier).expect("a step");
    // Small beside what the barrier leaves, so that the gain alone says whether to go on.
    assert!(gain > 0.0 && gain < 0.5 * barrier, "{gain}");
    let mut end = |progress: f64| {
        let settings = Settings {
            iterations: 50,
            barrier: [barrier; 2],
            progress,
            cutoff: f64::INFINITY,
        };
        let found = minimise(&mut function, &limits, &[0.32], settings, &|| false);
        found.expect("a value").z[0]
    };
    assert_eq!(end(1.001 * gain), first.z[0]);
    assert!(end(gain) != first.z[0]);
    // With the barrier the slope is z - 0.3 - 0.1 / (z + 1) + 0.1 / (3 - z).
    let z = end(1e-14);
    let slope = z - 0.3 - barrier / (z + 1.0) + barrier / (3.0 - z);
    assert!(slope.abs() < 1e-5, "{z} {slope}");
}

fn run<'a>(bounds: &'a Bounds, z: &[f64], gradient: &[f64]) -> Run<'a> {
    Run {
        bounds,
        z: DVector::from_column_slice(z),
        value: 0.0,
        gradient: DVector::from_column_slice(gradient),
        curvature: DMatrix::identity(z.len(), z.len()),
        multipliers: Vec::new(),
        is_fresh: true,
    }
}

/// `2 z` between -1 and 3, from 0 with a barrier of 0.1: the matrix is 1 + 0.1 + 0.1/9 = 10/9, the right-hand side
/// -2 + 0.1 - 0.1/3 = -1.93333, the step -1.74; 0.99 of the way to -1 are gone.
#[test]
fn the_first_step_of_a_line_is_as_by_hand() {
    struct Line;
    impl Objective for Line {
        fn value(&mut self, z: &[f64]) -> Option<f64> {
            Some(2.0 * z[0])
        }
        fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64> {
            gradient[0] = 2.0;
            self.value(z)
        }
    }
    let limits = bounds(&[[-1.0, 3.0]]);
    let mut run = run(&limits, &[0.0], &[2.0]);
    run.begin(0.1);
    assert!((run.multipliers[0][0][0] - 0.1).abs() < 1e-15);
    assert!((run.multipliers[0][1][0] - 0.1 / 3.0).abs() < 1e-15);
    let gain = run.step(&mut Line, 0.1).expect("a step");
    assert!((run.z[0] + 0.99).abs() < 1e-12 && (run.value + 1.98).abs() < 1e-12);
    // 1.98 less what the barrier rises by: 0.1 (ln 1 + ln 3 - ln 0.01 - ln 3.99).
    let wanted = 1.98 + 0.1 * (0.01f64 * 3.99 / 3.0).ln();
    assert!((gain - wanted).abs() < 1e-12, "{gain} {wanted}");
    // (0.1 + 0.1 · 1.74) / 1 and (0.1 - 0.1 / 3 · 1.74) / 3.
    let [low, high] = &run.multipliers[0];
    assert!(
        (low[0] - 0.274).abs() < 1e-12 && (high[0] - 0.014).abs() < 1e-12,
        "{low} {high}"
    );
    // A slope that does not change: Powell's damping leaves a fifth of the curvature.
    assert!(
        (run.curvature[(0, 0)] - 0.2).abs() < 1e-12,
        "{}",
        run.curvature
    );
    assert!(!run.is_fresh);
}

/// Multipliers fall by 0.99 of what they are at most, and stay within 10⁴ of those of the central path.
#[test]
fn multipliers_stay_positive_and_near_the_central_path() {
    let limits = bounds(&[[-1.0, 3.0]]);
    let mut run = run(&limits, &[0.0], &[2.0]);
    run.multipliers = vec![[DVector::from_element(1, 0.5), DVector::from_element(1, 0.2)]];
    let rooms = [run.room(0, &run.z)];
    assert_eq!((rooms[0][0][0], rooms[0][1][0]), (1.0, 3.0));
    run.update_multipliers(&rooms, &DVector::from_element(1, 4.0), 0.1);
    // Changes (0.1 - 2) - 0.5 = -2.4 and (0.1 + 0.8) / 3 - 0.2 = 0.1, of which 0.99 · 0.5 / 2.4 are made.
    let most = 0.99 * 0.5 / 2.4;
    let [low, high] = &run.multipliers[0];
    assert!((low[0] - 0.005).abs() < 1e-12, "{low}");
    assert!((high[0] - (0.2 + 0.1 * most)).abs() < 1e-12, "{high}");
    run.multipliers = vec![[
        DVector::from_element(1, 1e9),
        DVector::from_element(1, 1e-9),
    ]];
    run.update_multipliers(&rooms, &DVector::from_element(1, 0.0), 0.1);
    let [low, high] = &run.multipliers[0];
    // Both go 0.99 of the way to the central path's 0.1 and 0.1 / 3, and what is still too far is brought nearer.
    assert!((low[0] - 0.1 * 1e4).abs() < 1e-9, "{low}");
    assert!((high[0] - 0.99 * 0.1 / 3.0).abs() < 1e-6, "{high}");
}

/// Each of two joints by its own room and its own part of the step, and all by the share that the one which falls most allows.
#[test]
fn multipliers_of_each_joint_follow_its_own_part_of_a_step() {
    let limits = bounds(&[[-1.0, 3.0]; 2]);
    let mut run = run(&limits, &[0.0, 1.0], &[2.0, 0.5]);
    let both = || [0.5, 0.2].map(|multiplier| DVector::from_element(1, multiplier));
    run.multipliers = vec![both(), both()];
    let rooms = [0, 1].map(|joint| run.room(joint, &run.z));
    run.update_multipliers(&rooms, &DVector::from_row_slice(&[0.25, 1.0]), 0.1);
    // (0.1 - 0.5 · 0.25) / 1 - 0.5 and (0.1 + 0.2 · 0.25) / 3 - 0.2; (0.1 - 0.5) / 2 - 0.5 and (0.1 + 0.2) / 2 - 0.2.
    let changes = [[-0.525, -0.15], [-0.7, -0.05]];
    let share = 0.99 * 0.5 / 0.7;
    for (found, changes) in run.multipliers.iter().zip(changes) {
        for ((found, change), before) in found.iter().zip(changes).zip([0.5, 0.2]) {
            let expected = before + share * change;
            assert!((found[0] - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
}

/// After an update the curvature takes the step to the change of the gradient.
#[test]
fn curvature_learns_from_steps() {
    let none = Bounds(Vec::new());
    let mut run = run(&none, &[0.0; 2], &[0.0; 2]);
    let h = DMatrix::from_row_slice(2, 2, &[4.0, 1.5, 1.5, 2.0]);
    let step = DVector::from_vec(vec![0.3, -0.8]);
    let change = &h * &step;
    run.learn(step.clone(), change.clone());
    assert!(
        (&run.curvature * &step - &change).amax() < 1e-12,
        "{}",
        run.curvature
    );
    // The first one scales the identity by |y|² / (s·y): across the step and the change that is what is left.
    let scale = change.norm_squared() / step.dot(&change);
    let own = DMatrix::identity(2, 2) * scale;
    let bent = &own * &step;
    let wanted = &own + &change * change.transpose() / step.dot(&change)
        - &bent * bent.transpose() / step.dot(&bent);
    assert!((&run.curvature - wanted).amax() < 1e-12);
    let second = DVector::from_vec(vec![0.5, 0.4]);
    run.learn(second.clone(), &h * &second);
    assert!((&run.curvature * &second - &h * &second).amax() < 1e-12);
    // One against the curvature is damped to a fifth of it; the other directions stay.
    let before = run.curvature.clone();
    run.learn(second.clone(), -(&h * &second));
    let bend = second.dot(&(&before * &second));
    assert!((second.dot(&(&run.curvature * &second)) - 0.2 * bend).abs() < 1e-12);
    let kept = run.curvature.clone();
    run.learn(DVector::zeros(2), change);
    assert_eq!(run.curvature, kept, "no step says nothing");
    run.forget();
    assert!(run.is_fresh && run.curvature == DMatrix::identity(2, 2));
}

#[test]
fn logarithms_are_summed_and_of_what_is_not_positive_there_is_none() {
    let rooms: Vec<f64> = (1..=11).map(|k| 0.3 * f64::from(k)).collect();
    let wanted: f64 = rooms.iter().map(|x| x.ln()).sum();
    assert!((sum_of_logarithms(&rooms) - wanted).abs() < 1e-12);
    for bad in [0.0, -1.0] {
        let mut rooms = rooms.clone();
        rooms[9] = bad;
        assert!(sum_of_logarithms(&rooms).is_nan());
        // Two that are negative have a positive product.
        rooms[8] = bad;
        assert!(sum_of_logarithms(&rooms).is_nan());
    }
    let limits = bounds(&[[-1.0, 3.0], [0.0, 4.0]]);
    let run = run(&limits, &[0.5, 1.0], &[0.0; 2]);
    let wanted = 5.0 - 0.2 * (1.5f64 * 2.5 * 1.0 * 3.0).ln();
    assert!((run.merit(5.0, &run.z, 0.2) - wanted).abs() < 1e-12);
}
