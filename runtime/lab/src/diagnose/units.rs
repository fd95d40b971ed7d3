//! Factors that one unit taken for another makes.

use super::quantity::Quantity;
use crate::thresholds::KNOWN_WELL;

/// Factors between units of time, and between rates.
pub(super) const TIMES: [f64; 12] = [
    1e3,
    1e-3,
    1e6,
    1e-6,
    1e9,
    1e-9,
    60.0,
    1.0 / 60.0,
    2.0,
    0.5,
    10.0,
    0.1,
];
/// Seconds of a day, which spreadsheets count.
const DAY: f64 = 86_400.0;

/// Whether a factor of times is one of these, so that it is not that of any rate.
pub(super) fn is_usual_time(factor: f64) -> bool {
    let mut usual = TIMES.into_iter().chain([DAY]);
    usual.any(|usual| (factor / usual).ln().abs() <= KNOWN_WELL)
}

/// A factor that is one of units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unit {
    /// What it is exactly.
    pub(super) factor: f64,
    /// What was taken for what.
    pub(super) taken: &'static str,
    /// The key that says so.
    pub(super) key: &'static str,
}

impl Unit {
    /// Which one a factor is.
    pub(super) fn of(quantity: Quantity, factor: f64) -> Option<Self> {
        // The factor of a torque is an estimate.
        let within = if quantity == Quantity::Torque {
            0.1
        } else {
            1e-3
        };
        let degree = std::f64::consts::PI / 180.0;
        let units: &[(f64, &str, &str)] = match quantity {
            Quantity::Position => &[
                (degree, "degrees taken for radians", "`unit: deg`"),
                (degree.recip(), "radians taken for degrees", "`unit: rad`"),
                (
                    std::f64::consts::TAU,
                    "turns taken for radians",
                    "`unit: rev`",
                ),
                (1e-3, THOUSANDTHS, "`unit`: mm, or mrad"),
                (1e3, UNITS, "`unit`: m, or rad"),
            ],
            Quantity::Torque => &[
                (1e-3, THOUSANDTHS, "`unit`: mN·m, or mA of currents"),
                (1e3, UNITS, "`unit`: N·m, or A of currents"),
            ],
            Quantity::Both => &[],
        };
        let mut units = units.iter();
        let found = units.find(|(unit, ..)| (factor / unit - 1.0).abs() < within);
        found.map(|&(factor, taken, key)| Self { factor, taken, key })
    }

    /// Whether a factor is no other than this.
    pub(super) fn is(&self, factor: f64) -> bool {
        (factor / self.factor - 1.0).abs() < 1e-3
    }
}

const THOUSANDTHS: &str = "thousandths taken for units";
const UNITS: &str = "units taken for thousandths";
