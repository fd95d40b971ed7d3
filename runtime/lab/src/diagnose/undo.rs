//! What undoes a fault: the key of a description that says otherwise what was recorded.

use super::base_fault::{BaseFault, SIGN};
use super::change::{Fault, joined, of_what, turn};
use super::said::{plain, vector};
use super::units::Unit;
use crate::digits::{exact, short};
use crate::options::EquationSide;

impl Fault {
    /// What undoes it, a phrase: keys are those of the description of a recording, unless it says others.
    pub(crate) fn undone(&self) -> String {
        match self {
            Self::Sign { quantity, of } => {
                format!("turn the sign of {} ({SIGN})", of_what(*quantity, of))
            }
            Self::Swapped { quantity, of } => format!(
                "exchange the columns of {} (`columns`)",
                of_what(*quantity, of)
            ),
            Self::Offset { of, degrees, first } => {
                let add = format!("add {} to position {of} (`offset`)", turn(*degrees));
                match first {
                    true => format!(
                        "{add}, or, where the base stands otherwise than the robot file says, write its `gravity` as it is"
                    ),
                    false => add,
                }
            }
            Self::EncoderReset {
                of,
                recording,
                time,
                by,
                unit,
            } => format!(
                "take what was recorded from {time:.3} s of {recording} on as a recording of its own (`select`), and add {by:+.4} {unit} to \
                 its position {of} (`offset`)"
            ),
            Self::Bias {
                of,
                torque,
                unit,
                joints,
            } => bias(of, *torque, unit, joints),
            Self::Side { quantity, side } => {
                let (place, key) = match side {
                    EquationSide::Joint => ("joints", "joint"),
                    EquationSide::Motor => ("motors", "motor"),
                };
                let what = of_what(*quantity, &[]);
                format!("say that {what} were measured at the {place} (`side: {key}`)")
            }
            Self::Ratio { of, factor } => format!(
                "look up the gear of {of}: what the robot file has for it (`transmission`) is to be multiplied by about {}",
                short(*factor)
            ),
            Self::Coupling {
                motor,
                joint,
                ratio,
                instead,
            } => format!(
                "write the ratio by which motor {motor} turns with joint {joint} into the robot file with the opposite sign, {} in place of {} \
                 (`transmission`, row of {motor}, column of {joint})",
                plain(*instead),
                plain(*ratio)
            ),
            Self::Factor {
                quantity,
                of,
                factor,
            } => {
                let what = of_what(*quantity, of);
                match Unit::of(*quantity, *factor).filter(|unit| unit.is(*factor)) {
                    Some(unit) => format!("name the unit of {what} ({})", unit.key),
                    None => format!("multiply {what} by {} (`scale`)", exact(*factor)),
                }
            }
            Self::Size { .. } => "name the unit of all torques (`unit`), the side on which they were measured (`side`), or \
                                  the constants of currents (`constant`)"
                .to_owned(),
            Self::Lag { seconds } => format!(
                "record positions and torques of the same moments: what delays the one by {} ms, a filter or a buffer, has to delay \
                 the other",
                short(1e3 * seconds.abs())
            ),
            Self::SampleHold { samples, .. } => format!(
                "record torques at the rate of positions; or keep of each {samples} rows that alone in which torques are new; or write \
                 torques between on the line from each value, in the row in which it is new, to the next"
            ),
            Self::Time { factor } => {
                let units = [(1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")];
                let unit = units.iter().find(|(unit, _)| unit == factor);
                let key = match unit {
                    Some((_, unit)) => format!("name the unit of time (`time: {{unit: {unit}}}`)"),
                    None => "give the rate of samples as it is (`time: {rate: ..}`), or the unit of time"
                        .to_owned(),
                };
                format!("{key}: times are to be multiplied by {}", exact(*factor))
            }
            Self::Gravity { .. } => {
                "write into the robot file along which axis gravity acts where the robot stands (`gravity`)".to_owned()
            }
            Self::GravityAlong { gravity } => format!(
                "write into the robot file how gravity acts where the robot stands (`gravity: {}`)",
                vector(gravity)
            ),
            Self::Twist { of } => format!(
                "look at the twist before joint {of} in the robot file, or turn the signs of positions and torques from there on \
                 ({SIGN})"
            ),
            Self::Base { faults } => joined(faults.iter().map(BaseFault::undone)),
            Self::Together { faults } => joined(faults.iter().map(Self::undone)),
        }
    }
}

/// What takes a constant out of a torque: `offset` of a recording is of joints, whatever was measured.
fn bias(of: &str, torque: f64, unit: &str, joints: &[f64]) -> String {
    let signed = |x: f64| format!("{}{}", if x > 0.0 { "+" } else { "" }, exact(x));
    let own = joints.iter().filter(|x| **x != 0.0).collect::<Vec<_>>();
    let estimate = format!("have the robot file estimate it (`friction: [.., offset]` of {of})");
    match own[..] {
        [only] if *only == torque => {
            format!(
                "add {} {unit} to torque {of} (`offset`), or {estimate}",
                signed(torque)
            )
        }
        _ => {
            // What is none has no sign.
            let all = joints.iter().map(|x| exact(*x + 0.0).replace('−', "-"));
            let all: Vec<String> = all.collect();
            format!(
                "add {} {unit} to torque {of}, which is `offset: [{}]` of the joints' torques, or {estimate}",
                signed(torque),
                all.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BaseFault, EquationSide, Fault};
    use crate::diagnose::quantity::Quantity;

    #[test]
    fn each_fault_is_undone_by_a_key() {
        let name = |name: &str| name.to_owned();
        let factor = |quantity, factor| Fault::Factor {
            quantity,
            of: Vec::new(),
            factor,
        };
        for (fault, said) in [
            (
                Fault::Sign {
                    quantity: Quantity::Torque,
                    of: vec![name("q1")],
                },
                "turn the sign of torque q1 (`sign`, and what `offset` adds)",
            ),
            (
                Fault::EncoderReset {
                    of: name("q1"),
                    recording: name("run.csv"),
                    time: 6.72,
                    by: -0.60249,
                    unit: "rad",
                },
                "take what was recorded from 6.720 s of run.csv on as a recording of its own (`select`), and add -0.6025 rad to its \
                 position q1 (`offset`)",
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
                    first: false,
                },
                "add -90° to position q2 (`offset`)",
            ),
            (
                Fault::Offset {
                    of: name("q1"),
                    degrees: 30.0,
                    first: true,
                },
                "add +30° to position q1 (`offset`), or, where the base stands otherwise than the robot file says, write its \
                 `gravity` as it is",
            ),
            (
                Fault::Bias {
                    of: name("q2"),
                    torque: 1.5,
                    unit: "N·m",
                    joints: vec![0.0, 1.5],
                },
                "add +1.5 N·m to torque q2 (`offset`), or have the robot file estimate it (`friction: [.., offset]` of q2)",
            ),
            (
                Fault::Bias {
                    of: name("q1"),
                    torque: -1.5,
                    unit: "N",
                    joints: vec![-1.5, 0.0],
                },
                "add −1.5 N to torque q1 (`offset`), or have the robot file estimate it (`friction: [.., offset]` of q1)",
            ),
            // A motor's is no number that `offset` takes, which is of joints.
            (
                Fault::Bias {
                    of: name("m2"),
                    torque: -0.15,
                    unit: "N·m",
                    joints: vec![-1.5, -7.5, -0.0],
                },
                "add −0.15 N·m to torque m2, which is `offset: [-1.5, -7.5, 0]` of the joints' torques, or have the robot file estimate it \
                 (`friction: [.., offset]` of m2)",
            ),
            // Nor is it where its torque is that of one joint, but for a gear.
            (
                Fault::Bias {
                    of: name("m1"),
                    torque: -0.15,
                    unit: "N·m",
                    joints: vec![-7.5, 0.0],
                },
                "add −0.15 N·m to torque m1, which is `offset: [-7.5, 0]` of the joints' torques, or have the robot file estimate it \
                 (`friction: [.., offset]` of m1)",
            ),
            (
                factor(Quantity::Position, 0.017_453_292_52),
                "name the unit of all positions (`unit: deg`)",
            ),
            (
                factor(Quantity::Torque, 1e-3),
                "name the unit of all torques (`unit`: mN·m, or mA of currents)",
            ),
            // Near a unit, and not that.
            (
                factor(Quantity::Torque, 0.99e-3),
                "multiply all torques by 0.00099 (`scale`)",
            ),
            (
                factor(Quantity::Position, 100.0 * std::f64::consts::PI),
                "multiply all positions by 314.16 (`scale`)",
            ),
            (
                Fault::Side {
                    quantity: Quantity::Both,
                    side: EquationSide::Joint,
                },
                "say that all positions and torques were measured at the joints (`side: joint`)",
            ),
            (
                Fault::Side {
                    quantity: Quantity::Torque,
                    side: EquationSide::Motor,
                },
                "say that all torques were measured at the motors (`side: motor`)",
            ),
            (
                Fault::Ratio {
                    of: name("m2"),
                    factor: 1.25,
                },
                "look up the gear of m2: what the robot file has for it (`transmission`) is to be multiplied by about 1.25",
            ),
            (
                Fault::Coupling {
                    motor: name("m6"),
                    joint: name("5"),
                    ratio: 32.5,
                    instead: -32.5,
                },
                "write the ratio by which motor m6 turns with joint 5 into the robot file with the opposite sign, -32.5 in place of 32.5 \
                 (`transmission`, row of m6, column of 5)",
            ),
            (
                Fault::Time { factor: 1e-3 },
                "name the unit of time (`time: {unit: ms}`): times are to be multiplied by 0.001",
            ),
            (
                Fault::Gravity { factor: -1.0 },
                "write into the robot file along which axis gravity acts where the robot stands (`gravity`)",
            ),
            (
                Fault::Twist { of: name("q3") },
                "look at the twist before joint q3 in the robot file, or turn the signs of positions and torques from there on \
                 (`sign`, and what `offset` adds)",
            ),
            (
                Fault::Base {
                    faults: ["FL", "FR"]
                        .map(|body| BaseFault::WrenchSign { body: name(body) })
                        .to_vec(),
                },
                "turn the sign of the contact of FL (`sign`, and what `offset` adds), and turn the sign of the contact of FR (`sign`, \
                 and what `offset` adds)",
            ),
            (
                Fault::SampleHold {
                    samples: 20,
                    seconds: 0.0475,
                },
                "record torques at the rate of positions; or keep of each 20 rows that alone in which torques are new; or write torques \
                 between on the line from each value, in the row in which it is new, to the next",
            ),
            // No unit is twice another: what is wrong is a rate.
            (
                Fault::Time { factor: 2.0 },
                "give the rate of samples as it is (`time: {rate: ..}`), or the unit of time: times are to be multiplied by 2",
            ),
        ] {
            assert_eq!(fault.undone(), said);
        }
        // Each unit by the key that names it, of positions, torques and times.
        for (quantity, of, key) in [
            (Quantity::Position, 1f64.to_degrees(), "`unit: rad`"),
            (Quantity::Position, std::f64::consts::TAU, "`unit: rev`"),
            (Quantity::Position, 1e-3, "`unit`: mm, or mrad"),
            (Quantity::Position, 1e3, "`unit`: m, or rad"),
            (Quantity::Torque, 1e3, "`unit`: N·m, or A of currents"),
        ] {
            let undone = factor(quantity, of).undone();
            assert!(undone.ends_with(&format!(" ({key})")), "{undone}");
        }
        for (unit, factor) in [("us", 1e-6), ("ns", 1e-9)] {
            let undone = Fault::Time { factor }.undone();
            let begin = format!("name the unit of time (`time: {{unit: {unit}}}`): ");
            assert!(undone.starts_with(&begin), "{undone}");
        }
        let together = Fault::Together {
            faults: vec![
                Fault::Lag { seconds: 0.005 },
                factor(Quantity::Torque, 2.0),
                Fault::Sign {
                    quantity: Quantity::Position,
                    of: vec![name("q2")],
                },
            ],
        };
        let undone = together.undone();
        let begin = "record positions and torques of the same moments: ";
        let end = ", multiply all torques by 2 (`scale`), and turn the sign of position q2 (`sign`, and what `offset` adds)";
        assert!(
            undone.starts_with(begin) && undone.ends_with(end),
            "{undone}"
        );
        let size = Fault::Size {
            low: 20.0,
            high: 900.0,
        };
        let lag = Fault::Lag { seconds: -0.02 };
        assert_eq!(
            size.undone(),
            "name the unit of all torques (`unit`), the side on which they were measured (`side`), or the constants of currents \
             (`constant`)"
        );
        assert_eq!(
            lag.undone(),
            "record positions and torques of the same moments: what delays the one by 20.0 ms, a filter or a buffer, has to delay the \
             other"
        );
    }
}
