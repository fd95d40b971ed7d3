//! The torque of a motor with three windings, from their currents.

mod angle;

use std::f64::consts::TAU;

use thiserror::Error;

use super::conversion::MeasuredTorque;
use super::description::{Column, Columns, Phase};
use super::sources::Sources;
use super::{Channel, RecordingError, Remark};
use crate::options::EquationSide;
use angle::{AngleDoubt, doubt};
use armwright_runtime::{Side, Torque};

/// A brushless motor of three phases.
///
/// Its torque is `K (I_a sin θ + I_b sin(θ + 120°) + I_c sin(θ + 240°))` with the electrical angle `θ` (An, Atkeson and
/// Hollerbach, equation 10): sinusoidal currents `I_a = I sin θ`, and so on, give `3/2 K I`, whatever the angle. Here
/// `θ = pairs · q + angle`, sensors' offsets are taken from the currents first, and what the torque
/// constant varies with the rotor's angle (ripple, of which that memo tells and which it leaves out) is a factor
/// `1 + Σ_k a_k cos kθ + b_k sin kθ`.
#[derive(Debug, Clone, PartialEq)]
pub struct Phases {
    /// Torque for each ampere of `I_a sin θ + ...`, N·m/A.
    pub constant: f64,
    /// Pairs of poles: turns of the electrical angle for each of the rotor.
    pub pairs: f64,
    /// The electrical angle where the rotor's is 0, rad.
    pub angle: f64,
    /// What each current's sensor shows where nothing flows, A.
    pub offsets: [f64; 3],
    /// Ripple: for `k = 1, 2, ...` its parts `a_k` and `b_k` of cosine and sine.
    pub ripple: Vec<[f64; 2]>,
}

/// Why currents make no torque.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PhaseError {
    /// Columns of different lengths.
    #[error("angle and currents have {angle}, {a}, {b} and {c} samples: they must be as many")]
    Lengths {
        /// Samples of the angle.
        angle: usize,
        /// Of the first current.
        a: usize,
        /// Of the second.
        b: usize,
        /// Of the third.
        c: usize,
    },
    /// A number of the motor that is none, or cannot be.
    #[error(
        "{name} of the motor is {value}: it must be a finite number, and the torque constant and pairs of poles above 0"
    )]
    Motor {
        /// What it is.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

impl Phases {
    /// A motor without offsets or ripple.
    #[must_use]
    pub fn new(constant: f64, pairs: f64) -> Self {
        Self {
            constant,
            pairs,
            angle: 0.0,
            offsets: [0.0; 3],
            ripple: Vec::new(),
        }
    }

    /// The torque at a rotor's angle, rad, of currents of the three phases, A; N·m.
    #[must_use]
    pub fn torque(&self, rotor: f64, currents: [f64; 3]) -> f64 {
        let electrical = self.pairs * rotor + self.angle;
        let along = (0u32..).zip(currents.iter().zip(self.offsets));
        let along = along.map(|(phase, (current, offset))| {
            (current - offset) * (electrical + TAU * f64::from(phase) / 3.0).sin()
        });
        let ripple = (1u32..).zip(&self.ripple).map(|(k, [a, b])| {
            let (sine, cosine) = (f64::from(k) * electrical).sin_cos();
            a * cosine + b * sine
        });
        self.constant * (1.0 + ripple.sum::<f64>()) * along.sum::<f64>()
    }

    /// The torques of a recording: a rotor's angle and three currents a sample. Samples that are no numbers stay so,
    /// for the recording that is made of them to bridge and to say.
    ///
    /// # Errors
    /// [`PhaseError`].
    pub fn torques(&self, rotor: &[f64], currents: [&[f64]; 3]) -> Result<Vec<f64>, PhaseError> {
        self.check()?;
        let [a, b, c] = currents;
        if [a, b, c].iter().any(|phase| phase.len() != rotor.len()) {
            let [a, b, c] = [a, b, c].map(<[f64]>::len);
            let angle = rotor.len();
            return Err(PhaseError::Lengths { angle, a, b, c });
        }
        let samples = rotor.iter().zip(a).zip(b.iter().zip(c));
        Ok(samples
            .map(|((q, a), (b, c))| self.torque(*q, [*a, *b, *c]))
            .collect())
    }

    fn check(&self) -> Result<(), PhaseError> {
        let positive = [
            ("the torque constant", self.constant),
            ("the number of pairs of poles", self.pairs),
        ];
        if let Some((name, value)) = positive
            .into_iter()
            .find(|(_, x)| !(x.is_finite() && *x > 0.0))
        {
            return Err(PhaseError::Motor { name, value });
        }
        let offsets = self.offsets.into_iter().map(|x| ("a current's offset", x));
        let ripple = self
            .ripple
            .iter()
            .flatten()
            .map(|x| ("a part of the ripple", *x));
        let others = [("the electrical angle", self.angle)]
            .into_iter()
            .chain(offsets)
            .chain(ripple);
        let mut others = others.filter(|(_, value)| !value.is_finite());
        match others.next() {
            Some((name, value)) => Err(PhaseError::Motor { name, value }),
            None => Ok(()),
        }
    }
}

impl Phase {
    fn motor(&self) -> Phases {
        let mut phases = Phases::new(self.constant, self.pairs);
        phases.angle = self.angle;
        for (to, offset) in phases.offsets.iter_mut().zip(&self.offsets) {
            *to = *offset;
        }
        let pair = |pair: &Vec<f64>| Some([*pair.first()?, *pair.get(1)?]);
        phases.ripple = self.ripple.iter().filter_map(pair).collect();
        phases
    }

    /// What to say of a doubt about the motor's angle.
    fn remark(&self, motor: String, doubt: AngleDoubt) -> Remark {
        let column = |k: usize| self.columns.get(k).and_then(Column::name);
        match doubt {
            AngleDoubt::Exchanged => Remark::PhasesExchanged {
                motor,
                columns: [1, 2].map(|k| column(k).unwrap_or_default().to_owned()),
            },
            AngleDoubt::Off(by) => Remark::PhaseAngle {
                motor,
                given: self.angle,
                by,
            },
        }
    }
}

impl Sources<'_> {
    /// The currents of all motors' phases, one after the other; none without any.
    pub(super) fn phase_columns(&self) -> Result<Option<Columns>, RecordingError> {
        let phases = &self.description.phases;
        if phases.is_empty() {
            return Ok(None);
        }
        self.count(
            Channel::Position,
            "columns",
            self.description.position.columns.len(),
        )?;
        let n = self.model.joints.len();
        if phases.len() != n {
            let what = format!("{} motors where {n} are wanted, one a joint", phases.len());
            return Err(self.fault("phases", None, &what));
        }
        for (k, phase) in phases.iter().enumerate() {
            let units = phase.unit.as_ref().map_or(3, |unit| unit.spread(3).len());
            let pairs = phase.ripple.iter().all(|pair| pair.len() == 2);
            if [phase.columns.len(), units] != [3; 2]
                || ![0, 3].contains(&phase.offsets.len())
                || !pairs
            {
                let what = "a motor has three columns, a unit for all or one a column, three offsets, and two numbers for each part \
                            of the ripple";
                return Err(self.fault("phases", Some(k), what));
            }
        }
        Ok(Some(Columns {
            columns: phases
                .iter()
                .flat_map(|phase| phase.columns.clone())
                .collect(),
            side: Some(EquationSide::Motor),
            ..Columns::default()
        }))
    }

    /// The unit that the description has for a column of the phases; none where that is left to the file.
    pub(super) fn phase_unit(&self, k: usize) -> Option<String> {
        let unit = self.description.phases.get(k / 3)?.unit.as_ref()?;
        unit.spread(3).into_iter().nth(k % 3)
    }

    /// The name of a motor: that of its joint, of a robot without motors.
    fn motor_name(&self, row: usize) -> &'static str {
        let motor = self.model.motors.get(row).map(|motor| motor.name);
        let joint = || self.model.joints.get(row).map_or("", |joint| joint.name);
        motor.unwrap_or_else(joint)
    }

    /// Torques on the joint side of the currents of phases, at the motors' positions.
    pub(super) fn phase_torque(
        &self,
        motors: &[Phase],
        columns: &Columns,
        without: &[String],
        position: &[Vec<f64>],
        mut currents: Vec<Vec<f64>>,
    ) -> Result<MeasuredTorque, RecordingError> {
        self.scale(Channel::Phase, columns, &mut currents)?;
        let left_out = self.left_out(columns, without)?;
        let samples = position.first().map_or(0, Vec::len);
        let mut joint = vec![0.0; position.len()];
        let mut motor = joint.clone();
        let mut rotors = vec![vec![0.0; samples]; position.len()];
        for k in 0..samples {
            joint.iter_mut().zip(position).for_each(|(q, c)| *q = c[k]);
            self.drive.to_motor(&joint, &mut motor);
            rotors.iter_mut().zip(&motor).for_each(|(c, q)| c[k] = *q);
        }
        let mut torque = Vec::with_capacity(rotors.len());
        let mut remarks = Vec::new();
        for (row, (phase, rotor)) in motors.iter().zip(&rotors).enumerate() {
            let motor = phase.motor();
            let samples = rotor.iter().enumerate();
            let samples =
                samples.map(|(k, q)| (*q, std::array::from_fn(|i| currents[3 * row + i][k])));
            torque.push(samples.clone().map(|(q, i)| motor.torque(q, i)).collect());
            let name = self.motor_name(row).to_owned();
            remarks.extend(doubt(&motor, samples).map(|doubt| phase.remark(name, doubt)));
        }
        let mut torque: Vec<Vec<f64>> = torque;
        for (row, column) in torque.iter_mut().enumerate() {
            let side = Side::Motor;
            if left_out.contains(&Torque { side, row }) {
                column.fill(0.0);
            }
        }
        self.drive.torque_columns_to_joint(&mut torque);
        Ok(MeasuredTorque {
            columns: Some(torque),
            side: Side::Motor,
            left_out,
            remarks,
        })
    }
}

#[cfg(test)]
mod tests;
