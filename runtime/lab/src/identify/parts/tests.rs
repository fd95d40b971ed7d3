//! Recordings that lack torques, and covariances of combinations.

use armwright_runtime::{Side, Torque};

use super::{complete, covariance, lacking};
use crate::identify::BaseEstimate;
use crate::identify::estimation::{Covariance, Estimation};
use crate::options::EquationSide;
use crate::part::LeftOut;
use crate::regression::by_hand::{MODEL, ROBOT, processing, recording};

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
