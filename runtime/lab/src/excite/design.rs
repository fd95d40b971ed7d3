//! The best motion that is found: many local optima from random starts, on all cores, until it is time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use armwright_runtime::Robot;

use super::augmented::Augmented;
use super::bounds::Bounds;
use super::error::ExciteError;
use super::feasible::{centre, check};
use super::finish::FINE;
use super::found::Found;
use super::information::Information;
use super::kept::{Constraint, Kept, Worst};
use super::plan::{Designed, Effort, Plan, Searched};
use super::search::Search;
use super::space::Space;

/// Starts of a generation: each knows the best of those before.
const GENERATION: usize = 8;
/// Points of a grid of limits for each sample in the search, at least; and at the end.
const COARSE: usize = 120;
/// Random motions that tell what none keeps.
const SOME: usize = 4;

/// Searches the best motion.
///
/// `stop` ends the search early with what it has; `progress` hears how far it is.
///
/// # Errors
/// [`ExciteError`].
pub fn design(
    robot: &dyn Robot,
    plan: &Plan,
    effort: &Effort,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Searched) + Sync),
) -> Result<Designed, ExciteError> {
    let model = robot.model();
    check(model, plan)?;
    let plan = &plan.narrowed();
    let began = Instant::now();
    let budget = effort.budget.unwrap_or(Duration::MAX);
    let space = Space::of(&plan.basis, &plan.limits, &plan.ends, &plan.moving)?;
    let coarse = Bounds::of(
        &space,
        &plan.limits,
        COARSE.min(10 * plan.samples).max(8 * plan.basis.len()),
    );
    let centre = centre(model, plan, &space, &coarse)?;
    let search = Search {
        model,
        plan,
        space: &space,
        bounds: &coarse,
        centre: &centre,
    };
    let mut information = Information::of(
        robot,
        &space,
        &plan.equations,
        &plan.criterion,
        plan.samples,
        plan.prior.as_ref(),
    )?;
    if information.columns().is_empty() {
        return Err(ExciteError::NothingToFind);
    }
    // What a random motion has nothing of, none has.
    let random = information.matrix(&search.start(1, &[], effort.seed));
    let unseen = information.columns().iter().enumerate();
    let unseen = unseen.filter(|(k, _)| random[(*k, *k)] == 0.0);
    let unseen: Vec<&str> = unseen.map(|(_, &base)| model.base[base].name).collect();
    if !unseen.is_empty() && plan.criterion.figure(&random).is_none() {
        return Err(ExciteError::Unseen(unseen.join(", ")));
    }
    let always = Constraint::always(model, plan.margin);
    let on_grid = |points: usize| -> Result<Vec<Kept<'_>>, ExciteError> {
        let kept = plan.kept.iter().chain(&always);
        kept.map(|kept| Kept::of(robot, &space, kept, points))
            .collect()
    };
    let mut kept = on_grid(COARSE)?;
    let some: Vec<Vec<f64>> = (1..=SOME)
        .map(|k| search.start(k, &[], effort.seed))
        .collect();
    if let Some(Worst { name, excess, .. }) =
        kept.iter_mut().find_map(|kept| kept.exceeded_always(&some))
    {
        return Err(ExciteError::NeverKept { what: name, excess });
    }
    let objective = Augmented::of(information, kept);
    // The last part of the time is for bringing the best onto a fine grid; more of it where torques or shapes are kept.
    let searching = if objective.kept.is_empty() { 0.9 } else { 0.75 };
    let late = |share: f64| began.elapsed().as_secs_f64() > share * budget.as_secs_f64();
    let enough = || stop() || late(searching);
    let found: Mutex<Found> = Mutex::default();
    let mut next = 0;
    while next < effort.starts.max(1) && !(enough() && next > 0) {
        let generation = next..(next + GENERATION).min(effort.starts.max(1));
        let known = lock(&found).kept();
        let place = AtomicUsize::new(generation.start);
        let work = || {
            let mut objective = objective.clone();
            loop {
                let k = place.fetch_add(1, Ordering::Relaxed);
                if k >= generation.end || (enough() && k > 0) {
                    return;
                }
                let optimum = search.from(k, &known, effort.seed, &mut objective, &enough);
                let mut all = lock(&found);
                all.add(k, optimum);
                progress(Searched {
                    starts: all.starts,
                    best: all.figure(&plan.criterion, &mut objective.information),
                    share: (began.elapsed().as_secs_f64() / budget.as_secs_f64())
                        .max(all.starts as f64 / effort.starts.max(1) as f64),
                });
            }
        };
        match effort.threads {
            0 | 1 => work(),
            threads => std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            }),
        }
        next = generation.end;
    }
    let found = found
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    search.finish(found, objective, on_grid(FINE)?, &|| stop() || late(1.0))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
