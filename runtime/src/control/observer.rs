//! What acts on the arm and is not in its model, from the momentum.

use crate::Real;

/// Disturbance torques of `N` coordinates, as a low-pass of first order sees them: `K / (s + K)` of the torque that the
/// model does not explain. No acceleration is measured.
///
/// Source: De Luca and Mattone, Sensorless robot collision detection and hybrid force/motion control (2005).
///
/// ```
/// use armwright_runtime::control::MomentumObserver;
/// // A mass of 2 kg, pushed by 3 N beside the drive's 1 N.
/// let mut observer = MomentumObserver::new([50.0]);
/// let mut velocity = 0.0;
/// let mut seen = [0.0];
/// for _ in 0..1000 {
///     seen = observer.update(&[2.0 * velocity], &[1.0], &[0.0], 0.001);
///     velocity += 0.001 * (1.0 + 3.0) / 2.0;
/// }
/// assert!((seen[0] - 3.0_f64).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MomentumObserver<S, const N: usize> {
    gain: [S; N],
    /// The momentum that the model and the disturbance seen so far explain; unknown where no sample came before.
    explained: Option<[S; N]>,
    /// The momentum that they do not.
    unexplained: [S; N],
    seen: [S; N],
}

impl<S: Real, const N: usize> MomentumObserver<S, N> {
    /// An observer with bandwidths `K` (rad/s).
    #[must_use]
    pub fn new(gain: [S; N]) -> Self {
        Self {
            gain,
            explained: None,
            unexplained: [S::constant(0.0); N],
            seen: [S::constant(0.0); N],
        }
    }

    /// Takes the momentum `M qd`, the torques `tau` that act from now and what of them makes no momentum
    /// (`C qd + g + friction - dM/dt qd`); both are [`MomentumRows`](crate::online::MomentumRows) times base parameters. Gives the
    /// disturbance (N·m or N) after `step` (s). A sample with what is not finite is not taken: the disturbance stays, and goes on from
    /// there with the next one.
    pub fn update(&mut self, momentum: &[S; N], tau: &[S; N], rest: &[S; N], step: S) -> [S; N] {
        let mut numbers = [momentum, tau, rest].into_iter().flatten().chain([&step]);
        if !numbers.all(|x| x.value().is_finite()) {
            self.explained = None;
            return self.seen;
        }
        let mut explained = self.explained.unwrap_or_else(|| self.begun(momentum));
        let inputs = tau.iter().zip(rest).zip(momentum);
        let disturbances = self.unexplained.iter_mut().zip(&mut self.seen);
        let states = explained.iter_mut().zip(disturbances).zip(&self.gain);
        for (((explained, (unexplained, seen)), &gain), ((&tau, &rest), &momentum)) in
            states.zip(inputs)
        {
            *unexplained = momentum - *explained;
            *seen = gain * *unexplained;
            *explained = *explained + step * (tau - rest + *seen);
        }
        self.explained = Some(explained);
        self.seen
    }

    /// What is explained of a momentum that nothing came before.
    fn begun(&self, momentum: &[S; N]) -> [S; N] {
        let mut explained = *momentum;
        for (explained, &unexplained) in explained.iter_mut().zip(&self.unexplained) {
            *explained = *explained - unexplained;
        }
        explained
    }

    /// Begins anew with the next sample.
    pub fn clear(&mut self) {
        self.explained = None;
        self.unexplained = [S::constant(0.0); N];
        self.seen = [S::constant(0.0); N];
    }
}
