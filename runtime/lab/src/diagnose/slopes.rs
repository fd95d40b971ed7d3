//! Measured velocities and accelerations that do not belong to their positions: of another sign, unit or column.

use std::borrow::Cow;
use std::f64::consts::TAU;

use serde::Serialize;

use crate::cores;
use crate::digits::short;
use crate::numeric::sum;
use crate::thresholds::{
    ABOVE_NOISE, BELONGS, FAR_ENOUGH, FOREIGN, OF_ANOTHER, OF_UNIT, OUT_OF_SCALE,
};

/// What a measured velocity is in place of the slope of its position, or an acceleration in place of its curvature.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mismatch {
    /// Its negative.
    Sign,
    /// So many times it.
    Factor(f64),
    /// That of another joint's (or motor's) position.
    Of(&'static str),
    /// Neither that of its own nor of another position.
    Unrelated,
}

/// Ratios of units that are taken for each other.
const UNITS: [(f64, &str); 4] = [
    (360.0 / TAU, "degrees taken for radians"),
    (60.0 / TAU, "turns a minute taken for radians a second"),
    (1.0 / TAU, "turns taken for radians"),
    (1000.0, "thousandths taken for whole units"),
];

impl Mismatch {
    /// What it is, of the slope (or curvature) of its position.
    pub(super) fn of(self, what: &str) -> String {
        match self {
            Self::Sign => format!("has the opposite sign of its position's {what}"),
            Self::Factor(factor) => format!("is {} times its position's {what}", short(factor)),
            Self::Of(name) => format!("is the {what} of the position of {name}"),
            Self::Unrelated => format!("is not its position's {what}"),
        }
    }

    /// What is wrong then, and what to look at.
    pub(super) fn remedy(self) -> String {
        match self {
            Self::Sign => "turn the sign of its column, or that of the position".to_owned(),
            Self::Factor(factor) => {
                let off = |ratio: f64| (factor.abs().ln().abs() - ratio.ln().abs()).abs();
                let near = UNITS.iter().find(|(ratio, _)| off(*ratio) < OF_UNIT.ln());
                match near {
                    Some((_, unit)) => {
                        format!("the unit of one of the two is wrong, as of {unit}")
                    }
                    None => "check the units of both columns, and that of time".to_owned(),
                }
            }
            Self::Of(_) => "its column is exchanged with another".to_owned(),
            Self::Unrelated => "a dead sensor, or a column of something else".to_owned(),
        }
    }
}

/// What each column is if it is not the derivative of this order (1 or 2) of its position; positions of joints that do not move say
/// nothing.
///
/// A column that is integrated so many times differs from its position by a constant (and a slope), which differences of the same
/// order of both do not have. Differences over windows are sums of the column that noise and encoder steps hardly enter.
pub(super) fn mismatches(
    positions: &[Option<Cow<'_, [f64]>>],
    columns: &[Cow<'_, [f64]>],
    rate: f64,
    order: usize,
    names: &[&'static str],
) -> Vec<Option<Mismatch>> {
    let windows = |k: usize| {
        let position = positions[k].as_deref()?;
        Some((position, window(position, order)?))
    };
    let moving = cores::map(positions.len(), &windows);
    let judged = |k: usize| {
        let column = integral(&columns[k], rate);
        let integral = if order == 1 {
            column
        } else {
            integral(&column, rate)
        };
        let to = |j: usize| {
            let (position, width) = moving[j]?;
            Some(Relation::of(&integral, position, width, order))
        };
        let own = to(k)?;
        let another = || {
            let mut others = (0..moving.len()).filter(|j| *j != k);
            others.find(|j| to(*j).is_some_and(|r| r.correlation.abs() > OF_ANOTHER))
        };
        match own.correlation {
            c if c.abs() >= BELONGS => own.mismatch(),
            c if c >= FOREIGN => None,
            _ => Some(another().map_or(Mismatch::Unrelated, |j| Mismatch::Of(names[j]))),
        }
    };
    cores::map(columns.len(), &judged)
}

/// How a column is related to a position, by differences of its integral and of the position.
struct Relation {
    /// What differences of the position are multiplied by for those of the column, in least squares.
    factor: f64,
    correlation: f64,
}

impl Relation {
    fn of(integral: &[f64], position: &[f64], width: usize, order: usize) -> Self {
        let (mut vd, mut dd, mut vv) = (0.0, 0.0, 0.0);
        for (v, d) in differences(integral, width, order).zip(differences(position, width, order)) {
            vd += v * d;
            dd += d * d;
            vv += v * v;
        }
        let size = (vv * dd).sqrt();
        Self {
            factor: vd / dd,
            correlation: if size > 0.0 { vd / size } else { 0.0 },
        }
    }

    /// The sign or factor that is wrong. Noise of the one and of the other lets the factor be between those of both regressions.
    fn mismatch(&self) -> Option<Mismatch> {
        let smallest = self.factor.abs();
        let largest = smallest / self.correlation.powi(2);
        let of_scale = smallest <= OUT_OF_SCALE && largest >= OUT_OF_SCALE.recip();
        match (of_scale, self.factor < 0.0) {
            (true, negative) => negative.then_some(Mismatch::Sign),
            (false, _) => Some(Mismatch::Factor(self.factor / self.correlation.abs())),
        }
    }
}

/// How many samples a window has in which the joint moves far enough, for its position's differences of this order to be above
/// noise and encoder steps.
fn window(position: &[f64], order: usize) -> Option<usize> {
    let count = position.len() as f64;
    let mean = sum(position) / count;
    let variance = position.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
    let step = differences(position, 1, 1).map(f64::abs);
    let step = step
        .filter(|step| *step > 0.0)
        .fold(f64::INFINITY, f64::min);
    // Weights of a second difference are 1, 2 and 1, of a first one 1 and 1.
    let noise = (mean_square(position, 1, 2) / 6.0).max(step.powi(2) / 12.0);
    let noise = [2.0, 6.0][order - 1] * noise;
    let widths = (0..).map(|k| 1 << k);
    let mut widths = widths.take_while(|width| 2 * order * width < position.len());
    widths.find(|&width| {
        mean_square(position, width, 1) >= FAR_ENOUGH * variance
            && mean_square(position, width, order) >= ABOVE_NOISE * noise
    })
}

fn mean_square(column: &[f64], width: usize, order: usize) -> f64 {
    let squares = differences(column, width, order).map(|d| d * d);
    squares.sum::<f64>() / column.len().saturating_sub(order * width).max(1) as f64
}

/// Differences of first or second order between samples so far apart.
fn differences(column: &[f64], width: usize, order: usize) -> impl Iterator<Item = f64> + '_ {
    let later = |times: usize| column.get(times * width..).unwrap_or_default();
    let ends = column.iter().zip(later(1)).zip(later(order));
    ends.map(move |((x, y), z)| match order {
        1 => y - x,
        _ => z - 2.0 * y + x,
    })
}

/// The integral of a column by trapezoids.
fn integral(column: &[f64], rate: f64) -> Vec<f64> {
    let (mut sum, mut before) = (0.0, column.first().copied().unwrap_or(0.0));
    let next = column.iter().map(|x| {
        sum += (x + before) / (2.0 * rate);
        before = *x;
        sum
    });
    next.collect()
}

#[cfg(test)]
mod tests;
