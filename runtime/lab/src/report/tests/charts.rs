//! Pages of charts, and that of what a controller would have identified.

use super::super::{Chart, Line, Section, charts_page, online_page};
use super::{lines, names, plain};
use crate::online::{JointError, Moment, Noticed, Replay, Tracked, When};
use crate::recording::{Action, Cause, Repair};

#[test]
fn charts_have_a_page() {
    let sections = [
        Section {
            title: "Gate <1>".to_owned(),
            text: names(&["It opens.", "It & closes."]),
            charts: vec![Chart {
                title: "R²".to_owned(),
                scales: ["s".to_owned(), "R²".to_owned()],
                across: vec![0.0, 1.0],
                lines: vec![
                    Line::new("one", vec![0.0, 1.0]),
                    Line::new("two", vec![1.0, 0.0]),
                ],
                ..Chart::default()
            }],
        },
        Section {
            title: "Nothing".to_owned(),
            ..Section::default()
        },
    ];
    let page = charts_page(["Kind", "Title", "under it"], &sections).expect("a page");
    insta::assert_snapshot!("charts", plain(&page));
}

/// A time of a recording that is one piece.
fn at(time: f64) -> When {
    When {
        time,
        ..When::default()
    }
}

fn replay() -> Replay {
    let moment = |time: f64, identified, r2, size: f64| Moment {
        time,
        identified,
        r2,
        window: vec![size, 2.0 * size],
        recursive: vec![3.0 * size, 4.0 * size],
        std: vec![0.5 * size, 0.25],
        torque: [vec![5.0 * size, 6.0 * size], vec![7.0 * size, 8.0 * size]],
    };
    let joint = |name: &str, torque| JointError {
        name: name.to_owned(),
        learned: if name == "j1" { 0.875 } else { 1.0 },
        torque,
        nominal: 1.0,
        acting: 0.5,
        recursive: 0.25,
    };
    let base = |name: &str, unit: &str, value| Tracked {
        name: name.to_owned(),
        unit: unit.to_owned(),
        nominal: 0.375,
        prior: 2.0,
        value,
        std: 0.125,
    };
    Replay {
        robot: "by_hand".to_owned(),
        recording: "swing".to_owned(),
        repairs: Vec::new(),
        sensors: Vec::new(),
        exceeded: Vec::new(),
        samples: 250,
        rate: 62.5,
        fastest: 62.5,
        window: 50,
        time_constant: 0.032,
        noise: 0.05,
        gate: [0.95, 0.9],
        opened: Some(1.75),
        open: 0.625,
        joints: vec![joint("j1", 4.0), joint("j2", 0.0)],
        base: vec![base("m_b", "kg", 3.5), base("fc_m2", "N·m", -0.5)],
        changed: Vec::new(),
        noticed: vec![Noticed {
            when: at(2.25),
            samples: 3,
            what: "the torque of j1 stands still".to_owned(),
        }],
        moments: vec![
            moment(0.5, false, None, 1.0),
            moment(1.5, false, Some(0.75), 2.0),
            moment(2.5, true, Some(0.97), 4.0),
        ],
    }
}

#[test]
fn what_a_controller_would_have_identified_has_a_page() {
    let page = online_page(&replay(), "Two joints").expect("a page");
    insta::assert_snapshot!("online", plain(&page));
    let across = [66.0, 477.0, 888.0];
    // R² from -0.5 to 1.05 between 198 and 8; the first has none.
    let up = |r2: f64| 198.0 - 190.0 * (r2 + 0.5) / 1.55;
    let drawn = lines(&page, "line");
    let gate = |k: usize, r2| format!("{:.1},{:.1}", across[k], up(r2));
    assert_eq!(drawn[0], [gate(1, 0.75), gate(2, 0.97)].join(" "));
    assert_eq!(
        drawn[1],
        [gate(0, 0.0), gate(1, 0.0), gate(2, 1.0)].join(" ")
    );
    // Torques of 5 to 28 and of 6 to 32, the measured below the predicted.
    let line = |low: f64, high: f64, values: [f64; 3]| {
        let air = 0.06 * (high - low);
        let up = |x: f64| 198.0 - 190.0 * (x - low + air) / (high - low + 2.0 * air);
        let points = across.iter().zip(values);
        let points = points.map(|(x, y)| format!("{x:.1},{:.1}", up(y)));
        points.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(drawn[2], line(5.0, 28.0, [5.0, 10.0, 20.0]));
    assert_eq!(drawn[3], line(5.0, 28.0, [7.0, 14.0, 28.0]));
    assert_eq!(drawn[4], line(6.0, 32.0, [6.0, 12.0, 24.0]));
    assert_eq!(drawn[5], line(6.0, 32.0, [8.0, 16.0, 32.0]));
    assert_eq!(page.matches(r#"<g class="followed""#).count(), 2);
    // Parameters by recursive least squares, by the window, and nominal.
    assert_eq!(drawn[6], line(0.375, 12.0, [3.0, 6.0, 12.0]));
    assert_eq!(drawn[7], line(0.375, 12.0, [1.0, 2.0, 4.0]));
    assert_eq!(drawn[8], line(0.375, 12.0, [0.375; 3]));
    assert_eq!(drawn[9], line(0.375, 16.0, [4.0, 8.0, 16.0]));
    // Two deviations about 3, 6 and 12 are 1, 2 and 4, held within the scale.
    let band = page.split("<polygon").nth(1).expect("a band");
    let air = 0.06 * (12.0 - 0.375);
    let up =
        |x: f64| (198.0 - 190.0 * (x - 0.375 + air) / (12.0 - 0.375 + 2.0 * air)).clamp(8.0, 198.0);
    let points = [(0, 4.0), (1, 8.0), (2, 16.0), (2, 8.0), (1, 4.0), (0, 2.0)];
    let points = points.map(|(k, x)| format!("{:.1},{:.1}", across[k], up(x)));
    assert!(band.contains(&points.join(" ")), "{band}");
    assert_eq!(page.matches(">gate opens</text>").count(), 5);
    for unit in ["R²", "kg", "N·m"] {
        let written = format!("rotate(-90)\" text-anchor=\"middle\">{unit}</text>");
        assert_eq!(page.matches(&written).count(), 1, "{unit}");
    }
    assert_eq!(page.matches(">N·m or N</text>").count(), 2);
    assert_eq!(page.matches(r#"text-anchor="end">s</text>"#).count(), 5);
}

#[test]
fn a_gate_that_stayed_closed_is_said_to() {
    let mut closed = replay();
    closed.opened = None;
    closed.noticed = vec![closed.noticed[0].clone(); 15];
    let page = plain(&online_page(&closed, "Two joints").expect("a page"));
    for said in [
        "<p>The gate stayed closed: no full window was predicted with an R² of 0.95; nominal parameters acted throughout.</p>",
        "<figcaption>j1: torque, and its prediction by nominal parameters</figcaption>",
    ] {
        assert_eq!(page.matches(said).count(), 1, "{said}: {page}");
    }
    assert_eq!(
        page.matches("stands still (3 samples); the gate closed.")
            .count(),
        12
    );
    assert!(!page.contains("gate opens"));
    // 801 moments are every third: 267. As many as there are places are all drawn, and every other one of twice as many.
    let one = closed.moments[1].clone();
    for (moments, drawn) in [(801, 267), (800, 400), (400, 400)] {
        closed.moments = (0..moments)
            .map(|k| Moment {
                time: f64::from(k),
                ..one.clone()
            })
            .collect();
        let page = online_page(&closed, "Two joints").expect("a page");
        let first = &lines(&page, "line")[0];
        assert_eq!(first.matches(',').count(), drawn, "{moments}");
    }
}

#[test]
fn the_gate_opens_on_charts_at_the_time_of_the_recording() {
    // A recording from 10 to 14 s stands between 66 and 888.
    let mut replay = replay();
    for (moment, time) in replay.moments.iter_mut().zip([10.0, 11.0, 14.0]) {
        moment.time = time;
    }
    for (opened, place) in [
        (10.0, "66.0"),
        (11.0, "271.5"),
        (12.5, "579.8"),
        (14.0, "888.0"),
    ] {
        replay.opened = Some(opened);
        let page = online_page(&replay, "Two joints").expect("a page");
        let mark = format!("<line class=\"mark\" x1=\"{place}\" x2=\"{place}\"");
        // On the chart of the gate, of each torque and of each parameter.
        assert_eq!(page.matches(&mark).count(), 5, "{opened}");
        assert_eq!(page.matches("class=\"mark\"").count(), 5, "{opened}");
        // The same as on the terminal, in JSON and by the mark.
        let said = format!("The gate opened first at {opened:.3} s; from then on");
        assert!(page.contains(&said), "{opened}");
    }
    let page = online_page(&replay, "Two joints").expect("a page");
    assert!(page.contains("<p>2.250 s: the torque of j1 stands still (3 samples)"));
}

/// Fourteen holes, of which twelve are told, and torques that changed twice; times are those of the recording.
#[test]
fn what_was_mended_and_what_changed_is_told_with_its_times() {
    let hole = |k: u32| Repair {
        recording: "swing".to_owned(),
        time: [1.25 + f64::from(k), 2.5 + f64::from(k)],
        rows: None,
        count: 2,
        why: Cause::Missing,
        done: Action::Bridged,
    };
    let mut found = replay();
    found.repairs = (0..14).map(hole).collect();
    found.changed = [1.5, 2.125].map(at).to_vec();
    let page = online_page(&found, "Two joints").expect("a page");
    for said in [
        "<p>1.250 s to 2.500 s: 2 rows are missing; bridged.</p>",
        "<p>12.250 s to 13.500 s: 2 rows are missing; bridged.</p>",
        "<p>And 2 more, all of which are in online.json.</p>",
        "<p>1.500 s: torques are no longer those that were predicted",
        "<p>2.125 s: torques are no longer those that were predicted",
    ] {
        assert_eq!(page.matches(said).count(), 1, "{said}: {page}");
    }
    assert_eq!(page.matches("rows are missing; bridged.").count(), 12);
    found.repairs.truncate(12);
    let page = online_page(&found, "Two joints").expect("a page");
    assert_eq!(page.matches("rows are missing; bridged.").count(), 12);
    assert!(!page.contains("all of which"), "{page}");
    // Of fourteen changes and a torque that stood still at 2.25 s the first twelve are told, in the order of time.
    found.changed = (0..14).map(|k| at(1.5 + f64::from(k))).collect();
    let page = online_page(&found, "Two joints").expect("a page");
    let changed = "s: torques are no longer those that were predicted";
    assert_eq!(page.matches(changed).count(), 11);
    let told = [
        "1.500 s: torques",
        "2.250 s: the torque of j1",
        "2.500 s: torques",
        "11.500 s: torques",
    ];
    let places = told.map(|said| page.find(&format!("<p>{said}")).expect(said));
    assert!(places.is_sorted(), "{page}");
    let more = "<p>And 3 more, all of which are in online.json.</p>";
    assert_eq!(page.matches(more).count(), 1, "{page}");
}

/// Of three moments at 0.5, 1.5 and 2.5 s the last is behind a hole, or the clock begins again there.
#[test]
fn lines_break_at_holes_that_split_a_recording() {
    let hole = |done| Repair {
        recording: "swing".to_owned(),
        time: [1.75, 2.25],
        rows: None,
        count: 25,
        why: Cause::Missing,
        done,
    };
    let whole = lines(
        &online_page(&replay(), "Two joints").expect("a page"),
        "line",
    );
    let mut found = replay();
    found.repairs = vec![hole(Action::Bridged)];
    let page = online_page(&found, "Two joints").expect("a page");
    assert_eq!(lines(&page, "line"), whole);
    found.repairs = vec![hole(Action::Split)];
    let page = online_page(&found, "Two joints").expect("a page");
    let broken = lines(&page, "line");
    assert_eq!(broken.len(), 2 * whole.len());
    for (whole, parts) in whole.iter().zip(broken.chunks(2)) {
        let points: Vec<&str> = parts[0].split(' ').chain(parts[1].split(' ')).collect();
        assert_eq!(points.join(" "), *whole);
        assert!(!parts[1].contains(' '), "{parts:?}");
    }
    // Two bands, each of two parts.
    assert_eq!(page.matches("<polygon").count(), 4);
    let mut again = replay();
    again.moments[2].time = 1.25;
    let page = online_page(&again, "Two joints").expect("a page");
    assert_eq!(lines(&page, "line").len(), 2 * whole.len());
}

/// All times of recordings that count from 1970 differ.
#[test]
fn times_since_1970_are_told_apart() {
    let since = 1_700_000_000.0;
    let mut found = replay();
    let moments = found.moments.iter_mut();
    moments.for_each(|moment| moment.time += since);
    found.opened = Some(since + 1.75);
    found.noticed[0].when.time += since;
    found.changed = vec![at(since + 2.5)];
    found.repairs = vec![Repair {
        recording: "swing".to_owned(),
        time: [since + 0.125, since + 0.375],
        rows: None,
        count: 2,
        why: Cause::Missing,
        done: Action::Bridged,
    }];
    let page = online_page(&found, "Two joints").expect("a page");
    for said in [
        "<p>1700000000.125 s to 1700000000.375 s: 2 rows are missing; bridged.</p>",
        "The gate opened first at 1700000001.750 s;",
        "<p>1700000002.250 s: the torque of j1",
        "<p>1700000002.500 s: torques are no longer",
        ">1700000000.6</text>",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
}
