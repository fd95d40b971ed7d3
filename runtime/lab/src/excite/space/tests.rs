//! Motions that keep their ends, the limits on a grid, and a motion well inside.

use armwright_robots::double_pendulum;
use armwright_runtime::{Joint, JointKind, Model, Robot};

use super::super::bounds::{Bounds, JointBounds};
use super::super::feasible::{centre, check};
use super::super::motion::Motion;
use super::super::plan::Plan;
use super::super::{Criterion, Equations};
use super::{Basis, Ends, ExciteError, JointLimits, Limits, Moving, ORDERS, Space};
use crate::random::Random;

fn limits() -> Limits {
    let joint = |position: [f64; 2], velocity: f64, acceleration: f64, jerk: f64| JointLimits {
        position,
        velocity,
        acceleration,
        jerk,
    };
    Limits {
        joints: vec![
            joint([-1.0, 3.0], 4.0, 30.0, f64::INFINITY),
            joint([-2.0, 2.5], 6.0, 25.0, 400.0),
        ],
        defaults: Vec::new(),
    }
}

fn fourier(harmonics: usize) -> Basis {
    Basis::Fourier {
        period: 4.0,
        harmonics,
    }
}

fn spline() -> Basis {
    Basis::Spline {
        degree: 3,
        pieces: 8,
        duration: 4.0,
    }
}

fn quintic() -> Basis {
    Basis::Quintic {
        times: vec![0.0, 1.0, 2.0, 4.0],
    }
}

fn segments(blend: f64) -> Basis {
    Basis::Segments {
        times: vec![0.0, 1.0, 2.0, 4.0],
        blend,
    }
}

fn drawn(space: &Space, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let count = space.joints.iter().map(|joint| joint.map.ncols()).sum();
    (0..count).map(|_| random.normal()).collect()
}

fn motion(space: &Space, z: &[f64]) -> Motion {
    Motion {
        basis: space.basis.clone(),
        coefficients: space.coefficients(z),
        duration: space.basis.duration(),
    }
}

#[test]
fn every_motion_of_a_space_keeps_its_ends() {
    let ends = |rest: bool, start: bool, end: bool| Ends {
        rest,
        start: start.then(|| vec![0.2, -0.3]),
        end: end.then(|| vec![0.7, 0.4]),
    };
    // 11 coefficients less a condition each; of a period the beginning is the end.
    for (basis, ends, free) in [
        (spline(), ends(true, true, true), 5),
        (spline(), ends(true, false, true), 6),
        (spline(), ends(false, true, false), 10),
        (spline(), ends(false, false, false), 11),
        (fourier(3), ends(true, true, false), 4),
        (fourier(3), ends(true, false, true), 4),
        (fourier(3), ends(false, false, false), 7),
        // Points are reached at rest whatever they are: rest takes nothing of them.
        (quintic(), ends(true, true, true), 2),
        (quintic(), ends(true, false, false), 4),
        (segments(0.25), ends(true, true, true), 2),
        // Rounding of an acceleration that is none says nothing of the ends.
        (segments(0.3), ends(true, false, false), 4),
        (segments(0.25), ends(true, false, false), 4),
    ] {
        let space = Space::of(&basis, &limits(), &ends, &Moving::All).expect("motions");
        assert_eq!(space.parts().collect::<Vec<_>>(), [(0, free), (free, free)]);
        let z = drawn(&space, 3);
        let motion = motion(&space, &z);
        for (time, place) in [(0.0, &ends.start), (4.0, &ends.end)] {
            for (j, state) in motion.state(time).iter().enumerate() {
                if let Some(place) = place {
                    assert!((state[0] - place[j]).abs() < 1e-9, "{basis:?} {state:?}");
                }
                if ends.rest {
                    assert!(
                        state[1].abs() < 1e-8 && state[2].abs() < 1e-7,
                        "{basis:?} {state:?}"
                    );
                }
            }
        }
        // What a motion is made of is found again.
        let again = space.nearest(&space.coefficients(&z));
        assert!(
            again.iter().zip(&z).all(|(a, b)| (a - b).abs() < 1e-8),
            "{again:?} {z:?}"
        );
    }
}

/// Over 200 times, each order as a share of half its range, free numbers are orthonormal: of functions that are orthogonal to each
/// other, and of others.
#[test]
fn free_numbers_use_the_limits_alike() {
    let limits = limits();
    let rest = Ends {
        rest: true,
        ..Ends::default()
    };
    for (basis, ends, free) in [
        (fourier(2), Ends::default(), 5),
        (fourier(3), rest.clone(), 5),
        (spline(), Ends::default(), 11),
        (spline(), rest, 7),
    ] {
        let space = Space::of(&basis, &limits, &ends, &Moving::All).expect("motions");
        let mut out: [Vec<f64>; ORDERS] = Default::default();
        for (joint, limits) in space.joints.iter().zip(&limits.joints) {
            let mut gram = nalgebra::DMatrix::zeros(free, free);
            for k in 0..200 {
                space.basis.at(0.02 * f64::from(k), &mut out);
                let [low, high] = limits.position;
                let ranges = [
                    (high - low) / 2.0,
                    limits.velocity,
                    limits.acceleration,
                    limits.jerk,
                ];
                for (row, range) in out.iter().zip(ranges) {
                    let row = joint.map.tr_mul(&nalgebra::DVector::from_column_slice(row)) / range;
                    gram += &row * row.transpose() / 200.0;
                }
            }
            assert!(
                (&gram - nalgebra::DMatrix::identity(free, free)).amax() < 1e-9,
                "{basis:?} {gram}"
            );
            assert!(joint.origin.amax() < 1e-12);
        }
    }
}

#[test]
fn a_joint_that_does_not_move_is_held() {
    let moving = Moving::Some(vec![false, true], vec![-0.4, 9.0]);
    for basis in [spline(), fourier(3)] {
        let space = Space::of(&basis, &limits(), &Ends::default(), &moving).expect("motions");
        let size = basis.len();
        assert_eq!(space.parts().collect::<Vec<_>>(), [(0, 0), (0, size)]);
        let z = drawn(&space, 5);
        let motion = motion(&space, &z);
        let state = motion.state(1.3)[0];
        assert!((state[0] + 0.4).abs() < 1e-12 && state[1..].iter().all(|x| x.abs() < 1e-9));
        assert_eq!(space.nearest(&motion.coefficients).len(), size);
    }
}

/// The nearest motion leaves what stands at right angles to all.
#[test]
fn the_nearest_motion_is_that_of_least_squares() {
    let ends = Ends {
        rest: true,
        ..Ends::default()
    };
    let space = Space::of(&spline(), &limits(), &ends, &Moving::All).expect("motions");
    let mut random = Random::new(9);
    let wanted: Vec<Vec<f64>> = (0..2)
        .map(|_| (0..11).map(|_| random.normal()).collect())
        .collect();
    let found = space.coefficients(&space.nearest(&wanted));
    for ((joint, wanted), found) in space.joints.iter().zip(&wanted).zip(found) {
        let off = nalgebra::DVector::from_fn(11, |k, _| wanted[k] - found[k]);
        assert!(joint.map.tr_mul(&off).amax() < 1e-8 && off.norm() > 0.1);
    }
}

#[test]
fn ends_that_leave_nothing_are_refused() {
    let rest = Ends {
        rest: true,
        ..Ends::default()
    };
    let refused = Space::of(&fourier(1), &limits(), &rest, &Moving::All).expect_err("no motion");
    assert_eq!(
        refused.to_string(),
        "3 coefficients of `fourier` leave no motion once its ends are kept: take more harmonics, points or pieces, or do \
         not ask for rest at the ends"
    );
    let start = Ends {
        start: Some(vec![0.1, 0.2]),
        ..Ends::default()
    };
    // Two numbers are left.
    assert!(Space::of(&fourier(1), &limits(), &start, &Moving::All).is_ok());
}

/// Thirteen even times, the last of which is the end, or twelve.
fn grid(count: u32) -> Vec<f64> {
    (0..count).map(|k| 4.0 * f64::from(k) / 12.0).collect()
}

/// Before and after each of the seven knots of the spline.
fn sides() -> Vec<f64> {
    let knots = (1..8).map(|k| 0.5 * f64::from(k));
    knots.flat_map(|t| [t - 4e-12, t + 4e-12]).collect()
}

/// Distances to limits, on the grid that was asked for and on both sides of corners, as shares of half the range.
#[test]
fn bounds_are_the_limits_on_a_grid_of_times() {
    let moving = [
        Moving::All,
        Moving::Some(vec![false, true], vec![0.5, 0.0]),
        Moving::Some(vec![true, false], vec![0.0, 0.5]),
    ];
    let of_spline = [grid(13), sides()].concat();
    for (basis, times) in [(fourier(3), grid(12)), (spline(), of_spline)] {
        for moving in &moving {
            let limits = limits();
            let space = Space::of(&basis, &limits, &Ends::default(), moving).expect("motions");
            let bounds = Bounds::of(&space, &limits, 12);
            let z = drawn(&space, 7);
            let motion = motion(&space, &z);
            let mut least = f64::INFINITY;
            for (j, (joint, limits)) in bounds.0.iter().zip(&limits.joints).enumerate() {
                let (first, free) = space.parts().nth(j).expect("a joint");
                assert_eq!((joint.first, joint.rows.ncols()), (first, free));
                // Jerk of the first is not limited.
                let orders = if free == 0 { 0 } else { [3, 4][j] };
                assert_eq!(joint.rows.nrows(), orders * times.len());
                let own = nalgebra::DVector::from_column_slice(&z[first..first + free]);
                let at = &joint.rows * own;
                let mut place = 0;
                for order in 0..orders {
                    let [low, high] = limits.interval(order);
                    let range = (high - low) / 2.0;
                    for time in &times {
                        let x = motion.state(*time)[j][order];
                        let wanted = [(x - low) / range, (high - x) / range];
                        let found = [at[place] - joint.low[place], joint.high[place] - at[place]];
                        for (found, wanted) in found.into_iter().zip(wanted) {
                            assert!(
                                (found - wanted).abs() < 1e-9,
                                "{order} {time}: {found} {wanted}"
                            );
                            least = least.min(wanted);
                        }
                        place += 1;
                    }
                }
            }
            assert!((bounds.room(&z) - least).abs() < 1e-9);
            // From the middle along a direction until the first limit, at which there is no room left.
            let centre = space.nearest(&[vec![0.0; basis.len()], vec![0.0; basis.len()]]);
            let reach = bounds.reach(&centre, &z, 1e3);
            let end: Vec<f64> = centre.iter().zip(&z).map(|(c, d)| c + reach * d).collect();
            assert!(bounds.room(&end).abs() < 1e-9, "{}", bounds.room(&end));
            assert_eq!(bounds.reach(&centre, &z, 0.5 * reach), 0.5 * reach);
        }
    }
}

/// With places at the ends what the free numbers move is not all of the motion.
#[test]
fn bounds_are_those_of_a_motion_whose_ends_are_given() {
    let limits = limits();
    let ends = Ends {
        rest: false,
        start: Some(vec![0.5, -0.25]),
        end: Some(vec![1.5, 1.0]),
    };
    let space = Space::of(&spline(), &limits, &ends, &Moving::All).expect("motions");
    let bounds = Bounds::of(&space, &limits, 12);
    let z = drawn(&space, 7);
    let motion = motion(&space, &z);
    for (j, (joint, limits)) in bounds.0.iter().zip(&limits.joints).enumerate() {
        let own = &z[joint.first..joint.first + joint.rows.ncols()];
        let at = &joint.rows * nalgebra::DVector::from_column_slice(own);
        let mut place = 0;
        for order in 0..[3, 4][j] {
            let [low, high] = limits.interval(order);
            let range = (high - low) / 2.0;
            // Positions at the ends are the same in all motions.
            let mut times = grid(13);
            if order == 0 {
                times = times[1..12].to_vec();
            }
            times.extend(sides());
            for time in times {
                let x = motion.state(time)[j][order];
                let wanted = [(x - low) / range, (high - x) / range];
                let found = [at[place] - joint.low[place], joint.high[place] - at[place]];
                for (found, wanted) in found.into_iter().zip(wanted) {
                    assert!(
                        (found - wanted).abs() < 1e-9,
                        "{order} {time}: {found} {wanted}"
                    );
                }
                place += 1;
            }
        }
        assert_eq!(joint.rows.nrows(), place);
    }
}

/// Of a cubic spline acceleration is largest at a knot, of points jerk beside one, of segments where a change of speed begins or ends:
/// none of them at one of the seven times of a grid.
#[test]
fn corners_between_the_times_of_a_grid_keep_the_limits() {
    let (infinite, points) = (f64::INFINITY, vec![0.0, -1.0, 1.0, 0.0]);
    let wave = [0.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0];
    let places = [0.0, 1.0, 2.0, 4.0];
    let changes = [0.0, 0.25, 0.875, 1.125, 1.875, 2.125, 3.75, 4.0];
    let knots: Vec<f64> = (0..9).map(|k| 0.5 * f64::from(k)).collect();
    for (basis, way, [acceleration, jerk], corners) in [
        (spline(), wave.to_vec(), [1.0, infinite], knots),
        (quintic(), points.clone(), [1e3, 1.0], places.to_vec()),
        (segments(0.25), points, [1e3, 1.0], changes.to_vec()),
    ] {
        let mut limits = limits();
        limits.joints.fill(JointLimits {
            position: [-1e3, 1e3],
            velocity: 1e3,
            acceleration,
            jerk,
        });
        let ends = Ends {
            rest: jerk == infinite,
            ..Ends::default()
        };
        let space = Space::of(&basis, &limits, &ends, &Moving::All).expect("motions");
        let bounds = Bounds::of(&space, &limits, 7);
        let way = space.nearest(&[way.clone(), way]);
        let reach = bounds.reach(&vec![0.0; way.len()], &way, 1e9);
        let z: Vec<f64> = way.iter().map(|way| reach * way).collect();
        let motion = motion(&space, &z);
        let sides = corners.iter().flat_map(|t| [t - 1e-9, t + 1e-9]);
        let states = sides.flat_map(|t| motion.state(t.clamp(0.0, 4.0)));
        let order = if jerk == infinite { 2 } else { 3 };
        let largest = states.fold(0.0, |most: f64, state| most.max(state[order].abs()));
        assert!((largest - 1.0).abs() < 1e-6, "{basis:?}: {largest}");
    }
}

fn plan(basis: Basis) -> Plan {
    Plan {
        basis,
        limits: limits(),
        ends: Ends::default(),
        moving: Moving::All,
        equations: Equations::default(),
        criterion: Criterion::LogDeterminant,
        samples: 20,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    }
}

#[test]
fn what_no_search_could_mend_is_told_at_once() {
    let model = double_pendulum::ROBOT.model();
    let refused = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan(fourier(3));
        change(&mut plan);
        check(model, &plan).map_err(|error| error.to_string())
    };
    assert_eq!(refused(&|_| ()), Ok(()));
    assert_eq!(refused(&|p| p.samples = 2), Ok(()));
    let told =
        |change: &dyn Fn(&mut Plan), text: &str| assert_eq!(refused(change), Err(text.to_owned()));
    for (period, value) in [
        (0.0, "0"),
        (-1.0, "-1"),
        (f64::INFINITY, "inf"),
        (f64::NAN, "NaN"),
    ] {
        let basis = Basis::Fourier {
            period,
            harmonics: 3,
        };
        let text = format!("the duration must be a finite number above 0; {value} is not");
        told(&|p| p.basis = basis.clone(), &text);
    }
    told(
        &|p| p.samples = 1,
        "samples: 1 are too few, at least 2 are needed",
    );
    assert_eq!(refused(&|p| p.samples = 10_000), Ok(()));
    told(
        &|p| p.samples = 10_001,
        "samples: 10001 are too many for a search, at most 10000 are possible",
    );
    // A constant, and two for each harmonic.
    assert_eq!(refused(&|p| p.basis = fourier(250)), Ok(()));
    told(
        &|p| p.basis = fourier(251),
        "coefficients of a joint: 503 are too many for a search, at most 501 are possible",
    );
    let held = |moves: [bool; 2]| Moving::Some(moves.to_vec(), vec![0.0; 2]);
    told(
        &|p| p.moving = held([false; 2]),
        "every joint is held: let at least one move",
    );
    assert_eq!(refused(&|p| p.moving = held([false, true])), Ok(()));
    let ends = |start: [f64; 2], end: [f64; 2]| Ends {
        rest: true,
        start: Some(start.to_vec()),
        end: Some(end.to_vec()),
    };
    told(
        &|p| p.ends = ends([0.1, 0.2], [0.1, 0.3]),
        "no motion keeps the limits of joint elbow: a Fourier series ends where it begins: say only one of the two, or \
         take points or splines",
    );
    assert_eq!(refused(&|p| p.ends = ends([0.1, 0.2], [0.1, 0.2])), Ok(()));
    let both = |p: &mut Plan| {
        p.basis = quintic();
        p.ends = ends([0.1, 0.2], [0.1, 0.3]);
    };
    assert_eq!(refused(&both), Ok(()));
    told(
        &|p| p.limits.joints[1].position = [0.5, 0.5],
        "no motion keeps the limits of joint elbow: its positions go from 0.5 to 0.5; the second has to be larger",
    );
    told(
        &|p| p.ends = ends([0.1, 0.2], [0.3, 0.4]),
        "no motion keeps the limits of joint shoulder: a Fourier series ends where it begins: say only one of the two, or \
         take points or splines",
    );
    let start = |start: [f64; 2]| Ends {
        start: Some(start.to_vec()),
        ..Ends::default()
    };
    assert_eq!(refused(&|p| p.ends = start([3.0, -2.0])), Ok(()));
    assert_eq!(refused(&|p| p.ends = start([3.0 + 1e-15, -2.0])), Ok(()));
    told(
        &|p| p.ends = start([3.5, -2.0]),
        "no motion keeps the limits of joint shoulder: it begins at 3.5, and its positions go from -1 to 3",
    );
    told(
        &|p| p.ends = ends([0.1, -2.5], [0.1, -2.5]),
        "no motion keeps the limits of joint elbow: it begins at -2.5, and its positions go from -2 to 2.5",
    );
    told(
        &|p| p.ends.end = Some(vec![f64::NAN, 0.2]),
        "no motion keeps the limits of joint shoulder: it ends at NaN, and its positions go from -1 to 3",
    );
    let left = |p: &mut Plan| {
        p.margin = 0.5;
        p.ends = start([2.5, 0.2]);
    };
    told(
        &left,
        "no motion keeps the limits of joint shoulder: it begins at 2.5, and its positions go from 0 to 2, with what is left free",
    );
    let still = |p: &mut Plan| {
        p.moving = held([false, true]);
        p.ends = start([0.5, 0.2]);
    };
    told(
        &still,
        "no motion keeps the limits of joint shoulder: it is held at 0, and begins at 0.5: let it move, or say one place",
    );
    told(
        &|p| p.limits.joints[0].position = [f64::NAN, 1.0],
        "no motion keeps the limits of joint shoulder: its positions go from NaN to 1; the second has to be larger",
    );
    told(
        &|p| p.limits.joints[0].velocity = 0.0,
        "no motion keeps the limits of joint shoulder: its velocity may be 0 at most; it has to be above 0",
    );
    told(
        &|p| p.limits.joints[1].acceleration = -2.0,
        "no motion keeps the limits of joint elbow: its acceleration may be -2 at most; it has to be above 0",
    );
    told(
        &|p| p.limits.joints[1].jerk = f64::NAN,
        "no motion keeps the limits of joint elbow: its jerk may be NaN at most; it has to be above 0",
    );
    let floating = Model {
        bodies: &["base", "upper"],
        ..*model
    };
    assert_eq!(
        check(&floating, &plan(fourier(3))).map_err(|error| error.to_string()),
        Err(
            "the base of double_pendulum moves: motions of a base are not designed yet; `simulate` has some that are chosen \
             of random ones"
                .to_owned()
        )
    );
    let without = Model {
        joints: &[],
        ..*model
    };
    let refused = check(&without, &plan(fourier(3)));
    assert!(
        matches!(refused, Err(ExciteError::NothingMoves)),
        "{refused:?}"
    );
}

/// Points lie evenly between the ends; a period stays at the one that is said, else in the middle.
#[test]
fn the_centre_goes_from_the_start_to_the_end() {
    let model = double_pendulum::ROBOT.model();
    let centred = |basis: Basis, start: Option<[f64; 2]>, end: Option<[f64; 2]>| {
        let mut plan = plan(basis);
        plan.ends = Ends {
            rest: false,
            start: start.map(|x| x.to_vec()),
            end: end.map(|x| x.to_vec()),
        };
        let space =
            Space::of(&plan.basis, &plan.limits, &plan.ends, &plan.moving).expect("motions");
        let bounds = Bounds::of(&space, &plan.limits, 50);
        centre(model, &plan, &space, &bounds).map(|z| space.coefficients(&z))
    };
    let near = |found: Vec<Vec<f64>>, wanted: [&[f64]; 2]| {
        for (found, wanted) in found.iter().flatten().zip(wanted.concat()) {
            assert!((found - wanted).abs() < 1e-8, "{found} {wanted}");
        }
    };
    let (start, end) = (Some([0.2, -0.3]), Some([0.8, 0.6]));
    let both = centred(quintic(), start, end).expect("a centre");
    near(both, [&[0.2, 0.4, 0.6, 0.8], &[-0.3, 0.0, 0.3, 0.6]]);
    near(
        centred(quintic(), start, None).expect("a centre"),
        [&[0.2; 4], &[-0.3; 4]],
    );
    near(
        centred(quintic(), None, end).expect("a centre"),
        [&[0.8; 4], &[0.6; 4]],
    );
    near(
        centred(quintic(), None, None).expect("a centre"),
        [&[1.0; 4], &[0.25; 4]],
    );
    let at = |x: f64| [x, 0.0, 0.0, 0.0, 0.0];
    near(
        centred(fourier(2), None, None).expect("a centre"),
        [&at(1.0), &at(0.25)],
    );
    near(
        centred(fourier(2), start, None).expect("a centre"),
        [&at(0.2), &at(-0.3)],
    );
    near(
        centred(fourier(2), None, end).expect("a centre"),
        [&at(0.8), &at(0.6)],
    );
    // What begins outside has no way.
    let far = centred(quintic(), Some([0.2, -1.9]), Some([0.8, 2.4]));
    let near_end = centred(quintic(), Some([0.2, -2.1]), Some([0.8, -2.0]));
    assert!(far.is_ok(), "{far:?}");
    assert_eq!(
        near_end.expect_err("outside").to_string(),
        "no motion keeps the limits of joint elbow: the way from its start to its end exceeds them; give a longer duration, \
         wider limits or other ends"
    );
}

/// A motion that begins at a limit, or ends at one as well, leaves it: it has room at all times at which it may be elsewhere.
#[test]
fn the_centre_leaves_a_limit_where_it_begins() {
    let model = double_pendulum::ROBOT.model();
    let place = |x: [f64; 2]| Some(x.to_vec());
    for basis in [fourier(3), fourier(5), spline(), quintic(), segments(0.25)] {
        for (start, end) in [
            (place([-1.0, 2.5]), None),
            (place([3.0, -0.3]), None),
            (place([-1.0, -2.0]), place([-1.0, -2.0])),
        ] {
            for rest in [true, false] {
                let mut plan = plan(basis.clone());
                plan.ends = Ends {
                    rest,
                    start: start.clone(),
                    end: end.clone(),
                };
                let space = Space::of(&plan.basis, &plan.limits, &plan.ends, &plan.moving);
                let space = space.expect("motions");
                let bounds = Bounds::of(&space, &plan.limits, 50);
                let z = centre(model, &plan, &space, &bounds).expect("a centre");
                let room = Bounds::of(&space, &plan.limits, 1000).room(&z);
                assert!(room > 0.0, "{basis:?} {start:?} {end:?} {rest}: {room}");
            }
        }
    }
}

/// A limit that was typed with some digits is one: what is left to it is no room to move in.
#[test]
fn a_place_beside_a_limit_is_as_good_as_the_limit() {
    let model = double_pendulum::ROBOT.model();
    for basis in [fourier(3), fourier(5), spline(), quintic(), segments(0.25)] {
        for rest in [true, false] {
            let centred = |off: f64| {
                let mut plan = plan(basis.clone());
                plan.ends = Ends {
                    rest,
                    start: Some(vec![-1.0 + off, 2.5 - off]),
                    end: None,
                };
                let space = Space::of(&plan.basis, &plan.limits, &plan.ends, &plan.moving);
                let space = space.expect("motions");
                let bounds = Bounds::of(&space, &plan.limits, 50);
                let z = centre(model, &plan, &space, &bounds).expect("a centre");
                (z.len(), space.coefficients(&z).concat())
            };
            // A little further inside as well nothing is held where there is no room.
            let held =
                [-1.0, 2.5].map(|place| basis.constant().into_iter().map(move |c| c * place));
            let held: Vec<f64> = held.into_iter().flatten().collect();
            let (_, drawn) = centred(0.01);
            let off = held
                .iter()
                .zip(&drawn)
                .map(|(held, drawn)| (held - drawn).abs());
            assert!(off.fold(0.0, f64::max) > 0.1, "{basis:?} {rest}: {drawn:?}");
            let ((free, at), (free_beside, beside)) = (centred(0.0), centred(1e-6));
            assert_eq!(free, free_beside, "{basis:?} {rest}");
            for (at, beside) in at.iter().zip(&beside) {
                assert!(
                    (at - beside).abs() < 1e-4,
                    "{basis:?} {rest}: {at} {beside}"
                );
            }
        }
    }
}

/// However little a motion leaves a limit outwards, or comes to one from there, is seen, though it is inside at all times of a grid; where
/// there is room it may.
#[test]
fn a_limit_is_left_inwards() {
    let moving = Moving::Some(vec![true, false], vec![0.0, 0.3]);
    let room = |start: f64, begins: f64, ends: f64| {
        let between = [2.8, 2.3, 1.7, 1.0, 0.4, -0.2, -0.7];
        let (first, last) = ([start, start + begins], [-1.0 + ends, -1.0]);
        let way = [&first[..], &between, &last].concat();
        let ends = Ends {
            rest: false,
            start: Some(vec![start, 0.3]),
            end: Some(vec![-1.0, 0.3]),
        };
        let limits = limits();
        let space = Space::of(&spline(), &limits, &ends, &moving).expect("motions");
        let z = space.nearest(&[way, vec![0.3; 11]]);
        Bounds::of(&space, &limits, 12).room(&z)
    };
    for start in [3.0, 2.9985] {
        assert!(room(start, -1e-6, 1e-6) > 0.0);
        assert!(room(start, 1e-6, 1e-6) < 0.0);
        assert!(room(start, -1e-6, -1e-6) < 0.0);
    }
    assert!(room(2.99, 1e-6, 1e-6) > 0.0);
}

/// A millionth of each limit, or a thousandth of the room where a motion inside has no thousandth of the limit.
#[test]
fn what_is_left_free_is_a_share_of_the_limit() {
    let joint = JointBounds {
        first: 1,
        rows: nalgebra::DMatrix::from_row_slice(2, 1, &[1.0, 2.0]),
        low: nalgebra::DVector::from_row_slice(&[-1.0, 0.9999]),
        high: nalgebra::DVector::from_row_slice(&[1.0, 1.25]),
    };
    let left = Bounds(vec![joint]).left_free(1e-6, &[9.0, 0.5]);
    let found = [&left.0[0].low, &left.0[0].high];
    let wanted = [[-1.0 + 1e-6, 0.9999 + 1e-7], [1.0 - 1e-6, 1.25 - 1e-6]];
    for (found, wanted) in found.into_iter().zip(wanted) {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }
}

/// What the file does not say has a default, and is named: a reach of 1.5 rad or 0.3 m, 2 rad/s or 0.5 m/s, 10 rad/s² or
/// 3 m/s²; what turns without end a whole turn.
#[test]
fn limits_that_the_file_does_not_say_are_named() {
    const fn joint(name: &'static str, kind: JointKind) -> Joint {
        Joint {
            name,
            kind,
            position: None,
            velocity: None,
            acceleration: None,
            effort: None,
        }
    }
    static JOINTS: [Joint; 4] = [
        Joint {
            velocity: Some(7.0),
            ..joint("a", JointKind::Revolute)
        },
        Joint {
            position: Some([0.1, 0.4]),
            ..joint("b", JointKind::Prismatic)
        },
        Joint {
            acceleration: Some(9.0),
            ..joint("c", JointKind::Continuous)
        },
        Joint {
            position: Some([-1.0, 2.0]),
            velocity: Some(1.0),
            acceleration: Some(2.0),
            ..joint("d", JointKind::Prismatic)
        },
    ];
    let model = Model {
        joints: &JOINTS,
        ..*double_pendulum::ROBOT.model()
    };
    let limit = |position: [f64; 2], velocity: f64, acceleration: f64| JointLimits {
        position,
        velocity,
        acceleration,
        jerk: f64::INFINITY,
    };
    let pi = std::f64::consts::PI;
    let missing = [
        ("a", "position"),
        ("a", "acceleration"),
        ("b", "velocity"),
        ("b", "acceleration"),
        ("c", "position"),
        ("c", "velocity"),
    ];
    assert_eq!(
        Limits::of(&model),
        Limits {
            joints: vec![
                limit([-1.5, 1.5], 7.0, 10.0),
                limit([0.1, 0.4], 0.5, 3.0),
                limit([-pi, pi], 2.0, 9.0),
                limit([-1.0, 2.0], 1.0, 2.0),
            ],
            defaults: missing
                .map(|(joint, what)| (joint.to_owned(), what))
                .to_vec(),
        }
    );
}

/// However slow a motion is: an acceleration that is small beside 1 rad/s² is still one.
#[test]
fn the_slowest_motion_rests_at_its_ends() {
    let rest = Ends {
        rest: true,
        ..Ends::default()
    };
    let slow = Basis::Fourier {
        period: 4e6,
        harmonics: 3,
    };
    let space = Space::of(&slow, &limits(), &rest, &Moving::All).expect("motions");
    assert_eq!(space.parts().collect::<Vec<_>>(), [(0, 5), (5, 5)]);
}
