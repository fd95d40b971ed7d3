//! Whole recordings, and intervals in their place.

use std::fmt::Write as _;

use super::{Searched, shorter};
use crate::command::tests::Folder;
use crate::judge::{Grade, MotionJudgement, MotionRemedy};
use crate::output_error::{Growth, Sensitivity, by_hand};
use armwright_robots::double_pendulum;
use serde_json::Value;

/// Both links as one body about the shoulder, the elbow locked: `J`, and moments of mass along and across.
const BODY: [f64; 3] = [0.692_049, 1.516, -0.037];
const VISCOUS: f64 = 0.5;

/// The body held upright by a controller that moves it to and fro, by Runge and Kutta: driven again by the torques that were recorded it
/// falls.
fn upright(seconds: f64) -> String {
    let (rate, parts) = (100.0, 20);
    let [inertia, along, across] = BODY;
    let bend = |q: f64, v: f64, torque: f64| {
        let gravity = 9.81 * (-along * q.cos() - across * q.sin());
        (torque - gravity - VISCOUS * v) / inertia
    };
    let (mut q, mut v) = (-1.55, 0.0);
    let mut text = "t,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n".to_owned();
    for k in 0..(seconds * rate) as u32 {
        let time = f64::from(k) / rate;
        let wanted = -1.55 + 0.3 * (2.2 * time).sin() + 0.2 * (5.1 * time).sin();
        let torque = 120.0 * (wanted - q) - 14.0 * v;
        let noise = 2e-4 * (1000.0 * time * time).sin();
        let _ = writeln!(text, "{time},{},0,{torque},0", q + noise);
        let h = 1.0 / (rate * f64::from(parts));
        for _ in 0..parts {
            let a = bend(q, v, torque);
            let b = bend(q + h / 2.0 * v, v + h / 2.0 * a, torque);
            let c = bend(q + h / 2.0 * v + h * h / 4.0 * a, v + h / 2.0 * b, torque);
            let d = bend(q + h * v + h * h / 2.0 * b, v + h * c, torque);
            q += h * v + h * h / 6.0 * (a + b + c);
            v += h / 6.0 * (a + 2.0 * (b + c) + d);
        }
    }
    text
}

fn told(folder: &Folder, options: &str) -> Value {
    let line = "fit --recording @/run.csv --only-joint shoulder --friction viscous --set fv_shoulder=0.3 --free mx_upper,Lyy_upper,fv_shoulder \
                --hold-out 0.2 --out @/out --format json";
    let told = folder.answer(&double_pendulum::ROBOT, &format!("{line} {options}"));
    serde_json::from_str(&told.expect("a fit")).expect("JSON")
}

fn warned(told: &Value) -> bool {
    let warnings = told["fit"]["warnings"].to_string();
    warnings.contains("times as large in whole recordings: fitted in intervals of")
}

/// Errors grow a billionfold within 8 s: intervals are taken in place of the whole, and that is said; whoever asks for intervals gets these.
#[test]
fn shorter_intervals_are_taken_where_these_alone_are_followed() {
    let folder = Folder::new();
    folder.write("run.csv", &upright(10.0));
    let found = told(&folder, "");
    assert_ne!(found["verdict"]["grade"], "poor", "{}", found["verdict"]);
    assert!(warned(&found), "{}", found["fit"]["warnings"]);
    assert!(found["fit"]["intervals"].as_u64() > Some(3));
    let fv = &found["fit"]["parameters"][2];
    let of = |key: &str| fv[key].as_f64().expect("a number");
    assert!((of("value") - VISCOUS).abs() < 3.0 * of("std"), "{fv}");
    let asked = told(&folder, "--interval 8");
    assert_eq!(asked["fit"]["intervals"], 1);
    assert!(!warned(&asked), "{}", asked["fit"]["warnings"]);
}

/// What is followed whole is fitted whole.
#[test]
fn whole_recordings_that_are_followed_are_kept() {
    let folder = Folder::new();
    folder.write("run.csv", &upright(1.2));
    let found = told(&folder, "");
    assert_eq!(found["fit"]["intervals"], 1, "{}", found["verdict"]);
    assert!(!warned(&found));
}

/// Of several recordings that which grows most counts, of those that depend on their beginnings by both factors.
#[test]
fn intervals_are_shorter_by_the_recording_that_grows_most() {
    let of = |recordings: &[(bool, f64)], remedies: &[MotionRemedy]| {
        let sensitivity = |(is_nearly_chaotic, largest): &(bool, f64)| Sensitivity {
            recording: "run".to_owned(),
            units: Vec::new(),
            curves: Vec::new(),
            growth: Growth {
                largest: *largest,
                end: 1.0,
                exponent: 0.0,
                tenfold: None,
                measured: None,
                is_nearly_chaotic: *is_nearly_chaotic,
                factors: Vec::new(),
            },
            seconds: 1.0,
            stop: None,
            warnings: Vec::new(),
            times: Vec::new(),
        };
        shorter(&Searched {
            found: by_hand::fit(Vec::new(), Vec::new()),
            sensitivities: recordings.iter().map(sensitivity).collect(),
            validation: Vec::new(),
            judgement: MotionJudgement {
                grade: Grade::Poor,
                headline: "",
                findings: Vec::new(),
                remedies: remedies.to_vec(),
                joints: Vec::new(),
                transfer: Vec::new(),
            },
        })
    };
    let short = [MotionRemedy::Shorten(0.75)];
    let told = |times: &str| {
        let why = format!(
            "errors of the state at a beginning become {times} times as large in whole recordings"
        );
        Some((0.75, why))
    };
    let several = [(true, 250.0), (true, 1234.4), (false, 9e9), (true, 400.0)];
    assert_eq!(of(&several, &short), told("1234"));
    assert_eq!(of(&[(true, 999_999.4)], &short), told("999999"));
    assert_eq!(of(&[(true, 1e6)], &short), told("1·10⁶"));
    assert_eq!(of(&several, &[]), None);
    assert_eq!(of(&[(false, 1e9)], &short), None);
    assert_eq!(of(&[], &short), None);
}
