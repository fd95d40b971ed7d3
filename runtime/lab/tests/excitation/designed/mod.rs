//! Motions that are designed, what they keep, and what is foreseen of them.

mod beside;
mod promised;

use armwright_lab::excite::{
    Basis, Capsule, Constraint, Criterion, Effort, Ends, Equations, ExciteError, Geometry,
    JointLimits, Limits, Motion, Moving, Plan, Plane, Planned, Scale, design, joint_trajectory,
    screen,
};
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_robots::{double_pendulum, panda, ur5};
use armwright_runtime::{Robot, Side};

fn limits(n: usize, reach: f64, speed: f64, acceleration: f64) -> Limits {
    let joint = JointLimits {
        position: [-reach, reach],
        velocity: speed,
        acceleration,
        jerk: f64::INFINITY,
    };
    Limits {
        joints: vec![joint; n],
        defaults: Vec::new(),
    }
}

fn plan(n: usize, criterion: Criterion) -> Plan {
    Plan {
        basis: Basis::Fourier {
            period: 10.0,
            harmonics: 5,
        },
        limits: limits(n, 2.0, 2.0, 8.0),
        ends: Ends {
            rest: true,
            ..Ends::default()
        },
        moving: Moving::All,
        equations: Equations {
            without_friction: true,
            ..Equations::default()
        },
        criterion,
        samples: 100,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    }
}

fn effort(starts: usize) -> Effort {
    Effort {
        starts,
        budget: None,
        threads: 1,
        seed: 3,
    }
}

fn designed(robot: &dyn Robot, plan: &Plan, starts: usize) -> armwright_lab::excite::Designed {
    design(robot, plan, &effort(starts), &|| false, &|_| {}).expect("a motion")
}

/// Everything that limits forbid, from sums of sines written out here.
fn assert_within(found: &armwright_lab::excite::Designed, limits: &Limits) {
    for (own, limits) in found.motion.coefficients.iter().zip(&limits.joints) {
        let mut reached = [0.0f64; 2];
        for k in 0..=1000 {
            let t = 10.0 * f64::from(k) / 1000.0;
            let (mut q, mut qd, mut qdd) = (own[0], 0.0, 0.0);
            for h in 1..=5usize {
                let w = std::f64::consts::TAU * h as f64 / 10.0;
                let (a, b) = (own[2 * h - 1], own[2 * h]);
                q += a * (w * t).sin() + b * (w * t).cos();
                qd += w * (a * (w * t).cos() - b * (w * t).sin());
                qdd -= w * w * (a * (w * t).sin() + b * (w * t).cos());
            }
            let [low, high] = limits.position;
            assert!(low <= q && q <= high, "position {q} at {t}");
            assert!(qd.abs() <= limits.velocity, "velocity {qd} at {t}");
            assert!(
                qdd.abs() <= limits.acceleration,
                "acceleration {qdd} at {t}"
            );
            if k == 0 || k == 1000 {
                assert!(
                    qd.abs() < 1e-9 && qdd.abs() < 1e-9,
                    "not at rest: {qd} {qdd}"
                );
            }
            reached = [reached[0].max(qd.abs()), reached[1].max(qdd.abs())];
        }
        assert!(reached[0] > 0.3, "a joint hardly moves: {reached:?}");
    }
}

#[test]
fn a_designed_motion_is_far_better_than_a_random_one_and_keeps_limits() {
    let plan = plan(6, Criterion::LogDeterminant);
    let found = designed(&ur5::ROBOT, &plan, 1);
    assert_within(&found, &plan.limits);
    let start = found.start.expect("a figure");
    assert!(
        found.figure > 305.0 && start < 270.0,
        "{} from {start}",
        found.figure
    );
}

/// What a search found is not lost on the way to the end: smooth figures are not gone through from the first again.
#[test]
fn the_motion_at_the_end_is_the_best_that_was_heard_of() {
    let plan = plan(6, Criterion::Condition(Scale::Unscaled));
    let heard = std::sync::Mutex::new(f64::INFINITY);
    let hear = |searched: armwright_lab::excite::Searched| {
        let mut heard = heard.lock().expect("no panic");
        *heard = searched.best.unwrap_or(*heard);
    };
    let found = design(&ur5::ROBOT, &plan, &effort(2), &|| false, &hear).expect("a motion");
    let heard = *heard.lock().expect("no panic");
    assert_within(&found, &plan.limits);
    assert!(found.figure < heard, "{} after {heard}", found.figure);
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_has() {
    let mut plan = plan(2, Criterion::LogDeterminant);
    let robot = &double_pendulum::ROBOT;
    let ended = std::sync::atomic::AtomicUsize::new(0);
    let count = |searched: armwright_lab::excite::Searched| {
        ended.store(searched.starts, std::sync::atomic::Ordering::Relaxed);
    };
    let stop = || ended.load(std::sync::atomic::Ordering::Relaxed) >= 3;
    let found = design(robot, &plan, &effort(usize::MAX), &stop, &count).expect("a motion");
    assert!((3..20).contains(&found.starts), "{}", found.starts);
    assert_within(&found, &plan.limits);
    assert!(Some(found.figure) > found.start);
    // At once, and with torques that hold the better motions back.
    plan.kept = vec![Constraint::Torque {
        theta: nominal(robot.model()),
        limits: vec![60.0, 20.0],
        side: Side::Joint,
    }];
    for kept in [plan.kept.clone(), Vec::new()] {
        plan.kept = kept;
        let found = design(robot, &plan, &effort(9), &|| true, &|_| {}).expect("a motion");
        assert_eq!(found.starts, 1);
        for (own, limits) in found.motion.extremes(1000).iter().zip(&plan.limits.joints) {
            assert!(own[0][1] <= limits.position[1] && own[1][1] <= limits.velocity);
        }
    }
}

/// The acceptance runs of the issue; by hand, in release: `cargo test --release -p armwright-lab --test library figures_of_two -- --ignored`.
#[test]
#[ignore = "30 s of one core for each of four figures"]
fn figures_of_two_arms() {
    let ranges = [
        [-2.7973, 2.7973],
        [-1.6628, 1.6628],
        [-2.7973, 2.7973],
        [-2.9718, -0.1698],
        [-2.7973, 2.7973],
        [0.0825, 3.6525],
        [-2.7973, 2.7973],
    ];
    let mut of_panda = limits(7, 1.0, 1.74, 6.0);
    for (j, (joint, position)) in of_panda.joints.iter_mut().zip(ranges).enumerate() {
        joint.position = position;
        joint.velocity = if j < 4 { 1.74 } else { 2.088 };
    }
    let cases: [(&dyn Robot, Limits, [f64; 2]); 2] = [
        (&ur5::ROBOT, limits(6, 2.0, 2.0, 8.0), [323.0, 9.1]),
        (&panda::ROBOT, of_panda, [376.0, 11.1]),
    ];
    for (robot, limits, [log_det, condition]) in cases {
        let n = robot.model().joints.len();
        let criteria = [
            Criterion::LogDeterminant,
            Criterion::Condition(Scale::Unscaled),
        ];
        for (k, criterion) in criteria.into_iter().enumerate() {
            let mut plan = plan(n, criterion);
            plan.limits = limits.clone();
            let effort = Effort {
                budget: Some(std::time::Duration::from_secs(30)),
                ..effort(usize::MAX)
            };
            let found = design(robot, &plan, &effort, &|| false, &|_| {}).expect("a motion");
            println!(
                "{} {} {}",
                robot.model().name,
                plan.criterion.word(),
                found.figure
            );
            assert_within(&found, &limits);
            match k {
                0 => assert!(found.figure >= log_det),
                _ => assert!(found.figure <= condition),
            }
        }
    }
}

#[test]
fn a_smaller_condition_number_is_found_where_that_is_asked() {
    let robot = &double_pendulum::ROBOT;
    let n = robot.model().joints.len();
    let log_det = designed(robot, &plan(n, Criterion::LogDeterminant), 2);
    let condition = plan(n, Criterion::Condition(Scale::Unscaled));
    let found = designed(robot, &condition, 2);
    let planned = |motion| Planned::of(motion, 10.0, vec![1.0], true);
    let of = |motion| screen(robot, &planned(motion), &condition.limits).expect("screened");
    let [by_log_det, by_condition] = [&log_det, &found].map(|found| of(&found.motion));
    assert!(by_condition.condition < by_log_det.condition);
    assert!(by_condition.log_det < by_log_det.log_det);
    let figure = by_condition.condition.expect("regular");
    assert!(
        (figure - found.figure).abs() < 1e-6 * figure,
        "{figure} {}",
        found.figure
    );
}

#[test]
fn torques_and_planes_are_kept() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let theta = nominal(model);
    let mut plan = plan(2, Criterion::LogDeterminant);
    plan.equations.without_friction = false;
    let free = designed(robot, &plan, 2);
    let torques = |found: &armwright_lab::excite::Designed| {
        let mut most = vec![0.0f64; 2];
        for k in 0..=3000 {
            let state = found.motion.state(10.0 * f64::from(k) / 3000.0);
            let [q, qd, qdd] = [0, 1, 2].map(|o| state.iter().map(|s| s[o]).collect::<Vec<_>>());
            let mut tau = vec![0.0; 2];
            robot
                .inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)
                .expect("torques");
            most.iter_mut()
                .zip(tau)
                .for_each(|(most, tau)| *most = most.max(tau.abs()));
        }
        most
    };
    let most = torques(&free);
    let limits: Vec<f64> = most.iter().map(|tau| 0.8 * tau).collect();
    plan.kept = vec![Constraint::Torque {
        theta: theta.clone(),
        limits: limits.clone(),
        side: Side::Joint,
    }];
    let kept = designed(robot, &plan, 2);
    for (tau, limit) in torques(&kept).iter().zip(&limits) {
        assert!(tau <= limit, "{tau} of {limit}");
    }
    assert!(kept.figure < free.figure, "{} {}", kept.figure, free.figure);
    // A body at most so far to one side, by forward kinematics of its own: the frames of the model.
    let last = *model.bodies.last().expect("a body");
    let geometry = Geometry {
        capsules: vec![Capsule {
            body: last.to_owned(),
            from: [0.0; 3],
            to: [0.1, 0.0, 0.0],
            radius: 0.05,
        }],
        planes: vec![Plane {
            normal: [1.0, 0.0, 0.0],
            offset: -0.05,
        }],
        ..Geometry::default()
    };
    plan.kept = vec![Constraint::Clear(geometry)];
    let beside = design(robot, &plan, &effort(2), &|| false, &|_| {});
    match beside {
        Ok(found) => assert!(found.figure < free.figure + 1e-6),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_a_motion_will_not_tell_is_named() {
    let robot = &double_pendulum::ROBOT;
    let motion = designed(robot, &plan(2, Criterion::LogDeterminant), 1).motion;
    let limits = limits(2, 2.0, 2.0, 8.0);
    let of = |motion: &Motion| {
        screen(robot, &Planned::of(motion, 20.0, vec![1.0], false), &limits).expect("screened")
    };
    let all = of(&motion);
    assert!(all.is_complete() && all.rank == 6, "{:?}", all.warnings);
    assert!(all.base.iter().all(|base| base.std.is_some()));
    // With the shoulder held askew its weight is one number, and its inertia is never felt.
    let mut still = motion.clone();
    still.coefficients[0] = vec![0.0; 11];
    still.coefficients[0][0] = 0.3;
    let found = of(&still);
    assert!(!found.is_complete());
    assert!(found.joints[0].still && !found.joints[1].still);
    assert!(
        found
            .warnings
            .iter()
            .any(|w| w.contains("shoulder stands still")),
        "{:?}",
        found.warnings
    );
    assert_eq!(found.unexcited, ["Lyy_upper"]);
    let groups: Vec<(Vec<&str>, usize)> = found
        .confused
        .iter()
        .map(|group| {
            (
                group.parameters.iter().map(String::as_str).collect(),
                group.seen,
            )
        })
        .collect();
    assert_eq!(groups, [(vec!["mx_upper", "mz_upper"], 1)]);
    for base in &found.base {
        let is_lost = ["mx_upper", "mz_upper", "Lyy_upper"].contains(&base.name.as_str());
        assert_eq!(base.std.is_none(), is_lost, "{base:?}");
    }
}

/// Expected deviations against least squares on torques with noise drawn here.
#[test]
fn expected_deviations_are_those_of_repeated_experiments() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let motion = designed(robot, &plan(n, Criterion::LogDeterminant), 1).motion;
    let noise = vec![0.3, 0.1];
    let planned = Planned::of(&motion, 10.0, noise.clone(), false);
    let found = screen(robot, &planned, &limits(n, 2.0, 2.0, 8.0)).expect("screened");
    let rows = planned.time.len() * n;
    let mut y = nalgebra::DMatrix::zeros(rows, b);
    for k in 0..planned.time.len() {
        let [q, qd, qdd] =
            [0, 1, 2].map(|o| planned.state[o].iter().map(|c| c[k]).collect::<Vec<f64>>());
        let mut out = vec![0.0; n * b];
        robot
            .base_regressor(&q, &qd, &qdd, &mut out)
            .expect("regressor");
        for i in 0..n {
            for j in 0..b {
                y[(k * n + i, j)] = out[i * b + j] / noise[i];
            }
        }
    }
    let inverse = y.clone().pseudo_inverse(1e-12).expect("regular");
    let (mut random, runs) = (Random::new(5), 600);
    let mut squares = vec![0.0; b];
    for _ in 0..runs {
        let errors = nalgebra::DVector::from_fn(rows, |_, _| random.normal());
        let off = &inverse * errors;
        squares
            .iter_mut()
            .zip(off.iter())
            .for_each(|(sum, x)| *sum += x * x);
    }
    for (base, square) in found.base.iter().zip(&squares) {
        let seen = (square / f64::from(runs)).sqrt();
        let ratio = base.std.expect("determined") / seen;
        assert!((ratio - 1.0).abs() < 0.15, "{}: {ratio}", base.name);
    }
}

#[test]
fn what_cannot_be_is_explained() {
    let robot = &double_pendulum::ROBOT;
    let said = |plan: Plan| match design(robot, &plan, &effort(1), &|| false, &|_| {}) {
        Err(error) => error.to_string(),
        Ok(found) => panic!("{found:?}"),
    };
    let plan = || plan(2, Criterion::LogDeterminant);
    let mut reversed = plan();
    reversed.limits.joints[1].position = [1.0, -1.0];
    assert!(said(reversed).contains(robot.model().joints[1].name));
    let mut still = plan();
    still.limits.joints[0].velocity = 0.0;
    assert!(said(still).contains("velocity"));
    let mut short = plan();
    short.basis = Basis::Fourier {
        period: 0.0,
        harmonics: 5,
    };
    assert!(said(short).contains("duration"));
    let mut outside = plan();
    outside.ends.start = Some(vec![3.0, 0.0]);
    assert!(said(outside).contains(robot.model().joints[0].name));
    let mut held = plan();
    held.moving = Moving::Some(vec![false; 2], vec![0.0; 2]);
    assert!(matches!(
        design(robot, &held, &effort(1), &|| false, &|_| {}),
        Err(ExciteError::NothingMoves)
    ));
    let mut poor = plan();
    poor.moving = Moving::Some(vec![false, true], vec![0.3, 0.0]);
    assert!(said(poor).contains("no motion of the joints that move tells"));
}

#[test]
fn other_shapes_and_equations_are_designed_too() {
    let robot = &double_pendulum::ROBOT;
    let times = vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0];
    let shapes = [
        Basis::Quintic {
            times: times.clone(),
        },
        Basis::Spline {
            degree: 3,
            pieces: 6,
            duration: 10.0,
        },
        Basis::Spline {
            degree: 5,
            pieces: 6,
            duration: 10.0,
        },
        Basis::Segments { times, blend: 0.5 },
    ];
    for basis in shapes {
        let mut plan = plan(2, Criterion::LogDeterminant);
        plan.ends.rest = matches!(basis, Basis::Spline { .. });
        plan.basis = basis;
        let found = designed(robot, &plan, 1);
        assert!(Some(found.figure) > found.start, "{found:?}");
        for (joint, limits) in found.motion.extremes(1000).iter().zip(&plan.limits.joints) {
            assert!(joint[0][1] <= limits.position[1] && joint[1][1] <= limits.velocity);
            assert!(joint[2][1] <= limits.acceleration && joint[2][0] >= -limits.acceleration);
        }
        let value = joint_trajectory(&found.motion, robot.model(), 50.0);
        assert_eq!(value["points"].as_array().map(Vec::len), Some(501));
        assert_eq!(
            value["points"][75]["time_from_start"]["nanosec"],
            500_000_000
        );
    }
    let mut energy = plan(2, Criterion::LogDeterminant);
    energy.equations.kind = armwright_lab::excite::Kind::Energy;
    energy.equations.without_friction = false;
    let found = designed(robot, &energy, 1);
    assert!(Some(found.figure) > found.start, "{found:?}");
}
