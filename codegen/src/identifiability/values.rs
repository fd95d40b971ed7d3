//! Base parameters with the file's own values of lengths that stay symbols.

use super::tree::has_symbols;
use super::{BaseParameters, Unproved, base_parameters};
use crate::algebra::Poly;
use crate::mechanism::Mechanism;

/// The base parameters with the file's values of lengths, if there are fewer of them than with almost all
/// others: where a length is zero, say, or two lengths are the same.
///
/// # Errors
/// [`Unproved`] if there are more of them than places.
pub fn base_at_values(
    mechanism: &Mechanism,
    base: &BaseParameters,
) -> Result<Option<BaseParameters>, Unproved> {
    if !has_symbols(mechanism) {
        return Ok(None);
    }
    // Without symbols nothing is too long.
    let found = base_parameters(&with_values(mechanism)).map_err(|_| Unproved)?;
    Ok((found.base.len() < base.base.len()).then_some(found))
}

/// The mechanism with the file's values of lengths.
pub(super) fn with_values(mechanism: &Mechanism) -> Mechanism {
    let mut numeric = mechanism.clone();
    for body in numeric.bodies.iter_mut() {
        for pose in [&mut body.before, &mut body.after] {
            for length in &mut pose.translation {
                *length = Poly::constant(mechanism.at_values(length));
            }
        }
    }
    numeric
}
