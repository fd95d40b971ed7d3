//! Plots as inline SVG whose colours come from the page's style sheet.

mod axis;
mod chart;
mod curve;
mod lines;
mod motion;
mod path;
mod scatter;
mod singular;
mod spectrum;
#[cfg(test)]
mod tests;
mod torque;

use std::fmt::Write as _;

pub(super) use chart::chart;
pub use chart::{Chart, Line};
pub(super) use lines::{bars, growth, lines};
pub(super) use motion::motion;
pub(super) use path::path;
pub(super) use scatter::{friction, residuals};
pub(super) use singular::singular_values;
pub(super) use spectrum::spectrum;
pub(super) use torque::torque;

/// Width of every plot, in units of its view box, and the margins for labels.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 12.0;

/// Begins a plot; `title` is what a screen reader says of it.
fn open(height: f64, title: &str) -> String {
    let title = escaped(title);
    format!(
        r#"<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}" xmlns="http://www.w3.org/2000/svg">"#
    )
}

/// Text as it may stand within SVG.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// What a vertical axis shows, written along it.
fn upright(svg: &mut String, text: &str, middle: f64) {
    let _ = write!(
        svg,
        r#"<text class="name" transform="translate(13 {middle:.1}) rotate(-90)" text-anchor="middle">{}</text>"#,
        escaped(text)
    );
}
