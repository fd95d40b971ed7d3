//! Which law a place has: by what it predicts of blocks that were left out, and by the information that it takes.

use super::fitting::{Fitted, Fitting};
use super::knots::Knots;
use super::law::{Extra, Law, Nonlinear, Shape};
use super::problem::Problem;
use super::warmth::Warmth;
use crate::thresholds::AS_LIKELY;

/// By how many deviations of the mean difference between blocks one law predicts better than another: hardly, so that
/// the simpler one does as well; probably; certainly, whatever a criterion says.
pub(super) const HARDLY: f64 = 1.0;
const PROBABLY: f64 = 2.0;
const CERTAINLY: f64 = 3.0;
/// A share of the friction below which it does not matter what a term adds: errors of filtered accelerations add as much.
const NEGLIGIBLE: f64 = 0.005;

/// A law that was tried.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) fitted: Fitted,
    /// Weighted mean square of what it leaves of each block that was left out.
    pub(super) losses: Vec<f64>,
    /// Bayesian and Akaike's information criteria, but for a constant.
    pub(super) bic: f64,
    pub(super) aic: f64,
    /// Why it cannot be proposed, if so.
    pub(super) refused: Option<&'static str>,
}

impl Candidate {
    pub(super) fn loss(&self) -> f64 {
        self.losses.iter().sum::<f64>() / self.losses.len().max(1) as f64
    }
}

/// What is known of a place beside the problem.
pub(super) struct Choice<'a> {
    pub(super) problem: &'a Problem,
    pub(super) knots: &'a Knots,
    /// The lowest and the highest speed that is seen.
    pub(super) speeds: [f64; 2],
    /// How warm the place was, if that was recorded.
    pub(super) warmth: Option<Warmth>,
    /// How much more the noise has at low frequencies than white noise: so many samples count as one.
    pub(super) ratio: f64,
}

impl Choice<'_> {
    /// Equations that count as independent.
    pub(super) fn effective(&self) -> f64 {
        (self.problem.rows as f64 / self.ratio).max(2.0)
    }

    /// Fits a law to all blocks, and to all but each.
    pub(super) fn candidate(&self, law: &Law) -> Candidate {
        let fitting = Fitting {
            knots: self.knots,
            law,
            speeds: self.speeds,
        };
        let fitted = fitting.fit(&self.problem.all.triangle, None);
        let loss = |fold: &super::problem::Fold| {
            let found = fitting.fit(&fold.others.triangle, Some(&fitted.theta));
            let x = self.knots.matrix(law, &found.theta) * nalgebra::DVector::from(found.linear);
            fold.own.at(&x) / fold.rows.max(1) as f64
        };
        let squares = (fitted.squares + self.problem.all.rest) / self.ratio;
        let count = law.parameters() as f64;
        Candidate {
            losses: self.problem.folds.iter().map(loss).collect(),
            bic: squares + count * self.effective().ln(),
            aic: squares + 2.0 * count,
            refused: refused(&fitted, self.speeds, self.warmth),
            fitted,
        }
    }

    /// All shapes with what is added, then what could be added to or taken from the law that is proposed.
    pub(super) fn run(&self) -> (Vec<Candidate>, Option<usize>) {
        let mut tried: Vec<Candidate> = Vec::new();
        let mut extras: Vec<Vec<Extra>> = vec![Vec::new(), vec![Extra::Offset]];
        for _ in 0..Extra::ALL.len() {
            for extras in &extras {
                for shape in Shape::ALL {
                    let law = Law {
                        shape,
                        extras: extras.clone(),
                    };
                    if is_law(&law) && tried.iter().all(|known| known.fitted.law != law) {
                        tried.push(self.candidate(&law));
                    }
                }
            }
            let Some(best) = chosen(&tried) else {
                return (tried, None);
            };
            let law = tried[best].fitted.law.clone();
            let may = |extra: &Extra| *extra != Extra::Temperature || self.warmth.is_some();
            let may = Extra::ALL.into_iter().filter(may);
            let mut near: Vec<Law> = may.map(|e| law.with(e)).collect();
            // What one term explained in part, another may explain alone.
            let fewer = near
                .iter()
                .flat_map(|law| law.extras.iter().map(|e| law.without(*e)));
            near.extend(fewer.collect::<Vec<Law>>());
            for law in near {
                if is_law(&law) && tried.iter().all(|known| known.fitted.law != law) {
                    tried.push(self.candidate(&law));
                }
            }
            let now = chosen(&tried).map_or_else(Vec::new, |k| tried[k].fitted.law.extras.clone());
            if extras.contains(&now) {
                break;
            }
            extras = vec![now];
        }
        let best = chosen(&tried);
        (tried, best)
    }
}

/// Whether friction can be so: viscous friction differs between directions, or with temperature, where there is some.
pub(super) fn is_law(law: &Law) -> bool {
    let of_viscous = [Extra::Directional, Extra::Temperature];
    let needs = law.extras.iter().any(|extra| of_viscous.contains(extra));
    !needs || law.names().contains(&"viscous")
}

/// Why a fitted law is not what it is called.
fn refused(fitted: &Fitted, speeds: [f64; 2], warmth: Option<Warmth>) -> Option<&'static str> {
    let value = |name: &str| {
        let names = fitted.law.names();
        let place = names.iter().position(|known| *known == name)?;
        fitted.linear.get(place).copied()
    };
    let negative = |name: &str| value(name).is_some_and(|x| x < 0.0);
    let shape = fitted.law.shape;
    if fitted.dependent {
        return Some("the motion does not tell its terms apart");
    }
    if shape.nonlinear().contains(&Nonlinear::Speed) && speeds[0] >= 0.25 * speeds[1] {
        return Some("low speeds were not seen");
    }
    if fitted.at_bound {
        return Some("its speed or exponent is at a bound");
    }
    if negative("coulomb") || negative("stribeck") || negative("power") || negative("load") {
        return Some("a size that cannot be negative is");
    }
    if let (Some(viscous), Some(directional)) = (value("viscous"), value("directional"))
        && directional.abs() > viscous
    {
        return Some("it would drive in one direction");
    }
    if let (Some(viscous), Some(by), Some(warmth)) =
        (value("viscous"), value("temperature"), warmth)
        && warmth
            .range
            .iter()
            .any(|degrees| viscous + by * degrees < 0.0)
    {
        return Some("it would drive at a temperature that was seen");
    }
    None
}

/// By how many of its deviations a law's losses are above another's, in the mean of logarithms over blocks.
pub(super) fn excess(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other);
    let ratio = |(a, b): (&f64, &f64)| (a.max(f64::MIN_POSITIVE) / b.max(f64::MIN_POSITIVE)).ln();
    let differences: Vec<f64> = pairs.map(ratio).collect();
    let count = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|x| (x - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0).max(1.0) / count).sqrt();
    mean / deviation.max(f64::EPSILON)
}

/// The law that is proposed: of those that predict as well as the best one, that of least information criterion; in
/// its place a part of it that predicts as well, or whose criterion is hardly above.
pub(super) fn chosen(tried: &[Candidate]) -> Option<usize> {
    let may = || {
        let all = 0..tried.len();
        all.filter(|k| tried[*k].refused.is_none() && tried[*k].loss().is_finite())
    };
    let least = |a: &usize, b: &usize| tried[*a].bic.total_cmp(&tried[*b].bic);
    let best = may().min_by(|a, b| tried[*a].loss().total_cmp(&tried[*b].loss()))?;
    let mut law = may()
        .filter(|k| excess(&tried[*k].losses, &tried[best].losses) <= PROBABLY)
        .min_by(least)?;
    // What friction has of the losses: what the worst law leaves.
    let losses = || may().map(|k| tried[k].loss());
    let friction = losses().fold(0.0, f64::max) - losses().fold(f64::INFINITY, f64::min);
    loop {
        let own = &tried[law];
        let simpler = may().filter(|k| {
            let other = &tried[*k];
            let is_part =
                other.fitted.law != own.fitted.law && own.fitted.law.contains(&other.fitted.law);
            let worse = excess(&other.losses, &own.losses);
            let hardly = other.bic - own.bic < AS_LIKELY;
            let matters = other.loss() - own.loss() > NEGLIGIBLE.powi(2) * friction;
            is_part && (!matters || worse <= HARDLY || (hardly && worse <= CERTAINLY))
        });
        match simpler.min_by(least) {
            Some(simpler) => law = simpler,
            None => return Some(law),
        }
    }
}

/// What stands against the law of the robot file: the law proposed where it is better beyond its error, else that of
/// the file; none where the file's cannot be proposed.
pub(super) fn against(tried: &[Candidate], proposed: usize, file: usize) -> Option<usize> {
    let (own, of_file) = (&tried[proposed], &tried[file]);
    let better =
        of_file.bic - own.bic >= AS_LIKELY && excess(&own.losses, &of_file.losses) <= HARDLY;
    match proposed == file || better {
        true => Some(proposed),
        false => Some(file).filter(|file| tried[*file].refused.is_none()),
    }
}

/// Other laws that data hardly tell from the one proposed, neither more nor less likely: those that are neither a part of it nor
/// contain it.
pub(super) fn alternatives(tried: &[Candidate], proposed: usize) -> Vec<usize> {
    let own = &tried[proposed];
    let related = |law: &Law| own.fitted.law.contains(law) || law.contains(&own.fitted.law);
    let mut all: Vec<usize> = (0..tried.len())
        .filter(|k| {
            let other = &tried[*k];
            *k != proposed
                && other.refused.is_none()
                && !related(&other.fitted.law)
                && (other.bic - own.bic).abs() < AS_LIKELY
        })
        .collect();
    all.sort_by(|a, b| tried[*a].bic.total_cmp(&tried[*b].bic));
    all
}

#[cfg(test)]
mod tests;
