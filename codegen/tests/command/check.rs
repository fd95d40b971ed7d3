//! `armwright check` and `armwright parameters`: what is counted, and what is not.

use super::{PENDULUM, answer, folder, hinge, path};

/// Six wrench components of a joint; where there are joint torques alone, nothing needs to be said.
#[test]
fn what_is_measured_is_said_unless_it_is_the_torques() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let checked = |measure: &str| {
        std::fs::write(&file, hinge("", measure)).expect("written");
        answer(&["check", path(&file)])
    };
    let wrench = checked("measure: {wrench: a}");
    let line = "  measured            6 (fx_a, fy_a, fz_a, tx_a, ty_a, tz_a)\n";
    assert!(wrench.contains(line), "{wrench}");
    let with_energy = checked("measure: [torque, energy]");
    let line = "  measured            2 (tau_q1, power)\n";
    assert!(with_energy.contains(line), "{with_energy}");
    for usual in ["", "measure: torque"] {
        let text = checked(usual);
        assert!(!text.contains("  measured  "), "{usual}: {text}");
    }
}

/// Of a pendulum about a horizontal axis y, x and z moments and the inertia about y; of two of them what the upper
/// one and the mass of the lower one have in common.
#[test]
fn parameters_are_counted_by_what_motion_reveals() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "")).expect("written");
    for (file, said) in [
        (
            path(&file),
            "  10 standard: 3 identifiable, 0 combined, 7 invisible\n",
        ),
        (
            PENDULUM,
            "  20 standard: 4 identifiable, 3 combined, 13 invisible\n",
        ),
    ] {
        let text = answer(&["check", file]);
        assert!(text.contains(said), "{said}: {text}");
    }
    // Those of the bodies are said where there are others.
    let alone = answer(&["check", path(&file)]);
    assert!(alone.contains("  base parameters     3 of 10\n"), "{alone}");
    std::fs::write(&file, hinge(", friction: [viscous]", "")).expect("written");
    let with = answer(&["check", path(&file)]);
    let said = "  base parameters     4 of 11 (the bodies alone: 3 of 10)\n";
    assert!(with.contains(said), "{with}");
    let text = answer(&["parameters", path(&file)]);
    for said in [
        "\nphysical parameters: 5 visible in base parameters, 6 invisible\n",
        "\n  tx_a: in mx_a and Lyy_a\n",
        "\n  ty_a: invisible: it is part of my_a, ",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

/// What only a measure of uncertainty needs is not among the functions of `check`.
#[test]
fn what_recovery_divides_by_is_not_counted_on_the_screen() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "recovery: {known: [m_a]}")).expect("written");
    let text = answer(&["check", path(&file)]);
    assert!(
        text.contains("3 of 3 unknowns from the 1 that are known"),
        "{text}"
    );
    assert!(text.contains("\n  recover  "), "{text}");
    assert!(!text.contains("recovery_divisors"), "{text}");
    let all = answer(&["show", "emit", path(&file)]);
    assert!(all.contains("recovery_divisors"), "{all}");
}
