//! How often a plan is followed until no other solution is looked for.

use super::{UNBOUNDED, by_hand, given};
use crate::identify::BaseEstimate;
use crate::interpret::interpret;

/// Both roots are found within some tens of starts, four hundred more lead to nothing new.
#[test]
fn four_hundred_starts_in_vain_are_enough() {
    let robot = by_hand([None; 3], false);
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let known = [given("l", 0.6, 0.0)];
    let found = interpret(&robot, &estimate, &known, UNBOUNDED).expect("its own values");
    assert_eq!(found.solutions.expect("two").others.len(), 1);
    let starts = robot.starts.into_inner();
    assert!((402..450).contains(&starts), "{starts}");
}
