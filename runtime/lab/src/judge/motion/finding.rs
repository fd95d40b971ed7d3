//! What the figures of a fit of simulated motions say.

use std::fmt;

use super::Facts;
use crate::digits::percent;
use crate::judge::phrases::{counted, joints, minus, significant};
use crate::output_error::{Dependence, Ending};
use crate::statistics::Transfer;
use crate::thresholds::{COLOURED, KNOWN};

/// Parameters that are listed before they are counted.
const LISTED: usize = 6;

/// Something that the figures say.
#[derive(Debug, Clone, PartialEq)]
pub enum MotionFinding {
    /// The search did not end.
    NotEnded {
        /// How it stopped.
        ending: Ending,
        /// After so many iterations.
        iterations: usize,
    },
    /// How the joint is followed that is followed worst.
    Followed {
        /// The joint.
        joint: String,
        /// RMS difference of positions, rad or m.
        rmse: f64,
        /// Its unit.
        unit: &'static str,
        /// The difference as a share of the motion.
        nrmse: f64,
        /// What is explained of what no straight line has.
        r2: f64,
    },
    /// Joints that stand still.
    Still(Vec<String>),
    /// Joints that what took no part says this of, the largest ratio and its recording.
    Unseen {
        /// What it says.
        outcome: Transfer,
        /// The joints.
        joints: Vec<String>,
        /// How many times as large the difference is as where parameters were fitted.
        ratio: f64,
        /// The recording.
        recording: String,
    },
    /// A motion through what took no part ends early.
    Stopped {
        /// The recording.
        recording: String,
        /// Why.
        why: String,
    },
    /// What is left of joints is no noise.
    Coloured(Vec<String>),
    /// Parameters without any effect.
    Idle(Vec<String>),
    /// A parameter that is not told from others, or badly.
    Told(Dependence),
    /// Parameters that are hidden where errors grow by such a factor.
    Hidden {
        /// The parameters.
        names: Vec<String>,
        /// By how much errors of the state at a beginning grow.
        factor: f64,
        /// Within so many seconds.
        seconds: f64,
    },
    /// Parameters that the motion leaves open, and nothing says beside which.
    Open(Vec<String>),
    /// Parameters at the end of what physics allows, with their values.
    Limited(Vec<(String, f64)>),
    /// Parameters at bounds that were asked for, with their values.
    Bounded(Vec<(String, f64)>),
    /// Parameters that are known to no better than a fifth.
    Rough(Vec<String>),
}

/// Everything that the figures say, in the order in which a reader asks.
pub(super) fn findings(facts: &Facts<'_>) -> Vec<MotionFinding> {
    let fit = facts.fit;
    let mut all = Vec::new();
    all.extend(
        (fit.ending != Ending::Converged).then_some(MotionFinding::NotEnded {
            ending: fit.ending,
            iterations: fit.iterations,
        }),
    );
    let worst = facts.moving().min_by(|a, b| a.r2.total_cmp(&b.r2));
    all.extend(worst.map(|joint| MotionFinding::Followed {
        joint: joint.name.clone(),
        rmse: joint.rmse,
        unit: joint.unit,
        nrmse: joint.nrmse,
        r2: joint.r2,
    }));
    let still = fit.joints.iter().filter(|joint| joint.is_still);
    let still: Vec<String> = still.map(|joint| joint.name.clone()).collect();
    all.extend((!still.is_empty()).then_some(MotionFinding::Still(still)));
    for outcome in [
        Transfer::Fails,
        Transfer::Weakens,
        Transfer::Holds,
        Transfer::Untested,
    ] {
        let own = facts.transfer.iter().filter(|t| t.outcome == outcome);
        let mut names: Vec<String> = own.clone().map(|t| t.name.clone()).collect();
        names.dedup();
        let worst = own.max_by(|a, b| a.ratio.total_cmp(&b.ratio));
        all.extend(worst.map(|worst| MotionFinding::Unseen {
            outcome,
            joints: names,
            ratio: worst.ratio,
            recording: worst.recording.clone(),
        }));
    }
    let stopped = facts.unseen.iter().filter_map(|unseen| {
        Some(MotionFinding::Stopped {
            recording: unseen.recording.clone(),
            why: unseen.stop.clone()?,
        })
    });
    all.extend(stopped);
    let coloured = facts.moving().filter(|joint| joint.lag1 > COLOURED);
    let coloured: Vec<String> = coloured.map(|joint| joint.name.clone()).collect();
    all.extend((!coloured.is_empty()).then_some(MotionFinding::Coloured(coloured)));
    all.extend(knowledge(facts));
    all
}

/// What is known of parameters.
fn knowledge(facts: &Facts<'_>) -> Vec<MotionFinding> {
    let fit = facts.fit;
    let mut all = Vec::new();
    let idle = fit.parameters.iter().filter(|p| p.is_idle);
    let idle: Vec<String> = idle.map(|p| p.name.clone()).collect();
    let dependent = |name: &str| {
        let mut with = fit.dependences.iter();
        with.any(|d| d.name == name || d.with.iter().any(|own| own == name))
    };
    let open = facts.untold().filter(|p| !p.is_idle && !dependent(&p.name));
    let open: Vec<String> = open.map(|p| p.name.clone()).collect();
    all.extend((!idle.is_empty()).then_some(MotionFinding::Idle(idle)));
    match facts.hidden() {
        Some(grown) => {
            let names = facts.untold().filter(|p| !p.is_idle);
            all.push(MotionFinding::Hidden {
                names: names.map(|p| p.name.clone()).collect(),
                factor: grown.growth.largest,
                seconds: grown.seconds,
            });
        }
        None => {
            all.extend(fit.dependences.iter().cloned().map(MotionFinding::Told));
            all.extend((!open.is_empty()).then_some(MotionFinding::Open(open)));
        }
    }
    let at = |is_limit: bool| -> Vec<(String, f64)> {
        let all = fit.parameters.iter();
        let those = all.filter(|p| p.is_at_bound && p.is_at_limit == is_limit);
        those.map(|p| (p.name.clone(), p.value)).collect()
    };
    let (limited, bounded) = (at(true), at(false));
    all.extend((!limited.is_empty()).then_some(MotionFinding::Limited(limited)));
    all.extend((!bounded.is_empty()).then_some(MotionFinding::Bounded(bounded)));
    let rough = fit
        .parameters
        .iter()
        .filter(|p| p.std.is_some_and(|std| std > KNOWN * p.value.abs()));
    let rough: Vec<String> = rough.map(|p| p.name.clone()).collect();
    all.extend((!rough.is_empty()).then_some(MotionFinding::Rough(rough)));
    all
}

/// `fc_2 = 0, L_2 = 0`.
fn valued(all: &[(String, f64)]) -> String {
    let each = all
        .iter()
        .map(|(name, value)| format!("{name} = {}", significant(*value, 4)));
    each.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for MotionFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEnded {
                ending: Ending::Stuck,
                ..
            } => f.write_str("The search is stuck: no step brings the simulation nearer, though the slope is not 0."),
            Self::NotEnded { iterations, .. } => {
                write!(f, "The search did not end in {iterations} iterations.")
            }
            Self::Followed {
                joint,
                rmse,
                unit,
                nrmse,
                r2,
            } => {
                let rmse = significant(*rmse, 3);
                write!(f, "{rmse} {unit} (RMS) are left of joint {joint}, {} % of its motion", percent(100.0 * nrmse))?;
                match *r2 < 0.0 {
                    true => f.write_str(": a straight line in each interval would be nearer than the simulation."),
                    false => write!(
                        f,
                        "; of what no straight line in an interval has, the simulation explains {} %.",
                        percent(100.0 * r2)
                    ),
                }
            }
            Self::Still(names) => {
                let (stands, says) = match names.len() {
                    1 => ("stands", "says"),
                    _ => ("stand", "say"),
                };
                write!(f, "{} {stands} still and {says} little.", capital(&joints(names)))
            }
            Self::Unseen {
                outcome,
                joints: names,
                ratio,
                recording,
            } => {
                let (names, ratio) = (joints(names), significant(*ratio, 3));
                match outcome {
                    Transfer::Holds => write!(
                        f,
                        "Motion that took no part is followed: {ratio} times the difference of the fit at most ({names}; {recording})."
                    ),
                    Transfer::Untested => write!(
                        f,
                        "Motion that took no part hardly tests {names}: there is little of it ({recording})."
                    ),
                    Transfer::Weakens => write!(
                        f,
                        "Motion that took no part is followed less well: {ratio} times the difference of the fit ({names}; {recording})."
                    ),
                    Transfer::Fails => write!(
                        f,
                        "Motion that took no part is not followed: {ratio} times the difference of the fit ({names}; {recording})."
                    ),
                }
            }
            Self::Stopped { recording, why } => {
                write!(f, "The simulation of {recording}, which took no part, ends early: {why}.")
            }
            Self::Coloured(names) => write!(
                f,
                "What is left of {} goes on from sample to sample: it is no noise of positions, but steps of an encoder, noise of what drives \
                 the robot, or something that the model lacks, of which deviations know nothing.",
                joints(names)
            ),
            Self::Idle(names) => write!(
                f,
                "The motion does not change with {}: {} as {} begun with.",
                counted(names, LISTED),
                if names.len() == 1 { "it is" } else { "they are" },
                if names.len() == 1 { "it was" } else { "they were" },
            ),
            Self::Told(Dependence { name, with, times }) => {
                let with = counted(with, LISTED);
                match times {
                    None => write!(
                        f,
                        "The motion does not tell {name} from {with}: their effects are proportional, and values and deviations of these are those \
                         of one answer among many."
                    ),
                    Some(times) => write!(
                        f,
                        "The motion hardly tells {name} from {with}: its deviation is {times:.0} times as wide as if they were known."
                    ),
                }
            }
            Self::Hidden {
                names,
                factor,
                seconds,
            } => write!(
                f,
                "An error of the state at the beginning becomes {} times as large within {seconds:.1} s, behind which {} {} hidden.",
                significant(*factor, 1),
                counted(names, LISTED),
                if names.len() == 1 { "is" } else { "are" }
            ),
            Self::Open(names) => write!(f, "The motion leaves {} open.", counted(names, LISTED)),
            Self::Limited(all) => write!(
                f,
                "At the end of what physics allows, beyond which the motion would have it: {}. This motion does not determine it.",
                valued(all)
            ),
            Self::Bounded(all) => write!(
                f,
                "At a bound that was asked for, beyond which the motion would have it: {}.",
                valued(all)
            ),
            Self::Rough(names) => write!(
                f,
                "Known to no better than {} %: {}.",
                minus(&format!("{:.0}", 100.0 * KNOWN)),
                counted(names, LISTED)
            ),
        }
    }
}

fn capital(text: &str) -> String {
    let mut all = text.chars();
    let first = all.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + all.as_str()
}
