//! What the name of a column says: what it measures, of which joint, in which unit.

use crate::recording::Channel;
use crate::recording::csv_file::bare;
use armwright_runtime::{Joint, Model, Side};

/// Words that name channels, the most telling first.
const WORDS: [(Channel, &[&str]); 6] = [
    (
        Channel::Acceleration,
        &[
            "qdd",
            "ddq",
            "qddot",
            "acc",
            "accel",
            "acceleration",
            "accelerations",
        ],
    ),
    (
        Channel::Velocity,
        &[
            "qd",
            "dq",
            "qdot",
            "vel",
            "velocity",
            "velocities",
            "speed",
            "omega",
            "dtheta",
        ],
    ),
    (
        Channel::Torque,
        &[
            "tau", "torque", "torques", "trq", "tq", "effort", "efforts", "force", "forces",
            "moment",
        ],
    ),
    (
        Channel::Current,
        &["current", "currents", "cur", "curr", "amps", "iq", "i"],
    ),
    (
        Channel::Position,
        &[
            "q",
            "pos",
            "position",
            "positions",
            "angle",
            "angles",
            "theta",
            "enc",
            "encoder",
            "p",
        ],
    ),
    (
        Channel::Time,
        &[
            "t",
            "time",
            "timestamp",
            "stamp",
            "clock",
            "zeit",
            "millis",
            "micros",
            "nanos",
            "tick",
            "ticks",
        ],
    ),
];
/// Words of what was asked for, computed or estimated, and not measured.
const COMMANDED: [&str; 28] = [
    "cmd",
    "command",
    "commanded",
    "target",
    "des",
    "desired",
    "ref",
    "reference",
    "set",
    "setpoint",
    "goal",
    "soll",
    "d",
    "error",
    "err",
    "ext",
    "external",
    "gravity",
    "coriolis",
    "friction",
    "model",
    "ff",
    "pred",
    "std",
    "filtered",
    "tcp",
    "tool",
    "limit",
];
const MEASURED: [&str; 8] = [
    "actual", "act", "meas", "measured", "msr", "ist", "raw", "sensor",
];
const MOTOR: [&str; 5] = ["mot", "motor", "motors", "drive", "rotor"];
/// Units as they end names, as the tables of units have them.
const SUFFIXES: [(&[&str], &str); 20] = [
    (&["rad", "s", "2"], "rad/s²"),
    (&["deg", "s", "2"], "deg/s²"),
    (&["m", "s", "2"], "m/s²"),
    (&["rad", "s"], "rad/s"),
    (&["deg", "s"], "deg/s"),
    (&["mm", "s"], "mm/s"),
    (&["radps"], "rad/s"),
    (&["degps"], "deg/s"),
    (&["dps"], "deg/s"),
    (&["rad"], "rad"),
    (&["radians"], "rad"),
    (&["deg"], "deg"),
    (&["degrees"], "deg"),
    (&["rev"], "rev"),
    (&["rpm"], "rpm"),
    (&["mm"], "mm"),
    (&["mnm"], "mN·m"),
    (&["nm"], "N·m"),
    (&["ma"], "mA"),
    (&["amp"], "A"),
];

/// Whose number a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A joint of the robot, by its name.
    Joint(usize),
    /// A motor, by its name.
    Motor(usize),
    /// The joint or motor of that number, wherever counting begins.
    Number(usize),
}

/// What a name says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    pub(super) channel: Option<Channel>,
    pub(super) owner: Option<Owner>,
    /// The words, with `*` for the owner: the same for all columns of a family.
    pub(super) pattern: String,
    /// Higher for what was measured, lower for what was asked for.
    pub(super) trust: i32,
    /// Whether it speaks of motors.
    pub(super) motor: bool,
    pub(super) unit: Option<&'static str>,
}

/// Words and numbers of a name: `jointPos_1` is joint, pos, 1.
pub(super) fn words(name: &str) -> Vec<String> {
    let (mut words, mut before) = (vec![String::new()], ' ');
    for c in bare(name).0.chars() {
        let kinds = (before.is_ascii_digit(), c.is_ascii_digit());
        let ends =
            !c.is_alphanumeric() || kinds.0 != kinds.1 || before.is_lowercase() && c.is_uppercase();
        if ends {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && c.is_alphanumeric()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The word that all names begin with, if they only count, `q1`, `q2`, `q3`; it may be empty.
fn counted(names: &[&str]) -> Option<String> {
    let parts = |name: &&str| match words(name).as_slice() {
        [word, number] => Some((word.clone(), number.parse::<usize>().ok()?)),
        [number] => Some((String::new(), number.parse::<usize>().ok()?)),
        _ => None,
    };
    let parts: Vec<(String, usize)> = names.iter().map(parts).collect::<Option<_>>()?;
    let (word, first) = parts.first()?.clone();
    let follow = |(k, part): (usize, &(String, usize))| *part == (word.clone(), first + k);
    parts.iter().enumerate().all(follow).then_some(word)
}

/// Whether one of these names is this word and a number.
fn is_numbered(names: &[&str], word: &str) -> bool {
    names.iter().any(|name| match words(name).as_slice() {
        [first, number] => first == word && number.parse::<usize>().is_ok(),
        _ => false,
    })
}

fn channel(words: &[String]) -> Option<Channel> {
    let has =
        |(_, known): &&(Channel, &[&str])| words.iter().any(|word| known.contains(&word.as_str()));
    WORDS.iter().find(has).map(|(channel, _)| *channel)
}

/// Where a name of the robot stands in the words, the last time.
fn place(words: &[String], name: &str) -> Option<std::ops::Range<usize>> {
    let name = self::words(name);
    let at = words
        .windows(name.len().max(1))
        .rposition(|part| part == name.as_slice())?;
    Some(at..at + name.len())
}

impl Name {
    /// What the name of a column says; `file` is the name of its file, for what the column leaves open. What joints and motors are
    /// called alike is a joint.
    pub(super) fn of(name: &str, file: &str, model: &Model) -> Self {
        Self::on(Some(Side::Joint), name, file, model)
    }

    /// The same where that is a motor.
    pub(super) fn of_motor(name: &str, file: &str, model: &Model) -> Self {
        Self::on(Some(Side::Motor), name, file, model)
    }

    /// The same by its number alone, whatever joints and motors are called.
    pub(super) fn of_number(name: &str, file: &str, model: &Model) -> Self {
        Self::on(None, name, file, model)
    }

    /// The position of a joint, where the name of a column is the joint's but for a unit and nothing else says what it measures.
    pub(super) fn of_position(name: &str, file: &str, model: &Model) -> Self {
        let said = Self::of(name, file, model);
        let whole = words(name);
        let is_unit = |rest: &[String]| {
            let mut known = SUFFIXES.iter();
            known.any(|(suffix, unit)| rest == *suffix && Channel::Position.unit(unit).is_some())
        };
        let is_own = |joint: &Joint| {
            let rest = whole.strip_prefix(words(joint.name).as_slice());
            rest.is_some_and(|rest| rest.is_empty() || is_unit(rest))
        };
        let may = matches!(said.channel, None | Some(Channel::Position));
        let is_position = may && model.joints.iter().any(is_own);
        Self {
            channel: is_position.then_some(Channel::Position),
            ..said
        }
    }

    fn on(side: Option<Side>, name: &str, file: &str, model: &Model) -> Self {
        let whole = words(name);
        let suffix = SUFFIXES
            .iter()
            .find(|(suffix, _)| ends_with(&whole, suffix));
        let cut = suffix.map(|(suffix, unit)| {
            let words = &whole[..whole.len() - suffix.len()];
            Self {
                unit: Some(*unit),
                ..Self::said(side, words, file, model)
            }
        });
        // What is no unit of that channel ends the name of a joint.
        let is_of_channel = |cut: &Self| match (cut.channel, cut.unit) {
            (Some(channel), Some(unit)) => channel.unit(unit).is_some(),
            _ => true,
        };
        cut.filter(is_of_channel)
            .unwrap_or_else(|| Self::said(side, &whole, file, model))
    }

    /// What words say that have no unit; names of the robot count on a side, and without one numbers alone.
    fn said(side: Option<Side>, words: &[String], file: &str, model: &Model) -> Self {
        let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
        let motors: Vec<&str> = model.motors.iter().map(|motor| motor.name).collect();
        // Names that only count are numbers, which may begin elsewhere in a file.
        let (of_joints, of_motors) = (counted(&joints), counted(&motors));
        // A joint without a motor has a motor's place under its own name.
        let is_on = |of: Side, name: &str| {
            let shared = joints.contains(&name) && motors.contains(&name);
            side.is_some_and(|side| of == side || !shared)
        };
        let of_joint = joints.iter().enumerate().filter(|_| of_joints.is_none());
        let of_joint = of_joint.filter(|(_, name)| is_on(Side::Joint, name));
        let of_joint = of_joint.map(|(k, name)| (Owner::Joint(k), name));
        let of_motor = motors.iter().enumerate().filter(|_| of_motors.is_none());
        let of_motor = of_motor.filter(|(_, name)| is_on(Side::Motor, name));
        let of_motor = of_motor.map(|(k, name)| (Owner::Motor(k), name));
        let named = of_joint.chain(of_motor);
        let named = named.filter_map(|(owner, name)| Some((owner, place(words, name)?)));
        let named = named.max_by_key(|(_, place)| place.len());
        let number = || {
            let at = words
                .iter()
                .rposition(|word| word.bytes().all(|b| b.is_ascii_digit()))?;
            Some((Owner::Number(words[at].parse().ok()?), at..at + 1))
        };
        let owner = named.or_else(number);
        let mut rest = words.to_vec();
        if let Some((_, place)) = &owner {
            rest.splice(place.clone(), ["*".to_owned()]);
        }
        let of_file = self::words(file);
        let is = |known: &[&str]| rest.iter().any(|word| known.contains(&word.as_str()));
        let (measured, commanded) = (is(&MEASURED), is(&COMMANDED));
        let in_file = || of_file.iter().any(|word| MOTOR.contains(&word.as_str()));
        // `M3` is a motor's where some motors are called m1 and m2, and no joints are.
        let by_word = owner.as_ref().and_then(|(owner, place)| {
            let word = words.get(place.start.checked_sub(1)?)?;
            let of_motor = is_numbered(&motors, word) && !is_numbered(&joints, word);
            Some(of_motor && matches!(owner, Owner::Number(_)))
        });
        let by_motor = matches!(owner, Some((Owner::Motor(_), _)))
            || by_word == Some(true)
            || of_motors
                .is_some_and(|word| of_joints.as_ref() != Some(&word) && rest.contains(&word));
        Self {
            channel: channel(&rest)
                .or_else(|| channel(words))
                .or_else(|| channel(&of_file)),
            trust: i32::from(measured) - 2 * i32::from(commanded),
            motor: by_motor || is(&MOTOR) || channel(&rest).is_none() && in_file(),
            pattern: rest.join(" "),
            owner: owner.map(|(owner, _)| owner),
            unit: None,
        }
    }
}

/// Whether a name ends with these words, and has others.
fn ends_with(words: &[String], suffix: &[&str]) -> bool {
    let mut pairs = words.iter().rev().zip(suffix.iter().rev());
    words.len() > suffix.len() && pairs.all(|(word, end)| word == end)
}

#[cfg(test)]
mod tests {
    use super::{counted, words};

    #[test]
    fn names_fall_into_words_and_numbers() {
        assert_eq!(words("jointPos_12 [deg]"), ["joint", "pos", "12"]);
        assert_eq!(words("tauJ1"), ["tau", "j", "1"]);
        assert_eq!(words("/arm/q[3]"), ["arm", "q", "3"]);
    }

    #[test]
    fn names_that_only_count_are_told_from_others() {
        assert_eq!(counted(&["q1", "q2", "q3"]), Some("q".to_owned()));
        assert_eq!(counted(&["1", "2"]), Some(String::new()));
        assert_eq!(counted(&["shoulder", "elbow"]), None);
        assert_eq!(counted(&["q1", "q3"]), None);
        // From wherever they count, and with one word for all.
        assert_eq!(counted(&["q0", "q1"]), Some("q".to_owned()));
        assert_eq!(counted(&["q4", "q5"]), Some("q".to_owned()));
        assert_eq!(counted(&["hip1", "knee2"]), None);
    }
}
