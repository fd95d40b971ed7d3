//! Wrong data of a base that moves: which fault of the IMU, of what acts from outside, or of joints explains what is left.
//!
//! Each fault is undone in turn on a few hundred instants (`probe`): axes of the world as they are; axes that are turned or reversed,
//! those of contacts and their signs, and what joints may have wrong (`joints`), where much is left; places, constants, factors and
//! delays by the numbers that leave least (`tries`), which Gauss and Newton's steps find beside the base parameters. Faults are
//! named (`search`) that explain more than chance does, and half of what is left of a row; one after the other, until nothing more is
//! explained, and only if with them no row is left unexplained but for noise, which does not follow itself, or none that they touch has
//! more than noise. Gravity that is not in accelerations is seen by their size.

mod change;
mod instant;
mod joints;
mod probe;
mod search;
mod tries;

use super::base_fault::{BaseFault, Sensor};
use super::cause::{Cause, Evidence, Lift};
use super::change::Fault;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::recording::STANDARD_GRAVITY;
use crate::regression::{Equations, RegressionError};
use crate::thresholds::WEIGHTLESS;
use nalgebra::Vector3;
use probe::{Detail, Probe};
use search::{Found, Search};

/// What is most likely wrong with motions of a base that moves.
pub(super) fn causes(
    equations: &Equations<'_>,
    motions: &[Motion],
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<Cause>, RegressionError> {
    if let Some(fault) = gravity(equations, motions) {
        let faults = vec![fault];
        return Ok(vec![cause(
            Fault::Base { faults },
            Evidence::Gravity,
            Vec::new(),
            false,
        )]);
    }
    let Some(probe) = Probe::of(equations, motions, Detail::All)? else {
        return Ok(Vec::new());
    };
    let few = Probe::of(equations, motions, Detail::Few)?;
    let pairs = Probe::of(equations, motions, Detail::Pairs)?;
    let search = Search::of(&probe, few.as_ref().unwrap_or(&probe), pairs.as_ref())?;
    let found = search.run(progress)?;
    let shared = found.len() > 1;
    let each = found.into_iter().map(|Found { faults, left }| {
        let pairs = search.before.rows.0.iter().zip(&left.0).enumerate();
        let lifts = pairs.filter_map(|(row, (before, after))| {
            Some(Lift {
                name: equations.row_name(row).to_owned(),
                before: 1.0 - (*before)?,
                after: 1.0 - (*after)?,
            })
        });
        cause(together(faults), Evidence::Fit, lifts.collect(), shared)
    });
    Ok(each.collect())
}

/// Faults as one: those of the base by themselves, if there are no others.
fn together(faults: Vec<Fault>) -> Fault {
    let of_base = |fault: &Fault| match fault {
        Fault::Base { faults } => Some(faults.clone()),
        _ => None,
    };
    let all: Option<Vec<Vec<BaseFault>>> = faults.iter().map(of_base).collect();
    match (all, &faults[..]) {
        (Some(all), _) => Fault::Base {
            faults: all.concat(),
        },
        (None, [only]) => only.clone(),
        (None, _) => Fault::Together { faults },
    }
}

fn cause(fault: Fault, evidence: Evidence, lifts: Vec<Lift>, shared: bool) -> Cause {
    Cause {
        fault,
        evidence,
        rows: EquationSide::Joint,
        lifts,
        shared,
    }
}

/// What a quarter of the accelerations are below, as a share of their median, where gravity is most of them.
const EVEN: f64 = 0.9;

/// Accelerations that are far from free fall, of a base that stands on something: one that moves like that does not stay with it. What
/// nothing touches falls.
fn gravity(equations: &Equations<'_>, motions: &[Motion]) -> Option<BaseFault> {
    let gravity = Vector3::from(equations.robot().model().gravity).norm();
    let felt = motions.iter().filter_map(|motion| {
        let columns = &motion.imu()?.columns;
        let size = |k: usize| Vector3::from_fn(|i, _| columns[3 + i][k]).norm();
        Some(motion.interior().map(size).collect::<Vec<f64>>())
    });
    let mut felt: Vec<f64> = felt.flatten().collect();
    let middle = felt.len() / 2;
    if gravity == 0.0 || felt.is_empty() {
        return None;
    }
    let (low, shown, _) = felt.select_nth_unstable_by(middle, f64::total_cmp);
    let shown = *shown;
    let [little, much] = WEIGHTLESS;
    let touched = motions.iter().any(|motion| motion.contacts().is_some());
    let mut rows = equations.measured().iter();
    if !touched && rows.any(|row| row.is_of_base(equations.robot().model())) {
        return (shown > little * gravity).then_some(BaseFault::Unheld { shown });
    }
    // Of another unit it is as even as gravity is.
    let quartile = low.len() / 2;
    let even = quartile > 0 && {
        let (_, first, _) = low.select_nth_unstable_by(quartile, f64::total_cmp);
        *first > EVEN * shown
    };
    let unit = [STANDARD_GRAVITY, STANDARD_GRAVITY.recip(), 1e3, 1e-3];
    let unit = unit.into_iter().find(|unit| {
        let ratio = shown * unit / gravity;
        (1.0 - little..1.0 + little).contains(&ratio)
    });
    let of = Sensor::Accelerometer;
    match shown / gravity {
        ratio if (little..much).contains(&ratio) => None,
        _ if even && unit.is_some() => unit.map(|factor| BaseFault::Factor { of, factor }),
        ratio if ratio < little => Some(BaseFault::Free { shown, gravity }),
        ratio if ratio < 2.0 * much => Some(BaseFault::Twice { shown, gravity }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
