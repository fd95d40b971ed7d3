//! `armwright new`: the robot file that one starts from.

use super::answer;

/// Empty lines stand before what has several lines of the whole robot, and nowhere else.
#[test]
fn a_new_file_is_in_paragraphs() {
    let text = answer(&["new", "my_arm", "--dof", "2", "-o", "-"]);
    let keys = [
        "robot:",
        "constants:",
        "bodies:",
        "# drives:",
        "# springs:",
        "# torques:",
        "# recovery:",
        "# base_parameters:",
        "# equations:",
    ];
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(paragraphs.len(), keys.len(), "{text}");
    for (paragraph, key) in paragraphs.iter().zip(keys) {
        assert!(paragraph.starts_with("# "), "a comment first: {paragraph}");
        assert!(
            paragraph.lines().any(|line| line.starts_with(key)),
            "{key} in {paragraph}"
        );
    }
}

#[test]
fn a_new_file_has_as_many_of_everything_as_there_are_joints() {
    for (dof, title) in [("1", "1 joint "), ("3", "3 joints ")] {
        let text = answer(&["new", "my_arm", "--dof", dof, "-o", "-"]);
        assert!(
            text.contains(&format!("\ntitle: Serial arm with {title}")),
            "{text}"
        );
        let count = |part: &str| text.matches(part).count().to_string();
        assert_eq!(count("- name: link"), dof);
        assert_eq!(count("- {name: m"), dof);
        let gears = text
            .split_once("transmission: [")
            .and_then(|(_, rest)| rest.split_once(']'));
        let gears = gears.map(|(gears, _)| gears.split(", ").count().to_string());
        assert_eq!(gears.as_deref(), Some(dof));
    }
}
