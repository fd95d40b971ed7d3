//! `armwright import`: where the robot file goes, and what is said of it.

use super::{answer, armwright, failure, folder, path};

/// A hinge whose frame somebody turned by rounded right angles.
const HINGE: &str = r#"<robot name="hinge"><link name="base"/>
  <link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <joint name="q" type="continuous"><parent link="base"/><child link="a"/>
    <origin rpy="1.5708 0 1.5708"/><axis xyz="0 0 1"/></joint></robot>"#;

#[test]
fn a_robot_file_goes_where_it_is_asked_to_and_its_notes_are_said() {
    let folder = folder();
    let [urdf, robot] = ["hinge.urdf", "hinge.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&urdf, HINGE).expect("written");
    let (urdf, robot) = (path(&urdf), path(&robot));
    let shown = answer(&["import", urdf]);
    assert!(shown.contains("\nrobot: hinge\n"), "{shown}");
    let next = format!("wrote {robot}; look at it, then `armwright check {robot}`\n");
    for (more, wrote) in [(&[][..], ""), (&["-o", robot], next.as_str())] {
        let output = armwright(&[&["import", urdf], more].concat());
        let remarks = String::from_utf8_lossy(&output.stderr);
        // What is noted at the head of the file is said as well.
        let notes = shown.lines().filter_map(|line| line.strip_prefix("# - "));
        let notes: String = notes.map(|note| format!("note: {note}\n")).collect();
        assert!(notes.contains("1.5708"), "{notes}");
        assert_eq!(remarks, notes + wrote);
        assert_eq!(output.stdout.is_empty(), !more.is_empty());
    }
    assert_eq!(std::fs::read_to_string(robot).expect("written"), shown);
    assert!(answer(&["check", robot]).contains("no warnings"));
    let floating = answer(&["import", urdf, "--floating"]);
    assert!(floating.contains("\nbase: floating\n"), "{floating}");
    assert!(!shown.contains("\nbase:"), "{shown}");
}

/// A robot file is edited by hand once it was imported.
#[test]
fn an_edited_robot_file_is_not_lost() {
    let folder = folder();
    let [urdf, robot] = ["hinge.urdf", "hinge.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&urdf, HINGE).expect("written");
    let (urdf, robot) = (path(&urdf), path(&robot));
    let import = ["import", urdf, "-o", robot];
    answer(&import);
    // Nobody has touched it.
    answer(&import);
    let first = std::fs::read_to_string(robot).expect("written");
    let edited = first.clone() + "# measured on 3 May\n";
    std::fs::write(robot, &edited).expect("written");
    let (code, message) = failure(&import);
    assert_eq!(code, Some(1));
    assert!(
        message.contains(&format!("`{robot}` exists")) && message.contains("--force"),
        "{message}"
    );
    assert_eq!(std::fs::read_to_string(robot).expect("there"), edited);
    answer(&[&import[..], &["--force"]].concat());
    assert_eq!(std::fs::read_to_string(robot).expect("there"), first);
}

#[test]
fn what_cannot_be_read_is_not_imported() {
    let folder = folder();
    let [nothing, bytes] = ["nothing.urdf", "bytes.urdf"].map(|name| folder.path().join(name));
    std::fs::write(&bytes, [0xff, 0xfe, 0x00]).expect("written");
    for (file, said) in [
        (path(&nothing), "there is no file"),
        (
            path(&bytes),
            "the file cannot be read: it is not text in UTF-8",
        ),
        (
            path(folder.path()),
            "the file cannot be read: it is a folder",
        ),
    ] {
        let (code, message) = failure(&["import", file]);
        assert_eq!(code, Some(1), "{file}");
        assert!(
            message.contains(said) && message.contains(file),
            "{message}"
        );
    }
}

/// What an exporter says before the robot may be longer than the robot.
#[test]
fn a_long_file_is_read_to_its_end() {
    let folder = folder();
    let urdf = folder.path().join("hinge.urdf");
    std::fs::write(&urdf, HINGE).expect("written");
    let shown = answer(&["import", path(&urdf)]);
    let comment = format!("<!-- {} -->\n", "of a drawing, ".repeat(20_000));
    std::fs::write(&urdf, comment + HINGE).expect("written");
    assert_eq!(answer(&["import", path(&urdf)]), shown);
}

/// Friction of both would have one name.
#[test]
fn a_motor_that_is_called_like_a_joint_gets_another_name() {
    let folder = folder();
    let urdf = folder.path().join("hinge.urdf");
    let geared = "<transmission name=\"t\"><type>x/SimpleTransmission</type><joint name=\"q\"/><actuator name=\"q\">\
                  <mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>";
    std::fs::write(&urdf, HINGE.replace("</robot>", geared)).expect("written");
    let shown = answer(&["import", path(&urdf)]);
    for part in [
        "each name once (friction of a joint and of a motor would share it): the motor `q` is `q_2`\n",
        "- {name: q_2}\n",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
