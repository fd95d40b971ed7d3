//! A motion with its derivatives by parameters and by the state at its beginning.

use nalgebra::DMatrix;

use super::error::{SimulationError, Stop};
use super::input::Input;
use super::integrator::Integrator;
use super::layout::Layout;
use super::machine::{Direction, Machine};
use super::motion::{Start, beginning, stop};
use super::right::Equations;
use super::settings::{Count, Grid, Settings};

/// A state on the way, with its derivatives.
pub struct Marched<'s> {
    x: &'s [f64],
    layout: Layout,
    directions: usize,
}

impl Marched<'_> {
    /// Joint positions (`n`), rad or m.
    #[must_use]
    pub fn position(&self) -> &[f64] {
        &self.x[..self.layout.n]
    }

    /// Joint velocities (`n`).
    #[must_use]
    pub fn velocity(&self) -> &[f64] {
        &self.x[self.layout.n..2 * self.layout.n]
    }

    /// How positions (`n`), and then velocities (`n`), change with a column: parameters in the order of the directions, then
    /// positions and velocities at the beginning.
    #[must_use]
    pub fn column(&self, k: usize) -> &[f64] {
        let place = self.layout.column(k);
        &self.x[place][..2 * self.layout.n]
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.layout.columns
    }

    /// How the state changes with that at the beginning (`2n × 2n`), if that was asked for: 0 with the position and the velocity of
    /// a locked joint, which are known.
    #[must_use]
    pub fn transition(&self) -> Option<DMatrix<f64>> {
        let size = 2 * self.layout.n;
        (self.layout.columns == self.directions + size)
            .then(|| DMatrix::from_fn(size, size, |i, k| self.column(self.directions + k)[i]))
    }
}

/// Moves a machine as [`simulate`](super::simulate) does, with the variational equations of some directions and, if wanted, of the
/// state at the beginning: exact derivatives, through dual numbers and the generated regressor, and through the moments at which
/// friction changes. Every moment of the grid is shown. What was shown stays where it stops.
///
/// # Errors
/// [`SimulationError`] of what makes no motion at all, or of an input that knows the state: what that makes of derivatives is not known.
#[allow(
    clippy::too_many_arguments,
    reason = "a motion and what is asked of it"
)]
pub fn march(
    machine: &Machine<'_>,
    input: &dyn Input,
    start: &Start,
    grid: &Grid,
    settings: &Settings,
    directions: &[Direction],
    with_state: bool,
    show: &mut dyn FnMut(usize, &Marched<'_>),
) -> Result<(Count, Option<Stop>), SimulationError> {
    settings.check()?;
    if input.knows_the_state() {
        return Err(SimulationError::Feedback);
    }
    let directions: Vec<Direction> = directions.iter().map(|d| machine.resolved(*d)).collect();
    let n = machine.joints();
    let states = if with_state { 2 * n } else { 0 };
    let columns = directions.len() + states;
    let mut equations = Equations::new(machine, input, &directions, columns);
    let mut x = beginning(&mut equations, start, grid)?;
    let layout = equations.layout;
    for k in 0..states {
        let held = machine.is_locked(k % n);
        x[layout.column(directions.len() + k)][k] = f64::from(!held);
    }
    equations.steady_columns(grid.start, &mut x);
    let mut integrator = Integrator::new(&mut equations, x, grid.start, *settings);
    let result = integrator.run(grid, &mut |k, _, x| {
        show(
            k,
            &Marched {
                x,
                layout,
                directions: directions.len(),
            },
        );
    });
    let stop = result.err().map(|fault| stop(&integrator, fault));
    let mut count = integrator.count;
    count.evaluations = integrator.equations.evaluations;
    Ok((count, stop))
}
