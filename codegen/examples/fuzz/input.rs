//! What is thrown at the generator.

use std::path::Path;

/// What a text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// A robot file.
    Yaml,
    /// A robot in XML.
    Urdf,
}

impl Language {
    /// That of a file, by the end of its name; none of files that are neither.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let ending = file.extension()?;
        [Self::Yaml, Self::Urdf]
            .into_iter()
            .find(|language| ending == language.ending())
    }

    /// How names of such files end.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Yaml => "yaml",
            Self::Urdf => "urdf",
        }
    }
}

/// A file, or what was made of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// What it is read as.
    pub(crate) language: Language,
    /// What stands in it: text, most of the time.
    pub(crate) bytes: Vec<u8>,
}

/// How far an input goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// It is read, its mistakes are printed.
    Read,
    /// Its equations are derived and written.
    Derived,
    /// The same, and the commands are asked about it.
    Asked,
}
