//! States of a motion: positions with their derivatives, how the base moves, how warm joints are.

use armwright_runtime::BaseMotion;

/// States of a motion, one after the other.
#[derive(Debug, Clone, Default)]
pub struct States {
    /// The sample of the motion that comes first.
    pub first: usize,
    /// Positions (`states × n`, row-major).
    pub q: Vec<f64>,
    /// Velocities (`states × n`).
    pub qd: Vec<f64>,
    /// Accelerations (`states × n`).
    pub qdd: Vec<f64>,
    /// How the base moves, if it does ([`BaseMotion::INPUTS`] numbers a state): its accelerations are those that an
    /// accelerometer measures, and gravity, which is in them, is 0.
    pub base: Vec<f64>,
    /// Temperatures of joints in the units of the recording (`states × n`), where they were recorded; else empty.
    pub temperature: Vec<f64>,
}

impl States {
    /// How many states there are, of `n` joints.
    #[must_use]
    pub fn count(&self, n: usize) -> usize {
        match self.base.as_slice() {
            [] => self.q.len() / n.max(1),
            base => base.len() / BaseMotion::INPUTS,
        }
    }

    /// How the base moves in a state; nothing of one that does not.
    #[must_use]
    pub fn base_at(&self, state: usize) -> &[f64] {
        let from = state * BaseMotion::INPUTS;
        self.base
            .get(from..from + BaseMotion::INPUTS)
            .unwrap_or_default()
    }

    /// Each state: positions, velocities and accelerations of `n` joints.
    pub fn each(&self, n: usize) -> impl Iterator<Item = [&[f64]; 3]> {
        let all = [&self.q, &self.qd, &self.qdd];
        (0..self.count(n)).map(move |k| all.map(|values| &values[k * n..(k + 1) * n]))
    }
}
