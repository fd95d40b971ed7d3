//! Online: an arm of four joints that is identified while it is controlled, from a guess that is wrong on purpose.

use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_robots::valkyrie_arm::{
    self as valkyrie, BASE_PARAMETERS as B, DOF as N, PARAMETERS as P,
};
use armwright_runtime::Robot as _;
use armwright_runtime::control::{Adaptive, Feedback, torques};
use armwright_runtime::online::{Acting, Bounds, Learner, Limits, Motion, MotionFilter, Settings};
use nalgebra::{SMatrix, SVector};

use super::motion::Wave;

/// Seconds between two steps of the loop.
const STEP: f64 = 0.001;
/// Steps between two samples that are learned from: 10 a second.
const EVERY: usize = 100;
/// Samples of the window, as in the paper.
const WINDOW: usize = 50;
/// How long a run is, s.
const SECONDS: f64 = 24.0;
/// What the guess has of every true parameter.
const GUESS: f64 = 0.4;
/// Noise of positions (rad) and of torques (N·m).
const NOISE: [f64; 2] = [1e-5, 0.05];

/// Which controller a run is with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Computed torque with the guess throughout.
    Guess,
    /// Computed torque with the guess until the gate opens, with identified parameters from then on.
    Gate,
    /// Slotine and Li, from the guess.
    Adaptive,
    /// Computed torque with the truth.
    Truth,
}

/// A state of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// Time, s.
    pub time: f64,
    /// Where joints are to be, less where they are, rad.
    pub error: [f64; N],
    /// `R²` of predictions over the window, when it is full.
    pub r2: Option<f64>,
    /// Whether identified parameters act.
    pub identified: bool,
    /// How far the parameters that act are from the truth: the root mean square of torques that this makes along the motion, N·m.
    pub apart: f64,
}

/// A run with one controller.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// The controller.
    pub kind: Kind,
    /// States, 10 a second.
    pub instants: Vec<Instant>,
}

impl Study {
    /// When the gate opened first, s.
    #[must_use]
    pub fn opened(&self) -> Option<f64> {
        let mut open = self.instants.iter().filter(|instant| instant.identified);
        open.next().map(|instant| instant.time)
    }

    /// Mean error of each joint between two times (s), and the largest error of any, rad.
    #[must_use]
    pub fn errors(&self, from: f64, to: f64) -> ([f64; N], f64) {
        let within = |instant: &&Instant| (from..to).contains(&instant.time);
        let (mut sums, mut largest, mut count) = ([0.0; N], 0.0_f64, 0.0_f64);
        for instant in self.instants.iter().filter(within) {
            count += 1.0;
            for (sum, error) in sums.iter_mut().zip(instant.error) {
                *sum += error;
                largest = largest.max(error.abs());
            }
        }
        (sums.map(|sum| sum / count.max(1.0)), largest)
    }
}

/// Accelerations that torques cause: `M⁻¹ (tau - h)`.
fn accelerations(theta: &[f64; P], q: &[f64; N], qd: &[f64; N], tau: &[f64; N]) -> [f64; N] {
    let (mut inertia, mut bias) = ([[0.0; N]; N], [0.0; N]);
    valkyrie::inertia_matrix(theta, q, &mut inertia);
    valkyrie::inverse_dynamics(theta, q, qd, &[0.0; N], &mut bias);
    let inertia = SMatrix::<f64, N, N>::from_fn(|i, j| inertia[i][j]);
    let right = SVector::<f64, N>::from_fn(|i, _| tau[i] - bias[i]);
    inertia.lu().solve(&right).map_or([f64::NAN; N], Into::into)
}

/// The motion that is asked for at a time (s).
fn aim(waves: &[Wave], time: f64) -> Motion<f64, N> {
    let states: [[f64; 3]; N] = std::array::from_fn(|i| waves[i].at(time));
    Motion {
        q: states.map(|state| state[0]),
        qd: states.map(|state| state[1]),
        qdd: states.map(|state| state[2]),
    }
}

/// What the identification begins with.
fn settings(guess: [f64; B]) -> Settings<f64, N, B> {
    let limit = |i: usize| valkyrie::MODEL.joints[i].effort.unwrap_or(f64::INFINITY);
    Settings {
        nominal: guess,
        deviations: guess.map(|x| 0.05 + 2.0 * x.abs()),
        noise: [0.2; N],
        bounds: Bounds::none(),
        limits: Limits {
            step: [0.5; N],
            torque: std::array::from_fn(limit),
            moving: [0.5; N],
            patience: 3,
        },
        gate: [0.95, 0.9],
        every: 1,
        excitation: 0.5,
    }
}

/// A run of the arm under a controller.
#[must_use]
pub fn arm(kind: Kind) -> Study {
    let model = valkyrie::ROBOT.model();
    let mut theta = [0.0; P];
    theta.copy_from_slice(&nominal(model));
    let mut truth = [0.0; B];
    valkyrie::base_parameters(&theta, &mut truth);
    let guess = truth.map(|x| GUESS * x);
    let waves = Wave::of(model, 0.5, 2.0, 0.3);
    let mut random = Random::new(5);

    let mut learner = Learner::<f64, N, B, WINDOW>::new(settings(guess));
    let mut filter = MotionFilter::<f64, N>::new(0.005, STEP);
    // Its damping is stiff for light joints, and bears less delay.
    let mut quick = MotionFilter::<f64, N>::new(0.001, STEP);
    let feedback = Feedback::critical([12.0; N]);
    let mut adaptive = Adaptive {
        slope: [6.0; N],
        damping: [4.0, 8.0, 1.0, 1.0],
        // Faster for what is larger, as a guess says it.
        rate: guess.map(|x| 0.01 + 0.3 * x.abs()),
        bounds: Bounds::none(),
        beta: guess,
    };
    let start = aim(&waves, 0.0);
    // It stands still where the motion begins.
    let (mut q, mut qd, mut tau) = (start.q, [0.0; N], [0.0; N]);
    let mut rows = [[0.0; B]; N];
    let mut instants = Vec::new();
    for k in 0..(SECONDS / STEP) as usize {
        let time = STEP * k as f64;
        let aim = aim(&waves, time);
        let sensed = q.map(|x| x + NOISE[0] * random.normal());
        let motion = filter.update(&sensed);
        let speed = quick.update(&sensed).qd;
        let measured = filter.torque(&tau.map(|x| x + NOISE[1] * random.normal()));
        valkyrie::base_regressor(&motion.q, &motion.qd, &motion.qdd, &mut rows);
        // The filters have settled after the first tenth of a second.
        let learns = k % EVERY == 0 && time > 0.1;
        let step = learns.then(|| learner.step(&sensed, &measured, &aim.qd, &rows));
        let beta = match kind {
            Kind::Guess => guess,
            Kind::Gate => *learner.parameters(),
            Kind::Adaptive => adaptive.beta,
            Kind::Truth => truth,
        };
        if let Some(step) = step {
            let apart = torques(&rows, &std::array::from_fn(|k| beta[k] - truth[k]));
            instants.push(Instant {
                time,
                error: std::array::from_fn(|i| aim.q[i] - q[i]),
                r2: step.r2,
                identified: step.acting == Acting::Identified,
                apart: (apart.iter().map(|x| x * x).sum::<f64>() / N as f64).sqrt(),
            });
        }
        tau = if kind == Kind::Adaptive {
            let sliding = adaptive.sliding(&aim, &sensed, &speed);
            let (qd_r, qdd_r) = (&sliding.velocity, &sliding.acceleration);
            valkyrie::slotine_li_base_regressor(&sensed, &speed, qd_r, qdd_r, &mut rows);
            adaptive.update(&rows, &sliding.error, STEP)
        } else {
            let command = feedback.command(&aim, &sensed, &motion.qd);
            valkyrie::base_regressor(&sensed, &motion.qd, &command, &mut rows);
            torques(&rows, &beta)
        };
        for (tau, joint) in tau.iter_mut().zip(model.joints) {
            let limit = joint.effort.unwrap_or(f64::INFINITY);
            *tau = tau.clamp(-limit, limit);
        }
        let qdd = accelerations(&theta, &q, &qd, &tau);
        for i in 0..N {
            qd[i] += STEP * qdd[i];
            q[i] += STEP * qd[i];
        }
    }
    Study { kind, instants }
}

#[cfg(test)]
mod tests {
    use super::{Kind, SECONDS, arm};

    #[test]
    fn the_gate_ends_what_a_wrong_guess_does() {
        let [guess, gate, truth] = [Kind::Guess, Kind::Gate, Kind::Truth].map(arm);
        let opened = gate.opened().expect("it opens");
        assert!((5.0..9.0).contains(&opened), "{opened}");
        // Bounded before it opens, as with the guess alone: nothing that is learned acts.
        let (before, largest) = gate.errors(0.0, opened);
        assert!(largest < 0.6, "{largest}");
        for (mine, other) in gate.instants.iter().zip(&guess.instants) {
            assert!(mine.time >= opened || mine.error == other.error);
        }
        // The bias is gone after it, but for what the controller with the truth has.
        let (after, last) = gate.errors(opened + 2.0, SECONDS);
        let (perfect, least) = truth.errors(opened + 2.0, SECONDS);
        let worst = |errors: [f64; 4]| errors.iter().fold(0.0_f64, |w, x| w.max(x.abs()));
        assert!(worst(after) < 0.1 * worst(before), "{after:?} {before:?}");
        assert!(last < 0.2 * largest, "{last} {largest} {least} {perfect:?}");
        let (still, large) = guess.errors(opened + 2.0, SECONDS);
        assert!(worst(still) > 5.0 * worst(after) && large > 5.0 * last);
        assert!(
            gate.instants
                .iter()
                .all(|i| i.time < opened || i.identified)
        );
    }

    #[test]
    fn adaptation_follows_from_the_same_guess() {
        let [guess, adaptive] = [Kind::Guess, Kind::Adaptive].map(arm);
        let [(_, still), (_, late)] = [guess, adaptive].map(|run| run.errors(12.0, SECONDS));
        assert!(late < 0.2 * still, "{late} {still}");
    }
}
