//! `armwright new`: the robot file that one starts from.

use std::process::Command;

use super::{answer, armwright, folder};

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

/// Under its name where one is, unless another place is given; nothing is overwritten unasked.
#[test]
fn a_new_file_is_where_it_is_asked_for() {
    let folder = folder();
    let new = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_armwright"))
            .args([&["new", "my_arm"], more].concat())
            .current_dir(folder.path())
            .output()
            .expect("the binary runs");
        let remarks = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), output.stdout.is_empty(), remarks)
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let said = |name: &str| format!("wrote {name}; edit it, then `armwright check {name}`\n");
    assert_eq!(new(&["--dof", "1"]), (Some(0), true, said("my_arm.yaml")));
    let first = read("my_arm.yaml");
    assert_eq!(first, answer(&["new", "my_arm", "--dof", "1", "-o", "-"]));

    let (code, _, message) = new(&["--dof", "2"]);
    assert_eq!(code, Some(1));
    assert!(message.contains("`my_arm.yaml` exists"), "{message}");
    assert_eq!(read("my_arm.yaml"), first);

    assert_eq!(
        new(&["--dof", "2", "--force"]),
        (Some(0), true, said("my_arm.yaml"))
    );
    assert_ne!(read("my_arm.yaml"), first);
    assert_eq!(
        new(&["-o", "other.yaml"]),
        (Some(0), true, said("other.yaml"))
    );
    // Six joints, if nothing is said.
    assert_eq!(
        read("other.yaml"),
        answer(&["new", "my_arm", "--dof", "6", "-o", "-"])
    );
}

#[test]
fn a_new_arm_has_from_1_to_64_joints() {
    for (dof, code) in [("0", 2), ("1", 0), ("64", 0), ("65", 2), ("two", 2)] {
        let output = armwright(&["new", "my_arm", "--dof", dof, "-o", "-"]);
        assert_eq!(output.status.code(), Some(code), "{dof}");
    }
}

/// The numbers are examples, but an arm carries what is lighter than itself.
#[test]
fn links_of_a_new_arm_are_lighter_towards_its_end() {
    let text = answer(&["new", "my_arm", "--dof", "8", "-o", "-"]);
    let masses = text.lines().filter_map(|line| {
        let value = line.trim_start().strip_prefix("mass: ")?;
        value.split_whitespace().next()?.parse::<f64>().ok()
    });
    let masses: Vec<f64> = masses.collect();
    assert_eq!(masses.len(), 8, "{text}");
    assert!(masses[..6].is_sorted_by(|a, b| a > b), "{masses:?}");
    assert!(
        masses[5..]
            .iter()
            .all(|mass| *mass == masses[5] && *mass > 0.0),
        "{masses:?}"
    );
}

/// What a key means stands beside it, in a column of its own, or above it where the line has no room for both.
#[test]
fn keys_are_explained_beside_them_or_above() {
    let text = answer(&["new", "my_arm", "--dof", "2", "-o", "-"]);
    // Of the bodies, the first of which has every key; below, whole sections are comments.
    let (_, bodies) = text.split_once("\nbodies:\n").expect("bodies");
    let (bodies, _) = bodies.split_once("\n\n").expect("an end");
    let lines: Vec<&str> = bodies.lines().collect();
    let (mut beside, mut above) = (0, 0);
    for (k, line) in lines.iter().enumerate() {
        let line = *line;
        if let Some((key, comment)) = line.rsplit_once("  # ") {
            let width = key.trim_end().chars().count();
            if width > 0 {
                assert_eq!(
                    line.rfind("  # ").map(|at| at + 2),
                    Some(42.max(width + 2)),
                    "{line}"
                );
                assert!(
                    line.chars().count() <= 100 && comment.ends_with('.'),
                    "{line}"
                );
                beside += 1;
                continue;
            }
        }
        let comment = line.trim_start();
        if comment.starts_with("# ") && comment.ends_with('.') {
            let next = lines[k + 1].trim_end();
            let together = 42.max(next.chars().count() + 2) + comment.chars().count();
            assert!(together > 100, "{line}\n{next}");
            above += 1;
        }
    }
    assert_eq!((beside, above), (12, 8));
    // Every key is explained once: the second body has the keys alone.
    let (_, second) = bodies.split_once("- name: link2\n").expect("a second body");
    assert!(!second.contains('#'), "{second}");
}

/// One link after the other, about the axes of the usual six-axis arm and again from the start; the last of several is at the
/// flange.
#[test]
fn links_of_a_new_arm_are_a_chain() {
    let new = |dof: &str| answer(&["new", "my_arm", "--dof", dof, "-o", "-"]);
    let values = |dof: &str, key: &str| -> Vec<String> {
        let text = new(dof);
        let lines = text.lines().map(str::trim_start);
        let values = lines.filter_map(|line| line.strip_prefix(key));
        values.map(str::to_owned).collect()
    };
    let parents = values("4", "parent: ");
    let words = parents.iter().map(|value| value.split(' ').next());
    let parents: Vec<&str> = words.flatten().collect();
    assert_eq!(parents, ["base", "link1", "link2", "link3"]);
    let [x, y, z] = ["[1, 0, 0]", "[0, 1, 0]", "[0, 0, 1]"];
    assert_eq!(values("7", "axis: "), [z, y, y, x, y, x, z]);
    for (dof, at_last) in [("1", false), ("2", true), ("3", true)] {
        let text = new(dof);
        let (before, last) = text.rsplit_once("- name: link").expect("links");
        assert!(!before.contains("[flange, 0, 0]"), "{dof}: {before}");
        assert_eq!(last.contains("[flange, 0, 0]"), at_last, "{dof}: {last}");
    }
}
