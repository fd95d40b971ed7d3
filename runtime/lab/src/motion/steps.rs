//! Steps of encoders: positions that stand on a grid.

use super::Motion;
use crate::cores;
use crate::random::Random;
use crate::signal::{FilterError, zero_phase_all};
use crate::transmission::Drive;

/// Samples that a grid is looked for in, at most, and how many of them there are for each value.
const SAMPLES: usize = 1 << 17;
const OFTEN: usize = 4;
/// Values that differ by less are one, rad or m.
const SAME: f64 = 1e-9;
/// A share of a step that values may lie off the grid, and a share of values that have to lie on it.
const OFF: f64 = 0.01;
const NEARLY_ALL: f64 = 0.95;

/// Decimated samples that a grid stays where it is, where it is moved: what a model of noise remembers.
const MEMORY: usize = 8;

/// Where the grid lies that positions are rounded to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grid {
    /// Somewhere.
    Fixed,
    /// Somewhere else every few decimated samples.
    Moved,
}

/// The steps of the grids that positions stand on, of motors where their encoders were read behind a transmission.
pub(super) fn steps(position: &[Vec<f64>], encoders: Option<&Drive>) -> Vec<Option<f64>> {
    let all = |columns: &[Vec<f64>]| cores::map(columns.len(), &|k| step(&columns[k]));
    let Some(drive) = encoders else {
        return all(position);
    };
    let first = |column: &Vec<f64>| column[..column.len().min(SAMPLES)].to_vec();
    let mut motors: Vec<Vec<f64>> = position.iter().map(first).collect();
    drive.columns_to_motor(&mut motors);
    all(&motors)
}

/// The step of the grid that a column's values stand on, each value many times; none of one without.
fn step(column: &[f64]) -> Option<f64> {
    let mut values = column[..column.len().min(SAMPLES)].to_vec();
    let samples = values.len();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|next, value| *next - *value < SAME);
    if OFTEN * values.len() > samples {
        return None;
    }
    let gaps = || values.windows(2).map(|pair| pair[1] - pair[0]);
    let step = gaps().min_by(f64::total_cmp)?;
    let on = gaps().filter(|gap| (gap / step - (gap / step).round()).abs() < OFF);
    (on.count() as f64 >= NEARLY_ALL * gaps().count() as f64).then_some(step)
}

impl Motion {
    /// Whether positions of a joint stood on a grid.
    pub(crate) fn steps(&self) -> bool {
        self.steps.iter().any(Option::is_some)
    }

    /// The motion as it is taken to have been, with positions that stood on a grid rounded again.
    ///
    /// # Errors
    /// [`FilterError`] as when the motion was filtered.
    pub(crate) fn rounded_again(
        &self,
        grid: Grid,
        random: &mut Random,
    ) -> Result<Self, FilterError> {
        let filter = self.processing.position_filter(self.rate)?;
        let mut again = self.clone();
        let stays = match grid {
            Grid::Fixed => self.samples().max(1),
            Grid::Moved => MEMORY * self.processing.decimation(),
        };
        let mut read = self.position.clone();
        if let Some(drive) = &self.encoders {
            drive.columns_to_motor(&mut read);
        }
        let mut errors: Vec<Vec<f64>> = read.iter().map(|column| vec![0.0; column.len()]).collect();
        for ((column, step), errors) in read.iter().zip(&self.steps).zip(&mut errors) {
            let Some(step) = step else {
                continue;
            };
            let mut error = Vec::with_capacity(column.len());
            for stretch in column.chunks(stays) {
                let offset = random.uniform();
                let places = stretch.iter().map(|x| x / step + offset);
                error.extend(places.map(|place| step * (place.round() - place)));
            }
            *errors = error;
        }
        zero_phase_all(&filter, &mut errors)?;
        if let Some(drive) = &self.encoders {
            drive.columns_to_joint(&mut errors);
        }
        for (column, error) in again.position.iter_mut().zip(&errors) {
            column.iter_mut().zip(error).for_each(|(x, e)| *x += e);
        }
        Ok(again)
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, Motion, step, steps};
    use crate::random::Random;
    use crate::regression::by_hand;
    use crate::signal::zero_phase;
    use crate::transmission::Drive;

    #[test]
    fn steps_are_those_of_a_grid() {
        let motion = |k: u32| (0.009 * f64::from(k)).sin();
        let read = |size: f64| -> Vec<f64> {
            let on = |k| ((motion(k) / size + 0.3).round() - 0.3) * size;
            (0..6000).map(on).collect()
        };
        for size in [2e-3, 1e-2] {
            assert!((step(&read(size)).unwrap() / size - 1.0).abs() < 1e-6);
        }
        // Too fine to be met often, noise, a joint that stands still, nothing at all.
        assert_eq!(step(&read(1e-5)), None);
        let mut random = Random::new(5);
        let noisy: Vec<f64> = (0..6000)
            .map(|k| motion(k) + 1e-3 * random.normal())
            .collect();
        assert_eq!(step(&noisy), None);
        assert_eq!(step(&[1.0; 100]), None);
        assert_eq!(step(&[]), None);
    }

    #[test]
    fn a_grid_is_looked_for_where_a_recording_begins() {
        let on = |k: u32| 0.125 * f64::from(k % 7);
        // What comes later lies on none.
        let later = |k: u32| 10.0 + f64::from(k) * f64::from(k).sqrt();
        let column: Vec<f64> = (0..1 << 17).map(on).chain((0..20_000).map(later)).collect();
        let drive = Drive::of(&by_hand::MODEL).expect("an inverse");
        assert_eq!(step(&column), Some(0.125));
        // The first motor turns twice as far as its joint.
        let found = steps(&[column, vec![0.0; 1 << 17]], Some(&drive));
        assert_eq!(found[0], Some(0.25));
    }

    /// Values four times each, so many gaps of one step and then others.
    fn column(gaps: &[f64]) -> Vec<f64> {
        let mut at = 0.25;
        let first = std::iter::once(at);
        let after: Vec<f64> = gaps
            .iter()
            .map(|gap| {
                at += gap;
                at
            })
            .collect();
        let values = first.chain(after);
        values.flat_map(|x| [x; 4]).collect()
    }

    #[test]
    fn a_grid_has_its_boundaries() {
        // A nanometre tells values apart.
        assert!(step(&column(&[1.5e-9])).is_some());
        assert_eq!(step(&column(&[0.5e-9])), None);
        // Four samples a value, on the average.
        assert!(step(&column(&[0.125])[..8]).is_some());
        assert_eq!(step(&column(&[0.125])[..7]), None);
        // All but one in twenty gaps lie on it, to a hundredth of the step.
        let others = |count: usize, off: f64| {
            let gap = |k: usize| 0.125 * if k < count { 1.0 + off } else { 1.0 };
            let gaps: Vec<f64> = (0..20).map(gap).collect();
            step(&column(&gaps))
        };
        assert_eq!(others(1, 0.5), Some(0.125));
        assert_eq!(others(2, 0.5), None);
        assert_eq!(others(2, 1.0), Some(0.125));
        assert!(others(2, 0.009).is_some());
        assert_eq!(others(2, 0.011), None);
    }

    /// Motors on grids of their own, in the joints' coordinates.
    fn of_motors() -> (Drive, Vec<Vec<f64>>) {
        let drive = Drive::of(&by_hand::MODEL).expect("an inverse");
        let grid = |step: f64, each: u32, values: u32| -> Vec<f64> {
            (0..200)
                .map(|k| step * f64::from(k / each % values))
                .collect()
        };
        let mut columns = vec![grid(0.125, 3, 7), grid(0.75, 5, 9)];
        drive.columns_to_joint(&mut columns);
        (drive, columns)
    }

    #[test]
    fn steps_are_the_motors_where_their_encoders_were_read() {
        let (drive, columns) = of_motors();
        let found = steps(&columns, Some(&drive));
        for (step, expected) in found.iter().zip([0.125, 0.75]) {
            assert!((step.expect("a grid") - expected).abs() < 1e-9, "{found:?}");
        }
        // The first joint is half of the first motor, the second made of both.
        let found = steps(&columns[..1], None);
        assert!((found[0].expect("a grid") - 0.0625).abs() < 1e-9);
        let mut motion = by_hand::motion(30);
        motion.steps = vec![None, None];
        assert!(!motion.steps());
        motion.steps = vec![None, Some(0.1)];
        assert!(motion.steps());
    }

    /// What rounding adds is filtered as positions are, on a grid whose place is drawn.
    #[test]
    fn positions_are_rounded_again_on_a_grid_that_was_moved() {
        let mut motion = by_hand::motion(60);
        motion.processing.decimate = vec![3];
        for (grid, encoders, stays) in [
            (Grid::Fixed, None, 60),
            (Grid::Moved, None, 24),
            (Grid::Moved, Drive::of(&by_hand::MODEL), 24),
        ] {
            motion.encoders = encoders;
            motion.steps = vec![None, Some(0.05)];
            let mut read = motion.position.clone();
            if let Some(drive) = &motion.encoders {
                drive.columns_to_motor(&mut read);
            }
            let mut drawn = Random::new(11);
            let mut error = Vec::new();
            for stretch in read[1].chunks(stays) {
                let place = drawn.uniform();
                for x in stretch {
                    // The nearest line of a grid that lies `place` steps beside zero.
                    let line = 0.05 * ((x / 0.05 + place).round() - place);
                    error.push(line - x);
                }
            }
            let filter = motion.processing.position_filter(100.0).expect("a filter");
            zero_phase(&filter, &mut error).expect("long enough");
            let mut errors = vec![vec![0.0; 60], error];
            if let Some(drive) = &motion.encoders {
                drive.columns_to_joint(&mut errors);
            }
            let mut random = Random::new(11);
            let again = motion.rounded_again(grid, &mut random).expect("a filter");
            assert_eq!(random.uniform(), drawn.uniform(), "as many numbers");
            let pairs = motion.position.iter().zip(&errors).zip(&again.position);
            for ((before, error), after) in pairs {
                for ((x, e), y) in before.iter().zip(error).zip(after) {
                    assert!((x + e - y).abs() < 1e-12);
                }
            }
            assert_ne!(again.position[1], motion.position[1]);
            let rest = Motion {
                position: motion.position.clone(),
                ..again
            };
            assert_eq!(rest, motion);
        }
    }
}
