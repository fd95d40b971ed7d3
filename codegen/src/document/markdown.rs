//! Markdown with formulas between dollar signs, as GitHub and Pandoc read it.

use super::latex::aligned;
use super::markup::{Markup, escaped};

/// Equations in one block of formulas; renderers slow down on long blocks.
const TOGETHER: usize = 12;

pub(super) const MARKDOWN: Markup = Markup {
    words: |text| escaped(text, "\\`*_[]<>$|#", &[]),
    math: |formula| format!("${formula}$"),
    code,
    cell: code,
    heading: |_, title| format!("## {title}\n"),
    subheading: |title| format!("### {title}\n"),
    paragraph: |text| text + "\n",
    equations: |equations| {
        let block = |some| {
            let lines = aligned(some);
            format!("$$\n\\begin{{aligned}}\n{lines}\\end{{aligned}}\n$$\n")
        };
        equations.chunks(TOGETHER).map(block).collect()
    },
    table: |head, rows| {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(head.len()));
        line(&head) + &rule + &rows.iter().map(line).collect::<String>()
    },
    file: |title, _, blocks| [vec![format!("# {title}\n")], blocks].concat().join("\n"),
};

fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}
