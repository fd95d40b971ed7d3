//! Sentences broken into lines that fit a terminal.

use textwrap::{Options, WordSplitter};

/// Columns of a line.
const WIDTH: usize = 100;

/// A sentence after a mark, its further lines indented by as much as the mark is wide.
pub(super) fn wrapped(mark: &str, sentence: &str) -> String {
    let indent = " ".repeat(mark.chars().count());
    let options = Options::new(WIDTH)
        .initial_indent(mark)
        .subsequent_indent(&indent)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(sentence, options) + "\n"
}
