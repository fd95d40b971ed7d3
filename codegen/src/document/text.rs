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

#[cfg(test)]
mod tests {
    use super::{TEXT, columns, written};
    use crate::document::page::Equation;

    /// Two columns before the first cell and between cells; what is left of 100 belongs to the last one.
    #[test]
    fn cells_are_as_wide_as_their_columns_and_lines_end_at_the_last_column() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            columns(&[row(["", "unit"]), row(["m", "kg"]), row(["mx_a", ""])]),
            "        unit\n  m     kg\n  mx_a\n"
        );
        // 36 columns at most for the first cell leave 60 for the last one.
        let (long, full, more) = ("w".repeat(20), "x".repeat(29), "x".repeat(30));
        let table = columns(&[
            row([
                &format!("{long} {}", "v".repeat(15)),
                &format!("{full} {more}"),
            ]),
            row([
                &format!("{long} {}", "v".repeat(16)),
                &format!("{more} {more}"),
            ]),
        ]);
        let lines: Vec<&str> = table.lines().collect();
        let blank = " ".repeat(40);
        assert_eq!(
            lines[0],
            format!("  {long} {}  {full} {more}", "v".repeat(15))
        );
        assert_eq!(lines[0].len(), 100);
        assert_eq!(lines[1], format!("  {long}{}  {more}", " ".repeat(16)));
        assert_eq!(
            lines[2],
            format!("  {}{}  {more}", "v".repeat(16), " ".repeat(20))
        );
        assert_eq!(lines.len(), 3);
        // Wide columns leave the last one 30 all the same.
        let wide = ["a", "b", "c"].map(|name| name.repeat(36));
        let cells = [wide.as_slice(), &["d".repeat(29) + " e", "f".to_owned()]].concat();
        let lines = columns(&[cells]);
        let first = format!(
            "  {}  {}  {}  {}",
            wide[0],
            wide[1],
            wide[2],
            blank.trim_start()
        );
        assert!(lines.starts_with(first.trim_end()), "{lines}");
    }

    /// Lines begin below the right-hand side, unless the left-hand side is long, and end at the last column.
    #[test]
    fn formulas_are_broken_below_their_right_hand_side() {
        let equation = |left: &str, rights: &[&str]| Equation {
            left: left.to_owned(),
            rights: rights.iter().map(|right| (*right).to_owned()).collect(),
        };
        assert_eq!(
            written(&equation("PG_1", &["a + b", "c"])),
            "  PG_1 = a + b\n       = c\n"
        );
        // After `  g_1 = ` there is room for 92 characters.
        let (fits, more) = ("a".repeat(88), "a".repeat(89));
        assert_eq!(
            written(&equation("g_1", &[&format!("{fits} + b + c")])),
            format!("  g_1 = {fits} + b\n        + c\n")
        );
        assert_eq!(
            written(&equation("g_1", &[&format!("{more} + b + c")])),
            format!("  g_1 = {more}\n        + b + c\n")
        );
        let (first, second) = ("a".repeat(80), "b".repeat(90));
        for (length, indent) in [(22, 27), (23, 6)] {
            let left = "l".repeat(length);
            assert_eq!(
                written(&equation(&left, &[&format!("{first} - {second} + c")])),
                format!(
                    "  {left} = {first}\n{0}- {second}\n{0}+ c\n",
                    " ".repeat(indent)
                )
            );
        }
    }

    #[test]
    fn titles_are_underlined_as_long_as_they_are() {
        assert_eq!((TEXT.heading)(3, "Größe"), "Größe\n-----\n");
        let file = (TEXT.file)("Arm", &[], vec!["a\n".to_owned(), "b\n\n\n".to_owned()]);
        assert_eq!(file, "Arm\n===\n\na\nb\n");
        assert_eq!((TEXT.code)("arm.yaml"), "`arm.yaml`");
        assert_eq!((TEXT.cell)("arm"), "arm");
    }
}
