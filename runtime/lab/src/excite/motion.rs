//! A motion of all joints as a weighted sum of functions of time.

use super::basis::{Basis, ORDERS};
use crate::experiment::Trajectory;

/// A motion: a basis, and coefficients of each joint.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Functions of time.
    pub basis: Basis,
    /// For each joint a coefficient of each function.
    pub coefficients: Vec<Vec<f64>>,
    /// How long it lasts, s; a Fourier series goes on period after period.
    pub duration: f64,
}

impl Motion {
    /// Position, velocity, acceleration and jerk of every joint at a time.
    #[must_use]
    pub fn state(&self, time: f64) -> Vec<[f64; ORDERS]> {
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        self.basis.at(time, &mut out);
        let sum = |row: &Vec<f64>, own: &Vec<f64>| row.iter().zip(own).map(|(f, c)| f * c).sum();
        let joints = self.coefficients.iter();
        joints
            .map(|own| std::array::from_fn(|order| sum(&out[order], own)))
            .collect()
    }

    /// The lowest and the highest of each order and joint, on a grid of `points` a period or duration.
    #[must_use]
    pub fn extremes(&self, points: usize) -> Vec<[[f64; 2]; ORDERS]> {
        let mut found = vec![[[f64::INFINITY, f64::NEG_INFINITY]; ORDERS]; self.coefficients.len()];
        for k in 0..=points {
            let time = self.basis.duration() * k as f64 / points.max(1) as f64;
            for (found, state) in found.iter_mut().zip(self.state(time)) {
                for ([low, high], x) in found.iter_mut().zip(state) {
                    (*low, *high) = (low.min(x), high.max(x));
                }
            }
        }
        found
    }
}

impl Trajectory for Motion {
    fn duration(&self) -> f64 {
        self.duration
    }

    fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        self.basis.at(time, &mut out);
        let own = &self.coefficients[joint];
        std::array::from_fn(|order| out[order].iter().zip(own).map(|(f, c)| f * c).sum())
    }

    fn count(&self) -> Option<usize> {
        Some(self.coefficients.len())
    }
}
