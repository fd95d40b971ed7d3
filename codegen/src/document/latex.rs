//! A page as a LaTeX document of its own.

use super::breaking::lines;
use super::page::{self, Block, Equation, Inline, Page};

/// About how many characters of a formula fit into a line.
const COLUMNS: usize = 88;

/// Equations in one environment; LaTeX keeps all of it in memory.
const TOGETHER: usize = 40;

/// Lays a page out as a LaTeX document.
pub(super) fn render(page: &Page) -> String {
    let mut text = format!(
        "\\documentclass[10pt]{{article}}\n\
         \\usepackage[T1]{{fontenc}}\n\
         \\usepackage[utf8]{{inputenc}}\n\
         \\usepackage{{amsmath,amssymb,longtable}}\n\
         \\usepackage[a4paper,margin=20mm]{{geometry}}\n\
         \\allowdisplaybreaks\n\
         \\setlength{{\\parindent}}{{0pt}}\n\
         \\title{{{}}}\n\
         \\date{{}}\n\
         \\begin{{document}}\n\
         \\maketitle\n",
        escaped(&page.title)
    );
    for block in &page.blocks {
        text.push('\n');
        match block {
            Block::Heading(title) => text.push_str(&format!("\\section{{{}}}\n", escaped(title))),
            Block::Subheading(title) => {
                text.push_str(&format!("\\subsection*{{{}}}\n", escaped(title)));
            }
            Block::Paragraph(pieces) => {
                text.extend(pieces.iter().map(inline));
                text.push('\n');
            }
            Block::Equations(equations) => {
                for some in equations.chunks(TOGETHER) {
                    text.push_str(&format!(
                        "\\begin{{align*}}\n{}\\end{{align*}}\n",
                        aligned(some)
                    ));
                }
            }
            Block::Table(head, rows) => table(&mut text, head, rows),
        }
    }
    text.push_str("\n\\end{document}\n");
    text
}

/// Equations as the lines of an `aligned` environment, broken where they are long.
pub(super) fn aligned(equations: &[Equation]) -> String {
    let mut all: Vec<String> = Vec::new();
    for (left, right) in equations.iter().flat_map(Equation::lines) {
        for (number, line) in lines(right, COLUMNS, COLUMNS, visible).iter().enumerate() {
            all.push(match number {
                0 => format!("{left} &= {line}"),
                _ => format!("&\\quad {line}"),
            });
        }
    }
    all.join(" \\\\\n") + "\n"
}

/// About how wide a formula is set: names of commands and braces take no room.
fn visible(formula: &str) -> usize {
    let (mut width, mut command) = (0, false);
    for character in formula.chars() {
        command = match character {
            '\\' => true,
            c if command && c.is_ascii_alphabetic() => true,
            '{' | '}' | '_' | '^' => false,
            _ => {
                width += 1;
                false
            }
        };
    }
    width
}

fn table(text: &mut String, head: &[String], rows: &[Vec<Inline>]) {
    let mut columns = "l".repeat(head.len().saturating_sub(1));
    // The last column of a narrow table may be long; a wide one has short cells.
    columns.push_str(if head.len() <= 4 { "p{100mm}" } else { "l" });
    let head: Vec<String> = head.iter().map(|cell| escaped(cell)).collect();
    text.push_str(&format!(
        "\\begin{{longtable}}{{{columns}}}\n{} \\\\ \\hline\n",
        head.join(" & ")
    ));
    for row in rows {
        let cells: Vec<String> = row.iter().map(inline).collect();
        text.push_str(&format!("{} \\\\\n", cells.join(" & ")));
    }
    text.push_str("\\end{longtable}\n");
}

fn inline(piece: &Inline) -> String {
    match piece {
        Inline::Text(text) => escaped(text),
        Inline::Math(formula) => format!("${formula}$"),
        Inline::Code(text) => format!("\\texttt{{{}}}", escaped(text)),
    }
}

/// Text of the robot file as LaTeX that means just that text.
fn escaped(text: &str) -> String {
    const REPLACED: [(char, &str); 3] = [
        ('\\', "\\textbackslash{}"),
        ('~', "\\textasciitilde{}"),
        ('^', "\\textasciicircum{}"),
    ];
    page::escaped(text, "{}$&#_%", &REPLACED)
}
