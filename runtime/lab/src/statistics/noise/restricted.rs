//! The likeliest noise of all rows when the parameters are not known: restricted maximum likelihood.

use nalgebra::{DMatrix, DVector};

use super::autoregression::{Autoregression, Moments, Wave};
use super::record::{Products, pairs};
use crate::cores;
use crate::numeric::{cholesky, inverse};

/// Rounds of expectation and maximisation, and what a round still has to gain in twice the logarithm of the
/// likelihood: so little that rounding of a recording does not decide on a round. What goes on beyond that is noise in
/// the band that decimation removed, which moves for hundreds of rounds and makes what is seen less likely.
const ROUNDS: usize = 100;
const SETTLED: f64 = 1e-9;
/// Points of a spectrum.
const POINTS: u32 = 256;
/// What a further coefficient has to gain, in twice the logarithm of the likelihood: Akaike's two, but one
/// for the first, because coloured noise that is taken for white costs more than the reverse.
const FIRST: f64 = 1.0;
const FURTHER: f64 = 2.0;
/// By how much reflections (as `atanh`) and logarithms of variances are moved for derivatives.
const STEPS: [f64; 2] = [0.05, 1e-3];

/// Noise models of all rows, and how well they are known.
pub(super) struct Restricted {
    pub(super) models: Vec<Autoregression>,
    /// Covariance of each model's `reflections` and of the logarithm of its variance (`p + 1`).
    pub(super) spread: Vec<DMatrix<f64>>,
    /// What the estimate lacks, under these models (`r`).
    pub(super) change: DVector<f64>,
}

/// Models of given orders, and what orders are compared by: minus twice the logarithm of the restricted likelihood, but
/// for a constant, and what the orders cost.
struct Likeliest {
    models: Vec<Autoregression>,
    criterion: f64,
}

/// What is seen of the noise of all rows.
pub(super) struct Seen<'a> {
    rows: &'a [Products],
    /// Frequencies, with what decimation removes of the power there, 0 to 1.
    waves: Vec<Wave>,
    removed: Vec<f64>,
}

/// What the columns say of the parameters under some noise: what the estimate lacks, and how far that is
/// uncertain.
struct Unknown {
    change: DVector<f64>,
    spread: DMatrix<f64>,
    /// The logarithm of the determinant of the information.
    logarithm: f64,
    /// What remains of the whitened squares.
    squares: f64,
}

impl<'a> Seen<'a> {
    /// Of rows, with the autocorrelations that white noise has after decimation.
    pub(super) fn of(rows: &'a [Products], autocorrelation: &[f64]) -> Self {
        let frequencies: Vec<f64> = (0..POINTS)
            .map(|k| (f64::from(k) + 0.5) / f64::from(2 * POINTS))
            .collect();
        let transform = |f: f64| -> f64 {
            let terms = (0u32..).zip(autocorrelation).skip(1);
            let cosine = |k: u32| (std::f64::consts::TAU * f * f64::from(k)).cos();
            1.0 + 2.0 * terms.map(|(k, r)| r * cosine(k)).sum::<f64>()
        };
        let passed = transform(0.0).max(f64::MIN_POSITIVE);
        let removed = frequencies.iter().map(|f| 1.0 - transform(*f) / passed);
        Self {
            rows,
            removed: removed.map(|share| share.clamp(0.0, 1.0)).collect(),
            waves: frequencies.iter().map(|f| Wave::of(*f)).collect(),
        }
    }

    /// The likeliest models, of the orders that pay (Akaike 1974, with the correction for few samples).
    ///
    /// Orders are tried from white noise up, all rows alike; then rows may do with less. `None` if the
    /// rows do not determine the parameters.
    pub(super) fn fit(&self, start: &[f64], highest: usize) -> Option<Restricted> {
        let white: Vec<Autoregression> = start.iter().map(|v| Autoregression::white(*v)).collect();
        let mut best = self.likeliest(white)?;
        let mut found = best.models.clone();
        for _ in 0..highest {
            for model in &mut found {
                model.reflections.push(0.0);
            }
            let Some(next) = self.likeliest(found) else {
                break;
            };
            found = next.models.clone();
            if next.criterion < best.criterion {
                best = next;
            }
        }
        let unknown = self.unknown(&best.models)?;
        let rows = best.models.iter().enumerate().map(|(row, model)| {
            let moments = self.moments(row, model, &unknown, model.order());
            chosen(&moments, model.order())
        });
        let fewer = self.likeliest(rows.collect())?;
        if fewer.criterion < best.criterion {
            best = fewer;
        }
        let models = best.models;
        let spread = cores::map(models.len(), &|row| self.spread(&models, row));
        Some(Restricted {
            spread: spread.into_iter().collect::<Option<_>>()?,
            change: self.unknown(&models)?.change,
            models,
        })
    }

    /// The likeliest models of given orders by expectation and maximisation (Dempster, Laird and Rubin
    /// 1977): the parameters, with a flat prior, are what is not seen, which makes the likelihood the
    /// restricted one (Harville 1974); and so is the noise in the band that decimation removed, which
    /// is expected to go on as the model has it.
    fn likeliest(&self, mut models: Vec<Autoregression>) -> Option<Likeliest> {
        let costs = models.iter().zip(self.rows);
        let costs = costs.map(|(model, row)| penalty(model.order(), row.samples().max(1.0)));
        let costs: f64 = costs.sum();
        let mut best: Option<Likeliest> = None;
        for _ in 0..ROUNDS {
            let unknown = self.unknown(&models)?;
            let criterion = self.unlikelihood(&models, &unknown) + costs;
            let gain = best.as_ref().map(|best| best.criterion - criterion);
            if gain.is_none_or(|gain| gain > 0.0) {
                best = Some(Likeliest {
                    models: models.clone(),
                    criterion,
                });
            }
            if gain.is_some_and(|gain| gain < SETTLED) {
                break;
            }
            models = self.step(&models, &unknown);
        }
        best
    }

    /// A round of expectation and maximisation.
    fn step(&self, models: &[Autoregression], unknown: &Unknown) -> Vec<Autoregression> {
        let next = models.iter().enumerate().map(|(row, model)| {
            let moments = self.moments(row, model, unknown, model.order());
            let start = Some(model.reflections.as_slice());
            Autoregression::fitted(&moments, model.order(), start).0
        });
        next.collect()
    }

    /// Minus twice the logarithm of the restricted likelihood, but for a constant.
    fn unlikelihood(&self, models: &[Autoregression], unknown: &Unknown) -> f64 {
        let mut sum = unknown.logarithm + unknown.squares;
        for (products, model) in self.rows.iter().zip(models) {
            // The logarithm of the determinant is a mean over frequencies (Szegő), of which those that
            // decimation removed are not seen.
            let density = model.density(&self.waves);
            let seen = density.iter().zip(&self.removed);
            let mean = seen.map(|(s, removed)| (1.0 - removed) * s.ln() / f64::from(POINTS));
            sum += products.samples().max(1.0) * mean.sum::<f64>() + model.ends(products.runs);
        }
        sum
    }

    fn unknown(&self, models: &[Autoregression]) -> Option<Unknown> {
        let size = self.rows.first()?.width;
        let mut sum = DMatrix::zeros(size, size);
        for (products, model) in self.rows.iter().zip(models) {
            sum += products.whitened(&model.filter()) / model.variance;
        }
        let size = size - 1;
        let information = cholesky(sum.view((0, 0), (size, size)).into_owned())?;
        let along = sum.view((0, size), (size, 1)).column(0).into_owned();
        let change = information.solve(&along);
        let pivots = information.l_dirty().diagonal();
        Some(Unknown {
            squares: sum[(size, size)] - along.dot(&change),
            logarithm: 2.0 * pivots.iter().map(|p| p.ln()).sum::<f64>(),
            spread: inverse(&information),
            change,
        })
    }

    /// What is expected of a row's noise, as models up to an order need it.
    fn moments(
        &self,
        row: usize,
        model: &Autoregression,
        unknown: &Unknown,
        order: usize,
    ) -> Moments {
        let products = &self.rows[row];
        let expected = products.expected(&unknown.change, &unknown.spread, order);
        let mut beyond = vec![0.0; order + 1];
        let density = model.density(&self.waves);
        for ((density, removed), wave) in density.iter().zip(&self.removed).zip(&self.waves) {
            let power = density * removed / f64::from(POINTS);
            // Cosines of multiples by Chebyshev's recurrence.
            let (mut before, mut here) = (wave.cosine, 1.0);
            for covariance in &mut beyond {
                *covariance += power * here;
                (before, here) = (here, 2.0 * wave.cosine * here - before);
            }
        }
        let mut matrix = DMatrix::zeros(order + 1, order + 1);
        let each = pairs(order).zip(expected).zip(&products.counts);
        for (((j, k), expected), count) in each {
            matrix[(j, k)] = expected + count * beyond[k - j];
            matrix[(k, j)] = matrix[(j, k)];
        }
        Moments {
            products: matrix,
            samples: products.samples().max(1.0),
            runs: products.runs,
        }
    }

    /// The inverse of the information that the restricted likelihood has of one row's model: differences
    /// of its score, which is the expected score of the whole noise (Fisher's identity).
    fn spread(&self, models: &[Autoregression], row: usize) -> Option<DMatrix<f64>> {
        let size = models[row].order() + 1;
        let mut information = DMatrix::zeros(size, size);
        for k in 0..size {
            let is_variance = k + 1 == size;
            let step = STEPS[usize::from(is_variance)];
            // Squares are of the variance's inverse: their difference over this is their derivative, whatever the step is.
            let over = match is_variance {
                true => 2.0 * step.sinh(),
                false => 2.0 * step,
            };
            for sign in [1.0, -1.0] {
                let mut models = models.to_vec();
                let mine = &mut models[row];
                match mine.reflections.get_mut(k) {
                    Some(reflection) => *reflection += sign * step,
                    None => mine.variance *= (sign * step).exp(),
                }
                let unknown = self.unknown(&models)?;
                let moments = self.moments(row, &models[row], &unknown, size - 1);
                for (i, score) in models[row].score(&moments).into_iter().enumerate() {
                    information[(i, k)] -= sign * score / over;
                }
            }
        }
        // What is hardly known at all is known to about 4 (of an `atanh`, or of a logarithm).
        let symmetric = (&information + information.transpose()) * 0.5;
        let mut eigen = symmetric.symmetric_eigen();
        eigen.eigenvalues.apply(|x| *x = x.max(0.05).recip());
        Some(eigen.recompose())
    }
}

/// The model of the order that pays, of those up to the highest, if all of the noise were seen.
fn chosen(moments: &Moments, highest: usize) -> Autoregression {
    let fitted = (0..=highest).map(|order| {
        let (model, value) = Autoregression::fitted(moments, order, None);
        (value + penalty(order, moments.samples), model)
    });
    let best = fitted.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or_else(|| Autoregression::white(1.0), |(_, model)| model)
}

/// What an order has to gain in twice the logarithm of the likelihood.
fn penalty(order: usize, samples: f64) -> f64 {
    let left = (samples - order as f64 - 2.0).max(1.0);
    match order {
        0 => 0.0,
        _ => (FIRST + FURTHER * (order - 1) as f64) * samples / left,
    }
}

#[cfg(test)]
mod tests;
