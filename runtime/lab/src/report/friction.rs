//! `friction.html`: laws of friction, a joint after the other, with what they follow.

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::ReportError;
use super::plot;
use crate::friction::{Friction, PlaceFriction};
use crate::regression::Series;

/// A joint with its plots, as SVG; empty where there is nothing to draw.
#[derive(Serialize)]
struct Drawn<'a> {
    #[serde(flatten)]
    found: &'a PlaceFriction,
    friction: String,
    map_plot: String,
}

impl<'a> Drawn<'a> {
    fn of(found: &'a PlaceFriction) -> Self {
        let units = match found.unit {
            "N" => ["m/s", "N"],
            unit => ["rad/s", unit],
        };
        let mut map = Series::new("map", 1, 1.0);
        for point in &found.map {
            map.push(0.0, &[point.torque], &[point.torque], std::iter::once(true));
            map.describe(&[0.0], &[point.velocity], &[point.torque]);
        }
        let kind = if found.on_motor { "Motor" } else { "Joint" };
        let title = format!("{kind} {}", found.name);
        Self {
            friction: plot::friction(&found.series, 0, &title, units),
            map_plot: plot::friction(&[map], 0, &title, units),
            found,
        }
    }
}

/// The page of laws of friction, one file without network.
///
/// # Errors
/// [`ReportError::Template`].
pub fn friction_page(found: &Friction, title: &str) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    let four = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), super::numbers::short);
    environment.add_filter("short", four);
    environment.add_template("friction.html", include_str!("friction.html"))?;
    let joints: Vec<Drawn<'_>> = found.joints.iter().map(Drawn::of).collect();
    let content = context! {
        title,
        found => Serde(found),
        joints => Serde(joints),
        style => include_str!("report.css"),
        version => env!("CARGO_PKG_VERSION"),
    };
    Ok(environment.get_template("friction.html")?.render(content)?)
}
