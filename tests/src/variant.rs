//! Robot files with something changed: other gravity, other drives, none.

use serde_yaml::{Mapping, Value};

use crate::robot_files;

/// A file of `robots/` as data that can be changed and written again.
#[derive(Debug, Clone)]
pub struct Variant(Mapping);

impl Variant {
    /// The file of a robot; `None` if there is no such robot.
    ///
    /// # Panics
    /// If `robots/` cannot be listed or the file is not a YAML map.
    #[must_use]
    pub fn of(robot: &str) -> Option<Self> {
        let files = robot_files().expect("robots/ can be listed");
        let file = files
            .iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == robot))?;
        let text = std::fs::read_to_string(file).expect("a robot file can be read");
        Some(Self(
            serde_yaml::from_str(&text).expect("a robot file is a YAML map"),
        ))
    }

    /// The text of the file.
    ///
    /// # Panics
    /// Never: what was read can be written.
    #[must_use]
    pub fn text(&self) -> String {
        serde_yaml::to_string(&self.0).expect("YAML that was read can be written")
    }

    /// Under another gravity, m/s².
    #[must_use]
    pub fn with_gravity(mut self, gravity: [f64; 3]) -> Self {
        self.0
            .insert("gravity".into(), gravity.iter().copied().collect());
        self
    }

    /// With sensors of force and torque at some bodies, and nothing else measured.
    #[must_use]
    pub fn with_wrenches(mut self, bodies: &[&str]) -> Self {
        let bodies: Vec<Value> = bodies.iter().map(|&body| body.into()).collect();
        let wrench = (Value::from("wrench"), Value::from(bodies));
        let wrench = Value::Mapping(Mapping::from_iter([wrench]));
        self.0.insert("measure".into(), vec![wrench].into());
        self
    }

    /// With nothing but the torques of some joints or motors measured.
    #[must_use]
    pub fn with_torques(mut self, drives: &[&str]) -> Self {
        let drives: Vec<Value> = drives.iter().map(|&drive| drive.into()).collect();
        let torque = (Value::from("torque"), Value::from(drives));
        let torque = Value::Mapping(Mapping::from_iter([torque]));
        self.0.insert("measure".into(), vec![torque].into());
        self
    }

    /// With nothing but the balance of energy measured.
    #[must_use]
    pub fn with_energy(mut self) -> Self {
        self.0.insert("measure".into(), "energy".into());
        self
    }

    /// Without transmission, motors, armature and friction.
    #[must_use]
    pub fn without_drives(mut self) -> Self {
        self.0.remove("drives");
        if let Some(Value::Sequence(bodies)) = self.0.get_mut("bodies") {
            for joint in bodies.iter_mut().filter_map(|body| body.get_mut("joint")) {
                if let Value::Mapping(joint) = joint {
                    joint.remove("armature");
                    joint.remove("friction");
                }
            }
        }
        self
    }

    /// With nothing but rotors behind a transmission.
    ///
    /// # Panics
    /// Never: a transmission of numbers is YAML.
    #[must_use]
    pub fn with_rotors(self, transmission: &[&[f64]]) -> Self {
        let mut changed = self.without_drives();
        let motors: Vec<Value> = (1..=transmission.len())
            .map(|k| {
                let name = (Value::from("name"), Value::from(format!("m{k}")));
                let rotor = (Value::from("rotor_inertia"), Value::from(true));
                Value::Mapping(Mapping::from_iter([name, rotor]))
            })
            .collect();
        let rows = serde_yaml::to_value(transmission).expect("numbers are YAML");
        let drives = [
            (Value::from("transmission"), rows),
            (Value::from("motors"), motors.into()),
        ];
        changed
            .0
            .insert("drives".into(), Value::Mapping(Mapping::from_iter(drives)));
        changed
    }
}

/// Robots, changed or not, whose number of base parameters is known.
///
/// Sources: the reference values of the wrist and the direct drive arm, and the literature for the
/// others (36 for six-axis arms of this kind, 43 for seven-axis arms).
#[must_use]
pub fn known_counts() -> Vec<(&'static str, Variant, usize)> {
    const TRIANGULAR: [&[f64]; 3] = [&[-60.0, 0.0, 0.0], &[10.0, 50.0, 0.0], &[-8.0, 12.0, 45.0]];
    const DIAGONAL: [&[f64]; 3] = [&[-60.0, 0.0, 0.0], &[0.0, 50.0, 0.0], &[0.0, 0.0, 45.0]];
    type Change = fn(Variant) -> Variant;
    const PLAIN: Change = Variant::without_drives;
    let cases: [(&str, &str, Change, usize); 24] = [
        ("abb_wrist", "the wrist without drives", PLAIN, 17),
        ("abb_wrist", "the wrist with its drives", |v| v, 25),
        (
            "abb_wrist",
            "rotors behind a triangle",
            |v| v.with_rotors(&TRIANGULAR),
            19,
        ),
        (
            "abb_wrist",
            "rotors behind a diagonal",
            |v| v.with_rotors(&DIAGONAL),
            18,
        ),
        (
            "abb_wrist",
            "gravity along the first axis",
            |v| v.without_drives().with_gravity([9.81, 0.0, 0.0]),
            15,
        ),
        (
            "abb_wrist",
            "the wrist without gravity",
            |v| v.without_drives().with_gravity([0.0; 3]),
            11,
        ),
        (
            "abb_wrist",
            "six-axis sensors at every joint of the wrist",
            |v| v.without_drives().with_wrenches(&["a", "b", "c"]),
            27,
        ),
        (
            "abb_wrist",
            "one at its base",
            |v| v.without_drives().with_wrenches(&["a"]),
            21,
        ),
        (
            "abb_wrist",
            "the torque of its third joint",
            |v| v.without_drives().with_torques(&["q3"]),
            7,
        ),
        (
            "abb_wrist",
            "the torques of its first and third motor",
            |v| v.with_torques(&["m1", "m3"]),
            22,
        ),
        (
            "abb_wrist",
            "the wrist's energy",
            |v| v.without_drives().with_energy(),
            17,
        ),
        (
            "abb_wrist",
            "its energy with its drives",
            Variant::with_energy,
            25,
        ),
        (
            "mit_ddarm",
            "six-axis sensors at every joint of the arm",
            |v| v.with_wrenches(&["1", "2", "3"]),
            26,
        ),
        (
            "mit_ddarm",
            "one at the base of the arm",
            |v| v.with_wrenches(&["1"]),
            20,
        ),
        ("double_pendulum", "two links in a vertical plane", |v| v, 6),
        (
            "double_pendulum",
            "in a horizontal plane",
            |v| v.with_gravity([0.0, -9.81, 0.0]),
            4,
        ),
        (
            "double_pendulum",
            "without gravity",
            |v| v.with_gravity([0.0; 3]),
            4,
        ),
        ("tx40", "TX40 with its drives", |v| v, 61),
        ("tx40", "TX40 without drives", PLAIN, 36),
        ("mit_ddarm", "direct drive arm", PLAIN, 15),
        ("puma560", "PUMA 560", PLAIN, 36),
        ("ur5", "UR5", PLAIN, 36),
        ("panda", "Panda", PLAIN, 43),
        ("iiwa14", "iiwa 14", PLAIN, 43),
    ];
    let present = cases
        .into_iter()
        .filter_map(|(robot, what, change, count)| {
            Variant::of(robot).map(|variant| (what, change(variant), count))
        });
    present.collect()
}
