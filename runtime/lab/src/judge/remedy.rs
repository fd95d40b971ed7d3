//! What to do about what is wanting.

mod base;
mod checks;
mod faults;
mod first;
mod friction;
mod means;
mod richer;
mod sensors;

pub use means::Means;

use super::disturbance::Disturbance;
use super::facts::Facts;
use super::phrases::{by, called, counted, joints};
use super::verdict::may_be_of_transmission;
use crate::diagnose::{Fault, SensorFault};
use crate::estimate::Method;
use crate::identify::Advice;
use crate::lack::Lack;
use crate::regression::Sparse;
use crate::statistics::Transfer;
use crate::thresholds::{COLOURED, POOR, SOUND, WELL_CONDITIONED};

/// Motions beyond these are left to the table of the report.
const ADVISED: usize = 3;
/// Parameters that each is said to show, before they are counted.
const GAINS: usize = 6;

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Remedy {
    /// Undo what is wrong with the recordings: one of these faults, the likeliest first.
    Undo(Vec<Fault>),
    /// Look at the signs of the transmission in the robot file, which may be what is wrong in place of the recordings.
    CheckTransmission,
    /// Undo what is wrong with these validation recordings: one of these faults, the likeliest first, or one that is to be looked for.
    DescribeValidation(Vec<String>, Vec<Fault>),
    /// Record again what these sensors of validation recordings did not measure as it was, leave it out, or describe it as measured.
    RecordValidation(Vec<String>, Vec<SensorFault>),
    /// Describe measured velocities and accelerations, of these columns, as they are, or leave them out.
    DescribeMotion(Vec<String>),
    /// Record again what these sensors did not measure as it was, or leave it out: these torques, beside which others remain.
    RecordAgain(Vec<SensorFault>, Vec<String>),
    /// Correct what is known of bodies, some of which contradicts the recordings.
    CorrectBodies(Vec<String>),
    /// A lower cut-off of the filter of positions.
    FilterMore,
    /// An estimate that errors of positions do not bias.
    ByInstruments,
    /// Shorter intervals, of which there are more: these are hardly more than what is unknown.
    Shorten(Sparse),
    /// A richer motion.
    ExciteMore,
    /// The same where the model predicts, and only single parameters are known less well than they could be.
    ShowEach,
    /// A motion that shows what this one did not.
    Move(Advice),
    /// A robot file in which these joints, which never move, are locked.
    Lock(Vec<String>),
    /// More weight for nominal values.
    TrustNominalMore,
    /// Nominal values in place of small ones.
    KeepNearNominal,
    /// Nominal values, or small ones, where the motion says little.
    HoldBack,
    /// Write terms that the model lacks into the robot file: what to add, and where.
    Describe(Vec<String>),
    /// Look at what happened in a stretch, and identify without it.
    LeaveOut(Disturbance),
    /// Fit the law of friction of these joints or motors, which is none that the robot file has words for.
    FitFriction(Vec<String>),
    /// Record a motion that shows the friction of these joints or motors, which laws that were held leave.
    ShowFriction(Vec<String>),
    /// Know that friction of these joints or motors depends on the load, of which no law is held.
    KnowLoad(Vec<String>),
    /// Look for what the model lacks at these joints.
    ExtendModel(Vec<String>),
    /// Look for mistaken signs, units and sides.
    CheckDescription,
    /// Look for mistakes in how the base moves, and in the axes of what acts on it.
    CheckBase,
    /// Test the prediction on the robot that was identified.
    SameRobot,
    /// Test the prediction.
    Validate,
    /// Test the prediction of these joints.
    ValidateJoints(Vec<String>),
    /// Test the prediction of another motion.
    ValidateMotion,
}

/// What would help, most effective first; nothing where nothing is wanting.
pub(super) fn remedies(facts: &Facts<'_>) -> Vec<Remedy> {
    let found = facts.found;
    let mut remedies = Vec::new();
    if let Some(first) = first::first(facts) {
        remedies.push(first);
        remedies.extend(may_be_of_transmission(facts).then_some(Remedy::CheckTransmission));
        remedies.extend(found.validation.is_none().then_some(Remedy::Validate));
        return remedies;
    }
    if let Some(fault) = &facts.unseen_fault {
        // What is not predicted says nothing of the model before it is described as it is.
        let recordings = fault.recordings.clone();
        remedies.push(match fault.sensors.as_slice() {
            [] => Remedy::DescribeValidation(recordings, fault.faults()),
            sensors => Remedy::RecordValidation(recordings, sensors.to_vec()),
        });
        return remedies;
    }
    let fails = facts.fails() && facts.change.is_none();
    let wanting = facts.lost || fails;
    remedies.extend(facts.change.is_some().then_some(Remedy::SameRobot));
    remedies.extend(facts.disturbance.clone().map(Remedy::LeaveOut));
    // More of the motion helps nothing while the base is misread.
    let (checks, is_misread) = (checks::checks(facts), base::is_misread(facts));
    remedies.extend(checks.iter().filter(|_| is_misread).cloned());
    // Noise of accelerations hides what excites.
    let is_biased = !facts.biased.is_empty();
    remedies.extend((wanting && is_biased).then_some(Remedy::FilterMore));
    let cannot = facts.moves || matches!(found.estimation.method, Method::Iv | Method::Didim);
    remedies.extend((is_biased && !wanting && !cannot).then_some(Remedy::ByInstruments));
    let is_hidden = wanting || found.excitation.condition > WELL_CONDITIONED;
    // What few balances do not tell, more of the same motion may.
    let sparse = found.excitation.sparse.filter(Sparse::can_be_shorter);
    let shorter = sparse.filter(|_| is_hidden);
    remedies.extend(shorter.map(Remedy::Shorten));
    if facts.lost || is_hidden && shorter.is_none() {
        remedies.push(richer::richer(facts));
    }
    if wanting {
        let advice = found.excitation.advice.iter().take(ADVISED);
        remedies.extend(advice.cloned().map(Remedy::Move));
    }
    if facts.lost {
        let still = sensors::still(found);
        let moves = found
            .fits
            .joints
            .iter()
            .any(|fit| !still.contains(&fit.name));
        remedies.extend((moves && !still.is_empty()).then_some(Remedy::Lock(still)));
    }
    if fails {
        remedies.push(match found.estimation.method {
            Method::Prior | Method::Consistent => Remedy::TrustNominalMore,
            Method::Ridge | Method::Tsvd => Remedy::KeepNearNominal,
            Method::Ols
            | Method::Wls
            | Method::Huber
            | Method::Tukey
            | Method::Essential
            | Method::OutputError
            | Method::Tls
            | Method::Energy
            | Method::Momentum
            | Method::Recursive
            | Method::Iv
            | Method::Didim => Remedy::HoldBack,
        });
    }
    // What acts at joints is not in the wrench on the base: where that is not explained, it is no term of theirs.
    if !base::is_astray(facts) {
        let described: Vec<String> = facts.lacks().filter_map(Lack::key).collect();
        remedies.extend((!described.is_empty()).then_some(Remedy::Describe(described)));
        remedies.extend(friction::laws(facts));
        remedies.extend(model(facts).filter(|_| shorter.is_none()));
    }
    remedies.extend(checks.into_iter().filter(|_| !is_misread));
    let untested = facts.joints(Transfer::Untested);
    match &found.validation {
        None => remedies.push(Remedy::Validate),
        // Its joints moved: what is wanting is a motion that was not seen.
        Some(validation) if validation.repeats && !untested.is_empty() => {
            remedies.push(Remedy::ValidateMotion);
        }
        Some(_) if untested.is_empty() => {}
        Some(_) => remedies.push(Remedy::ValidateJoints(untested)),
    }
    remedies
}

/// Where residuals show that the model lacks something, or the base is misread, if the fit or the prediction suffers from it.
fn model(facts: &Facts<'_>) -> Option<Remedy> {
    let suffers = facts.fails() && facts.change.is_none() || facts.worst < SOUND;
    let coloured = facts.found.fits.joints.iter();
    let coloured = coloured.filter(|fit| fit.lag1 > COLOURED && fit.r2 > 1.0 - POOR);
    let names: Vec<String> = coloured.map(called).collect();
    (suffers && !names.is_empty()).then(|| match base::follows_alone(facts) {
        true => Remedy::CheckBase,
        false => Remedy::ExtendModel(names),
    })
}

impl Remedy {
    /// The remedy as a sentence, with the ways that a front end offers in parentheses.
    #[must_use]
    pub fn sentence(&self, means: &Means) -> String {
        match self {
            Self::Undo(faults) => faults::undo(faults),
            Self::CheckTransmission => faults::TRANSMISSION.to_owned(),
            Self::DescribeValidation(names, faults) => faults::of_validation(names, faults),
            Self::RecordValidation(names, faults) => sensors::of_validation(names, faults),
            Self::DescribeMotion(columns) => format!(
                "Describe {} as measured (`sign`, `unit`, `columns`), or leave measured velocities and accelerations out of \
                 the description: they are then taken from positions, and what is wrong with these is looked for. Then \
                 identify again.",
                counted(columns, GAINS)
            ),
            Self::RecordAgain(faults, torques) => {
                sensors::again(faults, torques, &by(means.without_torque))
            }
            Self::CorrectBodies(known) => format!(
                "Correct what is known of bodies: {}. Where all of it is certain, identify without it, to see what is wrong with \
                 the recordings.",
                counted(known, GAINS)
            ),
            Self::FilterMore => format!(
                "Filter positions at a lower `cutoff`{}, or leave that to the recording where one was given.",
                by(means.cutoff)
            ),
            Self::ByInstruments => format!(
                "Identify by instruments{}, which errors of positions do not bias.",
                by(means.instruments)
            ),
            Self::Shorten(sparse) => format!(
                "Shorten {}{}: {} balances over intervals for {} unknowns hardly tell noise.",
                sparse.shorter(),
                by(means.interval),
                sparse.balances,
                sparse.unknowns
            ),
            Self::ExciteMore => richer::sentence("Excite more", &by(means.several_recordings)),
            Self::ShowEach => richer::sentence(
                "To know single parameters better, excite more",
                &by(means.several_recordings),
            ),
            Self::Move(advice) => {
                let gains: Vec<String> = advice.gains.iter().map(|g| g.name.clone()).collect();
                format!(
                    "Move {}: shows {}.",
                    advice.motion(),
                    counted(&gains, GAINS)
                )
            }
            Self::Lock(names) => format!(
                "Or, where {} {} meant to stand still, write `locked` with that position at {} in a copy of the robot file: its base \
                 parameters are those that such a motion reveals.",
                joints(names),
                if names.len() == 1 { "is" } else { "are" },
                if names.len() == 1 {
                    "it"
                } else {
                    "each of them"
                }
            ),
            Self::TrustNominalMore => {
                let way = match means.more_prior_weight {
                    "" => String::new(),
                    way => format!(" ({way}, nearer to 1)"),
                };
                format!("Trust nominal values more{way}, and validate again.")
            }
            Self::KeepNearNominal => format!(
                "Keep parameters near their nominal values, not near zero{}, and validate again.",
                by(means.prior)
            ),
            Self::HoldBack => format!(
                "Hold what this motion does not show: keep it near its nominal values{} or small{}, \
                 and validate again.",
                by(means.prior),
                by(means.ridge)
            ),
            Self::Describe(terms) => {
                format!("In the robot file, write {}.", terms.join("; "))
            }
            Self::LeaveOut(disturbance) => format!(
                "Look at what happened from {:.1} to {:.1} s of {}: contact, a collision, another load. Identify without it \
                 (`select` in the description of the recording), or with an estimator that gives it little weight{}.",
                disturbance.time[0],
                disturbance.time[1],
                disturbance.recording,
                by(means.robust)
            ),
            Self::FitFriction(places) => friction::fit(places, &by(means.friction)),
            Self::ShowFriction(places) => friction::show(places, &by(means.friction)),
            Self::KnowLoad(places) => friction::by_load(places),
            Self::ExtendModel(names) => format!(
                "Look at what is not in the model: residuals of {} are no noise. Friction beyond \
                 Coulomb and viscous terms, a counterbalance or spring, an elastic gear and a \
                 payload look like this.",
                joints(names)
            ),
            Self::CheckDescription => {
                "Check that joints, signs, units and sides in the description of the recording are \
                 those of the robot file: a wrong one explains nothing anywhere."
                    .to_owned()
            }
            Self::CheckBase => "Check how the base is turned (`orientation` turns vectors of the base into those of the world, a quaternion \
                                has its real part first), where the IMU is (`at`), whose axes it and contacts have (`rpy`, `axes`), and \
                                what they show where nothing moves or acts (`offset`)."
                .to_owned(),
            Self::SameRobot => format!(
                "Validate with the robot as it was identified{}; or identify what is not predicted by itself, and \
                 compare both results{}.",
                by(means.validate),
                by(means.compare)
            ),
            Self::Validate => format!(
                "Validate: hold data out{}, or better give another recording{}.",
                by(means.hold_out),
                by(means.validate)
            ),
            Self::ValidateJoints(names) => format!(
                "Validate with data in which {} {} as well{}.",
                joints(names),
                if names.len() == 1 { "moves" } else { "move" },
                by(means.validate)
            ),
            Self::ValidateMotion => format!(
                "Validate with a recording of another motion{}.",
                by(means.validate)
            ),
        }
    }
}

#[cfg(test)]
mod tests;
