//! Motions that are advised, and how that is said.

use armwright_runtime::{Joint, Model, Side};

use super::{Advice, Gain, advice, along, candidates, deviations, grouped, motion, of_all};
use crate::estimate::{Method, estimate};
use crate::experiment::Trajectory;
use crate::motion::States;
use crate::regression::by_hand::{B, MODEL, ROBOT, drawn, near, observed, stacked};
use crate::regression::{Equations, Factor};
use crate::statistics::{Estimated, Quality};

fn of_joints(n: usize) -> Model {
    Model {
        joints: Box::leak(vec![MODEL.joints[0]; n].into_boxed_slice()),
        ..MODEL
    }
}

#[test]
fn one_joint_two_joints_and_all_are_tried() {
    assert_eq!(candidates(&MODEL), [vec![0], vec![1], vec![0, 1]]);
    let three = candidates(&of_joints(3));
    assert_eq!(
        three[3..],
        [vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]
    );
    assert_eq!(candidates(&of_joints(8)).len(), 8 + 28 + 1);
    // Of more joints neighbours alone.
    let nine = candidates(&of_joints(9));
    assert_eq!(nine.len(), 9 + 8 + 1);
    assert_eq!(nine[9..11], [vec![0, 1], vec![1, 2]]);
}

fn gain(name: &str) -> Gain {
    Gain {
        name: name.to_owned(),
        unit: "kg".to_owned(),
        std: None,
        then: 0.1,
    }
}

#[test]
fn what_shows_most_comes_first() {
    let joints: Vec<Joint> = ["a", "b", "c"]
        .map(|name| Joint {
            name,
            ..MODEL.joints[0]
        })
        .to_vec();
    let model = Model {
        joints: Box::leak(joints.into_boxed_slice()),
        ..MODEL
    };
    let found = vec![
        (3, gain("x")),
        (0, gain("y")),
        (3, gain("z")),
        (6, gain("w")),
    ];
    let all = grouped(&model, &candidates(&model), found);
    let advice = |joints: &[&str], others_held, gains: &[&str]| Advice {
        joints: joints.iter().map(|j| (*j).to_owned()).collect(),
        others_held,
        gains: gains.iter().map(|name| gain(name)).collect(),
    };
    let expected = [
        advice(&["a", "b"], true, &["x", "z"]),
        advice(&["a"], true, &["y"]),
        advice(&["a", "b", "c"], false, &["w"]),
    ];
    assert_eq!(all, expected);
    let said: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "more motion at speed through the joints' ranges, joints a and b together, the others held at several places, \
             would show x, z",
            "more motion at speed through the joints' ranges, joint a alone, the others held at several places, would show y",
            "more motion at speed through the joints' ranges, all joints together, would show w",
        ]
    );
    // Of a robot of one joint there is no other.
    assert_eq!(advice(&["a"], false, &["v"]).motion(), "joint a alone");
}

/// The other joint stands where it is held, of a range from -2 to 3.
#[test]
fn joints_that_do_not_move_are_held_at_a_share_of_their_range() {
    let found = motion(&MODEL, &of_all(&MODEL), &[1], 0.25);
    for time in [0.0, 1.3, 7.7] {
        let [q, qd, qdd] = found.at(0, time);
        near(q, -0.75);
        assert_eq!((qd, qdd), (0.0, 0.0));
    }
    assert!(found.at(1, 1.3)[1].abs() > 1e-3);
    let open = Model {
        joints: Box::leak(
            vec![
                Joint {
                    position: None,
                    ..MODEL.joints[0]
                },
                MODEL.joints[1],
            ]
            .into_boxed_slice(),
        ),
        ..MODEL
    };
    near(
        motion(&open, &of_all(&open), &[1], 0.75).at(0, 2.0)[0],
        0.75,
    );
}

/// Three places of forty points each, weighed as so many samples as were recorded.
#[test]
fn a_candidate_counts_as_much_as_what_was_recorded() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    // Of the second row a part of the samples does not count.
    let mut parts = drawn(2, 35, [1.0; B], 0.1);
    parts.iter_mut().for_each(|rows| rows[1].truncate(20));
    let observation = observed(&parts);
    let (weights, all) = ([2.0, 0.3], of_all(&MODEL));
    let found = along(&equations, &observation, &weights, (&all, &[0])).expect("a factor");
    let mut gram = nalgebra::DMatrix::<f64>::zeros(B, B);
    for place in [0.25, 0.5, 0.75] {
        let motion = motion(&MODEL, &all, &[0], place);
        for k in 0..40 {
            let [one, other] = [0, 1].map(|joint| motion.at(joint, 0.25 * f64::from(k)));
            let states = States {
                q: vec![one[0], other[0]],
                qd: vec![one[1], other[1]],
                qdd: vec![one[2], other[2]],
                ..States::default()
            };
            let rows = equations
                .at(&equations.base_columns(), &states)
                .expect("rows");
            let counts = weights.into_iter().zip([70.0, 40.0]);
            for (row, (weight, count)) in rows.chunks_exact(B).zip(counts) {
                let row = nalgebra::DVector::from_row_slice(row);
                gram += &row * row.transpose() * (weight * count / 120.0);
            }
        }
    }
    let r = found.parts().0;
    assert!((r.transpose() * r - &gram).amax() < 1e-9 * gram.amax());
}

#[test]
fn deviations_are_roots_of_the_inverse() {
    let mut factor = Factor::new(3);
    factor.push([(0, 2.0), (1, 1.0)], 5.0);
    factor.push([(1, 4.0)], 1.0);
    let found = deviations(&factor);
    // (KᵀK)⁻¹ of [2 1; 0 4]: the inverse is [0.5 -0.125; 0 0.25].
    near(found[0].expect("a deviation"), 0.5f64.hypot(0.125));
    near(found[1].expect("a deviation"), 0.25);
    assert_eq!(found[2], None);
}

/// Viscous friction that recordings hardly show: the joint alone shows it, both together hardly better. A body that is well
/// excited gains nothing by any motion.
#[test]
fn what_recordings_hardly_show_is_shown_by_the_simplest_motion() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut parts = drawn(2, 35, [1.0, -2.0, 3.0, 0.5, 0.0, -1.0], 0.5);
    for line in parts.iter_mut().flatten().flatten() {
        line[4] *= 1e-3;
    }
    let observation = observed(&parts);
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let with = |friction: Quality| -> Vec<Estimated> {
        let row = |(k, base): (usize, &armwright_runtime::BaseParameter)| Estimated {
            name: base.name.to_owned(),
            unit: base.unit.to_owned(),
            quality: match k {
                2 => Quality::Poor,
                4 => friction,
                _ => Quality::Good,
            },
            ..Estimated::default()
        };
        MODEL.base.iter().enumerate().map(row).collect()
    };
    let said = |friction: Quality, ratio: [f64; 2]| {
        advice(&equations, &observation, &found, &ratio, &with(friction)).expect("advice")
    };
    // Noise whose squares count so many times in the mean as those of white noise.
    for ratio in [[1.0, 1.0], [4.0, 4.0], [9.0, 2.0]] {
        let weights = [0, 1].map(|row| (found.variance[row] * ratio[row]).recip());
        let (matrix, _) = stacked(&parts, weights);
        let recorded = matrix.transpose() * matrix;
        let deviation = |information: nalgebra::DMatrix<f64>| {
            information.try_inverse().expect("regular")[(4, 4)].sqrt()
        };
        let alone =
            along(&equations, &observation, &weights, (&of_all(&MODEL), &[0])).expect("a factor");
        let alone = alone.parts().0;
        let expected = [
            deviation(recorded.clone()),
            deviation(recorded + alone.transpose() * alone),
        ];
        for quality in [
            Quality::Undetermined,
            Quality::Assumed,
            Quality::Zero,
            Quality::Poor,
        ] {
            let all = said(quality, ratio);
            assert_eq!(all.len(), 1, "{all:?}");
            assert_eq!(
                (&all[0].joints[..], all[0].others_held),
                (&["j1".to_owned()][..], true)
            );
            let gains = &all[0].gains;
            assert_eq!((gains.len(), gains[0].name.as_str()), (1, "fv_j1"));
            assert_eq!(gains[0].unit, "N·m·s");
            let std = gains[0].std.expect("a deviation");
            assert!((std / expected[0] - 1.0).abs() < 1e-6, "{std} {expected:?}");
            assert!(
                (gains[0].then / expected[1] - 1.0).abs() < 1e-6,
                "{gains:?} {expected:?}"
            );
            assert!(std > 2.0 * gains[0].then);
        }
    }
    for quality in [Quality::Good, Quality::Fair, Quality::Given] {
        assert_eq!(said(quality, [1.0; 2]), []);
    }
    // A row of which no noise is known counts as little as one of noise beyond all numbers.
    let without = said(Quality::Poor, [1.0, 0.0]);
    assert_eq!(without.len(), 1);
    assert_eq!(without, said(Quality::Poor, [1.0, f64::INFINITY]));
    // Half of a deviation is worth it however small that is in its unit: of 0.4, thirty times less than before.
    for line in parts.iter_mut().flatten().flatten() {
        line[4] *= 30.0;
    }
    let observation = observed(&parts);
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let table = with(Quality::Poor);
    let all = advice(&equations, &observation, &found, &[1.0; 2], &table).expect("advice");
    assert_eq!(all.len(), 1, "{all:?}");
    let gain = &all[0].gains[0];
    let std = gain.std.expect("a deviation");
    assert_eq!(gain.name, "fv_j1");
    assert!(std < 1.0 && std > 2.0 * gain.then, "{gain:?}");
}

/// Viscous friction that recordings do not show at all has no deviation now, and is advised all the same.
#[test]
fn what_recordings_do_not_show_at_all_is_shown_by_a_motion() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut parts = drawn(2, 35, [1.0, -2.0, 3.0, 0.5, 0.0, -1.0], 0.5);
    for line in parts.iter_mut().flatten().flatten() {
        line[4] = 0.0;
    }
    let observation = observed(&parts);
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let row = |(k, base): (usize, &armwright_runtime::BaseParameter)| Estimated {
        name: base.name.to_owned(),
        quality: match k {
            4 => Quality::Undetermined,
            _ => Quality::Good,
        },
        ..Estimated::default()
    };
    let table: Vec<Estimated> = MODEL.base.iter().enumerate().map(row).collect();
    let all = advice(&equations, &observation, &found, &[1.0; 2], &table).expect("advice");
    let [one] = &all[..] else {
        panic!("one of {all:?}")
    };
    assert_eq!(one.joints, ["j1"]);
    let [gain] = &one.gains[..] else {
        panic!("one of {all:?}")
    };
    assert_eq!((gain.name.as_str(), gain.std), ("fv_j1", None));
    assert!(gain.then.is_finite() && gain.then > 0.0, "{gain:?}");
    // Of a robot with many parameters no motion is looked for.
    let weak = Estimated {
        quality: Quality::Poor,
        ..Estimated::default()
    };
    let none = advice(
        &equations,
        &observation,
        &found,
        &[1.0; 2],
        &vec![weak; 151],
    );
    assert_eq!(none.expect("advice"), []);
}

/// An inertia that recordings do not show is the first parameter, and advised as any other.
#[test]
fn the_first_parameter_is_shown_by_a_motion_too() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut parts = drawn(2, 35, [0.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.5);
    for line in parts.iter_mut().flatten().flatten() {
        line[0] = 0.0;
    }
    let observation = observed(&parts);
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let row = |(k, base): (usize, &armwright_runtime::BaseParameter)| Estimated {
        name: base.name.to_owned(),
        quality: match k {
            0 => Quality::Undetermined,
            _ => Quality::Good,
        },
        ..Estimated::default()
    };
    let table: Vec<Estimated> = MODEL.base.iter().enumerate().map(row).collect();
    let all = advice(&equations, &observation, &found, &[1.0; 2], &table).expect("advice");
    let gains = all.iter().flat_map(|one| &one.gains);
    let named: Vec<(&str, Option<f64>)> =
        gains.map(|gain| (gain.name.as_str(), gain.std)).collect();
    assert_eq!(named, [("Lzz_a", None)]);
}
