//! Each condition with its coefficients, by hand or at points.

use nalgebra::{Matrix4, Vector3, Vector4};

use super::super::faces::{Face, of_hull};
use super::super::tests::made_of;
use super::super::{Body, Region};
use super::{Condition, Conditions, from_plane, integral, product};

/// Three masses that lie on no plane and no axis.
const POINTS: [(f64, [f64; 3]); 3] = [
    (1.5, [0.3, -0.7, 0.4]),
    (0.4, [-0.2, 0.5, 1.1]),
    (2.3, [0.6, 0.1, -0.9]),
];

fn sum(coefficients: &[f64; 10], theta: &[f64; 10]) -> f64 {
    coefficients.iter().zip(theta).map(|(c, x)| c * x).sum()
}

fn known(body: &Body) -> Conditions {
    body.conditions().expect("conditions")
}

/// `Σ m [r 1] W [r 1]ᵀ`, and `Σ m (a·[r 1]) (b·[r 1])`.
#[test]
fn an_integral_is_the_sum_over_points() {
    let theta = made_of(&POINTS);
    let homogeneous = |[x, y, z]: [f64; 3]| Vector4::new(x, y, z, 1.0);
    #[rustfmt::skip]
    let w = Matrix4::new(
        0.7, -0.2, 0.5, 1.3,
        -0.2, 1.9, 0.8, -0.6,
        0.5, 0.8, -1.1, 0.3,
        1.3, -0.6, 0.3, 2.7,
    );
    let expected: f64 = POINTS
        .iter()
        .map(|(m, r)| m * homogeneous(*r).dot(&(w * homogeneous(*r))))
        .sum();
    assert!((sum(&integral(&w), &theta) - expected).abs() < 1e-12);
    let (a, b) = (
        Vector4::new(0.3, -1.2, 0.7, 0.4),
        Vector4::new(-0.8, 0.5, 1.6, -0.9),
    );
    let expected: f64 = POINTS
        .iter()
        .map(|(m, r)| m * a.dot(&homogeneous(*r)) * b.dot(&homogeneous(*r)))
        .sum();
    assert!((sum(&product(&a, &b), &theta) - expected).abs() < 1e-12);
    assert_eq!(from_plane(1, 0.25), Vector4::new(0.0, 1.0, 0.0, -0.25));
}

/// Coefficients of mass, moments and inertias in the order of the ten, each by its place.
fn row(entries: &[(usize, f64)]) -> [f64; 10] {
    let mut row = [0.0; 10];
    for (place, x) in entries {
        row[*place] = *x;
    }
    row
}

/// Name, coefficients that are not zero, least value and whether it is exact.
type Wanted<'a> = (&'a str, &'a [(usize, f64)], f64, bool);

#[track_caller]
fn same(found: &[Condition], expected: &[Wanted<'_>]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, (name, entries, least, is_exact)) in found.iter().zip(expected) {
        let texts = (found.name.as_str(), found.least, found.is_exact);
        assert_eq!(texts, (*name, *least, *is_exact), "{entries:?}");
        let mut pairs = found.coefficients.iter().zip(row(entries));
        assert!(
            pairs.all(|(a, b)| (a - b).abs() < 1e-12),
            "{found:?} for {entries:?}"
        );
    }
}

#[test]
fn a_mass_has_a_condition_for_each_end() {
    let of = |mass| {
        known(&Body {
            mass,
            ..Body::default()
        })
        .linear
    };
    same(
        &of([Some(1.0), Some(3.0)]),
        &[
            ("mass", &[(0, 1.0)], 1.0, false),
            ("mass", &[(0, -1.0)], -3.0, false),
        ],
    );
    same(
        &of([None, Some(3.0)]),
        &[("mass", &[(0, -1.0)], -3.0, false)],
    );
    same(&of([Some(2.0), None]), &[("mass", &[(0, 1.0)], 2.0, false)]);
    same(
        &of([Some(2.0), Some(2.0)]),
        &[("mass", &[(0, 1.0)], 2.0, true)],
    );
    same(&of([None, None]), &[]);
}

/// A centre in a box is above each face; all mass is so, and the product of two faces is not negative.
#[test]
fn a_box_has_conditions_of_its_faces_and_their_products() {
    let region = Region::Box([[Some(-0.1), Some(0.2)], [None; 2], [None, Some(0.5)]]);
    let centre = known(&Body {
        centre: vec![region.clone()],
        ..Body::default()
    });
    let name = "centre of mass";
    same(
        &centre.linear,
        &[
            (name, &[(0, 0.1), (1, 1.0)], 0.0, false),
            (name, &[(0, 0.2), (1, -1.0)], 0.0, false),
            (name, &[(0, 0.5), (3, -1.0)], 0.0, false),
        ],
    );
    assert!(centre.cones.is_empty());
    assert_eq!(centre.sizes, [0.5, 1.0]);
    let inside = known(&Body {
        inside: vec![region],
        mass: [None, Some(0.4)],
        ..Body::default()
    });
    let name = "place of its mass";
    // (0.2 - x)(x + 0.1), (0.5 - z)(x + 0.1) and (0.5 - z)(0.2 - x); ∫x² = (Lyy + Lzz - Lxx)/2, ∫xz = -Lxz.
    let squares: &[(usize, f64)] = &[(0, 0.02), (1, 0.1), (4, 0.5), (7, -0.5), (9, -0.5)];
    same(
        &inside.linear,
        &[
            ("mass", &[(0, -1.0)], -0.4, false),
            (name, &[(0, 0.1), (1, 1.0)], 0.0, false),
            (name, &[(0, 0.2), (1, -1.0)], 0.0, false),
            (name, squares, 0.0, false),
            (name, &[(0, 0.5), (3, -1.0)], 0.0, false),
            (
                name,
                &[(0, 0.05), (1, 0.5), (3, -0.1), (6, 1.0)],
                0.0,
                false,
            ),
            (
                name,
                &[(0, 0.1), (1, -0.5), (3, -0.2), (6, -1.0)],
                0.0,
                false,
            ),
        ],
    );
    assert_eq!(inside.sizes, [0.5, 0.4]);
}

const CENTRE: [f64; 3] = [0.1, -0.2, 0.3];
const RADII: [f64; 3] = [0.5, 0.4, 0.25];
const RPY: [f64; 3] = [0.3, -0.5, 0.8];

/// The distance from the centre in half-axes, squared: turned back about z, then y, then x.
fn share([x, y, z]: [f64; 3]) -> f64 {
    let [x, y, z] = [x - CENTRE[0], y - CENTRE[1], z - CENTRE[2]];
    let ([sr, sp, sy], [cr, cp, cy]) = (RPY.map(f64::sin), RPY.map(f64::cos));
    let (x, y) = (cy * x + sy * y, cy * y - sy * x);
    let (x, z) = (cp * x - sp * z, cp * z + sp * x);
    let (y, z) = (cr * y + sr * z, cr * z - sr * y);
    (x / RADII[0]).powi(2) + (y / RADII[1]).powi(2) + (z / RADII[2]).powi(2)
}

#[test]
fn an_ellipsoid_is_a_cone_of_its_centre_and_a_condition_of_all_mass() {
    let region = Region::Ellipsoid {
        centre: CENTRE,
        radii: RADII,
        rpy: RPY,
    };
    let centre = known(&Body {
        centre: vec![region.clone()],
        ..Body::default()
    });
    let inside = known(&Body {
        inside: vec![region],
        ..Body::default()
    });
    assert!(centre.linear.is_empty() && inside.cones.is_empty());
    assert_eq!((centre.cones.len(), inside.linear.len()), (1, 1));
    let condition = &inside.linear[0];
    let texts = (condition.name.as_str(), condition.least, condition.is_exact);
    assert_eq!(texts, ("place of its mass", 0.0, false));
    assert_eq!(centre.sizes, [0.5, 1.0]);
    for (m, r) in POINTS {
        let theta = made_of(&[(m, r)]);
        let squares = centre.cones[0].iter().map(|row| sum(row, &theta).powi(2));
        let expected = share(r);
        assert!((squares.sum::<f64>() - m * m * expected).abs() < 1e-10);
        assert!((sum(&condition.coefficients, &theta) - m * (1.0 - expected)).abs() < 1e-10);
    }
}

/// The mirror image in y = 0.25, and the revolution about z through (0.2, -0.1).
#[test]
fn symmetries_are_exact_conditions() {
    let plane = known(&Body {
        planes: [None, Some(0.25), None],
        ..Body::default()
    });
    let name = "symmetry";
    same(
        &plane.linear,
        &[
            (name, &[(0, -0.25), (2, 1.0)], 0.0, true),
            (name, &[(1, -0.25), (5, -1.0)], 0.0, true),
            (name, &[(3, -0.25), (8, -1.0)], 0.0, true),
        ],
    );
    let axis = known(&Body {
        axis: Some((2, [0.2, -0.1, 9.0])),
        ..Body::default()
    });
    // Of two planes; what both say of the product of inertia stands once. (x - 0.2)² - (y + 0.1)².
    same(
        &axis.linear,
        &[
            (name, &[(0, -0.2), (1, 1.0)], 0.0, true),
            (name, &[(2, -0.2), (5, -1.0)], 0.0, true),
            (name, &[(3, -0.2), (6, -1.0)], 0.0, true),
            (name, &[(0, 0.1), (2, 1.0)], 0.0, true),
            (name, &[(3, 0.1), (8, -1.0)], 0.0, true),
            (
                name,
                &[(0, 0.03), (1, -0.4), (2, -0.2), (4, -1.0), (7, 1.0)],
                0.0,
                true,
            ),
        ],
    );
    // About x the other two planes, and about y.
    let of = |along: usize| {
        let known = known(&Body {
            axis: Some((along, [0.2, -0.1, 0.3])),
            ..Body::default()
        });
        known.linear.last().expect("conditions").coefficients
    };
    // (y + 0.1)² - (z - 0.3)², and (x - 0.2)² - (z - 0.3)².
    let y2_less_z2 = row(&[(0, -0.08), (2, 0.2), (3, 0.6), (7, -1.0), (9, 1.0)]);
    let x2_less_z2 = row(&[(0, -0.05), (1, -0.4), (3, 0.6), (4, -1.0), (9, 1.0)]);
    for (found, expected) in [(of(0), y2_less_z2), (of(1), x2_less_z2)] {
        let mut pairs = found.iter().zip(expected);
        assert!(
            pairs.all(|(a, b)| (a - b).abs() < 1e-12),
            "{found:?} for {expected:?}"
        );
    }
}

/// The largest coordinate of every region, centres and radii alike; usual sizes of nothing.
#[test]
fn sizes_are_the_largest_that_are_known() {
    let sizes = |centre: Vec<Region>, inside: Vec<Region>, mass| {
        let body = Body {
            centre,
            inside,
            mass,
            ..Body::default()
        };
        body.sizes()
    };
    let boxed = Region::Box([[Some(-0.7), Some(0.2)], [None, Some(0.6)], [None; 2]]);
    let ball = |centre: [f64; 3], radii: [f64; 3]| Region::Ellipsoid {
        centre,
        radii,
        rpy: [9.0; 3],
    };
    let hull = Region::Hull(vec![[0.1, 0.2, 0.3], [0.1, -0.9, 0.3]]);
    assert_eq!(sizes(vec![boxed.clone()], vec![], [None, None]), [0.7, 1.0]);
    assert_eq!(
        sizes(vec![boxed.clone()], vec![hull], [Some(0.5), None]),
        [0.9, 0.5]
    );
    let far = ball([0.1, -0.8, 0.0], [0.3; 3]);
    assert_eq!(sizes(vec![], vec![far], [Some(0.5), Some(2.0)]), [0.8, 2.0]);
    let large = ball([0.1, -0.8, 0.0], [0.3, 1.2, 0.3]);
    assert_eq!(sizes(vec![boxed], vec![large], [None, None]), [1.2, 1.0]);
    assert_eq!(sizes(vec![], vec![], [None, None]), [0.3, 1.0]);
}

fn face(normal: [f64; 3], distance: f64) -> Face {
    Face {
        normal: Vector3::from(normal),
        distance,
    }
}

#[track_caller]
fn are(found: &[Face], expected: &[Face]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for face in expected {
        let near = |other: &&Face| {
            (other.normal - face.normal).norm() < 1e-12
                && (other.distance - face.distance).abs() < 1e-12
        };
        assert_eq!(
            found.iter().filter(near).count(),
            1,
            "{face:?} among {found:?}"
        );
    }
}

/// A corner at (1, 2, 3) with edges of 1/2, 1/3 and 1/6 along the axes: 2 + 3 + 6 ends of 7 in its slanted face.
#[test]
fn a_hull_has_the_faces_of_its_corners() {
    let corner = [1.0, 2.0, 3.0];
    let mut points = vec![corner; 5];
    points[1][0] += 0.5;
    points[2][1] += 1.0 / 3.0;
    points[3][2] += 1.0 / 6.0;
    // A point inside has no face.
    points[4] = [1.01, 2.02, 3.01];
    let slanted = [-2.0 / 7.0, -3.0 / 7.0, -6.0 / 7.0];
    are(
        &of_hull(&points).expect("a hull"),
        &[
            face([1.0, 0.0, 0.0], -1.0),
            face([0.0, 1.0, 0.0], -2.0),
            face([0.0, 0.0, 1.0], -3.0),
            face(slanted, 27.0 / 7.0),
        ],
    );
    // Each side of a box once, though four corners lie in it.
    let corners = (0..8).map(|k| {
        let at = |bit: usize, low: f64, high: f64| if (k >> bit) & 1 == 0 { low } else { high };
        [at(0, -1.0, 2.0), at(1, 0.5, 0.75), at(2, -3.0, -2.0)]
    });
    are(
        &of_hull(&corners.collect::<Vec<_>>()).expect("a hull"),
        &[
            face([1.0, 0.0, 0.0], 1.0),
            face([-1.0, 0.0, 0.0], 2.0),
            face([0.0, 1.0, 0.0], -0.5),
            face([0.0, -1.0, 0.0], 0.75),
            face([0.0, 0.0, 1.0], 3.0),
            face([0.0, 0.0, -1.0], -2.0),
        ],
    );
    let flat = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [0.0, 1.0, 1.0],
        [1.0, 1.0, 1.0],
    ];
    let why = "a hull needs four points or more that are not in one plane; of a plate or a line give a box";
    for few in [&flat[..], &points[..3], &[]] {
        assert_eq!(of_hull(few), Err(why.to_owned()));
    }
    let infinite = [[0.0; 3], [1.0, f64::NAN, 0.5]];
    assert_eq!(
        of_hull(&infinite),
        Err("[1.0, NaN, 0.5] is not a point: three finite numbers, m".to_owned())
    );
}

#[test]
fn a_region_is_refused_with_what_it_needs() {
    let region = |centre: [f64; 3], radii: [f64; 3], rpy: [f64; 3]| {
        let region = Region::Ellipsoid { centre, radii, rpy };
        region.ellipsoid().map(|_| ())
    };
    assert_eq!(region(CENTRE, RADII, RPY), Ok(()));
    let finite = Err("centre and rpy of an ellipsoid are finite numbers".to_owned());
    assert_eq!(region([f64::NAN, 0.0, 0.0], RADII, RPY), finite);
    assert_eq!(region(CENTRE, RADII, [0.0, 0.0, f64::INFINITY]), finite);
    assert_eq!(
        region(CENTRE, [0.1, 0.0, 0.2], RPY),
        Err("the radii of an ellipsoid are above 0, m; these are [0.1, 0.0, 0.2]".to_owned())
    );
    assert_eq!(
        region(CENTRE, [0.1, f64::INFINITY, 0.2], RPY),
        Err("the radii of an ellipsoid are above 0, m; these are [0.1, inf, 0.2]".to_owned())
    );
    let boxed = |ranges: [[Option<f64>; 2]; 3]| Region::Box(ranges).faces(true).map(|f| f.len());
    assert_eq!(
        boxed([[Some(0.3), Some(-0.1)], [None; 2], [None; 2]]),
        Err("a range from 0.3 to -0.1 m has no value in it: give the smaller end first".to_owned())
    );
    assert_eq!(
        boxed([[None; 2]; 3]),
        Err("a box needs an end along some axis: x: [-0.1, 0.1]".to_owned())
    );
    assert_eq!(
        boxed([[Some(0.1), Some(0.3)], [None, Some(0.0)], [None; 2]]),
        Ok(3)
    );
    let hull = Region::Hull(vec![[0.0; 3]; 33])
        .faces(false)
        .map(|f| f.len());
    assert_eq!(
        hull,
        Err(
            "a hull has 33 points, and the most is 32: leave out those inside, or take a box or an ellipsoid around them"
                .to_owned()
        )
    );
}
