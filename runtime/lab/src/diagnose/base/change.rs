//! What undoes faults of what is measured of a base that moves.

use nalgebra::{Matrix3, Rotation3, Vector3};

use super::super::base_fault::{BaseFault, Frame, Sensor};
use super::super::change::{Change, Fault};
use super::joints::{Joints, OfJoints};
use crate::motion::ImuChange;

/// What undoes faults: of the IMU, of each contact a factor and what is added in the axes of its sensor and whose axes these are, where
/// they are others than said, and of joints.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BaseChange {
    pub(super) imu: ImuChange,
    pub(super) wrenches: Vec<(f64, [f64; 6])>,
    pub(super) frames: Vec<Option<Frame>>,
    pub(super) joints: Change,
}

/// A kind of fault, of which numbers say how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Other axes, one of [`AXES`].
    Axes(Sensor, [i8; 3]),
    /// Readings in the axes of the world.
    OfWorld(Sensor),
    /// The accelerometer is elsewhere.
    Place,
    /// The IMU is turned by a vector of rotation.
    Turn,
    /// Constants in readings.
    Bias(Sensor),
    /// A factor on readings, less one, times what is given.
    Factor(Sensor, f64),
    /// Readings that are late, besides what is given, s.
    Lag(f64),
    /// A contact whose wrench has the other sign.
    WrenchSign(usize),
    /// All contacts have wrenches with the other sign.
    WrenchSigns,
    /// The wrench of a contact, or of all, in other axes.
    WrenchAxes(Option<usize>, Frame),
    /// Constants in so many numbers that a contact's sensor shows, in its axes.
    WrenchBias(usize, usize),
    /// Of positions and torques of joints.
    Joints(OfJoints),
}

/// The axes of a sensor as those of another: rows of a signed permutation.
pub(super) fn matrix(axes: [i8; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|i, j| match axes[i].unsigned_abs() as usize == j + 1 {
        true => f64::from(axes[i].signum()),
        false => 0.0,
    })
}

/// All axes that sensors may have, but for the right ones.
pub(super) fn all_axes() -> Vec<[i8; 3]> {
    let orders = [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ];
    let signed = orders.into_iter().flat_map(|order: [i8; 3]| {
        (0..8u8).map(move |signs| {
            std::array::from_fn(|i| match signs >> i & 1 {
                0 => order[i],
                _ => -order[i],
            })
        })
    });
    signed.filter(|axes| *axes != [1, 2, 3]).collect()
}

impl Kind {
    /// How many numbers say how large it is.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Axes(..)
            | Self::OfWorld(_)
            | Self::WrenchSign(_)
            | Self::WrenchSigns
            | Self::WrenchAxes(..)
            | Self::Joints(OfJoints::Usual(_)) => 0,
            Self::Factor(..) | Self::Lag(_) | Self::Joints(_) => 1,
            Self::Place | Self::Turn | Self::Bias(_) => 3,
            Self::WrenchBias(_, components) => components,
        }
    }

    /// Steps of these by which slopes are found.
    pub(super) fn step(self, rate: f64) -> f64 {
        match self {
            Self::Lag(_) => 0.1 / rate,
            _ => 1e-3,
        }
    }

    /// What undoes a fault of these numbers, after others.
    pub(super) fn apply(self, by: &[f64], joints: &Joints<'_>, change: &mut BaseChange) {
        let three = |by: &[f64]| Vector3::from_fn(|i, _| by[i]);
        let imu = &mut change.imu;
        let mut both = |sensor: Sensor, turn: Matrix3<f64>| {
            for of in imu_of(imu, sensor) {
                *of = (turn * of.0, turn * of.1);
            }
        };
        match self {
            Self::Axes(sensor, axes) => both(sensor, matrix(axes)),
            Self::Turn => both(Sensor::Imu, Rotation3::new(three(by)).into_inner()),
            Self::Factor(sensor, times) => {
                both(sensor, Matrix3::identity() * (times * (1.0 + by[0])));
            }
            Self::Bias(sensor) => imu_of(imu, sensor)
                .into_iter()
                .for_each(|of| of.1 += three(by)),
            Self::OfWorld(sensor) => {
                let [rate, felt] = &mut imu.of_world;
                *rate |= sensor != Sensor::Accelerometer;
                *felt |= sensor != Sensor::Gyroscope;
            }
            Self::Place => imu.at += three(by),
            Self::Lag(start) => imu.later += start + by[0],
            Self::WrenchSign(contact) => reverse(&mut change.wrenches[contact..=contact]),
            Self::WrenchSigns => reverse(&mut change.wrenches),
            Self::WrenchAxes(contact, axes) => {
                let each = change.frames.iter_mut().enumerate();
                let each = each.filter(|(k, _)| contact.is_none_or(|own| own == *k));
                each.for_each(|(_, frame)| *frame = Some(axes));
            }
            Self::WrenchBias(contact, _) => {
                let constant = &mut change.wrenches[contact].1;
                constant.iter_mut().zip(by).for_each(|(x, by)| *x += by);
            }
            Self::Joints(of) => change.joints.then(&joints.change(of, by)),
        }
    }

    /// Whether two are faults of the same kind.
    pub(super) fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Lag(_), Self::Lag(_)) => true,
            (Self::Joints(OfJoints::Offset(a, _)), Self::Joints(OfJoints::Offset(b, _))) => a == b,
            (Self::Axes(a, _), Self::Axes(b, _)) | (Self::Factor(a, _), Self::Factor(b, _)) => {
                a == b
            }
            _ => self == other,
        }
    }

    /// The fault of these numbers; `change` is all that is undone.
    pub(super) fn fault(self, by: &[f64], change: &BaseChange, around: &Around<'_>) -> Fault {
        let imu = &change.imu;
        let degrees = |turn: Matrix3<f64>| {
            let [roll, pitch, yaw] = around.rpy;
            let mounted = Rotation3::from_euler_angles(roll, pitch, yaw);
            let all = mounted * Rotation3::from_matrix_unchecked(turn);
            let (roll, pitch, yaw) = all.euler_angles();
            [roll, pitch, yaw].map(f64::to_degrees)
        };
        let fault = match self {
            Self::Axes(sensor, axes) => BaseFault::Axes {
                of: sensor,
                axes,
                rpy: (sensor == Sensor::Imu && matrix(axes).determinant() > 0.0)
                    .then(|| degrees(matrix(axes))),
            },
            Self::OfWorld(sensor) => BaseFault::OfWorld { of: sensor },
            Self::Turn => {
                let turn = Rotation3::new(Vector3::from_fn(|i, _| by[i])).into_inner();
                BaseFault::Turn { rpy: degrees(turn) }
            }
            Self::Factor(sensor, times) => BaseFault::Factor {
                of: sensor,
                factor: times * (1.0 + by[0]),
            },
            Self::Bias(sensor) => {
                let (turn, constant) = match sensor {
                    Sensor::Gyroscope => &imu.rate,
                    _ => &imu.felt,
                };
                // What is turned by `rpy` is added to before.
                let turns = imu.rate.0 == imu.felt.0 && turn.determinant() > 0.0;
                let constant = match turns {
                    true => turn.transpose() * constant,
                    false => *constant,
                };
                BaseFault::Bias {
                    of: sensor,
                    offset: constant.into(),
                }
            }
            Self::Place => BaseFault::Place {
                at: std::array::from_fn(|i| around.at[i] + imu.at[i]),
            },
            Self::Lag(start) => BaseFault::Lag {
                seconds: start + by[0],
                delay: around.delay + start + by[0],
            },
            Self::WrenchSign(contact) => BaseFault::WrenchSign {
                body: around.bodies[contact].to_owned(),
            },
            Self::WrenchSigns => {
                let each = around.bodies.iter();
                let faults = each.map(|body| BaseFault::WrenchSign {
                    body: (*body).to_owned(),
                });
                return Fault::Base {
                    faults: faults.collect(),
                };
            }
            Self::WrenchAxes(contact, axes) => {
                let each = around.bodies.iter().zip(&around.frames).enumerate();
                let others = each.filter(|(k, (_, frame))| {
                    contact.is_none_or(|own| own == *k) && **frame != axes
                });
                let mut bodies: Vec<String> =
                    others.map(|(_, (body, _))| (*body).to_owned()).collect();
                bodies.dedup();
                BaseFault::WrenchAxes { bodies, axes }
            }
            Self::WrenchBias(contact, components) => BaseFault::WrenchBias {
                body: around.bodies[contact].to_owned(),
                offset: change.wrenches[contact].1[..components].to_vec(),
            },
            Self::Joints(of) => return around.joints.fault(of, by),
        };
        Fault::Base {
            faults: vec![fault],
        }
    }
}

/// What descriptions say of the IMU and of contacts.
pub(super) struct Around<'a> {
    pub(super) at: [f64; 3],
    pub(super) rpy: [f64; 3],
    pub(super) delay: f64,
    pub(super) bodies: Vec<&'a str>,
    /// Of each contact whose axes its sensor is said to have.
    pub(super) frames: Vec<Frame>,
    /// Of each contact how many numbers its sensor shows.
    pub(super) components: Vec<usize>,
    pub(super) joints: Joints<'a>,
}

impl Around<'_> {
    /// What undoes nothing.
    pub(super) fn none(&self) -> BaseChange {
        BaseChange {
            imu: ImuChange::none(),
            wrenches: vec![(1.0, [0.0; 6]); self.bodies.len()],
            frames: vec![None; self.bodies.len()],
            joints: Change::none(self.joints.count()),
        }
    }
}

/// Turns the signs of wrenches, and of what is added to them.
fn reverse(wrenches: &mut [(f64, [f64; 6])]) {
    for (factor, constant) in wrenches {
        *factor *= -1.0;
        constant.iter_mut().for_each(|x| *x = -*x);
    }
}

/// What is done to readings of a sensor.
fn imu_of(imu: &mut ImuChange, sensor: Sensor) -> Vec<&mut (Matrix3<f64>, Vector3<f64>)> {
    match sensor {
        Sensor::Gyroscope => vec![&mut imu.rate],
        Sensor::Accelerometer => vec![&mut imu.felt],
        Sensor::Imu => vec![&mut imu.rate, &mut imu.felt],
    }
}

#[cfg(test)]
mod tests;
