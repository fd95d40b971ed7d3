//! Options of an interpretation, and what bodies that cannot exist do to its conclusion.

use super::super::{Caveat, InterpretOptions, interpret};
use super::given;
use crate::identify::BaseEstimate;
use crate::parameters::nominal;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

/// Nominal base parameters of the pendulum, each known to a hundredth of itself.
fn estimate() -> BaseEstimate {
    let mut beta = vec![0.0; 6];
    ROBOT
        .base_parameters(&nominal(ROBOT.model()), &mut beta)
        .expect("its sizes");
    let mut estimate = BaseEstimate::exact(beta.clone());
    for (k, x) in beta.into_iter().enumerate() {
        estimate.covariance[k][k] = (0.01 * x).powi(2);
    }
    estimate
}

/// Two bodies are bounded where two may be, by the deviations that are allowed.
#[test]
fn as_many_bodies_are_bounded_as_may_be() {
    let of = |bounded_bodies: usize, allowance: f64| {
        let options = InterpretOptions {
            level: 0.125,
            allowance,
            bounded_bodies,
        };
        interpret(&ROBOT, &estimate(), &[given("m_lower", 1.8, 0.1)], options).expect("one")
    };
    let none = of(1, 3.0);
    assert!(none.bounds.is_none());
    // Without a plan there is none that would not use what is given.
    assert_eq!(none.caveats, [Caveat::NotBounded { bodies: 2 }]);
    let some = of(2, 3.0);
    let exactly = Caveat::TakenExactly(vec!["m_lower".to_owned()]);
    assert_eq!(some.caveats, [exactly]);
    assert_eq!(some.verification.expect("nominal values").level, 0.125);
    let bounds = some.bounds.expect("bounds");
    assert_eq!(bounds.allowance, 3.0);
    let wide = |bounds: &crate::consistency::Consistency| {
        let all = bounds.parameters.iter();
        let own = all
            .clone()
            .find(|interval| interval.name == "Jyy_lower")
            .expect("an interval");
        own.high.expect("an end") - own.low.expect("an end")
    };
    let narrow = of(2, 1.0).bounds.expect("bounds");
    assert!(wide(&narrow) < 0.9 * wide(&bounds));
    // A biased estimate has no bounds, and it is not said how to ask for them.
    let mut biased = estimate();
    biased.biased = true;
    for bounded_bodies in [1, 2] {
        let options = InterpretOptions {
            bounded_bodies,
            ..InterpretOptions::default()
        };
        let found = interpret(&ROBOT, &biased, &[], options).expect("one");
        assert_eq!(found.caveats, [Caveat::Biased]);
        assert!(found.bounds.is_none() && found.verification.is_none());
    }
}

/// Nothing differs but a mass that was given, which no body has.
#[test]
fn a_body_that_cannot_be_is_part_of_the_conclusion() {
    let options = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let found =
        interpret(&ROBOT, &estimate(), &[given("m_lower", -1.0, 0.1)], options).expect("one");
    let verification = found.verification.expect("nominal values");
    assert!(verification.differs);
    assert_eq!(
        verification.conclusion,
        "The identification agrees with the nominal values; but no body has m_lower = -1 (body lower): a known value is wrong, \
         or the recording"
    );
    let said: Vec<String> = found.caveats.iter().map(ToString::to_string).collect();
    assert!(
        said.iter()
            .any(|said| said.starts_with("no body has m_lower = -1 (body lower)")),
        "{said:?}"
    );
    let plain = interpret(&ROBOT, &estimate(), &[], options).expect("one");
    assert!(!plain.verification.expect("nominal values").differs);
}
