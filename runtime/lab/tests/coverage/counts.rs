//! How often intervals hold the truth, and what chance explains of that.

use std::fmt;
use std::ops::Range;

use armwright_lab::identify::BaseEstimate;
use armwright_lab::judge::{Finding, Grade, Judgement};

/// Within so many deviations lie 95 % of a normal distribution.
const WITHIN: f64 = 1.959_964;
/// What coverage is claimed to be at least, parameter by parameter.
const EACH: f64 = 0.9;
/// Of a hundred claims that hold, one may be blamed.
const LEVEL: f64 = 0.01;
/// The normal quantile of that.
const UNLIKELY: f64 = 2.326;

/// How often the truth lies in the interval, of recordings that are not refused.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    /// Of each parameter, how many intervals hold it.
    pub(crate) within: Vec<usize>,
    /// Of each parameter, the sum of its errors in deviations, and that of their squares.
    pub(crate) errors: Vec<[f64; 2]>,
    /// Of each recording, the share of its intervals that hold the truth.
    pub(crate) shares: Vec<f64>,
    /// The same of those that are called sound.
    pub(crate) sound: Vec<f64>,
    /// Recordings that are called poor.
    pub(crate) refused: usize,
    /// Of these: positions bias parameters, the motion does not excite them, a fault is suspected.
    reasons: [usize; 3],
    /// Recordings of which something is said to differ from the nominal values, at a level of 1 %.
    pub(crate) alarms: usize,
}

impl Coverage {
    /// Counts a recording that is refused.
    pub(crate) fn refuse(&mut self, judged: &Judgement) {
        let says = |wanted: fn(&Finding) -> bool| usize::from(judged.findings.iter().any(wanted));
        self.refused += 1;
        self.reasons[0] += says(|finding| matches!(finding, Finding::Displaced(_)));
        self.reasons[1] += says(|finding| matches!(finding, Finding::NotExcited { .. }));
        self.reasons[2] += says(|finding| matches!(finding, Finding::Caused(_)));
    }

    /// Counts a recording that is not.
    pub(crate) fn count(&mut self, estimate: &BaseEstimate, truth: &[f64], grade: Grade) {
        self.within.resize(truth.len(), 0);
        self.errors.resize(truth.len(), [0.0; 2]);
        let mut held = 0;
        let deviations = estimate.deviations();
        for (k, truth) in truth.iter().enumerate() {
            let off = (estimate.beta[k] - truth) / deviations[k].expect("a deviation");
            let holds = usize::from(off.abs() < WITHIN);
            held += holds;
            self.within[k] += holds;
            self.errors[k][0] += off;
            self.errors[k][1] += off * off;
        }
        let share = held as f64 / truth.len() as f64;
        self.shares.push(share);
        if grade == Grade::Sound {
            self.sound.push(share);
        }
    }

    pub(crate) fn counted(&self) -> usize {
        self.shares.len()
    }

    /// The share of all intervals that hold the truth.
    pub(crate) fn mean(&self) -> f64 {
        mean(&self.shares)
    }

    /// The smallest share of a parameter.
    pub(crate) fn least(&self) -> f64 {
        let least = self.within.iter().min().copied().unwrap_or(0);
        least as f64 / self.counted() as f64
    }

    /// Root mean square of all errors in deviations.
    pub(crate) fn size(&self) -> f64 {
        let squares: f64 = self.errors.iter().map(|[_, square]| square).sum();
        (squares / (self.counted() * self.errors.len()) as f64).sqrt()
    }

    /// What chance does not explain: a mean outside of `claimed`, a parameter below 90 %, or recordings
    /// that are called sound below 90 %.
    ///
    /// A mean is blamed where it would be as far off in less than 1 % of such tables: parameters of a
    /// recording err together, so that recordings are what is independent. The least of many binomial
    /// shares is no estimate of the least coverage: of 36 parameters that are covered to 95 %, 100 recordings
    /// show one at 90 % or below more often than not. A parameter is blamed where, if all were covered to just
    /// 90 %, the least of them would be as low with a probability of at most 1 % (Bonferroni, exact binomial
    /// tails): of 36 parameters below 0.78 of 100 recordings, 0.837 of 300, 0.866 of 1000.
    pub(crate) fn faults(&self, claimed: Range<f64>) -> Vec<String> {
        let mut faults = Vec::new();
        if self.counted() == 0 {
            return faults;
        }
        let by_chance = UNLIKELY * uncertainty(&self.shares);
        if self.mean() + by_chance < claimed.start || self.mean() - by_chance > claimed.end {
            faults.push(format!("{:.3} ± {by_chance:.3} are covered", self.mean()));
        }
        let allowed = lowest(self.within.len(), self.counted());
        for (k, within) in self.within.iter().enumerate() {
            if *within < allowed {
                faults.push(format!(
                    "parameter {k} is covered {within} times of {}",
                    self.counted()
                ));
            }
        }
        if mean(&self.sound) + UNLIKELY * uncertainty(&self.sound) < EACH {
            faults.push(format!(
                "{:.3} are covered and called sound",
                mean(&self.sound)
            ));
        }
        faults
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.counted() + self.refused;
        if self.counted() > 0 {
            let (low, high) = interval(self.least(), self.counted());
            write!(
                f,
                "mean {:.3} ± {:.3} least {:.3} ({low:.3} to {high:.3}) rms {:.2} alarms {} ",
                self.mean(),
                uncertainty(&self.shares),
                self.least(),
                self.size(),
                self.alarms,
            )?;
        }
        let [biased, lost, faulty] = self.reasons;
        write!(
            f,
            "of {all} refused {} (bias {biased}, not excited {lost}, faults {faulty})",
            self.refused
        )?;
        if self.sound.is_empty() {
            return Ok(());
        }
        write!(
            f,
            " sound {} mean {:.3}",
            self.sound.len(),
            mean(&self.sound)
        )
    }
}

/// 1 of nothing.
fn mean(shares: &[f64]) -> f64 {
    match shares {
        [] => 1.0,
        _ => shares.iter().sum::<f64>() / shares.len() as f64,
    }
}

/// The standard deviation of a mean.
fn uncertainty(shares: &[f64]) -> f64 {
    let (n, mean) = (shares.len() as f64, mean(shares));
    let squares: f64 = shares.iter().map(|s| (s - mean).powi(2)).sum();
    (squares / (n * (n - 1.0)).max(1.0)).sqrt()
}

/// How many of `runs` intervals have to hold each of so many parameters at least.
fn lowest(parameters: usize, runs: usize) -> usize {
    let tail = LEVEL / parameters as f64;
    let mut fewer = 0;
    while fewer < runs && at_most(fewer, runs, EACH) <= tail {
        fewer += 1;
    }
    fewer
}

/// The probability of at most so many of `runs` with a probability of each.
fn at_most(count: usize, runs: usize, each: f64) -> f64 {
    let odds = (each / (1.0 - each)).ln();
    let (mut logarithm, mut sum) = (runs as f64 * (1.0 - each).ln(), 0.0);
    for k in 0..=count {
        sum += logarithm.exp();
        logarithm += ((runs - k) as f64 / (k + 1) as f64).ln() + odds;
    }
    sum
}

/// What a share of `runs` says of its probability, to 95 % (Wilson 1927).
fn interval(share: f64, runs: usize) -> (f64, f64) {
    let (n, z) = (runs as f64, WITHIN);
    let middle = share + z * z / (2.0 * n);
    let width = z * (share * (1.0 - share) / n + (z / (2.0 * n)).powi(2)).sqrt();
    let scale = 1.0 + z * z / n;
    ((middle - width) / scale, (middle + width) / scale)
}

#[test]
fn the_least_of_many_is_judged_by_exact_tails() {
    // Sums of the binomial distribution, by hand for few.
    assert!((at_most(1, 3, 0.9) - 0.028).abs() < 1e-12);
    assert!((at_most(90, 100, 0.9) - 0.548_709_8).abs() < 1e-6);
    for (runs, least) in [(100, 78), (300, 251), (1000, 866)] {
        let found = lowest(36, runs);
        assert_eq!(found, least, "{runs}");
        assert!(36.0 * at_most(found - 1, runs, EACH) <= LEVEL);
        assert!(36.0 * at_most(found, runs, EACH) > LEVEL);
    }
}
