//! The equations of motion: what a state, an input and the direction of friction make of accelerations, and of their derivatives.

use super::error::Fault;
use super::factor::{NoFactor, factor};
use super::input::Input;
use super::layout::Layout;
use super::machine::{Direction, Machine};
use super::memory::Columns;
use crate::numeric::dot;
use armwright_runtime::{Inputs, ParameterKind, Quantity};

/// How a site of friction moves: 1 or -1 slips in that direction, 0 sticks.
pub(super) type Mode = i8;

/// The equations of motion of a machine under an input, with memory for their parts.
pub(super) struct Equations<'a> {
    pub machine: &'a Machine<'a>,
    pub input: &'a dyn Input,
    pub directions: &'a [Direction],
    pub layout: Layout,
    /// How each site of friction moves.
    pub modes: Vec<Mode>,
    /// A moment of the smooth stretch.
    pub within: f64,
    pub evaluations: usize,
    /// Accelerations (`n`) of the last state.
    pub qdd: Vec<f64>,
    /// What friction does at sites that stick, of the last state.
    pub held: Vec<f64>,
    /// Whether sites that stick depend on each other, and what holding all of them leaves then.
    pub is_dependent: bool,
    pub together: f64,
    /// `L` of the inertia matrix of the last state.
    pub factor: Vec<f64>,
    /// Forces on the coordinates but for what sticks (`n`).
    pub force: Vec<f64>,
    /// What the input is (`n`).
    pub given: Vec<f64>,
    /// Torques of the drives at the joints (`n`).
    pub drive: Vec<f64>,
    /// Sites that stick and are independent, orthonormal directions of them, and what makes these of `L⁻¹ g`.
    pub stuck: Vec<usize>,
    pub basis: Vec<f64>,
    pub triangle: Vec<f64>,
    pub shares: Vec<f64>,
    /// What friction by load takes of the torque at each coordinate (`n`), what it leaves, and by how much that changes with the torque.
    pub by_load: Vec<f64>,
    pub left: Vec<f64>,
    pub passed: Vec<f64>,
    bias: Vec<f64>,
    zero: Vec<f64>,
    /// Parameters of forces that are neither of friction nor of a potential; empty where there are none.
    others: Vec<f64>,
    of_others: Vec<f64>,
    pub memory: Columns,
}

impl<'a> Equations<'a> {
    pub(super) fn new(
        machine: &'a Machine<'a>,
        input: &'a dyn Input,
        directions: &'a [Direction],
        columns: usize,
    ) -> Self {
        let (n, sites) = (machine.joints(), machine.sites.len());
        let model = machine.robot.model();
        let m = if machine.has_inductance() { n } else { 0 };
        let mut others = machine.theta.clone();
        for (value, parameter) in others.iter_mut().zip(model.parameters) {
            if !matches!(
                parameter.kind,
                ParameterKind::Offset(_) | ParameterKind::Torque(..)
            ) {
                *value = 0.0;
            }
        }
        if others.iter().all(|value| *value == 0.0) {
            others.clear();
        }
        let p = model.parameters.len();
        Self {
            machine,
            input,
            directions,
            layout: Layout { n, m, columns },
            modes: vec![0; sites],
            within: 0.0,
            evaluations: 0,
            qdd: vec![0.0; n],
            held: vec![0.0; sites],
            is_dependent: false,
            together: 0.0,
            factor: vec![0.0; n * n],
            force: vec![0.0; n],
            given: vec![0.0; n],
            drive: vec![0.0; n],
            stuck: Vec::with_capacity(sites),
            basis: vec![0.0; n * n],
            triangle: vec![0.0; n * n],
            shares: vec![0.0; n],
            by_load: vec![0.0; n],
            left: vec![0.0; n],
            passed: vec![1.0; n],
            bias: vec![0.0; n],
            zero: vec![0.0; n],
            others,
            of_others: vec![0.0; n],
            memory: Columns::new(n, if columns > 0 { p } else { 0 }),
        }
    }

    /// Forces on the coordinates in a state but for those of sites that stick, and the factor of the inertia matrix.
    pub(super) fn forces(&mut self, time: f64, x: &[f64]) -> Result<(), Fault> {
        let (n, machine) = (self.layout.n, self.machine);
        let (q, qd) = (&x[..n], &x[n..2 * n]);
        self.input.at(time, self.within, (q, qd), &mut self.given);
        self.drives(x);
        let (theta, qdd) = (&machine.theta[..], &self.zero[..]);
        let inputs = Inputs {
            theta,
            q,
            qd,
            qdd,
            ..Inputs::default()
        };
        let robot = machine.robot;
        robot.evaluate(Quantity::InverseDynamics, &inputs, &mut self.bias)?;
        robot.evaluate(Quantity::InertiaMatrix, &inputs, &mut self.factor)?;
        if let Err(refused) = factor(&mut self.factor, n) {
            let joint = |k: usize| robot.model().joints[k].name.to_owned();
            return Err(match refused {
                NoFactor::Singular(k) => Fault::Singular { joint: joint(k) },
                NoFactor::Indefinite(k) => Fault::Indefinite { joint: joint(k) },
            });
        }
        self.force.copy_from_slice(&self.drive);
        for (site, mode) in machine.sites.iter().zip(&self.modes) {
            if *mode == 0 {
                continue;
            }
            let [f, _] = site.torque(site.velocity(qd), f64::from(*mode));
            for (force, g) in self.force.iter_mut().zip(&site.form) {
                *force -= f * g;
            }
        }
        self.load()?;
        for (force, bias) in self.force.iter_mut().zip(&self.bias) {
            *force -= bias;
        }
        Ok(())
    }

    /// Takes friction by load off the torques that other friction leaves.
    fn load(&mut self) -> Result<(), Fault> {
        let machine = self.machine;
        for (site, mode) in machine.sites.iter().zip(&self.modes) {
            let Some(share) = site.by_load() else {
                continue;
            };
            // At rest friction takes the largest share.
            let share = share * machine.static_ratio;
            if share >= 1.0 {
                let site = site.name.clone();
                return Err(Fault::Load { site, share });
            }
            for i in (0..self.layout.n).filter(|i| site.form[*i] != 0.0) {
                let given = self.force[i];
                let left = match mode {
                    0 => given,
                    mode => site.passed(given, f64::from(*mode)),
                };
                self.by_load[i] = given - left;
                self.passed[i] = match mode {
                    0 => 1.0,
                    mode => site.passed(1.0, f64::from(*mode) * given.signum()),
                };
                self.left[i] = left;
                self.force[i] = left;
            }
        }
        Ok(())
    }

    /// Torques of the drives at the joints.
    fn drives(&mut self, x: &[f64]) {
        let Layout { n, m, .. } = self.layout;
        if self.machine.electric.is_empty() {
            self.drive.copy_from_slice(&self.given);
            return;
        }
        self.drive.fill(0.0);
        for (k, motor) in self.machine.electric.iter().enumerate() {
            let form = self.machine.form(k);
            let current = match m > 0 && motor.inductance > 0.0 {
                true => x[2 * n + k],
                false => {
                    let velocity: f64 = dot(form, &x[n..2 * n]);
                    motor.remaining(self.given[k], velocity) / motor.resistance
                }
            };
            let torque = motor.torque_constant * motor.gear * current;
            for (tau, g) in self.drive.iter_mut().zip(form) {
                *tau += torque * g;
            }
        }
    }

    /// What the input and the torques of the drives are at a moment of a grid.
    pub(super) fn torques(&mut self, time: f64, x: &[f64]) {
        let n = self.layout.n;
        let within = self.just_after(time);
        let state = (&x[..n], &x[n..2 * n]);
        self.input.at(time, within, state, &mut self.given);
        self.drives(x);
    }

    /// A moment of the stretch that a time begins.
    pub(super) fn just_after(&self, time: f64) -> f64 {
        let next = self.input.next_break(time);
        match next.is_finite() {
            true => f64::midpoint(time, next),
            false => time,
        }
    }

    /// Currents that the voltages of a time keep up, A.
    pub(super) fn steady_currents(&mut self, time: f64, x: &[f64]) -> Vec<f64> {
        self.torques(time, x);
        let n = self.layout.n;
        let motors = self.machine.electric.iter().enumerate();
        let steady = motors.map(|(k, motor)| {
            let velocity = dot(self.machine.form(k), &x[n..2 * n]);
            motor.remaining(self.given[k], velocity) / motor.resistance
        });
        steady.collect()
    }

    /// Currents of a state whose [`Self::torques`] were asked for, A; none where inputs are torques.
    pub(super) fn currents(&self, x: &[f64]) -> Vec<f64> {
        let Layout { n, m, .. } = self.layout;
        let motors = self.machine.electric.iter().enumerate();
        let currents = motors.map(|(k, motor)| match m > 0 && motor.inductance > 0.0 {
            true => x[2 * n + k],
            false => {
                let velocity = dot(self.machine.form(k), &x[n..2 * n]);
                motor.remaining(self.given[k], velocity) / motor.resistance
            }
        });
        currents.collect()
    }

    /// The derivative of a state by time; of its columns only if `with_columns`.
    pub(super) fn derivative(
        &mut self,
        time: f64,
        x: &[f64],
        dx: &mut [f64],
        with_columns: bool,
    ) -> Result<(), Fault> {
        self.evaluations += 1;
        self.forces(time, x)?;
        self.accelerate();
        let (layout, machine) = (self.layout, self.machine);
        let (n, m) = (layout.n, layout.m);
        let qd = &x[n..2 * n];
        dx[..n].copy_from_slice(qd);
        dx[n..2 * n].copy_from_slice(&self.qdd);
        for k in 0..m {
            let motor = &machine.electric[k];
            dx[2 * n + k] = match motor.inductance > 0.0 {
                true => {
                    let velocity = dot(machine.form(k), qd);
                    let left = motor.remaining(self.given[k], velocity);
                    (left - motor.resistance * x[2 * n + k]) / motor.inductance
                }
                false => 0.0,
            };
        }
        let work = dot(&self.drive, qd) - self.power_of_others(x)?;
        dx[layout.width()] = work;
        dx[layout.width() + 1] = self.losses(qd);
        if with_columns && layout.columns > 0 {
            self.columns(x, dx)?;
        }
        Ok(())
    }

    /// Power that friction takes, W.
    fn losses(&self, qd: &[f64]) -> f64 {
        let slipping = self.machine.sites.iter().zip(&self.modes);
        let powers = slipping
            .filter(|(_, mode)| **mode != 0)
            .map(|(site, mode)| {
                let velocity = site.velocity(qd);
                site.torque(velocity, f64::from(*mode))[0] * velocity
            });
        let of_load = dot(&self.by_load, qd);
        powers.sum::<f64>() + of_load
    }

    /// Power that the file's own torques and offsets take, W.
    fn power_of_others(&mut self, x: &[f64]) -> Result<f64, Fault> {
        if self.others.is_empty() {
            return Ok(0.0);
        }
        let n = self.layout.n;
        let inputs = Inputs {
            theta: &self.others,
            q: &x[..n],
            qd: &x[n..2 * n],
            qdd: &self.zero,
            ..Inputs::default()
        };
        let robot = self.machine.robot;
        robot.evaluate(Quantity::InverseDynamics, &inputs, &mut self.of_others)?;
        Ok(dot(&self.of_others, &x[n..2 * n]))
    }
}

#[cfg(test)]
mod tests;
