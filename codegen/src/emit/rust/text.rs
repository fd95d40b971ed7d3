//! Text of the robot file in generated code: nothing in it can be more than text.

/// Text of the robot file as part of a line comment: without line ends, and without characters
/// that would show the line other than it is.
pub(super) fn one_line(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text of the robot file as part of a doc comment: nothing in it is a link, a tag or an emphasis.
pub(super) fn in_doc(text: &str) -> String {
    let mut plain = String::new();
    for c in one_line(text).chars() {
        if c.is_ascii_punctuation() && !".,:;()-+/'".contains(c) {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

/// Characters that reorder text or take no room: the compiler refuses the former in comments.
fn is_invisible(c: char) -> bool {
    let formats = [
        '\u{200b}'..='\u{200f}',
        '\u{202a}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
    ];
    formats.iter().any(|range| range.contains(&c)) || (c.is_control() && !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::{in_doc, one_line};

    #[test]
    fn text_is_one_line_of_what_can_be_seen() {
        for (text, expected) in [
            ("an\tarm\r\nof  two ", "an arm of two"),
            // Bells, and marks of the direction of reading: the last of each range, and isolates.
            ("a\u{7}b\u{7f}c", "abc"),
            ("a\u{200e}b\u{200f}c\u{202d}d", "abcd"),
            ("a\u{2066}b\u{2069}c\u{206f}d", "abcd"),
            ("\u{e9}\u{2010}\u{2070}", "\u{e9}\u{2010}\u{2070}"),
        ] {
            assert_eq!(one_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn punctuation_that_means_something_in_documentation_is_escaped() {
        assert_eq!(in_doc("a_1 `b`"), r"a\_1 \`b\`");
        assert_eq!(in_doc("1.m, (a-b): c; d+e/f's"), "1.m, (a-b): c; d+e/f's");
        assert_eq!(in_doc("# <b> [c]"), r"\# \<b\> \[c\]");
    }
}
