//! Where lines stand on a page: numbers through the scales by hand, in units of the view box.
//!
//! Across from 66 to 888; a chart upwards from 198 to 8, lines from 168 to 8.

mod drawn;
mod scales;

use super::{Chart, Line, bars, chart, escaped, growth, lines, path};

/// An SVG, an element a line.
fn elements(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

/// The points of each line or area of an SVG, in order.
fn points(svg: &str) -> Vec<&str> {
    let parts = svg.split(" points=\"").skip(1);
    parts
        .map(|part| part.split('"').next().unwrap_or(""))
        .collect()
}

#[test]
fn a_chart_has_its_bands_marks_and_lines_in_their_places() {
    let mut one = Chart {
        title: "a < b".to_owned(),
        scales: ["t, s".to_owned(), "up".to_owned()],
        across: vec![0.0, 10.0],
        lines: vec![Line {
            name: "x".to_owned(),
            values: vec![2.0, 4.0],
            either_side: vec![1.0, 2.0],
            is_followed: false,
        }],
        marks: vec![(5.0, "here & now".to_owned())],
        span: Some([0.0, 10.0]),
    };
    let svg = chart(&one);
    assert_eq!(
        points(&svg),
        [
            "66.0,141.0 888.0,84.0 888.0,160.0 66.0,179.0",
            "66.0,160.0 888.0,122.0"
        ]
    );
    assert!(svg.contains(r#"aria-label="a &lt; b""#), "{svg}");
    assert!(
        svg.contains(
            r#"<line class="mark" x1="477.0" x2="477.0" y1="8.0" y2="198.0"/><text class="tick" x="481.0" y="192.0">here &amp; now</text>"#
        ),
        "{svg}"
    );
    // What the others follow is drawn first, whichever place it has.
    let mut two = one.clone();
    two.lines[0].either_side.clear();
    let followed = Line {
        is_followed: true,
        ..Line::new("y", vec![0.0, 10.0])
    };
    two.lines.push(followed);
    let svg = chart(&two);
    assert_eq!(
        points(&svg),
        ["66.0,198.0 888.0,8.0", "66.0,160.0 888.0,122.0"]
    );
    let first = r#"<g class="followed" style="color: var(--measured)"><polyline class="line" "#;
    let second = r#"<g style="color: var(--predicted)"><polyline class="line" "#;
    assert!(svg.contains(first) && svg.contains(second), "{svg}");
    // Bands and lines break where a place is none.
    two.lines.truncate(1);
    two.across = vec![0.0, f64::NAN, 10.0];
    two.lines[0].values = vec![2.0, f64::NAN, 4.0];
    two.lines[0].either_side = vec![1.0; 3];
    assert_eq!(
        points(&chart(&two)),
        [
            "66.0,141.0 66.0,179.0",
            "888.0,103.0 888.0,141.0",
            "66.0,160.0",
            "888.0,122.0"
        ]
    );
    // What is beyond the scale stands at its end, and what is no number nowhere.
    one.lines[0].values = vec![12.0, f64::NAN];
    let svg = chart(&one);
    assert_eq!(points(&svg), ["66.0,8.0 66.0,8.0", "66.0,8.0"]);
    // Without a span a little air: 6 % of 2.
    one.span = None;
    one.lines[0] = Line::new("x", vec![2.0, 4.0]);
    assert_eq!(points(&chart(&one)), ["66.0,187.8 888.0,18.2"]);
    // From 0 to 1 where no line has a number.
    one.lines[0] = Line::new("x", vec![f64::NAN; 2]);
    let svg = chart(&one);
    let half = r#"y1="103.0" y2="103.0"/><text class="tick" x="60.0" y="107.0" text-anchor="end">0.5</text>"#;
    assert!(svg.contains(half), "{svg}");
    one.across.clear();
    assert_eq!(chart(&one), "");
}

#[test]
fn lines_over_time_hold_zero_and_air() {
    let svg = lines(&[0.0, 2.0], &[("measured", &[0.0, 10.0])], "title", "N·m");
    assert_eq!(points(&svg), ["66.0,159.4 888.0,16.6"]);
    assert!(svg.contains(r#"<polyline class="measured""#), "{svg}");
    assert_eq!(lines(&[], &[], "title", "N·m"), "");
}

#[test]
fn growth_goes_up_by_its_logarithm() {
    let svg = growth(&[0.0, 2.0], &[1.0, 100.0], "title");
    assert_eq!(points(&svg), ["66.0,159.4 888.0,16.6"]);
    assert!(svg.contains(">2</tspan>"), "{svg}");
    // What has died away to a millionth is as far below 1.
    let svg = growth(&[0.0, 2.0], &[1.0, 1e-6], "title");
    assert_eq!(points(&svg), ["66.0,16.6 888.0,159.4"]);
    assert!(svg.contains(">−6</tspan>"), "{svg}");
    // Of what has died away altogether a billionth is drawn.
    let svg = growth(&[0.0, 2.0], &[1.0, 0.0], "title");
    assert_eq!(points(&svg), ["66.0,16.6 888.0,159.4"]);
    assert!(svg.contains(">−8</tspan>"), "{svg}");
}

#[test]
fn bars_are_as_long_as_their_share_of_the_largest() {
    let all = [
        ("a".to_owned(), 2.0, "kg"),
        ("b".to_owned(), 1.0, "m"),
        ("c".to_owned(), -3.0, "m"),
    ];
    let svg = bars(&all, "title");
    for bar in [
        r#"x="158" y="4.0" width="570.0""#,
        r#"x="158" y="22.0" width="285.0""#,
        r#"x="158" y="40.0" width="0.0""#,
        r#"<text class="tick" x="736.0" y="14.0">"#,
        r#"<text class="tick" x="451.0" y="32.0">"#,
        r#"viewBox="0 0 900 62""#,
    ] {
        assert!(svg.contains(bar), "{bar}: {svg}");
    }
}

/// Numbers that are all small are drawn as large as others; what is not finite is no measure of them.
#[test]
fn bars_are_as_long_however_small_all_numbers_are() {
    let named = |values: &[f64]| -> Vec<(String, f64, &str)> {
        values.iter().map(|x| ("a".to_owned(), *x, "rad")).collect()
    };
    let widths = |values: &[f64]| -> Vec<String> {
        let svg = bars(&named(values), "title");
        let parts = svg.split("<rect ").skip(1);
        let width = |part: &str| {
            part.split("width=\"")
                .nth(1)?
                .split('"')
                .next()
                .map(str::to_owned)
        };
        parts.filter_map(width).collect()
    };
    for size in [1e-200, 1e-9, 0.02, 1.0, 5e4] {
        let found = widths(&[size, 0.5 * size, 0.0, -size, 0.25 * size]);
        assert_eq!(found, ["570.0", "285.0", "0.0", "0.0", "142.5"], "{size:e}");
    }
    // The largest need not be the first.
    assert_eq!(widths(&[0.01, 0.04]), ["142.5", "570.0"]);
    assert_eq!(
        widths(&[0.02, f64::INFINITY, 0.01]),
        ["570.0", "570.0", "285.0"]
    );
    // Zeros have no length.
    assert_eq!(widths(&[0.0, 0.0]), ["0.0", "0.0"]);
    let none = bars(&[], "title");
    assert!(
        none.contains(r#"viewBox="0 0 900 8""#) && !none.contains("<rect"),
        "{none}"
    );
}

/// A limit is drawn up to twice the largest value.
#[test]
fn limits_of_a_path_are_drawn_where_they_are_near() {
    let panel = |values, limits| (values, limits, "name");
    let svg = path(
        &[0.0, 1.0],
        [
            panel(&[1.0, -3.0][..], [-4.0, 7.0]),
            panel(&[0.0, 1.0], [-2.0, 2.0]),
            panel(&[0.0, 1.0], [-2.1, 2.1]),
        ],
        "title",
    );
    assert_eq!(svg.matches(r#"class="mark""#).count(), 3, "{svg}");
    // From -4.3 to 1.3 with 6 % of 5 as air: -4 is 0.3 above the end of 5.6, of 90.
    let y = 98.0 - 90.0 * 0.3 / 5.6;
    assert!(
        svg.contains(&format!(r#"class="mark" x1="66" x2="888.0" y1="{y:.1}""#)),
        "{svg}"
    );
}

#[test]
fn text_is_no_markup() {
    assert_eq!(
        escaped(r#"<a href="b">&"#),
        "&lt;a href=&quot;b&quot;&gt;&amp;"
    );
}
