//! Which parameters represent their groups.

use crate::algebra::ParameterIndex;
use crate::mechanism::{Inertial, Mechanism, ParameterKind};

/// The order in which columns are offered as representatives: what the file asks to keep, then
/// bodies from the base outwards and in each the inertia, first moment and mass (Khalil and
/// Gautier's grouping for joints along z), then drives; last what the file asks to drop.
pub(super) fn preference(mechanism: &Mechanism) -> Vec<ParameterIndex> {
    let rank = |index: ParameterIndex| {
        let asked = if mechanism.preference.keep.contains(&index) {
            0
        } else if mechanism.preference.drop.contains(&index) {
            2
        } else {
            1
        };
        let place = match mechanism.parameters[index].kind {
            ParameterKind::Inertial { body, component } => {
                let order = match component {
                    Inertial::Inertia(..) => 0,
                    Inertial::Moment(_) => 1,
                    Inertial::Mass => 2,
                };
                (0, Some(body), order)
            }
            ParameterKind::Inertia(_) => (1, None, 0),
            _ => (2, None, 0),
        };
        (asked, place, index)
    };
    let mut order: Vec<ParameterIndex> = mechanism.parameters.places().collect();
    order.sort_by_key(|&index| rank(index));
    order
}
