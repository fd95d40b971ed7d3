//! The page of a fit of simulated motions.

use serde_json::json;

use super::super::plot::growth;
use super::super::{AsRead, MotionVerdict, output_error_page};
use super::{lines, names, plain};
use crate::judge::{MotionJudgement, MotionMeans};
use crate::output_error::{
    Curve, Fit, Fitted, FittedJoint, Growth, Iterate, Sensitivity, Unseen, by_hand,
};
use crate::recording::{Action, Cause, Repair};

fn fit() -> Fit {
    let joint = |name: &str, unit, scale: f64| FittedJoint {
        unit,
        rmse: 0.0125 * scale,
        nrmse: 0.0375 * scale,
        lag1: 0.25,
        series: [
            vec![0.0, 1.0, 2.0],
            vec![scale, 3.0, -1.0],
            vec![scale, 4.0, 1.0],
        ],
        ..by_hand::joint(name)
    };
    let friction = Fitted {
        unit: "N·m",
        start: 0.5,
        value: 0.75,
        std_white: Some(0.03),
        ..by_hand::parameter("fc_j1", Some(0.0625))
    };
    let mass = Fitted {
        start: 3.0,
        value: 2.5,
        is_at_bound: true,
        ..by_hand::parameter("m_b", None)
    };
    let joints = vec![joint("j1", "rad", 2.0), joint("j2", "m", 5.0)];
    Fit {
        recordings: names(&["swing", "sway"]),
        samples: 640,
        cost: 0.1,
        iterations: 1,
        iterates: vec![
            Iterate {
                values: vec![0.5, 3.0],
                cost: 1.5,
            },
            Iterate {
                values: vec![0.75, 2.5],
                cost: 0.1,
            },
        ],
        longest: 8.25,
        condition: 31.5,
        lags: 17,
        evaluations: 100,
        warnings: names(&["residuals follow each other"]),
        ..by_hand::fit(vec![friction, mass], joints)
    }
}

/// Of two parameters, the second of which moves the second joint most.
fn sensitivity() -> Sensitivity {
    let curve = |name: &str, change, largest: [f64; 2]| Curve {
        name: name.to_owned(),
        change,
        largest: largest.to_vec(),
        typical: vec![0.0; 2],
        values: vec![vec![0.0, largest[0]], vec![largest[1], 0.0]],
    };
    Sensitivity {
        recording: "swing".to_owned(),
        units: vec!["rad", "m"],
        curves: vec![
            curve("fc_j1", 0.0075, [0.5, 0.25]),
            curve("m_b", 0.025, [0.125, 2.0]),
        ],
        growth: Growth {
            largest: 120.0,
            end: 35.0,
            exponent: 1.75,
            tenfold: None,
            measured: None,
            is_nearly_chaotic: true,
            factors: vec![1.0, 100.0],
        },
        seconds: 2.5,
        stop: None,
        warnings: names(&["it depends on its beginning"]),
        times: vec![0.0, 2.5],
    }
}

#[test]
fn a_fit_of_simulated_motions_has_a_page() {
    let unseen = Unseen {
        recording: "other".to_owned(),
        joints: fit().joints,
        stop: None,
    };
    let stopped = Unseen {
        recording: "last".to_owned(),
        joints: Vec::new(),
        stop: Some("at 1 s it runs away".to_owned()),
    };
    let unseen = [unseen, stopped];
    let judgement = MotionJudgement::of(&fit(), &unseen, &[sensitivity()], None);
    let verdict = MotionVerdict::of(&judgement, &MotionMeans::default());
    let page = |fit: &Fit, sensitivity: Sensitivity| {
        let read = AsRead::default();
        let page = output_error_page(fit, &verdict, &[sensitivity], &unseen, &read, "Two joints");
        page.expect("a page")
    };
    let whole = page(&fit(), sensitivity());
    let told = serde_json::to_value(&verdict).expect("JSON");
    assert_eq!(
        told,
        json!({
            "grade": "poor",
            "word": "Not to be relied on",
            "headline": judgement.headline,
            "reasons": judgement.reasons(),
            "remedies": judgement.advice(&MotionMeans::default()),
            "joints": judgement.joints,
            "transfer": judgement.transfer,
        })
    );
    assert_eq!(told["joints"][1]["name"], "j2");
    let (page, several_pages) = (whole, page);
    insta::assert_snapshot!("output_error", plain(&page));
    // Positions of the first joint from -1 to 4, of the second from -1 to 5, with 6 % of air: 168 to 8.
    let line = |high: f64, values: [f64; 3]| {
        let air = 0.06 * (high + 1.0);
        let up = |x: f64| 168.0 - 160.0 * (x + 1.0 + air) / (high + 1.0 + 2.0 * air);
        let points = [66.0, 477.0, 888.0].into_iter().zip(values);
        let points = points.map(|(x, y): (f64, f64)| format!("{x:.1},{:.1}", up(y)));
        points.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        lines(&page, "measured"),
        [line(4.0, [2.0, 3.0, -1.0]), line(5.0, [5.0, 3.0, -1.0])]
    );
    assert_eq!(
        lines(&page, "predicted")[..2],
        [line(4.0, [2.0, 4.0, 1.0]), line(5.0, [5.0, 4.0, 1.0])]
    );
    // Both plots of a joint, and what moves it most, have its unit.
    for unit in ["rad", "m"] {
        let written = format!("rotate(-90)\" text-anchor=\"middle\">{unit}</text>");
        assert_eq!(page.matches(&written).count(), 3, "{unit}");
    }
    // Simulated less measured of both joints: 0, 1, 2 from -0.12 to 2.12, and 168 to 8.
    assert_eq!(
        lines(&page, "residual"),
        ["66.0,159.4 477.0,88.0 888.0,16.6"; 2]
    );
    // Of each parameter the joint that it moves most, by its unit, the larger change first.
    let bars: Vec<&str> = page
        .split("<rect style=")
        .skip(1)
        .filter_map(|bar| bar.split("</text>").next()?.rsplit('>').next())
        .collect();
    assert_eq!(bars, ["2.000 m", "0.5000 rad"]);
    // Factors from 1 to 100 over 2.5 s.
    let title = "by how much an error of the state at the beginning has grown";
    assert!(page.contains(&growth(&[0.0, 2.5], &[1.0, 100.0], title)));
    let drawn = lines(&page, "predicted");
    let of_curves = &drawn[drawn.len() - 2..];
    assert_eq!(
        of_curves,
        ["66.0,159.4 888.0,16.6", "66.0,16.6 888.0,159.4"]
    );
    let many = Sensitivity {
        curves: vec![sensitivity().curves[0].clone(); 30],
        ..sensitivity()
    };
    let several = Fit {
        intervals: 3,
        ..fit()
    };
    let page = several_pages(&several, many);
    let curves = page.matches("<figcaption>change of position with fc_j1 by 0.007500</figcaption>");
    assert_eq!(curves.count(), 24);
    assert!(page.contains("3 intervals of up to 8.250 s"));
    assert!(!page.contains("done to them"));
    let read = AsRead {
        repairs: vec![Repair {
            recording: "swing".to_owned(),
            time: [0.5, 0.75],
            rows: Some([7, 9]),
            count: 3,
            why: Cause::Missing,
            done: Action::Bridged,
        }],
        remarks: names(&["a side was assumed"]),
    };
    let page = output_error_page(&fit(), &verdict, &[], &[], &read, "Two joints");
    let page = page.expect("a page");
    for part in ["<li>a side was assumed</li>", "<td>bridged</td>", "0.750"] {
        assert!(page.contains(part), "{part}");
    }
}
