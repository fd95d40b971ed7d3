//! A part of the page: a heading that the contents link to, and what stands below it.

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::ReportError;

/// A part of the page.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    /// The anchor of its heading.
    id: &'static str,
    /// Its heading.
    title: &'static str,
    /// What stands below, as HTML.
    body: String,
}

impl Section {
    /// A section whose body is a template filled with `content`.
    pub(super) fn new<C: Serialize>(
        id: &'static str,
        title: &'static str,
        template: &str,
        content: C,
    ) -> Result<Self, ReportError> {
        Ok(Self {
            id,
            title,
            body: fill(template, content)?,
        })
    }
}

/// An HTML template with its contents; text is escaped unless the template says otherwise.
pub(super) fn fill<C: Serialize>(template: &str, content: C) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.add_template("page.html", template)?;
    Ok(environment
        .get_template("page.html")?
        .render(Serde(content))?)
}
