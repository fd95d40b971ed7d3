//! A page as plain text, at most 100 columns wide.

use super::breaking::{fill, lines};
use super::page::{Block, Equation, Inline, Page};

/// Columns of a line.
const COLUMNS: usize = 100;

/// Columns of a cell that is not the last of its row.
const WIDEST: usize = 36;

/// Lays a page out as plain text.
pub(super) fn render(page: &Page) -> String {
    let mut text = String::new();
    heading(&mut text, &page.title, '=');
    text.push('\n');
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
                equations
                    .iter()
                    .for_each(|equation| write(&mut text, equation));
            }
            Block::Table(head, rows) => text.push_str(&table(head, rows)),
        }
        if !matches!(block, Block::Heading(_) | Block::Subheading(_)) {
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
    text.push_str(&format!("{title}\n{rule}\n"));
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
    let blank = " ".repeat(indent - 2);
    // Long left-hand sides do not push everything to the right.
    let rest_indent = if indent > 24 { 6 } else { indent + 3 };
    let room = COLUMNS.saturating_sub(indent + 3).max(30);
    for (left, right) in equation.lines() {
        let start = if left.is_empty() { &blank } else { left };
        let broken = lines(right, room, COLUMNS - rest_indent, |p| p.chars().count());
        for (number, line) in broken.iter().enumerate() {
            text.push_str(&match number {
                0 => format!("  {start} = {line}\n"),
                _ => format!("{}{line}\n", " ".repeat(rest_indent)),
            });
        }
    }
}

fn table(head: &[String], rows: &[Vec<Inline>]) -> String {
    let cells = |row: &Vec<Inline>| row.iter().map(cell).collect();
    let cells: Vec<Vec<String>> = std::iter::once(head.to_vec())
        .chain(rows.iter().map(cells))
        .collect();
    columns(&cells)
}

fn cell(cell: &Inline) -> String {
    match cell {
        Inline::Text(text) | Inline::Math(text) | Inline::Code(text) => text.clone(),
    }
}

/// Rows of as many cells, in columns as wide as their widest cell, within reason; the last one takes
/// what is left of the line. Longer cells are filled.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let last = rows.first().map_or(0, Vec::len).saturating_sub(1);
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..last).map(|column| widest(column).min(WIDEST)).collect();
    let taken = 2 + widths.iter().map(|width| width + 2).sum::<usize>();
    widths.push(COLUMNS.saturating_sub(taken).max(30));
    let mut text = String::new();
    for row in rows {
        let filled: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| fill(cell, *width))
            .collect();
        let height = filled.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..height {
            let mut line = " ".to_owned();
            for (lines, width) in filled.iter().zip(&widths) {
                let part = lines.get(number).map_or("", String::as_str);
                line.push_str(&format!(" {part:<width$} "));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}
