//! What a key of the robot file is: the type of a row of the table.

/// A map of the file: what it describes, and the keys that it may have.
#[derive(Debug)]
pub(super) struct Place {
    /// How messages call it.
    pub(super) name: &'static str,
    /// What it describes.
    pub(super) about: &'static str,
    /// How it is written.
    pub(super) layout: Layout,
    /// Its keys, in the order in which they are written.
    pub(super) keys: &'static [Key],
}

/// How a map is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// A line for each key.
    Lines,
    /// Within braces.
    Braces,
    /// Within braces, the keys that have their default as well.
    Whole,
}

/// A key and all that is known of it.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What its value may be.
    pub(super) shape: Shape,
    /// The unit of its value, if it has one.
    pub(super) unit: &'static str,
    /// Whether a map without it is wrong.
    pub(super) required: bool,
    /// What stands for it where it is left out, as the file would write it; may be empty.
    pub(super) default: &'static str,
    /// One line for people.
    pub(super) about: &'static str,
    /// A value, as the file would write it.
    pub(super) example: &'static str,
}

/// What a value may be.
#[derive(Debug)]
pub(super) enum Shape {
    /// A line of text.
    Text,
    /// A function of the motion.
    Function,
    /// The name of something that the file describes here.
    Name(Named),
    /// The name of something that is described elsewhere, and how messages call that.
    Reference(&'static str),
    /// `true` or `false`.
    Truth,
    /// One of several words.
    Word(&'static Words),
    /// A number.
    Number(Number),
    /// A list of so many numbers.
    Numbers(usize, Number),
    /// A whole number, what messages call it, and the largest.
    Count(&'static str, usize),
    /// A map with the keys of a place.
    Map(&'static Place),
    /// A list of things that messages call so, and the most that it may have.
    List(&'static Shape, &'static str, usize),
    /// A list; one thing alone stands for a list of one.
    OneOrMore(&'static Shape, &'static str),
    /// A map with keys of the user's own, "from names to numbers".
    Entries(&'static Shape, &'static str),
    /// One of two shapes.
    Either(&'static Shape, &'static Shape),
}

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Robot,
    Constant,
    Body,
    Joint,
    Motor,
    Spring,
    Parameter,
}

impl Named {
    /// How messages call it.
    pub(super) fn what(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Words of which one may stand at a place.
#[derive(Debug)]
pub(super) struct Words {
    /// How messages call one of them.
    pub(super) what: &'static str,
    /// Each of them, and what it says.
    pub(super) words: &'static [(&'static str, &'static str)],
    /// Words of the field that the generator cannot treat.
    pub(super) later: &'static [Later],
}

/// A word that the generator cannot treat.
#[derive(Debug)]
pub(super) struct Later {
    pub(super) word: &'static str,
    /// How messages call what the word, in place of `{}`, asks for.
    pub(super) asked: &'static str,
    /// What to write instead.
    pub(super) instead: &'static str,
}

/// What kind of number may stand at a place. An exact one is neither symbolic nor a multiple of pi;
/// a nominal one, on which no equation depends, has symbols at their values and pi as a float.
#[derive(Debug, Clone, Copy)]
pub(super) enum Number {
    /// Whatever an expression gives.
    Any,
    /// A length: symbols, but no pi.
    Length,
    /// An angle: pi, but no symbols.
    Angle,
    /// An exact number, and how messages call the place.
    Exact(&'static str),
    /// An exact number of few digits, so that exact elimination stays fast.
    Ratio,
    /// An exact number from zero, and how messages call it.
    Cost(&'static str),
    /// A nominal number.
    Nominal,
    /// A nominal number that may be an angle.
    Position,
    /// The same, above zero, and how messages call it.
    Bound(&'static str),
}

/// Declares lists of words, in the form that the table describes.
macro_rules! words {
    ($(
        $list:ident: $what:literal {
            $($word:literal: $says:literal;)+
            $(later $asked:literal [$($later:literal),+], $instead:literal;)*
        }
    )+) => {$(
        pub(super) static $list: $crate::format::shape::Words = $crate::format::shape::Words {
            what: $what,
            words: &[$(($word, $says)),+],
            later: &[$($($crate::format::shape::Later {
                word: $later,
                asked: $asked,
                instead: $instead,
            }),+),*],
        };
    )+};
}
pub(super) use words;

/// Declares places with their keys, in the form that the table describes.
macro_rules! places {
    ($(
        $(#[doc = $about:literal])+
        $place:ident: $layout:ident $called:literal { $(
            $key:literal: $shape:expr,
            $(unit $unit:literal,)? $(default $default:literal,)?
            $(required $must:literal,)? $(example $may:literal,)?
            $line:literal;
        )+ }
    )+) => {$(
        pub(super) static $place: $crate::format::shape::Place = $crate::format::shape::Place {
            name: $called,
            about: concat!($($about),+).trim_ascii_start(),
            layout: $layout,
            keys: &[$($crate::format::shape::Key {
                name: $key,
                shape: $shape,
                unit: concat!($($unit)?),
                required: concat!($($must)?).len() > 0,
                default: concat!($($default)?),
                about: $line,
                example: concat!($($must)? $($may)?),
            }),+],
        };
    )+};
}
pub(super) use places;

impl Number {
    /// What kind of number it is, for people.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Any => "number",
            Self::Length => "length",
            Self::Angle => "angle",
            Self::Exact(_) | Self::Ratio | Self::Cost(_) => "exact number",
            Self::Nominal | Self::Position | Self::Bound(_) => "nominal number",
        }
    }
}

impl Key {
    /// What it is, with its unit or its words, as a sentence.
    pub(super) fn sentence(&self) -> String {
        let about = self.about.trim_end_matches('.');
        match (self.shape.words(), self.unit) {
            (Some(words), _) => format!("{about}: {}.", words.names().join(", ")),
            (None, "") => self.about.to_owned(),
            (None, unit) => format!("{about}, {unit}."),
        }
    }
}

impl Place {
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

impl Words {
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.words.iter().map(|&(word, _)| word).collect()
    }
}

impl Shape {
    /// The place of a map.
    pub(super) fn place(&self) -> Option<&'static Place> {
        match self {
            Self::Map(place) => Some(place),
            _ => None,
        }
    }

    /// The words of which it may be one or more.
    pub(super) fn words(&self) -> Option<&'static Words> {
        match self {
            Self::Word(words) => Some(words),
            Self::OneOrMore(of, _) | Self::Either(of, _) | Self::Entries(of, _) => of.words(),
            _ => None,
        }
    }

    /// What each item of a list may be.
    pub(super) fn item(&self) -> Option<&'static Self> {
        match self {
            Self::List(of, ..) | Self::OneOrMore(of, _) => Some(of),
            _ => None,
        }
    }

    /// What the value of a key of a map may be.
    pub(super) fn entry(&self, key: &str) -> Option<&'static Self> {
        match self {
            Self::Entries(of, _) => Some(of),
            Self::Map(place) => place.key(key).map(|key| &key.shape),
            _ => None,
        }
    }

    /// How messages call what is expected.
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::Function => "an expression".to_owned(),
            Self::Name(_) => "a name".to_owned(),
            Self::Reference(what) => (*what).to_owned(),
            Self::Truth => "`true` or `false`".to_owned(),
            Self::Word(words) => words.what.to_owned(),
            Self::Number(_) => "a number".to_owned(),
            Self::Numbers(length, _) => format!("a list of {length} numbers"),
            Self::Count(..) => "a whole number".to_owned(),
            Self::Map(place) => format!("a map of {}", place.names().join(", ")),
            Self::List(_, what, _) | Self::OneOrMore(_, what) => format!("a list of {what}"),
            Self::Entries(_, what) => format!("a map from {what}"),
            Self::Either(one, other) => format!("{}, or {}", one.expected(), other.expected()),
        }
    }
}
