//! Geometry by search, figures by hand, functions of time by their definitions, files line by line.

use nalgebra::{DMatrix, DVector};
use serde_json::json;

use super::basis::{Basis, ORDERS};
use super::bounds::JointBounds;
use super::criterion::{Criterion, Scale};
use super::geometry::{Clearance, Geometry, GeometryError, clearance};
use super::joint_use::{followers, joints};
use super::limits::{JointLimits, Limits};
use super::motion::Motion;
use super::output::{coefficients, joint_trajectory, write_table};
use super::planned::{Planned, times};
use crate::experiment::Trajectory;
use crate::random::Random;
use armwright_robots::double_pendulum;
use armwright_runtime::{JointKind, Robot};

fn near(found: f64, expected: f64, to: f64) {
    assert!((found - expected).abs() <= to, "{found} for {expected}");
}

fn between(radii: f64) -> Clearance {
    Clearance::Between {
        capsules: [0, 1],
        radii,
        name: "a and b".to_owned(),
    }
}

/// The distance of two lines between points, by trying all places of a fine grid and then a finer one.
fn searched(ends: &[[f64; 3]; 4]) -> f64 {
    let at = |p: &[f64; 3], q: &[f64; 3], s: f64| -> [f64; 3] {
        std::array::from_fn(|i| p[i] + s * (q[i] - p[i]))
    };
    let distance = |s: f64, t: f64| {
        let (a, b) = (at(&ends[0], &ends[1], s), at(&ends[2], &ends[3], t));
        a.iter()
            .zip(&b)
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
            .sqrt()
    };
    let (mut best, mut width) = ([0.5, 0.5], 0.5);
    while width > 1e-7 {
        let steps = (-10..=10).map(|k| f64::from(k) / 10.0 * width);
        let all = steps
            .clone()
            .flat_map(|i| steps.clone().map(move |j| [i, j]));
        let places =
            all.map(|[i, j]| [(best[0] + i).clamp(0.0, 1.0), (best[1] + j).clamp(0.0, 1.0)]);
        let least = places.min_by(|a, b| distance(a[0], a[1]).total_cmp(&distance(b[0], b[1])));
        best = least.expect("places");
        width *= 0.4;
    }
    distance(best[0], best[1])
}

#[test]
fn capsules_are_as_far_apart_as_a_search_finds() {
    let mut random = Random::new(5);
    let mut cases: Vec<[[f64; 3]; 4]> = (0..60)
        .map(|_| std::array::from_fn(|_| std::array::from_fn(|_| random.normal())))
        .collect();
    // Points, parallel lines, crossing ones.
    let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    cases.extend([
        [o, o, x, x],
        [o, o, x, y],
        [x, y, o, o],
        [o, x, y, [1.0, 1.0, 0.0]],
        [o, x, [3.0, 1.0, 0.0], [2.0, 1.0, 0.0]],
        [o, z, [0.5, -1.0, 0.5], [0.5, 1.0, 0.5]],
    ]);
    for ends in cases {
        let of = |ends: &[[f64; 3]; 4], slopes: &mut [[f64; 3]; 4]| {
            clearance(&between(0.25), |k| ends[k], |k, slope| slopes[k] = slope)
        };
        let mut slopes = [[0.0; 3]; 4];
        let found = of(&ends, &mut slopes);
        near(found, searched(&ends) - 0.25, 1e-5);
        // Slopes are those of differences, away from corners.
        for (end, slopes) in slopes.iter().enumerate() {
            for (axis, slope) in slopes.iter().enumerate() {
                let moved = |by: f64| {
                    let mut ends = ends;
                    ends[end][axis] += by;
                    of(&ends, &mut [[0.0; 3]; 4])
                };
                let [ahead, behind] = [moved(1e-6), moved(-1e-6)];
                let is_corner = (ahead + behind - 2.0 * found).abs() > 1e-9;
                if !is_corner && found > -0.2 {
                    near(*slope, (ahead - behind) / 2e-6, 1e-4);
                }
            }
        }
    }
}

#[test]
fn an_end_is_before_a_plane_by_its_distance_less_the_radius() {
    let before = Clearance::Before {
        end: 3,
        normal: [0.0, 0.6, 0.8],
        limit: 0.5,
        name: "a and plane 1".to_owned(),
    };
    let mut heard = Vec::new();
    let at = |k: usize| [9.0, 2.0, k as f64];
    let found = clearance(&before, at, |k, slope| heard.push((k, slope)));
    near(found, 0.6 * 2.0 + 0.8 * 3.0 - 0.5, 1e-15);
    assert_eq!(heard, [(3, [0.0, 0.6, 0.8])]);
    assert_eq!(
        (before.name(), between(1.0).name()),
        ("a and plane 1", "a and b")
    );
}

const SHAPES: &str = "
capsules:
  - {body: base, from: [0, 0, 0], to: [0, 0, 0.1], radius: 0.2}
  - {body: upper, from: [0, 0, 0], to: [0.4, 0, 0], radius: 0.05}
  - {body: lower, from: [0, 0, 0], to: [0.3, 0, 0], radius: 0.03}
";

fn clearances(more: &str) -> Result<Vec<Clearance>, GeometryError> {
    let geometry = Geometry::read(&format!("{SHAPES}{more}")).expect("a geometry");
    geometry.clearances(double_pendulum::ROBOT.model())
}

#[test]
fn what_has_to_stay_clear_follows_from_the_file() {
    let names = |more: &str| -> Vec<String> {
        let all = clearances(more).expect("clearances");
        all.iter().map(|c| c.name().to_owned()).collect()
    };
    // Who carries another touches it; the base does not carry the second link.
    assert_eq!(names(""), ["base and lower"]);
    assert_eq!(names("apart: [[lower, upper]]\n"), ["upper and lower"]);
    assert_eq!(names("apart: []\n"), [""; 0]);
    // Two ends of each body that moves; the base may stand in the floor.
    let floor = clearances("floor: -0.5\napart: []\n").expect("clearances");
    let expected = |end: usize, radius: f64, name: &str| Clearance::Before {
        end,
        normal: [0.0, 0.0, 1.0],
        limit: -0.5 + radius,
        name: format!("{name} and the floor"),
    };
    assert_eq!(
        floor,
        [
            expected(2, 0.05, "upper"),
            expected(3, 0.05, "upper"),
            expected(4, 0.03, "lower"),
            expected(5, 0.03, "lower"),
        ]
    );
    // A normal of any length: 0, 3, 4 makes the offset a fifth.
    let planes = clearances("planes: [{normal: [0, 3, 4], offset: 1.5}]\napart: []\n");
    assert_eq!(
        planes.expect("clearances")[0],
        Clearance::Before {
            end: 2,
            normal: [0.0, 0.6, 0.8],
            limit: 0.3 + 0.05,
            name: "upper and plane 1".to_owned(),
        }
    );
    let box_of = clearances("workspace: {low: [-1, -2, -3], high: [1.5, 2, 3]}\napart: []\n");
    let box_of = box_of.expect("clearances");
    assert_eq!(box_of.len(), 24);
    let limits: Vec<([f64; 3], f64)> = box_of
        .iter()
        .step_by(2)
        .take(6)
        .map(|c| match c {
            Clearance::Before { normal, limit, .. } => (*normal, *limit),
            Clearance::Between { .. } => panic!("no plane: {c:?}"),
        })
        .collect();
    let axis = |k: usize, sign: f64| std::array::from_fn(|i| if i == k { sign } else { 0.0 });
    assert_eq!(
        limits,
        [
            (axis(0, 1.0), -1.0 + 0.05),
            (axis(0, -1.0), -1.5 + 0.05),
            (axis(1, 1.0), -2.0 + 0.05),
            (axis(1, -1.0), -2.0 + 0.05),
            (axis(2, 1.0), -3.0 + 0.05),
            (axis(2, -1.0), -3.0 + 0.05),
        ]
    );
    let all = clearances("").expect("clearances");
    assert_eq!(
        all[0],
        Clearance::Between {
            capsules: [0, 2],
            radii: 0.2 + 0.03,
            name: "base and lower".to_owned()
        }
    );
}

#[test]
fn shapes_that_cannot_be_are_refused() {
    let refused = |text: &str| {
        let geometry = Geometry::read(text).expect("a geometry");
        let error = geometry.clearances(double_pendulum::ROBOT.model());
        error.expect_err("a refusal").to_string()
    };
    let capsule = |body: &str, radius: &str| {
        format!("capsules: [{{body: {body}, from: [0, 0, 0], to: [1, 0, 0], radius: {radius}}}]\n")
    };
    let text = Geometry::read("a line of text")
        .expect_err("no map")
        .to_string();
    assert!(
        text.contains("a map of capsules, floor, planes, workspace and apart"),
        "{text}"
    );
    assert_eq!(
        refused(&capsule("upper", "0")),
        "the radius of a capsule of upper is 0; it has to be above 0"
    );
    assert_eq!(
        refused(&capsule("upper", "-0.1")),
        "the radius of a capsule of upper is -0.1; it has to be above 0"
    );
    assert_eq!(
        refused(&capsule("uper", "0.1")),
        "`uper` is no body of the robot; there are base, upper, lower; did you mean upper?"
    );
    assert_eq!(
        refused("planes: [{normal: [1, 0, 0], offset: 0}, {normal: [0, 0, 0], offset: 1}]"),
        "plane 2: its normal has no direction"
    );
    for high in ["[0, 1, 1]", "[-1, 1, 1]", "[1, 1, 0]"] {
        assert_eq!(
            refused(&format!("workspace: {{low: [0, 0, 0], high: {high}}}")),
            "the workspace's low corner has to be below its high corner"
        );
    }
    // A key that there is not is named with its place.
    let said = Geometry::read("floor: 0.5\ncapsule: []")
        .expect_err("a key")
        .to_string();
    assert_eq!(
        said,
        "line 2: the geometry has no key `capsule`; there are capsules, floor, planes, workspace, apart; did you mean capsules?"
    );
    for (text, said) in [
        (
            "capsules: [{body: b, from: [0, 0, 0], to: [0, 0, 1], radius: 1, radus: 2}]",
            "line 1: capsule 1 has no key `radus`; there are body, from, to, radius; did you mean radius?",
        ),
        (
            "planes: [{normal: [0, 0, 1], offset: 0, above: 1}]",
            "line 1: plane 1 has no key `above`; there are normal, offset",
        ),
        (
            "workspace: {low: [0, 0, 0], hi: [1, 1, 1]}",
            "line 1: the workspace has no key `hi`; there are low, high; did you mean high?",
        ),
    ] {
        let found = Geometry::read(text).expect_err("a key").to_string();
        assert_eq!(found, said);
    }
}

/// Of singular values 1, 2 and 10, whose squares the information has.
#[test]
fn figures_of_a_diagonal_are_known() {
    let information = DMatrix::from_diagonal(&DVector::from_vec(vec![4.0, 1.0, 100.0]));
    let by = Scale::By(vec![0.5, 1.0, 0.2]);
    for (criterion, figure) in [
        (Criterion::LogDeterminant, 400f64.ln()),
        (Criterion::Condition(Scale::Unscaled), 10.0),
        (Criterion::Condition(Scale::Columns), 1.0),
        // 1, 1, 2.
        (Criterion::Condition(by.clone()), 2.0),
        (
            Criterion::Frobenius(Scale::Unscaled),
            (105.0 * (0.25 + 1.0 + 0.01f64)).sqrt(),
        ),
        (Criterion::Frobenius(Scale::Columns), 3.0),
        (Criterion::SmallestSingularValue(Scale::Unscaled), 1.0),
        (Criterion::SmallestSingularValue(by), 1.0),
        // Variances 1/4, 1 and 1/100 of one, of twice and of the sum of two: their mean.
        (
            Criterion::Deviations(DMatrix::from_row_slice(
                3,
                3,
                &[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.0],
            )),
            ((0.25 + 4.0 + 0.26) / 3.0f64).sqrt(),
        ),
    ] {
        near(
            criterion.figure(&information).expect("regular"),
            figure,
            1e-12 * figure.abs(),
        );
        let large = matches!(
            criterion,
            Criterion::LogDeterminant | Criterion::SmallestSingularValue(_)
        );
        assert_eq!(criterion.is_to_be_large(), large);
        let singular = DMatrix::from_diagonal(&DVector::from_vec(vec![4.0, 0.0, 100.0]));
        assert_eq!(criterion.figure(&singular), None, "{criterion:?}");
        assert!(criterion.of(&singular, 6.0).is_none(), "{criterion:?}");
    }
    for (criterion, word) in [
        (Criterion::LogDeterminant, "log-det"),
        (Criterion::Condition(Scale::Unscaled), "condition"),
        (Criterion::Condition(Scale::Columns), "scaled-condition"),
        (Criterion::Frobenius(Scale::Unscaled), "frobenius"),
        (Criterion::Frobenius(Scale::Columns), "scaled-frobenius"),
        (
            Criterion::SmallestSingularValue(Scale::Unscaled),
            "smallest-singular-value",
        ),
        (Criterion::Deviations(DMatrix::zeros(1, 1)), "deviations"),
    ] {
        assert_eq!(criterion.word(), word);
    }
}

fn at(basis: &Basis, time: f64) -> [Vec<f64>; ORDERS] {
    let mut out = Default::default();
    basis.at(time, &mut out);
    out
}

#[test]
fn bases_have_their_sizes_lengths_and_words() {
    for (basis, len, duration, word, periodic) in [
        (
            Basis::Fourier {
                period: 5.0,
                harmonics: 3,
            },
            7,
            5.0,
            "fourier",
            true,
        ),
        (
            Basis::Quintic {
                times: vec![0.0, 1.0, 4.0],
            },
            3,
            4.0,
            "quintic",
            false,
        ),
        (
            Basis::Spline {
                degree: 3,
                pieces: 6,
                duration: 2.0,
            },
            9,
            2.0,
            "cubic-spline",
            false,
        ),
        (
            Basis::Spline {
                degree: 5,
                pieces: 6,
                duration: 2.0,
            },
            11,
            2.0,
            "quintic-spline",
            false,
        ),
        (
            Basis::Segments {
                times: vec![0.0, 1.0],
                blend: 0.1,
            },
            2,
            1.0,
            "segments",
            false,
        ),
    ] {
        assert_eq!((basis.len(), basis.duration()), (len, duration));
        assert_eq!((basis.word(), basis.is_periodic()), (word, periodic));
        assert!(!basis.is_empty());
    }
}

/// Sines and cosines at a quarter of a period; a polynomial at its middle, 15/8 of the mean speed; a spline in the middle of even knots,
/// 1/6, 4/6, 1/6.
#[test]
fn functions_of_time_have_the_values_of_their_definitions() {
    let fourier = Basis::Fourier {
        period: 4.0,
        harmonics: 2,
    };
    let w = std::f64::consts::FRAC_PI_2;
    let [q, qd, qdd, jerk] = at(&fourier, 1.0);
    for (found, expected) in [
        (q, [1.0, 1.0, 0.0, 0.0, -1.0]),
        (qd, [0.0, 0.0, -w, -2.0 * w, 0.0]),
        (qdd, [0.0, -w * w, 0.0, 0.0, 4.0 * w * w]),
        (jerk, [0.0, 0.0, w.powi(3), 8.0 * w.powi(3), 0.0]),
    ] {
        found
            .iter()
            .zip(expected)
            .for_each(|(x, y)| near(*x, y, 1e-12));
    }
    let quintic = Basis::Quintic {
        times: vec![0.0, 2.0, 6.0],
    };
    let [q, qd, qdd, jerk] = at(&quintic, 4.0);
    for (found, expected) in [
        (q, [0.0, 0.5, 0.5]),
        (qd, [0.0, -1.875 / 4.0, 1.875 / 4.0]),
        (qdd, [0.0, 0.0, 0.0]),
        (jerk, [0.0, 30.0 / 64.0, -30.0 / 64.0]),
    ] {
        found
            .iter()
            .zip(expected)
            .for_each(|(x, y)| near(*x, y, 1e-12));
    }
    // Before the beginning and after the end it rests there.
    assert_eq!(at(&quintic, -1.0)[0], [1.0, 0.0, 0.0]);
    assert_eq!(at(&quintic, 9.0)[0], [0.0, 0.0, 1.0]);
    let spline = Basis::Spline {
        degree: 3,
        pieces: 8,
        duration: 4.0,
    };
    let [q, qd, qdd, _] = at(&spline, 2.0);
    for (found, expected) in [
        (q, [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]),
        (qd, [-1.0, 0.0, 1.0]),
        (qdd, [4.0, -8.0, 4.0]),
    ] {
        let around = found[4..7].iter().zip(expected);
        around.for_each(|(x, y)| near(*x, y, 1e-12));
        assert!(
            found[..4]
                .iter()
                .chain(&found[7..])
                .all(|x| x.abs() < 1e-12)
        );
    }
    assert_eq!(at(&spline, 0.0)[0][0], 1.0);
    near(at(&spline, 4.0)[0][10], 1.0, 1e-12);
    // Constant speed in the middle, over what a blend of 0.4 leaves of 2 s.
    let segments = Basis::Segments {
        times: vec![0.0, 2.0],
        blend: 0.4,
    };
    let [q, qd, qdd, _] = at(&segments, 1.0);
    assert_eq!((q, qdd), (vec![0.5, 0.5], vec![0.0, 0.0]));
    near(qd[1], 1.0 / 1.6, 1e-12);
    // In the middle of the blend it is half as fast, and speeds up most.
    let [_, qd, qdd, _] = at(&segments, 0.2);
    near(qd[1], 0.5 / 1.6, 1e-12);
    near(qdd[1], 1.5 / 0.4 / 1.6, 1e-12);
    near(qdd[0], -1.5 / 0.4 / 1.6, 1e-12);
}

/// `q1 = 2 sin ωt + 1`, `q2 = cos 2ωt`, with ω = π/2.
fn motion() -> Motion {
    Motion {
        basis: Basis::Fourier {
            period: 4.0,
            harmonics: 2,
        },
        coefficients: vec![vec![1.0, 2.0, 0.0, 0.0, 0.0], vec![0.0, 0.0, 0.0, 0.0, 1.0]],
        duration: 8.0,
    }
}

#[test]
fn a_motion_is_a_sum_with_its_extremes() {
    let w = std::f64::consts::FRAC_PI_2;
    let state = motion().state(1.0);
    for (found, expected) in
        state
            .iter()
            .flatten()
            .zip([3.0, 0.0, -2.0 * w * w, 0.0, -1.0, 0.0, 4.0 * w * w, 0.0])
    {
        near(*found, expected, 1e-12);
    }
    let at = Trajectory::at(&motion(), 0, 0.5);
    near(at[1], 2.0 * w * (w / 2.0).cos(), 1e-12);
    assert_eq!(Trajectory::duration(&motion()), 8.0);
    let extremes = motion().extremes(8);
    let expected = [
        [-1.0, 3.0],
        [-2.0 * w, 2.0 * w],
        [-2.0 * w * w, 2.0 * w * w],
    ];
    for (found, expected) in extremes[0].iter().zip(expected) {
        near(found[0], expected[0], 1e-12);
        near(found[1], expected[1], 1e-12);
    }
    near(extremes[1][1][1], 2.0 * w, 1e-12);
    // A motion that never comes to 0 is no nearer to it than it is.
    for (offset, range) in [(5.0, [3.0, 7.0]), (-5.0, [-7.0, -3.0])] {
        let mut away = motion();
        away.coefficients[0][0] = offset;
        let [low, high] = away.extremes(8)[0][0];
        near(low, range[0], 1e-12);
        near(high, range[1], 1e-12);
    }
}

#[test]
fn times_have_both_ends_but_of_what_goes_on_only_the_first() {
    assert_eq!(times(&motion(), 0.5), [0.0, 2.0, 4.0, 6.0, 8.0]);
    // A rate that does not divide the duration ends before it.
    assert_eq!(times(&motion(), 0.3).len(), 3);
    let planned = Planned::of(&motion(), 0.5, vec![0.1], true);
    assert_eq!(planned.time, [0.0, 2.0, 4.0, 6.0]);
    assert_eq!((planned.noise, planned.without_friction), (vec![0.1], true));
    let once = Motion {
        basis: Basis::Quintic {
            times: vec![0.0, 2.0],
        },
        coefficients: vec![vec![0.0, 1.0]],
        duration: 2.0,
    };
    let planned = Planned::of(&once, 1.0, Vec::new(), false);
    assert_eq!(planned.time, [0.0, 1.0, 2.0]);
    assert_eq!(planned.state[0], [[0.0, 0.5, 1.0]]);
    // 0.29 s are 29 samples at 100 Hz, though their product is a little less in floating point, and 28 a little slower.
    let short = Motion {
        duration: 0.29,
        ..once
    };
    assert_eq!(times(&short, 100.0).len(), 30);
    assert_eq!(times(&short, 99.99).len(), 29);
    near(planned.state[1][0][1], 15.0 / 16.0, 1e-12);
}

#[test]
fn what_a_motion_uses_is_a_share_of_the_limits() {
    let limit = |position: [f64; 2]| JointLimits {
        position,
        velocity: 4.0,
        acceleration: 10.0,
        jerk: f64::INFINITY,
    };
    let limits = Limits {
        joints: vec![limit([-1.0, 3.0]), limit([0.0, 2.0])],
        defaults: Vec::new(),
    };
    let planned = Planned {
        time: vec![0.0, 1.0],
        state: [
            vec![vec![-0.5, 0.5], vec![1.0, 1.000_9]],
            vec![vec![-3.0, 1.0], vec![0.5, 2.0]],
            vec![vec![-4.0, 5.0], vec![0.0, -15.0]],
        ],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    let found = joints(double_pendulum::ROBOT.model(), &planned, &limits);
    let [first, second] = &found[..] else {
        panic!("two joints: {found:?}")
    };
    assert_eq!((first.name.as_str(), first.unit), ("shoulder", "rad"));
    assert_eq!((first.position, first.velocity), ([-0.5, 0.5], 3.0));
    assert_eq!(first.acceleration, 5.0);
    // 1.5 from the middle, of 2.
    assert_eq!(first.used, [0.75, 0.75, 0.5]);
    assert!(!first.still);
    assert_eq!((second.velocity, second.acceleration), (2.0, 15.0));
    near(second.used[0], 0.000_9, 1e-12);
    assert_eq!(second.used[1..], [0.5, 1.5]);
    // 0.9 mm or mrad are none, 1 is.
    assert!(second.still);
    let mut moves = planned.clone();
    moves.state[0][1][1] = 1.001_1;
    assert!(!joints(double_pendulum::ROBOT.model(), &moves, &limits)[1].still);
}

/// A wheel turns on and on: no share of its positions is used. What slides goes in metres.
#[test]
fn a_joint_that_turns_on_and_on_uses_no_range() {
    use crate::regression::by_hand::MODEL;
    use armwright_runtime::{Joint, Model};
    static WHEEL: Model = Model {
        joints: &[
            Joint {
                kind: JointKind::Continuous,
                ..MODEL.joints[0]
            },
            MODEL.joints[1],
        ],
        ..MODEL
    };
    let limits = Limits::of(&WHEEL);
    let planned = Planned {
        time: vec![0.0, 1.0],
        state: [
            vec![vec![-40.0, 60.0], vec![-1.5, 2.0]],
            vec![vec![-5.0, 2.0], vec![0.0, 2.5]],
            vec![vec![3.0, -6.0], vec![-15.0, 0.0]],
        ],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    let found = joints(&WHEEL, &planned, &limits);
    // Limits of 5 a second and of 30; from the middle, 0.5, it slides by 2 of 2.5.
    assert_eq!((found[0].unit, found[0].used), ("rad", [0.0, 1.0, 0.2]));
    assert_eq!((found[1].unit, found[1].used), ("m", [0.8, 0.5, 0.5]));
    assert_eq!(found[0].position, [-40.0, 60.0]);
}

/// Twice the first joint, less the second, and half a radian: 0 and 3.5 of -1 to 3, 2 and -4.5 of 4 a second.
#[test]
fn a_joint_that_moves_with_others_uses_limits_of_its_own() {
    use crate::regression::by_hand::MODEL;
    use armwright_runtime::{Follower, Joint, Model};
    static FOLLOWED: Model = Model {
        followers: &[Follower {
            joint: Joint {
                name: "twin",
                position: Some([-1.0, 3.0]),
                velocity: Some(4.0),
                acceleration: None,
                ..MODEL.joints[0]
            },
            motion: &[(0, 2.0), (1, -1.0)],
            offset: 0.5,
        }],
        ..MODEL
    };
    let planned = Planned {
        time: vec![0.0, 1.0],
        state: [
            vec![vec![0.0, 1.0], vec![0.5, -1.0]],
            vec![vec![1.0, -1.0], vec![0.0, 2.5]],
            vec![vec![3.0, -6.0], vec![-15.0, 0.0]],
        ],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    let found = followers(&FOLLOWED, &planned);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].unit), ("twin", "rad"));
    assert_eq!(found[0].position, [0.0, 3.5]);
    assert_eq!((found[0].velocity, found[0].acceleration), (4.5, 21.0));
    assert_eq!(found[0].used, [1.25, 1.125, 0.0]);
    assert!(followers(&MODEL, &planned).is_empty());
}

#[test]
fn limits_are_those_of_the_file_and_halves_of_ranges() {
    let model = double_pendulum::ROBOT.model();
    let limits = Limits::of(model);
    assert!(limits.defaults.is_empty());
    let first = limits.joints[0];
    assert_eq!(first.position, [-3.0, 3.0]);
    assert_eq!((first.velocity, first.acceleration), (6.0, 40.0));
    assert_eq!(first.jerk, f64::INFINITY);
    assert_eq!(model.joints[0].kind, JointKind::Revolute);
    let uneven = JointLimits {
        position: [-1.0, 2.0],
        jerk: 7.0,
        ..first
    };
    assert_eq!(uneven.ranges(), [1.5, 6.0, 40.0, 7.0]);
    assert_eq!(uneven.middle(), 0.5);
    let intervals: Vec<[f64; 2]> = (0..4).map(|order| uneven.interval(order)).collect();
    assert_eq!(
        intervals,
        [[-1.0, 2.0], [-6.0, 6.0], [-40.0, 40.0], [-7.0, 7.0]]
    );
    // A quarter of each is left free, of positions an eighth at either end.
    let limits = Limits {
        joints: vec![uneven],
        defaults: Vec::new(),
    };
    let narrow = JointLimits {
        position: [-0.625, 1.625],
        velocity: 4.5,
        acceleration: 30.0,
        jerk: 5.25,
    };
    assert_eq!(limits.narrowed(0.25).joints, [narrow]);
    let names: Vec<_> = (0..4).map(Limits::order).collect();
    assert_eq!(
        names,
        [
            ("position", ["rad", "m"]),
            ("velocity", ["rad/s", "m/s"]),
            ("acceleration", ["rad/s²", "m/s²"]),
            ("jerk", ["rad/s³", "m/s³"])
        ]
    );
}

/// `-1 <= z <= 2`: how far a step goes until it is at an end, whichever way.
#[test]
fn a_step_ends_where_the_first_bound_is() {
    let bounds = JointBounds {
        first: 1,
        rows: DMatrix::from_row_slice(2, 1, &[1.0, 2.0]),
        low: DVector::from_vec(vec![-1.0, -9.0]),
        high: DVector::from_vec(vec![2.0, 3.0]),
    };
    let reach = |z: f64, direction: f64| bounds.reach(&[9.0, z], &[9.0, direction], 10.0);
    // 2 z at most 3: from 0.5 it is 1 to 1.5.
    assert_eq!(reach(0.5, 1.0), 1.0);
    assert_eq!(reach(0.5, 0.25), 4.0);
    assert_eq!(reach(0.5, -1.0), 1.5);
    assert_eq!(reach(0.5, 0.0), 10.0);
    assert_eq!(reach(0.5, 0.01), 10.0);
    // Outside it does not go at all.
    assert_eq!(reach(1.6, 1.0), 0.0);
    // What a step does not change does not end it, and does not keep others from that.
    let apart = JointBounds {
        first: 0,
        rows: DMatrix::identity(2, 2),
        ..bounds.clone()
    };
    assert_eq!(apart.reach(&[0.5, 0.5], &[0.0, 1.0], 10.0), 2.5);
    assert_eq!(apart.reach(&[0.5, 0.5], &[1.0, 0.0], 10.0), 1.5);
    let room = |z: f64| super::bounds::Bounds(vec![bounds.clone()]).room(&[9.0, z]);
    near(room(0.5), 1.5, 1e-15);
    near(room(1.25), 0.5, 1e-15);
    near(room(1.75), -0.5, 1e-15);
    near(room(-1.25), -0.25, 1e-15);
}

#[test]
fn files_of_a_motion_have_every_number_in_its_column() {
    let once = Motion {
        basis: Basis::Quintic {
            times: vec![0.0, 2.0],
        },
        coefficients: vec![vec![0.0, 1.0], vec![2.0, -2.0]],
        duration: 2.0,
    };
    let model = double_pendulum::ROBOT.model();
    let mut table = Vec::new();
    write_table(&once, model, 1.0, &mut table).expect("a table");
    let table = String::from_utf8(table).expect("text");
    assert_eq!(
        table,
        "t,q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n0.0,0.0,2.0,0.0,0.0,0.0,0.0\n\
         1.0,0.5,0.0,0.9375,-3.75,0.0,0.0\n2.0,1.0,-2.0,0.0,0.0,0.0,0.0\n"
            .replace("-0.0", "0.0")
    );
    let yaml = coefficients(&once, model);
    assert!(
        yaml.ends_with(
            "motion:\n  robot: double_pendulum\n  kind: quintic\n  times: [0.0, 2.0]\n  duration: 2.0\n  coefficients:\n    \
             shoulder: [0.0, 1.0]\n    elbow: [2.0, -2.0]\n"
        ),
        "{yaml}"
    );
    let ros = joint_trajectory(&once, model, 0.8);
    assert_eq!(ros["joint_names"][1], "elbow");
    let header = json!({"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""});
    assert_eq!(ros["header"], header);
    // The end is a point, though no whole number of steps leads to it.
    assert_eq!(ros["points"].as_array().map(Vec::len), Some(3));
    let end = &ros["points"][2];
    assert_eq!(end["positions"], json!([1.0, -2.0]));
    assert_eq!(end["time_from_start"], json!({"sec": 2, "nanosec": 0}));
    for order in ["velocities", "accelerations"] {
        let values = end[order].as_array().expect("numbers");
        let is_zero = |value: &serde_json::Value| value.as_f64() == Some(0.0);
        assert!(values.len() == 2 && values.iter().all(is_zero), "{end}");
    }
    let point = &ros["points"][1];
    // Nobody asks for torques.
    assert_eq!(point["effort"], json!([]));
    assert_eq!(point["time_from_start"]["sec"], 1);
    assert_eq!(point["time_from_start"]["nanosec"], 250_000_000);
    // Times are the nearest whole nanoseconds, also where the product lies just below.
    let fine = joint_trajectory(&once, model, 1000.0);
    let points = fine["points"].as_array().expect("points");
    assert_eq!(points.len(), 2001);
    for (k, point) in points.iter().enumerate() {
        let from_start = &point["time_from_start"];
        let [sec, nanosec] = ["sec", "nanosec"].map(|key| from_start[key].as_u64());
        let whole = sec.expect("seconds") * 1_000_000_000 + nanosec.expect("nanoseconds");
        assert_eq!(whole, k as u64 * 1_000_000);
    }
    let s: f64 = 0.625;
    let q = s.powi(3) * (10.0 - 15.0 * s + 6.0 * s * s);
    let qd = 30.0 * s * s * (1.0 - s).powi(2) / 2.0;
    let qdd = 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / 4.0;
    for (key, value) in [("positions", q), ("velocities", qd), ("accelerations", qdd)] {
        let of = |k: usize| point[key][k].as_f64().expect("a number");
        near(of(0), value, 1e-12);
        let start = if key == "positions" { 2.0 } else { 0.0 };
        near(of(1), start - 4.0 * value, 1e-12);
    }
}

/// Every kind with what its coefficients multiply, in its own words.
#[test]
fn coefficients_say_what_they_multiply() {
    let model = double_pendulum::ROBOT.model();
    let text = |basis: Basis, duration: f64| {
        let own = vec![vec![0.5, -1.0], vec![2.0, 0.25]];
        let motion = Motion {
            basis,
            coefficients: own,
            duration,
        };
        coefficients(&motion, model)
    };
    let whole = |meaning: &str, kind: &str, parameters: &str| {
        format!(
            "# A motion of Double pendulum in a vertical plane; coefficients, rad or m: {meaning}.\nmotion:\n  \
             robot: double_pendulum\n  kind: {kind}\n  {parameters}\n  coefficients:\n    shoulder: [0.5, -1.0]\n    \
             elbow: [2.0, 0.25]\n"
        )
    };
    let fourier = Basis::Fourier {
        period: 5.0,
        harmonics: 3,
    };
    assert_eq!(
        text(fourier, 10.0),
        whole(
            "the first is a constant, then sine and cosine of each harmonic of 1/period",
            "fourier",
            "period: 5.0\n  harmonics: 3\n  duration: 10.0"
        )
    );
    let times = vec![0.0, 2.5];
    assert_eq!(
        text(
            Basis::Quintic {
                times: times.clone()
            },
            2.5
        ),
        whole(
            "positions at these times, reached at rest by polynomials of fifth order",
            "quintic",
            "times: [0.0, 2.5]\n  duration: 2.5"
        )
    );
    for (degree, word) in [(3, "cubic-spline"), (5, "quintic-spline")] {
        let spline = Basis::Spline {
            degree,
            pieces: 4,
            duration: 1.5,
        };
        assert_eq!(
            text(spline, 1.5),
            whole(
                "of B-splines on even knots, clamped at both ends",
                word,
                &format!("degree: {degree}\n  pieces: 4\n  duration: 1.5")
            )
        );
    }
    let segments = Basis::Segments { times, blend: 0.1 };
    assert_eq!(
        text(segments, 2.5),
        whole(
            "positions at these times, constant speed between, changes of speed spread over the blend",
            "segments",
            "times: [0.0, 2.5]\n  blend: 0.1\n  duration: 2.5"
        )
    );
}

/// A body with two shapes, pairs by their names in either order, and what cannot be.
#[test]
fn pairs_are_found_by_name_in_either_order() {
    let more = "  - {body: lower, from: [0.3, 0, 0], to: [0.3, 0, 0.2], radius: 0.07}\n";
    let names = |apart: &str| -> Vec<([usize; 2], f64)> {
        let all = clearances(&format!("{more}{apart}")).expect("clearances");
        let of = |c: Clearance| match c {
            Clearance::Between {
                capsules, radii, ..
            } => (capsules, (radii * 100.0).round()),
            Clearance::Before { .. } => panic!("{c:?}"),
        };
        all.into_iter().map(of).collect()
    };
    assert_eq!(names(""), [([0, 2], 23.0), ([0, 3], 27.0)]);
    for apart in ["apart: [[lower, upper]]\n", "apart: [[upper, lower]]\n"] {
        assert_eq!(names(apart), [([1, 2], 8.0), ([1, 3], 12.0)]);
    }
    assert_eq!(
        names("apart: [[base, upper], [lower, lower]]\n"),
        [([0, 1], 25.0), ([2, 3], 10.0)]
    );
    let unknown = clearances("apart: [[upper, tool]]\n").expect_err("no such body");
    assert_eq!(
        unknown.to_string(),
        "`tool` is no body of the robot; there are base, upper, lower"
    );
    let without = armwright_runtime::Model {
        frames: &[],
        ..*double_pendulum::ROBOT.model()
    };
    let geometry = Geometry::read(SHAPES).expect("a geometry");
    assert_eq!(
        geometry
            .bodies(&without)
            .expect_err("no frames")
            .to_string(),
        "the module of double_pendulum does not say where its bodies are; generate it again"
    );
    let bodies = geometry
        .bodies(double_pendulum::ROBOT.model())
        .expect("bodies");
    assert_eq!(bodies, [None, Some(0), Some(1)]);
}

/// Of joints without limits in the robot file: what they may do by their kind, said limit by limit.
#[test]
fn what_the_file_does_not_limit_has_a_default_that_is_said() {
    use armwright_runtime::{Joint, Model};
    let joint = |name: &'static str, kind: JointKind, velocity: Option<f64>| Joint {
        name,
        kind,
        position: None,
        velocity,
        acceleration: None,
        effort: None,
    };
    let joints = vec![
        joint("turns", JointKind::Revolute, None),
        joint("rolls", JointKind::Continuous, Some(7.0)),
        joint("slides", JointKind::Prismatic, None),
    ];
    let model = Model {
        joints: joints.leak(),
        ..*double_pendulum::ROBOT.model()
    };
    let Limits { joints, defaults } = Limits::of(&model);
    let limits = |position, velocity, acceleration| JointLimits {
        position,
        velocity,
        acceleration,
        jerk: f64::INFINITY,
    };
    let pi = std::f64::consts::PI;
    assert_eq!(
        joints,
        [
            limits([-1.5, 1.5], 2.0, 10.0),
            limits([-pi, pi], 7.0, 10.0),
            limits([-0.3, 0.3], 0.5, 3.0),
        ]
    );
    let said: Vec<(&str, &str)> = defaults
        .iter()
        .map(|(name, what)| (name.as_str(), *what))
        .collect();
    assert_eq!(
        said,
        [
            ("turns", "position"),
            ("turns", "velocity"),
            ("turns", "acceleration"),
            ("rolls", "position"),
            ("rolls", "acceleration"),
            ("slides", "position"),
            ("slides", "velocity"),
            ("slides", "acceleration"),
        ]
    );
}
