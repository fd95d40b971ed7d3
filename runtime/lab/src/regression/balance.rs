//! What base parameters multiply in balances of energy and of momentum, where nothing has to be differentiated twice.

use crate::motion::States;
use crate::parameters::has_inertia;
use armwright_runtime::{EvaluationError, Robot};

/// What is balanced over an interval of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Balance {
    /// The energy of the robot: a single equation an interval, whatever the number of joints (Kozłowski and
    /// Dutkiewicz 1996, equation 2).
    Energy,
    /// The generalised momenta `p = M(q) qd`: an equation a joint, or a motor.
    Momentum,
}

impl Balance {
    /// What it is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Energy => "energy",
            Self::Momentum => "momentum",
        }
    }

    /// How many rows it has of `n` joints.
    pub(super) fn rows(self, n: usize) -> usize {
        match self {
            Self::Energy => 1,
            Self::Momentum => n,
        }
    }
}

/// The columns of a balance in a state: what is integrated over time, and what is taken at the ends of an interval.
pub(super) struct BaseBalance<'a> {
    robot: &'a dyn Robot,
    inertial: Vec<bool>,
    /// The representatives of the base parameters among the standard ones.
    representatives: Vec<usize>,
    energy: Vec<f64>,
    /// Regressors in a state with other velocities and accelerations (`n × b`).
    regressors: [Vec<f64>; 4],
}

impl<'a> BaseBalance<'a> {
    pub(super) fn of(robot: &'a dyn Robot) -> Self {
        let model = robot.model();
        let size = model.joints.len() * model.base.len();
        Self {
            robot,
            inertial: (0..model.base.len())
                .map(|k| has_inertia(model, k))
                .collect(),
            representatives: model.base.iter().map(|base| base.representative).collect(),
            energy: vec![0.0; model.parameters.len()],
            regressors: [(); 4].map(|()| vec![0.0; size]),
        }
    }

    /// Energy (`1 × b` a state): the kinetic and potential energy of bodies, rotors and armatures at the ends,
    /// from the generated function; all else by its power, `qdᵀ Y`.
    pub(super) fn energy(
        &mut self,
        states: &States,
        rates: &mut [f64],
        levels: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let (n, b) = (self.robot.model().joints.len(), self.inertial.len());
        let still = vec![0.0; n];
        let out = rates
            .chunks_exact_mut(b.max(1))
            .zip(levels.chunks_exact_mut(b.max(1)));
        for ([q, qd, _], (rates, levels)) in states.each(n).zip(out) {
            self.robot.energy_regressor(q, qd, &mut self.energy)?;
            let [torque, ..] = &mut self.regressors;
            self.robot.base_regressor(q, qd, &still, torque)?;
            for k in 0..b {
                let power = || (0..n).map(|i| qd[i] * torque[i * b + k]).sum();
                (rates[k], levels[k]) = match self.inertial[k] {
                    true => (0.0, self.energy[self.representatives[k]]),
                    false => (power(), 0.0),
                };
            }
        }
        Ok(())
    }

    /// Momentum (`n × b` a state): `d/dt(M qd) = Ṁ qd + M qdd`, so that `tau = d/dt(M qd) + (c - Ṁ qd) + g + friction`, and
    /// `c - Ṁ qd = -Cᵀ qd` is the slope of the kinetic energy by positions, less. The momenta are the torques of
    /// accelerations as large as velocities. Torques of velocities are quadratic, `c(u) = B(u, u)`,
    /// and `(Cᵀ u)_i = Σ_j u_j B_j(e_i, u)` with `4 s B(e_i, u) = c(u + s e_i) - c(u - s e_i)`, exactly for any `s`.
    pub(super) fn momentum(
        &mut self,
        states: &States,
        rates: &mut [f64],
        levels: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let (n, b) = (self.robot.model().joints.len(), self.inertial.len());
        let (still, size) = (vec![0.0; n], (n * b).max(1));
        let (mut moved, mut slope) = (vec![0.0; n], vec![0.0; b]);
        let [weight, momentum, faster, slower] = &mut self.regressors;
        let robot = self.robot;
        let out = rates
            .chunks_exact_mut(size)
            .zip(levels.chunks_exact_mut(size));
        for ([q, qd, _], (rates, levels)) in states.each(n).zip(out) {
            robot.base_regressor(q, &still, &still, weight)?;
            robot.base_regressor(q, &still, qd, momentum)?;
            robot.base_regressor(q, qd, &still, rates)?;
            for (level, (momentum, weight)) in levels.iter_mut().zip(momentum.iter().zip(&*weight))
            {
                *level = momentum - weight;
            }
            let step = qd.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            moved.copy_from_slice(qd);
            for i in 0..n {
                let row = i * b..(i + 1) * b;
                slope.fill(0.0);
                if step > 0.0 {
                    moved[i] = qd[i] + step;
                    robot.base_regressor(q, &moved, &still, faster)?;
                    moved[i] = qd[i] - step;
                    robot.base_regressor(q, &moved, &still, slower)?;
                    moved[i] = qd[i];
                    for (j, u) in qd.iter().enumerate() {
                        let share = u / (4.0 * step);
                        let pairs = faster[j * b..].iter().zip(&slower[j * b..]);
                        let both = slope.iter_mut().zip(pairs);
                        both.for_each(|(sum, (plus, minus))| *sum += share * (plus - minus));
                    }
                }
                for (k, (rate, weight)) in
                    rates[row.clone()].iter_mut().zip(&weight[row]).enumerate()
                {
                    if self.inertial[k] {
                        *rate = weight - slope[k];
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
