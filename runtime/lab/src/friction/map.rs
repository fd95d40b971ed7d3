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
    use super::held;
    use crate::regression::Series;

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
}
