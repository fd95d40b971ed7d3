//! Standard deviations of what was found: with white noise, and with noise that goes on from sample to sample.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::blocks::{Block, idle};
use super::dependence::{Depends, dependences};
use super::evaluate::{NoResiduals, Point, Task};
use super::linear::{determined, information, shares};
use super::search::Found;
use crate::distribution::{deviation_about, student_widening};

/// Standard deviations, none of what is not determined.
pub(super) struct Deviations {
    /// If noise is white.
    pub white: Vec<Option<f64>>,
    /// With residuals that follow each other: within intervals, each left out in turn (MacKinnon and White 1985), or, where
    /// there are few intervals or these go on from one another, up to some lag (Newey and West 1987).
    pub std: Vec<Option<f64>>,
    /// The inverse of the information of the parameters, of what is determined.
    pub inverse: DMatrix<f64>,
    /// The covariance of `std`; 0 of what is not determined.
    pub covariance: DMatrix<f64>,
    /// The condition number of the information, its columns scaled.
    pub condition: f64,
    /// Parameters that are told badly from others.
    pub dependences: Vec<Depends>,
    /// Over how many samples residuals follow each other.
    pub lags: usize,
}

/// A share of the largest eigenvalue below which one is none.
const NONE: f64 = 1e-11;
/// A share of a direction that is not determined from which on a parameter is not.
const SHARE: f64 = 1e-4;
/// Lags at most.
const LAGS: usize = 200;
/// Intervals from which on each is left out in turn.
pub(super) const INTERVALS: usize = 10;
/// What the other intervals know of a direction, as a share of what all know, at least.
const OTHERS: f64 = 0.01;

/// Deviations at a point that was found.
pub(super) fn deviations(task: &Task<'_>, found: &Found) -> Result<Deviations, NoResiduals> {
    let p = task.free.len();
    let matrix = information(&found.blocks, p);
    let idle = idle(&found.blocks, &found.point.parameters);
    let held: Vec<bool> = (0..p)
        .map(|k| {
            let value = found.point.parameters[k];
            idle[k] || task.free[k].bounds.contains(&value)
        })
        .collect();
    let scale: Vec<f64> = (0..p)
        .map(|k| {
            let size = matrix[(k, k)].max(0.0).sqrt();
            if size > 0.0 && !held[k] { size } else { 1.0 }
        })
        .collect();
    let is_free = |k: usize| f64::from(!held[k]);
    let scaled = DMatrix::from_fn(p, p, |i, k| {
        is_free(i) * is_free(k) * matrix[(i, k)] / (scale[i] * scale[k])
    });
    let dependences = dependences(&scaled, task.free, &held);
    let eigen = SymmetricEigen::new(scaled);
    let largest = eigen.eigenvalues.amax();
    let is_none = |value: f64| value <= NONE * largest;
    let determined: Vec<bool> = (0..p)
        .map(|k| {
            let directions = eigen.eigenvalues.iter().enumerate();
            let lost: f64 = directions
                .filter(|(_, value)| is_none(**value))
                .map(|(d, _)| eigen.eigenvectors[(k, d)].powi(2))
                .sum();
            !held[k] && lost < SHARE
        })
        .collect();
    let inverse = eigen
        .eigenvalues
        .map(|value| if is_none(value) { 0.0 } else { value.recip() });
    let mut root = &eigen.eigenvectors * DMatrix::from_diagonal(&inverse.map(f64::sqrt));
    for (mut row, scale) in root.row_iter_mut().zip(&scale) {
        row /= *scale;
    }
    let covariance = &root * root.transpose();
    let counted: usize = found.blocks.iter().flat_map(|block| &block.counts).sum();
    let unknowns = p + task.states() * task.beginnings();
    let freedom = counted.saturating_sub(unknowns).max(1) as f64;
    let variance = 2.0 * found.blocks.iter().map(|block| block.cost).sum::<f64>() / freedom;
    let (scores, lags) = scores(task, found)?;
    // Fewer degrees of freedom than samples.
    let more = counted as f64 / freedom;
    let robust = by_intervals(&found.blocks, &root);
    let robust = robust.unwrap_or_else(|| &covariance * scores * &covariance * more);
    let of = |matrix: &DMatrix<f64>, factor: f64| {
        let deviation = |k: usize| (matrix[(k, k)] * factor).max(0.0).sqrt();
        (0..p)
            .map(|k| determined[k].then(|| deviation(k)))
            .collect()
    };
    let smallest = eigen.eigenvalues.iter().filter(|v| !is_none(**v));
    let smallest = smallest.copied().fold(f64::INFINITY, f64::min);
    Ok(Deviations {
        white: of(&covariance, variance),
        inverse: covariance,
        std: of(&robust, 1.0),
        covariance: DMatrix::from_fn(p, p, |i, k| match determined[i] && determined[k] {
            true => robust[(i, k)],
            false => 0.0,
        }),
        condition: (largest / smallest).sqrt(),
        dependences,
        lags,
    })
}

impl Deviations {
    /// Adds a covariance that has nothing to do with residuals to what is determined.
    pub(super) fn add(&mut self, more: &DMatrix<f64>) {
        let is_known: Vec<bool> = self.std.iter().map(Option::is_some).collect();
        for (k, std) in self.std.iter_mut().enumerate() {
            *std = std.map(|std| (std * std + more[(k, k)]).sqrt());
        }
        let p = self.std.len();
        self.covariance += DMatrix::from_fn(p, p, |i, k| match is_known[i] && is_known[k] {
            true => more[(i, k)],
            false => 0.0,
        });
    }

    /// Makes deviations wide enough for what moved the parameters: such that the interval of 95 % about a parameter holds 95 % of what is
    /// about the parameter less that.
    pub(super) fn widen(&mut self, moved: &DVector<f64>) {
        let places = self.std.iter_mut().zip(moved);
        let systematic = places.map(|(std, moved)| {
            let Some(std) = std else { return 0.0 };
            let narrow = std::mem::replace(std, deviation_about(*moved, *std));
            (*std * *std - narrow * narrow)
                .max(0.0)
                .sqrt()
                .copysign(*moved)
        });
        let systematic = DVector::from_vec(systematic.collect());
        self.covariance += &systematic * systematic.transpose();
    }
}

/// The covariance of what each interval moves when it is left out (the jackknife), with `root rootᵀ` the inverse of all information.
/// None of few intervals, or of some that go on from one another: noise of what drives a motion stays in it until its end, and
/// intervals that begin anew share none.
fn by_intervals(blocks: &[Block], root: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let p = root.nrows();
    let apart = blocks.iter().all(|block| block.link.is_none());
    if !apart || blocks.len() < INTERVALS {
        return None;
    }
    let mut sum = DMatrix::zeros(p, p);
    for block in blocks {
        let own = information(std::slice::from_ref(block), p);
        let slope = slope(block)?;
        let eigen = SymmetricEigen::new(root.transpose() * own * root);
        let others = eigen.eigenvalues.map(|share| (1.0 - share).max(OTHERS));
        let along = eigen.eigenvectors.transpose() * (root.transpose() * slope);
        let moved = root * (&eigen.eigenvectors * along.component_div(&others));
        sum += &moved * moved.transpose();
    }
    let others = (blocks.len() - 1) as f64;
    let wider = student_widening(others).powi(2);
    Some(sum * (wider * others / (others + 1.0)))
}

/// `Aᵀ r` of one interval, its state eliminated.
pub(super) fn slope(block: &Block) -> Option<DVector<f64>> {
    if block.e.is_empty() {
        return Some(block.g.clone());
    }
    let factor = determined(&block.b, 0.0).cholesky()?;
    Some(&block.g - &block.c * factor.solve(&block.e))
}

/// The covariance of `Aᵀ r`, states eliminated, with as many lags as residuals follow each other.
fn scores(task: &Task<'_>, found: &Found) -> Result<(DMatrix<f64>, usize), NoResiduals> {
    let (p, n) = (task.free.len(), task.machine.joints());
    let point: &Point = &found.point;
    let shares = shares(&found.blocks, p);
    let each = task.each(|k| {
        let shares = &shares[k];
        let samples = task.stretches[k].grid.samples;
        let mut rows = vec![0.0; samples * p];
        let mut residuals = vec![0.0; samples * n];
        task.residuals(
            point,
            k,
            true,
            &mut |joint, at, residual, row| {
                let weight = task.weights[joint];
                residuals[at * n + joint] = weight * residual;
                let (own, state) = row.split_at(p);
                let score = &mut rows[at * p..(at + 1) * p];
                for (i, out) in score.iter_mut().enumerate() {
                    let known: f64 = state
                        .iter()
                        .enumerate()
                        .map(|(s, x)| shares[(s, i)] * x)
                        .sum();
                    *out += weight * weight * residual * (own[i] - known);
                }
            },
            &mut |_| {},
        )?;
        Ok((rows, residuals))
    })?;
    let lags = lags(each.iter().map(|(_, residuals)| residuals.as_slice()), n);
    let mut sum = DMatrix::zeros(p, p);
    for (rows, _) in &each {
        let samples = rows.len() / p.max(1);
        let matrix = DMatrix::from_row_slice(samples, p, rows);
        sum += matrix.transpose() * &matrix;
        for lag in 1..=lags.min(samples.saturating_sub(1)) {
            let weight = 1.0 - lag as f64 / (lags + 1) as f64;
            let (early, late) = (
                matrix.rows(0, samples - lag),
                matrix.rows(lag, samples - lag),
            );
            let product = early.transpose() * late;
            sum += (&product + product.transpose()) * weight;
        }
    }
    Ok((sum, lags))
}

/// Twice the lag from which on residuals know nothing of each other.
fn lags<'a>(each: impl Iterator<Item = &'a [f64]> + Clone, n: usize) -> usize {
    let products = |lag: usize| -> (f64, usize) {
        let pairs = each
            .clone()
            .flat_map(|r| r.iter().zip(&r[(lag * n).min(r.len())..]));
        pairs.fold((0.0, 0), |(sum, count), (a, b)| (sum + a * b, count + 1))
    };
    let (square, count) = products(0);
    let bound = 2.0 / (count.max(1) as f64).sqrt();
    let quiet = (1..LAGS).find(|lag| {
        let (product, pairs) = products(*lag);
        pairs == 0 || product <= bound * square
    });
    match quiet.unwrap_or(LAGS) {
        1 => 0,
        lag => (2 * lag).min(LAGS),
    }
}

#[cfg(test)]
mod by_hand;

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::super::blocks::Block;
    use super::{by_intervals, information};
    use crate::random::Random;

    /// Residuals that are the same throughout an interval: twelve samples of one know no more than one.
    #[test]
    fn noise_that_stays_until_the_end_of_an_interval_is_covered() {
        let (p, samples, intervals) = (2, 12, 20);
        let mut random = Random::new(11);
        let (mut within, mut all) = (0u32, 0u32);
        for _ in 0..400 {
            let rows: Vec<DMatrix<f64>> = (0..intervals)
                .map(|_| {
                    let own = DVector::from_fn(p, |_, _| random.normal());
                    DMatrix::from_fn(samples, p, |_, k| own[k] + 0.3 * random.normal())
                })
                .collect();
            let noise: Vec<f64> = (0..intervals).map(|_| random.normal()).collect();
            let pairs = || rows.iter().zip(&noise);
            let matrix: DMatrix<f64> = rows.iter().map(|a| a.transpose() * a).sum();
            let right: DVector<f64> = pairs().map(|(a, u)| a.row_sum().transpose() * *u).sum();
            let x = matrix.cholesky().expect("told apart").solve(&right);
            let blocks: Vec<Block> = pairs()
                .map(|(a, u)| {
                    let mut block = Block::new(p, 0, 1);
                    for row in a.row_iter() {
                        let row: Vec<f64> = row.iter().copied().collect();
                        let residual = row[0] * x[0] + row[1] * x[1] - u;
                        block.add(0, residual, 1.0, &row);
                    }
                    block.close();
                    block
                })
                .collect();
            let inverse = information(&blocks, p).try_inverse().expect("told apart");
            let root = inverse.cholesky().expect("positive").l();
            let covariance = by_intervals(&blocks, &root).expect("enough intervals");
            for k in 0..p {
                within += u32::from(x[k].abs() < 1.959_964 * covariance[(k, k)].sqrt());
                all += 1;
            }
            assert!(by_intervals(&blocks[..9], &root).is_none());
        }
        let share = f64::from(within) / f64::from(all);
        // 400 pairs are known to two deviations of 0.02.
        assert!((0.93..0.98).contains(&share), "{share}");
    }
}
