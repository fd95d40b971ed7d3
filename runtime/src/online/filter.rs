//! Causal filters: what a loop can know of velocities and accelerations now.

use crate::Real;

/// A moving average of `N` signals: a low-pass of first order, `1 / (1 + T s)`, by the trapezoidal rule.
///
/// A signal's sample that is not finite comes out as it is, and its average goes on as if it had not been taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LowPass<S, const N: usize> {
    keep: S,
    share: S,
    begun: [bool; N],
    sample: [S; N],
    average: [S; N],
}

impl<S: Real, const N: usize> LowPass<S, N> {
    /// A filter with a time constant `T` (s) of samples that are `step` (s) apart; `T` is at least half of that, or averages would
    /// alternate.
    #[must_use]
    pub fn new(time: S, step: S) -> Self {
        let time = at_least_half(time, step);
        let whole = time + time + step;
        Self {
            keep: (time + time - step) / whole,
            share: step / whole,
            begun: [false; N],
            sample: [S::constant(0.0); N],
            average: [S::constant(0.0); N],
        }
    }

    /// Takes a sample and gives the average. The first is the average of itself.
    pub fn update(&mut self, sample: &[S; N]) -> [S; N] {
        let mut averages = *sample;
        let known = self.sample.iter_mut().zip(&mut self.average);
        let signals = averages.iter_mut().zip(known).zip(&mut self.begun);
        for ((now, (before, average)), begun) in signals {
            let sample = *now;
            if !sample.value().is_finite() {
                continue;
            }
            if *begun {
                *now = self.keep * *average + self.share * (sample + *before);
            }
            (*before, *average, *begun) = (sample, *now, true);
        }
        averages
    }

    /// Forgets what came before.
    pub fn clear(&mut self) {
        self.begun = [false; N];
    }
}

/// A time constant, or half a step where that is more.
pub(super) fn at_least_half<S: Real>(time: S, step: S) -> S {
    let half = S::constant(0.5) * step;
    match time.value() >= half.value() {
        true => time,
        false => half,
    }
}

/// Position, velocity and acceleration of `N` coordinates from positions alone, all three behind the same delay.
///
/// Three averages in a row; their differences are derivatives: with `y₁`, `y₂`, `y₃` the position is `y₃`, the velocity
/// `(y₂ - y₃) / T` and the acceleration `(y₁ - 2 y₂ + y₃) / T²`. By the trapezoidal rule these are derivatives of `y₃` that are
/// neither early nor late, at every frequency. A torque that goes with them has to pass the same filter
/// ([`MotionFilter::torque`]).
///
/// ```
/// use armwright_runtime::online::MotionFilter;
/// let mut filter = MotionFilter::<f64, 1>::new(0.005, 0.001);
/// let mut motion = Default::default();
/// for k in 0..1000 {
///     let t = 0.001 * f64::from(k);
///     motion = filter.update(&[0.5 * t * t]);
/// }
/// assert!((motion.qdd[0] - 1.0).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionFilter<S, const N: usize> {
    time: S,
    position: [LowPass<S, N>; 3],
    torque: [LowPass<S, N>; 3],
}

/// A state of `N` coordinates: rad or m, and per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion<S, const N: usize> {
    /// Positions.
    pub q: [S; N],
    /// Velocities.
    pub qd: [S; N],
    /// Accelerations.
    pub qdd: [S; N],
}

impl<S: Real, const N: usize> Default for Motion<S, N> {
    fn default() -> Self {
        let zero = [S::constant(0.0); N];
        Self {
            q: zero,
            qd: zero,
            qdd: zero,
        }
    }
}

impl<S: Real, const N: usize> MotionFilter<S, N> {
    /// A filter with a time constant (s) for each of its three stages, of samples that are `step` (s) apart, as of [`LowPass::new`].
    #[must_use]
    pub fn new(time: S, step: S) -> Self {
        let time = at_least_half(time, step);
        let stage = LowPass::new(time, step);
        Self {
            time,
            position: [stage; 3],
            torque: [stage; 3],
        }
    }

    /// Takes positions and gives the filtered motion.
    pub fn update(&mut self, q: &[S; N]) -> Motion<S, N> {
        let [first, second, third] = self.position.each_mut();
        let y1 = first.update(q);
        let y2 = second.update(&y1);
        let y3 = third.update(&y2);
        let rate = S::constant(1.0) / self.time;
        let mut motion = Motion {
            q: y3,
            ..Motion::default()
        };
        let stages = y1.iter().zip(&y2).zip(&y3);
        for ((qd, qdd), ((&y1, &y2), &y3)) in motion.qd.iter_mut().zip(&mut motion.qdd).zip(stages)
        {
            *qd = rate * (y2 - y3);
            *qdd = rate * rate * ((y1 - y2) - (y2 - y3));
        }
        motion
    }

    /// Takes torques and gives them as late as [`MotionFilter::update`] gives the motion.
    pub fn torque(&mut self, torque: &[S; N]) -> [S; N] {
        let mut value = *torque;
        for stage in &mut self.torque {
            value = stage.update(&value);
        }
        value
    }

    /// Forgets what came before.
    pub fn clear(&mut self) {
        let stages = self.position.iter_mut().chain(&mut self.torque);
        stages.for_each(LowPass::clear);
    }
}
