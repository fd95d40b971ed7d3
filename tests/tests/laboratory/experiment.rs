//! An experiment with the sledge on hand-made series (`series.rs`): what was recorded, what `identify` made
//! of it, and the figures that follow on paper.
//!
//! 64 samples count (16 on either side of the ramp, in two recordings). With residuals of size e the sum
//! of their squares is 64 e², over 64 - 4 degrees of freedom.

use serde_json::Value;

use crate::program::Folder;
use crate::series::{OPTIONS, RESTLESS, Ramp, Sample};

/// Samples that count.
pub(crate) const ROWS: f64 = 64.0;
/// Σ|k| and Σk² over one side of the ramp, k from 3 to 18.
pub(crate) const SUM: f64 = 168.0;
pub(crate) const SQUARES: f64 = 2104.0;
pub(crate) const NAMES: [&str; 4] = ["m_runner", "fc_x", "fv_x", "fo_x"];

/// What was added to the torques of the estimate, and to those of the validation.
pub(crate) const SEEN: f64 = 0.5;
pub(crate) const UNSEEN: f64 = 1.0;

pub(crate) fn estimate() -> [Ramp; 2] {
    [1.0, -1.0].map(|acceleration| Ramp {
        acceleration,
        pattern: RESTLESS,
        size: SEEN,
    })
}

pub(crate) fn validation() -> Ramp {
    Ramp {
        acceleration: 1.0,
        pattern: RESTLESS,
        size: UNSEEN,
    }
}

pub(crate) const LINE: &str = "sledge identify --recording forth.csv back.csv --validate unseen.csv \
                    --method ols --out out";

/// A folder with the recordings.
pub(crate) fn recorded() -> Folder {
    let folder = Folder::new();
    let [forth, back] = estimate();
    folder.write("forth.csv", &forth.csv());
    folder.write("back.csv", &back.csv());
    folder.write("unseen.csv", &validation().csv());
    folder
}

/// The same, identified, and identification.json.
pub(crate) fn identified() -> (Folder, Value) {
    let folder = recorded();
    let found = folder.json(&format!("{LINE} {OPTIONS}"));
    let written: Value =
        serde_json::from_str(&folder.read("out/identification.json")).expect("JSON");
    assert_eq!(found, written, "standard output and the file differ");
    (folder, found)
}

#[track_caller]
pub(crate) fn equals(what: &str, actual: &Value, expected: f64) {
    let actual = actual
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {actual}"));
    let gap = (actual - expected).abs();
    assert!(
        gap <= 1e-11 * expected.abs().max(1.0),
        "{what}: {actual}, not {expected}"
    );
}

/// A parameter by name, of bodies or of drives.
pub(crate) fn parameter<'a>(found: &'a Value, name: &str) -> &'a Value {
    let both = ["base", "drive"].map(|list| found[list].as_array().expect("a list"));
    let mut all = both.into_iter().flatten();
    all.find(|p| p["name"] == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// Correlation of the columns `sign(qd)` and `qd`.
pub(crate) fn correlation() -> f64 {
    SUM / (16.0 * SQUARES).sqrt()
}

/// 97.5 % quantiles of Student's t of 60 degrees of freedom and of the normal distribution (tables).
const QUANTILES: [f64; 2] = [2.000_297_822_014_26, 1.959_963_984_540_054];

/// Standard deviations of the four parameters for white residuals of size `e`: by the inverse of the
/// normal matrix, whose only other elements join `sign(qd)` and `qd`; and wider, because the variance is
/// estimated with 60 degrees of freedom.
pub(crate) fn deviations(e: f64) -> [f64; 4] {
    let variance = e * e * ROWS / (ROWS - 4.0) * (QUANTILES[0] / QUANTILES[1]).powi(2);
    let apart = 1.0 - correlation() * correlation();
    let ramp = 4.0 * 0.01 * SQUARES;
    [ROWS, ROWS * apart, ramp * apart, ROWS].map(|information| (variance / information).sqrt())
}

/// The mean of squares of torques that count, and of their distance from their mean.
pub(crate) fn power(ramps: &[Ramp]) -> (f64, f64) {
    let samples: Vec<Sample> = ramps
        .iter()
        .flat_map(Ramp::samples)
        .filter(|s| s.counts)
        .collect();
    let count = f64::from(u32::try_from(samples.len()).expect("few"));
    let mean = samples.iter().map(|s| s.torque).sum::<f64>() / count;
    let squares = samples.iter().map(|s| s.torque.powi(2)).sum::<f64>() / count;
    let about = samples
        .iter()
        .map(|s| (s.torque - mean).powi(2))
        .sum::<f64>()
        / count;
    (squares, about)
}
