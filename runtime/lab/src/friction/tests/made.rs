//! Short motions, and sums of squares that are written down.

use super::super::knots::Knots;
use super::super::law::Law;
use super::super::observed::{BLOCKS, Observed};
use crate::experiment::{Sensors, Trajectory, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters::nominal;
use crate::random::Random;
use crate::recording::Recording;
use crate::regression::Factor;
use armwright_runtime::Robot;
use nalgebra::{DMatrix, DVector};

pub(in crate::friction) const RATE: f64 = 200.0;

/// How motions of tests are processed: rows on a side, decimated by 4, 25 samples cut off.
pub(in crate::friction) fn processing(side: EquationSide) -> ProcessingOptions {
    ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        velocity_threshold: Some(List(vec![0.05])),
        motor_velocity_threshold: Some(List(vec![2.0])),
        equations: Some(side),
        ..ProcessingOptions::default()
    }
}

/// A recording of so many seconds with noise of torques (a share of them), and friction that is added to joints.
pub(in crate::friction) fn recording(
    robot: &'static dyn Robot,
    [seconds, noise]: [f64; 2],
    seed: u64,
    friction: &dyn Fn(usize, f64) -> f64,
) -> Recording {
    let model = robot.model();
    let mut random = Random::new(seed);
    let path = designed(model, seconds, seconds, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: noise,
    };
    let made = simulate(robot, &nominal(model), &path, RATE, &sensors, &mut random);
    let mut made = made.expect("a simulation");
    for (joint, column) in made.torque.iter_mut().enumerate() {
        for (k, torque) in column.iter_mut().enumerate() {
            let [_, velocity, _] = path.at(joint, k as f64 / RATE);
            *torque += friction(joint, velocity);
        }
    }
    let mut recording = made.recording().expect("a recording");
    recording.name = format!("run {seed}");
    recording.source = recording.name.clone();
    recording
}

/// The same as a motion, with rows on a side.
pub(in crate::friction) fn motion(
    robot: &'static dyn Robot,
    side: EquationSide,
    size: [f64; 2],
    seed: u64,
    friction: &dyn Fn(usize, f64) -> f64,
) -> Motion {
    let recording = recording(robot, size, seed, friction);
    Motion::of(recording, &processing(side), robot.model()).expect("a motion")
}

/// Rows of blocks (`blocks × rows × equations`): all columns, and the right-hand side.
pub(in crate::friction) type Written = Vec<Vec<Vec<(Vec<f64>, f64)>>>;

/// Two base parameters and two places with knots at rest and at 1: six columns each.
pub(in crate::friction) const COLUMNS: usize = 14;

/// Rows of two torques, of which the first has the first place and the second the other; the right-hand side is what these
/// unknowns make, and noise. Of the first row the fifth block has nothing.
pub(in crate::friction) fn written(
    unknowns: &[f64; COLUMNS],
    noise: f64,
) -> (Written, Observed, [Knots; 2]) {
    let mut random = Random::new(11);
    let layout = vec![
        (0..8).collect::<Vec<usize>>(),
        [0, 1].into_iter().chain(8..14).collect(),
    ];
    let (mut rows, mut blocks) = (Vec::new(), Vec::new());
    for block in 0..BLOCKS {
        let (mut of_block, mut factors) = (Vec::new(), Vec::new());
        for (row, layout) in layout.iter().enumerate() {
            let count = if (block, row) == (4, 0) {
                0
            } else {
                9 + block + 2 * row
            };
            let mut factor = Factor::new(layout.len());
            let mut equations = Vec::new();
            for _ in 0..count {
                let mut line = vec![0.0; COLUMNS];
                layout.iter().for_each(|k| line[*k] = random.normal());
                let sum: f64 = line.iter().zip(unknowns).map(|(x, c)| x * c).sum();
                let right = sum + noise * random.normal();
                factor.push(layout.iter().map(|k| line[*k]).enumerate(), right);
                equations.push((line, right));
            }
            of_block.push(equations);
            factors.push(factor);
        }
        rows.push(of_block);
        blocks.push(factors);
    }
    let observed = Observed {
        starts: vec![2, 8, 14],
        layout,
        blocks,
        velocities: Vec::new(),
    };
    let knots = || Knots { at: vec![0.0, 1.0] };
    (rows, observed, [knots(), knots()])
}

/// What a law makes of the columns between two knots, `-0`, `-1`, `0` and `1`, of load and of warmth.
pub(in crate::friction) fn hats(law: &Law) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(6, law.linear());
    for (k, (speed, sign)) in [(0.0, -1.0), (1.0, -1.0), (0.0, 1.0), (1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        let values = law.of_velocity(&[], speed, sign);
        matrix.set_row(k, &nalgebra::RowDVector::from_vec(values));
    }
    matrix
}

/// The best unknowns of rows with weights, and what they leave.
pub(in crate::friction) fn best(
    matrix: &DMatrix<f64>,
    right: &DVector<f64>,
) -> (DVector<f64>, f64) {
    let svd = matrix.clone().svd(true, true);
    let found = svd.solve(right, 1e-12).expect("a solution");
    let left = (right - matrix * &found).norm_squared();
    (found, left)
}
