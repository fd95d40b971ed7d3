//! Periods of motions, and motions that are stretches of others.

use super::{Path, period, repeats};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::regression::by_hand::{conditioned, processing, recording};

/// A motion of both joints by functions of time, s.
fn motion(samples: u32, q: impl Fn(f64) -> [f64; 2]) -> Motion {
    let mut recording = recording(samples);
    for (joint, column) in recording.position.iter_mut().enumerate() {
        let times = column.iter_mut().enumerate();
        times.for_each(|(k, x)| *x = q(k as f64 / 100.0)[joint]);
    }
    (recording.velocity, recording.acceleration) = (None, None);
    conditioned(recording, processing(EquationSide::Joint))
}

fn turn(t: f64, period: f64) -> f64 {
    std::f64::consts::TAU * t / period
}

#[test]
fn a_period_is_that_of_all_joints() {
    // 0.5 s of one joint and 0.75 s of the other: together 1.5 s.
    let both = motion(400, |t| [turn(t, 0.5).sin(), 0.01 * turn(t, 0.75).cos()]);
    let found = period(&both).expect("a period");
    assert!((found - 1.5).abs() < 0.02, "{found}");
    let one = motion(400, |t| [turn(t, 0.5).sin(), 0.01 * turn(t, 0.5).cos()]);
    let found = period(&one).expect("a period");
    assert!((found - 0.5).abs() < 0.02, "{found}");
    // Less than one and a half of it are no repetition.
    let short = motion(130, |t| [turn(t, 1.0).sin(), turn(t, 1.0).cos()]);
    assert_eq!(period(&short), None);
    let growing = motion(400, |t| [t * turn(t, 0.5).sin(), t]);
    assert_eq!(period(&growing), None);
    assert_eq!(period(&motion(200, |_| [0.0, 0.0])), None);
}

/// Over a lag of 2.4 s two fifths of the motion are left to compare, and these count as if they were all of it.
#[test]
fn stretches_are_as_far_apart_as_their_own_points() {
    let drifting = |speed: f64| {
        let q = |t: f64| [turn(t, 2.4).sin() + speed * t, turn(t, 2.4).cos()];
        period(&motion(400, q))
    };
    let found = drifting(0.01).expect("a period");
    assert!((found - 2.4).abs() < 0.02, "{found}");
    // Mean squares are twice what is the same motion; of all points they would be 0.7 times that.
    assert_eq!(drifting(0.04), None);
}

/// Filters leave rounding of a joint that stands away from 0, which repeats itself by chance.
#[test]
fn a_motion_at_rest_has_no_period_and_repeats_nothing() {
    for place in [0.3, 1.1, -2.7] {
        let rest = motion(400, |_| [place, -0.1 * place]);
        assert_eq!(period(&rest), None, "{place}");
        assert!(!repeats(&rest, std::slice::from_ref(&rest)), "{place}");
        let path = Path::of(&rest, 0.01);
        assert_eq!(path.variance, [0.0, 0.0]);
        // What another joint does decides.
        let one = motion(400, |t| [place, turn(t, 0.5).sin()]);
        let found = period(&one).expect("a period");
        assert!((found - 0.5).abs() < 0.02, "{found}");
    }
}

/// Every tenth of a second of 4.94 s within, at the sample that is there.
#[test]
fn paths_are_taken_at_equal_steps_of_time() {
    let whole = motion(500, |t| [t.sin(), t]);
    let path = Path::of(&whole, 0.1);
    assert_eq!(path.points.len(), 49);
    for k in [0, 7, 48] {
        assert_eq!(path.points[k], whole.states(3 + 10 * k..4 + 10 * k).q);
    }
    let second: Vec<f64> = path.points.iter().map(|q| q[1]).collect();
    let mean = second.iter().sum::<f64>() / 49.0;
    let variance = second.iter().map(|q| (q - mean).powi(2)).sum::<f64>() / 49.0;
    assert!((path.variance[1] / variance - 1.0).abs() < 1e-12);
}

#[test]
fn a_stretch_of_another_motion_repeats_it() {
    let q = |t: f64| [t.sin() + 0.2 * t * t, (1.3 * t).cos()];
    let whole = motion(500, q);
    let stretch = motion(200, |t| q(t + 1.7));
    assert!(repeats(&stretch, std::slice::from_ref(&whole)));
    assert!(!repeats(&whole, std::slice::from_ref(&stretch)));
    let other = motion(200, |t| [q(t + 1.7)[0], q(t + 1.2)[1]]);
    assert!(!repeats(&other, std::slice::from_ref(&whole)));
    assert!(repeats(&stretch, &[other, whole.clone()]));
    assert!(repeats(&whole, std::slice::from_ref(&whole)));
    assert!(!repeats(&whole, &[]));
}

/// Beside two minutes, of which points are taken every tenth of a second, a second has ten points: too few to tell a motion by.
#[test]
fn ten_points_are_too_few_to_be_a_stretch() {
    let q = |t: f64| [(0.3 * t).sin(), (0.2 * t).cos()];
    let whole = motion(12_000, q);
    let points = |samples: u32| {
        let stretch = motion(samples, |t| q(t + 30.0));
        let path = Path::of(&stretch, whole.interior().len() as f64 / 100.0 / 1200.0);
        let told = repeats(&stretch, std::slice::from_ref(&whole));
        (path.points.len(), told)
    };
    assert_eq!([points(106), points(116)], [(10, false), (11, true)]);
}

#[test]
fn paths_are_apart_by_the_joint_that_is_farthest() {
    let path = |points: &[[f64; 2]], variance: [f64; 2]| Path {
        points: points.iter().map(|p| p.to_vec()).collect(),
        variance: variance.to_vec(),
    };
    let one = path(&[[0.0, 1.0], [1.0, 5.0], [2.0, 4.0]], [2.0, 3.0]);
    let other = path(&[[1.1, 5.3], [1.8, 4.0], [9.0, 9.0]], [1.0, 1.0]);
    // From the second on: squares 0.01 + 0.04 and 0.09, over 2 · 0.005 v · 2 samples.
    let expected = f64::max(0.05 / 0.04, 0.09 / 0.06);
    assert!((one.apart(1, &other, 2) - expected).abs() < 1e-9);
    // What hardly moves beside others has a millionth of the largest variance.
    let still = path(&[[0.0, 1.0], [1.0, 1.0]], [2.0, 0.0]);
    let near = path(&[[0.0, 1.0 + 1e-4], [1.0, 1.0]], [2.0, 0.0]);
    assert!((still.apart(0, &near, 2) - 1e-8 / (4.0 * 0.005 * 2e-6)).abs() < 1e-9);
    let nothing = path(&[[0.0, 1.0]], [0.0, 0.0]);
    assert_eq!(nothing.apart(0, &nothing, 1), f64::INFINITY);
}
