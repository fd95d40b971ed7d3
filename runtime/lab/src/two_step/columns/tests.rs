//! Columns against Lagrange's equations of each unknown's own energy, differentiated term by term.

use super::super::unknown::Unknown::{Curvature, Friction, Gravity, Inertia, Slope, Variation};
use super::super::unknown::{Unknown, unknowns};
use super::LocalColumns;
use crate::motion::{Motion, States};
use crate::options::ProcessingOptions;
use crate::recording::{Arrays, Recording};
use crate::regression::Columns;
use crate::regression::by_hand::{ByHand, MODEL};
use armwright_robots::abb_wrist;
use armwright_runtime::{Model, ParameterKind, Robot, Side};

const N: usize = 3;
const MEAN: [f64; N] = [0.2, -0.4, 0.7];
/// Two states: positions, velocities, accelerations.
const STATES: [[[f64; N]; 3]; 2] = [
    [[0.31, -0.55, 1.0], [0.9, -1.3, 0.6], [2.0, 3.5, -1.7]],
    [[-0.1, 0.2, 0.4], [-0.5, 0.8, 1.9], [-0.6, 1.1, 2.3]],
];

/// A sum of products: a factor, and variables from 0 for distances from the mean, from `N` for velocities.
type Polynomial = Vec<(f64, Vec<usize>)>;

fn derivative(of: &Polynomial, by: usize) -> Polynomial {
    let mut found = Vec::new();
    for (factor, variables) in of {
        for (place, variable) in variables.iter().enumerate() {
            if *variable == by {
                let mut rest = variables.clone();
                rest.remove(place);
                found.push((*factor, rest));
            }
        }
    }
    found
}

fn value(of: &Polynomial, at: &[f64]) -> f64 {
    let product = |variables: &[usize]| variables.iter().map(|v| at[*v]).product::<f64>();
    of.iter().map(|(factor, v)| factor * product(v)).sum()
}

/// `d/dt ∂T/∂qd - ∂T/∂q + ∂V/∂q`.
fn torque([kinetic, potential]: &[Polynomial; 2], [q, qd, qdd]: &[[f64; N]; 3], row: usize) -> f64 {
    let away = q.iter().zip(MEAN).map(|(q, mean)| q - mean);
    let at: Vec<f64> = away.chain(qd.iter().copied()).collect();
    let momentum = derivative(kinetic, N + row);
    let rate = |k: usize| {
        value(&derivative(&momentum, k), &at) * qd[k]
            + value(&derivative(&momentum, N + k), &at) * qdd[k]
    };
    (0..N).map(rate).sum::<f64>() - value(&derivative(kinetic, row), &at)
        + value(&derivative(potential, row), &at)
}

fn energies(unknown: Unknown) -> [Polynomial; 2] {
    let half = |i: usize, j: usize| if i == j { 0.5 } else { 1.0 };
    match unknown {
        Gravity(i) => [vec![], vec![(1.0, vec![i])]],
        Slope(i, j) => [vec![], vec![(half(i, j), vec![i, j])]],
        Curvature(i, j, k) => [vec![], vec![(1.0, vec![i, j, k])]],
        Inertia(i, j) => [vec![(half(i, j), vec![N + i, N + j])], vec![]],
        Variation(i, j, k) => [vec![(half(i, j), vec![k, N + i, N + j])], vec![]],
        Friction(_) => [vec![], vec![]],
    }
}

fn friction() -> (usize, usize) {
    let with = |wanted: fn(ParameterKind) -> bool| {
        let mut all = abb_wrist::ROBOT.model().parameters.iter();
        all.position(|p| wanted(p.kind)).expect("friction")
    };
    let coulomb = with(|kind| matches!(kind, ParameterKind::Coulomb(_)));
    let viscous = with(|kind| matches!(kind, ParameterKind::Viscous(_)));
    (coulomb, viscous)
}

#[test]
fn columns_are_lagranges_equations_of_each_unknown() {
    let robot = &abb_wrist::ROBOT;
    let (coulomb, viscous) = friction();
    let unknowns = vec![
        Gravity(1),
        Inertia(0, 0),
        Inertia(0, 2),
        Slope(1, 1),
        Slope(0, 2),
        Friction(coulomb),
        Curvature(0, 1, 2),
        Curvature(0, 0, 2),
        Curvature(1, 2, 2),
        Curvature(2, 2, 2),
        Variation(1, 1, 0),
        Variation(1, 1, 1),
        Variation(0, 2, 1),
        Variation(0, 2, 0),
        Variation(1, 2, 2),
        Friction(viscous),
    ];
    let columns = LocalColumns {
        robot,
        unknowns: unknowns.clone(),
        mean: MEAN.to_vec(),
        swing: 0.0,
    };
    let width = unknowns.len();
    assert_eq!(columns.count(), width);
    let all = |which: usize| STATES.iter().flat_map(|state| state[which]).collect();
    let states = States {
        q: all(0),
        qd: all(1),
        qdd: all(2),
        ..States::default()
    };
    let mut found = vec![7.0; 2 * N * width];
    columns.evaluate(&states, &mut found).expect("its sizes");
    let p = robot.model().parameters.len();
    for (state, matrix) in STATES.iter().zip(found.chunks_exact(N * width)) {
        let mut regressor = vec![0.0; N * p];
        let [q, qd, qdd] = state;
        robot
            .torque_regressor(q, qd, qdd, &mut regressor)
            .expect("its sizes");
        for (k, unknown) in unknowns.iter().enumerate() {
            for row in 0..N {
                let expected = match unknown {
                    Friction(parameter) => regressor[row * p + parameter],
                    _ => torque(&energies(*unknown), state, row),
                };
                let found = matrix[row * width + k];
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{unknown:?}, {row}: {found} for {expected}"
                );
            }
        }
    }
    // Friction alone is known to be zero somewhere.
    let model = robot.model();
    for row in 0..N {
        for (side, pattern) in [
            (Side::Joint, model.sparsity.joint),
            (Side::Motor, model.sparsity.motor),
        ] {
            assert!(!columns.is_zero(side, row, 0) && !columns.is_zero(side, row, 12));
            assert_eq!(columns.is_zero(side, row, 5), pattern.is_zero(row, coulomb));
            assert_eq!(
                columns.is_zero(side, row, 15),
                pattern.is_zero(row, viscous)
            );
        }
    }
}

#[test]
fn a_motion_is_about_the_mean_of_its_interior() {
    let robot = &abb_wrist::ROBOT;
    let column = |from: f64, rise: f64, size: f64| -> Vec<f64> {
        let at = |k: i32| from + rise * f64::from(k) + size * (0.21 * f64::from(k)).sin();
        (0..240).map(at).collect()
    };
    let position = vec![
        column(0.3, 1e-4, 0.02),
        column(-0.8, -6e-4, 0.05),
        column(1.2, 0.0, 0.03),
    ];
    let arrays = Arrays::new(100.0, position.clone(), position);
    let recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    let motion = Motion::of(recording, &ProcessingOptions::default(), robot.model());
    let motion = motion.expect("a motion");
    let found = LocalColumns::new(robot, &motion);
    let q = motion.states(motion.interior()).q;
    let samples = q.len() / N;
    assert!(samples > 100 && samples < 240, "{samples}");
    let mut swing = [0.0_f64; N];
    for joint in 0..N {
        let own: Vec<f64> = (0..samples).map(|k| q[k * N + joint]).collect();
        let mean = own.iter().sum::<f64>() / samples as f64;
        assert!((found.mean[joint] - mean).abs() < 1e-12, "{joint}");
        let far = own.iter().map(|x| (x - mean).abs());
        swing[joint] = far.fold(0.0, f64::max);
    }
    // The middle joint goes farthest.
    assert!(swing[1] > 1.2 * swing[0] && swing[1] > 1.2 * swing[2]);
    assert!((found.swing - swing[1]).abs() < 1e-12);
    assert_eq!(found.unknowns, unknowns(robot.model()));
}

#[test]
fn a_single_joint_moves_about_its_mean_too() {
    const SINGLE: Model = Model {
        joints: &[MODEL.joints[0]],
        motors: &[MODEL.motors[0]],
        transmission: &[2.0],
        parameters: &[],
        base: &[],
        ..MODEL
    };
    let at = |k: i32| 0.7 + 0.1 * (0.21 * f64::from(k)).sin();
    let column: Vec<f64> = (0..240).map(at).collect();
    let arrays = Arrays::new(100.0, vec![column.clone()], vec![column]);
    let recording = Recording::from_arrays(&SINGLE, arrays).expect("a recording");
    let motion = Motion::of(recording, &ProcessingOptions::default(), &SINGLE).expect("a motion");
    let found = LocalColumns::new(&ByHand(&SINGLE), &motion).mean;
    let q = motion.states(motion.interior()).q;
    let mean = q.iter().sum::<f64>() / q.len() as f64;
    assert_eq!(found.len(), 1);
    assert!((found[0] - mean).abs() < 1e-12 && (mean - 0.7).abs() < 0.1);
}
