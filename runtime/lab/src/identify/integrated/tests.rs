//! How intervals are said to have been set, and which estimators integrate.

use armwright_runtime::Side;

use super::{settings, settle};
use crate::estimate::{Estimator, Method};
use crate::options::EquationSide;
use crate::regression::by_hand::{ROBOT, conditioned, processing, recording};
use crate::regression::{Balance, Equations, Integral, Intervals};

#[test]
fn intervals_are_said_with_their_length() {
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![5];
    let motions = [conditioned(recording(80), coarse)];
    let said = |intervals, length| {
        let integral = Integral {
            intervals,
            length,
            ..Integral::of(Balance::Momentum)
        };
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        let all = settings(&equations, &motions);
        assert_eq!((all.len(), all[0].name), (1, "interval"));
        (all[0].value, all[0].rule.clone())
    };
    for (intervals, length, value, rule) in [
        (
            Intervals::Short,
            None,
            0.05,
            "s, one interval after the other, as long as a decimated sample",
        ),
        (
            Intervals::Short,
            Some(0.08),
            0.08,
            "s, one interval after the other, as was asked",
        ),
        (
            Intervals::Sliding,
            Some(0.1),
            0.1,
            "s, each interval a decimated sample after the last",
        ),
        (
            Intervals::Sliding,
            None,
            0.2,
            "s, each interval a decimated sample after the last",
        ),
        (
            Intervals::Long,
            Some(0.07),
            0.07,
            "s by which each interval from the beginning is longer than the last",
        ),
    ] {
        let found = said(intervals, length);
        assert!(
            (found.0 - value).abs() < 1e-12,
            "{intervals:?}: {}",
            found.0
        );
        assert_eq!(found.1, rule);
    }
    let torques = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert!(settings(&torques, &motions).is_empty());
}

#[test]
fn estimators_that_integrate_have_equations_of_their_own() {
    let motions = [conditioned(recording(80), processing(EquationSide::Motor))];
    let torques = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let settled = |estimator: &Estimator, lengths| {
        let found = settle(&torques, &motions, estimator, lengths, &mut |_, _| {});
        found.map_err(|error| error.to_string())
    };
    assert!(settled(&Method::Wls.into(), true).is_ok_and(|none| none.is_none()));
    let momentum = settled(&Method::Momentum.into(), false)
        .expect("equations")
        .expect("some");
    assert_eq!((momentum.side(), momentum.rows()), (Side::Motor, 2));
    assert_eq!(momentum.integral(), Some(&Integral::of(Balance::Momentum)));
    assert_eq!(
        settled(&Method::Momentum.into(), true).err().as_deref(),
        Some(
            "least squares of the balances of momentum has no answer: lengths are fitted with the equations of torques"
        )
    );
}
