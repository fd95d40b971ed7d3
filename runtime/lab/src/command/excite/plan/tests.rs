//! What options become: one for all or one each, and noise of motors as that of joints.

use super::{at_joints, each, marked};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::Robot;

#[test]
fn one_holds_for_all_and_else_there_is_one_each() {
    assert_eq!(each(&[2.0], 3), Some(vec![2.0; 3]));
    assert_eq!(each(&[1.0, 2.0], 2), Some(vec![1.0, 2.0]));
    assert_eq!(each(&[1.0, 2.0], 3), None);
    assert_eq!(each::<f64>(&[], 3), None);
}

/// `G = [[-60, 0, 0], [10, 50, 0], [-8, 12, 45]]`, and torques of joints are `Gᵀ` times those of motors.
#[test]
fn noise_of_motors_adds_up_in_squares_at_the_joints() {
    let found: Vec<f64> = at_joints(abb_wrist::ROBOT.model(), &[0.1, 0.2, 0.3]).collect();
    let squares = |parts: &[f64]| parts.iter().map(|x| x * x).sum::<f64>().sqrt();
    let expected = [
        squares(&[6.0, 2.0, 2.4]),
        squares(&[10.0, 3.6]),
        squares(&[13.5]),
    ];
    assert_eq!(found.len(), 3);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
    let direct: Vec<f64> = at_joints(double_pendulum::ROBOT.model(), &[0.1, 0.2]).collect();
    assert_eq!(direct, [0.1, 0.2]);
}

#[test]
fn joints_that_are_named_are_marked() {
    let model = abb_wrist::ROBOT.model();
    let names = |places: &[usize]| -> Vec<String> {
        let joints = places.iter().map(|&place| model.joints[place].name);
        joints.map(str::to_owned).collect()
    };
    assert_eq!(
        marked(model, &names(&[1])).ok(),
        Some(vec![false, true, false])
    );
    assert_eq!(
        marked(model, &names(&[2, 0])).ok(),
        Some(vec![true, false, true])
    );
    assert_eq!(marked(model, &[]).ok(), Some(vec![false; 3]));
    let refused = marked(model, &["q9".to_owned()]).expect_err("no joint of that name");
    assert!(refused.to_string().contains("q9"), "{refused}");
}
