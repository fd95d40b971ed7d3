//! Ways there and back that are written down, with the friction that they show by hand.

use super::{PARTS, StaticPoint, Stretch, merged, points};

/// A way through `count` positions 0.01 apart, the first at `from`.
fn way(velocity: f64, from: f64, count: usize, torque: impl Fn(usize) -> f64) -> Stretch {
    let sample = |k: usize| [from + 0.01 * k as f64, torque(k)];
    Stretch {
        velocity,
        samples: (0..count).map(sample).collect(),
        others: vec![0.0, 0.3],
    }
}

#[test]
fn friction_is_half_of_there_less_back() {
    // Gravity of 5 the same both ways.
    let there = way(0.5, 0.0, 101, |_| 5.0 + 2.0);
    let back = way(-0.51, 0.2, 101, |_| 5.0 - 1.0);
    let other = way(-0.5, 0.9, 101, |_| 99.0);
    let found = points(&[there, other, back]).expect("points");
    let [point] = found[..] else {
        panic!("one point: {found:?}")
    };
    assert!((point.torque - 1.5).abs() < 1e-12, "{point:?}");
    assert!((point.speed - 0.505).abs() < 1e-12, "{point:?}");
    assert!(point.std < 1e-12, "{point:?}");
    // The way back that has most positions in common, and those.
    let [from, to] = point.positions;
    assert!(
        (from - 0.2).abs() < 1e-12 && (to - 1.0).abs() < 1e-12,
        "{point:?}"
    );
    assert_eq!(point.samples, 202);
}

/// Halves that are up and down by 0.1 in turn: their mean scatters by 0.1 / √7.
#[test]
fn its_deviation_is_that_of_the_mean_of_parts() {
    let count = 160;
    let step = 0.01 * (count - 1) as f64 / PARTS as f64;
    let part = |k: usize| ((0.01 * k as f64) / step) as usize;
    let uneven = |k: usize| if part(k).is_multiple_of(2) { 0.2 } else { -0.2 };
    let there = way(0.5, 0.0, count, |k| 5.0 + 2.0 + uneven(k));
    let back = way(-0.5, 0.0, count, |_| 5.0 - 2.0);
    let found = points(&[there, back]).expect("a point");
    assert!((found[0].torque - 2.0).abs() < 1e-9, "{found:?}");
    assert!((found[0].std - 0.1 / 7f64.sqrt()).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_way_back_has_the_speed_and_the_pose_of_one_there() {
    let pair = |speed: f64, moved: f64| {
        let there = way(0.5, 0.0, 101, |_| 2.0);
        let mut back = way(-speed, 0.0, 101, |_| -2.0);
        back.others[1] += moved;
        points(&[there, back])
    };
    for (speed, moved, told) in [
        (0.524, 0.0, true),
        (0.526, 0.0, false),
        (0.476, 0.0, true),
        (0.474, 0.0, false),
        (0.5, 0.019, true),
        (0.5, 0.021, false),
        (0.5, -0.021, false),
    ] {
        let found = pair(speed, moved);
        assert_eq!(found.is_ok(), told, "{speed} {moved}: {found:?}");
        if let Err(why) = found {
            assert_eq!(
                why,
                "no way back has the speed and the positions of one there"
            );
        }
    }
    let one = points(&[way(0.5, 0.0, 101, |_| 2.0)]).expect_err("one way");
    assert_eq!(one, "it moves at constant velocities in one direction only");
    let none = points(&[]).expect_err("none");
    assert!(
        none.starts_with("it never moves at a constant velocity for 0.1 s"),
        "{none}"
    );
    // Positions that both do not share say nothing.
    let apart = points(&[way(0.5, 0.0, 101, |_| 2.0), way(-0.5, 2.0, 101, |_| 2.0)]);
    assert!(apart.is_err());
}

#[test]
fn points_of_one_speed_are_one_and_stand_in_order() {
    let point = |speed: f64, torque: f64, positions: [f64; 2]| StaticPoint {
        speed,
        torque,
        std: 0.3,
        positions,
        samples: 40,
    };
    let found = merged(&[
        point(1.0, 2.0, [0.0, 0.5]),
        point(1.04, 3.0, [-0.2, 0.4]),
        point(1.2, 4.0, [0.0, 1.0]),
    ]);
    assert_eq!(found.len(), 2);
    let [first, second] = [found[0], found[1]];
    assert!(
        (first.speed - 1.02).abs() < 1e-12 && first.torque == 2.5,
        "{first:?}"
    );
    assert!((first.std - 0.3 / 2f64.sqrt()).abs() < 1e-12, "{first:?}");
    assert_eq!((first.positions, first.samples), ([-0.2, 0.5], 80));
    assert_eq!(second, point(1.2, 4.0, [0.0, 1.0]));
}
