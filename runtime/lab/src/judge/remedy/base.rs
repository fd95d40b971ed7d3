//! What the wrench on a base that moves says of how that is measured: what acts at joints is not in it.

use crate::judge::facts::Facts;
use crate::rows::BASE;
use crate::statistics::Fit;
use crate::thresholds::COLOURED;

/// Whether it is not explained: then no term of joints is told.
pub(super) fn is_astray(facts: &Facts<'_>) -> bool {
    astray(facts).next().is_some()
}

/// Whether what is not explained of it follows itself, as noise does not: motion of the base or contacts are not described as they are.
pub(super) fn is_misread(facts: &Facts<'_>) -> bool {
    facts.moves && astray(facts).any(|fit| fit.lag1 > COLOURED)
}

/// Whether residuals follow themselves in it alone, as neither friction nor springs of joints make them.
pub(super) fn follows_alone(facts: &Facts<'_>) -> bool {
    let fits = facts.found.fits.joints.iter();
    let mut coloured = fits.filter(|fit| fit.lag1 > COLOURED);
    facts.moves && coloured.all(is_of_base)
}

/// Its rows that are not explained.
fn astray<'a>(facts: &Facts<'a>) -> impl Iterator<Item = &'a Fit> {
    let fits = facts.found.fits.joints.iter();
    fits.filter(|fit| is_of_base(fit) && Facts::is_unexplained(fit))
}

fn is_of_base(fit: &Fit) -> bool {
    BASE.iter().any(|row| row.name == fit.name)
}
