//! The page of laws of friction.

use super::super::friction_page;
use super::{lines, names, plain};
use crate::friction::{Friction, LawParameter, MapPoint, PlaceFriction, Tried, Validated};
use crate::regression::Series;

fn place(name: &str, unit: &'static str) -> PlaceFriction {
    PlaceFriction {
        name: name.to_owned(),
        on_motor: false,
        law: "Stribeck".to_owned(),
        shape: None,
        formula: "fc sign(v) + fv v".to_owned(),
        parameters: vec![
            LawParameter {
                name: "fc",
                value: 1.25,
                std: 0.03,
                unit: "N·m",
            },
            LawParameter {
                name: "fv",
                value: -0.75,
                std: 0.5,
                unit: "N·m·s/rad",
            },
        ],
        reference_temperature: None,
        reason: None,
        alternatives: names(&["Coulomb", "power <law>"]),
        law_of_file: "Coulomb and viscous".to_owned(),
        speeds: Some([0.1, 2.0]),
        samples: 40,
        effective_samples: 12.0,
        held_out: Some([0.4, 0.3]),
        unit,
        lines: names(&["friction: [coulomb]", "nominal: {coulomb: 1.25}"]),
        map: vec![
            MapPoint {
                velocity: -2.0,
                torque: -3.0,
                std: 0.1,
                samples: 7,
            },
            MapPoint {
                velocity: 2.0,
                torque: 5.0,
                std: 0.1,
                samples: 8,
            },
        ],
        tried: vec![
            Tried {
                law: "Stribeck".to_owned(),
                parameters: 4,
                held_out: 0.31,
                delta_bic: 0.0,
                delta_aic: 1.26,
                refused: None,
            },
            Tried {
                law: "quadratic".to_owned(),
                parameters: 3,
                held_out: 0.52,
                delta_bic: 17.38,
                delta_aic: 14.04,
                refused: Some("a parameter is negative"),
            },
        ],
        series: Vec::new(),
    }
}

#[test]
fn laws_of_friction_have_a_page() {
    let mut sliding = place("q2", "N");
    let mut series = Series::new("run", 1, 1.0);
    for (k, speed) in [-1.0, 3.0].into_iter().enumerate() {
        series.push(k as f64, &[2.0 + speed], &[speed], std::iter::once(true));
        series.describe(&[0.0], &[speed], &[0.5 * speed]);
    }
    sliding.series = vec![series];
    sliding.map.clear();
    let mut untold = place("q3", "N·m");
    untold.reason = Some("it hardly moves".to_owned());
    untold.parameters.clear();
    untold.alternatives.clear();
    untold.lines.clear();
    untold.map.clear();
    untold.tried.clear();
    let found = Friction {
        robot: "wrist".to_owned(),
        recordings: names(&["slow", "fast & far"]),
        joints: vec![place("q1", "N·m"), sliding, untold],
        settled: true,
        validation: vec![Validated {
            name: "q1".to_owned(),
            file: 0.62,
            proposed: 0.41,
            torque: 7.3,
        }],
    };
    let page = friction_page(&found, "A wrist").expect("a page");
    insta::assert_snapshot!("friction", plain(&page));
    // The static map is drawn as friction that was measured and fitted alike; across in rad/s, and of what slides in m/s.
    assert_eq!(lines(&page, "predicted")[..2], ["66.0,168.9", "888.0,17.1"]);
    assert_eq!(page.matches(">speed, rad/s</text>").count(), 1);
    assert_eq!(page.matches(">friction, N·m</text>").count(), 1);
    assert_eq!(page.matches(">speed, m/s</text>").count(), 1);
    assert_eq!(page.matches(">friction, N</text>").count(), 1);
}
