//! What to check of the description of what was recorded.

use super::{Remedy, base};
use crate::judge::facts::Facts;
use crate::judge::lacking::is_lacking;
use crate::thresholds::EXPLAINED;

/// What to check of the description, where what is wanting is no term that is missing.
pub(super) fn checks(facts: &Facts<'_>) -> Vec<Remedy> {
    // What terms that are missing explain no sign nor unit does.
    let fits = facts.found.fits.joints.iter();
    let mut unexplained = fits.filter(|fit| Facts::is_unexplained(fit)).peekable();
    let lacks = unexplained.peek().is_some() && unexplained.all(|fit| is_lacking(facts, fit));
    // Nor does what happened in one stretch; columns that are exchanged may explain some of a torque by chance.
    let contradicts = facts.inconsistent() && facts.worst < EXPLAINED;
    let contradicts = contradicts && facts.disturbance.is_none();
    if !(facts.unexplained() || contradicts) || facts.change.is_some() || lacks {
        return Vec::new();
    }
    let of_base = (base::is_astray(facts) && facts.moves).then_some(Remedy::CheckBase);
    of_base
        .into_iter()
        .chain([Remedy::CheckDescription])
        .collect()
}
