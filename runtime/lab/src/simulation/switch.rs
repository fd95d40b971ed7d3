//! Changes of friction at the end of a step: what has come to rest, what breaks loose, and what that does to derivatives.

use super::error::Fault;
use super::event::{Event, Turn};
use super::integrator::{Integrator, MOMENT, MOST};
use super::rest::STILL;

impl Integrator<'_, '_> {
    /// Finds which sites are at rest at the beginning of a motion.
    pub(super) fn at_rest(&mut self) {
        let n = self.equations.layout.n;
        let qd = &self.x[n..2 * n];
        for (s, site) in self.equations.machine.sites.iter().enumerate() {
            let velocity = site.velocity(qd);
            self.resting[s] = site.is_locked || velocity.abs() <= STILL;
            self.equations.modes[s] = match velocity > 0.0 {
                true => 1,
                false => -1,
            };
        }
    }

    /// Decides how the sites at rest go on.
    pub(super) fn decide(&mut self) -> Result<(), Fault> {
        let (equations, time) = (&mut *self.equations, self.time);
        equations.decide(time, &self.x, &self.resting)
    }

    /// Changes friction where a step of length `made` has brought it to; whether anything changes.
    pub(super) fn changes(&mut self, made: f64) -> Result<bool, Fault> {
        let n = self.equations.layout.n;
        let mut reached = false;
        for s in 0..self.equations.modes.len() {
            let mode = self.equations.modes[s];
            self.resting[s] = mode == 0;
            if !self.equations.is_watched(s) {
                continue;
            }
            let slack = self.equations.slack(s, &self.x[n..2 * n]);
            let place = &self.equations.machine.sites[s];
            let speed = f64::from(mode) * place.velocity(&self.x[n..2 * n]);
            // The end of a step is where a velocity vanishes but for what Newton's iteration leaves.
            let arrives = mode != 0 && speed <= 2.0 * STILL && speed < self.was(s, mode);
            if arrives || slack < 0.0 {
                self.resting[s] = true;
                reached = true;
            }
        }
        if !reached {
            return Ok(false);
        }
        self.change(made)?;
        Ok(true)
    }

    /// The speed of a site at the beginning of the step, in its direction.
    fn was(&self, site: usize, mode: i8) -> f64 {
        let n = self.equations.layout.n;
        let place = &self.equations.machine.sites[site];
        // The step has been swapped in: `next` holds where it began.
        f64::from(mode) * place.velocity(&self.before()[n..2 * n])
    }

    fn change(&mut self, made: f64) -> Result<(), Fault> {
        let n = self.equations.layout.n;
        let before: Vec<i8> = self.equations.modes.clone();
        let pulled = self.equations.qdd.clone();
        let arrived: Vec<usize> = (0..before.len())
            .filter(|s| before[*s] != 0 && self.resting[*s])
            .collect();
        for s in &arrived {
            let mut qd = self.x[n..2 * n].to_vec();
            self.equations.bring_to_rest(*s, &mut qd);
            self.x[n..2 * n].copy_from_slice(&qd);
        }
        self.decide()?;
        for (s, was) in before.into_iter().enumerate() {
            let again = self.time - self.changed[s] <= MOMENT * 1e-4 + 2.0 * made * 1e-6;
            let [ahead, back] = self.equations.machine.sites[s].limits();
            let sticky = ahead + back > 0.0;
            // What has just begun to slip and is back at rest stays there.
            if again && sticky && was != 0 && self.resting[s] {
                self.equations.modes[s] = 0;
            }
            let mode = self.equations.modes[s];
            if mode != was {
                self.changed[s] = self.time;
                let turn = match (was, mode) {
                    (0, _) => Turn::Slips,
                    (_, 0) => Turn::Sticks,
                    _ => Turn::Turns,
                };
                let site = self.equations.machine.sites[s].name.clone();
                let time = self.time;
                self.events.push(Event { time, site, turn });
            }
        }
        self.count_changes()?;
        if self.equations.layout.columns > 0 {
            self.jump(&arrived, &pulled)?;
        }
        Ok(())
    }

    /// Refuses to change without end.
    pub(super) fn count_changes(&mut self) -> Result<(), Fault> {
        if self.time - self.recent.0 > MOMENT {
            self.recent = (self.time, 0);
        }
        self.recent.1 += 1;
        if self.recent.1 <= MOST {
            return Ok(());
        }
        let last = self.events.last();
        let site = last.map_or_else(String::new, |event| event.site.clone());
        Err(Fault::Chatter { site })
    }

    /// Derivatives jump where accelerations do, since the moment depends on parameters, too: `δq̇⁺ = δq̇⁻ + (q̈⁻ - q̈⁺) δt`, `δt` what
    /// keeps the velocity of the site that arrives at 0. (Where static friction is larger than that in motion, the moment at which
    /// it breaks loose moves, too: that is left out.)
    fn jump(&mut self, arrived: &[usize], before: &[f64]) -> Result<(), Fault> {
        let layout = self.equations.layout;
        let n = layout.n;
        self.first_stage()?;
        let after = self.equations.qdd.clone();
        for s in arrived {
            let form = self.equations.machine.sites[*s].form.clone();
            let pull: f64 = form.iter().zip(before).map(|(g, a)| g * a).sum();
            if pull.abs() <= f64::MIN_POSITIVE {
                continue;
            }
            for k in 0..layout.columns {
                let place = layout.column(k);
                let column = &mut self.x[place][n..2 * n];
                let change: f64 = form.iter().zip(&*column).map(|(g, v)| g * v).sum();
                let moment = -change / pull;
                for ((v, a), b) in column.iter_mut().zip(before).zip(&after) {
                    *v += (a - b) * moment;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
