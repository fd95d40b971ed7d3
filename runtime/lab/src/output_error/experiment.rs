//! What was measured: positions, and what drove the robot.

use super::error::FitError;
use crate::recording::Recording;

/// Positions of joints, and what drove them, at a constant rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// What to call it.
    pub name: String,
    /// Samples a second, Hz.
    pub rate: f64,
    /// When the first is, s.
    pub start: f64,
    /// Positions, a column a joint, rad or m.
    pub position: Vec<Vec<f64>>,
    /// Torques of the joints, or voltages of the motors, a column each.
    pub input: Vec<Vec<f64>>,
    /// Samples whose positions were not measured; empty where all were.
    pub bridged: Vec<bool>,
}

impl Experiment {
    /// A recording, driven by its torques.
    ///
    /// # Errors
    /// [`FitError`] of one without the torques of all joints.
    pub fn of(recording: &Recording) -> Result<Self, FitError> {
        let name = || recording.name.clone();
        if !recording.left_out.is_empty() {
            return Err(FitError::Incomplete(name()));
        }
        let input = recording.torque.clone();
        let input = input.ok_or_else(|| FitError::NoInput(name()))?;
        Ok(Self::with_input(recording, input))
    }

    /// A recording's positions, driven by something else, a column a motor.
    #[must_use]
    pub fn with_input(recording: &Recording, input: Vec<Vec<f64>>) -> Self {
        Self {
            name: recording.name.clone(),
            rate: recording.rate,
            start: recording.start,
            position: recording.position.clone(),
            input,
            bridged: recording.bridged.clone(),
        }
    }

    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> usize {
        let columns = self.position.iter().chain(&self.input);
        columns.map(Vec::len).min().unwrap_or(0)
    }

    /// The part between two times, s.
    #[must_use]
    pub fn between(&self, from: f64, to: f64) -> Self {
        let at = |time: f64| ((time - self.start) * self.rate).round().max(0.0) as usize;
        let samples = self.samples();
        let first = at(from).min(samples);
        let last = at(to).min(samples).saturating_add(1).clamp(first, samples);
        let cut = |columns: &[Vec<f64>]| columns.iter().map(|c| c[first..last].to_vec()).collect();
        Self {
            name: self.name.clone(),
            rate: self.rate,
            start: self.start + first as f64 / self.rate,
            position: cut(&self.position),
            input: cut(&self.input),
            bridged: match self.bridged.is_empty() {
                true => Vec::new(),
                false => self.bridged[first..last].to_vec(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Robot, Torque};

    use super::{Experiment, FitError};
    use crate::recording::{Arrays, Recording};

    #[test]
    fn a_part_without_ends_is_all_of_it() {
        let all = Experiment {
            name: "run".to_owned(),
            rate: 10.0,
            start: 1.0,
            position: vec![(0..50).map(f64::from).collect()],
            input: vec![vec![0.0; 50]],
            bridged: Vec::new(),
        };
        assert_eq!(all.between(f64::NEG_INFINITY, f64::INFINITY), all);
        let part = all.between(2.0, 3.0);
        assert_eq!(part.position[0].first(), Some(&10.0));
        assert_eq!((part.samples(), part.start), (11, 2.0));
        assert_eq!(all.between(9.0, 20.0).samples(), 0);
    }

    /// Samples at 1.0 to 5.9 s: the nearest to both times, with inputs and marks of their own.
    #[test]
    fn a_part_has_the_nearest_samples_of_every_column() {
        let all = Experiment {
            name: "run".to_owned(),
            rate: 10.0,
            start: 1.0,
            position: vec![
                (0..50).map(f64::from).collect(),
                (100..150).map(f64::from).collect(),
            ],
            input: vec![(200..250).map(f64::from).collect(), vec![0.0; 48]],
            bridged: (0..50).map(|k| k == 11).collect(),
        };
        assert_eq!(all.samples(), 48);
        let part = all.between(2.04, 2.26);
        let column = |first: f64| (0..4).map(|k| first + f64::from(k)).collect::<Vec<f64>>();
        let wanted = Experiment {
            name: "run".to_owned(),
            rate: 10.0,
            start: 2.0,
            position: vec![column(10.0), column(110.0)],
            input: vec![column(210.0), vec![0.0; 4]],
            bridged: vec![false, true, false, false],
        };
        assert_eq!(part, wanted);
        assert_eq!(all.between(-3.0, 1.0).position[0], [0.0]);
    }

    #[test]
    fn a_recording_without_all_torques_is_refused() {
        let model = double_pendulum::ROBOT.model();
        let column = |k: u32| (0..200).map(|i| (0.1 * f64::from(i + k)).sin()).collect();
        let two = |k: u32| -> Vec<Vec<f64>> { vec![column(k), column(k + 5)] };
        let arrays = Arrays {
            name: "run 1".to_owned(),
            ..Arrays::new(50.0, two(0), two(20))
        };
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        let wanted = Experiment {
            name: "run 1".to_owned(),
            rate: 50.0,
            start: recording.start,
            position: two(0),
            input: two(20),
            bridged: recording.bridged.clone(),
        };
        assert_eq!(Experiment::of(&recording), Ok(wanted.clone()));
        let volts = vec![vec![1.0; 200]; 2];
        let driven = Experiment::with_input(&recording, volts.clone());
        assert_eq!(
            driven,
            Experiment {
                input: volts,
                ..wanted
            }
        );
        let mut part = recording.clone();
        part.left_out = vec![Torque::joint(1)];
        assert_eq!(
            Experiment::of(&part),
            Err(FitError::Incomplete("run 1".to_owned()))
        );
        let mut without = recording;
        without.torque = None;
        assert_eq!(
            Experiment::of(&without),
            Err(FitError::NoInput("run 1".to_owned()))
        );
    }

    /// A recording that begins at 3.5 s and has a hole.
    #[test]
    fn a_recording_keeps_its_clock_and_its_holes() {
        let model = double_pendulum::ROBOT.model();
        let column = |k: u32| (0..200).map(|i| (0.1 * f64::from(i + k)).sin()).collect();
        let two = |k: u32| -> Vec<Vec<f64>> { vec![column(k), column(k + 5)] };
        let arrays = Arrays::new(50.0, two(0), two(20));
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        recording.start = 3.5;
        recording.bridged = (0..200).map(|k| k == 7).collect();
        let found = Experiment::of(&recording).expect("torques");
        assert_eq!(found.start, 3.5);
        let bridged: Vec<usize> = (0..200).filter(|k| found.bridged[*k]).collect();
        assert_eq!(bridged, [7]);
    }
}
