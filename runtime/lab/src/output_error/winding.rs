//! Windings of motors from voltages beside torques that were recorded.

use nalgebra::{DMatrix, DVector};

use super::Experiment;
use super::stretch::input;
use crate::numeric::Decomposition;
use crate::recording::Recording;
use crate::simulation::{Electric, Hold, Input, Sampled};
use crate::transmission::Drive;
use armwright_runtime::Model;

/// Samples, and seconds, over which voltages and torques are averaged, at least.
const SAMPLES: usize = 20;
const SECONDS: f64 = 0.02;
/// Deviations within which an inductance or a back electromotive force is none.
const NONE: f64 = 2.0;
/// A share of a sample of voltages within which two moments are the same: times are rounded.
const SAME: f64 = 0.01;

/// Averages over short times of what a winding joins: `V = R/kt τ + L/kt dτ/dt + ke ω`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VoltageBalance {
    /// Voltages over all of each time, V: those of a torque with an inductance, which goes on between samples.
    voltage: Vec<f64>,
    /// Voltages by those at the samples of the torque, V: those of a torque that follows at once, which jumps with them.
    sampled: Vec<f64>,
    /// Torques of the motor, their change, and its velocity.
    terms: Vec<[f64; 3]>,
    /// Squares of how long a sample of the torque is where voltages hold between these, s²; 0 where they do not.
    held: Vec<f64>,
}

/// A winding by least squares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Winding {
    /// `R/kt` (V/(N·m)), `L/kt` (V·s/(N·m)) and `ke` (V·s/rad).
    pub value: [f64; 3],
    /// Their standard deviations.
    pub std: [f64; 3],
    /// Their covariance.
    pub covariance: [[f64; 3]; 3],
    /// The share of voltages that it does not explain.
    pub left: f64,
}

/// How well a winding of a machine is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WindingCovariance {
    /// The motor, its place in the model.
    pub motor: usize,
    /// The covariance of its resistance (Ω), inductance (H) and back electromotive force (V·s/rad).
    pub covariance: [[f64; 3]; 3],
}

impl Winding {
    /// How well resistance, inductance and back electromotive force of a motor (its place in the model) are known, of a torque constant.
    #[must_use]
    pub fn of_motor(&self, motor: usize, torque_constant: f64) -> WindingCovariance {
        let units = [torque_constant, torque_constant, 1.0];
        let mut covariance = self.covariance;
        for (row, own) in covariance.iter_mut().zip(units) {
            row.iter_mut()
                .zip(units)
                .for_each(|(x, unit)| *x *= own * unit);
        }
        WindingCovariance { motor, covariance }
    }
}

/// Why there is no winding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoWinding {
    /// No torques were recorded.
    Unrecorded,
    /// Torques do not tell a resistance from none.
    Untold,
    /// Torques go against voltages: the resistance `R/kt` (V/(N·m)), which is below 0, and its standard deviation.
    Opposite([f64; 2]),
}

impl VoltageBalance {
    /// Of a motor (its place in the model) over all recordings with torques; inputs of the experiments are voltages, `hold` what they
    /// are between their samples.
    #[must_use]
    pub fn of(
        model: &Model,
        recordings: &[Recording],
        experiments: &[Experiment],
        hold: Hold,
        motor: usize,
    ) -> Self {
        let mut all = Self::default();
        let Some(drive) = Drive::of(model) else {
            return all;
        };
        let joints = 0..model.joints.len();
        for (recording, experiment) in recordings.iter().zip(experiments) {
            let torques = recording.torque.as_ref();
            let Some(torques) = torques.filter(|_| recording.left_out.is_empty()) else {
                continue;
            };
            let mixed = |columns: &[Vec<f64>], share: &dyn Fn(usize) -> f64, k: usize| -> f64 {
                joints.clone().map(|j| share(j) * columns[j][k]).sum()
            };
            let torque = |k| mixed(torques, &|j| drive.motor_share(motor, j), k);
            let angle = |k| mixed(&recording.position, &|j| drive.ratio(motor, j), k);
            let volts = input(experiment, hold);
            let begun = recording.start - experiment.start;
            let time = |k: usize| begun + k as f64 / recording.rate;
            let sample = |k| value(&volts, motor, time(k), time(k) + SAME / volts.rate);
            let held = match holds(&volts, begun, recording.rate) {
                true => recording.rate.powi(-2),
                false => 0.0,
            };
            let long = (SECONDS * recording.rate).ceil().max(SAMPLES as f64) as usize;
            let ends = (0..recording.samples()).step_by(long);
            for (from, to) in ends.clone().zip(ends.skip(1)) {
                if recording
                    .bridged
                    .get(from..=to)
                    .is_some_and(|b| b.contains(&true))
                {
                    continue;
                }
                let count = long as f64;
                let seconds = count / recording.rate;
                let between = |of: &dyn Fn(usize) -> f64| -> f64 {
                    (from..to).map(|k| 0.5 * (of(k) + of(k + 1))).sum()
                };
                all.voltage.push(mean(&volts, motor, [from, to].map(time)));
                all.sampled.push(between(&sample) / count);
                all.held.push(held);
                all.terms.push([
                    between(&torque) / count,
                    (torque(to) - torque(from)) / seconds,
                    (angle(to) - angle(from)) / seconds,
                ]);
            }
        }
        all
    }

    /// The winding by least squares: of the two averages of voltages that of which it leaves less. An inductance or a back electromotive
    /// force that is not told from 0 is 0.
    ///
    /// # Errors
    /// [`NoWinding`].
    pub fn winding(&self) -> Result<Winding, NoWinding> {
        if self.voltage.is_empty() {
            return Err(NoWinding::Unrecorded);
        }
        let of = [(&self.voltage, self.step()), (&self.sampled, 0.0)];
        match of.map(|(own, step)| self.of_voltages(own, step)) {
            [Ok(whole), Ok(sampled)] if sampled.left < whole.left => Ok(sampled),
            [Err(_), Ok(sampled)] => Ok(sampled),
            [whole, _] => whole,
        }
    }

    /// How long samples of the torque are between which voltages hold, s.
    fn step(&self) -> f64 {
        (self.held.iter().sum::<f64>() / self.held.len().max(1) as f64).sqrt()
    }

    /// The winding by averages of voltages that hold for so long at least, s.
    fn of_voltages(&self, voltages: &[f64], step: f64) -> Result<Winding, NoWinding> {
        let mut kept = vec![0, 1, 2];
        let size = voltages.iter().map(|v| v * v).sum::<f64>();
        loop {
            let rows = voltages.len();
            let freedom = rows
                .checked_sub(kept.len())
                .filter(|freedom| *freedom > 0)
                .ok_or(NoWinding::Untold)?;
            let matrix = DMatrix::from_fn(rows, kept.len(), |k, i| self.terms[k][kept[i]]);
            let right = DVector::from_column_slice(voltages);
            let decomposition = Decomposition::of(&matrix);
            // A motor that does not turn, or torques that stay, tell nothing of some.
            let told = decomposition.determined();
            if let Some(idle) = told.iter().position(|told| !told) {
                if kept[idle] == 0 {
                    return Err(NoWinding::Untold);
                }
                kept.remove(idle);
                continue;
            }
            let inverse = &decomposition.inverse;
            let found = inverse * &right;
            let rest = (&right - &matrix * &found).norm_squared();
            let (mut value, mut std) = ([0.0; 3], [0.0; 3]);
            let mut covariance = [[0.0; 3]; 3];
            for (i, place) in kept.iter().enumerate() {
                value[*place] = found[i];
                std[*place] = inverse.row(i).norm() * (rest / freedom as f64).sqrt();
                for (k, other) in kept.iter().enumerate() {
                    let product = inverse.row(i).dot(&inverse.row(k));
                    covariance[*place][*other] = product * rest / freedom as f64;
                }
            }
            if value[0] < -NONE * std[0] {
                return Err(NoWinding::Opposite([value[0], std[0]]));
            }
            if value[0] <= NONE * std[0] {
                return Err(NoWinding::Untold);
            }
            if kept.contains(&2) && value[2] <= NONE * std[2] {
                kept.retain(|place| *place != 2);
                continue;
            }
            if step > 0.0 && value[1] > 0.0 {
                between_samples(&mut value, &mut covariance, step);
                std[1] = covariance[1][1].max(0.0).sqrt();
            }
            // Samples of a torque that follows at once are half a sample late or early, which looks like an inductance: its term stays, so that
            // the others are right.
            if value[1] <= NONE * std[1] {
                (value[1], std[1]) = (0.0, 0.0);
                covariance[1] = [0.0; 3];
                covariance.iter_mut().for_each(|row| row[1] = 0.0);
            }
            return Ok(Winding {
                value,
                std,
                covariance,
                left: (rest / size).sqrt(),
            });
        }
    }

    /// By how much torques of a winding are apart from those that were recorded, and how large these are, RMS (N·m); none where no torque
    /// was recorded.
    #[must_use]
    pub fn difference(&self, drive: &Electric) -> Option<[f64; 2]> {
        let kt = drive.torque_constant;
        let voltages = match drive.inductance == 0.0 {
            true => &self.sampled,
            false => &self.voltage,
        };
        let inductance = seen_inductance(drive, self.step());
        let pairs = voltages.iter().zip(&self.terms);
        let squares = pairs.map(|(voltage, [torque, change, velocity])| {
            let winding = kt * (voltage - drive.back_emf * drive.gear * velocity);
            let made = drive.gear * (winding - inductance * change / drive.gear) / drive.resistance;
            [(made - torque).powi(2), torque.powi(2)]
        });
        let sums = squares.fold([0.0; 2], |sum, [a, b]| [sum[0] + a, sum[1] + b]);
        let count = voltages.len() as f64;
        (sums[1] > 0.0).then(|| sums.map(|sum| (sum / count).sqrt()))
    }
}

/// Whether voltages hold between the samples of torques at a rate (Hz), of which the first is at a time (s).
fn holds(volts: &Sampled, begun: f64, rate: f64) -> bool {
    let place = |k: usize| (volts.start + k as f64 / volts.rate - begun) * rate;
    let last = volts.columns.iter().map(Vec::len).min().unwrap_or(0);
    let is_sample = |place: f64| (place - place.round()).abs() <= SAME;
    // From one voltage to the next is at least a sample.
    let ends = [0, 1, last.saturating_sub(1)].map(place);
    volts.hold == Hold::Last && ends[1] - ends[0] > 0.5 && ends.into_iter().all(is_sample)
}

/// The inductance that averages by trapezoids see, `x/2 coth(x/2)` times that of the winding: between samples of a voltage that holds
/// for so long (s) the torque is exponential, and a sample is `x` of its time constants `L/R`.
fn seen_inductance(drive: &Electric, step: f64) -> f64 {
    let half = 0.5 * drive.resistance * step;
    match half > 0.0 && drive.inductance > 0.0 {
        true => half / (half / drive.inductance).tanh(),
        false => drive.inductance,
    }
}

/// The inductance of a winding (resistance, inductance, back electromotive force) by that which averages see, and its covariance; 0
/// where they see no more than of a torque that follows at once.
fn between_samples(value: &mut [f64; 3], covariance: &mut [[f64; 3]; 3], step: f64) {
    let [resistance, seen, _] = *value;
    let share = 0.5 * resistance * step / seen;
    if share >= 1.0 {
        value[1] = 0.0;
        return;
    }
    let lasts = 2.0 * share.atanh();
    value[1] = resistance * step / lasts;
    let bend = 2.0 * share / (1.0 - share * share) * step / (lasts * lasts);
    let slopes = [step / lasts - bend, bend * resistance / seen];
    let [first, second, third] = *covariance;
    let mixed = [0, 1, 2].map(|k| slopes[0] * first[k] + slopes[1] * second[k]);
    let own = slopes[0] * mixed[0] + slopes[1] * mixed[1];
    *covariance = [
        [first[0], mixed[0], first[2]],
        [mixed[0], own, mixed[2]],
        [third[0], mixed[2], third[2]],
    ];
}

/// What the voltage of a motor is at a moment, `within` the same piece of it.
fn value(volts: &Sampled, motor: usize, time: f64, within: f64) -> f64 {
    let mut all = vec![0.0; volts.columns.len()];
    volts.at(time, within, (&[], &[]), &mut all);
    all[motor]
}

/// The mean of the voltage of a motor between two moments, of each piece what is in its middle.
fn mean(volts: &Sampled, motor: usize, times: [f64; 2]) -> f64 {
    let [first, last] = times.map(|time| (time - volts.start) * volts.rate);
    let pieces = (first.floor() as i64..last.ceil() as i64).map(|k| {
        let [begin, end] = [first.max(k as f64), last.min((k + 1) as f64)];
        let middle = volts.start + f64::midpoint(begin, end) / volts.rate;
        (end - begin) * value(volts, motor, middle, middle)
    });
    pieces.sum::<f64>() / (last - first)
}

#[cfg(test)]
mod tests {
    use armwright_robots::abb_wrist;
    use armwright_robots::double_pendulum::ROBOT;
    use armwright_runtime::{Robot, Torque};

    use super::{NoWinding, VoltageBalance, between_samples, mean, seen_inductance};
    use crate::output_error::Experiment;
    use crate::recording::{Arrays, Recording};
    use crate::simulation::{Electric, Hold, Sampled};

    /// Torques and voltages that rise evenly, and squares of positions, of the second motor; nothing of the first.
    fn balance(rate: f64, bridged: &[usize]) -> VoltageBalance {
        let column =
            |of: &dyn Fn(f64) -> f64| -> Vec<f64> { (0..201).map(|k| of(f64::from(k))).collect() };
        let arrays = Arrays {
            name: "run".to_owned(),
            rate,
            position: vec![column(&|k| 0.01 * k), column(&|k| 1e-3 * k * k)],
            torque: vec![column(&|k| (0.1 * k).sin()), column(&|k| 2.0 * k)],
            ..Arrays::default()
        };
        let model = ROBOT.model();
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        if !bridged.is_empty() {
            recording.bridged = (0..201).map(|k| bridged.contains(&k)).collect();
        }
        let input = vec![vec![0.0; 201], column(&|k| 3.0 * k)];
        let experiment = Experiment::with_input(&recording, input);
        VoltageBalance::of(model, &[recording], &[experiment], Hold::Last, 1)
    }

    /// Over 20 samples, or 0.02 s where these are more: what holds for a sample is that of its beginning, what joins samples is in their
    /// middle.
    #[test]
    fn averages_are_over_samples_and_over_time() {
        // Of 20.6 samples it takes a whole one more.
        for (rate, long) in [(200.0, 20), (1000.0, 20), (1030.0, 21), (5000.0, 100)] {
            let found = balance(rate, &[]);
            let count = 200 / long;
            assert_eq!((found.voltage.len(), found.terms.len()), (count, count));
            for k in 0..count {
                let (from, to) = ((k * long) as f64, ((k + 1) * long) as f64);
                let (middle, seconds) = (f64::midpoint(from, to), long as f64 / rate);
                let near = |found: f64, expected: f64| {
                    assert!(
                        (found - expected).abs() < 1e-9 * (1.0 + expected.abs()),
                        "{found} {expected}"
                    );
                };
                near(found.voltage[k], 3.0 * (middle - 0.5));
                near(found.terms[k][0], 2.0 * middle);
                near(found.terms[k][1], 2.0 * long as f64 / seconds);
                near(found.terms[k][2], 1e-3 * (to * to - from * from) / seconds);
            }
        }
        // What was bridged is in no average, at its end neither.
        let whole = balance(200.0, &[]);
        for (at, gone) in [(25, 1..2), (40, 1..3), (0, 0..1)] {
            let mut voltage = whole.voltage.clone();
            voltage.drain(gone);
            assert_eq!(balance(200.0, &[at]).voltage, voltage, "{at}");
        }
    }

    /// `V = 3 τ + 0.02 τ' + 2 ω`, of voltages that hold for a sample of 5 ms, three quarters of the time constant, or for three of them:
    /// trapezoids make the inductance 4.6 % too large. What joins samples, or lies between them, is not taken for held.
    #[test]
    fn an_inductance_is_that_of_a_torque_between_samples_of_a_held_voltage() {
        let column = |of: &dyn Fn(u32) -> f64| -> Vec<f64> { (0..401).map(of).collect() };
        for long in [1, 3] {
            let volts = |k: u32| 12.0 * f64::from(k / long).powi(2).sin();
            let share = (-3.0f64 * 5e-3 / 0.02).exp();
            let (mut torque, mut torques) = (0.0, Vec::new());
            for k in 0..401 {
                torques.push(torque);
                // 0.01 rad a sample are 2 rad/s.
                let target = (volts(k) - 4.0) / 3.0;
                torque = target + (torque - target) * share;
            }
            let angle = |k: u32| 0.01 * f64::from(k);
            let arrays = Arrays {
                name: "run".to_owned(),
                rate: 200.0,
                position: vec![column(&angle); 2],
                torque: vec![torques; 2],
                ..Arrays::default()
            };
            let model = ROBOT.model();
            let recordings = [Recording::from_arrays(model, arrays).expect("a recording")];
            let input = vec![column(&volts); 2];
            let experiment = [Experiment::with_input(&recordings[0], input)];
            let of = |hold| VoltageBalance::of(model, &recordings, &experiment, hold, 1);
            let all = of(Hold::Last);
            let found = all.winding().expect("a winding");
            for (found, wanted) in found.value.iter().zip([3.0, 0.02, 2.0]) {
                assert!((found - wanted).abs() < 1e-8, "{found} {wanted}");
            }
            let drive = Electric {
                resistance: 3.0,
                inductance: 0.02,
                back_emf: 2.0,
                ..Electric::default()
            };
            let [apart, _] = all.difference(&drive).expect("torques");
            assert!(apart < 1e-8, "{apart}");
            assert_eq!(of(Hold::Linear).step(), 0.0);
            let mut later = recordings[0].clone();
            later.start += 2e-3;
            let later = VoltageBalance::of(model, &[later], &experiment, Hold::Last, 1);
            assert_eq!(later.step(), 0.0);
        }
    }

    /// The same by hand, and a torque that follows within a sample.
    #[test]
    fn errors_of_an_inductance_follow_from_those_of_what_averages_see() {
        let covariance = [[4e-4, -1e-6, 3e-5], [-1e-6, 2e-8, 1e-7], [3e-5, 1e-7, 5e-4]];
        let of = |value: [f64; 3]| {
            let (mut value, mut covariance) = (value, covariance);
            between_samples(&mut value, &mut covariance, 5e-3);
            (value[1], covariance)
        };
        let (middle, found) = of([3.0, 0.0209, 2.0]);
        let slope = |by: [f64; 2]| {
            let at = |x: f64| of([3.0 + by[0] * x, 0.0209 + by[1] * x, 2.0]).0;
            (at(1e-6) - at(-1e-6)) / 2e-6
        };
        let slopes = [slope([1.0, 0.0]), slope([0.0, 1.0])];
        let mixed = [0, 1, 2].map(|k| slopes[0] * covariance[0][k] + slopes[1] * covariance[1][k]);
        let own = slopes[0] * mixed[0] + slopes[1] * mixed[1];
        for (found, wanted) in [
            (found[0][1], mixed[0]),
            (found[1][0], mixed[0]),
            (found[1][2], mixed[2]),
            (found[2][1], mixed[2]),
            (found[1][1], own),
        ] {
            assert!((found / wanted - 1.0).abs() < 1e-5, "{found} {wanted}");
        }
        let drive = Electric {
            resistance: 3.0,
            inductance: middle,
            ..Electric::default()
        };
        assert!((seen_inductance(&drive, 5e-3) - 0.0209).abs() < 1e-12);
        assert_eq!(of([3.0, 7.4e-3, 2.0]).0, 0.0);
    }

    /// The torque of a motor is made of those of all joints, whichever was not measured.
    #[test]
    fn without_the_torque_of_a_joint_there_are_no_averages() {
        let column = |slope: f64| -> Vec<f64> { (0..41).map(|k| slope * f64::from(k)).collect() };
        let arrays = Arrays {
            name: "run".to_owned(),
            rate: 200.0,
            position: vec![column(0.01), column(0.02)],
            torque: vec![column(1.0), column(2.0)],
            ..Arrays::default()
        };
        let model = ROBOT.model();
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        let experiment = [Experiment::with_input(
            &recording,
            vec![column(3.0), column(4.0)],
        )];
        let of = |recording: &Recording| {
            let recordings = std::slice::from_ref(recording);
            VoltageBalance::of(model, recordings, &experiment, Hold::Last, 1)
        };
        assert_eq!(of(&recording).voltage.len(), 2);
        recording.left_out = vec![Torque::joint(0)];
        assert_eq!(of(&recording), VoltageBalance::default());
    }

    /// `V = 3 τ` and what is orthogonal to it: 1 of 37 is left of the squares, and the deviation is `√(1/3) / 2` of three degrees of freedom.
    #[test]
    fn a_winding_is_least_squares() {
        let signs = [1.0, -1.0, 1.0, -1.0];
        let beside = [0.5, 0.5, -0.5, -0.5];
        let of = |beside: [f64; 4]| {
            let found = VoltageBalance {
                voltage: (0..4).map(|k| 3.0 * signs[k] + beside[k]).collect(),
                terms: signs.iter().map(|torque| [*torque, 0.0, 0.0]).collect(),
                ..VoltageBalance::default()
            };
            found.winding()
        };
        let found = of(beside).expect("a winding");
        assert!((found.value[0] - 3.0).abs() < 1e-12, "{found:?}");
        assert_eq!(
            (found.value[1..].to_vec(), found.std[1..].to_vec()),
            (vec![0.0; 2], vec![0.0; 2])
        );
        assert!(
            (found.std[0] - (1.0f64 / 3.0).sqrt() / 2.0).abs() < 1e-12,
            "{found:?}"
        );
        assert!(
            (found.left - (1.0f64 / 37.0).sqrt()).abs() < 1e-12,
            "{found:?}"
        );
        assert!((found.covariance[0][0] - 1.0 / 12.0).abs() < 1e-12);
        // With 3 N·m/A resistance is three times, and its variance nine times as large.
        let motor = found.of_motor(1, 3.0);
        assert!((motor.covariance[0][0] - 0.75).abs() < 1e-12 && motor.motor == 1);
        // A resistance that is not two deviations from 0 is none.
        let noisy = |times: f64| of(beside.map(|x| times * x));
        assert!(noisy(5.1).is_ok());
        assert_eq!(noisy(5.3), Err(NoWinding::Untold));
        // Of four terms that are less than the unknowns nothing is told.
        let idle = VoltageBalance {
            voltage: vec![1.0; 4],
            terms: vec![[0.0, 1.0, 2.0]; 4],
            ..VoltageBalance::default()
        };
        assert_eq!(idle.winding(), Err(NoWinding::Untold));
        let none = VoltageBalance::default();
        assert_eq!(none.winding(), Err(NoWinding::Unrecorded));
    }

    /// `V = -3 τ` and what is orthogonal to it, 0.5 large, or 5.3 times that, which is more than half of the resistance.
    #[test]
    fn voltages_with_the_wrong_sign_are_told_from_such_that_tell_nothing() {
        let of = |times: f64| {
            let signs = [1.0, -1.0, 1.0, -1.0];
            let beside = [0.5, 0.5, -0.5, -0.5];
            let found = VoltageBalance {
                voltage: (0..4).map(|k| times * beside[k] - 3.0 * signs[k]).collect(),
                terms: signs.iter().map(|torque| [*torque, 0.0, 0.0]).collect(),
                ..VoltageBalance::default()
            };
            found.winding()
        };
        match of(1.0) {
            Err(NoWinding::Opposite([value, std])) => {
                assert!((value + 3.0).abs() < 1e-12, "{value}");
                assert!((std - (1.0f64 / 3.0).sqrt() / 2.0).abs() < 1e-12, "{std}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(of(5.3), Err(NoWinding::Untold));
    }

    /// `τ = (V - 2 ω) / 3` at each sample, of voltages that hold for seven of them: no whole number of changes is in an average.
    #[test]
    fn a_torque_that_follows_at_once_jumps_with_its_voltage() {
        let volts = |k: u32| if (k / 7).is_multiple_of(2) { 1.2 } else { -1.2 };
        let column = |of: &dyn Fn(u32) -> f64| -> Vec<f64> { (0..201).map(of).collect() };
        let angle = |k: u32| 1e-5 * f64::from(k * k);
        let velocity = |k: u32| 4e-3 * f64::from(k);
        let torque = |k: u32| (volts(k) - 2.0 * velocity(k)) / 3.0;
        let arrays = Arrays {
            name: "run".to_owned(),
            rate: 200.0,
            position: vec![column(&angle), column(&angle)],
            torque: vec![column(&torque), column(&torque)],
            ..Arrays::default()
        };
        let model = ROBOT.model();
        let recordings = [Recording::from_arrays(model, arrays).expect("a recording")];
        let same = Experiment::with_input(&recordings[0], vec![column(&volts); 2]);
        // Four voltages of each sample, the last time rounded.
        let finer = Sampled {
            start: recordings[0].start,
            rate: 800.0 - 1e-3,
            columns: vec![(0..801).map(|k| volts(k / 4)).collect(); 2],
            hold: Hold::Last,
        };
        let finer = Experiment::driven_by(&recordings[0], &finer);
        for experiment in [same, finer] {
            let all = VoltageBalance::of(model, &recordings, &[experiment], Hold::Last, 1);
            let found = all.winding().expect("a winding");
            for (found, wanted) in found.value.iter().zip([3.0, 0.0, 2.0]) {
                assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
            }
            assert!(found.left < 1e-9, "{found:?}");
            let drive = Electric {
                resistance: 3.0,
                back_emf: 2.0,
                ..Electric::default()
            };
            let [apart, _] = all.difference(&drive).expect("torques");
            assert!(apart < 1e-9, "{apart}");
        }
    }

    /// 1, 3 and 2 V at 0, 0.1 and 0.2 s.
    #[test]
    fn a_mean_is_of_all_that_is_between_two_moments() {
        let of = |hold: Hold| {
            let volts = Sampled {
                start: 0.0,
                rate: 10.0,
                columns: vec![Vec::new(), vec![1.0, 3.0, 2.0]],
                hold,
            };
            mean(&volts, 1, [0.05, 0.25])
        };
        // 0.05 s of 1, 0.1 s of 3, 0.05 s of 2; by lines 0.05 s of 2.5, 0.1 s of 2.5, 0.05 s of 2.
        assert!((of(Hold::Last) - 2.25).abs() < 1e-12);
        assert!((of(Hold::Linear) - 2.375).abs() < 1e-12);
    }

    /// Of `V = 3 τ + 0.5 τ' + 2 ω` all three are told.
    #[test]
    fn all_three_terms_are_told_apart() {
        let terms: Vec<[f64; 3]> = (0..30)
            .map(|k| [1.0, 1.7, 2.9].map(|w| (w * f64::from(k)).sin()))
            .collect();
        let voltage = terms
            .iter()
            .map(|[torque, change, velocity]| 3.0 * torque + 0.5 * change + 2.0 * velocity);
        let voltage = voltage.collect();
        let balance = VoltageBalance {
            voltage,
            terms,
            ..VoltageBalance::default()
        };
        let found = balance.winding().expect("a winding");
        for (found, expected) in found.value.iter().zip([3.0, 0.5, 2.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert!(found.left < 1e-9);
    }

    /// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`: joints have `Gᵀ` of their torques.
    #[test]
    fn torques_and_angles_are_those_of_the_motor() {
        let model = abb_wrist::ROBOT.model();
        let column =
            |of: &dyn Fn(f64) -> f64| -> Vec<f64> { (0..41).map(|k| of(f64::from(k))).collect() };
        let recorded = |slope: f64| {
            let motors = |k: f64| [(0.1 * k).sin(), slope * k, (0.3 * k).cos()];
            let joints = [[-60.0, 10.0, -8.0], [0.0, 50.0, 12.0], [0.0, 0.0, 45.0]];
            let torque = joints.map(|row| {
                column(&|k| {
                    motors(k)
                        .iter()
                        .zip(row)
                        .map(|(tau, ratio)| ratio * tau)
                        .sum()
                })
            });
            let arrays = Arrays {
                name: "run".to_owned(),
                rate: 200.0,
                position: vec![
                    column(&|k| 0.01 * k),
                    column(&|k| 0.002 * k),
                    column(&|k| (0.2 * k).sin()),
                ],
                torque: torque.to_vec(),
                ..Arrays::default()
            };
            let recording = Recording::from_arrays(model, arrays).expect("a recording");
            let input = vec![vec![9.0; 41], column(&|k| 3.0 * k), vec![7.0; 41]];
            let experiment = Experiment::with_input(&recording, input);
            (recording, experiment)
        };
        let (recordings, experiments): (Vec<_>, Vec<_>) =
            [2.0, -0.5].map(recorded).into_iter().unzip();
        let found = VoltageBalance::of(model, &recordings, &experiments, Hold::Last, 1);
        // Twice 20 samples of each: the mean torque, its change and the velocity 0.2 a sample.
        let mut expected = Vec::new();
        for slope in [2.0, -0.5] {
            for middle in [10.0, 30.0] {
                expected.push((3.0 * (middle - 0.5), [slope * middle, 200.0 * slope, 40.0]));
            }
        }
        assert_eq!((found.voltage.len(), found.terms.len()), (4, 4));
        let pairs = found.voltage.iter().zip(&found.terms);
        for ((voltage, terms), (volts, expected)) in pairs.zip(expected) {
            assert!((voltage - volts).abs() < 1e-9, "{voltage} {volts}");
            for (found, expected) in terms.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-8, "{found} {expected}");
            }
        }
    }

    /// `V = R/(n kt) τ + L/(n kt) τ' + n ke ω` behind a gear of `n`; twice the resistance makes half of the torque.
    #[test]
    fn a_gear_is_between_the_winding_and_what_was_recorded() {
        let drive = Electric {
            resistance: 2.0,
            inductance: 0.5,
            torque_constant: 3.0,
            back_emf: 0.25,
            gear: 4.0,
        };
        let terms = vec![[1.0, 2.0, 3.0], [-2.0, 1.0, 0.5], [0.5, -3.0, -1.0]];
        let voltage = terms
            .iter()
            .map(|[torque, change, velocity]| (2.0 * torque + 0.5 * change) / 12.0 + velocity);
        let voltage = voltage.collect();
        let balance = VoltageBalance {
            voltage,
            terms,
            ..VoltageBalance::default()
        };
        let size = 1.75f64.sqrt();
        let [apart, found] = balance.difference(&drive).expect("torques");
        assert!(
            apart < 1e-12 && (found - size).abs() < 1e-12,
            "{apart} {found}"
        );
        let twice = Electric {
            resistance: 4.0,
            ..drive
        };
        let [apart, _] = balance.difference(&twice).expect("torques");
        assert!((apart - 0.5 * size).abs() < 1e-12, "{apart}");
        let mut silent = balance;
        silent.terms.iter_mut().for_each(|terms| terms[0] = 0.0);
        assert_eq!(silent.difference(&drive), None);
    }

    /// Columns of eight are square to each other, so that each number is told by itself: beside 0.5 that nothing explains it has the
    /// deviation 0.5 / √5 of five degrees of freedom, and without the velocity's share √((0.5² + share²) / 6).
    #[test]
    fn an_inductance_or_a_back_emf_within_two_deviations_is_none() {
        let torque = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
        let change = [1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0];
        let velocity = [1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0];
        let beside = [1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0];
        let of = |inductance: f64, back_emf: f64| {
            let voltage = (0..8).map(|k| {
                3.0 * torque[k] + inductance * change[k] + back_emf * velocity[k] + 0.5 * beside[k]
            });
            let terms = (0..8).map(|k| [torque[k], change[k], velocity[k]]);
            let balance = VoltageBalance {
                voltage: voltage.collect(),
                terms: terms.collect(),
                ..VoltageBalance::default()
            };
            balance.winding().expect("a winding")
        };
        let whole = 0.5 / 5f64.sqrt();
        let without = |share: f64| ((0.25 + share * share) / 6.0).sqrt();
        let [small, opposite] = [0.4, 0.6].map(without);
        for (inductance, back_emf, value, std) in [
            (0.5, 0.5, [3.0, 0.5, 0.5], [whole; 3]),
            // 0.4 is less than two deviations, which are 0.447.
            (0.4, 0.6, [3.0, 0.0, 0.6], [whole, 0.0, whole]),
            (0.6, 0.4, [3.0, 0.6, 0.0], [small, small, 0.0]),
            // What is below 0 is none, however large.
            (-0.6, 0.6, [3.0, 0.0, 0.6], [whole, 0.0, whole]),
            (0.9, -0.6, [3.0, 0.9, 0.0], [opposite, opposite, 0.0]),
        ] {
            let found = of(inductance, back_emf);
            let pairs = found.value.iter().chain(&found.std);
            let wanted = value.iter().chain(&std);
            let off = pairs.zip(wanted).map(|(x, y)| (x - y).abs());
            assert!(
                off.fold(0.0, f64::max) < 1e-12,
                "{inductance} {back_emf}: {found:?}"
            );
        }
    }
}
