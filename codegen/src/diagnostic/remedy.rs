//! What would be right: the remedy of each fault, and a few words for the caret.

use super::Fault;

impl Fault {
    /// A few words for the caret.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::UnknownKey { .. } => "unknown key".to_owned(),
            Self::MissingKey { key, .. } => format!("`{key}` is missing here"),
            Self::WrongKind { expected, .. } => format!("expected {expected}"),
            Self::WrongLength { expected, .. } => format!("expected {expected} values"),
            Self::BadNumber { why, .. } => why.clone(),
            Self::UnknownConstant { .. } => "not among `constants`".to_owned(),
            Self::DuplicateKey { .. } | Self::DuplicateName { .. } => "the second one".to_owned(),
            Self::UnknownParent { .. } => "no body has this name".to_owned(),
            _ => String::new(),
        }
    }

    /// What would be right.
    pub(crate) fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>, otherwise: String| match nearest {
            Some(name) => format!("did you mean `{name}`?"),
            None => otherwise,
        };
        let quoted = |words: &mut dyn Iterator<Item = &str>| {
            words
                .map(|word| format!("`{word}`"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let text = match self {
            Self::NotUtf8 => "save the file as UTF-8; is it a robot file at all?".to_owned(),
            Self::TooLarge { .. } => "a robot file is a few pages of text".to_owned(),
            Self::Empty => "write a robot with `armwright new NAME`, then edit it".to_owned(),
            Self::Yaml { .. } => {
                "mind the indentation, and close quotes, brackets and braces".to_owned()
            }
            Self::TooDeep { .. } => "no part of a robot is nested so deep".to_owned(),
            Self::TooManyValues { .. } => "no robot needs so many".to_owned(),
            Self::Indirection { .. } => {
                "write the value itself, or name a number under `constants`; a text that begins \
                 with `&`, `*` or `!` must be quoted"
                    .to_owned()
            }
            Self::SeveralDocuments => "keep one robot a file".to_owned(),
            Self::DuplicateKey { .. } => "remove one of the two".to_owned(),
            Self::ControlCharacter { .. } => "remove it; is the file text?".to_owned(),
            Self::Unreadable { .. } => "check the path and the permissions".to_owned(),
            Self::UnknownKey { nearest, known, .. } => meant(
                nearest,
                format!(
                    "the keys known here are {}",
                    quoted(&mut known.iter().copied())
                ),
            ),
            Self::MissingKey { example, .. } => format!("add `{example}`"),
            Self::UnknownWord {
                nearest, allowed, ..
            } => meant(
                nearest,
                format!(
                    "possible are {}",
                    quoted(&mut allowed.iter().map(String::as_str))
                ),
            ),
            Self::NotSupported { instead, .. } => (*instead).to_owned(),
            Self::Conflict { first, second } => format!("keep either `{first}` or `{second}`"),
            Self::Repeated { .. } => "list it once".to_owned(),
            Self::BadNumber { help, .. } => return help.clone(),
            Self::UnknownConstant {
                later: true, name, ..
            } => {
                format!("`{name}` is defined further down: move it up")
            }
            Self::UnknownConstant { nearest, name, .. } => {
                meant(nearest, format!("define it: `constants: {{{name}: 0.1}}`"))
            }
            Self::SymbolNotAllowed { name, .. } => format!(
                "symbols stand for lengths only (`xyz`, `a`, `d`); write a number, or take \
                 `symbolic: true` from `{name}`"
            ),
            Self::AngleNotAllowed { .. } => {
                "pi has no exact decimal: write the number that you mean".to_owned()
            }
            Self::OutOfRange => {
                "a number's magnitude must be 0 or between 1e-60 and 1e60, with at \
                                 most 200 digits"
                    .to_owned()
            }
            Self::NotSi { si, .. } => format!("convert the value and write `unit: {si}`"),
            Self::AlmostExact { exact } => format!(
                "write `{exact}`: the exact algebra takes the written decimal at its word, and then \
                 finds parameters that are identifiable in theory and never in practice"
            ),
            Self::BadName { rule, better, .. } => match better {
                Some(better) => format!("{rule}, for instance `{better}`"),
                None => (*rule).to_owned(),
            },
            Self::Keyword { name } => format!("call it `{name}_robot`, for instance"),
            Self::DuplicateName { .. } => "give one of the two another name".to_owned(),
            Self::UnknownParent { nearest, .. } => meant(
                nearest,
                "name the base (`base`) or a body above this one".to_owned(),
            ),
            Self::ParentLater { .. } => {
                "move the parent above its child: the order of bodies is the order of parameters"
                    .to_owned()
            }
            Self::Cycle { .. } => "one body of the loop must be carried by `base`".to_owned(),
            Self::Collision { .. } => "rename one of their owners".to_owned(),
            Self::UnknownParameter { nearest, what, .. } => meant(
                nearest,
                format!("it must be {what}, called `<symbol>_<owner>`"),
            ),
            Self::UnknownElement { why, .. } => why.clone(),
            Self::UnknownJoint { nearest, known, .. } => {
                let known = quoted(&mut known.iter().map(String::as_str));
                meant(nearest, format!("the joints that move are {known}"))
            }
            Self::UnknownPlace { nearest, known, .. } => {
                let known = quoted(&mut known.iter().map(String::as_str));
                meant(nearest, format!("it can be measured at {known}"))
            }
            Self::TooMany { .. } => {
                "join parts that hardly move against each other, or describe a part of the robot"
                    .to_owned()
            }
            Self::NotPolynomial { .. } => {
                "an exact value is a polynomial in symbols, plus a fraction of pi".to_owned()
            }
            Self::NothingMoves => "give a body a joint that is `revolute`, `continuous` or \
                                   `prismatic`"
                .to_owned(),
            Self::NotUnit { normalised, .. } => match normalised {
                Some(axis) => format!("write `{axis}`"),
                None => "write a direction, for instance `[0, 0, 1]`".to_owned(),
            },
            Self::LimitsReversed { low, high } => format!("write `[{high}, {low}]`"),
            Self::TransmissionSize { expected, .. } => format!(
                "write {expected} rows of {expected} numbers, or a list of {expected} numbers for \
                 a diagonal"
            ),
            Self::Singular { .. } => {
                "every joint must be moved by the motors: `q_motor = G q_joint` must have one \
                 solution"
                    .to_owned()
            }
            Self::MotorCount { expected, .. } => format!(
                "list {expected} motors, one for each row of the transmission; one without \
                 parameters is `{{name: m1}}`"
            ),
            Self::FixedJoint { key } => {
                format!("remove `{key}`, or give the joint a type that moves")
            }
            Self::Negative { .. } => "check the sign".to_owned(),
            Self::NotPhysical { .. } => {
                "check signs and units, and whether the inertia is about the centre of mass \
                 (`physical`) or about the origin (`standard`)"
                    .to_owned()
            }
            Self::UnusedNominal { term, .. } => {
                format!("add `{term}` to the terms, or remove the value")
            }
            _ => return None,
        };
        Some(text)
    }
}
