//! Sections of what was recorded and how well it is fitted.

use serde_json::{Value, json};

use super::{fit, section};

#[test]
fn what_was_measured_is_told_with_how_it_was_processed() {
    let recording = |name: &str, used_to: &str| {
        json!({"name": name, "used_to": used_to, "duration": 12.5, "rate": 500, "decimated_rate": 62.5, "samples": 12_345,
            "used": 0.875, "trim": 30, "decimate": [4, 2]})
    };
    let mut other = recording("c", "validate");
    (other["trim"], other["decimate"]) = (json!(12), json!([]));
    let mut content = json!({
        "measured": [recording("a & b", "estimate"), other],
        "method": "weighted least squares",
        "found": {
            "processing": {"order": 4, "cutoff": 12.5, "equations": "joint",
                "velocity_threshold": [0.1, 0.2], "motor_velocity_threshold": [3.0, 3.0], "chosen": ["cut-off: by rule", "trim"]},
            "settings": [{"name": "damping", "value": 0.25, "rule": "as asked for"}],
        },
    });
    insta::assert_snapshot!("measured", section("measured", content.clone()));
    let found = &mut content["found"];
    found["measured_rows"] = json!(["fx", "power"]);
    found["processing"]["velocity_threshold"] = json!([0.0, 0.0]);
    found["processing"]["chosen"] = json!([]);
    insta::assert_snapshot!("measured_rows", section("measured", content.clone()));
    let found = &mut content["found"];
    found["measured_rows"] = Value::Null;
    found["processing"]["equations"] = json!("motor");
    found["processing"]["velocity_threshold"] = json!([0.5]);
    found["processing"]["motor_velocity_threshold"] = json!([0.0]);
    content["measured"][0]["decimate"] = json!([]);
    let page = section("measured", content.clone());
    for said in [
        "its rows are motor torques, where the noise of different rows is independent.</li>",
        "<li>No decimation: every sample is an equation.</li>",
        "where the sign of friction is uncertain: joint speed below 0.5 (rad/s, or m/s of a sliding joint).</li>",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    content["found"]["processing"]["velocity_threshold"] = json!([0.0]);
    assert!(!section("measured", content).contains("uncertain"));
}

fn joint(name: &str) -> Value {
    let plot = |recording: &str, svg: &str| json!({"recording": recording, "svg": svg});
    json!({"name": name, "title": format!("Joint {name}"), "unit": "N·m", "torque": [plot("a", "<torque/>"), plot("b", "<more/>")],
        "unseen": [plot("c", "<unseen/>")], "motion": [plot("a", "<motion/>"), plot("b", "<moves/>")], "friction": "<friction/>",
        "residuals": "<residuals/>", "spectrum": "<spectrum/>"})
}

/// That of unseen data: no figure is that of [`fit`].
fn unseen(name: &str) -> Value {
    json!({"name": name, "rmse": 0.375, "nrmse": 0.245, "r2": 0.655, "lag1": 0.5, "samples": 6789, "whiteness": null})
}

#[test]
fn notes_and_repairs_are_listed() {
    let notes = json!({"notes": ["one <note>", "two"]});
    assert_eq!(
        section("notes", notes).trim(),
        "<ul><li>one &lt;note&gt;</li><li>two</li></ul>"
    );
    let repair = |first: Value, last: Value| json!({"recording": "a", "from": 1.25, "to": 2.5, "first_row": first, "last_row": last, "done": "bridged", "why": "a hole"});
    let mut content = json!({"found": {"repairs": [repair(json!(7), json!(9)), repair(Value::Null, Value::Null)]}});
    insta::assert_snapshot!("repairs", section("repairs", content.clone()));
    content["found"]["repairs"] = vec![repair(json!(1), json!(2)); 203].into();
    let page = section("repairs", content);
    assert_eq!(page.matches("a hole").count(), 200);
    assert!(page.contains("And 3 more, all of which are in identification.json."));
}

#[test]
fn plots_stand_under_the_names_of_their_joints() {
    let mut content = json!({
        "found": {"joints": [fit("q1", Value::Null), fit("q2", Value::Null)], "spectra": [1], "recordings": ["a", "b"],
            "processing": {"order": 4, "cutoff": 12.5}},
        "joints": [joint("q1"), joint("q2")],
        "moving": [],
        "decimation": 8,
        "measured": [{"decimated_rate": 62.5}],
    });
    insta::assert_snapshot!("torques", section("torques", content.clone()));
    insta::assert_snapshot!("motion", section("motion", content.clone()));
    insta::assert_snapshot!("spectra", section("spectra", content.clone()));
    content["decimation"] = json!(1);
    content["found"]["recordings"] = json!(["a"]);
    content["moving"] = json!([joint("x")]);
    content["joints"][0]["spectrum"] = Value::Null;
    let page = section("spectra", content.clone());
    for left_out in ["decimation keeps", "Shown is", "Joint q1"] {
        assert!(!page.contains(left_out), "{left_out}: {page}");
    }
    assert!(page.contains("<h3>Joint x</h3>"), "{page}");
    content["joints"] = json!([]);
    assert_eq!(section("torques", content).trim(), "");
}

#[test]
fn fits_are_tables_of_joints_and_motors() {
    let mut content = json!({
        "found": {"joints": [fit("q1", json!(0.25)), fit("q2", json!(0.0005)), fit("q3", Value::Null)], "overall": fit("all", Value::Null),
            "motors": [fit("m1", json!(0.005))], "correlation_factor": [1.0, 4.0]},
        "joints": [joint("q1"), joint("q2"), joint("q3")],
    });
    insta::assert_snapshot!("fit", section("fit", content.clone()));
    let caption = "<caption>Torques of joints, and of motors that no joint tells</caption>";
    assert!(!section("fit", content.clone()).contains(caption));
    content["found"]["joints"][2]["is_motor"] = json!(true);
    let page = section("fit", content.clone());
    assert!(
        page.contains(caption) && page.contains("Joint or motor</th>"),
        "{page}"
    );
    assert!(
        page.contains(">motor q3</th>") && page.contains(">q2</th>"),
        "{page}"
    );
    content["found"]["joints"][2]["is_motor"] = json!(false);
    content["found"]["measured_rows"] = json!(["fx"]);
    content["found"]["motors"] = json!([]);
    content["found"]["correlation_factor"] = json!([1.004]);
    content["joints"][0]["unit"] = json!("N");
    insta::assert_snapshot!("fit_of_rows", section("fit", content));
}

#[test]
fn recordings_friction_and_validation_are_told_joint_by_joint() {
    let each = |name: &str, used_to: &str| json!({"name": name, "used_to": used_to, "joints": [fit("q1", Value::Null), fit("q2", Value::Null)]});
    let judged = |outcome: &str| json!({"outcome": outcome, "ratio": 1.375});
    let mut content = json!({
        "each": [each("a", "estimate"), each("b", "validate")],
        "joints": [joint("q1"), joint("q2"), joint("q3"), joint("q4")],
        "transfer": [judged("holds"), judged("weakens"), judged("untested"), judged("fails")],
        "found": {
            "joints": [fit("q1", Value::Null), fit("q2", Value::Null), fit("q3", Value::Null), fit("q4", Value::Null)],
            "lacks": [{"joint": "q1", "term": "a spring", "share": 0.375, "row": "q2"}, {"joint": Value::Null, "term": "more", "share": 0.125, "row": "q1"}],
            "validation": {"recordings": ["b", "c"], "overall": unseen("all"),
                "joints": [unseen("q1"), unseen("q2"), unseen("q3"), unseen("q4")]},
        },
    });
    content["joints"][1]["unit"] = json!("N");
    content["joints"][1]["friction"] = json!("");
    content["motors"] = json!([{"title": "Motor m1", "friction": "<turning/>"}]);
    insta::assert_snapshot!("recordings", section("recordings", content.clone()));
    insta::assert_snapshot!("friction", section("friction", content.clone()));
    insta::assert_snapshot!("validation", section("validation", content.clone()));
    let repeats = "and here wherever it is predicted well, because what was held out repeats a motion that was identified from";
    assert!(!section("validation", content.clone()).contains(repeats));
    content["found"]["validation"]["repeats"] = json!(true);
    assert!(section("validation", content.clone()).contains(repeats));
    content["found"]["validation"]["repeats"] = json!(false);
    content["found"]["measured_rows"] = json!(["fx"]);
    content["found"]["lacks"] = json!([]);
    content["joints"][0]["unseen"] = json!([]);
    content["joints"][1]["unit"] = json!("N·m");
    insta::assert_snapshot!("recordings_of_rows", section("recordings", content.clone()));
    insta::assert_snapshot!("validation_of_rows", section("validation", content.clone()));
    assert!(!section("friction", content.clone()).contains("lacks"));
    content["motors"] = json!([]);
    let page = section("friction", content.clone());
    assert!(page.contains("no curve of a joint's speed: it is not drawn. Residuals"));
    content["joints"][1]["friction"] = json!("<friction/>");
    assert!(!section("friction", content).contains("no curve"));
}

#[test]
fn estimators_stand_beside_each_other() {
    let row = |title: &str, grade: &str, furthest: Value| {
        json!({"title": title, "estimated": 6, "condition": 41.5, "residual": 0.125, "unseen": 0.25, "furthest": furthest, "percent": 12.5,
            "seconds": 1.25, "departure": {"size": 0.375, "torque": 0.0625}, "grade": grade})
    };
    let mut content = json!({
        "method": "weighted least squares",
        "found": {"departure": {"size": 1.0}},
        "methods": {"reference": "wls", "unseen": "held_out", "rows": [
            row("weighted", "sound", Value::Null),
            row("tukey's", "care", json!({"name": "mx_a", "deviations": -1.5})),
            row("ridge", "poor", json!({"name": "my_a", "deviations": 2.5})),
            {"title": "essential", "refusal": "it has no answer"},
        ]},
    });
    insta::assert_snapshot!("methods", section("methods", content.clone()));
    content["found"]["departure"] = Value::Null;
    content["methods"]["unseen"] = json!("cross_validation");
    insta::assert_snapshot!("methods_of_parts", section("methods", content.clone()));
    content["methods"]["unseen"] = json!("nothing");
    let page = section("methods", content);
    for told in [
        "<th scope=\"col\" class=\"n\">unseen, %</th>",
        "; unseen, nothing: all of the data took part",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    assert!(!page.contains("left out, "), "{page}");
}

#[test]
fn correlations_and_excitation_are_told() {
    let pair = |r: f64| json!({"first": "mx_a", "second": "my_b", "r": r});
    let mut content = json!({"found": {"correlations": [pair(-0.9), pair(0.9375)]}});
    insta::assert_snapshot!("correlations", section("correlations", content.clone()));
    content["found"]["correlations"] = vec![pair(0.95); 28].into();
    let page = section("correlations", content.clone());
    assert_eq!(page.matches("<th scope=\"row\">mx_a</th>").count(), 25);
    assert!(
        page.contains("And 3 pairs more; all are in identification.json."),
        "{page}"
    );
    content["found"]["correlations"] = json!([]);
    assert_eq!(
        section("correlations", content).trim(),
        "<p>No two estimates are correlated by 0.9 or more: the motion tells the parameters apart.</p>"
    );
    let mut content = json!({
        "singular_values": "<plot/>",
        "motions": ["q1 at 2 rad/s", "q2 alone"],
        "found": {"rank": 5, "structural_rank": 6, "condition": 41.5, "condition_unscaled": 1234.0,
            "weakest": [
                {"singular_value": 0.0, "share": 0.0, "lost": true, "components": [["mx_a", 0.75], ["my_b", -0.5]]},
                {"singular_value": 0.125, "share": 0.0625, "lost": false, "components": [["m_b", -1.0]]},
            ],
            "advice": [
                {"gains": [{"name": "mx_a", "std": Value::Null, "then": 0.25, "unit": "kg·m"}, {"name": "m_b", "std": 0.5, "then": 0.125, "unit": "kg"}]},
                {"gains": [{"name": "fv", "std": 1.5, "then": 0.75, "unit": "N·m·s"}]},
            ]},
    });
    insta::assert_snapshot!("excitation", section("excitation", content.clone()));
    content["found"]["rank"] = json!(6);
    let page = section("excitation", content);
    assert!(
        page.contains("6 of 6 are not zero: the motion excites every base parameter."),
        "{page}"
    );
}
