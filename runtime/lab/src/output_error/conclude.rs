//! What a search has found, put together: deviations, how well each joint is met, what to know before relying on it.

use super::blocks::Link;
use super::deviations::deviations;
use super::evaluate::{NoResiduals, Task};
use super::experiment::Experiment;
use super::options::FitOptions;
use super::result::{Fit, Fitted, FittedJoint};
use super::search::{Ending, Found};
use crate::rows::position_unit;

/// A condition number of scaled columns from which on a combination of parameters is hardly told.
const ILL: f64 = 1e4;

pub(super) fn conclude(
    task: &Task<'_>,
    found: Found,
    experiments: &[Experiment],
    begun: &[f64],
    options: &FitOptions,
) -> Result<Fit, NoResiduals> {
    let deviations = deviations(task, &found)?;
    let parameters: Vec<Fitted> = (0..task.free.len())
        .map(|k| {
            let (free, value) = (&task.free[k], found.point.parameters[k]);
            Fitted {
                name: free.name.clone(),
                unit: free.unit,
                start: begun[k],
                value,
                std: deviations.std[k],
                std_white: deviations.white[k],
                is_at_bound: free.bounds.contains(&value),
            }
        })
        .collect();
    let joints = joints(task, &found)?;
    let samples = found.blocks.iter().flat_map(|block| &block.counts).sum();
    let longest = task
        .stretches
        .iter()
        .map(|s| (s.grid.samples - 1) as f64 / s.grid.rate);
    let firsts = (0..experiments.len()).filter_map(|e| {
        let place = task.stretches.iter().position(|s| s.experiment == e)?;
        Some(found.point.states[place].clone())
    });
    let mut fit = Fit {
        robot: task.machine.robot().model().name.to_owned(),
        recordings: experiments.iter().map(|e| e.name.clone()).collect(),
        samples,
        joints,
        cost: found.iterates.last().map_or(0.0, |iterate| iterate.cost),
        ending: found.ending,
        iterations: found.iterations,
        intervals: task.stretches.len(),
        longest: longest.fold(0.0, f64::max),
        gap: gap(task, &found),
        state: options.state,
        condition: deviations.condition,
        lags: deviations.lags,
        attempts: Vec::new(),
        evaluations: found.evaluations,
        stops: found.stops,
        last_stop: found.last_stop.clone(),
        warnings: Vec::new(),
        covariance: deviations.covariance,
        starts: firsts.collect(),
        iterates: found.iterates,
        parameters,
    };
    fit.warnings = warnings(&fit);
    Ok(fit)
}

/// The largest gap of a position between intervals that were joined.
fn gap(task: &Task<'_>, found: &Found) -> Option<f64> {
    let links = found.blocks.iter().filter_map(|block| block.link.as_ref());
    let of = |link: &Link| {
        let pairs = link.gap.iter().zip(&link.weights);
        let positions = pairs.take(task.machine.joints());
        positions.fold(0.0, |most: f64, (gap, weight)| match *weight > 0.0 {
            true => most.max((gap / weight).abs()),
            false => most,
        })
    };
    links.map(of).reduce(f64::max)
}

/// Measured and simulated positions of every joint that moves.
fn joints(task: &Task<'_>, found: &Found) -> Result<Vec<FittedJoint>, NoResiduals> {
    let n = task.machine.joints();
    let simulated = task.each(|k| {
        let mut values: Vec<(usize, usize, f64)> = Vec::new();
        task.residuals(
            &found.point,
            k,
            false,
            &mut |joint, at, residual, _| {
                values.push((joint, at, residual));
            },
            &mut |_| {},
        )?;
        Ok(values)
    })?;
    let mut series = vec![[const { Vec::new() }; 3]; n];
    for (stretch, values) in task.stretches.iter().zip(simulated) {
        for (joint, at, residual) in values {
            let measured = stretch.position[at * n + joint];
            series[joint][0].push(stretch.grid.at(at));
            series[joint][1].push(measured);
            series[joint][2].push(measured + residual);
        }
    }
    let model = task.machine.robot().model();
    let moving = (0..n).filter(|i| !task.machine.is_locked(*i));
    let joint = |i: usize| {
        let [_, measured, simulated] = &series[i];
        let count = measured.len().max(1) as f64;
        let mean = measured.iter().sum::<f64>() / count;
        let spread: f64 = measured.iter().map(|q| (q - mean).powi(2)).sum();
        let square: f64 = measured
            .iter()
            .zip(simulated)
            .map(|(a, b)| (a - b).powi(2))
            .sum();
        FittedJoint {
            name: model.joints[i].name.to_owned(),
            unit: position_unit(&model.joints[i]),
            rmse: (square / count).sqrt(),
            nrmse: (square / spread.max(f64::MIN_POSITIVE)).sqrt(),
            series: series[i].clone(),
        }
    };
    Ok(moving.map(joint).collect())
}

fn warnings(fit: &Fit) -> Vec<String> {
    let mut found = Vec::new();
    match fit.ending {
        Ending::Converged => {}
        Ending::Iterations => found.push(format!(
            "the search did not converge in {} iterations: what it found is the best so far",
            fit.iterations
        )),
        Ending::Stuck => found.push(
            "the search is stuck: no step lowers the cost, though its slope is not 0. Shorter intervals or other values to begin \
             with may help"
                .to_owned(),
        ),
    }
    let open: Vec<&str> = fit
        .parameters
        .iter()
        .filter(|p| p.std.is_none() && !p.is_at_bound)
        .map(|p| p.name.as_str())
        .collect();
    if !open.is_empty() {
        found.push(format!(
            "this motion does not determine {}: hold some of them (--free names those that are sought)",
            open.join(", ")
        ));
    }
    if fit.condition > ILL {
        found.push(format!(
            "parameters are told apart badly: the condition number of the scaled derivatives is {:.0}",
            fit.condition
        ));
    }
    let bound: Vec<&str> = fit
        .parameters
        .iter()
        .filter(|p| p.is_at_bound)
        .map(|p| p.name.as_str())
        .collect();
    if !bound.is_empty() {
        found.push(format!("at a bound: {}", bound.join(", ")));
    }
    for joint in fit.joints.iter().filter(|joint| joint.nrmse > 0.3) {
        found.push(format!(
            "{:.0} % of the motion of {} is not met: the model lacks something, or the search ended far from the best",
            100.0 * joint.nrmse,
            joint.name
        ));
    }
    if let (true, Some(last)) = (fit.stops > 0, &fit.last_stop) {
        found.push(format!(
            "{} trial motions ended early and were given up; the last one: {last}",
            fit.stops
        ));
    }
    found
}

#[cfg(test)]
mod tests;
