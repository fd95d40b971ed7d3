//! A page of equations before it is laid out: headings, paragraphs, equations, tables.

use super::notation::{Notation, Style};
use crate::derivation::Derivation;

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
    /// An equation with one right-hand side.
    pub(super) fn new(left: impl Into<String>, right: impl Into<String>) -> Self {
        Self {
            left: left.into(),
            rights: vec![right.into()],
        }
    }

    /// Lines `left = right`; only the first has a left-hand side.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        let lefts = std::iter::once(self.left.as_str()).chain(std::iter::repeat(""));
        lefts.zip(self.rights.iter().map(String::as_str))
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

/// A page on one robot: what is known of it, how it is written, and what has been said so far.
#[derive(Debug)]
pub(super) struct Page<'d> {
    /// What the page is about.
    pub derivation: &'d Derivation,
    /// How it is written.
    pub notation: Notation<'d>,
    /// Its title.
    pub title: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

impl<'d> Page<'d> {
    /// An empty page.
    pub(super) fn new(derivation: &'d Derivation, style: Style, title: String) -> Self {
        Self {
            derivation,
            notation: Notation::new(&derivation.mechanism, style).rounded(),
            title,
            blocks: Vec::new(),
        }
    }

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

    /// Adds a paragraph of words, taken literally.
    pub(super) fn plain(&mut self, text: impl Into<String>) {
        self.paragraph([words(text)]);
    }

    /// Adds a paragraph with formulas between dollar signs, in text and in LaTeX where these differ
    /// (`$tau_i|\tau_i$`), and words of files and commands between backquotes.
    pub(super) fn prose(&mut self, text: &str) {
        let mut pieces = Vec::new();
        for (number, piece) in text.split('$').enumerate() {
            if number % 2 == 1 {
                let (text, latex) = piece.split_once('|').unwrap_or((piece, piece));
                pieces.push(math(self.notation.either(text, latex)));
                continue;
            }
            let kinds = [words, code].iter().cycle();
            let said = piece.split('`').zip(kinds);
            let said = said.filter(|(piece, _)| !piece.is_empty());
            pieces.extend(said.map(|(piece, kind)| kind(piece)));
        }
        self.paragraph(pieces);
    }

    /// Adds equations, if there are any.
    pub(super) fn equations(&mut self, equations: impl IntoIterator<Item = Equation>) {
        let equations: Vec<Equation> = equations.into_iter().collect();
        if !equations.is_empty() {
            self.blocks.push(Block::Equations(equations));
        }
    }

    /// Adds fixed equations, each `[[left, right]; in text, in LaTeX]`.
    pub(super) fn fixed<const N: usize>(&mut self, equations: [[[&str; 2]; 2]; N]) {
        let notation = self.notation;
        let side =
            |[text, latex]: [[&str; 2]; 2], side: usize| notation.either(text[side], latex[side]);
        self.equations(equations.map(|both| Equation::new(side(both, 0), side(both, 1))));
    }

    /// Adds a table, if it has rows.
    pub(super) fn table<const N: usize>(
        &mut self,
        head: [&str; N],
        rows: impl IntoIterator<Item = [Inline; N]>,
    ) {
        let rows: Vec<Vec<Inline>> = rows.into_iter().map(Vec::from).collect();
        if !rows.is_empty() {
            let head = head.map(str::to_owned).to_vec();
            self.blocks.push(Block::Table(head, rows));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Page, code, math, words};
    use crate::derive;
    use crate::document::Style;

    /// Formulas in both ways of writing where there are two, and as they are where there is one.
    #[test]
    fn running_text_has_words_formulas_and_names_of_files() {
        let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
            - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (derivation, _) = derive("arm.yaml", text).expect("a robot");
        let blocks = |style: Style, text: &str| {
            let mut page = Page::new(&derivation, style, String::new());
            page.prose(text);
            page.blocks
        };
        for (style, torque) in [(Style::Text, "tau_i"), (Style::Latex, "\\tau_i")] {
            assert_eq!(
                blocks(
                    style,
                    "$f_i$ is friction in $tau_i|\\tau_i$ of `arm.yaml`, $m$"
                ),
                [Block::Paragraph(vec![
                    math("f_i"),
                    words(" is friction in "),
                    math(torque),
                    words(" of "),
                    code("arm.yaml"),
                    words(", "),
                    math("m"),
                ])]
            );
            let named = vec![code("a"), words(" and "), code("b")];
            assert_eq!(blocks(style, "`a` and `b`"), [Block::Paragraph(named)]);
            assert_eq!(blocks(style, ""), []);
        }
    }
}
