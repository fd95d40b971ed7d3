//! What a model may lack of a joint, in words.

use std::fmt;

use serde::Serialize;

use crate::statistics::Fit;
use crate::thresholds::{LACKING, LACKING_OF_TORQUE};
use armwright_runtime::{ParameterKind, Site};

/// A term that the equations of a joint do not have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "term")]
pub enum Term {
    /// Friction of one size, `sign(q̇)`.
    Coulomb,
    /// Friction in proportion to speed, `q̇`.
    Viscous,
    /// A constant torque, or Coulomb friction that differs between directions, `1`.
    Offset,
    /// Friction that is another near standstill, `sign(q̇) exp(-(q̇/v)²)` (Stribeck).
    Stribeck {
        /// The speed `v`, rad/s or m/s.
        speed: f64,
    },
    /// Friction that is not in proportion to speed, `q̇|q̇|`.
    Quadratic,
    /// Viscous friction that differs between directions, `|q̇|`.
    Directional,
    /// Friction that depends on the transmitted torque, `|tau| sign(q̇)`.
    Load,
    /// A spring, `q` and `1`.
    Spring,
    /// Torque that depends on position so many times a turn, `sin kq` and `cos kq`.
    Periodic {
        /// How many times.
        times: u8,
    },
    /// Friction that changes with time, `t sign(q̇)` and `t q̇`.
    Warming,
    /// A constant torque that changes with time, `t`.
    Drift,
    /// A delay of the torque against the positions, `d tau/dt`.
    Delay,
    /// A joint that gives: what the position of the joint differs by from that of the drive, in proportion to torque.
    Compliance,
}

impl Term {
    /// Where a parameter acts that is such a term of the robot file; none if it is another.
    pub(super) fn site(self, kind: ParameterKind) -> Option<Site> {
        use ParameterKind as Kind;
        match (self, kind) {
            (
                Self::Coulomb,
                Kind::Coulomb(site) | Kind::CoulombPositive(site) | Kind::CoulombNegative(site),
            )
            | (Self::Viscous, Kind::Viscous(site))
            | (
                Self::Viscous | Self::Directional,
                Kind::ViscousPositive(site) | Kind::ViscousNegative(site),
            )
            | (Self::Quadratic, Kind::Quadratic(site))
            | (Self::Offset, Kind::Offset(site))
            | (Self::Spring, Kind::Stiffness(site)) => Some(site),
            _ => None,
        }
    }

    /// How many columns it has.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Spring | Self::Periodic { .. } | Self::Warming => 2,
            _ => 1,
        }
    }

    /// Whether two terms differ in a number alone.
    pub(super) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// The sign that its coefficient has to have for the term to be what it is called.
    pub(super) fn sign(self) -> Option<f64> {
        match self {
            // `q` of the joint is that of the drive less `tau / stiffness`.
            Self::Compliance => Some(-1.0),
            Self::Coulomb | Self::Viscous => Some(1.0),
            _ => None,
        }
    }
}

/// A term that a model lacks, with how much of the residual it explains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lack {
    /// The joint (or motor); none where it is all of them.
    pub joint: Option<String>,
    /// The row of the equations whose residual it explains best, by its joint (or motor).
    pub row: String,
    /// The term.
    #[serde(flatten)]
    pub term: Term,
    /// Its coefficients, in SI units.
    pub coefficients: Vec<f64>,
    /// The share of that row's mean square residual that it explains besides the terms before it.
    pub share: f64,
    /// Root mean square of that row's residual with the parameters fitted anew and the terms before it.
    pub before: f64,
    /// The same with this term.
    pub after: f64,
    /// The unit of both.
    pub unit: &'static str,
    /// Other terms of the joint that explain hardly less.
    pub alternatives: Vec<Term>,
    /// Whether the robot file has such a term: what was held of it is off.
    pub in_model: bool,
    /// Whether it acts on a motor.
    #[serde(skip)]
    pub on_motor: bool,
    /// Whether speeds are m/s.
    #[serde(skip)]
    pub slides: bool,
}

impl Lack {
    /// What is missing, as a clause: `friction rises with the square of speed`.
    fn clause(&self) -> String {
        let value = self.coefficients.first().copied().unwrap_or(0.0);
        let [speed, unit] = match self.slides {
            true => ["m/s", "N/m"],
            false => ["rad/s", "N·m/rad"],
        };
        let rises = value > 0.0;
        match self.term {
            Term::Coulomb => "friction that does not depend on speed (Coulomb)".to_owned(),
            Term::Viscous => "friction in proportion to speed (viscous)".to_owned(),
            Term::Offset => {
                "a constant torque, as of friction that differs between directions".to_owned()
            }
            Term::Stribeck { speed: at } if rises => {
                format!(
                    "friction is higher near standstill, below about {} {speed} (Stribeck)",
                    short(at)
                )
            }
            Term::Stribeck { speed: at } => {
                format!(
                    "friction is lower near standstill, below about {} {speed}",
                    short(at)
                )
            }
            Term::Quadratic if rises => "friction rises with the square of speed".to_owned(),
            Term::Quadratic => "friction rises less than in proportion to speed".to_owned(),
            Term::Directional => "viscous friction differs between directions".to_owned(),
            Term::Load if rises => "friction rises with the load".to_owned(),
            Term::Load => "friction falls with the load".to_owned(),
            Term::Spring => format!(
                "torque in proportion to position, as of a spring ({} {unit})",
                short(value)
            ),
            Term::Periodic { times: 1 } => {
                "torque that repeats once a turn, as of a spring, a cable or a tilted base"
                    .to_owned()
            }
            Term::Periodic { times } => {
                format!("torque that repeats {times} times a turn, as of a spring or cogging")
            }
            Term::Warming => "friction changes with time, as with temperature".to_owned(),
            Term::Drift => "a constant torque changes with time".to_owned(),
            Term::Delay if rises => {
                format!("positions lag behind torque by {} ms", short(1e3 * value))
            }
            Term::Delay => format!("torque lags behind positions by {} ms", short(-1e3 * value)),
            Term::Compliance => format!(
                "the joint gives, with about {} {unit}",
                short(-value.recip())
            ),
        }
    }

    /// Root mean square of that row's residual as the estimate leaves it, of which the share is.
    fn residual(&self) -> f64 {
        let explained = self.before.powi(2) - self.after.powi(2);
        (explained / self.share).max(0.0).sqrt()
    }

    /// Whether it explains enough to be named: of its row's residual, and of its row's torque. `fits` are those of rows, and of joints.
    pub(crate) fn matters<'f>(&self, mut fits: impl Iterator<Item = &'f Fit>) -> bool {
        let residual = fits.find(|fit| fit.name == self.row);
        // No torque has no share that could be lacking.
        let of_torque = |fit: &Fit| match fit.nrmse.is_finite() {
            true => fit.nrmse,
            false => 0.0,
        };
        let residual = residual.map_or(1.0, of_torque);
        self.share >= LACKING && self.share.sqrt() * residual >= LACKING_OF_TORQUE
    }

    /// Whether another differs in numbers alone.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.joint == other.joint
            && self.on_motor == other.on_motor
            && self.term.is_like(other.term)
    }

    /// Where it acts: `joint q1`, `motor m2`; none where it is everywhere.
    fn place(&self) -> Option<String> {
        let kind = if self.on_motor { "motor" } else { "joint" };
        Some(format!("{kind} {}", self.joint.as_ref()?))
    }

    /// The joint or motor whose friction has a law that the robot file has no words for, as `joint q1` or `motor m2`; none of
    /// other terms.
    #[must_use]
    pub fn law_of_friction(&self) -> Option<String> {
        let rubs = matches!(
            self.term,
            Term::Stribeck { .. } | Term::Load | Term::Warming
        );
        self.place().filter(|_| rubs)
    }

    /// What to write into the robot file for the term, and where; none where the file has it, or no place for it.
    #[must_use]
    pub fn key(&self) -> Option<String> {
        if self.in_model {
            return None;
        }
        let words = match self.term {
            Term::Coulomb => "`coulomb`",
            Term::Viscous => "`viscous`",
            Term::Offset => "`offset`",
            Term::Quadratic => "`quadratic`",
            Term::Directional => "`viscous_positive` and `viscous_negative` in place of `viscous`",
            // What pushes a joint on, away from where it rests, is no spring.
            Term::Spring if self.coefficients.first().is_some_and(|x| *x < 0.0) => return None,
            Term::Spring => {
                return Some(format!("`spring: true` at joint {}", self.joint.as_ref()?));
            }
            _ => return None,
        };
        Some(format!("{words} under `friction` of {}", self.place()?))
    }
}

/// Two significant digits.
fn short(value: f64) -> String {
    let text = match value.abs() {
        size if !(1e-3..1e4).contains(&size) => format!("{value:.1e}"),
        size => {
            let digits = (1 - size.log10().floor() as i32).max(0) as usize;
            format!("{value:.digits$}")
        }
    };
    text.replace('-', "−")
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.joint {
            Some(motor) if self.on_motor => write!(f, "Motor {motor}")?,
            Some(joint) => write!(f, "Joint {joint}")?,
            None => f.write_str("All joints")?,
        }
        let whose = match self.joint.as_ref() == Some(&self.row) {
            true => "its residual".to_owned(),
            false => format!("the residual of {}", self.row),
        };
        let beside = match self.in_model {
            true => "beside what the model has of it",
            false => "not in the model",
        };
        let (clause, share, unit) = (self.clause(), 100.0 * self.share, self.unit);
        write!(
            f,
            ", {beside}: {clause}; this explains {share:.0} % of {whose}"
        )?;
        let [all, before, after] = [self.residual(), self.before, self.after].map(short);
        match all == before {
            true => write!(f, " ({before} → {after} {unit} RMS)")?,
            false => write!(
                f,
                ", {all} {unit} RMS (from {before} to {after}, with the parameters fitted anew and the terms before it)"
            )?,
        }
        let others: Vec<String> = self
            .alternatives
            .iter()
            .map(|term| term.name().to_owned())
            .collect();
        if !others.is_empty() {
            write!(f, ", and hardly better than {}", others.join(" or "))?;
        }
        Ok(())
    }
}

impl Term {
    /// A noun for it.
    fn name(self) -> &'static str {
        match self {
            Self::Coulomb => "Coulomb friction",
            Self::Viscous => "viscous friction",
            Self::Offset => "a constant torque",
            Self::Stribeck { .. } => "friction that is another near standstill",
            Self::Quadratic => "friction by the square of speed",
            Self::Directional => "viscous friction by direction",
            Self::Load => "friction by load",
            Self::Spring => "a spring",
            Self::Periodic { .. } => "torque that repeats with position",
            Self::Warming => "friction that changes with time",
            Self::Drift => "a constant torque that changes with time",
            Self::Delay => "a delay",
            Self::Compliance => "compliance",
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
