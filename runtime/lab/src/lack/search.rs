//! One missing term after the other, the one that explains most first.

mod constant;

use nalgebra::{DMatrix, DVector};

use super::candidates::Candidate;
use super::colour::{Residuals, drawn, innovation};
use super::regress::Regression;
use super::seen::Seen;
use super::term::Term;
use super::white::White;
use crate::cores;
use crate::distribution::gamma_tail;
use crate::random::Random;
use crate::statistics::{Noise, Record};
use crate::thresholds::{AS_LIKELY, LACK_BY_CHANCE, LACKING};

/// Missing terms that are looked for, for each row of the equations.
const EACH: usize = 3;
/// Candidates that are looked at closely before none is believed.
const TRIES: usize = 4;
/// Noise is drawn so many times, and so often before it is looked at.
const DRAWS: usize = 40;
const TOGETHER: usize = 8;
const SEED: u64 = 3;

/// A term that was found.
pub(super) struct Found {
    /// Its number among the candidates.
    pub(super) candidate: usize,
    /// Other terms that explain as much.
    pub(super) alternatives: Vec<Term>,
    /// The row where it explains most.
    pub(super) row: usize,
    /// Mean square residual of that row without any missing term, with those before it, and with this one.
    pub(super) squares: [f64; 3],
}

/// Samples, with terms that are fitted besides the base parameters.
pub(super) struct Search<'a> {
    seen: &'a Seen,
    candidates: &'a [Candidate],
    /// How the estimator weighs rows.
    weights: &'a [f64],
    /// Products of each row as it is, and of all as the estimator weighs them.
    plain: Vec<DMatrix<f64>>,
    products: DMatrix<f64>,
    orders: Vec<usize>,
    /// How many parameters were fitted to each row.
    lost: Vec<f64>,
    pub(super) found: Vec<Found>,
}

impl<'a> Search<'a> {
    pub(super) fn of(
        seen: &'a Seen,
        candidates: &'a [Candidate],
        weights: &'a [f64],
        orders: Vec<usize>,
    ) -> Self {
        let plain: Vec<DMatrix<f64>> = (0..seen.rows.len()).map(|row| seen.plain(row)).collect();
        let leverage = |(products, weight): (&DMatrix<f64>, &f64)| {
            let squares = products.diagonal();
            weight * squares.rows(0, seen.directions).sum() * seen.times
        };
        let mut products = DMatrix::zeros(seen.width, seen.width);
        for (plain, weight) in plain.iter().zip(weights) {
            products += plain * *weight;
        }
        Self {
            products,
            lost: plain.iter().zip(weights).map(leverage).collect(),
            plain,
            seen,
            candidates,
            weights,
            orders,
            found: Vec::new(),
        }
    }

    /// Columns of all that was found.
    pub(super) fn columns(&self) -> Vec<usize> {
        let found = self
            .found
            .iter()
            .flat_map(|found| self.columns_of(found.candidate));
        found.collect()
    }

    fn columns_of(&self, candidate: usize) -> Vec<usize> {
        let columns = self.candidates[candidate].columns();
        columns
            .map(|column| self.seen.directions + column)
            .collect()
    }

    /// Base parameters and what was found, as the estimator weighs rows.
    fn weighed(&self) -> Regression {
        self.fitted(self.products.clone())
    }

    /// Residuals of all rows beside base parameters and terms with some coefficients.
    fn residuals(&self, coefficients: &DVector<f64>) -> Vec<Residuals> {
        let rows = 0..self.seen.rows.len();
        rows.map(|row| self.seen.residuals(row, coefficients))
            .collect()
    }

    /// Minus twice the logarithm of the likelihood of residuals, but for a constant.
    fn unlikelihood(&self, residuals: &[Residuals]) -> f64 {
        let each = residuals.iter().zip(&self.orders).zip(&self.lost);
        let each = each.map(|((row, order), lost)| {
            let (variance, count) = innovation(row, *order);
            (count as f64 - lost).max(0.0) * variance.max(f64::MIN_POSITIVE).ln()
        });
        each.sum()
    }

    /// Mean square residual of a row.
    fn square(&self, row: usize, coefficients: &DVector<f64>) -> f64 {
        let mut with = -coefficients.clone();
        if let Some(last) = with.iter_mut().last() {
            *last = 1.0;
        }
        with.dot(&(&self.plain[row] * &with)) / self.seen.samples(row).max(1) as f64
    }

    /// The noise beside what was found.
    pub(super) fn noise(&self) -> Noise {
        let coefficients = self.weighed().coefficients();
        let (records, variance) = self.left(&self.columns(), &coefficients);
        Noise::beside(records, &variance, &self.seen.white)
    }

    /// What base parameters and further columns with some coefficients leave, beside these columns, and its mean square in each row.
    fn left(&self, further: &[usize], coefficients: &DVector<f64>) -> (Vec<Vec<Record>>, Vec<f64>) {
        let rows = 0..self.seen.rows.len();
        let variance = rows.map(|row| self.square(row, coefficients)).collect();
        (self.seen.records(further, coefficients), variance)
    }

    /// Base parameters and what was found, fitted to products of columns.
    pub(super) fn fitted(&self, products: DMatrix<f64>) -> Regression {
        let mut regression = Regression::of(products);
        (0..self.seen.directions).for_each(|k| regression.fit(k));
        self.columns().into_iter().for_each(|k| regression.fit(k));
        regression
    }

    /// Looks for all of them.
    pub(super) fn run(&mut self) {
        let rows = self.seen.rows.len();
        while self.found.len() < EACH * rows && self.next() {}
    }

    /// Looks for a further one.
    fn next(&mut self) -> bool {
        let found = self.constant().or_else(|| self.likely());
        found.is_some_and(|(best, tried)| self.take(best, &tried))
    }

    /// All that are told, the likeliest first, and which of them it is that noise does not explain.
    fn likely(&self) -> Option<(usize, Vec<Tried>)> {
        let noise = self.noise();
        let white = White::of(self.seen, &noise);
        let products = white.products();
        let regression = self.fitted(products.clone());
        let unlikely = self.unlikelihood(&self.residuals(&regression.coefficients()));
        let of = |candidate: usize| {
            let tried = self.tried(&regression, candidate)?;
            let after = self.with(&regression, candidate);
            let gain = unlikely - self.unlikelihood(&self.residuals(&after));
            gain.is_finite().then_some(Tried { gain, ..tried })
        };
        let tried = cores::map(self.candidates.len(), &of).into_iter();
        let mut tried: Vec<Tried> = tried.flatten().collect();
        tried.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        let sure = |k: &usize| {
            let tried = &tried[*k];
            self.is_sure(gamma_tail(tried.gain, tried.count as f64))
        };
        let certain = |k: &usize| self.is_sure(self.chance(&tried[*k], &noise, &white, &products));
        let mut likely = (0..tried.len()).take_while(sure).take(TRIES);
        let best = likely.find(certain)?;
        let simpler = self.simpler(&tried, best);
        let is_so = simpler != best && certain(&simpler);
        Some((if is_so { simpler } else { best }, tried))
    }

    /// A candidate with what it takes of whitened squares; none whose columns are not told from what is fitted, or have another sign.
    fn tried(&self, regression: &Regression, candidate: usize) -> Option<Tried> {
        let (gain, values, count) = regression.gain(&self.columns_of(candidate))?;
        let sign = self.candidates[candidate].term.sign();
        let is_so = sign.is_none_or(|sign| values.iter().all(|x| x * sign > 0.0));
        is_so.then_some(Tried {
            candidate,
            gain,
            count,
        })
    }

    /// Takes in one of those that were tried, with what explains as much.
    fn take(&mut self, best: usize, tried: &[Tried]) -> bool {
        let best = &tried[best];
        let weighed = self.weighed();
        let before = weighed.coefficients();
        let Candidate { place, term, .. } = self.candidates[best.candidate];
        let mut alternatives: Vec<Term> = Vec::new();
        for other in tried {
            let of = self.candidates[other.candidate];
            let known = alternatives
                .iter()
                .chain([&term])
                .any(|term| of.term.is_like(*term));
            // A constant of a motor is a part of a spring of its joint.
            let has_it = term == Term::Offset && other.count > best.count;
            let is_there = of.place == place || (has_it && of.place.number() == place.number());
            if !known && is_there && best.worth() - other.worth() < AS_LIKELY {
                alternatives.push(of.term);
            }
        }
        let after = self.with(&weighed, best.candidate);
        let start = DVector::zeros(before.len());
        let squares = |row: usize| {
            [&start, &before, &after].map(|coefficients| self.square(row, coefficients))
        };
        let share = |[all, before, after]: [f64; 3]| (before - after) / all.max(f64::MIN_POSITIVE);
        let rows = 0..self.seen.rows.len();
        let each: Vec<(usize, [f64; 3])> = rows.map(|row| (row, squares(row))).collect();
        let own = place.number().and_then(|k| {
            let mut own = each
                .iter()
                .filter(|(row, _)| self.seen.rows[*row].place == Some(k));
            own.next().filter(|own| share(own.1) >= LACKING)
        });
        let most = || each.iter().max_by(|a, b| share(a.1).total_cmp(&share(b.1)));
        let Some(&(row, squares)) = own.or_else(most) else {
            return false;
        };
        self.found.push(Found {
            candidate: best.candidate,
            alternatives,
            row,
            squares,
        });
        true
    }

    /// Whether a probability is too small for chance, with all candidates counted.
    fn is_sure(&self, probability: f64) -> bool {
        probability * self.candidates.len() as f64 <= LACK_BY_CHANCE
    }

    /// Coefficients with a further candidate.
    fn with(&self, regression: &Regression, candidate: usize) -> DVector<f64> {
        let mut further = regression.clone();
        self.columns_of(candidate)
            .into_iter()
            .for_each(|k| further.fit(k));
        further.coefficients()
    }

    /// The probability of a gain where there is only noise. Slow noise in a short recording is likened by a term
    /// more than chi-square has it, so such noise is drawn, and the gains that it gives are taken to be
    /// distributed as a multiple of chi-square of any degrees of freedom.
    fn chance(
        &self,
        tried: &Tried,
        noise: &Noise,
        white: &White<'_>,
        products: &DMatrix<f64>,
    ) -> f64 {
        let mut random = Random::new(SEED);
        let like = self.residuals(&DVector::zeros(self.seen.width));
        let last = self.seen.width - 1;
        // What is fitted, and the residual: other candidates need not be swept.
        let mut places: Vec<usize> = (0..self.seen.directions).chain(self.columns()).collect();
        let known = places.len();
        places.extend(self.columns_of(tried.candidate));
        let fitted = places.len();
        places.push(last);
        let mut without = Regression::of(products.select_rows(&places).select_columns(&places));
        (0..known).for_each(|k| without.fit(k));
        let mut with = without.clone();
        (known..fitted).for_each(|k| with.fit(k));
        let gain = |drawn: &Vec<Residuals>| {
            let along = white.along(drawn).select_rows(&places);
            let left = |regression: &Regression| {
                let mut coefficients = DVector::zeros(self.seen.width);
                for (place, x) in places.iter().zip(&regression.coefficients_of(&along)) {
                    coefficients[*place] += x;
                }
                let rows = drawn.iter().enumerate();
                let rows = rows.map(|(row, drawn)| self.seen.beside(row, drawn, &coefficients));
                self.unlikelihood(&rows.collect::<Vec<Residuals>>())
            };
            left(&without) - left(&with)
        };
        let mut gains: Vec<f64> = Vec::with_capacity(DRAWS);
        while gains.len() < DRAWS {
            let drawn = (0..TOGETHER).map(|_| drawn(noise, &like, &mut random));
            let drawn: Vec<Vec<Residuals>> = drawn.collect();
            gains.extend(cores::map(TOGETHER, &|k| gain(&drawn[k])));
        }
        let count = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let variance = gains.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let expected = tried.count as f64;
        let (mean, variance) = (mean.max(expected), variance.max(2.0 * expected));
        gamma_tail(
            2.0 * tried.gain * mean / variance,
            2.0 * mean * mean / variance,
        )
    }
}

/// A candidate with what it gains in twice the logarithm of the likelihood by so many columns.
struct Tried {
    candidate: usize,
    gain: f64,
    count: usize,
}

impl Tried {
    /// A further column costs what it gains by chance.
    fn worth(&self) -> f64 {
        self.gain - 2.0 * self.count as f64
    }
}

#[cfg(test)]
mod tests;
