//! Sections of parameters and equations.

use serde_json::{Value, json};

use super::section;

fn parameter(name: &str, quality: &str, std: Value) -> Value {
    let percent = std.as_f64().map(|std| 40.0 * std);
    json!({"name": name, "expression": if quality == "good" { name.to_owned() } else { format!("{name} + m_b") }, "value": 2.5, "unit": "kg",
        "std": std, "percent": percent, "quality": quality})
}

#[test]
fn parameters_are_told_with_how_well_they_are_known() {
    let mut content = json!({
        "method": "weighted least squares",
        "verdict": {"grade": "care", "transfers": true},
        "reasons": {"fv": "too small"},
        "latex": {"base": {"mx": "m_{x}", "my": "m_{y} + m_b"}},
        "found": {
            "base": [parameter("mx", "good", json!(0.1)), parameter("my", "fair", json!(0.25))],
            "drive": [
                parameter("fv", "poor", json!(1.125)),
                parameter("fo", "zero", json!(3.0)),
                parameter("fq", "assumed", json!(0.5)),
                parameter("k", "given", Value::Null),
                parameter("k0", "left_out", Value::Null),
                parameter("Ia", "undetermined", Value::Null),
            ],
        },
    });
    let formulas = section("base", content.clone());
    assert_eq!(formulas.matches("<math").count(), 2, "{formulas}");
    assert!(!formulas.contains("display=\"block\""), "{formulas}");
    content["latex"]["base"] = json!({});
    insta::assert_snapshot!("base", section("base", content.clone()));
    insta::assert_snapshot!("drives", section("drives", content.clone()));
    content["verdict"] = json!({"grade": "poor", "transfers": false});
    content["found"]["base"][0]["truth"] = json!(2.25);
    content["found"]["base"][1]["truth"] = json!(3.5);
    insta::assert_snapshot!("base_of_a_simulation", section("base", content));
}

#[test]
fn essential_and_realised_parameters_are_told() {
    let step = |name: &str, p: f64| json!({"name": name, "left": 9, "percent": 75.125, "smallest": 1.375, "residual": 1.0625, "f": 2.5, "p_value": p, "p_alone": 2.0 * p});
    let mut content = json!({"found": {
        "essential": {"ratio": 10.0, "level": 0.01, "steps": [step("mz_b", 0.125), step("Lxy_b", 0.000_4)],
            "next": {"name": "m_c", "percent": 41.5, "smallest": 2.25, "f": 17.75, "p_value": 0.0005, "p_alone": 0.0625}},
        "realised": {"residual_ratio": 1.0625, "on_boundary": ["a", "b"], "at_zero": ["fv"], "limited": ["c"], "without_nominal": ["d"]},
        "standard": [
            {"name": "m_a", "value": 2.5, "std": 0.25, "nominal": 2.0, "class": "identifiable"},
            {"name": "tx", "value": 3.5, "std": Value::Null, "nominal": Value::Null, "class": "combined"},
            {"name": "ty", "value": 4.5, "std": 0.5, "nominal": 4.0, "class": "unidentifiable"},
        ],
    }});
    insta::assert_snapshot!("essential", section("essential", content.clone()));
    insta::assert_snapshot!("realised", section("realised", content.clone()));
    let mut costly = content.clone();
    costly["found"]["realised"]["unlimited_ratio"] = json!(1.03125);
    let page = section("realised", costly);
    let said =
        "bodies: c; without it the residual is 1.031 times that of least squares. Without nominal";
    assert!(page.contains(said), "{page}");
    // Bodies that can exist have a table of their own.
    assert_eq!(section("standard", content.clone()).trim(), "");
    let mut held = content.clone();
    held["found"]["realised"] = Value::Null;
    insta::assert_snapshot!("standard", section("standard", held));
    content["found"]["essential"]["steps"] = json!([]);
    content["found"]["essential"]["next"]["p_value"] = json!(0.25);
    content["found"]["essential"]["next"]["p_alone"] = json!(0.0005);
    let page = section("essential", content.clone());
    assert!(
        page.contains("p 0.250, alone &lt; 0.001.</p>") && !page.contains("<table>"),
        "{page}"
    );
    content["found"]["realised"] = json!({"residual_ratio": 1.0});
    let page = section("realised", content);
    for left_out in [
        "On the boundary",
        "Held at 0",
        "Held by what",
        "Without nominal",
    ] {
        assert!(!page.contains(left_out), "{page}");
    }
}

#[test]
fn physical_parameters_are_told_with_the_way_to_them() {
    let mut content = json!({
        "latex": {"physical": {}, "steps": [["", "m_b = PG_1", ""], ["", "t = PG_2 / m_b", "the sign is chosen"]]},
        "physical": [
            {"name": "m_b", "value": 2.5, "unit": "kg", "std": 0.25, "nominal": 2.0, "deviations": 2.0, "differs": false},
            {"name": "tx_b", "value": 3.5, "unit": "m", "std": 0.5, "nominal": 1.0, "deviations": -5.0, "differs": true},
        ],
        "interpretation": {
            "failure": "tz_b: a divisor is 0",
            "known": [{"name": "m_a", "value": 4.5, "std": 0.0}, {"name": "l_1", "value": 0.25, "std": 0.0125}],
            "spare": [{"equation": "PG_1 - PG_2", "value": 0.0625, "unit": "N·m", "deviations": 4.5, "differs": true}],
        },
    });
    insta::assert_snapshot!("physical", section("physical", content.clone()));
    content["physical"][0]["truth"] = json!(2.25);
    content["interpretation"]["failure"] = Value::Null;
    content["latex"]["steps"] = json!([["m_b = P", "m_b = P", ""]]);
    let page = section("physical", content.clone());
    for said in [
        "<th scope=\"col\" class=\"n\">truth</th>",
        "<td class=\"n\">2.250</td>",
        "<li><math",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("could be recovered"), "{page}");
    // What rests on a base parameter that the motion did not excite has no value to go by.
    content["physical"][0]["std"] = Value::Null;
    let unexcited = section("physical", content.clone());
    assert!(
        unexcited.contains("<td class=\"n value\">–</td>"),
        "{unexcited}"
    );
    content["latex"]["steps"] = Value::Null;
    assert_eq!(section("physical", content).trim(), "");
}

#[test]
fn what_differs_from_nominal_values_is_told() {
    let compared = |name: &str, differs: bool| {
        json!({"name": name, "value": 1.25, "unit": "kg", "std": 0.125, "nominal": 0.75, "deviations": 4.0, "differs": differs,
            "expression": "m_a + m_b"})
    };
    let mut content = json!({"interpretation": {"verification": {
        "conclusion": "2 of 3 differ", "differs": true, "base": [compared("mx_a", true)], "coefficients": [compared("PG_1", false)],
        "suspects": {"explained": false, "sets": [{"parameters": ["m_a", "tx_b"], "values": [4.75, 0.25], "nominal": [4.0, 0.125]},
            {"parameters": ["m_c"], "values": [7.5], "nominal": [7.0]}]},
        "threshold": 3.456, "comparisons": 17, "level": 0.01, "statistic": 41.27, "freedom": 12, "p_value": 0.000045,
    }}});
    insta::assert_snapshot!("nominal", section("nominal", content.clone()));
    let v = &mut content["interpretation"]["verification"];
    v["differs"] = json!(false);
    v["suspects"]["explained"] = json!(true);
    let page = section("nominal", content);
    assert!(
        page.starts_with("<p>2 of 3 differ.</p>")
            || page.trim_start().starts_with("<p>2 of 3 differ.</p>"),
        "{page}"
    );
    assert!(
        page.contains("Each of these changes alone would explain it:")
            && !page.contains("<details open>"),
        "{page}"
    );
}

#[test]
fn what_consistency_leaves_is_told_in_intervals() {
    let bound = |name: &str, low: Value, low_end: &str, high: Value, high_end: &str| json!({"name": name, "low": low, "low_end": low_end, "high": high, "high_end": high_end, "nominal": 0.5, "unit": "kg"});
    let mut content = json!({"excluded": ["m_b"], "interpretation": {"bounds": {
        "measure": "deviations", "consistent": false, "distance": 3.5, "resisting": ["Lxx_a", "Lyy_a"], "allowance": 2.25,
        "parameters": [
            bound("m_b", json!(1.5), "outer", json!(2.5), "exact"),
            bound("tx_b", Value::Null, "undecided", Value::Null, "none"),
            bound("fc_b", json!(0.0), "outer", json!(0.75), "outer"),
        ],
        "unused": ["body c has no mass"],
    }}});
    insta::assert_snapshot!("bounds", section("bounds", content.clone()));
    content["interpretation"]["bounds"]["measure"] = json!("sizes");
    content["interpretation"]["bounds"]["consistent"] = json!(true);
    let page = section("bounds", content);
    assert!(
        page.contains("within 2.250 times their expected size of its estimate"),
        "{page}"
    );
    assert!(!page.contains("No bodies that can exist"), "{page}");
}

#[test]
fn what_numbers_rest_on_is_told() {
    let stretch = |unseen: Value, moved: Value| {
        json!({"recording": "a", "from": 1.25, "to": 12.5, "equations": 1250, "information": 0.375, "residual": 1.0625, "unseen": unseen,
            "moved": moved})
    };
    let profile = |name: &str, flat: Value, follower: Value, nominal: Value| {
        json!({"name": name, "value": 1.25, "unit": "kg", "at_zero": 17.5, "at_nominal": nominal, "within_1_percent": [1.125, 1.375],
            "within_10_percent": [0.875, 1.625], "follower": follower, "flat": flat})
    };
    let step = |name: &str| json!({"name": name, "value": 1.25, "unit": "kg", "alone": 0.25, "std": 0.5, "together": 1.5, "std_together": 0.375});
    let content = json!({"growth": 1.25, "found": {"answers": {
        "influence": [stretch(json!(1.5), json!({"name": "mx_a", "deviations": -2.5})), stretch(json!(1.25), Value::Null),
            stretch(Value::Null, Value::Null)],
        "profiles": [
            profile("mx_a", Value::Null, json!({"name": "m_b", "correlation": -0.875}), json!(2.5)),
            profile("my_a", json!("nothing moves it"), Value::Null, Value::Null),
            profile("m_b", Value::Null, Value::Null, Value::Null),
        ],
        "sequence": [{"row": "q2", "parameters": [step("m_b")]}, {"row": "q1", "parameters": [step("mx_a"), step("my_a")]}],
    }}});
    insta::assert_snapshot!("answers", section("answers", content));
}

#[test]
fn elements_are_told_one_by_one() {
    let element = |name: &str, excitation: &str| {
        json!({"name": name, "configurations": 12, "singular_values": [2.5, 0.625], "ratio": 0.25, "excitation": excitation, "terms": [
            {"name": "PG_1", "monomial": "s2*c3", "value": 1.25, "std": 0.5, "alone": 2.0, "alone_std": 0.3, "one_step": 1.5,
                "one_step_std": 0.4, "expression": "9.81*mx_a"}]})
    };
    let mut content = json!({
        "persistent": 0.1, "told": 0.3, "latex": {"elements": {}},
        "two_step": {"configurations": [0, 0, 0], "elements": [element("g_1", "persistent"), element("M_12", "weak"),
            element("S_113", "deficient")]},
    });
    insta::assert_snapshot!("elements", section("elements", content.clone()));
    content["latex"]["elements"] = json!({"g_1": "g_{1}"});
    assert_eq!(section("elements", content).matches("<math").count(), 1);
}

#[test]
fn equations_and_provenance_are_told() {
    let content = json!({"latex": {"equations": [["M_{11}", "m_a"], [r"\nosuch", "x < y"]], "numbers": [r"\nosuch{}", "g_{1} = 2"]}});
    let page = section("equations", content);
    assert_eq!(
        page.matches("<div class=\"equation\"><math").count(),
        2,
        "{page}"
    );
    assert_eq!(page.matches("display=\"block\"").count(), 2, "{page}");
    assert!(
        page.contains(r#"<div class="equation"><code>\nosuch = x &lt; y</code></div>"#),
        "{page}"
    );
    assert!(
        page.contains(r#"<div class="equation"><code>\nosuch{}</code></div>"#),
        "{page}"
    );
    assert!(page.contains("<details><summary>With the numbers of this identification</summary>\n<p class=\"dim\">Gravity, inertia and velocity elements (N·m, kg·m², and N, kg, kg·m where joints slide), each coefficient to two digits of its deviation; s and c: sine and cosine of a coordinate. A coefficient that the motion does not tell keeps its name.</p>"), "{page}");
    let mut content = json!({"provenance": {"version": "1.2.3", "command": ["wrist", "identify"], "files": [
        {"path": "a.csv", "modified": "2026-01-02T03:04:05Z", "sha256": "abc"}]}});
    insta::assert_snapshot!("provenance", section("provenance", content.clone()));
    content["provenance"]["command"] = json!([]);
    content["provenance"]["files"] = json!([]);
    assert_eq!(
        section("provenance", content).trim(),
        "<p>Armwright 1.2.3.</p>"
    );
}
