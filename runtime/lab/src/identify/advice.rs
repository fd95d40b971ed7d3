//! Which motion would show what a recording's motion did not.

use std::fmt;

use serde::Serialize;

use crate::cores;
use crate::estimate::Estimate;
use crate::experiment::{Fourier, Trajectory, designed};
use crate::motion::States;
use crate::numeric::Decomposition;
use crate::random::Random;
use crate::regression::{Equations, Factor, Observation, RegressionError};
use crate::statistics::{Estimated, Quality};
use crate::thresholds::WORTHWHILE;
use armwright_runtime::Model;

/// Places at which joints that do not move are held, as shares of their range.
const PLACES: [f64; 3] = [0.25, 0.5, 0.75];
/// Points of the motion at each place.
const POINTS: u32 = 40;
/// Period of the motion, s.
const PERIOD: f64 = 10.0;
/// A simpler motion is preferred to one whose deviations are this much smaller.
const SIMPLER: f64 = 1.5;
/// Robots of more joints try only neighbouring pairs.
const ALL_PAIRS: usize = 8;
/// Robots of more parameters are not searched: decompositions would take minutes.
const TOO_MANY: usize = 150;

/// A motion that would reveal parameters that the recorded one did not, or hardly.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// The joints to move at the same time, through their ranges, at speed.
    pub joints: Vec<String>,
    /// Whether other joints are held, at several places in turn.
    pub others_held: bool,
    /// What that would gain.
    pub gains: Vec<Gain>,
}

/// What a motion would do for one parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gain {
    /// The base parameter.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its standard deviation now; none if it is not determined at all.
    pub std: Option<f64>,
    /// Its standard deviation if as many samples of the motion were recorded besides.
    pub then: f64,
}

/// Motions that determine what is not determined, and that would halve the deviation of what is
/// hardly told from zero.
///
/// Candidates are one joint alone, two together (the others held at several places), and all
/// joints together, along random Fourier series within the joints' limits. Each is added to the
/// recordings with as many samples and the same noise; a parameter is shown by the candidate of
/// the fewest joints whose deviation is near the smallest.
pub(super) fn advice(
    equations: &Equations<'_>,
    observation: &Observation,
    estimate: &Estimate,
    ratio: &[f64],
    table: &[Estimated],
) -> Result<Vec<Advice>, RegressionError> {
    let weak = |p: &Estimated| {
        matches!(
            p.quality,
            Quality::Undetermined | Quality::Assumed | Quality::Zero | Quality::Poor
        )
    };
    let wanted: Vec<usize> = (0..table.len()).filter(|&j| weak(&table[j])).collect();
    // Motions of a base are not invented.
    let moves = equations.robot().model().base_moves();
    if wanted.is_empty() || table.len() > TOO_MANY || moves {
        return Ok(Vec::new());
    }
    let weights: Vec<f64> = estimate
        .variance
        .iter()
        .zip(ratio)
        .map(|(variance, ratio)| match variance * ratio {
            noise if noise > 0.0 => noise.recip(),
            _ => 0.0,
        })
        .collect();
    let recorded = observation.factor(&weights);
    let now = deviations(&recorded);
    let model = equations.robot().model();
    let candidates = candidates(model);
    let all = of_all(model);
    let reached = |k: usize| {
        let mut both = recorded.clone();
        let along = along(equations, observation, &weights, (&all, &candidates[k]))?;
        both.merge(&along, 1.0);
        Ok(deviations(&both))
    };
    let then = cores::map(candidates.len(), &reached).into_iter();
    let then: Vec<Vec<Option<f64>>> = then.collect::<Result<_, RegressionError>>()?;
    let mut found: Vec<(usize, Gain)> = Vec::new();
    for j in wanted {
        let reached = |c: usize| then[c][j].unwrap_or(f64::INFINITY);
        let best = (0..candidates.len())
            .map(reached)
            .fold(f64::INFINITY, f64::min);
        let near = |c: &usize| reached(*c) <= SIMPLER * best;
        let simplest = (0..candidates.len())
            .filter(near)
            .min_by_key(|&c| candidates[c].len());
        let (Some(c), true) = (simplest, best.is_finite()) else {
            continue;
        };
        if now[j].is_none_or(|now| now > WORTHWHILE * reached(c)) {
            let gain = Gain {
                name: table[j].name.clone(),
                unit: table[j].unit.clone(),
                std: now[j],
                then: reached(c),
            };
            found.push((c, gain));
        }
    }
    Ok(grouped(model, &candidates, found))
}

/// One advice a candidate, those that show most parameters first.
fn grouped(model: &Model, candidates: &[Vec<usize>], found: Vec<(usize, Gain)>) -> Vec<Advice> {
    let mut advice = Vec::new();
    for (c, moving) in candidates.iter().enumerate() {
        let mine = found.iter().filter(|(at, _)| *at == c);
        let gains: Vec<Gain> = mine.map(|(_, gain)| gain.clone()).collect();
        if !gains.is_empty() {
            advice.push(Advice {
                joints: moving
                    .iter()
                    .map(|&i| model.joints[i].name.to_owned())
                    .collect(),
                others_held: moving.len() < model.joints.len(),
                gains,
            });
        }
    }
    advice.sort_by_key(|advice| std::cmp::Reverse(advice.gains.len()));
    advice
}

/// The joints that move in each candidate.
fn candidates(model: &Model) -> Vec<Vec<usize>> {
    let n = model.joints.len();
    let mut candidates: Vec<Vec<usize>> = (0..n).map(|i| vec![i]).collect();
    for i in 0..n {
        let last = if n <= ALL_PAIRS { n } else { (i + 2).min(n) };
        candidates.extend((i + 1..last).map(|j| vec![i, j]));
    }
    if n > 2 {
        candidates.push((0..n).collect());
    }
    candidates
}

/// What a candidate says, of whose joints the motion of all is known, scaled to as many samples as were recorded.
fn along(
    equations: &Equations<'_>,
    observation: &Observation,
    weights: &[f64],
    (all, moving): (&Fourier, &[usize]),
) -> Result<Factor, RegressionError> {
    let model = equations.robot().model();
    let b = model.base.len();
    let mut states = States::default();
    for place in PLACES {
        let motion = motion(model, all, moving, place);
        for k in 0..POINTS {
            let time = PERIOD * f64::from(k) / f64::from(POINTS);
            for joint in 0..model.joints.len() {
                let [q, qd, qdd] = motion.at(joint, time);
                states.q.push(q);
                states.qd.push(qd);
                states.qdd.push(qdd);
            }
        }
    }
    let matrix = equations.at(&equations.base_columns(), &states)?;
    let mut factor = Factor::new(b);
    for (k, row) in matrix.chunks_exact(b.max(1)).enumerate() {
        let i = k % equations.rows();
        let scale = weights[i].sqrt() * (observation.factors()[i].rows() as f64).sqrt();
        factor.push(row.iter().map(|y| scale * y).enumerate(), 0.0);
    }
    let mut scaled = Factor::new(b);
    let count = PLACES.len() as f64 * f64::from(POINTS);
    scaled.merge(&factor, count.sqrt().recip());
    Ok(scaled)
}

/// A Fourier motion of all joints.
fn of_all(model: &Model) -> Fourier {
    designed(model, PERIOD, PERIOD, &mut Random::new(1))
}

/// The motion of some of all joints, the others held at a share of their range.
fn motion(model: &Model, all: &Fourier, moving: &[usize], place: f64) -> Fourier {
    let mut motion = all.clone();
    for (i, joint) in model.joints.iter().enumerate() {
        if !moving.contains(&i) {
            motion.harmonics[i].clear();
            let [low, high] = joint.position.unwrap_or([-1.5, 1.5]);
            motion.centre[i] = low + place * (high - low);
        }
    }
    motion
}

/// Standard deviations of the parameters from a factor of weighted rows; none where the rows do
/// not determine a parameter.
fn deviations(factor: &Factor) -> Vec<Option<f64>> {
    let spectrum = Decomposition::of(&factor.parts().0);
    let rows = spectrum.inverse.row_iter().zip(spectrum.determined());
    rows.map(|(row, determined)| determined.then(|| row.norm()))
        .collect()
}

impl Advice {
    /// Which joints to move: `joints q1 and q2 together, the others held at several places`.
    #[must_use]
    pub fn motion(&self) -> String {
        let joints = match self.joints.as_slice() {
            [one] => format!("joint {one} alone"),
            [one, other] => format!("joints {one} and {other} together"),
            _ => "all joints together".to_owned(),
        };
        match self.others_held {
            true => format!("{joints}, the others held at several places"),
            false => joints,
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.gains.iter().map(|gain| gain.name.as_str()).collect();
        write!(
            f,
            "more motion at speed through the joints' ranges, {}, would show {}",
            self.motion(),
            names.join(", ")
        )
    }
}

#[cfg(test)]
mod tests;
