//! What to do about recordings that are not described as they are.

use crate::diagnose::Fault;
use crate::judge::phrases::validated_with;

/// What else may be wrong where a recording seems to have the sign or the zero of a position wrong.
pub(super) const TRANSMISSION: &str = "Before that, check the signs of the `transmission` in the robot file, which couples joints: a wrong \
                                       one looks like a sign or an offset of the recording, and turning that may give parameters of \
                                       the mirrored robot.";

/// To describe what was identified from: without one of these faults.
pub(super) fn undo(faults: &[Fault]) -> String {
    let ways = ways(faults);
    format!("Describe what was recorded as it is{ways}. Then identify again.")
}

/// To describe what was validated with; where no fault is known, it is to be looked for.
pub(super) fn of_validation(recordings: &[String], faults: &[Fault]) -> String {
    let recordings = validated_with(recordings);
    match faults {
        [] => format!(
            "Check that signs, order, units and sides in the description of the {recordings} are those of what was recorded. Then \
             validate again."
        ),
        faults => {
            let ways = ways(faults);
            format!(
                "Describe what was recorded in the {recordings} as it is{ways}. Then validate again."
            )
        }
    }
}

/// `: add 1`, ` (whichever is right): add 1; or multiply by 2`.
fn ways(faults: &[Fault]) -> String {
    let ways: Vec<String> = faults.iter().map(Fault::undone).collect();
    let which = if ways.len() > 1 {
        " (whichever is right)"
    } else {
        ""
    };
    format!("{which}: {}", ways.join("; or "))
}
