//! The one catalogue of everything that can be wrong with a robot's file, and its wording.

use super::Severity;

/// One mistake: its wording, its code, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the wording of each says what its fields are")]
pub enum Fault {
    // The file itself.
    #[error("the file is not text in UTF-8")]
    NotUtf8,
    #[error("the file is larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("the file holds no robot: it is empty")]
    Empty,
    #[error("this is not YAML: {info}")]
    Yaml { info: String },
    #[error("lists and maps are nested more than {limit} deep")]
    TooDeep { limit: usize },
    #[error("the file has more than {limit} values")]
    TooManyValues { limit: usize },
    #[error("{what} are not used in robot files")]
    Indirection { what: &'static str },
    #[error("a second document starts here")]
    SeveralDocuments,
    #[error("the key `{key}` stands twice in the same map")]
    DuplicateKey { key: String },
    #[error("the file has the control character U+{code:04X}")]
    ControlCharacter { code: u32 },
    #[error("the file cannot be read: {reason}")]
    Unreadable { reason: String },

    // Its shape.
    #[error("unknown key `{key}` in {place}")]
    UnknownKey {
        key: String,
        place: String,
        nearest: Option<String>,
        known: Vec<&'static str>,
    },
    #[error("{place} has no `{key}`")]
    MissingKey {
        key: &'static str,
        place: String,
        example: &'static str,
    },
    #[error("expected {expected}, found {found}")]
    WrongKind { expected: String, found: String },
    #[error("expected {expected} values, found {found}")]
    WrongLength { expected: usize, found: usize },
    #[error("`{word}` is not {what}")]
    UnknownWord {
        word: String,
        what: &'static str,
        allowed: Vec<String>,
        nearest: Option<String>,
    },
    #[error("{what} is not supported yet")]
    NotSupported { what: String, instead: &'static str },
    #[error("`{first}` and `{second}` exclude each other")]
    Conflict {
        first: &'static str,
        second: &'static str,
    },
    #[error("{word} is listed twice")]
    Repeated { word: String },

    // Numbers.
    #[error("this is not a number: {why}")]
    BadNumber { why: String, help: Option<String> },
    #[error("unknown constant `{name}`")]
    UnknownConstant {
        name: String,
        nearest: Option<String>,
        later: bool,
    },
    #[error("the symbol `{name}` cannot stand in {place}")]
    SymbolNotAllowed { name: String, place: &'static str },
    #[error("an angle cannot stand in {place}")]
    AngleNotAllowed { place: &'static str },
    #[error("this has no exact value: {why}")]
    NotPolynomial { why: &'static str },
    #[error("the number is out of range")]
    OutOfRange,
    #[error("the unit `{unit}` is not an SI unit")]
    NotSi { unit: String, si: &'static str },
    #[error("this angle is almost, but not exactly, {exact}")]
    AlmostExact { exact: String },
    #[error("{what} must be {expected}")]
    WrongValue { what: String, expected: String },

    // Names.
    #[error("`{name}` cannot be the name of a {what}")]
    BadName {
        name: String,
        what: &'static str,
        rule: &'static str,
        better: Option<String>,
    },
    #[error("`{name}` is a word of Rust and cannot name a module")]
    Keyword { name: String },
    #[error("two {what} are called `{name}`")]
    DuplicateName { name: String, what: &'static str },
    #[error("unknown parent `{name}`")]
    UnknownParent {
        name: String,
        nearest: Option<String>,
    },
    #[error("the parent `{name}` comes after its child")]
    ParentLater { name: String },
    #[error("the body `{name}` is carried by itself: {path}")]
    Cycle { name: String, path: String },
    #[error("two parameters would be called `{name}`")]
    Collision { name: String },
    #[error("unknown parameter `{name}`")]
    UnknownParameter {
        name: String,
        what: &'static str,
        nearest: Option<String>,
    },
    #[error("`{name}` is not an element of the equations")]
    UnknownElement { name: String, why: String },
    #[error("unknown joint `{name}`")]
    UnknownJoint {
        name: String,
        nearest: Option<String>,
        known: Vec<String>,
    },

    // Mechanics.
    #[error("the robot has no joint that moves")]
    NothingMoves,
    #[error("the robot has {found} {what}; at most {limit} are possible")]
    TooMany {
        what: &'static str,
        found: usize,
        limit: usize,
    },
    #[error("the axis is not a unit vector: its length is {length}")]
    NotUnit {
        length: String,
        normalised: Option<String>,
    },
    #[error("the limits are reversed: {low} is above {high}")]
    LimitsReversed { low: String, high: String },
    #[error("the transmission is {found}, but the robot has {expected} moving joints")]
    TransmissionSize { found: String, expected: usize },
    #[error("the transmission is singular: {why}")]
    Singular { why: String },
    #[error("the number of motors is {found}, that of moving joints {expected}")]
    MotorCount { found: usize, expected: usize },
    #[error("a fixed joint has no `{key}`")]
    FixedJoint { key: &'static str },

    // Physics.
    #[error("the {what} is negative")]
    Negative { what: String },
    #[error("no distribution of mass has this inertia: {why}")]
    NotPhysical { why: String },
    #[error("the body `{name}` is fixed to the base: its mass has no effect and is left out")]
    LumpedIntoBase { name: String },
    #[error("the nominal values of `{name}` are left out: {why}")]
    NominalLost { name: String, why: String },
    #[error("a nominal value for `{term}`, which {owner} does not have")]
    UnusedNominal { term: &'static str, owner: String },
}

impl Fault {
    /// The code by which `armwright explain` knows it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "AW0001",
            Self::TooLarge { .. } => "AW0002",
            Self::Empty => "AW0003",
            Self::Yaml { .. } => "AW0004",
            Self::TooDeep { .. } => "AW0005",
            Self::TooManyValues { .. } => "AW0006",
            Self::Indirection { .. } => "AW0007",
            Self::SeveralDocuments => "AW0008",
            Self::DuplicateKey { .. } => "AW0009",
            Self::ControlCharacter { .. } => "AW0010",
            Self::Unreadable { .. } => "AW0011",
            Self::UnknownKey { .. } => "AW0101",
            Self::MissingKey { .. } => "AW0102",
            Self::WrongKind { .. } => "AW0103",
            Self::WrongLength { .. } => "AW0104",
            Self::UnknownWord { .. } => "AW0105",
            Self::NotSupported { .. } => "AW0106",
            Self::Conflict { .. } => "AW0107",
            Self::Repeated { .. } => "AW0108",
            Self::BadNumber { .. } => "AW0201",
            Self::UnknownConstant { .. } => "AW0202",
            Self::SymbolNotAllowed { .. } => "AW0203",
            Self::AngleNotAllowed { .. } => "AW0204",
            Self::NotPolynomial { .. } => "AW0205",
            Self::OutOfRange => "AW0206",
            Self::NotSi { .. } => "AW0207",
            Self::AlmostExact { .. } => "AW0208",
            Self::WrongValue { .. } => "AW0209",
            Self::BadName { .. } => "AW0301",
            Self::Keyword { .. } => "AW0302",
            Self::DuplicateName { .. } => "AW0303",
            Self::UnknownParent { .. } => "AW0304",
            Self::ParentLater { .. } => "AW0305",
            Self::Cycle { .. } => "AW0306",
            Self::Collision { .. } => "AW0307",
            Self::UnknownParameter { .. } => "AW0308",
            Self::UnknownElement { .. } => "AW0309",
            Self::UnknownJoint { .. } => "AW0310",
            Self::NothingMoves => "AW0401",
            Self::TooMany { .. } => "AW0402",
            Self::NotUnit { .. } => "AW0403",
            Self::LimitsReversed { .. } => "AW0404",
            Self::TransmissionSize { .. } => "AW0405",
            Self::Singular { .. } => "AW0406",
            Self::MotorCount { .. } => "AW0407",
            Self::FixedJoint { .. } => "AW0408",
            Self::Negative { .. } => "AW0501",
            Self::NotPhysical { .. } => "AW0502",
            Self::LumpedIntoBase { .. } => "AW0503",
            Self::NominalLost { .. } => "AW0504",
            Self::UnusedNominal { .. } => "AW0505",
        }
    }

    /// How much it matters.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            Self::AlmostExact { .. }
            | Self::Negative { .. }
            | Self::NotPhysical { .. }
            | Self::NominalLost { .. }
            | Self::UnusedNominal { .. } => Severity::Warning,
            Self::LumpedIntoBase { .. } => Severity::Note,
            _ => Severity::Error,
        }
    }

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
