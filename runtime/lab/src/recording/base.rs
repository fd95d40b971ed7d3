//! How a base moves, as an IMU on it measures it.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::description::{Axes, Base, Columns, Description, Gravity};
use super::sources::Sources;
use super::{Channel, RecordingError};

/// The motion of a base that moves, in its own axes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BaseMotion {
    /// Angular velocity, rad/s, and what an accelerometer measures: acceleration less that of free fall, m/s² (6 columns).
    pub columns: Vec<Vec<f64>>,
    /// Where the accelerometer is in the base's frame, m.
    pub at: [f64; 3],
    /// Roll, pitch and yaw that turned the IMU's own axes into those of the base.
    pub rpy: [f64; 3],
    /// By how much the columns come later than positions, s.
    pub delay: f64,
    /// What turns vectors in the axes of the world into those of the base, row by row (9 columns), where something asks for the
    /// orientation, or it is known and there are contacts; it comes with positions.
    pub turns: Vec<Vec<f64>>,
    /// Free fall in the axes of the world that was taken from the accelerometer's columns by `turns`, m/s²: zero where gravity was
    /// in them.
    pub free_fall: [f64; 3],
}

/// What was read of a base.
#[derive(Default)]
pub(super) struct Moved {
    /// Its motion in its axes (6 columns), if it moves, and what turns vectors of the world into these, if that is needed (9).
    pub(super) columns: Option<Vec<Vec<f64>>>,
    /// Its orientation at every sample, if that was measured.
    pub(super) turns: Option<Vec<UnitQuaternion<f64>>>,
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl Sources<'_> {
    /// What the description says of the base, its columns those with the usual names where it names none. None of a base that
    /// stands still.
    pub(super) fn base_columns(&self) -> Result<Option<Base>, RecordingError> {
        let described = &self.description.base;
        if !self.model.base_moves() {
            let key = match (described, self.description.contacts.as_slice()) {
                (Some(_), _) => "base",
                (None, [_, ..]) => "contacts",
                _ => return Ok(None),
            };
            let what = format!(
                "the base of {} does not move: it has `base: floating` in its file, or the key is left out",
                self.model.name
            );
            return Err(self.fault(key, None, &what));
        }
        let mut base = described.clone().unwrap_or_default();
        let named = |quantity: &str, axes: &[&str]| {
            let names = axes.iter().map(|axis| format!("base_{quantity}{axis}"));
            Columns::named(names.collect())
        };
        let has = |columns: &Columns| -> Result<bool, RecordingError> {
            let mut all = true;
            for name in columns.columns.iter().filter_map(|column| column.name()) {
                let mut found = false;
                for table in &self.tables {
                    found |= table.position(name)?.is_some();
                }
                all &= found;
            }
            Ok(all)
        };
        let angles = named("", &["roll", "pitch", "yaw"]);
        for usual in [named("q", &["w", "x", "y", "z"]), angles] {
            if base.orientation.is_none() && has(&usual)? {
                base.orientation = Some(usual);
            }
        }
        base.angular_velocity.get_or_insert(named("w", &AXES));
        base.acceleration.get_or_insert(named("a", &AXES));
        let lists = [
            (Channel::BaseOrientation, &base.orientation, &[3, 4][..]),
            (Channel::BaseRate, &base.angular_velocity, &[3]),
            (Channel::BaseAcceleration, &base.acceleration, &[3]),
        ];
        for (channel, columns, counts) in lists {
            let count = columns.as_ref().map(|columns| columns.columns.len());
            if count.is_some_and(|count| !counts.contains(&count)) {
                let wanted = match channel {
                    Channel::BaseOrientation => {
                        "four of a quaternion (w first) or three of roll, pitch and yaw"
                    }
                    _ => "three, along the axes",
                };
                let key = format!("{}.columns", channel.name());
                return Err(self.fault(&key, None, &format!("columns are {wanted}")));
            }
        }
        for (key, list) in [("base.at", &base.at), ("base.rpy", &base.rpy)] {
            if ![0, 3].contains(&list.len()) {
                return Err(self.fault(key, None, "three numbers are wanted"));
            }
        }
        if base.gravity == Gravity::Removed && base.orientation.is_none() {
            let what = "without gravity, an acceleration needs the base's `orientation`, which says where gravity is";
            return Err(self.fault("base.gravity", None, what));
        }
        Ok(Some(base))
    }

    /// The motion of the base.
    pub(super) fn base(
        &self,
        description: &Description,
        take: &mut dyn FnMut(Channel) -> Option<Vec<Vec<f64>>>,
    ) -> Result<Moved, RecordingError> {
        let Some(base) = &description.base else {
            return Ok(Moved::default());
        };
        let mut read = |channel, columns: &Option<Columns>| {
            let (Some(columns), Some(mut values)) = (columns, take(channel)) else {
                return Ok(Vec::new());
            };
            self.scale(channel, columns, &mut values)?;
            self.add_offsets(channel, columns, &mut values)?;
            Ok::<_, RecordingError>(values)
        };
        let orientation = read(Channel::BaseOrientation, &base.orientation)?;
        let mut columns = read(Channel::BaseRate, &base.angular_velocity)?;
        columns.extend(read(Channel::BaseAcceleration, &base.acceleration)?);
        let samples = columns.first().map_or(0, Vec::len);
        let at = |k: usize| {
            let x = |i: usize| orientation[i][k];
            match orientation.len() {
                3 => UnitQuaternion::from_euler_angles(x(0), x(1), x(2)),
                _ => UnitQuaternion::from_quaternion(Quaternion::new(x(0), x(1), x(2), x(3))),
            }
        };
        let turns: Option<Vec<_>> = match orientation.is_empty() {
            true => None,
            false => Some((0..samples).map(at).collect()),
        };
        let mounted = match base.rpy.as_slice() {
            [roll, pitch, yaw] => Some(UnitQuaternion::from_euler_angles(*roll, *pitch, *yaw)),
            _ => None,
        };
        let gravity = Vector3::from(self.model.gravity);
        for k in 0..samples {
            for first in [0, 3] {
                let mut vector = Vector3::from_fn(|i, _| columns[first + i][k]);
                if let Some(mounted) = mounted {
                    vector = mounted * vector;
                }
                if let (3, Gravity::Removed, Some(turns)) = (first, base.gravity, &turns) {
                    vector -= turns[k].inverse() * gravity;
                }
                (0..3).for_each(|i| columns[first + i][k] = vector[i]);
            }
        }
        let mut contacts = description.contacts.iter();
        let is_asked_for =
            base.gravity == Gravity::Removed || contacts.any(|contact| contact.axes == Axes::World);
        // Whether contacts have the axes that are said is told by it, where it is known throughout.
        let finite = |turn: &UnitQuaternion<f64>| turn.coords.iter().all(|x| x.is_finite());
        let is_whole = turns.iter().flatten().all(finite);
        if is_asked_for || is_whole && !description.contacts.is_empty() {
            columns.extend(turns.iter().flat_map(|turns| from_world(turns)));
        }
        Ok(Moved {
            columns: Some(columns),
            turns,
        })
    }
}

/// What turns vectors in the axes of the world into those of the base, row by row.
fn from_world(turns: &[UnitQuaternion<f64>]) -> [Vec<f64>; 9] {
    std::array::from_fn(|place| {
        let element = |turn: &UnitQuaternion<f64>| {
            turn.inverse().to_rotation_matrix()[(place / 3, place % 3)]
        };
        turns.iter().map(element).collect()
    })
}
