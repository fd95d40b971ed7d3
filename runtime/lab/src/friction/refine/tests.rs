//! Laws that are fitted with exact columns, with what they leave and predict.

use nalgebra::{DMatrix, DVector};

use super::super::fitting::Fitted;
use super::super::law::{Extra, Law, Shape};
use super::super::map::curves;
use super::super::place::places;
use super::super::proposal::Validated;
use super::super::tests::made::motion;
use super::{Refined, Setting, ratios};
use crate::distribution::student_widening;
use crate::estimate::weighted_least_squares;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::parameters::{base_matrix, nominal};
use crate::random::Random;
use crate::regression::by_hand::{self, ROBOT};
use crate::regression::{Equations, Factor, Observation};
use crate::statistics::Basis;
use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder};
use armwright_runtime::{Robot, Side};

#[test]
fn ratios_are_means_over_the_unknowns_of_a_place() {
    let mut factor = Factor::new(5);
    for k in 0..6 {
        let row = (0..5).map(move |j| (j, f64::from(u8::from(j == k))));
        factor.push(row, 1.0);
    }
    let mut estimate = weighted_least_squares(&Observation::of(vec![vec![factor]]));
    // White noise makes variances of 1, 4, 9, 0 and 16 of them.
    estimate.gain = DMatrix::from_diagonal(&DVector::from_row_slice(&[1.0, -2.0, 3.0, 0.0, 4.0]));
    let covariance = DMatrix::from_diagonal(&DVector::from_row_slice(&[5.0, 8.0, 36.0, 7.0, 8.0]));
    // Of the first (8/4 + 36/9) / 2; the one without noise counts for nothing, and no ratio is below 1.
    assert_eq!(ratios(&estimate, &covariance, &[1, 4, 5]), [3.0, 1.0]);
    assert_eq!(ratios(&estimate, &covariance, &[0, 1, 1]), [5.0, 1.0]);
}

fn refined(setting: &Setting<'_>, laws: &[Fitted], rounds: usize) -> Refined {
    setting.refined(laws, rounds, &mut |_| {}).expect("a fit")
}

/// A pendulum without noise, the elbow of which has friction near standstill.
#[test]
fn a_law_is_found_from_near_it_with_base_parameters() {
    let robot = &double_pendulum::ROBOT;
    let curve = |joint: usize, v: f64| match joint {
        0 => 0.3 * v,
        _ => v.signum() * (0.8 + 0.6 * (-(v / 0.5).powi(2)).exp()) + 0.25 * v,
    };
    let motions: Vec<_> = [1, 2]
        .map(|seed| motion(robot, EquationSide::Joint, [6.0, 1e-5], seed, &curve))
        .into();
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = places(&equations);
    let load = vec![0.0; robot.model().base.len()];
    let setting = Setting {
        equations: &equations,
        motions: &motions,
        places: &places,
        load: &load,
    };
    let start = [
        Fitted::new(Law::of(Shape::Viscous).with(Extra::Offset), Vec::new()),
        Fitted::new(Law::of(Shape::Stribeck), vec![0.6]),
    ];
    let found = refined(&setting, &start, usize::MAX);
    let b = load.len();
    assert!(found.settled);
    assert_eq!(found.starts, [b, b + 2, b + 6]);
    let near = |found: f64, expected: f64, to: f64| {
        assert!((found - expected).abs() < to, "{found} for {expected}");
    };
    let (_, linear, theta) = &found.laws[1];
    for (found, expected) in linear.iter().chain(theta).zip([0.8, 0.25, 0.6, 0.5]) {
        near(*found, expected, 0.03);
    }
    near(found.laws[0].1[0], 0.3, 0.01);
    near(found.laws[0].1[1], 0.0, 0.01);
    let truth = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    for (found, expected) in found.estimate.beta.iter().zip(truth.iter()) {
        near(*found, *expected, 0.01);
    }
    assert_eq!(found.covariance.nrows(), b + 6);
    assert!(found.covariance.diagonal().iter().all(|v| *v > 0.0));
    // Every recording counts: in another order they say the same.
    let reversed: Vec<_> = motions.iter().rev().cloned().collect();
    let other = Setting {
        motions: &reversed,
        ..setting
    };
    let other = refined(&other, &start, usize::MAX).covariance;
    for (one, other) in found.covariance.diagonal().iter().zip(&other.diagonal()) {
        assert!((one / other - 1.0).abs() < 1e-3, "{one} {other}");
    }
    // A single round leaves what is not linear, and says whether it would have stayed.
    let once = refined(&setting, &start, 1);
    assert!(!once.settled);
    assert_eq!(once.laws[1].2, [0.6]);
    assert_eq!(once.laws[1].1, start[1].linear);
    // Friction along each motion is that of the law, and what is measured is the same with what is left.
    let curves = curves(&setting, &found).expect("curves");
    assert_eq!([curves.len(), curves[0].len(), curves[1].len()], [2, 2, 2]);
    for (joint, series) in curves.iter().enumerate() {
        for (one, motion) in series.iter().zip(&motions) {
            assert_eq!((one.name.as_str(), one.rate), (motion.name.as_str(), 50.0));
            let (mut squares, mut counted) = ([0.0; 2], 0.0);
            for k in 0..one.time.len() {
                let at = ((one.time[k] - motion.time(0)) * 200.0).round() as usize;
                let v = motion.states(at..at + 1).qd[joint];
                assert_eq!(one.speed[0][k], v);
                assert_eq!(one.friction[0][k], one.predicted[0][k]);
                // Decimation is a mean over reversals, too.
                if v.abs() > 1.0 {
                    let both = [one.predicted[0][k], one.measured[0][k]];
                    let off = both.map(|x| (x - curve(joint, v)).powi(2));
                    (0..2).for_each(|k| squares[k] += off[k]);
                    counted += 1.0;
                }
            }
            let off = squares.map(|x: f64| (x / counted).sqrt());
            assert!(counted > 50.0 && off[0] < 0.05 && off[1] < 0.1, "{off:?}");
        }
    }
    // What a law has more, less is left: what was measured is the same.
    let mut more = found;
    more.estimate.beta[b + 2] += 0.5;
    let others = super::super::map::curves(&setting, &more).expect("curves");
    for (one, other) in curves[1].iter().zip(&others[1]) {
        for k in 0..one.time.len() {
            near(other.measured[0][k], one.measured[0][k], 1e-9);
        }
        let grown = one.predicted[0].iter().zip(&other.predicted[0]);
        assert!(grown.clone().any(|(a, b)| (b - a).abs() > 0.4));
    }
}

/// Coulomb and viscous friction of the motors is that of the file, on whichever side torques are.
#[test]
fn friction_of_motors_is_seen_through_the_transmission() {
    let robot = &abb_wrist::ROBOT;
    for (side, equations_side, names) in [
        (EquationSide::Joint, Side::Joint, ["q1", "q2", "q3"]),
        (EquationSide::Motor, Side::Motor, ["m1", "m2", "m3"]),
    ] {
        let motions: Vec<_> = [3, 4]
            .map(|seed| motion(robot, side, [6.0, 1e-3], seed, &|_, _| 0.0))
            .into();
        let equations = Equations::of(robot, equations_side).expect("equations");
        let places = places(&equations);
        let theta = nominal(robot.model());
        let beta = base_matrix(robot.model()) * DVector::from_vec(theta);
        let load = vec![0.0; beta.len()];
        let setting = Setting {
            equations: &equations,
            motions: &motions[..1],
            places: &places,
            load: &load,
        };
        let laws: Vec<Fitted> = places
            .iter()
            .map(|p| Fitted::new(p.law.clone(), Vec::new()))
            .collect();
        let found = refined(&setting, &laws, usize::MAX);
        for ((_, linear, _), expected) in
            found
                .laws
                .iter()
                .zip([[0.05, 5e-4], [0.045, 4e-4], [0.03, 3e-4]])
        {
            for (x, expected) in linear.iter().zip(expected) {
                assert!((x / expected - 1.0).abs() < 0.1, "{side:?}: {linear:?}");
            }
        }
        let curves = curves(&setting, &found).expect("curves");
        for (series, expected) in curves
            .iter()
            .zip([[0.05, 5e-4], [0.045, 4e-4], [0.03, 3e-4]])
        {
            let series = &series[0];
            let mut squares = [0.0; 3];
            for k in (0..series.time.len()).filter(|k| series.kept[0][*k]) {
                let v = series.speed[0][k];
                let friction = expected[0] * v.signum() + expected[1] * v;
                squares[0] += friction * friction;
                squares[1] += (series.predicted[0][k] - friction).powi(2);
                squares[2] += (series.measured[0][k] - friction).powi(2);
            }
            // What is left of rows is a thousandth of torques, a tenth of friction.
            assert!(
                squares[0] > 0.0 && squares[1] < 0.01 * squares[0] && squares[2] < 0.1 * squares[0],
                "{side:?}: {squares:?}"
            );
        }
        // What is left of a row is that of its motor, so many times as large at the joint.
        let left = setting
            .validated(beta.as_slice(), &found, &motions[..1])
            .expect("residuals");
        let times = match side {
            EquationSide::Joint => [60.0, 50.0, 45.0],
            EquationSide::Motor => [1.0; 3],
        };
        for ((series, left), times) in curves.iter().zip(&left).zip(times) {
            let series = &series[0];
            let kept = (0..series.time.len()).filter(|k| series.kept[0][*k]);
            let squares = kept.map(|k| (series.measured[0][k] - series.predicted[0][k]).powi(2));
            let squares: Vec<f64> = squares.collect();
            let size = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
            let share = times * size / left.proposed;
            assert!(
                (share - 1.0).abs() < 1e-9,
                "{side:?} {}: {share}",
                left.name
            );
        }
        // Of another motion both leave no more than its noise; a file without friction leaves friction.
        let said = setting
            .validated(beta.as_slice(), &found, &motions[1..])
            .expect("residuals");
        assert_eq!(
            said.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(),
            names
        );
        let series = equations
            .predict(&motions[1], beta.as_slice(), &mut |_| {})
            .expect("torques");
        let mut none = beta.clone();
        for place in &places {
            place.own.iter().for_each(|k| none[*k] = 0.0);
        }
        let bare = setting
            .validated(none.as_slice(), &found, &motions[1..])
            .expect("residuals");
        let without = equations
            .predict(&motions[1], none.as_slice(), &mut |_| {})
            .expect("torques");
        for (row, (said, bare)) in said.iter().zip(&bare).enumerate() {
            let kept: Vec<usize> = (0..series.time.len())
                .filter(|k| series.kept[row][*k])
                .collect();
            let size = |of: &dyn Fn(usize) -> f64| {
                let squares: f64 = kept.iter().map(|k| of(*k).powi(2)).sum();
                (squares / kept.len() as f64).sqrt()
            };
            let measured = &series.measured[row];
            let near = |found: f64, expected: f64| {
                assert!(
                    (found / expected - 1.0).abs() < 1e-9,
                    "{found} for {expected}"
                )
            };
            near(said.torque, size(&|k| measured[k]));
            near(said.file, size(&|k| measured[k] - series.predicted[row][k]));
            near(
                bare.file,
                size(&|k| measured[k] - without.predicted[row][k]),
            );
            assert_eq!(bare.proposed, said.proposed);
            assert!(
                said.proposed < 0.01 * said.torque && said.proposed > 0.2 * said.file,
                "{said:?}"
            );
            assert!(bare.file > 3.0 * said.file, "{bare:?}");
        }
    }
}

/// Rows of which one has viscous friction of 2 more than laws say, over both motions.
#[test]
fn what_laws_leave_of_recordings_that_were_held_out_is_counted_row_by_row() {
    let robot = &double_pendulum::ROBOT;
    let curve = |joint: usize, v: f64| [0.5, 3.0][joint] * v;
    let motions: Vec<_> = [1, 2]
        .map(|seed| motion(robot, EquationSide::Joint, [1.5, 0.0], seed, &curve))
        .into();
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = places(&equations);
    let beta = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let load = vec![0.0; beta.len()];
    let setting = Setting {
        equations: &equations,
        motions: &motions[..1],
        places: &places,
        load: &load,
    };
    let viscous = |x: f64| (Law::of(Shape::Viscous), vec![x], Vec::new());
    let laws = vec![viscous(0.5), viscous(1.0)];
    let observation = setting.observe(&laws, &mut |_| {}).expect("equations");
    let mut estimate = weighted_least_squares(&observation);
    let b = beta.len();
    estimate.beta = [beta.as_slice(), &[0.5, 1.0]].concat();
    let found = Refined {
        laws,
        estimate,
        starts: vec![b, b + 1, b + 2],
        ratio: vec![1.0; 2],
        covariance: DMatrix::zeros(b + 2, b + 2),
        settled: true,
    };
    let validated = |held_out: &[Motion]| {
        let said = setting.validated(beta.as_slice(), &found, held_out);
        said.expect("residuals")
    };
    assert!(validated(&[]).is_empty());
    let said = validated(&motions);
    let names: Vec<&str> = said.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["shoulder", "elbow"]);
    // The file has no friction: it leaves all of it, the law of the elbow two thirds.
    assert!(said[0].proposed < 0.02 * said[0].file, "{said:?}");
    assert!(
        (said[1].proposed / said[1].file - 2.0 / 3.0).abs() < 0.01,
        "{said:?}"
    );
    let each = [&motions[..1], &motions[1..]].map(validated);
    let counts = motions.iter().map(|motion| {
        let series = equations.predict(motion, beta.as_slice(), &mut |_| {});
        let kept = &series.expect("torques").kept;
        [0, 1].map(|row| kept[row].iter().filter(|kept| **kept).count() as f64)
    });
    let counts: Vec<[f64; 2]> = counts.collect();
    for (row, all) in said.iter().enumerate() {
        let sum = |of: fn(&Validated) -> f64| {
            let squares: f64 = (0..2)
                .map(|k| counts[k][row] * of(&each[k][row]).powi(2))
                .sum();
            (squares / (counts[0][row] + counts[1][row])).sqrt()
        };
        for of in [
            |v: &Validated| v.file,
            |v: &Validated| v.proposed,
            |v: &Validated| v.torque,
        ] {
            assert!((of(all) / sum(of) - 1.0).abs() < 1e-9, "{all:?}");
        }
    }
}

/// Ten seconds tell the noise better than two: the deviations of the short recording are Student's, as those of `Deviations`.
#[test]
fn deviations_are_wider_where_the_noise_is_known_from_little() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = places(&equations);
    let load = vec![0.0; robot.model().base.len()];
    let viscous = || Fitted::new(Law::of(Shape::Viscous), Vec::new());
    let widest = [2.0, 10.0].map(|seconds| {
        let motion = motion(robot, EquationSide::Joint, [seconds, 0.1], 7, &|_, v| {
            0.3 * v
        });
        let setting = Setting {
            equations: &equations,
            motions: &[motion],
            places: &places,
            load: &load,
        };
        let found = refined(&setting, &[viscous(), viscous()], usize::MAX);
        let modelled = setting.noise(&found.laws, &found.estimate).expect("noise");
        let told = setting
            .covariance(&found.laws, &found.estimate, &modelled.noise)
            .expect("a covariance");
        let basis = Basis::of(&found.estimate.spectrum);
        let gain = &found.estimate.gain * found.estimate.spectrum.left.columns(0, basis.size());
        let (whole, uncertain) = modelled.spread_of(&gain, &found.estimate.weights);
        let uneven = modelled.unevenness(&gain, &found.estimate.weights);
        let mut widest: f64 = 1.0;
        for k in 0..told.nrows() {
            let freedom = 2.0 * whole[k].powi(2) / uncertain[k];
            let wider = student_widening(freedom.max(1.0));
            let ratio = (found.covariance[(k, k)] / told[(k, k)]).sqrt();
            let expected = wider * uneven[k].sqrt();
            assert!(
                (ratio / expected - 1.0).abs() < 1e-9,
                "{ratio} for {expected}"
            );
            widest = widest.max(wider);
        }
        widest
    });
    assert!(
        widest[0] > 1.005 && widest[1] < widest[0],
        "{widest:?} times wider"
    );
}

/// Near standstill the sign of friction is not certain.
#[test]
fn what_laws_leave_is_counted_where_the_file_tells_friction() {
    let robot = &puma_shoulder::ROBOT;
    let motions = [motion(
        robot,
        EquationSide::Joint,
        [1.5, 0.01],
        1,
        &|_, _| 0.0,
    )];
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let places = places(&equations);
    let beta = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let load = vec![0.0; beta.len()];
    let setting = Setting {
        equations: &equations,
        motions: &motions,
        places: &places,
        load: &load,
    };
    let law = places[0].law.clone();
    let laws = vec![(law.clone(), vec![1.0; law.linear()], Vec::new())];
    let observation = setting.observe(&laws, &mut |_| {}).expect("equations");
    let found = Refined {
        laws,
        estimate: weighted_least_squares(&observation),
        starts: vec![beta.len(), beta.len() + law.linear()],
        ratio: vec![1.0],
        covariance: DMatrix::zeros(0, 0),
        settled: true,
    };
    let said = setting.validated(beta.as_slice(), &found, &motions);
    let said = said.expect("residuals");
    let series = equations.predict(&motions[0], beta.as_slice(), &mut |_| {});
    let series = series.expect("torques");
    let size = |kept: &dyn Fn(usize) -> bool| {
        let places = (0..series.time.len()).filter(|k| kept(*k));
        let squares: Vec<f64> = places.map(|k| series.measured[0][k].powi(2)).collect();
        (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
    };
    let [kept, all] = [size(&|k| series.kept[0][k]), size(&|_| true)];
    assert!((said[0].torque / kept - 1.0).abs() < 1e-9, "{said:?}");
    assert!((all / kept - 1.0).abs() > 1e-6, "{all} {kept}");
}

/// Torques are noise alone, and more than half of the samples are too slow to count: the noise is that of the others.
#[test]
fn samples_that_do_not_count_are_no_noise_of_zero() {
    let mut random = Random::new(5);
    let mut processing = by_hand::processing(EquationSide::Joint);
    processing.motor_velocity_threshold = vec![0.0, 1.5];
    let mut torque = |_, _| [0.3, 0.6].map(|size| size * random.normal());
    let motions = [by_hand::moved("run", (0.0, 600), processing, &mut torque)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let places = places(&equations);
    let load = vec![0.0; by_hand::B];
    let setting = Setting {
        equations: &equations,
        motions: &motions,
        places: &places,
        load: &load,
    };
    let laws = places.iter().map(|place| {
        let law = place.law.clone();
        let linear = vec![0.0; law.linear()];
        (law, linear, Vec::new())
    });
    let laws: Vec<_> = laws.collect();
    let observation = setting.observe(&laws, &mut |_| {}).expect("equations");
    assert!(observation.equations() < motions[0].interior().len());
    let estimate = weighted_least_squares(&observation);
    let noise = setting.noise(&laws, &estimate).expect("noise");
    for (own, variance) in noise.noise.rows.iter().zip(&estimate.variance) {
        let share = own.innovation() / variance;
        assert!((0.8..1.1).contains(&share), "{share}");
    }
}

/// Torques are those of a law with a speed and an exponent, which is where the fit begins: both stay there.
#[test]
fn each_parameter_that_is_not_linear_has_a_step_of_its_own() {
    let (linear, theta) = ([0.8, 0.25, 0.6], [0.3, 2.0]);
    let law = Law::of(Shape::StribeckExponent);
    let beta = [0.7, -0.2, 1.3, 0.4, 0.0, 2.0];
    let mut random = Random::new(9);
    let mut torque = |_: usize, rows: [[f64; by_hand::B]; 2]| {
        // The viscous friction of the first joint has its velocity.
        let v = rows[0][4];
        let values = law.of_velocity(&theta, v.abs(), v.signum());
        let friction: f64 = values.iter().zip(linear).map(|(x, c)| x * c).sum();
        let bodies = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
        [bodies[0] + friction, bodies[1]].map(|exact| exact + 1e-4 * random.normal())
    };
    let processing = by_hand::processing(EquationSide::Joint);
    let motions = [by_hand::moved("run", (0.0, 600), processing, &mut torque)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let places = places(&equations);
    assert_eq!(
        (places[0].name.as_str(), &places[0].own[..]),
        ("j1", &[4][..])
    );
    let load = vec![0.0; by_hand::B];
    let setting = Setting {
        equations: &equations,
        motions: &motions,
        places: &places[..1],
        load: &load,
    };
    let start = Fitted {
        linear: linear.to_vec(),
        ..Fitted::new(law.clone(), theta.to_vec())
    };
    let found = refined(&setting, std::slice::from_ref(&start), usize::MAX);
    assert!(found.settled);
    for (found, expected) in found.laws[0].2.iter().zip(theta) {
        assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
    }
}
