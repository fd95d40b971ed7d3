//! How warm places were: what viscous friction by temperature is told from.

use crate::motion::Motion;

/// The temperature about which friction changes is a multiple of this.
const GRAIN: f64 = 0.1;

/// The temperatures of a place, in the unit of the recordings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Warmth {
    /// That about which friction changes.
    pub(super) reference: f64,
    /// The lowest and the highest, above the reference.
    pub(super) range: [f64; 2],
}

/// How warm a joint was, where motions have it and temperatures changed; `held_out` have to have it as well.
pub(super) fn warmth(joint: usize, motions: &[Motion], held_out: &[Motion]) -> Option<Warmth> {
    let known = held_out.iter().all(|m| m.temperature(joint).is_some());
    let (mut sum, mut count) = (0.0, 0.0);
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    for motion in motions {
        for value in &motion.temperature(joint)?[motion.interior()] {
            sum += value;
            count += 1.0;
            range = [range[0].min(*value), range[1].max(*value)];
        }
    }
    let reference = (sum / count / GRAIN).round() * GRAIN;
    (known && range[0] < range[1]).then(|| Warmth {
        reference,
        range: range.map(|x| x - reference),
    })
}

#[cfg(test)]
mod tests {
    use super::{Warmth, warmth};
    use crate::motion::Motion;
    use crate::options::{Cutoff, ProcessingOptions};
    use crate::recording::{Arrays, Recording, UserColumn};
    use armwright_robots::double_pendulum;
    use armwright_runtime::Robot;

    /// A motion of so many samples, ten of which are cut off at each end, with a temperature of the second joint.
    fn motion(samples: usize, temperature: Option<&dyn Fn(usize) -> f64>) -> Motion {
        let column = |of: &dyn Fn(usize) -> f64| (0..samples).map(of).collect::<Vec<f64>>();
        let swing = column(&|k| (0.05 * k as f64).sin());
        let mut arrays = Arrays::new(100.0, vec![swing.clone(); 2], vec![swing; 2]);
        arrays.user = temperature
            .into_iter()
            .map(|of| UserColumn {
                name: "temperature".to_owned(),
                columns: vec![column(&|_| 7.0), column(of)],
            })
            .collect();
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            trim: Some(10),
            ..ProcessingOptions::default()
        };
        let model = double_pendulum::ROBOT.model();
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        Motion::of(recording, &options, model).expect("a motion")
    }

    #[test]
    fn friction_changes_about_the_mean_temperature() {
        // 100 degrees where the ends are; 20, 21, 20, ... between them.
        let ends = |k: usize, samples: usize| k < 10 || k + 10 >= samples;
        let cold = |k: usize| {
            if ends(k, 120) {
                100.0
            } else {
                20.0 + (k % 2) as f64
            }
        };
        let warm = |k: usize| if ends(k, 60) { -90.0 } else { 31.125 };
        let both = [motion(120, Some(&cold)), motion(60, Some(&warm))];
        let found = warmth(1, &both, &[]).expect("temperatures that change");
        // (100 · 20.5 + 40 · 31.125) / 140 = 23.536, to a tenth.
        assert!((found.reference - 23.5).abs() < 1e-12, "{found:?}");
        let range = [20.0 - found.reference, 31.125 - found.reference];
        assert_eq!(found, Warmth { range, ..found });
        // Of what stays the same, or was not recorded everywhere, nothing is told.
        assert_eq!(warmth(0, &both, &[]), None);
        assert_eq!(warmth(1, &both[1..], &[]), None);
        let bare = motion(60, None);
        let [one, other] = both;
        assert_eq!(warmth(1, &[one.clone(), bare.clone()], &[]), None);
        assert_eq!(
            warmth(1, std::slice::from_ref(&one), &[other.clone(), bare]),
            None
        );
        assert!(warmth(1, &[one], &[other]).is_some());
    }
}
