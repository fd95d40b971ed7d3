//! The balance of energy in place of torques: a robot that is identified from the power of its drives alone.

use armwright_lab::estimate::Method;
use armwright_lab::identify::{IdentificationError, identify};
use armwright_lab::judge::Means;
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::report::html;
use armwright_lab::study::Study;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{
    EvaluationError, Inputs, Measured, Model, Pattern, Quantity, Robot, Sparsity,
};

/// The pendulum as its file would be with `measure: [energy]`: torque reveals what power does.
struct ByPower(Model);

const POWER: [Measured; 1] = [Measured {
    name: "power",
    unit: "W",
}];

impl ByPower {
    fn new() -> Self {
        let whole = ROBOT.model();
        let row: &'static str = "+".repeat(whole.parameters.len()).leak();
        Self(Model {
            measured: &POWER,
            sparsity: Sparsity {
                measured: Pattern(vec![row].leak()),
                ..whole.sparsity
            },
            ..*whole
        })
    }
}

impl Robot for ByPower {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        if quantity != Quantity::MeasuredBaseRegressor {
            return ROBOT.evaluate(quantity, inputs, out);
        }
        let (n, b) = (self.0.joints.len(), self.0.base.len());
        let mut torque = vec![0.0; n * b];
        ROBOT.evaluate(Quantity::BaseRegressor, inputs, &mut torque)?;
        out.fill(0.0);
        for (row, qd) in torque.chunks_exact(b).zip(inputs.qd) {
            out.iter_mut().zip(row).for_each(|(x, y)| *x += qd * y);
        }
        Ok(())
    }
}

const RATE: f64 = 500.0;
const BETA: fn(usize) -> f64 = |k| 0.3 + 0.2 * k as f64;

/// A motion, the torques that it takes, and their power.
fn recorded(of_power: bool) -> Arrays {
    let (n, b) = (ROBOT.model().joints.len(), ROBOT.model().base.len());
    let waves = [0.9, 1.7, 2.9, 4.1];
    let (mut position, mut torques) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    let mut power = Vec::new();
    for k in 0..8000 {
        let time = f64::from(k) / RATE;
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n]);
        for (i, ((q, qd), qdd)) in q.iter_mut().zip(&mut qd).zip(&mut qdd).enumerate() {
            for (j, w) in waves.iter().enumerate() {
                let (sine, cosine) = (w * time + 1.3 * (i + 2 * j) as f64).sin_cos();
                *q += 0.4 * sine;
                *qd += 0.4 * w * cosine;
                *qdd -= 0.4 * w * w * sine;
            }
        }
        let mut regressor = vec![0.0; n * b];
        let done = ROBOT.base_regressor(&q, &qd, &qdd, &mut regressor);
        done.expect("its own sizes");
        let rows = regressor.chunks_exact(b);
        let tau: Vec<f64> = rows
            .map(|row| row.iter().enumerate().map(|(k, y)| y * BETA(k)).sum())
            .collect();
        power.push(tau.iter().zip(&qd).map(|(tau, qd)| tau * qd).sum());
        for i in 0..n {
            position[i].push(q[i]);
            torques[i].push(tau[i]);
        }
    }
    let (torque, measured) = match of_power {
        true => (Vec::new(), vec![power]),
        false => (torques, Vec::new()),
    };
    Arrays {
        measured,
        ..Arrays::new(RATE, position, torque)
    }
}

#[test]
fn power_and_torques_give_the_same_parameters() {
    let robot = ByPower::new();
    for of_power in [true, false] {
        let recording = Recording::from_arrays(robot.model(), recorded(of_power));
        let recording = recording.expect("a recording");
        let found = identify(&robot, recording, &Method::Wls.into()).expect("parameters");
        let beta = found.estimation.base_estimate(robot.model()).beta;
        for (k, value) in beta.iter().enumerate() {
            assert!(
                (value - BETA(k)).abs() < 1e-4,
                "{of_power}: {value}, not {}",
                BETA(k)
            );
        }
        let rows = if of_power { vec!["power"] } else { Vec::new() };
        assert_eq!(found.estimation.measured_rows, rows);
    }
}

#[test]
fn recordings_of_both_kinds_are_refused() {
    let robot = ByPower::new();
    let both = [true, false].map(|of_power| {
        let recording = Recording::from_arrays(robot.model(), recorded(of_power));
        recording.expect("a recording")
    });
    let refused = identify(&robot, both.to_vec(), &Method::Wls.into()).err();
    assert_eq!(refused, Some(IdentificationError::Mixed));
    let short = Arrays {
        measured: vec![vec![0.0; 7]],
        ..recorded(true)
    };
    let refused = Recording::from_arrays(robot.model(), short).err();
    assert!(refused.is_some_and(|error| error.to_string().contains("measured of power has 7")));
}

/// What is measured is drawn as what it is.
#[test]
fn power_is_drawn_as_power() {
    let robot = ByPower::new();
    let recording = Recording::from_arrays(robot.model(), recorded(true)).expect("a recording");
    let found = identify(&robot, recording, &Method::Wls.into()).expect("parameters");
    let study = Study::judged(robot.model(), found, Vec::new());
    let page = html(&study, &Means::default()).expect("a page");
    assert!(page.contains("measured and predicted power over time"));
    assert!(page.contains("power, W"));
}
