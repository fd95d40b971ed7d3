//! `describe`: from a header to a description from which a robot is identified.

use std::fs;

use crate::program::{folder, identify, with_recording, wrist};

#[test]
fn a_recording_without_a_description_is_described_and_identified() {
    let folder = with_recording();
    let answer = wrist(&folder, "describe sim/recording.csv -o sim/guess.yaml");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(
        answer
            .out
            .starts_with("sim/guess.yaml: 7 guesses, each marked"),
        "{}",
        answer.out
    );
    let text = fs::read_to_string(folder.path().join("sim/guess.yaml")).expect("a description");
    assert_eq!(text.matches("# guess: ").count(), 7, "{text}");
    let figures = |description: &str| {
        let line = format!("identify --recording sim/{description} --format json");
        wrist(&folder, &line).json()["base"].clone()
    };
    assert_eq!(figures("guess.yaml"), figures("recording.yaml"));
    // Nothing that is there is lost.
    wrist(&folder, "describe sim/recording.csv -o sim/guess.yaml").is_fault(&["is not replaced"]);
}

#[test]
fn a_description_goes_to_standard_output_and_names_what_is_missing() {
    let folder = folder();
    fs::write(folder.path().join("log.csv"), "a,b\n1,2\n2,4\n").expect("a file");
    let answer = wrist(&folder, "describe log.csv");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.contains("  file: log.csv\n"), "{}", answer.out);
    assert_eq!(
        answer.out.matches("# needed: ").count(),
        3,
        "{}",
        answer.out
    );
    wrist(&folder, "describe lost.csv").is_fault(&["cannot read lost.csv"]);
}

#[test]
fn the_schema_is_for_editors() {
    let folder = folder();
    let schema = identify(&folder, "tx40 describe --schema").json();
    assert_eq!(schema["required"][0], "recording");
    let answer = identify(&folder, "tx40 describe");
    assert_eq!(answer.code, Some(2), "{}", answer.out);
}
