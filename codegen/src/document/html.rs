//! A page as one HTML file without scripts or network, formulas as MathML.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, push_mathml};

use super::breaking::pieces;
use super::page::{self, Block, Equation, Inline, Page};

const STYLE: &str = include_str!("page.css");

/// Lays a page out as an HTML file.
pub(super) fn render(page: &Page) -> String {
    let title = escaped(&page.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n"
    );
    contents(&mut text, page);
    let mut chapter = 0;
    for block in &page.blocks {
        match block {
            Block::Heading(title) => {
                chapter += 1;
                text.push_str(&format!("<h2 id=\"c{chapter}\">{}</h2>\n", escaped(title)));
            }
            Block::Subheading(title) => {
                text.push_str(&format!("<h3>{}</h3>\n", escaped(title)));
            }
            Block::Paragraph(pieces) => {
                let pieces: String = pieces.iter().map(inline).collect();
                text.push_str(&format!("<p>{pieces}</p>\n"));
            }
            Block::Equations(equations) => {
                text.push_str("<div class=\"equations\">\n");
                equations
                    .iter()
                    .for_each(|equation| write(&mut text, equation));
                text.push_str("</div>\n");
            }
            Block::Table(head, rows) => table(&mut text, head, rows),
        }
    }
    text.push_str("</main>\n</body>\n</html>\n");
    text
}

/// Links to the chapters, where there are several.
fn contents(text: &mut String, page: &Page) {
    let titles = page.blocks.iter().filter_map(|block| match block {
        Block::Heading(title) => Some(title),
        _ => None,
    });
    let links: Vec<String> = titles
        .enumerate()
        .map(|(index, title)| format!("<a href=\"#c{}\">{}</a>", index + 1, escaped(title)))
        .collect();
    if links.len() > 1 {
        text.push_str(&format!("<nav>{}</nav>\n", links.join("\n")));
    }
}

/// An equation in two columns; its right-hand side is a row of terms, so that the browser breaks
/// it where the window ends.
fn write(text: &mut String, equation: &Equation) {
    for (left, right) in equation.lines() {
        let left = Some(left).filter(|left| !left.is_empty()).map(mathml);
        text.push_str(&format!(
            "<div class=\"left\">{}</div><div class=\"right\">{}</div>\n",
            left.unwrap_or_default(),
            terms(&format!("= {right}"))
        ));
    }
}

/// A formula as a row of terms, so that the browser breaks it where the window ends.
fn terms(formula: &str) -> String {
    let pieces = pieces(formula).into_iter().enumerate();
    let terms = pieces.map(|(number, piece)| match number {
        0 if !piece.starts_with('=') => mathml(piece),
        _ => term(piece),
    });
    terms.collect::<Vec<_>>().join("\n")
}

fn table(text: &mut String, head: &[String], rows: &[Vec<Inline>]) {
    let head: String = head
        .iter()
        .map(|cell| format!("<th>{}</th>", escaped(cell)))
        .collect();
    text.push_str(&format!(
        "<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
    ));
    for row in rows {
        let cells: String = row
            .iter()
            .map(|cell| format!("<td>{}</td>", inline(cell)))
            .collect();
        text.push_str(&format!("<tr>{cells}</tr>\n"));
    }
    text.push_str("</tbody>\n</table>\n");
}

fn inline(piece: &Inline) -> String {
    match piece {
        Inline::Text(text) => escaped(text),
        Inline::Math(formula) => terms(formula),
        Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
    }
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
        return format!("<code class=\"failed\">{}</code>", escaped(formula));
    }
    rendered
}

/// Text of the robot file as HTML that means just that text.
fn escaped(text: &str) -> String {
    const REPLACED: [(char, &str); 4] = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
    ];
    page::escaped(text, "", &REPLACED)
}
