//! Plain text, at most 100 columns wide.

use super::breaking::{fill, lines};
use super::markup::Markup;
use super::page::Equation;

/// Columns of a line.
const COLUMNS: usize = 100;

/// Columns of a cell that is not the last of its row.
const WIDEST: usize = 36;

pub(super) const TEXT: Markup = Markup {
    words: str::to_owned,
    math: str::to_owned,
    code: |text| format!("`{text}`"),
    cell: str::to_owned,
    heading: |_, title| underlined(title, "-"),
    subheading: |title| format!("{title}\n"),
    paragraph: |text| fill(&text, COLUMNS).join("\n") + "\n\n",
    equations: |equations| equations.iter().map(written).collect::<String>() + "\n",
    table: |head, rows| columns(&[vec![head], rows].concat()) + "\n",
    file: |title, _, blocks| {
        let text = underlined(title, "=") + "\n" + &blocks.concat();
        text.trim_end().to_owned() + "\n"
    },
};

fn underlined(title: &str, rule: &str) -> String {
    format!("{title}\n{}\n", rule.repeat(title.chars().count()))
}

fn written(equation: &Equation) -> String {
    let indent = 2 + equation.left.chars().count();
    let blank = " ".repeat(indent - 2);
    // Long left-hand sides do not push everything to the right.
    let rest_indent = if indent > 24 { 6 } else { indent + 3 };
    let room = COLUMNS.saturating_sub(indent + 3).max(30);
    let mut text = String::new();
    for (left, right) in equation.lines() {
        let start = if left.is_empty() { &blank } else { left };
        let broken = lines(right, room, COLUMNS - rest_indent, |p| p.chars().count());
        let rest = format!("\n{}", " ".repeat(rest_indent));
        text += &format!("  {start} = {}\n", broken.join(&rest));
    }
    text
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
        let cells = row.iter().zip(&widths);
        let filled: Vec<_> = cells.map(|(cell, width)| fill(cell, *width)).collect();
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
