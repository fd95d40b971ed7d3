//! URDF becomes a robot file that a person could have written.

use armwright_codegen::mechanism::load;
use armwright_codegen::urdf::{Imported, import};

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="Test Arm-2">
  <material name="grey"/>
  <link name="world"/>
  <link name="base link"><inertial><mass value="9"/></inertial><visual/></link>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 -0.02" rpy="0 0 1.5708"/>
      <mass value="3.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/>
    </inertial>
    <collision/>
  </link>
  <link name="cover"><inertial><mass value="0.25"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <link name="tool"/>
  <link name="slide"><inertial><mass value="1.25"/><inertia ixx="2e-3" iyy="2e-3" izz="1e-3"/></inertial></link>
  <joint name="mount" type="fixed"><parent link="world"/><child link="base link"/><origin xyz="0 0 0.5"/></joint>
  <joint name="shoulder" type="revolute">
    <parent link="base link"/><child link="upper"/>
    <origin xyz="0.3 0 1.2e-17" rpy="-1.570796 0 0.3"/>
    <axis xyz="0 2 0"/>
    <limit lower="-1.5" upper="2" velocity="3" effort="0"/>
    <dynamics damping="0.4" friction="0"/>
  </joint>
  <joint name="bolt" type="fixed"><parent link="upper"/><child link="cover"/><origin rpy="0 0 3.14159"/></joint>
  <joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/></joint>
  <joint name="rail" type="prismatic">
    <parent link="upper"/><child link="slide"/>
    <limit lower="0" upper="0.4" velocity="1" effort="50"/>
    <mimic joint="shoulder"/>
  </joint>
</robot>
"#;

fn imported() -> Imported {
    import("robots/arm.urdf", ARM).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn an_arm_reads_like_one_that_was_written_by_hand() {
    insta::assert_snapshot!(imported().text);
}

#[test]
fn what_was_imported_is_a_robot() {
    let (mechanism, _) = load("arm.yaml", &imported().text).expect("a robot");
    assert_eq!(mechanism.coordinates.len(), 2);
    let [first, second] = [0, 1].map(|k| &mechanism.bodies.iter().nth(k).expect("a body").name);
    assert_eq!((first.as_str(), second.as_str()), ("upper", "slide"));
}

#[test]
fn what_is_not_the_robot_is_said() {
    let notes = imported().notes.join("\n");
    for part in [
        "`world` is the base",
        "tool",
        "mimic",
        "1 collision",
        "-1.570796",
        "1.5708",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
}

#[test]
fn nested_elements_without_end_are_no_trouble() {
    let deep = format!(
        "<robot>{}{}</robot>",
        "<a>".repeat(10_000),
        "</a>".repeat(10_000)
    );
    assert!(import("deep.urdf", &deep).is_err());
}
