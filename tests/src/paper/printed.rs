//! What the ABB paper prints, as data.

use std::collections::BTreeMap;
use std::path::Path;

use armwright_codegen::algebra::Monomial;
use serde::Deserialize;
use serde_yaml::{Mapping, Value};

use super::derived::Wrist;
use super::formula::FormulaError;

/// A transcription that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is not the YAML that is expected.
    #[error(transparent)]
    Yaml(#[from] serde_yaml::Error),
    /// A formula does not read.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A term of an element is not a coefficient times sines and cosines.
    #[error("`{term}` of {element} is not a coefficient times sines and cosines")]
    Term {
        /// The element.
        element: String,
        /// Its term.
        term: String,
    },
    /// An entry that should be there is not, or is not text.
    #[error("the transcription has no text `{0}`")]
    Absent(String),
}

/// The paper's formulas as text, in the order of print.
#[derive(Debug, Deserialize)]
pub struct Printed {
    /// Velocity of each body's centre of mass for a unit rate of each joint (section 2.1).
    pub velocity: BTreeMap<String, [String; 3]>,
    /// Angular velocity of each body for a unit rate of each joint.
    pub angular_velocity: BTreeMap<String, [String; 3]>,
    /// Applied force on each body (section 2.2).
    pub force: BTreeMap<String, String>,
    /// Applied torque on each body.
    pub torque: BTreeMap<String, String>,
    elements: Mapping,
    /// Elements that equal others.
    pub same: BTreeMap<String, String>,
    /// Elements printed as zero.
    pub zero: Vec<String>,
    /// The printed number of coefficients.
    pub coefficients: usize,
    definitions: Mapping,
    /// The printed number of physical parameters.
    pub physical_parameters: usize,
    /// Those that appear in no equation.
    pub invisible: Vec<String>,
    /// Those that section 4 takes as known.
    pub known: Vec<String>,
    solutions: Mapping,
    /// Whether sensors of force and torque at every joint are said to reveal all parameters (section 1).
    pub sensors_reveal_all: bool,
    /// What an identified element is said to give (section 5).
    pub identified: Identified,
    /// Coulomb friction of section 5.
    pub coulomb: Coulomb,
}

/// What some coefficients are said to give.
#[derive(Debug, Deserialize)]
pub struct Identified {
    /// The coefficients.
    pub coefficients: Vec<String>,
    /// How many of the physical parameters.
    pub parameters: usize,
}

/// The printed friction term.
#[derive(Debug, Deserialize)]
pub struct Coulomb {
    /// The term.
    pub term: String,
    /// What each motor's friction has the sign of.
    pub sign_of: Vec<String>,
}

/// A printed term: its coefficient's name and its trigonometric monomial.
pub(super) type Term = (String, Monomial);

impl Printed {
    /// Reads a transcription.
    ///
    /// # Errors
    /// [`PaperError`] if it cannot be read.
    pub fn read(path: &Path) -> Result<Self, PaperError> {
        Self::parse(&std::fs::read_to_string(path)?)
    }

    /// Takes a transcription from its text.
    ///
    /// # Errors
    /// [`PaperError`] if it is not what is expected.
    pub fn parse(text: &str) -> Result<Self, PaperError> {
        Ok(serde_yaml::from_str(text)?)
    }

    /// The elements that are not printed as zero: name, text and terms.
    pub(super) fn elements(&self) -> Result<Vec<(String, String, Vec<Term>)>, PaperError> {
        let element = |(name, text): (String, String)| {
            let terms: Result<Vec<Term>, PaperError> = text
                .split(" + ")
                .map(|term| read_term(&name, term))
                .collect();
            Ok((name, text, terms?))
        };
        entries(&self.elements)?.into_iter().map(element).collect()
    }

    /// The definitions of the coefficients: name and formula.
    pub(super) fn definitions(&self) -> Result<Vec<(String, String)>, PaperError> {
        entries(&self.definitions)
    }

    /// The solutions for physical parameters: name and formula.
    pub(super) fn solutions(&self) -> Result<Vec<(String, String)>, PaperError> {
        entries(&self.solutions)
    }

    /// The text of an entry of one of the tables by body.
    pub(super) fn entry<'t, T>(
        table: &'t BTreeMap<String, T>,
        body: &str,
    ) -> Result<&'t T, PaperError> {
        table
            .get(body)
            .ok_or_else(|| PaperError::Absent(body.to_owned()))
    }
}

/// The entries of a map of texts, in the order of the file.
fn entries(map: &Mapping) -> Result<Vec<(String, String)>, PaperError> {
    let entry = |(key, value): (&Value, &Value)| match (key.as_str(), value.as_str()) {
        (Some(key), Some(value)) => Ok((key.to_owned(), value.to_owned())),
        _ => Err(PaperError::Absent(format!("{key:?}: {value:?}"))),
    };
    map.iter().map(entry).collect()
}

/// `PS_12 s3 c3 c2^2`, squares left as they stand.
fn read_term(element: &str, term: &str) -> Result<Term, PaperError> {
    let fault = || PaperError::Term {
        element: element.to_owned(),
        term: term.to_owned(),
    };
    let mut words = term.split_whitespace();
    let name = words.next().ok_or_else(fault)?;
    let mut monomial = Monomial::one();
    for word in words {
        let (name, exponent) = word.split_once('^').unwrap_or((word, "1"));
        let atom = Wrist::motion(name).ok_or_else(fault)?;
        let exponent = exponent.parse().map_err(|_| fault())?;
        monomial = monomial.times(&Monomial::one().with_exponent(atom, exponent));
    }
    Ok((name.to_owned(), monomial))
}
