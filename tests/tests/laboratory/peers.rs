//! The laboratory beside NumPy and SciPy: the figures of `tests/peers/gantry.py` for the recording that it made.
//!
//! The script has filters, decimation, least squares, the test of whiteness, estimators with a
//! prior and cross-validation from the libraries and from textbooks, and not from here.

use std::path::Path;

use serde_json::Value;

use crate::program::Folder;

/// Rounding, and what a response cut off after 1,800 samples leaves out of the noise's correlations.
const TOLERANCE: f64 = 1e-7;

const PROCESSING: &str =
    "--decimate 2,3 --trim 60 --velocity-threshold 0 --motor-velocity-threshold 4";

/// The figures that the script wrote, and what the laboratory makes of the same recording.
fn beside(arguments: &str) -> (Value, Value) {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let expected = std::fs::read_to_string(peers.join("gantry.json")).expect("figures");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let folder = Folder::new();
    let recording = std::fs::read_to_string(peers.join("gantry.csv")).expect("a recording");
    folder.write("gantry.csv", &recording);
    // A body's size is that of its inertia.
    let mut nominal = String::new();
    for (name, value) in expected["nominal"].as_object().expect("a map") {
        nominal += &format!("{name}: {value}\n");
        if let Some(body) = name.strip_prefix("m_") {
            nominal += &format!("Lxx_{body}: 1\nLyy_{body}: 1\nLzz_{body}: 1\n");
        }
    }
    folder.write("nominal.yaml", &nominal);
    let line = format!("gantry identify --recording gantry.csv --out out {PROCESSING} {arguments}");
    (expected, folder.json(&line))
}

/// A figure of every base parameter, in the script's order.
fn column(found: &Value, names: &Value, key: &str) -> Vec<f64> {
    let both = ["base", "drive"].map(|list| found[list].as_array().expect("a list").clone());
    let all = both.concat();
    let names = names.as_array().expect("names").iter();
    names
        .map(|name| {
            let parameter = all
                .iter()
                .find(|p| p["name"] == *name)
                .expect("a parameter");
            parameter[key].as_f64().expect("a figure")
        })
        .collect()
}

#[track_caller]
fn close(what: &str, actual: f64, expected: &Value) {
    let expected = expected
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {expected}"));
    let gap = (actual - expected).abs();
    assert!(
        gap <= TOLERANCE * expected.abs(),
        "{what}: {actual}, not {expected}"
    );
}

/// Fails unless every figure of `expected` is in `actual`, however deep.
#[track_caller]
fn agrees(what: &str, actual: &Value, expected: &Value) {
    match expected {
        Value::Object(map) => {
            for (key, expected) in map {
                agrees(&format!("{what}.{key}"), &actual[key], expected);
            }
        }
        Value::Array(list) => {
            assert_eq!(actual.as_array().map(Vec::len), Some(list.len()), "{what}");
            for (k, expected) in list.iter().enumerate() {
                agrees(&format!("{what}[{k}]"), &actual[k], expected);
            }
        }
        number => {
            let actual = actual
                .as_f64()
                .unwrap_or_else(|| panic!("{what}: {actual}"));
            close(what, actual, number);
        }
    }
}

#[test]
fn least_squares_with_all_its_figures() {
    for method in ["ols", "wls"] {
        let (expected, found) = beside(&format!("--cutoff 20 --method {method}"));
        let figures = &expected[method];
        let actual = column(&found, &expected["names"], "value");
        agrees(
            &format!("{method} value"),
            &actual.into(),
            &figures["value"],
        );
        for key in [
            "rows",
            "singular_values",
            "condition",
            "condition_unscaled",
            "joints",
            "motors",
            "overall",
        ] {
            agrees(&format!("{method} {key}"), &found[key], &figures[key]);
        }
        let covariance = &found["covariance"];
        assert_eq!(covariance["parameters"], expected["names"]);
        for (i, std) in column(&found, &expected["names"], "std").iter().enumerate() {
            close("variance", std * std, &covariance["values"][i][i]);
        }
        for fit in found["joints"].as_array().expect("fits") {
            assert_eq!(
                (&fit["whiteness"]["lags"], &fit["whiteness"]["white"]),
                (&10.into(), &false.into())
            );
        }
    }
}

#[test]
fn estimators_that_draw_parameters_somewhere() {
    for (key, arguments) in [
        ("ridge", "--method ridge --damping 100"),
        (
            "ridge_equal",
            "--method ridge --damping 5 --ridge-weights equal",
        ),
        ("tsvd", "--method tsvd --keep-singular-above 0.4"),
        (
            "prior",
            "--method prior --prior-weight 0.95 --parameters nominal.yaml",
        ),
        (
            "prior_si",
            "--method prior --prior-weight 0.9 --prior-scale si --parameters nominal.yaml",
        ),
    ] {
        let (expected, found) = beside(&format!("--cutoff 20 {arguments}"));
        for figure in ["value", "from_data"] {
            let actual = column(&found, &expected["names"], figure);
            agrees(
                &format!("{key} {figure}"),
                &actual.into(),
                &expected[key][figure],
            );
        }
        assert_eq!(found["biased"], true, "{key}");
        let share = expected[key]["from_data"][1].as_f64().expect("a share");
        assert!(
            share < 0.999_5,
            "{key} leaves everything to the recording: {share}"
        );
    }
}

#[test]
fn settings_are_chosen_by_cross_validation() {
    for (key, arguments) in [
        ("ridge", "--method ridge"),
        ("ridge_equal", "--method ridge --ridge-weights equal"),
        ("tsvd", "--method tsvd"),
        ("prior", "--method prior"),
        ("prior_si", "--method prior --prior-scale si"),
    ] {
        let (expected, found) = beside(&format!("--cutoff 20 {arguments}"));
        let setting = &found["settings"][0];
        close(
            key,
            setting["value"].as_f64().expect("a number"),
            &expected["chosen"][key],
        );
        assert!(
            setting["rule"]
                .as_str()
                .is_some_and(|rule| rule.starts_with("cross-validation"))
        );
    }
}

#[test]
fn the_cutoff_is_chosen_from_the_spectrum() {
    for arguments in ["", "--cutoff auto"] {
        let (expected, found) = beside(arguments);
        let cutoff = found["processing"]["cutoff"].as_f64().expect("a number");
        close("cutoff", cutoff, &expected["cutoff"]);
    }
}

/// Every estimator and every question at the command, on the terminal: what it writes has templates of its own.
#[test]
fn every_estimator_has_a_terminal() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    let recording = std::fs::read_to_string(peers.join("gantry.csv")).expect("a recording");
    let folder = Folder::new();
    folder.write("gantry.csv", &recording);
    let line = format!("gantry identify --recording gantry.csv {PROCESSING} --cutoff 20");
    let table = folder.out(&format!("{line} --method all --out all"));
    for method in armwright_lab::estimate::Method::all() {
        let word = method.word();
        assert_eq!(table.contains(word), method.is_quick(), "{word} in {table}");
        let answer = folder.run(&format!("{line} --method {word} --out {word}"));
        match answer.code {
            Some(0) => assert!(answer.out.contains(method.title()), "{word}"),
            _ => {
                answer.is_fault(&[]);
                assert!(!answer.err.contains("laid out"), "{word}: {}", answer.err);
            }
        }
    }
    let questions = "--influence --sequence --profile m_bridge,Ia_m2";
    let asked = folder.out(&format!("{line} {questions} --out asked"));
    for heading in ["What stretches add", "How residuals grow", "Joint by joint"] {
        assert!(asked.contains(heading), "{asked}");
    }
}
