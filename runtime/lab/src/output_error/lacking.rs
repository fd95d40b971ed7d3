//! Friction that a machine does not have, tried beside what was found.
//!
//! A term whose parameter is 0 moves nothing, but motions have a derivative by it. What residuals say of that, parameters and states
//! free beside it, is what one step of Gauss and Newton would make of the term, of the residuals, and of the parameters: those have
//! taken in what the machine lacks, and no deviation that follows from residuals says how far that moved them.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::blocks::Block;
use super::deviations::{INTERVALS, slope};
use super::evaluate::{Point, Task};
use super::free::Free;
use super::limits::of_law;
use super::linear::{information, normal};
use super::search::Found;
use crate::distribution::{chi_square_tail, student_tail};
use crate::simulation::{FrictionLaw, Machine};
use crate::thresholds::{BIASED, LACK_BY_CHANCE, LACKING_MOSTLY, WIDENED};

/// What a term has of its own beside the others, as a share of the square of its column, below which it is not told.
const OWN: f64 = 1e-6;
/// The probability with which intervals agree on a term that is none.
const BY_CHANCE: f64 = 0.01;
/// The usual terms.
const USUAL: [FrictionLaw; 4] = [
    FrictionLaw::Coulomb,
    FrictionLaw::Viscous,
    FrictionLaw::Quadratic,
    FrictionLaw::Stribeck,
];

/// A term of friction that a machine does not have, and that what is left asks for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Missing {
    /// What its parameter is called, `fc_q1`.
    pub name: String,
    /// Its law.
    pub law: &'static str,
    /// About what the parameter would be.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// The share of the square of what is left that it explains besides the terms before it.
    pub share: f64,
}

/// What a machine lacks.
pub(super) struct Lacking {
    /// The terms, in the order in which they were found.
    pub missing: Vec<Missing>,
    /// How far that moved the parameters.
    pub moved: DVector<f64>,
}

/// The terms of friction that residuals ask for beyond chance and that moved some parameter by more than its deviation (`std`). `inverse`
/// is that of the information of the parameters, `inflation` by how much correlation of residuals widens deviations.
pub(super) fn lacking(
    task: &Task<'_>,
    found: &Found,
    (inverse, std): (&DMatrix<f64>, &[Option<f64>]),
    inflation: f64,
) -> Option<Lacking> {
    let (machine, tried, laws) = candidates(task.machine);
    let p = task.free.len();
    let all: Vec<Free> = task.free.iter().chain(&tried).cloned().collect();
    let trial = Task {
        machine: &machine,
        free: &all,
        ..task.clone()
    };
    let mut point: Point = found.point.clone();
    point.parameters.resize(all.len(), 0.0);
    let blocks = trial.evaluate(&point, true).ok()?;
    let (matrix, right) = normal(&blocks, all.len())?;
    let square = 2.0 * blocks.iter().map(|b| b.cost + b.apart).sum::<f64>();
    let samples: usize = blocks.iter().flat_map(|block| &block.counts).sum();
    let freedom = samples.saturating_sub(p + task.states() * task.beginnings());
    let c = tried.len();
    let with = matrix.view((p, 0), (c, p)).into_owned();
    let beside = right.rows(0, p).into_owned();
    let terms = Terms {
        matrix: matrix.view((p, p), (c, c)) - &with * inverse * with.transpose(),
        right: right.rows(p, c) - &with * inverse * &beside,
        own: matrix.view((p, p), (c, c)).diagonal(),
        bounds: tried.iter().map(|free| free.bounds).collect(),
    };
    let intervals = intervals(&blocks, &with, inverse);
    let variance = |left: f64| left / freedom.max(1) as f64 * inflation * inflation;
    let chosen = terms.chosen(square, |(k, gain), left, before| {
        chi_square_tail(gain / variance(left), 1) * c as f64 <= LACK_BY_CHANCE
            && (inflation <= WIDENED || terms.is_of_all(&intervals, k, before))
    });
    let share: f64 = chosen.iter().map(|(_, gain)| gain / square).sum();
    // Of few intervals noise that stays until their end looks like this or that term.
    if inflation > WIDENED && intervals.len() < INTERVALS && share < LACKING_MOSTLY[1] {
        return None;
    }
    let places: Vec<usize> = chosen.iter().map(|(k, _)| *k).collect();
    let values = terms.values(&places)?;
    let columns = with.transpose().select_columns(&places);
    let moved = inverse * (columns * &values - beside);
    let matters = moved.iter().zip(std);
    let matters = matters
        .filter_map(|(moved, std)| Some(moved.abs() > BIASED * (*std)?))
        .any(|is| is);
    let missing = chosen.iter().zip(values.iter());
    let missing = missing.map(|((k, gain), value)| Missing {
        name: tried[*k].name.clone(),
        unit: tried[*k].unit,
        law: word(laws[*k]),
        value: *value,
        share: gain / square,
    });
    matters.then(|| Lacking {
        missing: missing.collect(),
        moved,
    })
}

/// The machine with the usual terms that it does not have, all 0, and these terms: at the places where friction acts, at all joints where
/// there is none.
fn candidates<'a>(machine: &Machine<'a>) -> (Machine<'a>, Vec<Free>, Vec<FrictionLaw>) {
    let mut machine = machine.clone();
    if machine.friction().iter().all(|site| site.is_locked) {
        machine = machine.with_friction(&[]);
    }
    let (mut found, mut laws) = (Vec::new(), Vec::new());
    for site in 0..machine.friction().len() {
        let own = &machine.friction()[site];
        let moves = |(i, form): (usize, &f64)| *form != 0.0 && !machine.is_locked(i);
        if own.is_locked || !own.form.iter().enumerate().any(moves) {
            continue;
        }
        let has: Vec<FrictionLaw> = own.terms.iter().map(|term| term.law).collect();
        let lacks = |law: &FrictionLaw| !has.iter().any(|own| stands_for(*own, *law));
        for law in USUAL.into_iter().filter(lacks) {
            let bounds = of_law(law);
            laws.push(law);
            let terms = machine.friction()[site].terms.len();
            let direction = machine.add_term(site, law);
            let term = &machine.friction()[site].terms[terms];
            found.push(Free {
                name: term.name.clone(),
                unit: law.unit(machine.friction()[site].slides),
                direction,
                offset: 0.0,
                limits: bounds,
                bounds,
                is_even: false,
            });
        }
    }
    (machine, found, laws)
}

/// What one of the usual laws is called.
fn word(law: FrictionLaw) -> &'static str {
    match law {
        FrictionLaw::Coulomb => "Coulomb",
        FrictionLaw::Quadratic => "quadratic",
        FrictionLaw::Stribeck => "Stribeck",
        _ => "viscous",
    }
}

/// What one interval says of terms, parameters and states eliminated as all intervals together ask.
struct Interval {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
}

/// Intervals that begin anew; none where they go on from each other. `with` is what terms have to do with parameters.
fn intervals(blocks: &[Block], with: &DMatrix<f64>, inverse: &DMatrix<f64>) -> Vec<Interval> {
    let (c, p) = with.shape();
    let shares = with * inverse;
    let of = |block: &Block| {
        let apart = block.link.is_none().then_some(block)?;
        let all = information(std::slice::from_ref(apart), p + c);
        let slope = slope(apart)?;
        // Parameters move with a term by `-shares`ᵀ.
        let reduced = all.rows(p, c) - &shares * all.rows(0, p);
        Some(Interval {
            matrix: reduced.columns(p, c) - reduced.columns(0, p) * shares.transpose(),
            right: &shares * slope.rows(0, p) - slope.rows(p, c),
        })
    };
    let all: Option<Vec<Interval>> = blocks.iter().map(of).collect();
    all.unwrap_or_default()
}

/// Whether a term that is there can take in what another one would.
fn stands_for(own: FrictionLaw, law: FrictionLaw) -> bool {
    use FrictionLaw as Law;
    match law {
        Law::Coulomb => matches!(
            own,
            Law::Coulomb | Law::CoulombPositive | Law::CoulombNegative | Law::Tanh
        ),
        Law::Viscous => {
            matches!(
                own,
                Law::Viscous | Law::ViscousPositive | Law::ViscousNegative
            )
        }
        other => own == other,
    }
}

/// Terms with what residuals say of them, parameters and states eliminated.
struct Terms {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
    /// Squares of their columns.
    own: DVector<f64>,
    /// Between which values each is what it is called.
    bounds: Vec<[f64; 2]>,
}

impl Terms {
    /// What terms would be together.
    fn values(&self, places: &[usize]) -> Option<DVector<f64>> {
        let matrix = self.matrix.select_rows(places).select_columns(places);
        Some(matrix.cholesky()?.solve(&self.right.select_rows(places)))
    }

    /// Whether intervals agree on a term beside those before it: noise of what drives a motion stays in it until its end, and pulls at a term
    /// here and there, friction everywhere in one direction. Of few intervals nothing is known.
    fn is_of_all(&self, intervals: &[Interval], k: usize, before: &[usize]) -> bool {
        if intervals.len() < INTERVALS {
            return true;
        }
        let matrix = self.matrix.select_rows(before).select_columns(before);
        let (Some(values), Some(factor)) = (self.values(before), matrix.cholesky()) else {
            return false;
        };
        let shares = factor.solve(&self.matrix.column(k).select_rows(before));
        // What each interval has of the column of the term and of what is left along it, the terms before it taken out.
        let pulls = intervals.iter().map(|own| {
            let column = |k: usize| own.matrix.column(k).select_rows(before);
            let left = &own.right - own.matrix.select_columns(before) * &values;
            let among = own.matrix.select_columns(before).select_rows(before);
            let size =
                own.matrix[(k, k)] - 2.0 * shares.dot(&column(k)) + shares.dot(&(among * &shares));
            [size, left[k] - shares.dot(&left.select_rows(before))]
        });
        let pulls: Vec<[f64; 2]> = pulls.filter(|[size, _]| *size > 0.0).collect();
        let sum = |of: &dyn Fn(&[f64; 2]) -> f64| pulls.iter().map(of).sum::<f64>();
        let size = sum(&|pull| pull[0]);
        let value = sum(&|pull| pull[1]) / size;
        let apart = sum(&|pull| (pull[1] - value * pull[0]).powi(2) / pull[0]);
        let freedom = pulls.len().saturating_sub(1) as f64;
        student_tail(value / (apart / freedom / size).sqrt(), freedom) <= BY_CHANCE
    }

    /// One term after the other, that which explains most of the square of what is left, with what it explains: as long as `is_sure` of
    /// that and of what is left then.
    fn chosen(
        &self,
        square: f64,
        is_sure: impl Fn((usize, f64), f64, &[usize]) -> bool,
    ) -> Vec<(usize, f64)> {
        let (mut matrix, mut right) = (self.matrix.clone(), self.right.clone());
        let (mut left, mut chosen) = (square, Vec::<(usize, f64)>::new());
        loop {
            let may_be = |k: &usize| {
                let places: Vec<usize> = chosen.iter().map(|(k, _)| *k).chain([*k]).collect();
                let values = self.values(&places);
                let mut pairs = values.iter().flat_map(|v| v.iter()).zip(&places);
                matrix[(*k, *k)] > OWN * self.own[*k]
                    && values.is_some()
                    && pairs.all(|(v, k)| (self.bounds[*k][0]..=self.bounds[*k][1]).contains(v))
            };
            let new = (0..right.len()).filter(|k| chosen.iter().all(|(own, _)| own != k));
            let gains = new.filter(may_be);
            let gains = gains.map(|k| (k, right[k] * right[k] / matrix[(k, k)]));
            let Some((k, gain)) = gains.max_by(|a, b| a.1.total_cmp(&b.1)) else {
                return chosen;
            };
            let rest = (left - gain).max(f64::EPSILON * square);
            let before: Vec<usize> = chosen.iter().map(|(k, _)| *k).collect();
            if !is_sure((k, gain), rest, &before) {
                return chosen;
            }
            let column = matrix.column(k) / matrix[(k, k)];
            right -= &column * right[k];
            let row = matrix.row(k).into_owned();
            matrix -= column * row;
            left = rest;
            chosen.push((k, gain));
        }
    }
}

#[cfg(test)]
mod tests;
