//! From experiments to parameters: intervals from short to long, weights of joints, several values to begin with.

use super::conclude::conclude;
use super::error::FitError;
use super::evaluate::{NoResiduals, Point, Task};
use super::experiment::Experiment;
use super::free::{Free, is_winding, within};
use super::options::{FitOptions, InitialState};
use super::result::{Attempt, Fit};
use super::search::{Effort, Found, search};
use super::stretch::{Stretch, input, stretches};
use crate::random::Random;
use crate::simulation::{Direction, ElectricPart, Machine, Sampled};

/// How much more than a measured position it counts that intervals join: first so that they come together, then so that they are one.
const JOINED: [f64; 2] = [1.0, 1e3];

/// How long the first intervals are that whole experiments are begun from, s: errors grow little where nothing says how fast they do.
pub(crate) const SHORT: f64 = 0.5;
/// How many samples they have at least, and how many of them the longest experiment has at least.
const SAMPLES: f64 = 20.0;
const SEVERAL: f64 = 4.0;
/// How many times as long the next ones are: errors grow by a power.
const LONGER: f64 = 2.0;

/// Finds the free parameters of a machine with which its simulated motions are nearest to the measured ones.
///
/// The derivatives of motions are exact, and states at the beginnings of intervals are eliminated from each step, so that many
/// intervals cost no more than one. `progress` is told each iteration and its cost.
///
/// # Errors
/// [`FitError`].
pub fn fit(
    machine: &Machine<'_>,
    experiments: &[Experiment],
    free: &[Free],
    options: &FitOptions,
    progress: &mut dyn FnMut(usize, f64),
) -> Result<Fit, FitError> {
    check(machine, experiments, free)?;
    if options.continuity {
        joinable(machine, free)?;
    }
    let free = &within(free);
    let inputs: Vec<Sampled> = experiments.iter().map(|e| input(e, options.hold)).collect();
    let lengths = match options.intervals.as_slice() {
        [] => &[f64::INFINITY][..],
        given => given,
    };
    let begun: Vec<f64> = free.iter().map(|free| free.of(machine)).collect();
    let mut evaluations = 0;
    let mut attempts = Vec::new();
    let cut = |length: f64| -> Result<Task<'_>, FitError> {
        let stretches = stretches(experiments, length)?;
        let task = Task {
            machine,
            free,
            inputs: &inputs,
            weights: weights(machine, &stretches, None),
            stretches,
            settings: options.settings,
            has_states: options.state == InitialState::Free,
            continuity: None,
        };
        enough(&task)?;
        Ok(task)
    };
    let mut last: Option<(Task<'_>, Found)> = None;
    for length in shorter(experiments, options) {
        let Ok(task) = cut(length) else { continue };
        let from = point(&task, &begun, options.state, last.as_ref());
        let effort = match last {
            None => Effort::far(options.iterations, false),
            Some(_) => Effort::near(options.iterations, false),
        };
        if let Ok(found) = search(&task, from, effort, progress) {
            evaluations += found.evaluations;
            last = Some((task, found));
        }
    }
    for (stage, length) in lengths.iter().enumerate() {
        let mut task = cut(*length)?;
        if stage == 0 {
            last = last.filter(|last| leads(&task, &begun, options.state, last));
        }
        let mut from = point(&task, &begun, options.state, last.as_ref());
        let refused = |task: &Task<'_>, why| refusal(task, experiments, why);
        let mut found = None;
        let is_last = stage + 1 == lengths.len();
        let joined = options.continuity && task.has_states && is_last;
        let moving = (0..machine.joints())
            .filter(|i| !machine.is_locked(*i))
            .count();
        let weightings = if moving > 1 { options.weightings } else { 0 };
        let most = options.iterations;
        // What another search goes on from need not be found to the end.
        let ends = is_last && !joined && weightings == 0;
        let effort = match last {
            None => Effort::far(most, ends),
            Some(_) => Effort::near(most, ends),
        };
        let tries = if stage == 0 { options.starts.max(1) } else { 1 };
        let mut random = Random::new(options.seed);
        for attempt in 0..tries {
            if attempt > 0 {
                for (value, first) in from.parameters.iter_mut().zip(&begun) {
                    *value = first * (1.0 + options.spread * random.normal());
                }
            }
            let result = search(&task, from.clone(), effort, progress);
            let outcome = result.as_ref().ok();
            let cost = |found: &Found| found.iterates.last().map(|i| i.cost);
            if tries > 1 {
                attempts.push(Attempt {
                    from: from.parameters.clone(),
                    cost: outcome.and_then(cost),
                    ending: outcome.map(|found| found.ending),
                });
            }
            match result {
                Ok(new) => {
                    evaluations += new.evaluations;
                    let better = |old: &Found| cost(&new) < cost(old);
                    if found.as_ref().is_none_or(better) {
                        found = Some(new);
                    }
                }
                Err(why) if found.is_none() && attempt + 1 == tries => {
                    return Err(refused(&task, why));
                }
                Err(_) => {}
            }
        }
        let Some(mut found) = found else {
            return Err(FitError::NothingFree);
        };
        for again in 1..=weightings {
            task.weights = weights(machine, &task.stretches, Some(&found));
            let effort = Effort::near(most, is_last && !joined && again == weightings);
            let next = search(&task, found.point.clone(), effort, progress);
            let mut next = next.map_err(|why| refused(&task, why))?;
            evaluations += next.evaluations;
            next.iterates.splice(0..0, found.iterates);
            found = next;
        }
        for ratio in JOINED.into_iter().filter(|_| joined) {
            task.continuity = Some(ratio);
            let effort = Effort::near(most, ratio == JOINED[1]);
            let next = search(&task, found.point.clone(), effort, progress);
            let mut next = next.map_err(|why| refused(&task, why))?;
            evaluations += next.evaluations;
            next.iterates.splice(0..0, found.iterates);
            found = next;
        }
        last = Some((task, found));
    }
    let (task, found) = last.ok_or(FitError::NothingFree)?;
    let result = conclude(&task, found, experiments, &begun, options);
    let mut result = result.map_err(|why| refusal(&task, experiments, why))?;
    result.evaluations = evaluations;
    result.attempts = attempts;
    Ok(result)
}

/// How long the intervals are from which whole experiments are begun, s, one search after the other: errors grow little in the first, so
/// that it converges from far away, and not much from one to the next. None where intervals were asked for, several values are tried,
/// states are not free, or experiments are short themselves.
fn shorter(experiments: &[Experiment], options: &FitOptions) -> Vec<f64> {
    let rate = experiments
        .iter()
        .map(|e| e.rate)
        .fold(f64::INFINITY, f64::min);
    let seconds = experiments.iter().map(|e| e.samples() as f64 / e.rate);
    let longest = seconds.fold(0.0, f64::max);
    let first = SHORT.max(SAMPLES / rate);
    let is_free = options.state == InitialState::Free && options.starts <= 1;
    if !options.intervals.is_empty() || !is_free || longest < SEVERAL * first {
        return Vec::new();
    }
    let each = std::iter::successors(Some(first), |length| Some(LONGER * length));
    each.take_while(|length| LONGER * length <= longest)
        .collect()
}

/// Whether what was found is nearer to what a task asks for than the values to begin with.
fn leads(task: &Task<'_>, begun: &[f64], state: InitialState, last: &(Task<'_>, Found)) -> bool {
    let cost = |before| {
        let from = point(task, begun, state, before);
        let blocks = task.evaluate(&from, false).ok();
        let cost = blocks.map(|blocks| blocks.iter().map(|block| block.cost).sum::<f64>());
        cost.filter(|cost| cost.is_finite())
    };
    match (cost(Some(last)), cost(None)) {
        (Some(found), Some(begun)) => found < begun,
        (found, _) => found.is_some(),
    }
}

fn check(machine: &Machine<'_>, experiments: &[Experiment], free: &[Free]) -> Result<(), FitError> {
    if free.is_empty() {
        return Err(FitError::NothingFree);
    }
    for free in free {
        let [low, high] = free.bounds;
        if low.is_nan() || high.is_nan() || low >= high {
            let name = free.name.clone();
            return Err(FitError::Bounds { name, low, high });
        }
        // Without a resistance, or with an inductance below 0, a winding is none.
        if is_winding(free) && low < 0.0 {
            let name = free.name.clone();
            return Err(FitError::Impossible { name, low });
        }
    }
    for experiment in experiments {
        if experiment.input.len() != machine.joints() {
            return Err(FitError::Incomplete(experiment.name.clone()));
        }
    }
    Ok(())
}

/// Refuses to join intervals of motors with an inductance, known or sought: currents are no part of the states that join.
fn joinable(machine: &Machine<'_>, free: &[Free]) -> Result<(), FitError> {
    let is_sought = |k: usize| {
        let part = ElectricPart::Inductance;
        let own = Direction::Electric { motor: k, part };
        free.iter().any(|free| free.direction == own)
    };
    let drives = machine.drives().iter().enumerate();
    let lasting = drives.filter(|(k, drive)| drive.inductance > 0.0 || is_sought(*k));
    let names: Vec<&str> = lasting.map(|(k, _)| machine.drive_name(k)).collect();
    match names.is_empty() {
        true => Ok(()),
        false => Err(FitError::Currents(names.join(", "))),
    }
}

fn enough(task: &Task<'_>) -> Result<(), FitError> {
    let joints = (0..task.machine.joints())
        .filter(|i| !task.machine.is_locked(*i))
        .count();
    let measured = task
        .stretches
        .iter()
        .flat_map(|s| &s.is_measured)
        .filter(|is| **is);
    let samples = joints * measured.count();
    let unknowns = task.free.len() + task.states() * task.beginnings();
    match samples > unknowns {
        true => Ok(()),
        false => Err(FitError::TooFew { samples, unknowns }),
    }
}

fn refusal(task: &Task<'_>, experiments: &[Experiment], why: NoResiduals) -> FitError {
    match why {
        NoResiduals::Setup(error) => error.into(),
        NoResiduals::Stop(interval, stop) => FitError::Start {
            recording: experiments[task.stretches[interval].experiment]
                .name
                .clone(),
            stop: Box::new(stop),
        },
    }
}

/// Where a search begins: at what was found of longer intervals before, else at what was measured.
fn point(
    task: &Task<'_>,
    begun: &[f64],
    state: InitialState,
    before: Option<&(Task<'_>, Found)>,
) -> Point {
    let same = |a: &Stretch, b: &Stretch| {
        a.experiment == b.experiment && (a.grid.start - b.grid.start).abs() < 0.5 / a.grid.rate
    };
    let state = |stretch: &Stretch| {
        let known = before.and_then(|(task, found)| {
            let place = task
                .stretches
                .iter()
                .position(|other| same(other, stretch))?;
            Some(found.point.states[place].clone())
        });
        let mut start = known.unwrap_or_else(|| stretch.start.clone());
        // Where an interval begins within a recording nothing need be at rest.
        let is_first = |first: &&Stretch| first.experiment == stretch.experiment;
        let first = task.stretches.iter().find(is_first);
        if state == InitialState::AtRest && first.is_some_and(|first| same(first, stretch)) {
            start.velocity.fill(0.0);
        }
        start
    };
    Point {
        parameters: match before {
            Some((_, found)) => found.point.parameters.clone(),
            None => begun.to_vec(),
        },
        states: task.stretches.iter().map(state).collect(),
    }
}

/// What differences are divided by: a thousandth of each joint's motion, then what residuals say.
fn weights(machine: &Machine<'_>, stretches: &[Stretch], found: Option<&Found>) -> Vec<f64> {
    let n = machine.joints();
    (0..n)
        .map(|i| {
            let all = stretches
                .iter()
                .flat_map(|s| s.position.iter().skip(i).step_by(n));
            let span = all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], q| {
                [low.min(*q), high.max(*q)]
            });
            let span = (span[1] - span[0]).max(1e-9);
            let size = found.and_then(|found| {
                let squares: f64 = found.blocks.iter().map(|b| b.squares[i]).sum();
                let count: usize = found.blocks.iter().map(|b| b.counts[i]).sum();
                (count > 0).then(|| (squares / count as f64).sqrt())
            });
            size.unwrap_or(1e-3 * span).max(1e-9 * span).recip()
        })
        .collect()
}

#[cfg(test)]
mod tests;
