//! Equations of energy or momentum of the arm with and without the load, with the noise by which intervals weigh.

use super::solved::Task;
use crate::identify::noise_of_intervals;
use crate::regression::{Balance, Equations, Integral, Sparse};
use crate::together::{Factors, Offsets, Plan, TogetherError};
use armwright_runtime::{Robot, Side};

/// Rounds of weighing.
const ROUNDS: usize = 3;

/// Equations of a balance over intervals one after the other (`length`, s). What noise makes of energy is the larger, the faster the
/// joints: its intervals are weighed by residuals, as when an arm is identified.
pub(super) fn balanced<'a>(
    robot: &'a dyn Robot,
    side: Side,
    task: &Task<'_>,
    balance: Balance,
    length: Option<f64>,
) -> Result<Equations<'a>, TogetherError> {
    if task.offsets != Offsets::None {
        return Err(TogetherError::Robot {
            robot: robot.model().name.to_owned(),
            why: "is balanced over intervals, in which offsets of torques are not sought: take torques, or leave offsets out",
        });
    }
    let mut integral = Integral {
        length,
        ..Integral::of(balance)
    };
    let rounds = if balance == Balance::Energy {
        ROUNDS
    } else {
        0
    };
    for _ in 0..rounds {
        let weighed = Equations::integrated(robot, side, integral.clone())?;
        let solved = task.solved(&weighed)?;
        // A loaded arm is an arm: its base parameters are those of the arm and what the load adds to them.
        let each = (0..solved.plan.loaded.len()).map(|recording| solved.base(recording));
        let each: Vec<Vec<f64>> = each.collect();
        let pieces = task.motions.all.chunk_by(|a, b| a.source == b.source);
        let with_base = pieces
            .zip(&each)
            .flat_map(|(pieces, base)| pieces.iter().map(|motion| (motion, base.as_slice())));
        let plain = Equations::integrated(
            robot,
            side,
            Integral {
                noise: Vec::new(),
                ..integral.clone()
            },
        )?;
        match noise_of_intervals(&plain, with_base, &integral)? {
            Some(noise) => integral.noise = noise,
            None => break,
        }
    }
    Ok(Equations::integrated(robot, side, integral)?)
}

/// What is to be said where there are hardly more balances than unknowns, which then take what is noise; nothing of torques.
pub(super) fn sparse(
    task: &Task<'_>,
    equations: &Equations<'_>,
    factors: &Factors<'_>,
    plan: &Plan,
) -> Option<String> {
    let (integral, motion) = (equations.integral()?, task.motions.all.first()?);
    let each = factors.each();
    let balances: usize = each
        .map(|(recording, row)| factors.samples(recording, row))
        .sum();
    // An arm that is known is none of them.
    let unknowns = match task.arm {
        Some(_) => plan.of_load().len(),
        None => plan.unknowns(),
    };
    let sparse = Sparse::of(integral, motion, [balances, unknowns]);
    sparse.map(|sparse| sparse.to_string())
}
