//! Texts of the terminal, whole: every number under its own heading, by figures of a kind that no two share.

use minijinja::value::{Serde, Value as Content};
use serde_json::{Value, json};

use super::super::texts::fill;

#[track_caller]
pub(in crate::command) fn filled(text: &str, content: Value) -> String {
    fill(text, Content::from(Serde(content))).expect("a text")
}

#[test]
fn a_comparison_is_told_with_the_load_that_explains_it() {
    let parameter = |name: &str, differs: bool, size: f64| {
        json!({"name": name, "first": size, "second": 2.5 * size, "difference": 1.5 * size, "std": 0.25 * size,
            "deviations": 6.0 * size.signum(), "differs": differs, "unit": "kg·m"})
    };
    let value = |name: &str, value: Value, unit: &str| json!({"name": name, "value": value, "std": 0.03125, "unit": unit});
    let mut content = json!({
        "files": ["a/first.json", "b/second.json"],
        "all": false,
        "found": {
            "robot": "wrist",
            "parameters": [parameter("mx_lower_arm_and_tool", true, -1.5), parameter("my_b", false, 0.012_345)],
            "p_value": 0.000_321,
            "left_out": ["fc_m1", "fv_m1"],
            "independent": true,
            "conclusion": "a load of 2.5 kg on body c explains it",
            "finding": {"load": "c"},
            "loads": [
                {"body": "b", "values": [value("m", json!(9), "kg")], "standard": []},
                {"body": "c", "values": [value("m", json!(2.5), "kg"), value("tx", Value::Null, "m"), value("ty", json!(-0.125), "m")],
                    "standard": [value("mx", json!(0.75), "kg·m")]},
            ],
        },
    });
    insta::assert_snapshot!("compare", filled("compare", content.clone()));
    content["all"] = json!(true);
    content["found"]["left_out"] = json!([]);
    content["found"]["independent"] = json!(false);
    content["found"]["loads"][1]["values"][0]["value"] = Value::Null;
    insta::assert_snapshot!("compare_all", filled("compare", content));
}

fn weighed() -> Value {
    let one = |recording: &str, row: &str, size: f64, offset: Value| {
        json!({"recording": recording, "row": row, "samples": 1200, "residual": size, "share": 0.125 * size,
            "offset": offset, "offset_std": if offset.is_null() { Value::Null } else { json!(0.0625) }, "unit": "N·m"})
    };
    json!([
        one("empty.csv", "q1", 0.25, json!(-1.5)),
        one("with the load on the tool.csv", "q2", 0.5, Value::Null)
    ])
}

#[test]
fn gains_of_drives_are_told_with_play_of_transmissions() {
    let drive = |name: &str, factor: Value, relative: Value| json!({"drive": name, "factor": factor, "std": 0.0078, "relative": relative});
    let told =
        |value: f64, there: bool| json!({"value": value, "std": 0.1 * value, "is_there": there});
    let open = json!({"value": Value::Null, "std": Value::Null, "is_there": false});
    let play = |joint: &str, compliance: Value, backlash: Value| json!({"joint": joint, "play": {"compliance": compliance, "backlash": backlash}});
    let content = json!({"found": {
        "robot": "wrist",
        "body": "lower",
        "drives": [
            drive("m1", json!(1.0625), json!(0.0125)),
            drive("m2", Value::Null, json!(0.875)),
            drive("m3", Value::Null, Value::Null),
        ],
        "weighed": weighed(),
        "play": [
            play("q1", told(2e-5, true), told(0.0025, true)),
            play("q2", told(3e-5, false), told(0.0035, true)),
            play("q3", told(4e-5, true), open),
            {"joint": "q4", "reason": "its motor's position was not recorded, or it hardly moves"},
        ],
    }});
    insta::assert_snapshot!("drives", filled("drives", content));
}

#[test]
fn a_load_is_told_as_far_as_it_is_known() {
    let value = |name: &str, value: Value, unit: &str| json!({"name": name, "value": value, "std": 0.015_625, "unit": unit});
    let mut content = json!({"found": {
        "body": "tool",
        "robot": "wrist",
        "physical": [value("m", json!(2.25), "kg"), value("tx", json!(-0.0375), "m"), value("Jxx", Value::Null, "kg·m²")],
        "standard": [value("mx", json!(0.375), "kg·m"), value("my", Value::Null, "kg·m")],
        "weighed": weighed(),
    }});
    insta::assert_snapshot!("load", filled("load", content.clone()));
    let mut gone = content.clone();
    gone["found"]["removed"] = json!(true);
    gone["found"]["physical"][0]["value"] = json!(-2.25);
    let said = filled("load", gone);
    assert!(
        said.starts_with("Load taken off body tool of wrist\n"),
        "{said}"
    );
    assert!(said.contains("the arm lost them"), "{said}");
    content["found"]["physical"][0]["value"] = Value::Null;
    insta::assert_snapshot!("load_without_mass", filled("load", content));
}

#[test]
fn recordings_together_are_told_with_those_that_were_left_out() {
    let parameter = |name: &str, value: f64| json!({"name": name, "value": value, "std": 0.125 * value, "unit": "kg"});
    let content = json!({"found": {
        "robot": "wrist",
        "parameters": [parameter("m_b", 2.5), parameter("Lzz_of_the_lower_arm_c", 0.0375)],
        "weighed": weighed(),
        "held_out": [
            {"recording": "a.csv", "share": 0.125, "own": 0.0625, "open": 0},
            {"recording": "b.csv", "share": 0.75, "own": 0.5, "open": 3},
        ],
    }});
    insta::assert_snapshot!("together", filled("together", content));
}

#[test]
fn two_steps_are_told_element_by_element() {
    let term = |name: &str, alone: f64, std: Value| {
        json!({"name": name, "value": 1.25, "std": 0.5, "alone": alone, "alone_std": std, "one_step": 1.5, "one_step_std": 0.4,
            "monomial": "s2*c3"})
    };
    let element = |name: &str, excitation: &str, std: Value| {
        json!({"name": name, "configurations": 12, "singular_values": [2.5, 0.625], "ratio": 0.25, "excitation": excitation,
            "terms": [term("PG_1", 2.0, std)]})
    };
    let content = json!({
        "persistent": 0.1,
        "told": 0.3,
        "two_step": {
            "configurations": [0, 0, 0],
            "elements": [
                element("g_1", "persistent", json!(0.3)),
                element("M_12", "weak", Value::Null),
                element("S_113", "deficient", json!(0.3)),
            ],
        },
    });
    insta::assert_snapshot!("elements", filled("elements.txt", content));
}

#[test]
fn what_was_left_out_is_told_in_its_order() {
    let step = |name: &str, left: u32| {
        json!({"name": name, "left": left, "percent": 75.125, "smallest": 1.375, "residual": 1.0625, "f": 2.5, "p_value": 0.125,
            "p_alone": 0.000_25})
    };
    let mut content = json!({"found": {"essential": {
        "steps": [step("mz_b", 9), step("Lxy_of_c_long", 8)],
        "next": {"name": "m_c", "percent": 41.5, "smallest": 2.25, "f": 17.75, "p_value": 0.0005, "p_alone": 0.0625},
    }}});
    insta::assert_snapshot!("essential", filled("essential.txt", content.clone()));
    content["found"]["essential"] = json!({"steps": [], "next": Value::Null});
    assert_eq!(
        filled("essential.txt", content),
        "\nLeft out    stay  deviation %   smallest %   residual        F          p    p alone\n"
    );
}

#[test]
fn fits_and_repairs_are_tables() {
    let fit = |name: &str, r2: f64| json!({"name": name, "rmse": 0.0625, "nrmse": 0.123_45, "r2": r2, "samples": 12_345});
    let content = json!({"title": "Fit", "fits": {"joints": [fit("q1", 0.987_65), fit("shoulder", -3.5)], "overall": fit("all", 1.0)}});
    insta::assert_snapshot!("fits", filled("fits.txt", content));
    let repair = |recording: &str, first: Value, last: Value| {
        json!({"recording": recording, "from": 1.25, "to": 12.5, "first_row": first, "last_row": last, "done": "bridged",
            "why": "no number in q_1"})
    };
    let mut content = json!({"shown": 12, "repairs": [
        repair("a.csv", json!(7), json!(7)),
        repair("a.csv", json!(17), json!(42)),
        repair("a.csv", Value::Null, Value::Null),
    ]});
    insta::assert_snapshot!("repairs", filled("repairs.txt", content.clone()));
    content["repairs"] = vec![repair("b.csv", json!(1), json!(2)); 15].into();
    content["repairs"][0]["recording"] = json!("a.csv");
    let said = filled("repairs.txt", content.clone());
    assert!(
        said.contains("1 to 2             bridged   no number in q_1 (b.csv)\n"),
        "{said}"
    );
    assert!(
        said.ends_with("\n  and 3 more, all of which --format json gives\n\n"),
        "{said}"
    );
    assert_eq!(said.matches("bridged").count(), 12);
    // As many where nobody says how many.
    content.as_object_mut().expect("a map").remove("shown");
    assert_eq!(filled("repairs.txt", content), said);
    assert_eq!(filled("repairs.txt", json!({"repairs": []})), "");
}

#[test]
fn laws_of_friction_and_a_static_map_are_told() {
    let parameter = |name: &str, value: f64| json!({"name": name, "value": value, "std": 0.125, "unit": "N·m·s/rad"});
    let joint = |name: &str, law: &str, file: &str| {
        json!({"name": name, "law": law, "law_of_file": file, "formula": "fc sign(v)", "parameters": [parameter("fc", 1.25),
        parameter("vs", -0.0375)], "held_out": [0.75, 0.5], "unit": "N·m", "alternatives": ["power law", "quadratic"],
        "map": [1, 2, 3], "lines": ["friction: [coulomb]", "nominal: {coulomb: 1.25}"], "tried": [
            {"law": "Stribeck", "parameters": 4, "held_out": 0.5, "delta_bic": 0.0, "delta_aic": 1.25},
            {"law": "smoothed", "parameters": 3, "held_out": 0.625, "delta_bic": 12.5, "delta_aic": 10.75,
                "refused": "a parameter is negative"},
        ]})
    };
    let mut untold = joint("q3", "Coulomb", "Coulomb");
    untold["reason"] = json!("it hardly moves");
    untold["parameters"] = json!([]);
    let mut of_file = joint("q2", "Coulomb", "Coulomb");
    for list in ["alternatives", "map", "lines", "tried"] {
        of_file[list] = json!([]);
    }
    let mut content = json!({
        "all": true,
        "files": ["out/friction.json", "out/friction.html"],
        "found": {
            "robot": "wrist",
            "recordings": ["slow.csv", "fast.csv"],
            "joints": [joint("q1", "Stribeck", "Coulomb"), of_file, untold],
            "validation": [{"name": "q1", "file": 0.75, "proposed": 0.5}],
            "settled": false,
        },
    });
    insta::assert_snapshot!("friction", filled("friction", content.clone()));
    content["all"] = json!(false);
    content["found"]["validation"] = json!([]);
    content["found"]["settled"] = json!(true);
    content["found"]["joints"][0]["map"] = json!([1]);
    let said = filled("friction", content);
    assert!(said.contains(" 1 point of its static map"), "{said}");
    for left_out in ["law tried", "Held out", "did not settle"] {
        assert!(!said.contains(left_out), "{said}");
    }
    let point =
        |speed: f64| json!({"speed": speed, "torque": 2.5 * speed, "std": 0.0625, "samples": 250});
    let content = json!({"file": "out/friction-map.csv", "found": {"robot": "wrist", "joints": [
        {"name": "q1", "law": "Stribeck", "parameters": [parameter("fc", 1.25)], "points": [point(-0.5), point(1.5)]},
        {"name": "q2", "parameters": [], "points": [point(2.0)]},
        {"name": "q3", "reason": "it was not moved at constant velocities"},
    ]}});
    insta::assert_snapshot!("static_map", filled("static_map", content));
}

#[test]
fn a_fit_of_simulated_motions_is_told() {
    let parameter = |name: &str, std: Value, bound: bool| json!({"name": name, "start": 0.5, "value": 0.75, "std": std, "unit": "N·m", "is_at_bound": bound});
    let joint = |name: &str| json!({"name": name, "rmse": 0.0125, "nrmse": 0.0375});
    let mut content = json!({
        "files": ["out/output-error.json", "out/output-error.html"],
        "verdict": {"grade": "poor", "word": "Not to be relied on", "headline": "It does not follow.", "reasons": ["one", "two"], "remedies": ["do this"]},
        "found": {
            "robot": "wrist",
            "recordings": ["a.csv", "b.csv"],
            "parameters": [parameter("fc_q1", json!(0.0625), false), parameter("m_b", Value::Null, true)],
            "joints": [joint("q1"), joint("q2")],
            "samples": 1250,
            "intervals": 3,
            "gap": 0.0005,
            "ending": "converged",
            "iterations": 3,
            "condition": 41.5,
            "warnings": ["residuals follow each other"],
        },
        "sensitivities": [{"recording": "a.csv", "seconds": 2.5, "growth": {"largest": 125.0}, "warnings": ["nearly chaotic"]}],
        "validation": [{"recording": "c.csv", "joints": [joint("q1")]}, {"recording": "d.csv", "joints": [], "stop": "at 1 s it runs away"}],
    });
    content["found"]["parameters"][1]["is_at_limit"] = json!(true);
    insta::assert_snapshot!("fit", filled("fit", content.clone()));
    content["verdict"]["remedies"] = json!([]);
    content["found"]["intervals"] = json!(1);
    content["found"]["gap"] = Value::Null;
    let said = filled("fit", content.clone());
    assert!(!said.contains("What to do"), "{said}");
    let line = "\n1250 positions in 1 interval; converged after 3 iterations; condition 41.5000\n";
    assert!(said.contains(line), "{said}");
    content["remarks"] = json!(["a side was assumed"]);
    content["repairs"] = json!([{"recording": "a.csv", "from": 0.5, "to": 0.75, "first_row": 7, "last_row": 9,
        "done": "bridged", "why": "no numbers"}]);
    let said = filled("fit", content);
    assert!(said.contains("\nnote: a side was assumed\n"), "{said}");
    assert!(said.contains("0.750  7 to 9 "), "{said}");
}

#[test]
fn what_a_controller_would_have_identified_is_told() {
    let joint = |name: &str| json!({"name": name, "torque": 4.5, "nominal": 3.25, "acting": 2.125, "recursive": 1.0625});
    let base = |name: &str| json!({"name": name, "value": 3.5, "std": 0.25, "nominal": 0.375, "unit": "kg"});
    let mut content = json!({"files": ["out/online.html", "out/online.csv"], "told": ["2.250 s: it stands still."], "found": {
        "robot": "wrist", "samples": 250, "rate": 62.5, "fastest": 62.5, "window": 50, "time_constant": 0.032, "gate": [0.95, 0.9],
        "opened": 1.75, "open": 0.625, "joints": [joint("q1"), joint("q2")], "base": [base("m_b"), base("fc_m2")],
    }});
    insta::assert_snapshot!("online", filled("online", content.clone()));
    content["closed"] = json!(
        "The gate stayed closed: no full window was predicted with an R² of 0.95; nominal parameters acted throughout."
    );
    content["told"] = json!([]);
    insta::assert_snapshot!("online_closed", filled("online", content.clone()));
    content["found"]["fastest"] = json!(83.25);
    let said = filled("online", content);
    assert!(
        said.contains("\n250 samples at 62.5000 to 83.2500 Hz, windows"),
        "{said}"
    );
}

#[test]
fn a_motion_before_it_is_run_is_told() {
    let joint = |name: &str, unit: &str| {
        json!({"name": name, "unit": unit, "position": [-1.5, 2.25], "velocity": 3.125, "acceleration": 17.5,
            "used": [0.5, 0.125, 1.25]})
    };
    let parameter = |name: &str, std: Value, relative: Value| json!({"name": name, "expression": format!("{name} + m_b"), "std": std, "relative": relative, "unit": "kg·m"});
    let mut content = json!({"files": ["out/motion.csv", "out/motion.yaml"], "found": {
        "robot": "wrist", "samples": 1200, "duration": 12.5, "beside": 30,
        "design": {"criterion": "log-det", "figure": -12.75, "samples": 80, "starts": 7, "basis": "fourier", "first_random_motion": -3.5},
        "defaults": ["jerk of q1", "velocity of q2"],
        "log_det": -33.25, "condition": 250.5, "scaled_condition": 44.25, "rank": 2,
        "noise_from": "as given", "kept": 0.875,
        "joints": [joint("q1", "rad"), joint("q2", "m")], "followers": [joint("twin", "rad")],
        "base": [parameter("mx_a", json!(0.5), json!(0.125)), parameter("fo_q2", Value::Null, Value::Null)],
        "physical": [parameter("m_a", json!(0.25), json!(0.0625)), parameter("tx_a", json!(0.75), Value::Null)],
        "warnings": ["q2 stands still", "less is seen than is looked for"],
    }});
    insta::assert_snapshot!("excite", filled("excite", content.clone()));
    content["files"] = json!([]);
    let found = &mut content["found"];
    for left_out in ["design", "defaults", "kept", "physical", "log_det"] {
        found[left_out] = Value::Null;
    }
    found["beside"] = json!(0);
    found["warnings"] = json!([]);
    insta::assert_snapshot!("excite_screened", filled("excite", content));
}
