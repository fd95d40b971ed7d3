//! What terms of friction, springs and delays depend on, joint by joint or motor by motor, and the columns that they make of it.

use nalgebra::DMatrix;

use super::term::Term;
use crate::transmission::Drive;
use armwright_runtime::{Scalar, Side};

/// Angles whose sines are computed at once.
const TURNED: usize = 8;

/// Numbers of joints or motors, each as a run over states.
pub(super) type Runs = Vec<Vec<f64>>;

/// What terms depend on at the states of a block, of joints or of motors.
pub(super) struct Local {
    pub(super) position: Runs,
    pub(super) speed: Runs,
    pub(super) load: Runs,
    /// How fast all changes that is smooth.
    pub(super) rate: Runs,
}

impl Local {
    /// That of the motors.
    pub(super) fn of_motors(&self, drive: &Drive) -> Self {
        let (positions, torques) = (drive.to_motor_matrix(), drive.torque_rows(Side::Motor));
        Self {
            position: mixed(positions, &self.position),
            speed: mixed(positions, &self.speed),
            load: mixed(&torques, &self.load),
            rate: mixed(&torques, &self.rate),
        }
    }

    /// The columns of a term at a place, one or two; `known` has the exponentials of the term before.
    pub(super) fn columns(&self, term: Term, k: usize, time: &[f64], known: &mut Known) -> Runs {
        let (q, v, load) = (&self.position[k], &self.speed[k], &self.load[k]);
        let each = |of: &dyn Fn(f64) -> f64| vec![v.iter().map(|v| of(*v)).collect()];
        let pairs = |a: &[f64], b: &[f64], of: &dyn Fn(f64, f64) -> f64| -> Vec<f64> {
            a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()
        };
        match term {
            Term::Coulomb => each(&sign),
            Term::Viscous => vec![v.clone()],
            Term::Offset => vec![vec![1.0; v.len()]],
            Term::Stribeck { speed } => {
                let falls = known.falls(k, speed, v);
                vec![pairs(falls, v, &|falls, v| sign(v) * falls)]
            }
            Term::Quadratic => each(&|v| v * v.abs()),
            Term::Directional => each(&f64::abs),
            Term::Load => vec![pairs(load, v, &|load, v| load.abs() * sign(v))],
            Term::Spring => vec![q.clone(), vec![1.0; v.len()]],
            Term::Periodic { times } => {
                let times = f64::from(times);
                let mut both = vec![Vec::with_capacity(q.len()), Vec::with_capacity(q.len())];
                for some in q.chunks(TURNED) {
                    let mut angles = [0.0; TURNED];
                    angles
                        .iter_mut()
                        .zip(some)
                        .for_each(|(a, q)| *a = times * q);
                    let (sines, cosines) = f64::sines_and_cosines(&angles);
                    both[0].extend_from_slice(&sines[..some.len()]);
                    both[1].extend_from_slice(&cosines[..some.len()]);
                }
                both
            }
            Term::Warming => vec![
                pairs(time, v, &|t, v| t * sign(v)),
                pairs(time, v, &|t, v| t * v),
            ],
            Term::Drift => vec![time.to_vec()],
            Term::Delay => vec![self.rate[k].clone()],
            Term::Compliance => vec![vec![0.0; v.len()]],
        }
    }
}

/// `exp(-(v/speed)²)` of the place and speed that were asked for last: that of half the speed is its fourth power.
#[derive(Default)]
pub(super) struct Known {
    of: Option<(usize, f64)>,
    falls: Vec<f64>,
}

impl Known {
    fn falls(&mut self, place: usize, speed: f64, v: &[f64]) -> &[f64] {
        match self.of {
            Some(of) if of == (place, 2.0 * speed) => {
                self.falls
                    .iter_mut()
                    .for_each(|x| *x = (*x * *x) * (*x * *x));
            }
            _ => {
                self.falls.clear();
                let falls = v.iter().map(|v| (-(v / speed).powi(2)).exp());
                self.falls.extend(falls);
            }
        }
        self.of = Some((place, speed));
        &self.falls
    }
}

fn sign(speed: f64) -> f64 {
    if speed == 0.0 { 0.0 } else { speed.signum() }
}

/// Runs that a matrix makes of others.
fn mixed(matrix: &DMatrix<f64>, runs: &Runs) -> Runs {
    let count = runs.first().map_or(0, Vec::len);
    let row = |i: usize| {
        let mut sum = vec![0.0; count];
        for (k, run) in runs
            .iter()
            .enumerate()
            .filter(|(k, _)| matrix[(i, *k)] != 0.0)
        {
            let factor = matrix[(i, k)];
            sum.iter_mut()
                .zip(run)
                .for_each(|(sum, x)| *sum += factor * x);
        }
        sum
    };
    (0..matrix.nrows()).map(row).collect()
}

#[cfg(test)]
mod tests;
