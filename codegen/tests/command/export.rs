//! `armwright export`: whose parameters a URDF has, and where it goes.

use super::{answer, armwright, failure, folder, path};

/// A hinge whose friction has no place in URDF.
const HINGE: &str = "robot: hinge\ngravity: [0, 0, -9.81]\nbodies:\n\
                     - name: a\n  parent: base\n\
                     \u{20} joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [quadratic], nominal: {quadratic: 7}}\n\
                     \u{20} physical: {mass: 2, com: [0.1, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}\n";

#[test]
fn nominal_parameters_are_exported_unless_others_are_given() {
    let folder = folder();
    let [robot, values, urdf] =
        ["hinge.yaml", "values.yaml", "hinge.urdf"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE).expect("written");
    let identified = "{m_a: 3, tx_a: 0.2, Jxx_a: 0.5, Jyy_a: 0.75, Jzz_a: 0.5, fq_q1: 9}";
    std::fs::write(&values, identified).expect("written");

    let nominal = answer(&["export", path(&robot)]);
    for part in [
        "<origin xyz=\"0.1 0.0 0.0\"/>",
        "<mass value=\"2.0\"/>",
        "iyy=\"1.0\"",
    ] {
        assert!(nominal.contains(part), "{part}: {nominal}");
    }
    let given = answer(&["export", path(&robot), "--parameters", path(&values)]);
    for part in [
        "<origin xyz=\"0.2 0.0 0.0\"/>",
        "<mass value=\"3.0\"/>",
        "iyy=\"0.75\"",
    ] {
        assert!(given.contains(part), "{part}: {given}");
    }

    // A file has what the terminal would; the values stay as they are.
    let arguments = ["export", path(&robot), "-o", path(&urdf)];
    for (more, expected) in [
        (&[][..], &nominal),
        (&["--parameters", path(&values)], &given),
    ] {
        let output = armwright(&[&arguments, more].concat());
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{remarks}");
        assert!(output.stdout.is_empty());
        assert!(
            remarks.ends_with(&format!("wrote {}\n", path(&urdf))),
            "{remarks}"
        );
        assert_eq!(&std::fs::read_to_string(&urdf).expect("written"), expected);
    }
    assert_eq!(
        std::fs::read_to_string(&values).expect("values"),
        identified
    );
}

#[test]
fn what_is_left_out_of_an_export_is_said_beside_it() {
    let folder = folder();
    let [robot, urdf] = ["hinge.yaml", "hinge.urdf"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE).expect("written");
    for more in [&[][..], &["-o", path(&urdf)]] {
        let output = armwright(&[&["export", path(&robot)], more].concat());
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert!(
            remarks.starts_with("note: left out, "),
            "{more:?}: {remarks}"
        );
        assert!(remarks.contains("fq_q1"), "{more:?}: {remarks}");
    }
}

#[test]
fn parameters_that_are_not_there_are_not_exported() {
    let folder = folder();
    let [robot, values, urdf] =
        ["hinge.yaml", "values.yaml", "hinge.urdf"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE).expect("written");
    let arguments = [
        "export",
        path(&robot),
        "--parameters",
        path(&values),
        "-o",
        path(&urdf),
    ];
    let (code, message) = failure(&arguments);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("there is no file `") && message.contains("values.yaml"),
        "{message}"
    );
    // Nor those of another robot.
    std::fs::write(&values, "{m_b: 3}").expect("written");
    let (code, message) = failure(&arguments);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("values.yaml:1:2") && message.contains("m_b"),
        "{message}"
    );
    std::fs::write(&values, "{speed: 3}").expect("written");
    let (_, message) = failure(&arguments);
    let must = "it must be a standard or physical parameter, called `<symbol>_<owner>`";
    assert!(
        message.contains("unknown parameter `speed`") && message.contains(must),
        "{message}"
    );
    assert!(!urdf.exists());
}

#[test]
fn parameters_that_are_something_else_are_told_to_be() {
    let folder = folder();
    let [robot, values] = ["hinge.yaml", "values.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE).expect("written");
    for (text, what) in [
        ("\n", "is empty"),
        (HINGE, "is a robot file"),
        (
            "{\n  \"provenance\": {\"robot\": \"hinge\"}\n}\n",
            "holds results, and of bodies combinations alone",
        ),
    ] {
        std::fs::write(&values, text).expect("written");
        let (code, said) = failure(&["export", path(&robot), "--parameters", path(&values)]);
        assert_eq!(code, Some(1));
        let expected = format!("`{}` {what}: a file of parameters is a map", path(&values));
        assert!(said.contains(&expected), "{said}");
    }
    let (code, said) = failure(&["export", path(&robot), "--parameters", path(folder.path())]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("is a folder: a file of parameters is"),
        "{said}"
    );
}

/// The first of each kind is named.
#[test]
fn values_about_the_centre_and_about_the_joint_exclude_each_other() {
    let folder = folder();
    let [robot, values] = ["hinge.yaml", "values.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE).expect("written");
    let both = "{m_a: 2, tx_a: 0.5, ty_a: 0.25, mx_a: 1, my_a: 1}";
    std::fs::write(&values, both).expect("written");
    let (code, message) = failure(&["export", path(&robot), "--parameters", path(&values)]);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("`tx_a` and `mx_a` exclude each other"),
        "{message}"
    );
}

/// The third joint follows the second one, which moves by itself as the first one does.
#[test]
fn a_joint_is_exported_with_the_one_that_it_follows() {
    let folder = folder();
    let robot = folder.path().join("arm.yaml");
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 1, 0], coordinate: {q2: 3}}}\n";
    std::fs::write(&robot, text).expect("written");
    let urdf = answer(&["export", path(&robot)]);
    let lines = urdf.lines().filter(|line| line.contains("<mimic"));
    let mimics: Vec<&str> = lines.map(str::trim).collect();
    assert_eq!(mimics, ["<mimic joint=\"q2\" multiplier=\"3.0\"/>"]);
}

/// Of a drive that is not named nothing is known, and of a body zero is what is left out: nominal values are not taken for it.
#[test]
fn what_given_parameters_lack_is_not_nominal() {
    let folder = folder();
    let [robot, values] = ["hinge.yaml", "values.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&robot, HINGE.replace("quadratic", "viscous")).expect("written");
    std::fs::write(&values, "{m_a: 3, Jxx_a: 0.5, Jyy_a: 0.5, Jzz_a: 0.5}").expect("written");
    let dynamics = "<dynamics damping=\"7.0\" friction=\"0.0\"/>";
    let nominal = answer(&["export", path(&robot)]);
    assert!(nominal.contains(dynamics), "{nominal}");
    let given = answer(&["export", path(&robot), "--parameters", path(&values)]);
    assert!(given.contains("<origin xyz=\"0.0 0.0 0.0\"/>"), "{given}");
    assert!(!given.contains("<dynamics"), "{given}");
}
