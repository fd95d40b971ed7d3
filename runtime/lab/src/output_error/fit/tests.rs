//! What a fit asks of its data, where it begins, and how joints are weighed.

use armwright_robots::{double_pendulum, puma_shoulder};
use armwright_runtime::Robot;

use super::super::blocks::Block;
use super::super::by_hand::{self, simulated, swinging};
use super::super::free::{Free, free};
use super::super::search::{Ending, Found};
use super::{
    Experiment, FitError, FitOptions, InitialState, NoResiduals, Point, Task, check, enough, fit,
    input, leads, point, refusal, shorter, weights,
};
use crate::parameters::nominal;
use crate::random::Random;
use crate::simulation::{
    Electric, Fault, Feedback, FrictionLaw, Grid, Hold, Machine, Settings, SimulationError, Start,
    Stop, simulate,
};

fn machine() -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    machine.with_friction(&[FrictionLaw::Viscous])
}

fn named(machine: &Machine<'_>) -> Vec<Free> {
    free(machine, &["fv_shoulder".to_owned(), "fv_elbow".to_owned()]).expect("names")
}

fn experiment(name: &str, samples: u32) -> Experiment {
    Experiment {
        name: name.to_owned(),
        bridged: (0..samples).map(|k| k == 3).collect(),
        ..swinging(samples)
    }
}

fn with_task(machine: &Machine<'_>, seconds: f64, work: impl FnOnce(Task<'_>, &[Experiment])) {
    let all = named(machine);
    let experiments = [experiment("a", 21), experiment("b", 11)];
    by_hand::with_task(machine, &all, &experiments, seconds, |task| {
        work(task, &experiments);
    });
}

fn found(parameters: &[f64], states: Vec<Start>, blocks: Vec<Block>) -> Found {
    Found {
        point: Point {
            parameters: parameters.to_vec(),
            states,
        },
        blocks,
        iterates: Vec::new(),
        iterations: 0,
        ending: Ending::Converged,
        evaluations: 0,
        stops: 0,
        last_stop: None,
    }
}

#[test]
fn what_is_asked_has_to_be_possible() {
    let machine = machine();
    let all = named(&machine);
    let good = [experiment("a", 21)];
    assert_eq!(check(&machine, &good, &all), Ok(()));
    assert_eq!(check(&machine, &good, &[]), Err(FitError::NothingFree));
    for bounds in [[1.0, 1.0], [2.0, 1.0], [f64::NAN, 1.0], [1.0, f64::NAN]] {
        let mut all = all.clone();
        all[1].bounds = bounds;
        let refused = check(&machine, &good, &all);
        match refused {
            Err(FitError::Bounds { name, .. }) => assert_eq!(name, "fv_elbow"),
            other => panic!("{other:?}"),
        }
    }
    // A winding without resistance, or with less than no inductance, is none; friction below 0 may be asked for.
    let electric = [Electric::default(); 2];
    let driven = machine.clone().with_drives(&electric).expect("drives");
    let names = ["R_elbow", "L_elbow", "kt_elbow"].map(str::to_owned);
    let windings = free(&driven, &names).expect("names");
    for (k, is_refused) in [(0, true), (1, true), (2, false)] {
        let mut all = windings.clone();
        all[k].bounds = [-1.0, 1.0];
        let refused = check(&driven, &good, &all).err();
        let wanted = is_refused.then(|| FitError::Impossible {
            name: names[k].clone(),
            low: -1.0,
        });
        assert_eq!(refused, wanted);
    }
    let mut part = experiment("b", 21);
    part.input.pop();
    let refused = check(&machine, &[good[0].clone(), part], &all);
    assert_eq!(refused, Err(FitError::Incomplete("b".to_owned())));
    with_task(&machine, 0.2, |task, experiments| {
        assert_eq!((task.stretches.len(), enough(&task)), (3, Ok(())));
        let mut few = task;
        few.stretches.truncate(1);
        for measured in &mut few.stretches[0].is_measured {
            *measured = false;
        }
        few.stretches[0].is_measured[..3].fill(true);
        let refused = |samples: usize| {
            Err(FitError::TooFew {
                samples,
                unknowns: 6,
            })
        };
        assert_eq!(enough(&few), refused(6));
        few.stretches[0].is_measured[3] = true;
        assert_eq!(enough(&few), Ok(()));
        let setup = refusal(
            &few,
            experiments,
            NoResiduals::Setup(SimulationError::Feedback),
        );
        assert_eq!(setup, FitError::Simulation(SimulationError::Feedback));
    });
    // Two parameters, and four numbers of each of the states in which three intervals begin.
    with_task(&machine, 0.2, |mut task, _| {
        for stretch in &mut task.stretches {
            stretch.is_measured.fill(false);
        }
        task.stretches[0].is_measured[..7].fill(true);
        let (samples, unknowns) = (14, 14);
        let refused = Err(FitError::TooFew { samples, unknowns });
        assert_eq!(enough(&task), refused);
        task.stretches[2].is_measured[0] = true;
        assert_eq!(enough(&task), Ok(()));
    });
    // Of three intervals two are of the first recording.
    let stop = Stop {
        time: 0.5,
        position: vec![1.0, 2.0],
        velocity: vec![3.0, 4.0],
        fault: Fault::Diverges {
            joint: "elbow".to_owned(),
        },
    };
    with_task(&machine, 0.2, |task, experiments| {
        for (interval, name) in ["a", "a", "b"].into_iter().enumerate() {
            let why = NoResiduals::Stop(interval, stop.clone());
            let wanted = FitError::Start {
                recording: name.to_owned(),
                stop: Box::new(stop.clone()),
            };
            assert_eq!(refusal(&task, experiments, why), wanted, "{interval}");
        }
    });
    let mut locked = machine.clone();
    locked.lock(0);
    with_task(&locked, 0.2, |mut task, _| {
        task.stretches.truncate(1);
        task.stretches[0].is_measured.fill(false);
        task.stretches[0].is_measured[..6].fill(true);
        let refused = enough(&task).expect_err("six positions of one joint");
        assert_eq!(
            refused,
            FitError::TooFew {
                samples: 6,
                unknowns: 6
            }
        );
    });
}

/// A thousandth of each joint's motion at first, then the root mean square of what is left.
#[test]
fn joints_weigh_by_their_motion_and_then_by_what_is_left() {
    let machine = machine();
    with_task(&machine, 0.2, |task, _| {
        let spans: Vec<f64> = (0..2)
            .map(|joint| {
                let all = || {
                    task.stretches
                        .iter()
                        .flat_map(|s| s.position.iter().skip(joint).step_by(2))
                };
                let (low, high) = all().fold((9.0f64, -9.0f64), |(l, h), x| (l.min(*x), h.max(*x)));
                high - low
            })
            .collect();
        let near = |found: &[f64], wanted: [f64; 2]| {
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-9 * wanted, "{found} {wanted}");
            }
        };
        near(
            &weights(&machine, &task.stretches, None),
            [1e3 / spans[0], 1e3 / spans[1]],
        );
        let block = |squares: [f64; 2], counts: [usize; 2]| {
            let mut block = Block::new(0, 0, 2);
            (block.squares, block.counts) = (squares.to_vec(), counts.to_vec());
            block
        };
        let blocks = vec![block([1.0, 4.0], [3, 2]), block([2.0, 0.0], [9, 0])];
        let after = found(&[], Vec::new(), blocks);
        near(
            &weights(&machine, &task.stretches, Some(&after)),
            [2.0, 0.5f64.sqrt()],
        );
        // Nothing left is rounding; nothing counted says nothing.
        let after = found(&[], Vec::new(), vec![block([0.0, 4.0], [3, 0])]);
        near(
            &weights(&machine, &task.stretches, Some(&after)),
            [1e9 / spans[0], 1e3 / spans[1]],
        );
    });
}

/// A search goes on from states that were found where an interval begins at the same moment of the same experiment.
#[test]
fn a_search_begins_at_what_is_known() {
    let machine = machine();
    let start = |x: f64| Start {
        position: vec![x, x + 1.0],
        velocity: vec![x + 2.0, x + 3.0],
    };
    with_task(&machine, 0.2, |task, _| {
        let measured: Vec<Start> = task.stretches.iter().map(|s| s.start.clone()).collect();
        let free = point(&task, &[0.5, 0.7], InitialState::Free, None);
        assert_eq!(
            (&free.parameters[..], &free.states),
            (&[0.5, 0.7][..], &measured)
        );
        // The first interval of each experiment is at rest, the second of the first is not.
        let at_rest = point(&task, &[0.5, 0.7], InitialState::AtRest, None);
        for (k, (found, measured)) in at_rest.states.iter().zip(&measured).enumerate() {
            assert_eq!(found.position, measured.position);
            let velocity = if k == 1 {
                measured.velocity.clone()
            } else {
                vec![0.0; 2]
            };
            assert_eq!(found.velocity, velocity, "{k}");
        }
        with_task(&machine, f64::INFINITY, |whole, _| {
            let states = vec![start(0.1), start(0.2)];
            let before = (whole, found(&[1.5, 2.5], states, Vec::new()));
            let next = point(&task, &[0.5, 0.7], InitialState::Free, Some(&before));
            assert_eq!(next.parameters, [1.5, 2.5]);
            assert_eq!(next.states, [start(0.1), measured[1].clone(), start(0.2)]);
        });
    });
}

/// Both experiments would be met from where they were measured to begin, and are begun a little beside: what mends one of them leads,
/// whichever it is, unless it is far off in the other.
#[test]
fn what_leads_is_nearer_in_all_experiments_together() {
    let machine = machine();
    with_task(&machine, f64::INFINITY, |mut task, _| {
        let begun: Vec<f64> = task.free.iter().map(|free| free.of(&machine)).collect();
        for (stretch, driven) in task.stretches.iter_mut().zip(task.inputs) {
            let (start, grid) = (&stretch.start, &stretch.grid);
            let motion = simulate(&machine, driven, start, grid, &task.settings);
            stretch.position = motion.expect("a motion").q;
        }
        let exact: Vec<Start> = task.stretches.iter().map(|s| s.start.clone()).collect();
        let beside = |off: [f64; 2]| -> Vec<Start> {
            let each = exact.iter().zip(off);
            each.map(|(start, off)| Start {
                position: start.position.iter().map(|q| q + off).collect(),
                velocity: start.velocity.clone(),
            })
            .collect()
        };
        let small = 1e-4;
        for (stretch, start) in task.stretches.iter_mut().zip(beside([small; 2])) {
            stretch.start = start;
        }
        for (off, is_nearer) in [
            ([small, small], false),
            ([0.0, small], true),
            ([small, 0.0], true),
            ([0.0, 0.1], false),
            ([0.1, 0.0], false),
        ] {
            with_task(&machine, f64::INFINITY, |before, _| {
                let last = (before, found(&begun, beside(off), Vec::new()));
                let told = leads(&task, &begun, InitialState::Free, &last);
                assert_eq!(told, is_nearer, "{off:?}");
            });
        }
    });
}

/// Friction of a simulated motion is found again, in two intervals that are then joined; each search that was tried is told.
#[test]
fn friction_is_found_again() {
    let mut truth = machine();
    let all = named(&truth);
    all[0].set(&mut truth, 0.4);
    all[1].set(&mut truth, 0.25);
    let mut run = experiment("a", 41);
    run.position = simulated(&truth, 41).position;
    let mut begun = truth.clone();
    all[0].set(&mut begun, 0.3);
    all[1].set(&mut begun, 0.35);
    let options = FitOptions {
        intervals: vec![0.4],
        continuity: true,
        starts: 2,
        weightings: 0,
        ..FitOptions::default()
    };
    let mut heard = 0;
    let found = fit(&begun, &[run], &all, &options, &mut |_, _| heard += 1).expect("a fit");
    let values: Vec<f64> = found.parameters.iter().map(|p| p.value).collect();
    assert!(
        (values[0] - 0.4).abs() < 1e-5 && (values[1] - 0.25).abs() < 1e-5,
        "{values:?}"
    );
    let begins: Vec<f64> = found.parameters.iter().map(|p| p.start).collect();
    assert!((begins[0] - 0.3).abs() < 1e-12 && (begins[1] - 0.35).abs() < 1e-12);
    assert_eq!(
        (found.intervals, found.attempts.len(), found.ending),
        (2, 2, Ending::Converged)
    );
    assert!((found.longest - 0.4).abs() < 1e-12 && found.gap.is_some_and(|gap| gap < 1e-6));
    assert_eq!(found.attempts[0].from, begins);
    // Each a share of itself aside, by a normal deviation of 0.3.
    let mut random = Random::new(1);
    for (from, begun) in found.attempts[1].from.iter().zip(&begins) {
        assert_eq!(*from, begun * (1.0 + 0.3 * random.normal()));
    }
    assert!(
        found
            .attempts
            .iter()
            .all(|attempt| attempt.cost.is_some_and(|cost| cost < 1e-9))
    );
    assert!(heard > 2 && found.iterates.len() > 2 && found.evaluations > 100);
    // The last sample of the first interval is the first of the second; one of 41 was not measured.
    assert_eq!(found.samples, 2 * 40);
    assert_eq!(
        (found.recordings.as_slice(), found.robot.as_str()),
        (&["a".to_owned()][..], "double_pendulum")
    );
    for (state, wanted) in found.beginnings[0].state.position.iter().zip([0.4, -0.9]) {
        assert!((state - wanted).abs() < 1e-6);
    }
    let joint = &found.joints[1];
    assert_eq!(
        (joint.name.as_str(), joint.unit, joint.series[0].len()),
        ("elbow", "rad", 40)
    );
    let squares: f64 = joint.series[1]
        .iter()
        .zip(&joint.series[2])
        .map(|(a, b)| (a - b).powi(2))
        .sum();
    assert!((joint.rmse - (squares / 40.0).sqrt()).abs() < 1e-15);
    let mean = joint.series[1].iter().sum::<f64>() / 40.0;
    let spread: f64 = joint.series[1].iter().map(|x| (x - mean).powi(2)).sum();
    assert!((joint.nrmse - (squares / spread).sqrt()).abs() < 1e-12);
    assert!(
        (joint.series[0][3] - 0.08).abs() < 1e-12,
        "the fourth was not measured: {:?}",
        &joint.series[0][..5]
    );
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
}

/// Three quarters of a second of a pendulum, measured with noise, and the machine with too much friction.
fn noisy() -> (Machine<'static>, [Experiment; 1]) {
    let mut truth = machine();
    let all = named(&truth);
    all[0].set(&mut truth, 0.4);
    all[1].set(&mut truth, 0.25);
    let mut run = experiment("a", 37);
    run.position = simulated(&truth, 37).position;
    let mut random = Random::new(3);
    for q in run.position.iter_mut().flatten() {
        *q += 0.02 * random.normal();
    }
    all[0].set(&mut truth, 0.8);
    all[1].set(&mut truth, 0.5);
    (truth, [run])
}

/// Iterations of each search of a fit, each of which is told from 0 on.
fn iterations(machine: &Machine<'_>, runs: &[Experiment], options: &FitOptions) -> Vec<usize> {
    let mut each: Vec<usize> = Vec::new();
    let mut hear = |iteration, _: f64| match iteration {
        0 => each.push(1),
        _ => *each.last_mut().expect("a search") += 1,
    };
    fit(machine, runs, &named(machine), options, &mut hear).expect("a fit");
    each
}

/// A search whose result another one begins with, of longer intervals or of joined ones, ends where what is left to gain is noise
/// that the other finds too: at a fall of a variance of a residual in place of a hundredth of one.
#[test]
fn only_the_last_search_goes_to_the_end() {
    let (begun, runs) = noisy();
    let of = |intervals: &[f64], continuity: bool| {
        let options = FitOptions {
            intervals: intervals.to_vec(),
            continuity,
            weightings: 0,
            ..FitOptions::default()
        };
        iterations(&begun, &runs, &options)
    };
    let alone = of(&[0.24], false);
    let before_longer = of(&[0.24, 0.36], false);
    let before_joined = of(&[0.24], true);
    let searches = [&alone, &before_longer, &before_joined].map(Vec::len);
    assert_eq!(searches, [1, 2, 3]);
    assert!(before_longer[0] < alone[0]);
    assert_eq!(before_joined[0], before_longer[0]);
    // Of several lengths the last is joined.
    assert_eq!(of(&[0.24, 0.36], true).len(), 4);
    // So does one after which joints are weighed anew.
    let options = FitOptions {
        intervals: vec![0.24],
        weightings: 1,
        ..FitOptions::default()
    };
    let weighed = iterations(&begun, &runs, &options);
    assert_eq!((weighed.len(), weighed[0]), (2, before_longer[0]));
}

/// Iterations are those of the search that found it, whatever others it goes on from.
#[test]
fn iterations_are_those_of_the_last_search() {
    let (begun, runs) = noisy();
    let all = named(&begun);
    for (weightings, continuity) in [(0, false), (2, false), (1, true)] {
        let options = FitOptions {
            intervals: vec![0.24],
            iterations: 2,
            weightings,
            continuity,
            ..FitOptions::default()
        };
        let mut heard = 0;
        let mut hear = |iteration, _: f64| heard = iteration + 1;
        let found = fit(&begun, &runs, &all, &options, &mut hear).expect("a fit");
        let made = match found.ending {
            Ending::Iterations => heard,
            // It may end before the last is made.
            _ => found.iterations.clamp(heard - 1, heard),
        };
        assert_eq!(found.iterations, made, "{weightings} {continuity}");
    }
}

/// No motion is made in three steps: that is said of the last of several beginnings as well.
#[test]
fn what_cannot_be_begun_says_why() {
    let (begun, runs) = noisy();
    let all = named(&begun);
    for starts in [1, 3] {
        let options = FitOptions {
            intervals: vec![0.24],
            starts,
            settings: Settings {
                most: 3,
                ..Settings::default()
            },
            ..FitOptions::default()
        };
        match fit(&begun, &runs, &all, &options, &mut |_, _| {}).err() {
            Some(FitError::Start { recording, stop }) => {
                assert_eq!(recording, "a");
                assert!(stop.to_string().contains("3 steps"), "{stop}");
            }
            other => panic!("{starts}: {other:?}"),
        }
    }
}

/// Weights of two joints are taken from residuals as often as is asked, each time with a search of its own.
#[test]
fn joints_are_weighed_as_often_as_is_asked() {
    let (begun, runs) = noisy();
    let searches = |machine: &Machine<'_>, weightings| {
        let options = FitOptions {
            intervals: vec![0.24],
            weightings,
            ..FitOptions::default()
        };
        iterations(machine, &runs, &options).len()
    };
    assert_eq!([1, 2].map(|n| searches(&begun, n)), [2, 3]);
    // Beside a joint that is locked there is none to weigh the other against.
    let mut one = begun.clone();
    one.lock(0);
    assert_eq!([1, 2].map(|n| searches(&one, n)), [1; 2]);
}

/// Friction of a joint that is locked does nothing, whatever rounding makes of its derivatives: it stays, and has no deviation. What
/// the other joint's friction is does not depend on whether it is free.
#[test]
fn what_does_nothing_is_left_as_it_is() {
    let (mut machine, runs) = noisy();
    machine.lock(0);
    let all = named(&machine);
    let begun = all[0].of(&machine);
    let options = FitOptions {
        intervals: vec![0.24],
        ..FitOptions::default()
    };
    let of = |free: &[Free]| fit(&machine, &runs, free, &options, &mut |_, _| {}).expect("a fit");
    let (both, one) = (of(&all), of(&all[1..]));
    assert_eq!(both.parameters[0].value, begun);
    assert_eq!(both.parameters[0].std, None);
    let (among, alone) = (&both.parameters[1], &one.parameters[0]);
    assert!(
        (among.value - alone.value).abs() < 1e-6,
        "{among:?} {alone:?}"
    );
    let stds = [among, alone].map(|found| found.std.expect("a deviation"));
    assert!((stds[0] / stds[1] - 1.0).abs() < 0.05, "{stds:?}");
}

/// Every search begins about the values that were given, not about those of the search before; the nearest that was reached is
/// what is found.
#[test]
fn the_best_of_several_searches_is_found() {
    let (begun, runs) = noisy();
    let all = named(&begun);
    let options = FitOptions {
        intervals: vec![0.24],
        iterations: 1,
        starts: 4,
        spread: 0.5,
        seed: 7,
        weightings: 0,
        ..FitOptions::default()
    };
    let found = fit(&begun, &runs, &all, &options, &mut |_, _| {}).expect("a fit");
    let given: Vec<f64> = all.iter().map(|free| free.of(&begun)).collect();
    assert_eq!(found.attempts.len(), 4);
    assert_eq!(found.attempts[0].from, given);
    let mut random = Random::new(7);
    for attempt in &found.attempts[1..] {
        for (from, given) in attempt.from.iter().zip(&given) {
            assert_eq!(*from, given * (1.0 + 0.5 * random.normal()));
        }
        assert_eq!(attempt.ending, Some(Ending::Iterations));
    }
    let costs = found
        .attempts
        .iter()
        .map(|attempt| attempt.cost.expect("a cost"));
    let best = costs.fold(f64::INFINITY, f64::min);
    assert_eq!(found.cost, best);
    let alone = FitOptions {
        starts: 1,
        ..options
    };
    let alone = fit(&begun, &runs, &all, &alone, &mut |_, _| {}).expect("a fit");
    assert!(alone.attempts.is_empty());
    assert_eq!((alone.ending, alone.iterations), (Ending::Iterations, 1));
}

/// Held upright by a controller, driven again by the torques that were recorded: from values that are a third too large no search over
/// the whole of it arrives, since errors grow a thousandfold; from what half a second gives it does.
#[test]
fn a_long_motion_is_begun_from_short_ones() {
    let robot = &puma_shoulder::ROBOT;
    let truth = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let (upright, rate, samples) = (std::f64::consts::FRAC_PI_2, 200.0, 1201);
    let control = |t: f64, q: &[f64], qd: &[f64], out: &mut [f64]| {
        let wanted = upright + 0.4 * (2.0 * t).sin() + 0.2 * (5.0 * t).sin();
        out[0] = 400.0 * (wanted - q[0]) - 40.0 * qd[0];
    };
    let grid = Grid {
        start: 0.0,
        rate,
        samples,
    };
    let settings = Settings::default();
    let start = Start::at_rest(&[upright]);
    let motion = simulate(&truth, &Feedback(control), &start, &grid, &settings).expect("a motion");
    let mut random = Random::new(3);
    let run = Experiment {
        name: "a".to_owned(),
        rate,
        start: 0.0,
        position: vec![
            motion
                .q
                .iter()
                .map(|q| q + 1e-4 * random.normal())
                .collect(),
        ],
        input: vec![motion.input],
        bridged: Vec::new(),
        clock: None,
    };
    let names = ["mx_2", "fc_2", "fvp_2", "fvn_2"].map(str::to_owned);
    let all = free(&truth, &names).expect("names");
    let mut begun = truth.clone();
    for free in &all {
        free.set(&mut begun, 1.3 * free.of(&truth));
    }
    let options = FitOptions {
        hold: Hold::Linear,
        ..FitOptions::default()
    };
    let found = fit(&begun, &[run], &all, &options, &mut |_, _| {}).expect("a fit");
    assert_eq!((found.ending, found.intervals), (Ending::Converged, 1));
    assert!(found.joints[0].rmse < 1.2e-4, "{}", found.joints[0].rmse);
    for (p, free) in found.parameters.iter().zip(&all) {
        let truth = free.of(&truth);
        assert!(
            (p.value - truth).abs() < 0.01 * truth,
            "{} {}",
            p.name,
            p.value
        );
    }
}

/// The pendulum hangs still for a fifth of a second, so that its beginning is measured without an error, and nothing is left at the values
/// that it moved by: short intervals, which begin at velocities that are not quite those of the motion, lead away from them.
#[test]
fn what_short_intervals_give_is_left_where_the_values_before_are_nearer() {
    let mut truth = machine();
    let all = named(&truth);
    all[0].set(&mut truth, 0.4);
    all[1].set(&mut truth, 0.25);
    let column = |size: f64, w: f64| -> Vec<f64> {
        let driven = |k: u32| f64::from(k.saturating_sub(10));
        (0..101).map(|k| size * (w * driven(k)).sin()).collect()
    };
    let mut run = Experiment {
        position: Vec::new(),
        input: vec![column(3.0, 0.1), column(1.0, 0.17)],
        bridged: Vec::new(),
        ..experiment("a", 101)
    };
    let grid = Grid {
        start: 0.0,
        rate: 50.0,
        samples: 101,
    };
    let options = FitOptions {
        iterations: 1,
        weightings: 0,
        lacks: false,
        ..FitOptions::default()
    };
    // Moments of mass along and across both links, and of the lower one, are straight below where they turn.
    let (both, lower) = (1.264_f64.atan2(0.064), 0.252_f64.atan2(-0.027));
    let start = Start::at_rest(&[both, lower - both]);
    let driven = input(&run, Hold::Last);
    let motion = simulate(&truth, &driven, &start, &grid, &options.settings).expect("a motion");
    run.position = (0..2)
        .map(|i| motion.q.iter().skip(i).step_by(2).copied().collect())
        .collect();
    let runs = [run];
    assert_eq!(shorter(&runs, &options), [0.5, 1.0]);
    let found = fit(&truth, &runs, &all, &options, &mut |_, _| {}).expect("a fit");
    let begun: Vec<f64> = all.iter().map(|free| free.of(&truth)).collect();
    assert_eq!(found.iterates[0].values, begun);
}

/// Currents are no part of what joins, whether their inductance is known or sought.
#[test]
fn intervals_of_currents_that_last_are_not_joined() {
    let drives = [0.0, 0.5].map(|inductance| Electric {
        inductance,
        ..Electric::default()
    });
    let driven = |drives: &[Electric]| machine().with_drives(drives).expect("drives");
    let refused = |machine: &Machine<'_>, name: &str| {
        let all = free(machine, &[name.to_owned()]).expect("a name");
        let options = FitOptions {
            continuity: true,
            intervals: vec![0.2],
            iterations: 1,
            ..FitOptions::default()
        };
        fit(
            machine,
            &[experiment("a", 21)],
            &all,
            &options,
            &mut |_, _| {},
        )
        .err()
    };
    let of = |name: &str| Some(FitError::Currents(name.to_owned()));
    assert_eq!(refused(&driven(&drives), "fv_elbow"), of("elbow"));
    let at_once = driven(&[Electric::default(); 2]);
    assert_eq!(refused(&at_once, "L_shoulder"), of("shoulder"));
    let joined = refused(&at_once, "fv_elbow");
    assert!(!matches!(joined, Some(FitError::Currents(_))), "{joined:?}");
}

/// Only whole experiments of free states, long enough, from one set of values.
#[test]
fn short_intervals_are_for_long_experiments_alone() {
    let of = |samples: u32, change: &dyn Fn(&mut FitOptions)| {
        let mut options = FitOptions::default();
        change(&mut options);
        shorter(&[experiment("a", 5), experiment("b", samples)], &options)
    };
    let plain = |_: &mut FitOptions| {};
    // Of two seconds; of ten.
    assert_eq!((of(100, &plain), of(99, &plain)), (vec![0.5, 1.0], vec![]));
    assert_eq!(of(500, &plain), [0.5, 1.0, 2.0, 4.0]);
    for change in [
        &(|o: &mut FitOptions| o.intervals = vec![2.0]) as &dyn Fn(&mut FitOptions),
        &|o| o.state = InitialState::Measured,
        &|o| o.starts = 2,
    ] {
        assert_eq!(of(500, change), [0.0; 0]);
    }
    // Twenty samples at least.
    let mut slow = experiment("a", 500);
    slow.rate = 10.0;
    let found = |all: &[Experiment]| shorter(all, &FitOptions::default());
    let wanted = [2.0, 4.0, 8.0, 16.0];
    assert_eq!(found(std::slice::from_ref(&slow)), wanted);
    // Also of the slowest of several, 50 s beside 2 s.
    let fast = experiment("b", 100);
    assert_eq!(found(&[fast.clone(), slow.clone()]), wanted);
    assert_eq!(found(&[slow, fast]), wanted);
}

/// Of half a second in two intervals, begun with twice the resistance: below 0 a motion would not change with an inductance any more, and a
/// search that came there would stay, beside wrong constants.
#[test]
fn an_inductance_is_found_from_elsewhere() {
    let robot = &puma_shoulder::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let drive = Electric {
        resistance: 1.2,
        inductance: 2e-3,
        torque_constant: 12.0,
        back_emf: 12.0,
        gear: 1.0,
    };
    let truth = machine.clone().with_drives(&[drive]).expect("a drive");
    let (rate, samples) = (500.0, 751);
    let column = |k: u32| (9.0 * (6.0 * f64::from(k) / rate).sin()).round();
    let mut run = Experiment {
        name: "a".to_owned(),
        rate,
        start: 0.0,
        position: Vec::new(),
        input: vec![(0..samples).map(column).collect()],
        bridged: Vec::new(),
        clock: None,
    };
    let grid = Grid {
        start: 0.0,
        rate,
        samples: samples as usize,
    };
    let options = FitOptions {
        intervals: vec![0.25],
        ..FitOptions::default()
    };
    let start = Start::at_rest(&[-std::f64::consts::FRAC_PI_2]);
    let driven = input(&run, Hold::Last);
    let motion = simulate(&truth, &driven, &start, &grid, &options.settings).expect("a motion");
    run.position = vec![motion.q];
    let part = [run.between(1.003, 1.5)];
    let wrong = Electric {
        resistance: 2.0,
        inductance: 1e-3,
        back_emf: 20.0,
        ..drive
    };
    let begun = machine.with_drives(&[wrong]).expect("a drive");
    let names = ["R_2", "L_2", "ke_2"].map(str::to_owned);
    let all = free(&begun, &names).expect("names");
    let found = fit(&begun, &part, &all, &options, &mut |_, _| {}).expect("a fit");
    let found: Vec<f64> = found.parameters.iter().map(|p| p.value).collect();
    assert!(
        (found[0] - 1.2).abs() < 1e-4
            && (found[1] - 2e-3).abs() < 1e-4
            && (found[2] - 12.0).abs() < 1e-3,
        "{found:?}"
    );
}

/// The elbow's encoder is bad, the shoulder's has no noise: weighed by what is left of each, the elbow takes nothing from the shoulder.
#[test]
fn what_is_left_weighs_joints_anew() {
    let mut truth = machine();
    let all = named(&truth);
    all[0].set(&mut truth, 0.4);
    all[1].set(&mut truth, 0.25);
    let mut run = experiment("a", 41);
    run.position = simulated(&truth, 41).position;
    let mut random = Random::new(5);
    for position in &mut run.position[1] {
        *position += 0.02 * random.normal();
    }
    let left = |weightings: usize| {
        let options = FitOptions {
            intervals: vec![0.4],
            weightings,
            lacks: false,
            ..FitOptions::default()
        };
        let runs = [run.clone()];
        let found = fit(&truth, &runs, &all, &options, &mut |_, _| {}).expect("a fit");
        found.joints[0].rmse
    };
    let [alike, weighed] = [0, 2].map(left);
    assert!(
        alike > 1e-6 && weighed < 0.5 * alike,
        "{alike} and {weighed}"
    );
}

/// Without iterations a search is an evaluation of where it begins, which is where others began: of a fit as many count as it has searches,
/// and as many iterates as there are searches of the same intervals one after the other.
#[test]
fn every_search_of_a_fit_counts() {
    type Change = fn(&mut FitOptions);
    let (begun, runs) = noisy();
    let all = named(&begun);
    let of = |runs: &[Experiment], change: Change| {
        let mut options = FitOptions {
            intervals: vec![0.24],
            iterations: 0,
            weightings: 0,
            spread: 0.0,
            ..FitOptions::default()
        };
        change(&mut options);
        let found = fit(&begun, runs, &all, &options, &mut |_, _| {}).expect("a fit");
        let counts = [found.iterates.len(), found.attempts.len()];
        (found.evaluations, counts)
    };
    let alone = |runs: &[Experiment], change: Change| of(runs, change).0;
    let one = alone(&runs, |_| ());
    let measured = alone(&runs, |o| o.state = InitialState::Measured);
    let longer = alone(&runs, |o| o.intervals = vec![0.36]);
    let changes: [(Change, usize, [usize; 2]); 7] = [
        (|_| (), one, [1, 0]),
        (|o| o.weightings = 2, 3 * one, [3, 0]),
        (|o| o.continuity = true, 3 * one, [3, 0]),
        (|o| o.starts = 0, one, [1, 0]),
        (|o| o.starts = 3, 3 * one, [1, 3]),
        // Only the first intervals are begun from several values.
        (
            |o| (o.starts, o.intervals) = (2, vec![0.24, 0.36]),
            2 * one + longer,
            [1, 2],
        ),
        // States that are not free are not joined.
        (
            |o| (o.continuity, o.state) = (true, InitialState::Measured),
            measured,
            [1, 0],
        ),
    ];
    for (k, (change, evaluations, counts)) in changes.into_iter().enumerate() {
        assert_eq!(of(&runs, change), (evaluations, counts), "{k}");
    }
    // A whole motion of two seconds is begun from half a second, and then from a second.
    let long = [experiment("a", 101)];
    let each: [Change; 3] = [
        |o| o.intervals = vec![0.5],
        |o| o.intervals = vec![1.0],
        |o| o.intervals = vec![f64::INFINITY],
    ];
    let each = each.map(|change| alone(&long, change));
    let whole = alone(&long, |o| o.intervals = Vec::new());
    assert_eq!(whole, each.iter().sum::<usize>());
}

/// Friction of 10 000 N·m·s/rad is so stiff that 500 steps make no motion: of two searches the second alone begins, at 0.25.
#[test]
fn a_search_that_cannot_begin_ends_no_other() {
    let (mut begun, runs) = noisy();
    let all = named(&begun)[1..].to_vec();
    all[0].set(&mut begun, 1e4);
    let given = FitOptions::default();
    let options = FitOptions {
        intervals: vec![0.24],
        iterations: 0,
        starts: 2,
        // The first deviation that is drawn comes to 0.25.
        spread: (0.25e-4 - 1.0) / Random::new(given.seed).normal(),
        weightings: 0,
        settings: Settings {
            most: 500,
            ..given.settings
        },
        ..given
    };
    let found = fit(&begun, &runs, &all, &options, &mut |_, _| {}).expect("a fit");
    let [first, second] = &found.attempts[..] else {
        panic!("two searches: {:?}", found.attempts)
    };
    assert_eq!((first.cost, first.ending), (None, None));
    assert_eq!(
        (second.cost, second.ending),
        (Some(found.cost), Some(Ending::Iterations))
    );
    let value = found.parameters[0].value;
    assert!((value - 0.25).abs() < 1e-9, "{value}");
}

/// Numbers near 1.7e9 are 2.4e-7 apart, too far for the times of steps.
#[test]
fn a_fit_does_not_know_the_date() {
    let machine = machine();
    let all = named(&machine);
    let options = FitOptions {
        intervals: vec![0.2],
        iterations: 2,
        lacks: false,
        ..FitOptions::default()
    };
    let of = |start: f64| {
        let run = Experiment {
            start,
            ..experiment("a", 41)
        };
        fit(&machine, &[run], &all, &options, &mut |_, _| {}).expect("a fit")
    };
    let (plain, dated) = (of(0.0), of(1.7e9));
    assert_eq!(plain.parameters, dated.parameters);
    assert_eq!(plain.beginnings.len(), dated.beginnings.len());
    for (plain, dated) in plain.beginnings.iter().zip(&dated.beginnings) {
        assert_eq!(plain.state, dated.state);
        for (time, dated) in plain.time.iter().zip(dated.time) {
            assert!((dated - time - 1.7e9).abs() < 1e-6, "{dated} {time}");
        }
    }
    assert_eq!(dated.joints[0].series[0][0], 1.7e9);
}
