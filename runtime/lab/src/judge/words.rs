//! What the figures of an identification say, in words. (A sentence for each finding: the file is longer than others for that.)

use std::fmt;

use super::finding::{Fall, Finding};
use super::phrases::{counted, determination, joints, minus, significant, validated_with};
use super::rate::units_of_time;
use super::simulated::simulated;
use crate::diagnose::Cause;
use crate::estimate::{Method, Realised};
use crate::identify::{Downweighted, Given, Robust};
use crate::thresholds::{BARELY_CONDITIONED, WELL_CONDITIONED};

/// Names beyond these are counted, not listed.
const LISTED: usize = 12;
/// Pairs with their correlations take more room.
const PAIRS: usize = 5;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |names: &[String]| counted(names, LISTED);
        match self {
            Self::Explained { r2, nrmse, worst } => {
                // What is not all is not said to be.
                let said = |r2: f64| {
                    let share = 100.0 * r2;
                    let digits = if share < 99.95 { 1 } else { 2 };
                    format!("{share:.digits$}")
                };
                let share = match *r2 {
                    nearly_all if nearly_all >= 0.9999 => "more than 99.99 %".to_owned(),
                    // A constant would explain as much.
                    nothing if nothing <= 0.0 => "nothing".to_owned(),
                    r2 => format!("{} %", said(r2)),
                };
                write!(
                    f,
                    "It explains {share} of the variance of the measured torques"
                )?;
                if *r2 <= 0.0 {
                    write!(f, " (R² {})", determination(*r2, 1))?;
                }
                let of = |joint: &String| joints(std::slice::from_ref(joint));
                match worst {
                    Some((joint, r2)) if *r2 <= 0.0 => {
                        let (joint, r2) = (of(joint), determination(*r2, 1));
                        write!(f, ", at worst nothing ({joint}, R² {r2})")?;
                    }
                    Some((joint, r2)) => {
                        write!(f, ", at worst {} % ({})", said(*r2), of(joint))?;
                    }
                    None => (),
                }
                write!(f, "; the residual is {:.1} % of their size.", 100.0 * nrmse)
            }
            Self::NotValidated => f.write_str(
                "No data was held out, so nothing is known of how it predicts other motion.",
            ),
            Self::Parts {
                parts,
                period,
                r2,
                worst: (joint, least),
            } => {
                write!(f, "Each of {parts} consecutive parts of ")?;
                match period {
                    Some(period) => write!(f, "the period of {period:.1} s, which repeats,")?,
                    None => f.write_str("the recordings")?,
                }
                let (r2, least) = (determination(*r2, 3), determination(*least, 3));
                let joint = joints(std::slice::from_ref(joint));
                write!(
                    f,
                    " is predicted from the others with R² {r2}, at worst {least} ({joint})."
                )
            }
            Self::PartsFail(falls) => write!(
                f,
                "Parts of the recordings are not predicted from the others for {}.",
                fallen(falls)
            ),
            Self::Repeated => f.write_str(
                "What was held out repeats a motion that was identified from: it says nothing of other \
                 motion.",
            ),
            Self::Assumed => f.write_str(
                "More than half of the base parameters come from what was assumed more than from the \
                 recordings.",
            ),
            Self::Unseen { r2, nrmse } => write!(
                f,
                "On data that took no part the residual is {:.1} % of the torques' size (R² {}).",
                100.0 * nrmse,
                determination(*r2, 3)
            ),
            Self::Fails(falls) => write!(f, "Prediction does not transfer for {}.", fallen(falls)),
            Self::Changed(change) => write!(f, "{change}"),
            Self::UnseenFault(fault) => {
                write!(f, "{fault}")?;
                f.write_str(if fault.causes.is_empty() { "" } else { " " })?;
                caused(&fault.causes, f)
            }
            Self::Differing(names) => write!(
                f,
                "What is not predicted is the {}; other validation recordings are.",
                validated_with(names)
            ),
            Self::NoSamples(names) => write!(
                f,
                "No sample of the {} counts: joints are too slow for the sign of friction to be certain, or its time is in another unit than \
                 it is said to be.",
                validated_with(names)
            ),
            Self::UnseenSensor(fault) => write!(f, "Of what was validated with: {fault}"),
            Self::Weakens(falls) => write!(f, "Prediction is weaker for {}.", fallen(falls)),
            Self::Untested(names) => write!(
                f,
                "The torque of {} hardly varies in that data, which therefore says little of it.",
                joints(names)
            ),
            Self::Lacking(lack) => write!(f, "{lack}."),
            Self::Widened => f.write_str("Deviations are widened for what the model lacks."),
            Self::WidenedForGiven => {
                f.write_str("Deviations are widened for what a value leaves that was given.")
            }
            Self::Disturbed(disturbance) => write!(f, "{disturbance}."),
            Self::Coloured(names) => write!(
                f,
                "Residuals of {} are correlated in time: something systematic is not in the model. \
                 Deviations are widened for it.",
                joints(names)
            ),
            Self::NotExcited {
                rank,
                structural_rank,
            } => write!(
                f,
                "The motion excites only {rank} of {structural_rank} directions of the base \
                 parameters."
            ),
            Self::Excited { rank, condition } => {
                let words = match *condition {
                    well if well <= WELL_CONDITIONED => "all well",
                    fair if fair <= BARELY_CONDITIONED => "some of them weakly",
                    _ => "some of them barely",
                };
                write!(
                    f,
                    "The motion excites all {rank} base parameters, {words} (condition number \
                     {condition:.0}, columns scaled)."
                )
            }
            Self::LeftOut {
                torques,
                base,
                unpredicted,
            } => write!(
                f,
                "The torque of {} is left out: the {base} base parameters are those that the other torques reveal, \
                 and the torque of {} is not predicted.",
                listed(torques),
                joints(unpredicted)
            ),
            Self::NotDiagnosed => f.write_str(
                "Faults of recordings and terms that the model lacks are known of joint torques alone, and were not looked \
                 for.",
            ),
            Self::Given(all) => {
                let said = |given: &Given| {
                    let Given { name, unit, value, .. } = given;
                    let value = significant(*value, 7);
                    let own = given.estimated.zip(given.std).map_or_else(
                        || "not excited".to_owned(),
                        |(found, std)| format!("{} ± {}", significant(found, 4), significant(std, 2)),
                    );
                    format!("{name} = {value} {unit} (the recordings alone: {own})")
                };
                let values: Vec<String> = all.iter().map(said).collect();
                write!(f, "Not estimated but given: {}.", values.join(", "))?;
                let wrong = all.iter().filter(|given| given.is_contradicted());
                let wrong: Vec<String> = wrong.map(|given| given.name.clone()).collect();
                match wrong.is_empty() {
                    true => Ok(()),
                    false => write!(f, " The recordings contradict {}.", listed(&wrong)),
                }
            }
            Self::Chosen {
                left_out,
                all,
                level,
            } => write!(
                f,
                "Left out, as if they were 0: {left_out} of {all} base parameters, without which residuals are not larger \
                 at a level of {level}. Deviations of the others hold if that choice is right, and say nothing of what \
                 was left out."
            ),
            Self::Known {
                all,
                well,
                fairly,
                zero,
            } => write!(
                f,
                "Of {all} base parameters, known to better than 5 %: {well}; to 20 %: {fairly} more; \
                 not told from zero: {zero}."
            ),
            Self::Lost(names) => write!(f, "Not excited at all: {}.", listed(names)),
            Self::Moved(names) => write!(
                f,
                "Poorly known because of what the model lacks: {}.",
                listed(names)
            ),
            Self::FewSamples(names) => write!(
                f,
                "Poorly known because few samples of their torque are independent, as noise follows itself for long: {}. An \
                 error in them changes the prediction. Longer recordings tell more.",
                listed(names)
            ),
            Self::Small(names) => write!(
                f,
                "Poorly known because their torque is small beside the noise: {}. For the same reason \
                 an error in them hardly changes the prediction of motion like this one.",
                listed(names)
            ),
            Self::Held(names) => write!(
                f,
                "Held by the estimator more than by the recordings: {}.",
                listed(names)
            ),
            Self::Pairs(pairs) => {
                let pairs: Vec<String> = pairs
                    .iter()
                    .map(|(one, other, r)| {
                        format!("{one} and {other} (r = {})", minus(&format!("{r:+.2}")))
                    })
                    .collect();
                write!(
                    f,
                    "Poorly known because the motion hardly tells one from the other: {}. What is \
                     well known is their combination.",
                    counted(&pairs, PAIRS)
                )
            }
            Self::Entangled(names) => write!(
                f,
                "Poorly known because the motion hardly tells them from several others together: {}.",
                listed(names)
            ),
            Self::Displaced(names) => write!(
                f,
                "Errors of the measured motion (positions, and velocities or accelerations where they were recorded) bias by \
                 more than a deviation: {}. A lower cut-off, finer sensors, positions alone, or more motion at speed would help.",
                listed(names)
            ),
            Self::Biased(Method::Consistent) => write!(
                f,
                "By {} deviations say how far the estimate is expected to be from the truth: by noise, by nominal values \
                 that are as far off as the recordings find them, and by the boundary of what can exist.",
                Method::Consistent.title()
            ),
            Self::Undrawn => write!(
                f,
                "Standard parameters have no deviations: fits to drawn noise and nominal values found no answer. Those of base \
                 parameters are of least squares, and of how far the fit is from it."
            ),
            Self::Biased(method) => write!(
                f,
                "By {} deviations say how noise scatters the estimate, not how far it is from the \
                 truth.",
                method.title()
            ),
            Self::Realised(found) => realised(found, f),
            Self::Weighed(method, robust) => weighed(*method, robust, f),
            Self::Simulated(method, found) => simulated(*method, found, f),
            Self::Advised(advice) => write!(f, "{advice}"),
            Self::Impossible(names) => write!(
                f,
                "negative, which is impossible: {}; does the recording belong to this robot, with \
                 the right signs, units and offsets?",
                names.join(", ")
            ),
            Self::TooDense(bodies) => write!(
                f,
                "impossible: no matter is so dense as {} would be; are torques in another unit, or at the \
                 other side of the transmission?",
                bodies.join(", ")
            ),
            Self::Filtered { cutoff, band } => write!(
                f,
                "The cut-off of {} Hz takes motion away, which goes to {} Hz, and its torques are still there: take a higher \
                 one, or leave it to be chosen. Faults of the recording were not looked for.",
                significant(*cutoff, 3),
                significant(*band, 3)
            ),
            Self::Caused(causes) => caused(causes, f),
            Self::Sensor(fault) => write!(f, "{fault}"),
            Self::OddRate(rate) => {
                write!(
                    f,
                    "{} samples a second are the rate of no robot's controller: time is in another unit",
                    significant(*rate, 3)
                )?;
                let units = units_of_time(*rate);
                match units.is_empty() {
                    true => f.write_str("."),
                    false => write!(
                        f,
                        " (`time: {{unit: ..}}`). As {}.",
                        units.join("; or as ")
                    ),
                }
            }
            Self::IllConditioned(condition) => write!(
                f,
                "the condition number is {condition:.0}: some combinations of parameters are barely \
                 excited"
            ),
            Self::Unexplained { joint, r2 } => write!(
                f,
                "the model explains only {:.0} % of the torque of {joint}",
                100.0 * r2.max(0.0)
            ),
        }
    }
}

/// What a physically consistent fit costs, and what it leans on.
fn realised(found: &Realised, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let listed = |names: &[String]| counted(names, LISTED);
    write!(
        f,
        "All bodies and drives can exist; the residual is {:.4} times that of least squares.",
        found.residual_ratio
    )?;
    if !found.on_boundary.is_empty() {
        let names = listed(&found.on_boundary);
        write!(f, " On the boundary of what can exist: bodies {names}.")?;
    }
    if !found.at_zero.is_empty() {
        write!(f, " Held at 0: {}.", listed(&found.at_zero))?;
    }
    if !found.limited.is_empty() {
        let names = listed(&found.limited);
        write!(f, " Held by what is known of bodies: {names}")?;
        match found.unlimited_ratio {
            Some(ratio) => write!(
                f,
                "; without it the residual is {ratio:.4} times that of least squares."
            )?,
            None => f.write_str(".")?,
        }
    }
    if !found.without_nominal.is_empty() {
        write!(
            f,
            " Without nominal values, so that a guess decides what torques do not: bodies {}.",
            listed(&found.without_nominal)
        )?;
    }
    Ok(())
}

/// What a robust estimator weighed down, row by row, and when that began.
fn weighed(method: Method, robust: &Robust, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let count = |of: fn(&Downweighted) -> usize| robust.rows.iter().map(of).sum::<usize>();
    write!(
        f,
        "By {}, after {} rounds, {} of {} equations count less than a half, and fits leave them out",
        method.title(),
        robust.rounds,
        count(|row| row.below_half),
        count(|row| row.samples),
    )?;
    let low = robust.rows.iter().filter(|row| row.below_half > 0);
    let each = low.map(|row| {
        let runs = row.first.chunk_by(|a, b| a.recording == b.recording);
        let times = runs.map(|run| {
            let times = run.iter().map(|moment| format!("{:.2}", moment.time));
            let times: Vec<String> = times.collect();
            format!("{} s of {}", times.join(", "), run[0].recording)
        });
        let times: Vec<String> = times.collect();
        format!(
            "{} of {} (from {})",
            row.below_half,
            row.row,
            times.join(", ")
        )
    });
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => f.write_str(".")?,
        false => write!(f, ": {}.", each.join("; "))?,
    }
    let spikes = robust.rows.iter().filter(|row| row.spikes > 0);
    let spikes = spikes.map(|row| format!("{} of {}", row.spikes, row.row));
    let spikes: Vec<String> = spikes.collect();
    if !spikes.is_empty() {
        let spikes = spikes.join(", ");
        write!(f, " Before decimation spikes were taken out: {spikes}.")?;
    }
    match robust.has_many() {
        true => f.write_str(
            " So many are no spikes, unless decimation spreads each over many samples (decimate less): the model misses what \
             happened there, and parameters are those of the rest.",
        ),
        false => Ok(()),
    }
}

/// The likeliest cause with its figures, then those that explain as much.
fn caused(causes: &[Cause], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((first, others)) = causes.split_first() else {
        return Ok(());
    };
    write!(f, "{first}")?;
    let others: Vec<String> = others.iter().map(|cause| cause.fault.to_string()).collect();
    match others.as_slice() {
        [] => Ok(()),
        others => write!(
            f,
            " The recordings do not tell it from {}.",
            others.join(" and ")
        ),
    }
}

/// `joint q2: R² falls (q2 0.95 → −0.40)`.
fn fallen(falls: &[Fall]) -> String {
    let names: Vec<String> = falls.iter().map(|fall| fall.joint.clone()).collect();
    let each: Vec<String> = falls
        .iter()
        .map(|fall| {
            let (seen, unseen) = (determination(fall.seen, 2), determination(fall.unseen, 2));
            format!("{} {seen} → {unseen}", fall.joint)
        })
        .collect();
    format!("{}: R² falls ({})", joints(&names), each.join(", "))
}

#[cfg(test)]
mod tests;
