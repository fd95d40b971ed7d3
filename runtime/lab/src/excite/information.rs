//! The information matrix of a motion, and how any figure of it changes with the motion.

use armwright_runtime::{EvaluationError, Robot, Source};
use nalgebra::DMatrix;

use super::criterion::Criterion;
use super::equations::{Equations, Rows};
use super::nodes::Nodes;
use super::optimiser::Objective;
use super::program::{LANES, Lanes, Table};
use super::space::Space;

/// A figure of the information of a motion, as a function of its free numbers.
#[derive(Debug, Clone)]
pub(super) struct Information<'s> {
    space: &'s Space,
    rows: Rows,
    nodes: Nodes,
    table: Table,
    criterion: &'s Criterion,
    pub(super) sharpness: f64,
    /// What is known already: that of recordings that exist, in the columns that are looked for.
    prior: Option<DMatrix<f64>>,
    /// Whether the sign of a velocity has a slope.
    pub(super) smooth: bool,
}

impl<'s> Information<'s> {
    /// # Errors
    /// [`EvaluationError`] of a robot whose functions are not written down.
    pub(super) fn of(
        robot: &dyn Robot,
        space: &'s Space,
        equations: &Equations,
        criterion: &'s Criterion,
        samples: usize,
        prior: Option<&DMatrix<f64>>,
    ) -> Result<Self, EvaluationError> {
        let rows = Rows::of(robot, equations)?;
        let times = rows.times(space.basis.duration(), samples, space.basis.is_periodic());
        let prior = prior.map(|whole| {
            let columns = whole.select_columns(&rows.columns);
            columns.select_rows(&rows.columns)
        });
        Ok(Self {
            space,
            nodes: Nodes::of(space, times),
            table: rows.program.table(),
            rows,
            criterion,
            sharpness: 4.0,
            prior,
            smooth: true,
        })
    }

    /// The base parameters that columns belong to.
    pub(super) fn columns(&self) -> &[usize] {
        &self.rows.columns
    }

    /// The transposed observation matrix, rows weighted.
    pub(super) fn observation(&mut self, z: &[f64]) -> DMatrix<f64> {
        let states = self.nodes.states(self.space, z);
        let computed = self.computed(&states);
        self.rows.observation(computed, self.space.basis.duration())
    }

    /// The information matrix, with what is known already.
    pub(super) fn matrix(&mut self, z: &[f64]) -> DMatrix<f64> {
        let rows = self.observation(z);
        self.of_rows(&rows)
    }

    fn of_rows(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let matrix = rows * rows.transpose();
        match &self.prior {
            Some(prior) => matrix + prior,
            None => matrix,
        }
    }

    /// What is computed in each state, a column each.
    fn computed(&mut self, states: &[Lanes]) -> DMatrix<f64> {
        let (count, inputs) = (self.nodes.times.len(), states.len() / self.nodes.groups());
        let mut out = DMatrix::zeros(self.rows.width, count);
        for (group, inputs) in states.chunks_exact(inputs.max(1)).enumerate() {
            self.table.values[..inputs.len()].copy_from_slice(inputs);
            self.rows.program.forwards(&mut self.table, self.smooth);
            let first = group * LANES;
            for (lane, mut state) in out
                .columns_mut(first, LANES.min(count - first))
                .column_iter_mut()
                .enumerate()
            {
                for (element, source) in state.iter_mut().zip(&self.rows.program.outputs) {
                    *element = match source {
                        Source::Constant(value) => *value,
                        Source::Written(place) => self.table.values[*place as usize][lane],
                    };
                }
            }
        }
        out
    }
}

impl Objective for Information<'_> {
    fn value(&mut self, z: &[f64]) -> Option<f64> {
        let matrix = self.matrix(z);
        Some(self.criterion.of(&matrix, self.sharpness)?.value)
    }

    fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64> {
        let states = self.nodes.states(self.space, z);
        let computed = self.computed(&states);
        let duration = self.space.basis.duration();
        let rows = self.rows.observation(computed, duration);
        let matrix = self.of_rows(&rows);
        let found = self.criterion.of(&matrix, self.sharpness)?;
        // df = tr(S dM) with dM = Yᵀ dY + dYᵀ Y.
        let by_rows = found.slope * 2.0 * rows;
        let by_states = self.rows.back(by_rows, self.nodes.times.len(), duration);
        let inputs = states.len() / self.nodes.groups();
        let mut slopes = vec![[0.0; LANES]; states.len()];
        let groups = states
            .chunks_exact(inputs)
            .zip(slopes.chunks_exact_mut(inputs));
        for (group, (inputs, slopes)) in groups.enumerate() {
            self.table.values[..inputs.len()].copy_from_slice(inputs);
            self.rows.program.forwards(&mut self.table, self.smooth);
            let first = group * LANES;
            let left = self.nodes.times.len() - first;
            let weight = |element: usize| {
                std::array::from_fn(|lane| match lane < left {
                    true => by_states[(element, first + lane)],
                    false => 0.0,
                })
            };
            slopes.copy_from_slice(self.rows.program.backwards(&mut self.table, weight));
        }
        gradient.fill(0.0);
        self.nodes.back(self.space, &slopes, gradient);
        Some(found.value)
    }
}
