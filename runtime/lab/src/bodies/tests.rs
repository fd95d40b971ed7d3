//! Bodies that are made of points: what is known of them holds where the points are as is said, and nowhere else.

use armwright_robots::abb_wrist;
use armwright_runtime::Robot;

use super::conditions::Conditions;
use super::{Bodies, Body, Region};
use crate::random::Random;
use crate::regression::by_hand::MODEL;

/// The ten standard parameters of masses at points.
pub(super) fn made_of(points: &[(f64, [f64; 3])]) -> [f64; 10] {
    let mut sum = [0.0; 10];
    for (m, [x, y, z]) in points {
        let own = [
            1.0,
            *x,
            *y,
            *z,
            y * y + z * z,
            -x * y,
            -x * z,
            x * x + z * z,
            -y * z,
            x * x + y * y,
        ];
        sum.iter_mut().zip(own).for_each(|(sum, x)| *sum += m * x);
    }
    sum
}

/// By how much conditions are missed: the most that is wanting of a sum, or that an exact one is off, or a cone is left.
fn missed(known: &Conditions, theta: &[f64; 10]) -> f64 {
    let sum = |row: &[f64; 10]| -> f64 { row.iter().zip(theta).map(|(c, x)| c * x).sum() };
    let linear = known.linear.iter().map(|c| {
        let wanting = c.least - sum(&c.coefficients);
        if c.is_exact { wanting.abs() } else { wanting }
    });
    let cones = known.cones.iter().map(|rows| {
        let norm = rows.iter().map(|row| sum(row).powi(2)).sum::<f64>().sqrt();
        norm - theta[0]
    });
    linear.chain(cones).fold(0.0, f64::max)
}

fn known(body: &Body) -> Conditions {
    body.conditions().expect("conditions")
}

#[test]
fn a_mass_is_between_its_ends() {
    let of = |mass: [Option<f64>; 2]| {
        known(&Body {
            mass,
            ..Body::default()
        })
    };
    let off = |mass: [Option<f64>; 2], m: f64| missed(&of(mass), &made_of(&[(m, [0.3; 3])]));
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} for {b}");
    near(off([Some(1.0), Some(3.0)], 2.0), 0.0);
    near(off([Some(1.0), Some(3.0)], 0.9), 0.1);
    near(off([Some(1.0), Some(3.0)], 3.5), 0.5);
    near(off([None, Some(3.0)], 0.1), 0.0);
    near(off([Some(1.0), None], 9.0), 0.0);
    near(off([Some(2.0), Some(2.0)], 2.25), 0.25);
    near(off([Some(2.0), Some(2.0)], 1.75), 0.25);
    assert!(of([Some(2.0), Some(2.0)]).linear[0].is_exact);
    // A length and a mass of what is known, else usual ones.
    assert_eq!(of([Some(1.0), Some(3.0)]).sizes, [0.3, 3.0]);
    assert_eq!(of([None, None]).sizes, [0.3, 1.0]);
}

fn regions() -> [(Region, [f64; 3], [f64; 3]); 3] {
    // A region, a point in it and one beside it.
    let tall = Region::Ellipsoid {
        centre: [0.1, 0.0, -0.1],
        radii: [0.1, 0.2, 0.4],
        rpy: [0.0, 0.0, std::f64::consts::FRAC_PI_2],
    };
    let boxed = Region::Box([
        [Some(-0.1), Some(0.3)],
        [None, Some(0.2)],
        [Some(-0.2), None],
    ]);
    let hull = Region::Hull(vec![
        [0.0; 3],
        [0.4, 0.0, 0.0],
        [0.0, 0.4, 0.0],
        [0.0, 0.0, 0.4],
        [0.1, 0.1, 0.1],
    ]);
    [
        // Turned by a quarter, its long side of 0.2 lies along x.
        (tall, [0.25, 0.05, -0.1], [0.1, 0.15, -0.1]),
        (boxed, [0.25, -5.0, 7.0], [0.35, 0.0, 0.0]),
        (hull, [0.1, 0.1, 0.1], [0.15, 0.15, 0.15]),
    ]
}

#[test]
fn a_centre_is_in_its_region() {
    for (region, inside, outside) in regions() {
        let known = known(&Body {
            centre: vec![region.clone()],
            ..Body::default()
        });
        assert_eq!(
            missed(&known, &made_of(&[(2.0, inside)])),
            0.0,
            "{region:?}"
        );
        assert!(
            missed(&known, &made_of(&[(2.0, outside)])) > 1e-3,
            "{region:?}"
        );
        // A centre is a mean: mass may be outside.
        let mean = |k: usize| 2.0 * inside[k] - outside[k];
        let both = made_of(&[(1.0, outside), (1.0, std::array::from_fn(mean))]);
        assert!(missed(&known, &both) < 1e-12, "{region:?}");
    }
}

#[test]
fn all_mass_is_in_its_region() {
    let mut random = Random::new(7);
    for (region, inside, outside) in regions() {
        let known = known(&Body {
            inside: vec![region.clone()],
            ..Body::default()
        });
        let all: Vec<(f64, [f64; 3])> = (0..20)
            .map(|_| {
                (
                    random.uniform(),
                    inside.map(|x| x * (1.0 - 1e-3 * random.uniform())),
                )
            })
            .collect();
        assert!(missed(&known, &made_of(&all)) < 1e-12, "{region:?}");
        assert!(
            missed(&known, &made_of(&[(1.0, outside)])) > 1e-3,
            "{region:?}"
        );
    }
}

#[test]
fn what_is_symmetric_has_its_products_and_its_moments_equal() {
    let plane = known(&Body {
        planes: [None, Some(0.25), None],
        ..Body::default()
    });
    let mirrored = [
        (1.0, [0.3, 0.35, 0.1]),
        (1.0, [0.3, 0.15, 0.1]),
        (2.0, [-0.4, 0.25, 0.6]),
    ];
    assert!(missed(&plane, &made_of(&mirrored)) < 1e-12);
    assert!(plane.linear.iter().all(|c| c.is_exact && c.least == 0.0));
    assert!(missed(&plane, &made_of(&mirrored[..1])) > 1e-2);
    // About an axis along z through (0.2, -0.1): four points of a square.
    let axis = known(&Body {
        axis: Some((2, [0.2, -0.1, 9.0])),
        ..Body::default()
    });
    let square = [
        (1.0, [0.5, -0.1, 0.1]),
        (1.0, [-0.1, -0.1, 0.1]),
        (1.0, [0.2, 0.2, 0.1]),
        (1.0, [0.2, -0.4, 0.1]),
        (3.0, [0.2, -0.1, 0.7]),
    ];
    assert!(missed(&axis, &made_of(&square)) < 1e-12);
    // Two of them alone have another moment about x than about y.
    assert!(missed(&axis, &made_of(&square[..2])) > 1e-2);
    // What planes say twice stands once: first moments and products, three of each plane but for one.
    let cube = known(&Body {
        planes: [Some(0.0); 3],
        ..Body::default()
    });
    assert_eq!(cube.linear.len(), 6);
    assert_eq!(axis.linear.len(), 6);
}

#[test]
fn what_means_nothing_is_said() {
    let why = |body: Body| body.conditions().expect_err("a refusal");
    let with_axis = |axis| Body {
        axis: Some(axis),
        ..Body::default()
    };
    let unit = "an axis is along x, y or z, through a point of finite numbers";
    assert_eq!(why(with_axis((3, [0.0; 3]))), unit);
    assert_eq!(why(with_axis((1, [0.0, f64::NAN, 0.0]))), unit);
    assert!(with_axis((2, [0.0; 3])).conditions().is_ok());
    let both = Body {
        planes: [Some(0.1), None, None],
        ..with_axis((2, [0.2, 0.3, 0.0]))
    };
    assert_eq!(
        why(both.clone()),
        "a body of revolution about an axis at x = 0.2 has no other plane of symmetry along x"
    );
    let along = Body {
        planes: [Some(0.2), None, Some(0.7)],
        ..both
    };
    assert!(along.conditions().is_ok());
    let plane = Body {
        planes: [None, Some(f64::INFINITY), None],
        ..Body::default()
    };
    assert_eq!(why(plane), "y = inf is no plane");
    let mass = |mass| Body {
        mass,
        ..Body::default()
    };
    assert_eq!(
        why(mass([None, Some(0.0)])),
        "a mass of at most 0 kg is none: give one above 0"
    );
    assert_eq!(
        why(mass([Some(2.0), Some(1.0)])),
        "a range from 2 to 1 kg has no value in it: give the smaller end first"
    );
    assert_eq!(
        why(mass([Some(f64::NAN), None])),
        "NaN is not a finite number"
    );
    assert_eq!(
        why(mass([Some(1.0), Some(f64::INFINITY)])),
        "inf is not a finite number"
    );
    let inside = |region| Body {
        inside: vec![region],
        ..Body::default()
    };
    let flat = Region::Box([[Some(0.1), Some(0.1)], [None; 2], [None; 2]]);
    assert_eq!(
        why(inside(flat.clone())),
        "a body has an extent: its box needs some, too"
    );
    let centre = Body {
        centre: vec![flat],
        ..Body::default()
    };
    assert!(centre.conditions().is_ok());
    let empty = Region::Box([[None; 2]; 3]);
    assert!(why(inside(empty)).starts_with("a box needs an end along some axis"));
    // Ten corners that all mass is in, 32 that a centre is in.
    let corners = |count: usize| {
        let at = |k: usize| {
            let angle = k as f64;
            [angle.cos(), angle.sin(), (k % 2) as f64]
        };
        Region::Hull((0..count).map(at).collect())
    };
    assert!(inside(corners(10)).conditions().is_ok());
    assert!(why(inside(corners(11))).starts_with("a hull has 11 points, and the most is 10"));
    let centre = |count| Body {
        centre: vec![corners(count)],
        ..Body::default()
    };
    assert!(centre(32).conditions().is_ok());
    assert!(why(centre(33)).starts_with("a hull has 33 points, and the most is 32"));
}

/// Bodies are the robot's, and can be as is said of each of them by itself.
#[test]
fn what_excludes_itself_is_refused_by_the_name_of_its_body() {
    let said = |name: &str, far: f64| {
        let body = Body {
            centre: vec![Region::Box([[Some(far), None], [None; 2], [None; 2]])],
            inside: vec![Region::Box([[Some(-0.5), Some(0.5)]; 3])],
            ..Body::default()
        };
        let bodies = Bodies {
            of: vec![(name.to_owned(), body)],
        };
        bodies.check(&MODEL).err().map(|error| error.to_string())
    };
    let name = MODEL.bodies[0];
    assert_eq!(said(name, 0.4), None);
    let refused = said(name, 0.6).expect("a refusal");
    assert!(
        refused.contains(name) && refused.contains("no body has all that is said of it"),
        "{refused}"
    );
    assert!(said("nobody", 0.4).is_some());
}

/// Of the masses 20, 9 and 6 kg from which the plan of a robot file starts.
#[test]
fn masses_of_the_robot_file_that_are_not_known_so_are_named() {
    let model = abb_wrist::ROBOT.model();
    let others = |mass: [Option<f64>; 2]| {
        let body = Body {
            mass,
            ..Body::default()
        };
        let of = vec![("b".to_owned(), body)];
        Bodies { of }.other_masses(model)
    };
    let other = vec![("m_b".to_owned(), 9.0)];
    assert_eq!(others([Some(9.5); 2]), other);
    assert_eq!(others([Some(9.1), None]), other);
    assert_eq!(others([None, Some(8.9)]), other);
    assert_eq!(others([Some(9.0001); 2]), other);
    assert_eq!(others([Some(8.9999); 2]), other);
    for known in [
        [Some(9.0); 2],
        [Some(9.000_000_1); 2],
        [Some(8.999_999_9); 2],
        [Some(8.9), Some(9.1)],
        [None; 2],
    ] {
        assert!(others(known).is_empty(), "{known:?}");
    }
}
