//! What a person reads: tables of the report page and of the terminal, and rounded numbers.

/// The cells of a table of the page, row by row, the header first: the table in the section of this
/// name whose caption begins so.
#[track_caller]
pub(crate) fn table(page: &str, section: &str, caption: &str) -> Vec<Vec<String>> {
    let opening = format!("<section id=\"{section}\"");
    let from = page.find(&opening);
    let section_text = &page[from.unwrap_or_else(|| panic!("no section `{section}`"))..];
    let start = section_text.match_indices("<caption>").find(|(at, mark)| {
        let text = &section_text[at + mark.len()..];
        caption.is_empty() || text.starts_with(caption)
    });
    let (start, _) = start.unwrap_or_else(|| panic!("no table `{caption}` in `{section}`"));
    let end = section_text[start..]
        .find("</table>")
        .expect("a table that ends");
    let rows = section_text[start..start + end].split("<tr").skip(1);
    rows.map(|row| {
        let cells = row
            .split("<t")
            .skip(1)
            .filter(|cell| cell.starts_with(['h', 'd']) && cell[1..].starts_with([' ', '>']));
        cells.map(|cell| plain(&format!("<t{cell}"))).collect()
    })
    .collect()
}

/// Text without tags, formulas and entities.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text += &rest[..at];
        let close = if rest[at..].starts_with("<math") {
            "</math>"
        } else {
            ">"
        };
        rest = rest[at..]
            .find(close)
            .map_or("", |end| &rest[at + end + close.len()..]);
    }
    text += rest;
    for (entity, character) in [
        ("&#x27;", "'"),
        ("&#x2f;", "/"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The column of a table of the page, by the beginning of its heading, for the row of this name.
#[track_caller]
pub(crate) fn cell<'a>(table: &'a [Vec<String>], row: &str, heading: &str) -> &'a str {
    let at = table[0].iter().position(|head| head.starts_with(heading));
    let at = at.unwrap_or_else(|| panic!("no column `{heading}` in {:?}", table[0]));
    let row = table[1..]
        .iter()
        .find(|cells| cells.first().is_some_and(|name| name == row));
    &row.unwrap_or_else(|| panic!("no such row in {table:?}"))[at]
}

/// Lines of a table on the terminal, split at spaces, from the line after its title to the next
/// empty one.
#[track_caller]
pub(crate) fn lines(terminal: &str, title: &str) -> Vec<Vec<String>> {
    let mut lines = terminal.lines().skip_while(|line| !line.starts_with(title));
    assert!(lines.next().is_some(), "no `{title}` in {terminal}");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    lines
        .take_while(|line| !line.is_empty())
        .map(words)
        .collect()
}

/// Fails unless a text is this number, rounded in its last digit.
#[track_caller]
pub(crate) fn shows(text: &str, value: f64) {
    let number = text
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .replace('−', "-");
    let read: f64 = number
        .parse()
        .unwrap_or_else(|_| panic!("`{text}` for {value}"));
    let decimals = number
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let half = 0.5 * 10f64.powi(-i32::try_from(decimals).expect("few digits"));
    assert!(
        (read - value).abs() <= half * (1.0 + 1e-9),
        "`{text}` for {value}"
    );
    // A number that nothing is left of says nothing.
    assert!(value.abs() < 1e-9 || read != 0.0, "`{text}` for {value}");
}
