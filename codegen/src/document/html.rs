//! One HTML file without scripts or network, formulas as MathML.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

use super::breaking::pieces;
use super::markup::{Markup, escaped};
use super::page::Equation;

const STYLE: &str = include_str!("page.css");

pub(super) const HTML: Markup = Markup {
    words,
    math,
    code,
    cell: code,
    heading: |number, title| format!("<h2 id=\"c{number}\">{title}</h2>\n"),
    subheading: |title| format!("<h3>{title}</h3>\n"),
    paragraph: |text| format!("<p>{text}</p>\n"),
    // In two columns.
    equations: |equations| {
        let line = |(left, right): (&str, &str)| {
            let left = Some(left).filter(|left| !left.is_empty()).map(mathml);
            let (left, right) = (left.unwrap_or_default(), math(&format!("= {right}")));
            format!("<div class=\"left\">{left}</div><div class=\"right\">{right}</div>\n")
        };
        let lines = equations.iter().flat_map(Equation::lines).map(line);
        format!(
            "<div class=\"equations\">\n{}</div>\n",
            lines.collect::<String>()
        )
    },
    table: |head, rows| {
        let row = |tag: &str, cells: &[String]| {
            let cells = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>"));
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        let head = row("th", &head);
        let rows: String = rows.iter().map(|cells| row("td", cells) + "\n").collect();
        format!("<table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
    },
    file: |title, chapters, blocks| {
        let link = |(number, title)| format!("<a href=\"#c{number}\">{title}</a>");
        let links: Vec<String> = (1..).zip(chapters).map(link).collect();
        let contents = match links.len() {
            0 | 1 => String::new(),
            _ => format!("<nav>{}</nav>\n", links.join("\n")),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n{contents}{}</main>\n</body>\n</html>\n",
            blocks.concat()
        )
    },
};

fn words(text: &str) -> String {
    const REPLACED: [(char, &str); 4] = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
    ];
    escaped(text, "", &REPLACED)
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", words(text))
}

/// A formula as a row of terms, so that the browser breaks it where the window ends.
fn math(formula: &str) -> String {
    let piece = |(number, piece): (usize, &str)| match number {
        0 if !piece.starts_with('=') => mathml(piece),
        _ => term(piece),
    };
    let terms = pieces(formula).into_iter().enumerate().map(piece);
    terms.collect::<Vec<_>>().join("\n")
}

/// A term with the operator that joins it to those before, which is spaced as if these stood there.
fn term(piece: &str) -> String {
    const INFIX: &str = "<mo form=\"infix\" lspace=\"0.1em\" rspace=\"0.25em\">";
    mathml(&format!("{{}} {piece}")).replacen("<mrow></mrow><mo>", INFIX, 1)
}

/// A formula as MathML; a formula that cannot be read is shown as its source.
fn mathml(formula: &str) -> String {
    let storage = Storage::new();
    let config = RenderConfig {
        display_mode: DisplayMode::Inline,
        ..RenderConfig::default()
    };
    let mut rendered = String::new();
    let result = push_mathml(&mut rendered, Parser::new(formula, &storage), config);
    if result.is_err() || rendered.contains("<merror") {
        return format!("<code class=\"failed\">{}</code>", words(formula));
    }
    rendered
}

#[cfg(test)]
mod tests {
    use super::{HTML, math, mathml};
    use crate::document::page::Equation;

    /// Links to chapters where there are several, each to its own heading.
    #[test]
    fn a_page_begins_with_links_to_its_chapters() {
        let page = |chapters: &[&str]| {
            let chapters: Vec<String> = chapters.iter().map(|title| (*title).to_owned()).collect();
            (HTML.file)(
                "Arm",
                &chapters,
                vec!["<p>a</p>\n".to_owned(), "<p>b</p>\n".to_owned()],
            )
        };
        let both = page(&["Gravity", "Energy"]);
        let links = "<nav><a href=\"#c1\">Gravity</a>\n<a href=\"#c2\">Energy</a></nav>\n";
        let body = format!("<main>\n<h1>Arm</h1>\n{links}<p>a</p>\n<p>b</p>\n</main>");
        assert!(both.contains(&body), "{both}");
        assert!(both.contains("<title>Arm</title>"), "{both}");
        assert_eq!((HTML.heading)(2, "Energy"), "<h2 id=\"c2\">Energy</h2>\n");
        assert_eq!((HTML.subheading)("Springs"), "<h3>Springs</h3>\n");
        for chapters in [&[][..], &["Gravity"]] {
            assert!(!page(chapters).contains("<nav>"));
        }
    }

    #[test]
    fn tables_and_words_are_elements_of_the_page() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let head = "<thead><tr><th>name</th><th>unit</th></tr></thead>";
        let body =
            "<tbody>\n<tr><td>m</td><td>kg</td></tr>\n<tr><td>l</td><td>m</td></tr>\n</tbody>";
        assert_eq!(
            (HTML.table)(
                row(["name", "unit"]),
                vec![row(["m", "kg"]), row(["l", "m"])]
            ),
            format!("<table>\n{head}\n{body}\n</table>\n")
        );
        assert_eq!(
            (HTML.words)("a<b & \"c\">d"),
            "a&lt;b &amp; &quot;c&quot;&gt;d"
        );
        assert_eq!((HTML.code)("<q1>"), "<code>&lt;q1&gt;</code>");
        // A right-hand side after the first one stands alone in its column.
        let equation = Equation {
            left: "a".to_owned(),
            rights: vec!["b".to_owned(), "c".to_owned()],
        };
        let written = (HTML.equations)(&[equation]);
        assert_eq!(written.matches("<div class=\"right\">").count(), 2);
        assert_eq!(written.matches("<div class=\"left\"></div>").count(), 1);
        assert!(written.starts_with("<div class=\"equations\">\n<div class=\"left\"><math"));
    }

    /// An operator between terms is spaced as one, wherever the formula is broken; what a formula begins with is not.
    #[test]
    fn operators_that_join_terms_are_infix() {
        for (formula, joining) in [
            ("a", 0),
            ("-a", 0),
            ("a - b", 1),
            ("-a + b - c", 2),
            ("q = a", 1),
            ("= a", 1),
            ("= a - b", 2),
            ("= -a", 1),
        ] {
            let rendered = math(formula);
            let found = rendered.matches("form=\"infix\"").count();
            assert_eq!(found, joining, "{formula}: {rendered}");
            assert!(!rendered.contains("<mrow></mrow>"), "{formula}: {rendered}");
            assert_eq!(
                rendered.lines().count(),
                formula.matches(" - ").count()
                    + formula.matches(" + ").count()
                    + formula.matches(" = ").count()
                    + 1
            );
        }
    }

    /// A reader finds what was meant, and no broken formula.
    #[test]
    fn a_formula_that_cannot_be_read_is_shown_as_its_source() {
        for (formula, source) in [
            ("\\nonsense{a}", "\\nonsense{a}"),
            ("\\frac{a}{b", "\\frac{a}{b"),
            ("a}", "a}"),
            ("a_b_c < \\nonsense", "a_b_c &lt; \\nonsense"),
        ] {
            let expected = format!("<code class=\"failed\">{source}</code>");
            assert_eq!(mathml(formula), expected);
        }
        let read = mathml("\\frac{a}{b} < c");
        assert!(
            read.starts_with("<math") && !read.contains("failed"),
            "{read}"
        );
    }
}
