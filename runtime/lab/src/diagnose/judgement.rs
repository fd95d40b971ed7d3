//! Which fault explains why a recording does not fit.

use super::cause::{Cause, Evidence, Lift};
use super::change::{Change, Fault};
use super::fit::Unexplained;
use super::probe::Probe;
use super::quantity::Quantity;
use super::search::{BETTER, NEAR_NONE, is_turned};
use super::trial::{Judge, Left, Tried};
use super::units::is_usual_time;
use crate::options::EquationSide;
use crate::regression::RegressionError;
use crate::thresholds::{
    AS_WELL, BIAS, EXPLAINED_AWAY, GAIN, LAGGING, LIFT, NOT_NOMINAL, SLIGHTLY, SUSPICIOUS,
};
use armwright_runtime::Side;

/// Factors of a gear ratio that may hide in what parameters explain.
const RATIOS: std::ops::RangeInclusive<f64> = 0.4..=2.5;
/// Causes that are named together at most, where a recording does not tell them apart.
const NAMED: usize = 3;

pub(super) fn causes(
    probe: &Probe<'_>,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<Cause>, RegressionError> {
    let judge = Judge::of(probe)?;
    let before = judge.left(&Change::none(probe.equations().joints()))?;
    let wrong = |left: &Unexplained, limit: f64| left.worst() > limit;
    let strange = |left: &Unexplained| wrong(left, NOT_NOMINAL);
    // What parameters explain that no robot has, and those that one can have do not.
    let impossible: f64 = before.any.lifts(&before.possible).iter().sum();
    let suspicious = wrong(&before.possible, SUSPICIOUS)
        || impossible > LIFT / 4.0
        || before.nominal.as_ref().is_some_and(strange)
        || judge.outside > 0;
    let mut tried = vec![judge.lag(&before)?];
    // Parameters make up for much of a factor that is near one: what it leaves may be little.
    let most = if suspicious { GAIN } else { f64::INFINITY };
    let lesser = judge.lesser_gains(&before, most)?;
    let is_off = suspicious || !lesser.is_empty();
    tried.extend(lesser);
    if suspicious {
        tried.extend(judge.gains(&before)?);
    }
    // Where a torque hardly changes its sign, a constant in it looks like a factor.
    if is_off {
        tried.extend(judge.biases(&before)?);
    }
    if suspicious {
        tried.extend(judge.ratios(&before)?);
    }
    tried.extend(judge.offsets(&before, suspicious)?);
    // A wrong unit of time leaves little where gravity and friction are most of the torques.
    let cheap = |fault: &Fault| matches!(fault, Fault::Time { .. } | Fault::Gravity { .. });
    tried.extend(judge.others(|fault| suspicious || cheap(fault), progress)?);
    // Behind what is usual, which is likelier where it explains as much.
    tried.extend(judge.times(&before)?);
    tried.extend(judge.mounting(&before, suspicious)?);
    let tried = judge.without_vanished_gravity(tried);
    let tried = judge.more_than_rest(tried)?;
    Ok(judge.named(&before, &tried))
}

impl Judge<'_> {
    /// The causes to name: what explains most, and what explains as much.
    pub(super) fn named(&self, before: &Left, tried: &[Tried]) -> Vec<Cause> {
        let possible = |left: &Left| left.possible.clone();
        let all: Vec<usize> = (0..tried.len()).collect();
        let convincing = convincing(&before.possible, tried, &all, possible);
        if let Some(best) = best(&before.possible, tried, &all, possible) {
            let explaining = explaining(tried, &all, possible);
            let as_well = alike(tried, &explaining, &convincing, best, possible);
            let constrained: f64 = before.any.lifts(&before.possible).iter().sum();
            let evidence = match constrained < LIFT {
                true => Evidence::Fit,
                false => Evidence::Possible,
            };
            return self.causes(before, tried, &as_well, evidence);
        }
        let fits = |by: f64| {
            let gain = move |&k: &usize| {
                let lifts = tried[k].left.possible.lifts(&before.possible);
                lifts.iter().sum::<f64>() > -by
            };
            all.iter().copied().filter(gain).collect::<Vec<usize>>()
        };
        if let Some(nominal) = before.nominal.as_ref().filter(|n| n.worst() > NOT_NOMINAL) {
            let of = |left: &Left| left.nominal.clone().unwrap_or_else(|| left.any.clone());
            let fitting = fits(LIFT);
            if let Some(best) = best(nominal, tried, &fitting, of) {
                let explaining = explaining(tried, &fitting, of);
                let as_well = alike(tried, &explaining, &[], best, of);
                return self.causes(before, tried, &as_well, Evidence::Nominal);
            }
        }
        // Limits of the file may be wrong: by themselves they are no evidence.
        if self.outside > 0 {
            let mut inside = fits(-SLIGHTLY);
            let much = before.possible.worst() >= BIAS[0];
            inside.retain(|&k| tried[k].outside == 0 && is_gear(&tried[k].fault, much));
            let score = |k: &usize| tried[*k].left.possible.score();
            if let Some(&best) = inside.iter().min_by(|a, b| score(a).total_cmp(&score(b))) {
                let as_well = alike(tried, &inside, &[], best, possible);
                return self.causes(before, tried, &as_well, Evidence::Limits);
            }
        }
        Vec::new()
    }

    pub(super) fn causes(
        &self,
        before: &Left,
        tried: &[Tried],
        places: &[usize],
        evidence: Evidence,
    ) -> Vec<Cause> {
        let equations = self.probe.equations();
        let model = equations.robot().model();
        let (names, rows): (Vec<&str>, EquationSide) = match equations.side() {
            Side::Motor if model.motors.len() == model.joints.len() => (
                equations
                    .places()
                    .iter()
                    .map(|&k| model.motors[k].name)
                    .collect(),
                EquationSide::Motor,
            ),
            side => (
                equations
                    .places()
                    .iter()
                    .map(|&k| model.joints[k].name)
                    .collect(),
                side.into(),
            ),
        };
        // The same may be true of joints and of motors, which are told apart by their names alone.
        let mut distinct: Vec<usize> = Vec::new();
        // An offset of the first joint says itself that it may be gravity that turns.
        let is_turn = |k: &usize| matches!(tried[*k].fault, Fault::Offset { first: true, .. });
        let has_turn = places.iter().any(is_turn);
        for &place in places {
            let known = |other: &usize| tried[*other].fault == tried[place].fault;
            let is_said = has_turn && matches!(tried[place].fault, Fault::GravityAlong { .. });
            if !is_said && !distinct.iter().any(known) {
                distinct.push(place);
            }
        }
        let left = |left: &Left| match (&left.nominal, evidence) {
            (Some(nominal), Evidence::Nominal) => nominal.clone(),
            _ => left.possible.clone(),
        };
        let before = left(before);
        let cause = |&place: &usize| {
            let after = left(&tried[place].left);
            let each = names.iter().zip(before.0.iter().zip(&after.0));
            let lifts = each.filter_map(|(name, (before, after))| {
                Some(Lift {
                    name: (*name).to_owned(),
                    before: 1.0 - (*before)?,
                    after: 1.0 - (*after)?,
                })
            });
            Cause {
                fault: tried[place].fault.clone(),
                evidence,
                rows,
                lifts: lifts.collect(),
                shared: distinct.len() > 1,
            }
        };
        distinct.iter().take(NAMED).map(cause).collect()
    }
}

/// The fault whose undoing leaves least, if it explains much that was not explained and spoils nothing.
fn best(
    before: &Unexplained,
    tried: &[Tried],
    among: &[usize],
    of: impl Fn(&Left) -> Unexplained,
) -> Option<usize> {
    let all = convincing(before, tried, among, &of).into_iter();
    let score = |k: usize| of(&tried[k].left).score();
    all.min_by(|&a, &b| score(a).total_cmp(&score(b)))
}

/// The faults whose undoing explains much that was not explained and spoils nothing. A factor makes up for a constant where a torque
/// hardly changes its sign: where one on a torque convinces, a constant that leaves less does, however little was left before.
fn convincing(
    before: &Unexplained,
    tried: &[Tried],
    among: &[usize],
    of: impl Fn(&Left) -> Unexplained,
) -> Vec<usize> {
    let score = |k: usize| of(&tried[k].left).score();
    let convinces = |k: &usize| is_convincing(before, &tried[*k], &of);
    let alone: Vec<usize> = among.iter().copied().filter(convinces).collect();
    let is_gain = |k: &usize| is_gain(&tried[*k].fault);
    let factors = alone.iter().copied().filter(is_gain);
    let Some(least) = factors.map(score).reduce(f64::min) else {
        return alone;
    };
    let is_rival = |k: usize| {
        let is_bias = matches!(tried[k].fault, Fault::Bias { .. });
        is_bias && score(k) < least && explains(before, &of(&tried[k].left))
    };
    let all = among.iter().copied();
    all.filter(|k| alone.contains(k) || is_rival(*k)).collect()
}

/// Those whose undoing leaves no row mostly unexplained: no others are named beside what convinces, however well they explain the rest.
fn explaining(tried: &[Tried], among: &[usize], of: impl Fn(&Left) -> Unexplained) -> Vec<usize> {
    let explains = |k: &usize| of(&tried[*k].left).worst() <= EXPLAINED_AWAY;
    among.iter().copied().filter(explains).collect()
}

/// Whether what is left is much less than it was, and of no row much, nor more than it was.
fn explains(before: &Unexplained, after: &Unexplained) -> bool {
    let lifts = after.lifts(before);
    let largest = lifts.iter().copied().fold(0.0, f64::max);
    let spoiled = lifts
        .iter()
        .zip(&after.0)
        .any(|(lift, left)| *lift < -LIFT / 2.0 && left.is_some_and(|left| left > SUSPICIOUS));
    let sum = lifts.iter().sum::<f64>();
    sum >= LIFT && largest >= LIFT / 2.0 && after.worst() <= EXPLAINED_AWAY && !spoiled
}

/// Whether undoing a fault explains much that was not explained and spoils nothing, and as much as such a fault has to.
fn is_convincing(before: &Unexplained, tried: &Tried, of: impl Fn(&Left) -> Unexplained) -> bool {
    let much = before.worst() >= BIAS[0];
    let after = of(&tried.left);
    let lifts = after.lifts(before);
    let spoils_none = lifts.iter().all(|lift| *lift > -SLIGHTLY);
    // A drive has some lag; only one that is most of what is left counts.
    let enough = match tried.fault {
        Fault::Lag { .. } => lifts.iter().sum::<f64>() >= LAGGING * lifts.len() as f64,
        // What a model lacks, friction that differs by direction or a spring, is partly a constant.
        Fault::Bias { .. } => much && after.worst() <= BIAS[1],
        // What was searched for has to explain more than what is usual, and what a model lacks is partly an angle or a ratio.
        Fault::Offset { degrees, .. } if is_turned(degrees) => true,
        // An encoder's zero is off by little: that has to be most of what is left of a row.
        Fault::Offset { degrees, .. } => {
            let is_near = degrees.abs() <= NEAR_NONE && lifts.iter().any(|lift| *lift >= LIFT);
            (much || is_near) && after.worst() <= BIAS[1]
        }
        // A model that lacks something gains in one row what it loses in another.
        Fault::GravityAlong { .. } => spoils_none,
        Fault::Time { factor } if !is_usual_time(factor) => spoils_none,
        // Constants of drives are rough: what is off by little has to be most of what is left of a row.
        Fault::Factor {
            quantity: Quantity::Torque,
            factor,
            ..
        } if factor.ln().abs() <= GAIN.ln() => lifts.iter().any(|lift| *lift >= LIFT),
        _ => is_gear(&tried.fault, much),
    };
    enough && explains(before, &after)
}

/// Whether it is no gear that is far from the file's, unless much was not explained: such a one leaves little explained.
fn is_gear(fault: &Fault, much: bool) -> bool {
    match *fault {
        Fault::Ratio { factor, .. } => much || RATIOS.contains(&factor),
        _ => true,
    }
}

/// Whether its number was searched for, and is not one of the usual ones.
fn is_searched(fault: &Fault) -> bool {
    match fault {
        Fault::Ratio { .. } => true,
        Fault::Offset { degrees, .. } => !is_turned(*degrees),
        _ => false,
    }
}

/// Whether it is a factor on torques.
fn is_gain(fault: &Fault) -> bool {
    match fault {
        Fault::Factor { quantity, .. } => *quantity == Quantity::Torque,
        _ => false,
    }
}

/// Whether it is a scale of all positions: their unit, or the side of the transmission on which they were measured.
fn is_scale(fault: &Fault) -> bool {
    match fault {
        Fault::Side { quantity, .. } => *quantity == Quantity::Position,
        Fault::Factor { quantity, of, .. } => *quantity == Quantity::Position && of.is_empty(),
        _ => false,
    }
}

/// The best and what leaves hardly more, the likeliest first: by nominal values, then what is usual, then in the order of trial, but a
/// factor on torques behind a constant that leaves no more.
/// Motion that is scaled down is nearly linear, which free parameters explain a little better than the motion as it was: beside
/// a scale of all positions count others that are convincing and leave hardly anything.
fn alike(
    tried: &[Tried],
    among: &[usize],
    convincing: &[usize],
    best: usize,
    of: impl Fn(&Left) -> Unexplained,
) -> Vec<usize> {
    let score = |k: usize| of(&tried[k].left).score();
    let mut places: Vec<usize> = among
        .iter()
        .copied()
        .filter(|&k| k == best || score(k) - score(best) < AS_WELL)
        .collect();
    if is_scale(&tried[best].fault) {
        let is_alike = |k: &usize| {
            let other = &tried[*k];
            let is_inside = other.outside <= tried[best].outside;
            is_scale(&other.fault) && is_inside && of(&other.left).worst() <= BIAS[1]
        };
        let others = convincing.iter().copied().filter(is_alike);
        let others: Vec<usize> = others.filter(|k| !places.contains(k)).collect();
        places.extend(others);
    }
    let nominal = |k: &usize| {
        let left = tried[*k].left.nominal.as_ref();
        // To a tenth, so that rounding decides nothing.
        left.map_or(0, |left| (10.0 * left.score()).round() as i64)
    };
    let biases = places.iter().copied();
    let biases = biases.filter(|&k| matches!(tried[k].fault, Fault::Bias { .. }));
    let least = biases.map(score).fold(f64::INFINITY, f64::min);
    let is_outdone = |k: &usize| is_gain(&tried[*k].fault) && least < score(*k) + BETTER;
    places.sort_by_key(|k| (nominal(k), is_searched(&tried[*k].fault), is_outdone(k)));
    let first = places.first().map_or(0, nominal);
    places.retain(|k| nominal(k) <= first + 10);
    places
}

#[cfg(test)]
mod tests;
