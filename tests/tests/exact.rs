//! What must be exact: numbers of base parameters.

use armwright_codegen::derive;
use armwright_tests::known_counts;

#[test]
fn base_parameters_are_as_many_as_are_known() {
    for (what, variant, count) in known_counts() {
        let derived = derive(what, &variant.text());
        let (derivation, _) = derived.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(derivation.base.base.len(), count, "{what}");
    }
}
