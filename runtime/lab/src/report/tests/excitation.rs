//! The page of a motion before it is run.

use super::super::{excitation_page, plot};
use super::{names, plain};
use crate::excite::{
    Basis, Confused, Designed, Foreseen, JointLimits, JointUse, Limits, Motion, Planned, Screening,
};
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Joint, JointKind, Model};

fn foreseen(name: &str, std: Option<f64>, relative: Option<f64>) -> Foreseen {
    Foreseen {
        name: name.to_owned(),
        expression: format!("{name} + 0.5*m_b"),
        unit: "kg·m".to_owned(),
        std,
        nominal: relative.map(|relative| 4.0 / relative),
        relative,
    }
}

fn screening() -> Screening {
    let joint = |name: &str, unit, still| JointUse {
        name: name.to_owned(),
        unit,
        position: [-1.5, 2.25],
        velocity: 3.125,
        acceleration: 17.5,
        used: [0.5, 0.125, 1.25],
        still,
    };
    Screening {
        robot: "by_hand".to_owned(),
        samples: 1200,
        kept: Some(0.875),
        beside: 30,
        duration: 12.5,
        joints: vec![joint("j1", "rad", false), joint("j2", "m", true)],
        rank: 2,
        singular_values: vec![2.0, 0.5, 1e-3],
        scaled_condition: Some(44.4),
        condition: None,
        log_det: Some(-33.25),
        noise: vec![0.25, 3.5],
        noise_from: "as given",
        base: vec![
            foreseen("a", Some(0.5), Some(0.1)),
            foreseen("b", Some(0.6), Some(0.3)),
            foreseen("c", Some(0.7), Some(3.5)),
            foreseen("d", Some(0.8), None),
            foreseen("e", None, None),
        ],
        physical: vec![Foreseen {
            expression: String::new(),
            ..foreseen("m_b", Some(0.01), Some(0.001))
        }],
        unexcited: Vec::new(),
        confused: vec![Confused {
            parameters: names(&["a", "b"]),
            seen: 1,
        }],
        followers: Vec::new(),
        warnings: names(&["j2 stands still", "less than 3 combinations"]),
    }
}

/// Two seconds: the first joint from 0 to 1, the second stands still.
fn planned() -> Planned {
    Planned {
        time: vec![0.0, 2.0],
        state: [
            vec![vec![0.0, 1.0], vec![0.25, 0.25]],
            vec![vec![-3.0, 3.0], vec![0.0, 0.0]],
            vec![vec![5.0, 20.0], vec![0.0, 0.0]],
        ],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }
}

fn limits() -> Limits {
    let joint = |position| JointLimits {
        position,
        velocity: 4.0,
        acceleration: 25.0,
        jerk: f64::INFINITY,
    };
    Limits {
        joints: vec![joint([-2.0, 1.5]), joint([-9.0, 9.0])],
        defaults: vec![("j1".to_owned(), "jerk"), ("j2".to_owned(), "acceleration")],
    }
}

static ENDLESS: Model = Model {
    joints: &[
        Joint {
            kind: JointKind::Continuous,
            ..MODEL.joints[0]
        },
        MODEL.joints[1],
    ],
    ..MODEL
};

#[test]
fn a_motion_before_it_is_run_has_a_page() {
    let page = excitation_page(&MODEL, &screening(), &planned(), &limits(), None);
    let page = page.expect("a page");
    insta::assert_snapshot!("excitation", plain(&page));
    let names = ["rad", "rad/s", "rad/s²", "m", "m/s", "m/s²"];
    for name in names {
        let written = format!("text-anchor=\"middle\">{name}</text>");
        assert_eq!(page.matches(&written).count(), 1, "{name}");
    }
    // All six limits of the first joint are near: -2, 1.5; ±4; ±25. Those of the second are far.
    assert_eq!(page.matches("class=\"mark\"").count(), 6);
    // One that turns for ever has no limits of position.
    let page = excitation_page(&ENDLESS, &screening(), &planned(), &limits(), None);
    assert_eq!(page.expect("a page").matches("class=\"mark\"").count(), 4);
}

/// Both joints come near all of their limits, which differ; only a range may be without end.
#[test]
fn a_path_has_the_limits_of_its_joint_and_order() {
    let mut planned = planned();
    planned.state = [
        vec![vec![-1.0, 1.5], vec![4.0, -5.0]],
        vec![vec![2.0, -3.0], vec![1.0, 6.0]],
        vec![vec![12.0, -20.0], vec![-30.0, 7.0]],
    ];
    let mut limits = limits();
    let joint = |position, velocity, acceleration| JointLimits {
        position,
        velocity,
        acceleration,
        jerk: f64::INFINITY,
    };
    limits.joints = vec![
        joint([-2.0, 1.75], 5.0, 25.0),
        joint([-9.0, 8.0], 7.0, 40.0),
    ];
    let first = |position: [f64; 2]| {
        plot::path(
            &[0.0, 2.0],
            [
                (&[-1.0, 1.5], position, "rad"),
                (&[2.0, -3.0], [-5.0, 5.0], "rad/s"),
                (&[12.0, -20.0], [-25.0, 25.0], "rad/s²"),
            ],
            "j1: position, speed and acceleration",
        )
    };
    let second = plot::path(
        &[0.0, 2.0],
        [
            (&[4.0, -5.0], [-9.0, 8.0], "m"),
            (&[1.0, 6.0], [-7.0, 7.0], "m/s"),
            (&[-30.0, 7.0], [-40.0, 40.0], "m/s²"),
        ],
        "j2: position, speed and acceleration",
    );
    for (model, position, marks) in [
        (&MODEL, [-2.0, 1.75], 12),
        (&ENDLESS, [f64::INFINITY; 2], 10),
    ] {
        let page = excitation_page(model, &screening(), &planned, &limits, None);
        let page = page.expect("a page");
        assert!(page.contains(&first(position)) && page.contains(&second));
        assert_eq!(page.matches("class=\"mark\"").count(), marks);
    }
}

#[test]
fn a_motion_that_was_searched_says_by_what_and_how_far() {
    let mut found = screening();
    (found.rank, found.beside, found.kept) = (5, 0, None);
    (found.unexcited, found.confused) = (Vec::new(), Vec::new());
    found.warnings.clear();
    found.base.truncate(3);
    found.singular_values.truncate(1);
    found.rank = 3;
    let designed = Designed {
        motion: Motion {
            basis: Basis::Fourier {
                period: 5.0,
                harmonics: 2,
            },
            duration: 5.0,
            coefficients: Vec::new(),
        },
        figure: -12.75,
        samples: 80,
        start: Some(-3.5),
        starts: 7,
        optima: Vec::new(),
    };
    let designed = Some((&designed, "log-det"));
    let page = excitation_page(&MODEL, &found, &planned(), &limits(), designed);
    let page = plain(&page.expect("a page"));
    let head: Vec<&str> = page.split("<section aria-label=\"Limits\">").collect();
    insta::assert_snapshot!("excitation_designed", head[0]);
}

/// Known well up to 10 % of the nominal value, fairly up to 30 %.
#[test]
fn parameters_are_known_by_their_shares_of_nominal_values() {
    let mut found = screening();
    found.physical.clear();
    let words = |share: f64| {
        let mut found = found.clone();
        found.base = vec![foreseen("a", Some(0.5), Some(share))];
        let page = excitation_page(&MODEL, &found, &planned(), &limits(), None);
        let page = page.expect("a page");
        let flag = page.rsplit("class=\"flag\">").next().expect("a word");
        flag.split('<').next().unwrap_or_default().to_owned()
    };
    let shares = [0.1, 0.1001, 0.3, 0.3001];
    assert_eq!(shares.map(words), ["well", "fairly", "fairly", "poorly"]);
}
