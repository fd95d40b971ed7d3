//! `report.html`: one file without network, a verdict and then the sections that support it.

use serde::Serialize;

use super::numbers::{determination, percent, short, thousands};
use super::section::{Section, fill};
use super::{ReportError, Verdict, sections};
use crate::identification::Identification;
use armwright_runtime::Model;

/// Everything that the frame of the page shows.
#[derive(Serialize)]
struct Page {
    style: &'static str,
    title: &'static str,
    robot: &'static str,
    source: &'static str,
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

/// The page of an identification.
///
/// # Errors
/// [`ReportError::Template`] if a template cannot be filled in.
pub fn html(model: &'static Model, found: &Identification) -> Result<String, ReportError> {
    let page = Page {
        style: include_str!("report.css"),
        title: model.title,
        robot: model.name,
        source: model.source,
        method: found.method.title(),
        verdict: Verdict::of(found),
        tiles: tiles(found),
        sections: sections::all(model, found)?,
        version: env!("CARGO_PKG_VERSION"),
    };
    fill(include_str!("report.html"), page)
}

fn tiles(found: &Identification) -> Vec<Tile> {
    let tile = |figure: String, meaning: &str| Tile {
        figure,
        meaning: meaning.to_owned(),
    };
    let mut tiles = vec![
        tile(
            format!("{} of {}", found.rank, found.structural_rank),
            "base parameters excited",
        ),
        tile(determination(found.overall.r2), "R² over all joints"),
        tile(
            format!("{} %", percent(found.overall.nrmse)),
            "relative residual",
        ),
    ];
    if let Some(validation) = &found.validation {
        tiles.push(tile(
            format!("{} %", percent(validation.overall.nrmse)),
            "relative residual, unseen data",
        ));
    }
    tiles.push(tile(short(found.condition), "condition number, scaled"));
    tiles.push(tile(
        thousands(found.rows),
        &format!("equations from {} samples", thousands(found.samples)),
    ));
    tiles
}
