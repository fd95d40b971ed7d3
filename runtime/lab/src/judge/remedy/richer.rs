//! A richer motion.

use super::Remedy;
use crate::judge::facts::Facts;
use crate::judge::verdict::Grade;

/// Of a model that predicts nothing is wanting but that single parameters are known better.
pub(super) fn richer(facts: &Facts<'_>) -> Remedy {
    match Grade::of(facts) {
        Grade::Sound => Remedy::ShowEach,
        Grade::Care | Grade::Poor => Remedy::ExciteMore,
    }
}

/// What to do, what that is, and the way to give several recordings.
pub(super) fn sentence(what: &str, by: &str) -> String {
    format!(
        "{what}: a motion that moves and accelerates every joint through its range, several joints at a time and at different \
         frequencies; several recordings can be given together{by}."
    )
}
