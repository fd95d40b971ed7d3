//! The one list of what the figures of an identification say, of which the verdict, the warnings and the
//! page are made.

use super::facts::Facts;
use super::finding::{Fall, Finding};
use super::phrases::{called, counted};
use super::reason::Reason;
use super::unseen::JointTransfer;
use crate::diagnose::{Sensed, SensorFault};
use crate::estimate::Method;
use crate::statistics::{Fit, Quality, Transfer};
use crate::thresholds::{BARELY_CONDITIONED, COLOURED, EXPLAINED};
use armwright_runtime::Class;

/// So many recordings are named in which a joint stands still where there are many.
const SHOWN: usize = 3;

/// Everything that the figures say, in the order in which a reader asks.
pub(super) fn findings(facts: &Facts<'_>) -> Vec<Finding> {
    let found = facts.found;
    let fits = &found.fits;
    let worst = fits.joints.iter().min_by(|a, b| a.r2.total_cmp(&b.r2));
    let worst = worst.filter(|joint| joint.r2 < 0.9999);
    let mut all = Vec::new();
    if !facts.impossible.is_empty() {
        all.push(Finding::Impossible(facts.impossible.clone()));
    }
    if !facts.dense.is_empty() {
        all.push(Finding::TooDense(facts.dense.clone()));
    }
    if !found.causes.is_empty() {
        all.push(Finding::Caused(found.causes.clone()));
    }
    all.extend(summed(&found.sensors).into_iter().map(Finding::Sensor));
    let cutoff = found.processing.cutoff;
    let filtered = |band| Finding::Filtered { cutoff, band };
    all.extend(found.band_cut.map(filtered));
    all.extend(facts.odd_rate().map(Finding::OddRate));
    let left_out = found.estimation.left_out.iter();
    let left_out: Vec<String> = left_out.map(|left_out| left_out.torque.clone()).collect();
    if !left_out.is_empty() {
        all.push(Finding::LeftOut {
            torques: left_out,
            base: found.excitation.structural_rank,
            unpredicted: facts.unpredicted.clone(),
        });
    }
    all.push(Finding::Explained {
        r2: fits.overall.r2,
        nrmse: fits.overall.nrmse,
        worst: worst.map(|joint| (called(joint), joint.r2)),
    });
    let robust = found.robust.clone();
    all.extend(robust.map(|robust| Finding::Weighed(found.estimation.method, robust)));
    let simulated = found.simulated.clone();
    all.extend(simulated.map(|found_by| Finding::Simulated(found.estimation.method, found_by)));
    all.extend(unseen(facts));
    let of_rows = !found.estimation.measured_rows.is_empty();
    let silent = of_rows && !facts.moves;
    all.extend(silent.then_some(Finding::NotDiagnosed));
    all.extend(facts.lacks().cloned().map(Finding::Lacking));
    let widened = match facts.lacks().next() {
        Some(_) => Some(Finding::Widened),
        None => facts.given_leave().then_some(Finding::WidenedForGiven),
    };
    all.extend(widened);
    all.extend(facts.disturbance.clone().map(Finding::Disturbed));
    let coloured: Vec<String> = named(&fits.joints, |fit| {
        fit.lag1 > COLOURED && facts.follows_itself()
    });
    all.extend((!coloured.is_empty()).then_some(Finding::Coloured(coloured)));
    let excitation = &found.excitation;
    all.push(match excitation.rank < excitation.structural_rank {
        true => Finding::NotExcited {
            rank: excitation.rank,
            structural_rank: excitation.structural_rank,
        },
        false => Finding::Excited {
            rank: excitation.rank,
            condition: excitation.condition,
        },
    });
    all.extend(knowledge(facts));
    if !facts.biased.is_empty() {
        all.push(Finding::Displaced(facts.biased.clone()));
    }
    all.extend(facts.assumed.then_some(Finding::Assumed));
    if found.estimation.biased {
        all.push(Finding::Biased(found.estimation.method));
    }
    // What torques reveal by itself has a deviation wherever draws had an answer.
    let mut standard = found.estimation.standard.iter();
    let is_drawn = found.estimation.method != Method::Consistent
        || standard.all(|p| p.std.is_some() || p.class != Class::Identifiable);
    all.extend((!is_drawn).then_some(Finding::Undrawn));
    let realised = found.estimation.realised.clone();
    all.extend(realised.map(Finding::Realised));
    all.extend(excitation.advice.iter().cloned().map(Finding::Advised));
    if excitation.condition > BARELY_CONDITIONED && excitation.condition.is_finite() {
        all.push(Finding::IllConditioned(excitation.condition));
    }
    let unexplained = fits.joints.iter().filter(|fit| fit.r2 < EXPLAINED);
    all.extend(unexplained.map(|fit| Finding::Unexplained {
        joint: called(fit),
        r2: fit.r2,
    }));
    all
}

fn named(fits: &[Fit], wanted: impl Fn(&Fit) -> bool) -> Vec<String> {
    let matching = fits.iter().filter(|fit| wanted(fit));
    matching.map(called).collect()
}

/// What unseen data say.
fn unseen(facts: &Facts<'_>) -> Vec<Finding> {
    let falls = |outcome, judged: &Option<Vec<JointTransfer<'_>>>| -> Vec<Fall> {
        let judged = judged.iter().flatten();
        let judged = judged.filter(|joint| joint.outcome == outcome);
        judged
            .map(|joint| Fall {
                joint: called(joint.seen),
                seen: joint.seen.r2,
                unseen: joint.unseen.r2,
            })
            .collect()
    };
    let mut parts = Vec::new();
    if let Some(found) = &facts.found.cross_validation {
        let worst = found
            .fits
            .joints
            .iter()
            .min_by(|a, b| a.r2.total_cmp(&b.r2));
        parts.extend(worst.map(|worst| Finding::Parts {
            parts: found.parts,
            period: found.period,
            r2: found.fits.overall.r2,
            worst: (called(worst), worst.r2),
        }));
        let failing = falls(Transfer::Fails, &facts.parts);
        parts.extend((!failing.is_empty()).then_some(Finding::PartsFail(failing)));
    }
    let Some(validation) = &facts.found.validation else {
        parts.insert(0, Finding::NotValidated);
        return parts;
    };
    let overall = &validation.fits.overall;
    let unseen = Finding::Unseen {
        r2: overall.r2,
        nrmse: overall.nrmse,
    };
    let mut all = Vec::new();
    all.extend((!validation.is_untested()).then_some(unseen));
    let untested = facts.untested.clone();
    all.extend((!untested.is_empty()).then_some(Finding::NoSamples(untested)));
    all.extend(validation.repeats.then_some(Finding::Repeated));
    all.extend(parts);
    let failing = falls(Transfer::Fails, &facts.transfer);
    let weaker = falls(Transfer::Weakens, &facts.transfer);
    all.extend((!failing.is_empty()).then_some(Finding::Fails(failing)));
    let differing = &validation.differing;
    let is_told = facts.change.is_some() || facts.unseen_fault.is_some();
    let is_part = !differing.is_empty() && differing.len() < validation.recordings.len();
    all.extend((is_part && !is_told).then(|| Finding::Differing(differing.clone())));
    if facts.unseen_fault.is_none() && differing.is_empty() {
        let sensors = validation.sensors.iter().cloned();
        all.extend(sensors.map(Finding::UnseenSensor));
    }
    all.extend(facts.change.clone().map(Finding::Changed));
    all.extend(facts.unseen_fault.clone().map(Finding::UnseenFault));
    all.extend((!weaker.is_empty()).then_some(Finding::Weakens(weaker)));
    let untested = facts.joints(Transfer::Untested);
    let untested = if validation.repeats || validation.is_untested() {
        Vec::new()
    } else {
        untested
    };
    all.extend((!untested.is_empty()).then_some(Finding::Untested(untested)));
    all
}

/// Which parameters are known, which are not, and why.
fn knowledge(facts: &Facts<'_>) -> Vec<Finding> {
    let parameters = || facts.found.estimation.parameters();
    let count = |quality| parameters().filter(|p| p.quality == quality).count();
    let given = facts.found.given.clone();
    let mut all = Vec::new();
    all.extend((!given.is_empty()).then_some(Finding::Given(given)));
    let essential = facts.found.essential.as_ref();
    all.extend(essential.map(|essential| Finding::Chosen {
        left_out: essential.steps.len(),
        all: parameters().count(),
        level: essential.level,
    }));
    all.push(Finding::Known {
        all: parameters().filter(|p| !p.is_given()).count(),
        well: count(Quality::Good),
        fairly: count(Quality::Fair),
        zero: count(Quality::Zero),
    });
    let weak: Vec<(&str, Reason)> = parameters()
        .filter_map(|p| Reason::of(p).map(|reason| (p.name.as_str(), reason)))
        .collect();
    let of = |wanted: fn(&Reason) -> bool, make: fn(Vec<String>) -> Finding| {
        let matching = weak.iter().filter(|(_, reason)| wanted(reason));
        let names: Vec<String> = matching.map(|(name, _)| (*name).to_owned()).collect();
        (!names.is_empty()).then(|| make(names))
    };
    all.extend(of(|r| matches!(r, Reason::NotExcited), Finding::Lost));
    let lacking = |r: &Reason| matches!(r, Reason::Lacking { .. });
    all.extend(of(lacking, Finding::Moved));
    let few = |r: &Reason| matches!(r, Reason::FewSamples { .. });
    all.extend(of(few, Finding::FewSamples));
    all.extend(of(|r| matches!(r, Reason::Small { .. }), Finding::Small));
    all.extend(of(|r| matches!(r, Reason::Held { .. }), Finding::Held));
    let mut pairs: Vec<(String, String, f64)> = Vec::new();
    for (name, reason) in &weak {
        if let Reason::Correlated { with, r } = reason
            && !pairs
                .iter()
                .any(|(one, other, _)| one == with && other == name)
        {
            pairs.push(((*name).to_owned(), with.clone(), *r));
        }
    }
    all.extend((!pairs.is_empty()).then_some(Finding::Pairs(pairs)));
    let entangled = |r: &Reason| matches!(r, Reason::Entangled { .. });
    all.extend(of(entangled, Finding::Entangled));
    all
}

/// Faults of sensors, those of a joint that stands still in several recordings as one.
fn summed(sensors: &[SensorFault]) -> Vec<SensorFault> {
    let mut all: Vec<SensorFault> = Vec::new();
    for fault in sensors {
        let is_like = |other: &SensorFault| {
            other.joint == fault.joint
                && [other, fault].map(|f| f.sensed) == [Sensed::StillPosition; 2]
        };
        if all.iter().any(is_like) {
            continue;
        }
        let alike = sensors.iter().filter(|other| is_like(other));
        let recordings: Vec<String> = alike.map(|other| other.recording.clone()).collect();
        let recording = match recordings.is_empty() {
            true => fault.recording.clone(),
            false => counted(&recordings, SHOWN),
        };
        all.push(SensorFault {
            recording,
            ..fault.clone()
        });
    }
    all
}

#[cfg(test)]
mod tests;
