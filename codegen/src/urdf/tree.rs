//! Links in the order of a robot file: parents before children, without frames that carry nothing.

use std::collections::BTreeMap;

use super::elements::Urdf;
use crate::description::JointKind;
use crate::diagnostic::{Diagnostics, Fault};

/// What a robot file has of a URDF.
pub(super) struct Order {
    /// The link that is the base.
    pub(super) root: usize,
    /// Joints by place, each of which carries its child.
    pub(super) joints: Vec<usize>,
    /// Links without mass that carry nothing.
    pub(super) frames: Vec<String>,
}

impl Order {
    /// The links that move and weigh nothing themselves, while something that is fixed to them does.
    pub(super) fn bare(&self, urdf: &Urdf) -> Vec<usize> {
        let links = urdf.links.iter().enumerate();
        let links = links.map(|(k, link)| (link.name.value.as_str(), k));
        let links: BTreeMap<&str, usize> = links.collect();
        let has_mass = urdf.links.iter().map(|link| link.inertial.is_some());
        let mut weighs: Vec<bool> = has_mass.collect();
        let mut bare = Vec::new();
        // What is carried before what carries it.
        for joint in self.joints.iter().rev().map(|&k| &urdf.joints[k]) {
            let ends = [&joint.parent, &joint.child];
            let [carrier, link] = ends.map(|end| links[end.value.as_str()]);
            if joint.kind == JointKind::Fixed {
                weighs[carrier] |= weighs[link];
            } else if weighs[link] && urdf.links[link].inertial.is_none() {
                bare.push(link);
            }
        }
        bare
    }
}

/// Orders links, if they are a tree.
pub(super) fn order(urdf: &Urdf, diagnostics: &mut Diagnostics) -> Option<Order> {
    let mut links: BTreeMap<&str, usize> = BTreeMap::new();
    for (k, link) in urdf.links.iter().enumerate() {
        if links.insert(&link.name.value, k).is_some() {
            diagnostics.add(Fault::urdf_twice("link", &link.name.value), link.name.span);
        }
    }
    let mut carriers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (k, joint) in urdf.joints.iter().enumerate() {
        let mut ends = [&joint.parent, &joint.child].into_iter().map(|end| {
            let found = links.get(end.value.as_str()).copied();
            if found.is_none() {
                diagnostics.add(Fault::urdf_link(&end.value), end.span);
            }
            found
        });
        let (Some(parent), Some(child)) = (ends.next()?, ends.next()?) else {
            continue;
        };
        drop(ends);
        if carriers.insert(child, k).is_some() {
            let fault = Fault::urdf_two_parents(&joint.child.value);
            diagnostics.add(fault, joint.child.span);
        }
        children.entry(parent).or_default().push(k);
    }
    if diagnostics.has_errors() {
        return None;
    }
    let mut roots = (0..urdf.links.len()).filter(|link| !carriers.contains_key(link));
    let Some(root) = roots.next() else {
        let first = urdf.joints.first().map(|joint| joint.child.span);
        diagnostics.add(Fault::urdf_no_base(), first.unwrap_or(urdf.place));
        return None;
    };
    for other in roots {
        let link = &urdf.links[other].name;
        let fault = Fault::urdf_roots(&urdf.links[root].name.value, &link.value);
        diagnostics.add(fault, link.span);
    }
    if diagnostics.has_errors() {
        return None;
    }
    let mut order = Order {
        root,
        joints: Vec::new(),
        frames: Vec::new(),
    };
    // Depth first, as the file has them.
    let mut waiting: Vec<usize> = children.get(&root).cloned().unwrap_or_default();
    waiting.reverse();
    while let Some(joint) = waiting.pop() {
        order.joints.push(joint);
        let child = links[urdf.joints[joint].child.value.as_str()];
        waiting.extend(children.get(&child).into_iter().flatten().rev());
    }
    if order.joints.len() + 1 < urdf.links.len() {
        // What no way leads to from the base goes round in a circle.
        let lost = |k: &usize| !order.joints.contains(k);
        let lost = (0..urdf.joints.len()).find(lost);
        let name = lost.map(|k| &urdf.joints[k].name);
        if let Some(name) = name {
            diagnostics.add(Fault::urdf_circle(&name.value), name.span);
        }
        return None;
    }
    let mut kept: Vec<usize> = Vec::new();
    for &joint in order.joints.iter().rev() {
        let (moves, child) = {
            let joint = &urdf.joints[joint];
            (
                joint.kind != JointKind::Fixed,
                links[joint.child.value.as_str()],
            )
        };
        let carries = children
            .get(&child)
            .into_iter()
            .flatten()
            .any(|k| kept.contains(k));
        if moves || carries || urdf.links[child].inertial.is_some() {
            kept.push(joint);
        } else {
            order.frames.push(urdf.links[child].name.value.clone());
        }
    }
    order.joints.retain(|joint| kept.contains(joint));
    order.frames.reverse();
    Some(order)
}
