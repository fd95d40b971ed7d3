//! What an identification is worth, in plain words.

use serde::Serialize;

use crate::lab::identification::Identification;
use crate::lab::statistics::Quality;

/// How far an identification can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Predicts data that took no part, and every parameter was excited.
    Sound,
    /// Usable, within what the sentences say.
    Care,
    /// Not to be relied on.
    Poor,
}

/// A grade, a headline and the reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The grade.
    pub grade: Grade,
    /// One sentence.
    pub headline: String,
    /// The reasons, a sentence each.
    pub reasons: Vec<String>,
}

impl Verdict {
    /// The verdict on an identification.
    #[must_use]
    pub fn of(found: &Identification) -> Self {
        let mut reasons = vec![explained(found)];
        let transfer = transfer(found, &mut reasons);
        let worst = found
            .joints
            .iter()
            .map(|joint| joint.r2)
            .fold(1.0, f64::min);
        let lost = found.rank < found.structural_rank;
        reasons.push(excitation(found));
        reasons.extend(knowledge(found));
        let grade = match transfer {
            _ if lost || worst < 0.6 => Grade::Poor,
            Transfer::Fails => Grade::Poor,
            Transfer::Holds if worst > 0.95 => Grade::Sound,
            _ => Grade::Care,
        };
        let headline = match (grade, transfer) {
            (Grade::Sound, _) => "The model predicts motion that it has not seen.",
            (Grade::Poor, Transfer::Fails) => {
                "The model does not predict motion that it has not seen: do not use these \
                 parameters elsewhere."
            }
            (Grade::Poor, _) if lost => {
                "The motion does not reveal every parameter: record a richer one."
            }
            (Grade::Poor, _) => "The model does not explain the measured torques.",
            (Grade::Care, Transfer::Unknown) if worst > 0.95 => {
                "The model fits what was recorded; whether it predicts other motion was not tested."
            }
            (Grade::Care, _) => "The model is usable, with care for what is said below.",
        };
        Self {
            grade,
            headline: headline.to_owned(),
            reasons,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transfer {
    Holds,
    Fails,
    Unknown,
}

fn explained(found: &Identification) -> String {
    let worst = found.joints.iter().min_by(|a, b| a.r2.total_cmp(&b.r2));
    let worst = worst
        .filter(|joint| joint.r2 < 0.9999)
        .map_or(String::new(), |joint| {
            format!(", at worst {:.2} % ({})", 100.0 * joint.r2, joint.name)
        });
    let share = match found.overall.r2 {
        nearly_all if nearly_all >= 0.9999 => "more than 99.99".to_owned(),
        r2 => format!("{:.2}", 100.0 * r2),
    };
    format!(
        "It explains {share} % of the variance of the measured torques{worst}; what is left has a \
         norm of {:.2} % of theirs.",
        100.0 * found.overall.nrmse
    )
}

fn transfer(found: &Identification, reasons: &mut Vec<String>) -> Transfer {
    let Some(validation) = &found.validation else {
        reasons.push(
            "No data was held out, so nothing is said of other motions: validate with another \
             recording before relying on it."
                .to_owned(),
        );
        return Transfer::Unknown;
    };
    let falls: Vec<&str> = found
        .joints
        .iter()
        .zip(&validation.joints)
        .filter(|(fit, held)| held.r2 < fit.r2 - 0.1)
        .map(|(fit, _)| fit.name.as_str())
        .collect();
    reasons.push(format!(
        "On data that took no part the residual's norm is {:.2} % (R² {:.4}).",
        100.0 * validation.overall.nrmse,
        validation.overall.r2
    ));
    if falls.is_empty() {
        return Transfer::Holds;
    }
    reasons.push(format!(
        "Prediction does not transfer for {}.",
        falls.join(", ")
    ));
    Transfer::Fails
}

fn excitation(found: &Identification) -> String {
    if found.rank < found.structural_rank {
        return format!(
            "The motion excites only {} of {} directions of the parameters.",
            found.rank, found.structural_rank
        );
    }
    let word = match found.condition {
        c if c < 30.0 => "well",
        c if c < 150.0 => "sufficiently",
        _ => "poorly",
    };
    format!(
        "All {} base parameters were excited, {word} (condition number {:.0} with columns scaled).",
        found.rank, found.condition
    )
}

/// Which parameters are well known, and which are not told from zero, and why.
fn knowledge(found: &Identification) -> Vec<String> {
    let all = found.parameters().count();
    let good = found
        .parameters()
        .filter(|p| p.quality == Quality::Good)
        .count();
    let weak: Vec<_> = found
        .parameters()
        .filter(|p| matches!(p.quality, Quality::Poor | Quality::Zero))
        .collect();
    let mut sentences = vec![format!("{good} of {all} are known to better than 5 %.")];
    if weak.is_empty() {
        return sentences;
    }
    let names: Vec<&str> = weak.iter().map(|p| p.name).collect();
    sentences.push(format!(
        "Poorly known, or not told from zero: {}. Their torques are small beside the noise along \
         this motion, so an error in them hardly changes the prediction.",
        names.join(", ")
    ));
    let entangled: Vec<String> = weak
        .iter()
        .filter_map(|p| {
            p.correlated
                .filter(|(_, rho)| rho.abs() > 0.9)
                .map(|c| (p.name, c))
        })
        .map(|(name, (other, rho))| format!("{name} with {other} ({rho:+.2})"))
        .collect();
    if !entangled.is_empty() {
        sentences.push(format!(
            "Entangled with others by this motion: {}. Only their combination is well known.",
            entangled.join(", ")
        ));
    }
    sentences
}
