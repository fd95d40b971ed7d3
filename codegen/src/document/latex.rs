//! A LaTeX document of its own.

use super::breaking::lines;
use super::markup::{Markup, escaped};
use super::page::Equation;

/// About how many characters of a formula fit into a line.
const COLUMNS: usize = 88;

/// Equations in one environment; LaTeX keeps all of it in memory.
const TOGETHER: usize = 40;

/// What comes before the title.
const PREAMBLE: &str = "\\documentclass[10pt]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{amsmath,amssymb,longtable}
\\usepackage[a4paper,margin=20mm]{geometry}
\\allowdisplaybreaks
\\setlength{\\parindent}{0pt}
";

pub(super) const LATEX: Markup = Markup {
    words,
    math: |formula| format!("${formula}$"),
    code,
    cell: code,
    heading: |_, title| format!("\\section{{{title}}}\n"),
    subheading: |title| format!("\\subsection*{{{title}}}\n"),
    paragraph: |text| text + "\n",
    equations: |equations| {
        let block = |some| format!("\\begin{{align*}}\n{}\\end{{align*}}\n", aligned(some));
        equations.chunks(TOGETHER).map(block).collect()
    },
    table: |head, rows| {
        // The last column of a narrow table may be long; a wide one has short cells.
        let last = if head.len() <= 4 { "p{100mm}" } else { "l" };
        let columns = "l".repeat(head.len().saturating_sub(1)) + last;
        let head = head.join(" & ");
        let rows: String = rows.iter().map(|row| row.join(" & ") + " \\\\\n").collect();
        format!(
            "\\begin{{longtable}}{{{columns}}}\n{head} \\\\ \\hline\n{rows}\\end{{longtable}}\n"
        )
    },
    file: |title, _, blocks| {
        let title = format!("\\title{{{title}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n");
        let end = "\\end{document}\n".to_owned();
        let parts = [vec![PREAMBLE.to_owned() + &title], blocks, vec![end]];
        parts.concat().join("\n")
    },
};

fn words(text: &str) -> String {
    const REPLACED: [(char, &str); 3] = [
        ('\\', "\\textbackslash{}"),
        ('~', "\\textasciitilde{}"),
        ('^', "\\textasciicircum{}"),
    ];
    escaped(text, "{}$&#_%", &REPLACED)
}

fn code(text: &str) -> String {
    format!("\\texttt{{{}}}", words(text))
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

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn names_of_commands_and_braces_take_no_room() {
        for (formula, width) in [
            ("", 0),
            ("a + b", 5),
            ("m_{c}^{2}", 3),
            ("\\mathrm{ab}", 2),
            ("\\mathrm{ab}c", 3),
            ("\\alpha", 0),
            ("\\tfrac{1}{2}\\ddot q", 4),
            ("\\left(x\\right)", 3),
        ] {
            assert_eq!(visible(formula), width, "{formula}");
        }
    }
}
