//! Columns of derivatives side by side, a row a number: the same arithmetic for all of them, several at once.

use super::layout::Layout;

/// Columns of derivatives, a row a number of the state.
#[derive(Default)]
pub(super) struct SideBySide {
    /// How many.
    count: usize,
    /// Positions and velocities (`2n` rows).
    states: Vec<f64>,
    /// Forces, then accelerations (`n` rows).
    forces: Vec<f64>,
}

/// `to += share * from`.
fn add(to: &mut [f64], share: f64, from: &[f64]) {
    if share != 0.0 {
        to.iter_mut().zip(from).for_each(|(to, x)| *to += share * x);
    }
}

impl SideBySide {
    /// Takes the columns of a state.
    pub(super) fn gather(&mut self, x: &[f64], layout: Layout) {
        self.count = layout.columns;
        self.states.resize(2 * layout.n * self.count, 0.0);
        self.forces.resize(layout.n * self.count, 0.0);
        for k in 0..self.count {
            let column = &x[layout.column(k)];
            for (i, x) in column.iter().take(2 * layout.n).enumerate() {
                self.states[i * self.count + k] = *x;
            }
        }
    }

    /// Forces that slopes (`n × 2n`, row-major) make of positions and velocities.
    pub(super) fn multiply(&mut self, slopes: &[f64]) {
        if self.count == 0 {
            return;
        }
        let width = self.states.len() / self.count;
        let rows = self.forces.chunks_exact_mut(self.count);
        for (force, slopes) in rows.zip(slopes.chunks_exact(width)) {
            force.fill(0.0);
            for (slope, state) in slopes.iter().zip(self.states.chunks_exact(self.count)) {
                add(force, *slope, state);
            }
        }
    }

    /// Adds a force to a column.
    pub(super) fn add(&mut self, column: usize, force: &[f64]) {
        for (i, x) in force.iter().enumerate() {
            self.forces[i * self.count + column] += x;
        }
    }

    /// Makes accelerations of forces, with the factor `L` of the inertia matrix (`n × n`) and orthonormal directions that are held (`n` each).
    pub(super) fn project(&mut self, l: &[f64], held: &[f64]) {
        if self.count == 0 {
            return;
        }
        let (count, n) = (self.count, self.forces.len() / self.count);
        let divide = |row: &mut [f64], by: f64| row.iter_mut().for_each(|x| *x /= by);
        for i in 0..n {
            let (before, own) = self.forces.split_at_mut(i * count);
            let own = &mut own[..count];
            for (k, row) in before.chunks_exact(count).enumerate() {
                add(own, -l[i * n + k], row);
            }
            divide(own, l[i * n + i]);
        }
        let mut share = vec![0.0; if held.is_empty() { 0 } else { count }];
        for direction in held.chunks_exact(n) {
            share.fill(0.0);
            for (e, row) in direction.iter().zip(self.forces.chunks_exact(count)) {
                add(&mut share, *e, row);
            }
            for (e, row) in direction.iter().zip(self.forces.chunks_exact_mut(count)) {
                add(row, -e, &share);
            }
        }
        for i in (0..n).rev() {
            let (own, after) = self.forces[i * count..].split_at_mut(count);
            for (k, row) in after.chunks_exact(count).enumerate() {
                add(own, -l[(i + 1 + k) * n + i], row);
            }
            divide(own, l[i * n + i]);
        }
    }

    /// Writes accelerations where the columns' own are.
    pub(super) fn scatter(&self, dx: &mut [f64], layout: Layout) {
        for k in 0..self.count {
            let out = &mut dx[layout.column(k)][layout.n..2 * layout.n];
            for (i, out) in out.iter_mut().enumerate() {
                *out = self.forces[i * self.count + k];
            }
        }
    }
}
