//! Accelerations with sites held that stick: a projection.

use super::factor::{backward, forward};
use super::right::Equations;
use crate::numeric::dot;

/// A share of the square of a direction below which it depends on others.
const DEPENDENT: f64 = 1e-10;

impl Equations<'_> {
    /// Accelerations of the forces, sites that stick held: `q̈ = M⁻¹ (f - Gᵀ λ)` with `G q̈ = 0`. In the coordinates that
    /// `L⁻¹` makes this is a projection.
    pub(super) fn accelerate(&mut self) {
        let n = self.layout.n;
        self.hold();
        self.qdd.copy_from_slice(&self.force);
        forward(&self.factor, n, &mut self.qdd);
        let count = self.stuck.len();
        for a in 0..count {
            let direction = &self.basis[a * n..(a + 1) * n];
            let share = dot(direction, &self.qdd);
            self.shares[a] = share;
            for (x, e) in self.qdd.iter_mut().zip(direction) {
                *x -= share * e;
            }
        }
        backward(&self.factor, n, &mut self.qdd);
        for a in (0..count).rev() {
            let known: f64 = (a + 1..count)
                .map(|b| self.triangle[a * n + b] * self.held[self.stuck[b]])
                .sum();
            self.held[self.stuck[a]] = (self.shares[a] - known) / self.triangle[a * n + a];
        }
        if self.is_dependent {
            self.together = self.hold_together();
        }
    }

    /// Orthonormal directions (`L⁻¹ Gᵀ = E R`) of the sites that stick; what depends on those before it is held with them.
    fn hold(&mut self) {
        let n = self.layout.n;
        self.stuck.clear();
        self.is_dependent = false;
        for (s, site) in self.machine.sites.iter().enumerate() {
            if self.modes[s] != 0 {
                continue;
            }
            self.held[s] = 0.0;
            let count = self.stuck.len();
            if count == n {
                self.is_dependent = true;
                continue;
            }
            let (before, own) = self.basis.split_at_mut(count * n);
            let own = &mut own[..n];
            own.copy_from_slice(&site.form);
            forward(&self.factor, n, own);
            let size = dot(own, own);
            for (b, direction) in before.chunks_exact(n).enumerate() {
                let share = dot(direction, own);
                self.triangle[b * n + count] = share;
                for (x, e) in own.iter_mut().zip(direction) {
                    *x -= share * e;
                }
            }
            let left = dot(own, own);
            if left > DEPENDENT * size {
                let length = left.sqrt();
                own.iter_mut().for_each(|x| *x /= length);
                self.triangle[count * n + count] = length;
                self.stuck.push(s);
            } else {
                self.is_dependent = true;
            }
        }
    }

    /// Takes a little off velocities so that a site is at rest, and those that stick stay so.
    pub(super) fn bring_to_rest(&self, site: usize, qd: &mut [f64]) {
        let form = &self.machine.sites[site].form;
        let mut along = vec![0.0; self.layout.n];
        self.project(form, &mut along);
        let (speed, size) = (dot(form, qd), dot(form, &along));
        if size > 0.0 {
            for (v, x) in qd.iter_mut().zip(&along) {
                *v -= speed / size * x;
            }
        }
    }

    /// Accelerations that a force causes, sites that stick held.
    pub(super) fn project(&self, force: &[f64], out: &mut [f64]) {
        let n = self.layout.n;
        out.copy_from_slice(force);
        forward(&self.factor, n, out);
        for direction in self.basis.chunks_exact(n).take(self.stuck.len()) {
            let share = dot(direction, out);
            for (x, e) in out.iter_mut().zip(direction) {
                *x -= share * e;
            }
        }
        backward(&self.factor, n, out);
    }
}
