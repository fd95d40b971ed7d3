//! What undoes a fault: the key of a description that says otherwise what was recorded.

use super::change::{Fault, Quantity, of_what, short};

impl Fault {
    /// What undoes it, a phrase: keys are those of the description of a recording, unless it says others.
    pub(crate) fn undone(&self) -> String {
        match self {
            Self::Sign { quantity, of } => {
                format!("turn the sign of {} (`sign: -1`)", of_what(*quantity, of))
            }
            Self::Swapped { quantity, of } => format!(
                "exchange the columns of {} (`columns`)",
                of_what(*quantity, of)
            ),
            Self::Offset { of, degrees } => {
                format!("add {degrees:+.0}° to position {of} (`offset`)")
            }
            Self::Bias { of, torque, unit } => format!(
                "add {}{} {unit} to torque {of} (`offset`, of joints), or have the robot file estimate it (`friction: [.., offset]` of \
                 {of})",
                if *torque > 0.0 { "+" } else { "" },
                short(*torque)
            ),
            Self::Factor {
                quantity: Quantity::Both,
                of,
                ..
            } => format!(
                "name the side on which {} were measured (`side`)",
                of_what(Quantity::Both, of)
            ),
            Self::Factor {
                quantity,
                of,
                factor,
            } => format!(
                "name the unit of {0} (`unit`), or multiply by {1} (`scale`)",
                of_what(*quantity, of),
                short(*factor)
            ),
            Self::Size { .. } => "name the unit of all torques (`unit`), the side on which they were measured (`side`), or \
                                  the constants of currents (`constant`)"
                .to_owned(),
            Self::Lag { seconds } => format!(
                "record positions and torques of the same moments: what delays the one by {} ms, a filter or a buffer, has to delay \
                 the other",
                short(1e3 * seconds.abs())
            ),
            Self::Time { factor } => format!(
                "name the unit of time (`time: {{unit: ..}}`): times are to be multiplied by {}",
                short(*factor)
            ),
            Self::Gravity { .. } => {
                "write into the robot file along which axis gravity acts where the robot stands (`gravity`)".to_owned()
            }
            Self::Twist { of } => format!(
                "look at the twist before joint {of} in the robot file, or turn the signs of positions and torques from there on \
                 (`sign: -1`)"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Quantity};

    #[test]
    fn each_fault_is_undone_by_a_key() {
        let name = |name: &str| name.to_owned();
        for (fault, said) in [
            (
                Fault::Sign {
                    quantity: Quantity::Torque,
                    of: vec![name("q1")],
                },
                "turn the sign of torque q1 (`sign: -1`)",
            ),
            (
                Fault::Swapped {
                    quantity: Quantity::Position,
                    of: [name("q1"), name("q2")],
                },
                "exchange the columns of positions q1 and q2 (`columns`)",
            ),
            (
                Fault::Offset {
                    of: name("q2"),
                    degrees: -90.0,
                },
                "add -90° to position q2 (`offset`)",
            ),
            (
                Fault::Bias {
                    of: name("q2"),
                    torque: 1.5,
                    unit: "N·m",
                },
                "add +1.50 N·m to torque q2 (`offset`, of joints), or have the robot file estimate it (`friction: [.., offset]` of q2)",
            ),
            (
                Fault::Factor {
                    quantity: Quantity::Position,
                    of: Vec::new(),
                    factor: 0.017_453,
                },
                "name the unit of all positions (`unit`), or multiply by 0.0175 (`scale`)",
            ),
            (
                Fault::Time { factor: 1e-3 },
                "name the unit of time (`time: {unit: ..}`): times are to be multiplied by 0.00100",
            ),
        ] {
            assert_eq!(fault.undone(), said);
        }
        let size = Fault::Size {
            low: 20.0,
            high: 900.0,
        };
        let lag = Fault::Lag { seconds: -0.02 };
        assert!(size.undone().starts_with("name the unit of all torques"));
        assert!(lag.undone().contains("by 20.0 ms"), "{}", lag.undone());
    }
}
