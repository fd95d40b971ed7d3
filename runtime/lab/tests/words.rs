//! Every sentence that carries a number, word by word: findings, reasons, faults, missing terms, remedies.
//!
//! Whoever reads a report reads these. Each has its figure, its percent of the right quantity, its unit, its sign and its
//! order; where a list becomes too long the count that stands for it is right by hand.

use armwright_lab::diagnose::{Cause, Evidence, Fault, Lift, Quantity, Sensed, SensorFault};
use armwright_lab::estimate::{Method, Realised};
use armwright_lab::identify::{
    Advice, Compared, Downweighted, Followed, Gain, Given, Moment, Robust, Simulated,
};
use armwright_lab::judge::{Fall, Finding, Means, Note, Reason, Remedy};
use armwright_lab::lack::{Lack, Term};
use armwright_lab::options::EquationSide;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// `p1`, `p2` and so on.
fn many(count: usize) -> Vec<String> {
    (1..=count).map(|k| format!("p{k}")).collect()
}

fn said(pairs: Vec<(Finding, &str)>) {
    for (finding, sentence) in pairs {
        assert_eq!(finding.to_string(), sentence, "{finding:?}");
    }
}

#[test]
fn explained_variance_is_r2_in_percent_and_the_residual_that_of_the_torque() {
    let of = |r2: f64, nrmse: f64, worst: Option<(&str, f64)>| Finding::Explained {
        r2,
        nrmse,
        worst: worst.map(|(joint, r2)| (joint.to_owned(), r2)),
    };
    said(vec![
        (
            of(0.987_6, 0.111, None),
            "It explains 98.8 % of the variance of the measured torques; the residual is 11.1 % of their size.",
        ),
        (
            of(0.75, 0.5, Some(("q2", 0.25))),
            "It explains 75.0 % of the variance of the measured torques, at worst 25.0 % (joint q2); the residual is \
             50.0 % of their size.",
        ),
        // Worse than the mean is nothing, not less than nothing.
        (
            of(-0.3, 1.14, Some(("q1", -7.24))),
            "It explains nothing of the variance of the measured torques (R² −0.3), at worst nothing (joint q1, R² −7.2); the \
             residual is 114.0 % of their size.",
        ),
        (
            of(0.25, 0.8, Some(("q1", -250.0))),
            "It explains 25.0 % of the variance of the measured torques, at worst nothing (joint q1, R² below −100); the \
             residual is 80.0 % of their size.",
        ),
        (
            of(0.999_95, 0.007, None),
            "It explains more than 99.99 % of the variance of the measured torques; the residual is 0.7 % of their size.",
        ),
        // A value that rounds to all of it is not said to be all.
        (
            of(0.999_8, 0.014, None),
            "It explains 99.98 % of the variance of the measured torques; the residual is 1.4 % of their size.",
        ),
    ]);
}

#[test]
fn unseen_data_are_said_with_both_figures() {
    let fall = |joint: &str, seen: f64, unseen: f64| Fall {
        joint: joint.to_owned(),
        seen,
        unseen,
    };
    let parts = |period: Option<f64>| Finding::Parts {
        parts: 4,
        period,
        r2: 0.987_4,
        worst: ("q3".to_owned(), -0.123_4),
    };
    said(vec![
        (
            Finding::Unseen {
                r2: 0.912_3,
                nrmse: 0.234,
            },
            "On data that took no part the residual is 23.4 % of the torques' size (R² 0.912).",
        ),
        (
            parts(None),
            "Each of 4 consecutive parts of the recordings is predicted from the others with R² 0.987, at worst −0.123 \
             (joint q3).",
        ),
        (
            parts(Some(12.34)),
            "Each of 4 consecutive parts of the period of 12.3 s, which repeats, is predicted from the others with R² \
             0.987, at worst −0.123 (joint q3).",
        ),
        (
            Finding::Fails(vec![fall("q1", 0.954, -0.404), fall("q2", 0.9, 0.2)]),
            "Prediction does not transfer for joints q1, q2: R² falls (q1 0.95 → −0.40, q2 0.90 → 0.20).",
        ),
        (
            Finding::Weakens(vec![fall("q2", 0.99, 0.91)]),
            "Prediction is weaker for joint q2: R² falls (q2 0.99 → 0.91).",
        ),
        (
            Finding::PartsFail(vec![fall("q2", 0.99, 0.5)]),
            "Parts of the recordings are not predicted from the others for joint q2: R² falls (q2 0.99 → 0.50).",
        ),
        (
            Finding::Untested(names(&["q1", "q3"])),
            "The torque of joints q1, q3 hardly varies in that data, which therefore says little of it.",
        ),
        (
            Finding::Coloured(names(&["q1"])),
            "Residuals of joint q1 are correlated in time: something systematic is not in the model. Deviations are \
             widened for it.",
        ),
    ]);
}

#[test]
fn excitation_is_said_in_three_words_that_change_at_one_hundred_and_one_thousand() {
    let of = |condition: f64| {
        Finding::Excited {
            rank: 13,
            condition,
        }
        .to_string()
    };
    let sentence = |words: &str, condition: &str| {
        format!(
            "The motion excites all 13 base parameters, {words} (condition number {condition}, columns scaled)."
        )
    };
    assert_eq!(of(1.4), sentence("all well", "1"));
    assert_eq!(of(100.0), sentence("all well", "100"));
    assert_eq!(of(100.2), sentence("some of them weakly", "100"));
    assert_eq!(of(1000.0), sentence("some of them weakly", "1000"));
    assert_eq!(of(1000.3), sentence("some of them barely", "1000"));
    said(vec![
        (
            Finding::NotExcited {
                rank: 11,
                structural_rank: 13,
            },
            "The motion excites only 11 of 13 directions of the base parameters.",
        ),
        (
            Finding::IllConditioned(1234.4),
            "the condition number is 1234: some combinations of parameters are barely excited",
        ),
        (
            Finding::Unexplained {
                joint: "q2".to_owned(),
                r2: 0.123,
            },
            "the model explains only 12 % of the torque of q2",
        ),
        (
            Finding::OddRate(0.123_45),
            "0.123 samples a second are the rate of no robot's controller: time is in another unit (`time: {unit: ..}`). As \
             milliseconds in place of seconds it were 123 samples a second.",
        ),
    ]);
}

#[test]
fn parameters_are_counted_and_listed() {
    said(vec![
        (
            Finding::Known {
                all: 13,
                well: 8,
                fairly: 3,
                zero: 2,
            },
            "Of 13 base parameters, known to better than 5 %: 8; to 20 %: 3 more; not told from zero: 2.",
        ),
        (
            Finding::Chosen {
                left_out: 4,
                all: 13,
                level: 0.05,
            },
            "Left out, as if they were 0: 4 of 13 base parameters, without which residuals are not larger at a level of \
             0.05. Deviations of the others hold if that choice is right, and say nothing of what was left out.",
        ),
        (
            Finding::LeftOut {
                torques: names(&["q3"]),
                base: 9,
                unpredicted: names(&["q3", "q4"]),
            },
            "The torque of q3 is left out: the 9 base parameters are those that the other torques reveal, and the torque \
             of joints q3, q4 is not predicted.",
        ),
        (Finding::Lost(many(2)), "Not excited at all: p1, p2."),
        (
            Finding::Impossible(many(15)),
            "negative, which is impossible: p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15; does the \
             recording belong to this robot, with the right signs, units and offsets?",
        ),
    ]);
    // Twelve are listed, and fourteen as well: a count of two is as long as the two.
    let held = |count: usize| Finding::Held(many(count)).to_string();
    let twelve = "p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12";
    let start = "Held by the estimator more than by the recordings: ";
    assert_eq!(held(14), format!("{start}{twelve}, p13, p14."));
    assert_eq!(held(15), format!("{start}{twelve} and 3 more."));
    let pairs = |count: usize| {
        let pair = |k: usize| ("a".to_owned(), format!("b{k}"), -0.9 - 0.01 * k as f64);
        Finding::Pairs((1..=count).map(pair).collect()).to_string()
    };
    assert_eq!(
        pairs(1),
        "Poorly known because the motion hardly tells one from the other: a and b1 (r = −0.91). What is well known is \
         their combination."
    );
    assert!(
        pairs(7).contains("a and b7 (r = −0.97). What"),
        "{}",
        pairs(7)
    );
    assert!(
        pairs(8).contains("a and b5 (r = −0.95) and 3 more. What"),
        "{}",
        pairs(8)
    );
    let positive = Finding::Pairs(vec![("a".to_owned(), "b".to_owned(), 0.987)]).to_string();
    assert!(positive.contains("(r = +0.99)"), "{positive}");
}

#[test]
fn given_values_stand_beside_what_the_recordings_say() {
    let given = |value: f64, found: Option<(f64, f64)>| Given {
        name: "fv_1".to_owned(),
        unit: "N·m·s".to_owned(),
        value,
        estimated: found.map(|(found, _)| found),
        std: found.map(|(_, std)| std),
    };
    said(vec![
        (
            Finding::Given(vec![given(1.234_567_89, Some((1.201_23, 0.012_34)))]),
            "Not estimated but given: fv_1 = 1.234568 N·m·s (the recordings alone: 1.201 ± 0.012).",
        ),
        (
            Finding::Given(vec![given(-2.0, None)]),
            "Not estimated but given: fv_1 = −2 N·m·s (the recordings alone: not excited).",
        ),
        (
            Finding::Given(vec![given(2.0, Some((1.0, 0.25)))]),
            "Not estimated but given: fv_1 = 2 N·m·s (the recordings alone: 1 ± 0.25). The recordings contradict fv_1.",
        ),
    ]);
    // More than three deviations contradict, to either side; three do not.
    for (found, contradicted) in [(1.25, false), (1.249, true), (2.75, false), (2.751, true)] {
        let given = given(2.0, Some((found, 0.25)));
        assert_eq!(given.is_contradicted(), contradicted, "{found}");
    }
    assert!(!given(2.0, None).is_contradicted());
    let unknown = Given {
        std: None,
        ..given(2.0, Some((9.0, 0.1)))
    };
    assert!(!unknown.is_contradicted());
}

#[test]
fn a_robust_estimate_says_what_it_weighed_down_and_when() {
    let moment = |recording: &str, time: f64| Moment {
        recording: recording.to_owned(),
        time,
    };
    let row = |row: &str, samples: usize, below_half: usize, spikes: usize| Downweighted {
        row: row.to_owned(),
        scale: 1.0,
        samples,
        below_half,
        spikes,
        first: Vec::new(),
    };
    let quiet = Robust {
        rounds: 7,
        rows: vec![row("q1", 100, 0, 0), row("q2", 200, 0, 0)],
    };
    let title = Method::Huber.title();
    assert_eq!(
        Finding::Weighed(Method::Huber, quiet).to_string(),
        format!(
            "By {title}, after 7 rounds, 0 of 300 equations count less than a half, and fits leave them out."
        )
    );
    let mut hit = row("q2", 200, 5, 3);
    hit.first = vec![
        moment("a.csv", 1.234),
        moment("a.csv", 2.0),
        moment("b.csv", 0.5),
    ];
    let weighed = Robust {
        rounds: 9,
        rows: vec![row("q1", 100, 0, 0), hit],
    };
    assert_eq!(
        Finding::Weighed(Method::Huber, weighed).to_string(),
        format!(
            "By {title}, after 9 rounds, 5 of 300 equations count less than a half, and fits leave them out: 5 of q2 (from \
             1.23, 2.00 s of a.csv, 0.50 s of b.csv). Before decimation spikes were taken out: 3 of q2."
        )
    );
    // A tenth of a row is not many, whatever the others have; more is.
    for (below_half, many) in [(10, false), (11, true)] {
        let robust = Robust {
            rounds: 1,
            rows: vec![row("q1", 1000, 0, 0), row("q2", 100, below_half, 0)],
        };
        assert_eq!(robust.has_many(), many, "{below_half}");
        let finding = Finding::Weighed(Method::Huber, robust);
        assert_eq!(finding.is_warning(), many);
        assert_eq!(finding.to_string().contains("So many are no spikes"), many);
    }
}

#[test]
fn a_consistent_fit_says_its_price_and_what_holds_it() {
    let free = Realised {
        residual_ratio: 1.012_34,
        objective: 3.0,
        gap: 2.0,
        on_boundary: Vec::new(),
        at_zero: Vec::new(),
        limited: Vec::new(),
        unlimited_ratio: None,
        without_nominal: Vec::new(),
    };
    let held = Realised {
        on_boundary: names(&["a", "b"]),
        at_zero: names(&["fc_1"]),
        limited: names(&["c: mass"]),
        without_nominal: names(&["d"]),
        ..free.clone()
    };
    let cost =
        "All bodies and drives can exist; the residual is 1.0123 times that of least squares.";
    assert_eq!(Finding::Realised(free).to_string(), cost);
    assert_eq!(
        Finding::Realised(held).to_string(),
        format!(
            "{cost} On the boundary of what can exist: bodies a, b. Held at 0: fc_1. Held by what is known of bodies: c: \
             mass. Without nominal values, so that a guess decides what torques do not: bodies d."
        )
    );
}

#[test]
fn what_was_simulated_is_said_beside_least_squares() {
    let followed = |joint: &str, rms: f64| Followed {
        joint: joint.to_owned(),
        rms,
    };
    let compared = |name: &str, deviations: f64, differs: bool| Compared {
        name: name.to_owned(),
        least_squares: -1.234_56,
        deviations,
        differs,
    };
    let mut found = Simulated {
        rounds: 3,
        reference_cutoff: vec![10.0, 24.56, 20.0],
        followed: vec![followed("q1", 1e-3), followed("q2", 0.004_56)],
        from_nominal: false,
        fault: None,
        least_squares: vec![compared("a", 5.0, false), compared("b", -2.0, false)],
    };
    let title = Method::Iv.title();
    let start = format!(
        "By {title}: the simulated robot follows the measured positions below 24.6 Hz, to 0.0046 (rms, SI units) of joint \
         q2 at worst. "
    );
    let finding = Finding::Simulated(Method::Iv, found.clone());
    assert!(!finding.is_warning());
    assert_eq!(
        finding.to_string(),
        format!(
            "{start}None of 2 base parameters differs from least squares by more than noise of the torques explains: noise \
             of the positions does not matter here."
        )
    );
    found.least_squares = vec![
        compared("a", 5.0, true),
        compared("b", -12.4, true),
        compared("c", 40.0, false),
    ];
    let order: Vec<&str> = found.differing().iter().map(|p| p.name.as_str()).collect();
    assert_eq!(order, ["b", "a"]);
    let finding = Finding::Simulated(Method::Iv, found.clone());
    assert!(finding.is_warning());
    let sentence = finding.to_string();
    assert!(
        sentence.starts_with(&format!(
            "{start}2 of 3 base parameters differ from least squares by more than noise of the torques explains \
             (Hausman's test): b (−1.235 there, 12 deviations of the difference), a (−1.235 there, 5 deviations of the \
             difference). Least"
        )),
        "{sentence}"
    );
    found.least_squares = (0..8)
        .map(|k| compared(&format!("p{k}"), 20.0 - f64::from(k), true))
        .collect();
    found.from_nominal = true;
    found.fault = Some("it runs away".to_owned());
    let sentence = Finding::Simulated(Method::Iv, found.clone()).to_string();
    assert!(
        sentence.contains(
            "at worst. Nominal values were simulated in place of least squares, whose parameters cannot be. 8 of 8"
        ),
        "{sentence}"
    );
    assert!(
        sentence.contains("p5 (−1.235 there, 15 deviations of the difference) and 2 more. Least"),
        "{sentence}"
    );
    assert!(
        sentence.ends_with(" The robot that was found cannot be simulated itself: it runs away."),
        "{sentence}"
    );
    // A robot that cannot be simulated is a warning by itself.
    found.least_squares = Vec::new();
    assert!(Finding::Simulated(Method::Iv, found).is_warning());
}

fn cause(fault: Fault, evidence: Evidence, lifts: &[(&str, f64, f64)]) -> Cause {
    Cause {
        fault,
        evidence,
        rows: EquationSide::Joint,
        lifts: lifts
            .iter()
            .map(|(name, before, after)| Lift {
                name: (*name).to_owned(),
                before: *before,
                after: *after,
            })
            .collect(),
        shared: false,
    }
}

fn sign_of(name: &str) -> Fault {
    Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&[name]),
    }
}

/// The row that gains most is that of which least is left in proportion, not the one whose R² rises most.
#[test]
fn a_cause_names_the_row_that_gains_most() {
    let fit = cause(
        sign_of("2"),
        Evidence::Fit,
        &[("1", 0.1, 0.8), ("2", 0.98, 0.9995)],
    );
    assert_eq!(
        fit.to_string(),
        "The sign of torque 2 alone lifts R² of joint 2 from 0.98 to 0.9995."
    );
    let motor = Cause {
        rows: EquationSide::Motor,
        ..cause(
            sign_of("2"),
            Evidence::Possible,
            &[("m2", -1.234, 0.999_95)],
        )
    };
    assert_eq!(
        motor.to_string(),
        "The sign of torque 2 alone lifts R² of motor m2, with parameters that a robot can have, from −1.23 to 0.9999."
    );
    let nominal = cause(sign_of("2"), Evidence::Nominal, &[("2", -250.4, 0.5)]);
    assert_eq!(
        nominal.to_string(),
        "The sign of torque 2 alone lifts R² of joint 2, by the nominal values of the robot file, from −250 to 0.50."
    );
    let limits = cause(sign_of("2"), Evidence::Limits, &[("2", 0.9, 0.991)]);
    assert_eq!(
        limits.to_string(),
        "The sign of torque 2 alone brings all joints within their limits, and lifts R² of joint 2 from 0.90 to 0.9910."
    );
    let no_lift = cause(sign_of("2"), Evidence::Fit, &[("2", 0.9, 0.9)]);
    assert_eq!(
        no_lift.to_string(),
        "The sign of torque 2 alone explains it."
    );
    let size = |evidence, low: f64, high: f64| {
        let size = cause(Fault::Size { low, high }, evidence, &[]).to_string();
        size.split_once(": ").expect("two parts").1.to_owned()
    };
    assert_eq!(
        size(Evidence::Limits, 2.0, 5.0),
        "no torque reaches a hundredth of what its joint can take."
    );
    assert_eq!(
        size(Evidence::Limits, 0.2, 0.5),
        "all are beyond what their joints can take."
    );
    assert_eq!(
        size(Evidence::Size, 2.0, 5.0),
        "no robot that reaches so far is so light."
    );
    assert_eq!(size(Evidence::Density, 0.2, 0.5), "no matter is so dense.");
    assert_eq!(
        size(Evidence::Nominal, 2.0, 5.0),
        "nominal values of the robot file make others."
    );
    let others = Finding::Caused(vec![
        fit.clone(),
        cause(sign_of("3"), Evidence::Fit, &[]),
        cause(Fault::Twist { of: "4".to_owned() }, Evidence::Fit, &[]),
    ]);
    assert_eq!(
        others.to_string(),
        format!(
            "{fit} The recordings do not tell it from the sign of torque 3 and the sign of the twist (α) before joint 4, or \
             of positions and torques from there on."
        )
    );
    assert_eq!(
        Finding::Caused(vec![fit.clone()]).to_string(),
        fit.to_string()
    );
    let json = serde_json::to_value(&motor).expect("JSON");
    assert_eq!(json["sentence"], motor.to_string());
    assert_eq!(json["fault"], "sign");
    assert_eq!(json["quantity"], "torque");
    assert_eq!(json["evidence"], "possible");
    assert_eq!(json["lifts"][0]["before"], -1.234);
    assert_eq!(json["lifts"][0]["after"], 0.999_95);
    assert_eq!(json["shared"], false);
}

#[test]
fn faults_have_their_figures_in_the_unit_that_is_said() {
    let factor = |quantity, factor: f64| {
        Fault::Factor {
            quantity,
            of: names(&["1", "2", "3"]),
            factor,
        }
        .to_string()
    };
    use Quantity::{Both, Position, Torque};
    let of_three = "positions 1, 2 and 3";
    for (said, expected) in [
        (
            factor(Position, 180.0 / std::f64::consts::PI),
            format!("a factor of 57.3 on {of_three} (radians taken for degrees)"),
        ),
        (
            factor(Position, std::f64::consts::TAU),
            format!("a factor of 6.28 on {of_three} (turns taken for radians)"),
        ),
        // Positions are that factor or they are not; a torque's is an estimate.
        (
            factor(Position, 0.001_000_9),
            format!("a factor of 0.00100 on {of_three} (thousandths taken for units)"),
        ),
        (
            factor(Position, 0.001_002),
            format!("a factor of 0.00100 on {of_three}"),
        ),
        (
            factor(Torque, 1080.0),
            "a factor of 1080 on torques 1, 2 and 3 (units taken for thousandths)".to_owned(),
        ),
        (
            factor(Torque, 1120.0),
            "a factor of 1120 on torques 1, 2 and 3".to_owned(),
        ),
        (
            factor(Torque, 180.0 / std::f64::consts::PI),
            "a factor of 57.3 on torques 1, 2 and 3".to_owned(),
        ),
        (
            factor(Both, -1e3),
            "a factor of −1000 on positions and torques 1, 2 and 3".to_owned(),
        ),
        (
            Fault::Offset {
                of: "2".to_owned(),
                degrees: -90.3,
                first: false,
            }
            .to_string(),
            "an offset of -90.3° of position 2".to_owned(),
        ),
        (
            Fault::Offset {
                of: "1".to_owned(),
                degrees: 30.0,
                first: true,
            }
            .to_string(),
            "an offset of +30° of position 1, or gravity turned by that about its axis".to_owned(),
        ),
        (
            Fault::Swapped {
                quantity: Position,
                of: ["1".to_owned(), "2".to_owned()],
            }
            .to_string(),
            "an exchange of positions 1 and 2".to_owned(),
        ),
        (
            Fault::Lag { seconds: -0.003_5 }.to_string(),
            "a lag of all positions of 3.50 ms behind torques".to_owned(),
        ),
        (
            Fault::Time { factor: 1e-3 }.to_string(),
            "the unit of time (a factor of 0.00100)".to_owned(),
        ),
        (
            Fault::Gravity { factor: 0.0 }.to_string(),
            "gravity (as if there were none)".to_owned(),
        ),
        (
            Fault::Gravity { factor: -1.0 }.to_string(),
            "the direction of gravity".to_owned(),
        ),
        // Rounded outwards, to one digit.
        (
            Fault::Size {
                low: 1.0,
                high: 12.0,
            }
            .to_string(),
            "the size of all torques (too small by a factor of 1 to 20)".to_owned(),
        ),
        (
            Fault::Size {
                low: 0.012,
                high: 0.6,
            }
            .to_string(),
            "the size of all torques (too large by a factor of 1 to 90)".to_owned(),
        ),
    ] {
        assert_eq!(said, expected);
    }
}

#[test]
fn sensors_are_said_with_their_share() {
    let sensor = |sensed: Sensed| SensorFault {
        recording: "a.csv".to_owned(),
        joint: "q2".to_owned(),
        sensed,
    };
    let cut = |what: &str, share: &str| {
        format!(
            "{what}q2 is cut off in a.csv: it stands at the end of its range in {share} % of the samples, as of a sensor \
             that saturates or drops out."
        )
    };
    for (sensed, sentence) in [
        (
            Sensed::FrozenPosition(0.123_4),
            "The position of q2 freezes in a.csv, in 12.3 % of the samples: it stops at once, or goes on with a step, as of \
             an encoder that drops out."
                .to_owned(),
        ),
        (
            Sensed::SaturatedPosition(0.256),
            cut("The position of ", "25.6"),
        ),
        (
            Sensed::SaturatedTorque(0.007_1),
            cut("The torque of ", "0.7"),
        ),
        (Sensed::SaturatedRow(0.5), cut("", "50.0")),
    ] {
        assert_eq!(sensor(sensed).to_string(), sentence);
        assert!(sensor(sensed).is_wrong());
    }
    for (sensed, wrong) in [
        (Sensed::StillPosition, false),
        (Sensed::DeadPosition, true),
        (Sensed::DeadTorque, true),
        (Sensed::DeadRow, true),
    ] {
        assert_eq!(sensor(sensed).is_wrong(), wrong, "{sensed:?}");
    }
}

fn lack(term: Term, value: f64) -> Lack {
    Lack {
        joint: Some("2".to_owned()),
        row: "2".to_owned(),
        term,
        coefficients: vec![value],
        share: 0.614,
        before: 1.234,
        after: 0.756,
        unit: "N·m",
        alternatives: Vec::new(),
        in_model: false,
        on_motor: false,
        slides: false,
    }
}

/// Each term with its sign: friction that rises or falls, who lags behind whom, and a stiffness above 0.
#[test]
fn every_missing_term_has_its_clause() {
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
            Term::Stribeck { speed: 0.123 },
            1.0,
            "friction is higher near standstill, below about 0.12 rad/s (Stribeck)",
        ),
        (
            Term::Stribeck { speed: 12.3 },
            -1.0,
            "friction is lower near standstill, below about 12 rad/s",
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
            1.0,
            "viscous friction differs between directions",
        ),
        (Term::Load, 1.0, "friction rises with the load"),
        (Term::Load, -1.0, "friction falls with the load"),
        (
            Term::Spring,
            -12_345.0,
            "torque in proportion to position, as of a spring (−1.2e4 N·m/rad)",
        ),
        (
            Term::Periodic { times: 1 },
            1.0,
            "torque that repeats once a turn, as of a spring, a cable or a tilted base",
        ),
        (
            Term::Periodic { times: 3 },
            1.0,
            "torque that repeats 3 times a turn, as of a spring or cogging",
        ),
        (
            Term::Warming,
            1.0,
            "friction changes with time, as with temperature",
        ),
        (Term::Drift, 1.0, "a constant torque changes with time"),
        (
            Term::Delay,
            0.001_25,
            "positions lag behind torque by 1.2 ms",
        ),
        (
            Term::Delay,
            -0.012_5,
            "torque lags behind positions by 12 ms",
        ),
        (
            Term::Compliance,
            -4e-4,
            "the joint gives, with about 2500 N·m/rad",
        ),
    ] {
        assert_eq!(
            lack(term, value).to_string(),
            format!(
                "Joint 2, not in the model: {clause}; this explains 61 % of its residual (1.2 → 0.76 N·m RMS)"
            )
        );
    }
    let sliding = Lack {
        slides: true,
        unit: "N",
        alternatives: vec![Term::Drift, Term::Viscous],
        row: "3".to_owned(),
        ..lack(Term::Spring, 0.000_45)
    };
    assert_eq!(
        sliding.to_string(),
        "Joint 2, not in the model: torque in proportion to position, as of a spring (4.5e−4 N/m); this explains 61 % of \
         the residual of 3 (1.2 → 0.76 N RMS), and hardly better than a constant torque that changes with time or viscous \
         friction"
    );
    let slow = Lack {
        slides: true,
        ..lack(Term::Stribeck { speed: 0.05 }, 2.0)
    };
    assert!(
        slow.to_string()
            .contains("below about 0.050 m/s (Stribeck)"),
        "{slow}"
    );
    let motor = Lack {
        on_motor: true,
        ..lack(Term::Drift, 1.0)
    };
    assert!(motor.to_string().starts_with("Motor 2, not"), "{motor}");
    let all = Lack {
        joint: None,
        ..lack(Term::Delay, 1.0)
    };
    assert!(all.to_string().starts_with("All joints, not in the model: positions lag behind torque by 1000 ms; this explains 61 % of the residual of 2 ("), "{all}");
}

#[test]
fn what_to_write_into_the_robot_file_names_the_key_and_the_place() {
    for (term, key) in [
        (Term::Coulomb, Some("`coulomb`")),
        (Term::Viscous, Some("`viscous`")),
        (Term::Offset, Some("`offset`")),
        (Term::Quadratic, Some("`quadratic`")),
        (Term::Load, None),
        (Term::Warming, None),
        (Term::Drift, None),
        (Term::Delay, None),
        (Term::Compliance, None),
        (Term::Periodic { times: 2 }, None),
        (Term::Stribeck { speed: 0.1 }, None),
    ] {
        let on = |on_motor: bool| {
            let lack = Lack {
                on_motor,
                ..lack(term, 1.0)
            };
            lack.key()
        };
        let expected = |place: &str| key.map(|key| format!("{key} under `friction` of {place} 2"));
        assert_eq!(on(false), expected("joint"));
        assert_eq!(on(true), expected("motor"));
    }
    let spring = lack(Term::Spring, 1.0);
    assert_eq!(spring.key().as_deref(), Some("`spring: true` at joint 2"));
    let nowhere = Lack {
        joint: None,
        ..lack(Term::Coulomb, 1.0)
    };
    assert_eq!(nowhere.key(), None);
}

#[test]
fn reasons_have_their_figures() {
    for (reason, sentence) in [
        (Reason::NotExcited, "not excited by this motion"),
        (
            Reason::Correlated {
                with: "mx_a".to_owned(),
                r: 0.987,
            },
            "correlated with mx_a (r = +0.99)",
        ),
        (
            Reason::Entangled { times: 12.34 },
            "entangled with several: 12.3 times wider than alone",
        ),
        (
            Reason::Held { from_data: 0.123 },
            "held by the estimator: 12 % comes from the recordings",
        ),
        (
            Reason::FewSamples { samples: 12.34 },
            "few independent samples: known as from 12.3",
        ),
        (
            Reason::Small { effect: 0.456 },
            "small: its torque is 0.46 of the noise",
        ),
    ] {
        assert_eq!(reason.to_string(), sentence);
    }
}

fn advice(joints: &[&str], others_held: bool, shown: &[&str]) -> Advice {
    let gain = |name: &&str| Gain {
        name: (*name).to_owned(),
        unit: "kg".to_owned(),
        std: None,
        then: 0.1,
    };
    Advice {
        joints: names(joints),
        others_held,
        gains: shown.iter().map(gain).collect(),
    }
}

#[test]
fn a_motion_is_advised_in_words() {
    for (joints, held, motion) in [
        (&["q1"][..], false, "joint q1 alone"),
        (
            &["q1"],
            true,
            "joint q1 alone, the others held at several places",
        ),
        (
            &["q1", "q3"],
            true,
            "joints q1 and q3 together, the others held at several places",
        ),
        (&["q1", "q2", "q3"], false, "all joints together"),
    ] {
        let advice = advice(joints, held, &["a", "b"]);
        assert_eq!(advice.motion(), motion);
        assert_eq!(
            advice.to_string(),
            format!("more motion at speed through the joints' ranges, {motion}, would show a, b")
        );
        assert_eq!(
            Remedy::Move(advice).sentence(&Means::default()),
            format!("Move {motion}: shows a, b.")
        );
    }
    let nine = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let shows = |count: usize| {
        Remedy::Move(advice(&["q1"], false, &nine[..count])).sentence(&Means::default())
    };
    assert_eq!(
        shows(8),
        "Move joint q1 alone: shows a, b, c, d, e, f, g, h."
    );
    assert_eq!(
        shows(9),
        "Move joint q1 alone: shows a, b, c, d, e, f and 3 more."
    );
}

/// Each remedy with the ways of a front end, none of which stands in the place of another.
#[test]
fn remedies_name_the_way_that_is_theirs() {
    let means = Means {
        robust: "R",
        friction: "L",
        several_recordings: "WAY1",
        cutoff: "WAY9",
        more_prior_weight: "WAY2",
        prior: "WAY3",
        instruments: "WAYz",
        ridge: "WAY4",
        hold_out: "WAY5",
        validate: "WAY6",
        compare: "WAY7",
        without_torque: "WAY8",
        interval: "WAYi",
    };
    for (remedy, with, ways) in [
        (
            Remedy::FilterMore,
            "Filter positions at a lower `cutoff` (WAY9), or leave that to the recording where one was given.",
            1,
        ),
        (
            Remedy::ByInstruments,
            "Identify by instruments (WAYz), which errors of positions do not bias.",
            1,
        ),
        (
            Remedy::ExciteMore,
            "several recordings can be given together (WAY1).",
            1,
        ),
        (
            Remedy::TrustNominalMore,
            "Trust nominal values more (WAY2, nearer to 1), and validate again.",
            1,
        ),
        (
            Remedy::KeepNearNominal,
            "Keep parameters near their nominal values, not near zero (WAY3), and validate again.",
            1,
        ),
        (
            Remedy::HoldBack,
            "keep it near its nominal values (WAY3) or small (WAY4), and validate again.",
            2,
        ),
        (
            Remedy::SameRobot,
            "Validate with the robot as it was identified (WAY6); or identify what is not predicted by itself, and compare \
             both results (WAY7).",
            2,
        ),
        (
            Remedy::Validate,
            "Validate: hold data out (WAY5), or better give another recording (WAY6).",
            2,
        ),
        (
            Remedy::ValidateJoints(names(&["q1"])),
            "Validate with data in which joint q1 moves as well (WAY6).",
            1,
        ),
        (
            Remedy::ValidateJoints(names(&["q1", "q2"])),
            "Validate with data in which joints q1, q2 move as well (WAY6).",
            1,
        ),
        (
            Remedy::ValidateMotion,
            "Validate with a recording of another motion (WAY6).",
            1,
        ),
        (
            Remedy::Describe(names(&["a", "b"])),
            "In the robot file, write a; b.",
            0,
        ),
        (
            Remedy::ExtendModel(names(&["q1", "q2"])),
            "residuals of joints q1, q2 are no noise.",
            0,
        ),
        (
            Remedy::CheckDescription,
            "a wrong one explains nothing anywhere.",
            0,
        ),
    ] {
        let sentence = remedy.sentence(&means);
        assert!(sentence.contains(with), "{sentence}");
        assert_eq!(sentence.matches("WAY").count(), ways, "{sentence}");
        // Who offers no way has no empty parentheses.
        let plain = remedy.sentence(&Means::default());
        assert!(!plain.contains(['(', ')']), "{plain}");
        assert_eq!(plain.matches("  ").count(), 0, "{plain}");
    }
}

#[test]
fn notes_count_who_else_was_read_so() {
    use armwright_lab::recording::{Noticed, Remark};
    let remark = Remark::NothingUsed {
        file: "b.csv".to_owned(),
    };
    let note = |others: usize| {
        Note::Read(Noticed {
            recording: "a".to_owned(),
            others,
            remark: remark.clone(),
        })
    };
    assert_eq!(note(0).to_string(), format!("a: {remark}"));
    assert_eq!(note(2).to_string(), format!("a and 2 more: {remark}"));
    let small = Note::SmallRange { share: 0.012_34 }.to_string();
    assert!(
        small.starts_with("no joint turns by more than 1.23 % of its range: are positions in radians, but described as degrees (a factor of 57.3)?"),
        "{small}"
    );
    assert_eq!(
        Note::TakenAsZero(names(&["a", "b"])).to_string(),
        "no nominal values in the robot file, taken as 0: a, b"
    );
}
