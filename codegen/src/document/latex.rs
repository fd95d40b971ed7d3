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
    use super::{LATEX, visible};
    use crate::document::markdown::MARKDOWN;
    use crate::document::page::Equation;

    /// So many equations, and what each format has of them.
    #[test]
    fn equations_are_in_blocks_of_which_the_last_line_ends_without_a_break() {
        let all: Vec<Equation> = (1..=41)
            .map(|k| Equation::new(format!("a_{{{k}}}"), format!("b_{{{k}}}")))
            .collect();
        for (markup, together, begin, end) in [
            (LATEX, 40, "\\begin{align*}\n", "\\end{align*}\n"),
            (
                MARKDOWN,
                12,
                "$$\n\\begin{aligned}\n",
                "\\end{aligned}\n$$\n",
            ),
        ] {
            for count in [1, 2, together, together + 1, 41] {
                let line = |k: usize| format!("a_{{{k}}} &= b_{{{k}}}");
                let places: Vec<usize> = (1..=count).collect();
                let block = |places: &[usize]| {
                    let lines: Vec<String> = places.iter().map(|k| line(*k)).collect();
                    format!("{begin}{}\n{end}", lines.join(" \\\\\n"))
                };
                let blocks: String = places.chunks(together).map(block).collect();
                assert_eq!((markup.equations)(&all[..count]), blocks, "{count}");
            }
        }
        // The same on the right once more has nothing on its left; what is long goes on further in.
        let terms: Vec<String> = (10..60).map(|k| format!("x_{{{k}}}")).collect();
        let equation = Equation {
            left: "V".to_owned(),
            rights: vec![terms.join(" + "), "c".to_owned()],
        };
        let written = (LATEX.equations)(&[equation]);
        let lines: Vec<&str> = written.lines().collect();
        // 88 columns hold 15 terms of three with three between: 15 · 6 - 3 = 87.
        let set = |from: usize, to: usize| terms[from..to].join(" + ");
        assert_eq!(lines[1], format!("V &= {} \\\\", set(0, 15)));
        assert_eq!(lines[2], format!("&\\quad + {} \\\\", set(15, 29)));
        assert_eq!(lines[lines.len() - 2], " &= c");
    }

    /// The last cell of a table of four columns may be as long as a sentence.
    #[test]
    fn tables_have_a_column_for_each_cell() {
        let table = |columns: usize| {
            let row = |letter: &str| -> Vec<String> {
                (0..columns).map(|k| format!("{letter}{k}")).collect()
            };
            [LATEX, MARKDOWN].map(|markup| (markup.table)(row("h"), vec![row("a"), row("b")]))
        };
        let [latex, markdown] = table(4);
        assert_eq!(
            latex,
            "\\begin{longtable}{lllp{100mm}}\nh0 & h1 & h2 & h3 \\\\ \\hline\na0 & a1 & a2 & a3 \\\\\n\
             b0 & b1 & b2 & b3 \\\\\n\\end{longtable}\n"
        );
        assert_eq!(
            markdown,
            "| h0 | h1 | h2 | h3 |\n| --- | --- | --- | --- |\n| a0 | a1 | a2 | a3 |\n| b0 | b1 | b2 | b3 |\n"
        );
        assert!(table(5)[0].starts_with("\\begin{longtable}{lllll}\n"));
        assert!(table(2)[0].starts_with("\\begin{longtable}{lp{100mm}}\n"));
    }

    /// A file with its title, then the blocks with empty lines between.
    #[test]
    fn files_begin_with_their_title() {
        let blocks = || vec!["one\n".to_owned(), "two\n".to_owned()];
        assert_eq!(
            (MARKDOWN.file)("Arm", &[], blocks()),
            "# Arm\n\none\n\ntwo\n"
        );
        assert_eq!((MARKDOWN.heading)(1, "Gravity"), "## Gravity\n");
        assert_eq!((MARKDOWN.subheading)("Springs"), "### Springs\n");
        assert_eq!((MARKDOWN.paragraph)("text".to_owned()), "text\n");
        let latex = (LATEX.file)("Arm", &[], blocks());
        assert!(
            latex.starts_with("\\documentclass[10pt]{article}\n"),
            "{latex}"
        );
        let body = "\\title{Arm}\n\\date{}\n\\begin{document}\n\\maketitle\n\none\n\ntwo\n\n\\end{document}\n";
        assert!(latex.ends_with(body), "{latex}");
        assert_eq!((LATEX.heading)(1, "Gravity"), "\\section{Gravity}\n");
        assert_eq!((LATEX.subheading)("Springs"), "\\subsection*{Springs}\n");
        for markup in [LATEX, MARKDOWN] {
            assert_eq!((markup.math)("q_1"), "$q_1$");
        }
    }

    /// Each character that a format reads as more than itself.
    #[test]
    fn words_of_the_robot_file_mean_themselves() {
        assert_eq!(
            (LATEX.words)("a_b {c} 5% $ & # ~ ^ \\ <d>"),
            "a\\_b \\{c\\} 5\\% \\$ \\& \\# \\textasciitilde{} \\textasciicircum{} \\textbackslash{} <d>"
        );
        assert_eq!((LATEX.code)("q_1"), "\\texttt{q\\_1}");
        assert_eq!(
            (MARKDOWN.words)("a_b *c* [d] <e> $f$ |g| #h `i` \\ {j}%"),
            "a\\_b \\*c\\* \\[d\\] \\<e\\> \\$f\\$ \\|g\\| \\#h \\`i\\` \\\\ {j}%"
        );
        assert_eq!((MARKDOWN.code)("a`b_c"), "`a'b_c`");
        for markup in [LATEX, MARKDOWN] {
            assert_eq!((markup.words)("a\u{1b}b\tc"), "a b c");
        }
    }

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
