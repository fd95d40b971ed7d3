//! Where long formulas may be broken: before an operator between terms.

/// Cuts a formula before each ` + `, ` - ` and ` = ` that stands outside braces, and outside parentheses that LaTeX makes
/// as large as what they hold: those are opened and closed in one piece. The pieces, joined by spaces, are the formula
/// again.
pub(super) fn pieces(formula: &str) -> Vec<&str> {
    let bytes = formula.as_bytes();
    let (mut pieces, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for at in 0..bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\\' if opens(&formula[at..], "\\left") => depth += 1,
            b'\\' if opens(&formula[at..], "\\right") => depth = depth.saturating_sub(1),
            b' ' if depth == 0 && at > start => {
                let operator = bytes.get(at + 1).is_some_and(|b| b"+-=".contains(b))
                    && bytes.get(at + 2) == Some(&b' ');
                if operator {
                    pieces.push(&formula[start..at]);
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    pieces.push(&formula[start..]);
    pieces
}

/// Whether a text begins with a word of LaTeX: `\left`, not `\leftarrow`.
fn opens(text: &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Fills lines with pieces: the first line may be `first` columns wide, the others `rest`. `width`
/// measures a piece.
pub(super) fn lines(
    formula: &str,
    first: usize,
    rest: usize,
    width: impl Fn(&str) -> usize,
) -> Vec<String> {
    filled(pieces(formula), first, rest, width)
}

/// Fills lines with words.
pub(crate) fn fill(text: &str, columns: usize) -> Vec<String> {
    filled(text.split_whitespace(), columns, columns, |word| {
        word.chars().count()
    })
}

fn filled<'t>(
    pieces: impl IntoIterator<Item = &'t str>,
    first: usize,
    rest: usize,
    width: impl Fn(&str) -> usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = first;
    for piece in pieces {
        let needed = width(piece) + 1;
        match lines.last_mut() {
            Some(line) if needed <= room => {
                line.push(' ');
                line.push_str(piece);
                room -= needed;
            }
            previous => {
                let whole = if previous.is_some() { rest } else { first };
                room = (whole + 1).saturating_sub(needed);
                lines.push(piece.to_owned());
            }
        }
    }
    lines
}
