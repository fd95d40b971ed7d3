//! A page of charts: sections of a few sentences, each with lines over a common scale.

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::ReportError;
use super::plot::{self, Chart};

/// A part of the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// What is to be seen in it.
    pub text: Vec<String>,
    /// Its charts.
    pub charts: Vec<Chart>,
}

/// A chart as it stands in the page.
#[derive(Serialize)]
struct Drawn<'a> {
    title: &'a str,
    legend: Vec<(&'a str, &'static str)>,
    svg: String,
}

impl<'a> Drawn<'a> {
    fn of(chart: &'a Chart) -> Self {
        let legend = chart.lines.iter().enumerate();
        Self {
            title: &chart.title,
            legend: legend
                .map(|(k, line)| (line.name.as_str(), line.colour(k)))
                .collect(),
            svg: plot::chart(chart),
        }
    }
}

#[derive(Serialize)]
struct Part<'a> {
    title: &'a str,
    text: &'a [String],
    charts: Vec<Drawn<'a>>,
}

/// The page, one file without network; `kind` is what stands above the title, `under` below it.
///
/// # Errors
/// [`ReportError::Template`].
pub fn charts_page(
    [kind, title, under]: [&str; 3],
    sections: &[Section],
) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.add_template("charts.html", include_str!("charts.html"))?;
    let parts = sections.iter().map(|section| Part {
        title: &section.title,
        text: &section.text,
        charts: section.charts.iter().map(Drawn::of).collect(),
    });
    let content = context! {
        kind,
        title,
        under,
        sections => Serde(parts.collect::<Vec<_>>()),
        style => include_str!("report.css"),
        version => env!("CARGO_PKG_VERSION"),
    };
    Ok(environment.get_template("charts.html")?.render(content)?)
}
