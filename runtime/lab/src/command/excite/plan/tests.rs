//! What options become: one for all or one each, and noise of motors as that of joints.

use super::super::settings::Excite;
use super::{at_joints, each, marked};
use crate::command::arguments::Command;
use crate::command::demo::tests::passive;
use crate::command::tests::{Folder, parse};
use crate::excite::{
    Basis, Constraint, Criterion, Ends, Equations, Geometry, JointLimits, Kind, Limits, Moving,
    Plan, Planned, Scale, information,
};
use crate::parameters::{base_matrix, nominal};
use crate::regression::by_hand;
use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{Joint, Model, Robot, Side};
use nalgebra::{DMatrix, DVector};

#[track_caller]
fn asked(options: &str) -> Excite {
    match parse(&format!("excite {options}")) {
        Command::Excite(arguments) => *arguments,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_holds_for_all_and_else_there_is_one_each() {
    assert_eq!(each(&[2.0], 3), Some(vec![2.0; 3]));
    assert_eq!(each(&[1.0, 2.0], 2), Some(vec![1.0, 2.0]));
    assert_eq!(each(&[1.0, 2.0], 3), None);
    assert_eq!(each::<f64>(&[], 3), None);
}

/// What no robot would follow is refused before it is searched.
#[test]
fn a_motion_of_a_joint_without_a_motor_is_not_planned() {
    let robot = passive();
    let limits = Limits::of(robot.model());
    for options in ["", "--joints shoulder"] {
        let refused = asked(options).plan(&robot, &limits, &[]);
        let refused = refused.expect_err("no motor").to_string();
        assert!(refused.starts_with("no motor moves elbow: "), "{refused}");
    }
}

/// As it was given unless torques of some joints are chosen: then it is that of these joints, one for all or one each.
#[test]
fn noise_is_that_of_the_torques_that_are_judged() {
    let model = abb_wrist::ROBOT.model();
    let read = |options: &str| asked(options).noise_read(model).expect("noise");
    assert_eq!(read("--noise 0.1,0.2,0.3"), [0.1, 0.2, 0.3]);
    assert_eq!(read("--noise 0.1"), [0.1]);
    assert_eq!(read("--torques q2"), [0.0; 0]);
    let joints = |noise: [f64; 3]| at_joints(model, &noise).collect::<Vec<f64>>();
    assert_eq!(
        read("--noise 0.1,0.2,0.3 --torques q2"),
        joints([0.1, 0.2, 0.3])
    );
    assert_eq!(read("--noise 0.1 --torques q2"), joints([0.1; 3]));
    let refused = asked("--noise 0.1,0.2 --torques q2").noise_read(model);
    assert!(refused.expect_err("two").to_string().contains("--noise"));
}

/// `G = [[-60, 0, 0], [10, 50, 0], [-8, 12, 45]]`, and torques of joints are `Gᵀ` times those of motors.
#[test]
fn noise_of_motors_adds_up_in_squares_at_the_joints() {
    let found: Vec<f64> = at_joints(abb_wrist::ROBOT.model(), &[0.1, 0.2, 0.3]).collect();
    let squares = |parts: &[f64]| parts.iter().map(|x| x * x).sum::<f64>().sqrt();
    let expected = [
        squares(&[6.0, 2.0, 2.4]),
        squares(&[10.0, 3.6]),
        squares(&[13.5]),
    ];
    assert_eq!(found.len(), 3);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
    // Equations of joints are weighed by it.
    let wrist = &abb_wrist::ROBOT;
    let limits = Limits::of(wrist.model());
    let weighed = asked("--noise 0.1,0.2,0.3").plan(wrist, &limits, &[]);
    let weights = weighed.expect("a plan").equations.weights;
    assert_eq!(weights.len(), 3);
    for (weight, noise) in weights.iter().zip(expected) {
        assert!((weight * noise - 1.0).abs() < 1e-12, "{weight} for {noise}");
    }
    let direct: Vec<f64> = at_joints(double_pendulum::ROBOT.model(), &[0.1, 0.2]).collect();
    assert_eq!(direct, [0.1, 0.2]);
    // Behind a transmission, too, where torques are measured at the joints.
    let direct: Vec<f64> = at_joints(&by_hand::MODEL, &[0.1, 0.2]).collect();
    assert_eq!(direct, [0.1, 0.2]);
}

#[test]
fn joints_that_are_named_are_marked() {
    let model = abb_wrist::ROBOT.model();
    let names = |places: &[usize]| -> Vec<String> {
        let joints = places.iter().map(|&place| model.joints[place].name);
        joints.map(str::to_owned).collect()
    };
    assert_eq!(
        marked(model, &names(&[1])).ok(),
        Some(vec![false, true, false])
    );
    assert_eq!(
        marked(model, &names(&[2, 0])).ok(),
        Some(vec![true, false, true])
    );
    assert_eq!(marked(model, &[]).ok(), Some(vec![false; 3]));
    let refused = marked(model, &["q9".to_owned()]).expect_err("no joint of that name");
    assert!(refused.to_string().contains("q9"), "{refused}");
}

#[test]
fn limits_are_those_of_the_robot_file_where_none_are_given() {
    let model = double_pendulum::ROBOT.model();
    let of = |options: &str| {
        asked(options)
            .limits(model)
            .map_err(|error| error.to_string())
    };
    let usual = of("").expect("limits");
    assert_eq!(usual, Limits::of(model));
    let joint = |position, velocity, acceleration, jerk| JointLimits {
        position,
        velocity,
        acceleration,
        jerk,
    };
    assert_eq!(
        of("--position -1,2,-0.5,0.75 --velocity 3,4 --acceleration 10 --jerk 100,200")
            .expect("limits")
            .joints,
        [
            joint([-1.0, 2.0], 3.0, 10.0, 100.0),
            joint([-0.5, 0.75], 4.0, 10.0, 200.0)
        ]
    );
    assert_eq!(
        of("--position -1,2").map(|limits| limits.joints[1].position),
        Ok([-1.0, 2.0])
    );
    let refused = |option: &str, given: usize, wanted: usize| {
        let or = match option {
            "--position" => "a pair",
            _ => "one",
        };
        Err(format!(
            "{option} has {given} of them; give {or} for all joints, or {wanted} in the order of the joints"
        ))
    };
    assert_eq!(of("--position 1,2,3"), refused("--position", 3, 4));
    assert_eq!(of("--position 1,2,3,4,5,6"), refused("--position", 6, 4));
    assert_eq!(of("--velocity 1,2,3"), refused("--velocity", 3, 2));
    assert_eq!(of("--acceleration 1,2,3"), refused("--acceleration", 3, 2));
    assert_eq!(of("--jerk 1,2,3"), refused("--jerk", 3, 2));
}

static OPEN: Model = Model {
    joints: &[
        Joint {
            position: None,
            velocity: None,
            acceleration: None,
            ..by_hand::MODEL.joints[0]
        },
        by_hand::MODEL.joints[1],
    ],
    ..by_hand::MODEL
};

#[test]
fn limits_that_are_given_are_not_those_that_were_assumed() {
    let missing = |options: &str| -> Vec<(String, &'static str)> {
        asked(options).limits(&OPEN).expect("limits").defaults
    };
    let of = |what| ("j1".to_owned(), what);
    let all = ["position", "velocity", "acceleration"];
    assert_eq!(missing("--jerk 1"), all.map(of));
    assert_eq!(
        missing("--position=-1,1"),
        ["velocity", "acceleration"].map(of)
    );
    assert_eq!(
        missing("--velocity 1"),
        ["position", "acceleration"].map(of)
    );
    assert_eq!(
        missing("--acceleration 1"),
        ["position", "velocity"].map(of)
    );
}

/// The plan of options for the double pendulum.
fn plan(options: &str, beside: &[Planned]) -> Result<Plan, String> {
    let robot = &double_pendulum::ROBOT;
    let limits = Limits::of(robot.model());
    let plan = asked(options).plan(robot, &limits, beside);
    plan.map_err(|error| error.to_string())
}

#[test]
fn a_plan_is_what_is_asked_for() {
    let usual = Plan {
        basis: Basis::Fourier {
            period: 10.0,
            harmonics: 5,
        },
        limits: Limits::of(double_pendulum::ROBOT.model()),
        ends: Ends {
            rest: true,
            start: None,
            end: None,
        },
        moving: Moving::All,
        criterion: Criterion::LogDeterminant,
        equations: Equations::default(),
        samples: 100,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    assert_eq!(plan("", &[]), Ok(usual.clone()));
    let options = "--duration 8 --harmonics 3 --margin 0.125 --moving-ends --start 0.5,-1 --end -0.25,2 --joints elbow --samples 40 \
                   --noise 0.5,0.25 --torques elbow --without-friction --criterion condition";
    let expected = Plan {
        basis: Basis::Fourier {
            period: 8.0,
            harmonics: 3,
        },
        ends: Ends {
            rest: false,
            start: Some(vec![0.5, -1.0]),
            end: Some(vec![-0.25, 2.0]),
        },
        moving: Moving::Some(vec![false, true], vec![0.5, -1.0]),
        criterion: Criterion::Condition(Scale::Unscaled),
        equations: Equations {
            kind: Kind::Measured,
            weights: vec![0.0, 4.0],
            columns: Vec::new(),
            without_friction: true,
        },
        samples: 40,
        margin: 0.125,
        ..usual
    };
    assert_eq!(plan(options, &[]), Ok(expected));
    for (option, given) in [("--start", "1,2,3"), ("--end", "1"), ("--noise", "1,2,3")] {
        let count = given.split(',').count();
        let or = match option {
            "--noise" => "one for all joints, or ",
            _ => "",
        };
        let said = format!("{option} has {count} of them; give {or}2 in the order of the joints");
        assert_eq!(plan(&format!("{option} {given}"), &[]), Err(said));
    }
    assert_eq!(
        plan("--joints elbow,elbo", &[]),
        Err(
            "`elbo` is no joint of the robot; there are shoulder, elbow; did you mean elbow?"
                .to_owned()
        )
    );
    let unknown = plan("--joints knee", &[]).expect_err("no such joint");
    assert!(
        unknown.contains("`knee`") && unknown.contains("shoulder, elbow"),
        "{unknown}"
    );
}

#[test]
fn joints_that_do_not_move_stand_where_a_motion_begins_or_in_the_middle_of_their_ranges() {
    let robot = &double_pendulum::ROBOT;
    let options = asked("--joints elbow --position 0,1,0.5,2.5");
    let limits = options.limits(robot.model()).expect("limits");
    let found = options.plan(robot, &limits, &[]).expect("a plan");
    assert_eq!(
        found.moving,
        Moving::Some(vec![false, true], vec![0.5, 1.5])
    );
    let held = |options: &str| {
        let found = plan(&format!("--joints elbow {options}"), &[]);
        found.map(|plan| plan.moving)
    };
    for options in [
        "--start 0.25,-1",
        "--end 0.25,-1",
        "--start 0.25,-1 --end 2,-1",
    ] {
        let wanted = Moving::Some(vec![false, true], vec![0.25, -1.0]);
        assert_eq!(held(options), Ok(wanted), "{options}");
    }
    // Degrees are those of robot files.
    let degrees = asked("--start -90deg,1.5rad --end pi/2,0 --position=-pi,180deg");
    let given = [degrees.start, degrees.end, Some(degrees.position)];
    let quarter = std::f64::consts::FRAC_PI_2;
    let wanted = [-quarter, 1.5, quarter, 0.0, -2.0 * quarter, 2.0 * quarter];
    let given: Vec<f64> = given.into_iter().flatten().flatten().collect();
    assert_eq!(given.len(), wanted.len());
    for (given, wanted) in given.iter().zip(wanted) {
        assert!((given - wanted).abs() < 1e-15, "{given} {wanted}");
    }
}

#[test]
fn equations_are_those_of_the_balance_that_is_asked_for() {
    let of = |options: &str| plan(options, &[]).expect("a plan").equations;
    let energy = of("--model integral --noise 0.5 --torques elbow");
    assert_eq!((energy.kind, energy.weights), (Kind::Energy, Vec::new()));
    assert_eq!(
        of("--model integral-from-start").kind,
        Kind::EnergyFromStart
    );
    assert_eq!(of("--torques shoulder").weights, [1.0, 0.0]);
    assert_eq!(of("--noise 0.125").weights, [8.0, 8.0]);
}

#[test]
fn shapes_have_their_points_pieces_and_rest() {
    let of = |options: &str| {
        let plan = plan(&format!("--duration 6 {options}"), &[]).expect("a plan");
        (plan.basis, plan.ends.rest)
    };
    let times = |count: usize| {
        (0..count)
            .map(|k| 6.0 / (count - 1) as f64 * k as f64)
            .collect()
    };
    assert_eq!(
        of("--shape quintic --harmonics 4"),
        (Basis::Quintic { times: times(4) }, false)
    );
    let spline = |degree| Basis::Spline {
        degree,
        pieces: 7,
        duration: 6.0,
    };
    assert_eq!(of("--shape cubic-spline --harmonics 7"), (spline(3), true));
    assert_eq!(
        of("--shape quintic-spline --harmonics 7"),
        (spline(5), true)
    );
    assert!(!of("--shape quintic-spline --harmonics 7 --moving-ends").1);
    assert_eq!(
        of("--shape segments --harmonics 4"),
        (
            Basis::Segments {
                times: times(4),
                blend: 0.5
            },
            false
        )
    );
    assert_eq!(
        of("--shape segments --harmonics 0"),
        (
            Basis::Segments {
                times: vec![0.0, 6.0],
                blend: 1.5
            },
            false
        )
    );
    let none = Basis::Fourier {
        period: 6.0,
        harmonics: 1,
    };
    assert_eq!(of("--harmonics 0"), (none, true));
}

#[test]
fn a_motion_that_starts_at_a_place_may_end_anywhere() {
    let place = || Some(vec![0.5, -1.0]);
    for shape in [
        "fourier",
        "quintic",
        "cubic-spline",
        "quintic-spline",
        "segments",
    ] {
        let of = |option: &str| {
            let plan = plan(&format!("--shape {shape} {option} 0.5,-1"), &[]).expect("a plan");
            (plan.ends.start, plan.ends.end)
        };
        assert_eq!(of("--start"), (place(), None), "{shape}");
        assert_eq!(of("--end"), (None, place()), "{shape}");
    }
}

#[test]
fn criteria_are_those_that_are_asked_for() {
    let of = |goal: &str| plan(&format!("--criterion {goal}"), &[]).map(|plan| plan.criterion);
    assert_eq!(of("log-det"), Ok(Criterion::LogDeterminant));
    assert_eq!(of("condition"), Ok(Criterion::Condition(Scale::Unscaled)));
    assert_eq!(
        of("scaled-condition"),
        Ok(Criterion::Condition(Scale::Columns))
    );
    assert_eq!(of("frobenius"), Ok(Criterion::Frobenius(Scale::Unscaled)));
    assert_eq!(
        of("smallest-singular-value"),
        Ok(Criterion::SmallestSingularValue(Scale::Unscaled))
    );
    let model = double_pendulum::ROBOT.model();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let shares = beta.map(|x| if x == 0.0 { 0.0 } else { 1.0 / x.abs() });
    assert!(shares.iter().any(|x| *x != 1.0));
    assert_eq!(
        of("base-deviations"),
        Ok(Criterion::Deviations(DMatrix::from_diagonal(&shares)))
    );
    // No plan leads back to physical parameters.
    let needs = |robot: &str| {
        Err(format!(
            "{robot} has no nominal values, which a share of them needs: add `physical:` (or `standard:`) to the bodies of \
             its file, and `nominal:` to its motors; other criteria do without"
        ))
    };
    assert_eq!(
        of("physical-deviations"),
        Err(
            "double_pendulum has no plan for physical parameters, whose deviations are asked for: add `recovery: {known: [...]}` to \
             its file (`armwright recover FILE --suggest` lists what suffices); other criteria do without"
                .to_owned()
        )
    );
    let scara = &scara::ROBOT;
    let limits = Limits::of(scara.model());
    let refused = asked("--criterion base-deviations").plan(scara, &limits, &[]);
    assert_eq!(
        refused
            .map(|plan| plan.criterion)
            .map_err(|error| error.to_string()),
        needs("scara")
    );
    // Each row is a share of a parameter's own value.
    let wrist = &abb_wrist::ROBOT;
    let limits = Limits::of(wrist.model());
    let found = asked("--criterion physical-deviations")
        .plan(wrist, &limits, &[])
        .expect("a plan");
    let Criterion::Deviations(rows) = found.criterion else {
        panic!("{:?}", found.criterion);
    };
    let beta = base_matrix(wrist.model()) * DVector::from_vec(nominal(wrist.model()));
    let at = crate::excite::AtNominal::of(wrist, beta.as_slice()).expect("a plan of recovery");
    for (k, value) in at.values.iter().enumerate().filter(|(_, x)| **x != 0.0) {
        for j in 0..rows.ncols() {
            let expected = at.jacobian[(k, j)] / value.abs();
            assert!(
                (rows[(k, j)] - expected).abs() <= 1e-12 * expected.abs(),
                "{k} {j}"
            );
        }
    }
}

#[test]
fn what_is_kept_besides_is_what_is_asked_for() {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let torque = |limits: [f64; 2]| Constraint::Torque {
        theta: theta.clone(),
        limits: limits.to_vec(),
        side: Side::Joint,
    };
    let of = |options: &str| plan(options, &[]).map(|plan| plan.kept);
    assert_eq!(of("--keep-torques"), Ok(vec![torque([60.0, 25.0])]));
    assert_eq!(of("--torque 7"), Ok(vec![torque([7.0, 7.0])]));
    assert_eq!(
        of("--torque 7,9 --motor-velocity 3 --motor-acceleration 5,6"),
        Ok(vec![
            torque([7.0, 9.0]),
            Constraint::MotorVelocity(vec![3.0, 3.0]),
            Constraint::MotorAcceleration(vec![5.0, 6.0]),
        ])
    );
    for option in ["--torque", "--motor-velocity", "--motor-acceleration"] {
        let said = format!(
            "{option} has 3 of them; give one for all joints, or 2 in the order of the joints"
        );
        assert_eq!(of(&format!("{option} 1,2,3")), Err(said));
    }
    // Without efforts in the robot file there is nothing to keep, unless it is given.
    let without = |options: &str| {
        let limits = Limits::of(&by_hand::MODEL);
        let plan = asked(options).plan(&by_hand::ROBOT, &limits, &[]);
        plan.map(|plan| plan.kept)
            .map_err(|error| error.to_string())
    };
    let refused = without("--keep-torques").expect_err("nothing to keep");
    assert_eq!(
        refused,
        "the file of by_hand limits no torque, so that --keep-torques keeps none: give --torque, or add `effort` to the `limits` \
         of its joints"
    );
    let given = Constraint::Torque {
        theta: nominal(&by_hand::MODEL),
        limits: vec![7.0; 2],
        side: Side::Joint,
    };
    assert_eq!(without("--keep-torques --torque 7"), Ok(vec![given]));
    let folder = Folder::new();
    let shapes = "floor: -0.5\n";
    folder.write("geometry.yaml", shapes);
    let kept = of(&folder.line("--geometry @/geometry.yaml"));
    match Geometry::read(shapes) {
        Ok(geometry) => assert_eq!(kept, Ok(vec![Constraint::Clear(geometry)])),
        Err(error) => assert_eq!(kept, Err(error.to_string())),
    }
    let missing = of(&folder.line("--geometry @/none.yaml")).expect_err("no file");
    assert!(
        missing.starts_with(&folder.line("@/none.yaml: ")),
        "{missing}"
    );
    let broken = "floor: [1\n";
    folder.write("broken.yaml", broken);
    let path = folder.line("@/broken.yaml");
    let why = Geometry::read(broken).expect_err("no geometry");
    assert_eq!(
        of(&format!("--geometry {path}")),
        Err(format!("{path}: {why}"))
    );
    let scara = &scara::ROBOT;
    let limits = Limits::of(scara.model());
    let refused = asked("--torque 5")
        .plan(scara, &limits, &[])
        .map_err(|error| error.to_string());
    assert_eq!(
        refused,
        Err("scara has no nominal values, which a limit of torque needs: add `physical:` (or `standard:`) to the bodies of \
             its file, and `nominal:` to its motors"
            .to_owned())
    );
}

/// 40 samples stand for 25 Hz over 8 s, which are 200.
#[test]
fn what_exists_counts_by_the_samples_that_will_be_recorded() {
    let robot = &by_hand::ROBOT;
    let beside = [Planned {
        time: vec![0.0, 0.1],
        state: [
            vec![vec![0.5, 1.0], vec![0.0, 0.25]],
            vec![vec![2.0, -1.0], vec![0.5, 3.0]],
            vec![vec![-4.0, 7.0], vec![5.0, -6.0]],
        ],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }];
    let limits = Limits::of(robot.model());
    let options = "--samples 40 --rate 25 --duration 8 --noise 0.5,0.25";
    let found = asked(options)
        .plan(robot, &limits, &beside)
        .expect("a plan");
    let all = information(robot, &beside, &[2.0, 4.0]).expect("information");
    let prior = found.prior.expect("information");
    assert!((prior - all * 0.2).amax() < 1e-9);
}
