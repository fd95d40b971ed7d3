//! What must be exact: numbers of base parameters, and the same bytes for the same file.

use armwright_codegen::{derive, generate};
use armwright_tests::{known_counts, robot_files};

#[test]
fn base_parameters_are_as_many_as_are_known() {
    for (what, variant, count) in known_counts() {
        let derived = derive(what, &variant.text());
        let (derivation, _) = derived.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(derivation.base.base.len(), count, "{what}");
    }
}

#[test]
fn the_same_file_gives_the_same_bytes() {
    for path in robot_files().expect("robots/ lists") {
        let text = std::fs::read_to_string(&path).expect("a robot file is text");
        let code = || {
            generate("robot.yaml", &text)
                .expect("robots/ has no faults")
                .code
        };
        assert_eq!(code(), code(), "{}", path.display());
    }
}
