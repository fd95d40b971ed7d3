//! What is not known of torques between their samples.

use super::evaluate::Task;
use super::result::{FittedJoint, Unsampled};
use crate::simulation::Sampled;

/// A share of a torque's size by which it may go on changing from one sample to the next: a sine has so much of 50 samples a period.
const CHANGES: f64 = 0.125;

/// Joints that move, whose torques go on changing from sample to sample by more than [`CHANGES`]; none where voltages drive.
pub(super) fn unsampled(task: &Task<'_>, joints: &[FittedJoint]) -> Vec<Unsampled> {
    if !task.machine.drives().is_empty() {
        return Vec::new();
    }
    let moving = (0..task.machine.joints()).filter(|i| !task.machine.is_locked(*i));
    let of = |(i, joint): (usize, &FittedJoint)| {
        let own = |input: &Sampled| (changes(&input.columns[i]), input.rate);
        let all = task.inputs.iter().map(own);
        let (share, rate) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (!joint.is_still && share > CHANGES).then(|| Unsampled {
            joint: joint.name.clone(),
            share,
            rate,
        })
    };
    moving.zip(joints).filter_map(of).collect()
}

/// By how much a torque goes on changing from one sample to the next, as a share of its size (RMS): a step that is held does not.
fn changes(torque: &[f64]) -> f64 {
    let differences: Vec<f64> = torque.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let products = differences.windows(2).map(|pair| (pair[0] * pair[1]).abs());
    let size: f64 = torque.iter().map(|x| x * x).sum();
    match size > 0.0 {
        true => (products.sum::<f64>() / size).sqrt(),
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{CHANGES, changes};

    /// Neighbouring differences of a sine are those of its slope: 2π over the samples of a period.
    #[test]
    fn a_sine_changes_by_its_slope() {
        for (samples, is_much) in [(25, true), (40, true), (63, false), (500, false)] {
            let turn = std::f64::consts::TAU / f64::from(samples);
            let sine: Vec<f64> = (0..20 * samples)
                .map(|k| 3.0 * (turn * f64::from(k)).sin())
                .collect();
            let found = changes(&sine);
            assert!((found / turn - 1.0).abs() < 0.1, "{found} {turn}");
            assert_eq!(found > CHANGES, is_much, "{samples}: {found}");
        }
    }

    /// What falls to a half from sample to sample has differences of 1, 1/2, 1/4, ..: products of neighbours are 1/2 and then `1/8 + 1/32 + ..`,
    /// squares of it `1 + 1/4 + ..`.
    #[test]
    fn a_step_that_is_held_is_known_and_one_that_decays_is_not() {
        let step: Vec<f64> = (0..40)
            .map(|k| if k % 8 < 4 { 1.0 } else { -1.0 })
            .collect();
        assert_eq!(changes(&step), 0.0);
        let decays: Vec<f64> = std::iter::once(0.0)
            .chain((0..40).map(|k| 0.5f64.powi(k)))
            .collect();
        let wanted = ((0.5 + 0.125 * 4.0 / 3.0) / (4.0 / 3.0f64)).sqrt();
        assert!((changes(&decays) - wanted).abs() < 1e-9);
        assert_eq!([changes(&[0.0; 9]), changes(&[2.0])], [0.0; 2]);
    }
}
