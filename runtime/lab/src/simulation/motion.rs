//! A motion: states at moments of a grid, what friction did on the way, and whether energy adds up.

use serde::Serialize;

use super::error::{Fault, SimulationError, Stop};
use super::event::Event;
use super::input::Input;
use super::integrator::Integrator;
use super::machine::{Machine, count};
use super::right::Equations;
use super::settings::{Count, Grid, Settings, finite, positive};
use armwright_runtime::{Inputs, Quantity};

/// Where a motion begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Start {
    /// Joint positions (`n`), rad or m.
    pub position: Vec<f64>,
    /// Joint velocities (`n`), rad/s or m/s; those of joints that are locked count as 0.
    pub velocity: Vec<f64>,
}

impl Start {
    /// At rest.
    #[must_use]
    pub fn at_rest(position: &[f64]) -> Self {
        Self {
            position: position.to_vec(),
            velocity: vec![0.0; position.len()],
        }
    }
}

/// Where energy came from and went to, J.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Balance {
    /// Change of kinetic and potential energy, springs included.
    pub gained: f64,
    /// Work of the drives at the joints, offsets and torques of the robot's file included.
    pub work: f64,
    /// What friction took.
    pub friction: f64,
    /// The largest that any of these became, or the energy moved about: what an error is compared with.
    pub scale: f64,
    /// The largest error on the way, `gained - work + friction`, over `scale`.
    pub error: f64,
}

/// A simulated motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Moments that were asked for; those after a stop are not there.
    pub grid: Grid,
    /// Positions, `n` a moment, rad or m.
    pub q: Vec<f64>,
    /// Velocities, `n` a moment.
    pub qd: Vec<f64>,
    /// What the input was, `n` a moment: torques or voltages.
    pub input: Vec<f64>,
    /// Torques of the drives at the joints, `n` a moment, N·m or N.
    pub torque: Vec<f64>,
    /// Currents, `n` a moment, A; empty where inputs are torques.
    pub current: Vec<f64>,
    /// What friction did.
    pub events: Vec<Event>,
    /// What it took.
    pub count: Count,
    /// Whether energy adds up.
    pub balance: Balance,
    /// Why it ended early, if it did.
    pub stop: Option<Stop>,
}

impl Motion {
    /// How many moments there are.
    #[must_use]
    pub fn samples(&self, joints: usize) -> usize {
        self.q.len() / joints.max(1)
    }

    /// The same, told by a clock that began so many seconds earlier: steps are counted from near 0, since numbers far from it are too
    /// far apart.
    #[must_use]
    pub fn later(mut self, seconds: f64) -> Self {
        self.grid.start += seconds;
        self.events
            .iter_mut()
            .for_each(|event| event.time += seconds);
        self.stop = self.stop.map(|stop| stop.later(seconds));
        self
    }

    /// A column a joint of values with `n` a moment.
    #[must_use]
    pub fn columns(values: &[f64], joints: usize) -> Vec<Vec<f64>> {
        let column = |i: usize| {
            values
                .iter()
                .skip(i)
                .step_by(joints.max(1))
                .copied()
                .collect()
        };
        (0..joints).map(column).collect()
    }
}

/// Moves a machine under an input.
///
/// Steps adapt to the motion ([`Settings`]), end where the input breaks and where friction changes; a joint sticks while
/// friction at rest can hold what pulls at it. What cannot go on stops: [`Motion::stop`] says when, where and why, and what
/// was found until then is kept.
///
/// ```
/// use armwright_lab::parameters::nominal;
/// use armwright_lab::simulation::{Function, Grid, Machine, Settings, Start, simulate};
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let machine = Machine::of(robot, &nominal(robot.model()))?;
/// let free = Function(|_, tau: &mut [f64]| tau.fill(0.0));
/// let grid = Grid { start: 0.0, rate: 100.0, samples: 200 };
/// let motion = simulate(&machine, &free, &Start::at_rest(&[0.4, -0.2]), &grid, &Settings::default())?;
/// assert!(motion.stop.is_none() && motion.balance.error < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SimulationError`] of what makes no motion at all.
pub fn simulate(
    machine: &Machine<'_>,
    input: &dyn Input,
    start: &Start,
    grid: &Grid,
    settings: &Settings,
) -> Result<Motion, SimulationError> {
    settings.check()?;
    let mut equations = Equations::new(machine, input, &[], 0);
    let x = beginning(&mut equations, start, grid)?;
    settings.check_steps(grid)?;
    let (n, width) = (equations.layout.n, equations.layout.width());
    let mut motion = Motion {
        grid: *grid,
        q: Vec::with_capacity(n * grid.samples),
        qd: Vec::with_capacity(n * grid.samples),
        input: Vec::new(),
        torque: Vec::new(),
        current: Vec::new(),
        events: Vec::new(),
        count: Count::default(),
        balance: Balance::default(),
        stop: None,
    };
    let mut states: Vec<f64> = Vec::new();
    let mut integrator = Integrator::new(&mut equations, x, grid.start, *settings);
    let result = integrator.run(grid, &mut |_, _, x| {
        motion.q.extend(&x[..n]);
        motion.qd.extend(&x[n..2 * n]);
        states.extend(&x[..width + 2]);
    });
    motion.stop = result.err().map(|fault| stop(&integrator, fault));
    motion.events = std::mem::take(&mut integrator.events);
    motion.count = integrator.count;
    motion.count.evaluations = integrator.equations.evaluations;
    for (k, x) in states.chunks_exact(width + 2).enumerate() {
        equations.torques(grid.at(k), x);
        motion.input.extend(&equations.given);
        motion.torque.extend(&equations.drive);
        motion.current.extend(equations.currents(x));
    }
    motion.balance = balance(machine, &states, n, width)?;
    Ok(motion)
}

/// Where and why an integration ended.
pub(super) fn stop(integrator: &Integrator<'_, '_>, fault: Fault) -> Stop {
    let n = integrator.equations.layout.n;
    Stop {
        time: integrator.time,
        position: integrator.x[..n].to_vec(),
        velocity: integrator.x[n..2 * n].to_vec(),
        fault,
    }
}

/// The state in which a motion begins, columns of derivatives zero.
pub(super) fn beginning(
    equations: &mut Equations<'_>,
    start: &Start,
    grid: &Grid,
) -> Result<Vec<f64>, SimulationError> {
    let layout = equations.layout;
    let n = layout.n;
    count("positions at the beginning", start.position.len(), n)?;
    count("velocities at the beginning", start.velocity.len(), n)?;
    positive("the rate", grid.rate)?;
    finite("the rate", grid.rate)?;
    finite("the time of the beginning", grid.start)?;
    equations.input.check(n)?;
    let mut x = vec![0.0; layout.length()];
    x[..n].copy_from_slice(&start.position);
    for (i, velocity) in start.velocity.iter().enumerate() {
        x[n + i] = match equations.machine.is_locked(i) {
            true => 0.0,
            false => *velocity,
        };
    }
    if let Some(value) = x[..2 * n].iter().find(|x| !x.is_finite()) {
        return Err(SimulationError::Value {
            what: "a number of the state at the beginning".to_owned(),
            value: *value,
            wanted: "finite",
        });
    }
    if layout.m > 0 {
        let steady = equations.steady_currents(grid.start, &x);
        x[2 * n..2 * n + layout.m].copy_from_slice(&steady);
    }
    Ok(x)
}

/// How energy adds up along states.
fn balance(
    machine: &Machine<'_>,
    states: &[f64],
    n: usize,
    width: usize,
) -> Result<Balance, SimulationError> {
    let robot = machine.robot;
    let mut row = vec![0.0; machine.theta.len()];
    let mut energy = |q: &[f64], qd: &[f64]| -> Result<f64, SimulationError> {
        let inputs = Inputs {
            q,
            qd,
            ..Inputs::default()
        };
        robot.evaluate(Quantity::EnergyRegressor, &inputs, &mut row)?;
        Ok(row.iter().zip(&machine.theta).map(|(y, p)| y * p).sum())
    };
    let mut found = Balance::default();
    let (mut first, mut worst) = (None, 0.0f64);
    let still = vec![0.0; n];
    for x in states.chunks_exact(width + 2) {
        let (q, qd) = (&x[..n], &x[n..2 * n]);
        let now = energy(q, qd)?;
        let kinetic = now - energy(q, &still)?;
        let begun = *first.get_or_insert(now);
        found.gained = now - begun;
        [found.work, found.friction] = [x[width], x[width + 1]];
        let sizes = [found.gained, found.work, found.friction, kinetic];
        found.scale = sizes.iter().fold(found.scale, |most, x| most.max(x.abs()));
        worst = worst.max((found.gained - found.work + found.friction).abs());
    }
    found.error = match found.scale > 0.0 {
        true => worst / found.scale,
        false => 0.0,
    };
    Ok(found)
}

#[cfg(test)]
mod tests;
