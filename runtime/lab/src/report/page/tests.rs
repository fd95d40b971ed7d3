//! Sections of the report by themselves, with figures of a kind that no two share, and what a study puts into them.

mod parameters;
mod recordings;

use minijinja::value::{Serde, Value as Content};
use serde_json::{Value, json};

use super::super::joints::{JointPlots, RecordingFit};
use super::super::measured::Measured;
use super::super::plot;
use super::super::tests::identification;
use super::{Formulas, Page, SECTIONS, environment, html};
use crate::estimate::Method;
use crate::identify::{BaseEstimate, Covariance};
use crate::interpret::{InterpretOptions, Recovered, interpret};
use crate::judge::{Means, Note};
use crate::parameters::nominal;
use crate::provenance::Provenance;
use crate::regression::by_hand::MODEL;
use crate::statistics::Quality;
use crate::study::Study;
use crate::thresholds::{GROWTH, PERSISTENT, TOLD};
use crate::two_step::TwoStep;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{BaseParameter, Model, PhysicalKind, Robot};

/// A section, filled in; formulas are those of `latex` by default none.
#[track_caller]
fn section(id: &str, mut content: Value) -> String {
    content["id"] = json!(id);
    let environment = environment().expect("templates");
    let template = environment
        .get_template(&format!("{id}.html"))
        .expect("a section");
    template
        .render(Content::from(Serde(content)))
        .unwrap_or_else(|error| panic!("{id}: {error:#}"))
}

#[test]
fn sections_stand_in_the_order_in_which_they_are_read() {
    let all: Vec<String> = SECTIONS
        .iter()
        .map(|(id, title, _)| format!("{id}: {title}"))
        .collect();
    insta::assert_snapshot!("sections", all.join("\n"));
}

#[test]
fn sections_without_anything_to_show_are_empty() {
    let nothing = json!({"found": {"spectra": [], "repairs": []}, "latex": {"equations": [], "numbers": []}, "joints": [],
        "moving": [], "each": [], "notes": []});
    let silent = [
        "notes",
        "motion",
        "repairs",
        "torques",
        "recordings",
        "validation",
        "methods",
        "base",
        "drives",
        "essential",
        "realised",
        "standard",
        "physical",
        "nominal",
        "bounds",
        "answers",
        "elements",
        "spectra",
        "equations",
        "provenance",
    ];
    for id in silent {
        assert_eq!(section(id, nothing.clone()).trim(), "", "{id}");
    }
}

fn fit(name: &str, p: Value) -> Value {
    json!({"name": name, "rmse": 0.0625, "nrmse": 0.012_5, "r2": 0.987_5, "lag1": -0.125, "samples": 12_345,
        "whiteness": if p.is_null() { Value::Null } else { json!({"white": p.as_f64() > Some(0.01), "p_value": p}) }})
}

#[test]
fn the_frame_has_a_verdict_tiles_and_sections() {
    let environment = environment().expect("templates");
    let mut content = json!({
        "style": "STYLE", "version": "1.2.3", "title": "A <wrist>", "robot": "wrist", "method": "least squares", "source": "a paper",
        "verdict": {"grade": "care", "word": "Use with care", "headline": "It fits.", "reasons": ["one", "two"], "remedies": ["do this"]},
        "found": {"rank": 5, "structural_rank": 6, "overall": fit("all", Value::Null), "validation": {"overall": {"nrmse": 0.25}},
            "condition": 41.5, "rows": 12_345, "samples": 67_890},
        "sections": [{"id": "fit", "title": "Fit", "body": "<b>body</b>"}, {"id": "base", "title": "Base", "body": "more"}],
    });
    let frame = environment.get_template("report.html").expect("a frame");
    let render = |content: &Value| frame.render(Content::from(Serde(content))).expect("a page");
    insta::assert_snapshot!("report", render(&content));
    content["source"] = json!("");
    content["verdict"]["remedies"] = json!([]);
    content["found"]["validation"] = Value::Null;
    let page = render(&content);
    for left_out in ["What to do", "unseen data", " · least squares ·"] {
        assert!(!page.contains(left_out), "{left_out}: {page}");
    }
}

#[test]
fn a_page_has_every_part_of_a_study() {
    let mut found = identification();
    found.estimation.base[1].quality = Quality::Undetermined;
    found.excitation.rank = 4;
    let name = found.estimation.base[1].name.clone();
    let mut study = Study::judged(
        &MODEL,
        found,
        vec![Note::Invented, Note::NotRecovered("of this".to_owned())],
    );
    study.provenance = Some(Provenance::of([], vec!["wrist".to_owned()]));
    let page = json!(Page::of(&study, &Means::default()));
    let found = &study.identification;
    let notes: Vec<String> = study.notes.iter().map(ToString::to_string).collect();
    let excitation = &found.excitation;
    let motions: Vec<String> = excitation.advice.iter().map(|a| a.motion()).collect();
    for (key, expected) in [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("title", json!("Two joints")),
        ("robot", json!("by_hand")),
        ("source", json!("made up")),
        ("method", json!(Method::Ols.title())),
        ("provenance", json!(study.provenance)),
        ("physical", json!([])),
        ("interpretation", Value::Null),
        ("two_step", Value::Null),
        ("methods", Value::Null),
        ("notes", json!(notes)),
        ("measured", json!(Measured::of(found))),
        ("transfer", json!(study.judgement.transfer)),
        ("excluded", json!([])),
        ("motions", json!(motions)),
        ("joints", json!(JointPlots::of(&MODEL, found))),
        ("moving", json!([])),
        ("motors", json!(JointPlots::of_motors(&MODEL, found))),
        ("each", json!(RecordingFit::of(&MODEL, found))),
        (
            "singular_values",
            json!(plot::singular_values(&excitation.singular_values, 4)),
        ),
        ("decimation", json!(2)),
        ("persistent", json!(PERSISTENT)),
        ("told", json!(TOLD)),
        ("growth", json!(GROWTH)),
    ] {
        assert_eq!(page[key], expected, "{key}");
    }
    assert_eq!(page["reasons"][&name], "not excited by this motion");
    assert_eq!(page["latex"]["steps"], Value::Null);
    assert_eq!(
        page["latex"]["base"].as_object().map(serde_json::Map::len),
        Some(6)
    );
    let whole = html(&study, &Means::default()).expect("a page");
    assert!(whole.contains("<h2 id=\"torques-title\">Measured and predicted torque</h2>"));
    assert!(!whole.contains("id=\"essential\"") && whole.contains("id=\"validation\""));
    study.identification.estimation.measured_rows = vec!["fx".to_owned()];
    let whole = html(&study, &Means::default()).expect("a page");
    assert!(whole.contains("<h2 id=\"torques-title\">Measured and predicted</h2>"));
}

/// An interpretation of another robot, so that it shows: one nominal value that no body can have, and caveats behind notes.
#[test]
fn a_page_has_what_was_interpreted() {
    let pendulum = double_pendulum::ROBOT.model();
    let mut beta = vec![0.0; pendulum.base.len()];
    double_pendulum::ROBOT
        .base_parameters(&nominal(pendulum), &mut beta)
        .expect("base parameters");
    // An inertia about the origin of 0.01 leaves none of 0.021 about the centre.
    (beta[3], beta[4], beta[5]) = (0.01, 0.001, 0.01);
    let mut estimate = BaseEstimate::exact(beta);
    estimate.independent = true;
    let options = InterpretOptions::default();
    let found = interpret(&double_pendulum::ROBOT, &estimate, &[], options);
    let found = found.expect("an interpretation");
    let mut study = Study::judged(&MODEL, identification(), vec![Note::Invented]);
    study.interpretation = Some(found);
    let page = json!(Page::of(&study, &Means::default()));
    let found = study.interpretation.as_ref().expect("one");
    assert_eq!(page["interpretation"], json!(found));
    let caveats = found.caveats.iter().map(ToString::to_string);
    let notes: Vec<String> = std::iter::once(Note::Invented.to_string())
        .chain(caveats)
        .collect();
    assert!(notes.len() > 1);
    assert_eq!(page["notes"], json!(notes));
    let excluded = page["excluded"].to_string();
    assert!(excluded.contains("\"Jyy_lower\""), "{excluded}");
    assert!(!excluded.contains("m_upper"), "{excluded}");
}

/// A parameter that was recovered, with its symbol, and elements of another robot.
#[test]
fn a_page_has_what_was_recovered_and_fitted_in_two_steps() {
    let mut study = Study::judged(&MODEL, identification(), Vec::new());
    study.physical = vec![Recovered {
        name: "m_b".to_owned(),
        kind: PhysicalKind::Length,
        latex: "m_{b}".to_owned(),
        unit: "kg".to_owned(),
        value: 2.5,
        std: Some(0.25),
        nominal: None,
        deviations: None,
        differs: false,
        truth: None,
    }];
    study.two_step = Some(TwoStep {
        robot: "another".to_owned(),
        configurations: Vec::new(),
        elements: Vec::new(),
    });
    let page = json!(Page::of(&study, &Means::default()));
    assert_eq!(page["physical"], json!(study.physical));
    assert_eq!(page["latex"]["physical"], json!({"m_b": "m_{b}"}));
    assert_eq!(
        page["two_step"],
        json!({"robot": "another", "configurations": [], "elements": []})
    );
}

#[test]
fn formulas_are_those_of_the_model() {
    static WRITTEN: Model = Model {
        base: &[BaseParameter {
            latex: "m_{b}",
            ..MODEL.base[2]
        }],
        equations: &[("left", "right")],
        recovery: None,
        ..MODEL
    };
    let mut found = identification();
    found.estimation.base.retain(|p| p.name == "m_b");
    found.estimation.drive.clear();
    found.estimation.covariance = Covariance::default();
    let formulas = json!(Formulas::of(&WRITTEN, &found, &[]));
    assert_eq!(
        formulas,
        json!({"base": {"m_b": "m_{b}"}, "physical": {}, "elements": {}, "equations": [["left", "right"]], "numbers": [],
            "steps": null})
    );
    let plan = json!(Formulas::of(abb_wrist::ROBOT.model(), &found, &[]));
    let steps = &abb_wrist::ROBOT
        .model()
        .recovery
        .as_ref()
        .expect("a plan")
        .steps;
    let first = &steps[0];
    assert_eq!(
        plan["steps"][0],
        json!([first.latex, first.formula, first.note])
    );
    assert_eq!(plan["steps"].as_array().map(Vec::len), Some(steps.len()));
    let element = &abb_wrist::ROBOT.model().elements[0];
    assert_eq!(plan["elements"][element.name], element.latex);
}
