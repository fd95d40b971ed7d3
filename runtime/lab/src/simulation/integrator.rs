//! Steps through time: as long as accuracy allows, to the moments where the input breaks and friction changes.

use super::dense::{A, C, E, between};
use super::error::Fault;
use super::event::Event;
use super::right::Equations;
use super::settings::{Count, Grid, Settings, Steps};

/// Positions and speeds beyond this, rad (m) and rad/s (m/s), are of a motion that runs away.
const AWAY: f64 = 1e6;
/// A share of a joint's inertia, with those before it free, that is none.
const GONE: f64 = 1e-6;
/// Changes of friction at most within [`MOMENT`].
pub(super) const MOST: usize = 200;
/// A moment, s.
pub(super) const MOMENT: f64 = 1e-6;

/// What is shown of a state at a moment of a grid: its place, its time and the state with its columns.
pub(super) type Observer<'o> = dyn FnMut(usize, f64, &[f64]) + 'o;

/// A state on its way through time.
pub(super) struct Integrator<'e, 'a> {
    pub equations: &'e mut Equations<'a>,
    pub settings: Settings,
    pub time: f64,
    pub x: Vec<f64>,
    pub events: Vec<Event>,
    pub count: Count,
    pub next: Vec<f64>,
    stage: Vec<f64>,
    shown: Vec<f64>,
    pub k: Vec<Vec<f64>>,
    /// When each site changed last.
    pub changed: Vec<f64>,
    /// The first share of the step at which a site that sticks is beyond its limit.
    pub beyond: Vec<f64>,
    pub resting: Vec<bool>,
    pub recent: (f64, usize),
}

impl<'e, 'a> Integrator<'e, 'a> {
    pub(super) fn new(
        equations: &'e mut Equations<'a>,
        x: Vec<f64>,
        time: f64,
        settings: Settings,
    ) -> Self {
        let (length, sites) = (x.len(), equations.modes.len());
        Self {
            equations,
            settings,
            time,
            events: Vec::new(),
            count: Count::default(),
            next: x.clone(),
            stage: x.clone(),
            shown: x.clone(),
            k: vec![vec![0.0; length]; 7],
            x,
            changed: vec![f64::NEG_INFINITY; sites],
            beyond: vec![f64::INFINITY; sites],
            resting: vec![false; sites],
            recent: (time, 0),
        }
    }

    /// Goes through a grid, and shows every moment of it.
    pub(super) fn run(&mut self, grid: &Grid, show: &mut Observer<'_>) -> Result<(), Fault> {
        let mut shown = 0;
        self.begin_stretch(grid);
        self.at_rest();
        self.decide()?;
        self.first_stage()?;
        let end = grid.at(grid.samples.saturating_sub(1));
        if grid.samples > 0 {
            show(0, self.time, &self.x);
            shown = 1;
        }
        let mut h = self.first_step(end);
        let mut break_at = self.equations.input.next_break(self.time).min(end);
        while shown < grid.samples {
            if self.count.steps >= self.settings.most {
                let steps = self.count.steps;
                return Err(Fault::TooManySteps { steps });
            }
            let left = break_at - self.time;
            let lands = h >= left * (1.0 - 1e-9);
            let wanted = h;
            let step = match (lands, left < 2.0 * h) {
                (true, _) => left,
                (false, true) => 0.5 * left,
                (false, false) => h,
            };
            let (made, next) = self.step(step)?;
            let cut = made < step;
            self.count.steps += 1;
            let reached = if lands && !cut {
                break_at
            } else {
                self.time + made
            };
            if reached <= self.time {
                let joint = self.worst(made);
                return Err(self.cause(Fault::StepCollapse { joint, step: made }));
            }
            while shown < grid.samples && grid.at(shown) <= reached + 1e-9 * made {
                let time = grid.at(shown);
                self.show(((time - self.time) / made).min(1.0), made);
                show(shown, time, &self.shown);
                shown += 1;
            }
            self.time = reached;
            std::mem::swap(&mut self.x, &mut self.next);
            self.check()?;
            // A step that the end of a stretch made short says nothing of how long the next may be.
            h = match lands && !cut {
                true if next >= step => next.max(wanted),
                _ => next,
            };
            let renewed = lands && !cut;
            if renewed {
                self.begin_stretch(grid);
                break_at = self.equations.input.next_break(self.time).min(end);
                self.first_stage()?;
            }
            if self.changes(made)? {
                self.first_stage()?;
            } else if !renewed {
                self.k.swap(0, 6);
            }
        }
        Ok(())
    }

    /// The moment by which the input knows the stretch that begins.
    fn begin_stretch(&mut self, grid: &Grid) {
        let next = self.equations.input.next_break(self.time);
        self.equations.within = match next.is_finite() {
            true => f64::midpoint(self.time, next),
            false => self.time.max(grid.start),
        };
    }

    pub(super) fn first_stage(&mut self) -> Result<(), Fault> {
        let Self {
            equations,
            time,
            x,
            k,
            ..
        } = self;
        equations.derivative(*time, x, &mut k[0], true)
    }

    /// A length for the first step (Hairer, Nørsett and Wanner, II.4, shortened).
    fn first_step(&self, end: f64) -> f64 {
        if let Steps::Fixed(step) = self.settings.steps {
            return step;
        }
        let width = self.equations.layout.width();
        let scale = |i: usize| self.settings.absolute + self.settings.relative * self.x[i].abs();
        let slope = (0..width)
            .map(|i| self.k[0][i].abs() / (scale(i) + 1e-4 * self.x[i].abs() + 1e-6))
            .fold(0.0, f64::max);
        let step = if slope > 0.0 { 0.1 / slope } else { 1e-3 };
        step.min(self.settings.longest)
            .min(end - self.time)
            .max(1e-9)
            .max(self.shortest())
    }

    /// The shortest step that moves time.
    pub(super) fn shortest(&self) -> f64 {
        1e-14 * self.time.abs().max(1e-2)
    }

    /// Makes a step into `next`, shorter than asked for where accuracy or friction asks for that: its length, and that of the
    /// one to come.
    fn step(&mut self, wanted: f64) -> Result<(f64, f64), Fault> {
        let mut h = wanted.min(self.settings.longest);
        let is_fixed = matches!(self.settings.steps, Steps::Fixed(_));
        let mut refused = false;
        loop {
            let error = match self.stages(h) {
                Ok(error) => error,
                Err(fault) if is_fixed || 0.2 * h < self.shortest() => return Err(fault),
                Err(_) => f64::INFINITY,
            };
            if is_fixed || error <= 1.0 {
                let growth =
                    (0.9 * error.max(1e-10).powf(-0.2)).min(if refused { 1.0 } else { 5.0 });
                let next = match self.settings.steps {
                    Steps::Fixed(step) => step,
                    _ => h * growth.max(0.2),
                };
                let made = match is_fixed {
                    true => h,
                    false => self.cut_at_event(h)?,
                };
                return Ok((made, next.min(self.settings.longest)));
            }
            refused = true;
            self.count.rejected += 1;
            h *= match error.is_finite() {
                true => (0.9 * error.powf(-0.2)).clamp(0.2, 1.0),
                false => 0.2,
            };
            if h < self.shortest() {
                let joint = self.worst(h);
                return Err(self.cause(Fault::StepCollapse { joint, step: h }));
            }
        }
    }

    /// Makes the stages of a step: its error, in units of what is allowed.
    pub(super) fn stages(&mut self, h: f64) -> Result<f64, Fault> {
        self.beyond.fill(f64::INFINITY);
        let n = self.equations.layout.n;
        for s in 1..7 {
            let (done, own) = self.k.split_at_mut(s);
            let to = if s == 6 {
                &mut self.next
            } else {
                &mut self.stage
            };
            // One stage after the other, not one number after the other: there are many, and the processor takes several at once.
            to.fill(0.0);
            for (a, k) in A[s].iter().zip(&*done).filter(|(a, _)| **a != 0.0) {
                to.iter_mut().zip(k).for_each(|(to, k)| *to += a * k);
            }
            to.iter_mut()
                .zip(&self.x)
                .for_each(|(to, x)| *to = x + h * *to);
            let at = self.time + C[s] * h;
            self.equations.derivative(at, to, &mut own[0], true)?;
            for (site, beyond) in self.beyond.iter_mut().enumerate() {
                let sticks = self.equations.modes[site] == 0 && beyond.is_infinite();
                if sticks && self.equations.slack(site, &to[n..2 * n]) < 0.0 {
                    *beyond = C[s];
                }
            }
        }
        let Settings {
            relative, absolute, ..
        } = self.settings;
        let width = self.equations.layout.width();
        let mut largest: f64 = 0.0;
        for i in 0..width {
            let error: f64 = h * E.iter().zip(&self.k).map(|(e, k)| e * k[i]).sum::<f64>();
            let size = self.x[i].abs().max(self.next[i].abs());
            let share = error.abs() / (absolute + relative * size);
            largest = if share.is_nan() {
                f64::INFINITY
            } else {
                largest.max(share)
            };
        }
        Ok(largest)
    }

    /// What is behind a motion that cannot go on: an inertia that vanishes on the way makes accelerations grow without bound before
    /// it is 0. `L_kk²` is what is left of `M_kk` with the joints before it free.
    fn cause(&self, fault: Fault) -> Fault {
        let n = self.equations.layout.n;
        let factor = &self.equations.factor;
        let is_gone = |k: &usize| {
            let row = &factor[k * n..k * n + k + 1];
            let all: f64 = row.iter().map(|l| l * l).sum();
            row[*k] * row[*k] < GONE * all
        };
        let model = self.equations.machine.robot.model();
        (0..n).find(is_gone).map_or(fault, |k| Fault::Singular {
            joint: model.joints[k].name.to_owned(),
        })
    }

    /// The joint with the largest error of a step.
    fn worst(&self, h: f64) -> String {
        let n = self.equations.layout.n;
        let error = |i: usize| {
            let error: f64 = h * E.iter().zip(&self.k).map(|(e, k)| e * k[i]).sum::<f64>();
            if error.is_nan() {
                f64::INFINITY
            } else {
                error.abs()
            }
        };
        let worst = (0..2 * n).max_by(|a, b| error(*a).total_cmp(&error(*b)));
        let model = self.equations.machine.robot.model();
        worst.map_or_else(String::new, |i| model.joints[i % n].name.to_owned())
    }

    /// The state at the beginning of the step that was made last.
    pub(super) fn before(&self) -> &[f64] {
        &self.next
    }

    /// What a state is at a share of the step.
    fn show(&mut self, share: f64, h: f64) {
        if share >= 1.0 {
            self.shown.copy_from_slice(&self.next);
            return;
        }
        for i in 0..self.shown.len() {
            self.shown[i] = between(share, h, [self.x[i], self.next[i]], &self.k, i);
        }
    }

    fn check(&self) -> Result<(), Fault> {
        let n = self.equations.layout.n;
        let far = |x: &f64| x.is_nan() || x.abs() > AWAY;
        let away = self.x[..2 * n].iter().position(far);
        away.map_or(Ok(()), |i| {
            let model = self.equations.machine.robot.model();
            let joint = model.joints[i % n].name.to_owned();
            Err(self.cause(Fault::Diverges { joint }))
        })
    }
}

#[cfg(test)]
mod tests;
