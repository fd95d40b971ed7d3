//! What motions say of bodies and of any friction: a triangular factor a row and block of time.

use super::columns::FrictionColumns;
use super::knots::{Hats, Knots};
use super::place::Place;
use crate::motion::Motion;
use crate::random::Random;
use crate::regression::{Columns, Equations, Factor, RegressionError, Sample};

/// Into how many consecutive blocks each recording is cut, to leave one out.
pub(super) const BLOCKS: usize = 10;

/// Factors of all rows, block by block.
#[derive(Default)]
pub(super) struct Observed {
    /// The first column of each place, and after the last the number of all.
    pub(super) starts: Vec<usize>,
    /// For each row the columns that enter it.
    pub(super) layout: Vec<Vec<usize>>,
    /// For each block a factor a row.
    pub(super) blocks: Vec<Vec<Factor>>,
    /// For each place the velocities of samples that count.
    pub(super) velocities: Vec<Vec<f64>>,
}

impl Observed {
    /// Goes through motions once.
    pub(super) fn of(
        equations: &Equations<'_>,
        motions: &[Motion],
        places: &[Place],
        knots: &[Knots],
        load: &[f64],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Self, RegressionError> {
        let columns = FrictionColumns::new(equations, places, load, Hats { knots });
        let entering = |row: &usize| -> Vec<usize> {
            let all = 0..columns.count();
            all.filter(|k| !columns.is_zero(equations.side(), *row, *k))
                .collect()
        };
        let layout: Vec<Vec<usize>> = equations.places().iter().map(entering).collect();
        let block = || -> Vec<Factor> { layout.iter().map(|l| Factor::new(l.len())).collect() };
        let mut found = Self {
            starts: columns.starts(),
            blocks: (0..BLOCKS).map(|_| block()).collect(),
            velocities: vec![Vec::new(); places.len()],
            layout,
        };
        let decimated = |motion: &Motion| {
            let factors = motion.processing.decimate.iter();
            factors.fold(motion.interior().len(), |left, by| {
                left.div_ceil((*by).max(1))
            })
        };
        for (k, motion) in motions.iter().enumerate() {
            // Pieces of a recording are cut as one.
            let of_source = |other: &&Motion| other.source == motion.source;
            let samples: usize = motions.iter().filter(of_source).map(decimated).sum();
            let before: usize = motions[..k].iter().filter(of_source).map(decimated).sum();
            let mut take = |sample: &Sample<'_>| {
                let block = (before + sample.index) * BLOCKS / samples.max(1);
                for (row, factor) in found.blocks[block.min(BLOCKS - 1)].iter_mut().enumerate() {
                    if !sample.counts(row) {
                        continue;
                    }
                    let elements = sample.row(row).map(|(_, x)| x).enumerate();
                    factor.push(elements, sample.torque[row]);
                }
                let at = motion.interior().start + sample.index * motion.processing.decimation();
                for (place, seen) in places.iter().zip(&mut found.velocities) {
                    let enters = |row: &usize| {
                        let of = equations.places()[*row];
                        !place.is_zero(equations.drive(), equations.side(), of)
                    };
                    if (0..equations.rows()).any(|row| enters(&row) && sample.counts(row)) {
                        seen.push(velocity(equations, motion, place, at));
                    }
                }
            };
            let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
            equations.pass(motion, &columns, &mut take, &mut share)?;
        }
        Ok(found)
    }
}

/// The velocity of a place at a sample of a motion.
pub(super) fn velocity(
    equations: &Equations<'_>,
    motion: &Motion,
    place: &Place,
    sample: usize,
) -> f64 {
    let state = motion.states(sample..sample + 1);
    if !place.on_motor {
        return state.qd[place.index];
    }
    let ratios = state.qd.iter().enumerate();
    ratios
        .map(|(joint, v)| equations.drive().ratio(place.index, joint) * v)
        .sum()
}

/// The highest speed of each place.
pub(super) fn fastest(equations: &Equations<'_>, motions: &[Motion], places: &[Place]) -> Vec<f64> {
    let of = |place: &Place| {
        let speeds = motions.iter().flat_map(|motion| {
            let inside = motion.interior().step_by(4);
            inside.map(|sample| velocity(equations, motion, place, sample).abs())
        });
        speeds.fold(0.0, f64::max)
    };
    places.iter().map(of).collect()
}

/// The deviation of each place's velocity that errors of positions make, of the first motion.
pub(super) fn noise(
    equations: &Equations<'_>,
    motions: &[Motion],
    places: &[Place],
) -> Result<Vec<f64>, RegressionError> {
    let Some(motion) = motions.first().filter(|motion| motion.errs()) else {
        return Ok(vec![0.0; places.len()]);
    };
    let further = motion.further_errors(&mut Random::new(1))?;
    let [plus, minus] = [1.0, -1.0].map(|sign| motion.disturbed(&further, sign));
    let of = |place: &Place| {
        let inside = motion.interior().step_by(4);
        let (mut sum, mut count) = (0.0, 0.0);
        for sample in inside {
            let [one, other] = [&plus, &minus].map(|m| velocity(equations, m, place, sample));
            sum += (one - other).powi(2) / 4.0;
            count += 1.0;
        }
        f64::sqrt(sum / f64::max(count, 1.0))
    };
    Ok(places.iter().map(of).collect())
}
