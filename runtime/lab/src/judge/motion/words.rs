//! What the figures of a fit of simulated motions say, in words.

use std::fmt;

use super::finding::MotionFinding;
use crate::digits::percent;
use crate::judge::phrases::{counted, joints, minus, significant};
use crate::output_error::{Dependence, Ending, Handed, Unsampled};
use crate::statistics::Transfer;
use crate::thresholds::KNOWN;

/// Parameters that are listed before they are counted.
const LISTED: usize = 6;

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
            Self::Sensor(fault) => write!(f, "{fault}"),
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
            Self::Coloured {
                joints: names,
                times,
            } => write!(
                f,
                "What is left of {} goes on from sample to sample, which makes deviations up to {} times as wide as those of noise: steps of an \
                 encoder, noise of what drives the robot, or something that the model lacks, by which parameters are off farther than any \
                 deviation says.",
                joints(names),
                significant(*times, 2)
            ),
            Self::Lacking { terms, name, moved } => {
                let each = terms.iter().map(|term| {
                    let value = significant(term.value, 2);
                    format!("{} of about {value} {} ({})", term.name, term.unit, term.law)
                });
                let each: Vec<String> = each.collect();
                let share: f64 = terms.iter().map(|term| term.share).sum();
                write!(
                    f,
                    "The model lacks friction: {} would explain {} % of the square of what is left. Without it {name} is off by about {}, and \
                     deviations are as wide as that.",
                    counted(&each, LISTED),
                    percent(100.0 * share),
                    significant(*moved, 2)
                )
            }
            Self::Unsampled(Unsampled { name, moved, rate }) => write!(
                f,
                "What torques did between samples ({} Hz) is not known: half a sample later they would be followed about as well, and with every \
                 second sample {name} moves by {}. Unless they acted as they are simulated, it is off by about as much, and deviations are \
                 as wide as that.",
                significant(*rate, 4),
                significant(moved.abs(), 2)
            ),
            Self::Windings(Handed {
                motors,
                name,
                times,
            }) => write!(
                f,
                "Deviations contain those of the winding of {}, which was estimated: that of {name} is {} times as wide as if the winding were \
                 known.",
                counted(motors, LISTED),
                significant(*times, 3)
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
