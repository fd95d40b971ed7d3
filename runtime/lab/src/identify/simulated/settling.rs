//! Rounds of simulation and estimation, until estimates settle.

use super::settled::Settled;
use crate::closed_loop::{ComputedTorque, Plant, Reference, run};
use crate::estimate::{Estimate, Estimator, Method, estimate};
use crate::identify::robust::{moved, residuals};
use crate::identify::{IdentificationError, Progress};
use crate::motion::{Adjusted, Equation, Motion};
use crate::parameters::nominal_base;
use crate::regression::{Equations, Observation, RegressionError};

/// Rounds of simulation at most.
const ROUNDS: usize = 20;
/// Rounds in which residuals become orthogonal to instruments, at most.
const TURNS: usize = 200;
/// How far estimates move, in deviations, when they have settled: of simulations, and of turns.
const SETTLED: f64 = 1e-3;
const TURNED: f64 = 1e-8;
/// The share of the band of the measured columns that instruments have at most: noise of accelerations that both have is
/// the fifth power of this, a thirty-second.
const NARROWER: f64 = 0.5;

/// Settles an estimate that simulates motions; nothing of others. `cutoff` (Hz) is where motions end and noise begins.
pub(in crate::identify) fn settle(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
    cutoff: f64,
    lengths: bool,
    progress: &mut Progress<'_>,
) -> Result<Option<Settled>, IdentificationError> {
    let method = estimator.method;
    if !method.simulates() {
        return Ok(None);
    }
    estimator.check()?;
    let refuse = |why: &str| Err(estimator.refuses(why.to_owned()).into());
    if lengths {
        return refuse("lengths are fitted by least squares, of measured motions alone");
    }
    if !equations.measured().is_empty() {
        return refuse("it simulates what joint torques do, and these recordings have other rows");
    }
    let narrow = |motion: &Motion| match (estimator.reference_cutoff, method) {
        (Some(asked), _) => asked,
        (None, Method::Iv) => cutoff.min(NARROWER * motion.processing.cutoff),
        (None, _) => cutoff.min(motion.processing.cutoff),
    };
    let cutoffs: Vec<f64> = motions.iter().map(narrow).collect();
    let mut measured = motions.to_vec();
    for (motion, cutoff) in measured.iter_mut().zip(&cutoffs) {
        motion.forget(*cutoff);
    }
    let mut work = Work {
        equations,
        estimator: &estimator.linear(),
        method,
        measured,
        cutoffs,
        references: Vec::new(),
    };
    work.prepare()?;
    work.settle(progress).map(Some)
}

struct Work<'a> {
    equations: &'a Equations<'a>,
    /// Least squares.
    estimator: &'a Estimator,
    method: Method,
    measured: Vec<Motion>,
    cutoffs: Vec<f64>,
    references: Vec<Reference>,
}

impl Work<'_> {
    fn prepare(&mut self) -> Result<(), RegressionError> {
        let joints = self.equations.joints();
        for (motion, cutoff) in self.measured.iter().zip(&self.cutoffs) {
            let states = motion.below(*cutoff)?;
            self.references
                .push(Reference::of(states, joints, motion.rate));
        }
        Ok(())
    }

    fn settle(mut self, progress: &mut Progress<'_>) -> Result<Settled, IdentificationError> {
        let mut show = |share: f64| progress("simulating", share);
        let plain = self.equations.observe(&self.measured, &mut show)?;
        let (rows, parameters) = (plain.equations(), self.equations.robot().model().base.len());
        if rows < parameters {
            return Err(IdentificationError::TooFewRows { rows, parameters });
        }
        let (mut beta, mut simulated, from_nominal) = self.begin(self.solve(&plain)?.beta)?;
        let mut fault = None;
        for round in 1..=ROUNDS {
            show(round as f64 / ROUNDS as f64);
            self.count_both(&mut simulated, None)?;
            let all = self.equations;
            let all = all.observe_instrumented(&self.measured, &simulated, &mut |_| {})?;
            let (observation, next) = match self.method {
                Method::Iv => self.orthogonal(&all, &beta)?,
                _ => {
                    let own = all.recombined(parameters, &|row, y| (row[..parameters].to_vec(), y));
                    let next = self.solve(&own)?;
                    (own, next)
                }
            };
            let is_settled = moved(&observation, &next, &beta) <= SETTLED;
            beta = next.beta;
            if !is_settled && round < ROUNDS {
                match self.simulate(&beta) {
                    Ok(motions) => {
                        simulated = motions;
                        continue;
                    }
                    Err(error @ IdentificationError::Simulation { .. }) => fault = Some(error),
                    Err(error) => return Err(error),
                }
            } else if !is_settled {
                let why = format!("estimates do not settle in {ROUNDS} rounds of simulation");
                return Err(self.refuse(why));
            } else if from_nominal {
                fault = self.simulate(&beta).err();
            }
            let plain = all.recombined(parameters, &|row, y| (row[parameters..].to_vec(), y));
            let plain = self.solve(&plain)?;
            let mut quiet = simulated.clone();
            self.count_both(&mut quiet, None)?;
            self.count_both(&mut simulated, Some(&beta))?;
            return Ok(Settled {
                motions: simulated,
                quiet,
                measured: self.measured,
                plain,
                method: self.method,
                rounds: round,
                cutoffs: self.cutoffs,
                from_nominal,
                fault,
            });
        }
        Err(self.refuse("it has no rounds".to_owned()))
    }

    fn refuse(&self, why: String) -> IdentificationError {
        let estimator: Estimator = self.method.into();
        estimator.refuses(why).into()
    }

    fn solve(&self, observation: &Observation) -> Result<Estimate, IdentificationError> {
        let model = self.equations.robot().model();
        Ok(estimate(observation, model, self.estimator)?)
    }

    /// Simulated motions to begin with: by least squares or, where these parameters cannot be simulated, by nominal values.
    fn begin(&self, plain: Vec<f64>) -> Result<(Vec<f64>, Vec<Motion>, bool), IdentificationError> {
        match self.simulate(&plain) {
            Err(error @ IdentificationError::Simulation { .. }) => {
                let model = self.equations.robot().model();
                let nominal = (0..plain.len()).map(|k| nominal_base(model, k));
                let nominal: Option<Vec<f64>> = nominal.collect();
                let Some(Ok(motions)) = nominal.map(|beta| self.simulate(&beta)) else {
                    return Err(error);
                };
                Ok((plain, motions, true))
            }
            other => Ok((plain, other?, false)),
        }
    }

    fn simulate(&self, beta: &[f64]) -> Result<Vec<Motion>, IdentificationError> {
        let robot = self.equations.robot();
        let each = self
            .measured
            .iter()
            .zip(&self.references)
            .zip(&self.cutoffs);
        let motions = each.map(|((motion, reference), cutoff)| {
            let controller = ComputedTorque {
                reference,
                bandwidth: 2.0 * std::f64::consts::PI * cutoff,
            };
            let (start, samples) = (reference.start(), motion.samples());
            let states = Plant::of(robot, beta)
                .and_then(|plant| run(&plant, &controller, start, motion.rate, samples));
            let states = states.map_err(|source| IdentificationError::Simulation {
                method: self.method.title(),
                recording: motion.name.clone(),
                source,
            })?;
            let beside = self.method == Method::Iv;
            let simulated = motion.simulated(&states, *cutoff, beside);
            Ok(simulated.map_err(RegressionError::from)?)
        });
        motions.collect()
    }

    /// Residuals of the measured columns that are orthogonal to instruments, from factors of `[Z | K | y]`: estimates, and
    /// with them the variances of rows, are those of least squares with `Z` of `y + (Z - K) β`, until they settle.
    fn orthogonal(
        &self,
        all: &Observation,
        start: &[f64],
    ) -> Result<(Observation, Estimate), IdentificationError> {
        let b = start.len();
        let mut beta = start.to_vec();
        for _ in 0..TURNS {
            let pseudo = all.recombined(b, &|row, y| {
                let (z, k) = row.split_at(b);
                let terms = z.iter().zip(k).zip(&beta);
                let apart: f64 = terms.map(|((z, k), beta)| (z - k) * beta).sum();
                (z.to_vec(), y + apart)
            });
            let next = self.solve(&pseudo)?;
            let step = moved(&pseudo, &next, &beta);
            if step <= TURNED {
                return Ok((pseudo, next));
            }
            beta.clone_from(&next.beta);
        }
        let why = "the simulated motion has too little in common with the measured one".to_owned();
        Err(self.refuse(why))
    }

    /// Leaves out equations whose signs of friction are not certain of both the measured and the simulated motion, and
    /// gives simulated ones, of an estimate that is settled, the torques by which least squares finds it.
    fn count_both(
        &mut self,
        simulated: &mut [Motion],
        settled: Option<&[f64]>,
    ) -> Result<(), RegressionError> {
        let (equations, rows) = (self.equations, self.equations.rows());
        let none = vec![0.0; equations.robot().model().base.len()];
        let beta = settled.unwrap_or(&none);
        for (measured, simulated) in self.measured.iter_mut().zip(simulated) {
            for motion in [&mut *measured, &mut *simulated] {
                motion.adjust(Adjusted::default());
            }
            let of = |motion: &Motion| residuals(equations, std::slice::from_ref(motion), beta);
            let (own, other) = (of(measured)?, of(simulated)?);
            let pairs = own.iter().zip(&other);
            let pairs = pairs.flat_map(|(own, other)| own.all.iter().zip(&other.all));
            let all: Vec<Equation> = pairs
                .map(|(own, other)| {
                    let (is_out, add) = (!(own - other).is_finite(), own - other);
                    Equation {
                        add: if is_out || self.method != Method::Iv {
                            0.0
                        } else {
                            add
                        },
                        is_low: false,
                        is_out,
                    }
                })
                .collect();
            let left = all.iter().map(|equation| Equation {
                add: 0.0,
                ..*equation
            });
            let left = left.collect();
            measured.adjust(Adjusted { rows, all: left });
            simulated.adjust(Adjusted { rows, all });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
