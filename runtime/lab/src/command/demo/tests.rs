//! Demonstrations: what is simulated, and what is said of it.

use super::super::arguments::Command;
use super::super::progress::Progress;
use super::super::tests::runs::value;
use super::super::tests::{Folder, parse};
use super::{
    Coverage, FIRST, OTHER, Search, design, effort, exciting, experiment, plan, run, truth,
};
use crate::estimate::Method;
use crate::excite::{Basis, Criterion, Ends, Equations, Limits, Moving, Plan};
use crate::experiment::{Trajectory, best_designed, designed, invented};
use crate::identify::Estimation;
use crate::output_error::by_hand::Described;
use crate::parameters::nominal;
use crate::random::Random;
use crate::regression::by_hand;
use crate::statistics::Estimated;
use armwright_robots::double_pendulum::ROBOT;
use armwright_robots::five_bar;
use armwright_runtime::{Joint, Model, Motor, Parameter, Robot};
use serde_json::{Value, json};

#[test]
fn an_experiment_is_compared_with_the_truth_that_it_was_made_with() {
    let line = "demo --duration 3 --rate 100 --torque-noise 0.01 --encoder 0 --method ols";
    let Command::Demo(arguments) = parse(line) else {
        panic!("{line}");
    };
    let model = ROBOT.model();
    let motion = |period: f64, seed| -> Box<dyn Trajectory> {
        Box::new(designed(model, period, 20.0, &mut Random::new(seed)))
    };
    let motions = [motion(3.0, 5), motion(4.0, 6)];
    let mut theta = nominal(model);
    theta[0] *= 1.5;
    let mut truth = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&theta, &mut truth)
        .expect("base parameters");
    let mut progress = Progress::new("");
    let found = experiment(&ROBOT, &theta, &arguments, 7, &motions, &mut progress);
    let (found, _) = found.expect("an identification");
    let estimation = &found.estimation;
    assert_eq!(estimation.method, Method::Ols);
    assert_eq!(found.recordings, ["simulated motion"]);
    let unseen = found.validation.as_ref().expect("one");
    assert_eq!(unseen.recordings, ["another simulated motion"]);
    for (base, truth) in model.base.iter().zip(truth) {
        let parameter = estimation.parameter(base.name).expect("a parameter");
        assert_eq!(parameter.truth, Some(truth), "{}", base.name);
        let std = parameter.std.expect("a deviation");
        assert!((parameter.value - truth).abs() < 6.0 * std, "{}", base.name);
    }
    assert!(found.fits.overall.nrmse < 0.02, "{:?}", found.fits.overall);
    // Another seed has other noise.
    let other = experiment(&ROBOT, &theta, &arguments, 8, &motions, &mut progress);
    let (other, _) = other.expect("an identification");
    assert_ne!(other.series[0].measured, found.series[0].measured);
    assert_eq!(other.series[0].position, found.series[0].position);
}

fn estimated(off: f64, std: Option<f64>, truth: Option<f64>) -> Estimated {
    Estimated {
        value: truth.unwrap_or(1.0) + off,
        std,
        truth,
        ..Estimated::default()
    }
}

#[test]
fn coverage_counts_truths_within_two_and_three_deviations() {
    let deviation = Some(0.25);
    let found = Estimation {
        base: vec![
            estimated(0.5, deviation, Some(2.0)),
            estimated(-0.75, deviation, Some(2.0)),
            estimated(0.875, deviation, Some(2.0)),
            estimated(0.0, None, Some(2.0)),
        ],
        drive: vec![
            estimated(-0.5, deviation, Some(-4.0)),
            estimated(0.0, deviation, None),
        ],
        ..Estimation::default()
    };
    let mut coverage = Coverage::default();
    coverage.count(&found);
    assert_eq!(
        [coverage.all, coverage.within_two, coverage.within_three],
        [4, 2, 3]
    );
    coverage.count(&found);
    assert_eq!(
        [coverage.all, coverage.within_two, coverage.within_three],
        [8, 4, 6]
    );
    assert_eq!(
        coverage.sentence(20),
        "Truth within two standard deviations: 50.0 % of 8 estimates; within three: 75.0 % (20 seeds)\n"
    );
    assert_eq!(
        Coverage::default().sentence(1),
        "Truth within two standard deviations: 0.0 % of 0 estimates; within three: 0.0 % (1 seed)\n"
    );
    assert_eq!(
        serde_json::to_value(&coverage).expect("JSON"),
        serde_json::json!({"estimates": 8, "within_two": 4, "within_three": 6})
    );
}

/// Places of a motion of both joints, one after the other.
fn places(motion: &dyn Trajectory) -> Vec<f64> {
    let times = (0..9).map(|k| 0.75 * f64::from(k));
    times
        .flat_map(|t| [motion.at(0, t)[0], motion.at(1, t)[0]])
        .collect()
}

/// The double pendulum, whose elbow cannot move, so that no motion is searched, with nominal values as far as they are kept.
fn stiff(keeps: fn(&str) -> bool) -> Described {
    let model = ROBOT.model();
    let joints = model.joints.iter().map(|joint| Joint {
        position: match joint.name {
            "elbow" => Some([0.5, 0.5]),
            _ => joint.position,
        },
        ..*joint
    });
    let parameters = model.parameters.iter().map(|parameter| Parameter {
        nominal: parameter.nominal.filter(|_| keeps(parameter.name)),
        ..*parameter
    });
    Described(Model {
        joints: joints.collect::<Vec<_>>().leak(),
        parameters: parameters.collect::<Vec<_>>().leak(),
        ..*model
    })
}

/// The double pendulum whose elbow has no motor.
pub(in crate::command) fn passive() -> impl Robot {
    let model = ROBOT.model();
    let names = model.joints.iter().map(|joint| joint.name);
    let motors = names.map(|name| Motor {
        name,
        torque_constant: None,
        is_passive: name == "elbow",
    });
    Described(Model {
        motors: motors.collect::<Vec<_>>().leak(),
        transmission: &[1.0, 0.0, 0.0, 1.0],
        ..*model
    })
}

/// What no robot would follow is refused before a motion is searched.
#[test]
fn a_joint_without_a_motor_is_not_demonstrated() {
    let folder = Folder::new();
    let line = folder.line("demo --duration 3 --rate 100 --out @/out");
    let Command::Demo(arguments) = parse(&line) else {
        panic!("{line}");
    };
    let refused = run(&passive(), &arguments).expect_err("no motor");
    assert!(
        refused.to_string().starts_with("no motor moves elbow: "),
        "{refused}"
    );
}

/// Limits that leave no motion: a random one is taken, of the length and by the seed that are asked for.
#[test]
fn where_none_can_be_searched_a_random_motion_is_taken() {
    let stiff = stiff(|_| true);
    let found = exciting(&stiff, 7.0, 3, &FIRST).expect("a motion");
    let random = best_designed(&stiff, 7.0, &mut Random::new(3)).expect("a motion");
    assert_eq!(found.duration(), 7.0);
    assert_eq!(places(&*found), places(&random));
    let other = best_designed(&stiff, 7.0, &mut Random::new(4)).expect("a motion");
    assert_ne!(places(&*found), places(&other));
    // What validates is not the same motion once more.
    let unseen = exciting(&stiff, 7.0, 3, &OTHER).expect("a motion");
    assert_eq!(places(&*unseen), places(&other));
}

/// Sixteen starts of a search with five harmonics of 10 s, judged at a hundred samples.
#[test]
fn a_motion_is_searched_and_repeated_as_long_as_is_asked() {
    let model = ROBOT.model();
    let expected = Plan {
        basis: Basis::Fourier {
            period: 10.0,
            harmonics: 5,
        },
        limits: Limits::of(model),
        ends: Ends {
            rest: false,
            start: None,
            end: None,
        },
        moving: Moving::All,
        equations: Equations::default(),
        criterion: Criterion::LogDeterminant,
        samples: 100,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    assert_eq!(plan(model, FIRST.period), expected);
    let asked = effort(3, FIRST.starts);
    assert_eq!((asked.starts, asked.budget, asked.seed), (16, None, 3));
    let found = exciting(&ROBOT, 25.0, 3, &FIRST).expect("a motion");
    assert_eq!(found.duration(), 25.0);
    for joint in 0..2 {
        let [begun, half, end] = [0.0, 5.0, 10.0].map(|t| found.at(joint, t));
        assert!((begun[0] - end[0]).abs() < 1e-9 && (begun[0] - half[0]).abs() > 1e-3);
    }
}

#[test]
fn a_motion_is_searched_until_the_search_has_ended() {
    let search = Search { starts: 1, ..FIRST };
    let found = exciting(&ROBOT, 25.0, 3, &search).expect("a motion");
    let plan = plan(ROBOT.model(), search.period);
    let whole = design(&ROBOT, &plan, &effort(3, 1), &|| false, &|_| {}).expect("a motion");
    assert_eq!(places(&*found), places(&whole.motion));
}

/// Three seeds from 5 on, counted together; the report and the motion are those of the first.
#[test]
fn a_demonstration_is_told_with_its_seeds() {
    let (folder, robot) = (Folder::new(), stiff(|_| true));
    let line = "demo --seed 5 --seeds 3 --duration 4 --rate 100 --method ols --torque-noise 0.05 --out @/out";
    let of = |line: &str| value(&folder.answer(&robot, line).expect("JSON"));
    let told = of(&format!("{line} --format json"));
    assert_eq!(
        [&told["seeds"], &told["method"]],
        [&json!(3), &json!("ols")]
    );
    let written = value(&folder.read("out/identification.json"));
    assert!(written.get("seeds").is_none() && written.get("coverage").is_none());
    assert_eq!(told["base"], written["base"]);
    assert_eq!(written["provenance"]["files"], json!([]));
    let command: Vec<String> = std::env::args().collect();
    assert_eq!(written["provenance"]["command"], json!(command));
    let count = |told: &Value, key: &str| told["coverage"][key].as_u64().expect("a count");
    let alone = of(&format!(
        "{} --format json",
        line.replace("--seeds 3", "--seeds 1")
    ));
    assert_eq!(alone["base"], told["base"]);
    // The others' motion is that of the first, their noise is not.
    assert_eq!(count(&told, "estimates"), 3 * count(&alone, "estimates"));
    for key in ["within_two", "within_three"] {
        let others = count(&told, key) - count(&alone, key);
        let most = 2 * count(&alone, "estimates");
        assert!(
            (most / 2 + 1..=most).contains(&others),
            "{key}: {}",
            told["coverage"]
        );
    }
    // Copies of the first would all be alike.
    let many = of(&format!(
        "{} --format json",
        line.replace("--seeds 3", "--seeds 25")
    ));
    assert_ne!(
        count(&many, "within_two"),
        25 * count(&alone, "within_two"),
        "{}",
        many["coverage"]
    );
    // None is one.
    let none = of(&format!(
        "{} --format json",
        line.replace("--seeds 3", "--seeds 0")
    ));
    assert_eq!(
        [&none["seeds"], &none["coverage"]],
        [&json!(1), &alone["coverage"]]
    );
    let text = folder.answer(&robot, line).expect("a text");
    let said = format!(
        " of {} estimates; within three: ",
        count(&told, "estimates")
    );
    assert!(
        text.contains(&said) && text.contains("(3 seeds)\n"),
        "{text}"
    );
    assert!(text.ends_with("@/out/prediction.csv\n"), "{text}");
    let refused = folder.answer(&robot, "demo --duration=-1 --out @/none");
    assert_eq!(
        refused,
        Err("--duration must be a finite number above 0; -1 is not".to_owned())
    );
}

/// Values that the robot file lacks are taken as 0; where it has none at all they are invented.
#[test]
fn what_a_robot_file_lacks_is_noted() {
    let folder = Folder::new();
    let warnings = |robot: &Described| {
        let line = "demo --seeds 1 --duration 4 --rate 100 --method ols --out @/out --format json";
        value(&folder.answer(robot, line).expect("JSON"))["warnings"].to_string()
    };
    let (invented, zero) = ("of this simulated robot are invented", "taken as 0");
    let none = warnings(&stiff(|_| true));
    assert!(!none.contains(invented) && !none.contains(zero), "{none}");
    let some = warnings(&stiff(|name| !["my_upper", "Lxx_lower"].contains(&name)));
    let said = "no nominal values in the robot file, taken as 0: my_upper, Lxx_lower";
    assert!(some.contains(said) && !some.contains(invented), "{some}");
    let all = warnings(&stiff(|_| false));
    assert!(all.contains(invented) && !all.contains(zero), "{all}");
}

/// What the file gives of a robot without bodies is kept, a spring for instance.
#[test]
fn bodies_are_invented_where_none_has_a_value() {
    let of = |given: &[(&str, f64)]| {
        let parameters = by_hand::PARAMETERS.map(|parameter| {
            let value = given.iter().find(|(name, _)| *name == parameter.name);
            Parameter {
                nominal: value.map(|(_, value)| *value),
                ..parameter
            }
        });
        truth(&Model {
            parameters: Box::leak(Box::new(parameters)),
            ..by_hand::MODEL
        })
    };
    let names = by_hand::PARAMETERS.map(|parameter| parameter.name);
    let invented = invented(&by_hand::MODEL);
    let (theta, is_invented) = of(&[("fc_m2", 0.75), ("fv_j1", 0.0), ("m_b", 0.0)]);
    assert!(is_invented);
    for ((value, invented), name) in theta.iter().zip(&invented).zip(names) {
        // Friction that is none is kept as well, a mass of 0 is not.
        let expected = match name {
            "fc_m2" => 0.75,
            "fv_j1" => 0.0,
            _ => *invented,
        };
        assert_eq!(*value, expected, "{name}");
    }
    let (theta, is_invented) = of(&[("m_b", 2.5)]);
    assert!(!is_invented);
    assert_eq!(theta.iter().sum::<f64>(), 2.5);
}

/// Motion that was not seen moves all joints as what was identified from: nobody's first report asks for another one.
#[test]
fn a_demonstration_puts_every_joint_to_the_test() {
    let folder = Folder::new();
    let line = "demo --seeds 1 --duration 20 --rate 200 --out @/out --format json";
    let told = value(&folder.answer(&five_bar::ROBOT, line).expect("JSON"));
    assert_eq!(told["verdict"]["grade"], "sound", "{}", told["verdict"]);
}
