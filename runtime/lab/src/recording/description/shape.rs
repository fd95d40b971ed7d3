//! What a key of a description is: the type of a row of the table.

use crate::recording::channel::Channel;

/// A map of the description: what it describes, and the keys that it may have.
#[derive(Debug)]
pub(super) struct Place {
    /// How messages call it.
    pub(super) name: &'static str,
    /// What it describes.
    pub(super) about: &'static str,
    /// Its keys.
    pub(super) keys: &'static [Key],
}

/// A key and all that is known of it.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What its value may be.
    pub(super) shape: Shape,
    /// Whether a map without it is wrong.
    pub(super) required: bool,
    /// What holds where it is left out.
    pub(super) default: &'static str,
    /// A value, as a description would have it.
    pub(super) example: &'static str,
    /// A line for people.
    pub(super) about: &'static str,
}

/// What a value may be.
#[derive(Debug)]
pub(super) enum Shape {
    /// A line of text, and how messages call it.
    Text(&'static str),
    /// A unit of a channel.
    Unit(Channel),
    /// A number.
    Number,
    /// A number above zero.
    Positive,
    /// A number from zero.
    Threshold,
    /// A number, `90deg`, or a multiple of pi.
    Angle,
    /// 1 or -1.
    Sign,
    /// A whole number from so many.
    Count(usize),
    /// One of some words, and what each says.
    Word(&'static [(&'static str, &'static str)]),
    /// A map with the keys of a place.
    Map(&'static Place),
    /// A list of things that messages call so.
    List(&'static Shape, &'static str),
    /// A list; one thing alone stands for all.
    OneOrMore(&'static Shape, &'static str),
    /// One of two shapes.
    Either(&'static Shape, &'static Shape),
}

/// Declares places with their keys, in the form that the table describes.
macro_rules! places {
    ($(
        $(#[doc = $about:literal])+
        $place:ident $called:literal { $(
            $key:literal: $shape:expr,
            $(required $must:literal,)? $(default $default:literal,)? $(example $may:literal,)?
            $line:literal;
        )+ }
    )+) => {$(
        pub(super) static $place: $crate::recording::description::shape::Place =
            $crate::recording::description::shape::Place {
                name: $called,
                about: concat!($($about),+).trim_ascii_start(),
                keys: &[$($crate::recording::description::shape::Key {
                    name: $key,
                    shape: $shape,
                    required: concat!($($must)?).len() > 0,
                    default: concat!($($default)?),
                    example: concat!($($must)? $($may)?),
                    about: $line,
                }),+],
            };
    )+};
}
pub(super) use places;

impl Place {
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }
}

impl Shape {
    /// The words of which it may be one.
    pub(super) fn words(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Word(words) => words,
            Self::Either(one, other) => match one.words() {
                [] => other.words(),
                words => words,
            },
            _ => &[],
        }
    }

    /// How messages call what is expected.
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Text(what) => (*what).to_owned(),
            Self::Unit(channel) => format!("a unit of {}", channel.name()),
            Self::Number => "a number".to_owned(),
            Self::Positive => "a number above 0".to_owned(),
            Self::Threshold => "a number, 0 or more".to_owned(),
            Self::Angle => {
                "a number (rad or m), `90deg`, or a multiple of pi such as `-pi/2`".into()
            }
            Self::Sign => "1 or -1".to_owned(),
            Self::Count(least) => format!("a whole number, {least} or more"),
            Self::Word(words) => {
                let words: Vec<String> =
                    words.iter().map(|(word, _)| format!("`{word}`")).collect();
                words.join(" or ")
            }
            Self::Map(place) => {
                let names: Vec<&str> = place.names().collect();
                format!("a map of {}", names.join(", "))
            }
            Self::List(_, what) => format!("a list of {what}"),
            Self::OneOrMore(of, what) => format!("{}, or a list of {what}", of.expected()),
            Self::Either(one, other) => format!("{}, or {}", one.expected(), other.expected()),
        }
    }
}
