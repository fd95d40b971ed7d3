//! The joints that move by themselves: which they are, and what is wrong with the name of another one.

use crate::description::Description;
use crate::diagnostic::{Fault, Spanned};

/// The names of the joints that move by themselves.
pub(super) fn free_joints(description: &Description) -> Vec<&str> {
    let joints = description.free();
    joints.map(|body| body.joint.name.value.as_str()).collect()
}

/// What is wrong with the name of a joint where it has to be one that moves by itself; `follows` is what to do if it moves with
/// others.
pub(super) fn not_free(
    description: &Description,
    name: &Spanned<String>,
    follows: &str,
) -> Option<Fault> {
    let mut joints = description.bodies.iter().map(|body| &body.joint);
    let found = joints.find(|joint| joint.name.value == name.value && !name.value.is_empty());
    let Some(joint) = found else {
        let fault = Fault::unknown_joint(&name.value, &free_joints(description));
        return Some(fault);
    };
    let still = "leave it out";
    let (how, instead) = match &joint.coordinate {
        _ if joint.is_free() => return None,
        Some(coordinate) => {
            let others = coordinate.value.terms.iter();
            let others: Vec<&str> = others.map(|(other, _)| other.value.as_str()).collect();
            (format!("it moves with `{}`", others.join("`, `")), follows)
        }
        None if joint.locked.is_some() => ("it is locked".to_owned(), still),
        None => ("it is fixed".to_owned(), still),
    };
    Some(Fault::bound(&name.value, &how, instead))
}
