//! Intervals of experiments, each simulated from a state of its own.

use super::error::FitError;
use super::experiment::Experiment;
use crate::simulation::{Grid, Hold, Sampled, Start};

/// An interval.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// Which experiment it is of, and when that begins, s.
    pub experiment: usize,
    pub begun: f64,
    /// Moments from the beginning of the experiment on: numbers near 0 have digits enough for steps, those of a date have not.
    pub grid: Grid,
    /// Measured positions, `n` a sample.
    pub position: Vec<f64>,
    /// Samples that were measured.
    pub is_measured: Vec<bool>,
    /// Where it begins, as measured: what is known of it before anything is fitted.
    pub start: Start,
}

impl Stretch {
    /// When a sample is, s.
    pub(super) fn at(&self, sample: usize) -> f64 {
        self.begun + self.grid.at(sample)
    }
}

/// Samples of an interval at least.
pub(super) const FEWEST: usize = 6;

/// Cuts experiments into intervals of about so many seconds; infinite ones leave them whole. The last sample of one is the first of the next.
pub(super) fn stretches(
    experiments: &[Experiment],
    seconds: f64,
) -> Result<Vec<Stretch>, FitError> {
    let mut found = Vec::new();
    for (k, experiment) in experiments.iter().enumerate() {
        let samples = experiment.samples();
        let steps = samples.saturating_sub(1);
        let length = (seconds * experiment.rate).round();
        if length < FEWEST as f64 || seconds.is_nan() {
            return Err(FitError::Interval(seconds));
        }
        let count = (steps as f64 / length).round().max(1.0) as usize;
        for part in 0..count {
            let (from, to) = (part * steps / count, (part + 1) * steps / count);
            if to - from + 1 < FEWEST {
                continue;
            }
            found.push(stretch(experiment, k, from, to + 1));
        }
    }
    Ok(found)
}

fn stretch(experiment: &Experiment, index: usize, from: usize, to: usize) -> Stretch {
    let joints = experiment.position.len();
    let position = (from..to).flat_map(|k| experiment.position.iter().map(move |c| c[k]));
    let measured = |k: usize| !experiment.bridged.get(k).copied().unwrap_or(false);
    let states: Vec<[f64; 2]> = (0..joints)
        .map(|i| beginning(&experiment.position[i][from..to], experiment.rate))
        .collect();
    Stretch {
        experiment: index,
        begun: experiment.start,
        grid: Grid {
            start: from as f64 / experiment.rate,
            rate: experiment.rate,
            samples: to - from,
        },
        position: position.collect(),
        is_measured: (from..to).map(measured).collect(),
        start: Start {
            position: states.iter().map(|[q, _]| *q).collect(),
            velocity: states.iter().map(|[_, qd]| *qd).collect(),
        },
    }
}

/// Position and velocity at the beginning of a column: of the parabola through a tenth of a second, by least squares.
fn beginning(column: &[f64], rate: f64) -> [f64; 2] {
    let count = ((0.1 * rate) as usize).clamp(5, 201).min(column.len());
    let mut matrix = nalgebra::Matrix3::zeros();
    let mut right = nalgebra::Vector3::zeros();
    for (k, q) in column.iter().take(count).enumerate() {
        let t = k as f64 / count as f64;
        let row = nalgebra::Vector3::new(1.0, t, t * t);
        matrix += row * row.transpose();
        right += row * *q;
    }
    let solved = matrix.lu().solve(&right);
    let first = column.first().copied().unwrap_or(0.0);
    solved.map_or([first, 0.0], |x| [x[0], x[1] * rate / count as f64])
}

/// What drives an experiment, from its beginning on.
pub(super) fn input(experiment: &Experiment, hold: Hold) -> Sampled {
    let clock = experiment.clock_of_input();
    Sampled {
        start: clock.start - experiment.start,
        rate: clock.rate,
        columns: experiment.input.iter().map(|c| known(c, hold)).collect(),
        hold,
    }
}

/// A column with numbers where none was recorded, by those beside as between samples; before the first number it is that.
fn known(column: &[f64], hold: Hold) -> Vec<f64> {
    let mut filled = column.to_vec();
    let mut next = 0;
    while let Some(from) = column[next..].iter().position(|x| x.is_nan()) {
        let from = next + from;
        let to = column[from..].iter().position(|x| !x.is_nan());
        let behind = to.map(|to| column[from + to]);
        next = to.map_or(column.len(), |to| from + to);
        let before = from.checked_sub(1).map(|k| column[k]);
        let first = before.or(behind).unwrap_or(0.0);
        let way = match (hold, before, behind) {
            (Hold::Linear, Some(before), Some(behind)) => behind - before,
            _ => 0.0,
        };
        let steps = (next - from + 1) as f64;
        for (k, x) in filled[from..next].iter_mut().enumerate() {
            *x = first + way * (k + 1) as f64 / steps;
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{Experiment, FitError, Grid, Hold, Sampled, beginning, input, known, stretches};
    use crate::output_error::Clock;

    #[test]
    fn intervals_join_and_know_where_they_begin() {
        let time = |k: u32| 0.01 * f64::from(k);
        let column: Vec<f64> = (0..301)
            .map(|k| 1.0 + 2.0 * time(k) - time(k).powi(2))
            .collect();
        let experiment = Experiment {
            name: "run".to_owned(),
            rate: 100.0,
            start: 5.0,
            position: vec![column],
            input: vec![vec![0.0; 301]],
            bridged: Vec::new(),
            clock: None,
        };
        let all = stretches(std::slice::from_ref(&experiment), 1.0).unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(all[1].position[0], all[0].position[100]);
        assert!((all[1].grid.start - 1.0).abs() < 1e-12);
        assert!((all[1].at(20) - 6.2).abs() < 1e-12);
        assert!((all[1].start.position[0] - 2.0).abs() < 1e-9);
        assert!((all[1].start.velocity[0]).abs() < 1e-9);
        let whole = stretches(&[experiment], f64::INFINITY).unwrap();
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].grid.samples, 301);
    }

    fn experiment(samples: u32) -> Experiment {
        let column = |first: u32| (first..first + samples).map(f64::from).collect();
        Experiment {
            name: "run".to_owned(),
            rate: 10.0,
            start: 2.0,
            position: vec![column(0), column(1000)],
            input: vec![column(5), column(7)],
            bridged: (0..samples).map(|k| k == 24).collect(),
            clock: None,
        }
    }

    /// 51 samples in pieces of 2 s: two of 26 samples, the last of one the first of the next.
    #[test]
    fn intervals_share_their_ends_and_know_what_was_measured() {
        let all = stretches(&[experiment(51), experiment(13)], 2.0).expect("intervals");
        let ends: Vec<(usize, f64, usize)> = all
            .iter()
            .map(|s| (s.experiment, s.grid.start, s.grid.samples))
            .collect();
        // 50 steps over 20 are rounded to three; 12 are one.
        assert_eq!(
            ends,
            [(0, 0.0, 17), (0, 1.6, 18), (0, 3.3, 18), (1, 0.0, 13)]
        );
        assert_eq!(
            all[1].grid,
            Grid {
                start: 1.6,
                rate: 10.0,
                samples: 18
            }
        );
        assert_eq!(all[1].position[..4], [16.0, 1016.0, 17.0, 1017.0]);
        let missing: Vec<usize> = (0..18).filter(|k| !all[1].is_measured[*k]).collect();
        assert_eq!((missing, all[1].is_measured.len()), (vec![8], 18));
        for (found, wanted) in all[1].start.position.iter().zip([16.0, 1016.0]) {
            assert!((found - wanted).abs() < 1e-8, "{found}");
        }
        assert!(
            all[1]
                .start
                .velocity
                .iter()
                .all(|v| (v - 10.0).abs() < 1e-7)
        );
        // Five steps are six samples; fewer make no interval.
        assert_eq!(
            stretches(&[experiment(6), experiment(5)], 9.0)
                .expect("intervals")
                .len(),
            1
        );
        for seconds in [0.54, -1.0, f64::NAN] {
            let refused = stretches(&[experiment(51)], seconds).expect_err("too short");
            assert!(matches!(refused, FitError::Interval(_)), "{refused}");
        }
        assert!(stretches(&[experiment(51)], 0.55).is_ok());
        let wanted = Sampled {
            start: 0.0,
            rate: 10.0,
            columns: experiment(51).input,
            hold: Hold::Linear,
        };
        assert_eq!(input(&experiment(51), Hold::Linear), wanted);
        // What was sampled on a clock of its own is not sampled anew.
        let clock = Clock {
            start: 1.75,
            rate: 8.0,
        };
        let driven = Experiment {
            clock: Some(clock),
            ..experiment(51)
        };
        let wanted = Sampled {
            start: -0.25,
            rate: 8.0,
            ..wanted
        };
        assert_eq!(input(&driven, Hold::Linear), wanted);
    }

    #[test]
    fn what_was_not_recorded_holds_or_is_on_a_line() {
        let none = f64::NAN;
        let column = [none, 1.0, none, none, none, 5.0, none];
        let held = [1.0, 1.0, 1.0, 1.0, 1.0, 5.0, 5.0];
        assert_eq!(known(&column, Hold::Last), held);
        let joined = [1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 5.0];
        assert_eq!(known(&column, Hold::Linear), joined);
        assert_eq!(known(&[none; 2], Hold::Last), [0.0; 2]);
        let driven = Experiment {
            input: vec![column.to_vec()],
            ..experiment(7)
        };
        assert_eq!(input(&driven, Hold::Last).columns, [held]);
    }

    /// The second is sampled twice as fast: 2 s of it are 40 steps.
    #[test]
    fn each_experiment_is_cut_by_its_own_clock() {
        let fast = Experiment {
            rate: 20.0,
            start: 7.0,
            ..experiment(81)
        };
        let all = stretches(&[experiment(21), fast], 2.0).expect("intervals");
        let grid = |start: f64, rate: f64, samples: usize| Grid {
            start,
            rate,
            samples,
        };
        let found: Vec<Grid> = all.iter().map(|s| s.grid).collect();
        let wanted = [
            grid(0.0, 10.0, 21),
            grid(0.0, 20.0, 41),
            grid(2.0, 20.0, 41),
        ];
        assert_eq!(found, wanted);
        let begun: Vec<f64> = all.iter().map(|s| s.at(0)).collect();
        assert_eq!(begun, [2.0, 7.0, 9.0]);
        // Positions rise by 1 a sample.
        for (stretch, speed) in all.iter().zip([10.0, 20.0, 20.0]) {
            for velocity in &stretch.start.velocity {
                assert!((velocity - speed).abs() < 1e-7, "{velocity}");
            }
        }
    }

    /// The parabola through a tenth of a second: of 100 samples a second ten, at least five.
    #[test]
    fn a_beginning_is_of_the_parabola_through_a_tenth_of_a_second() {
        let parabola = |rate: f64, count: u32| -> Vec<f64> {
            let at = |t: f64| 0.4 - 3.0 * t + 20.0 * t * t;
            (0..count).map(|k| at(f64::from(k) / rate)).collect()
        };
        for (rate, within) in [(100.0, 10), (20.0, 5), (4000.0, 201)] {
            let mut column = parabola(rate, 300);
            // What comes later does not count.
            column[within..].fill(9.0);
            let [q, qd] = beginning(&column, rate);
            assert!(
                (q - 0.4).abs() < 1e-8 && (qd + 3.0).abs() < 1e-5,
                "{rate}: {q} {qd}"
            );
            column[within - 1] += 0.1;
            assert!((beginning(&column, rate)[0] - 0.4).abs() > 1e-6);
        }
        assert_eq!(
            beginning(&[0.7, 0.8], 10.0),
            [0.7, 0.0],
            "two points have no parabola"
        );
    }
}
