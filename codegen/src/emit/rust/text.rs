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
