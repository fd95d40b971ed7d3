//! Plots whole, an element a line: places worked out by hand from the scales of three samples or so.

use super::super::{
    Chart, Line, bars, chart, friction, growth, lines, motion, path, residuals, singular_values,
    spectrum, torque,
};
use super::{elements, points};
use crate::motion::JointSpectrum;
use crate::regression::Series;

/// Three samples of two joints, of which the second is slow at first.
fn series() -> Series {
    let mut series = Series::new("run <1>", 2, 2.0);
    let samples = [
        (1.0, [4.0, 2.0], [5.0, 1.0], false),
        (1.5, [-6.0, 8.0], [-4.0, 9.0], true),
        (2.0, [2.0, 0.0], [2.5, -1.0], true),
    ];
    for (time, measured, predicted, counts) in samples {
        series.push(time, &measured, &predicted, [true, counts].into_iter());
    }
    series.describe(&[0.5, 1.0], &[-1.0, 0.25], &[-0.5, 0.1]);
    series.describe(&[1.5, 2.0], &[3.0, 0.5], &[0.75, 0.2]);
    series.describe(&[1.0, 4.0], &[1.0, 0.75], &[0.5, 0.3]);
    series
}

#[test]
fn charts_are_drawn_whole() {
    let one = Chart {
        title: "two lines".to_owned(),
        scales: ["t & u".to_owned(), "up <1>".to_owned()],
        across: vec![2.0, 4.0, 12.0],
        lines: vec![
            Line::new("plain", vec![1.0, 3.0, 2.0]),
            Line {
                name: "banded".to_owned(),
                values: vec![0.0, f64::NAN, 4.0],
                either_side: vec![0.5, 1.0, 9.0],
                is_followed: false,
            },
        ],
        marks: vec![(7.0, "opens".to_owned())],
        span: Some([-1.0, 9.0]),
    };
    insta::assert_snapshot!("chart", elements(&chart(&one)));
    // Lines that are all alike have a thousandth of their size as extent, and no line none.
    let mut flat = Chart {
        across: vec![0.0, 1.0],
        lines: vec![Line::new("a", vec![500.0, 500.0])],
        ..Chart::default()
    };
    assert_eq!(points(&chart(&flat)), ["66.0,103.0 888.0,103.0"]);
    flat.lines[0].values = vec![500.0, 500.000_001];
    assert_eq!(points(&chart(&flat)), ["66.0,103.0 888.0,103.0"]);
    // So have those below zero: 6 % of 0.5 are on either side.
    flat.lines[0].values = vec![-500.0, -500.0];
    assert_eq!(points(&chart(&flat)), ["66.0,103.0 888.0,103.0"]);
    assert!(chart(&flat).contains(">−500.02</text>"));
    flat.lines[0].values = vec![f64::NAN, f64::INFINITY];
    assert!(chart(&flat).contains(r#"y="202.0" text-anchor="end">0</text>"#));
    let line = Line::default();
    let colours: Vec<&str> = (0..7).map(|place| line.colour(place)).collect();
    assert_eq!(
        colours,
        [
            "var(--predicted)",
            "var(--residual)",
            "var(--third)",
            "var(--good)",
            "var(--care)",
            "var(--measured)",
            "var(--predicted)"
        ]
    );
}

/// Of a value without a deviation, as before the first estimate, the band has nothing.
#[test]
fn a_band_is_drawn_where_it_is_known() {
    let one = Chart {
        across: vec![0.0, 5.0, 10.0],
        lines: vec![Line {
            name: "x".to_owned(),
            values: vec![2.0, 4.0, 6.0],
            either_side: vec![f64::NAN, 1.0, 2.0],
            is_followed: false,
        }],
        span: Some([0.0, 10.0]),
        ..Chart::default()
    };
    // 19 upwards for each, from 198.
    assert_eq!(
        points(&chart(&one)),
        [
            "477.0,103.0 888.0,46.0 888.0,122.0 477.0,141.0",
            "66.0,160.0 477.0,122.0 888.0,84.0"
        ]
    );
}

#[test]
fn lines_growth_and_bars_are_drawn_whole() {
    let both: [(&str, &[f64]); 2] = [
        ("measured", &[1.0, -3.0, 2.0]),
        ("predicted", &[5.0, 4.0, 0.5]),
    ];
    let svg = lines(&[0.5, 1.0, 2.5], &both, "speed & more", "rad/s");
    insta::assert_snapshot!("lines", elements(&svg));
    let svg = growth(&[0.0, 1.0, 4.0], &[1.0, 10.0, 1e4], "growth");
    insta::assert_snapshot!("growth", elements(&svg));
    assert_eq!(growth(&[], &[], "growth"), "");
    let svg = bars(
        &[
            ("m<1>".to_owned(), 0.25, "N·m"),
            ("k".to_owned(), 4.0, "a&b"),
        ],
        "bars",
    );
    insta::assert_snapshot!("bars", elements(&svg));
}

#[test]
fn torques_are_drawn_with_what_was_too_slow_and_what_is_left() {
    let series = series();
    let svg = torque(&series, 1, "Joint q2", ["torque", "N·m"]);
    insta::assert_snapshot!("torque", elements(&svg));
    assert!(!torque(&series, 0, "", ["", ""]).contains("<rect"));
    assert_eq!(torque(&series, 2, "", ["", ""]), "");
    assert_eq!(torque(&Series::new("", 1, 1.0), 0, "", ["", ""]), "");
}

/// Samples a second apart: 1 and 2 lie side by side, 4 by itself; the first begins with the recording.
#[test]
fn samples_that_do_not_count_are_shaded_in_spans() {
    let mut series = Series::new("run", 1, 1.0);
    for (k, counts) in [false, false, true, false, true, true]
        .into_iter()
        .enumerate()
    {
        series.push(1.0 + k as f64, &[0.0], &[0.0], std::iter::once(counts));
    }
    let svg = torque(&series, 0, "Joint", ["force", "N"]);
    // From 1 to 6 over 822: 1 to 2.5, and 3.5 to 4.5.
    let spans: Vec<&str> = svg
        .split("<rect class=\"slow\" ")
        .skip(1)
        .filter_map(|part| part.split("/>").next())
        .collect();
    assert_eq!(
        spans,
        [
            r#"x="66.0" y="8" width="246.6" height="150""#,
            r#"x="66.0" y="176" width="246.6" height="64""#,
            r#"x="477.0" y="8" width="164.4" height="150""#,
            r#"x="477.0" y="176" width="164.4" height="64""#
        ]
    );
}

#[test]
fn positions_and_speeds_are_drawn_one_above_the_other() {
    let svg = motion(&series(), 0, "q1", ["rad", "rad/s"]);
    insta::assert_snapshot!("motion", elements(&svg));
    let mut without = series();
    without.speed.clear();
    assert_eq!(motion(&without, 0, "q1", ["rad", "rad/s"]), "");
}

#[test]
fn a_path_is_drawn_with_its_limits() {
    let svg = path(
        &[0.0, 2.0],
        [
            (&[0.5, 1.5], [-1.0, 2.0], "rad"),
            (&[-4.0, 2.0], [-6.0, 6.0], "rad/s"),
            (&[3.0, 1.0], [-7.0, 7.0], "rad/s²"),
        ],
        "q1: position, speed and acceleration",
    );
    insta::assert_snapshot!("path", elements(&svg));
    assert_eq!(path(&[], [(&[], [0.0; 2], ""); 3], ""), "");
}

#[test]
fn friction_and_residuals_are_drawn_as_dots_and_means() {
    let mut second = series();
    second.kept[0][1] = false;
    second.friction[0][0] = f64::NAN;
    let both = [series(), second];
    insta::assert_snapshot!(
        "friction",
        elements(&friction(&both, 0, "Joint q1", ["rad/s", "N·m"]))
    );
    insta::assert_snapshot!(
        "residuals",
        elements(&residuals(&both, 0, "q1", ["rad", "rad/s", "N·m"]))
    );
    // A joint whose friction is not described has no plot, nor have samples that do not count.
    let mut bare = series();
    bare.friction[0].clear();
    assert_eq!(friction(&[bare.clone()], 0, "q1", ["", ""]), "");
    assert_eq!(residuals(&[bare], 0, "q1", ["", "", ""]), "");
    let mut slow = series();
    slow.kept[0].fill(false);
    assert_eq!(residuals(&[slow], 0, "q1", ["", "", ""]), "");
}

#[test]
fn singular_values_are_drawn_from_the_largest_to_the_smallest() {
    insta::assert_snapshot!(
        "singular_values",
        elements(&singular_values(&[20.0, 0.5, 2e-3], 2))
    );
    // Of 41 every third has its number.
    let many: Vec<f64> = (0..41).map(|k| 10.0 - 0.1 * f64::from(k)).collect();
    let svg = singular_values(&many, 41);
    assert_eq!(
        svg.matches(r#"<text class="tick" x="#).count(),
        14 + 3,
        "{svg}"
    );
    assert!(svg.contains(">1</text>") && svg.contains(">39</text>") && !svg.contains(">4</text>"));
    // Of 20 each has one; the scale goes from 1 to 10.
    let svg = singular_values(&many[20..40], 20);
    assert_eq!(
        svg.matches(r#"<text class="tick" x="#).count(),
        20 + 2,
        "{svg}"
    );
    assert_eq!(singular_values(&[], 0), "");
    // What is zero stands 16 decades below the largest.
    let zero = singular_values(&[1.0, 0.0], 1);
    assert!(
        zero.contains(r#"<title>2: 0.000e0</title>"#) && !zero.contains("NaN"),
        "{zero}"
    );
    // The scale ends a decade beyond: of 178 that are 18 decades, one is below and one above.
    assert!(
        zero.contains(r#"cy="180.1""#) && zero.contains(r#"cy="21.9""#),
        "{zero}"
    );
    // So it is where nothing is excited at all.
    let none = singular_values(&[0.0, 0.0], 0);
    assert!(
        none.contains("0 of 2 not zero") && !none.contains("NaN"),
        "{none}"
    );
}

/// Frequencies of 1, 10 and 100 Hz; the filter halves 100 Hz, and what lies 18 decades below the top is left out.
#[test]
fn spectra_are_drawn_with_what_the_filter_leaves() {
    let joint = JointSpectrum {
        name: "q1".to_owned(),
        frequency: vec![1.0, 10.0, 100.0],
        position: vec![1e-2, 1e-4, 1e-7],
        torque: vec![5.0, 1e-30, 20.0],
        filter: vec![1.0, 0.1, 0.5],
    };
    insta::assert_snapshot!(
        "spectrum",
        elements(&spectrum(&joint, ["rad", "N·m"], 10.0, 20.0))
    );
    // The first frequency is marked, and so is the last, up to which all is left without decimation.
    let svg = spectrum(&joint, ["rad", "N·m"], 1.0, 200.0);
    for place in ["52.0", "888.0"] {
        let mark = format!(r#"<line class="mark" x1="{place}" x2="{place}""#);
        assert_eq!(svg.matches(&mark).count(), 1, "{place}: {svg}");
    }
    // Beyond what is shown nothing is marked.
    let svg = spectrum(&joint, ["rad", "N·m"], 0.5, 400.0);
    assert!(!svg.contains("class=\"mark\""), "{svg}");
}
