//! Where elements, attributes and mistakes stand in the text of a URDF.

use roxmltree::Node;

use crate::diagnostic::Span;

/// The first child of a name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}

/// The place of an attribute's value, or of the element.
pub(super) fn place(node: Node<'_, '_>, name: &str) -> Span {
    let attribute = node.attributes().find(|attribute| attribute.name() == name);
    attribute.map_or_else(
        || start(node),
        |attribute| {
            let range = attribute.range_value();
            Span::new(range.start, range.end)
        },
    )
}

/// The name of an element where it begins.
pub(super) fn start(node: Node<'_, '_>) -> Span {
    let begin = node.range().start;
    Span::new(begin, begin + 1 + node.tag_name().name().len())
}

/// The byte of a row and a column, both from 1.
pub(super) fn offset(text: &str, position: roxmltree::TextPos) -> usize {
    let row = usize::try_from(position.row).unwrap_or(1).max(1);
    let before: usize = text.split_inclusive('\n').take(row - 1).map(str::len).sum();
    let line = text[before.min(text.len())..].chars();
    let column = usize::try_from(position.col).unwrap_or(1).max(1);
    let within: usize = line.take(column - 1).map(char::len_utf8).sum();
    (before + within).min(text.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use roxmltree::TextPos;

    use super::offset;

    /// Rows and columns from 1, columns in characters; what lies beyond is the last byte, which a place can point at.
    #[test]
    fn rows_and_columns_are_bytes_of_the_text() {
        let text = "<robot>\n  ü<a>\n";
        assert_eq!(text.len(), 16);
        for (row, column, expected) in [
            (1, 1, 0),
            (1, 7, 6),
            (2, 1, 8),
            (2, 3, 10),
            (2, 4, 12),
            (2, 6, 14),
            (2, 7, 15),
            (2, 8, 15),
            (3, 1, 15),
            (9, 9, 15),
        ] {
            assert_eq!(
                offset(text, TextPos::new(row, column)),
                expected,
                "{row}:{column}"
            );
        }
        assert_eq!(offset("", TextPos::new(1, 1)), 0);
    }
}
