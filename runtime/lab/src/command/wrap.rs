//! Sentences broken into lines that fit a terminal.

/// Columns of a line.
const WIDTH: usize = 100;

/// A sentence after a mark, its further lines indented by as much as the mark is wide.
pub(super) fn wrapped(mark: &str, sentence: &str) -> String {
    let indent = mark.chars().count();
    let mut text = mark.to_owned();
    let mut column = indent;
    for (k, word) in sentence.split_whitespace().enumerate() {
        let width = word.chars().count();
        if k > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if k > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn lines_fit_and_lose_no_word() {
        let sentence = "motion reveals µ ".repeat(40);
        let text = wrapped("  - ", &sentence);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    ")));
        assert!(
            text.split_whitespace()
                .skip(1)
                .eq(sentence.split_whitespace())
        );
    }
}
