//! What is said of a planned motion before it is run, and which parameters a projection connects.

use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Model, Parameter, ParameterKind, Robot, Side, Site};
use nalgebra::{DMatrix, DVector};

use super::super::beside::information;
use super::super::joint_use::JointUse;
use super::super::recovered::AtNominal;
use super::{
    Confused, Foreseen, Limits, Planned, Reading, Screening, base_matrix, confused, foreseen,
    measured_side, nominal, observed, pass, physical, screen, screen_read,
};
use crate::regression::by_hand;

fn joint(name: &str, used: [f64; 3], still: bool) -> JointUse {
    JointUse {
        name: name.to_owned(),
        unit: "rad",
        position: [0.0; 2],
        velocity: 0.0,
        acceleration: 0.0,
        used,
        still,
    }
}

fn screening() -> Screening {
    Screening {
        robot: "r".to_owned(),
        samples: 1,
        kept: None,
        beside: 0,
        duration: 1.0,
        joints: vec![joint("q1", [1.0, 0.5, 0.5], false)],
        rank: 1,
        singular_values: Vec::new(),
        scaled_condition: None,
        condition: None,
        log_det: None,
        noise: Vec::new(),
        noise_from: "",
        base: Vec::new(),
        physical: Vec::new(),
        unexcited: Vec::new(),
        confused: Vec::new(),
        followers: Vec::new(),
        warnings: Vec::new(),
    }
}

#[test]
fn warnings_say_which_joint_and_which_parameters() {
    let mut one = screening();
    one.unexcited = vec!["a".to_owned()];
    one.warn();
    assert_eq!(one.warnings, ["not excited at all: a"]);
    let mut quiet = screening();
    quiet.warn();
    assert!(quiet.warnings.is_empty() && quiet.is_complete());
    let mut found = screening();
    found.joints.push(joint("q2", [0.5, 1.234, 1.000_1], true));
    found.unexcited = vec!["a".to_owned(), "b".to_owned()];
    let group = |parameters: &[&str], seen: usize| Confused {
        parameters: parameters.iter().map(|p| (*p).to_owned()).collect(),
        seen,
    };
    found.confused = vec![group(&["c"], 0), group(&["d", "e", "f"], 2)];
    found.warn();
    assert_eq!(
        found.warnings,
        [
            "joint q2 stands still: what only its motion shows stays unknown",
            "joint q2 exceeds its limit of velocity: 123.4 % of it",
            "joint q2 exceeds its limit of acceleration: 100.0 % of it",
            "not excited at all: a, b",
            "not determined: c",
            "not told apart: d, e, f (2 of 3 combinations are seen)",
        ]
    );
    for change in [
        |s: &mut Screening| s.unexcited.push("a".to_owned()),
        |s: &mut Screening| {
            s.confused.push(Confused {
                parameters: vec!["a".to_owned()],
                seen: 0,
            })
        },
        |s: &mut Screening| s.joints[0].still = true,
        |s: &mut Screening| s.joints.push(joint("q2", [0.5; 3], true)),
    ] {
        let mut one = screening();
        change(&mut one);
        assert!(!one.is_complete());
    }
    // A joint that moves with others has limits of its own.
    let mut followed = screening();
    followed.followers = vec![
        joint("q3", [0.5; 3], false),
        joint("q4", [1.5, 0.5, 0.5], false),
    ];
    followed.warn();
    assert_eq!(
        followed.warnings,
        ["joint q4 exceeds its limit of position: 150.0 % of it"]
    );
}

/// The fifth of seven samples is no later than the fourth, or its time is no number; of the planned motion, or of one that exists.
#[test]
fn time_has_to_advance_in_every_motion() {
    let robot = &double_pendulum::ROBOT;
    let limits = Limits::of(robot.model());
    let good = planned(1.1, &[]);
    let said = "time does not advance to sample 5 of the motion: each sample has a later time than the one before";
    for time in [good.time[3], good.time[2], f64::NAN] {
        let mut wrong = good.clone();
        wrong.time[4] = time;
        let refused = screen(robot, &wrong, &limits).expect_err("a clock that stands still");
        assert_eq!(refused.to_string(), said, "{time}");
        let beside = [good.clone(), wrong];
        let reading = Reading {
            beside: &beside,
            ..Reading::default()
        };
        let refused = screen_read(robot, &good, &reading, &limits);
        let refused = refused.expect_err("a clock that stands still");
        assert_eq!(refused.to_string(), said, "{time}");
    }
}

/// Two samples are enough, and a base that moves is refused whatever it is to do.
#[test]
fn what_cannot_be_judged_is_refused() {
    let robot = &double_pendulum::ROBOT;
    let limits = Limits::of(robot.model());
    let of = |samples: usize| {
        let mut short = planned(1.1, &[0.5]);
        short.time.truncate(samples);
        let columns = short.state.iter_mut().flatten();
        columns.for_each(|column| column.truncate(samples));
        let found = screen(robot, &short, &limits);
        found.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(of(2), Ok(()));
    let solo = &armwright_robots::solo12::ROBOT;
    let refused = screen(solo, &Planned::default(), &Limits::of(solo.model()));
    assert_eq!(
        refused.expect_err("its base moves").to_string(),
        "the base of solo12 moves: motions of a base are not designed yet; `simulate` has some that are chosen of random ones"
    );
}

/// Of five parameters the sum of the first and the third is not seen, nor the last.
#[test]
fn what_a_lost_direction_connects_is_one_group() {
    let half = 0.5f64;
    let mut hidden = DMatrix::zeros(5, 5);
    for (i, j) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        hidden[(i, j)] = half;
    }
    hidden[(4, 4)] = 1.0;
    let name = |k: usize| format!("p{k}");
    let groups = confused(&hidden, |_| true, name);
    let parameters: Vec<_> = groups
        .iter()
        .map(|g| (g.parameters.join(","), g.seen))
        .collect();
    assert_eq!(parameters, [("p0,p2".to_owned(), 1), ("p4".to_owned(), 0)]);
    // Of those that count alone.
    let groups = confused(&hidden, |k| k != 4, name);
    assert_eq!(groups.len(), 1);
    // A little of a direction is rounding: beyond a millionth of its square it is not.
    let faint = |share: f64| {
        let mut hidden = DMatrix::zeros(2, 2);
        hidden[(1, 1)] = share;
        confused(&hidden, |_| true, name).len()
    };
    assert_eq!([faint(0.9e-6), faint(1.1e-6)], [0, 1]);
}

/// Seven states of the pendulum, none like another.
fn planned(seed: f64, noise: &[f64]) -> Planned {
    let state = |order: usize, joint: usize| -> Vec<f64> {
        let at = |k: u32| (seed * f64::from(k) + 1.3 * order as f64 + 0.7 * joint as f64).sin();
        (0..7).map(|k| (1.0 + order as f64) * at(k)).collect()
    };
    Planned {
        time: (0..7).map(|k| 0.5 + 0.2 * f64::from(k)).collect(),
        state: std::array::from_fn(|order| (0..2).map(|joint| state(order, joint)).collect()),
        noise: noise.to_vec(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }
}

/// The base regressor of all states, a row a joint and sample.
fn stacked(robot: &dyn Robot, planned: &Planned) -> DMatrix<f64> {
    let (n, b) = (planned.state[0].len(), robot.model().base.len());
    let mut all = DMatrix::zeros(n * planned.time.len(), b);
    let mut y = vec![0.0; n * b];
    for k in 0..planned.time.len() {
        let of = |order: usize| -> Vec<f64> { planned.state[order].iter().map(|c| c[k]).collect() };
        robot
            .base_regressor(&of(0), &of(1), &of(2), &mut y)
            .expect("a regressor");
        all.rows_mut(n * k, n)
            .copy_from(&DMatrix::from_row_slice(n, b, &y));
    }
    all
}

fn assert_near(found: f64, wanted: f64) {
    assert!(
        (found - wanted).abs() < 1e-8 * wanted.abs(),
        "{found} {wanted}"
    );
}

/// Of the shoulder's torque alone: its rows, and nothing of those that are not read.
#[test]
fn figures_are_those_of_the_torques_that_are_read() {
    let robot = &double_pendulum::ROBOT;
    let own = planned(1.1, &[0.5, 0.2]);
    let all = stacked(robot, &own);
    let rows = DMatrix::from_fn(all.nrows() / 2, all.ncols(), |i, j| all[(2 * i, j)]);
    let reading = Reading {
        torques: &[true, false],
        ..Reading::default()
    };
    let limits = Limits::of(robot.model());
    let found = screen_read(robot, &own, &reading, &limits).expect("figures");
    let information = rows.tr_mul(&rows);
    assert_near(
        found.log_det.expect("regular"),
        information.determinant().ln(),
    );
    let covariance = information.try_inverse().expect("regular") * 0.25;
    for (k, base) in found.base.iter().enumerate() {
        assert_near(base.std.expect("a deviation"), covariance[(k, k)].sqrt());
    }
}

/// By the definitions: singular values of weighted rows with columns of length 1, the determinant in SI units, deviations from the
/// inverse of the information.
#[test]
fn figures_of_a_plan_are_those_of_its_equations() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let limits = Limits::of(model);
    let b = model.base.len();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let (own, other) = (planned(1.1, &[0.5, 0.2]), planned(0.6, &[9.0, 9.0]));
    let third = planned(0.8, &[9.0, 9.0]);
    for beside in [vec![], vec![other.clone()], vec![other, third]] {
        let mut rows = stacked(robot, &own);
        for more in &beside {
            let more = stacked(robot, more);
            let first = rows.nrows();
            rows = rows.resize_vertically(first + more.nrows(), 0.0);
            rows.rows_mut(first, more.nrows()).copy_from(&more);
        }
        let reading = Reading {
            beside: &beside,
            torques: &[],
            identified: false,
        };
        let found = screen_read(robot, &own, &reading, &limits).expect("figures");
        let plain = rows.clone().singular_values();
        assert_near(found.condition.expect("regular"), plain.max() / plain.min());
        let log_det = rows.tr_mul(&rows).determinant().ln();
        assert_near(found.log_det.expect("regular"), log_det);
        let mut weighted = rows.clone();
        for (k, mut row) in weighted.row_iter_mut().enumerate() {
            row /= [0.5, 0.2][k % 2];
        }
        let covariance = weighted.tr_mul(&weighted).try_inverse().expect("regular");
        for (k, base) in found.base.iter().enumerate() {
            let std = covariance[(k, k)].sqrt();
            assert_eq!(base.name, model.base[k].name);
            assert_eq!(
                (base.expression.as_str(), base.unit.as_str()),
                (model.base[k].expression, model.base[k].unit)
            );
            assert_near(base.std.expect("determined"), std);
            assert_near(base.nominal.expect("nominal"), beta[k]);
            assert_near(base.relative.expect("nominal"), (std / beta[k]).abs());
        }
        for mut column in weighted.column_iter_mut() {
            let norm = column.norm();
            column /= norm;
        }
        let scaled = weighted.singular_values();
        assert_near(
            found.scaled_condition.expect("regular"),
            scaled.max() / scaled.min(),
        );
        assert_eq!(found.singular_values.len(), b);
        assert_near(found.singular_values[0], scaled.max());
        assert_eq!(
            (found.rank, found.samples, found.beside),
            (b, 7, 7 * beside.len())
        );
        assert!((found.duration - 1.2).abs() < 1e-12 && found.kept.is_none());
        assert_eq!(
            (&found.noise[..], found.noise_from),
            (&[0.5, 0.2][..], "given")
        );
        assert_eq!(
            (found.robot.as_str(), found.joints.len()),
            ("double_pendulum", 2)
        );
        assert!(found.unexcited.is_empty() && found.confused.is_empty());
    }
}

#[test]
fn noise_that_nobody_gave_is_a_share_of_torques_by_nominal_values() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let limits = Limits::of(model);
    let noise = |noise: &[f64]| {
        let found = screen(robot, &planned(1.1, noise), &limits).expect("figures");
        (found.noise, found.noise_from)
    };
    assert_eq!(noise(&[0.3]), (vec![0.3; 2], "given"));
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let torques = stacked(robot, &planned(1.1, &[])) * beta;
    let (found, from) = noise(&[]);
    assert_eq!(from, "2 % of each row's root mean square by nominal values");
    for (joint, found) in found.into_iter().enumerate() {
        let squares: f64 = torques.iter().skip(joint).step_by(2).map(|x| x * x).sum();
        assert_near(found, 0.02 * (squares / 7.0).sqrt());
    }
    // One noise of all motions together, seven samples of one and three of another.
    let mut other = planned(0.6, &[]);
    other.time.truncate(3);
    for column in other.state.iter_mut().flatten() {
        column.truncate(3);
        column.iter_mut().for_each(|x| *x *= 3.0);
    }
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let torques = [planned(1.1, &[]), other.clone()].map(|motion| stacked(robot, &motion) * &beta);
    let beside = [other];
    let reading = Reading {
        beside: &beside,
        ..Reading::default()
    };
    let found = screen_read(robot, &planned(1.1, &[]), &reading, &limits).expect("figures");
    let said = "2 % of each row's root mean square by nominal values, over all motions";
    assert_eq!(found.noise_from, said);
    for (joint, noise) in found.noise.into_iter().enumerate() {
        let rows = torques
            .iter()
            .flat_map(|all| all.iter().skip(joint).step_by(2));
        let squares: f64 = rows.map(|x| x * x).sum();
        assert_near(noise, 0.02 * (squares / 10.0).sqrt());
    }
    let mut short = planned(1.1, &[]);
    short.time.truncate(1);
    let refused = screen(robot, &short, &limits).expect_err("too short");
    assert_eq!(
        refused.to_string(),
        "samples: 1 are too few, at least 2 are needed"
    );
}

/// Seven states in which nominal values give these torques: at each they are solved for accelerations, in which torques are
/// linear.
fn planned_for(torques: &dyn Fn(usize) -> [f64; 2]) -> Planned {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let mut found = planned(1.1, &[]);
    let mut at = |acceleration: [f64; 2]| {
        found.state[2] = acceleration.map(|qdd| vec![qdd; 7]).to_vec();
        stacked(robot, &found) * &beta
    };
    let [still, first, second] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(&mut at);
    for k in 0..7 {
        let of = |all: &DVector<f64>| all.rows(2 * k, 2).into_owned();
        let inertia = DMatrix::from_columns(&[of(&first) - of(&still), of(&second) - of(&still)]);
        let left = DVector::from_column_slice(&torques(k)) - of(&still);
        let solved = inertia.lu().solve(&left).expect("an inertia");
        for joint in 0..2 {
            found.state[2][joint][k] = solved[joint];
        }
    }
    found
}

/// What takes less than a thousandth of the largest torque has the noise of a thousandth, whichever joint it is.
#[test]
fn a_row_of_hardly_any_torque_has_a_thousandth_of_the_largest_noise() {
    let robot = &double_pendulum::ROBOT;
    let limits = Limits::of(robot.model());
    // The mean of the squares of 1 to 7 is 20.
    let largest = 0.02 * 20f64.sqrt();
    for (share, expected) in [(0.0, 1e-3), (0.5e-3, 1e-3), (2e-3, 2e-3), (0.5, 0.5)] {
        for small in [0, 1] {
            let torques = |k: usize| {
                let mut both = [k as f64 + 1.0; 2];
                both[small] *= share;
                both
            };
            let found = screen(robot, &planned_for(&torques), &limits).expect("figures");
            assert_near(found.noise[1 - small], largest);
            assert_near(found.noise[small], expected * largest);
            let known = found.base.iter().filter_map(|base| base.std);
            assert!(known.clone().count() > 0 && known.clone().all(f64::is_finite));
        }
    }
}

/// Of friction alone at a joint that stands still nothing is measured: nominal values then say no more than none would.
#[test]
fn where_nominal_values_ask_for_no_torque_its_noise_is_a_newton_metre() {
    const PARAMETERS: [Parameter; by_hand::P] = {
        let mut all = by_hand::PARAMETERS;
        let mut k = 0;
        while k < all.len() {
            let at_first = matches!(all[k].kind, ParameterKind::Viscous(Site::Joint(0)));
            all[k].nominal = if at_first { Some(0.7) } else { None };
            k += 1;
        }
        all
    };
    const MODEL: Model = Model {
        parameters: &PARAMETERS,
        ..by_hand::MODEL
    };
    let mut held = planned(1.1, &[]);
    for order in 1..3 {
        held.state[order][0] = vec![0.0; 7];
    }
    let found = screen(&by_hand::ByHand(&MODEL), &held, &Limits::of(&MODEL)).expect("figures");
    let from = "1 N·m, since nominal values ask for no torque along the motion: deviations are in proportion";
    assert_eq!((found.noise, found.noise_from), (vec![1.0; 2], from));
    assert!(found.singular_values.iter().all(|value| value.is_finite()));
    // The other joint moves: its friction is told.
    let offset = found.base.iter().find(|base| base.name.contains("fo_j2"));
    assert!(offset.expect("friction").std.is_some());
}

/// A robot file without any number says what a motion determines, in proportion to the noise, and nothing of sizes.
#[test]
fn without_nominal_values_deviations_are_in_proportion_to_a_newton_metre() {
    const PARAMETERS: [Parameter; by_hand::P] = {
        let mut all = by_hand::PARAMETERS;
        let mut k = 0;
        while k < all.len() {
            all[k].nominal = None;
            k += 1;
        }
        all
    };
    const MODEL: Model = Model {
        parameters: &PARAMETERS,
        ..by_hand::MODEL
    };
    let robot = by_hand::ByHand(&MODEL);
    let limits = Limits::of(&MODEL);
    let found = screen(&robot, &planned(1.1, &[]), &limits).expect("figures");
    let from = "1 N·m, since the robot file has no nominal values: deviations are in proportion";
    assert_eq!((&found.noise, found.noise_from), (&vec![1.0; 2], from));
    assert!(found.physical.is_empty());
    let twice = screen(&robot, &planned(1.1, &[2.0]), &limits).expect("figures");
    assert_eq!((twice.noise, twice.noise_from), (vec![2.0; 2], "given"));
    for (one, two) in found.base.iter().zip(&twice.base) {
        assert_eq!((one.nominal, one.relative), (None, None));
        assert_near(
            two.std.expect("determined"),
            2.0 * one.std.expect("determined"),
        );
    }
}

#[test]
fn a_motion_of_a_joint_without_a_motor_is_said_not_to_be_followed() {
    use armwright_runtime::Motor;
    const MODEL: Model = Model {
        motors: &[
            by_hand::MODEL.motors[0],
            Motor {
                name: "j2",
                is_passive: true,
                ..by_hand::MODEL.motors[1]
            },
        ],
        ..by_hand::MODEL
    };
    let warned = |model: &'static Model| {
        let found = screen(
            &by_hand::ByHand(model),
            &planned(1.1, &[]),
            &Limits::of(model),
        );
        let warnings = found.expect("figures").warnings;
        warnings
            .iter()
            .any(|warning| warning.starts_with("no motor moves j2: "))
    };
    assert!(warned(&MODEL) && !warned(&by_hand::MODEL));
}

/// A shoulder that stands still shows nothing of its own inertia, and what hangs on it only by weight.
#[test]
fn what_a_held_joint_hides_has_no_deviation() {
    let robot = &double_pendulum::ROBOT;
    let mut held = planned(1.1, &[1.0]);
    held.state[0][0] = vec![0.4; 7];
    held.state[1][0] = vec![0.0; 7];
    held.state[2][0] = vec![0.0; 7];
    let found = screen(robot, &held, &Limits::of(robot.model())).expect("figures");
    let unknown: Vec<&str> = found
        .base
        .iter()
        .filter(|base| base.std.is_none())
        .map(|base| base.name.as_str())
        .collect();
    // Torque of the shoulder at 0.4 rad: its two moments as one weight; its inertia not at all.
    let names: Vec<&str> = robot.model().base.iter().map(|base| base.name).collect();
    assert_eq!(unknown, names[..3], "{:?}", found.base);
    assert_eq!(
        (found.rank, found.log_det, found.condition),
        (4, None, None)
    );
    assert_eq!(found.unexcited, [names[2]]);
    let confused: Vec<_> = found
        .confused
        .iter()
        .map(|c| (c.parameters.join(","), c.seen))
        .collect();
    assert_eq!(confused, [(names[..2].join(","), 1)]);
    assert!(found.scaled_condition.is_none() && !found.is_complete());
}

/// Rows at motors are joint rows through the transmission: `τ_m = G⁻ᵀ τ`.
#[test]
fn rows_at_motors_give_the_torques_of_motors() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let mut three = planned(0.9, &[]);
    for (order, columns) in three.state.iter_mut().enumerate() {
        columns.push(
            (0..7)
                .map(|k| (0.8 * f64::from(k) - order as f64).cos())
                .collect(),
        );
    }
    let ratios =
        DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let to_motors = ratios.transpose().try_inverse().expect("regular");
    let joints = stacked(robot, &three) * &beta;
    assert_eq!(measured_side(robot), Side::Motor);
    assert_eq!(measured_side(&double_pendulum::ROBOT), Side::Joint);
    for (side, matrix) in [
        (Side::Joint, DMatrix::identity(3, 3)),
        (Side::Motor, to_motors),
    ] {
        let mut found = Vec::new();
        pass(robot, &three, side, |row, columns| {
            assert_eq!(row, found.len() % 3);
            found.push(
                columns
                    .iter()
                    .zip(beta.iter())
                    .map(|(y, b)| y * b)
                    .sum::<f64>(),
            );
        })
        .expect("rows");
        for k in 0..7 {
            let wanted = &matrix * joints.rows(3 * k, 3);
            for row in 0..3 {
                let off = found[3 * k + row] - wanted[row];
                assert!(off.abs() < 1e-9 * (1.0 + wanted[row].abs()), "{off}");
            }
        }
    }
    // What exists: rows of joints with weights of their own, those without one as they are.
    let all = [three.clone(), planned_after(&three)];
    let found = information(robot, &all, &[2.0, 0.5]).expect("information");
    let mut wanted = DMatrix::zeros(beta.len(), beta.len());
    for motion in &all {
        for (k, row) in stacked(robot, motion).row_iter().enumerate() {
            wanted += row.transpose() * row * [4.0, 0.25, 1.0][k % 3];
        }
    }
    assert!((found - &wanted).amax() < 1e-10 * wanted.amax());
}

fn planned_after(planned: &Planned) -> Planned {
    let mut other = planned.clone();
    other
        .state
        .iter_mut()
        .flatten()
        .flatten()
        .for_each(|x| *x = 0.8 * *x + 0.1);
    other
}

/// `√(J C Jᵀ)` of each physical parameter, none of one that rests on what is not determined.
#[test]
fn physical_parameters_have_the_deviations_of_what_they_are_made_of() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let b = beta.len();
    let half = DMatrix::from_fn(b, b, |i, k| (0.3 + 1.7 * i as f64 + 0.9 * k as f64).sin());
    let covariance = &half * half.transpose() * 1e-6;
    let found = AtNominal::of(robot, beta.as_slice()).expect("a way back");
    let all = physical(robot, beta.as_slice(), &covariance, &|k| k != 4);
    let plan = model.recovery.as_ref().expect("a plan");
    assert_eq!(all.len(), plan.recovered.len());
    let mut hidden = 0;
    for (r, known) in all.iter().enumerate() {
        let square: f64 = (0..b)
            .flat_map(|i| (0..b).map(move |k| (i, k)))
            .map(|(i, k)| found.jacobian[(r, i)] * covariance[(i, k)] * found.jacobian[(r, k)])
            .sum();
        let parameter = &plan.recovered[r];
        assert_eq!(
            (known.name.as_str(), known.unit.as_str()),
            (parameter.name, parameter.unit)
        );
        assert_eq!(
            (known.nominal, known.expression.as_str()),
            (Some(found.values[r]), "")
        );
        if found.jacobian[(r, 4)] == 0.0 {
            assert!(
                (known.std.expect("determined") - square.sqrt()).abs()
                    < 1e-9 + 1e-6 * square.sqrt()
            );
        } else {
            assert_eq!(known.std, None);
            hidden += 1;
        }
    }
    assert!(hidden > 0 && hidden < all.len(), "{hidden}");
}

/// Of rows at motors, each over its noise: deviations are those of the inverse of the information, of bodies alone where
/// friction is known; physical parameters follow from them.
#[test]
fn friction_that_is_known_is_neither_looked_for_nor_missed() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let state = |order: usize, joint: usize| -> Vec<f64> {
        let w = 1.1 + 0.37 * joint as f64;
        let at = |k: u32| (w * f64::from(k) + 1.3 * order as f64).sin();
        (0..60).map(|k| (1.0 + order as f64) * at(k)).collect()
    };
    let noise = [0.02, 0.01, 0.03];
    for without_friction in [false, true] {
        let plan = Planned {
            time: (0..60).map(|k| 0.1 * f64::from(k)).collect(),
            state: std::array::from_fn(|order| (0..3).map(|joint| state(order, joint)).collect()),
            noise: noise.to_vec(),
            without_friction,
            end: None,
            recorded: Vec::new(),
            ..Planned::default()
        };
        let sought: Vec<usize> = (0..beta.len())
            .filter(|k| !(without_friction && model.base[*k].name.starts_with('f')))
            .collect();
        assert_eq!(sought.len() < beta.len(), without_friction);
        let mut information = DMatrix::zeros(sought.len(), sought.len());
        pass(robot, &plan, Side::Motor, |row, columns| {
            let own = sought.iter().map(|k| columns[*k] / noise[row]);
            let own = DVector::from_iterator(sought.len(), own);
            information += &own * own.transpose();
        })
        .expect("rows");
        let inverse = information.try_inverse().expect("regular");
        let found = screen(robot, &plan, &Limits::of(model)).expect("figures");
        assert!(found.unexcited.is_empty(), "{:?}", found.unexcited);
        assert!(found.confused.is_empty(), "{:?}", found.confused);
        assert!(found.is_complete() && found.rank == sought.len());
        assert_eq!(found.base.len(), sought.len());
        for (place, (base, k)) in found.base.iter().zip(&sought).enumerate() {
            assert_eq!(base.name, model.base[*k].name);
            let std = inverse[(place, place)].sqrt();
            let off = base.std.expect("determined") / std - 1.0;
            assert!(off.abs() < 1e-6, "{base:?} {std}");
        }
        let mut covariance = DMatrix::zeros(beta.len(), beta.len());
        for (i, to) in sought.iter().enumerate() {
            for (j, also) in sought.iter().enumerate() {
                covariance[(*to, *also)] = inverse[(i, j)];
            }
        }
        let is_sought = |k: usize| sought.contains(&k);
        let wanted = physical(robot, beta.as_slice(), &covariance, &is_sought);
        assert_eq!(found.physical.len(), wanted.len());
        let mut told = 0;
        for (own, wanted) in found.physical.iter().zip(&wanted) {
            assert_eq!((&own.name, own.nominal), (&wanted.name, wanted.nominal));
            assert_eq!(own.std.is_some(), wanted.std.is_some(), "{}", own.name);
            if let (Some(own), Some(wanted)) = (own.std, wanted.std) {
                assert!((own - wanted).abs() <= 1e-5 * wanted, "{own} {wanted}");
                told += usize::from(wanted > 0.0);
            }
        }
        assert!(told > 3, "{wanted:?}");
    }
}

/// The derivative of the way back, by differences along it.
#[test]
fn what_is_recovered_follows_base_parameters() {
    let robot = &abb_wrist::ROBOT;
    let beta = base_matrix(robot.model()) * DVector::from_vec(nominal(robot.model()));
    let at = |beta: &DVector<f64>| AtNominal::of(robot, beta.as_slice()).expect("a way back");
    let found = at(&beta);
    for k in 0..beta.len() {
        let h = 1e-6 * (1.0 + beta[k].abs());
        let moved = |by: f64| {
            let mut beta = beta.clone();
            beta[k] += by;
            at(&beta).values
        };
        let (ahead, behind) = (moved(h), moved(-h));
        for r in 0..ahead.len() {
            let slope = (ahead[r] - behind[r]) / (2.0 * h);
            let own = found.jacobian[(r, k)];
            assert!(
                (own - slope).abs() < 1e-4 * (1.0 + slope.abs()),
                "{r} {k}: {own} {slope}"
            );
        }
    }
    assert!(
        AtNominal::of(&double_pendulum::ROBOT, &[1.0; 6])
            .is_none_or(|found| found.jacobian.ncols() == 6)
    );
}

#[test]
fn a_share_is_of_what_is_not_zero() {
    let of = |std: Option<f64>, nominal: Option<f64>| foreseen("a", "a + b", "kg", std, nominal);
    let found = of(Some(0.5), Some(-2.0));
    assert_eq!(
        found,
        Foreseen {
            name: "a".to_owned(),
            expression: "a + b".to_owned(),
            unit: "kg".to_owned(),
            std: Some(0.5),
            nominal: Some(-2.0),
            relative: Some(0.25),
        }
    );
    assert_eq!(of(Some(0.3), Some(0.0)).relative, None);
    assert_eq!(
        (of(None, Some(2.0)).relative, of(Some(0.3), None).relative),
        (None, None)
    );
}

/// Samples that do not come evenly make no recording, a hundredth of their distance aside.
#[test]
fn a_plan_is_read_as_a_recording_where_it_is_even_in_time() {
    let robot = &double_pendulum::ROBOT;
    let even = |shift: f64| {
        let mut planned = planned(1.1, &[]);
        let column = |joint: usize, order: usize| -> Vec<f64> {
            let w = 2.0 + joint as f64;
            let at = |k: u32| {
                let t = 0.005 * f64::from(k);
                [(w * t).sin(), w * (w * t).cos(), -w * w * (w * t).sin()][order]
            };
            (0..800).map(at).collect()
        };
        planned.time = (0..800).map(|k| 1.0 + 0.005 * f64::from(k)).collect();
        planned.time[400] += 0.005 * shift;
        planned.state =
            std::array::from_fn(|order| (0..2).map(|joint| column(joint, order)).collect());
        planned
    };
    let plan = even(0.0);
    let (triangle, kept) = observed(robot, &[&plan], &[0.5, 0.2]).expect("a recording");
    assert!(kept > 0.5 && kept < 1.0, "{kept}");
    // All of it twice tells as much as two motions; half the noise of a row tells four times as much of it.
    let (both, same) = observed(robot, &[&plan, &plan], &[0.5, 0.2]).expect("a recording");
    let gram = |triangle: &DMatrix<f64>| triangle.tr_mul(triangle);
    let once = gram(&triangle);
    assert!((gram(&both) - &once * 2.0).amax() < 1e-8 * once.amax() && same == kept);
    let quiet = gram(
        &observed(robot, &[&plan], &[0.25, 0.1])
            .expect("a recording")
            .0,
    );
    assert!((quiet - &once * 4.0).amax() < 1e-8 * once.amax());
    // As much as all samples of the plan tell, but for what is left out at its ends.
    let mut whole = DMatrix::zeros(6, 6);
    for (k, row) in stacked(robot, &plan).row_iter().enumerate() {
        whole += row.transpose() * row / [0.25, 0.04][k % 2];
    }
    let share = (once.trace() / whole.trace()) / kept;
    assert!((0.7..1.3).contains(&share), "{share}");
    // As `identify` will read it, deviations are those of what is kept.
    let mut noisy = plan.clone();
    noisy.noise = vec![0.5, 0.2];
    let reading = Reading {
        beside: &[],
        torques: &[],
        identified: true,
    };
    let limits = Limits::of(robot.model());
    let found = screen_read(robot, &noisy, &reading, &limits).expect("figures");
    assert_eq!(found.kept, Some(kept));
    let covariance = once.clone().try_inverse().expect("regular");
    let all = screen(robot, &noisy, &limits).expect("figures");
    for (k, (base, whole)) in found.base.iter().zip(&all.base).enumerate() {
        assert_near(base.std.expect("determined"), covariance[(k, k)].sqrt());
        assert!(
            base.std > whole.std.map(|std| 0.9 * std),
            "{base:?} {whole:?}"
        );
    }
    assert_eq!((all.kept, all.rank), (None, found.rank));
    assert!(
        observed(robot, &[&plan], &[0.5]).is_none(),
        "a row without noise"
    );
    assert!(observed(robot, &[&even(0.9e-2)], &[0.5, 0.2]).is_some());
    assert!(observed(robot, &[&even(1.1e-2)], &[0.5, 0.2]).is_none());
    assert!(
        observed(robot, &[&planned(1.1, &[])], &[0.5, 0.2]).is_none(),
        "too short"
    );
}

/// Positions of motors are those of joints through the transmission: read back, they tell what the plan's own rows at motors tell.
#[test]
fn a_plan_behind_a_transmission_is_read_at_its_motors() {
    let robot = &abb_wrist::ROBOT;
    let column = |joint: usize, order: usize| -> Vec<f64> {
        let w = 2.0 + 1.3 * joint as f64;
        let at = |k: u32| {
            let t = 0.005 * f64::from(k);
            [(w * t).sin(), w * (w * t).cos(), -w * w * (w * t).sin()][order]
        };
        (0..800).map(at).collect()
    };
    let plan = Planned {
        time: (0..800).map(|k| 0.005 * f64::from(k)).collect(),
        state: std::array::from_fn(|order| (0..3).map(|joint| column(joint, order)).collect()),
        ..planned(1.1, &[])
    };
    let noise = [0.02, 0.01, 0.03];
    let (triangle, kept) = observed(robot, &[&plan], &noise).expect("a recording");
    let b = robot.model().base.len();
    let mut whole = DMatrix::zeros(b, b);
    pass(robot, &plan, Side::Motor, |row, columns| {
        let row = DVector::from_column_slice(columns) / noise[row];
        whole += &row * row.transpose();
    })
    .expect("rows");
    let once = triangle.tr_mul(&triangle);
    // Bodies; friction is left out where signs are not certain.
    for k in (0..b).filter(|k| !robot.model().base[*k].name.starts_with('f')) {
        let share = once[(k, k)] / whole[(k, k)] / kept;
        assert!(
            (0.5..1.5).contains(&share),
            "{}: {share}",
            robot.model().base[k].name
        );
    }
}

/// Two directions of three parameters are lost, one is seen: 0.7 + 0.6 + 0.7 is less than 2 by rounding.
#[test]
fn lost_directions_are_counted_through_rounding() {
    let seen = DVector::from_row_slice(&[0.3f64.sqrt(), 0.4f64.sqrt(), 0.3f64.sqrt()]);
    let mut hidden = -&seen * seen.transpose();
    for (k, lost) in [0.7, 0.6, 0.7].into_iter().enumerate() {
        hidden[(k, k)] = lost;
    }
    assert!(hidden.trace() < 2.0);
    let groups = confused(&hidden, |_| true, |k| format!("p{k}"));
    assert_eq!(groups.len(), 1);
    assert_eq!(groups[0].parameters, ["p0", "p1", "p2"]);
    assert_eq!(groups[0].seen, 1);
}

/// Two sines of each of some joints, 4 s of them at 200 Hz.
fn evenly(joints: usize, noise: &[f64]) -> Planned {
    let column = |joint: usize, order: usize| -> Vec<f64> {
        let w = 2.0 + 1.3 * joint as f64;
        let sine = |size: f64, w: f64, t: f64| {
            let (sin, cos) = (w * t).sin_cos();
            size * [sin, w * cos, -w * w * sin][order]
        };
        let at = |k: u32| {
            let t = 0.005 * f64::from(k);
            sine(1.0, w, t) + sine(0.4, 2.3 * w, t)
        };
        (0..800).map(at).collect()
    };
    Planned {
        time: (0..800).map(|k| 0.005 * f64::from(k)).collect(),
        state: std::array::from_fn(|order| (0..joints).map(|joint| column(joint, order)).collect()),
        noise: noise.to_vec(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }
}

/// What is not read is as if its noise were a billion newton metres.
#[test]
fn what_identification_keeps_is_of_the_torques_that_are_read() {
    let robot = &double_pendulum::ROBOT;
    let plan = evenly(2, &[0.5, 0.2]);
    let reading = Reading {
        torques: &[true, false],
        identified: true,
        ..Reading::default()
    };
    let found = screen_read(robot, &plan, &reading, &Limits::of(robot.model())).expect("figures");
    let (triangle, kept) = observed(robot, &[&plan], &[0.5, 1e9]).expect("a recording");
    assert_eq!(found.kept, Some(kept));
    let covariance = triangle.tr_mul(&triangle).try_inverse().expect("regular");
    for (k, base) in found.base.iter().enumerate() {
        assert_near(base.std.expect("determined"), covariance[(k, k)].sqrt());
    }
    // A motor's torque has those of several joints in it: which of them are read says nothing of what is kept.
    let wrist = &abb_wrist::ROBOT;
    let plan = evenly(3, &[2.0, 1.0, 3.0]);
    let limits = Limits::of(wrist.model());
    let reading = Reading {
        torques: &[true; 3],
        identified: true,
        ..Reading::default()
    };
    let found = screen_read(wrist, &plan, &reading, &limits).expect("figures");
    assert_eq!(found.kept, None);
}

/// Of a wrist whose motors are measured: its joints' torques, each over a noise that is its own.
#[test]
fn torques_that_are_read_are_those_of_joints() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let b = model.base.len();
    let state = |order: usize, joint: usize| -> Vec<f64> {
        let w = 1.1 + 0.37 * joint as f64;
        let at = |k: u32| (w * f64::from(k) + 1.3 * order as f64).sin();
        (0..60).map(|k| (1.0 + order as f64) * at(k)).collect()
    };
    let noise = [2.0, 1.0, 3.0];
    let plan = Planned {
        time: (0..60).map(|k| 0.1 * f64::from(k)).collect(),
        state: std::array::from_fn(|order| (0..3).map(|joint| state(order, joint)).collect()),
        noise: noise.to_vec(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    let mut information = DMatrix::zeros(b, b);
    pass(robot, &plan, Side::Joint, |row, columns| {
        let own = DVector::from_column_slice(columns) / noise[row];
        information += &own * own.transpose();
    })
    .expect("rows");
    let inverse = information.try_inverse().expect("regular");
    let reading = Reading {
        torques: &[true; 3],
        ..Reading::default()
    };
    let found = screen_read(robot, &plan, &reading, &Limits::of(model)).expect("figures");
    for (k, base) in found.base.iter().enumerate() {
        let off = base.std.expect("determined") / inverse[(k, k)].sqrt() - 1.0;
        assert!(off.abs() < 1e-6, "{base:?} {off}");
    }
}

/// Twice the first joint, less the second, and half a radian.
#[test]
fn joints_that_move_with_others_are_judged_as_well() {
    use armwright_runtime::{Follower, Joint};
    static FOLLOWED: Model = Model {
        followers: &[Follower {
            joint: Joint {
                name: "twin",
                position: Some([-1.0, 1.0]),
                velocity: None,
                acceleration: None,
                ..by_hand::MODEL.joints[0]
            },
            motion: &[(0, 2.0), (1, -1.0)],
            offset: 0.5,
        }],
        ..by_hand::MODEL
    };
    let own = planned(1.1, &[1.0]);
    let found = screen(&by_hand::ByHand(&FOLLOWED), &own, &Limits::of(&FOLLOWED));
    let found = found.expect("figures");
    let pairs = own.state[0][0].iter().zip(&own.state[0][1]);
    let positions: Vec<f64> = pairs.map(|(one, two)| 0.5 + 2.0 * one - two).collect();
    let most = positions.iter().map(|x| x.abs()).fold(0.0, f64::max);
    assert!(most > 1.0);
    let names: Vec<&str> = found.followers.iter().map(|x| x.name.as_str()).collect();
    assert_eq!(names, ["twin"]);
    assert_near(found.followers[0].used[0], most);
    let said = format!(
        "joint twin exceeds its limit of position: {:.1} % of it",
        100.0 * most
    );
    assert!(found.warnings.contains(&said), "{:?}", found.warnings);
}

/// Of the shoulder alone, whose jerk is limited to nearly nothing.
#[test]
fn jerk_is_judged_where_it_is_limited() {
    let robot = &double_pendulum::ROBOT;
    let mut limits = Limits::of(robot.model());
    limits.joints[0].jerk = 1e-3;
    let found = screen(robot, &planned(1.1, &[1.0]), &limits).expect("figures");
    let of_jerk = found.warnings.iter().filter(|said| said.contains("jerk"));
    let said: Vec<&String> = of_jerk.collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("joint shoulder exceeds its limit of jerk: "));
}
