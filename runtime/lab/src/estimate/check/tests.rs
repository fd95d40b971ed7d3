//! Settings of other estimators and out of range, each in the words that a user reads.

use crate::bodies::{Bodies, Body};
use crate::estimate::recursive::Form;
use crate::estimate::{
    Damped, DampingRule, Estimator, Method, Parametrisation, PriorMetric, PriorScale, RidgeWeights,
    estimate,
};
use crate::regression::Intervals;
use crate::regression::by_hand::{MODEL, drawn, observed};

type Set = fn(&mut Estimator);

/// How each setting is made, whose it is, and who else has it.
const SETTINGS: [(&str, Set, &str, &[Method]); 18] = [
    (
        "damping",
        |e| e.damping = Some(1.0),
        "ridge",
        &[Method::Ridge],
    ),
    (
        "damp",
        |e| e.damped = Damped::Base,
        "ridge",
        &[Method::Ridge],
    ),
    (
        "ridge-weights",
        |e| e.ridge_weights = RidgeWeights::Equal,
        "ridge",
        &[Method::Ridge],
    ),
    (
        "damping-rule",
        |e| e.damping_rule = DampingRule::LCurve,
        "ridge",
        &[Method::Ridge],
    ),
    (
        "keep-singular-above",
        |e| e.keep_above = Some(0.1),
        "tsvd",
        &[Method::Tsvd],
    ),
    (
        "prior-weight",
        |e| e.prior_weight = Some(0.5),
        "prior or consistent",
        &[Method::Prior, Method::Consistent],
    ),
    (
        "prior-scale",
        |e| e.prior_scale = PriorScale::Si,
        "prior",
        &[Method::Prior],
    ),
    (
        "prior-metric",
        |e| e.prior_metric = PriorMetric::Entropic,
        "consistent",
        &[Method::Consistent],
    ),
    (
        "bodies",
        |e| {
            e.bodies = Bodies {
                of: vec![("a".to_owned(), Body::default())],
            };
        },
        "consistent",
        &[Method::Consistent],
    ),
    (
        "parametrisation",
        |e| e.parametrisation = Parametrisation::LogCholesky,
        "consistent",
        &[Method::Consistent],
    ),
    (
        "parameters",
        |e| e.nominal = Some(Vec::new()),
        "prior or consistent",
        &[Method::Prior, Method::Consistent],
    ),
    (
        "recursion",
        |e| e.recursion = Form::Information,
        "recursive, energy or momentum",
        &[Method::Recursive, Method::Energy, Method::Momentum],
    ),
    (
        "forgetting",
        |e| e.forgetting = Some(0.9),
        "recursive, energy or momentum",
        &[Method::Recursive, Method::Energy, Method::Momentum],
    ),
    (
        "memory",
        |e| e.memory = Some(2.0),
        "recursive, energy or momentum",
        &[Method::Recursive, Method::Energy, Method::Momentum],
    ),
    (
        "essential-ratio",
        |e| e.essential_ratio = Some(20.0),
        "essential",
        &[Method::Essential],
    ),
    (
        "essential-level",
        |e| e.essential_level = Some(0.1),
        "essential",
        &[Method::Essential],
    ),
    (
        "interval",
        |e| e.interval = Some(0.1),
        "energy, momentum or output-error",
        &[Method::Energy, Method::Momentum, Method::OutputError],
    ),
    (
        "intervals",
        |e| e.intervals = Intervals::Sliding,
        "energy or momentum",
        &[Method::Energy, Method::Momentum],
    ),
];

fn said(estimator: &Estimator) -> Option<String> {
    estimator.check().err().map(|error| error.to_string())
}

#[test]
fn a_setting_of_another_estimator_is_refused_with_its_owner() {
    for (name, set, owner, owners) in SETTINGS {
        for method in Method::all() {
            let mut estimator = Estimator::from(method);
            set(&mut estimator);
            let expected = (!owners.contains(&method)).then(|| {
                let title = method.title();
                format!("{name} means nothing to {title}: it belongs to the method {owner}")
            });
            assert_eq!(said(&estimator), expected, "{name} {method:?}");
        }
    }
}

#[test]
fn what_is_out_of_range_is_told_with_what_would_do() {
    let with = |method: Method, set: fn(&mut Estimator)| {
        let mut estimator = Estimator::from(method);
        set(&mut estimator);
        said(&estimator)
    };
    let cases: [(Method, Set, &str); 14] = [
        (
            Method::Energy,
            |e| e.interval = Some(0.0),
            "interval cannot be 0: give a time above 0, s, such as 0.05",
        ),
        (
            Method::Recursive,
            |e| e.forgetting = Some(1.0),
            "forgetting cannot be 1: give a number above 0 and below 1, such as 0.999",
        ),
        (
            Method::Recursive,
            |e| (e.memory, e.forgetting) = (Some(2.0), Some(0.9)),
            "memory cannot be 2: a window forgets what is older than it, so leave the forgetting factor out",
        ),
        (
            Method::Recursive,
            |e| (e.memory, e.recursion) = (Some(2.0), Form::Covariance),
            "memory cannot be 2: this form has no window; the one that has is square-root",
        ),
        (
            Method::Ridge,
            |e| e.damping = Some(f64::INFINITY),
            "damping cannot be inf: give a finite number above 0, small beside the eigenvalues of KᵀK",
        ),
        (
            Method::Ridge,
            |e| (e.damping, e.damping_rule) = (Some(2.0), DampingRule::LCurve),
            "damping cannot be 2: the corner of the L-curve chooses it, so leave the one or the other out",
        ),
        (
            Method::Tsvd,
            |e| e.keep_above = Some(1.5),
            "keep-singular-above cannot be 1.5: give a share above 0 and below 1, such as 0.01",
        ),
        (
            Method::Consistent,
            |e| e.prior_weight = Some(1.0),
            "prior-weight cannot be 1: give a number above 0 (recordings alone) and below 1 (nominal values alone)",
        ),
        (
            Method::Essential,
            |e| e.essential_ratio = Some(1.0),
            "essential-ratio cannot be 1: give a number above 1, such as 10 or 30",
        ),
        (
            Method::Essential,
            |e| e.essential_level = Some(-0.1),
            "essential-level cannot be -0.1: give a probability above 0 and below 1, such as 0.01",
        ),
        // Small ones are no better where none would do.
        (
            Method::Recursive,
            |e| (e.memory, e.recursion) = (Some(0.5), Form::Information),
            "memory cannot be 0.5: this form has no window; the one that has is square-root",
        ),
        (
            Method::Ridge,
            |e| (e.damping, e.damping_rule) = (Some(0.5), DampingRule::LCurve),
            "damping cannot be 0.5: the corner of the L-curve chooses it, so leave the one or the other out",
        ),
        (
            Method::Tsvd,
            |e| e.keep_above = Some(0.0),
            "keep-singular-above cannot be 0: give a share above 0 and below 1, such as 0.01",
        ),
        (
            Method::Essential,
            |e| e.essential_level = Some(1.0),
            "essential-level cannot be 1: give a probability above 0 and below 1, such as 0.01",
        ),
    ];
    for (method, set, expected) in cases {
        assert_eq!(with(method, set).as_deref(), Some(expected));
    }
    let small: [(Method, Set); 8] = [
        (Method::Energy, |e| e.interval = Some(1e-3)),
        (Method::Recursive, |e| e.forgetting = Some(1e-3)),
        (Method::Recursive, |e| e.memory = Some(1e-3)),
        (Method::Ridge, |e| e.damping = Some(1e-3)),
        (Method::Tsvd, |e| e.keep_above = Some(1e-3)),
        (Method::Prior, |e| e.prior_weight = Some(1e-3)),
        (Method::Essential, |e| e.essential_ratio = Some(1.001)),
        (Method::Essential, |e| e.essential_level = Some(1e-3)),
    ];
    for (method, set) in small {
        assert_eq!(with(method, set), None, "{method:?}");
    }
}

#[test]
fn estimators_that_hold_in_their_own_way_are_given_nothing() {
    for method in Method::all() {
        let holds = matches!(
            method,
            Method::Ols | Method::Wls | Method::Huber | Method::Tukey | Method::Energy
        ) || matches!(method, Method::Momentum | Method::Iv | Method::Didim);
        for left_out in [false, true] {
            let mut estimator = Estimator::from(method);
            match left_out {
                true => estimator.left_out = vec!["m_b".to_owned()],
                false => estimator.known = vec![("m_b".to_owned(), 2.0)],
            }
            let expected = (!holds).then(|| {
                let title = method.title();
                format!(
                    "`m_b` cannot be given: {title} holds parameters in its own way; take least squares, wls or ols"
                )
            });
            assert_eq!(said(&estimator), expected, "{method:?}");
        }
    }
}

#[test]
fn what_needs_more_than_triangular_factors_says_what_it_lacks() {
    let observation = observed(&drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1));
    for method in Method::all() {
        let why = match method {
            Method::Essential => "it chooses by deviations, which an identification alone has",
            Method::Huber | Method::Tukey => {
                "it weighs samples, of which triangular factors have none"
            }
            Method::Energy | Method::Momentum => {
                "its equations are integrals, which factors of torques are not"
            }
            Method::Iv | Method::Didim | Method::OutputError => {
                "it simulates motions, of which triangular factors have none"
            }
            _ => "",
        };
        let found = estimate(&observation, &MODEL, &method.into());
        match why {
            "" => assert_eq!(found.err(), None, "{method:?}"),
            _ => assert_eq!(
                found.err().map(|error| error.to_string()),
                Some(format!("{} has no answer: {why}", method.title()))
            ),
        }
    }
}

/// Rows of unlike noise need weights, and these a round more to be seen to have settled; rows that are not weighed need none.
#[test]
fn rounds_of_weighing_are_said_where_rows_are_weighed() {
    let observation = observed(&drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1));
    for method in [Method::Ols, Method::Wls, Method::Tsvd, Method::Tls] {
        let found = estimate(&observation, &MODEL, &method.into()).expect("an estimate");
        let mut rounds = found.settings.iter().filter(|s| s.name == "rounds");
        let said = rounds.next().map(|s| (s.value >= 2.0, s.rule.as_str()));
        let rule = "until no weight of a row changed by more than 1e-9 of itself";
        let expected = (method != Method::Ols).then_some((true, rule));
        assert_eq!((said, rounds.next()), (expected, None), "{method:?}");
    }
}

#[test]
fn each_estimator_says_what_it_chose_of_its_own() {
    let observation = observed(&drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1));
    for (method, first) in [
        (Method::Ols, None),
        (Method::Wls, None),
        (Method::Recursive, None),
        (Method::Ridge, Some("damping")),
        (Method::Tsvd, Some("keep-singular-above")),
        (Method::Prior, Some("prior-weight")),
        (Method::Consistent, Some("prior-weight")),
        (Method::Tls, Some("errors")),
    ] {
        let found = estimate(&observation, &MODEL, &method.into()).expect("an estimate");
        let mut names = found.settings.iter().map(|s| s.name);
        assert_eq!(names.find(|name| *name != "rounds"), first, "{method:?}");
        let realised = method == Method::Consistent;
        assert_eq!(found.realised.is_some(), realised, "{method:?}");
    }
}

#[test]
fn what_is_no_number_is_in_no_range() {
    let cases: [(&str, Method, Set); 8] = [
        ("interval", Method::Energy, |e| e.interval = Some(f64::NAN)),
        ("forgetting", Method::Recursive, |e| {
            e.forgetting = Some(f64::NAN);
        }),
        ("memory", Method::Recursive, |e| e.memory = Some(f64::NAN)),
        ("damping", Method::Ridge, |e| e.damping = Some(f64::NAN)),
        ("keep-singular-above", Method::Tsvd, |e| {
            e.keep_above = Some(f64::NAN);
        }),
        ("prior-weight", Method::Prior, |e| {
            e.prior_weight = Some(f64::NAN);
        }),
        ("essential-ratio", Method::Essential, |e| {
            e.essential_ratio = Some(f64::NAN);
        }),
        ("essential-level", Method::Essential, |e| {
            e.essential_level = Some(f64::NAN);
        }),
    ];
    for (name, method, set) in cases {
        let mut estimator = Estimator::from(method);
        set(&mut estimator);
        let told = said(&estimator).unwrap_or_default();
        let expected = format!("{name} cannot be NaN: ");
        assert!(told.starts_with(&expected), "{name}: {told}");
    }
}

/// By whichever of its ways a balance is asked for its history.
#[test]
fn a_history_takes_no_known_parameters() {
    let ways: [Set; 3] = [
        |e| e.recursion = Form::Information,
        |e| e.forgetting = Some(0.9),
        |e| e.memory = Some(2.0),
    ];
    for method in [Method::Energy, Method::Momentum] {
        for set in ways {
            let mut estimator = Estimator::from(method);
            set(&mut estimator);
            assert_eq!(said(&estimator), None);
            estimator.known = vec![("m_b".to_owned(), 2.0)];
            assert_eq!(
                said(&estimator).as_deref(),
                Some(
                    "`m_b` cannot be given: a history estimates all parameters; leave the recursion, its forgetting and its \
                     memory out"
                )
            );
        }
    }
}
