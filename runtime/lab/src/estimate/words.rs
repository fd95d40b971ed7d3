//! The variants of an enumeration, by the words that it is read from.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, IntoDeserializer};

/// What a reader of a word would rather have had.
#[derive(Debug)]
pub(super) struct Words(&'static [&'static str]);

impl Words {
    /// Those of an enumeration without data, in the order of its declaration.
    pub(super) fn of<T: Deserialize<'static>>() -> &'static [&'static str] {
        let refused = T::deserialize(IntoDeserializer::<Self>::into_deserializer(""));
        refused.err().map_or(&[], |Self(words)| words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", self.0.join(", "))
    }
}

impl std::error::Error for Words {}

impl de::Error for Words {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde::de::Error;

    use super::Words;

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Fruit {
        GreenApple,
        Pear,
    }

    #[test]
    fn an_enumeration_says_its_words() {
        assert_eq!(Words::of::<Fruit>(), ["green-apple", "pear"]);
        assert_eq!(Words(&["a", "b"]).to_string(), "one of a, b");
        assert_eq!(Words::custom("anything").to_string(), "one of ");
        // What takes any text refuses none.
        assert!(Words::of::<String>().is_empty());
        let _ = [Fruit::GreenApple, Fruit::Pear];
    }
}
