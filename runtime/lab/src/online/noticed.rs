//! How what was wrong with samples is told.

use armwright_runtime::Model;
use armwright_runtime::online::Event;

use super::result::{Noticed, When};

/// What an event was, with its joint.
pub(super) fn told(model: &Model, event: Event) -> String {
    let name = |index: usize| model.joints.get(index).map_or("?", |joint| joint.name);
    match event {
        Event::NotFinite { index } => format!("a number of {} that is none", name(index)),
        Event::Jump { index } => format!("{} jumped further than it can move", name(index)),
        Event::Frozen { index } => format!(
            "the position of {} did not change while it moved",
            name(index)
        ),
        Event::Saturated { index } => format!("the torque of {} was at its limit", name(index)),
    }
}

/// Adds an event, or counts it to the last one.
pub(super) fn notice(noticed: &mut Vec<(usize, Noticed)>, k: usize, when: When, what: String) {
    match noticed.last_mut() {
        Some((last, before)) if before.what == what && *last + 1 == k => {
            *last = k;
            before.samples += 1;
        }
        _ => noticed.push((
            k,
            Noticed {
                when,
                samples: 1,
                what,
            },
        )),
    }
}
