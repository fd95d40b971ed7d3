//! What is said of intervals: by how much they are apart, and where joints were measured.

use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

use crate::output_error::blocks::{Block, Link};
use crate::output_error::by_hand::{Described, swinging, with_task};
use crate::output_error::conclude::{begun_anew, conclude, gap, moving};
use crate::output_error::evaluate::{Point, Task};
use crate::output_error::experiment::Experiment;
use crate::output_error::followed::followed;
use crate::output_error::free::free;
use crate::output_error::options::{FitOptions, InitialState};
use crate::output_error::result::Fit;
use crate::output_error::search::{Ending, Found};
use crate::output_error::winding::WindingCovariance;
use crate::parameters::nominal;
use crate::simulation::{Electric, FrictionLaw, Machine};

/// A position that goes to and fro, 50 times a second.
fn swing(speed: f64, sample: u32) -> f64 {
    (speed * f64::from(sample)).sin()
}

/// The second joint slides: 6 mm are more than it may, of the first 0.04 rad are not.
#[test]
fn joints_that_are_locked_and_move_are_named() {
    let robot = &Described::sliding();
    let mut machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let experiment = |name: &str, ways: [f64; 2]| Experiment {
        name: name.to_owned(),
        rate: 50.0,
        start: 0.0,
        position: ways.map(|way| vec![1.0, 1.0 + way, 1.0]).to_vec(),
        input: vec![vec![0.0; 3]; 2],
        bridged: Vec::new(),
        clock: None,
    };
    let experiments = [
        experiment("a", [0.04, 0.004]),
        experiment("b", [0.01, 0.006]),
    ];
    assert!(moving(&machine, &experiments).is_empty());
    machine.lock(0);
    assert!(moving(&machine, &experiments).is_empty());
    machine.lock(1);
    let name = robot.model().joints[1].name;
    let said = moving(&machine, &experiments);
    assert_eq!(said.len(), 1, "{said:?}");
    let begin = format!("joint {name} is locked, but moves by ");
    assert!(
        said[0].starts_with(&begin) && said[0].contains(" m in b: "),
        "{said:?}"
    );
}

/// Two intervals of 0.2 s.
fn check(work: impl FnOnce(&Task<'_>)) {
    let robot = &Described::sliding();
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let all = free(&machine, &["mx_lower".to_owned()]).expect("a name");
    with_task(&machine, &all, &[swinging(21)], 0.2, |task| work(&task));
}

fn found(task: &Task<'_>, blocks: Vec<Block>) -> Found {
    Found {
        point: Point {
            parameters: task.free.iter().map(|free| free.of(task.machine)).collect(),
            states: task.stretches.iter().map(|s| s.start.clone()).collect(),
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

/// Of positions that weigh something, ahead or behind; velocities do not count.
#[test]
fn the_largest_gap_is_of_positions_in_either_direction() {
    let block = |gap: [f64; 4], weights: [f64; 4]| {
        let mut block = Block::new(1, 4, 2);
        block.link = Some(Link {
            gap: DVector::from_row_slice(&gap),
            by_parameters: DMatrix::zeros(4, 1),
            by_state: DMatrix::zeros(4, 4),
            weights: DVector::from_row_slice(&weights),
        });
        block
    };
    check(|task| {
        assert_eq!(gap(task, &found(task, vec![Block::new(1, 4, 2)])), None);
        let blocks = vec![
            block([-6.0, 2.0, 100.0, 0.0], [2.0, 4.0, 1.0, 1.0]),
            block([1.0, 50.0, 0.0, -90.0], [1.0, 0.0, 1.0, 1.0]),
        ];
        assert_eq!(gap(task, &found(task, blocks)), Some(3.0));
        let small = vec![block([-1.0, 1.0, 100.0, 0.0], [2.0, 4.0, 1.0, 1.0])];
        assert_eq!(gap(task, &found(task, small)), Some(0.5));
    });
}

#[test]
fn a_joint_has_its_measured_positions_beside_the_simulated_ones() {
    check(|task| {
        let found = followed(task, &found(task, Vec::new())).expect("motions");
        for (joint, speed) in found.iter().zip([0.1, 0.2]) {
            // The last sample of the first interval is the first of the second.
            let samples: Vec<u32> = (0..11).chain(10..21).collect();
            let measured: Vec<f64> = samples.iter().map(|k| swing(speed, *k)).collect();
            assert_eq!(joint.series[1], measured, "{}", joint.name);
            for (time, k) in joint.series[0].iter().zip(&samples) {
                assert!((time - 0.02 * f64::from(*k)).abs() < 1e-12, "{time} {k}");
            }
            // Of how far it swings, not of where it is.
            let measured = DVector::from_vec(measured);
            let simulated = DVector::from_column_slice(&joint.series[2]);
            let residual = &measured - simulated;
            let nrmse = residual.norm() / (measured.variance() * measured.len() as f64).sqrt();
            assert!((joint.nrmse / nrmse - 1.0).abs() < 1e-9, "{}", joint.nrmse);
            let off = (joint.series[2][0] - measured[0]).abs();
            assert!(off < 0.01, "not where it was measured: {off}");
        }
        let units: Vec<&str> = found.iter().map(|joint| joint.unit).collect();
        assert_eq!(units, ["rad", "m"]);
    });
}

/// The second interval ends early, as at the end of a recording; times are those of the recording, which begins at 5 s.
#[test]
fn intervals_are_told_by_the_longest_and_by_when_they_begin_and_end() {
    check(|task| {
        let mut stretches = task.stretches.clone();
        let last = &mut stretches[1];
        last.grid.samples = 8;
        last.position.truncate(16);
        last.is_measured.truncate(8);
        for stretch in &mut stretches {
            stretch.grid.start += 5.0;
        }
        let own = Task {
            stretches,
            ..task.clone()
        };
        let blocks = own.evaluate(&found(&own, Vec::new()).point, true);
        let all = found(&own, blocks.expect("intervals"));
        let begun = all.point.parameters.clone();
        let experiment = Experiment {
            start: 5.0,
            position: Vec::new(),
            input: Vec::new(),
            ..swinging(0)
        };
        let options = FitOptions {
            lacks: false,
            ..FitOptions::default()
        };
        let fit = conclude(&own, all, &[experiment], &begun, &options).expect("a fit");
        // Two joints at 11 and at 8 moments.
        assert_eq!((fit.intervals, fit.samples), (2, 38));
        assert!((fit.longest - 0.2).abs() < 1e-12, "{}", fit.longest);
        assert_eq!(fit.beginnings.len(), 2);
        for (beginning, time) in fit.beginnings.iter().zip([[5.0, 5.2], [5.2, 5.34]]) {
            let off = beginning.time.iter().zip(time).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{beginning:?}");
        }
    });
}

/// Two intervals of 0.2 s of one recording are 20 times 0.01 s.
#[test]
fn currents_that_last_long_beside_intervals_are_named() {
    check(|task| {
        let said = |inductance: f64, experiments: usize| {
            let slow = Electric {
                resistance: 2.0,
                inductance,
                ..Electric::default()
            };
            let drives = [Electric::default(), slow];
            let machine = task.machine.clone().with_drives(&drives).expect("drives");
            let own = Task {
                machine: &machine,
                ..task.clone()
            };
            begun_anew(&own, &found(&own, Vec::new()).point, experiments)
        };
        assert_eq!(
            said(0.022, 1),
            [
                "the current of elbow begins anew in each interval, as if its voltage had not changed before, and L/R = 0.0110 s is long \
                 beside intervals of 0.200 s: what is found is off by that. Take intervals of 0.220 s or more, or whole recordings"
            ]
        );
        assert_eq!(said(0.018, 1), [""; 0]);
        // Of two recordings each is whole.
        assert_eq!(said(0.022, 2), [""; 0]);
    });
}

/// Of two parameters as the robot has them, the first sought within these bounds, with this weight of all positions.
fn of_two(task: &Task<'_>, bounds: [f64; 2], weight: f64) -> Fit {
    let names = ["mx_lower", "mz_lower"].map(str::to_owned);
    let mut all = free(task.machine, &names).expect("names");
    all[0].bounds = bounds;
    let own = Task {
        free: &all,
        weights: vec![weight; 2],
        ..task.clone()
    };
    let blocks = own.evaluate(&found(&own, Vec::new()).point, true);
    let made = found(&own, blocks.expect("intervals"));
    let begun = made.point.parameters.clone();
    let options = FitOptions {
        lacks: false,
        ..FitOptions::default()
    };
    conclude(&own, made, &[], &begun, &options).expect("a fit")
}

/// At either of them, and not between; physics has none there.
#[test]
fn a_parameter_is_at_a_bound_where_it_has_its_value() {
    check(|task| {
        let value = task.free[0].of(task.machine);
        for (bounds, is_at_bound) in [
            ([value - 1.0, value + 1.0], false),
            ([value, value + 1.0], true),
            ([value - 1.0, value], true),
        ] {
            let found = of_two(task, bounds, 1.0).parameters;
            let at = |of: &dyn Fn(usize) -> bool| [of(0), of(1)];
            assert_eq!(at(&|k| found[k].is_at_bound), [is_at_bound, false]);
            assert_eq!(at(&|k| found[k].is_at_limit), [false; 2]);
            assert_eq!(at(&|k| found[k].std.is_none()), [is_at_bound, false]);
        }
    });
}

/// Columns are scaled, whatever positions weigh.
#[test]
fn a_condition_does_not_depend_on_weights() {
    check(|task| {
        let of = |weight| of_two(task, [-9.0, 9.0], weight).condition;
        let (light, heavy) = (of(1e-2), of(1e3));
        assert!(light > 1.0 && heavy > 1.0, "{light} {heavy}");
        assert!((light / heavy - 1.0).abs() < 1e-6, "{light} {heavy}");
    });
}

/// Its value says nothing, and so does where it is.
#[test]
fn what_does_nothing_is_at_no_bound_and_at_no_limit() {
    check(|task| {
        let names = ["mx_lower", "mz_lower"].map(str::to_owned);
        let mut all = free(task.machine, &names).expect("names");
        let value = all[0].of(task.machine);
        all[0].bounds = [value, value + 1.0];
        all[0].limits = all[0].bounds;
        let own = Task {
            free: &all,
            ..task.clone()
        };
        let options = FitOptions {
            lacks: false,
            ..FitOptions::default()
        };
        for is_idle in [false, true] {
            let blocks = own.evaluate(&found(&own, Vec::new()).point, true);
            let mut blocks = blocks.expect("intervals");
            if is_idle {
                blocks.iter_mut().for_each(|block| block.h[(0, 0)] = 0.0);
            }
            let made = found(&own, blocks);
            let begun = made.point.parameters.clone();
            let fit = conclude(&own, made, &[], &begun, &options).expect("a fit");
            let only = &fit.parameters[0];
            assert_eq!(
                [only.is_at_bound, only.is_at_limit, only.is_idle],
                [!is_idle, !is_idle, is_idle]
            );
        }
    });
}

/// What was given up on the way is warned of, with the last reason.
#[test]
fn a_fit_tells_how_its_search_went() {
    check(|task| {
        let of = |stops: usize| {
            let blocks = task.evaluate(&found(task, Vec::new()).point, true);
            let mut made = found(task, blocks.expect("intervals"));
            (made.iterations, made.stops, made.ending) = (7, stops, Ending::Stuck);
            made.last_stop = (stops > 0).then(|| "at 1 s it runs away".to_owned());
            let begun = made.point.parameters.clone();
            let options = FitOptions {
                state: InitialState::Measured,
                lacks: false,
                ..FitOptions::default()
            };
            conclude(task, made, &[], &begun, &options).expect("a fit")
        };
        let fit = of(3);
        assert_eq!(
            (fit.iterations, fit.stops, fit.ending),
            (7, 3, Ending::Stuck)
        );
        assert_eq!(fit.last_stop.as_deref(), Some("at 1 s it runs away"));
        assert_eq!(fit.state, InitialState::Measured);
        assert_eq!(
            fit.warnings,
            ["3 trial motions ended early and were given up; the last one: at 1 s it runs away"]
        );
        assert_eq!(
            of(1).warnings,
            ["1 trial motion ended early and was given up: at 1 s it runs away"]
        );
        let fit = of(0);
        assert_eq!((fit.stops, fit.last_stop), (0, None));
        assert!(fit.warnings.is_empty(), "{:?}", fit.warnings);
    });
}

/// Where a voltage is a torque, back electromotive force is viscous friction: of it a deviation three times that of friction makes this
/// `√(1 + 9)` times as wide, and that of another joint no wider.
#[test]
fn deviations_of_windings_are_handed_on() {
    check(|task| {
        let machine = task.machine.clone().with_friction(&[FrictionLaw::Viscous]);
        let machine = machine.with_drives(&[Electric::default(); 2]);
        let machine = machine.expect("drives");
        let of = |names: [&str; 2], std: f64| {
            let mut all = free(&machine, &names.map(str::to_owned)).expect("names");
            all.iter_mut().for_each(|free| free.bounds = [-9.0, 9.0]);
            let own = Task {
                machine: &machine,
                free: &all,
                ..task.clone()
            };
            let blocks = own.evaluate(&found(&own, Vec::new()).point, true);
            let made = found(&own, blocks.expect("intervals"));
            let begun = made.point.parameters.clone();
            let mut covariance = [[0.0; 3]; 3];
            covariance[2][2] = std * std;
            let options = FitOptions {
                lacks: false,
                windings: vec![WindingCovariance {
                    motor: 0,
                    covariance,
                }],
                ..FitOptions::default()
            };
            conclude(&own, made, &[], &begun, &options).expect("a fit")
        };
        let friction = ["fv_shoulder", "fv_elbow"];
        let plain = of(friction, 0.0);
        assert_eq!(plain.windings, None);
        let stds = |fit: &Fit| {
            let each = fit.parameters.iter().map(|p| p.std.expect("a deviation"));
            each.collect::<Vec<f64>>()
        };
        let narrow = stds(&plain);
        let wide = of(friction, 3.0 * narrow[0]);
        let times = 10f64.sqrt();
        let found = stds(&wide);
        assert!((found[0] / narrow[0] / times - 1.0).abs() < 1e-5);
        assert!((found[1] / narrow[1] - 1.0).abs() < 1e-5);
        assert!((wide.covariance[(0, 0)].sqrt() / found[0] - 1.0).abs() < 1e-9);
        let handed = wide.windings.expect("a winding");
        assert_eq!(
            (&handed.motors[..], handed.name.as_str()),
            (&["shoulder".to_owned()][..], "fv_shoulder")
        );
        assert!((handed.times / times - 1.0).abs() < 1e-5);
        // What is sought itself is not handed on.
        let sought = of(["ke_shoulder", "fv_elbow"], 3.0 * narrow[0]);
        assert_eq!(sought.windings, None);
    });
}

/// Of two parameters whose columns are alike the second is named, with the first; a hundred-millionth of its square that is its own
/// makes its deviation ten thousand times as wide.
#[test]
fn parameters_that_are_told_badly_are_named() {
    check(|task| {
        let names = ["mx_lower", "mz_lower"].map(str::to_owned);
        let all = free(task.machine, &names).expect("names");
        let own = Task {
            free: &all,
            ..task.clone()
        };
        let options = FitOptions {
            lacks: false,
            ..FitOptions::default()
        };
        for (more, wanted) in [(0.0, None), (4e-8, Some(1e4))] {
            let blocks = own.evaluate(&found(&own, Vec::new()).point, true);
            let mut blocks = blocks.expect("intervals");
            for block in &mut blocks {
                block.h = DMatrix::from_row_slice(2, 2, &[4.0, 4.0, 4.0, 4.0 + more]);
                block.c.fill(0.0);
            }
            let made = found(&own, blocks);
            let begun = made.point.parameters.clone();
            let fit = conclude(&own, made, &[], &begun, &options).expect("a fit");
            let [only] = &fit.dependences[..] else {
                panic!("one of them: {:?}", fit.dependences)
            };
            assert_eq!(only.name, "mz_lower");
            assert_eq!(only.with, ["mx_lower"]);
            // To a digit that rounding leaves.
            let times = only.times.map(|times| (times / 10.0).round() * 10.0);
            assert_eq!(times, wanted, "{only:?}");
        }
    });
}
