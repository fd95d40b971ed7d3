//! A figure with constraints as one function: an augmented Lagrangian.

use super::information::Information;
use super::kept::Kept;
use super::optimiser::Objective;

/// A figure with constraints: an augmented Lagrangian, `f + Σ (max(0, λ + ρ g)² - λ²) / 2ρ`.
#[derive(Debug, Clone)]
pub(super) struct Augmented<'s> {
    pub(super) information: Information<'s>,
    pub(super) kept: Vec<Kept<'s>>,
    multipliers: Vec<Vec<f64>>,
    weight: f64,
    /// What excesses have to be below zero by, so that nothing happens between times.
    pub(super) margin: f64,
}

impl<'s> Augmented<'s> {
    pub(super) fn of(information: Information<'s>, kept: Vec<Kept<'s>>) -> Self {
        let mut all = Self {
            information,
            kept,
            multipliers: Vec::new(),
            weight: 0.0,
            margin: 0.002,
        };
        all.begin();
        all
    }

    /// Forgets multipliers.
    pub(super) fn begin(&mut self) {
        let kept = self.kept.iter();
        let zeros = kept.map(|kept| vec![0.0; kept.count() * kept.nodes.times.len()]);
        self.multipliers = zeros.collect();
        self.weight = 20.0;
    }

    /// Updates multipliers at a point; gives the largest excess, the margin added.
    pub(super) fn learn(&mut self, z: &[f64], before: f64) -> f64 {
        let mut worst = f64::NEG_INFINITY;
        let (weight, margin) = (self.weight, self.margin);
        for (kept, multipliers) in self.kept.iter_mut().zip(&mut self.multipliers) {
            let update = |place: usize, excess: f64| {
                worst = worst.max(excess + margin);
                let multiplier = &mut multipliers[place];
                *multiplier = (*multiplier + weight * (excess + margin)).max(0.0);
                0.0
            };
            kept.pass(z, update, None);
        }
        if worst > 0.25 * before {
            self.weight *= 5.0;
        }
        worst
    }

    fn add(&mut self, z: &[f64], mut gradient: Option<&mut [f64]>) -> f64 {
        let (weight, margin) = (self.weight, self.margin);
        let mut sum = 0.0;
        for (kept, multipliers) in self.kept.iter_mut().zip(&self.multipliers) {
            let weigh = |place: usize, excess: f64| {
                let multiplier = multipliers[place];
                let pull = (multiplier + weight * (excess + margin)).max(0.0);
                sum += (pull * pull - multiplier * multiplier) / (2.0 * weight);
                pull
            };
            kept.pass(z, weigh, gradient.as_deref_mut());
        }
        sum
    }
}

impl Objective for Augmented<'_> {
    fn value(&mut self, z: &[f64]) -> Option<f64> {
        Some(self.information.value(z)? + self.add(z, None))
    }

    fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64> {
        let value = self.information.slope(z, gradient)?;
        Some(value + self.add(z, Some(gradient)))
    }
}
