//! A difference between what is printed and what is true.

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erratum {
    /// The difference in a few words.
    pub title: String,
    /// Where in the paper.
    pub place: &'static str,
    /// What stands there.
    pub printed: String,
    /// What follows from the model.
    pub derived: String,
    /// Why; every statement in it has been checked exactly.
    pub reason: String,
}

/// All differences, and what was found to agree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errata {
    /// Differences in the order of the paper.
    pub errata: Vec<Erratum>,
    /// What agrees, and what the paper leaves to the reader: a sentence each.
    pub agreements: Vec<String>,
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
