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
    #[error("unknown {what} `{name}`")]
    UnknownPlace {
        name: String,
        what: &'static str,
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
            Self::UnknownPlace { .. } => "AW0311",
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
}
