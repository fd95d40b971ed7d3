//! Pages whole, but for style and plots: every number stands under its own heading, with its own unit.

mod charts;
mod excitation;
mod friction;
mod output_error;

use crate::dataset::Dataset;
use crate::estimate::Method;
use crate::identify::{Identification, IdentifyOptions, identify};
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::regression::by_hand::{ROBOT, recording_from, rows};

/// A page without its style, its version and the elements of its plots.
pub(super) fn plain(page: &str) -> String {
    let page = page.replace(include_str!("report.css"), "STYLE");
    let page = page.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let mut text = String::new();
    for (k, part) in page.split("<svg ").enumerate() {
        let after = match (k, part.split_once("</svg>")) {
            (1.., Some((plot, after))) => {
                let label = plot.split("aria-label=\"").nth(1);
                let label = label.and_then(|label| label.split('"').next());
                text += &format!("[{}]", label.unwrap_or_default());
                after
            }
            _ => part,
        };
        text += after;
    }
    text
}

/// The points of the lines of an SVG of this class.
fn lines(page: &str, class: &str) -> Vec<String> {
    let begin = format!("<polyline class=\"{class}\" points=\"");
    let parts = page.split(&begin);
    let points = parts.skip(1).filter_map(|part| part.split('"').next());
    points.map(str::to_owned).collect()
}

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|&name| name.to_owned()).collect()
}

/// What two recordings of the robot by hand say of it: torques of known parameters, and what follows no law; a third is unseen.
pub(crate) fn identification() -> Identification {
    let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
    let made = |name: &str, time: f64, noise: f64| {
        let mut recording = recording_from(time, 300);
        let columns = |k: usize| {
            let column = |all: &Vec<Vec<f64>>| [all[0][k], all[1][k]];
            let of = |all: &Option<Vec<Vec<f64>>>| all.as_ref().map(column).expect("a column");
            let (qd, qdd) = (of(&recording.velocity), of(&recording.acceleration));
            let rows = rows(&column(&recording.position), &qd, &qdd);
            rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>())
        };
        let torques: Vec<[f64; 2]> = (0..300).map(columns).collect();
        let rough = |k: usize| noise * (3.7 * (k * k) as f64).sin();
        let column = |j: usize| (0..300).map(|k| torques[k][j] + rough(k + j)).collect();
        recording.torque = Some(vec![column(0), column(1)]);
        (recording.name, recording.source) = (name.to_owned(), name.to_owned());
        recording
    };
    let dataset = Dataset {
        training: vec![made("one", 0.0, 0.1), made("two", 4.0, 0.1)],
        validation: vec![made("unseen", 8.0, 0.2)],
    };
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(20.0)),
            decimate: Some(List(vec![2])),
            trim: Some(25),
            ..ProcessingOptions::default()
        },
        ..Method::Ols.into()
    };
    identify(&ROBOT, dataset, &options).expect("an identification")
}
