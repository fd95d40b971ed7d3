//! Intervals of experiments, each simulated from a state of its own.

use super::error::FitError;
use super::experiment::Experiment;
use crate::simulation::{Grid, Hold, Sampled, Start};

/// An interval.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// Which experiment it is of.
    pub experiment: usize,
    pub grid: Grid,
    /// Measured positions, `n` a sample.
    pub position: Vec<f64>,
    /// Samples that were measured.
    pub is_measured: Vec<bool>,
    /// Where it begins, as measured: what is known of it before anything is fitted.
    pub start: Start,
}

/// Samples of an interval at least.
const FEWEST: usize = 6;

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
        grid: Grid {
            start: experiment.start + from as f64 / experiment.rate,
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

/// What drives an experiment.
pub(super) fn input(experiment: &Experiment, hold: Hold) -> Sampled {
    Sampled {
        start: experiment.start,
        rate: experiment.rate,
        columns: experiment.input.clone(),
        hold,
    }
}

#[cfg(test)]
mod tests {
    use super::{Experiment, stretches};

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
        };
        let all = stretches(std::slice::from_ref(&experiment), 1.0).unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(all[1].position[0], all[0].position[100]);
        assert!((all[1].grid.start - 6.0).abs() < 1e-12);
        assert!((all[1].start.position[0] - 2.0).abs() < 1e-9);
        assert!((all[1].start.velocity[0]).abs() < 1e-9);
        let whole = stretches(&[experiment], f64::INFINITY).unwrap();
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].grid.samples, 301);
    }
}
