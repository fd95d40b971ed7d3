//! Names of a URDF, made into what a robot file takes.

use std::collections::BTreeSet;

use crate::format::{LONGEST_NAME, is_reserved, repaired};

/// Names of a kind, each once.
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// Of these what waits for its owner: names that a robot file takes as they are.
    kept: BTreeSet<String>,
    /// Names that are not what they were.
    renamed: Vec<(String, String)>,
}

impl Names {
    /// Of all that will be asked for by these names: one that a robot file takes as it is stays that of the first that has it,
    /// unless it is the one that is taken.
    pub(super) fn but<'n>(taken: &str, names: impl Iterator<Item = &'n str>) -> Self {
        Self::among(BTreeSet::from([taken.to_owned()]), names)
    }

    /// The same, where what others are called is taken.
    pub(super) fn beside<'n>(others: &Self, names: impl Iterator<Item = &'n str>) -> Self {
        Self::among(others.taken.clone(), names)
    }

    fn among<'n>(mut taken: BTreeSet<String>, names: impl Iterator<Item = &'n str>) -> Self {
        let possible = names.filter(|name| !name.is_empty() && repaired(name) == *name);
        let kept = possible.map(str::to_owned);
        let kept: BTreeSet<String> = kept.filter(|name| !taken.contains(name)).collect();
        taken.extend(kept.iter().cloned());
        Self {
            taken,
            kept,
            renamed: Vec::new(),
        }
    }

    /// What is called so, by a name that nothing else has: this one where that can be.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let found = self.unused(name);
        if found != name {
            self.renamed.push((name.to_owned(), found.clone()));
        }
        found
    }

    /// The same for what has no name of its own, so that nothing is renamed.
    pub(super) fn unused(&mut self, name: &str) -> String {
        if self.kept.remove(name) {
            return name.to_owned();
        }
        let repaired = match repaired(name) {
            repaired if repaired.is_empty() => "_".to_owned(),
            repaired => repaired,
        };
        let numbered = (2..).map(|k| {
            let number = format!("_{k}");
            let kept = repaired.chars().take(LONGEST_NAME - number.len());
            kept.chain(number.chars()).collect()
        });
        let mut names = std::iter::once(repaired.clone()).chain(numbered);
        let found = names.find(|name: &String| !self.taken.contains(name));
        let found = found.unwrap_or(repaired);
        self.taken.insert(found.clone());
        found
    }
}

/// What is said of names that are others now.
pub(super) fn renamed(bodies: &Names, joints: &Names, motors: &Names) -> Option<String> {
    // Of a link, a joint and a motor with one name each may become something else.
    let kinds = [("link", bodies), ("joint", joints), ("motor", motors)];
    let all = kinds.into_iter().flat_map(|(kind, names)| {
        let renamed = names.renamed.iter();
        renamed.map(move |(name, now)| format!("the {kind} `{name}` is `{now}`"))
    });
    let all: Vec<String> = all.collect();
    let why = "renamed, since a robot file takes letters, digits and underscores, each name once";
    let shared = match motors.renamed.is_empty() {
        true => "",
        false => " (friction of a joint and of a motor would share it)",
    };
    (!all.is_empty()).then(|| format!("{why}{shared}: {}", all.join(", ")))
}

/// A name for the robot's module.
pub(super) fn module(name: &str) -> String {
    let name = repaired(name).to_ascii_lowercase();
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    match begins && !is_reserved(&name) {
        true => name,
        false => format!("robot_{name}").chars().take(LONGEST_NAME).collect(),
    }
}
