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

#[cfg(test)]
mod tests {
    use super::{fill, lines, pieces};

    /// What stands in braces, and between the parentheses that LaTeX makes large, stays together.
    #[test]
    fn formulas_are_cut_before_operators_between_terms() {
        for (formula, expected) in [
            ("a", &["a"][..]),
            ("-a + b - c = d", &["-a", "+ b", "- c", "= d"]),
            ("a+b * c", &["a+b * c"]),
            ("a +b + c", &["a +b", "+ c"]),
            ("2*(a - b) + c", &["2*(a", "- b)", "+ c"]),
            ("\\frac{a + b}{c - d} - e", &["\\frac{a + b}{c - d}", "- e"]),
            ("x_{1 + {a - b}} + c", &["x_{1 + {a - b}}", "+ c"]),
            (
                "u\\,\\left(a - \\left|b + c\\right| + d\\right) + e",
                &["u\\,\\left(a - \\left|b + c\\right| + d\\right)", "+ e"],
            ),
            ("\\leftarrow a + b", &["\\leftarrow a", "+ b"]),
            (
                "{a \\rightarrow b + c} + d",
                &["{a \\rightarrow b + c}", "+ d"],
            ),
        ] {
            assert_eq!(pieces(formula), expected, "{formula}");
            assert_eq!(pieces(formula).join(" "), formula);
        }
    }

    #[test]
    fn a_line_is_as_long_as_its_columns_and_not_longer() {
        let broken = |first, rest| lines("aa + bb - cc + dd", first, rest, str::len);
        assert_eq!(broken(17, 17), ["aa + bb - cc + dd"]);
        assert_eq!(broken(16, 17), ["aa + bb - cc", "+ dd"]);
        assert_eq!(broken(7, 9), ["aa + bb", "- cc + dd"]);
        assert_eq!(broken(6, 8), ["aa", "+ bb", "- cc", "+ dd"]);
        // What is longer than a line has one of its own.
        assert_eq!(broken(1, 1), ["aa", "+ bb", "- cc", "+ dd"]);
        assert_eq!(fill("  one two\n three ", 7), ["one two", "three"]);
        assert_eq!(fill("one two three", 6), ["one", "two", "three"]);
        assert_eq!(fill("größer als", 10), ["größer als"]);
        assert!(fill("", 10).is_empty());
    }
}
