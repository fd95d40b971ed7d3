//! What an import changed or left out.

use super::beside;
use super::elements::{Joint, Urdf};
use super::follow::Following;
use super::tree::Order;
use crate::description::{Base, JointKind};

/// What was changed or left out.
pub(super) fn notes(urdf: &Urdf, order: &Order, base: Base) -> Vec<String> {
    let mut notes = Vec::new();
    let root = &urdf.links[order.root];
    let said = match (base, root.inertial.is_some()) {
        (Base::Fixed, true) => "; its mass moves nothing and is left out",
        (Base::Fixed, false) => "",
        (Base::Floating, true) => ", which moves; its mass is part of it",
        (Base::Floating, false) => ", which moves",
    };
    notes.push(format!("`{}` is the base{said}", root.name.value));
    if let Some([link, joint]) = &urdf.world {
        notes.push(format!(
            "left out, since they say no more than that: `{link}` and the floating joint `{joint}`"
        ));
    }
    if !urdf.rounded.is_empty() {
        let angles = urdf.rounded.join(", ");
        notes.push(format!(
            "angles taken for the multiples of 15 degrees that they are roundings of: {angles}"
        ));
    }
    if !order.frames.is_empty() {
        let frames = order.frames.join(", ");
        notes.push(format!(
            "left out, since they weigh and carry nothing: {frames}"
        ));
    }
    let carried = |k: &&usize| urdf.joints[**k].kind != JointKind::Fixed;
    let links = |k: &usize| &urdf.joints[*k].child.value;
    let has_mass = |name: &String| {
        urdf.links
            .iter()
            .any(|link| link.name.value == *name && link.inertial.is_some())
    };
    let massless = order.joints.iter().filter(carried).map(links);
    let massless: Vec<&str> = massless
        .filter(|name| !has_mass(name))
        .map(String::as_str)
        .collect();
    if !massless.is_empty() {
        notes.push(format!(
            "links that move and have no inertia here: {}",
            massless.join(", ")
        ));
    }
    let moving = || {
        order
            .joints
            .iter()
            .filter(carried)
            .map(|&k| &urdf.joints[k])
    };
    let following = Following::of(urdf);
    let carried = order.joints.iter().filter(carried);
    notes.extend(carried.filter_map(|&k| following.why_not(k)));
    let impossible: Vec<String> = moving().flat_map(impossible).collect();
    if !impossible.is_empty() {
        let impossible = impossible.join(", ");
        notes.push(format!("left out, since no joint has such: {impossible}"));
    }
    let soft: Vec<String> = moving().filter_map(soft).collect();
    if !soft.is_empty() {
        notes.push(format!(
            "soft limits of controllers are not taken over, those of joints are: {}; write them in `limits` where a motion has \
             to keep to them",
            soft.join(", ")
        ));
    }
    if !urdf.acting.is_empty() {
        notes.push(format!(
            "left out, though equations of motion may need them (springs, rotor inertia and friction have keys of their own in \
             a robot file): {}",
            urdf.acting.join(", ")
        ));
    }
    for (is_still, why) in [
        (false, "left out, since nothing is known of them here"),
        (true, "left out, since equations of motion do not need them"),
    ] {
        let others = urdf.others.iter();
        let others = others.filter(|(name, _)| beside::is_still(name) == is_still);
        let others: Vec<String> = others.map(|(name, n)| format!("{n} {name}")).collect();
        if !others.is_empty() {
            notes.push(format!("{why}: {}", others.join(", ")));
        }
    }
    notes
}

/// Where a controller begins to hold a joint back.
fn soft(joint: &Joint) -> Option<String> {
    let [lower, upper] = joint.soft.each_ref().map(|end| end.as_deref());
    let said = match (lower, upper) {
        (None, None) => return None,
        (Some(lower), Some(upper)) => format!("from {lower} to {upper}"),
        (Some(lower), None) => format!("from {lower}"),
        (None, Some(upper)) => format!("to {upper}"),
    };
    // Both at zero are those that nobody filled in.
    (said != "from 0 to 0").then(|| format!("`{}` {said}", joint.name.value))
}

/// Limits and friction that no joint has, and that are left out.
fn impossible(joint: &Joint) -> Vec<String> {
    let name = &joint.name.value;
    let [lower, upper, velocity, effort, acceleration] = &joint.limits;
    let stops = lower.as_ref().zip(upper.as_ref());
    let stops = stops.filter(|_| joint.kind != JointKind::Continuous);
    let reversed = stops.filter(|(lower, upper)| lower.to_f64() > upper.to_f64());
    let reversed = reversed.map(|(lower, upper)| format!("`{name}` from {lower} down to {upper}"));
    let negative = [
        ("velocity", velocity),
        ("effort", effort),
        ("acceleration", acceleration),
        ("damping", &joint.damping),
        ("friction", &joint.friction),
    ];
    let negative = negative.into_iter().filter_map(|(what, value)| {
        let value = value.as_ref().filter(|value| value.is_negative())?;
        Some(format!("{what} {value} of `{name}`"))
    });
    reversed.into_iter().chain(negative).collect()
}
