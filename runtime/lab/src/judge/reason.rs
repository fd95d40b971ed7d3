//! Why a base parameter is poorly known.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt;

use serde::Serialize;

use super::phrases::minus;
use crate::statistics::{Estimated, Quality};
use crate::thresholds::{CORRELATED, KNOWN};

/// Why a base parameter is poorly known.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Reason {
    /// The motion does not excite it at all.
    NotExcited,
    /// The motion hardly tells it from another.
    Correlated {
        /// The other.
        with: String,
        /// The correlation of their estimates.
        r: f64,
    },
    /// The motion hardly tells it from several others taken together: it would be known to better
    /// than 20 % if they were known.
    Entangled {
        /// How many times its deviation is wider than it would be then.
        times: f64,
    },
    /// The estimator holds it more than the recordings do.
    Held {
        /// The share of it that comes from the recordings.
        from_data: f64,
    },
    /// What the model lacks moved it: most of its variance is that.
    Lacking {
        /// By how much, in its deviations.
        moved: f64,
    },
    /// Few samples of its torque are independent: a deviation of it changes the prediction.
    FewSamples {
        /// From how many independent samples it would be known as well if no other had to be.
        samples: f64,
    },
    /// Its torque is small beside what the model does not explain, and so is what a deviation of it changes.
    Small {
        /// Root mean square of its torque, in standard deviations of the residual.
        effect: f64,
    },
}

impl Reason {
    /// The reason, of a parameter that is poorly known; none of one that is known to better than
    /// 20 %.
    #[must_use]
    pub fn of(p: &Estimated) -> Option<Self> {
        match p.quality {
            Quality::Good | Quality::Fair | Quality::Given | Quality::LeftOut => return None,
            Quality::Undetermined => return Some(Self::NotExcited),
            Quality::Assumed => {
                return Some(Self::Held {
                    from_data: p.from_data,
                });
            }
            Quality::Poor | Quality::Zero => {}
        }
        let moved = p.lacking.zip(p.std).map(|(moved, std)| moved.abs() / std);
        // Where what is missing moves a parameter as far as noise does, 0.7 deviations of both.
        if let Some(moved) = moved.filter(|moved| *moved >= FRAC_1_SQRT_2) {
            return Some(Self::Lacking { moved });
        }
        if let Some((with, r)) = p.correlated.as_ref().filter(|(_, r)| r.abs() >= CORRELATED) {
            let (with, r) = (with.clone(), *r);
            return Some(Self::Correlated { with, r });
        }
        let alone = p.alone.filter(|alone| *alone < KNOWN * p.value.abs());
        if let Some((alone, std)) = alone.zip(p.std).filter(|(alone, _)| *alone > 0.0) {
            return Some(Self::Entangled { times: std / alone });
        }
        // A deviation moves the torque by that share of the noise, as that of a mean of so many independent samples. By as many a
        // parameter whose torque is as large as the noise would not be known to better than 20 %.
        let moved = p.alone.or(p.std).unwrap_or(0.0) * p.effect / p.value.abs();
        if moved > KNOWN {
            return Some(Self::FewSamples {
                samples: moved.powi(-2),
            });
        }
        Some(Self::Small { effect: p.effect })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotExcited => f.write_str("not excited by this motion"),
            Self::Correlated { with, r } => {
                let r = minus(&format!("{r:+.2}"));
                write!(f, "correlated with {with} (r = {r})")
            }
            Self::Entangled { times } => {
                write!(
                    f,
                    "entangled with several: {times:.1} times wider than alone"
                )
            }
            Self::Held { from_data } => write!(
                f,
                "held by the estimator: {:.0} % comes from the recordings",
                100.0 * from_data
            ),
            Self::Lacking { moved } => {
                write!(f, "moved {moved:.1} deviations by what the model lacks")
            }
            Self::FewSamples { samples } if *samples < 1.0 => {
                f.write_str("few independent samples: known as from less than one")
            }
            Self::FewSamples { samples } => {
                write!(f, "few independent samples: known as from {samples:.1}")
            }
            Self::Small { effect } if *effect < 0.01 => {
                f.write_str("small: its torque is less than 0.01 of the noise")
            }
            Self::Small { effect } => {
                write!(f, "small: its torque is {effect:.2} of the noise")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;

    /// Rounded to nothing, it would be no figure.
    #[test]
    fn what_is_hardly_there_is_not_said_to_be_nothing() {
        for (effect, said) in [
            (0.0, "less than 0.01"),
            (0.0099, "less than 0.01"),
            (0.0101, "0.01"),
            (2.703, "2.70"),
        ] {
            let expected = format!("small: its torque is {said} of the noise");
            assert_eq!(Reason::Small { effect }.to_string(), expected);
        }
    }

    /// Shares in percent, and how many times wider a deviation is.
    #[test]
    fn a_reason_has_its_figure() {
        for (reason, said) in [
            (Reason::NotExcited, "not excited by this motion"),
            (
                Reason::Correlated {
                    with: "mx_a".to_owned(),
                    r: 0.987,
                },
                "correlated with mx_a (r = +0.99)",
            ),
            (
                Reason::Correlated {
                    with: "my_a".to_owned(),
                    r: -0.95,
                },
                "correlated with my_a (r = −0.95)",
            ),
            (
                Reason::Entangled { times: 4.84 },
                "entangled with several: 4.8 times wider than alone",
            ),
            (
                Reason::Held { from_data: 0.254 },
                "held by the estimator: 25 % comes from the recordings",
            ),
            (
                Reason::FewSamples { samples: 6.26 },
                "few independent samples: known as from 6.3",
            ),
            (
                Reason::FewSamples { samples: 0.99 },
                "few independent samples: known as from less than one",
            ),
        ] {
            assert_eq!(reason.to_string(), said);
        }
    }
}
