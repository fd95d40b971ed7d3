//! `armwright recover`: what is known beforehand.

use super::{failure, folder, hinge, json, path};

/// As the help says: empty for nothing; what the file says holds only where nothing is said.
#[test]
fn nothing_at_all_can_be_known() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "recovery: {known: [m_a]}")).expect("written");
    let known = |more: &[&str]| {
        let value = json(&[&["recover", path(&file), "--format", "json"], more].concat());
        value["known"].clone()
    };
    for (names, expected) in [
        (&["--known", ""][..], &[][..]),
        (&["--known", " ,"], &[]),
        (&["--known", ",tx_a, tz_a,"], &["tx_a", "tz_a"]),
        (&[], &["m_a"]),
    ] {
        assert_eq!(known(names), serde_json::json!(expected), "{names:?}");
    }
}

/// With what can be known in its place.
#[test]
fn what_cannot_be_known_beforehand_is_said() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge(", armature: true", "")).expect("written");
    for (name, said) in [
        (
            "mx_a",
            "what is known beforehand is physical: `m_a` and `tx_a`\n",
        ),
        ("Lyz_a", "what is known beforehand is physical: `Jyz_a`\n"),
        ("tx_aa", "did you mean `tx_a`?\n"),
        ("Ia_q11", "did you mean `Ia_q1`?\n"),
    ] {
        let (code, message) = failure(&["recover", path(&file), "--known", name]);
        assert_eq!(code, Some(1), "{name}");
        assert!(
            message.contains(&format!("constant `{name}`\n")),
            "{message}"
        );
        assert!(message.ends_with(said), "{name}: {message}");
    }
    let (_, message) = failure(&["recover", path(&file), "--known", "nonsense"]);
    assert!(message.ends_with("constant `nonsense`\n"), "{message}");
}
