//! Motions to simulate: Fourier series within the joints' limits, and fifth-order polynomials
//! through points.

use std::f64::consts::PI;

use thiserror::Error;

use super::Random;
use armwright_runtime::{Follower, Joint, JointKind, Model};

/// A motion of every joint, and of a base that moves.
pub trait Trajectory {
    /// How long it lasts, s.
    fn duration(&self) -> f64;
    /// Position, velocity and acceleration of a joint at a time. After the joints of a robot whose base moves come the
    /// position of that in the world (x, y, z, m), and its roll, pitch and yaw as in a URDF (rad).
    ///
    /// # Panics
    /// It may, of a joint that it does not have ([`count`](Self::count)).
    fn at(&self, joint: usize, time: f64) -> [f64; 3];
    /// How many joints it has, with the six coordinates of a base that moves; none where it has any number.
    fn count(&self) -> Option<usize> {
        None
    }
}

/// A sum of harmonics a joint: periodic, so that the whole record is steady (Swevers et al. 1997).
#[derive(Debug, Clone, PartialEq)]
pub struct Fourier {
    /// Frequency of the first harmonic, rad/s.
    pub fundamental: f64,
    /// Positions about which the joints move.
    pub centre: Vec<f64>,
    /// For each joint, sine and cosine amplitudes of each harmonic, rad or m.
    pub harmonics: Vec<Vec<[f64; 2]>>,
    /// How long it lasts, s.
    pub duration: f64,
}

impl Trajectory for Fourier {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let mut state = [self.centre[joint], 0.0, 0.0];
        for (k, [sine, cosine]) in (1u32..).zip(&self.harmonics[joint]) {
            let omega = self.fundamental * f64::from(k);
            let (s, c) = (omega * time).sin_cos();
            state[0] += sine * s + cosine * c;
            state[1] += omega * (sine * c - cosine * s);
            state[2] -= omega * omega * (sine * s + cosine * c);
        }
        state
    }

    fn count(&self) -> Option<usize> {
        Some(self.centre.len().min(self.harmonics.len()))
    }
}

/// What a joint may do where its file sets no limit: rad (or m), rad/s, rad/s².
pub(crate) fn limits(joint: &Joint) -> ([f64; 2], f64, f64) {
    let (reach, speed, acceleration) = match joint.kind {
        JointKind::Revolute => (1.5, 2.0, 10.0),
        JointKind::Continuous => (PI, 2.0, 10.0),
        JointKind::Prismatic => (0.3, 0.5, 3.0),
    };
    (
        joint.position.unwrap_or([-reach, reach]),
        joint.velocity.unwrap_or(speed),
        joint.acceleration.unwrap_or(acceleration),
    )
}

/// What joints may do so that those that move with several of them keep their limits, too, however the others are: the
/// largest shares of all ranges, alike for the joints that one follows.
pub(super) fn ranges(model: &Model) -> Vec<([f64; 2], f64, f64)> {
    let mut all: Vec<_> = model.joints.iter().map(limits).collect();
    for Follower {
        joint,
        motion,
        offset,
    } in model.followers
    {
        let sum = |of: &dyn Fn(f64, ([f64; 2], f64, f64)) -> f64| -> f64 {
            motion.iter().map(|&(j, factor)| of(factor, all[j])).sum()
        };
        let middle = offset + sum(&|factor, ([low, high], ..)| factor * (low + high) / 2.0);
        let reach = sum(&|factor, ([low, high], ..)| factor.abs() * (high - low) / 2.0);
        let speed = sum(&|factor, (_, speed, _)| factor.abs() * speed);
        let rate = sum(&|factor, (.., rate)| factor.abs() * rate);
        let share =
            |limit: Option<f64>, most: f64| limit.map_or(1.0, |limit| (limit / most).min(1.0));
        let (of_speed, of_rate) = (
            share(joint.velocity, speed),
            share(joint.acceleration, rate),
        );
        let [low, high] = joint.position.unwrap_or([middle - reach, middle + reach]);
        let [low, high] = [low.max(middle - reach), high.min(middle + reach)];
        let reach = reach.max(f64::MIN_POSITIVE);
        let of_reach = ((high - low) / (2.0 * reach)).clamp(0.0, 1.0);
        let way = (((low + high) / 2.0 - middle) / reach).clamp(-1.0, 1.0);
        for &(j, factor) in *motion {
            let ([low, high], speed, rate) = &mut all[j];
            let half = (*high - *low) / 2.0;
            let centre = *low + half + factor.signum() * half * way;
            [*low, *high] = [centre - of_reach * half, centre + of_reach * half];
            *speed *= of_speed;
            *rate *= of_rate;
        }
    }
    all
}

/// What a simulated base may do in each of its six coordinates, position before angles: far enough that its weight
/// turns, and no further than a person or a hexapod moves it.
const BASE: [([f64; 2], f64, f64); 6] = {
    let (way, turn) = (([-0.3, 0.3], 0.8, 5.0), ([-0.8, 0.8], 2.0, 10.0));
    [way, way, way, turn, turn, turn]
};

/// The lowest and the highest position, velocity and acceleration of a Fourier series about 0: sampled
/// finely, because the sum of amplitudes is more than any motion reaches.
pub(super) fn extremes(amplitudes: &[[f64; 2]], period: f64, points: u32) -> [[f64; 2]; 3] {
    let unit = Fourier {
        fundamental: 2.0 * PI / period,
        centre: vec![0.0],
        harmonics: vec![amplitudes.to_vec()],
        duration: period,
    };
    let mut extremes = [[0.0f64; 2]; 3];
    for k in 0..points {
        let state = unit.at(0, period * f64::from(k) / f64::from(points));
        for ([low, high], x) in extremes.iter_mut().zip(state) {
            (*low, *high) = (low.min(x), high.max(x));
        }
    }
    extremes
}

/// A random Fourier motion that uses nine tenths of each joint's limits of position, velocity and
/// acceleration, whichever binds first; of a base that moves, too.
#[must_use]
pub fn designed(model: &Model, period: f64, duration: f64, random: &mut Random) -> Fourier {
    const HARMONICS: u32 = 5;
    const USED: f64 = 0.9;
    let fundamental = 2.0 * PI / period;
    let of_base = BASE.into_iter().filter(|_| model.base_moves());
    let all = ranges(model).into_iter().chain(of_base);
    let joints = all.map(|([low, high], speed, acceleration)| {
        let amplitudes: Vec<[f64; 2]> = (1..=HARMONICS)
            .map(|k| {
                [
                    random.normal() / f64::from(k),
                    random.normal() / f64::from(k),
                ]
            })
            .collect();
        let extremes = extremes(&amplitudes, period, 2000);
        let largest = |i: usize| extremes[i][1].max(-extremes[i][0]);
        let [bottom, top] = extremes[0];
        let scale = USED
            * ((high - low) / (top - bottom).max(1e-9))
                .min(speed / largest(1).max(1e-9))
                .min(acceleration / largest(2).max(1e-9));
        let centre = (low + high) / 2.0 - scale * (top + bottom) / 2.0;
        (
            centre,
            amplitudes
                .iter()
                .map(|pair| pair.map(|a| a * scale))
                .collect::<Vec<_>>(),
        )
    });
    let (centre, harmonics) = joints.unzip();
    Fourier {
        fundamental,
        centre,
        harmonics,
        duration,
    }
}

/// Fifth-order polynomials from point to point, at rest in each (An, Atkeson and Hollerbach 1986,
/// section 3).
#[derive(Debug, Clone, PartialEq)]
pub struct Quintic {
    times: Vec<f64>,
    /// A point a time, a number a joint.
    points: Vec<Vec<f64>>,
}

/// Why points make no motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MotionError {
    /// A motion needs a start and an end.
    #[error("{0} points make no motion: give at least 2")]
    TooFewPoints(usize),
    /// Not as many points as times.
    #[error("{count} points at {wanted} times")]
    TimesOfPoints {
        /// How many points there are.
        count: usize,
        /// How many times.
        wanted: usize,
    },
    /// A point of another number of joints than the first.
    #[error("point {point} has {found} numbers where the first has {wanted}")]
    Joints {
        /// The point, from 1 on.
        point: usize,
        /// How many numbers it has.
        found: usize,
        /// How many the first has.
        wanted: usize,
    },
    /// Times that do not increase.
    #[error("point {0} is not later than the one before")]
    Order(usize),
}

impl Quintic {
    /// A motion through points at increasing times (s).
    ///
    /// # Errors
    /// [`MotionError`].
    pub fn through(times: Vec<f64>, points: Vec<Vec<f64>>) -> Result<Self, MotionError> {
        let (count, wanted) = (points.len(), times.len());
        if count != wanted {
            return Err(MotionError::TimesOfPoints { count, wanted });
        }
        if count < 2 {
            return Err(MotionError::TooFewPoints(count));
        }
        let wanted = points.first().map_or(0, Vec::len);
        if let Some(k) = points.iter().position(|point| point.len() != wanted) {
            return Err(MotionError::Joints {
                point: k + 1,
                found: points[k].len(),
                wanted,
            });
        }
        match times
            .windows(2)
            .position(|pair| pair[1].partial_cmp(&pair[0]) != Some(std::cmp::Ordering::Greater))
        {
            Some(k) => Err(MotionError::Order(k + 2)),
            None => Ok(Self { times, points }),
        }
    }

    /// The mean time from point to point, s.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.duration() / (self.times.len() - 1) as f64
    }
}

impl Trajectory for Quintic {
    fn duration(&self) -> f64 {
        self.times[self.times.len() - 1] - self.times[0]
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let t = time + self.times[0];
        let after = self
            .times
            .partition_point(|start| *start <= t)
            .clamp(1, self.times.len() - 1);
        let span = self.times[after] - self.times[after - 1];
        let s = ((t - self.times[after - 1]) / span).clamp(0.0, 1.0);
        let from = self.points[after - 1][joint];
        let way = self.points[after][joint] - from;
        // 10 s³ - 15 s⁴ + 6 s⁵: position, velocity and acceleration match rest at both ends.
        [
            from + way * s * s * s * (10.0 + s * (6.0 * s - 15.0)),
            way * 30.0 * s * s * (1.0 - s) * (1.0 - s) / span,
            way * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (span * span),
        ]
    }

    fn count(&self) -> Option<usize> {
        self.points.first().map(Vec::len)
    }
}
