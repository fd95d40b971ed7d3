//! Output error in place of least squares: base parameters with which the simulated robot follows the measured positions.
//!
//! [`output_error::fit`](crate::output_error::fit) begins with weighted least squares, in intervals of half a second whose states at the
//! beginning are free. Positions are those that were recorded, unfiltered; torques go straight from sample to sample.

use nalgebra::DMatrix;
use serde::Serialize;

use super::{Followed, IdentificationError, Progress};
use crate::estimate::{Estimate, Estimator, Method, Setting};
use crate::output_error::{Ending, Experiment, Fit, FitError, FitOptions, Free, fit, free};
use crate::parameters::nominal_base;
use crate::recording::Recording;
use crate::regression::Equations;
use crate::simulation::{Hold, Machine};
use crate::statistics::{Deviations, Estimated};
use armwright_runtime::Model;

/// How long intervals are where nobody says, s.
const INTERVAL: f64 = 0.5;
/// The share of this that the intervals of a first search have, and the fewest samples of any.
const FIRST: f64 = 0.2;
const FEWEST: f64 = 8.0;
/// A condition number of scaled columns from which on a combination of parameters is hardly told.
const ILL: f64 = 1e4;
/// A share of a joint's motion that is too much to be left.
const UNMET: f64 = 0.3;
/// Iterations at most, of each search.
const ITERATIONS: usize = 40;

/// What an estimate by output error rests on, beside least squares.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutputError {
    /// How long intervals are, s, and how many there are.
    pub interval: f64,
    /// How many intervals there are.
    pub intervals: usize,
    /// How the search ended.
    pub ending: Ending,
    /// Its iterations.
    pub iterations: usize,
    /// How far simulated positions are from measured ones.
    pub followed: Vec<Followed>,
    /// Whether the search began with nominal values, because parameters by least squares cannot be simulated.
    pub from_nominal: bool,
    /// Base parameters by weighted least squares (`b`), in the model's order.
    pub least_squares: Vec<f64>,
    /// What to know before relying on it.
    pub warnings: Vec<String>,
}

/// An estimate by output error: what it rests on, and its covariance.
pub(super) struct Settled {
    pub(super) found: OutputError,
    /// `b × b`; zero for what is not determined.
    covariance: DMatrix<f64>,
    /// Which base parameters the motions determine (`b`).
    determined: Vec<bool>,
    asked: Option<f64>,
}

/// What was recorded, of an estimator that simulates it; nothing of others.
pub(super) fn experiments(
    recordings: &[Recording],
    estimator: &Estimator,
) -> Result<Option<Vec<Experiment>>, IdentificationError> {
    if estimator.method != Method::OutputError {
        return Ok(None);
    }
    estimator.check()?;
    if recordings.iter().any(|recording| recording.base.is_some()) {
        let why = "the base moves, and what moves it is not known to a simulation";
        return Err(estimator.refuses(why.to_owned()).into());
    }
    let all = recordings.iter().map(Experiment::of);
    let all = all.collect::<Result<_, _>>();
    all.map(Some).map_err(|why| refused(estimator, &why))
}

fn refused(estimator: &Estimator, why: &FitError) -> IdentificationError {
    estimator.refuses(why.to_string()).into()
}

/// Settles an estimate by output error: `estimate`, by least squares, becomes what motions say. Nothing of other estimators.
pub(super) fn settle(
    equations: &Equations<'_>,
    experiments: &Option<Vec<Experiment>>,
    (estimator, lengths): (&Estimator, bool),
    estimate: &mut Estimate,
    progress: &mut Progress<'_>,
) -> Result<Option<Settled>, IdentificationError> {
    let Some(experiments) = experiments.as_deref() else {
        return Ok(None);
    };
    let refuse = |why: &str| Err(estimator.refuses(why.to_owned()).into());
    if lengths {
        return refuse("lengths are fitted by least squares, of measured motions alone");
    }
    if !equations.measured().is_empty() {
        return refuse("it simulates what joint torques do, and these recordings have other rows");
    }
    let model = equations.robot().model();
    let determined = estimate.spectrum.determined();
    let names = model.base.iter().zip(&determined);
    let names = names.filter(|(_, is)| **is);
    let names: Vec<String> = names.map(|(base, _)| base.name.to_owned()).collect();
    let options = options(estimator, experiments);
    let mut search = |beta: &[f64]| -> Result<Fit, FitError> {
        let machine = Machine::with_base(equations.robot(), beta)?;
        let mut all: Vec<Free> = free(&machine, &names)?;
        // Without bounds, as least squares is: the judgement tells what no robot has.
        for free in &mut all {
            free.bounds = [f64::NEG_INFINITY, f64::INFINITY];
        }
        let mut show = |iteration: usize, _: f64| {
            progress("simulating", iteration as f64 / ITERATIONS as f64);
        };
        fit(&machine, experiments, &all, &options, &mut show)
    };
    let least_squares = estimate.beta.clone();
    let (fit, from_nominal) = match (search(&least_squares), nominal(model)) {
        (Err(FitError::Start { .. }), Some(nominal)) => (search(&nominal), true),
        (other, _) => (other, false),
    };
    let fit = fit.map_err(|why| refused(estimator, &why))?;
    let place = |name: &str| model.base.iter().position(|base| base.name == name);
    let places: Vec<Option<usize>> = fit.parameters.iter().map(|p| place(&p.name)).collect();
    let b = model.base.len();
    let (mut covariance, mut known) = (DMatrix::zeros(b, b), vec![false; b]);
    for (i, (p, at)) in fit.parameters.iter().zip(&places).enumerate() {
        let Some(at) = *at else { continue };
        estimate.beta[at] = p.value;
        known[at] = p.std.is_some();
        for (k, to) in places.iter().enumerate() {
            if let Some(to) = *to {
                covariance[(at, to)] = fit.covariance[(i, k)];
            }
        }
    }
    let found = OutputError {
        interval: fit.longest,
        intervals: fit.intervals,
        ending: fit.ending,
        iterations: fit.iterations,
        followed: followed(&fit),
        from_nominal,
        least_squares,
        warnings: warnings(&fit),
    };
    let settled = Settled {
        found,
        covariance,
        determined: known,
        asked: estimator.interval,
    };
    estimate.settings.extend(settled.settings());
    Ok(Some(settled))
}

/// What a fit says that should not be overlooked.
fn warnings(fit: &Fit) -> Vec<String> {
    let mut found = Vec::new();
    match fit.ending {
        Ending::Converged => {}
        Ending::Iterations => found.push(format!(
            "the search did not converge in {} iterations: what it found is the best so far",
            fit.iterations
        )),
        Ending::Stuck => found.push(
            "the search is stuck: no step lowers the cost, though its slope is not 0. Shorter intervals may help".to_owned(),
        ),
    }
    let open = fit.parameters.iter().filter(|p| p.std.is_none());
    let open: Vec<&str> = open.map(|p| p.name.as_str()).collect();
    if !open.is_empty() {
        found.push(format!(
            "this motion does not determine {}",
            open.join(", ")
        ));
    }
    if fit.condition > ILL {
        found.push(format!(
            "parameters are told apart badly: the condition number of the scaled derivatives is {:.0}",
            fit.condition
        ));
    }
    for joint in fit.joints.iter().filter(|joint| joint.nrmse > UNMET) {
        found.push(format!(
            "{:.0} % of the motion of {} is not met: the model lacks something, or the search ended far from the best",
            100.0 * joint.nrmse,
            joint.name
        ));
    }
    found.extend(fit.early());
    found
}

fn nominal(model: &Model) -> Option<Vec<f64>> {
    (0..model.base.len())
        .map(|k| nominal_base(model, k))
        .collect()
}

fn followed(fit: &Fit) -> Vec<Followed> {
    let each = fit.joints.iter().map(|joint| Followed {
        joint: joint.name.clone(),
        rms: joint.rmse,
    });
    each.collect()
}

/// Intervals from short to long, each with samples enough.
fn options(estimator: &Estimator, experiments: &[Experiment]) -> FitOptions {
    let rates = experiments.iter().map(|experiment| experiment.rate);
    let shortest = FEWEST / rates.fold(f64::INFINITY, f64::min);
    let last = estimator.interval.unwrap_or(INTERVAL.max(shortest));
    let first = (FIRST * last).max(shortest);
    FitOptions {
        intervals: match first < last {
            true => vec![first, last],
            false => vec![last],
        },
        hold: Hold::Linear,
        iterations: ITERATIONS,
        weightings: 1,
        // What equations lack is looked for by all estimators.
        lacks: false,
        ..FitOptions::default()
    }
}

impl Settled {
    fn settings(&self) -> [Setting; 3] {
        let of = |name, value, rule: &str| Setting {
            name,
            value,
            rule: rule.to_owned(),
        };
        let rule = match self.asked {
            Some(_) => "s, each from a state of its own, as was asked",
            None => "s, each from a state of its own",
        };
        let rounds = match (self.found.ending, self.found.from_nominal) {
            (Ending::Converged, false) => "from least squares until nothing changed",
            (Ending::Converged, true) => "from nominal values until nothing changed",
            _ => "after which the search had not ended: what it found is the best so far",
        };
        [
            of("interval", self.found.interval, rule),
            of(
                "intervals",
                self.found.intervals as f64,
                "that were simulated",
            ),
            of("iterations", self.found.iterations as f64, rounds),
        ]
    }

    /// Deviations of motions in place of those of equations.
    pub(super) fn replace(&self, deviations: &mut Deviations) {
        deviations.covariance.copy_from(&self.covariance);
        deviations.bias.fill(0.0);
        deviations.shift.fill(0.0);
        deviations.told = None;
    }

    /// Takes deviations off a table (`b`) that the motions do not give.
    pub(super) fn hide(&self, table: &mut [Estimated]) {
        for (p, _) in table
            .iter_mut()
            .zip(&self.determined)
            .filter(|(_, is)| !**is)
        {
            p.hide();
        }
    }
}

#[cfg(test)]
mod tests;
