//! Texts of interpretations and studies, whole.

use serde_json::{Value, json};

use super::super::texts::{FLAGS, recovered, study};
use super::texts::filled;
use crate::identify::BaseEstimate;
use crate::interpret::{InterpretOptions, interpret};
use crate::judge::{Means, Note};
use crate::parameters::nominal;
use crate::regression::by_hand::MODEL;
use crate::report::{Document, tests::identification as identified};
use crate::study::Study;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

fn interpretation() -> Value {
    let compared = |name: &str, differs: bool| json!({"name": name, "value": 1.25, "std": 0.125, "nominal": 0.75, "deviations": 4.0, "differs": differs});
    let bound = |name: &str, low: Value, low_end: &str, high: Value, high_end: &str| json!({"name": name, "low": low, "low_end": low_end, "high": high, "high_end": high_end, "nominal": 0.5, "unit": "kg"});
    json!({
        "known": [{"name": "m_a", "value": 4.5, "std": 0.0}, {"name": "l_1", "value": 0.25, "std": 0.0125}],
        "failure": "tx_c: a divisor is 0",
        "spare": [
            {"equation": "PG_1 - PG_2", "value": 0.0625, "unit": "N·m", "deviations": 2.5, "differs": true},
            {"equation": "PG_3", "value": -0.5, "unit": "kg", "deviations": Value::Null, "differs": false},
        ],
        "verification": {
            "conclusion": "2 of 3 differ",
            "differs": true,
            "base": [compared("mx_a", true), compared("my_a", false)],
            "coefficients": [compared("PG_1", true), compared("PG_2", false)],
            "suspects": {"explained": false, "sets": [{"parameters": ["m_a", "tx_b"], "values": [4.75, 0.25], "nominal": [4.0, 0.125]}]},
            "threshold": 3.456, "comparisons": 17, "level": 0.01, "statistic": 41.27, "freedom": 12, "p_value": 0.000045,
        },
        "bounds": {
            "measure": "deviations", "consistent": false, "distance": 3.5, "resisting": ["Lxx_a", "Lyy_a"], "allowance": 2.25,
            "parameters": [
                bound("m_b", json!(1.5), "outer", json!(2.5), "exact"),
                bound("tx_b", Value::Null, "undecided", Value::Null, "none"),
                bound("fc_b", json!(0.0), "outer", json!(0.75), "outer"),
            ],
            "unused": ["body c has no mass"],
        },
    })
}

#[test]
fn an_interpretation_is_told_with_all_that_was_compared() {
    let physical = |name: &str, differs: bool| json!({"name": name, "value": 1.25, "std": 0.125, "nominal": 0.75, "deviations": -4.5, "differs": differs, "unit": "kg"});
    let mut content = json!({
        "all": true,
        "interpretation": interpretation(),
        "physical": [physical("m_b", true), physical("tx_b", false)],
        "caveats": ["lengths are those of the file"],
        "excluded": ["m_b"],
    });
    insta::assert_snapshot!("recover", filled("recover", content.clone()));
    content["all"] = json!(false);
    content["interpretation"]["bounds"]["measure"] = json!("sizes");
    content["interpretation"]["verification"]["suspects"]["explained"] = json!(true);
    content["interpretation"]["verification"]["differs"] = json!(false);
    content["physical"][0]["truth"] = json!(1.125);
    insta::assert_snapshot!(
        "interpretation",
        filled("interpretation.txt", content.clone())
    );
    // What rests on a base parameter that the motion did not excite has no value to go by.
    content["physical"][1]["std"] = Value::Null;
    let said = filled("interpretation.txt", content.clone());
    assert!(
        said.contains("\ntx_b                            -            - "),
        "{said}"
    );
    // Without recovered parameters nearly all have bounds, which the report has.
    content["physical"] = json!([]);
    content["interpretation"]["bounds"]["consistent"] = json!(true);
    content["interpretation"]["failure"] = Value::Null;
    content["interpretation"]["spare"] = json!([]);
    insta::assert_snapshot!(
        "interpretation_brief",
        filled("interpretation.txt", content)
    );
}

fn identification() -> Value {
    let parameter = |name: &str, quality: &str, std: Value| {
        json!({"name": name, "expression": format!("{name} + 0.5*m_b"), "value": 1.25, "percent": if std.is_null() { Value::Null } else { json!(12.5) },
            "std": std, "quality": quality})
    };
    let fit = |name: &str| json!({"name": name, "rmse": 0.0625, "nrmse": 0.125, "r2": 0.9875, "samples": 1250});
    let mut simulated = parameter("fc_m1", "fair", json!(0.125));
    simulated["truth"] = json!(1.0);
    simulated["expression"] = json!("fc_m1");
    let mut untold = parameter("fv_m1", "undetermined", Value::Null);
    untold["truth"] = json!(0.5);
    json!({
        "robot": "wrist", "rank": 5, "structural_rank": 6, "rows": 2500,
        "processing": {"chosen": ["cut-off 12 Hz: where motion ends", "trim 30"]},
        "repairs": [{"recording": "a.csv", "from": 1.25, "to": 2.5, "first_row": 7, "last_row": 9, "done": "split", "why": "a hole"}],
        "verdict": {"grade": "care", "word": "Use with care", "headline": "It fits.", "reasons": ["one", "two"],
            "remedies": ["do this"], "transfers": true},
        "base": [parameter("mx_a", "good", json!(0.25)), parameter("my_a_of_the_forearm", "zero", json!(0.75))],
        "drive": [simulated, untold],
        "joints": [fit("q1"), fit("q2")], "overall": fit("all"),
        "validation": {"joints": [fit("q1"), fit("q2")], "overall": fit("all")},
        "condition": 41.5, "condition_unscaled": 12_345.0,
    })
}

#[test]
fn a_study_is_told_from_its_verdict_to_its_files() {
    let mut found = identification();
    let stretch = |recording: &str, unseen: Value, moved: Value| json!({"recording": recording, "from": 1.25, "to": 12.5, "information": 0.375, "residual": 1.0625, "unseen": unseen, "moved": moved});
    let profile = |name: &str, flat: Value, follower: Value, nominal: Value| {
        json!({"name": name, "value": 1.25, "unit": "kg", "at_zero": 17.5, "at_nominal": nominal, "within_1_percent": [1.125, 1.375],
            "within_10_percent": [0.875, 1.625], "follower": follower, "flat": flat})
    };
    let step = |name: &str| json!({"name": name, "value": 1.25, "alone": 0.25, "std": 0.5, "together": 1.5, "std_together": 0.375});
    found["answers"] = json!({
        "influence": [
            stretch("a.csv", json!(1.5), json!({"name": "mx_a", "deviations": -2.5})),
            stretch("long name of b.csv", Value::Null, Value::Null),
        ],
        "profiles": [
            profile("mx_a", Value::Null, json!({"name": "m_b", "correlation": -0.875}), json!(2.5)),
            profile("my_a", json!("nothing moves it"), Value::Null, Value::Null),
            profile("m_b", Value::Null, Value::Null, Value::Null),
        ],
        "sequence": [{"row": "q2", "parameters": [step("m_b")]}, {"row": "q1", "parameters": [step("mx_a"), step("my_a")]}],
    });
    let row = |method: &str, grade: &str, furthest: Value, unseen: Value| {
        json!({"method": method, "estimated": 6, "condition": 41.5, "residual": 0.125, "unseen": unseen, "furthest": furthest,
            "percent": 12.5, "seconds": 1.25, "grade": grade})
    };
    found["methods"] = json!({"reference": "wls", "unseen": "held_out", "rows": [
        row("wls", "sound", Value::Null, json!(0.25)),
        row("consistent", "care", json!({"name": "mx_a", "deviations": -1.5}), json!(0.25)),
        row("ols", "poor", json!({"name": "my_a", "deviations": 2.5}), Value::Null),
        {"method": "ridge", "refusal": "it holds parameters in its own way"},
    ]});
    let mut content = json!({
        "found": found, "method": "weighted least squares", "growth": 2.0, "persistent": 0.1, "told": 0.3,
        "two_step": Value::Null, "physical": [], "notes": ["a note"], "coverage": "covered\n",
        "replaced": "In place of an earlier result, of b.csv.", "files": ["out/report.html", "out/base.csv"],
        "shown": 12,
    });
    insta::assert_snapshot!("study", filled("study", content.clone()));
    let found = &mut content["found"];
    found["verdict"]["grade"] = json!("poor");
    found["verdict"]["transfers"] = json!(false);
    found["verdict"]["remedies"] = json!([]);
    found["answers"] = Value::Null;
    found["validation"] = Value::Null;
    found["repairs"] = json!([]);
    found["drive"] = json!([]);
    found["methods"]["unseen"] = json!("cross_validation");
    content["coverage"] = json!("");
    content["replaced"] = json!("");
    insta::assert_snapshot!("study_poor", filled("study", content));
}

/// What a study has, under the names by which texts know it.
#[test]
fn a_study_gives_its_text_all_that_it_has() {
    let notes = vec![Note::Invented, Note::NotRecovered("of this".to_owned())];
    let said: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let mut of_hand = Study::judged(&MODEL, identified(), notes);
    // Bodies that nothing recovered, and an interpretation of another robot, so that it shows.
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    ROBOT
        .base_parameters(&nominal(ROBOT.model()), &mut beta)
        .expect("base parameters");
    let estimate = BaseEstimate::exact(beta);
    let found = interpret(&ROBOT, &estimate, &[], InterpretOptions::default());
    let files = ["out/one.html", "out/two.csv"].map(std::path::PathBuf::from);
    let text = |of: &Study<'_>| study(of, "covered\n", "In place of it.", &files).expect("a text");
    let content = |of: &Study<'_>| {
        json!({
            "found": Document::of(of, &FLAGS),
            "method": "ordinary least squares",
            "persistent": 0.1,
            "told": 0.1,
            "growth": 1.5,
            "two_step": Value::Null,
            "physical": [],
            "notes": said,
            "coverage": "covered\n",
            "replaced": "In place of it.",
            "files": ["out/one.html", "out/two.csv"],
        })
    };
    assert_eq!(text(&of_hand), filled("study", content(&of_hand)));
    of_hand.interpretation = Some(found.expect("an interpretation"));
    let mut expected = content(&of_hand);
    let interpretation = of_hand.interpretation.as_ref().expect("one");
    expected["interpretation"] = json!(interpretation);
    let caveats = interpretation.caveats.iter().map(ToString::to_string);
    expected["caveats"] = json!(caveats.collect::<Vec<_>>());
    expected["excluded"] = json!([]);
    let told = text(&of_hand);
    assert_eq!(told, filled("study", expected));
    assert_ne!(told, filled("study", content(&of_hand)));
}

#[test]
fn remedies_name_the_options_of_the_command_line() {
    let Means {
        several_recordings,
        cutoff,
        more_prior_weight,
        prior,
        instruments,
        ridge,
        hold_out,
        validate,
        robust,
        friction,
        compare,
        without_torque,
        interval,
    } = FLAGS;
    assert_eq!(
        [
            several_recordings,
            cutoff,
            more_prior_weight,
            prior,
            instruments,
            ridge,
            hold_out,
            validate,
            robust,
            friction,
            compare,
            without_torque,
            interval
        ],
        [
            "--recording, repeated",
            "--cutoff HZ",
            "--prior-weight",
            "--method prior",
            "--method iv",
            "--method ridge",
            "--hold-out 0.25",
            "--validate FILE",
            "--method tukey",
            "`friction`, then `identify --friction FILE`",
            "compare FIRST SECOND",
            "--without-torque NAME",
            "--interval S"
        ]
    );
}

/// An inertia about the origin of 0.01 leaves none of 0.021 about the centre.
#[test]
fn nominal_values_that_no_body_has_are_marked() {
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    ROBOT
        .base_parameters(&nominal(ROBOT.model()), &mut beta)
        .expect("base parameters");
    (beta[3], beta[4], beta[5]) = (0.01, 0.001, 0.01);
    let estimate = BaseEstimate::exact(beta);
    let found = interpret(&ROBOT, &estimate, &[], InterpretOptions::default());
    let text = recovered(&found.expect("an interpretation")).expect("a text");
    let impossible: Vec<&str> = text
        .lines()
        .filter(|line| line.ends_with("  the nominal value is impossible"))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(impossible.contains(&"Jyy_lower"), "{text}");
    assert!(!impossible.contains(&"m_upper"), "{text}");
}

/// `recover` tells what does not differ from its nominal value as well.
#[test]
fn an_interpretation_by_itself_has_every_comparison() {
    let model = ROBOT.model();
    let mut beta = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut beta)
        .expect("base parameters");
    let mut estimate = BaseEstimate::exact(beta);
    (0..model.base.len()).for_each(|k| estimate.covariance[k][k] = 1e-4);
    estimate.beta[0] += 0.5;
    let found = interpret(&ROBOT, &estimate, &[], InterpretOptions::default());
    let text = recovered(&found.expect("an interpretation")).expect("a text");
    for base in model.base {
        let begin = format!("{} ", base.name);
        let is_there = text.lines().any(|line| line.starts_with(&begin));
        assert!(is_there, "{}: {text}", base.name);
    }
}
