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

    /// The columns of a term at a place, one or two; `made` has what was made for the term before.
    pub(super) fn columns<'m>(
        &self,
        term: Term,
        k: usize,
        time: &[f64],
        made: &'m mut Made,
    ) -> &'m [Vec<f64>] {
        let (q, v, load) = (&self.position[k], &self.speed[k], &self.load[k]);
        if let Term::Stribeck { speed } = term {
            made.fall(k, speed, v);
        }
        let Made { falls, columns, .. } = made;
        let [first, second] = &mut *columns;
        match term {
            Term::Coulomb => put(first, v.iter().map(|v| sign(*v))),
            Term::Viscous => put(first, v.iter().copied()),
            Term::Offset => put(first, v.iter().map(|_| 1.0)),
            Term::Stribeck { .. } => {
                put(
                    first,
                    falls.iter().zip(v).map(|(falls, v)| sign(*v) * falls),
                );
            }
            Term::Quadratic => put(first, v.iter().map(|v| v * v.abs())),
            Term::Directional => put(first, v.iter().map(|v| v.abs())),
            Term::Load => {
                put(
                    first,
                    load.iter().zip(v).map(|(load, v)| load.abs() * sign(*v)),
                );
            }
            Term::Spring => {
                put(first, q.iter().copied());
                put(second, v.iter().map(|_| 1.0));
            }
            Term::Periodic { times } => {
                let times = f64::from(times);
                first.clear();
                second.clear();
                for some in q.chunks(TURNED) {
                    let mut angles = [0.0; TURNED];
                    angles
                        .iter_mut()
                        .zip(some)
                        .for_each(|(a, q)| *a = times * q);
                    let (sines, cosines) = f64::sines_and_cosines(&angles);
                    first.extend_from_slice(&sines[..some.len()]);
                    second.extend_from_slice(&cosines[..some.len()]);
                }
            }
            Term::Warming => {
                put(first, time.iter().zip(v).map(|(t, v)| t * sign(*v)));
                put(second, time.iter().zip(v).map(|(t, v)| t * v));
            }
            Term::Drift => put(first, time.iter().copied()),
            Term::Delay => put(first, self.rate[k].iter().copied()),
            Term::Compliance => put(first, v.iter().map(|_| 0.0)),
        }
        &columns[..term.width()]
    }
}

/// What is made of a block of states, term after term.
#[derive(Default)]
pub(super) struct Made {
    /// The columns of a term.
    columns: [Vec<f64>; 2],
    /// `exp(-(v/speed)²)` of the place and speed that were asked for last: that of half the speed is its fourth power.
    falls: Vec<f64>,
    of: Option<(usize, f64)>,
}

impl Made {
    fn fall(&mut self, place: usize, speed: f64, v: &[f64]) {
        match self.of {
            Some(of) if of == (place, 2.0 * speed) => {
                self.falls
                    .iter_mut()
                    .for_each(|x| *x = (*x * *x) * (*x * *x));
            }
            _ => put(
                &mut self.falls,
                v.iter().map(|v| (-(v / speed).powi(2)).exp()),
            ),
        }
        self.of = Some((place, speed));
    }
}

/// Other values in place of those of a run.
fn put(run: &mut Vec<f64>, values: impl Iterator<Item = f64>) {
    run.clear();
    run.extend(values);
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
