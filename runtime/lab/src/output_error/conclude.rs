//! What a search has found, put together: deviations, how well each joint is met, what to know before relying on it.

use super::between::between;
use super::blocks::{Link, idle};
use super::deviations::deviations;
use super::evaluate::{NoResiduals, Point, Task};
use super::experiment::Experiment;
use super::followed::followed;
use super::free::Free;
use super::handed::hand_on;
use super::lacking::lacking;
use super::options::FitOptions;
use super::result::{Beginning, Dependence, Fit, Fitted};
use super::search::{Ending, Found};
use crate::digits::short;
use crate::rows::position_unit;
use crate::simulation::{Electric, Machine};
use crate::thresholds::{POOR, STILL, STILL_SLIDE};
use armwright_runtime::JointKind;

/// Time constants of a winding that an interval lasts at least, so that a current that began anew in it weighs little.
const FORGETS: f64 = 20.0;

pub(super) fn conclude(
    task: &Task<'_>,
    found: Found,
    experiments: &[Experiment],
    begun: &[f64],
    options: &FitOptions,
) -> Result<Fit, NoResiduals> {
    let mut deviations = deviations(task, &found)?;
    let joints = followed(task, &found)?;
    let inflation = joints.iter().map(|joint| joint.inflation);
    let inflation = inflation.fold(1.0, f64::max);
    // What is kept from where the motion would have it leaves what no friction does.
    let pairs = task.free.iter().zip(&found.point.parameters);
    let mut kept = pairs.filter(|(free, value)| free.bounds.contains(value));
    let is_kept = kept.any(|(free, value)| !ends(free).contains(value));
    let is_asked = options.lacks && found.ending == Ending::Converged && !is_kept;
    let known = (&deviations.inverse, &deviations.std[..]);
    let lacks = is_asked.then(|| lacking(task, &found, known, inflation));
    let lacks = lacks.flatten();
    lacks.iter().for_each(|own| deviations.widen(&own.moved));
    let known = &deviations.std[..];
    // Of a motion that is not followed it does not matter what torques do between samples, and each try would take long.
    let follows = joints.iter().all(|own| own.is_still || own.r2 >= POOR);
    let is_asked = is_asked && follows;
    let between = is_asked.then(|| between(task, &found, known, inflation, options.iterations));
    let between = between.flatten();
    let unsampled = between.map(|own| {
        deviations.widen(&own.moved);
        own.said
    });
    let windings = hand_on(task, &found, &mut deviations, &options.windings);
    let moved = |k: usize| {
        let own = lacks.as_ref().map(|own| own.moved[k]);
        own.filter(|moved| *moved != 0.0 && deviations.std[k].is_some())
    };
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
                moved: moved(k),
                is_at_bound: free.bounds.contains(&value) && !idle[k],
                is_at_limit: ends(free).contains(&value) && !idle[k],
                is_idle: idle[k],
            }
        })
        .collect();
    let samples = found.blocks.iter().flat_map(|block| &block.counts).sum();
    let longest = task
        .stretches
        .iter()
        .map(|s| (s.grid.samples - 1) as f64 / s.grid.rate);
    let beginnings = task.stretches.iter().zip(&found.point.states);
    let beginnings = beginnings.map(|(stretch, state)| Beginning {
        experiment: stretch.experiment,
        time: [0, stretch.grid.samples - 1].map(|k| stretch.at(k)),
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
        lacks: lacks.map(|own| own.missing).unwrap_or_default(),
        unsampled,
        windings,
        attempts: Vec::new(),
        evaluations: found.evaluations,
        stops: found.stops,
        last_stop: found.last_stop.clone(),
        warnings: begun_anew(task, &found.point, experiments.len()),
        covariance: deviations.covariance,
        beginnings: beginnings.collect(),
        iterates: found.iterates,
        parameters,
    };
    fit.warnings.extend(fit.early());
    fit.warnings.extend(moving(task.machine, experiments));
    Ok(fit)
}

/// Joints that are locked, and were measured to move.
fn moving(machine: &Machine<'_>, experiments: &[Experiment]) -> Vec<String> {
    let locked = (0..machine.joints()).filter(|joint| machine.is_locked(*joint));
    let said = locked.filter_map(|k| {
        let joint = &machine.robot().model().joints[k];
        let still = match joint.kind {
            JointKind::Prismatic => STILL_SLIDE,
            _ => STILL,
        };
        let ways = experiments.iter().filter_map(|own| {
            let [low, high] = crate::numeric::ends(own.position.get(k)?);
            Some((own, high - low))
        });
        let (own, way) = ways.max_by(|a, b| a.1.total_cmp(&b.1))?;
        (way > still).then(|| {
            format!(
                "joint {} is locked, but moves by {} {} in {}: what that does to the other joints is not simulated",
                joint.name,
                short(way),
                position_unit(joint),
                own.name
            )
        })
    });
    said.collect()
}

/// Ends of what physics allows within which a parameter is sought.
fn ends(free: &Free) -> Vec<f64> {
    let ends = free.bounds.into_iter().zip(free.limits);
    let shared = ends.filter(|(bound, limit)| bound == limit);
    shared.map(|(bound, _)| bound).collect()
}

/// What to know of currents that last long beside intervals: each begins as the voltage would keep it up.
fn begun_anew(task: &Task<'_>, point: &Point, experiments: usize) -> Vec<String> {
    let lengths = task
        .stretches
        .iter()
        .map(|s| (s.grid.samples - 1) as f64 / s.grid.rate);
    let shortest = lengths.fold(f64::INFINITY, f64::min);
    let machine = task.machine_at(point);
    let said = |(k, drive): (usize, &Electric)| {
        let constant = drive.inductance / drive.resistance;
        let is_cut = task.stretches.len() > experiments;
        (is_cut && shortest < FORGETS * constant).then(|| {
            format!(
                "the current of {} begins anew in each interval, as if its voltage had not changed before, and L/R = {} s is long \
                 beside intervals of {} s: what is found is off by that. Take intervals of {} s or more, or whole recordings",
                machine.drive_name(k),
                short(constant),
                short(shortest),
                short(FORGETS * constant)
            )
        })
    };
    let drives = machine.drives().iter().enumerate();
    drives.filter_map(said).collect()
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

#[cfg(test)]
mod tests;
