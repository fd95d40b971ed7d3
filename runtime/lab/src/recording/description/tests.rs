//! Descriptions read key by key, and what is said of those that cannot be read.

mod keys;
mod text;
mod values;

use super::{Document, reference};

/// A recording with no more than it needs, and some lines.
fn with(lines: &str) -> String {
    format!(
        "recording:\n  file: run.csv\n  time: {{column: t}}\n  position: {{columns: [a, b]}}\n{lines}"
    )
}

#[track_caller]
fn read(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{text}"))
}

/// What is wrong with a text, each with line and column.
#[track_caller]
fn placed(text: &str) -> Vec<String> {
    let mistakes = Document::parse(text.as_bytes()).expect_err(text);
    let told = mistakes.iter().map(|mistake| match mistake.spot {
        Some(spot) => format!("{}:{} {}", spot.line, spot.column, mistake.what),
        None => mistake.what.clone(),
    });
    told.collect()
}

/// The same without places.
#[track_caller]
fn wrong(text: &str) -> Vec<String> {
    let mistakes = Document::parse(text.as_bytes()).expect_err(text);
    mistakes.into_iter().map(|mistake| mistake.what).collect()
}

#[test]
fn the_page_says_of_each_map_what_it_is_before_its_keys() {
    let page = reference();
    for (title, about) in [
        (
            "The description",
            "A map with the recording and, if wanted, how it is processed.",
        ),
        (
            "`recording.time`",
            "A column of time stamps, or a rate if the samples are evenly spaced: one of the two.",
        ),
    ] {
        let begins = format!("\n## {title}\n\n{about}\n\n| key | value | if left out |");
        assert_eq!(page.matches(&begins).count(), 1, "{title}");
    }
}
