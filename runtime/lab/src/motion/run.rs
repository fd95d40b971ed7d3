//! What all recordings of a run together say of how to process them.

use crate::cores;
use crate::numeric::largest_difference;
use crate::recording::Recording;
use crate::signal::{Band, suggested_cutoff};
use crate::transmission::Drive;
use armwright_runtime::Model;

/// A piece of a recording says nothing of its band that the longest one does not say better, if that is so
/// many times as long.
const SHORT: usize = 4;

/// What is chosen once for all recordings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Cut-off of the position filter, Hz.
    pub cutoff: f64,
    /// The rule that chose it, a sentence.
    pub reason: String,
    /// The frequency below which 99 % of the speed's power of every joint lies, Hz; 0 where nothing moves.
    pub band: f64,
    /// Samples a second of the slowest recording, Hz.
    pub rate: f64,
    /// How many samples a sample shares its recording (or piece of one) with, in the mean.
    pub samples: f64,
    /// The highest speed of each joint and of each motor (`n` each), rad/s or m/s.
    pub speeds: (Vec<f64>, Vec<f64>),
    /// Whether laws of friction are tried that jump where the model has none: every joint and motor then has a threshold of
    /// velocity.
    pub jumps_anywhere: bool,
}

impl Run {
    /// Of the recordings that an estimate is made from.
    #[must_use]
    pub fn of(recordings: &[Recording], model: &Model) -> Self {
        let rate = recordings
            .iter()
            .map(|r| r.rate)
            .fold(f64::INFINITY, f64::min);
        let long = |recording: &&Recording| {
            let pieces = recordings.iter().filter(|r| r.source == recording.source);
            let longest = pieces.map(Recording::samples).max().unwrap_or(0);
            SHORT * recording.samples() >= longest
        };
        let bands = recordings.iter().filter(long).flat_map(|recording| {
            let of = |joint: usize| Band::of(&recording.position[joint], recording.rate);
            let joints = model.joints.len().min(recording.position.len());
            let bands = cores::map(joints, &of).into_iter().zip(model.joints);
            bands.filter_map(|(band, joint)| Some((joint.name, band?)))
        });
        // What turns the base is seen as positions are: as angles.
        let of_base = recordings.iter().filter(long).flat_map(|recording| {
            let turning = recording.base.iter();
            let turning = turning.flat_map(|base| base.columns.iter().take(3));
            turning.filter_map(|rate| {
                let mut angle = 0.0;
                let angles = rate.iter().map(|w| {
                    angle += w / recording.rate;
                    angle
                });
                let angles: Vec<f64> = angles.collect();
                Some(("the base", Band::of(&angles, recording.rate)?))
            })
        });
        let (names, bands): (Vec<&str>, Vec<Band>) = bands.chain(of_base).unzip();
        let cutoff = suggested_cutoff(&bands, rate);
        let widest = bands.iter().map(|band| band.width).fold(0.0, f64::max);
        let first = names.iter().zip(&bands);
        let first = first.min_by(|a, b| a.1.meets.total_cmp(&b.1.meets));
        let why = match first {
            None => "no joint's motion exceeds its noise".to_owned(),
            Some(_) if cutoff >= 9.9 * widest => {
                "ten times the band that holds 99 % of the speed's power".to_owned()
            }
            Some((name, band)) => format!(
                "where filter and noise together spoil accelerations least; the motion of {name} meets \
                 its noise at {:.2} Hz",
                band.meets
            ),
        };
        let peaks = recordings.iter().map(|r| highest_speeds(r, model, cutoff));
        let none = (vec![0.0; model.joints.len()], vec![0.0; model.joints.len()]);
        let larger = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(&b).map(|(a, b)| a.max(*b)).collect();
        let squares = recordings.iter().map(|r| (r.samples() as f64).powi(2));
        let all: usize = recordings.iter().map(Recording::samples).sum();
        Self {
            rate,
            samples: squares.sum::<f64>() / all.max(1) as f64,
            reason: format!("cut-off {cutoff:.2} Hz: {why}"),
            cutoff,
            band: widest,
            jumps_anywhere: false,
            speeds: peaks.fold(none, |a, b| (larger(a.0, b.0), larger(a.1, b.1))),
        }
    }
}

/// The highest speed of each joint and of each motor, over steps as long as the filter's memory.
fn highest_speeds(recording: &Recording, model: &Model, cutoff: f64) -> (Vec<f64>, Vec<f64>) {
    let n = model.joints.len();
    let memory = (recording.rate / (4.0 * cutoff)) as usize;
    let stride = memory.min(recording.samples() / 4).max(1);
    let speed = |column: &[f64]| -> f64 {
        let later = column.get(stride..).unwrap_or_default();
        largest_difference(later, column) * recording.rate / stride as f64
    };
    let positions = &recording.position;
    let joint = cores::map(positions.len(), &|i| speed(&positions[i]));
    let drive = Drive::of(model);
    let motor = (0..n).map(|k| {
        let ratio = |i: usize| match &drive {
            Some(drive) => drive.ratio(k, i),
            None => f64::from(u8::from(i == k)),
        };
        let moving: Vec<usize> = (0..n).filter(|&i| ratio(i) != 0.0).collect();
        if let [only] = moving[..] {
            return joint[only] * ratio(only).abs();
        }
        let mut sum = vec![0.0; recording.samples()];
        for i in moving {
            let (ratio, column) = (ratio(i), &recording.position[i]);
            sum.iter_mut()
                .zip(column)
                .for_each(|(sum, x)| *sum += ratio * x);
        }
        speed(&sum)
    });
    let motor = motor.collect();
    (joint, motor)
}

#[cfg(test)]
mod tests {
    use super::{Run, highest_speeds};
    use crate::random::Random;
    use crate::recording::{BaseMotion, Recording};
    use crate::regression::by_hand::{self, MODEL};
    use crate::signal::{Band, suggested_cutoff};
    use armwright_runtime::Model;

    /// Positions at 100 Hz of a recording.
    fn of(source: &str, position: Vec<Vec<f64>>) -> Recording {
        let mut recording = by_hand::recording(20);
        (recording.velocity, recording.acceleration) = (None, None);
        recording.torque = Some(position.clone());
        recording.source = source.to_owned();
        recording.position = position;
        recording
    }

    /// Harmonics of 0.1 Hz up to a frequency, as fast each, with noise, of so many samples.
    fn moving(frequency: f64, noise: f64, samples: u32) -> Vec<f64> {
        let mut random = Random::new(u64::from(samples));
        let last = (10.0 * frequency).round() as u32;
        let wave = |k: u32, h: u32| {
            let (t, h) = (f64::from(k) / 100.0, f64::from(h));
            (0.2 * std::f64::consts::PI * h * t + h * h).sin() / h
        };
        let sine = |k: u32| (1..=last).map(|h| wave(k, h)).sum::<f64>();
        (0..samples)
            .map(|k| 0.4 * sine(k) + noise * random.normal())
            .collect()
    }

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() < 1e-9, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn speeds_are_taken_over_the_memory_of_the_filter() {
        // A ramp of 3 a second, back at the end; and a step of 0.6, which four samples share.
        let ramp: Vec<f64> = (0..40)
            .map(|k| 0.03 * f64::from(20 - (k - 20i32).abs()))
            .collect();
        let step: Vec<f64> = (0..40).map(|k| if k < 25 { 0.0 } else { -0.6 }).collect();
        let recording = of("a", vec![ramp, step]);
        let (joints, motors) = highest_speeds(&recording, &MODEL, 6.0);
        near(&joints, &[3.0, 15.0]);
        // Twice the first; three times the first and five times the second, which falls as the first does.
        near(&motors, &[6.0, 84.0]);
        // A quarter of the recording at most, a sample at least.
        near(&highest_speeds(&recording, &MODEL, 0.1).0, &[3.0, 6.0]);
        near(&highest_speeds(&recording, &MODEL, 40.0).0, &[3.0, 60.0]);
        let alone = Model {
            transmission: &[-2.0, 0.0, 0.0, 5.0],
            ..MODEL
        };
        near(&highest_speeds(&recording, &alone, 6.0).1, &[6.0, 75.0]);
    }

    #[test]
    fn a_run_is_all_of_its_recordings() {
        let mut slow = of("b", vec![moving(0.5, 1e-3, 1500), moving(0.8, 1e-4, 1500)]);
        slow.rate = 80.0;
        let fast = of("a", vec![moving(0.9, 1e-3, 2500), vec![0.3; 2500]]);
        let run = Run::of(&[fast.clone(), slow.clone()], &MODEL);
        let band = |r: &Recording, i: usize| Band::of(&r.position[i], r.rate).expect("it moves");
        let bands = [band(&fast, 0), band(&slow, 0), band(&slow, 1)];
        assert_eq!(run.rate, 80.0);
        assert_eq!(run.cutoff, suggested_cutoff(&bands, 80.0));
        assert_eq!(run.band, bands.iter().map(|b| b.width).fold(0.0, f64::max));
        // 2500 and 1500 squared over 4000.
        assert_eq!(run.samples, 2125.0);
        let [a, b] = [&fast, &slow].map(|r| highest_speeds(r, &MODEL, run.cutoff));
        near(&run.speeds.0, &[a.0[0].max(b.0[0]), b.0[1]]);
        near(&run.speeds.1, &[a.1[0].max(b.1[0]), a.1[1].max(b.1[1])]);
        let first = bands
            .iter()
            .map(|band| band.meets)
            .fold(f64::INFINITY, f64::min);
        assert!(
            bands[2].meets > first,
            "noise hides the first joint's motion first"
        );
        assert_eq!(
            run.reason,
            format!(
                "cut-off {:.2} Hz: where filter and noise together spoil accelerations least; the motion of j1 meets its noise \
                 at {first:.2} Hz",
                run.cutoff
            )
        );
    }

    #[test]
    fn the_reason_of_a_cut_off_is_told() {
        let still = of("a", vec![vec![0.3; 900], vec![0.5; 900]]);
        let run = Run::of(&[still], &MODEL);
        assert_eq!(
            run.reason,
            "cut-off 1.00 Hz: no joint's motion exceeds its noise"
        );
        assert_eq!(run.speeds, (vec![0.0; 2], vec![0.0; 2]));
        let exact = of("a", vec![moving(0.4, 0.0, 3000), vec![0.5; 3000]]);
        let run = Run::of(std::slice::from_ref(&exact), &MODEL);
        let width = Band::of(&exact.position[0], 100.0).expect("it moves").width;
        assert!((run.cutoff - 10.0 * width).abs() < 1e-9, "{run:?}");
        assert_eq!(
            run.reason,
            format!(
                "cut-off {:.2} Hz: ten times the band that holds 99 % of the speed's power",
                10.0 * width
            )
        );
    }

    #[test]
    fn a_short_piece_says_nothing_of_the_band() {
        let long = of("a", vec![moving(0.4, 1e-3, 2400), vec![0.5; 2400]]);
        let alone = Run::of(std::slice::from_ref(&long), &MODEL).cutoff;
        let cutoff = |source: &str, samples: u32| {
            let short = of(
                source,
                vec![moving(3.0, 1e-3, samples), vec![0.5; samples as usize]],
            );
            Run::of(&[long.clone(), short], &MODEL).cutoff
        };
        assert_eq!(cutoff("a", 599), alone);
        assert!(cutoff("a", 600) > 1.5 * alone);
        assert!(
            cutoff("b", 599) > 1.5 * alone,
            "of another recording it does"
        );
    }

    /// Angular velocities are those of angles that joints could have.
    #[test]
    fn what_turns_a_base_has_a_band_as_well() {
        let mut recording = of("a", vec![vec![0.3; 2000], vec![0.5; 2000]]);
        let angle = moving(0.6, 1e-3, 2001);
        let rate: Vec<f64> = angle
            .windows(2)
            .map(|pair| 100.0 * (pair[1] - pair[0]))
            .collect();
        let mut columns = vec![vec![0.0; 2000]; 6];
        columns[2] = rate;
        // What an accelerometer shows says nothing here.
        columns[3] = moving(4.0, 1e-3, 2000);
        recording.base = Some(BaseMotion {
            columns,
            at: [0.0; 3],
            ..BaseMotion::default()
        });
        let run = Run::of(std::slice::from_ref(&recording), &MODEL);
        let band = Band::of(&angle[1..], 100.0).expect("it moves");
        let expected = suggested_cutoff(&[band], 100.0);
        assert!(
            (run.cutoff / expected - 1.0).abs() < 1e-9,
            "{run:?} {expected}"
        );
        assert!(
            run.reason.contains("the motion of the base meets"),
            "{run:?}"
        );
        // Its rate is that of its own recording, also behind a slower one.
        let mut slow = of("b", vec![vec![0.3; 2000], vec![0.5; 2000]]);
        slow.rate = 80.0;
        let run = Run::of(&[slow, recording], &MODEL);
        let band = Band::of(&angle[1..], 100.0).expect("it moves");
        let expected = suggested_cutoff(&[band], 80.0);
        assert!(
            (run.cutoff / expected - 1.0).abs() < 1e-9,
            "{run:?} {expected}"
        );
    }

    /// The same bands as of a run above, of which those that noise hides first are the second joint's.
    #[test]
    fn the_joint_whose_motion_noise_hides_first_is_named() {
        let mut slow = of("b", vec![moving(0.8, 1e-4, 1500), moving(0.5, 1e-3, 1500)]);
        slow.rate = 80.0;
        let fast = of("a", vec![vec![0.3; 2500], moving(0.9, 1e-3, 2500)]);
        let run = Run::of(&[fast, slow], &MODEL);
        assert!(
            run.reason.contains("the motion of j2 meets its noise at"),
            "{run:?}"
        );
    }
}
