//! Tests of data that are not part of the project are ignored where these are missing; a strict run, where they
//! are, does not have it (`ARMWRIGHT_STRICT`, which `.ci/run` sets).

#[test]
fn a_strict_run_ignores_nothing() {
    let strict = std::env::var("ARMWRIGHT_STRICT").is_ok_and(|value| value == "1");
    let missing = [
        (cfg!(no_gold), "reference values (ARMWRIGHT_GOLD)"),
        (cfg!(no_data), "recordings (ARMWRIGHT_DATA)"),
    ];
    let missing: Vec<&str> = missing
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, what)| *what)
        .collect();
    assert!(
        !strict || missing.is_empty(),
        "a strict run, and tests were built without {}; if they are there now, `touch tests/build.rs`",
        missing.join(" and ")
    );
}
