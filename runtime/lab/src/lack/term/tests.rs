//! What is said of missing terms, word by word.

use super::{Lack, Term, short};
use crate::statistics::Fit;
use armwright_runtime::{ParameterKind, Site};

pub(crate) fn lack(term: Term, value: f64) -> Lack {
    Lack {
        joint: Some("2".to_owned()),
        row: "2".to_owned(),
        term,
        coefficients: vec![value],
        share: 0.61,
        before: 1.2,
        after: 0.75,
        unit: "N·m",
        alternatives: vec![Term::Load],
        in_model: false,
        on_motor: false,
        slides: false,
    }
}

/// Where other terms or parameters that are fitted anew explain a part, the share is not that of the two figures: of a motor's row
/// 123.4/√0.125 is left.
#[test]
fn terms_are_said_in_words() {
    assert_eq!(
        lack(Term::Quadratic, 0.4).to_string(),
        "Joint 2, not in the model: friction rises with the square of speed; this explains 61 % of its residual \
         (1.2 → 0.75 N·m RMS), and hardly better than friction by load"
    );
    let motor = Lack {
        joint: Some("m4".to_owned()),
        row: "q1".to_owned(),
        on_motor: true,
        unit: "N",
        share: 0.125,
        before: 123.4,
        after: 0.034_56,
        alternatives: vec![Term::Spring, Term::Drift],
        ..lack(Term::Coulomb, 0.3)
    };
    assert_eq!(
        motor.to_string(),
        "Motor m4, not in the model: friction that does not depend on speed (Coulomb); this explains 12 % of the residual \
         of q1, 349 N RMS (from 123 to 0.035, with the parameters fitted anew and the terms before it), and hardly better than a \
         spring or a constant torque that changes with time"
    );
    let all = Lack {
        joint: None,
        alternatives: Vec::new(),
        ..lack(Term::Delay, 3e-3)
    };
    assert_eq!(
        all.to_string(),
        "All joints, not in the model: positions lag behind torque by 3.0 ms; this explains 61 % of the residual of 2 (1.2 → \
         0.75 N·m RMS)"
    );
}

#[test]
fn every_term_has_its_clause() {
    let stribeck = Term::Stribeck { speed: 0.123 };
    let once = Term::Periodic { times: 1 };
    let twice = Term::Periodic { times: 2 };
    for (term, value, clause) in [
        (
            Term::Coulomb,
            1.0,
            "friction that does not depend on speed (Coulomb)",
        ),
        (
            Term::Viscous,
            1.0,
            "friction in proportion to speed (viscous)",
        ),
        (
            Term::Offset,
            1.0,
            "a constant torque, as of friction that differs between directions",
        ),
        (
            stribeck,
            1.0,
            "friction is higher near standstill, below about 0.12 rad/s (Stribeck)",
        ),
        (
            stribeck,
            -1.0,
            "friction is lower near standstill, below about 0.12 rad/s",
        ),
        (
            Term::Quadratic,
            1.0,
            "friction rises with the square of speed",
        ),
        (
            Term::Quadratic,
            -1.0,
            "friction rises less than in proportion to speed",
        ),
        (
            Term::Directional,
            -1.0,
            "viscous friction differs between directions",
        ),
        (Term::Load, 1.0, "friction rises with the load"),
        (Term::Load, -1.0, "friction falls with the load"),
        (
            Term::Spring,
            -34.5,
            "torque in proportion to position, as of a spring (−34 N·m/rad)",
        ),
        (
            once,
            1.0,
            "torque that repeats once a turn, as of a spring, a cable or a tilted base",
        ),
        (
            twice,
            1.0,
            "torque that repeats 2 times a turn, as of a spring or cogging",
        ),
        (
            Term::Warming,
            1.0,
            "friction changes with time, as with temperature",
        ),
        (Term::Drift, 1.0, "a constant torque changes with time"),
        (Term::Delay, 4.5e-3, "positions lag behind torque by 4.5 ms"),
        // Torque of a time ago is `tau - delay d tau/dt`.
        (Term::Delay, -2e-3, "torque lags behind positions by 2.0 ms"),
        (
            Term::Compliance,
            -2e-3,
            "the joint gives, with about 500 N·m/rad",
        ),
    ] {
        assert_eq!(lack(term, value).clause(), clause);
    }
    let slides = |term, value| {
        let lack = Lack {
            slides: true,
            ..lack(term, value)
        };
        lack.clause()
    };
    assert_eq!(
        slides(stribeck, 1.0),
        "friction is higher near standstill, below about 0.12 m/s (Stribeck)"
    );
    assert_eq!(
        slides(Term::Spring, 0.5),
        "torque in proportion to position, as of a spring (0.50 N/m)"
    );
    assert_eq!(
        slides(Term::Compliance, -1e-5),
        "the joint gives, with about 1.0e5 N/m"
    );
}

#[test]
fn the_robot_file_has_a_place_for_some_terms() {
    let key = |term| lack(term, 1.0).key();
    let under = |words: &str| Some(format!("{words} under `friction` of joint 2"));
    assert_eq!(key(Term::Coulomb), under("`coulomb`"));
    assert_eq!(key(Term::Viscous), under("`viscous`"));
    assert_eq!(key(Term::Offset), under("`offset`"));
    assert_eq!(key(Term::Quadratic), under("`quadratic`"));
    assert_eq!(
        key(Term::Directional),
        under("`viscous_positive` and `viscous_negative` in place of `viscous`")
    );
    assert_eq!(
        key(Term::Spring),
        Some("`spring: true` at joint 2".to_owned())
    );
    // What gets stronger the farther a joint goes is no spring.
    assert_eq!(lack(Term::Spring, -1.0).key(), None);
    let others = [
        Term::Load,
        Term::Drift,
        Term::Delay,
        Term::Compliance,
        Term::Warming,
        Term::Periodic { times: 2 },
        Term::Stribeck { speed: 0.1 },
    ];
    assert!(others.into_iter().all(|term| key(term).is_none()));
    let motor = Lack {
        on_motor: true,
        ..lack(Term::Viscous, 1.0)
    };
    assert_eq!(
        motor.key().as_deref(),
        Some("`viscous` under `friction` of motor 2")
    );
    let nowhere = Lack {
        joint: None,
        ..lack(Term::Viscous, 1.0)
    };
    assert_eq!(nowhere.key(), None);
    // Nor what stands there already.
    let held = Lack {
        in_model: true,
        ..lack(Term::Spring, -0.3)
    };
    assert_eq!(held.key(), None);
    let start = "Joint 2, beside what the model has of it: torque in proportion to position";
    assert!(held.to_string().starts_with(start), "{held}");
}

#[test]
fn numbers_have_two_digits() {
    for (value, text) in [
        (1.0, "1.0"),
        (-0.754, "−0.75"),
        (0.001, "0.0010"),
        (0.000_99, "9.9e−4"),
        (12.34, "12"),
        (123.4, "123"),
        (9999.0, "9999"),
        (1e4, "1.0e4"),
        (-34_567.0, "−3.5e4"),
    ] {
        assert_eq!(short(value), text);
    }
}

/// Columns, the sign that makes a term what it is called, and its noun.
#[test]
fn terms_have_columns_signs_and_nouns() {
    let stribeck = |speed| Term::Stribeck { speed };
    for (term, width, sign, name) in [
        (Term::Coulomb, 1, Some(1.0), "Coulomb friction"),
        (Term::Viscous, 1, Some(1.0), "viscous friction"),
        (Term::Offset, 1, None, "a constant torque"),
        (
            stribeck(0.1),
            1,
            None,
            "friction that is another near standstill",
        ),
        (Term::Quadratic, 1, None, "friction by the square of speed"),
        (Term::Directional, 1, None, "viscous friction by direction"),
        (Term::Load, 1, None, "friction by load"),
        (Term::Spring, 2, None, "a spring"),
        (
            Term::Periodic { times: 2 },
            2,
            None,
            "torque that repeats with position",
        ),
        (Term::Warming, 2, None, "friction that changes with time"),
        (
            Term::Drift,
            1,
            None,
            "a constant torque that changes with time",
        ),
        (Term::Delay, 1, None, "a delay"),
        (Term::Compliance, 1, Some(-1.0), "compliance"),
    ] {
        assert_eq!(
            (term.width(), term.sign(), term.name()),
            (width, sign, name)
        );
    }
    assert!(stribeck(0.1).is_like(stribeck(0.2)));
    assert!(!Term::Coulomb.is_like(Term::Viscous));
}

#[test]
fn parameters_of_the_robot_file_are_terms() {
    let site = Site::Motor(2);
    let terms = |kind: ParameterKind| {
        let all = [
            Term::Coulomb,
            Term::Viscous,
            Term::Offset,
            Term::Quadratic,
            Term::Directional,
            Term::Spring,
            Term::Load,
            Term::Periodic { times: 1 },
        ];
        let are = all.into_iter().filter(|term| term.site(kind).is_some());
        are.inspect(|term| assert_eq!(term.site(kind), Some(site)))
            .collect::<Vec<Term>>()
    };
    for kind in [
        ParameterKind::Coulomb(site),
        ParameterKind::CoulombPositive(site),
        ParameterKind::CoulombNegative(site),
    ] {
        assert_eq!(terms(kind), [Term::Coulomb]);
    }
    for kind in [
        ParameterKind::ViscousPositive(site),
        ParameterKind::ViscousNegative(site),
    ] {
        assert_eq!(terms(kind), [Term::Viscous, Term::Directional]);
    }
    assert_eq!(terms(ParameterKind::Viscous(site)), [Term::Viscous]);
    assert_eq!(terms(ParameterKind::Quadratic(site)), [Term::Quadratic]);
    assert_eq!(terms(ParameterKind::Offset(site)), [Term::Offset]);
    assert_eq!(terms(ParameterKind::Stiffness(site)), [Term::Spring]);
    assert_eq!(terms(ParameterKind::Inertia(site)), []);
    assert_eq!(terms(ParameterKind::Preload(site)), []);
}

#[test]
fn a_term_is_written_with_its_number_beside_what_it_explains() {
    let written = |term| serde_json::to_value(lack(term, 0.5)).expect("JSON");
    let expected = serde_json::json!({
        "joint": "2",
        "row": "2",
        "term": "stribeck",
        "speed": 0.25,
        "coefficients": [0.5],
        "share": 0.61,
        "before": 1.2,
        "after": 0.75,
        "unit": "N·m",
        "alternatives": [{"term": "load"}],
        "in_model": false,
    });
    assert_eq!(written(Term::Stribeck { speed: 0.25 }), expected);
    assert_eq!(written(Term::Periodic { times: 2 })["times"], 2);
}

/// A tenth of the residual's squares at least, and two thousandths of the torque, both root mean squares: where 0.01 of the torque is
/// left, a share of 0.16 is 0.004 of it.
#[test]
fn what_explains_little_of_the_torque_does_not_matter() {
    let matters = |share: f64, nrmse: f64| {
        let fit = |name: &str, nrmse: f64| Fit {
            name: name.to_owned(),
            is_motor: false,
            samples: 100,
            rmse: 3.0,
            nrmse,
            r2: 0.9,
            lag1: 0.0,
            whiteness: None,
        };
        let lack = Lack {
            share,
            ..lack(Term::Quadratic, 0.4)
        };
        lack.matters([fit("1", 1.0), fit("2", nrmse)].iter())
    };
    assert!(matters(0.16, 0.01) && matters(0.11, 0.5) && matters(0.64, 0.0026));
    assert!(!matters(0.16, 0.004) && !matters(0.64, 0.0024) && !matters(0.09, 0.5));
    // Of a torque of 0.
    assert!(!matters(0.64, f64::INFINITY));
    // Of a row that nothing is said of all that is left may be all of the torque.
    assert!(lack(Term::Quadratic, 0.4).matters([].iter()));
}

/// Only friction that the robot file has no words for is one whose law is to be fitted.
#[test]
fn laws_of_friction_are_of_what_the_robot_file_has_no_words_for() {
    let law = |term| lack(term, 1.0).law_of_friction();
    let two = Some("joint 2".to_owned());
    let laws = [Term::Stribeck { speed: 0.1 }, Term::Load, Term::Warming];
    assert_eq!(laws.map(law), [two.clone(), two.clone(), two]);
    let others = [
        Term::Coulomb,
        Term::Viscous,
        Term::Offset,
        Term::Quadratic,
        Term::Directional,
        Term::Spring,
        Term::Periodic { times: 1 },
        Term::Drift,
        Term::Delay,
        Term::Compliance,
    ];
    assert!(others.into_iter().all(|term| law(term).is_none()));
    let of_all = Lack {
        joint: None,
        ..lack(Term::Load, 1.0)
    };
    assert_eq!(of_all.law_of_friction(), None);
    let of_motor = Lack {
        on_motor: true,
        ..lack(Term::Load, 1.0)
    };
    assert_eq!(of_motor.law_of_friction().as_deref(), Some("motor 2"));
}

/// A motor and a joint may have one name.
#[test]
fn lacks_are_alike_at_one_place_alone() {
    let own = lack(Term::Stribeck { speed: 0.1 }, 1.0);
    let slower = Lack {
        row: "3".to_owned(),
        share: 0.2,
        ..lack(Term::Stribeck { speed: 0.2 }, -2.0)
    };
    assert!(own.is_like(&slower));
    let elsewhere = Lack {
        joint: Some("3".to_owned()),
        ..own.clone()
    };
    let on_motor = Lack {
        on_motor: true,
        ..own.clone()
    };
    for other in [elsewhere, on_motor, lack(Term::Load, 1.0)] {
        assert!(!own.is_like(&other), "{other}");
    }
}
