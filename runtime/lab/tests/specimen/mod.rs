//! A planar double pendulum behind a coupled transmission, written by hand: what generated code
//! would be, for tests of the laboratory.

use armwright_runtime::{
    BaseParameter, Class, EvaluationError, Inertial, Inputs, Joint, JointKind, Model, Motor,
    Parameter, ParameterKind, Pattern, Quantity, Robot, ShapeError, Side, Site, Sparsity, Term,
};

/// Length of the first link, m.
const L: f64 = 0.5;
const GRAVITY: f64 = 9.81;
/// `q_motor = G q_joint`.
pub(crate) const G: [[f64; 2]; 2] = [[50.0, 0.0], [30.0, 40.0]];
/// Standard parameters: ten a body, rotor inertia, Coulomb and viscous friction a motor, an offset
/// a joint.
const P: usize = 28;
/// Base parameters.
const B: usize = 13;

pub(crate) struct DoublePendulum;

pub(crate) static ROBOT: DoublePendulum = DoublePendulum;

const fn inertial(name: &'static str, body: usize, component: usize, nominal: f64) -> Parameter {
    let kind = ParameterKind::Inertial {
        body,
        component: Inertial::ALL[component],
    };
    Parameter {
        name,
        unit: "kg",
        kind,
        class: Class::Combined,
        nominal: Some(nominal),
    }
}

const fn drive(name: &'static str, kind: ParameterKind, nominal: f64) -> Parameter {
    Parameter {
        name,
        unit: "N·m",
        kind,
        class: Class::Identifiable,
        nominal: Some(nominal),
    }
}

const PARAMETERS: [Parameter; P] = [
    inertial("m_a", 0, 0, 6.0),
    inertial("mx_a", 0, 1, 1.5),
    inertial("my_a", 0, 2, 0.06),
    inertial("mz_a", 0, 3, 0.0),
    inertial("Lxx_a", 0, 4, 0.02),
    inertial("Lxy_a", 0, 5, 0.0),
    inertial("Lxz_a", 0, 6, 0.0),
    inertial("Lyy_a", 0, 7, 0.5),
    inertial("Lyz_a", 0, 8, 0.0),
    inertial("Lzz_a", 0, 9, 0.52),
    inertial("m_b", 1, 0, 3.0),
    inertial("mx_b", 1, 1, 0.6),
    inertial("my_b", 1, 2, -0.09),
    inertial("mz_b", 1, 3, 0.0),
    inertial("Lxx_b", 1, 4, 0.01),
    inertial("Lxy_b", 1, 5, 0.0),
    inertial("Lxz_b", 1, 6, 0.0),
    inertial("Lyy_b", 1, 7, 0.15),
    inertial("Lyz_b", 1, 8, 0.0),
    inertial("Lzz_b", 1, 9, 0.16),
    drive("Ia_m1", ParameterKind::Inertia(Site::Motor(0)), 1e-4),
    drive("fc_m1", ParameterKind::Coulomb(Site::Motor(0)), 0.08),
    drive("fv_m1", ParameterKind::Viscous(Site::Motor(0)), 1e-3),
    drive("Ia_m2", ParameterKind::Inertia(Site::Motor(1)), 1.2e-4),
    drive("fc_m2", ParameterKind::Coulomb(Site::Motor(1)), 0.05),
    drive("fv_m2", ParameterKind::Viscous(Site::Motor(1)), 8e-4),
    drive("fo_q1", ParameterKind::Offset(Site::Joint(0)), 0.3),
    drive("fo_q2", ParameterKind::Offset(Site::Joint(1)), -0.2),
];

/// Representatives of the base parameters, in order.
const REPRESENTATIVES: [usize; B] = [9, 1, 2, 19, 11, 12, 23, 21, 22, 24, 25, 26, 27];

const fn alone(parameter: usize) -> [Term; 1] {
    [Term {
        parameter,
        coefficient: 1.0,
    }]
}

const fn base(
    name: &'static str,
    expression: &'static str,
    representative: usize,
    terms: &'static [Term],
) -> BaseParameter {
    BaseParameter {
        name,
        expression,
        latex: r"L_{zz,a} + l^{2}\,m_b",
        unit: "kg",
        representative,
        terms,
    }
}

const BASE: [BaseParameter; B] = [
    base(
        "Lzz_a",
        "Lzz_a + 0.25*m_b + 2500*Ia_m1",
        9,
        &[
            Term {
                parameter: 9,
                coefficient: 1.0,
            },
            Term {
                parameter: 10,
                coefficient: L * L,
            },
            Term {
                parameter: 20,
                coefficient: G[0][0] * G[0][0],
            },
        ],
    ),
    base(
        "mx_a",
        "mx_a + 0.5*m_b",
        1,
        &[
            Term {
                parameter: 1,
                coefficient: 1.0,
            },
            Term {
                parameter: 10,
                coefficient: L,
            },
        ],
    ),
    base("my_a", "my_a", 2, &alone(2)),
    base("Lzz_b", "Lzz_b", 19, &alone(19)),
    base("mx_b", "mx_b", 11, &alone(11)),
    base("my_b", "my_b", 12, &alone(12)),
    base("Ia_m2", "Ia_m2", 23, &alone(23)),
    base("fc_m1", "fc_m1", 21, &alone(21)),
    base("fv_m1", "fv_m1", 22, &alone(22)),
    base("fc_m2", "fc_m2", 24, &alone(24)),
    base("fv_m2", "fv_m2", 25, &alone(25)),
    base("fo_q1", "fo_q1", 26, &alone(26)),
    base("fo_q2", "fo_q2", 27, &alone(27)),
];

const fn joint(name: &'static str) -> Joint {
    Joint {
        name,
        kind: JointKind::Revolute,
        position: Some([-2.5, 2.5]),
        velocity: Some(5.0),
        acceleration: Some(30.0),
        effort: None,
    }
}

static MODEL: Model = Model {
    name: "pendulum",
    title: "A planar double pendulum",
    source: "made up",
    gravity: [0.0, -GRAVITY, 0.0],
    joints: &[joint("q1"), joint("q2")],
    bodies: &["a", "b"],
    motions: &[],
    followers: &[],
    frames: &[],
    motors: &[
        Motor {
            name: "m1",
            torque_constant: None,
            is_passive: false,
        },
        Motor {
            name: "m2",
            torque_constant: None,
            is_passive: false,
        },
    ],
    transmission: &[G[0][0], G[0][1], G[1][0], G[1][1]],
    side: Side::Motor,
    measured: &[],
    base_of_torque: true,
    single: Some(&[]),
    parameters: &PARAMETERS,
    base: &BASE,
    sparsity: Sparsity {
        joint: Pattern(&[
            "0++000000++++000000++++++++0",
            "00000000000++000000+000+++0+",
        ]),
        motor: Pattern(&[
            "0++000000++++000000++++000++",
            "00000000000++000000+000+++0+",
        ]),
        measured: Pattern(&[]),
        energy: Pattern(&["0+0000000+000000000000000000"]),
    },
    costs: &[],
    closed_form_terms: None,
    elements: &[],
    recovery: None,
    equations: &[(r"\tau_1", r"\ddot{q}_1 L_{zz,a} + g \cos(q_1)\,m_{x,a}")],
};

fn fits(slice: &[f64], expected: usize) -> Result<(), ShapeError> {
    match slice.len() {
        actual if actual == expected => Ok(()),
        actual => Err(ShapeError { expected, actual }),
    }
}

/// The torque regressor, gravity scaled.
fn regressor(q: &[f64], qd: &[f64], qdd: &[f64], gravity: f64) -> [[f64; P]; 2] {
    let mut y = [[0.0; P]; 2];
    let rotate = |angle: f64, [x, z]: [f64; 2]| {
        let (s, c) = angle.sin_cos();
        [c * x + s * z, c * z - s * x]
    };
    let first = rotate(q[0], [0.0, gravity]);
    let second = rotate(q[1], [first[0] - L * qd[0] * qd[0], first[1] + L * qdd[0]]);
    let lever = rotate(q[1], [0.0, L]);
    // Moment about a joint, of a body whose origin moves with `b` per unit of the joint's speed.
    let mut column = |row: usize, body: usize, b: [f64; 2], acc: [f64; 2], w: f64, wd: f64| {
        let at = 10 * body;
        y[row][at] = b[0] * acc[0] + b[1] * acc[1];
        y[row][at + 1] = b[1] * wd - b[0] * w * w + acc[1];
        y[row][at + 2] = -b[0] * wd - b[1] * w * w - acc[0];
        y[row][at + 9] = wd;
    };
    let (w, wd) = (qd[0] + qd[1], qdd[0] + qdd[1]);
    column(0, 0, [0.0; 2], first, qd[0], qdd[0]);
    column(0, 1, lever, second, w, wd);
    column(1, 1, [0.0; 2], second, w, wd);
    for k in 0..2 {
        let speed = G[k][0] * qd[0] + G[k][1] * qd[1];
        let acceleration = G[k][0] * qdd[0] + G[k][1] * qdd[1];
        let sign = if speed == 0.0 { 0.0 } else { speed.signum() };
        for i in 0..2 {
            let terms = [acceleration, sign, speed].map(|x| G[k][i] * x);
            y[i][20 + 3 * k..23 + 3 * k].copy_from_slice(&terms);
        }
        y[k][26 + k] = 1.0;
    }
    y
}

impl Robot for DoublePendulum {
    fn model(&self) -> &'static Model {
        &MODEL
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let Inputs {
            theta, q, qd, qdd, ..
        } = *inputs;
        let still = [0.0; 2];
        let times = |y: [[f64; P]; 2], columns: std::ops::Range<usize>, out: &mut [f64]| {
            for (out, y) in out.iter_mut().zip(y) {
                *out = columns.clone().map(|k| y[k] * theta[k]).sum();
            }
        };
        fits(out, quantity.length(&MODEL))?;
        if quantity.arguments().contains(&"theta") {
            fits(theta, P)?;
        }
        match quantity {
            Quantity::TorqueRegressor | Quantity::MeasuredRegressor => {
                out.copy_from_slice(regressor(q, qd, qdd, GRAVITY).as_flattened());
            }
            Quantity::BaseRegressor | Quantity::MeasuredBaseRegressor => {
                let y = regressor(q, qd, qdd, GRAVITY);
                for i in 0..2 {
                    for (j, at) in REPRESENTATIVES.iter().enumerate() {
                        out[i * B + j] = y[i][*at];
                    }
                }
            }
            Quantity::EnergyRegressor => {
                out.fill(0.0);
                out[9] = qd[0] * qd[0] / 2.0;
                out[1] = GRAVITY * q[0].sin();
            }
            Quantity::InverseDynamics | Quantity::ClosedFormTorque => {
                times(regressor(q, qd, qdd, GRAVITY), 0..P, out);
            }
            Quantity::InertiaMatrix => {
                for j in 0..2 {
                    let unit = [f64::from(u8::from(j == 0)), f64::from(u8::from(j == 1))];
                    let y = regressor(q, &still, &unit, 0.0);
                    for i in 0..2 {
                        let inertial = (0..26).filter(|k| *k != 21 && *k != 22);
                        out[2 * i + j] = inertial.map(|k| y[i][k] * theta[k]).sum();
                    }
                }
            }
            Quantity::CoriolisTorques => times(regressor(q, qd, &still, 0.0), 0..20, out),
            Quantity::GravityTorques => times(regressor(q, &still, &still, GRAVITY), 0..20, out),
            Quantity::BaseParameters => {
                for (out, base) in out.iter_mut().zip(&BASE) {
                    let terms = base.terms.iter();
                    *out = terms.map(|t| t.coefficient * theta[t.parameter]).sum();
                }
            }
            _ => return Err(EvaluationError::NotGenerated(quantity)),
        }
        Ok(())
    }
}
