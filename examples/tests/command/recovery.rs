//! Physical parameters and elements on the command line.

use crate::program::{folder, with_recording, wrist};

#[test]
fn base_parameters_are_recovered_from_every_file_that_holds_them() {
    let folder = with_recording();
    let line = "identify --recording sim/recording.yaml --out found --format json";
    let identified = wrist(&folder, line).json();
    let physical = identified["physical"].as_array().expect("a list");
    assert!(!physical.is_empty());
    let again = wrist(
        &folder,
        "recover --base found/identification.json --format json",
    )
    .json();
    for (here, there) in physical.iter().zip(again["physical"].as_array().unwrap()) {
        for key in ["value", "std", "nominal"] {
            let (a, b) = (here[key].as_f64().unwrap(), there[key].as_f64().unwrap());
            assert!((a - b).abs() <= 1e-9 * a.abs(), "{here} {there}");
        }
        let off = here["deviations"].as_f64().unwrap();
        assert!(off.abs() < 5.0, "{here}");
    }
    // base.csv has the values, and deviations without correlations.
    let table = wrist(&folder, "recover --base found/base.csv --format json").json();
    assert_eq!(table["physical"][0]["value"], again["physical"][0]["value"]);
    assert!(table["notes"].to_string().contains("no covariance"));
    std::fs::write(folder.path().join("empty.csv"), "").unwrap();
    wrist(&folder, "recover --base empty.csv").is_fault(&["is empty"]);
    let people = wrist(&folder, "recover --base found/identification.json");
    let both = "recover --base found/identification.json --known m_c=6,m_c=7";
    wrist(&folder, both).is_fault(&["`m_c` is given twice"]);
    assert_eq!(people.code, Some(0), "{}", people.err);
    for words in [
        "ty_c",
        "Known: m_a",
        "Against nominal values",
        "What consistency leaves",
    ] {
        assert!(people.out.contains(words), "{words}: {}", people.out);
    }
}

#[test]
fn a_biased_estimate_stays_one_when_it_is_read_again() {
    let folder = with_recording();
    let line = "identify --recording sim/recording.yaml --method prior --out found --format json";
    let found = wrist(&folder, line).json();
    let line = "recover --base found/identification.json --format json";
    let again = wrist(&folder, line).json();
    for answer in [&found["interpretation"], &again] {
        assert!(answer["verification"].is_null() && answer["bounds"].is_null());
        let notes = answer["notes"].to_string();
        assert!(
            notes.contains("no comparison with nominal values"),
            "{notes}"
        );
    }
    let report = std::fs::read_to_string(folder.path().join("found/report.html")).unwrap();
    assert!(report.contains("no comparison with nominal values"));
}

#[test]
fn known_values_are_taken_from_the_line_and_from_a_file() {
    let folder = folder();
    std::fs::write(folder.path().join("robot.yaml"), "m_c: 6\nty_c: 0.04\n").unwrap();
    std::fs::write(folder.path().join("known.yaml"), "m_c: 5.0\nm_a: 19\n").unwrap();
    let ask = |more: &str| {
        let line = format!("recover --base robot.yaml --format json {more}");
        wrist(&folder, &line).json()
    };
    let value = |answer: &serde_json::Value, name: &str| {
        let physical = answer["physical"].as_array().unwrap();
        let found = physical.iter().find(|p| p["name"] == name);
        found.expect("recovered")["value"].as_f64().unwrap()
    };
    assert!((value(&ask(""), "ty_c") - 0.04).abs() < 1e-12);
    assert!((value(&ask("--known m_c=3"), "ty_c") - 0.08).abs() < 1e-12);
    assert!((value(&ask("--parameters known.yaml"), "ty_c") - 0.048).abs() < 1e-12);
    let both = ask("--parameters known.yaml --known m_c=3:0.1");
    assert!((value(&both, "ty_c") - 0.08).abs() < 1e-12);
}

#[test]
fn what_cannot_be_recovered_is_explained() {
    let folder = folder();
    std::fs::write(folder.path().join("robot.yaml"), "m_c: 6\n").unwrap();
    let missing = wrist(&folder, "recover");
    missing.is_fault(&["identification.json", "--base"]);
    for (more, words) in [
        ("--known m_c", "NAME=VALUE"),
        ("--known m_c=heavy", "NAME=VALUE"),
        ("--known m_cc=1", "did you mean m_c"),
        ("--known m_c=0", "m_c"),
        ("--level 2", "--level"),
        ("--sigmas=-1", "--sigmas"),
    ] {
        let answer = wrist(&folder, &format!("recover --base robot.yaml {more}"));
        assert_eq!(answer.code, Some(1), "{more}: {}", answer.out);
        assert!(answer.err.contains(words), "{more}: {}", answer.err);
    }
}

#[test]
fn small_motions_are_simulated_and_identified_in_two_steps() {
    let folder = folder();
    let line = "simulate --configurations 14 --duration 6 --rate 400 --out small --format json";
    let written = wrist(&folder, line).json();
    let recordings = written["recordings"].as_array().expect("a list");
    assert_eq!(recordings.len(), 14);
    let names: Vec<&str> = recordings.iter().filter_map(|r| r.as_str()).collect();
    let line = format!(
        "identify --two-step --recording {} --out found --format json",
        names.join(" ")
    );
    let found = wrist(&folder, &line).json();
    let elements = found["two_step"]["elements"].as_array().expect("elements");
    let inertia = elements.iter().find(|e| e["name"] == "M_11").expect("M_11");
    assert_eq!(inertia["configurations"], 14);
    assert_eq!(inertia["singular_values"].as_array().map(Vec::len), Some(7));
    for term in inertia["terms"].as_array().unwrap() {
        let off = term["value"].as_f64().unwrap() - term["nominal"].as_f64().unwrap();
        assert!(off.abs() < 6.0 * term["std"].as_f64().unwrap(), "{term}");
    }
    let report = std::fs::read_to_string(folder.path().join("found/report.html")).unwrap();
    for words in [
        "Element by element",
        "Physical parameters",
        "What consistency leaves",
    ] {
        assert!(report.contains(words), "{words}");
    }
    let few = wrist(&folder, "simulate --configurations 1 --out few");
    few.is_fault(&["--configurations"]);
}
