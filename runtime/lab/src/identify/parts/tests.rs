//! Recordings that lack torques, and covariances of combinations.

use armwright_runtime::{BaseParameter, Class, Robot, Side, Torque};

use super::{complete, covariance, lacking, part_of};
use crate::dataset::Dataset;
use crate::identify::BaseEstimate;
use crate::identify::estimation::{Covariance, Estimation, FittedLength, StandardValue};
use crate::options::{EquationSide, ProcessingOptions};
use crate::part::{LeftOut, Part};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::{MODEL, ROBOT, near, processing, recording};
use crate::statistics::Estimated;

#[test]
fn what_recordings_lack_has_to_be_left_out_of_the_robot() {
    let mut second = recording(30);
    (second.source, second.left_out) = (
        "second".to_owned(),
        vec![Torque::joint(0), Torque::motor(1)],
    );
    let found = lacking(&[recording(30), second]);
    assert_eq!(
        found,
        [(
            "second".to_owned(),
            vec![Torque::joint(0), Torque::motor(1)]
        )]
    );
    assert_eq!(complete(&ROBOT, Side::Joint, &[]), Ok(()));
    let refused = complete(&ROBOT, Side::Joint, &found)
        .err()
        .map(|error| error.to_string());
    assert_eq!(
        refused.as_deref(),
        Some(
            "second has no torque of j1, m2 to use: identify the part of the robot without it, or give other recordings"
        )
    );
    // The torque of the first joint is in that of the first motor alone.
    let one = [("second".to_owned(), vec![Torque::joint(0)])];
    assert!(complete(&ROBOT, Side::Motor, &one).is_err());
}

#[test]
fn a_part_is_on_the_side_of_its_equations() {
    let mut found = Estimation::default();
    assert_eq!(found.side(), Side::Joint);
    found.left_out = vec![LeftOut {
        torque: "m1".to_owned(),
        side: EquationSide::Motor,
    }];
    assert_eq!(found.side(), Side::Motor);
    found.processing = Some(processing(EquationSide::Joint));
    assert_eq!(found.side(), Side::Joint);
    assert!(
        Estimation::default()
            .part(&ROBOT)
            .is_ok_and(|part| part.is_none())
    );
}

#[test]
fn combinations_scatter_as_what_they_are_made_of() {
    let mut estimate = BaseEstimate::exact(vec![1.0, 2.0, 3.0]);
    estimate.covariance = vec![
        vec![4.0, 1.0, -0.5],
        vec![1.0, 9.0, 0.25],
        vec![-0.5, 0.25, 1.0],
    ];
    let combinations = [vec![(0, 2.0), (2, -1.0)], vec![(1, 3.0)]];
    let found = covariance(&MODEL, &estimate, &combinations);
    // 4 · 4 + 1 + 4 · 0.5; 6 · 1 - 3 · 0.25; 81.
    assert_eq!(found.values, [[19.0, 5.25], [5.25, 81.0]]);
    assert_eq!(found.parameters[3], "fc_m2");
    estimate.independent = true;
    assert_eq!(
        covariance(&MODEL, &estimate, &combinations),
        Covariance::default()
    );
}

fn names(part: &Part<'_>) -> Vec<&'static str> {
    part.model().base.iter().map(|base| base.name).collect()
}

/// Base parameters of the part as combinations of those of the whole, with the fewest degrees of freedom.
#[test]
fn what_is_known_of_the_whole_is_known_of_a_part() {
    let robot = &armwright_robots::puma560::ROBOT;
    let model = robot.model();
    let b = model.base.len();
    let covariance: Vec<Vec<f64>> = (0..b)
        .map(|i| {
            let entry = |j: usize| match i == j {
                true => 2.0 + i as f64,
                false => 0.1 / (1 + i + j) as f64,
            };
            (0..b).map(entry).collect()
        })
        .collect();
    let estimated = |(k, base): (usize, &BaseParameter)| Estimated {
        name: base.name.to_owned(),
        value: 0.3 * k as f64 - 1.0,
        std: Some(1.0),
        freedom: Some(100.0 - k as f64),
        ..Estimated::default()
    };
    let whole = Estimation {
        robot: model.name.to_owned(),
        fingerprint: vec![1.0, 2.0],
        biased: true,
        base: model.base.iter().enumerate().map(estimated).collect(),
        drive: vec![Estimated::default()],
        standard: vec![StandardValue {
            name: "m".to_owned(),
            value: 1.0,
            std: None,
            nominal: None,
            class: Class::Identifiable,
        }],
        lengths: vec![FittedLength {
            name: "l".to_owned(),
            value: 0.5,
            std: 0.1,
            nominal: None,
        }],
        covariance: Covariance {
            parameters: model.base.iter().map(|base| base.name.to_owned()).collect(),
            values: covariance.clone(),
        },
        processing: Some(processing(EquationSide::Joint)),
        ..Estimation::default()
    };
    let part = Part::without(robot, Side::Joint, &[Torque::joint(1)]).expect("a part");
    let combinations: Vec<Vec<(usize, f64)>> = part.combinations().map(<[_]>::to_vec).collect();
    assert!(combinations.iter().any(|combination| combination.len() > 1));
    let found = whole.within(robot, &part).expect("a part");
    assert_eq!(found.base.len(), combinations.len());
    for (p, (combination, base)) in found
        .base
        .iter()
        .zip(combinations.iter().zip(part.model().base))
    {
        let value: f64 = combination
            .iter()
            .map(|(k, c)| c * (0.3 * *k as f64 - 1.0))
            .sum();
        let pairs = combination
            .iter()
            .flat_map(|a| combination.iter().map(move |b| (a, b)));
        let variance: f64 = pairs
            .map(|((i, a), (j, b))| a * b * covariance[*i][*j])
            .sum();
        near(p.value, value);
        near(p.std.expect("a deviation"), variance.sqrt());
        let last = combination.iter().map(|(k, _)| *k).max().expect("one");
        assert_eq!(p.freedom, Some(100.0 - last as f64));
        assert_eq!(
            (p.name.as_str(), p.expression.as_str(), p.unit.as_str()),
            (base.name, base.expression, base.unit)
        );
    }
    let of_part = names(&part);
    assert_eq!(found.covariance.parameters, of_part);
    near(
        found.covariance.values[0][0],
        found.base[0].std.expect("a deviation").powi(2),
    );
    let lacks = found
        .left_out
        .iter()
        .map(|torque| (torque.torque.as_str(), torque.side));
    assert_eq!(
        lacks.collect::<Vec<_>>(),
        [(model.joints[1].name, EquationSide::Joint)]
    );
    assert!(found.drive.is_empty() && found.biased && found.robot == model.name);
    // Of what is known of the whole these have no share of a part.
    assert_eq!((found.standard, found.lengths), (Vec::new(), Vec::new()));
    assert_eq!(
        (&found.fingerprint, &found.processing),
        (&whole.fingerprint, &whole.processing)
    );
}

/// The third joint's torque is in that of each motor of the wrist: nothing remains of equations of motors. On which side they are is said by
/// options, else by those of the first recording, else by its torques.
#[test]
fn a_part_is_without_what_any_recording_lacks_on_the_side_that_is_said() {
    let robot = &armwright_robots::abb_wrist::ROBOT;
    let of =
        |torque: Side, own: Option<EquationSide>, asked: Option<EquationSide>, lacks: usize| {
            let recording = |lacks: bool| {
                let column: Vec<f64> = (0..40).map(|k| (0.1 * f64::from(k)).sin()).collect();
                let columns = || vec![column.clone(); 3];
                let arrays = Arrays::new(100.0, columns(), columns());
                let mut made = Recording::from_arrays(robot.model(), arrays).expect("a recording");
                (made.torque_side, made.options.equations) = (torque, own);
                if lacks {
                    made.left_out = vec![Torque::joint(2)];
                }
                made
            };
            let dataset = Dataset {
                training: vec![recording(lacks == 0), recording(lacks == 1)],
                validation: vec![recording(lacks == 2)],
            };
            let options = ProcessingOptions {
                equations: asked,
                ..ProcessingOptions::default()
            };
            let part = part_of(robot, &dataset, &options);
            let left_out = part.map(|part| part.map(|part| part.left_out().to_vec()));
            left_out.map_err(|error| error.to_string())
        };
    let (joint, motor) = (Some(EquationSide::Joint), Some(EquationSide::Motor));
    let without = Ok(Some(vec![Torque::joint(2)]));
    for lacks in 0..3 {
        assert_eq!(of(Side::Joint, None, None, lacks), without, "{lacks}");
        assert!(of(Side::Motor, None, None, lacks).is_err(), "{lacks}");
    }
    assert_eq!(of(Side::Motor, joint, None, 0), without);
    assert!(of(Side::Joint, motor, None, 0).is_err());
    assert_eq!(of(Side::Motor, motor, joint, 0), without);
    assert!(of(Side::Joint, joint, motor, 0).is_err());
    assert_eq!(of(Side::Motor, motor, motor, 3), Ok(None));
}
