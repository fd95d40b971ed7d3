//! Joints of a URDF that follow others (`mimic`), as far as a robot file lets them.

use super::elements::{Joint, Urdf};
use crate::algebra::Rational;
use crate::description::{Angle, Coordinate, JointKind};
use crate::diagnostic::Spanned;

/// A joint that turns follows another one by a fraction of at most these numbers, or the equations would
/// have no end of harmonics.
pub(super) const SHORT: i32 = 64;

/// How a joint moves with another one of the tree that moves, by the names of the URDF; none of a joint of a circle.
pub(super) fn followed(urdf: &Urdf, joint: &Joint) -> Option<Coordinate> {
    let mimic = joint.mimic.as_ref()?;
    leader(urdf, joint)?;
    (!is_in_circle(urdf, joint)).then(|| {
        let name = Spanned::new(mimic.joint.clone(), Default::default());
        // Where a joint that slides follows in turn, no pi can stand.
        let offset = match moves_a_slide(urdf, joint) {
            true => Angle {
                pi: Rational::ZERO,
                radians: mimic.written.clone(),
            },
            false => mimic.offset.clone(),
        };
        Coordinate {
            terms: vec![(name, mimic.multiplier.clone())],
            offset,
        }
    })
}

/// Why a joint that says that it follows another one does not.
pub(super) fn why_not(urdf: &Urdf, joint: &Joint) -> Option<String> {
    let mimic = joint.mimic.as_ref()?;
    let (name, other, factor) = (&joint.name.value, &mimic.joint, &mimic.multiplier);
    let why = match (mimicked(urdf, joint), leader(urdf, joint)) {
        (_, Some(_)) if is_in_circle(urdf, joint) => "which follows it in turn".to_owned(),
        (_, Some(_)) => return None,
        (Some(_), None) => {
            format!("by {factor}, which is no fraction of numbers up to {SHORT}")
        }
        (None, None) => "which is no other joint that moves".to_owned(),
    };
    Some(format!(
        "`{name}` follows `{other}` (mimic) {why}: it moves by itself here"
    ))
}

/// The joint that another one can follow.
fn leader<'u>(urdf: &'u Urdf, joint: &Joint) -> Option<&'u Joint> {
    let mimic = joint.mimic.as_ref()?;
    let other = mimicked(urdf, joint)?;
    let is_short = |(above, below): (i64, i64)| above.abs().max(below) <= i64::from(SHORT);
    let turns = joint.kind != JointKind::Prismatic;
    let fits = !turns || mimic.multiplier.small().is_some_and(is_short);
    (fits && joint.kind != JointKind::Fixed).then_some(other)
}

/// Whether a joint follows another one by way of others, or itself.
fn follows(urdf: &Urdf, joint: &Joint, other: &Joint) -> bool {
    let chain = std::iter::successors(leader(urdf, joint), |joint| leader(urdf, joint));
    // A circle that it comes to and is not part of has no end.
    let mut chain = chain.take(urdf.joints.len());
    chain.any(|joint| joint.name.value == other.name.value)
}

fn is_in_circle(urdf: &Urdf, joint: &Joint) -> bool {
    follows(urdf, joint, joint)
}

fn moves_a_slide(urdf: &Urdf, joint: &Joint) -> bool {
    let mut slides = urdf
        .joints
        .iter()
        .filter(|joint| joint.kind == JointKind::Prismatic);
    slides.any(|slide| follows(urdf, slide, joint))
}

/// The joint that another one is to follow, if it is another one and moves.
fn mimicked<'u>(urdf: &'u Urdf, joint: &Joint) -> Option<&'u Joint> {
    let name = &joint.mimic.as_ref()?.joint;
    let moves = |other: &&Joint| other.kind != JointKind::Fixed && *name != joint.name.value;
    let mut joints = urdf.joints.iter().filter(moves);
    joints.find(|other| other.name.value == *name)
}
