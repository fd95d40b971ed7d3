//! Two lengths of a robot whose torques are of second degree in them.

use std::sync::LazyLock;

use armwright_robots::double_pendulum;
use armwright_runtime::{
    Columns, EvaluationError, Inputs, Isa, Model, Packet, Pattern, Physical, PhysicalKind,
    Quantity, Recovery, RecoveryError, Robot, Side, Sparsity, Torque, recovery::Outcome,
};
use nalgebra::{DMatrix, DVector};

use super::{AtLengths, Fitted, fit};
use crate::estimate::{Estimator, Method};
use crate::identify::{Estimation, FittedLength, IdentifyOptions, identify};
use crate::motion::Motion;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::Recording;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, MODEL, conditioned, motion as smooth, near, processing, recording, rows,
};
use crate::report::tests::identification;
use crate::statistics::{Autoregression, Estimated, Noise};

const fn length(name: &'static str, kind: PhysicalKind, nominal: f64) -> Physical {
    Physical {
        name,
        latex: "",
        unit: "m",
        kind,
        nominal: Some(nominal),
    }
}

const KNOWN: [Physical; 3] = [
    length("l_1", PhysicalKind::FittedLength, 0.5),
    length("d", PhysicalKind::Length, 0.7),
    length("l_2", PhysicalKind::FittedLength, -0.3),
];
const NOMINAL: [f64; 2] = [0.5, -0.3];
const TRUE: [f64; 2] = [0.8, -0.1];
const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

const fn with(known: &'static [Physical]) -> Model {
    Model {
        recovery: Some(Recovery {
            known,
            recovered: &[],
            steps: &[],
            undetermined: &[],
            invisible: &[],
            spare: &[],
            rank: 0,
        }),
        sparsity: Sparsity {
            joint: Pattern(&["+++++++", "+++++++"]),
            motor: Pattern(&["+++++++", "+++++++"]),
            ..MODEL.sparsity
        },
        ..MODEL
    }
}

struct Telescope(&'static Model);

static FITTED: Model = with(&KNOWN);
static ROBOT: Telescope = Telescope(&FITTED);
const LEFT_OUT: [Torque; 1] = [Torque::motor(1)];

/// What multiplies base parameters: two of them act over lengths on the other joint, too.
fn at([one, two]: [f64; 2], q: &[f64], qd: &[f64], qdd: &[f64]) -> [[f64; B]; 2] {
    let mut found = rows(q, qd, qdd);
    found[0][0] += one * qdd[1];
    found[1][0] = one * qdd[0];
    found[0][2] = two * qd[1];
    found[1][2] += two * two * qd[0];
    found
}

impl Robot for Telescope {
    fn model(&self) -> &Model {
        self.0
    }

    fn left_out(&self) -> &[Torque] {
        &LEFT_OUT
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        match quantity {
            Quantity::BaseRegressor | Quantity::MeasuredBaseRegressor => {
                self.base_regressor_with(&NOMINAL, inputs.q, inputs.qd, inputs.qdd, out)
            }
            Quantity::BaseParameters => {
                out.fill(7.0);
                Ok(())
            }
            _ => Err(EvaluationError::NotGenerated(quantity)),
        }
    }

    fn base_regressor_with(
        &self,
        lengths: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let rows = at([lengths[0], lengths[1]], q, qd, qdd);
        let each = out.chunks_exact_mut(B).zip(rows);
        each.for_each(|(out, row)| out.copy_from_slice(&row));
        Ok(())
    }

    fn lengths(&self) -> &'static [Physical] {
        &KNOWN[1..2]
    }

    fn base_parameters_at(
        &self,
        theta: &[f64],
        lengths: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        out[0] = theta[0] + 10.0 * lengths[0];
        Ok(())
    }

    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        out[0] = beta[0] + 10.0 * known[0];
        residuals[0] = tolerance[0];
        Ok(())
    }

    fn recover_near(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        near: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        out[0] = beta[0] + 10.0 * known[0] + 100.0 * near[0];
        residuals[0] = -tolerance[0];
        Ok(())
    }

    fn plan_jacobian(
        &self,
        _: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        out[0] = beta[0] + 10.0 * known[0] + 100.0 * recovered[0];
        Ok(())
    }
}

/// What the robot computes for one state, and for many, of as many values as differ.
#[test]
fn what_other_lengths_leave_alone_is_as_fast_as_the_robots_own() {
    let robot = &double_pendulum::ROBOT;
    let (q, qd, qdd) = ([0.3, -0.4], [0.5, 0.7], [1.1, -1.3]);
    let inputs = Inputs {
        q: &q,
        qd: &qd,
        qdd: &qdd,
        ..Inputs::default()
    };
    let [one_q, one_qd, one_qdd] = [q, qd, qdd].map(|x| x.map(|x| [x]));
    let columns = Columns {
        q: &one_q.each_ref().map(|x| x.as_slice()),
        qd: &one_qd.each_ref().map(|x| x.as_slice()),
        qdd: &one_qdd.each_ref().map(|x| x.as_slice()),
        ..Columns::default()
    };
    let packed = |robot: &dyn Robot, quantity| {
        let packing = robot.packing(quantity);
        let values = packing.map_or(0, |packing| packing.values());
        let mut out = vec![0.0; values];
        let one = robot.evaluate_packed(quantity, &inputs, &mut out);
        let mut many = vec![Packet::default(); values];
        let batch = robot.evaluate_batch(Isa::detected(), quantity, &columns, &mut many);
        (one.map(|()| out), batch.map(|()| many))
    };
    let plain = AtLengths::new(robot, Vec::new());
    let other = AtLengths::new(robot, vec![0.25]);
    for quantity in [Quantity::BaseRegressor, Quantity::TorqueRegressor] {
        let own = packed(robot, quantity);
        assert!(own.0.is_ok() && own.1.is_ok(), "{own:?}");
        assert_eq!(packed(&plain, quantity), own);
        let refused = EvaluationError::NotGenerated(quantity);
        let of_other = match quantity {
            Quantity::BaseRegressor => (Err(refused), Err(refused)),
            _ => own,
        };
        assert_eq!(packed(&other, quantity), of_other);
    }
}

/// Only what moves has other lengths; all else is the robot's own.
#[test]
fn a_robot_with_other_lengths_is_otherwise_the_same() {
    let other = AtLengths::new(&ROBOT, TRUE.to_vec());
    assert_eq!(other.model().name, "by_hand");
    assert_eq!(other.left_out(), LEFT_OUT);
    assert_eq!(other.lengths(), &KNOWN[1..2]);
    let (q, qd, qdd) = ([0.3, -0.4], [0.5, 0.7], [1.1, -1.3]);
    let inputs = Inputs {
        q: &q,
        qd: &qd,
        qdd: &qdd,
        ..Inputs::default()
    };
    let evaluated = |robot: &dyn Robot, quantity| {
        let mut out = vec![0.0; 2 * B];
        robot.evaluate(quantity, &inputs, &mut out).map(|()| out)
    };
    let plain = AtLengths::new(&ROBOT, Vec::new());
    for quantity in [Quantity::BaseRegressor, Quantity::MeasuredBaseRegressor] {
        let expected = |lengths| Ok(at(lengths, &q, &qd, &qdd).concat());
        assert_eq!(evaluated(&other, quantity), expected(TRUE));
        assert_eq!(evaluated(&plain, quantity), expected(NOMINAL));
    }
    let parameters = evaluated(&other, Quantity::BaseParameters);
    assert_eq!(parameters, Ok(vec![7.0; 2 * B]));
    let (mut out, mut left) = ([0.0], [0.0]);
    assert_eq!(other.base_parameters_at(&[1.0], &[2.0], &mut out), Ok(()));
    assert_eq!(out, [21.0]);
    let told = other.recover(&[3.0], &[4.0], &[5.0], &mut out, &mut left);
    assert_eq!((told, out, left), (Ok(()), [43.0], [5.0]));
    let told = other.recover_near(&[3.0], &[4.0], &[5.0], &[6.0], &mut out, &mut left);
    assert_eq!((told, out, left), (Ok(()), [643.0], [-5.0]));
    let told = other.plan_jacobian(Outcome::Recovered, &[3.0], &[4.0], &[7.0], &mut out);
    assert_eq!((told, out), (Ok(()), [743.0]));
}

/// What multiplies base parameters at lengths, positions, velocities and accelerations.
type RowsAt = fn([f64; 2], &[f64], &[f64], &[f64]) -> [[f64; B]; 2];

/// Two motions, of true lengths and with noise of so many shares.
fn motions(noise: f64) -> Vec<Motion> {
    moved(at, TRUE, noise)
}

fn moved(at: RowsAt, lengths: [f64; 2], noise: f64) -> Vec<Motion> {
    let all = recorded(at, lengths, noise).into_iter();
    all.map(|recording| conditioned(recording, processing(EquationSide::Joint)))
        .collect()
}

/// What they were made of.
fn recorded(at: RowsAt, lengths: [f64; 2], noise: f64) -> Vec<Recording> {
    let one = |samples: u32, start: f64| {
        let mut recording = recording(samples);
        recording.start = start;
        let states = smooth(samples);
        let mut torques = vec![vec![0.0; samples as usize]; 2];
        for k in states.interior() {
            let state = states.states(k..k + 1);
            let rows = at(lengths, &state.q, &state.qd, &state.qdd);
            for (row, torque) in torques.iter_mut().enumerate() {
                let left = noise * (1 + row) as f64 * (2.3 * k as f64 + start).sin();
                torque[k] = left + rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum::<f64>();
            }
        }
        recording.torque = Some(torques);
        recording
    };
    vec![one(120, 0.0), one(90, 3.0)]
}

/// A robot without a torque has no equation of it: here all are there.
struct Whole(Telescope);

impl Robot for Whole {
    fn model(&self) -> &Model {
        self.0.model()
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.0.evaluate(quantity, inputs, out)
    }

    fn base_regressor_with(
        &self,
        lengths: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.0.base_regressor_with(lengths, q, qd, qdd, out)
    }
}

fn fitted(known: &'static [Physical], motions: &[Motion]) -> Option<Fitted> {
    let model = Box::leak(Box::new(with(known)));
    let robot = Whole(Telescope(model));
    fit(&robot, motions, Side::Joint, &mut |_| {}).expect("equations")
}

#[test]
fn lengths_are_found_that_explain_the_torques() {
    let found = fitted(&KNOWN, &motions(0.0)).expect("lengths");
    for (found, expected) in found.lengths.iter().zip(TRUE) {
        assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
    }
    // One alone, the other at its value of the file, which is not true.
    assert!(fitted(&[], &motions(0.0)).is_none());
    assert!(fitted(&KNOWN[1..2], &motions(0.0)).is_none());
    static OPEN: LazyLock<[Physical; 2]> = LazyLock::new(|| {
        let open = Physical {
            nominal: None,
            ..KNOWN[2]
        };
        [KNOWN[0], open]
    });
    assert!(fitted(&*OPEN, &motions(0.0)).is_none());
    // Without accelerations the first is not told.
    let mut steady = recording(120);
    steady.acceleration = Some(vec![vec![0.0; 120]; 2]);
    let steady = conditioned(steady, processing(EquationSide::Joint));
    assert!(fitted(&KNOWN, &[steady]).is_none());
}

/// Whatever is known of parameters, they are found with the lengths.
#[test]
fn nothing_is_given_beside_lengths_that_are_fitted() {
    let robot = Whole(Telescope(&FITTED));
    let known = [("m_b", 2.0), ("fv_j1", 0.5)].map(|(name, value)| (name.to_owned(), value));
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            order: Some(2),
            decimate: Some(List(vec![1])),
            trim: Some(3),
            velocity_threshold: Some(List(vec![0.0])),
            motor_velocity_threshold: Some(List(vec![0.0])),
            ..ProcessingOptions::default()
        },
        estimator: Estimator {
            known: known.to_vec(),
            ..Method::Wls.into()
        },
        ..IdentifyOptions::default()
    };
    let refused = identify(&robot, recorded(at, TRUE, 0.0), &options).err();
    assert_eq!(
        refused.map(|error| error.to_string()).as_deref(),
        Some("`m_b` cannot be given: lengths of by_hand are fitted together with all parameters")
    );
}

/// Rows that have neither a length nor a parameter in common.
fn apart([one, two]: [f64; 2], q: &[f64], qd: &[f64], qdd: &[f64]) -> [[f64; B]; 2] {
    let mut found = rows(q, qd, qdd);
    found[0][0] += one * qdd[1];
    found[0][3] = 0.0;
    found[1][2] += two * two * qd[0];
    found
}

struct Apart;

impl Robot for Apart {
    fn model(&self) -> &Model {
        &FITTED
    }

    fn evaluate(
        &self,
        _: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.base_regressor_with(&NOMINAL, inputs.q, inputs.qd, inputs.qdd, out)
    }

    fn base_regressor_with(
        &self,
        lengths: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let rows = apart([lengths[0], lengths[1]], q, qd, qdd);
        out.copy_from_slice(&rows.concat());
        Ok(())
    }
}

/// One is what the file says, and does not move: the other is looked for all the same.
#[test]
fn all_lengths_have_to_settle() {
    for truth in [[NOMINAL[0], -0.1], [0.8, NOMINAL[1]]] {
        let motions = moved(apart, truth, 0.0);
        let found = fit(&Apart, &motions, Side::Joint, &mut |_| {});
        let found = found.expect("equations").expect("lengths");
        for (found, expected) in found.lengths.iter().zip(truth) {
            assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
        }
    }
}

/// With lengths that are told by the same equations base parameters are less certain, and noise that lasts makes lengths less so.
#[test]
fn base_parameters_take_up_what_lengths_scatter() {
    let motions = motions(0.05);
    let found = fitted(&KNOWN, &motions).expect("lengths");
    let lengths = [found.lengths[0], found.lengths[1]];
    let (beta, weights) = (&found.estimate.beta, &found.estimate.weights);
    let mut normals = [0, 1].map(|_| DMatrix::<f64>::zeros(B + 2, B + 2));
    let mut right = DVector::zeros(B + 2);
    // `u_t = 0.6 u_(t-1) + w_t` in the second row: the covariances fall by 0.6 a sample.
    let lasting = Autoregression::new(&[(-0.6f64).atanh()], 1.0 / weights[1]);
    assert!((lasting.filter()[1] + 0.6).abs() < 1e-12);
    let mut lasts = DMatrix::<f64>::zeros(B + 2, B + 2);
    for motion in &motions {
        let mut seconds = Vec::new();
        for k in motion.interior() {
            let state = motion.states(k..k + 1);
            let (q, qd, qdd) = (&state.q, &state.qd, &state.qdd);
            let rows = at(lengths, q, qd, qdd);
            // Derivatives by lengths, by hand.
            let slopes = [
                [beta[0] * qdd[1], beta[2] * qd[1]],
                [beta[0] * qdd[0], beta[2] * 2.0 * lengths[1] * qd[0]],
            ];
            for (row, normal) in normals.iter_mut().enumerate() {
                let line = rows[row].iter().chain(&slopes[row]).copied();
                let line = DVector::from_iterator(B + 2, line);
                *normal += &line * line.transpose() * weights[row];
                right += &line * (weights[row] * motion.torque_of(row)[k]);
                if row == 1 {
                    seconds.push(line);
                }
            }
        }
        for (s, one) in seconds.iter().enumerate() {
            for (t, other) in seconds.iter().enumerate() {
                let covariance = 0.6f64.powi(s.abs_diff(t) as i32) / (1.0 - 0.36);
                lasts += one * other.transpose() * (weights[1] * covariance);
            }
        }
    }
    let inverse = (&normals[0] + &normals[1]).try_inverse().expect("regular");
    // At the end lengths move no more.
    let solved = &inverse * right;
    assert!(solved.rows(B, 2).amax() < 1e-7, "{solved}");
    let bases = |matrix: &DMatrix<f64>| matrix.view((0, 0), (B, B)).into_owned();
    let certain = bases(&(&normals[0] + &normals[1]))
        .try_inverse()
        .expect("regular");
    let robot = Whole(Telescope(&FITTED));
    let moved = AtLengths::new(&robot, found.lengths.clone());
    let equations = Equations::of(&moved, Side::Joint).expect("equations");
    let covariance = |second: Autoregression| {
        let rows = vec![Autoregression::new(&[], 1.0 / weights[0]), second];
        let across = DMatrix::identity(2, 2);
        let known = (&certain, &Noise { rows, across });
        found.covariance(&moved, &equations, &motions, known)
    };
    let alike = |found: &DMatrix<f64>, expected: &DMatrix<f64>| {
        for i in 0..found.nrows() {
            for j in 0..found.ncols() {
                let size = (expected[(i, i)] * expected[(j, j)]).sqrt();
                assert!(
                    (found[(i, j)] - expected[(i, j)]).abs() < 1e-5 * size,
                    "{i} {j}"
                );
            }
        }
    };
    let white = covariance(Autoregression::new(&[], 1.0 / weights[1]));
    alike(&white.expect("a covariance"), &inverse);
    let found_wider = covariance(lasting).expect("a covariance");
    let wider = &inverse * (&normals[0] + lasts) * &inverse;
    let of_lengths = |matrix: &DMatrix<f64>| matrix.view((B, B), (2, 2)).into_owned();
    let times = of_lengths(&wider).component_div(&of_lengths(&inverse));
    assert!(times[(1, 1)] > 1.2, "{times}");
    alike(&of_lengths(&found_wider), &of_lengths(&wider));
    let cross = inverse.view((0, B), (B, 2));
    let answer = cross * of_lengths(&inverse).try_inverse().expect("regular");
    let through = &answer * of_lengths(&wider);
    alike(
        &bases(&found_wider),
        &(&certain + &through * answer.transpose()),
    );
    let found_cross = found_wider.view((0, B), (B, 2)).into_owned();
    assert!((found_cross - &through).amax() < 1e-5 * through.amax());
}

#[test]
fn lengths_stand_behind_the_base_parameters() {
    let found = fitted(&KNOWN, &motions(0.0)).expect("lengths");
    let covariance = DMatrix::from_fn(B + 2, B + 2, |i, j| (10 * i.min(j) + i.max(j)) as f64);
    let mut estimation = Estimation::default();
    estimation.covariance.parameters = vec!["first".to_owned()];
    found.add_to(&mut estimation, &FITTED, &covariance);
    let expected = [("l_1", 0.5, 66.0f64), ("l_2", -0.3, 77.0)];
    let lengths = found.lengths.iter().zip(expected);
    let lengths = lengths.map(|(value, (name, nominal, variance))| FittedLength {
        name: name.to_owned(),
        value: *value,
        std: variance.sqrt(),
        nominal: Some(nominal),
    });
    assert_eq!(estimation.lengths, lengths.collect::<Vec<_>>());
    assert_eq!(estimation.covariance.parameters, ["first", "l_1", "l_2"]);
    let values = &estimation.covariance.values;
    assert_eq!(values.len(), B + 2);
    near(values[1][6], 16.0);
    near(values[7][2], 27.0);
}

/// Base parameters are those with the lengths that were fitted, wherever the robot file has others.
#[test]
fn another_recording_is_predicted_at_the_lengths_that_were_fitted() {
    let mut found = identification();
    let base = MODEL.base.iter().zip(BETA);
    let base = base.map(|(base, value)| Estimated {
        name: base.name.to_owned(),
        value,
        ..Estimated::default()
    });
    found.estimation = Estimation {
        base: base.collect(),
        ..Estimation::default()
    };
    // What is decimated is filtered once more.
    found.processing = processing(EquationSide::Joint);
    let robot = Whole(Telescope(&FITTED));
    found.estimation.robot = robot.model().name.to_owned();
    let moved = conditioned(recording(300), found.processing.clone());
    let fitted = |name: &str, value| FittedLength {
        name: name.to_owned(),
        value,
        std: 0.1,
        nominal: None,
    };
    let both = vec![fitted("l_1", TRUE[0]), fitted("l_2", TRUE[1])];
    for (fitted, lengths) in [(both, TRUE), (Vec::new(), NOMINAL)] {
        found.estimation.lengths = fitted;
        let series = found.predict(&robot, recording(300));
        let series = series.expect("a prediction").series;
        let mut compared = 0;
        for k in moved.interior() {
            let same = |time: &f64| (time - moved.time(k)).abs() < 1e-9;
            let Some(place) = series.time.iter().position(same) else {
                continue;
            };
            compared += 1;
            let state = moved.states(k..k + 1);
            let rows = at(lengths, &state.q, &state.qd, &state.qdd);
            for (row, predicted) in rows.iter().zip(&series.predicted) {
                let torque: f64 = row.iter().zip(BETA).map(|(y, b)| y * b).sum();
                near(predicted[place], torque);
            }
        }
        assert!(compared > 50, "{compared} of {}", series.time.len());
    }
}
