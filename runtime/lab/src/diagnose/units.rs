//! Factors that one unit taken for another makes.

use super::quantity::Quantity;

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
