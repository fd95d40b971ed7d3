//! Where values stand on a scale, which numbers are written beside it, and which samples of a long line are drawn.

use super::super::axis::{Axis, decade_rules, decades, label, power_of_ten};
use super::super::curve::curve;
use super::elements;

/// Whether two lists are one but for rounding.
#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    let all = found.iter().zip(expected);
    let same = all.clone().all(|(x, y)| (x - y).abs() < 1e-12);
    assert!(
        found.len() == expected.len() && same,
        "{found:?} for {expected:?}"
    );
}

#[test]
fn a_scale_has_its_ends_at_its_places() {
    let axis = Axis::new(2.0, 12.0, 100.0, 50.0);
    near(&[2.0, 4.5, 12.0].map(|x| axis.at(x)), &[100.0, 87.5, 50.0]);
    // What has no extent gets one of 1.
    let flat = Axis::new(3.0, 3.0, 0.0, 10.0);
    assert_eq!((flat.low, flat.high, flat.at(3.25)), (3.0, 4.0, 2.5));
    // 6 % of what the values and zero span, on either side.
    let around = Axis::around([4.0, f64::INFINITY, -1.0, f64::NAN].iter(), 1.0, 0.0);
    near(&[around.low, around.high], &[-1.3, 4.3]);
    assert_eq!([around.from, around.to], [1.0, 0.0]);
    let positive = Axis::around([2.0, 3.0].iter(), 0.0, 1.0);
    near(&[positive.low, positive.high], &[-0.18, 3.18]);
    let nothing = Axis::around([].iter(), 0.0, 1.0);
    assert!(nothing.low < 0.0 && nothing.high > 0.0 && nothing.high < 1e-12);
}

#[test]
fn round_numbers_are_one_two_or_five_times_a_power_of_ten_apart() {
    let of = |low: f64, high: f64, about: f64| Axis::new(low, high, 0.0, 1.0).round_numbers(about);
    near(
        &of(0.0, 10.0, 10.0),
        &[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.],
    );
    near(&of(0.0, 10.0, 8.0), &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    near(&of(-1.1, 1.2, 5.0), &[-1.0, -0.5, 0.0, 0.5, 1.0]);
    near(
        &of(0.013, 0.071, 6.0),
        &[0.02, 0.03, 0.04, 0.05, 0.06, 0.07],
    );
    near(&of(100.0, 3100.0, 4.0), &[1000.0, 2000.0, 3000.0]);
    near(&of(-30.0, 0.0, 4.0), &[-30.0, -20.0, -10.0, 0.0]);
}

#[test]
fn ticks_are_written_without_needless_digits() {
    let written = [0.0, -2.5, 0.1 + 0.2, 1e-6, -4e-7, 12_000.0].map(label);
    assert_eq!(
        written,
        ["0", "−2.5", "0.3", "0.000001", "−4.0e−7", "12000"]
    );
    // Fifths of seconds since 1970, and hundredths.
    for (span, expected) in [
        (
            1.5,
            ["1700000001", "1700000001.2", "1700000001.4", "1700000001.6"],
        ),
        (
            0.1,
            [
                "1700000001",
                "1700000001.01",
                "1700000001.02",
                "1700000001.03",
            ],
        ),
    ] {
        let since = 1_700_000_001.0;
        let numbers = Axis::new(since, since + span, 0.0, 1.0).round_numbers(10.0);
        let written: Vec<String> = numbers.into_iter().take(4).map(label).collect();
        assert_eq!(written, expected);
    }
    assert_eq!(
        power_of_ten(-3.0),
        r#"10<tspan dy="-4" font-size="8.5">−3</tspan>"#
    );
}

#[test]
fn decades_are_whole_and_few() {
    assert_eq!(decades(-1.5, 2.5), [-1.0, 0.0, 1.0, 2.0]);
    assert_eq!(
        decades(-8.0, 0.0),
        [-8., -7., -6., -5., -4., -3., -2., -1., 0.]
    );
    assert_eq!(decades(-9.0, 3.0), [-8.0, -6.0, -4.0, -2.0, 0.0, 2.0]);
    assert_eq!(decades(-17.0, 0.0), [-15.0, -12.0, -9.0, -6.0, -3.0, 0.0]);
    assert_eq!(decades(0.2, 0.8), [0.0; 0]);
}

/// Rules of a scale from 0 to 10 at heights 100 to 50, 5 apart: at 100, 75 and 50.
#[test]
fn rules_and_ticks_stand_at_round_numbers() {
    let axis = Axis::new(0.0, 10.0, 100.0, 50.0);
    let mut rules = String::new();
    axis.rules_between(&mut rules, 2.0, [70.0, 300.5]);
    assert_eq!(
        elements(&rules),
        r#"<line class="zero" x1="70" x2="300.5" y1="100.0" y2="100.0"/>
<text class="tick" x="64.0" y="104.0" text-anchor="end">0</text>
<line class="rule" x1="70" x2="300.5" y1="75.0" y2="75.0"/>
<text class="tick" x="64.0" y="79.0" text-anchor="end">5</text>
<line class="rule" x1="70" x2="300.5" y1="50.0" y2="50.0"/>
<text class="tick" x="64.0" y="54.0" text-anchor="end">10</text>"#
    );
    let mut whole = String::new();
    axis.rules(&mut whole, 2.0);
    assert!(whole.starts_with(r#"<line class="zero" x1="66" x2="888.0" y1="100.0""#));
    // 8 for the whole width: 4 of a half.
    let mut below = String::new();
    Axis::new(0.0, 4.0, 100.0, 550.0).ticks_below(&mut below, [20.0, 170.0], "speed");
    assert_eq!(
        elements(&below),
        r#"<line class="rule" x1="100.0" x2="100.0" y1="20.0" y2="170.0"/>
<text class="tick" x="100.0" y="186.0" text-anchor="middle">0</text>
<line class="rule" x1="212.5" x2="212.5" y1="20.0" y2="170.0"/>
<text class="tick" x="212.5" y="186.0" text-anchor="middle">1</text>
<line class="rule" x1="325.0" x2="325.0" y1="20.0" y2="170.0"/>
<text class="tick" x="325.0" y="186.0" text-anchor="middle">2</text>
<line class="rule" x1="437.5" x2="437.5" y1="20.0" y2="170.0"/>
<text class="tick" x="437.5" y="186.0" text-anchor="middle">3</text>
<line class="rule" x1="550.0" x2="550.0" y1="20.0" y2="170.0"/>
<text class="tick" x="550.0" y="186.0" text-anchor="middle">4</text>
<text class="name" x="325.0" y="202.0" text-anchor="middle">speed</text>"#
    );
    let mut across = String::new();
    Axis::new(1.0, 3.0, 66.0, 888.0).ticks(&mut across, 8.0, 90.0, "s");
    let across = elements(&across);
    let lines: Vec<&str> = across.lines().collect();
    assert_eq!(lines.len(), 2 * 11 + 1, "{across}");
    assert_eq!(
        lines[2..4],
        [
            r#"<line class="rule" x1="148.2" x2="148.2" y1="8.0" y2="90.0"/>"#,
            r#"<text class="tick" x="148.2" y="106.0" text-anchor="middle">1.2</text>"#
        ]
    );
    assert_eq!(
        lines[22],
        r#"<text class="name" x="60.0" y="106.0" text-anchor="end">s</text>"#
    );
    // Beside a number of three characters, 18.6 wide, at the end of the scale: 66 - 9.3 - 2.
    let mut wide = String::new();
    Axis::new(0.5, 4.5, 66.0, 888.0).ticks(&mut wide, 8.0, 90.0, "s");
    let name = r#"<text class="name" x="54.7" y="106.0" text-anchor="end">s</text>"#;
    assert!(wide.ends_with(name), "{wide}");
    let mut powers = String::new();
    decade_rules(&mut powers, &Axis::new(-0.5, 1.5, 100.0, 0.0));
    assert_eq!(
        elements(&powers),
        r#"<line class="rule" x1="66" x2="888.0" y1="75.0" y2="75.0"/>
<text class="tick" x="60.0" y="79.0" text-anchor="end">10<tspan dy="-4" font-size="8.5">0</tspan>
</text>
<line class="rule" x1="66" x2="888.0" y1="25.0" y2="25.0"/>
<text class="tick" x="60.0" y="29.0" text-anchor="end">10<tspan dy="-4" font-size="8.5">1</tspan>
</text>"#
    );
}

/// Three samples a place: the lowest and the highest of each, in their order.
#[test]
fn a_long_line_has_the_extremes_of_each_place() {
    let mut values = vec![0.0; 2700];
    let samples = [
        5.0,
        3.0,
        4.0,
        1.0,
        f64::NAN,
        2.0,
        7.0,
        7.0,
        7.0,
        6.0,
        8.0,
        9.0,
    ];
    values[..12].copy_from_slice(&samples);
    let across: Vec<f64> = (0..2700).map(f64::from).collect();
    let scale = || Axis::new(0.0, 1.0, 0.0, 1.0);
    let drawn = |count: usize| {
        let mut svg = String::new();
        let across = (&scale(), &across[..count]);
        curve(&mut svg, "a", across, (&scale(), &values));
        svg
    };
    let expected = "0.0,5.0 1.0,3.0 3.0,1.0 5.0,2.0 6.0,7.0 8.0,7.0 9.0,6.0 11.0,9.0 12.0,0.0";
    let svg = drawn(2700);
    assert!(
        svg.starts_with(&format!(r#"<polyline class="a" points="{expected} "#)),
        "{}",
        &svg[..200]
    );
    // 901 samples are two a place, 900 one.
    assert!(drawn(901).contains(r#"points="0.0,5.0 1.0,3.0 2.0,4.0 3.0,1.0 5.0,2.0 6.0"#));
    assert_eq!(drawn(900).matches(',').count(), 899);
    assert_eq!(
        drawn(3),
        r#"<polyline class="a" points="0.0,5.0 1.0,3.0 2.0,4.0"/>"#
    );
    assert_eq!(drawn(0), r#"<polyline class="a" points=""/>"#);
}

/// Of 2700 places, three a point, that of the fifth sample is none: the fourth is left of its three.
#[test]
fn a_line_breaks_where_a_place_is_none() {
    let scale = || Axis::new(0.0, 1.0, 0.0, 1.0);
    let drawn = |count: u32| {
        let mut across: Vec<f64> = (0..count).map(f64::from).collect();
        across[4] = f64::NAN;
        let values: Vec<f64> = (0..count).map(|k| f64::from(2 * k)).collect();
        let mut svg = String::new();
        curve(&mut svg, "a", (&scale(), &across), (&scale(), &values));
        svg
    };
    assert_eq!(
        elements(&drawn(7)),
        r#"<polyline class="a" points="0.0,0.0 1.0,2.0 2.0,4.0 3.0,6.0"/>
<polyline class="a" points="5.0,10.0 6.0,12.0"/>"#
    );
    let begins = r#"<polyline class="a" points="0.0,0.0 2.0,4.0 3.0,6.0"/><polyline class="a" points="5.0,10.0 7.0,14.0 8.0,16.0"#;
    let long = drawn(2700);
    assert!(long.starts_with(begins), "{}", &long[..200]);
}
