//! Terms that a robot whose base moves lacks, at the joints of a quadruped without any friction in its file.

use armwright_robots::solo12::ROBOT;
use armwright_runtime::Robot;

use super::super::Term;
use crate::estimate::Method;
use crate::experiment::quadruped::held;
use crate::identify::{Identification, identify};
use crate::judge::{Judgement, Means};

/// What is found of torques that are more than those of the model by `of(speed)` at the second joint.
fn found(of: impl Fn(f64) -> f64) -> Identification {
    let (mut recording, mut random) = held(9, [8.0, 8.0], 50.0);
    let q = recording.position[1].clone();
    let rows = recording.measured.as_mut().expect("rows");
    for (k, tau) in rows[7].iter_mut().enumerate() {
        let (before, after) = (k.saturating_sub(1), (k + 1).min(q.len() - 1));
        *tau += of((q[after] - q[before]) * 25.0);
    }
    let contacts = recording.contacts.as_mut().expect("what holds it");
    for (i, column) in contacts.wrenches.iter_mut().enumerate() {
        let size = if i < 3 { 0.05 } else { 0.005 };
        column.iter_mut().for_each(|x| *x += size * random.normal());
    }
    identify(&ROBOT, recording, &Method::Wls.into()).expect("an identification")
}

#[test]
fn friction_that_a_floating_robot_lacks_is_found_at_its_joint() {
    let found = found(|speed| 0.05 * (speed / 0.02).tanh());
    let lacks: Vec<(Option<&str>, &str, Term)> = found
        .lacks
        .iter()
        .map(|lack| (lack.joint.as_deref(), &*lack.row, lack.term))
        .collect();
    assert_eq!(
        lacks.first(),
        Some(&(Some("FL_HFE"), "FL_HFE", Term::Coulomb)),
        "{lacks:?}"
    );
    assert!(found.causes.is_empty(), "{:?}", found.causes);
    let advice = Judgement::of(ROBOT.model(), &found).advice(&Means::default());
    assert!(
        advice
            .iter()
            .any(|said| said.contains("`coulomb` under `friction` of FL_HFE")),
        "{advice:?}"
    );
    assert!(
        !advice
            .iter()
            .any(|said| said.contains("signs, units and sides")),
        "{advice:?}"
    );
}

#[test]
fn a_floating_robot_that_lacks_nothing_lacks_nothing() {
    let found = found(|_| 0.0);
    assert!(
        found.lacks.is_empty() && found.causes.is_empty(),
        "{:?} {:?}",
        found.lacks,
        found.causes
    );
}
