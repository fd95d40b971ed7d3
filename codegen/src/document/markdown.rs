//! A page as Markdown with formulas between dollar signs, as GitHub and Pandoc read it.

use super::latex::aligned;
use super::page::{self, Block, Inline, Page};

/// Equations in one block of formulas; renderers slow down on long blocks.
const TOGETHER: usize = 12;

/// Lays a page out as Markdown.
pub(super) fn render(page: &Page) -> String {
    let mut text = format!("# {}\n", escaped(&page.title));
    for block in &page.blocks {
        text.push('\n');
        match block {
            Block::Heading(title) => text.push_str(&format!("## {}\n", escaped(title))),
            Block::Subheading(title) => text.push_str(&format!("### {}\n", escaped(title))),
            Block::Paragraph(pieces) => {
                text.extend(pieces.iter().map(inline));
                text.push('\n');
            }
            Block::Equations(equations) => {
                for some in equations.chunks(TOGETHER) {
                    text.push_str(&format!(
                        "$$\n\\begin{{aligned}}\n{}\\end{{aligned}}\n$$\n",
                        aligned(some)
                    ));
                }
            }
            Block::Table(head, rows) => {
                let head: Vec<String> = head.iter().map(|cell| escaped(cell)).collect();
                text.push_str(&format!("| {} |\n", head.join(" | ")));
                text.push_str(&format!("|{}\n", " --- |".repeat(head.len())));
                for row in rows {
                    let cells: Vec<String> = row.iter().map(inline).collect();
                    text.push_str(&format!("| {} |\n", cells.join(" | ")));
                }
            }
        }
    }
    text
}

fn inline(piece: &Inline) -> String {
    match piece {
        Inline::Text(text) => escaped(text),
        Inline::Math(formula) => format!("${formula}$"),
        Inline::Code(text) => format!("`{}`", text.replace('`', "'")),
    }
}

/// Text of the robot file as Markdown that means just that text.
fn escaped(text: &str) -> String {
    page::escaped(text, "\\`*_[]<>$|#", &[])
}
