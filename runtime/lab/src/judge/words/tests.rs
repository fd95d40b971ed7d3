//! Sentences with the figures of findings, against these written out.

use super::Finding;
use crate::diagnose::{Cause, Evidence, Fault, Lift, Quantity};
use crate::estimate::{Method, Realised};
use crate::identify::{Downweighted, Given, Moment, Robust};
use crate::judge::finding::Fall;
use crate::options::EquationSide;

#[test]
fn a_share_that_is_not_all_is_not_said_to_be() {
    for (r2, share) in [
        (0.99964, "99.96"),
        (0.9995, "99.95"),
        (0.99949, "99.9"),
        (0.5, "50.0"),
    ] {
        let worst = Some(("knee".to_owned(), r2));
        let nrmse = 0.0123;
        let found = Finding::Explained {
            r2: 0.99995,
            nrmse,
            worst,
        };
        assert_eq!(
            found.to_string(),
            format!(
                "It explains more than 99.99 % of the variance of the measured torques, at worst {share} % (joint knee); the \
                 residual is 1.2 % of their size."
            )
        );
    }
}

#[test]
fn what_is_nearly_all_is_said_to_be_more_than_a_share() {
    for (r2, share) in [
        (0.999_91, "more than 99.99 %"),
        (0.9996, "99.96 %"),
        (0.9994, "99.9 %"),
        (0.5, "50.0 %"),
    ] {
        let nrmse = 0.25;
        let found = Finding::Explained {
            r2,
            nrmse,
            worst: None,
        };
        assert_eq!(
            found.to_string(),
            format!(
                "It explains {share} of the variance of the measured torques; the residual is 25.0 % of their size."
            )
        );
    }
}

/// Well up to 100, weakly up to 1000.
#[test]
fn excitation_is_as_good_as_its_condition_number() {
    for (condition, words) in [
        (3.0, "all well (condition number 3"),
        (100.0, "all well (condition number 100"),
        (100.2, "some of them weakly (condition number 100"),
        (1000.0, "some of them weakly (condition number 1000"),
        (1000.3, "some of them barely (condition number 1000"),
        (f64::INFINITY, "some of them barely (condition number inf"),
    ] {
        let found = Finding::Excited { rank: 6, condition };
        assert_eq!(
            found.to_string(),
            format!("The motion excites all 6 base parameters, {words}, columns scaled).")
        );
    }
}

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|name| (*name).to_owned()).collect()
}

/// Every figure stands once, in its place and in its unit.
#[test]
fn a_sentence_has_the_figures_of_its_finding() {
    let fall = |joint: &str, seen, unseen| Fall {
        joint: joint.to_owned(),
        seen,
        unseen,
    };
    let parts = |period| Finding::Parts {
        parts: 4,
        period,
        r2: 0.98765,
        worst: ("knee".to_owned(), -0.4321),
    };
    let given = |name: &str, value, estimated, std| Given {
        name: name.to_owned(),
        unit: "kg".to_owned(),
        value,
        estimated,
        std,
    };
    let pair = |one: &str, other: &str, r| (one.to_owned(), other.to_owned(), r);
    for (finding, sentence) in [
        (
            Finding::Unseen {
                r2: 0.98765,
                nrmse: 0.1234,
            },
            "On data that took no part the residual is 12.3 % of the torques' size (R² 0.988).",
        ),
        (
            Finding::Explained {
                r2: -0.26,
                nrmse: 1.1,
                worst: Some(("knee".to_owned(), -3.12)),
            },
            "It explains nothing of the variance of the measured torques (R² −0.3), at worst nothing (joint knee, R² −3.1); the \
             residual is 110.0 % of their size.",
        ),
        (
            Finding::Explained {
                r2: 0.25,
                nrmse: 0.8,
                worst: Some(("knee".to_owned(), -250.0)),
            },
            "It explains 25.0 % of the variance of the measured torques, at worst nothing (joint knee, R² below −100); the \
             residual is 80.0 % of their size.",
        ),
        (
            parts(Some(2.345)),
            "Each of 4 consecutive parts of the period of 2.3 s, which repeats, is predicted from the others with R² 0.988, at \
             worst −0.432 (joint knee).",
        ),
        (
            parts(None),
            "Each of 4 consecutive parts of the recordings is predicted from the others with R² 0.988, at worst −0.432 (joint \
             knee).",
        ),
        (
            Finding::Fails(vec![fall("knee", 0.95, -0.4)]),
            "Prediction does not transfer for joint knee: R² falls (knee 0.95 → −0.40).",
        ),
        (
            Finding::Weakens(vec![fall("hip", 0.99, 0.9), fall("knee", 0.8, 0.7)]),
            "Prediction is weaker for joints hip, knee: R² falls (hip 0.99 → 0.90, knee 0.80 → 0.70).",
        ),
        (
            Finding::Untested(names(&["hip"])),
            "The torque of joint hip hardly varies in that data, which therefore says little of it.",
        ),
        (
            Finding::Untested(names(&["hip", "knee"])),
            "The torque of joints hip, knee hardly varies in that data, which therefore says little of it.",
        ),
        (
            Finding::Coloured(names(&["hip"])),
            "Residuals of joint hip are correlated in time: something systematic is not in the model. Deviations are widened for \
             it.",
        ),
        (
            Finding::OddRate(0.123_45),
            "0.123 samples a second are the rate of no robot's controller: time is in another unit (`time: {unit: ..}`). As \
             milliseconds in place of seconds it were 123 samples a second.",
        ),
        (
            Finding::Lost(names(&["m_a", "m_b"])),
            "Not excited at all: m_a, m_b.",
        ),
        (
            Finding::NotExcited {
                rank: 5,
                structural_rank: 7,
            },
            "The motion excites only 5 of 7 directions of the base parameters.",
        ),
        (
            Finding::LeftOut {
                torques: names(&["hip"]),
                base: 4,
                unpredicted: names(&["hip", "knee"]),
            },
            "The torque of hip is left out: the 4 base parameters are those that the other torques reveal, and the torque of \
             joints hip, knee is not predicted.",
        ),
        (
            Finding::Given(vec![
                given("m_a", 2.000_000_04, Some(1.234_56), Some(0.1234)),
                given("m_b", 1.5, None, None),
            ]),
            "Not estimated but given: m_a = 2 kg (the recordings alone: 1.235 ± 0.12), m_b = 1.5 kg (the recordings alone: not \
             excited). The recordings contradict m_a.",
        ),
        (
            Finding::Given(vec![given("m_a", 1.5, Some(1.25), Some(0.25))]),
            "Not estimated but given: m_a = 1.5 kg (the recordings alone: 1.25 ± 0.25).",
        ),
        (
            Finding::Chosen {
                left_out: 3,
                all: 9,
                level: 0.05,
            },
            "Left out, as if they were 0: 3 of 9 base parameters, without which residuals are not larger at a level of 0.05. \
             Deviations of the others hold if that choice is right, and say nothing of what was left out.",
        ),
        (
            Finding::Known {
                all: 9,
                well: 4,
                fairly: 3,
                zero: 1,
            },
            "Of 9 base parameters, known to better than 5 %: 4; to 20 %: 3 more; not told from zero: 1.",
        ),
        (
            Finding::Pairs(vec![pair("a", "b", 0.987), pair("c", "d", -0.9)]),
            "Poorly known because the motion hardly tells one from the other: a and b (r = +0.99), c and d (r = −0.90). What is \
             well known is their combination.",
        ),
        (
            Finding::IllConditioned(1234.4),
            "the condition number is 1234: some combinations of parameters are barely excited",
        ),
        (
            Finding::Unexplained {
                joint: "knee".to_owned(),
                r2: 0.456,
            },
            "the model explains only 46 % of the torque of knee",
        ),
        (
            Finding::Unexplained {
                joint: "knee".to_owned(),
                r2: -0.5,
            },
            "the model explains only 0 % of the torque of knee",
        ),
    ] {
        assert_eq!(finding.to_string(), sentence, "{finding:?}");
    }
}

/// Twelve names, and of pairs, which take more room, five; of what cannot be all.
#[test]
fn long_lists_end_in_a_count() {
    let many = |count: usize| -> Vec<String> { (1..=count).map(|k| format!("p{k}")).collect() };
    let held = |count: usize| Finding::Held(many(count)).to_string();
    let begin = format!(
        "Held by the estimator more than by the recordings: {}",
        many(12).join(", ")
    );
    assert_eq!(held(14), format!("{begin}, p13, p14."));
    assert_eq!(held(15), format!("{begin} and 3 more."));
    assert_eq!(
        Finding::Impossible(many(15)).to_string(),
        format!(
            "negative, which is impossible: {}; does the recording belong to this robot, with the right signs, units and offsets?",
            many(15).join(", ")
        )
    );
    let pairs = |count: usize| {
        let pair = |k: usize| ("a".to_owned(), format!("b{k}"), -0.9);
        Finding::Pairs((1..=count).map(pair).collect()).to_string()
    };
    for (count, end) in [
        (7, "a and b7 (r = −0.90)"),
        (8, "a and b5 (r = −0.90) and 3 more"),
    ] {
        let end = format!("{end}. What is well known is their combination.");
        assert!(pairs(count).ends_with(&end), "{}", pairs(count));
    }
}

/// The likeliest with its figures, then those that explain as much.
#[test]
fn causes_that_are_not_told_apart_are_named_together() {
    let cause = |fault: Fault, lifts: Vec<Lift>| Cause {
        fault,
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts,
        shared: true,
    };
    let sign = |of: &str| Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&[of]),
    };
    let lift = Lift {
        name: "2".to_owned(),
        before: 0.5,
        after: 0.98,
    };
    let first = cause(sign("2"), vec![lift]);
    let alone = "The sign of torque 2 alone lifts R² of joint 2 from 0.50 to 0.98.";
    assert_eq!(Finding::Caused(vec![first.clone()]).to_string(), alone);
    let twist = Fault::Twist { of: "4".to_owned() };
    let others = [sign("3"), twist].map(|fault| cause(fault, Vec::new()));
    let all = [&[first][..], &others].concat();
    assert_eq!(
        Finding::Caused(all).to_string(),
        format!(
            "{alone} The recordings do not tell it from the sign of torque 3 and the sign of the twist (α) before joint 4, or of \
             positions and torques from there on."
        )
    );
}

/// How often residuals of a consistent fit are larger, and what it leans on, each in its list.
#[test]
fn what_a_consistent_fit_costs_is_said() {
    let plain = Realised {
        residual_ratio: 1.012_345,
        objective: 3.0,
        gap: 2.0,
        ..Realised::default()
    };
    let begin =
        "All bodies and drives can exist; the residual is 1.0123 times that of least squares.";
    assert_eq!(Finding::Realised(plain.clone()).to_string(), begin);
    let leaning = Realised {
        on_boundary: names(&["a", "b"]),
        at_zero: names(&["fv_j1"]),
        limited: names(&["mass of c"]),
        without_nominal: names(&["d"]),
        ..plain.clone()
    };
    assert_eq!(
        Finding::Realised(leaning).to_string(),
        format!(
            "{begin} On the boundary of what can exist: bodies a, b. Held at 0: fv_j1. Held by what is known of bodies: mass of \
             c. Without nominal values, so that a guess decides what torques do not: bodies d."
        )
    );
    let costly = Realised {
        limited: names(&["c (mass)"]),
        unlimited_ratio: Some(1.000_04),
        ..plain
    };
    assert_eq!(
        Finding::Realised(costly).to_string(),
        format!(
            "{begin} Held by what is known of bodies: c (mass); without it the residual is 1.0000 times that of least squares."
        )
    );
}

/// Twelve of each list, and how many more.
#[test]
fn what_a_consistent_fit_leans_on_is_counted_where_it_is_much() {
    let many = |begin: &str| -> Vec<String> { (1..=15).map(|k| format!("{begin}{k}")).collect() };
    let leaning = Realised {
        residual_ratio: 1.0,
        objective: 3.0,
        gap: 2.0,
        on_boundary: many("a"),
        at_zero: many("b"),
        limited: many("c"),
        unlimited_ratio: None,
        without_nominal: many("d"),
    };
    let said = Finding::Realised(leaning).to_string();
    for begin in ["a", "b", "c", "d"] {
        let twelve = many(begin)[..12].join(", ");
        assert!(said.contains(&format!("{twelve} and 3 more.")), "{said}");
    }
}

/// The sums over all rows, and each row that has some by itself.
#[test]
fn what_was_weighed_down_is_said_row_by_row() {
    let moment = |recording: &str, time| Moment {
        recording: recording.to_owned(),
        time,
    };
    let row = |row: &str, samples, below_half, spikes, first: Vec<Moment>| Downweighted {
        row: row.to_owned(),
        scale: 0.5,
        samples,
        below_half,
        spikes,
        first,
    };
    let rows = vec![
        row(
            "hip",
            1000,
            3,
            2,
            vec![moment("a", 0.125), moment("a", 1.5), moment("b", 2.0)],
        ),
        row("knee", 2000, 0, 0, Vec::new()),
        row("toe", 3000, 4, 0, vec![moment("b", 2.5)]),
    ];
    let robust = Robust { rounds: 7, rows };
    let method = Method::Huber.title();
    assert_eq!(
        Finding::Weighed(Method::Huber, robust.clone()).to_string(),
        format!(
            "By {method}, after 7 rounds, 7 of 6000 equations count less than a half, and fits leave them out: 3 of hip (from \
             0.12, 1.50 s of a, 2.00 s of b); 4 of toe (from 2.50 s of b). Before decimation spikes were taken out: 2 of hip."
        )
    );
    let none = Robust {
        rounds: 1,
        rows: vec![row("knee", 20, 0, 0, Vec::new())],
    };
    assert_eq!(
        Finding::Weighed(Method::Huber, none).to_string(),
        format!(
            "By {method}, after 1 rounds, 0 of 20 equations count less than a half, and fits leave them out."
        )
    );
    let few = Finding::Weighed(Method::Huber, robust.clone());
    assert!(!few.is_warning(), "{few}");
    let mut many = robust;
    many.rows[1].below_half = 500;
    let many = Finding::Weighed(Method::Huber, many);
    assert!(many.is_warning(), "{many}");
    let said = many.to_string();
    assert!(said.contains(" So many are no spikes, "), "{said}");
}

/// No unit of time makes it the rate of a controller.
#[test]
fn a_rate_that_no_unit_explains_is_said_alone() {
    for (rate, written) in [(1e-12, "0.000000000001"), (2e11, "200000000000")] {
        assert_eq!(
            Finding::OddRate(rate).to_string(),
            format!(
                "{written} samples a second are the rate of no robot's controller: time is in another unit."
            )
        );
    }
}
