//! What friction grows by.

use armwright_robots::tx40;
use armwright_runtime::{Robot, Side};

use super::super::tests::made::motion;
use super::Study;
use crate::options::EquationSide;
use crate::regression::Equations;

/// Friction does not grow by itself, nor by rotors: of base parameters those of drives are no load.
#[test]
fn the_load_is_of_bodies_alone() {
    let robot = &tx40::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let friction = |_: usize, v: f64| 0.5 * v.signum() + 0.2 * v;
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [4.0, 1e-3],
        1,
        &friction,
    )];
    let study = Study::of(&equations, &motions, &[], &mut |_, _| {}).expect("a study");
    let base = robot.model().base;
    let load = |beta: &[f64]| -> Vec<f64> {
        base.iter()
            .zip(beta)
            .map(|(base, x)| {
                if base.name.starts_with(['m', 'L']) {
                    *x
                } else {
                    0.0
                }
            })
            .collect()
    };
    for drive in ["fc_1", "Ia_3"] {
        assert!(base.iter().any(|base| base.name == drive));
    }
    assert_eq!(study.load, load(&study.beta));
    let further = vec![3.0; base.len() + 2];
    assert_eq!(study.of_bodies(&further), load(&further));
}
