//! Changes of expressions that someone tired could make.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use crate::finder;

/// How a change stands behind its switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Statement,
    Value,
    /// A value that is borrowed, so that nothing moves.
    Place,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Argument,
    Arithmetic,
    Arm,
    Boundary,
    Condition,
    Field,
    Literal,
    Method,
    Sign,
    Statement,
    Text,
    Variable,
}

impl Kind {
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// A change.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub file: PathBuf,
    /// Bytes of what is changed.
    pub span: Range<usize>,
    pub put: String,
    pub kind: Kind,
    pub form: Form,
    pub line: usize,
    pub function: String,
}

/// Changes of files, drawn: of variables, fields and arguments more, since most of those do not compile.
pub fn drawn(files: &BTreeMap<PathBuf, String>, count: usize, seed: u64) -> Vec<Candidate> {
    let mut all = finder::all(files);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for k in (1..all.len()).rev() {
        all.swap(k, (random() % (k as u64 + 1)) as usize);
    }
    let many = |kind: Kind| matches!(kind, Kind::Variable | Kind::Field | Kind::Argument);
    let plain = all.iter().filter(|c| !many(c.kind)).count();
    let mut of_kind: BTreeMap<Kind, usize> = BTreeMap::new();
    all.iter()
        .for_each(|c| *of_kind.entry(c.kind).or_default() += 1);
    let share = |kind: Kind| match kind {
        Kind::Variable => count * 6 / 5,
        Kind::Field => count / 2,
        Kind::Argument => count / 4,
        kind => (of_kind[&kind] * count).div_ceil(plain),
    };
    let mut taken: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut at: BTreeMap<(PathBuf, usize, usize), usize> = BTreeMap::new();
    all.retain(|c| {
        let here = at
            .entry((c.file.clone(), c.span.start, c.span.end))
            .or_default();
        let taken = taken.entry(c.kind).or_default();
        let takes = *taken < share(c.kind) && *here < 2;
        *taken += usize::from(takes);
        *here += usize::from(takes);
        takes
    });
    all
}
