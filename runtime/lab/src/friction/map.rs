//! What friction was at each sample, and its static map: friction at velocities that were held.

use serde::Serialize;

use super::observed::velocity;
use super::place::Place;
use super::refine::{Refined, Setting};
use crate::regression::{Equations, RegressionError, Sample, Series};
use armwright_runtime::Side;

/// A velocity is held while it stays so near to its mean: a share of it, and of the highest speed.
const HELD: [f64; 2] = [0.02, 0.002];
/// Samples, and seconds, that it has to be held for.
const SAMPLES: usize = 5;
const SECONDS: f64 = 0.1;

/// Friction at a velocity that was held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MapPoint {
    /// The velocity, rad/s or m/s.
    pub velocity: f64,
    /// The measured torque less that of bodies and of the friction of others, N·m or N.
    pub torque: f64,
    /// Its standard deviation.
    pub std: f64,
    /// From so many samples.
    pub samples: usize,
}

/// The friction of each place along all motions: measured (less all that is not friction of the place) and by its law.
pub(super) fn curves(
    setting: &Setting<'_>,
    refined: &Refined,
) -> Result<Vec<Vec<Series>>, RegressionError> {
    let equations = setting.equations;
    let rows: Vec<(usize, f64)> = setting.places.iter().map(|p| row(equations, p)).collect();
    let mut all: Vec<Vec<Series>> = setting.places.iter().map(|_| Vec::new()).collect();
    for motion in setting.motions {
        let rate = motion.rate / motion.processing.decimation() as f64;
        let mut series: Vec<Series> = setting
            .places
            .iter()
            .map(|_| Series::new(&motion.name, 1, rate))
            .collect();
        let mut take = |sample: &Sample<'_>| {
            let at = motion.interior().start + sample.index * motion.processing.decimation();
            for (p, (row, ratio)) in rows.iter().enumerate() {
                let start = refined.starts[p];
                let mine = start..start + refined.laws[p].1.len();
                let law = sample.row(*row).filter(|(k, _)| mine.contains(k));
                let law: f64 = law.map(|(k, x)| x * refined.estimate.beta[k]).sum();
                let left = setting.residual(sample, *row, &refined.estimate);
                let (law, left) = (law / ratio, left / ratio);
                let kept = std::iter::once(sample.counts(*row));
                let speed = velocity(equations, motion, &setting.places[p], at);
                series[p].push(sample.time, &[law + left], &[law], kept);
                series[p].describe(&[0.0], &[speed], &[law]);
            }
        };
        let columns = setting.columns(&refined.laws);
        equations.pass(motion, &columns, &mut take, &mut |_| {})?;
        all.iter_mut()
            .zip(series)
            .for_each(|(all, one)| all.push(one));
    }
    Ok(all)
}

/// The row that shows the friction of a place, and how much of it the row has.
pub(super) fn row(equations: &Equations<'_>, place: &Place) -> (usize, f64) {
    let (drive, side) = (equations.drive(), equations.side());
    let ratio = |of: usize| match (place.on_motor, side) {
        (true, Side::Joint) => drive.ratio(place.index, of),
        (false, Side::Motor) => drive.torque_rows(Side::Motor)[(of, place.index)],
        _ => 1.0,
    };
    let entering = || {
        let rows = equations.places().iter().enumerate();
        rows.filter(|(_, of)| !place.is_zero(drive, side, **of))
    };
    let own = entering().find(|(_, of)| **of == place.index);
    own.or_else(|| entering().next())
        .map_or((0, 1.0), |(row, of)| (row, ratio(*of)))
}

/// Where velocity was held: friction there, slow velocities first. `ratio` says as how many samples one counts.
pub(super) fn held(series: &[Series], ratio: f64) -> Vec<MapPoint> {
    let speeds = || series.iter().flat_map(|s| s.speed.iter().flatten());
    let top = speeds().fold(0.0, |top: f64, v| top.max(v.abs()));
    let mut points: Vec<MapPoint> = Vec::new();
    for series in series {
        let least = SAMPLES.max((SECONDS * series.rate).ceil() as usize);
        let (mut start, mut sum) = (0, 0.0);
        for k in 0..=series.time.len() {
            let mean = sum / (k - start).max(1) as f64;
            let goes_on = k < series.time.len() && series.kept[0][k] && {
                let off = (series.speed[0][k] - mean).abs();
                k == start || off <= HELD[0] * mean.abs() + HELD[1] * top
            };
            if goes_on {
                sum += series.speed[0][k];
                continue;
            }
            if k - start >= least && mean != 0.0 {
                points.push(point(mean, &series.measured[0][start..k], ratio));
            }
            let counts = k < series.time.len() && series.kept[0][k];
            (start, sum) = match counts {
                true => (k, series.speed[0][k]),
                false => (k + 1, 0.0),
            };
        }
    }
    points.sort_by(|a, b| a.velocity.total_cmp(&b.velocity));
    points
}

fn point(velocity: f64, values: &[f64], ratio: f64) -> MapPoint {
    let count = values.len() as f64;
    let torque = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|x| (x - torque).powi(2)).sum();
    MapPoint {
        velocity,
        torque,
        std: (squares / (count - 1.0) / count * ratio).sqrt(),
        samples: values.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::place::place;
    use super::{MapPoint, held, point, row};
    use crate::part::Part;
    use crate::regression::{Equations, Series};
    use armwright_robots::abb_wrist::ROBOT;
    use armwright_runtime::{Robot, Side, Torque};

    /// A velocity that is held, a ramp, another one, and a gap in it.
    #[test]
    fn velocities_that_are_held_are_found() {
        let mut series = Series::new("a", 1, 50.0);
        for k in 0..100 {
            let v = match k {
                0..30 => -1.0,
                30..50 => -1.0 + 0.15 * f64::from(k - 30),
                _ => 2.0,
            };
            let torque = v + if k % 2 == 0 { 0.1 } else { -0.1 };
            let kept = [k != 80].into_iter();
            series.push(f64::from(k) / 50.0, &[torque], &[v], kept);
            series.describe(&[0.0], &[v], &[v]);
        }
        let points = held(&[series], 1.0);
        let seen: Vec<(f64, usize)> = points.iter().map(|p| (p.velocity, p.samples)).collect();
        assert_eq!(points.len(), 3, "{points:?}");
        assert!(
            (seen[0].0 + 1.0).abs() < 0.01 && seen[0].1 >= 30,
            "{seen:?}"
        );
        assert!(seen[1..].iter().all(|(v, _)| (v - 2.0).abs() < 0.01));
        assert!((points[0].std - 0.1 / 30f64.sqrt()).abs() < 2e-3);
    }

    fn series(rate: f64, samples: &[(f64, f64, bool)]) -> Series {
        let mut series = Series::new("a", 1, rate);
        for (speed, torque, kept) in samples {
            series.push(0.0, &[*torque], &[99.0], [*kept].into_iter());
            series.describe(&[0.0], &[*speed], &[0.0]);
        }
        series
    }

    /// Runs of five samples or more, none of which is off by more than 2 % of the mean and 0.2 % of the highest speed, 4.
    #[test]
    fn a_velocity_is_held_while_it_stays_near_its_mean() {
        let with = |speeds: &[f64]| -> Vec<(f64, f64, bool)> {
            let all = speeds.iter().zip(1..);
            all.map(|(v, k)| (*v, f64::from(k), true)).collect()
        };
        // 1.02 is off by 0.02 of 0.028; 1.04 by 0.0367 of 0.0281.
        let near = with(&[1.0, 1.02, 1.0, 1.02, 1.0, 1.02]);
        let far = with(&[1.0, 1.0, 1.04, 1.04, 1.04]);
        let back = with(&[-2.0; 5]);
        let few = with(&[4.0; 4]);
        let rest = with(&[0.0; 9]);
        let all = series(50.0, &[near, few.clone(), back.clone(), rest, far].concat());
        let found = held(&[all], 2.0);
        // Torques of 1 to 5 have the variance 2.5; 1 to 6 have 3.5.
        let expected = [
            MapPoint {
                velocity: -2.0,
                torque: 3.0,
                std: 1.0,
                samples: 5,
            },
            MapPoint {
                velocity: 6.06 / 6.0,
                torque: 3.5,
                std: (2.0 * 3.5f64 / 6.0).sqrt(),
                samples: 6,
            },
        ];
        assert_eq!(found.len(), 2, "{found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(
                (found.torque, found.samples),
                (expected.torque, expected.samples)
            );
            assert!(
                (found.velocity - expected.velocity).abs() < 1e-12,
                "{found:?}"
            );
            assert!((found.std - expected.std).abs() < 1e-12, "{found:?}");
        }
        // What does not count ends it; and at 100 Hz a tenth of a second are ten samples.
        let mut gap = back.clone();
        gap[2].2 = false;
        gap.extend(back.clone());
        let found = held(&[series(50.0, &gap), series(50.0, &few)], 1.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].velocity, found[0].samples), (-2.0, 7));
        // What does not count at the very beginning is left out alone: torques of 2 to 6 remain.
        let mut late = with(&[-2.0; 6]);
        late[0].2 = false;
        let found = held(&[series(50.0, &late)], 1.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].torque, found[0].samples), (4.0, 5));
        let ten = [back.clone(), back].concat();
        assert_eq!(held(&[series(100.0, &ten)], 1.0).len(), 1);
        assert!(held(&[series(100.0, &ten[1..])], 1.0).is_empty());
        // At 20 Hz they are two, which are too few.
        assert_eq!(held(&[series(20.0, &ten[5..])], 1.0).len(), 1);
        assert!(held(&[series(20.0, &ten[6..])], 1.0).is_empty());
        // 0.115 is off 0.1 by 0.015, of which 0.01 are allowed: 2 % of itself and 0.2 % of 4.
        let slow = with(&[0.1, 0.1, 0.1, 0.115, 0.115, 0.115]);
        assert!(held(&[series(50.0, &[slow, few].concat())], 1.0).is_empty());
        // 0.108 is off by 0.008; the highest speed may be one backwards.
        let slow = with(&[0.1, 0.1, 0.1, 0.108, 0.108, 0.108]);
        let found = held(&[series(50.0, &[slow, with(&[-4.0; 4])].concat())], 1.0);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].samples, 6);
        // A tenth of a second at 64 Hz is more than six samples.
        let seven = with(&[-2.0; 7]);
        assert!(held(&[series(64.0, &seven[1..])], 1.0).is_empty());
        assert_eq!(held(&[series(64.0, &seven)], 1.0).len(), 1);
        // The order is that of velocities, whatever their torques: 1 to 5, and 6 to 10.
        let fast = with(&[[1.0; 5], [-2.0; 5]].concat());
        let found = held(&[series(50.0, &fast)], 1.0);
        let found: Vec<[f64; 2]> = found.iter().map(|p| [p.velocity, p.torque]).collect();
        assert_eq!(found, [[-2.0, 8.0], [1.0, 3.0]]);
        let one = point(0.5, &[2.0, 4.0], 9.0);
        // √(2 / 1 / 2 · 9).
        assert_eq!(
            (one.velocity, one.torque, one.std, one.samples),
            (0.5, 3.0, 3.0, 2)
        );
    }

    /// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
    #[test]
    fn friction_is_looked_for_in_its_own_row() {
        let model = ROBOT.model();
        let of = |side: Side, on_motor: bool| {
            let equations = Equations::of(&ROBOT, side).expect("equations");
            [0, 1, 2].map(|k| row(&equations, &place(model, k, on_motor)))
        };
        assert_eq!(of(Side::Joint, true), [(0, -60.0), (1, 50.0), (2, 45.0)]);
        assert_eq!(of(Side::Joint, false), [(0, 1.0), (1, 1.0), (2, 1.0)]);
        assert_eq!(of(Side::Motor, true), [(0, 1.0), (1, 1.0), (2, 1.0)]);
        let found = of(Side::Motor, false);
        for ((row, ratio), (own, expected)) in
            found.iter().zip([-60.0, 50.0, 45.0f64].iter().enumerate())
        {
            assert!(
                *row == own && (ratio * expected - 1.0).abs() < 1e-12,
                "{found:?}"
            );
        }
    }

    /// Where the torque of its joint is left out friction of a motor is in the first of the others that it moves, if there is one.
    #[test]
    fn friction_is_looked_for_in_a_row_that_is_there() {
        let of = |left_out: usize, on_motor: bool| {
            let part = Part::without(&ROBOT, Side::Joint, &[Torque::joint(left_out)]);
            let part = part.expect("a part");
            let equations = Equations::of(&part, Side::Joint).expect("equations");
            [0, 1, 2].map(|k| row(&equations, &place(part.model(), k, on_motor)))
        };
        assert_eq!(of(0, true), [(0, 1.0), (0, 50.0), (1, 45.0)]);
        assert_eq!(of(1, true), [(0, -60.0), (0, 10.0), (1, 45.0)]);
        assert_eq!(of(2, true), [(0, -60.0), (1, 50.0), (0, -8.0)]);
        assert_eq!(of(0, false), [(0, 1.0), (0, 1.0), (1, 1.0)]);
    }
}
