//! What was measured: positions, and what drove the robot.

use super::error::FitError;
use crate::recording::Recording;
use crate::simulation::Sampled;

/// When samples are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// When the first is, s.
    pub start: f64,
    /// Samples a second, Hz.
    pub rate: f64,
}

impl Clock {
    /// The samples of so many, first and behind the last, that say what is between two times: one more at either end, since times are
    /// rounded.
    fn around(self, [from, to]: [f64; 2], samples: usize) -> [usize; 2] {
        let place = |time: f64| (time - self.start) * self.rate;
        let first = (place(from).floor() - 1.0).max(0.0) as usize;
        let first = first.min(samples.saturating_sub(1));
        let behind = (place(to).ceil() + 2.0).max(0.0) as usize;
        [first, behind.max(first + 1).min(samples)]
    }

    /// The same samples from one of them on.
    fn later(self, first: usize) -> Self {
        Self {
            start: self.start + first as f64 / self.rate,
            ..self
        }
    }
}

/// Positions of joints, and what drove them, at constant rates.
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
    /// Torques of the joints, or voltages of the motors, a column each; no number where none was recorded between others, which hold
    /// or are joined there as between samples.
    pub input: Vec<Vec<f64>>,
    /// Samples whose positions were not measured; empty where all were.
    pub bridged: Vec<bool>,
    /// When the input was sampled; none where it was sampled with the positions.
    pub clock: Option<Clock>,
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
        let mut input = input.ok_or_else(|| FitError::NoInput(name()))?;
        for column in &mut input {
            let marked = column.iter_mut().zip(&recording.further.undriven);
            let unknown = marked.filter(|(_, undriven)| **undriven);
            unknown.for_each(|(torque, _)| *torque = f64::NAN);
        }
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
            clock: None,
        }
    }

    /// A recording's positions, driven by what was sampled on its own clock, of which it has what is around them.
    #[must_use]
    pub fn driven_by(recording: &Recording, input: &Sampled) -> Self {
        let clock = Clock {
            start: input.start,
            rate: input.rate,
        };
        let whole = Self {
            clock: Some(clock),
            ..Self::with_input(recording, input.columns.clone())
        };
        whole.between(f64::NEG_INFINITY, f64::INFINITY)
    }

    /// How many samples of positions there are, and of what drove them where that was sampled with them.
    #[must_use]
    pub fn samples(&self) -> usize {
        let input = self.input.iter().filter(|_| self.clock.is_none());
        let columns = self.position.iter().chain(input);
        columns.map(Vec::len).min().unwrap_or(0)
    }

    /// When the input was sampled.
    #[must_use]
    pub fn clock_of_input(&self) -> Clock {
        self.clock.unwrap_or(Clock {
            start: self.start,
            rate: self.rate,
        })
    }

    /// The part between two times, s.
    #[must_use]
    pub fn between(&self, from: f64, to: f64) -> Self {
        let at = |time: f64| ((time - self.start) * self.rate).round().max(0.0) as usize;
        let samples = self.samples();
        let first = at(from).min(samples);
        let last = at(to).min(samples).saturating_add(1).clamp(first, samples);
        let start = self.start + first as f64 / self.rate;
        let end = start + (last - first) as f64 / self.rate;
        let driven = match self.clock {
            None => [first, last],
            Some(clock) => {
                let samples = self.input.iter().map(Vec::len).min().unwrap_or(0);
                clock.around([start, end], samples)
            }
        };
        let cut = |columns: &[Vec<f64>], [first, last]: [usize; 2]| {
            columns.iter().map(|c| c[first..last].to_vec()).collect()
        };
        Self {
            name: self.name.clone(),
            rate: self.rate,
            start,
            position: cut(&self.position, [first, last]),
            input: cut(&self.input, driven),
            bridged: match self.bridged.is_empty() {
                true => Vec::new(),
                false => self.bridged[first..last].to_vec(),
            },
            clock: self.clock.map(|clock| clock.later(driven[0])),
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Robot, Torque};

    use super::{Experiment, FitError};
    use crate::recording::{Arrays, Recording};
    use crate::simulation::{Hold, Sampled};

    #[test]
    fn a_part_without_ends_is_all_of_it() {
        let all = Experiment {
            name: "run".to_owned(),
            rate: 10.0,
            start: 1.0,
            position: vec![(0..50).map(f64::from).collect()],
            input: vec![vec![0.0; 50]],
            bridged: Vec::new(),
            clock: None,
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
            clock: None,
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
            clock: None,
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
            clock: None,
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

    /// Positions at 10 Hz from 1 s to 5.9 s, voltages at 4 Hz from 0.1 s on, of which the one at 0.1 + k/4 s is k.
    #[test]
    fn what_drives_keeps_its_own_clock() {
        let model = double_pendulum::ROBOT.model();
        let column = || (0..50).map(|k| 0.1 * f64::from(k)).collect();
        let arrays = Arrays::new(10.0, vec![column(), column()], vec![column(), column()]);
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        recording.start = 1.0;
        let volts: Vec<f64> = (0..40).map(f64::from).collect();
        let all = Sampled {
            start: 0.1,
            rate: 4.0,
            columns: vec![volts.clone(), volts],
            hold: Hold::Last,
        };
        let whole = Experiment::driven_by(&recording, &all);
        assert_eq!((whole.samples(), whole.start), (50, 1.0));
        // Places 3.6 to 23.6 of the voltages, and one more at either end.
        assert_eq!(whole.input[1].first(), Some(&2.0));
        assert_eq!(whole.input[1].last(), Some(&25.0));
        let clock = whole.clock.expect("a clock");
        assert!((clock.start - 0.6).abs() < 1e-12 && clock.rate == 4.0);
        // The last sample ends at 2.4 s: places 7.6 to 9.2 of them.
        let part = whole.between(2.0, 2.3);
        assert_eq!((part.samples(), part.start), (4, 2.0));
        assert_eq!(part.input[0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
        let clock = part.clock_of_input();
        assert!((clock.start - 1.6).abs() < 1e-12, "{clock:?}");
        // What has no voltages at all has the nearest.
        recording.start = 50.0;
        assert_eq!(Experiment::driven_by(&recording, &all).input[0], [39.0]);
        recording.start = -50.0;
        assert_eq!(Experiment::driven_by(&recording, &all).input[0], [0.0]);
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
        recording.further.undriven = (0..200).map(|k| k == 9).collect();
        let found = Experiment::of(&recording).expect("torques");
        let unknown = |column: &[f64]| column.iter().position(|x| x.is_nan());
        assert_eq!([0, 1].map(|k| unknown(&found.input[k])), [Some(9); 2]);
        assert_eq!(found.start, 3.5);
        let bridged: Vec<usize> = (0..200).filter(|k| found.bridged[*k]).collect();
        assert_eq!(bridged, [7]);
    }
}
