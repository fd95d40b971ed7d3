//! What a command says that ends with exit code 1.

use std::io::{Error, ErrorKind};
use std::path::PathBuf;

use super::super::error::CommandError;
use crate::OutputError;
use crate::estimate::EstimateError;
use crate::identify::IdentificationError;
use crate::interpret::InterpretationError;
use crate::recording::RecordingError;
use crate::simulation::{Fault, Stop};
use crate::together::TogetherError;
use crate::two_step::TwoStepError;

#[test]
fn every_fault_is_said_with_its_remedy() {
    let text = || "text".to_owned();
    let path = || PathBuf::from("folder/file");
    let denied = || Error::new(ErrorKind::PermissionDenied, "denied");
    static FULL: std::sync::LazyLock<Error> =
        std::sync::LazyLock::new(|| Error::other("the disk is full"));
    let all: Vec<CommandError> = vec![
        OutputError {
            path: path(),
            source: denied(),
        }
        .into(),
        CommandError::Folder {
            path: path(),
            source: denied(),
        },
        CommandError::File {
            path: path(),
            what: text(),
        },
        CommandError::NoNominal {
            robot: "wrist".to_owned(),
            wanted: "a simulation",
            otherwise: ", or otherwise",
        },
        CommandError::NoPlan("wrist".to_owned()),
        CommandError::Orientation {
            row: 3,
            square: 1.5,
        },
        CommandError::SingularInertia { row: 4 },
        CommandError::Windings {
            motors: vec!["m1".to_owned(), "m2".to_owned()],
            why: "nothing tells them",
        },
        CommandError::OppositeVoltage {
            motor: "m1".to_owned(),
            resistance: "−0.96".to_owned(),
            std: "0.01".to_owned(),
        },
        CommandError::NoSlotineLi { robot: "wrist" },
        CommandError::NoElements { robot: "wrist" },
        CommandError::Configurations(1),
        CommandError::Recovery(text()),
        CommandError::ResultOfPart("q1, q2".to_owned()),
        CommandError::ResultBesideFriction("fc_q1".to_owned()),
        CommandError::ResultOfLengths("l_1 = 0.5 m".to_owned()),
        CommandError::Uncovered {
            path: path(),
            voltages: [0.5, 6.6],
            name: "swing".to_owned(),
            followed: [0.0, 17.0],
        },
        CommandError::Known {
            text: text(),
            example: "m_b".to_owned(),
        },
        CommandError::Given {
            text: text(),
            name: "k_gas".to_owned(),
        },
        CommandError::Pair {
            option: "--set",
            text: text(),
            example: "fv_q1",
        },
        CommandError::Gate(3),
        CommandError::NoFriction,
        CommandError::Stopped {
            stop: Box::new(Stop {
                time: 1.25,
                position: vec![0.5],
                velocity: vec![-2.0],
                fault: Fault::Chatter {
                    site: "q1".to_owned(),
                },
            }),
            path: path(),
        },
        CommandError::Bound(text()),
        CommandError::LoadValue(text()),
        CommandError::NothingOfDrives,
        CommandError::Level(1.5),
        CommandError::Sigmas(-1.5),
        CommandError::SeenAlready { path: path() },
        CommandError::StandardOutput(&FULL),
        CommandError::Count {
            option: "--noise",
            all: "one for all joints, or ",
            given: 2,
            wanted: 3,
        },
        CommandError::NotPositive {
            option: "--rate",
            value: -0.5,
        },
        CommandError::Negative {
            option: "--encoder",
            value: -0.5,
        },
        CommandError::Undriven("--step"),
    ];
    let said: Vec<String> = all
        .iter()
        .map(|error| error.with_options("wrist"))
        .collect();
    let plain: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(said, plain);
    insta::assert_snapshot!("errors", said.join("\n"));
}

#[test]
fn faults_of_estimators_name_the_options_that_mend_them() {
    let why = || "it is not".to_owned();
    let all = [
        (
            EstimateError::Setting {
                name: "damping",
                value: -2.5,
                remedy: "give 0 or more",
            },
            "--damping cannot be -2.5: give 0 or more",
        ),
        (
            EstimateError::NotIts {
                name: "damping",
                method: "least squares",
                owner: "ridge",
            },
            "--damping means nothing to least squares: ask for --method ridge, or leave it out",
        ),
        (
            EstimateError::Known {
                name: "m_a".to_owned(),
                why: why(),
            },
            "--known: `m_a` cannot be given: it is not",
        ),
        (
            EstimateError::Nominal {
                found: 1,
                wanted: 24,
            },
            "--parameters: nominal values: 1 where 24 standard parameters have one each, or none",
        ),
        (
            EstimateError::NoPrior {
                robot: "wrist".to_owned(),
            },
            "wrist has no nominal values to start from: add `physical:` (or `standard:`) to the bodies of its file, or give \
             --parameters FILE",
        ),
        (
            EstimateError::Consistent { why: why() },
            "no physically consistent fit: it is not; --method wls asks for less",
        ),
        (
            EstimateError::Robust {
                method: "huber",
                why: why(),
            },
            "huber has no answer: it is not; take --method wls",
        ),
    ];
    for (error, said) in all {
        let error = CommandError::from(IdentificationError::from(error));
        assert_eq!(error.with_options("wrist"), said);
    }
}

#[test]
fn faults_of_other_steps_name_the_options_that_mend_them() {
    let said = |error: CommandError| (error.with_options("wrist"), error.to_string());
    let (own, plain) = said(IdentificationError::Sides.into());
    assert_eq!(own, format!("{plain} with --equations"));
    let few = IdentificationError::TooFewBalances {
        balances: 3,
        parameters: 9,
    };
    let (own, plain) = said(few.into());
    assert!(plain.contains(": shorten the intervals, "), "{plain}");
    assert!(
        own.contains(": shorten the intervals (--interval), "),
        "{own}"
    );
    let sparse = TogetherError::NotTold {
        what: "itself",
        why: "7 balances hardly tell noise: shorten the intervals from 2 s".to_owned(),
    };
    let (own, plain) = said(sparse.into());
    assert!(plain.contains("shorten the intervals from 2 s"), "{plain}");
    assert!(
        own.contains("shorten the intervals (--interval) from 2 s"),
        "{own}"
    );
    let (own, plain) = said(TwoStepError::Window(0.5).into());
    assert_eq!(own, format!("--window {plain}"));
    let robot = "wrist".to_owned();
    for error in [
        TwoStepError::NotOfTorque(robot.clone()),
        TwoStepError::NoElements {
            robot: robot.clone(),
            terms: "has 512 terms".to_owned(),
        },
        TwoStepError::Torques { robot },
    ] {
        let (own, plain) = said(error.into());
        assert!(plain.contains("identify base"), "{plain}");
        assert!(own.contains("use `identify`, which fits base"), "{own}");
    }
    let (own, plain) = said(
        InterpretationError::Missing {
            names: "m_a, m_b".to_owned(),
        }
        .into(),
    );
    assert!(plain.contains("give values, here or in"), "{plain}");
    assert!(
        own.contains("give values with --known NAME=VALUE,... or in"),
        "{own}"
    );
    let column = RecordingError::NoColumn {
        files: "a.csv".to_owned(),
        column: "q_1".to_owned(),
        quantity: "torque".to_owned(),
        suggestion: "; did you mean q1?".to_owned(),
    };
    let (own, plain) = said(column.into());
    assert_eq!(
        own,
        format!(
            "{plain}; `wrist describe a.csv -o recording.yaml` writes a description from the header"
        )
    );
}
