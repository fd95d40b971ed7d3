//! Motions of a simulation in place of measured ones, processed alike.

use super::processing::edge;
use super::{Motion, States};
use crate::signal::{FilterError, LowPass, curvature, slope, zero_phase_all};

impl Motion {
    /// Cuts off as much of the ends as a further filter of positions would have to forget.
    pub(crate) fn forget(&mut self, cutoff: f64) {
        let samples = self.samples();
        let trim = edge(self.processing.order, cutoff, self.rate, samples);
        self.processing.trim = self.processing.trim.max(trim);
    }

    /// The measured positions below a cut-off (Hz), with their derivatives, at all samples.
    ///
    /// # Errors
    /// [`FilterError`] if the filter is impossible or the recording too short for it.
    pub(crate) fn below(&self, cutoff: f64) -> Result<States, FilterError> {
        let filter = LowPass::butterworth(self.processing.order, cutoff, self.rate)?;
        let mut columns = self.position.clone();
        zero_phase_all(&filter, &mut columns)?;
        let (last, rate) = (self.samples().saturating_sub(1), self.rate);
        let mut states = States::default();
        for k in 0..=last {
            // Ends have no neighbours, and are cut off.
            let inside = k.clamp(1.min(last), last.saturating_sub(1));
            for column in &columns {
                states.q.push(column[k]);
                states.qd.push(slope(column, inside, rate));
                states.qdd.push(curvature(column, inside, rate));
            }
        }
        Ok(states)
    }

    /// The motion with simulated positions of states (at all samples) in place of what was measured of positions and of
    /// their derivatives, filtered as that was. The simulation followed positions below a cut-off (Hz), where it has their
    /// errors, too. Steps of encoders remain where the measured motion takes part in an estimate (`beside`).
    ///
    /// # Errors
    /// [`FilterError`] as when the motion was filtered.
    pub(crate) fn simulated(
        &self,
        states: &States,
        cutoff: f64,
        beside: bool,
    ) -> Result<Self, FilterError> {
        let filter = self.processing.position_filter(self.rate)?;
        let n = self.position.len();
        let column =
            |i: usize| -> Vec<f64> { states.q.iter().skip(i).step_by(n).copied().collect() };
        let mut position: Vec<Vec<f64>> = (0..n).map(column).collect();
        zero_phase_all(&filter, &mut position)?;
        let [errors, _, _] = self.errors.clone();
        Ok(Self {
            position,
            velocity: None,
            acceleration: None,
            errors: [errors, Vec::new(), Vec::new()],
            band: Some(cutoff),
            steps: match beside {
                true => self.steps.clone(),
                false => vec![None; n],
            },
            ..self.clone()
        })
    }

    /// Root mean square between the positions of two motions of the same samples, within, of each joint (`n`).
    pub(crate) fn apart(&self, other: &Self) -> Vec<f64> {
        let inside = self.interior();
        let pairs = self.position.iter().zip(&other.position);
        let each = pairs.map(|(one, other)| {
            let squares = inside.clone().map(|k| (one[k] - other[k]).powi(2));
            (squares.sum::<f64>() / inside.len().max(1) as f64).sqrt()
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::motion::{Motion, States};
    use crate::regression::by_hand;
    use crate::signal::{LowPass, curvature, slope, zero_phase};

    #[test]
    fn ends_are_cut_until_a_further_filter_has_forgotten_them() {
        // Of order 2 at a twentieth of the rate: 63 samples, no more than a tenth.
        for (samples, trim) in [(1000, 63), (400, 40)] {
            let mut motion = by_hand::motion(samples);
            motion.forget(5.0);
            assert_eq!(motion.processing.trim, trim);
            motion.forget(20.0);
            assert_eq!(motion.processing.trim, trim, "no less than before");
        }
    }

    #[test]
    fn positions_below_a_cut_off_have_derivatives_everywhere() {
        let motion = by_hand::motion(60);
        let states = motion.below(4.0).expect("a filter");
        let filter = LowPass::butterworth(2, 4.0, 100.0).expect("a filter");
        let mut columns = motion.position.clone();
        for column in &mut columns {
            zero_phase(&filter, column).expect("long enough");
        }
        assert_eq!((states.first, states.count(2)), (0, 60));
        for (k, [q, qd, qdd]) in states.each(2).enumerate() {
            let inside = k.clamp(1, 58);
            for (i, column) in columns.iter().enumerate() {
                assert_eq!(q[i], column[k]);
                assert_eq!(qd[i], slope(column, inside, 100.0), "{k}");
                assert_eq!(qdd[i], curvature(column, inside, 100.0), "{k}");
            }
        }
        assert!(motion.below(50.0).is_err());
    }

    #[test]
    fn simulated_positions_stand_in_place_of_all_that_was_measured_of_motion() {
        let mut motion = by_hand::motion(60);
        motion.steps = vec![Some(0.1), None];
        motion.errors = [vec![0.1, 0.2], vec![0.3; 2], vec![0.4; 2]];
        let q = |i: u32, k: u32| (0.2 * f64::from(k)).sin() * f64::from(i + 1) + f64::from(k % 2);
        let states = States {
            q: (0..60).flat_map(|k| [q(0, k), q(1, k)]).collect(),
            ..States::default()
        };
        let filter = LowPass::butterworth(2, 20.0, 100.0).expect("a filter");
        let column = |i: u32| {
            let mut column: Vec<f64> = (0..60).map(|k| q(i, k)).collect();
            zero_phase(&filter, &mut column).expect("long enough");
            column
        };
        for (beside, steps) in [(true, motion.steps.clone()), (false, vec![None; 2])] {
            let found = motion.simulated(&states, 6.0, beside).expect("a filter");
            let expected = Motion {
                position: vec![column(0), column(1)],
                velocity: None,
                acceleration: None,
                errors: [vec![0.1, 0.2], Vec::new(), Vec::new()],
                band: Some(6.0),
                steps,
                ..motion.clone()
            };
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn motions_are_apart_by_what_lies_within() {
        let one = by_hand::motion(30);
        let mut other = one.clone();
        other.position[0].iter_mut().for_each(|x| *x += 0.5);
        // Of 24 samples within six.
        for k in [0, 1, 2, 5, 6, 7, 20, 25, 26, 27, 28, 29] {
            other.position[1][k] -= 0.8;
        }
        let found = one.apart(&other);
        for (x, expected) in found.iter().zip([0.5, 0.4]) {
            assert!((x - expected).abs() < 1e-12, "{found:?}");
        }
    }
}
