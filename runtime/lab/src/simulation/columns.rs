//! How a motion changes with parameters and with the state at its beginning: the variational equations.

use super::drive::{Electric, ElectricPart};
use super::error::Fault;
use super::friction::FrictionLaw;
use super::machine::Direction;
use super::memory::Columns;
use super::right::Equations;
use crate::numeric::dot;
use armwright_runtime::{Inputs, Quantity};

impl Equations<'_> {
    /// Derivatives of all columns by time, at a state whose accelerations are known:
    /// `M δq̈ = -∂F/∂q δq - ∂F/∂q̇ δq̇ - Y δθ + …`, what sticks held. `∂F` is by dual numbers through the generated inverse dynamics,
    /// `Y` the generated regressor.
    pub(super) fn columns(&mut self, x: &[f64], dx: &mut [f64]) -> Result<(), Fault> {
        let layout = self.layout;
        let (n, m) = (layout.n, layout.m);
        self.slopes(x)?;
        let standard = |d: &Direction| matches!(d, Direction::Standard(_));
        if self.directions.iter().any(standard) {
            let inputs = Inputs {
                q: &x[..n],
                qd: &x[n..2 * n],
                qdd: &self.qdd,
                ..Inputs::default()
            };
            let out = &mut self.memory.regressor;
            let robot = self.machine.robot;
            robot.evaluate(Quantity::TorqueRegressor, &inputs, out)?;
        }
        let (mut force, mut side) = (
            std::mem::take(&mut self.memory.force),
            std::mem::take(&mut self.memory.side_by_side),
        );
        side.gather(x, layout);
        side.multiply(&self.memory.slopes);
        for k in 0..layout.columns {
            let place = layout.column(k);
            let column = &x[place.clone()];
            force.fill(0.0);
            let out = &mut dx[place];
            out[..n].copy_from_slice(&column[n..2 * n]);
            for j in 0..m {
                let motor = &self.machine.electric[j];
                let form = self.machine.form(j);
                out[2 * n + j] = 0.0;
                if motor.inductance > 0.0 {
                    let change = motor.torque_constant * motor.gear * column[2 * n + j];
                    self.add(&mut force, change, form);
                    let velocity = dot(form, &column[n..2 * n]);
                    let left = motor.remaining(0.0, velocity);
                    out[2 * n + j] =
                        (left - motor.resistance * column[2 * n + j]) / motor.inductance;
                }
            }
            if let Some(direction) = self.directions.get(k) {
                self.of_parameter(*direction, x, &mut force, &mut out[2 * n..]);
            }
            side.add(k, &force);
        }
        let held = &self.basis[..self.stuck.len() * n];
        side.project(&self.factor, held);
        side.scatter(dx, layout);
        (self.memory.force, self.memory.side_by_side) = (force, side);
        Ok(())
    }

    /// Columns of currents that the voltages of a time keep up, at the beginning of a motion.
    pub(super) fn steady_columns(&mut self, time: f64, x: &mut [f64]) {
        let layout = self.layout;
        let (n, m) = (layout.n, layout.m);
        self.torques(time, x);
        for k in 0..layout.columns {
            let place = layout.column(k);
            for j in 0..m {
                let (motor, form) = (&self.machine.electric[j], self.machine.form(j));
                let velocity = dot(form, &x[n..2 * n]);
                let current = motor.remaining(self.given[j], velocity) / motor.resistance;
                let own = match self.directions.get(k) {
                    Some(Direction::Electric { motor: of, part }) if *of == j => match part {
                        ElectricPart::Resistance => -current,
                        ElectricPart::BackEmf => -motor.gear * velocity,
                        ElectricPart::Inductance | ElectricPart::TorqueConstant => 0.0,
                    },
                    _ => 0.0,
                };
                let change = dot(form, &x[place.clone()][n..2 * n]);
                x[place.start + 2 * n + j] =
                    (own + motor.remaining(0.0, change)) / motor.resistance;
            }
        }
    }

    /// How forces change with positions and velocities, accelerations and currents that take time as they are.
    fn slopes(&mut self, x: &[f64]) -> Result<(), Fault> {
        let n = self.layout.n;
        let machine = self.machine;
        let at = Inputs {
            theta: &machine.theta,
            q: &x[..n],
            qd: &x[n..2 * n],
            qdd: &self.qdd,
            ..Inputs::default()
        };
        let Columns {
            slopes, unit, part, ..
        } = &mut self.memory;
        for k in 0..2 * n {
            unit[k % n] = 1.0;
            let none = &[][..];
            let (q, qd) = if k < n {
                (&unit[..], none)
            } else {
                (none, &unit[..])
            };
            let along = Inputs {
                q,
                qd,
                ..Inputs::default()
            };
            let robot = machine.robot;
            robot.torque_derivative(&at, &along, part)?;
            unit[k % n] = 0.0;
            for i in 0..n {
                slopes[i * 2 * n + k] = -part[i];
            }
        }
        let passed = &self.passed;
        let mut resist = |form: &[f64], slope: f64| {
            for i in 0..n {
                for k in 0..n {
                    slopes[i * 2 * n + n + k] -= passed[i] * form[i] * slope * form[k];
                }
            }
        };
        for (site, mode) in machine.sites.iter().zip(&self.modes) {
            if *mode != 0 {
                let velocity = site.velocity(&x[n..2 * n]);
                resist(&site.form, site.torque(velocity, f64::from(*mode))[1]);
            }
        }
        for (k, motor) in machine.electric.iter().enumerate() {
            if motor.inductance == 0.0 {
                let slope = motor.torque_constant * motor.back_emf * motor.gear * motor.gear;
                resist(machine.form(k), slope / motor.resistance);
            }
        }
        Ok(())
    }

    /// Adds what a parameter by itself changes of forces and of the derivatives of currents.
    fn of_parameter(
        &self,
        direction: Direction,
        x: &[f64],
        force: &mut [f64],
        currents: &mut [f64],
    ) {
        let n = self.layout.n;
        let qd = &x[n..2 * n];
        match direction {
            Direction::Standard(k) => {
                let p = self.machine.theta.len();
                let rows = self.memory.regressor.chunks_exact(p.max(1));
                for (force, row) in force.iter_mut().zip(rows) {
                    *force -= row[k];
                }
            }
            Direction::Friction { site, term } => {
                let mode = self.modes[site];
                let site = &self.machine.sites[site];
                if mode == 0 {
                    return;
                }
                if site.terms[term].law == FrictionLaw::Load {
                    for i in (0..n).filter(|i| site.form[*i] != 0.0) {
                        force[i] -= f64::from(mode) * self.left[i].abs() * self.passed[i];
                    }
                    return;
                }
                let column = site.column(term, site.velocity(qd), f64::from(mode));
                self.add(force, -column, &site.form);
            }
            Direction::Electric { motor: k, part } => {
                let Some(motor) = self.machine.electric.get(k) else {
                    return;
                };
                let form = self.machine.form(k);
                let velocity = dot(form, qd);
                let left = motor.remaining(self.given[k], velocity);
                let Electric {
                    resistance,
                    inductance,
                    torque_constant,
                    gear,
                    ..
                } = *motor;
                if inductance > 0.0 {
                    let current = x[2 * n + k];
                    let change = (left - resistance * current) / inductance;
                    match part {
                        ElectricPart::TorqueConstant => self.add(force, gear * current, form),
                        ElectricPart::Resistance => currents[k] -= current / inductance,
                        ElectricPart::BackEmf => currents[k] -= gear * velocity / inductance,
                        ElectricPart::Inductance => currents[k] -= change / inductance,
                    }
                    return;
                }
                let current = left / resistance;
                let share = torque_constant * gear / resistance;
                match part {
                    ElectricPart::TorqueConstant => self.add(force, gear * current, form),
                    ElectricPart::Resistance => self.add(force, -share * current, form),
                    ElectricPart::BackEmf => self.add(force, -share * gear * velocity, form),
                    ElectricPart::Inductance => {}
                }
            }
        }
    }

    /// Adds so much of a form, as far as friction by load passes it on.
    fn add(&self, to: &mut [f64], share: f64, form: &[f64]) {
        for ((x, g), passed) in to.iter_mut().zip(form).zip(&self.passed) {
            *x += share * g * passed;
        }
    }
}
