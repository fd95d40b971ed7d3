//! From a page to a file: what each format has its own way of writing, and what goes for all.

use super::page::{Block, Equation, Inline, Page};

/// How a format writes the parts of a page. What it is given is in the format already, but for
/// formulas, and for what is in words of the robot file.
pub(super) struct Markup {
    /// Text of the robot file, so that it means just that text.
    pub words: fn(&str) -> String,
    /// A formula in running text.
    pub math: fn(&str) -> String,
    /// A word of the robot file or of a command.
    pub code: fn(&str) -> String,
    /// The same in a table.
    pub cell: fn(&str) -> String,
    /// The beginning of a chapter, counted from 1.
    pub heading: fn(usize, &str) -> String,
    /// The beginning of a part of a chapter.
    pub subheading: fn(&str) -> String,
    /// Running text.
    pub paragraph: fn(String) -> String,
    /// Equations, one below the other.
    pub equations: fn(&[Equation]) -> String,
    /// A table: head, rows.
    pub table: fn(Vec<String>, Vec<Vec<String>>) -> String,
    /// The whole file: title, titles of chapters, blocks.
    pub file: fn(&str, &[String], Vec<String>) -> String,
}

impl Markup {
    /// Lays a page out.
    pub(super) fn render(&self, page: &Page<'_>) -> String {
        let inline = |piece: &Inline| self.inline(piece, self.code);
        let cell = |piece: &Inline| self.inline(piece, self.cell);
        let mut chapters = Vec::new();
        let mut blocks = Vec::new();
        for block in &page.blocks {
            blocks.push(match block {
                Block::Heading(title) => {
                    chapters.push((self.words)(title));
                    (self.heading)(chapters.len(), &chapters[chapters.len() - 1])
                }
                Block::Subheading(title) => (self.subheading)(&(self.words)(title)),
                Block::Paragraph(pieces) => (self.paragraph)(pieces.iter().map(inline).collect()),
                Block::Equations(equations) => (self.equations)(equations),
                Block::Table(head, rows) => {
                    let rows = rows.iter().map(|row| row.iter().map(cell).collect());
                    let head = head.iter().map(|cell| (self.words)(cell));
                    (self.table)(head.collect(), rows.collect())
                }
            });
        }
        (self.file)(&(self.words)(&page.title), &chapters, blocks)
    }

    fn inline(&self, piece: &Inline, code: fn(&str) -> String) -> String {
        match piece {
            Inline::Text(text) => (self.words)(text),
            Inline::Math(formula) => (self.math)(formula),
            Inline::Code(text) => code(text),
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
