//! States by rows: the motion of joints and of a base that moves, and what acts on them.

use std::path::Path;

use super::error::CommandError;
use super::quantity::Evaluated;
use crate::recording::{CsvFile, RecordingError};
use crate::suggestion::suggestion;
use armwright_runtime::{BaseMotion, Model};

/// Columns of the joints, each with `_<joint>` behind it.
const OF_JOINTS: [&str; 6] = ["q", "qd", "qdd", "tau", "qd_r", "qdd_r"];

/// Columns of how the base stands.
const ORIENTATION: [&str; 4] = ["base_qw", "base_qx", "base_qy", "base_qz"];

/// Columns of its velocities.
const VELOCITIES: [&str; 6] = [
    "base_wx", "base_wy", "base_wz", "base_vx", "base_vy", "base_vz",
];

/// Columns of its accelerations.
pub(super) const ACCELERATIONS: [&str; 6] = [
    "base_ax",
    "base_ay",
    "base_az",
    "base_alphax",
    "base_alphay",
    "base_alphaz",
];

/// The wrench that acts on the base, in its axes and about its origin.
pub(super) const WRENCH: [&str; 6] = [
    "fx_base", "fy_base", "fz_base", "tx_base", "ty_base", "tz_base",
];

/// How far the square of a unit quaternion's length may be from 1: few digits were written.
const UNIT: f64 = 1e-2;

/// States by rows; what is not given is 0.
pub(super) struct States<'m> {
    model: &'m Model,
    /// Of the joints, [`OF_JOINTS`] one after the other; then those of the base.
    columns: Vec<Vec<f64>>,
    /// Whether it is said how the base stands.
    is_oriented: bool,
    /// Columns that are called like those of the base, and are none of them.
    pub(super) misspelt: Vec<String>,
    pub(super) rows: usize,
}

/// One of them.
#[derive(Default)]
pub(super) struct State {
    pub(super) q: Vec<f64>,
    pub(super) qd: Vec<f64>,
    pub(super) qdd: Vec<f64>,
    /// Velocities that are followed in place of these, and their rates.
    pub(super) qd_r: Vec<f64>,
    pub(super) qdd_r: Vec<f64>,
    /// What acts: the wrench on a base that moves, and the torques of the joints.
    pub(super) tau: Vec<f64>,
    /// The motion of a base that moves, as the functions take it.
    pub(super) base: Vec<f64>,
}

impl<'m> States<'m> {
    /// Those of a file, as far as a quantity takes them.
    pub(super) fn read(
        path: &Path,
        model: &'m Model,
        quantity: Evaluated,
    ) -> Result<Self, RecordingError> {
        let table = CsvFile::open(path)?;
        let mut wanted = Vec::new();
        let needed: &[&str] = match quantity {
            Evaluated::Generated(quantity) => quantity.arguments(),
            Evaluated::Forward => &["q", "qd", "tau"],
        };
        for prefix in OF_JOINTS {
            let needed = needed.contains(&prefix);
            for joint in model.joints {
                let column = format!("{prefix}_{}", joint.name);
                let place = table.position(&column)?;
                if place.is_none() && needed {
                    return Err(RecordingError::NoColumn {
                        files: path.display().to_string(),
                        suggestion: suggestion(&column, table.header()),
                        column,
                        quantity: "the states".to_owned(),
                    });
                }
                wanted.push(place.filter(|_| needed));
            }
        }
        let mut is_oriented = false;
        if model.base_moves() {
            for column in of_base() {
                let place = table.position(column)?;
                is_oriented |= ORIENTATION.contains(&column) && place.is_some();
                wanted.push(place);
            }
        }
        let places: Vec<usize> = wanted.iter().flatten().copied().collect();
        let unread = table.header().enumerate();
        let unread = unread.filter(|(k, _)| model.base_moves() && !places.contains(k));
        let misspelt = unread.filter(|(_, name)| name.starts_with("base_"));
        let misspelt = misspelt.map(|(_, name)| name.to_owned()).collect();
        let mut read = table.columns(&places)?.into_iter();
        let rows = read.as_slice().first().map_or(0, Vec::len);
        let columns = wanted
            .iter()
            .map(|place| {
                place
                    .and_then(|_| read.next())
                    .unwrap_or_else(|| vec![0.0; rows])
            })
            .collect();
        Ok(Self {
            model,
            columns,
            is_oriented,
            misspelt,
            rows,
        })
    }

    /// A state by its row.
    pub(super) fn get(&self, row: usize, state: &mut State) -> Result<(), CommandError> {
        let n = self.model.joints.len();
        let (of_joints, of_base) = self.columns.split_at(OF_JOINTS.len() * n);
        let part = |k: usize| of_joints[k * n..(k + 1) * n].iter().map(|c| c[row]);
        let State {
            q,
            qd,
            qdd,
            qd_r,
            qdd_r,
            tau,
            base,
        } = state;
        for (vector, k) in [(&mut *q, 0), (qd, 1), (qdd, 2), (qd_r, 4), (qdd_r, 5)] {
            vector.clear();
            vector.extend(part(k));
        }
        tau.clear();
        if self.model.base_moves() {
            let at = |name: &str| {
                let mut columns = self::of_base().zip(of_base);
                let column = columns.find(|(known, _)| *known == name);
                column.map_or(0.0, |(_, column)| column[row])
            };
            tau.extend(WRENCH.map(at));
            *base = self.motion(row, at)?.inputs(self.model.gravity).to_vec();
        }
        tau.extend(part(3));
        Ok(())
    }

    /// How the base moves, by the values of its columns.
    fn motion(&self, row: usize, at: impl Fn(&str) -> f64) -> Result<BaseMotion, CommandError> {
        let rest = BaseMotion::default();
        let orientation = match self.is_oriented {
            true => ORIENTATION.map(&at),
            false => rest.orientation,
        };
        let square: f64 = orientation.iter().map(|x| x * x).sum();
        if (square - 1.0).abs() > UNIT {
            let row = row + 1;
            return Err(CommandError::Orientation { row, square });
        }
        let [wx, wy, wz, vx, vy, vz] = VELOCITIES.map(&at);
        let [ax, ay, az, dx, dy, dz] = ACCELERATIONS.map(&at);
        Ok(BaseMotion {
            orientation,
            angular_velocity: [wx, wy, wz],
            velocity: [vx, vy, vz],
            angular_acceleration: [dx, dy, dz],
            acceleration: [ax, ay, az],
        })
    }
}

/// The columns of a base that moves.
pub(super) fn of_base() -> impl Iterator<Item = &'static str> {
    let motion = ORIENTATION.into_iter().chain(VELOCITIES);
    motion.chain(ACCELERATIONS).chain(WRENCH)
}

#[cfg(test)]
mod tests;
