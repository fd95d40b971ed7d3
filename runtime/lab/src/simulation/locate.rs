//! Where within a step friction changes first.

use super::dense::between;
use super::error::Fault;
use super::integrator::Integrator;
use super::rest::STILL;

/// Places within a step where velocities are looked at for a change of their sign.
const LOOKS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl Integrator<'_, '_> {
    /// Shortens the step that was made to where friction changes first, if it does.
    pub(super) fn cut_at_event(&mut self, h: f64) -> Result<f64, Fault> {
        let n = self.equations.layout.n;
        let mut first: Option<(f64, usize)> = None;
        for site in 0..self.equations.modes.len() {
            if !self.equations.is_watched(site) {
                continue;
            }
            let share = match self.equations.modes[site] {
                0 if self.beyond[site].is_finite() => self.beyond[site],
                0 => continue,
                _ => match self.crossing(site, h) {
                    Some(share) => share,
                    None => continue,
                },
            };
            if first.is_none_or(|(known, _)| share < known) {
                first = Some((share, site));
            }
        }
        let Some((share, site)) = first else {
            return Ok(h);
        };
        let mut made = share * h;
        if self.equations.modes[site] == 0 {
            made = self.cut_at_limit(site, made)?;
        } else {
            // The crossing is that of a polynomial: once or twice Newton's iteration makes it that of the motion.
            for _ in 0..4 {
                made = made.max(self.shortest());
                self.stages(made)?;
                let place = &self.equations.machine.sites[site];
                let speed = place.velocity(&self.next[n..2 * n]);
                let pull = place.velocity(&self.equations.qdd);
                let off = speed / pull;
                if speed.abs() <= STILL || !off.is_finite() || off.abs() > 0.5 * made {
                    break;
                }
                made = (made - off).min(h);
            }
        }
        Ok(made)
    }

    /// The share of a step at which a site's velocity changes its sign.
    fn crossing(&self, site: usize, h: f64) -> Option<f64> {
        let n = self.equations.layout.n;
        let place = &self.equations.machine.sites[site];
        let direction = f64::from(self.equations.modes[site]);
        let at = |share: f64| {
            let velocity = |i: usize| between(share, h, [self.x[i], self.next[i]], &self.k, i);
            let parts = place.form.iter().enumerate().filter(|(_, g)| **g != 0.0);
            direction * parts.map(|(i, g)| g * velocity(n + i)).sum::<f64>()
        };
        let mut low = 0.0;
        let high = LOOKS.into_iter().find(|share| {
            let crosses = at(*share) < -STILL;
            if !crosses {
                low = *share;
            }
            crosses
        })?;
        let mut high = high;
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if at(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(high)
    }

    /// The length of a step that ends where a site that sticks is at its limit; it is beyond after `high`.
    fn cut_at_limit(&mut self, site: usize, high: f64) -> Result<f64, Fault> {
        let n = self.equations.layout.n;
        let (mut low, mut high) = (0.0, high);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if high - low <= 1e-10 * high.max(1e-6) || middle <= self.shortest() {
                break;
            }
            self.stages(middle)?;
            match self.equations.slack(site, &self.next[n..2 * n]) < 0.0 {
                true => high = middle,
                false => low = middle,
            }
        }
        let made = high.max(self.shortest());
        self.stages(made)?;
        Ok(made)
    }
}
