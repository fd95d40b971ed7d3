//! A page as plain text, at most 100 columns wide.

use super::breaking::{fill, lines};
use super::page::{Block, Equation, Inline, Page};

/// Columns of a line.
const COLUMNS: usize = 100;

/// Lays a page out as plain text.
pub(super) fn render(page: &Page) -> String {
    let mut text = String::new();
    heading(&mut text, &page.title, '=');
    for block in &page.blocks {
        match block {
            Block::Heading(title) => heading(&mut text, title, '-'),
            Block::Subheading(title) => {
                text.push_str(title);
                text.push('\n');
            }
            Block::Paragraph(pieces) => {
                for line in fill(&plain(pieces), COLUMNS) {
                    text.push_str(&line);
                    text.push('\n');
                }
            }
            Block::Equations(equations) => {
                equations.iter().for_each(|equation| write(&mut text, equation));
            }
            Block::Table(head, rows) => table(&mut text, head, rows),
        }
        if !matches!(block, Block::Subheading(_)) {
            text.push('\n');
        }
    }
    let end = text.trim_end().len();
    text.truncate(end);
    text.push('\n');
    text
}

fn heading(text: &mut String, title: &str, rule: char) {
    let rule: String = std::iter::repeat_n(rule, title.chars().count()).collect();
    text.push_str(&format!("{title}\n{rule}\n\n"));
}

fn plain(pieces: &[Inline]) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Text(text) | Inline::Math(text) => text.clone(),
        Inline::Code(text) => format!("`{text}`"),
    };
    pieces.iter().map(piece).collect()
}

fn write(text: &mut String, equation: &Equation) {
    let indent = 2 + equation.left.chars().count();
    let blank = " ".repeat(indent);
    // Long left-hand sides do not push everything to the right.
    let rest_indent = if indent > 24 { 6 } else { indent + 3 };
    let room = COLUMNS.saturating_sub(indent + 3).max(30);
    for (index, right) in equation.rights.iter().enumerate() {
        let start = if index == 0 { format!("  {}", equation.left) } else { blank.clone() };
        let broken = lines(right, room, COLUMNS - rest_indent, |p| p.chars().count());
        for (number, line) in broken.iter().enumerate() {
            if number == 0 {
                text.push_str(&format!("{start} = {line}\n"));
            } else {
                text.push_str(&format!("{}{line}\n", " ".repeat(rest_indent)));
            }
        }
    }
}

/// Columns as wide as their widest cell; the last one is filled with what is left of the line.
fn table(text: &mut String, head: &[String], rows: &[Vec<Inline>]) {
    let cells: Vec<Vec<String>> = std::iter::once(head.to_vec())
        .chain(rows.iter().map(|row| row.iter().map(cell).collect()))
        .collect();
    let last = head.len().saturating_sub(1);
    let width = |column: usize| {
        cells.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..last).map(width).collect();
    let indent = 2 + widths.iter().map(|w| w + 2).sum::<usize>();
    let room = COLUMNS.saturating_sub(indent).max(30);
    for row in &cells {
        let mut line = "  ".to_owned();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:<width$}  "));
        }
        let filled = row.get(last).map_or_else(Vec::new, |cell| fill(cell, room));
        let mut filled = filled.into_iter();
        line.push_str(&filled.next().unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
        for more in filled {
            text.push_str(&format!("{}{more}\n", " ".repeat(indent)));
        }
    }
}

fn cell(cell: &Inline) -> String {
    match cell {
        Inline::Text(text) | Inline::Math(text) | Inline::Code(text) => text.clone(),
    }
}
