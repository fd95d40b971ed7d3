//! A page of equations before it is laid out: headings, paragraphs, equations, tables.

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inline {
    /// Words, taken literally.
    Text(String),
    /// A formula in the notation of the page.
    Math(String),
    /// A word of the robot file or of a command.
    Code(String),
}

/// Words.
pub(super) fn words(text: impl Into<String>) -> Inline {
    Inline::Text(text.into())
}

/// A formula.
pub(super) fn math(formula: impl Into<String>) -> Inline {
    Inline::Math(formula.into())
}

/// A word of the robot file.
pub(super) fn code(text: impl Into<String>) -> Inline {
    Inline::Code(text.into())
}

/// `left = right`, or `left = right = right` where several expressions are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Equation {
    /// What is given.
    pub left: String,
    /// What it is equal to; each begins a line of its own.
    pub rights: Vec<String>,
}

impl Equation {
    /// Lines `left = right`; only the first has a left-hand side.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        let lefts = std::iter::once(self.left.as_str()).chain(std::iter::repeat(""));
        lefts.zip(self.rights.iter().map(String::as_str))
    }

    /// An equation with one right-hand side.
    pub(super) fn new(left: impl Into<String>, right: impl Into<String>) -> Self {
        Self {
            left: left.into(),
            rights: vec![right.into()],
        }
    }
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    /// The beginning of a chapter.
    Heading(String),
    /// The beginning of a part of a chapter.
    Subheading(String),
    /// Running text.
    Paragraph(Vec<Inline>),
    /// Equations, one below the other.
    Equations(Vec<Equation>),
    /// A table: the head, then rows of as many cells.
    Table(Vec<String>, Vec<Vec<Inline>>),
}

/// A page of equations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Page {
    /// What it is about.
    pub title: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

impl Page {
    /// Begins a chapter.
    pub(super) fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(text.to_owned()));
    }

    /// Begins a part of a chapter.
    pub(super) fn subheading(&mut self, text: &str) {
        self.blocks.push(Block::Subheading(text.to_owned()));
    }

    /// Adds running text, if there is any.
    pub(super) fn paragraph(&mut self, pieces: impl IntoIterator<Item = Inline>) {
        let pieces: Vec<Inline> = pieces.into_iter().collect();
        if !pieces.is_empty() {
            self.blocks.push(Block::Paragraph(pieces));
        }
    }

    /// Adds equations, if there are any.
    pub(super) fn equations(&mut self, equations: Vec<Equation>) {
        if !equations.is_empty() {
            self.blocks.push(Block::Equations(equations));
        }
    }

    /// Adds a table, if it has rows.
    pub(super) fn table(&mut self, head: &[&str], rows: Vec<Vec<Inline>>) {
        if !rows.is_empty() {
            let head = head.iter().map(|&cell| cell.to_owned()).collect();
            self.blocks.push(Block::Table(head, rows));
        }
    }
}

/// Text of the robot file as a format that means just that text: some characters are marked with a
/// backslash, others are replaced, and those that control a terminal are spaces.
pub(super) fn escaped(text: &str, marked: &str, replaced: &[(char, &str)]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match replaced.iter().find(|(known, _)| *known == character) {
            Some((_, replacement)) => escaped.push_str(replacement),
            None if marked.contains(character) => escaped.extend(['\\', character]),
            None if character.is_control() => escaped.push(' '),
            None => escaped.push(character),
        }
    }
    escaped
}
