//! The whole loop of identification: watch, predict, learn, judge.

use super::recursive::product;
use super::{Bounds, Event, Gate, Limits, SlidingWindow, Watch};
use crate::Real;

/// Passes over the bounds in one step: enough for a few that hold at once, and a bounded time.
const PASSES: u32 = 4;

/// Which parameters act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acting {
    /// The nominal ones.
    Nominal,
    /// The identified ones.
    Identified,
}

/// What a learner is made with: `N` torques, `B` base parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings<S, const N: usize, const B: usize> {
    /// Base parameters to begin with, and to go back to.
    pub nominal: [S; B],
    /// Their standard deviations, in the same units.
    pub deviations: [S; B],
    /// Standard deviations of the torques' noise (N·m or N).
    pub noise: [S; N],
    /// What base parameters may be.
    pub bounds: Bounds<S, B>,
    /// What samples may be.
    pub limits: Limits<S, N>,
    /// The `R²` at which identified parameters begin to act, and below which they end.
    pub gate: [S; 2],
    /// Parameters are solved for at every so many samples.
    pub every: u32,
    /// Parameters are solved for only while the window is excited at least this much ([`SlidingWindow::excitation`]), 0.9 to
    /// 0.99; else the last ones stay.
    pub excitation: S,
}

/// What became of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step<S> {
    /// Which parameters act from now on.
    pub acting: Acting,
    /// What was wrong with the sample; it was not learned from then.
    pub event: Option<Event>,
    /// `R²` of predictions over the buffer, when it is full.
    pub r2: Option<S>,
    /// Whether the parameters were solved for anew.
    pub learned: bool,
}

/// Identification of `B` base parameters inside the loop, from windows of `W` samples of `N` torques, with nominal parameters that act until
/// the identified ones have shown what they are worth.
///
/// Source: Kolathaya et al., section VI (online identification of a 4-joint arm).
#[derive(Debug, Clone, PartialEq)]
pub struct Learner<S, const N: usize, const B: usize, const W: usize> {
    settings: Settings<S, N, B>,
    watch: Watch<S, N>,
    window: SlidingWindow<S, N, B, W>,
    gate: Gate<S, N, W>,
    identified: [S; B],
    since: u32,
    /// What is wrong with so many samples that are still to come.
    refused: Option<(Event, u32)>,
}

impl<S: Real, const N: usize, const B: usize, const W: usize> Learner<S, N, B, W> {
    /// Begins with nominal parameters.
    #[must_use]
    pub fn new(settings: Settings<S, N, B>) -> Self {
        let Settings {
            nominal,
            deviations,
            noise,
            limits,
            gate: [opens, closes],
            ..
        } = settings;
        Self {
            settings,
            watch: Watch::new(limits),
            window: SlidingWindow::new(nominal, &deviations, noise),
            gate: Gate::new(opens, closes, noise),
            identified: nominal,
            since: 0,
            refused: None,
        }
    }

    /// Takes a sample: measured positions and torques, the velocities that are asked for, and the rows of the base
    /// regressor at the motion. Where something is wrong with it the gate closes, the window is emptied and the
    /// nominal parameters act. Where torques have passed a filter, [`Learner::watch`] takes them as they are measured before.
    pub fn step(
        &mut self,
        q: &[S; N],
        tau: &[S; N],
        wanted: &[S; N],
        rows: &[[S; B]; N],
    ) -> Step<S> {
        let refused = self.refused();
        let seen = self.wrong(q, tau, wanted, rows);
        if let Some(event) = refused.or(seen) {
            self.gate.close();
            self.window.clear();
            self.identified = self.settings.nominal;
            self.since = 0;
            return self.state(Some(event), false);
        }
        let predicted = rows.each_ref().map(|row| product(row, &self.identified));
        self.gate.observe(tau, &predicted);
        let learned = self.learn(rows, tau);
        self.state(None, learned)
    }

    /// Samples were missed: how far coordinates moved in the meantime is no fault of the next one.
    pub fn skip(&mut self) {
        self.watch.skip();
    }

    /// Watches torques as they are measured: an average of those at a limit stays below it. One that is at its limit is what is
    /// wrong with the next `samples` of [`Learner::step`], as many as a filter remembers it.
    pub fn watch(&mut self, tau: &[S; N], samples: u32) {
        if let Some(event) = self.watch.saturated(tau) {
            self.refuse(event, samples);
        }
    }

    /// Tells what is wrong with the next `samples`, of which they say nothing themselves. What was told before of more than those
    /// stays.
    pub fn refuse(&mut self, event: Event, samples: u32) {
        if self.refused.is_none_or(|(_, left)| left <= samples) {
            self.refused = Some((event, samples));
        }
    }

    /// What was told to be wrong with a sample.
    fn refused(&mut self) -> Option<Event> {
        let (event, samples) = self.refused?;
        self.refused = samples.checked_sub(1).map(|left| (event, left));
        self.refused.map(|_| event)
    }

    /// What is wrong with a sample, its rows included.
    fn wrong(
        &mut self,
        q: &[S; N],
        tau: &[S; N],
        wanted: &[S; N],
        rows: &[[S; B]; N],
    ) -> Option<Event> {
        let seen = self.watch.look(q, tau, wanted);
        seen.or_else(|| {
            let odd = |row: &[S; B]| row.iter().any(|x| !x.value().is_finite());
            let index = rows.iter().position(odd)?;
            Some(Event::NotFinite { index })
        })
    }

    /// Takes a sample into the window; solves when it is time and the motion excites.
    fn learn(&mut self, rows: &[[S; B]; N], tau: &[S; N]) -> bool {
        self.window.push(rows, tau);
        self.since = self.since.saturating_add(1);
        let excited = self.window.excitation().value() >= self.settings.excitation.value();
        if self.since < self.settings.every || !excited {
            return false;
        }
        self.since = 0;
        let mut beta = self.window.estimate();
        let factor = self.window.factor();
        self.settings.bounds.project(factor, &mut beta, PASSES);
        let sound = beta.iter().all(|x| x.value().is_finite());
        if sound {
            self.identified = beta;
        }
        sound
    }

    fn state(&self, event: Option<Event>, learned: bool) -> Step<S> {
        let acting = if self.gate.is_open() {
            Acting::Identified
        } else {
            Acting::Nominal
        };
        Step {
            acting,
            event,
            r2: self.gate.r2(),
            learned,
        }
    }

    /// The base parameters that act.
    #[must_use]
    pub fn parameters(&self) -> &[S; B] {
        if self.gate.is_open() {
            &self.identified
        } else {
            &self.settings.nominal
        }
    }

    /// The identified base parameters, whether they act or not.
    #[must_use]
    pub fn identified(&self) -> &[S; B] {
        &self.identified
    }
}
