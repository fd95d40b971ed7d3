//! What all recordings of a run together say of how to process them.

use crate::cores;
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
    /// Samples a second of the slowest recording, Hz.
    pub rate: f64,
    /// How many samples a sample shares its recording (or piece of one) with, in the mean.
    pub samples: f64,
    /// The highest speed of each joint and of each motor (`n` each), rad/s or m/s.
    pub speeds: (Vec<f64>, Vec<f64>),
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
        let moves = column.windows(stride + 1).map(|w| (w[stride] - w[0]).abs());
        moves.fold(0.0, f64::max) * recording.rate / stride as f64
    };
    let joint: Vec<f64> = recording
        .position
        .iter()
        .map(|column| speed(column))
        .collect();
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
