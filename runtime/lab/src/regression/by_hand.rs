//! A robot of two joints whose equations are computed by hand, and motions of it, for tests. (A model is data: the file is longer
//! than others for that.)

use armwright_runtime::{
    Axis, BaseParameter, Class, EvaluationError, Inertial, Inputs, Joint, JointKind, Model, Motor,
    Parameter, ParameterKind, Pattern, Quantity, Robot, ShapeError, Side, Site, Sparsity, Term,
    Torque,
};

use crate::motion::{Motion, Processing};
use crate::options::EquationSide;
use crate::recording::{Arrays, Recording};

/// `q_motor = G q_joint`.
pub(crate) const G: [[f64; 2]; 2] = [[2.0, 0.0], [3.0, 5.0]];
/// Standard and base parameters.
pub(crate) const P: usize = 7;
pub(crate) const B: usize = 6;
/// Samples a second of its motions.
pub(crate) const RATE: f64 = 100.0;

const fn body(
    name: &'static str,
    body: usize,
    component: Inertial,
    nominal: Option<f64>,
) -> Parameter {
    Parameter {
        name,
        unit: "kg",
        kind: ParameterKind::Inertial { body, component },
        class: Class::Combined,
        nominal,
    }
}

const fn drive(name: &'static str, kind: ParameterKind, nominal: Option<f64>) -> Parameter {
    Parameter {
        name,
        unit: "N·m",
        kind,
        class: Class::Identifiable,
        nominal,
    }
}

pub(crate) const PARAMETERS: [Parameter; P] = [
    body("m_a", 0, Inertial::Mass, Some(4.0)),
    body("mx_a", 0, Inertial::Moment(Axis::X), Some(-0.8)),
    body("Lzz_a", 0, Inertial::Inertia(Axis::Z, Axis::Z), Some(0.5)),
    body("m_b", 1, Inertial::Mass, Some(3.0)),
    drive("fc_m2", ParameterKind::Coulomb(Site::Motor(1)), Some(0.2)),
    drive("fv_j1", ParameterKind::Viscous(Site::Joint(0)), Some(0.7)),
    drive("fo_j2", ParameterKind::Offset(Site::Joint(1)), None),
];

const fn term(parameter: usize, coefficient: f64) -> Term {
    Term {
        parameter,
        coefficient,
    }
}

const fn base(
    name: &'static str,
    expression: &'static str,
    unit: &'static str,
    representative: usize,
    terms: &'static [Term],
) -> BaseParameter {
    BaseParameter {
        name,
        expression,
        latex: "",
        unit,
        representative,
        terms,
    }
}

pub(crate) const BASE: [BaseParameter; B] = [
    base(
        "Lzz_a",
        "Lzz_a + 0.25*m_a",
        "kg·m²",
        2,
        &[term(2, 1.0), term(0, 0.25)],
    ),
    base(
        "mx_a",
        "mx_a + 0.5*m_a",
        "kg·m",
        1,
        &[term(1, 1.0), term(0, 0.5)],
    ),
    base("m_b", "m_b", "kg", 3, &[term(3, 1.0)]),
    base("fc_m2", "fc_m2", "N·m", 4, &[term(4, 1.0)]),
    base("fv_j1", "fv_j1", "N·m·s", 5, &[term(5, 1.0)]),
    base("fo_j2", "fo_j2", "N", 6, &[term(6, 1.0)]),
];

const fn joint(name: &'static str, kind: JointKind) -> Joint {
    Joint {
        name,
        kind,
        position: Some([-2.0, 3.0]),
        velocity: Some(5.0),
        acceleration: Some(30.0),
        effort: None,
    }
}

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        torque_constant: None,
        is_passive: false,
    }
}

pub(crate) const MODEL: Model = Model {
    name: "by_hand",
    title: "Two joints",
    source: "made up",
    gravity: [0.0, 0.0, -10.0],
    joints: &[
        joint("j1", JointKind::Revolute),
        joint("j2", JointKind::Prismatic),
    ],
    bodies: &["a", "b"],
    motions: &[],
    followers: &[],
    frames: &[],
    motors: &[motor("m1"), motor("m2")],
    transmission: &[G[0][0], G[0][1], G[1][0], G[1][1]],
    side: Side::Joint,
    measured: &[],
    base_of_torque: true,
    single: Some(&[]),
    parameters: &PARAMETERS,
    base: &BASE,
    sparsity: Sparsity {
        joint: Pattern(&["+++0++0", "000++0+"]),
        motor: Pattern(&["++++0++", "000++0+"]),
        measured: Pattern(&[]),
        energy: Pattern(&["+++++++"]),
    },
    costs: &[],
    closed_form_terms: None,
    elements: &[],
    recovery: None,
    equations: &[],
};

/// The robot of a model with these parameters.
pub(crate) struct ByHand(pub(crate) &'static Model);

pub(crate) static ROBOT: ByHand = ByHand(&MODEL);

/// What multiplies base parameters in the torques of the joints.
pub(crate) fn rows(q: &[f64], qd: &[f64], qdd: &[f64]) -> [[f64; B]; 2] {
    let speed = G[1][0] * qd[0] + G[1][1] * qd[1];
    let sign = if speed < 0.0 { -1.0 } else { 1.0 };
    [
        [qdd[0], 10.0 * q[0].cos(), 0.0, G[1][0] * sign, qd[0], 0.0],
        [0.0, 0.0, qdd[1] - 3.0, G[1][1] * sign, 0.0, 1.0],
    ]
}

impl Robot for ByHand {
    fn model(&self) -> &Model {
        self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let (expected, actual) = (quantity.length(self.0), out.len());
        if expected != actual {
            return Err(ShapeError { expected, actual }.into());
        }
        match quantity {
            Quantity::BaseRegressor | Quantity::MeasuredBaseRegressor => {
                let b = self.0.base.len();
                let rows = rows(inputs.q, inputs.qd, inputs.qdd);
                let each = out.chunks_exact_mut(b).zip(rows);
                each.for_each(|(out, row)| out.copy_from_slice(&row[..b]));
            }
            Quantity::BaseParameters => {
                for (out, base) in out.iter_mut().zip(self.0.base) {
                    let terms = base.terms.iter();
                    *out = terms
                        .map(|t| t.coefficient * inputs.theta[t.parameter])
                        .sum();
                }
            }
            _ => return Err(EvaluationError::NotGenerated(quantity)),
        }
        Ok(())
    }
}

/// A robot's functions under another model, or without some torques.
pub(crate) struct Altered {
    pub(crate) model: Model,
    pub(crate) left_out: &'static [Torque],
    pub(crate) of: &'static dyn Robot,
}

impl Altered {
    pub(crate) fn described(of: &'static dyn Robot, model: Model) -> Self {
        Self {
            model,
            left_out: &[],
            of,
        }
    }

    pub(crate) fn without(of: &'static dyn Robot, left_out: &'static [Torque]) -> Self {
        Self {
            model: *of.model(),
            left_out,
            of,
        }
    }
}

impl Robot for Altered {
    fn model(&self) -> &Model {
        &self.model
    }

    fn left_out(&self) -> &[Torque] {
        self.left_out
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.of.evaluate(quantity, inputs, out)
    }
}

/// A robot whose functions are written down.
pub(crate) struct Written(pub(crate) Model, pub(crate) Evaluated);

pub(crate) type Evaluated = fn(Quantity, &Inputs<'_>, &mut [f64]) -> Result<(), EvaluationError>;

impl Robot for Written {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.1(quantity, inputs, out)
    }
}

/// So many samples of smooth motion and torques: velocities and accelerations are not those of the positions, so that which is
/// which shows.
pub(crate) fn recording(samples: u32) -> Recording {
    recording_from(0.0, samples)
}

/// The same from a later time on, which is called 0.
pub(crate) fn recording_from(time: f64, samples: u32) -> Recording {
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        let times = (0..samples).map(|k| time + f64::from(k) / RATE);
        times.map(of).collect()
    };
    let arrays = Arrays {
        name: "swing".to_owned(),
        rate: RATE,
        position: vec![
            column(&|t| 0.1 + 0.4 * (0.9 * t + 0.3).sin()),
            column(&|t| 0.2 - 0.3 * (1.7 * t).cos()),
        ],
        velocity: vec![
            column(&|t| 0.5 * (4.0 * t + 0.6).cos() + 0.05),
            column(&|t| -0.4 * (3.1 * t - 0.4).sin()),
        ],
        acceleration: vec![
            column(&|t| -1.3 * (2.3 * t + 0.2).sin()),
            column(&|t| 0.7 * (2.9 * t - 0.5).cos() + 0.1),
        ],
        torque: vec![
            column(&|t| 3.0 * (1.9 * t + 1.0).cos() + 1.0),
            column(&|t| -2.0 * (2.7 * t + 0.4).sin() - 4.0),
        ],
        ..Arrays::default()
    };
    Recording::from_arrays(&MODEL, arrays).expect("a recording")
}

/// Nothing decimated, nothing too slow.
pub(crate) fn processing(equations: EquationSide) -> Processing {
    Processing {
        rate: RATE,
        cutoff: 20.0,
        order: 2,
        decimate: vec![1],
        trim: 3,
        velocity_threshold: vec![0.0; 2],
        motor_velocity_threshold: vec![0.0; 2],
        equations,
        chosen: Vec::new(),
    }
}

/// A recording as a motion.
pub(crate) fn conditioned(recording: Recording, processing: Processing) -> Motion {
    Motion::condition(recording, processing, &MODEL).expect("a motion")
}

/// So many samples as a motion, on the joint side.
pub(crate) fn motion(samples: u32) -> Motion {
    conditioned(recording(samples), processing(EquationSide::Joint))
}

/// A motion from a time on whose torques are made of what multiplies base parameters at each sample.
pub(crate) fn moved(
    name: &str,
    (time, samples): (f64, u32),
    processing: Processing,
    torque: &mut dyn FnMut(usize, [[f64; B]; 2]) -> [f64; 2],
) -> Motion {
    let mut recording = recording_from(time, samples);
    (recording.name, recording.source) = (name.to_owned(), name.to_owned());
    let states = conditioned(recording.clone(), processing.clone());
    let mut torques = vec![vec![0.0; samples as usize]; 2];
    for k in states.interior() {
        let [one, other] = torque(k, rows_at(&states, k));
        (torques[0][k], torques[1][k]) = (one, other);
    }
    recording.torque = Some(torques);
    conditioned(recording, processing)
}

/// What multiplies base parameters in the torques of the joints at a sample.
pub(crate) fn rows_at(motion: &Motion, sample: usize) -> [[f64; B]; 2] {
    let state = motion.states(sample..sample + 1);
    rows(&state.q, &state.qd, &state.qdd)
}

/// Torques of the joints, as rows of the motors: `G⁻ᵀ`.
pub(crate) fn of_motors(joints: [f64; 2]) -> [f64; 2] {
    [0.5 * joints[0] - 0.3 * joints[1], 0.2 * joints[1]]
}

/// Whether two numbers are one but for rounding.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-10 * expected.abs().max(1.0),
        "{found} for {expected}"
    );
}

/// Equations that are drawn: for each part and row the columns (`B`) with the torque behind them, torques of `beta` with
/// some noise. The two rows are not alike.
pub(crate) fn drawn(
    parts: usize,
    each: usize,
    beta: [f64; B],
    noise: f64,
) -> Vec<[Vec<Vec<f64>>; 2]> {
    let mut random = crate::random::Random::new(17);
    let part = |_| {
        [1.0, 3.0].map(|size| {
            let line = |_| {
                let mut line: Vec<f64> = (0..B).map(|k| (k + 1) as f64 * random.normal()).collect();
                let torque: f64 = line.iter().zip(beta).map(|(y, b)| y * b).sum();
                line.push(torque + size * noise * random.normal());
                line
            };
            (0..each).map(line).collect()
        })
    };
    (0..parts).map(part).collect()
}

/// What such equations say.
pub(crate) fn observed(parts: &[[Vec<Vec<f64>>; 2]]) -> super::Observation {
    let factor = |lines: &Vec<Vec<f64>>| {
        let mut factor = super::Factor::new(B);
        for line in lines {
            factor.push(line[..B].iter().copied().enumerate(), line[B]);
        }
        factor
    };
    let parts = parts.iter().map(|rows| rows.iter().map(factor).collect());
    super::Observation::of(parts.collect())
}

/// The columns of all equations, each with a weight of its row, and their torques.
pub(crate) fn stacked(
    parts: &[[Vec<Vec<f64>>; 2]],
    weights: [f64; 2],
) -> (nalgebra::DMatrix<f64>, nalgebra::DVector<f64>) {
    let lines = parts.iter().flat_map(|rows| rows.iter().zip(weights));
    let lines = lines.flat_map(|(lines, weight)| lines.iter().map(move |line| (line, weight)));
    let lines: Vec<Vec<f64>> = lines
        .map(|(line, weight)| line.iter().map(|x| x * weight.sqrt()).collect())
        .collect();
    let matrix = nalgebra::DMatrix::from_fn(lines.len(), B, |i, k| lines[i][k]);
    (
        matrix,
        lines.iter().map(|line| line[B]).collect::<Vec<_>>().into(),
    )
}
