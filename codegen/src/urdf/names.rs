//! Names of a URDF, made into what a robot file takes.

use std::collections::BTreeSet;

use crate::format::{LONGEST_NAME, is_reserved, repaired};

/// Names of a kind, each once.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// Names that are not what they were.
    renamed: Vec<(String, String)>,
}

impl Names {
    /// None yet, but this one is taken.
    pub(super) fn but(taken: &str) -> Self {
        Self {
            taken: BTreeSet::from([taken.to_owned()]),
            renamed: Vec::new(),
        }
    }

    /// None yet, but what others are called is taken.
    pub(super) fn beside(others: &Self) -> Self {
        Self {
            taken: others.taken.clone(),
            renamed: Vec::new(),
        }
    }

    pub(super) fn fresh(&mut self, name: &str) -> String {
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
        if found != name {
            self.renamed.push((name.to_owned(), found.clone()));
        }
        found
    }
}

/// What is said of names that are others now.
pub(super) fn renamed(bodies: &Names, joints: &Names, motors: &Names) -> Option<String> {
    let all = bodies.renamed.iter().chain(&joints.renamed);
    let all = all.map(|(name, now)| format!("`{name}` is `{now}`"));
    // A motor may have the name of a joint, which keeps it.
    let motors = motors.renamed.iter();
    let motors = motors.map(|(name, now)| format!("the motor `{name}` is `{now}`"));
    let all: Vec<String> = all.chain(motors).collect();
    let why = "renamed, since a robot file takes letters, digits and underscores, each name once";
    (!all.is_empty()).then(|| format!("{why}: {}", all.join(", ")))
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
