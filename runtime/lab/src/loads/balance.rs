//! Equations of energy or momentum of the arm with and without the load, with the noise by which intervals weigh.

use super::solved::Task;
use crate::identify::noise_of_intervals;
use crate::regression::{Balance, Equations, Integral};
use crate::together::{Factors, Offsets, Plan, TogetherError};
use armwright_runtime::{Robot, Side};

/// Rounds of weighing.
const ROUNDS: usize = 3;
/// So many balances for each unknown tell what is noise among them.
const ENOUGH: usize = 5;

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
    let enough = ENOUGH * unknowns;
    if balances >= enough {
        return None;
    }
    let step = integral.step(motion);
    let remedy = remedy(
        [balances, enough],
        step,
        motion.rate,
        motion.processing.cutoff,
    );
    Some(format!(
        "{balances} balances over intervals for {unknowns} unknowns hardly tell noise: {remedy}"
    ))
}

/// What is to be done where there are fewer balances than enough, over intervals of so many samples (`step`): those that are shorter than half a
/// period of the cut-off, Hz, add nothing.
fn remedy([balances, enough]: [usize; 2], step: usize, rate: f64, cutoff: f64) -> String {
    // An interval is one of whole samples.
    let (step, shortest) = (step as f64, (0.5 * rate / cutoff).round().max(1.0));
    if step <= shortest {
        return "record longer".to_owned();
    }
    let there = balances as f64 * step / shortest;
    let also = match there < enough as f64 {
        true => ", and record longer",
        false => "",
    };
    format!(
        "shorten the intervals from {:.3} s, at least to half a period of the cut-off, {:.3} s, of which there are about {there:.0}{also}",
        step / rate,
        shortest / rate
    )
}

#[cfg(test)]
mod tests {
    use super::remedy;

    /// Half a period of 3.268 Hz is 0.153 s, which is 31 samples at 200 Hz: of 62 there are half as many.
    #[test]
    fn intervals_that_are_asked_for_are_short_enough() {
        let told = |balances: usize, step: usize| remedy([balances, 215], step, 200.0, 3.268);
        assert_eq!(told(212, 31), "record longer");
        assert_eq!(told(212, 20), "record longer");
        let shorten = "shorten the intervals from 0.310 s, at least to half a period of the cut-off, 0.155 s, of which there are about";
        assert_eq!(told(110, 62), format!("{shorten} 220"));
        assert_eq!(told(100, 62), format!("{shorten} 200, and record longer"));
    }
}
