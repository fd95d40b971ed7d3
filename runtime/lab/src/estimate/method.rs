//! Which estimator, and how it is set.

use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};

use super::measures::{
    Damped, DampingRule, Parametrisation, PriorMetric, PriorScale, RidgeWeights,
};
use super::recursive::Form;
use super::words::Words;
use crate::bodies::Bodies;
use crate::regression::{Balance, Integral, Intervals};

/// An estimator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Ordinary least squares: every equation counts the same.
    Ols,
    /// Weighted least squares: each joint's equations count by their residual variance.
    #[default]
    Wls,
    /// Ridge regression: all standard parameters, the smallest that explain the torques.
    Ridge,
    /// Truncated singular values: combinations that the motion barely excites are left at 0.
    Tsvd,
    /// Nominal values where the motion says little, the recordings where it says much.
    Prior,
    /// Physically consistent: weighted least squares among the parameters that bodies and drives can have, drawn to
    /// nominal values where the motion says little.
    Consistent,
    /// Huber's M-estimator: weighted least squares in which a sample counts the less, the further its residual is
    /// beyond 2.01 scales.
    Huber,
    /// Tukey's bisquare M-estimator, started from Huber's: residuals beyond 7.041 scales do not count.
    Tukey,
    /// Least squares of the balance of energy over intervals of time, without accelerations.
    Energy,
    /// Least squares of the balances of momentum over intervals of time, without accelerations.
    Momentum,
    /// Weighted least squares row by row, with the history of the estimate.
    Recursive,
    /// Weighted least squares of essential parameters: those that recordings hardly tell from 0 are left out, one after
    /// the other.
    Essential,
    /// Instrumental variables: what the simulated robot's motion multiplies makes residuals uncorrelated with it, so that
    /// noise of positions does not bias parameters.
    Iv,
    /// Direct and inverse dynamics: torques of the simulated robot are fitted to those that were measured.
    Didim,
    /// Output error: parameters with which the simulated robot follows the measured positions, in intervals of half a second.
    #[serde(rename = "output-error")]
    OutputError,
    /// Total least squares, weighted: columns have errors in proportion to their size, as torques have.
    Tls,
}

/// An estimator with its settings; what is left open is chosen by a rule and said.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Estimator {
    /// Which one.
    pub method: Method,
    /// Ridge: what is added to the diagonal of `KᵀWK` (`d` of An et al., eq. 9, who weigh nothing), in SI units.
    pub damping: Option<f64>,
    /// Ridge: of which vector.
    pub damped: Damped,
    /// Ridge: how equations are weighed.
    pub ridge_weights: RidgeWeights,
    /// Ridge: by what rule the damping is chosen that is left open.
    pub damping_rule: DampingRule,
    /// Truncated singular values: the share of the largest (columns scaled) above which a
    /// singular value is kept.
    pub keep_above: Option<f64>,
    /// Prior: the weight `1 - α` of nominal values against the recordings' `α` (Kolathaya et al.,
    /// eq. 105 to 107), between 0 and 1.
    pub prior_weight: Option<f64>,
    /// Prior: in what units.
    pub prior_scale: PriorScale,
    /// Consistent: how a departure from nominal values is measured.
    pub prior_metric: PriorMetric,
    /// Consistent: what is known of bodies besides.
    pub bodies: Bodies,
    /// Consistent: in which unknowns it is solved.
    pub parametrisation: Parametrisation,
    /// Prior, consistent: nominal standard parameters (`p`) in place of the robot file's; `None` for those
    /// that nothing is known of.
    pub nominal: Option<Vec<Option<f64>>>,
    /// Energy, momentum, output error: how long intervals are, s; by default as long as a decimated sample of torque and, of output
    /// error, half a second.
    pub interval: Option<f64>,
    /// Instrumental variables, direct and inverse dynamics: the band of the measured positions that the simulated robot follows,
    /// Hz; by default where motions end and noise begins and, of instrumental variables, at most half of the position filter's.
    pub reference_cutoff: Option<f64>,
    /// Energy, momentum: which intervals.
    pub intervals: Intervals,
    /// Recursive: in which form.
    pub recursion: Form,
    /// Recursive: by what the squares of all before count less with each decimated sample.
    pub forgetting: Option<f64>,
    /// Recursive: how long rows are remembered, s; all of them by default.
    pub memory: Option<f64>,
    /// Least squares, ordinary or weighted or robust: standard parameters that are known, by name, with their values: a spring's
    /// stiffness by its data sheet. Base parameters that they make up are not estimated but held there. Estimates
    /// ([`Estimate`](super::Estimate)) and predictions have them; ranks, deviations and conditions leave them out.
    pub known: Vec<(String, f64)>,
    /// Least squares, ordinary or weighted or robust: base parameters that are left out, by name: they are held at 0.
    pub left_out: Vec<String>,
    /// Prior, consistent: standard parameters of friction, by name, that are what held friction leaves: they have any sign, and no
    /// nominal values. Identification takes those of its recordings.
    pub remainders: Vec<String>,
    /// Essential: how many times the smallest relative deviation the largest may be; 10, where nobody says (Khalil and
    /// Dombre). Those who identify by it take 10 to 30.
    pub essential_ratio: Option<f64>,
    /// Essential: the level of the F-test by which nothing is left out that residuals need; 0.01, where nobody says.
    pub essential_level: Option<f64>,
}

impl From<Method> for Estimator {
    fn from(method: Method) -> Self {
        Self {
            method,
            ..Self::default()
        }
    }
}

impl Method {
    /// All of them, in the order in which they are declared.
    pub fn all() -> impl Iterator<Item = Self> {
        let word = |word: &&'static str| {
            Self::deserialize(IntoDeserializer::<Words>::into_deserializer(*word)).ok()
        };
        Words::of::<Self>().iter().filter_map(word)
    }

    /// What to call it in a sentence.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Ols => "ordinary least squares",
            Self::Wls => "weighted least squares",
            Self::Ridge => "ridge regression",
            Self::Tsvd => "truncated singular values",
            Self::Prior => "least squares with a nominal prior",
            Self::Consistent => "a physically consistent fit",
            Self::Huber => "Huber's M-estimator",
            Self::Tukey => "Tukey's bisquare M-estimator",
            Self::Energy => "least squares of the balance of energy",
            Self::Momentum => "least squares of the balances of momentum",
            Self::Recursive => "recursive least squares",
            Self::Essential => "least squares of essential parameters",
            Self::Iv => "instrumental variables of the simulated robot",
            Self::Didim => "direct and inverse dynamics together",
            Self::OutputError => "output error",
            Self::Tls => "total least squares",
        }
    }

    /// Its name in one word, as files have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        Words::of::<Self>()[self as usize]
    }

    /// Whether it answers in a time like that of the others, so that a comparison of all has it. Output error simulates
    /// every recording a few dozen times.
    #[must_use]
    pub fn is_quick(self) -> bool {
        self != Self::OutputError
    }

    /// What it balances over intervals; nothing if its equations are torques.
    pub(crate) fn balance(self) -> Option<Balance> {
        match self {
            Self::Energy => Some(Balance::Energy),
            Self::Momentum => Some(Balance::Momentum),
            _ => None,
        }
    }

    /// Whether equations are weighed by their residual variance. The papers of ridge regression and of a prior in SI units
    /// weigh nothing.
    pub(super) fn is_weighted(self, estimator: &Estimator) -> bool {
        match self {
            Self::Ols => false,
            Self::Ridge => estimator.ridge_weights == RidgeWeights::Residual,
            Self::Prior => estimator.prior_scale == PriorScale::Size,
            _ => true,
        }
    }
}

impl Estimator {
    /// Over what its equations are integrated, if they are.
    pub(crate) fn integral(&self) -> Option<Integral> {
        Some(Integral {
            intervals: self.intervals,
            length: self.interval,
            ..Integral::of(self.method.balance()?)
        })
    }

    /// Whether a balance is asked for its history, by a form of recursion, forgetting or memory.
    pub(crate) fn remembers(&self) -> bool {
        let asked = self.recursion != Form::default();
        let asked = asked || self.forgetting.is_some() || self.memory.is_some();
        asked && self.method.balance().is_some()
    }

    /// Whether it chooses a setting by what it predicts of parts that are left out in turn.
    pub(crate) fn leaves_parts_out(&self) -> bool {
        match self.method {
            Method::Ridge => self.damping.is_none(),
            Method::Tsvd => self.keep_above.is_none(),
            Method::Prior => self.prior_weight.is_none(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Balance, Estimator, Form, Integral, Intervals, Method, PriorScale, RidgeWeights};

    /// Each with its word, its title and what it balances, in the order of their declaration.
    const ALL: [(Method, &str, &str); 16] = [
        (Method::Ols, "ols", "ordinary least squares"),
        (Method::Wls, "wls", "weighted least squares"),
        (Method::Ridge, "ridge", "ridge regression"),
        (Method::Tsvd, "tsvd", "truncated singular values"),
        (Method::Prior, "prior", "least squares with a nominal prior"),
        (
            Method::Consistent,
            "consistent",
            "a physically consistent fit",
        ),
        (Method::Huber, "huber", "Huber's M-estimator"),
        (Method::Tukey, "tukey", "Tukey's bisquare M-estimator"),
        (
            Method::Energy,
            "energy",
            "least squares of the balance of energy",
        ),
        (
            Method::Momentum,
            "momentum",
            "least squares of the balances of momentum",
        ),
        (Method::Recursive, "recursive", "recursive least squares"),
        (
            Method::Essential,
            "essential",
            "least squares of essential parameters",
        ),
        (
            Method::Iv,
            "iv",
            "instrumental variables of the simulated robot",
        ),
        (
            Method::Didim,
            "didim",
            "direct and inverse dynamics together",
        ),
        (Method::OutputError, "output-error", "output error"),
        (Method::Tls, "tls", "total least squares"),
    ];

    #[test]
    fn methods_have_their_words() {
        assert_eq!(
            Method::all().collect::<Vec<_>>(),
            ALL.map(|(method, ..)| method)
        );
        for (method, word, title) in ALL {
            assert_eq!((method.word(), method.title()), (word, title));
            // As they are written to files.
            let written = serde_json::to_string(&method).expect("a word");
            assert_eq!(written, format!("\"{word}\""));
            assert_eq!(method.is_quick(), method != Method::OutputError);
            let balance = match method {
                Method::Energy => Some(Balance::Energy),
                Method::Momentum => Some(Balance::Momentum),
                _ => None,
            };
            assert_eq!(method.balance(), balance);
            let simulates = matches!(method, Method::Iv | Method::Didim);
            assert_eq!(method.simulates(), simulates);
        }
    }

    #[test]
    fn rows_are_weighed_but_where_papers_do_not() {
        for (method, ..) in ALL {
            let plain = Estimator::from(method);
            assert_eq!(
                method.is_weighted(&plain),
                method != Method::Ols,
                "{method:?}"
            );
        }
        let equal = Estimator {
            ridge_weights: RidgeWeights::Equal,
            prior_scale: PriorScale::Si,
            ..Estimator::default()
        };
        assert!(!Method::Ridge.is_weighted(&equal) && !Method::Prior.is_weighted(&equal));
        assert!(Method::Wls.is_weighted(&equal));
    }

    #[test]
    fn integrals_are_over_the_intervals_that_were_asked_for() {
        let asked = Estimator {
            interval: Some(0.3),
            intervals: Intervals::Long,
            ..Method::Momentum.into()
        };
        let expected = Integral {
            balance: Balance::Momentum,
            intervals: Intervals::Long,
            length: Some(0.3),
            noise: Vec::new(),
        };
        assert_eq!(asked.integral(), Some(expected));
        assert_eq!(Estimator::from(Method::Wls).integral(), None);
    }

    /// Of a balance, and of nothing else, a history is made; by one of the ways to weigh what was before, not by itself.
    #[test]
    fn a_balance_remembers_where_it_is_asked_to() {
        for (method, ..) in ALL {
            let plain = Estimator::from(method);
            assert!(!plain.remembers(), "{method:?}");
            let asked = [
                Estimator {
                    recursion: Form::Covariance,
                    ..plain.clone()
                },
                Estimator {
                    forgetting: Some(0.99),
                    ..plain.clone()
                },
                Estimator {
                    memory: Some(2.0),
                    ..plain.clone()
                },
            ];
            for asked in asked {
                assert_eq!(asked.remembers(), method.balance().is_some(), "{asked:?}");
            }
        }
    }

    #[test]
    fn parts_are_left_out_where_a_setting_is_open() {
        let given = Estimator {
            damping: Some(1.0),
            keep_above: Some(0.1),
            prior_weight: Some(0.5),
            ..Estimator::default()
        };
        for (method, ..) in ALL {
            let chooses = matches!(method, Method::Ridge | Method::Tsvd | Method::Prior);
            assert_eq!(Estimator::from(method).leaves_parts_out(), chooses);
            let given = Estimator {
                method,
                ..given.clone()
            };
            assert!(!given.leaves_parts_out());
        }
        // Each by its own setting.
        let all = Estimator {
            damping: Some(1.0),
            keep_above: Some(0.1),
            prior_weight: Some(0.5),
            ..Estimator::default()
        };
        for open in [
            Estimator {
                method: Method::Ridge,
                damping: None,
                ..all.clone()
            },
            Estimator {
                method: Method::Tsvd,
                keep_above: None,
                ..all.clone()
            },
            Estimator {
                method: Method::Prior,
                prior_weight: None,
                ..all
            },
        ] {
            assert!(open.leaves_parts_out(), "{open:?}");
            for method in [Method::Ridge, Method::Tsvd, Method::Prior] {
                let other = Estimator {
                    method,
                    ..open.clone()
                };
                assert_eq!(other.leaves_parts_out(), method == open.method, "{other:?}");
            }
        }
    }

    #[test]
    fn what_is_not_linear_ends_in_weighted_least_squares() {
        for (method, ..) in ALL {
            let asked = Estimator {
                method,
                interval: Some(0.3),
                reference_cutoff: Some(4.0),
                intervals: Intervals::Sliding,
                essential_ratio: Some(20.0),
                essential_level: Some(0.05),
                known: vec![("m_a".to_owned(), 2.0)],
                recursion: Form::Information,
                forgetting: Some(0.9),
                memory: Some(2.0),
                ..Estimator::default()
            };
            let linear = matches!(
                method,
                Method::Ols
                    | Method::Wls
                    | Method::Ridge
                    | Method::Tsvd
                    | Method::Prior
                    | Method::Consistent
                    | Method::Recursive
                    | Method::Tls
            );
            let expected = match linear {
                true => asked.clone(),
                false => Estimator {
                    method: Method::Wls,
                    known: vec![("m_a".to_owned(), 2.0)],
                    ..match method.balance() {
                        // Its history is made besides.
                        Some(_) => Estimator::default(),
                        None => Estimator {
                            interval: None,
                            reference_cutoff: None,
                            intervals: Intervals::default(),
                            essential_ratio: None,
                            essential_level: None,
                            ..asked.clone()
                        },
                    }
                },
            };
            assert_eq!(asked.linear(), expected, "{method:?}");
        }
    }
}
