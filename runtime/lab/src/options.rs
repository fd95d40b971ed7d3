//! What a user may choose of how a recording is processed.

use std::str::FromStr;

use armwright_runtime::Side;
use serde::{Deserialize, Serialize};

/// What a user may choose; what is left out follows from the recording
/// ([`Processing::resolve`](crate::motion::Processing::resolve)).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProcessingOptions {
    /// Cut-off of the position filter.
    pub cutoff: Option<Cutoff>,
    /// Order of the position filter.
    pub order: Option<usize>,
    /// Decimation factors, one after the other.
    pub decimate: Option<List<usize>>,
    /// Samples to drop at each end, where filters and differences have no neighbours.
    pub trim: Option<usize>,
    /// Joint speeds, rad/s or m/s, below which the joint's rows are dropped: one number or one a
    /// joint.
    pub velocity_threshold: Option<List<f64>>,
    /// Motor speeds, rad/s, below which the rows that the motor's friction acts on are dropped:
    /// one number or one a motor.
    pub motor_velocity_threshold: Option<List<f64>>,
    /// The side on which the equations are written.
    pub equations: Option<EquationSide>,
    /// Joints and motors whose torque is left out, by name, when a recording is read
    /// ([`Recording::read_without`](crate::recording::Recording::read_without)); one that was read is taken as it is.
    pub without_torque: Option<List<String>>,
}

impl ProcessingOptions {
    /// These options, and `other`'s where these leave something open.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            cutoff: self.cutoff.or(other.cutoff),
            order: self.order.or(other.order),
            decimate: self.decimate.or(other.decimate),
            trim: self.trim.or(other.trim),
            velocity_threshold: self.velocity_threshold.or(other.velocity_threshold),
            motor_velocity_threshold: self
                .motor_velocity_threshold
                .or(other.motor_velocity_threshold),
            equations: self.equations.or(other.equations),
            without_torque: self.without_torque.or(other.without_torque),
        }
    }
}

/// A cut-off frequency as asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cutoff {
    /// From the spectrum of the motion, even where the recording's description has a number.
    Auto,
    /// Hz.
    Hertz(f64),
}

impl FromStr for Cutoff {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text.trim(), text.trim().parse()) {
            ("auto", _) => Ok(Self::Auto),
            (_, Ok(hertz)) => Ok(Self::Hertz(hertz)),
            _ => Err(format!(
                "a cut-off is a number of Hz, or `auto`; `{text}` is neither"
            )),
        }
    }
}

/// One or several values, written as one or as a list.
#[derive(Debug, Clone, PartialEq)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> List<T> {
    /// The values for `n` joints: a single one stands for all.
    pub(crate) fn spread(&self, n: usize) -> Vec<T> {
        match self.0.as_slice() {
            [one] => vec![one.clone(); n],
            all => all.to_vec(),
        }
    }
}

/// A side of the transmission: where something is measured, and where a row of the observation
/// matrix is a torque.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum EquationSide {
    /// Joint torques.
    Joint,
    /// Motor torques.
    Motor,
}

impl From<EquationSide> for Side {
    fn from(side: EquationSide) -> Self {
        match side {
            EquationSide::Joint => Self::Joint,
            EquationSide::Motor => Self::Motor,
        }
    }
}

impl From<Side> for EquationSide {
    fn from(side: Side) -> Self {
        match side {
            Side::Joint => Self::Joint,
            Side::Motor => Self::Motor,
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;

    use super::{Cutoff, EquationSide, List, ProcessingOptions};

    fn given(number: usize) -> ProcessingOptions {
        let x = number as f64;
        ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(x)),
            order: Some(number),
            decimate: Some(List(vec![number])),
            trim: Some(10 * number),
            velocity_threshold: Some(List(vec![0.1 * x])),
            motor_velocity_threshold: Some(List(vec![0.2 * x])),
            equations: Some(EquationSide::Motor),
            without_torque: Some(List(vec![format!("q{number}")])),
        }
    }

    #[test]
    fn what_is_left_open_is_taken_from_others() {
        let open = ProcessingOptions::default;
        assert_eq!(open().or(given(3)), given(3));
        let mut other = given(5);
        other.equations = Some(EquationSide::Joint);
        assert_eq!(given(3).or(other.clone()), given(3));
        assert_eq!(open().or(open()), open());
        // Each by itself.
        let some = ProcessingOptions {
            order: Some(7),
            velocity_threshold: Some(List(vec![0.7])),
            ..open()
        };
        let expected = ProcessingOptions {
            order: Some(7),
            velocity_threshold: Some(List(vec![0.7])),
            ..other.clone()
        };
        assert_eq!(some.or(other), expected);
    }

    #[test]
    fn a_cut_off_is_a_number_or_auto() {
        assert_eq!(" auto ".parse(), Ok(Cutoff::Auto));
        assert_eq!(" 12.5".parse(), Ok(Cutoff::Hertz(12.5)));
        let refused: Result<Cutoff, String> = "fast".parse();
        assert_eq!(
            refused,
            Err("a cut-off is a number of Hz, or `auto`; `fast` is neither".to_owned())
        );
    }

    #[test]
    fn one_value_stands_for_all() {
        assert_eq!(List(vec![4]).spread(3), [4, 4, 4]);
        assert_eq!(List(vec![4, 5]).spread(3), [4, 5]);
        assert!(List::<usize>::default().spread(3).is_empty());
    }

    #[test]
    fn sides_are_the_same_here_and_there() {
        for (own, other) in [
            (EquationSide::Joint, Side::Joint),
            (EquationSide::Motor, Side::Motor),
        ] {
            assert_eq!((Side::from(own), EquationSide::from(other)), (other, own));
        }
    }
}
