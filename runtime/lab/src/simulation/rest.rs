//! What friction does at rest: which sites stick, and which begin to slip, and where to.

use super::error::Fault;
use super::factor::solve;
use super::friction::{apart, passed_on};
use super::right::Equations;
use crate::numeric::dot;

/// Sweeps over the sites at rest at most.
const SWEEPS: usize = 5000;
/// A share of a limit within which friction is at it.
const NEAR: f64 = 1e-9;

/// What friction does at sites at rest.
struct Settled {
    held: Vec<f64>,
    accelerations: Vec<f64>,
    /// An acceleration that is none.
    tolerance: f64,
}

impl Settled {
    /// The largest acceleration that is left.
    fn largest(&self) -> f64 {
        let sizes = self.accelerations.iter().map(|a| a.abs());
        sizes.fold(0.0, f64::max)
    }
}

impl Equations<'_> {
    /// Decides how sites at rest go on: friction there is what Gauss's principle of least constraint gives, within its limits
    /// (a quadratic program over a box), so that several stick at once where that holds them all. Sites in
    /// motion go on as they were.
    pub(super) fn decide(
        &mut self,
        time: f64,
        x: &[f64],
        is_at_rest: &[bool],
    ) -> Result<(), Fault> {
        let machine = self.machine;
        let resting: Vec<usize> = (0..machine.sites.len())
            .filter(|s| is_at_rest[*s])
            .collect();
        for s in &resting {
            self.modes[*s] = 0;
        }
        self.evaluations += 1;
        self.forces(time, x)?;
        self.accelerate();
        let settled = self.settle(&resting);
        // Where some depend on others, one at its limit still sticks if the others hold it.
        let moves = !self.is_dependent || settled.largest() > 0.5 * settled.tolerance;
        for (a, s) in resting.iter().enumerate() {
            let [ahead, back] = self.limits(*s);
            let (held, speeding) = (settled.held[a], settled.accelerations[a]);
            let at_limit = |limit: f64, held: f64| moves && held >= limit - NEAR * limit.abs();
            self.modes[*s] = match (at_limit(ahead, held), at_limit(back, -held)) {
                _ if machine.sites[*s].is_locked => 0,
                (true, true) if speeding < 0.0 => -1,
                (true, _) => 1,
                (_, true) => -1,
                _ => 0,
            };
        }
        Ok(())
    }

    /// Friction of sites at rest under the forces of the last state, and how they speed up.
    fn settle(&self, resting: &[usize]) -> Settled {
        let (n, machine) = (self.layout.n, self.machine);
        let mut free = self.force.clone();
        solve(&self.factor, n, &mut free);
        let moved: Vec<Vec<f64>> = resting
            .iter()
            .map(|s| {
                let mut column = machine.sites[*s].form.clone();
                solve(&self.factor, n, &mut column);
                column
            })
            .collect();
        let form = |a: usize| &machine.sites[resting[a]].form[..];
        let pulled = (0..resting.len()).map(|a| dot(form(a), &free).abs());
        let tolerance = NEAR * pulled.fold(0.0, f64::max);
        let mut held = vec![0.0; resting.len()];
        // Accelerations under friction so far.
        let mut accelerations = free;
        for _ in 0..SWEEPS {
            let mut settled = true;
            for (a, s) in resting.iter().enumerate() {
                let [ahead, back] = self.limits(*s);
                let own = dot(form(a), &moved[a]);
                let wanted = held[a] + dot(form(a), &accelerations) / own;
                let next = wanted.clamp(-back, ahead);
                let change = next - held[a];
                if change != 0.0 && change.is_finite() {
                    held[a] = next;
                    for (x, m) in accelerations.iter_mut().zip(&moved[a]) {
                        *x -= change * m;
                    }
                    settled &= (change * own).abs() <= 1e-4 * tolerance;
                }
            }
            if settled {
                break;
            }
        }
        Settled {
            held,
            accelerations: (0..resting.len())
                .map(|a| dot(form(a), &accelerations))
                .collect(),
            tolerance,
        }
    }

    /// Whether sites that stick and depend on each other can be held together; below 0 they cannot.
    pub(super) fn hold_together(&self) -> f64 {
        let resting: Vec<usize> = (0..self.modes.len())
            .filter(|s| self.modes[*s] == 0)
            .collect();
        let settled = self.settle(&resting);
        settled.tolerance - settled.largest()
    }

    /// What friction at rest can do at a site, in positive and in negative direction.
    fn limits(&self, site: usize) -> [f64; 2] {
        let (place, ratio) = (&self.machine.sites[site], self.machine.static_ratio);
        let limits = match place.limits() {
            // A constant torque that is in it is the same at rest.
            [ahead, back] if ahead.min(back) < 0.0 => {
                let more = 0.5 * (ratio - 1.0) * (ahead + back);
                [ahead + more, back + more]
            }
            limits => limits.map(|limit| limit * ratio),
        };
        let joint = place.form.iter().position(|g| *g != 0.0);
        let (Some(joint), Some(share)) = (joint, place.by_load()) else {
            return limits;
        };
        // Friction that holds takes of the torque what is not passed on: at rest more than in motion.
        let given = self.drive[joint];
        apart(
            [(1.0, limits[0]), (-1.0, limits[1])].map(|(direction, limit)| {
                let passed = passed_on(share * ratio, given - direction * limit, direction);
                (direction * (given - passed)).max(limit.min(0.0))
            }),
        )
    }

    /// How far a site is from changing how it moves: below 0 it has to.
    pub(super) fn slack(&self, site: usize, qd: &[f64]) -> f64 {
        let place = &self.machine.sites[site];
        match self.modes[site] {
            0 if place.is_locked => f64::INFINITY,
            0 if self.is_dependent => self.together,
            0 => {
                let [ahead, back] = self.limits(site);
                let held = self.held[site];
                (ahead - held).min(back + held) + NEAR * (ahead + back)
            }
            mode => f64::from(mode) * place.velocity(qd) + STILL,
        }
    }

    /// Whether a site has anything that changes with the direction of motion.
    pub(super) fn is_watched(&self, site: usize) -> bool {
        let place = &self.machine.sites[site];
        !place.is_locked && !place.terms.is_empty()
    }
}

/// A velocity that is none, rad/s or m/s.
pub(super) const STILL: f64 = 1e-11;

#[cfg(test)]
mod tests;
