//! `report.html`: one file without network, a verdict and then the sections that support it.

use serde::Serialize;

use super::document::Verdict;
use super::numbers::{determination, percent, short, thousands};
use super::section::{Section, fill};
use super::{ReportError, sections};
use crate::identify::Identification;
use crate::judge::Means;
use crate::study::Study;

/// Everything that the frame of the page shows.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    title: &'a str,
    robot: &'a str,
    source: &'a str,
    method: &'static str,
    verdict: Verdict,
    tiles: Vec<Tile>,
    sections: Vec<Section>,
    version: &'static str,
}

/// A figure that is worth seeing at once.
#[derive(Serialize)]
struct Tile {
    figure: String,
    meaning: String,
}

/// The page of a study; `means` are the ways that a front end offers to follow a remedy.
///
/// # Errors
/// [`ReportError::Template`] if a template cannot be filled in.
pub fn html(study: &Study<'_>, means: &dyn Means) -> Result<String, ReportError> {
    let page = Page {
        style: include_str!("report.css"),
        title: study.model.title,
        robot: study.model.name,
        source: study.model.source,
        method: study.identification.estimation.method.title(),
        verdict: Verdict::of(&study.judgement, means),
        tiles: tiles(&study.identification),
        sections: sections::all(study)?,
        version: env!("CARGO_PKG_VERSION"),
    };
    fill(include_str!("report.html"), page)
}

fn tiles(found: &Identification) -> Vec<Tile> {
    let tile = |figure: String, meaning: &str| Tile {
        figure,
        meaning: meaning.to_owned(),
    };
    let excitation = &found.excitation;
    let mut tiles = vec![
        tile(
            format!("{} of {}", excitation.rank, excitation.structural_rank),
            "base parameters excited",
        ),
        tile(determination(found.fits.overall.r2), "R² over all joints"),
        tile(
            format!("{} %", percent(found.fits.overall.nrmse)),
            "relative residual",
        ),
    ];
    if let Some(validation) = &found.validation {
        tiles.push(tile(
            format!("{} %", percent(validation.fits.overall.nrmse)),
            "relative residual, unseen data",
        ));
    }
    tiles.push(tile(
        short(excitation.condition),
        "condition number, scaled",
    ));
    tiles.push(tile(
        thousands(found.rows),
        &format!("equations from {} samples", thousands(found.samples)),
    ));
    tiles
}
