//! Residuals against simulated motions, and derivatives of costs against differences.

use armwright_robots::double_pendulum;
use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

use super::super::deviations::deviations;
use super::super::experiment::Experiment;
use super::super::free::{Free, free};
use super::super::search::{Ending, Found};
use super::super::stretch::{input, stretches};
use super::{Block, NoResiduals, Point, Task};
use crate::parameters::nominal;
use crate::simulation::{FrictionLaw, Hold, Machine, Settings, Start, simulate};

/// The pendulum with viscous friction.
fn machine() -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    machine.with_friction(&[FrictionLaw::Viscous])
}

fn named(machine: &Machine<'_>) -> Vec<Free> {
    let names = ["mx_lower", "fv_shoulder"].map(str::to_owned);
    free(machine, &names).expect("names")
}

/// Positions of sines that no pendulum has; the eighth sample was not measured.
fn experiment(name: &str, start: f64, samples: u32) -> Experiment {
    let column = |w: f64| {
        (0..samples)
            .map(|k| 0.3 * (w * 0.02 * f64::from(k) + w).sin())
            .collect()
    };
    Experiment {
        name: name.to_owned(),
        rate: 50.0,
        start,
        position: vec![column(2.0), column(3.0)],
        input: vec![column(5.0), column(-4.0)],
        bridged: (0..samples).map(|k| k == 8).collect(),
        clock: None,
    }
}

struct Made {
    machine: Machine<'static>,
    free: Vec<Free>,
    experiments: Vec<Experiment>,
    inputs: Vec<crate::simulation::Sampled>,
}

impl Made {
    fn of(machine: Machine<'static>) -> Self {
        let experiments = vec![experiment("a", 1.0, 25), experiment("b", 4.0, 13)];
        Self {
            free: named(&machine),
            machine,
            inputs: experiments.iter().map(|e| input(e, Hold::Last)).collect(),
            experiments,
        }
    }

    fn task(&self, continuity: Option<f64>) -> Task<'_> {
        Task {
            machine: &self.machine,
            free: &self.free,
            inputs: &self.inputs,
            stretches: stretches(&self.experiments, 0.24).expect("intervals"),
            settings: Settings {
                relative: 1e-11,
                absolute: 1e-12,
                ..Settings::default()
            },
            has_states: true,
            weights: vec![20.0, 50.0],
            continuity,
        }
    }
}

/// 0.24 s each: two intervals of the first experiment and one of the second.
fn point() -> Point {
    let start = |q: [f64; 2], qd: [f64; 2]| Start {
        position: q.to_vec(),
        velocity: qd.to_vec(),
    };
    Point {
        parameters: vec![0.3, 0.2],
        states: vec![
            start([0.3, 0.1], [0.5, -0.4]),
            start([0.2, 0.15], [-0.3, 0.6]),
            start([-0.1, 0.25], [0.2, 0.7]),
        ],
    }
}

fn total(blocks: &[Block]) -> f64 {
    blocks.iter().map(|block| block.cost + block.apart).sum()
}

#[test]
fn residuals_are_simulated_less_measured_positions() {
    let made = Made::of(machine());
    for (continuity, counts) in [(None, [12, 13, 12]), (Some(3.0), [11, 13, 12])] {
        let task = made.task(continuity);
        let at = point();
        let moved = task.machine_at(&at);
        assert_eq!(
            made.free.iter().map(|f| f.of(&moved)).collect::<Vec<_>>(),
            at.parameters
        );
        let blocks = task.evaluate(&at, false).expect("motions");
        for (k, stretch) in task.stretches.iter().enumerate() {
            let own = &made.inputs[stretch.experiment];
            let motion = simulate(&moved, own, &at.states[k], &stretch.grid, &task.settings);
            let motion = motion.expect("a motion");
            let mut squares = [0.0; 2];
            let last = if k == 0 && continuity.is_some() {
                12
            } else {
                13
            };
            for sample in (0..last).filter(|s| stretch.is_measured[*s]) {
                for (joint, squares) in squares.iter_mut().enumerate() {
                    let at = 2 * sample + joint;
                    *squares += (motion.q[at] - stretch.position[at]).powi(2);
                }
            }
            let block = &blocks[k];
            for (found, wanted) in block.squares.iter().zip(squares) {
                assert!((found - wanted).abs() < 1e-9 * wanted, "{found} {wanted}");
            }
            let cost = 0.5 * (400.0 * squares[0] + 2500.0 * squares[1]);
            assert!((block.cost - cost).abs() < 1e-8 * cost);
            assert_eq!(block.counts, [counts[k]; 2]);
            assert!(block.evaluations > 10);
            // Half an interval, 0.12 s, is what an error of a velocity has to become one of a position.
            let joins = k == 0 && continuity.is_some();
            assert_eq!((block.link.is_some(), task.joins(k)), (joins, joins));
            let Some(link) = &block.link else {
                assert_eq!(block.apart, 0.0);
                continue;
            };
            let weights = [3.0 * 20.0, 3.0 * 50.0, 3.0 * 20.0 * 0.12, 3.0 * 50.0 * 0.12];
            let end = [&motion.q[24..26], &motion.qd[24..26]].concat();
            let next = [&at.states[1].position[..], &at.states[1].velocity[..]].concat();
            for i in 0..4 {
                assert!((link.weights[i] - weights[i]).abs() < 1e-12);
                let gap = weights[i] * (end[i] - next[i]);
                assert!((link.gap[i] - gap).abs() < 1e-7 * (1.0 + gap.abs()), "{i}");
            }
            assert!((block.apart - 0.5 * link.gap.norm_squared()).abs() < 1e-12);
        }
        let joined = usize::from(continuity.is_some());
        assert_eq!((task.states(), task.beginnings()), (4, 3 - joined));
    }
}

/// The slope of the whole cost, links included, by every parameter and every number of a state.
#[test]
fn derivatives_are_those_of_the_cost() {
    let made = Made::of(machine());
    let task = made.task(Some(3.0));
    let at = point();
    let blocks = task.evaluate(&at, true).expect("motions");
    let link = blocks[0].link.as_ref().expect("a link");
    let mut slopes: Vec<f64> = vec![0.0; 2];
    for block in &blocks {
        (0..2).for_each(|k| slopes[k] += block.g[k]);
    }
    let by_parameters = link.by_parameters.transpose() * &link.gap;
    (0..2).for_each(|k| slopes[k] += by_parameters[k]);
    let mut by_states: Vec<DVector<f64>> = blocks.iter().map(|block| block.e.clone()).collect();
    by_states[0] += link.by_state.transpose() * &link.gap;
    by_states[1] -= link.weights.component_mul(&link.gap);
    slopes.extend(by_states.iter().flatten());
    for (k, found) in slopes.iter().enumerate() {
        let moved = |by: f64| {
            let mut at = at.clone();
            if k < 2 {
                at.parameters[k] += by;
            } else {
                let state = &mut at.states[(k - 2) / 4];
                let numbers = if (k - 2) % 4 < 2 {
                    &mut state.position
                } else {
                    &mut state.velocity
                };
                numbers[k % 2] += by;
            }
            total(&task.evaluate(&at, false).expect("motions"))
        };
        let wanted = (moved(1e-5) - moved(-1e-5)) / 2e-5;
        assert!(
            (found - wanted).abs() < 1e-5 * (1.0 + wanted.abs()),
            "{k}: {found} {wanted}"
        );
    }
}

#[test]
fn intervals_join_where_one_goes_on_from_the_other() {
    let made = Made::of(machine());
    let mut task = made.task(Some(1.0));
    assert_eq!([0, 1, 2].map(|k| task.joins(k)), [true, false, false]);
    task.stretches[1].grid.start += 0.009;
    assert!(task.joins(0), "within half a sample");
    task.stretches[1].grid.start += 0.002;
    assert!(!task.joins(0));
    task.stretches[1].grid.start -= 0.011;
    task.has_states = false;
    assert_eq!(
        (task.joins(0), task.states(), task.beginnings()),
        (false, 0, 3)
    );
    task.has_states = true;
    task.continuity = None;
    assert!(!task.joins(0));
    assert_eq!(task.each(|k| Ok(10 * k)).expect("numbers"), [0, 10, 20]);
    let refused = task.each(|k| match k {
        1 => Err(NoResiduals::Setup(
            crate::simulation::SimulationError::Feedback,
        )),
        _ => Ok(k),
    });
    assert!(matches!(refused, Err(NoResiduals::Setup(_))));
}

/// A joint that is locked has no residuals and joins nothing.
#[test]
fn a_locked_joint_is_left_out() {
    let mut locked = machine();
    locked.lock(0);
    let made = Made::of(locked);
    let task = made.task(Some(2.0));
    let blocks = task.evaluate(&point(), true).expect("motions");
    assert_eq!(blocks[1].counts, [0, 13]);
    let link = blocks[0].link.as_ref().expect("a link");
    assert_eq!((link.weights[0], link.weights[2]), (0.0, 0.0));
    assert!(link.weights[1] > 0.0 && link.weights[3] > 0.0);
    // What cannot be simulated is told with its interval.
    let mut bad = point();
    bad.parameters[0] = 1e4;
    match task.evaluate(&bad, false) {
        Err(NoResiduals::Stop(0, stop)) => assert_eq!(stop.velocity.len(), 2),
        other => panic!("{:?}", other.map(|blocks| blocks.len())),
    }
}

/// Derivatives and residuals of a whole fit, a row a residual in units of its weight: parameters, then the states of all intervals.
fn rows(task: &Task<'_>, at: &Point) -> Vec<(usize, usize, usize, f64, DVector<f64>)> {
    let mut all = Vec::new();
    for k in 0..task.stretches.len() {
        let mut add = |joint: usize, sample: usize, residual: f64, row: &[f64]| {
            let mut whole = DVector::zeros(2 + 4 * task.stretches.len());
            whole[0] = row[0];
            whole[1] = row[1];
            whole.rows_mut(2 + 4 * k, 4).copy_from_slice(&row[2..]);
            let weight = task.weights[joint];
            all.push((k, sample, joint, weight * residual, whole * weight));
        };
        task.residuals(at, k, true, &mut add, &mut |_| {})
            .expect("motions");
    }
    all
}

/// White: the corner of the inverse of all normal equations, times what residuals leave. With residuals that follow each other: sums of
/// products of scores up to a lag, weights falling (Newey and West 1987).
#[test]
fn deviations_are_those_of_the_whole_normal_equations() {
    let made = Made::of(machine());
    let task = made.task(None);
    let at = point();
    let found = Found {
        blocks: task.evaluate(&at, true).expect("motions"),
        point: at.clone(),
        iterates: Vec::new(),
        iterations: 0,
        ending: Ending::Converged,
        evaluations: 0,
        stops: 0,
        last_stop: None,
    };
    let all = rows(&task, &at);
    let size = 14;
    let whole: DMatrix<f64> = all.iter().map(|(.., row)| row * row.transpose()).sum();
    let inverse = whole.clone().try_inverse().expect("regular");
    let freedom = (all.len() - size) as f64;
    let variance = all.iter().map(|(.., r, _)| r * r).sum::<f64>() / freedom;
    let result = deviations(&task, &found).expect("deviations");
    for k in 0..2 {
        let wanted = (inverse[(k, k)] * variance).sqrt();
        let white = result.white[k].expect("determined");
        assert!((white - wanted).abs() < 1e-6 * wanted, "{white} {wanted}");
    }
    // States follow parameters: what is left of the derivatives once they do.
    let corner = inverse.view((0, 0), (2, 2)).into_owned();
    let information = corner.clone().try_inverse().expect("regular");
    let states = whole
        .view((2, 2), (12, 12))
        .into_owned()
        .try_inverse()
        .expect("regular");
    let follow = states * whole.view((2, 0), (12, 2));
    let score = |(_, _, _, r, row): &(usize, usize, usize, f64, DVector<f64>)| {
        let known = follow.transpose() * row.rows(2, 12);
        (row.rows(0, 2) - known) * *r
    };
    let mut scores = vec![vec![DVector::zeros(2); 13]; 3];
    for row in &all {
        scores[row.0][row.1] += score(row);
    }
    let lags = result.lags;
    assert!(lags > 1, "{lags}");
    let mut sum = DMatrix::zeros(2, 2);
    for own in &scores {
        for (i, a) in own.iter().enumerate() {
            for (k, b) in own.iter().enumerate() {
                let apart = i.abs_diff(k);
                if apart <= lags {
                    sum += a * b.transpose() * (1.0 - apart as f64 / (lags + 1) as f64);
                }
            }
        }
    }
    let robust = &corner * sum * &corner * (all.len() as f64 / freedom);
    assert!(
        (&result.covariance - &robust).amax() < 1e-6 * robust.amax(),
        "{} {robust}",
        result.covariance
    );
    for k in 0..2 {
        let std = result.std[k].expect("determined");
        assert!((std - robust[(k, k)].sqrt()).abs() < 1e-6 * std);
    }
    let share = information[(0, 1)] / (information[(0, 0)] * information[(1, 1)]).sqrt();
    let condition = ((1.0 + share.abs()) / (1.0 - share.abs())).sqrt();
    assert!(
        (result.condition - condition).abs() < 1e-6 * condition,
        "{} {condition}",
        result.condition
    );
    // A parameter at a bound has none, and the other is known as if it were.
    let mut free = made.free.clone();
    free[0].bounds = [0.3, 9.0];
    let bound = Task {
        free: &free,
        ..made.task(None)
    };
    let result = deviations(&bound, &found).expect("deviations");
    assert_eq!(
        (result.white[0], result.std[0], result.covariance[(0, 1)]),
        (None, None, 0.0)
    );
    let alone = (variance / information[(1, 1)]).sqrt();
    let white = result.white[1].expect("determined");
    assert!((white - alone).abs() < 1e-6 * alone, "{white} {alone}");
}

/// What a step of a search leads to is computed as far as it may take; friction of a thousand times the usual is stiff.
#[test]
fn an_attempt_takes_no_more_steps_than_it_may() {
    let made = Made::of(machine());
    let mut task = made.task(None);
    let costs =
        |blocks: Vec<Block>| -> Vec<f64> { blocks.iter().map(|block| block.cost).collect() };
    let whole = task.evaluate(&point(), false).expect("motions");
    let most = whole.iter().map(|block| block.evaluations).max();
    let within = task.attempt(&point(), most.expect("intervals"));
    assert_eq!(costs(within.expect("motions")), costs(whole));
    let mut stiff = point();
    stiff.parameters[1] = 1e4;
    assert!(task.evaluate(&stiff, false).is_ok());
    let Err(NoResiduals::Stop(_, stop)) = task.attempt(&stiff, 500) else {
        panic!("a motion of many steps");
    };
    assert!(stop.to_string().contains("500 steps"), "{stop}");
    // What was asked for holds beside it.
    task.settings.most = 3;
    assert!(task.attempt(&point(), 500).is_err());
}
