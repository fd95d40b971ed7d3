//! What the figures of a fit of simulated motions say.

use super::Facts;
use crate::diagnose::SensorFault;
use crate::output_error::{Dependence, Ending, Handed, Missing, Unsampled};
use crate::statistics::Transfer;
use crate::thresholds::KNOWN;

/// Something that the figures say.
#[derive(Debug, Clone, PartialEq)]
pub enum MotionFinding {
    /// A sensor that is dead or saturated, or drops out.
    Sensor(SensorFault),
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
    Coloured {
        /// The joints.
        joints: Vec<String>,
        /// How many times as wide deviations are for that.
        times: f64,
    },
    /// Friction that the model does not have, and the parameter that this moved most beside its deviation.
    Lacking {
        /// The terms.
        terms: Vec<Missing>,
        /// The parameter.
        name: String,
        /// How far it moved.
        moved: f64,
    },
    /// Torques that are not known between samples.
    Unsampled(Unsampled),
    /// Deviations that are mostly those of windings that were estimated.
    Windings(Handed),
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
    let mut all: Vec<MotionFinding> = Vec::new();
    all.extend(facts.wrong().into_iter().map(MotionFinding::Sensor));
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
        let worst = own.max_by(|a, b| a.ratio.total_cmp(&b.ratio));
        all.extend(worst.map(|worst| MotionFinding::Unseen {
            outcome,
            joints: facts.joints_of(outcome),
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
    all.extend(lacking(facts).or_else(|| coloured(facts)));
    all.extend(fit.unsampled.clone().map(MotionFinding::Unsampled));
    let windings = fit.windings.clone().filter(|_| facts.is_of_windings());
    all.extend(windings.map(MotionFinding::Windings));
    all.extend(knowledge(facts));
    all
}

/// Friction that the model does not have.
fn lacking(facts: &Facts<'_>) -> Option<MotionFinding> {
    let terms = facts.fit.lacks.clone();
    let moved = facts.fit.parameters.iter();
    let moved = moved.filter_map(|p| Some((p, p.moved?, p.std?)));
    let most = moved.max_by(|a, b| (a.1 / a.2).abs().total_cmp(&(b.1 / b.2).abs()));
    let (most, moved, _) = most.filter(|_| !terms.is_empty())?;
    Some(MotionFinding::Lacking {
        terms,
        name: most.name.clone(),
        moved,
    })
}

/// What is left that follows itself, whatever it is.
fn coloured(facts: &Facts<'_>) -> Option<MotionFinding> {
    let times = facts.coloured().map(|joint| joint.inflation);
    let times = times.fold(1.0, f64::max);
    let joints: Vec<String> = facts.coloured().map(|joint| joint.name.clone()).collect();
    (!joints.is_empty()).then_some(MotionFinding::Coloured { joints, times })
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
