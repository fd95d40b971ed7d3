//! Constants that an autoregression takes for noise that hardly changes.
//!
//! What is left of a row that lacks a constant hardly scatters about its mean. Noise that remembers for as long as a recording lasts
//! explains that nearly as well, so that likelihoods hide the constant. It is told as a parameter of the robot file is: by its deviation,
//! under noise that is modelled beside it, and by Student's distribution, whose degrees of freedom are few where that noise is slow indeed.

use super::super::term::Term;
use super::super::white::White;
use super::{Search, Tried};
use crate::distribution::student_tail;
use crate::statistics::{Modelled, freedom};
use crate::thresholds::{AS_LIKELY, LACKING_MOSTLY};

impl Search<'_> {
    /// Where a constant is sure that is most of what is left of a row: all terms of its joint or motor that are told, the likeliest
    /// under this noise first, and which of them it is.
    pub(super) fn constant(&self) -> Option<(usize, Vec<Tried>)> {
        let mut regression = self.weighed();
        let before = regression.coefficients();
        let constants = self.candidates.iter().enumerate();
        let constants = constants.filter(|(_, candidate)| candidate.term == Term::Offset);
        let mut constants: Vec<usize> = constants.map(|(k, _)| k).collect();
        let mut most = constants.clone();
        most.retain(|candidate| {
            let after = self.with(&regression, *candidate);
            (0..self.seen.rows.len()).any(|row| {
                let [before, after] = [&before, &after].map(|x| self.square(row, x));
                before - after > LACKING_MOSTLY[0] * before
            })
        });
        if most.is_empty() {
            return None;
        }
        let mut further = self.columns();
        let first = self.seen.directions + further.len();
        constants.retain(|candidate| {
            let column = self.columns_of(*candidate);
            let is_told = regression.gain(&column).is_some();
            if is_told {
                column.iter().for_each(|k| regression.fit(*k));
                further.extend(column);
            }
            is_told
        });
        let coefficients = regression.coefficients();
        let (records, variance) = self.left(&further, &coefficients);
        let modelled = Modelled::fitted(records, &variance, &self.seen.white);
        let columns: Vec<usize> = (0..self.seen.directions).chain(further).collect();
        let gain = regression.covariance(&columns);
        let gain = gain.rows(first, constants.len()).into_owned();
        let (whole, uncertain) = modelled.spread_of(&gain, self.weights);
        let freedom = freedom(&whole, &uncertain);
        let whitened = self.fitted(White::of(self.seen, &modelled.noise).products());
        let sure = constants.iter().enumerate().filter(|(k, candidate)| {
            let deviations = coefficients[columns[first + k]] / whole[*k].sqrt();
            let chance = student_tail(deviations, freedom[*k]);
            most.contains(*candidate) && self.is_sure(chance)
        });
        let sure = sure.filter_map(|(_, candidate)| self.tried(&whitened, *candidate));
        let surest = sure.max_by(|a, b| a.gain.total_cmp(&b.gain))?;
        let place = |candidate: usize| self.candidates[candidate].place.number();
        let all = 0..self.candidates.len();
        let all = all.filter(|candidate| place(*candidate) == place(surest.candidate));
        let all = all.filter_map(|candidate| self.tried(&whitened, candidate));
        let mut tried: Vec<Tried> = all.collect();
        tried.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
        Some((self.simpler(&tried, 0), tried))
    }

    /// The constant of the joint or motor of a term with more columns, where it explains as much: in a joint that hardly moves a spring
    /// and what repeats with position are one.
    pub(super) fn simpler(&self, tried: &[Tried], best: usize) -> usize {
        let of = |k: usize| self.candidates[tried[k].candidate];
        let is_simpler = |k: &usize| {
            let is_constant = of(*k).term == Term::Offset;
            let is_there = of(*k).place.number() == of(best).place.number();
            let is_as_good = tried[best].worth() - tried[*k].worth() < AS_LIKELY;
            is_constant && is_there && is_as_good && tried[*k].count < tried[best].count
        };
        (0..tried.len()).find(is_simpler).unwrap_or(best)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::{Search, Term};
    use crate::lack::candidates::{Candidate, Place};
    use crate::lack::seen::{Seen, SeenRow};
    use crate::random::Random;
    use crate::statistics::Record;

    const OFFSET: Candidate = Candidate {
        term: Term::Offset,
        place: Place::Motor(0),
        column: 0,
    };
    const SPRING: Candidate = Candidate {
        term: Term::Spring,
        place: Place::Joint(0),
        column: 1,
    };
    const COULOMB: Candidate = Candidate {
        term: Term::Coulomb,
        place: Place::Motor(0),
        column: 1,
    };

    /// A row of two small directions, the columns of candidates, and what is made of them beside noise that keeps a part of itself from
    /// sample to sample, to which so much is added.
    fn seen(
        samples: usize,
        [kept, added]: [f64; 2],
        made: &dyn Fn(usize) -> (Vec<f64>, f64),
    ) -> Seen {
        let (mut random, mut noise) = (Random::new(9), 0.0);
        (0..200).for_each(|_| noise = kept * noise + added * random.normal());
        let mut rows = Vec::new();
        for t in 0..samples {
            let (columns, value) = made(t);
            let directions = [0, 1].map(|_| 0.02 * random.normal());
            noise = kept * noise + added * random.normal();
            rows.extend(directions);
            rows.extend(columns);
            rows.push(value + noise);
        }
        let width = rows.len() / samples;
        let record = Record {
            matrix: DMatrix::from_row_slice(samples, width, &rows),
            kept: vec![true; samples],
        };
        let row = SeenRow {
            place: Some(0),
            columns: (0..width).collect(),
            records: vec![record],
        };
        Seen {
            directions: 2,
            width,
            rows: vec![row],
            times: 1.0,
            white: Vec::new(),
        }
    }

    /// The terms that are found, each with those that explain as much.
    fn found(seen: &Seen, candidates: &[Candidate], order: usize) -> Vec<(Term, Vec<Term>)> {
        let mut search = Search::of(seen, candidates, &[1.0], vec![order]);
        search.run();
        let found = search.found.into_iter();
        found
            .map(|found| (candidates[found.candidate].term, found.alternatives))
            .collect()
    }

    /// A position that goes round three times.
    fn turning(t: usize, samples: usize) -> f64 {
        (std::f64::consts::TAU * 3.0 * t as f64 / samples as f64).cos()
    }

    /// Noise of the fourth order explains a constant that is nine times its deviation. Noise that is as slow as the recording is long has
    /// one of twice its deviation, which is none.
    #[test]
    fn a_constant_that_looks_like_slow_noise_is_found() {
        let columns = |t, samples| vec![1.0, 1.0 + 0.05 * turning(t, samples), 1.0];
        let row = seen(60, [0.3, 0.1], &|t| (columns(t, 60), 1.0));
        assert_eq!(
            found(&row, &[OFFSET, SPRING], 4),
            [(Term::Offset, vec![Term::Spring])]
        );
        let row = seen(100, [0.97, 0.1], &|t| (columns(t, 100), 0.0));
        assert!(found(&row, &[OFFSET, SPRING], 4).is_empty());
    }

    /// One in ten samples moves the other way.
    #[test]
    fn friction_of_a_motion_that_is_mostly_in_one_direction_is_no_constant() {
        let sign = |t: usize| if t.is_multiple_of(10) { -1.0 } else { 1.0 };
        let row = seen(60, [0.3, 0.1], &|t| (vec![1.0, sign(t)], sign(t)));
        assert_eq!(
            found(&row, &[OFFSET, COULOMB], 4),
            [(Term::Coulomb, vec![])]
        );
    }

    /// A spring gains 5 more of twice the logarithm of the likelihood, of which a further column costs 2. A constant of 0.15 is less than
    /// half of what is left, one of 1 nearly all.
    #[test]
    fn a_constant_is_named_where_a_spring_explains_as_much() {
        for (samples, constant, order) in [(400_usize, 0.15, 4), (120, 1.0, 0)] {
            let mut random = Random::new(5);
            let turned: Vec<f64> = (0..samples)
                .map(|t| std::f64::consts::SQRT_2 * turning(t, samples))
                .collect();
            let mut noise: Vec<f64> = turned.iter().map(|_| random.normal()).collect();
            let count = samples as f64;
            let mean = noise.iter().sum::<f64>() / count;
            noise.iter_mut().for_each(|x| *x -= mean);
            let along = noise.iter().zip(&turned).map(|(x, q)| x * q).sum::<f64>() / count;
            let pairs = noise.iter_mut().zip(&turned);
            pairs.for_each(|(x, q)| *x -= along * q);
            let size = (noise.iter().map(|x| x * x).sum::<f64>() / count).sqrt();
            let stiffness = 0.3 * (5.0 / count).exp_m1().sqrt();
            let made = |t: usize| {
                let value = constant + stiffness * turned[t] + 0.3 * noise[t] / size;
                (vec![1.0, turned[t], 1.0], value)
            };
            let row = seen(samples, [0.0; 2], &made);
            assert_eq!(
                found(&row, &[OFFSET, SPRING], order),
                [(Term::Offset, vec![Term::Spring])],
                "{samples}"
            );
        }
    }
}
