//! What to do about what is wanting.

use super::knowledge::counted;
use super::{COLOURED, Evidence, POOR, SOUND, Transfer, WELL_CONDITIONED, joints};
use crate::estimate::Method;

/// Motions beyond these are left to the table of the report.
const ADVISED: usize = 3;
/// Parameters that each is said to show, before they are counted.
const GAINS: usize = 6;

/// What would help, most effective first; nothing where nothing is wanting.
pub(super) fn remedies(evidence: &Evidence<'_>) -> Vec<String> {
    let found = evidence.found;
    let mut remedies = Vec::new();
    let weakly = found.condition > WELL_CONDITIONED;
    if evidence.lost || evidence.fails() || weakly {
        remedies.push(
            "Excite more: a motion that moves and accelerates every joint through its range, \
             several joints at a time and at different frequencies; several recordings can be \
             given together (--recording, repeated)."
                .to_owned(),
        );
    }
    if evidence.lost || evidence.fails() {
        remedies.extend(found.advice.iter().take(ADVISED).map(|advice| {
            let gains = advice.gains.iter().map(|gain| gain.name.to_owned());
            let gains = counted(&gains.collect::<Vec<_>>(), GAINS);
            format!("Move {}: shows {gains}.", advice.motion())
        }));
    }
    if evidence.fails() {
        remedies.push(
            match found.method {
                Method::Prior => {
                    "Trust nominal values more (--prior-weight, nearer to 1), and validate again."
                }
                Method::Ridge | Method::Tsvd => {
                    "Keep parameters near their nominal values, not near zero (--method prior), \
                     and validate again."
                }
                Method::Ols | Method::Wls => {
                    "Hold what this motion does not show: keep it near its nominal values (--method \
                     prior) or small (--method ridge), and validate again."
                }
            }
            .to_owned(),
        );
    }
    remedies.extend(model(evidence));
    if evidence.unexplained() {
        remedies.push(
            "Check that joints, signs, units and sides in the description of the recording are \
             those of the robot file: a wrong one explains nothing anywhere."
                .to_owned(),
        );
    }
    if found.validation.is_none() {
        remedies.push(
            "Validate: hold data out (--hold-out 0.25), or better give another recording \
             (--validate FILE)."
                .to_owned(),
        );
    } else if !evidence.joints(Transfer::Untested).is_empty() {
        remedies.push(format!(
            "Validate with data in which {} moves as well (--validate FILE).",
            joints(&evidence.joints(Transfer::Untested))
        ));
    }
    remedies
}

/// Where residuals show that the model lacks something, if the fit or the prediction suffers from it.
fn model(evidence: &Evidence<'_>) -> Option<String> {
    let suffers = evidence.fails() || evidence.worst < SOUND;
    let coloured = evidence.found.joints.iter();
    let coloured: Vec<&str> = coloured
        .filter(|fit| fit.lag1 > COLOURED && fit.r2 > 1.0 - POOR)
        .map(|fit| fit.name.as_str())
        .collect();
    (suffers && !coloured.is_empty()).then(|| {
        format!(
            "Look at what is not in the model: residuals of {} are no noise. Friction beyond \
             Coulomb and viscous terms, a counterbalance or spring, an elastic gear and a payload \
             look like this.",
            joints(&coloured)
        )
    })
}
