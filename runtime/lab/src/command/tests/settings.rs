//! What options become.

use clap::FromArgMatches;

use super::super::arguments::{Command, Identify, Simulate};
use super::super::commands;
use super::{Folder, parse, parsed};
use crate::estimate::recursive::Form;
use crate::estimate::{
    Damped, DampingRule, Estimator, Method, Parametrisation, PriorMetric, PriorScale, RidgeWeights,
};
use crate::experiment::Sensors;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::regression::Intervals;
use crate::regression::by_hand::{self, MODEL};
use crate::scrutiny::Questions;

#[track_caller]
fn identify(options: &str) -> Identify {
    match parse(&format!("identify --recording a.csv {options}")) {
        Command::Identify(arguments) => *arguments,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn simulate(options: &str) -> Simulate {
    match parse(&format!("simulate {options}")) {
        Command::Simulate(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_begins_at_least_once() {
    for line in [
        "fit --recording a.csv --starts",
        "excite --starts",
        "excite --threads",
    ] {
        assert!(parsed(&format!("{line} 1")).is_ok(), "{line}");
        for none in ["0", "-3", "1.5"] {
            let refused = parsed(&format!("{line} {none}"))
                .expect_err(line)
                .to_string();
            assert!(
                refused.contains("it must be a whole number, 1 or more"),
                "{refused}"
            );
        }
    }
}

#[test]
fn a_gate_opens_and_closes_and_no_more() {
    let folder = Folder::new();
    let of = |gate: &str| {
        let line = format!("online --recording @/none.csv --gate {gate}");
        folder
            .answer(&by_hand::ROBOT, &line)
            .expect_err("no recording")
    };
    for gate in ["0.9", "0.9,0.8"] {
        assert!(of(gate).contains("none.csv"), "{}", of(gate));
    }
    assert!(
        of("0.9,0.8,0.7").starts_with("--gate has 3 numbers"),
        "{}",
        of("0.9,0.8,0.7")
    );
}

#[test]
fn recordings_are_processed_as_is_asked() {
    let asked = identify(
        "--cutoff 12.5 --filter-order 6 --decimate 4,2 --trim 30 --velocity-threshold 0.1,0.2 \
         --motor-velocity-threshold 3,5 --equations motor --without-torque q1,m2",
    );
    assert_eq!(
        asked.processing.options(),
        ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(12.5)),
            order: Some(6),
            decimate: Some(List(vec![4, 2])),
            trim: Some(30),
            velocity_threshold: Some(List(vec![0.1, 0.2])),
            motor_velocity_threshold: Some(List(vec![3.0, 5.0])),
            equations: Some(EquationSide::Motor),
            without_torque: None,
        }
    );
    assert_eq!(asked.processing.without_torque, ["q1", "m2"]);
    let nothing = identify("").processing;
    assert_eq!(nothing.options(), ProcessingOptions::default());
    assert!(nothing.without_torque.is_empty());
    assert_eq!(
        identify("--cutoff auto").processing.options().cutoff,
        Some(Cutoff::Auto)
    );
}

#[test]
fn an_estimator_is_set_as_is_asked() {
    let folder = Folder::new();
    folder.write("nominal.yaml", "{m_b: 2.5, fc_m2: 0.125}");
    let asked = identify(&folder.line(
        "--method ridge --damping 0.5 --damp base --ridge-weights equal --damping-rule l-curve \
         --keep-singular-above 0.01 --prior-weight 0.25 --prior-scale si --prior-metric euclidean \
         --parametrisation log-cholesky --parameters @/nominal.yaml --interval 0.75 --intervals sliding \
         --recursion covariance --forgetting 0.999 --essential-ratio 15 --essential-level 0.05 \
         --reference-cutoff 3.5 --known m_b=4.25,fc_m2",
    ));
    let found = asked.estimator.estimator(&MODEL).expect("an estimator");
    assert!(!asked.estimator.compares());
    assert_eq!(
        found,
        Estimator {
            method: Method::Ridge,
            damping: Some(0.5),
            damped: Damped::Base,
            ridge_weights: RidgeWeights::Equal,
            damping_rule: DampingRule::LCurve,
            keep_above: Some(0.01),
            prior_weight: Some(0.25),
            prior_scale: PriorScale::Si,
            interval: Some(0.75),
            reference_cutoff: Some(3.5),
            intervals: Intervals::Sliding,
            recursion: Form::Covariance,
            forgetting: Some(0.999),
            memory: None,
            prior_metric: PriorMetric::Euclidean,
            bodies: crate::bodies::Bodies::default(),
            parametrisation: Parametrisation::LogCholesky,
            nominal: found.nominal.clone(),
            essential_ratio: Some(15.0),
            essential_level: Some(0.05),
            left_out: Vec::new(),
            remainders: Vec::new(),
            known: vec![("m_b".to_owned(), 4.25), ("fc_m2".to_owned(), 0.2)],
        }
    );
    let known =
        crate::parameters::read_known(std::path::Path::new(&folder.line("@/nominal.yaml")), &MODEL);
    assert_eq!(found.nominal, Some(known.expect("nominal values")));
    let remembering = identify("--method recursive --memory 2.5");
    let found = remembering
        .estimator
        .estimator(&MODEL)
        .expect("an estimator");
    assert_eq!(
        found,
        Estimator {
            memory: Some(2.5),
            ..Method::Recursive.into()
        }
    );
}

/// Blanks beside names and values are no part of them.
#[test]
fn values_that_are_given_may_have_blanks_about_them() {
    let known = "m_b = 4.25, fc_m2 ";
    let words = [
        "wrist",
        "identify",
        "--recording",
        "a.csv",
        "--known",
        known,
    ];
    let matches = commands("wrist", "A wrist".to_owned(), "wrist").try_get_matches_from(words);
    let matches = matches.unwrap_or_else(|error| panic!("{error}"));
    let Ok(Command::Identify(asked)) = Command::from_arg_matches(&matches) else {
        panic!("another command");
    };
    let found = asked.estimator.estimator(&MODEL).expect("an estimator");
    assert_eq!(
        found.known,
        [("m_b".to_owned(), 4.25), ("fc_m2".to_owned(), 0.2)]
    );
}

/// A name ends at the first sign of equality.
#[test]
fn a_value_that_is_given_is_one_number() {
    for (known, name) in [("m_b=4.25=1", "m_b"), ("m_b=", "m_b"), ("fc_m2=a", "fc_m2")] {
        let asked = identify(&format!("--method ols --known {known}"));
        let refused = asked.estimator.estimator(&MODEL).expect_err("no value");
        let expected = format!("--known `{known}` has no value: write {name}=1.5; ");
        let said = refused.to_string();
        assert!(said.starts_with(&expected), "{said}");
    }
}

#[test]
fn what_is_known_of_bodies_is_read_with_the_estimator() {
    let folder = Folder::new();
    folder.write("bodies.yaml", "bodies:\n  a:\n    mass: [2.0, 4.5]\n");
    let asked = identify(&folder.line("--method consistent --bodies @/bodies.yaml"));
    let found = asked.estimator.estimator(&MODEL).expect("an estimator");
    let path = folder.line("@/bodies.yaml");
    let bodies = crate::bodies::Bodies::read(std::path::Path::new(&path), &MODEL);
    let bodies = bodies.expect("what is known");
    assert_ne!(bodies, crate::bodies::Bodies::default());
    assert_eq!(found.bodies, bodies);
}

#[test]
fn without_a_word_it_is_weighted_least_squares() {
    for (options, compares) in [("", false), ("--method all", true)] {
        let asked = identify(options).estimator;
        assert_eq!(asked.compares(), compares, "{options}");
        let found = asked.estimator(&MODEL).expect("an estimator");
        assert_eq!(found, Estimator::from(Method::Wls), "{options}");
    }
    for method in Method::all() {
        let asked = identify(&format!("--method {}", method.word())).estimator;
        let found = asked.estimator(&MODEL).expect("an estimator");
        assert_eq!((found.method, asked.compares()), (method, false));
    }
    assert!(parsed("identify --recording a --method every").is_err());
}

#[test]
fn what_is_known_has_its_value_or_that_of_the_robot_file() {
    let known = |text: &str| {
        let asked = identify(&format!("--known {text}")).estimator;
        let found = asked.estimator(&MODEL).map_err(|error| error.to_string());
        found.map(|found| found.known)
    };
    assert_eq!(known("mx_a=-2e-1"), Ok(vec![("mx_a".to_owned(), -0.2)]));
    assert_eq!(known("m_a"), Ok(vec![("m_a".to_owned(), 4.0)]));
    // What no robot has is refused later, with what it may have meant.
    assert_eq!(known("mass"), Ok(vec![("mass".to_owned(), 0.0)]));
    let refused = |text: &str, name: &str| {
        Err(format!(
            "--known `{text}` has no value: write {name}=1.5; a name alone takes the nominal value of the robot \
             file, where it has one"
        ))
    };
    assert_eq!(known("fo_j2"), refused("fo_j2", "fo_j2"));
    assert_eq!(known("m_a=heavy"), refused("m_a=heavy", "m_a"));
}

#[test]
fn questions_are_those_that_are_asked() {
    let asked = identify("--influence --profile m_a,m_b").questions;
    let expected = Questions {
        influence: true,
        profiles: vec!["m_a".to_owned(), "m_b".to_owned()],
        sequence: false,
    };
    assert_eq!(asked.questions(), expected);
    let sequence = Questions {
        sequence: true,
        ..Questions::default()
    };
    assert_eq!(identify("--sequence").questions.questions(), sequence);
}

#[test]
fn an_experiment_has_the_sensors_that_are_asked_for() {
    let asked = simulate("--torque-noise 0.125 --position-noise 0.5 --encoder 4096").experiment;
    let sensors = |encoder| Sensors {
        encoder,
        position_noise: 0.5,
        torque_noise: 0.125,
    };
    assert_eq!(asked.sensors(), sensors(Some(4096.0)));
    let perfect = simulate("--torque-noise 0.125 --position-noise 0.5 --encoder 0").experiment;
    assert_eq!(perfect.sensors(), sensors(None));
    let usual = simulate("").experiment;
    assert_eq!((usual.seconds(), usual.rate), (40.0, 1000.0));
    assert_eq!(
        usual.sensors(),
        Sensors {
            encoder: Some(131_072.0),
            position_noise: 0.0,
            torque_noise: 0.02,
        }
    );
    assert!(usual.check().is_ok());
}

#[test]
fn experiments_that_cannot_be_are_refused() {
    let positive = |option: &str, value: &str| {
        (
            format!("{option}={value}"),
            format!("{option} must be a finite number above 0; {value} is not"),
        )
    };
    let negative = |option: &str, value: &str| {
        (
            format!("{option}={value}"),
            format!("{option} must be a finite number, 0 or more; {value} is not"),
        )
    };
    for (option, said) in [
        positive("--duration", "0"),
        positive("--duration", "inf"),
        positive("--rate", "-2.5"),
        positive("--rate", "NaN"),
        negative("--torque-noise", "-0.1"),
        negative("--position-noise", "inf"),
        negative("--encoder", "-1"),
    ] {
        let refused = simulate(&option).experiment.check();
        assert_eq!(refused.expect_err("refused").to_string(), said);
    }
    let least = simulate("--torque-noise 0 --position-noise 0 --encoder 0");
    assert!(least.experiment.check().is_ok());
}

/// Not by one that takes it for an option of its own.
#[test]
fn a_negative_number_is_answered_by_its_option() {
    let folder = Folder::new();
    for (line, said) in [
        (
            "simulate --duration -1",
            "--duration must be a finite number above 0; -1 is not",
        ),
        (
            "excite --duration -2.5",
            "--duration must be a finite number above 0; -2.5 is not",
        ),
    ] {
        let refused = folder.answer(&armwright_robots::abb_wrist::ROBOT, line);
        assert_eq!(refused, Err(said.to_owned()), "{line}");
    }
    let refused = parsed("simulate --seed -1").expect_err("no seed");
    assert!(
        refused.starts_with("error: invalid value '-1' for '--seed <SEED>'"),
        "{refused}"
    );
}
