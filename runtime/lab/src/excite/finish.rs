//! The best motions of a search on a fine grid, inside all that is kept; the best of them is what is given.

use super::augmented::Augmented;
use super::bounds::Bounds;
use super::confused::{Confused, confused, hidden_by};
use super::drawn::{drawn_in, worst_of};
use super::error::ExciteError;
use super::found::Found;
use super::information::Information;
use super::kept::{Kept, Worst};
use super::motion::Motion;
use super::optimiser::Settings;
use super::plan::Designed;
use super::search::{Course, ROUNDS, Search};

/// Points of the grid of limits at the end, at least.
pub(super) const FINE: usize = 1000;
/// Smooth figures in place of one with corners, for what is near its optimum already.
const SHARP: [f64; 3] = [80.0, 240.0, 800.0];
/// Motions of a search that are finished at most.
const FINISHED: usize = 6;
/// What helps where the centre keeps not everything.
const ELSEWHERE: &str = "; the posture that motions are drawn towards exceeds something, too: give one to start from that does not, or \
                         ranges with such a middle";

impl Search<'_> {
    /// The best motions once more, with limits on a fine grid, and then drawn in as far as a finer one asks; the best of
    /// them, of as many as there is time for.
    pub(super) fn finish(
        &self,
        found: Found,
        mut objective: Augmented<'_>,
        mut finely: Vec<Kept<'_>>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Designed, ExciteError> {
        let points = FINE.max(10 * self.plan.samples);
        let spare = between(self.plan.basis.turns(), 10 * points + 3);
        let [fine, finest] = [points, 10 * points + 3]
            .map(|points| Bounds::of(self.space, &self.plan.limits, points));
        let bounds = [fine, finest.left_free(spare, self.centre)];
        let margin = objective.margin;
        let (mut best, mut nearest): (Option<(Vec<f64>, f64)>, Option<Worst>) = (None, None);
        // Where the centre keeps everything, a motion is drawn towards it at last, and may be left early.
        let centred = worst_of(&mut finely, self.centre).is_none_or(|worst| worst.excess < 0.0);
        let hurried = |place: usize| (place > 0 || centred) && stop();
        for (place, (.., optimum)) in found.pool.iter().take(FINISHED).enumerate() {
            if place > 0 && stop() {
                break;
            }
            objective.margin = margin;
            let leave = || hurried(place);
            let begun = &optimum.z;
            let (z, worst) = self.finished(begun, &bounds, &mut objective, &mut finely, &leave);
            if let Some(worst) = worst.filter(|worst| worst.excess > 0.0) {
                nearest = match nearest {
                    Some(nearest) if nearest.excess <= worst.excess => Some(nearest),
                    _ => Some(worst),
                };
                continue;
            }
            objective.information.smooth = false;
            let figure = self
                .plan
                .criterion
                .figure(&objective.information.matrix(&z));
            objective.information.smooth = true;
            if let Some(figure) = figure
                && best.as_ref().is_none_or(|(_, known)| {
                    (figure > *known) == self.plan.criterion.is_to_be_large()
                })
            {
                best = Some((z, figure));
            }
        }
        let mut optima = found.optima;
        optima.sort_unstable_by_key(|(k, _)| *k);
        match (best, nearest) {
            (Some((z, figure)), _) => Ok(Designed {
                motion: Motion {
                    basis: self.plan.basis.clone(),
                    coefficients: self.space.coefficients(&z),
                    duration: self.plan.basis.duration(),
                },
                figure,
                samples: self.plan.samples,
                start: found.start,
                starts: found.starts,
                optima: optima.into_iter().map(|(_, value)| value).collect(),
            }),
            (None, Some(Worst { name, excess, time })) => Err(ExciteError::NotKept {
                what: name,
                nearest: format!(
                    "exceeded by {excess:.3} (a share of the limit, or dm) at {time:.3} s{}",
                    if centred { "" } else { ELSEWHERE }
                ),
            }),
            (None, None) => Err(ExciteError::Singular(
                self.untold(&mut objective.information),
            )),
        }
    }

    /// How much is looked for, and what of it a random motion does not tell apart.
    fn untold(&self, information: &mut Information<'_>) -> String {
        let matrix = information.matrix(&self.start(1, &[], 0));
        let columns = information.columns();
        let name = |column: usize| self.model.base[columns[column]].name.to_owned();
        let groups = confused(&hidden_by(&matrix), |_| true, name);
        let (count, samples) = (columns.len(), self.plan.samples);
        std::iter::once(format!("{count} base parameters from {samples} samples"))
            .chain(groups.iter().map(Confused::said))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// A motion brought onto the limits of the first, fine grid, and inside those of the second; and the worst excess of what is kept
    /// besides.
    fn finished(
        &self,
        z: &[f64],
        [fine, finest]: &[Bounds; 2],
        objective: &mut Augmented<'_>,
        finely: &mut [Kept<'_>],
        stop: &dyn Fn() -> bool,
    ) -> (Vec<f64>, Option<Worst>) {
        let mut z = self.inside(fine, z, 0.9999);
        let mut worst: Option<Worst> = None;
        let settings = Settings {
            iterations: 200,
            barrier: [1e-4, 1e-6],
            progress: 1e-6,
            cutoff: f64::INFINITY,
        };
        let course = Course {
            settings,
            sharpness: &SHARP,
            way: &[],
        };
        for _ in 0..ROUNDS {
            if let Some(polished) = self.optimise(objective, fine, &z, course, stop) {
                z = polished.z;
            }
            // Between the points of the fine grid.
            z = self.inside(finest, &z, 1.0);
            worst = worst_of(finely, &z);
            match worst.as_ref().map(|worst| worst.excess) {
                Some(excess) if excess > 0.0 => objective.margin += excess + 0.001,
                _ => break,
            }
            if stop() {
                break;
            }
        }
        match worst {
            Some(worst) if worst.excess > 0.0 => drawn_in(z, self.centre, worst, finely),
            worst => (z, worst),
        }
    }
}

/// The share of a limit that a motion of so many [turns](super::basis::Basis::turns) may exceed it by between the times of a grid
/// that keep it.
///
/// What bends by `k²` times its largest value at most has lost `(k h)²/8` of it half a step `h` beside that.
fn between(turns: f64, points: usize) -> f64 {
    let turn = turns / points as f64;
    (turn * turn / 8.0).clamp(2e-6, 0.1)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::between;

    /// Of a cosine whose largest value is halfway between two times of a grid, these see what half a step leaves of it.
    #[test]
    fn what_is_left_free_is_enough_for_the_highest_harmonic() {
        for (harmonics, points) in [(5u32, 10_003u32), (15, 10_003), (40, 10_003), (40, 1_000)] {
            let lost = 1.0 - (PI * f64::from(harmonics) / f64::from(points)).cos();
            let spare = between(PI * f64::from(1 + 2 * harmonics), points as usize);
            assert!(lost <= spare, "{harmonics}: {spare} {lost}");
            assert!(spare < 1.2 * lost + 2e-6, "{harmonics}: {spare} {lost}");
        }
        // Five harmonics leave what they left before.
        assert_eq!(between(11.0 * PI, 10_003), 2e-6);
    }
}
