//! What was noticed of recordings, what several have in common said once.

use std::fmt;

use super::{Recording, Remark};

/// A remark and the recordings that it is of.
#[derive(Debug, Clone, PartialEq)]
pub struct Noticed {
    /// The first of them, by its file.
    pub recording: String,
    /// How many others it is of, too.
    pub others: usize,
    /// What was noticed.
    pub remark: Remark,
}

/// What was noticed while recordings were read, in their order; pieces of one are it.
pub(crate) fn noticed<'a>(recordings: impl Iterator<Item = &'a Recording>) -> Vec<Noticed> {
    let mut all: Vec<(&Remark, Vec<&str>)> = Vec::new();
    for recording in recordings {
        let source = recording.source.as_str();
        for remark in &recording.remarks {
            match all.iter_mut().find(|(other, _)| *other == remark) {
                Some((_, sources)) if sources.contains(&source) => {}
                Some((_, sources)) => sources.push(source),
                None => all.push((remark, vec![source])),
            }
        }
    }
    let each = all.into_iter().map(|(remark, sources)| Noticed {
        recording: sources[0].to_owned(),
        others: sources.len() - 1,
        remark: remark.clone(),
    });
    each.collect()
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.others, &self.remark) {
            // A table without a description is the recording itself.
            (0, Remark::Layout { file, .. }) if *file == self.recording => {
                write!(f, "{}", self.remark)
            }
            (0, remark) => write!(f, "{}: {remark}", self.recording),
            (others, remark) => write!(f, "{} and {others} more: {remark}", self.recording),
        }
    }
}
