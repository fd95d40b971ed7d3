//! What is said of a planned motion before it is run, and which parameters a projection connects.

use nalgebra::DMatrix;

use super::super::joint_use::JointUse;
use super::{Confused, Screening, confused};

fn joint(name: &str, used: [f64; 3], still: bool) -> JointUse {
    JointUse {
        name: name.to_owned(),
        unit: "rad",
        position: [0.0; 2],
        velocity: 0.0,
        acceleration: 0.0,
        used,
        still,
    }
}

fn screening() -> Screening {
    Screening {
        robot: "r".to_owned(),
        samples: 1,
        kept: None,
        beside: 0,
        duration: 1.0,
        joints: vec![joint("q1", [1.0, 0.5, 0.5], false)],
        rank: 1,
        singular_values: Vec::new(),
        scaled_condition: None,
        condition: None,
        log_det: None,
        noise: Vec::new(),
        noise_from: "",
        base: Vec::new(),
        physical: Vec::new(),
        unexcited: Vec::new(),
        confused: Vec::new(),
        warnings: Vec::new(),
    }
}

#[test]
fn warnings_say_which_joint_and_which_parameters() {
    let mut quiet = screening();
    quiet.warn();
    assert!(quiet.warnings.is_empty() && quiet.is_complete());
    let mut found = screening();
    found.joints.push(joint("q2", [0.5, 1.234, 1.000_1], true));
    found.unexcited = vec!["a".to_owned(), "b".to_owned()];
    let group = |parameters: &[&str], seen: usize| Confused {
        parameters: parameters.iter().map(|p| (*p).to_owned()).collect(),
        seen,
    };
    found.confused = vec![group(&["c"], 0), group(&["d", "e", "f"], 2)];
    found.warn();
    assert_eq!(
        found.warnings,
        [
            "joint q2 stands still: what only its motion shows stays unknown",
            "joint q2 exceeds its limit of velocity: 123.4 % of it",
            "joint q2 exceeds its limit of acceleration: 100.0 % of it",
            "not excited at all: a, b",
            "not determined: c",
            "not told apart: d, e, f (2 of 3 combinations are seen)",
        ]
    );
    for change in [
        |s: &mut Screening| s.unexcited.push("a".to_owned()),
        |s: &mut Screening| {
            s.confused.push(Confused {
                parameters: vec!["a".to_owned()],
                seen: 0,
            })
        },
        |s: &mut Screening| s.joints[0].still = true,
    ] {
        let mut one = screening();
        change(&mut one);
        assert!(!one.is_complete());
    }
}

/// Of five parameters the sum of the first and the third is not seen, nor the last.
#[test]
fn what_a_lost_direction_connects_is_one_group() {
    let half = 0.5f64;
    let mut hidden = DMatrix::zeros(5, 5);
    for (i, j) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        hidden[(i, j)] = half;
    }
    hidden[(4, 4)] = 1.0;
    let name = |k: usize| format!("p{k}");
    let groups = confused(&hidden, |_| true, name);
    let parameters: Vec<_> = groups
        .iter()
        .map(|g| (g.parameters.join(","), g.seen))
        .collect();
    assert_eq!(parameters, [("p0,p2".to_owned(), 1), ("p4".to_owned(), 0)]);
    // Of those that count alone.
    let groups = confused(&hidden, |k| k != 4, name);
    assert_eq!(groups.len(), 1);
    // A little of a direction is rounding: beyond a millionth of its square it is not.
    let faint = |share: f64| {
        let mut hidden = DMatrix::zeros(2, 2);
        hidden[(1, 1)] = share;
        confused(&hidden, |_| true, name).len()
    };
    assert_eq!([faint(0.9e-6), faint(1.1e-6)], [0, 1]);
}
