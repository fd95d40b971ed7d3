//! URDF becomes a robot file that a person could have written, and that URDF again.

mod export;
mod following;
mod import;
mod names;
mod transmissions;

/// A drone: what is fixed to its root link is part of the base, and so is the root link.
const DRONE: &str = r#"<robot name="drone">
  <link name="body">
    <inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial>
  </link>
  <link name="camera"><inertial><mass value="0.5"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <link name="arm"><inertial><mass value="0.25"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <joint name="mount" type="fixed"><parent link="body"/><child link="camera"/><origin xyz="0.2 0 0"/></joint>
  <joint name="swing" type="continuous"><parent link="body"/><child link="arm"/><origin xyz="0 0 -0.1"/><axis xyz="0 1 0"/></joint>
</robot>"#;

/// Two joints, the second carried by the first; `first` and `second` are what stands in them.
fn two(first: &str, second: &str) -> String {
    format!(
        r#"<robot name="two"><link name="base"/>
      <link name="a"><inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2"/></inertial></link>
      <link name="b"><inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2"/></inertial></link>
      <link name="eye"/><link name="ear"/>
      <joint name="q1" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>{first}</joint>
      <joint name="q2" type="prismatic"><parent link="a"/><child link="b"/>{second}</joint>
      <joint name="f1" type="fixed"><parent link="b"/><child link="eye"/></joint>
      <joint name="f2" type="fixed"><parent link="b"/><child link="ear"/></joint></robot>"#
    )
}

/// A chain of hinges with these names, each followed by what stands in it besides.
fn hinges(robot: &str, joints: &[(&str, &str)]) -> String {
    let mut text = format!("<robot name=\"{robot}\"><link name=\"l0\"/>");
    for (k, (name, more)) in joints.iter().enumerate() {
        text += &format!(
            "<link name=\"l{}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>\
             <joint name=\"{name}\" type=\"revolute\"><parent link=\"l{k}\"/><child link=\"l{}\"/>\
             <axis xyz=\"0 0 1\"/>{more}</joint>",
            k + 1,
            k + 1
        );
    }
    text + "</robot>"
}

/// A base and a link on it; what stands in the base's link, and in its joint.
fn on_base(base: &str, joint: &str) -> String {
    format!(
        r#"<robot name="arm"><link name="trunk">{base}</link>
      <link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="q" type="revolute"><parent link="trunk"/><child link="a"/>{joint}</joint></robot>"#
    )
}
