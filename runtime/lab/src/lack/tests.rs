//! Names of places, highest speeds, and how noise scatters columns.

mod floating;

use nalgebra::{DMatrix, DVector};

use super::candidates::{Candidate, Place};
use super::seen::tests::{seen, whole};
use super::term::Term;
use super::{Lacking, Trials, fastest, is_in_model, named, scatter};
use crate::estimate::{Estimate, Estimator, Method, estimate};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters::{base_matrix, nominal};
use crate::recording::{Arrays, Recording};
use crate::regression::{Equations, by_hand};
use crate::statistics::{Noise, Record};
use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{Model, ParameterKind, Robot, Side, Site};

#[test]
fn places_have_names_and_what_slides_has_forces() {
    let of = |robot: &dyn Robot, place| {
        let (name, force) = named(robot.model(), place);
        (name.unwrap_or_else(|| "all".to_owned()), force)
    };
    let said = |name: &str, force| (name.to_owned(), force);
    assert_eq!(of(&abb_wrist::ROBOT, Place::Motor(1)), said("m2", false));
    assert_eq!(of(&abb_wrist::ROBOT, Place::Joint(1)), said("q2", false));
    assert_eq!(of(&abb_wrist::ROBOT, Place::All), said("all", false));
    let model = scara::ROBOT.model();
    let third = model.joints[2].name;
    assert_eq!(of(&scara::ROBOT, Place::Joint(2)), said(third, true));
    // The motor of what slides turns; where a file has no motors, their torques are those of the joints.
    let motor = model.motors[2].name;
    assert_eq!(of(&scara::ROBOT, Place::Motor(2)), said(motor, false));
    let bare = Model {
        motors: &[],
        ..*model
    };
    let place = |k: usize| named(&bare, Place::Motor(k));
    assert_eq!(place(2), (Some(third.to_owned()), true));
    assert_eq!(place(1), (Some(model.joints[1].name.to_owned()), false));
    assert_eq!(
        of(&scara::ROBOT, Place::Joint(1)),
        said(model.joints[1].name, false)
    );
}

/// The wrist has Coulomb and viscous friction of motors, here with a spring of its second joint.
#[test]
fn a_term_of_the_robot_file_is_in_the_model_at_its_place_alone() {
    let model = abb_wrist::ROBOT.model();
    let mut parameters = model.parameters.to_vec();
    parameters[0].kind = ParameterKind::Stiffness(Site::Joint(1));
    let with_spring = Model {
        parameters: parameters.leak(),
        ..*model
    };
    let of = |model: &Model, term, place| {
        let candidate = Candidate {
            term,
            place,
            column: 0,
        };
        is_in_model(model, &candidate)
    };
    for term in [Term::Coulomb, Term::Viscous] {
        assert!((0..3).all(|k| of(model, term, Place::Motor(k))));
        assert!(!of(model, term, Place::Joint(1)) && !of(model, term, Place::All));
    }
    assert!(!of(model, Term::Quadratic, Place::Motor(1)));
    let own = |kind| kind == ParameterKind::Coulomb(Site::Motor(1));
    let one = model.parameters.iter().filter(|p| own(p.kind)).copied();
    let one = Model {
        parameters: one.collect::<Vec<_>>().leak(),
        ..*model
    };
    let rubs = [0, 1, 2].map(|k| of(&one, Term::Coulomb, Place::Motor(k)));
    assert_eq!(rubs, [false, true, false]);
    let springs = |model: &Model| [0, 1, 2].map(|k| of(model, Term::Spring, Place::Joint(k)));
    assert_eq!(springs(model), [false; 3]);
    assert_eq!(springs(&with_spring), [false, true, false]);
    assert!(!of(&with_spring, Term::Spring, Place::Motor(1)));
    // A joint that moves by another coordinate has none of that coordinate.
    let following = Model {
        motions: &[&[(0, 1.0)], &[(2, 1.0)], &[(1, 1.0), (2, 0.5)]],
        ..with_spring
    };
    assert_eq!(springs(&following), [false, false, true]);
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn highest_speeds_are_those_of_joints_and_then_of_motors() {
    let motion = |size: f64| -> Motion {
        let column = |f: f64| {
            (0..300)
                .map(|k| size * (f * 0.005 * f64::from(k)).sin())
                .collect()
        };
        let position: Vec<Vec<f64>> = [3.0, 4.1, 2.3].map(column).into();
        let arrays = Arrays::new(200.0, position.clone(), position);
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(40.0)),
            trim: Some(10),
            ..ProcessingOptions::default()
        };
        let recording =
            Recording::from_arrays(abb_wrist::ROBOT.model(), arrays).expect("a recording");
        Motion::of(recording, &options, abb_wrist::ROBOT.model()).expect("a motion")
    };
    let motions = [motion(0.3), motion(0.5)];
    let equations = Equations::of(&abb_wrist::ROBOT, Side::Joint).expect("equations");
    let mut top = [0.0f64; 6];
    for motion in &motions {
        for k in motion.interior() {
            let [a, b, c] = motion.states(k..k + 1).qd[..] else {
                panic!("three joints")
            };
            let all = [
                a,
                b,
                c,
                -60.0 * a,
                10.0 * a + 50.0 * b,
                -8.0 * a + 12.0 * b + 45.0 * c,
            ];
            top.iter_mut()
                .zip(all)
                .for_each(|(top, v)| *top = top.max(v.abs()));
        }
    }
    for (found, expected) in fastest(&equations, &motions).iter().zip(top) {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    }
}

/// White noise that is independent from row to row: `Σ w² σ² x xᵀ`.
#[test]
fn noise_scatters_directions_by_weights_squared() {
    let seen = seen(&[6, 5], &|random, _, _| random.normal());
    let weights = [4.0, 0.5];
    for (noisy, variance) in [(0, [9.0, 0.0]), (1, [0.0, 9.0])] {
        // A row of which nothing is left makes all of it white.
        let records = seen.records(&[], &DVector::zeros(7));
        let noise = Noise::beside(records, &variance, &[]);
        let mut expected = DMatrix::zeros(2, 2);
        for (stretch, samples) in [6, 5].into_iter().enumerate() {
            for t in 0..samples {
                let x = whole(&seen, noisy, stretch, t).rows(0, 2).into_owned();
                expected += &x * x.transpose() * (9.0 * weights[noisy] * weights[noisy]);
            }
        }
        assert!(
            (scatter(&seen, &weights, &noise) - expected).amax() < 1e-9,
            "{noise:?}"
        );
    }
}

/// What least squares make of a pendulum at whose elbow acts, by its position and velocity, something of which its model knows nothing,
/// and what is said of it, of so many seconds: they weigh both rows alike, as others do not hear the elbow any more.
fn lacking(seconds: f64, of: impl Fn(f64, f64) -> f64) -> (Estimate, Lacking) {
    lacking_on(Side::Joint, seconds, of)
}

/// The same of equations of a side.
fn lacking_on(side: Side, seconds: f64, of: impl Fn(f64, f64) -> f64) -> (Estimate, Lacking) {
    let robot = &double_pendulum::ROBOT;
    let (model, mut random) = (robot.model(), Random::new(7));
    let path = designed(model, 6.0, seconds, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 1e-3,
    };
    let made = simulate(robot, &nominal(model), &path, 200.0, &sensors, &mut random);
    let mut made = made.expect("a simulation");
    let elbow = made.position[1].clone();
    for k in 1..elbow.len() - 1 {
        made.torque[1][k] += of(elbow[k], (elbow[k + 1] - elbow[k - 1]) * 100.0);
    }
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        equations: Some(side.into()),
        ..ProcessingOptions::default()
    };
    let recording = made.recording().expect("a recording");
    let motions = [Motion::of(recording, &options, model).expect("a motion")];
    let equations = Equations::of(robot, side).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("factors");
    let ols = Estimator {
        method: Method::Ols,
        ..Estimator::default()
    };
    let estimate = estimate(&observation, model, &ols).expect("an estimate");
    let record = || {
        vec![Record {
            matrix: DMatrix::zeros(9, 1),
            kept: vec![true; 9],
        }]
    };
    let noise = Noise::beside(vec![record(), record()], &[0.0, 0.0], &[]);
    let trials = Trials::of(&equations, &motions, &estimate).expect("an answer");
    let found = trials.expect("noise").lacks(&noise);
    // Where nothing is left, or it is not known how much, there is nothing to tell.
    for variance in [0.0, f64::INFINITY] {
        let mut exact = estimate.clone();
        exact.variance[0] = variance;
        let none = Trials::of(&equations, &motions, &exact).expect("an answer");
        assert!(none.is_none(), "{variance}");
    }
    (estimate, found)
}

/// An offset: the term, its size, and how far it has moved base parameters.
#[test]
fn what_is_missing_is_told_with_what_it_does_to_base_parameters() {
    let model = double_pendulum::ROBOT.model();
    let (estimate, found) = lacking(12.0, |_, _| 0.8);
    let lack = &found.lacks[0];
    assert_eq!(lack.term, Term::Offset);
    assert_eq!(
        (lack.joint.as_deref(), lack.row.as_str()),
        (Some("elbow"), "elbow")
    );
    assert_eq!(
        (lack.unit, lack.on_motor, lack.slides),
        ("N·m", false, false)
    );
    assert!((lack.coefficients[0] - 0.8).abs() < 0.02, "{lack:?}");
    assert!(
        lack.share > 0.9 && lack.after < 0.3 * lack.before,
        "{lack:?}"
    );
    // What was left of the elbow before is what is left of its row.
    let size = estimate.variance[1].sqrt();
    assert!((lack.before / size - 1.0).abs() < 0.05, "{lack:?} {size}");
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    let moved = found.moved.expect("a shift");
    let off = DVector::from_column_slice(&estimate.beta) - truth;
    assert!(
        (&off - &moved.shift).norm() < 0.2 * off.norm(),
        "{off} {}",
        moved.shift
    );
    assert!(moved.covariance.diagonal().iter().all(|v| *v > 0.0));
}

/// Of 5000 samples 2400 are seen, in stretches of a period each: the shift is that of all of them.
#[test]
fn what_is_missing_of_long_recordings_moves_parameters_by_all_samples() {
    let model = double_pendulum::ROBOT.model();
    let (estimate, found) = lacking(100.0, |_, speed| 0.1 * speed * speed.abs());
    assert_eq!(found.lacks[0].term, Term::Quadratic);
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    let off = DVector::from_column_slice(&estimate.beta) - truth;
    let shift = found.moved.expect("a shift").shift;
    assert!((&off - &shift).norm() < 0.2 * off.norm(), "{off} {shift}");
}

/// Of friction by the square of speed and of a torque that repeats itself each explains its share of all that the model left of the elbow.
#[test]
fn shares_of_several_terms_are_of_all_that_is_left_of_their_row() {
    let (estimate, found) = lacking(12.0, |q, speed| {
        0.1 * speed * speed.abs() + 0.9 * (2.0 * q).sin()
    });
    let lacks = &found.lacks;
    let is_found = |term: Term| lacks.iter().any(|lack| lack.term == term);
    assert!(
        is_found(Term::Quadratic) && is_found(Term::Periodic { times: 2 }),
        "{lacks:?}"
    );
    assert!(lacks.iter().all(|lack| lack.row == "elbow"), "{lacks:?}");
    let all = lacks[0].before.powi(2);
    assert!((all / estimate.variance[1] - 1.0).abs() < 0.1, "{all}");
    for (lack, next) in lacks
        .iter()
        .zip(lacks.iter().skip(1).map(Some).chain([None]))
    {
        let share = (lack.before.powi(2) - lack.after.powi(2)) / all;
        assert!((lack.share / share - 1.0).abs() < 1e-9, "{lack:?} {share}");
        // What one leaves is what the next has before it.
        let left = next.map_or(lack.after, |next| next.before);
        assert!((left / lack.after - 1.0).abs() < 0.3, "{lack:?} {left}");
    }
}

/// A spring of 4 N/m at the second joint by hand, which slides: what is left of it is a force.
#[test]
fn what_is_missing_of_a_slide_is_told_in_newtons() {
    let processing = || by_hand::processing(EquationSide::Joint);
    let states = by_hand::conditioned(by_hand::recording(1200), processing());
    let mut random = Random::new(5);
    let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
    let motion = by_hand::moved("swing", (0.0, 1200), processing(), &mut |k, rows| {
        let torques = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
        let slid = states.states(k..k + 1).q[1];
        let noise = [0.05, 0.05].map(|size| size * random.normal());
        [torques[0] + noise[0], torques[1] + 4.0 * slid + noise[1]]
    });
    let motions = [motion];
    let equations = Equations::of(&by_hand::ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&motions, &mut |_| {}).expect("factors");
    let ols = Estimator {
        method: Method::Ols,
        ..Estimator::default()
    };
    let estimate = estimate(&observation, &by_hand::MODEL, &ols).expect("an estimate");
    let record = || {
        vec![Record {
            matrix: DMatrix::zeros(9, 1),
            kept: vec![true; 9],
        }]
    };
    let noise = Noise::beside(vec![record(), record()], &[0.0, 0.0], &[]);
    let trials = Trials::of(&equations, &motions, &estimate).expect("an answer");
    let found = trials.expect("noise").lacks(&noise);
    let lack = &found.lacks[0];
    assert_eq!(
        (lack.joint.as_deref(), lack.row.as_str(), lack.term),
        (Some("j2"), "j2", Term::Spring)
    );
    assert_eq!((lack.unit, lack.on_motor, lack.slides), ("N", false, true));
    // Of position, and of a constant, which the model has itself.
    let [stiffness, _] = lack.coefficients[..] else {
        panic!("{lack:?}")
    };
    assert!((stiffness - 4.0).abs() < 0.2, "{lack:?}");
}

/// The file has no motors: what is missing of their torques is told by the names of the joints, as of these.
#[test]
fn what_is_missing_of_motors_without_names_is_told_of_joints() {
    let (_, found) = lacking_on(Side::Motor, 12.0, |_, _| 0.8);
    let lack = &found.lacks[0];
    assert_eq!(
        (lack.joint.as_deref(), lack.row.as_str(), lack.on_motor),
        (Some("elbow"), "elbow", false)
    );
    let said = lack.to_string();
    assert!(
        said.starts_with("Joint elbow, not in the model: "),
        "{said}"
    );
}
