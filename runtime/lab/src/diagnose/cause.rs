//! A fault that explains why a recording does not fit, with figures.

use std::fmt;

use serde::{Serialize, Serializer};

use super::base_fault::BaseFault;
use super::change::Fault;
use crate::options::EquationSide;
use crate::rows::BASE;

/// What a fault is seen by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Without it the torques fit.
    Fit,
    /// Without it parameters that a robot can have fit the torques.
    Possible,
    /// Without it the nominal values of the robot file predict the torques.
    Nominal,
    /// Without it parameters that were identified from other recordings predict the torques.
    Identified,
    /// Without it positions lie within the joints' limits, and torques fit better; with it torques are beyond what joints can
    /// take, or too small to need such drives.
    Limits,
    /// With it a robot of this size weighs less than any.
    Size,
    /// With it a body is denser than any matter.
    Density,
    /// With it accelerations are far from free fall.
    Gravity,
}

/// What undoing a fault does to one row of the equations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lift {
    /// The joint (or motor).
    pub name: String,
    /// R² as recorded.
    pub before: f64,
    /// R² with the fault undone.
    pub after: f64,
}

/// A fault that explains why a recording does not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// The fault.
    pub fault: Fault,
    /// What it is seen by.
    pub evidence: Evidence,
    /// Whether rows are joints or motors.
    pub rows: EquationSide,
    /// What undoing it does to each row of the equations.
    pub lifts: Vec<Lift>,
    /// Whether another cause explains as much.
    pub shared: bool,
}

impl Cause {
    /// The row that gains most.
    fn most(&self) -> Option<&Lift> {
        let left = |lift: &Lift| (1.0 - lift.before).max(1e-7) / (1.0 - lift.after).max(1e-7);
        let most = self.lifts.iter().max_by(|a, b| left(a).total_cmp(&left(b)));
        most.filter(|lift| lift.after > lift.before)
    }
}

/// R² with as many digits as tell it from 1, and so many at least.
fn r2(value: f64, least: usize) -> String {
    let digits = least.max(if 1.0 - value < 1e-2 { 4 } else { 2 });
    let text = match 1.0 - value {
        left if left < 0.1_f64.powi(digits as i32) => format!("0.{:9<digits$}", ""),
        left if left < 100.0 => format!("{value:.digits$}"),
        _ => format!("{value:.0}"),
    };
    text.replace('-', "−")
}

/// Two of them with as many digits as tell one from the other; none where seven do not.
fn two_r2(before: f64, after: f64) -> Option<[String; 2]> {
    let mut digits = (2..=7).map(|least| [before, after].map(|value| r2(value, least)));
    digits.find(|[before, after]| before != after)
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = self.fault.to_string();
        let mut letters = fault.chars();
        if let Some(first) = letters.next() {
            write!(f, "{}{}", first.to_uppercase(), letters.as_str())?;
        }
        if let Fault::Size { low, .. } = self.fault {
            return f.write_str(match self.evidence {
                Evidence::Limits if low > 1.0 => {
                    ": no torque reaches a hundredth of what its joint can take."
                }
                Evidence::Limits => ": all are beyond what their joints can take.",
                Evidence::Size => ": no robot that reaches so far is so light.",
                Evidence::Density => ": no matter is so dense.",
                _ => ": nominal values of the robot file make others.",
            });
        }
        if let Fault::Base { faults } = &self.fault
            && let Some(shown) = faults.iter().find_map(BaseFault::shown)
        {
            return write!(f, ": {shown}.");
        }
        let Some(Lift {
            name,
            before,
            after,
        }) = self.most()
        else {
            return f.write_str(" alone explains it.");
        };
        let whose = match self.evidence {
            Evidence::Possible => ", with parameters that a robot can have,",
            Evidence::Nominal => ", by the nominal values of the robot file,",
            Evidence::Identified => ", by the parameters that were identified,",
            _ => "",
        };
        let (alone, s) = match &self.fault {
            Fault::Base { faults } if faults.len() > 1 => ("together", ""),
            Fault::Together { .. } => ("together", ""),
            _ => ("alone", "s"),
        };
        let limits = match self.evidence {
            Evidence::Limits => format!(" bring{s} all joints within their limits, and"),
            _ => String::new(),
        };
        let row = match self.rows {
            _ if BASE.iter().any(|row| row.name == name) => "row",
            EquationSide::Joint => "joint",
            EquationSide::Motor => "motor",
        };
        write!(f, " {alone}{limits} lift{s} R² of {row} {name}{whose}")?;
        match two_r2(*before, *after) {
            Some([before, after]) => write!(f, " from {before} to {after}."),
            None => f.write_str("."),
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            sentence: String,
            #[serde(flatten)]
            fault: &'a Fault,
            evidence: Evidence,
            rows: EquationSide,
            lifts: &'a [Lift],
            shared: bool,
        }
        Written {
            sentence: self.to_string(),
            fault: &self.fault,
            evidence: self.evidence,
            rows: self.rows,
            lifts: &self.lifts,
            shared: self.shared,
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
