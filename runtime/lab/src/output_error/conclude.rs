//! What a search has found, put together: deviations, how well each joint is met, what to know before relying on it.

use super::blocks::{Link, idle};
use super::deviations::deviations;
use super::evaluate::{NoResiduals, Task};
use super::experiment::Experiment;
use super::followed::followed;
use super::free::Free;
use super::options::FitOptions;
use super::result::{Beginning, Dependence, Fit, Fitted};
use super::search::{Ending, Found};

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
    let idle = idle(&found.blocks, &found.point.parameters);
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
                is_at_bound: free.bounds.contains(&value) && !idle[k],
                is_at_limit: ends(free).contains(&value) && !idle[k],
                is_idle: idle[k],
            }
        })
        .collect();
    let joints = followed(task, &found)?;
    let samples = found.blocks.iter().flat_map(|block| &block.counts).sum();
    let longest = task
        .stretches
        .iter()
        .map(|s| (s.grid.samples - 1) as f64 / s.grid.rate);
    let beginnings = task.stretches.iter().zip(&found.point.states);
    let beginnings = beginnings.map(|(stretch, state)| Beginning {
        experiment: stretch.experiment,
        time: [0, stretch.grid.samples - 1].map(|k| stretch.grid.at(k)),
        state: state.clone(),
    });
    let name = |k: &usize| task.free[*k].name.clone();
    let dependences = deviations.dependences.iter().map(|own| Dependence {
        name: name(&own.place),
        with: own.with.iter().map(name).collect(),
        times: own.times,
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
        dependences: dependences.collect(),
        lags: deviations.lags,
        attempts: Vec::new(),
        evaluations: found.evaluations,
        stops: found.stops,
        last_stop: found.last_stop.clone(),
        warnings: Vec::new(),
        covariance: deviations.covariance,
        beginnings: beginnings.collect(),
        iterates: found.iterates,
        parameters,
    };
    fit.warnings = warnings(&fit);
    Ok(fit)
}

/// Ends of what physics allows within which a parameter is sought.
fn ends(free: &Free) -> Vec<f64> {
    let ends = free.bounds.into_iter().zip(free.limits);
    let shared = ends.filter(|(bound, limit)| bound == limit);
    shared.map(|(bound, _)| bound).collect()
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
        let held: Vec<&str> = match fit.dependences.as_slice() {
            [] => vec!["some of them"],
            known => known.iter().map(|own| own.name.as_str()).collect(),
        };
        found.push(format!(
            "this motion does not determine {}: hold {} (--free names those that are sought)",
            open.join(", "),
            held.join(", ")
        ));
    }
    if fit.condition > ILL {
        found.push(format!(
            "parameters are told apart badly: the condition number of the scaled derivatives is {:.0}",
            fit.condition
        ));
    }
    let named = |is: &dyn Fn(&Fitted) -> bool| -> Vec<String> {
        let those = fit.parameters.iter().filter(|p| is(p));
        those.map(|p| p.name.clone()).collect()
    };
    let limited = named(&|p| p.is_at_limit);
    if !limited.is_empty() {
        found.push(format!(
            "at the end of what physics allows, so that the motion does not determine it: {}",
            limited.join(", ")
        ));
    }
    let bound = named(&|p| p.is_at_bound && !p.is_at_limit);
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
    found.extend(fit.early());
    found
}

#[cfg(test)]
mod tests;
