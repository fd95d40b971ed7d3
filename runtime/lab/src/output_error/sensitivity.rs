//! How much a motion depends on every parameter and on the state in which it begins.

use nalgebra::DMatrix;
use serde::Serialize;

use super::error::FitError;
use super::experiment::Experiment;
use super::free::Free;
use super::stretch::{FEWEST, input};
use crate::rows::position_unit;
use crate::simulation::{
    Direction, Grid, Hold, Machine, Sampled, Settings, Start, march, simulate,
};

mod merged;

pub use merged::sensitivities;

/// How positions change with one number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// The parameter, or `q_<joint>` and `qd_<joint>` of the state at the beginning.
    pub name: String,
    /// By how much it is changed: a hundredth of a parameter (1 of one that is 0), 0.01 rad (m), 0.01 rad/s (m/s).
    pub change: f64,
    /// The largest change of each joint's position that follows, rad or m, to first order.
    pub largest: Vec<f64>,
    /// The root mean square of these changes over the motion.
    pub typical: Vec<f64>,
    /// Changes through time, a column a joint.
    #[serde(skip)]
    pub values: Vec<Vec<f64>>,
}

/// How an error of the state at the beginning grows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growth {
    /// The largest factor on the way by which an error of the state (rad and rad/s) becomes one of positions and velocities.
    pub largest: f64,
    /// The same at the end.
    pub end: f64,
    /// The finite-time Lyapunov exponent, 1/s: the logarithm of the factor at the end over the time.
    pub exponent: f64,
    /// When the factor passes 10 for the first time, s after the beginning; how long an interval may be.
    pub tenfold: Option<f64>,
    /// The largest factor again, of a simulation that begins a little beside; none where the first is no reason to ask.
    pub measured: Option<f64>,
    /// Whether the motion depends so much on its beginning, by both factors, that a simulation of it is not to be relied on.
    pub is_nearly_chaotic: bool,
    /// Factors through time.
    #[serde(skip)]
    pub factors: Vec<f64>,
}

/// How much a motion depends on what it is made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sensitivity {
    /// The experiment.
    pub recording: String,
    /// Units of the joints' positions (`n`), rad or m.
    pub units: Vec<&'static str>,
    /// Every parameter, then every number of the state at the beginning.
    pub curves: Vec<Curve>,
    /// How an error of the state at the beginning grows.
    pub growth: Growth,
    /// When it ends, s after its beginning; earlier than asked for if it cannot go on, for this reason.
    pub seconds: f64,
    /// Why it ended early.
    pub stop: Option<String>,
    /// What to know.
    pub warnings: Vec<String>,
    /// Times, s.
    #[serde(skip)]
    pub times: Vec<f64>,
}

impl Sensitivity {
    /// Whether an interval can be so short that errors of its beginning become less than ten times as large: it has some samples at least.
    pub(crate) fn can_be_shorter(&self) -> bool {
        let step = match self.times[..] {
            [first, second, ..] => second - first,
            _ => 0.0,
        };
        let shortest = FEWEST as f64 * step;
        self.growth
            .tenfold
            .is_none_or(|tenfold| tenfold >= shortest)
    }
}

/// A factor from which on a motion is almost chaotic: a hundredth of a radian a second becomes more than one radian.
const CHAOS: f64 = 100.0;
/// How far beside its beginning a motion begins whose growth is measured, rad and rad/s.
const BESIDE: f64 = 1e-6;

/// How much a machine's motion through an experiment, from a state, depends on parameters and on that state.
///
/// # Errors
/// [`FitError::Simulation`].
pub fn sensitivity(
    machine: &Machine<'_>,
    experiment: &Experiment,
    free: &[Free],
    start: &Start,
    hold: Hold,
    settings: &Settings,
) -> Result<Sensitivity, FitError> {
    let n = machine.joints();
    let model = machine.robot().model();
    let directions: Vec<Direction> = free.iter().map(|free| free.direction).collect();
    let names = free.iter().map(|free| free.name.clone());
    let of_state = ["q", "qd"].into_iter().flat_map(|symbol| {
        let joints = model.joints.iter();
        joints.map(move |joint| format!("{symbol}_{}", joint.name))
    });
    let change = |free: &Free| match free.of(machine).abs() {
        0.0 => 1.0,
        size => 0.01 * size,
    };
    let changes = free
        .iter()
        .map(change)
        .chain(std::iter::repeat_n(0.01, 2 * n));
    let mut curves: Vec<Curve> = names
        .chain(of_state)
        .zip(changes)
        .map(|(name, change)| Curve {
            name,
            change,
            largest: vec![0.0; n],
            typical: vec![0.0; n],
            values: vec![Vec::new(); n],
        })
        .collect();
    // From its beginning on, as the input is: numbers near 0 have digits enough for steps.
    let grid = Grid {
        start: 0.0,
        rate: experiment.rate,
        samples: experiment.samples(),
    };
    let (mut times, mut factors) = (Vec::new(), Vec::new());
    let input = input(experiment, hold);
    let mut widest: Option<(usize, DMatrix<f64>)> = None;
    let (_, stop) = march(
        machine,
        &input,
        start,
        &grid,
        settings,
        &directions,
        true,
        &mut |k, here| {
            times.push(experiment.start + grid.at(k));
            let transition = here.transition();
            let own = transition.as_ref().map_or(1.0, factor);
            if own.is_finite() && factors.iter().all(|before| own > *before) {
                widest = transition.map(|transition| (k, transition));
            }
            factors.push(own);
            for (column, curve) in curves.iter_mut().enumerate() {
                for i in 0..n {
                    let value = curve.change * here.column(column)[i];
                    curve.values[i].push(value);
                    curve.largest[i] = curve.largest[i].max(value.abs());
                    curve.typical[i] += value * value;
                }
            }
        },
    )?;
    let count = times.len().max(1) as f64;
    for typical in curves.iter_mut().flat_map(|curve| &mut curve.typical) {
        *typical = (*typical / count).sqrt();
    }
    // Numbers of joints that are locked change nothing.
    let mut column = 0;
    curves.retain(|_| {
        let state = column as i64 - free.len() as i64;
        column += 1;
        state < 0 || !machine.is_locked(state as usize % n)
    });
    let seconds = grid.at(times.len().saturating_sub(1));
    let mut growth = growth(factors, &times, seconds);
    if let (true, Some((k, transition))) = (growth.is_nearly_chaotic, widest) {
        let until = Grid {
            samples: k + 1,
            ..grid
        };
        let measured = beside(machine, &input, start, &until, settings, &transition)?;
        growth.measured = measured;
        growth.is_nearly_chaotic = measured.is_none_or(|measured| measured > CHAOS);
    }
    let mut found = Sensitivity {
        recording: experiment.name.clone(),
        units: model.joints.iter().map(position_unit).collect(),
        curves,
        growth,
        seconds,
        stop: stop.map(|stop| stop.later(experiment.start).to_string()),
        warnings: Vec::new(),
        times,
    };
    found.warnings = warnings(&found);
    Ok(found)
}

/// The largest factor by which a transition stretches an error.
fn factor(transition: &DMatrix<f64>) -> f64 {
    if transition.iter().all(|x| x.is_finite()) {
        transition.singular_values().max()
    } else {
        f64::INFINITY
    }
}

/// By how much a motion that begins beside, where the transition stretches most, is further away at the end; none where one of the two
/// ends early.
fn beside(
    machine: &Machine<'_>,
    input: &Sampled,
    start: &Start,
    grid: &Grid,
    settings: &Settings,
    transition: &DMatrix<f64>,
) -> Result<Option<f64>, FitError> {
    let n = machine.joints();
    let Some(axes) = transition.clone().svd(false, true).v_t else {
        return Ok(None);
    };
    let mut other = start.clone();
    let numbers = other.position.iter_mut().chain(&mut other.velocity);
    for (number, share) in numbers.zip(axes.row(0).iter()) {
        *number += BESIDE * share;
    }
    let mut ends = Vec::new();
    for start in [start, &other] {
        let motion = simulate(machine, input, start, grid, settings)?;
        let from = n * grid.samples.saturating_sub(1);
        let [Some(q), Some(qd)] = [&motion.q, &motion.qd].map(|all| all.get(from..from + n)) else {
            return Ok(None);
        };
        ends.push([q, qd].concat());
    }
    let squares = ends[0].iter().zip(&ends[1]).map(|(a, b)| (a - b).powi(2));
    Ok(Some(squares.sum::<f64>().sqrt() / BESIDE))
}

fn growth(factors: Vec<f64>, times: &[f64], seconds: f64) -> Growth {
    let largest = factors.iter().fold(0.0f64, |most, x| most.max(*x));
    let end = factors.last().copied().unwrap_or(1.0);
    let tenfold = factors
        .iter()
        .zip(times)
        .find(|(factor, _)| **factor > 10.0);
    Growth {
        largest,
        end,
        exponent: if seconds > 0.0 {
            end.ln() / seconds
        } else {
            0.0
        },
        tenfold: tenfold.map(|(_, time)| time - times[0]),
        measured: None,
        is_nearly_chaotic: largest > CHAOS,
        factors,
    }
}

fn warnings(found: &Sensitivity) -> Vec<String> {
    let mut warnings = Vec::new();
    if found.growth.is_nearly_chaotic {
        let shorter = match found.growth.tenfold {
            Some(_) if !found.can_be_shorter() => {
                "it becomes ten times as large within so few samples that no interval is short enough, as where positions are in another \
                 unit or torques are of another size"
                    .to_owned()
            }
            Some(time) => format!("intervals of {time:.2} s keep the factor below 10"),
            None => "shorter intervals help".to_owned(),
        };
        let beside = match found.growth.measured {
            Some(_) => ", also in a simulation that begins a little beside",
            None => "",
        };
        warnings.push(format!(
            "the motion depends strongly on its beginning: an error of the state becomes {} times as large within {:.1} s{beside}. \
             A simulation that long says little of other motion, and a search over it \
             may end far from the best: {shorter}",
            times(found.growth.largest), found.seconds
        ));
    }
    if let Some(stop) = &found.stop {
        warnings.push(format!("the motion ends early: {stop}"));
    }
    warnings
}

/// A factor without more digits than anybody reads.
fn times(factor: f64) -> String {
    match factor < 1e6 {
        true => format!("{factor:.0}"),
        false => format!("{factor:.0e}"),
    }
}

#[cfg(test)]
mod tests;
